//! A run: one queue manager, its applications, its disk and its clock, on one thread.

use crate::application::{Application, Expected, GetSpec, Waiting, Wanted};
use crate::body;
use crate::model::resolve::{SeenQueue, Snapshot};
use crate::model::seen::Seen;
use crate::model::{Attributes, Effect, Flag, Key, MANAGED, Model, Pending, Work};
use crate::shape::Shape;
use crate::summary::Summary;
use crate::trace::Trace;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::disk::SimulatedDisk;
use ferromq_base::random::SplitMix64;
use ferromq_log::{Log, Lsn, Pressure};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::{
    MQGMO_BROWSE_NEXT, MQGMO_NO_PROPERTIES, MQMO_NONE, MQOO_BROWSE, MQPER_PERSISTENT,
};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, Origin, Road,
};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, Notice, QueueManager, RunState};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

/// A judgement: what is wrong, if anything.
pub(crate) type Verdict = Result<(), String>;

/// How full a queue is, and how full the model has it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Filled {
    depth: usize,
    known: usize,
    /// Messages ever put to it, and the bytes of their data: it counts them as they are put.
    put: (u64, u64),
}

/// See the module.
pub(crate) struct World {
    pub(crate) shape: Shape,
    pub(crate) random: SplitMix64,
    pub(crate) disk: SimulatedDisk,
    pub(crate) clock: Arc<SimulatedClock>,
    /// `None` between lives.
    pub(crate) engine: Option<QueueManager>,
    /// Logs of engines that died, whose applications are not gone yet.
    pub(crate) dead_logs: Vec<Arc<Log>>,
    pub(crate) notices: Arc<Mutex<Vec<Notice>>>,
    pub(crate) model: Model,
    pub(crate) applications: Vec<Application>,
    pub(crate) trace: Trace,
    pub(crate) summary: Summary,
    /// The disk call a planned fault strikes, if one is planned.
    pub(crate) fault_at: Option<u64>,
    /// The planned fault is a loss of power.
    pub(crate) fault_is_power: bool,
    /// A quota stands, or stood, in this life.
    pub(crate) short_of_space: bool,
    /// The files of a queue cannot be synced in this life.
    pub(crate) files_go_bad: bool,
    /// See [`crate::Options::plain`].
    pub(crate) plain: bool,
    /// A checkpoint was taken amid what followed a force, and nobody has heard of it.
    pub(crate) checkpointed_between: bool,
}

impl World {
    pub(crate) fn engine(&self) -> &QueueManager {
        self.engine.as_ref().expect("called within a life only")
    }

    pub(crate) fn now_us(&self) -> u64 {
        self.clock.wall_us()
    }

