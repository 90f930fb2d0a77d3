//! Rust structures with encode and decode for the MQI structures that travel as bytes.

use std::fmt::Write;

use crate::csv::parse_integer;
use crate::generate::constants::Constants;
use crate::generate::layout::{Field, Struct, Structs};
use crate::generate::source::{heading, snake_case};

/// Which structures become Rust types: MQI name, type name, first line of documentation.
const TYPES: &[(&str, &str, &str)] = &[
    (
        "MQMD",
        "MsgDescriptor",
        "The message descriptor, always with room for the version 2 fields.",
    ),
    (
        "MQMDE",
        "MsgDescriptorExtension",
        "The extension that carries version 2 descriptor fields in front of a body.",
    ),
    (
        "MQDLH",
        "DeadLetterHeader",
        "The header in front of a message on a dead-letter queue.",
    ),
    (
        "MQTM",
        "TriggerMessage",
        "A trigger message as put on an initiation queue.",
    ),
    (
        "MQTMC2",
        "TriggerMessage2",
        "A trigger message as text, handed to a started application.",
    ),
    (
        "MQXQH",
        "TransmissionHeader",
        "The header in front of a message on a transmission queue.",
    ),
    (
        "MQRFH2",
        "RulesHeader2",
        "The fixed part of a version 2 rules and formatting header.",
    ),
    (
        "MQRFH",
        "RulesHeader",
        "The fixed part of a version 1 rules and formatting header.",
    ),
    (
        "MQDH",
        "DistributionHeader",
        "The header of a distribution list message on a transmission queue.",
    ),
    ("MQIIH", "ImsHeader", "The header of an IMS bridge message."),
    (
        "MQCIH",
        "CicsHeader",
        "The header of a CICS bridge message.",
    ),
    (
        "MQWIH",
        "WorkHeader",
        "The header of a message for a workload manager.",
    ),
    (
        "MQRMH",
        "ReferenceHeader",
        "The fixed part of a reference message header.",
    ),
    (
        "MQCFH",
        "CommandHeader",
        "The header of a programmable command format message.",
    ),
    ("MQBO", "BeginOptions", "The options of a begin call."),
];

pub(crate) fn render(structs: &Structs, constants: &Constants) -> Result<String, String> {
    let mut out = heading(
        "MQI structures that travel as bytes, with the defaults of their initialisers.",
        "`tables/structs.csv`",
    );
    out.push_str("use super::layout;\nuse crate::header::{ByteOrder, TooShort};\n");
    for (mqi, rust, about) in TYPES {
        let one = structs
            .find(mqi)
            .ok_or_else(|| format!("structs.csv has no {mqi}"))?;
        render_type(&mut out, one, rust, about)?;
        render_default(&mut out, one, rust, constants)?;
        render_codec(&mut out, one, rust)?;
    }
    Ok(out)
}

fn render_type(out: &mut String, one: &Struct, rust: &str, about: &str) -> Result<(), String> {
    let _ = writeln!(out, "\n/// {about} ({})", one.name);
    out.push_str("#[derive(Clone, Debug, PartialEq, Eq)]\n");
    let _ = writeln!(out, "pub struct {rust} {{");
    for field in &one.fields {
        let _ = writeln!(out, "    /// {}", field.name);
        let _ = writeln!(
            out,
            "    pub {}: {},",
            snake_case(&field.name),
            rust_type(field)?
        );
    }
    out.push_str("}\n");
    let _ = writeln!(
        out,
        "\nconst _: () = assert!({} == {rust}::SIZE);",
        one.size_bytes
    );
    Ok(())
}

fn rust_type(field: &Field) -> Result<String, String> {
    match field.ctype.as_str() {
        "MQLONG" => Ok("i32".to_owned()),
        "MQCHAR" => Ok("u8".to_owned()),
        "MQMD1" => Ok("MsgDescriptor".to_owned()),
        other if is_text(other) => Ok(format!("[u8; {}]", field.size_bytes)),
        other => Err(format!("{}: no Rust type for {other}", field.name)),
    }
}

