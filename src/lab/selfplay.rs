//! Self-play: games of the engine against itself at fixed nodes, kept as records to learn from.
//!
//! Owns the openings, the adjudication and the choice of positions worth keeping. Each game
//! depends on its seed alone, so a file is the same for any number of threads. It must not know
//! what is learnt.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::records::Record;
use crate::board::{Color, Game, Position};
use crate::score::Score;
use crate::search::{
    SearchControl, SearchLimits, SearchOutcome, SearchRequest, SearchThread, TranspositionTable,
    search,
};

/// The size of each game's own table in MiB.
const TABLE_MIB: usize = 4;
/// Random half-moves at the start of a game, at least ...
const OPENING_PLIES: u32 = 8;
/// ... and up to this many more.
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
    pub fn play(&self, mut finished: impl FnMut(Vec<Record>) -> bool) {
        let next = AtomicU64::new(0);
        let (sender, results) = mpsc::sync_channel(self.threads.max(1) * 4);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut player = Player::new(self.nodes);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let records = player.play(self.seed.wrapping_add(number));
                        if sender.send((number, records)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut expected = 0;
            for (number, records) in results {
                waiting.insert(number, records);
                while let Some(records) = waiting.remove(&expected) {
                    expected += 1;
                    if !finished(records) {
                        // Dropping the receiver ends the players after their current game.
                        return;
                    }
                }
            }
        });
    }
}

/// Both sides of a game.
struct Player {
    thread: SearchThread,
    table: TranspositionTable,
    nodes: u64,
}

impl Player {
    fn new(nodes: u64) -> Player {
        Player {
            thread: SearchThread::new(),
            table: TranspositionTable::new(TABLE_MIB),
            nodes,
        }
    }

    /// One game from its seed to its result.
    fn play(&mut self, seed: u64) -> Vec<Record> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = self.opening(&mut random);
        let mut kept = Vec::new();
        let mut scores = Vec::new();
        let winner = loop {
            if let Some(ending) = game.ending() {
                break ending.winner();
            }
            let outcome = self.search(&game);
            let Some(best) = outcome.best else { break None };
            let position = game.position();
            let white = white_view(outcome.score, position);
            scores.push(white);
            if let Some(winner) = adjudicate(&scores, game.len()) {
                break winner;
            }
            if is_worth_keeping(position, &outcome) {
                kept.push((position.clone(), white.raw() as i16));
            }
            game.play(best);
        };
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

    /// Random moves from the start to a position that a search finds playable for both.
    fn opening(&mut self, random: &mut ChaCha8Rng) -> Game {
        loop {
            let mut game = Game::default();
            let plies = OPENING_PLIES + random.next_u32() % (MORE_OPENING_PLIES + 1);
            for _ in 0..plies {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.next_u32() as usize % moves.len()]);
            }
            self.table.clear();
            self.thread.forget();
            if game.ending().is_none() && self.search(&game).score.raw().abs() <= LOPSIDED_CP {
                return game;
            }
        }
    }

    fn search(&mut self, game: &Game) -> SearchOutcome {
        let mut request = SearchRequest::neutral(game.position().clone());
        request.history = game.key_history();
        request.limits = SearchLimits {
            nodes: Some(self.nodes),
            ..SearchLimits::default()
        };
        let control = SearchControl::start(None);
        search(&request, &mut self.thread, &self.table, &control, &mut ())
    }
}

fn white_view(score: Score, position: &Position) -> Score {
    match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

/// A static evaluation can only learn from positions where nothing is going on.
fn is_worth_keeping(position: &Position, outcome: &SearchOutcome) -> bool {
    !position.in_check()
        && !outcome.score.is_decisive()
        && outcome.best.is_some_and(|mv| !position.is_tactical(mv))
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

    #[test]
    fn whoever_listens_can_stop() {
        let play = SelfPlay {
            games: 1_000_000,
            nodes: 50,
            seed: 1,
            threads: 2,
        };
        let mut heard = 0;
        play.play(|_| {
            heard += 1;
            heard < 2
        });
        assert_eq!(heard, 2);
    }

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
}
