//! Uniform clusters: what queue managers do by themselves at every start, and what `ferromq cluster` makes.
//!
//! Sources: automatic configuration from MQSC scripts and of qm.ini at startup; automatic cluster configuration.

use crate::support::Room;
use ferromq_client::{ChannelSource, ReconnectingConnection};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, GetOptions};
use ferromq_mqi::session::Session;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Ports of this file.
const PORT: &str = "24310";

fn ask(room: &Room, q_mgr: &str, command: &str) -> String {
    let said = room.run_with(&["runmqsc", "-e", q_mgr], &format!("{command}\n"));
    said.out
}

/// Waits until a display has this. The limit is a watchdog, not a promise.
fn until_shown(room: &Room, q_mgr: &str, command: &str, wanted: &[&str]) {
    let began = Instant::now();
    loop {
        let said = ask(room, q_mgr, command);
        if wanted.iter().all(|text| said.contains(text)) {
            return;
        }
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{wanted:?} never in {said}"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn commands_and_settings_are_applied_at_every_start_with_what_their_inserts_stand_for() {
    let room = Room::new();
    let folder = room.path().join("mqsc");
    fs::create_dir(&folder).expect("made");
    let ini = room.path().join("more.ini");
    fs::write(&ini, "Channels:\n   MaxChannels=77\n").expect("written");
    let text = "DEFINE QLOCAL('+QMNAME+.+SITE+') REPLACE DESCR('+SITE+')\nDEFINE QLOCAL(ONCE)\n";
    fs::write(folder.join("a.mqsc"), text).expect("written");
    let (folder_path, ini_path) = (folder.display().to_string(), ini.display().to_string());
    let words = [
        "crtmqm",
        "-z",
        "-lf",
        "64",
        "-ic",
        &folder_path,
        "-ii",
        &ini_path,
        "-iv",
        "SITE=HERE",
        "-iv",
        "B=2",
        "QM1",
    ];
    room.done(&words);
    room.done(&["strmqm", "QM1"]);
    let shown = ask(&room, "QM1", "DISPLAY QLOCAL(*) DESCR WHERE(DESCR EQ HERE)");
    assert!(shown.contains("QUEUE(QM1.HERE)"), "{shown}");
    let data = room.path().join("qmgrs/QM1");
    let in_ini = fs::read_to_string(data.join("qm.ini")).expect("read");
    assert!(
        in_ini.contains("Channels:\n   MaxChannels=77\n"),
        "{in_ini}"
    );
    assert!(
        in_ini.contains("Variables:\n   SITE=HERE\n   B=2\n"),
        "{in_ini}"
    );
    room.done(&["endmqm", "-i", "QM1"]);
    // A command that fails is told of, and does not keep it from starting.
    room.done(&["strmqm", "QM1"]);
    let log = || fs::read_to_string(data.join("errors/AMQERR01.LOG")).expect("read");
    let answers = fs::read_to_string(data.join("errors/autocfgmqsc.LOG")).expect("read");
    assert!(log().contains(
        "FMQ0292W: A command of the automatic configuration failed; DEFINE QLOCAL(ONCE)."
    ));
    assert!(answers.contains("AMQ8150E"), "{answers}");
    room.done(&["endmqm", "-i", "QM1"]);
    // What cannot be used is told of, and the copy is used.
    fs::write(folder.join("b.mqsc"), "DEFINE NOTHING(AT) ALL\n").expect("written");
    room.done(&["strmqm", "QM1"]);
    assert!(log().contains("FMQ0291W"), "{}", log());
    assert!(
        log().contains("'DEFINE NOTHING(AT) ALL' is no command"),
        "{}",
        log()
    );
    room.done(&["endmqm", "-i", "QM1"]);
}

/// Passwords of commands at the start come from secrets of the platform; logs, answers and archives go to others.
#[test]
fn passwords_of_commands_at_the_start_stand_in_no_file_that_is_given_away() {
    let room = Room::new();
    let script = room.path().join("first.mqsc");
    let commands = "DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h(389)') LDAPPWD +\n('sesame1') SHORTUSR(uid) USRFIELD(uid)\n\
        * ALTER AUTHINFO(L) LDAPPWD('sesame2')\nALTER AUTHINFO(NONE) AUTHTYPE(IDPWLDAP) LDAPPWD('+KEYPWD+')\n\
        ALTER QMGR SSLCRYP('GSK_PKCS11=/p.so;t;sesame4;O;')\nALTER AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('sesame5\n\
        ALTER AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD(sesame6) +\n";
    fs::write(&script, commands).expect("written");
    let path = script.display().to_string();
    room.done(&[
        "crtmqm",
        "-z",
        "-lf",
        "64",
        "-iv",
        "KEYPWD=sesame3",
        "-ic",
        &path,
        "QM1",
    ]);
    room.done(&["strmqm", "QM1"]);
    let errors = room.path().join("qmgrs/QM1/errors");
    let read = |name| fs::read_to_string(errors.join(name)).expect("read");
    let (answers, log) = (read("autocfgmqsc.LOG"), read("AMQERR01.LOG"));
    for file in fs::read_dir(&errors).expect("a directory") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("read");
        assert!(!text.contains("sesame"), "{}: {text}", path.display());
    }
    assert!(
        answers.contains("     1 : DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h(389)') LDAPPWD (********) SHORTUSR"),
        "{answers}"
    );
    assert!(
        log.contains("FMQ0292W: A command of the automatic configuration failed; ALTER AUTHINFO(NONE) AUTHTYPE(IDPWLDAP) LDAPPWD(********)."),
        "{log}"
    );
    // Answers of an earlier version.
    let old = "     1 : ALTER AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('sesame')\n";
    fs::write(errors.join("autocfgmqsc.LOG"), old).expect("written");
    let archive = room.path().join("all.zip").display().to_string();
    room.done(&["runmqras", "-qmlist", "QM1", "-zipfile", &archive]);
    let bytes = fs::read(&archive).expect("an archive");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("LDAPPWD(********)\n") && text.contains("autocfgmqsc.LOG"));
    assert!(!text.contains("sesame"));
    room.done(&["endmqm", "-i", "QM1"]);
}

