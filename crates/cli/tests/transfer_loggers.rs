//! Loggers by the commands, killed while they write what real agents tell.

use crate::support::{CommandOutput, Room};
use crate::transfer::Agents;
use ferromq_transfer::audit::Progress;
use ferromq_transfer::party::{AgentAddress, TransferId};
use ferromq_transfer::schedule::Moment;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn logs(room: &Room) -> std::path::PathBuf {
    room.path().join("mqft/logs/QM1/loggers/FL1/logs")
}

/// All lines of the logger, the oldest first.
fn lines(room: &Room) -> Vec<String> {
    let entries = fs::read_dir(logs(room)).into_iter().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("listed").path())
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("FL1"))
        })
        .filter(|path| path.extension().is_some_and(|end| end == "log"))
        .collect();
    paths.sort_by_key(|path| path.to_string_lossy().rsplit('-').next().map(str::to_owned));
    let texts = paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("read"));
    texts
        .collect::<String>()
        .lines()
        .map(str::to_owned)
        .collect()
}

fn start(room: &Room) -> Child {
    let mut command = room.command(&["fteStartLogger", "-F", "FL1"]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    child.expect("started")
}

fn until(what: &str, room: &Room, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        let log = fs::read_to_string(logs(room).join("output0.log")).unwrap_or_default();
        assert!(began.elapsed() < Duration::from_secs(120), "{what}:\n{log}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn with_logger() -> Agents {
    let agents = Agents::new();
    let said = agents.room.run(&[
        "fteCreateLogger",
        "-loggerType",
        "FILE",
        "-fileSize",
        "ten",
        "FL1",
    ]);
    assert!(
        said.code == 1 && said.err.contains("the size of a file is 'ten'"),
        "{said:?}"
    );
    let words = [
        "fteCreateLogger",
        "-loggerType",
        "FILE",
        "-fileLoggerMode",
        "LINEAR",
        "-fileSize",
        "4KB",
        "-define",
        "FL1",
    ];
    let said = agents.room.done(&words);
    assert!(
        said.contains("BFGCL0424I: Logger FL1 has been configured"),
        "{said}"
    );
    let said = agents.room.run(&words);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9540E"),
        "{said:?}"
    );
    agents
}

#[test]
fn each_line_of_the_audit_is_there_once_whenever_the_logger_is_killed() {
    let mut agents = with_logger();
    let mut logger = start(&agents.room);
    let log = logs(&agents.room).join("output0.log");
    until("it is ready", &agents.room, || {
        fs::read_to_string(&log).is_ok_and(|text| text.contains("BFGDB9503I"))
    });
    agents.start_both();
    agents.write("out/a", b"alpha");
    let (from, to) = (agents.path("out/a"), agents.path("in"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    let mut ids = Vec::new();
    for _ in 0..12 {
        for _ in 0..3 {
            let said = agents.transfer(&["-de", "overwrite", "-dd", to, from]);
            assert_eq!(said.code, 0, "{said:?}");
            ids.push(id_in(&said));
        }
        logger.kill().expect("killed");
        logger.wait().expect("ended");
        logger = start(&agents.room);
    }
    until("all have ended", &agents.room, || {
        lines(&agents.room)
            .iter()
            .filter(|line| line.contains("[TCOM]"))
            .count()
            >= ids.len()
    });
    logger.kill().expect("killed");
    logger.wait().expect("ended");
    each_is_there_once(&lines(&agents.room), &ids);
}

fn each_is_there_once(lines: &[String], ids: &[String]) {
    for id in ids {
        let of = |word: &str| {
            let begins = format!("{id};{word};");
            let rests = lines.iter().filter_map(|line| line.get(20..));
            rests.filter(|rest| rest.starts_with(&begins)).count()
        };
        let counts = (of("[TSTR]"), of("[TPRO]"), of("[TCOM]"));
        assert_eq!(counts, (1, 1, 1), "{id}:\n{}", lines.join("\n"));
    }
    assert_eq!(lines.len(), 3 * ids.len());
}

#[test]
fn a_logger_is_started_shown_stopped_and_deleted() {
    let agents = Agents::new();
    let room = &agents.room;
    let said = room.done(&["fteCreateLogger", "-loggerType", "FILE", "FL1"]);
    assert!(
        said.contains("DEFINE QLOCAL(SYSTEM.FTE.LOG.RJCT.FL1)"),
        "{said}"
    );
    let script = room
        .path()
        .join("mqft/config/QM1/loggers/FL1/FL1_create.mqsc");
    let script = fs::read_to_string(script).expect("the script is there");
    room.run_with(&["runmqsc", "QM1"], &script);
    let said = room.done(&["fteStartLogger", "FL1"]);
    assert!(
        said.contains("BFGCL0287I") && said.contains("BFGCL0526I"),
        "{said}"
    );
    let said = room.run(&["fteStartLogger", "FL1"]);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9541E"),
        "{said:?}"
    );
    let said = room.done(&["fteShowLoggerDetails", "FL1"]);
    assert!(
        said.contains("    Status:                           STARTED\n"),
        "{said}"
    );
    let said = room.run(&["fteDeleteLogger", "FL1"]);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9541E"),
        "{said:?}"
    );
    let said = room.done(&["fteStopLogger", "FL1"]);
    assert!(
        said.contains("BFGCL0528I") && said.contains("BFGCL0529I"),
        "{said}"
    );
    let said = room.run(&["fteStopLogger", "FL1"]);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9542E"),
        "{said:?}"
    );
    let format = room
        .path()
        .join("mqft/config/QM1/loggers/FL1/FileLoggerFormat.xml");
    let whole = fs::read_to_string(&format).expect("the format is there");
    fs::write(
        &format,
        whole.replace("/transaction/@ID", "transaction/@ID"),
    )
    .expect("written");
    let said = room.run(&["fteStartLogger", "FL1"]);
    assert!(
        said.code == 78 && said.err.contains("BFGDB9509E"),
        "{said:?}"
    );
    diagnostics_have_no_secrets(room);
    let said = room.run(&["fteModifyLogger", "FL1"]);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9548E"),
        "{said:?}"
    );
    let said = room.done(&["fteDeleteLogger", "FL1"]);
    assert!(said.contains("DELETE SUB('SYSTEM.FTE.AUTO.FL1')"), "{said}");
    let said = room.run(&["fteStartLogger", "FL1"]);
    assert_eq!(said.code, 1, "{said:?}");
}

