//! What an operator does with channels between two queue managers.

use crate::support::joined::Joined;
use crate::support::{Bindings, quiet};
use ferromq::{GetOptions, MsgDescriptor, PutOptions, mq};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::pcf::{Message, Parameter};
use ferromq_server::{ClientRoadSettings, EndHow, ServiceSettings};
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

const SHOW: &str = "DISPLAY CHSTATUS(ONE.TO.TWO) ALL";
const START: &str = "START CHANNEL(ONE.TO.TWO)";

#[test]
fn a_ping_says_whether_a_channel_could_run_and_why_not() {
    let joined = Joined::new("ping");
    let ping = "PING CHANNEL(ONE.TO.TWO) DATALEN(32768)";
    let shown = joined.one.shown(ping);
    assert!(shown.starts_with("AMQ8020I"), "{shown}");
    // It has left nothing behind.
    joined
        .two
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    let refused = joined.two.refused(ping);
    assert!(refused.starts_with("AMQ9502E"), "{refused}");
    let refused = joined.one.refused("PING CHANNEL(NOT.THERE)");
    assert!(refused.starts_with("AMQ8227E"), "{refused}");
    joined.two.commands(&["DELETE CHANNEL(ONE.TO.TWO)"]);
    let refused = joined.one.refused(ping);
    assert!(refused.starts_with("AMQ9520E"), "{refused}");
    joined
        .two
        .commands(&["DEFINE CHANNEL(ONE.TO.TWO) CHLTYPE(RCVR)"]);
    joined.one.commands(&[START]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(RUNNING)"));
    let refused = joined.one.refused(ping);
    assert!(refused.starts_with("AMQ9514E"), "{refused}");
    joined.stop();
    joined.road.close();
    let refused = joined.one.refused(ping);
    assert!(refused.starts_with("AMQ9209E"), "{refused}");
    joined.end();
}

/// A slip of the pen is found as it is typed, and not when the channel does not start.
#[test]
fn a_channel_is_not_given_what_it_could_never_start_with() {
    let joined = Joined::new("slips");
    for (attribute, number, part) in [
        (
            "SSLCIPH(TLS_AES_128_GCM_SHA265)",
            "AMQ8242E",
            "SSLCIPH(TLS_AES_128_GCM_SHA256)",
        ),
        (
            "SSLCIPH('tls_aes_128_gcm_sha256')",
            "AMQ8242E",
            "no CipherSpec",
        ),
        ("SSLPEER('somebody')", "AMQ8243E", "somebody"),
        ("LOCLADDR('(5000,4000)')", "AMQ9248E", "ports"),
        ("LOCLADDR('127.0.0.1(5000')", "AMQ9248E", "bracket"),
    ] {
        for command in [
            format!("ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) {attribute}"),
            format!("DEFINE CHANNEL(NEW) CHLTYPE(SDR) XMITQ(X) CONNAME(X) {attribute}"),
        ] {
            let refused = joined.one.refused(&command);
            assert!(
                refused.starts_with(number) && refused.contains(part),
                "{command}: {refused}"
            );
        }
    }
    // What no channel starts with any more may stand in scripts, and names of machines may not be known yet.
    joined.one.commands(&[
        "DEFINE CHANNEL(NEW) CHLTYPE(SDR) XMITQ(X) CONNAME(X) SSLCIPH(TLS_RSA_WITH_3DES_EDE_CBC_SHA)",
        "ALTER CHANNEL(NEW) CHLTYPE(SDR) LOCLADDR('far.example(5000,5010),(6000)') SSLPEER('CN=TWO,O=Example')",
        "ALTER CHANNEL(NEW) CHLTYPE(SDR) SSLCIPH(' ') SSLPEER(' ') LOCLADDR(' ')",
    ]);
    joined.end();
}

/// Pings whose partner says nothing: other commands are carried out meanwhile, and each ping is answered when it ends.
#[test]
fn a_ping_by_command_message_has_no_other_command_wait() {
    let joined = Joined::new("pings");
    joined.one.commands(&["DEFINE QLOCAL(REPLIES)"]);
    // Nor does it hear anything: the second ping would have it end the connection of the first.
    joined.road.lose_questions();
    let mut app = joined.one.connect();
    let ping = Message::command(
        mq::MQCMD_PING_CHANNEL,
        vec![Parameter::text(mq::MQCACH_CHANNEL_NAME, "ONE.TO.TWO")],
    );
    let escaped = Message::command(
        mq::MQCMD_ESCAPE,
        vec![
            Parameter::int(mq::MQIACF_ESCAPE_TYPE, mq::MQET_MQSC),
            Parameter::text(mq::MQCACF_ESCAPE_TEXT, "ping chl(ONE.TO.TWO)"),
        ],
    );
    let mut pings: Vec<_> = [&ping, &escaped, &ping]
        .iter()
        .map(|ping| ask(&mut app, ping))
        .collect();
    let other = Message::command(mq::MQCMD_PING_Q_MGR, Vec::new());
    for _ in 0..2 {
        let asked = ask(&mut app, &other);
        let (about, answer) = answered(&mut app);
        assert_eq!(about, asked);
        assert_eq!(answer.header.reason, mq::MQRC_NONE, "{answer:?}");
    }
    joined.road.close();
    // Each is told why, and the last of its answers says that there is no more.
    while !pings.is_empty() {
        let (about, answer) = answered(&mut app);
        assert!(pings.contains(&about), "{answer:?}");
        if answer.header.control == mq::MQCFC_LAST {
            assert_eq!(answer.header.comp_code, mq::MQCC_FAILED, "{answer:?}");
            pings.retain(|ping| *ping != about);
        }
    }
    app.disconnect().expect("disconnected");
    joined.end();
}

/// Puts a command; its identifier.
fn ask(app: &mut Bindings, command: &Message) -> [u8; 24] {
    let mut descriptor = MsgDescriptor {
        format: *b"MQADMIN ",
        msg_type: mq::MQMT_REQUEST,
        reply_to_q: *ObjectName::truncated("REPLIES").bytes(),
        ..MsgDescriptor::default()
    };
    let to = ObjectDescriptor::queue("SYSTEM.ADMIN.COMMAND.QUEUE");
    let body = command.encode(ByteOrder::NATIVE);
    let put = app.put1(&to, &mut descriptor, &mut PutOptions::default(), body);
    put.expect("put");
    descriptor.msg_id
}

/// The next answer, and to which command.
fn answered(app: &mut Bindings) -> ([u8; 24], Message) {
    let replies = app.open("REPLIES", mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT,
        wait_interval_ms: 60_000,
        match_options: mq::MQMO_NONE,
        ..GetOptions::default()
    };
    let got = app.get(replies, &MsgDescriptor::default(), &options, 100_000);
    app.close(replies, mq::MQCO_NONE).expect("closed");
    let got = got.expect("an answer");
    let order = ByteOrder::from_encoding(got.descriptor.encoding);
    let answer = Message::decode(&got.body, order).expect("an answer");
    (got.descriptor.correl_id, answer)
}

/// The two batches AMQ9526E names.
fn batches_in(said: &str) -> [String; 2] {
    ["(batch ", "last committed batch: "].map(|before| {
        let (_, behind) = said.split_once(before).expect("it names both");
        let digits: String = (behind.chars().take_while(char::is_ascii_hexdigit)).collect();
        assert_eq!(digits.len(), 16, "{said}");
        digits
    })
}

#[test]
fn a_reset_makes_ends_agree_that_were_out_of_step() {
    let joined = Joined::new("reset");
    let reset = |number: u32| format!("RESET CHANNEL(ONE.TO.TWO) SEQNUM({number})");
    // A receiving end that has received nothing has no number.
    let refused = joined.two.refused(&reset(7));
    assert!(refused.starts_with("FMQ0201E"), "{refused}");
    let alter = |kind: &str| format!("ALTER CHANNEL(ONE.TO.TWO) CHLTYPE({kind}) SEQWRAP(1000)");
    joined.one.commands(&[&alter("SDR")]);
    joined.two.commands(&[&alter("RCVR")]);
    let refused = joined.one.refused(&reset(1_001));
    assert!(refused.starts_with("AMQ8412E"), "{refused}");
    let pending = "DISPLAY CHANNEL(ONE.TO.TWO) RESETSEQ";
    let shown = joined.one.shown(pending);
    assert!(shown.contains("RESETSEQ(NO)"), "{shown}");
    joined.one.commands(&[&reset(500)]);
    let shown = joined.one.shown(pending);
    assert!(shown.contains("RESETSEQ(500)"), "{shown}");
    let shown = joined
        .one
        .shown("DISPLAY CHANNEL(*) WHERE(RESETSEQ GT 0) SEQWRAP");
    assert!(shown.contains("CHANNEL(ONE.TO.TWO)"), "{shown}");
    joined.one.commands(&[START]);
    joined.put(0..3);
    assert_eq!(joined.arrived(3), [0, 1, 2]);
    joined
        .one
        .await_shown(pending, |shown| shown.contains("RESETSEQ(NO)"));
    let refused = joined.one.refused(&reset(1));
    assert!(refused.starts_with("AMQ9514E"), "{refused}");
    joined.stop();
    joined
        .two
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    joined.two.commands(&[&reset(7)]);
    joined.one.commands(&[START]);
    joined.put(3..5);
    let said = || joined.one.last_said("AMQ9526E");
    joined.one.await_shown(SHOW, |_| said().is_some());
    let said = said().expect("it was");
    assert!(said.contains("503") && said.contains("number 7"), "{said}");
    assert!(
        said.contains("RESET CHANNEL(ONE.TO.TWO) SEQNUM(7) "),
        "{said}"
    );
    let theirs = joined.two.last_said("AMQ9526E").expect("it was");
    assert_eq!(batches_in(&said), batches_in(&theirs));
    joined.stop();
    // The receiving end is told.
    joined.one.commands(&[&reset(1), START]);
    assert_eq!(joined.arrived(2), [3, 4]);
    joined.stop();
    joined.end();
}

#[test]
fn a_batch_in_doubt_is_kept_or_taken_back_by_hand_and_nothing_comes_twice() {
    let joined = Joined::new("resolve");
    let resolve = |action: &str| format!("RESOLVE CHANNEL(ONE.TO.TWO) ACTION({action})");
    let refused = joined.one.refused(&resolve("COMMIT"));
    assert!(refused.starts_with("FMQ0200W"), "{refused}");
    joined.one.commands(&[START]);
    joined.put(0..2);
    let mut all = joined.arrived(2);
    joined.await_confirmed();
    // The receiving end has the batch, and nobody hears of it.
    joined.road.lose_answers();
    joined.put(2..3);
    all.extend(joined.arrived(1));
    joined.road.close();
    joined
        .one
        .commands(&["STOP CHANNEL(ONE.TO.TWO) MODE(FORCE)"]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(STOPPED)"));
    // What is in doubt was got: it is off the depth, and not gone.
    assert_eq!(joined.depth(&joined.one, "QM2"), "0");
    // Numbers begin again when it is decided what has become of them.
    let saved = "DISPLAY CHSTATUS(ONE.TO.TWO) SAVED ALL";
    let reset = |number: u32| format!("RESET CHANNEL(ONE.TO.TWO) SEQNUM({number})");
    joined.one.commands(&[&reset(900)]);
    let said = joined.one.last_said("FMQ0220W").expect("a warning");
    for word in [
        value(&joined.one.shown(saved), "CURLUWID").to_owned(),
        value(&joined.one.shown(saved), "LSTLUWID").to_owned(),
        "number 3".to_owned(),
        "number 2".to_owned(),
        "with 900".to_owned(),
    ] {
        assert!(said.contains(&word), "{said} {word}");
    }
    for change in [
        "DELETE CHANNEL(ONE.TO.TWO)",
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) XMITQ(OTHER)",
        "DEFINE CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) XMITQ(OTHER) CONNAME('localhost') REPLACE",
    ] {
        let refused = joined.one.refused(change);
        assert!(refused.starts_with("AMQ9507E"), "{refused}");
    }
    joined.one.commands(&[&resolve("COMMIT")]);
    assert_eq!(joined.depth(&joined.one, "QM2"), "0");
    let refused = joined.one.refused(&resolve("COMMIT"));
    assert!(refused.starts_with("FMQ0200W"), "{refused}");
    joined.road.reopen();
    joined.one.commands(&[START]);
    joined.put(3..5);
    all.extend(joined.arrived(2));
    // It has nothing of the next one.
    joined.await_confirmed();
    let last_number = |number: u32| {
        let wanted = format!("LSTSEQNO({number})");
        joined
            .two
            .await_shown(saved, |shown| shown.contains(&wanted));
    };
    last_number(901);
    joined.road.lose_questions();
    joined.put(5..6);
    // A batch is in doubt from when its end is asked for, not from its first message.
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("INDOUBT(YES)"));
    joined.road.close();
    joined.stop();
    joined.one.commands(&[&reset(50), &resolve("BACKOUT")]);
    assert_eq!(joined.depth(&joined.one, "QM2"), "1");
    joined.road.reopen();
    joined.one.commands(&[START]);
    all.extend(joined.arrived(1));
    last_number(50);
    assert_eq!(all, (0..6).collect::<Vec<u32>>());
    joined.stop();
    joined.end();
}

