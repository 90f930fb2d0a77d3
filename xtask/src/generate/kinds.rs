//! `tables/object_kinds.csv` and `authority_kinds.csv` to the kinds of objects and of what authority is given over.

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

/// A kind of object: its MQSC word and the name of its Rust variant.
pub(crate) struct Kind {
    pub(crate) keyword: String,
    pub(crate) variant: String,
}

/// Object kinds in the order of their frozen numbers.
pub(crate) fn kinds(root: &Path) -> Result<Vec<Kind>, String> {
    let table = Table::read(root, "object_kinds.csv")?;
    let kind = |row: Row<'_>| Kind {
        keyword: row.get("keyword").to_owned(),
        variant: row.get("variant").to_owned(),
    };
    Ok(table.rows().map(kind).collect())
}

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let mut out = heading(
        "Kinds of objects, and of what authority is given over.",
        "`tables/object_kinds.csv` and `authority_kinds.csv`",
    );
    out.push_str("use crate::attribute::KindInfo;\nuse crate::generated::attributes as table;\n");
    out.push_str("use crate::generated::constants::*;\nuse crate::generated::notices::*;\n\n");
    objects(&mut out, &Table::read(root, "object_kinds.csv")?)?;
    authority(&mut out, &Table::read(root, "authority_kinds.csv")?)?;
    Ok(out)
}

/// An enumeration whose numbers go up by one from 1, so that they are places in tables.
fn enumeration(out: &mut String, table: &Table, name: &str, about: &str) -> Result<(), String> {
    let _ = writeln!(
        out,
        "/// {about} The numbers are those in the log and are never given out again."
    );
    out.push_str(
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(u8)]\n",
    );
    let _ = writeln!(out, "pub enum {name} {{");
    let mut variants = Vec::new();
    for (row, expected) in table.rows().zip(1..) {
        if row.integer("number")? != expected {
            return Err(row.error(&format!("the number is {expected}")));
        }
        let variant = row.get("variant");
        let _ = writeln!(
            out,
            "    /// {}\n    {variant} = {expected},",
            row.get("about")
        );
        variants.push(format!("{name}::{variant}"));
    }
    let _ = writeln!(out, "}}\n\nimpl {name} {{\n    /// Every kind, by number.");
    let _ = writeln!(
        out,
        "    pub const ALL: [{name}; {}] = [{}];\n}}\n",
        variants.len(),
        variants.join(", ")
    );
    Ok(())
}

fn objects(out: &mut String, table: &Table) -> Result<(), String> {
    enumeration(out, table, "ObjectKind", "A kind of object.")?;
    let count = table.rows().count();
    out.push_str("/// What is known of each kind, by number less one.\n");
    let _ = writeln!(out, "pub(crate) static KINDS: [KindInfo; {count}] = [");
    for row in table.rows() {
        let _ = writeln!(out, "    {},", object(&row)?);
    }
    out.push_str("];\n\n");
    Ok(())
}

fn object(row: &Row<'_>) -> Result<String, String> {
    let keyword = row.get("keyword");
    let optional = |column: &str| match row.get(column) {
        "" => "None".to_owned(),
        notice => format!("Some(&{notice})"),
    };
    let words = |column: &str| {
        let words: Vec<&str> = row.get(column).split_whitespace().collect();
        format!("&{words:?}")
    };
    let order = match row.get("dump") {
        "" => "None".to_owned(),
        _ => format!("Some({})", row.integer("dump")?),
    };
    Ok(format!(
        "KindInfo {{ keyword: {keyword:?}, short: {:?}, object_type: {}, authority: ProtectedKind::{}, name_bytes_max: {}, \
         default_object: {:?}, created: {}, changed: {}, deleted: {}, exists: &{}, missing: &{}, heading: &{}, \
         always: {}, dump_order: {order}, dump_types: {}, attributes: &table::{keyword}, \
         index: &table::{keyword}_INDEX }}",
        row.get("word").trim_matches('-'),
        row.get("type"),
        row.get("authority"),
        row.integer("name")?,
        row.get("default"),
        optional("created"),
        optional("changed"),
        optional("deleted"),
        row.get("exists"),
        row.get("missing"),
        row.get("heading"),
        words("always"),
        words("types"),
    ))
}

fn authority(out: &mut String, table: &Table) -> Result<(), String> {
    let about = "A kind of object authority is given over. Queues of every type share one.";
    enumeration(out, table, "ProtectedKind", about)?;
    let count = table.rows().count();
    out.push_str("/// MQSC's word of each kind, the short form control commands take, and the `MQZAO_*` that apply.\n");
    let _ = writeln!(
        out,
        "pub(crate) static PROTECTED: [(&str, &str, i32); {count}] = ["
    );
    for row in table.rows() {
        let permissions = row.get("permissions").split_whitespace();
        let permissions: Vec<String> = permissions.map(|word| format!("MQZAO_{word}")).collect();
        let _ = writeln!(
            out,
            "    ({:?}, {:?}, {}),",
            row.get("word"),
            row.get("short"),
            permissions.join(" | ")
        );
    }
    out.push_str("];\n");
    Ok(())
}
