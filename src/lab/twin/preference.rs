//! What a move is described by when a player chooses: what everybody thinks of it, what it gives up, and
//! what it has of each feature.

use super::choice_data::SparseRow;
use crate::personality::Feature;

/// The column of what everybody thinks of the move: its utility for them.
pub const EVERYBODY: usize = 0;
/// The column of what it gives up, within half a pawn: players see small differences otherwise than large
/// ones.
pub const SMALL_LOSS: usize = 1;
/// The column of what it gives up, within four pawns: worse is not worse.
pub const LARGE_LOSS: usize = 2;
/// The column of the first feature.
const FIRST_FEATURE: usize = 3;

const SMALL_LOSS_CP: f32 = 50.0;
const LARGE_LOSS_CP: f32 = 400.0;
const CP_OF_A_PAWN: f32 = 100.0;
const PERMILLE: f32 = 1_000.0;

/// The features that are fitted: all that a move has whoever makes it, and in whichever game.
pub fn fitted_features() -> impl Iterator<Item = Feature> {
    Feature::ALL.iter().copied().filter(|feature| {
        let is_somebodys = matches!(feature, Feature::Signature | Feature::Randomness);
        !is_somebodys && !feature.is_for_endings()
    })
}

/// The number of columns.
pub fn columns() -> usize {
    FIRST_FEATURE + fitted_features().count()
}

/// The fitted features with their columns.
pub fn feature_columns() -> impl Iterator<Item = (usize, Feature)> {
    (FIRST_FEATURE..).zip(fitted_features())
}

/// The name of a column in files.
pub fn column_name(column: usize) -> &'static str {
    match column {
        EVERYBODY => "everybody",
        SMALL_LOSS => "small_loss",
        LARGE_LOSS => "large_loss",
        _ => fitted_features()
            .nth(column - FIRST_FEATURE)
            .map_or("", Feature::key),
    }
}

/// The row of a move that gives up `loss_cp` and has so much of each of [`Feature::ALL`] in permille.
/// What everybody thinks of it is left out: 0.
pub fn row_of(loss_cp: f32, measures_permille: &[i32]) -> SparseRow {
    let losses = [(SMALL_LOSS, SMALL_LOSS_CP), (LARGE_LOSS, LARGE_LOSS_CP)];
    let losses = losses.map(|(column, most)| (column, -loss_cp.min(most) / CP_OF_A_PAWN));
    let measures = feature_columns().map(|(column, feature)| {
        let permille = measures_permille[feature as usize];
        (column, permille as f32 / PERMILLE)
    });
    let values = losses.into_iter().chain(measures);
    let others = values.filter(|(_, value)| *value != 0.0);
    others
        .map(|(column, value)| (column as u16, value))
        .collect()
}

/// By how much the logarithm of a move's odds falls when it gives up a centipawn more, among good moves,
/// for a player who thinks so of everybody's utility. It is what a centipawn is worth to the player.
pub fn logits_per_cp(weights: &[f64], everybody: &[f64]) -> f64 {
    let of = |column: usize| weights[EVERYBODY] * everybody[column] + weights[column];
    (of(SMALL_LOSS) + of(LARGE_LOSS)) / f64::from(CP_OF_A_PAWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_losses_within_their_bounds_and_features_in_full_wishes() {
        let mut measures = vec![0; Feature::ALL.len()];
        measures[Feature::Checks as usize] = 500;
        measures[Feature::Signature as usize] = 900;
        let checks = feature_columns().find(|(_, feature)| *feature == Feature::Checks);
        let checks = checks.unwrap().0 as u16;
        let row = row_of(120.0, &measures);
        assert_eq!(row, [(1, -0.5), (2, -1.2), (checks, 0.5)]);
        assert_eq!(row_of(0.0, &[0; Feature::ALL.len()]), []);
        assert_eq!(row_of(9_000.0, &[0; Feature::ALL.len()])[1], (2, -4.0));
        assert_eq!(column_name(usize::from(checks)), "checks");
        assert_eq!(columns(), FIRST_FEATURE + Feature::ALL.len() - 5);
    }

    #[test]
    fn a_centipawn_is_worth_what_both_losses_say() {
        let mut everybody = vec![0.0; columns()];
        (everybody[SMALL_LOSS], everybody[LARGE_LOSS]) = (2.0, 1.0);
        let mut own = vec![0.0; columns()];
        own[EVERYBODY] = 2.0;
        own[LARGE_LOSS] = 0.5;
        assert!((logits_per_cp(&own, &everybody) - 0.065).abs() < 1e-12);
    }
}
