//! Files of a user: atomic replacement, and reading with a limit.
//!
//! A file is replaced by writing a new one beside it and renaming that, so that whoever reads it
//! gets the old content or the new one, never a part.

mod unpacked;

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

pub use unpacked::{open_unpacked, read_unpacked};

/// The permissions that a new file asks for, before the user's mask takes some away.
const SHARED_MODE: u32 = 0o666;
/// The permissions of a file that nobody but its owner may read.
const PRIVATE_MODE: u32 = 0o600;

/// Why a file was not read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The path leads to a directory.
    #[error("it is a directory")]
    Directory,
    /// The path leads to a pipe, a device or the like, which could keep the reader waiting.
    #[error("it is not an ordinary file")]
    NotOrdinary,
    /// The file has more bytes than were allowed.
    #[error("it is longer than {}", size(*.limit_bytes))]
    TooLong {
        /// The most bytes that were allowed.
        limit_bytes: u64,
    },
    /// The file unpacks to more bytes than were allowed.
    #[error("unpacked, it is longer than {}", size(*.limit_bytes))]
    UnpacksTooLong {
        /// The most bytes that were allowed.
        limit_bytes: u64,
    },
    /// It is packed, and damaged or packed in another way.
    #[error(
        "it cannot be unpacked, expected gzip or a ZIP archive of stored or deflated files: {0}"
    )]
    Packed(#[source] io::Error),
    /// The system refused.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// The bytes of a file of any kind, if there are at most `limit_bytes`.
///
/// # Errors
/// [`ReadError::TooLong`] and [`ReadError::System`].
pub fn read_bounded(path: &Path, limit_bytes: u64) -> Result<Vec<u8>, ReadError> {
    read_at_most(File::open(path)?, limit_bytes)
}

fn read_at_most(input: impl Read, limit_bytes: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let mut start = input.take(limit_bytes.saturating_add(1));
    match start.read_to_end(&mut bytes)? as u64 > limit_bytes {
        true => Err(ReadError::TooLong { limit_bytes }),
        false => Ok(bytes),
    }
}

/// The bytes of an ordinary file, if there are at most `limit_bytes`; never waits for a pipe.
///
/// # Errors
/// All of [`ReadError`].
pub fn read_ordinary(path: &Path, limit_bytes: u64) -> Result<Vec<u8>, ReadError> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(ReadError::Directory);
    }
    if !kind.is_file() {
        return Err(ReadError::NotOrdinary);
    }
    read_bounded(path, limit_bytes)
}

/// A file in the user's directory for what programs remember: `$XDG_STATE_HOME/masque`
/// (`~/.local/state/masque`) on Linux and macOS, `%APPDATA%\masque` on Windows. `None` where there is no
/// home directory.
pub fn remembered(name: &str) -> Option<PathBuf> {
    let user = etcetera::choose_base_strategy().ok()?;
    let directory = user.state_dir().unwrap_or_else(|| user.data_dir());
    Some(directory.join("masque").join(name))
}

/// Makes the directory that a new file is to stand in.
///
/// # Errors
/// What the system says.
pub fn make_room_for(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Opens a file for reading and appending, or makes it, for this process alone; `None` when another one
/// has it.
///
/// # Errors
/// What the system says.
pub fn open_for_appending(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Replaces a file as a whole, or makes it. It keeps the permissions that it has; a new file gets
/// the usual ones. Where the path is a link, the file that it leads to is replaced.
///
/// # Errors
/// What the system says; the file is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let new = write_beside(&target, SHARED_MODE, bytes)?;
    if let Ok(old) = fs::metadata(&target) {
        new.as_file().set_permissions(old.permissions())?;
    }
    rename(new, &target)
}

/// Replaces a file as [`replace`] does, and makes the directory for it where there is none.
///
/// # Errors
/// As [`replace`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_room_for(path)?;
    replace(path, bytes)
}

