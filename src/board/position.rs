//! Positions: a legal board with its Zobrist key.
//!
//! The peculiarities of the board library stop here: castling is king takes own rook, the half-move
//! clock saturates at 100, and the library's hash keeps an en passant file that no capture can use.
//! The game that led to a position is in `KeyHistory`.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

use super::attacks;

/// More legal moves than any position has, whatever men stand on the board.
///
/// A move along a line is the first man that is met from its target in one of its directions: 420 at
/// most. A knight's move is an edge of the knights' graph: 168. The 22 ways onto the last rank count
/// three times more for a pawn: 66. There are two ways to castle. With the men of a game 218 is the
/// most, and 283 is the most that we found with any men.
pub const MOST_MOVES: usize = 420 + 168 + 66 + 2;

/// All legal moves of a position.
pub type MoveList = ArrayVec<Move, MOST_MOVES>;

/// The wing towards which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingSide {
    /// Towards the h-file: `O-O`.
    Short,
    /// Towards the a-file: `O-O-O`.
    Long,
}

/// A legal chess position (also Chess960), 112 bytes, cheap to copy.
///
/// Moves are the library's `Move`: castling is written as the king taking its own rook. Use
/// [`Position::coordinate`] and [`Position::parse_move`] at every edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    key: u64,
}

impl Position {
    /// The initial position of chess.
    pub fn start() -> Position {
        Position::from_board(Board::startpos())
    }

    /// The start position of Chess960 with Scharnagl `number`, taken modulo 960.
    pub fn chess960_start(number: u32) -> Position {
        Position::from_board(Board::chess960_startpos(number % 960))
    }

    pub(super) fn from_board(board: Board) -> Position {
        let key = repetition_key(&board);
        Position { board, key }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Zobrist key by the rules of repetition: pieces, side to move, castling rights, and the en
    /// passant file only when such a capture is legal (FIDE 9.2).
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The colour on move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// Pieces of one kind, both colours.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.board.pieces(piece)
    }

    /// Pieces of one colour.
    #[inline]
    pub fn colors(&self, color: Color) -> BitBoard {
        self.board.colors(color)
    }

    /// Pieces of one kind and colour.
    #[inline]
    pub fn colored_pieces(&self, color: Color, piece: Piece) -> BitBoard {
        self.board.colored_pieces(color, piece)
    }

    /// Every occupied square.
    #[inline]
    pub fn occupied(&self) -> BitBoard {
        self.board.occupied()
    }

