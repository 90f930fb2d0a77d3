//! Programs of this machine that have connected and not said who they are.
//!
//! Every user may connect to the socket, and silence costs nothing. So each user has a number, and all of them together
//! leave some for who owns the queue manager and for root: a queue manager can be looked at and ended whatever others do.

use crate::origin::may_administer;
use crate::slots::Slots;
use ferromq_base::descriptors;
use ferromq_binding::{Handshake, Token};
use std::collections::BTreeMap;
use std::time::Duration;

/// Most in all.
const IN_ALL_MAX: usize = 1024;
/// Of these, programs of those who may not administer.
const OF_OTHERS_MAX: usize = 768;
/// And of one of them. Programs say who they are at once, so even many that start together are few here.
pub(crate) const OF_USER_MAX: usize = 256;

/// See the module.
#[derive(Default)]
pub(crate) struct Pending {
    handshakes: Slots<Handshake>,
    /// Of each user who may not administer, if there are any.
    of_user: BTreeMap<u32, usize>,
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
        may_administer(uid)
            || !descriptors::is_kept(handshake)
                && self.of_user.get(&uid).copied().unwrap_or(0) < OF_USER_MAX
                && self.of_user.values().sum::<usize>() < OF_OTHERS_MAX
    }

    /// Takes one in that has room, under the token `watch` is given; not if that fails.
    pub(crate) fn insert(
        &mut self,
        mut handshake: Handshake,
        watch: impl FnOnce(&mut Handshake, Token) -> bool,
    ) {
        let uid = handshake.peer().uid();
        if !may_administer(uid) {
            *self.of_user.entry(uid).or_default() += 1;
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
        let uid = handshake.peer().uid();
        if let Some(of_user) = self.of_user.get_mut(&uid) {
            *of_user -= 1;
            if *of_user == 0 {
                self.of_user.remove(&uid);
            }
        }
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