/// A file of commands has a slip of the pen when it is used first, as is often so in containers.
#[test]
fn a_wrong_command_of_the_first_start_is_told_of_and_the_others_are_done() {
    let room = Room::new();
    let script = room.path().join("first.mqsc");
    let commands = "DEFINE QLOCAL(BEFORE)\nDEFINE QLOCAL(DEEP) MAXDEPTH(-1)\nNONSENSE\nDEFINE QLOCAL(BEHIND)\n";
    fs::write(&script, commands).expect("written");
    let path = script.display().to_string();
    room.done(&["crtmqm", "-z", "-lf", "64", "-ic", &path, "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let shown = ask(&room, "QM1", "DISPLAY QLOCAL(BE*)");
    assert!(shown.contains("QUEUE(BEFORE)"), "{shown}");
    assert!(shown.contains("QUEUE(BEHIND)"), "{shown}");
    let data = room.path().join("qmgrs/QM1");
    let log = || fs::read_to_string(data.join("errors/AMQERR01.LOG")).expect("read");
    assert!(log().contains("FMQ0292W: A command of the automatic configuration failed; NONSENSE."));
    let answers = fs::read_to_string(data.join("errors/autocfgmqsc.LOG")).expect("read");
    assert!(answers.contains("AMQ8412E"), "{answers}");
    room.done(&["endmqm", "-i", "QM1"]);
    // What was right once is used rather than what is wrong now, and the log says what is wrong.
    fs::write(&script, "DEFINE QLOCAL(RIGHT) REPLACE\n").expect("written");
    room.done(&["strmqm", "QM1"]);
    room.done(&["endmqm", "-i", "QM1"]);
    fs::write(
        &script,
        "DEFINE QLOCAL(DEEP) MAXDEPTH(-1) DESCR('+SITE+')\n",
    )
    .expect("written");
    room.done(&["strmqm", "QM1"]);
    assert!(
        log().contains(
            "Numeric Range Error: MAXDEPTH takes 0 to 999999999; +SITE+ stands for nothing"
        ),
        "{}",
        log()
    );
    room.done(&["endmqm", "-i", "QM1"]);
}

#[test]
fn without_a_copy_a_configuration_that_cannot_be_read_keeps_it_from_starting() {
    let room = Room::new();
    let missing = room.path().join("missing.mqsc").display().to_string();
    room.done(&["crtmqm", "-z", "-lf", "64", "-ic", &missing, "QM1"]);
    let refused = room.run(&["strmqm", "QM1"]);
    assert_eq!(refused.code, 71, "{refused:?}");
    assert!(
        refused.err.contains("FMQ0290E") && refused.err.contains("missing.mqsc"),
        "{refused:?}"
    );
    for wrong in ["NAME", "A-B=1", "QMNAME=X"] {
        let refused = room.run(&["crtmqm", "-iv", wrong, "QM2"]);
        assert_eq!(refused.code, 39, "{refused:?}");
    }
}

#[test]
fn a_uniform_cluster_is_made_by_one_command_and_comes_together_again_after_restarts() {
    let room = Room::new();
    let made = room.done(&["cluster", "UNI", "3", "-p", PORT]);
    assert!(
        made.contains("Uniform cluster UNI has 3 queue managers"),
        "{made}"
    );
    let shown = ask(&room, "UNI3", "DISPLAY QMSTATUS AUTOCLUS UNICLUS");
    assert!(
        shown.contains("AUTOCLUS(UNIFORM)") && shown.contains("UNICLUS(UNI)"),
        "{shown}"
    );
    let shown = ask(&room, "UNI1", "DISPLAY QMGR REPOS");
    assert!(shown.contains("REPOS(UNI)"), "{shown}");
    let shown = ask(&room, "UNI3", "DISPLAY QMGR REPOS");
    assert!(shown.contains("REPOS( )"), "{shown}");
    let folder = room.path().join("clusters/UNI");
    let commands = folder.join("cluster.mqsc");
    let more = fs::read_to_string(&commands).expect("read")
        + "DEFINE QLOCAL(ORDERS) CLUSTER('+AUTOCL+') REPLACE\n";
    fs::write(&commands, more).expect("written");
    // All at the same time, so that the channels of each fail first.
    for member in ["UNI1", "UNI2", "UNI3"] {
        room.done(&["endmqm", "-i", member]);
    }
    for member in ["UNI1", "UNI2", "UNI3"] {
        room.done(&["strmqm", member]);
    }
    let all = ["CLUSQMGR(UNI1)", "CLUSQMGR(UNI2)", "CLUSQMGR(UNI3)"];
    for full in ["UNI1", "UNI2"] {
        until_shown(&room, full, "DISPLAY QCLUSTER(ORDERS) CLUSQMGR", &all);
    }
    let table = fs::read_to_string(folder.join("ccdt.json")).expect("read");
    assert_eq!(table.matches("UNI.APP").count(), 6, "{table}");
    let again = room.run(&["cluster", "UNI", "3"]);
    assert_eq!(again.code, 8, "{again:?}");
    for member in ["UNI1", "UNI2", "UNI3"] {
        room.done(&["endmqm", "-i", member]);
    }
}

/// A program that waits for messages until it is to end, wherever it is connected.
fn waits_for_work(table: &str, is_over: &AtomicBool) {
    let source = ChannelSource::from_url(table).expect("a table");
    let options = ConnectOptions {
        q_mgr_name: ObjectName::truncated("*SPR"),
        options: MQCNO_RECONNECT | MQCNO_NO_CONV_SHARING,
        appl_name: FixedText::truncated("orders"),
        ..ConnectOptions::default()
    };
    let connected = ReconnectingConnection::connect(source, &options, None);
    let mut app = Session::new(connected.expect("connected"));
    let queue = app.open("DEV.QUEUE.1", MQOO_INPUT_SHARED).expect("opened");
    let wait = GetOptions {
        options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT,
        wait_interval_ms: 500,
        ..GetOptions::default()
    };
    while !is_over.load(Ordering::SeqCst) {
        let got = app.get(queue, &MsgDescriptor::default(), &wait, 100);
        let reason = got.map_or_else(|error| error.reason, |_| Reason::NONE);
        assert_eq!(reason, Reason::NO_MSG_AVAILABLE);
    }
    app.disconnect().expect("disconnected");
}

/// How many of the programs each member has, as one of them knows it: `None` of one that is not heard of.
fn counts(room: &Room, at: &str) -> Vec<Option<u32>> {
    let shown = ask(
        room,
        at,
        "DISPLAY APSTATUS('orders') TYPE(QMGR) ACTIVE COUNT QMNAME",
    );
    let of = |text: &str, keyword: &str| {
        let behind = &text[text.find(keyword)? + keyword.len()..];
        Some(behind[..behind.find(')')?].to_owned())
    };
    let blocks = shown.split("AMQ8932I").skip(1).map(|block| {
        let active = of(block, " ACTIVE(").as_deref() == Some("YES");
        let count = of(block, " COUNT(").and_then(|count| count.parse().ok());
        (of(block, " QMNAME("), count.filter(|_| active))
    });
    let mut all: Vec<(Option<String>, Option<u32>)> = blocks.collect();
    all.sort();
    all.into_iter().map(|(_, count)| count).collect()
}

fn until_counts(room: &Room, wanted: &[Option<u32>]) {
    let began = Instant::now();
    for at in ["SPR1", "SPR2", "SPR3"] {
        loop {
            let found = counts(room, at);
            if found == wanted {
                break;
            }
            let is_long = began.elapsed() > Duration::from_secs(120);
            assert!(!is_long, "{wanted:?} never at {at}, but {found:?}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }
    eprintln!("{wanted:?} after {:?}", began.elapsed());
}

/// Goal: programs of one name are spread evenly over the members, go to the others when one is killed, and to it again when it is back.
#[test]
fn programs_are_spread_over_the_members_of_a_uniform_cluster() {
    let room = Room::new();
    room.done(&["cluster", "SPR", "3", "-p", "24320", "-dev"]);
    for member in ["SPR2", "SPR3"] {
        room.done(&["endmqm", "-i", member]);
    }
    let table = room.path().join("clusters/SPR/ccdt.json");
    let table = format!("file://{}", table.display());
    let is_over = AtomicBool::new(false);
    let end = Ends(&is_over);
    std::thread::scope(|threads| {
        for _ in 0..9 {
            threads.spawn(|| waits_for_work(&table, &is_over));
        }
        // Where something fails the programs end as well.
        let _end = end;
        until_shown(&room, "SPR1", "DISPLAY APSTATUS('orders')", &["COUNT(9)"]);
        room.done(&["strmqm", "SPR2"]);
        room.done(&["strmqm", "SPR3"]);
        let even = [Some(3), Some(3), Some(3)];
        until_counts(&room, &even);
        let balanced = ["COUNT(9)", "BALANCED(YES)"];
        until_shown(&room, "SPR2", "DISPLAY APSTATUS('orders')", &balanced);
        let process = room.process_of("SPR3");
        let killed = Command::new("kill").args(["-9", &process]).status();
        assert!(killed.expect("kill is there").success());
        until_shown(
            &room,
            "SPR1",
            "DISPLAY APSTATUS('orders') TYPE(QMGR) ACTIVE QMNAME",
            &["ACTIVE(NO)"],
        );
        until_shown(&room, "SPR1", "DISPLAY APSTATUS('orders')", &balanced);
        room.done(&["strmqm", "SPR3"]);
        until_counts(&room, &even);
    });
    for member in ["SPR1", "SPR2", "SPR3"] {
        room.done(&["endmqm", "-i", member]);
    }
}

/// Sets the flag when it is dropped.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}
