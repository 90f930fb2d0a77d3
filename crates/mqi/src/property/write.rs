//! Writing a folder, as JMS clients write theirs.

use super::Value;
use crate::hex::hex;
use std::fmt::Write;

/// A folder with these elements, in order. A period in a name does not make a group.
#[must_use]
pub fn write_folder(name: &str, elements: &[(&str, &Value)]) -> String {
    let mut out = format!("<{name}>");
    for (element, value) in elements {
        write_element(&mut out, element, value);
    }
    let _ = write!(out, "</{name}>");
    out
}

fn write_element(out: &mut String, name: &str, value: &Value) {
    let (kind, text) = match value {
        Value::Null => {
            let _ = write!(out, "<{name} xsi:nil='true'></{name}>");
            return;
        }
        Value::Boolean(value) => ("boolean", u8::from(*value).to_string()),
        Value::Bytes(bytes) => ("bin.hex", hex(bytes)),
        Value::Int8(value) => ("i1", value.to_string()),
        Value::Int16(value) => ("i2", value.to_string()),
        Value::Int32(value) => ("i4", value.to_string()),
        Value::Int64(value) => ("i8", value.to_string()),
        Value::Float32(value) => ("r4", value.to_string()),
        Value::Float64(value) => ("r8", value.to_string()),
        Value::Text(text) => {
            let _ = write!(out, "<{name}>");
            escape(out, text);
            let _ = write!(out, "</{name}>");
            return;
        }
    };
    let _ = write!(out, "<{name} dt='{kind}'>{text}</{name}>");
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
}
