//! Monitors: made, deleted, listed, started and stopped.

use super::asking::{Asking, originator};
use super::place::{Place, write_text};
use super::published::{head, retained};
use super::setup::needed;
use super::words::{ANSWER_WITHIN, file_name, file_of, pairs, refuse, tell, tell_none, word};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::access::PatternKind;
use ferromq_transfer::code::ResultCode;
use ferromq_transfer::generated::notices::{BFGCL0192, BFGCL0242, BFGCL0245, BFGCL0251, BFGCL9531};
use ferromq_transfer::monitor::{
    Condition, Conditions, ContentList, ContentOrder, DeleteMonitor, Monitor, MonitorListing,
    MonitorOrder, MonitorOrderKind, NamePattern, PollUnit, Resource, Task,
};
use ferromq_transfer::party::ReplyTo;
use ferromq_transfer::pattern::fits_name;
use ferromq_transfer::request::Request;
use ferromq_transfer::size::{bytes_of, text_of};
use ferromq_transfer::template::Template;
use std::path::Path;

const UNITS: &[(&str, PollUnit)] = &[
    ("minutes", PollUnit::Minutes),
    ("seconds", PollUnit::Seconds),
    ("hours", PollUnit::Hours),
    ("days", PollUnit::Days),
    ("weeks", PollUnit::Weeks),
    ("months", PollUnit::Months),
    ("years", PollUnit::Years),
];

/// `fteCreateMonitor`.
pub(crate) fn create(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let mut monitor = match arguments.value("-ix") {
        Some(path) => imported(path, arguments)?,
        None => wanted(&place, arguments)?,
    };
    monitor.overwrite = (arguments.has("-f") || arguments.has("-c")).then_some(true);
    monitor.clear_history = arguments.has("-c").then_some(true);
    if let Some(path) = arguments.value("-ox") {
        write_text(Path::new(path), &monitor.to_xml())?;
        output::line(&BFGCL0245.line(&[&path]));
        return Ok(0);
    }
    let q_mgr = super::agents::q_mgr_of(&place, &monitor.agent, arguments.value("-mm"))?;
    let agent = monitor.agent.clone();
    ask(&place, "fteCreateMonitor", &agent, &q_mgr, |reply| {
        monitor.reply = Some(reply);
        monitor.to_xml()
    })
}

/// Asks an agent, and tells what it answers.
fn ask(
    place: &Place,
    program: &str,
    agent: &str,
    q_mgr: &str,
    xml: impl FnOnce(ReplyTo) -> String,
) -> Result<u8, Failure> {
    let mut asking = Asking::connect(place, program)?;
    let reply = asking.reply_to()?;
    let request = asking.ask(agent, q_mgr, xml(reply))?;
    let answer = asking.answer(request, Some(ANSWER_WITHIN))?;
    asking.end();
    let Some(reply) = answer else {
        return Ok(tell_none(ResultCode::NoStatus));
    };
    let code = tell(&reply);
    if code == 0 {
        output::line(&BFGCL0251.line(&[]));
    }
    Ok(code)
}

/// The monitor of a file that `-ox` has written, for this agent and with this name if they are given.
fn imported(path: &str, arguments: &Arguments) -> Result<Monitor, Failure> {
    let text = file_of(path)?;
    let read = Monitor::parse(&text);
    let mut monitor =
        read.map_err(|problem| refuse(&format!("{path} is no monitor: {problem}.")))?;
    if let Some(agent) = arguments.value("-ma") {
        monitor.agent = agent.to_uppercase();
    }
    if let Some(name) = arguments.value("-mn") {
        name.clone_into(&mut monitor.name);
    }
    monitor.originator = originator();
    Ok(monitor)
}

/// What is to be asked for: a request in a file, or that of a template.
fn task(place: &Place, arguments: &Arguments) -> Result<Request, Failure> {
    if let Some(name) = arguments.value("-tn") {
        return super::templates::named(place, name, "fteCreateMonitor");
    }
    let path = needed(arguments, "-mt")?;
    let text = file_of(path)?;
    match Request::parse(&text) {
        Ok(request) => Ok(request),
        // What fteListTemplates -x has written.
        Err(problem) => match Template::parse(&text) {
            Ok(template) => Ok(template.request),
            Err(_) => Err(refuse(&format!("{path} is no task: {problem}."))),
        },
    }
}

