//! Pawn structure: values, piece-square tables, weak pawns (isolated, doubled, backward), chains
//! and phalanxes, candidates; and which pawns are passed.
//!
//! Everything here depends on the pawns of both colours alone, so that the pawn hash table can keep
//! it.

use super::masks::{adjacent_files, ahead, forward, passed_span, relative_rank};
use super::parameters::*;
use super::pieces::record_piece;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, Piece, Square, attacks};

/// Records all pawns and returns the passed ones.
pub(super) fn record<R: Recorder>(pawns: [BitBoard; 2], recorder: &mut R) -> BitBoard {
    let mut passed = BitBoard::EMPTY;
    for color in Color::ALL {
        let (own, enemies) = (pawns[color as usize], pawns[!color as usize]);
        for square in own {
            record_piece(recorder, color, Piece::Pawn, square);
            let pawn = Pawn::new(square, color, own, enemies);
            pawn.record_weakness(recorder);
            pawn.record_chain(recorder);
            if pawn.is_passed() {
                passed |= square.bitboard();
            } else if pawn.is_candidate() {
                recorder.add(color, CANDIDATE + pawn.rank, 1);
            }
        }
    }
    passed
}

/// One pawn and the pawns around it.
struct Pawn {
    square: Square,
    color: Color,
    rank: usize,
    own: BitBoard,
    /// Own pawns on the neighbouring files.
    neighbours: BitBoard,
    /// Neighbours on the same rank.
    phalanx: BitBoard,
    /// Own pawns that defend it.
    defenders: BitBoard,
    /// Enemy pawns before it on its own file.
    opposers: BitBoard,
    /// Enemy pawns that could stop or capture it on its way.
    stoppers: BitBoard,
    enemies: BitBoard,
}

impl Pawn {
    fn new(square: Square, color: Color, own: BitBoard, enemies: BitBoard) -> Pawn {
        let neighbours = own & adjacent_files(square);
        Pawn {
            square,
            color,
            rank: relative_rank(square, color),
            own,
            neighbours,
            phalanx: neighbours & square.rank().bitboard(),
            defenders: own & attacks::pawn(square, !color),
            opposers: enemies & ahead(square, color),
            stoppers: enemies & passed_span(square, color),
            enemies,
        }
    }

    fn is_isolated(&self) -> bool {
        self.neighbours.is_empty()
    }

    fn is_doubled(&self) -> bool {
        !(self.own & ahead(self.square, self.color)).is_empty()
    }

    /// Whether no neighbour stands beside or behind to defend it, and an enemy pawn stands on or
    /// attacks the square before it.
    fn is_backward(&self) -> bool {
        let front_neighbours = self.neighbours & passed_span(self.square, self.color);
        let stop = forward(self.square.bitboard(), self.color);
        let hit_on_stop = stop
            .into_iter()
            .any(|square| !(attacks::pawn(square, self.color) & self.enemies).is_empty());
        front_neighbours == self.neighbours && (hit_on_stop || !(stop & self.enemies).is_empty())
    }

    fn is_passed(&self) -> bool {
        self.stoppers.is_empty() && !self.is_doubled()
    }

    /// Whether it stands on a file without enemy pawns and has at least as many neighbours to help
    /// it as there are enemy pawns that guard its way.
    fn is_candidate(&self) -> bool {
        let guards = self.stoppers.len();
        let behind = self.neighbours - passed_span(self.square, self.color);
        self.opposers.is_empty() && !self.is_doubled() && behind.len() >= guards
    }

    fn record_weakness<R: Recorder>(&self, recorder: &mut R) {
        let opposed = usize::from(!self.opposers.is_empty());
        if self.is_isolated() {
            recorder.add(self.color, ISOLATED + opposed, 1);
        } else if self.is_backward() {
            recorder.add(self.color, BACKWARD + opposed, 1);
        }
        if self.is_doubled() {
            recorder.add(self.color, DOUBLED, 1);
            if self.is_isolated() {
                recorder.add(self.color, DOUBLED_ISOLATED, 1);
            }
        }
    }

    fn record_chain<R: Recorder>(&self, recorder: &mut R) {
        if !self.phalanx.is_empty() {
            recorder.add(self.color, PHALANX + self.rank, 1);
        }
        if !self.defenders.is_empty() {
            recorder.add(self.color, GUARDED + self.rank, 1);
        }
    }
}
