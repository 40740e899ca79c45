//! Prospects: what is left to play for in an ending that is drawn or lost.
//!
//! Owns the count of replies by which the opponent would let the result slip. Moves that are equal
//! to perfect players differ in this, which is the whole of swindling. It must not know how much
//! anybody cares.

use super::root_moves::{ProvenMove, ProvenMoves};
use super::syzygy::{Tablebase, WinDrawLoss};
use crate::board::{Move, Position};

/// Everything, in permille.
const ALL: i32 = 1_000;

/// What the opponent finds after a root move.
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
    /// How hard the move makes it: the chance of a slip; in a lost position, half of that and half
    /// of how long it takes.
    pub fn hardship_permille(&self) -> i32 {
        match self.resistance_permille {
            0 => self.slips_permille,
            resistance => (self.slips_permille + resistance) / 2,
        }
    }
}

/// The prospects of the moves of an ending that the side to move cannot win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prospects {
    moves: Vec<MoveProspects>,
    are_proven: bool,
}

impl Prospects {
    /// Prospects that were found by other means than tables.
    pub fn new(moves: Vec<MoveProspects>) -> Prospects {
        Prospects {
            moves,
            are_proven: false,
        }
    }

    /// By the tables, for each move that keeps the result. `None` where there is a win to play for
    /// instead, or a table is missing.
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

/// Replies after which the side that has just moved stands better than `kept`, in permille.
fn slips_permille(tablebase: &Tablebase, after: &Position, kept: WinDrawLoss) -> Option<i32> {
    let replies = after.legal_moves();
    let mut slips = 0;
    for &reply in &replies {
        slips += i32::from(tablebase.outcome(&after.play(reply))? > kept);
    }
    Some(ALL * slips / (replies.len() as i32).max(1))
}
