//! Self-play: games of the engine against itself at fixed nodes, kept as records to learn from.
//!
//! Owns the choice of positions worth keeping. Each game depends on its seed alone, so a file is
//! the same for any number of threads. It must not know what is learnt.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::game::{OPENING_PLIES, Player, play_out};
use super::parallel::in_order;
use super::records::Record;
use crate::board::{Color, Game, Position};
use crate::search::{SearchOutcome, SearchParameters};

/// What games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// How many games.
    pub games: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// The seed of the first game; the next game has the next.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

impl SelfPlay {
    /// Plays all games; `finished` hears of each in the order of seeds and says whether to go on.
    pub fn play(&self, finished: impl FnMut(Vec<Record>) -> bool) {
        let game = |number| self.game(self.seed.wrapping_add(number));
        in_order(self.threads, self.games, game, finished);
    }

    /// One game from its seed to its result; both sides share one memory.
    fn game(&self, seed: u64) -> Vec<Record> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut player = Player::new(SearchParameters::default(), self.nodes);
        let opening = player.draw_opening(OPENING_PLIES, &mut random);
        let mut kept = Vec::new();
        let search = |game: &Game| player.search(game);
        let winner = play_out(&mut opening.clone(), search, |decision| {
            if is_worth_keeping(decision.position, decision.outcome) {
                kept.push((decision.position.clone(), decision.white.raw() as i16));
            }
        });
        let white_half_points = match winner {
            Some(Color::White) => 2,
            Some(Color::Black) => 0,
            None => 1,
        };
        let record = |(index, (position, white_cp))| Record {
            position,
            white_cp,
            white_half_points,
            starts_game: index == 0,
        };
        kept.into_iter().enumerate().map(record).collect()
    }
}

/// A static evaluation can only learn from positions where nothing is going on.
fn is_worth_keeping(position: &Position, outcome: &SearchOutcome) -> bool {
    !position.in_check()
        && !outcome.score.is_decisive()
        && outcome.best.is_some_and(|mv| !position.is_tactical(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(threads: usize, seed: u64) -> Vec<Vec<Record>> {
        let mut games = Vec::new();
        let play = SelfPlay {
            games: 4,
            nodes: 150,
            seed,
            threads,
        };
        play.play(|records| {
            games.push(records);
            true
        });
        games
    }

    #[test]
    fn games_depend_on_their_seed_alone() {
        let one = games(1, 7);
        assert_eq!(one, games(3, 7));
        assert_ne!(one, games(1, 70));
        assert_eq!(one[1], games(1, 8)[0]);
        assert_eq!(one.len(), 4);
        for game in &one {
            assert!(game[0].starts_game && !game[1].starts_game);
            assert!(game.iter().all(|record| !record.position.in_check()));
            let result = game[0].white_half_points;
            assert!(game.iter().all(|record| record.white_half_points == result));
        }
    }
}
