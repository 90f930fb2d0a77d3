//! Writing folders, as JMS clients write theirs.

use super::folder::known_type;
use super::{PROPERTY_FOLDERS, Property, Value};
use crate::generated::constants::*;
use crate::hex::hex;
use std::fmt::Write;

/// Folders that come first, in this order: what JMS clients expect.
const FIRST: [&str; 3] = ["mcd", "jms", "usr"];

/// A folder with these elements, in order. A period in a name does not make a group.
#[must_use]
pub fn write_folder(name: &str, elements: &[(&str, &Value)]) -> String {
    let mut out = format!("<{name}>");
    for (element, value) in elements {
        write_element(&mut out, element, "", value, None);
    }
    let _ = write!(out, "</{name}>");
    out
}

/// The folders of these properties, each with its own in order. Periods make groups.
#[must_use]
pub fn write_folders(properties: &[Property]) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    let used = properties.iter().map(|property| split(&property.path).0);
    for name in used {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let rank = |name: &&str| FIRST.iter().position(|first| first == name);
    names.sort_by_key(|name| rank(name).unwrap_or(FIRST.len()));
    let within = |name: &'_ str| {
        let all = properties.iter();
        let own: Vec<&Property> = all.filter(|one| split(&one.path).0 == name).collect();
        folder(name, &own)
    };
    names.into_iter().map(within).collect()
}

fn folder(name: &str, properties: &[&Property]) -> String {
    let mut out = format!("<{name}");
    if !PROPERTY_FOLDERS.contains(&name) {
        out.push_str(" content='properties'");
    }
    out.push('>');
    let mut open: Vec<&str> = Vec::new();
    for property in properties {
        let mut groups: Vec<&str> = split(&property.path).1.split('.').collect();
        let Some(element) = groups.pop() else {
            continue;
        };
        let same = open.iter().zip(&groups).take_while(|(a, b)| a == b).count();
        for group in open.drain(same..).rev() {
            let _ = write!(out, "</{group}>");
        }
        for group in &groups[same..] {
            let _ = write!(out, "<{group}>");
            open.push(group);
        }
        let attributes = attributes(property);
        let known = match property.foreign_type {
            // Said among the attributes.
            Some(_) => Some("string"),
            None => known_type(&property.path),
        };
        write_element(&mut out, element, &attributes, &property.value, known);
    }
    for group in open.into_iter().rev() {
        let _ = write!(out, "</{group}>");
    }
    let _ = write!(out, "</{name}>");
    out
}

/// Folder, and what is in it.
fn split(path: &str) -> (&str, &str) {
    path.split_once('.').unwrap_or(("usr", path))
}

/// What the descriptor of the property says beyond the usual.
fn attributes(property: &Property) -> String {
    let mut out = String::new();
    match property.support {
        MQPD_SUPPORT_OPTIONAL => {}
        MQPD_SUPPORT_REQUIRED_IF_LOCAL => out.push_str(" support='reqlocal'"),
        _ => out.push_str(" support='required'"),
    }
    if property.context == MQPD_USER_CONTEXT {
        out.push_str(" context='user'");
    }
    if property.copy != MQCOPY_DEFAULT {
        let words = [
            (MQCOPY_ALL, "all"),
            (MQCOPY_FORWARD, "forward"),
            (MQCOPY_PUBLISH, "publish"),
            (MQCOPY_REPLY, "reply"),
            (MQCOPY_REPORT, "report"),
        ];
        let chosen = words.iter().filter(|(bit, _)| property.copy & bit != 0);
        let chosen: Vec<&str> = chosen.map(|(_, word)| *word).collect();
        let words = if chosen.is_empty() {
            "none".to_owned()
        } else {
            chosen.join(",")
        };
        let _ = write!(out, " copy='{words}'");
    }
    if let Some(foreign) = &property.foreign_type {
        let _ = write!(out, " dt='{}'", escaped(foreign));
    }
    out
}

/// `known` is the type an element of this name has where it says none.
fn write_element(
    out: &mut String,
    name: &str,
    attributes: &str,
    value: &Value,
    known: Option<&str>,
) {
    let (kind, text) = match value {
        Value::Null => {
            let _ = write!(out, "<{name}{attributes} xsi:nil='true'></{name}>");
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
        Value::Text(text) => ("string", escaped(text)),
    };
    if kind == known.unwrap_or("string") {
        let _ = write!(out, "<{name}{attributes}>{text}</{name}>");
    } else {
        let _ = write!(out, "<{name}{attributes} dt='{kind}'>{text}</{name}>");
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
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
    out
}
