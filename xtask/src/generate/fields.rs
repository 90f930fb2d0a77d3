//! `tables/structs.csv` to what conversion needs of the structures in messages: which bytes are text, numbers
//! or neither.

use std::fmt::Write;

use crate::generate::layout::Structs;
use crate::generate::source::heading;

/// Structures that travel in messages and have a fixed part.
const IN_MESSAGES: &[&str] = &[
    "MQCIH", "MQDH", "MQDLH", "MQEPH", "MQIIH", "MQMDE", "MQOR", "MQRFH", "MQRFH2", "MQRMH",
    "MQTM", "MQWIH", "MQXQH",
];

pub(crate) fn render(structs: &Structs) -> Result<String, String> {
    let mut out = heading(
        "Fields of structures in messages, as conversion sees them.",
        "`tables/structs.csv`",
    );
    out.push_str("use crate::convert::field::{Field, Kind};\n");
    for name in IN_MESSAGES {
        let mut fields = Vec::new();
        collect(structs, name, 0, &mut fields)?;
        let _ = writeln!(
            out,
            "\n/// {name}\npub(crate) static {name}: [Field; {}] = [",
            fields.len()
        );
        for (offset, len, kind) in fields {
            let _ = writeln!(
                out,
                "    Field {{ offset: {offset}, len: {len}, kind: Kind::{kind} }},"
            );
        }
        out.push_str("];\n");
    }
    Ok(out)
}

/// Fields in order, those of structures within flattened, and neighbouring numbers taken together.
fn collect(
    structs: &Structs,
    name: &str,
    base: usize,
    fields: &mut Vec<(usize, usize, &'static str)>,
) -> Result<(), String> {
    let one = structs
        .find(name)
        .ok_or_else(|| format!("tables/structs.csv: no {name}"))?;
    for field in &one.fields {
        let offset = base + field.offset;
        let kind = match field.ctype.as_str() {
            "MQLONG" => "Numbers",
            ctype if ctype.starts_with("MQCHAR") => "Text",
            ctype if ctype.starts_with("MQBYTE") => "Bytes",
            inner => {
                collect(structs, inner, offset, fields)?;
                continue;
            }
        };
        match fields.last_mut() {
            Some((at, len, "Numbers")) if kind == "Numbers" && *at + *len == offset => {
                *len += field.size_bytes;
            }
            _ => fields.push((offset, field.size_bytes, kind)),
        }
    }
    Ok(())
}
