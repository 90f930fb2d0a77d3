//! What the commands ask of a queue manager.
//!
//! The commands are an application of the queue manager like any other: everything they do is
//! one of these operations, and none of them sees a log or a queue file.

use crate::applications::Applications;
use crate::authority::operations::AuthorityOperations;
use crate::clusters::{Clusters, NoClusters};
use crate::network::Network;
use crate::outcome::{Defined, ObjectError};
use crate::pattern::NamePattern;
use crate::services::{NoServices, Services};
use crate::status::{
    ConnectionId, ConnectionStatus, HandleStatus, QmgrStatus, QueueStatistics, QueueStatus,
};
use crate::topics::operations::TopicOperations;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::Parameter;
use ferromq_qmgr::{ApplicationConnection, Cause, Observed, RuleAction, RuleError};

/// How far `RESET QMGR TYPE(REDUCELOG)` goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogReduction {
    /// As far as the queue manager thinks right.
    Auto,
    /// One extent.
    One,
    /// As far as possible.
    Max,
    /// That many extents.
    Extents(u32),
}

/// A running queue manager, as far as commands need it.
///
/// Every change is durable when its operation returns `Ok`.
pub trait ObjectOperations {
    /// The keeper of authority records, if there is one.
    fn authorities(&self) -> Option<&dyn AuthorityOperations> {
        None
    }

    /// Whether the user whose commands they are may see an object, where several are shown.
    fn may_display(&self, kind: ObjectKind, name: &str) -> bool {
        let _ = (kind, name);
        true
    }

    /// The keeper of topics and subscriptions, if there is one.
    fn topics(&self) -> Option<&dyn TopicOperations> {
        None
    }

    /// Whose commands they are, with a new token for one of them.
    fn cause(&self) -> Cause {
        Cause::internal()
    }

    /// A command has succeeded. Whoever follows commands is told.
    fn observe_command(
        &self,
        cause: &Cause,
        what: (Observed, i32),
        shows: bool,
        data: &mut dyn FnMut() -> Vec<Parameter>,
    ) {
        let _ = (cause, what, shows, data);
    }

    /// Tells whoever follows changes of objects what an object is like, if it was made or changed within so many minutes; 0 for
    /// whenever that was.
    fn tell_as_it_is(&self, definition: &Definition, minutes: u32) {
        let _ = (definition, minutes);
    }

    /// Makes an object. With `replace` it may take the place of one of the same kind, whose
    /// messages stay.
    ///
    /// # Errors
    /// `AlreadyExists`, `WrongKind`, `InUse`, `Conflict`, and the general ones.
    fn define(&self, definition: Definition, replace: bool) -> Result<Defined, ObjectError>;

    /// Changes attributes of an object; the queue manager itself for [`ObjectKind::QMgr`],
    /// whose name is not looked at. `force` makes changes that take effect for applications
    /// which have the object open.
    ///
    /// # Errors
    /// `NotFound`, `InUse`, `Conflict`, and the general ones.
    fn alter(
        &self,
        kind: ObjectKind,
        name: &ObjectName,
        changes: Vec<(Attr, Value)>,
        force: bool,
    ) -> Result<(), ObjectError>;

    /// Deletes an object; with `purge` a local queue together with its messages.
    ///
    /// # Errors
    /// `NotFound`, `InUse`, `NotEmpty`, and the general ones.
    fn delete(&self, kind: ObjectKind, name: &ObjectName, purge: bool) -> Result<(), ObjectError>;

    /// Removes every message from a local queue that nobody has open.
    ///
    /// # Errors
    /// `NotFound`, `InUse`, `NotEmpty` if some are uncommitted, and the general ones.
    fn clear(&self, queue: &ObjectName) -> Result<(), ObjectError>;

    /// One definition.
    fn definition(&self, kind: ObjectKind, name: &ObjectName) -> Option<Definition>;

    /// The definitions of those kinds whose names fit, sorted by name.
    fn definitions(&self, kinds: &[ObjectKind], names: &NamePattern) -> Vec<Definition>;

