//! `rcrmqobj`.

use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_mqi::local::LocalOrder;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    super::run(arguments, "rcrmqobj", true, LocalOrder::Rebuild)
}
