//! Calls through bytes and back, cut and split in every way.

use crate::generator::{Generator, LEVELS, without_lengths};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::call::{CallHead, Put};
use ferromq_wire::control::Notification;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Inbound, Limits, Payload};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::structure::PutMessage;
use ferromq_wire::{Call, Family, Head, Kind, Segment, Why};
use std::io::IoSlice;

const WIDE: Limits = Limits {
    segment_bytes_max: 64 * 1024,
    call_bytes_max: 1 << 20,
    open_calls_max: 8,
};

fn pool() -> Vec<u8> {
    let mut pool = vec![0; 200_000];
    SplitMix64::new(1).fill(&mut pool);
    pool
}

fn on(conversation: u32, request: u32, kind: Kind) -> Head {
    let family = Family::Multiplexed {
        conversation,
        request,
    };
    Head::new(family, kind, ByteOrder::Big, 1208)
}

fn put(data: &[u8]) -> Segment<'_> {
    let put = Put {
        descriptor: ferromq_mqi::MsgDescriptor::default(),
        options: PutMessage::default(),
        data,
    };
    Segment::Call(CallHead::request(5), Call::Put(put))
}

fn bytes_of(outbound: &Outbound) -> Vec<u8> {
    outbound.chunks().flatten().copied().collect()
}

/// Bytes of one segment each, header included.
fn segments(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    while let Ok(Some((_, length))) = Head::decode(bytes) {
        let (one, rest) = bytes.split_at(length);
        found.push(one);
        bytes = rest;
    }
    assert!(bytes.is_empty());
    found
}

#[test]
fn every_segment_survives_every_coding_split_and_cut() {
    let pool = pool();
    for seed in 0..200_u64 {
        for kind in Kind::ALL {
            let fap = LEVELS[(seed % 8) as usize];
            let mut make = Generator::new(seed << 8 | u64::from(kind.code()), &pool, fap);
            let head = make.head(*kind);
            let segment = make.segment(*kind, 5000);
            let mut outbound = Outbound::new(seed % 2 == 0);
            let control = !kind.is_call() && !matches!(kind, Kind::AsyncMessage);
            let segment_bytes = if control || make.random.chance(40) {
                32_748
            } else {
                1024 + make.random.below(300) as usize
            };
            outbound.set_agreed(segment_bytes, fap);
            outbound.send(&head, &segment, None);
            let bytes = bytes_of(&outbound);
            for one in segments(&bytes) {
                assert!(one.len() <= segment_bytes);
            }
            let mut inbound = Inbound::new(WIDE);
            let mut rest = &bytes[..];
            let mut arrived = false;
            while !rest.is_empty() {
                let cut = (make.random.below(2000) as usize + 1).min(rest.len());
                let (mut input, behind) = rest.split_at(cut);
                if let Some(arrival) = inbound.next(&mut input).expect("well-formed") {
                    assert!(input.is_empty() && behind.is_empty());
                    assert_eq!(arrival.head, head, "{kind:?} {seed}");
                    let mut found = arrival.segment(fap).expect("well-formed");
                    // A truncated message may come with the filler of its segment: who gets it knows the buffer.
                    if let Segment::Call(_, Call::GetReply(got)) = &mut found
                        && let Segment::Call(_, Call::GetReply(sent)) = &segment
                    {
                        assert!(got.data.len() - sent.data.len() < 4);
                        got.data = &got.data[..sent.data.len()];
                    }
                    let same = without_lengths(found) == without_lengths(segment.clone());
                    assert!(same, "{kind:?} {seed}");
                    arrived = true;
                }
                rest = behind;
            }
            assert!(arrived && inbound.is_idle(), "{kind:?} {seed}");
        }
    }
}

#[test]
fn a_whole_call_is_handed_out_where_it_lies() {
    let mut outbound = Outbound::new(true);
    for _ in 0..3 {
        outbound.send(&on(1, 0, Kind::Put), &put(&[7; 2048]), None);
    }
    let bytes = bytes_of(&outbound);
    let mut inbound = Inbound::new(WIDE);
    let mut input = &bytes[..];
    for _ in 0..3 {
        let arrival = inbound.next(&mut input).expect("fine").expect("whole");
        assert!(matches!(arrival.payload, Payload::Borrowed(_)));
        let range = bytes.as_ptr_range();
        assert!(range.contains(&arrival.payload.bytes().as_ptr()));
    }
    assert!(input.is_empty());
    assert_eq!(inbound.held_bytes(), 0, "no buffer is needed for them");
}

