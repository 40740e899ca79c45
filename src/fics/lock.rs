//! A lock per account, so that two copies do not throw each other off the server.
//!
//! Owns the lock's file. The system releases the lock when the program ends, however it ends. It
//! must not know what is locked besides a name.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
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
        // A port that is named twice would otherwise be in its own way.
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
    let mut file = OpenOptions::new()
        .create(true)
        .read(true)
        .write(true)
        .truncate(false)
        .open(&path)
        .map_err(unusable)?;
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
    // For people who wonder who holds it.
    file.set_len(0).map_err(unusable)?;
    writeln!(file, "{}", std::process::id()).map_err(unusable)?;
    Ok(file)
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
}
