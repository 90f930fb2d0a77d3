//! `MQGMO_CONVERT`: message data in the code page and encoding of whoever gets it.

use crate::app::{ALL, App, BOTH, Get, v2};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{DeadLetterHeader, MsgDescriptorExtension};
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("convert":
    text_is_converted_to_the_code_page_asked_for,
    text_is_converted_to_the_code_page_of_the_queue_manager_where_none_is_asked_for,
    text_is_not_converted_unless_that_is_asked_for,
    data_that_is_as_wanted_is_returned_as_it_is,
    a_message_without_data_needs_no_conversion,
    a_buffer_of_no_length_takes_nothing_to_convert,
    data_without_a_format_is_returned_as_it_is_with_a_warning,
    a_code_page_nobody_knows_is_a_warning,
    data_that_is_no_text_is_a_warning,
    an_encoding_nobody_knows_is_a_warning,
    a_converted_message_too_long_for_the_buffer_is_returned_as_it_is,
    a_converted_message_too_long_for_the_buffer_is_cut_when_that_is_accepted,
    a_message_that_was_cut_is_converted_as_far_as_it_goes,
    a_message_that_does_not_fit_is_not_converted,
    a_browse_converts_and_leaves_the_message_as_it_was,
    headers_and_the_text_behind_them_are_converted,
    headers_are_converted_to_the_code_page_of_the_queue_manager_for_utf_16,
    text_that_outgrows_its_field_is_a_warning,
    version_1_gets_an_extension_that_is_converted_too,
    data_behind_an_extension_are_converted_whatever_the_extension_is_coded_in,
    an_embedded_code_page_asked_for_prevents_conversion,
    a_converting_get_under_syncpoint_backs_out_the_message_as_it_was,
    a_converted_message_has_the_length_of_the_longest_message_at_most [Own],
    a_format_filled_up_with_nulls_is_converted,
    a_header_whose_format_is_filled_up_with_nulls_is_converted_with_what_follows,
);

/// A message of EBCDIC text from a big-endian machine.
const HOST_CCSID: i32 = 500;
/// "Hi" in EBCDIC.
const HI: [u8; 2] = [0xc8, 0x89];

fn from_host(format: &str) -> MsgDescriptor {
    MsgDescriptor {
        coded_char_set_id: HOST_CCSID,
        encoding: MQENC_S390,
        format: blank_filled(format),
        ..v2()
    }
}

fn of(ccsid: i32, format: &str) -> MsgDescriptor {
    MsgDescriptor {
        coded_char_set_id: ccsid,
        format: blank_filled(format),
        ..v2()
    }
}

fn converting(ccsid: i32) -> Get {
    let mut get = Get::with(MQGMO_CONVERT);
    get.descriptor.coded_char_set_id = ccsid;
    get
}

#[track_caller]
fn put(app: &mut App, queue: ObjectHandle, descriptor: &MsgDescriptor, body: &[u8]) {
    let put = app.put_whole(queue, descriptor, PutOptions::default(), body);
    assert_eq!(put.expect("put").reason, Reason::NONE);
}

/// Data, code page and encoding, and reason.
fn shape(got: &GetReply) -> (&[u8], i32, i32, Reason) {
    let described = &got.descriptor;
    (
        &got.body,
        described.coded_char_set_id,
        described.encoding,
        got.reason,
    )
}

/// A message on a queue of its own, got with this get.
#[track_caller]
fn through(trial: &Trial<'_>, sent: &MsgDescriptor, body: &[u8], get: &Get) -> GetReply {
    let name = trial.queue("Q", "REPLACE");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put(&mut app, queue, sent, body);
    app.take(queue, get).expect("a message")
}