fn diagnostics_have_no_secrets(room: &Room) {
    let secret = r#"<tns:mqmftCredentials xmlns:tns="http://wmqfte.ibm.com/MQMFTCredentials"><tns:logger name="FL1" user="u" password="open-sesame"/></tns:mqmftCredentials>"#;
    let agent = room.path().join("mqft/config/QM1/agents/NORTH");
    fs::write(agent.join("MQMFTCredentials.xml"), secret).expect("written");
    // Credentials by another name, in settings as a logger reads them, and in a document.
    fs::write(agent.join("users.xml"), secret).expect("written");
    fs::write(
        agent.join("ProtocolBridgeProperties.xml"),
        "<serverProperties><ftpsServer name='files' trustStorePassword='open-sesame'/></serverProperties>",
    )
    .expect("written");
    let other = room.path().join("mqft/config/QM1/loggers/OTHER");
    fs::create_dir_all(&other).expect("made");
    fs::write(
        other.join("logger.properties"),
        "wmqfte.database.name: postgresql://ann:open-sesame@host/db\nwmqfte.database.name=\\\n host=h password=open-sesame\n",
    )
    .expect("written");
    let directory = room.path().join("ras");
    let said = room.done(&["fteRAS", directory.to_str().expect("UTF-8")]);
    assert!(said.contains("BFGCL0604I"), "{said}");
    let file = fs::read_dir(&directory).expect("listed").next();
    let file = file.expect("the archive").expect("listed").path();
    let mode = fs::metadata(&file).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let archive = fs::read(file).expect("read");
    let text = String::from_utf8_lossy(&archive);
    for wanted in [
        "config/agents/NORTH/agent.properties",
        "config/loggers/FL1/logger.properties",
        "logs/loggers/FL1/logs/output0.log",
        "BFGDB9503I",
        "agents.txt",
        "config/agents/NORTH/ProtocolBridgeProperties.xml",
        "<ftpsServer name=\"files\" trustStorePassword=\"********\"/>",
        "config/loggers/OTHER/logger.properties",
        "users.xml: it has credentials",
    ] {
        assert!(text.contains(wanted), "{wanted}");
    }
    assert!(!text.contains("open-sesame"));
    fs::remove_dir_all(other).expect("removed");
    let said = room.done(&["fteChangeDefaultConfigurationOptions", "QM1"]);
    assert!(said.contains("BFGCL9586I"), "{said}");
    let said = room.run(&["fteChangeDefaultConfigurationOptions", "QM2"]);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9517E"),
        "{said:?}"
    );
}

