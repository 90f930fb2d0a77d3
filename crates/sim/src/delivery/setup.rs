//! The queue manager such a run has: its objects and its users.

use super::model::{
    ALL_COPIES, CLUSTERED, DEAD, INITIATION, RED_COPIES, REPLIES, TRANSMIT, TRIGGER_DEPTH,
    TRIGGERED, Trigger,
};
use super::{APPLICATIONS, Delivery, look};
use crate::place::{Users, create_on, place_on};
use ferromq_base::clock::Clock;
use ferromq_base::random::SplitMix64;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, Origin, Road};
use ferromq_qmgr::{
    ClusterRecord, Connection, EndMode, EntityName, Permissions, Profile, ProtectedKind,
    QueueManager, SELF_PROFILE, StartSettings,
};
use std::sync::Arc;

/// When runs begin, microseconds since the epoch.
pub(super) const START_US: u64 = 1_750_000_000_000_000;
/// How long a cooperative mark lasts.
pub(super) const MARK_MS: i32 = 5_000;
/// Who may connect, and put to the first queue, and nothing else.
pub(super) const STRANGER: &str = "joe";

pub(super) fn invent_log(random: &mut SplitMix64) -> LogSettings {
    LogSettings {
        file_pages: 64,
        primary_files: 3 + random.below(2) as u32,
        secondary_files: 2,
        buffer_pages: 0,
        log_type: match random.chance(30) {
            true => LogType::Linear,
            false => LogType::Circular,
        },
    }
}

impl Delivery {
    pub(super) fn create(&mut self) -> Result<(), String> {
        create_on(&self.disk, "SIM", self.log, &self.clock)?;
        self.start_engine()?;
        let engine = self.engine();
        for definition in self.definitions()? {
            let what = definition.name().as_str().to_owned();
            engine
                .define(definition, false)
                .map_err(|error| format!("{what}: {error}"))?;
        }
        for (name, queue, selector) in [
            ("ALL", ALL_COPIES, ""),
            ("RED", RED_COPIES, "colour = 'red'"),
        ] {
            let subscription = subscription(name, queue, selector)?;
            engine
                .define_subscription(subscription, false)
                .map_err(|error| format!("{name}: {error}"))?;
        }
        let changes = [
            (Attr::Deadq, Value::from(DEAD)),
            (Attr::Markint, Value::from(MARK_MS)),
        ];
        let altered = engine.alter(
            ObjectKind::QMgr,
            &ObjectName::truncated("SIM"),
            &changes,
            false,
        );
        altered.map_err(|error| error.to_string())?;
        let joe = EntityName::principal(STRANGER);
        for (kind, profile, bits) in [
            (ProtectedKind::QMgr, SELF_PROFILE, MQZAO_CONNECT),
            (ProtectedKind::Queue, "Q.A", MQZAO_OUTPUT),
        ] {
            let profile = Profile::parse(profile).map_err(|error| format!("{error:?}"))?;
            let set = engine.set_authority(
                kind,
                &profile,
                &joe,
                Permissions::of(bits),
                Permissions::NONE,
            );
            set.map_err(|error| error.to_string())?;
        }
        engine.begin_end(EndMode::Immediate);
        self.watcher = None;
        self.engine()
            .finish_end()
            .map_err(|error| error.to_string())?;
        self.leave();
        Ok(())
    }