fn wanted(place: &Place, arguments: &Arguments) -> Result<Monitor, Failure> {
    let number = |flag, low, high: u32| {
        let found = arguments.number(flag, low, high);
        found.map_err(|problem| refuse(&format!("{problem}.")))
    };
    let request = task(place, arguments)?;
    let levels = number("-rl", 0, 64)?;
    let resource = match (arguments.value("-md"), arguments.value("-mq")) {
        (Some(path), None) => Resource::Directory {
            path: path.to_owned(),
            recursion_level: levels.unwrap_or(0),
        },
        (None, Some(queue)) => Resource::Queue(queue.to_owned()),
        _ => {
            return Err(refuse(
                "Name what is to be watched: one of -md DIRECTORY and -mq QUEUE.",
            ));
        }
    };
    let is_queue = matches!(resource, Resource::Queue(_));
    let of_files = ["-pt", "-rl", "-x", "-tc", "-tcr", "-tcc"];
    if let Some(flag) = of_files
        .into_iter()
        .find(|flag| is_queue && arguments.has(flag))
    {
        return Err(refuse(&format!("{flag} is about directories, not queues.")));
    }
    Ok(Monitor {
        name: needed(arguments, "-mn")?.to_owned(),
        description: None,
        poll_interval: number("-pi", 1, 1_000_000_000)?.unwrap_or(1),
        poll_unit: word(arguments, "-pu", UNITS)?,
        batch_max: number("-bs", 1, 5_000)?,
        agent: needed(arguments, "-ma")?.to_uppercase(),
        conditions: Conditions::One(condition(arguments, is_queue)?),
        resource,
        reply: None,
        tasks: vec![Task {
            name: String::new(),
            description: None,
            request,
        }],
        originator: originator(),
        job: arguments.value("-jn").map(str::to_owned),
        default_variables: pairs(arguments, "-dv")?,
        overwrite: None,
        clear_history: None,
        contents: contents(arguments)?,
    })
}

fn contents(arguments: &Arguments) -> Result<Option<ContentList>, Failure> {
    if !arguments.has("-tc") {
        let others = ["-tcr", "-tcc"].into_iter();
        return match { others }.find(|flag| arguments.has(flag)) {
            Some(flag) => Err(refuse(&format!(
                "{flag} says how a trigger file is read, and needs -tc."
            ))),
            None => Ok(None),
        };
    }
    let orders = [
        ("srcDest", ContentOrder::SourceFirst),
        ("destSrc", ContentOrder::DestinationFirst),
    ];
    let order = match arguments.has("-tcc") {
        true => Some(word(arguments, "-tcc", &orders)?),
        false => None,
    };
    Ok(Some(ContentList {
        regex: arguments.value("-tcr").map(str::to_owned),
        order,
    }))
}

const CONDITIONS: &str = "-tr is match,PATTERN or noMatch,PATTERN or noSizeChange=POLLS,PATTERN or fileSize>=SIZE,PATTERN for directories, \
                          and queueNotEmpty or completeGroups for queues";

fn condition(arguments: &Arguments, is_queue: bool) -> Result<Condition, Failure> {
    let wrong = || refuse(&format!("{CONDITIONS}."));
    let given = arguments.value("-tr");
    if is_queue {
        return match given.map(str::to_ascii_lowercase).as_deref() {
            None | Some("queuenotempty") => Ok(Condition::QueueNotEmpty),
            Some("completegroups") => Ok(Condition::CompleteGroups),
            Some(_) => Err(wrong()),
        };
    }
    let kinds = [
        ("wildcard", PatternKind::Wildcard),
        ("regex", PatternKind::Regex),
    ];
    let kind = word(arguments, "-pt", &kinds)?;
    let every = match kind {
        PatternKind::Wildcard => "match,*",
        PatternKind::Regex => "match,.*",
    };
    let (what, pattern) = given.unwrap_or(every).split_once(',').ok_or_else(wrong)?;
    if pattern.is_empty() {
        return Err(wrong());
    }
    let pattern = NamePattern {
        pattern: pattern.to_owned(),
        kind,
        exclude: arguments.value("-x").map(str::to_owned),
    };
    let lower = what.trim().to_ascii_lowercase();
    if let Some(polls) = lower.strip_prefix("nosizechange=") {
        let polls = polls.trim().parse().ok().filter(|polls| *polls > 0);
        let polls = polls.ok_or_else(wrong)?;
        return Ok(Condition::FileSizeSame { polls, pattern });
    }
    if let Some(size) = lower.strip_prefix("filesize>=") {
        let at_least_bytes = bytes_of(size).ok_or_else(wrong)?;
        return Ok(Condition::FileSize {
            at_least_bytes,
            pattern,
        });
    }
    match lower.as_str() {
        "match" => Ok(Condition::FileMatch(pattern)),
        "nomatch" => Ok(Condition::FileNoMatch(pattern)),
        _ => Err(wrong()),
    }
}

