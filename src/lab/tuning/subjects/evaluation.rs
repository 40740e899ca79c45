//! The parameters of the evaluation as a subject: each has two numbers, for the middlegame and the endgame.

use super::number_list::NumberList;
use crate::evaluation::coefficients::{ParameterValues, built_in_values};
use crate::evaluation::{EvaluationWeights, TERMS};
use crate::lab::matches::game::Player;
use crate::lab::tuning::interface::{Subject, TunedNumber, starts};
use crate::personality::Personality;

/// How far a number may go from where it is, in its unit: this, and once its own size.
const ROOM: f64 = 60.0;
/// The range of a term in percent.
const PERCENT_RANGE: [f64; 2] = [20.0, 300.0];
/// What the names of both halves end in.
const HALVES: [&str; 2] = ["mg", "eg"];

/// Some numbers of the evaluation, the others as they are.
pub struct EvaluationNumbers {
    all: NumberList,
    /// For each tuned number the places that it decides, and what it is multiplied with there.
    shares: Vec<Vec<(usize, f64)>>,
    numbers: Vec<TunedNumber>,
}

/// All numbers of the evaluation with their built-in values. The groups are the terms.
pub fn evaluation_numbers() -> NumberList {
    let values = built_in_values();
    let mut numbers = Vec::new();
    for term in &TERMS {
        let group = slug(term.name);
        for entry in 0..term.length {
            for (half, ending) in HALVES.iter().enumerate() {
                let start = values[term.start + entry][half];
                numbers.push(TunedNumber {
                    name: match term.length {
                        1 => format!("{group}_{ending}"),
                        _ => format!("{group}_{entry}_{ending}"),
                    },
                    group: group.clone(),
                    start,
                    min: start - ROOM - start.abs(),
                    max: start + ROOM + start.abs(),
                });
            }
        }
    }
    NumberList {
        owner: "the evaluation",
        numbers,
    }
}

/// The list with the values of a parameters file.
pub fn with_parameters(mut list: NumberList, values: &ParameterValues) -> NumberList {
    for (number, &value) in list.numbers.iter_mut().zip(values.as_flattened()) {
        number.start = value;
    }
    list
}

/// A name as one word of small letters, digits and `_`.
fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_").to_ascii_lowercase()
}

impl EvaluationNumbers {
    /// The numbers at these places of the list of all, which has their values.
    pub fn new(all: NumberList, places: Vec<usize>) -> EvaluationNumbers {
        EvaluationNumbers {
            numbers: all.at(&places),
            shares: places.into_iter().map(|place| vec![(place, 1.0)]).collect(),
            all,
        }
    }

    /// Whole terms, each as one number: in percent of the values that the list has, from these.
    pub fn in_percent(all: NumberList, terms: &[&str], percent: &[f64]) -> EvaluationNumbers {
        let mut shares = Vec::new();
        let mut numbers = Vec::new();
        for (&term, &start) in terms.iter().zip(percent) {
            let places = all.numbers.iter().enumerate();
            let own = places.filter(|(_, number)| number.group == term);
            shares.push(
                own.map(|(place, number)| (place, number.start / 100.0))
                    .collect(),
            );
            let [min, max] = PERCENT_RANGE;
            numbers.push(TunedNumber {
                name: format!("{term}_percent"),
                group: term.to_owned(),
                start,
                min,
                max,
            });
        }
        EvaluationNumbers {
            all,
            shares,
            numbers,
        }
    }

    /// Whether every number is tuned.
    pub fn is_whole(&self) -> bool {
        self.shares.len() == self.all.numbers.len()
    }

    /// The parameters with these values of the tuned numbers, not rounded.
    pub fn parameters(&self, values: &[f64]) -> ParameterValues {
        let mut all = starts(&self.all.numbers);
        for (shares, value) in self.shares.iter().zip(values) {
            for &(place, factor) in shares {
                all[place] = value * factor;
            }
        }
        all.as_chunks().0.to_vec()
    }

    /// The slopes of the tuned numbers among those of all parameters.
    pub fn slopes(&self, gradient: &[[f64; 2]]) -> Vec<f64> {
        let all = gradient.as_flattened();
        let slope = |shares: &Vec<(usize, f64)>| {
            let parts = shares.iter().map(|&(place, factor)| all[place] * factor);
            parts.sum()
        };
        self.shares.iter().map(slope).collect()
    }
}

