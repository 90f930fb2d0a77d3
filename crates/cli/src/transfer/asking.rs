//! Requests to agents: put on their command queues, and answered on a queue of this command.

use super::place::{Place, host};
use super::way::Way;
use crate::failure::Failure;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::{self, MqError, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_transfer::code::ResultCode;
use ferromq_transfer::control::Reply;
use ferromq_transfer::generated::notices::{BFGCL9502, BFGCL9513, BFGCL9514, BFGCL9515, BFGCL9592};
use ferromq_transfer::party::{Originator, ReplyTo, TransferId};
use std::time::{Duration, Instant};

/// Longest answer.
const ANSWER_BYTES_MAX: u32 = 4 << 20;
/// Code page of documents: UTF-8.
const CCSID: i32 = 1208;

type AnyRoad = Box<dyn session::Connected>;

/// A connection to the queue manager of commands.
pub(super) struct Asking {
    session: Session<AnyRoad>,
    pub(super) q_mgr: String,
    /// Where answers come, once that was asked for.
    answers: Option<(ObjectHandle, String)>,
}

fn failed(error: &MqError) -> Failure {
    Failure::text(format!("{}\n", BFGCL9502.line(&[&error])), 1)
}

impl Asking {
    /// Connects to the queue manager that commands go to.
    pub(super) fn connect(place: &Place, program: &str) -> Result<Self, Failure> {
        Self::over(place, &place.command()?, program)
    }

    /// Connects to the coordination queue manager.
    pub(super) fn coordination(place: &Place, program: &str) -> Result<Self, Failure> {
        Self::over(place, &place.coordination_way()?, program)
    }

    fn over(place: &Place, way: &Way, program: &str) -> Result<Self, Failure> {
        let connected = way.connect(program, place.given.as_ref(), false);
        let road = connected.map_err(|why| why.failure(way))?;
        Ok(Self {
            session: Session::new(road),
            q_mgr: way.q_mgr.clone(),
            answers: None,
        })
    }

    pub(super) fn session(&mut self) -> &mut Session<AnyRoad> {
        &mut self.session
    }

    /// Where answers to this command are to go.
    pub(super) fn reply_to(&mut self) -> Result<ReplyTo, Failure> {
        if self.answers.is_none() {
            let mut model = ObjectDescriptor::queue("SYSTEM.DEFAULT.MODEL.QUEUE");
            model.dynamic_q_name = ObjectName::truncated("WMQFTE.*");
            let opened = self.session.open_object(&mut model, MQOO_INPUT_EXCLUSIVE);
            let handle = opened.map_err(|error| failed(&error))?;
            self.answers = Some((handle, model.object_name.as_str().to_owned()));
        }
        let queue = self.answers.as_ref().map(|(_, name)| name.clone());
        Ok(ReplyTo {
            queue: queue.unwrap_or_default(),
            q_mgr: self.q_mgr.clone(),
            detailed: None,
            persistent: None,
        })
    }

    /// Puts a document on the command queue of an agent. The identifier of the message.
    pub(super) fn ask(
        &mut self,
        agent: &str,
        q_mgr: &str,
        xml: String,
    ) -> Result<TransferId, Failure> {
        let mut object = ObjectDescriptor::queue(&format!("SYSTEM.FTE.COMMAND.{agent}"));
        object.object_q_mgr_name = ObjectName::truncated(q_mgr);
        let mut descriptor = MsgDescriptor {
            format: *b"MQSTR   ",
            coded_char_set_id: CCSID,
            persistence: MQPER_PERSISTENT,
            msg_type: MQMT_REQUEST,
            ..MsgDescriptor::default()
        };
        if let Some((_, queue)) = &self.answers {
            descriptor.reply_to_q = *ObjectName::truncated(queue).bytes();
        } else {
            descriptor.msg_type = MQMT_DATAGRAM;
        }
        let mut options = PutOptions {
            options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let put = self
            .session
            .put1(&object, &mut descriptor, &mut options, xml);
        match put {
            Ok(_) => Ok(TransferId(descriptor.msg_id)),
            Err(error) => {
                let text = match error.reason {
                    Reason::UNKNOWN_OBJECT_NAME | Reason::UNKNOWN_REMOTE_Q_MGR => {
                        format!("{}\n", BFGCL9513.line(&[&agent, &q_mgr, &error]))
                    }
                    _ => format!("{}\n", BFGCL9514.line(&[&error])),
                };
                Err(Failure::text(text, 1))
            }
        }
    }

    /// The next answer to a request; none in time.
    pub(super) fn answer(
        &mut self,
        request: TransferId,
        within: Option<Duration>,
    ) -> Result<Option<Reply>, Failure> {
        let Some((handle, _)) = self.answers else {
            return Ok(None);
        };
        let began = Instant::now();
        loop {
            let left = within.map(|within| within.saturating_sub(began.elapsed()));
            let slice = left.map_or(SLICE, |left| left.min(SLICE));
            let options = GetOptions {
                options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING,
                wait_interval_ms: i32::try_from(slice.as_millis()).unwrap_or(i32::MAX),
                match_options: MQMO_MATCH_CORREL_ID,
                ..GetOptions::default()
            };
            let wanted = MsgDescriptor {
                correl_id: request.0,
                ..MsgDescriptor::default()
            };
            match self
                .session
                .get(handle, &wanted, &options, ANSWER_BYTES_MAX)
            {
                Ok(message) => match Reply::parse(&message.body) {
                    Ok(reply) => return Ok(Some(reply)),
                    Err(problem) => {
                        let text = format!("{}\n", BFGCL9515.line(&[&problem]));
                        return Err(Failure::text(text, 1));
                    }
                },
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                    if left.is_some_and(|left| left <= slice) {
                        return Ok(None);
                    }
                }
                Err(error) if error.reason.ends_connection() => {
                    let text = format!("{}\n", BFGCL9592.line(&[&self.q_mgr, &error]));
                    let code = ResultCode::QueueManagerUnavailable.number();
                    return Err(Failure::text(text, u8::try_from(code).unwrap_or(1)));
                }
                Err(error) => return Err(failed(&error)),
            }
        }
    }

    /// Puts publications on the stream queue of the coordination queue manager.
    pub(super) fn publish(&mut self, bodies: &[Vec<u8>]) -> Result<(), Failure> {
        let object = ObjectDescriptor::queue(ferromq_transfer::names::COORDINATION);
        for body in bodies {
            let mut descriptor = MsgDescriptor {
                format: ferromq_transfer::publication::FORMAT,
                coded_char_set_id: CCSID,
                persistence: MQPER_PERSISTENT,
                msg_type: MQMT_DATAGRAM,
                ..MsgDescriptor::default()
            };
            let mut options = PutOptions {
                options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
                ..PutOptions::default()
            };
            let put = self
                .session
                .put1(&object, &mut descriptor, &mut options, body.clone());
            put.map_err(|error| failed(&error))?;
        }
        Ok(())
    }

    /// Disconnects.
    pub(super) fn end(self) {
        // What was to be done is done.
        let _ = self.session.disconnect();
    }
}

/// A wait is no longer, so that signals end it.
const SLICE: Duration = Duration::from_millis(500);

/// Who asks, as documents have it.
pub(super) fn originator() -> Originator {
    Originator {
        host_name: host(),
        user_id: super::credentials::own_user(),
        mqmd_user_id: None,
    }
}
