//! Measures of a move that need no search: what it takes, leaves hanging, threatens, where it goes.
//!
//! Each is about 0 to 1, and 0 where it does not apply.

use super::seen_move::SeenMove;
use crate::board::{
    BitBoard, CastlingSide, Color, File, Piece, Position, Rank, Square, attacks, king_distance,
    piece_value_cp,
};

/// The scale on which material counts: a minor piece is nearly everything.
const MATERIAL_CP: f32 = 300.0;

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

fn share_cp(cp: i32) -> f32 {
    (cp as f32 / MATERIAL_CP).tanh()
}

fn takes(it: &SeenMove<'_>, kinds: &[Piece]) -> f32 {
    flag(it.captured.is_some_and(|piece| kinds.contains(&piece)))
}

pub(super) fn takes_pawn(it: &SeenMove<'_>) -> f32 {
    takes(it, &[Piece::Pawn])
}

pub(super) fn takes_minor(it: &SeenMove<'_>) -> f32 {
    takes(it, &[Piece::Knight, Piece::Bishop])
}

pub(super) fn takes_rook(it: &SeenMove<'_>) -> f32 {
    takes(it, &[Piece::Rook])
}

pub(super) fn takes_queen(it: &SeenMove<'_>) -> f32 {
    takes(it, &[Piece::Queen])
}

pub(super) fn exchange_wins(it: &SeenMove<'_>) -> f32 {
    share_cp(it.exchange_cp.max(0))
}

pub(super) fn exchange_loses(it: &SeenMove<'_>) -> f32 {
    share_cp((-it.exchange_cp).max(0))
}

pub(super) fn takes_last_mover(it: &SeenMove<'_>) -> f32 {
    let on_last = it.seen.last.is_some_and(|last| last.to == it.mv.to);
    flag(on_last && it.captured.is_some())
}

pub(super) fn takes_last_mover_well(it: &SeenMove<'_>) -> f32 {
    takes_last_mover(it) * flag(it.exchange_cp >= 0)
}

fn is_even_trade(it: &SeenMove<'_>) -> bool {
    let Some(captured) = it.captured.filter(|&piece| piece != Piece::Pawn) else {
        return false;
    };
    (piece_value_cp(captured) - piece_value_cp(it.piece)).abs() <= 50
}

pub(super) fn trades(it: &SeenMove<'_>) -> f32 {
    flag(is_even_trade(it))
}

pub(super) fn trades_ahead(it: &SeenMove<'_>) -> f32 {
    trades(it) * (it.seen.lead_cp as f32 / 500.0).tanh()
}

pub(super) fn trades_queens(it: &SeenMove<'_>) -> f32 {
    trades(it) * flag(it.is(Piece::Queen))
}

pub(super) fn hangs_mover(it: &SeenMove<'_>) -> f32 {
    share_cp(it.replies.on_cp(it.mv.to))
}

pub(super) fn leaves_hanging(it: &SeenMove<'_>) -> f32 {
    share_cp(it.replies.elsewhere_cp(it.mv.to))
}

pub(super) fn leaves_queen(it: &SeenMove<'_>) -> f32 {
    let queens = it.next.colored_pieces(it.seen.us, Piece::Queen);
    let hanging = queens
        .into_iter()
        .any(|square| square != it.mv.to && it.replies.on_cp(square) > 0);
    flag(hanging)
}

pub(super) fn rescues(it: &SeenMove<'_>) -> f32 {
    share_cp((it.seen.threat.best_cp - it.replies.best_cp).max(0))
}

pub(super) fn flees(it: &SeenMove<'_>) -> f32 {
    let was_cp = it.seen.threat.on_cp(it.mv.from);
    share_cp((was_cp - it.replies.on_cp(it.mv.to)).max(0))
}

pub(super) fn adds_danger(it: &SeenMove<'_>) -> f32 {
    share_cp((it.replies.best_cp - it.seen.threat.best_cp).max(0))
}

pub(super) fn threatens(it: &SeenMove<'_>) -> f32 {
    share_cp((it.threatens_cp - it.seen.chance_cp).max(0))
}

pub(super) fn gives_up_chance(it: &SeenMove<'_>) -> f32 {
    match it.captured {
        Some(_) => 0.0,
        None => share_cp(it.seen.chance_cp),
    }
}

pub(super) fn check(it: &SeenMove<'_>) -> f32 {
    flag(it.gives_check)
}

pub(super) fn safe_check(it: &SeenMove<'_>) -> f32 {
    flag(it.gives_check && it.replies.on_cp(it.mv.to) == 0)
}

pub(super) fn mate(it: &SeenMove<'_>) -> f32 {
    flag(it.next.is_checkmate())
}

pub(super) fn stalemate(it: &SeenMove<'_>) -> f32 {
    flag(it.next.is_stalemate())
}

