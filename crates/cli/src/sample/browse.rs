//! `amqsbcg`.

use super::dump::dump;
use super::session::{BUFFER_BYTES, connected, failed, finish, open, queue_named};
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_WAIT, MQMO_NONE, MQOO_BROWSE,
    MQOO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::hex::hex;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    output::line("\nAMQSBCG0 - starts here\n**********************\n");
    let mut queue = queue_named(arguments, 0)?;
    let mut session = connected(arguments, 1, "amqsbcg")?;
    output::line(&format!(" MQOPEN - '{}'\n", queue.object_name));
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
    // Version 2 has the fields of groups and segments.
    let wanted = MsgDescriptor {
        version: 2,
        ..MsgDescriptor::default()
    };
    let mut count = 0_u64;
    while !output::is_closed() {
        match session.get(handle, &wanted, &how, BUFFER_BYTES) {
            Ok(got) => {
                count += 1;
                output::say(&shown(count, &got));
            }
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                output::line("\n\n\n No more messages");
                break;
            }
            Err(error) => return Err(failed(&error)),
        }
    }
    finish(session, handle, MQCO_NONE)?;
    output::line(" MQCLOSE\n MQDISC");
    Ok(0)
}

fn shown(count: u64, got: &GetReply) -> String {
    let completion = i32::from(got.reason != Reason::NONE);
    format!(
        "\n MQGET of message number {count}, CompCode:{completion} Reason:{}\n{}\n\
         ****   Message      ****\n\n length - {} of {} bytes\n\n{}",
        got.reason.0,
        descriptor_text(&got.descriptor),
        got.body.len(),
        got.data_length,
        dump(&got.body)
    )
}

/// A message descriptor with all its fields.
fn descriptor_text(md: &MsgDescriptor) -> String {
    // A field is shown with its blanks; a NUL ends it and blanks follow.
    let text = |field: &[u8]| {
        let end = field
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(field.len());
        let shown = String::from_utf8_lossy(&field[..end]).into_owned();
        format!("'{shown:width$}'", width = field.len())
    };
    format!(
        "****Message descriptor****\n\n\
         \x20 StrucId  : {}  Version : {}\n\
         \x20 Report   : {}  MsgType : {}\n\
         \x20 Expiry   : {}  Feedback : {}\n\
         \x20 Encoding : {}  CodedCharSetId : {}\n\
         \x20 Format : {}\n\
         \x20 Priority : {}  Persistence : {}\n\
         \x20 MsgId : X'{}'\n\
         \x20 CorrelId : X'{}'\n\
         \x20 BackoutCount : {}\n\
         \x20 ReplyToQ       : {}\n\
         \x20 ReplyToQMgr    : {}\n\
         \x20 ** Identity Context\n\
         \x20 UserIdentifier : {}\n\
         \x20 AccountingToken :\n   X'{}'\n\
         \x20 ApplIdentityData : {}\n\
         \x20 ** Origin Context\n\
         \x20 PutApplType    : '{}'\n\
         \x20 PutApplName    : {}\n\
         \x20 PutDate  : {}    PutTime  : {}\n\
         \x20 ApplOriginData : {}\n\n\
         \x20 GroupId : X'{}'\n\
         \x20 MsgSeqNumber   : '{}'\n\
         \x20 Offset         : '{}'\n\
         \x20 MsgFlags       : '{}'\n\
         \x20 OriginalLength : '{}'\n",
        text(&md.struc_id),
        md.version,
        md.report,
        md.msg_type,
        md.expiry,
        md.feedback,
        md.encoding,
        md.coded_char_set_id,
        text(&md.format),
        md.priority,
        md.persistence,
        hex(&md.msg_id),
        hex(&md.correl_id),
        md.backout_count,
        text(&md.reply_to_q),
        text(&md.reply_to_q_mgr),
        text(&md.user_identifier),
        hex(&md.accounting_token),
        text(&md.appl_identity_data),
        md.put_appl_type,
        text(&md.put_appl_name),
        text(&md.put_date),
        text(&md.put_time),
        text(&md.appl_origin_data),
        hex(&md.group_id),
        md.msg_seq_number,
        md.offset,
        md.msg_flags,
        md.original_length
    )
}
