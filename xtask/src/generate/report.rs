//! `tables/published_figures.csv` and the tables of the report, for the crate that writes it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

/// How a column is written.
enum Form {
    Text,
    Number,
    /// A whole number, or nothing.
    Cores,
}

/// A table, what a row of it is called, and its columns.
struct Source {
    table: &'static str,
    kind: &'static str,
    about: &'static str,
    columns: &'static [(&'static str, Form)],
}

use Form::{Cores, Number, Text};

const SOURCES: [Source; 5] = [
    Source {
        table: "workloads.csv",
        kind: "Workload",
        about: "A workload of the published reports, and what of it is measured",
        columns: &[
            ("workload", Text),
            ("title", Text),
            ("chapter", Text),
            ("reports", Text),
            ("what", Text),
            ("sizes", Text),
            ("mode", Text),
            ("kinds", Text),
            ("bound", Text),
            ("is_not", Text),
            ("unbuilt", Text),
        ],
    },
    Source {
        table: "report_steps.csv",
        kind: "Step",
        about: "A mode of the bench with its words, and what is shown of it",
        columns: &[
            ("step", Text),
            ("workloads", Text),
            ("plan", Text),
            ("rate", Text),
            ("seconds", Number),
            ("quick_seconds", Number),
            ("columns", Text),
            ("label", Text),
            ("words", Text),
            ("quick_words", Text),
        ],
    },
    Source {
        table: "comparisons.csv",
        kind: "Comparison",
        about: "A figure of ours beside a published one",
        columns: &[
            ("workload", Text),
            ("kind", Text),
            ("what", Text),
            ("unit", Text),
            ("better", Text),
            ("ours", Text),
            ("ours_over", Text),
            ("published", Text),
            ("published_over", Text),
            ("metric", Text),
        ],
    },
    Source {
        table: "report_charts.csv",
        kind: "Chart",
        about: "A chart of the report",
        columns: &[
            ("chart", Text),
            ("workload", Text),
            ("form", Text),
            ("title", Text),
            ("subtitle", Text),
            ("across", Text),
            ("up", Text),
            ("series", Text),
            ("reference", Text),
        ],
    },
    Source {
        table: "published_figures.csv",
        kind: "Published",
        about: "A figure others published",
        columns: &[
            ("report", Text),
            ("section", Text),
            ("table_or_figure", Text),
            ("workload", Text),
            ("variant", Text),
            ("metric", Text),
            ("value", Number),
            ("unit", Text),
            ("cores_of_server", Cores),
            ("note", Text),
        ],
    },
];

/// The tables as Rust.
pub(crate) fn render(root: &Path) -> Result<String, String> {
    let mut out = heading(
        "The tables of the report.",
        "`tables/workloads.csv`, `tables/report_steps.csv`, `tables/comparisons.csv`, `tables/report_charts.csv` and `tables/published_figures.csv`",
    );
    for source in &SOURCES {
        let table = Table::read(root, source.table)?;
        let rows: Vec<Row<'_>> = table.rows().collect();
        check(source, &rows)?;
        write_source(&mut out, source, &rows)?;
    }
    Ok(out)
}

fn write_source(out: &mut String, source: &Source, rows: &[Row<'_>]) -> Result<(), String> {
    let kind = source.kind;
    let _ = writeln!(
        out,
        "/// {}.\n#[derive(Clone, Copy, Debug, PartialEq)]\npub struct {kind} {{",
        source.about
    );
    for (name, form) in source.columns {
        let type_name = match form {
            Form::Text => "&'static str",
            Form::Number => "f64",
            Form::Cores => "Option<u32>",
        };
        let _ = writeln!(
            out,
            "    /// Column `{name}`.\n    pub {name}: {type_name},"
        );
    }
    let constant = format!("{}_ROWS", kind.to_uppercase());
    let _ = writeln!(
        out,
        "}}\n\n/// The rows of `tables/{}`.\npub static {constant}: [{kind}; {}] = [",
        source.table,
        rows.len()
    );
    for row in rows {
        let _ = writeln!(out, "    {kind} {{");
        for (name, form) in source.columns {
            let _ = writeln!(out, "        {name}: {},", written(row, name, form)?);
        }
        out.push_str("    },\n");
    }
    out.push_str("];\n\n");
    Ok(())
}

fn written(row: &Row<'_>, name: &str, form: &Form) -> Result<String, String> {
    let text = row.get(name);
    match form {
        Form::Text => Ok(format!("{text:?}")),
        Form::Number => {
            let number = text.parse::<f64>().ok().filter(|it| it.is_finite());
            let number = number.ok_or_else(|| row.error(&format!("{name} is no number")))?;
            Ok(format!("{number:?}"))
        }
        Form::Cores if text.is_empty() => Ok("None".to_owned()),
        Form::Cores => {
            let cores = text.parse::<u32>().ok().filter(|cores| *cores > 0);
            let cores = cores.ok_or_else(|| row.error(&format!("{name} is no number of cores")))?;
            Ok(format!("Some({cores})"))
        }
    }
}

/// The reports figures are from.
const REPORTS: [&str; 5] = ["mq91-windows", "mq93-linux", "pubsub701", "qrep", "mft91"];

fn check(source: &Source, rows: &[Row<'_>]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for row in rows {
        match source.kind {
            "Workload" | "Step" | "Chart" => {
                let name = row.get(source.columns[0].0);
                if !seen.insert(name) {
                    return Err(row.error(&format!("{name} is there twice")));
                }
            }
            "Comparison" => {
                if !["C1", "C2", "C3", "C4", "C5"].contains(&row.get("kind")) {
                    return Err(row.error("a kind is C1 to C5"));
                }
                if !["higher", "lower"].contains(&row.get("better")) {
                    return Err(row.error("better is higher or lower"));
                }
            }
            _ => check_published(row)?,
        }
    }
    Ok(())
}

/// A figure is of a known report; where it was read off a chart, its note begins so; a variant is pairs of name and value.
fn check_published(row: &Row<'_>) -> Result<(), String> {
    if !REPORTS.contains(&row.get("report")) {
        return Err(row.error("that report is not known"));
    }
    for empty in ["table_or_figure", "workload", "metric", "unit"] {
        if row.get(empty).is_empty() {
            return Err(row.error(&format!("{empty} is empty")));
        }
    }
    let place = row.get("table_or_figure");
    let read_off = place.contains("(chart)") || place.starts_with("chart ");
    if read_off != row.get("note").starts_with("CHART:") {
        return Err(row.error(
            "what was read off a chart, and nothing else, has a note that begins with CHART:",
        ));
    }
    let mut pairs = row
        .get("variant")
        .split(';')
        .filter(|pair| !pair.is_empty());
    if pairs.any(|pair| !pair.contains('=')) {
        return Err(row.error("a variant is name=value, with ; between them"));
    }
    Ok(())
}
