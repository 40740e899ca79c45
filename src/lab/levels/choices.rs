//! From positions with their scores to samples of the fit, and from a predictor to predictions.

use super::conditional_logit::ChoiceSample;
use super::human_positions::HumanPosition;
use super::prediction_report::{BANDS, Prediction, middle_of};
use crate::lab::parallel::in_order;
use crate::strength::network::{NetworkWeights, PolicyNetwork};
use crate::strength::{ChoiceWeights, MovePredictor, RootScores, feature_values};

/// Positions that one job deals with.
const CHUNK: usize = 32;

/// A position with the scores of its moves.
pub type ScoredPosition<'p> = (&'p HumanPosition, &'p RootScores);

/// The samples of positions with their scores, in the same order. `progress` is given the number of
/// positions that are done each time.
pub fn samples(
    positions: &[ScoredPosition<'_>],
    network: &NetworkWeights,
    threads: usize,
    progress: impl FnMut(usize),
) -> Vec<ChoiceSample> {
    in_chunks(positions, threads, progress, |chunk| {
        let mut network = PolicyNetwork::new(network.clone());
        let samples = chunk.iter().map(|&(it, scores)| {
            let policy = network.policy(&it.position, it.last, it.elo, &scores.moves);
            ChoiceSample {
                elo: it.elo,
                played: number_of_played(it, scores),
                features: feature_values(&it.position, it.last, scores, &policy),
            }
        });
        samples.collect()
    })
}

/// What is predicted of positions with their scores.
pub fn predictions(
    positions: &[ScoredPosition<'_>],
    weights: &ChoiceWeights,
    network: &NetworkWeights,
    threads: usize,
    progress: impl FnMut(usize),
) -> Vec<Prediction> {
    in_chunks(positions, threads, progress, |chunk| {
        let network = PolicyNetwork::new(network.clone());
        let mut predictor = MovePredictor::with(weights.clone(), network);
        let predictions = chunk.iter();
        predictions
            .map(|&(it, scores)| prediction(&mut predictor, it, scores))
            .collect()
    })
}

fn prediction(
    predictor: &mut MovePredictor,
    it: &HumanPosition,
    scores: &RootScores,
) -> Prediction {
    let number = number_of_played(it, scores);
    let mut at = |elo| predictor.probabilities_from(&it.position, it.last, elo, scores);
    let probabilities = at(it.elo);
    let played = probabilities[number];
    Prediction {
        band: it.band(),
        log_likelihood: played.ln(),
        is_first: probabilities.iter().all(|&other| other <= played),
        by_band: BANDS.map(|band| at(middle_of(band))[number].ln()),
    }
}

fn number_of_played(it: &HumanPosition, scores: &RootScores) -> usize {
    let number = scores.moves.iter().position(|&mv| mv == it.played);
    number.unwrap_or(0)
}

fn in_chunks<T: Send>(
    positions: &[ScoredPosition<'_>],
    threads: usize,
    mut progress: impl FnMut(usize),
    work: impl Fn(&[ScoredPosition<'_>]) -> Vec<T> + Sync,
) -> Vec<T> {
    let chunks: Vec<&[ScoredPosition<'_>]> = positions.chunks(CHUNK).collect();
    let mut all = Vec::with_capacity(positions.len());
    let job = |number: u64| work(chunks[number as usize]);
    in_order(threads, chunks.len() as u64, job, |found| {
        progress(found.len());
        all.extend(found);
        true
    });
    all
}
