//! Tests of a whole fit, on positions of random games whose results are drawn at random.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::board::Position;
use crate::evaluation::coefficients::built_in_values;
use crate::lab::tuning::evaluation::dataset::Labelled;
use crate::lab::tuning::evaluation::objective::LogisticScale;
use crate::lab::tuning::evaluation::white_values;
use crate::lab::tuning::interface::MethodSettings;
use crate::lab::tuning::methods::MethodName;
use crate::lab::tuning::subjects::evaluation::evaluation_numbers;
use crate::lab::tuning::test_bowls::tuned;

const SCALE: LogisticScale = LogisticScale {
    value: 1.0 / 150.0,
    score: 1.0 / 150.0,
};

/// Positions of random games. Their results are drawn with the probabilities that follow from the
/// built-in parameters, whose values are their scores.
fn planted(games: usize) -> Dataset {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start();
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.next_u32() as usize % moves.len()]);
            if ply >= 8 {
                positions.push(position.clone());
            }
        }
    }
    let labelled = |(position, half_points, score_cp)| Labelled {
        position,
        score_cp,
        half_points,
    };
    let unlabelled = positions.iter().cloned();
    let unlabelled = Dataset::of(unlabelled.map(|it| labelled((it, 1, None))));
    let values = white_values(&unlabelled, &built_in_values());
    Dataset::of(positions.into_iter().zip(values).map(|(position, cp)| {
        let wins = f64::from(random.next_u32()) / f64::from(u32::MAX) < logistic(cp * SCALE.value);
        labelled((position, 2 * u8::from(wins), Some(cp as i16)))
    }))
}

/// The values of four pieces, all at two thirds of what they are.
fn pieces() -> EvaluationNumbers {
    let mut all = evaluation_numbers();
    let names = ["knight", "bishop", "rook", "queen"].map(str::to_owned);
    let places = all.choose(&names).unwrap();
    for &place in &places {
        all.numbers[place].start *= 2.0 / 3.0;
    }
    EvaluationNumbers::new(all, places)
}

fn settings(threads: usize) -> FitSettings {
    FitSettings {
        sample: 512,
        prior: 0.0,
        seed: 3,
        threads,
    }
}

fn everything(data: &Dataset) -> Split {
    let numbers: Vec<u32> = (0..data.samples().len() as u32).collect();
    Split {
        training: numbers.clone(),
        held_out: numbers,
    }
}

fn fit<'d>(
    subject: &'d EvaluationNumbers,
    data: &'d Dataset,
    split: &'d Split,
    threads: usize,
) -> PositionFit<'d> {
    let scales = Logistic::new(vec![SCALE]);
    let targets = scales.targets(data, 1.0);
    PositionFit::new(subject, (data, split), scales, targets, settings(threads))
}

#[test]
fn known_weights_are_recovered_by_every_method() {
    let data = planted(80);
    let (subject, split) = (pieces(), everything(&data));
    let objective = Positions(fit(&subject, &data, &split, 1));
    let truth: Vec<f64> = subject.slopes(&built_in_values());
    let start = starts(subject.numbers());
    let of = |values: &[f64]| objective.0.held_out_loss(values);
    for method in MethodName::ALL {
        let [spread, rate] = method.usual_gains();
        let trials = 250;
        let settings = MethodSettings {
            trials,
            batch: 1,
            spread,
            rate: if method == MethodName::Adam {
                4.0
            } else {
                rate
            },
            seed: 1,
        };
        let begun = method.begin(settings, subject.numbers().to_vec(), truth.clone());
        let found = tuned(&objective, begun, trials, 1);
        let share = (of(&start) - of(&found)) / (of(&start) - of(&truth));
        assert!(share > 0.8, "{method} recovers {share:.2}");
    }
    let correlations = [&start, &truth].map(|it| objective.0.correlation_with_search(it).unwrap());
    assert!(correlations[0] < correlations[1] && correlations[1] > 0.999);
    let lines = objective.report(&start, &truth);
    assert!(
        lines[0].starts_with("held out of made for a test, "),
        "{lines:?}"
    );
    assert!(lines[2].starts_with("correlation of evaluation and search"));
}

#[test]
fn gradients_are_slopes_and_do_not_depend_on_threads() {
    let data = planted(20);
    let (subject, split) = (pieces(), everything(&data));
    let [one, three] = [1, 3].map(|threads| Positions(fit(&subject, &data, &split, threads)));
    let start = starts(subject.numbers());
    for trial in [0, one.0.trials_in_a_pass()] {
        let outcome = one.gradient(trial, &start).unwrap();
        assert_eq!(outcome, three.gradient(trial, &start).unwrap());
    }
    // With one gradient to a pass it is that of the value.
    let mut whole = Positions(fit(&subject, &data, &split, 1));
    whole.0.settings.sample = usize::MAX;
    let slopes = whole.gradient(0, &start).unwrap().slopes;
    for (place, slope) in slopes.into_iter().enumerate() {
        let [above, below] = [0.01, -0.01].map(|step| {
            let mut moved = start.clone();
            moved[place] += step;
            whole.value(0, &moved).unwrap()
        });
        let expected = (above - below) / 0.02;
        assert!((slope - expected).abs() < 1e-3 * expected.abs() + 1e-9);
    }
}

#[test]
fn a_pass_has_every_position_once_in_an_order_of_its_own() {
    let data = planted(20);
    let (subject, split) = (pieces(), everything(&data));
    let fit = fit(&subject, &data, &split, 1);
    let pass = |first: u64| -> Vec<u32> {
        let trials = first..first + fit.trials_in_a_pass();
        trials.flat_map(|trial| fit.positions(trial)).collect()
    };
    let [mut first, second] = [0, fit.trials_in_a_pass()].map(pass);
    assert_ne!(first, second);
    first.sort_unstable();
    assert_eq!(first, split.training);
}
