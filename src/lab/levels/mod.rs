//! Levels: from the games of people to the parameters with which `strength` predicts their moves.

pub mod choices;
pub mod conditional_logit;
pub mod human_games;
pub mod human_positions;
pub mod lbfgs;
pub mod network_training;
pub mod prediction_report;
pub mod score_file;
pub mod slips;
pub mod table_file;
