//! What the tables say that the probes must print.

use crate::table::{Row, read};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Integer constants by name.
pub(crate) fn integers() -> BTreeMap<String, i64> {
    let rows = read("constants.csv").into_iter();
    let integers = rows.filter(|row| row["kind"] != "string");
    integers
        .map(|row| (row["name"].clone(), integer(&row["value"])))
        .collect()
}

fn integer(text: &str) -> i64 {
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap(),
    }
}

/// Constants that C knows.
pub(crate) fn in_headers() -> Vec<Row> {
    let mut rows = read("constants.csv");
    rows.retain(|row| row["header"].starts_with("cmq"));
    rows
}

pub(crate) fn constants() -> Vec<String> {
    let rows = in_headers();
    let lines = rows.iter().map(|row| match row["kind"].as_str() {
        "string" => format!("{} {}", row["name"], hex(&unescaped(&row["value"]))),
        _ => format!("{} {}", row["name"], integer(&row["value"])),
    });
    lines.collect()
}

/// `'x'` is one character, `\xHH` a byte.
fn unescaped(text: &str) -> Vec<u8> {
    let quoted = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
    let mut out = Vec::new();
    let mut left = quoted.filter(|t| !t.is_empty()).unwrap_or(text);
    while let Some(first) = left.chars().next() {
        if let Some(digits) = left.strip_prefix("\\x") {
            out.push(u8::from_str_radix(&digits[..2], 16).unwrap());
            left = &digits[2..];
        } else {
            out.push(u8::try_from(first).unwrap());
            left = &left[1..];
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Structures with their fields, in the order of the table.
pub(crate) fn by_structure() -> Vec<(String, Vec<Row>)> {
    let mut all: Vec<(String, Vec<Row>)> = Vec::new();
    for row in read("structs.csv") {
        match all.last_mut() {
            Some((name, fields)) if *name == row["struct"] => fields.push(row),
            _ => all.push((row["struct"].clone(), vec![row])),
        }
    }
    all
}

fn number(row: &Row, column: &str) -> usize {
    row[column].parse().unwrap()
}

pub(crate) fn structures() -> Vec<String> {
    let all = by_structure();
    let lengths = integers();
    let mut lines = Vec::new();
    for (name, fields) in &all {
        let size = size(&all, fields);
        if let Some(length) = lengths.get(&format!("{name}_CURRENT_LENGTH")) {
            assert_eq!(*length, size as i64, "{name}");
        }
        lines.push(format!("{name} {size}"));
        for field in fields {
            let (offset, size) = (&field["offset"], &field["size"]);
            lines.push(format!("{name}.{} {offset} {size}", field["field"]));
        }
        if fields.iter().all(|field| !field["default"].is_empty()) {
            lines.push(format!("{name} = {}", hex(&default(&all, fields))));
        }
    }
    let (_, mqcd) = all.iter().find(|(name, _)| name == "MQCD").unwrap();
    let mut client = default(&all, mqcd);
    for (field, values) in [
        ("ChannelType", vec![6]),
        ("TransportType", vec![2]),
        ("HeartbeatInterval", vec![1]),
        ("HdrCompList", vec![-1; 2]),
        ("MsgCompList", vec![-1; 16]),
    ] {
        let row = mqcd.iter().find(|row| row["field"] == field).unwrap();
        let bytes = values.iter().flat_map(|v: &i32| v.to_le_bytes());
        let at = number(row, "offset");
        client.splice(at..at + number(row, "size"), bytes);
    }
    lines.push(format!("MQCD_CLIENT_CONN = {}", hex(&client)));
    lines
}

fn size(all: &[(String, Vec<Row>)], fields: &[Row]) -> usize {
    let last = fields.last().unwrap();
    let end = number(last, "offset") + number(last, "size");
    let alignments = fields.iter().map(|field| alignment(all, field));
    end.next_multiple_of(alignments.max().unwrap())
}

fn alignment(all: &[(String, Vec<Row>)], field: &Row) -> usize {
    let ctype = field["ctype"].split('[').next().unwrap();
    if let Some((_, fields)) = all.iter().find(|(name, _)| name == ctype) {
        return fields.iter().map(|f| alignment(all, f)).max().unwrap();
    }
    let types = read("c_types.csv");
    let found = types.iter().find(|row| row["type"] == ctype);
    // What is no elementary type is a pointer.
    found.map_or(8, |row| number(row, "align"))
}

/// The bytes of a structure with its defaults; what lies between fields is zero.
fn default(all: &[(String, Vec<Row>)], fields: &[Row]) -> Vec<u8> {
    let mut out = vec![0; size(all, fields)];
    for field in fields {
        fill(all, field, &field["default"], &mut out);
    }
    out
}

fn fill(all: &[(String, Vec<Row>)], field: &Row, value: &str, out: &mut [u8]) {
    let (at, size) = (number(field, "offset"), number(field, "size"));
    let out = &mut out[at..at + size];
    let plain = value.split(" (").next().unwrap();
    if let Some((_, fields)) = all.iter().find(|(name, _)| *name == field["ctype"]) {
        for (field, value) in fields.iter().zip(listed(plain)) {
            fill(all, field, &value, out);
        }
    } else if let Some(rest) = value.strip_prefix('"') {
        let (text, after) = rest.split_once('"').unwrap();
        let times = after
            .strip_prefix('*')
            .map_or(1, |times| times.split(' ').next().unwrap().parse().unwrap());
        let bytes = text.repeat(times).into_bytes();
        out[..bytes.len()].copy_from_slice(&bytes);
    } else if let Some(rest) = value.strip_prefix('\'') {
        out[0] = rest.as_bytes()[0];
    } else if field["ctype"].starts_with("MQLONG[") {
        for (word, value) in out.chunks_mut(4).zip(listed(plain)) {
            word.copy_from_slice(&value.parse::<i32>().unwrap().to_le_bytes());
        }
    } else if plain != "NULL" && plain != "{0}" {
        let bytes = plain.parse::<i64>().unwrap().to_le_bytes();
        out.copy_from_slice(&bytes[..size]);
    }
}

/// The values of a list in braces. No text in one holds a comma.
fn listed(list: &str) -> Vec<String> {
    let inner = list.strip_prefix('{').and_then(|l| l.strip_suffix('}'));
    inner.unwrap().split(',').map(str::to_owned).collect()
}
