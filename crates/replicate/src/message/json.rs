//! Messages as JSON: for people and for programs that only read. It is never applied.

use super::{
    Action, Cell, Ended, Kind, Lsn, Message, Notice, Operation, Operations, Problem, Row, Schema,
    SubscriptionState,
};
use std::collections::HashMap;
use std::fmt::Write;

/// Schemas that came, by map and number of the table.
pub type Schemas = HashMap<(u32, u16), Schema>;

/// A message as one JSON object, on one line. A schema among what is written is remembered for the messages after it.
///
/// # Errors
/// What is wrong with its body.
pub fn to_json(message: &Message, schemas: &mut Schemas) -> Result<String, Problem> {
    let header = &message.header;
    let kind = match header.kind {
        Kind::Transaction => "transaction",
        Kind::Pack => "pack",
        Kind::Schema => "schema",
        Kind::Subscription => "subscription",
        Kind::LoadDone => "loadDone",
        Kind::Error => "error",
        Kind::Abandon => "abandon",
        Kind::Heartbeat => "heartbeat",
    };
    let mut out = format!(
        "{{\"kind\":\"{kind}\",\"map\":{},\"epoch\":{},\"sequence\":{},\"commitLsn\":\"{}\",\"commitTimeUs\":{},\"xid\":{}",
        header.key.map,
        header.key.epoch,
        header.key.sequence,
        Lsn(header.commit_lsn),
        header.commit_time_us,
        header.xid
    );
    match header.kind {
        Kind::Transaction => {
            write(
                &mut out,
                format_args!(
                    ",\"chunk\":{},\"first\":{},\"last\":{},\"ops\":[",
                    header.chunk, header.is_first, header.is_last
                ),
            );
            for (at, operation) in Operations::of(message).enumerate() {
                if at > 0 {
                    out.push(',');
                }
                operation_json(&mut out, header.key.map, &operation?, schemas)?;
            }
            out.push(']');
        }
        // Its transactions are what is shown: `Message::unpack`.
        Kind::Pack => write(&mut out, format_args!(",\"transactions\":{}", header.chunk)),
        Kind::Schema => {
            let schema = Schema::decode(&message.body)?;
            schema_json(&mut out, &schema);
            schemas.insert((header.key.map, schema.table), schema);
        }
        Kind::Subscription => {
            let state = SubscriptionState::decode(&message.body)?;
            let letter = char::from(state.state.letter());
            write(&mut out, format_args!(",\"state\":\"{letter}\""));
            pair(&mut out, "subscription", &state.subscription);
            pair(
                &mut out,
                "table",
                &format!("{}.{}", state.namespace, state.table),
            );
            if state.notice != 0 {
                pair(&mut out, "notice", &format!("FMQ{:04}", state.notice));
                pair(&mut out, "reason", &state.reason);
            }
        }
        Kind::LoadDone => {
            let ended = Ended::decode(&message.body)?;
            pair(&mut out, "subscription", &ended.subscription);
        }
        Kind::Error => {
            let notice = Notice::decode(&message.body)?;
            pair(&mut out, "notice", &format!("FMQ{:04}", notice.number));
            pair(&mut out, "text", &notice.text);
        }
        Kind::Abandon | Kind::Heartbeat => {}
    }
    out.push('}');
    Ok(out)
}

fn operation_json(
    out: &mut String,
    map: u32,
    operation: &Operation<'_>,
    schemas: &Schemas,
) -> Result<(), Problem> {
    let word = match operation.action {
        Action::Insert => "insert",
        Action::Update => "update",
        Action::Delete => "delete",
        Action::Truncate => "truncate",
    };
    let name = |number: u16| match schemas.get(&(map, number)) {
        Some(schema) => format!("{}.{}", schema.namespace, schema.name),
        // Its schema is not on the queue any more.
        None => format!("#{number}"),
    };
    write(out, format_args!("{{\"op\":\"{word}\""));
    if operation.action == Action::Truncate {
        let truncate = operation.truncate()?;
        let names: Vec<String> = truncate
            .tables
            .iter()
            .map(|one| quoted(&name(*one)))
            .collect();
        write(out, format_args!(",\"tables\":[{}]}}", names.join(",")));
        return Ok(());
    }
    pair(out, "table", &name(operation.table));
    let schema = schemas.get(&(map, operation.table));
    let change = operation.change()?;
    if let Some(old) = change.old {
        row_json(
            out,
            "old",
            old.row(),
            schema,
            matches!(old, super::Old::Key(_)),
        )?;
    }
    if let Some(new) = change.new {
        row_json(out, "new", new, schema, false)?;
    }
    out.push('}');
    Ok(())
}

