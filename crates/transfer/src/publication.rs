//! What is put on the stream queue of a coordination queue manager to publish: messages of queued publish and subscribe.

use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::MQENC_NATIVE;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::rfh2;

/// `Format` of such a message; its `CodedCharSetId` is 1208, its `Encoding` that of this machine.
pub const FORMAT: [u8; 8] = *b"MQHRF2  ";

/// A publication of this text below `SYSTEM.FTE/`.
#[must_use]
pub fn publish(topic: &str, retained: bool, text: &str) -> Vec<u8> {
    let options = match retained {
        true => "<PubOpt>RetainPub</PubOpt>",
        false => "",
    };
    message(&format!("<Command>Publish</Command>{options}"), topic, text)
}

/// Takes a retained publication back.
#[must_use]
pub fn delete(topic: &str) -> Vec<u8> {
    message("<Command>DeletePub</Command>", topic, "")
}

fn message(command: &str, topic: &str, text: &str) -> Vec<u8> {
    let topic = topic.replace('&', "&amp;").replace('<', "&lt;");
    let folder = format!("<psc>{command}<Topic>{topic}</Topic></psc>");
    let behind = Described {
        ccsid: CCSID_UTF_8,
        encoding: MQENC_NATIVE,
    };
    let fixed = rfh2::fixed("MQSTR", behind);
    let mut body = rfh2::write(&fixed, ByteOrder::NATIVE, &[&folder]);
    body.extend_from_slice(text.as_bytes());
    body
}
