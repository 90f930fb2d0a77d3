//! `tables/settings.csv` to the settings of an installation, and to their manual page.

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

const INTRODUCTION: &str = include_str!("settings_introduction.md");

/// The table as source.
pub(crate) fn render(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "settings.csv")?;
    let mut out = heading(
        "Settings in the files of an installation.",
        "`tables/settings.csv`",
    );
    out.push_str("use crate::settings::{Form, SettingInfo, SettingsFile};\n\n");
    out.push_str("/// Every setting, in the order of the manual.\n");
    let _ = writeln!(
        out,
        "pub(crate) static SETTINGS: [SettingInfo; {}] = [",
        table.rows().count()
    );
    for row in table.rows() {
        let file = match row.get("file") {
            "mqs.ini" => "MqsIni",
            "qm.ini" => "QmIni",
            _ => return Err(row.error("unknown file")),
        };
        let used = match row.get("use") {
            "used" => true,
            "kept" => false,
            _ => return Err(row.error("a setting is used or kept")),
        };
        let _ = writeln!(
            out,
            "    SettingInfo {{ file: SettingsFile::{file}, stanza: {:?}, name: {:?}, form: {}, default: {:?}, used: {used} }},",
            row.get("stanza"),
            row.get("name"),
            form(&row)?,
            row.get("default")
        );
    }
    out.push_str("];\n");
    Ok(out)
}

fn form(row: &Row<'_>) -> Result<String, String> {
    let mut words = row.get("form").split_whitespace();
    Ok(match words.next() {
        Some("text") => "Form::Text".to_owned(),
        Some("path") => "Form::Path".to_owned(),
        Some("number") => {
            let mut bound = || words.next().and_then(|word| word.parse::<u64>().ok());
            let (Some(low), Some(high)) = (bound(), bound()) else {
                return Err(row.error("a number has two bounds"));
            };
            format!("Form::Number {{ low: {low}, high: {high} }}")
        }
        Some("words") => format!("Form::Words(&{:?})", words.collect::<Vec<_>>()),
        _ => return Err(row.error("unknown form")),
    })
}

/// The manual page.
pub(crate) fn render_manual(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "settings.csv")?;
    let mut out = INTRODUCTION.to_owned();
    let (mut file, mut stanza) = ("", "");
    for row in table.rows() {
        if row.get("file") != file {
            file = row.get("file");
            stanza = "";
            let _ = writeln!(out, "\n## {file}");
        }
        if row.get("stanza") != stanza {
            stanza = row.get("stanza");
            let _ = writeln!(
                out,
                "\n### {stanza}\n\n| attribute | values | default | at this level | meaning |"
            );
            out.push_str("| --- | --- | --- | --- | --- |\n");
        }
        let default = match row.get("default") {
            "" => "none".to_owned(),
            text => format!("`{text}`"),
        };
        let name = match row.get("name") {
            "*" => "any".to_owned(),
            name => format!("`{name}`"),
        };
        let _ = writeln!(
            out,
            "| {name} | {} | {default} | {} | {} |",
            values(&row)?,
            row.get("use"),
            row.get("meaning")
        );
    }
    Ok(out)
}

fn values(row: &Row<'_>) -> Result<String, String> {
    let form = row.get("form");
    Ok(match form.split_once(' ') {
        Some(("number", bounds)) => bounds.replace(' ', " to "),
        Some(("words", words)) => words.replace(' ', ", "),
        None => form.to_owned(),
        Some(_) => return Err(row.error("unknown form")),
    })
}