    pub(crate) fn now_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }

    pub(crate) fn head(&self) -> Lsn {
        self.engine().log().head()
    }

    pub(crate) fn stopping(&self) -> bool {
        self.engine().state() == RunState::Stopping
    }

    /// The disk has failed, or may fail, a call of this life.
    pub(crate) fn in_trouble(&self) -> bool {
        self.short_of_space || self.files_go_bad || self.fault_struck()
    }

    pub(crate) fn fault_struck(&self) -> bool {
        self.fault_at.is_some_and(|at| self.disk.calls() >= at)
    }

    /// A refusal that the state of log, disk or queue manager explains.
    pub(crate) fn excused(&self, reason: Reason) -> bool {
        let log_full = self.engine().log().pressure() == Pressure::NearlyFull;
        match reason {
            Reason::RESOURCE_PROBLEM => log_full || self.in_trouble(),
            Reason::Q_SPACE_NOT_AVAILABLE | Reason::OBJECT_DAMAGED => self.in_trouble(),
            Reason::Q_MGR_STOPPING | Reason::CONNECTION_BROKEN => self.stopping(),
            _ => false,
        }
    }

    /// Has `effect` wait for the log to be durable up to `end`.
    pub(crate) fn await_log(&mut self, end: Lsn, effect: Effect) -> Flag {
        let flag = Flag::default();
        let raised = flag.clone();
        self.engine()
            .log()
            .when_durable(end, Box::new(move |result| raised.raise(result.is_ok())));
        self.model.pending.push(Pending {
            end,
            flag: flag.clone(),
            effect,
        });
        flag
    }

    /// An operation whose outcome nobody knows: its log failed.
    pub(crate) fn leave_open(&mut self, effect: Effect) {
        let end = self.head();
        self.model.pending.push(Pending {
            end,
            flag: Flag::failed(),
            effect,
        });
    }

    /// Backs a unit of work out in the model; the engine has done so, beginning at log
    /// position `head_before`.
    pub(crate) fn back_out_in_model(&mut self, work: &Work, head_before: Lsn) {
        self.back_out_counted(work, |head, counts| {
            // Counts are logged as far as the log has room, and nothing else is if one was not; each takes this much.
            head.get() - head_before.get() >= counts as u64 * 32
        });
    }

    /// The same for a prepared branch, the record of which comes first and finds room in a full log. A count that finds none
    /// shows there.
    pub(crate) fn back_out_branch_in_model(&mut self, work: &Work) {
        let full = self.engine().log().pressure() == Pressure::NearlyFull;
        self.back_out_counted(work, |_, _| !full);
    }

    fn back_out_counted(&mut self, work: &Work, logged: impl FnOnce(Lsn, usize) -> bool) {
        self.model.back_out(work, true);
        let counted: Vec<_> = work
            .gets
            .iter()
            .filter_map(|at| {
                let message = self.model.message(*at)?;
                message
                    .persistent
                    .then_some((*at, message.counted_at_least()))
            })
            .collect();
        let head = self.head();
        if logged(head, counted.len()) {
            for (at, count) in counted {
                self.await_log(head, Effect::Counted(at, count));
            }
        }
    }

    // ---- applications that wait

    /// After every call: applies what became durable and serves whom the engine woke, now or
    /// (it is all the same to the engine) later.
    pub(crate) fn settle(&mut self) -> Verdict {
        let mut deferred = vec![false; self.applications.len()];
        loop {
            self.model.apply_durable();
            let woken = self
                .applications
                .iter()
                .enumerate()
                .position(|(index, one)| {
                    one.waiting.is_some() && one.alarm.rings() && !deferred[index]
                });
            let Some(index) = woken else { break };
            if self.random.chance(25) {
                deferred[index] = true;
            } else {
                self.poll(index)?;
            }
        }
        self.check_wakeups()
    }

    /// Nobody may wait for a message that is there, unless somebody on that queue was woken.
    fn check_wakeups(&self) -> Verdict {
        if self.stopping() {
            return Ok(());
        }
        let waiting = |one: &Application| match &one.waiting {
            Some(Waiting::Message(spec)) => Some(*spec),
            _ => None,
        };
        for (index, one) in self.applications.iter().enumerate() {
            let Some(spec) = waiting(one) else { continue };
            let woken = self.applications.iter().any(|other| {
                waiting(other).is_some_and(|theirs| theirs.queue == spec.queue)
                    && other.alarm.rings()
            });
            if !woken && let Some(key) = self.predict(index, &spec) {
                return Err(format!(
                    "application {index} waits although {:?} is there: a wake-up was lost",
                    self.model.message((spec.queue, key))
                ));
            }
        }
        Ok(())
    }

    /// Asks again for the answer of a pending verb.
    pub(crate) fn poll(&mut self, index: usize) -> Verdict {
        let one = &mut self.applications[index];
        one.alarm.take();
        let waker = one.waker();
        let Some(waiting) = one.waiting.take() else {
            return Ok(());
        };
        let connection = one.connection.as_mut().expect("who waits is connected");
        let answer = connection.poll(&waker);
        let Some(answer) = self.await_worker(index, answer)? else {
            return Ok(());
        };
        match (waiting, answer) {
            (Waiting::Message(spec), answer) => self.after_get(index, spec, answer),
            (Waiting::Log(end, expected), Poll::Pending) => {
                self.applications[index].waiting = Some(Waiting::Log(end, expected));
                Ok(())
            }
            (Waiting::Log(end, expected), Poll::Ready(reply)) => {
                self.after_force(index, end, expected, reply)
            }
        }
    }

    /// A verb that waited for the log is answered.
    fn after_force(&mut self, index: usize, end: Lsn, expected: Expected, reply: Reply) -> Verdict {
        if let Reply::Failed(Reason::CONNECTION_BROKEN) = reply {
            if self.engine().log().poisoned().is_none() {
                return Err("a force failed on a log that works".into());
            }
            self.trace.note(&format!("application {index}: log failed"));
            if matches!(
                expected,
                Expected::Disconnect | Expected::Lacking { last: true }
            ) {
                self.applications[index].connection = None;
            }
            return Ok(());
        }
        if self.engine().log().durable() < end {
            return Err(format!("answered {reply:?} before the log was durable"));
        }
        let reply = match reply {
            Reply::Xa(one) if one.code == XaCode::OK => Reply::Done(Reason::NONE),
            other => other,
        };
        match (expected, reply) {
            (Expected::Put, Reply::Put(_)) => self.summary.puts += 1,
            (Expected::Commit, Reply::Done(Reason::NONE)) => self.summary.commits += 1,
            (
                Expected::BackOut | Expected::Closed | Expected::Prepared,
                Reply::Done(Reason::NONE),
            ) => {}
            (Expected::Subscribed(name), Reply::Subscribed(reply)) => {
                self.subscribed_to(index, &name, &reply)?;
            }
            (Expected::Lacking { last: false }, Reply::Failed(Reason::BACKED_OUT)) => {}
            (Expected::RolledBack, Reply::Xa(reply)) if reply.code.is_rollback() => {}
            (Expected::Disconnect, Reply::Done(Reason::NONE))
            | (Expected::Lacking { last: true }, Reply::Done(Reason::BACKED_OUT)) => {
                self.applications[index].connection = None;
            }
            (Expected::Got(spec, message), Reply::Got(reply)) => {
                let mut message = *message;
                self.check_reply(&spec, &mut message, &reply)?;
                self.summary.gets += 1;
            }
            (expected, reply) => {
                return Err(format!("answered {reply:?} where {expected:?} was asked"));
            }
        }
        self.trace.note(&format!("application {index}: answered"));
        Ok(())
    }

    // ---- looking from outside

    pub(crate) fn connect(&self) -> Result<Connection, Reason> {
        let origin = Origin {
            user_id: FixedText::truncated("sim"),
            appl_name: FixedText::truncated("simulator"),
            appl_type: 0,
            process_id: 1,
            thread_id: 1,
            uid: 1,
            road: Road::Embedded,
            client: None,
        };
        self.engine().connect(&ConnectOptions::default(), origin)
    }

    /// Names of the queues of the run, as the engine has them.
    pub(crate) fn queue_names(&self) -> Vec<String> {
        self.engine()
            .definitions(ObjectKind::QLocal)
            .iter()
            .map(|definition| definition.name().as_str().to_owned())
            .filter(|name| !name.starts_with("SYSTEM.") || name.starts_with(MANAGED))
            .collect()
    }

    /// Everything that can be seen of the queues in `names`.
    pub(crate) fn look(&self, names: &[String]) -> Result<Snapshot, String> {
        let mut connection = self
            .connect()
            .map_err(|reason| format!("the judge cannot connect: {reason:?}"))?;
        let mut snapshot = Snapshot::new();
        for name in names {
            let seen = self
                .look_at(&mut connection, name)
                .map_err(|text| format!("looking at {name}: {text}"))?;
            snapshot.insert(name.clone(), seen);
        }
        Ok(snapshot)
    }

    fn look_at(&self, connection: &mut Connection, name: &str) -> Result<SeenQueue, String> {
        let engine = self.engine();
        let object = ferromq_mqi::ObjectName::truncated(name);
        let definition = engine
            .definition(ObjectKind::QLocal, &object)
            .ok_or("it has no definition")?;
        let attributes = Attributes::of(&definition);
        let messages = browse_all(connection, name)?;
        Ok(SeenQueue {
            attributes,
            depth: self.depth(name),
            messages,
        })
    }

    /// The depth a queue shows.
    pub(crate) fn depth(&self, name: &str) -> usize {
        self.engine()
            .queue_statuses()
            .iter()
            .find(|status| status.name.as_str() == name)
            .map_or(0, |status| status.queue.depth as usize)
    }

    /// Before a verb that depths tell the outcome of. What was got for good is gone from them, and from the model now. What has expired
    /// would leave them with a verb that comes upon it, or that forces the log its going waits for; a get may have met it before,
    /// and have left it to workers.
    pub(crate) fn settle_depths(&mut self, names: impl IntoIterator<Item = String>) {
        self.model.apply_durable();
        let now_us = self.now_us();
        let known = names.into_iter().filter_map(|name| self.model.named(&name));
        let expired = |number| self.model.queue(number).has_expired(now_us);
        if known.into_iter().any(expired) {
            while self.engine().run_task() {}
            self.engine().expire_messages();
            self.engine().log().lead();
            self.engine().run_deferred();
            self.model.apply_durable();
        }
    }

    /// What to hold [`World::gained`] against.
    pub(crate) fn filled(&self, name: &str) -> Filled {
        let known = self.model.named(name);
        let statuses = self.engine().queue_statuses();
        let status = statuses.iter().find(|one| one.name.as_str() == name);
        let mut put = (0, 0);
        for volume in status.iter().flat_map(|one| one.queue.traffic.puts) {
            put = (put.0 + volume.messages, put.1 + volume.bytes);
        }
        Filled {
            depth: status.map_or(0, |one| one.queue.depth as usize),
            known: known.map_or(0, |number| self.model.queue(number).counted()),
            put,
        }
    }

    /// How many messages a verb put to a queue. It may have forced the log as well, and what was got then is gone.
    pub(crate) fn gained(&mut self, name: &str, before: Filled) -> usize {
        self.model.apply_durable();
        let now = self.filled(name);
        let gone = before.known.saturating_sub(now.known);
        (now.depth + gone).saturating_sub(before.depth)
    }

    /// Of so many messages a verb put to a queue, the bytes of their data. `None` where it put more and took some back.
    pub(crate) fn gained_bytes(&self, name: &str, before: Filled, gained: usize) -> Option<usize> {
        let (messages, bytes) = self.filled(name).put;
        let is_all = messages - before.put.0 == gained as u64;
        is_all.then(|| (bytes - before.put.1) as usize)
    }

    /// The notices since the last look.
    pub(crate) fn take_notices(&self) -> Vec<Notice> {
        std::mem::take(&mut *self.notices.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What a get must find, by the model.
    pub(crate) fn predict(&self, index: usize, spec: &GetSpec) -> Option<Key> {
        let queue = self.model.queues.get(&spec.queue)?;
        let now_us = self.now_us();
        let cursor = self.applications[index]
            .handles
            .iter()
            .find(|handle| handle.number == spec.handle)
            .and_then(|handle| handle.cursor);
        match spec.wanted {
            Wanted::Any | Wanted::BrowseFirst => queue.first(None, now_us, |_| true),
            Wanted::MsgId(id) => queue.first(None, now_us, |message| message.msg_id == id),
            Wanted::CorrelId(id) => queue.first(None, now_us, |message| message.correl_id == id),
            Wanted::BrowseNext => queue.first(cursor, now_us, |_| true),
            Wanted::UnderCursor => {
                let key = cursor?;
                let message = queue.messages.get(&key)?;
                message.visible(now_us).then_some(key)
            }
        }
    }
}

/// Browses a queue from its first message to its last.
fn browse_all(connection: &mut Connection, name: &str) -> Result<Vec<Seen>, String> {
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(name),
        options: MQOO_BROWSE,
    };
    let handle = match connection.start(open, Waker::noop()) {
        Poll::Ready(Reply::Opened { handle, .. }) => handle,
        other => return Err(format!("open answered {other:?}")),
    };
    let messages = get_all(connection, handle, MQGMO_BROWSE_NEXT | properties(name))?;
    let close = Request::Close { handle, options: 0 };
    match connection.start(close, Waker::noop()) {
        Poll::Ready(Reply::Done(Reason::NONE)) => Ok(messages),
        other => Err(format!("close answered {other:?}")),
    }
}

