//! Care: how much a player shrinks from errors that only a deeper look shows, beside a draw from what
//! people of his rating play.

use super::candidate::Candidate;
use super::root_scores::RootScores;

/// A first look shows a loss of this and more.
const SHOWN_CP: i32 = 150;
pub(super) const FIRST_LOOK: usize = 0;

/// Divides the odds of each move whose loss the first look does not show by the exponential of `care`
/// times the expected result that it gives away. Together these moves stay as likely as they are, and
/// so does what loses at sight: pieces are left hanging as often as before.
///
/// The candidates are in the order of the scores.
pub(super) fn take_care(candidates: &mut [Candidate], scores: &RootScores, care: f64) {
    let is_shown = |number| scores.loss_cp(number, FIRST_LOOK) >= SHOWN_CP;
    let mut hidden: Vec<&mut Candidate> = candidates
        .iter_mut()
        .enumerate()
        .filter(|&(number, _)| !is_shown(number))
        .map(|(_, candidate)| candidate)
        .collect();
    let before: f64 = hidden.iter().map(|it| it.probability).sum();
    for it in &mut hidden {
        it.probability *= (-care * it.result_loss).exp();
    }
    let after: f64 = hidden.iter().map(|it| it.probability).sum();
    if after > 0.0 {
        for it in hidden {
            it.probability *= before / after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn shares(care: f64) -> Vec<f64> {
        let moves = Position::start().legal_moves();
        let looks = [[0, 0, 0], [0, 0, -200], [-300, -300, -300]];
        let scores = RootScores {
            moves: moves[..3].to_vec(),
            cp: looks.to_vec(),
        };
        let numbers = [(0.5, 0.0), (0.3, 0.2), (0.2, 0.3)];
        let all = numbers.iter().zip(&moves[..3]);
        let mut candidates: Vec<Candidate> = all
            .map(|(&(probability, result_loss), &mv)| {
                Candidate::example(mv, probability, result_loss)
            })
            .collect();
        take_care(&mut candidates, &scores, care);
        candidates.iter().map(|it| it.probability).collect()
    }

    #[test]
    fn the_careful_play_less_of_what_is_refuted_later_and_hang_as_much_as_before() {
        let usual = shares(0.0);
        for (share, expected) in usual.iter().zip([0.5, 0.3, 0.2]) {
            assert!((share - expected).abs() < 1e-12, "{usual:?}");
        }
        let (careless, careful) = (shares(-5.0), shares(5.0));
        assert!(
            careful[1] < 0.2 && careless[1] > 0.45,
            "{careful:?} {careless:?}"
        );
        for all in [careless, careful] {
            assert!((all[2] - 0.2).abs() < 1e-12, "{all:?}");
            assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
