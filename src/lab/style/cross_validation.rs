//! How well players are told apart by their games: a classifier is asked about games of openings that
//! it has not learnt.
//!
//! It learns single games. It is asked about single games, for which the area under the curve (AUC)
//! says how well they are ordered, and about bags of several games by one player, whose
//! log-probabilities add up.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::classifier::Classifier;
use crate::lab::parallel::in_order;
use crate::lab::statistics::{Mean, TWO_SIDED_95};

/// The number of folds: each fold is judged by what the others have taught.
const FOLDS: u32 = 5;
/// Bags drawn for each player and fold.
const BAGS: usize = 400;
/// How often the openings are drawn again for the error of an area under the curve.
const BOOTSTRAPS: usize = 200;

/// One player's games: their traits and openings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerGames<'a> {
    /// The traits of each game, all of equal length.
    pub games: &'a [Vec<f64>],
    /// The number of each game's opening. Games of one opening are never split between learning and
    /// judging.
    pub openings: &'a [u32],
}

/// How well single games of two players are told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaUnderCurve {
    /// How often a game of the first player looks more like the first player's than a game of the
    /// second does: 0.5 by chance, 1 when they are always told apart.
    pub value: f64,
    /// Half the width of the 95 % interval, by drawing the openings again (bootstrap).
    pub error: f64,
}

/// The games of some players, each judged by a classifier that has not seen its opening.
#[derive(Clone, Debug)]
pub struct CrossValidation {
    /// For each fold and player the judged games.
    folds: Vec<Vec<Vec<JudgedGame>>>,
}

#[derive(Clone, Debug)]
struct JudgedGame {
    opening: u32,
    /// The logarithm of each player's probability.
    evidence: Vec<f64>,
}

impl CrossValidation {
    /// Learns and judges everything, on this many threads.
    pub fn of(players: &[PlayerGames<'_>], threads: usize) -> CrossValidation {
        let mut folds = Vec::new();
        let judge = |fold| judge_fold(players, fold as u32);
        in_order(threads, u64::from(FOLDS), judge, |judged| {
            folds.push(judged);
            true
        });
        CrossValidation { folds }
    }

    /// The share of bags of `bag` games that are attributed to the right player. The same seed gives
    /// the same answer.
    pub fn accuracy(&self, bag: usize, seed: u64) -> f64 {
        let answers = self.answers(bag, seed);
        let right = answers.iter().filter(|(player, answer)| player == answer);
        right.count() as f64 / answers.len().max(1) as f64
    }

    /// The two players of whom one is taken for the other most often by bags of this size, and the
    /// share of the first's bags that are called the second's; `None` when that never happens.
    pub fn most_confused(&self, bag: usize, seed: u64) -> Option<(usize, usize, f64)> {
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for pair in self.answers(bag, seed) {
            *counts.entry(pair).or_default() += 1;
        }
        let wrong = counts
            .iter()
            .filter(|((player, answer), _)| player != answer);
        let (&(player, answer), &times) = wrong.max_by_key(|(_, times)| **times)?;
        let asked = counts.iter().filter(|(pair, _)| pair.0 == player);
        let asked: usize = asked.map(|(_, times)| times).sum();
        Some((player, answer, times as f64 / asked as f64))
    }

    /// Each bag's player and the one it is attributed to.
    fn answers(&self, bag: usize, seed: u64) -> Vec<(usize, usize)> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut answers = Vec::new();
        for fold in &self.folds {
            for (player, games) in fold
                .iter()
                .enumerate()
                .filter(|(_, games)| !games.is_empty())
            {
                for _ in 0..BAGS {
                    let mut evidence = vec![0.0; fold.len()];
                    for index in draw(games.len(), bag, &mut random) {
                        let of_game = &games[index].evidence;
                        evidence
                            .iter_mut()
                            .zip(of_game)
                            .for_each(|(sum, one)| *sum += one);
                    }
                    answers.push((player, largest(&evidence)));
                }
            }
        }
        answers
    }

    /// How well single games of the first two players are told apart. The same seed gives the same
    /// answer.
    pub fn area_under_curve(&self, seed: u64) -> AreaUnderCurve {
        let folds: Vec<RankedGames> = self
            .folds
            .iter()
            .map(|fold| RankedGames::of(fold))
            .collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let again: Vec<f64> = (0..BOOTSTRAPS)
            .map(|_| area(&folds, |fold| fold.draw_openings(&mut random)))
            .collect();
        AreaUnderCurve {
            value: area(&folds, |fold| vec![1; fold.openings]),
            error: TWO_SIDED_95 * Mean::of(again.iter().copied()).deviation,
        }
    }
}

