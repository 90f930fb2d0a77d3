//! What agents tell of themselves: `fteListAgents` and `fteShowAgentDetails`.

use super::agent_place::AgentPlace;
use super::agents::{name, runs};
use super::clock::now_ms;
use super::controller;
use super::observing::agent::traced_of;
use super::place::Place;
use super::published::{head, retained};
use super::watching::Watching;
use super::way::NotConnected;
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::audit::{AgentStatus, Progress, TransferStates};
use ferromq_transfer::generated::notices::BFGCL9512;
use ferromq_transfer::party::TransferId;
use ferromq_transfer::schedule::Moment;
use std::collections::BTreeMap;

/// What agents have said of themselves last.
pub(super) fn statuses(place: &Place, topic: &str) -> Result<Vec<AgentStatus>, Failure> {
    let told = retained(place, topic, "fteListAgents")?;
    let mut found: Vec<_> = told
        .iter()
        .filter_map(|body| AgentStatus::parse(body).ok())
        .collect();
    found.sort_by(|one, other| one.get("agentName").cmp(&other.get("agentName")));
    Ok(found)
}

/// What an agent has said of itself last, and when, as a part of a sentence.
pub(super) fn last_told(place: &Place, agent: &str) -> String {
    let told = statuses(place, &format!("Agents/{agent}")).unwrap_or_default();
    match told.first() {
        Some(status) => {
            let get = |key| status.get(key).unwrap_or_default();
            format!(
                "it last told that it is {}, at {}",
                state_of(status),
                get("PublishTimeUTC")
            )
        }
        None => "it has told nothing of itself yet".to_owned(),
    }
}

/// An agent that does not tell how it is by so much after it should have is out of reach.
const LATE_MS: u64 = 3_000;

/// How long ago an agent has told how it is, milliseconds.
fn age_ms(status: &AgentStatus) -> Option<u64> {
    let told = Moment::from_text(status.get(AgentStatus::PUBLISH_TIME)?)?;
    Some(now_ms().saturating_sub(told.ms()))
}

/// The status of an agent; one that runs and has told nothing for longer than it ever should is `UNREACHABLE`.
fn state_of(status: &AgentStatus) -> &str {
    let told = status.get(AgentStatus::AGENT_STATUS).unwrap_or_default();
    let most_s = status.get(AgentStatus::STATUS_PUBLISH_RATE_MIN);
    let most_s = most_s.and_then(|seconds| seconds.parse::<u64>().ok());
    match (age_ms(status), most_s) {
        (Some(age_ms), Some(most_s))
            if told != "STOPPED" && age_ms > most_s.saturating_mul(1_000) + LATE_MS =>
        {
            "UNREACHABLE"
        }
        _ => told,
    }
}

/// What a status means.
fn meaning(state: &str) -> &'static str {
    match state {
        "READY" => "The agent runs and waits for requests.",
        "ACTIVE" => "The agent runs and is at transfers.",
        "STOPPING" => "The agent was asked to stop and waits for what runs.",
        "STOPPED" => {
            "The agent does not run: it has ended and told so, or has not been started yet."
        }
        "UNREACHABLE" => {
            "The agent has not told how it is when it should have: it was killed, or it or its messages do not come through."
        }
        _ => "",
    }
}

/// Hours, minutes and seconds.
fn duration(ms: u64) -> String {
    let seconds = ms / 1_000;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60)
}

/// `fteListAgents`.
pub(crate) fn list(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let pattern = arguments.name(0).unwrap_or("*").to_uppercase();
    let statuses = statuses(&place, "Agents/#")?;
    head(&place)?;
    output::line(&format!(
        "{:<28} {:<48} {}",
        "Agent Name:", "Queue Manager Name:", "Status:"
    ));
    for status in &statuses {
        let get = |key| status.get(key).unwrap_or_default();
        let name = get("agentName");
        if ferromq_transfer::pattern::fits_name(&pattern, name) {
            let name = match get("agentType") {
                "BRIDGE" => format!("{name} (bridge)"),
                _ => name.to_owned(),
            };
            output::line(&format!(
                "{name:<28} {:<48} {}",
                get("queueManager"),
                state_of(status)
            ));
        }
    }
    Ok(0)
}

