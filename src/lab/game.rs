//! A game inside the process, at fixed nodes: its opening, its moves and when it is over.
//!
//! Owns who can play, the random openings and the adjudication. Everything depends on the seed and
//! on the players alone. It must not know what a game is played for.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::board::{Color, Game, Position};
use crate::engine::request::{PlayerProfile, SearchTools};
use crate::engine::{Purpose, SearchOrder};
use crate::personality::Personality;
use crate::score::Score;
use crate::search::{
    SearchControl, SearchLimits, SearchOutcome, SearchParameters, SearchThread, TranspositionTable,
};

/// The size of each player's own table in MiB.
const TABLE_MIB: usize = 4;
/// Random half-moves at the start of a game unless somebody wants another number.
pub const OPENING_PLIES: u32 = 8;
/// Up to this many half-moves more, so that either side may be the first to think.
const MORE_OPENING_PLIES: u32 = 2;
/// An opening that a search judges further than this from even is drawn again, in centipawns.
const LOPSIDED_CP: i32 = 150;
/// A game is won once both sides agree on this many centipawns ...
const WIN_CP: i32 = 1_000;
/// ... for this many half-moves in a row.
const WIN_PLIES: usize = 6;
/// A game is drawn once both sides agree that it is this even, in centipawns, ...
const DRAW_CP: i32 = 8;
/// ... for this many half-moves in a row ...
const DRAW_PLIES: usize = 16;
/// ... from this half-move on.
const DRAW_FROM_PLY: usize = 80;
/// A game that takes longer than this many half-moves is a draw.
const LONGEST_PLIES: usize = 400;

/// Who can play: a search with its own memory, at a fixed number of nodes a move.
pub struct Player {
    thread: SearchThread,
    table: TranspositionTable,
    nodes: u64,
    profile: PlayerProfile,
}

impl Player {
    /// A player who has seen nothing yet.
    pub fn new(parameters: SearchParameters, nodes: u64) -> Player {
        Player {
            thread: SearchThread::with_parameters(parameters),
            table: TranspositionTable::new(TABLE_MIB),
            nodes,
            profile: PlayerProfile::default(),
        }
    }

    /// Somebody with a character, who has seen nothing yet. `seed` is that of the game.
    pub fn in_character(personality: &Personality, seed: u64, nodes: u64) -> Player {
        Player {
            profile: PlayerProfile::new(Arc::new(personality.clone()), seed),
            ..Player::new(SearchParameters::default(), nodes)
        }
    }

    /// Forgets everything, like a new player.
    pub fn forget(&mut self) {
        self.table.clear();
        self.thread.forget();
    }

    /// What this player would do in a game's current position.
    pub fn search(&mut self, game: &Game) -> SearchOutcome {
        let limits = SearchLimits {
            nodes: Some(self.nodes),
            ..SearchLimits::default()
        };
        let order = SearchOrder::new(game.clone(), limits, Purpose::Play);
        let tools = SearchTools {
            thread: &mut self.thread,
            helpers: &mut [],
            table: &self.table,
            control: &SearchControl::start(None),
        };
        self.profile.search(&order, tools, &mut ()).outcome
    }

    /// At least `plies` random moves from the start to a position that this player, with a fresh
    /// memory, finds playable for both sides.
    pub fn draw_opening(&mut self, plies: u32, random: &mut ChaCha8Rng) -> Game {
        loop {
            let mut game = Game::default();
            let plies = plies + random.next_u32() % (MORE_OPENING_PLIES + 1);
            for _ in 0..plies {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.next_u32() as usize % moves.len()]);
            }
            self.forget();
            if game.ending().is_none() && self.search(&game).score.raw().abs() <= LOPSIDED_CP {
                return game;
            }
        }
    }
}

/// A move as it was decided on.
pub struct Decision<'g> {
    /// Where.
    pub position: &'g Position,
    /// What the search said, from the side to move's view.
    pub outcome: &'g SearchOutcome,
    /// Its score from White's view.
    pub white: Score,
}

/// Plays a game to its end and returns who won. `search` decides every move; `watch` hears of each
/// that is made.
pub fn play_out(
    game: &mut Game,
    mut search: impl FnMut(&Game) -> SearchOutcome,
    mut watch: impl FnMut(Decision<'_>),
) -> Option<Color> {
    let mut scores = Vec::new();
    loop {
        if let Some(ending) = game.ending() {
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
        if let Some(winner) = adjudicate(&scores, game.len()) {
            return winner;
        }
        watch(Decision {
            position,
            outcome: &outcome,
            white,
        });
        game.play(best);
    }
}

/// The winner, or `Some(None)` for a draw, once both sides have agreed for long enough; `scores`
/// are all from White's view.
fn adjudicate(scores: &[Score], ply: usize) -> Option<Option<Color>> {
    let last = |plies: usize| scores.len().checked_sub(plies).map(|from| &scores[from..]);
    let all = |plies: usize, holds: &dyn Fn(i32) -> bool| {
        last(plies).is_some_and(|scores| scores.iter().all(|score| holds(score.raw())))
    };
    if all(WIN_PLIES, &|cp| cp >= WIN_CP) {
        Some(Some(Color::White))
    } else if all(WIN_PLIES, &|cp| cp <= -WIN_CP) {
        Some(Some(Color::Black))
    } else if ply >= LONGEST_PLIES
        || ply >= DRAW_FROM_PLY && all(DRAW_PLIES, &|cp| cp.abs() <= DRAW_CP)
    {
        Some(None)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn agreement_ends_games() {
        let scores = |cp: i32, count| vec![Score::from_cp(cp); count];
        assert_eq!(adjudicate(&scores(1_200, 6), 20), Some(Some(Color::White)));
        assert_eq!(adjudicate(&scores(-1_200, 6), 20), Some(Some(Color::Black)));
        assert_eq!(adjudicate(&scores(1_200, 5), 20), None);
        assert_eq!(adjudicate(&scores(0, 16), 79), None);
        assert_eq!(adjudicate(&scores(0, 16), 80), Some(None));
        assert_eq!(adjudicate(&scores(300, 16), 400), Some(None));
    }

    #[test]
    fn openings_depend_on_their_randomness_alone() {
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
        assert!((1..WIN_PLIES).contains(&plies), "{plies}");
    }
}
