//! Personalities as text: the TOML from which the very same character is read again.
//!
//! Owns what a written file looks like. What is as it is without being said is left out, except
//! the concession, which is the promise that a user should see.

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::draws::DrawKey;
use super::feature::{Fade, Feature};
use super::judgement::family_key;
use super::parameter::Parameter;
use super::taste::Taste;
use super::{NAME_CHARS, Personality, PersonalityError, Roster, is_name};
use crate::evaluation::Family;

/// Why a personality could not be written.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The system says no.
    #[error("{file}: cannot be written: {reason}")]
    Unwritable {
        /// The path as given.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// Something else is there.
    #[error("{file}: is there and is no personality, expected a new file or one to replace")]
    Occupied {
        /// The path as given.
        file: String,
    },
}

impl Personality {
    /// The text of a file that gives this character when it is parsed.
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "[identity]\nname = {}\ntitle = {}\n",
            quoted(self.name()),
            quoted(self.title())
        );
        if !self.blurb().is_empty() {
            text += &format!("blurb = {}\n", quoted(self.blurb()));
        }
        text += "\n[taste]\n";
        for (feature, taste) in self.tastes() {
            text += &format!("{} = {}\n", feature.key(), weight(feature, taste));
        }
        text += &format!("max_concession_cp = {}\n", self.max_concession_cp());
        if !self.weights().is_neutral() {
            text += "\n[judgement]\n";
            for family in Family::ALL {
                text += &judgement(self, family);
            }
        }
        let draws: Vec<String> = self.draws_set().collect();
        if !draws.is_empty() {
            text += &format!("\n[draws]\n{}\n", draws.join("\n"));
        }
        text
    }

    /// The numbers about draws that are not as usual.
    fn draws_set(&self) -> impl Iterator<Item = String> {
        let all = DrawKey::ALL
            .iter()
            .map(|&key| (key.number(), self.draws().get(key)));
        all.filter(|(number, value)| *value != number.default)
            .map(|(number, value)| format!("{} = {value}", number.key))
    }

    /// What makes it what it is, on one line for people: its wishes, the strongest first, its
    /// concession, and where its judgement is not normal.
    pub fn summary(&self) -> String {
        let mut tastes: Vec<(Feature, Taste)> = self.tastes().collect();
        tastes.sort_by_key(|(_, taste)| std::cmp::Reverse(taste.weight_cp.abs()));
        let likes = tastes
            .iter()
            .map(|(feature, taste)| format!("{} {:+}", feature.key(), taste.weight_cp));
        let judges = Family::ALL
            .into_iter()
            .map(|family| judgement(self, family))
            .filter(|line| !line.is_empty());
        let listed = |parts: Vec<String>, nothing: &str| match parts.is_empty() {
            true => nothing.to_owned(),
            false => parts.join(", "),
        };
        let title = self.title();
        let likes = listed(likes.collect(), "no taste");
        let judges = listed(
            judges.map(|line| line.trim().to_owned()).collect(),
            "normal",
        );
        let most_cp = self.max_concession_cp();
        let mut summary =
            format!("{title}: {likes}; gives up at most {most_cp} cp; judgement: {judges}");
        let draws: Vec<String> = self.draws_set().collect();
        if !draws.is_empty() {
            summary += &format!("; draws: {}", draws.join(", "));
        }
        summary
    }

    /// Writes the character to a file, under the file's name where that can be one. A file that
    /// is there is replaced only when it is a personality.
    ///
    /// # Errors
    ///
    /// Another file is there, or the system refuses.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        let file = path.display().to_string();
        if let Err(PersonalityError::Refused(_) | PersonalityError::TooLong { .. }) =
            Roster::built_in().load(&file_path(path))
        {
            return Err(SaveError::Occupied { file });
        }
        let stem = path.file_stem().map(|stem| stem.to_string_lossy());
        let renamed = match stem.filter(|stem| is_name(stem) && stem.len() <= NAME_CHARS) {
            Some(stem) => self.clone().renamed(&stem),
            None => self.clone(),
        };
        write_whole(path, &renamed.to_toml()).map_err(|error| SaveError::Unwritable {
            file,
            reason: error.to_string(),
        })
    }
}

