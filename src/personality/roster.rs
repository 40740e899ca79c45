//! The roster: the shipped personalities and a user's own, in the order of menus.
//!
//! The shipped ones are part of the program, so that it works without other files.

use std::fs;
use std::path::{Path, PathBuf};

use super::Personality;
use super::error::PersonalityError;
use super::file_check;
use super::file_lookup::{FileLookup, is_path, unreadable};
use super::reader;
use crate::excerpt::nearest;

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
    "scientist.toml",
    "romantic.toml",
    "hypermodern.toml",
    "prophet.toml",
    "dynamist.toml",
    "firebrand.toml",
    "gambler.toml",
    "weaver.toml",
    "castellan.toml",
    "locksmith.toml",
    "merchant.toml",
    "hoarder.toml",
    "miser.toml",
    "anarchist.toml",
    "springer.toml",
    "prelate.toml",
    "roadmaster.toml",
    "courier.toml",
    "pilgrim.toml",
    "magician.toml",
    "lion.toml",
    "constrictor.toml",
    "bulwark.toml",
    "clockmaker.toml",
    "escapist.toml",
    "countess.toml",
    "magpie.toml",
    "parrot.toml",
    "vagabond.toml",
    "woodpecker.toml",
    "tortoise.toml",
    "sailor.toml",
    "swapper.toml",
    "boomerang.toml",
    "piper.toml",
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
        // Tests hold that every shipped file is right, so that nothing is left out here.
        for (file, text) in SHIPPED {
            let lookup = FileLookup::among(&roster.members);
            if let Ok(personality) = reader::parse(file, text, &lookup) {
                roster.enrol(personality);
            }
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
            match reader::read(&file, &FileLookup::among(&self.members)) {
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

    /// The same as a slice.
    pub(super) fn members(&self) -> &[Personality] {
        &self.members
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
        match is_path(name_or_file) {
            true => {
                let lookup = FileLookup::among(&self.members);
                reader::read(Path::new(name_or_file), &lookup)
            }
            false => self.find(name_or_file).cloned(),
        }
    }

    /// The personality in a file, or everything that is wrong with the file.
    ///
    /// # Errors
    ///
    /// As for [`Self::load`], but all of them.
    pub fn check_file(&self, path: &Path) -> Result<Personality, Vec<PersonalityError>> {
        file_check::check(path, &FileLookup::among(&self.members))
    }

    /// The groups, in their order.
    pub fn groups(&self) -> Vec<&str> {
        let mut groups = Vec::new();
        for group in self.iter().filter_map(Personality::group) {
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    /// Adds a personality, in the place of a member of the same name if there is one, else behind
    /// the last of its group.
    fn enrol(&mut self, personality: Personality) {
        let mut members = self.members.iter_mut();
        match members.find(|member| member.name() == personality.name()) {
            Some(member) => *member = personality,
            None => {
                let is_kin = |member: &Personality| {
                    personality.group().is_some() && member.group() == personality.group()
                };
                let last = self.members.iter().rposition(is_kin);
                let place = last.map_or(self.members.len(), |last| last + 1);
                self.members.insert(place, personality);
            }
        }
    }
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
