//! How many branches there are of each user.
//!
//! A branch that is begun, or prepared, needs nobody who is connected; so who begins and never ends fills the table, and
//! then no transaction manager has room. Each user has a part of it.
//!
//! The user who began a branch is with it in the log, and so restart counts it again, however many that user has. What an
//! earlier build has prepared is nobody's.

use crate::lock_order;
use ferromq_base::lock::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A user, by the name the system has for that user.
pub(crate) type User = Arc<str>;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Users(Mutex<BTreeMap<User, usize>, lock_order::BranchUsers>);

/// A branch that is counted, until this is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    among: Arc<Users>,
    user: User,
}

impl Users {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<User, usize>> {
        self.0.lock()
    }

    /// Counts a branch. `None` when the user has `most`.
    pub(crate) fn count(self: &Arc<Self>, user: User, most: usize) -> Option<Counted> {
        let mut users = self.lock();
        let of_user = users.entry(Arc::clone(&user)).or_default();
        // There is at least one of each that is in the table.
        if *of_user >= most.max(1) {
            return None;
        }
        *of_user += 1;
        Some(Counted {
            among: Arc::clone(self),
            user,
        })
    }
}

impl Counted {
    /// Whose it is.
    pub(crate) fn user(&self) -> &User {
        &self.user
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut users = self.among.lock();
        if let Some(of_user) = users.get_mut(&self.user) {
            *of_user -= 1;
            if *of_user == 0 {
                users.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_user_has_its_number_and_nothing_is_left_of_who_is_gone() {
        let users = Arc::new(Users::default());
        let count = |user: &str| users.count(user.into(), 2);
        let (first, second) = (count("jill"), count("jill"));
        assert!(first.is_some() && second.is_some() && count("jill").is_none());
        assert!(count("joe").is_some());
        drop(first);
        assert!(count("jill").is_some());
        drop(second);
        assert!(users.lock().is_empty());
    }
}
