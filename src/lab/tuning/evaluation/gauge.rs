//! The gauge: a choice among parameters that give the same evaluation.
//!
//! A fit leaves two things open. A knight stands on exactly one square and has exactly one
//! mobility, so that a centipawn can be moved between these tables and the knight's value without
//! changing any evaluation. Here every such table is centred on the data, and the piece value holds
//! the rest, which is what a personality's weight of the piece acts on. And results only fix ratios.
//! Here a pawn is worth 100 centipawns on the average of its middlegame and endgame value, so that
//! the margins of the search keep their meaning.

use super::dataset::Dataset;
use crate::evaluation::coefficients::{CoefficientKind, ParameterValues};
use crate::evaluation::{TERMS, Term, TermRole};

/// A pawn's average value in centipawns.
const PAWN_CP: f64 = 100.0;

/// Pieces and the tables in which every such piece counts exactly one entry. Pawn tables are left
/// out, because the value of a pawn's square depends on many other terms.
const ONE_ENTRY_EACH: [(&str, &[&str]); 4] = [
    (
        "knight",
        &["knight placement", "knight mobility", "knights with pawns"],
    ),
    ("bishop", &["bishop placement", "bishop mobility"]),
    (
        "rook",
        &["rook placement", "rook mobility", "rooks with pawns"],
    ),
    ("queen", &["queen placement", "queen mobility"]),
];

fn term(name: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.name == name)
}

/// Moves the mean of each table, weighted by how often each entry occurs in the data, to the value
/// of the piece.
pub fn centre(values: &mut ParameterValues, data: &Dataset) {
    let frequency = frequencies(values.len(), data);
    for (piece, tables) in ONE_ENTRY_EACH {
        let Some(piece) = term(piece) else { continue };
        for table in tables.iter().filter_map(|name| term(name)) {
            let range = table.start..table.start + table.length;
            let total: f64 = frequency[range.clone()].iter().sum();
            if total <= 0.0 {
                continue;
            }
            for half in 0..2 {
                let sum: f64 = range
                    .clone()
                    .map(|number| frequency[number] * values[number][half])
                    .sum();
                // A whole number of centipawns is not changed by rounding the entries later.
                let mean = (sum / total).round();
                values[piece.start][half] += mean;
                for value in &mut values[range.clone()] {
                    value[half] -= mean;
                }
            }
        }
    }
}

/// How often each parameter occurs in the data, for either side.
fn frequencies(parameters: usize, data: &Dataset) -> Vec<f64> {
    let mut frequency = vec![0.0; parameters];
    for sample in data.samples() {
        for coefficient in data.coefficients(sample).coefficients {
            if coefficient.kind == CoefficientKind::Value {
                frequency[usize::from(coefficient.parameter)] +=
                    f64::from(coefficient.count.unsigned_abs());
            }
        }
    }
    frequency
}

/// Scales all parameters so that a pawn has its fixed value.
///
/// King danger counts by its square in the middlegame, so that its middlegame half is scaled by the
/// square root.
pub fn normalise(values: &mut ParameterValues) {
    let Some(pawn) = term("pawn") else { return };
    let [middlegame, ending] = values[pawn.start];
    let average = (middlegame + ending) / 2.0;
    if average <= 0.0 {
        return;
    }
    let scale = PAWN_CP / average;
    for term in &TERMS {
        let middlegame_scale = match term.role {
            TermRole::Danger => scale.sqrt(),
            TermRole::Weighted(_) | TermRole::Unweighted | TermRole::Complexity => scale,
        };
        for value in &mut values[term.start..term.start + term.length] {
            value[0] *= middlegame_scale;
            value[1] *= scale;
        }
    }
}

/// The values in whole centipawns, as the parameters file holds them.
pub fn rounded(values: &ParameterValues) -> ParameterValues {
    values.iter().map(|pair| pair.map(f64::round)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::coefficients::built_in_values;
    use crate::lab::tuning::evaluation::dataset::Labelled;
    use crate::lab::tuning::evaluation::white_values;

    fn dataset() -> Dataset {
        let positions = include_str!("../../bench/positions.epd")
            .lines()
            .map(|fen| Labelled {
                position: fen.parse().unwrap(),
                score_cp: None,
                half_points: 1,
            });
        Dataset::of(positions)
    }

    #[test]
    fn centring_changes_no_value() {
        let data = dataset();
        let mut values = built_in_values();
        for (name, cp) in [("knight mobility", 31.0), ("rooks with pawns", -12.0)] {
            let term = term(name).unwrap();
            for value in &mut values[term.start..term.start + term.length] {
                value[0] += cp;
                value[1] -= 2.0 * cp;
            }
        }
        let before = white_values(&data, &values);
        let knight = values[term("knight").unwrap().start];
        centre(&mut values, &data);
        for (before, after) in before.iter().zip(white_values(&data, &values)) {
            assert!((before - after).abs() < 1e-6, "{before} became {after}");
        }
        assert!(values[term("knight").unwrap().start][0] > knight[0] + 20.0);
    }

    #[test]
    fn normalising_scales_every_value_alike() {
        let data = dataset();
        let mut values = built_in_values();
        values[term("pawn").unwrap().start] = [120.0, 140.0];
        let before = white_values(&data, &values);
        normalise(&mut values);
        let [middlegame, ending] = values[term("pawn").unwrap().start];
        assert!((middlegame + ending - 2.0 * PAWN_CP).abs() < 1e-9);
        for (before, after) in before.iter().zip(white_values(&data, &values)) {
            assert!((before * PAWN_CP / 130.0 - after).abs() < 1e-6);
        }
    }

    #[test]
    fn every_table_of_the_gauge_exists() {
        for (piece, tables) in ONE_ENTRY_EACH {
            for name in tables.iter().chain([&piece]) {
                assert!(term(name).is_some(), "{name}");
            }
        }
    }
}
