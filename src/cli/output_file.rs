//! Files that a command writes: whole or not at all, and an error names the file.

use std::path::Path;

use anyhow::Context;
use masque::files;

/// Writes a file, and makes the directory for it where there is none.
pub fn write_output(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::write_whole(path, bytes).with_context(|| format!("cannot write '{}'", path.display()))
}
