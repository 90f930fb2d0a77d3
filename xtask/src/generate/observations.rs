//! `tables/observations.csv` to what the queue manager observes of itself.

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::constants::Constants;
use crate::generate::source::heading;

/// Numbers of the classes of `monitor_elements.csv` whose figures grow by what is observed.
const CALLS_CLASS: &str = "2";
const QUEUE_CLASS: &str = "3";

pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let table = Table::read(root, "observations.csv")?;
    let elements = Table::read(root, "monitor_elements.csv")?;
    let mut out = heading(
        "What the queue manager observes of itself.",
        "`tables/observations.csv`",
    );
    out.push_str(
        "use crate::core::generated::monitor::Figure as F;\n\
         use crate::core::observation::{EventCategory, EventMessage, Row};\n\
         use ferromq_mqi::Reason;\n\
         use ferromq_mqi::generated::constants as c;\n\n\
         /// What happened.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Observed {\n",
    );
    for row in table.rows() {
        let _ = writeln!(
            out,
            "    /// {}.\n    {},",
            row.get("about"),
            row.get("observed")
        );
    }
    let _ = writeln!(
        out,
        "}}\n\n/// Who is told, in the order of [`Observed`].\npub(crate) static ROWS: [Row; {}] = [",
        table.rows().count()
    );
    for row in table.rows() {
        let optional = |all: Vec<String>| match all.as_slice() {
            [] => Ok("None".to_owned()),
            [one] => Ok(format!("Some({one})")),
            _ => Err(row.error("more than one figure")),
        };
        let calls = figures(&row, "calls", CALLS_CLASS, &elements)?;
        let is_block = |name: &String| {
            let name = name.trim_start_matches("F::");
            let mut all = elements.rows();
            all.any(|one| one.get("figure") == name && one.get("unit") == "types")
        };
        let (types, calls) = calls.into_iter().partition(is_block);
        let (calls, types) = (optional(calls)?, optional(types)?);
        let bytes = optional(figures(&row, "bytes", CALLS_CLASS, &elements)?)?;
        let queue = figures(&row, "queue", QUEUE_CLASS, &elements)?.join(", ");
        let event = event(&row, constants)?;
        let _ = writeln!(
            out,
            "    Row {{ calls: {calls}, types: {types}, bytes: {bytes}, queue: &[{queue}], event: {event} }},"
        );
    }
    out.push_str("];\n");
    Ok(out)
}

/// The figures of a field, which are of this class.
fn figures(
    row: &Row<'_>,
    column: &str,
    class: &str,
    elements: &Table,
) -> Result<Vec<String>, String> {
    let is_one = |name: &str| {
        let mut all = elements.rows();
        all.any(|one| one.get("figure") == name && one.get("class") == class)
    };
    let names = row.get(column).split_whitespace();
    names
        .map(|name| match is_one(name) {
            true => Ok(format!("F::{name}")),
            false => Err(row.error(&format!("{name} is no figure of class {class}"))),
        })
        .collect()
}

fn event(row: &Row<'_>, constants: &Constants) -> Result<String, String> {
    let category = match row.get("event") {
        "" => return Ok("None".to_owned()),
        "authority" => "Authority",
        "channel" => "Channel",
        "ssl" => "Ssl",
        "auto-definition" => "AutoDefinition",
        "start-stop" => "StartStop",
        "inhibit" => "Inhibit",
        "local" => "Local",
        "remote" => "Remote",
        "performance" => "Performance",
        "configuration" => "Configuration",
        "command" => "Command",
        "logger" => "Logger",
        _ => return Err(row.error("there is no such category of events")),
    };
    let reason = constants
        .long(row.get("reason"))
        .ok_or_else(|| row.error("the reason is no constant"))?;
    let exceptional = row.get("exceptional") == "yes";
    let parameters = row.get("parameters").split_whitespace();
    let parameters: Result<Vec<String>, String> = parameters
        .map(|name| match constants.long(name) {
            Some(_) => Ok(format!("c::{name}")),
            None => Err(row.error(&format!("{name} is no constant"))),
        })
        .collect();
    let parameters = parameters?.join(", ");
    Ok(format!(
        "Some(EventMessage {{ category: EventCategory::{category}, exceptional: {exceptional}, reason: Reason({reason}), parameters: &[{parameters}] }})"
    ))
}
