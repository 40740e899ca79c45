//! What can be written in a personality file: one list, from which the reader refuses the rest,
//! the command line prints, and the page of documentation is made.
//!
//! Owns the form of an entry and the order of the sections; each section owns its own entries.

use super::{book, draws, identity, judgement, signature, taste, time};

/// A key of a personality file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The table in which it stands.
    pub section: &'static str,
    /// The key.
    pub name: &'static str,
    /// What a number counts, or the kind of value.
    pub unit: &'static str,
    /// The values that it can have.
    pub range: String,
    /// What holds when it is not written and there is no base.
    pub default: String,
    /// What it means, in one sentence.
    pub meaning: String,
}

/// Every key, in the order in which sections and keys should be shown.
pub fn all_keys() -> Vec<Key> {
    [
        identity::keys(),
        taste::keys(),
        signature::keys(),
        judgement::keys(),
        draws::keys(),
        book::keys(),
        time::keys(),
    ]
    .concat()
}

/// The page of documentation that lists every key.
pub fn keys_page() -> String {
    let mut page = PAGE_HEAD.to_owned();
    let mut section = "";
    for key in all_keys() {
        if key.section != section {
            section = key.section;
            page += &format!(
                "\n## [{section}]\n\n| key | unit | values | default | meaning |\n|---|---|---|---|---|\n"
            );
        }
        page += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            key.name, key.unit, key.range, key.default, key.meaning
        );
    }
    page
}

/// What a reader should know before the tables.
const PAGE_HEAD: &str = "# The keys of a personality file

A personality is a TOML file. Every key may be left out but `name`; then the value of the personality
in `based_on` holds, or the default. This page is printed by `masque personality keys --markdown`.

Signs: a positive taste likes, a negative one shuns. `own` is the side that the engine plays for:
its `king_safety` is the care for its own king, that of the opponent is the attack on the other's.
A positive `attack` attacks (Chessmaster's `avd` has the opposite sign), a positive `optimism`
believes in itself, a positive `positional` prefers position to material.

A weight in `[taste]` is a number or a table with its fading, one of three:
`{ cp = 15, until_move = 12 }`, `{ cp = 15, first_moves = 6 }`, `{ cp = 15, phase = \"endgame\" }`
(`always`, `middlegame` or `endgame`). A slider adds its expansion; a feature or family that is
written out counts as it is written.
";

/// The names of some keys.
pub(super) fn names(keys: &[Key]) -> Vec<&'static str> {
    keys.iter().map(|key| key.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_told_in_full() {
        let keys = all_keys();
        for (index, key) in keys.iter().enumerate() {
            let is_same = |other: &&Key| (other.section, other.name) == (key.section, key.name);
            assert!(!keys[..index].iter().any(|other| is_same(&other)));
            assert!(key.meaning.ends_with('.'), "{}", key.name);
            for text in [key.unit, &key.range, &key.default, &key.meaning] {
                assert!(
                    !text.is_empty() && !text.contains(['|', '\n']),
                    "{}",
                    key.name
                );
            }
        }
    }
}
