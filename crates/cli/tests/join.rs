//! Queue managers joined by `join`.

use crate::support::Room;
use std::net::TcpListener;

/// Has a queue manager listen on this machine.
fn listen(room: &Room, name: &str) {
    let probe = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = probe.local_addr().expect("it is bound").port();
    drop(probe);
    let commands = format!(
        "DEFINE LISTENER(L1) TRPTYPE(TCP) PORT({port}) IPADDR('127.0.0.1') CONTROL(QMGR)\n\
         START LISTENER(L1)\n"
    );
    let said = room.run_with(&["runmqsc", "-e", name], &commands);
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn two_queue_managers_are_joined_with_one_command_and_messages_go_both_ways() {
    let room = Room::new();
    for name in ["QM1", "QM2"] {
        room.start(name, &[]);
    }
    listen(&room, "QM1");
    let deaf = room.run(&["join", "QM1", "QM2"]);
    assert_eq!(deaf.code, 40, "{deaf:?}");
    assert!(deaf.err.contains("FMQ0211E"), "{deaf:?}");
    listen(&room, "QM2");
    let said = room.done(&["join", "QM1", "QM2"]);
    for expected in [
        "QM2: DEFINE CHANNEL('QM1.TO.QM2') CHLTYPE(RCVR)",
        "QM1: START CHANNEL('QM1.TO.QM2')",
        "QM1: channel QM1.TO.QM2 runs.",
        "QM2: channel QM2.TO.QM1 runs.",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    for (from, to) in [("QM1", "QM2"), ("QM2", "QM1")] {
        let put = ["amqsput", "DEV.QUEUE.1", from, "8208", "0", to];
        let put = room.run_with(&put, &format!("from {from}\n"));
        assert_eq!(put.code, 0, "{put:?}");
        let mut get = room.command(&["amqsget", "DEV.QUEUE.1", to]);
        let got = get
            .env("MQSAMP_WAIT", "60")
            .stdin(std::process::Stdio::piped());
        let mut got = got
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("started");
        let out = got.stdout.take().expect("a pipe");
        let wanted = format!("message <from {from}>");
        let mut lines = std::io::BufRead::lines(std::io::BufReader::new(out));
        let came = lines.any(|line| line.is_ok_and(|line| line == wanted));
        let _ = got.kill();
        let _ = got.wait();
        assert!(came, "{wanted}");
    }
    let again = room.run(&["join", "QM2", "QM1"]);
    assert_eq!(again.code, 8, "{again:?}");
    assert!(again.err.contains("FMQ0212E"), "{again:?}");
    let alone = room.run(&["join", "QM1", "QM1"]);
    assert_eq!(alone.code, 72, "{alone:?}");
    for name in ["QM1", "QM2"] {
        room.done(&["endmqm", "-i", name]);
    }
}
