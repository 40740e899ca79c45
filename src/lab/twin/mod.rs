//! Twins: personalities fitted to the games of somebody.
//!
//! What a player likes is fitted: a conditional logit over the moves that could have been made, whose
//! weights are those of everybody and what the player adds to them ([`newton`], [`ridge_choice`],
//! [`taste_fit`]). Which weights make a twin's games like the player's is told by what wishes do to whole
//! games ([`everybodys_games`], [`wish_effects`], [`tailoring`]). What a player does without choosing is counted: opening lines, pace, when games are
//! given up or agreed drawn ([`habits`]). How strong the player is, is told by likelihood ([`level`]).

pub mod amplitude;
pub mod choice_data;
pub mod correction;
pub mod differing;
pub mod everybody;
pub mod everybodys_games;
pub mod habits;
pub mod level;
#[cfg(test)]
mod made_up;
pub mod nearest;
pub mod newton;
pub mod player_games;
pub mod preference;
pub mod rehearsal;
pub mod report_page;
pub mod ridge_choice;
pub mod scored_choice;
pub mod tailoring;
pub mod taste_fit;
pub mod twin_file;
pub mod who_played;
pub mod wish_effects;
