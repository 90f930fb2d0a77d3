//! Listeners that belong to a program: `runmqlsr` asks for one and says again and again that it
//! is still there. One that falls silent, because it was killed, loses its listener.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use std::collections::BTreeMap;

/// Silence after which a program is taken to be gone.
pub(crate) const SILENCE_NS: u64 = 10_000_000_000;

/// Which listeners belong to programs, and when each program was last heard.
#[derive(Debug, Default)]
pub(crate) struct Leases(Mutex<BTreeMap<String, u64>, lock_order::Leases>);

impl Leases {
    /// The program of a listener was heard.
    pub(crate) fn heard(&self, listener: &str, now_ns: u64) {
        let mut leases = self.0.lock();
        leases.insert(listener.to_owned(), now_ns);
    }

    /// A listener belongs to nobody any more.
    pub(crate) fn forget(&self, listener: &str) {
        let mut leases = self.0.lock();
        leases.remove(listener);
    }

    /// Listeners whose programs have been silent for too long. They are forgotten.
    pub(crate) fn take_silent(&self, now_ns: u64) -> Vec<String> {
        let mut leases = self.0.lock();
        let silent = |heard_ns: u64| now_ns.saturating_sub(heard_ns) >= SILENCE_NS;
        let gone = leases.iter().filter(|(_, heard_ns)| silent(**heard_ns));
        let gone: Vec<String> = gone.map(|(name, _)| name.clone()).collect();
        leases.retain(|_, heard_ns| !silent(*heard_ns));
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::{Leases, SILENCE_NS};

    #[test]
    fn a_listener_is_lost_once_its_program_is_silent() {
        let leases = Leases::default();
        leases.heard("A", 5);
        leases.heard("B", 5);
        leases.heard("A", 7);
        assert_eq!(leases.take_silent(5 + SILENCE_NS - 1), [""; 0]);
        assert_eq!(leases.take_silent(5 + SILENCE_NS), ["B"]);
        leases.forget("A");
        assert_eq!(leases.take_silent(u64::MAX), [""; 0]);
    }
}
