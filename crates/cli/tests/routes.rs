//! `dspmqrte` between two queue managers, and application activity trace, as an administrator sees them.

use crate::joined::Joined;
use crate::support::Room;
use std::process::Stdio;

fn prepared() -> Joined {
    let joined = Joined::new();
    joined.mqsc("QM2", "DEFINE QLOCAL(TARGET)");
    joined.mqsc(
        "QM1",
        "DEFINE QREMOTE(FAR) RNAME(TARGET) RQMNAME(QM2)\nDEFINE QLOCAL(REPLIES)\nDEFINE QLOCAL(HERE)",
    );
    joined
}

fn route(joined: &Joined, words: &[&str]) -> String {
    let all = [&["dspmqrte", "-m", "QM1", "-w", "60"], words].concat();
    joined.room.done(&all)
}

#[test]
fn reports_of_agents_show_the_way_and_the_message_ends_where_it_arrives() {
    let joined = prepared();
    let said = route(&joined, &["-q", "FAR"]);
    let queues: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("AMQ8666I"))
        .collect();
    assert_eq!(
        queues,
        [
            "AMQ8666I: Queue 'QM2' on queue manager 'QM1'.",
            "AMQ8666I: Queue 'TARGET' on queue manager 'QM2'."
        ],
        "{said}"
    );
    joined.until_depth("QM2", "TARGET", 0);
    let said = route(&joined, &["-q", "HERE", "-v", "all"]);
    for part in [
        "OperationType: Put",
        "QName: 'HERE'",
        "Deliver: No",
        "Detail: Medium",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    joined.until_depth("QM1", "HERE", 0);
}

