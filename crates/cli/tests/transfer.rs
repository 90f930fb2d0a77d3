//! File transfer with real agents: set up with the documented commands, over one queue manager and over channels, killed at any moment.

use crate::support::{CommandOutput, Room};
use ferromq_base::random::SplitMix64;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(120);

pub(crate) struct Agents {
    pub(crate) room: Room,
    running: Vec<(&'static str, Child)>,
}

impl Agents {
    /// A queue manager with the agents NORTH and SOUTH, which do not run.
    pub(crate) fn new() -> Self {
        let room = Room::new();
        room.start("QM1", &[]);
        room.done(&["fteSetupCoordination", "-coordinationQMgr", "QM1"]);
        let script = room.path().join("mqft/config/QM1/QM1.mqsc");
        let script = fs::read_to_string(script).expect("the script is there");
        let said = room.run_with(&["runmqsc", "QM1"], &script);
        assert_eq!(said.code, 0, "{said:?}");
        for agent in ["NORTH", "SOUTH"] {
            room.done(&[
                "fteCreateAgent",
                "-agentName",
                agent,
                "-agentQMgr",
                "QM1",
                "-define",
            ]);
        }
        fs::create_dir_all(room.path().join("out")).expect("made");
        let running = Vec::new();
        Self { room, running }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    pub(crate) fn start(&mut self, agent: &'static str) {
        let mut command = self.room.command(&["fteStartAgent", "-F", agent]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        self.running.push((agent, child.expect("started")));
    }

    pub(crate) fn kill(&mut self, agent: &'static str) {
        let at = self.running.iter().position(|(name, _)| *name == agent);
        let (_, mut child) = self.running.remove(at.expect("it runs"));
        child.kill().expect("killed");
        child.wait().expect("ended");
    }

    /// Starts both, and waits until their status says so.
    pub(crate) fn start_both(&mut self) {
        self.start("NORTH");
        self.start("SOUTH");
        self.until("both are ready", || {
            let list = self.room.run(&["fteListAgents"]).out;
            list.matches("READY").count() == 2
        });
    }

    /// Asks NORTH to send files to SOUTH.
    pub(crate) fn transfer(&self, more: &[&str]) -> CommandOutput {
        let words = "fteCreateTransfer -sa NORTH -sm QM1 -da SOUTH -dm QM1";
        let words: Vec<_> = words.split(' ').chain(more.iter().copied()).collect();
        self.room.run(&words)
    }

    pub(crate) fn log(&self, agent: &str) -> String {
        let path = format!("mqft/logs/QM1/agents/{agent}/logs/output0.log");
        fs::read_to_string(self.path(&path)).unwrap_or_default()
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    pub(crate) fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            let logs = [self.log("NORTH"), self.log("SOUTH")].join("\n");
            assert!(began.elapsed() < LONG, "{what}:\n{logs}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Agents {
    fn drop(&mut self) {
        for (_, child) in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn content(len: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; len];
    SplitMix64::new(seed).fill(&mut bytes);
    bytes
}

#[test]
fn an_agent_is_in_lists_from_when_it_is_made_until_it_is_deleted() {
    let agents = Agents::new();
    let room = &agents.room;
    let list = || room.done(&["fteListAgents"]);
    agents.until("they are listed", || {
        let list = list();
        ["NORTH", "SOUTH"].iter().all(|agent| list.contains(agent))
    });
    let said = room.done(&["fteDeleteAgent", "SOUTH"]);
    assert!(said.contains("BFGCL0282I"), "{said}");
    agents.until("it is listed no more", || !list().contains("SOUTH"));
    assert!(list().contains("NORTH"));
    // One whose files are gone.
    fs::remove_dir_all(agents.path("mqft/config/QM1/agents/NORTH")).expect("removed");
    assert_ne!(room.run(&["fteDeleteAgent", "NORTH"]).code, 0);
    room.done(&["fteDeleteAgent", "-f", "NORTH"]);
    agents.until("nobody is listed", || !list().contains("NORTH"));
}

#[test]
fn what_an_administrator_types_sets_agents_up_and_moves_files() {
    let mut agents = Agents::new();
    agents.start_both();
    let room = &agents.room;
    let ping = room.done(&["ftePingAgent", "NORTH"]);
    assert!(
        ping.contains("BFGCL0213I: Agent NORTH responded to ping in"),
        "{ping}"
    );
    agents.write("out/a.txt", b"alpha");
    agents.write("out/b.txt", b"beta");
    agents.write("out/c.dat", b"gamma");
    let (from, to) = (agents.path("out/*.txt"), agents.path("in"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    let words = [
        "fteCreateTransfer",
        "-sa",
        "NORTH",
        "-da",
        "SOUTH",
        "-dd",
        to,
        "-w",
        from,
    ];
    let said = room.done(&words);
    assert!(
        said.contains("BFGCL0035I: Transfer request issued. The request ID is: "),
        "{said}"
    );
    assert!(said.contains("BFGRP0032I"), "{said}");
    assert_eq!(fs::read(agents.path("in/a.txt")).expect("there"), b"alpha");
    assert_eq!(fs::read_dir(agents.path("in")).expect("listed").count(), 2);
    // What is there stays: nothing is transferred, and the first reason is told.
    let said = room.run(&words);
    assert!(
        said.code == 40 && said.out.contains("BFGIO0006E"),
        "{said:?}"
    );
    // Nobody is called so.
    let nobody = [
        "fteCreateTransfer",
        "-sa",
        "NORTH",
        "-da",
        "WEST",
        "-dm",
        "QM1",
        "-dd",
        to,
        "-w",
        from,
    ];
    let said = room.run(&nobody);
    assert!(said.code == 49 && said.out.contains("WEST"), "{said:?}");
    // An agent that runs is not started again; one that was stopped is not there.
    let said = room.run(&["fteStartAgent", "-F", "NORTH"]);
    assert!(
        said.code == 1 && said.err.contains("runs already"),
        "{said:?}"
    );
    room.done(&["fteStopAgent", "-i", "SOUTH"]);
    let list = room.done(&["fteListAgents", "SOUTH"]);
    assert!(list.contains("STOPPED"), "{list}");
    let said = room.run(&["ftePingAgent", "-w", "1", "SOUTH"]);
    assert_eq!(said.code, 2, "{said:?}");
}

#[test]
fn text_is_translated_and_definition_files_say_what_is_moved() {
    let mut agents = Agents::new();
    agents.start("NORTH");
    agents.start("SOUTH");
    let path = |name: &str| agents.path(name).to_str().expect("UTF-8").to_owned();
    let transfer = |more: &[&str]| agents.transfer(&[&["-w", "60"], more].concat());
    agents.write("out/a.txt", "Gr\u{fc}\u{df}e\r\naus\n".as_bytes());
    agents.write("out/b.txt", "10 \u{20ac}\n".as_bytes());
    let (a, b, to) = (path("out/a.txt"), path("out/b.txt"), path("in/a"));
    let said = transfer(&["-t", "text", "-dce", "IBM-1047", "-df", &to, &a]);
    assert_eq!(said.code, 0, "{said:?}");
    let ebcdic = b"\xc7\x99\xdc\x59\x85\x15\x81\xa4\xa2\x15";
    assert_eq!(fs::read(&to).expect("there"), ebcdic);
    let (ebcdic, to) = (to, path("in/back"));
    let said = transfer(&[
        "-t", "text", "-sce", "Cp1047", "-dle", "CRLF", "-cs", "XXH3", "-df", &to, &ebcdic,
    ]);
    assert_eq!(said.code, 0, "{said:?}");
    let back = "Gr\u{fc}\u{df}e\r\naus\r\n";
    assert_eq!(fs::read(&to).expect("there"), back.as_bytes());
    let to = path("in/none");
    let said = transfer(&["-t", "text", "-dce", "ISO8859_1", "-df", &to, &b]);
    assert!(
        said.code == 40 && said.out.contains("U+20AC of line 1"),
        "{said:?}"
    );
    let said = transfer(&["-dce", "Cp1252", "-df", &to, &a]);
    assert!(said.code == 1 && said.err.contains("-t text"), "{said:?}");
    let definition = format!(
        r#"<transferSpecifications><item mode="text" checksumMethod="BLAKE3">
        <source type="file"><file>{a}</file></source>
        <destination type="directory" exist="error"><file encoding="Cp1252">{}</file></destination></item>
        <item><source type="file"><file>{b}</file></source>
        <destination type="file"><file>{}</file></destination></item></transferSpecifications>"#,
        path("in/defined"),
        path("in/defined/b"),
    );
    agents.write("definition.xml", definition.as_bytes());
    let definition = path("definition.xml");
    let said = transfer(&["-td", &definition]);
    assert_eq!(said.code, 0, "{said:?}");
    let defined = fs::read(agents.path("in/defined/a.txt")).expect("there");
    assert_eq!(defined, b"Gr\xfc\xdfe\naus\n");
    let same = fs::read(agents.path("in/defined/b")).expect("there");
    assert_eq!(same, "10 \u{20ac}\n".as_bytes());
    let said = transfer(&["-td", &definition, "-r"]);
    assert!(said.code == 1 && said.err.contains("-td"), "{said:?}");
}

#[test]
fn files_become_messages_and_messages_files_where_agents_may_use_queues() {
    let mut agents = Agents::new();
    let path = |agents: &Agents, name: &str| agents.path(name).to_str().expect("UTF-8").to_owned();
    agents.write(
        "out/orders.txt",
        "one pencil\ntwo K\u{f6}ln\nthree\n".as_bytes(),
    );
    let define = "DEFINE QLOCAL(ORDERS)\nDEFINE QLOCAL(SMALL) MAXDEPTH(3)\n";
    let said = agents.room.run_with(&["runmqsc", "QM1"], define);
    assert_eq!(said.code, 0, "{said:?}");
    let from = path(&agents, "out/orders.txt");
    let transfer =
        |agents: &Agents, more: &[&str]| agents.transfer(&[&["-w", "60"], more].concat());
    agents.start("NORTH");
    agents.start("SOUTH");
    let whole = ["-dq", "ORDERS", from.as_str()];
    let said = transfer(&agents, &whole);
    assert!(
        said.code == 56 && said.out.contains("enableQueueInputOutput"),
        "{said:?}"
    );
    for agent in ["NORTH", "SOUTH"] {
        agents.kill(agent);
        let properties = format!("mqft/config/QM1/agents/{agent}/agent.properties");
        let mut text = fs::read_to_string(agents.path(&properties)).expect("there");
        text += "enableQueueInputOutput=true\n";
        agents.write(&properties, text.as_bytes());
        agents.start(agent);
    }
    let cut = [
        "-t",
        "text",
        "-dce",
        "ISO-8859-1",
        "-dqdt",
        "\\n",
        "-qmp",
        "true",
    ];
    let said = transfer(&agents, &[&cut[..], &whole].concat());
    assert_eq!(said.code, 0, "{said:?}");
    let depth = |agents: &Agents, queue: &str| {
        let show = format!("DISPLAY QLOCAL({queue}) CURDEPTH\n");
        agents.room.run_with(&["runmqsc", "QM1"], &show).out
    };
    assert!(depth(&agents, "ORDERS").contains("CURDEPTH(3)"));
    let to = path(&agents, "in/orders.txt");
    let joined = [
        "-t", "text", "-sqgi", "-sqdt", "\\n", "-df", &to, "-sq", "ORDERS",
    ];
    let said = transfer(&agents, &joined);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        fs::read(&to).expect("there"),
        fs::read(&from).expect("there")
    );
    assert!(depth(&agents, "ORDERS").contains("CURDEPTH(0)"));
    // Nothing is made of an empty queue; and a queue that is full fails the file, without a part of it.
    let said = transfer(
        &agents,
        &["-df", &path(&agents, "in/none"), "-sq", "ORDERS"],
    );
    assert!(
        said.code == 40 && said.out.contains("BFGIO9534E"),
        "{said:?}"
    );
    let said = transfer(&agents, &["-dq", "SMALL", "-qs", "2", &from]);
    assert!(said.code == 40 && said.out.contains("2053"), "{said:?}");
    for (more, wanted) in [
        (&["-dq", "ORDERS", "-sq", "SMALL"][..], "not to a queue"),
        (&["-dq", "ORDERS", "-dqdt", ",", &from], "-t text"),
        (&["-dq", "ORDERS", "-qs", "10X", &from], "10X"),
        (&["-df", &to, "-sqwt", "3", &from], "give -sq"),
    ] {
        let said = transfer(&agents, more);
        assert!(said.code == 1 && said.err.contains(wanted), "{said:?}");
    }
}

/// Result codes of transfers by their identifiers.
type Ends = BTreeMap<String, Vec<String>>;
/// Result codes of items by the identifiers of their transfers and their sources.
type Items = BTreeMap<(String, String), Vec<String>>;

/// What a file logger has of transfers, each once: their ends, and their items by source with their codes.
fn audit(agents: &Agents) -> (Ends, Items) {
    let logs = agents.path("mqft/logs/QM1/loggers/FL1/logs");
    let files = fs::read_dir(logs).into_iter().flatten().flatten();
    let logs = files.filter(|file| file.path().extension().is_some_and(|end| end == "log"));
    let texts: String = logs
        .filter(|file| file.file_name().to_string_lossy().starts_with("FL1"))
        .map(|file| fs::read_to_string(file.path()).unwrap_or_default())
        .collect();
    let (mut ends, mut items) = (BTreeMap::new(), BTreeMap::new());
    for line in texts.lines() {
        let fields: Vec<_> = line.split(';').map(str::trim).collect();
        let [_, id, kind, code, name, ..] = fields.as_slice() else {
            continue;
        };
        let (id, code) = ((*id).to_owned(), (*code).to_owned());
        match *kind {
            "[TCOM]" => ends.entry(id).or_insert_with(Vec::new).push(code),
            "[TPRO]" => items
                .entry((id, (*name).to_owned()))
                .or_insert_with(Vec::new)
                .push(code),
            _ => {}
        }
    }
    (ends, items)
}

/// Kills an agent or the queue manager.
fn kill_somebody(agents: &mut Agents, random: &mut SplitMix64) {
    std::thread::sleep(Duration::from_millis(random.below(150)));
    match random.below(8) {
        0 => {
            let process = agents.room.process_of("QM1");
            let killed = Command::new("kill").args(["-9", &process]).status();
            assert!(killed.expect("kill is there").success());
            agents.until("the queue manager starts again", || {
                agents.room.run(&["strmqm", "QM1"]).code == 0
            });
        }
        1..=4 => {
            agents.kill("SOUTH");
            agents.start("SOUTH");
        }
        _ => {
            agents.kill("NORTH");
            agents.start("NORTH");
        }
    }
}

/// A number of the environment.
fn set_number(name: &str, without: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(without, |text| text.parse().expect("a number"))
}

/// Each file is there whole, its source is not, and nothing else is left.
fn judge_files(agents: &Agents, expected: &[(u64, Vec<u8>)], what: &str) {
    for (n, bytes) in expected {
        let arrived = fs::read(agents.path(&format!("in/{n}"))).expect("there");
        assert!(arrived == *bytes, "{what}: {n} is not what it was");
        let source = agents.path(&format!("out/{n}"));
        assert!(!source.exists(), "{what}: {n} was to go");
    }
    let left: Vec<_> = fs::read_dir(agents.path("in"))
        .expect("listed")
        .flatten()
        .collect();
    assert_eq!(left.len(), expected.len(), "{what}: {left:?}");
}

/// Each transfer has ended once and well, and so has each of its forty items.
fn judge_audit(agents: &Agents, ids: &[String], what: &str) {
    let (ends, items) = audit(agents);
    for id in ids {
        assert_eq!(ends[id], ["0"], "{what}: {id} has ended once");
        let of: Vec<_> = items.iter().filter(|((of, _), _)| of == id).collect();
        assert_eq!(of.len(), 40, "{what}: {of:?}");
        assert!(
            of.iter().all(|(_, codes)| **codes == ["0"]),
            "{what}: {of:?}"
        );
    }
    assert_eq!(ends.len(), ids.len());
}

/// As many as `FERROMQ_TRANSFER_KILLS` says, 100 without, by the seed `FERROMQ_TRANSFER_SEED`: rounds of one transfer of forty files each, which is judged by
/// its files, what is left, its sources and its audit.
#[test]
fn agents_and_a_queue_manager_that_are_killed_transfer_every_file_once() {
    let seed = set_number("FERROMQ_TRANSFER_SEED", 1);
    let most = set_number("FERROMQ_TRANSFER_KILLS", 100);
    let mut random = SplitMix64::new(seed);
    let mut agents = Agents::new();
    let words = "fteCreateLogger -loggerType FILE -fileSize 100MB -define FL1";
    agents
        .room
        .done(&words.split_whitespace().collect::<Vec<_>>());
    for (file, line) in [
        ("agents/NORTH/agent.properties", "outputLogSize=100"),
        ("agents/SOUTH/agent.properties", "outputLogSize=100"),
        (
            "loggers/FL1/logger.properties",
            "wmqfte.max.retry.interval=1",
        ),
    ] {
        let path = agents.path("mqft/config/QM1").join(file);
        let text = fs::read_to_string(&path).expect("there");
        fs::write(&path, format!("{text}\n{line}\n")).expect("written");
    }
    agents.start_both();
    agents.room.done(&["fteStartLogger", "FL1"]);
    let (from, to) = (agents.path("out"), agents.path("in"));
    let (from, to) = (
        from.to_str().expect("UTF-8").to_owned(),
        to.to_str().expect("UTF-8").to_owned(),
    );
    let (mut kills, mut round, mut ids) = (0, 0, Vec::new());
    while kills < most {
        round += 1;
        let mut expected = Vec::new();
        for n in 0..40_u64 {
            let bytes = content(
                [20, 5_000, 300_000, 20_000_000][(n % 4) as usize],
                seed * 1_000 + round * 40 + n,
            );
            agents.write(&format!("out/{n}"), &bytes);
            expected.push((n, bytes));
        }
        let words = [
            "fteCreateTransfer",
            "-sa",
            "NORTH",
            "-da",
            "SOUTH",
            "-sd",
            "delete",
            "-dd",
            &to,
            &from,
        ];
        let said = agents.room.done(&words);
        let id = said.split_once("ID is: ").expect("an identifier").1[..48].to_owned();
        let ended = |agents: &Agents| {
            agents
                .log("NORTH")
                .contains(&format!("{id} has ended with code"))
        };
        let mut in_round = 0;
        while !ended(&agents) && in_round < 60 && kills < most {
            kill_somebody(&mut agents, &mut random);
            (kills, in_round) = (kills + 1, in_round + 1);
        }
        agents.until("the transfer ends", || ended(&agents));
        let whole = format!("{id} has ended with code 0");
        assert!(
            agents.log("NORTH").contains(&whole),
            "seed {seed}: {}",
            agents.log("NORTH")
        );
        judge_files(&agents, &expected, &format!("seed {seed}, round {round}"));
        fs::remove_dir_all(&to).expect("removed");
        ids.push(id);
    }
    println!("{kills} kills in {round} transfers, seed {seed}");
    agents.until("the audit has come", || {
        ids.iter().all(|id| audit(&agents).0.contains_key(id))
    });
    judge_audit(&agents, &ids, &format!("seed {seed}"));
    agents.room.done(&["fteStopLogger", "FL1"]);
}

#[test]
fn a_name_that_is_no_text_fails_its_item_and_is_told() {
    let mut agents = Agents::new();
    agents.start_both();
    agents.write("out/a", b"a");
    let raw = OsStr::from_bytes(b"raw\xff");
    fs::write(agents.path("out").join(raw), "raw").expect("written");
    let (from, to) = (agents.path("out"), agents.path("in"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    let said = agents.transfer(&["-w", "-sd", "delete", "-dd", to, from]);
    assert_eq!(said.code, 20, "{}{}", said.out, said.err);
    let text = format!("{}{}", said.out, said.err);
    assert!(
        text.contains("BFGIO9581E") && text.contains("raw\u{fffd}"),
        "{text}"
    );
    assert!(agents.path("out").join(raw).exists());
    assert_eq!(fs::read(agents.path("in/a")).expect("there"), b"a");
}

#[test]
fn the_bench_moves_files_on_every_way_and_compares_them() {
    let room = Room::new();
    let bench = ["bench", "transfer", "--no-limits", "--data"];
    let place = room.path().to_str().expect("UTF-8");
    let run = |words: &[&str]| room.done(&[&bench[..], &[place], words].concat());
    let said = run(&["--sizes", "3M"]);
    for way in [
        "bindings, MD5",
        "bindings over channels",
        "clients, none",
        "clients with TLS",
    ] {
        assert!(said.contains(way), "{said}");
    }
    let said = run(&["--small", "300", "--only", "MD5"]);
    assert!(said.contains("bindings, MD5"), "{said}");
    let said = room.run(&[&bench[..], &[place, "--sizes", "900000G"]].concat());
    assert!(
        said.code == 1 && said.err.contains("GiB are needed"),
        "{said:?}"
    );
}

#[test]
fn a_controller_starts_a_killed_agent_again_until_it_is_stopped_and_then_it_can_be_cleaned() {
    let agents = Agents::new();
    let room = &agents.room;
    let directory = agents.path("mqft/logs/QM1/agents/NORTH/logs");
    let pid = || fs::read_to_string(directory.join("agent.pid")).unwrap_or_default();
    room.done(&["fteStartAgent", "NORTH"]);
    for _ in 0..2 {
        agents.until("it is ready", || {
            room.run(&["ftePingAgent", "-w", "1", "NORTH"]).code == 0
        });
        let before = pid();
        let killed = Command::new("kill").args(["-9", before.trim()]).status();
        assert!(killed.expect("kill is there").success());
        agents.until("another process is there", || {
            let now = pid();
            !now.is_empty() && now != before
        });
    }
    agents.until("it is ready", || {
        room.run(&["ftePingAgent", "-w", "1", "NORTH"]).code == 0
    });
    let log = agents.log("NORTH");
    assert!(
        log.contains("BFGPC9501I: Agent NORTH is started again: 2 of 4"),
        "{log}"
    );
    let said = room.run(&["fteCleanAgent", "-all", "NORTH"]);
    assert!(said.code == 1 && said.err.contains("runs"), "{said:?}");
    room.done(&["fteStopAgent", "-i", "NORTH"]);
    agents.until("the controller has ended", || {
        !directory.join("controller.pid").exists()
    });
    assert!(!directory.join("agent.pid").exists());
    let said = room.run(&["fteCleanAgent", "NORTH"]);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9570E"),
        "{said:?}"
    );
    // A request waits that nobody has taken: it stays; nothing else is there.
    let said = room.done(&["fteCleanAgent", "-all", "NORTH"]);
    assert!(said.contains("BFGCL0251I"), "{said}");
    let said = room.done(&["fteDisplayVersion", "-v"]);
    assert!(said.contains("Version:"), "{said}");
}

/// Goal: one command sends to several agents, waits for all and says what became of all; it takes no source away from one of them.
#[test]
fn one_command_sends_to_several_destinations() {
    let mut agents = Agents::new();
    let east = ["fteCreateAgent", "-agentName", "EAST", "-agentQMgr", "QM1"];
    agents.room.done(&[&east[..], &["-define"]].concat());
    for agent in ["SOUTH", "EAST"] {
        let root = agents.path(agent);
        fs::create_dir_all(&root).expect("made");
        let properties = format!("mqft/config/QM1/agents/{agent}/agent.properties");
        let path = agents.path(&properties);
        let mut text = fs::read_to_string(&path).expect("there");
        text.push_str(&format!("\ntransferRoot={}\n", root.display()));
        fs::write(path, text).expect("written");
    }
    agents.start("NORTH");
    agents.start("SOUTH");
    agents.start("EAST");
    agents.until("all are ready", || {
        let list = agents.room.run(&["fteListAgents"]).out;
        list.matches("READY").count() == 3
    });
    agents.write("out/a", b"alpha");
    let from = agents.path("out/a");
    let from = from.to_str().expect("UTF-8");
    let send = |to: &str, more: &[&str]| {
        let words = ["fteCreateTransfer", "-sa", "NORTH", "-da", to, "-df", "a"];
        let words = [&words[..], more, &["-w", from]].concat();
        agents.room.run(&words)
    };
    let said = send("south, EAST", &[]);
    assert_eq!(said.code, 0, "{said:?}");
    for agent in ["SOUTH", "EAST"] {
        let told = format!("BFGCL9554I: To agent {agent}:");
        assert_eq!(said.out.matches(&told).count(), 2, "{said:?}");
        let arrived = fs::read(agents.path(&format!("{agent}/a"))).expect("there");
        assert_eq!(arrived, b"alpha");
    }
    // What is there stays: at both, then at one of them.
    let said = send("SOUTH,EAST", &[]);
    assert_eq!(said.code, 40, "{said:?}");
    fs::remove_file(agents.path("EAST/a")).expect("removed");
    let said = send("SOUTH,EAST", &[]);
    assert_eq!(said.code, 20, "{said:?}");
    for (to, more) in [
        ("SOUTH,EAST", &["-sd", "delete"][..]),
        ("SOUTH,EAST,south", &[]),
        (",", &[]),
    ] {
        let said = send(to, more);
        assert_eq!(said.code, 1, "{said:?}");
        let told = [&*said.out, &*said.err].concat();
        assert!(told.contains("-da names"), "{said:?}");
    }
    assert!(agents.path("out/a").exists());
}

/// Goal: an administrator has a transfer rest and go on by command, whatever agent is started anew meanwhile, and is told where it is not
/// so. Method: a limit of the rate makes it last.
#[test]
fn a_transfer_rests_and_goes_on_by_command() {
    let mut agents = Agents::new();
    let path = agents.path("mqft/config/QM1/agents/NORTH/agent.properties");
    let mut text = fs::read_to_string(&path).expect("there");
    text.push_str("\ntransferRateLimit=1M\n");
    fs::write(path, text).expect("written");
    agents.start_both();
    let bytes = content(4_000_000, 1);
    agents.write("out/a", &bytes);
    let (from, to) = (agents.path("out/a"), agents.path("in/a"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    let told = agents.path("told");
    let words = "fteCreateTransfer -sa NORTH -sm QM1 -da SOUTH -dm QM1 -w -df";
    let words: Vec<_> = words.split(' ').chain([to, from]).collect();
    let mut waiting = agents.room.command(&words);
    let waiting = waiting
        .stdin(Stdio::null())
        .stdout(fs::File::create(&told).expect("made"));
    let mut waiting = waiting.spawn().expect("started");
    let heard = || fs::read_to_string(&told).unwrap_or_default();
    let id = || {
        let heard = heard();
        let (line, _) = heard.split_once('\n')?;
        line.split_once("request ID is: ")
            .map(|(_, id)| id.to_owned())
    };
    agents.until("it is asked for", || id().is_some());
    let id = &*id().expect("told");

    let order = |command: &str, agent: &str| agents.room.run(&[command, "-a", agent, id]);
    let said = order("ftePauseTransfer", "NORTH");
    assert_eq!((said.code, said.out.contains("BFGCL9550I")), (0, true));
    let said = order("ftePauseTransfer", "SOUTH");
    assert_eq!((said.code, said.out.contains("BFGCL9553E")), (26, true));
    // Whoever waits for it would think that it hangs.
    agents.until("who waits is told", || {
        heard().contains(", rests until fteResumeTransfer")
    });
    agents.kill("NORTH");
    agents.start("NORTH");
    agents.until("it rests", || agents.log("NORTH").contains("BFGTR9514I"));
    assert!(!agents.path("in/a").exists());
    let said = agents.room.run(&["fteResumeTransfer", "-a", "NORTH", id]);
    assert_eq!((said.code, said.out.contains("BFGCL9551I")), (0, true));
    agents.until("it is there", || agents.path("in/a").exists());
    assert!(fs::read(agents.path("in/a")).expect("there") == bytes);
    agents.until("it has ended", || {
        let said = agents.room.run(&["fteResumeTransfer", "-a", "NORTH", id]);
        said.code == 26
    });
    let ended = waiting.wait().expect("ended");
    assert_eq!(ended.code(), Some(0), "{}", heard());
    let times = heard().matches("rests until").count();
    assert_eq!(times, 1, "{}", heard());
}
