//! `tables/statistics.csv` to what stands in statistics and accounting messages, and to what `amqsmon` calls it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::constants::Constants;
use crate::generate::source::heading;

const TABLE: &str = "statistics.csv";

/// The messages, for the queue manager.
pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let table = Table::read(root, TABLE)?;
    let elements = Table::read(root, "monitor_elements.csv")?;
    let mut out = heading(
        "What stands in statistics and accounting messages.",
        "`tables/statistics.csv`",
    );
    out.push_str(
        "use crate::core::figures::message::{Field, Form, Source};\n\
         use crate::core::generated::monitor::Figure as F;\n\
         use ferromq_mqi::generated::constants as c;\n\n",
    );
    let rows: Vec<Row<'_>> = table.rows().collect();
    supplied(&mut out, &rows)?;
    let (mut seen, mut rest) = (BTreeSet::new(), rows.as_slice());
    while let Some(first) = rest.first() {
        let message = first.get("message");
        if !seen.insert(message) {
            return Err(first.error("rows of a message stand together"));
        }
        let same = |row: &&Row<'_>| row.get("message") == message;
        let count = rest.iter().take_while(same).count();
        let (own, further) = rest.split_at(count);
        fields(&mut out, own, constants, &elements)?;
        rest = further;
    }
    Ok(out)
}

/// What the code supplies, by the names of `amqsmon`.
fn supplied(out: &mut String, rows: &[Row<'_>]) -> Result<(), String> {
    out.push_str("/// What the code supplies: no figure counts it.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub(crate) enum Supplied {\n");
    let mut seen = BTreeSet::new();
    for row in rows.iter().filter(|row| row.get("from").is_empty()) {
        if row.get("form") == "types" {
            return Err(row.error("types are a block of figures"));
        }
        if seen.insert(row.get("label")) {
            let _ = writeln!(
                out,
                "    /// {}.\n    {},",
                row.get("about"),
                row.get("label")
            );
        }
    }
    out.push_str("}\n");
    Ok(())
}

fn fields(
    out: &mut String,
    rows: &[Row<'_>],
    constants: &Constants,
    elements: &Table,
) -> Result<(), String> {
    let message = rows[0].get("message");
    let name = message.replace('-', "_").to_uppercase();
    let _ = writeln!(
        out,
        "\n/// {message}.\npub(crate) static {name}: [Field; {}] = [",
        rows.len()
    );
    for row in rows {
        let constant = row.get("constant");
        if constants.long(constant).is_none() {
            return Err(row.error(&format!("{constant} is no constant")));
        }
        let form = match row.get("form") {
            "int" => "Int".to_owned(),
            "long" => "Long".to_owned(),
            "bytes" => "Bytes".to_owned(),
            "ints" => "Ints".to_owned(),
            "longs" => "Longs".to_owned(),
            "types" => "Types".to_owned(),
            text => match text.strip_prefix("text ").map(str::parse::<u16>) {
                Some(Ok(length)) => format!("Text({length})"),
                _ => return Err(row.error("unknown form")),
            },
        };
        let source = source(row, elements)?;
        let _ = writeln!(
            out,
            "    Field {{ id: c::{constant}, form: Form::{form}, from: {source} }},"
        );
    }
    out.push_str("];\n");
    Ok(())
}

fn source(row: &Row<'_>, elements: &Table) -> Result<String, String> {
    let names: Vec<&str> = row.get("from").split_whitespace().collect();
    if names.is_empty() {
        return Ok(format!("Source::Supplied(Supplied::{})", row.get("label")));
    }
    let is_block = |name: &str| {
        let mut all = elements.rows();
        let found = all.find(|one| one.get("figure") == name);
        found.map(|one| one.get("unit") == "types")
    };
    if row.get("form") == "types" {
        return match names.as_slice() {
            [one] if is_block(one) == Some(true) => Ok(format!("Source::Types(F::{one})")),
            _ => Err(row.error("types come from one block of figures")),
        };
    }
    if !matches!(row.get("form"), "ints" | "longs") && names.len() != 1 {
        return Err(row.error("more than one figure"));
    }
    let mut all = Vec::new();
    for name in names {
        all.push(match (name, is_block(name)) {
            ("-", _) => "None".to_owned(),
            (_, Some(false)) => format!("Some(F::{name})"),
            _ => return Err(row.error(&format!("{name} is no figure"))),
        });
    }
    Ok(format!("Source::Figures(&[{}])", all.join(", ")))
}

/// The names, for whoever shows messages.
pub(crate) fn render_labels(root: &Path, constants: &Constants) -> Result<String, String> {
    let table = Table::read(root, TABLE)?;
    let mut labels = BTreeMap::new();
    for row in table.rows() {
        let number = constants.long(row.get("constant"));
        let number = number.ok_or_else(|| row.error("the constant is none"))?;
        let label = row.get("label");
        if labels
            .insert(number, label)
            .is_some_and(|before| before != label)
        {
            return Err(row.error("the parameter has another label further up"));
        }
    }
    let mut out = heading(
        "Names of what stands in statistics and accounting messages.",
        "`tables/statistics.csv`",
    );
    let _ = writeln!(
        out,
        "/// Parameters and what `amqsmon` calls them, by number.\npub static LABELS: [(i32, &str); {}] = [",
        labels.len()
    );
    for (number, label) in labels {
        let _ = writeln!(out, "    ({number}, {label:?}),");
    }
    out.push_str("];\n");
    Ok(out)
}
