//! `amqsrua` with a queue manager that publishes every second.

use crate::support::Room;
use std::io::Write;

fn room() -> Room {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    let ini = room.path().join("qmgrs/QM1/qm.ini");
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(ini)
        .expect("there is a qm.ini");
    let more = "TuningParameters:\n   MonitorPublishHeartBeat=1\n";
    file.write_all(more.as_bytes()).expect("written");
    room.done(&["strmqm", "QM1"]);
    room
}

#[test]
fn figures_are_found_and_shown() {
    let room = room();
    room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "one\ntwo\n");
    let queue = "DEV.QUEUE.1";
    let words = [
        "amqsrua", "-m", "QM1", "-c", "STATQ", "-t", "PUT", "-o", queue, "-n", "1",
    ];
    let said = room.done(&words);
    assert!(
        said.starts_with("Publication received PutDate:20"),
        "{said}"
    );
    assert!(said.contains(" seconds\n"), "{said}");
    // Nobody watched the queue before, so all since the start counts.
    let line = |about: &str| {
        let line = said.lines().find(|line| line.contains(about));
        line.unwrap_or_else(|| panic!("no {about} in {said}"))
    };
    assert!(line("MQPUT/MQPUT1 count").starts_with(&format!("{queue:<48} MQPUT/MQPUT1 count 2 ")));
    assert!(line("MQPUT byte count").contains("MQPUT byte count 6 "));

    let log = room.done(&["amqsrua", "-m", "QM1", "-c", "DISK", "-t", "Log", "-n", "2"]);
    assert_eq!(log.matches("Publication received").count(), 2, "{log}");
    for about in [
        "Log - write size ",
        "Log - write latency ",
        "Log - current primary space in use ",
        "Log - workload primary space utilization ",
    ] {
        assert_eq!(log.matches(about).count(), 2, "{log}");
    }
}

#[test]
fn what_is_not_said_is_asked_for() {
    let room = room();
    let said = room.run_with(
        &["amqsrua", "-m", "QM1", "-n", "1"],
        "STATQ\nGENERAL\nDEV.QUEUE.2\n",
    );
    assert_eq!(said.code, 0, "{said:?}");
    for line in [
        "CPU : Platform central processing units\n",
        "STATAPP : Application usage statistics\nEnter Class selection\n==> ",
        "GENERAL : General queue metrics\nEnter Type selection\n==> ",
        "An object name is required for Type(GENERAL)\nEnter object name\n==> ",
        " Queue depth 0\n",
    ] {
        assert!(said.out.contains(line), "{line} in {}", said.out);
    }
}

#[test]
fn classes_and_types_that_are_not_there_are_refused() {
    let room = room();
    let said = room.run(&["amqsrua", "-m", "QM1", "-c", "WEATHER"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err
            .contains("there is no class 'WEATHER'; there are: CPU, DISK")
    );
    let said = room.run(&["amqsrua", "-m", "QM1", "-c", "CPU", "-t", "RAIN"]);
    assert!(
        said.err
            .contains("there is no type 'RAIN'; there are: SystemSummary")
    );
    let said = room.run(&["amqsrua", "-n", "none"]);
    assert_eq!(said.code, 99, "{said:?}");
}
