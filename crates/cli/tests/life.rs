//! Queue managers as processes: what a kill leaves, what wrong files do, who is in the way.

use crate::support::Room;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Waits until something is so. The limit is a watchdog, not a promise.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills a process the hard way and waits until its lock is free.
fn kill(room: &Room, name: &str) {
    let process = room.process_of(name);
    let killed = Command::new("kill").args(["-9", &process]).status();
    assert!(killed.expect("kill is there").success());
    until("nobody has it open", || {
        !room
            .done(&["dspmq", "-m", name])
            .contains("STATUS(Running)")
    });
}

/// Waits until a conversation is connected, beside the one that asks.
fn until_conversing(room: &Room, q_mgr: &str) {
    let shown = "DISPLAY CONN(*) WHERE(APPLTAG EQ 'runmqsc')\n";
    until("a conversation is connected", || {
        let said = room.run_with(&["runmqsc", "-e", q_mgr], shown);
        said.out.matches("   CONN(").count() == 2
    });
}

fn depth_of(room: &Room, q_mgr: &str, queue: &str) -> String {
    let command = format!("DISPLAY QLOCAL({queue}) CURDEPTH\n");
    let said = room.run_with(&["runmqsc", "-e", q_mgr], &command);
    let field = said.out.split("CURDEPTH(").nth(1).unwrap_or_default();
    field.split(')').next().unwrap_or_default().to_owned()
}

#[test]
fn what_was_acknowledged_before_a_kill_is_there_after_the_next_start() {
    let room = Room::new();
    room.start("QM1", &[]);
    room.run_with(
        &["runmqsc", "-e", "QM1"],
        "ALTER QLOCAL(DEV.QUEUE.1) DEFPSIST(YES)\n",
    );
    let mut acknowledged = 0;
    for round in 0..3 {
        let lines: String = (0..20)
            .map(|line| format!("round {round} line {line}\n"))
            .collect();
        let put = room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], &lines);
        assert_eq!(put.code, 0, "{put:?}");
        acknowledged += 20;
        kill(&room, "QM1");
        let status = room.done(&["dspmq"]);
        assert!(status.contains("STATUS(Ended unexpectedly)"), "{status}");
        room.done(&["strmqm", "QM1"]);
        assert_eq!(
            depth_of(&room, "QM1", "DEV.QUEUE.1"),
            acknowledged.to_string()
        );
    }
    let got = room.done(&["amqsget", "DEV.QUEUE.1", "QM1"]);
    assert_eq!(got.matches("message <round").count(), 60);
    assert!(got.contains("message <round 2 line 19>"), "{got}");
}

/// Names the queue manager in the environment of a process that is to serve it and to break a rule.
const BREAKS: &str = "FERROMQ_TESTS_BREAK";

/// Serves a queue manager until a line comes: then a thread panics, as one does that finds an invariant broken.
fn serve_and_break(q_mgr: String) {
    std::thread::spawn(|| {
        let mut told = String::new();
        let read = std::io::stdin().read_line(&mut told);
        assert!(read.is_err(), "two and two are five");
    });
    let _ = ferromq_cli::run(vec!["ferromq".into(), "serve".into(), q_mgr]);
}

/// Goal: a broken invariant ends the process of a queue manager at once, which says so in the error log, and loses nothing. Method: that
/// process is this program once more, so that one of its threads can be made to panic.
#[test]
fn a_process_that_breaks_a_rule_of_its_own_ends_says_so_and_loses_nothing() {
    if let Ok(q_mgr) = std::env::var(BREAKS) {
        return serve_and_break(q_mgr);
    }
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    let this = std::env::current_exe().expect("this program");
    let named = "life::a_process_that_breaks_a_rule_of_its_own_ends_says_so_and_loses_nothing";
    let mut serving = Command::new(this)
        .args(["--exact", named, "--nocapture"])
        .env("MQ_DATA_PATH", room.path())
        .env(BREAKS, "QM1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    until("it runs", || {
        let status = room.done(&["dspmq", "-m", "QM1"]);
        status.contains("STATUS(Running)")
    });
    room.run_with(
        &["runmqsc", "-e", "QM1"],
        "ALTER QLOCAL(DEV.QUEUE.1) DEFPSIST(YES)\n",
    );
    let put = room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one\n");
    assert_eq!(put.code, 0, "{put:?}");
    let mut told = serving.stdin.take().expect("standard input is a pipe");
    told.write_all(b"now\n").expect("it reads");
    let mut ended = None;
    until("the queue manager ends", || {
        ended = serving.try_wait().expect("it is a child");
        ended.is_some()
    });
    assert_eq!(ended.and_then(|it| it.signal()), Some(6), "{ended:?}");
    room.until_told("QM1", |log| {
        log.contains("FMQ0031") && log.contains("two and two are five")
    });
    let status = room.done(&["dspmq"]);
    assert!(status.contains("STATUS(Ended unexpectedly)"), "{status}");
    room.done(&["strmqm", "QM1"]);
    assert_eq!(depth_of(&room, "QM1", "DEV.QUEUE.1"), "1");
}

