//! What displays show of a running queue manager. Snapshots: each value was true at some
//! moment during the call.

use crate::core::RunState;
use crate::objects::operations::live_definition;
use crate::objects::registry::QueueObject;
use crate::queue_manager::QueueManager;
use crate::store::local_queue::LocalQueue;
use crate::uow::branch::branches::{Asker, Unfinished};
use crate::uow::branch::complete::{Done, decide, forget};
use crate::uow::branch::states::Outcome;
use crate::verbs::connection_state::{ConnectionState, OpenHandle};
use ferromq_log::{LogUsage, Lsn};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{Mobility, Origin, Road};
use ferromq_mqi::xa::{XaCode, Xid};
use ferromq_queue::QueueStatistics;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A local queue in use (`DISPLAY QSTATUS TYPE(QUEUE)`).
#[derive(Clone, Debug)]
pub struct QueueStatus {
    /// Its name.
    pub name: ObjectName,
    /// Handles open for input.
    pub input_handles: u32,
    /// Handles open for output.
    pub output_handles: u32,
    /// Counters and times of the queue itself.
    pub queue: ferromq_queue::QueueStatus,
    /// First log position media recovery of the queue needs; 0 without a media image.
    pub media_lsn: u64,
    /// Its files cannot be read.
    pub damaged: bool,
}

/// A connection of an application, as far as it matters to spread applications over members of a uniform cluster.
#[derive(Clone, Debug)]
pub struct ApplicationConnection {
    /// The 24 bytes that name it.
    pub id: [u8; 24],
    /// Application name.
    pub appl_name: FixedText<28>,
    /// It is a client's.
    pub is_client: bool,
    /// Address and port of its client's socket, which others may share.
    pub socket: Option<(String, u16)>,
    /// `MQCNO_*`.
    pub options: i32,
    /// What it says of being moved.
    pub mobility: Mobility,
    /// A unit of work is in progress, or it works in a branch of a transaction.
    pub in_unit_of_work: bool,
    /// It has put more messages than it has got.
    pub awaits_reply: bool,
}

/// A connection (`DISPLAY CONN`).
#[derive(Clone, Debug)]
pub struct ConnectionStatus {
    /// The 24 bytes that name it.
    pub id: [u8; 24],
    /// Who connected.
    pub origin: Origin,
    /// Application name.
    pub appl_name: FixedText<28>,
    /// `MQCNO_*`.
    pub options: i32,
    /// When, microseconds since the epoch.
    pub connected_us: u64,
    /// Unit of work in progress; 0 for none.
    pub uow: u64,
    /// When it began, microseconds since the epoch.
    pub uow_started_us: u64,
    /// Whether it has log records.
    pub uow_logged: bool,
    /// First log position it holds; 0 for none.
    pub uow_lsn: u64,
    /// The transaction branch the unit of work is of, if it is of one.
    pub branch: Option<Xid>,
    /// What it has open.
    pub handles: Vec<(i32, OpenHandle)>,
}

/// The queue manager as a whole (`DISPLAY QMSTATUS`).
#[derive(Clone, Debug)]
pub struct ManagerStatus {
    /// When it was started, microseconds since the epoch.
    pub started_us: u64,
    /// How far it is on its way down.
    pub state: RunState,
    /// Connections.
    pub connections: usize,
    /// Units of work in doubt.
    pub in_doubt: usize,
    /// Since when a restart would begin where it would now, microseconds since the epoch: the checkpoint that moved it there, of this
    /// life or an earlier one.
    pub recovery_us: u64,
    /// Checkpoints taken since it was started.
    pub checkpoints: u64,
    /// Log records written since the last one.
    pub records_since_checkpoint: u64,
    /// Bytes of log written since the last one.
    pub bytes_since_checkpoint: u64,
    /// The log.
    pub log: LogUsage,
}

/// A transaction branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchStatus {
    /// What its transaction manager calls it.
    pub xid: Xid,
    /// Number of its unit of work here; 0 when nothing was put or got yet.
    pub uow: u64,
    /// How far it is.
    pub phase: BranchPhase,
    /// When its first message joined, microseconds since the epoch; of a branch found by a
    /// restart, when that was.
    pub started_us: u64,
    /// First log position it holds; 0 for none.
    pub lsn: u64,
    /// Names of the queues it has put to or got from, each once.
    pub queues: Vec<ObjectName>,
    /// Messages put in it.
    pub puts: usize,
    /// Messages got in it.
    pub gets: usize,
}

