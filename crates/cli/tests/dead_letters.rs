//! The dead-letter queue handler, with dead letters of a real channel.

use crate::joined::Joined;
use crate::support::Room;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const DEAD: &str = "SYSTEM.DEAD.LETTER.QUEUE";

/// Two queue managers, and at QM2 dead letters for three queues that are not there.
fn with_dead_letters() -> Joined {
    let joined = Joined::new();
    joined.mqsc(
        "QM1",
        "DEFINE QREMOTE(A) RNAME(ORDERS) RQMNAME(QM2)\n\
         DEFINE QREMOTE(B) RNAME(BILLS) RQMNAME(QM2)\n\
         DEFINE QREMOTE(C) RNAME(NEWS.1) RQMNAME(QM2) DEFPSIST(YES)\n",
    );
    joined.put("A", "order 1\norder 2\n");
    joined.put("B", "bill 1\n");
    joined.put("C", "news 1\nnews 2\n");
    joined.until_depth("QM2", DEAD, 5);
    joined
}

#[test]
fn dead_letters_go_where_the_rules_say() {
    let joined = with_dead_letters();
    let handle = |words: &[&str], rules: &str| joined.room.run_with(words, rules);
    joined.mqsc(
        "QM2",
        "DEFINE QLOCAL(ORDERS)\nDEFINE QLOCAL(REST)\nDEFINE QLOCAL(BARE)",
    );
    // Bills have no queue yet: two attempts, then the next rule that is for them leaves them.
    let said = handle(
        &["runmqdlq", DEAD, "QM2"],
        "INPUTQM('NO.SUCH') WAIT(NO) RETRYINT(1)\n\
         DESTQ(ORDERS) ACTION(RETRY) PUTAUT(CTX)\n\
         DESTQ(BILLS) REASON(MQRC_UNKNOWN_OBJECT_NAME) ACTION(RETRY) RETRY(2)\n\
         DESTQ(BILLS) ACTION(IGNORE)\n\
         DESTQ(NEWS*) PERSIST(MQPER_PERSISTENT) +\n  ACTION(FWD) FWDQ(REST)\n",
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains("AMQ8708I: ") && said.out.contains("AMQ8709I: "),
        "{said:?}"
    );
    let failed = "for queue 'BILLS' stays: rule of line 3 with ACTION(RETRY) has failed 2 times, at last with 2085";
    assert!(said.out.contains(failed), "{said:?}");
    let summary = "FMQ0195I: Dead letters: 0 discarded, 2 put where they were for, 2 forwarded, 2 attempts failed, 1 left on the queue.";
    assert!(said.out.contains(summary), "{said:?}");
    assert_eq!(
        joined.got("QM2", "ORDERS"),
        ["order 1", "order 2"],
        "in order"
    );
    joined.until_depth("QM2", "REST", 2);
    // They have kept their header: the queue is one of dead letters, too. The sample does the same as the command.
    let said = handle(
        &["amqsdlq", "REST", "QM2"],
        "WAIT(NO)\nACTION(FWD) FWDQ(BARE) HEADER(NO)\n",
    );
    // But it tells of it only where that is asked for.
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    assert_eq!(joined.got("QM2", "BARE"), ["news 1", "news 2"]);
    // Back over the other channel.
    joined.mqsc("QM1", "DEFINE QLOCAL(BACK)");
    let said = handle(
        &["runmqdlq", "", "QM2"],
        "WAIT(NO)\nACTION(FWD) FWDQ(BACK) FWDQM(QM1) HEADER(NO)\n",
    );
    assert!(
        said.code == 0 && said.out.contains("1 forwarded"),
        "{said:?}"
    );
    joined.until_depth("QM1", "BACK", 1);
    assert_eq!(joined.got("QM1", "BACK"), ["bill 1"]);
}