/// Teaches a classifier the games outside the fold, and asks it about those inside.
fn judge_fold(players: &[PlayerGames<'_>], fold: u32) -> Vec<Vec<JudgedGame>> {
    let is_judged = |opening: u32| opening % FOLDS == fold;
    let learnt = players.iter().map(|player| {
        let games = player.games.iter().zip(player.openings);
        let games = games.filter(|(_, opening)| !is_judged(**opening));
        games.map(|(game, _)| game.as_slice()).collect()
    });
    let classifier = Classifier::learn(&learnt.collect::<Vec<_>>());
    let judged = players.iter().map(|player| {
        let games = player.games.iter().zip(player.openings);
        let games = games.filter(|(_, opening)| is_judged(**opening));
        let judge = |(game, &opening): (&Vec<f64>, &u32)| JudgedGame {
            opening,
            evidence: classifier.evidence(game),
        };
        games.map(judge).collect()
    });
    judged.collect()
}

/// The judged games of two players in one fold, those least like the first player's first.
struct RankedGames {
    /// Each game's score, its opening's place among the openings, and whether it is the first
    /// player's.
    games: Vec<(f64, usize, bool)>,
    /// The number of openings.
    openings: usize,
}

impl RankedGames {
    fn of(fold: &[Vec<JudgedGame>]) -> RankedGames {
        let both = || fold.iter().take(2).enumerate();
        let mut openings: Vec<u32> = both()
            .flat_map(|(_, games)| games.iter())
            .map(|game| game.opening)
            .collect();
        openings.sort_unstable();
        openings.dedup();
        let mut games: Vec<(f64, usize, bool)> = both()
            .flat_map(|(player, games)| games.iter().map(move |game| (player, game)))
            .map(|(player, game)| {
                let score = game.evidence[0] - game.evidence[1];
                let place = openings.binary_search(&game.opening).unwrap_or_default();
                (score, place, player == 0)
            })
            .collect();
        games.sort_by(|one, other| one.0.total_cmp(&other.0));
        RankedGames {
            games,
            openings: openings.len(),
        }
    }

    /// How often each opening comes when as many are drawn as there are.
    fn draw_openings(&self, random: &mut ChaCha8Rng) -> Vec<u32> {
        let mut times = vec![0; self.openings];
        for _ in 0..self.openings {
            times[random.next_u32() as usize % self.openings] += 1;
        }
        times
    }

    /// The pairs of a game by each player, and those of them in the right order, equal ones by half.
    fn pairs(&self, times: &[u32]) -> (f64, f64) {
        let (mut firsts, mut seconds, mut right) = (0.0, 0.0, 0.0);
        for equal in self.games.chunk_by(|one, other| one.0 == other.0) {
            let weight = |is_first: bool| {
                let games = equal.iter().filter(|game| game.2 == is_first);
                games.map(|game| f64::from(times[game.1])).sum::<f64>()
            };
            let (first, second) = (weight(true), weight(false));
            right += first * (seconds + second / 2.0);
            firsts += first;
            seconds += second;
        }
        (firsts * seconds, right)
    }
}

/// The share of pairs in the right order; only games of the same fold are compared, because each
/// fold has a classifier of its own.
fn area(folds: &[RankedGames], mut times: impl FnMut(&RankedGames) -> Vec<u32>) -> f64 {
    let pairs = folds.iter().map(|fold| fold.pairs(&times(fold)));
    let (all, right) = pairs.fold((0.0, 0.0), |sum, fold| (sum.0 + fold.0, sum.1 + fold.1));
    match all > 0.0 {
        true => right / all,
        false => 0.5,
    }
}

/// `bag` places out of `count`, each once as long as there are enough.
fn draw(count: usize, bag: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    let mut drawn = Vec::with_capacity(bag);
    for number in 0..bag {
        let done = number % count;
        let other = done + random.next_u32() as usize % (count - done);
        places.swap(done, other);
        drawn.push(places[done]);
    }
    drawn
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
        (0..200)
            .map(|_| centre.iter().map(|mean| mean + chance()).collect())
            .collect()
    }

    fn judged(centres: &[[f64; 3]]) -> CrossValidation {
        let games: Vec<_> = centres
            .iter()
            .zip(1..)
            .map(|(&centre, seed)| games(centre, seed))
            .collect();
        let openings: Vec<u32> = (0..200).map(|number| number / 2).collect();
        let mut players = Vec::new();
        for games in &games {
            players.push(PlayerGames {
                games,
                openings: &openings,
            });
        }
        CrossValidation::of(&players, 2)
    }

    #[test]
    fn players_who_differ_are_told_apart_and_more_games_help() {
        let two = judged(&[[0.0, 0.0, 5.0], [0.8, 0.0, 5.0]]);
        let (one, ten) = (two.accuracy(1, 7), two.accuracy(10, 7));
        assert!((0.58..0.72).contains(&one), "{one}");
        assert!(ten > 0.78, "{ten}");
        // Two normal distributions 0.8 deviations apart: the area is that below 0.8 / sqrt 2.
        let area = two.area_under_curve(7);
        assert!((area.value - 0.714).abs() < 0.06, "{area:?}");
        assert!((0.02..0.08).contains(&area.error), "{area:?}");
        let three = judged(&[[0.0, 0.0, 5.0], [0.8, 0.8, 5.0], [-2.8, 2.8, 5.0]]);
        let right = three.accuracy(20, 7);
        assert!(right > 0.9, "{right}");
        let (player, answer, share) = three.most_confused(1, 7).unwrap();
        assert!(
            player < 2 && answer < 2 && share < 0.5,
            "{player} {answer} {share}"
        );
    }

    #[test]
    fn equal_players_cannot_be_told_apart() {
        let two = judged(&[[1.0, 2.0, 3.0]; 2]);
        let accuracy = two.accuracy(10, 7);
        assert!((0.3..0.7).contains(&accuracy), "{accuracy}");
        let area = two.area_under_curve(7);
        assert!((area.value - 0.5).abs() < 0.08, "{area:?}");
    }

    #[test]
    fn the_answer_depends_on_the_seed_alone() {
        let centres = [[0.0; 3], [0.3; 3]];
        let (one, other) = (judged(&centres), judged(&centres));
        assert_eq!(one.accuracy(5, 1), other.accuracy(5, 1));
        assert_eq!(one.area_under_curve(1), other.area_under_curve(1));
        assert_ne!(one.accuracy(5, 1), other.accuracy(5, 2));
    }

    #[test]
    fn a_game_comes_once_into_a_bag_while_there_are_others() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut bag = draw(6, 9, &mut random);
        bag[..6].sort_unstable();
        assert_eq!(bag[..6], [0, 1, 2, 3, 4, 5]);
        assert!(bag[6..].iter().all(|&place| place < 6));
        assert_ne!(draw(100, 10, &mut random), draw(100, 10, &mut random));
    }
}
