//! The log: to a file when one is named, else to stderr.
//!
//! Owns where it goes, what goes in by default and how a line looks. Standard output is never an
//! option: it belongs to the conversation.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use env_logger::{Builder, Target};
use log::LevelFilter;

/// Starts the log. Without RUST_LOG a file gets everything that was said on the wire (`debug`),
/// stderr only what went wrong (`error`): some GUIs show or mix in what an engine writes there.
pub fn start(file: Option<&Path>) -> anyhow::Result<()> {
    let mut builder = Builder::new();
    match file {
        Some(path) => {
            let log = OpenOptions::new().create(true).append(true).open(path);
            let log = log.with_context(|| format!("cannot write the log {}", path.display()))?;
            builder.filter_level(LevelFilter::Debug);
            builder.target(Target::Pipe(Box::new(log)));
        }
        None => {
            builder.filter_level(LevelFilter::Error);
        }
    }
    let started = Instant::now();
    builder
        .parse_default_env()
        .format(move |line, record| {
            writeln!(
                line,
                "{:10.3} {:5} {}: {}",
                started.elapsed().as_secs_f64(),
                record.level(),
                record.target(),
                record.args()
            )
        })
        .try_init()
        .context("cannot start the log")
}
