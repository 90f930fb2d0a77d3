//! The logger as an application of its queue manager. What it gets in a unit of work is durable where it goes before that is committed: a logger
//! that is killed in between gets it again, and whoever keeps it knows it by its message identifier.

use super::document::AuditDocument;
use crate::generated::notices::BFGDB9500;
use crate::xml::DOCUMENT_BYTES_MAX;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::property::{Value, write_folder};
use ferromq_mqi::session::{Connected, MqError, Session};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

/// Property of a rejected message that says why.
const REASON_PROPERTY: &str = "WMQFTE_ReasonForRejection";
/// Characters of it, at most.
const REASON_CHARS_MAX: usize = 1_000;

/// `MsgId` of a publication.
pub type MessageId = [u8; 24];

/// Why a message is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// It is because of the message, and what was taken in before it can be kept.
    Message(String),
    /// Nothing can be kept now.
    Sink(String),
}

/// Where a logger keeps what it gets.
pub trait Sink {
    /// Has it know which messages were kept before. It comes before the first message of a unit of work is got.
    ///
    /// # Errors
    /// Why nothing can be kept now.
    fn ready(&mut self) -> Result<(), String> {
        Ok(())
    }
    /// Whether this message was kept before, so that it came a second time.
    fn has(&self, id: MessageId) -> bool;
    /// Takes a message in among what is kept next.
    ///
    /// # Errors
    /// Why it cannot be.
    fn add(&mut self, id: MessageId, document: &AuditDocument) -> Result<(), NotKept>;
    /// Whether that is enough at once.
    fn is_full(&self) -> bool;
    /// Keeps what was taken in. On return it is durable, or none of it is there.
    ///
    /// # Errors
    /// Why it is not kept; it may be tried again.
    fn force(&mut self, now_ms: u64) -> Result<(), String>;
    /// Forgets what was taken in and not kept.
    fn forget(&mut self);
    /// These messages do not come again; with `is_all` none of all that were kept does.
    fn settle(&mut self, ids: &[MessageId], is_all: bool);
}

/// Where the audit comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditSource {
    /// A durable subscription of the logger's own, with that name, which is made if it is not there.
    Own(String),
    /// A durable subscription that an administrator made.
    Subscription(String),
    /// A queue.
    Queue(String),
}

/// What a logger goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggerSettings {
    /// Where the audit comes from.
    pub source: AuditSource,
    /// Queue for what cannot be read.
    pub reject_queue: String,
    /// Messages of a unit of work, at most.
    pub messages_max: usize,
    /// Messages that are rejected one after the other, at most: more of them, and it is not the messages.
    pub rejects_max: u32,
}

/// Why a logger does not go on.
#[derive(Debug)]
pub enum LoggerProblem {
    /// A verb failed.
    Verb(MqError),
    /// What it got cannot be kept.
    Sink(String),
    /// It rejected more messages in a row than it may; why the last one.
    Rejects(u32, String),
}

impl From<MqError> for LoggerProblem {
    fn from(error: MqError) -> Self {
        Self::Verb(error)
    }
}

/// What a turn has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Messages that were kept.
    pub kept: usize,
    /// Messages that had been kept before.
    pub known: usize,
    /// Messages that were rejected.
    pub rejected: usize,
}

/// See the module.
pub struct Logger<C> {
    session: Session<C>,
    queue: ObjectHandle,
    settings: LoggerSettings,
    rejected_in_a_row: u32,
}

impl<C: Connected> Logger<C> {
    /// Opens where the audit comes from, and makes the subscription if it is to be the logger's own and is not there. So many messages were
    /// rejected in a row before.
    ///
    /// # Errors
    /// The verb that failed.
    pub fn start(
        mut session: Session<C>,
        settings: LoggerSettings,
        rejected_in_a_row: u32,
    ) -> Result<Self, MqError> {
        let subscription = |name: &str, options| SubscriptionDescriptor {
            object_string: match options & MQSO_CREATE {
                0 => String::new(),
                _ => crate::names::topic::LOG.to_owned(),
            },
            sub_name: name.to_owned(),
            options: options | MQSO_RESUME | MQSO_DURABLE | MQSO_FAIL_IF_QUIESCING,
            ..SubscriptionDescriptor::default()
        };
        let queue = match &settings.source {
            AuditSource::Own(name) => {
                let mut asked = subscription(name, MQSO_CREATE | MQSO_MANAGED);
                session.subscribe(&mut asked, ObjectHandle::NONE)?.0
            }
            AuditSource::Subscription(name) => {
                let mut asked = subscription(name, 0);
                session.subscribe(&mut asked, ObjectHandle::NONE)?.0
            }
            AuditSource::Queue(name) => {
                session.open(name, MQOO_INPUT_EXCLUSIVE | MQOO_FAIL_IF_QUIESCING)?
            }
        };
        Ok(Self {
            session,
            queue,
            settings,
            rejected_in_a_row,
        })
    }

    /// Messages that were rejected in a row so far.
    #[must_use]
    pub fn rejected_in_a_row(&self) -> u32 {
        self.rejected_in_a_row
    }