fn is_text(ctype: &str) -> bool {
    let digits = ctype
        .strip_prefix("MQCHAR")
        .or(ctype.strip_prefix("MQBYTE"))
        .unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn render_default(
    out: &mut String,
    one: &Struct,
    rust: &str,
    constants: &Constants,
) -> Result<(), String> {
    let _ = writeln!(out, "\nimpl Default for {rust} {{");
    let _ = writeln!(out, "    fn default() -> {rust} {{\n        {rust} {{");
    for field in &one.fields {
        let value = default_value(field, constants).ok_or_else(|| {
            format!(
                "{}.{}: default {:?} is not understood",
                one.name, field.name, field.default
            )
        })?;
        let _ = writeln!(out, "            {}: {value},", snake_case(&field.name));
    }
    out.push_str("        }\n    }\n}\n");
    Ok(())
}

/// A field's default as a Rust expression. Text shorter than its field is filled with NUL, as C does.
fn default_value(field: &Field, constants: &Constants) -> Option<String> {
    let raw = field.default.as_str();
    let word = raw.split(" (").next()?;
    match field.ctype.as_str() {
        "MQLONG" if raw.is_empty() => Some("0".to_owned()),
        "MQLONG" => parse_integer(word)
            .map(|v| v.to_string())
            .or(constants.long(word).map(|v| v.to_string())),
        "MQCHAR" => raw
            .strip_prefix('\'')?
            .chars()
            .next()
            .map(|c| format!("b{c:?}")),
        "MQMD1" => Some("MsgDescriptor::default()".to_owned()),
        _ if raw.is_empty() || raw.starts_with("{0}") => Some(format!("[0; {}]", field.size_bytes)),
        _ => text_default(raw, field.size_bytes),
    }
}

fn text_default(raw: &str, size_bytes: usize) -> Option<String> {
    let (text, after) = raw.strip_prefix('"')?.split_once('"')?;
    let times = after
        .strip_prefix('*')
        .map_or(Some(1), |n| n.parse().ok())?;
    let mut bytes = text.repeat(times).into_bytes();
    if bytes.len() > size_bytes {
        return None;
    }
    if bytes.is_empty() {
        return Some(format!("[0; {size_bytes}]"));
    }
    if bytes.len() == size_bytes && bytes.iter().all(|b| *b == b' ') {
        return Some(format!("[b' '; {size_bytes}]"));
    }
    bytes.resize(size_bytes, 0);
    Some(format!("*b\"{}\"", bytes.escape_ascii()))
}

fn render_codec(out: &mut String, one: &Struct, rust: &str) -> Result<(), String> {
    let module = one.name.to_lowercase();
    let first = *one.lengths.values().next().ok_or("no length")?;
    let _ = writeln!(out, "\nimpl {rust} {{");
    let _ = writeln!(out, "    /// Length of the whole structure in bytes.");
    let _ = writeln!(out, "    pub const SIZE: usize = layout::{module}::SIZE;\n");
    render_encode(out, one, "le", "little-endian", "SIZE", one.size_bytes);
    render_encode(out, one, "be", "big-endian", "SIZE", one.size_bytes);
    render_ordered(out, one);
    for (order, words) in [("le", "little-endian"), ("be", "big-endian")] {
        render_decode(out, one, order, words, first);
    }
    if one.name == "MQMD" {
        let _ = writeln!(out, "    /// Length of a version 1 descriptor in bytes.");
        let _ = writeln!(
            out,
            "    pub const SIZE_1: usize = layout::mqmd::LENGTH_1;\n"
        );
        render_encode(out, one, "le", "little-endian", "SIZE_1", first);
        render_encode(out, one, "be", "big-endian", "SIZE_1", first);
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out.push_str("}\n");
    Ok(())
}

fn render_encode(
    out: &mut String,
    one: &Struct,
    order: &str,
    words: &str,
    size: &str,
    limit: usize,
) {
    let part = if size == "SIZE_1" { "version_1_" } else { "" };
    let what = if size == "SIZE_1" {
        "the version 1 fields"
    } else {
        "all fields"
    };
    let _ = writeln!(
        out,
        "    /// Writes {what} with {words} integers to the first `{size}` bytes of `out`."
    );
    let _ = writeln!(
        out,
        "    ///\n    /// # Panics\n    /// If `out` is shorter than `{size}`."
    );
    let _ = writeln!(
        out,
        "    pub fn encode_{part}{order}_into(&self, out: &mut [u8]) {{"
    );
    let _ = writeln!(out, "        let out: &mut [u8; Self::{size}] =");
    let _ = writeln!(
        out,
        "            out.first_chunk_mut().expect(\"the caller sized the buffer\");"
    );
    for field in one.fields.iter().filter(|f| f.offset < limit) {
        let name = snake_case(&field.name);
        let (from, to) = (field.offset, field.offset + field.size_bytes);
        let _ = match field.ctype.as_str() {
            "MQLONG" => {
                writeln!(
                    out,
                    "        out[{from}..{to}].copy_from_slice(&self.{name}.to_{order}_bytes());"
                )
            }
            "MQCHAR" => writeln!(out, "        out[{from}] = self.{name};"),
            "MQMD1" => {
                writeln!(
                    out,
                    "        self.{name}.encode_version_1_{order}_into(&mut out[{from}..{to}]);"
                )
            }
            _ => writeln!(
                out,
                "        out[{from}..{to}].copy_from_slice(&self.{name});"
            ),
        };
    }
    out.push_str("    }\n\n");
}

fn render_ordered(out: &mut String, one: &Struct) {
    let name = &one.name;
    let _ = writeln!(
        out,
        "    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {{
        match order {{
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }}
    }}

    /// Reads an {name} whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {{
        match order {{
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }}
    }}
