//! A queue manager in memory, as far as commands need one.

pub(crate) mod network;
mod topics;

use ferromq_admin::status::{
    Application, ConnectionStatus, FileSystemUse, HandleStatus, InputMode, Moment, OpenObject,
    QmgrStatus, QueueStatistics, QueueStatus,
};
use ferromq_admin::{
    ConnectionId, Defined, LogReduction, NamePattern, Network, ObjectError, ObjectOperations,
    TopicOperations,
};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCNO_HANDLE_SHARE_BLOCK, MQCNO_SHARED_BINDING, MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_SHARED,
};
use ferromq_mqi::name::ObjectName;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Objects live in one name space per object type, as on a real one.
type Key = (i32, String);

pub(crate) struct FakeQueueManager {
    objects: RefCell<BTreeMap<Key, Definition>>,
    q_mgr: RefCell<Definition>,
    stopped: Cell<bool>,
    network: network::FakeNetwork,
    topics: topics::FakeTopics,
}

impl FakeQueueManager {
    pub(crate) fn new() -> Self {
        let name = ObjectName::truncated("QM1");
        Self {
            objects: RefCell::default(),
            q_mgr: RefCell::new(Definition::new(ObjectKind::QMgr, name)),
            stopped: Cell::new(false),
            network: network::FakeNetwork::default(),
            topics: topics::FakeTopics::default(),
        }
    }

    /// Makes an object as the queue manager does, with what only it can set.
    pub(crate) fn add(&self, kind: ObjectKind, name: &str, internal: &[(Attr, i32)]) {
        let mut definition = Definition::new(kind, ObjectName::truncated(name));
        for (attr, value) in internal {
            definition
                .set_internal(*attr, *value)
                .expect("a valid value");
        }
        self.put(definition);
    }

    fn put(&self, mut definition: Definition) {
        for (attr, value) in [(Attr::Altdate, "2024-05-06"), (Attr::Alttime, "07.08.09")] {
            definition
                .set_internal(attr, value)
                .expect("every kind has it");
        }
        for (attr, value) in [(Attr::Crdate, "2024-01-02"), (Attr::Crtime, "03.04.05")] {
            // Processes and namelists have no creation date.
            let _ = definition.set_internal(attr, value);
        }
        let key = key(definition.kind(), definition.name().as_str());
        self.objects.borrow_mut().insert(key, definition);
    }

    /// How often all subscriptions were listed.
    pub(crate) fn listings(&self) -> u32 {
        self.topics.listings.get()
    }

    fn depth(&self, name: &ObjectName) -> i32 {
        self.definition(ObjectKind::QLocal, name)
            .map_or(0, |found| found.int(Attr::Curdepth))
    }

    fn in_use(name: &ObjectName) -> bool {
        name.as_str() == "IN.USE"
    }
}

fn key(kind: ObjectKind, name: &str) -> Key {
    (kind.object_type(), name.to_string())
}

impl ObjectOperations for FakeQueueManager {
    fn is_damaged(&self, _: &ObjectName) -> bool {
        false
    }

    fn topics(&self) -> Option<&dyn TopicOperations> {
        Some(&self.topics)
    }

    fn define(&self, definition: Definition, replace: bool) -> Result<Defined, ObjectError> {
        let existing = self
            .objects
            .borrow()
            .get(&key(definition.kind(), definition.name().as_str()))
            .cloned();
        match existing {
            None => {
                self.put(definition);
                Ok(Defined::Created)
            }
            Some(_) if !replace => Err(ObjectError::AlreadyExists),
            Some(existing) if existing.kind() != definition.kind() => Err(ObjectError::WrongKind {
                existing: existing.kind(),
            }),
            Some(_) => {
                self.put(definition);
                Ok(Defined::Replaced)
            }
        }
    }

    fn alter(
        &self,
        kind: ObjectKind,
        name: &ObjectName,
        changes: Vec<(Attr, Value)>,
        force: bool,
    ) -> Result<(), ObjectError> {
        if Self::in_use(name) && !force {
            return Err(ObjectError::InUse);
        }
        let mut definition = match kind {
            ObjectKind::QMgr => self.q_mgr_definition(),
            _ => self.definition(kind, name).ok_or(ObjectError::NotFound)?,
        };
        for (attr, value) in changes {
            definition
                .set(attr, value)
                .map_err(|error| ObjectError::Conflict(error.to_string()))?;
        }
        match kind {
            ObjectKind::QMgr => *self.q_mgr.borrow_mut() = definition,
            _ => self.put(definition),
        }
        Ok(())
    }

    fn delete(&self, kind: ObjectKind, name: &ObjectName, purge: bool) -> Result<(), ObjectError> {
        self.definition(kind, name).ok_or(ObjectError::NotFound)?;
        if Self::in_use(name) {
            return Err(ObjectError::InUse);
        }
        if self.depth(name) > 0 && !purge {
            return Err(ObjectError::NotEmpty);
        }
        self.objects.borrow_mut().remove(&key(kind, name.as_str()));
        Ok(())
    }

    fn clear(&self, queue: &ObjectName) -> Result<(), ObjectError> {
        let mut definition = self
            .definition(ObjectKind::QLocal, queue)
            .ok_or(ObjectError::NotFound)?;
        if Self::in_use(queue) {
            return Err(ObjectError::InUse);
        }
        definition
            .set_internal(Attr::Curdepth, 0)
            .expect("a local queue has a depth");
        self.put(definition);
        Ok(())
    }

    fn definition(&self, kind: ObjectKind, name: &ObjectName) -> Option<Definition> {
        let found = self
            .objects
            .borrow()
            .get(&key(kind, name.as_str()))
            .cloned()?;
        (found.kind() == kind).then_some(found)
    }

