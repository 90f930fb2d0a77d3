//! Users and their groups, as the system that keeps them says.

use crate::record::authority::EntityName;

/// The group every user belongs to, known to the system or not.
pub const EVERYBODY: &str = "nobody";
/// Its members administer queue managers.
pub const ADMINISTRATORS: &str = "mqm";

/// Says who users are. The engine knows no user database; the edge that runs it brings one.
///
/// What is answered is kept until [`crate::QueueManager::refresh_entities`]; that nothing was answered is not.
pub trait Entities: Send + Sync {
    /// The user of that name. One the system does not know is a user without groups.
    ///
    /// # Errors
    /// The system cannot say.
    fn user(&self, name: &str) -> Result<Entity, Unanswered>;

    /// The user with that number, whose name may be longer than the twelve characters that
    /// connections carry; `name` is theirs.
    ///
    /// # Errors
    /// The system cannot say.
    fn local_user(&self, uid: u32, name: &str) -> Result<Entity, Unanswered>;

    /// Whether there is a group of that name.
    fn has_group(&self, name: &str) -> bool;
}

/// The system cannot say who a user is for now: why, for people. Whoever it is may then neither what is granted nor what is only not
/// refused, and is asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered(pub String);

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// The user, then the groups.
    names: Vec<EntityName>,
    administrator: bool,
}

impl Entity {
    /// A user of these groups, and of the one everybody is in. Members of the group `mqm` are
    /// administrators, and whoever else is said to be one.
    #[must_use]
    pub fn new(user: &str, groups: impl IntoIterator<Item = String>, administrator: bool) -> Self {
        let mut names = vec![EntityName::principal(user)];
        for group in groups {
            if group != EVERYBODY {
                names.push(EntityName::group(&group));
            }
        }
        names.push(EntityName::group(EVERYBODY));
        let administrator = administrator || names.contains(&EntityName::group(ADMINISTRATORS));
        Self {
            names,
            administrator,
        }
    }

    /// The user's name.
    #[must_use]
    pub fn user(&self) -> &str {
        self.names.first().map_or("", |own| own.name.as_str())
    }

    /// The user and the user's groups.
    #[must_use]
    pub fn names(&self) -> &[EntityName] {
        &self.names
    }

    /// Whether everything is allowed.
    #[must_use]
    pub const fn is_administrator(&self) -> bool {
        self.administrator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_in_one_group_and_members_of_mqm_administer() {
        let joe = Entity::new("joe", ["clerks".to_owned()], false);
        assert_eq!(joe.user(), "joe");
        assert_eq!(
            joe.names(),
            [
                EntityName::principal("joe"),
                EntityName::group("clerks"),
                EntityName::group("nobody")
            ]
        );
        assert!(!joe.is_administrator());
        assert!(Entity::new("jill", ["mqm".to_owned()], false).is_administrator());
        assert!(!Entity::new("mqm", [], false).is_administrator());
    }
}
