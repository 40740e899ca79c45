//! Strength: which move a person of a given rating would make.
//!
//! A person looks at a position with two eyes: what a short calculation says of each move, and what
//! kind of a move it is. [`root_scores`] does the calculation, limited by nodes so that neither clock
//! nor machine changes it; [`features`] has the kinds, a row each; and [`ChoiceWeights`] makes
//! probabilities of them, a conditional logit whose weights are quadratics of the rating, fitted to
//! the moves of people. [`LevelPlayer`] chooses by them, with noise that depends on game, position and
//! move alone. Nothing below the root of a search changes.

mod candidate;
mod care;
mod choice;
mod choice_weights;
mod error_kinds;
mod features;
mod follow;
mod last_move;
mod level;
mod mates;
pub mod network;
mod noise;
mod predictor;
mod root_scores;
mod same_strength;
mod score_measures;
mod seen_move;
mod static_measures;
mod technique;
mod thinking_time;
mod undoing;

pub use candidate::Candidate;
pub use choice::{LevelChoice, LevelPlayer, LevelQuestion};
pub use choice_weights::{ChoiceWeights, ChoiceWeightsError, RATING_TERMS, rating_terms};
pub use features::{FEATURES, MoveFeature, feature_values};
pub use last_move::{LastMove, LastMoveError};
pub use level::{ErrorRates, Level};
pub use predictor::MovePredictor;
pub use root_scores::{DEPTHS_PLIES, RootScores, SCORED_BY, ScoreQuestion, ScoreSearcher};
pub use thinking_time::{thinking_time, thinking_time_from_book};
