//! Programs of this machine that have connected and not said who they are.
//!
//! Every user may connect to the socket, and silence costs nothing. So each user has a number, and all of them together
//! leave some for who owns the queue manager and for root: a queue manager can be looked at and ended whatever others do.

use crate::event_loop::Slots;
use crate::local::origin::may_administer;
use ferromq_base::descriptors;
use ferromq_base::poll::Token;
use ferromq_binding::Handshake;
use std::collections::BTreeMap;
use std::time::Duration;

/// Most in all.
const IN_ALL_MAX: usize = 1024;
/// Of these, most of users who may not administer the queue manager.
const OF_OTHERS_MAX: usize = 768;
/// And most of one such user. Programs say who they are at once, so even many that start together are few here.
pub(crate) const OF_USER_MAX: usize = 256;

/// Handshakes of users who may not administer the queue manager.
#[derive(Debug, Default)]
struct Others {
    in_all: usize,
    /// By user, for users with at least one.
    of_user: BTreeMap<u32, usize>,
}

impl Others {
    fn of_user(&self, uid: u32) -> usize {
        self.of_user.get(&uid).copied().unwrap_or(0)
    }

    fn have_room_for(&self, uid: u32) -> bool {
        self.in_all < OF_OTHERS_MAX && self.of_user(uid) < OF_USER_MAX
    }

    fn enter(&mut self, uid: u32) {
        *self.of_user.entry(uid).or_default() += 1;
        self.in_all += 1;
    }

    fn leave(&mut self, uid: u32) {
        let Some(of_user) = self.of_user.get_mut(&uid) else {
            return;
        };
        *of_user -= 1;
        self.in_all -= 1;
        if *of_user == 0 {
            self.of_user.remove(&uid);
        }
    }
}

/// See the module.
#[derive(Default)]
pub(crate) struct Pending {
    handshakes: Slots<Handshake>,
    others: Others,
}

impl Pending {
    pub(crate) fn is_empty(&self) -> bool {
        self.handshakes.len() == 0
    }

    /// Nobody can be taken in, whoever it is.
    pub(crate) fn is_full(&self) -> bool {
        self.handshakes.len() >= IN_ALL_MAX
    }

    /// Whether a program is taken in, as far as it is one of many. The last descriptors are for whoever can do something
    /// about it, too.
    pub(crate) fn has_room_for(&self, handshake: &Handshake) -> bool {
        let uid = handshake.peer().uid();
        may_administer(uid) || (!descriptors::is_kept(handshake) && self.others.have_room_for(uid))
    }

    /// Whether there are as many of this user as there may be.
    pub(crate) fn has_all_of(&self, uid: u32) -> bool {
        self.others.of_user(uid) >= OF_USER_MAX
    }

    /// Takes one in that has room, under the token `watch` is given; not if that fails.
    pub(crate) fn insert(
        &mut self,
        mut handshake: Handshake,
        watch: impl FnOnce(&mut Handshake, Token) -> bool,
    ) {
        let uid = handshake.peer().uid();
        if !may_administer(uid) {
            self.others.enter(uid);
        }
        let mut is_watched = false;
        let token = self.handshakes.insert_with(|token| {
            is_watched = watch(&mut handshake, token);
            handshake
        });
        if !is_watched {
            self.remove(token);
        }
    }

    pub(crate) fn get_mut(&mut self, token: Token) -> Option<&mut Handshake> {
        self.handshakes.get_mut(token)
    }

    pub(crate) fn remove(&mut self, token: Token) -> Option<Handshake> {
        let handshake = self.handshakes.remove(token)?;
        self.others.leave(handshake.peer().uid());
        Some(handshake)
    }

    /// Drops those that take too long.
    pub(crate) fn drop_older(&mut self, age_max: Duration) {
        for token in self.handshakes.tokens() {
            let old = |handshake: &mut Handshake| handshake.age() > age_max;
            if self.get_mut(token).is_some_and(old) {
                self.remove(token);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_its_number_and_all_of_them_leave_some_for_the_owner() {
        let mut others = Others::default();
        let mut entered = 0;
        for uid in 1..=9 {
            while others.have_room_for(uid) {
                others.enter(uid);
                entered += 1;
            }
            assert!(others.of_user(uid) <= OF_USER_MAX);
        }
        assert_eq!(entered, OF_OTHERS_MAX);
        const { assert!(OF_OTHERS_MAX < IN_ALL_MAX) };
        others.leave(1);
        assert!(others.have_room_for(1) && others.have_room_for(9));
        assert!(!others.have_room_for(2), "it has all of its own");
    }

    #[test]
    fn nothing_is_left_of_who_is_gone() {
        let mut others = Others::default();
        others.enter(7);
        others.leave(7);
        // An owner of the queue manager is not counted.
        others.leave(0);
        assert_eq!((others.in_all, others.of_user.len()), (0, 0));
    }
}