/// Options to get from a queue with. Only publications for queues that are made for subscriptions have properties.
pub(crate) fn properties(queue: &str) -> i32 {
    match queue.starts_with(MANAGED) {
        true => MQGMO_NO_PROPERTIES,
        false => 0,
    }
}

/// Gets until there is nothing more.
pub(crate) fn get_all(
    connection: &mut Connection,
    handle: ObjectHandle,
    options: i32,
) -> Result<Vec<Seen>, String> {
    let mut messages = Vec::new();
    loop {
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        };
        match connection.start(get, Waker::noop()) {
            Poll::Ready(Reply::Got(reply)) => messages.push(seen(&reply)?),
            Poll::Ready(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => return Ok(messages),
            other => return Err(format!("a get answered {other:?}")),
        }
    }
}

/// What a reply shows of a message. The body must be whole up to where the buffer cut it.
pub(crate) fn seen(reply: &GetReply) -> Result<Seen, String> {
    let number = body::number(&reply.body)?;
    body::check(&reply.body, number, reply.data_length as usize)?;
    let descriptor = &reply.descriptor;
    Ok(Seen {
        number,
        priority: u8::try_from(descriptor.priority).unwrap_or(u8::MAX),
        persistent: descriptor.persistence == MQPER_PERSISTENT,
        msg_id: descriptor.msg_id,
        correl_id: descriptor.correl_id,
        len: reply.data_length as usize,
        backouts: u32::try_from(descriptor.backout_count).unwrap_or(u32::MAX),
    })
}
