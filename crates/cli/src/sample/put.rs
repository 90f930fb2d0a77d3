//! `amqsput`.

use super::session::{connected, failed, finish, input_line, open, options, queue_named};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQOO_FAIL_IF_QUIESCING, MQOO_OUTPUT, MQPMO_FAIL_IF_QUIESCING, MQPMO_NEW_CORREL_ID,
    MQPMO_NEW_MSG_ID, MQPMO_NO_SYNCPOINT,
};
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::options::PutOptions;
use ferromq_mqi::{MsgDescriptor, ObjectName};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    output::line("Sample AMQSPUT0 start");
    let mut queue = queue_named(arguments, 0)?;
    let open_options = options(arguments, 2, "open ", MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING)?;
    let close_options = options(arguments, 3, "close", MQCO_NONE)?;
    if let Some(target) = arguments.name(4) {
        queue.object_q_mgr_name = ObjectName::truncated(target);
        output::line(&format!("target queue manager is {target}"));
    }
    if let Some(dynamic) = arguments.name(5) {
        queue.dynamic_q_name = ObjectName::truncated(dynamic);
        output::line(&format!("dynamic queue name is {dynamic}"));
    }
    let mut session = connected(arguments, 1, "amqsput")?;
    output::line(&format!("target queue is {}", queue.object_name));
    let handle = open(&mut session, &mut queue, open_options, "output")?;
    let mut failure = None;
    while let Some(line) = input_line()? {
        if line.is_empty() {
            break;
        }
        let mut descriptor = MsgDescriptor {
            format: blank_filled("MQSTR"),
            ..MsgDescriptor::default()
        };
        let mut how = PutOptions {
            options: MQPMO_NO_SYNCPOINT
                | MQPMO_FAIL_IF_QUIESCING
                | MQPMO_NEW_MSG_ID
                | MQPMO_NEW_CORREL_ID,
            ..PutOptions::default()
        };
        if let Err(error) = session.put(handle, &mut descriptor, &mut how, line) {
            failure = Some(failed(&error));
            break;
        }
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    finish(session, handle, close_options)?;
    output::line("Sample AMQSPUT0 end");
    Ok(0)
}
