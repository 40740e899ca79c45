//! Counts of a game for one side: the moves that it made, and the board after each of them.

use crate::board::{BitBoard, Color, Game, Move, Piece, Position, Rank, Square, king_distance};
use crate::personality::FeatureCounts;

/// The number of full moves that count as early.
const EARLY_MOVES: u32 = 20;
/// The full move up to which king moves are counted. In endings every king walks.
const KING_MOVES_TO: u32 = 40;
/// The move number given to something that never happened.
const NEVER: f64 = 30.0;
/// A move offers material when an exchange then wins at least this, in centipawns.
const OFFER_CP: i32 = 80;
const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// Counts of a position for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PositionCounts {
    pub fullmove: u32,
    pub castled_short: bool,
    pub castled_long: bool,
    pub kings_apart: bool,
    pub queens: u32,
    pub material_pawns: f64,
    pub balance_pawns: f64,
    pub centre_pawns: f64,
    pub developed: f64,
    pub fianchettoes: f64,
    pub king_distance: f64,
    pub across: f64,
    pub advanced_pawns: f64,
    pub attackers: f64,
    pub guards: f64,
    pub mobility: f64,
    pub their_mobility: f64,
    pub contacts: f64,
    pub blocked: f64,
    pub open_files: f64,
    pub pawn_weakness: f64,
    pub bishops: f64,
    pub knights: f64,
    pub rim_knights: f64,
    pub shelter: f64,
    pub king_rank: f64,
}

/// Counts of one side's moves, and of the positions after them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GameCounts {
    moves: u32,
    early_moves: u32,
    pub captures: u32,
    pub checks: u32,
    pub early_pawn_moves: u32,
    pub early_flank_moves: u32,
    pub queen_moves: u32,
    pub knight_moves: u32,
    pub king_moves: u32,
    pub retreats: u32,
    pub offers: u32,
    castled: Option<(u32, bool)>,
    queen_out: Option<u32>,
    their_king_castled: bool,
    positions: Vec<PositionCounts>,
}

impl GameCounts {
    /// Counts a move that is about to be made.
    pub fn count_move(&mut self, game: &Game, mv: Move) {
        let position = game.position();
        let us = position.side_to_move();
        let fullmove = position.fullmove_number();
        let is_early = fullmove <= EARLY_MOVES;
        self.moves += 1;
        self.early_moves += u32::from(is_early);
        self.captures += u32::from(position.captured_piece(mv).is_some());
        let next = position.play(mv);
        self.checks += u32::from(next.in_check());
        let castling = position.castling_side(mv);
        if castling.is_some() {
            let is_short = next.king(us).file() as usize >= 4;
            self.castled = Some((fullmove, is_short));
        }
        match position.piece_on(mv.from) {
            Some(Piece::Pawn) if is_early => {
                self.early_pawn_moves += 1;
                let file = mv.from.file() as usize;
                self.early_flank_moves += u32::from(!(2..=5).contains(&file));
            }
            Some(Piece::King) if castling.is_none() && fullmove <= KING_MOVES_TO => {
                self.king_moves += 1;
            }
            Some(Piece::Queen) => {
                self.queen_moves += 1;
                self.queen_out.get_or_insert(fullmove);
            }
            Some(Piece::Knight) => self.knight_moves += 1,
            _ => {}
        }
        let moves_piece = !matches!(position.piece_on(mv.from), Some(Piece::Pawn | Piece::King));
        let goes_back = rank(mv.to, us) < rank(mv.from, us);
        self.retreats += u32::from(moves_piece && goes_back && castling.is_none());
        self.offers += u32::from(offers_material(position, &next));
    }

