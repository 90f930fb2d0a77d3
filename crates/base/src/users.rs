//! What users of this machine are called.

use crate::disk::access;
use crate::lock::Mutex;
use crate::lock_order;
use nix::unistd::{Uid, User};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long an answer of the system stands.
const NAME_STANDS: Duration = Duration::from_secs(10);
/// Users of whom answers are kept.
const NAMES_MAX: usize = 1024;

/// What the user with this number is called, by wherever the system has its users from (name services, not only
/// `/etc/passwd`); `None` where it has no name, or the system cannot say. The system is asked at most once every few seconds
/// about each user, because its answer may come over a network and programs may connect all day.
#[must_use]
pub fn name_of(uid: u32) -> Option<String> {
    let now = Instant::now();
    let known = || NAMES.lock();
    if let Some(name) = known().find(uid, now) {
        return name;
    }
    access::touch("ask for the name of user", &uid.to_string());
    // Not under the lock: it may take long. Who could not be asked is asked again the next time.
    let found = User::from_uid(Uid::from_raw(uid)).ok()?;
    let name = found.map(|user| user.name);
    known().keep(uid, name.clone(), now);
    name
}

/// What [`name_of`] would answer, where that is known: the system is not asked, so nobody waits for it.
#[must_use]
pub fn known_name_of(uid: u32) -> Option<Option<String>> {
    NAMES.lock().find(uid, Instant::now())
}

/// What the user was called when that was asked the last time, however long ago.
#[must_use]
pub fn last_name_of(uid: u32) -> Option<String> {
    let names = NAMES.lock();
    names.0.get(&uid).and_then(|(_, name)| name.clone())
}

static NAMES: Mutex<Names, lock_order::UserNames> = Mutex::new(Names(BTreeMap::new()));

/// Names of users, with when they were asked for.
#[derive(Debug)]
struct Names(BTreeMap<u32, (Instant, Option<String>)>);

impl Names {
    /// What is known of a user: its name, or that it has none.
    fn find(&self, uid: u32, now: Instant) -> Option<Option<String>> {
        let (asked, name) = self.0.get(&uid)?;
        (now.saturating_duration_since(*asked) < NAME_STANDS).then(|| name.clone())
    }

    fn keep(&mut self, uid: u32, name: Option<String>, now: Instant) {
        if self.0.len() >= NAMES_MAX {
            self.0.clear();
        }
        self.0.insert(uid, (now, name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_the_name_the_system_has_for_it() {
        assert_eq!(name_of(0).as_deref(), Some("root"));
        assert_eq!(name_of(0x7fff_fff0), None);
    }

    #[test]
    fn a_name_stands_for_a_while_and_not_for_ever() {
        let mut names = Names(BTreeMap::new());
        let now = Instant::now();
        assert_eq!(names.find(7, now), None);
        names.keep(7, Some("jill".to_owned()), now);
        names.keep(9, None, now);
        let shortly_before = now + NAME_STANDS - Duration::from_nanos(1);
        assert_eq!(names.find(7, shortly_before), Some(Some("jill".to_owned())));
        assert_eq!(names.find(9, shortly_before), Some(None), "it has none");
        assert_eq!(names.find(8, now), None);
        assert_eq!(names.find(7, now + NAME_STANDS), None);
        for uid in 0..2 * NAMES_MAX as u32 {
            names.keep(uid, None, now);
        }
        assert!(names.0.len() <= NAMES_MAX);
    }
}
