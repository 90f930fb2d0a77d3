//! Agents: made, started, stopped, listed, cleaned, deleted.

use super::agent_place::AgentPlace;
use super::agent_process;
use super::asking::{Asking, originator};
use super::background;
use super::bridge;
use super::clock::now_ms;
use super::details::statuses;
use super::event_log::EventLog;
use super::place::{Place, checked_name, write, write_text};
use super::published::retained;
use super::setup::{credentials, needed};
use crate::arguments::Arguments;
use crate::connection::{Right, connect, installation};
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_bridge::{BridgeFiles, Silence};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::session::Session;
use ferromq_transfer::access::UserSandboxes;
use ferromq_transfer::agent::{Cleaning, SystemFiles, clean as clean_agent};
use ferromq_transfer::bridge::BridgeProperties;
use ferromq_transfer::control::StopAgent;
use ferromq_transfer::generated::notices::{
    BFGAG9503, BFGCL0030, BFGCL0031, BFGCL0092, BFGCL0251, BFGCL0254, BFGCL0282, BFGCL0392,
    BFGCL0468, BFGCL0553, BFGCL9501, BFGCL9502, BFGCL9503, BFGCL9505, BFGCL9506, BFGCL9508,
    BFGCL9509, BFGCL9510, BFGCL9511, BFGCL9570, BFGCL9571, BFGCL9574, BFGCL9591, BFGCL9593,
    BFGCM0238, BFGCM0239,
};
use ferromq_transfer::monitor::MonitorListing;
use ferromq_transfer::names::{create_agent_mqsc, delete_agent_mqsc};
use ferromq_transfer::party::AgentAddress;
use ferromq_transfer::publication;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An agent has so long to begin, or to end at once.
const WITHIN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(20);

pub(super) fn name(arguments: &Arguments) -> String {
    arguments.name(0).unwrap_or_default().to_uppercase()
}

/// Queue manager of an agent: the one that was named, that of an agent of this machine, or what its status says.
pub(super) fn q_mgr_of(place: &Place, agent: &str, given: Option<&str>) -> Result<String, Failure> {
    if let Some(name) = given {
        return Ok(name.to_owned());
    }
    if let Ok(found) = place.agent(agent) {
        return Ok(found.q_mgr().to_owned());
    }
    let statuses = statuses(place, &format!("Agents/{agent}"))?;
    let found = statuses
        .first()
        .and_then(|status| status.get("queueManager"));
    found.map(str::to_owned).ok_or_else(|| {
        let text = format!("{}\n", BFGCL9501.line(&[&agent]));
        Failure::text(text, 1)
    })
}

/// `fteCreateBridgeAgent`.
pub(crate) fn create_bridge(arguments: &Arguments) -> Result<u8, Failure> {
    let mut properties = BridgeProperties::default();
    if let Some(kind) = arguments.value("-bt") {
        let server = bridge::server_of(arguments, (kind, needed(arguments, "-bh")?))?;
        properties.default_server = Some(server.name.clone());
        properties.servers.push(server);
    }
    create_of(arguments, Some(&properties))
}

/// `fteCreateAgent`.
pub(crate) fn create(arguments: &Arguments) -> Result<u8, Failure> {
    create_of(arguments, None)
}

fn create_of(arguments: &Arguments, servers: Option<&BridgeProperties>) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = checked_name(needed(arguments, "-agentName")?)?;
    let q_mgr = needed(arguments, "-agentQMgr")?;
    let directory = place.agent_directory(agent.as_str());
    let path = directory.join("agent.properties");
    if path.exists() && !arguments.has("-f") {
        let text = format!("{}\n", BFGCL9503.line(&[&agent]));
        return Err(Failure::text(text, 1));
    }
    let value = |flag| arguments.value(flag).unwrap_or_default();
    let checking = if arguments.has("-ac") { "true" } else { "" };
    let is_available = arguments.has("-x");
    write(
        &path,
        &[
            ("agentName", agent.as_str()),
            ("agentType", if servers.is_some() { "BRIDGE" } else { "" }),
            ("agentDesc", value("-agentDesc")),
            ("agentQMgr", q_mgr),
            ("agentQMgrHost", value("-agentQMgrHost")),
            ("agentQMgrPort", value("-agentQMgrPort")),
            ("agentQMgrChannel", value("-agentQMgrChannel")),
            (
                "agentQMgrAuthenticationCredentialsFile",
                &credentials(arguments)?,
            ),
            ("authorityChecking", checking),
            ("highlyAvailable", if is_available { "true" } else { "" }),
        ],
    )?;
    let sandboxes = directory.join("UserSandboxes.xml");
    if let Some(servers) = servers {
        let path = directory.join(bridge::PROPERTIES);
        // What was written by hand stays, unless a server is named.
        if !path.exists() || !servers.servers.is_empty() {
            write_text(&path, &servers.to_xml())?;
        }
        output::line(&BFGCL0392.line(&[&path.display()]));
    } else if !sandboxes.exists() {
        write_text(&sandboxes, &UserSandboxes::default().to_xml())?;
    }
    let script = create_agent_mqsc(&agent, is_available);
    let script_path = directory.join(format!("{agent}_create.mqsc"));
    write_text(&script_path, &script)?;
    write_text(
        &directory.join(format!("{agent}_delete.mqsc")),
        &delete_agent_mqsc(&agent, is_available),
    )?;
    if arguments.has("-define") {
        define(q_mgr, &script)?;
    } else {
        output::line(&BFGCM0238.line(&[&q_mgr]));
        output::say(&script);
        output::line(&BFGCM0239.line(&[&script_path.display()]));
    }
    if let Err(why) = register(&place, agent.as_str()) {
        output::line(&BFGCL0254.line(&[&agent, &why.words().trim_end()]));
    }
    output::line(&BFGCL9505.line(&[&agent]));
    Ok(0)
}

