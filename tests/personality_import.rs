//! The import of personalities of other programs, with a report of what is left out.
#![allow(clippy::unwrap_used, clippy::panic)]

use masque::evaluation::Family;
use masque::personality::import::{Import, import};
use masque::personality::{NumberKey, Personality, PlayingStrength};
use proptest::prelude::*;

const FILES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/personality/import/"
);

fn read(name: &str) -> Vec<Import> {
    let bytes = std::fs::read(format!("{FILES}{name}")).unwrap();
    import(name, &bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn weights(import: &Import, family: Family) -> (u16, u16) {
    let weights = import.personality.weights();
    (weights.of(family, true), weights.of(family, false))
}

fn weight_cp(import: &Import, key: &str) -> i32 {
    let mut tastes = import.personality.tastes();
    let found = tastes.find(|(feature, _)| feature.key() == key);
    found.map_or(0, |(_, taste)| taste.weight_cp)
}

fn is_left_out(import: &Import, what: &str) -> bool {
    import.left_out.iter().any(|line| line.starts_with(what))
}

/// The written text is a personality file, also with its comments.
fn comes_back(import: &Import) {
    let text = import.to_toml();
    let read = Personality::parse("it.toml", &text);
    assert_eq!(read.as_ref(), Ok(&import.personality), "{text}");
}

#[test]
fn sets_of_lines_become_personalities() {
    let sets = read("two_sets.txt");
    let names: Vec<&str> = sets.iter().map(|set| set.personality.name()).collect();
    assert_eq!(names, ["made_up_first", "made_up_second"]);
    assert_eq!(weights(&sets[0], Family::Bishops), (107, 104));
    // 100 % of ks, and a quarter of what attack at 100 adds.
    assert_eq!(weights(&sets[0], Family::KingSafety), (92, 115));
    let first = &sets[0].personality;
    assert_eq!(first.draws().get(NumberKey::Contempt), 300);
    // Normal there is normal here.
    assert_eq!(first.selectivity(), Personality::neutral().selectivity());
    assert_eq!(weights(&sets[1], Family::KingSafety), (70, 140));
    assert_eq!(weight_cp(&sets[1], "randomness"), 25);
    assert_eq!(sets[1].personality.max_depth_plies(), Some(6));
    assert_eq!(sets[0].personality.strength(), PlayingStrength::Full);
    // A little above the 1000 of 27.
    assert_eq!(sets[1].personality.strength(), PlayingStrength::Elo(1_065));
    sets.iter().for_each(comes_back);
}

#[test]
fn a_file_of_chessmaster_becomes_a_personality() {
    let [import] = &read("made_up.cmp")[..] else {
        panic!("not one");
    };
    let personality = &import.personality;
    assert_eq!(personality.name(), "made_up");
    assert_eq!(personality.blurb(), "Likes knights – and noise");
    // The rating that the file shows says more than its strength of play.
    assert_eq!(personality.strength(), PlayingStrength::Elo(1_450));
    assert_eq!(personality.claimed_elo(), None);
    // m is 10: 120 * 75 / 85 for the own knights, 100 * 75 / 85 for the others.
    assert_eq!(weights(import, Family::Knights), (105, 88));
    // 60 and 150 * 75 / 65, then 60 % of what attack adds.
    assert_eq!(weights(import, Family::KingSafety), (69 - 18, 173 + 36));
    assert_eq!(personality.max_depth_plies(), Some(8));
    assert_eq!(personality.draws().get(NumberKey::Contempt), 150);
    assert!(is_left_out(import, "the opening book made.obk"));
    comes_back(import);
}

#[test]
fn limits_of_strength_become_levels() {
    let strength = |text: &str| {
        let import = import("x.txt", text.as_bytes()).unwrap().remove(0);
        comes_back(&import);
        import.personality.strength()
    };
    let rodent = |lines: &[&str]| {
        let lines = lines.iter().map(|line| format!("setoption name {line}\n"));
        strength(&lines.collect::<String>())
    };
    let elo = PlayingStrength::Elo;
    assert_eq!(
        rodent(&["UCI_Elo value 1400", "UCI_LimitStrength value true"]),
        elo(1_400)
    );
    assert_eq!(
        rodent(&["UCI_LimitStrength value false", "UCI_Elo value 1400"]),
        PlayingStrength::Full
    );
    assert_eq!(
        rodent(&["NpsLimit value 0", "EvalBlur value 0"]),
        PlayingStrength::Full
    );
    // 128 * 1.00696^600 / 7 nodes in a second.
    assert_eq!(rodent(&["NpsLimit value 1176"]), elo(1_800));
    assert_eq!(
        rodent(&["NpsLimit value 1176", "EvalBlur value 100"]),
        elo(1_200)
    );
    assert_eq!(rodent(&["EvalBlur value 1000"]), elo(500));
    assert_eq!(
        strength("UCI_LimitStrength = true\nUCI_Elo = 2100\n"),
        elo(2_100)
    );
    assert_eq!(strength("cm_parm myq=110 sop=0\n"), elo(600));
}

#[test]
fn rodents_options_are_read_by_meaning() {
    let [import] = &read("rodent.txt")[..] else {
        panic!("not one");
    };
    // The attack on the other's king is the weight of the opponent's king safety.
    assert_eq!(weights(import, Family::KingSafety), (90, 200));
    assert_eq!(weights(import, Family::Mobility), (150, 100));
    // The mean of 90 % and 100 %, and 95 % of that.
    assert_eq!(weights(import, Family::Pawns), (90, 90));
    assert_eq!(weights(import, Family::Queens), (95, 95));
    assert_eq!(weight_cp(import, "queen_trade"), -20);
    assert_eq!(weight_cp(import, "king_approach"), 8);
    assert!(import.to_toml().contains("pace = 80"));
    assert_eq!(import.personality.draws().get(NumberKey::Contempt), 20);
    // Between 1 for 10 and 9 for 175.
    assert_eq!(import.personality.selectivity().step(), 5);
    for what in ["GuideBookFile", "SomethingNew = 3: nobody"] {
        assert!(is_left_out(import, what), "{what}: {:?}", import.left_out);
    }
    comes_back(import);
}

#[test]
fn every_option_of_hiarcs_13_is_known() {
    let [import] = &read("hiarcs.txt")[..] else {
        panic!("not one");
    };
    assert!(
        !import
            .left_out
            .iter()
            .any(|line| line.contains("nobody here knows"))
    );
    assert_eq!(import.personality.opening_book().mode.name(), "wild");
    assert_eq!(weights(import, Family::KingSafety), (80, 140));
    assert!(weight_cp(import, "sacrifice") > 20);
    assert!(weight_cp(import, "hypermodern") > 0);
    assert_eq!(weight_cp(import, "swindle"), 0);
    // Between 9 for 4 and 16 for 7.
    assert_eq!(import.personality.selectivity().step(), 14);
    // Contempt of 10, less a draw score of 30.
    assert_eq!(import.personality.draws().get(NumberKey::Contempt), -20);
    let sliders: Vec<(&str, i32)> = import
        .personality
        .sliders()
        .map(|(slider, percent)| (slider.key(), percent))
        .collect();
    assert_eq!(
        sliders,
        [
            ("aggression", 60),
            ("hypermodernism", 100),
            ("attack", 40),
            ("optimism", 20)
        ]
    );
    comes_back(import);
}

#[test]
fn switches_are_read_in_every_spelling() {
    for (value, is_on) in [
        ("on", true),
        ("On", true),
        ("true", true),
        ("1", true),
        ("100", true),
        ("off", false),
        ("false", false),
        ("0", false),
    ] {
        let text = format!("Hypermodern = {value}\nSwindle Opponent = off\n");
        let imports = import("x.txt", text.as_bytes()).unwrap();
        assert_eq!(weight_cp(&imports[0], "hypermodern") > 0, is_on, "{value}");
        assert_eq!(weight_cp(&imports[0], "swindle"), 0);
    }
    assert!(import("x.txt", b"Hypermodern = maybe\n").is_err());
}

#[test]
fn nothing_of_chessmaster_is_passed_over_in_silence() {
    let mut bytes = std::fs::read(format!("{FILES}made_up.cmp")).unwrap();
    let put = |bytes: &mut Vec<u8>, offset: usize, value: i32| {
        bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    };
    for (offset, value) in [(0x2c, 1), (0x30, 7), (0x34, 1), (0x38, 9_000), (0xbc, 33)] {
        put(&mut bytes, offset, value);
    }
    for (offset, text) in [(0x1c4, "face.bmp"), (0x246, "Born."), (0x62e, "Long.")] {
        bytes[offset..offset + text.len()].copy_from_slice(text.as_bytes());
    }
    let told = import("x.cmp", &bytes).unwrap().remove(0);
    for what in [
        "the portrait face.bmp",
        "the biography",
        "the long description of its style",
        "thinking on the opponent's time",
        "the table of 32 MiB",
        "the endgame database",
        "the rating 9000",
        "the age 33",
    ] {
        assert!(is_left_out(&told, what), "{what}: {:?}", told.left_out);
    }
    comes_back(&told);

    let lines = "cm_parm myq=110 tts=1048576 opk=1234 ana=1\n";
    let told = import("x.txt", lines.as_bytes()).unwrap().remove(0);
    for what in ["tts=1048576", "opk=1234", "ana=1"] {
        assert!(is_left_out(&told, what), "{what}: {:?}", told.left_out);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_imported_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..5_000),
        name in prop::sample::select(vec!["x.cmp", "x.txt"]),
    ) {
        let _ = import(name, &bytes);
    }

    #[test]
    fn any_lines_are_imported_or_refused(
        lines in prop::collection::vec("(setoption name )?[a-zA-Z ]{0,12}( value |=)?[-0-9a-z]{0,12}", 0..8),
        head in prop::sample::select(vec!["", "cm_parm ", "OwnAttack = 100\n", "Hypermodern = true\n"]),
    ) {
        let text = format!("{head}{}", lines.join("\n"));
        if let Ok(imports) = import("x.txt", text.as_bytes()) {
            imports.iter().for_each(comes_back);
        }
    }

    #[test]
    fn a_changed_file_is_imported_whole_or_refused(
        changes in prop::collection::vec((0..4_096usize, any::<u8>()), 0..6),
    ) {
        let mut bytes = std::fs::read(format!("{FILES}made_up.cmp")).unwrap();
        for (place, byte) in changes {
            bytes[place] = byte;
        }
        if let Ok(imports) = import("x.cmp", &bytes) {
            imports.iter().for_each(comes_back);
        }
    }
}

#[test]
fn a_file_that_is_no_personality_is_refused_with_the_reason() {
    let refusal = |name: &str, bytes: &[u8]| import(name, bytes).unwrap_err().to_string();
    let error = refusal("a.txt", b"setoption name OwnAttack value 501\n");
    assert_eq!(
        error,
        "a.txt:1: OwnAttack cannot be `501`; expected a whole number from 0 to 500"
    );
    let error = refusal("a.txt", b"\nsetoption name Playing Style value Odd\n");
    assert!(error.starts_with("a.txt:2: Playing Style cannot be `Odd`; expected one of Normal, "));
    let error = refusal("a.txt", b"setoption name Foo value 1\n");
    assert!(error.contains("no option that is known"), "{error}");
    assert!(refusal("a.txt", b"hello\n").starts_with("a.txt:1: `hello` sets no option"));
    assert!(refusal("a.txt", b"").contains("no option that is known"));
    let cmp = std::fs::read(format!("{FILES}made_up.cmp")).unwrap();
    for length in [0, 1, 100, 4_095] {
        assert!(refusal("a.cmp", &cmp[..length]).contains("bytes"));
    }
}
