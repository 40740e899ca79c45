//! Syzygy indexing: the number that a table gives to a placement of pieces.
//!
//! After Ronald de Man's format: the first piece is reflected into the triangle a1-d1-d4, two kings
//! have 462 placements, and pawns are numbered from the edge files inwards.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::material::MOST_MEN;
use crate::board::{Square, king_distance};

/// Placements of three different pieces, and of two kings, up to reflection.
const THREE_PIECES: u64 = 31_332;
const TWO_KINGS: u64 = 462;
/// Pawns of one colour that the format can number.
const MOST_PAWNS: usize = 5;

/// The squares of a table's pieces, in its order; 0 is a1, 63 is h8.
pub(super) type Squares = ArrayVec<usize, MOST_MEN>;

/// How the pieces of a table form groups and how the numbers of the groups combine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grouping {
    /// Pieces in each group; identical ones share one, the first is special.
    lengths: ArrayVec<usize, MOST_MEN>,
    /// The factor of each group's number.
    factors: ArrayVec<u64, MOST_MEN>,
    /// Placements in all.
    size: u64,
    leading: Leading,
    /// Whether the second group holds the other side's pawns.
    has_two_pawn_groups: bool,
}

/// What the first group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leading {
    /// Pawns of one colour.
    Pawns,
    /// Three pieces that are each unique.
    ThreePieces,
    /// The kings.
    Kings,
}

impl Grouping {
    /// The grouping of `pieces` (codes in the table's order). `orders` holds the place of the first
    /// group among the factors, and that of the second if it holds pawns too; `file` is the file of
    /// the leading pawn. `None` when the codes contradict each other.
    pub fn new(
        pieces: &[u8],
        leading: Leading,
        other_pawns: usize,
        orders: [usize; 2],
        file: usize,
    ) -> Option<Grouping> {
        let lengths = group_lengths(pieces, leading);
        let has_two_pawn_groups = leading == Leading::Pawns && other_pawns > 0;
        let first_free = 1 + usize::from(has_two_pawn_groups);
        if lengths.len() < first_free || lengths[0] > pieces.len() {
            return None;
        }
        let maps = &*MAPS;
        let placed: usize = lengths[..first_free].iter().sum();
        let mut free = 64_usize.checked_sub(placed)?;
        let mut factors: ArrayVec<u64, MOST_MEN> = lengths.iter().map(|_| 0).collect();
        let mut size: u64 = 1;
        let mut next = first_free;
        for turn in 0..=MOST_MEN + 1 {
            let placements = if turn == orders[0] {
                factors[0] = size;
                match leading {
                    Leading::Pawns => *maps.lead_sizes.get(lengths[0])?.get(file)?,
                    Leading::ThreePieces => THREE_PIECES,
                    Leading::Kings => TWO_KINGS,
                }
            } else if has_two_pawn_groups && turn == orders[1] {
                factors[1] = size;
                choose(48 - lengths[0], lengths[1])
            } else if next < lengths.len() {
                factors[next] = size;
                let placements = choose(free, lengths[next]);
                free = free.checked_sub(lengths[next])?;
                next += 1;
                placements
            } else {
                continue;
            };
            size = size.checked_mul(placements)?;
        }
        let is_complete = next == lengths.len() && factors.iter().all(|&factor| factor > 0);
        is_complete.then_some(Grouping {
            lengths,
            factors,
            size,
            leading,
            has_two_pawn_groups,
        })
    }

    /// Placements in all.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The number of a placement. Leading pawns must come first, with the one that
    /// [`lead_pawn`] names at their head.
    pub fn index(&self, mut squares: Squares) -> Option<u64> {
        let first = *squares.first()?;
        if first % 8 > 3 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        let lead = self.lengths[0];
        let number = match self.leading {
            Leading::Pawns => lead_pawns_number(&mut squares[..lead]),
            _ => {
                reflect_into_triangle(&mut squares, lead);
                match self.leading {
                    Leading::ThreePieces => three_pieces_number(&squares),
                    _ => *MAPS.kings.get(MAPS.triangle[squares[0]])?.get(squares[1])?,
                }
            }
        };
        let mut index = number * self.factors[0];
        let mut begin = lead;
        for (group, &length) in self.lengths.iter().enumerate().skip(1) {
            let end = begin + length;
            let are_pawns = self.has_two_pawn_groups && group == 1;
            index += group_number(&mut squares, begin, end, are_pawns)? * self.factors[group];
            begin = end;
        }
        (index < self.size).then_some(index)
    }
}

