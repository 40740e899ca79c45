//! Distances between squares.

use super::Square;

/// The steps that a king needs from one square to another on an empty board (the Chebyshev
/// distance), 0 to 7.
#[inline(always)]
pub fn king_distance(from: Square, to: Square) -> usize {
    let (from, to) = (from as usize, to as usize);
    (from & 7)
        .abs_diff(to & 7)
        .max((from >> 3).abs_diff(to >> 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_king_steps() {
        assert_eq!(king_distance(Square::A1, Square::H8), 7);
        assert_eq!(king_distance(Square::C3, Square::D5), 2);
        assert_eq!(king_distance(Square::E4, Square::E4), 0);
    }
}
