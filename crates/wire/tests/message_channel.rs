//! Segments between queue managers: the bytes of `docs/formats/message-channel.md`, splitting, and how both ends come to terms.

use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::field::Form;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::initial::{Initial, error};
use ferromq_wire::message_channel::{Envelope, Luwid, MessageHead};
use ferromq_wire::negotiate::{
    Initiator, InitiatorStep, MessageAgreed, MessageTerms, Refusal, Responder,
};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::text::Text;
use ferromq_wire::{Family, Head, Kind, Segment};

const ORDERS: [ByteOrder; 2] = [ByteOrder::Big, ByteOrder::Little];

fn head(kind: Kind, order: ByteOrder) -> Head {
    Head::new(Family::Plain, kind, order, 1208)
}

fn bytes_of(outbound: &Outbound) -> Vec<u8> {
    outbound.chunks().flatten().copied().collect()
}

fn hex(text: &str) -> Vec<u8> {
    let digits = text.split_whitespace();
    digits
        .map(|byte| u8::from_str_radix(byte, 16).expect("two digits"))
        .collect()
}

fn envelope() -> Envelope {
    Envelope {
        q_name: Text::of("THERE"),
        q_mgr_name: Text::of("QM2"),
        descriptor: MsgDescriptor {
            version: 1,
            ..MsgDescriptor::default()
        },
    }
}

#[test]
fn the_worked_bytes_of_the_format_are_what_is_written() {
    let batch = Luwid {
        time_s: 0x3da3_dc13,
        counter: 0x1000_0101,
    };
    let mut one = head(Kind::Message, ByteOrder::Little).with_flags(flag::CONFIRM);
    one.luwid = batch.field(ByteOrder::Little);
    let mut front = Vec::new();
    envelope().encode(one.form(17), &mut front);
    assert_eq!(front.len(), Envelope::BYTES);
    let mut outbound = Outbound::new(true);
    assert_eq!(
        outbound.send_message(&one, 1, &front, &Bytes::from("hello")),
        1
    );
    let expected = hex(
        "54 53 48 20 00 00 01 E1 02 04 31 00 13 DC A3 3D 01 01 00 10 22 02 00 00 B8 04 00 00 \
         4D 53 48 20 01 00 00 00 B1 01 00 00 00 00 00 00 B1 01 00 00 58 51 48 20 01 00 00 00",
    );
    let bytes = bytes_of(&outbound);
    assert_eq!(bytes.len(), 28 + 20 + 104 + 324 + 5);
    assert_eq!(bytes[..expected.len()], expected);
    assert_eq!(bytes[56..61], *b"THERE");
    assert_eq!(bytes[152..160], hex("4D 44 20 20 01 00 00 00"));
    assert_eq!(bytes[476..], *b"hello");

    let mut answer = head(Kind::Status, ByteOrder::Big).with_flags(flag::ACCEPTED);
    answer.luwid = batch.field(ByteOrder::Big);
    let mut outbound = Outbound::new(true);
    outbound.send(&answer, &Segment::Status(None), None);
    let refused = head(Kind::Status, ByteOrder::Big).with_flags(flag::ERROR | flag::CLOSE);
    let status = Status {
        value: Some(5),
        ..Status::new(StatusCode::SEQUENCE)
    };
    outbound.send(&refused, &Segment::Status(Some(status)), None);
    let told = Status {
        committed: Some(batch),
        ..status
    };
    outbound.send(&refused, &Segment::Status(Some(told)), None);
    let expected = hex(
        "54 53 48 20 00 00 00 1C 01 05 70 00 3D A3 DC 13 10 00 01 01 00 00 01 11 04 B8 00 00 \
         54 53 48 20 00 00 00 28 01 05 3A 00 00 00 00 00 00 00 00 00 00 00 01 11 04 B8 00 00 \
         00 00 00 0C 00 00 00 04 00 00 00 05 \
         54 53 48 20 00 00 00 30 01 05 3A 00 00 00 00 00 00 00 00 00 00 00 01 11 04 B8 00 00 \
         00 00 00 14 00 00 00 04 00 00 00 05 3D A3 DC 13 10 00 01 01",
    );
    assert_eq!(bytes_of(&outbound), expected);
    assert_eq!(Luwid::of_field(answer.luwid, answer.order), batch);
}

