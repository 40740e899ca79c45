//! Strength: which move a person of a given rating would make.
//!
//! A person looks at a position with two eyes: what a short calculation says of each move, and what
//! kind of a move it is. [`root_scores`] does the calculation, limited by nodes so that neither clock
//! nor machine changes it; [`features`] has the kinds, a row each; and [`ChoiceWeights`] makes
//! probabilities of them, a conditional logit whose weights are quadratics of the rating, fitted to
//! the moves of people. [`LevelPlayer`] chooses by them, with noise that depends on game, position and
//! move alone. Nothing below the root of a search changes.

mod choice;
mod choice_weights;
mod features;
mod last_move;
pub mod network;
mod noise;
mod predictor;
mod root_scores;
mod score_measures;
mod seen_move;
mod static_measures;
mod technique;

pub use choice::{LevelPlayer, mate_seen};
pub use choice_weights::{ChoiceWeights, ChoiceWeightsError, RATING_TERMS, rating_terms};
pub use features::{FEATURES, MoveFeature, feature_values};
pub use last_move::{LastMove, LastMoveError};
pub use predictor::MovePredictor;
pub use root_scores::{DEPTHS_PLIES, RootScores, ScoreSearcher};

/// The ratings for which the choice was fitted, on Lichess's scale; others count as the nearest.
pub const FITTED_ELO: std::ops::RangeInclusive<i32> = 600..=2_600;