#[test]
fn of_several_starts_at_once_one_starts_it_and_the_others_say_why_not() {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let mut command = room.command(&["strmqm", "QM1"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("the executable starts")
        })
        .collect();
    let mut codes: Vec<i32> = starts
        .into_iter()
        .map(|start| start.wait_with_output().expect("the command ends"))
        .map(|output| output.status.code().unwrap_or(-1))
        .collect();
    codes.sort_unstable();
    assert_eq!(codes[0], 0, "{codes:?}");
    assert!(
        codes[1..].iter().all(|code| matches!(code, 5 | 24)),
        "{codes:?}"
    );
    assert!(room.done(&["dspmq"]).contains("STATUS(Running)"));
}

#[test]
fn a_preemptive_end_and_a_signal_lose_nothing_that_was_acknowledged() {
    let room = Room::new();
    room.start("QM1", &[]);
    room.run_with(
        &["runmqsc", "-e", "QM1"],
        "ALTER QLOCAL(DEV.QUEUE.1) DEFPSIST(YES)\n",
    );
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one\n");
    room.done(&["endmqm", "-p", "QM1"]);
    assert!(room.done(&["dspmq"]).contains("STATUS(Ended preemptively)"));
    room.done(&["strmqm", "QM1"]);
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "two\n");
    let terminated = Command::new("kill").arg(room.process_of("QM1")).status();
    assert!(terminated.expect("kill is there").success());
    until("it has ended in good order", || {
        room.done(&["dspmq"]).contains("STATUS(Ended immediately)")
    });
    room.done(&["strmqm", "QM1"]);
    assert_eq!(depth_of(&room, "QM1", "DEV.QUEUE.1"), "2");
}

#[test]
fn a_conversation_whose_queue_manager_dies_says_so_and_ends() {
    let room = Room::new();
    room.start("QM1", &[]);
    let mut child = room
        .command(&["runmqsc", "QM1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin
        .write_all(b"PING QMGR\n")
        .expect("the command listens");
    until_conversing(&room, "QM1");
    kill(&room, "QM1");
    let _ = stdin.write_all(b"PING QMGR\n");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(20), "{complaint}");
    assert!(complaint.contains("AMQ8145E"), "{complaint}");
}

#[test]
fn the_error_log_is_as_large_as_qm_ini_says() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    let data = room.path().join("qmgrs/QM1");
    let ini = data.join("qm.ini");
    let text = std::fs::read_to_string(&ini).expect("qm.ini");
    std::fs::write(&ini, format!("{text}QMErrorLog:\n   ErrorLogSize=32768\n")).expect("written");
    let put_aside = data.join("errors/AMQERR02.LOG");
    // Each start tells of every setting.
    let mut starts = 0;
    while !put_aside.exists() {
        starts += 1;
        assert!(starts < 20, "it is never put aside");
        room.done(&["strmqm", "QM1"]);
        room.done(&["endmqm", "-w", "QM1"]);
    }
    let bytes = std::fs::metadata(&put_aside).expect("there").len();
    assert!((16_384..=32_768).contains(&bytes), "{bytes}");
}

#[test]
fn a_wrong_line_in_qm_ini_stops_the_start_and_is_named() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    let path = room.path().join("qmgrs/QM1/qm.ini");
    let good = std::fs::read_to_string(&path).expect("crtmqm wrote it");
    std::fs::write(
        &path,
        good.replace("LogPrimaryFiles=3", "LogPrimaryFiles=1"),
    )
    .unwrap();
    let line = good
        .lines()
        .position(|line| line.contains("LogPrimaryFiles"))
        .unwrap()
        + 1;
    let said = room.run(&["strmqm", "QM1"]);
    assert_eq!(said.code, 71, "{said:?}");
    let expected = format!("qm.ini', line {line}: LogPrimaryFiles: 1 is outside 2..510.");
    assert!(
        said.err.starts_with("FMQ0003E: ") && said.err.contains(&expected),
        "{said:?}"
    );
    // What was fixed at creation cannot be changed later.
    std::fs::write(&path, good.replace("LogFilePages=64", "LogFilePages=128")).unwrap();
    let said = room.run(&["strmqm", "QM1"]);
    assert_eq!(said.code, 23, "{said:?}");
    assert!(said.err.contains("LogFilePages"), "{said:?}");
    std::fs::write(&path, good).unwrap();
    room.done(&["strmqm", "QM1"]);
}