impl Subject for EvaluationNumbers {
    fn numbers(&self) -> &[TunedNumber] {
        &self.numbers
    }

    fn write(&self, values: &[f64]) -> String {
        let whole = |values: &ParameterValues| -> Vec<i32> {
            let values = values.as_flattened().iter();
            values.map(|cp| cp.round() as i32).collect()
        };
        let places = self.shares.iter().flatten().map(|(place, _)| *place);
        let built_in = whole(&built_in_values());
        let values = whole(&self.parameters(values));
        self.all
            .format(&values, &places.collect::<Vec<_>>(), &built_in)
    }

    fn player(&self, values: &[f64], nodes: u64, seed: u64) -> Player {
        let weights = EvaluationWeights::neutral().with_values(&self.parameters(values));
        let personality = Personality::plain().judging_by(weights);
        Player::with_personality(&personality, seed, nodes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::Game;

    fn subject(only: &[&str]) -> EvaluationNumbers {
        let all = evaluation_numbers();
        let names: Vec<String> = only.iter().map(|&name| name.to_owned()).collect();
        let places = all.choose(&names).unwrap();
        EvaluationNumbers::new(all, places)
    }

    #[test]
    fn every_number_has_a_name_of_its_own() {
        let all = evaluation_numbers();
        let names: BTreeSet<&str> = all.numbers.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names.len(), all.numbers.len());
        assert_eq!(
            subject(&[]).parameters(&starts(&all.numbers)),
            built_in_values()
        );
        let queen = subject(&["queen"]);
        let names: Vec<&str> = queen.numbers().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["queen_mg", "queen_eg"]);
        let outpost = subject(&["queen_mobility"]);
        assert_eq!(outpost.numbers().len(), 2 * 28);
    }

    #[test]
    fn whole_terms_are_one_number_each() {
        let subject = EvaluationNumbers::in_percent(evaluation_numbers(), &["queen"], &[100.0]);
        let is_close = |one: &[f64; 2], other: &[f64; 2]| {
            let mut pairs = one.iter().zip(other);
            pairs.all(|(one, other)| (one - other).abs() < 1e-9)
        };
        let (usual, built_in) = (subject.parameters(&[100.0]), built_in_values());
        assert_eq!(usual.len(), built_in.len());
        let mut pairs = usual.iter().zip(&built_in);
        assert!(pairs.all(|(one, other)| is_close(one, other)));
        let twice = subject.parameters(&[200.0]);
        let place = TERMS
            .iter()
            .find(|term| term.name == "queen")
            .unwrap()
            .start;
        let double = built_in[place].map(|cp| 2.0 * cp);
        assert!(is_close(&twice[place], &double));
        let mut gradient = vec![[0.0; 2]; twice.len()];
        gradient[place] = [1.0, 0.0];
        assert_eq!(
            subject.slopes(&gradient),
            [built_in_values()[place][0] / 100.0]
        );
        let text = subject.write(&[50.0]);
        let [middlegame, endgame] = built_in_values()[place].map(|cp| (cp / 2.0).round());
        assert_eq!(
            text,
            format!("queen_mg = {middlegame}\nqueen_eg = {endgame}\n")
        );
    }

    #[test]
    fn values_reach_parameters_files_and_players() {
        let subject = subject(&["knight"]);
        let parameters = subject.parameters(&[200.5, 300.0]);
        let place = TERMS
            .iter()
            .find(|term| term.name == "knight")
            .unwrap()
            .start;
        assert_eq!(parameters[place], [200.5, 300.0]);
        let mut gradient = vec![[0.0; 2]; parameters.len()];
        gradient[place] = [7.0, 9.0];
        assert_eq!(subject.slopes(&gradient), [7.0, 9.0]);
        assert_eq!(
            subject.write(&[200.4, 300.0]),
            "knight_mg = 200\nknight_eg = 300\n"
        );
        let position = "4k3/4p3/8/8/8/2n5/1P6/4K3 b - - 0 1".parse().unwrap();
        let game = Game::new(position);
        let score = |values: [f64; 2]| subject.player(&values, 2_000, 1).search(&game).score.raw();
        let start = starts(subject.numbers());
        assert!(score([start[0], start[1]]) > score([260.0, 340.0]));
    }
}