/// The identifier of the transfer a command has asked for.
fn id_in(said: &CommandOutput) -> String {
    let id = said.out.split("The request ID is: ").nth(1);
    let id = id.and_then(|rest| rest.split_whitespace().next());
    id.unwrap_or_else(|| panic!("{said:?}")).to_owned()
}

/// Asks for a transfer of these files into `in` and waits for its end. Its identifier and the exit code.
fn transferred(agents: &Agents, job: &str, files: &[&str]) -> (String, i32) {
    let to = agents.path("in").display().to_string();
    let files: Vec<_> = files
        .iter()
        .map(|file| agents.path(file).display().to_string())
        .collect();
    let mut words = vec![
        "fteCreateTransfer",
        "-sa",
        "NORTH",
        "-da",
        "SOUTH",
        "-dd",
        &to,
        "-jn",
        job,
        "-w",
    ];
    words.extend(files.iter().map(String::as_str));
    let said = agents.room.run(&words);
    (id_in(&said), said.code)
}

fn id_of(text: &str) -> TransferId {
    TransferId::from_text(text).expect("an identifier")
}

#[test]
fn what_became_of_transfers_is_shown_from_the_files_of_a_logger() {
    let agents = Agents::new();
    let said = agents.room.run(&["transfers"]);
    assert!(
        said.code == 1
            && said.err.contains("BFGCL9580E")
            && said.err.contains("fteCreateLogger -loggerType FILE"),
        "{said:?}"
    );
    drop(agents);
    let mut agents = with_logger();
    let said = agents.room.run(&["transfers", "--failed"]);
    assert!(
        said.code == 0 && said.out == "No transfers.\n" && said.err.contains("BFGCL9583W"),
        "{said:?}"
    );
    let mut logger = start(&agents.room);
    agents.start("NORTH");
    agents.start("SOUTH");
    agents.until("both are ready", || {
        let list = agents.room.run(&["fteListAgents"]).out;
        list.matches("READY").count() == 2
    });
    agents.write("out/a", b"alpha");
    agents.write("out/b", b"be");
    let (good, code) = transferred(&agents, "first", &["out/a"]);
    assert_eq!(code, 0);
    // There is such a file now, and it is not to be replaced.
    let (partly, code) = transferred(&agents, "second", &["out/a", "out/b"]);
    assert_ne!(code, 0);
    until("both are kept", &agents.room, || {
        let lines = lines(&agents.room);
        lines.iter().filter(|line| line.contains("[TCOM]")).count() == 2
    });
    lists_are_of_what_is_asked_for(&agents, &good, &partly);
    what_is_told_is_shown_too(&agents);
    logger.kill().expect("killed");
    logger.wait().expect("ended");
    let room = &agents.room;
    room.done(&["fteCreateLogger", "-loggerType", "FILE", "FL2"]);
    let said = room.run(&["transfers"]);
    assert!(said.code == 1 && said.err.contains("FL1, FL2"), "{said:?}");
    let said = room.run(&["transfers", "--failed", "--logger", "FL1"]);
    assert!(
        said.out.contains(&partly) && said.err.contains("BFGCL9583W"),
        "{said:?}"
    );
}

