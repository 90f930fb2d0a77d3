//! Arbitrary bytes as documents and as files of properties.

use crate::access::{Credentials, UserSandboxes};
use crate::audit::{AgentStatus, CallResult, Progress, ScheduleLog, Schedules, Transaction};
use crate::bridge::{BridgeCredentials, BridgeProperties};
use crate::control::{Cancel, PauseTransfer, PingAgent, Reply, StandbyInstance, StopAgent};
use crate::monitor::{DeleteMonitor, Monitor, MonitorListing, MonitorLog, MonitorOrder};
use crate::properties::Properties;
use crate::request::{Request, TransferSpecifications};
use crate::schedule::{CivilTime, Zone};
use crate::template::Template;
use crate::watch::{Contents, TaskTemplate, Values};
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
    again(bytes, StandbyInstance::parse, StandbyInstance::to_xml);
    again(bytes, StopAgent::parse, StopAgent::to_xml);
    again(bytes, PauseTransfer::parse, PauseTransfer::to_xml);
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
    again(bytes, MonitorOrder::parse, MonitorOrder::to_xml);
    again(bytes, Template::parse, Template::to_xml);
    again(bytes, CallResult::parse, CallResult::to_xml);
    again(bytes, UserSandboxes::parse, UserSandboxes::to_xml);
    again(bytes, Credentials::parse, Credentials::to_xml);
    again(bytes, BridgeProperties::parse, BridgeProperties::to_xml);
    again(bytes, BridgeCredentials::parse, BridgeCredentials::to_xml);
    watched(bytes);
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

/// The same as a task with variables, as a trigger file, and as a file of a time zone.
fn watched(bytes: &[u8]) {
    if let Ok(request) = Request::parse(bytes) {
        let task = TaskTemplate::new(&request);
        let names = task.variables().unwrap_or_default();
        let defaults: Vec<_> = names.into_iter().map(|name| (name, "<&>".into())).collect();
        let filled = task.fill(&Values::new(&defaults));
        assert!(filled.is_err() || task.variables().is_ok());
    }
    for regex in [None, Some("(a*)b?(.*)")] {
        if let Ok(contents) = Contents::new(regex, false) {
            let _ = contents.read(bytes);
        }
    }
    if let Ok(zone) = Zone::read(bytes)
        && let Some(time) = CivilTime::at_seconds(1_803_855_600)
    {
        let _ = zone.offset_s(time);
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
