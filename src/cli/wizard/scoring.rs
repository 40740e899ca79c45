//! The scores of the typical positions, found on a thread of its own while the first question is read.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use masque::lab::style::ranking::{TypicalPosition, score_positions};
use masque::lab::style::typical_positions::typical_positions;

use crate::cli::progress::progress_bar;

/// How long to wait for a position before looking for an interrupt.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// The positions as they arrive.
pub struct Scoring {
    inbox: Receiver<TypicalPosition>,
    scored: Vec<TypicalPosition>,
    is_complete: bool,
}

impl Scoring {
    /// Begins the searches, with so many nodes for each position.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn start(nodes: u64) -> io::Result<Scoring> {
        let (sender, inbox) = channel();
        thread::Builder::new()
            .name("scoring".to_owned())
            .spawn(move || {
                for position in score_positions(nodes) {
                    if sender.send(position).is_err() {
                        return;
                    }
                }
            })?;
        Ok(Scoring {
            inbox,
            scored: Vec::new(),
            is_complete: false,
        })
    }

    /// The positions that have arrived.
    pub fn scored(&self) -> &[TypicalPosition] {
        &self.scored
    }

    /// Waits until all have arrived, or somebody interrupts.
    pub fn wait(&mut self, is_interrupted: impl Fn() -> bool) -> Result<()> {
        if self.is_complete {
            return Ok(());
        }
        let bar = progress_bar("positions looked at", typical_positions().count() as u64)?;
        while !self.is_complete && !is_interrupted() {
            match self.inbox.recv_timeout(LONGEST_WAIT) {
                Ok(position) => self.scored.push(position),
                Err(RecvTimeoutError::Disconnected) => self.is_complete = true,
                Err(RecvTimeoutError::Timeout) => {}
            }
            bar.set_position(self.scored.len() as u64);
        }
        bar.finish_and_clear();
        Ok(())
    }
}