    /// The kind of piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        // The number's three bits, each from one set, need no branch that could be mispredicted; an
        // empty square has a number that no kind has.
        use Piece::{Bishop, King, Knight, Queen, Rook};
        let empty = !self.occupied();
        let bit = |set: BitBoard| (set.0 >> square as u32) as usize & 1;
        let first = bit(self.pieces(Knight) | self.pieces(Rook) | self.pieces(King));
        let second = bit(self.pieces(Bishop) | self.pieces(Rook) | empty);
        let third = bit(self.pieces(Queen) | self.pieces(King) | empty);
        Piece::try_index(first | second << 1 | third << 2)
    }

    /// The colour of the piece on a square.
    #[inline]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        self.board.color_on(square)
    }

    /// The square of a king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// Squares that pieces of `color` attack or defend.
    pub fn attacked_by(&self, color: Color) -> BitBoard {
        let own = |piece| self.colored_pieces(color, piece);
        let occupied = self.occupied();
        let pawns = attacks::pawns(own(Piece::Pawn), color);
        let mut attacked = pawns | attacks::king(self.king(color));
        for square in own(Piece::Knight) {
            attacked |= attacks::knight(square);
        }
        for square in own(Piece::Bishop) | own(Piece::Queen) {
            attacked |= attacks::bishop(square, occupied);
        }
        for square in own(Piece::Rook) | own(Piece::Queen) {
            attacked |= attacks::rook(square, occupied);
        }
        attacked
    }

    /// Enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> BitBoard {
        self.board.checkers()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Pieces pinned to the king of the side to move, and enemy pieces that block a line to it.
    #[inline]
    pub fn pinned(&self) -> BitBoard {
        self.board.pinned()
    }

    /// Half-moves since the last capture or pawn move, at most 100.
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        u32::from(self.board.halfmove_clock())
    }

    /// The number of the full move, from 1.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        u32::from(self.board.fullmove_number())
    }

    /// The number of the move to be made as it is written before it: `12.` for White, `12...` for Black.
    pub fn move_number(&self) -> String {
        let dots = match self.side_to_move() {
            Color::White => ".",
            Color::Black => "...",
        };
        format!("{}{dots}", self.fullmove_number())
    }

    /// The file of the rook with which `color` may still castle on `side`.
    pub fn castling_rook_file(&self, color: Color, side: CastlingSide) -> Option<File> {
        let rights = self.board.castle_rights(color);
        match side {
            CastlingSide::Short => rights.short,
            CastlingSide::Long => rights.long,
        }
    }

    /// Whether `color` may still castle on either side.
    pub fn may_castle(&self, color: Color) -> bool {
        let rights = self.board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    }

    /// The square on which a pawn that just made a double step can be captured in passing, if
    /// such a step was the last move (whether or not a capture is legal).
    pub fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.side_to_move());
        self.board.en_passant().map(|file| Square::new(file, rank))
    }

    /// All legal moves, in the library's order.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.board.generate_moves(|piece_moves| {
            moves.extend(piece_moves);
            false
        });
        moves
    }

    /// Calls `visit` with every legal capture (en passant included) and every promotion.
    #[inline]
    pub fn visit_tactical_moves(&self, visit: impl FnMut(Piece, Move)) {
        let enemies = self.colors(!self.side_to_move());
        let pawn_targets = enemies | self.pawn_tactical_targets();
        self.visit_moves_to(self.possible_capturers(), enemies, pawn_targets, visit);
    }

    /// Calls `visit` with every legal move that [`Self::visit_tactical_moves`] leaves out.
    #[inline]
    pub fn visit_quiet_moves(&self, visit: impl FnMut(Piece, Move)) {
        self.visit_quiet_moves_of(BitBoard::FULL, visit);
    }

    /// The same for some of the pieces only.
    #[inline]
    pub(super) fn visit_quiet_moves_of(&self, movers: BitBoard, visit: impl FnMut(Piece, Move)) {
        let enemies = self.colors(!self.side_to_move());
        let pawn_targets = enemies | self.pawn_tactical_targets();
        self.visit_moves_to(movers, !enemies, !pawn_targets, visit);
    }

    /// The pieces that may be able to capture or promote. A king and pawns with nothing to capture
    /// are left out, because the safety test of each king move is the most expensive part of
    /// generation.
    #[inline]
    fn possible_capturers(&self) -> BitBoard {
        let us = self.side_to_move();
        let enemies = self.colors(!us);
        let (king, pawns) = (self.king(us), self.pieces(Piece::Pawn));
        let mut idle = BitBoard::EMPTY;
        if attacks::king(king).is_disjoint(enemies) {
            idle |= king.bitboard();
        }
        let seventh = Rank::Seventh.relative_to(us).bitboard();
        let targets = enemies | self.pawn_tactical_targets();
        idle |= pawns - seventh - attacks::pawns(targets, !us);
        !idle
    }

    /// Calls `visit` with every legal move of one of `movers` to one of the targets of pieces or
    /// of pawns.
    #[inline]
    fn visit_moves_to(
        &self,
        movers: BitBoard,
        piece_targets: BitBoard,
        pawn_targets: BitBoard,
        mut visit: impl FnMut(Piece, Move),
    ) {
        self.board.generate_moves_for(movers, |mut piece_moves| {
            let piece = piece_moves.piece;
            piece_moves.to &= match piece {
                Piece::Pawn => pawn_targets,
                _ => piece_targets,
            };
            for mv in piece_moves {
                visit(piece, mv);
            }
            false
        });
    }

    fn pawn_tactical_targets(&self) -> BitBoard {
        let promotion_rank = Rank::Eighth.relative_to(self.side_to_move()).bitboard();
        match self.en_passant_square() {
            Some(square) => promotion_rank | square.bitboard(),
            None => promotion_rank,
        }
    }

    /// Whether there is any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// Whether `mv` is legal here; any value is allowed.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv)
    }

    /// The position after a legal move.
    ///
    /// Legality is the caller's promise, checked in debug builds; use [`Self::is_legal`] first
    /// for a move from outside.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {}", self.fen());
        let mut board = self.board.clone();
        board.play_unchecked(mv);
        Position::from_board(board)
    }

    /// The position after a null move; `None` in check.
    #[inline]
    pub fn play_null(&self) -> Option<Position> {
        self.board.null_move().map(Position::from_board)
    }

    /// Which side a castling move castles to; `None` for every other move.
    pub fn castling_side(&self, mv: Move) -> Option<CastlingSide> {
        let own = self.colors(self.side_to_move());
        if !own.has(mv.to) {
            None
        } else if mv.to.file() > mv.from.file() {
            Some(CastlingSide::Short)
        } else {
            Some(CastlingSide::Long)
        }
    }

    /// Whether the move captures in passing.
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.en_passant_square() == Some(mv.to) && self.pieces(Piece::Pawn).has(mv.from)
    }

    /// The kind of piece a legal move captures.
    #[inline]
    pub fn captured_piece(&self, mv: Move) -> Option<Piece> {
        if self.colors(!self.side_to_move()).has(mv.to) {
            self.piece_on(mv.to)
        } else if self.is_en_passant(mv) {
            Some(Piece::Pawn)
        } else {
            None
        }
    }

    /// Whether a legal move captures or promotes.
    #[inline]
    pub fn is_tactical(&self, mv: Move) -> bool {
        mv.promotion.is_some()
            || self.colors(!self.side_to_move()).has(mv.to)
            || self.is_en_passant(mv)
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Whether a hundred half-moves passed without capture or pawn move. Checkmate on the board
    /// takes precedence; the caller must test for it.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= 100
    }
}

