//! `tables/notices.csv` and `tables/transfer_notices.csv` to numbered messages for operators.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::csv::Table;
use crate::generate::source::heading;

/// The messages of the queue manager.
pub(crate) fn render(root: &Path) -> Result<String, String> {
    render_table(root, "notices.csv", "crate", |id| {
        let digits = id.strip_prefix("AMQ").or(id.strip_prefix("FMQ"));
        digits.is_some_and(is_number)
    })
}

/// The messages of file transfer.
pub(crate) fn render_transfer(root: &Path) -> Result<String, String> {
    render_table(root, "transfer_notices.csv", "ferromq_mqi", |id| {
        let split = id
            .strip_prefix("BFG")
            .and_then(|rest| rest.split_at_checked(2));
        split.is_some_and(|(component, digits)| {
            component.bytes().all(|letter| letter.is_ascii_uppercase()) && is_number(digits)
        })
    })
}

fn is_number(digits: &str) -> bool {
    digits.len() == 4 && digits.parse::<u16>().is_ok()
}

fn render_table(
    root: &Path,
    name: &str,
    waist: &str,
    is_id: impl Fn(&str) -> bool,
) -> Result<String, String> {
    let table = Table::read(root, name)?;
    let source = format!("`tables/{name}`");
    let mut out = heading("Numbered messages for operators.", &source);
    let _ = writeln!(
        out,
        "#![allow(missing_docs)]\n\nuse {waist}::notice::{{Notice, Severity}};\n"
    );
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
        if !is_id(id) {
            return Err(row.error(
                "an id is AMQ or FMQ, of file transfer BFG and two letters, and four digits",
            ));
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
