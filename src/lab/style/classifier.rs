//! A classifier that tells from traits who played a game, judged by games that it has not learnt.
//!
//! It is a softmax regression with a penalty on large weights (ridge), on traits brought to the same
//! scale. It learns single games, but is asked about bags of several games by one player, whose
//! log-probabilities add up.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::lab::statistics::Mean;
use crate::lab::tuning::evaluation::optimiser::{Adam, Optimiser};

/// The number of folds of the cross-validation: each fold is judged by what the others have taught.
const FOLDS: usize = 5;
/// Passes over the games, far more than are needed for the loss to settle.
const STEPS: usize = 300;
/// The size of the first steps, in weight for one standard deviation of a trait.
const RATE: f64 = 0.05;
/// The penalty of a squared weight, relative to the mean loss of a game. It keeps weights near zero
/// where a few hundred games say little about a trait.
const PENALTY: f64 = 0.01;
/// Bags drawn for each player and fold.
const BAG_SIZES: usize = 200;

/// One player's games: their traits and openings.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerGames<'a> {
    /// The traits of each game, all of equal length.
    pub games: &'a [Vec<f64>],
    /// The number of each game's opening. Games of one opening are never split between learning and
    /// judging.
    pub openings: &'a [u32],
}

/// The share of bags of `bag` games that are attributed to the right player, by cross-validation
/// over openings. The same seed gives the same answer.
pub fn accuracy(players: &[PlayerGames<'_>], bag: usize, seed: u64) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut right, mut asked) = (0, 0);
    for fold in 0..FOLDS {
        let is_held_out = |opening: u32| opening as usize % FOLDS == fold;
        let parts: Vec<FoldGames<'_>> = players
            .iter()
            .map(|player| FoldGames::of(player, is_held_out))
            .collect();
        let model = Model::fit(&parts);
        for (answer, part) in parts.iter().enumerate() {
            if part.judged.is_empty() {
                continue;
            }
            for _ in 0..BAG_SIZES {
                let mut evidence = vec![0.0; players.len()];
                for _ in 0..bag {
                    let game = part.judged[random.next_u32() as usize % part.judged.len()];
                    model.add_evidence(game, &mut evidence);
                }
                asked += 1;
                right += usize::from(largest(&evidence) == answer);
            }
        }
    }
    f64::from(right as u32) / f64::from(asked.max(1) as u32)
}

/// A player's games for one fold.
struct FoldGames<'a> {
    learnt: Vec<&'a [f64]>,
    judged: Vec<&'a [f64]>,
}

