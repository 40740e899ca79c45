//! The shipped repertoires: lines of openings that several personalities share. They are part of the
//! program, so that it works without other files.

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
}
