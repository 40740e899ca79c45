//! Retrograde analysis of two or three men against a lone king.
//!
//! Works backwards from the mates, a half-move at a time (Ströhlein 1970, Thompson 1986), on sets: where
//! the lone king, its enemy and the first piece stand makes a *frame*, and all squares of the last
//! piece within a frame are one bitboard. So every ending takes a few hundredths of a second, and a
//! search that comes upon one can wait for it. The lone king stands on one of the ten squares
//! a1-d1-d4, by reflection. It must not know what a solution is good for.

use crate::board::{BitBoard, Color, Piece, Square, attacks};

/// The value of a state that is not known to be won.
const UNKNOWN: u8 = u8::MAX;

/// Squares of a1-d1-d4.
const LONE_SQUARES: usize = 10;

/// What plays beside its king against a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Force {
    /// The piece that makes part of the frame, if there are two.
    pub first: Option<Piece>,
    /// The piece whose squares are a set.
    pub last: Piece,
}

impl Force {
    /// The numbers of its frames are below this.
    fn frame_count(self) -> usize {
        let firsts = self.first.map_or(1, |_| 64);
        LONE_SQUARES * 64 * firsts
    }
}

/// Where everybody but the last piece stands. A first piece that does not exist stands on its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub lone: Square,
    pub king: Square,
    pub first: Square,
}

impl Frame {
    /// Its number among those of the same force; the lone king must stand on a1-d1-d4.
    fn index(self) -> usize {
        let (file, rank) = (self.lone.file() as usize, self.lone.rank() as usize);
        let kings = (file * (file + 1) / 2 + rank) * 64 + self.king as usize;
        match self.first == self.king {
            true => kings,
            false => kings * 64 + self.first as usize,
        }
    }

    fn map(self, reflect: impl Fn(Square) -> Square) -> Frame {
        Frame {
            lone: reflect(self.lone),
            king: reflect(self.king),
            first: reflect(self.first),
        }
    }

    /// The men that stand in the way of the pieces' checks.
    fn blockers(self) -> BitBoard {
        self.king.bitboard() | self.first.bitboard()
    }

    fn occupied(self) -> BitBoard {
        self.blockers() | self.lone.bitboard()
    }
}

/// The reflections that bring a lone king to a1-d1-d4, in the order in which they are done.
#[derive(Clone, Copy)]
struct Reflection {
    files: bool,
    ranks: bool,
    diagonal: bool,
}

impl Reflection {
    fn of(lone: Square) -> Reflection {
        let (file, rank) = (lone.file() as usize, lone.rank() as usize);
        let (near_file, near_rank) = (file.min(7 - file), rank.min(7 - rank));
        Reflection {
            files: file > 3,
            ranks: rank > 3,
            diagonal: near_rank > near_file,
        }
    }

    fn square(self, mut square: Square) -> Square {
        if self.files {
            square = square.flip_file();
        }
        if self.ranks {
            square = square.flip_rank();
        }
        match self.diagonal {
            true => Square::index(square as usize % 8 * 8 + square as usize / 8),
            false => square,
        }
    }

    /// The set that `square` would make of this one.
    fn undone(self, mut squares: BitBoard) -> BitBoard {
        if self.diagonal {
            squares = transposed(squares);
        }
        if self.ranks {
            squares = squares.flip_ranks();
        }
        match self.files {
            true => squares.flip_files(),
            false => squares,
        }
    }
}

/// Reflected in the diagonal a1-h8, by exchanging ever smaller blocks.
fn transposed(squares: BitBoard) -> BitBoard {
    let mut bits = squares.0;
    for (mask, shift) in [
        (0x0000_0000_F0F0_F0F0, 28),
        (0x0000_CCCC_0000_CCCC, 14),
        (0x00AA_00AA_00AA_00AA, 7),
    ] {
        let exchanged = (bits ^ (bits >> shift)) & mask;
        bits ^= exchanged ^ (exchanged << shift);
    }
    BitBoard(bits)
}

/// Half-moves to mate for every state.
pub(super) struct Solution {
    /// With the lone king to move.
    lone_to_move: Vec<u8>,
    /// With the other side to move.
    strong_to_move: Vec<u8>,
}

impl Solution {
    /// Solves an ending.
    pub(super) fn of(force: Force) -> Solution {
        let mut states = Solver::new(force);
        let mut solution = Solution {
            lone_to_move: vec![UNKNOWN; force.frame_count() * 64],
            strong_to_move: vec![UNKNOWN; force.frame_count() * 64],
        };
        let mut lost = states.mates();
        let mut plies = 0;
        while !lost.is_empty() {
            record(&mut solution.lone_to_move, &lost, plies);
            let won = states.step_to_won(&lost);
            record(&mut solution.strong_to_move, &won, plies + 1);
            lost = states.step_to_lost();
            plies += 2;
        }
        solution
    }

    /// Half-moves until the lone king is mated; `None` if it escapes.
    pub(super) fn plies(&self, frame: Frame, last: Square, lone_to_move: bool) -> Option<u8> {
        let reflection = Reflection::of(frame.lone);
        let frame = frame.map(|square| reflection.square(square));
        let table = match lone_to_move {
            true => &self.lone_to_move,
            false => &self.strong_to_move,
        };
        let plies = table[frame.index() * 64 + reflection.square(last) as usize];
        (plies != UNKNOWN).then_some(plies)
    }

    /// The longest mate with the strong side to move.
    #[cfg(test)]
    pub(super) fn longest_plies(&self) -> Option<u8> {
        let known = self
            .strong_to_move
            .iter()
            .filter(|&&plies| plies != UNKNOWN);
        known.max().copied()
    }
}

