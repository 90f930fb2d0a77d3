//! Answers longer than a road carries: what programs ask for may be refused, the queue manager goes on.

use crate::support::Room;
use ferromq_client::BindingsConnection;
use ferromq_mqi::call::{CommandOutcome, OUTPUT_BYTES_MAX, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, Reason};

const BOTH: i32 = MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_INQUIRE;
/// More than any frame of the shared region takes.
const BUFFER_BYTES: u32 = 200_000_000;

fn connect(room: &Room) -> Session<BindingsConnection> {
    let options = ConnectOptions::default();
    Session::new(BindingsConnection::connect(room.path(), "QM1", &options).expect("connected"))
}

fn not_persistent() -> MsgDescriptor {
    MsgDescriptor {
        version: MQMD_VERSION_2,
        persistence: MQPER_NOT_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

fn depth(session: &mut Session<BindingsConnection>, queue: ObjectHandle) -> i32 {
    let (ints, _, _) = session
        .inquire(queue, &[MQIA_CURRENT_Q_DEPTH], 1, 0)
        .expect("inquired");
    ints[0]
}

/// 36 segments of 4,000,000 bytes, as an ordinary program puts them.
#[test]
fn a_complete_message_too_long_for_an_answer_is_refused_and_stays() {
    let room = Room::new();
    room.start("QM1", &[]);
    let process = room.process_of("QM1");
    let mut session = connect(&room);
    let queue = session.open("DEV.QUEUE.1", BOTH).expect("opened");
    let body = vec![7_u8; 4_000_000];
    for number in 1..=36 {
        let mut descriptor = MsgDescriptor {
            msg_flags: if number == 36 {
                MQMF_LAST_SEGMENT
            } else {
                MQMF_SEGMENT
            },
            ..not_persistent()
        };
        let mut options = PutOptions {
            options: MQPMO_LOGICAL_ORDER,
            ..PutOptions::default()
        };
        let put = session.put(queue, &mut descriptor, &mut options, body.clone());
        put.expect("a segment");
    }
    let complete = GetOptions {
        version: MQGMO_VERSION_4,
        options: MQGMO_COMPLETE_MSG,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    let wanted = not_persistent();
    let got = session.get(queue, &wanted, &complete, BUFFER_BYTES);
    let refused = got.expect_err("longer than any message").reason;
    assert_eq!(refused, Reason::STORAGE_NOT_AVAILABLE);
    assert_eq!(depth(&mut session, queue), 36);
    let got = session
        .get(queue, &wanted, &complete, 0)
        .expect("a warning");
    let cut = Reason::TRUNCATED_MSG_FAILED;
    assert_eq!((got.reason, got.data_length), (cut, 144_000_000));
    // One by one they can be had.
    let ordered = GetOptions {
        options: MQGMO_LOGICAL_ORDER,
        ..complete
    };
    for number in 1..=36 {
        let got = session
            .get(queue, &wanted, &ordered, BUFFER_BYTES)
            .expect("a segment");
        assert_eq!(got.body, body, "{number}");
    }
    assert_eq!(room.process_of("QM1"), process);
    assert!(room.done(&["dspmq"]).contains("STATUS(Running)"));
}

#[test]
fn a_conversion_too_long_for_an_answer_gives_the_message_as_it_was() {
    let room = Room::new();
    room.start("QM1", &[]);
    let process = room.process_of("QM1");
    let mut session = connect(&room);
    for command in [
        "ALTER QMGR MAXMSGL(104857600)",
        "DEFINE QLOCAL(LONG) MAXMSGL(104857600)",
    ] {
        session.command(command).expect("a command");
    }
    let queue = session.open("LONG", BOTH).expect("opened");
    let mut descriptor = MsgDescriptor {
        format: *b"MQSTR   ",
        coded_char_set_id: 819,
        ..not_persistent()
    };
    let text = vec![0xe9_u8; 70_000_000];
    let put = session.put(queue, &mut descriptor, &mut PutOptions::default(), text);
    put.expect("put");
    let wanted = MsgDescriptor {
        coded_char_set_id: 1208,
        ..MsgDescriptor::default()
    };
    let converting = GetOptions {
        options: MQGMO_CONVERT | MQGMO_NO_SYNCPOINT,
        ..GetOptions::default()
    };
    let got = session
        .get(queue, &wanted, &converting, BUFFER_BYTES)
        .expect("a warning");
    assert_eq!(got.reason, Reason::CONVERTED_MSG_TOO_BIG);
    assert_eq!(got.descriptor.coded_char_set_id, 819);
    assert_eq!((got.data_length, got.body.len()), (70_000_000, 70_000_000));
    assert_eq!(depth(&mut session, queue), 0);
    assert_eq!(room.process_of("QM1"), process);
}

const LISTS: usize = 200;
const DISPLAY: &str = "DISPLAY NAMELIST(L.*) NAMES";

/// A queue manager with many long lists of names.
fn with_lists() -> (Room, Session<BindingsConnection>) {
    let room = Room::new();
    room.start("QM1", &[]);
    let mut session = connect(&room);
    let names: Vec<String> = (0..256)
        .map(|number| format!("A.NAME.{number:040}"))
        .collect();
    let names = names.join(",");
    for number in 0..LISTS {
        let define = format!("DEFINE NAMELIST(L.{number:03}) NAMES({names})");
        let (text, outcome) = session.command(&define).expect("a command");
        assert_eq!(outcome, CommandOutcome::Done, "{text}");
    }
    (room, session)
}

/// The first piece of what it prints.
fn begin(session: &mut Session<BindingsConnection>) -> (String, Option<CommandOutcome>) {
    let text = DISPLAY.to_owned();
    piece(session.road().call(Request::Command { text }))
}

fn piece(reply: Reply) -> (String, Option<CommandOutcome>) {
    match reply {
        Reply::CommandOutput { text, outcome } => (text, outcome),
        other => panic!("{other:?}"),
    }
}

/// All of it comes, to a program, to `runmqsc` and to `dmpmqcfg`.
#[test]
fn what_a_command_prints_comes_in_pieces_and_whole() {
    let (room, mut session) = with_lists();
    let (mut whole, mut pieces) = (String::new(), 0);
    let (mut text, mut outcome) = begin(&mut session);
    loop {
        assert!(text.len() <= OUTPUT_BYTES_MAX, "{}", text.len());
        whole.push_str(&text);
        pieces += 1;
        if let Some(outcome) = outcome {
            assert_eq!(outcome, CommandOutcome::Done);
            break;
        }
        assert!(text.ends_with('\n'));
        (text, outcome) = piece(session.road().call(Request::MoreOutput));
    }
    assert!(pieces > 4, "{pieces}");
    for number in 0..LISTS {
        let name = format!("NAMELIST(L.{number:03})");
        assert_eq!(whole.matches(&name).count(), 1, "{name}");
    }
    assert_eq!(whole.matches("A.NAME.").count(), LISTS * 256);
    let again = session.command(DISPLAY).expect("a command");
    assert!(again == (whole, CommandOutcome::Done));
    let shown = room.run_with(&["runmqsc", "-e", "QM1"], &format!("{DISPLAY}\n"));
    assert_eq!(shown.out.matches("A.NAME.").count(), LISTS * 256);
    let dumped = room.done(&["dmpmqcfg", "-m", "QM1", "-t", "namelist", "-n", "L.*"]);
    assert_eq!(dumped.matches("A.NAME.").count(), LISTS * 256);
    assert_eq!(dumped.matches("DEFINE NAMELIST('L.").count(), LISTS);
}

#[test]
fn what_is_not_asked_for_further_is_dropped_and_what_goes_meanwhile_is_not_shown() {
    let (room, mut session) = with_lists();
    assert_eq!(begin(&mut session).1, None);
    let (text, _) = session.command("PING QMGR").expect("a command");
    assert!(!text.contains("A.NAME."), "{text}");
    let more = session.road().call(Request::MoreOutput);
    assert!(matches!(
        more,
        Reply::Failed(Reason::FUNCTION_NOT_SUPPORTED)
    ));

    let (mut shown, mut outcome) = begin(&mut session);
    let delete = format!("DELETE NAMELIST(L.{:03})", LISTS - 1);
    connect(&room).command(&delete).expect("a command");
    while outcome.is_none() {
        let text;
        (text, outcome) = piece(session.road().call(Request::MoreOutput));
        shown.push_str(&text);
    }
    assert!(shown.contains(&format!("NAMELIST(L.{:03})", LISTS - 2)));
    assert!(!shown.contains(&format!("NAMELIST(L.{:03})", LISTS - 1)));
}
