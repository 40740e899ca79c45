//! Manual pages and completions for shells, made from the command line itself, and where they are
//! installed.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::output_file::write_output;

/// The name of the program, as it is typed.
const PROGRAM: &str = "masque";

/// A file to install, below a directory for shared files such as `/usr/local/share`.
struct HelpPage {
    place: PathBuf,
    text: Vec<u8>,
}

/// Writes every page of a command line below a directory for shared files.
pub fn install(share: &Path, command: &Command) -> anyhow::Result<()> {
    for page in pages(command)? {
        write_output(&share.join(&page.place), &page.text)?;
    }
    Ok(())
}

/// Removes what [`install`] wrote, and the directories that are empty then.
pub fn uninstall(share: &Path, command: &Command) -> anyhow::Result<()> {
    for page in pages(command)? {
        let path = share.join(&page.place);
        match fs::remove_file(&path) {
            Ok(()) => remove_empty(path.parent(), share),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot remove {}", path.display()));
            }
        }
    }
    Ok(())
}

/// Removes empty directories from this one up to `top`, which stays.
fn remove_empty(mut directory: Option<&Path>, top: &Path) {
    while let Some(empty) = directory.filter(|&empty| empty != top && empty.starts_with(top)) {
        if fs::remove_dir(empty).is_err() {
            return;
        }
        directory = empty.parent();
    }
}

fn pages(command: &Command) -> io::Result<Vec<HelpPage>> {
    let mut command = command.clone();
    let mut pages = Vec::new();
    for (shell, place) in [
        (Shell::Bash, "bash-completion/completions/masque"),
        (Shell::Zsh, "zsh/site-functions/_masque"),
        (Shell::Fish, "fish/vendor_completions.d/masque.fish"),
    ] {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, PROGRAM, &mut text);
        let place = PathBuf::from(place);
        pages.push(HelpPage { place, text });
    }
    add_manual(&command, &mut pages)?;
    Ok(pages)
}

/// Adds the manual page of a command and those of the commands below it.
fn add_manual(command: &Command, pages: &mut Vec<HelpPage>) -> io::Result<()> {
    for below in command.get_subcommands() {
        add_manual(below, pages)?;
    }
    let manual = Man::new(command.clone());
    let place = Path::new("man/man1").join(manual.get_filename());
    let mut text = Vec::new();
    manual.render(&mut text)?;
    pages.push(HelpPage { place, text });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    #[test]
    fn pages_come_and_go_without_touching_others() {
        let directory = tempfile::tempdir().unwrap();
        let share = directory.path();
        let manual = share.join("man/man1");
        fs::create_dir_all(&manual).unwrap();
        fs::write(manual.join("crafty.1"), "crafty").unwrap();
        let command = Command::new("masque").subcommand(
            Command::new("personality").subcommand(Command::new("list").arg(Arg::new("GROUP"))),
        );
        let mut command = command.disable_help_subcommand(true);
        command.build();
        install(share, &command).unwrap();
        let read = |place: &str| fs::read_to_string(share.join(place)).unwrap();
        assert!(read("man/man1/masque.1").contains("masque"));
        assert!(read("man/man1/masque-personality-list.1").contains("GROUP"));
        assert!(read("bash-completion/completions/masque").contains("personality"));
        assert!(read("zsh/site-functions/_masque").starts_with("#compdef masque"));
        assert!(read("fish/vendor_completions.d/masque.fish").contains("-c masque"));
        uninstall(share, &command).unwrap();
        uninstall(share, &command).unwrap();
        let left: Vec<_> = fs::read_dir(&manual).unwrap().collect();
        assert_eq!(left.len(), 1);
        assert_eq!(fs::read_dir(share).unwrap().count(), 1);
    }
}
