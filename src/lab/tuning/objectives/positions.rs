//! Positions as objectives for the evaluation: how well its values foretell results and scores (Texel's
//! method), or what the engine itself found later in its games (TD-leaf).

use std::sync::{Arc, Mutex};

use crate::checksum::Fnv64;
use crate::evaluation::coefficients::ParameterValues;
use crate::lab::statistics::correlation;
use crate::lab::tuning::evaluation::dataset::{Dataset, Sample, Split};
use crate::lab::tuning::evaluation::objective::{Logistic, cross_entropy, logistic};
use crate::lab::tuning::evaluation::{gauge, in_shards, shuffled};
use crate::lab::tuning::interface::{Objective, Outcome, Subject, TrialError, starts};
use crate::lab::tuning::subjects::evaluation::EvaluationNumbers;

/// A difference in mean loss that counts as a point in a comparison, in nats.
const POINT: f64 = 1e-4;
/// Values beyond this are won or lost, whatever they are: for correlations.
const DECIDED_CP: f64 = 1_000.0;

/// How positions are learnt from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Positions for a gradient.
    pub sample: usize,
    /// The strength of the prior that holds values at their start: a change by one centipawn costs
    /// half of this. It matters only to parameters that occur in very few positions.
    pub prior: f64,
    /// The seed of the order of positions.
    pub seed: u64,
    /// Threads that share a trial.
    pub threads: usize,
}

/// The order of the positions in one pass over them.
type Pass = Option<(u64, Arc<Vec<u32>>)>;

/// Positions with the expected points that the evaluation should give them.
pub struct PositionFit<'d> {
    subject: &'d EvaluationNumbers,
    data: &'d Dataset,
    split: &'d Split,
    scales: Logistic,
    targets: Vec<f64>,
    settings: FitSettings,
    start: Vec<f64>,
    pass: Mutex<Pass>,
}