/// Where batches overlapped the other end may have some of them: nothing is taken back before it is said which.
#[test]
fn of_several_batches_in_doubt_those_are_kept_that_the_other_end_has() {
    let joined = Joined::new("several");
    joined.one.commands(&[START]);
    joined.put(0..1);
    let mut all = joined.arrived(1);
    joined.await_confirmed();
    joined.road.lose_answers();
    for number in 1..3 {
        joined.put(number..number + 1);
        all.extend(joined.arrived(1));
    }
    joined.road.lose_questions();
    let before = joined.one.shown(SHOW);
    joined.put(3..4);
    // It is got; when the log has that, it goes with the question whether the other end has it. Before that it would be taken back.
    joined.one.await_shown(SHOW, |shown| {
        shown.contains("CURMSGS(3)") && value(shown, "BUFSSENT") != value(&before, "BUFSSENT")
    });
    joined.road.close();
    joined.stop();
    let saved = "DISPLAY CHSTATUS(ONE.TO.TWO) SAVED ALL";
    let (here, there) = (joined.one.shown(saved), joined.two.shown(saved));
    assert_eq!(value(&here, "CURMSGS"), "3");
    let last = value(&there, "LSTLUWID");
    assert_ne!(value(&here, "CURLUWID"), last);
    let backed_out = "RESOLVE CHANNEL(ONE.TO.TWO) ACTION(BACKOUT)";
    for (wrong, why) in [
        (backed_out.to_owned(), "is to be said"),
        (
            format!("{backed_out} LUWID(0123456789ABCDEF)"),
            "is none of them",
        ),
    ] {
        let refused = joined.one.refused(&wrong);
        let said = refused.starts_with("AMQ9507E") && refused.contains("batches");
        assert!(said && refused.contains(why), "{refused}");
    }
    let refused = joined.one.refused(&format!("{backed_out} LUWID(last)"));
    assert!(refused.contains("16 hexadecimal digits"), "{refused}");
    joined
        .one
        .commands(&[&format!("{backed_out} LUWID({last})")]);
    assert_eq!(joined.depth(&joined.one, "QM2"), "1");
    assert_eq!(value(&joined.one.shown(saved), "LSTLUWID"), last);
    joined.road.reopen();
    joined.one.commands(&[START]);
    all.extend(joined.arrived(1));
    assert_eq!(all, [0, 1, 2, 3]);
    joined.stop();
    joined.end();
}

