//! Whether a password is a user's, by the word of the system's PAM modules.
//!
//! The library, `libpam.so.0`, is loaded when it is first needed, so that a program runs where it
//! is missing: [`Pam::load`] says so then. Nothing else of the system is changed or kept: each
//! [`Pam::check`] is a conversation of its own (`pam_start`, `pam_authenticate`, `pam_acct_mgmt`,
//! `pam_end`), in which the modules get the user and the password and nothing more.
//!
//! A check may take long: modules ask networks. It blocks the calling thread, without the delay
//! that modules ask for after a failure; delays are the caller's.
//!
//! A process that is not root can check only its own user's password with `pam_unix`, for it may
//! not read those of others.
//!
//! Sources: the Linux-PAM Application Developers' Guide, `pam(3)`, `pam_start(3)`, `pam_conv(3)`,
//! `pam_fail_delay(3)`.

mod conversation;
mod library;

pub use library::Pam;

use std::fmt;
use std::path::PathBuf;

/// What is to be checked, and by which modules.
#[derive(Clone, Debug)]
pub struct Service {
    /// Name of the service: the file with its rules, as in `/etc/pam.d/ibmmq`.
    pub name: String,
    /// Directory of the rules if it is not the system's.
    pub directory: Option<PathBuf>,
}

/// Why libpam is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLoaded(pub(crate) String);

impl fmt::Display for NotLoaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "libpam cannot be loaded: {}", self.0)
    }
}

impl std::error::Error for NotLoaded {}

/// Why a password was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// User and password do not go together, or there is no such user (`PAM_AUTH_ERR`,
    /// `PAM_USER_UNKNOWN`, `PAM_MAXTRIES`).
    Wrong,
    /// The password is right and the account may not be used now: expired, locked, or kept out by
    /// a rule.
    Account(Answer),
    /// It could not be checked: a module is missing, or does not get at what it needs.
    NotChecked(Answer),
    /// User or password cannot be given to PAM: there is a zero byte in them.
    Unusable,
}

/// What PAM answered to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The function.
    pub call: &'static str,
    /// Its return value, `PAM_*`.
    pub code: i32,
    /// PAM's own words for it.
    pub text: String,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered {} ({})", self.call, self.code, self.text)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong => f.write_str("user and password do not go together"),
            Self::Account(answer) => write!(f, "the account may not be used: {answer}"),
            Self::NotChecked(answer) => write!(f, "it could not be checked: {answer}"),
            Self::Unusable => f.write_str("there is a zero byte in user or password"),
        }
    }
}

impl std::error::Error for Refusal {}
