//! Drawing the board as lines of text.

use crate::board::{BitBoard, CastlingSide, Color, File, Move, Piece, Position, Rank, Square};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Coloured squares with filled figurines, white and black: escape codes for a terminal. Both
    /// colours of squares and of men are given, so that the screen's own do not matter.
    Coloured,
    /// Letters, capitals for White and small letters for Black; the squares of the last move stand
    /// in brackets.
    Letters,
}

/// Colours of the usual 256: both kinds of squares are dark enough for white men and light enough for
/// black ones.
const LIGHT_SQUARE: u8 = 137;
const DARK_SQUARE: u8 = 94;
/// The squares of the last move.
const LIGHT_TOUCHED: u8 = 64;
const DARK_TOUCHED: u8 = 28;
const WHITE_MAN: u8 = 231;
const BLACK_MAN: u8 = 16;

impl BoardStyle {
    /// A square with its man, three characters wide.
    fn square(self, man: Option<(Piece, Color)>, is_dark: bool, is_touched: bool) -> String {
        match self {
            BoardStyle::Letters => {
                let content = man.map_or('.', letter);
                match is_touched {
                    true => format!("[{content}]"),
                    false => format!(" {content} "),
                }
            }
            BoardStyle::Coloured => {
                let content = man.map_or(' ', |(piece, _)| figurine(piece));
                let ground = match (is_touched, is_dark) {
                    (false, false) => LIGHT_SQUARE,
                    (false, true) => DARK_SQUARE,
                    (true, false) => LIGHT_TOUCHED,
                    (true, true) => DARK_TOUCHED,
                };
                let ink = match man {
                    Some((_, Color::White)) => WHITE_MAN,
                    _ => BLACK_MAN,
                };
                format!("\x1b[38;5;{ink};48;5;{ground}m {content} \x1b[0m")
            }
        }
    }
}

fn letter((piece, color): (Piece, Color)) -> char {
    let letter: char = piece.into();
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

fn figurine(piece: Piece) -> char {
    ['♟', '♞', '♝', '♜', '♛', '♚'][piece as usize]
}

/// Draws the board in nine lines with the side `below` at the bottom. `last_move` is a move and the
/// position before it; the squares that it left and reached stand out.
pub fn draw_board(
    position: &Position,
    below: Color,
    last_move: Option<(&Position, Move)>,
    style: BoardStyle,
) -> String {
    let touched = last_move.map_or([None; 2], |(before, mv)| touched_squares(before, mv));
    let from_left = |index: usize| match below {
        Color::White => index,
        Color::Black => 7 - index,
    };
    let mut lines = Vec::new();
    for row in 0..8 {
        let rank = Rank::index(7 - from_left(row));
        let squares: String = (0..8)
            .map(|column| {
                let square = Square::new(File::index(from_left(column)), rank);
                let man = position.piece_on(square).zip(position.color_on(square));
                let is_dark = BitBoard::DARK_SQUARES.has(square);
                style.square(man, is_dark, touched.contains(&Some(square)))
            })
            .collect();
        lines.push(format!(" {rank} {squares}"));
    }
    let files: String = (0..8)
        .map(|column| format!(" {} ", File::index(from_left(column))))
        .collect();
    lines.push(format!("   {files}"));
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
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
            BoardStyle::Letters,
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
        let black = draw_board(&after, Color::Black, None, BoardStyle::Letters);
        insta::assert_snapshot!(black, @r"
        1  R  N  B  K  Q  B  N  R
        2  P  P  P  .  P  P  P  P
        3  .  .  .  .  .  .  .  .
        4  .  .  .  P  .  .  .  .
        5  .  .  .  .  .  .  .  .
        6  .  .  .  .  .  .  .  .
        7  p  p  p  p  p  p  p  p
        8  r  n  b  k  q  b  n  r
           h  g  f  e  d  c  b  a
        ");
    }

    #[test]
    fn colours_are_given_for_men_and_squares_alike() {
        let board: Position = "k7/8/8/8/8/8/8/7K w - - 0 1".parse().unwrap();
        let drawn = draw_board(&board, Color::White, None, BoardStyle::Coloured);
        let lines: Vec<&str> = drawn.lines().collect();
        assert!(
            lines[0].starts_with(" 8 \x1b[38;5;16;48;5;137m ♚ \x1b[0m"),
            "{drawn:?}"
        );
        assert!(
            lines[7].ends_with("\x1b[38;5;231;48;5;137m ♚ \x1b[0m"),
            "{drawn:?}"
        );
        assert!(
            lines[7].contains("\x1b[38;5;16;48;5;94m   \x1b[0m"),
            "{drawn:?}"
        );
        let mv = board.parse_move("Kg1").unwrap();
        let after = board.play(mv);
        let drawn = draw_board(
            &after,
            Color::White,
            Some((&board, mv)),
            BoardStyle::Coloured,
        );
        assert!(
            drawn.contains("48;5;28m ♚ ") && drawn.contains("48;5;64m   "),
            "{drawn:?}"
        );
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
