//! The list of engines in the settings of xboard and WinBoard: our lines in it, and the text with them
//! put in, replaced or taken out.
//!
//! The two programs write the list alike, but for the marks around its name, and start an engine
//! differently: xboard by a path without blanks, WinBoard by a file in a folder.

use masque::personality::{Personality, Roster};

/// The line with this ends the list.
const LIST_ENDS: &str = "}";
/// How our lines begin, so that they can be found again.
const OWN_LINE: &str = "\"Masque: ";
/// The group of the list that holds ours. A group begins with a line of its name and ends with another;
/// groups may stand in groups.
const OWN_GROUP: &str = "# Masque";
const GROUP_BEGINS: &str = "# ";
const GROUP_ENDS: &str = "# end";

/// Whose list it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListOf {
    XBoard,
    WinBoard,
}

impl ListOf {
    /// The beginning of the list in the settings.
    fn begins(self) -> &'static str {
        match self {
            ListOf::XBoard => "-firstChessProgramNames {",
            ListOf::WinBoard => "/firstChessProgramNames={",
        }
    }
}

/// How the GUI starts masque.
#[derive(Clone, Debug)]
pub(super) enum StartedBy {
    /// A command without blanks, as xboard wants it.
    Command(String),
    /// A file in a folder, as WinBoard wants it.
    FileIn { file: String, folder: String },
}

/// A line of the list: the name to show and how the engine is started.
fn line(start: &StartedBy, who: &Personality) -> String {
    let (title, name) = (who.title_with_level(), who.name());
    match start {
        StartedBy::Command(command) => {
            format!("{OWN_LINE}{title}\" -fcp \"{command} --personality {name}\"")
        }
        StartedBy::FileIn { file, folder } => {
            format!("{OWN_LINE}{title}\" -fcp \"{file} --personality {name}\" -fd \"{folder}\"")
        }
    }
}

/// The lines of our group: each group of the roster is a group in it.
pub(super) fn group(start: &StartedBy, roster: &Roster) -> Vec<String> {
    let mut lines = vec![OWN_GROUP.to_owned()];
    let mut current = None;
    for who in roster.iter() {
        if who.group() != current {
            if current.is_some() {
                lines.push(GROUP_ENDS.to_owned());
            }
            current = who.group();
            lines.extend(current.map(|name| format!("{GROUP_BEGINS}{}", capitalised(name))));
        }
        lines.push(line(start, who));
    }
    if current.is_some() {
        lines.push(GROUP_ENDS.to_owned());
    }
    lines.push(GROUP_ENDS.to_owned());
    lines
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The lines of a list without ours, and without our groups where nothing else stands in them.
fn without_own(engines: Vec<&str>) -> Vec<&str> {
    let mut kept: Vec<&str> = Vec::new();
    // Where in `kept` the groups begin that are still open, and whether they held a line of ours.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for line in engines {
        if line.starts_with(OWN_LINE) {
            open.iter_mut().for_each(|(_, is_own)| *is_own = true);
            continue;
        }
        if line == GROUP_ENDS
            && let Some((begin, is_own)) = open.pop()
            && is_own
            && kept.len() == begin + 1
        {
            kept.truncate(begin);
            continue;
        }
        if line != GROUP_ENDS && line.starts_with(GROUP_BEGINS) {
            open.push((kept.len(), false));
        }
        kept.push(line);
    }
    kept
}

/// The settings with our lines replaced. Settings without a list get the list of the common
/// settings.
pub(super) fn with_lines(list: ListOf, settings: &str, common: &str, lines: &[String]) -> String {
    let (begins, line_end) = (list.begins(), line_end(settings));
    let Some((before, engines, after)) = split_at_list(list, settings) else {
        let mut engines = split_at_list(list, common).map_or(Vec::new(), |(_, engines, _)| engines);
        engines.extend(lines.iter().map(String::as_str));
        let engines = engines.join(line_end);
        return format!("{settings}{begins}{engines}{line_end}{LIST_ENDS}{line_end}");
    };
    let mut engines = without_own(engines);
    engines.extend(lines.iter().map(String::as_str));
    let engines = engines.join(line_end);
    format!("{before}{begins}{engines}{line_end}{LIST_ENDS}{after}")
}

