//! `amqsget`.

use super::session::{
    BUFFER_BYTES, connected, failed, finish, open, options, queue_named, wait_ms,
};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_SYNCPOINT, MQGMO_WAIT, MQMO_NONE,
    MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_AS_Q_DEF,
};
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};

/// Seconds the sample waits for the next message.
const WAIT_S: i32 = 15;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    output::line("Sample AMQSGET0 start");
    let mut queue = queue_named(arguments, 0)?;
    let usual = MQOO_INPUT_AS_Q_DEF | MQOO_FAIL_IF_QUIESCING;
    let open_options = options(arguments, 2, "open ", usual)?;
    let close_options = options(arguments, 3, "close", MQCO_NONE)?;
    let mut session = connected(arguments, 1, "amqsget")?;
    let handle = open(&mut session, &mut queue, open_options, "input")?;
    let how = GetOptions {
        options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING,
        match_options: MQMO_NONE,
        wait_interval_ms: wait_ms(WAIT_S),
        ..GetOptions::default()
    };
    // Messages stay on the queue once nobody sees them. That nobody does is known when the first one cannot be shown, which is gone then.
    while !output::is_closed() {
        match session.get(handle, &MsgDescriptor::default(), &how, BUFFER_BYTES) {
            Ok(got) => {
                output::line(&format!("message <{}>", String::from_utf8_lossy(&got.body)));
            }
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                output::line("no more messages");
                break;
            }
            Err(error) => return Err(failed(&error)),
        }
    }
    finish(session, handle, close_options)?;
    output::line("Sample AMQSGET0 end");
    Ok(0)
}
