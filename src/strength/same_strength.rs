//! Taste and errors of one's own without becoming stronger or weaker.
//!
//! What a player of a rating is expected to lose in a position to others of his rating stays what it is:
//! where his taste or his errors shift the choice, the judgement of people of his rating counts more, or
//! less, by as much as makes up for it.

use super::candidate::{Candidate, normalise};

/// The exponents that are tried: this one, its inverse, and so many between.
const LARGEST_EXPONENT: f64 = 3.0;
const TRIED: i32 = 128;
/// What an exponent other than 1 costs beside the relative difference of the losses: where the loss
/// hardly depends on the exponent, a small difference is no reason for a wild one.
const STIFFNESS: f64 = 0.03;
/// Losses below this are as good as none.
const LITTLE: f64 = 0.002;

/// Multiplies the odds of each candidate by its factor (by its natural logarithm, `log_factors`), and
/// puts an exponent on the usual probabilities so that the mean loss of expected result stays about
/// what it was.
pub(super) fn shift_at_same_strength(candidates: &mut [Candidate], log_factors: &[f64]) {
    if log_factors.iter().all(|&it| it == log_factors[0]) {
        return;
    }
    let usual: Vec<Candidate> = candidates.to_vec();
    let wanted = mean_loss(&usual);
    let mut cost = |logarithm: f64| {
        shift(candidates, &usual, log_factors, logarithm.exp());
        let difference = (mean_loss(candidates) - wanted) / (wanted + LITTLE);
        difference.powi(2) + STIFFNESS * logarithm.powi(2)
    };
    let step = 2.0 * LARGEST_EXPONENT.ln() / f64::from(TRIED);
    let logarithms = (-TRIED / 2..=TRIED / 2).map(|number| f64::from(number) * step);
    let costs = logarithms.map(|logarithm| (cost(logarithm), logarithm));
    let best = costs.min_by(|one, other| one.0.total_cmp(&other.0));
    let exponent = best.map_or(1.0, |(_, logarithm)| logarithm.exp());
    shift(candidates, &usual, log_factors, exponent);
}

/// What is given away in the mean.
fn mean_loss(candidates: &[Candidate]) -> f64 {
    let losses = candidates
        .iter()
        .map(|it| it.probability * it.exploited_loss);
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

    fn candidates(numbers: &[(f64, f64)]) -> Vec<Candidate> {
        let moves = Position::start().legal_moves();
        let all = numbers.iter().zip(moves);
        all.map(|(&(probability, result_loss), mv)| {
            Candidate::example(mv, probability, result_loss)
        })
        .collect()
    }

    #[test]
    fn a_taste_for_bad_moves_makes_the_rest_more_careful() {
        let before = candidates(&[(0.5, 0.0), (0.3, 0.05), (0.15, 0.02), (0.05, 0.4)]);
        let mut after = before.clone();
        shift_at_same_strength(&mut after, &[0.0, 1.0, 0.0, 0.0]);
        assert!((mean_loss(&after) / mean_loss(&before) - 1.0).abs() < 0.1);
        assert!(after[1].probability > 0.4, "{after:?}");
        assert!(after[3].probability < 0.03, "{after:?}");
        let sum: f64 = after.iter().map(|it| it.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_mood_does_not_make_it_wild_where_nothing_depends_on_it() {
        // The likeliest move loses as much as the mean, and no exponent makes up for the mood.
        let before = candidates(&[(0.6, 0.04), (0.25, 0.05), (0.1, 0.0), (0.05, 0.04)]);
        let mut after = before.clone();
        shift_at_same_strength(&mut after, &[-0.1, 0.2, -0.2, 0.1]);
        for (before, after) in before.iter().zip(&after) {
            let ratio = after.probability / before.probability;
            assert!((0.6..1.6).contains(&ratio), "{ratio}");
        }
    }

    #[test]
    fn what_opponents_would_miss_is_no_reason_for_care() {
        let before = candidates(&[(0.5, 0.0), (0.3, 0.05), (0.15, 0.3), (0.05, 0.4)]);
        let best_after = |exploited_loss: f64| {
            let mut after = before.clone();
            after[2].exploited_loss = exploited_loss;
            shift_at_same_strength(&mut after, &[0.0, 0.0, 1.0, 0.0]);
            after[0].probability
        };
        assert!(best_after(0.0) < best_after(0.1) && best_after(0.1) < best_after(0.3));
    }

    #[test]
    fn a_taste_for_good_moves_makes_it_more_careless() {
        let before = candidates(&[(0.5, 0.0), (0.3, 0.05), (0.2, 0.3)]);
        let mut after = before.clone();
        shift_at_same_strength(&mut after, &[0.5, 0.0, 0.0]);
        assert!((mean_loss(&after) / mean_loss(&before) - 1.0).abs() < 0.1);
        let mut same = before.clone();
        shift_at_same_strength(&mut same, &[0.7, 0.7, 0.7]);
        assert_eq!(same, before);
    }
}