#[test]
fn long_data_is_queued_by_reference_and_shared_on_arrival() {
    let body = Bytes::from(vec![3; 100_000]);
    let mut outbound = Outbound::new(true);
    outbound.set_agreed(32_748, 17);
    outbound.send(&on(1, 0, Kind::Put), &put(&body), Some(&body));
    let inside = outbound
        .chunks()
        .filter(|chunk| body.as_ptr_range().contains(&chunk.as_ptr()));
    // The last part is shorter than a chunk of its own is worth.
    assert!(inside.map(<[u8]>::len).sum::<usize>() > body.len() - 4096);
    let bytes = bytes_of(&outbound);
    let found = segments(&bytes);
    let flags: Vec<u8> = found.iter().map(|one| one[18]).collect();
    assert_eq!(flags, [0x10, 0, 0, 0x20]);
    // Header, call header, descriptor, options, length, data: the header of the first segment counts once.
    let call_bytes = u32::from_be_bytes(*found[0][36..].first_chunk().expect("a call"));
    assert_eq!(call_bytes, 36 + 16 + 324 + 128 + 4 + 100_000);

    let mut inbound = Inbound::new(WIDE);
    let mut input = &bytes[..];
    let arrival = inbound.next(&mut input).expect("fine").expect("whole");
    let segment = arrival.segment(17).expect("well-formed");
    let kept = arrival.payload.share(segment.data());
    assert_eq!(kept, body);
    assert!(matches!(arrival.payload, Payload::Shared(_)));
    let range = arrival.payload.bytes().as_ptr_range();
    assert!(range.contains(&kept.as_ptr()), "kept without a copy");
}

#[test]
fn conversations_may_alternate_between_their_segments() {
    let data: Vec<Vec<u8>> = (1..=3).map(|n| vec![n; 5000]).collect();
    let mut cut: Vec<Vec<Vec<u8>>> = Vec::new();
    for (n, data) in data.iter().enumerate() {
        let mut outbound = Outbound::new(true);
        outbound.set_agreed(1024, 17);
        outbound.send(&on(2 * n as u32 + 1, 0, Kind::Put), &put(data), None);
        let bytes = bytes_of(&outbound);
        cut.push(segments(&bytes).into_iter().map(<[u8]>::to_vec).collect());
    }
    let mut inbound = Inbound::new(WIDE);
    let mut found = Vec::new();
    for turn in 0..cut[0].len() {
        for one in &cut {
            // Between the segments of a call, a notification on its conversation.
            let mut outbound = Outbound::new(true);
            let notification = Segment::Notification(Notification::default());
            outbound.send(&on(1, 1, Kind::Notification), &notification, None);
            for bytes in [one[turn].clone(), bytes_of(&outbound)] {
                let mut input = &bytes[..];
                let arrival = inbound.next(&mut input).expect("fine");
                if let Some(arrival) = arrival
                    && arrival.head.kind == Kind::Put
                {
                    let segment = arrival.segment(17).expect("well-formed");
                    found.push(arrival.payload.share(segment.data()));
                }
            }
        }
    }
    assert_eq!(found, data);
}

#[test]
fn queued_bytes_are_the_same_however_the_socket_takes_them() {
    let body = Bytes::from(vec![9; 10_000]);
    let mut random = SplitMix64::new(5);
    let (mut outbound, mut all) = (Outbound::new(false), Vec::new());
    let (mut taken, mut sent) = (Vec::new(), 0_usize);
    for turn in 0..300_usize {
        let data = body.slice(..random.below(10_000) as usize);
        let before = outbound.queued_bytes();
        outbound.send(&on(1, 0, Kind::Put), &put(&data), Some(&data));
        all.extend(outbound.chunks().flatten().copied().skip(before));
        let mut count = random.below(outbound.queued_bytes() as u64 + 1) as usize;
        if turn % 50 == 49 {
            count = outbound.queued_bytes();
        }
        taken.extend(outbound.chunks().flatten().copied().take(count));
        outbound.advance(count);
        sent += count;
    }
    taken.extend(outbound.chunks().flatten().copied());
    assert_eq!(taken, all);
    outbound.advance(all.len() - sent);
    assert!(outbound.is_empty());
}

/// What an [`Inbound`] says to these bytes.
fn refusal(limits: Limits, bytes: &[u8]) -> Why {
    let mut inbound = Inbound::new(limits);
    let mut input = bytes;
    loop {
        match inbound.next(&mut input) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it waits for more"),
            Err(malformed) => return malformed.why,
        }
    }
}

