//! START, STOP and PING of channels and listeners, and the display of those that run.

use super::asked::{Asked, Fields};
use super::words::MqscCommand;
use super::{About, Command, Rest, channel, name_of_kind, name_pattern, object_name};
use crate::display::channel_status::{CHANNEL_MONITOR, CHANNEL_SHORT, OTHER_CHANNEL_FIELDS};
use crate::display::filter::{Filter, FilterValue, Operator};
use crate::execute::network::{self, ChannelRows};
use crate::generated::status::{CHANNEL_FIELDS, LISTENER_FIELDS};
use crate::network::{StopChannel, StopMode};
use crate::syntax::clause::Clause;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::name::ObjectName;
use std::ops::RangeInclusive;

/// `START LISTENER`
pub(crate) fn start_listener(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let (name, ignore_state) = listener(object, rest)?;
    let about = About::Object(ObjectKind::Listener, name);
    Ok(Command::new(row, about, move |operations| {
        network::start_listener(operations, &name, ignore_state)
    }))
}

/// `STOP LISTENER`
pub(crate) fn stop_listener(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let (name, ignore_state) = listener(object, rest)?;
    let about = About::Object(ObjectKind::Listener, name);
    Ok(Command::new(row, about, move |operations| {
        network::stop_listener(operations, &name, ignore_state)
    }))
}

/// The listener that is meant, the default one where none is named, and whether it does not matter that it is so already.
fn listener(object: &Clause, rest: &mut Rest) -> Result<(ObjectName, bool), SyntaxError> {
    let name = match &object.arguments {
        None => ObjectName::truncated(ObjectKind::Listener.info().default_object),
        Some(_) => name_of_kind(ObjectKind::Listener, object)?,
    };
    let ignore_state = ignores_state(rest)?;
    rest.nothing_more()?;
    Ok((name, ignore_state))
}

/// `START CHANNEL`
pub(crate) fn start_channel(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = name_of_kind(ObjectKind::SvrConn, object)?;
    let ignore_state = ignores_state(rest)?;
    rest.nothing_more()?;
    let about = About::Object(ObjectKind::SvrConn, name);
    Ok(Command::new(row, about, move |operations| {
        network::start_channel(operations, &name, ignore_state)
    }))
}

/// `START CHINIT`
pub(crate) fn start_initiator(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let queue = match rest.take(&["INITQ"])? {
        Some(clause) => object_name(&clause)?,
        None => ObjectName::truncated(INITIATION_QUEUE),
    };
    rest.nothing_more()?;
    let about = About::Object(ObjectKind::QLocal, queue);
    Ok(Command::new(row, about, move |operations| {
        network::start_initiator(operations, &queue)
    }))
}

/// The initiation queue of channels where no other one is named.
const INITIATION_QUEUE: &str = "SYSTEM.CHANNEL.INITQ";

/// `PING CHANNEL`
pub(crate) fn ping_channel(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = name_of_kind(ObjectKind::Sender, object)?;
    let data_bytes = number(rest, "DATALEN", PING_BYTES)?.unwrap_or(*PING_BYTES.start());
    rest.nothing_more()?;
    let about = About::Object(ObjectKind::Sender, name);
    Ok(Command::new(row, about, move |operations| {
        network::ping_channel(operations, &name, data_bytes)
    }))
}

/// `RESET CHANNEL`
pub(crate) fn reset_channel(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = name_of_kind(ObjectKind::Sender, object)?;
    let sequence = number(rest, "SEQNUM", SEQUENCE_NUMBERS)?.unwrap_or(1);
    rest.nothing_more()?;
    let about = About::Object(ObjectKind::Sender, name);
    Ok(Command::new(row, about, move |operations| {
        network::reset_channel(operations, &name, sequence)
    }))
}

/// `RESOLVE CHANNEL`
pub(crate) fn resolve_channel(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = name_of_kind(ObjectKind::Sender, object)?;
    let action = word(rest, "ACTION", &["COMMIT", "BACKOUT"])?;
    let missing = || SyntaxError::new(rest.text_end, Fault::Missing("ACTION"));
    let keeps = action.ok_or_else(missing)? == "COMMIT";
    let last = match rest.take(&["LUWID"])? {
        None => None,
        Some(clause) => {
            let word = clause.single()?;
            let digits = word.text.trim().to_ascii_uppercase();
            let is_name = digits.len() == 16 && digits.bytes().all(|it| it.is_ascii_hexdigit());
            let wrong = || SyntaxError::bad_value(word.end, "LUWID", "16 hexadecimal digits");
            Some(is_name.then_some(digits).ok_or_else(wrong)?)
        }
    };
    rest.nothing_more()?;
    let about = About::Object(ObjectKind::Sender, name);
    Ok(Command::new(row, about, move |operations| {
        network::resolve_channel(operations, &name, keeps, last.as_deref())
    }))
}

/// `DATALEN`
const PING_BYTES: RangeInclusive<u32> = 16..=32_768;
/// `SEQNUM`
const SEQUENCE_NUMBERS: RangeInclusive<u32> = 1..=999_999_999;