/// The value of a keyword of the first thing that is shown.
fn value<'a>(shown: &'a str, keyword: &str) -> &'a str {
    let begin = format!(" {keyword}(");
    let (_, rest) = shown.split_once(&begin).expect(keyword);
    rest.split_once(')').expect("an end").0
}

#[test]
fn both_ends_show_where_they_stand_and_nothing_is_kept_before_the_first_start() {
    let joined = Joined::new("status");
    let saved = "DISPLAY CHSTATUS(ONE.*) SAVED ALL";
    let refused = joined.one.refused(saved);
    assert!(refused.contains("AMQ8420"), "{refused}");
    joined.one.commands(&["ALTER QMGR MONCHL(LOW)", START]);
    joined.put(0..3);
    joined.arrived(3);
    let is_sent = |shown: &str| {
        shown.contains("LSTSEQNO(3)") && shown.contains("MQGET") && shown.contains("XQMSGSA(0)")
    };
    let shown = joined.one.await_shown(SHOW, is_sent);
    for (keyword, expected) in [
        ("CHLTYPE", "SDR"),
        ("STATUS", "RUNNING"),
        ("RQMNAME", "QM2"),
        ("BATCHSZ", "50"),
        ("MSGS", "3"),
        ("CURMSGS", "0"),
        ("INDOUBT", "NO"),
        ("NPMSPEED", "FAST"),
        ("HBINT", "300"),
        ("SHORTRTS", "10"),
        ("LONGRTS", "999999999"),
        ("MONCHL", "LOW"),
        ("XQMSGSA", "0"),
    ] {
        assert_eq!(value(&shown, keyword), expected, "{keyword} {shown}");
    }
    assert!(
        value(&shown, "LOCLADDR").starts_with("127.0.0.1("),
        "{shown}"
    );
    for keyword in ["NETTIME", "XBATCHSZ", "XQTIME"] {
        assert!(!value(&shown, keyword).contains(' '), "{shown}");
    }
    let here = value(&shown, "LSTLUWID").to_owned();
    let receives = |shown: &str| shown.contains("LSTSEQNO(3)");
    let shown = joined.two.await_shown(SHOW, receives);
    for (keyword, expected) in [
        ("CHLTYPE", "RCVR"),
        ("RQMNAME", "QM1"),
        ("SUBSTATE", "RECEIVE"),
        ("MSGS", "3"),
        ("LSTLUWID", here.as_str()),
    ] {
        assert_eq!(value(&shown, keyword), expected, "{keyword} {shown}");
    }
    assert!(
        !shown.contains("XMITQ") && !shown.contains("SHORTRTS"),
        "{shown}"
    );
    // INITIAL and one answer for each batch have been sent at the least.
    assert_ne!(value(&shown, "BUFSSENT"), "0");
    let saved_there = joined.two.shown(saved);
    assert_eq!(value(&saved_there, "LSTLUWID"), here);
    assert_eq!(value(&saved_there, "RQMNAME"), "QM1");
    // In doubt, whoever compares sees that the other end has the batch.
    joined.road.lose_answers();
    joined.put(3..4);
    joined.arrived(1);
    let shown = joined
        .one
        .await_shown(SHOW, |shown| shown.contains("INDOUBT(YES)"));
    assert_eq!(value(&shown, "SUBSTATE"), "EOB");
    let none = joined
        .one
        .refused("DISPLAY CHSTATUS(*) WHERE(INDOUBT EQ NO)");
    assert!(none.starts_with("AMQ8420I"), "{none}");
    joined.road.close();
    joined.stop();
    let kept = joined.one.shown(saved);
    assert_eq!(value(&kept, "INDOUBT"), "YES");
    assert_eq!(value(&kept, "CURMSGS"), "1");
    // Whoever asks why it does not run sees that, too.
    let stopped = joined.one.shown(SHOW);
    for keyword in ["INDOUBT", "CURMSGS", "CURLUWID", "LSTLUWID"] {
        assert_eq!(value(&stopped, keyword), value(&kept, keyword), "{stopped}");
    }
    let there = joined.two.shown(saved);
    assert_eq!(value(&kept, "CURLUWID"), value(&there, "LSTLUWID"));
    joined
        .one
        .commands(&["RESOLVE CHANNEL(ONE.TO.TWO) ACTION(COMMIT)"]);
    let kept = joined.one.shown(saved);
    assert_eq!(value(&kept, "LSTLUWID"), value(&there, "LSTLUWID"));
    assert_eq!(value(&kept, "RQMNAME"), "QM2");
    joined.end();
}

