//! Message properties in the headers of data: which getters see them, and which headers a put takes.

use crate::app::{ALL, App, BOTH, Get, text};
use crate::selector::{UTF_8, put_with_folders};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{ObjectHandle, PutOptions};
use ferromq_mqi::property::{Properties, Value};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

contracts!("property":
    the_queue_says_which_properties_a_get_shows,
    an_alias_says_which_properties_a_get_through_it_shows,
    the_options_of_a_get_go_before_what_the_queue_says,
    folders_that_hold_no_properties_stay,
    data_without_properties_is_described_as_it_is,
    data_is_converted_when_its_properties_are_gone,
    data_behind_properties_is_converted,
    the_length_is_that_of_the_data_shown,
    a_browse_shows_properties_as_a_get_does,
    property_options_exclude_each_other,
    properties_cannot_be_had_in_a_handle_that_is_not_there,
    a_header_that_is_not_valid_is_refused,
    properties_longer_than_the_queue_manager_takes_are_refused [Own],
);

const JMS: &str = "<mcd><Msd>jms_text</Msd></mcd>";
const USER: &str = "<usr><a>1</a></usr>";
const NEW: &str = "<mq_usr><a>1</a></mq_usr>";
const OWN: &str = "<mine><a>1</a></mine>";

#[track_caller]
fn put(app: &mut App, queue: ObjectHandle, folders: &[&str]) {
    put_with_folders(app, queue, &MsgDescriptor::default(), folders, "data");
}

fn with(options: i32) -> Get {
    Get::with(MQGMO_NO_SYNCPOINT | options)
}

/// How many folders the data begins with; what is behind must be the data.
#[track_caller]
fn folders(reply: &GetReply) -> usize {
    if reply.descriptor.format != rfh2::FORMAT {
        assert_eq!(reply.descriptor.format, *b"MQSTR   ");
        assert_eq!(reply.descriptor.coded_char_set_id, 1208);
        assert_eq!(text(reply), "data");
        return 0;
    }
    let header = rfh2::Rfh2::read(&reply.body, reply.descriptor.encoding).expect("a header");
    assert_eq!(header.rest, b"data");
    header.folders().count()
}

/// Source: PROPCTL queue options; PropertyControl.
fn the_queue_says_which_properties_a_get_shows(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let table = [
        ("ALL", [2, 1, 1]),
        ("FORCE", [2, 1, 1]),
        ("V6COMPAT", [2, 1, 1]),
        ("COMPAT", [2, 1, 0]),
        ("NONE", [0, 0, 0]),
    ];
    for (control, expected) in table {
        let name = trial.queue(&format!("Q.{control}"), &format!("PROPCTL({control})"));
        let queue = app.open(&name, BOTH);
        put(&mut app, queue, &[JMS, USER]);
        put(&mut app, queue, &[USER]);
        put(&mut app, queue, &[NEW]);
        for expected in expected {
            let reply = app.take(queue, &with(0)).expect("got");
            assert_eq!(folders(&reply), expected, "{control}");
        }
    }
}

fn an_alias_says_which_properties_a_get_through_it_shows(trial: &Trial<'_>) {
    let name = trial.queue("Q", "PROPCTL(ALL)");
    let alias = trial.define("QALIAS", "A", &format!("TARGET({name}) PROPCTL(NONE)"));
    let mut app = trial.connect();
    let direct = app.open(&name, BOTH);
    let through = app.open(&alias, BOTH);
    put(&mut app, through, &[USER]);
    put(&mut app, through, &[USER]);
    assert_eq!(folders(&app.take(through, &with(0)).unwrap()), 0);
    assert_eq!(folders(&app.take(direct, &with(0)).unwrap()), 1);
}

