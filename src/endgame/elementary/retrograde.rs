//! Retrograde analysis of two or three men against a lone king (Ströhlein 1970, Thompson 1986).
//!
//! It works backwards from the mates, a half-move at a time, on bitboards: for each placement of
//! the lone king, the other king and the first piece, all squares of the last piece are one set. So
//! every endgame takes a few hundredths of a second. By reflection the lone king stands on one of the ten squares a1-d1-d4.

use crate::board::{BitBoard, Color, Piece, Square, attacks};

/// The value of a state that is not known to be won.
const UNKNOWN: u8 = u8::MAX;

/// Squares of a1-d1-d4.
const LONE_SQUARES: usize = 10;

/// The pieces that play with their king against a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Force {
    /// The piece whose square is part of the placement, if there are two pieces.
    pub first: Option<Piece>,
    /// The piece whose squares are kept as a set.
    pub last: Piece,
}

impl Force {
    /// All numbers of its placements are below this.
    fn placement_count(self) -> usize {
        let firsts = self.first.map_or(1, |_| 64);
        LONE_SQUARES * 64 * firsts
    }
}

/// Where all men but the last piece stand. A first piece that does not exist stands on its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub lone: Square,
    pub king: Square,
    pub first: Square,
}

impl Placement {
    /// Its number among those of the same force; the lone king must stand on a1-d1-d4.
    fn index(self) -> usize {
        let (file, rank) = (self.lone.file() as usize, self.lone.rank() as usize);
        let kings = (file * (file + 1) / 2 + rank) * 64 + self.king as usize;
        match self.first == self.king {
            true => kings,
            false => kings * 64 + self.first as usize,
        }
    }

    fn map(self, reflect: impl Fn(Square) -> Square) -> Placement {
        Placement {
            lone: reflect(self.lone),
            king: reflect(self.king),
            first: reflect(self.first),
        }
    }

    /// The men that block the pieces' lines to the lone king.
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

    /// The set that becomes `squares` when each of its squares is reflected.
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
            lone_to_move: vec![UNKNOWN; force.placement_count() * 64],
            strong_to_move: vec![UNKNOWN; force.placement_count() * 64],
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
    pub(super) fn plies(
        &self,
        placement: Placement,
        last: Square,
        lone_to_move: bool,
    ) -> Option<u8> {
        let reflection = Reflection::of(placement.lone);
        let placement = placement.map(|square| reflection.square(square));
        let table = match lone_to_move {
            true => &self.lone_to_move,
            false => &self.strong_to_move,
        };
        let plies = table[placement.index() * 64 + reflection.square(last) as usize];
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

/// Squares of the last piece in some placements.
type States = Vec<(Placement, BitBoard)>;

fn record(table: &mut [u8], states: &States, plies: u8) {
    for &(placement, squares) in states {
        for square in squares {
            table[placement.index() * 64 + square as usize] = plies;
        }
    }
}

/// What is known while solving, by the number of the placement.
struct Solver {
    force: Force,
    placements: Vec<Placement>,
    /// Squares from which the lone king is in check.
    checks: Vec<BitBoard>,
    /// States with the lone king to move that may still turn out lost.
    open: Vec<BitBoard>,
    /// States that are won with the strong side to move.
    won: Vec<BitBoard>,
}

impl Solver {
    fn new(force: Force) -> Solver {
        let none = vec![BitBoard::EMPTY; force.placement_count()];
        let mut solver = Solver {
            force,
            placements: placements(force),
            checks: none.clone(),
            open: none.clone(),
            won: none,
        };
        for &placement in &solver.placements {
            solver.checks[placement.index()] = solver.covering(placement, placement.lone);
            solver.open[placement.index()] = !placement.occupied();
        }
        solver
    }

    /// The states that are checkmate. Stalemates are closed at the same time.
    fn mates(&mut self) -> States {
        let mut stuck = self.step_to_lost();
        for (placement, squares) in &mut stuck {
            *squares &= self.checks[placement.index()];
        }
        stuck
    }

    /// The states, new ones only, in which a move of the strong side leads to one of `lost`.
    fn step_to_won(&mut self, lost: &States) -> States {
        let mut won = Vec::new();
        for &(placement, squares) in lost {
            let occupied = placement.occupied();
            let mut before = BitBoard::EMPTY;
            for last in squares {
                before |= attacks::piece(self.force.last, Color::White, last, occupied);
            }
            self.add_won(placement, before, &mut won);
            for king in attacks::king(placement.king) - attacks::king(placement.lone) - occupied {
                let first = match self.force.first {
                    Some(_) => placement.first,
                    None => king,
                };
                let before = Placement {
                    king,
                    first,
                    ..placement
                };
                self.add_won(before, squares, &mut won);
            }
            if let Some(piece) = self.force.first {
                let from =
                    attacks::piece(piece, Color::White, placement.first, occupied) - occupied;
                for first in from {
                    let free = squares - attacks::between(first, placement.first);
                    self.add_won(Placement { first, ..placement }, free, &mut won);
                }
            }
        }
        won
    }

    fn add_won(&mut self, placement: Placement, squares: BitBoard, won: &mut States) {
        let index = placement.index();
        // The strong side cannot be to move while the lone king is in check.
        let new = squares - placement.occupied() - self.checks[index] - self.won[index];
        if !new.is_empty() {
            self.won[index] |= new;
            won.push((placement, new));
        }
    }

    /// The open states in which every move of the lone king leads into a won one; they are closed.
    fn step_to_lost(&mut self) -> States {
        let mut lost = Vec::new();
        for &placement in &self.placements {
            let squares = self.lost(placement);
            if !squares.is_empty() {
                self.open[placement.index()] -= squares;
                lost.push((placement, squares));
            }
        }
        lost
    }

    fn lost(&self, placement: Placement) -> BitBoard {
        let mut squares = self.open[placement.index()];
        for to in attacks::king(placement.lone) - attacks::king(placement.king) {
            if squares.is_empty() {
                break;
            }
            squares &= self.covering(placement, to)
                | self.won_after(Placement {
                    lone: to,
                    ..placement
                });
        }
        squares
    }

    /// The squares of the last piece with which some piece attacks or defends `target`; the lone
    /// king blocks no line.
    fn covering(&self, placement: Placement, target: Square) -> BitBoard {
        let blockers = placement.blockers();
        let by_last = attacks::piece(self.force.last, Color::White, target, blockers);
        let Some(first) = self.force.first else {
            return by_last;
        };
        let king = placement.king.bitboard();
        if attacks::piece(first, Color::White, placement.first, king).has(target) {
            by_last | !attacks::between(placement.first, target)
        } else {
            by_last
        }
    }

    /// The squares of the last piece with which this is won, wherever the lone king stands.
    fn won_after(&self, placement: Placement) -> BitBoard {
        let reflection = Reflection::of(placement.lone);
        let canonical = placement.map(|square| reflection.square(square));
        reflection.undone(self.won[canonical.index()])
    }
}

/// Every placement with all men on different squares and the kings apart.
fn placements(force: Force) -> Vec<Placement> {
    let mut placements = Vec::new();
    let is_near =
        |lone: Square| lone.file() as usize <= 3 && lone.rank() as usize <= lone.file() as usize;
    for lone in Square::ALL.into_iter().filter(|&lone| is_near(lone)) {
        for king in !(attacks::king(lone) | lone.bitboard()) {
            let firsts = match force.first {
                Some(_) => !(lone.bitboard() | king.bitboard()),
                None => king.bitboard(),
            };
            placements.extend(
                firsts
                    .into_iter()
                    .map(|first| Placement { lone, king, first }),
            );
        }
    }
    placements
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
