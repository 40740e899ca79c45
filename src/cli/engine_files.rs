//! The small files by which xboard learns of engines that were installed for all users, one for each
//! personality.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;
use masque::personality::Roster;

/// How the names of our files begin, so that they can be found again.
const OWN_FILE: &str = "masque-";

/// The file for an engine as xboard reads it: a version, the command, the variants it plays.
fn description(program: &str, name: &str) -> String {
    format!("plugin spec 0.0\n{program} --personality {name}\nchess,chess960\n")
}

/// Adds a file for each personality of the roster.
pub(super) fn add_files(directory: &Path, program: &str, roster: &Roster) -> anyhow::Result<()> {
    let cannot = || format!("cannot write into {}", directory.display());
    fs::create_dir_all(directory).with_context(cannot)?;
    for name in roster.names() {
        let path = directory.join(format!("{OWN_FILE}{name}.eng"));
        fs::write(path, description(program, name)).with_context(cannot)?;
    }
    Ok(())
}

/// Removes the files that are ours and returns how many they were.
pub(super) fn remove_files(directory: &Path) -> anyhow::Result<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