#[test]
fn settings_in_force_and_their_origins_are_in_the_notice_log() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "-oa", "user", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let log = room.path().join("qmgrs/QM1/errors/AMQERR01.LOG");
    let notices = std::fs::read_to_string(log).expect("a start writes notices");
    for expected in [
        "FMQ0010I: Setting Log.LogFilePages is 64, from qm.ini.",
        "FMQ0010I: Setting TuningParameters.ExpiryInterval is 300, from the default.",
        "FMQ0011W: Setting Service.SecurityPolicy in '",
        "AMQ8003I: Queue manager 'QM1' started.",
    ] {
        assert!(notices.contains(expected), "{expected}\n{notices}");
    }
}

#[test]
fn a_queue_manager_another_program_embeds_is_left_alone_and_its_holder_named() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    let installation = ferromq::Installation::open(room.path()).unwrap();
    let (directories, stored) = installation.stored("QM1").unwrap();
    let settings = ferromq::Settings {
        directories: Some(directories),
        log: stored.log,
        ..ferromq::Settings::default()
    };
    let manager = ferromq::QueueManager::open(room.path(), "QM1", &settings).unwrap();
    let own = std::process::id().to_string();
    for (words, code) in [(["strmqm", "QM1"], 24), (["endmqm", "QM1"], 40)] {
        let said = room.run(&words);
        assert_eq!(said.code, code, "{said:?}");
        assert!(
            said.err.contains("FMQ0020E") && said.err.contains(&own),
            "{said:?}"
        );
    }
    manager.end().unwrap();
    room.done(&["strmqm", "QM1"]);
}

#[test]
fn a_start_without_services_starts_no_listener_no_command_server_and_no_queued_interface() {
    let room = Room::new();
    room.start("QM1", &[]);
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = free.local_addr().expect("it is bound").port();
    drop(free);
    let listener = format!("DEFINE LISTENER(L1) TRPTYPE(TCP) PORT({port}) CONTROL(QMGR)\n");
    assert_eq!(room.run_with(&["runmqsc", "QM1"], &listener).code, 0);
    let commands = "DISPLAY QMSTATUS CMDSERV\nDISPLAY LSSTATUS(*)\nDISPLAY PUBSUB STATUS\n";
    for (start, server, runs) in [
        (["strmqm", "QM1"].as_slice(), "CMDSERV(RUNNING)", true),
        (&["strmqm", "-no", "QM1"], "CMDSERV(STOPPED)", false),
        (&["strmqm", "-ns", "QM1"], "CMDSERV(STOPPED)", false),
    ] {
        room.done(&["endmqm", "-w", "QM1"]);
        room.done(start);
        let shown = room.run_with(&["runmqsc", "QM1"], commands).out;
        assert!(shown.contains(server), "{start:?}: {shown}");
        for service in ["LISTENER(L1)", "STATUS(ACTIVE)"] {
            assert_eq!(shown.contains(service), runs, "{start:?}: {shown}");
        }
    }
    let late = "START LISTENER(L1)\nALTER QMGR PSMODE(ENABLED)\nDISPLAY PUBSUB STATUS\nEND\n";
    let late = room.run_with(&["runmqsc", "QM1"], late);
    assert_eq!(late.code, 0, "{late:?}");
    assert!(late.out.contains("STATUS(COMPAT)"), "{late:?}");
}

