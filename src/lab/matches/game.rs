//! Games between players inside the process: who plays, and random openings.
//!
//! A game depends on its opening, its players and their seeds alone.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::adjudication::{Conclusion, conclusion};
use crate::board::{Color, Game, Move};
use crate::engine::request::{FinishedSearch, PlayerProfile, RootKnowledge, SearchTools};
use crate::engine::{Explanation, SearchOrder, SearchPurpose};
use crate::personality::Personality;
use crate::score::Score;
use crate::search::{
    SearchControl, SearchLimits, SearchOutcome, SearchParameters, SearchThread, TimeBudget,
    TranspositionTable,
};
use crate::strength::MovePredictor;

/// The size of each player's own transposition table.
pub const TABLE_MIB: usize = 4;
/// The default number of random plies at the start of a game.
pub const OPENING_PLIES: u32 = 8;
/// Up to this many plies are added, so that either side may be the first to think.
const MORE_OPENING_PLIES: u32 = 2;
/// An opening is drawn again when a search finds it further than this from even, in centipawns.
const LOPSIDED_CP: i32 = 150;

/// A player: a search with its own memory, a personality, and the same limits for every move.
pub struct Player {
    thread: SearchThread,
    predictor: Option<MovePredictor>,
    table: TranspositionTable,
    limits: SearchLimits,
    profile: PlayerProfile,
    plays_books: bool,
}

impl Player {
    /// A neutral player with an empty memory, at this many nodes a move.
    pub fn new(parameters: SearchParameters, nodes: u64) -> Player {
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        Player::within(parameters, limits)
    }

    /// A neutral player with an empty memory, with these limits for each move.
    pub fn within(parameters: SearchParameters, limits: SearchLimits) -> Player {
        Player {
            thread: SearchThread::with_parameters(parameters),
            predictor: None,
            table: TranspositionTable::new(TABLE_MIB),
            limits,
            profile: PlayerProfile::default(),
            plays_books: false,
        }
    }

    /// A player with a personality and an empty memory. `seed` is that of the game.
    pub fn with_personality(personality: &Personality, seed: u64, nodes: u64) -> Player {
        Player::new(SearchParameters::default(), nodes).playing_as(personality, seed)
    }

    /// The same player with a personality. `seed` is that of the game.
    pub fn playing_as(self, personality: &Personality, seed: u64) -> Player {
        Player {
            profile: PlayerProfile::new(Arc::new(personality.clone()), seed),
            ..self
        }
    }

    /// The same player with an empty transposition table of this size.
    pub fn with_table(self, mib: usize) -> Player {
        Player {
            table: TranspositionTable::new(mib),
            ..self
        }
    }

    /// The same player with the opening books and lines of its personality.
    pub fn with_books(self) -> Player {
        Player {
            plays_books: true,
            ..self
        }
    }

    /// Empties the memory.
    pub fn forget(&mut self) {
        self.table.clear();
        self.thread.forget();
    }

    /// What this player would do in a game's current position. A move from a book counts as even.
    pub fn search(&mut self, game: &Game) -> SearchOutcome {
        self.decide(game, None).outcome
    }

    /// The same within a time budget, as the personality paces itself.
    pub fn search_within(&mut self, game: &Game, budget: TimeBudget) -> SearchOutcome {
        let PlayerProfile {
            personality, seed, ..
        } = &self.profile;
        let budget = personality.paced(budget, game.position(), *seed);
        self.decide(game, Some(budget)).outcome
    }

    /// The same with the reasons; without any for a move from a book, and for a search that did not
    /// finish its first iteration.
    pub fn search_explained(&mut self, game: &Game) -> (SearchOutcome, Option<Explanation>) {
        let finished = self.decide(game, None);
        let explanation = Explanation::of(game, &self.profile.personality, &finished);
        (finished.outcome, explanation)
    }

    fn decide(&mut self, game: &Game, budget: Option<TimeBudget>) -> FinishedSearch {
        let order = SearchOrder {
            may_play_book: self.plays_books,
            ..SearchOrder::new(game.clone(), self.limits, SearchPurpose::Play)
        };
        if let Some(mv) = self.profile.book_move(&order) {
            return FinishedSearch {
                outcome: SearchOutcome::unsearched(Some(mv), Duration::ZERO),
                knowledge: RootKnowledge::default(),
                choice: None,
            };
        }
        let tools = SearchTools {
            thread: &mut self.thread,
            helpers: &mut [],
            predictor: &mut self.predictor,
            table: &self.table,
            control: &SearchControl::start(budget),
        };
        self.profile.search(&order, tools, &mut ())
    }

