//! The search of a strong player, and how far he follows it.

use super::candidate::Candidate;
use super::last_move::LastMove;
use crate::board::{Move, Position};

/// A player takes back without a search where that is his first thought and costs no more than this.
pub(super) const NATURAL_LOSS_CP: i32 = 30;
/// There his trust in the search is its share to this power: next to none at half of the moves, and all
/// of it at all of them.
pub(super) const NATURAL_SHARE_POWER: f64 = 8.0;

/// Gives the favourite of the search its share, and the others what is left.
pub(super) fn follow(
    position: &Position,
    last: Option<LastMove>,
    candidates: &mut [Candidate],
    favourite: Option<Move>,
    share: f64,
) {
    let share = match takes_back_naturally(position, last, candidates) {
        true => share.powf(NATURAL_SHARE_POWER),
        false => share,
    };
    if share > 0.0 && candidates.iter().any(|it| Some(it.mv) == favourite) {
        for candidate in candidates {
            candidate.probability *= 1.0 - share;
            if Some(candidate.mv) == favourite {
                candidate.probability += share;
            }
        }
    }
}

/// Whether the likeliest move wins material on the square of the opponent's last move, and is about as
/// good as any.
fn takes_back_naturally(
    position: &Position,
    last: Option<LastMove>,
    candidates: &[Candidate],
) -> bool {
    let likeliest = candidates
        .iter()
        .max_by(|one, other| one.probability.total_cmp(&other.probability));
    likeliest.zip(last).is_some_and(|(it, last)| {
        it.mv.to == last.to
            && it.loss_cp <= NATURAL_LOSS_CP
            && position.static_exchange_is_at_least(it.mv, 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the search's favourite where the likeliest move takes a knight back and loses so much
    /// beside it.
    fn share_of_favourite(loss_cp: i32, last: Option<&str>, share: f64) -> f64 {
        let fen = "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
        let position: Position = fen.parse().unwrap();
        let example = |text: &str, probability| {
            Candidate::example(position.parse_move(text).unwrap(), probability, 0.0)
        };
        let mut candidates = [example("d7c6", 0.7), example("g8f6", 0.3)];
        candidates[0].loss_cp = loss_cp;
        let favourite = candidates[1].mv;
        let last = last.map(|text| text.parse().unwrap());
        follow(&position, last, &mut candidates, Some(favourite), share);
        let sum: f64 = candidates.iter().map(|it| it.probability).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        candidates[1].probability
    }

    #[test]
    fn the_favourite_of_the_search_gets_its_share() {
        assert_eq!(share_of_favourite(0, None, 0.0), 0.3);
        assert!((share_of_favourite(0, None, 0.5) - 0.65).abs() < 1e-12);
        assert_eq!(share_of_favourite(0, None, 1.0), 1.0);
    }

    #[test]
    fn what_is_natural_is_taken_back_without_a_search() {
        let last = Some("b5c6");
        assert!(share_of_favourite(20, last, 0.5) < 0.31);
        assert!(
            share_of_favourite(100, last, 0.5) > 0.6,
            "it costs too much"
        );
        assert!(share_of_favourite(20, Some("a2a4"), 0.5) > 0.6);
        assert_eq!(share_of_favourite(20, last, 1.0), 1.0);
    }
}