#[test]
fn what_is_no_segment_is_refused_as_soon_as_it_can_be_known() {
    assert!(matches!(refusal(WIDE, b"G"), Why::Id(_)));
    assert!(matches!(refusal(WIDE, b"TSHX"), Why::Id(_)));
    assert!(matches!(refusal(WIDE, &[0xe3, 0xe2, 0xc9]), Why::Id(_)));
    let mut header = Vec::new();
    on(1, 0, Kind::Put).encode(36, &mut header);
    for (at, byte, why) in [
        (16, 3, Why::ByteOrder(3)),
        (17, 0x90, Why::Kind(0x90)),
        (7, 35, Why::Length(35)),
    ] {
        let mut wrong = header.clone();
        wrong[at] = byte;
        assert_eq!(refusal(WIDE, &wrong), why);
    }
}

#[test]
fn a_segment_longer_than_agreed_is_refused_by_its_header_alone() {
    let mut header = Vec::new();
    on(1, 0, Kind::Put).encode(u32::MAX, &mut header);
    assert!(matches!(refusal(WIDE, &header), Why::Bound { .. }));
}

#[test]
fn a_call_longer_than_agreed_is_refused_before_it_is_there() {
    let limits = Limits {
        call_bytes_max: 3000,
        ..WIDE
    };
    let mut outbound = Outbound::new(true);
    outbound.set_agreed(1024, 17);
    outbound.send(&on(1, 0, Kind::Put), &put(&[0; 9000]), None);
    let bytes = bytes_of(&outbound);
    assert!(matches!(refusal(limits, &bytes[..4096]), Why::Bound { .. }));
}

#[test]
fn segments_that_do_not_follow_each_other_are_refused() {
    let mut outbound = Outbound::new(true);
    outbound.set_agreed(1024, 17);
    outbound.send(&on(1, 0, Kind::Put), &put(&[0; 3000]), None);
    let bytes = bytes_of(&outbound);
    let found = segments(&bytes);
    assert_eq!(refusal(WIDE, found[1]), Why::Sequence);
    let twice = [found[0], found[0]].concat();
    assert_eq!(refusal(WIDE, &twice), Why::Sequence);
    let limits = Limits {
        open_calls_max: 2,
        ..WIDE
    };
    let mut many = Vec::new();
    for conversation in [1, 3, 5] {
        let mut one = found[0].to_vec();
        one[11] = conversation;
        many.extend(one);
    }
    assert_eq!(refusal(limits, &many), Why::TooManyOpenCalls);
}

#[test]
fn the_first_bytes_that_wait_end_where_they_are_to() {
    let mut outbound = Outbound::new(true);
    for data in [&[1; 10][..], &[2; 10_000], &[3; 20_000]] {
        outbound.send(&on(1, 0, Kind::Put), &put(data), None);
    }
    let all = bytes_of(&outbound);
    for bytes_max in [0, 1, 50, 10_000, all.len() - 1, all.len(), usize::MAX] {
        let mut pieces = [IoSlice::new(&[]); 64];
        let count = outbound.pieces(&mut pieces, bytes_max);
        let first: Vec<u8> = pieces[..count]
            .iter()
            .flat_map(|piece| piece.iter().copied())
            .collect();
        assert!(first == all[..bytes_max.min(all.len())], "{bytes_max}");
        assert!(pieces[..count].iter().all(|piece| !piece.is_empty()));
    }
}

#[test]
fn memory_follows_what_has_come_and_not_what_is_announced() {
    // The header and the first bytes of a call that announces all the bounds allow.
    let limits = Limits {
        segment_bytes_max: 1 << 30,
        call_bytes_max: 1 << 30,
        open_calls_max: 64,
    };
    let mut inbound = Inbound::new(limits);
    for conversation in 0..64_u32 {
        let head = Head {
            flags: flag::FIRST,
            ..on(conversation, 0, Kind::Put)
        };
        let mut bytes = Vec::new();
        head.encode(36 + 100, &mut bytes);
        bytes.extend((1_u32 << 30).to_be_bytes());
        bytes.extend([0; 96]);
        assert!(matches!(inbound.next(&mut &bytes[..]), Ok(None)));
    }
    assert!(inbound.held_bytes() <= 64 * 100, "{}", inbound.held_bytes());
    let mut bytes = Vec::new();
    let head = Head {
        flags: 0,
        ..on(1, 0, Kind::Put)
    };
    head.encode(1 << 29, &mut bytes);
    bytes.extend([0; 1000]);
    assert!(matches!(inbound.next(&mut &bytes[..]), Ok(None)));
    assert!(inbound.held_bytes() < 100_000, "{}", inbound.held_bytes());
}