/// How far a transaction branch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchPhase {
    /// Not prepared: it goes with its connections.
    Active,
    /// Prepared: its transaction manager has to decide.
    InDoubt,
    /// An operator decided, and its transaction manager does not know yet.
    Decided(Outcome),
}

impl QueueManager {
    /// A number that differs from what it was once an object of the type of this kind was defined, changed or deleted;
    /// objects that are not queues.
    #[must_use]
    pub fn definitions_version(&self, kind: ObjectKind) -> u64 {
        self.engine.registry().plain.version(kind.object_type())
    }

    /// One definition, with live values for a local queue.
    #[must_use]
    pub fn definition(&self, kind: ObjectKind, name: &ObjectName) -> Option<Definition> {
        if kind == ObjectKind::QMgr {
            return (self.engine.name == *name || name.is_blank()).then(|| self.engine.q_mgr());
        }
        let registry = self.engine.registry();
        if kind == ObjectKind::QLocal {
            return registry
                .local_queue(name)
                .map(|queue| live_definition(&queue));
        }
        registry.definition(kind, name)
    }

    /// Whether there is a local queue of that name and it is damaged: its definition is all that is known of it.
    #[must_use]
    pub fn is_damaged(&self, name: &ObjectName) -> bool {
        let queue = self.engine.registry().local_queue(name);
        queue.is_some_and(|queue| queue.is_damaged())
    }

    /// The kind of queue a name stands for.
    #[must_use]
    pub fn queue_kind(&self, name: &ObjectName) -> Option<ObjectKind> {
        self.engine
            .registry()
            .queues
            .get(name)
            .map(QueueObject::kind)
    }

    /// The queue manager's own definition.
    #[must_use]
    pub fn q_mgr_definition(&self) -> Definition {
        self.engine.q_mgr()
    }

    /// An attribute of the queue manager itself that is a number, without a copy of all the others.
    ///
    /// # Panics
    /// If it has no such attribute: that is a mistake in the caller.
    #[must_use]
    pub fn q_mgr_int(&self, attr: Attr) -> i32 {
        self.engine.q_mgr_int(attr)
    }

    /// Every definition of a kind, sorted by name, with live values for local queues.
    #[must_use]
    pub fn definitions(&self, kind: ObjectKind) -> Vec<Definition> {
        let registry = self.engine.registry();
        if kind == ObjectKind::QMgr {
            return vec![self.engine.q_mgr()];
        }
        if !kind.is_queue() {
            let of_type = registry.plain.of_type(kind.object_type());
            let chosen = of_type.filter(|found| found.kind() == kind);
            return chosen.map(|found| (**found).clone()).collect();
        }
        let queues = registry.queues.values();
        queues
            .filter(|found| found.kind() == kind)
            .map(|found| match found {
                QueueObject::Local(queue) => live_definition(queue),
                other => other.definition(),
            })
            .collect()
    }

    /// The names of all objects of a kind, sorted.
    #[must_use]
    pub fn names(&self, kind: ObjectKind) -> Vec<ObjectName> {
        let registry = self.engine.registry();
        if kind == ObjectKind::QMgr {
            return vec![self.engine.name];
        }
        if !kind.is_queue() {
            let plain = registry.plain.iter();
            let chosen = plain.filter(|(_, found)| found.kind() == kind);
            return chosen.map(|((_, name), _)| *name).collect();
        }
        let chosen = registry
            .queues
            .iter()
            .filter(|(_, found)| found.kind() == kind);
        chosen.map(|(name, _)| *name).collect()
    }

    /// Every local queue, sorted by name.
    #[must_use]
    pub fn queue_statuses(&self) -> Vec<QueueStatus> {
        let registry = self.engine.registry();
        let locals = registry.queues.values().filter_map(|found| match found {
            QueueObject::Local(queue) => Some(queue_status(queue)),
            _ => None,
        });
        locals.collect()
    }

