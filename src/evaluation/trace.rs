//! Evaluation tracing: an evaluation taken apart term by term, as `masque eval` shows it.
//!
//! The trace adds up the same counts as the evaluation, so its total is the evaluation's.

use std::fmt;

use super::interpolation::{Interpolation, PERCENT};
use super::judges::changed_value;
use super::network::NetworkState;
use super::parameters::TERMS;
#[cfg(test)]
use super::recorder::with_complexity;
use super::recorder::{TermCounts, danger_cost, values_of};
use super::tapered::Tapered;
use super::terms::{Term, TermRole};
use super::weights::{EvaluationWeights, Family, NEUTRAL, Percent};
use super::{counts_of, from_white};
use crate::board::{Color, Position};
use crate::endgame::elementary_value_cp;
use crate::score::Score;

/// One term of one position.
#[derive(Clone, Debug)]
pub struct TraceRow {
    /// Its name.
    pub term: &'static str,
    /// How the term enters the value.
    pub role: TermRole,
    /// Unweighted value for White and for Black, middlegame and endgame, in centipawns or in units
    /// of danger with [`TermRole::Danger`], which the row "king danger" turns into centipawns.
    pub values: [Tapered; 2],
    /// The weight for White and for Black.
    pub weights: [Percent; 2],
}

/// An evaluation taken apart.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The terms that count for either side; none in an endgame that is solved exactly.
    pub rows: Vec<TraceRow>,
    /// What the network says in the place of the terms at normal weight, from White's view in centipawns
    /// before scaling; `None` where it is not asked.
    pub network_cp: Option<i32>,
    /// How the two sums become one score.
    pub(super) interpolation: Interpolation,
    /// The sum, equal to the evaluation, from the side to move.
    pub total: Score,
    /// The side to move.
    pub side_to_move: Color,
}

/// Takes the evaluation of a position apart; `own_side` is the side the engine searches for.
pub fn trace(position: &Position, weights: &EvaluationWeights, own_side: Color) -> Trace {
    if let Some(white_cp) = elementary_value_cp(position) {
        return Trace {
            rows: Vec::new(),
            network_cp: None,
            interpolation: Interpolation::of(position, i64::from(white_cp)),
            total: from_white(white_cp, position),
            side_to_move: position.side_to_move(),
        };
    }
    let counts = counts_of(position);
    let mut rows: Vec<TraceRow> = TERMS
        .iter()
        .map(|term| TraceRow::of_term(term, &counts, weights, own_side))
        .collect();
    rows.push(TraceRow::of_danger(&counts, weights, own_side));
    rows.retain(|row| row.values != [Tapered::ZERO; 2]);
    let network = NetworkState::under(weights);
    let network_cp = network.and_then(|mut network| network.white_cp(position));
    let (middlegame, endgame) = match network_cp {
        Some(network_cp) => {
            let change = counts.white_change(weights, own_side);
            changed_value(network_cp, change, || {
                counts.white_percent(&NEUTRAL, own_side)
            })
        }
        None => counts.white_percent(weights, own_side),
    };
    let interpolation = Interpolation::of(position, endgame);
    let white_cp = interpolation.apply(middlegame, endgame, PERCENT);
    Trace {
        rows,
        network_cp,
        interpolation,
        total: from_white(white_cp, position),
        side_to_move: position.side_to_move(),
    }
}

#[cfg(test)]
impl Trace {
    /// The total found again from the rows alone.
    pub(super) fn sum_of_rows(&self) -> Score {
        let weighted = self.sum_by(|row| row.weights);
        let neutral = self.sum_by(|_| [100; 2]);
        let complexity = self
            .rows
            .iter()
            .filter(|row| row.role == TermRole::Complexity);
        let complexity: i64 = complexity
            .map(|row| PERCENT * i64::from(row.values[0].endgame_cp()))
            .sum();
        let whole = |(middlegame, endgame)| (middlegame, with_complexity(endgame, complexity));
        let (middlegame, endgame) = match self.network_cp {
            Some(network_cp) => {
                let change = (weighted.0 - neutral.0, weighted.1 - neutral.1);
                changed_value(network_cp, change, || whole(neutral))
            }
            None => whole(weighted),
        };
        let white_cp = self.interpolation.apply(middlegame, endgame, PERCENT);
        match self.side_to_move {
            Color::White => Score::from_cp(white_cp),
            Color::Black => Score::from_cp(-white_cp),
        }
    }