fn group_lengths(pieces: &[u8], leading: Leading) -> ArrayVec<usize, MOST_MEN> {
    let special = match leading {
        Leading::Pawns => 1,
        Leading::ThreePieces => 3,
        Leading::Kings => 2,
    };
    let mut lengths = ArrayVec::new();
    for (place, piece) in pieces.iter().enumerate() {
        let joins = place > 0 && (place < special || pieces[place - 1] == *piece);
        match lengths.last_mut() {
            Some(length) if joins => *length += 1,
            _ => lengths.push(1),
        }
    }
    lengths
}

/// The pawn whose file chooses the part of the table: of those given, the one numbered highest.
pub(super) fn lead_pawn(pawns: &[usize]) -> Option<usize> {
    (0..pawns.len()).max_by_key(|&place| (MAPS.pawns[pawns[place]], pawns.len() - place))
}

fn lead_pawns_number(pawns: &mut [usize]) -> u64 {
    let maps = &*MAPS;
    pawns[1..].sort_by_key(|&square| maps.pawns[square]);
    let others = pawns.iter().enumerate().skip(1);
    let others: u64 = others
        .map(|(place, &square)| choose(maps.pawns[square], place))
        .sum();
    maps.lead_pawns[pawns.len().min(MOST_PAWNS)][pawns[0]] + others
}

/// Brings the first piece into the triangle a1-d1-d4, and the first of the leading group that is
/// off the long diagonal below it.
fn reflect_into_triangle(squares: &mut Squares, lead: usize) {
    if squares[0] / 8 > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off_diagonal = squares[..lead].iter().find(|&&square| side(square) != 0);
    if off_diagonal.is_some_and(|&square| side(square) > 0) {
        for square in squares.iter_mut() {
            *square = (*square >> 3) | ((*square & 7) << 3);
        }
    }
}

/// Above the diagonal a1-h8: positive; on it: 0; below: negative.
fn side(square: usize) -> i32 {
    (square / 8) as i32 - (square % 8) as i32
}

/// The number of three pieces, by how many of them stand on the long diagonal.
fn three_pieces_number(squares: &[usize]) -> u64 {
    let maps = &*MAPS;
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let before_b = usize::from(b > a);
    let before_c = usize::from(c > a) + usize::from(c > b);
    let number = if side(a) != 0 {
        (maps.triangle[a] * 63 + b - before_b) * 62 + c - before_c
    } else if side(b) != 0 {
        (6 * 63 + a / 8 * 28 + maps.below_diagonal[b]) * 62 + c - before_c
    } else if side(c) != 0 {
        6 * 63 * 62
            + 4 * 28 * 62
            + a / 8 * 7 * 28
            + (b / 8 - before_b) * 28
            + maps.below_diagonal[c]
    } else {
        6 * 63 * 62
            + 4 * 28 * 62
            + 4 * 7 * 28
            + a / 8 * 7 * 6
            + (b / 8 - before_b) * 6
            + (c / 8 - before_c)
    };
    number as u64
}

/// The number of a group of identical pieces among the squares that earlier pieces leave free.
fn group_number(squares: &mut Squares, begin: usize, end: usize, are_pawns: bool) -> Option<u64> {
    squares.get_mut(begin..end)?.sort_unstable();
    let mut number = 0;
    for place in begin..end {
        let square = squares[place];
        let taken = squares[..begin].iter().filter(|&&other| other < square);
        let below = taken.count() + if are_pawns { 8 } else { 0 };
        number += choose(square.checked_sub(below)?, place - begin + 1);
    }
    Some(number)
}

/// The ways to choose `few` of `many`.
fn choose(many: usize, few: usize) -> u64 {
    let row = MAPS.choose.get(few);
    row.and_then(|row| row.get(many)).copied().unwrap_or(0)
}

/// The numberings, computed once.
struct Maps {
    choose: [[u64; 64]; MOST_MEN],
    /// Squares of the triangle, the diagonal last.
    triangle: [usize; 64],
    /// Squares below the long diagonal.
    below_diagonal: [usize; 64],
    /// The second king's square by the first's place in the triangle.
    kings: [[u64; 64]; 10],
    /// Pawns: from the edges inwards and from the second rank up, counted down.
    pawns: [usize; 64],
    /// The number of a leading pawn, by how many lead.
    lead_pawns: [[u64; 64]; MOST_PAWNS + 1],
    /// Placements of so many leading pawns by file.
    lead_sizes: [[u64; 4]; MOST_PAWNS + 1],
}

static MAPS: LazyLock<Maps> = LazyLock::new(Maps::new);

