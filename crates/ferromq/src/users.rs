//! Users and groups as the operating system knows them, from wherever it has them.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_qmgr::{ADMINISTRATORS, Entities, Entity};
use nix::unistd::{Gid, Group, Uid, User, getgrouplist};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::time::{Duration, Instant};

/// The operating system's user database. Administrators are root, the user this process runs
/// as, to whom the queue manager's files belong, and the members of the group `mqm`. Where the system has no user `mqm`
/// that name stands for the user this process runs as.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemUsers;

impl Entities for SystemUsers {
    fn user(&self, name: &str) -> Entity {
        // A database that cannot be asked knows nobody: nothing is allowed by mistake.
        match User::from_name(name) {
            Ok(Some(user)) => entity(&user),
            Ok(None) => Entity::new(name, [], stands_for_own_user(name)),
            Err(_) => Entity::new(name, [], false),
        }
    }

    fn local_user(&self, uid: u32, name: &str) -> Entity {
        let uid = Uid::from_raw(uid);
        match User::from_uid(uid) {
            Ok(Some(user)) => entity(&user),
            _ => Entity::new(name, [], administers(uid)),
        }
    }

    fn has_group(&self, name: &str) -> bool {
        name == ADMINISTRATORS || matches!(Group::from_name(name), Ok(Some(_)))
    }
}

/// What a user of this machine is called; the number where there is no name. The system is asked at most once every few
/// seconds about each user, because its answer may come over a network and programs may connect all day.
#[must_use]
pub fn local_user_name(uid: u32) -> String {
    static NAMES: Mutex<Names, lock_order::UserNames> = Mutex::new(Names(BTreeMap::new()));
    let now = Instant::now();
    let known = || NAMES.lock();
    if let Some(name) = known().find(uid, now) {
        return name;
    }
    // Not under the lock: it may take long.
    match User::from_uid(Uid::from_raw(uid)) {
        Ok(found) => {
            let name = found.map_or_else(|| uid.to_string(), |user| user.name);
            known().keep(uid, &name, now);
            name
        }
        // Asked again the next time.
        Err(_) => uid.to_string(),
    }
}

/// How long an answer of the system stands.
const NAME_STANDS: Duration = Duration::from_secs(10);
/// Users of whom answers are kept.
const NAMES_MAX: usize = 1024;

/// Names of users, with when they were asked for.
#[derive(Debug)]
struct Names(BTreeMap<u32, (Instant, String)>);

impl Names {
    fn find(&self, uid: u32, now: Instant) -> Option<String> {
        let (asked, name) = self.0.get(&uid)?;
        (now.saturating_duration_since(*asked) < NAME_STANDS).then(|| name.clone())
    }

    fn keep(&mut self, uid: u32, name: &str, now: Instant) {
        if self.0.len() >= NAMES_MAX {
            self.0.clear();
        }
        self.0.insert(uid, (now, name.to_owned()));
    }
}

/// Whether a name the system does not know means the user this process runs as: its number, for in a container it may
/// have no name, or the name of the user queue managers run as elsewhere, which scripts and channels give.
fn stands_for_own_user(name: &str) -> bool {
    name == Uid::effective().to_string() || name == ADMINISTRATORS
}

fn administers(uid: Uid) -> bool {
    uid.is_root() || uid == Uid::effective()
}

fn entity(user: &User) -> Entity {
    let groups = groups_of(user).into_iter().filter_map(|gid| {
        let group = Group::from_gid(gid).ok().flatten()?;
        Some(group.name)
    });
    Entity::new(&user.name, groups, administers(user.uid))
}

fn groups_of(user: &User) -> Vec<Gid> {
    let name = CString::new(user.name.as_str());
    let listed = name
        .ok()
        .and_then(|name| getgrouplist(&name, user.gid).ok());
    listed.unwrap_or_else(|| vec![user.gid])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_administers_and_nobody_else_does_by_name() {
        let root = SystemUsers.user("root");
        assert!(root.is_administrator());
        assert_eq!(root, SystemUsers.local_user(0, "whatever"));
        let stranger = SystemUsers.user("no-such-user");
        assert!(!stranger.is_administrator());
        assert_eq!(stranger.names().len(), 2, "the user and the group of all");
        let unknown = SystemUsers.local_user(0x7fff_fff0, "someone");
        assert!(!unknown.is_administrator());
        assert_eq!(unknown.user(), "someone");
    }

    #[test]
    fn the_user_of_this_process_administers() {
        let own = SystemUsers.local_user(Uid::effective().as_raw(), "me");
        assert!(own.is_administrator());
    }

    /// `MCAUSER('mqm')` gives an administrator, as where queue managers run as that user; a program that really runs
    /// as somebody is who it is.
    #[test]
    fn the_name_mqm_stands_for_the_user_of_this_process_where_the_system_has_no_such_user() {
        if matches!(User::from_name("mqm"), Ok(None)) {
            assert!(SystemUsers.user("mqm").is_administrator());
        }
        assert!(
            !SystemUsers
                .local_user(0x7fff_fff0, "mqm")
                .is_administrator()
        );
        assert!(!SystemUsers.user("mqm2").is_administrator());
    }

    #[test]
    fn a_user_has_the_name_the_system_has_for_it_or_its_number() {
        assert_eq!(local_user_name(0), "root");
        assert_eq!(local_user_name(0x7fff_fff0), 0x7fff_fff0_u32.to_string());
    }

    #[test]
    fn a_name_stands_for_a_while_and_not_for_ever() {
        let mut names = Names(BTreeMap::new());
        let now = Instant::now();
        assert_eq!(names.find(7, now), None);
        names.keep(7, "jill", now);
        let shortly_before = now + NAME_STANDS - Duration::from_nanos(1);
        assert_eq!(names.find(7, shortly_before).as_deref(), Some("jill"));
        assert_eq!(names.find(8, now), None);
        assert_eq!(names.find(7, now + NAME_STANDS), None);
        for uid in 0..2 * NAMES_MAX as u32 {
            names.keep(uid, "many", now);
        }
        assert!(names.0.len() <= NAMES_MAX);
    }

    #[test]
    fn groups_are_those_of_the_system() {
        assert!(SystemUsers.has_group("root"));
        assert!(!SystemUsers.has_group("no-such-group"));
        let groups = SystemUsers.user("root");
        let root = ferromq_qmgr::EntityName::group("root");
        assert!(groups.names().contains(&root));
    }
}
