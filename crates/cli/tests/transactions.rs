//! Transactions in doubt, shown and ended by hand: `dspmqtrn` and `rsvmqtrn`.

use crate::support::Room;
use ferromq_client::BindingsConnection;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ConnectOptions, PutOptions};
use ferromq_mqi::session::Session;
use ferromq_mqi::xa::{XaCall, XaCode, Xid};

fn connect(room: &Room) -> Session<BindingsConnection> {
    let options = ConnectOptions::default();
    let road = BindingsConnection::connect(room.path(), "QM1", &options).expect("connected");
    let mut session = Session::new(road);
    let open = XaCall::Open {
        name: b"QM1".to_vec(),
        flags: TMNOFLAGS,
    };
    assert_eq!(session.xa(open).code, XaCode::OK);
    session
}

fn name(qualifier: &[u8]) -> Xid {
    Xid::new(4660, b"global", qualifier).expect("it fits")
}

/// Puts a message in a branch and prepares it.
fn prepare(session: &mut Session<BindingsConnection>, xid: &Xid) {
    let queue = session.open("Q1", MQOO_OUTPUT).expect("opened");
    let call = |session: &mut Session<BindingsConnection>, call| {
        assert_eq!(session.xa(call).code, XaCode::OK);
    };
    let (start, end, prepare) = (xid.clone(), xid.clone(), xid.clone());
    call(
        session,
        XaCall::Start {
            xid: start,
            flags: TMNOFLAGS,
        },
    );
    let mut descriptor = MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options: MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    session
        .put(queue, &mut descriptor, &mut options, "put")
        .expect("put");
    call(
        session,
        XaCall::End {
            xid: end,
            flags: TMSUCCESS,
        },
    );
    call(
        session,
        XaCall::Prepare {
            xid: prepare,
            flags: TMNOFLAGS,
        },
    );
    session.close(queue, MQCO_NONE).expect("closed");
}

fn started() -> Room {
    let room = Room::new();
    for words in [&["crtmqm", "-z", "QM1"][..], &["strmqm", "-z", "QM1"]] {
        let said = room.run_with(words, "");
        assert_eq!(said.code, 0, "{}", said.err);
    }
    room.run_with(&["runmqsc", "QM1"], "DEFINE QLOCAL(Q1)\n");
    room
}

fn run(room: &Room, words: &[&str], code: i32) -> String {
    let said = room.run_with(words, "");
    assert_eq!(said.code, code, "{words:?}\n{}{}", said.out, said.err);
    said.out + &said.err
}

/// The number of the only transaction shown.
fn number(text: &str) -> String {
    let (_, rest) = text
        .split_once("Transaction number ")
        .expect("one is shown");
    rest.split(' ').next().expect("a number").to_owned()
}