const GET: &str = "DISPLAY QLOCAL(QM2) GET";

#[test]
fn a_stopped_channel_stays_stopped_over_a_restart_and_so_does_its_queue() {
    let mut joined = Joined::new("stopped");
    joined.one.commands(&[START]);
    joined.put(0..2);
    joined.arrived(2);
    joined.stop();
    joined
        .one
        .await_shown(GET, |shown| shown.contains("GET(DISABLED)"));
    let refused = joined
        .one
        .refused("STOP CHANNEL(ONE.TO.TWO) STATUS(INACTIVE)");
    assert!(refused.starts_with("AMQ9533W"), "{refused}");
    joined.put(2..3);
    joined.restart_one();
    let shown = joined.one.shown(SHOW);
    assert_eq!(value(&shown, "STATUS"), "STOPPED");
    assert_eq!(value(&shown, "SHORTRTS"), "10");
    assert!(joined.one.shown(GET).contains("GET(DISABLED)"));
    joined.one.commands(&[START]);
    assert_eq!(joined.arrived(1), [2]);
    assert!(joined.one.shown(GET).contains("GET(ENABLED)"));
    // One that runs is started again with its queue manager.
    joined.restart_one();
    joined.put(3..4);
    assert_eq!(joined.arrived(1), [3]);
    let refused = joined.one.refused(START);
    assert!(refused.starts_with("AMQ9514E"), "{refused}");
    // What has ended is not.
    joined
        .one
        .commands(&["STOP CHANNEL(ONE.TO.TWO) STATUS(INACTIVE)"]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    let refused = joined
        .one
        .refused("STOP CHANNEL(ONE.TO.TWO) STATUS(INACTIVE)");
    assert!(refused.starts_with("AMQ9533W"), "{refused}");
    joined.restart_one();
    joined.one.refused(SHOW);
    joined.end();
}

#[test]
fn a_channel_that_ends_with_its_queue_manager_is_called_again_and_nobody_complains() {
    let mut joined = Joined::new("ends");
    joined.one.commands(&[START]);
    for (how, number) in [(EndHow::Controlled, 0), (EndHow::Immediate, 1)] {
        joined.put(number..number + 1);
        assert_eq!(joined.arrived(1), [number]);
        joined.await_confirmed();
        let said = joined.one.restart_after(&joined.scratch[0].0, how);
        let complaints = said.iter().filter(|line| !line.contains("I: "));
        assert_eq!(complaints.collect::<Vec<_>>(), [""; 0], "{how:?}");
        joined
            .one
            .await_shown(SHOW, |shown| shown.contains("STATUS(RUNNING)"));
    }
    joined.end();
}

#[test]
fn an_idle_receiving_end_stops_at_once_and_the_sender_comes_again_when_it_is_started() {
    let joined = Joined::new("receiver");
    joined.one.commands(&[START]);
    joined.put(0..1);
    joined.arrived(1);
    joined.two.commands(&["STOP CHANNEL(ONE.TO.TWO)"]);
    // Heartbeats are five minutes apart.
    joined
        .two
        .await_shown(SHOW, |shown| shown.contains("STATUS(STOPPED)"));
    let shown = joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(RETRYING)"));
    assert_ne!(value(&shown, "SHORTRTS"), "10");
    joined.put(1..2);
    let refused = || joined.two.last_said("AMQ9534E").is_some();
    joined.two.await_shown(SHOW, |_| refused());
    joined.two.commands(&[START]);
    assert_eq!(joined.arrived(1), [1]);
    // One instance of several: that of a queue manager.
    let wrong = joined.two.refused("STOP CHANNEL(ONE.TO.TWO) QMNAME(QM9)");
    assert!(wrong.starts_with("AMQ9533W"), "{wrong}");
    joined
        .two
        .commands(&["STOP CHANNEL(ONE.TO.TWO) QMNAME(QM1) MODE(FORCE)"]);
    // It is not kept out.
    joined.put(2..3);
    assert_eq!(joined.arrived(1), [2]);
    joined.end();
}

/// What is on an ordinary queue has no header that says where it goes.
#[test]
fn a_sender_takes_nothing_from_a_queue_that_is_no_transmission_queue() {
    let joined = Joined::new("plain");
    joined.one.commands(&[
        "DEFINE QLOCAL(PLAIN)",
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) XMITQ(PLAIN)",
    ]);
    let mut app = joined.one.connect();
    let to = ObjectDescriptor::queue("PLAIN");
    let put = app.put1(
        &to,
        &mut MsgDescriptor::default(),
        &mut PutOptions::default(),
        b"for a program".to_vec(),
    );
    put.expect("put");
    app.disconnect().expect("disconnected");
    joined.one.commands(&[START]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(RETRYING)"));
    let said = joined.one.last_said("AMQ9531E").expect("it is told");
    assert!(
        said.contains("PLAIN") && said.contains("MQRC_XMIT_Q_USAGE_ERROR"),
        "{said}"
    );
    assert_eq!(joined.depth(&joined.one, "PLAIN"), "1");
    // It was the queue alone.
    joined
        .one
        .commands(&["ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) XMITQ(QM2)", START]);
    joined.put(0..1);
    assert_eq!(joined.arrived(1), [0]);
    joined.end();
}

#[test]
fn a_channel_that_cannot_connect_is_stopped_when_its_attempts_are_used_up() {
    let joined = Joined::new("exhausted");
    joined.road.close();
    let change =
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) SHORTRTY(1) SHORTTMR(0) LONGRTY(1) LONGTMR(1)";
    joined.one.commands(&[change, START]);
    let shown = joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(STOPPED)"));
    assert_eq!(value(&shown, "SHORTRTS"), "0");
    assert_eq!(value(&shown, "LONGRTS"), "0");
    assert!(joined.one.last_said("FMQ0204E").is_some());
    joined
        .one
        .await_shown(GET, |shown| shown.contains("GET(DISABLED)"));
    joined.put(0..1);
    joined.road.reopen();
    joined.one.commands(&[START]);
    assert_eq!(joined.arrived(1), [0]);
    joined.end();
}

