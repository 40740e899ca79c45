//! Static evaluation: what a position is worth to the side to move.
//!
//! The elementary mates are solved exactly. Everywhere else the [`network`] judges, and personalities
//! speak in named terms: what their weights change in the classical evaluation is added to what the
//! network says. The classical evaluation alone is the sum of the terms.
//!
//! A term is code that reports `parameter x count` for a colour to a [`Recorder`]: one plain sum under
//! neutral weights, sums by family under other weights, bare counts for the [`trace`](trace()) and for
//! tuning. The sum of counts times parameters takes two non-linear steps: king danger is squared, and
//! complexity counts for the side that is ahead. Either evaluation is interpolated between the two phases
//! (tapered evaluation), scaled where an advantage does not win, and fades towards the fifty-move rule. A
//! new term is a line in `parameters`, its report in the file of its subject, and a pair of positions in
//! `term_tests`.

mod attack_maps;
pub mod coefficients;
mod complexity;
mod family_set;
mod imbalance;
mod interpolation;
mod judges;
mod kind;
mod king_danger;
mod lazy_evaluation;
mod masks;
mod material;
mod mop_up;
pub mod network;
mod open_files;
mod outposts;
mod parameter_table;
mod parameters;
mod passed_pawns;
mod pawn_shelter;
mod pawn_structure;
mod pawn_table;
mod pieces;
mod recorder;
mod space;
mod tapered;
mod terms;
mod threats;
mod trace;
mod weight_changes;
mod weights;

#[cfg(test)]
mod term_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod value_tests;

pub use kind::EvaluationKind;
pub use parameter_table::ParameterTable;
pub use parameters::{PARAMETERS, TERMS};
pub use tapered::Tapered;
pub use terms::{Term, TermRole};
pub use trace::{Trace, TraceRow, trace};
pub use weights::{EvaluationWeights, Family, Percent};

use std::fmt;

use crate::board::{BitBoard, Color, FULL_PHASE, Piece, Position, Square};
use crate::endgame::elementary_value_cp;
use crate::score::Score;
use attack_maps::AttackMaps;
use family_set::FamilySet;
use interpolation::{Interpolation, PERCENT};
use judges::{changed_value, neutral_value};
use network::NetworkState;
use parameters::VALUES;
use pawn_table::PawnTable;
use recorder::{FamilySums, PlainSum, Recorder, SumRecorder, TermCounts, values_of};
use weight_changes::WeightChanges;

/// Up to this [phase](Position::unlimited_phase), which no game of chess has ever reached, a side's
/// value fits into a [`Tapered`], whatever the pieces are.
const MOST_PHASE: i32 = 40;

/// Evaluates positions under one set of weights; each search thread owns one.
pub struct Evaluator {
    weights: EvaluationWeights,
    own_side: Color,
    pawns: PawnTable,
    /// Where the network stands in the place of the terms at normal weight.
    network: Option<NetworkState>,
    /// What the weights change, where the network stands in the place of the terms and they are not neutral.
    changes: Option<Box<WeightChanges>>,
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Evaluator");
        out.field("weights", &self.weights);
        out.finish_non_exhaustive()
    }
}

impl Evaluator {
    /// An evaluator for a search on behalf of `own_side`, the side to move at its root.
    pub fn new(weights: EvaluationWeights, own_side: Color) -> Evaluator {
        let network = NetworkState::under(&weights);
        let is_changed = network.is_some() && !weights.is_neutral();
        Evaluator {
            network,
            changes: is_changed.then(|| Box::new(WeightChanges::of(&weights))),
            weights,
            own_side,
            pawns: PawnTable::new(),
        }
    }

    /// Makes this the evaluator of another search. What it knows of pawns stays where the weights do.
    pub fn begin_search(&mut self, weights: &EvaluationWeights, own_side: Color) {
        if self.weights != *weights {
            *self = Evaluator::new(weights.clone(), own_side);
        }
        self.own_side = own_side;
    }