#[test]
fn transactions_in_doubt_are_shown_and_ended_by_hand_and_their_manager_is_told() {
    let room = started();
    let text = run(&room, &["dspmqtrn", "-m", "QM1"], 102);
    assert!(text.starts_with("AMQ7066I"), "{text}");
    let mut session = connect(&room);
    for (qualifier, flag, code) in [
        (&b"one"[..], "-c", XaCode::HEURCOM),
        (b"two", "-b", XaCode::HEURRB),
    ] {
        let xid = name(qualifier);
        prepare(&mut session, &xid);
        let text = run(&room, &["dspmqtrn", "-m", "QM1", "-e"], 0);
        let number = number(&text);
        assert_eq!(
            text,
            format!(
                "AMQ7056I: Transaction number {number} is in doubt.\n   XID: formatID 4660, gtrid_length 6, bqual_length 3\n        gtrid [676C6F62616C]\n        bqual [{}]\n",
                if flag == "-c" { "6F6E65" } else { "74776F" }
            )
        );
        run(&room, &["dspmqtrn", "-m", "QM1", "-i"], 102);
        run(&room, &["dspmqtrn", "-m", "QM1", "-h"], 102);
        let text = run(&room, &["dspmqtrn", "-m", "QM1", "-q"], 0);
        assert!(
            text.contains("OBJNAME(Q1)") && text.contains("UOWSTATE(UNRESOLVED)"),
            "{text}"
        );
        let text = run(&room, &["rsvmqtrn", "-m", "QM1", "-f", &number], 85);
        assert!(text.starts_with("AMQ7055E"), "{text}");
        run(&room, &["rsvmqtrn", "-m", "QM1", flag, &number], 0);
        run(&room, &["rsvmqtrn", "-m", "QM1", flag, &number], 85);
        run(&room, &["dspmqtrn", "-m", "QM1"], 102);
        let text = run(&room, &["dspmqtrn", "-m", "QM1", "-h"], 0);
        assert!(text.contains("heuristically"), "{text}");
        // The decision outlives the queue manager's life, and its manager is told of it.
        drop(session);
        run(&room, &["endmqm", "-w", "-z", "QM1"], 0);
        run(&room, &["strmqm", "-z", "QM1"], 0);
        session = connect(&room);
        let commit = XaCall::Commit {
            xid: xid.clone(),
            flags: TMNOFLAGS,
        };
        assert_eq!(session.xa(commit).code, code);
        let forget = |xid: &Xid| XaCall::Forget {
            xid: xid.clone(),
            flags: TMNOFLAGS,
        };
        if flag == "-c" {
            assert_eq!(session.xa(forget(&xid)).code, XaCode::OK);
        } else {
            let text = run(&room, &["rsvmqtrn", "-m", "QM1", "-f", &number], 0);
            assert!(text.starts_with("FMQ0050I"), "{text}");
        }
        assert_eq!(session.xa(forget(&xid)).code, XaCode::NOTA);
    }
    let text = run(&room, &["runmqsc", "QM1"], 0);
    assert!(!text.contains("AMQ9"), "{text}");
    let depth = room.run_with(&["runmqsc", "QM1"], "DISPLAY QLOCAL(Q1) CURDEPTH\n");
    assert!(depth.out.contains("CURDEPTH(1)"), "{}", depth.out);
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let room = started();
    for words in [
        &["rsvmqtrn", "-m", "QM1"][..],
        &["rsvmqtrn", "-c", "0,1"],
        &["rsvmqtrn", "-m", "QM1", "-c"],
        &["rsvmqtrn", "-m", "QM1", "-c", "-b", "0,1"],
        &["rsvmqtrn", "-m", "QM1", "-a", "0,1"],
        &["rsvmqtrn", "-m", "QM1", "-c", "seven"],
        &["dspmqtrn", "-z"],
    ] {
        run(&room, words, 36);
    }
    run(&room, &["rsvmqtrn", "-m", "QM1", "-c", "0,99"], 85);
    run(&room, &["rsvmqtrn", "-m", "QM1", "-r", "7", "0,99"], 34);
    run(&room, &["rsvmqtrn", "-m", "QM1", "-a"], 0);
    run(&room, &["dspmqtrn", "-m", "OTHER"], 16);
    run(&room, &["endmqm", "-w", "-z", "QM1"], 0);
    run(&room, &["dspmqtrn", "-m", "QM1"], 40);
}

/// A transaction manager's calls are in a trace by their names, with the branch and what they return.
#[test]
fn calls_of_transaction_managers_are_traced_by_name() {
    let room = started();
    run(&room, &["strmqtrc", "-m", "QM1"], 0);
    let mut session = connect(&room);
    let xid = name(b"traced");
    prepare(&mut session, &xid);
    for (call, code) in [
        (
            XaCall::Recover {
                count: 10,
                flags: TMSTARTRSCAN | TMENDRSCAN,
            },
            XaCode(1),
        ),
        (
            XaCall::Commit {
                xid: xid.clone(),
                flags: TMNOFLAGS,
            },
            XaCode::OK,
        ),
        (
            XaCall::RollBack {
                xid: xid.clone(),
                flags: TMNOFLAGS,
            },
            XaCode::NOTA,
        ),
    ] {
        assert_eq!(session.xa(call).code, code);
    }
    session.disconnect().expect("disconnected");
    run(&room, &["endmqtrc", "-m", "QM1"], 0);
    let file = format!("trace/AMQ{}.0.TRC", room.process_of("QM1"));
    let shown = run(&room, &["dspmqtrc", &file], 0);
    let branch = "XID=4660:676C6F62616C:747261636564";
    for part in [
        "--} MQCONNX rc=OK ",
        "--} xa_open rc=OK ",
        &format!(
            "({}) {branch} Flags=0x00000000",
            user_of(&shown, "xa_start")
        ),
        "--} xa_end rc=OK ",
        "--} xa_prepare rc=OK ",
        "--} xa_commit rc=OK ",
        "--} xa_rollback rc=-4 XAER_NOTA ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let recovered = shown
        .lines()
        .find(|line| line.contains("--} xa_recover rc=1 "))
        .expect("it is there");
    assert!(recovered.ends_with(branch), "{recovered}");
}

/// Whose a call is, by what a trace shows of its beginning.
fn user_of<'a>(shown: &'a str, verb: &str) -> &'a str {
    let begins = format!("--{{ {verb} ");
    let line = shown.lines().find(|line| line.contains(&begins));
    let rest = line.and_then(|line| line.split_once('('));
    let user = rest.and_then(|(_, rest)| rest.split_once(')'));
    user.expect("somebody's").0
}
