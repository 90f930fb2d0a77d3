//! Authority records as commands: SET, DELETE and DISPLAY AUTHREC, DISPLAY ENTAUTH and AUTHSERV.

mod administered;
mod execute;
pub(crate) mod local;
mod parse;
mod permit;

pub use administered::{RecordChange, authority_text};
use execute::execute;
pub(crate) use parse::{delete, display_entity, display_records, display_service, set};
pub(crate) use permit::permit;

use crate::outcome::ObjectError;
pub(crate) use ferromq_mqi::local::Matching;
use ferromq_qmgr::{AuthorityRecord, EntityName, Permissions, ProtectedKind};

/// A command about authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AuthorityCommand {
    Set(RecordChange),
    Delete(RecordChange),
    Display(RecordQuery),
    DisplayEntity {
        entity: EntityName,
        kind: ProtectedKind,
        name: String,
        shown: Shown,
    },
    DisplayService(Shown),
}

/// What `DISPLAY AUTHREC` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecordQuery {
    pub(crate) profile: Option<String>,
    pub(crate) kind: Option<ProtectedKind>,
    pub(crate) entity: Option<EntityName>,
    pub(crate) matching: Matching,
    pub(crate) shown: Shown,
}

/// The keywords asked for; none for all.
pub(crate) type Shown = Vec<&'static str>;

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
