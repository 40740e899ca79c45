//! Progress bars: what is counted, how far it has come and how long it will take.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` things, `unit` being their word in the plural.
pub fn progress_bar(unit: &str, length: u64) -> Result<ProgressBar> {
    let template = format!(
        "{{human_pos}}/{{human_len}} {unit} [{{bar:30}}] {{per_sec}}, {{eta}} left {{msg}}"
    );
    Ok(ProgressBar::new(length)
        .with_style(ProgressStyle::with_template(&template)?.progress_chars("=> ")))
}