fn lists_are_of_what_is_asked_for(agents: &Agents, good: &str, partly: &str) {
    let room = &agents.room;
    let all = room.done(&["transfers", "--since", "1h"]);
    let at = |id: &str| all.find(id).unwrap_or_else(|| panic!("{id}:\n{all}"));
    assert!(at(partly) < at(good), "{all}");
    let line = all.lines().find(|line| line.starts_with(good));
    let words: Vec<_> = line.unwrap_or_default().split_whitespace().collect();
    assert_eq!(
        words[3..9],
        ["done", "1", "0", "5", "NORTH", "SOUTH"],
        "{all}"
    );
    let failed = room.done(&["transfers", "--failed"]);
    assert!(
        failed.contains(partly) && !failed.contains(good) && failed.contains("  second\n"),
        "{failed}"
    );
    let newest = room.done(&["transfers", "--limit", "1", "--json"]);
    assert!(
        newest.contains(&format!("{{\"id\": \"{partly}\", \"state\": \"partly\"")),
        "{newest}"
    );
    assert!(
        newest.contains("\"files\": 1, \"failures\": 1, \"bytes\": 2,") && !newest.contains(good),
        "{newest}"
    );
    let one = room.done(&["transfers", partly]);
    let items: Vec<_> = one.lines().filter(|line| line.contains(" -> ")).collect();
    assert!(
        items.len() == 2 && items[0].ends_with("/in/a") && items[1].ends_with("/in/b"),
        "{one}"
    );
    assert!(one.contains(partly) && !one.contains(good), "{one}");
    let later = room.done(&["transfers", "--since", "2999-01-01T00:00Z"]);
    assert_eq!(later, "No transfers.\n");
    let nothing = "ab".repeat(24);
    for (words, wanted) in [
        (vec!["transfers", &nothing], "BFGCL9584E"),
        (vec!["transfers", "nonsense"], "48 hexadecimal digits"),
        (vec!["transfers", "--limit", "10001"], "from 1 to 10000"),
        (vec!["transfers", "--since", "soon"], "not 'soon'"),
        (vec!["transfers", good, "--failed"], "one is named already"),
    ] {
        let said = room.run(&words);
        assert!(said.code == 1 && said.err.contains(wanted), "{said:?}");
    }
}

/// What an agent would tell of a transfer that the logger has nothing of.
fn what_is_told_is_shown_too(agents: &Agents) {
    let id = "cd".repeat(24);
    let agent = |name: &str| AgentAddress {
        agent: name.into(),
        q_mgr: "QM1".into(),
    };
    let document = Progress {
        id: id_of(&id),
        source_agent: agent("WEST"),
        destination_agent: agent("EAST"),
        time: Moment::from_text("2026-11-26T20:00:05Z").expect("a time"),
        bytes: 4_000_000,
        elapsed_ms: 2_000,
        current_item: 1,
        total_items: 1,
        current: None,
        rests: false,
    };
    let line = format!("{}\n", document.to_xml().replace('\n', " "));
    let room = &agents.room;
    let script = format!(
        "DEFINE TOPIC(TOLD) TOPICSTR('SYSTEM.FTE/Transfers/WEST/{id}')\nDEFINE QALIAS(TOLD) TARGET(TOLD) TARGTYPE(TOPIC)\n"
    );
    let said = room.run_with(&["runmqsc", "QM1"], &script);
    assert_eq!(said.code, 0, "{said:?}");
    let mut command = room.command(&["transfers", "--since", "2999-01-01T00:00Z"]);
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut shown = command.spawn().expect("started");
    while shown.try_wait().expect("asked").is_none() {
        room.run_with(&["amqsput", "TOLD", "QM1"], &line);
    }
    let said = shown.wait_with_output().expect("ended");
    let said = String::from_utf8(said.stdout).expect("text");
    assert!(
        said.contains(&format!("{id}  2026-11-26T20:00:03Z"))
            && said.contains("running")
            && said.contains("WEST  EAST")
            && said.contains("4.00 MB, 2.00 MB/s"),
        "{said}"
    );
}
