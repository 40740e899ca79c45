//! Properties of the evaluation as a whole, checked on many positions.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::board::Piece;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn neutral(position: &Position) -> Score {
    Evaluator::new(EvaluationWeights::neutral(), Color::White).evaluate(position)
}

/// The positions of the exchange suite and every fourth position of random games.
pub(super) fn sample() -> Vec<Position> {
    let mut positions: Vec<Position> = include_str!("../../tests/data/exchange.epd")
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            position(&format!("{} 0 1", fields.join(" ")))
        })
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..60 {
        let mut current = Position::start();
        for ply in 0..160 {
            let moves = current.legal_moves();
            if moves.is_empty() {
                break;
            }
            current = current.play(moves[random.next_u32() as usize % moves.len()]);
            if ply % 4 == 3 {
                positions.push(current.clone());
            }
        }
    }
    positions
}

/// The position with colours and ranks exchanged, clocks kept.
fn flipped(position: &Position) -> Position {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let swap_case = |text: &str| -> String {
        text.chars()
            .map(|letter| match letter.is_ascii_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            })
            .collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3]
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    format!(
        "{} {side} {} {en_passant} {} {}",
        ranks.join("/"),
        swap_case(fields[2]),
        fields[4],
        fields[5]
    )
    .parse()
    .unwrap()
}

#[test]
fn both_colours_are_evaluated_alike() {
    let mut evaluator = Evaluator::new(EvaluationWeights::neutral(), Color::White);
    let sample = sample();
    assert!(sample.len() > 1_000);
    for position in sample {
        let mirrored = flipped(&position);
        assert_eq!(
            evaluator.evaluate(&position),
            evaluator.evaluate(&mirrored),
            "{}",
            position.fen()
        );
    }
}

#[test]
fn a_weighted_evaluation_follows_the_own_side_through_a_flip() {
    let weights = EvaluationWeights::neutral()
        .with(Family::KingSafety, 150, 60)
        .with(Family::Pawns, 90, 130);
    let mut white = Evaluator::new(weights.clone(), Color::White);
    let mut black = Evaluator::new(weights, Color::Black);
    for position in sample() {
        assert_eq!(
            white.evaluate(&position),
            black.evaluate(&flipped(&position))
        );
    }
}

#[test]
fn a_trace_adds_up_to_the_evaluation() {
    let some = EvaluationWeights::neutral()
        .with(Family::Mobility, 200, 100)
        .with(Family::KingSafety, 50, 130)
        .with(Family::Queens, 100, 95);
    let classical = some.clone().for_kind(EvaluationKind::Classical);
    for weights in [EvaluationWeights::neutral(), some, classical] {
        let mut evaluator = Evaluator::new(weights.clone(), Color::Black);
        for position in sample() {
            let trace = trace(&position, &weights, Color::Black);
            assert_eq!(trace.total, evaluator.evaluate(&position), "{trace}");
            assert_eq!(trace.sum_of_rows(), trace.total, "{trace}");
        }
    }
}

#[test]
fn a_weight_of_one_family_alone_counts_in_full() {
    let sample = sample();
    for family in Family::ALL {
        let weights = EvaluationWeights::neutral().with(family, 150, 70);
        let mut evaluator = Evaluator::new(weights.clone(), Color::White);
        for position in &sample {
            let whole = trace(position, &weights, Color::White).total;
            assert_eq!(evaluator.evaluate(position), whole, "{family:?}");
        }
    }
}

#[test]
fn sums_by_family_at_normal_weight_are_the_plain_sum() {
    let neutral = EvaluationWeights::neutral().for_kind(EvaluationKind::Classical);
    let mut evaluator = Evaluator::new(neutral.clone(), Color::White);
    for position in sample() {
        let mut sums = FamilySums::of(values_of(&neutral));
        evaluator.record(&position, &mut sums);
        let (middlegame, endgame) = sums.white_percent(&neutral, Color::White);
        let blended = Interpolation::of(&position, endgame).apply(middlegame, endgame, PERCENT);
        assert_eq!(
            from_white(blended, &position),
            evaluator.evaluate(&position)
        );
    }
}

