//! What a feature sees: the position at the root and one of its legal moves, with the facts that
//! several features share, each worked out once.

use std::cell::OnceCell;

use super::feature_counts::FeatureCounts;
use super::signature::Signature;
use crate::board::{
    BitBoard, CastlingSide, Color, Game, Move, Piece, Position, Rank, Square, attacks,
    piece_value_cp,
};
use crate::endgame::Prospects;

/// A difference in value that is more than that between a knight and a bishop, in centipawns.
const CLEARLY_LESS_CP: i32 = 60;

/// The position on the board, seen by the side to move.
pub(super) struct RootPosition<'a> {
    pub game: &'a Game,
    pub position: &'a Position,
    pub us: Color,
    pub them: Color,
    pub seed: u64,
    /// The squares and castlings for which the personality is known.
    pub signature: &'a Signature,
    /// What there still is to play for, in an ending that cannot be won.
    pub prospects: Option<&'a Prospects>,
    /// The counts before the move.
    pub before: FeatureCounts,
    /// Material in permille of all pieces; pawns do not count.
    pub phase_permille: i32,
    /// Own material minus the opponent's, without the kings.
    pub material_lead_cp: i32,
    /// What the opponent could win by the best exchange if the side to move passed; `None` in check,
    /// where passing is illegal.
    pub standing_threat_cp: Option<i32>,
    /// Captures available to both sides, where the side to move could pass.
    pub available_captures: i32,
}

impl<'a> RootPosition<'a> {
    pub fn new(
        game: &'a Game,
        seed: u64,
        signature: &'a Signature,
        prospects: Option<&'a Prospects>,
    ) -> RootPosition<'a> {
        let position = game.position();
        let us = position.side_to_move();
        let passed = position.play_null();
        let their_captures = passed.as_ref().map_or(0, count_captures);
        RootPosition {
            game,
            position,
            us,
            them: !us,
            seed,
            signature,
            prospects,
            before: FeatureCounts::of(position, us),
            phase_permille: position.phase_permille(),
            material_lead_cp: position.material_cp(us) - position.material_cp(!us),
            standing_threat_cp: passed.as_ref().map(best_exchange_cp),
            available_captures: count_captures(position) + their_captures,
        }
    }

    /// The rank of a square counted from the own side, 1 to 8.
    pub fn rank(&self, square: Square) -> i32 {
        square.rank().relative_to(self.us) as i32 + 1
    }

    /// The number of own knights and bishops on the first rank.
    pub fn minors_at_home(&self) -> u32 {
        let minors = self.position.pieces(Piece::Knight) | self.position.pieces(Piece::Bishop);
        let first_rank = Rank::First.relative_to(self.us).bitboard();
        (minors & self.position.colors(self.us) & first_rank).len()
    }

    /// Whether the own piece on a square is attacked by a piece of clearly lower value, or is
    /// attacked and undefended: moving it is then no free choice.
    pub fn is_driven_from(&self, square: Square) -> bool {
        let Some(piece) = self.position.piece_on(square) else {
            return false;
        };
        let worth_cp = piece_value_cp(piece);
        let attackers_of_piece = attackers(self.position, square, self.them);
        let by_less = attackers_of_piece.into_iter().any(|from| {
            self.position
                .piece_on(from)
                .is_some_and(|attacker| piece_value_cp(attacker) + CLEARLY_LESS_CP < worth_cp)
        });
        let undefended = || attackers(self.position, square, self.us).is_empty();
        by_less || (!attackers_of_piece.is_empty() && undefended())
    }
}

/// One legal move at the root and its immediate consequences.
pub(super) struct CandidateMove<'a> {
    pub root: &'a RootPosition<'a>,
    pub mv: Move,
    pub piece: Piece,
    pub captured: Option<Piece>,
    pub castling: Option<CastlingSide>,
    /// The position after the move.
    pub next: Position,
    /// The counts after the move, still seen from the side that made it.
    pub after: FeatureCounts,
    /// What the move itself wins or loses by exchanges on its square.
    pub exchange_cp: i32,
    offer_cp: OnceCell<i32>,
}

impl<'a> CandidateMove<'a> {
    pub fn new(root: &'a RootPosition<'a>, mv: Move) -> CandidateMove<'a> {
        let position = root.position;
        let next = position.play(mv);
        CandidateMove {
            root,
            mv,
            piece: position.piece_on(mv.from).unwrap_or(Piece::Pawn),
            captured: position.captured_piece(mv),
            castling: position.castling_side(mv),
            after: FeatureCounts::of(&next, root.us),
            next,
            exchange_cp: position.static_exchange_cp(mv),
            offer_cp: OnceCell::new(),
        }
    }

    /// Whether a knight, bishop, rook or queen moves.
    pub fn moves_piece(&self) -> bool {
        !matches!(self.piece, Piece::Pawn | Piece::King)
    }

    /// Whether a knight or bishop moves.
    pub fn moves_minor(&self) -> bool {
        matches!(self.piece, Piece::Knight | Piece::Bishop)
    }

    pub fn gives_check(&self) -> bool {
        self.next.in_check()
    }

    /// The rank the move comes from, counted from the own side, 1 to 8.
    pub fn rank_from(&self) -> i32 {
        self.root.rank(self.mv.from)
    }

    /// The rank the move goes to, counted from the own side, 1 to 8; not for castling.
    pub fn rank_to(&self) -> i32 {
        self.root.rank(self.mv.to)
    }

    /// Material in centipawns that the move offers: the best exchange for the opponent after it,
    /// minus what the move itself captures, minus what was hanging before. 0 in check, where moves
    /// are forced.
    pub fn offer_cp(&self) -> i32 {
        *self.offer_cp.get_or_init(|| {
            let Some(standing_cp) = self.root.standing_threat_cp else {
                return 0;
            };
            let taken_cp = self.captured.map_or(0, piece_value_cp);
            let promoted_cp = self.mv.promotion.map_or(0, |piece| {
                piece_value_cp(piece) - piece_value_cp(Piece::Pawn)
            });
            let offer_cp = best_exchange_cp(&self.next) - taken_cp - promoted_cp - standing_cp;
            offer_cp.max(0)
        })
    }

    /// Captures available to both sides after the move.
    pub fn available_captures(&self) -> i32 {
        let ours = self.next.play_null();
        count_captures(&self.next) + ours.as_ref().map_or(0, count_captures)
    }
}

/// Pieces of `color` that attack a square.
fn attackers(position: &Position, square: Square, color: Color) -> BitBoard {
    let occupied = position.occupied();
    Piece::ALL
        .into_iter()
        .map(|piece| {
            let reach = attacks::piece(piece, !color, square, occupied);
            reach & position.colored_pieces(color, piece)
        })
        .fold(BitBoard::EMPTY, |all, of_kind| all | of_kind)
}

/// The most the side to move can win by one exchange, at least 0.
fn best_exchange_cp(position: &Position) -> i32 {
    let mut best_cp = 0;
    position.visit_tactical_moves(|_, mv| {
        if position.captured_piece(mv).is_some() {
            best_cp = best_cp.max(position.static_exchange_cp(mv));
        }
    });
    best_cp
}

fn count_captures(position: &Position) -> i32 {
    let mut count = 0;
    position.visit_tactical_moves(|_, mv| count += i32::from(mv.promotion.is_none()));
    count
}