impl Maps {
    fn new() -> Maps {
        let choose = binomials();
        let triangle = triangle();
        let mut below_diagonal = [0; 64];
        for (number, square) in (0..64).filter(|&square| side(square) < 0).enumerate() {
            below_diagonal[square] = number;
        }
        let mut maps = Maps {
            kings: kings(&triangle),
            choose,
            triangle,
            below_diagonal,
            pawns: [0; 64],
            lead_pawns: [[0; 64]; MOST_PAWNS + 1],
            lead_sizes: [[0; 4]; MOST_PAWNS + 1],
        };
        maps.number_pawns();
        maps
    }

    fn number_pawns(&mut self) {
        let mut available = 47;
        for file in 0..4 {
            for square in (1..7).map(|rank| rank * 8 + file) {
                self.pawns[square] = available;
                self.pawns[square ^ 7] = available - 1;
                available = available.saturating_sub(2);
            }
        }
        for leading in 1..=MOST_PAWNS {
            for file in 0..4 {
                let mut number = 0;
                for square in (1..7).map(|rank| rank * 8 + file) {
                    self.lead_pawns[leading][square] = number;
                    number += self.choose[leading - 1][self.pawns[square]];
                }
                self.lead_sizes[leading][file] = number;
            }
        }
    }
}

fn binomials() -> [[u64; 64]; MOST_MEN] {
    let mut choose = [[0; 64]; MOST_MEN];
    choose[0] = [1; 64];
    for few in 1..MOST_MEN {
        for many in 1..64 {
            choose[few][many] = choose[few - 1][many - 1] + choose[few][many - 1];
        }
    }
    choose
}

fn triangle() -> [usize; 64] {
    let mut numbers = [0; 64];
    let quarter = || (0..32).filter(|square| square % 8 < 4);
    let below = quarter().filter(|&square| side(square) < 0);
    let diagonal = quarter().filter(|&square| side(square) == 0);
    for (number, square) in below.chain(diagonal).enumerate() {
        numbers[square] = number;
    }
    numbers
}

/// First kings off the diagonal, then those on it with the second below it, then both on it.
fn kings(triangle: &[usize; 64]) -> [[u64; 64]; 10] {
    let mut numbers = [[0; 64]; 10];
    let mut next = 0;
    let firsts: Vec<usize> = (0..32)
        .filter(|square| square % 8 < 4 && side(*square) <= 0)
        .collect();
    for second_on_diagonal in [false, true] {
        for (place, numbers) in numbers.iter_mut().enumerate() {
            let first = firsts.iter().find(|&&square| triangle[square] == place);
            let Some(&first) = first else { continue };
            for (second, number) in numbers.iter_mut().enumerate() {
                let is_near = king_distance(Square::index(first), Square::index(second)) < 2;
                let both_on_diagonal = side(first) == 0 && side(second) == 0;
                let is_reflected = side(first) == 0 && side(second) > 0;
                if !is_near && !is_reflected && both_on_diagonal == second_on_diagonal {
                    *number = next;
                    next += 1;
                }
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_kings_have_as_many_placements_as_the_format_says() {
        let highest = MAPS.kings.iter().flatten().max();
        assert_eq!(highest, Some(&(TWO_KINGS - 1)));
        assert_eq!(MAPS.triangle[27], 9, "d4 comes last");
    }

    #[test]
    fn no_two_placements_of_three_pieces_share_a_number() {
        let grouping = Grouping::new(&[6, 5, 14], Leading::ThreePieces, 0, [0, 15], 0).unwrap();
        assert_eq!(grouping.size(), THREE_PIECES);
        let mut seen = vec![0_u32; THREE_PIECES as usize];
        for a in 0..64 {
            for b in 0..64 {
                for c in 0..64 {
                    if a != b && b != c && a != c {
                        let squares = Squares::from_iter([a, b, c]);
                        seen[grouping.index(squares).unwrap() as usize] += 1;
                    }
                }
            }
        }
        // Each placement off the diagonals has eight reflections, each on one has four.
        assert!(seen.iter().all(|count| [4, 8].contains(count)));
    }

    #[test]
    fn pawns_are_numbered_by_files_from_the_edge() {
        let grouping = Grouping::new(&[1, 6, 14], Leading::Pawns, 0, [0, 15], 0).unwrap();
        assert_eq!(grouping.size(), 6 * 63 * 62);
        assert_eq!(MAPS.pawns[8], 47, "a2");
        assert_eq!(MAPS.pawns[15], 46, "h2");
        assert_eq!(MAPS.pawns[52], 0, "e7");
        assert_eq!(lead_pawn(&[27, 8, 52]), Some(1));
    }

    #[test]
    fn contradictory_codes_are_refused() {
        assert_eq!(Grouping::new(&[], Leading::Kings, 0, [0, 15], 0), None);
        assert_eq!(
            Grouping::new(&[6, 14], Leading::Kings, 0, [15, 15], 0),
            None
        );
    }
}