/// Source: MQGMO_CONVERT.
fn text_is_converted_to_the_code_page_asked_for(trial: &Trial<'_>) {
    let got = through(trial, &from_host("MQSTR"), &HI, &converting(819));
    assert_eq!(shape(&got), (&b"Hi"[..], 819, MQENC_NATIVE, Reason::NONE));
    assert_eq!((got.data_length, got.options.returned_length), (2, 2));
    let mut get = converting(1200);
    get.descriptor.encoding = MQENC_NORMAL;
    let got = through(trial, &from_host("MQSTR"), &HI, &get);
    assert_eq!(
        shape(&got),
        (&b"\0H\0i"[..], 1200, MQENC_NORMAL, Reason::NONE)
    );
    assert_eq!((got.data_length, got.options.returned_length), (4, 4));
}

/// Source: MQMD.CodedCharSetId, MQCCSI_Q_MGR.
fn text_is_converted_to_the_code_page_of_the_queue_manager_where_none_is_asked_for(
    trial: &Trial<'_>,
) {
    let mut app = trial.connect();
    let mut object = ObjectDescriptor::queue("");
    object.object_type = MQOT_Q_MGR;
    let q_mgr = app.open_object(&mut object, MQOO_INQUIRE).expect("opened");
    let ccsid = app.int(q_mgr, MQIA_CODED_CHAR_SET_ID);
    let got = through(trial, &from_host("MQSTR"), &HI, &converting(MQCCSI_Q_MGR));
    assert_eq!(shape(&got), (&b"Hi"[..], ccsid, MQENC_NATIVE, Reason::NONE));
}

/// Source: MQGMO_CONVERT.
fn text_is_not_converted_unless_that_is_asked_for(trial: &Trial<'_>) {
    let got = through(trial, &from_host("MQSTR"), &HI, &Get::with(0));
    assert_eq!(shape(&got), (&HI[..], HOST_CCSID, MQENC_S390, Reason::NONE));
}

/// Goal: nobody hears of formats and code pages while nothing is to be done. Source: conversion processing, step 1.
fn data_that_is_as_wanted_is_returned_as_it_is(trial: &Trial<'_>) {
    for format in ["", "MQSTR", "MINE", "MQDEAD"] {
        let got = through(trial, &of(9999, format), b"\xff", &converting(9999));
        let expected = (&b"\xff"[..], 9999, MQENC_NATIVE, Reason::NONE);
        assert_eq!(shape(&got), expected, "{format}");
    }
}

/// Source: conversion processing, step 1.
fn a_message_without_data_needs_no_conversion(trial: &Trial<'_>) {
    let got = through(trial, &from_host("MINE"), b"", &converting(1208));
    assert_eq!(
        shape(&got),
        (&b""[..], HOST_CCSID, MQENC_S390, Reason::NONE)
    );
}

/// Source: conversion processing, step 1.
fn a_buffer_of_no_length_takes_nothing_to_convert(trial: &Trial<'_>) {
    let get = converting(1208).buffer(0);
    let got = through(trial, &from_host("MQSTR"), &HI, &get);
    let failed = Reason::TRUNCATED_MSG_FAILED;
    assert_eq!(shape(&got), (&b""[..], HOST_CCSID, MQENC_S390, failed));
}

/// Source: conversion processing, step 2; 2110.
fn data_without_a_format_is_returned_as_it_is_with_a_warning(trial: &Trial<'_>) {
    for format in ["", "MINE"] {
        let got = through(trial, &from_host(format), &HI, &converting(1208));
        assert_eq!(
            shape(&got),
            (&HI[..], HOST_CCSID, MQENC_S390, Reason::FORMAT_ERROR),
            "{format}"
        );
    }
}

/// Source: 2111, 2115.
fn a_code_page_nobody_knows_is_a_warning(trial: &Trial<'_>) {
    let got = through(trial, &of(9999, "MQSTR"), b"a", &converting(1208));
    let source = Reason::SOURCE_CCSID_ERROR;
    assert_eq!(shape(&got), (&b"a"[..], 9999, MQENC_NATIVE, source));
    let got = through(trial, &of(1208, "MQSTR"), b"a", &converting(9999));
    let target = Reason::TARGET_CCSID_ERROR;
    assert_eq!(shape(&got), (&b"a"[..], 1208, MQENC_NATIVE, target));
}