/// The board's hash, without an en passant file on which no capture is legal.
fn repetition_key(board: &Board) -> u64 {
    let Some(file) = board.en_passant() else {
        return board.hash();
    };
    let us = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(us));
    let capturers =
        cozy_chess::get_pawn_attacks(target, !us) & board.colored_pieces(us, Piece::Pawn);
    let can_capture = capturers.into_iter().any(|from| {
        board.is_legal(Move {
            from,
            to: target,
            promotion: None,
        })
    });
    if can_capture {
        board.hash()
    } else {
        board.hash_without_ep()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn phantom_en_passant_does_not_change_the_key() {
        let with_phantom = position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
        let without = position("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
        assert_eq!(with_phantom.key(), without.key());
        let real = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
        let gone = position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
        assert_ne!(real.key(), gone.key());
    }

    #[test]
    fn a_pinned_pawn_cannot_capture_in_passing_and_leaves_no_trace() {
        // The black pawn on d4 is pinned along the fourth rank once e4 leaves the board.
        let pinned = position("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
        let plain = position("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
        assert_eq!(pinned.key(), plain.key());
    }

    #[test]
    fn attacked_squares_are_those_that_some_piece_reaches() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position = position(fen);
            for color in Color::ALL {
                let reaches = |square: &Square| {
                    position.colors(color).into_iter().any(|from| {
                        let piece = position.piece_on(from).unwrap();
                        attacks::piece(piece, color, from, position.occupied()).has(*square)
                    })
                };
                let expected: BitBoard = Square::ALL.into_iter().filter(reaches).collect();
                assert_eq!(position.attacked_by(color), expected, "{color} in {fen}");
            }
        }
    }

    #[test]
    fn tactical_and_quiet_moves_partition_the_legal_moves() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let position = position(fen);
            let mut seen = MoveList::new();
            position.visit_tactical_moves(|_, mv| {
                assert!(position.is_tactical(mv));
                seen.push(mv);
            });
            position.visit_quiet_moves(|piece, mv| {
                assert!(!position.is_tactical(mv));
                assert_eq!(position.piece_on(mv.from), Some(piece));
                seen.push(mv);
            });
            assert_eq!(seen.len(), position.legal_moves().len());
            assert!(position.legal_moves().iter().all(|mv| seen.contains(mv)));
        }
    }
}
