//! Messages from queues to files and back.

use crate::support::Room;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

/// Puts messages on a queue, by lines of a file.
fn load(room: &Room, queue: &str, lines: &[u8]) {
    fs::write(room.path().join("lines"), lines).expect("written");
    room.done(&["dmpmqmsg", "-m", "QM1", "-o", queue, "-f", "lines", "-q"]);
}

/// A power failure must not find messages gone from the queue and not on the disk. Some file systems say only when they are asked to keep a file
/// that it has no room.
#[test]
fn messages_are_got_only_when_the_file_is_on_the_disk() {
    let room = Room::new();
    let source = room.path().join("refusing.c");
    let library = room.path().join("refusing.so");
    let text = "#include <errno.h>\nint fdatasync(int f) { errno = EDQUOT; return -1; }\nint fsync(int f) { errno = EDQUOT; return -1; }\n";
    fs::write(&source, text).expect("written");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status()
        .expect("there is a C compiler: scripts/ensure-tools");
    assert!(compiled.success());
    room.start("QM1", &[]);
    load(&room, "DEV.QUEUE.1", b"X 41\nN\nX 42\nN\nX 43\n");
    for (file, unit) in [("first", "1"), ("second", "200"), ("stdout", "200")] {
        let said = room
            .command(&[
                "dmpmqmsg",
                "-m",
                "QM1",
                "-I",
                "DEV.QUEUE.1",
                "-f",
                file,
                "-t",
                unit,
            ])
            .env("LD_PRELOAD", &library)
            .stdout(fs::File::create(room.path().join("said")).expect("made"))
            .output()
            .expect("it runs");
        let told = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(69), "{file}: {told}");
        assert_eq!(depth(&room, "DEV.QUEUE.1"), "3", "{file}: {told}");
    }
    // Where nothing keeps anything there is nothing to be forced.
    room.done(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-I",
        "DEV.QUEUE.1",
        "-F",
        "/dev/null",
    ]);
    assert_eq!(depth(&room, "DEV.QUEUE.1"), "0");
}

#[test]
fn a_file_is_left_as_it_is_where_nothing_is_written_to_it() {
    let room = Room::new();
    room.start("QM1", &[]);
    load(&room, "DEV.QUEUE.1", b"X 41\n");
    let kept = room.path().join("kept");
    fs::write(&kept, "* yesterday\n").expect("written");
    for (words, code) in [
        (
            &["-I", "DEV.QUEUE.1", "-o", "DEV.QUEUE.2", "-F", "kept"][..],
            39,
        ),
        (&["-i", "DEV.QUEUE.1", "-o", "DEV.QUEUE.2", "-f", "new"], 39),
        (&["-i", "NO.SUCH.QUEUE", "-F", "kept"], 71),
        (&["-I", "NO.SUCH.QUEUE", "-f", "new"], 71),
    ] {
        let words = [&["dmpmqmsg", "-m", "QM1"], words].concat();
        assert_eq!(room.run(&words).code, code, "{words:?}");
    }
    assert_eq!(fs::read_to_string(&kept).expect("read"), "* yesterday\n");
    assert!(!room.path().join("new").exists());
    assert_eq!(depth(&room, "DEV.QUEUE.1"), "1");
}

/// A dead letter whose header has this byte order, as lines of a file.
fn dead_letter(is_big: bool) -> String {
    let number = |number: u32| match is_big {
        true => number.to_be_bytes(),
        false => number.to_le_bytes(),
    };
    let mut data = b"DLH ".to_vec();
    data.extend([number(1), number(2053)].concat());
    data.extend([b' '; 96]);
    data.extend([number(if is_big { 273 } else { 546 }), number(819)].concat());
    data.extend(b"MQSTR   ");
    data.extend(number(6));
    data.extend([b' '; 44]);
    data.extend(b"text");
    let digits: String = data.iter().map(|byte| format!("{byte:02X}")).collect();
    let encoding = if is_big { 273 } else { 546 };
    format!("N\nA ENC {encoding}\nA CCS 1208\nA FMT MQDEAD\nX {digits}\n")
}

#[test]
fn headers_of_dead_letters_are_taken_off_in_whatever_byte_order_they_are() {
    let room = Room::new();
    room.start("QM1", &[]);
    let none = format!("N\nA FMT MQDEAD\nX {}\n", "78".repeat(180));
    let lines = [dead_letter(true), dead_letter(false), none].concat();
    load(&room, "DEV.QUEUE.1", lines.as_bytes());
    room.done(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-I",
        "DEV.QUEUE.1",
        "-o",
        "DEV.QUEUE.2",
        "-h",
    ]);
    room.done(&[
        "dmpmqmsg",
        "-m",
        "QM1",
        "-i",
        "DEV.QUEUE.2",
        "-f",
        "out",
        "-dA",
    ]);
    let text = fs::read_to_string(room.path().join("out")).expect("written");
    let messages: Vec<&str> = text.split("\nN\n").collect();
    let of = |at: usize, words: &[&str]| {
        for word in words {
            assert!(messages[at].contains(word), "{word}: {}", messages[at]);
        }
    };
    assert_eq!(messages.len(), 4, "{text}");
    let common = ["A CCS 819\n", "A FMT MQSTR\n", "S \"text\""];
    of(1, &[&common[..], &["A ENC 273\n"]].concat());
    of(2, &[&common[..], &["A ENC 546\n"]].concat());
    of(3, &["A FMT MQDEAD\n", "S \"xxxxx"]);
}

