//! Pawns among themselves: value, placement, weaknesses and chains, kept in a small table.
//!
//! Owns everything that depends on the pawns of both colours alone, so that it can be looked up
//! when the same pawns come again; the table keeps the shelter of the kings along with it. The table keeps unweighted sums by family; weights act after
//! the lookup, so it needs no salt. It must not know pieces.

use super::attack_maps::forward;
use super::masks::{adjacent_files, ahead, passed_span, relative_rank};
use super::parameters::*;
use super::pawn_shelter;
use super::pieces::record_piece;
use super::recorder::{FamilySums, Recorder, SumRecorder};
use super::tapered::Tapered;
use super::weights::Family;
use crate::board::{BitBoard, Color, Piece, Square, attacks};

/// The families that pawns alone count for.
const FAMILIES: [Family; 5] = [
    Family::Pawns,
    Family::Placement,
    Family::PassedPawns,
    Family::PawnWeakness,
    Family::PawnChains,
];

/// Entries in the table, a power of two: 192 KiB, which keeps within a core's own cache.
const ENTRIES: usize = 1 << 11;

/// What the pawns of a position are worth. The default is right for no pawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnEntry {
    pawns: [BitBoard; 2],
    /// Passed pawns of both colours.
    pub(super) passed: BitBoard,
    sums: [[Tapered; FAMILIES.len()]; 2],
    shelters: [Shelter; 2],
}

/// What the pawns are worth as shelter of a king on one square.
#[derive(Clone, Copy, Debug, Default)]
struct Shelter {
    king: Option<Square>,
    value: Tapered,
    danger: Tapered,
}

impl PawnEntry {
    /// Judges the pawns of both colours.
    fn of(pawns: [BitBoard; 2]) -> PawnEntry {
        let mut sums = FamilySums::default();
        let passed = record(pawns, &mut sums);
        PawnEntry {
            pawns,
            passed,
            sums: sums
                .value
                .map(|value| FAMILIES.map(|family| value[family as usize])),
            shelters: [Shelter::default(); 2],
        }
    }

    /// Judges the shelter of a king unless it is known for the same square.
    #[inline]
    fn shelter(&mut self, king: Square, color: Color) {
        let kept = &mut self.shelters[color as usize];
        if kept.king != Some(king) {
            let mut sums = FamilySums::default();
            pawn_shelter::record(self.pawns, king, color, &mut sums);
            *kept = Shelter {
                king: Some(king),
                value: sums.value[color as usize][Family::KingSafety as usize],
                danger: sums.danger[color as usize],
            };
        }
    }

    /// Reports the sums to a recorder that takes sums.
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

/// A table of judged pawn structures; the pawns themselves are the key, so nothing is mistaken.
pub(super) struct PawnTable {
    entries: Vec<PawnEntry>,
}

impl PawnTable {
    pub(super) fn new() -> PawnTable {
        PawnTable {
            entries: vec![PawnEntry::default(); ENTRIES],
        }
    }

    /// The judgement of these pawns with these kings, from the table or made now and kept.
    #[inline]
    pub(super) fn get(&mut self, pawns: [BitBoard; 2], kings: [Square; 2]) -> &PawnEntry {
        // Multiplication by odd constants spreads the two sets over the upper bits.
        let hash = pawns[0].0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ pawns[1].0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let entry = &mut self.entries[(hash >> 52) as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = PawnEntry::of(pawns);
        }
        for color in Color::ALL {
            entry.shelter(kings[color as usize], color);
        }
        entry
    }
}

/// Records all pawns and returns the passed ones.
pub(super) fn record<R: Recorder>(pawns: [BitBoard; 2], recorder: &mut R) -> BitBoard {
    let mut passed = BitBoard::EMPTY;
    for color in Color::ALL {
        let (own, enemies) = (pawns[color as usize], pawns[!color as usize]);
        for square in own {
            record_piece(recorder, color, Piece::Pawn, square);
            let pawn = Pawn::new(square, color, own, enemies);
            pawn.record_weakness(recorder);
            pawn.record_chain(recorder);
            if pawn.is_passed() {
                passed |= square.bitboard();
            } else if pawn.is_candidate() {
                recorder.add(color, CANDIDATE + pawn.rank, 1);
            }
        }
    }
    passed
}

/// One pawn and the pawns around it.
struct Pawn {
    square: Square,
    color: Color,
    rank: usize,
    own: BitBoard,
    /// Own pawns on the neighbouring files.
    neighbours: BitBoard,
    /// Neighbours on the same rank.
    phalanx: BitBoard,
    /// Own pawns that guard it.
    guards: BitBoard,
    /// Enemy pawns before it on its own file.
    opposers: BitBoard,
    /// Enemy pawns that could stop or capture it on its way.
    stoppers: BitBoard,
    enemies: BitBoard,
}

impl Pawn {
    fn new(square: Square, color: Color, own: BitBoard, enemies: BitBoard) -> Pawn {
        let neighbours = own & adjacent_files(square);
        Pawn {
            square,
            color,
            rank: relative_rank(square, color),
            own,
            neighbours,
            phalanx: neighbours & square.rank().bitboard(),
            guards: own & attacks::pawn(square, !color),
            opposers: enemies & ahead(square, color),
            stoppers: enemies & passed_span(square, color),
            enemies,
        }
    }

    fn is_isolated(&self) -> bool {
        self.neighbours.is_empty()
    }

    fn is_doubled(&self) -> bool {
        !(self.own & ahead(self.square, self.color)).is_empty()
    }

    /// No neighbour beside or behind to guard it, and a step ahead meets an enemy pawn or its
    /// attack.
    fn is_backward(&self) -> bool {
        let front_neighbours = self.neighbours & passed_span(self.square, self.color);
        let stop = forward(self.square.bitboard(), self.color);
        let hit_on_stop = stop
            .into_iter()
            .any(|square| !(attacks::pawn(square, self.color) & self.enemies).is_empty());
        front_neighbours == self.neighbours && (hit_on_stop || !(stop & self.enemies).is_empty())
    }

    fn is_passed(&self) -> bool {
        self.stoppers.is_empty() && !self.is_doubled()
    }

    /// On a file without enemy pawns, with at least as many helpers as guards against it.
    fn is_candidate(&self) -> bool {
        let sentries = self.stoppers.len();
        let behind = self.neighbours - passed_span(self.square, self.color);
        self.opposers.is_empty() && !self.is_doubled() && behind.len() >= sentries
    }

    fn record_weakness<R: Recorder>(&self, recorder: &mut R) {
        let opposed = usize::from(!self.opposers.is_empty());
        if self.is_isolated() {
            recorder.add(self.color, ISOLATED + opposed, 1);
        } else if self.is_backward() {
            recorder.add(self.color, BACKWARD + opposed, 1);
        }
        if self.is_doubled() {
            recorder.add(self.color, DOUBLED, 1);
            if self.is_isolated() {
                recorder.add(self.color, DOUBLED_ISOLATED, 1);
            }
        }
    }

    fn record_chain<R: Recorder>(&self, recorder: &mut R) {
        if !self.phalanx.is_empty() {
            recorder.add(self.color, PHALANX + self.rank, 1);
        }
        if !self.guards.is_empty() {
            recorder.add(self.color, GUARDED + self.rank, 1);
        }
    }
}
