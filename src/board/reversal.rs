//! Reversals: which move turns one position into another, known from the keys alone.
//!
//! A move without capture, pawn or right changes the key by a number that depends on piece and
//! squares only. All those numbers lie in one cuckoo table (Marcel van Kervinck's idea), so two
//! looks tell whether two keys are one such move apart. It must not know any game.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Color, Move, Piece, Square};

use super::attacks;
use super::next_key::key_difference;
use super::position::Position;

/// A power of two, somewhat more than twice the number of moves.
const SLOTS: usize = 8_192;

/// How often an insertion may push another out; far more than it takes.
const MAX_PUSHES: usize = 1_000;

/// A piece's way between two squares, either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reversal {
    one: Square,
    other: Square,
}

impl Reversal {
    /// The move of the side to move along this way, if a piece of its own stands at one end and
    /// the way is free. Whether it leaves the king in check is the caller's to ask.
    pub(super) fn playable_in(self, position: &Position) -> Option<Move> {
        let occupied = position.occupied();
        let (from, to) = match (occupied.has(self.one), occupied.has(self.other)) {
            (true, false) => (self.one, self.other),
            (false, true) => (self.other, self.one),
            _ => return None,
        };
        let is_own = position.colors(position.side_to_move()).has(from);
        let is_free = attacks::between(from, to).is_disjoint(occupied);
        (is_own && is_free).then_some(Move {
            from,
            to,
            promotion: None,
        })
    }
}

/// The reversal that changes a key by `difference`, if there is one.
#[inline]
pub(super) fn find(difference: u64) -> Option<Reversal> {
    let table = &*TABLE;
    homes(difference).into_iter().find_map(|home| {
        let (key, reversal) = table[home]?;
        (key == difference).then_some(reversal)
    })
}

type Table = Vec<Option<(u64, Reversal)>>;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = vec![None; SLOTS];
    for color in Color::ALL {
        for piece in Piece::ALL {
            for_each_way(piece, color, |difference, reversal| {
                insert(&mut table, (difference, reversal));
            });
        }
    }
    table
});

/// The two slots in which a key may lie.
fn homes(key: u64) -> [usize; 2] {
    [key as usize % SLOTS, (key >> 16) as usize % SLOTS]
}

/// Puts an entry into one of its slots; who lies there moves to its other one.
fn insert(table: &mut Table, mut entry: (u64, Reversal)) {
    let mut slot = homes(entry.0)[0];
    for _ in 0..MAX_PUSHES {
        match table[slot].replace(entry) {
            None => return,
            Some(pushed) => {
                let [first, second] = homes(pushed.0);
                slot = if slot == first { second } else { first };
                entry = pushed;
            }
        }
    }
}

/// Calls `visit` with each way of a piece on the empty board and what it changes in a key.
fn for_each_way(piece: Piece, color: Color, mut visit: impl FnMut(u64, Reversal)) {
    if piece == Piece::Pawn {
        return;
    }
    for one in Square::ALL {
        let reach = attacks::piece(piece, color, one, BitBoard::EMPTY);
        for other in reach.into_iter().filter(|&other| one < other) {
            visit(
                key_difference(color, piece, one, other),
                Reversal { one, other },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_every_piece_is_found() {
        let mut ways = 0;
        for color in Color::ALL {
            for piece in Piece::ALL {
                for_each_way(piece, color, |difference, reversal| {
                    assert_eq!(find(difference), Some(reversal));
                    ways += 1;
                });
            }
        }
        assert_eq!(ways, 3_668, "of kings, queens, rooks, bishops and knights");
        assert_eq!(find(0), None);
        assert_eq!(find(1), None);
    }

    #[test]
    fn a_blocked_way_and_a_foreign_piece_are_not_playable() {
        let rook = Reversal {
            one: Square::A1,
            other: Square::A8,
        };
        for (fen, playable) in [
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", false),
            ("4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", false),
            ("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(rook.playable_in(&position).is_some(), playable, "{fen}");
        }
    }
}