/// A line of a group; long texts wrap below where values begin.
fn field(label: &str, value: &str) {
    const WIDTH: usize = 80;
    let mut line = format!("    {:<34}", format!("{label}:"));
    let mut length = 0;
    for word in value.split(' ') {
        if length > 0 && length + 1 + word.len() > WIDTH {
            output::line(line.trim_end());
            line = " ".repeat(38);
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += word.len();
    }
    output::line(line.trim_end());
}

/// `fteShowAgentDetails`.
pub(crate) fn show(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = name(arguments);
    let found = statuses(&place, &format!("Agents/{agent}"))?;
    let Some(status) = found.first() else {
        let text = format!("{}\n", BFGCL9512.line(&[&agent]));
        return Err(Failure::text(text, 1));
    };
    let is_verbose = arguments.has("-v");
    // More is known of an agent of this machine.
    let own = place.agent(&agent).ok();
    output::line("FerroMQ managed file transfer");
    show_agent(status, own.as_ref(), is_verbose);
    if let Some(own) = &own {
        show_controller(own)?;
    }
    let get = |key| status.get(key).unwrap_or_default();
    let state = state_of(status);
    output::line("\nAgent Availability Information:");
    field("Status", state);
    let age = age_ms(status).map(duration).unwrap_or_default();
    field("Status Age", &age);
    field("Status Details", meaning(state));
    field("Status Reported", get(AgentStatus::PUBLISH_TIME));
    field("Start Time", get(AgentStatus::AGENT_START_TIME));
    show_bridge(status);
    show_q_mgr(status, own.as_ref(), &place);
    if is_verbose {
        let running = match state {
            "STOPPED" => BTreeMap::new(),
            // Where nothing is told there is nothing to show.
            _ => Watching::begin(&place, &agent, None)
                .map(Watching::all)
                .unwrap_or_default(),
        };
        details(status, &running);
        show_running(&running);
    }
    Ok(0)
}

fn show_agent(status: &AgentStatus, own: Option<&AgentPlace>, is_verbose: bool) {
    let get = |key| status.get(key).unwrap_or_default();
    output::line("Agent Information:");
    field("Name", get(AgentStatus::AGENT_NAME));
    field("Type", get(AgentStatus::AGENT_TYPE));
    field("Description", get(AgentStatus::AGENT_DESCRIPTION));
    field("Operating System", get(AgentStatus::AGENT_OS_NAME));
    field("Time Zone", get(AgentStatus::AGENT_TIME_ZONE));
    if !is_verbose {
        return;
    }
    field("Host Name", get(AgentStatus::AGENT_HOST_NAME));
    field("Product Version", get(AgentStatus::AGENT_PRODUCT_VERSION));
    let version = get(AgentStatus::AGENT_PRODUCT_VERSION);
    field("Build Level", &format!("ferromq-{version}"));
    if let Some(traced) = own.and_then(traced_of) {
        field("Trace Level", &traced);
    }
}

fn show_controller(own: &AgentPlace) -> Result<(), Failure> {
    output::line("\nAgent Controller Information:");
    field("Controller Type", "MQMFT");
    let held = controller::is_held(own);
    let (state, means) = match (held, runs(own)?) {
        (true, true) => ("STARTED", "The controller runs, and has started the agent."),
        (true, false) => (
            "WAITING",
            "The controller runs, and rests until it starts the agent again.",
        ),
        (false, true) => (
            "STOPPED",
            "The agent runs in the foreground, without a controller.",
        ),
        (false, false) => ("STOPPED", "The agent does not run on this machine."),
    };
    field("Status", state);
    field("Status Details", means);
    // What one that has ended has left is no more so.
    let counts = held.then(|| controller::restarts(own)).flatten();
    let (within, all) = counts.unwrap_or_default();
    field("Agent Restarts within Interval", &within.to_string());
    field("Total Agent Restart Count", &all.to_string());
    Ok(())
}

fn show_bridge(status: &AgentStatus) {
    let get = |key| status.get(key).unwrap_or_default();
    if let Some(lines) = status.get(AgentStatus::BRIDGE_SERVERS) {
        output::line("\nProtocol Bridge Information:");
        field("Default Server", get(AgentStatus::BRIDGE_DEFAULT_SERVER));
        for line in lines.lines() {
            let (name, url) = line.split_once(' ').unwrap_or((line, ""));
            field("Server", &format!("{name} {url}"));
        }
    }
    if let Some(lines) = status.get(AgentStatus::STANDBY_INSTANCES) {
        output::line("\nAgent Standby Instances:");
        for line in lines.lines() {
            let (host, version) = line.split_once(' ').unwrap_or((line, ""));
            field("Host Name", host);
            field("Product Version", version);
        }
        if lines.trim().is_empty() {
            output::line("    No standby instance");
        }
    }
}

fn show_q_mgr(status: &AgentStatus, own: Option<&AgentPlace>, place: &Place) {
    output::line("\nQueue Manager Information:");
    field(
        "Name",
        status.get(AgentStatus::QUEUE_MANAGER).unwrap_or_default(),
    );
    match status.get(AgentStatus::QUEUE_MANAGER_HOST) {
        None => field("Transport", "Bindings"),
        Some(host) => {
            let get = |key| status.get(key).unwrap_or_default();
            field("Transport", "Client");
            field("Host", host);
            field("Port", get(AgentStatus::QUEUE_MANAGER_PORT));
            field("Channel", get(AgentStatus::QUEUE_MANAGER_CHANNEL));
        }
    }
    // Whether it is there is found out where the agent is.
    let Some(own) = own else {
        return;
    };
    let tried = own
        .way()
        .connect("fteShowAgentDetails", place.given.as_ref(), false);
    match tried {
        Ok(_) => {
            field("Last Status Reported", "AVAILABLE");
            field("Status Details", "The queue manager can be connected to.");
        }
        Err(NotConnected::There(failure)) => {
            let reason = failure.reason.0;
            field(
                "Last Status Reported",
                &format!("UNAVAILABLE (Last Error MQRC: {reason})"),
            );
            field("Status Details", &failure.to_string());
        }
        Err(NotConnected::Here(failure)) => {
            field("Last Status Reported", "UNKNOWN");
            field("Status Details", failure.words().trim_end());
        }
    }
}

/// What agents have told of transfers within the last moment, and how that is shown.
type Running = BTreeMap<TransferId, (Progress, String)>;

/// How far transfers are that run with this agent as their source.
fn show_running(running: &Running) {
    if !running.is_empty() {
        output::line("Source Transfer Progress:");
    }
    for (id, (_, text)) in running {
        output::line(&format!("    {:<50}{text}", id.to_string()));
    }
}

/// States of the transfers from this agent: as it has told of them all, which may be half a minute ago, and as is told of those that run.
fn source_states(status: &AgentStatus, running: &Running) -> TransferStates {
    let mut states = status.source_transfers();
    for (id, (progress, _)) in running {
        let state = match progress.rests {
            true => "PausedTransfer",
            false => "RunningTransfer",
        };
        match states.iter_mut().find(|(known, _)| known == id) {
            Some((_, known)) => state.clone_into(known),
            None => states.push((*id, state.to_owned())),
        }
    }
    states
}

fn details(status: &AgentStatus, running: &Running) {
    let get = |key| status.get(key).unwrap_or_default();
    output::line("");
    output::line(&format!(
        "Maximum Number of Running Source Transfers: {}",
        get("maxSourceTransfers")
    ));
    output::line(&format!(
        "Maximum Number of Queued Source Transfers: {}",
        get("maxQueuedTransfers")
    ));
    for (kind, transfers) in [
        ("Source", source_states(status, running)),
        ("Destination", status.destination_transfers()),
    ] {
        output::line(&format!("{kind} Transfer States:"));
        if transfers.is_empty() {
            output::line("    No current transfers");
            continue;
        }
        output::line(&format!("    {:<50}{}", "TransferId", "State"));
        for (id, state) in &transfers {
            output::line(&format!("    {:<50}{state}", id.to_string()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_transfer::party::AgentAddress;

    fn status(state: &str, told_ms: u64) -> AgentStatus {
        let mut status = AgentStatus::new();
        status.set(AgentStatus::AGENT_STATUS, state);
        status.set(AgentStatus::STATUS_PUBLISH_RATE_MIN, "300");
        status.set(
            AgentStatus::PUBLISH_TIME,
            Moment::at_ms(told_ms).to_string(),
        );
        status
    }

    #[test]
    fn an_agent_that_has_told_nothing_for_too_long_is_unreachable_unless_it_has_ended() {
        let now_ms = now_ms();
        let long_ago_ms = now_ms - 3_600_000;
        assert_eq!(state_of(&status("READY", now_ms)), "READY");
        assert_eq!(state_of(&status("READY", long_ago_ms)), "UNREACHABLE");
        assert_eq!(state_of(&status("STOPPED", long_ago_ms)), "STOPPED");
        assert_eq!(duration(3_723_456), "1:02:03");
    }

    /// All transfers are told of twice a minute, and those that run every second: "No current transfers" stood above one that was half done.
    #[test]
    fn a_transfer_that_is_told_of_now_is_among_the_states() {
        let id = |byte| TransferId([byte; 24]);
        let told = |byte, rests| {
            let agent = AgentAddress {
                agent: "NORTH".into(),
                q_mgr: "QM1".into(),
            };
            let progress = Progress {
                id: id(byte),
                source_agent: agent.clone(),
                destination_agent: agent,
                time: Moment::at_ms(0),
                bytes: 0,
                elapsed_ms: 0,
                current_item: 1,
                total_items: 1,
                current: None,
                rests,
            };
            (id(byte), (progress, String::new()))
        };
        let mut known = status("ACTIVE", now_ms());
        let before = [(1, "NegotiatingTransfer"), (2, "NewSenderTransfer")];
        known.set_source_transfers(&before.map(|(byte, state)| (id(byte), state.to_owned())));
        let running = Running::from([told(1, false), told(3, true)]);
        let states: Vec<_> = source_states(&known, &running)
            .into_iter()
            .map(|(id, state)| (id.0[0], state))
            .collect();
        let expected = [
            (1, "RunningTransfer".to_owned()),
            (2, "NewSenderTransfer".to_owned()),
            (3, "PausedTransfer".to_owned()),
        ];
        assert_eq!(states, expected);
        let none = source_states(&status("READY", now_ms()), &Running::new());
        assert!(none.is_empty());
    }
}
