//! The roster: the shipped personalities, and a user's own beside them.
//!
//! Owns the order of menus and the reading of files. The shipped ones are part of the program, so
//! that it works alone.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::PersonalityError;
use super::{Personality, Refusal};
use crate::excerpt::nearest;

/// The longest personality file, in bytes.
const MAX_FILE_BYTES: u64 = 64 * 1024;

/// Names each shipped file once.
macro_rules! shipped {
    ($($file:literal),+ $(,)?) => {
        &[$(($file, include_str!(concat!("../../personalities/", $file)))),+]
    };
}

/// The shipped files in the order of menus, neutral first.
const SHIPPED: &[(&str, &str)] = shipped![
    "neutral.toml",
    "classicist.toml",
    "hypermodern.toml",
    "firebrand.toml",
    "gambler.toml",
    "springer.toml",
    "weaver.toml",
    "castellan.toml",
    "merchant.toml",
    "miser.toml",
    "countess.toml",
];

/// Personalities by name, in the order of menus; neutral is always among them and first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    members: Vec<Personality>,
}

impl Roster {
    /// The shipped personalities.
    pub fn built_in() -> Roster {
        let mut roster = Roster {
            members: vec![Personality::neutral()],
        };
        // That every shipped file is right is for the tests to say, not for a user to suffer.
        let shipped = SHIPPED
            .iter()
            .filter_map(|(file, text)| Personality::parse(file, text).ok());
        for personality in shipped {
            roster.enrol(personality);
        }
        roster
    }

    /// Adds the files `*.toml` of a directory, in the order of their names. One that has the name
    /// of a member takes its place. What cannot be used is left out and returned.
    pub fn add_directory(&mut self, directory: &Path) -> Vec<PersonalityError> {
        let files = match toml_files(directory) {
            Ok(files) => files,
            Err(error) => return vec![unreadable(directory, &error)],
        };
        let mut errors = Vec::new();
        let mut added: Vec<String> = Vec::new();
        for file in files {
            match read(&file) {
                Ok(personality) if added.iter().any(|name| name == personality.name()) => {
                    errors.push(PersonalityError::NameTaken {
                        file: file.display().to_string(),
                        name: personality.name().to_owned(),
                    });
                }
                Ok(personality) => {
                    added.push(personality.name().to_owned());
                    self.enrol(personality);
                }
                Err(error) => errors.push(error),
            }
        }
        errors
    }

    /// Every name, in the order of menus.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(Personality::name)
    }

    /// Every personality, in the order of menus.
    pub fn iter(&self) -> impl Iterator<Item = &Personality> {
        self.members.iter()
    }

    /// The personality of a name; case does not matter.
    ///
    /// # Errors
    ///
    /// An unknown name, with the names most like it.
    pub fn find(&self, name: &str) -> Result<&Personality, PersonalityError> {
        let wanted = name.trim().to_ascii_lowercase();
        let found = self.members.iter().find(|member| member.name() == wanted);
        found.ok_or_else(|| {
            let near = nearest(&wanted, self.names());
            let everybody = || self.names().map(str::to_owned).collect();
            PersonalityError::Unknown {
                name: name.to_owned(),
                nearest: if near.is_empty() { everybody() } else { near },
            }
        })
    }

    /// The personality of a name, or of a file when `name_or_file` ends in `.toml` or has a
    /// directory in it.
    ///
    /// # Errors
    ///
    /// As for [`Self::find`] and [`Personality::parse`], and when the file cannot be read.
    pub fn load(&self, name_or_file: &str) -> Result<Personality, PersonalityError> {
        let path = Path::new(name_or_file);
        let is_toml = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
        let has_directory = name_or_file.contains(std::path::is_separator);
        if is_toml || has_directory {
            read(path)
        } else {
            self.find(name_or_file).cloned()
        }
    }

    /// Adds a personality, in the place of a member of the same name if there is one.
    fn enrol(&mut self, personality: Personality) {
        let mut members = self.members.iter_mut();
        match members.find(|member| member.name() == personality.name()) {
            Some(member) => *member = personality,
            None => self.members.push(personality),
        }
    }
}

/// Reads a personality file, whatever is in it.
fn read(path: &Path) -> Result<Personality, PersonalityError> {
    let file = path.display().to_string();
    let bytes = read_bytes(path).map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(PersonalityError::TooLong {
            file,
            limit_bytes: MAX_FILE_BYTES,
        });
    }
    match std::str::from_utf8(&bytes) {
        Ok(text) => Personality::parse(&file, text),
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes);
            let at = error.valid_up_to();
            let problem = "this is not UTF-8 text".to_owned();
            let expected = "a file saved as UTF-8".to_owned();
            Err(Refusal::new(&file, &text, at..at, problem, expected).into())
        }
    }
}

/// The bytes of an ordinary file, at most one more than it may have.
fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(std::io::Error::other("it is a directory"));
    }
    // A pipe could keep us waiting for ever.
    if !kind.is_file() {
        return Err(std::io::Error::other("it is not an ordinary file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn toml_files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn unreadable(path: &Path, error: &std::io::Error) -> PersonalityError {
    PersonalityError::Unreadable {
        file: path.display().to_string(),
        reason: error.to_string(),
    }
}
