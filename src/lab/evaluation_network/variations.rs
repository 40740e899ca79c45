//! Variations: positions a few random moves away from those of games, such as a search meets and games do
//! not.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::board::{Move, Position};

/// The most random moves.
const MOST_PLIES: u32 = 3;
/// One move in so many is a capture or a promotion, where there is one. Searches try more of them than of
/// all moves.
const TACTICAL_SHARE: u32 = 3;

/// A position that comes of this one by one to three random moves; `None` where the game is over or the side
/// to move is in check, which no search evaluates.
pub fn variation(position: &Position, random: &mut ChaCha8Rng) -> Option<Position> {
    let mut position = position.clone();
    for _ in 0..=random.next_u32() % MOST_PLIES {
        position = position.play(random_move(&position, random)?);
    }
    (!position.in_check() && position.has_legal_move()).then_some(position)
}

fn random_move(position: &Position, random: &mut ChaCha8Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let tactical = moves.iter().filter(|&&mv| position.is_tactical(mv));
    let mut choice: Vec<Move> = match random.next_u32().is_multiple_of(TACTICAL_SHARE) {
        true => tactical.copied().collect(),
        false => Vec::new(),
    };
    if choice.is_empty() {
        choice = moves.to_vec();
    }
    let number = random.next_u32() as usize % choice.len().max(1);
    choice.get(number).copied()
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn variations_are_quiet_for_the_king_and_hold_captures() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4";
        let start: Position = fen.parse().unwrap();
        let made: Vec<Position> = (0..300)
            .filter_map(|_| variation(&start, &mut random))
            .collect();
        assert!(made.len() > 250);
        assert!(made.iter().all(|it| !it.in_check()));
        let fewer = made
            .iter()
            .filter(|it| it.occupied().len() < start.occupied().len());
        assert!((80..200).contains(&fewer.count()));
        let mated: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
        assert_eq!(variation(&mated, &mut random), None);
    }
}
