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

    /// Something was found: patience is full again.
    pub fn renew(&mut self) {
        self.looks = 0;
    }
}

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
}
