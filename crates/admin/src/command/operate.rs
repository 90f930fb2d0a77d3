//! PING, REFRESH, RESET, SET, START and STOP.

use super::words::MqscCommand;
use super::{About, Command, Rest, table};
use crate::execute;
use crate::operations::LogReduction;
use crate::pattern::NamePattern;
use crate::syntax::clause::{Argument, Clause};
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::MQOT_AUTH_INFO;
use ferromq_mqi::hex::from_hex;
use ferromq_mqi::name::ObjectName;

/// `PING QMGR`
pub(crate) fn ping(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    rest.nothing_more()?;
    Ok(Command::new(row, About::Nothing, |_| execute::ping()))
}

/// `RESET QSTATS`
pub(crate) fn reset_queue_statistics(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let names = NamePattern::new(object.single()?.text.trim_end());
    rest.nothing_more()?;
    let about = About::names(ObjectKind::QLocal, &names);
    Ok(Command::new(row, about, move |operations| {
        execute::reset_queue_statistics(operations, &names)
    }))
}

/// `REFRESH SECURITY`, with or without `(*)` and `TYPE(...)`.
pub(crate) fn refresh_security(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
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
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::refresh_security(operations, asked.as_deref())
    }))
}

/// `RESET QMGR`
pub(crate) fn reset_q_mgr(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let Some(kind) = value_of(rest, "TYPE")? else {
        return Err(SyntaxError::new(rest.text_end, Fault::Missing("TYPE")));
    };
    match kind.text.as_str() {
        "ADVANCELOG" => {
            only(rest, &["TYPE"])?;
            Ok(Command::new(row, About::QMgr, execute::advance_log))
        }
        "REDUCELOG" => {
            only(rest, &["TYPE", "REDUCE"])?;
            let how_far = reduction(rest)?;
            Ok(Command::new(row, About::QMgr, move |operations| {
                execute::reduce_log(operations, how_far)
            }))
        }
        "ARCHLOG" => {
            only(rest, &["TYPE", "ARCHIVED"])?;
            archived(row, rest)
        }
        "PUBSUB" => reset_relation(row, rest),
        "STATISTICS" => {
            only(rest, &["TYPE"])?;
            let write = execute::write_statistics;
            Ok(Command::new(row, About::QMgr, write))
        }
        _ => Err(SyntaxError::bad_value(
            kind.end,
            "TYPE",
            "ADVANCELOG, ARCHLOG, PUBSUB, REDUCELOG or STATISTICS",
        )),
    }
}

/// `RESET QMGR TYPE(PUBSUB)` with `CHILD(name)` or `PARENT(name)`.
fn reset_relation(row: &'static MqscCommand, rest: &Rest) -> Result<Command, SyntaxError> {
    only(rest, &["TYPE", "CHILD", "PARENT"])?;
    let (name, is_parent) = match (value_of(rest, "CHILD")?, value_of(rest, "PARENT")?) {
        (Some(child), None) => (child, false),
        (None, Some(parent)) => (parent, true),
        (None, None) => return Err(SyntaxError::new(rest.text_end, Fault::Missing("CHILD"))),
        (Some(_), Some(parent)) => return Err(SyntaxError::malformed(parent.end)),
    };
    let q_mgr = ObjectName::truncated(name.text.trim_end());
    Ok(crate::topics::cancel_relation(row, q_mgr, is_parent))
}

/// `REFRESH QMGR`
pub(crate) fn refresh_q_mgr(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let Some(kind) = value_of(rest, "TYPE")? else {
        return Err(SyntaxError::new(rest.text_end, Fault::Missing("TYPE")));
    };
    match kind.text.as_str() {
        "PROXYSUB" => {
            only(rest, &["TYPE"])?;
            Ok(crate::topics::refresh_proxies(row))
        }
        "CONFIGEV" => refresh_configuration(row, rest),
        _ => {
            let expected = "CONFIGEV or PROXYSUB";
            Err(SyntaxError::bad_value(kind.end, "TYPE", expected))
        }
    }
}

/// `REFRESH QMGR TYPE(CONFIGEV)` with `OBJECT(type)`, `NAME(names)` and `INCLINT(minutes)`.
fn refresh_configuration(row: &'static MqscCommand, rest: &Rest) -> Result<Command, SyntaxError> {
    only(rest, &["TYPE", "OBJECT", "NAME", "INCLINT"])?;
    let kinds = match value_of(rest, "OBJECT")? {
        None => kinds_of("ALL"),
        Some(word) => kinds_of(&word.text),
    };
    let Some(kinds) = kinds else {
        let end = value_of(rest, "OBJECT")?.map_or(rest.text_end, |word| word.end);
        let expected = "ALL or a type of objects";
        return Err(SyntaxError::bad_value(end, "OBJECT", expected));
    };
    let names = value_of(rest, "NAME")?.map_or("*", |name| name.text.trim_end());
    let names = NamePattern::new(names);
    let minutes = match value_of(rest, "INCLINT")? {
        None => 0,
        Some(value) => match value.text.trim().parse() {
            Ok(minutes @ 0..=999_999_u32) => minutes,
            _ => {
                let expected = "a number from 0 to 999999";
                return Err(SyntaxError::bad_value(value.end, "INCLINT", expected));
            }
        },
    };
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::refresh_configuration(operations, &kinds, &names, minutes)
    }))
}

/// The kinds of objects configuration events tell of, by the words of `OBJECT`.
fn kinds_of(word: &str) -> Option<Vec<ObjectKind>> {
    let told = |kind: &ObjectKind| {
        let is_shared = matches!(
            kind,
            ObjectKind::ClusQMgr | ObjectKind::ClusQ | ObjectKind::ClusTopic | ObjectKind::Sub
        );
        !is_shared
    };
    let of = |wanted: &dyn Fn(ObjectKind) -> bool| {
        let all = ObjectKind::ALL.into_iter().filter(told);
        Some(all.filter(|kind| wanted(*kind)).collect())
    };
    match word {
        "ALL" => of(&|_| true),
        "QUEUE" => of(&|kind| kind.is_queue()),
        "CHANNEL" => of(&|kind| kind.is_channel()),
        "AUTHINFO" => of(&|kind| kind.object_type() == MQOT_AUTH_INFO),
        word => {
            let found = table::object(word)?.kinds;
            match found {
                [] => None,
                found => of(&|kind| found.contains(&kind)),
            }
        }
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
pub(crate) fn set_log(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    only(rest, &["ARCHIVED"])?;
    archived(row, rest)
}

/// What the clause `ARCHIVED` says, which must be there.
fn archived(row: &'static MqscCommand, rest: &Rest) -> Result<Command, SyntaxError> {
    let Some(extent) = value_of(rest, "ARCHIVED")? else {
        return Err(SyntaxError::new(rest.text_end, Fault::Missing("ARCHIVED")));
    };
    let extent = extent.text.trim_end().to_string();
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::set_log_archived(operations, &extent)
    }))
}

/// `STOP CONN(16 digits) EXTCONN(32 digits)`. The sixteen digits alone are enough, because
/// the others are the same for all connections of a queue manager.
pub(crate) fn stop_connection(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let own = digits(object.single()?)?;
    let external = value_of(rest, "EXTCONN")?.map(digits).transpose()?;
    only(rest, &["EXTCONN"])?;
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::connections::stop(operations, own, external)
    }))
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
