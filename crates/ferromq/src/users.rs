//! Users and groups as the operating system knows them, from wherever it has them.

use ferromq_base::disk::access;
use ferromq_base::users::name_of;
use ferromq_qmgr::{ADMINISTRATORS, Entities, Entity, Unanswered};
use nix::errno::Errno;
use nix::unistd::{Gid, Group, Uid, User, getgrouplist};
use std::ffi::CString;

/// The operating system's user database. Administrators are root, the user this process runs
/// as, to whom the queue manager's files belong, and the members of the group `mqm`. Where the system has no user `mqm`
/// that name stands for the user this process runs as.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemUsers;

impl Entities for SystemUsers {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        access::touch("ask for user", name);
        match found(User::from_name(name))? {
            Some(user) => entity(&user),
            None => Ok(Entity::new(name, [], stands_for_own_user(name))),
        }
    }

    fn local_user(&self, uid: u32, name: &str) -> Result<Entity, Unanswered> {
        access::touch("ask for user", name);
        let uid = Uid::from_raw(uid);
        match found(User::from_uid(uid)).and_then(|user| user.map(|user| entity(&user)).transpose())
        {
            Ok(Some(user)) => Ok(user),
            // By the number alone that is known.
            Err(_) | Ok(None) if administers(uid) => Ok(Entity::new(name, [], true)),
            Err(unanswered) => Err(unanswered),
            Ok(None) => Ok(Entity::new(name, [], false)),
        }
    }

    fn has_group(&self, name: &str) -> bool {
        access::touch("ask for group", name);
        name == ADMINISTRATORS || matches!(Group::from_name(name), Ok(Some(_)))
    }
}

/// What the database has found: nothing is an answer, and a database that could not be asked has given none.
fn found<T>(asked: nix::Result<Option<T>>) -> Result<Option<T>, Unanswered> {
    match asked {
        Ok(found) => Ok(found),
        // All of these are said of what there is not (getpwnam(3)); the last one of names no user can have.
        Err(Errno::ENOENT | Errno::ESRCH | Errno::EBADF | Errno::EPERM | Errno::EINVAL) => Ok(None),
        Err(error) => Err(Unanswered(error.desc().to_owned())),
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

/// A group that is left out may be the one by which the user administers, or that something is refused to.
fn entity(user: &User) -> Result<Entity, Unanswered> {
    let mut groups = Vec::new();
    for gid in groups_of(user)? {
        let group = match Group::from_gid(gid) {
            // With more members than are read here: it is no group anybody is granted something by, rather than that nobody in it gets in.
            Err(Errno::ERANGE) => None,
            asked => found(asked)?,
        };
        groups.extend(group.map(|group| group.name));
    }
    Ok(Entity::new(&user.name, groups, administers(user.uid)))
}

fn groups_of(user: &User) -> Result<Vec<Gid>, Unanswered> {
    let listed = CString::new(user.name.as_str())
        .map_err(|_| Errno::EINVAL)
        .and_then(|name| getgrouplist(&name, user.gid));
    Ok(found(listed.map(Some))?.unwrap_or_else(|| vec![user.gid]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_administers_and_nobody_else_does_by_name() {
        let root = SystemUsers.user("root").expect("an answer");
        assert!(root.is_administrator());
        assert_eq!(
            root,
            SystemUsers.local_user(0, "whatever").expect("an answer")
        );
        let stranger = SystemUsers.user("no-such-user").expect("an answer");
        assert!(!stranger.is_administrator());
        assert_eq!(stranger.names().len(), 2, "the user and the group of all");
        let unknown = SystemUsers
            .local_user(0x7fff_fff0, "someone")
            .expect("an answer");
        assert!(!unknown.is_administrator());
        assert_eq!(unknown.user(), "someone");
    }

    #[test]
    fn the_user_of_this_process_administers() {
        let own = SystemUsers
            .local_user(Uid::effective().as_raw(), "me")
            .expect("an answer");
        assert!(own.is_administrator());
    }

    /// `MCAUSER('mqm')` gives an administrator, as where queue managers run as that user; a program that really runs
    /// as somebody is who it is.
    #[test]
    fn the_name_mqm_stands_for_the_user_of_this_process_where_the_system_has_no_such_user() {
        if matches!(User::from_name("mqm"), Ok(None)) {
            assert!(
                SystemUsers
                    .user("mqm")
                    .expect("an answer")
                    .is_administrator()
            );
        }
        assert!(
            !SystemUsers
                .local_user(0x7fff_fff0, "mqm")
                .expect("an answer")
                .is_administrator()
        );
        assert!(
            !SystemUsers
                .user("mqm2")
                .expect("an answer")
                .is_administrator()
        );
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
        let groups = SystemUsers.user("root").expect("an answer");
        let root = ferromq_qmgr::EntityName::group("root");
        assert!(groups.names().contains(&root));
    }

    /// To be taken for somebody without groups is no harmless mistake: a record keeps administrators out.
    #[test]
    fn a_database_that_could_not_be_asked_has_not_said_that_there_is_nobody() {
        for error in [
            Errno::EIO,
            Errno::EMFILE,
            Errno::ENOMEM,
            Errno::ECONNREFUSED,
        ] {
            assert!(found::<User>(Err(error)).is_err(), "{error}");
        }
        for error in [Errno::ENOENT, Errno::ESRCH] {
            assert_eq!(found::<Gid>(Err(error)), Ok(None), "{error}");
        }
        assert!(
            !SystemUsers
                .user("nul\0")
                .expect("an answer")
                .is_administrator()
        );
    }
}
