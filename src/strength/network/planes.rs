//! What the network sees: bitboards from the side to move, which always plays up the board.

use super::convolution::Padded;
use super::layout::{PLANES, RATING_INPUTS};
use crate::board::{BitBoard, CastlingSide, Color, Move, Piece, Position, Square, attacks};
use crate::strength::LastMove;

/// The ratings that are told apart; below and above there are few games.
const LEAST_ELO: i32 = 600;
const MOST_ELO: i32 = 2_600;
const MEDIAN_ELO: f32 = 1_600.0;
const ELO_UNIT: f32 = 600.0;
/// The unit of the difference between the players, and how much of it counts.
const DIFFERENCE_ELO: f32 = 400.0;
const MOST_DIFFERENCE: f32 = 2.0;

/// What the network is told of the ratings; the opponent's may be unknown.
pub fn rating_inputs(elo: i32, opponent_elo: Option<i32>) -> [f32; RATING_INPUTS] {
    let r = (elo.clamp(LEAST_ELO, MOST_ELO) as f32 - MEDIAN_ELO) / ELO_UNIT;
    let difference = opponent_elo.map_or(0.0, |other| (elo - other) as f32 / DIFFERENCE_ELO);
    let difference = difference.clamp(-MOST_DIFFERENCE, MOST_DIFFERENCE);
    [r, r * r - 0.5, difference]
}

/// A square as the side to move counts it, 0 to 63.
fn turned_square(square: Square, us: Color) -> usize {
    match us {
        Color::White => square as usize,
        Color::Black => square.flip_rank() as usize,
    }
}

/// The number of a legal move's pair of squares, origin times 64 plus target; the king's own squares
/// when it castles.
pub fn square_pair(position: &Position, mv: Move) -> usize {
    let us = position.side_to_move();
    let squares = LastMove::of(position, mv);
    64 * turned_square(squares.from, us) + turned_square(squares.to, us)
}

/// Squares that a side attacks once, twice, and with pawns.
fn attack_planes(position: &Position, color: Color) -> [BitBoard; 3] {
    let (mut once, mut twice) = (BitBoard::EMPTY, BitBoard::EMPTY);
    let occupied = position.occupied();
    for piece in Piece::ALL {
        for square in position.colored_pieces(color, piece) {
            let reach = attacks::piece(piece, color, square, occupied);
            twice |= once & reach;
            once |= reach;
        }
    }
    let pawns = attacks::pawns(position.colored_pieces(color, Piece::Pawn), color);
    [once, twice, pawns]
}

/// The squares of the rooks with which a side may castle.
fn castling_rooks(position: &Position, color: Color) -> BitBoard {
    let home = position.king(color).rank();
    [CastlingSide::Short, CastlingSide::Long]
        .into_iter()
        .filter_map(|side| position.castling_rook_file(color, side))
        .map(|file| Square::new(file, home).bitboard())
        .fold(BitBoard::EMPTY, |all, one| all | one)
}

/// The bitboards of a position.
pub(super) fn planes(position: &Position, last: Option<LastMove>) -> Padded<PLANES> {
    let us = position.side_to_move();
    let mut planes = Padded::zero();
    let mut number = 0;
    let mut add = |squares: BitBoard| {
        for square in squares {
            planes.at_mut(turned_square(square, us))[number] = 1.0;
        }
        number += 1;
    };
    for color in [us, !us] {
        for piece in Piece::ALL {
            add(position.colored_pieces(color, piece));
        }
        attack_planes(position, color)
            .into_iter()
            .for_each(&mut add);
    }
    add(last.map_or(BitBoard::EMPTY, |last| last.from.bitboard()));
    add(last.map_or(BitBoard::EMPTY, |last| last.to.bitboard()));
    add(castling_rooks(position, us) | castling_rooks(position, !us));
    let en_passant = position.en_passant_square();
    add(en_passant.map_or(BitBoard::EMPTY, Square::bitboard));
    planes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_see_the_same_board() {
        let white: Position = "r3k3/8/8/3pP3/8/8/5P2/R3K2R w KQq d6 0 1".parse().unwrap();
        let black: Position = "r3k2r/5p2/8/8/3Pp3/8/8/R3K3 b Qkq d3 0 1".parse().unwrap();
        let last = |text: &str| Some(text.parse().unwrap());
        let (one, other) = (planes(&white, last("d7d5")), planes(&black, last("d2d4")));
        for square in 0..64 {
            assert_eq!(one.at(square), other.at(square), "{square}");
        }
        let seen = |plane: usize| -> f32 { (0..64).map(|square| one.at(square)[plane]).sum() };
        assert_eq!(
            (seen(20), seen(21)),
            (3.0, 1.0),
            "rooks that castle, en passant"
        );
        let castle =
            |position: &Position, text| square_pair(position, position.parse_move(text).unwrap());
        assert_eq!(castle(&white, "e1g1"), castle(&black, "e8g8"));
        assert_eq!(castle(&white, "e1g1"), 64 * 4 + 6);
        assert_eq!(castle(&white, "f2f4"), castle(&black, "f7f5"));
    }

    #[test]
    fn ratings_have_bounds() {
        assert_eq!(rating_inputs(1_600, None), [0.0, -0.5, 0.0]);
        assert_eq!(rating_inputs(2_200, Some(1_000)), [1.0, 0.5, 2.0]);
        assert_eq!(rating_inputs(9_999, None), rating_inputs(2_600, None));
    }
}
