//! `tables/monitor_*.csv` to the figures the queue manager publishes.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::constants::Constants;
use crate::generate::source::heading;

pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let types = Table::read(root, "monitor_types.csv")?;
    let elements = Table::read(root, "monitor_elements.csv")?;
    let mut out = heading(
        "Figures published below `$SYS/MQ/INFO/QMGR/<name>/Monitor`.",
        "`tables/monitor_types.csv` and `monitor_elements.csv`",
    );
    out.push_str("use crate::core::figures::table::{Class, Element, Kind, Per, Unit};\n\n");
    figures(&mut out, &elements)?;
    let classes: Vec<Row<'_>> = types.rows().filter(|row| row.get("type") == "0").collect();
    let _ = writeln!(
        out,
        "/// Every class.\npub(crate) static CLASSES: [Class; {}] = [",
        classes.len()
    );
    let mut rendered = 0;
    for class in &classes {
        let _ = writeln!(
            out,
            "    Class {{ number: {}, name: {:?}, about: {:?}, kinds: &[",
            class.integer("class")?,
            class.get("class_name"),
            class.get("class_about")
        );
        for kind in types.rows() {
            if kind.get("class") == class.get("class") {
                rendered += type_of(&mut out, &kind, &elements, constants)?;
            }
        }
        out.push_str("    ] },\n");
    }
    out.push_str("];\n");
    let published = elements.rows().filter(|row| !is_counted_only(row));
    match rendered == published.count() {
        true => Ok(out),
        false => Err("monitor_elements.csv has elements of types there are not".to_owned()),
    }
}

/// The names of the figures, in the order of the table, and where those of each class begin.
fn figures(out: &mut String, elements: &Table) -> Result<(), String> {
    out.push_str("/// What a figure counts or measures.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]\n");
    out.push_str("pub(crate) enum Figure {\n");
    let (mut names, mut begins, mut seen) = (BTreeSet::new(), Vec::new(), 0);
    for row in elements.rows() {
        if !names.insert(row.get("figure")) {
            return Err(row.error("the figure is there twice"));
        }
        match row.integer("class")? - begins.len() as i64 {
            0 => begins.push(seen),
            -1 => {}
            _ => return Err(row.error("classes are in order")),
        }
        let (about, figure) = (row.get("about"), row.get("figure"));
        let _ = writeln!(out, "    /// {about}.\n    {figure} = {seen},");
        seen += block(&row);
    }
    begins.push(seen);
    let _ = writeln!(
        out,
        "}}\n\n/// Number of the first figure of each class, and of all figures.\n\
         pub(crate) const CLASS_BEGINS: [usize; {}] = {begins:?};\n",
        begins.len()
    );
    Ok(())
}

/// Types of objects figures are told apart by (`ObjectSlot` of `core/figures/message.rs`).
const OBJECT_TYPES: usize = 6;

/// How many figures a row stands for.
fn block(row: &Row<'_>) -> usize {
    match row.get("unit") {
        "types" => OBJECT_TYPES,
        _ => 1,
    }
}

/// It is not published.
fn is_counted_only(row: &Row<'_>) -> bool {
    row.get("element") == "-"
}

/// Answers with how many elements the type has.
fn type_of(
    out: &mut String,
    kind: &Row<'_>,
    elements: &Table,
    constants: &Constants,
) -> Result<usize, String> {
    let per = match kind.get("per") {
        "" => "QueueManager",
        "queue" => "Queue",
        "application" => "Application",
        _ => return Err(kind.error("per is queue, application or nothing")),
    };
    let _ = writeln!(
        out,
        "        Kind {{ number: {}, name: {:?}, about: {:?}, per: Per::{per}, elements: &[",
        kind.integer("type")?,
        kind.get("type_name"),
        kind.get("about")
    );
    let mut count = 0;
    for row in elements.rows() {
        if row.get("class") == kind.get("class")
            && row.get("type") == kind.get("type")
            && !is_counted_only(&row)
        {
            element(out, &row, constants)?;
            count += 1;
        }
    }
    out.push_str("        ] },\n");
    Ok(count)
}

fn element(out: &mut String, row: &Row<'_>, constants: &Constants) -> Result<(), String> {
    let (variant, constant) = match row.get("unit") {
        "unit" => ("Plain", "UNIT"),
        "delta" => ("Delta", "DELTA"),
        "percent" => ("Other", "PERCENT"),
        "hundredths" => ("Other", "HUNDREDTHS"),
        "mb" => ("Megabytes", "MB"),
        "microseconds" => ("Other", "MICROSEC"),
        "lsn" => ("Other", "LSN"),
        _ => return Err(row.error("unknown unit")),
    };
    let number = constants
        .long(&format!("MQIAMO_MONITOR_{constant}"))
        .ok_or_else(|| row.error("the unit is no constant"))?;
    let unit = match variant {
        "Other" => format!("Other({number})"),
        named => named.to_owned(),
    };
    let _ = writeln!(
        out,
        "            Element {{ number: {}, unit: Unit::{unit}, figure: Figure::{}, about: {:?} }},",
        row.integer("element")?,
        row.get("figure"),
        row.get("about")
    );
    Ok(())
}
