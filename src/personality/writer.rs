//! The writer of personality files: the TOML from which the very same personality is read again.
//!
//! A key is left out where its value would hold without it. Only the concession is always written:
//! it is the promise that a user should see.

use std::path::Path;

use thiserror::Error;

use super::family_keys::family_key;
use super::feature::Feature;
use super::keys::{IDENTITY, SECTIONS, SectionTable};
use super::parameter::Parameter;
use super::slider::Slider;
use super::taste::Taste;
use super::{NAME_CHARS, Personality, PersonalityError, Roster, is_name};
use crate::evaluation::Family;
use crate::files;

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
    /// The text of a file that gives this personality when it is parsed. What it has from a base
    /// is written out.
    pub fn to_toml(&self) -> String {
        self.sections_toml(|_| true)
    }

    /// The same without `[identity]`: all that decides how it plays, and nothing else.
    pub fn toml_without_identity(&self) -> String {
        self.sections_toml(|section| section.name != IDENTITY)
    }

    fn sections_toml(&self, is_wanted: impl Fn(&SectionTable) -> bool) -> String {
        let wanted = SECTIONS.iter().filter(|section| is_wanted(section));
        let tables: Vec<String> = wanted
            .map(|section| (section.name, self.lines_of(section)))
            .filter(|(_, lines)| !lines.is_empty())
            .map(|(name, lines)| format!("[{name}]\n{}\n", lines.join("\n")))
            .collect();
        tables.join("\n")
    }

    /// The keys of a section that have to be written, with their values.
    fn lines_of(&self, section: &SectionTable) -> Vec<String> {
        let rows = (section.rows)().into_iter();
        rows.filter_map(|row| Some(format!("{} = {}", row.name, row.written(self)?)))
            .collect()
    }

    /// The same of one section by its name, without its sliders: their effect is in the others.
    fn lines_without_sliders(&self, name: &str) -> Vec<String> {
        let mut sections = SECTIONS.iter();
        let Some(section) = sections.find(|section| section.name == name) else {
            return Vec::new();
        };
        let is_slider = |line: &String| {
            let key = line.split(' ').next();
            Slider::all().any(|slider| Some(slider.key()) == key)
        };
        let mut lines = self.lines_of(section);
        lines.retain(|line| !is_slider(line));
        lines
    }

    /// What makes it what it is, on one line for people: its tastes, the strongest first, its
    /// concession, and where its judgement, strength, draws and time are not normal.
    pub fn summary(&self) -> String {
        let mut tastes: Vec<(Feature, Taste)> = self.tastes().collect();
        tastes.sort_by_key(|(_, taste)| std::cmp::Reverse(taste.weight_cp.abs()));
        let tastes = tastes
            .iter()
            .map(|(feature, taste)| format!("{} {:+}", feature.key(), taste.weight_cp));
        let told = |parts: Vec<String>, nothing: &str| match parts.is_empty() {
            true => nothing.to_owned(),
            false => parts.join(", "),
        };
        let title = self.title();
        let tastes = told(tastes.collect(), "no taste of its own");
        let judgement = told(self.judgement_in_words(), "normal");
        let most_cp = self.max_concession_cp();
        let mut summary =
            format!("{title}: {tastes}; gives up at most {most_cp} cp; judgement: {judgement}");
        for section in ["strength", "draws", "time"] {
            let numbers = self.lines_without_sliders(section);
            if !numbers.is_empty() {
                summary += &format!("; {section}: {}", numbers.join(", "));
            }
        }
        summary
    }

    /// Where the judgement is not normal: `own bishops 102 %`.
    fn judgement_in_words(&self) -> Vec<String> {
        let weights = Family::ALL.into_iter().flat_map(|family| {
            let what = family_key(family).replace('_', " ");
            let percent = |side| Some(self.value_of(side)).filter(|&percent| percent != 100);
            let own = percent(Parameter::Own(family));
            let opponent = percent(Parameter::Opponent(family));
            let words = |whose: &str, percent: i32| format!("{whose}{what} {percent} %");
            match own == opponent {
                true => vec![own.map(|percent| words("", percent))],
                false => vec![
                    own.map(|percent| words("own ", percent)),
                    opponent.map(|percent| words("the opponent's ", percent)),
                ],
            }
        });
        let is_family = |line: &String| {
            let key = line.split(' ').next();
            Family::ALL
                .into_iter()
                .any(|family| Some(family_key(family)) == key)
        };
        let mut numbers = self.lines_without_sliders("judgement");
        numbers.retain(|line| !is_family(line));
        weights.flatten().chain(numbers).collect()
    }

    /// Writes the personality to a file, under the file's name where that can be one. A file that
    /// is there is replaced only when it is a personality.
    ///
    /// # Errors
    ///
    /// Another file is there, or the system refuses.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        self.save_text(path, Personality::to_toml)
    }

    /// The same with the text that `text` makes of it.
    pub(super) fn save_text(
        &self,
        path: &Path,
        text: impl Fn(&Personality) -> String,
    ) -> Result<(), SaveError> {
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
        let written = files::write_whole(path, text(&renamed).as_bytes());
        written.map_err(|error| SaveError::Unwritable {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::{Adjustments, Parameter};
    use proptest::prelude::*;
    use std::fs;

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
    fn everything_that_can_be_said_comes_back() {
        let text = "
            [identity]
            name = 'all'
            blurb = 'Says it \\ all.'
            style = ['odd', 'even']
            elo = 1500
            elo_conditions = 'none'
            cost_elo = -12
            cost_conditions = 'by guess'
            greeting = 'Hello'
            farewell = 'Bye'
            [signature]
            likes = ['Nd5', 'h5', 'O-O-O']
            avoids = ['Qd2']
            [taste]
            aggression = 40
            simplifier = -100
            sacrifice = 0
            [judgement]
            attack = -70
            threats = 100
            [book]
            mode = 'surprise'
            depth_plies = 20
            forgets_after_ply = 8
            white = ['1. e4 e5 2. f4', { line = 'd4', weight = 3 }]
            black = ['e4 c5']
            [time]
            pace = 70
            max_depth_plies = 12
            swing = 20";
        let personality = Personality::parse("all.toml", text).unwrap();
        let written = personality.to_toml();
        let read = Personality::parse("it.toml", &written);
        assert_eq!(read, Ok(personality), "{written}");
    }

    #[test]
    fn the_strongest_wish_comes_first() {
        let text = "[identity]\nname = 'it'\ntitle = 'It'\n[taste]\ncastling = 20\n\
                    opposite_castling = 70\nmax_concession_cp = 50";
        let summary = Personality::parse("it", text).unwrap().summary();
        assert_eq!(
            summary,
            "It: opposite_castling +70, castling +20; gives up at most 50 cp; judgement: normal"
        );
        let text = "[identity]\nname = 'it'\n[draws]\ncontempt_cp = 9\n[time]\nswing = 20";
        let summary = Personality::parse("it", text).unwrap().summary();
        assert!(
            summary.ends_with("normal; draws: contempt_cp = 9; time: swing = 20"),
            "{summary}"
        );
        let text = "[identity]\nname = 'it'\n[judgement]\nbishops = { own = 102 }\nking_safety = 90\n\
                    mobility = { own = 105, opponent = 95 }\nselectivity = 5\n[strength]\nelo = 1400";
        let summary = Personality::parse("it", text).unwrap().summary();
        let judgement = "judgement: own bishops 102 %, own mobility 105 %, \
                         the opponent's mobility 95 %, king safety 90 %, selectivity = 5; \
                         strength: elo = 1400";
        assert!(summary.ends_with(judgement), "{summary}");
        let plain = Personality::plain().summary();
        assert_eq!(
            plain,
            "Plain: no taste of its own; gives up at most 60 cp; judgement: normal"
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
        let nowhere = mine.join("such/place.toml");
        assert!(matches!(
            personality.save(&nowhere),
            Err(SaveError::Unwritable { .. })
        ));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
        let new = directory.path().join("some/new/place.toml");
        personality.save(&new).unwrap();
        assert!(new.exists());
    }
}
