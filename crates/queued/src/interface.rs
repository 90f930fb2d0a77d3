//! Getting commands, one at a time, from all the queues there are.

use crate::subject::{DEFAULT_STREAM, Subject};
use crate::subscribing::Passing;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{AWAITED_MAX, AwaitedGet, GetReply, Reply, Request};
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{FMQ0071, FMQ0072};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::queued::{Answer, Command, Received, Refusal, Verb};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::{Notice, NoticeSink, QueueManager};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The queue subscribers put commands on.
pub const CONTROL_QUEUE: &str = "SYSTEM.BROKER.CONTROL.QUEUE";
/// The namelist of the queues publishers put commands on.
const STREAMS: &str = "SYSTEM.QPUBSUB.QUEUE.NAMELIST";

/// How long to wait until a queue that cannot be used is tried again. Whoever controls the thread may end the pause.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// How often the queues of passing subscribers are looked for, while there are some.
const LOOK_MS: i32 = 1_000;
/// Commands taken from one queue before the next one has its turn.
const TURN: usize = 100;
/// Largest command: more than any queue lets through.
const COMMAND_BYTES_MAX: u32 = 100 << 20;

/// What an interface and whoever controls it share.
#[derive(Debug, Default)]
pub struct QueuedFlags {
    stop: AtomicBool,
    changed: AtomicBool,
}

impl QueuedFlags {
    /// Asks it to end. It may be waiting, and has to be woken.
    pub fn ask_to_stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Tells it that streams may have changed. It has to be woken until it knows.
    pub fn tell_of_change(&self) {
        self.changed.store(true, Ordering::Release);
    }

    /// Whether it has heard of the last change: it looks for streams after that.
    #[must_use]
    pub fn knows_of_change(&self) -> bool {
        !self.changed.load(Ordering::Acquire)
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }
}

/// The interface, over a connection of an administrator.
pub struct QueuedInterface<C> {
    pub(crate) session: Session<C>,
    pub(crate) queue_manager: QueueManager,
    flags: Arc<QueuedFlags>,
    notices: NoticeSink,
    /// The control queue and those of the streams, open for getting.
    queues: Vec<(ObjectName, ObjectHandle)>,
    /// What the operator was told last, and not again until all is well.
    told: Option<Reason>,
    pub(crate) passing: Vec<Passing>,
}

impl<C> std::fmt::Debug for QueuedInterface<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueuedInterface").finish_non_exhaustive()
    }
}

/// A message that is being worked on.
pub(crate) struct Work {
    /// The queue it came from.
    pub(crate) from: ObjectHandle,
    pub(crate) queue: ObjectName,
    pub(crate) message: GetReply,
    /// It was got under syncpoint.
    pub(crate) in_work: bool,
}

impl<C: Connected> QueuedInterface<C> {
    /// An interface that does nothing yet.
    pub fn new(
        session: Session<C>,
        queue_manager: QueueManager,
        flags: Arc<QueuedFlags>,
        notices: NoticeSink,
    ) -> Self {
        Self {
            session,
            queue_manager,
            flags,
            notices,
            queues: Vec::new(),
            told: None,
            passing: Vec::new(),
        }
    }

    /// Works on commands until it is asked to stop, or the queue manager ends.
    pub fn run(mut self) {
        while !self.flags.stops() {
            match self.serve() {
                Ok(()) => {}
                Err(reason) if reason.ends_service() => break,
                Err(reason) => {
                    self.tell(reason);
                    std::thread::park_timeout(TRY_AGAIN);
                }
            }
            self.close_queues();
        }
        // However it ended: the connection is gone.
        let _ = self.session.disconnect();
    }

    /// Opens the queues and works on what is there; `Ok` when it is to stop, or to open them again.
    fn serve(&mut self) -> Result<(), Reason> {
        self.flags.changed.store(false, Ordering::Release);
        let all = self.open_queues()?;
        loop {
            // One that cannot be got from does not keep the others waiting.
            let mut inhibited = Vec::new();
            for (name, handle) in self.queues.clone() {
                match self.take_turn(name, handle) {
                    Ok(true) => {}
                    Ok(false) => return Ok(()),
                    Err(Reason::GET_INHIBITED) => inhibited.push(handle),
                    Err(reason) => return Err(reason),
                }
            }
            if inhibited.is_empty() && all {
                self.told = None;
            }
            self.forget_passed();
            self.wait(&inhibited, all)?;
            if !all {
                return Ok(());
            }
        }
    }

