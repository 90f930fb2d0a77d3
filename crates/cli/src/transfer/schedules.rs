//! Schedules: the options of `fteCreateTransfer`, `fteListScheduledTransfers` and `fteDeleteScheduledTransfer`.

use super::asking::{Asking, originator};
use super::place::Place;
use super::published::{head, retained};
use super::setup::needed;
use super::words::{ANSWER_WITHIN, refuse, tell, tell_none, word};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::agent::{Files, SystemFiles};
use ferromq_transfer::audit::{ScheduledTransfer, Schedules};
use ferromq_transfer::code::ResultCode;
use ferromq_transfer::generated::notices::{BFGCL0251, BFGCL9530, BFGSC9505};
use ferromq_transfer::pattern::fits_name;
use ferromq_transfer::request::{
    DeleteScheduledTransfer, DestinationEnd, Item, Request, SourceEnd,
};
use ferromq_transfer::schedule::{
    CivilTime, Interval, Moment, Repeat, RepeatEnd, Schedule, TimeBase, Zone,
};
use std::time::{SystemTime, UNIX_EPOCH};

const INTERVALS: &[(&str, Interval)] = &[
    ("minutes", Interval::Minutes),
    ("hours", Interval::Hours),
    ("days", Interval::Days),
    ("weeks", Interval::Weeks),
    ("months", Interval::Months),
    ("years", Interval::Years),
];

/// When a transfer is to happen; none for now.
pub(super) fn wanted(arguments: &Arguments) -> Result<Option<Schedule>, Failure> {
    let number = |flag| {
        let found = arguments.number(flag, 1, u32::MAX);
        found.map_err(|problem| refuse(&format!("{problem}.")))
    };
    let Some(start) = arguments.value("-ss") else {
        let others = ["-tb", "-oi", "-of", "-oc", "-es"];
        return match others.into_iter().find(|flag| arguments.has(flag)) {
            Some(flag) => Err(refuse(&format!(
                "{flag} is about a schedule: say with -ss when it begins."
            ))),
            None => Ok(None),
        };
    };
    let bases = [
        ("admin", TimeBase::Admin),
        ("source", TimeBase::Source),
        ("UTC", TimeBase::Utc),
    ];
    let time_base = word(arguments, "-tb", &bases)?;
    let time_zone = match time_base {
        TimeBase::Admin => Some(own_zone_name()),
        TimeBase::Source => None,
        TimeBase::Utc => Some("UTC".to_owned()),
    };
    let (frequency, count) = (number("-of")?, number("-oc")?);
    let end = arguments.value("-es").map(|text| time("-es", text));
    let end = match (end.transpose()?, count) {
        (Some(_), Some(_)) => {
            return Err(refuse(
                "-oc and -es both say when the schedule ends: give one.",
            ));
        }
        (Some(end), None) => Some(RepeatEnd::Time(end)),
        (None, count) => count.map(RepeatEnd::Count),
    };
    let repeat = match arguments.has("-oi") {
        true => Some(Repeat {
            interval: word(arguments, "-oi", INTERVALS)?,
            frequency: frequency.unwrap_or(1),
            end,
        }),
        false if frequency.is_some() || end.is_some() => {
            return Err(refuse(
                "-of, -oc and -es need -oi, which says what is counted.",
            ));
        }
        false => None,
    };
    Ok(Some(Schedule {
        time_base,
        start: begins(start, time_zone.as_deref())?,
        time_zone,
        repeat,
    }))
}

/// Zone of the clocks that show a time last.
const LAST_ZONE: &str = "UTC-12:00";

/// Refuses a schedule all times of which have gone by: its agent would refuse it, and who does not wait would not hear of that. By clocks of the source,
/// which are not known here, it has gone by when it has everywhere.
pub(super) fn refuse_past(schedule: &Schedule) -> Result<(), Failure> {
    let zone = zone_of(schedule.time_zone.as_deref().unwrap_or(LAST_ZONE));
    match zone.map(|zone| schedule.first_from(&zone, now_s())) {
        Some(None) => {
            let text = BFGSC9505.line(&[&schedule.start]);
            Err(Failure::text(format!("{text}\n"), 1))
        }
        _ => Ok(()),
    }
}

fn now_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}

fn time(flag: &str, text: &str) -> Result<CivilTime, Failure> {
    CivilTime::from_text(text).ok_or_else(|| {
        refuse(&format!(
            "{flag} is a time such as 2027-03-01T02:00, not '{text}'."
        ))
    })
}

/// The first time: a date and a time of day, or the next time clocks show that time of day.
fn begins(text: &str, zone: Option<&str>) -> Result<CivilTime, Failure> {
    if text.contains(['T', 't']) {
        return time("-ss", text);
    }
    let now_s = now_s();
    let own = own_zone_name();
    let zone = zone_of(zone.unwrap_or(&own)).unwrap_or_default();
    let ahead_s = i64::from(zone.ahead_s(now_s));
    let shown = CivilTime::at_seconds(now_s.saturating_add(ahead_s));
    let day = |at: CivilTime| format!("{:04}-{:02}-{:02}", at.year(), at.month(), at.day());
    let today = shown.and_then(|shown| {
        let today = CivilTime::from_text(&format!("{}T{text}", day(shown)))?;
        match today >= shown {
            true => Some(today),
            false => CivilTime::at_seconds(today.seconds() + 86_400),
        }
    });
    today.map_or_else(|| time("-ss", text), Ok)
}

fn own_zone_name() -> String {
    SystemFiles::time_zone_name().unwrap_or_else(|| "UTC".to_owned())
}

