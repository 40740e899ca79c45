//! Pawn hash table: what the pawns of both colours are worth, kept for when they come again.
//!
//! An entry also keeps the pawn shelter of one square for each king. The sums are unweighted and by
//! family, and weights act after the lookup, so that the table needs no salt.

use super::parameters::PARAMETERS;
use super::recorder::{FamilySums, SumRecorder};
use super::tapered::Tapered;
use super::weights::Family;
use super::{pawn_shelter, pawn_structure};
use crate::board::{BitBoard, Color, Square};

/// The families that pawns alone count for.
const FAMILIES: [Family; 5] = [
    Family::Pawns,
    Family::Placement,
    Family::PassedPawns,
    Family::PawnWeakness,
    Family::PawnChains,
];

/// Entries in the table, a power of two: 352 KiB, which fits into a core's own cache.
const ENTRIES: usize = 1 << 12;

/// What the pawns of a position are worth. The default entry is right for a board without pawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnEntry {
    pawns: [BitBoard; 2],
    /// Passed pawns of both colours.
    pub(super) passed: BitBoard,
    sums: [[Tapered; FAMILIES.len()]; 2],
    shelters: [KnownShelter; 2],
}

/// What the pawns are worth as the shelter of a king on one square.
#[derive(Clone, Copy, Debug, Default)]
struct KnownShelter {
    king: Option<Square>,
    value: Tapered,
    danger: Tapered,
}

impl PawnEntry {
    /// Evaluates the pawns of both colours.
    fn of(pawns: [BitBoard; 2], values: &[Tapered; PARAMETERS]) -> PawnEntry {
        let mut sums = FamilySums::of(values);
        let passed = pawn_structure::record(pawns, &mut sums);
        PawnEntry {
            pawns,
            passed,
            sums: sums
                .value
                .map(|value| FAMILIES.map(|family| value[family as usize])),
            shelters: [KnownShelter::default(); 2],
        }
    }

    /// Evaluates the shelter of a king unless it is known for the same square.
    #[inline]
    fn shelter(&mut self, king: Square, color: Color, values: &[Tapered; PARAMETERS]) {
        let kept = &mut self.shelters[color as usize];
        if kept.king != Some(king) {
            let mut sums = FamilySums::of(values);
            pawn_shelter::record(self.pawns, king, color, &mut sums);
            *kept = KnownShelter {
                king: Some(king),
                value: sums.value[color as usize][Family::KingSafety as usize],
                danger: sums.danger[color as usize],
            };
        }
    }

    /// Reports the sums to a recorder that accepts sums.
    #[inline]
    pub(super) fn report<R: SumRecorder>(&self, recorder: &mut R) {
        for color in Color::ALL {
            for (family, sum) in FAMILIES.into_iter().zip(self.sums[color as usize]) {
                recorder.add_sum(color, family as usize, sum);
            }
            let shelter = &self.shelters[color as usize];
            recorder.add_sum(color, Family::KingSafety as usize, shelter.value);
            recorder.add_danger_sum(color, shelter.danger);
        }
    }
}

/// The table. The pawns themselves are the key, so no entry is taken for another.
pub(super) struct PawnTable {
    entries: Vec<PawnEntry>,
}

impl PawnTable {
    pub(super) fn new() -> PawnTable {
        PawnTable {
            entries: vec![PawnEntry::default(); ENTRIES],
        }
    }

    /// The entry of these pawns with these kings, from the table or computed now and kept. The values are
    /// always the same for a table.
    #[inline]
    pub(super) fn get(
        &mut self,
        pawns: [BitBoard; 2],
        kings: [Square; 2],
        values: &[Tapered; PARAMETERS],
    ) -> &PawnEntry {
        // Multiplication by odd constants spreads the two sets over the upper bits.
        let hash = pawns[0].0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ pawns[1].0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let entry = &mut self.entries[(hash >> 52) as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = PawnEntry::of(pawns, values);
        }
        for color in Color::ALL {
            entry.shelter(kings[color as usize], color, values);
        }
        entry
    }
}
