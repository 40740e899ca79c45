//! A lock for each account: two copies with the same account would log each other out.
//!
//! The system releases the lock when the program ends, however it ends. Its file lies where nobody
//! else may write, is opened without following links, and is written to only if it is ours.

use std::collections::BTreeSet;
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why there is no lock.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another copy has it.
    #[error("another masque plays as {account} already (it holds {}); expected one for each account", path.display())]
    Held {
        /// The account.
        account: String,
        /// The lock's file.
        path: PathBuf,
    },
    /// The file cannot be made.
    #[error("cannot lock {}: {source}", path.display())]
    Unusable {
        /// The lock's file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// The permissions of a lock's file.
#[cfg(unix)]
const PRIVATE_FILE: u32 = 0o600;
/// Those of the directory that we make for it.
#[cfg(unix)]
const PRIVATE_DIRECTORY: u32 = 0o700;
#[cfg(unix)]
const OTHERS_MAY_WRITE: u32 = 0o022;

/// Held as long as it lives.
#[derive(Debug)]
pub struct AccountLock {
    _files: Vec<File>,
}

impl AccountLock {
    /// Locks `account` on all `ports` of `host`, each of which may be a server of its own.
    ///
    /// # Errors
    /// When another copy holds it on one of them, or there can be no lock.
    pub fn take(
        directory: &Path,
        host: &str,
        ports: impl IntoIterator<Item = u16>,
        account: &str,
    ) -> Result<AccountLock, LockError> {
        // A port that is named twice is locked once.
        let ports: BTreeSet<u16> = ports.into_iter().collect();
        let files = ports
            .into_iter()
            .map(|port| lock(directory.join(file_name(host, port, account)), account))
            .collect::<Result<_, LockError>>()?;
        Ok(AccountLock { _files: files })
    }
}

fn lock(path: PathBuf, account: &str) -> Result<File, LockError> {
    let unusable = |source| LockError::Unusable {
        path: path.clone(),
        source,
    };
    let mut file = open(&path).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(LockError::Held {
                account: account.to_owned(),
                path,
            });
        }
        Err(TryLockError::Error(source)) => return Err(unusable(source)),
    }
    // The process id is for the reader of the file.
    file.set_len(0).map_err(unusable)?;
    writeln!(file, "{}", std::process::id()).map_err(unusable)?;
    Ok(file)
}

/// Opens or makes the file, which must be an ordinary one of our own.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).read(true).write(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(PRIVATE_FILE).custom_flags(libc::O_NOFOLLOW);
    }
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let found = file.metadata()?;
        let directory = path.parent().unwrap_or(Path::new("."));
        let is_ours = found.is_file() && found.nlink() == 1 && found.uid() == own_id(directory)?;
        if !is_ours {
            return Err(refused("it is not an ordinary file of our own"));
        }
    }
    Ok(file)
}

/// Where locks are unless the configuration says otherwise: in the user's directory for running
/// programs (`XDG_RUNTIME_DIR`), or else in the state directory (`XDG_STATE_HOME`). No other user may
/// write there.
///
/// # Errors
/// When there is no such directory, or another user may write in it.
pub fn default_directory() -> io::Result<PathBuf> {
    let parent = match std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from) {
        Some(directory) if directory.is_absolute() => directory,
        _ => state_directory()?,
    };
    private_directory(&parent)
}

/// Our own directory in `parent`; it is made if it is not there.
fn private_directory(parent: &Path) -> io::Result<PathBuf> {
    let directory = parent.join("masque");
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, PRIVATE_DIRECTORY);
    builder.create(&directory)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let found = std::fs::symlink_metadata(&directory)?;
        let is_private = found.is_dir() && found.mode() & OTHERS_MAY_WRITE == 0;
        if !is_private || found.uid() != own_id(&directory)? {
            let path = directory.display();
            return Err(refused(&format!("{path} is not a directory of our own")));
        }
    }
    Ok(directory)
}

fn state_directory() -> io::Result<PathBuf> {
    use etcetera::BaseStrategy;
    let user = etcetera::choose_base_strategy().map_err(io::Error::other)?;
    Ok(user.state_dir().unwrap_or_else(|| user.data_dir()))
}

/// Our own user id, read from a file that we have just made.
#[cfg(unix)]
fn own_id(directory: &Path) -> io::Result<u32> {
    use std::os::unix::fs::MetadataExt;
    let directory = match directory.as_os_str().is_empty() {
        true => Path::new("."),
        false => directory,
    };
    Ok(tempfile::tempfile_in(directory)?.metadata()?.uid())
}

#[cfg(unix)]
fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

/// The same account has the same file however its name is written.
fn file_name(host: &str, port: u16, account: &str) -> String {
    let plain: String = format!("{host}-{port}-{account}")
        .chars()
        .map(|letter| match letter {
            'a'..='z' | '0'..='9' | '.' | '-' => letter,
            'A'..='Z' => letter.to_ascii_lowercase(),
            _ => '_',
        })
        .collect();
    format!("masque-{plain}.lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_locked_once_at_a_time() {
        let directory = tempfile::tempdir().unwrap();
        let take = |ports: &[u16], name| {
            let ports = ports.iter().copied();
            AccountLock::take(directory.path(), "freechess.org", ports, name)
        };
        let first = take(&[5000, 23, 5000], "Masque").unwrap();
        for ports in [&[5000][..], &[24, 23]] {
            let error = take(ports, "masque").unwrap_err();
            assert!(matches!(error, LockError::Held { .. }), "{error}");
        }
        assert!(take(&[5000], "Other").is_ok());
        assert!(take(&[5010], "Masque").is_ok(), "another server's port");
        drop(first);
        assert!(take(&[5000], "Masque").is_ok());
    }

    #[test]
    fn a_place_that_is_not_there_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("missing");
        let error = AccountLock::take(&missing, "::1", [5000], "Masque").unwrap_err();
        assert!(
            error.to_string().contains("masque-__1-5000-masque.lock"),
            "{error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn what_others_put_in_its_place_is_neither_followed_nor_emptied() {
        use std::os::unix::fs::{MetadataExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let take = || AccountLock::take(directory.path(), "example.org", [5000], "Masque");
        let path = directory.path().join("masque-example.org-5000-masque.lock");
        let precious = directory.path().join("precious");
        std::fs::write(&precious, "a whole life").unwrap();
        symlink(&precious, &path).unwrap();
        assert!(matches!(take(), Err(LockError::Unusable { .. })));
        std::fs::remove_file(&path).unwrap();
        std::fs::hard_link(&precious, &path).unwrap();
        let error = take().unwrap_err().to_string();
        assert!(error.contains("ordinary file of our own"), "{error}");
        assert_eq!(std::fs::read_to_string(&precious).unwrap(), "a whole life");
        std::fs::remove_file(&path).unwrap();
        let _lock = take().unwrap();
        assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn the_usual_place_is_the_users_alone() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let parent = tempfile::tempdir().unwrap();
        let directory = private_directory(parent.path()).unwrap();
        assert_eq!(directory.metadata().unwrap().mode() & 0o777, 0o700);
        let everybodys = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(&directory, everybodys).unwrap();
        assert!(private_directory(parent.path()).is_err());
        std::fs::remove_dir(&directory).unwrap();
        symlink("/tmp", &directory).unwrap();
        assert!(private_directory(parent.path()).is_err());
    }
}
