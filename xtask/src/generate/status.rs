//! `tables/status_fields.csv` to the keywords of displays of states.

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "status_fields.csv")?;
    let mut out = heading(
        "What displays of states show.",
        "`tables/status_fields.csv`",
    );
    out.push_str(
        "use crate::display::filter::{FieldForm, FieldSpec};\nuse crate::display::record::Head;\n",
    );
    let mut displays: Vec<&str> = Vec::new();
    for row in table.rows() {
        let display = row.get("display");
        if displays.last() != Some(&display) {
            if displays.contains(&display) {
                return Err(row.error("the rows of a display stand together"));
            }
            displays.push(display);
        }
    }
    for display in displays {
        let of = |row: &Row<'_>| row.get("display") == display;
        let rows: Vec<Row<'_>> = table.rows().filter(of).collect();
        render_display(&mut out, display, &rows)?;
    }
    Ok(out)
}

fn render_display(out: &mut String, display: &str, rows: &[Row<'_>]) -> Result<(), String> {
    let mut fields = Vec::new();
    let mut always = Vec::new();
    let mut own_line = false;
    for row in rows {
        let keyword = row.get("keyword");
        let form = match row.get("form") {
            "" => None,
            "int" => Some("Int"),
            "word" => Some("Word"),
            "text" => Some("Text"),
            "list" => Some("List"),
            _ => return Err(row.error("unknown form")),
        };
        if let Some(form) = form {
            fields.push(format!("({keyword:?}, FieldForm::{form})"));
        }
        match row.get("head") {
            "" => {}
            "H" => always.push(keyword),
            "HL" => {
                always.push(keyword);
                own_line = true;
            }
            _ => return Err(row.error("head is H, HL or nothing")),
        }
    }
    if !fields.is_empty() {
        let _ = writeln!(
            out,
            "\npub(crate) const {display}_FIELDS: &[FieldSpec] = &[{}];",
            fields.join(", ")
        );
    }
    if !always.is_empty() {
        let _ = writeln!(
            out,
            "pub(crate) const {display}_HEAD: Head = Head {{ always: &{always:?}, line_of_its_own: {own_line} }};"
        );
    }
    Ok(())
}