#[test]
fn a_warm_pawn_table_changes_nothing() {
    let sample = sample();
    let mut warm = Evaluator::new(EvaluationWeights::neutral(), Color::White);
    let first: Vec<Score> = sample
        .iter()
        .map(|position| warm.evaluate(position))
        .collect();
    for (position, first) in sample.iter().zip(first) {
        assert_eq!(warm.evaluate(position), first);
        assert_eq!(neutral(position), first);
    }
}

#[test]
fn doubling_own_mobility_adds_the_mobility_part() {
    let doubled = EvaluationWeights::neutral().with(Family::Mobility, 200, 100);
    let mut evaluator = Evaluator::new(doubled, Color::White);
    for position in sample() {
        let plain = trace(&position, &EvaluationWeights::neutral(), Color::White);
        if position.halfmove_clock() > 0 || plain.scale() != (64, 64) {
            continue;
        }
        let part: i32 = plain
            .rows
            .iter()
            .filter(|row| row.family() == Some(Family::Mobility))
            .map(|row| plain.blended_cp(row.values[0]))
            .sum();
        let before = from_white(neutral(&position).raw(), &position).raw();
        let after = from_white(evaluator.evaluate(&position).raw(), &position).raw();
        // Four mobility rows and two totals are each rounded to a centipawn. Where the endgame
        // value could change sides, complexity would change with it.
        if plain.endgame_cp().abs() > 500 {
            assert!(
                (after - before - part).abs() <= 6,
                "{before} + {part} is not {after} in {plain}"
            );
        }
    }
}

#[test]
fn neutral_weights_give_both_sides_the_same_value() {
    let mut white = Evaluator::new(EvaluationWeights::neutral(), Color::White);
    let mut black = Evaluator::new(EvaluationWeights::neutral(), Color::Black);
    assert_eq!(white.salt(), black.salt());
    for position in sample() {
        assert_eq!(white.evaluate(&position), black.evaluate(&position));
    }
}

#[test]
fn extreme_material_stays_within_bounds() {
    let white = position("kn6/pp6/8/QQQQQQQQ/QQQQQQQ1/8/8/K7 w - - 0 1");
    let score = neutral(&white);
    assert!(!score.is_decisive());
    assert!(score.raw() > 900 * white.pieces(Piece::Queen).len() as i32);
    assert_eq!(neutral(&flipped(&white)), score);
}

#[test]
fn every_family_has_a_weight_that_counts_for_either_side() {
    let sample = sample();
    for family in Family::ALL {
        for (own, opponent) in [(300, 100), (100, 300)] {
            let weights = EvaluationWeights::neutral().with(family, own, opponent);
            let mut evaluator = Evaluator::new(weights, Color::White);
            let is_moved = sample
                .iter()
                .any(|position| evaluator.evaluate(position) != neutral(position));
            assert!(is_moved, "{family:?} at {own} and {opponent}");
        }
    }
}

#[test]
fn a_weight_on_king_safety_makes_an_exposed_king_worse() {
    // White's king stands in the open under attack, so caring more for it costs White.
    let attacked = position("6k1/5ppp/3b1n2/6q1/4r3/8/5P2/3Q1RK1 w - - 0 1");
    let careful = EvaluationWeights::neutral().with(Family::KingSafety, 200, 100);
    let mut evaluator = Evaluator::new(careful, Color::White);
    assert!(evaluator.evaluate(&attacked) < neutral(&attacked));
}

/// White's value of a placement with White to move.
fn white_cp(placement: &str) -> i32 {
    neutral(&position(&format!("{placement} w - - 0 1"))).raw()
}