    /// The local queue of this name.
    #[must_use]
    pub fn queue_status(&self, name: &ObjectName) -> Option<QueueStatus> {
        let found = self.engine.registry().queue(name)?;
        match found {
            QueueObject::Local(queue) => Some(queue_status(&queue)),
            _ => None,
        }
    }

    /// A local queue of this name has as many messages as it may have. Nothing is told of that: no put was refused.
    #[must_use]
    pub fn is_queue_full(&self, name: &ObjectName) -> bool {
        match self.engine.registry().queue(name) {
            Some(QueueObject::Local(queue)) => {
                let most = queue.with_definition(|definition| definition.int(Attr::Maxdepth));
                i64::from(queue.queue.depth()) >= i64::from(most)
            }
            _ => false,
        }
    }

    /// What was put on and got from the local queues that are wanted, sorted by name, since this was asked last or
    /// since the start; it is counted anew from now on.
    #[must_use]
    pub fn reset_queue_statistics(
        &self,
        wanted: impl Fn(&ObjectName) -> bool,
    ) -> Vec<(ObjectName, QueueStatistics)> {
        let (opened_us, now_us) = (self.engine.started_us, self.engine.clock.wall_us());
        let registry = self.engine.registry();
        let locals = registry.queues.values().filter_map(|found| match found {
            QueueObject::Local(queue) if wanted(&queue.name) => {
                let statistics = queue.queue.reset_statistics(opened_us, now_us);
                Some((queue.name, statistics))
            }
            _ => None,
        });
        locals.collect()
    }

    /// Every connection, oldest first.
    #[must_use]
    pub fn connections(&self) -> Vec<ConnectionStatus> {
        let states: Vec<_> = self.engine.connections().values().cloned().collect();
        states
            .iter()
            .map(|state| self.connection_status(state))
            .collect()
    }

    /// The connections of applications as far as it matters to spread them over members of a cluster, oldest first; not what the
    /// queue manager runs itself.
    #[must_use]
    pub fn application_connections(&self) -> Vec<ApplicationConnection> {
        let states: Vec<_> = self.engine.connections().values().cloned().collect();
        let of_programs = states.iter().filter(|state| !state.is_own());
        let connections = of_programs.map(|state| {
            let (puts, gets) = state.tally.puts_and_gets();
            ApplicationConnection {
                id: state.id,
                appl_name: state.appl_name,
                is_client: state.origin.road == Road::Client,
                socket: (state.origin.client.as_ref()).map(|at| (at.address.clone(), at.port)),
                options: state.options,
                mobility: state.mobility,
                in_unit_of_work: state.uow.load(Ordering::Relaxed) != 0 || state.branch().is_some(),
                awaits_reply: puts > gets,
            }
        });
        connections.collect()
    }

    fn connection_status(&self, state: &Arc<ConnectionState>) -> ConnectionStatus {
        let branch = state.branch();
        let pinned_at = match &branch {
            Some(branch) => branch.pinned_at(&self.engine),
            None => state.pinned_at(&self.engine),
        };
        let handles = state.open_handles.lock();
        ConnectionStatus {
            id: state.id,
            origin: state.origin.clone(),
            appl_name: state.appl_name,
            options: state.options,
            connected_us: state.connected_us,
            uow: state.uow.load(Ordering::Relaxed),
            uow_started_us: state.uow_started_us.load(Ordering::Relaxed),
            uow_logged: state.uow_logged.load(Ordering::Relaxed),
            uow_lsn: pinned_at.map_or(0, Lsn::get),
            branch: branch.map(|branch| branch.xid.clone()),
            handles: handles
                .iter()
                .map(|(number, open)| (*number, open.clone()))
                .collect(),
        }
    }

    /// Breaks a connection (`STOP CONN`): its next verb, or the one it waits in, answers
    /// `MQRC_CONNECTION_BROKEN` and its unit of work is backed out. False when there is none.
    #[must_use]
    pub fn stop_connection(&self, id: &[u8; 24]) -> bool {
        let found = self
            .engine
            .connections()
            .values()
            .find(|state| state.id == *id)
            .cloned();
        match found {
            Some(state) => {
                state.roll_back(&self.engine);
                self.engine.branches.leave(&self.engine, state.number);
                state.stop();
                true
            }
            None => false,
        }
    }

