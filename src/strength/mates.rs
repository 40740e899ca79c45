//! Mates in one, seen as often as people of a rating see them.

use super::candidate::Candidate;
use crate::board::Position;
use crate::piecewise::along;

/// How many of a hundred mates in one are played, by rating (Lichess games of a few minutes and more).
/// The counts have errors of 4 to 8; those from 1,600 to 2,400 were 75, 78, 73, 68 and 71, too few to
/// tell apart, so that they count as one, and the last is a guess beyond the data.
const MATES_SEEN: [(i32, f64); 6] = [
    (800, 52.0),
    (1_000, 67.0),
    (1_200, 69.0),
    (1_400, 74.0),
    (2_400, 74.0),
    (2_800, 100.0),
];

/// The share of mates in one that players of a rating see.
pub(super) fn mates_seen(elo: i32) -> f64 {
    along(&MATES_SEEN, elo) / 100.0
}

/// Gives the moves that mate together the probability with which people see them.
pub(super) fn see_mates(position: &Position, candidates: &mut [Candidate], elo: i32) {
    let mates: Vec<bool> = candidates
        .iter()
        .map(|it| position.play(it.mv).is_checkmate())
        .collect();
    let own = candidates.iter().zip(&mates).filter(|(_, mate)| **mate);
    let sum: f64 = own.map(|(it, _)| it.probability).sum();
    if sum <= 0.0 || sum >= 1.0 {
        return;
    }
    let seen = mates_seen(elo);
    for (candidate, mate) in candidates.iter_mut().zip(mates) {
        candidate.probability *= match mate {
            true => seen / sum,
            false => (1.0 - seen) / (1.0 - sum),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_in_one_are_seen_as_often_as_people_see_them() {
        let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
        let legal = position.legal_moves();
        let share = 1.0 / legal.len() as f64;
        let mut candidates: Vec<Candidate> = legal
            .iter()
            .map(|&mv| Candidate::example(mv, share, 0.0))
            .collect();
        see_mates(&position, &mut candidates, 1_100);
        let mate = position.parse_move("a1a8").unwrap();
        let found = candidates.iter().find(|it| it.mv == mate).unwrap();
        assert!((found.probability - 0.68).abs() < 1e-9, "{found:?}");
        let sum: f64 = candidates.iter().map(|it| it.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}
