//! Drawing the board as lines of text.

use crate::board::{CastlingSide, Color, File, Move, Piece, Position, Rank, Square};

/// The characters a board is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceSymbols {
    /// Chess figurines.
    #[default]
    Figurines,
    /// Letters: capitals for White, small letters for Black.
    Letters,
}

impl PieceSymbols {
    fn piece(self, piece: Piece, color: Color) -> char {
        let row = match (self, color) {
            (PieceSymbols::Figurines, Color::White) => ['♙', '♘', '♗', '♖', '♕', '♔'],
            (PieceSymbols::Figurines, Color::Black) => ['♟', '♞', '♝', '♜', '♛', '♚'],
            (PieceSymbols::Letters, Color::White) => ['P', 'N', 'B', 'R', 'Q', 'K'],
            (PieceSymbols::Letters, Color::Black) => ['p', 'n', 'b', 'r', 'q', 'k'],
        };
        row[piece as usize]
    }

    fn empty(self) -> char {
        match self {
            PieceSymbols::Figurines => '·',
            PieceSymbols::Letters => '.',
        }
    }
}

/// Draws the board in nine lines with the side `below` at the bottom. `last_move` is a move and the
/// position before it; the squares that it left and reached stand in brackets.
pub fn draw_board(
    position: &Position,
    below: Color,
    last_move: Option<(&Position, Move)>,
    symbols: PieceSymbols,
) -> String {
    let marked = last_move.map_or([None; 2], |(before, mv)| touched_squares(before, mv));
    let from_left = |index: usize| match below {
        Color::White => index,
        Color::Black => 7 - index,
    };
    let mut text = String::new();
    for row in 0..8 {
        let rank = Rank::index(7 - from_left(row));
        text.push_str(&format!(" {rank} "));
        for column in 0..8 {
            let square = Square::new(File::index(from_left(column)), rank);
            let content = match (position.piece_on(square), position.color_on(square)) {
                (Some(piece), Some(color)) => symbols.piece(piece, color),
                _ => symbols.empty(),
            };
            let (left, right) = match marked.contains(&Some(square)) {
                true => ('[', ']'),
                false => (' ', ' '),
            };
            text.extend([left, content, right]);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("   ");
    for column in 0..8 {
        text.push_str(&format!(" {} ", File::index(from_left(column))));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The squares that a move left and reached; in castling, those of the king.
fn touched_squares(before: &Position, mv: Move) -> [Option<Square>; 2] {
    let to = match before.castling_side(mv) {
        Some(CastlingSide::Short) => Square::new(File::G, mv.from.rank()),
        Some(CastlingSide::Long) => Square::new(File::C, mv.from.rank()),
        None => mv.to,
    };
    [Some(mv.from), Some(to)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_side_is_below_and_the_last_move_is_marked() {
        let start = Position::start();
        let mv = start.parse_move("e4").unwrap();
        let after = start.play(mv);
        let white = draw_board(
            &after,
            Color::White,
            Some((&start, mv)),
            PieceSymbols::Letters,
        );
        insta::assert_snapshot!(white, @r"
        8  r  n  b  q  k  b  n  r
        7  p  p  p  p  p  p  p  p
        6  .  .  .  .  .  .  .  .
        5  .  .  .  .  .  .  .  .
        4  .  .  .  . [P] .  .  .
        3  .  .  .  .  .  .  .  .
        2  P  P  P  P [.] P  P  P
        1  R  N  B  Q  K  B  N  R
           a  b  c  d  e  f  g  h
        ");
        let black = draw_board(&after, Color::Black, None, PieceSymbols::Figurines);
        insta::assert_snapshot!(black, @r"
        1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖
        2  ♙  ♙  ♙  ·  ♙  ♙  ♙  ♙
        3  ·  ·  ·  ·  ·  ·  ·  ·
        4  ·  ·  ·  ♙  ·  ·  ·  ·
        5  ·  ·  ·  ·  ·  ·  ·  ·
        6  ·  ·  ·  ·  ·  ·  ·  ·
        7  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟
        8  ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜
           h  g  f  e  d  c  b  a
        ");
    }

    #[test]
    fn castling_marks_the_squares_of_the_king() {
        let before: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
        let long = before.parse_move("O-O-O").unwrap();
        assert_eq!(
            touched_squares(&before, long),
            [Some(Square::E1), Some(Square::C1)]
        );
    }
}