/// Source: 2119.
fn data_that_is_no_text_is_a_warning(trial: &Trial<'_>) {
    let got = through(trial, &of(1208, "MQSTR"), b"a\xff", &converting(500));
    assert_eq!(
        shape(&got),
        (&b"a\xff"[..], 1208, MQENC_NATIVE, Reason::NOT_CONVERTED)
    );
}

/// Source: 2112, 2116.
fn an_encoding_nobody_knows_is_a_warning(trial: &Trial<'_>) {
    let header = DeadLetterHeader::default();
    let mut body = [0; DeadLetterHeader::SIZE];
    header.encode_into(&mut body, ByteOrder::NATIVE);
    let mut sent = of(1208, "MQDEAD");
    sent.encoding = 0;
    let got = through(trial, &sent, &body, &converting(1208));
    let source = Reason::SOURCE_INTEGER_ENC_ERROR;
    assert_eq!(shape(&got), (&body[..], 1208, 0, source));
    let mut get = converting(1208);
    get.descriptor.encoding = 0;
    let got = through(trial, &of(1208, "MQDEAD"), &body, &get);
    let target = Reason::TARGET_INTEGER_ENC_ERROR;
    assert_eq!(shape(&got), (&body[..], 1208, MQENC_NATIVE, target));
}

/// Goal: the message is gone and given back whole, as it was. Source: 2120.
fn a_converted_message_too_long_for_the_buffer_is_returned_as_it_is(trial: &Trial<'_>) {
    let get = converting(1208).buffer(3);
    let got = through(trial, &of(819, "MQSTR"), b"\xfc\xfc", &get);
    let too_big = Reason::CONVERTED_MSG_TOO_BIG;
    assert_eq!(shape(&got), (&b"\xfc\xfc"[..], 819, MQENC_NATIVE, too_big));
    assert_eq!(got.data_length, 2);
    assert_eq!(trial.depth(&trial.name("Q")), 0);
}

/// Source: processing conventions, rules 1 and 4; 2079.
fn a_converted_message_too_long_for_the_buffer_is_cut_when_that_is_accepted(trial: &Trial<'_>) {
    let mut get = converting(1208).buffer(3);
    get.options.options |= MQGMO_ACCEPT_TRUNCATED_MSG;
    let got = through(trial, &of(819, "MQSTR"), b"\xfc\xfc", &get);
    let cut = Reason::TRUNCATED_MSG_ACCEPTED;
    assert_eq!(shape(&got), ("\u{fc}".as_bytes(), 1208, MQENC_NATIVE, cut));
    assert_eq!((got.data_length, got.options.returned_length), (2, 2));
}

/// Goal: half a character at the end is left out. Source: processing conventions, rules 2 and 4.
fn a_message_that_was_cut_is_converted_as_far_as_it_goes(trial: &Trial<'_>) {
    let mut get = converting(819).buffer(3);
    get.options.options |= MQGMO_ACCEPT_TRUNCATED_MSG;
    let got = through(trial, &of(1208, "MQSTR"), "\u{fc}\u{fc}x".as_bytes(), &get);
    let cut = Reason::TRUNCATED_MSG_ACCEPTED;
    assert_eq!(shape(&got), (&b"\xfc"[..], 819, MQENC_NATIVE, cut));
    assert_eq!(got.data_length, 5);
}

/// Source: conversion processing, step 4; 2080.
fn a_message_that_does_not_fit_is_not_converted(trial: &Trial<'_>) {
    let get = converting(1208).buffer(1);
    let got = through(trial, &from_host("MQSTR"), &HI, &get);
    let failed = Reason::TRUNCATED_MSG_FAILED;
    assert_eq!(shape(&got), (&HI[..1], HOST_CCSID, MQENC_S390, failed));
    assert_eq!(got.data_length, 2);
    assert_eq!(trial.depth(&trial.name("Q")), 1);
}