    fn definitions(&self) -> Result<Vec<Definition>, String> {
        let named = |kind, name: &str| Definition::new(kind, ObjectName::truncated(name));
        let said = |error: ferromq_mqi::attribute::AttributeError| error.to_string();
        let mut all = vec![named(ObjectKind::Process, "P")];
        let own = self.queues().iter().copied();
        // That of the cluster is there.
        for name in own.filter(|name| *name != CLUSTERED) {
            let mut queue = named(ObjectKind::QLocal, name);
            let mut set = |attr, value| queue.set(attr, value).map_err(said);
            set(Attr::Share, Value::from(MQQA_SHAREABLE))?;
            if name == TRANSMIT {
                set(Attr::Usage, Value::from(MQUS_TRANSMISSION))?;
            }
            if name == TRIGGERED {
                let kind = match self.state.trigger {
                    Trigger::Every => MQTT_EVERY,
                    Trigger::First => MQTT_FIRST,
                    Trigger::Depth => MQTT_DEPTH,
                };
                set(Attr::Trigger, Value::from(MQTC_ON))?;
                set(Attr::Trigtype, Value::from(kind))?;
                set(Attr::Trigdpth, Value::from(TRIGGER_DEPTH as i32))?;
                set(Attr::Initq, Value::from(INITIATION))?;
                set(Attr::Process, Value::from("P"))?;
            }
            all.push(queue);
        }
        let mut alias = named(ObjectKind::QAlias, "ALIAS.B");
        alias.set(Attr::Target, Value::from("Q.B")).map_err(said)?;
        let mut remote = named(ObjectKind::QRemote, "REMOTE");
        for (attr, value) in [
            (Attr::Rname, "FAR.Q"),
            (Attr::Rqmname, "FAR"),
            (Attr::Xmitq, TRANSMIT),
        ] {
            remote.set(attr, Value::from(value)).map_err(said)?;
        }
        all.extend([alias, remote]);
        Ok(all)
    }

    pub(super) fn start_engine(&mut self) -> Result<(), String> {
        // Identifiers are unique as long as two starts are not at the same moment.
        self.clock.advance_ns(1_000_000);
        let settings = StartSettings {
            log: self.log,
            queue_buffer_bytes: self.queue_buffer_bytes,
            persistent_queue_buffer_bytes: self.queue_buffer_bytes,
            open_queue_files_max: 4,
            // No call to the disk is planned to fail then, so it is no matter in which order threads read.
            read_ahead: self.read_ahead && self.fault_at.is_none(),
            notices: Arc::new(|_| {}),
        };
        let clock: Arc<dyn Clock> = self.clock.clone();
        let started = QueueManager::start(place_on(&self.disk)?, &settings, clock);
        let engine = started.map_err(|error| format!("it does not start: {error}"))?;
        engine.set_entities(Arc::new(Users));
        if let Some(steps_in_line) = self.steps_in_line {
            engine.begin_tasks(steps_in_line);
        }
        self.engine = Some(engine);
        self.watcher = Some(
            self.connect("sim")
                .map_err(|reason| format!("connect answered {reason:?}"))?,
        );
        Ok(())
    }

    /// Programs connect, and somebody opens the initiation queue.
    pub(super) fn begin_work(&mut self) -> Result<(), String> {
        for _ in 0..APPLICATIONS {
            let connected = self.connect("sim");
            let mut connection =
                connected.map_err(|reason| format!("connect answered {reason:?}"))?;
            if self.steps_in_line.is_some() {
                connection.use_workers();
            }
            self.applications.push(connection);
        }
        let watcher = self.watcher.as_mut().ok_or("nobody looks")?;
        look::open(watcher, INITIATION, MQOO_INPUT_SHARED)?;
        self.engine().run_deferred();
        self.state.watched = true;
        self.state.reconsider();
        self.allow_replies(!self.state.replies_inhibited)
    }

    pub(super) fn connect(&self, user: &str) -> Result<Connection, Reason> {
        let origin = Origin {
            user_id: FixedText::truncated(user),
            appl_name: FixedText::truncated("simulator"),
            appl_type: 0,
            process_id: 1,
            thread_id: 1,
            uid: 1,
            // Who comes with the process itself is not asked what it may do.
            road: if user == STRANGER {
                Road::Client
            } else {
                Road::Embedded
            },
            client: None,
        };
        self.engine().connect(&ConnectOptions::default(), origin)
    }

    /// Whether the queue of reports takes any, and the instance of the cluster's queue that comes first.
    pub(super) fn allow_replies(&mut self, allowed: bool) -> Result<(), String> {
        self.allow_puts(&[REPLIES], allowed)?;
        match self.plain {
            true => Ok(()),
            false => self.tell_of_cluster(allowed),
        }
    }

