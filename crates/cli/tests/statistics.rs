//! Statistics and accounting of a queue manager that runs, shown by `amqsmon` and compared with what programs did.

use crate::support::Room;

fn room(more: &str) -> Room {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let commands = format!("DEFINE QLOCAL(ORDERS)\nDEFINE QLOCAL(OTHER)\n{more}\n");
    let said = room.run_with(&["runmqsc", "QM1"], &commands);
    assert_eq!(said.code, 0, "{said:?}");
    room
}

fn amqsmon(room: &Room, kind: &str, more: &[&str]) -> String {
    let words = [&["amqsmon", "-m", "QM1", "-t", kind], more].concat();
    room.done(&words)
}

fn reset(room: &Room) {
    let said = room.run_with(&["runmqsc", "QM1"], "RESET QMGR TYPE(STATISTICS)\n");
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn statistics_of_queues_and_calls_are_shown_by_name() {
    let room = room("ALTER QMGR STATMQI(ON) STATQ(ON)");
    room.run_with(&["amqsput", "ORDERS", "QM1"], "one\ntwo\nthree\n");
    room.run_with(&["amqsput", "OTHER", "QM1"], "four\n");
    reset(&room);
    let calls = amqsmon(&room, "statistics", &["-a", "-b"]);
    assert!(
        calls.starts_with(
            "MonitoringType: MQIStatistics\nQueueManager: 'QM1'\nIntervalStartDate: '20"
        ),
        "{calls}"
    );
    assert!(
        calls.contains("\nCommandLevel: 1000\nConnCount: "),
        "{calls}"
    );
    assert!(calls.contains("\nPutCount: [4, 0]\n"), "{calls}");
    assert!(calls.contains("\nPutBytes: [15, 0]\n"), "{calls}");
    assert!(calls.ends_with("\n\n1 Records Processed.\n"), "{calls}");

    let orders = amqsmon(&room, "statistics", &["-q", "ORDERS", "-b"]);
    assert_eq!(orders.matches("QueueName:").count(), 1, "{orders}");
    for line in [
        "\nMonitoringType: QueueStatistics\n",
        "\n  QueueName: 'ORDERS'\n",
        "\n  QueueType: Local\n",
        "\n  QMaxDepth: 3\n",
        "\n  PutCount: [3, 0]\n",
        "\n  PutBytes: [11, 0]\n",
    ] {
        assert!(format!("\n{orders}").contains(line), "{line} in {orders}");
    }
    let fields = ["-b", "-l", "QueueName,PutCount", "-q"];
    let short = amqsmon(&room, "statistics", &fields);
    assert!(
        short.contains("  QueueName: 'OTHER'\n  PutCount: [1, 0]\n"),
        "{short}"
    );
    let none = amqsmon(&room, "statistics", &["-b", "-c"]);
    assert_eq!(none, "0 Records Processed.\n");
    let later = amqsmon(&room, "statistics", &["-b", "-s", "2999-01-01"]);
    assert_eq!(later, "0 Records Processed.\n");
    // Only what is shown goes.
    let all = amqsmon(&room, "statistics", &["-a"]);
    assert!(all.contains("\n1 Records Processed.\n"), "{all}");
    let rest = amqsmon(&room, "statistics", &["-d", "1"]);
    assert!(
        rest.starts_with("MonitoringType: QueueStatistics\n"),
        "{rest}"
    );
    let empty = amqsmon(&room, "statistics", &[]);
    assert_eq!(empty, "0 Records Processed.\n");
}

#[test]
fn accounts_of_connections_are_shown_when_they_have_ended() {
    let room = room("ALTER QMGR ACCTMQI(ON) ACCTQ(ON)");
    room.run_with(&["amqsput", "ORDERS", "QM1"], "one\ntwo\n");
    let shown = amqsmon(&room, "accounting", &["-b", "-a"]);
    let all: Vec<&str> = shown.split("\n\n").collect();
    let own = all
        .iter()
        .find(|one| one.contains("ApplicationName: 'amqsput'"));
    let own = own.unwrap_or_else(|| panic!("{shown}"));
    for line in ["SeqNumber: 0", "DiscType: Normal", "PutCount: [2, 0]"] {
        assert!(own.contains(&format!("\n{line}\n")), "{line} in {own}");
    }
    let id = own
        .lines()
        .find_map(|line| line.strip_prefix("ConnectionId: "))
        .expect("an identifier");
    let of_one = amqsmon(&room, "accounting", &["-i", id]);
    assert_eq!(of_one.matches("ConnectionId: ").count(), 2, "{of_one}");
    assert!(
        of_one.contains("\nMonitoringType: QueueAccounting\n"),
        "{of_one}"
    );
    assert!(of_one.contains("\n  OpenCount: 1\n"), "{of_one}");
    let again = amqsmon(&room, "accounting", &["-i", id]);
    assert_eq!(again, "0 Records Processed.\n");
}

#[test]
fn statistics_are_written_at_their_interval_and_when_the_queue_manager_ends() {
    let room = room("ALTER QMGR STATMQI(ON) STATINT(1)");
    let shown = amqsmon(&room, "statistics", &["-w", "10", "-d", "2"]);
    assert_eq!(shown.matches("MQIStatistics").count(), 2, "{shown}");
    let commands = "ALTER QMGR STATINT(0)\nALTER QLOCAL(SYSTEM.ADMIN.STATISTICS.QUEUE) DEFPSIST(YES)\n\
                    CLEAR QLOCAL(SYSTEM.ADMIN.STATISTICS.QUEUE)\n";
    let said = room.run_with(&["runmqsc", "QM1"], commands);
    assert_eq!(said.code, 0, "{said:?}");
    room.done(&["endmqm", "-i", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let last = amqsmon(&room, "statistics", &["-a"]);
    assert!(last.contains("\n1 Records Processed.\n"), "{last}");
}

#[test]
fn what_is_asked_for_wrongly_is_refused() {
    let room = room("");
    for (words, why) in [
        (vec![], "option -t is missing"),
        (vec!["-t", "events"], "neither statistics nor accounting"),
        (vec!["-t", "statistics", "-a", "-q"], "only one of options"),
        (vec!["-t", "statistics", "-l", "Puts"], "is no field"),
        (
            vec!["-t", "accounting", "-i", "name"],
            "no connection identifier",
        ),
        (vec!["-t", "statistics", "-s", "noon"], "is no moment"),
        (vec!["-t", "statistics", "-s", "2026-13-01"], "is no moment"),
        (
            vec!["-t", "statistics", "-e", "2026-12-01 24.00.00"],
            "is no moment",
        ),
    ] {
        let words = [vec!["amqsmon", "-m", "QM1"], words].concat();
        let said = room.run(&words);
        assert_eq!(said.code, 99, "{said:?}");
        assert!(said.err.contains(why), "{said:?}");
    }
}
