//! A diagram of a position as SVG, with coordinates and the last move, with the chess symbols of the
//! browser's font. The empty boards are drawn once in a page, and its diagrams refer to them.

use std::fmt::Write;

use super::html::escaped;
use crate::board::{Color, File, Move, Piece, Position, Rank, Square};

/// The width of a square in SVG units.
const SIDE: usize = 30;
/// The room for the coordinates on the left and below.
const MARGIN: usize = 14;
const SIZE: usize = 8 * SIDE + MARGIN;

/// The two empty boards with their coordinates, from White's view and from Black's.
pub(in crate::lab) fn empty_boards() -> String {
    let mut svg =
        r#"<svg class="hidden" width="0" height="0" aria-hidden="true"><defs>"#.to_owned();
    for seen_from in Color::ALL {
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<symbol id="{}" viewBox="0 0 {SIZE} {SIZE}"><rect class="light" x="{MARGIN}" y="0" width="{w}" height="{w}"/><path class="dark" d=""#,
            board_of(seen_from),
            w = 8 * SIDE,
        );
        for (x, y) in dark_corners() {
            let _ = write!(svg, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        }
        svg.push_str(r#""/>"#);
        for rank in Rank::ALL {
            let (_, y) = corner(Square::new(File::A, rank), seen_from);
            let _ = write!(
                svg,
                r#"<text class="at" x="6" y="{}">{}</text>"#,
                y + SIDE / 2 + 4,
                rank as usize + 1
            );
        }
        for (file, letter) in File::ALL.into_iter().zip('a'..) {
            let (x, _) = corner(Square::new(file, Rank::First), seen_from);
            let _ = write!(
                svg,
                r#"<text class="at" x="{}" y="{}">{letter}</text>"#,
                x + SIDE / 2,
                SIZE - 3
            );
        }
        svg.push_str("</symbol>");
    }
    svg.push_str("</defs></svg>");
    svg
}

/// A picture of the board from a side's view; `last` is the move that led there, `alt` says what it
/// is for those who do not see it.
pub(in crate::lab) fn draw(
    position: &Position,
    seen_from: Color,
    last: Option<Move>,
    alt: &str,
) -> String {
    let mut svg = format!(
        r##"<svg class="board" viewBox="0 0 {SIZE} {SIZE}" role="img" aria-label="{}"><use href="#{}"/>"##,
        escaped(alt),
        board_of(seen_from)
    );
    for square in last.iter().flat_map(|mv| [mv.from, mv.to]) {
        let (x, y) = corner(square, seen_from);
        let _ = write!(
            svg,
            r#"<rect class="last" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"#
        );
    }
    for (color, class) in [(Color::White, "w"), (Color::Black, "b")] {
        let _ = write!(svg, r#"<g class="{class}">"#);
        for piece in Piece::ALL {
            for square in position.colored_pieces(color, piece) {
                let (x, y) = corner(square, seen_from);
                let (x, y) = (x + SIDE / 2, y + SIDE - 5);
                let _ = write!(svg, r#"<text x="{x}" y="{y}">{}</text>"#, figurine(piece));
            }
        }
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

const fn board_of(seen_from: Color) -> &'static str {
    match seen_from {
        Color::White => "board-white",
        Color::Black => "board-black",
    }
}

/// The corner of a square on the upper left.
fn corner(square: Square, seen_from: Color) -> (usize, usize) {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    let (column, row) = match seen_from {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    };
    (MARGIN + column * SIDE, row * SIDE)
}

/// The corners of the dark squares, which are in the same places for both views.
fn dark_corners() -> impl Iterator<Item = (usize, usize)> {
    (0..64)
        .map(|place| (place % 8, place / 8))
        .filter(|(column, row)| (column + row) % 2 == 1)
        .map(|(column, row)| (MARGIN + column * SIDE, row * SIDE))
}

/// The solid symbol; the style sheet colours it.
const fn figurine(piece: Piece) -> &'static str {
    match piece {
        Piece::King => "\u{265a}",
        Piece::Queen => "\u{265b}",
        Piece::Rook => "\u{265c}",
        Piece::Bishop => "\u{265d}",
        Piece::Knight => "\u{265e}",
        // The second character asks for the symbol instead of an emoji.
        Piece::Pawn => "\u{265f}\u{fe0e}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_on_the_board_and_sides_can_be_changed() {
        let start = Position::start();
        let first = start.parse_move("e4").unwrap();
        let white = draw(&start, Color::White, Some(first), "the \"start\"");
        assert_eq!(white.matches("<text").count(), 32);
        assert_eq!(white.matches('\u{265f}').count(), 16);
        assert!(white.contains(r#"aria-label="the &quot;start&quot;""#));
        assert!(white.contains(r#"<rect class="last" x="134" y="120""#));
        // White's king stands on e1: the fifth column, the last row; for Black the fourth, the first.
        assert!(
            white.contains(r#"<text x="149" y="235">♚</text>"#),
            "{white}"
        );
        let black = draw(&start, Color::Black, None, "");
        assert!(
            black.contains(r#"<text x="119" y="25">♚</text>"#),
            "{black}"
        );
    }

    #[test]
    fn the_boards_have_coordinates_and_a_dark_corner_on_the_left() {
        let boards = empty_boards();
        assert_eq!(boards.matches(r#"class="at""#).count(), 32);
        assert!(boards.contains("M14 210h30v30h-30z"), "{boards}");
        // The a file is on the left of White and on the right of Black.
        assert!(boards.contains(r#"<text class="at" x="29" y="251">a</text>"#));
        assert!(boards.contains(r#"<text class="at" x="239" y="251">a</text>"#));
    }
}