/// Tells that there is an agent now, as one that has stopped; one that runs tells of itself.
fn register(place: &Place, agent: &str) -> Result<(), Failure> {
    let agent = place.agent(agent)?;
    let Some(_lock) = agent.lock()? else {
        return Ok(());
    };
    let topic = format!("Agents/{}", agent.agent);
    // What is told already may be of an instance on another machine, which runs.
    if !retained(place, &topic, "fteCreateAgent")?.is_empty() {
        return Ok(());
    }
    let status = agent.settings()?.status("STOPPED", (None, now_ms()));
    let mut asking = Asking::coordination(place, "fteCreateAgent")?;
    asking.publish(&[publication::publish(&topic, true, &status.to_xml())])?;
    asking.end();
    Ok(())
}

/// Takes back what was told of an agent, its monitors and its schedules.
fn deregister(place: &Place, agent: &str) -> Result<(), Failure> {
    let program = "fteDeleteAgent";
    let monitors = retained(place, &format!("monitors/{agent}/#"), program)?;
    let monitors = monitors.iter();
    let listings = monitors.filter_map(|body| MonitorListing::parse(body).ok());
    let mut topics: Vec<_> = listings
        .map(|one| format!("monitors/{agent}/{}", one.monitor))
        .collect();
    for kind in ["Agents", "Scheduler"] {
        let topic = format!("{kind}/{agent}");
        if !retained(place, &topic, program)?.is_empty() {
            topics.push(topic);
        }
    }
    let bodies: Vec<_> = topics
        .iter()
        .map(|topic| publication::delete(topic))
        .collect();
    let mut asking = Asking::coordination(place, program)?;
    asking.publish(&bodies)?;
    asking.end();
    output::line(&BFGCL0282.line(&[&place.coordination]));
    Ok(())
}

/// Gives MQSC to a queue manager of this machine.
pub(super) fn define(q_mgr: &str, script: &str) -> Result<(), Failure> {
    let connected = connect(&installation()?, q_mgr, "fteCreateAgent", Right::Control);
    let mut session =
        connected.map_err(|failure| crate::connection::not_connected(q_mgr, &failure))?;
    let mut command = String::new();
    for line in script.lines() {
        if let Some(begun) = line.trim_end().strip_suffix('+') {
            command.push_str(begun.trim_start_matches(' '));
            continue;
        }
        command.push_str(line.trim_start_matches(' '));
        let (said, outcome) = session
            .command(&command)
            .map_err(|error| Failure::unexpected(&error))?;
        if outcome != CommandOutcome::Done {
            return Err(Failure::text(format!("{command}\n{said}"), 1));
        }
        command.clear();
    }
    Ok(())
}