/// Whoever put a message there without a header has it there still.
#[test]
fn a_message_without_a_header_is_left_alone_and_others_are_thrown_away() {
    let joined = with_dead_letters();
    let put = joined
        .room
        .run_with(&["amqsput", DEAD, "QM2"], "no header\n");
    assert_eq!(put.code, 0, "{put:?}");
    let said = joined
        .room
        .run_with(&["runmqdlq", "", "QM2"], "WAIT(NO)\nACTION(DISCARD)\n");
    assert!(said.out.contains("AMQ8721W: "), "{said:?}");
    assert!(
        said.out.contains("5 discarded") && said.out.contains("1 left"),
        "{said:?}"
    );
    assert_eq!(joined.got("QM2", DEAD), ["no header"]);
}

/// The sample tells as much as its environment says.
#[test]
fn the_sample_tells_what_its_variables_ask_for() {
    let joined = with_dead_letters();
    let put = joined
        .room
        .run_with(&["amqsput", DEAD, "QM2"], "no header\n");
    assert_eq!(put.code, 0, "{put:?}");
    let rules = "WAIT(NO)\nDESTQ(ORDERS) ACTION(DISCARD)\nDESTQ(BILLS) ACTION(RETRY)\n";
    let told = |variables: &[(&str, &str)]| {
        let mut command = joined.room.command(&["amqsdlq", "", "QM2"]);
        command.envs(variables.iter().copied());
        let output = fed(command, rules).wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let traced = told(&[("ODQ_TRACE", "YES"), ("ODQ_MSG", "NO")]);
    for (line, count) in [
        ("is for 'ORDERS', reason 2085", 2),
        ("rule of line 2, ACTION(DISCARD): done", 2),
        ("rule of line 3, ACTION(RETRY): 2085", 1),
        ("stays", 3),
        ("has no dead-letter header", 1),
        ("AMQ", 0),
        ("FMQ", 0),
    ] {
        assert_eq!(traced.matches(line).count(), count, "{line} in {traced}");
    }
    let messages = told(&[("ODQ_MSG", "yes")]);
    assert!(messages.contains("AMQ8708I: "), "{messages}");
    assert!(!messages.contains("stays\n"), "{messages}");
    // What is wrong with rules it always tells.
    let said = joined
        .room
        .run_with(&["amqsdlq", "", "QM2"], "ACTION(THROW)\n");
    assert!(
        said.code == 1 && said.out.contains("FMQ0193E: "),
        "{said:?}"
    );
}

fn started(room: &Room, words: &[&str], rules: &str) -> Child {
    fed(room.command(words), rules)
}

fn fed(mut command: Command, rules: &str) -> Child {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, rules.as_bytes()).expect("it reads");
    child
}

/// It waits for messages that come later, tries again those it could not put, and ends when it is told to.
#[test]
fn it_waits_for_messages_and_ends_with_a_signal() {
    let joined = with_dead_letters();
    let rules = "RETRYINT(1)\nDESTQ(ORDERS) ACTION(RETRY) RETRY(1000)\nACTION(DISCARD)\n";
    let child = started(&joined.room, &["runmqdlq", "", "QM2"], rules);
    joined.until_depth("QM2", DEAD, 2);
    joined.put("B", "bill 2\n");
    joined.put("A", "order 3\n");
    // All seven have come; the bill goes, sooner or later.
    joined.until_shown("QM2", "DISPLAY CHSTATUS(QM1.TO.QM2) MSGS", "MSGS(7)");
    joined.mqsc("QM2", "DEFINE QLOCAL(ORDERS)");
    joined.until_depth("QM2", DEAD, 0);
    let process = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &process]).status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        out.contains("4 discarded, 3 put where they were for"),
        "{out}"
    );
    let mut orders = joined.got("QM2", "ORDERS");
    orders.sort();
    assert_eq!(orders, ["order 1", "order 2", "order 3"]);
    // With a number of seconds it ends by itself.
    let began = Instant::now();
    let said = joined
        .room
        .run_with(&["runmqdlq", "", "QM2"], "WAIT(2)\nACTION(DISCARD)\n");
    assert!(
        said.code == 0 && began.elapsed() >= Duration::from_secs(2),
        "{said:?}"
    );
}

