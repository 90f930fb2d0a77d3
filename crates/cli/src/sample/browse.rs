//! `amqsbcg`.

use super::dump::dump;
use super::session::{BUFFER_BYTES, connected, failed, finish, open, queue_named};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_PROPERTIES, MQGMO_NO_WAIT,
    MQGMO_PROPERTIES_AS_Q_DEF, MQGMO_PROPERTIES_COMPATIBILITY, MQGMO_PROPERTIES_FORCE_MQRFH2,
    MQGMO_PROPERTIES_IN_HANDLE, MQMO_NONE, MQOO_BROWSE, MQOO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::hex::hex;
use ferromq_mqi::message_handle::MessageHandle;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::property::Value;
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
    let (properties, in_handle) = property_options(arguments)?;
    let how = GetOptions {
        options: MQGMO_BROWSE_NEXT | MQGMO_NO_WAIT | MQGMO_FAIL_IF_QUIESCING | properties,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    // Version 2 has the fields of groups and segments.
    let wanted = MsgDescriptor {
        version: 2,
        ..MsgDescriptor::default()
    };
    let mut count = 0_u64;
    let mut found = MessageHandle::new();
    while !output::is_closed() {
        let got = match in_handle {
            true => session.get_into(handle, &wanted, &how, &mut found, BUFFER_BYTES),
            false => session.get(handle, &wanted, &how, BUFFER_BYTES),
        };
        match got {
            Ok(got) => {
                count += 1;
                output::say(&shown(count, &got, in_handle.then_some(&found)));
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

/// What the third argument says: options for MQGET, and whether the properties are to come in a handle.
/// Source: "The Browser sample program", permissible values for the property parameter.
fn property_options(arguments: &Arguments) -> Result<(i32, bool), Failure> {
    match arguments.name(2).unwrap_or("0") {
        "0" => Ok((MQGMO_PROPERTIES_AS_Q_DEF, false)),
        "1" => Ok((MQGMO_PROPERTIES_IN_HANDLE, true)),
        "2" => Ok((MQGMO_NO_PROPERTIES, false)),
        "3" => Ok((MQGMO_PROPERTIES_FORCE_MQRFH2, false)),
        "4" => Ok((MQGMO_PROPERTIES_COMPATIBILITY, false)),
        other => Err(Failure::text(
            format!("'{other}' is no property option: it is 0 to 4."),
            99,
        )),
    }
}

fn shown(count: u64, got: &GetReply, properties: Option<&MessageHandle>) -> String {
    let completion = i32::from(got.reason != Reason::NONE);
    format!(
        "\n MQGET of message number {count}, CompCode:{completion} Reason:{}\n{}{}\n\
         ****   Message      ****\n\n length - {} of {} bytes\n\n{}",
        got.reason.0,
        descriptor_text(&got.descriptor),
        properties.map_or_else(String::new, properties_text),
        got.body.len(),
        got.data_length,
        dump(&got.body)
    )
}

/// The properties of a message, one a line.
fn properties_text(properties: &MessageHandle) -> String {
    let mut out = "\n****Message properties****\n\n".to_owned();
    for property in properties.iter() {
        let value = match &property.value {
            Value::Null => "NULL".to_owned(),
            Value::Boolean(value) => if *value { "TRUE" } else { "FALSE" }.to_owned(),
            Value::Bytes(bytes) => format!("X'{}'", hex(bytes)),
            Value::Int8(value) => value.to_string(),
            Value::Int16(value) => value.to_string(),
            Value::Int32(value) => value.to_string(),
            Value::Int64(value) => value.to_string(),
            Value::Float32(value) => value.to_string(),
            Value::Float64(value) => value.to_string(),
            Value::Text(text) => format!("'{text}'"),
        };
        out.push_str(&format!("  {} : {value}\n", property.name()));
    }
    if properties.iter().next().is_none() {
        out.push_str("  None\n");
    }
    out
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
