//! Chessmaster's `.CMP` files (9000, 10th and 11th edition): 4096 bytes, numbers of 32 bits with
//! the lowest byte first, text of 8-bit letters in fixed slots.
//!
//! The values are those that a user of that program sets. They become what its GUI sends to its
//! engine: percent of normal, with the slider for material and position applied.

use std::ops::RangeInclusive;

use super::chessmaster_lines::carried;
use super::{Import, ImportError, stem, tidy};
use crate::personality::ChessmasterSettings;
use crate::personality::strength::{LEVEL_ELO, PlayingStrength};

const LENGTH: usize = 4_096;
const KIND: usize = 0x20;
/// The kind of a native personality; that of another engine is 0.
const NATIVE: i32 = 0x1a;
const SHOWS_ELO: usize = 0x28;
const SHOWN: u8 = 0xb3;
const ELO: usize = 0x38;
/// Ratings that are accepted.
const ELO_RANGE: RangeInclusive<i32> = 100..=3_500;
/// A place with the same number in every file.
const MARK: usize = 0x4c;
const MARK_VALUE: i32 = 100;
const MATERIAL_POSITION: usize = 0x5c;
const BOOK_NAME: (usize, usize) = (0xc0, 0x1c4);
const PORTRAIT: (usize, usize) = (0x1c4, 0x1e2);
const SHORT_STYLE: (usize, usize) = (0x1e2, 0x246);
const BIOGRAPHY: (usize, usize) = (0x246, 0x62e);
const LONG_STYLE: (usize, usize) = (0x62e, 0xa16);
const PONDERS: usize = 0x2c;
/// The size of the table: 0 for none, 1 for half a MiB, and twice as much for each more.
const TABLE_SIZE: usize = 0x30;
const USES_ENDGAMES: usize = 0x34;
const AGE: usize = 0xbc;
/// Characters of a blurb.
const BLURB_CHARS: usize = 240;

/// Numbers that are passed on as they are: key, offset, range.
const PLAIN: [(&str, usize, RangeInclusive<i32>); 6] = [
    ("avd", 0x40, -100..=100),
    ("sop", 0x44, 0..=100),
    ("rnd", 0x48, 0..=100),
    ("md", 0x50, 1..=99),
    ("sel", 0x54, 0..=16),
    ("cfd", 0x58, -500..=500),
];

/// Terms from 0 to 200: key, offset.
const TERMS: [(&str, usize); 10] = [
    ("mycc", 0x60),
    ("opcc", 0x64),
    ("mymob", 0x68),
    ("opmob", 0x6c),
    ("myks", 0x70),
    ("opks", 0x74),
    ("mypp", 0x78),
    ("oppp", 0x7c),
    ("mypw", 0x80),
    ("oppw", 0x84),
];

/// Pieces in tenths of a pawn: key, offset, normal value.
const PIECES: [(&str, usize, i32); 10] = [
    ("myq", 0x88, 90),
    ("opq", 0x8c, 90),
    ("myr", 0x90, 50),
    ("opr", 0x94, 50),
    ("myb", 0x98, 30),
    ("opb", 0x9c, 30),
    ("myn", 0xa0, 30),
    ("opn", 0xa4, 30),
    ("myp", 0xa8, 10),
    ("opp", 0xac, 10),
];

pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Import, ImportError> {
    let whole = File { file, bytes };
    if bytes.len() != LENGTH {
        return Err(ImportError::Alien {
            file: file.to_owned(),
            problem: format!("it has {} bytes", bytes.len()),
        });
    }
    let native = NATIVE..=NATIVE;
    whole.number(KIND, &native, "the mark of a personality")?;
    whole.number(MARK, &(MARK_VALUE..=MARK_VALUE), "the same in every file")?;
    let slider = whole.number(MATERIAL_POSITION, &(-100..=100), "material and position")?;
    // Half of the slider, rounded down, fits the published sets of parameters; no file proves it.
    let m = slider.div_euclid(2);
    let mut settings = ChessmasterSettings::default();
    let mut set = |key: &str, offset: usize, value: i32| {
        let put = settings.set(key, value.into());
        put.map_err(|error| whole.refuse(offset, value, key, error.expectation()))
    };
    for (key, offset, range) in &PLAIN {
        set(key, *offset, whole.number(*offset, range, key)?)?;
    }
    for (key, offset) in TERMS {
        let raw = whole.number(offset, &(0..=200), key)?;
        set(key, offset, raw * 75 / (75 - m))?;
    }
    for (key, offset, normal) in PIECES {
        let raw = whole.number(offset, &(0..=150), key)?;
        set(key, offset, (100 * raw / normal) * 75 / (75 + m))?;
    }
    let mut import = carried(&stem(file), &settings);
    whole.add_words(&mut import);
    import.left_out.extend(whole.without_a_place());
    if slider != 0 {
        import.left_out.push(format!(
            "nothing of the slider {slider} for material and position: it is in the weights, on \
             the assumption that half of it counts."
        ));
    }
    Ok(import)
}

