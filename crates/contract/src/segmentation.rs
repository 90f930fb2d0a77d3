//! Messages that are too long for their queue and allow the queue manager to break them into segments.

use crate::app::{ALL, App, BOTH, Get, id, name_field, persistent, v2};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{MsgDescriptorExtension, TransmissionHeader};
use ferromq_mqi::header::{ByteOrder, RulesHeader2};
use ferromq_mqi::options::{ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

contracts!("segmentation":
    a_message_too_long_for_its_queue_goes_there_in_segments,
    a_message_that_fits_stays_whole,
    segments_are_put_together_again,
    all_segments_are_put_or_none,
    segments_are_part_of_the_unit_of_work,
    segments_of_a_message_in_a_group_have_its_place_there,
    a_segment_is_broken_into_smaller_ones,
    headers_stay_in_the_first_segment,
    no_segment_is_shorter_than_16_bytes,
    a_message_for_elsewhere_is_broken_for_its_transmission_queue,
    a_message_too_long_for_the_queue_manager_goes_in_segments [Own],
    a_unit_of_work_has_no_more_segments_than_maxumsgs [Own],
    a_long_message_goes_in_long_segments [Own],
    each_segment_is_reported_on,
);

/// A message that may be broken.
fn allowed() -> MsgDescriptor {
    MsgDescriptor {
        msg_flags: MQMF_SEGMENTATION_ALLOWED,
        ..v2()
    }
}

fn letters(count: usize) -> String {
    ('a'..='z').cycle().take(count).collect()
}

/// Everything there is, segment by segment.
fn taken(app: &mut App, queue: ObjectHandle) -> Vec<GetReply> {
    std::iter::from_fn(|| app.take(queue, &Get::with(0)).ok()).collect()
}

fn lengths(all: &[GetReply]) -> Vec<usize> {
    all.iter().map(|one| one.body.len()).collect()
}

fn places(all: &[GetReply]) -> Vec<(i32, i32)> {
    let place = |one: &GetReply| (one.descriptor.offset, one.descriptor.msg_flags);
    all.iter().map(place).collect()
}

const MIDDLE: i32 = MQMF_SEGMENTATION_ALLOWED | MQMF_SEGMENT;
const LAST: i32 = MIDDLE | MQMF_LAST_SEGMENT;

/// Source: MQMF_SEGMENTATION_ALLOWED (the program's descriptor stays as it is); 2030 (units of 16 bytes).
fn a_message_too_long_for_its_queue_goes_there_in_segments(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let body = letters(100);
    let put = app.put_as(queue, &allowed(), &body);
    assert_eq!(put.msg_flags, MQMF_SEGMENTATION_ALLOWED);
    assert_eq!(app.depth(&name), 4);
    let all = taken(&mut app, queue);
    assert_eq!(lengths(&all), [32, 32, 32, 4]);
    assert_eq!(
        places(&all),
        [(0, MIDDLE), (32, MIDDLE), (64, MIDDLE), (96, LAST)]
    );
    let bodies: Vec<u8> = all.iter().flat_map(|one| one.body.to_vec()).collect();
    assert_eq!(bodies, body.as_bytes());
    for (at, one) in all.iter().enumerate() {
        let own = &one.descriptor;
        assert_eq!(own.group_id, put.group_id);
        assert_ne!(own.group_id, MQGI_NONE);
        assert_eq!(own.msg_seq_number, 1);
        assert_eq!(own.original_length as usize, one.body.len());
        assert_eq!(own.msg_id == put.msg_id, at == 0);
        assert_eq!(one.options.segmentation, MQSEG_ALLOWED);
    }
}

/// Source: 2030.
fn a_message_that_fits_stays_whole(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let body = letters(40);
    app.put_as(queue, &allowed(), &body);
    let got = app.expect(queue, &Get::with(0), &body);
    assert_eq!(got.descriptor.msg_flags, MQMF_SEGMENTATION_ALLOWED);
    let put = app.put_with(queue, &v2(), 0, &letters(41));
    assert_eq!(put.err(), Some(Reason::MSG_TOO_BIG_FOR_Q));
}

/// Source: "Segmentation and reassembly by queue manager"; MQGMO_COMPLETE_MSG.
fn segments_are_put_together_again(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let body = letters(1_000);
    for kind in [v2(), persistent()] {
        let sent = MsgDescriptor {
            version: MQMD_VERSION_2,
            msg_flags: MQMF_SEGMENTATION_ALLOWED,
            ..kind
        };
        let put = app.put_as(queue, &sent, &body);
        let got = app.expect(queue, &Get::with(MQGMO_COMPLETE_MSG), &body);
        let whole = &got.descriptor;
        assert_eq!((whole.msg_id, whole.offset), (put.msg_id, 0));
        assert_eq!(whole.msg_flags, MQMF_SEGMENTATION_ALLOWED);
        assert_eq!(whole.original_length, MQOL_UNDEFINED);
        assert_eq!(got.options.segment_status, MQSS_NOT_A_SEGMENT);
        assert_eq!(app.depth(&name), 0);
    }
}

/// Source: 2053.
fn all_segments_are_put_or_none(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40) MAXDEPTH(3)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for options in [MQPMO_NO_SYNCPOINT, MQPMO_SYNCPOINT] {
        let put = app.put_with(queue, &allowed(), options, &letters(100));
        assert_eq!(put.err(), Some(Reason::Q_FULL));
        assert_eq!(app.depth(&name), 0);
    }
    app.put_as(queue, &allowed(), &letters(96));
    assert_eq!(app.depth(&name), 3);
}

