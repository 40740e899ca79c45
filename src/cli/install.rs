//! The commands `install` and `uninstall`: personalities in xboard's list of engines, with manual
//! pages and completions for shells.
//!
//! xboard looks in two places. For all users there is a directory with a small file for each engine,
//! which xboard (since 4.8, with its option `autoInstall`) adds to everybody's list. For one user
//! there is the list itself, in the settings file in the home directory. That file may be changed
//! only while xboard is not running, because xboard writes it when it ends.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Command};
use masque::files;
use masque::personality::{Personality, Roster};

use super::help_pages;

/// Where xboard looks for engines that were not installed by the distribution.
const SYSTEM_DIRECTORY: &str = "/usr/local/share/games/plugins/xboard";
/// Where manual pages and completions for all users are.
const SYSTEM_SHARE: &str = "/usr/local/share";
/// The settings that xboard uses when a user has none.
const COMMON_SETTINGS: &str = "/etc/xboard/xboard.conf";
const USER_SETTINGS: &str = ".xboardrc";
/// The beginning of the list of engines in the settings; a line with `}` ends it.
const LIST_BEGINS: &str = "-firstChessProgramNames {";
const LIST_ENDS: &str = "}";
/// How the names of our files and lines begin, so that they can be found again.
const OWN_FILE: &str = "masque-";
const OWN_LINE: &str = "\"Masque: ";
/// The group of xboard's list that holds ours. A group begins with a line of its name and ends with
/// another; groups may stand in groups.
const OWN_GROUP: &str = "# Masque";
const GROUP_BEGINS: &str = "# ";
const GROUP_ENDS: &str = "# end";

/// For whom the personalities are installed.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct InstallPlace {
    /// For you: in ~/.xboardrc. Close xboard first. This is the default.
    #[arg(long)]
    user: bool,
    /// For all users: in the directory where xboard looks for new engines.
    #[arg(long)]
    system: bool,
    /// As --system, in a directory of your choice.
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl InstallPlace {
    /// The directory for manual pages and completions; `None` where only engines were asked for.
    fn share(&self) -> anyhow::Result<Option<PathBuf>> {
        Ok(match (&self.directory, self.system) {
            (Some(_), _) => None,
            (None, true) => Some(PathBuf::from(SYSTEM_SHARE)),
            (None, false) => Some(user_share()?),
        })
    }

    /// The directory to install into; `None` for the user's settings file.
    fn directory(&self) -> Option<PathBuf> {
        let system = || self.system.then(|| PathBuf::from(SYSTEM_DIRECTORY));
        self.directory.clone().or_else(system)
    }
}

/// Puts every personality of the roster into the list, in place of those put there before, and
/// installs the pages of the command line.
pub fn install(
    out: &mut impl Write,
    place: &InstallPlace,
    roster: &Roster,
    command: &Command,
) -> anyhow::Result<()> {
    let program = std::env::current_exe().context("cannot find out where masque is")?;
    let program = program.display().to_string();
    if program.contains(|letter: char| letter.is_whitespace() || "\"'{};".contains(letter)) {
        bail!("xboard cannot start '{program}', expected a path without blanks and quotes");
    }
    match place.directory() {
        Some(directory) => {
            remove_files(&directory)?;
            add_files(&directory, &program, roster)?;
            writeln!(out, "{} in {}", count(roster), directory.display())?;
            writeln!(
                out,
                "xboard adds them to its engines when it is started with"
            )?;
            writeln!(out, "  xboard -autoInstall all")?;
        }
        None => {
            let path = user_settings()?;
            change_settings(&path, &group(&program, roster))?;
            writeln!(out, "{} in {}", count(roster), path.display())?;
            writeln!(
                out,
                "xboard offers them in the group Masque of its list of engines"
            )?;
        }
    }
    if let Some(share) = place.share()? {
        help_pages::install(&share, command)?;
        let share = share.display();
        writeln!(out, "manual pages and completions for shells in {share}")?;
    }
    Ok(())
}

/// Takes out what [`install`] put there.
pub fn uninstall(
    out: &mut impl Write,
    place: &InstallPlace,
    command: &Command,
) -> anyhow::Result<()> {
    match place.directory() {
        Some(directory) => {
            let removed = remove_files(&directory)?;
            writeln!(out, "{removed} files removed from {}", directory.display())?;
        }
        None => {
            let path = user_settings()?;
            if path.exists() {
                change_settings(&path, &[])?;
            }
            writeln!(out, "no personalities left in {}", path.display())?;
        }
    }
    if let Some(share) = place.share()? {
        help_pages::uninstall(&share, command)?;
    }
    Ok(())
}

fn count(roster: &Roster) -> String {
    format!("{} personalities", roster.iter().count())
}

/// The file for an engine as xboard reads it: a version, the command, the variants it plays.
fn description(program: &str, name: &str) -> String {
    format!("plugin spec 0.0\n{program} --personality {name}\nchess,chess960\n")
}

fn add_files(directory: &Path, program: &str, roster: &Roster) -> anyhow::Result<()> {
    let cannot = || format!("cannot write into {}", directory.display());
    fs::create_dir_all(directory).with_context(cannot)?;
    for name in roster.names() {
        let path = directory.join(format!("{OWN_FILE}{name}.eng"));
        fs::write(path, description(program, name)).with_context(cannot)?;
    }
    Ok(())
}