    /// Every transaction branch, by name, and what channels have promised ([`Xid::channel`]).
    #[must_use]
    pub fn branches(&self) -> Vec<BranchStatus> {
        let all = self.engine.branches.all();
        all.iter().map(|one| self.branch_status(one)).collect()
    }

    fn branch_status(&self, one: &Unfinished) -> BranchStatus {
        let lsn = one.branch.pinned_at(&self.engine).map_or(0, Lsn::get);
        let work = one.branch.work();
        let (mut uow, mut started_us, mut puts, mut gets) = (0, 0, 0, 0);
        let mut queues = BTreeSet::new();
        if let Some(work) = &*work {
            (uow, started_us) = (work.id.0, work.started_us);
            (puts, gets) = (work.puts.len(), work.gets.len());
            queues.extend(work.puts.iter().map(|put| put.queue.name));
            queues.extend(work.gets.iter().map(|got| got.queue.name));
        }
        let phase = match one.decided {
            Some((outcome, id)) => {
                uow = id.0;
                BranchPhase::Decided(outcome)
            }
            None if one.in_doubt => BranchPhase::InDoubt,
            None => BranchPhase::Active,
        };
        BranchStatus {
            xid: one.branch.xid.clone(),
            uow,
            phase,
            started_us,
            lsn,
            queues: queues.into_iter().collect(),
            puts,
            gets,
        }
    }

    /// Ends a prepared branch in its transaction manager's place. What was decided is kept, and
    /// told to whoever wants to end it, until it is forgotten. Durable on return.
    ///
    /// # Errors
    /// `MQRC_UOW_NOT_AVAILABLE` when none of that name is prepared, and for what a channel promised, which its receiver has been
    /// asked about ([`Connection::decide_promise`](crate::Connection::decide_promise)); `MQRC_RESOURCE_PROBLEM` and
    /// `MQRC_Q_MGR_STOPPING` when the log refuses, and it stays prepared.
    pub fn decide_branch(&self, xid: &Xid, outcome: Outcome) -> Result<(), Reason> {
        if xid.channel().is_some() {
            return Err(Reason::UOW_NOT_AVAILABLE);
        }
        decide(&self.engine, xid, outcome)
    }

    /// Forgets what was decided about a branch in its transaction manager's place. Durable on
    /// return.
    ///
    /// # Errors
    /// `MQRC_UOW_NOT_AVAILABLE` when nothing was decided about a branch of that name,
    /// `MQRC_Q_MGR_STOPPING` when the log refuses.
    pub fn forget_branch(&self, xid: &Xid) -> Result<(), Reason> {
        match forget(&self.engine, Asker::OfAll, xid) {
            Ok(Done::Forced(end, ..)) => {
                let forced = self.engine.log.wait_durable(end);
                forced.map_err(|_| Reason::Q_MGR_STOPPING)
            }
            // It asks no participants.
            Ok(Done::Now(_) | Done::Waits(_)) => Ok(()),
            Err(XaCode::RMFAIL) => Err(Reason::Q_MGR_STOPPING),
            Err(_) => Err(Reason::UOW_NOT_AVAILABLE),
        }
    }

    /// The queue manager as a whole.
    #[must_use]
    pub fn status(&self) -> ManagerStatus {
        let log = self.engine.log.usage();
        let last = self.engine.last_checkpoint();
        ManagerStatus {
            recovery_us: last.recovery_us,
            checkpoints: last.count,
            records_since_checkpoint: log.records.saturating_sub(last.records),
            bytes_since_checkpoint: self.engine.log.head().get().saturating_sub(last.head.get()),
            started_us: self.engine.started_us,
            state: self.engine.state(),
            connections: self.connection_count(),
            in_doubt: self.engine.branches.in_doubt_count(),
            log,
        }
    }
}

fn queue_status(queue: &LocalQueue) -> QueueStatus {
    let opens = *queue.opens();
    QueueStatus {
        name: queue.name,
        input_handles: opens.input(),
        output_handles: opens.output,
        queue: queue.queue.status(),
        media_lsn: queue.image_lsn.load(Ordering::Acquire),
        damaged: queue.is_damaged(),
    }
}
