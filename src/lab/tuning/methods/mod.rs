//! How better values are looked for, by name.

pub mod adam;
pub mod annealing;
pub mod cma_es;
pub mod genetic;
pub mod hand;
pub mod hill_climb;
pub mod screen;
pub mod spsa;
mod unit_space;

use std::fmt;
use std::str::FromStr;

use crate::lab::tuning::interface::{Method, MethodSettings, TrialKind, TunedNumber};

/// The methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodName {
    /// Values of somebody's own, judged together.
    Hand,
    /// Values of somebody's own, judged one by one by random halves of them.
    Screen,
    /// One number after the other.
    HillClimb,
    /// Random steps that become smaller and choosier.
    Annealing,
    /// Winners and their children.
    Genetic,
    /// A normal distribution that learns its shape.
    CmaEs,
    /// All numbers at once by random perturbations.
    Spsa,
    /// Descent along a gradient.
    Adam,
}

impl MethodName {
    /// All of them.
    pub const ALL: [MethodName; 8] = [
        MethodName::Hand,
        MethodName::Screen,
        MethodName::HillClimb,
        MethodName::Annealing,
        MethodName::Genetic,
        MethodName::CmaEs,
        MethodName::Spsa,
        MethodName::Adam,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            MethodName::Hand => "hand",
            MethodName::Screen => "screen",
            MethodName::HillClimb => "hill-climb",
            MethodName::Annealing => "annealing",
            MethodName::Genetic => "genetic",
            MethodName::CmaEs => "cma-es",
            MethodName::Spsa => "spsa",
            MethodName::Adam => "adam",
        }
    }

    /// What it asks an objective.
    pub fn needs(self) -> TrialKind {
        match self {
            MethodName::Hand
            | MethodName::Screen
            | MethodName::HillClimb
            | MethodName::Annealing
            | MethodName::Genetic
            | MethodName::Spsa => TrialKind::Comparison,
            MethodName::CmaEs => TrialKind::Value,
            MethodName::Adam => TrialKind::Gradient,
        }
    }

    /// Its usual spread and rate.
    pub fn usual_gains(self) -> [f64; 2] {
        match self {
            MethodName::Hand | MethodName::Screen => [0.0, 0.0],
            MethodName::HillClimb => [0.2, 0.0],
            MethodName::Annealing => [0.2, 0.01],
            MethodName::Genetic | MethodName::CmaEs => [0.1, 0.0],
            MethodName::Spsa => [0.05, 0.01],
            MethodName::Adam => [0.0, 1.0],
        }
    }

    /// Its usual number of trials for a decision where trials are games: whoever takes single candidates
    /// for better or worse needs many.
    pub fn usual_batch_in_games(self) -> u64 {
        match self {
            MethodName::HillClimb => 200,
            MethodName::Annealing => 400,
            MethodName::Genetic | MethodName::CmaEs => 32,
            MethodName::Hand | MethodName::Screen | MethodName::Spsa => 8,
            MethodName::Adam => 1,
        }
    }

    /// Whether it judges values of somebody's own.
    pub fn judges_given_values(self) -> bool {
        matches!(self, MethodName::Hand | MethodName::Screen)
    }

    /// A run from the start values. `hand` are the values of somebody's own.
    pub fn begin(
        self,
        settings: MethodSettings,
        numbers: Vec<TunedNumber>,
        hand: Vec<f64>,
    ) -> Box<dyn Method> {
        match self {
            MethodName::Hand => Box::new(hand::Hand::new(settings, &numbers, hand)),
            MethodName::Screen => Box::new(screen::Screening::new(settings, numbers, hand)),
            MethodName::HillClimb => Box::new(hill_climb::HillClimb::new(settings, numbers)),
            MethodName::Annealing => Box::new(annealing::Annealing::new(settings, numbers)),
            MethodName::Genetic => Box::new(genetic::Genetic::new(settings, numbers)),
            MethodName::CmaEs => Box::new(cma_es::CmaEs::new(settings, numbers)),
            MethodName::Spsa => Box::new(spsa::Spsa::new(settings, numbers)),
            MethodName::Adam => Box::new(adam::Adam::new(settings, numbers)),
        }
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MethodName {
    type Err = String;

    fn from_str(name: &str) -> Result<MethodName, String> {
        let mut all = MethodName::ALL.into_iter();
        all.find(|method| method.name() == name).ok_or_else(|| {
            let names = MethodName::ALL.map(MethodName::name).join(", ");
            format!("'{name}' is no method, expected one of {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::interface::Objective;
    use crate::lab::tuning::journal::TrialJournal;
    use crate::lab::tuning::journal_text::JournalHead;
    use crate::lab::tuning::run::TuningRun;
    use crate::lab::tuning::test_bowls::{EloBowl, tuned};

    fn settings(method: MethodName, trials: u64, batch: u64) -> MethodSettings {
        let [spread, rate] = method.usual_gains();
        MethodSettings {
            trials,
            batch,
            spread,
            rate,
            seed: 1,
        }
    }

    /// An objective that is never to be asked.
    struct Nothing;

    impl Objective for Nothing {
        fn identity(&self) -> String {
            "nothing".to_owned()
        }
    }

    fn climbers() -> impl Iterator<Item = MethodName> {
        let all = MethodName::ALL.into_iter();
        all.filter(|it| !it.judges_given_values() && *it != MethodName::Adam)
    }

    #[test]
    fn every_method_climbs_through_the_noise_of_games() {
        let mut found = Vec::new();
        for method in climbers() {
            let settings = settings(method, 20_000, method.usual_batch_in_games());
            let begun = method.begin(settings, EloBowl::numbers(), Vec::new());
            let elo = EloBowl::elo(&tuned(&EloBowl, begun, settings.trials, 1));
            found.push((method, elo));
        }
        for (method, elo) in found {
            assert!(elo > -75.0, "{method}: {elo:.0} Elo are left of -80");
        }
    }

    #[test]
    fn a_run_does_not_depend_on_threads_or_on_being_stopped() {
        let directory = tempfile::tempdir().unwrap();
        for method in climbers() {
            let settings = settings(method, 200, 4);
            let begin = || method.begin(settings, EloBowl::numbers(), Vec::new());
            let expected = tuned(&EloBowl, begin(), settings.trials, 1);
            assert_eq!(tuned(&EloBowl, begin(), settings.trials, 3), expected);
            let path = directory.path().join(method.name());
            let resumed = |objective| {
                let head = JournalHead::of("a bowl");
                let (journal, known) = TrialJournal::open(&path, head).unwrap();
                let run = TuningRun::new(objective, begin(), settings.trials);
                run.with_journal(journal).with_known(known).unwrap()
            };
            for _ in 0..3 {
                let mut run = resumed(&EloBowl as &dyn Objective);
                for _ in 0..2 {
                    run.step(2, |_| ()).unwrap();
                }
            }
            let finish = |objective| {
                let mut run = resumed(objective);
                while !run.is_over() {
                    run.step(2, |_| ()).unwrap();
                }
                assert_eq!(run.values(), expected, "{method}");
                std::fs::read(&path).unwrap()
            };
            assert_eq!(finish(&EloBowl), finish(&Nothing));
        }
    }

    #[test]
    fn names_are_understood_and_others_refused() {
        for method in MethodName::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        let error = "magic".parse::<MethodName>().unwrap_err();
        assert!(
            error.starts_with("'magic' is no method, expected one of hand, screen, hill-climb")
        );
    }
}
