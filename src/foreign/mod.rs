//! Engines of other people, with whom we speak as a GUI does: by xboard's protocol or by the Universal
//! Chess Interface, over pipes.
//!
//! An [`EngineDescription`] says how an engine is started, [`start`] starts it for one game, and a
//! [`ForeignEngine`] answers positions until it is dropped.

mod description;
mod engine;
mod failure;
mod features;
mod process;
mod uci;
mod xboard;

use std::time::Duration;

pub use description::{EngineDescription, EngineDescriptionError, EngineProtocol};
pub use engine::{ClockTimes, EngineAnswer, EngineLimit, ForeignEngine};
pub use failure::EngineFailure;
use uci::UciEngine;
use xboard::XboardEngine;

/// Starts an engine for one game; it has to be ready within `ready_within`.
///
/// # Errors
/// [`EngineFailure`].
pub fn start(
    description: &EngineDescription,
    limit: EngineLimit,
    ready_within: Duration,
) -> Result<Box<dyn ForeignEngine>, EngineFailure> {
    Ok(match description.protocol {
        EngineProtocol::Xboard => Box::new(XboardEngine::start(description, limit, ready_within)?),
        EngineProtocol::Uci => Box::new(UciEngine::start(description, limit, ready_within)?),
    })
}
