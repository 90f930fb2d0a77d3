//! `tables/default_objects.csv` to the objects that exist before anybody defines any.

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::kinds::{Kind, kinds};
use crate::generate::source::heading;

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "default_objects.csv")?;
    let kinds = kinds(root)?;
    let mut out = heading(
        "Objects that exist before anybody defines any.",
        "`tables/default_objects.csv`",
    );
    out.push_str("use crate::attribute::ObjectKind;\nuse crate::preset::Preset;\n");
    for (set, about) in [
        ("system", "The objects of every new queue manager."),
        ("developer", "Objects to try things out with."),
    ] {
        let rows: Vec<Row<'_>> = table.rows().filter(|row| row.get("set") == set).collect();
        let _ = writeln!(out, "\n/// {about}");
        let _ = writeln!(
            out,
            "pub(crate) static {}: [Preset; {}] = [",
            set.to_uppercase(),
            rows.len()
        );
        for row in &rows {
            let _ = writeln!(out, "    {},", preset(row, &kinds)?);
        }
        out.push_str("];\n");
    }
    match table
        .rows()
        .find(|row| !["system", "developer"].contains(&row.get("set")))
    {
        Some(row) => Err(row.error("unknown set")),
        None => Ok(out),
    }
}

fn preset(row: &Row<'_>, kinds: &[Kind]) -> Result<String, String> {
    let kind = kinds.iter().find(|kind| kind.keyword == row.get("kind"));
    let kind = &kind.ok_or_else(|| row.error("unknown kind"))?.variant;
    let mut settings = Vec::new();
    for word in row.get("attributes").split_whitespace() {
        let setting = match word.split_once('(') {
            Some((keyword, values)) => {
                let values = values
                    .strip_suffix(')')
                    .ok_or_else(|| row.error("no closing parenthesis"))?;
                format!(
                    "({keyword:?}, &{:?})",
                    values.split(',').collect::<Vec<_>>()
                )
            }
            None => format!("({word:?}, &[])"),
        };
        settings.push(setting);
    }
    if !row.get("descr").is_empty() {
        settings.push(format!("(\"DESCR\", &[{:?}])", row.get("descr")));
    }
    let name = row.get("name");
    Ok(format!(
        "Preset {{ kind: ObjectKind::{kind}, name: {name:?}, settings: &[{}] }}",
        settings.join(", ")
    ))
}
