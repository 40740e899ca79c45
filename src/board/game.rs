//! Games: a start position and the moves made from it, with what is needed to take them back; and
//! how the rules of chess end a game.

use std::fmt;

use super::{Color, GameResult, KeyHistory, Move, MoveError, Position, Square};

/// How the rules of chess ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The side to move is mated.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever give mate.
    InsufficientMaterial,
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// The position stands on the board for the third time.
    Repetition,
}

impl GameEnd {
    /// Whether no further move can be made; fifty moves and repetition have to be claimed, and a
    /// game with insufficient material can be played on.
    pub fn is_final(self) -> bool {
        matches!(self, GameEnd::Checkmate { .. } | GameEnd::Stalemate)
    }

    /// The colour that won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameEnd::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameEnd::Checkmate {
                winner: Color::White,
            } => "White mates",
            GameEnd::Checkmate {
                winner: Color::Black,
            } => "Black mates",
            GameEnd::Stalemate => "Stalemate",
            GameEnd::InsufficientMaterial => "Insufficient material",
            GameEnd::FiftyMoves => "Draw by fifty-move rule",
            GameEnd::Repetition => "Draw by repetition",
        })
    }
}

/// A start position and the moves made from it; never empty of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Every position but the last, with the move made in it.
    past: Vec<(Position, Move)>,
    current: Position,
}

impl Game {
    /// A game about to begin from `start`.
    pub fn new(start: Position) -> Game {
        Game {
            past: Vec::new(),
            current: start,
        }
    }

    /// A game from the initial position with moves in SAN or coordinates.
    ///
    /// # Errors
    /// That of the first word that is no legal move.
    pub fn from_moves(text: &str) -> Result<Game, MoveError> {
        let mut game = Game::default();
        for word in text.split_whitespace() {
            game.play(game.position().parse_move(word)?);
        }
        Ok(game)
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.current
    }

    /// The position from which the game began.
    pub fn start(&self) -> &Position {
        self.past
            .first()
            .map_or(&self.current, |(position, _)| position)
    }

    /// The moves made, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.past.iter().map(|&(_, mv)| mv)
    }

    /// Every earlier position with the move made in it, in order.
    pub fn past(&self) -> &[(Position, Move)] {
        &self.past
    }

    /// The number of half-moves made.
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Makes a legal move (the caller's promise, as for [`Position::play`]).
    pub fn play(&mut self, mv: Move) {
        let next = self.current.play(mv);
        self.past
            .push((std::mem::replace(&mut self.current, next), mv));
    }

    /// Takes the last half-move back and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<Move> {
        let (before, mv) = self.past.pop()?;
        self.current = before;
        Some(mv)
    }

    /// Where the last move captured, if it did.
    pub fn captured_on(&self) -> Option<Square> {
        let (position, mv) = self.past().last()?;
        position.captured_piece(*mv).map(|_| mv.to)
    }

    /// The keys of all positions of the game, the current one last.
    pub fn key_history(&self) -> KeyHistory {
        let mut history = KeyHistory::starting_at(self.start());
        for (position, _) in self.past.iter().skip(1) {
            history.push(position);
        }
        if !self.past.is_empty() {
            history.push(&self.current);
        }
        history
    }

    /// The result when the time of a side is up: the other side wins, unless it has nothing but its
    /// king, which cannot win, not even on time.
    pub fn result_without_time(&self, side: Color) -> GameResult {
        match self.current.colors(!side).len() {
            1 => GameResult::Draw,
            _ => GameResult::Win(!side),
        }
    }

    /// What the rules say about the position on the board. Checkmate and stalemate come before
    /// the draws that have to be claimed.
    pub fn ended_by(&self) -> Option<GameEnd> {
        let position = &self.current;
        if !position.has_legal_move() {
            return Some(match position.in_check() {
                true => GameEnd::Checkmate {
                    winner: !position.side_to_move(),
                },
                false => GameEnd::Stalemate,
            });
        }
        if position.is_insufficient_material() {
            Some(GameEnd::InsufficientMaterial)
        } else if position.is_fifty_move_draw() {
            Some(GameEnd::FiftyMoves)
        } else if self.key_history().occurrences_before() >= 2 {
            Some(GameEnd::Repetition)
        } else {
            None
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv);
        }
    }

    #[test]
    fn the_third_occurrence_ends_the_game_and_undo_reopens_it() {
        let mut game = Game::default();
        play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        assert_eq!(game.ended_by(), None);
        play(&mut game, "Ng8");
        assert_eq!(game.ended_by(), Some(GameEnd::Repetition));
        assert!(game.undo().is_some());
        assert_eq!(game.ended_by(), None);
    }

    #[test]
    fn undo_restores_every_position() {
        let moves = "e4 a6 e5 d5 exd6 Nc6 Nf3 Bg4 Be2 Qxd6 O-O O-O-O";
        let mut game = Game::from_moves(moves).unwrap();
        let mut replay = Game::default();
        let mut positions = vec![replay.position().clone()];
        for mv in game.moves() {
            replay.play(mv);
            positions.push(replay.position().clone());
        }
        while let Some(expected) = positions.pop() {
            assert_eq!(game.position(), &expected);
            assert_eq!(game.undo().is_some(), !positions.is_empty());
        }
    }

    #[test]
    fn a_word_that_is_no_legal_move_makes_no_game() {
        assert_eq!(Game::from_moves("e4 e7e5 Nf3").unwrap().len(), 3);
        assert_eq!(Game::from_moves("e4 Ke7"), Err(MoveError::Illegal));
    }

    #[test]
    fn a_bare_king_does_not_win_on_time() {
        let game = Game::new("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap());
        let black_wins = game.result_without_time(Color::White);
        assert_eq!(black_wins, GameResult::Draw);
        let white_wins = game.result_without_time(Color::Black);
        assert_eq!(white_wins, GameResult::Win(Color::White));
    }

    #[test]
    fn mate_on_the_hundredth_half_move_is_mate() {
        let mut game = Game::new("7k/5Q2/6K1/8/8/8/8/8 w - - 99 80".parse().unwrap());
        play(&mut game, "Qg7");
        assert_eq!(
            game.ended_by(),
            Some(GameEnd::Checkmate {
                winner: Color::White
            })
        );
        let mut game = Game::new("7k/8/6K1/8/8/8/8/R7 w - - 99 80".parse().unwrap());
        play(&mut game, "Ra2");
        assert_eq!(game.ended_by(), Some(GameEnd::FiftyMoves));
    }
}
