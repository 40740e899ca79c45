//! Tests of a whole fit, on positions of random games whose results are drawn at random.

use super::dataset::Labelled;
use super::objective::{Logistic, LogisticScale, logistic};
use super::optimiser::Adam;
use super::*;
use crate::board::Position;
use crate::evaluation::coefficients::built_in_values;
use crate::evaluation::{PARAMETERS, TERMS};

const SCALE: LogisticScale = LogisticScale {
    value: 1.0 / 150.0,
    score: 1.0 / 150.0,
};

/// Positions of random games. Their results are drawn with the probabilities that follow from the
/// built-in parameters.
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
    let labelled = |(position, half_points)| Labelled {
        position,
        score_cp: None,
        half_points,
    };
    let unlabelled = Dataset::of(positions.iter().cloned().map(|it| labelled((it, 1))));
    let values = white_values(&unlabelled, &built_in_values());
    Dataset::of(positions.into_iter().zip(values).map(|(position, cp)| {
        let wins = f64::from(random.next_u32()) / f64::from(u32::MAX) < logistic(cp * SCALE.value);
        labelled((position, 2 * u8::from(wins)))
    }))
}

fn settings() -> FitSettings {
    FitSettings {
        epochs: 12,
        batch: 512,
        rate_cp: 4.0,
        prior: 0.0,
        seed: 3,
        threads: 2,
    }
}

fn tuner(
    data: &Dataset,
    settings: FitSettings,
    start: ParameterValues,
) -> Tuner<'_, Logistic, Adam> {
    let objective = Logistic::new(vec![SCALE], 1.0);
    Tuner::new(data, objective, Adam::new(PARAMETERS), settings, start)
}

fn parameter(name: &str) -> usize {
    TERMS.iter().find(|term| term.name == name).unwrap().start
}

#[test]
fn known_weights_are_recovered() {
    let data = planted(900);
    let truth = built_in_values();
    // The pieces start with two thirds of their value and everything else at its right value, so
    // that only the piece values can explain the results.
    let pieces = ["knight", "bishop", "rook", "queen"].map(parameter);
    let mut start = truth.clone();
    for number in pieces {
        start[number] = start[number].map(|cp| cp * 2.0 / 3.0);
    }
    let everything: Vec<u32> = (0..data.samples().len() as u32).collect();
    let mut tuner = tuner(&data, settings(), start.clone());
    let before = tuner.mean_loss(&start, &everything);
    for _ in 0..settings().epochs {
        tuner.run_epoch(&everything, |_| ());
    }
    let after = tuner.mean_loss(tuner.values(), &everything);
    assert!(after < before - 0.01, "{before} to {after}");
    assert!(after <= tuner.mean_loss(&truth, &everything));
    for number in pieces {
        // Random games stay near the middlegame, so that only the mixture of both halves is learnt.
        let middle = |values: &ParameterValues| 0.75 * values[number][0] + 0.25 * values[number][1];
        let (planted, lost) = (middle(&truth), middle(&truth) - middle(&start));
        let miss = (middle(tuner.values()) - planted).abs();
        assert!(miss < lost / 3.0, "{number}: missed {planted} by {miss}");
    }
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let data = planted(30);
    let numbers: Vec<u32> = (0..data.samples().len() as u32).collect();
    let run = |threads| {
        let settings = FitSettings {
            threads,
            ..settings()
        };
        let mut tuner = tuner(&data, settings, built_in_values());
        tuner.run_epoch(&numbers, |_| ());
        tuner.values().clone()
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_resumed_fit_gives_the_result_of_an_unbroken_one() {
    let data = planted(30);
    let numbers: Vec<u32> = (0..data.samples().len() as u32).collect();
    let mut unbroken = tuner(&data, settings(), built_in_values());
    let mut saved = Vec::new();
    for epoch in 0..4 {
        if epoch == 2 {
            unbroken.save(&mut saved).unwrap();
        }
        unbroken.run_epoch(&numbers, |_| ());
    }
    let mut resumed = tuner(&data, settings(), built_in_values());
    resumed.resume(&saved[..]).unwrap();
    assert_eq!(resumed.epoch(), 2);
    for _ in 0..2 {
        resumed.run_epoch(&numbers, |_| ());
    }
    assert_eq!(resumed.values(), unbroken.values());
}

#[test]
fn a_saved_fit_of_another_kind_is_refused() {
    let data = planted(10);
    let mut saved = Vec::new();
    tuner(&data, settings(), built_in_values())
        .save(&mut saved)
        .unwrap();
    let complaint = |state: &[u8], data: &Dataset| {
        let mut tuner = tuner(data, settings(), built_in_values());
        let error = tuner.resume(state).unwrap_err().to_string();
        assert_eq!(tuner.epoch(), 0);
        assert_eq!(tuner.values(), &built_in_values());
        error
    };
    assert!(complaint(&saved, &planted(11)).contains("samples"));
    let lines: Vec<&[u8]> = saved.split_inclusive(|&byte| byte == b'\n').collect();
    let half = lines[..lines.len() / 2].concat();
    assert!(complaint(&half, &data).contains("numbers"));
    assert!(complaint(b"hello\n", &data).contains("'hello'"));
    let others = [
        (
            tuner(
                &data,
                FitSettings {
                    batch: 9,
                    ..settings()
                },
                built_in_values(),
            ),
            "batch 9",
        ),
        (
            tuner(
                &data,
                FitSettings {
                    seed: 9,
                    ..settings()
                },
                built_in_values(),
            ),
            "seed 9",
        ),
        (
            Tuner::new(
                &data,
                Logistic::new(vec![SCALE], 0.5),
                Adam::new(PARAMETERS),
                settings(),
                built_in_values(),
            ),
            "result share 0.5",
        ),
    ];
    for (mut other, expected) in others {
        let error = other.resume(&saved[..]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
