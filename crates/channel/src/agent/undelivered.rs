//! Messages that cannot go where they should.

use bytes::{Bytes, BytesMut};
use ferromq_base::calendar::UtcMoment;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};

/// Puts a message on the dead-letter queue, with what it was meant for and why it is not there: an `MQRC_*` or `MQFB_*`.
pub(crate) fn dead_letter(
    queue: &ObjectName,
    why: i32,
    to: (&ObjectName, &ObjectName),
    descriptor: &MsgDescriptor,
    data: &Bytes,
    syncpoint: bool,
    wall_us: u64,
) -> Request {
    const APPLICATION: &[u8] = b"FerroMQ channel";
    let mut put_appl_name = [b' '; 28];
    put_appl_name[..APPLICATION.len()].copy_from_slice(APPLICATION);
    let at = UtcMoment::at(wall_us);
    let date = format!("{:04}{:02}{:02}", at.year, at.month, at.day);
    let time = format!("{:02}{:02}{:02}00", at.hour, at.minute, at.second);
    let header = DeadLetterHeader {
        reason: why,
        dest_q_name: *to.0.bytes(),
        dest_q_mgr_name: *to.1.bytes(),
        encoding: descriptor.encoding,
        coded_char_set_id: descriptor.coded_char_set_id,
        format: descriptor.format,
        put_appl_type: MQAT_QMGR,
        put_appl_name,
        put_date: blank_filled(&date),
        put_time: blank_filled(&time),
        ..DeadLetterHeader::default()
    };
    let mut head = [0; DeadLetterHeader::SIZE];
    header.encode_into(&mut head, ByteOrder::NATIVE);
    let mut body = BytesMut::with_capacity(head.len() + data.len());
    body.extend_from_slice(&head);
    body.extend_from_slice(data);
    let syncpoint = match syncpoint {
        true => MQPMO_SYNCPOINT,
        false => MQPMO_NO_SYNCPOINT,
    };
    Request::Put1 {
        object: Box::new(ObjectDescriptor::queue(queue.as_str())),
        descriptor: MsgDescriptor {
            format: *b"MQDEAD  ",
            encoding: MQENC_NATIVE,
            coded_char_set_id: MQCCSI_Q_MGR,
            // It rests there until somebody sees to it.
            report: MQRO_NONE,
            expiry: MQEI_UNLIMITED,
            ..descriptor.clone()
        },
        options: PutOptions {
            options: syncpoint | MQPMO_SET_ALL_CONTEXT,
            ..PutOptions::default()
        },
        body: body.freeze(),
    }
}
