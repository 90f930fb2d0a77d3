//! What the commands ask of the keeper of authority records.

use crate::outcome::ObjectError;
use ferromq_qmgr::{AuthorityRecord, EntityName, Permissions, Profile, ProtectedKind};

/// A change of one authority record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordChange {
    /// Kind of the objects.
    pub kind: ProtectedKind,
    /// Their names.
    pub profile: Profile,
    /// Whom it is about.
    pub entity: EntityName,
    /// What is allowed from now on.
    pub add: Permissions,
    /// What is not allowed any more.
    pub remove: Permissions,
}

/// What commands need of the keeper of authority records.
pub trait AuthorityOperations {
    /// Allows and forbids.
    ///
    /// # Errors
    /// `NotFound` when the profile is the name of no object, `UnknownEntity`, and the general
    /// ones.
    fn set_authority(&self, change: &RecordChange) -> Result<(), ObjectError>;

    /// Takes a record away.
    ///
    /// # Errors
    /// `NotFound`, and the general ones.
    fn delete_authority(&self, change: &RecordChange) -> Result<(), ObjectError>;

    /// Every record, sorted by kind, profile and entity.
    fn authority_records(&self) -> Vec<AuthorityRecord>;

    /// The records that make up what an entity may do with an object: those of the most
    /// specific profiles, of a user and of the user's groups.
    fn records_of(
        &self,
        entity: &EntityName,
        kind: ProtectedKind,
        name: &str,
    ) -> Vec<AuthorityRecord>;

    /// What an entity may do with an object.
    fn permissions_of(&self, entity: &EntityName, kind: ProtectedKind, name: &str) -> Permissions;

    /// Asks the user database again.
    fn refresh(&self);

    /// Whether the commands are those of a user who may not do everything.
    fn is_restricted(&self) -> bool;

    /// Whether the user whose commands they are may do this with an object.
    fn may(&self, kind: ProtectedKind, name: &str, wanted: Permissions) -> bool;

    /// Whether the user whose command it is may do this with an object. The operator hears of a
    /// refusal; `command` is the number events call it by (`MQCMD_*`).
    ///
    /// # Errors
    /// `NotAuthorized`.
    fn permit(
        &self,
        kind: ProtectedKind,
        name: &str,
        wanted: Permissions,
        command: i32,
    ) -> Result<(), ObjectError>;
}
