//! What commands ask of a running queue manager.

use super::Administered;
use crate::applications::Applications;
use crate::authority::AuthorityOperations;
use crate::clusters::{Clusters, NoClusters};
use crate::network::{Network, NoNetwork};
use crate::operations::{LogReduction, ObjectOperations};
use crate::outcome::{Defined, ObjectError};
use crate::pattern::NamePattern;
use crate::services::{NoServices, Services};
use crate::status::ConnectionId;
use crate::status::{ConnectionStatus, HandleStatus, QmgrStatus, QueueStatistics, QueueStatus};
use crate::topics::TopicOperations;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQEVR_ENABLED, MQQMDT_AUTO_EXP_CLUSTER_SENDER, MQZAO_CHANGE, MQZAO_DISPLAY,
};
use ferromq_mqi::generated::notices::FMQ0553;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::Parameter;
use ferromq_mqi::reason::Reason;
use ferromq_qmgr::{
    ApplicationConnection, BranchPhase, Cause, Observed, Permissions, ProtectedKind, RuleAction,
    RuleError,
};

impl Administered {
    /// A sender of a cluster as it is shown: that of the definition by hand, which says whether a member speaks of it as well, or the one that was made.
    fn cluster_sender(&self, by_hand: Option<Definition>, name: &ObjectName) -> Option<Definition> {
        let mut made = self.network().made_senders().into_iter();
        let made = made.find(|made| made.name() == *name);
        match (by_hand, made) {
            (Some(mut by_hand), Some(_)) => {
                let both = MQQMDT_AUTO_EXP_CLUSTER_SENDER;
                // Not refused: it is one of the values.
                let _ = by_hand.set_internal(Attr::Deftype, both);
                Some(by_hand)
            }
            (by_hand, made) => by_hand.or(made),
        }
    }

    /// The senders of clusters that were made and are none of these.
    fn made_beside(&self, by_hand: &[ObjectName]) -> Vec<ObjectName> {
        let made = self.network().made_senders().into_iter();
        let names = made.map(|made| made.name());
        names.filter(|name| !by_hand.contains(name)).collect()
    }
}

impl ObjectOperations for Administered {
    fn authorities(&self) -> Option<&dyn AuthorityOperations> {
        Some(self)
    }

    fn may_display(&self, kind: ObjectKind, name: &str) -> bool {
        self.may_see(kind, name)
    }

    fn cause(&self) -> Cause {
        Cause {
            token: self.queue_manager.event_token(),
            is_told: self.queue_manager.tells_commands(),
            ..self.cause.clone()
        }
    }

    fn observe_command(
        &self,
        cause: &Cause,
        what: (Observed, i32),
        shows: bool,
        data: &mut dyn FnMut() -> Vec<Parameter>,
    ) {
        self.queue_manager.observe_command(cause, what, shows, data);
    }

    fn tell_as_it_is(&self, definition: &Definition, minutes: u32) {
        self.queue_manager.tell_as_it_is(definition, minutes);
    }

    fn topics(&self) -> Option<&dyn TopicOperations> {
        Some(self)
    }

    fn define(&self, definition: Definition, replace: bool) -> Result<Defined, ObjectError> {
        let (kind, name) = (definition.kind(), definition.name());
        // Whether it is there was asked before, and somebody may have made it since: who may only make objects changes none.
        let changed = Permissions::of(MQZAO_CHANGE);
        let replace = replace && self.may(ProtectedKind::of(kind), name.as_str(), changed);
        let defined = self.queue_manager.define(definition, replace);
        if defined.is_ok() {
            self.changed(kind);
        }
        match defined {
            Ok(ferromq_qmgr::Defined::Created) => {
                self.grant_to_maker(kind, name.as_str())?;
                Ok(Defined::Created)
            }
            Ok(ferromq_qmgr::Defined::Replaced) => Ok(Defined::Replaced),
            Err(ferromq_qmgr::ObjectError::Exists(existing)) if existing != kind && replace => {
                Err(ObjectError::WrongKind { existing })
            }
            Err(error) => Err(refusal(error)),
        }
    }

