//! The engine's configuration from the command line, the configuration file and the defaults, in
//! this order of precedence.
//!
//! A value that cannot be used becomes a complaint, and its default takes its place. A person's
//! command fails on the first complaint; the xboard protocol reports it and plays on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use masque::config::{Config, GuiOptions, search_directories};
use masque::engine::EngineConfig;
use masque::engine::options::EngineSettings;
use masque::personality::{Personality, Roster};

use super::global_options::GlobalOptions;

/// Everything an engine needs, and what went wrong while it was gathered.
pub struct Setup {
    /// How to start the engine.
    pub engine: EngineConfig,
    /// Where the log goes; `None` is stderr.
    pub log: Option<PathBuf>,
    /// What could not be used, the most serious first.
    pub complaints: Vec<anyhow::Error>,
}

impl Setup {
    /// Reads the configuration file and everything that it and the command line name.
    pub fn gather(options: &GlobalOptions) -> Setup {
        Setup::gather_from(options, &search_directories())
    }

    fn gather_from(options: &GlobalOptions, directories: &[PathBuf]) -> Setup {
        let mut complaints = Vec::new();
        let config = match Config::find(options.config.as_deref(), directories) {
            Ok(loaded) => loaded.config,
            Err(error) => {
                complaints.push(error.into());
                Config::default()
            }
        };
        let roster = roster(&config.personality_directories, &mut complaints);
        let named = options.personality.as_ref().or(config.personality.as_ref());
        let personality = match named.map(|name| roster.load(name)) {
            Some(Ok(personality)) => personality,
            Some(Err(error)) => {
                complaints.push(error.into());
                Personality::neutral()
            }
            None => Personality::neutral(),
        };
        let tablebase_directories = match options.tablebases.is_empty() {
            true => config.tablebase_directories.clone(),
            false => options.tablebases.clone(),
        };
        for directory in &tablebase_directories {
            if !directory.is_dir() {
                let path = directory.display();
                complaints.push(anyhow::anyhow!(
                    "{path}: no directory, expected one with Syzygy tablebases"
                ));
            }
        }
        let strength = options.elo.or_else(|| {
            let told = config.elo.as_ref()?.to_string().parse();
            told.map_err(|error| complaints.push(anyhow!("masque.toml: elo: {error}")))
                .ok()
        });
        let defaults = EngineConfig::default();
        let hash_mib = options.hash_mib.or(config.hash_mib);
        let engine = EngineConfig {
            hash_mib: hash_mib.map_or(defaults.hash_mib, |size| size.get() as usize),
            personality,
            roster,
            settings: EngineSettings {
                strength,
                ..settings(options, &config, defaults.settings)
            },
            tablebase_directories,
        };
        Setup {
            engine,
            log: options.log.clone().or(config.log),
            complaints,
        }
    }

    /// The setup, if nothing is wrong with it.
    ///
    /// # Errors
    /// The first complaint.
    pub fn strict(mut self) -> anyhow::Result<Setup> {
        match self.complaints.is_empty() {
            true => Ok(self),
            false => Err(self.complaints.swap_remove(0)),
        }
    }
}

fn settings(options: &GlobalOptions, config: &Config, defaults: EngineSettings) -> EngineSettings {
    let overhead = config.move_overhead_ms;
    EngineSettings {
        resign: config.resign.unwrap_or(defaults.resign),
        move_overhead: overhead.map_or(defaults.move_overhead, |overhead| {
            Duration::from_millis(overhead.get().into())
        }),
        shows_all_options: config.gui_options == Some(GuiOptions::All),
        seed: options.seed.or(config.seed).or(defaults.seed),
        learn: options.learn.or(config.learn).unwrap_or(defaults.learn),
        learning_file: options
            .learning_file
            .clone()
            .or(config.learning_file.clone())
            .or(defaults.learning_file),
        repetition: options.repetition.unwrap_or(defaults.repetition),
        evaluation: options
            .evaluation
            .or(config.evaluation)
            .unwrap_or(defaults.evaluation),
        ..defaults
    }
}

