//! What agents and loggers write down besides their logs, as their properties and commands say.

use crate::transfer::Agents;
use std::fs;
use std::path::PathBuf;

fn logs(agents: &Agents) -> PathBuf {
    agents.path("mqft/logs/QM1/agents/NORTH")
}

/// The trace of a process that is named like that, if it is there; its directory has the number of the process.
fn trace(directory: PathBuf, prefix: &str) -> String {
    let mut found = fs::read_dir(directory).into_iter().flatten().flatten();
    let named = found.find(|entry| entry.file_name().to_string_lossy().starts_with(prefix));
    let Some(named) = named else {
        return String::new();
    };
    let name = named.file_name().to_string_lossy().into_owned();
    fs::read_to_string(named.path().join(format!("{name}.txt"))).unwrap_or_default()
}

fn send(agents: &Agents, name: &str) {
    agents.write(&format!("out/{name}"), b"data");
    let from = agents.path(&format!("out/{name}")).display().to_string();
    let to = agents.path(&format!("in/{name}")).display().to_string();
    let said = agents.transfer(&["-w", "-df", &to, &from]);
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn the_course_of_transfers_is_written_down_as_fully_as_is_wanted() {
    let mut agents = Agents::new();
    agents.start_both();
    let course = |agents: &Agents| -> Vec<serde_json::Value> {
        let path = logs(agents).join("logs/transferlog0.json");
        let text = fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("a document"))
            .collect()
    };
    let number = |event: &serde_json::Value| {
        let text = event["eventDescription"].as_str().expect("a text");
        text.split(':').next().unwrap_or_default().to_owned()
    };
    // The end of a transfer is written down before whoever waits for it is answered.
    send(&agents, "a");
    let info = course(&agents);
    let numbers: Vec<_> = info.iter().map(number).collect();
    assert_eq!(
        numbers.first().map(String::as_str),
        Some("BFGTL0001I"),
        "{numbers:?}"
    );
    assert!(numbers.contains(&"BFGTL9003I".to_owned()), "{numbers:?}");
    assert!(
        info.iter().all(|event| event.get("sourceAgent").is_none()),
        "{info:?}"
    );
    agents
        .room
        .done(&["fteSetAgentLogLevel", "-logTransfer", "verbose", "NORTH"]);
    send(&agents, "b");
    let verbose = course(&agents).split_off(info.len());
    let list = verbose.iter().find(|event| number(event) == "BFGTL0002I");
    let list = list.expect("what is to be transferred");
    assert_eq!(list["totalItemsInTransfer"], 1);
    assert_eq!(
        (&list["sourceAgent"], &list["destinationAgent"]),
        (&"NORTH".into(), &"SOUTH".into())
    );
    let item = &list["transferItemsList"][0];
    assert_eq!(item["source"], agents.path("out/b").display().to_string());
    assert_eq!(item["size"], 4);
    let ended = verbose.iter().find(|event| number(event) == "BFGTL9003I");
    assert_eq!(ended.expect("its end")["resultCode"], 0);
    agents
        .room
        .done(&["fteSetAgentLogLevel", "-logTransfer", "off", "NORTH"]);
    let before = course(&agents).len();
    send(&agents, "c");
    assert_eq!(course(&agents).len(), before);
}

#[test]
fn what_monitors_do_is_written_down_for_those_that_are_named() {
    let mut agents = Agents::new();
    agents.start_both();
    let task = agents.path("task.xml").display().to_string();
    let to = format!("{}/${{FileName}}", agents.path("in").display());
    let words = [
        "fteCreateTransfer",
        "-gt",
        &task,
        "-sa",
        "NORTH",
        "-da",
        "SOUTH",
        "-df",
        &to,
        "${FilePath}",
    ];
    agents.room.done(&words);
    agents.write("watched/a.csv", b"1");
    agents.write("watched/b.txt", b"2");
    let directory = agents.path("watched").display().to_string();
    let events = |agents: &Agents| {
        fs::read_to_string(logs(agents).join("resmonevent0.log")).unwrap_or_default()
    };
    agents.room.done(&[
        "fteSetAgentLogLevel",
        "-logMonitor",
        "ONE=verbose,TWO=off",
        "NORTH",
    ]);
    for name in ["ONE", "TWO"] {
        let words = [
            "fteCreateMonitor",
            "-ma",
            "NORTH",
            "-mn",
            name,
            "-md",
            &directory,
            "-pi",
            "1",
            "-pu",
            "seconds",
            "-tr",
            "match,*.csv",
            "-mt",
            &task,
            "-f",
        ];
        agents.room.done(&words);
    }
    agents.until("two polls", || {
        events(&agents).matches("ONE: End Poll").count() >= 2
    });
    let told = events(&agents);
    let file = format!("{directory}/a.csv");
    for line in [
        "ONE: Monitor Created: ",
        "ONE: Start Poll: ",
        &format!("ONE: Pattern Match: {file}"),
        "ONE: Pattern Mismatch: b.txt",
        &format!(" for {file}"),
        "ONE: End Poll: 1 new or changed",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("TWO"), "{told}");
    // A level that is lower has less.
    agents
        .room
        .done(&["fteSetAgentLogLevel", "-logMonitor", "+ONE=info", "NORTH"]);
    let began = events(&agents).len();
    agents.until("one more poll", || {
        events(&agents)[began..].matches("ONE: End Poll").count() >= 2
    });
    let later = events(&agents)[began..].to_owned();
    let after = later
        .split_once("Start Poll")
        .map_or("", |(_, after)| after);
    assert!(!after.contains("Pattern"), "{later}");
}