#[test]
fn an_envelope_comes_back_in_every_order_and_code_page() {
    for order in ORDERS {
        for ccsid in [1208, 500] {
            let form = Head::new(Family::Plain, Kind::Message, order, ccsid).form(17);
            let mut bytes = Vec::new();
            envelope().encode(form, &mut bytes);
            assert_eq!(Envelope::decode(&bytes, form), Ok(envelope()));
            for length in 0..bytes.len() {
                let cut = Envelope::decode(&bytes[..length], form);
                assert!(cut.is_err(), "{length} bytes are too few");
            }
            // Neither another version of the header nor one of the descriptor.
            for at in [4, 108] {
                let mut other = bytes.clone();
                other[at..at + 4].copy_from_slice(&[2; 4]);
                assert!(Envelope::decode(&other, form).is_err());
            }
        }
    }
}

/// Every segment of a message has the same number and whole length, its own count, and together they are the message.
#[test]
fn a_message_is_cut_anywhere_and_its_parts_say_what_they_are() {
    let mut random = SplitMix64::new(7);
    for length in [0_usize, 1, 500, 548, 549, 4_000, 4_096, 40_000] {
        for order in ORDERS {
            let mut data = vec![0; length];
            random.fill(&mut data);
            let mut one = head(Kind::Message, order).with_flags(flag::CONFIRM);
            one.luwid = [9; 8];
            let mut front = Vec::new();
            envelope().encode(one.form(17), &mut front);
            let mut outbound = Outbound::new(true);
            outbound.set_agreed(1024, 17);
            let count = outbound.send_message(&one, 77, &front, &Bytes::from(data.clone()));
            let bytes = bytes_of(&outbound);
            let (mut joined, mut seen) = (Vec::new(), 0);
            let mut inbound = Inbound::new(Limits {
                segment_bytes_max: 1024,
                call_bytes_max: 1024,
                open_calls_max: 1,
            });
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let cut = (random.below(1500) as usize + 1).min(rest.len());
                let (mut input, behind) = rest.split_at(cut);
                while let Some(arrival) = inbound.next(&mut input).expect("well-formed") {
                    let Ok(Segment::Message(found, part)) = arrival.segment(17) else {
                        panic!("a part of a message");
                    };
                    seen += 1;
                    let whole = (front.len() + length) as u32;
                    assert_eq!((found.sequence, found.message_bytes), (77, whole));
                    assert_eq!(found.segment_bytes as usize, part.len());
                    joined.extend_from_slice(part);
                    let last = joined.len() == whole as usize;
                    assert_eq!(arrival.head.has(flag::FIRST), seen == 1);
                    assert_eq!(arrival.head.has(flag::LAST | flag::CONFIRM), last);
                    assert_eq!(arrival.head.luwid, one.luwid);
                }
                rest = behind;
            }
            assert_eq!(seen, count);
            assert_eq!(joined[..front.len()], front);
            assert_eq!(joined[front.len()..], data);
        }
    }
}

#[test]
fn segments_without_a_body_are_what_their_type_says() {
    let form = Form::new(ByteOrder::Big);
    let decoded = |kind| Segment::decode(kind, &[], form);
    assert_eq!(decoded(Kind::Message), Ok(Segment::ConfirmBatch));
    assert_eq!(decoded(Kind::Resync), Ok(Segment::Resync(None)));
    assert!(decoded(Kind::Ping).is_err() && decoded(Kind::Reset).is_err());
    // A ping that says it has more than it has.
    let long = Segment::decode(Kind::Ping, &[0, 0, 0, 2, 1], form);
    assert!(long.is_err());
    assert_eq!(
        Segment::decode(Kind::Ping, &[0, 0, 0, 1, 1], form),
        Ok(Segment::Ping(&[1]))
    );
}

fn terms() -> MessageTerms {
    MessageTerms {
        channel_name: Text::of("QM1.TO.QM2"),
        q_mgr_name: Text::of("QM1"),
        ..MessageTerms::default()
    }
}