    /// Kinds and names of the objects that [`Self::definitions`] gives, in the same order: for who looks at one after
    /// the other, and finds some of them gone by then.
    fn names(&self, kinds: &[ObjectKind], names: &NamePattern) -> Vec<(ObjectKind, ObjectName)> {
        let all = self.definitions(kinds, names);
        all.iter().map(|one| (one.kind(), one.name())).collect()
    }

    /// What members of clusters have told of queue managers, queues or topics, as objects of one of these three kinds, with the states
    /// their channels have now; nothing that was withdrawn.
    fn cluster_records(&self, kind: ObjectKind) -> Vec<Definition> {
        let _ = kind;
        Vec::new()
    }

    /// Whether a local queue is damaged: what is on it is not known then, its definition is.
    fn is_damaged(&self, queue: &ObjectName) -> bool;

    /// The attributes of the queue manager.
    fn q_mgr_definition(&self) -> Definition;

    /// The state of the local queues whose names fit, sorted by name.
    fn queue_status(&self, names: &NamePattern) -> Vec<QueueStatus>;

    /// What was put on and got from the local queues whose names fit and that the user may display and change, sorted by name; it is
    /// counted anew from now on.
    fn reset_queue_statistics(&self, names: &NamePattern) -> Vec<QueueStatistics>;

    /// Every open handle of the local queues whose names fit and that the user may display, sorted by name.
    fn queue_handles(&self, names: &NamePattern) -> Vec<HandleStatus>;

    /// The state of the queue manager.
    fn q_mgr_status(&self) -> QmgrStatus;

    /// Its listeners and channels.
    fn network(&self) -> &dyn Network;

    /// Whoever keeps the repository of clusters.
    fn clusters(&self) -> &dyn Clusters {
        &NoClusters
    }

    /// The connections of applications, oldest first.
    fn application_connections(&self) -> Vec<ApplicationConnection> {
        Vec::new()
    }

    /// Whoever spreads them over the uniform cluster the queue manager is in, if it is in one.
    fn applications(&self) -> Option<&dyn Applications> {
        None
    }

    /// Whoever runs the programs of services.
    fn services(&self) -> &dyn Services {
        &NoServices
    }

    /// Sets, changes or removes channel authentication records.
    ///
    /// # Errors
    /// See [`RuleError`].
    fn set_rule(&self, changes: &[(Attr, Value)], action: RuleAction) -> Result<(), RuleError> {
        let _ = (changes, action);
        Err(RuleError::Refused("there are no records here".to_owned()))
    }

    /// What connection authentication says counts from now on.
    fn refresh_connection_authentication(&self) {}

    /// Whether a user administers the queue manager.
    fn administers(&self, user: &str) -> bool {
        let _ = user;
        false
    }

    /// Every connection.
    fn connections(&self) -> Vec<ConnectionStatus>;

    /// Breaks a connection: its unit of work is backed out and its handles are closed.
    ///
    /// # Errors
    /// `NotFound`, and the general ones.
    fn stop_connection(&self, id: &ConnectionId) -> Result<(), ObjectError>;

    /// Goes on with a new log extent, so that the one before it can be archived.
    ///
    /// # Errors
    /// `NotPossible` with circular logging, and the general ones.
    fn advance_log(&self) -> Result<(), ObjectError>;

    /// Writes statistics messages of the interval so far; the next one begins.
    ///
    /// # Errors
    /// The general ones.
    fn write_statistics(&self) -> Result<(), ObjectError>;

    /// Gives back log extents that are no longer needed.
    ///
    /// # Errors
    /// `NotPossible` with circular logging, and the general ones.
    fn reduce_log(&self, how_far: LogReduction) -> Result<(), ObjectError>;

    /// Takes note that an extent, such as `S0000012.LOG`, and those before it are archived.
    ///
    /// # Errors
    /// `NotPossible` with circular logging or an unknown extent, and the general ones.
    fn set_log_archived(&self, extent: &str) -> Result<(), ObjectError>;
}
