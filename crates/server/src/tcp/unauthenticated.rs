//! Sockets nobody has logged on at yet: how many there may be.
//!
//! Whoever reaches the port can make them. So they have a bound in all and one for each address, and they take no
//! channel's place: `MaxActiveChannels`, `MAXINST` and `MAXINSTC` count who is logged on.

use crate::lock_order;
use crate::settings::UnauthenticatedLimits;
use ferromq_base::descriptors;
use ferromq_base::lock::{Mutex, MutexGuard};
use ferromq_security::Place;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

/// Most in all, whatever descriptors there are. Each may hold a segment of 32 KiB half received.
const IN_ALL_MAX: usize = 8192;

impl UnauthenticatedLimits {
    /// Half of the descriptors clients may have, and half of those for one address: whoever takes all it can get leaves
    /// as much to others. All clients of a machine may well come at once, when a queue manager starts that they wait for.
    pub(crate) fn of_descriptors() -> Self {
        let for_clients = descriptors::limit() - descriptors::kept();
        let in_all = usize::try_from(for_clients / 2).unwrap_or(usize::MAX);
        let in_all = in_all.clamp(2, IN_ALL_MAX);
        Self {
            in_all,
            of_address: in_all / 2,
        }
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct UnauthenticatedSockets {
    limits: UnauthenticatedLimits,
    counted: Mutex<Counted, lock_order::Unauthenticated>,
}

#[derive(Debug, Default)]
struct Counted {
    in_all: usize,
    of_place: BTreeMap<Place, usize>,
}

/// A socket that is counted, until this is dropped.
#[derive(Debug)]
pub(crate) struct UnauthenticatedSocket {
    among: Arc<UnauthenticatedSockets>,
    place: Place,
}

impl UnauthenticatedSockets {
    pub(crate) fn new(limits: UnauthenticatedLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            counted: Mutex::default(),
        })
    }

    pub(crate) const fn limits(&self) -> UnauthenticatedLimits {
        self.limits
    }

    fn counted(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock()
    }

    /// Whether there may be another one, of some address.
    pub(crate) fn have_room(&self) -> bool {
        self.counted().in_all < self.limits.in_all
    }

    /// Whether so many are there that they have to be quick.
    pub(crate) fn are_crowded(&self) -> bool {
        self.counted().in_all > self.limits.in_all / 2
    }

    /// Counts a socket. `None` when there are too many of its address.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<UnauthenticatedSocket> {
        let place = Place::of_address(address);
        let mut counted = self.counted();
        let of_place = counted.of_place.entry(place).or_default();
        // There is at least one of each that is in the table.
        if *of_place >= self.limits.of_address.max(1) {
            return None;
        }
        *of_place += 1;
        counted.in_all += 1;
        Some(UnauthenticatedSocket {
            among: Arc::clone(self),
            place,
        })
    }
}

impl Drop for UnauthenticatedSocket {
    fn drop(&mut self) {
        let mut counted = self.among.counted();
        counted.in_all -= 1;
        if let Some(of_place) = counted.of_place.get_mut(&self.place) {
            *of_place -= 1;
            if *of_place == 0 {
                counted.of_place.remove(&self.place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn one_address_has_its_bound_and_others_have_theirs() {
        let unauthenticated = UnauthenticatedSockets::new(UnauthenticatedLimits {
            in_all: 3,
            of_address: 2,
        });
        let enter = |from: &str| unauthenticated.enter(address(from));
        let (first, second) = (enter("10.0.0.1"), enter("::ffff:10.0.0.1"));
        assert!(first.is_some() && second.is_some());
        assert!(enter("10.0.0.1").is_none(), "two are there");
        assert!(unauthenticated.have_room() && unauthenticated.are_crowded());
        let third = enter("10.0.0.2");
        assert!(third.is_some() && !unauthenticated.have_room());
        drop(first);
        assert!(unauthenticated.have_room() && enter("10.0.0.1").is_some());
        drop((second, third));
        assert!(
            unauthenticated.counted().of_place.is_empty(),
            "nothing is left"
        );
        assert!(!unauthenticated.are_crowded());
    }

    #[test]
    fn a_host_with_many_addresses_is_one() {
        let unauthenticated = UnauthenticatedSockets::new(UnauthenticatedLimits {
            in_all: 9,
            of_address: 1,
        });
        let _one = unauthenticated
            .enter(address("2001:db8::1"))
            .expect("the first");
        assert!(unauthenticated.enter(address("2001:db8::2")).is_none());
        assert!(unauthenticated.enter(address("2001:db8:0:1::2")).is_some());
    }

    #[test]
    fn limits_follow_the_descriptors() {
        let limits = UnauthenticatedLimits::of_descriptors();
        let for_clients = descriptors::limit() - descriptors::kept();
        assert!(limits.in_all as u64 * 2 <= for_clients && limits.in_all <= IN_ALL_MAX);
        assert!(limits.of_address >= 1 && limits.of_address * 2 <= limits.in_all);
    }
}