struct File<'a> {
    file: &'a str,
    bytes: &'a [u8],
}

impl File<'_> {
    fn number(
        &self,
        offset: usize,
        range: &RangeInclusive<i32>,
        what: &str,
    ) -> Result<i32, ImportError> {
        let value = self.at(offset);
        match range.contains(&value) {
            true => Ok(value),
            false => {
                let expected = match range.start() == range.end() {
                    true => range.start().to_string(),
                    false => format!("{} to {}", range.start(), range.end()),
                };
                Err(self.refuse(offset, value, what, expected))
            }
        }
    }

    fn refuse(&self, offset: usize, value: i32, what: &str, expected: String) -> ImportError {
        ImportError::Offset {
            file: self.file.to_owned(),
            offset,
            problem: format!("{value} ({what})"),
            expected,
        }
    }

    /// The number at an offset; 0 beyond the end.
    fn at(&self, offset: usize) -> i32 {
        let bytes = self.bytes.get(offset..offset + 4);
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        i32::from_le_bytes(bytes.unwrap_or_default())
    }

    /// The text in a slot.
    fn text(&self, (from, to): (usize, usize)) -> String {
        let slot = self.bytes.get(from..to).unwrap_or_default();
        let letters = slot.iter().take_while(|&&byte| byte != 0);
        tidy(
            &letters
                .map(|&byte| windows_letter(byte))
                .collect::<String>(),
        )
    }

    /// What the file says about the person and about the program, for which there is no place here.
    fn without_a_place(&self) -> Vec<String> {
        let mut told = Vec::new();
        let portrait = self.text(PORTRAIT);
        if !portrait.is_empty() {
            told.push(format!(
                "the portrait {portrait}: there are no pictures here."
            ));
        }
        for (slot, what) in [
            (BIOGRAPHY, "biography"),
            (LONG_STYLE, "long description of its style"),
        ] {
            if !self.text(slot).is_empty() {
                told.push(format!("the {what}: a personality has one short text."));
            }
        }
        if self.at(AGE) != 0 {
            told.push(format!("the age {}: nobody here has one.", self.at(AGE)));
        }
        let of_the_engine = "that is an option of the engine.";
        if self.at(PONDERS) != 0 {
            told.push(format!("thinking on the opponent's time: {of_the_engine}"));
        }
        match self.at(TABLE_SIZE) {
            0 => {}
            1 => told.push(format!("the table of 512 KiB: {of_the_engine}")),
            number @ 2..=10 => {
                let mib = 1 << (number - 2);
                told.push(format!("the table of {mib} MiB: {of_the_engine}"));
            }
            number => told.push(format!("the table of size {number}: {of_the_engine}")),
        }
        if self.at(USES_ENDGAMES) != 0 {
            told.push(format!("the endgame database: {of_the_engine}"));
        }
        told
    }

    /// Adds what the file says about the personality beside its numbers.
    fn add_words(&self, import: &mut Import) {
        let identity = &mut import.personality.identity;
        let style: String = self.text(SHORT_STYLE).chars().take(BLURB_CHARS).collect();
        if !style.trim().is_empty() {
            identity.blurb = style.trim().to_owned();
        }
        let elo = self.at(ELO);
        let is_shown = self.bytes.get(SHOWS_ELO) == Some(&SHOWN);
        match ELO_RANGE.contains(&elo) {
            // The file's own rating says more than its strength of play.
            true if is_shown => import.personality.strength = strength_of(elo),
            true => import
                .left_out
                .push(format!("the rating {elo}, which it does not show.")),
            false if elo != 0 => import.left_out.push(format!(
                "the rating {elo}: expected {} to {}.",
                ELO_RANGE.start(),
                ELO_RANGE.end()
            )),
            false => {}
        }
        let book = self.text(BOOK_NAME);
        if !book.is_empty() {
            import.left_out.push(format!(
                "the opening book {book}: its format is not known; a polyglot book can be named \
                 in [book]."
            ));
        }
    }
}

