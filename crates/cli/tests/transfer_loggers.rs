//! Loggers by the commands, killed while they write what real agents tell.

use crate::support::Room;
use crate::transfer::Agents;
use std::fs;
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
    agents.start("NORTH");
    agents.start("SOUTH");
    agents.until("both are ready", || {
        agents
            .room
            .run(&["fteListAgents"])
            .out
            .matches("READY")
            .count()
            == 2
    });
    agents.write("out/a", b"alpha");
    let (from, to) = (agents.path("out/a"), agents.path("in"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    let mut ids = Vec::new();
    for _ in 0..12 {
        for _ in 0..3 {
            let said = agents.room.done(&[
                "fteCreateTransfer",
                "-sa",
                "NORTH",
                "-sm",
                "QM1",
                "-da",
                "SOUTH",
                "-dm",
                "QM1",
                "-de",
                "overwrite",
                "-dd",
                to,
                from,
            ]);
            let id = said
                .split("The request ID is: ")
                .nth(1)
                .expect("an identifier");
            ids.push(id.split_whitespace().next().unwrap_or_default().to_owned());
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