/// `fteDeleteMonitor`.
pub(crate) fn delete(arguments: &Arguments) -> Result<u8, Failure> {
    let (place, agent, q_mgr, name) = named(arguments)?;
    output::line(&BFGCL0192.line(&[&name, &agent]));
    ask(&place, "fteDeleteMonitor", &agent, &q_mgr, |reply| {
        let delete = DeleteMonitor {
            name,
            originator: originator(),
            reply: Some(reply),
        };
        delete.to_xml()
    })
}

fn named(arguments: &Arguments) -> Result<(Place, String, String, String), Failure> {
    let place = Place::meant(arguments)?;
    let agent = needed(arguments, "-ma")?.to_uppercase();
    let name = needed(arguments, "-mn")?.to_owned();
    let q_mgr = super::agents::q_mgr_of(&place, &agent, arguments.value("-mm"))?;
    Ok((place, agent, q_mgr, name))
}

fn order(arguments: &Arguments, program: &str, kind: MonitorOrderKind) -> Result<u8, Failure> {
    let (place, agent, q_mgr, name) = named(arguments)?;
    ask(&place, program, &agent, &q_mgr, |reply| {
        let order = MonitorOrder {
            kind,
            name,
            originator: originator(),
            reply: Some(reply),
        };
        order.to_xml()
    })
}

/// `fteStartMonitor`.
pub(crate) fn start(arguments: &Arguments) -> Result<u8, Failure> {
    order(arguments, "fteStartMonitor", MonitorOrderKind::Start)
}

/// `fteStopMonitor`.
pub(crate) fn stop(arguments: &Arguments) -> Result<u8, Failure> {
    order(arguments, "fteStopMonitor", MonitorOrderKind::Stop)
}

/// `fteClearMonitorHistory`.
pub(crate) fn clear(arguments: &Arguments) -> Result<u8, Failure> {
    order(
        arguments,
        "fteClearMonitorHistory",
        MonitorOrderKind::ClearHistory,
    )
}

/// `fteListMonitors`.
pub(crate) fn list(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = arguments.value("-ma").unwrap_or("*").to_uppercase();
    let name = arguments.value("-mn").unwrap_or("*");
    let told = retained(&place, "monitors/#", "fteListMonitors")?;
    let listings = told
        .iter()
        .filter_map(|body| MonitorListing::parse(body).ok());
    let mut listings: Vec<_> = listings
        .filter(|one| fits_name(&agent, &one.agent) && fits_name(name, &one.monitor))
        .collect();
    listings.sort_by(|one, other| (&one.agent, &one.monitor).cmp(&(&other.agent, &other.monitor)));
    head(&place)?;
    if listings.is_empty() {
        output::line(&BFGCL0242.line(&[]));
        return Ok(0);
    }
    if let Some(path) = arguments.value("-ox") {
        let [one] = listings.as_slice() else {
            return Err(refuse(&format!(
                "-ox writes one monitor, and {} fit: name it with -ma and -mn, or write all with -od DIRECTORY.",
                listings.len()
            )));
        };
        return export(one, Path::new(path)).map(|()| 0);
    }
    if let Some(directory) = arguments.value("-od") {
        for one in &listings {
            let name = file_name(&one.monitor);
            let path = Path::new(directory).join(format!("{}.{name}.xml", one.agent));
            export(one, &path)?;
        }
        return Ok(0);
    }
    if arguments.has("-v") {
        listings.iter().for_each(show);
        return Ok(0);
    }
    output::line(&format!(
        "{:<28} {:<38} {}",
        "Agent Name:", "Monitor Name:", "Resource Type:"
    ));
    for one in &listings {
        let resource = match one.resource {
            Some(Resource::Queue(_)) => "Queue",
            _ => "Directory",
        };
        output::line(&format!("{:<28} {:<38} {resource}", one.agent, one.monitor));
    }
    Ok(0)
}