fn zone_of(name: &str) -> Option<Zone> {
    if let Some(zone) = Zone::of_offset(name) {
        return Some(zone);
    }
    let is_name = Zone::is_name(name);
    let bytes = is_name.then(|| SystemFiles::new().time_zone(Some(name)).ok());
    Zone::read(&bytes.flatten()?).ok()
}

/// `fteListScheduledTransfers`.
pub(crate) fn list(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let pattern = arguments.name(0).unwrap_or("*").to_uppercase();
    let told = retained(&place, "Scheduler/#", "fteListScheduledTransfers")?;
    let lists = told.iter().filter_map(|body| Schedules::parse(body).ok());
    let mut lists: Vec<_> = lists
        .filter(|list| fits_name(&pattern, &list.agent))
        .collect();
    lists.sort_by(|one, other| one.agent.cmp(&other.agent));
    head(&place)?;
    let all: Vec<_> = lists.iter().flat_map(|list| &list.transfers).collect();
    if all.is_empty() {
        output::line(&BFGCL9530.line(&[&pattern]));
    }
    for scheduled in all {
        show(scheduled);
    }
    Ok(0)
}

fn field(label: &str, value: &str) {
    output::line(&format!("{:<26}{value}", format!("{label}:")));
}

fn show(scheduled: &ScheduledTransfer) {
    let transfer = &scheduled.transfer;
    output::line("");
    field("Schedule Identifier", &scheduled.id.to_string());
    if let Some(job) = &transfer.job {
        field("Job Name", job);
    }
    field("Source Agent Name", &transfer.source_agent.agent);
    for item in &transfer.set.items {
        show_item(item);
    }
    field("Destination Agent Name", &transfer.destination_agent.agent);
    let Some(schedule) = &transfer.schedule else {
        return;
    };
    // Clocks of the source are known there only.
    let zone = match schedule.time_base {
        TimeBase::Utc => Some(Zone::utc()),
        TimeBase::Admin | TimeBase::Source => schedule.time_zone.as_deref().and_then(zone_of),
    };
    field("Schedule Start Time", &shown(schedule.start, zone.as_ref()));
    let next = scheduled.next.map(|next| moment(next, zone.as_ref()));
    field("Next Transfer", next.as_deref().unwrap_or("-"));
    field("Schedule Time Base", schedule.time_base.as_str());
    if let Some(zone) = schedule.time_zone.as_deref() {
        field("Schedule Time Zone", zone);
    }
    let Some(repeat) = &schedule.repeat else {
        return;
    };
    field("Repeat Interval", repeat.interval.as_str());
    field("Repeat Frequency", &repeat.frequency.to_string());
    match &repeat.end {
        Some(RepeatEnd::Time(end)) => field("Schedule Expiry Time", &shown(*end, zone.as_ref())),
        Some(RepeatEnd::Count(count)) => field("Schedule Expiry Count", &count.to_string()),
        None => {}
    }
}

fn show_item(item: &Item) {
    match &item.source.end {
        SourceEnd::File { file, .. } => field("Source File Name", &file.path),
        SourceEnd::Queue(queue) => field("Source Queue Name", &queue.queue.to_string()),
    }
    field("Conversion Type", item.mode.as_str());
    match &item.destination.end {
        DestinationEnd::File(file) | DestinationEnd::Directory(file) => {
            field("Destination File Name", &file.path);
        }
        DestinationEnd::Queue(queue) => field("Destination Queue Name", &queue.queue.to_string()),
        DestinationEnd::Foreign { .. } => field("Destination File Name", "-"),
    }
}

/// A time as clocks of the zone show it, and how far they are ahead.
fn shown(time: CivilTime, zone: Option<&Zone>) -> String {
    match zone {
        Some(zone) => format!("{time}{}", ahead(zone.offset_s(time))),
        None => time.to_string(),
    }
}

fn moment(at: Moment, zone: Option<&Zone>) -> String {
    let utc_s = i64::try_from(at.ms() / 1_000).unwrap_or(i64::MAX);
    let ahead_s = zone.map_or(0, |zone| zone.ahead_s(utc_s));
    let time = CivilTime::at_seconds(utc_s.saturating_add(i64::from(ahead_s)));
    time.map_or_else(
        || at.to_string(),
        |time| format!("{time}{}", ahead(ahead_s)),
    )
}

fn ahead(seconds: i32) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.unsigned_abs() / 60;
    format!("{sign}{:02}{:02}", minutes / 60, minutes % 60)
}

/// `fteDeleteScheduledTransfer`.
pub(crate) fn delete(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let agent = needed(arguments, "-agentName")?.to_uppercase();
    let name = arguments.name(0).unwrap_or_default();
    let id = name
        .parse()
        .map_err(|_| refuse(&format!("'{name}' is no number of a schedule.")))?;
    let q_mgr = super::agents::q_mgr_of(&place, &agent, arguments.value("-agentQMgr"))?;
    let mut asking = Asking::connect(&place, "fteDeleteScheduledTransfer")?;
    let delete = DeleteScheduledTransfer {
        originator: originator(),
        id,
        reply: Some(asking.reply_to()?),
    };
    let xml = Request::DeleteScheduledTransfer(delete).to_xml();
    let request = asking.ask(&agent, &q_mgr, xml)?;
    let answer = asking.answer(request, Some(ANSWER_WITHIN))?;
    asking.end();
    let Some(reply) = answer else {
        return Ok(tell_none(ResultCode::NoStatus));
    };
    let code = tell(&reply);
    if reply.status.result_code == 0 {
        output::line(&BFGCL0251.line(&[]));
    }
    Ok(code)
}