/// Source: MQGMO_CONVERT.
fn a_browse_converts_and_leaves_the_message_as_it_was(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    put(&mut app, queue, &from_host("MQSTR"), &HI);
    let mut browse = converting(819);
    browse.options.options |= MQGMO_BROWSE_FIRST;
    for _ in 0..2 {
        let got = app.take(queue, &browse).expect("a message");
        assert_eq!(shape(&got), (&b"Hi"[..], 819, MQENC_NATIVE, Reason::NONE));
    }
    let got = app.take(queue, &Get::with(0)).expect("a message");
    assert_eq!(shape(&got), (&HI[..], HOST_CCSID, MQENC_S390, Reason::NONE));
}

/// A dead-letter header of this machine, with EBCDIC text behind it.
fn dead_letter() -> Vec<u8> {
    let header = DeadLetterHeader {
        reason: MQRC_Q_FULL,
        encoding: MQENC_S390,
        coded_char_set_id: HOST_CCSID,
        format: blank_filled("MQSTR"),
        ..DeadLetterHeader::default()
    };
    let mut body = vec![0; DeadLetterHeader::SIZE];
    header.encode_le_into(&mut body);
    body.extend(HI);
    body
}

/// What a header says of itself and of what is behind it, and that.
#[track_caller]
fn letter(got: &GetReply) -> (i32, i32, i32, &[u8]) {
    let order = ByteOrder::from_encoding(got.descriptor.encoding);
    let header = DeadLetterHeader::decode(&got.body, order).expect("a header");
    (
        header.reason,
        header.coded_char_set_id,
        header.encoding,
        &got.body[DeadLetterHeader::SIZE..],
    )
}

/// Goal: each part by its own description, numbers included. Source: processing conventions.
fn headers_and_the_text_behind_them_are_converted(trial: &Trial<'_>) {
    let mut get = converting(819);
    get.descriptor.encoding = MQENC_NORMAL;
    let sent = MsgDescriptor {
        encoding: MQENC_REVERSED,
        ..of(1208, "MQDEAD")
    };
    let got = through(trial, &sent, &dead_letter(), &get);
    let (_, ccsid, encoding, reason) = shape(&got);
    assert_eq!((ccsid, encoding, reason), (819, MQENC_NORMAL, Reason::NONE));
    assert_eq!(letter(&got), (MQRC_Q_FULL, 819, MQENC_NORMAL, &b"Hi"[..]));
}

/// Source: 2272.
fn headers_are_converted_to_the_code_page_of_the_queue_manager_for_utf_16(trial: &Trial<'_>) {
    let mut get = converting(1200);
    get.descriptor.encoding = MQENC_NORMAL;
    let sent = MsgDescriptor {
        encoding: MQENC_REVERSED,
        ..of(819, "MQDEAD")
    };
    let got = through(trial, &sent, &dead_letter(), &get);
    assert_eq!(got.reason, Reason::PARTIALLY_CONVERTED);
    assert_ne!(got.descriptor.coded_char_set_id, 1200);
    assert_eq!(
        letter(&got),
        (MQRC_Q_FULL, 1200, MQENC_NORMAL, &b"\0H\0i"[..])
    );
}

/// Source: 2190.
fn text_that_outgrows_its_field_is_a_warning(trial: &Trial<'_>) {
    let mut body = dead_letter();
    // The name of the destination queue.
    body[12..60].fill(0xe9);
    let sent = MsgDescriptor {
        encoding: MQENC_REVERSED,
        ..of(819, "MQDEAD")
    };
    let got = through(trial, &sent, &body, &converting(1208));
    let too_big = Reason::CONVERTED_STRING_TOO_BIG;
    assert_eq!(shape(&got), (&body[..], 819, MQENC_REVERSED, too_big));
}

