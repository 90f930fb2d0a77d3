//! `tables/constants.csv` to Rust constants.

use std::collections::BTreeMap;
use std::path::Path;

use crate::csv::{Table, parse_integer};
use crate::generate::source::heading;

/// One constant's value.
pub(crate) enum Value {
    /// An integer that is an MQLONG: four bytes, whatever sign its bits give it.
    Long(i32),
    /// One character.
    Byte(u8),
    /// Printable text, blanks kept.
    Text(String),
    /// Binary values such as identifiers.
    Bytes(Vec<u8>),
}

/// Every constant of the MQI by name.
pub(crate) struct Constants {
    by_name: BTreeMap<String, Value>,
}

impl Constants {
    pub(crate) fn read(root: &Path) -> Result<Constants, String> {
        let table = Table::read(root, "constants.csv")?;
        let mut by_name = BTreeMap::new();
        for row in table.rows() {
            let raw = row.get("value");
            let value = match row.get("kind") {
                "int" | "hex" => Value::Long(long(raw).ok_or_else(|| row.error("not an MQLONG"))?),
                "string" => text(raw).ok_or_else(|| row.error("not a readable string"))?,
                _ => return Err(row.error("unknown kind")),
            };
            if by_name.insert(row.get("name").to_owned(), value).is_some() {
                return Err(row.error("the name is there twice"));
            }
        }
        Ok(Constants { by_name })
    }

    /// The constant of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.by_name.get(name)
    }

    /// The integer constant of that name.
    pub(crate) fn long(&self, name: &str) -> Option<i32> {
        match self.by_name.get(name) {
            Some(Value::Long(value)) => Some(*value),
            _ => None,
        }
    }

    /// Integer constants whose names begin with `prefix`, in name order.
    pub(crate) fn longs<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, i32)> {
        self.by_name
            .iter()
            .filter_map(move |(name, value)| match value {
                Value::Long(value) if name.starts_with(prefix) => Some((name.as_str(), *value)),
                _ => None,
            })
    }
}

/// An MQLONG; masks above `i32::MAX` keep their bits.
fn long(raw: &str) -> Option<i32> {
    let value = parse_integer(raw)?;
    i32::try_from(value)
        .ok()
        .or_else(|| u32::try_from(value).ok().map(u32::cast_signed))
}

fn text(raw: &str) -> Option<Value> {
    let quoted = raw
        .strip_prefix('\'')
        .and_then(|r| r.strip_suffix('\''))
        .filter(|r| !r.is_empty());
    if let Some(inner) = quoted {
        let bytes = unescape(inner)?;
        if let [byte] = bytes[..] {
            return Some(Value::Byte(byte));
        }
    }
    let bytes = unescape(raw)?;
    let printable = bytes.iter().all(|b| (0x20..0x7f).contains(b));
    match String::from_utf8(bytes) {
        Ok(text) if printable => Some(Value::Text(text)),
        Ok(text) => Some(Value::Bytes(text.into_bytes())),
        Err(binary) => Some(Value::Bytes(binary.into_bytes())),
    }
}

fn unescape(raw: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        if let Some(hex) = rest.strip_prefix("\\x") {
            bytes.push(u8::from_str_radix(hex.get(..2)?, 16).ok()?);
            rest = &hex[2..];
        } else {
            bytes.extend(c.to_string().bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    Some(bytes)
}

/// The constants as Rust source.
pub(crate) fn render(constants: &Constants) -> String {
    let mut out = heading(
        "Every named value of the MQI. Brace-list spellings for C (`..._ARRAY`) are left out.",
        "`tables/constants.csv`",
    );
    out.push_str("#![allow(missing_docs, non_upper_case_globals)]\n\n");
    for (name, value) in &constants.by_name {
        if name.ends_with("_ARRAY")
            && constants
                .by_name
                .contains_key(name.trim_end_matches("_ARRAY"))
        {
            continue;
        }
        let line = match value {
            Value::Long(v) => format!("pub const {name}: i32 = {v};\n"),
            Value::Byte(v) => format!("pub const {name}: u8 = {v:#04x};\n"),
            Value::Text(v) => format!("pub const {name}: &str = {v:?};\n"),
            Value::Bytes(v) if v.iter().all(|b| *b == 0) => {
                format!("pub const {name}: [u8; {0}] = [0; {0}];\n", v.len())
            }
            Value::Bytes(v) => format!("pub const {name}: [u8; {}] = {v:?};\n", v.len()),
        };
        out.push_str(&line);
    }
    out
}