    fn alter(
        &self,
        kind: ObjectKind,
        name: &ObjectName,
        changes: Vec<(Attr, Value)>,
        force: bool,
    ) -> Result<(), ObjectError> {
        let wants_extents = (Attr::Loggerev, Value::Int(MQEVR_ENABLED));
        if changes.contains(&wants_extents) && !self.surroundings.log.linear {
            return Err(ObjectError::Notice(&FMQ0553));
        }
        let altered = self.queue_manager.alter(kind, name, &changes, force);
        altered.inspect(|()| self.changed(kind)).map_err(refusal)
    }

    fn delete(&self, kind: ObjectKind, name: &ObjectName, purge: bool) -> Result<(), ObjectError> {
        let deleted = self.queue_manager.delete(kind, name, purge);
        deleted.inspect(|()| self.changed(kind)).map_err(refusal)
    }

    fn clear(&self, queue: &ObjectName) -> Result<(), ObjectError> {
        self.queue_manager.clear(queue).map_err(refusal)
    }

    fn definition(&self, kind: ObjectKind, name: &ObjectName) -> Option<Definition> {
        let defined = self.queue_manager.definition(kind, name);
        match kind {
            ObjectKind::ClusSdr => self.cluster_sender(defined, name),
            _ => defined,
        }
    }

    fn cluster_records(&self, kind: ObjectKind) -> Vec<Definition> {
        self.cluster_records_now(kind)
    }

    fn is_damaged(&self, queue: &ObjectName) -> bool {
        self.queue_manager.is_damaged(queue)
    }

    fn definitions(&self, kinds: &[ObjectKind], names: &NamePattern) -> Vec<Definition> {
        let found = self.names(kinds, names).into_iter();
        found
            .filter_map(|(kind, name)| self.definition(kind, &name))
            .collect()
    }

    fn names(&self, kinds: &[ObjectKind], names: &NamePattern) -> Vec<(ObjectKind, ObjectName)> {
        if !names.is_generic() {
            let name = ObjectName::truncated(names.as_str());
            let known = kinds.iter().filter(|kind| {
                let definition = self.definition(**kind, &name);
                definition.is_some()
            });
            return known.map(|kind| (*kind, name)).collect();
        }
        let all = kinds.iter().flat_map(|kind| {
            let mut names = self.queue_manager.names(*kind);
            if *kind == ObjectKind::ClusSdr {
                names.extend(self.made_beside(&names));
            }
            names.into_iter().map(|name| (*kind, name))
        });
        let mut found: Vec<(ObjectKind, ObjectName)> = all
            .filter(|(_, name)| names.matches(name.as_str()))
            .filter(|(kind, name)| self.may_see(*kind, name.as_str()))
            .collect();
        found.sort_by_key(|(_, name)| *name);
        found
    }

    fn q_mgr_definition(&self) -> Definition {
        self.queue_manager.q_mgr_definition()
    }

    fn queue_status(&self, names: &NamePattern) -> Vec<QueueStatus> {
        let all = self.queue_manager.queue_statuses();
        let chosen = all
            .iter()
            .filter(|status| names.matches(status.name.as_str()))
            .filter(|status| self.may_see(ObjectKind::QLocal, status.name.as_str()));
        chosen.map(|status| self.queue_status_of(status)).collect()
    }

    fn reset_queue_statistics(&self, names: &NamePattern) -> Vec<QueueStatistics> {
        // What is shown is counted anew for everybody else, too.
        let needed = Permissions::of(MQZAO_DISPLAY | MQZAO_CHANGE);
        let wanted = |name: &ObjectName| {
            names.matches(name.as_str()) && self.may(ProtectedKind::Queue, name.as_str(), needed)
        };
        let all = self.queue_manager.reset_queue_statistics(wanted);
        let statistics =
            |(name, found): (ObjectName, ferromq_qmgr::QueueStatistics)| QueueStatistics {
                queue: name.to_string(),
                high_depth: found.high_depth,
                puts: found.puts,
                gets: found.gets,
                interval_s: found.interval_us / 1_000_000,
            };
        all.into_iter().map(statistics).collect()
    }

    fn queue_handles(&self, names: &NamePattern) -> Vec<HandleStatus> {
        let connections = self.queue_manager.connections();
        let mut found: Vec<HandleStatus> = connections
            .iter()
            .flat_map(|connection| self.handles_of(connection, names))
            .filter(|handle| self.may_see(ObjectKind::QLocal, &handle.queue))
            .collect();
        found.sort_by(|one, other| one.queue.cmp(&other.queue));
        found
    }

