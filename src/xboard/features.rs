//! The features that the engine tells a GUI about, options included.
//!
//! The lines keep to what all known clients parse: integers bare, strings in double quotes without
//! quotes inside, option names and choices of one word.

use crate::engine::NAME;
use crate::engine::options::{Choice, FileOption, OptionKind, OptionSpec, OptionTable};

/// Every feature line, the last of them `done=1`; no line end behind it.
pub(super) fn lines(character: &str, options: &OptionTable) -> String {
    let mut lines = vec![
        format!("{} variants=\"normal,fischerandom\"", name(character)),
        "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 reuse=1 analyze=1 colors=0 \
         sigint=0"
            .to_owned(),
        "ics=1 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1 egt=\"syzygy\"".to_owned(),
    ];
    lines.extend(options.shown().map(option));
    lines.push("done=1".to_owned());
    let lines = lines.iter().map(|pairs| format!("feature {pairs}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The name of the engine while somebody plays.
pub(super) fn name(character: &str) -> String {
    format!("myname=\"{NAME} ({})\"", unquoted(character))
}

fn option(spec: &OptionSpec) -> String {
    let value = match &spec.kind {
        OptionKind::Check { on, .. } => format!("-check {}", u8::from(*on)),
        OptionKind::Spin {
            value, min, max, ..
        } => format!("-spin {value} {min} {max}"),
        OptionKind::Combo {
            choices, chosen, ..
        } => {
            let starred = |choice: &Choice| match choice.name == *chosen {
                true => format!("*{}", choice.label),
                false => choice.label.clone(),
            };
            let choices: Vec<String> = choices.iter().map(starred).collect();
            format!("-combo {}", choices.join(" /// "))
        }
        // The blank behind the type stays when the text is empty: clients look for it.
        OptionKind::File {
            option: FileOption::Tablebases,
            path,
        } => format!("-path {path}"),
        OptionKind::File { path, .. } => format!("-file {path}"),
        OptionKind::Button(_) => "-button".to_owned(),
    };
    format!("option=\"{} {}\"", spec.name, unquoted(&value))
}

/// Text that can stand inside double quotes for every client.
fn unquoted(text: &str) -> String {
    text.chars()
        .filter(|&letter| !matches!(letter, '"' | '\\' | '=') && !letter.is_control())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::EngineSettings;

    #[test]
    fn every_kind_of_option_has_its_line() {
        let labels = vec![
            Choice::new("neutral", "Neutral"),
            Choice::new("hypermodern", "The Hypermodern"),
        ];
        let settings = EngineSettings {
            shows_all_options: true,
            ..EngineSettings::default()
        };
        let options = OptionTable::new(labels, "hypermodern", settings);
        let text = lines("The \"Old\" Man", &options);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with("(The Old Man)\" variants=\"normal,fischerandom\""));
        for expected in [
            "feature option=\"Personality -combo Neutral /// *The_Hypermodern\"",
            "feature option=\"LoadFile -file \"",
            "feature option=\"Resign -check 0\"",
            "feature option=\"MultiPV -spin 1 1 20\"",
            "feature option=\"Why -button\"",
            "feature option=\"Max_concession -spin -1 -1 300\"",
            "feature option=\"Castling -spin -101 -101 100\"",
            "feature option=\"Opp_king_safety -spin -1 -1 300\"",
        ] {
            assert!(lines.contains(&expected), "{expected}");
        }
        assert_eq!(lines.last(), Some(&"feature done=1"));
    }
}