    fn definitions(&self, kinds: &[ObjectKind], names: &NamePattern) -> Vec<Definition> {
        let objects = self.objects.borrow();
        let fits =
            |one: &&Definition| kinds.contains(&one.kind()) && names.matches(one.name().as_str());
        objects.values().filter(fits).cloned().collect()
    }

    fn q_mgr_definition(&self) -> Definition {
        self.q_mgr.borrow().clone()
    }

    fn reset_queue_statistics(&self, names: &NamePattern) -> Vec<QueueStatistics> {
        let local = self.definitions(&[ObjectKind::QLocal], names);
        let statistics = |definition: &Definition| QueueStatistics {
            queue: definition.name().to_string(),
            ..QueueStatistics::default()
        };
        local.iter().map(statistics).collect()
    }

    fn queue_status(&self, names: &NamePattern) -> Vec<QueueStatus> {
        let local = self.definitions(&[ObjectKind::QLocal], names);
        local
            .iter()
            .map(|definition| QueueStatus {
                queue: definition.name().to_string(),
                current_depth: definition.int(Attr::Curdepth).unsigned_abs(),
                file_mb: 1,
                file_mb_max: 2_088_960,
                monitoring: "OFF".to_string(),
                ..QueueStatus::default()
            })
            .collect()
    }

    fn queue_handles(&self, names: &NamePattern) -> Vec<HandleStatus> {
        let local = self.definitions(&[ObjectKind::QLocal], names);
        local
            .iter()
            .filter(|definition| Self::in_use(&definition.name()))
            .map(|definition| HandleStatus {
                queue: definition.name().to_string(),
                application: application(),
                input: InputMode::Shared,
                inquire: true,
                unit_of_work: "0.17".to_string(),
                ..HandleStatus::default()
            })
            .collect()
    }

    fn q_mgr_status(&self) -> QmgrStatus {
        QmgrStatus {
            name: "QM1".to_string(),
            status: "RUNNING".to_string(),
            channel_initiator: "STOPPED".to_string(),
            command_server: "RUNNING".to_string(),
            connections: 2,
            data_path: "/var/ferromq/qmgrs/QM1".to_string(),
            disk_lsn: "<0:0:79:38170>".to_string(),
            host_name: "host1".to_string(),
            installation: (
                "Installation1".to_string(),
                String::new(),
                "/opt/ferromq".to_string(),
            ),
            log_extent_kb: Some(16_384),
            log_in_use_percent: Some(13),
            log_utilization_percent: Some(7),
            log_path: "/var/ferromq/log/QM1/active/".to_string(),
            log_primary: Some(3),
            log_secondary: Some(2),
            log_type: "LINEAR".to_string(),
            current_log: Some("S0000012.LOG".to_string()),
            recovery_log: Some("S0000011.LOG".to_string()),
            media_log: Some("S0000009.LOG".to_string()),
            reuse_mb: Some(0),
            data_files: FileSystemUse::Own {
                total_mb: 253_824,
                used_percent: 11,
            },
            log_files: FileSystemUse::Shared,
            start: Moment {
                date: "2024-05-06".to_string(),
                time: "01.02.03".to_string(),
            },
            ..QmgrStatus::default()
        }
    }

    fn network(&self) -> &dyn Network {
        &self.network
    }

    fn connections(&self) -> Vec<ConnectionStatus> {
        let mut connections = vec![connection(
            1,
            "amqsget",
            &["IN.USE", "SYSTEM.A.QUEUE.WITH.A.VERY.LONG.NAME"],
        )];
        if !self.stopped.get() {
            connections.push(connection(2, "amqsput", &[]));
        }
        connections
    }

    fn stop_connection(&self, id: &ConnectionId) -> Result<(), ObjectError> {
        if id[23] == 2 && !self.stopped.replace(true) {
            Ok(())
        } else {
            Err(ObjectError::NotFound)
        }
    }

    fn write_statistics(&self) -> Result<(), ObjectError> {
        Ok(())
    }

    fn advance_log(&self) -> Result<(), ObjectError> {
        Ok(())
    }

    fn reduce_log(&self, _how_far: LogReduction) -> Result<(), ObjectError> {
        Ok(())
    }

    fn set_log_archived(&self, extent: &str) -> Result<(), ObjectError> {
        if extent.starts_with('S') {
            Ok(())
        } else {
            Err(ObjectError::NotPossible(format!(
                "there is no log extent {extent}"
            )))
        }
    }
}

fn application() -> Application {
    Application {
        tag: "amqsget".to_string(),
        description: "FerroMQ sample".to_string(),
        kind: "USER".to_string(),
        process_id: 4711,
        thread_id: 1,
        user_id: "alice".to_string(),
        ..Application::default()
    }
}

fn connection(number: u8, tag: &str, open: &[&str]) -> ConnectionStatus {
    let mut id = *b"AMQCQM1         \0\0\0\0\0\0\0\0";
    id[23] = number;
    let object = |name: &&str| OpenObject {
        name: (*name).to_string(),
        kind: "QUEUE".to_string(),
        open_options: MQOO_INPUT_SHARED | MQOO_FAIL_IF_QUIESCING,
        active: false,
    };
    ConnectionStatus {
        id,
        application: Application {
            tag: tag.to_string(),
            ..application()
        },
        connect_options: MQCNO_HANDLE_SHARE_BLOCK | MQCNO_SHARED_BINDING,
        tag: format!("MQCT{number}"),
        unit_of_work_state: "NONE".to_string(),
        unit_of_work: "0.0".to_string(),
        open_objects: open.iter().map(object).collect(),
        ..ConnectionStatus::default()
    }
}