    /// Counts the position after the move.
    pub fn count_position(&mut self, position: &Position, us: Color) {
        let counts = FeatureCounts::of(position, us);
        let own = |piece| position.colored_pieces(us, piece);
        let count = |squares: BitBoard| f64::from(squares.len());
        let pawns = own(Piece::Pawn);
        let minors = own(Piece::Knight) | own(Piece::Bishop);
        let pieces = minors | own(Piece::Rook) | own(Piece::Queen);
        let enemy_half = ranks_from(5, us);
        let (king, their_king) = (position.king(us), position.king(!us));
        let distances: u32 = pieces
            .into_iter()
            .map(|square| king_distance(square, their_king) as u32)
            .sum();
        let short = self.castled.is_some_and(|(_, is_short)| is_short);
        let (own_cp, their_cp) = (position.material_cp(us), position.material_cp(!us));
        self.positions.push(PositionCounts {
            // The number of the move that was just made.
            fullmove: position.fullmove_number() - u32::from(us == Color::Black),
            castled_short: short,
            castled_long: self.castled.is_some() && !short,
            kings_apart: are_apart(king, their_king, us),
            queens: position.pieces(Piece::Queen).len(),
            material_pawns: f64::from(own_cp + their_cp) / 100.0,
            balance_pawns: f64::from(own_cp - their_cp) / 100.0,
            centre_pawns: CENTRE.iter().filter(|&&square| pawns.has(square)).count() as f64,
            developed: 4.0 - count(minors & Rank::First.relative_to(us).bitboard()),
            fianchettoes: fianchettoes(own(Piece::Bishop), us),
            king_distance: f64::from(distances) / f64::from(pieces.len().max(1)),
            across: count(pieces & enemy_half),
            advanced_pawns: count(pawns & enemy_half),
            attackers: f64::from(counts.king_attackers),
            guards: f64::from(counts.king_guards),
            mobility: f64::from(counts.own_mobility),
            their_mobility: f64::from(counts.their_mobility),
            contacts: f64::from(counts.tension),
            blocked: f64::from(counts.rams),
            open_files: f64::from(counts.open_files),
            pawn_weakness: f64::from(counts.pawn_weakness),
            bishops: count(own(Piece::Bishop)),
            knights: count(own(Piece::Knight)),
            rim_knights: own(Piece::Knight)
                .into_iter()
                .filter(|square| matches!(square.file() as usize, 0 | 7))
                .count() as f64,
            shelter: shelter(pawns, king, us),
            king_rank: f64::from(rank(king, us)),
        });
    }

    /// The share of a count in all moves, in percent.
    pub fn rate(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.moves.max(1))
    }

    /// The share of a count in the early moves, in percent.
    pub fn early_rate(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.early_moves.max(1))
    }

    pub fn castling_move(&self) -> f64 {
        self.castled
            .map_or(NEVER, |(fullmove, _)| f64::from(fullmove).min(NEVER))
    }

    pub fn queen_out_move(&self) -> f64 {
        self.queen_out
            .map_or(NEVER, |fullmove| f64::from(fullmove).min(NEVER))
    }

    pub fn length(&self) -> f64 {
        self.positions
            .last()
            .map_or(0.0, |position| f64::from(position.fullmove))
    }

    /// The mean over the positions after the moves `from` to `to`. For a game that ended before, the
    /// value of its last position.
    pub fn average(&self, value_of: fn(&PositionCounts) -> f64, from: u32, to: u32) -> f64 {
        let among = self
            .positions
            .iter()
            .filter(|position| (from..=to).contains(&position.fullmove));
        let (mut sum, mut count) = (0.0, 0.0);
        for position in among {
            sum += value_of(position);
            count += 1.0;
        }
        match count > 0.0 {
            true => sum / count,
            false => self.positions.last().map_or(0.0, value_of),
        }
    }

    /// The value after the move with this number, or after the last one before it.
    pub fn at(&self, value_of: fn(&PositionCounts) -> f64, fullmove: u32) -> f64 {
        let upto = self
            .positions
            .iter()
            .rev()
            .find(|position| position.fullmove <= fullmove);
        upto.map_or(0.0, value_of)
    }
}

/// Whether the opponent can win material by an exchange after the move, and could not have done so
/// after a null move.
fn offers_material(position: &Position, next: &Position) -> bool {
    let can_win = |position: &Position| position.can_win_by_capture(OFFER_CP, |_| true);
    can_win(next) && position.play_null().is_some_and(|passed| !can_win(&passed))
}

/// The rank of a square as a side counts, 1 to 8.
fn rank(square: Square, us: Color) -> u32 {
    square.rank().relative_to(us) as u32 + 1
}

/// The ranks from the given one to the eighth, as a side counts.
fn ranks_from(first: usize, us: Color) -> BitBoard {
    let ranks = Rank::ALL.into_iter().skip(first - 1);
    ranks.fold(BitBoard::EMPTY, |squares, rank| {
        squares | rank.relative_to(us).bitboard()
    })
}

/// Whether both kings stand on their first two ranks, on opposite wings.
fn are_apart(own: Square, their: Square, us: Color) -> bool {
    let at_home = rank(own, us) <= 2 && rank(their, !us) <= 2;
    let wing = |king: Square| match king.file() as usize {
        0..=2 => -1,
        3..=4 => 0,
        _ => 1,
    };
    at_home && wing(own) * wing(their) == -1
}

fn fianchettoes(bishops: BitBoard, us: Color) -> f64 {
    let second = Rank::Second.relative_to(us).bitboard();
    let on_second = bishops & second;
    let on_long_diagonal = |square: &Square| matches!(square.file() as usize, 1 | 6);
    on_second.into_iter().filter(on_long_diagonal).count() as f64
}

/// The number of own pawns on the second and third rank, on the king's file and those beside it.
fn shelter(pawns: BitBoard, king: Square, us: Color) -> f64 {
    let files = king.file().bitboard() | king.file().adjacent();
    let ranks = Rank::Second.relative_to(us).bitboard() | Rank::Third.relative_to(us).bitboard();
    f64::from((pawns & files & ranks).len())
}
