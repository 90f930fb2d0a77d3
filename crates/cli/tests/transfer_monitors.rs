//! Monitors and templates, by the commands and with real agents.

use crate::transfer::Agents;
use std::fs;

/// Both agents at work, and a task for files of the directory `out` in a file.
struct Watched {
    agents: Agents,
    directory: String,
    task: String,
}

fn text(path: &std::path::Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

impl Watched {
    fn new() -> Self {
        let mut agents = Agents::new();
        agents.start("NORTH");
        agents.start("SOUTH");
        let task = text(&agents.path("task.xml"));
        let to = text(&agents.path("in/${FileName}"));
        let words = format!(
            "fteCreateTransfer -gt {task} -sa NORTH -sm QM1 -da SOUTH -dm QM1 -sd delete -df {to} ${{FilePath}}"
        );
        agents.room.done(&words.split(' ').collect::<Vec<_>>());
        let directory = text(&agents.path("out"));
        Self {
            agents,
            directory,
            task,
        }
    }

    /// Runs a command whose words have no blanks.
    fn done(&self, words: &str) -> String {
        let words: Vec<_> = words.split(' ').collect();
        self.agents.room.done(&words)
    }

    fn refused(&self, words: &str, code: i32, told: &str) {
        let words: Vec<_> = words.split(' ').collect();
        let said = self.agents.room.run(&words);
        let all = format!("{}{}", said.out, said.err);
        assert!(said.code == code && all.contains(told), "{told}: {said:?}");
    }

    fn create(&self) -> String {
        format!(
            "fteCreateMonitor -ma NORTH -mm QM1 -mn CSVWATCH -md {} -pi 1 -pu SECONDS -tr match,*.csv -x tmp* -mt {}",
            self.directory, self.task
        )
    }
}

#[test]
fn a_monitor_that_an_administrator_types_transfers_what_comes() {
    let watched = Watched::new();
    let agents = &watched.agents;
    let said = watched.done(&watched.create());
    assert!(said.contains("BFGCL0251I"), "{said}");
    watched.refused(&watched.create(), 105, "BFGDM9507E");
    let list = watched.done("fteListMonitors");
    let lines = list.lines().skip(2);
    let lines: Vec<Vec<_>> = lines
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        lines[0],
        ["Agent", "Name:", "Monitor", "Name:", "Resource", "Type:"]
    );
    assert_eq!(lines[1], ["NORTH", "CSVWATCH", "Directory"]);
    agents.write("out/a.csv", b"alpha");
    agents.write("out/tmp.csv", b"beta");
    agents.until("what was found has arrived", || {
        agents.path("in/a.csv").exists()
    });
    agents.until("its source is gone", || !agents.path("out/a.csv").exists());
    assert!(agents.path("out/tmp.csv").exists());
    let details = watched.done("fteListMonitors -v -mn CSV*");
    for line in [
        "Name:               CSVWATCH",
        "Status:             started",
        "Poll interval:      1 seconds",
        "Batch size:         1",
        "Condition:          match",
        "Pattern:            *.csv (wildcard)",
        "Exclude:            tmp*",
        &format!("Resource:           {}", watched.directory),
    ] {
        assert!(details.contains(line), "{line}\n{details}");
    }
}

#[test]
fn a_monitor_is_stopped_written_deleted_and_made_again() {
    let watched = Watched::new();
    let agents = &watched.agents;
    watched.done(&watched.create());
    let said = watched.done("fteStopMonitor -ma NORTH -mn CSVWATCH");
    assert!(said.contains("stopped"), "{said}");
    assert!(watched.done("fteListMonitors -v").contains("stopped"));
    agents.write("out/b.csv", b"gamma");
    watched.done("fteClearMonitorHistory -ma NORTH -mn CSVWATCH");
    let exported = text(&agents.path("exported.xml"));
    watched.done(&format!("fteListMonitors -mn CSVWATCH -ox {exported}"));
    watched.done("fteDeleteMonitor -ma NORTH -mn CSVWATCH");
    assert!(agents.path("out/b.csv").exists(), "it was stopped");
    // The coordination queue manager is asked to forget it by a message.
    agents.until("it is listed no more", || {
        watched.done("fteListMonitors").contains("BFGCL0242W")
    });
    watched.refused("fteStartMonitor -ma NORTH -mn CSVWATCH", 104, "BFGDM9511E");
    watched.done(&format!("fteCreateMonitor -ix {exported} -mm QM1"));
    agents.until("it has arrived", || agents.path("in/b.csv").exists());
    assert_eq!(fs::read(agents.path("in/b.csv")).expect("there"), b"gamma");
    let task = &watched.task;
    for (more, told) in [
        ("-tr sometimes", "-tr is match"),
        ("-tcr x", "-tc"),
        ("-mq Q", "one of -md"),
        ("-pu fortnights", "-pu is"),
    ] {
        let words = format!("fteCreateMonitor -ma NORTH -mn N -md / -mt {task} {more}");
        watched.refused(&words, 1, told);
    }
}

#[test]
fn a_template_is_listed_used_and_deleted() {
    let watched = Watched::new();
    let agents = &watched.agents;
    let (from, to) = (
        text(&agents.path("out/a.txt")),
        text(&agents.path("in/a.txt")),
    );
    agents.write("out/a.txt", b"alpha");
    let create = format!(
        "fteCreateTemplate -tn DAILY -sa NORTH -sm QM1 -da SOUTH -dm QM1 -pr 3 -df {to} {from}"
    );
    watched.done(&create);
    watched.refused(&create, 1, "BFGCL9532E");
    assert!(
        watched
            .done("fteListTemplates")
            .ends_with("Template Name:\nDAILY\n")
    );
    let details = watched.done("fteListTemplates -v DAI*");
    for line in [
        "Source Agent Name:        NORTH",
        "Transfer Priority:        3",
        &format!("  Source File:            {from}"),
        &format!("  Destination File:       {to}"),
    ] {
        assert!(details.contains(line), "{line}\n{details}");
    }
    let said = watched.done("fteCreateTransfer -tn DAILY -w");
    assert!(said.contains("BFGRP0032I"), "{said}");
    assert_eq!(fs::read(&to).expect("there"), b"alpha");
    // A monitor does what a template says.
    let directory = &watched.directory;
    let for_files = format!(
        "fteCreateTemplate -tn EACH -sa NORTH -sm QM1 -da SOUTH -dm QM1 -df {}/in/${{FileName}}.x ${{FilePath}}",
        agents.room.path().display()
    );
    watched.done(&for_files);
    watched.done(&format!(
        "fteCreateMonitor -ma NORTH -mm QM1 -mn M -md {directory} -tn EACH"
    ));
    agents.until("what was found has arrived", || {
        agents.path("in/a.txt.x").exists()
    });
    watched.done("fteDeleteTemplates D* EACH");
    agents.until("they are gone", || {
        agents
            .room
            .run(&["fteListTemplates"])
            .out
            .contains("BFGCL9534I")
    });
    watched.refused("fteDeleteTemplates DAILY", 1, "BFGCL9533E");
    watched.refused("fteCreateTransfer -tn DAILY", 1, "BFGCL9533E");
}