/// `fteDeleteAgent`.
pub(crate) fn delete(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let name = checked_name(&name(arguments))?;
    let is_there = place.agent_directory(name.as_str()).exists();
    let agent = match place.agent(name.as_str()) {
        // Its files are gone, and it is in lists.
        Err(_) if arguments.has("-f") && !is_there => {
            deregister(&place, name.as_str())?;
            output::line(&BFGCL0251.line(&[]));
            return Ok(0);
        }
        agent => agent?,
    };
    let Some(_lock) = agent.lock()? else {
        let text = format!("{}\n", BFGCL9506.line(&[&agent.agent, &agent.agent]));
        return Err(Failure::text(text, 1));
    };
    output::line(&BFGCL0092.line(&[&agent.q_mgr()]));
    let is_available = agent.properties.highly_available();
    output::say(&delete_agent_mqsc(&name, is_available));
    let directory = agent.directory();
    fs::remove_dir_all(&directory).map_err(|error| Failure::io(directory.display(), &error))?;
    if is_available && !arguments.has("-f") {
        output::line(&BFGCL9593.line(&[&name]));
    } else if let Err(why) = deregister(&place, name.as_str()) {
        output::line(&BFGCL9591.line(&[&name, &why.words().trim_end()]));
    }
    output::line(&BFGCL0251.line(&[]));
    Ok(0)
}

/// `fteStartAgent`.
pub(crate) fn start(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = place.agent(&name(arguments))?;
    // What is wrong with the settings is told here, in the user's terminal.
    agent.settings()?;
    let Some(lock) = agent.lock()? else {
        let text = format!("{}\n", BFGCL9508.line(&[&agent.agent]));
        return Err(Failure::text(text, 1));
    };
    if arguments.has("-F") {
        return foreground(&agent);
    }
    drop(lock);
    // One that waits until it may start the agent again does not have to any more.
    let began = Instant::now();
    while end_controller(&agent) && began.elapsed() < WITHIN {
        std::thread::sleep(LOOK);
    }
    spawn(&place, &agent)?;
    output::line(&BFGCL0030.line(&[&agent.agent]));
    output::line(&BFGCL0031.line(&[&agent.logs().display()]));
    Ok(0)
}

fn foreground(agent: &AgentPlace) -> Result<u8, Failure> {
    let pid = agent.pid_path();
    write_text(&pid, &format!("{}\n", std::process::id()))?;
    let logs = agent.logs();
    let opened = EventLog::of(agent, output::is_terminal());
    let mut log = opened.map_err(|error| Failure::io(logs.display(), &error))?;
    let done = agent_process::work(agent, &mut log);
    let _ = fs::remove_file(&pid);
    done
}

/// Starts the agent as a process of its own, and waits until it has its lock.
fn spawn(place: &Place, agent: &AgentPlace) -> Result<(), Failure> {
    let words = [
        "fteAgentController",
        "-p",
        &place.coordination,
        &agent.agent,
    ];
    let ended = |status| {
        let log = agent.logs().join("output0.log");
        BFGAG9503.line(&[&agent.agent, &status, &log.display()])
    };
    let late = || BFGCL9509.line(&[&agent.agent]);
    background::begin(&words, || runs(agent), ended, late)
}

/// `fteAgentController`, which `fteStartAgent` starts.
pub(crate) fn controller(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    super::controller::control(&place.agent(&name(arguments))?)
}

/// `fteCleanAgent`.
pub(crate) fn clean(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = place.agent(&name(arguments))?;
    let all = arguments.has("-all");
    let cleaning = Cleaning {
        transfers: all || arguments.has("-trs"),
        monitors: all || arguments.has("-ms"),
        schedules: all || arguments.has("-ss"),
        invalid_messages: all || arguments.has("-ims"),
    };
    if cleaning == Cleaning::default() {
        return Err(Failure::text(format!("{}\n", BFGCL9570.line(&[])), 1));
    }
    let Some(_lock) = agent.lock()? else {
        let text = format!("{}\n", BFGCL9506.line(&[&agent.agent, &agent.agent]));
        return Err(Failure::text(text, 1));
    };
    let way = agent.way();
    let road = way
        .connect("fteCleanAgent", place.given.as_ref(), false)
        .map_err(|why| why.failure(&way))?;
    let own = AgentAddress {
        agent: agent.agent.clone(),
        q_mgr: agent.q_mgr().to_owned(),
    };
    let session = Session::new(road);
    let cleaned = match agent.is_bridge() {
        true => {
            let mut files = BridgeFiles::new(bridge::BridgeServers::of(&agent, Arc::new(Silence))?);
            let cleaned = clean_agent(session, &mut files, own, cleaning);
            // What is half written on servers goes, as far as they can be reached.
            files.drain(WITHIN);
            cleaned
        }
        false => clean_agent(session, &mut SystemFiles::new(), own, cleaning),
    };
    let count =
        cleaned.map_err(|error| Failure::text(format!("{}\n", BFGCL9502.line(&[&error])), 1))?;
    output::line(&BFGCL9571.line(&[&count, &agent.agent]));
    output::line(&BFGCL0251.line(&[]));
    Ok(0)
}