#[test]
fn advantages_that_do_not_win_are_worth_little() {
    for placement in [
        "4k3/8/8/8/8/8/8/3NKN2",    // two knights
        "4kn2/8/8/8/8/8/8/3NKN2",   // two knights against one
        "4kn2/8/8/8/8/8/8/4KR2",    // rook against knight
        "4kb2/8/8/8/8/8/8/4KR2",    // rook against bishop
        "k7/8/8/P7/8/8/8/2B1K3",    // the bishop that does not cover a8
        "k7/8/8/P7/P7/8/8/4K3",     // rook pawns alone
        "4k1r1/8/8/8/8/8/8/3BK1R1", // rook and bishop against rook
    ] {
        assert!(
            white_cp(placement).abs() <= 60,
            "{placement}: {}",
            white_cp(placement)
        );
    }
    assert_eq!(white_cp("4k3/8/8/8/8/8/8/3NKN2"), 0);
    assert_eq!(white_cp("k7/8/8/P7/8/8/8/2B1K3"), 0);
    // The bishop that covers the corner wins.
    assert!(white_cp("k7/8/8/P7/8/8/8/4KB2") > 250);
}

#[test]
fn bishops_of_opposite_colours_shrink_a_lead() {
    let same = white_cp("4kb2/5pp1/8/8/8/8/PP3PP1/2B1K3");
    let opposite = white_cp("2b1k3/5pp1/8/8/8/8/PP3PP1/2B1K3");
    assert!(opposite * 3 < same * 2, "{opposite} against {same}");
}

#[test]
fn a_lead_fades_towards_the_fifty_move_rule() {
    let early = neutral(&position("4k3/7p/8/8/8/8/7P/R3K3 w - - 0 1"));
    let late = neutral(&position("4k3/7p/8/8/8/8/7P/R3K3 w - - 80 60"));
    assert!(late < early && late.raw() * 2 > early.raw());
}

#[test]
fn the_network_is_scaled_and_faded_as_the_terms_are() {
    let mut evaluator = Evaluator::new(EvaluationWeights::neutral(), Color::White);
    for position in sample() {
        let share = evaluator.share_let_through(&position);
        assert!((0.0..=1.0).contains(&share));
        let trace = trace(&position, &EvaluationWeights::neutral(), Color::White);
        let white_cp = match position.side_to_move() {
            Color::White => trace.total.raw(),
            Color::Black => -trace.total.raw(),
        };
        // The side that is ahead in the endgame says which advantage is scaled; far ahead the terms judge.
        let (_, endgame) = evaluator.plain(&position);
        let white_is_ahead = endgame > 0;
        let is_alike = |cp: &i32| (*cp > 0) == white_is_ahead && cp.abs() <= 1500;
        let Some(cp) = trace.network_cp.filter(is_alike) else {
            continue;
        };
        let scaled = share * cp as f32;
        let error = white_cp as f32 - scaled;
        assert!(
            error.abs() < 3.0 + 0.1 * scaled.abs(),
            "{error} in {}",
            position.fen()
        );
    }
    crate::endgame::solve_all();
    let solved: Position = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
    assert_eq!(evaluator.share_let_through(&solved), 0.0);
}

#[test]
fn an_evaluator_that_has_served_another_search_says_what_a_new_one_says() {
    let neutral = EvaluationWeights::neutral();
    let other = EvaluationWeights::neutral().with(Family::Pawns, 150, 60);
    let mut used = Evaluator::new(other.clone(), Color::White);
    for position in sample().into_iter().step_by(40) {
        for (weights, side) in [
            (&neutral, Color::White),
            (&other, Color::Black),
            (&other, Color::White),
            (&neutral, Color::Black),
        ] {
            used.begin_search(weights, side);
            let new = Evaluator::new(weights.clone(), side).evaluate(&position);
            assert_eq!(used.evaluate(&position), new, "{}", position.fen());
        }
    }
}
