//! What the process of an agent writes down besides its log.

use super::levels::{OfMonitors, Protocols, Traced, detail};
use super::orders::{self, SOCKET};
use super::rolling::{Rolling, bytes};
use super::tracing::Tracing;
use crate::failure::Failure;
use crate::json;
use crate::transfer::agent_place::AgentPlace;
use crate::transfer::clock::now;
use crate::transfer::configured::{START_UP, wrong};
use crate::transfer::event_log::EventLog;
use ferromq_bridge::{Dialogue, Kind};
use ferromq_transfer::agent::{Detail, Field, MonitorEvent, Observer, TransferEvent};
use ferromq_transfer::generated::notices::{BFGAG9540, BFGAG9541};
use ferromq_transfer::schedule::Moment;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

/// What is written down.
#[derive(Clone, Debug, Default)]
struct Levels {
    protocols: Protocols,
    monitors: OfMonitors,
    transfers: Detail,
}

#[derive(Debug)]
struct Shared {
    levels: RwLock<Levels>,
    /// What bridges and servers say, what monitors do, the course of transfers.
    dialogues: Mutex<Rolling>,
    monitors: Mutex<Rolling>,
    transfers: Mutex<Rolling>,
    tracing: Arc<Tracing>,
    /// What was changed lately, for the log of events.
    changes: Mutex<Vec<String>>,
}

/// What a process of an agent writes down besides its log; see the module.
#[derive(Clone, Debug)]
pub(in crate::transfer) struct Observing(Arc<Shared>);

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Observing {
    /// As the properties of an agent have it, to begin with.
    pub(in crate::transfer) fn of(place: &AgentPlace) -> Result<Self, Failure> {
        let of = &place.properties;
        let path = place.directory().join("agent.properties");
        let refused = |key: &str, why: String| wrong(&path, &[format!("'{key}': {why}")], START_UP);
        let protocols = Protocols::default()
            .changed(of.agent_log().unwrap_or("=off"))
            .map_err(|why| refused("agentLog", why))?;
        let monitors = OfMonitors::default()
            .changed(of.resource_monitor_log().unwrap_or("=off"))
            .map_err(|why| refused("resourceMonitorLog", why))?;
        let transfers = detail(of.log_transfer()).map_err(|why| refused("logTransfer", why))?;
        let traced = Traced::default()
            .changed(of.trace().unwrap_or("=off"))
            .map_err(|why| refused("trace", why))?;
        let logs = place.logs();
        let above = logs.parent().unwrap_or(&logs);
        let limits = (bytes(of.trace_size_mb()), of.trace_files());
        let tracing = Tracing::new(&logs, "trace", limits);
        tracing.set(traced, false);
        Ok(Self(Arc::new(Shared {
            levels: RwLock::new(Levels {
                protocols,
                monitors,
                transfers,
            }),
            dialogues: Mutex::new(
                Rolling::new(
                    above,
                    ("agentevent", ".log"),
                    true,
                    (bytes(of.agent_log_file_size_mb()), of.agent_log_files()),
                )
                .private(),
            ),
            monitors: Mutex::new(Rolling::new(
                above,
                ("resmonevent", ".log"),
                true,
                (
                    bytes(of.resource_monitor_log_file_size_mb()),
                    of.resource_monitor_log_files(),
                ),
            )),
            transfers: Mutex::new(Rolling::new(
                &logs,
                ("transferlog", ".json"),
                true,
                (
                    bytes(of.log_transfer_file_size_mb()),
                    of.log_transfer_files(),
                ),
            )),
            tracing: Arc::new(tracing),
            changes: Mutex::default(),
        })))
    }

    pub(in crate::transfer) fn tracing(&self) -> Arc<Tracing> {
        Arc::clone(&self.0.tracing)
    }

    fn levels(&self) -> RwLockReadGuard<'_, Levels> {
        self.0.levels.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears orders, until the process ends. The lock of the agent is held.
    pub(in crate::transfer) fn listen(&self, place: &AgentPlace, log: &mut EventLog) {
        let hears = self.clone();
        let done = move |order: &str| hears.follow(order);
        if let Err(error) = orders::listen(&place.logs(), SOCKET, done) {
            log.line(&BFGAG9541.line(&[&error]));
        }
    }

    /// Lines for the log of events of what was changed.
    pub(in crate::transfer) fn changes(&self) -> Vec<String> {
        let changes = std::mem::take(&mut *locked(&self.0.changes));
        let told = changes.iter();
        told.map(|change| BFGAG9540.line(&[change])).collect()
    }

    fn follow(&self, order: &str) -> Result<String, String> {
        if order.trim_end() == "show" {
            return Ok(self.0.tracing.traced().to_string());
        }
        let mut levels = self.levels().clone();
        let mut trace = None;
        for line in order.lines() {
            let (word, with) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "agent" => levels.protocols = levels.protocols.changed(with)?,
                "monitor" => levels.monitors = levels.monitors.changed(with)?,
                "transfer" => levels.transfers = detail(with)?,
                "trace" | "trace-until-trouble" => {
                    let traced = self.0.tracing.traced().changed(with)?;
                    trace = Some((traced, word != "trace"));
                }
                other => return Err(format!("this process knows no '{other}'")),
            }
        }
        let kept = &self.0.levels;
        *kept.write().unwrap_or_else(PoisonError::into_inner) = levels;
        let mut told = order.trim_end().replace('\n', "; ");
        if let Some((traced, until_trouble)) = trace {
            self.0.tracing.set(traced, until_trouble);
            let _ = write!(told, " ({})", self.0.tracing.path().display());
        }
        locked(&self.0.changes).push(told);
        Ok(String::new())
    }
}