#[test]
fn what_is_gathered_comes_back_in_the_answer_and_the_message_stays_if_that_is_wanted() {
    let joined = prepared();
    let words = [
        "-q", "FAR", "-ac", "-ar", "-ro", "none", "-rq", "REPLIES", "-d", "yes",
    ];
    let outline = ["-v", "outline", "activity,operation,traceroute"];
    let said = route(&joined, &[&words[..], &outline[..]].concat());
    let kinds: Vec<&str> = said
        .lines()
        .filter_map(|line| line.trim().strip_prefix("OperationType: "))
        .collect();
    assert_eq!(kinds, ["Put", "Get", "Send", "Receive", "Put"], "{said}");
    for part in [
        "RecordedActivities: 3",
        "UnrecordedActivities: 0",
        "Accumulate: AndReply",
        "ChannelName: 'QM1.TO.QM2'",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    joined.until_depth("QM2", "TARGET", 1);
}

#[test]
fn a_queue_manager_may_take_no_part_or_keep_what_is_told() {
    let joined = prepared();
    joined.mqsc("QM2", "ALTER QMGR ROUTEREC(DISABLED) ACTIVREC(QUEUE)");
    let words = ["-q", "FAR", "-n", "-rq", "REPLIES"];
    let said = route(&joined, &words);
    let id = said
        .lines()
        .find(|line| line.len() == 48 && line.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .expect("the identifier")
        .to_owned();
    joined.until_depth("QM2", "SYSTEM.ADMIN.ACTIVITY.QUEUE", 1);
    joined.until_depth("QM1", "REPLIES", 1);
    let words = ["dspmqrte", "-m", "QM1", "-q", "REPLIES", "-i", &id];
    let said = joined.room.done(&words);
    assert!(
        said.contains("AMQ8666I: Queue 'QM2' on queue manager 'QM1'."),
        "{said}"
    );
    assert!(!said.contains("TARGET"), "{said}");
    let words = [
        "dspmqrte",
        "-m",
        "QM2",
        "-q",
        "SYSTEM.ADMIN.ACTIVITY.QUEUE",
        "-i",
        &id,
        "-b",
    ];
    let said = joined.room.done(&words);
    assert!(
        said.contains("AMQ8666I: Queue 'TARGET' on queue manager 'QM2'."),
        "{said}"
    );
}

#[test]
fn more_activities_than_allowed_end_it_on_its_way() {
    let joined = prepared();
    let words = ["-q", "FAR", "-s", "1", "-d", "yes"];
    let said = route(&joined, &words);
    assert!(
        said.contains("AMQ8666I: Queue 'QM2' on queue manager 'QM1'."),
        "{said}"
    );
    assert!(!said.contains("'TARGET'"), "{said}");
    // What is put behind it arrives alone.
    joined.put("FAR", "one\n");
    joined.until_depth("QM2", "TARGET", 1);
}

#[test]
fn options_that_make_no_sense_together_are_refused() {
    let room = Room::new();
    for (words, wanted) in [
        (&["-q", "A", "-ar"][..], "option -ar needs option -ac"),
        (&["-q", "A", "-ts", "B"], "option -ts stands for -q and -qm"),
        (&["-m", "QM1"], "option -q is missing"),
        (
            &["-q", "A", "-i", "00"],
            "'00' of option -i is not 48 hexadecimal digits",
        ),
        (
            &["-q", "A", "-v", "outline", "nonsense"],
            "'nonsense' is no group that can be shown",
        ),
        (
            &["-q", "A", "-ro", "coa,xyz"],
            "'xyz' of option -ro is no report",
        ),
    ] {
        let said = room.run(&[&["dspmqrte"], words].concat());
        assert_eq!((said.code, said.err.trim_end()), (10, wanted), "{words:?}");
    }
}

#[test]
fn a_subscription_has_the_calls_of_a_program_told() {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    // However long the calls take, they are told together.
    let text = "AllActivityTrace:\n   ActivityInterval=0\n";
    std::fs::write(room.path().join("qmgrs/QM1/mqat.ini"), text).expect("written");
    room.done(&["strmqm", "QM1"]);
    let topic = "$SYS/MQ/INFO/QMGR/QM1/ActivityTrace/ApplName/amqsput";
    let words = ["amqsact", "-m", "QM1", "-t", topic, "-d", "1", "-w", "120"];
    let mut command = room.command(&words);
    command.stdout(Stdio::piped());
    let child = command.spawn().expect("it starts");
    // Calls before the subscription is there are told to nobody.
    let subscribed = || {
        let said = room.run_with(&["runmqsc", "QM1"], "DISPLAY SUB(*) TOPICSTR");
        said.out.contains(topic)
    };
    let began = std::time::Instant::now();
    while !subscribed() {
        assert!(began.elapsed().as_secs() < 60);
    }
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one\n");
    let output = child.wait_with_output();
    let said = String::from_utf8_lossy(&output.expect("it ends").stdout).into_owned();
    let calls: Vec<&str> = said
        .lines()
        .filter_map(|line| {
            line.split_whitespace()
                .find(|word| word.starts_with("MQXF_"))
        })
        .collect();
    let wanted = [
        "MQXF_CONNX",
        "MQXF_OPEN",
        "MQXF_PUT",
        "MQXF_CLOSE",
        "MQXF_DISC",
    ];
    assert_eq!(calls, wanted, "{said}");
    assert!(said.contains("(DEV.QUEUE.1)"), "{said}");
}

#[test]
fn the_queue_manager_traces_all_programs_or_those_of_mqat_ini() {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    let text = "AllActivityTrace:\n   TraceMessageData=3\n   TraceLevel=HIGH\nApplicationTrace:\n   ApplClass=USER\n   ApplName=amqsget\n   Trace=OFF\n";
    std::fs::write(room.path().join("qmgrs/QM1/mqat.ini"), text).expect("written");
    room.done(&["strmqm", "QM1"]);
    room.run_with(&["runmqsc", "QM1"], "ALTER QMGR ACTVTRC(ON)\n");
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one pencil\n");
    room.done(&["amqsget", "DEV.QUEUE.1", "QM1"]);
    let said = room.done(&["amqsact", "-m", "QM1", "-v"]);
    assert!(said.contains("ApplicationName: 'amqsput'"), "{said}");
    assert!(said.contains("Application Type: MQAT_UNIX\n"), "{said}");
    assert!(said.contains("Platform: MQPL_UNIX\n"), "{said}");
    assert!(!said.contains("ApplicationName: 'amqsget'"), "{said}");
    // The first bytes of the message.
    assert!(said.contains("X'6F6E65'"), "{said}");
    assert!(said.contains("Operation Id: MQXF_PUT"), "{said}");
}
