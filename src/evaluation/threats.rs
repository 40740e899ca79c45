//! Threats: attacks on pieces that are worth more than the attacker or are not well defended.
//!
//! The search resolves single captures; these terms see what several threats at once are worth.

use super::attack_maps::AttackMaps;
use super::masks::forward;
use super::parameters::*;
use super::recorder::Recorder;
use crate::board::{BitBoard, Color, Piece, attacks};

/// Records the threats of one colour.
#[inline(always)]
pub(super) fn record<R: Recorder>(maps: &AttackMaps<'_>, color: Color, recorder: &mut R) {
    let targets = Targets::of(maps, color);
    record_by_pawns(maps, color, &targets, recorder);
    record_by_pieces(maps, color, &targets, recorder);
    record_on_queen(maps, color, &targets, recorder);
    let contested = maps.attacked[color as usize] & maps.attacked[!color as usize];
    let contested = contested - targets.firmly_held;
    recorder.add(color, CONTESTED, contested.len() as i32);
}

/// What can be threatened.
struct Targets {
    /// Enemy pieces other than pawns and king.
    pieces: BitBoard,
    /// Squares that the enemy defends by a pawn, or twice while they are attacked less than twice.
    firmly_held: BitBoard,
    /// Attacked enemy pieces and pawns on squares that are not firmly held.
    weak: BitBoard,
    /// Squares where an own pawn is not lost at once.
    safe: BitBoard,
}

impl Targets {
    #[inline(always)]
    fn of(maps: &AttackMaps<'_>, color: Color) -> Targets {
        let (us, them) = (color as usize, !color as usize);
        let enemies = maps.position.colors(!color) - maps.pieces(!color, Piece::King);
        let by_pawns = maps.attacks[them][Piece::Pawn as usize];
        let firmly_held = by_pawns | (maps.attacked_twice[them] - maps.attacked_twice[us]);
        Targets {
            pieces: enemies - maps.pawns[them],
            firmly_held,
            weak: (enemies & maps.attacked[us]) - firmly_held,
            safe: !maps.attacked[them] | (maps.attacked[us] - by_pawns),
        }
    }
}

#[inline(always)]
fn record_by_pawns<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    targets: &Targets,
    recorder: &mut R,
) {
    let pawns = maps.pawns[color as usize];
    let hit = attacks::pawns(pawns & targets.safe, color) & targets.pieces;
    if !hit.is_empty() {
        record_kinds(maps, color, hit, THREAT_BY_PAWN, &PIECES, recorder);
    }
    let step = forward(pawns, color) - maps.occupied;
    const THIRD_WHITE: BitBoard = BitBoard(0x0000_0000_00ff_0000);
    const THIRD_BLACK: BitBoard = BitBoard(0x0000_ff00_0000_0000);
    let third = match color {
        Color::White => THIRD_WHITE,
        Color::Black => THIRD_BLACK,
    };
    let steps = step | (forward(step & third, color) - maps.occupied);
    let safe_steps = (steps & targets.safe) - maps.attacks[!color as usize][Piece::Pawn as usize];
    let hit_after_step = (attacks::pawns(safe_steps, color) & targets.pieces) - hit;
    recorder.add(color, THREAT_BY_PUSH, hit_after_step.len() as i32);
}

const PIECES: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
const ALL_KINDS: [Piece; 5] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];

/// Records each kind of piece in `hit` under its own entry of a term.
#[inline(always)]
fn record_kinds<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    hit: BitBoard,
    term: usize,
    kinds: &[Piece],
    recorder: &mut R,
) {
    for (entry, &kind) in kinds.iter().enumerate() {
        let count = (hit & maps.position.pieces(kind)).len() as i32;
        recorder.add(color, term + entry, count);
    }
}

#[inline(always)]
fn record_by_pieces<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    targets: &Targets,
    recorder: &mut R,
) {
    let (us, them) = (color as usize, !color as usize);
    let own = &maps.attacks[us];
    let minors = own[Piece::Knight as usize] | own[Piece::Bishop as usize];
    let heavy = maps.pieces(!color, Piece::Rook) | maps.pieces(!color, Piece::Queen);
    let hit = minors & (targets.weak | heavy);
    if !hit.is_empty() {
        record_kinds(maps, color, hit, THREAT_BY_MINOR, &ALL_KINDS, recorder);
    }
    let queens = maps.pieces(!color, Piece::Queen);
    let hit = own[Piece::Rook as usize] & (targets.weak | queens);
    if !hit.is_empty() {
        record_kinds(maps, color, hit, THREAT_BY_ROOK, &ALL_KINDS, recorder);
    }
    if !(own[Piece::King as usize] & targets.weak).is_empty() {
        recorder.add(color, THREAT_BY_KING, 1);
    }
    let hanging = targets.weak - maps.attacked[them];
    recorder.add(color, HANGING, hanging.len() as i32);
}

/// Records each enemy queen that could be attacked from a safe square.
#[inline(always)]
fn record_on_queen<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    targets: &Targets,
    recorder: &mut R,
) {
    let own = &maps.attacks[color as usize];
    let free =
        maps.mobility_area[color as usize] - targets.firmly_held - maps.pawns[color as usize];
    for queen in maps.pieces(!color, Piece::Queen) {
        let diagonals = attacks::bishop(queen, maps.occupied) & own[Piece::Bishop as usize];
        let jumps = attacks::knight(queen) & own[Piece::Knight as usize];
        let lines = attacks::rook(queen, maps.occupied) & own[Piece::Rook as usize];
        if !((diagonals | jumps) & free).is_empty() {
            recorder.add(color, QUEEN_HARASSED, 1);
        }
        if !(lines & free).is_empty() {
            recorder.add(color, QUEEN_HARASSED + 1, 1);
        }
    }
}
