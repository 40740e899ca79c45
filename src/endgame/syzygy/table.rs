//! One Syzygy table file: its header, its parts, and the value it keeps for a position.
//!
//! There are two kinds of files: `.rtbw` with win, draw or loss (WDL) and `.rtbz` with distance to
//! zeroing (DTZ).

use arrayvec::ArrayVec;

use super::index::{Grouping, Leading, Squares, lead_pawn};
use super::material::{MOST_MEN, Material, PIECES};
use super::pairs::{Bytes, Pairs};
use crate::board::{Color, Position};

/// What a file tells about its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableKind {
    /// Win, draw or loss.
    Wdl,
    /// Distance to zeroing: half-moves to the next capture or pawn move.
    Dtz,
}

impl TableKind {
    /// The ending of its file names.
    pub fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }

    /// The four bytes at the beginning.
    pub fn magic(self) -> [u8; 4] {
        match self {
            TableKind::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            TableKind::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// A checksum of this size ends a file.
const CHECKSUM_BYTES: usize = 16;
const HAS_PAWNS: u8 = 2;
/// Flags of a distance part.
const BLACK_TO_MOVE: u8 = 1;
const IS_MAPPED: u8 = 2;
const WIN_IN_PLIES: u8 = 4;
const LOSS_IN_PLIES: u8 = 8;
const IS_WIDE: u8 = 16;

/// What a distance table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DistanceToZeroing {
    /// Half-moves to the next capture or pawn move of perfect play, rounded up by at most one.
    Plies(i32),
    /// The table only knows the positions with the other side to move.
    OtherSideToMove,
}

/// A file that was read and found to be consistent.
pub(super) struct SyzygyTable {
    bytes: Vec<u8>,
    material: Material,
    has_pawns: bool,
    /// By the leading pawn's file (one part without pawns), then by side to move.
    parts: ArrayVec<ArrayVec<TablePart, 2>, 4>,
}

struct TablePart {
    /// Codes of the pieces in the order of the numbering.
    pieces: ArrayVec<u8, MOST_MEN>,
    grouping: Grouping,
    pairs: Pairs,
    /// Where the maps of the distances of wins, losses, cursed wins and blessed losses begin.
    maps: [usize; 4],
}

impl SyzygyTable {
    /// Checks the bytes of a file for this material and finds its parts; `None` when they are no
    /// such table, or not all of it.
    pub fn new(bytes: Vec<u8>, kind: TableKind, material: Material) -> Option<SyzygyTable> {
        if bytes.get(..4)? != kind.magic() {
            return None;
        }
        let view = Bytes(&bytes);
        let has_pawns = material.pawns()[0] > 0;
        if (view.u8(4)? & HAS_PAWNS != 0) != has_pawns {
            return None;
        }
        let sides = match kind == TableKind::Wdl && !material.is_symmetric() {
            true => 2,
            false => 1,
        };
        let (mut parts, end) = read_parts(view, material, sides)?;
        let mut at = match kind {
            TableKind::Wdl => end,
            TableKind::Dtz => read_maps(view, &mut parts, end)?,
        };
        for place in [
            Pairs::place_index,
            Pairs::place_lengths,
            Pairs::place_blocks,
        ] {
            for part in parts.iter_mut().flatten() {
                at = place(&mut part.pairs, at)?;
            }
        }
        if at.checked_add(CHECKSUM_BYTES)? > bytes.len() {
            return None;
        }
        Some(SyzygyTable {
            bytes,
            material,
            has_pawns,
            parts,
        })
    }

    /// The number from 0 (loss) to 4 (win) of a position of this material for its side to move.
    /// Where a capture decides, the number may be wrong.
    pub fn win_draw_loss(&self, position: &Position) -> Option<u16> {
        let (part, index, _) = self.look_up(position)?;
        part.pairs.value(Bytes(&self.bytes), index)
    }

    /// The distance of a position that is decided as `number` says, from 0 (loss) to 4 (win).
    pub fn distance(&self, position: &Position, number: usize) -> Option<DistanceToZeroing> {
        let (part, index, side) = self.look_up(position)?;
        let flags = part.pairs.flags;
        let is_for_side = usize::from(flags & BLACK_TO_MOVE) == side
            || self.material.is_symmetric() && !self.has_pawns;
        if !is_for_side {
            return Some(DistanceToZeroing::OtherSideToMove);
        }
        let bytes = Bytes(&self.bytes);
        let mut value = part.pairs.value(bytes, index)?;
        if flags & IS_MAPPED != 0 {
            let map = part.maps[[1, 3, 0, 2, 0][number.min(4)]];
            let place = usize::from(value);
            value = match flags & IS_WIDE != 0 {
                true => bytes.u16(map + 2 * place)?,
                false => u16::from(bytes.u8(map + place)?),
            };
        }
        let is_in_plies = match number {
            4 => flags & WIN_IN_PLIES != 0,
            0 => flags & LOSS_IN_PLIES != 0,
            _ => false,
        };
        let plies = i32::from(value) * if is_in_plies { 1 } else { 2 };
        Some(DistanceToZeroing::Plies(plies + 1))
    }

    /// The part for a position, the index of its placement, and the side to move as the table
    /// counts (0 is the first side of its name).
    fn look_up(&self, position: &Position) -> Option<(&TablePart, u64, usize)> {
        let is_mirrored = match self.material.is_symmetric() {
            true => position.side_to_move() == Color::Black,
            false => Material::of(position) != self.material,
        };
        let side = usize::from((position.side_to_move() == Color::Black) != is_mirrored);
        let flip = if is_mirrored { 56 } else { 0 };
        let (code_flip, code_pieces) =
            (if is_mirrored { 8 } else { 0 }, pieces_with_codes(position));
        let mut pieces: ArrayVec<(u8, usize), MOST_MEN> = ArrayVec::new();
        for (code, square) in code_pieces {
            pieces.try_push((code ^ code_flip, square ^ flip)).ok()?;
        }
        let part = &self.part(&pieces, side)?;
        let mut squares = Squares::new();
        for &code in &part.pieces {
            let place = pieces.iter().position(|&(piece, _)| piece == code)?;
            squares.push(pieces.swap_remove(place).1);
        }
        if self.has_pawns {
            let count = self.material.pawns()[0];
            let lead = lead_pawn(squares.get(..count)?)?;
            squares.swap(0, lead);
        }
        Some((part, part.grouping.index(squares)?, side))
    }

    /// The part by the file of the leading pawn, counted from the nearer edge.
    fn part(&self, pieces: &[(u8, usize)], side: usize) -> Option<&TablePart> {
        let by_side = match self.has_pawns {
            false => self.parts.first()?,
            true => {
                let code = *self.parts.first()?.first()?.pieces.first()?;
                let pawns = pieces.iter().filter(|&&(piece, _)| piece == code);
                let squares: Squares = pawns.map(|&(_, square)| square).collect();
                let file = squares[lead_pawn(&squares)?] % 8;
                self.parts.get(file.min(7 - file))?
            }
        };
        by_side.get(side.min(by_side.len() - 1))
    }
}

/// Codes (1 to 6 for White, 8 more for Black) and squares of everything on the board.
fn pieces_with_codes(position: &Position) -> impl Iterator<Item = (u8, usize)> {
    Color::ALL.into_iter().flat_map(move |color| {
        PIECES.iter().zip(1..).flat_map(move |(&piece, code)| {
            let squares = position.colored_pieces(color, piece).into_iter();
            squares.map(move |square| (code + 8 * color as u8, square as usize))
        })
    })
}

type TableParts = ArrayVec<ArrayVec<TablePart, 2>, 4>;

/// The beginning of a part's header: its pieces and the places of its groups among the factors.
struct PieceOrder {
    pieces: ArrayVec<u8, MOST_MEN>,
    turns: [usize; 2],
}

/// Reads the headers of all parts; returns them with the place behind them.
fn read_parts(bytes: Bytes<'_>, material: Material, sides: usize) -> Option<(TableParts, usize)> {
    let pawns = material.pawns();
    let leading = match material {
        _ if pawns[0] > 0 => Leading::Pawns,
        _ if material.has_three_single_pieces() => Leading::ThreePieces,
        _ => Leading::Kings,
    };
    let files = if pawns[0] > 0 { 4 } else { 1 };
    let mut at = 5;
    let mut orders: ArrayVec<ArrayVec<PieceOrder, 2>, 4> = ArrayVec::new();
    for _ in 0..files {
        let (order, end) = read_order(bytes, at, material, sides)?;
        orders.push(order);
        at = end;
    }
    at += at & 1;
    let mut parts = TableParts::new();
    for (file, order) in orders.into_iter().enumerate() {
        let mut by_side = ArrayVec::new();
        for PieceOrder { pieces, turns } in order {
            let grouping = Grouping::new(&pieces, leading, pawns[1], turns, file)?;
            let (pairs, end) = Pairs::read(bytes, at, grouping.size())?;
            at = end;
            by_side.push(TablePart {
                pieces,
                grouping,
                pairs,
                maps: [0; 4],
            });
        }
        parts.push(by_side);
    }
    Some((parts, at))
}

/// The piece orders for one file of the leading pawn, one for each side; the low halves of the
/// bytes belong to the first side.
fn read_order(
    bytes: Bytes<'_>,
    at: usize,
    material: Material,
    sides: usize,
) -> Option<(ArrayVec<PieceOrder, 2>, usize)> {
    let [_, other_pawns] = material.pawns();
    let pieces_at = at + 1 + usize::from(other_pawns > 0);
    let mut orders = ArrayVec::new();
    for side in 0..sides {
        let half = |byte: u8| if side == 0 { byte & 0xf } else { byte >> 4 };
        let second_turn = match other_pawns > 0 {
            true => half(bytes.u8(at + 1)?),
            false => 0xf,
        };
        let codes = (0..material.men()).map(|place| bytes.u8(pieces_at + place).map(half));
        orders.push(PieceOrder {
            pieces: codes.collect::<Option<_>>()?,
            turns: [half(bytes.u8(at)?), second_turn].map(usize::from),
        });
    }
    Some((orders, pieces_at + material.men()))
}

/// Finds the maps of a distance table; returns the place behind them.
fn read_maps(bytes: Bytes<'_>, parts: &mut TableParts, mut at: usize) -> Option<usize> {
    for part in parts.iter_mut().flatten() {
        let flags = part.pairs.flags;
        if flags & IS_MAPPED == 0 {
            continue;
        }
        let is_wide = flags & IS_WIDE != 0;
        if is_wide {
            at += at & 1;
        }
        for map in &mut part.maps {
            *map = at + if is_wide { 2 } else { 1 };
            at = match is_wide {
                true => *map + 2 * usize::from(bytes.u16(at)?),
                false => *map + usize::from(bytes.u8(at)?),
            };
        }
    }
    Some(at + (at & 1))
}
