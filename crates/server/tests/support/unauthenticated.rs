//! A socket that comes to terms with a channel and goes no further.

use ferromq_mqi::header::ByteOrder;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::initial::{ALGORITHMS_OF_CLIENTS, Initial, capability};
use ferromq_wire::negotiate::{ClientNegotiation, ClientStep};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::text::Text;
use ferromq_wire::{Family, Head, Kind, Segment};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

/// Comes to terms over a new socket. `None` when the channel is refused.
pub(crate) fn negotiated(channel: &str, port: u16) -> Option<TcpStream> {
    let mut socket = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("accepted");
    let wants = Initial {
        capabilities: capability::MQI | capability::SPLIT | capability::CONVERSION,
        channel_name: Text::of(channel),
        ccsid: 819,
        heartbeat_s: 300,
        conversations_max: 10,
        product_id: Text::of("MQJB09040000"),
        algorithms: ALGORITHMS_OF_CLIENTS,
        ..Initial::default()
    };
    let head = Head::new(Family::Plain, Kind::Initial, ByteOrder::Big, 819);
    let mut negotiation = ClientNegotiation::new(&head, wants, false);
    let mut inbound = Inbound::new(Limits::FIRST);
    let mut step = negotiation.first();
    while let ClientStep::Send(head, initial) = step {
        let mut out = Outbound::new(true);
        out.send(&head, &Segment::Initial(*initial), None);
        let bytes: Vec<u8> = out.chunks().flatten().copied().collect();
        socket.write_all(&bytes).expect("sent");
        let mut answer = [0; 4096];
        let count = socket.read(&mut answer).expect("an answer");
        let mut input = &answer[..count];
        let arrival = inbound.next(&mut input).expect("a segment");
        let arrival = arrival.expect("a whole one");
        if arrival.head.has(flag::CLOSE) {
            return None;
        }
        let segment = arrival.segment(ferromq_wire::level::FAP_MAX).expect("one");
        step = negotiation.answer(&arrival.head, &segment).expect("terms");
    }
    Some(socket)
}
