//! Transfers as a table for people and as JSON for programs.

use crate::json;
use ferromq_transfer::logger::{Transfer, TransferItem, TransferState};
use ferromq_transfer::party::TransferId;
use ferromq_transfer::schedule::Moment;
use std::fmt::Write;

/// A transfer that is shown.
pub(super) struct Row<'a> {
    pub(super) id: TransferId,
    pub(super) transfer: &'a Transfer,
    /// How far it is, if that is told.
    pub(super) progress: Option<&'a str>,
}

const COLUMNS: usize = 11;
const HEAD: [&str; COLUMNS] = [
    "Transfer", "Started", "Seconds", "State", "Files", "Failed", "Bytes", "From", "To", "User",
    "Job",
];
/// Columns that hold numbers.
const RIGHT: [usize; 4] = [2, 4, 5, 6];

/// Nothing of it may move the cursor of a terminal.
fn plain(text: &str) -> String {
    let chars = text.chars();
    chars
        .map(|char| if char.is_control() { '?' } else { char })
        .collect()
}

fn time(moment: Option<Moment>) -> String {
    let text = moment.map_or("-".to_owned(), |moment| moment.to_string());
    // Lines have no fractions of seconds.
    match text.split_once('.') {
        Some((seconds, _)) => format!("{seconds}Z"),
        None => text,
    }
}

fn cells(row: &Row<'_>) -> [String; COLUMNS] {
    let of = row.transfer;
    let seconds = match (of.started, of.ended) {
        (Some(started), Some(ended)) => {
            (ended.ms().saturating_sub(started.ms()) / 1_000).to_string()
        }
        _ => "-".to_owned(),
    };
    [
        row.id.to_string(),
        time(of.started.or(of.ended)),
        seconds,
        of.state.as_str().to_owned(),
        of.files.to_string(),
        of.failures.to_string(),
        of.bytes.to_string(),
        plain(&of.source),
        plain(&of.destination),
        plain(&of.user),
        plain(&of.job),
    ]
}