#[test]
fn a_controlled_end_waits_for_applications_and_its_time_limit_does_not() {
    let room = Room::new();
    room.start("QM1", &[]);
    let mut talker = room
        .command(&["runmqsc", "QM1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut stdin = talker.stdin.take().expect("standard input is a pipe");
    until_conversing(&room, "QM1");
    room.done(&["endmqm", "-c", "QM1"]);
    let status = room.done(&["dspmq"]);
    assert!(status.contains("STATUS(Quiescing)"), "{status}");
    let refused = room.run(&["amqsget", "DEV.QUEUE.1", "QM1"]);
    assert!(
        refused.out.contains("MQCONNX ended with reason code 2161"),
        "{refused:?}"
    );
    room.done(&["endmqm", "-w", "-t", "0", "QM1"]);
    assert!(room.done(&["dspmq"]).contains("STATUS(Ended immediately)"));
    let _ = stdin.write_all(b"END\n");
    drop(stdin);
    let _ = talker.wait();
}

/// Goal: a creation that was killed can be repeated. Its data directory has no catalog.
#[test]
fn what_a_killed_creation_left_is_no_obstacle_to_the_next() {
    let room = Room::new();
    let mut creation = room
        .command(&["crtmqm", "-lf", "65535", "-lp", "8", "QM1"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the executable starts");
    let log = room.path().join("log/QM1/active");
    until("the log is being written", || log.exists());
    creation.kill().expect("it can be killed");
    let _ = creation.wait();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
}

#[test]
fn a_closed_pipe_ends_a_display_quietly_and_leaves_messages_where_they_are() {
    let room = Room::new();
    room.start("QM1", &[]);
    let lines: String = (0..50).map(|line| format!("{line}\n")).collect();
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], &lines);
    // Closed before the command starts, so that how fast it is does not matter.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let child = room
        .command(&["amqsget", "DEV.QUEUE.1", "QM1"])
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let output = child.wait_with_output().expect("the command ends");
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let left: u32 = depth_of(&room, "QM1", "DEV.QUEUE.1")
        .parse()
        .expect("a depth is a number");
    assert!(left >= 48, "{left}");
}

#[test]
fn directories_asked_for_are_used_and_removed() {
    let room = Room::new();
    let (data, log) = (room.path().join("mine"), room.path().join("fast"));
    let (data_text, log_text) = (data.display().to_string(), log.display().to_string());
    room.done(&[
        "crtmqm", "-dev", "-lf", "64", "-md", &data_text, "-ld", &log_text, "A.B",
    ]);
    room.done(&["strmqm", "A.B"]);
    room.run_with(&["amqsput", "DEV.QUEUE.1", "A.B"], "hello\n");
    assert_eq!(depth_of(&room, "A.B", "DEV.QUEUE.1"), "1");
    assert!(log.join("A!B/active/S0000000.LOG").exists());
    room.done(&["endmqm", "-i", "A.B"]);
    room.done(&["dltmqm", "A.B"]);
    assert!(!data.join("A!B").exists() && !log.join("A!B").exists());
    assert!(!room.path().join("qmgrs/A!B").exists());
}

#[test]
fn a_request_is_answered_over_a_temporary_queue() {
    let room = Room::new();
    room.start("QM1", &[]);
    let echo = room
        .command(&["amqsech", "-n", "2", "-k", "DEV.QUEUE.1", "QM1"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut request = room.command(&["amqsreq", "DEV.QUEUE.1", "QM1"]);
    let mut child = request
        .env("MQSAMP_WAIT", "30")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin.write_all(b"one\ntwo\n").expect("the command listens");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("response <one>") && said.contains("response <two>"),
        "{said}"
    );
    let echoed = echo.wait_with_output().expect("two requests end it");
    assert!(String::from_utf8_lossy(&echoed.stdout).contains("2 requests answered"));
}

/// Goal: a disk that takes no notices any more harms nobody. Method: both files notices can go to
/// are devices that are always full, and a program ends without a word, which is a notice.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_below_the_error_log_does_not_stop_the_queue_manager() {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    let errors = room.path().join("qmgrs/QM1/errors");
    std::fs::create_dir_all(&errors).expect("a directory can be made");
    for file in ["AMQERR01.LOG", "AMQSTDERR.LOG"] {
        std::os::unix::fs::symlink("/dev/full", errors.join(file)).expect("a link can be made");
    }
    room.done(&["strmqm", "QM1"]);
    let mut talker = room
        .command(&["runmqsc", "QM1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the executable starts");
    until_conversing(&room, "QM1");
    talker.kill().expect("it can be killed");
    let _ = talker.wait();
    let shown = "DISPLAY CONN(*) WHERE(APPLTAG EQ 'runmqsc')\n";
    until("the connection is noticed to be gone", || {
        let said = room.run_with(&["runmqsc", "-e", "QM1"], shown);
        assert_eq!(said.code, 0, "{said:?}");
        said.out.matches("   CONN(").count() == 1
    });
    room.done(&["endmqm", "-i", "QM1"]);
}

/// A notice of programs that end without disconnecting is worth something only as long as
/// commands do disconnect, also when they fail.
#[test]
fn commands_disconnect_also_when_they_fail() {
    let room = Room::new();
    room.start("QM1", &[]);
    room.run_with(&["runmqsc", "QM1"], "PING QMGR\n");
    assert_eq!(room.run(&["amqsput", "NO.SUCH", "QM1"]).code, 1);
    assert_eq!(room.run(&["amqsget", "NO.SUCH", "QM1"]).code, 1);
    room.done(&["endmqm", "-w", "QM1"]);
    let log = room.path().join("qmgrs/QM1/errors/AMQERR01.LOG");
    let notices = std::fs::read_to_string(log).expect("there is a log");
    assert!(!notices.contains("FMQ0005W"), "{notices}");
}

#[test]
fn a_program_that_ends_without_a_word_is_named_in_the_notice_log() {
    let room = Room::new();
    room.start("QM1", &[]);
    let mut talker = room
        .command(&["runmqsc", "QM1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the executable starts");
    until_conversing(&room, "QM1");
    let told = format!("Process {} of application 'runmqsc' ended", talker.id());
    talker.kill().expect("it can be killed");
    let _ = talker.wait();
    let log = room.path().join("qmgrs/QM1/errors/AMQERR01.LOG");
    until("the end is noticed", || {
        std::fs::read_to_string(&log).is_ok_and(|notices| notices.contains(&told))
    });
}

#[test]
fn a_port_given_at_creation_makes_a_listener_that_starts_with_the_queue_manager() {
    let room = Room::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = free.local_addr().expect("it is bound").port().to_string();
    drop(free);
    room.done(&["crtmqm", "-lf", "64", "-p", &port, "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let said = room.run_with(
        &["runmqsc", "-e", "QM1"],
        "DIS LISTENER(SYSTEM.LISTENER.TCP.1) PORT CONTROL\n",
    );
    assert!(
        said.out.contains(&format!("PORT({port})")) && said.out.contains("CONTROL(QMGR)"),
        "{said:?}"
    );
}

#[test]
fn runmqlsr_listens_until_it_is_ended() {
    use std::io::{BufRead, BufReader};
    use std::net::{TcpListener, TcpStream};
    use std::process::Stdio;
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = free.local_addr().expect("it is bound").port();
    let (number, address) = (port.to_string(), format!("127.0.0.1:{port}"));
    let words = [
        "runmqlsr",
        "-t",
        "TCP",
        "-p",
        &number,
        "-i",
        "127.0.0.1",
        "-m",
        "QM1",
    ];
    let said = room.run(&words);
    assert_eq!(said.code, 20, "the port is taken: {said:?}");
    assert!(said.err.contains(&format!(
        "AMQ9218E: The TCP listener cannot use port {port}"
    )));
    // Of these commands other failures have no code of their own either.
    for words in [
        &["runmqlsr", "-t", "TCP", "-m", "NOSUCH"][..],
        &["endmqlsr", "-m", "NOSUCH"],
        &["runmqchl", "-c", "A", "-m", "NOSUCH"],
        &["runmqchi", "-m", "NOSUCH"],
        &["runswchl", "-c", "A", "-m", "NOSUCH"],
    ] {
        assert_eq!(room.run(words).code, 20, "{words:?}");
    }
    drop(free);
    let begin = || {
        let mut process = room
            .command(&words)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let out = process.stdout.take().expect("it is piped");
        let mut first = String::new();
        BufReader::new(out).read_line(&mut first).expect("a line");
        assert!(first.ends_with("of queue manager QM1 runs.\n"), "{first}");
        process
    };
    let mut process = begin();
    TcpStream::connect(&address).expect("somebody listens");
    let pid = rustix::process::Pid::from_child(&process);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it is there");
    let ended = process.wait().expect("it ends");
    assert_eq!(ended.code(), Some(0));
    TcpStream::connect(&address).expect_err("nobody listens any more");
    let mut process = begin();
    let said = room.done(&["endmqlsr", "-m", "QM1"]);
    assert!(said.contains("AMQ5027I: The listener 'RUNMQLSR."), "{said}");
    assert_eq!(process.wait().expect("it ends").code(), Some(4));
}