/// Takes the clause that has a number of a range as its value.
fn number(
    rest: &mut Rest,
    keyword: &'static str,
    range: RangeInclusive<u32>,
) -> Result<Option<u32>, SyntaxError> {
    let Some(clause) = rest.take(&[keyword])? else {
        return Ok(None);
    };
    let argument = clause.single()?;
    match argument.text.parse() {
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => {
            let fault = Fault::OutOfRange {
                keyword: keyword.to_owned(),
                min: (*range.start()).into(),
                max: (*range.end()).into(),
            };
            Err(SyntaxError::new(argument.end, fault))
        }
    }
}

/// `STOP CHANNEL`
pub(crate) fn stop_channel(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let channel = name_of_kind(ObjectKind::SvrConn, object)?;
    let ignore_state = ignores_state(rest)?;
    let mut text = |keyword: &str| -> Result<String, SyntaxError> {
        match rest.take(&[keyword])? {
            None => Ok(String::new()),
            Some(clause) => Ok(clause.single()?.text.trim().to_string()),
        }
    };
    let (connection_name, remote_name) = (text("CONNAME")?, text("QMNAME")?);
    let mode = match word(rest, "MODE", &["QUIESCE", "FORCE", "TERMINATE"])?.as_deref() {
        Some("FORCE") => StopMode::Force,
        Some("TERMINATE") => StopMode::Terminate,
        _ => StopMode::Quiesce,
    };
    // Documented: a channel cannot be stopped for one partner and open for another.
    let for_one = !connection_name.is_empty() || !remote_name.is_empty();
    let states: &[&str] = match for_one {
        true => &["INACTIVE"],
        false => &["STOPPED", "INACTIVE"],
    };
    let state = word(rest, "STATUS", states)?;
    rest.nothing_more()?;
    let stop = StopChannel {
        channel,
        mode,
        connection_name,
        remote_name,
        stays_stopped: match state {
            Some(state) => state == "STOPPED",
            None => !for_one,
        },
    };
    let about = About::Object(ObjectKind::SvrConn, channel);
    Ok(Command::new(row, about, move |operations| {
        network::stop_channel(operations, &stop, ignore_state)
    }))
}

/// `IGNSTATE(YES)`: that it is so already is no failure.
pub(crate) fn ignores_state(rest: &mut Rest) -> Result<bool, SyntaxError> {
    Ok(word(rest, "IGNSTATE", &["YES", "NO"])?.is_some_and(|word| word == "YES"))
}

/// Takes the clause that has one of some words as its value.
pub(super) fn word(
    rest: &mut Rest,
    keyword: &str,
    words: &[&str],
) -> Result<Option<String>, SyntaxError> {
    let Some(clause) = rest.take(&[keyword])? else {
        return Ok(None);
    };
    let argument = clause.single()?;
    if words.contains(&argument.text.as_str()) {
        return Ok(Some(argument.text.clone()));
    }
    Err(clause.bad_value(&words.join(" or ")))
}

/// `DISPLAY LSSTATUS`
pub(crate) fn display_listeners(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let mut asked = Asked::new(Fields::Table(LISTENER_FIELDS));
    for clause in &rest.clauses {
        asked.take(clause)?;
    }
    let query = asked.finish(!names.is_generic());
    let about = About::names(ObjectKind::Listener, &names);
    Ok(Command::new(row, about, move |operations| {
        network::display_listeners(operations, &names, &query)
    }))
}

/// `DISPLAY CHSTATUS`
pub(crate) fn display_channels(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let mut asked = Asked::new(Fields::Table(CHANNEL_FIELDS));
    let mut shows = ChannelRows::Current;
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "CURRENT" | "SAVED" | "SHORT" => {
                asked.seen.once("CURRENT", clause)?;
                clause.bare()?;
                match clause.keyword.as_str() {
                    "SAVED" if shows == ChannelRows::Current => shows = ChannelRows::Saved,
                    "SHORT" => asked.query.choice.keywords.extend(CHANNEL_SHORT),
                    _ => {}
                }
            }
            "MONITOR" => {
                asked.seen.once("MONITOR", clause)?;
                clause.bare()?;
                asked.query.choice.keywords.extend(CHANNEL_MONITOR);
            }
            "CONNAME" if clause.arguments.is_some() => {
                asked.seen.once("CONNAME", clause)?;
                let value = FilterValue::Text(clause.single()?.text.trim().to_string());
                asked.query.filters.push(Filter {
                    keyword: "CONNAME",
                    operator: Operator::Eq,
                    value,
                });
            }
            "CHLTYPE" if clause.arguments.is_some() => {
                asked.seen.once("CHLTYPE", clause)?;
                channel::kind(clause, clause.single()?)?;
                let value = FilterValue::Text(clause.single()?.text.clone());
                asked.query.filters.push(Filter {
                    keyword: "CHLTYPE",
                    operator: Operator::Eq,
                    value,
                });
            }
            "CLIENTID" => {
                asked.seen.once("CLIENTID", clause)?;
                clause.single()?;
                shows = ChannelRows::None;
            }
            "XMITQ" if clause.arguments.is_some() => {
                asked.seen.once("XMITQ", clause)?;
                let value = FilterValue::Text(clause.single()?.text.trim().to_string());
                asked.query.filters.push(Filter {
                    keyword: "XMITQ",
                    operator: Operator::Eq,
                    value,
                });
            }
            other if OTHER_CHANNEL_FIELDS.contains(&other) => clause.bare()?,
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(false);
    let about = About::names(ObjectKind::SvrConn, &names);
    Ok(Command::new(row, about, move |operations| {
        network::display_channels(operations, &names, &query, shows)
    }))
}