fn row_json(
    out: &mut String,
    name: &str,
    row: Row<'_>,
    schema: Option<&Schema>,
    key_only: bool,
) -> Result<(), Problem> {
    write(out, format_args!(",\"{name}\":{{"));
    let mut is_first = true;
    let mut unchanged = Vec::new();
    for (at, cell) in row.enumerate() {
        let column = schema.and_then(|schema| schema.columns.get(at));
        if key_only && column.is_some_and(|column| !column.is_of_identity) {
            continue;
        }
        let column = column.map_or_else(|| format!("#{at}"), |column| column.name.clone());
        let value = match cell? {
            Cell::Null => "null".to_owned(),
            Cell::Unchanged => {
                unchanged.push(quoted(&column));
                continue;
            }
            Cell::Text(text) => quoted(&String::from_utf8_lossy(text)),
            Cell::Binary(bytes) => {
                let mut hex = String::with_capacity(2 * bytes.len());
                for byte in bytes {
                    write(&mut hex, format_args!("{byte:02x}"));
                }
                quoted(&format!("\\x{hex}"))
            }
        };
        if !is_first {
            out.push(',');
        }
        is_first = false;
        write(out, format_args!("{}:{value}", quoted(&column)));
    }
    out.push('}');
    if !unchanged.is_empty() {
        write(
            out,
            format_args!(",\"unchanged\":[{}]", unchanged.join(",")),
        );
    }
    Ok(())
}

fn schema_json(out: &mut String, schema: &Schema) {
    pair(out, "subscription", &schema.subscription);
    pair(
        out,
        "table",
        &format!("{}.{}", schema.namespace, schema.name),
    );
    out.push_str(",\"columns\":[");
    for (at, column) in schema.columns.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(
            out,
            format_args!(
                "{{\"name\":{},\"type\":{},\"key\":{}}}",
                quoted(&column.name),
                column.type_oid,
                column.is_of_identity
            ),
        );
    }
    out.push(']');
}

fn pair(out: &mut String, name: &str, value: &str) {
    write(out, format_args!(",\"{name}\":{}", quoted(value)));
}

pub(super) fn write(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a text does not fail.
    let _ = out.write_fmt(text);
}

/// A JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other if (other as u32) < 0x20 => {
                write(&mut out, format_args!("\\u{:04x}", other as u32))
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn the_examples_of_the_page_are_readable() {
        let mut schemas = Schemas::new();
        let mut json = |name: &str| {
            let message = Message::decode(&example(name)).expect("a message");
            to_json(&message, &mut schemas).expect("readable")
        };
        assert!(json("T").contains(r##""table":"#1","new":{"#0":"1""##));
        assert!(json("S").contains(r#""columns":[{"name":"id","type":23,"key":true}"#));
        assert_eq!(
            json("T"),
            r#"{"kind":"transaction","map":7,"epoch":1,"sequence":2,"commitLsn":"0/153A0C8","commitTimeUs":849052800123456,"xid":737,"chunk":0,"first":true,"last":true,"ops":[{"op":"insert","table":"public.people","new":{"id":"1","name":"ann","mood":null}},{"op":"delete","table":"public.people","old":{"id":"1"}}]}"#
        );
        assert!(
            json("B").contains(r#""state":"L","subscription":"PEOPLE1","table":"public.people""#)
        );
        assert!(json("H").starts_with(r#"{"kind":"heartbeat","map":7"#));
        assert_eq!(quoted("a\"\\\n\u{1}ü"), "\"a\\\"\\\\\\n\\u0001ü\"");
    }
}
