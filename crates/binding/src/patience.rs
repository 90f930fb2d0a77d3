//! How long an end keeps looking before it sleeps.

use std::hint;

/// How often to look before sleeping: first with short pauses on the processor, then giving it away.
///
/// A sleeping peer costs about 20 microseconds to wake on another core of a virtual machine; looking costs
/// nothing but time that nobody else wants. The defaults are the ones that measured best, see the README.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Looks with a processor pause between them.
    pub pauses: u32,
    /// Looks after that, giving the processor to other threads between them.
    pub yields: u32,
}

impl Patience {
    /// Sleep at once.
    pub const NONE: Patience = Patience {
        pauses: 0,
        yields: 0,
    };

    /// What an application waiting for a reply does by default.
    pub const CLIENT: Patience = Patience {
        pauses: 100,
        yields: 20,
    };

    /// What a service thread with nothing to do does by default.
    pub const SERVICE: Patience = Patience {
        pauses: 100,
        yields: 20,
    };

    /// Starts a wait.
    pub fn start(&self) -> Waiting {
        Waiting {
            patience: *self,
            looks: 0,
        }
    }
}

/// One wait in progress.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    patience: Patience,
    looks: u32,
}

impl Waiting {
    /// Passes a little time after a look that found nothing. False when patience is at its end: sleep now.
    pub fn pass(&mut self) -> bool {
        if self.looks < self.patience.pauses {
            hint::spin_loop();
        } else if self.looks - self.patience.pauses < self.patience.yields {
            rustix::thread::sched_yield();
        } else {
            return false;
        }
        self.looks += 1;
        true
    }

    /// Whether the processor has been given away since the start.
    pub(crate) fn has_given_way(&self) -> bool {
        self.looks > self.patience.pauses
    }

    pub(crate) fn outcome(&self, slept: bool) -> Outcome {
        match (slept, self.has_given_way()) {
            (true, _) => Outcome::Slept,
            (false, true) => Outcome::GaveWay,
            (false, false) => Outcome::Paused,
        }
    }

    /// Something was found: patience is full again.
    pub fn renew(&mut self) {
        self.looks = 0;
    }
}

/// Lets other threads run now and then, though there is always something to do.
///
/// An end that never has to wait keeps its processor for whole time slices, milliseconds in which the peers
/// that were scheduled onto the same processor cannot do anything. Giving way once in so many pieces of work
/// costs next to nothing when nobody else wants the processor.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    work: u32,
    work_max: u32,
}

impl Turn {
    /// Requests a service thread serves, by default, in one turn.
    pub const SERVICE_REQUESTS: u32 = 256;
    /// Replies a client takes, by default, in one turn.
    pub const CLIENT_REPLIES: u32 = 32;

    /// A turn that ends after this many pieces of work.
    pub fn new(work_max: u32) -> Turn {
        Turn { work: 0, work_max }
    }

    /// Counts work that was done, and gives way when the turn is over.
    pub fn count(&mut self, work: u32) {
        self.work = self.work.saturating_add(work);
        if self.work >= self.work_max {
            rustix::thread::sched_yield();
            self.work = 0;
        }
    }

    /// The processor was given away by other means: the turn starts anew.
    pub fn renew(&mut self) {
        self.work = 0;
    }
}

/// What a waiter learns about waits of one kind: where looking has not paid lately, it looks only briefly, and
/// tries its full patience again now and then.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Habit {
    /// Waits in a row that pauses did not end.
    without_pauses: u32,
    /// Waits in a row that neither pauses nor yields ended.
    sleeps: u32,
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Between pauses.
    Paused,
    /// After the processor had been given away.
    GaveWay,
    /// By a sleep.
    Slept,
}

impl Habit {
    /// Starts a wait with as much patience as has paid lately.
    pub(crate) fn start(&self, patience: &Patience) -> Waiting {
        let share = |in_a_row: u32| match in_a_row {
            0..WAITS_TO_LEARN => 1,
            more if more.is_multiple_of(WAITS_PER_TRIAL) => 1,
            _ => PATIENCE_DIVISOR,
        };
        Patience {
            pauses: patience.pauses / share(self.without_pauses),
            yields: patience.yields / share(self.sleeps),
        }
        .start()
    }

    /// Learns from the end of a wait.
    pub(crate) fn learn(&mut self, outcome: Outcome) {
        let more = |in_a_row: u32| in_a_row.wrapping_add(1);
        (self.without_pauses, self.sleeps) = match outcome {
            Outcome::Paused => (0, 0),
            Outcome::GaveWay => (more(self.without_pauses), 0),
            Outcome::Slept => (more(self.without_pauses), more(self.sleeps)),
        };
    }
}

/// Waits in a row after which looking is held to be in vain.
const WAITS_TO_LEARN: u32 = 4;
/// One wait of so many uses full patience all the same.
const WAITS_PER_TRIAL: u32 = 16;
/// What is left of patience in the others.
const PATIENCE_DIVISOR: u32 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_ends_after_its_pauses_and_yields() {
        let mut waiting = Patience {
            pauses: 2,
            yields: 3,
        }
        .start();
        assert_eq!((0..10).filter(|_| waiting.pass()).count(), 5);
        waiting.renew();
        assert!(waiting.pass());
        assert!(!Patience::NONE.start().pass());
    }

    #[test]
    fn a_waiter_that_always_sleeps_looks_less_but_keeps_trying() {
        let patience = Patience {
            pauses: 100,
            yields: 0,
        };
        let looks = |habit: &Habit| {
            let mut waiting = habit.start(&patience);
            (0..1000).filter(|_| waiting.pass()).count()
        };
        let mut habit = Habit::default();
        let mut seen = Vec::new();
        for _ in 0..WAITS_PER_TRIAL + 1 {
            seen.push(looks(&habit));
            habit.learn(Outcome::Slept);
        }
        assert_eq!(seen[..4], [100; 4]);
        assert_eq!(seen[4..16], [10; 12]);
        assert_eq!(seen[16], 100);
        habit.learn(Outcome::Paused);
        assert_eq!(looks(&habit), 100);
    }

    #[test]
    fn a_waiter_whose_waits_end_by_yields_pauses_less_and_yields_as_before() {
        let patience = Patience {
            pauses: 100,
            yields: 20,
        };
        let mut habit = Habit::default();
        for _ in 0..5 {
            habit.learn(Outcome::GaveWay);
        }
        let mut waiting = habit.start(&patience);
        assert_eq!((0..1000).filter(|_| waiting.pass()).count(), 30);
    }
}