    /// What the position is worth to the side to move; never decisive.
    ///
    /// Meant for quiet positions: the value of hanging pieces is only estimated.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let white_cp = if let Some(solved_cp) = elementary_value_cp(position) {
            solved_cp
        } else {
            let network = self.network.as_mut();
            let network_cp = network.and_then(|network| network.white_cp(position));
            if self.weights.is_neutral() {
                let value = neutral_value(network_cp, 1, || self.plain(position));
                self.interpolate(position, value, 1)
            } else {
                let value = match network_cp {
                    Some(network_cp) => self.changed(position, network_cp),
                    None => self.weighted(position),
                };
                self.interpolate(position, value, PERCENT)
            }
        };
        from_white(white_cp, position)
    }

    /// The neutral classical value, middlegame and endgame, in centipawns from White's view.
    fn plain(&mut self, position: &Position) -> (i64, i64) {
        let mut sum = PlainSum::default();
        self.record(position, &mut sum);
        sum.white_cp()
    }

    /// What the network says, changed as the weights change the terms, middlegame and endgame in hundredths
    /// of a centipawn from White's view.
    fn changed(&mut self, position: &Position, network_cp: i32) -> (i64, i64) {
        let change = self.changes.as_ref().map(|changes| {
            let mut sum = changes.sum(self.own_side);
            record_with(&mut self.pawns, &VALUES, position, &mut sum);
            sum.white_percent()
        });
        changed_value(network_cp, change.unwrap_or_default(), || {
            let (middlegame, endgame) = self.plain(position);
            (middlegame * PERCENT, endgame * PERCENT)
        })
    }

    /// The classical value under weights, middlegame and endgame in hundredths of a centipawn from White's
    /// view.
    fn weighted(&mut self, position: &Position) -> (i64, i64) {
        let values = values_of(&self.weights);
        let mut sums = FamilySums::of(values);
        record_with(&mut self.pawns, values, position, &mut sums);
        sums.white_percent(&self.weights, self.own_side)
    }

    /// How much of a value the interpolation lets through: 1 where nothing is scaled or faded, 0 in solved
    /// endings.
    pub fn share_let_through(&mut self, position: &Position) -> f32 {
        if elementary_value_cp(position).is_some() {
            return 0.0;
        }
        let (_, endgame) = self.plain(position);
        Interpolation::of(position, endgame).apply(1_000, 1_000, 1) as f32 / 1e3
    }

    /// The value in centipawns that the middlegame and the endgame value, which count `units` to the
    /// centipawn, make.
    #[inline(always)]
    fn interpolate(
        &self,
        position: &Position,
        (middlegame, endgame): (i64, i64),
        units: i64,
    ) -> i32 {
        let interpolation = Interpolation::of(position, endgame);
        if interpolation.phase == FULL_PHASE && position.unlimited_phase() > MOST_PHASE {
            return self.evaluate_crowded(position);
        }
        interpolation.apply(middlegame, endgame, units)
    }

    /// The value of a position with so many pieces that the sums of an evaluation overflow: the same
    /// terms, added up slowly in wide numbers.
    #[cold]
    fn evaluate_crowded(&self, position: &Position) -> i32 {
        let (middlegame, endgame) = counts_of(position).white_percent(&self.weights, self.own_side);
        Interpolation::of(position, endgame).apply(middlegame, endgame, PERCENT)
    }

    /// Reports every term, those of pawns as sums from the pawn hash table.
    fn record<R: SumRecorder>(&mut self, position: &Position, recorder: &mut R) {
        let values = values_of(&self.weights);
        record_with(&mut self.pawns, values, position, recorder);
    }

    /// What to mix into the key of every cache that depends on this evaluation; 0 when neutral.
    pub fn salt(&self) -> u64 {
        self.weights.salt(self.own_side)
    }
}

/// Reports every term, those of pawns as sums from the table, in which parameters have these values.
#[inline]
fn record_with<R: SumRecorder>(
    table: &mut PawnTable,
    values: &[Tapered; PARAMETERS],
    position: &Position,
    recorder: &mut R,
) {
    record_all(position, recorder, |pawns, kings, recorder| {
        let entry = table.get(pawns, kings, values);
        entry.report(recorder);
        entry.passed
    });
}

/// A value from White's view as a score of the side to move.
fn from_white(white_cp: i32, position: &Position) -> Score {
    match position.side_to_move() {
        Color::White => Score::from_cp(white_cp),
        Color::Black => Score::from_cp(-white_cp),
    }
}

/// How often each parameter counts in the position.
fn counts_of(position: &Position) -> TermCounts {
    let mut counts = TermCounts::new();
    record_all(position, &mut counts, |pawns, kings, counts| {
        for color in Color::ALL {
            pawn_shelter::record(pawns, kings[color as usize], color, counts);
        }
        pawn_structure::record(pawns, counts)
    });
    counts
}

/// Reports every term of the position that the recorder wants; `record_pawns` does so for pawns and
/// shelter and returns the passed pawns.
fn record_all<R: Recorder>(
    position: &Position,
    recorder: &mut R,
    record_pawns: impl FnOnce([BitBoard; 2], [Square; 2], &mut R) -> BitBoard,
) {
    imbalance::record(position, Color::White, recorder);
    imbalance::record(position, Color::Black, recorder);
    if !recorder.wants(FamilySet::BY_SQUARES) {
        material::record(position, Color::White, recorder);
        material::record(position, Color::Black, recorder);
        return;
    }
    let pawns = Color::ALL.map(|color| position.colored_pieces(color, Piece::Pawn));
    let kings = Color::ALL.map(|color| position.king(color));
    let passed = record_pawns(pawns, kings, recorder);
    if !recorder.wants(FamilySet::BY_ATTACKS) {
        pieces::record_standing(position, Color::White, recorder);
        pieces::record_standing(position, Color::Black, recorder);
        return;
    }
    let mut maps = AttackMaps::new(position, pawns, kings);
    // Not a loop over the colours: where the compiler knows the colour, asking which way is forward
    // or which half of an array to read costs nothing.
    pieces::record(&mut maps, Color::White, recorder);
    pieces::record(&mut maps, Color::Black, recorder);
    record_color(&maps, Color::White, passed, recorder);
    record_color(&maps, Color::Black, passed, recorder);
    complexity::record(&maps, passed, recorder);
    recorder.add(position.side_to_move(), parameters::TEMPO, 1);
}

/// Reports the terms of one colour that read the attack maps.
#[inline(always)]
fn record_color<R: Recorder>(
    maps: &AttackMaps<'_>,
    color: Color,
    passed: BitBoard,
    recorder: &mut R,
) {
    if recorder.wants(Family::KingSafety.into()) {
        king_danger::record(maps, color, recorder);
    }
    if recorder.wants(Family::PassedPawns.into()) {
        passed_pawns::record(maps, color, passed, recorder);
    }
    if recorder.wants(Family::Threats.into()) {
        threats::record(maps, color, recorder);
    }
    if recorder.wants(Family::Centre.into()) {
        space::record_centre(maps, color, recorder);
    }
    if recorder.wants(Family::Space.into()) {
        space::record_space(maps, color, recorder);
    }
    mop_up::record(maps, color, recorder);
}
