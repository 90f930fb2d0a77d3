//! What a mode is given, and how its results leave.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::Record;
use crate::limits::Limits;
use ferromq_base::output;

/// What a mode has to work with.
pub(crate) struct Run {
    pub(crate) arguments: Arguments,
    /// Measured at the start of the run; `None` when that was refused.
    pub(crate) limits: Option<Limits>,
}

/// Prints a finished record, unless standard output is for JSON.
pub(crate) fn show(record: &Record) -> Result<(), Failure> {
    say(&record.to_lines())
}

/// Prints text. A closed pipe ends the run quietly: nobody reads any more.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    output::say(text);
    match output::is_closed() {
        true => Err(Failure::Unread),
        false => Ok(()),
    }
}
