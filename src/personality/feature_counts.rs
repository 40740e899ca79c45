//! Counts of a position (mobility, king attackers, tension, open files...) that features compare
//! before and after a move.
//!
//! Features measure the change, so that nothing is gained by doing and undoing something.

use crate::board::attacks;
use crate::board::{BitBoard, Color, File, Piece, Position, Square};

/// Counts for one position, seen from a fixed side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FeatureCounts {
    /// Safe squares of the own knights, bishops, rooks and queens.
    pub own_mobility: i32,
    /// The same of the opponent's.
    pub their_mobility: i32,
    /// Own pieces that attack squares around the enemy king.
    pub king_attackers: i32,
    /// Own pieces that guard squares around the own king.
    pub king_guards: i32,
    /// Squares of the own half that enemy pieces reach and no own piece guards.
    pub inroads: i32,
    /// Pairs of pawns that could capture each other.
    pub tension: i32,
    /// Pairs of pawns that block each other, face to face.
    pub rams: i32,
    /// Files without any pawn.
    pub open_files: i32,
    /// Weakness of the own pawns: 10 for each doubled, 7 for each isolated one.
    pub pawn_weakness: i32,
    /// Own pawns that an own pawn guards.
    pub guarded_pawns: i32,
    /// Own pawns and pieces, the king left aside, that are guarded.
    pub guarded_men: i32,
    /// Enemy pieces, pawns and king left aside, that own pawns and pieces attack.
    pub attacked_pieces: i32,
    /// Squares around the enemy king that own pieces attack.
    pub king_zone_squares: i32,
    /// Squares of the enemy half that own pawns and pieces attack.
    pub space: i32,
}

/// Kinds of pieces whose squares are counted.
const PIECES: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl FeatureCounts {
    pub fn of(position: &Position, us: Color) -> FeatureCounts {
        let pawns = position.pieces(Piece::Pawn);
        let own_pawns = pawns & position.colors(us);
        let their_pawns = pawns & position.colors(!us);
        let their_pieces = PIECES
            .into_iter()
            .map(|piece| position.colored_pieces(!us, piece))
            .fold(BitBoard::EMPTY, |all, of_kind| all | of_kind);
        let own = Reach::of(position, us);
        let theirs = Reach::of(position, !us);
        FeatureCounts {
            own_mobility: own.mobility,
            their_mobility: theirs.mobility,
            king_attackers: own.on_enemy_king,
            king_guards: own.on_own_king,
            inroads: (theirs.squares & own_half(us) & !position.colors(us) & !own.guarded).len()
                as i32,
            tension: tension(own_pawns, their_pawns, us),
            rams: (step(own_pawns, us) & their_pawns).len() as i32,
            open_files: open_files(pawns),
            pawn_weakness: pawn_weakness(own_pawns),
            guarded_pawns: (own_pawns & attacks::pawns(own_pawns, us)).len() as i32,
            guarded_men: (position.colors(us) & own.guarded & !position.king(us).bitboard()).len()
                as i32,
            attacked_pieces: (their_pieces & own.guarded).len() as i32,
            king_zone_squares: (own.attacked & king_zone(position.king(!us))).len() as i32,
            space: (own.guarded & own_half(!us)).len() as i32,
        }
    }
}

/// The squares that the pieces of one side reach.
struct Reach {
    mobility: i32,
    on_enemy_king: i32,
    on_own_king: i32,
    /// Safe squares of its pieces.
    squares: BitBoard,
    /// Everything that its pieces attack.
    attacked: BitBoard,
    /// Everything that pieces, king and pawns attack.
    guarded: BitBoard,
}

impl Reach {
    fn of(position: &Position, color: Color) -> Reach {
        let enemy_pawns = position.colored_pieces(!color, Piece::Pawn);
        let safe = !(position.colors(color) | attacks::pawns(enemy_pawns, !color));
        let own_zone = king_zone(position.king(color));
        let enemy_zone = king_zone(position.king(!color));
        let own_pawns = position.colored_pieces(color, Piece::Pawn);
        let mut reach = Reach {
            mobility: 0,
            on_enemy_king: 0,
            on_own_king: 0,
            squares: BitBoard::EMPTY,
            attacked: BitBoard::EMPTY,
            guarded: attacks::pawns(own_pawns, color) | attacks::king(position.king(color)),
        };
        for piece in PIECES {
            for square in position.colored_pieces(color, piece) {
                let attacked = attacks::piece(piece, color, square, position.occupied());
                reach.mobility += (attacked & safe).len() as i32;
                reach.squares |= attacked & safe;
                reach.attacked |= attacked;
                reach.on_enemy_king += i32::from(!attacked.is_disjoint(enemy_zone));
                reach.on_own_king += i32::from(!attacked.is_disjoint(own_zone));
            }
        }
        reach.guarded |= reach.attacked;
        reach
    }
}

/// The first four ranks of a side.
fn own_half(color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(0x0000_0000_ffff_ffff),
        Color::Black => BitBoard(0xffff_ffff_0000_0000),
    }
}

/// The king's square and those next to it.
fn king_zone(king: Square) -> BitBoard {
    attacks::king(king) | king.bitboard()
}

/// The squares straight in front of pawns.
fn step(pawns: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(pawns.0 << 8),
        Color::Black => BitBoard(pawns.0 >> 8),
    }
}

fn tension(own_pawns: BitBoard, their_pawns: BitBoard, us: Color) -> i32 {
    own_pawns
        .into_iter()
        .map(|square| (attacks::pawn(square, us) & their_pawns).len() as i32)
        .sum()
}

fn open_files(pawns: BitBoard) -> i32 {
    File::ALL
        .into_iter()
        .filter(|file| pawns.is_disjoint(file.bitboard()))
        .count() as i32
}

fn pawn_weakness(pawns: BitBoard) -> i32 {
    File::ALL
        .into_iter()
        .map(|file| {
            let on_file = (pawns & file.bitboard()).len() as i32;
            let is_isolated = pawns.is_disjoint(file.adjacent());
            10 * (on_file - 1).max(0) + 7 * on_file * i32::from(is_isolated)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_are_counted_as_drawn() {
        // White a2, a3 (doubled, isolated), d4, e5; Black d5 (ram with d4), f6 (hits e5).
        let position: Position = "4k3/8/5p2/3pP3/3P4/P7/P7/4K3 w - - 0 1".parse().unwrap();
        let counts = FeatureCounts::of(&position, Color::White);
        assert_eq!(counts.tension, 1);
        assert_eq!(counts.rams, 1);
        assert_eq!(counts.open_files, 4);
        assert_eq!(counts.pawn_weakness, 10 + 2 * 7);
        let black = FeatureCounts::of(&position, Color::Black);
        assert_eq!((black.tension, black.rams, black.pawn_weakness), (1, 1, 14));
    }

    #[test]
    fn pieces_reach_safe_squares_and_kings() {
        // The pawn on c7 guards b6 and d6; the knight's other six squares are safe.
        let position: Position = "7k/2p5/8/8/2N5/8/8/K7 w - - 0 1".parse().unwrap();
        let counts = FeatureCounts::of(&position, Color::White);
        assert_eq!(counts.own_mobility, 6);
        assert_eq!(counts.their_mobility, 0);
        assert_eq!((counts.king_attackers, counts.king_guards), (0, 1));
    }
}
