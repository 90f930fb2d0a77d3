//! Event publishing with a real PostgreSQL: programs that only read get JSON.

use crate::postgres_cluster::Cluster;
use crate::support::{Room, Running};
use ferromq_base::skipped::skip;
use serde_json::{Value, json};
use std::process::Stdio;

const LOGICAL: &str = "wal_level = logical\nwal_sender_timeout = 5s";

struct Setup {
    source: Cluster,
    room: Room,
}

impl Setup {
    fn new() -> Option<Self> {
        let source = match Cluster::start(LOGICAL) {
            Ok(source) => source,
            Err(why) => {
                skip("event publishing from a real PostgreSQL", &why);
                return None;
            }
        };
        let room = Room::new();
        room.start("QM1", &[]);
        let commands = "DEFINE QLOCAL(RESTARTQ) MAXDEPTH(1)\nDEFINE QLOCAL(ADMINQ)\nDEFINE QLOCAL(NEWSQ) MAXDEPTH(100000)\nDEFINE QLOCAL(ROWSQ) MAXDEPTH(100000)";
        let said = room.run_with(&["runmqsc", "QM1"], commands);
        assert_eq!(said.code, 0, "{said:?}");
        source.sql(
            "CREATE TABLE orders (id int PRIMARY KEY, what text, price numeric, paid boolean, more jsonb);
             CREATE TABLE logged (id bigint, v text);
             ALTER TABLE logged REPLICA IDENTITY FULL;
             ALTER TABLE orders ALTER COLUMN what SET STORAGE EXTERNAL;",
        );
        Some(Self { source, room })
    }

    fn script(&self, text: &str) -> (i32, String) {
        let path = self.room.path().join("news.asnclp");
        let head = format!(
            "ASNCLP SESSION SET TO Q REPLICATION;\nSET SERVER CAPTURE TO URI '{}';\nSET QMANAGER QM1 FOR CAPTURE SCHEMA;\n",
            self.source.conninfo()
        );
        std::fs::write(&path, head + text).expect("written");
        let said = self
            .room
            .run_with(&["asnclp", &format!("script={}", path.display())], "");
        (said.code, format!("{said:?}"))
    }

    /// Captures all there is.
    fn capture(&self) {
        let server = format!("capture_server={}", self.source.conninfo());
        let words = ["asnqcap", &server, "autostop=y"];
        let mut command = self.room.command(&words);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = Running(command.spawn().expect("capture starts"));
        assert!(child.0.wait().expect("it ends").success());
    }

    /// What is on a queue: it is taken off.
    fn events(&self, queue: &str) -> Vec<Value> {
        let out = self.room.done(&["amqsget", queue, "QM1"]);
        let lines = out.lines().filter_map(|line| {
            let begin = line.find('{')?;
            Some(line[begin..].trim_end_matches('>'))
        });
        lines
            .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
            .collect()
    }
}