    /// Works on some of what is on a queue. False when it is to stop, or to open the queues again.
    fn take_turn(&mut self, name: ObjectName, handle: ObjectHandle) -> Result<bool, Reason> {
        for _ in 0..TURN {
            if self.flags.stops() || self.flags.changed.load(Ordering::Acquire) {
                return Ok(false);
            }
            let Some(work) = self.get(name, handle)? else {
                break;
            };
            self.work_on(&work)?;
        }
        Ok(true)
    }

    /// Opens the control queue and those of the streams. False when one of them is to be tried again.
    fn open_queues(&mut self) -> Result<bool, Reason> {
        let options = MQOO_INPUT_SHARED | MQOO_SAVE_ALL_CONTEXT | MQOO_FAIL_IF_QUIESCING;
        let mut all = true;
        let control = ObjectName::truncated(CONTROL_QUEUE);
        for name in std::iter::once(control).chain(self.streams()) {
            match self.session.open(name.as_str(), options) {
                Ok(handle) => self.queues.push((name, handle)),
                Err(error) if error.reason.ends_service() => return Err(error.reason),
                // A stream without a queue is none, until somebody names it again.
                Err(error) if error.reason == Reason::UNKNOWN_OBJECT_NAME && name != control => {}
                Err(error) => {
                    self.tell(error.reason);
                    all = false;
                }
            }
        }
        Ok(all)
    }

    fn close_queues(&mut self) {
        for (_, handle) in std::mem::take(&mut self.queues) {
            let _ = self.session.close(handle, MQCO_NONE);
        }
    }

    /// The streams that are named.
    pub(crate) fn streams(&self) -> Vec<ObjectName> {
        let mut streams = names(&self.queue_manager, STREAMS);
        if streams.is_empty() {
            streams.push(ObjectName::truncated(DEFAULT_STREAM));
        }
        streams.truncate(AWAITED_MAX - 1);
        streams
    }

