//! Material signatures: the pieces on the board, as the file names of tables say it (`KQvKR`).

use crate::board::{Color, Piece, Position};

/// Every kind of piece in the order of a table's piece codes (1 is a pawn, 6 a king).
pub(super) const PIECES: [Piece; 6] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
    Piece::King,
];

/// The number of pieces of each kind, first side then second; [`PIECES`] order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Material {
    counts: [[u8; 6]; 2],
}

impl Material {
    /// The material of a name such as `KRPvKR`; `None` for any other text.
    pub fn parse(name: &str) -> Option<Material> {
        let (first, second) = name.split_once('v')?;
        let side = |letters: &str| {
            let mut counts = [0; 6];
            for letter in letters.chars() {
                counts["PNBRQK".find(letter)?] += 1;
            }
            (counts[5] == 1 && letters.starts_with('K')).then_some(counts)
        };
        let counts = [side(first)?, side(second)?];
        let material = Material { counts };
        (3..=MOST_MEN).contains(&material.men()).then_some(material)
    }

    /// The material on the board, White first.
    pub fn of(position: &Position) -> Material {
        let side = |color| PIECES.map(|piece| position.colored_pieces(color, piece).len() as u8);
        Material {
            counts: [side(Color::White), side(Color::Black)],
        }
    }

    /// The same pieces with the sides exchanged.
    pub fn mirrored(self) -> Material {
        let [first, second] = self.counts;
        Material {
            counts: [second, first],
        }
    }

    /// Whether both sides have the same.
    pub fn is_symmetric(self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// All pieces on the board, kings included.
    pub fn men(self) -> usize {
        self.counts.iter().flatten().map(|&n| usize::from(n)).sum()
    }

    /// The number of pawns of the side whose pawns lead the indexing, then of the other side. The
    /// side with fewer pawns leads, if it has any.
    pub fn pawns(self) -> [usize; 2] {
        let [first, second] = self.counts.map(|side| usize::from(side[0]));
        match second == 0 || (first > 0 && second >= first) {
            true => [first, second],
            false => [second, first],
        }
    }

    /// Whether at least three pieces are unique: the only ones of their kind and colour.
    pub fn has_three_single_pieces(self) -> bool {
        self.counts.iter().flatten().filter(|&&n| n == 1).count() >= 3
    }

    /// A different number for each material.
    pub fn key(self) -> u64 {
        let all = self.counts.iter().flatten();
        all.fold(0, |key, &count| key << 4 | u64::from(count))
    }
}

/// The most men of any table, kings included.
pub(super) const MOST_MEN: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_positions_agree() {
        let position: Position = "8/8/3k4/3r4/8/3KP3/3R4/8 w - - 0 1".parse().unwrap();
        let material = Material::parse("KRPvKR").unwrap();
        assert_eq!(Material::of(&position), material);
        assert_ne!(material.key(), material.mirrored().key());
        assert_eq!(material.mirrored().mirrored(), material);
        assert_eq!(material.men(), 5);
        assert_eq!(material.pawns(), [1, 0]);
        assert_eq!(material.mirrored().pawns(), [1, 0]);
        assert!(Material::parse("KQvKQ").unwrap().is_symmetric());
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for name in [
            "",
            "KvK",
            "KQ",
            "KXvK",
            "QvK",
            "KKvK",
            "KQvK.old",
            "KQQQQQQvK",
            "kqvk",
        ] {
            assert_eq!(Material::parse(name), None, "{name}");
        }
    }
}
