//! The commands `install` and `uninstall`: personalities in the list of engines of xboard or WinBoard,
//! with manual pages and completions for shells.
//!
//! xboard looks in two places. For all users there is a directory with a small file for each engine,
//! which xboard (since 4.8, with its option `autoInstall`) adds to everybody's list. For one user
//! there is the list itself, in the settings file in the home directory. WinBoard has such a list in
//! its `winboard.ini`, which may be anywhere. Settings may be changed only while the program is not
//! running, because it writes them when it ends.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Command};
use masque::files;
use masque::personality::Roster;

use super::engine_files::{add_files, remove_files};
use super::engine_list::{ListOf, StartedBy, group, with_lines};
use super::help_pages;
use super::output_file::write_output;

/// Where xboard looks for engines, below a directory for shared files.
const SYSTEM_ENGINES: &str = "games/plugins/xboard";
/// Where things for all users are that the distribution did not bring.
const SYSTEM_SHARE: &str = "/usr/local/share";
/// The settings that xboard uses when a user has none.
const COMMON_SETTINGS: &str = "/etc/xboard/xboard.conf";
const USER_SETTINGS: &str = ".xboardrc";
/// The program of a package for Linux.
const PACKAGED_PROGRAM: &str = "/usr/bin/masque";
/// The program of an archive for Windows, in a folder beside that of WinBoard.
const PACKAGED_FILE: &str = "masque.exe";
const PACKAGED_FOLDER: &str = r"..\masque";
/// The lines for `winboard.ini` in such an archive.
const WINBOARD_LINES: &str = "winboard/winboard-lines.txt";
/// What can end a word in a list of engines, or the list.
const SPECIAL: &str = "\"'{};";

/// For whom the personalities are installed.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct InstallPlace {
    /// For you: in ~/.xboardrc. Close xboard first. This is the default but on Windows.
    #[arg(long)]
    user: bool,
    /// For all users: in the directory where xboard looks for new engines.
    #[arg(long)]
    system: bool,
    /// As --system, in a directory of your choice.
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// In this winboard.ini. Close WinBoard first. Without a file the lines for it are printed, which
    /// is the default on Windows.
    #[arg(long, value_name = "FILE")]
    winboard: Option<Option<PathBuf>>,
    /// The files that a package has besides the program, below a directory.
    #[arg(long, value_name = "DIR")]
    package: Option<PathBuf>,
}

/// Where things go.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// The list in the settings of an xboard user.
    XBoardSettings,
    /// The system's shared files.
    System,
    /// A directory of small files, one for each engine.
    Engines(PathBuf),
    /// A `winboard.ini`; without one the lines are printed.
    WinBoard(Option<PathBuf>),
    /// The shared files of a package that is being made.
    Package(PathBuf),
}

impl InstallPlace {
    fn place(&self, is_windows: bool) -> Place {
        match self {
            InstallPlace { system: true, .. } => Place::System,
            InstallPlace {
                directory: Some(directory),
                ..
            } => Place::Engines(directory.clone()),
            InstallPlace {
                winboard: Some(file),
                ..
            } => Place::WinBoard(file.clone()),
            InstallPlace {
                package: Some(directory),
                ..
            } => Place::Package(directory.clone()),
            _ if is_windows => Place::WinBoard(None),
            _ => Place::XBoardSettings,
        }
    }
}

