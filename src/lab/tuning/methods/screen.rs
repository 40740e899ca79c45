//! Screening: what each of many changes adds, from games between random halves of them (a factorial
//! experiment with a random design). Every trial says something about every change.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::lab::cholesky::CholeskyFactor;
use crate::lab::tuning::interface::{Method, MethodSettings, Outcome, Trial, TunedNumber, starts};

/// Elo for a point of a pair of games, around an even score: the slope of the logistic curve is
/// ln 10 / 1600 a game, and a pair counts four points from -2 to 2.
const ELO_PER_POINT: f64 = 400.0 / std::f64::consts::LN_10;
/// Half the width of a 95 % interval, in standard errors.
const INTERVAL: f64 = 1.96;

/// A run in progress. A change sets a number from its start to another value.
pub struct Screening {
    settings: MethodSettings,
    numbers: Vec<TunedNumber>,
    changed: Vec<f64>,
    values: Vec<f64>,
    /// The places of the numbers that change.
    places: Vec<usize>,
    told: Sums,
    asked: Vec<Vec<f64>>,
}

/// Sums over the trials so far. Of a trial are known the side that had each change, 1 for the first and -1 for
/// the second, and the points of the first.
struct Sums {
    trials: u64,
    /// Side times side, by two changes.
    sides: Vec<Vec<f64>>,
    /// Side times points.
    points: Vec<f64>,
    /// The squares of the points.
    squares: f64,
}

/// What a change adds, with half the width of the 95 % interval, in points of a pair of games.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Effect {
    points: f64,
    error: f64,
}

impl Screening {
    /// Screens the changes from the start values to `changed`.
    pub fn new(
        settings: MethodSettings,
        numbers: Vec<TunedNumber>,
        changed: Vec<f64>,
    ) -> Screening {
        let values = starts(&numbers);
        let differs = |&place: &usize| values[place] != changed[place];
        let places: Vec<usize> = (0..values.len()).filter(differs).collect();
        Screening {
            told: Sums::of(places.len()),
            places,
            settings,
            numbers,
            changed,
            values,
            asked: Vec::new(),
        }
    }

    /// The side that each change is on in a trial.
    fn halves(&self, trial: u64) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        random.set_stream(trial + 1);
        let side = |_| [-1.0, 1.0][random.next_u32() as usize & 1];
        self.places.iter().map(side).collect()
    }

    /// The start values with the changes of one side.
    fn of_side(&self, halves: &[f64], side: f64) -> Vec<f64> {
        let mut values = starts(&self.numbers);
        for (&place, &half) in self.places.iter().zip(halves) {
            if half == side {
                values[place] = self.changed[place];
            }
        }
        values
    }
}

impl Sums {
    fn of(changes: usize) -> Sums {
        Sums {
            trials: 0,
            sides: vec![vec![0.0; changes]; changes],
            points: vec![0.0; changes],
            squares: 0.0,
        }
    }

    fn add(&mut self, halves: &[f64], points: f64) {
        self.trials += 1;
        self.squares += points * points;
        for (one, side) in halves.iter().enumerate() {
            self.points[one] += side * points;
            for (sum, other) in self.sides[one].iter_mut().zip(halves) {
                *sum += side * other;
            }
        }
    }

    /// What each change adds, by least squares; none while there are too few trials to tell them apart.
    fn effects(&self) -> Option<Vec<Effect>> {
        let count = self.points.len();
        let free = self.trials.checked_sub(count as u64).filter(|&it| it > 0)?;
        let factor = CholeskyFactor::of(self.sides.clone())?;
        let points = factor.solve(&self.points);
        let explained: f64 = points
            .iter()
            .zip(&self.points)
            .map(|(b, sum)| b * sum)
            .sum();
        let variance = (self.squares - explained).max(0.0) / free as f64;
        let error = |one: usize| {
            let unit: Vec<f64> = (0..count).map(|it| f64::from(it == one)).collect();
            INTERVAL * (factor.solve(&unit)[one] * variance).sqrt()
        };
        let effects = points.iter().enumerate();
        let effects = effects.map(|(one, &points)| Effect {
            points,
            error: error(one),
        });
        Some(effects.collect())
    }
}

impl Method for Screening {
    fn ask(&mut self) -> Vec<Trial> {
        let first = self.told.trials;
        let numbers = first..first + self.settings.batch.max(1);
        self.asked = numbers.map(|number| self.halves(number)).collect();
        let sides = |halves: &Vec<f64>| [1.0, -1.0].map(|side| self.of_side(halves, side));
        let trials = self.asked.iter().map(sides);
        trials.map(Trial::Comparison).collect()
    }