/// Squares of the last piece in some frames.
type States = Vec<(Frame, BitBoard)>;

fn record(table: &mut [u8], states: &States, plies: u8) {
    for &(frame, squares) in states {
        for square in squares {
            table[frame.index() * 64 + square as usize] = plies;
        }
    }
}

/// What is known in the middle of solving, by the number of the frame.
struct Solver {
    force: Force,
    frames: Vec<Frame>,
    /// Squares from which the lone king is in check.
    checks: Vec<BitBoard>,
    /// States with the lone king to move that may still turn out lost.
    open: Vec<BitBoard>,
    /// States that are won with the strong side to move.
    won: Vec<BitBoard>,
}

impl Solver {
    fn new(force: Force) -> Solver {
        let none = vec![BitBoard::EMPTY; force.frame_count()];
        let mut solver = Solver {
            force,
            frames: frames(force),
            checks: none.clone(),
            open: none.clone(),
            won: none,
        };
        for &frame in &solver.frames {
            solver.checks[frame.index()] = solver.covering(frame, frame.lone);
            solver.open[frame.index()] = !frame.occupied();
        }
        solver
    }

    /// The states that are mate. Stalemates are closed on the way.
    fn mates(&mut self) -> States {
        let mut stuck = self.step_to_lost();
        for (frame, squares) in &mut stuck {
            *squares &= self.checks[frame.index()];
        }
        stuck
    }

    /// The states, new ones only, in which a move of the strong side leads to one of `lost`.
    fn step_to_won(&mut self, lost: &States) -> States {
        let mut won = Vec::new();
        for &(frame, squares) in lost {
            let occupied = frame.occupied();
            let mut before = BitBoard::EMPTY;
            for last in squares {
                before |= attacks::piece(self.force.last, Color::White, last, occupied);
            }
            self.add_won(frame, before, &mut won);
            for king in attacks::king(frame.king) - attacks::king(frame.lone) - occupied {
                let first = match self.force.first {
                    Some(_) => frame.first,
                    None => king,
                };
                let before = Frame {
                    king,
                    first,
                    ..frame
                };
                self.add_won(before, squares, &mut won);
            }
            if let Some(piece) = self.force.first {
                let from = attacks::piece(piece, Color::White, frame.first, occupied) - occupied;
                for first in from {
                    let free = squares - attacks::between(first, frame.first);
                    self.add_won(Frame { first, ..frame }, free, &mut won);
                }
            }
        }
        won
    }

    fn add_won(&mut self, frame: Frame, squares: BitBoard, won: &mut States) {
        let index = frame.index();
        // A lone king in check would have to move first.
        let new = squares - frame.occupied() - self.checks[index] - self.won[index];
        if !new.is_empty() {
            self.won[index] |= new;
            won.push((frame, new));
        }
    }

    /// The open states in which every move of the lone king leads into a won one; they are closed.
    fn step_to_lost(&mut self) -> States {
        let mut lost = Vec::new();
        for &frame in &self.frames {
            let squares = self.lost(frame);
            if !squares.is_empty() {
                self.open[frame.index()] -= squares;
                lost.push((frame, squares));
            }
        }
        lost
    }

    fn lost(&self, frame: Frame) -> BitBoard {
        let mut squares = self.open[frame.index()];
        for to in attacks::king(frame.lone) - attacks::king(frame.king) {
            if squares.is_empty() {
                break;
            }
            squares &= self.covering(frame, to) | self.won_after(Frame { lone: to, ..frame });
        }
        squares
    }

    /// The squares of the last piece with which a piece attacks `target`, or defends what stands
    /// there; the lone king stands in nobody's way.
    fn covering(&self, frame: Frame, target: Square) -> BitBoard {
        let blockers = frame.blockers();
        let by_last = attacks::piece(self.force.last, Color::White, target, blockers);
        let Some(first) = self.force.first else {
            return by_last;
        };
        let king = frame.king.bitboard();
        if attacks::piece(first, Color::White, frame.first, king).has(target) {
            by_last | !attacks::between(frame.first, target)
        } else {
            by_last
        }
    }

    /// The squares of the last piece with which this is won, wherever the lone king stands.
    fn won_after(&self, frame: Frame) -> BitBoard {
        let reflection = Reflection::of(frame.lone);
        let canonical = frame.map(|square| reflection.square(square));
        reflection.undone(self.won[canonical.index()])
    }
}

/// Every frame in which nobody shares a square and the kings keep their distance.
fn frames(force: Force) -> Vec<Frame> {
    let mut frames = Vec::new();
    let is_near =
        |lone: Square| lone.file() as usize <= 3 && lone.rank() as usize <= lone.file() as usize;
    for lone in Square::ALL.into_iter().filter(|&lone| is_near(lone)) {
        for king in !(attacks::king(lone) | lone.bitboard()) {
            let firsts = match force.first {
                Some(_) => !(lone.bitboard() | king.bitboard()),
                None => king.bitboard(),
            };
            frames.extend(firsts.into_iter().map(|first| Frame { lone, king, first }));
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reflections_of_sets_undo_those_of_squares() {
        for lone in Square::ALL {
            let reflection = Reflection::of(lone);
            let near = reflection.square(lone);
            assert!(near.file() as usize <= 3 && near.rank() as usize <= near.file() as usize);
            for square in Square::ALL {
                let there = reflection.square(square).bitboard();
                assert_eq!(
                    reflection.undone(there),
                    square.bitboard(),
                    "{lone} {square}"
                );
            }
        }
    }
}