/// What the process of an agent traces, if it runs here and answers.
pub(in crate::transfer) fn traced_of(agent: &AgentPlace) -> Option<String> {
    let answer = orders::give(&agent.logs(), SOCKET, "show\n");
    answer.ok().and_then(Result::ok)
}

impl Observer for Observing {
    fn of_monitor(&self, monitor: &str) -> Detail {
        self.levels().monitors.of(monitor)
    }

    fn of_transfers(&self) -> Detail {
        self.levels().transfers
    }

    fn monitor(&self, monitor: &str, event: MonitorEvent, about: &str) {
        let (event, _) = event.told();
        let line = format!("[{}] {monitor}: {event}: {about}\n", now());
        locked(&self.0.monitors).write(&line);
    }

    fn transfer(&self, event: &TransferEvent) {
        let line = json_of(event, self.of_transfers());
        locked(&self.0.transfers).write(&line);
    }
}

impl Dialogue for Observing {
    fn is_wanted(&self, kind: Kind) -> bool {
        self.levels().protocols.has(kind)
    }

    fn said(&self, server: &str, line: &str) {
        // A server may say anything.
        let line = line.replace(char::is_control, "?");
        let line = format!("[{}] {server} {line}\n", now());
        locked(&self.0.dialogues).write(&line);
    }
}

/// One line, as documented: `info` has the least.
fn json_of(event: &TransferEvent, detail: Detail) -> String {
    let mut line = String::from("{");
    let mut add = |name: &str, value: &str| {
        let comma = if line.len() > 1 { "," } else { "" };
        let _ = write!(line, "{comma}{}:{value}", json::text(name));
    };
    add(
        "dateTime",
        &json::text(&Moment::at_ms(event.at_ms).to_string()),
    );
    add("eventDescription", &json::text(&event.description));
    if detail >= Detail::Moderate {
        let [source, destination] = &event.agents;
        add("sourceAgent", &json::text(source));
        add("destinationAgent", &json::text(destination));
        let thread = format!("{:08x}", std::process::id());
        add("threadId", &json::text(&thread));
    }
    add("transferId", &json::text(&event.transfer.to_string()));
    for (name, value) in &event.fields {
        add(name, &value_of(value));
    }
    if let Some(items) = &event.items {
        let items: Vec<_> = items.iter().map(|fields| object(fields)).collect();
        add("transferItemsList", &format!("[{}]", items.join(",")));
    }
    line.push_str("}\n");
    line
}

fn value_of(value: &Field) -> String {
    match value {
        Field::Text(text) => json::text(text),
        Field::Number(number) => number.to_string(),
    }
}

fn object(fields: &[(&'static str, Field)]) -> String {
    let fields = fields.iter();
    let fields: Vec<_> = fields
        .map(|(name, value)| format!("{}:{}", json::text(name), value_of(value)))
        .collect();
    format!("{{{}}}", fields.join(","))
}
