//! What the audit of transfers and calls says, as rows.

use super::picking::{Field, all, at, flag};
use super::statement::{Database, DatabaseProblem, NewRow};
use crate::logger::document::MessageType;
use crate::xml::Element;

type Done = Result<(), DatabaseProblem>;

const EVENT: &[Field] = &[
    ("ACTION_TIME", "action/@time"),
    ("SOURCE_AGENT", "sourceAgent/@agent"),
    ("SOURCE_QM", "sourceAgent/@QMgr"),
    (
        "SOURCE_ARCHITECTURE",
        "sourceAgent/systemInfo/@architecture",
    ),
    ("SOURCE_OS_NAME", "sourceAgent/systemInfo/@name"),
    ("SOURCE_OS_VERSION", "sourceAgent/systemInfo/@version"),
    ("SOURCE_BRIDGE_URL", "sourceAgent/@bridgeURL"),
    ("DESTINATION_AGENT", "destinationAgent/@agent"),
    ("DESTINATION_QM", "destinationAgent/@QMgr"),
    (
        "DESTINATION_ARCHITECTURE",
        "destinationAgent/systemInfo/@architecture",
    ),
    ("DESTINATION_OS_NAME", "destinationAgent/systemInfo/@name"),
    (
        "DESTINATION_OS_VERSION",
        "destinationAgent/systemInfo/@version",
    ),
    ("DESTINATION_BRIDGE_URL", "destinationAgent/@bridgeURL"),
    ("ORIGINATOR_HOST", "originator/hostName"),
    ("ORIGINATOR_USER", "originator/userID"),
    ("ORIGINATOR_MQ_USER", "originator/mqmdUserID"),
    ("ORIGINATOR_WEB_USER", "originator/webUserID"),
    ("TRANSFERSET_TIME", "transferSet/@startTime"),
    ("TRANSFERSET_SIZE", "transferSet/@total"),
];

const ITEM: &[Field] = &[
    ("FILE_MODE", "@mode"),
    ("SOURCE_FILENAME", "source/file"),
    ("SOURCE_FILE_SIZE", "source/file/@size"),
    ("SOURCE_LAST_MODIFIED", "source/file/@last-modified"),
    ("SOURCE_DISPOSITION", "source/@disposition"),
    ("SOURCE_ENCODING", "source/file/@encoding"),
    ("SOURCE_LINEEND", "source/file/@EOL"),
    ("SOURCE_CHECKSUM_METHOD", "source/checksum/@method"),
    ("SOURCE_CHECKSUM_VALUE", "source/checksum"),
    ("SOURCE_MESSAGE_QUEUE_NAME", "source/queue"),
    ("SOURCE_MESSAGE_GROUP_ID", "source/queue/@groupId"),
    ("SOURCE_MESSAGE_MESSAGE_COUNT", "source/queue/@messageCount"),
    ("DESTINATION_FILENAME", "destination/file"),
    ("DESTINATION_FILE_SIZE", "destination/file/@size"),
    (
        "DESTINATION_LAST_MODIFIED",
        "destination/file/@last-modified",
    ),
    ("DESTINATION_EXISTS_ACTION", "destination/@exist"),
    ("DESTINATION_ENCODING", "destination/file/@encoding"),
    ("DESTINATION_LINEEND", "destination/file/@EOL"),
    (
        "DESTINATION_CHECKSUM_METHOD",
        "destination/checksum/@method",
    ),
    ("DESTINATION_CHECKSUM_VALUE", "destination/checksum"),
    ("DESTINATION_MESSAGE_QUEUE_NAME", "destination/queue"),
    ("DESTINATION_MESSAGE_GROUP_ID", "destination/queue/@groupId"),
    (
        "DESTINATION_MESSAGE_MESSAGE_COUNT",
        "destination/queue/@messageCount",
    ),
    (
        "DESTINATION_MESSAGE_MESSAGE_LENGTH",
        "destination/queue/@messageLength",
    ),
    ("RESULTCODE", "status/@resultCode"),
    ("RESULT_TEXT", "status/supplement"),
];

const AUTH: &[Field] = &[
    ("ACTION", "action"),
    ("COMMAND_ID", "@ID"),
    ("TIME", "action/@time"),
    ("ORIGINATOR_MQ_USER", "originator/mqmdUserID"),
    ("AUTHORITY", "authority"),
    ("RESULTCODE", "status/@resultCode"),
    ("RESULT_TEXT", "status/supplement"),
];

