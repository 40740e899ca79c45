//! Tests of whole runs of SPSA, by comparisons whose best values are known.

use super::*;

const TUNABLES: [Tunable; 3] = [
    Tunable {
        name: "wide",
        start: 200,
        min: 0,
        max: 1_000,
    },
    Tunable {
        name: "narrow",
        start: 3,
        min: 1,
        max: 12,
    },
    Tunable {
        name: "signed",
        start: 40,
        min: -50,
        max: 50,
    },
];
const BEST: [f64; 3] = [600.0, 8.0, -20.0];

/// Two games between players whose strength falls with the square of their distance from the best
/// values; chance decides most games.
struct Planted;

impl Planted {
    fn strength(values: &[i32]) -> f64 {
        let loss = |((&value, best), tunable): ((&i32, f64), &Tunable)| {
            let range = f64::from(tunable.max - tunable.min);
            ((f64::from(value) - best) / range).powi(2)
        };
        -8.0 * values
            .iter()
            .zip(BEST)
            .zip(&TUNABLES)
            .map(loss)
            .sum::<f64>()
    }
}

impl Comparison for Planted {
    fn compare(&self, number: u64, plus: &[i32], minus: &[i32]) -> f64 {
        let mut random = ChaCha8Rng::seed_from_u64(number);
        let logit = Planted::strength(plus) - Planted::strength(minus);
        let wins = 1.0 / (1.0 + (-logit).exp());
        let mut game = || {
            let chance = f64::from(random.next_u32()) / f64::from(u32::MAX);
            if chance < wins { 1.0 } else { -1.0 }
        };
        game() + game()
    }
}

fn settings() -> SpsaSettings {
    SpsaSettings {
        contests: 4_000,
        batch: 8,
        spread: 0.08,
        rate: 0.02,
        seed: 5,
    }
}

fn run(settings: SpsaSettings, threads: usize) -> Spsa {
    let mut spsa = Spsa::new(settings, TUNABLES.to_vec());
    while !spsa.is_over() {
        spsa.run_batch(threads, &Planted, || ());
    }
    spsa
}

#[test]
fn known_best_values_are_found_through_noise() {
    for seed in 0..3 {
        let found = run(SpsaSettings { seed, ..settings() }, 1);
        for ((value, best), tunable) in found.values().iter().zip(BEST).zip(&TUNABLES) {
            let start = (f64::from(tunable.start) - best).abs();
            let miss = (value - best).abs();
            assert!(miss < start / 3.0, "{}: {value} for {best}", tunable.name);
        }
    }
}

#[test]
fn equal_results_move_no_value() {
    struct Draws;
    impl Comparison for Draws {
        fn compare(&self, _: u64, plus: &[i32], minus: &[i32]) -> f64 {
            assert!(plus != minus, "{plus:?}");
            for (value, tunable) in plus.iter().chain(minus).zip(TUNABLES.iter().cycle()) {
                assert!((tunable.min..=tunable.max).contains(value));
            }
            0.0
        }
    }
    let mut spsa = Spsa::new(settings(), TUNABLES.to_vec());
    let mut heard = 0;
    spsa.run_batch(2, &Draws, || heard += 1);
    assert_eq!(heard, 8);
    assert_eq!(spsa.done(), 8);
    assert_eq!(spsa.values(), [200.0, 3.0, 40.0]);
}

#[test]
fn gains_fall_to_the_values_of_the_settings() {
    let spsa = Spsa::new(settings(), TUNABLES.to_vec());
    let (spread, rate) = spsa.gains(settings().contests - 1);
    assert!((spread - 1.0).abs() < 1e-12 && (rate - 0.02).abs() < 1e-12);
    let (first_spread, first_rate) = spsa.gains(0);
    assert!(first_spread > 2.0 && first_spread * first_rate > 1.5 * rate);
}

#[test]
fn rounding_by_chance_is_exact_on_the_average() {
    let mut spsa = Spsa::new(settings(), TUNABLES.to_vec());
    spsa.values[1] = 6.3;
    let total: f64 = (0..4_000)
        .map(|number| spsa.trial(number))
        .map(|trial| f64::from(trial.plus[1] + trial.minus[1]) / 2.0)
        .sum();
    assert!((total / 4_000.0 - 6.3).abs() < 0.05, "{}", total / 4_000.0);
}

#[test]
fn the_result_depends_on_the_seed_and_not_on_threads() {
    let short = SpsaSettings {
        contests: 60,
        ..settings()
    };
    let values = |settings, threads| run(settings, threads).values().to_vec();
    assert_eq!(values(short, 1), values(short, 3));
    assert_ne!(
        values(short, 1),
        values(SpsaSettings { seed: 6, ..short }, 1)
    );
}

#[test]
fn a_resumed_run_gives_the_result_of_an_unbroken_one() {
    let unbroken = run(settings(), 1);
    let mut stopped = Spsa::new(settings(), TUNABLES.to_vec());
    for _ in 0..101 {
        stopped.run_batch(1, &Planted, || ());
    }
    let saved = stopped.save("planted");
    let mut resumed = Spsa::new(settings(), TUNABLES.to_vec());
    resumed.resume(&saved, "planted").unwrap();
    assert_eq!(resumed.done(), 808);
    while !resumed.is_over() {
        resumed.run_batch(1, &Planted, || ());
    }
    assert_eq!(resumed.values(), unbroken.values());
}

#[test]
fn a_saved_run_of_another_kind_is_refused() {
    let mut spsa = Spsa::new(settings(), TUNABLES.to_vec());
    spsa.run_batch(1, &Planted, || ());
    let saved = spsa.save("planted");
    let complaint = |text: &str, settings, tunables: &[Tunable], conditions| {
        let mut other = Spsa::new(settings, tunables.to_vec());
        let error = other.resume(text, conditions).unwrap_err().to_string();
        assert_eq!(other.done(), 0);
        assert_eq!(other.values()[0], 200.0);
        error
    };
    let other = SpsaSettings {
        seed: 9,
        ..settings()
    };
    let error = complaint(&saved, other, &TUNABLES, "planted");
    assert!(
        error.contains("seed 5") && error.contains("seed 9"),
        "{error}"
    );
    let error = complaint(&saved, settings(), &TUNABLES, "bought");
    assert!(
        error.contains("planted") && error.contains("bought"),
        "{error}"
    );
    let error = complaint(&saved, settings(), &TUNABLES[..2], "planted");
    assert!(error.contains("'signed'"), "{error}");
    let absent = saved.replace("narrow", "arrow");
    let error = complaint(&absent, settings(), &TUNABLES, "planted");
    assert!(error.contains("'arrow'"), "{error}");
    let kept = saved.lines().filter(|line| !line.starts_with("narrow"));
    let without = kept.collect::<Vec<_>>().join("\n");
    let error = complaint(&without, settings(), &TUNABLES, "planted");
    assert!(error.contains("no value of 'narrow'"), "{error}");
    let late = saved.replace("contests = 8", "contests = 4001");
    let error = complaint(&late, settings(), &TUNABLES, "planted");
    assert!(error.contains("at most 4000"), "{error}");
    let far = saved.replace("signed = ", "signed = 9");
    let error = complaint(&far, settings(), &TUNABLES, "planted");
    assert!(error.contains("-50 to 50"), "{error}");
    let error = complaint("hello", settings(), &TUNABLES, "planted");
    assert!(error.contains("line 1"), "{error}");
}
