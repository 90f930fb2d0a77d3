//! Programs of this machine that have connected and not said who they are, and those about which is decided.
//!
//! Every user may connect to the socket, and silence costs nothing, nor do wrong passwords, whose refusal is held back. So each user
//! has a number of both, and all of them together leave some for who owns the queue manager and for root: a queue manager can be
//! looked at and ended whatever others do.

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

/// Most of one such user about which is decided, or whose refusal is held back. Many programs that start together may well have to
/// wait for passwords; whoever takes all it can get leaves others a part.
const AWAITING_OF_USER_MAX: usize = 512;

/// Programs of users who may not administer the queue manager.
#[derive(Debug)]
struct Others {
    of_user_max: usize,
    in_all: usize,
    /// By user, for users with at least one.
    of_user: BTreeMap<u32, usize>,
}

impl Others {
    const fn new(of_user_max: usize) -> Self {
        Self {
            of_user_max,
            in_all: 0,
            of_user: BTreeMap::new(),
        }
    }

    fn of_user(&self, uid: u32) -> usize {
        self.of_user.get(&uid).copied().unwrap_or(0)
    }

    fn have_room_for(&self, uid: u32) -> bool {
        self.in_all < OF_OTHERS_MAX && self.of_user(uid) < self.of_user_max
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

/// Those about which is decided, with what is kept of each.
pub(crate) struct Awaiting<T> {
    programs: Slots<(u32, T)>,
    others: Others,
}

impl<T> Awaiting<T> {
    pub(crate) fn new() -> Self {
        Self {
            programs: Slots::default(),
            others: Others::new(AWAITING_OF_USER_MAX),
        }
    }

    /// Whether one more of this user may wait.
    pub(crate) fn has_room_for(&self, uid: u32) -> bool {
        let is_full = self.programs.len() >= IN_ALL_MAX;
        !is_full && (may_administer(uid) || self.others.have_room_for(uid))
    }

    /// Takes one in that has room.
    pub(crate) fn insert(&mut self, uid: u32, program: T) -> Token {
        if !may_administer(uid) {
            self.others.enter(uid);
        }
        self.programs.insert_with(|_| (uid, program))
    }

    pub(crate) fn remove(&mut self, token: Token) -> Option<T> {
        let (uid, program) = self.programs.remove(token)?;
        self.others.leave(uid);
        Some(program)
    }

    pub(crate) fn remove_all(&mut self) -> Vec<T> {
        let tokens = self.programs.tokens();
        tokens
            .into_iter()
            .filter_map(|it| self.remove(it))
            .collect()
    }
}

/// See the module.
pub(crate) struct Pending {
    handshakes: Slots<Handshake>,
    others: Others,
}

impl Pending {
    pub(crate) fn new() -> Self {
        Self {
            handshakes: Slots::default(),
            others: Others::new(OF_USER_MAX),
        }
    }

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
        let mut others = Others::new(OF_USER_MAX);
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

    /// Goal: one user's wrong passwords, whose refusals are held back, keep nobody else out.
    #[test]
    fn whoever_has_as_many_wait_for_a_decision_as_may_leaves_some_for_others_and_the_owner() {
        const GUESSER: u32 = 4_000_000_001;
        let mut awaiting = Awaiting::new();
        let mut tokens = Vec::new();
        while awaiting.has_room_for(GUESSER) {
            tokens.push(awaiting.insert(GUESSER, ()));
        }
        assert_eq!(tokens.len(), AWAITING_OF_USER_MAX);
        for uid in GUESSER + 1..GUESSER + 9 {
            assert!(awaiting.has_room_for(uid) || uid > GUESSER + 1, "{uid}");
            while awaiting.has_room_for(uid) {
                awaiting.insert(uid, ());
            }
        }
        assert!(awaiting.has_room_for(0), "the owner");
        assert!(awaiting.remove(tokens[0]).is_some());
        assert!(awaiting.remove(tokens[0]).is_none(), "once");
        assert!(awaiting.has_room_for(GUESSER));
        assert_eq!(awaiting.remove_all().len(), OF_OTHERS_MAX - 1);
        assert_eq!(awaiting.others.in_all, 0);
    }

    #[test]
    fn nothing_is_left_of_who_is_gone() {
        let mut others = Others::new(OF_USER_MAX);
        others.enter(7);
        others.leave(7);
        // An owner of the queue manager is not counted.
        others.leave(0);
        assert_eq!((others.in_all, others.of_user.len()), (0, 0));
    }
}
