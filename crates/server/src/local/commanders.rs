//! Commands that wait for a thread, in turns of their users.
//!
//! Every program that may connect may send commands, and each is carried out, if only to be refused. So each user has a number that may
//! wait, which is the smaller the more users there are; one who has nothing waiting finds a place whatever the others have. The thread takes one of each
//! user in turn. Those who administer the queue manager have places of their own and every other
//! turn: an owner who wants to look at it, or to end it, waits for one command of somebody else at most, however many wait.

use crate::lock_order;
use crate::turns::Turns;
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use ferromq_mqi::name::FixedText;
use std::time::Duration;

/// Most that wait of those who administer, and as many of all others, beside the first one of each user.
const WAITING_MAX: usize = 1024;
/// Most users of whom something waits.
const USERS_MAX: usize = 1024;
/// Most of one user. Each connection has one at most.
const OF_USER_MAX: usize = 256;

/// Whose a command is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Commander {
    pub(crate) user: User,
    /// May do everything with the queue manager.
    pub(crate) administers: bool,
}

/// See the module.
pub(crate) struct CommandTurns<T> {
    state: Mutex<State<T>, lock_order::CommandTurns>,
    came: Condvar,
}

struct State<T> {
    administrators: Turns<User, T>,
    others: Turns<User, T>,
    /// An administrator's was the last, while others waited.
    others_next: bool,
    is_closed: bool,
}

/// By number and name: those that gave a password have no number.
type User = (u32, FixedText<12>);

/// What there is to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next<T> {
    /// This.
    Do(T),
    /// Nothing came in time.
    Nothing,
    /// Nothing will come any more.
    Closed,
}

impl<T> Default for CommandTurns<T> {
    fn default() -> Self {
        Self {
            state: Mutex::new(State {
                administrators: Turns::default(),
                others: Turns::default(),
                others_next: false,
                is_closed: false,
            }),
            came: Condvar::new(),
        }
    }
}

impl<T> CommandTurns<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock()
    }

    /// Has something done. False when too many wait of that user, or in all.
    pub(crate) fn push(&self, whose: &Commander, what: T) -> bool {
        let mut state = self.state();
        let waiting = match whose.administers {
            true => &mut state.administrators,
            false => &mut state.others,
        };
        let users = waiting.places();
        let has_room = match waiting.len_of(whose.user) {
            // However many wait of others.
            0 => users < USERS_MAX,
            own => {
                let share = OF_USER_MAX.min(WAITING_MAX / users.max(1));
                own < share && waiting.len() < WAITING_MAX
            }
        };
        if has_room {
            waiting.push(whose.user, what);
        }
        drop(state);
        self.came.notify_one();
        has_room
    }

    /// The next thing to do. Waits for it, for as long as `timeout` says.
    pub(crate) fn next(&self, timeout: Option<Duration>) -> Next<T> {
        let mut state = self.state();
        loop {
            if let Some(next) = state.pop() {
                return Next::Do(next);
            }
            if state.is_closed {
                return Next::Closed;
            }
            let Some(timeout) = timeout else {
                state = self.came.wait(state);
                continue;
            };
            let (again, is_over) = self.came.wait_timeout(state, timeout);
            state = again;
            if is_over {
                return state.pop().map_or(Next::Nothing, Next::Do);
            }
        }
    }

    /// Nothing comes any more. What waits is done.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.came.notify_all();
    }
}

impl<T> State<T> {
    fn pop(&mut self) -> Option<T> {
        let (first, second) = match self.others_next {
            true => (&mut self.others, &mut self.administrators),
            false => (&mut self.administrators, &mut self.others),
        };
        let next = first.pop();
        self.others_next = next.is_some() && !self.others_next;
        next.or_else(|| second.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commander(number: u32, administers: bool) -> Commander {
        Commander {
            user: (number, FixedText::truncated("user")),
            administers,
        }
    }

    fn next(turns: &CommandTurns<(u32, u32)>) -> Option<(u32, u32)> {
        match turns.next(Some(Duration::ZERO)) {
            Next::Do(next) => Some(next),
            Next::Nothing | Next::Closed => None,
        }
    }

    #[test]
    fn users_who_send_all_they_can_leave_a_place_and_the_next_turn_to_an_owner() {
        let turns = CommandTurns::default();
        let mut taken = Vec::new();
        for user in 1..=8 {
            let all =
                (0..1_000).filter(|number| turns.push(&commander(user, false), (user, *number)));
            taken.push(all.count());
        }
        // Four have all places there are, and who comes then finds one all the same.
        assert_eq!(taken, [256, 256, 256, 256, 1, 1, 1, 1]);
        assert_eq!(next(&turns), Some((1, 0)));
        for number in 0..2 {
            assert!(turns.push(&commander(0, true), (0, number)));
        }
        // One of another at most lies before it, and nobody waits for ever.
        let order: Vec<_> = std::iter::from_fn(|| next(&turns)).take(4).collect();
        assert_eq!(order, [(0, 0), (2, 0), (0, 1), (3, 0)]);
    }

    #[test]
    fn a_user_waits_for_one_command_of_each_other_user_and_has_a_number_of_places() {
        let turns = CommandTurns::default();
        let greedy = commander(1, false);
        let taken = (0..1_000).filter(|number| turns.push(&greedy, (1, *number)));
        assert_eq!(taken.count(), OF_USER_MAX);
        assert!(turns.push(&commander(2, false), (2, 0)));
        let order: Vec<_> = std::iter::from_fn(|| next(&turns)).take(3).collect();
        assert_eq!(order, [(1, 0), (2, 0), (1, 1)]);
        // A place that is free again is the user's.
        assert!(turns.push(&greedy, (1, 1_000)));
        let rest = std::iter::from_fn(|| next(&turns)).count();
        assert_eq!(rest, OF_USER_MAX - 1);
        let left = turns.state().others.places();
        assert_eq!(left, 0, "nothing is left of who waits for nothing");
    }

    #[test]
    fn users_have_the_fewer_places_the_more_of_them_wait_and_they_have_a_limit() {
        let turns = CommandTurns::default();
        for user in 1..=8 {
            assert!(turns.push(&commander(user, false), (user, 0)));
        }
        let more = (1..1_000).filter(|number| turns.push(&commander(1, false), (1, *number)));
        assert_eq!(more.count(), 127);
        let others = (9..2_000).filter(|user| turns.push(&commander(*user, false), (*user, 0)));
        assert_eq!(others.count(), USERS_MAX - 8);
        // One who has waited for a turn has a place again.
        assert_eq!(next(&turns), Some((1, 0)));
        assert_eq!(next(&turns), Some((2, 0)));
        assert!(turns.push(&commander(2, false), (2, 1)));
    }

    #[test]
    fn what_waits_is_done_when_nothing_comes_any_more() {
        let turns = CommandTurns::default();
        assert!(turns.push(&commander(1, false), (1, 1)));
        turns.close();
        assert_eq!(turns.next(None), Next::Do((1, 1)));
        assert_eq!(turns.next(None), Next::Closed);
    }

    #[test]
    fn who_waits_is_woken() {
        let turns = CommandTurns::default();
        std::thread::scope(|threads| {
            let waits = threads.spawn(|| turns.next(None));
            assert!(turns.push(&commander(1, false), (1, 1)));
            assert_eq!(waits.join().expect("no panic"), Next::Do((1, 1)));
        });
    }
}