/// Replaces a file as [`replace`] does, and leaves only its owner the right to read and write it.
///
/// # Errors
/// As [`replace`].
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    rename(write_beside(&target, PRIVATE_MODE, bytes)?, &target)
}

/// Replaces a file as [`replace_private`] does, but follows no link: where the path is one, the link
/// itself is replaced and what it leads to is left alone.
///
/// # Errors
/// As [`replace`].
pub fn replace_private_entry(path: &Path, bytes: &[u8]) -> io::Result<()> {
    rename(write_beside(path, PRIVATE_MODE, bytes)?, path)
}

/// A new file in the directory of another; it is removed when it is dropped.
fn write_beside(target: &Path, mode: u32, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = Builder::new();
    builder.prefix(".masque-").suffix(".new");
    if let Some(permissions) = permissions(mode) {
        builder.permissions(permissions);
    }
    let mut new = builder.tempfile_in(directory)?;
    new.write_all(bytes)?;
    Ok(new)
}

/// Permissions as Unix numbers them; other systems let a file inherit those of its directory.
#[cfg(unix)]
fn permissions(mode: u32) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn permissions(_mode: u32) -> Option<Permissions> {
    None
}

fn rename(new: NamedTempFile, target: &Path) -> io::Result<()> {
    new.persist(target)?;
    Ok(())
}

/// A number of bytes in the largest unit of which it is a whole number.
fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let whole = |(unit, _): &&(u64, &str)| bytes > 0 && bytes.is_multiple_of(*unit);
    match UNITS.iter().find(whole) {
        Some((unit, name)) => format!("{} {name}", bytes / unit),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_is_left_behind() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("status");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(directory.path()), ["status"]);
    }

    #[test]
    fn directories_are_made_for_a_file_that_is_written_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("one").join("two").join("status");
        for text in ["one", "two"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_failure_leaves_the_directory_as_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("taken");
        fs::create_dir(&path).unwrap();
        assert!(replace(&path, b"text").is_err());
        assert!(replace(&directory.path().join("no").join("file"), b"text").is_err());
        assert_eq!(names(directory.path()), ["taken"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;

        let ordinary = directory.path().join("ordinary");
        fs::write(&ordinary, "").unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(mode(&path), mode(&ordinary), "as any new file");

        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let link = directory.path().join("link");
        symlink(&path, &link).unwrap();
        replace(&link, b"through the link").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"through the link");
        assert_eq!(mode(&path), 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());

        replace_private(&path, b"secret").unwrap();
        assert_eq!(mode(&path), PRIVATE_MODE);
    }

    #[test]
    fn no_more_than_the_limit_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, vec![b'x'; 2048]).unwrap();
        assert_eq!(read_bounded(&path, 2048).unwrap().len(), 2048);
        let refused = |limit| read_bounded(&path, limit).unwrap_err().to_string();
        assert_eq!(refused(2047), "it is longer than 2047 bytes");
        assert_eq!(refused(1024), "it is longer than 1 KiB");
        assert_eq!(refused(0), "it is longer than 0 bytes");
        let directory = read_ordinary(directory.path(), 1).unwrap_err();
        assert_eq!(directory.to_string(), "it is a directory");
        #[cfg(unix)]
        {
            let device = read_ordinary(Path::new("/dev/zero"), 1).unwrap_err();
            assert_eq!(device.to_string(), "it is not an ordinary file");
            let endless = read_bounded(Path::new("/dev/zero"), 1).unwrap_err();
            assert!(matches!(endless, ReadError::TooLong { limit_bytes: 1 }));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_itself_can_be_replaced() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (precious, link) = (
            directory.path().join("precious"),
            directory.path().join("link"),
        );
        fs::write(&precious, "a whole life").unwrap();
        symlink(&precious, &link).unwrap();
        replace_private_entry(&link, b"status").unwrap();
        assert_eq!(fs::read_to_string(&precious).unwrap(), "a whole life");
        assert_eq!(fs::read_to_string(&link).unwrap(), "status");
        assert_eq!(
            fs::metadata(&link).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
}
