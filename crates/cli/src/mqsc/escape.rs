//! Commands by way of the command server: as text in messages, over whatever connection there is.

use crate::connection::Connected;
use crate::failure::notice_text;
use ferromq_admin::{COMMAND_QUEUE, escape_command, escape_text};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::AMQ8416;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::pcf::Message;
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

/// What answers come to: a dynamic queue made from this one.
const ANSWER_MODEL: &str = "SYSTEM.MQSC.REPLY.QUEUE";
/// Milliseconds in the unit of `MQMD.Expiry`.
const TENTH_MS: i32 = 100;
/// How long Tab waits for an answer, milliseconds.
const SOON_MS: i32 = 1_500;
/// Largest answer.
const ANSWER_BYTES_MAX: u32 = 4 << 20;

/// A conversation with a command server.
pub(super) struct Escape {
    session: Connected,
    /// Queue manager whose command server it is; blank for the connected one.
    q_mgr: ObjectName,
    answers: ObjectHandle,
    answer_queue: ObjectName,
    wait_ms: i32,
}

impl Escape {
    /// Opens the queue for the answers.
    ///
    /// # Errors
    /// Those of MQOPEN.
    pub(super) fn open(
        mut session: Connected,
        q_mgr: ObjectName,
        wait_ms: i32,
    ) -> Result<Self, MqError> {
        let mut model = ObjectDescriptor {
            dynamic_q_name: ObjectName::truncated("MQSC.*"),
            ..ObjectDescriptor::queue(ANSWER_MODEL)
        };
        let answers = session.open_object(&mut model, MQOO_INPUT_EXCLUSIVE)?;
        Ok(Self {
            session,
            q_mgr,
            answers,
            answer_queue: model.object_name,
            wait_ms,
        })
    }

    /// Runs one command: what it prints, and how it ended.
    ///
    /// # Errors
    /// Those of the verbs. That no answer comes in time is no error: the notice says so.
    pub(super) fn run(&mut self, text: &str) -> Result<(String, CommandOutcome), MqError> {
        self.run_within(text, self.wait_ms)
    }

    /// The same for Tab, whose key is answered soon or not at all: nobody can do anything at the terminal meanwhile.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub(super) fn run_soon(&mut self, text: &str) -> Result<(String, CommandOutcome), MqError> {
        self.run_within(text, self.wait_ms.min(SOON_MS))
    }

    fn run_within(
        &mut self,
        text: &str,
        wait_ms: i32,
    ) -> Result<(String, CommandOutcome), MqError> {
        let mut descriptor = MsgDescriptor {
            msg_type: MQMT_REQUEST,
            format: *b"MQADMIN ",
            persistence: MQPER_NOT_PERSISTENT,
            // A command nobody waits for any more is not run.
            expiry: (wait_ms / TENTH_MS).max(1),
            reply_to_q: *self.answer_queue.bytes(),
            ..MsgDescriptor::default()
        };
        let to = ObjectDescriptor {
            object_q_mgr_name: self.q_mgr,
            ..ObjectDescriptor::queue(COMMAND_QUEUE)
        };
        let mut options = PutOptions {
            options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let body = escape_command(text).encode(ByteOrder::NATIVE);
        self.session
            .put1(&to, &mut descriptor, &mut options, body)?;
        match self.gather(descriptor.msg_id, wait_ms) {
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                Ok((notice_text(&AMQ8416, &[]), CommandOutcome::Failed))
            }
            gathered => gathered,
        }
    }

    fn gather(
        &mut self,
        correl_id: [u8; 24],
        wait_ms: i32,
    ) -> Result<(String, CommandOutcome), MqError> {
        let options = GetOptions {
            options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING | MQGMO_CONVERT,
            wait_interval_ms: wait_ms,
            match_options: MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor {
            correl_id,
            coded_char_set_id: ferromq_mqi::code_page::CCSID_UTF_8,
            ..MsgDescriptor::default()
        };
        let mut printed = String::new();
        loop {
            let got = self
                .session
                .get(self.answers, &wanted, &options, ANSWER_BYTES_MAX)?;
            let order = ByteOrder::from_encoding(got.descriptor.encoding);
            let answer = Message::decode(&got.body, order).map_err(|error| MqError {
                verb: "MQSC command",
                object: error.to_string(),
                reason: Reason::PCF_ERROR,
            })?;
            let (text, ended) = escape_text(&answer);
            printed.push_str(&text);
            if let Some(outcome) = ended {
                return Ok((printed, outcome));
            }
        }
    }
}