/// `fteDisplayVersion`.
pub(crate) fn version(arguments: &Arguments) -> Result<u8, Failure> {
    let field = |label: &str, value: &str| output::line(&format!("{label:<13}{value}"));
    field("Name:", "FerroMQ managed file transfer");
    field("Version:", env!("CARGO_PKG_VERSION"));
    if arguments.has("-v") {
        let system = std::env::consts::OS;
        field(
            "Platform:",
            &format!("{system} ({})", std::env::consts::ARCH),
        );
        field("Host:", &super::configured::host());
        field(
            "Data path:",
            &super::place::data_root()?.display().to_string(),
        );
    }
    Ok(0)
}

pub(super) fn runs(agent: &AgentPlace) -> Result<bool, Failure> {
    Ok(agent.pid_path().exists() && agent.lock()?.is_none())
}

/// Signals the controller of an agent, if there is one. What a killed one has left names a process that may be anybody's by now.
fn signal_controller(agent: &AgentPlace, signal: Signal) -> bool {
    if !super::controller::is_held(agent) {
        return false;
    }
    let text = fs::read_to_string(agent.controller_path()).unwrap_or_default();
    let pid = text.trim().parse().ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| kill_process(pid, signal).is_ok())
}

/// Ends a controller whose agent does not run.
fn end_controller(agent: &AgentPlace) -> bool {
    signal_controller(agent, Signal::TERM)
}

/// `fteStopAgent`.
pub(crate) fn stop(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    if let Some(q_mgr) = arguments.value("-m") {
        return stop_by_request(&place, &name(arguments), q_mgr, arguments.has("-i"));
    }
    let agent = place.agent(&name(arguments))?;
    let not_running = || Failure::text(format!("{}\n", BFGCL9510.line(&[&agent.agent])), 1);
    if !runs(&agent)? {
        return match end_controller(&agent) {
            true => {
                output::line(&BFGCL0468.line(&[&agent.agent]));
                output::line(&BFGCL0553.line(&[&agent.agent]));
                Ok(0)
            }
            false => Err(not_running()),
        };
    }
    // It is not to start the agent again.
    let signal = if arguments.has("-i") {
        Signal::TERM
    } else {
        Signal::USR1
    };
    signal_controller(&agent, signal);
    let path = agent.pid_path();
    let text = fs::read_to_string(&path).map_err(|_| not_running())?;
    let pid = text
        .trim()
        .parse()
        .ok()
        .and_then(Pid::from_raw)
        .ok_or_else(not_running)?;
    let at_once = arguments.has("-i");
    let signal = if at_once { Signal::TERM } else { Signal::USR1 };
    kill_process(pid, signal)
        .map_err(|error| Failure::io(format!("process {}", pid.as_raw_nonzero()), &error.into()))?;
    output::line(&BFGCL0468.line(&[&agent.agent]));
    let began = Instant::now();
    // Transfers that run may take as long as they take.
    while agent.lock()?.is_none() {
        if at_once && began.elapsed() > WITHIN {
            let text = format!("{}\n", BFGCL9511.line(&[&agent.agent]));
            return Err(Failure::text(text, 1));
        }
        std::thread::sleep(LOOK);
    }
    output::line(&BFGCL0553.line(&[&agent.agent]));
    Ok(0)
}

/// `fteStopAgent -m`: an agent anywhere is asked by its command queue, which its authority queue decides about.
fn stop_by_request(
    place: &Place,
    agent: &str,
    q_mgr: &str,
    immediately: bool,
) -> Result<u8, Failure> {
    let mut asking = Asking::connect(place, "fteStopAgent")?;
    let stop = StopAgent {
        originator: originator(),
        agent: AgentAddress {
            agent: agent.to_owned(),
            q_mgr: q_mgr.to_owned(),
        },
        immediately,
        reply: Some(asking.reply_to()?),
    };
    let request = asking.ask(agent, q_mgr, stop.to_xml())?;
    output::line(&BFGCL0468.line(&[&agent]));
    let answer = asking.answer(request, Some(WITHIN))?;
    asking.end();
    let Some(reply) = answer else {
        let text = BFGCL9574.line(&[&agent, &q_mgr, &WITHIN.as_secs()]);
        return Err(Failure::text(format!("{text}\n"), 1));
    };
    let status = &reply.status;
    for text in &status.supplements {
        output::line(text);
    }
    if status.result_code != 0 {
        return Ok(u8::try_from(status.result_code).unwrap_or(1));
    }
    output::line(&BFGCL0553.line(&[&agent]));
    Ok(0)
}
