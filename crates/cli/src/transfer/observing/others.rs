//! Traces of processes that write nothing else down: loggers, and controllers of agents.

use super::levels::Traced;
use super::orders::{self, CONTROLLER_SOCKET, SOCKET};
use super::rolling::bytes;
use super::tracing::Tracing;
use crate::failure::Failure;
use crate::transfer::agent_place::AgentPlace;
use crate::transfer::configured::{START_UP, wrong};
use crate::transfer::event_log::EventLog;
use crate::transfer::logger_place::LoggerPlace;
use ferromq_transfer::generated::notices::{BFGAG9540, BFGAG9541};
use std::path::Path;
use std::sync::Arc;

/// Hears orders about the trace of a process that has nothing else to be told, until it ends: a logger, or a controller.
fn listen_for_trace((logs, name): (&Path, &str), tracing: &Arc<Tracing>, log: &mut EventLog) {
    let hears = Arc::clone(tracing);
    let done = move |order: &str| {
        for line in order.lines() {
            let (word, with) = line.split_once(' ').unwrap_or((line, ""));
            if !matches!(word, "trace" | "trace-until-trouble") {
                return Err(format!("this process knows no '{word}'"));
            }
            hears.set(hears.traced().changed(with)?, word != "trace");
            hears.event(&BFGAG9540.line(&[&line]));
        }
        Ok(String::new())
    };
    if let Err(error) = orders::listen(logs, name, done) {
        log.line(&BFGAG9541.line(&[&error]));
    }
}

/// The trace of a logger, which hears orders about it.
pub(in crate::transfer) fn of_logger(
    place: &LoggerPlace,
    log: &mut EventLog,
) -> Result<Arc<Tracing>, Failure> {
    let of = &place.properties;
    let logs = place.logs();
    let limits = (bytes(of.trace_size_mb()), of.trace_files());
    let tracing = Tracing::new(&logs, "trace", limits);
    let traced = Traced::default().changed(of.trace().unwrap_or("=off"));
    let path = place.directory().join("logger.properties");
    tracing.set(
        traced.map_err(|why| wrong(&path, &[format!("'trace': {why}")], START_UP))?,
        false,
    );
    let tracing = Arc::new(tracing);
    listen_for_trace((&logs, SOCKET), &tracing, log);
    Ok(tracing)
}

/// The trace of the controller of an agent, which hears orders about it.
pub(in crate::transfer) fn of_controller(place: &AgentPlace, log: &mut EventLog) -> Arc<Tracing> {
    let of = &place.properties;
    let logs = place.logs();
    let limits = (bytes(of.trace_size_mb()), of.trace_files());
    let tracing = Arc::new(Tracing::new(&logs, "pctrace", limits));
    listen_for_trace((&logs, CONTROLLER_SOCKET), &tracing, log);
    tracing
}
