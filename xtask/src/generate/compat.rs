//! The lists of `COMPAT.md` that tables know: attributes, and reason codes with a contract.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::csv::Table;
use crate::generate::constants::Constants;

const FILE: &str = "COMPAT.md";
const CONTRACTS: &str = "crates/contract/README.md";

/// `COMPAT.md` with its generated parts written anew; the rest stays as it is.
pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let read = |name: &str| fs::read_to_string(root.join(name)).map_err(|e| format!("{name}: {e}"));
    let text = read(FILE)?;
    let text = replace(&text, "attributes", &attributes(root)?)?;
    replace(
        &text,
        "reason codes",
        &reasons(root, constants, &read(CONTRACTS)?)?,
    )
}

/// Replaces what stands between the marks of a part.
fn replace(text: &str, part: &str, with: &str) -> Result<String, String> {
    let (begin, end) = (
        format!("<!-- {part}: generated -->\n"),
        format!("<!-- end of {part} -->\n"),
    );
    let missing = || format!("{FILE} has no marks for its {part}");
    let (before, rest) = text.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{begin}{with}{end}{after}"))
}

/// Letter `F` of the column `use` says that an attribute is in force.
fn attributes(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "attributes.csv")?;
    let mut objects: Vec<(&str, Vec<&str>, Vec<&str>)> = Vec::new();
    let rows: Vec<_> = table.rows().collect();
    for row in &rows {
        let object = row.get("object");
        if objects.last().is_none_or(|last| last.0 != object) {
            objects.push((object, Vec::new(), Vec::new()));
        }
        let Some((_, in_force, stored)) = objects.last_mut() else {
            continue;
        };
        let list = if row.get("use").contains('F') {
            in_force
        } else {
            stored
        };
        list.push(row.get("keyword"));
    }
    let mut out = "| object | in force | stored |\n| --- | --- | --- |\n".to_owned();
    let words = |list: &[&str]| match list {
        [] => "-".to_owned(),
        list => list.join(" "),
    };
    for (object, in_force, stored) in objects {
        let _ = writeln!(
            out,
            "| {object} | {} | {} |",
            words(&in_force),
            words(&stored)
        );
    }
    Ok(out)
}

/// Codes that a contract provokes, and those with a text that none does.
fn reasons(root: &Path, constants: &Constants, contracts: &str) -> Result<String, String> {
    let table = Table::read(root, "reasons.csv")?;
    let mut codes = BTreeMap::new();
    for row in table.rows() {
        let name = row.get("name");
        let code = constants
            .long(name)
            .ok_or_else(|| row.error("no such constant"))?;
        codes.insert(code, name.trim_start_matches("MQRC_"));
    }
    codes.remove(&0);
    let provoked: Vec<i32> = contracts
        .lines()
        .filter(|line| line.starts_with("| 2"))
        .filter_map(|line| {
            line.trim_matches('|')
                .split('|')
                .next()?
                .trim()
                .parse()
                .ok()
        })
        .collect();
    let list = |wanted: bool| {
        let chosen = codes
            .iter()
            .filter(|(code, _)| provoked.contains(code) == wanted);
        let words: Vec<_> = chosen
            .map(|(code, name)| format!("{code} {name}"))
            .collect();
        words.join(", ")
    };
    Ok(format!(
        "Answered, each with a contract that provokes it (`{CONTRACTS}`): {}.\n\nKnown by name and text, without a contract: {}.\n",
        list(true),
        list(false)
    ))
}
