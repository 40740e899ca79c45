//! A diagram of a position as SVG, with the chess symbols of the browser's font.

use std::fmt::Write;

use crate::board::{Color, File, Piece, Position, Rank, Square};

/// The width of a square in SVG units.
const SIDE: usize = 30;

/// A picture of the board from a side's view.
pub(super) fn draw(position: &Position, seen_from: Color) -> String {
    let size = 8 * SIDE;
    let mut svg = format!(r#"<svg class="board" viewBox="0 0 {size} {size}" role="img">"#);
    for rank in Rank::ALL {
        for file in File::ALL {
            let square = Square::new(file, rank);
            let (column, row) = match seen_from {
                Color::White => (file as usize, 7 - rank as usize),
                Color::Black => (7 - file as usize, rank as usize),
            };
            let is_light = (file as usize + rank as usize) % 2 == 1;
            let shade = if is_light { "light" } else { "dark" };
            let (x, y) = (column * SIDE, row * SIDE);
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                r#"<rect class="{shade}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"#
            );
            if let (Some(piece), Some(color)) =
                (position.piece_on(square), position.color_on(square))
            {
                let (x, y) = (x + SIDE / 2, y + SIDE - 6);
                let _ = write!(
                    svg,
                    r#"<text x="{x}" y="{y}">{}</text>"#,
                    figurine(piece, color)
                );
            }
        }
    }
    svg.push_str("</svg>");
    svg
}

fn figurine(piece: Piece, color: Color) -> char {
    match (color, piece) {
        (Color::White, Piece::King) => '\u{2654}',
        (Color::White, Piece::Queen) => '\u{2655}',
        (Color::White, Piece::Rook) => '\u{2656}',
        (Color::White, Piece::Bishop) => '\u{2657}',
        (Color::White, Piece::Knight) => '\u{2658}',
        (Color::White, Piece::Pawn) => '\u{2659}',
        (Color::Black, Piece::King) => '\u{265a}',
        (Color::Black, Piece::Queen) => '\u{265b}',
        (Color::Black, Piece::Rook) => '\u{265c}',
        (Color::Black, Piece::Bishop) => '\u{265d}',
        (Color::Black, Piece::Knight) => '\u{265e}',
        // Browsers may draw this pawn as an emoji; the style sheet asks for a text font.
        (Color::Black, Piece::Pawn) => '\u{265f}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_on_the_board_and_sides_can_be_changed() {
        let start = Position::start();
        let white = draw(&start, Color::White);
        assert_eq!(white.matches("<text").count(), 32);
        assert_eq!(white.matches("<rect").count(), 64);
        assert_eq!(white.matches('\u{2659}').count(), 8);
        // White's king stands on e1: the fifth column, the last row; for Black the fourth, the first.
        assert!(
            white.contains(r#"<text x="135" y="234">♔</text>"#),
            "{white}"
        );
        let black = draw(&start, Color::Black);
        assert!(
            black.contains(r#"<text x="105" y="24">♔</text>"#),
            "{black}"
        );
    }
}
