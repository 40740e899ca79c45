//! Game pairs: the comparison of two sets of search parameters by two games from one opening, in
//! which each side has either colour once.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Comparison;
use crate::board::{Color, Game};
use crate::lab::matches::game::{Player, play_out};
use crate::search::SearchParameters;

/// Pairs of games at a fixed number of nodes a move.
#[derive(Clone, Debug)]
pub struct GamePairs {
    /// The values of parameters that are not tuned; openings are judged with these values.
    pub base: SearchParameters,
    /// The numbers of the tuned parameters in the list of all.
    pub tuned: Vec<usize>,
    /// Nodes for each move.
    pub nodes: u64,
    /// The least number of random plies of an opening.
    pub opening_plies: u32,
    /// The seed of the first opening; each further opening has the next seed.
    pub seed: u64,
}

impl GamePairs {
    /// A description of what shapes the games besides the seed.
    pub fn conditions(&self) -> String {
        format!(
            "{} nodes a move, openings of {} plies",
            self.nodes, self.opening_plies
        )
    }

    /// The base with these values of the tuned parameters.
    pub fn parameters(&self, values: &[i32]) -> SearchParameters {
        let mut all = self.base.values();
        for (&number, &value) in self.tuned.iter().zip(values) {
            if let Some(own) = all.get_mut(number) {
                *own = value;
            }
        }
        SearchParameters::from_values(&all)
    }

    /// One game between players with empty memories.
    fn winner(&self, mut game: Game, white: &[i32], black: &[i32]) -> Option<Color> {
        let player = |values| Player::new(self.parameters(values), self.nodes);
        let (mut white, mut black) = (player(white), player(black));
        let search = |game: &Game| match game.position().side_to_move() {
            Color::White => white.search(game),
            Color::Black => black.search(game),
        };
        play_out(&mut game, search).conclusion.winner()
    }
}

impl Comparison for GamePairs {
    /// The wins of `plus` less its losses: from -2 to 2.
    fn compare(&self, number: u64, plus: &[i32], minus: &[i32]) -> f64 {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed.wrapping_add(number));
        let mut judge = Player::new(self.base.clone(), self.nodes);
        let opening = judge.draw_opening(self.opening_plies, &mut random);
        let points = |winner: Option<Color>, own: Color| match winner {
            Some(color) if color == own => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        points(self.winner(opening.clone(), plus, minus), Color::White)
            + points(self.winner(opening, minus, plus), Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(nodes: u64) -> GamePairs {
        let is_tuned = |name: &str| ["aspiration_cp", "reverse_futility_cp"].contains(&name);
        let names = SearchParameters::LIST.iter().map(|info| info.name);
        GamePairs {
            base: SearchParameters::default(),
            tuned: names
                .enumerate()
                .filter(|(_, name)| is_tuned(name))
                .map(|(number, _)| number)
                .collect(),
            nodes,
            opening_plies: 8,
            seed: 4,
        }
    }

    #[test]
    fn only_tuned_parameters_change() {
        let parameters = pairs(1).parameters(&[33, 44]);
        let expected = SearchParameters {
            aspiration_cp: 33,
            reverse_futility_cp: 44,
            ..SearchParameters::default()
        };
        assert_eq!(parameters, expected);
    }

    #[test]
    fn equal_parameters_score_evenly_and_swapping_sides_negates_the_score() {
        let pairs = pairs(150);
        let mut decided = 0;
        for number in 0..6 {
            assert_eq!(pairs.compare(number, &[20, 80], &[20, 80]), 0.0);
            let points = pairs.compare(number, &[20, 20], &[60, 200]);
            assert_eq!(points, pairs.compare(number, &[20, 20], &[60, 200]));
            assert_eq!(points, -pairs.compare(number, &[60, 200], &[20, 20]));
            decided += i32::from(points != 0.0);
        }
        assert!(decided > 0);
    }
}