/// Source: MQCMIT, MQBACK.
fn segments_are_part_of_the_unit_of_work(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40) DEFPSIST(YES)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_in_work(queue, &allowed(), &letters(100));
    assert_eq!(app.depth(&name), 4);
    app.back_out();
    assert_eq!(app.depth(&name), 0);
    app.put_in_work(queue, &allowed(), &letters(100));
    let mut other = trial.connect();
    let theirs = other.open(&name, BOTH);
    let whole = Get::with(MQGMO_COMPLETE_MSG);
    assert_eq!(other.take_fails(theirs, &whole), Reason::NO_MSG_AVAILABLE);
    app.commit();
    other.expect(theirs, &whole, &letters(100));
}

/// Source: MQMD, MsgSeqNumber, Offset; MQPMO_LOGICAL_ORDER.
fn segments_of_a_message_in_a_group_have_its_place_there(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let put = |app: &mut App, msg_flags, body: &str| {
        let sent = MsgDescriptor {
            msg_flags: msg_flags | MQMF_SEGMENTATION_ALLOWED,
            ..v2()
        };
        let put = app.put_with(queue, &sent, MQPMO_LOGICAL_ORDER, body);
        put.expect("put").descriptor
    };
    let first = put(&mut app, MQMF_MSG_IN_GROUP, &letters(50));
    let second = put(&mut app, MQMF_LAST_MSG_IN_GROUP, &letters(60));
    assert_eq!(
        (first.group_id, second.msg_seq_number),
        (second.group_id, 2)
    );
    let in_group = MQMF_MSG_IN_GROUP;
    let at_end = MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP;
    let whole = Get::with(MQGMO_COMPLETE_MSG | MQGMO_LOGICAL_ORDER | MQGMO_BROWSE_NEXT);
    let browse = app.open(&name, ALL);
    app.expect(browse, &whole, &letters(50));
    app.expect(browse, &whole, &letters(60));
    let all = taken(&mut app, queue);
    let numbers: Vec<i32> = all
        .iter()
        .map(|one| one.descriptor.msg_seq_number)
        .collect();
    assert_eq!(numbers, [1, 1, 2, 2]);
    let wanted = [
        (0, MIDDLE | in_group),
        (32, LAST | in_group),
        (0, MIDDLE | at_end),
        (32, LAST | at_end),
    ];
    assert_eq!(places(&all), wanted);
}

/// Source: MQMF_SEGMENTATION_ALLOWED ("already a segment").
fn a_segment_is_broken_into_smaller_ones(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for (offset, msg_flags) in [(0, MQMF_SEGMENT), (50, MQMF_LAST_SEGMENT)] {
        let sent = MsgDescriptor {
            group_id: id(1),
            offset,
            msg_flags: msg_flags | MQMF_SEGMENTATION_ALLOWED,
            ..v2()
        };
        app.put_as(queue, &sent, &letters(50));
    }
    let browse = app.open(&name, ALL);
    let whole = Get::with(MQGMO_COMPLETE_MSG | MQGMO_BROWSE_FIRST);
    app.expect(browse, &whole, &[letters(50), letters(50)].concat());
    let all = taken(&mut app, queue);
    assert_eq!(
        places(&all),
        [(0, MIDDLE), (32, MIDDLE), (50, MIDDLE), (82, LAST)]
    );
}

