//! PING, REFRESH, RESET, SET, START and STOP.

use super::words::{Noun, Verb};
use super::{Command, Rest, network};
use crate::operations::LogReduction;
use crate::pattern::NamePattern;
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::hex::from_hex;

pub(crate) fn operate(
    verb: Verb,
    noun: Noun,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    match (verb, noun) {
        (Verb::Ping, Noun::QMgr) => {
            object.bare()?;
            rest.nothing_more()?;
            Ok(Command::PingQMgr)
        }
        (Verb::Refresh, Noun::Security) => refresh_security(object, rest),
        (Verb::Reset, Noun::QMgr) => reset_q_mgr(object, rest),
        (Verb::Reset, Noun::QueueStatistics) => {
            let names = NamePattern::new(object.single()?.text.trim_end());
            rest.nothing_more()?;
            Ok(Command::ResetQueueStatistics { names })
        }
        (Verb::Set, Noun::Log) => set_log(object, rest),
        (Verb::Set, Noun::ChlAuth) => crate::rules::set(object, rest),
        (_, Noun::Object(ObjectKind::Listener)) => network::listener(verb, object, rest),
        (_, Noun::Channel) => network::channel(verb, object, rest),
        (Verb::Set, Noun::AuthRec) => crate::authority::set(object, rest),
        (Verb::Stop, Noun::Conn) => stop_connection(object, rest),
        _ => Ok(Command::NotBuilt {
            verb: verb.word(),
            noun: noun.word().to_string(),
        }),
    }
}

/// `REFRESH SECURITY`, with or without `(*)` and `TYPE(...)`.
fn refresh_security(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    if object.arguments.is_some() && object.single()?.text != "*" {
        return Err(SyntaxError::malformed(object.single()?.end));
    }
    let asked = value_of(rest, "TYPE")?;
    if let Some(value) = asked
        && !matches!(
            value.text.as_str(),
            "AUTHSERV" | "CLASSES" | "SSL" | "CONNAUTH"
        )
    {
        let expected = "AUTHSERV, CONNAUTH or SSL";
        return Err(SyntaxError::bad_value(value.end, "TYPE", expected));
    }
    let asked = asked.map(|value| value.text.clone());
    only(rest, &["TYPE"])?;
    Ok(Command::RefreshSecurity(asked))
}

fn reset_q_mgr(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    object.bare()?;
    let Some(kind) = value_of(rest, "TYPE")? else {
        return Err(SyntaxError::new(rest.text_end, Fault::Missing("TYPE")));
    };
    match kind.text.as_str() {
        "ADVANCELOG" => {
            only(rest, &["TYPE"])?;
            Ok(Command::AdvanceLog)
        }
        "REDUCELOG" => {
            only(rest, &["TYPE", "REDUCE"])?;
            Ok(Command::ReduceLog(reduction(rest)?))
        }
        "ARCHLOG" => {
            only(rest, &["TYPE", "ARCHIVED"])?;
            let Some(extent) = value_of(rest, "ARCHIVED")? else {
                return Err(SyntaxError::new(rest.text_end, Fault::Missing("ARCHIVED")));
            };
            Ok(Command::SetLogArchived(extent.text.trim_end().to_string()))
        }
        "STATISTICS" | "PUBSUB" => Ok(Command::NotBuilt {
            verb: Verb::Reset.word(),
            noun: format!("QMGR TYPE({})", kind.text),
        }),
        _ => Err(SyntaxError::bad_value(
            kind.end,
            "TYPE",
            "ADVANCELOG, ARCHLOG, PUBSUB, REDUCELOG or STATISTICS",
        )),
    }
}

fn reduction(rest: &Rest) -> Result<LogReduction, SyntaxError> {
    let Some(value) = value_of(rest, "REDUCE")? else {
        return Ok(LogReduction::Auto);
    };
    match value.text.as_str() {
        "AUTO" => Ok(LogReduction::Auto),
        "ONE" => Ok(LogReduction::One),
        "MAX" => Ok(LogReduction::Max),
        number => match number.parse() {
            Ok(extents @ 1..=999_999_999) => Ok(LogReduction::Extents(extents)),
            _ => Err(SyntaxError::bad_value(
                value.end,
                "REDUCE",
                "AUTO, ONE, MAX or a number from 1 to 999999999",
            )),
        },
    }
}

/// `SET LOG ARCHIVED(extent)`
fn set_log(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    object.bare()?;
    only(rest, &["ARCHIVED"])?;
    match value_of(rest, "ARCHIVED")? {
        Some(extent) => Ok(Command::SetLogArchived(extent.text.trim_end().to_string())),
        None => Err(SyntaxError::new(rest.text_end, Fault::Missing("ARCHIVED"))),
    }
}

/// `STOP CONN(16 digits) EXTCONN(32 digits)`. The sixteen digits alone are enough, because
/// the others are the same for all connections of a queue manager.
fn stop_connection(object: &Clause, rest: &mut Rest) -> Result<Command, SyntaxError> {
    let own = digits(object.single()?)?;
    let external = value_of(rest, "EXTCONN")?.map(digits).transpose()?;
    only(rest, &["EXTCONN"])?;
    Ok(Command::StopConnection { own, external })
}

fn digits<const N: usize>(argument: &Argument) -> Result<[u8; N], SyntaxError> {
    let fail = || SyntaxError::new(argument.end, Fault::BadConnection);
    let text = argument.text.trim();
    let bytes = from_hex(text).ok_or_else(fail)?;
    bytes.try_into().map_err(|_| fail())
}

/// The single value of a clause that may be there once.
fn value_of<'a>(rest: &'a Rest, keyword: &str) -> Result<Option<&'a Argument>, SyntaxError> {
    let mut found = rest
        .clauses
        .iter()
        .filter(|clause| clause.keyword == keyword);
    let first = found.next();
    if let Some(second) = found.next() {
        return Err(SyntaxError::new(
            second.end,
            Fault::Duplicate(second.keyword.clone()),
        ));
    }
    first.map(Clause::single).transpose()
}

fn only(rest: &Rest, keywords: &[&str]) -> Result<(), SyntaxError> {
    match rest
        .clauses
        .iter()
        .find(|clause| !keywords.contains(&clause.keyword.as_str()))
    {
        Some(clause) => Err(SyntaxError::malformed(clause.end)),
        None => Ok(()),
    }
}