    /// The sums of all rows but complexity under these weights, in hundredths of a centipawn from White's
    /// view.
    fn sum_by(&self, weights: impl Fn(&TraceRow) -> [Percent; 2]) -> (i64, i64) {
        let (mut middlegame, mut endgame) = (0, 0);
        let is_summed =
            |row: &&TraceRow| matches!(row.role, TermRole::Weighted(_) | TermRole::Unweighted);
        for row in self.rows.iter().filter(is_summed) {
            for (sign, (value, weight)) in
                [1, -1].into_iter().zip(row.values.iter().zip(weights(row)))
            {
                let weight = sign * i64::from(weight);
                middlegame += weight * i64::from(value.middlegame_cp());
                endgame += weight * i64::from(value.endgame_cp());
            }
        }
        (middlegame, endgame)
    }

    pub(super) fn scale(&self) -> (i32, i32) {
        (
            self.interpolation.middlegame_scale,
            self.interpolation.endgame_scale,
        )
    }

    /// The unweighted endgame value from White's view without complexity.
    pub(super) fn endgame_cp(&self) -> i32 {
        self.rows
            .iter()
            .filter(|row| !matches!(row.role, TermRole::Danger | TermRole::Complexity))
            .map(|row| row.values[0].endgame_cp() - row.values[1].endgame_cp())
            .sum()
    }

    pub(super) fn blended_cp(&self, value: Tapered) -> i32 {
        self.interpolation.apply(
            i64::from(value.middlegame_cp()),
            i64::from(value.endgame_cp()),
            1,
        )
    }
}

impl TraceRow {
    fn of_term(
        term: &Term,
        counts: &TermCounts,
        weights: &EvaluationWeights,
        own_side: Color,
    ) -> TraceRow {
        let values = Color::ALL.map(|color| {
            let (mut middlegame, mut endgame) = (0, 0);
            for (value, counts) in counts.of_term(term, values_of(weights)) {
                middlegame += value.middlegame_cp() * counts[color as usize];
                endgame += value.endgame_cp() * counts[color as usize];
            }
            // What two dozen queens are worth is shown as the most that a row can show.
            let shown = |cp: i32| cp.clamp(i16::MIN.into(), i16::MAX.into());
            Tapered::new(shown(middlegame), shown(endgame))
        });
        TraceRow {
            term: term.name,
            role: term.role,
            values,
            weights: Color::ALL.map(|color| weights.of_slot(term.role.slot(), color == own_side)),
        }
    }

    fn of_danger(counts: &TermCounts, weights: &EvaluationWeights, own_side: Color) -> TraceRow {
        let role = TermRole::Weighted(Family::KingSafety);
        TraceRow {
            term: "king danger",
            role,
            values: counts
                .danger(values_of(weights))
                .map(|danger| -danger_cost(danger)),
            weights: Color::ALL.map(|color| weights.of_slot(role.slot(), color == own_side)),
        }
    }

    /// The family that weighs the term.
    pub fn family(&self) -> Option<Family> {
        match self.role {
            TermRole::Weighted(family) => Some(family),
            TermRole::Danger | TermRole::Complexity | TermRole::Unweighted => None,
        }
    }
}

impl fmt::Display for Trace {
    /// A line for each term: white and black, middlegame and endgame, with their weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<28} {:<13} {:>19} {:>19} {:>13}",
            "term", "family", "White mg, eg   %", "Black mg, eg   %", "sum mg, eg"
        )?;
        for row in &self.rows {
            row.fmt(f)?;
        }
        if let Some(cp) = self.network_cp {
            let text = "network (for all of them at 100 %)";
            writeln!(f, "{text:<42} {cp:>40} {cp:>6}")?;
        }
        match self.rows.is_empty() {
            true => writeln!(f, "an elementary endgame, solved to its last move")?,
            false => writeln!(f, "{}", self.interpolation)?,
        }
        let white = match self.side_to_move {
            Color::White => self.total,
            Color::Black => -self.total,
        };
        writeln!(
            f,
            "total: White {white}, side to move ({}) {}",
            self.side_to_move, self.total
        )
    }
}

impl fmt::Display for TraceRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = match self.role {
            TermRole::Weighted(family) => format!("{family:?}"),
            TermRole::Danger => "(danger)".to_owned(),
            TermRole::Complexity => "(complexity)".to_owned(),
            TermRole::Unweighted => "-".to_owned(),
        };
        write!(f, "{:<28} {family:<13}", self.term)?;
        for (value, weight) in self.values.iter().zip(self.weights) {
            let (middlegame, endgame) = (value.middlegame_cp(), value.endgame_cp());
            write!(f, " {middlegame:>7} {endgame:>6} {weight:>4}")?;
        }
        let sum = self.values[0] - self.values[1];
        writeln!(f, " {:>6} {:>6}", sum.middlegame_cp(), sum.endgame_cp())
    }
}