    fn get(&mut self, queue: ObjectName, from: ObjectHandle) -> Result<Option<Work>, Reason> {
        let (syncpoint, all) = match self.setting(Attr::Pssyncpt) {
            MQSYNCPOINT_YES => (MQGMO_SYNCPOINT, true),
            _ => (MQGMO_SYNCPOINT_IF_PERSISTENT, false),
        };
        let options = GetOptions {
            options: syncpoint
                | MQGMO_NO_WAIT
                | MQGMO_FAIL_IF_QUIESCING
                | MQGMO_PROPERTIES_FORCE_MQRFH2,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor::default();
        match self.session.get(from, &wanted, &options, COMMAND_BYTES_MAX) {
            Ok(message) => Ok(Some(Work {
                from,
                queue,
                in_work: all || message.descriptor.persistence == MQPER_PERSISTENT,
                message,
            })),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
            Err(error) => Err(error.reason),
        }
    }

    /// Waits for a message on any queue but the inhibited ones, which are looked at again soon.
    fn wait(&mut self, inhibited: &[ObjectHandle], all: bool) -> Result<(), Reason> {
        let usable = |(_, handle): &&(ObjectName, ObjectHandle)| !inhibited.contains(handle);
        let options = GetOptions {
            options: MQGMO_WAIT | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let get = |(_, handle): &(ObjectName, ObjectHandle)| AwaitedGet {
            handle: *handle,
            descriptor: MsgDescriptor::default(),
            options: options.clone(),
        };
        let gets: Vec<AwaitedGet> = self.queues.iter().filter(usable).map(get).collect();
        if self.flags.stops() {
            return Ok(());
        }
        if gets.is_empty() {
            std::thread::park_timeout(TRY_AGAIN);
            return Ok(());
        }
        let undisturbed = self.passing.is_empty() && inhibited.is_empty() && all;
        let request = Request::AwaitAny {
            gets,
            wait_interval_ms: match undisturbed {
                true => MQWI_UNLIMITED,
                false => LOOK_MS,
            },
        };
        match self.session.road().call(request) {
            // Whoever woke it for a change said why.
            Reply::Failed(Reason::NO_MSG_AVAILABLE | Reason::CONNECTION_STOPPING) => Ok(()),
            Reply::Failed(reason) => Err(reason),
            _ => Ok(()),
        }
    }

    fn work_on(&mut self, work: &Work) -> Result<(), Reason> {
        let descriptor = &work.message.descriptor;
        if descriptor.backout_count > self.setting(Attr::Psrtycnt) {
            // It has had its chances, and must not keep others waiting for ever.
            let put = match self.put_aside(work, Reason::BACKOUT_THRESHOLD_REACHED.0) {
                Err(reason) if !reason.ends_service() => {
                    self.note(&FMQ0072, &[&reason]);
                    Ok(())
                }
                put => put,
            };
            return self.settle(work, put);
        }
        let described = Described {
            ccsid: match descriptor.coded_char_set_id {
                MQCCSI_Q_MGR => self.setting(Attr::Ccsid),
                ccsid => ccsid,
            },
            encoding: descriptor.encoding,
        };
        let read = Received::read(descriptor.format, described, &work.message.body);
        let (form, text, answer) = match read {
            Err((form, refusal)) => (form, String::new(), refusal.into()),
            Ok(received) => {
                let answer = match &received.command {
                    Ok(command) => self.carry_out(work, &received, command),
                    Err(refusal) => refusal.clone().into(),
                };
                (received.form, received.text, answer)
            }
        };
        let failed = answer.comp_code() == MQCC_FAILED;
        let done = if asks_for(descriptor, answer.comp_code()) {
            self.answer(work, &answer.write(form, &text))
        } else if failed && self.keeps(work) {
            let why = answer
                .refusals
                .first()
                .map_or(MQRC_NONE, |first| first.reason);
            self.put_aside(work, why)
        } else {
            Ok(())
        };
        self.settle(work, done)
    }

    /// Ends the unit of work of a message: it is gone, or back on its queue if what it leaves behind went nowhere.
    fn settle(&mut self, work: &Work, done: Result<(), Reason>) -> Result<(), Reason> {
        if work.in_work {
            match done {
                Ok(()) => self.session.commit()?,
                Err(_) => self.session.back_out()?,
            };
        }
        done
    }

    /// A command that failed and nobody hears of is kept.
    fn keeps(&self, work: &Work) -> bool {
        let persistent = work.message.descriptor.persistence == MQPER_PERSISTENT;
        persistent || self.setting(Attr::Psnpmsg) == MQUNDELIVERED_KEEP
    }

    fn carry_out(&mut self, work: &Work, received: &Received, command: &Command) -> Answer {
        if !matches!(
            work.message.descriptor.msg_type,
            MQMT_REQUEST | MQMT_DATAGRAM
        ) {
            return Refusal::new(MQRC_MSG_TYPE_ERROR).into();
        }
        let subject = match self.subject(work, received.form, command) {
            Ok(subject) => subject,
            Err(refusal) => return refusal.into(),
        };
        match command.verb {
            Verb::RegisterSubscriber => self.register(&subject, command),
            Verb::DeregisterSubscriber => self.deregister(&subject, command),
            Verb::RequestUpdate => self.update(&subject, command),
            Verb::Publish => self.publish(&subject, command, &received.data, work),
            Verb::DeletePublication => self.delete(&subject, command),
            // Publishers need not register: what they said is checked, and answered.
            Verb::RegisterPublisher | Verb::DeregisterPublisher => {
                match Subject::identity(&subject, command) {
                    Ok(_) => Answer::default(),
                    Err(refusal) => refusal.into(),
                }
            }
        }
    }

    pub(crate) fn setting(&self, attr: Attr) -> i32 {
        self.queue_manager.q_mgr_int(attr)
    }

    /// Tells the operator why commands wait, once for each reason.
    fn tell(&mut self, reason: Reason) {
        if !is_quiet(reason) && self.told != Some(reason) {
            self.note(&FMQ0071, &[&reason]);
            self.told = Some(reason);
        }
    }

    pub(crate) fn note(&self, entry: &'static Entry, values: &[&dyn Display]) {
        (self.notices)(Notice::of(entry, values));
    }
}

/// The names in a namelist.
pub(crate) fn names(queue_manager: &QueueManager, namelist: &str) -> Vec<ObjectName> {
    let name = ObjectName::truncated(namelist);
    let found = queue_manager.definition(ObjectKind::Namelist, &name);
    let names = found.map(|found| found.list(Attr::Names).to_vec());
    let names = names.unwrap_or_default();
    names
        .iter()
        .map(|name| ObjectName::truncated(name))
        .collect()
}

/// Whether a command wants to be told that it ended like this.
fn asks_for(command: &MsgDescriptor, comp_code: i32) -> bool {
    let wants = match comp_code {
        MQCC_OK => MQRO_PAN,
        MQCC_WARNING => MQRO_PAN | MQRO_NAN,
        _ => MQRO_NAN,
    };
    command.msg_type == MQMT_REQUEST || command.report & wants != 0
}

/// What somebody did on purpose, and the operator knows of.
fn is_quiet(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::GET_INHIBITED | Reason::Q_DELETED | Reason::OBJECT_CHANGED | Reason::OBJECT_IN_USE
    )
}