/// A path that cannot be taken for a name.
fn file_path(path: &Path) -> String {
    match path.is_absolute() {
        true => path.display().to_string(),
        false => Path::new(".").join(path).display().to_string(),
    }
}

/// All of the text or, when something goes wrong, what was there before.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one worth telling.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Text in TOML's double quotes; identities have neither quotes nor control characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\"))
}

fn weight(feature: Feature, taste: Taste) -> String {
    if taste.fade == feature.description().fade {
        return taste.weight_cp.to_string();
    }
    let fade = match taste.fade {
        Fade::Never => "phase = \"always\"".to_owned(),
        Fade::UntilMove(last) => format!("until_move = {last}"),
        Fade::FirstMoves(count) => format!("first_moves = {count}"),
        Fade::Middlegame => "phase = \"middlegame\"".to_owned(),
        Fade::Endgame => "phase = \"endgame\"".to_owned(),
    };
    format!("{{ cp = {}, {fade} }}", taste.weight_cp)
}

fn judgement(personality: &Personality, family: Family) -> String {
    let own = personality.value_of(Parameter::Own(family));
    let opponent = personality.value_of(Parameter::Opponent(family));
    let key = family_key(family);
    match (own, opponent) {
        (100, 100) => String::new(),
        _ if own == opponent => format!("{key} = {own}\n"),
        _ => format!("{key} = {{ own = {own}, opponent = {opponent} }}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Adjustments;
    use proptest::prelude::*;

    #[test]
    fn the_shipped_ones_come_back_as_they_were() {
        for personality in Roster::built_in().iter() {
            let text = personality.to_toml();
            assert_eq!(
                Personality::parse("it.toml", &text).as_ref(),
                Ok(personality),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn whatever_was_changed_comes_back(
            who in 0..11usize,
            changes in prop::collection::vec((0..200usize, -120..320i32), 0..30),
        ) {
            let parameters: Vec<Parameter> = Parameter::all().collect();
            let adjustments: Adjustments = changes
                .into_iter()
                .map(|(index, value)| (parameters[index % parameters.len()], value))
                .collect();
            let roster = Roster::built_in();
            let base = roster.iter().nth(who).unwrap();
            let custom = base.adjusted(&adjustments);
            let read = Personality::parse("it.toml", &custom.to_toml());
            prop_assert_eq!(read, Ok(custom));
        }
    }

    #[test]
    fn the_strongest_wish_comes_first() {
        let roster = Roster::built_in();
        let summary = roster.find("firebrand").unwrap().summary();
        assert!(
            summary.starts_with("The Firebrand: underpromotion -50, "),
            "{summary}"
        );
        assert!(
            summary
                .contains("at most 70 cp; judgement: king_safety = { own = 85, opponent = 130 }")
        );
        let neutral = Personality::neutral().summary();
        assert_eq!(
            neutral,
            "Neutral: no taste; gives up at most 60 cp; judgement: normal"
        );
    }

    #[test]
    fn odd_identities_come_back() {
        let text = "[identity]\nname = 'odd'\ntitle = 'C:\\new = #1'\nblurb = 'back\\slash'";
        let odd = Personality::parse("odd.toml", text).unwrap();
        assert_eq!(Personality::parse("again.toml", &odd.to_toml()), Ok(odd));
    }

    #[test]
    fn only_personalities_are_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let personality = Personality::neutral();
        let mine = directory.path().join("mine.toml");
        personality.save(&mine).unwrap();
        personality.save(&mine).unwrap();
        let read = Roster::built_in().load(&mine.to_string_lossy()).unwrap();
        assert_eq!(read, personality.clone().renamed("mine"));
        let other = directory.path().join("masque.toml");
        fs::write(&other, "hash_mib = 64\n").unwrap();
        assert!(matches!(
            personality.save(&other),
            Err(SaveError::Occupied { .. })
        ));
        assert_eq!(fs::read_to_string(&other).unwrap(), "hash_mib = 64\n");
        let nowhere = directory.path().join("no/such/place.toml");
        assert!(matches!(
            personality.save(&nowhere),
            Err(SaveError::Unwritable { .. })
        ));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }
}
