//! Scores: centipawns or a distance to mate, from the side to move; and scores as text.
//!
//! Evaluation, search and transposition table agree on this scale. From the bottom: mated in `n`
//! plies is `-MATE + n`, tablebase losses above that, then every undecided score within
//! `-UNDECIDED_LIMIT..=UNDECIDED_LIMIT`, then the mirror image.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply, counted from the root, that a search may reach.
pub const MAX_PLY: usize = 128;

const MATE: i32 = 32_000;
/// Mates lie within this many plies of [`MATE`]: the distance from the root to a node and the one
/// from the node to the mate add up.
const MATE_PLIES: i32 = 2 * MAX_PLY as i32;
/// A tablebase win on the board; one less for each half-move to it.
const TABLEBASE: i32 = 31_000;
const DECISIVE: i32 = 30_000;

/// A score in centipawns, or a mate in plies, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// An even game.
    pub const DRAW: Score = Score(0);
    /// Above every score a search returns.
    pub const INFINITE: Score = Score(MATE + 1);
    /// The largest score that promises neither mate nor a tablebase win.
    pub const UNDECIDED_LIMIT: Score = Score(DECISIVE - 1);

    /// A score of `cp` centipawns, clamped to what an undecided game can be worth.
    pub const fn from_cp(cp: i32) -> Score {
        if cp >= DECISIVE {
            Score(DECISIVE - 1)
        } else if cp <= -DECISIVE {
            Score(1 - DECISIVE)
        } else {
            Score(cp)
        }
    }

    /// The side to move mates in `plies` half-moves.
    pub const fn mate_in(plies: usize) -> Score {
        Score(MATE - plies as i32)
    }

    /// The side to move is mated in `plies` half-moves; 0 is checkmate on the board.
    pub const fn mated_in(plies: usize) -> Score {
        Score(plies as i32 - MATE)
    }

    /// The side to move reaches a position in `plies` half-moves that a tablebase calls won.
    pub const fn tablebase_win_in(plies: usize) -> Score {
        Score(TABLEBASE - plies as i32)
    }

    /// The side to move cannot avoid a position in `plies` half-moves that a tablebase calls lost.
    pub const fn tablebase_loss_in(plies: usize) -> Score {
        Score(plies as i32 - TABLEBASE)
    }

    /// The number on the scale: centipawns when [`Self::is_decisive`] is false.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`Self::raw`], clamped to the scale.
    pub const fn from_raw(raw: i32) -> Score {
        if raw > MATE + 1 {
            Score(MATE + 1)
        } else if raw < -MATE - 1 {
            Score(-MATE - 1)
        } else {
            Score(raw)
        }
    }

    /// Whether the game is decided: a mate or a tablebase win for one side.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= DECISIVE
    }

    /// Whether the side to move wins by force.
    pub const fn is_win(self) -> bool {
        self.0 >= DECISIVE
    }

    /// Whether the side to move loses by force.
    pub const fn is_loss(self) -> bool {
        self.0 <= -DECISIVE
    }

    /// The distance to mate in plies, negative when the side to move is mated.
    pub fn mate_distance_plies(self) -> Option<i32> {
        if self.0.abs() > MATE {
            None
        } else if self.0 >= MATE - MATE_PLIES {
            Some(MATE - self.0)
        } else if self.0 <= MATE_PLIES - MATE {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// The distance to mate in full moves, negative when the side to move is mated; 0 is checkmate
    /// on the board.
    pub fn mate_distance_moves(self) -> Option<i32> {
        self.mate_distance_plies()
            .map(|plies| (plies + plies.signum()) / 2)
    }

    /// The score as PGN's comment `[%eval ...]` has it: pawns (`0.34`) or moves to mate (`#3`,
    /// `#-2`). PGN counts from White's side, so the caller negates a score of Black.
    pub fn pgn_eval(self) -> String {
        match self.mate_distance_moves() {
            Some(moves) => format!("#{moves}"),
            None => format!("{:.2}", f64::from(self.0) / 100.0),
        }
    }

    /// The score in centipawns with a sign (`+34`), or moves to mate (`mate 3`, `mate -2`).
    pub fn in_centipawns(self) -> String {
        match self.mate_distance_moves() {
            Some(moves) => format!("mate {moves}"),
            None => format!("{:+}", self.0),
        }
    }

    /// The form in which a transposition table keeps the score of a node `ply` plies below the
    /// root: decisive scores count from the node instead of from the root, so that a transposition
    /// reached by a longer way does not look like progress.
    pub const fn relative_to_node(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Self::relative_to_node`]: a table's score seen from the root again.
    pub const fn relative_to_root(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    fn add(self, cp: i32) -> Score {
        Score(self.0 + cp)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, cp: i32) -> Score {
        Score(self.0 - cp)
    }
}

impl fmt::Display for Score {
    /// For people: `+0.34`, `-2.10`, `mate in 3`, `mated in 2` (full moves), `tablebase win`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance_moves() {
            Some(0) => write!(f, "checkmated"),
            Some(moves) if moves > 0 => write!(f, "mate in {moves}"),
            Some(moves) => write!(f, "mated in {}", -moves),
            None if self.is_win() => write!(f, "tablebase win"),
            None if self.is_loss() => write!(f, "tablebase loss"),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_survive_the_table_at_any_ply() {
        for ply in 0..MAX_PLY {
            for plies in ply..MAX_PLY {
                for score in [Score::mate_in(plies), Score::mated_in(plies)] {
                    assert_eq!(score.relative_to_node(ply).relative_to_root(ply), score);
                    assert!(score.is_decisive());
                    assert_eq!(
                        score.mate_distance_plies().map(i32::abs),
                        Some(plies as i32)
                    );
                }
            }
        }
    }

    #[test]
    fn nearer_mates_are_better_to_give_and_worse_to_receive() {
        assert!(Score::mate_in(1) > Score::mate_in(3));
        assert!(Score::mated_in(2) < Score::mated_in(4));
        assert!(Score::INFINITE > Score::mate_in(0));
        assert!(Score::from_cp(99_999) == Score::UNDECIDED_LIMIT);
        assert!(!Score::from_cp(-99_999).is_decisive());
    }

    #[test]
    fn tablebase_results_lie_between_mates_and_evaluations() {
        for plies in 0..MAX_PLY {
            let win = Score::tablebase_win_in(plies);
            assert!(win.is_win() && win > Score::UNDECIDED_LIMIT);
            assert!(win < Score::mate_in(MAX_PLY));
            assert_eq!(win.mate_distance_plies(), None);
            assert_eq!(-win, Score::tablebase_loss_in(plies));
            assert_eq!(win.relative_to_node(plies), Score::tablebase_win_in(0));
        }
        assert_eq!(Score::tablebase_win_in(3).to_string(), "tablebase win");
    }

    #[test]
    fn people_read_full_moves() {
        assert_eq!(Score::mate_in(5).to_string(), "mate in 3");
        assert_eq!(Score::mated_in(2).to_string(), "mated in 1");
        assert_eq!(Score::mated_in(0).to_string(), "checkmated");
        assert_eq!(Score::from_cp(-210).to_string(), "-2.10");
    }

    #[test]
    fn each_reader_has_a_form_of_its_own() {
        for (score, pgn_eval, in_centipawns) in [
            (Score::from_cp(34), "0.34", "+34"),
            (Score::from_cp(-5), "-0.05", "-5"),
            (Score::DRAW, "0.00", "+0"),
            (Score::mate_in(5), "#3", "mate 3"),
            (Score::mated_in(4), "#-2", "mate -2"),
        ] {
            assert_eq!(score.pgn_eval(), pgn_eval);
            assert_eq!(score.in_centipawns(), in_centipawns);
        }
    }
}
