//! `rcrmqobj`.

use crate::arguments::Arguments;
use crate::failure::Failure;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    super::run(arguments, "rcrmqobj", "REBUILD")
}