fn remove_files(directory: &Path) -> anyhow::Result<usize> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", directory.display()));
        }
    };
    let mut removed = 0;
    for entry in entries {
        let path = entry?.path();
        if is_own(&path) {
            let cannot = || format!("cannot remove {}", path.display());
            fs::remove_file(&path).with_context(cannot)?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Whether a file is one of ours, by its name and by the personality that it starts.
fn is_own(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let who = name.and_then(|name| name.strip_prefix(OWN_FILE)?.strip_suffix(".eng"));
    let starts = |who: &str| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let command = text.lines().nth(1).unwrap_or_default();
        command.ends_with(&format!(" --personality {who}"))
    };
    who.is_some_and(starts)
}

fn home() -> anyhow::Result<PathBuf> {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    let home = home.context("there is no home directory, expected one in HOME")?;
    Ok(PathBuf::from(home))
}

fn user_settings() -> anyhow::Result<PathBuf> {
    Ok(home()?.join(USER_SETTINGS))
}

/// The user's directory for shared files, by the rules of freedesktop.org.
fn user_share() -> anyhow::Result<PathBuf> {
    let named = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    match named.filter(|path| path.is_absolute()) {
        Some(path) => Ok(path),
        None => Ok(home()?.join(".local/share")),
    }
}

/// A line of xboard's list: the name to show and the command that starts the engine.
fn line(program: &str, who: &Personality) -> String {
    let title = who.title();
    format!(
        "{OWN_LINE}{title}\" -fcp \"{program} --personality {}\"",
        who.name()
    )
}

/// The lines of our group: each group of the roster is a group in it.
fn group(program: &str, roster: &Roster) -> Vec<String> {
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
        lines.push(line(program, who));
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

/// Replaces our lines in the list of a settings file, which need not exist.
fn change_settings(path: &Path, lines: &[String]) -> anyhow::Result<()> {
    let cannot = |what: &str| format!("cannot {what} {}", path.display());
    let settings = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| cannot("read")),
    };
    let common = fs::read_to_string(COMMON_SETTINGS).unwrap_or_default();
    let changed = with_lines(&settings, &common, lines);
    // If the file is a link, the file that it points to is replaced, with its permissions.
    files::replace(path, changed.as_bytes()).with_context(|| cannot("write"))
}

/// The settings with our lines replaced. Settings without a list get the list of the common
/// settings.
fn with_lines(settings: &str, common: &str, lines: &[String]) -> String {
    let Some((before, engines, after)) = split_at_list(settings) else {
        let mut engines = split_at_list(common).map_or(Vec::new(), |(_, engines, _)| engines);
        engines.extend(lines.iter().map(String::as_str));
        let list = engines.join("\n");
        return format!("{settings}{LIST_BEGINS}{list}\n{LIST_ENDS}\n");
    };
    let mut engines = without_own(engines);
    engines.extend(lines.iter().map(String::as_str));
    format!(
        "{before}{LIST_BEGINS}{}\n{LIST_ENDS}{after}",
        engines.join("\n")
    )
}

/// The text before the list, the lines of the list, and the text after it.
fn split_at_list(settings: &str) -> Option<(&str, Vec<&str>, &str)> {
    let begin = settings.find(LIST_BEGINS)?;
    let inside = &settings[begin + LIST_BEGINS.len()..];
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
        group("/bin/masque", &Roster::built_in())
    }

    #[test]
    fn lines_come_and_go_without_touching_others() {
        let with = with_lines(SETTINGS, "", &own());
        let firebrand = "\"Masque: The Firebrand\" -fcp \"/bin/masque --personality firebrand\"\n";
        assert!(with.contains(firebrand), "{with}");
        assert!(with.starts_with("-size 49\n") && with.ends_with("}\n-x 1\n"));
        assert_eq!(with_lines(&with, "", &own()), with);
        assert_eq!(with_lines(&with, "", &[]), SETTINGS);
    }

    #[test]
    fn settings_without_a_list_get_the_common_one() {
        let with = with_lines("", SETTINGS, &own());
        assert!(with.starts_with(
            "-firstChessProgramNames {fairymax\n\"Crafty\" -fcp crafty\n# Masque\n\"Masque: "
        ));
        let with = with_lines("-size 49\n", "", &own());
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
    fn files_come_and_go_without_touching_others() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("games/plugins/xboard");
        assert_eq!(remove_files(&place).unwrap(), 0);
        add_files(&place, "/bin/masque", &Roster::built_in()).unwrap();
        let other = place.join("crafty.eng");
        fs::write(&other, "plugin spec 0.0\ncrafty\nchess\n").unwrap();
        let alike = place.join("masque-party.eng");
        fs::write(&alike, "plugin spec 0.0\nparty\nchess\n").unwrap();
        let miser = fs::read_to_string(place.join("masque-miser.eng")).unwrap();
        assert_eq!(
            miser,
            "plugin spec 0.0\n/bin/masque --personality miser\nchess,chess960\n"
        );
        assert_eq!(
            remove_files(&place).unwrap(),
            Roster::built_in().iter().count()
        );
        assert!(other.exists() && alike.exists());
    }
}