    fn application_connections(&self) -> Vec<ApplicationConnection> {
        self.queue_manager.application_connections()
    }

    fn applications(&self) -> Option<&dyn Applications> {
        Self::applications(self)
    }

    fn q_mgr_status(&self) -> QmgrStatus {
        self.whole_status()
    }

    fn set_rule(&self, changes: &[(Attr, Value)], action: RuleAction) -> Result<(), RuleError> {
        self.queue_manager.set_rule(changes, action)
    }

    fn refresh_connection_authentication(&self) {
        self.queue_manager.refresh_connection_authentication();
    }

    fn administers(&self, user: &str) -> bool {
        // For displays: what the system cannot say is not shown to be so.
        self.queue_manager.administers(user).unwrap_or(false)
    }

    fn network(&self) -> &dyn Network {
        match self.network.get() {
            Some(network) => network.as_ref(),
            None => &NoNetwork,
        }
    }

    fn clusters(&self) -> &dyn Clusters {
        match self.clusters.get() {
            Some(clusters) => clusters.as_ref(),
            None => &NoClusters,
        }
    }

    fn services(&self) -> &dyn Services {
        match self.services.get() {
            Some(services) => services.as_ref(),
            None => &NoServices,
        }
    }

    fn connections(&self) -> Vec<ConnectionStatus> {
        let all = self.queue_manager.connections();
        let branches = self.queue_manager.branches();
        let in_doubt = branches
            .iter()
            .filter(|branch| branch.phase == BranchPhase::InDoubt);
        all.iter()
            .map(|connection| self.connection_of(connection))
            .chain(in_doubt.map(|branch| self.in_doubt_of(branch)))
            .collect()
    }

    fn stop_connection(&self, id: &ConnectionId) -> Result<(), ObjectError> {
        if self.queue_manager.stop_connection(id) {
            Ok(())
        } else {
            Err(ObjectError::NotFound)
        }
    }

    fn advance_log(&self) -> Result<(), ObjectError> {
        self.linear_only()?;
        let advanced = self.queue_manager.log().switch_extent();
        advanced.map_err(|error| ObjectError::NotPossible(error.to_string()))
    }

    fn write_statistics(&self) -> Result<(), ObjectError> {
        self.queue_manager.write_statistics();
        Ok(())
    }

    fn reduce_log(&self, how_far: LogReduction) -> Result<(), ObjectError> {
        self.shorten_log(how_far)
    }

    fn set_log_archived(&self, _extent: &str) -> Result<(), ObjectError> {
        self.linear_only()?;
        Err(ObjectError::NotPossible(
            "this queue manager does not wait for log extents to be archived".to_string(),
        ))
    }
}

pub(crate) fn refusal(error: ferromq_qmgr::ObjectError) -> ObjectError {
    use ferromq_qmgr::ObjectError as Refused;
    match error {
        Refused::NotFound => ObjectError::NotFound,
        Refused::Exists(_) => ObjectError::AlreadyExists,
        Refused::WrongKind(existing) => ObjectError::WrongKind { existing },
        Refused::InUse => ObjectError::InUse,
        Refused::NotEmpty => ObjectError::NotEmpty,
        Refused::UnknownEntity => ObjectError::UnknownEntity,
        Refused::Attribute(error) => ObjectError::Conflict(error.to_string()),
        Refused::Conflict(rule) => ObjectError::Conflict(rule.to_string()),
        Refused::Notice(notice) => ObjectError::Notice(notice),
        Refused::Refused(Reason::Q_MGR_QUIESCING | Reason::Q_MGR_STOPPING) => {
            ObjectError::Quiescing
        }
        Refused::Refused(Reason::RESOURCE_PROBLEM) => ObjectError::LogFull,
        Refused::Refused(Reason::NOT_AUTHORIZED) => ObjectError::NotAuthorized,
        Refused::Refused(Reason::OBJECT_DAMAGED) => ObjectError::Damaged,
        Refused::Refused(reason) => ObjectError::Other(reason),
        other => ObjectError::NotPossible(other.to_string()),
    }
}
