//! A reader for the comma-separated tables in `tables/`.
//!
//! It reads the usual dialect: the first row names the columns, a field may be quoted, a quote inside
//! a quoted field is doubled. Blanks are data and are kept. Lines that begin with `#` are comments.

use std::fs;
use std::path::{Path, PathBuf};

/// One table: named columns and rows of text.
pub(crate) struct Table {
    path: PathBuf,
    columns: Vec<String>,
    rows: Vec<(usize, Vec<String>)>,
}

/// One row, read by column name.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    table: &'a Table,
    line: usize,
    fields: &'a [String],
}

impl Table {
    /// Reads `root/tables/<name>`. The error names file and line.
    pub(crate) fn read(root: &Path, name: &str) -> Result<Table, String> {
        let path = root.join("tables").join(name);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Table::parse(path, &text)
    }

    /// Reads a table out of its text. Errors name `path`.
    pub(crate) fn parse(path: PathBuf, text: &str) -> Result<Table, String> {
        let mut records = split_records(text)?.into_iter();
        let (_, columns) = records
            .next()
            .ok_or_else(|| format!("{}: empty table", path.display()))?;
        let rows: Vec<_> = records.collect();
        for (line, fields) in &rows {
            if fields.len() != columns.len() {
                return Err(format!(
                    "{}:{line}: {} fields where {} columns are named",
                    path.display(),
                    fields.len(),
                    columns.len()
                ));
            }
        }
        Ok(Table {
            path,
            columns,
            rows,
        })
    }

    /// The rows in file order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|(line, fields)| Row {
            table: self,
            line: *line,
            fields,
        })
    }
}

impl<'a> Row<'a> {
    /// The field in a column. A column the table does not have is a mistake in the generator.
    pub(crate) fn get(&self, column: &str) -> &'a str {
        let at = self.table.columns.iter().position(|name| name == column);
        let at =
            at.unwrap_or_else(|| panic!("{} has no column {column}", self.table.path.display()));
        &self.fields[at]
    }

    /// The field as an integer, decimal or `0x` hexadecimal.
    pub(crate) fn integer(&self, column: &str) -> Result<i64, String> {
        parse_integer(self.get(column))
            .ok_or_else(|| self.error(&format!("{column} is not a number")))
    }

    /// A message that says where in which table something is wrong.
    pub(crate) fn error(&self, what: &str) -> String {
        format!("{}:{}: {what}", self.table.path.display(), self.line)
    }
}

/// Reads a decimal or `0x` hexadecimal integer.
pub(crate) fn parse_integer(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn split_records(text: &str) -> Result<Vec<(usize, Vec<String>)>, String> {
    let mut records = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with('#') || rest.starts_with('\n') {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
            line += 1;
            continue;
        }
        let started = line;
        let mut fields = Vec::new();
        loop {
            let (field, after, lines) =
                take_field(rest).ok_or(format!("line {started}: open quote"))?;
            fields.push(field);
            line += lines;
            match after.strip_prefix(',') {
                Some(next) => rest = next,
                None => {
                    rest = after
                        .strip_prefix("\r\n")
                        .or(after.strip_prefix('\n'))
                        .unwrap_or(after);
                    line += 1;
                    break;
                }
            }
        }
        records.push((started, fields));
    }
    Ok(records)
}

/// One field, what follows it, and how many line ends it held.
fn take_field(text: &str) -> Option<(String, &str, usize)> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find([',', '\n', '\r']).unwrap_or(text.len());
        return Some((text[..end].to_owned(), &text[end..], 0));
    };
    let mut field = String::new();
    loop {
        let end = rest.find('"')?;
        field.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(next) => {
                field.push('"');
                rest = next;
            }
            None => {
                let lines = field.matches('\n').count();
                return Some((field, rest, lines));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_keep_blanks_commas_and_doubled_quotes() {
        let table =
            Table::parse(PathBuf::from("t"), "a,b\n# note\n\"x, \"\"y\"\" \", z\n").unwrap();
        let rows: Vec<_> = table.rows().collect();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].get("a"), "x, \"y\" ");
        assert_eq!(rows[0].get("b"), " z");
    }

    #[test]
    fn a_row_with_a_missing_field_is_refused_with_its_line() {
        let error = Table::parse(PathBuf::from("t"), "a,b\n1,2\n3\n")
            .err()
            .unwrap();
        assert!(error.contains("t:3"), "{error}");
    }
}