/// Source: 2030 ("the nature of the data"); MQMD, Format.
fn headers_stay_in_the_first_segment(trial: &Trial<'_>) {
    let fixed = RulesHeader2 {
        encoding: MQENC_NATIVE,
        coded_char_set_id: 1208,
        format: *b"MQSTR   ",
        ..RulesHeader2::default()
    };
    let header = rfh2::write(&fixed, ByteOrder::NATIVE, &["<usr><a>1</a></usr>"]);
    assert!(header.len() > 48 && header.len() < 96);
    let name = trial.queue("Q", "MAXMSGL(100)");
    let short = trial.queue("SHORT", &format!("MAXMSGL({})", header.len() + 15));
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        format: rfh2::FORMAT,
        coded_char_set_id: 1208,
        encoding: MQENC_NATIVE,
        ..allowed()
    };
    let body = [&header[..], letters(200).as_bytes()].concat();
    let put = app.put_whole(queue, &sent, PutOptions::default(), &body);
    put.expect("put");
    let as_it_is = Get::with(MQGMO_PROPERTIES_FORCE_MQRFH2);
    let all: Vec<GetReply> = std::iter::from_fn(|| app.take(queue, &as_it_is).ok()).collect();
    let (first, others) = all.split_first().expect("segments");
    assert_eq!(first.descriptor.format, rfh2::FORMAT);
    assert!(first.body.starts_with(&header) && first.body.len() > header.len());
    assert_eq!((first.body.len() - header.len()) % 16, 0);
    for other in others {
        assert_eq!(other.descriptor.format, *b"MQSTR   ");
        assert!(other.body.len() <= 96);
    }
    let bodies: Vec<u8> = all.iter().flat_map(|one| one.body.to_vec()).collect();
    assert_eq!(bodies, body);

    let queue = app.open(&short, BOTH);
    let put = app.put_whole(queue, &sent, PutOptions::default(), &body);
    assert_eq!(put.err(), Some(Reason::MSG_TOO_BIG_FOR_Q));
}

/// Source: 2030.
fn no_segment_is_shorter_than_16_bytes(trial: &Trial<'_>) {
    let mut app = trial.connect();
    for (max_msg_length, outcome) in [(15, Err(Reason::MSG_TOO_BIG_FOR_Q)), (16, Ok(3))] {
        let name = trial.queue("Q", &format!("MAXMSGL({max_msg_length}) REPLACE"));
        let queue = app.open(&name, BOTH);
        let put = app.put_with(queue, &allowed(), 0, &letters(40));
        assert_eq!(put.map(|_| app.depth(&name)), outcome);
        app.close(queue);
    }
}

/// Source: "Segmentation and reassembly by queue manager" (a transmission queue must have room for headers).
fn a_message_for_elsewhere_is_broken_for_its_transmission_queue(trial: &Trial<'_>) {
    const HEADERS: usize = TransmissionHeader::SIZE + MsgDescriptorExtension::SIZE;
    let limit = HEADERS + 40;
    let xmitq = trial.queue("XQ", &format!("USAGE(XMITQ) MAXMSGL({limit})"));
    let mut app = trial.connect();
    let (handle, _) = app.open_at("THERE", &xmitq, MQOO_OUTPUT).expect("opened");
    let body = letters(limit + 1);
    app.put_as(handle, &allowed(), &body);
    let queue = app.open(&xmitq, BOTH);
    let mut rest = body.as_bytes();
    let mut offset = 0;
    for got in taken(&mut app, queue) {
        assert!(got.body.len() <= limit);
        // On the transmission queue itself it is no segment.
        assert_eq!(got.descriptor.msg_flags, MQMF_NONE);
        let header = TransmissionHeader::decode(&got.body, ByteOrder::NATIVE).expect("a header");
        assert_eq!(header.remote_q_name, name_field("THERE"));
        let inner = &got.body[TransmissionHeader::SIZE..];
        let inner = MsgDescriptorExtension::decode(inner, ByteOrder::NATIVE).expect("another");
        assert_eq!(inner.offset, offset);
        let data = &got.body[HEADERS..];
        assert_eq!(data, &rest[..data.len()]);
        rest = &rest[data.len()..];
        offset += data.len() as i32;
        assert_eq!(inner.msg_flags == LAST, rest.is_empty());
    }
    assert!(rest.is_empty());
}

