//! Technique: what people know against a lone king. Won endings are won, and nothing stalemates or
//! repeats.

use crate::board::{KeyHistory, Move, Piece, Position};
use crate::endgame::elementary_mate_plies;

/// The ratings from which the mates are known: with a queen or rook, with two bishops, with bishop and
/// knight. The last two are a guess.
const KNOWN_FROM_ELO: i32 = 800;
const TWO_BISHOPS_KNOWN_FROM_ELO: i32 = 1_400;
const BISHOP_AND_KNIGHT_KNOWN_FROM_ELO: i32 = 1_900;
/// From so many half-moves without capture or pawn move on, and once a position has come again, only the
/// shortest way is good enough.
const PATIENCE_PLIES: u32 = 30;
/// A longer way to the mate than the shortest is taken when it costs no more than this.
const DETOUR_PLIES: i32 = 4;

/// Whether a move of a position is out of the question for a player who knows his technique.
///
/// Against a lone king no move stalemates; and where the mate is elementary and known, the pieces are
/// not lost, the mate does not move far away, and no position of the game, of which `history` tells, comes
/// again unless the shortest way leads through it. So some move is always left. Mates count once they are
/// solved, which [`super::root_scores::ScoreSearcher::new`] sees to.
pub(super) fn is_bad_technique(
    position: &Position,
    history: &KeyHistory,
    mv: Move,
    elo: i32,
) -> bool {
    let them = !position.side_to_move();
    if elo < KNOWN_FROM_ELO || position.colors(them).len() > 1 {
        return false;
    }
    let next = position.play(mv);
    if next.is_stalemate() {
        return true;
    }
    if elo < known_from_elo(position) {
        return false;
    }
    let Some(plies) = elementary_mate_plies(position).filter(|&plies| plies > 0) else {
        return false;
    };
    let detour_plies = match elementary_mate_plies(&next) {
        Some(left) if left < 0 => -left - (plies - 1),
        _ => return !next.is_checkmate(),
    };
    // After a position has come again only the shortest way is taken, and on it none can come a third time.
    let is_patient = history.twice_stood_salt() == 0 && position.halfmove_clock() < PATIENCE_PLIES;
    let mut history = history.clone();
    history.push(&next);
    let comes_again = history.occurrences_before() > 0;
    detour_plies > 0 && (!is_patient || comes_again || detour_plies > DETOUR_PLIES)
}

/// The rating from which the mate with the pieces of the side to move is known.
fn known_from_elo(position: &Position) -> i32 {
    let own = |piece| position.colored_pieces(position.side_to_move(), piece);
    let has = |piece| !own(piece).is_empty();
    match () {
        () if has(Piece::Queen) || has(Piece::Rook) || has(Piece::Pawn) => KNOWN_FROM_ELO,
        () if has(Piece::Knight) => BISHOP_AND_KNIGHT_KNOWN_FROM_ELO,
        () => TWO_BISHOPS_KNOWN_FROM_ELO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::solve_all;

    fn is_bad(position: &Position, mv: Move, elo: i32) -> bool {
        is_bad_technique(position, &KeyHistory::starting_at(position), mv, elo)
    }

    /// Plays moves that technique allows, at random, against a king that goes back to where it was when
    /// it can; whether it is mate.
    fn is_won(fen: &str, mut random: u64) -> bool {
        solve_all();
        let mut position: Position = fen.parse().unwrap();
        let mut history = KeyHistory::starting_at(&position);
        let strong = position.side_to_move();
        let occurrences = |history: &KeyHistory, next: &Position| {
            let mut history = history.clone();
            history.push(next);
            history.occurrences_before()
        };
        for _ in 0..200 {
            if position.is_checkmate() {
                return position.side_to_move() != strong;
            }
            let mut moves = position.legal_moves();
            if position.side_to_move() == strong {
                moves.retain(|mv| !is_bad_technique(&position, &history, *mv, 1_000));
            } else {
                let back = |mv: &Move| occurrences(&history, &position.play(*mv));
                let most = moves.iter().map(back).max();
                moves.retain(|mv| Some(back(mv)) == most);
            }
            if moves.is_empty() || position.is_fifty_move_draw() || history.occurrences_before() > 1
            {
                return false;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
            history.push(&position);
        }
        false
    }

    #[test]
    fn won_endings_are_won() {
        for fen in [
            "8/8/8/4k3/8/8/8/KR6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "kr6/8/8/8/4K3/8/8/8 b - - 20 40",
            "8/5K2/8/8/6R1/8/k7/8 w - - 0 1",
            "8/8/1K6/3R4/1k6/8/8/8 w - - 0 1",
        ] {
            for seed in 0..100 {
                assert!(is_won(fen, seed), "{fen} {seed}");
            }
        }
    }

    #[test]
    fn nobody_from_800_on_stalemates_a_lone_king() {
        let position: Position = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1".parse().unwrap();
        let stalemate = position.parse_move("f1f7").unwrap();
        assert!(is_bad(&position, stalemate, 800));
        assert!(!is_bad(&position, stalemate, 700));
        let mate = position.parse_move("f1f8").unwrap();
        assert!(!is_bad(&position, mate, 800));
        let loose = position.parse_move("f1a1").unwrap();
        assert!(!is_bad(&position, loose, 800));
    }

    #[test]
    fn the_mates_are_known_one_after_the_other() {
        solve_all();
        let loses = |fen: &str, text: &str, elo| {
            let position: Position = fen.parse().unwrap();
            is_bad(&position, position.parse_move(text).unwrap(), elo)
        };
        let bishops = "8/8/8/3k4/8/4B3/8/K4B2 w - - 0 1";
        assert!(!loses(bishops, "e3d4", 1_300) && loses(bishops, "e3d4", 1_400));
        let mixed = "8/8/8/3k4/8/4B3/8/K4N2 w - - 0 1";
        assert!(!loses(mixed, "e3d4", 1_800) && loses(mixed, "e3d4", 1_900));
    }

    #[test]
    fn nothing_is_repeated_on_the_way_to_a_mate() {
        solve_all();
        let mut position: Position = "8/8/8/4k3/8/8/8/KR6 w - - 0 1".parse().unwrap();
        let mut history = KeyHistory::starting_at(&position);
        for text in ["b1b2", "e5e4", "b2b1", "e4e5"] {
            position = position.play(position.parse_move(text).unwrap());
            history.push(&position);
        }
        let again = position.parse_move("b1b2").unwrap();
        assert!(is_bad_technique(&position, &history, again, 1_000));
        let other = position.parse_move("a1b2").unwrap();
        assert!(!is_bad_technique(&position, &history, other, 1_000));
    }
}