/// Goal: what the queue manager puts before the data is part of the chain. Source: MQMDE.
fn version_1_gets_an_extension_that_is_converted_too(trial: &Trial<'_>) {
    let mut sent = from_host("MQSTR");
    sent.group_id = [7; 24];
    sent.msg_flags = MQMF_LAST_MSG_IN_GROUP;
    let mut get = converting(819).version_1();
    get.descriptor.encoding = MQENC_NORMAL;
    let got = through(trial, &sent, &HI, &get);
    let (body, ccsid, encoding, reason) = shape(&got);
    assert_eq!((ccsid, encoding, reason), (819, MQENC_NORMAL, Reason::NONE));
    let extension = MsgDescriptorExtension::decode(body, ByteOrder::Big).expect("an extension");
    assert_eq!(extension.group_id, [7; 24]);
    assert_eq!(
        (extension.coded_char_set_id, extension.encoding),
        (819, MQENC_NORMAL)
    );
    assert_eq!(&body[MsgDescriptorExtension::SIZE..], b"Hi");
}

/// Goal: the extension a get makes is the queue manager's own, and says nothing of the data. Source: MQMDE.
fn data_behind_an_extension_are_converted_whatever_the_extension_is_coded_in(trial: &Trial<'_>) {
    let mut sent = from_host("MQSTR");
    sent.group_id = [7; 24];
    sent.msg_flags = MQMF_LAST_MSG_IN_GROUP;
    let get = || converting(MQCCSI_Q_MGR).version_1();
    let got = through(trial, &sent, &HI, &get());
    let whole = MsgDescriptorExtension::SIZE + 2;
    let (body, ccsid, encoding, reason) = shape(&got);
    assert_eq!((encoding, reason), (MQENC_NATIVE, Reason::NONE));
    assert_eq!(&body[MsgDescriptorExtension::SIZE..], b"Hi");
    assert_eq!(got.data_length as usize, whole);
    let extension = MsgDescriptorExtension::decode(body, ByteOrder::NATIVE).expect("an extension");
    assert_eq!(
        (extension.coded_char_set_id, extension.encoding),
        (ccsid, MQENC_NATIVE)
    );
    let cut = |room: usize| {
        let mut get = get().buffer(u32::try_from(room).expect("short"));
        get.options.options |= MQGMO_ACCEPT_TRUNCATED_MSG;
        let got = through(trial, &sent, &HI, &get);
        assert_eq!(got.reason, Reason::TRUNCATED_MSG_ACCEPTED);
        assert_eq!(got.data_length as usize, whole);
        got.body.to_vec()
    };
    assert_eq!(cut(whole - 1), [&body[..whole - 2], b"H"].concat());
    // Of the data nothing is there that could be converted.
    assert_eq!((cut(40).len(), &cut(40)[..12]), (40, &body[..12]));
    let too_short = through(trial, &sent, &HI, &get().buffer(73));
    assert_eq!(too_short.reason, Reason::TRUNCATED_MSG_FAILED);
    assert_eq!(
        (too_short.body.len(), too_short.data_length as usize),
        (73, whole)
    );
}

/// Source: MQMD.CodedCharSetId, MQCCSI_EMBEDDED.
fn an_embedded_code_page_asked_for_prevents_conversion(trial: &Trial<'_>) {
    let get = converting(MQCCSI_EMBEDDED);
    let got = through(trial, &from_host("MQSTR"), &HI, &get);
    assert_eq!(shape(&got), (&HI[..], HOST_CCSID, MQENC_S390, Reason::NONE));
}

/// Source: MQGMO_CONVERT.
fn a_converting_get_under_syncpoint_backs_out_the_message_as_it_was(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put(&mut app, queue, &from_host("MQSTR"), &HI);
    let mut get = converting(819);
    get.options.options |= MQGMO_SYNCPOINT;
    let got = app.take(queue, &get).expect("a message");
    assert_eq!(shape(&got), (&b"Hi"[..], 819, MQENC_NATIVE, Reason::NONE));
    app.back_out();
    let got = app.take(queue, &Get::with(0)).expect("a message");
    assert_eq!(shape(&got), (&HI[..], HOST_CCSID, MQENC_S390, Reason::NONE));
}

