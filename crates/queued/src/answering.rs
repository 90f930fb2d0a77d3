//! Answers, and messages nobody can be told of.

use crate::interface::{QueuedInterface, Work};
use bytes::Bytes;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::dead_letter::PutAside;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0072;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

impl<C: Connected> QueuedInterface<C> {
    /// Puts an answer where the command asks for it, or else on the dead-letter queue.
    ///
    /// # Errors
    /// The reason for an answer that must not be lost and can be put nowhere.
    pub(crate) fn answer(
        &mut self,
        work: &Work,
        (format, data): &([u8; 8], Vec<u8>),
    ) -> Result<(), Reason> {
        let command = &work.message.descriptor;
        let body = Bytes::copy_from_slice(data);
        let mut descriptor = answer_descriptor(command, *format);
        let mut options = PutOptions {
            options: MQPMO_ALTERNATE_USER_AUTHORITY | MQPMO_PASS_IDENTITY_CONTEXT | syncpoint(work),
            context: work.from,
            ..PutOptions::default()
        };
        let to = command.reply_target();
        let put = self
            .session
            .put1(&to, &mut descriptor, &mut options, body.clone());
        let Err(error) = put else {
            return Ok(());
        };
        if error.reason.ends_service() {
            return Err(error.reason);
        }
        let persistent = command.persistence == MQPER_PERSISTENT;
        if !persistent && self.setting(Attr::Psnpres) == MQUNDELIVERED_DISCARD {
            return Ok(());
        }
        let lost = Lost {
            descriptor: answer_descriptor(command, *format),
            body: &body,
            meant_for: (to.object_name, to.object_q_mgr_name),
        };
        self.put_dead(work, error.reason.0, lost)
    }

    /// Puts a command nobody is told of on the dead-letter queue.
    ///
    /// # Errors
    /// The reason, when it must not be lost and can be put nowhere.
    pub(crate) fn put_aside(&mut self, work: &Work, why: i32) -> Result<(), Reason> {
        let lost = Lost {
            descriptor: work.message.descriptor.clone(),
            body: &work.message.body,
            meant_for: (work.queue, ObjectName::BLANK),
        };
        self.put_dead(work, why, lost)
    }

    fn put_dead(&mut self, work: &Work, why: i32, lost: Lost<'_>) -> Result<(), Reason> {
        let persistent = lost.descriptor.persistence == MQPER_PERSISTENT;
        let q_mgr = self.queue_manager.q_mgr_definition();
        let reason = match q_mgr.text(Attr::Deadq) {
            "" => Reason::UNKNOWN_OBJECT_NAME,
            dead => {
                let mut descriptor = MsgDescriptor {
                    format: *b"MQDEAD  ",
                    encoding: MQENC_NATIVE,
                    coded_char_set_id: MQCCSI_Q_MGR,
                    ..lost.descriptor.clone()
                };
                let mut options = PutOptions {
                    options: syncpoint(work) | MQPMO_PASS_ALL_CONTEXT,
                    context: work.from,
                    ..PutOptions::default()
                };
                let whole = self.with_header(why, &lost);
                let to = ObjectDescriptor::queue(dead);
                match self.session.put1(&to, &mut descriptor, &mut options, whole) {
                    Ok(_) => return Ok(()),
                    Err(error) => error.reason,
                }
            }
        };
        if persistent {
            return Err(reason);
        }
        self.note(&FMQ0072, &[&reason]);
        Ok(())
    }

    fn with_header(&self, why: i32, lost: &Lost<'_>) -> Bytes {
        let (queue, q_mgr) = lost.meant_for;
        let own = self.queue_manager.name();
        let q_mgr = if q_mgr.is_blank() { own } else { q_mgr };
        let aside = PutAside {
            reason: why,
            to: (queue, q_mgr),
            appl_type: MQAT_BROKER,
            appl_name: PutAside::appl_name(own.as_str()),
            put_at: (lost.descriptor.put_date, lost.descriptor.put_time),
        };
        [&aside.header(&lost.descriptor)[..], lost.body]
            .concat()
            .into()
    }
}

/// A message that cannot go where it was meant to.
struct Lost<'a> {
    descriptor: MsgDescriptor,
    body: &'a Bytes,
    meant_for: (ObjectName, ObjectName),
}

const fn syncpoint(work: &Work) -> i32 {
    match work.in_work {
        true => MQPMO_SYNCPOINT,
        false => MQPMO_NO_SYNCPOINT,
    }
}

/// The descriptor of an answer.
///
/// Source: "MQMD settings in queue manager response messages".
fn answer_descriptor(command: &MsgDescriptor, format: [u8; 8]) -> MsgDescriptor {
    let (msg_id, correl_id) = command.answer_ids();
    MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_type: MQMT_REPLY,
        expiry: command.expiry,
        format,
        encoding: MQENC_NATIVE,
        coded_char_set_id: CCSID_UTF_8,
        priority: command.priority,
        persistence: command.persistence,
        msg_id,
        correl_id,
        ..MsgDescriptor::default()
    }
}
