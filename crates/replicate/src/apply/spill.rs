//! The door to spill queues: sessions at the target hand rows in, and one thread with a session at the queue manager puts them there.
//!
//! One thread, so that messages of one transaction lie behind each other.

use super::setup::{Road, Setup, lost};
use crate::message::Key;
use crate::target::sessions::Sessions;
use crate::trouble::Trouble;
use bytes::Bytes;
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_SYNCPOINT, MQIA_DEFINITION_TYPE,
    MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_SHARED, MQOO_INQUIRE, MQPER_PERSISTENT,
    MQPMO_FAIL_IF_QUIESCING, MQPMO_SYNCPOINT, MQQDT_PERMANENT_DYNAMIC,
};
use ferromq_mqi::generated::notices::{FMQ0457, FMQ0459};
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::session::{MqError, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// Messages of one unit of work.
const UNIT_MAX: usize = 500;
/// How often somebody looks whether the run is over.
const LOOK: Duration = Duration::from_millis(100);

/// A message for a spill queue.
#[derive(Clone, Debug)]
pub struct Spilled {
    /// The queue.
    pub queue: String,
    /// What it is called there.
    pub key: Key,
    /// Header and body.
    pub body: Bytes,
}

/// Why messages could not be put.
#[derive(Debug)]
pub enum NotPut {
    /// The queue manager is away, or the run is over.
    Away(Trouble),
    /// A spill queue is of no use any more; what is for others.
    Unusable(Unusable, Vec<Spilled>),
}

impl From<Trouble> for NotPut {
    fn from(trouble: Trouble) -> Self {
        Self::Away(trouble)
    }
}

/// A spill queue that is of no use any more.
#[derive(Clone, Debug)]
pub struct Unusable {
    /// The queue.
    pub queue: String,
    /// It is not there. Else a message is too long for it.
    pub is_gone: bool,
    /// What the queue manager says.
    pub why: String,
}

impl From<Unusable> for Trouble {
    fn from(it: Unusable) -> Self {
        lost(&it.queue, &it.why)
    }
}

enum SpillWork {
    Put(Vec<Spilled>),
    Make { model: String, name: String },
}

pub(super) struct SpillRequest {
    work: SpillWork,
    answer: Sender<Result<bool, NotPut>>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Door(Sender<SpillRequest>);

impl Door {
    /// A door, and what comes through it.
    pub(super) fn new() -> (Self, Receiver<SpillRequest>) {
        let (sender, receiver) = mpsc::channel();
        (Self(sender), receiver)
    }

    fn ask(&self, work: SpillWork) -> Result<bool, NotPut> {
        let (answer, answered) = mpsc::channel();
        let gone = || lost("IBMQREP.SPILL.*", &"this run is over");
        self.0
            .send(SpillRequest { work, answer })
            .map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }

    /// Puts messages and commits that. They are on disk when this returns.
    ///
    /// # Errors
    /// FMQ0428: the queue manager is away. [`NotPut::Unusable`]: a queue is, and nothing is there of those that were put in its unit of work.
    pub fn put(&self, messages: Vec<Spilled>) -> Result<(), NotPut> {
        self.ask(SpillWork::Put(messages)).map(drop)
    }

    /// Has there be a spill queue of that name, which is empty; `false` where there is no model queue of that name.
    ///
    /// # Errors
    /// FMQ0428: the queue cannot be used. FMQ0457: the model queue makes queues that do not last.
    pub fn make(&self, model: &str, name: &str) -> Result<bool, Trouble> {
        let made = self.ask(SpillWork::Make {
            model: model.to_owned(),
            name: name.to_owned(),
        });
        made.map_err(|error| match error {
            NotPut::Away(trouble) => trouble,
            NotPut::Unusable(it, _) => it.into(),
        })
    }
}

/// Does what comes through a door, until the run is over.
///
/// `committed` is up to where the stream is committed: messages say so, see `done`.
pub(super) fn serve(
    setup: &Setup<'_>,
    sessions: &Sessions,
    committed: &AtomicU64,
    requests: &Receiver<SpillRequest>,
) {
    let mut session: Option<Session<Road>> = None;
    loop {
        let request = match requests.recv_timeout(LOOK) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) if !sessions.is_over() => continue,
            Err(_) => break,
        };
        let done = carry_out(setup, (sessions, committed), &mut session, request.work);
        if matches!(&done, Err(NotPut::Away(trouble)) if trouble.is_passing) {
            session = None;
        }
        let _ = request.answer.send(done);
    }
    if let Some(session) = session {
        let _ = session.disconnect();
    }
}

fn carry_out(
    setup: &Setup<'_>,
    (sessions, committed): (&Sessions, &AtomicU64),
    session: &mut Option<Session<Road>>,
    work: SpillWork,
) -> Result<bool, NotPut> {
    let session = match session {
        Some(session) => session,
        None => {
            let road = (setup.roads)().map_err(|error| lost(&setup.map.receive_queue, &error))?;
            session.insert(Session::new(road))
        }
    };
    match work {
        SpillWork::Put(messages) => {
            put_patiently(setup, (sessions, committed), session, &messages).map(|()| true)
        }
        SpillWork::Make { model, name } => Ok(make(session, &model, &name)?),
    }
}