#[test]
fn messages_start_the_channel_of_their_queue_again_and_again() {
    let joined = Joined::new("triggered");
    let change = "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) DISCINT(1)";
    let trigger = "ALTER QLOCAL(QM2) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)";
    joined.one.commands(&[change, trigger]);
    let shown = joined.one.shown("DISPLAY QMSTATUS CHINIT");
    assert!(shown.contains("CHINIT(RUNNING)"), "{shown}");
    let ended = |shown: &str| shown.contains("AMQ8420I");
    // By its transmission queue, by name, and by the data of a process.
    joined.put(0..2);
    assert_eq!(joined.arrived(2), [0, 1]);
    joined.one.await_shown(SHOW, ended);
    joined
        .one
        .commands(&["ALTER QLOCAL(QM2) TRIGDATA(ONE.TO.TWO)"]);
    joined.put(2..3);
    assert_eq!(joined.arrived(1), [2]);
    joined.one.await_shown(SHOW, ended);
    joined.one.commands(&[
        "DEFINE PROCESS(GO) USERDATA('ONE.TO.TWO')",
        "ALTER QLOCAL(QM2) TRIGDATA(' ') PROCESS(GO)",
    ]);
    joined.put(3..4);
    assert_eq!(joined.arrived(1), [3]);
    joined.one.await_shown(SHOW, ended);
    // A name that is none is told.
    joined
        .one
        .commands(&["ALTER QLOCAL(QM2) TRIGDATA(NO.SUCH) PROCESS(' ')"]);
    joined.put(4..5);
    let told = || joined.one.last_said("FMQ0205E").is_some();
    joined.one.await_shown(SHOW, |_| told());
    joined.one.commands(&[START]);
    assert_eq!(joined.arrived(1), [4]);
    // Nothing starts a stopped one.
    joined.stop();
    joined.one.commands(&["ALTER QLOCAL(QM2) TRIGDATA(' ')"]);
    joined.put(5..6);
    joined.one.commands(&[
        "DEFINE QLOCAL(OTHER.INITQ)",
        "START CHINIT INITQ(OTHER.INITQ)",
    ]);
    let refused = joined.one.refused("START CHINIT INITQ(NO.SUCH)");
    assert!(refused.starts_with("AMQ8404E"), "{refused}");
    let shown = joined.one.shown(SHOW);
    assert_eq!(value(&shown, "STATUS"), "STOPPED");
    joined.one.commands(&[START]);
    assert_eq!(joined.arrived(1), [5]);
    joined.one.await_shown(SHOW, ended);
    joined.end();
}

