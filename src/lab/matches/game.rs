//! Games between players inside the process: who plays, and random openings.
//!
//! A game depends on its opening, its players and their seeds alone.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::adjudication::adjudicate;
use crate::board::{Color, Game, Position};
use crate::personality::Personality;
use crate::score::Score;
use crate::search::{
    SearchControl, SearchLimits, SearchOutcome, SearchParameters, SearchRequest, SearchThread,
    TranspositionTable, search,
};

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
    table: TranspositionTable,
    limits: SearchLimits,
    personality: Personality,
    /// The seed of the game, for the personality's chance.
    seed: u64,
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
            table: TranspositionTable::new(TABLE_MIB),
            limits,
            personality: Personality::neutral(),
            seed: 0,
        }
    }

    /// A player with a personality and an empty memory. `seed` is that of the game.
    pub fn with_personality(personality: &Personality, seed: u64, nodes: u64) -> Player {
        Player {
            personality: personality.clone(),
            seed,
            ..Player::new(SearchParameters::default(), nodes)
        }
    }

    /// Empties the memory.
    pub fn forget(&mut self) {
        self.table.clear();
        self.thread.forget();
    }

    /// What this player would do in a game's current position.
    pub fn search(&mut self, game: &Game) -> SearchOutcome {
        let mut request = SearchRequest::neutral(game.position().clone());
        request.history = game.key_history();
        request.bonus = self.personality.root_bonus(game, self.seed);
        request.weights = self.personality.weights().clone();
        request.limits = self.limits;
        let control = SearchControl::start(None);
        search(&request, &mut self.thread, &self.table, &control, &mut ())
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

/// A decision for a move in a game.
pub struct Decision<'g> {
    /// The position before the move.
    pub position: &'g Position,
    /// The result of the search, from the side to move's view.
    pub outcome: &'g SearchOutcome,
    /// Its score from White's view.
    pub white: Score,
}

/// Plays a game to its end and returns who won. `search` decides every move; `watch` is given each
/// decision before the move is made.
pub fn play_out(
    game: &mut Game,
    mut search: impl FnMut(&Game) -> SearchOutcome,
    mut watch: impl FnMut(Decision<'_>),
) -> Option<Color> {
    let mut scores = Vec::new();
    loop {
        if let Some(ending) = game.ended_by() {
            return ending.winner();
        }
        let outcome = search(game);
        let best = outcome.best?;
        let position = game.position();
        let white = match position.side_to_move() {
            Color::White => outcome.score,
            Color::Black => -outcome.score,
        };
        scores.push(white);
        if let Some(end) = adjudicate(&scores, game.len()) {
            return end.winner();
        }
        watch(Decision {
            position,
            outcome: &outcome,
            white,
        });
        game.play(best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_won_ending_is_won_and_watched() {
        let position: Position = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1".parse().unwrap();
        let mut player = Player::new(SearchParameters::default(), 500);
        let mut plies = 0;
        let search = |game: &Game| player.search(game);
        let winner = play_out(&mut Game::new(position), search, |decision| {
            assert!(decision.position.is_legal(decision.outcome.best.unwrap()));
            assert!(decision.white.raw() > 0);
            plies += 1;
        });
        assert_eq!(winner, Some(Color::White));
        assert!((1..ADJUDICATION.win_plies).contains(&plies), "{plies}");
    }
}