impl<'a> FoldGames<'a> {
    fn of(player: &PlayerGames<'a>, is_held_out: impl Fn(u32) -> bool) -> FoldGames<'a> {
        let mut part = FoldGames {
            learnt: Vec::new(),
            judged: Vec::new(),
        };
        for (game, &opening) in player.games.iter().zip(player.openings) {
            match is_held_out(opening) {
                true => part.judged.push(game),
                false => part.learnt.push(game),
            }
        }
        part
    }
}

/// The weights of all traits, and a constant, for every player.
struct Model {
    scales: Vec<Mean>,
    /// For each player the weights of all traits and then the constant. They are pairs with an unused
    /// second half, because the optimiser moves pairs.
    weights: Vec<[f64; 2]>,
    players: usize,
}

impl Model {
    fn fit(parts: &[FoldGames<'_>]) -> Model {
        let all = || parts.iter().flat_map(|part| part.learnt.iter().copied());
        let traits = all().next().map_or(0, <[f64]>::len);
        let scales = (0..traits).map(|index| {
            let column: Vec<f64> = all().map(|game| game[index]).collect();
            Mean::of(column.iter().copied())
        });
        let mut model = Model {
            scales: scales.collect(),
            weights: vec![[0.0; 2]; parts.len() * (traits + 1)],
            players: parts.len(),
        };
        let samples: Vec<(usize, Vec<f64>)> = parts
            .iter()
            .enumerate()
            .flat_map(|(player, part)| part.learnt.iter().map(move |game| (player, *game)))
            .map(|(player, game)| (player, model.scaled(game)))
            .collect();
        let mut adam = Adam::new(model.weights.len());
        for step in 0..STEPS {
            let gradient = model.gradient(&samples);
            let rate = RATE * (1.0 - step as f64 / STEPS as f64);
            adam.step(&mut model.weights, &gradient, rate);
        }
        model
    }

    /// Every trait in standard deviations from its mean, and 1 for the constant.
    fn scaled(&self, game: &[f64]) -> Vec<f64> {
        let scaled =
            game.iter()
                .zip(&self.scales)
                .map(|(value, scale)| match scale.deviation > 0.0 {
                    true => (value - scale.value) / scale.deviation,
                    false => 0.0,
                });
        scaled.chain([1.0]).collect()
    }

    fn scores(&self, scaled: &[f64]) -> Vec<f64> {
        let of_player = |weights: &[[f64; 2]]| {
            let products = weights
                .iter()
                .zip(scaled)
                .map(|(weight, value)| weight[0] * value);
            products.sum::<f64>()
        };
        self.weights.chunks(scaled.len()).map(of_player).collect()
    }

    fn gradient(&self, samples: &[(usize, Vec<f64>)]) -> Vec<[f64; 2]> {
        let mut gradient: Vec<[f64; 2]> = self
            .weights
            .iter()
            .map(|weight| [PENALTY * weight[0], 0.0])
            .collect();
        let share = 1.0 / samples.len().max(1) as f64;
        for (player, scaled) in samples {
            let probabilities = softmax(&self.scores(scaled));
            let rows = gradient
                .chunks_mut(scaled.len())
                .zip(probabilities)
                .enumerate();
            for (other, (row, probability)) in rows {
                let error = share * (probability - f64::from(u8::from(other == *player)));
                for (slope, value) in row.iter_mut().zip(scaled) {
                    slope[0] += error * value;
                }
            }
        }
        gradient
    }

    /// Adds the logarithm of each player's probability to the evidence.
    fn add_evidence(&self, game: &[f64], evidence: &mut [f64]) {
        debug_assert_eq!(evidence.len(), self.players);
        let probabilities = softmax(&self.scores(&self.scaled(game)));
        for (sum, probability) in evidence.iter_mut().zip(probabilities) {
            *sum += probability.max(f64::MIN_POSITIVE).ln();
        }
    }
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

fn largest(values: &[f64]) -> usize {
    let by_value = |a: &(usize, &f64), b: &(usize, &f64)| a.1.total_cmp(b.1);
    values
        .iter()
        .enumerate()
        .max_by(by_value)
        .map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games whose traits are random around a centre.
    fn games(centre: [f64; 3], seed: u64) -> Vec<Vec<f64>> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut chance = || {
            (0..12)
                .map(|_| f64::from(random.next_u32()) / 4_294_967_296.0)
                .sum::<f64>()
                - 6.0
        };
        (0..100)
            .map(|_| centre.iter().map(|mean| mean + chance()).collect())
            .collect()
    }

    fn asked(centres: &[[f64; 3]], bag: usize) -> f64 {
        let games: Vec<_> = centres
            .iter()
            .zip(1..)
            .map(|(&centre, seed)| games(centre, seed))
            .collect();
        let openings: Vec<u32> = (0..100).collect();
        let player = |games| PlayerGames {
            games,
            openings: &openings,
        };
        let players: Vec<_> = games.iter().map(|games| player(games.as_slice())).collect();
        accuracy(&players, bag, 7)
    }

    #[test]
    fn players_who_differ_are_told_apart_and_more_games_help() {
        let centres = [[0.0, 0.0, 5.0], [0.8, 0.0, 5.0]];
        let (one, ten) = (asked(&centres, 1), asked(&centres, 10));
        assert!((0.55..0.75).contains(&one), "{one}");
        assert!(ten > 0.75, "{ten}");
        let three = asked(&[[0.0, 0.0, 5.0], [0.8, 0.8, 5.0], [-0.8, 0.8, 5.0]], 20);
        assert!(three > 0.9, "{three}");
    }

    #[test]
    fn equal_players_cannot_be_told_apart() {
        let accuracy = asked(&[[1.0, 2.0, 3.0]; 2], 10);
        assert!((0.3..0.7).contains(&accuracy), "{accuracy}");
    }

    #[test]
    fn the_answer_depends_on_the_seed_alone() {
        let centres = [[0.0; 3], [0.3; 3]];
        assert_eq!(asked(&centres, 5), asked(&centres, 5));
    }
}
