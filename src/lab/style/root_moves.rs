//! Root moves of positions from games, each with its score and its features: what a taste can choose
//! from, and at which price. Weights are fitted on these instead of games.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::best_lines::best_lines;
use crate::board::{Game, Move};
use crate::lab::training::game_record::TrainingGame;
use crate::personality::measures_of_moves;

/// How positions are chosen and searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoveRules {
    /// Positions from each game, at random plies after its opening.
    pub per_game: u32,
    /// How many of the best moves of a position are kept.
    pub lines: usize,
    /// Nodes for the search of a position, all lines together.
    pub nodes: u64,
    /// The seed of the choice of positions.
    pub seed: u64,
}

/// A root move with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredRootMove {
    /// The move and the line that the search expects after it.
    pub line: Vec<Move>,
    /// Its score in centipawns from the side to move.
    pub score_cp: i32,
    /// Its features in permille, in the order of [`crate::personality::Feature::ALL`].
    pub measures_permille: Vec<i32>,
}

/// A position with its best root moves.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMoveSample {
    /// The number of its game.
    pub game: u64,
    /// The game up to the position.
    pub position: Game,
    /// The best moves, the best first.
    pub moves: Vec<ScoredRootMove>,
}

impl RootMoveRules {
    /// Searches positions of a game. Positions with a single legal move, and those that are decided,
    /// are left out.
    pub fn sample(&self, number: u64, record: &TrainingGame) -> Vec<RootMoveSample> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed.wrapping_add(number));
        let from = record.opening.len();
        let count = record.searched.len();
        if count == 0 {
            return Vec::new();
        }
        let mut plies: Vec<usize> = (0..self.per_game)
            .map(|_| from + random.next_u32() as usize % count)
            .collect();
        plies.sort_unstable();
        plies.dedup();
        let games = plies.into_iter().map(|ply| {
            let mut game = Game::new(record.start.clone());
            record.moves().take(ply).for_each(|mv| game.play(mv));
            game
        });
        games
            .filter_map(|position| {
                let moves = self.search(&position)?;
                Some(RootMoveSample {
                    game: number,
                    position,
                    moves,
                })
            })
            .collect()
    }

    fn search(&self, game: &Game) -> Option<Vec<ScoredRootMove>> {
        if game.position().legal_moves().len() < 2 {
            return None;
        }
        let reports = best_lines(game, self.lines, self.nodes)?;
        if reports.iter().any(|report| report.score.is_decisive()) {
            return None;
        }
        let moves: Vec<Move> = reports.iter().map(|report| report.pv[0]).collect();
        let measures = measures_of_moves(game, &moves);
        let scored = reports.into_iter().zip(measures);
        Some(
            scored
                .map(|(report, measures_permille)| ScoredRootMove {
                    line: report.pv,
                    score_cp: report.score.raw(),
                    measures_permille,
                })
                .collect(),
        )
    }
}
