//! Authority records as commands: SET, DELETE and DISPLAY AUTHREC, DISPLAY ENTAUTH and AUTHSERV.

pub(crate) mod administered;
mod execute;
pub(crate) mod local;
pub(crate) mod operations;
mod parse;
mod permit;

use execute::execute;
pub use operations::{AuthorityOperations, RecordChange};
pub(crate) use parse::{delete, display_entity, display_records, display_service, set};
pub(crate) use permit::{may_ask_q_mgr, permit, permit_stream};

pub(crate) use ferromq_mqi::local::Matching;
use ferromq_qmgr::{EntityName, ProtectedKind};

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