const CALL: &[Field] = &[
    ("COMMAND", "command/@name"),
    ("TYPE", "command/@type"),
    ("RETRIES", "command/@retryCount"),
    ("RETRY_WAIT", "command/@retryWait"),
    ("SUCCESS_RC", "command/@successRC"),
    ("EXECUTED_COMMAND", "callResult/@command"),
    ("CAPPED_RETRIES", "callResult/@cappedRetries"),
    ("CAPPED_RETRY_WAIT", "callResult/@cappedRetryWait"),
    ("OUTCOME", "callResult/@outcome"),
];

const CALL_RESULT: &[Field] = &[
    ("OUTCOME", "@outcome"),
    ("RETURN_CODE", "@returnCode"),
    ("TIME", "@time"),
    ("STDOUT", "stdout"),
    ("STDERR", "stderr"),
    ("ERROR", "error"),
];

const CALL_REQUEST: &[Field] = &[
    ("ACTION_TIME", "action/@time"),
    ("AGENT", "agent/@agent"),
    ("AGENT_QM", "agent/@QMgr"),
    ("ARCHITECTURE", "agent/systemInfo/@architecture"),
    ("OS_NAME", "agent/systemInfo/@name"),
    ("OS_VERSION", "agent/systemInfo/@version"),
    ("ORIGINATOR_HOST", "originator/hostName"),
    ("ORIGINATOR_USER", "originator/userID"),
    ("ORIGINATOR_MQ_USER", "originator/mqmdUserID"),
    ("JOB_NAME", "job/name"),
    ("RESULTCODE", "status/@resultCode"),
    ("RESULTTEXT", "status/supplement"),
];

const STATS: &[Field] = &[
    ("START_TIME", "actualStartTime"),
    ("RETRY_COUNT", "retryCount"),
    ("FILE_FAILURES", "numFileFailures"),
    ("FILE_WARNINGS", "numFileWarnings"),
];

/// Calls of a transfer, with their columns.
const CALLS: [(&str, &str); 4] = [
    ("preSourceCall", "PRE_SOURCE_CALL"),
    ("postSourceCall", "POST_SOURCE_CALL"),
    ("preDestinationCall", "PRE_DESTINATION_CALL"),
    ("postDestinationCall", "POST_DESTINATION_CALL"),
];

/// Exits of a transfer, with their types.
const EXITS: [(&str, &str); 4] = [
    ("sourceAgent/startExits/exit", "SourceStart"),
    ("sourceAgent/endExits/exit", "SourceEnd"),
    ("destinationAgent/startExits/exit", "DestinationStart"),
    ("destinationAgent/endExits/exit", "DestinationEnd"),
];

/// Numbers of the types of agents, as they are documented.
const AGENT_TYPES: [(&str, &str); 6] = [
    ("STANDARD", "1"),
    ("BRIDGE", "2"),
    ("WEB_GATEWAY", "3"),
    ("EMBEDDED", "4"),
    ("CD_BRIDGE", "5"),
    ("SFG", "6"),
];

fn agent_type(root: &Element, path: &str) -> &'static str {
    let name = at(root, path);
    let found = AGENT_TYPES.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, number)| number)
}

/// The rows of one document.
pub(super) fn store(database: &mut dyn Database, kind: MessageType, root: &Element) -> Done {
    let id = at(root, "@ID");
    match kind {
        MessageType::CallStarted | MessageType::CallCompleted => {
            call_request(database, kind, root, &id)
        }
        MessageType::NotAuthorized => NewRow::of("AUTH_EVENT").fill(AUTH, root).insert(database),
        MessageType::TransferProgress => {
            transfer(database, &id)?;
            items(database, root, &id)
        }
        MessageType::TransferStarted => {
            let event = event(database, root)?;
            let heard = transfer(database, &id)?;
            let row = NewRow::of("TRANSFER").set("JOB_NAME", at(root, "job/name"));
            let row = row.set("SCHEDULE_ID", schedule(database, root)?);
            let row = match heard {
                // It is said twice.
                Heard::Start => row,
                Heard::Nothing | Heard::Rest => row.set("START_ID", event),
            };
            row.update(database, "TRANSFER_ID", &id)
        }
        _ => ended(database, kind, root, &id),
    }
}

