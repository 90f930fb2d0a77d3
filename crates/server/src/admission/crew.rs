//! The threads that decide: how many there are, and how many of them hang.
//!
//! A thread asks the system, which may never answer, and nobody can take a thread back from there. When whoever it decides about has
//! been refused for that, it counts as stuck, and another one may take its place. So that those do not become more and more their
//! number is bounded: when all there may be are stuck nobody can be decided about, and who comes is refused at once. A thread that is
//! answered after all goes on with others, or ends if its place is taken.

/// Threads that are not stuck, at most. Some, so that slow answers of the system about a few do not stop everybody.
const AT_WORK_MAX: usize = 4;
/// Threads in all, at most.
pub(super) const THREADS_MAX: usize = 16;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Crew {
    threads: usize,
    stuck: usize,
    idle: usize,
}

impl Crew {
    /// Whether one more thread is to be started for so many who wait.
    pub(super) fn wants_more(&self, waiting: usize) -> bool {
        let room = self.threads < THREADS_MAX && self.threads - self.stuck < AT_WORK_MAX;
        room && self.idle <= waiting
    }

    pub(super) fn began(&mut self) {
        self.threads += 1;
    }

    /// False when nobody will ever be decided about, unless a thread that is stuck is answered.
    pub(super) fn works(&self) -> bool {
        self.threads > self.stuck
    }

    /// Whether all threads there may be are stuck.
    pub(super) fn is_lost(&self) -> bool {
        self.stuck >= THREADS_MAX
    }

    pub(super) fn waits(&mut self) {
        self.idle += 1;
    }

    pub(super) fn goes_on(&mut self) {
        self.idle -= 1;
    }

    /// A thread has not been answered in time.
    pub(super) fn hangs(&mut self) {
        self.stuck += 1;
    }

    /// It has been after all.
    pub(super) fn comes_back(&mut self) {
        self.stuck -= 1;
    }

    /// A thread has nothing under way: whether it ends, because others have taken its place.
    pub(super) fn lets_go(&mut self) -> bool {
        let ends = self.threads - self.stuck > AT_WORK_MAX;
        self.threads -= usize::from(ends);
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_WORK_MAX, Crew, THREADS_MAX};

    #[test]
    fn stuck_threads_are_replaced_up_to_a_number_and_end_when_too_many_come_back() {
        let mut crew = Crew::default();
        assert!(!crew.works() && !crew.is_lost());
        let mut all = 0;
        while crew.wants_more(1) {
            crew.began();
            all += 1;
            if all >= AT_WORK_MAX {
                assert!(!crew.wants_more(1));
                crew.hangs();
            }
        }
        assert_eq!(all, THREADS_MAX);
        assert!(crew.works(), "some are at work");
        for _ in 1..AT_WORK_MAX {
            crew.hangs();
        }
        assert!(crew.is_lost() && !crew.works() && !crew.wants_more(1));
        let mut ended = 0;
        for _ in 0..THREADS_MAX {
            crew.comes_back();
            assert!(!crew.is_lost() && crew.works());
            ended += usize::from(crew.lets_go());
        }
        assert_eq!(ended, THREADS_MAX - AT_WORK_MAX);
        assert!(!crew.lets_go());
    }

    #[test]
    fn a_thread_that_waits_is_used_before_another_one_begins() {
        let mut crew = Crew::default();
        crew.began();
        crew.waits();
        assert!(!crew.wants_more(0) && crew.wants_more(1));
        crew.goes_on();
        assert!(crew.wants_more(0));
    }
}
