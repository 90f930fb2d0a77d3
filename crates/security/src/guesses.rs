//! Wrong passwords, counted by where they come from.
//!
//! Whoever guesses is slowed down by `FAILDLAY` only while it waits for answers. So wrong
//! passwords are counted by place: an address, or a local user. A place from which
//! [`Guesses::count_max`] came within [`Guesses::interval`] is shut for as long again: passwords
//! from there are refused without a look, right ones too. There is no clock in here: callers say
//! what time it is, in any count that only grows.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

/// Most places that are counted. Beyond it the one that was quiet for longest is forgotten.
const PLACES_MAX: usize = 10_000;

/// Where a password came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// An address; of IPv6 the network, for one host has as many addresses as it likes.
    Address(IpAddr),
    /// A user of this machine, by its number.
    User(u32),
}

impl Place {
    /// The place of a client.
    #[must_use]
    pub fn of_address(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !0_u128 << 64;
                Self::Address(IpAddr::V6(network.into()))
            }
            address @ IpAddr::V4(_) => Self::Address(address),
        }
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Guesses {
    /// Wrong passwords that shut a place; 0 shuts none.
    count_max: u32,
    /// Within which time they count, and for how long a place is shut.
    interval: Duration,
    places: BTreeMap<Place, Counted>,
}

#[derive(Clone, Copy, Debug)]
struct Counted {
    wrong: u32,
    /// When the first of them came, or the one that shut the place.
    since: Duration,
}

impl Guesses {
    /// Nothing is counted yet.
    #[must_use]
    pub fn new(count_max: u32, interval: Duration) -> Self {
        Self {
            count_max,
            interval,
            places: BTreeMap::new(),
        }
    }

    /// Wrong passwords that shut a place; 0 for none.
    #[must_use]
    pub fn count_max(&self) -> u32 {
        self.count_max
    }

    /// Within which time they count, and for how long a place is shut.
    #[must_use]
    pub fn interval(&self) -> Duration {
        self.interval
    }

    /// True if passwords from there are refused without a look.
    #[must_use]
    pub fn is_shut(&self, place: Place, now: Duration) -> bool {
        let shut = |counted: &Counted| {
            counted.wrong >= self.count_max && now < counted.since + self.interval
        };
        self.count_max > 0 && self.places.get(&place).is_some_and(shut)
    }

    /// Counts a wrong password. True if it is the one that shuts the place.
    pub fn count(&mut self, place: Place, now: Duration) -> bool {
        if self.count_max == 0 {
            return false;
        }
        if !self.places.contains_key(&place) && self.places.len() >= PLACES_MAX {
            self.forget_some(now);
        }
        let counted = self.places.entry(place).or_insert(Counted {
            wrong: 0,
            since: now,
        });
        if now >= counted.since + self.interval {
            *counted = Counted {
                wrong: 0,
                since: now,
            };
        }
        counted.wrong = counted.wrong.saturating_add(1);
        let shuts = counted.wrong == self.count_max;
        if shuts {
            counted.since = now;
        }
        shuts
    }

    /// Makes room for one.
    fn forget_some(&mut self, now: Duration) {
        let interval = self.interval;
        self.places
            .retain(|_, counted| now < counted.since + interval);
        if self.places.len() >= PLACES_MAX {
            let quietest = self.places.iter().min_by_key(|(_, counted)| counted.since);
            if let Some(place) = quietest.map(|(place, _)| *place) {
                self.places.remove(&place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn place(text: &str) -> Place {
        Place::of_address(text.parse().expect("an address"))
    }

    #[test]
    fn a_place_is_shut_after_so_many_wrong_passwords_and_opens_again() {
        let mut guesses = Guesses::new(3, 60 * SECOND);
        let (here, there) = (place("192.0.2.1"), place("192.0.2.2"));
        assert!(!guesses.count(here, SECOND));
        assert!(!guesses.count(here, 2 * SECOND));
        assert!(!guesses.is_shut(here, 3 * SECOND));
        assert!(guesses.count(here, 3 * SECOND), "told once");
        assert!(!guesses.count(here, 4 * SECOND));
        assert!(guesses.is_shut(here, 62 * SECOND));
        assert!(!guesses.is_shut(there, 4 * SECOND));
        assert!(!guesses.is_shut(here, 63 * SECOND));
        assert!(!guesses.count(here, 64 * SECOND));
        assert!(!guesses.is_shut(here, 64 * SECOND));
    }

    #[test]
    fn wrong_passwords_now_and_then_shut_nobody_out() {
        let mut guesses = Guesses::new(3, 60 * SECOND);
        for minute in 0..100 {
            assert!(!guesses.count(Place::User(1000), 61 * minute * SECOND));
            assert!(!guesses.count(Place::User(1000), (61 * minute + 1) * SECOND));
        }
        let mut off = Guesses::new(0, 60 * SECOND);
        for _ in 0..100 {
            assert!(!off.count(Place::User(1000), SECOND));
        }
        assert!(!off.is_shut(Place::User(1000), SECOND));
    }

    #[test]
    fn one_network_is_one_place_and_an_address_has_one_form() {
        assert_eq!(place("2001:db8::1"), place("2001:db8::ffff:1"));
        assert_ne!(place("2001:db8::1"), place("2001:db8:0:1::1"));
        assert_eq!(place("::ffff:192.0.2.1"), place("192.0.2.1"));
    }

    #[test]
    fn the_number_of_places_is_bounded() {
        let mut guesses = Guesses::new(1, 60 * SECOND);
        for user in 0..PLACES_MAX as u32 + 100 {
            assert!(guesses.count(
                Place::User(user),
                SECOND + Duration::from_micros(u64::from(user))
            ));
        }
        assert_eq!(guesses.places.len(), PLACES_MAX);
        assert!(
            !guesses.is_shut(Place::User(0), 2 * SECOND),
            "the quietest was forgotten"
        );
        assert!(guesses.is_shut(Place::User(PLACES_MAX as u32), 2 * SECOND));
    }
}
