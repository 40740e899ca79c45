//! The signature of the search in the conditions of kept games: games of another search are not added to
//! them.

use anyhow::Result;
use masque::evaluation::EvaluationKind;
use masque::lab::bench::bench;
use masque::search::RepetitionPolicy;

/// A depth at which the benchmark takes no second and still notices a change of the search.
pub const SIGNATURE_DEPTH_PLIES: u32 = 9;

/// A line with the nodes of the benchmark to a depth.
pub fn engine_signature(depth_plies: u32) -> Result<String> {
    let nodes = bench(
        depth_plies,
        RepetitionPolicy::default(),
        EvaluationKind::default(),
        |_, _| (),
    )?
    .nodes;
    Ok(format!("bench: {nodes}"))
}