/// A table with what there is to say of a transfer below its line.
pub(super) fn table(rows: &[Row<'_>]) -> String {
    if rows.is_empty() {
        return "No transfers.\n".to_owned();
    }
    let head = HEAD.map(str::to_owned);
    let lines: Vec<_> = rows.iter().map(cells).collect();
    let mut widths = [0; COLUMNS];
    for line in std::iter::once(&head).chain(&lines) {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut out = String::new();
    put_line(&mut out, &head, &widths);
    for (row, line) in rows.iter().zip(&lines) {
        put_line(&mut out, line, &widths);
        let of = row.transfer;
        // That all is well is said by the state.
        if of.state != TransferState::Done {
            put_below(&mut out, &of.reason);
        }
        put_below(&mut out, row.progress.unwrap_or_default());
        for item in &of.items {
            put_item(&mut out, item);
        }
    }
    out
}

fn put_line(out: &mut String, cells: &[String; COLUMNS], widths: &[usize; COLUMNS]) {
    let mut line = String::new();
    for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
        // Writing to a string cannot fail.
        let _ = match RIGHT.contains(&at) {
            true => write!(line, "{cell:>width$}  "),
            false => write!(line, "{cell:<width$}  "),
        };
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

fn put_below(out: &mut String, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "    {}", plain(text));
    }
}

fn put_item(out: &mut String, item: &TransferItem) {
    let result = item.result.map_or("-".to_owned(), |code| code.to_string());
    let bytes = item.bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
    let (from, to) = (plain(&item.source), plain(&item.destination));
    let _ = writeln!(out, "    {result:>3} {bytes:>12}  {from} -> {to}");
    if !item.reason.is_empty() {
        let _ = writeln!(out, "                      {}", plain(&item.reason));
    }
}

/// One document: the logger and its transfers, with their items if these were asked for.
pub(super) fn json(logger: &str, rows: &[Row<'_>], has_items: bool) -> String {
    let rows: Vec<_> = rows.iter().map(|row| transfer(row, has_items)).collect();
    format!(
        "{{\"logger\": {}, \"transfers\": [{}]}}\n",
        json::text(logger),
        rows.join(",\n  ")
    )
}

fn transfer(row: &Row<'_>, has_items: bool) -> String {
    let of = row.transfer;
    let moment =
        |moment: Option<Moment>| moment.map_or("null".to_owned(), |at| json::text(&at.to_string()));
    let mut fields = vec![
        ("id", json::text(&row.id.to_string())),
        ("state", json::text(of.state.as_str())),
        ("started", moment(of.started)),
        ("ended", moment(of.ended)),
        ("source", json::text(&of.source)),
        ("destination", json::text(&of.destination)),
        ("user", json::text(&of.user)),
        ("job", json::text(&of.job)),
        ("result", number(of.result)),
        ("reason", json::text(&of.reason)),
        ("files", of.files.to_string()),
        ("failures", of.failures.to_string()),
        ("bytes", of.bytes.to_string()),
        (
            "progress",
            row.progress.map_or("null".to_owned(), json::text),
        ),
    ];
    if has_items {
        let items: Vec<_> = of.items.iter().map(item).collect();
        fields.push(("items", format!("[{}]", items.join(",\n    "))));
    }
    object(&fields)
}

fn item(item: &TransferItem) -> String {
    object(&[
        ("source", json::text(&item.source)),
        ("destination", json::text(&item.destination)),
        ("bytes", number(item.bytes)),
        ("result", number(item.result)),
        ("reason", json::text(&item.reason)),
    ])
}

fn object(fields: &[(&str, String)]) -> String {
    let fields = fields
        .iter()
        .map(|(key, value)| format!("{}: {value}", json::text(key)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or("null".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> Transfer {
        Transfer {
            state: TransferState::Failed,
            started: Some(Moment::at_ms(1_000)),
            ended: Some(Moment::at_ms(4_000)),
            source: "NORTH".into(),
            destination: "SO\x1b[2JUTH".into(),
            job: "a \"job\"\\".into(),
            result: Some(1),
            failures: 1,
            items: vec![TransferItem {
                source: "/a".into(),
                destination: "/b".into(),
                result: Some(1),
                ..TransferItem::default()
            }],
            ..Transfer::default()
        }
    }

    #[test]
    fn a_table_moves_no_cursor() {
        let transfer = failed();
        let row = Row {
            id: TransferId([1; 24]),
            transfer: &transfer,
            progress: None,
        };
        let text = table(&[row]);
        let is_quiet = |char: char| char == '\n' || !char.is_control();
        assert!(text.chars().all(is_quiet), "{text}");
        assert!(
            text.contains("  1970-01-01T00:00:01Z        3  failed      0       1      0  NORTH  SO?[2JUTH        a \"job\"\\\n"),
            "{text}"
        );
        assert!(text.ends_with("      1            -  /a -> /b\n"), "{text}");
    }

    #[test]
    fn json_says_all_of_it() {
        let transfer = failed();
        let row = Row {
            id: TransferId([1; 24]),
            transfer: &transfer,
            progress: None,
        };
        let id = "01".repeat(24);
        assert_eq!(
            json("FL1", &[row], true),
            format!(
                "{{\"logger\": \"FL1\", \"transfers\": [{{\"id\": \"{id}\", \"state\": \"failed\", \"started\": \"1970-01-01T00:00:01.000Z\", \
                 \"ended\": \"1970-01-01T00:00:04.000Z\", \"source\": \"NORTH\", \"destination\": \"SO\\u001b[2JUTH\", \"user\": \"\", \
                 \"job\": \"a \\\"job\\\"\\\\\", \"result\": 1, \"reason\": \"\", \"files\": 0, \"failures\": 1, \"bytes\": 0, \
                 \"progress\": null, \"items\": [{{\"source\": \"/a\", \"destination\": \"/b\", \"bytes\": null, \"result\": 1, \
                 \"reason\": \"\"}}]}}]}}\n"
            )
        );
    }
}
