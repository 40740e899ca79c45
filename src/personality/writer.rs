//! Personalities as text: the TOML from which the very same character is read again.
//!
//! Owns what a written file looks like. What is as it is without being said is left out, except
//! the concession, which is the promise that a user should see.

use std::path::Path;

use thiserror::Error;

use super::composite::Composite;
use super::draws::DrawKey;
use super::feature::{Fade, Feature};
use super::judgement::{SELECTIVITY_KEY, family_key};
use super::pace::Pace;
use super::parameter::Parameter;
use super::taste::Taste;
use super::{ClaimedElo, NAME_CHARS, Personality, PersonalityError, Roster, is_name};
use crate::board::Color;
use crate::book::OpeningBook;
use crate::evaluation::Family;
use crate::files;
use crate::search::Selectivity;

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
    /// The text of a file that gives this character when it is parsed. What it has from a base
    /// is written out.
    pub fn to_toml(&self) -> String {
        let identity = self.identity_lines();
        match self.habits_toml() {
            habits if habits.is_empty() => format!("[identity]\n{identity}"),
            habits => format!("[identity]\n{identity}\n{habits}"),
        }
    }

    /// The same without who it is: all that decides how it plays, and nothing else.
    pub fn habits_toml(&self) -> String {
        let tables = [
            ("taste", self.taste_lines()),
            ("signature", self.signature_lines()),
            ("judgement", self.judgement_lines()),
            ("draws", self.draws_lines()),
            ("book", self.book_lines()),
            ("time", self.time_lines()),
        ];
        let tables = tables.into_iter().filter(|(_, lines)| !lines.is_empty());
        let tables: Vec<String> = tables
            .map(|(name, lines)| format!("[{name}]\n{lines}"))
            .collect();
        tables.join("\n")
    }

    fn identity_lines(&self) -> String {
        let identity = &self.identity;
        let mut lines = format!(
            "name = {}\ntitle = {}\n",
            quoted(&identity.name),
            quoted(&identity.title)
        );
        if !identity.blurb.is_empty() {
            lines += &format!("blurb = {}\n", quoted(&identity.blurb));
        }
        if let Some(group) = &identity.group {
            lines += &format!("group = {}\n", quoted(group));
        }
        if !identity.claims.is_empty() {
            let claims = identity.claims.iter();
            let claims = claims.map(|claim| quoted(&claim.to_string()));
            lines += &format!("claims = {}\n", listed(claims));
        }
        if !identity.style.is_empty() {
            let words = identity.style.iter().map(|word| quoted(word));
            lines += &format!("style = {}\n", listed(words));
        }
        lines += &claimed_lines("elo", "elo_conditions", identity.elo.as_ref());
        lines += &claimed_lines("cost_elo", "cost_conditions", identity.cost.as_ref());
        let said = [
            ("greeting", &identity.greeting),
            ("farewell", &identity.farewell),
        ];
        for (key, text) in said {
            if let Some(text) = text {
                lines += &format!("{key} = {}\n", quoted(text));
            }
        }
        lines
    }

    fn taste_lines(&self) -> String {
        let mut lines = self.composite_lines(Composite::TASTE);
        for &feature in Feature::ALL {
            let mut tastes = self.tastes();
            match tastes.find(|(liked, _)| *liked == feature) {
                Some((_, taste)) => {
                    lines += &format!("{} = {}\n", feature.key(), weight(feature, taste));
                }
                None if self.is_spoken_for(Parameter::Taste(feature)) => {
                    lines += &format!("{} = {}\n", feature.key(), feature.default_cp());
                }
                None => {}
            }
        }
        lines + &format!("max_concession_cp = {}\n", self.max_concession_cp())
    }

    fn composite_lines(&self, composites: &[Composite]) -> String {
        self.composites()
            .filter(|(composite, _)| composites.contains(composite))
            .map(|(composite, percent)| format!("{} = {percent}\n", composite.key()))
            .collect()
    }

    /// Whether a value has to be written although it is the normal one, because something else
    /// that is written would change it.
    fn is_spoken_for(&self, parameter: Parameter) -> bool {
        let of_slider = |(composite, _): (Composite, i32)| {
            let mut parts = composite.expansion().iter();
            parts.any(|(part, _)| *part == parameter)
        };
        let of_signature =
            parameter == Parameter::Taste(Feature::Signature) && !self.signature.is_empty();
        of_signature || self.composites().any(of_slider)
    }

    fn signature_lines(&self) -> String {
        let kinds = [
            ("likes", &self.signature.likes),
            ("avoids", &self.signature.avoids),
        ];
        let kinds = kinds.into_iter().filter(|(_, habits)| !habits.is_empty());
        kinds
            .map(|(key, habits)| {
                let habits = habits.iter().map(|habit| quoted(&habit.text()));
                format!("{key} = {}\n", listed(habits))
            })
            .collect()
    }

    fn judgement_lines(&self) -> String {
        self.composite_lines(Composite::JUDGEMENT) + &judgements(self).concat()
    }

    fn draws_lines(&self) -> String {
        self.draws_set().map(|line| line + "\n").collect()
    }

    fn book_lines(&self) -> String {
        let (memory, normal) = (&self.memory, OpeningBook::default());
        let mut lines = String::new();
        if memory.mode != normal.mode {
            lines += &format!("mode = {}\n", quoted(memory.mode.name()));
        }
        if memory.depth_plies != normal.depth_plies {
            lines += &format!("depth_plies = {}\n", memory.depth_plies);
        }
        if memory.forgets_after_ply != normal.forgets_after_ply {
            lines += &format!("forgets_after_ply = {}\n", memory.forgets_after_ply);
        }
        for (key, color) in [("white", Color::White), ("black", Color::Black)] {
            let own = memory.repertoire.lines().iter();
            let own: Vec<String> = own
                .filter(|line| line.color == color)
                .map(|line| {
                    let (moves, weight) = (quoted(&line.moves), line.weight);
                    format!("    {{ line = {moves}, weight = {weight} }},\n")
                })
                .collect();
            if !own.is_empty() {
                lines += &format!("{key} = [\n{}]\n", own.concat());
            }
        }
        for (key, file) in [("guide", &memory.guide), ("main", &memory.main)] {
            if let Some(file) = file {
                lines += &format!("{key} = {}\n", quoted(&file.path));
            }
        }
        lines
    }

    fn time_lines(&self) -> String {
        let (pace, normal) = (self.pace, Pace::default());
        [
            ("pace", pace.percent, normal.percent),
            ("opening", pace.opening_percent, normal.opening_percent),
            ("endgame", pace.endgame_percent, normal.endgame_percent),
            ("swing", pace.swing_percent, normal.swing_percent),
        ]
        .into_iter()
        .filter(|(_, percent, normal)| percent != normal)
        .map(|(key, percent, _)| format!("{key} = {percent}\n"))
        .chain(
            self.max_depth_plies
                .map(|plies| format!("max_depth_plies = {plies}\n")),
        )
        .collect()
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
        let judges = judgements(self).into_iter();
        let told = |parts: Vec<String>, nothing: &str| match parts.is_empty() {
            true => nothing.to_owned(),
            false => parts.join(", "),
        };
        let title = self.title();
        let likes = told(likes.collect(), "no taste");
        let judges = told(
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
        files::replace(path, renamed.to_toml().as_bytes()).map_err(|error| SaveError::Unwritable {
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

/// What was measured, and how.
fn claimed_lines(elo_key: &str, conditions_key: &str, claimed: Option<&ClaimedElo>) -> String {
    claimed.map_or_else(String::new, |claimed| {
        let conditions = quoted(&claimed.conditions);
        format!(
            "{elo_key} = {}\n{conditions_key} = {conditions}\n",
            claimed.elo
        )
    })
}

/// Text in TOML's double quotes; identities have neither quotes nor control characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\"))
}

/// A list on one line.
fn listed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("[{}]", items.join(", "))
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

/// The lines of `[judgement]` that differ from normal.
fn judgements(personality: &Personality) -> Vec<String> {
    let selectivity = match personality.selectivity() {
        Selectivity::NORMAL => String::new(),
        other => format!("{SELECTIVITY_KEY} = {}\n", other.step()),
    };
    let families = Family::ALL.map(|family| judgement(personality, family));
    let lines = families.into_iter().chain([selectivity]);
    lines.filter(|line| !line.is_empty()).collect()
}

fn judgement(personality: &Personality, family: Family) -> String {
    let own = personality.value_of(Parameter::Own(family));
    let opponent = personality.value_of(Parameter::Opponent(family));
    let key = family_key(family);
    let sides = [Parameter::Own(family), Parameter::Opponent(family)];
    let is_spoken_for = sides
        .into_iter()
        .any(|side| personality.is_spoken_for(side));
    match (own, opponent) {
        (100, 100) if !is_spoken_for => String::new(),
        _ if own == opponent => format!("{key} = {own}\n"),
        _ => format!("{key} = {{ own = {own}, opponent = {opponent} }}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Adjustments;
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
