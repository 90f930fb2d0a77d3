//! What the audit of schedules says, as rows.

use super::picking::{Field, all, at, flag};
use super::statement::{Database, DatabaseProblem, NewRow};
use crate::logger::document::MessageType;
use crate::xml::Element;

type Done = Result<(), DatabaseProblem>;

const SPEC: &[Field] = &[
    ("DESTINATION_AGENT", "destinationAgent/@agent"),
    ("DESTINATION_QM", "destinationAgent/@QMgr"),
    ("REPEAT_COUNT", "schedule/repeat/expireCount"),
    ("REPEAT_FREQUENCY", "schedule/repeat/frequency"),
    ("REPEAT_INTERVAL", "schedule/repeat/frequency/@interval"),
    ("SOURCE_AGENT", "sourceAgent/@agent"),
    ("SOURCE_QM", "sourceAgent/@QMgr"),
    ("START_TIME", "schedule/submit"),
    ("START_TIMEBASE", "schedule/submit/@timebase"),
    ("START_TIMEZONE", "schedule/submit/@timezone"),
];

const ITEM: &[Field] = &[
    ("CHECKSUM_METHOD", "@checksumMethod"),
    ("DESTINATION_EXISTS_ACTION", "destination/@exist"),
    ("DESTINATION_FILENAME", "destination/file"),
    ("DESTINATION_TYPE", "destination/@type"),
    ("FILE_MODE", "@mode"),
    ("SOURCE_DISPOSITION", "source/@disposition"),
    ("SOURCE_FILENAME", "source/file"),
    ("SOURCE_QUEUE", "source/queue"),
];

const ACTION: &[Field] = &[
    ("ACTION_TYPE", "action"),
    ("ORIGINATOR_HOST", "originator/hostName"),
    ("ORIGINATOR_USER", "originator/userID"),
    ("STATUS_CODE", "status/@resultCode"),
    ("STATUS_TEXT", "status/supplement"),
    ("TIME", "action/@time"),
];

/// The row of the schedule that has this number at an agent: the last one, for an agent that was set up anew begins to count again. Empty if none
/// is known.
pub(super) fn row_of(
    database: &mut dyn Database,
    id: &str,
    agent: &str,
) -> Result<String, DatabaseProblem> {
    let table = database.dialect().table("SCHEDULE");
    let sql = format!("SELECT MAX(ID) FROM {table} WHERE ID_ON_AGENT = $1 AND AGENT = $2");
    let rows = database.run(&sql, &[Some(id), Some(agent)])?;
    Ok(rows
        .into_iter()
        .flatten()
        .flatten()
        .next()
        .unwrap_or_default())
}

/// The rows of one document.
pub(super) fn store(database: &mut dyn Database, kind: MessageType, root: &Element) -> Done {
    let (id, agent) = (at(root, "@ID"), at(root, "sourceAgent/@agent"));
    let is_made = kind == MessageType::ScheduleSubmitTransferSet;
    let mut number = match is_made {
        true => String::new(),
        false => row_of(database, &id, &agent)?,
    };
    if number.is_empty() {
        let row = NewRow::of("SCHEDULE").set("AGENT", agent);
        let row = row.set("ID_ON_AGENT", id);
        let made = match is_made {
            true => row.set("CREATION_DATE", at(root, "action/@time")),
            false => row,
        };
        number = made.insert_numbered(database)?;
    }
    let mut action = NewRow::of("SCHEDULE_ACTION").fill(ACTION, root);
    if is_made {
        action = action.set("SPEC_AFTERWARDS", spec(database, root)?);
    }
    let action = action
        .set("SCHEDULE_ID", &number)
        .insert_numbered(database)?;
    let row = NewRow::of("SCHEDULE").set("LATEST_ACTION", action);
    row.update(database, "ID", &number)
}

fn spec(database: &mut dyn Database, root: &Element) -> Result<String, DatabaseProblem> {
    let spec = NewRow::of("SCHEDULE_SPEC").fill(SPEC, root);
    let number = spec.insert_numbered(database)?;
    for item in all(root, "transferSet/item") {
        let queue = at(item, "destination/queue");
        let (queue, q_mgr) = match queue.split_once('@') {
            Some((queue, q_mgr)) => (queue.to_owned(), q_mgr.to_owned()),
            None => (queue, String::new()),
        };
        NewRow::of("SCHEDULE_ITEM")
            .fill(ITEM, item)
            .set("DESTINATION_QUEUE", queue)
            .set("DESTINATION_QMGR", q_mgr)
            .set("RECURSIVE", flag(&at(item, "source/@recursive")))
            .set("SCHEDULE_SPEC_ID", &number)
            .insert(database)?;
    }
    Ok(number)
}
