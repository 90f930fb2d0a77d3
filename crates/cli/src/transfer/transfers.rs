//! `fteCreateTransfer`, and what is asked of a transfer under way.

use super::asking::{Asking, originator};
use super::items::items;
use super::place::{Place, write_text};
use super::programs::program;
use super::setup::needed;
use super::watching::Watching;
use super::words::{ANSWER_WITHIN, pairs, refuse, tell, tell_answer, word};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::agent::{Compression, TOGETHER_KEY};
use ferromq_transfer::code::ResultCode;
use ferromq_transfer::control::{Cancel, PauseTransfer, Reply};
use ferromq_transfer::generated::notices::{
    BFGCL0035, BFGCL0137, BFGCL0182, BFGCL0212, BFGCL0213, BFGCL0214, BFGCL0245, BFGCL9554,
    BFGCL9572,
};
use ferromq_transfer::party::{AgentAddress, TransferId};
use ferromq_transfer::request::{
    Disposition, Item, ManagedTransfer, Request, SourceEnd, TransferSet, Trigger, TriggerCondition,
};
use ferromq_transfer::size::bytes_of;
use std::path::Path;
use std::time::{Duration, Instant};

/// An agent has so long to cancel a transfer, or to have it rest.
const CANCEL_WITHIN: Duration = Duration::from_secs(30);

/// Destinations of one command.
const DESTINATIONS_MAX: usize = 100;

/// An agent that has nothing else to do begins a transfer long before that.
const BEGINS_WITHIN: Duration = Duration::from_secs(10);

/// How far a transfer is is looked at so often.
const LOOK: Duration = Duration::from_millis(400);

/// What has to be so before a transfer begins.
fn trigger(arguments: &Arguments) -> Result<Option<Trigger>, Failure> {
    let yes = [("yes", true), ("no", false)];
    let log = match arguments.has("-tl") {
        true => Some(word(arguments, "-tl", &yes)?),
        false => None,
    };
    let Some(given) = arguments.value("-tr") else {
        return match log {
            Some(_) => Err(refuse(
                "-tl is about a trigger: say with -tr what has to be so.",
            )),
            None => Ok(None),
        };
    };
    let wrong = || {
        refuse(&format!(
            "-tr is file=exist,FILE or file!=exist,FILE or filesize>=SIZE,FILE, not '{given}'."
        ))
    };
    let (condition, names) = given.split_once(',').ok_or_else(wrong)?;
    let condition = condition.trim().to_ascii_lowercase();
    let condition = match condition.as_str() {
        "file=exist" => TriggerCondition::Exists,
        "file!=exist" => TriggerCondition::Absent,
        other => {
            let size = other.strip_prefix("filesize>=").and_then(bytes_of);
            TriggerCondition::SizeAtLeast(size.ok_or_else(wrong)?)
        }
    };
    let files: Vec<_> = names
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    if files.is_empty() {
        return Err(wrong());
    }
    Ok(Some(Trigger {
        log,
        condition,
        files: files.into_iter().map(str::to_owned).collect(),
    }))
}

/// What the options of a transfer ask for, to one destination.
pub(super) fn wanted(place: &Place, arguments: &Arguments) -> Result<ManagedTransfer, Failure> {
    let destination = needed(arguments, "-da")?;
    if destination.contains(',') {
        return Err(refuse("-da names one agent here."));
    }
    let destination = destination_of(place, arguments, destination)?;
    wanted_at(place, arguments, destination)
}

/// A destination, with its queue manager.
fn destination_of(
    place: &Place,
    arguments: &Arguments,
    name: &str,
) -> Result<AgentAddress, Failure> {
    let agent = name.to_uppercase();
    Ok(AgentAddress {
        q_mgr: super::agents::q_mgr_of(place, &agent, arguments.value("-dm"))?,
        agent,
    })
}

