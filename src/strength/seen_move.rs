//! What a player sees: a position with the move that led to it, and each of its legal moves with the
//! facts that several features share, worked out once.

use super::last_move::LastMove;
use super::root_scores::RootScores;
use crate::board::{BitBoard, CastlingSide, Color, Move, Piece, Position, Square, attacks};

/// A position as the side to move sees it.
pub(super) struct SeenPosition<'a> {
    pub position: &'a Position,
    pub us: Color,
    /// The opponent's last move, if it is known.
    pub last: Option<LastMove>,
    pub scores: &'a RootScores,
    /// The logarithm of the share that the look of the position gives to each move.
    pub policy: &'a [f32],
    /// What the opponent could win by its best exchange if the side to move passed; nothing in check.
    pub threat: Exchanges,
    /// What the side to move could win by its best exchange now.
    pub chance_cp: i32,
    /// Own material minus the opponent's.
    pub lead_cp: i32,
    /// Squares that enemy pawns attack.
    pub pawn_attacks: BitBoard,
    /// Squares that the opponent attacks.
    pub attacked: BitBoard,
    /// Squares that the own pieces defend.
    pub defended: BitBoard,
    /// How much of the pieces is on the board, 0 to 1.
    pub phase: f32,
}

/// What the side to move can win by one exchange, by the square on which it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchanges {
    on: [i16; 64],
    /// The most on any square, in centipawns, at least 0.
    pub best_cp: i32,
}

impl Exchanges {
    const NONE: Exchanges = Exchanges {
        on: [0; 64],
        best_cp: 0,
    };

    /// The exchanges that the side to move can begin.
    pub fn of(position: &Position) -> Exchanges {
        let mut found = Exchanges::NONE;
        position.visit_tactical_moves(|_, mv| {
            if position.captured_piece(mv).is_some() {
                let gain_cp = position.static_exchange_cp(mv);
                let known_cp = &mut found.on[mv.to as usize];
                *known_cp = (*known_cp).max(gain_cp.clamp(0, 2_000) as i16);
                found.best_cp = found.best_cp.max(gain_cp);
            }
        });
        found
    }

    /// The most on this square, in centipawns, at least 0.
    pub fn on_cp(&self, square: Square) -> i32 {
        i32::from(self.on[square as usize])
    }

    /// The most on any other square.
    pub fn elsewhere_cp(&self, square: Square) -> i32 {
        let others = self.on.iter().enumerate();
        let others = others.filter(|&(index, _)| index != square as usize);
        others
            .map(|(_, &gain_cp)| i32::from(gain_cp))
            .max()
            .unwrap_or(0)
    }
}

impl<'a> SeenPosition<'a> {
    pub fn new(
        position: &'a Position,
        last: Option<LastMove>,
        scores: &'a RootScores,
        policy: &'a [f32],
    ) -> SeenPosition<'a> {
        let us = position.side_to_move();
        let passed = position.play_null();
        SeenPosition {
            position,
            us,
            last,
            scores,
            policy,
            threat: passed.as_ref().map_or(Exchanges::NONE, Exchanges::of),
            chance_cp: Exchanges::of(position).best_cp,
            lead_cp: position.material_cp(us) - position.material_cp(!us),
            pawn_attacks: attacks::pawns(position.colored_pieces(!us, Piece::Pawn), !us),
            attacked: position.attacked_by(!us),
            defended: position.attacked_by(us),
            phase: position.phase_permille() as f32 / 1_000.0,
        }
    }

    /// The rank of a square counted from the own side, 0 to 7.
    pub fn rank(&self, square: Square) -> i32 {
        square.rank().relative_to(self.us) as i32
    }
}

/// A legal move and what it does.
pub(super) struct SeenMove<'a> {
    pub seen: &'a SeenPosition<'a>,
    /// The place of the move in [`RootScores::moves`].
    pub number: usize,
    pub mv: Move,
    pub piece: Piece,
    pub captured: Option<Piece>,
    pub castling: Option<CastlingSide>,
    /// The position after the move.
    pub next: Position,
    /// What the move itself wins or loses by exchanges on its square.
    pub exchange_cp: i32,
    /// What the opponent can win by exchanges after the move.
    pub replies: Exchanges,
    /// What the move threatens to win by exchanges; nothing when it gives check.
    pub threatens_cp: i32,
    pub gives_check: bool,
}

impl<'a> SeenMove<'a> {
    pub fn new(seen: &'a SeenPosition<'a>, number: usize) -> SeenMove<'a> {
        let (position, mv) = (seen.position, seen.scores.moves[number]);
        let next = position.play(mv);
        let passed = next.play_null();
        SeenMove {
            seen,
            number,
            mv,
            piece: position.piece_on(mv.from).unwrap_or(Piece::Pawn),
            captured: position.captured_piece(mv),
            castling: position.castling_side(mv),
            exchange_cp: position.static_exchange_cp(mv),
            replies: Exchanges::of(&next),
            threatens_cp: passed.map_or(0, |passed| Exchanges::of(&passed).best_cp),
            gives_check: next.in_check(),
            next,
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

    pub fn is(&self, piece: Piece) -> bool {
        self.piece == piece && self.castling.is_none()
    }

    /// By how many ranks the move goes forward; below zero it retreats. 0 for castling.
    pub fn forward(&self) -> i32 {
        match self.castling {
            Some(_) => 0,
            None => self.seen.rank(self.mv.to) - self.seen.rank(self.mv.from),
        }
    }

    /// Whether the move goes along a diagonal.
    pub fn is_diagonal(&self) -> bool {
        self.mv.from.file() != self.mv.to.file() && self.mv.from.rank() != self.mv.to.rank()
    }
}
