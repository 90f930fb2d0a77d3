//! `tables/status_fields.csv` to the keywords of displays of states. Words such a keyword may have are those it has in programmable command
//! formats (`tables/pcf_parameters.csv`).

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "status_fields.csv")?;
    let parameters = Table::read(root, "pcf_parameters.csv")?;
    let mut out = heading(
        "What displays of states show.",
        "`tables/status_fields.csv` and `tables/pcf_parameters.csv`",
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
        let words = |keyword: &str| words_of(&parameters, display, keyword);
        render_display(&mut out, display, &rows, words)?;
    }
    Ok(out)
}

/// Which group of parameters has the fields of a display; none of one whose fields are attributes as well, which know their words.
fn group_of(display: &str) -> Option<&'static str> {
    Some(match display {
        "APPLICATION" | "APPLICATION_INSTANCE" | "APPLICATION_MEMBER" => "APSTATUS",
        "CHANNEL" => "CHSTATUS",
        "CONNECTION" => "CONN",
        "ENGINE" => "PUBSUB",
        "HANDLE" | "QUEUE" => "QSTATUS",
        "LISTENER" => "LSSTATUS",
        "OPEN_OBJECT" => "CONN_HANDLE",
        "QMGR" => "QMSTATUS",
        "SERVICE" => "SVSTATUS",
        "SUBSCRIPTION" => "SBSTATUS",
        "TOPIC" | "TOPIC_PUBLISHER" | "TOPIC_SUBSCRIBER" => "TPSTATUS",
        _ => return None,
    })
}

/// The words a keyword may have in a display; none where any will do.
fn words_of(parameters: &Table, display: &str, keyword: &str) -> Vec<String> {
    let group = group_of(display);
    let found = parameters
        .rows()
        .find(|row| Some(row.get("group")) == group && row.get("keyword") == keyword);
    let values = found.map(|row| row.get("values").to_owned());
    let values = values.unwrap_or_default();
    let words = values
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='));
    words.map(|(word, _)| word.to_owned()).collect()
}

fn render_display(
    out: &mut String,
    display: &str,
    rows: &[Row<'_>],
    words: impl Fn(&str) -> Vec<String>,
) -> Result<(), String> {
    let mut fields = Vec::new();
    let mut always = Vec::new();
    let mut own_line = false;
    for row in rows {
        let keyword = row.get("keyword");
        let form = match row.get("form") {
            "" => None,
            "int" => Some("Int".to_owned()),
            "word" => Some(match words(keyword) {
                words if words.is_empty() => "Word".to_owned(),
                words => format!("OneOf(&{words:?})"),
            }),
            "text" => Some("Text".to_owned()),
            "list" => Some("List".to_owned()),
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
