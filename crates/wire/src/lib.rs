//! The client channel protocol: segments in, segments out, and how two ends come to terms.
//!
//! No sockets, no clock, no threads: whoever uses this feeds bytes and gets segments, hands over segments
//! and gets bytes. It knows the layout of every verb and what none of them does. The format is described in
//! `docs/formats/client-channel.md`, with how sure each fact is.
//!
//! * [`segment::Segment`] is every segment as one value; [`kind::Kind`] and [`head::Head`] come from its header.
//! * [`inbound::Inbound`] takes bytes apart into calls, [`outbound::Outbound`] turns calls into bytes.
//! * [`negotiate`] has both sides of the negotiation.

#![forbid(unsafe_code)]
// A length or a place that a peer said is asked for with `get`, or what is done says why it cannot be outside.
#![warn(clippy::indexing_slicing)]

mod buffers;
pub mod call;
pub mod control;
mod declare;
pub mod delivery;
pub mod field;
pub mod head;
pub mod inbound;
pub mod initial;
pub mod kind;
pub mod level;
pub mod logon;
pub mod malformed;
pub mod message_channel;
pub mod negotiate;
#[expect(
    clippy::indexing_slicing,
    reason = "what is sent is cut where we began and ended it"
)]
pub mod outbound;
pub mod segment;
pub mod spi;
mod status_code;
pub mod structure;
pub mod text;
pub mod xa;

pub use head::{Family, Head};
pub use kind::Kind;
pub use malformed::{Malformed, Why};
pub use segment::{Call, Segment};

use ferromq_mqi::header::ByteOrder;

use inbound::{Inbound, Limits};
use negotiate::{ServerNegotiation, ServerOffer};
use outbound::Outbound;

/// Takes arbitrary bytes for everything they could be. For fuzzing: it must not panic.
#[expect(
    clippy::indexing_slicing,
    reason = "a number of so many bits is one of the list"
)]
pub fn fuzz_one(bytes: &[u8]) {
    fuzz_stream(bytes);
    let Some((selector, payload)) = bytes.split_first() else {
        return;
    };
    let order = [ByteOrder::Big, ByteOrder::Little][usize::from(selector & 1)];
    let fap = [2, 9, 12, 17][usize::from(selector >> 1 & 3)];
    for kind in Kind::ALL {
        let mut form = field::Form::new(order).at_level(fap);
        if selector & 8 != 0 {
            form.page = text::CodePage::Ebcdic500;
        }
        if let Ok(segment) = Segment::decode(*kind, payload, form) {
            segment.encode(*kind, form, &mut Vec::new());
        }
    }
}

/// The bytes as a connection: what can be read is answered as a server would.
fn fuzz_stream(bytes: &[u8]) {
    let mut inbound = Inbound::new(Limits::FIRST);
    let mut outbound = Outbound::new(false);
    let mut negotiation = ServerNegotiation::new();
    // Cut in two, so that every state is met.
    let cut = bytes.first().map_or(0, |first| usize::from(*first));
    let (first, second) = bytes.split_at(cut.min(bytes.len()));
    for mut input in [first, second] {
        while let Ok(Some(arrival)) = inbound.next(&mut input) {
            let Ok(segment) = arrival.segment(level::FAP_MAX) else {
                return;
            };
            if let Segment::Initial(asked) = &segment {
                match negotiation.initial(&arrival.head, asked, &ServerOffer::default()) {
                    Ok(step) => outbound.send(&step.head, &Segment::Initial(step.answer), None),
                    Err(_) => return,
                }
            }
            outbound.send(&arrival.head, &segment, None);
            outbound.advance(outbound.queued_bytes());
        }
    }
}
