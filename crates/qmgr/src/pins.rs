//! Log pins: which part of the log work in flight still needs.
//!
//! Everything that appends records pins the log before its first append and unpins it when
//! its effects are in memory (the message visible, the removal done). A checkpoint moves the
//! recovery position no further than the oldest pin, so replay from there finds every record
//! whose effect the queue files may lack.
//!
//! Pins are taken in log order under one short lock, so the oldest is always at the front:
//! pinning, unpinning and asking for the oldest cost the same however many there are.

use ferromq_log::Lsn;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// A pin. Give it back with [`Pins::unpin`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pin(u64);

#[derive(Debug, Default)]
pub(crate) struct Pins {
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// Number of the pin at the front.
    first: u64,
    pins: VecDeque<Slot>,
}

#[derive(Debug)]
struct Slot {
    lsn: Lsn,
    released: bool,
}

impl Pins {
    /// Pins the log from where its next record goes. `head` is asked under the lock.
    pub(crate) fn pin(&self, head: impl FnOnce() -> Lsn) -> Pin {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let lsn = head();
        held.pins.push_back(Slot {
            lsn,
            released: false,
        });
        Pin(held.first + held.pins.len() as u64 - 1)
    }

    /// Gives a pin back.
    pub(crate) fn unpin(&self, pin: Pin) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let index = usize::try_from(pin.0 - held.first).expect("a pin is given back once");
        held.pins[index].released = true;
        while held.pins.front().is_some_and(|slot| slot.released) {
            held.pins.pop_front();
            held.first += 1;
        }
    }

    /// The oldest position still needed, or `head` when nothing is in flight.
    pub(crate) fn oldest(&self, head: impl FnOnce() -> Lsn) -> Lsn {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.pins.front().map_or_else(head, |slot| slot.lsn)
    }

    /// The position of one pin.
    pub(crate) fn position(&self, pin: &Pin) -> Lsn {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let index = usize::try_from(pin.0 - held.first).expect("the pin is held");
        held.pins[index].lsn
    }
}

#[cfg(test)]
mod tests {
    use super::Pins;
    use ferromq_log::Lsn;

    #[test]
    fn the_oldest_pin_decides() {
        let pins = Pins::default();
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(50));
        let first = pins.pin(|| Lsn::new(10));
        let second = pins.pin(|| Lsn::new(20));
        let third = pins.pin(|| Lsn::new(30));
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(10));
        pins.unpin(second);
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(10));
        pins.unpin(first);
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(30));
        assert_eq!(pins.position(&third), Lsn::new(30));
        pins.unpin(third);
        assert_eq!(pins.oldest(|| Lsn::new(50)), Lsn::new(50));
    }
}
