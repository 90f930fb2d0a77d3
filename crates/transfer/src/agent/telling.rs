//! What an agent tells: its log, the coordination queue manager, and whoever has asked it for something.

use super::queues::Queues;
use crate::control::{Reply, Status};
use crate::generated::notices::{BFGAG9504, BFGAG9508};
use crate::names::COORDINATION;
use crate::party::{ReplyTo, TransferId};
use ferromq_mqi::session::{Connected, MqError};

/// What agents tell whoever runs them, one line each, as it is written to their log.
pub type Log<'a> = &'a mut dyn FnMut(&str);

impl<C: Connected> Queues<C> {
    /// Publishes, in the unit of work.
    pub(super) fn tell(
        &mut self,
        topic: &str,
        retained: bool,
        xml: &str,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if let Err(reason) = self.publish(topic, retained, xml)? {
            let to = &self.coordination;
            let text = BFGAG9504.line(&[&topic, &to, &reason]);
            if self.unpublished != text {
                log(&text);
                self.unpublished = text;
            }
        }
        Ok(())
    }

    /// Takes a retained publication back, in the unit of work.
    pub(super) fn untell(&mut self, topic: &str, log: Log<'_>) -> Result<(), MqError> {
        if let Err(reason) = self.delete_publication(topic)? {
            let to = &self.coordination;
            log(&BFGAG9504.line(&[&topic, &to, &reason]));
        }
        Ok(())
    }

    /// Answers a request, if that is wanted, in the unit of work.
    pub(super) fn reply(
        &mut self,
        id: TransferId,
        reply: Option<&ReplyTo>,
        result_code: i32,
        texts: &[&str],
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Some(reply) = reply else {
            return Ok(());
        };
        let status = Status {
            result_code,
            supplements: texts.iter().map(|text| (*text).to_owned()).collect(),
        };
        let xml = Reply { id, status }.to_xml();
        if reply.queue.starts_with(COORDINATION) {
            // What agents keep and ask of one another is there; what the agent puts would count as its own.
            let why = "it is a queue of agents";
            log(&BFGAG9508.line(&[&id, &reply.queue, &why]));
            return Ok(());
        }
        if let Err(reason) = self.answer(&reply.queue, &reply.q_mgr, id, xml)? {
            let queue = &reply.queue;
            log(&BFGAG9508.line(&[&id, &queue, &reason]));
        }
        Ok(())
    }
}
