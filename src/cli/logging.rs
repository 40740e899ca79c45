//! The log, in a file when one is named and otherwise on stderr. Standard output belongs to the
//! protocol.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use env_logger::{Builder, Target};
use log::LevelFilter;
use masque::files;

/// Starts the log of a program that runs for months: lines begin with the date and time in UTC, and
/// stderr gets the level `info` too. Strangers can write into it, so each line goes through
/// [`masque::fics::outward`].
pub fn start_service(file: Option<&Path>) -> anyhow::Result<()> {
    let moment = || {
        let now = jiff::Timestamp::now();
        now.strftime("%Y.%m.%d %H:%M:%S%.3f").to_string()
    };
    begin(file, LevelFilter::Info, moment, masque::fics::outward)
}

/// Starts the log; lines begin with the seconds since then. Without RUST_LOG a file also gets the
/// lines of the protocol (`debug`), and stderr only errors, because some GUIs show them or mix them
/// with the protocol.
pub fn start(file: Option<&Path>) -> anyhow::Result<()> {
    let started = Instant::now();
    begin(
        file,
        LevelFilter::Error,
        move || format!("{:10.3}", started.elapsed().as_secs_f64()),
        str::to_owned,
    )
}

fn begin(
    file: Option<&Path>,
    on_stderr: LevelFilter,
    moment: impl Fn() -> String + Send + Sync + 'static,
    shown: impl Fn(&str) -> String + Send + Sync + 'static,
) -> anyhow::Result<()> {
    let mut builder = Builder::new();
    match file {
        Some(path) => {
            let log = files::make_room_for(path)
                .and_then(|()| OpenOptions::new().create(true).append(true).open(path));
            let log = log.with_context(|| format!("cannot write the log {}", path.display()))?;
            builder.filter_level(LevelFilter::Debug);
            builder.target(Target::Pipe(Box::new(log)));
        }
        None => {
            builder.filter_level(on_stderr);
        }
    }
    builder
        .parse_default_env()
        .format(move |line, record| {
            writeln!(
                line,
                "{} {:5} {}: {}",
                moment(),
                record.level(),
                record.target(),
                shown(&record.args().to_string())
            )
        })
        .try_init()
        .context("cannot start the log")
}
