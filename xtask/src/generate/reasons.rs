//! Reason codes with their names and our sentences about them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::csv::Table;
use crate::generate::constants::Constants;
use crate::generate::source::heading;

/// Where two names share a number, the one that is shown.
const PREFERRED: &[&str] = &["MQRC_CONVERTED_MSG_TOO_BIG", "MQRC_STORAGE_MEDIUM_FULL"];

pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let texts = texts(root, constants)?;
    let mut out = heading(
        "Every reason code: a constant, its name, and what it means.",
        "`tables/constants.csv` and `tables/reasons.csv`",
    );
    out.push_str("#![allow(missing_docs)]\n\nuse crate::reason::Reason;\n\nimpl Reason {\n");
    let mut names: BTreeMap<i32, &str> = BTreeMap::new();
    let mut spellings: BTreeMap<&str, i32> = BTreeMap::new();
    for (name, value) in constants.longs("MQRC") {
        if let Some(short) = name.strip_prefix("MQRC_") {
            let _ = writeln!(out, "    pub const {short}: Reason = Reason({value});");
        } else if !name.starts_with("MQRCCF_") {
            continue;
        }
        spellings.insert(name, value);
        let taken = names.entry(value).or_insert(name);
        if PREFERRED.contains(&name) {
            *taken = name;
        }
    }
    out.push_str("}\n\n");
    let _ = writeln!(
        out,
        "/// Code, name, sentence (empty where there is none), by code."
    );
    let _ = writeln!(
        out,
        "pub(crate) static BY_CODE: [(i32, &str, &str); {}] = [",
        names.len()
    );
    for (value, name) in &names {
        let text = texts.get(*name).map_or("", String::as_str);
        let _ = writeln!(out, "    ({value}, {name:?}, {text:?}),");
    }
    out.push_str("];\n\n");
    let _ = writeln!(
        out,
        "/// Name and code, by name; a code may have two names."
    );
    let _ = writeln!(
        out,
        "pub(crate) static BY_NAME: [(&str, i32); {}] = [",
        spellings.len()
    );
    for (name, value) in &spellings {
        let _ = writeln!(out, "    ({name:?}, {value}),");
    }
    out.push_str("];\n");
    Ok(out)
}

fn texts(root: &Path, constants: &Constants) -> Result<BTreeMap<String, String>, String> {
    let table = Table::read(root, "reasons.csv")?;
    let mut texts = BTreeMap::new();
    for row in table.rows() {
        let (name, text) = (row.get("name"), row.get("text"));
        if !name.starts_with("MQRC") || constants.long(name).is_none() {
            return Err(row.error("not a reason code in constants.csv"));
        }
        if !text.ends_with('.') {
            return Err(row.error("a sentence ends with a full stop"));
        }
        if texts.insert(name.to_owned(), text.to_owned()).is_some() {
            return Err(row.error("the reason is there twice"));
        }
    }
    Ok(texts)
}
