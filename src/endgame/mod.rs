//! Endgames: Syzygy tablebases, the elementary mates (KQK, KRK, KBBK, KBNK), and the scale factors
//! of drawish material; from results to the root moves that keep them and their prospects for a
//! swindle.

mod elementary;
mod prospects;
mod root_moves;
mod scaling;
mod syzygy;
mod win_draw_loss;

pub use elementary::{
    elementary_mate_plies, elementary_value_cp, solve_ahead, solve_all, solve_at_leisure,
};
pub use prospects::{MoveProspects, Prospects};
pub use root_moves::{ProvenMove, ProvenMoves, as_proven};
pub use scaling::{FULL_SCALE, scale_factors};
pub use syzygy::{Tablebase, TablebaseError};
pub use win_draw_loss::WinDrawLoss;
