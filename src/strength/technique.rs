//! Technique: what everybody from 800 on knows against a lone king. Won endings are won, and nothing
//! stalemates.

use crate::board::{Move, Position};
use crate::endgame::elementary_mate_plies;

/// The rating from which technique is known.
const KNOWN_FROM_ELO: i32 = 800;
/// From so many half-moves without capture or pawn move on, only the shortest way is good enough.
const PATIENCE_PLIES: u32 = 30;
/// A longer way to the mate than the shortest is taken when it costs no more than this.
const DETOUR_PLIES: i32 = 4;

/// Whether a move of a position is out of the question for a player who knows his technique.
///
/// Against a lone king no move stalemates; and where the mate is elementary, the pieces are not lost
/// and the mate does not move far away. Mates count once they are solved, which
/// [`super::root_scores::ScoreSearcher::new`] sees to.
pub(super) fn is_bad_technique(position: &Position, mv: Move, elo: i32) -> bool {
    let them = !position.side_to_move();
    if elo < KNOWN_FROM_ELO || position.colors(them).len() > 1 {
        return false;
    }
    let next = position.play(mv);
    if next.is_stalemate() {
        return true;
    }
    let Some(plies) = elementary_mate_plies(position).filter(|&plies| plies > 0) else {
        return false;
    };
    let detour = match position.halfmove_clock() < PATIENCE_PLIES {
        true => DETOUR_PLIES,
        false => 0,
    };
    match elementary_mate_plies(&next) {
        Some(left) if left < 0 => -left > plies - 1 + detour,
        _ => !next.is_checkmate(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::solve_all;

    /// Plays moves that technique allows, at random, against a king that runs; whether it is mate.
    fn is_won(fen: &str, mut random: u64) -> bool {
        solve_all();
        let mut position: Position = fen.parse().unwrap();
        let strong = position.side_to_move();
        for _ in 0..200 {
            if position.is_checkmate() {
                return position.side_to_move() != strong;
            }
            let own = position.side_to_move() == strong;
            let mut moves = position.legal_moves();
            if own {
                moves.retain(|mv| !is_bad_technique(&position, *mv, 1_000));
            }
            if moves.is_empty() || position.is_fifty_move_draw() {
                return false;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
        }
        false
    }

    #[test]
    fn won_endings_are_won() {
        for fen in [
            "8/8/8/4k3/8/8/8/KR6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "kr6/8/8/8/4K3/8/8/8 b - - 20 40",
        ] {
            for seed in 0..20 {
                assert!(is_won(fen, seed), "{fen} {seed}");
            }
        }
    }

    #[test]
    fn nobody_from_800_on_stalemates_a_lone_king() {
        let position: Position = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1".parse().unwrap();
        let stalemate = position.parse_move("f1f7").unwrap();
        assert!(is_bad_technique(&position, stalemate, 800));
        assert!(!is_bad_technique(&position, stalemate, 700));
        let mate = position.parse_move("f1f8").unwrap();
        assert!(!is_bad_technique(&position, mate, 800));
        let loose = position.parse_move("f1a1").unwrap();
        assert!(!is_bad_technique(&position, loose, 800));
    }
}
