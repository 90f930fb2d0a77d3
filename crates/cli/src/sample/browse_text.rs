//! `amqsgbr`.

use super::session::{BUFFER_BYTES, connected, failed, finish, open, queue_named};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_WAIT, MQMO_NONE, MQOO_BROWSE,
    MQOO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    output::line("Sample AMQSGBR0 (browse) start");
    let mut queue = queue_named(arguments, 0)?;
    let mut session = connected(arguments, 1, "amqsgbr")?;
    output::line(&format!("messages for queue {}", queue.object_name));
    let handle = open(
        &mut session,
        &mut queue,
        MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING,
        "browse",
    )?;
    let how = GetOptions {
        options: MQGMO_BROWSE_NEXT | MQGMO_NO_WAIT | MQGMO_FAIL_IF_QUIESCING,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    let mut count = 0_u64;
    while !output::is_closed() {
        match session.get(handle, &MsgDescriptor::default(), &how, BUFFER_BYTES) {
            Ok(got) => {
                count += 1;
                output::line(&format!("{count} <{}>", String::from_utf8_lossy(&got.body)));
            }
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                output::line("no more messages");
                break;
            }
            Err(error) => return Err(failed(&error)),
        }
    }
    finish(session, handle, MQCO_NONE)?;
    output::line("Sample AMQSGBR0 (browse) end");
    Ok(0)
}
