//! The queues of an agent, and what is put on those of others, over one connection.

use super::data::DATA_BYTES_MAX;
use super::message::{Control, FORMAT, MESSAGE_BYTES_MAX};
use super::messages::Handles;
use super::state_key::StateKey;
use crate::names::AgentQueue;
use crate::party::{AgentAddress, TransferId};
use crate::publication;
use bytes::Bytes;
use ferromq_mqi::call::{AwaitedGet, GetReply, Reply, Request};
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, MqError, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::collections::BTreeMap;

/// Queues of others that are kept open.
const OPEN_MAX: usize = 64;
/// Queue that the coordination queue manager takes publications from.
const PUBLICATIONS: &str = "SYSTEM.FTE";

/// A queue that an agent gets from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    /// Requests of users and other agents.
    Command,
    /// Answers of destinations.
    Reply,
    /// Files.
    Data,
}

/// A queue of another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Theirs {
    Command,
    Reply,
    Data,
}

impl Theirs {
    fn name(self, agent: &str) -> String {
        let kind = match self {
            Self::Command => "COMMAND",
            Self::Reply => "REPLY",
            Self::Data => "DATA",
        };
        format!("SYSTEM.FTE.{kind}.{agent}")
    }
}

/// Whether something is part of the unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// It is.
    Inside,
    /// It counts at once, and is not persistent.
    Outside,
}

/// See the module.
pub(crate) struct Queues<C> {
    pub(super) session: Session<C>,
    own: AgentAddress,
    own_user: String,
    pub(super) coordination: String,
    /// What was told last of publications that failed.
    pub(super) unpublished: String,
    command: ObjectHandle,
    reply: ObjectHandle,
    data: ObjectHandle,
    pub(super) state: ObjectHandle,
    pub(super) event: ObjectHandle,
    /// The command queue, for what the agent asks of itself; open once it has.
    pub(super) own_commands: Option<ObjectHandle>,
    theirs: BTreeMap<(Theirs, AgentAddress), ObjectHandle>,
    /// What came while a client waited.
    ahead: Option<(Own, GetReply)>,
    /// Queues of users that are ends of transfers.
    pub(crate) ends: Handles,
    /// Data was sent, and nobody has looked whether it was taken.
    unchecked: bool,
}

pub(super) fn no_wait(options: i32) -> GetOptions {
    GetOptions {
        options: options | MQGMO_NO_WAIT | MQGMO_FAIL_IF_QUIESCING,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    }
}

/// What became of the put is answered. A client would not ask of its own accord for an MQPUT1 in a unit of work: a refusal and the user it was
/// put as would stay unknown.
pub(super) fn put_options(work: Work) -> PutOptions {
    let syncpoint = match work {
        Work::Inside => MQPMO_SYNCPOINT,
        Work::Outside => MQPMO_NO_SYNCPOINT,
    };
    PutOptions {
        options: syncpoint | MQPMO_SYNC_RESPONSE | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    }
}

pub(super) fn descriptor(format: [u8; 8], work: Work) -> MsgDescriptor {
    MsgDescriptor {
        format,
        coded_char_set_id: CCSID_UTF_8,
        persistence: match work {
            Work::Inside => MQPER_PERSISTENT,
            Work::Outside => MQPER_NOT_PERSISTENT,
        },
        ..MsgDescriptor::default()
    }
}

impl<C: Connected> Queues<C> {
    /// Opens the queues of an agent: nobody else may get from them meanwhile.
    pub(crate) fn open(
        mut session: Session<C>,
        own: AgentAddress,
        coordination: String,
        highly_available: bool,
    ) -> Result<Self, MqError> {
        let mut open = |kind: &str, options: i32| {
            let name = format!("SYSTEM.FTE.{kind}.{}", own.agent);
            session.open(&name, options | MQOO_FAIL_IF_QUIESCING)
        };
        // Whoever has this one is the agent; of several instances of one it is that of the first. It is closed with the connection.
        if highly_available {
            open("HA", MQOO_INPUT_EXCLUSIVE)?;
        }
        let command = MQOO_INPUT_EXCLUSIVE | MQOO_BROWSE | MQOO_SAVE_ALL_CONTEXT;
        let command = open("COMMAND", command)?;
        let reply = open("REPLY", MQOO_INPUT_EXCLUSIVE)?;
        let data = open("DATA", MQOO_INPUT_EXCLUSIVE)?;
        let state = open("STATE", MQOO_INPUT_EXCLUSIVE | MQOO_BROWSE | MQOO_OUTPUT)?;
        let event = open("EVENT", MQOO_INPUT_EXCLUSIVE | MQOO_BROWSE | MQOO_OUTPUT)?;
        Ok(Self {
            session,
            own,
            own_user: String::new(),
            coordination,
            unpublished: String::new(),
            command,
            reply,
            data,
            state,
            event,
            own_commands: None,
            theirs: BTreeMap::new(),
            ahead: None,
            ends: Handles::default(),
            unchecked: false,
        })
    }

