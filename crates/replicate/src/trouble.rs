//! Why a program of replication does not go on.

use ferromq_mqi::notice::Notice;
use std::fmt::{self, Display};
use std::time::Duration;

/// Why a program does not go on, as a numbered notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The notice.
    pub notice: &'static Notice,
    /// Its line, with values.
    pub line: String,
    /// It may be over in a while: the program tries again.
    pub is_passing: bool,
    /// So long before the program had done the first thing it is there for. Zero if it never came to that: whatever it fails by is what kept it from it, however late that shows.
    pub worked: Duration,
}

impl Trouble {
    /// What only somebody can mend.
    #[must_use]
    pub fn lasting(notice: &'static Notice, values: &[&dyn Display]) -> Self {
        Self {
            notice,
            line: notice.line(values),
            is_passing: false,
            worked: Duration::ZERO,
        }
    }

    /// What may be over in a while.
    #[must_use]
    pub fn passing(notice: &'static Notice, values: &[&dyn Display]) -> Self {
        Self {
            is_passing: true,
            ..Self::lasting(notice, values)
        }
    }

    /// The same, of a program that has worked for so long.
    #[must_use]
    pub fn after(self, worked: Duration) -> Self {
        Self { worked, ..self }
    }
}

impl Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl std::error::Error for Trouble {}
