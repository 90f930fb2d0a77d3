//! What a put and its answer cost in this crate alone: bytes to call, call to bytes, no socket.
//!
//! `cargo run --release -p ferromq-wire --example segment_cost [data-bytes] [rounds]`

use std::hint::black_box;
use std::time::Instant;

use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::call::{CallHead, Put};
use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::structure::PutMessage;
use ferromq_wire::{Call, Family, Head, Kind, Segment};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let mut number = |default| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (data_bytes, rounds) = (number(2048), number(1_000_000));
    let body = Bytes::from(vec![b'x'; data_bytes]);
    let family = Family::Multiplexed {
        conversation: 1,
        request: 0,
    };
    let head = Head::new(family, Kind::Put, ByteOrder::Little, 1208);
    let options = PutMessage {
        version: 2,
        ..PutMessage::default()
    };
    let put = Put {
        descriptor: MsgDescriptor {
            version: 2,
            ..MsgDescriptor::default()
        },
        options,
        data: &body,
    };
    let request = Segment::Call(CallHead::request(5), Call::Put(put));
    let mut client = Outbound::new(true);
    client.set_agreed(32_748, 17);
    client.send(&head, &request, Some(&body));
    let bytes: Vec<u8> = client.chunks().flatten().copied().collect();
    client.advance(bytes.len());
    let limits = Limits::agreed(32_748, 104_857_600, 10);
    let mut inbound = Inbound::new(limits);

    let start = Instant::now();
    for _ in 0..rounds {
        client.send(black_box(&head), black_box(&request), Some(&body));
        client.advance(black_box(client.queued_bytes()));
    }
    report("request to bytes", start, rounds);

    println!("one segment as a value: {} bytes", size_of::<Segment<'_>>());
    let start = Instant::now();
    for _ in 0..rounds {
        let mut input = black_box(&bytes[..]);
        let _ = black_box(inbound.next(&mut input));
    }
    report("bytes to payload", start, rounds);

    let start = Instant::now();
    for _ in 0..rounds {
        let mut input = black_box(&bytes[..]);
        if let Ok(Some(arrival)) = inbound.next(&mut input) {
            let _ = black_box(arrival.segment(17));
        }
    }
    report("bytes to request", start, rounds);

    let start = Instant::now();
    for _ in 0..rounds {
        let mut input = black_box(&bytes[..]);
        let Ok(Some(arrival)) = inbound.next(&mut input) else {
            return println!("the request did not arrive");
        };
        let Ok(segment) = arrival.segment(17) else {
            return println!("the request is malformed");
        };
        black_box(arrival.payload.share(segment.data()));
    }
    report("bytes to request, data kept", start, rounds);

    answers(&head, rounds);
}

fn answers(head: &Head, rounds: usize) {
    let mut server = Outbound::new(false);
    let start = Instant::now();
    for _ in 0..rounds {
        let answer = Put {
            descriptor: MsgDescriptor {
                version: 2,
                ..MsgDescriptor::default()
            },
            options: PutMessage::default(),
            data: &[],
        };
        let answer = Segment::Call(CallHead::request(5), Call::Put(answer));
        server.send(&head.answer(Kind::PutReply), black_box(&answer), None);
        server.advance(black_box(server.queued_bytes()));
    }
    report("answer to bytes", start, rounds);
}

fn report(what: &str, start: Instant, rounds: usize) {
    let each_ns = start.elapsed().as_nanos() / rounds.max(1) as u128;
    println!("{what}: {each_ns} ns");
}
