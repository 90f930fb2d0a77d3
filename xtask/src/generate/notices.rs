//! `tables/notices.csv` to numbered messages for operators.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::csv::Table;
use crate::generate::heading;

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "notices.csv")?;
    let mut out = heading("Numbered messages for operators.", "`tables/notices.csv`");
    out.push_str("#![allow(missing_docs)]\n\nuse crate::notice::{Notice, Severity};\n\n");
    let mut ids = BTreeSet::new();
    for row in table.rows() {
        let id = row.get("id");
        let letter = row.get("severity");
        let severity = match letter {
            "I" => "Information",
            "W" => "Warning",
            "E" => "Error",
            "S" => "Severe",
            "T" => "Terminating",
            _ => return Err(row.error("unknown severity")),
        };
        let digits = id
            .strip_prefix("AMQ")
            .or(id.strip_prefix("FMQ"))
            .unwrap_or_default();
        if digits.len() != 4 || digits.parse::<u16>().is_err() {
            return Err(row.error("an id is AMQ or FMQ and four digits"));
        }
        if !ids.insert(id) {
            return Err(row.error("the id is there twice"));
        }
        let (text, explanation, action) =
            (row.get("text"), row.get("explanation"), row.get("action"));
        if text.is_empty() || explanation.is_empty() || action.is_empty() {
            return Err(row.error("text, explanation and action are needed"));
        }
        let _ = writeln!(
            out,
            "pub static {id}: Notice = Notice {{ id: {id:?}, label: \"{id}{letter}\", severity: Severity::{severity}, text: {text:?}, \
             explanation: {explanation:?}, action: {action:?} }};"
        );
    }
    let _ = writeln!(out, "\n/// Every notice, by id.");
    let _ = writeln!(out, "pub static ALL: [&Notice; {}] = [", ids.len());
    for id in ids {
        let _ = writeln!(out, "    &{id},");
    }
    out.push_str("];\n");
    Ok(out)
}
