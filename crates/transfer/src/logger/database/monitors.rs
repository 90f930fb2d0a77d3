//! What the audit of monitors says, as rows.

use super::picking::{Field, all, at};
use super::statement::{Database, DatabaseProblem, NewRow};
use crate::xml::Element;

const MONITOR: &[Field] = &[
    ("AGENT", "monitorAgent/@agent"),
    ("NAME", "@monitorName"),
    ("QMGR", "monitorAgent/@QMgr"),
];

const ACTION: &[Field] = &[
    ("ACTION", "action"),
    ("JOB_NAME", "job/name"),
    ("ORIGINATOR_MQ_USER", "originator/mqmdUserID"),
    ("ORIGINATOR_USER", "originator/userID"),
    ("ORIGINATOR_HOST", "originator/hostName"),
    ("TIME", "action/@time"),
    ("UPDATED_XML_REQUEST", "taskXMLRequest/updated"),
];

/// The rows of one document.
pub(super) fn store(database: &mut dyn Database, root: &Element) -> Result<(), DatabaseProblem> {
    let monitor = monitor(database, root)?;
    let request = ["monitorXMLRequest", "taskXMLRequest/original"]
        .iter()
        .map(|path| at(root, path))
        .find(|text| !text.is_empty());
    let action = NewRow::of("MONITOR_ACTION")
        .fill(ACTION, root)
        .set("MONITOR", monitor)
        .set("ORIGINAL_XML_REQUEST", request.unwrap_or_default())
        .insert_numbered(database)?;
    for phase in ["originalMetaData", "updatedMetaData"] {
        let sets = all(root, "monitorMetaData");
        for pair in sets
            .into_iter()
            .flat_map(|set| set.children(phase))
            .flat_map(|set| set.children("key"))
        {
            NewRow::of("MONITOR_METADATA")
                .set("ACTION_ID", &action)
                .set("PHASE", phase.trim_end_matches("MetaData"))
                .set("KEY", at(pair, "@name"))
                .set("VALUE", &pair.text)
                .insert(database)?;
        }
    }
    for exit in all(root, "monitorExits/exit") {
        NewRow::of("MONITOR_EXIT_RESULT")
            .set("ACTION_ID", &action)
            .set("EXIT_NAME", at(exit, "@name"))
            .set("RESULTCODE", at(exit, "status/@resultCode"))
            .set("RESULTTEXT", at(exit, "status/supplement"))
            .insert(database)?;
    }
    Ok(())
}

/// The row of the monitor, which is made if there is none.
fn monitor(database: &mut dyn Database, root: &Element) -> Result<String, DatabaseProblem> {
    let table = database.dialect().table("MONITOR");
    let sql = format!("SELECT MAX(ID) FROM {table} WHERE NAME = $1 AND AGENT = $2");
    let (name, agent) = (at(root, "@monitorName"), at(root, "monitorAgent/@agent"));
    let rows = database.run(&sql, &[Some(&name), Some(&agent)])?;
    match rows.into_iter().flatten().flatten().next() {
        Some(number) => Ok(number),
        None => NewRow::of("MONITOR")
            .fill(MONITOR, root)
            .insert_numbered(database),
    }
}
