//! Arbitrary bytes as documents and as files of properties.

use crate::access::{Credentials, UserSandboxes};
use crate::audit::{AgentStatus, Progress, ScheduleLog, Schedules, Transaction};
use crate::control::{Cancel, PingAgent, Reply};
use crate::monitor::{DeleteMonitor, Monitor, MonitorListing, MonitorLog};
use crate::properties::Properties;
use crate::request::{Request, TransferSpecifications};
use crate::xml::{Problem, read, read_properties_document};

/// Takes bytes as each kind of document, and as a file of properties.
///
/// # Panics
/// When what was read is not read again from how it is written, or a problem lies outside of the document.
pub fn fuzz_one(bytes: &[u8]) {
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    for tree in [read(bytes), read_properties_document(bytes)] {
        if let Err(problem) = tree {
            assert!(
                (1..=lines).contains(&(problem.line as usize)),
                "{problem:?}"
            );
            assert!(!problem.to_string().is_empty());
        }
    }
    again(bytes, Request::parse, Request::to_xml);
    again(
        bytes,
        TransferSpecifications::parse,
        TransferSpecifications::to_xml,
    );
    again(bytes, Cancel::parse, Cancel::to_xml);
    again(bytes, PingAgent::parse, PingAgent::to_xml);
    again(bytes, Reply::parse, Reply::to_xml);
    again(bytes, Transaction::parse, Transaction::to_xml);
    again(bytes, Progress::parse, Progress::to_xml);
    again(bytes, ScheduleLog::parse, ScheduleLog::to_xml);
    again(bytes, Schedules::parse, Schedules::to_xml);
    again(bytes, AgentStatus::parse, AgentStatus::to_xml);
    again(bytes, Monitor::parse, Monitor::to_xml);
    again(bytes, DeleteMonitor::parse, DeleteMonitor::to_xml);
    again(bytes, MonitorListing::parse, MonitorListing::to_xml);
    again(bytes, MonitorLog::parse, MonitorLog::to_xml);
    again(bytes, UserSandboxes::parse, UserSandboxes::to_xml);
    again(bytes, Credentials::parse, Credentials::to_xml);
    if let Ok(file) = Properties::parse(bytes)
        && let Ok(read) = Properties::parse(file.to_text().as_bytes())
    {
        let pairs = |file: &Properties| -> Vec<(String, String)> {
            let pairs = file.entries();
            pairs
                .map(|(key, value, _)| (key.to_owned(), value.to_owned()))
                .collect()
        };
        assert_eq!(pairs(&read), pairs(&file));
    }
}

/// What is read is the same when it was written once more.
fn again<T: PartialEq + std::fmt::Debug>(
    bytes: &[u8],
    parse: impl Fn(&[u8]) -> Result<T, Problem>,
    to_xml: impl Fn(&T) -> String,
) {
    let Ok(value) = parse(bytes) else {
        return;
    };
    let text = to_xml(&value);
    match parse(text.as_bytes()) {
        Ok(read) => assert_eq!(read, value, "{text}"),
        // Longer spellings can make too much of what was just enough.
        Err(problem) => assert!(
            text.len() > crate::xml::DOCUMENT_BYTES_MAX,
            "{problem}: {text}"
        ),
    }
}