fn ended(database: &mut dyn Database, kind: MessageType, root: &Element, id: &str) -> Done {
    let event = event(database, root)?;
    transfer(database, id)?;
    let code = at(root, "status/@resultCode");
    let status = match (kind, code.as_str()) {
        (MessageType::TransferDelete, _) => "deleted",
        (MessageType::TransferMalformed, _) => "malformed",
        (MessageType::TransferCancelled, _) | (_, "41") => "cancelled",
        (_, "0") => "success",
        (_, "20") => "partial success",
        _ => "failure",
    };
    NewRow::of("TRANSFER")
        .set("COMPLETE_ID", event)
        .set("JOB_NAME", at(root, "job/name"))
        .set("RESULTCODE", code)
        .set("RESULTTEXT", at(root, "status/supplement"))
        .set("STATUS", status)
        .update(database, "TRANSFER_ID", id)?;
    // Cancelled transfers tell of items at their end.
    items(database, root, id)?;
    if let Some(statistics) = root.child("statistics") {
        let row = NewRow::of("TRANSFER_STATS").fill(STATS, statistics);
        row.set("TRANSFER_ID", id).insert(database)?;
    }
    for (path, kind) in EXITS {
        for exit in all(root, path) {
            let row = NewRow::of("TRANSFER_EXIT").set("TRANSFER_ID", id);
            let row = row.set("TYPE", kind).set("EXIT_NAME", at(exit, "@name"));
            row.set("STATUS", at(exit, "status/@resultCode"))
                .set("SUPPLEMENT", at(exit, "status/supplement"))
                .insert(database)?;
        }
    }
    calls(database, root, id)
}

/// What is in the database of a transfer.
enum Heard {
    Nothing,
    /// That it began is not.
    Rest,
    /// That it began is.
    Start,
}

/// Has a row for the transfer. What was there of it.
fn transfer(database: &mut dyn Database, id: &str) -> Result<Heard, DatabaseProblem> {
    let table = database.dialect().table("TRANSFER");
    let sql = format!("SELECT START_ID FROM {table} WHERE TRANSFER_ID = $1");
    match database.run(&sql, &[Some(id)])?.first() {
        None => {
            let row = NewRow::of("TRANSFER").set("TRANSFER_ID", id);
            row.set("STATUS", "started").insert(database)?;
            Ok(Heard::Nothing)
        }
        Some(row) if row.first().is_some_and(Option::is_some) => Ok(Heard::Start),
        Some(_) => Ok(Heard::Rest),
    }
}

/// The row of the schedule a transfer is of; empty if it is of none that is known.
fn schedule(database: &mut dyn Database, root: &Element) -> Result<String, DatabaseProblem> {
    let id = at(root, "scheduleLog/@ID");
    if id.is_empty() {
        return Ok(id);
    }
    super::schedules::row_of(database, &id, &at(root, "sourceAgent/@agent"))
}

/// The row of what happened, with its metadata and conditions.
fn event(database: &mut dyn Database, root: &Element) -> Result<String, DatabaseProblem> {
    let event = NewRow::of("TRANSFER_EVENT")
        .fill(EVENT, root)
        .set(
            "SOURCE_AGENT_TYPE",
            agent_type(root, "sourceAgent/@agentType"),
        )
        .set(
            "DESTINATION_AGENT_TYPE",
            agent_type(root, "destinationAgent/@agentType"),
        )
        .set("TRIGGER_LOG", flag(&at(root, "trigger/@log")));
    let event = event.insert_numbered(database)?;
    metadata(database, root, "TRANSFER_EVENT_ID", &event)?;
    for kind in ["fileExist", "fileSize"] {
        for condition in root
            .child("trigger")
            .into_iter()
            .flat_map(|it| it.children(kind))
        {
            NewRow::of("TRIGGER_CONDITION")
                .set("TRANSFER_EVENT_ID", &event)
                .set("CONDITION_TYPE", kind)
                .set("FILENAME", condition.trimmed())
                .set("COMPARISON", at(condition, "@comparison"))
                .set("VALUE", at(condition, "@value"))
                .insert(database)?;
        }
    }
    Ok(event)
}

fn metadata(database: &mut dyn Database, root: &Element, of: &'static str, is: &str) -> Done {
    for pair in all(root, "transferSet/metaDataSet/metaData") {
        NewRow::of("METADATA")
            .set(of, is)
            .set("KEY", at(pair, "@key"))
            .set("VALUE", &pair.text)
            .insert(database)?;
    }
    Ok(())
}

