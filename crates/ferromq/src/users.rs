//! Users and groups as the operating system knows them, from wherever it has them.

use ferromq_base::disk::access;
use ferromq_base::users::name_of;
use ferromq_qmgr::{ADMINISTRATORS, Entities, Entity};
use nix::unistd::{Gid, Group, Uid, User, getgrouplist};
use std::ffi::CString;

/// The operating system's user database. Administrators are root, the user this process runs
/// as, to whom the queue manager's files belong, and the members of the group `mqm`. Where the system has no user `mqm`
/// that name stands for the user this process runs as.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemUsers;

impl Entities for SystemUsers {
    fn user(&self, name: &str) -> Entity {
        access::touch("ask for user", name);
        // A database that cannot be asked knows nobody: nothing is allowed by mistake.
        match User::from_name(name) {
            Ok(Some(user)) => entity(&user),
            Ok(None) => Entity::new(name, [], stands_for_own_user(name)),
            Err(_) => Entity::new(name, [], false),
        }
    }

    fn local_user(&self, uid: u32, name: &str) -> Entity {
        access::touch("ask for user", name);
        let uid = Uid::from_raw(uid);
        match User::from_uid(uid) {
            Ok(Some(user)) => entity(&user),
            _ => Entity::new(name, [], administers(uid)),
        }
    }

    fn has_group(&self, name: &str) -> bool {
        access::touch("ask for group", name);
        name == ADMINISTRATORS || matches!(Group::from_name(name), Ok(Some(_)))
    }
}

/// What a user of this machine is called; the number where there is no name. See [`ferromq_base::users::name_of`].
#[must_use]
pub fn local_user_name(uid: u32) -> String {
    name_of(uid).unwrap_or_else(|| uid.to_string())
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
    fn groups_are_those_of_the_system() {
        assert!(SystemUsers.has_group("root"));
        assert!(!SystemUsers.has_group("no-such-group"));
        let groups = SystemUsers.user("root");
        let root = ferromq_qmgr::EntityName::group("root");
        assert!(groups.names().contains(&root));
    }
}
