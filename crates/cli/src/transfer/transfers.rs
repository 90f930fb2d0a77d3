//! `fteCreateTransfer` and `fteCancelTransfer`.

use super::asking::{Asking, originator};
use super::items::{items, metadata};
use super::place::{Place, write_text};
use super::setup::needed;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output;
use ferromq_transfer::code::ResultCode;
use ferromq_transfer::control::{Cancel, Reply};
use ferromq_transfer::generated::notices::{
    BFGCL0035, BFGCL0137, BFGCL0182, BFGCL0212, BFGCL0213, BFGCL0214, BFGCL0245, BFGCL9522,
    BFGCL9523,
};
use ferromq_transfer::party::{AgentAddress, TransferId};
use ferromq_transfer::request::{ManagedTransfer, Request, TransferSet};
use std::path::Path;
use std::time::Duration;

/// An agent has so long to answer a command that does not wait for a transfer.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// An agent has so long to cancel a transfer.
const CANCEL_WITHIN: Duration = Duration::from_secs(30);

pub(super) fn refuse(text: &str) -> Failure {
    Failure::text(format!("{}\n", BFGCL9522.line(&[&text])), 1)
}

/// The value of an option that is one of these words.
pub(super) fn word<T: Copy>(
    arguments: &Arguments,
    flag: &str,
    words: &[(&str, T)],
) -> Result<T, Failure> {
    let Some(value) = arguments.value(flag) else {
        return Ok(words[0].1);
    };
    let found = words
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(value));
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        refuse(&format!("{flag} is {}, not '{value}'.", known.join(" or ")))
    })
}

/// `fteCreateTransfer`.
pub(crate) fn create(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let number = |flag, low: i32, high: i32| {
        arguments
            .number(flag, low, high)
            .map_err(|problem| refuse(&format!("{problem}.")))
    };
    let source = needed(arguments, "-sa")?.to_uppercase();
    let destination = needed(arguments, "-da")?.to_uppercase();
    let priority = number("-pr", 0, 9)?;
    let mut transfer = ManagedTransfer {
        originator: originator(),
        schedule: None,
        source_agent: AgentAddress {
            q_mgr: super::agents::q_mgr_of(&place, &source, arguments.value("-sm"))?,
            agent: source,
        },
        destination_agent: AgentAddress {
            q_mgr: super::agents::q_mgr_of(&place, &destination, arguments.value("-dm"))?,
            agent: destination,
        },
        trigger: None,
        reply: None,
        set: TransferSet {
            priority: priority.and_then(|priority| u8::try_from(priority).ok()),
            recovery_timeout_s: number("-rt", -1, 999_999_999)?,
            metadata: metadata(arguments)?,
            pre_source: None,
            post_source: None,
            pre_destination: None,
            post_destination: None,
            items: items(arguments)?,
        },
        job: arguments.value("-jn").map(str::to_owned),
    };
    let waits = arguments.has("-w");
    let within = match arguments.value("-w").filter(|seconds| !seconds.is_empty()) {
        Some(_) => number("-w", 1, 999_999_999)?
            .map(|seconds| Duration::from_secs(u64::from(seconds.unsigned_abs()))),
        None => None,
    };
    if let Some(path) = arguments.value("-gt") {
        let xml = Request::ManagedTransfer(Box::new(transfer)).to_xml();
        write_text(Path::new(path), &xml)?;
        output::line(&BFGCL0245.line(&[&path]));
        return Ok(0);
    }
    let mut asking = Asking::connect(&place, "fteCreateTransfer")?;
    if waits {
        transfer.reply = Some(asking.reply_to()?);
    }
    let to = transfer.source_agent.clone();
    let xml = Request::ManagedTransfer(Box::new(transfer)).to_xml();
    let id = asking.ask(&to.agent, &to.q_mgr, xml)?;
    output::line(&BFGCL0035.line(&[&id]));
    if !waits {
        output::line(&BFGCL0182.line(&[]));
        asking.end();
        return Ok(0);
    }
    let answer = asking.answer(id, within)?;
    asking.end();
    match answer {
        Some(reply) => Ok(tell(&reply)),
        None => Ok(tell_none(ResultCode::NoStatus)),
    }
}

fn tell(reply: &Reply) -> u8 {
    for supplement in &reply.status.supplements {
        output::line(supplement);
    }
    u8::try_from(reply.status.result_code).unwrap_or(1)
}

fn tell_none(code: ResultCode) -> u8 {
    output::complain(&format!("{}\n", BFGCL9523.line(&[&code.text()])));
    u8::try_from(code as i32).unwrap_or(1)
}

/// `fteCancelTransfer`.
pub(crate) fn cancel(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = needed(arguments, "-a")?.to_uppercase();
    let q_mgr = super::agents::q_mgr_of(&place, &agent, arguments.value("-m"))?;
    let name = arguments.name(0).unwrap_or_default();
    let transfer = TransferId::from_text(name).ok_or_else(|| {
        refuse(&format!(
            "'{name}' is no identifier of a transfer: 48 hexadecimal digits."
        ))
    })?;
    let mut asking = Asking::connect(&place, "fteCancelTransfer")?;
    let cancel = Cancel {
        originator: originator(),
        transfer,
        reply: Some(asking.reply_to()?),
    };
    let id = asking.ask(&agent, &q_mgr, cancel.to_xml())?;
    output::line(&BFGCL0137.line(&[&transfer, &agent]));
    let answer = asking.answer(id, Some(CANCEL_WITHIN))?;
    asking.end();
    match answer {
        Some(reply) => Ok(tell(&reply)),
        None => Ok(tell_none(ResultCode::CancelTimedOut)),
    }
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