    /// Takes what there is, waiting up to `wait_ms` for the first message, and commits once it is kept.
    ///
    /// # Errors
    /// Why it was not: then the unit of work is backed out, or it is not known how it ended, and what was got may come again.
    pub fn turn(
        &mut self,
        sink: &mut dyn Sink,
        wait_ms: u32,
        now_ms: u64,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Turn, LoggerProblem> {
        let mut ids = Vec::new();
        let before = self.rejected_in_a_row;
        let done = self.unit(sink, wait_ms, now_ms, &mut ids, tell);
        if done.is_err() {
            sink.forget();
            // They come again.
            self.rejected_in_a_row = before;
            // The connection may be gone, and the unit of work with it.
            let _ = self.session.back_out();
        }
        done
    }

    fn unit(
        &mut self,
        sink: &mut dyn Sink,
        wait_ms: u32,
        now_ms: u64,
        ids: &mut Vec<MessageId>,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Turn, LoggerProblem> {
        let mut turn = Turn::default();
        let mut is_all = false;
        sink.ready().map_err(LoggerProblem::Sink)?;
        while ids.len() < self.settings.messages_max.max(1) && !sink.is_full() {
            let Some(message) = self.next(if ids.is_empty() { wait_ms } else { 0 })? else {
                is_all = true;
                break;
            };
            let id = message.descriptor.msg_id;
            ids.push(id);
            if sink.has(id) {
                turn.known += 1;
                continue;
            }
            let kept = match AuditDocument::parse(&message.body) {
                Ok(document) => sink.add(id, &document),
                Err(problem) => Err(NotKept::Message(problem.to_string())),
            };
            match kept {
                Ok(()) => {
                    turn.kept += 1;
                    self.rejected_in_a_row = 0;
                }
                Err(NotKept::Message(why)) => {
                    self.reject(message, &why, tell)?;
                    turn.rejected += 1;
                }
                Err(NotKept::Sink(why)) => return Err(LoggerProblem::Sink(why)),
            }
        }
        if !ids.is_empty() {
            sink.force(now_ms).map_err(LoggerProblem::Sink)?;
            self.session.commit()?;
        }
        sink.settle(ids, is_all);
        Ok(turn)
    }

    fn next(&mut self, wait_ms: u32) -> Result<Option<GetReply>, MqError> {
        let options = GetOptions {
            options: MQGMO_WAIT
                | MQGMO_SYNCPOINT
                | MQGMO_FAIL_IF_QUIESCING
                | MQGMO_NO_PROPERTIES
                | MQGMO_ACCEPT_TRUNCATED_MSG,
            wait_interval_ms: i32::try_from(wait_ms).unwrap_or(i32::MAX),
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let most = u32::try_from(DOCUMENT_BYTES_MAX).unwrap_or(u32::MAX);
        let got = self
            .session
            .get(self.queue, &MsgDescriptor::default(), &options, most);
        match got {
            Ok(message) => Ok(Some(message)),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Puts a message on the reject queue, in the unit of work, with the reason in a property; of one that is too long what was got of it.
    fn reject(
        &mut self,
        message: GetReply,
        why: &str,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), LoggerProblem> {
        if self.rejected_in_a_row >= self.settings.rejects_max {
            let most = self.settings.rejects_max;
            return Err(LoggerProblem::Rejects(most, why.to_owned()));
        }
        self.rejected_in_a_row += 1;
        let GetReply {
            descriptor, body, ..
        } = message;
        let object = ObjectDescriptor::queue(&self.settings.reject_queue);
        let mut put = MsgDescriptor {
            format: descriptor.format,
            coded_char_set_id: descriptor.coded_char_set_id,
            encoding: descriptor.encoding,
            persistence: descriptor.persistence,
            priority: descriptor.priority,
            msg_id: descriptor.msg_id,
            correl_id: descriptor.correl_id,
            msg_type: MQMT_DATAGRAM,
            ..MsgDescriptor::default()
        };
        let body = with_reason(&mut put, &body, why);
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        self.session.put1(&object, &mut put, &mut options, body)?;
        let id = ferromq_mqi::hex::hex(&descriptor.msg_id);
        tell(&BFGDB9500.line(&[&id, &self.settings.reject_queue, &why]));
        Ok(())
    }

    /// Disconnects. The subscription stays, and keeps what comes.
    pub fn end(self) {
        // What was to be done is committed.
        let _ = self.session.disconnect();
    }
}

/// The data behind a header that has the reason of the rejection as property `WMQFTE_ReasonForRejection`.
fn with_reason(descriptor: &mut MsgDescriptor, body: &[u8], why: &str) -> Vec<u8> {
    let why: String = why.chars().take(REASON_CHARS_MAX).collect();
    let folder = write_folder("usr", &[(REASON_PROPERTY, &Value::Text(why.into()))]);
    let format = String::from_utf8_lossy(&descriptor.format);
    let format = format.trim_end().to_owned();
    let behind = Described {
        encoding: descriptor.encoding,
        ccsid: descriptor.coded_char_set_id,
    };
    let fixed = rfh2::fixed(&format, behind);
    let order = ByteOrder::from_encoding(descriptor.encoding);
    let mut with = rfh2::write(&fixed, order, &[&folder]);
    // The queue takes no more than what is read of a message.
    let most = DOCUMENT_BYTES_MAX.saturating_sub(with.len());
    with.extend_from_slice(&body[..body.len().min(most)]);
    descriptor.format = rfh2::FORMAT;
    descriptor.coded_char_set_id = CCSID_UTF_8;
    with
}
