//! The operations on a running queue manager.

use crate::authority::AuthorityOperations;
use crate::client_table::client_table;
use crate::lease::Leases;
use crate::network::{Network, NoNetwork};
use crate::operations::{ConnectionId, Defined, LogReduction, ObjectError, ObjectOperations};
use crate::pattern::NamePattern;
use crate::status::{
    Application, ConnectionStatus, HandleStatus, InputMode, Moment, OpenObject, QmgrStatus,
    QueueStatus,
};
use ferromq_base::clock::Clock;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQMON_HIGH, MQMON_LOW, MQMON_MEDIUM, MQMON_NONE, MQMON_Q_MGR, MQOO_BROWSE, MQOO_INPUT_AS_Q_DEF,
    MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED, MQOO_INQUIRE, MQOO_OUTPUT, MQOO_SET, MQOT_NAMELIST,
    MQOT_PROCESS, MQOT_Q_MGR,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{Origin, Road};
use ferromq_mqi::reason::Reason;
use ferromq_qmgr::{
    BranchPhase, BranchStatus, Entity, OpenHandle, QueueManager, RuleAction, RuleError, RunState,
};
use std::sync::{Arc, OnceLock};

const BYTES_PER_KB: u64 = 1 << 10;
const BYTES_PER_MB: u64 = 1 << 20;
const MICROSECONDS_PER_SECOND: u64 = 1_000_000;
/// Ages and times above this are shown as this.
const SHOWN_MAX: u64 = 999_999_999;

/// How a queue manager's log is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLayout {
    /// Linear, or else circular.
    pub linear: bool,
    /// Size of an extent.
    pub extent_bytes: u64,
    /// Extents made at creation.
    pub primary_extents: u32,
    /// Extents that may be added.
    pub secondary_extents: u32,
}

/// What displays show that a queue manager does not know of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Directory of its data.
    pub data_path: String,
    /// Directory of its log.
    pub log_path: String,
    /// Name of the machine.
    pub host_name: String,
    /// Installation's name, description and directory.
    pub installation: (String, String, String),
    /// Its log.
    pub log: LogLayout,
    /// Whether a command server works on the command queue.
    pub command_server: bool,
    /// Whether a channel initiator waits for triggers.
    pub channel_initiator: bool,
}

/// A running queue manager and its surroundings: what commands are run on.
#[derive(Clone)]
pub struct Administered {
    queue_manager: QueueManager,
    surroundings: Surroundings,
    clock: Arc<dyn Clock>,
    /// Given once the process around the queue manager has one.
    network: OnceLock<Arc<dyn Network>>,
    /// Whose commands they are; `None` for those of an administrator.
    user: Option<Arc<Entity>>,
    /// Listeners that belong to programs.
    leases: Arc<Leases>,
    /// Who keeps the client channel definition table.
    client_table: OnceLock<ClientTableKeeper>,
}

/// Hears the client channel definition table whenever it changes.
pub type ClientTableKeeper = Arc<dyn Fn(&str) + Send + Sync>;

impl std::fmt::Debug for Administered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Administered")
            .field("queue_manager", &self.queue_manager)
            .finish_non_exhaustive()
    }
}

