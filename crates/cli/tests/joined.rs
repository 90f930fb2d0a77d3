//! Two queue managers of one machine that send to each other, as an administrator joins them.

use crate::support::Room;
use std::net::TcpListener;
use std::time::{Duration, Instant};

/// QM1 and QM2, each with a channel to the other and a dead-letter queue.
pub(crate) struct Joined {
    pub(crate) room: Room,
}

/// Runs MQSC that must be valid and succeed.
pub(crate) fn mqsc(room: &Room, name: &str, commands: &str) -> String {
    let said = room.run_with(&["runmqsc", name], commands);
    assert_eq!(said.code, 0, "{commands}: {said:?}");
    said.out
}

impl Joined {
    pub(crate) fn new() -> Self {
        let room = Room::new();
        // Both are held until both are known, so that they differ.
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let ports = free.each_ref().map(|free| {
            let address = free.local_addr().expect("it has an address");
            address.port().to_string()
        });
        drop(free);
        for (name, port) in ["QM1", "QM2"].into_iter().zip(&ports) {
            let dead = "SYSTEM.DEAD.LETTER.QUEUE";
            room.done(&["crtmqm", "-lf", "256", "-u", dead, "-p", port, name]);
            room.done(&["strmqm", name]);
        }
        for (here, there, port) in [("QM1", "QM2", &ports[1]), ("QM2", "QM1", &ports[0])] {
            let commands = format!(
                "ALTER QMGR CHLAUTH(DISABLED)\n\
                 DEFINE QLOCAL({there}) USAGE(XMITQ)\n\
                 DEFINE CHANNEL({there}.TO.{here}) CHLTYPE(RCVR) MRRTY(0)\n\
                 DEFINE CHANNEL({here}.TO.{there}) CHLTYPE(SDR) XMITQ({there}) SHORTTMR(1) CONNAME('127.0.0.1({port})')\n"
            );
            mqsc(&room, here, &commands);
        }
        let joined = Self { room };
        joined.mqsc("QM1", "START CHANNEL(QM1.TO.QM2)");
        joined.mqsc("QM2", "START CHANNEL(QM2.TO.QM1)");
        joined
    }

    pub(crate) fn mqsc(&self, name: &str, commands: &str) -> String {
        mqsc(&self.room, name, commands)
    }

    /// Puts lines on a queue of QM1.
    pub(crate) fn put(&self, queue: &str, lines: &str) {
        let said = self.room.run_with(&["amqsput", queue, "QM1"], lines);
        assert_eq!(said.code, 0, "{said:?}");
    }

    /// Waits until so many messages are on a queue. The limit is a watchdog, not a promise.
    pub(crate) fn until_depth(&self, name: &str, queue: &str, depth: usize) {
        let display = format!("DISPLAY QLOCAL({queue}) CURDEPTH");
        self.until_shown(name, &display, &format!("CURDEPTH({depth})"));
    }

    /// Waits until a display has this.
    pub(crate) fn until_shown(&self, name: &str, display: &str, wanted: &str) {
        let began = Instant::now();
        loop {
            let shown = self.mqsc(name, display);
            if shown.contains(wanted) {
                return;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "{wanted}: {shown}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Gets what is on a queue, message by message.
    pub(crate) fn got(&self, name: &str, queue: &str) -> Vec<String> {
        let out = self.room.done(&["amqsget", queue, name]);
        let text = |line: &str| {
            let text = line.strip_prefix("message <")?.strip_suffix('>')?;
            Some(text.to_owned())
        };
        out.lines().filter_map(text).collect()
    }
}

/// A requester is not tried again: its command says that it has failed.
#[test]
fn the_command_of_a_requester_that_fails_answers_ten() {
    let joined = Joined::new();
    // Nobody listens there.
    joined.mqsc(
        "QM1",
        "DEFINE CHANNEL(NOBODY) CHLTYPE(RQSTR) CONNAME('127.0.0.1(1)')",
    );
    let words = ["runmqchl", "-c", "NOBODY", "-m", "QM1"];
    let said = joined.room.run_with(&words, "");
    assert_eq!(said.code, 10, "{said:?}");
}
