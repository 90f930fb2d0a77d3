//! The format of lines there is when nobody writes another one: what each kind has, in its order.

use super::document::MessageType;
use super::format::LineFormat;
use crate::xml::Writer;

/// An insert: its path, or the word of one of the system's, and its width.
type Row = (&'static str, usize);

const TIME: Row = ("/transaction/action/@time", 19);
const ID: Row = ("/transaction/@ID", 48);
const TYPE: Row = ("type", 6);
const METADATA: Row = ("metaData", 0);
const RESULT: Row = ("/transaction/status/@resultCode", 3);
const SOURCE: [Row; 3] = [
    ("/transaction/sourceAgent/@agent", 0),
    ("/transaction/sourceAgent/@QMgr", 0),
    ("/transaction/sourceAgent/@agentType", 0),
];
const DESTINATION: [Row; 3] = [
    ("/transaction/destinationAgent/@agent", 0),
    ("/transaction/destinationAgent/@QMgr", 0),
    ("/transaction/destinationAgent/@agentType", 0),
];
const USER: Row = ("/transaction/originator/mqmdUserID", 0);
const JOB: Row = ("/transaction/job/name", 0);
const REASON: Row = ("/transaction/status/supplement", 0);

const STARTED: &[Row] = &[
    TIME,
    ID,
    TYPE,
    RESULT,
    SOURCE[0],
    SOURCE[1],
    SOURCE[2],
    DESTINATION[0],
    DESTINATION[1],
    USER,
    JOB,
    ("/transaction/scheduleLog/@ID", 0),
    METADATA,
];
const ENDED: &[Row] = &[
    TIME,
    ID,
    TYPE,
    RESULT,
    SOURCE[0],
    SOURCE[1],
    SOURCE[2],
    DESTINATION[0],
    DESTINATION[1],
    DESTINATION[2],
    USER,
    JOB,
    REASON,
    METADATA,
];
const PROGRESS: &[Row] = &[
    TIME,
    ID,
    TYPE,
    ("/transaction/transferSet/item/status/@resultCode", 3),
    ("/transaction/transferSet/item/source/file", 0),
    ("/transaction/transferSet/item/source/file/@size", 0),
    ("/transaction/transferSet/item/source/@type", 0),
    ("/transaction/transferSet/item/source/@disposition", 7),
    ("/transaction/transferSet/item/source/file/@alias", 0),
    ("/transaction/transferSet/item/source/file/@filespace", 0),
    ("/transaction/transferSet/item/source/queue", 0),
    (
        "/transaction/transferSet/item/source/queue/@messageCount",
        0,
    ),
    ("/transaction/transferSet/item/source/queue/@groupId", 0),
    ("/transaction/transferSet/item/destination/file", 0),
    ("/transaction/transferSet/item/destination/file/@size", 0),
    ("/transaction/transferSet/item/destination/@type", 0),
    ("/transaction/transferSet/item/destination/@exist", 0),
    ("/transaction/transferSet/item/destination/file/@alias", 0),
    (
        "/transaction/transferSet/item/destination/file/@filespace",
        0,
    ),
    ("/transaction/transferSet/item/destination/queue", 0),
    (
        "/transaction/transferSet/item/destination/queue/@messageCount",
        0,
    ),
    (
        "/transaction/transferSet/item/destination/queue/@messageLength",
        0,
    ),
    (
        "/transaction/transferSet/item/destination/queue/@groupId",
        0,
    ),
    ("/transaction/transferSet/item/status/supplement", 0),
];
const CALL_STARTED: &[Row] = &[
    TIME,
    ID,
    TYPE,
    RESULT,
    ("/transaction/agent/@agent", 0),
    ("/transaction/agent/@QMgr", 0),
    JOB,
    ("/transaction/transferSet/call/command/@type", 0),
    ("/transaction/transferSet/call/command/@name", 0),
    ("callArguments", 0),
];
const CALL_COMPLETED: &[Row] = &[
    TIME,
    ID,
    TYPE,
    RESULT,
    ("/transaction/agent/@agent", 0),
    ("/transaction/agent/@QMgr", 0),
    JOB,
    ("/transaction/transferSet/call/command/@type", 0),
    ("/transaction/transferSet/call/command/@name", 0),
    ("callArguments", 0),
    ("/transaction/transferSet/call/callResult/@outcome", 0),
    ("/transaction/transferSet/call/callResult/@retries", 0),
    REASON,
];
const SCHEDULE: &[Row] = &[
    ("/schedulelog/action/@time", 19),
    ("/schedulelog/@ID", 0),
    TYPE,
    ("/schedulelog/status/@resultCode", 3),
    ("/schedulelog/sourceAgent/@agent", 0),
    ("/schedulelog/sourceAgent/@QMgr", 0),
    ("/schedulelog/destinationAgent/@agent", 0),
    ("/schedulelog/destinationAgent/@QMgr", 0),
    ("/schedulelog/originator/mqmdUserID", 0),
    ("/schedulelog/job/name", 0),
    ("/schedulelog/status/supplement", 0),
];
const SUBMIT: &[Row] = &[
    ("/schedulelog/action/@time", 19),
    ("/schedulelog/@ID", 0),
    TYPE,
    ("/schedulelog/status/@resultCode", 3),
    ("/schedulelog/sourceAgent/@agent", 0),
    ("/schedulelog/sourceAgent/@QMgr", 0),
    ("/schedulelog/destinationAgent/@agent", 0),
    ("/schedulelog/destinationAgent/@QMgr", 0),
    ("/schedulelog/originator/mqmdUserID", 0),
    ("/schedulelog/job/name", 0),
    ("/schedulelog/schedule/submit", 0),
    ("/schedulelog/schedule/submit/@timebase", 0),
    ("/schedulelog/transferSet/item/source/file", 0),
    ("/schedulelog/transferSet/item/source/queue", 0),
    ("/schedulelog/transferSet/item/source/@disposition", 7),
    ("/schedulelog/transferSet/item/destination/file", 0),
    ("/schedulelog/transferSet/item/destination/queue", 0),
    ("/schedulelog/transferSet/item/destination/@type", 0),
    ("/schedulelog/transferSet/item/destination/@exist", 0),
];
const MONITOR: &[Row] = &[
    ("/monitorLog/action/@time", 19),
    ("/monitorLog/@referenceId", 48),
    TYPE,
    ("/monitorLog/status/@resultCode", 3),
    ("/monitorLog/@monitorName", 0),
    ("/monitorLog/monitorAgent/@agent", 0),
    ("/monitorLog/monitorAgent/@QMgr", 0),
    ("/monitorLog/action", 0),
];
const FIRED: &[Row] = &[
    MONITOR[0],
    MONITOR[1],
    TYPE,
    MONITOR[3],
    MONITOR[4],
    MONITOR[5],
    MONITOR[6],
    ("/monitorLog/references/taskRequest", 0),
];

fn rows(kind: MessageType) -> &'static [Row] {
    match kind {
        MessageType::CallStarted => CALL_STARTED,
        MessageType::CallCompleted => CALL_COMPLETED,
        MessageType::TransferStarted => STARTED,
        MessageType::TransferProgress => PROGRESS,
        MessageType::TransferComplete
        | MessageType::TransferCancelled
        | MessageType::TransferDelete
        | MessageType::TransferMalformed
        | MessageType::NotAuthorized => ENDED,
        MessageType::ScheduleSubmitTransferSet => SUBMIT,
        MessageType::ScheduleDelete
        | MessageType::ScheduleExpire
        | MessageType::ScheduleSkipped => SCHEDULE,
        MessageType::MonitorCreate | MessageType::MonitorAction => MONITOR,
        MessageType::MonitorFired => FIRED,
    }
}

/// The standard format as a definition, to be changed by who wants another.
#[must_use]
pub fn standard_xml() -> String {
    let mut writer = Writer::new();
    writer
        .open("logFormatDefinition")
        .attribute("version", "1.00");
    writer.open("messageTypes");
    for kind in MessageType::all() {
        writer.open(kind.name());
        writer.open("format");
        writer.open("inserts");
        for (text, width) in rows(kind) {
            let of = if text.starts_with('/') {
                "user"
            } else {
                "system"
            };
            writer
                .open("insert")
                .attribute("type", of)
                .attribute("width", &width.to_string())
                .attribute("ignoreNull", "false")
                .text(text)
                .close();
        }
        writer.close();
        writer.leaf("separator", ";");
        writer.close();
        writer.close();
    }
    writer.finish()
}

impl LineFormat {
    /// The standard format.
    #[must_use]
    pub fn standard() -> Self {
        // invariant: a test reads what is written here.
        Self::parse(standard_xml().as_bytes()).expect("the standard format can be read")
    }
}
