//! Prospects of a swindle: what is left to play for in an endgame that is drawn or lost.
//!
//! Counts the replies with which the opponent would let the result slip. Moves that are equal to
//! perfect players differ in this.

use super::root_moves::{ProvenMove, ProvenMoves};
use super::syzygy::Tablebase;
use super::win_draw_loss::WinDrawLoss;
use crate::board::{Move, Position};

/// The whole, in permille.
const ALL: i32 = 1_000;

/// How hard a root move makes it for the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveProspects {
    /// The move.
    pub mv: Move,
    /// Replies that let the result slip, in permille of all.
    pub slips_permille: i32,
    /// How long a loss takes, in permille of the longest among the moves; 0 in a draw.
    pub resistance_permille: i32,
}

impl MoveProspects {
    /// The hardship: the share of replies that slip; in a lost position, the mean of that and the
    /// resistance.
    pub fn hardship_permille(&self) -> i32 {
        match self.resistance_permille {
            0 => self.slips_permille,
            resistance => (self.slips_permille + resistance) / 2,
        }
    }
}

/// The prospects of all moves of an endgame that the side to move cannot win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prospects {
    moves: Vec<MoveProspects>,
    are_proven: bool,
}

impl Prospects {
    /// Prospects that were not found by tables.
    pub fn new(moves: Vec<MoveProspects>) -> Prospects {
        Prospects {
            moves,
            are_proven: false,
        }
    }

    /// Looks up each move that keeps the result. `None` where the side to move can win, or a table
    /// is missing.
    pub fn look_up(
        tablebase: &Tablebase,
        position: &Position,
        proven_moves: &ProvenMoves,
    ) -> Option<Prospects> {
        if proven_moves.outcome() > WinDrawLoss::Draw {
            return None;
        }
        let keeping = proven_moves.keeping().into_iter();
        let kept: Vec<ProvenMove> = keeping.filter_map(|mv| proven_moves.of(mv)).collect();
        let distances = kept
            .iter()
            .map(|proven_move| proven_move.distance_plies.abs());
        let longest = distances.max().unwrap_or(0).max(1);
        let prospects = |proven_move: &ProvenMove| {
            let after = position.play(proven_move.mv);
            Some(MoveProspects {
                mv: proven_move.mv,
                slips_permille: slips_permille(tablebase, &after, proven_move.outcome)?,
                resistance_permille: ALL * proven_move.distance_plies.abs() / longest,
            })
        };
        let moves: Option<Vec<MoveProspects>> = kept.iter().map(prospects).collect();
        Some(Prospects {
            moves: moves?,
            are_proven: true,
        })
    }

    /// Whether tables have proven that all these moves lead to the same result.
    pub fn are_proven(&self) -> bool {
        self.are_proven
    }

    /// Those of one move.
    pub fn of(&self, mv: Move) -> Option<MoveProspects> {
        self.moves.iter().copied().find(|known| known.mv == mv)
    }
}

/// The share of replies, in permille, after which the side that has just moved stands better than
/// `kept`.
fn slips_permille(tablebase: &Tablebase, after: &Position, kept: WinDrawLoss) -> Option<i32> {
    let replies = after.legal_moves();
    let mut slips = 0;
    for &reply in &replies {
        slips += i32::from(tablebase.outcome(&after.play(reply))? > kept);
    }
    Some(ALL * slips / (replies.len() as i32).max(1))
}
