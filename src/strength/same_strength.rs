//! Taste and errors of one's own without becoming stronger or weaker.
//!
//! What a player of a rating is expected to give away in a position stays what it is: where his taste
//! or his errors shift the choice, the judgement of people of his rating counts more, or less, by as
//! much as makes up for it.

use super::candidate::{Candidate, normalise};

/// Bounds of the exponent on the usual probabilities.
const LEAST_EXPONENT: f64 = 1.0 / 3.0;
const LARGEST_EXPONENT: f64 = 3.0;
/// Each halves the interval of the exponent.
const HALVINGS: usize = 24;

/// Multiplies the odds of each candidate by its factor (by its natural logarithm, `log_factors`), and
/// puts an exponent on the usual probabilities so that the mean loss of expected result stays.
pub(super) fn shift_at_same_strength(candidates: &mut [Candidate], log_factors: &[f64]) {
    if log_factors.iter().all(|&it| it == log_factors[0]) {
        return;
    }
    let usual: Vec<Candidate> = candidates.to_vec();
    let wanted = mean_loss(&usual);
    let mut apply = |exponent: f64| {
        shift(candidates, &usual, log_factors, exponent);
        mean_loss(candidates)
    };
    let (mut least, mut largest) = (LEAST_EXPONENT, LARGEST_EXPONENT);
    if apply(largest) > wanted {
        return;
    }
    for _ in 0..HALVINGS {
        let exponent = (least * largest).sqrt();
        match apply(exponent) > wanted {
            true => least = exponent,
            false => largest = exponent,
        }
    }
}

/// What is given away in the mean.
fn mean_loss(candidates: &[Candidate]) -> f64 {
    let losses = candidates.iter().map(|it| it.probability * it.result_loss);
    losses.sum()
}

fn shift(candidates: &mut [Candidate], usual: &[Candidate], log_factors: &[f64], exponent: f64) {
    let utility = |number: usize| exponent * usual[number].probability.ln() + log_factors[number];
    let most = (0..usual.len())
        .map(utility)
        .fold(f64::NEG_INFINITY, f64::max);
    for (number, candidate) in candidates.iter_mut().enumerate() {
        candidate.probability = (utility(number) - most).exp();
    }
    normalise(candidates);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::score::Score;

    fn candidates(numbers: &[(f64, f64)]) -> Vec<Candidate> {
        let moves = Position::start().legal_moves();
        let all = numbers.iter().zip(moves);
        all.map(|(&(probability, result_loss), mv)| Candidate {
            mv,
            probability,
            score: Score::DRAW,
            loss_cp: 0,
            result_loss,
            taste_cp: 0,
        })
        .collect()
    }

    #[test]
    fn a_taste_for_bad_moves_makes_the_rest_more_careful() {
        let before = candidates(&[(0.5, 0.0), (0.3, 0.05), (0.15, 0.02), (0.05, 0.4)]);
        let mut after = before.clone();
        shift_at_same_strength(&mut after, &[0.0, 1.0, 0.0, 0.0]);
        assert!((mean_loss(&after) - mean_loss(&before)).abs() < 1e-4);
        assert!(after[1].probability > 0.4, "{after:?}");
        assert!(after[3].probability < 0.03, "{after:?}");
        let sum: f64 = after.iter().map(|it| it.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_taste_for_good_moves_makes_it_more_careless() {
        let before = candidates(&[(0.5, 0.0), (0.3, 0.05), (0.2, 0.3)]);
        let mut after = before.clone();
        shift_at_same_strength(&mut after, &[0.5, 0.0, 0.0]);
        assert!((mean_loss(&after) - mean_loss(&before)).abs() < 1e-4);
        let mut same = before.clone();
        shift_at_same_strength(&mut same, &[0.7, 0.7, 0.7]);
        assert_eq!(same, before);
    }
}
