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
        let mut words = vec![
            "fteCreateTransfer",
            "-sa",
            "NORTH",
            "-sm",
            "QM1",
            "-da",
            "SOUTH",
        ];
        words.extend([
            "-dm", "QM1", "-jn", "nightly", "-df", to, "-ss", start, "-tb", "UTC",
        ]);
        words.extend(more);
        words.push(from);
        agents.room.run(&words)
    };
    let start = in_seconds(3);
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
    let said = transfer(&["-w"], "1999-12-31T23:59");
    assert!(
        said.code == 1 && said.out.contains("BFGSC9505E"),
        "{said:?}"
    );
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