#[test]
fn agents_their_controllers_and_loggers_are_traced_while_that_is_wanted() {
    let mut agents = Agents::new();
    agents.start_both();
    for words in [
        "fteCreateLogger -loggerType FILE -define FL1",
        "fteStartLogger FL1",
        "fteSetLoggerTraceLevel -traceLogger com.ibm.wmqfte=flow FL1",
        "fteSetAgentTraceLevel -traceAgent com.ibm.wmqfte=all NORTH",
    ] {
        agents.room.done(&words.split(' ').collect::<Vec<_>>());
    }
    send(&agents, "a");
    let traced = || trace(logs(&agents).join("logs"), "trace");
    let file = agents.path("out/a").display().to_string();
    for words in [
        "--{ MQGET Hobj=",
        "--} MQPUT1 rc=0",
        " Data=",
        "ferromq.files  open ",
        &file,
        "ferromq.events BFGTR9505I",
    ] {
        agents.until(words, || traced().contains(words));
    }
    let shown = agents.room.done(&["fteShowAgentDetails", "-v", "NORTH"]);
    assert!(shown.contains("com.ibm.wmqfte=all"), "{shown}");
    let logger = || trace(agents.path("mqft/logs/QM1/loggers/FL1/logs"), "trace");
    agents.until("a verb of the logger", || {
        logger().contains("--} MQCMIT rc=0")
    });
    // `flow` has no parameters.
    assert!(!logger().contains("Hobj="), "{}", logger());
    agents
        .room
        .done(&["fteSetAgentTraceLevel", "-traceAgent", "=off", "NORTH"]);
    send(&agents, "b");
    // A call that was under way then has its end in it, at most.
    let other = agents.path("out/b").display().to_string();
    assert!(!traced().contains(&other), "{}", traced());
    agents.room.done(&["fteStopLogger", "FL1"]);
    let said = agents
        .room
        .run(&["fteSetLoggerTraceLevel", "-traceLogger", "=all", "FL1"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.err.contains("BFGCL9621E"), "{}", said.err);
}

#[test]
fn levels_that_cannot_be_are_refused_and_nothing_is_changed() {
    let mut agents = Agents::new();
    agents.start_both();
    for (words, why) in [
        ("fteSetAgentLogLevel NORTH", "-logMonitor"),
        ("fteSetAgentLogLevel -logAgent ftp=loud NORTH", "BFGCL9622E"),
        (
            "fteSetAgentLogLevel -logAgent ftp=on -logTransfer loud NORTH",
            "BFGCL9622E",
        ),
        (
            "fteSetAgentTraceLevel -traceAgent org.example=all NORTH",
            "BFGCL9622E",
        ),
        ("fteSetAgentTraceLevel NORTH", "-traceAgent"),
        ("fteSetAgentTraceLevel -traceAgent =all -jc NORTH", "Java"),
        ("fteSetAgentLogLevel -logTransfer info NOBODY", "BFGCL9517E"),
    ] {
        let said = agents.room.run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(said.code, 1, "{words}: {}{}", said.out, said.err);
        assert!(said.err.contains(why), "{words}: {}", said.err);
    }
    assert!(
        !agents.log("NORTH").contains("BFGAG9540I"),
        "{}",
        agents.log("NORTH")
    );
    // A level in the properties that cannot be is told by the line, and the agent does not start.
    agents.room.done(&["fteStopAgent", "-i", "NORTH"]);
    let path = agents.path("mqft/config/QM1/agents/NORTH/agent.properties");
    let text = fs::read_to_string(&path).expect("there");
    fs::write(&path, format!("{text}\nagentLog=ftp=loud\n")).expect("written");
    let said = agents.room.run(&["fteStartAgent", "-F", "NORTH"]);
    assert_eq!(said.code, 78, "{}{}", said.out, said.err);
    assert!(said.err.contains("agentLog"), "{}", said.err);
}
