//! How strongly the weights of a player are held at those of everybody: as games tell that were held
//! back. Up to infinitely strongly, when a player cannot be told from everybody.

use std::collections::BTreeMap;

use super::choice_data::{ObservedChoice, mean_log_likelihood};
use super::newton::{Ridge, fit};
use crate::lab::parallel::in_order;

/// Parts of the games, each of which is held back once.
const FOLDS: usize = 5;

/// The mean log likelihood, in nats, of the choices in games that were held back, for each of several
/// ridges. Games are dealt out to the folds in turn; each fit starts from the one before, so that ridges
/// should go from strong to weak.
pub fn held_out(choices: &[ObservedChoice], ridges: &[Ridge], threads: usize) -> Vec<f64> {
    let numbers: BTreeMap<u32, usize> = choices.iter().map(|it| (it.game, 0)).collect();
    let numbers: BTreeMap<u32, usize> = numbers.into_keys().zip(0..).collect();
    let fold_of = |choice: &ObservedChoice| numbers[&choice.game] % FOLDS;
    let part = |fold: u64| {
        let (held, learnt): (Vec<&ObservedChoice>, Vec<&ObservedChoice>) = choices
            .iter()
            .partition(|choice| fold_of(choice) as u64 == fold);
        let mut weights = ridges.first().map_or(Vec::new(), |it| it.centre.clone());
        let likelihoods: Vec<f64> = ridges
            .iter()
            .map(|ridge| {
                weights = fit(&learnt, ridge, &weights, 1).weights;
                mean_log_likelihood(held.iter().copied(), &weights)
            })
            .collect();
        (held.len() as f64, likelihoods)
    };
    let mut sums = vec![0.0; ridges.len()];
    in_order(threads, FOLDS as u64, part, |(count, likelihoods)| {
        for (sum, mean) in sums.iter_mut().zip(likelihoods) {
            *sum += count * mean;
        }
        true
    });
    let count = choices.len().max(1) as f64;
    sums.into_iter().map(|sum| sum / count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::statistics::place_of_largest;
    use crate::lab::twin::made_up::{draw_choices, ridge_of};

    #[test]
    fn folds_hold_back_who_is_everybody_and_let_go_who_is_not() {
        let strengths = [f64::INFINITY, 100.0, 1.0];
        let ridges = strengths.map(|strength| ridge_of(3, strength));
        let own = draw_choices(800, &[1.0, -1.0, 0.5], 3);
        let likelihoods = held_out(&own, &ridges, 1);
        let best = |likelihoods: &[f64]| place_of_largest(likelihoods.iter().copied());
        assert_eq!(best(&likelihoods), Some(2), "{likelihoods:?}");
        assert!((likelihoods[0] + 6.0_f64.ln()).abs() < 1e-9);
        assert_eq!(likelihoods, held_out(&own, &ridges, 3));
        let everybody = draw_choices(150, &[0.0, 0.0, 0.0], 5);
        assert_ne!(best(&held_out(&everybody, &ridges, 1)), Some(2));
    }
}
