//! Passwords: of a user (`MQCSP`), and of a file of keys.

use std::fmt;
use std::ops::Deref;
use zeroize::{Zeroize, Zeroizing};

/// A user and the password that proves it: `MQCSP`. Never printed, and wiped when it is dropped.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Password {
    /// User.
    pub user_id: String,
    /// Password.
    pub password: Vec<u8>,
}

impl Password {
    /// Longest user id of `MQCSP` (`MQ_CLIENT_USER_ID_LENGTH`).
    pub const USER_BYTES_MAX: usize = 1024;
    /// Longest password of `MQCSP` (`MQ_CSP_PASSWORD_LENGTH`).
    pub const PASSWORD_BYTES_MAX: usize = 256;

    /// True if neither is longer than a connect call may bring: one that is answers
    /// `MQRC_NOT_AUTHORIZED`.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.user_id.len() <= Self::USER_BYTES_MAX
            && self.password.len() <= Self::PASSWORD_BYTES_MAX
    }
}

impl Drop for Password {
    fn drop(&mut self) {
        self.password.zeroize();
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Password")
            .field("user_id", &self.user_id)
            .finish_non_exhaustive()
    }
}

/// The password of a key repository (`KEYRPWD`, `MQSCO`). Never printed, and wiped when it is dropped.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct KeyPassword(Zeroizing<String>);

impl From<String> for KeyPassword {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl Deref for KeyPassword {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for KeyPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyPassword(..)")
    }
}