    /// The connection.
    pub(crate) fn session(&mut self) -> &mut Session<C> {
        &mut self.session
    }

    /// Whether a user may open a queue of this agent so.
    pub(crate) fn lets(
        &mut self,
        user: &str,
        queue: AgentQueue,
        options: i32,
    ) -> Result<bool, MqError> {
        let name = format!("{}{}", queue.prefix(), self.own.agent);
        let mut object = ObjectDescriptor::queue(&name);
        object.alternate_user_id = FixedText::truncated(user);
        let options = options | MQOO_ALTERNATE_USER_AUTHORITY | MQOO_FAIL_IF_QUIESCING;
        match self.session.open_object(&mut object, options) {
            Ok(handle) => self.session.close(handle, MQCO_NONE).map(|_| true),
            // Nobody is let through a queue that is not there.
            Err(error)
                if matches!(
                    error.reason,
                    Reason::NOT_AUTHORIZED | Reason::UNKNOWN_OBJECT_NAME
                ) =>
            {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// The user this agent is at its queue manager; empty before it has put anything.
    pub(crate) fn own_user(&self) -> &str {
        &self.own_user
    }

    fn handle(&self, own: Own) -> ObjectHandle {
        match own {
            Own::Command => self.command,
            Own::Reply => self.reply,
            Own::Data => self.data,
        }
    }

    /// The next message of a queue; data outside the unit of work, all else in it. Whoever takes after a wait takes answers first: one
    /// may be there already, in the unit of work.
    pub(crate) fn take(&mut self, own: Own) -> Result<Option<GetReply>, MqError> {
        if let Some((_, message)) = self.ahead.take_if(|(of, _)| *of == own) {
            return Ok(Some(message));
        }
        self.get(own, &no_wait(MQGMO_ACCEPT_TRUNCATED_MSG))
    }

    fn get(&mut self, own: Own, options: &GetOptions) -> Result<Option<GetReply>, MqError> {
        let (syncpoint, bytes_max) = match own {
            Own::Data => (MQGMO_NO_SYNCPOINT, DATA_BYTES_MAX),
            Own::Command | Own::Reply => (MQGMO_SYNCPOINT, MESSAGE_BYTES_MAX),
        };
        let options = GetOptions {
            options: options.options | syncpoint,
            ..options.clone()
        };
        let buffer_len = u32::try_from(bytes_max).unwrap_or(u32::MAX);
        let handle = self.handle(own);
        let got = self
            .session
            .get(handle, &MsgDescriptor::default(), &options, buffer_len);
        none_if_empty(got)
    }

    /// Waits until a message is there for one who takes: at most so long. Who can wait for one queue only waits for the one where the
    /// next message is likely. Whether one was got there already.
    pub(crate) fn wait(&mut self, most_ms: u64, likely: Own) -> Result<bool, MqError> {
        let awaited = [Own::Command, Own::Reply, Own::Data].map(|own| AwaitedGet {
            handle: self.handle(own),
            descriptor: MsgDescriptor::default(),
            options: no_wait(MQGMO_NO_SYNCPOINT),
        });
        let request = Request::AwaitAny {
            gets: awaited.into(),
            wait_interval_ms: i32::try_from(most_ms).unwrap_or(i32::MAX),
        };
        match self.session.road().call(request) {
            Reply::Done(_) | Reply::Failed(Reason::NO_MSG_AVAILABLE) => Ok(false),
            // A client waits for one queue only, and looks at the others between.
            Reply::Failed(Reason::FUNCTION_NOT_SUPPORTED) => self.wait_for_one(most_ms, likely),
            Reply::Failed(reason) => Err(failed("MQGET", reason)),
            _ => Err(failed("MQGET", Reason::UNEXPECTED_ERROR)),
        }
    }

    /// Waits for a message on one queue, at most so long. Whether one was got, for who takes next.
    pub(crate) fn wait_for_one(&mut self, most_ms: u64, own: Own) -> Result<bool, MqError> {
        let options = GetOptions {
            options: MQGMO_WAIT | MQGMO_FAIL_IF_QUIESCING | MQGMO_ACCEPT_TRUNCATED_MSG,
            wait_interval_ms: i32::try_from(most_ms.min(CLIENT_WAIT_MS)).unwrap_or(i32::MAX),
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        if self.ahead.is_some() {
            return Ok(true);
        }
        if own != Own::Command {
            let got = self.get(own, &options)?;
            self.ahead = got.map(|message| (own, message));
            return Ok(self.ahead.is_some());
        }
        let options = GetOptions {
            options: options.options | MQGMO_BROWSE_FIRST,
            ..options
        };
        let got = self
            .session
            .get(self.command, &MsgDescriptor::default(), &options, 0);
        none_if_empty(got)?;
        Ok(false)
    }

    /// Says something to an agent. `Ok(Err(..))`: its queue does not take it, and nothing was put.
    pub(crate) fn say(
        &mut self,
        to: &AgentAddress,
        queue: Theirs,
        control: &Control,
    ) -> Result<Result<(), Reason>, MqError> {
        self.say_until(to, queue, control, u64::MAX)
    }

    /// The same for what is said again after a while: the message expires by then, and none pile up at an agent that is not there.
    pub(crate) fn say_until(
        &mut self,
        to: &AgentAddress,
        queue: Theirs,
        control: &Control,
        expiry_ms: u64,
    ) -> Result<Result<(), Reason>, MqError> {
        let work = match control.body.may_be_lost() {
            true => Work::Outside,
            false => Work::Inside,
        };
        let mut descriptor = MsgDescriptor {
            correl_id: control.transfer.0,
            expiry: match i32::try_from(expiry_ms / 100) {
                Ok(tenths) => tenths.max(1),
                Err(_) => MQEI_UNLIMITED,
            },
            ..descriptor(FORMAT, work)
        };
        let options = put_options(work);
        self.put_to(to, queue, &mut descriptor, options, control.encode().into())
    }

    /// Whether data that was sent since this was asked last has not been taken.
    pub(crate) fn was_any_refused(&mut self) -> Result<bool, MqError> {
        if !std::mem::take(&mut self.unchecked) {
            return Ok(false);
        }
        let report = self.session.status(MQSTAT_TYPE_ASYNC_ERROR)?;
        Ok(report.put_failure_count > 0)
    }

    /// Sends data to an agent. Nobody waits for the queue to take it: [`Self::was_any_refused`].
    pub(crate) fn send(
        &mut self,
        to: &AgentAddress,
        transfer: TransferId,
        data: Bytes,
    ) -> Result<Result<(), Reason>, MqError> {
        let mut descriptor = MsgDescriptor {
            correl_id: transfer.0,
            ..descriptor(*b"FMQXDATA", Work::Outside)
        };
        self.unchecked = true;
        let mut options = put_options(Work::Outside);
        options.options &= !MQPMO_SYNC_RESPONSE;
        options.options |= MQPMO_ASYNC_RESPONSE;
        self.put_to(to, Theirs::Data, &mut descriptor, options, data)
    }

    fn put_to(
        &mut self,
        to: &AgentAddress,
        queue: Theirs,
        descriptor: &mut MsgDescriptor,
        mut options: PutOptions,
        body: Bytes,
    ) -> Result<Result<(), Reason>, MqError> {
        let key = (queue, to.clone());
        let handle = match self.theirs.get(&key) {
            Some(handle) => *handle,
            None => match self.open_theirs(&key) {
                Ok(handle) => handle,
                Err(error) => return theirs(error),
            },
        };
        match self.session.put(handle, descriptor, &mut options, body) {
            Ok(_) => Ok(Ok(())),
            Err(error) => {
                // It may have been deleted and made anew.
                self.theirs.remove(&key);
                let _ = self.session.close(handle, MQCO_NONE);
                theirs(error)
            }
        }
    }

    fn open_theirs(&mut self, key: &(Theirs, AgentAddress)) -> Result<ObjectHandle, MqError> {
        if self.theirs.len() == OPEN_MAX
            && let Some((_, handle)) = self.theirs.pop_first()
        {
            self.session.close(handle, MQCO_NONE)?;
        }
        let (queue, agent) = key;
        let mut object = ObjectDescriptor::queue(&queue.name(&agent.agent));
        object.object_q_mgr_name = ObjectName::truncated(&agent.q_mgr);
        let options = MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING;
        let handle = self.session.open_object(&mut object, options)?;
        self.theirs.insert(key.clone(), handle);
        Ok(handle)
    }

    /// Answers a request, in the unit of work.
    pub(crate) fn answer(
        &mut self,
        queue: &str,
        q_mgr: &str,
        request: TransferId,
        xml: String,
    ) -> Result<Result<(), Reason>, MqError> {
        let mut object = ObjectDescriptor::queue(queue);
        object.object_q_mgr_name = ObjectName::truncated(q_mgr);
        let mut descriptor = MsgDescriptor {
            correl_id: request.0,
            msg_type: MQMT_REPLY,
            persistence: MQPER_NOT_PERSISTENT,
            ..descriptor(TEXT_FORMAT, Work::Inside)
        };
        let mut options = put_options(Work::Inside);
        match self
            .session
            .put1(&object, &mut descriptor, &mut options, xml)
        {
            Ok(_) => Ok(Ok(())),
            Err(error) => theirs(error),
        }
    }

    /// Publishes a text at the coordination queue manager, in the unit of work. Work goes on if it cannot be reached; the next status tells
    /// the same again, but what is audited is lost then, and the reason says why.
    pub(crate) fn publish(
        &mut self,
        topic: &str,
        retained: bool,
        text: &str,
    ) -> Result<Result<(), Reason>, MqError> {
        self.stream(publication::publish(topic, retained, text))
    }

    /// Has the coordination queue manager retain nothing of a topic any more, in the unit of work.
    pub(crate) fn delete_publication(
        &mut self,
        topic: &str,
    ) -> Result<Result<(), Reason>, MqError> {
        self.stream(publication::delete(topic))
    }

    fn stream(&mut self, body: Vec<u8>) -> Result<Result<(), Reason>, MqError> {
        let mut object = ObjectDescriptor::queue(PUBLICATIONS);
        object.object_q_mgr_name = ObjectName::truncated(&self.coordination);
        let mut descriptor = MsgDescriptor {
            msg_type: MQMT_DATAGRAM,
            ..descriptor(publication::FORMAT, Work::Inside)
        };
        let mut options = put_options(Work::Inside);
        match self
            .session
            .put1(&object, &mut descriptor, &mut options, body)
        {
            Ok(_) => {
                self.own_user = field(&descriptor.user_identifier);
                Ok(Ok(()))
            }
            Err(error) => theirs(error),
        }
    }

    /// Keeps something of a transfer, in the unit of work.
    pub(crate) fn keep(
        &mut self,
        transfer: TransferId,
        key: StateKey,
        body: Vec<u8>,
    ) -> Result<(), MqError> {
        self.keep_on(self.state, transfer, key.correl_id(), body)
    }

    pub(super) fn keep_on(
        &mut self,
        queue: ObjectHandle,
        id: TransferId,
        correl_id: [u8; 24],
        body: Vec<u8>,
    ) -> Result<(), MqError> {
        let mut descriptor = MsgDescriptor {
            msg_id: id.0,
            correl_id,
            ..descriptor(FORMAT, Work::Inside)
        };
        let mut options = put_options(Work::Inside);
        self.session
            .put(queue, &mut descriptor, &mut options, body)?;
        Ok(())
    }

    /// Forgets something of a transfer, in the unit of work. It is nothing wrong if it is not kept.
    pub(crate) fn forget(&mut self, transfer: TransferId, key: StateKey) -> Result<(), MqError> {
        self.forget_on(self.state, transfer, key.correl_id())
    }

    pub(super) fn forget_on(
        &mut self,
        queue: ObjectHandle,
        id: TransferId,
        correl_id: [u8; 24],
    ) -> Result<(), MqError> {
        let options = GetOptions {
            match_options: MQMO_MATCH_MSG_ID | MQMO_MATCH_CORREL_ID,
            ..no_wait(MQGMO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG)
        };
        let wanted = MsgDescriptor {
            msg_id: id.0,
            correl_id,
            ..MsgDescriptor::default()
        };
        none_if_empty(self.session.get(queue, &wanted, &options, 0)).map(drop)
    }

    /// Keeps something instead of what was kept, in the unit of work.
    pub(crate) fn replace(
        &mut self,
        transfer: TransferId,
        key: StateKey,
        body: Vec<u8>,
    ) -> Result<(), MqError> {
        self.forget(transfer, key)?;
        self.keep(transfer, key, body)
    }

    /// Everything that is kept of transfers.
    pub(crate) fn kept(&mut self) -> Result<Vec<GetReply>, MqError> {
        self.all_of(self.state)
    }

    pub(super) fn all_of(&mut self, queue: ObjectHandle) -> Result<Vec<GetReply>, MqError> {
        let mut all = Vec::new();
        let mut options = no_wait(MQGMO_BROWSE_FIRST);
        let buffer_len = u32::try_from(MESSAGE_BYTES_MAX).unwrap_or(u32::MAX);
        loop {
            let got = self
                .session
                .get(queue, &MsgDescriptor::default(), &options, buffer_len);
            match none_if_empty(got)? {
                Some(message) => all.push(message),
                None => return Ok(all),
            }
            options = no_wait(MQGMO_BROWSE_NEXT);
        }
    }

    pub(crate) fn commit(&mut self) -> Result<(), MqError> {
        self.session.commit().map(drop)
    }

    pub(crate) fn back_out(&mut self) -> Result<(), MqError> {
        self.session.back_out().map(drop)
    }

    /// Disconnects.
    pub(crate) fn end(self) -> Result<(), MqError> {
        self.session.disconnect().map(drop)
    }

    /// Which agent this is.
    pub(crate) fn own(&self) -> &AgentAddress {
        &self.own
    }
}

/// How long a client waits for a request before it looks at its other queues.
const CLIENT_WAIT_MS: u64 = 100;
pub(super) const TEXT_FORMAT: [u8; 8] = *b"MQSTR   ";

fn failed(verb: &'static str, reason: Reason) -> MqError {
    MqError {
        verb,
        object: String::new(),
        reason,
    }
}

pub(super) fn none_if_empty(got: Result<GetReply, MqError>) -> Result<Option<GetReply>, MqError> {
    match got {
        Ok(message) => Ok(Some(message)),
        Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
        Err(error) => Err(error),
    }
}

/// A queue takes nothing at the moment; it may later.
pub(crate) fn is_passing(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Q_FULL
            | Reason::PUT_INHIBITED
            | Reason::Q_SPACE_NOT_AVAILABLE
            | Reason::STORAGE_MEDIUM_FULL
            | Reason::STORAGE_NOT_AVAILABLE
            | Reason::RESOURCE_PROBLEM
    )
}

/// What is wrong with a queue of others is their matter; without a connection nothing goes on.
pub(crate) fn theirs<T>(error: MqError) -> Result<Result<T, Reason>, MqError> {
    match error.reason {
        Reason::CONNECTION_BROKEN
        | Reason::CONNECTION_QUIESCING
        | Reason::Q_MGR_QUIESCING
        | Reason::Q_MGR_STOPPING
        | Reason::Q_MGR_NOT_AVAILABLE
        | Reason::HCONN_ERROR
        | Reason::UNEXPECTED_ERROR
        | Reason::BACKED_OUT => Err(error),
        reason => Ok(Err(reason)),
    }
}

/// Text of a fixed field of a descriptor, without blanks at its end.
pub(crate) fn field<const N: usize>(bytes: &[u8; N]) -> String {
    FixedText::<N>::from_field(bytes).as_str().to_owned()
}