impl<'d> PositionFit<'d> {
    /// A fit of a subject to targets, one for each sample.
    pub fn new(
        subject: &'d EvaluationNumbers,
        (data, split): (&'d Dataset, &'d Split),
        scales: Logistic,
        targets: Vec<f64>,
        settings: FitSettings,
    ) -> PositionFit<'d> {
        PositionFit {
            start: starts(subject.numbers()),
            subject,
            data,
            split,
            scales,
            targets,
            settings,
            pass: Mutex::new(None),
        }
    }

    /// Gradients that make a pass over the positions.
    pub fn trials_in_a_pass(&self) -> u64 {
        let sample = self.settings.sample.max(1);
        self.split.training.len().div_ceil(sample).max(1) as u64
    }

    fn identity(&self) -> String {
        let mut hash = Fnv64::new();
        for target in &self.targets {
            hash.add(&target.to_le_bytes());
        }
        format!(
            "{} of {} positions ({:016x}), {} to a gradient, prior {}, seed {}",
            self.split.training.len(),
            self.data.samples().len(),
            hash.value(),
            self.settings.sample,
            self.settings.prior,
            self.settings.seed
        )
    }

    /// The positions of a gradient.
    fn positions(&self, trial: u64) -> Vec<u32> {
        let (pass, place) = (
            trial / self.trials_in_a_pass(),
            trial % self.trials_in_a_pass(),
        );
        let mut kept = match self.pass.lock() {
            Ok(kept) => kept,
            Err(poisoned) => poisoned.into_inner(),
        };
        let order = match &*kept {
            Some((known, order)) if *known == pass => order.clone(),
            _ => {
                let order = shuffled(&self.split.training, self.settings.seed, pass);
                let order = Arc::new(order);
                *kept = Some((pass, order.clone()));
                order
            }
        };
        let sample = self.settings.sample.max(1);
        let mut chunks = order.chunks(sample);
        chunks.nth(place as usize).unwrap_or_default().to_vec()
    }

    fn samples<'n>(
        &self,
        numbers: &'n [u32],
    ) -> impl Iterator<Item = (&'d Sample, f64)> + use<'_, 'd, 'n> {
        let samples = self.data.samples();
        let of = |&number: &u32| (&samples[number as usize], self.targets[number as usize]);
        numbers.iter().map(of)
    }

    fn scale(&self, sample: &Sample) -> f64 {
        self.scales.scales()[usize::from(sample.source)].value
    }

    /// The mean loss of some values on the positions with these numbers.
    fn mean_loss(&self, values: &ParameterValues, numbers: &[u32]) -> f64 {
        let sum_shard = |numbers: &[u32]| -> f64 {
            let losses = self.samples(numbers).map(|(sample, target)| {
                let white_cp = self.data.coefficients(sample).forward(values).white_cp;
                cross_entropy(white_cp * self.scale(sample), target)
            });
            losses.sum()
        };
        let shards = in_shards(numbers, self.settings.threads, sum_shard);
        shards.into_iter().sum::<f64>() / numbers.len().max(1) as f64
    }

    /// The mean loss of a trial's positions and its slopes, with the prior.
    fn slope(&self, trial: u64, values: &[f64]) -> Outcome {
        let parameters = self.subject.parameters(values);
        let numbers = self.positions(trial);
        let sum_shard = |numbers: &[u32]| {
            let mut gradient = vec![[0.0; 2]; parameters.len()];
            let mut total = 0.0;
            for (sample, target) in self.samples(numbers) {
                let coefficients = self.data.coefficients(sample);
                let forward = coefficients.forward(&parameters);
                let scale = self.scale(sample);
                let logit = forward.white_cp * scale;
                let slope = (logistic(logit) - target) * scale;
                coefficients.add_gradient(&forward, slope, &mut gradient);
                total += cross_entropy(logit, target);
            }
            (total, gradient)
        };
        let mut sum = vec![[0.0; 2]; parameters.len()];
        let mut total = 0.0;
        for (loss, gradient) in in_shards(&numbers, self.settings.threads, sum_shard) {
            total += loss;
            for (sum, part) in sum
                .as_flattened_mut()
                .iter_mut()
                .zip(gradient.as_flattened())
            {
                *sum += part;
            }
        }
        let scale = 1.0 / numbers.len().max(1) as f64;
        let slopes = self.subject.slopes(&sum).into_iter();
        let slopes = slopes.zip(values).zip(&self.start);
        let slopes = slopes
            .map(|((slope, value), start)| slope * scale + self.settings.prior * (value - start));
        Outcome {
            value: total * scale,
            slopes: slopes.collect(),
        }
    }

    /// How well values do on positions that nothing was learnt from.
    pub fn held_out_loss(&self, values: &[f64]) -> f64 {
        self.mean_loss(&self.subject.parameters(values), &self.split.held_out)
    }

    /// The correlation of the evaluation with the scores of searches, on positions that nothing was learnt
    /// from; `None` without scores.
    pub fn correlation_with_search(&self, values: &[f64]) -> Option<f64> {
        let parameters = self.subject.parameters(values);
        let samples = self.samples(&self.split.held_out);
        let pairs = samples.filter_map(|(sample, _)| {
            let score_cp = f64::from(sample.score_cp?);
            let white_cp = self.data.coefficients(sample).forward(&parameters).white_cp;
            Some([white_cp, score_cp].map(|cp| cp.clamp(-DECIDED_CP, DECIDED_CP)))
        });
        let pairs: Vec<[f64; 2]> = pairs.collect();
        (!pairs.is_empty()).then(|| correlation(&pairs))
    }

    fn report(&self, found: &[f64]) -> Vec<String> {
        let [before, after] = [&self.start[..], found].map(|it| self.subject.parameters(it));
        let whole = gauge::rounded(&after);
        let line = |name: &str, numbers: &[u32]| {
            let losses = [&before, &after, &whole].map(|it| self.mean_loss(it, numbers));
            format!(
                "held out of {name}, {} positions: loss {:.6} before, {:.6} after, {:.6} rounded",
                numbers.len(),
                losses[0],
                losses[1],
                losses[2]
            )
        };
        let sources = self.data.sources().iter().enumerate();
        let mut lines: Vec<String> = sources
            .map(|(source, name)| line(name, &self.data.of_source(&self.split.held_out, source)))
            .collect();
        lines.push(line("all", &self.split.held_out));
        let correlations = [&self.start[..], found].map(|it| self.correlation_with_search(it));
        if let [Some(before), Some(after)] = correlations {
            lines.push(format!(
                "correlation of evaluation and search there: {before:.4} before, {after:.4} after"
            ));
        }
        lines
    }
}

/// Results and scores of positions: the mean loss of all of them, or the gradient on some.
pub struct Positions<'d>(pub PositionFit<'d>);

impl Objective for Positions<'_> {
    fn identity(&self) -> String {
        format!("results and scores of {}", self.0.identity())
    }

    fn point(&self) -> f64 {
        POINT
    }

    fn value(&self, _trial: u64, values: &[f64]) -> Result<f64, TrialError> {
        let fit = &self.0;
        let parameters = fit.subject.parameters(values);
        Ok(fit.mean_loss(&parameters, &fit.split.training))
    }

    fn gradient(&self, trial: u64, values: &[f64]) -> Result<Outcome, TrialError> {
        Ok(self.0.slope(trial, values))
    }

    fn report(&self, _start: &[f64], found: &[f64]) -> Vec<String> {
        self.0.report(found)
    }
}

/// What the engine found later: temporal differences say in which direction to go, not how good values are.
pub struct TdLeaf<'d>(pub PositionFit<'d>);

impl Objective for TdLeaf<'_> {
    fn identity(&self) -> String {
        format!("later scores of {}", self.0.identity())
    }

    fn gradient(&self, trial: u64, values: &[f64]) -> Result<Outcome, TrialError> {
        Ok(self.0.slope(trial, values))
    }

    fn report(&self, _start: &[f64], found: &[f64]) -> Vec<String> {
        self.0.report(found)
    }
}

#[cfg(test)]
#[path = "positions_tests.rs"]
mod tests;