/// Who comes later than the trouble finds what to look for in the error log.
#[test]
fn why_a_channel_failed_last_is_shown_in_what_is_kept_of_it() {
    let joined = Joined::new("last-error");
    let saved = "DISPLAY CHSTATUS(ONE.TO.TWO) SAVED LSTERROR LSTERRDA LSTERRTI LSTSEQNO";
    joined.road.close();
    joined.put(0..1);
    joined.one.commands(&[START]);
    // It has never come so far that anything is kept of it.
    let shown = joined
        .one
        .await_shown(saved, |shown| shown.contains("LSTERROR("));
    let number = value(&shown, "LSTERROR").to_owned();
    assert!(joined.one.last_said(&number).is_some(), "{shown}");
    assert_eq!(value(&shown, "LSTERRDA").len(), "2026-11-29".len());
    assert_eq!(value(&shown, "LSTERRTI").len(), "14.00.00".len());
    joined.road.reopen();
    joined
        .one
        .commands(&["STOP CHANNEL(ONE.TO.TWO) STATUS(INACTIVE)", START]);
    assert_eq!(joined.arrived(1), [0]);
    let shown = joined
        .one
        .await_shown(saved, |shown| shown.contains("LSTSEQNO(1)"));
    assert_eq!(value(&shown, "LSTERROR"), number, "also while it runs");
    joined.end();
}