/// Source: MQGMO property options.
fn the_options_of_a_get_go_before_what_the_queue_says(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let none = trial.queue("NONE", "PROPCTL(NONE)");
    let all = trial.queue("ALL", "PROPCTL(ALL)");
    let table = [
        (&none, MQGMO_PROPERTIES_FORCE_MQRFH2, USER, 1),
        (&none, MQGMO_PROPERTIES_COMPATIBILITY, USER, 1),
        (&none, MQGMO_PROPERTIES_COMPATIBILITY, NEW, 0),
        (&all, MQGMO_NO_PROPERTIES, USER, 0),
        (&all, MQGMO_PROPERTIES_COMPATIBILITY, NEW, 0),
        (&all, MQGMO_PROPERTIES_AS_Q_DEF, NEW, 1),
    ];
    for (name, options, folder, expected) in table {
        let queue = app.open(name, BOTH);
        put(&mut app, queue, &[folder]);
        let reply = app.take(queue, &with(options)).expect("got");
        assert_eq!(folders(&reply), expected, "{options} {folder}");
    }
}

fn folders_that_hold_no_properties_stay(trial: &Trial<'_>) {
    let name = trial.queue("Q", "PROPCTL(NONE)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put(&mut app, queue, &[USER, OWN, JMS]);
    put(&mut app, queue, &[OWN]);
    for _ in 0..2 {
        let reply = app.take(queue, &with(0)).expect("got");
        assert_eq!(folders(&reply), 1);
        let header = rfh2::Rfh2::read(&reply.body, reply.descriptor.encoding).unwrap();
        let folder = header.folders().next().unwrap().unwrap();
        assert!(folder.starts_with(OWN.as_bytes()));
    }
}

/// A message whose descriptor describes the header, which describes the data otherwise.
#[track_caller]
fn put_host_text(app: &mut App, queue: ObjectHandle) {
    let host = Described {
        ccsid: 500,
        encoding: MQENC_S390,
    };
    let mut data = rfh2::write(&rfh2::fixed(MQFMT_STRING, host), ByteOrder::NATIVE, &[USER]);
    // "Hi" in EBCDIC.
    data.extend_from_slice(&[0xc8, 0x89]);
    let descriptor = MsgDescriptor {
        format: rfh2::FORMAT,
        ..MsgDescriptor::default()
    };
    app.put_whole(queue, &descriptor, PutOptions::default(), &data)
        .expect("put");
}

fn data_without_properties_is_described_as_it_is(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put_host_text(&mut app, queue);
    let reply = app.take(queue, &with(MQGMO_NO_PROPERTIES)).expect("got");
    assert_eq!(reply.descriptor.format, *b"MQSTR   ");
    assert_eq!(reply.descriptor.coded_char_set_id, 500);
    assert_eq!(reply.descriptor.encoding, MQENC_S390);
    assert_eq!(reply.body[..], [0xc8, 0x89]);
}

fn converting(options: i32) -> Get {
    let mut get = with(MQGMO_CONVERT | options);
    get.descriptor.coded_char_set_id = 1208;
    get
}

fn data_is_converted_when_its_properties_are_gone(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put_host_text(&mut app, queue);
    let got = app.expect(queue, &converting(MQGMO_NO_PROPERTIES), "Hi");
    assert_eq!(got.descriptor.coded_char_set_id, 1208);
}

/// Source: NameValueData keeps its code page; what is behind the header is converted.
fn data_behind_properties_is_converted(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put_host_text(&mut app, queue);
    let mut get = converting(MQGMO_PROPERTIES_FORCE_MQRFH2);
    get.descriptor.encoding = MQENC_S390;
    let got = app.take(queue, &get).expect("got");
    assert_eq!(got.reason, Reason::NONE);
    let header = rfh2::Rfh2::read(&got.body, got.descriptor.encoding).expect("a header");
    assert_eq!(header.rest, b"Hi");
    assert_eq!(header.fixed.coded_char_set_id, 1208);
    let described = Described::of(&got.descriptor);
    let read = Properties::read(rfh2::FORMAT, described, &got.body).expect("properties");
    assert_eq!(read.get("usr.a"), Some(&Value::Text("1".into())));
}

/// What is taken away needs no room.
fn the_length_is_that_of_the_data_shown(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put(&mut app, queue, &[USER]);
    let small = with(MQGMO_NO_PROPERTIES).buffer(4);
    let forced = app
        .take(queue, &with(MQGMO_PROPERTIES_FORCE_MQRFH2).buffer(4))
        .expect("a warning");
    assert_eq!(forced.reason, Reason::TRUNCATED_MSG_FAILED);
    assert!(forced.data_length > 36);
    let got = app.expect(queue, &small, "data");
    assert_eq!(got.data_length, 4);
    assert_eq!(trial.depth(&name), 0);
}

fn a_browse_shows_properties_as_a_get_does(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    put(&mut app, queue, &[USER]);
    for (options, expected) in [(MQGMO_NO_PROPERTIES, 0), (0, 1)] {
        let browse = Get::with(MQGMO_BROWSE_FIRST | options);
        assert_eq!(folders(&app.take(queue, &browse).unwrap()), expected);
    }
    assert_eq!(trial.depth(&name), 1);
}

fn property_options_exclude_each_other(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let both = with(MQGMO_NO_PROPERTIES | MQGMO_PROPERTIES_FORCE_MQRFH2);
    assert_eq!(app.take_fails(queue, &both), Reason::OPTIONS_ERROR);
}

/// Source: MQGMO_PROPERTIES_IN_HANDLE; 2460.
fn properties_cannot_be_had_in_a_handle_that_is_not_there(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let get = with(MQGMO_PROPERTIES_IN_HANDLE);
    assert_eq!(app.take_fails(queue, &get), Reason::HMSG_ERROR);
}

/// Source: 2334.
fn a_header_that_is_not_valid_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let good = rfh2::write(
        &rfh2::fixed(MQFMT_STRING, UTF_8),
        ByteOrder::NATIVE,
        &[USER],
    );
    let descriptor = MsgDescriptor {
        format: rfh2::FORMAT,
        ..MsgDescriptor::default()
    };
    let mut put = |at: usize, value: i32, len: usize| {
        let mut data = good.clone();
        data[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        data.truncate(len);
        let put = app.put_whole(queue, &descriptor, PutOptions::default(), &data);
        put.map(|put| put.reason)
    };
    let len = good.len();
    // StrucId, Version, StrucLength, CodedCharSetId, length of a folder; too little data.
    for (at, value) in [
        (0, 0),
        (4, 1),
        (8, 35),
        (8, len as i32 + 4),
        (16, 0),
        (36, 4_000),
    ] {
        assert_eq!(put(at, value, len), Err(Reason::RFH_ERROR), "{at}");
    }
    assert_eq!(put(4, 2, 35), Err(Reason::RFH_ERROR));
    assert_eq!(put(4, 2, len), Ok(Reason::NONE));
}

/// Source: MAXPROPL; 2478.
fn properties_longer_than_the_queue_manager_takes_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    trial.mqsc("ALTER QMGR MAXPROPL(100)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put(&mut app, queue, &[USER]);
    let long = format!("<usr><a>{}</a></usr>", "x".repeat(100));
    let own = format!("<mine><a>{}</a></mine>", "x".repeat(100));
    put(&mut app, queue, &[&own]);
    let data = rfh2::write(
        &rfh2::fixed(MQFMT_STRING, UTF_8),
        ByteOrder::NATIVE,
        &[&long],
    );
    let descriptor = MsgDescriptor {
        format: rfh2::FORMAT,
        ..MsgDescriptor::default()
    };
    let refused = app.put_whole(queue, &descriptor, PutOptions::default(), &data);
    assert_eq!(refused.unwrap_err(), Reason::PROPERTIES_TOO_BIG);
    trial.mqsc("ALTER QMGR MAXPROPL(NOLIMIT)");
    put(&mut app, queue, &[&long]);
}