pub(super) fn promotes(it: &SeenMove<'_>) -> f32 {
    flag(it.mv.promotion == Some(Piece::Queen))
}

pub(super) fn underpromotes(it: &SeenMove<'_>) -> f32 {
    flag(it.mv.promotion.is_some_and(|piece| piece != Piece::Queen))
}

pub(super) fn castles_short(it: &SeenMove<'_>) -> f32 {
    flag(it.castling == Some(CastlingSide::Short))
}

pub(super) fn castles_long(it: &SeenMove<'_>) -> f32 {
    flag(it.castling == Some(CastlingSide::Long))
}

pub(super) fn spoils_castling(it: &SeenMove<'_>) -> f32 {
    let (before, us) = (it.seen.position, it.seen.us);
    let lost = before.may_castle(us) && !it.next.may_castle(us);
    flag(lost && it.castling.is_none())
}

pub(super) fn knight(it: &SeenMove<'_>) -> f32 {
    flag(it.is(Piece::Knight))
}

pub(super) fn bishop(it: &SeenMove<'_>) -> f32 {
    flag(it.is(Piece::Bishop))
}

pub(super) fn rook(it: &SeenMove<'_>) -> f32 {
    flag(it.is(Piece::Rook))
}

pub(super) fn queen(it: &SeenMove<'_>) -> f32 {
    flag(it.is(Piece::Queen))
}

pub(super) fn king(it: &SeenMove<'_>) -> f32 {
    flag(it.is(Piece::King))
}

fn emptiness(it: &SeenMove<'_>) -> f32 {
    1.0 - it.seen.phase
}

pub(super) fn pawn_late(it: &SeenMove<'_>) -> f32 {
    flag(it.is(Piece::Pawn)) * emptiness(it)
}

pub(super) fn rook_late(it: &SeenMove<'_>) -> f32 {
    rook(it) * emptiness(it)
}

pub(super) fn queen_late(it: &SeenMove<'_>) -> f32 {
    queen(it) * emptiness(it)
}

pub(super) fn king_late(it: &SeenMove<'_>) -> f32 {
    king(it) * emptiness(it)
}

pub(super) fn king_runs(it: &SeenMove<'_>) -> f32 {
    king(it) * flag(it.seen.position.in_check())
}

pub(super) fn takes_checker(it: &SeenMove<'_>) -> f32 {
    flag(it.captured.is_some() && it.seen.position.checkers().has(it.mv.to))
}

pub(super) fn retreats(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece() && it.forward() < 0)
}

pub(super) fn goes_sideways(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece() && it.forward() == 0)
}

pub(super) fn advances(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece()) * it.forward().max(0) as f32 / 7.0
}

pub(super) fn far_from_last(it: &SeenMove<'_>) -> f32 {
    let distance = |last: super::last_move::LastMove| king_distance(it.mv.to, last.to) as f32 / 7.0;
    it.seen.last.map_or(0.0, distance)
}

pub(super) fn begins_far_from_last(it: &SeenMove<'_>) -> f32 {
    let distance =
        |last: super::last_move::LastMove| king_distance(it.mv.from, last.to) as f32 / 7.0;
    it.seen.last.map_or(0.0, distance)
}

pub(super) fn attacks_last_mover(it: &SeenMove<'_>) -> f32 {
    let Some(last) = it.seen.last.filter(|last| last.to != it.mv.to) else {
        return 0.0;
    };
    let reach = attacks::piece(it.piece, it.seen.us, it.mv.to, it.next.occupied());
    flag(reach.has(last.to))
}

fn steps(it: &SeenMove<'_>) -> usize {
    king_distance(it.mv.from, it.mv.to)
}

pub(super) fn long_diagonal(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece() && it.is_diagonal() && steps(it) >= 4)
}

pub(super) fn long_line(it: &SeenMove<'_>) -> f32 {
    flag(it.castling.is_none() && !it.is_diagonal() && steps(it) >= 4)
}

pub(super) fn long_retreat(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece() && it.forward() <= -3)
}

fn centrality(square: Square) -> f32 {
    let of = |place: usize| place.min(7 - place) as f32;
    (of(square.file() as usize) + of(square.rank() as usize)) / 6.0
}

pub(super) fn to_centre(it: &SeenMove<'_>) -> f32 {
    match it.castling {
        Some(_) => 0.0,
        None => centrality(it.mv.to) - centrality(it.mv.from),
    }
}

pub(super) fn knight_to_rim(it: &SeenMove<'_>) -> f32 {
    knight(it) * flag(matches!(it.mv.to.file(), File::A | File::H))
}

pub(super) fn toward_king(it: &SeenMove<'_>) -> f32 {
    if it.castling.is_some() {
        return 0.0;
    }
    let king = it.seen.position.king(!it.seen.us);
    (king_distance(it.mv.from, king) as f32 - king_distance(it.mv.to, king) as f32) / 7.0
}