impl Administered {
    /// Puts the two together. The clock is the one the queue manager was started with.
    #[must_use]
    pub fn new(
        queue_manager: QueueManager,
        surroundings: Surroundings,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            queue_manager,
            surroundings,
            clock,
            network: OnceLock::new(),
            user: None,
            leases: Arc::default(),
            client_table: OnceLock::new(),
        }
    }

    /// Has the client channel definition table (see [`crate::client_table`]) kept: as it is now, and
    /// whenever a command changes it. Only the first call counts.
    pub fn keep_client_table(&self, keeper: ClientTableKeeper) {
        if self.client_table.set(keeper).is_ok() {
            self.client_channels_changed(ObjectKind::ClntConn);
        }
    }

    /// Tells the keeper of the table, if a change of objects of that kind changes the table.
    fn client_channels_changed(&self, kind: ObjectKind) {
        if kind == ObjectKind::ClntConn
            && let Some(keeper) = self.client_table.get()
        {
            keeper(&client_table(&self.queue_manager.definitions(kind)));
        }
    }

    /// Stops the listeners of programs that are gone. To be called every second or so.
    pub fn stop_orphaned_listeners(&self) {
        for listener in self.leases.take_silent(self.clock.monotonic_ns()) {
            // It may have been stopped otherwise.
            let _ = self.network().stop_listener(&listener);
        }
    }

    pub(crate) fn leases(&self) -> &Leases {
        &self.leases
    }

    pub(crate) fn monotonic_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }

    /// Listeners and channels from now on: there were none before. Only the first call counts.
    pub fn set_network(&self, network: Arc<dyn Network>) {
        // A process has one network side for its queue manager.
        let _ = self.network.set(network);
    }

    /// The same, for commands of the user a connection comes from. Administrators may do
    /// everything; what others may do is in authority records.
    #[must_use]
    pub fn on_behalf_of(&self, origin: &Origin) -> Self {
        let user = self.queue_manager.entity_of(origin);
        Self {
            user: user.filter(|user| !user.is_administrator()),
            ..self.clone()
        }
    }

    pub(crate) fn user(&self) -> Option<&Arc<Entity>> {
        self.user.as_ref()
    }

    pub(crate) fn queue_manager(&self) -> &QueueManager {
        &self.queue_manager
    }

    /// What is monitored of a queue: `MONQ` of the queue, or of the queue manager where the
    /// queue leaves it to it. `NONE` at the queue manager is for all queues.
    fn monitoring(&self, queue: &ObjectName) -> &'static str {
        let of_q_mgr = self.queue_manager.q_mgr_definition().int(Attr::Monq);
        let of_queue = self.queue_manager.definition(ObjectKind::QLocal, queue);
        let level = match of_queue.map_or(MQMON_Q_MGR, |definition| definition.int(Attr::Monq)) {
            _ if of_q_mgr == MQMON_NONE => of_q_mgr,
            MQMON_Q_MGR => of_q_mgr,
            level => level,
        };
        match level {
            MQMON_LOW => "LOW",
            MQMON_MEDIUM => "MEDIUM",
            MQMON_HIGH => "HIGH",
            _ => "OFF",
        }
    }

    fn queue_status_of(&self, status: &ferromq_qmgr::QueueStatus) -> QueueStatus {
        let monitoring = self.monitoring(&status.name);
        let monitored = monitoring != "OFF";
        let queue = &status.queue;
        let age_s = match queue.depth {
            0 => 0,
            _ => {
                self.clock.wall_us().saturating_sub(queue.oldest_put_at_us)
                    / MICROSECONDS_PER_SECOND
            }
        };
        // What happened in an earlier life is not monitoring data of this one.
        let started_us = self.queue_manager.status().started_us;
        let if_monitored = |at_us: u64| {
            if monitored && at_us >= started_us {
                Moment::at_us(at_us)
            } else {
                Moment::default()
            }
        };
        QueueStatus {
            queue: status.name.to_string(),
            damaged: status.damaged,
            current_depth: queue.depth,
            file_mb: saturate(queue.file_bytes.div_ceil(BYTES_PER_MB)),
            file_mb_max: self.file_mb_max(&status.name),
            input_handles: status.input_handles,
            output_handles: status.output_handles,
            last_get: if_monitored(queue.last_get_at_us),
            last_put: if_monitored(queue.last_put_at_us),
            media_log: self.media_extent(status.media_lsn),
            monitoring: monitoring.to_string(),
            oldest_message_age_s: monitored.then_some(age_s.min(SHOWN_MAX)),
            queue_time_us: (monitored && queue.time_on_queue_us != (0, 0)).then(|| {
                let (short_us, long_us) = queue.time_on_queue_us;
                (short_us.min(SHOWN_MAX), long_us.min(SHOWN_MAX))
            }),
            uncommitted: queue.uncommitted_puts + queue.uncommitted_gets > 0,
        }
    }

    /// `MAXFSIZE`, whose default is the documented size of a queue file.
    fn file_mb_max(&self, queue: &ObjectName) -> u32 {
        const FILE_MB_DEFAULT: u32 = 2_088_960;
        let definition = self.queue_manager.definition(ObjectKind::QLocal, queue);
        let limit = definition.map_or(0, |definition| definition.int(Attr::Maxfsize));
        u32::try_from(limit)
            .ok()
            .filter(|limit| *limit > 0)
            .unwrap_or(FILE_MB_DEFAULT)
    }

    /// The log extent a queue's media image begins in; blank where there is none to speak of.
    fn media_extent(&self, lsn: u64) -> String {
        let log = &self.surroundings.log;
        if !log.linear || lsn == 0 || log.extent_bytes == 0 {
            return String::new();
        }
        extent_name(lsn / log.extent_bytes)
    }

    /// The handles of a connection on local queues whose names fit.
    fn handles_of(
        &self,
        connection: &ferromq_qmgr::ConnectionStatus,
        names: &NamePattern,
    ) -> Vec<HandleStatus> {
        let fits = |handle: &&OpenHandle| {
            !handle.queue_name.is_blank() && names.matches(handle.queue_name.as_str())
        };
        let handles = connection.handles.iter().map(|(_, handle)| handle);
        handles
            .filter(fits)
            .map(|handle| HandleStatus {
                queue: handle.queue_name.to_string(),
                application: application_of(connection),
                browse: handle.options & MQOO_BROWSE != 0,
                input: self.input_mode(handle),
                inquire: handle.options & MQOO_INQUIRE != 0,
                output: handle.options & MQOO_OUTPUT != 0,
                set: handle.options & MQOO_SET != 0,
                active: false,
                unit_of_work: format!("0.{}", connection.uow),
            })
            .collect()
    }

    /// How a handle takes messages; the queue says so where the application left it to it.
    fn input_mode(&self, handle: &OpenHandle) -> InputMode {
        if handle.options & MQOO_INPUT_SHARED != 0 {
            return InputMode::Shared;
        }
        if handle.options & MQOO_INPUT_EXCLUSIVE != 0 {
            return InputMode::Exclusive;
        }
        if handle.options & MQOO_INPUT_AS_Q_DEF == 0 {
            return InputMode::No;
        }
        let definition = self
            .queue_manager
            .definition(ObjectKind::QLocal, &handle.queue_name);
        match definition.map(|definition| definition.int(Attr::Defsopt)) {
            Some(MQOO_INPUT_EXCLUSIVE) => InputMode::Exclusive,
            _ => InputMode::Shared,
        }
    }

    fn connection_of(&self, connection: &ferromq_qmgr::ConnectionStatus) -> ConnectionStatus {
        let q_mgr = self.queue_manager.q_mgr_definition();
        let at_work = connection.uow != 0;
        let logged = at_work && connection.uow_logged;
        let begun = Moment::at_us(connection.uow_started_us);
        let application = application_of(connection);
        let own_id = ferromq_mqi::hex::hex(&connection.id[16..]);
        let tag = format!("MQCT{own_id}{}{}", q_mgr.text(Attr::Qmid), application.tag);
        ConnectionStatus {
            id: connection.id,
            application,
            connect_options: connection.options,
            tag,
            unit_of_work_state: if at_work { "ACTIVE" } else { "NONE" }.to_string(),
            unit_of_work: format!("0.{}", connection.uow),
            external_unit_of_work: connection
                .branch
                .as_ref()
                .map(crate::display::connection::external_name),
            unit_of_work_start: if at_work {
                begun.clone()
            } else {
                Moment::default()
            },
            unit_of_work_log: self.log_extent(logged, connection.uow_lsn),
            unit_of_work_log_start: if logged { begun } else { Moment::default() },
            open_objects: connection
                .handles
                .iter()
                .map(|(_, handle)| open_object_of(handle))
                .collect(),
        }
    }

    /// A unit of work in doubt, which is shown as a connection without anybody behind it.
    fn in_doubt_of(&self, branch: &BranchStatus) -> ConnectionStatus {
        ConnectionStatus {
            unit_of_work_state: "UNRESOLVED".to_string(),
            unit_of_work: format!("0.{}", branch.uow),
            external_unit_of_work: Some(crate::display::connection::external_name(&branch.xid)),
            unit_of_work_start: Moment::at_us(branch.started_us),
            unit_of_work_log: self.log_extent(true, branch.lsn),
            unit_of_work_log_start: Moment::at_us(branch.started_us),
            ..ConnectionStatus::default()
        }
    }

    fn log_extent(&self, logged: bool, lsn: u64) -> String {
        match self.surroundings.log.extent_bytes {
            extent_bytes @ 1.. if logged && lsn != 0 => extent_name(lsn / extent_bytes),
            _ => String::new(),
        }
    }

    /// A log position as `<0:0:extent:offset>`.
    fn shown_lsn(&self, lsn: u64) -> String {
        let extent_bytes = self.surroundings.log.extent_bytes.max(1);
        format!("<0:0:{}:{}>", lsn / extent_bytes, lsn % extent_bytes)
    }

    fn linear_only(&self) -> Result<(), ObjectError> {
        if self.surroundings.log.linear {
            Ok(())
        } else {
            Err(ObjectError::NotPossible(
                "the log of this queue manager is circular".to_string(),
            ))
        }
    }
}

