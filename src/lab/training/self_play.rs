//! Self-play: games of the engine against itself under a soft node limit, kept to learn from.
//!
//! A game depends on its seed and on the [`SelfPlayRules`] alone, not on the number of threads or
//! on other games. Both sides share one memory, which is fresh at the start of each game.

use std::ops::Range;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::game_record::{SearchedMove, TrainingGame};
use crate::board::Move;
use crate::lab::matches::adjudication::ADJUDICATION;
use crate::lab::matches::game::{Player, TABLE_MIB, play_out};
use crate::lab::parallel::in_order;
use crate::search::{SearchLimits, SearchParameters};

/// A game begins with a number of random moves that is drawn evenly from this range, in plies.
/// Both colours are the first to think equally often, and every number has its full share,
/// because only the moves are drawn again when a position is not kept.
const OPENING_PLIES: Range<u32> = 6..14;

/// A position after the random moves is kept when a search finds it within this of even.
const OPENING_WINDOW_CP: i32 = 300;

/// The default hard limit of nodes, as a multiple of the soft limit.
pub const HARD_LIMIT_FACTOR: u64 = 8;

/// Everything that shapes a game besides its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlayRules {
    /// A search ends after the iteration in which it passes this many nodes.
    pub soft_nodes: u64,
    /// A search is broken off at this many nodes, and its last completed iteration counts.
    pub hard_nodes: u64,
}

impl SelfPlayRules {
    /// The rules in the form in which files of games tell them.
    pub fn arguments(&self) -> String {
        let SelfPlayRules {
            soft_nodes,
            hard_nodes,
        } = self;
        format!(
            "soft_nodes={soft_nodes} hard_nodes={hard_nodes} table_mib={TABLE_MIB} \
             opening=random-moves opening_plies={}..{} opening_window_cp={OPENING_WINDOW_CP} \
             {ADJUDICATION}",
            OPENING_PLIES.start, OPENING_PLIES.end
        )
    }

    /// Plays the games of these seeds; `finished` is given each in the order of seeds and says
    /// whether to go on.
    pub fn play(
        &self,
        seeds: Range<u64>,
        threads: usize,
        finished: impl FnMut(TrainingGame) -> bool,
    ) {
        let first = seeds.start;
        let games = seeds.end.saturating_sub(first);
        let game = |number| self.play_game(first.wrapping_add(number));
        in_order(threads, games, game, finished);
    }

    /// One game from its seed to its end.
    fn play_game(&self, seed: u64) -> TrainingGame {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let limits = SearchLimits {
            nodes: Some(self.hard_nodes),
            soft_nodes: Some(self.soft_nodes),
            ..SearchLimits::default()
        };
        let mut player = Player::within(SearchParameters::default(), limits);
        let plies = OPENING_PLIES.start + random.next_u32() % OPENING_PLIES.len() as u32;
        let mut game = player.draw_balanced_opening(plies, OPENING_WINDOW_CP, &mut random);
        let opening: Vec<Move> = game.moves().collect();
        let finished = play_out(&mut game, |game| player.search(game));
        let moves = game.moves().skip(opening.len());
        let searched = moves.zip(finished.white_scores);
        let searched = searched.map(|(mv, white_score)| SearchedMove { mv, white_score });
        TrainingGame {
            start: game.start().clone(),
            opening,
            searched: searched.collect(),
            conclusion: finished.conclusion,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: SelfPlayRules = SelfPlayRules {
        soft_nodes: 150,
        hard_nodes: 1_200,
    };

    fn games(threads: usize, seeds: Range<u64>) -> Vec<TrainingGame> {
        let mut games = Vec::new();
        RULES.play(seeds, threads, |game| {
            games.push(game);
            true
        });
        games
    }

    #[test]
    fn games_depend_on_their_seed_alone() {
        let one = games(1, 7..11);
        assert_eq!(one.len(), 4);
        assert_eq!(one, games(3, 7..11));
        assert_eq!(one[1], games(1, 8..9)[0]);
        assert_ne!(one[0], one[1]);
        for game in &one {
            let plies = game.opening.len() as u32;
            assert!(OPENING_PLIES.contains(&plies), "{plies}");
            let quiet = game.quiet_positions();
            assert!(!quiet.is_empty() && quiet.len() < game.searched.len());
            assert!(quiet.iter().all(|kept| !kept.position.in_check()));
        }
    }
}