/// The same to each of the destinations.
fn wanted_at_all(place: &Place, arguments: &Arguments) -> Result<Vec<ManagedTransfer>, Failure> {
    let names = needed(arguments, "-da")?.split(',').map(str::trim);
    let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
    if names.is_empty() || names.len() > DESTINATIONS_MAX {
        let text = format!("-da names 1 to {DESTINATIONS_MAX} agents, with commas between them.");
        return Err(refuse(&text));
    }
    let mut destinations = Vec::new();
    for name in names {
        let destination = destination_of(place, arguments, name)?;
        if destinations.contains(&destination) {
            let agent = &destination.agent;
            return Err(refuse(&format!("-da names agent {agent} twice.")));
        }
        destinations.push(destination);
    }
    let first = wanted_at(place, arguments, destinations[0].clone())?;
    let takes_away = |item: &Item| {
        item.source.disposition == Disposition::Delete
            || matches!(item.source.end, SourceEnd::Queue(_))
    };
    if destinations.len() > 1 && first.set.items.iter().any(takes_away) {
        return Err(refuse(
            "-da names several agents, and the first transfer would take the sources from the others: they are deleted, or a queue.",
        ));
    }
    let to_each = destinations.into_iter();
    Ok(to_each
        .map(|destination_agent| ManagedTransfer {
            destination_agent,
            ..first.clone()
        })
        .collect())
}

/// What is kept with a transfer, and what agents of ours go by of it.
fn metadata(arguments: &Arguments) -> Result<Vec<(String, String)>, Failure> {
    let mut metadata = pairs(arguments, "-md")?;
    if let Some(given) = arguments.value("-compress") {
        let Some(compression) = Compression::from_text(given) else {
            let text = format!("-compress is auto or zstd or none, not '{given}'.");
            return Err(refuse(&text));
        };
        metadata.push((Compression::KEY.to_owned(), compression.to_string()));
    }
    if arguments.has("-atomic") {
        let is_append = arguments
            .value("-de")
            .is_some_and(|word| word.eq_ignore_ascii_case("append"));
        if arguments.has("-dq") || is_append {
            return Err(refuse(
                "-atomic is for files that get names of their own: not with -dq, and not with -de append.",
            ));
        }
        metadata.push((TOGETHER_KEY.to_owned(), "yes".to_owned()));
    }
    Ok(metadata)
}

fn wanted_at(
    place: &Place,
    arguments: &Arguments,
    destination_agent: AgentAddress,
) -> Result<ManagedTransfer, Failure> {
    let number = |flag, low: i32, high: i32| {
        arguments
            .number(flag, low, high)
            .map_err(|problem| refuse(&format!("{problem}.")))
    };
    let source = needed(arguments, "-sa")?.to_uppercase();
    let priority = number("-pr", 0, 9)?;
    Ok(ManagedTransfer {
        originator: originator(),
        schedule: super::schedules::wanted(arguments)?,
        source_agent: AgentAddress {
            q_mgr: super::agents::q_mgr_of(place, &source, arguments.value("-sm"))?,
            agent: source,
        },
        destination_agent,
        trigger: trigger(arguments)?,
        reply: None,
        set: TransferSet {
            priority: priority.and_then(|priority| u8::try_from(priority).ok()),
            recovery_timeout_s: number("-rt", -1, 999_999_999)?,
            metadata: metadata(arguments)?,
            pre_source: program(arguments, "-presrc")?,
            post_source: program(arguments, "-postsrc")?,
            pre_destination: program(arguments, "-predst")?,
            post_destination: program(arguments, "-postdst")?,
            items: items(arguments)?,
        },
        job: arguments.value("-jn").map(str::to_owned),
    })
}

/// What the template of that name asks for.
fn of_template(
    place: &Place,
    name: &str,
    arguments: &Arguments,
) -> Result<ManagedTransfer, Failure> {
    let others = ["-sa", "-da", "-df", "-dd"].into_iter();
    if !arguments.names().is_empty() || { others }.any(|flag| arguments.has(flag)) {
        return Err(refuse(
            "The template says what is transferred, and where to.",
        ));
    }
    match super::templates::named(place, name, "fteCreateTransfer")? {
        Request::ManagedTransfer(transfer) => Ok(ManagedTransfer {
            originator: originator(),
            ..*transfer
        }),
        _ => Err(refuse("The template is no transfer.")),
    }
}