fn export(one: &MonitorListing, path: &Path) -> Result<(), Failure> {
    let (Some(resource), Some(conditions)) = (&one.resource, &one.conditions) else {
        return Err(refuse(&BFGCL9531.line(&[&one.monitor, &one.agent])));
    };
    if one.tasks.is_empty() {
        return Err(refuse(&BFGCL9531.line(&[&one.monitor, &one.agent])));
    }
    let monitor = Monitor {
        name: one.monitor.clone(),
        description: Some(one.description.clone()).filter(|text| !text.is_empty()),
        poll_interval: one.poll_interval,
        poll_unit: one.poll_unit,
        batch_max: one.batch_max,
        agent: one.agent.clone(),
        resource: resource.clone(),
        conditions: conditions.clone(),
        reply: None,
        tasks: one.tasks.clone(),
        originator: one.originator.clone().unwrap_or_default(),
        job: one.job.clone(),
        default_variables: one.default_variables.clone(),
        overwrite: None,
        clear_history: None,
        contents: one.contents.clone(),
    };
    write_text(path, &monitor.to_xml())?;
    output::line(&BFGCL0245.line(&[&path.display()]));
    Ok(())
}

fn show(one: &MonitorListing) {
    let field = |label: &str, value: &str| {
        output::line(&format!("{:<20}{value}", format!("{label}:")));
    };
    output::line("\nMonitor Information:");
    field("Name", &one.monitor);
    field("Agent", &one.agent);
    field("Status", &one.state);
    let (kind, resource) = match &one.resource {
        Some(Resource::Directory { path, .. }) => ("Directory", path.as_str()),
        Some(Resource::Queue(queue)) => ("Queue", queue.as_str()),
        None => ("", ""),
    };
    field("Resource Type", kind);
    field("Resource", resource);
    if let Some(Resource::Directory {
        recursion_level, ..
    }) = &one.resource
    {
        field("Recursion Level", &recursion_level.to_string());
    }
    field(
        "Poll interval",
        &format!("{} {}", one.poll_interval, one.poll_unit),
    );
    field("Batch size", &one.batch_max.unwrap_or(1).to_string());
    match &one.conditions {
        Some(Conditions::One(condition)) => show_condition(condition),
        Some(Conditions::All(list)) => list.iter().for_each(show_condition),
        Some(Conditions::Any(list)) => {
            field("Conditions", "any of");
            list.iter().for_each(show_condition);
        }
        None => {}
    }
    if let Some(contents) = &one.contents {
        let how = contents.regex.as_deref().unwrap_or("source,destination");
        field("Trigger contents", how);
    }
    if let Some(job) = &one.job {
        field("Job Name", job);
    }
    for (name, value) in &one.default_variables {
        field("Default variable", &format!("{name}={value}"));
    }
}

fn show_condition(condition: &Condition) {
    let field = |label: &str, value: &str| {
        output::line(&format!("{:<20}{value}", format!("{label}:")));
    };
    let (what, pattern) = match condition {
        Condition::FileMatch(pattern) => ("match".to_owned(), Some(pattern)),
        Condition::FileNoMatch(pattern) => ("noMatch".to_owned(), Some(pattern)),
        Condition::FileSize {
            at_least_bytes,
            pattern,
        } => (
            format!("fileSize >= {}", text_of(*at_least_bytes)),
            Some(pattern),
        ),
        Condition::FileSizeSame { polls, pattern } => {
            (format!("noSizeChange for {polls} polls"), Some(pattern))
        }
        Condition::QueueNotEmpty => ("queueNotEmpty".to_owned(), None),
        Condition::CompleteGroups => ("completeGroups".to_owned(), None),
    };
    field("Condition", &what);
    if let Some(pattern) = pattern {
        field(
            "Pattern",
            &format!("{} ({})", pattern.pattern, pattern.kind),
        );
        if let Some(exclude) = &pattern.exclude {
            field("Exclude", exclude);
        }
    }
}