/// Goal: `STOP CONN` of the channel initiator's own connection does not end triggering until somebody looks for messages. Method: that look is a minute away.
#[test]
fn triggers_go_on_when_the_connection_of_the_channel_initiator_is_stopped() {
    let joined = Joined::new("stopped-initiator");
    let trigger = "ALTER QLOCAL(QM2) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)";
    joined.one.commands(&[trigger]);
    let own = "DISPLAY CONN(*) TYPE(HANDLE) WHERE(OBJNAME EQ SYSTEM.CHANNEL.INITQ)";
    for round in 0..2 {
        let shown = joined.one.await_shown(own, |shown| shown.contains("CONN("));
        let stopped = value(&shown, "CONN").to_owned();
        joined.one.commands(&[&format!("STOP CONN({stopped})")]);
        let is_new = |shown: &str| shown.contains("CONN(") && !shown.contains(&stopped);
        joined.one.await_shown(own, is_new);
        let shown = joined.one.shown("DISPLAY QMSTATUS CHINIT");
        assert!(shown.contains("CHINIT(RUNNING)"), "{round}: {shown}");
    }
    joined.put(0..2);
    assert_eq!(joined.arrived(2), [0, 1]);
    joined.end();
}

#[test]
fn a_receiver_nobody_has_defined_is_made_when_it_is_called_if_the_queue_manager_says_so() {
    let joined = Joined::new("made");
    joined.two.commands(&["DELETE CHANNEL(ONE.TO.TWO)"]);
    joined.one.commands(&[
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) SEQWRAP(5000)",
        START,
    ]);
    let unknown = || joined.two.last_said("AMQ9519E").is_some();
    joined.two.await_shown(SHOW, |_| unknown());
    joined.two.commands(&[
        "ALTER QMGR CHAD(ENABLED)",
        "ALTER CHANNEL(SYSTEM.AUTO.RECEIVER) CHLTYPE(RCVR) BATCHSZ(7)",
    ]);
    joined.put(0..3);
    assert_eq!(joined.arrived(3), [0, 1, 2]);
    let shown = joined.two.shown("DISPLAY CHANNEL(ONE.TO.TWO)");
    assert_eq!(value(&shown, "CHLTYPE"), "RCVR");
    assert_eq!(value(&shown, "SEQWRAP"), "5000");
    assert_eq!(value(&shown, "BATCHSZ"), "7");
    assert!(
        value(&shown, "DESCR").starts_with("Auto-defined by QM1 20"),
        "{shown}"
    );
    assert!(joined.two.last_said("AMQ9401I").is_some());
    let shown = joined.one.shown(SHOW);
    assert_eq!(value(&shown, "BATCHSZ"), "7");
    joined.end();
}

/// An exit may refuse who calls, and is not run here: nobody gets in for that.
#[test]
fn no_receiver_is_made_where_an_exit_is_to_be_asked() {
    let joined = Joined::new("asked");
    joined.two.commands(&[
        "DELETE CHANNEL(ONE.TO.TWO)",
        "ALTER QMGR CHAD(ENABLED) CHADEXIT('/exits/who(may)')",
    ]);
    joined.one.commands(&[START]);
    joined
        .two
        .await_shown(SHOW, |_| joined.two.last_said("AMQ9402E").is_some());
    let said = joined.two.last_said("AMQ9402E").expect("it is told");
    assert!(said.contains("CHADEXIT"), "{said}");
    joined.two.commands(&["ALTER QMGR CHADEXIT(' ')"]);
    joined.put(0..3);
    assert_eq!(joined.arrived(3), [0, 1, 2]);
    joined.end();
}