/// Both ends talk until they agree or one refuses. Answers the rounds, and what each made of it.
fn negotiate(
    one: &MessageTerms,
    other: &MessageTerms,
) -> Result<(u32, MessageAgreed, MessageAgreed), Refusal> {
    let (mut initiator, mut responder) = (Initiator::new(one), Responder::default());
    let mut proposed = initiator.proposed().clone();
    for round in 1.. {
        let asking = head(Kind::Initial, ByteOrder::Little).with_flags(flag::CONFIRM);
        let step = responder.initial(&asking, &proposed, other)?;
        let answering = head(Kind::Initial, ByteOrder::Big).with_flags(step.flags);
        match initiator.answered(&answering, &Segment::Initial(step.answer))? {
            InitiatorStep::Propose(again) => proposed = *again,
            InitiatorStep::Agreed(own) => {
                let theirs = step.agreed.expect("both are over at once");
                return Ok((round, *own, *theirs));
            }
        }
        assert!(round < 3, "two rounds are the most");
    }
    unreachable!()
}

#[test]
fn equal_terms_take_one_round_and_others_two() {
    let (rounds, own, theirs) = negotiate(&terms(), &terms()).expect("the same");
    assert_eq!(rounds, 1);
    assert_eq!((own.batch_messages_max, own.fast), (50, true));
    assert_eq!(own.partner_order, ByteOrder::Big);
    assert_eq!(theirs.partner_order, ByteOrder::Little);
    let other = MessageTerms {
        fap_max: 10,
        batch_messages_max: 7,
        transmission_bytes_max: 2048,
        message_bytes_max: 100_000,
        fast: false,
        heartbeat_s: 500,
        ..terms()
    };
    // Who proposes less has nothing to take over.
    for (one, two, expected) in [(terms(), other.clone(), 2), (other, terms(), 1)] {
        let (rounds, own, theirs) = negotiate(&one, &two).expect("agreed");
        assert_eq!(rounds, expected);
        for agreed in [own, theirs] {
            assert_eq!(agreed.fap, 10);
            assert_eq!(agreed.batch_messages_max, 7);
            assert_eq!(agreed.transmission_bytes_max, 2048);
            assert_eq!(agreed.message_bytes_max, 100_000);
            assert_eq!(agreed.heartbeat_s, 500);
            assert!(!agreed.fast && !agreed.requested);
        }
    }
    let requester = MessageTerms {
        requests: true,
        ..terms()
    };
    let (_, own, theirs) = negotiate(&requester, &terms()).expect("agreed");
    assert!(own.requested && theirs.requested);
}

/// Batches overlap where both ends say so, and where one that knows nothing of it sends back what it was sent they do not.
#[test]
fn batches_overlap_only_if_both_ends_say_so() {
    let able = |batches_max| MessageTerms {
        batches_max,
        ..terms()
    };
    for (one, two, expected) in [
        (64, 64, 64),
        (255, 2, 2),
        (3, 64, 3),
        (64, 1, 1),
        (1, 64, 1),
    ] {
        let (_, own, theirs) = negotiate(&able(one), &able(two)).expect("agreed");
        assert_eq!((own.batches_max, theirs.batches_max), (expected, expected));
    }
    let mut initiator = Initiator::new(&able(64));
    let echo = initiator.proposed().clone();
    assert_eq!(echo.overlap, 0x4640);
    let answering = head(Kind::Initial, ByteOrder::Big);
    let step = initiator.answered(&answering, &Segment::Initial(echo.clone()));
    let Ok(InitiatorStep::Agreed(agreed)) = step else {
        panic!("{step:?}");
    };
    assert_eq!(agreed.batches_max, 1);
    // More than was proposed is not taken.
    let mut initiator = Initiator::new(&able(5));
    let more = Initial {
        overlap: 0x66ff,
        ..initiator.proposed().clone()
    };
    let step = initiator.answered(&answering, &Segment::Initial(more));
    let Ok(InitiatorStep::Agreed(agreed)) = step else {
        panic!("{step:?}");
    };
    assert_eq!(agreed.batches_max, 5);
}