fn items(database: &mut dyn Database, root: &Element, id: &str) -> Done {
    for item in all(root, "transferSet/item") {
        let row = NewRow::of("TRANSFER_ITEM")
            .fill(ITEM, item)
            .set("TRANSFER_ID", id);
        let truncates = at(item, "destination/file/@truncateRecords");
        let row = row.set("TRUNCATE_RECORDS", flag(&truncates));
        let space = at(item, "destination/file/@filespace");
        if space.is_empty() {
            row.insert(database)?;
            continue;
        }
        let number = row.insert_numbered(database)?;
        NewRow::of("FILE_SPACE_ENTRY")
            .set("FILE_SPACE_NAME", space)
            .set("TRANSFER_ITEM_ID", number)
            .set("ALIAS", at(item, "destination/file/@alias"))
            .insert(database)?;
    }
    Ok(())
}

/// The programs a transfer ran.
fn calls(database: &mut dyn Database, root: &Element, id: &str) -> Done {
    let mut row = NewRow::of("TRANSFER_CALLS").set("TRANSFER_ID", id);
    let mut has_any = false;
    for (name, column) in CALLS {
        let set = root.child("transferSet");
        if let Some(found) = set.and_then(|set| set.child(name)) {
            row = row.set(column, call(database, found)?);
            has_any = true;
        }
    }
    match has_any {
        true => row.insert(database),
        false => Ok(()),
    }
}

/// A program with its arguments and what came of it.
fn call(database: &mut dyn Database, from: &Element) -> Result<String, DatabaseProblem> {
    let number = NewRow::of("CALL")
        .fill(CALL, from)
        .insert_numbered(database)?;
    for (kind, path) in [
        ("argument", "command/argument"),
        ("property", "command/property"),
        ("target", "command/target"),
    ] {
        for argument in all(from, path) {
            let value = at(argument, "@value");
            let value = match value.is_empty() {
                true => argument.text.clone(),
                false => value,
            };
            NewRow::of("CALL_ARGUMENT")
                .set("CALL_ID", &number)
                .set("TYPE", kind)
                .set("KEY", at(argument, "@name"))
                .set("VALUE", value)
                .insert(database)?;
        }
    }
    results(database, from, &number)?;
    Ok(number)
}

/// What came of each time a program ran; our agents tell of the last.
fn results(database: &mut dyn Database, from: &Element, call: &str) -> Done {
    let Some(result) = from.child("callResult") else {
        return Ok(());
    };
    let each: Vec<_> = result.children("result").collect();
    let last = at(result, "@retries").parse::<u64>().unwrap_or(0);
    let tries = match each.is_empty() {
        true => vec![(last.saturating_add(1), result)],
        false => (1..).zip(each).collect(),
    };
    for (sequence, tried) in tries {
        NewRow::of("CALL_RESULT")
            .fill(CALL_RESULT, tried)
            .set("CALL_ID", call)
            .set("SEQUENCE", sequence.to_string())
            .insert(database)?;
    }
    Ok(())
}

/// A call that is no part of a transfer: its request, when it begins and when it has ended.
fn call_request(database: &mut dyn Database, kind: MessageType, root: &Element, id: &str) -> Done {
    let table = database.dialect().table("CALL_REQUEST");
    let sql = format!("SELECT CALL_ID FROM {table} WHERE ID = $1");
    let found = database.run(&sql, &[Some(id)])?;
    let known = found.into_iter().next();
    let told = root
        .child("transferSet")
        .and_then(|set| set.child("call"))
        .cloned()
        .unwrap_or_default();
    match known.map(|row| row.into_iter().flatten().next()) {
        None => {
            let number = call(database, &told)?;
            metadata(database, root, "STANDALONE_CALL_ID", id)?;
            let row = NewRow::of("CALL_REQUEST").fill(CALL_REQUEST, root);
            row.set("ID", id).set("CALL_ID", number).insert(database)
        }
        Some(number) if kind == MessageType::CallCompleted => {
            let row = NewRow::of("CALL_REQUEST");
            let row = row.set("RESULTCODE", at(root, "status/@resultCode"));
            row.set("RESULTTEXT", at(root, "status/supplement"))
                .update(database, "ID", id)?;
            let Some(number) = number else {
                return Ok(());
            };
            NewRow::of("CALL")
                .fill(CALL, &told)
                .update(database, "ID", &number)?;
            results(database, &told, &number)
        }
        // That it began is said twice.
        Some(_) => Ok(()),
    }
}