#[test]
fn programs_that_only_read_get_transactions_and_rows_as_json() {
    let Some(setup) = Setup::new() else { return };
    let (code, said) = setup.script(
        "CREATE CONTROL TABLES FOR CAPTURE SERVER USING RESTARTQ RESTARTQ ADMINQ ADMINQ;
         CREATE PUBQMAP NEWS USING SENDQ NEWSQ MESSAGE FORMAT JSON MESSAGE CONTENT TYPE T HEARTBEAT INTERVAL 0;
         CREATE PUBQMAP ROWS USING SENDQ ROWSQ MESSAGE FORMAT JSON MESSAGE CONTENT TYPE R MESSAGE HEADER RFH2 HEARTBEAT INTERVAL 0;
         CREATE PUB USING PUBQMAP NEWS (PUBNAME ORDERS public.orders OPTIONS CHANGED COLS ONLY N);
         CREATE PUB USING PUBQMAP ROWS (PUBNAME LOGGED public.logged OPTIONS BEFORE VALUES Y CHANGED COLS ONLY Y);",
    );
    assert_eq!(code, 0, "{said}");
    setup.capture();
    let long = "x".repeat(9_000);
    setup.source.sql(&format!(
        "BEGIN;
         INSERT INTO orders VALUES (1, '{long}', 1.50, true, '{{\"a\": [1, 2]}}'), (2, 'a \"quoted\"
line', 'NaN', false, NULL);
         UPDATE orders SET price = 2 WHERE id = 1;
         COMMIT;"
    ));
    setup.source.sql("UPDATE orders SET id = 3 WHERE id = 2");
    setup.source.sql("DELETE FROM orders WHERE id = 3");
    setup.source.sql("BEGIN; INSERT INTO logged VALUES (1, 'one'), (2, 'two'); UPDATE logged SET v = 'zwei' WHERE id = 2; COMMIT;");
    setup.source.sql("TRUNCATE orders");
    setup.capture();

    let events = setup.events("NEWSQ");
    let types: Vec<&str> = events.iter().filter_map(|it| it["type"].as_str()).collect();
    assert_eq!(types, ["subActivated", "trans", "trans", "trans", "trans"]);
    for (next, event) in (1..).zip(&events) {
        assert_eq!(event["sequence"], json!(next), "{event}");
        assert_eq!(
            (&event["version"], &event["pubQMap"]),
            (&json!(1), &json!("NEWS"))
        );
    }
    let rows = &events[1]["rows"];
    assert_eq!(
        (&events[1]["segmentNum"], &events[1]["isLast"]),
        (&json!(0), &json!(true))
    );
    assert_eq!(rows[0]["op"], "insertRow");
    assert_eq!(rows[0]["key"], json!(["id"]));
    assert_eq!(
        rows[0]["after"],
        json!({"id": 1, "what": long, "price": 1.50, "paid": true, "more": {"a": [1, 2]}})
    );
    assert_eq!(rows[1]["after"]["what"], "a \"quoted\"\nline");
    assert_eq!(rows[1]["after"]["price"], "NaN");
    assert_eq!(rows[1]["after"]["more"], Value::Null);
    // What is stored apart and was not changed is not sent.
    assert_eq!(
        (&rows[2]["op"], &rows[2]["unchanged"]),
        (&json!("updateRow"), &json!(["what"]))
    );
    assert_eq!(rows[2]["after"]["price"], json!(2));
    let row = &events[2]["rows"][0];
    assert_eq!(
        (&row["before"], &row["after"]["id"]),
        (&json!({"id": 2}), &json!(3))
    );
    let row = &events[3]["rows"][0];
    assert_eq!(
        (&row["op"], &row["before"]),
        (&json!("deleteRow"), &json!({"id": 3}))
    );
    assert_eq!(events[4]["rows"][0]["op"], "truncate");
    assert_eq!(events[4]["rows"][0]["tables"][0]["srcName"], "orders");

    // A message for each row, with what changed only, as properties tell what it is.
    let shown = setup.room.done(&["amqsbcg", "ROWSQ", "QM1"]);
    assert!(shown.contains("MQHRF2"), "{shown}");
    let events = setup.events("ROWSQ");
    let types: Vec<&str> = events.iter().filter_map(|it| it["type"].as_str()).collect();
    assert_eq!(types, ["subActivated", "rowOp", "rowOp", "rowOp"]);
    let last: Vec<&Value> = events[1..].iter().map(|it| &it["isLast"]).collect();
    assert_eq!(last, [&json!(false), &json!(false), &json!(true)]);
    assert_eq!(events[2]["segmentNum"], json!(1));
    assert_eq!(events[3]["row"]["before"], json!({"id": 2, "v": "two"}));
    assert_eq!(events[3]["row"]["after"], json!({"v": "zwei"}));
}

#[test]
fn what_cannot_be_published_is_told_by_the_script() {
    let Some(setup) = Setup::new() else { return };
    for (wrong, why) in [
        (
            "CREATE PUBQMAP N USING SENDQ Q MESSAGE FORMAT XML;",
            "MESSAGE FORMAT JSON is",
        ),
        (
            "CREATE PUBQMAP N USING MESSAGE FORMAT JSON;",
            "SENDQ is needed",
        ),
        (
            "CREATE PUBQMAP N USING SENDQ Q MESSAGE HEADER XML;",
            "NONE is expected",
        ),
        (
            "CREATE PUB USING PUBQMAP N (PUBNAME P public.orders OPTIONS HAS LOAD PHASE I);",
            "one of NE",
        ),
    ] {
        let (code, said) = setup.script(wrong);
        assert_ne!(code, 0, "{wrong}");
        assert!(said.contains(why), "{wrong}: {said}");
    }
}