impl Place {
    /// The directory for manual pages and completions; `None` where only engines were asked for.
    fn share(&self) -> anyhow::Result<Option<PathBuf>> {
        Ok(match self {
            Place::Engines(_) | Place::WinBoard(_) => None,
            Place::System => Some(PathBuf::from(SYSTEM_SHARE)),
            Place::Package(directory) => Some(directory.clone()),
            Place::XBoardSettings => Some(user_share()?),
        })
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
    let place = place.place(cfg!(windows));
    match &place {
        Place::System => {
            let engines = Path::new(SYSTEM_SHARE).join(SYSTEM_ENGINES);
            install_files(out, &engines, &started_by_path()?, roster)?;
        }
        Place::Engines(directory) => install_files(out, directory, &started_by_path()?, roster)?,
        Place::XBoardSettings => {
            let own = group(&StartedBy::Command(started_by_path()?), roster);
            let path = user_settings()?;
            let common = fs::read_to_string(COMMON_SETTINGS).unwrap_or_default();
            change_settings(ListOf::XBoard, &path, &common, &own)?;
            writeln!(out, "{} in {}", count(roster), path.display())?;
            writeln!(
                out,
                "xboard shows them under Engine > Load New 1st Engine, in the group Masque"
            )?;
        }
        Place::WinBoard(file) => install_in_winboard(out, file.as_deref(), roster)?,
        Place::Package(directory) => {
            let engines = directory.join(SYSTEM_ENGINES);
            install_files(out, &engines, PACKAGED_PROGRAM, roster)?;
            write_winboard_lines(&directory.join(WINBOARD_LINES), roster)?;
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
    let place = place.place(cfg!(windows));
    match &place {
        Place::System => uninstall_files(out, &Path::new(SYSTEM_SHARE).join(SYSTEM_ENGINES))?,
        Place::Engines(directory) => uninstall_files(out, directory)?,
        Place::XBoardSettings => uninstall_lines(out, ListOf::XBoard, &user_settings()?)?,
        Place::WinBoard(Some(file)) => uninstall_lines(out, ListOf::WinBoard, file)?,
        Place::WinBoard(None) => bail!(
            "nothing is known of your winboard.ini, expected it after --winboard; or take the group \
             Masque out of it by hand"
        ),
        Place::Package(directory) => {
            uninstall_files(out, &directory.join(SYSTEM_ENGINES))?;
            remove_file(&directory.join(WINBOARD_LINES))?;
        }
    }
    if let Some(share) = place.share()? {
        help_pages::uninstall(&share, command)?;
    }
    Ok(())
}

fn install_files(
    out: &mut impl Write,
    directory: &Path,
    program: &str,
    roster: &Roster,
) -> anyhow::Result<()> {
    remove_files(directory)?;
    add_files(directory, program, roster)?;
    writeln!(out, "{} in {}", count(roster), directory.display())?;
    writeln!(
        out,
        "xboard adds them to its engines when it is started with"
    )?;
    writeln!(out, "  xboard -autoInstall all")?;
    Ok(())
}

fn uninstall_files(out: &mut impl Write, directory: &Path) -> anyhow::Result<()> {
    let removed = remove_files(directory)?;
    writeln!(out, "{removed} files removed from {}", directory.display())?;
    Ok(())
}

fn uninstall_lines(out: &mut impl Write, list: ListOf, settings: &Path) -> anyhow::Result<()> {
    if settings.exists() {
        let common = fs::read_to_string(COMMON_SETTINGS).unwrap_or_default();
        change_settings(list, settings, &common, &[])?;
    }
    writeln!(out, "no personalities left in {}", settings.display())?;
    Ok(())
}

/// Writes the lines into a `winboard.ini`, or prints them for whoever knows where it is.
fn install_in_winboard(
    out: &mut impl Write,
    settings: Option<&Path>,
    roster: &Roster,
) -> anyhow::Result<()> {
    let own = group(&started_in_folder(&program()?)?, roster);
    match settings {
        Some(path) => {
            change_settings(ListOf::WinBoard, path, "", &own)?;
            writeln!(out, "{} in {}", count(roster), path.display())?;
        }
        None => write!(out, "{}", winboard_lines(&own))?,
    }
    Ok(())
}

/// Lines for `winboard.ini`, with a word about where they go.
fn winboard_lines(own: &[String]) -> String {
    let own = own.join("\n");
    format!(
        "; These lines go into winboard.ini, below /firstChessProgramNames= and above its closing brace.\n\
         ; Close WinBoard before. masque install --winboard FILE puts them into that file.\n{own}\n"
    )
}

/// The lines of an archive that is to be unpacked beside WinBoard's folder.
fn write_winboard_lines(path: &Path, roster: &Roster) -> anyhow::Result<()> {
    let start = StartedBy::FileIn {
        file: PACKAGED_FILE.to_owned(),
        folder: PACKAGED_FOLDER.to_owned(),
    };
    let text = winboard_lines(&group(&start, roster)).replace('\n', "\r\n");
    write_output(path, text.as_bytes())
}

fn program() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("cannot find out where masque is")
}

/// The command for xboard, which splits it at blanks.
fn started_by_path() -> anyhow::Result<String> {
    let program = program()?.display().to_string();
    if program.contains(|letter: char| letter.is_whitespace() || SPECIAL.contains(letter)) {
        bail!("xboard cannot start '{program}', expected a path without blanks and quotes");
    }
    Ok(program)
}

/// The file and the folder for WinBoard.
fn started_in_folder(program: &Path) -> anyhow::Result<StartedBy> {
    let text =
        |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let file = text(program.file_name()).unwrap_or_default();
    let folder = text(program.parent().map(Path::as_os_str)).unwrap_or_default();
    let is_special = |letter| "\"{}".contains(letter);
    if folder.contains(is_special) || file.contains(|letter| letter == ' ' || is_special(letter)) {
        let program = program.display();
        bail!("WinBoard cannot start '{program}', expected a path without quotes and braces");
    }
    Ok(StartedBy::FileIn { file, folder })
}

fn remove_file(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

fn count(roster: &Roster) -> String {
    format!("{} personalities", roster.iter().count())
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

/// Replaces our lines in the list of a settings file, which need not exist.
fn change_settings(
    list: ListOf,
    path: &Path,
    common: &str,
    lines: &[String],
) -> anyhow::Result<()> {
    let cannot = |what: &str| format!("cannot {what} {}", path.display());
    let settings = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| cannot("read")),
    };
    let changed = with_lines(list, &settings, common, lines);
    // If the file is a link, the file that it points to is replaced, with its permissions.
    files::replace(path, changed.as_bytes()).with_context(|| cannot("write"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_asks_for_no_home() {
        let nothing = InstallPlace {
            user: false,
            system: false,
            directory: None,
            winboard: None,
            package: None,
        };
        assert_eq!(nothing.place(true), Place::WinBoard(None));
        assert_eq!(nothing.place(false), Place::XBoardSettings);
        assert_eq!(nothing.place(true).share().unwrap(), None);
        let user = InstallPlace {
            user: true,
            ..nothing
        };
        assert_eq!(user.place(true), Place::WinBoard(None));
    }

    #[test]
    fn winboard_gets_the_file_and_its_folder_apart() {
        let start = started_in_folder(Path::new("/opt/My Chess/masque.exe")).unwrap();
        let StartedBy::FileIn { file, folder } = &start else {
            panic!("a folder");
        };
        assert_eq!(
            (file.as_str(), folder.as_str()),
            ("masque.exe", "/opt/My Chess")
        );
        let text = winboard_lines(&group(&start, &Roster::built_in()));
        assert!(
            text.starts_with("; These lines go into winboard.ini"),
            "{text}"
        );
        assert!(text.contains("\n# Masque\n\"Masque: "), "{text}");
        assert!(text.ends_with("# end\n"), "{text}");
        assert!(started_in_folder(Path::new("/opt/{x}/masque.exe")).is_err());
        assert!(started_in_folder(Path::new("/opt/my masque.exe")).is_err());
    }
}