/// `fteCreateTransfer`.
pub(crate) fn create(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let number = |flag, low: i32, high: i32| {
        arguments
            .number(flag, low, high)
            .map_err(|problem| refuse(&format!("{problem}.")))
    };
    let transfers = match arguments.value("-tn") {
        Some(name) => vec![of_template(&place, name, arguments)?],
        None => wanted_at_all(&place, arguments)?,
    };
    let waits = arguments.has("-w");
    let within = match arguments.value("-w").filter(|seconds| !seconds.is_empty()) {
        Some(_) => number("-w", 1, 999_999_999)?
            .map(|seconds| Duration::from_secs(u64::from(seconds.unsigned_abs()))),
        None => None,
    };
    if let Some(path) = arguments.value("-gt") {
        let Ok([transfer]) = <[ManagedTransfer; 1]>::try_from(transfers) else {
            return Err(refuse(
                "-gt writes a request to one agent: -da names several.",
            ));
        };
        let xml = Request::ManagedTransfer(Box::new(transfer)).to_xml();
        write_text(Path::new(path), &xml)?;
        output::line(&BFGCL0245.line(&[&path]));
        return Ok(0);
    }
    for schedule in transfers.iter().flat_map(|transfer| &transfer.schedule) {
        super::schedules::refuse_past(schedule)?;
    }
    let mut asking = Asking::connect(&place, "fteCreateTransfer")?;
    let is_one = transfers.len() == 1;
    let tell_which = |agent: &str| {
        if !is_one {
            output::line(&BFGCL9554.line(&[&agent]));
        }
    };
    let mut asked = Vec::new();
    for mut transfer in transfers {
        if waits {
            transfer.reply = Some(asking.reply_to()?);
        }
        let from = transfer.source_agent.clone();
        let to = transfer.destination_agent.agent.clone();
        let xml = Request::ManagedTransfer(Box::new(transfer)).to_xml();
        tell_which(&to);
        let id = asking.ask(&from.agent, &from.q_mgr, xml)?;
        output::line(&BFGCL0035.line(&[&id]));
        asked.push((from.agent, to, id));
    }
    if !waits {
        output::line(&BFGCL0182.line(&[]));
        asking.end();
        return Ok(0);
    }
    let began = Instant::now();
    let mut codes = Vec::new();
    for (from, to, id) in asked {
        let left = within.map(|within| within.saturating_sub(began.elapsed()));
        let answer = answer_watching(&mut asking, &place, &from, id, left)?;
        tell_which(&to);
        codes.push(tell_answer(answer.as_ref(), ResultCode::NoStatus));
    }
    asking.end();
    Ok(code_of_all(&codes))
}

/// The exit code for transfers that ended with these: what became of all of them, or that some files arrived.
fn code_of_all(codes: &[u8]) -> u8 {
    let some = u8::try_from(ResultCode::PartlySuccessful.number()).unwrap_or(1);
    match codes {
        [] => 0,
        [first, others @ ..] if others.iter().all(|other| other == first) => *first,
        _ => some,
    }
}

/// The answer to a transfer, with how far it is shown until it comes.
fn answer_watching(
    asking: &mut Asking,
    place: &Place,
    agent: &str,
    id: TransferId,
    within: Option<Duration>,
) -> Result<Option<Reply>, Failure> {
    let began = Instant::now();
    let mut watching: Option<Watching> = None;
    let mut is_quiet = true;
    let answer = loop {
        let left = within.map(|within| within.saturating_sub(began.elapsed()));
        let slice = left.map_or(LOOK, |left| left.min(LOOK));
        let answer = asking.answer(id, Some(slice))?;
        if answer.is_some() || left.is_some_and(|left| left <= slice) {
            break answer;
        }
        if watching.is_none() {
            // Where nothing is told the answer comes all the same.
            watching = Watching::begin(place, agent, Some(id)).ok();
        }
        watching.iter_mut().for_each(Watching::show);
        if is_quiet && began.elapsed() >= BEGINS_WITHIN {
            is_quiet = false;
            if !watching.as_ref().is_some_and(Watching::was_told) {
                let told = super::details::last_told(place, agent);
                let seconds = BEGINS_WITHIN.as_secs();
                let text = BFGCL9572.line(&[&agent, &seconds, &told]);
                output::complain(&format!("{text}\n"));
            }
        }
    };
    if let Some(watching) = watching {
        watching.end();
    }
    Ok(answer)
}

