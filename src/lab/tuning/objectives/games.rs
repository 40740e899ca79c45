//! Game pairs as an objective: two games from one opening, in which each side has either colour once.

use crate::board::{Color, Game};
use crate::lab::matches::chance::{self, opening_chance, pair_seed};
use crate::lab::matches::game::{Player, play_out};
use crate::lab::tuning::interface::{Objective, Subject, TrialError, starts};
use crate::search::SearchParameters;

/// The conditions of pairs of games at a fixed number of nodes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameConditions {
    /// Nodes for each move.
    pub nodes: u64,
    /// The least number of random plies of an opening.
    pub opening_plies: u32,
    /// The seed from which openings and the chance in the games are drawn.
    pub seed: u64,
}

impl GameConditions {
    /// The opening of a trial, as the engine as it is finds it playable.
    pub fn opening(&self, trial: u64) -> Game {
        let mut random = opening_chance(self.seed, trial);
        let mut judge = Player::new(SearchParameters::default(), self.nodes);
        judge.draw_opening(self.opening_plies, &mut random)
    }

    /// The seed of the players in the games of a trial.
    pub fn player_seed(&self, trial: u64) -> u64 {
        pair_seed(self.seed, trial)
    }

    /// A description for journals.
    pub fn identity(&self) -> String {
        format!(
            "{} nodes a move, openings of {} plies, {}",
            self.nodes,
            self.opening_plies,
            chance::description(self.seed)
        )
    }
}

/// The points that a side has of a game: 1, 0 or -1.
pub fn points(winner: Option<Color>, own: Color) -> f64 {
    match winner {
        Some(color) if color == own => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}

/// Pairs of games between two sets of values, or against the values of the start.
pub struct GamePairs<'s> {
    /// What is tuned.
    pub subject: &'s dyn Subject,
    /// How games are played.
    pub conditions: GameConditions,
}

impl GamePairs<'_> {
    /// One game between players with empty memories.
    fn winner(&self, trial: u64, mut game: Game, white: &[f64], black: &[f64]) -> Option<Color> {
        let seed = self.conditions.player_seed(trial);
        let player = |values| self.subject.player(values, self.conditions.nodes, seed);
        let (mut white, mut black) = (player(white), player(black));
        let search = |game: &Game| match game.position().side_to_move() {
            Color::White => white.search(game),
            Color::Black => black.search(game),
        };
        play_out(&mut game, search).conclusion.winner()
    }
}

impl Objective for GamePairs<'_> {
    fn identity(&self) -> String {
        format!("pairs of games, {}", self.conditions.identity())
    }

    /// The wins of the first less its losses.
    fn compare(&self, trial: u64, first: &[f64], second: &[f64]) -> Result<f64, TrialError> {
        let opening = self.conditions.opening(trial);
        let white = self.winner(trial, opening.clone(), first, second);
        let black = self.winner(trial, opening, second, first);
        Ok(points(white, Color::White) + points(black, Color::Black))
    }

    /// What is lost against the values of the start.
    fn value(&self, trial: u64, values: &[f64]) -> Result<f64, TrialError> {
        let start = starts(self.subject.numbers());
        Ok(-self.compare(trial, values, &start)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::tuning::subjects::search::{SearchNumbers, search_numbers};

    #[test]
    fn equal_parameters_score_evenly_and_swapping_sides_negates_the_score() {
        let all = search_numbers();
        let names = ["aspiration_cp", "reverse_futility_cp"].map(str::to_owned);
        let places = all.choose(&names).unwrap();
        let subject = SearchNumbers::new(all, places);
        let pairs = GamePairs {
            subject: &subject,
            conditions: GameConditions {
                nodes: 150,
                opening_plies: 8,
                seed: 4,
            },
        };
        let compare = |number, first: [f64; 2], second: [f64; 2]| {
            pairs.compare(number, &first, &second).unwrap()
        };
        let mut decided = 0;
        for number in 0..6 {
            assert_eq!(compare(number, [20.0, 80.0], [20.0, 80.0]), 0.0);
            let points = compare(number, [20.0, 20.0], [60.0, 200.0]);
            assert_eq!(points, compare(number, [20.0, 20.0], [60.0, 200.0]));
            assert_eq!(points, -compare(number, [60.0, 200.0], [20.0, 20.0]));
            decided += i32::from(points != 0.0);
        }
        assert!(decided > 0);
    }
}
