//! The decoder against what a real PostgreSQL 15 sent. Each file was made by `pg_logical_slot_get_binary_changes` after the same
//! statements: types, keys that change, values stored apart, savepoints, `ALTER TABLE`, `TRUNCATE`, origins, messages,
//! transactions over `logical_decoding_work_mem`, and prepared ones.

use ferromq_replicate::message::{Action, Cell, Change, Old};
use ferromq_replicate::pgoutput::{Decoder, LogMessage};

fn lines(version: u32) -> Vec<Vec<u8>> {
    let text = match version {
        1 => include_str!("golden/pgoutput_15_version_1.hex"),
        2 => include_str!("golden/pgoutput_15_version_2.hex"),
        _ => include_str!("golden/pgoutput_15_version_3.hex"),
    };
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            (0..line.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&line[at..at + 2], 16).expect("hex"))
                .collect()
        })
        .collect()
}

#[test]
fn every_message_of_a_real_server_is_read_and_so_are_its_rows() {
    for version in 1..=3 {
        let mut decoder = Decoder::new(version);
        let mut kinds = String::new();
        for bytes in lines(version) {
            let said = decoder.decode(&bytes).unwrap_or_else(|garbled| {
                panic!("version {version}: {garbled} in {bytes:?}");
            });
            if let LogMessage::Change(change) = &said {
                Change::read(change.action, change.rows).expect("rows");
            }
            if !kinds.contains(bytes[0] as char) {
                kinds.push(bytes[0] as char);
            }
        }
        let wanted = match version {
            1 => "BCDIMORTUY",
            2 => "ABCDEIMORSTUYc",
            _ => "ABCDEIKMOPRSTUYbcr",
        };
        let mut found: Vec<char> = kinds.chars().collect();
        found.sort_unstable();
        assert_eq!(found.into_iter().collect::<String>(), wanted);
    }
}

#[test]
fn a_real_stream_says_what_was_done() {
    let mut decoder = Decoder::new(1);
    let lines = lines(1);
    let said: Vec<LogMessage<'_>> = lines
        .iter()
        .map(|bytes| decoder.decode(bytes).expect("a message"))
        .collect();
    let mut last = 0;
    for message in &said {
        if let LogMessage::Commit(commit) = message {
            assert!(commit.commit_lsn > last && commit.end_lsn > commit.commit_lsn);
            last = commit.commit_lsn;
        }
    }
    assert!(said.iter().any(
        |said| matches!(said, LogMessage::Logical(logical) if logical.prefix == "asnq" && logical.content == b"CAPSTART PEOPLE1" && logical.is_transactional)
    ));
    assert!(
        said.iter()
            .any(|said| matches!(said, LogMessage::Origin(_, "asnq_1")))
    );
    assert!(said.iter().any(
        |said| matches!(said, LogMessage::Truncate(truncate) if truncate.oids.len() == 2 && truncate.cascade && truncate.restart_identity)
    ));
    let updates: Vec<Change<'_>> = said
        .iter()
        .filter_map(|said| match said {
            LogMessage::Change(change) if change.action == Action::Update => {
                Some(Change::read(change.action, change.rows).expect("rows"))
            }
            _ => None,
        })
        .collect();
    // The long value was not sent again; the key was not changed, so there is no old row.
    let cells: Vec<_> = updates[0]
        .new
        .expect("new")
        .map(|cell| cell.expect("good"))
        .collect();
    assert_eq!(cells[1], Cell::Text(b"bob"));
    assert_eq!(cells[3], Cell::Unchanged);
    assert!(updates[0].old.is_none());
    assert!(matches!(updates[1].old, Some(Old::Key(_))));
    assert!(matches!(updates[2].old, Some(Old::Whole(_))));
}