/// The transfer a command is about, and its agent with its queue manager.
fn meant(place: &Place, arguments: &Arguments) -> Result<(TransferId, AgentAddress), Failure> {
    let agent = needed(arguments, "-a")?.to_uppercase();
    let q_mgr = super::agents::q_mgr_of(place, &agent, arguments.value("-m"))?;
    let name = arguments.name(0).unwrap_or_default();
    let transfer = TransferId::from_text(name).ok_or_else(|| {
        refuse(&format!(
            "'{name}' is no identifier of a transfer: 48 hexadecimal digits."
        ))
    })?;
    Ok((transfer, AgentAddress { agent, q_mgr }))
}

/// `fteCancelTransfer`.
pub(crate) fn cancel(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let (transfer, to) = meant(&place, arguments)?;
    let mut asking = Asking::connect(&place, "fteCancelTransfer")?;
    let cancel = Cancel {
        originator: originator(),
        transfer,
        reply: Some(asking.reply_to()?),
    };
    let id = asking.ask(&to.agent, &to.q_mgr, cancel.to_xml())?;
    output::line(&BFGCL0137.line(&[&transfer, &to.agent]));
    let answer = asking.answer(id, Some(CANCEL_WITHIN))?;
    asking.end();
    Ok(tell_answer(answer.as_ref(), ResultCode::CancelTimedOut))
}

/// `ftePauseTransfer`.
pub(crate) fn pause(arguments: &Arguments) -> Result<u8, Failure> {
    have_rest(arguments, "ftePauseTransfer", true)
}

/// `fteResumeTransfer`.
pub(crate) fn resume(arguments: &Arguments) -> Result<u8, Failure> {
    have_rest(arguments, "fteResumeTransfer", false)
}

fn have_rest(arguments: &Arguments, command: &'static str, rests: bool) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let (transfer, to) = meant(&place, arguments)?;
    let mut asking = Asking::connect(&place, command)?;
    let pause = PauseTransfer {
        originator: originator(),
        transfer,
        rests,
        reply: Some(asking.reply_to()?),
    };
    let id = asking.ask(&to.agent, &to.q_mgr, pause.to_xml())?;
    let answer = asking.answer(id, Some(CANCEL_WITHIN))?;
    asking.end();
    Ok(tell_answer(answer.as_ref(), ResultCode::NoStatus))
}

/// `ftePingAgent`.
pub(crate) fn ping(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = arguments.name(0).unwrap_or_default().to_uppercase();
    let q_mgr = super::agents::q_mgr_of(&place, &agent, arguments.value("-m"))?;
    let within = arguments
        .number("-w", 0, 999_999_999_u64)
        .map_err(|problem| refuse(&format!("{problem}.")))?
        .map_or(ANSWER_WITHIN, Duration::from_secs);
    let mut asking = Asking::connect(&place, "ftePingAgent")?;
    let ping = ferromq_transfer::control::PingAgent {
        originator: originator(),
        agent: AgentAddress {
            agent: agent.clone(),
            q_mgr: q_mgr.clone(),
        },
        reply: Some(asking.reply_to()?),
    };
    let began = std::time::Instant::now();
    let id = asking.ask(&agent, &q_mgr, ping.to_xml())?;
    output::line(&BFGCL0212.line(&[&agent]));
    let answer = asking.answer(id, Some(within))?;
    asking.end();
    let seconds = began.elapsed().as_secs_f64();
    match answer {
        Some(reply) if reply.status.result_code == 0 => {
            output::line(&BFGCL0213.line(&[&agent, &format_args!("{seconds:.3}")]));
            Ok(0)
        }
        Some(reply) => Ok(tell(&reply)),
        None => {
            let seconds = within.as_secs();
            output::complain(&format!("{}\n", BFGCL0214.line(&[&agent, &seconds])));
            Ok(2)
        }
    }
}
