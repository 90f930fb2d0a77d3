//! Transfers that happen later, by the commands and with real agents.

use crate::transfer::Agents;
use ferromq_transfer::schedule::Moment;
use std::time::{SystemTime, UNIX_EPOCH};

/// Date and time of day in so many seconds, in UTC.
fn in_seconds(seconds: u64) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now_s = since.expect("after 1970").as_secs();
    let text = Moment::at_ms((now_s + seconds) * 1_000).to_string();
    text.get(..19).expect("a date and a time").to_owned()
}

#[test]
fn a_transfer_that_is_scheduled_is_listed_happens_and_is_deleted() {
    let mut agents = Agents::new();
    agents.start("NORTH");
    agents.start("SOUTH");
    agents.write("out/a.txt", b"alpha");
    let (from, to) = (agents.path("out/a.txt"), agents.path("in/a.txt"));
    let (from, to) = (from.to_str().expect("UTF-8"), to.to_str().expect("UTF-8"));
    let transfer = |more: &[&'static str], start: &str| {
        let words = ["-jn", "nightly", "-df", to, "-ss", start, "-tb", "UTC"];
        agents.transfer(&[&words, more, &[from]].concat())
    };
    let start = in_seconds(10);
    let said = transfer(&["-oi", "days", "-oc", "2", "-w"], &start);
    assert!(
        said.code == 0 && said.out.contains("BFGSC9503I"),
        "{said:?}"
    );
    let listed = agents.room.done(&["fteListScheduledTransfers"]);
    for line in [
        "Schedule Identifier:      1",
        "Job Name:                 nightly",
        "Source Agent Name:        NORTH",
        "Conversion Type:          binary",
        "Destination Agent Name:   SOUTH",
        "Schedule Time Base:       UTC",
        "Repeat Interval:          days",
        "Repeat Frequency:         1",
        &format!("Source File Name:         {from}"),
        &format!("Schedule Start Time:      {start}+0000"),
        &format!("Next Transfer:            {start}+0000"),
    ] {
        assert!(listed.contains(line), "{line}\n{listed}");
    }
    agents.until("it happens", || agents.path("in/a.txt").exists());
    let tomorrow = in_seconds(86_400);
    let next = format!("Next Transfer:            {}", &tomorrow[..10]);
    agents.until("the next is tomorrow", || {
        agents
            .room
            .run(&["fteListScheduledTransfers", "NOR*"])
            .out
            .contains(&next)
    });
    let delete = ["fteDeleteScheduledTransfer", "-agentName", "NORTH", "1"];
    let said = agents.room.done(&delete);
    assert!(said.contains("BFGCL0251I"), "{said}");
    let said = agents.room.run(&delete);
    assert!(
        said.code == 1 && said.out.contains("BFGSC9506E"),
        "{said:?}"
    );
    let said = agents.room.done(&["fteListScheduledTransfers"]);
    assert!(said.contains("BFGCL9530I"), "{said}");
    // What cannot be scheduled is told.
    let past = "1999-12-31T23:59";
    let by_source = ["-df", to, "-ss", past, "-tb", "source", from];
    for said in [
        transfer(&["-w"], past),
        transfer(&[], past),
        agents.transfer(&by_source),
    ] {
        assert!(
            said.code == 1 && said.err.contains("BFGSC9505E") && !said.out.contains("request ID"),
            "{said:?}"
        );
    }
    let said = transfer(
        &["-oi", "days", "-oc", "2", "-es", "2099-01-01T00:00"],
        &start,
    );
    assert!(
        said.code == 1 && said.err.contains("-oc and -es"),
        "{said:?}"
    );
    let said = transfer(&[], "tomorrow");
    assert!(said.code == 1 && said.err.contains("tomorrow"), "{said:?}");
}

#[test]
fn programs_of_the_command_path_run_before_and_after_a_transfer() {
    let mut agents = Agents::new();
    let bin = agents.path("bin");
    let make = b"#!/bin/sh\necho \"$1 <$season> $FTE_METADATA_season\" > \"$2\"\n";
    agents.write("bin/make", make);
    agents.write("bin/fail", b"#!/bin/sh\necho no >&2\nexit 3\n");
    agents.write("outside", b"#!/bin/sh\nexit 0\n");
    for name in ["bin/make", "bin/fail", "outside"] {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(agents.path(name), mode).expect("set");
    }
    for agent in ["NORTH", "SOUTH"] {
        let path = agents.path(&format!("mqft/config/QM1/agents/{agent}/agent.properties"));
        let properties = std::fs::read_to_string(&path).expect("there");
        let mut properties = format!("{properties}commandPath=/nowhere:{}\n", bin.display());
        // Metadata without a dot in their names are no variables of their own elsewhere.
        if agent == "NORTH" {
            properties += "commandVariables=place, season\n";
        }
        std::fs::write(&path, properties).expect("written");
        agents.start(agent);
    }
    let text = |name: &str| agents.path(name).to_str().expect("UTF-8").to_owned();
    let (from, to, after) = (text("out/made"), text("in/made"), text("after"));
    let transfer = |more: &[&str]| {
        let words = ["-de", "overwrite", "-md", "season=spring", "-df", &to, "-w"];
        agents.transfer(&[&words, more, &[&from]].concat())
    };
    let make = format!("executable:make(rows,{from})");
    let load = format!("make(loaded,{after}),2,1,0|4");
    let said = transfer(&["-presrc", &make, "-postdst", &load]);
    assert_eq!(said.code, 0, "{said:?}");
    let read = |path: &str| std::fs::read_to_string(path).expect("there");
    assert_eq!(
        [read(&to), read(&after)],
        ["rows <spring> spring\n", "loaded <> spring\n"]
    );
    // What fails behind is told, and the source stays.
    let said = transfer(&["-sd", "delete", "-postdst", "fail"]);
    assert!(
        said.code == 1 && said.out.contains("exit code 3"),
        "{said:?}"
    );
    assert!(agents.path("out/made").exists());
    for (program, told) in [
        ("../outside", "in no directory of commandPath"),
        (&text("outside"), "in no directory of commandPath"),
        ("none", "BFGTR9522E"),
        ("antscript:x.xml(a=b)", "BFGTR9520E"),
    ] {
        let said = transfer(&["-predst", program]);
        assert!(
            said.code == 1 && said.out.contains(told),
            "{program}: {said:?}"
        );
    }
    let said = transfer(&["-presrc", "make(a"]);
    assert!(said.code == 1 && said.err.contains("bracket"), "{said:?}");
}
