//! `amqsech`.

use super::session::{BUFFER_BYTES, FAILED, connected_to, failed, finish, open, wait_ms};
use crate::arguments::Arguments;
use crate::connection::Session;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQGMO_FAIL_IF_QUIESCING, MQGMO_SYNCPOINT_IF_PERSISTENT, MQGMO_WAIT, MQMI_NONE,
    MQMO_NONE, MQMT_REPLY, MQMT_REQUEST, MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_SHARED,
    MQPER_PERSISTENT, MQPMO_FAIL_IF_QUIESCING, MQPMO_NEW_MSG_ID, MQPMO_NO_SYNCPOINT,
    MQPMO_SYNCPOINT, MQWI_UNLIMITED,
};
use ferromq_mqi::generated::notices::AMQ8102;
use ferromq_mqi::header::{TriggerMessage2, field_text};
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

/// Seconds to wait for a further request.
const WAIT_S: i32 = 5;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    output::line("Sample AMQSECHA start");
    let limit = arguments
        .number::<u64>("-n", 1, u64::MAX)
        .map_err(|problem| Failure::text(format!("{problem}\n"), FAILED))?;
    let (queue, q_mgr) = target(arguments)?;
    let mut session = connected_to(arguments, q_mgr.as_deref(), "amqsech")?;
    let mut descriptor = ObjectDescriptor::queue(queue.as_str());
    let handle = open(
        &mut session,
        &mut descriptor,
        MQOO_INPUT_SHARED | MQOO_FAIL_IF_QUIESCING,
        "input",
    )?;
    let how = GetOptions {
        options: MQGMO_WAIT | MQGMO_SYNCPOINT_IF_PERSISTENT | MQGMO_FAIL_IF_QUIESCING,
        match_options: MQMO_NONE,
        wait_interval_ms: if arguments.has("-k") {
            MQWI_UNLIMITED
        } else {
            wait_ms(WAIT_S)
        },
        ..GetOptions::default()
    };
    let mut count = 0;
    while limit.is_none_or(|limit| count < limit) {
        match session.get(handle, &MsgDescriptor::default(), &how, BUFFER_BYTES) {
            Ok(got) => {
                count += 1;
                answer(&mut session, &got).map_err(|error| failed(&error))?;
            }
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
            Err(error) => return Err(failed(&error)),
        }
    }
    finish(session, handle, MQCO_NONE)?;
    output::line(&format!("{count} requests answered"));
    output::line("Sample AMQSECHA end");
    Ok(0)
}

/// Queue and queue manager: from a trigger message, or as they are named.
fn target(arguments: &Arguments) -> Result<(ObjectName, Option<String>), Failure> {
    let first = arguments.name(0).unwrap_or_default();
    if first.starts_with("TMC") {
        // A trigger message is character data of fixed length; blanks at its end may be missing.
        let mut bytes = first.as_bytes().to_vec();
        bytes.resize(bytes.len().max(TriggerMessage2::SIZE), b' ');
        let trigger = TriggerMessage2::decode_le(&bytes)
            .map_err(|error| Failure::text(format!("trigger message: {error}\n"), FAILED))?;
        let q_mgr = String::from_utf8_lossy(field_text(&trigger.q_mgr_name)).into_owned();
        let q_mgr = Some(q_mgr).filter(|name| !name.is_empty());
        return Ok((ObjectName::from_field(&trigger.q_name), q_mgr));
    }
    match ObjectName::parse(first) {
        Ok(name) => Ok((name, arguments.name(1).map(str::to_owned))),
        Err(problem) => Err(Failure::notice(&AMQ8102, &[&first, &problem], FAILED)),
    }
}

/// Answers one request; anything else is taken off the queue and told.
fn answer(session: &mut Session, got: &GetReply) -> Result<(), MqError> {
    let request = &got.descriptor;
    let in_unit = request.persistence == MQPER_PERSISTENT;
    if request.msg_type == MQMT_REQUEST {
        let (msg_id, correl_id) = request.answer_ids();
        let mut reply = MsgDescriptor {
            msg_type: MQMT_REPLY,
            format: request.format,
            encoding: request.encoding,
            coded_char_set_id: request.coded_char_set_id,
            persistence: request.persistence,
            priority: request.priority,
            msg_id,
            correl_id,
            ..MsgDescriptor::default()
        };
        let mut options = MQPMO_FAIL_IF_QUIESCING;
        options |= if in_unit {
            MQPMO_SYNCPOINT
        } else {
            MQPMO_NO_SYNCPOINT
        };
        if msg_id == MQMI_NONE {
            options |= MQPMO_NEW_MSG_ID;
        }
        let target = ObjectDescriptor {
            object_name: ObjectName::from_field(&request.reply_to_q),
            object_q_mgr_name: ObjectName::from_field(&request.reply_to_q_mgr),
            ..ObjectDescriptor::default()
        };
        let mut how = PutOptions {
            options,
            ..PutOptions::default()
        };
        if let Err(error) = session.put1(&target, &mut reply, &mut how, got.body.clone()) {
            // The request comes back when the program ends without a commit.
            output::line(&format!("reply to {} not put", target.object_name));
            return Err(error);
        }
    } else {
        output::line(&format!(
            "not a request: <{}>",
            String::from_utf8_lossy(&got.body)
        ));
    }
    if in_unit {
        session.commit()?;
    }
    Ok(())
}