impl ObjectOperations for Administered {
    fn authorities(&self) -> Option<&dyn AuthorityOperations> {
        Some(self)
    }

    fn define(&self, definition: Definition, replace: bool) -> Result<Defined, ObjectError> {
        let (kind, name) = (definition.kind(), definition.name());
        let defined = self.queue_manager.define(definition, replace);
        if defined.is_ok() {
            self.client_channels_changed(kind);
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
        let altered = self.queue_manager.alter(kind, name, &changes, force);
        altered
            .inspect(|()| self.client_channels_changed(kind))
            .map_err(refusal)
    }

    fn delete(&self, kind: ObjectKind, name: &ObjectName, purge: bool) -> Result<(), ObjectError> {
        let deleted = self.queue_manager.delete(kind, name, purge);
        deleted
            .inspect(|()| self.client_channels_changed(kind))
            .map_err(refusal)
    }

    fn clear(&self, queue: &ObjectName) -> Result<(), ObjectError> {
        self.queue_manager.clear(queue).map_err(refusal)
    }

    fn definition(&self, kind: ObjectKind, name: &ObjectName) -> Option<Definition> {
        self.queue_manager.definition(kind, name)
    }

    fn definitions(&self, kinds: &[ObjectKind], names: &NamePattern) -> Vec<Definition> {
        if !names.is_generic() {
            let name = ObjectName::truncated(names.as_str());
            return kinds
                .iter()
                .filter_map(|kind| self.queue_manager.definition(*kind, &name))
                .collect();
        }
        let all = kinds
            .iter()
            .flat_map(|kind| self.queue_manager.definitions(*kind));
        let mut found: Vec<Definition> = all
            .filter(|one| names.matches(one.name().as_str()))
            .filter(|one| self.may_see(one.kind(), one.name().as_str()))
            .collect();
        found.sort_by_key(Definition::name);
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

    fn queue_handles(&self, names: &NamePattern) -> Vec<HandleStatus> {
        let connections = self.queue_manager.connections();
        let mut found: Vec<HandleStatus> = connections
            .iter()
            .flat_map(|connection| self.handles_of(connection, names))
            .collect();
        found.sort_by(|one, other| one.queue.cmp(&other.queue));
        found
    }

    fn q_mgr_status(&self) -> QmgrStatus {
        let status = self.queue_manager.status();
        let (around, log) = (&self.surroundings, &status.log);
        let running = |runs: bool| if runs { "RUNNING" } else { "STOPPED" }.to_string();
        let linear = around.log.linear;
        let if_linear = |name: &str| {
            Some(if linear {
                name.to_string()
            } else {
                String::new()
            })
        };
        QmgrStatus {
            name: self.queue_manager.name().to_string(),
            status: if status.state == RunState::Running {
                "RUNNING"
            } else {
                "QUIESCING"
            }
            .to_string(),
            channel_initiator: running(around.channel_initiator),
            command_server: running(around.command_server),
            checkpoints: Some(status.checkpoints),
            operations_since_checkpoint: Some(status.records_since_checkpoint),
            checkpoint_mb: Some(status.bytes_since_checkpoint / BYTES_PER_MB),
            connections: u32::try_from(status.connections).unwrap_or(u32::MAX),
            data_path: around.data_path.clone(),
            disk_lsn: self.shown_lsn(self.queue_manager.log().durable().get()),
            host_name: around.host_name.clone(),
            installation: around.installation.clone(),
            log_extent_kb: Some(around.log.extent_bytes / BYTES_PER_KB),
            log_in_use_percent: Some(log.log_in_use_percent),
            log_utilization_percent: Some(log.log_utilisation_percent),
            log_path: around.log_path.clone(),
            log_primary: Some(around.log.primary_extents),
            log_secondary: Some(around.log.secondary_extents),
            log_start_lsn: self.shown_lsn(self.queue_manager.log().recovery_lsn().get()),
            log_type: if linear { "LINEAR" } else { "CIRCULAR" }.to_string(),
            current_log: if_linear(&log.current_extent),
            recovery_log: if_linear(&log.recovery_extent),
            media_log: if_linear(log.media_extent.as_deref().unwrap_or_default()),
            media_mb: linear.then_some(log.media_bytes / BYTES_PER_MB),
            recovery_mb: linear.then_some(log.recovery_bytes / BYTES_PER_MB),
            reuse_mb: linear.then_some(log.reusable_bytes / BYTES_PER_MB),
            start: Moment::at_us(status.started_us),
            ..QmgrStatus::default()
        }
    }

    fn set_rule(&self, changes: &[(Attr, Value)], action: RuleAction) -> Result<(), RuleError> {
        self.queue_manager.set_rule(changes, action)
    }

    fn refresh_connection_authentication(&self) {
        self.queue_manager.refresh_connection_authentication();
    }

    fn administers(&self, user: &str) -> bool {
        self.queue_manager.administers(user)
    }

    fn network(&self) -> &dyn Network {
        match self.network.get() {
            Some(network) => network.as_ref(),
            None => &NoNetwork,
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

    /// A checkpoint frees the extents nothing needs; those beyond what is to stay are removed.
    /// As far as seems right is: as many free ones stay as the log began with.
    fn reduce_log(&self, how_far: LogReduction) -> Result<(), ObjectError> {
        let taken = self.queue_manager.checkpoint();
        taken.map_err(|error| ObjectError::NotPossible(error.to_string()))?;
        let (keep, most) = match how_far {
            LogReduction::Auto => (self.surroundings.log.primary_extents, u32::MAX),
            LogReduction::One => (0, 1),
            LogReduction::Max => (0, u32::MAX),
            LogReduction::Extents(extents) => (0, extents),
        };
        self.queue_manager
            .log()
            .reduce(keep as usize, most as usize);
        Ok(())
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

fn application_of(connection: &ferromq_qmgr::ConnectionStatus) -> Application {
    let origin = &connection.origin;
    let description = match origin.road {
        Road::Embedded => "FerroMQ embedded",
        Road::Bindings => "FerroMQ bindings",
        Road::Client => "FerroMQ channel",
    };
    Application {
        tag: connection.appl_name.to_string(),
        description: description.to_string(),
        kind: "USER".to_string(),
        process_id: origin.process_id,
        thread_id: origin.thread_id,
        user_id: origin.user_id.to_string(),
        ..Application::default()
    }
}

fn open_object_of(handle: &OpenHandle) -> OpenObject {
    let kind = match handle.object_type {
        MQOT_Q_MGR => "QMGR",
        MQOT_PROCESS => "PROCESS",
        MQOT_NAMELIST => "NAMELIST",
        _ => "QUEUE",
    };
    OpenObject {
        name: handle.object_name.to_string(),
        kind: kind.to_string(),
        open_options: handle.options,
        active: false,
    }
}

fn extent_name(number: u64) -> String {
    format!("S{number:07}.LOG")
}

fn saturate(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use crate::status::Moment;

    #[test]
    fn moments_are_shown_as_dates_and_times() {
        let leap = Moment::at_us(1_709_210_096_789_000);
        assert_eq!(
            (leap.date.as_str(), leap.time.as_str()),
            ("2024-02-29", "12.34.56")
        );
        assert_eq!(Moment::at_us(1_000_000).date, "1970-01-01");
        assert_eq!(Moment::at_us(0).date, "");
    }
}
