//! Reading the tables, apart from how the generator reads them.

use std::collections::BTreeMap;

pub(crate) type Row = BTreeMap<String, String>;

/// The rows of a table, by column.
pub(crate) fn read(name: &str) -> Vec<Row> {
    let path = format!("{}/../../tables/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut records = records(&text).into_iter();
    let columns = records.next().unwrap();
    let named = records.map(|fields| columns.iter().cloned().zip(fields).collect());
    named.collect()
}

pub(crate) fn rows_of(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter()
}

fn records(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(fields).collect()
}

/// No field of these tables holds a line end.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = fields.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                let _ = letters.next();
                last.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => last.push(other),
        }
    }
    fields
}
