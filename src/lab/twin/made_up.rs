//! Choices, players and sides of games for tests.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::choice_data::ObservedChoice;
use super::newton::Ridge;
use super::player_games::SidedGame;
use super::preference::{EVERYBODY, LARGE_LOSS, columns, feature_columns};
use super::taste_fit::{Explained, FittedTaste, TasteFit};
use crate::board::{Color, PgnGame};
use crate::personality::Feature;

/// Choices of a player with these weights between six alternatives, ten in a game.
pub(super) fn draw_choices(count: u32, weights: &[f64], seed: u64) -> Vec<ObservedChoice> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut share = || f64::from(random.next_u32()) / f64::from(u32::MAX);
    let choice = |number: u32| {
        let rows = (0..6).map(|_| {
            let values = (0..weights.len() as u16).map(|column| (column, share()));
            let seen = values.filter(|(_, value)| *value > 0.3);
            seen.map(|(column, value)| (column, 2.0 * value as f32 - 1.0))
                .collect()
        });
        let choice = ObservedChoice {
            game: number / 10,
            chosen: 0,
            rows: rows.collect(),
        };
        chosen_by(choice, weights, share())
    };
    (0..count).map(choice).collect()
}

/// The choice as somebody with these weights makes it whose lot is this, from 0 to 1.
pub(super) fn chosen_by(mut choice: ObservedChoice, weights: &[f64], lot: f64) -> ObservedChoice {
    let mut left = lot;
    for (place, probability) in choice.probabilities(weights).into_iter().enumerate() {
        choice.chosen = place;
        left -= probability;
        if left < 0.0 {
            break;
        }
    }
    choice
}

/// White's side of every game.
pub(super) fn sides_of_white(games: &[PgnGame]) -> Vec<SidedGame<'_>> {
    let sided = games.iter().map(|played| SidedGame {
        played,
        side: Color::White,
    });
    sided.collect()
}

/// A ridge of the same strength for all columns, around 0.
pub(super) fn ridge_of(columns: usize, strength: f64) -> Ridge {
    Ridge {
        centre: vec![0.0; columns],
        strength: vec![strength; columns],
    }
}

/// The column of a feature.
pub(super) fn column_of(wanted: Feature) -> usize {
    let mut found = feature_columns().filter(|(_, feature)| *feature == wanted);
    found.next().unwrap().0
}

/// Somebody with these tastes in centipawns, each known to within 5, beside an everybody who always takes
/// the best move.
pub(super) fn fit_with(cp: &[(Feature, f64)]) -> TasteFit {
    let taste = |&(feature, cp): &(Feature, f64)| FittedTaste {
        feature,
        column: column_of(feature),
        cp,
        error_cp: 5.0,
        seen: 321,
    };
    let mut weights = vec![0.0; columns()];
    (weights[EVERYBODY], weights[LARGE_LOSS]) = (1.0, 1_000.0);
    TasteFit {
        everybodys: weights.clone(),
        weights,
        ridge: 1.0,
        logits_per_cp: 10.0,
        tastes: cp.iter().map(taste).collect(),
        explained: Explained {
            chance: -3.0,
            score: -2.0,
            everybody: -1.9,
            own: -1.8,
        },
        entangled: Vec::new(),
        curvature: Vec::new(),
    }
}