/// Whether the queue is not there any more.
pub(super) fn is_gone(error: &MqError) -> bool {
    matches!(
        error.reason,
        Reason::UNKNOWN_OBJECT_NAME | Reason::Q_DELETED
    )
}

/// A queue that takes nothing now is waited for: what drains it makes room, or somebody raises its depth. A run that began anew would begin loads anew, too.
fn put_patiently(
    setup: &Setup<'_>,
    (sessions, committed): (&Sessions, &AtomicU64),
    session: &mut Session<Road>,
    messages: &[Spilled],
) -> Result<(), NotPut> {
    let mut is_told = false;
    for unit in messages.chunks(UNIT_MAX) {
        while let Err((queue, error)) = put(session, unit, committed.load(Ordering::Relaxed)) {
            let is_gone = is_gone(&error);
            let is_too_long = matches!(
                error.reason,
                Reason::MSG_TOO_BIG_FOR_Q
                    | Reason::MSG_TOO_BIG_FOR_Q_MGR
                    | Reason::MSG_TOO_BIG_FOR_CHANNEL
            );
            let is_full = matches!(
                error.reason,
                Reason::Q_FULL
                    | Reason::Q_SPACE_NOT_AVAILABLE
                    | Reason::RESOURCE_PROBLEM
                    | Reason::STORAGE_MEDIUM_FULL
                    | Reason::PUT_INHIBITED
                    | Reason::NOT_AUTHORIZED
            );
            if sessions.is_over() || !(is_gone || is_too_long || is_full) {
                return Err(lost(&queue, &error).into());
            }
            session.back_out().map_err(|error| lost(&queue, &error))?;
            if !is_full {
                let why = error.to_string();
                let others = messages.iter().filter(|it| it.queue != queue);
                let others = others.cloned().collect();
                let unusable = Unusable {
                    queue,
                    is_gone,
                    why,
                };
                return Err(NotPut::Unusable(unusable, others));
            }
            if !is_told {
                (setup.tell)(&FMQ0459.line(&[&queue, &error, &setup.map.name]));
                is_told = true;
            }
            std::thread::sleep(LOOK);
        }
    }
    Ok(())
}

/// Puts messages in one unit of work.
fn put(
    session: &mut Session<Road>,
    messages: &[Spilled],
    committed: u64,
) -> Result<(), (String, MqError)> {
    for message in messages {
        let low = Key {
            sequence: committed,
            ..message.key
        };
        let mut descriptor = MsgDescriptor {
            format: *b"FRQREPL ",
            persistence: MQPER_PERSISTENT,
            msg_id: message.key.to_id(),
            correl_id: low.to_id(),
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let to = ObjectDescriptor::queue(&message.queue);
        session
            .put1(&to, &mut descriptor, &mut options, message.body.clone())
            .map_err(|error| (message.queue.clone(), error))?;
    }
    let queue = messages.last().map(|it| it.queue.clone());
    let committed = session.commit();
    let committed = committed.map_err(|error| (queue.unwrap_or_default(), error));
    committed.map(drop)
}

fn make(session: &mut Session<Road>, model: &str, name: &str) -> Result<bool, Trouble> {
    let failed = |error: MqError| lost(name, &error);
    let how = MQOO_INPUT_SHARED | MQOO_INQUIRE | MQOO_FAIL_IF_QUIESCING;
    let mut object = ObjectDescriptor::queue(model);
    object.dynamic_q_name = ObjectName::truncated(name);
    let handle = match session.open_object(&mut object, how) {
        Ok(handle) => handle,
        // One of an earlier load.
        Err(error) if error.reason == Reason::OBJECT_ALREADY_EXISTS => {
            session.open(name, how).map_err(failed)?
        }
        Err(error) if error.reason == Reason::UNKNOWN_OBJECT_NAME => return Ok(false),
        Err(error) => {
            // The definition or rights are in the way: trying again does not help.
            let is_passing = !matches!(
                error.reason,
                Reason::NOT_AUTHORIZED
                    | Reason::DYNAMIC_Q_NAME_ERROR
                    | Reason::OPTION_NOT_VALID_FOR_TYPE
            );
            return Err(Trouble {
                is_passing,
                ..lost(model, &error)
            });
        }
    };
    let (kinds, _, _) = session
        .inquire(handle, &[MQIA_DEFINITION_TYPE], 1, 0)
        .map_err(failed)?;
    if kinds.first() != Some(&MQQDT_PERMANENT_DYNAMIC) {
        session.close(handle, 0).map_err(failed)?;
        return Err(Trouble::lasting(&FMQ0457, &[&model]));
    }
    let options = GetOptions {
        options: MQGMO_NO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG | MQGMO_FAIL_IF_QUIESCING,
        ..GetOptions::default()
    };
    loop {
        match session.get(handle, &MsgDescriptor::default(), &options, 0) {
            Ok(_) => {}
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
            Err(error) => return Err(failed(error)),
        }
    }
    session.close(handle, 0).map_err(failed)?;
    Ok(true)
}