/// Source: 2031.
fn a_message_too_long_for_the_queue_manager_goes_in_segments(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR MAXMSGL(32768)");
    let name = trial.queue("Q", "MAXMSGL(100000)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let body = letters(80_000);
    let put = app.put_with(queue, &v2(), 0, &body);
    if put.err() != Some(Reason::MSG_TOO_BIG_FOR_Q_MGR) {
        // A channel takes no longer messages than its queue manager.
        return;
    }
    app.put_as(queue, &allowed(), &body);
    assert_eq!(lengths(&taken(&mut app, queue)), [32_768, 32_768, 14_464]);
}

/// Source: 2024.
fn a_unit_of_work_has_no_more_segments_than_maxumsgs(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR MAXUMSGS(3)");
    let name = trial.queue("Q", "MAXMSGL(16)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for options in [MQPMO_NO_SYNCPOINT, MQPMO_SYNCPOINT] {
        let put = app.put_with(queue, &allowed(), options, &letters(49));
        assert_eq!(put.err(), Some(Reason::SYNCPOINT_LIMIT_REACHED));
        assert_eq!(app.depth(&name), 0);
    }
    app.put_in_work(queue, &allowed(), &letters(48));
    app.commit();
    app.expect(queue, &Get::with(MQGMO_COMPLETE_MSG), &letters(48));
}

/// Goal: long bodies go to the log and behind headers in segments as they do whole.
fn a_long_message_goes_in_long_segments(trial: &Trial<'_>) {
    const BYTES: usize = 4 << 20;
    trial.mqsc("ALTER QMGR MAXMSGL(104857600)");
    let name = trial.queue("Q", "MAXMSGL(1000000)");
    let xmitq = trial.queue("XQ", "USAGE(XMITQ) MAXMSGL(1000000)");
    let mut app = trial.connect();
    let mut body = vec![b'a'; BYTES];
    for (at, byte) in body.iter_mut().enumerate().step_by(1 << 10) {
        *byte = (at >> 10) as u8;
    }
    let queue = app.open(&name, BOTH);
    for kind in [v2(), persistent()] {
        let sent = MsgDescriptor {
            version: MQMD_VERSION_2,
            msg_flags: MQMF_SEGMENTATION_ALLOWED,
            ..kind
        };
        let put = app.put_whole(queue, &sent, PutOptions::default(), &body);
        put.expect("put");
        assert_eq!(app.depth(&name), 5);
        let whole = Get::with(MQGMO_COMPLETE_MSG).buffer(BYTES as u32);
        let got = app.take(queue, &whole).expect("got");
        assert!(got.body == body, "the body changed on the way");

        let (there, _) = app.open_at("THERE", &xmitq, MQOO_OUTPUT).expect("opened");
        let put = app.put_whole(there, &sent, PutOptions::default(), &body);
        put.expect("put");
        app.close(there);
        let from = app.open(&xmitq, BOTH);
        let mut rest = &body[..];
        while let Ok(got) = app.take(from, &Get::with(0).buffer(1_000_000)) {
            let data = &got.body[TransmissionHeader::SIZE + MsgDescriptorExtension::SIZE..];
            assert!(rest.starts_with(data), "the body changed on the way");
            rest = &rest[data.len()..];
        }
        assert!(rest.is_empty());
        app.close(from);
    }
}

/// Source: "Reports and segmented messages"; MQMD, OriginalLength.
fn each_segment_is_reported_on(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(40)");
    let answers = trial.queue("ANSWERS", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let reports = app.open(&answers, BOTH);
    let sent = MsgDescriptor {
        report: MQRO_COA | MQRO_COD,
        reply_to_q: name_field(&answers),
        ..allowed()
    };
    let put = app.put_as(queue, &sent, &letters(40 + 10));
    let arrivals = taken(&mut app, reports);
    assert_eq!(places(&arrivals), [(0, MIDDLE), (32, LAST)]);
    for (arrival, length) in arrivals.iter().zip([32, 18]) {
        let own = &arrival.descriptor;
        assert_eq!(own.feedback, MQFB_COA);
        assert_eq!((own.group_id, own.original_length), (put.group_id, length));
    }
    // Documented: there is one only of a delivery as a whole.
    app.expect(queue, &Get::with(MQGMO_COMPLETE_MSG), &letters(50));
    let deliveries = taken(&mut app, reports);
    assert_eq!(places(&deliveries), [(0, MQMF_SEGMENTATION_ALLOWED)]);
    let own = &deliveries[0].descriptor;
    assert_eq!(
        (own.feedback, own.original_length),
        (MQFB_COD, MQOL_UNDEFINED)
    );
}
