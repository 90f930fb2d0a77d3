//! What a program of replication says when it cannot go on, and how long it rests before it tries again.

use crate::failure::{Failure, exit};
use ferromq_base::output;
use ferromq_base::pauses::Pauses;
use ferromq_replicate::trouble::Trouble;
use std::time::{Duration, Instant};

/// Exit code of a program that needs somebody.
const LASTING: u8 = 1;

/// Prints a trouble that passes: once for each thing that is wrong, not each time it is tried. `told` is what was printed last.
pub(super) fn tell_once(trouble: Trouble, told: &mut String) {
    if trouble.line != *told {
        output::line(&trouble.line);
        *told = trouble.line;
    }
}

/// Pauses between attempts while a trouble may pass.
pub(super) fn retries() -> Pauses {
    Pauses::new(Duration::from_millis(250), Duration::from_secs(30))
}

/// Rests for so long, or until it is to end.
pub(super) fn rest(pause: Duration, ends: &dyn Fn() -> bool) {
    let until = Instant::now() + pause;
    while Instant::now() < until && !ends() {
        std::thread::sleep(Duration::from_millis(50));
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
