//! The shipped repertoires: lines of openings that several personalities share. They are part of the
//! program, so that it works without other files.

use std::sync::Arc;

use super::Personality;
use crate::book::{OpeningBook, Repertoire};

/// Every shipped repertoire by its name.
pub(super) const SHIPPED: &[(&str, &str)] = &[
    (
        "gambits",
        include_str!("../../personalities/repertoires/gambits.toml"),
    ),
    (
        "hypermodern",
        include_str!("../../personalities/repertoires/hypermodern.toml"),
    ),
    (
        "classical",
        include_str!("../../personalities/repertoires/classical.toml"),
    ),
    (
        "beginners",
        include_str!("../../personalities/repertoires/beginners.toml"),
    ),
    (
        "solid",
        include_str!("../../personalities/repertoires/solid.toml"),
    ),
];

/// The names of the shipped repertoires.
pub fn repertoire_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The lines of a shipped repertoire.
fn shipped_lines(name: &str) -> Option<Arc<Repertoire>> {
    let text = format!("[identity]\nname = \"it\"\n[book]\nrepertoire = \"{name}\"");
    let known = repertoire_names().any(|known| known == name);
    let reader = known.then(|| Personality::parse(name, &text).ok());
    Some(reader??.opening_book.repertoire)
}

impl Personality {
    /// The shipped repertoire whose lines are all that it knows by lines.
    pub fn shipped_repertoire(&self) -> Option<&'static str> {
        let own = &self.opening_book.repertoire;
        let is_own = |name: &&str| shipped_lines(name).as_ref() == Some(own);
        repertoire_names().find(is_own)
    }

    /// The same personality with the lines of a shipped repertoire in place of its own lines; `None` when
    /// there is none of this name.
    pub fn with_repertoire(&self, name: &str) -> Option<Personality> {
        let opening_book = OpeningBook {
            repertoire: shipped_lines(name)?,
            ..self.opening_book.clone()
        };
        Some(Personality {
            opening_book,
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personality::Personality;

    #[test]
    fn every_shipped_repertoire_can_be_played() {
        for (name, _) in SHIPPED {
            let text = format!("[identity]\nname = 'it'\n[book]\nrepertoire = '{name}'");
            let personality = Personality::parse("it.toml", &text).unwrap();
            let lines = personality.opening_book().repertoire.lines();
            assert!(lines.len() >= 10, "{name} has {} lines", lines.len());
        }
    }

    #[test]
    fn shipped_lines_are_given_and_recognised() {
        let neutral = Personality::neutral();
        assert_eq!(neutral.shipped_repertoire(), None);
        assert_eq!(neutral.with_repertoire("gambit"), None);
        for name in repertoire_names() {
            let knowing = neutral.with_repertoire(name).unwrap();
            assert_eq!(knowing.shipped_repertoire(), Some(name));
            assert_eq!(knowing.without_opening_book(), neutral);
        }
    }
}