#[test]
fn the_half_received_calls_of_an_ended_conversation_are_forgotten() {
    let half = |conversation: u32, data: u8| {
        let mut outbound = Outbound::new(true);
        outbound.set_agreed(1024, 17);
        outbound.send(&on(conversation, 0, Kind::Put), &put(&[data; 1500]), None);
        let bytes = bytes_of(&outbound);
        let cut = segments(&bytes);
        (cut[0].to_vec(), cut[1].to_vec())
    };
    let mut inbound = Inbound::new(WIDE);
    let (first_1, second_1) = half(1, 1);
    let (first_3, second_3) = half(3, 3);
    for bytes in [&first_1[..], &first_3[..], &second_3[..100]] {
        assert!(matches!(inbound.next(&mut &bytes[..]), Ok(None)));
    }
    // Conversation 3 is in the middle of a segment; 1 goes, and 3 arrives unharmed.
    inbound.forget_conversation(1);
    let mut input = &second_3[100..];
    let arrival = inbound.next(&mut input).expect("fine").expect("whole");
    let segment = arrival.segment(17).expect("well-formed");
    assert_eq!(segment.data(), [3; 1500]);
    assert!(inbound.is_idle());
    // What was on its way of 1 comes, in pieces, and harms nobody.
    let (some, rest) = second_1.split_at(100);
    for bytes in [some, rest] {
        assert!(matches!(inbound.next(&mut &bytes[..]), Ok(None)));
    }
    assert!(inbound.is_idle());
    let other = [first_3, second_3].concat();
    let mut input = &other[..];
    let arrival = inbound.next(&mut input).expect("fine").expect("whole");
    assert_eq!(arrival.segment(17).expect("well-formed").data(), [3; 1500]);
    // Now there is no such call any more, and never was.
    assert!(inbound.next(&mut &second_1[..]).is_err());
}

/// The other end gave the call up, too, when it learnt of the end: a call that begins anew is no continuation.
#[test]
fn a_call_begins_anew_where_one_was_forgotten() {
    let of = |data: u8| {
        let mut outbound = Outbound::new(true);
        outbound.set_agreed(1024, 17);
        outbound.send(&on(1, 0, Kind::Put), &put(&[data; 1500]), None);
        let bytes = bytes_of(&outbound);
        let cut = segments(&bytes);
        (cut[0].to_vec(), cut[1].to_vec())
    };
    let (first, _) = of(1);
    let mut inbound = Inbound::new(WIDE);
    assert!(matches!(inbound.next(&mut &first[..]), Ok(None)));
    inbound.forget_conversation(1);
    let (first, second) = of(2);
    assert!(matches!(inbound.next(&mut &first[..]), Ok(None)));
    let mut input = &second[..];
    let arrival = inbound.next(&mut input).expect("fine").expect("whole");
    assert_eq!(arrival.segment(17).expect("well-formed").data(), [2; 1500]);
    assert!(inbound.is_idle());
}

/// Another end that never sends the rest of calls that were forgotten costs a bounded number of them.
#[test]
fn calls_that_were_forgotten_are_bounded_and_do_not_count_as_open() {
    let mut inbound = Inbound::new(Limits {
        open_calls_max: 2,
        ..WIDE
    });
    for conversation in 1..=1000 {
        let mut outbound = Outbound::new(true);
        outbound.set_agreed(1024, 17);
        let head = on(conversation, 0, Kind::Put);
        outbound.send(&head, &put(&[1; 1500]), None);
        let bytes = bytes_of(&outbound);
        let first = segments(&bytes)[0].to_vec();
        assert!(matches!(inbound.next(&mut &first[..]), Ok(None)));
        inbound.forget_conversation(conversation);
        assert!(inbound.held_bytes() < 10_000);
    }
}

/// A large message costs no fresh memory when one of its size has gone before it. 400 KB: no other test here has
/// calls of that size.
#[test]
fn buffer_of_a_large_message_is_used_for_the_next_one() {
    let data = Bytes::from(pool().repeat(2));
    let mut outbound = Outbound::new(false);
    outbound.send(&on(1, 1, Kind::Put), &put(&data), Some(&data));
    let bytes = bytes_of(&outbound);
    let mut inbound = Inbound::new(WIDE);
    let mut places = Vec::new();
    for _ in 0..4 {
        for mut input in bytes.chunks(50_000) {
            if let Some(arrival) = inbound.next(&mut input).expect("it is well-formed") {
                let Payload::Shared(payload) = arrival.payload else {
                    panic!("a large call has a buffer of its own")
                };
                assert!(payload.ends_with(&data));
                places.push(payload.as_ptr());
            }
        }
    }
    assert_eq!(places.len(), 4);
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
}
