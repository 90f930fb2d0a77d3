//! The door to spill queues: sessions at the target hand rows in, and one thread with a session at the queue manager puts them there.
//!
//! One thread, so that messages of one transaction lie behind each other.

use super::setup::{Road, Setup, lost};
use crate::message::Key;
use crate::trouble::Trouble;
use bytes::Bytes;
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_SYNCPOINT, MQIA_DEFINITION_TYPE,
    MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_SHARED, MQOO_INQUIRE, MQPER_PERSISTENT,
    MQPMO_FAIL_IF_QUIESCING, MQPMO_SYNCPOINT, MQQDT_PERMANENT_DYNAMIC,
};
use ferromq_mqi::generated::notices::{FMQ0428, FMQ0457};
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::session::{MqError, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::sync::atomic::{AtomicBool, Ordering};
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

enum Wish {
    Put(Vec<Spilled>),
    Make { model: String, name: String },
}

pub(super) struct Errand {
    wish: Wish,
    answer: Sender<Result<bool, Trouble>>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Door(Sender<Errand>);

impl Door {
    /// A door, and what comes through it.
    pub(super) fn new() -> (Self, Receiver<Errand>) {
        let (sender, receiver) = mpsc::channel();
        (Self(sender), receiver)
    }

    fn ask(&self, wish: Wish) -> Result<bool, Trouble> {
        let (answer, answered) = mpsc::channel();
        let gone = || lost("IBMQREP.SPILL.*", &"this run is over");
        self.0.send(Errand { wish, answer }).map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }

    /// Puts messages and commits that. They are on disk when this returns.
    ///
    /// # Errors
    /// FMQ0428: the queue cannot be used.
    pub fn put(&self, messages: Vec<Spilled>) -> Result<(), Trouble> {
        self.ask(Wish::Put(messages)).map(drop)
    }

    /// Has there be a spill queue of that name, which is empty; `false` where there is no model queue of that name.
    ///
    /// # Errors
    /// FMQ0428: the queue cannot be used. FMQ0457: the model queue makes queues that do not last.
    pub fn make(&self, model: &str, name: &str) -> Result<bool, Trouble> {
        self.ask(Wish::Make {
            model: model.to_owned(),
            name: name.to_owned(),
        })
    }
}

/// Does what comes through a door, until the run is over.
pub(super) fn serve(setup: &Setup<'_>, over: &AtomicBool, errands: &Receiver<Errand>) {
    let mut session: Option<Session<Road>> = None;
    loop {
        let errand = match errands.recv_timeout(LOOK) {
            Ok(errand) => errand,
            Err(RecvTimeoutError::Timeout) if !over.load(Ordering::Relaxed) => continue,
            Err(_) => break,
        };
        let done = carry_out(setup, over, &mut session, errand.wish);
        if done.as_ref().is_err_and(|trouble| trouble.is_passing) {
            session = None;
        }
        let _ = errand.answer.send(done);
    }
    if let Some(session) = session {
        let _ = session.disconnect();
    }
}

fn carry_out(
    setup: &Setup<'_>,
    over: &AtomicBool,
    session: &mut Option<Session<Road>>,
    wish: Wish,
) -> Result<bool, Trouble> {
    let session = match session {
        Some(session) => session,
        None => {
            let road = (setup.roads)().map_err(|error| lost(&setup.map.receive_queue, &error))?;
            session.insert(Session::new(road))
        }
    };
    match wish {
        Wish::Put(messages) => put_patiently(setup, over, session, &messages).map(|()| true),
        Wish::Make { model, name } => make(session, &model, &name),
    }
}

/// A queue that is full is waited for: what drains it makes room, or somebody raises its depth. A run that began anew would begin loads anew, too.
fn put_patiently(
    setup: &Setup<'_>,
    over: &AtomicBool,
    session: &mut Session<Road>,
    messages: &[Spilled],
) -> Result<(), Trouble> {
    let mut is_told = false;
    loop {
        let Err((queue, error)) = put(session, messages) else {
            return Ok(());
        };
        let is_full = matches!(
            error.reason,
            Reason::Q_FULL
                | Reason::Q_SPACE_NOT_AVAILABLE
                | Reason::RESOURCE_PROBLEM
                | Reason::STORAGE_MEDIUM_FULL
        );
        if !is_full || over.load(Ordering::Relaxed) {
            return Err(lost(&queue, &error));
        }
        // What was put of it and committed is known by its numbers.
        session.back_out().map_err(|error| lost(&queue, &error))?;
        if !is_told {
            (setup.tell)(&FMQ0428.line(&[&queue, &error]));
            is_told = true;
        }
        std::thread::sleep(LOOK);
    }
}

fn put(session: &mut Session<Road>, messages: &[Spilled]) -> Result<(), (String, MqError)> {
    let count = messages.len();
    for (at, message) in messages.iter().enumerate() {
        let mut descriptor = MsgDescriptor {
            format: *b"FRQREPL ",
            persistence: MQPER_PERSISTENT,
            msg_id: message.key.to_id(),
            correl_id: message.key.to_id(),
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let to = ObjectDescriptor::queue(&message.queue);
        let failed = |error: MqError| (message.queue.clone(), error);
        session
            .put1(&to, &mut descriptor, &mut options, message.body.clone())
            .map_err(failed)?;
        if (at + 1) % UNIT_MAX == 0 || at + 1 == count {
            session.commit().map_err(failed)?;
        }
    }
    Ok(())
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
