//! What a network is worth on positions that were held back: the log-loss of the results of their games.

use std::fmt::{self, Write};

use super::samples::TrainingPosition;
use crate::lab::tuning::evaluation::objective::{cross_entropy, fit_scale};

/// Classes of positions by the least number of their men.
const CLASSES: [(&str, u32); 3] = [("more than 20", 21), ("11 to 20", 11), ("10 or fewer", 2)];

/// A position is nearly even up to this score.
const EVEN_CP: i16 = 100;

/// Writes the mean loss of each of three judges, each with the scale that suits it best: the
/// evaluation before, the network, and the search.
///
/// # Errors
/// Those of `out`.
pub fn write_report(
    out: &mut impl Write,
    held: &[TrainingPosition],
    network_cp: impl Fn(&TrainingPosition) -> f32,
) -> fmt::Result {
    let network = held.iter().map(|sample| f64::from(network_cp(sample)));
    let own =
        |cp: fn(&TrainingPosition) -> i16| held.iter().map(move |it| f64::from(cp(it))).collect();
    writeln!(out, "| held positions | before | network | search |")?;
    writeln!(out, "|---|---|---|---|")?;
    let judges: [Vec<f64>; 3] = [
        own(|sample| sample.before_cp),
        network.collect(),
        own(|sample| sample.score_cp),
    ];
    let losses = judges.map(|judge| losses(&judge, held));
    let all = ("all", 2, u32::MAX);
    let mut most = u32::MAX;
    let classes = CLASSES.map(|(name, least)| {
        let class = (name, least, most);
        most = least - 1;
        class
    });
    for (name, least, most) in [all].into_iter().chain(classes) {
        write!(out, "| {name} |")?;
        for losses in &losses {
            let (mut sum, mut count) = (0.0, 0);
            for (loss, sample) in losses.iter().zip(held) {
                if (least..=most).contains(&sample.men()) {
                    sum += loss;
                    count += 1;
                }
            }
            write!(out, " {:.4} |", sum / f64::from(count.max(1)))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes how far the network is from its teacher on positions of which the teacher speaks; nothing where there
/// are none.
///
/// # Errors
/// Those of `out`.
pub fn write_distance(
    out: &mut impl Write,
    taught: &[TrainingPosition],
    network_cp: impl Fn(&TrainingPosition) -> f32,
) -> fmt::Result {
    let even = taught.iter().filter(|it| it.score_cp.abs() <= EVEN_CP);
    let squares = even.map(|it| (network_cp(it) - f32::from(it.score_cp)).powi(2));
    let (count, sum) = squares.fold((0, 0.0), |(count, sum), square| {
        (count + 1, sum + f64::from(square))
    });
    if count == 0 {
        return Ok(());
    }
    let distance_cp = (sum / f64::from(count)).sqrt();
    writeln!(
        out,
        "{distance_cp:.1} cp from the teacher (root mean square) on {count} variations of held positions within {EVEN_CP} cp"
    )
}

/// The loss of each position under the best scale.
fn losses(values_cp: &[f64], held: &[TrainingPosition]) -> Vec<f64> {
    let points = values_cp.iter().zip(held);
    let points: Vec<(f64, f64)> = points
        .filter_map(|(&cp, it)| Some((cp, it.points()?)))
        .collect();
    let scale = fit_scale(&points);
    points
        .iter()
        .map(|&(cp, points)| cross_entropy(cp * scale, points))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::tests::sample;
    use super::*;

    #[test]
    fn the_distance_to_the_teacher_is_that_of_even_positions() {
        let fen = "r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR w - - 0 1";
        let taught = [60, -80, 500].map(|score| sample(fen, score, 1).unwrap());
        let mut text = String::new();
        write_distance(&mut text, &taught, |_| 0.0).unwrap();
        assert!(text.starts_with("70.7 cp from the teacher"), "{text}");
        assert!(text.contains("on 2 variations"), "{text}");
        text.clear();
        write_distance(&mut text, &taught[2..], |_| 0.0).unwrap();
        assert_eq!(text, "");
    }

    #[test]
    fn a_network_that_says_the_same_is_worth_the_same() {
        let fen = "r3k3/1pp5/3n4/8/4P3/5N2/6PP/6KR w - - 0 1";
        let held = [(300, 2), (-150, 0), (20, 1), (-200, 2)]
            .map(|(score, points)| sample(fen, score, points).unwrap());
        let mut text = String::new();
        write_report(&mut text, &held, |sample| sample.before_cp.into()).unwrap();
        let row = text.lines().find(|line| line.contains("11 to 20")).unwrap();
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[2], cells[3], "{text}");
        assert_ne!(cells[2], cells[4], "{text}");
        assert!(text.contains("| more than 20 | 0.0000 |"), "{text}");
    }
}