fn roster(directories: &[PathBuf], complaints: &mut Vec<anyhow::Error>) -> Roster {
    let mut roster = Roster::built_in();
    for directory in directories.iter().map(Path::new) {
        let errors = roster.add_directory(directory);
        complaints.extend(errors.into_iter().map(anyhow::Error::from));
    }
    roster
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::CliArguments;
    use clap::Parser;
    use masque::evaluation::EvaluationKind;
    use masque::personality::PlayingStrength;

    fn options(line: &[&str]) -> GlobalOptions {
        let words = std::iter::once(&"masque").chain(line);
        CliArguments::try_parse_from(words).unwrap().options
    }

    fn in_directory_with(config: &str) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("masque.toml"), config).unwrap();
        directory
    }

    #[test]
    fn options_overrule_the_configuration_and_the_defaults() {
        let directory = in_directory_with("hash_mib = 8\nseed = 1\npersonality = 'hypermodern'\n");
        let directories = [directory.path().to_owned()];
        let setup = Setup::gather_from(&options(&["--seed", "2"]), &directories)
            .strict()
            .unwrap();
        assert_eq!(setup.engine.hash_mib, 8);
        assert_eq!(setup.engine.settings.seed, Some(2));
        assert_eq!(
            setup.engine.settings.resign,
            EngineSettings::default().resign
        );
        assert_eq!(setup.engine.personality.name(), "hypermodern");

        let setup = Setup::gather_from(&options(&["--personality", "neutral"]), &directories);
        assert_eq!(setup.engine.personality.name(), "neutral");
    }

    #[test]
    fn the_evaluation_comes_from_the_command_line_or_the_file() {
        let evaluation = |config: &str, line: &[&str]| {
            let directory = in_directory_with(config);
            let setup = Setup::gather_from(&options(line), &[directory.path().to_owned()]);
            setup.strict().unwrap().engine.settings.evaluation
        };
        let classical = "evaluation = 'classical'\n";
        assert_eq!(evaluation("", &[]), EvaluationKind::default());
        assert_eq!(evaluation(classical, &[]), EvaluationKind::Classical);
        let line = ["--evaluation", "network"];
        assert_eq!(evaluation(classical, &line), EvaluationKind::Network);
    }

    #[test]
    fn the_level_comes_from_the_command_line_or_the_file() {
        let strength = |config: &str, line: &[&str]| {
            let directory = in_directory_with(config);
            let setup = Setup::gather_from(&options(line), &[directory.path().to_owned()]);
            let complaint = setup.complaints.first().map(|it| it.to_string());
            (setup.engine.settings.strength, complaint)
        };
        let elo = |elo| Some(PlayingStrength::Elo(elo));
        assert_eq!(strength("elo = 1400\n", &[]), (elo(1_400), None));
        assert_eq!(
            strength("elo = 1400\n", &["--elo", "900"]),
            (elo(900), None)
        );
        let opponent = Some(PlayingStrength::Opponent);
        assert_eq!(strength("elo = 'opponent'\n", &[]), (opponent, None));
        let (none, complaint) = strength("elo = 100\n", &[]);
        assert_eq!(none, None);
        assert!(complaint.unwrap().contains("'100' is no level, expected"));
    }

    #[test]
    fn broken_values_are_complained_about_and_replaced() {
        let directory = in_directory_with("hash = 8\n");
        let setup = Setup::gather_from(
            &options(&["--personality", "nobody"]),
            &[directory.path().to_owned()],
        );
        assert_eq!(setup.complaints.len(), 2);
        assert_eq!(setup.engine.personality.name(), "neutral");
        assert_eq!(setup.engine.hash_mib, EngineConfig::default().hash_mib);
        let error = setup.strict().err().unwrap().to_string();
        assert!(error.contains("did you mean `hash_mib`?"), "{error}");
    }

    #[test]
    fn the_example_shows_every_key_with_its_default() {
        let example = include_str!("../../docs/masque.toml.example");
        let directory = in_directory_with(example);
        let setup = Setup::gather_from(&options(&[]), &[directory.path().to_owned()])
            .strict()
            .unwrap();
        let defaults = EngineConfig::default();
        assert_eq!(setup.engine.hash_mib, defaults.hash_mib);
        assert_eq!(setup.engine.settings, defaults.settings);
        let all_keys = "personality elo evaluation personality_directories tablebase_directories hash_mib move_overhead_ms \
                        resign seed learn learning_file gui_options log";
        for key in all_keys.split_whitespace() {
            assert!(example.contains(&format!("{key} =")), "{key}");
        }
    }
}
