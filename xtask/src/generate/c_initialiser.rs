//! The `..._DEFAULT` macros: what a structure begins with, by name where the value has one.

use crate::csv::parse_integer;
use crate::generate::c_table::{Tables, characters};
use crate::generate::layout::{Field, Struct};

/// The list between the braces of an initialiser, over several lines. `instead` gives fields other values.
pub(crate) fn initialiser(
    one: &Struct,
    instead: &[(&str, &str)],
    tables: &Tables<'_>,
) -> Result<String, String> {
    let mut values = Vec::new();
    for field in &one.fields {
        let other = instead.iter().find(|(name, _)| *name == field.name);
        let value = match other {
            Some((_, value)) => Some((*value).to_owned()),
            None => value(field, tables),
        };
        values.push(value.ok_or_else(|| {
            format!(
                "{}.{}: default {:?} has no form in C",
                one.name, field.name, field.default
            )
        })?);
    }
    Ok(format!("\\\n  {}", values.join(",\\\n  ")))
}

/// A value and, in parentheses behind it, the name or the list of names the manual gives for it.
fn value(field: &Field, tables: &Tables<'_>) -> Option<String> {
    let raw = field.default.as_str();
    let (plain, name) = match raw.split_once(" (") {
        Some((plain, name)) => (plain, Some(name.strip_suffix(')')?)),
        None => (raw, None),
    };
    let array = name.map(|name| format!("{name}_ARRAY"));
    let array = array.filter(|array| tables.constants.get(array).is_some());
    match field.ctype.as_str() {
        "MQCHARV" => Some("{MQCHARV_DEFAULT}".to_owned()),
        "MQMD1" => Some("{MQMD1_DEFAULT}".to_owned()),
        _ if array.is_some() => Some(format!("{{{}}}", array?)),
        ctype if ctype.starts_with("MQLONG[") => name
            .map(|names| format!("{{{names}}}"))
            .or(Some(plain.to_owned())),
        _ if plain.starts_with('"') => text(plain, field.size_bytes),
        _ if plain.starts_with('{') || plain == "NULL" => Some(plain.to_owned()),
        "MQCHAR" => Some(name.unwrap_or(plain).to_owned()),
        _ => number(plain, name),
    }
}

/// A number, or the name of it; several names with pluses between are put in parentheses.
fn number(plain: &str, name: Option<&str>) -> Option<String> {
    parse_integer(plain)?;
    Some(match name {
        Some(names) if names.contains('+') => format!("({names})"),
        Some(name) => name.to_owned(),
        None if plain.starts_with('-') => format!("({plain})"),
        None => plain.to_owned(),
    })
}

/// A string shorter than its field; a list of characters when it fills it, for there is no room for a NUL in C++.
fn text(plain: &str, size_bytes: usize) -> Option<String> {
    let (text, after) = plain.strip_prefix('"')?.split_once('"')?;
    let times = match after.strip_prefix('*') {
        Some(times) => times.parse().ok()?,
        None => 1,
    };
    let text = text.repeat(times);
    if text.len() > size_bytes {
        return None;
    }
    Some(if text.len() == size_bytes {
        format!("{{{}}}", characters(text.as_bytes()))
    } else {
        format!("{{\"{text}\"}}")
    })
}