    /// What is known of the cluster this queue manager is in: FAR and NEAR share a queue, and NEAR gets what FAR does not take.
    fn tell_of_cluster(&mut self, allowed: bool) -> Result<(), String> {
        let own = self.engine().q_mgr_definition().text(Attr::Qmid).to_owned();
        let put = match allowed {
            true => MQQA_PUT_ALLOWED,
            false => MQQA_PUT_INHIBITED,
        };
        let mut records = Vec::new();
        let members = [("SIM", own.as_str()), ("FAR", "FAR_1"), ("NEAR", "NEAR_1")];
        for (q_mgr, qmid) in members {
            let channel = format!("TO.{q_mgr}");
            let text = [
                (Attr::Clusqmgr, q_mgr),
                (Attr::Cluster, "C"),
                (Attr::Channel, &channel),
                (Attr::Qmid, qmid),
                (Attr::Record, "1 0 l"),
            ];
            let name = format!("R.{q_mgr}");
            records.push(record(ObjectKind::ClusQMgr, &name, &text, &[])?);
        }
        for (q_mgr, qmid, put, priority) in [
            ("FAR", "FAR_1", put, 5),
            ("NEAR", "NEAR_1", MQQA_PUT_ALLOWED, 0),
        ] {
            let text = [
                (Attr::Queue, "CLUS"),
                (Attr::Clusqmgr, q_mgr),
                (Attr::Cluster, "C"),
                (Attr::Qmid, qmid),
                (Attr::Record, "1 0 l"),
            ];
            let numbers = [
                (Attr::Put, put),
                (Attr::Clwlprty, priority),
                (Attr::Defbind, MQBND_BIND_NOT_FIXED),
            ];
            let name = format!("R.CLUS.{q_mgr}");
            records.push(record(ObjectKind::ClusQ, &name, &text, &numbers)?);
        }
        match self.engine().keep_cluster_records(&records) {
            Err(error) if !self.struck() => Err(error.to_string()),
            _ => Ok(()),
        }
    }

    /// Whether these queues take anything.
    pub(super) fn allow_puts(&mut self, queues: &[&str], allowed: bool) -> Result<(), String> {
        let value = if allowed {
            MQQA_PUT_ALLOWED
        } else {
            MQQA_PUT_INHIBITED
        };
        let changes = [(Attr::Put, Value::from(value))];
        for queue in queues {
            let name = ObjectName::truncated(queue);
            let altered = (self.engine()).alter(ObjectKind::QLocal, &name, &changes, false);
            match altered {
                Err(error) if !self.struck() => return Err(error.to_string()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether the queue that triggers has its trigger control on.
    pub(super) fn trigger_in_force(&self) -> Result<bool, String> {
        let definition = self
            .engine()
            .definition(ObjectKind::QLocal, &ObjectName::truncated(TRIGGERED));
        let definition = definition.ok_or("a queue is gone")?;
        Ok(definition.int(Attr::Trigger) == MQTC_ON)
    }
}

fn record(
    kind: ObjectKind,
    name: &str,
    text: &[(Attr, &str)],
    numbers: &[(Attr, i32)],
) -> Result<ClusterRecord, String> {
    let mut record = Definition::new(kind, ObjectName::truncated(name));
    let text = text.iter().map(|(attr, text)| (*attr, Value::from(*text)));
    let numbers = numbers.iter().map(|(attr, it)| (*attr, Value::from(*it)));
    for (attr, value) in text.chain(numbers) {
        record
            .set_internal(attr, value)
            .map_err(|error| error.to_string())?;
    }
    Ok(ClusterRecord::Keep(record))
}

fn subscription(name: &str, queue: &str, selector: &str) -> Result<Definition, String> {
    let mut definition = Definition::new(ObjectKind::Sub, ObjectName::BLANK);
    let values: [(Attr, Value); 8] = [
        (Attr::Sub, name.into()),
        (Attr::Topicstr, "t/1".into()),
        (Attr::Dest, queue.into()),
        (Attr::Destclas, MQDC_PROVIDED.into()),
        (Attr::Destcorl, "0".repeat(48).as_str().into()),
        (Attr::Pubprty, MQPRI_PRIORITY_AS_PUBLISHED.into()),
        (Attr::Durable, MQSUB_DURABLE_YES.into()),
        (Attr::Selector, selector.into()),
    ];
    for (attr, value) in values {
        definition
            .set_internal(attr, value)
            .map_err(|error| error.to_string())?;
    }
    Ok(definition)
}