fn strength_of(elo: i32) -> PlayingStrength {
    match elo < *LEVEL_ELO.end() {
        true => PlayingStrength::Elo(elo.max(*LEVEL_ELO.start())),
        false => PlayingStrength::Full,
    }
}

/// A letter of the code page Windows-1252.
fn windows_letter(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', ' ', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Family;

    /// A file with everything normal.
    fn normal() -> Vec<u8> {
        let mut bytes = vec![0; LENGTH];
        put(&mut bytes, KIND, NATIVE);
        put(&mut bytes, MARK, MARK_VALUE);
        put(&mut bytes, 0x44, 100);
        put(&mut bytes, 0x50, 99);
        put(&mut bytes, 0x54, 9);
        for (_, offset) in TERMS {
            put(&mut bytes, offset, 100);
        }
        for (_, offset, normal) in PIECES {
            put(&mut bytes, offset, normal);
        }
        bytes
    }

    fn put(bytes: &mut [u8], offset: usize, value: i32) {
        bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    }

    #[test]
    fn a_normal_file_is_neutral() {
        let import = read("Nobody.CMP", &normal()).unwrap();
        assert!(import.personality.weights().is_neutral());
        assert_eq!(import.left_out, Vec::<String>::new());
        assert_eq!(import.personality.name(), "nobody");
    }

    #[test]
    fn numbers_become_percent_of_normal() {
        let mut bytes = normal();
        put(&mut bytes, 0x88, 95);
        put(&mut bytes, 0x60, 110);
        put(&mut bytes, MATERIAL_POSITION, 24);
        put(&mut bytes, ELO, 2_150);
        bytes[SHOWS_ELO] = SHOWN;
        bytes[SHORT_STYLE.0..SHORT_STYLE.0 + 9].copy_from_slice(b"Plays \"\x96\"");
        let import = read("dir/Her.cmp", &bytes).unwrap();
        let weights = import.personality.weights();
        // m = 12: 105 * 75 / 87 and 110 * 75 / 63, rounded down.
        assert_eq!(weights.of(Family::Queens, true), 90);
        assert_eq!(weights.of(Family::Queens, false), 86);
        assert_eq!(weights.of(Family::Centre, true), 130);
        assert_eq!(import.personality.blurb(), "Plays '–'");
        assert_eq!(import.personality.strength(), PlayingStrength::Elo(2_150));
        assert_eq!(import.personality.claimed_elo(), None);
        assert_eq!(import.left_out.len(), 1);
    }

    #[test]
    fn what_is_no_personality_is_refused_with_its_place() {
        let refusal = |offset: usize, value: i32| {
            let mut bytes = normal();
            put(&mut bytes, offset, value);
            read("x.cmp", &bytes).unwrap_err().to_string()
        };
        assert!(refusal(KIND, 0).starts_with("x.cmp: at offset 0x20: 0 ("));
        assert!(refusal(MARK, 99).contains("0x4c"));
        assert!(refusal(0x88, 151).ends_with("expected 0 to 150"));
        assert!(refusal(0x60, -1).ends_with("expected 0 to 200"));
        assert!(refusal(0x50, 0).ends_with("expected 1 to 99"));
        for length in [0, 1, 4_095, 4_097] {
            let error = read("x.cmp", &vec![0; length]).unwrap_err().to_string();
            assert!(error.contains(&format!("it has {length} bytes")), "{error}");
        }
        assert!(read("x.cmp", &[0xff; LENGTH]).is_err());
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let mut bytes = normal();
        for (index, byte) in bytes.iter_mut().enumerate().skip(0xb0) {
            *byte = (index * 37) as u8;
        }
        let import = read("x.cmp", &bytes).unwrap();
        let text = import.personality.to_toml();
        let read_again = crate::personality::Personality::parse("x.toml", &text);
        assert_eq!(read_again, Ok(import.personality));
    }
}