    fn tell(&mut self, outcomes: &[Outcome]) {
        for (halves, outcome) in self.asked.drain(..).zip(outcomes) {
            self.told.add(&halves, outcome.value);
        }
        let effects = self.told.effects().unwrap_or_default();
        for (place, effect) in self.places.iter().zip(effects) {
            self.values[*place] = match effect.points > 0.0 {
                true => self.changed[*place],
                false => self.numbers[*place].start,
            };
        }
    }

    fn values(&self) -> &[f64] {
        &self.values
    }

    fn report(&self) -> Vec<String> {
        let Some(effects) = self.told.effects() else {
            return vec![format!(
                "{} trials are too few to tell {} changes apart",
                self.told.trials,
                self.places.len()
            )];
        };
        let mut rows: Vec<(&usize, Effect)> = self.places.iter().zip(effects).collect();
        rows.sort_by(|(_, one), (_, other)| other.points.total_cmp(&one.points));
        let row = |(&place, effect): (&usize, Effect)| {
            let TunedNumber { name, start, .. } = &self.numbers[place];
            let [elo, error] = [effect.points, effect.error].map(|points| points * ELO_PER_POINT);
            format!(
                "{name} {start} -> {}: Elo {elo:+.1} ± {error:.1}",
                self.changed[place]
            )
        };
        rows.into_iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::interface::{Objective, TrialError};
    use crate::lab::tuning::run::TuningRun;
    use crate::lab::tuning::test_bowls::{number, two_games};

    /// Games in which every change has a worth of its own, in Elo.
    struct Worths;

    const ELO: [f64; 6] = [60.0, -40.0, 0.0, 25.0, -10.0, 0.0];

    impl Objective for Worths {
        fn identity(&self) -> String {
            "worths".to_owned()
        }

        fn compare(&self, trial: u64, one: &[f64], other: &[f64]) -> Result<f64, TrialError> {
            let elo = |values: &[f64]| {
                values
                    .iter()
                    .zip(ELO)
                    .map(|(it, elo)| it * elo)
                    .sum::<f64>()
            };
            let apart = elo(one) - elo(other);
            Ok(two_games(trial, apart * std::f64::consts::LN_10 / 400.0))
        }
    }

    fn screen(changed: Vec<f64>) -> Screening {
        let settings = MethodSettings {
            trials: 12_000,
            batch: 8,
            spread: 0.0,
            rate: 0.0,
            seed: 4,
        };
        let named = |place: usize| number(&format!("n{place}"), 0.0, 0.0, 1.0);
        Screening::new(settings, (0..ELO.len()).map(named).collect(), changed)
    }

    #[test]
    fn the_worth_of_every_change_is_found_within_its_error() {
        let changed = vec![1.0, 1.0, 1.0, 1.0, 1.0, 0.0];
        let mut method = screen(changed);
        let mut number = 0;
        while number < 12_000 {
            let told = |(trial, asked): (u64, Trial)| {
                let Trial::Comparison([one, other]) = asked else {
                    panic!("{asked:?}")
                };
                let differ = one.iter().zip(&other).filter(|(one, other)| one != other);
                assert_eq!(differ.count(), 5);
                Outcome {
                    value: Worths.compare(trial, &one, &other).unwrap(),
                    slopes: Vec::new(),
                }
            };
            let outcomes: Vec<Outcome> = (number..).zip(method.ask()).map(told).collect();
            method.tell(&outcomes);
            number += outcomes.len() as u64;
        }
        let effects = method.told.effects().unwrap();
        assert_eq!(effects.len(), 5);
        for (effect, elo) in effects.into_iter().zip(ELO) {
            let (found, error) = (effect.points * ELO_PER_POINT, effect.error * ELO_PER_POINT);
            assert!(error > 3.0 && error < 8.0, "{error}");
            assert!((found - elo).abs() < 1.5 * error, "{found} for {elo}");
        }
        assert_eq!(method.values()[..2], [1.0, 0.0]);
        assert_eq!(method.values()[3..], [1.0, 0.0, 0.0]);
        let report = method.report();
        assert!(report[0].starts_with("n0 0 -> 1: Elo +"), "{report:?}");
        assert!(report[4].starts_with("n1 0 -> 1: Elo -"), "{report:?}");
    }

    #[test]
    fn too_few_trials_say_so() {
        let mut run = TuningRun::new(&Worths, Box::new(screen(vec![1.0; 6])), 4);
        run.step(1, |_| ()).unwrap();
        assert_eq!(
            run.report(),
            ["4 trials are too few to tell 6 changes apart"]
        );
        assert_eq!(run.values(), [0.0; 6]);
    }
}