    /// An opening of at least `plies` random moves that this player, with an empty memory, finds
    /// playable for both sides.
    pub fn draw_opening(&mut self, plies: u32, random: &mut ChaCha8Rng) -> Game {
        loop {
            let plies = plies + random.next_u32() % (MORE_OPENING_PLIES + 1);
            let game = random_game(plies, random);
            if self.finds_within(&game, LOPSIDED_CP) {
                return game;
            }
        }
    }

    /// An opening of exactly `plies` random moves that this player, with an empty memory, finds
    /// within `window_cp` of even.
    pub fn draw_balanced_opening(
        &mut self,
        plies: u32,
        window_cp: i32,
        random: &mut ChaCha8Rng,
    ) -> Game {
        loop {
            let game = random_game(plies, random);
            if self.finds_within(&game, window_cp) {
                return game;
            }
        }
    }

    /// Whether the game goes on and a search with an empty memory finds it within `window_cp` of
    /// even.
    fn finds_within(&mut self, game: &Game, window_cp: i32) -> bool {
        self.forget();
        game.ended_by().is_none() && self.search(game).score.raw().abs() <= window_cp
    }
}

/// A game of this many random moves, or fewer where there is no legal move.
fn random_game(plies: u32, random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::default();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.next_u32() as usize % moves.len()]);
    }
    game
}

/// How a game went on from its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// How it ended.
    pub conclusion: Conclusion,
    /// The score of every searched move from White's view.
    pub white_scores: Vec<Score>,
}

/// Plays a game to its end; `search` decides every move.
pub fn play_out(game: &mut Game, mut search: impl FnMut(&Game) -> SearchOutcome) -> FinishedGame {
    let searched = |game: &Game| {
        let outcome = search(game);
        Ok(NextMove {
            mv: outcome.best,
            score: Some(outcome.score),
        })
    };
    match play_out_or_fail::<Infallible>(game, searched) {
        Ok(finished) => finished,
        Err(never) => match never {},
    }
}

/// What a player does in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextMove {
    /// The move; a search names one wherever there is one.
    pub mv: Option<Move>,
    /// Its score from the side of the player, where he tells one.
    pub score: Option<Score>,
}

/// Plays a game to its end; `next` decides every move, which must be legal. A game is adjudicated only
/// where both sides tell their scores.
///
/// # Errors
/// The first that `next` returns; the game then stands as it was before the move.
pub fn play_out_or_fail<E>(
    game: &mut Game,
    mut next: impl FnMut(&Game) -> Result<NextMove, E>,
) -> Result<FinishedGame, E> {
    let mut white_scores = Vec::new();
    let conclusion = loop {
        if let Some(conclusion) = conclusion(game, &white_scores) {
            break conclusion;
        }
        let NextMove { mv, score } = next(game)?;
        // There is a move in a game that goes on.
        let Some(best) = mv else {
            break Conclusion::TooLong;
        };
        match score {
            Some(score) => white_scores.push(match game.position().side_to_move() {
                Color::White => score,
                Color::Black => -score,
            }),
            // An agreement of both begins anew.
            None => white_scores.clear(),
        }
        game.play(best);
    };
    Ok(FinishedGame {
        conclusion,
        white_scores,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::lab::matches::adjudication::ADJUDICATION;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn openings_depend_on_their_random_numbers_alone() {
        let mut player = Player::new(SearchParameters::default(), 100);
        let mut draw = |plies, seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            player.draw_opening(plies, &mut random)
        };
        let opening = draw(6, 1);
        assert!((6..=8).contains(&opening.len()));
        assert_ne!(opening, draw(6, 2));
        assert_eq!(opening, draw(6, 1));
        assert!(draw(0, 3).len() <= 2);
    }

    #[test]
    fn who_tells_no_score_is_mated_before_he_has_lost() {
        let position: Position = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1".parse().unwrap();
        let mut player = Player::new(SearchParameters::default(), 500);
        let mut game = Game::new(position);
        let finished = play_out_or_fail::<Infallible>(&mut game, |game| {
            let outcome = player.search(game);
            let is_white = game.position().side_to_move() == Color::White;
            Ok(NextMove {
                mv: outcome.best,
                score: is_white.then_some(outcome.score),
            })
        });
        let winner = Some(Color::White);
        assert_eq!(finished.unwrap().conclusion.winner(), winner);
        assert!(game.position().is_checkmate());
    }

    #[test]
    fn a_won_ending_is_won_and_every_score_is_kept() {
        let position: Position = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1".parse().unwrap();
        let mut player = Player::new(SearchParameters::default(), 500);
        let mut game = Game::new(position);
        let finished = play_out(&mut game, |game| player.search(game));
        assert_eq!(finished.conclusion.winner(), Some(Color::White));
        assert_eq!(finished.white_scores.len(), game.len());
        assert!(finished.white_scores.iter().all(|score| score.raw() > 0));
        assert!((1..=ADJUDICATION.win_plies).contains(&game.len()));
    }
}