/// Ends a command that goes on for ever.
fn ends(room: &Room, words: &[&str]) -> String {
    let mut child = room
        .command(words)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if began.elapsed() > Duration::from_secs(120) {
            child.kill().expect("a child");
            panic!("{words:?} goes on for ever");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = child.wait_with_output().expect("it has ended");
    assert!(said.status.success(), "{said:?}");
    String::from_utf8_lossy(&said.stdout).into_owned()
}

#[test]
fn what_is_put_on_the_queue_it_is_read_from_is_not_read_again() {
    let room = Room::new();
    room.start("QM1", &[]);
    let alias =
        "DEFINE QALIAS(ALIAS) TARGET(DEV.QUEUE.1)\nALTER QLOCAL(DEV.QUEUE.1) MAXDEPTH(100)\n";
    assert_eq!(room.run_with(&["runmqsc", "QM1"], alias).code, 0);
    // One more urgent than the others comes in front of them again.
    let lines = [
        dead_letter(true),
        "N\nA PRI 9\nA FMT MQSTR\n".to_owned(),
        dead_letter(false),
    ]
    .concat();
    let lines = lines.replacen("A FMT", "A PRI 0\nA FMT", 1);
    load(&room, "DEV.QUEUE.1", lines.as_bytes());
    for queue in ["DEV.QUEUE.1", "ALIAS"] {
        let words = [
            "dmpmqmsg",
            "-m",
            "QM1",
            "-I",
            "DEV.QUEUE.1",
            "-o",
            queue,
            "-h",
            "-t",
            "1",
        ];
        let said = ends(&room, &words);
        assert!(said.contains("Written - 3 messages"), "{said}");
        assert_eq!(depth(&room, "DEV.QUEUE.1"), "3");
    }
    let words = [
        "dmpmqmsg",
        "-m",
        "QM1",
        "-i",
        "ALIAS",
        "-o",
        "DEV.QUEUE.1",
        "-t",
        "1",
    ];
    assert!(ends(&room, &words).contains("Written - 3 messages"));
    assert_eq!(depth(&room, "DEV.QUEUE.1"), "6");
    let out = room.done(&["dmpmqmsg", "-m", "QM1", "-i", "DEV.QUEUE.1"]);
    assert!(!out.contains("MQDEAD"), "{out}");
}

#[test]
fn who_converts_is_told_what_could_not_be() {
    let room = Room::new();
    room.start("QM1", &[]);
    load(
        &room,
        "DEV.QUEUE.1",
        b"A FMT MQSTR\nX 41\nN\nA FMT\nX 42\nN\nX 43\n",
    );
    let words = [
        "dmpmqmsg",
        "-m",
        "QM1",
        "-i",
        "DEV.QUEUE.1",
        "-f",
        "out",
        "-P",
        "500",
    ];
    let said = room.run(&words);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("2 messages, 2110"), "{said:?}");
    let text = fs::read_to_string(room.path().join("out")).expect("written");
    for data in ["X C1\n", "X 42\n", "X 43\n"] {
        assert!(text.contains(data), "{text}");
    }
}

#[test]
fn who_waits_for_messages_holds_none_that_are_written() {
    let room = Room::new();
    room.start("QM1", &[]);
    load(&room, "DEV.QUEUE.1", b"S \"Gr\xF6\xDFe\"\nN\nX 42\n");
    let mut child = room
        .command(&[
            "dmpmqmsg",
            "-m",
            "QM1",
            "-I",
            "DEV.QUEUE.1",
            "-f",
            "out",
            "-w",
            "3600",
        ])
        .spawn()
        .expect("it starts");
    let began = Instant::now();
    let display = "DISPLAY QSTATUS(DEV.QUEUE.1) CURDEPTH UNCOM\n";
    loop {
        let shown = room.run_with(&["runmqsc", "QM1"], display).out;
        if shown.contains("CURDEPTH(0)") && shown.contains("UNCOM(NO)") {
            break;
        }
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().expect("a child");
            panic!("{shown}");
        }
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
    let text = fs::read_to_string(room.path().join("out")).expect("written");
    assert!(
        text.contains("X 4772F6DF65\n") && text.contains("X 42\n"),
        "{text}"
    );
}
