//! Why something failed.

use std::fmt;

/// A SQLSTATE: five letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SqlState(pub [u8; 5]);

impl SqlState {
    /// That of such a text; `None` if it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 5] = text.as_bytes().try_into().ok()?;
        let is_one = bytes
            .iter()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
        is_one.then_some(Self(bytes))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("XX000")
    }

    /// Its class: the first two characters.
    #[must_use]
    pub fn class(&self) -> &str {
        self.as_str().get(..2).unwrap_or("XX")
    }
}

impl fmt::Debug for SqlState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for SqlState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What the server said; `None` where it said nothing: the library is missing, or the connection is.
    pub state: Option<SqlState>,
    /// In one sentence, the server's or the library's.
    pub message: String,
    /// More of it; may be empty.
    pub detail: String,
    /// What it advises; may be empty.
    pub hint: String,
    /// The constraint that does not hold; may be empty.
    pub constraint: String,
    /// The connection is gone, or never was: what was under way may have happened or not.
    pub lost: bool,
    /// Nothing was tried, because an earlier statement of the pipeline failed.
    pub skipped: bool,
}

impl Error {
    /// An error that does not come from a server.
    #[must_use]
    pub fn here(message: impl Into<String>, lost: bool) -> Self {
        Self {
            state: None,
            message: message.into(),
            detail: String::new(),
            hint: String::new(),
            constraint: String::new(),
            lost,
            skipped: false,
        }
    }

    /// A statement that was not tried.
    pub(crate) fn skipped() -> Self {
        Self {
            skipped: true,
            ..Self::here("an earlier statement of the pipeline failed", false)
        }
    }

    /// Whether the server said this.
    #[must_use]
    pub fn is(&self, state: &str) -> bool {
        self.state.is_some_and(|found| found.as_str() == state)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(state) = self.state {
            write!(f, " (SQLSTATE {state})")?;
        }
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
