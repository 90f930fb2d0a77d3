//! Statistics and accounting messages onto their queues. They are in no unit of work, and what they are about goes on whether or not
//! they can be put.

use crate::core::Notice;
use crate::deliver::placing::put_unattended;
use crate::deliver::report::to_queue;
use crate::objects::Objects;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0350;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::Message;

/// Where statistics go.
pub(crate) const STATISTICS_QUEUE: &str = "SYSTEM.ADMIN.STATISTICS.QUEUE";
/// Where accounts of connections go.
pub(crate) const ACCOUNTING_QUEUE: &str = "SYSTEM.ADMIN.ACCOUNTING.QUEUE";

/// Puts messages on a queue; what does not find a place there is lost, and operators are told. The caller holds no lock of queues or
/// objects.
pub(crate) fn put_records(objects: &Objects, queue: &str, messages: &[Message]) {
    let name = ObjectName::truncated(queue);
    for message in messages {
        let descriptor = MsgDescriptor {
            version: MQMD_VERSION_2,
            msg_type: MQMT_DATAGRAM,
            format: *b"MQADMIN ",
            encoding: MQENC_NATIVE,
            ..MsgDescriptor::default()
        };
        let body = Bytes::from(message.encode(ByteOrder::NATIVE));
        let now_us = objects.clock.wall_us();
        let to = (&name, &ObjectName::BLANK);
        let placed = to_queue(objects, to, &descriptor, &body, now_us);
        if let Err(why) = placed.and_then(|placement| put_unattended(objects, placement)) {
            let notice = Notice::of(&FMQ0350, &[&queue, &why]);
            objects.repeated_notice(notice, queue, 1);
        }
    }
}