/// What ends the lines of these settings.
fn line_end(settings: &str) -> &'static str {
    match settings.contains("\r\n") {
        true => "\r\n",
        false => "\n",
    }
}

/// The text before the list, the lines of the list, and the text after it.
fn split_at_list(list: ListOf, settings: &str) -> Option<(&str, Vec<&str>, &str)> {
    let begin = settings.find(list.begins())?;
    let inside = &settings[begin + list.begins().len()..];
    let end = inside.find(LIST_ENDS)?;
    let lines = inside[..end].lines().filter(|line| !line.trim().is_empty());
    let after = &inside[end + LIST_ENDS.len()..];
    Some((&settings[..begin], lines.collect(), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &str =
        "-size 49\n-firstChessProgramNames {fairymax\n\"Crafty\" -fcp crafty\n}\n-x 1\n";

    fn own() -> Vec<String> {
        group(
            &StartedBy::Command("/bin/masque".to_owned()),
            &Roster::built_in(),
        )
    }

    #[test]
    fn lines_come_and_go_without_touching_others() {
        let with = with_lines(ListOf::XBoard, SETTINGS, "", &own());
        let firebrand = "\"Masque: The Firebrand\" -fcp \"/bin/masque --personality firebrand\"\n";
        assert!(with.contains(firebrand), "{with}");
        assert!(with.starts_with("-size 49\n") && with.ends_with("}\n-x 1\n"));
        assert_eq!(with_lines(ListOf::XBoard, &with, "", &own()), with);
        assert_eq!(with_lines(ListOf::XBoard, &with, "", &[]), SETTINGS);
    }

    #[test]
    fn settings_without_a_list_get_the_common_one() {
        let with = with_lines(ListOf::XBoard, "", SETTINGS, &own());
        assert!(with.starts_with(
            "-firstChessProgramNames {fairymax\n\"Crafty\" -fcp crafty\n# Masque\n\"Masque: "
        ));
        let with = with_lines(ListOf::XBoard, "-size 49\n", "", &own());
        assert!(with.starts_with("-size 49\n-firstChessProgramNames {# Masque\n\"Masque: "));
    }

    #[test]
    fn groups_begin_and_end_and_those_of_others_stay() {
        let own = own();
        assert_eq!(own.first().map(String::as_str), Some("# Masque"));
        assert!(own.contains(&"# Schools".to_owned()), "{own:?}");
        let ends = own.iter().filter(|line| *line == GROUP_ENDS).count();
        let begins = own.iter().filter(|line| line.starts_with(GROUP_BEGINS));
        assert_eq!(begins.count(), 2 * ends);
        assert_eq!(own[own.len() - 2..], ["# end", "# end"]);
        let list = ["# Old", "crafty", "# end", "# Empty", "# end"];
        let mixed: Vec<&str> = list
            .into_iter()
            .chain(own.iter().map(String::as_str))
            .collect();
        assert_eq!(without_own(mixed), list);
        let shared = ["# Masque", "\"Masque: X\" -fcp x", "crafty", "# end"];
        assert_eq!(
            without_own(shared.to_vec()),
            ["# Masque", "crafty", "# end"]
        );
    }

    #[test]
    fn winboard_starts_a_file_in_a_folder() {
        let start = StartedBy::FileIn {
            file: "masque.exe".to_owned(),
            folder: r"C:\Program Files\Masque".to_owned(),
        };
        let own = group(&start, &Roster::built_in());
        let settings = "; WinBoard\r\n/firstChessProgramNames={\"fmax\" -fd \"..\\Fairy-Max\"\r\n}\r\n/x=1\r\n";
        let with = with_lines(ListOf::WinBoard, settings, "", &own);
        let firebrand = "\r\n\"Masque: The Firebrand\" -fcp \"masque.exe --personality firebrand\" \
                         -fd \"C:\\Program Files\\Masque\"\r\n";
        assert!(with.contains(firebrand), "{with}");
        assert_eq!(with.matches('\n').count(), with.matches("\r\n").count());
        assert_eq!(with_lines(ListOf::WinBoard, &with, "", &own), with);
        assert_eq!(with_lines(ListOf::WinBoard, &with, "", &[]), settings);
        // Settings of the other program have another list.
        let apart = with_lines(ListOf::XBoard, settings, "", &own);
        assert!(apart.starts_with(settings), "{apart}");
    }
}