/// Goal: text that grows beyond 100 MB comes as it was, whatever the buffer takes, and is not cut either. Source: 2120.
fn a_converted_message_has_the_length_of_the_longest_message_at_most(trial: &Trial<'_>) {
    trial.mqsc("ALTER QMGR MAXMSGL(104857600)");
    let name = trial.queue("Q", "MAXMSGL(104857600)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let sent = MsgDescriptor {
        persistence: MQPER_NOT_PERSISTENT,
        ..of(819, "MQSTR")
    };
    let body = vec![b'\xfc'; 60_000_000];
    for (length, options, reason) in [
        (52_428_800, 0, Reason::NONE),
        (60_000_000, 0, Reason::CONVERTED_MSG_TOO_BIG),
        (
            60_000_000,
            MQGMO_ACCEPT_TRUNCATED_MSG,
            Reason::CONVERTED_MSG_TOO_BIG,
        ),
    ] {
        put(&mut app, queue, &sent, &body[..length]);
        let mut get = converting(1208).buffer(200_000_000);
        get.options.options |= options;
        let got = app.take(queue, &get).expect("a message");
        let (bytes, ccsid) = match reason {
            Reason::NONE => (2 * length, 1208),
            _ => (length, 819),
        };
        assert_eq!(
            (got.reason, got.descriptor.coded_char_set_id),
            (reason, ccsid)
        );
        assert_eq!((got.body.len(), got.data_length as usize), (bytes, bytes));
    }
}

/// Goal: nulls are blanks in every way of putting. Source: MQMD.Format; character fields end at the first null.
fn a_format_filled_up_with_nulls_is_converted(trial: &Trial<'_>) {
    for format in [*b"MQSTR\0\0\0", *b"MQSTR\0XY"] {
        let sent = MsgDescriptor {
            format,
            ..from_host("")
        };
        let got = through(trial, &sent, &HI, &converting(819));
        assert_eq!(shape(&got), (&b"Hi"[..], 819, MQENC_NATIVE, Reason::NONE));
        assert_eq!(got.descriptor.format, *b"MQSTR   ");
    }
    // No format at all.
    let sent = MsgDescriptor {
        format: [0; 8],
        ..from_host("")
    };
    let got = through(trial, &sent, &HI, &converting(819));
    let format_error = Reason::FORMAT_ERROR;
    assert_eq!(shape(&got), (&HI[..], HOST_CCSID, MQENC_S390, format_error));
    assert_eq!(got.descriptor.format, [b' '; 8]);
}

/// Goal: nulls in a header are blanks to whoever reads it, and stay nulls. Source: MQDLH.Format.
fn a_header_whose_format_is_filled_up_with_nulls_is_converted_with_what_follows(trial: &Trial<'_>) {
    let header = DeadLetterHeader {
        format: *b"MQSTR\0XY",
        coded_char_set_id: 1208,
        encoding: MQENC_NATIVE,
        ..DeadLetterHeader::default()
    };
    let mut body = vec![0; DeadLetterHeader::SIZE];
    header.encode_into(&mut body, ByteOrder::NATIVE);
    body.extend_from_slice("\u{fc}".as_bytes());
    let got = through(trial, &of(1208, "MQDEAD"), &body, &converting(819));
    assert_eq!(got.reason, Reason::NONE);
    assert_eq!(got.body[DeadLetterHeader::SIZE..], *b"\xfc");
    let got = DeadLetterHeader::decode(&got.body, ByteOrder::NATIVE).expect("a header");
    assert_eq!((got.format, got.coded_char_set_id), (*b"MQSTR\0\0\0", 819));
}
