//! Services as processes: started with the queue manager or by command, watched, stopped, ended with it.

use crate::support::Room;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Waits until something is so. The limit is a watchdog, not a promise.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn mqsc(room: &Room, commands: &str) -> String {
    room.run_with(&["runmqsc", "-e", "QM1"], commands).out
}

fn file(room: &Room, name: &str) -> PathBuf {
    room.path().join(name)
}

fn text(room: &Room, name: &str) -> String {
    std::fs::read_to_string(file(room, name)).unwrap_or_default()
}

/// The process of a service that runs; nothing if it does not.
fn process_of(room: &Room, service: &str) -> Option<String> {
    let said = mqsc(room, &format!("DISPLAY SVSTATUS({service})\n"));
    let pid = said.split("PID(").nth(1)?;
    Some(pid.split(')').next()?.to_owned())
}

fn is_alive(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// A server that says what it was given, stays until it is told to end, and says that, too. It goes with the file it prints to.
fn server(room: &Room, name: &str, control: &str, more: &str) -> String {
    let out = file(room, &format!("{name}.out"));
    format!(
        "DEFINE SERVICE({name}) SERVTYPE(SERVER) CONTROL({control}) +\n\
         STARTCMD('/bin/sh') +\n\
         STARTARG('-c \"echo up $0 $1; trap ''echo down; exit 0'' TERM; while [ -e $2 ]; do sleep 0.02; done\" +QMNAME+ +MQ_SERVICE_NAME+ {out}') +\n\
         STDOUT('{out}') STDERR('{out}') {more}\n",
        out = out.display()
    )
}

const KILL: &str = "STOPCMD('/bin/kill') STOPARG('+MQ_SERVER_PID+')";

#[test]
fn a_server_is_started_watched_and_stopped_by_command() {
    let room = Room::new();
    room.start("QM1", &[]);
    let said = mqsc(&room, &server(&room, "S1", "MANUAL", KILL));
    assert!(said.contains("AMQ8625I"), "{said}");
    assert_eq!(process_of(&room, "S1"), None);
    let said = mqsc(&room, "STOP SERVICE(S1)\nSTART SERVICE(S1)\n");
    assert!(
        said.contains("AMQ8738E") && said.contains("AMQ8733I"),
        "{said}"
    );
    until("it prints", || text(&room, "S1.out") == "up QM1 S1\n");
    let process = process_of(&room, "S1").expect("it runs");
    let said = mqsc(
        &room,
        "START SERVICE(S1)\nSTART SERVICE(S1) IGNSTATE(YES)\n",
    );
    assert!(
        said.contains("AMQ8737W") && said.contains("AMQ8733I"),
        "{said}"
    );
    let said = mqsc(&room, "DISPLAY SVSTATUS(*) ALL\n");
    for shown in [
        "SERVICE(S1)",
        "STATUS(RUNNING)",
        "SERVTYPE(SERVER)",
        "CONTROL(MANUAL)",
        "STARTCMD(/bin/sh)",
        "STARTDA(2",
    ] {
        assert!(said.contains(shown), "{shown} in {said}");
    }
    // Nothing of the queue manager's is open in it but the file it prints to.
    for link in std::fs::read_dir(format!("/proc/{process}/fd")).expect("it lives") {
        let target = std::fs::read_link(link.expect("a link").path()).unwrap_or_default();
        let target = target.display().to_string();
        let of_queue_manager = target.starts_with(&room.path().display().to_string());
        let of_connections = ["memfd:", "eventpoll"]
            .iter()
            .any(|kind| target.contains(kind));
        let is_output = target.ends_with("S1.out");
        assert!(
            is_output || !(of_queue_manager || of_connections),
            "{target}"
        );
    }
    let said = mqsc(&room, "STOP SERVICE(S1)\n");
    assert!(said.contains("AMQ8732I"), "{said}");
    until("it is gone", || process_of(&room, "S1").is_none());
    assert_eq!(text(&room, "S1.out"), "up QM1 S1\ndown\n");
    room.until_told("QM1", |log| {
        log.contains("AMQ5028I") && log.contains("AMQ5029I")
    });
    let said = mqsc(&room, "DELETE SERVICE(S1)\nDISPLAY SERVICE(S1)\n");
    assert!(
        said.contains("AMQ8627I") && said.contains("AMQ8147E"),
        "{said}"
    );
}

#[test]
fn services_start_and_end_with_the_queue_manager_as_their_control_says() {
    let room = Room::new();
    room.start("QM1", &[]);
    let mut define = server(&room, "WITH", "QMGR", KILL);
    define += &server(&room, "BARE", "QMGR", "");
    define += &server(&room, "AHEAD", "STARTONLY", "");
    define += &server(&room, "ALONE", "MANUAL", "");
    define += &format!(
        "DEFINE SERVICE(WORDS) CONTROL(QMGR) STARTCMD('/bin/echo') STARTARG('starting +QMNAME+') +\n\
         STOPCMD('/bin/echo') STOPARG('stopping +QMNAME+') STDOUT('{}')\n\
         DEFINE SERVICE(NONE) CONTROL(QMGR) SERVTYPE(SERVER) STARTCMD('/no/such/program')\n",
        file(&room, "words.out").display()
    );
    mqsc(&room, &define);
    room.done(&["endmqm", "-w", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    until("three run", || {
        ["WITH", "BARE", "AHEAD"]
            .iter()
            .all(|name| text(&room, &format!("{name}.out")).starts_with("up"))
    });
    assert_eq!(process_of(&room, "ALONE"), None);
    room.until_told("QM1", |log| {
        log.contains("FMQ0168W") && log.contains("/no/such/program")
    });
    // A command is not watched: its stop program runs at the end, whether it was started or not.
    until("the words are there", || {
        text(&room, "words.out") == "stopping QM1\nstarting QM1\n"
    });
    let with = process_of(&room, "WITH").expect("it runs");
    let ahead = process_of(&room, "AHEAD").expect("it runs");
    room.done(&["endmqm", "-w", "QM1"]);
    assert!(!is_alive(&with));
    assert_eq!(text(&room, "WITH.out"), "up QM1 WITH\ndown\n");
    let bare = text(&room, "BARE.out");
    assert!(
        bare.starts_with("up QM1 BARE\n") && bare.ends_with("down\n"),
        "{bare}"
    );
    until("the last word is there", || {
        text(&room, "words.out").ends_with("starting QM1\nstopping QM1\n")
    });
    assert!(is_alive(&ahead), "it is not told to stop");
    let killed = std::process::Command::new("kill").arg(&ahead).status();
    assert!(killed.expect("kill is there").success());
}

#[test]
fn a_service_without_a_program_that_can_be_run_says_why() {
    let room = Room::new();
    room.start("QM1", &[]);
    let said = mqsc(
        &room,
        "DEFINE SERVICE(BLANK)\nSTART SERVICE(BLANK)\nSTOP SERVICE(BLANK)\n\
         DEFINE SERVICE(NOWHERE) STARTCMD('/no/such/program')\nSTART SERVICE(NOWHERE)\n\
         DEFINE SERVICE(PART) STARTCMD('sh')\nSTART SERVICE(PART)\n\
         DEFINE SERVICE(DENIED) STARTCMD('/dev/null')\nSTART SERVICE(DENIED)\n\
         START SERVICE(UNKNOWN)\n",
    );
    for told in ["AMQ8740E", "AMQ8739E", "AMQ8734E", "AMQ8735E", "AMQ8147E"] {
        assert!(said.contains(told), "{told} in {said}");
    }
    assert_eq!(said.matches("AMQ8734E").count(), 2, "{said}");
    let dump = room.done(&["dmpmqcfg", "-m", "QM1", "-t", "service", "-n", "NOWHERE"]);
    assert!(
        dump.contains("DEFINE SERVICE('NOWHERE')") && dump.contains("STARTCMD('/no/such/program')"),
        "{dump}"
    );
}

#[test]
fn programs_have_what_the_files_of_variables_add_and_that_of_the_queue_manager_goes_before() {
    let room = Room::new();
    room.start("QM1", &[]);
    let write = |name: &str, text: &str| std::fs::write(file(&room, name), text).expect("written");
    write("service.env", "WHERE=here\nWHO=everybody\n");
    write("qmgrs/QM1/service.env", "WHO=one  man\n");
    let define = format!(
        "DEFINE SERVICE(SAYS) SERVTYPE(COMMAND) STARTCMD('/bin/sh') +\n\
         STARTARG('-c \"echo $WHO $WHERE\"') STDOUT('{}')\nSTART SERVICE(SAYS)\n",
        file(&room, "said").display()
    );
    let said = mqsc(&room, &define);
    assert!(said.contains("AMQ8733I"), "{said}");
    until("it has said so", || text(&room, "said") == "one man here\n");
    write("qmgrs/QM1/service.env", &"#".repeat(65_537));
    let said = mqsc(&room, "START SERVICE(SAYS)\n");
    assert!(
        said.contains("AMQ8734E") && said.contains("service.env"),
        "{said}"
    );
}
