//! What capture has put on the queue, against what another plugin of the server reads from the same log by a slot of its own.

use crate::replicated::Replicated;
use serde_json::Value;

/// Transactions of all kinds, with values that are hard to write down.
fn work(setup: &Replicated) {
    let sql = |text: &str| drop(setup.source.sql(text));
    sql("ALTER TABLE t ALTER COLUMN v SET STORAGE EXTERNAL");
    for round in 0..25 {
        let id = round * 10;
        sql(&format!(
            "BEGIN; INSERT INTO t VALUES ({id}, 'it''s a \"quote\"'), ({}, NULL), ({}, E'two\\nlines\\tand \\\\ more'), ({}, ''), ({}, 'ünïcödé 漢字'); \
             UPDATE t SET v = 'later' WHERE id = {id}; UPDATE t SET id = id + 100000 WHERE id = {}; SAVEPOINT a; DELETE FROM t; ROLLBACK TO a; \
             DELETE FROM t WHERE id = {}; COMMIT",
            id + 1,
            id + 2,
            id + 3,
            id + 4,
            id + 2,
            id + 3
        ));
    }
    // Long, so that it is cut; and long values, of which some are not sent again.
    sql("INSERT INTO t SELECT g, repeat('x', g % 300) FROM generate_series(200000, 206000) g");
    sql("INSERT INTO t SELECT g, repeat('y', 9000) FROM generate_series(300000, 300020) g");
    sql("UPDATE t SET id = id + 1000 WHERE id >= 300000");
    // More than the log of the queue manager has room for in one unit of work.
    sql("INSERT INTO t SELECT g, repeat('z', 700) FROM generate_series(400000, 404000) g");
    sql("BEGIN; UPDATE t SET v = 'gone' WHERE id < 100; ROLLBACK");
    sql("TRUNCATE t");
    sql("INSERT INTO t VALUES (1, 'the end')");
}

/// Rows of the table by the words of `test_decoding`, each behind its transaction.
fn second_reading(setup: &Replicated) -> Vec<String> {
    let text = setup.source.sql(
        "SELECT xid || ' ' || replace(data, E'\\n', '\\n') FROM pg_logical_slot_get_changes('second', NULL, NULL, 'include-xids', '0') \
         WHERE data LIKE 'table public.t: %'",
    );
    let lines = text.lines();
    lines
        .map(|line| line.replacen("table public.t: ", "", 1))
        .collect()
}

fn value(of: &Value) -> String {
    match of.as_str() {
        Some(text) => format!("'{}'", text.replace('\'', "''").replace('\n', "\\n")),
        None => "null".to_owned(),
    }
}

/// A row as `test_decoding` writes it: an integer has no quotes.
fn row(of: &Value) -> String {
    let mut words = Vec::new();
    if let Some(id) = of["id"].as_str() {
        words.push(format!("id[integer]:{id}"));
    }
    if let Some(v) = of.get("v") {
        words.push(format!("v[text]:{}", value(v)));
    }
    words.join(" ")
}

/// The same rows, as the messages say.
fn first_reading(messages: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in messages.lines() {
        let message: Value = serde_json::from_str(line).expect("JSON");
        let xid = message["xid"].as_u64().expect("a number");
        for operation in message["ops"].as_array().into_iter().flatten() {
            let new = || {
                let mut text = row(&operation["new"]);
                if operation["new"].get("v").is_none() {
                    text.push_str(" v[text]:unchanged-toast-datum");
                }
                text
            };
            let said = match operation["op"].as_str() {
                Some("insert") => format!("INSERT: {}", new()),
                Some("update") if operation.get("old").is_some() => {
                    format!(
                        "UPDATE: old-key: {} new-tuple: {}",
                        row(&operation["old"]),
                        new()
                    )
                }
                Some("update") => format!("UPDATE: {}", new()),
                Some("delete") => format!("DELETE: {}", row(&operation["old"])),
                Some("truncate") => "TRUNCATE: (no-flags)".to_owned(),
                other => panic!("{other:?}: {line}"),
            };
            lines.push(format!("{xid} {said}"));
        }
    }
    lines
}

#[test]
fn messages_name_the_rows_that_another_reader_finds_in_the_same_log() {
    let Some(setup) = Replicated::new("a second reading of the log", "") else {
        return;
    };
    setup
        .source
        .sql("SELECT pg_create_logical_replication_slot('second', 'test_decoding')");
    // Units of work are as large as they get, as on a machine that has much to do.
    let _capture = setup.capture(&["commit_interval=60000"]);
    setup.until_active();
    work(&setup);
    // What capture has put it tells the source, which may forget it then.
    let end = setup.source.sql("SELECT pg_current_wal_lsn()");
    let told = format!(
        "SELECT confirmed_flush_lsn >= '{end}' FROM pg_replication_slots WHERE slot_name = 'asnqcap'"
    );
    setup.until("all of it to be on the queue", || {
        setup.source.asked(&told) == Ok("t".to_owned())
    });
    let messages = setup.room.done(&["asnqmfmt", "DATA", "QM1", "json=y"]);
    let (first, second) = (first_reading(&messages), second_reading(&setup));
    assert!(setup.log().contains("FMQ0462"), "{}", setup.log());
    assert!(second.len() > 10_000, "{} rows", second.len());
    for (ours, theirs) in first.iter().zip(&second) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(first.len(), second.len());
}