#[test]
fn ends_that_count_otherwise_or_cannot_talk_are_refused() {
    let wrap = MessageTerms {
        wrap: 100,
        ..terms()
    };
    let refused = negotiate(&wrap, &terms()).expect_err("they differ");
    assert_eq!(refused.status(), StatusCode::WRAP);
    let old = MessageTerms {
        fap_max: 3,
        ..terms()
    };
    let refused = negotiate(&old, &terms()).expect_err("too old");
    assert_eq!(refused.status(), StatusCode::FAP);
    let asking = head(Kind::Initial, ByteOrder::Big);
    let client = Initial {
        capabilities: 0x20,
        ..Initiator::new(&terms()).proposed().clone()
    };
    let refused = Responder::default().initial(&asking, &client, &terms());
    assert_eq!(
        refused.expect_err("a client").status(),
        StatusCode::CHANNEL_TYPE
    );
    let short = Initial {
        transmission_bytes_max: 100,
        ..Initiator::new(&terms()).proposed().clone()
    };
    let refused = Responder::default().initial(&asking, &short, &terms());
    assert_eq!(
        refused.expect_err("too short"),
        Refusal::TransmissionBytes(100)
    );
}

/// Who was let in by the name in the first initial data is nobody else in the second.
#[test]
fn a_caller_stays_who_it_said_it_is_and_at_the_channel_it_called() {
    let smaller = MessageTerms {
        transmission_bytes_max: 2048,
        ..terms()
    };
    let asking = head(Kind::Initial, ByteOrder::Big).with_flags(flag::CONFIRM);
    let asked = Initiator::new(&terms()).proposed().clone();
    let again = Initial {
        transmission_bytes_max: 2048,
        ..asked.clone()
    };
    let second = |again: &Initial| {
        let mut responder = Responder::default();
        let step = responder.initial(&asking, &asked, &smaller);
        assert!(step.expect("an answer").agreed.is_none());
        let step = responder.initial(&asking, again, &smaller);
        step.map(|step| step.agreed.is_some())
    };
    assert_eq!(second(&again), Ok(true));
    let changes: [fn(&mut Initial); 4] = [
        |it| it.q_mgr_name = Text::of("QM9"),
        |it| it.q_mgr_id = Text::of("QM9_2026-11-26"),
        |it| it.channel_name = Text::of("QM9.TO.QM2"),
        |it| it.capabilities ^= 0x08,
    ];
    for change in changes {
        let mut other = again.clone();
        change(&mut other);
        let refused = second(&other).expect_err("somebody else");
        assert_eq!(refused.status(), StatusCode::NEGOTIATION);
    }
}

/// A partner that answers with more than was proposed, or never agrees, is not followed.
#[test]
fn an_initiator_is_not_talked_into_anything() {
    let answering = head(Kind::Initial, ByteOrder::Big);
    let proposed = Initiator::new(&terms()).proposed().clone();
    let larger = |change: fn(&mut Initial)| {
        let mut answer = proposed.clone();
        change(&mut answer);
        let mut initiator = Initiator::new(&terms());
        initiator.answered(&answering, &Segment::Initial(answer))
    };
    for change in [
        (|it| it.message_bytes_max += 1) as fn(&mut Initial),
        |it| it.batch_messages_max += 1,
        |it| it.transmission_bytes_max += 1,
        |it| it.fap += 1,
        |it| it.fap = 2,
    ] {
        assert!(matches!(larger(change), Err(Refusal::NotTakenOver(_))));
    }
    let again = answering.clone().with_flags(flag::ERROR);
    let smaller = Initial {
        batch_messages_max: 1,
        errors: error::BATCH,
        ..proposed
    };
    let mut initiator = Initiator::new(&terms());
    let step = initiator.answered(&again, &Segment::Initial(smaller.clone()));
    assert!(matches!(step, Ok(InitiatorStep::Propose(it)) if it.batch_messages_max == 1));
    let step = initiator.answered(&again, &Segment::Initial(smaller));
    assert!(matches!(step, Err(Refusal::NotTakenOver(_))));
    let status = Status::new(StatusCode::CHANNEL_NOT_FOUND);
    let step = initiator.answered(&again, &Segment::Status(Some(status)));
    assert_eq!(
        step.err(),
        Some(Refusal::Status(StatusCode::CHANNEL_NOT_FOUND))
    );
    let step = initiator.answered(&again, &Segment::Message(MessageHead::default(), b""));
    assert!(matches!(step, Err(Refusal::NotInitial(_))));
}