#[test]
fn what_is_wrong_with_the_rules_is_told_before_anything_is_done() {
    let room = Room::new();
    room.start("QM1", &[]);
    let handle = |words: &[&str], rules: &str| room.run_with(words, rules);
    let said = handle(
        &["runmqdlq", "", "QM1"],
        "WAIT(NO)\nACTION(RETRY) RETRY(0)\nREASON(MQRC_NOPE) ACTION(DISCARD)\n",
    );
    assert_eq!(said.code, 1, "{said:?}");
    let range = "AMQ8757E: The number of RETRY is out of range (line 2, column 21): it is from 1 to 999999999.";
    assert!(said.out.contains(range), "{said:?}");
    assert!(
        said.out
            .contains("FMQ0193E: REASON does not take this value (line 3, column 8): MQRC_NOPE."),
        "{said:?}"
    );
    assert!(
        said.out.contains("AMQ8758E: ") && said.out.contains("handler: 2."),
        "{said:?}"
    );
    let none = handle(&["runmqdlq", "", "QM1"], "");
    assert!(
        none.code == 1 && none.out.contains("AMQ8750E: "),
        "{none:?}"
    );
    let rules = "WAIT(NO)\nACTION(DISCARD)\n";
    let unknown = handle(&["runmqdlq", "NO.SUCH", "QM1"], rules);
    assert!(
        unknown.code == 71 && unknown.err.contains("AMQ8745E: "),
        "{unknown:?}"
    );
    let other = handle(&["runmqdlq", "", "QM9"], rules);
    assert_eq!(other.code, 16, "{other:?}");
    // None is named, and the queue manager has none.
    let altered = room.run_with(&["runmqsc", "QM1"], "ALTER QMGR DEADQ(' ')\n");
    assert_eq!(altered.code, 0, "{altered:?}");
    let blank = handle(&["runmqdlq", "", "QM1"], rules);
    assert!(
        blank.code == 71 && blank.err.contains("FMQ0196E: "),
        "{blank:?}"
    );
}

/// The handler is killed while it works, again and again: each message is in one place, once.
#[test]
fn a_handler_that_is_killed_loses_and_doubles_nothing() {
    let joined = Joined::new();
    joined.mqsc(
        "QM1",
        "DEFINE QREMOTE(A) RNAME(ORDERS) RQMNAME(QM2) DEFPSIST(YES)",
    );
    let lines: String = (0..300).map(|number| format!("order {number}\n")).collect();
    joined.put("A", &lines);
    joined.until_depth("QM2", DEAD, 300);
    joined.mqsc("QM2", "DEFINE QLOCAL(ORDERS)");
    let rules = "ACTION(RETRY)\n";
    for round in 0..6 {
        let mut child = started(&joined.room, &["runmqdlq", "", "QM2"], rules);
        std::thread::sleep(Duration::from_millis(20 + 15 * round));
        child.kill().expect("it is killed");
        child.wait().expect("it is gone");
    }
    // What the last one had got is back.
    joined.until_shown(
        "QM2",
        "DISPLAY QSTATUS(SYSTEM.DEAD.LETTER.QUEUE) UNCOM",
        "UNCOM(NO)",
    );
    let rest = joined
        .room
        .run_with(&["runmqdlq", "", "QM2"], "WAIT(NO)\nACTION(RETRY)\n");
    assert_eq!(rest.code, 0, "{rest:?}");
    joined.until_depth("QM2", DEAD, 0);
    let mut orders = joined.got("QM2", "ORDERS");
    orders.sort();
    let mut wanted: Vec<&str> = lines.lines().collect();
    wanted.sort_unstable();
    assert_eq!(orders, wanted);
}
