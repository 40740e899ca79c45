//! How strong a player is: the rating at which the moves are likeliest, by the model that the levels play
//! with.

use super::player_games::SidedGame;
use super::scored_choice::ScoredChoice;
use crate::lab::parallel::in_order;
use crate::lab::statistics::place_of_largest;
use crate::personality::LEVEL_ELO;
use crate::strength::{LastMove, MovePredictor, ScoreQuestion};

/// The ratings that are tried are so far apart.
const STEP_ELO: usize = 150;
/// Ratings as likely as this are in the interval: 95 %, by the likelihood ratio.
const WITHIN_NATS: f64 = 1.92;

/// A rating on the scale of the levels, told by moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikeliestLevel {
    /// The likeliest of the ratings that were tried.
    pub elo: i32,
    /// The lowest and the highest that are nearly as likely.
    pub interval: [i32; 2],
    /// How many positions it was told from.
    pub positions: usize,
    /// Whether it is the highest that there is, so that the player may be stronger.
    pub is_highest: bool,
}

/// The likeliest rating of the player of these games, from choices evenly spread over all of them, at most
/// `most` of them. `None` without choices.
pub fn likeliest_level(
    games: &[SidedGame<'_>],
    choices: &[ScoredChoice],
    most: usize,
    threads: usize,
    mut progress: impl FnMut(),
) -> Option<LikeliestLevel> {
    let elos: Vec<i32> = LEVEL_ELO.step_by(STEP_ELO).collect();
    let apart = choices.len().div_ceil(most.max(1)).max(1);
    let spread: Vec<&ScoredChoice> = choices.iter().step_by(apart).collect();
    // A predictor is worth being used more than once.
    let chunks: Vec<&[&ScoredChoice]> = spread.chunks(8).collect();
    let mut sums = vec![0.0; elos.len()];
    let job = |number: u64| {
        let mut predictor = MovePredictor::new();
        let chunk = chunks[number as usize].iter();
        let likelihoods =
            chunk.filter_map(|choice| likelihoods(&mut predictor, games, choice, &elos));
        likelihoods.collect::<Vec<Vec<f64>>>()
    };
    let mut positions = 0;
    in_order(threads, chunks.len() as u64, job, |found| {
        for likelihoods in found {
            positions += 1;
            progress();
            sums.iter_mut()
                .zip(likelihoods)
                .for_each(|(sum, one)| *sum += one);
        }
        true
    });
    let best = place_of_largest(sums.iter().copied())?;
    let near = (0..elos.len()).filter(|&place| sums[place] >= sums[best] - WITHIN_NATS);
    let near: Vec<usize> = near.collect();
    (positions > 0).then(|| LikeliestLevel {
        elo: elos[best],
        interval: [elos[near[0]], elos[near[near.len() - 1]]],
        positions,
        is_highest: best + 1 == elos.len(),
    })
}

/// The logarithms of the probability of what was chosen, by rating.
fn likelihoods(
    predictor: &mut MovePredictor,
    games: &[SidedGame<'_>],
    choice: &ScoredChoice,
    elos: &[i32],
) -> Option<Vec<f64>> {
    let past = games.get(choice.choice.game as usize)?.played.game.past();
    let (position, played) = past.get(choice.ply)?;
    let last = choice.ply.checked_sub(1).and_then(|ply| past.get(ply));
    let last = last.map(|(position, mv)| LastMove::of(position, *mv));
    let scores = predictor.scores(&ScoreQuestion::neutral(position), || false);
    let place = scores.moves.iter().position(|mv| mv == played)?;
    let at = elos.iter().map(|&elo| {
        let probabilities = predictor.probabilities_from(position, last, elo, &scores);
        probabilities[place].max(f64::MIN_POSITIVE).ln()
    });
    Some(at.collect())
}