pub(super) fn double_step(it: &SeenMove<'_>) -> f32 {
    flag(it.is(Piece::Pawn) && it.forward() == 2)
}

pub(super) fn edge_pawn(it: &SeenMove<'_>) -> f32 {
    let edge = matches!(it.mv.from.file(), File::A | File::H);
    flag(it.is(Piece::Pawn) && edge && it.captured.is_none())
}

pub(super) fn centre_pawn(it: &SeenMove<'_>) -> f32 {
    let centre = matches!(it.mv.from.file(), File::D | File::E);
    flag(it.is(Piece::Pawn) && centre)
}

/// Whether no enemy pawn stands before a pawn on its own file or beside it.
fn is_passed(position: &Position, us: Color, square: Square) -> bool {
    let file = square.file();
    let files = file.bitboard() | file.adjacent();
    let ahead = position.colored_pieces(!us, Piece::Pawn) & files;
    let rank = |square: Square| square.rank().relative_to(us) as i32;
    ahead.into_iter().all(|other| rank(other) <= rank(square))
}

pub(super) fn pushes_passed(it: &SeenMove<'_>) -> f32 {
    let passed = || is_passed(it.seen.position, it.seen.us, it.mv.from);
    match it.is(Piece::Pawn) && passed() {
        true => it.seen.rank(it.mv.to) as f32 / 7.0,
        false => 0.0,
    }
}

pub(super) fn pawn_attacks_piece(it: &SeenMove<'_>) -> f32 {
    let pawns = it.seen.position.colored_pieces(!it.seen.us, Piece::Pawn);
    let pieces = it.seen.position.colors(!it.seen.us) - pawns;
    let reach = attacks::pawn(it.mv.to, it.seen.us);
    flag(it.is(Piece::Pawn) && !reach.is_disjoint(pieces))
}

pub(super) fn opens_shelter(it: &SeenMove<'_>) -> f32 {
    let king = it.seen.position.king(it.seen.us);
    let near = king.file().abs_diff_of(it.mv.from.file()) <= 1 && it.seen.rank(king) <= 1;
    flag(it.is(Piece::Pawn) && near) * it.seen.phase
}

/// The distance of two files.
trait FileDistance {
    fn abs_diff_of(self, other: File) -> usize;
}

impl FileDistance for File {
    fn abs_diff_of(self, other: File) -> usize {
        (self as usize).abs_diff(other as usize)
    }
}

pub(super) fn develops(it: &SeenMove<'_>) -> f32 {
    let from_home = it.seen.rank(it.mv.from) == 0 && it.seen.rank(it.mv.to) > 0;
    flag(it.moves_minor() && from_home) * it.seen.phase
}

pub(super) fn moves_again(it: &SeenMove<'_>) -> f32 {
    let away = it.seen.rank(it.mv.from) > 0;
    flag(it.moves_minor() && away) * it.seen.phase
}

pub(super) fn early_queen(it: &SeenMove<'_>) -> f32 {
    let first = Rank::First.relative_to(it.seen.us).bitboard();
    let minors = it.seen.position.pieces(Piece::Knight) | it.seen.position.pieces(Piece::Bishop);
    let home = (minors & it.seen.position.colors(it.seen.us) & first).len();
    queen(it) * it.seen.phase * home as f32 / 4.0
}

pub(super) fn rook_to_open_file(it: &SeenMove<'_>) -> f32 {
    let own = it.seen.position.colored_pieces(it.seen.us, Piece::Pawn);
    let open = |square: Square| own.is_disjoint(square.file().bitboard());
    flag(it.is(Piece::Rook) && open(it.mv.to) && !open(it.mv.from))
}

pub(super) fn to_attacked(it: &SeenMove<'_>) -> f32 {
    flag(it.seen.attacked.has(it.mv.to))
}

pub(super) fn to_pawn_attacked(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece() && it.seen.pawn_attacks.has(it.mv.to))
}

pub(super) fn from_attacked(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece() && it.seen.attacked.has(it.mv.from))
}

pub(super) fn from_pawn_attacked(it: &SeenMove<'_>) -> f32 {
    flag(it.moves_piece() && it.seen.pawn_attacks.has(it.mv.from))
}

pub(super) fn to_defended(it: &SeenMove<'_>) -> f32 {
    flag(it.seen.defended.has(it.mv.to))
}

fn reach(it: &SeenMove<'_>, square: Square, occupied: BitBoard) -> f32 {
    attacks::piece(it.piece, it.seen.us, square, occupied).len() as f32
}

pub(super) fn gains_mobility(it: &SeenMove<'_>) -> f32 {
    if !it.moves_piece() {
        return 0.0;
    }
    let before = reach(it, it.mv.from, it.seen.position.occupied());
    (reach(it, it.mv.to, it.next.occupied()) - before) / 10.0
}
