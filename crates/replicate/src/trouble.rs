//! Why a program of replication does not go on.

use ferromq_mqi::notice::Notice;
use std::fmt::{self, Display};

/// Why a program does not go on, as a numbered notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The notice.
    pub notice: &'static Notice,
    /// Its line, with values.
    pub line: String,
    /// It may be over in a while: the program tries again.
    pub is_passing: bool,
}

impl Trouble {
    /// What only somebody can mend.
    #[must_use]
    pub fn lasting(notice: &'static Notice, values: &[&dyn Display]) -> Self {
        Self {
            notice,
            line: notice.line(values),
            is_passing: false,
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
}

impl Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl std::error::Error for Trouble {}
