//! `fteSetAgentLogLevel`, `fteSetAgentTraceLevel` and `fteSetLoggerTraceLevel`.

use super::levels::{OfMonitors, Protocols, Traced, detail};
use super::orders::{self, CONTROLLER_SOCKET, SOCKET};
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::transfer::agents::name;
use crate::transfer::logger_place::LoggerPlace;
use crate::transfer::place::Place;
use crate::transfer::setup::needed;
use ferromq_base::output;
use ferromq_transfer::generated::notices::{BFGCL9620, BFGCL9621, BFGCL9622, BFGCL9623};
use std::path::Path;

fn failed(text: &str) -> Failure {
    Failure::text(format!("{text}\n"), 1)
}

/// What is wrong with a value is told before anybody is asked.
fn checked<T>(option: &str, value: &str, read: Result<T, String>) -> Result<(), Failure> {
    match read {
        Ok(_) if !value.contains(['\n', '\r']) => Ok(()),
        Ok(_) => Err(failed(&BFGCL9622.line(&[
            &value,
            &option,
            &"it has a line end in it",
        ]))),
        Err(why) => Err(failed(&BFGCL9622.line(&[&value, &option, &why]))),
    }
}

/// Gives an order to a process by the directory of its log.
fn give(logs: &Path, what: &str, order: &str) -> Result<u8, Failure> {
    match orders::give(logs, SOCKET, order) {
        Ok(Ok(_)) => {
            output::line(&BFGCL9620.line(&[&what]));
            Ok(0)
        }
        Ok(Err(why)) => Err(failed(&BFGCL9623.line(&[&what, &why]))),
        Err(error) => Err(failed(&BFGCL9621.line(&[&what, &error]))),
    }
}

/// `fteSetAgentLogLevel`.
pub(crate) fn set_agent_log_level(arguments: &Arguments) -> Result<u8, Failure> {
    let mut order = String::new();
    if let Some(value) = arguments.value("-logAgent") {
        checked("-logAgent", value, Protocols::default().changed(value))?;
        order.push_str(&format!("agent {value}\n"));
    }
    if let Some(value) = arguments.value("-logMonitor") {
        checked("-logMonitor", value, OfMonitors::default().changed(value))?;
        order.push_str(&format!("monitor {value}\n"));
    }
    if let Some(value) = arguments.value("-logTransfer") {
        checked("-logTransfer", value, detail(value))?;
        order.push_str(&format!("transfer {value}\n"));
    }
    if order.is_empty() {
        let problem = "one of -logAgent, -logMonitor and -logTransfer is needed";
        return Err(arguments.refuse(problem));
    }
    let agent = Place::meant(arguments)?.agent(&name(arguments))?;
    let what = format!("agent {}", agent.agent);
    give(&agent.logs(), &what, &order)
}

/// The order that options of traces are.
fn trace_order(arguments: &Arguments, option: &str) -> Result<String, Failure> {
    let value = needed(arguments, option)?;
    checked(option, value, Traced::default().changed(value))?;
    let word = match arguments.has("-disableOnAnyFFDC") {
        true => "trace-until-trouble",
        false => "trace",
    };
    Ok(format!("{word} {value}\n"))
}

/// `fteSetAgentTraceLevel`.
pub(crate) fn set_agent_trace_level(arguments: &Arguments) -> Result<u8, Failure> {
    let order = trace_order(arguments, "-traceAgent")?;
    let agent = Place::meant(arguments)?.agent(&name(arguments))?;
    let logs = agent.logs();
    // An agent in the foreground has no controller.
    let _ = orders::give(&logs, CONTROLLER_SOCKET, &order);
    give(&logs, &format!("agent {}", agent.agent), &order)
}

/// `fteSetLoggerTraceLevel`.
pub(crate) fn set_logger_trace_level(arguments: &Arguments) -> Result<u8, Failure> {
    let order = trace_order(arguments, "-traceLogger")?;
    let logger = LoggerPlace::find(&Place::meant(arguments)?, &name(arguments))?;
    give(&logger.logs(), &format!("logger {}", logger.logger), &order)
}
