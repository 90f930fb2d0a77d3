//! `amqsreq`.

use super::session::{
    BUFFER_BYTES, connected, failed, finish, input_line, open, queue_named, wait_ms,
};
use crate::arguments::Arguments;
use crate::connection::Session;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::{
    MQCO_DELETE_PURGE, MQCO_NONE, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_SYNCPOINT, MQGMO_WAIT,
    MQMO_NONE, MQMT_REQUEST, MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_AS_Q_DEF, MQOO_OUTPUT,
    MQPMO_FAIL_IF_QUIESCING, MQPMO_NEW_MSG_ID, MQPMO_NO_SYNCPOINT,
};
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

/// The model of reply queues, where none is named.
const REPLY_MODEL: &str = "SYSTEM.DEFAULT.MODEL.QUEUE";
/// Seconds to wait for the first reply.
const FIRST_WAIT_S: i32 = 60;
/// Seconds to wait for each further reply.
const NEXT_WAIT_S: i32 = 15;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    output::line("Sample AMQSREQ0 start");
    let mut queue = queue_named(arguments, 0)?;
    let mut replies = match arguments.name(2) {
        Some(_) => queue_named(arguments, 2)?,
        None => ObjectDescriptor {
            dynamic_q_name: ObjectName::truncated("AMQSREQ.*"),
            ..ObjectDescriptor::queue(REPLY_MODEL)
        },
    };
    let mut session = connected(arguments, 1, "amqsreq")?;
    output::line(&format!("server queue is {}", queue.object_name));
    let to = open(
        &mut session,
        &mut queue,
        MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING,
        "output",
    )?;
    let as_defined = MQOO_INPUT_AS_Q_DEF | MQOO_FAIL_IF_QUIESCING;
    let from = open(&mut session, &mut replies, as_defined, "input")?;
    output::line(&format!("replies to {}", replies.object_name));
    let sent = send(&mut session, to, &replies.object_name)?;
    receive(&mut session, from, sent)?;
    // A temporary queue goes with what is left on it.
    let close = if arguments.name(2).is_some() {
        MQCO_NONE
    } else {
        MQCO_DELETE_PURGE
    };
    session
        .close(to, MQCO_NONE)
        .map_err(|error| failed(&error))?;
    finish(session, from, close)?;
    output::line("Sample AMQSREQ0 end");
    Ok(0)
}

/// Puts each line as a request; answers how many.
fn send(session: &mut Session, to: ObjectHandle, replies: &ObjectName) -> Result<u64, Failure> {
    let mut count = 0;
    while let Some(line) = input_line()? {
        if line.is_empty() {
            break;
        }
        let mut descriptor = MsgDescriptor {
            msg_type: MQMT_REQUEST,
            format: blank_filled("MQSTR"),
            reply_to_q: *replies.bytes(),
            ..MsgDescriptor::default()
        };
        let mut how = PutOptions {
            options: MQPMO_NO_SYNCPOINT | MQPMO_NEW_MSG_ID | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        session
            .put(to, &mut descriptor, &mut how, line)
            .map_err(|error| failed(&error))?;
        count += 1;
    }
    Ok(count)
}

/// Prints the replies to so many requests, or fewer when no more come.
fn receive(session: &mut Session, from: ObjectHandle, expected: u64) -> Result<(), Failure> {
    let mut how = GetOptions {
        options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING,
        match_options: MQMO_NONE,
        wait_interval_ms: wait_ms(FIRST_WAIT_S),
        ..GetOptions::default()
    };
    for _ in 0..expected {
        if output::is_closed() {
            return Ok(());
        }
        match session.get(from, &MsgDescriptor::default(), &how, BUFFER_BYTES) {
            Ok(got) => {
                output::line(&format!(
                    "response <{}>",
                    String::from_utf8_lossy(&got.body)
                ));
            }
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
            Err(error) => return Err(failed(&error)),
        }
        how.wait_interval_ms = wait_ms(NEXT_WAIT_S);
    }
    output::line("no more replies");
    Ok(())
}
