//! The weights of the choice: a conditional logit (McFadden 1974) over the legal moves.
//!
//! The utility of a move is the sum of its features, each times a weight that is a quadratic of the
//! rating; the probability of a move is the softmax of the utilities. The file has a line for each
//! feature: its key and the three numbers of the quadratic.

use std::fmt::Write;

use thiserror::Error;

use super::features::FEATURES;
use crate::checksum::Fnv64;

/// The terms of the quadratic: 1, r and r squared, r = (Elo - 1600) / 600.
pub const RATING_TERMS: usize = 3;
/// The ratings for which there is a choice, on Lichess's scale; others count as the nearest. It was
/// fitted to players of 600 to 2600: what lies below is drawn out from there.
const LEAST_ELO: i32 = 500;
const MOST_ELO: i32 = 2_600;
const MEDIAN_ELO: f64 = 1_600.0;
const ELO_UNIT: f64 = 600.0;

/// The file that ships.
const BUILT_IN: &str = include_str!("choice_weights.txt");

/// A number that changes with the weights and the network that ship.
pub(super) fn choice_signature() -> u64 {
    let mut hash = Fnv64::new();
    hash.add(BUILT_IN.as_bytes());
    hash.add(super::network::BUILT_IN);
    hash.value()
}

/// The terms of the quadratic at a rating; ratings beyond those that were fitted count as the nearest.
pub fn rating_terms(elo: i32) -> [f64; RATING_TERMS] {
    let r = (f64::from(elo.clamp(LEAST_ELO, MOST_ELO)) - MEDIAN_ELO) / ELO_UNIT;
    [1.0, r, r * r]
}

/// Why a file of weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChoiceWeightsError {
    /// A line that is not a key and three numbers.
    #[error("line {line} is '{text}', expected a feature and {RATING_TERMS} numbers")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A key that no feature has.
    #[error("line {line}: there is no feature '{key}'")]
    Unknown {
        /// Its number, from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// A feature without a line, or with two.
    #[error("the feature '{key}' has {lines} lines, expected one")]
    Count {
        /// The key.
        key: &'static str,
        /// How many lines it has.
        lines: usize,
    },
}

/// The weights of all features.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceWeights {
    /// The quadratics, in the order of [`FEATURES`].
    pub quadratics: Vec<[f64; RATING_TERMS]>,
}

impl ChoiceWeights {
    /// Weights under which all moves are equally likely.
    pub fn zero() -> ChoiceWeights {
        ChoiceWeights {
            quadratics: vec![[0.0; RATING_TERMS]; FEATURES.len()],
        }
    }

    /// The weights that ship.
    pub fn built_in() -> ChoiceWeights {
        // A test reads the file that ships, so the other arm is never taken.
        ChoiceWeights::parse(BUILT_IN).unwrap_or_else(|_| ChoiceWeights::zero())
    }

    /// Reads the text of a file. Empty lines and lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// All of [`ChoiceWeightsError`].
    pub fn parse(text: &str) -> Result<ChoiceWeights, ChoiceWeightsError> {
        let mut weights = ChoiceWeights::zero();
        let mut lines = vec![0; FEATURES.len()];
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let mut words = text.split_whitespace();
            let key = words.next().unwrap_or_default();
            let numbers: Option<Vec<f64>> = words.map(finite).collect();
            let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
            let quadratic = numbers.ok_or_else(|| ChoiceWeightsError::Line {
                line,
                text: text.to_owned(),
            })?;
            let index = FEATURES.iter().position(|feature| feature.key == key);
            let index = index.ok_or_else(|| ChoiceWeightsError::Unknown {
                line,
                key: key.to_owned(),
            })?;
            weights.quadratics[index] = quadratic;
            lines[index] += 1;
        }
        let wrong = FEATURES.iter().zip(lines).find(|&(_, lines)| lines != 1);
        match wrong {
            Some((feature, lines)) => Err(ChoiceWeightsError::Count {
                key: feature.key,
                lines,
            }),
            None => Ok(weights),
        }
    }

    /// The text of a file with these weights, after a remark of one line.
    pub fn to_text(&self, remark: &str) -> String {
        let mut text = format!("# {remark}\n# feature, and its weight: 1, r, r squared\n");
        for (feature, [one, linear, square]) in FEATURES.iter().zip(&self.quadratics) {
            let _ = writeln!(text, "{} {one:.4} {linear:.4} {square:.4}", feature.key);
        }
        text
    }

    /// The weight of each feature at a rating.
    pub fn at(&self, elo: i32) -> Vec<f64> {
        let terms = rating_terms(elo);
        let weight = |quadratic: &[f64; RATING_TERMS]| {
            let parts = quadratic.iter().zip(terms);
            parts.map(|(weight, term)| weight * term).sum()
        };
        self.quadratics.iter().map(weight).collect()
    }

    /// The probabilities of moves with these features for a player of this rating.
    pub fn probabilities(&self, elo: i32, features: &[[f32; FEATURES.len()]]) -> Vec<f64> {
        softmax(&self.utilities(elo, features))
    }

    /// The utility of moves with these features for a player of this rating.
    pub fn utilities(&self, elo: i32, features: &[[f32; FEATURES.len()]]) -> Vec<f64> {
        let weights = self.at(elo);
        let utility = |values: &[f32; FEATURES.len()]| {
            let parts = values.iter().zip(&weights);
            parts
                .map(|(&value, weight)| f64::from(value) * weight)
                .sum()
        };
        features.iter().map(utility).collect()
    }
}

/// The probabilities of alternatives with these utilities.
fn softmax(utilities: &[f64]) -> Vec<f64> {
    let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = utilities
        .iter()
        .map(|utility| (utility - most).exp())
        .collect();
    let sum: f64 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / sum).collect()
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_ships_is_whole_and_reads_back() {
        let weights = ChoiceWeights::parse(BUILT_IN).unwrap();
        let again = ChoiceWeights::parse(&weights.to_text("remark")).unwrap();
        assert_eq!(weights, again);
        assert_ne!(weights, ChoiceWeights::zero());
    }

    #[test]
    fn a_wrong_file_is_refused_by_line_and_key() {
        let whole = ChoiceWeights::zero().to_text("remark");
        let said = |text: String| ChoiceWeights::parse(&text).unwrap_err().to_string();
        assert_eq!(
            said(whole.replace("stalemate 0.0000 0.0000 0.0000\n", "")),
            "the feature 'stalemate' has 0 lines, expected one"
        );
        assert_eq!(
            said(format!("{whole}stalemate 1 2 3\n")),
            "the feature 'stalemate' has 2 lines, expected one"
        );
        assert_eq!(
            said(format!("chess 1 2 3\n{whole}")),
            "line 1: there is no feature 'chess'"
        );
        for wrong in ["check 1 2", "check 1 2 3 4", "check 1 2 inf", "check 1 x 3"] {
            let expected = format!("line 1 is '{wrong}', expected a feature and 3 numbers");
            assert_eq!(said(format!("{wrong}\n{whole}")), expected);
        }
    }

    #[test]
    fn ratings_beyond_the_data_count_as_the_nearest() {
        assert_eq!(rating_terms(1_600), [1.0, 0.0, 0.0]);
        assert_eq!(rating_terms(2_200), [1.0, 1.0, 1.0]);
        assert_eq!(rating_terms(100), rating_terms(500));
        assert_eq!(rating_terms(4_000), rating_terms(2_600));
    }
}
