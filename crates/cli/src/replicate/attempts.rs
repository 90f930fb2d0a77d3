//! What a program of replication says when it cannot go on, how long it rests, and that it tries again.

use crate::failure::{Failure, exit};
use ferromq_base::output;
use ferromq_base::pauses::Pauses;
use ferromq_replicate::trouble::Trouble;
use std::time::{Duration, Instant};

/// Exit code of a program that needs somebody.
const LASTING: u8 = 1;

/// What ends an attempt that has worked for so long is new. One that never came to work may have lasted longer: somebody was waited for who does not answer.
const WORKED: Duration = Duration::from_secs(5);

/// Attempts at something that fails while a trouble lasts that passes by itself.
pub(super) struct Attempts {
    pauses: Pauses,
    /// What was printed last.
    told: String,
}

impl Attempts {
    pub(super) fn new() -> Self {
        // The longest is what is lost at most when everything works again.
        let pauses = Pauses::new(Duration::from_millis(250), Duration::from_secs(5));
        let told = String::new();
        Self { pauses, told }
    }

    /// One has failed: that is printed, once for each thing that is wrong, not each time it is tried. Answers how long to rest.
    pub(super) fn failed(&mut self, trouble: Trouble) -> Duration {
        if trouble.worked >= WORKED {
            *self = Self::new();
        }
        if trouble.line != self.told {
            output::line(&trouble.line);
            self.told = trouble.line;
        }
        self.pauses.failed()
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::generated::notices::FMQ0427;

    #[test]
    fn what_fails_after_it_has_worked_is_tried_again_soon() {
        let mut attempts = Attempts::new();
        let mut pause = |worked_ms| {
            let trouble = Trouble::passing(&FMQ0427, &[&"it is away"]);
            let worked = Duration::from_millis(worked_ms);
            attempts.failed(trouble.after(worked)).as_millis()
        };
        let away = [(); 7].map(|()| pause(10));
        assert_eq!(away, [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
        // It is killed once in a while.
        let killed = [(); 3].map(|()| pause(5_000));
        assert_eq!(killed, [250, 250, 250]);
        assert_eq!(pause(10), 500);
    }
}
