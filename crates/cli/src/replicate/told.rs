//! What a program of replication says when it cannot go on.

use crate::failure::{Failure, exit};
use crate::output;
use ferromq_replicate::trouble::Trouble;

/// Exit code of a program that needs somebody.
const LASTING: u8 = 1;

/// Prints a trouble that passes: once for each thing that is wrong, not each time it is tried. `told` is what was printed last.
pub(super) fn tell_once(trouble: Trouble, told: &mut String) {
    if trouble.line != *told {
        output::line(&trouble.line);
        *told = trouble.line;
    }
}

/// A trouble that lasts until somebody mends it.
pub(super) fn lasting(trouble: &Trouble) -> Failure {
    let notice = trouble.notice;
    let text = format!(
        "{}\n{}\n{}\n",
        trouble.line, notice.explanation, notice.action
    );
    Failure::text(text, LASTING)
}

/// What was given makes no sense.
pub(super) fn refuse(command: &str, problem: &str) -> Failure {
    Failure::arguments(command, &problem, exit::ARGUMENTS)
}