"
    );
}

fn render_decode(out: &mut String, one: &Struct, order: &str, words: &str, first: usize) {
    let _ = writeln!(out, "    /// Reads an {} with {words} integers.", one.name);
    if one.name == "MQMD" {
        out.push_str(
            "    ///\n    /// `SIZE_1` bytes are enough when the version field says 1; the later fields take their defaults.
    /// Bytes from an application must be cut to the length of the version it set.\n",
        );
    }
    let _ = writeln!(
        out,
        "    ///\n    /// # Errors\n    /// [`TooShort`] if the bytes cannot hold one."
    );
    let _ = writeln!(
        out,
        "    pub fn decode_{order}(bytes: &[u8]) -> Result<Self, TooShort> {{"
    );
    if one.name == "MQMD" {
        let _ = writeln!(
            out,
            "        let mut filled = [0; Self::SIZE];
        let bytes: &[u8; Self::SIZE] = match bytes.first_chunk() {{
            Some(whole) => whole,
            None => {{
                let short = TooShort {{ needed_bytes: Self::SIZE, given_bytes: bytes.len() }};
                let version_1: &[u8; Self::SIZE_1] = bytes.first_chunk().ok_or(short)?;
                if i32::from_{order}_bytes([version_1[4], version_1[5], version_1[6], version_1[7]]) != 1 {{
                    return Err(short);
                }}
                Self::default().encode_{order}_into(&mut filled);
                filled[..{first}].copy_from_slice(version_1);
                &filled
            }}
        }};"
        );
    } else {
        let _ = writeln!(
            out,
            "        let short = TooShort {{ needed_bytes: Self::SIZE, given_bytes: bytes.len() }};
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;"
        );
    }
    out.push_str("        Ok(Self {\n");
    for field in &one.fields {
        let name = snake_case(&field.name);
        let (from, to) = (field.offset, field.offset + field.size_bytes);
        let value = match field.ctype.as_str() {
            "MQLONG" => {
                let b: Vec<String> = (from..to).map(|i| format!("bytes[{i}]")).collect();
                format!("i32::from_{order}_bytes([{}])", b.join(", "))
            }
            "MQCHAR" => format!("bytes[{from}]"),
            "MQMD1" => format!("MsgDescriptor::decode_{order}(&bytes[{from}..{to}])?"),
            _ => format!("crate::header::array(bytes, {from})"),
        };
        let _ = writeln!(out, "            {name}: {value},");
    }
    out.push_str("        })\n    }\n\n");
}