#[test]
fn a_channel_that_fails_is_not_tried_again_where_no_initiator_runs() {
    let joined = Joined::new("no-initiator");
    let initiator = "DISPLAY QMSTATUS CHINIT";
    joined
        .one
        .await_shown(initiator, |shown| shown.contains("CHINIT(RUNNING)"));
    joined
        .one
        .commands(&["ALTER QLOCAL(SYSTEM.CHANNEL.INITQ) GET(DISABLED)"]);
    joined
        .one
        .await_shown(initiator, |shown| shown.contains("CHINIT(STOPPED)"));
    joined.road.close();
    joined.one.commands(&[START]);
    joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(STOPPED)"));
    assert!(joined.one.last_said("FMQ0218W").is_some());
    joined.road.reopen();
    joined
        .one
        .commands(&["ALTER QLOCAL(SYSTEM.CHANNEL.INITQ) GET(ENABLED)"]);
    joined
        .one
        .await_shown(initiator, |shown| shown.contains("CHINIT(RUNNING)"));
    joined.one.commands(&[START]);
    joined.put(0..1);
    assert_eq!(joined.arrived(1), [0]);
    joined.end();
}

#[test]
fn messages_whose_trigger_message_was_lost_start_their_channel_all_the_same() {
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            look: Duration::from_millis(200),
            ..quiet().client_road
        },
        ..quiet()
    };
    let joined = Joined::with("lost-trigger", settings);
    // Nobody gets the trigger message from there.
    joined.one.commands(&[
        "DEFINE QLOCAL(NOBODYS.INITQ)",
        "ALTER QLOCAL(QM2) TRIGGER TRIGTYPE(FIRST) INITQ(NOBODYS.INITQ)",
    ]);
    joined.put(0..3);
    assert_eq!(joined.arrived(3), [0, 1, 2]);
    // What is stopped stays so.
    joined.stop();
    joined.one.commands(&["ALTER QLOCAL(QM2) GET(ENABLED)"]);
    joined.put(3..4);
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(joined.depth(&joined.one, "QM2"), "1");
    joined.end();
}

/// Source: "the associated transmission queue was set to GET(DISABLED) and triggering was set off. When the start request is received, these
/// attributes are reset".
#[test]
fn stopping_a_channel_turns_triggering_of_its_queue_off_and_starting_it_on() {
    let joined = Joined::new("operations-triggers");
    let show = "DISPLAY QLOCAL(QM2) GET TRIGGER";
    let shows = |get: &str, trigger: &str| {
        let is_so = |shown: &str| {
            let words: Vec<&str> = shown.split_whitespace().collect();
            words.contains(&get) && words.contains(&trigger)
        };
        joined.one.await_shown(show, is_so);
    };
    let [start, stop] = ["START CHANNEL(ONE.TO.TWO)", "STOP CHANNEL(ONE.TO.TWO)"];
    // One that was never triggered stays so.
    joined.one.commands(&[start, stop]);
    shows("GET(DISABLED)", "NOTRIGGER");
    joined.one.commands(&[start]);
    shows("GET(ENABLED)", "NOTRIGGER");
    joined.one.commands(&[
        "ALTER QLOCAL(QM2) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ) TRIGDATA(ONE.TO.TWO)",
        stop,
    ]);
    shows("GET(DISABLED)", "NOTRIGGER");
    joined.one.commands(&[start]);
    shows("GET(ENABLED)", "TRIGGER");
    joined.end();
}

/// A channel that is tried again shows what its definition says, until both ends agree on something.
#[test]
fn a_channel_that_is_tried_again_shows_its_definition_and_says_that_it_ended() {
    let joined = Joined::new("operations-retrying");
    // Nobody listens there any more.
    let gone = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = gone.local_addr().expect("it has one").port();
    drop(gone);
    let alter = format!(
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) BATCHSZ(7) HBINT(33) NPMSPEED(FAST) SHORTTMR(999) CONNAME('127.0.0.1({port})')"
    );
    joined.one.commands(&[&alter, "START CHANNEL(ONE.TO.TWO)"]);
    let shown = joined
        .one
        .await_shown("DISPLAY CHSTATUS(ONE.TO.TWO) ALL", |shown| {
            shown.contains("STATUS(RETRYING)")
        });
    for field in ["BATCHSZ(7)", "HBINT(33)", "NPMSPEED(FAST)"] {
        assert!(shown.contains(field), "{field} in {shown}");
    }
    let said = joined.one.said();
    let at = |number: &str| said.iter().position(|line| line.starts_with(number));
    let (why, ended) = (at("AMQ9202E"), at("AMQ9999E"));
    assert!(why.is_some() && why < ended, "{said:#?}");
    joined.end();
}
