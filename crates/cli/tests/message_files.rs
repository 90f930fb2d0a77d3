//! Messages from queues to files and back.

use crate::support::Room;
use std::fs;

fn depth(room: &Room, queue: &str) -> String {
    let shown = room
        .run_with(
            &["runmqsc", "QM1"],
            &format!("DISPLAY QLOCAL({queue}) CURDEPTH\n"),
        )
        .out;
    let (_, rest) = shown.split_once("CURDEPTH(").expect("a depth");
    rest.split(')').next().unwrap_or_default().to_owned()
}

#[test]
fn messages_go_to_a_file_and_come_back_as_they_were() {
    let room = Room::new();
    room.start("QM1", &[]);
    assert_eq!(
        room.run_with(
            &["amqsput", "DEV.QUEUE.1", "QM1"],
            "one\ntwo \"2\"\nthree\n"
        )
        .code,
        0
    );
    let before = room.done(&["amqsbcg", "DEV.QUEUE.1", "QM1"]);
    let said = room.done(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-i",
        "DEV.QUEUE.1",
        "-f",
        "file",
        "-dA",
    ]);
    assert!(
        said.contains("Read    - 3 messages, 15 bytes\nWritten - 3 messages"),
        "{said}"
    );
    let text = fs::read_to_string(room.path().join("file")).expect("written");
    assert!(
        text.starts_with("* ") && text.contains("A FMT MQSTR\n") && text.contains("S \"one\"\n"),
        "{text}"
    );
    // What is there is not written over by chance.
    assert_ne!(
        room.run(&["dmpmqmsg", "-m", "QM1", "-i", "DEV.QUEUE.1", "-f", "file"])
            .code,
        0
    );
    room.done(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-I",
        "DEV.QUEUE.1",
        "-F",
        "file",
        "-q",
    ]);
    assert_eq!(depth(&room, "DEV.QUEUE.1"), "0");
    room.done(&["dmpmqmsg", "-m", "QM1", "-o", "DEV.QUEUE.1", "-f", "file"]);
    assert_eq!(room.done(&["amqsbcg", "DEV.QUEUE.1", "QM1"]), before);
}

#[test]
fn messages_are_moved_between_queues_by_place_and_contents() {
    let room = Room::new();
    room.start("QM1", &[]);
    assert_eq!(
        room.run_with(&["amqsput", "DEV.QUEUE.1", "QM1"], "a1\nb2\na3\nb4\n")
            .code,
        0
    );
    room.done(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-I",
        "DEV.QUEUE.1",
        "-o",
        "DEV.QUEUE.2",
        "-s",
        "b",
        "-t",
        "1",
    ]);
    assert_eq!(
        (depth(&room, "DEV.QUEUE.1"), depth(&room, "DEV.QUEUE.2")),
        ("2".into(), "2".into())
    );
    room.done(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-i",
        "DEV.QUEUE.1",
        "-o",
        "DEV.QUEUE.3",
        "-r",
        "2..9",
    ]);
    assert_eq!(
        (depth(&room, "DEV.QUEUE.1"), depth(&room, "DEV.QUEUE.3")),
        ("2".into(), "1".into())
    );
    room.done(&["dmpmqmsg", "-m", "QM1", "-i", "DEV.QUEUE.1", "-p", "-q"]);
    assert_eq!(depth(&room, "DEV.QUEUE.1"), "0");
    // A queue that takes no more: nothing of the unit of work is moved.
    let full = "ALTER QLOCAL(DEV.QUEUE.1) MAXDEPTH(1)\n";
    assert_eq!(room.run_with(&["runmqsc", "QM1"], full).code, 0);
    let said = room.run(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-I",
        "DEV.QUEUE.2",
        "-o",
        "DEV.QUEUE.1",
    ]);
    assert!(said.code == 71 && said.err.contains("2053"), "{said:?}");
    assert_eq!(
        (depth(&room, "DEV.QUEUE.1"), depth(&room, "DEV.QUEUE.2")),
        ("0".into(), "2".into())
    );
    assert_eq!(room.run(&["dmpmqmsg", "-m", "QM1"]).code, 39);
}
