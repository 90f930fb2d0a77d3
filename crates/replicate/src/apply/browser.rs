//! A cursor over a queue of messages of replication, and how those are deleted that are done.

use super::setup::{Road, Setup, lost};
use super::work::Token;
use crate::fault;
use crate::message::{FORMAT, Key, Kind, Message};
use crate::trouble::Trouble;
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING,
    MQGMO_SYNCPOINT, MQGMO_WAIT, MQMO_MATCH_CORREL_ID, MQMO_MATCH_MSG_TOKEN, MQMO_NONE,
    MQOO_BROWSE, MQOO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::session::{MqError, Session};
use ferromq_mqi::{MsgDescriptor, Reason};

/// Bytes of a message that are read at the first try.
const BUFFER: u32 = 256 * 1024;

/// Messages of a spill queue that are deleted in one unit of work.
pub(super) const UNIT_MAX: usize = 500;

/// What is on the queue at some place.
pub(super) enum Browsed {
    /// With the key that its `CorrelId` is, if it is one.
    Message(Message, Token, Option<Key>),
    /// Whether capture waits for what is said of it.
    Heartbeat(Token, bool),
    /// What is none of these, and why.
    Foreign(String),
    Nothing,
}

/// See the module.
pub(super) struct Browser {
    pub(super) session: Session<Road>,
    pub(super) handle: ObjectHandle,
    queue: String,
    buffer: u32,
    from_first: bool,
}

impl Browser {
    /// A cursor before the first message, with a session of its own. What the queue manager says of the queue is in the inner result: that it is not there, for one.
    ///
    /// # Errors
    /// FMQ0428: the queue manager is not reached.
    pub(super) fn open(
        setup: &Setup<'_>,
        queue: &str,
        more: i32,
    ) -> Result<Result<Self, MqError>, Trouble> {
        let road = (setup.roads)().map_err(|error| lost(queue, &error))?;
        let mut session = Session::new(road);
        let opened = session.open(queue, MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING | more);
        Ok(opened.map(|handle| Self {
            session,
            handle,
            queue: queue.to_owned(),
            buffer: BUFFER,
            from_first: false,
        }))
    }

    /// What an error of the queue means for the run.
    pub(super) fn lost(&self, error: &MqError) -> Trouble {
        lost(&self.queue, error)
    }

    /// The next one is the first again.
    pub(super) fn rewind(&mut self) {
        self.from_first = true;
    }

    /// The next message; waits so long for one.
    pub(super) fn next(&mut self, wait_ms: i32) -> Result<Browsed, MqError> {
        let how = match self.from_first {
            true => MQGMO_BROWSE_FIRST,
            false => MQGMO_BROWSE_NEXT,
        };
        let options = GetOptions {
            options: how | MQGMO_WAIT | MQGMO_FAIL_IF_QUIESCING,
            wait_interval_ms: wait_ms,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let found = self.get(&options, &MsgDescriptor::default())?;
        self.from_first &= matches!(found, Browsed::Nothing);
        Ok(found)
    }

    /// The message of a key, wherever it is.
    pub(super) fn find(&mut self, key: Key) -> Result<Browsed, MqError> {
        let options = GetOptions {
            options: MQGMO_BROWSE_FIRST,
            match_options: MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        let like = MsgDescriptor {
            correl_id: key.to_id(),
            ..MsgDescriptor::default()
        };
        self.get(&options, &like)
    }

    fn get(&mut self, options: &GetOptions, like: &MsgDescriptor) -> Result<Browsed, MqError> {
        loop {
            let got = match self.session.get(self.handle, like, options, self.buffer) {
                Ok(got) => got,
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                    return Ok(Browsed::Nothing);
                }
                Err(error) => return Err(error),
            };
            if got.reason == Reason::TRUNCATED_MSG_FAILED {
                // The cursor has not moved.
                self.buffer = got.data_length.max(self.buffer);
                continue;
            }
            return Ok(read(&got.descriptor, got.body, got.options.msg_token));
        }
    }

    /// Deletes messages, so many in a unit of work. The queue is open for input, too.
    pub(super) fn purge(&mut self, tokens: &[Token], at_once: usize) -> Result<(), MqError> {
        for unit in tokens.chunks(at_once.max(1)) {
            unit.iter().try_for_each(|token| self.delete(*token))?;
            fault::at("K17");
            self.session.commit()?;
        }
        Ok(())
    }

    /// Deletes a message in the open unit of work. It may have been before.
    fn delete(&mut self, token: Token) -> Result<(), MqError> {
        let options = GetOptions {
            options: MQGMO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_MATCH_MSG_TOKEN,
            msg_token: token,
            ..GetOptions::default()
        };
        let like = MsgDescriptor::default();
        match self.session.get(self.handle, &like, &options, 0) {
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(()),
            other => other.map(drop),
        }
    }

    /// Ends the session.
    pub(super) fn end(self) {
        let _ = self.session.disconnect();
    }
}

fn read(descriptor: &MsgDescriptor, body: bytes::Bytes, token: Token) -> Browsed {
    let format = String::from_utf8_lossy(&descriptor.format);
    if format.trim_end() != FORMAT {
        return Browsed::Foreign(format!("its format is '{}'", format.trim_end()));
    }
    match Message::decode(&body) {
        Ok(message) if message.header.kind == Kind::Heartbeat => {
            Browsed::Heartbeat(token, message.header.xid != 0)
        }
        Ok(message) => Browsed::Message(message, token, Key::from_id(&descriptor.correl_id)),
        Err(problem) => Browsed::Foreign(problem.to_string()),
    }
}
