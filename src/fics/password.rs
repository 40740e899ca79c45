//! The password: where it comes from. It goes nowhere but to the server.
//!
//! It has no text form, and [`outward`](super::outward()) hides it in whatever others say.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::fics::config::AccountConfig;
use crate::fics::outward::keep_secret;

/// Longer than any server takes.
const LONGEST_BYTES: usize = 128;

/// A secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(hidden)")
    }
}

/// Why there is no password.
#[derive(Debug, Error)]
pub enum PasswordError {
    /// The variable is not set or has no text.
    #[error("the environment variable {0} that `password_env` names has no password; expected one")]
    NoVariable(String),
    /// The file cannot be read.
    #[error("cannot read the password file {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Others may read the file.
    #[error(
        "the password file {} may be read by others (mode {mode:03o}); expected mode 600, as `chmod 600` gives it",
        path.display()
    )]
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// What is there cannot be a password; it is not shown.
    #[error(
        "the password in {0} cannot be sent; expected 1 to 128 printable ASCII characters on one line"
    )]
    Unusable(String),
}

impl Password {
    /// The account's password; `None` for guests, who have none.
    ///
    /// # Errors
    /// When it is not where the account says, or not safe there.
    pub fn of(account: &AccountConfig) -> Result<Option<Password>, PasswordError> {
        if let Some(variable) = &account.password_env {
            let text = std::env::var(variable).unwrap_or_default();
            if text.is_empty() {
                return Err(PasswordError::NoVariable(variable.clone()));
            }
            return Password::checked(&text, variable).map(Some);
        }
        match &account.password_file {
            Some(path) => Password::from_file(path).map(Some),
            None => Ok(None),
        }
    }

    fn from_file(path: &Path) -> Result<Password, PasswordError> {
        let unreadable = |source| PasswordError::Unreadable {
            path: path.to_owned(),
            source,
        };
        if let Some(mode) = exposure(path).map_err(unreadable)? {
            return Err(PasswordError::Exposed {
                path: path.to_owned(),
                mode,
            });
        }
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        let line = text.lines().next().unwrap_or_default();
        Password::checked(line, &path.display().to_string())
    }

    fn checked(text: &str, place: &str) -> Result<Password, PasswordError> {
        let is_sendable = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        match is_sendable && (1..=LONGEST_BYTES).contains(&text.len()) {
            true => {
                keep_secret(text);
                Ok(Password(text.to_owned()))
            }
            false => Err(PasswordError::Unusable(place.to_owned())),
        }
    }

    /// The secret, for the connection's writer alone.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

/// The file's mode when others than its owner may read it.
#[cfg(unix)]
fn exposure(path: &Path) -> std::io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode() & 0o777;
    Ok(Some(mode).filter(|mode| mode & 0o077 != 0))
}

/// Elsewhere a new file in a user's folder is the user's own, and there are no modes to ask.
#[cfg(not(unix))]
fn exposure(path: &Path) -> std::io::Result<Option<u32>> {
    std::fs::metadata(path).map(|_| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(file: PathBuf) -> AccountConfig {
        AccountConfig {
            password_file: Some(file),
            ..AccountConfig::default()
        }
    }

    #[cfg(unix)]
    fn file(mode: u32, text: &str) -> (tempfile::TempDir, PathBuf) {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("secret");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        (directory, path)
    }

    #[test]
    fn a_private_file_gives_its_first_line() {
        let (_directory, path) = file(0o600, "sesame\nmore\n");
        let password = Password::of(&account(path)).unwrap().unwrap();
        assert_eq!(password.reveal(), "sesame");
        assert_eq!(format!("{password:?}"), "Password(hidden)");
    }

    #[cfg(unix)]
    #[test]
    fn what_others_may_read_is_refused() {
        for mode in [0o644, 0o640, 0o604] {
            let (_directory, path) = file(mode, "sesame\n");
            let error = Password::of(&account(path)).unwrap_err().to_string();
            assert!(error.contains(&format!("{mode:03o}")), "{error}");
            assert!(!error.contains("sesame"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_unusable_password_is_not_shown() {
        for text in ["", "\n", "s\u{e9}same", &"x".repeat(200)] {
            let (_directory, path) = file(0o600, text);
            let error = Password::of(&account(path)).unwrap_err().to_string();
            assert!(error.contains("cannot be sent"), "{error}");
            assert!(!error.contains("same") && !error.contains("xxx"), "{error}");
        }
    }

    #[test]
    fn guests_need_none_and_a_missing_variable_is_named() {
        assert_eq!(Password::of(&AccountConfig::default()).unwrap(), None);
        let account = AccountConfig {
            password_env: Some("MASQUE_TEST_VARIABLE_THAT_IS_NOT_SET".to_owned()),
            ..AccountConfig::default()
        };
        let error = Password::of(&account).unwrap_err().to_string();
        assert!(error.contains("NOT_SET"), "{error}");
    }
}
