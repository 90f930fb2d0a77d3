//! SUSPEND and RESUME QMGR, REFRESH CLUSTER and RESET CLUSTER, and the display of queue managers of clusters.

use super::asked::{Asked, Fields};
use super::network::word;
use super::words::MqscCommand;
use super::{About, Command, Rest, name_pattern, object_name};
use crate::clusters::SuspendMode;
use crate::display::filter::{Filter, FilterValue, Operator};
use crate::execute;
use crate::execute::cluster::{self, Meant, Removed};
use crate::syntax::clause::Clause;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::name::ObjectName;

/// `SUSPEND QMGR`
pub(crate) fn suspend(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mode = match word(rest, "MODE", &["QUIESCE", "FORCE"])?.as_deref() {
        Some("FORCE") => SuspendMode::Force,
        _ => SuspendMode::Quiesce,
    };
    let meant = meant(rest)?;
    Ok(Command::new(row, About::QMgr, move |operations| {
        cluster::suspend(operations, &meant, mode)
    }))
}

/// `RESUME QMGR`
pub(crate) fn resume(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let meant = meant(rest)?;
    Ok(Command::new(row, About::QMgr, move |operations| {
        cluster::resume(operations, &meant)
    }))
}

/// The cluster that is named, or the list of them; one of the two.
fn meant(rest: &mut Rest) -> Result<Meant, SyntaxError> {
    let cluster = name(rest, "CLUSTER")?;
    let meant = match cluster {
        Some(cluster) => Meant::Cluster(cluster),
        None => match name(rest, "CLUSNL")? {
            Some(list) => Meant::Listed(list),
            None => return Err(SyntaxError::new(rest.text_end, Fault::Missing("CLUSTER"))),
        },
    };
    rest.nothing_more()?;
    Ok(meant)
}

/// The name in a clause that may be there.
fn name(rest: &mut Rest, keyword: &str) -> Result<Option<ObjectName>, SyntaxError> {
    let clause = rest.take(&[keyword])?;
    clause.map(|clause| object_name(&clause)).transpose()
}

/// `REFRESH CLUSTER`
pub(crate) fn refresh(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let meant = match object.single()?.text.trim_end() {
        "*" => Meant::All,
        _ => Meant::Cluster(object_name(object)?),
    };
    let repositories = yes(rest, "REPOS")?;
    rest.nothing_more()?;
    Ok(Command::new(row, About::QMgr, move |operations| {
        cluster::refresh(operations, &meant, repositories)
    }))
}

/// `RESET CLUSTER`
pub(crate) fn reset(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let from = object_name(object)?;
    let missing = |keyword| SyntaxError::new(rest.text_end, Fault::Missing(keyword));
    let no_action = missing("ACTION");
    let nobody = missing("QMNAME");
    word(rest, "ACTION", &["FORCEREMOVE"])?.ok_or(no_action)?;
    let queues = yes(rest, "QUEUES")?;
    let removed = match rest.take(&["QMID"])? {
        Some(clause) => Removed::Identified(identifier(&clause)?),
        None => Removed::Named(name(rest, "QMNAME")?.ok_or(nobody)?),
    };
    rest.nothing_more()?;
    Ok(Command::new(row, About::QMgr, move |operations| {
        cluster::reset(operations, &from, &removed, queues)
    }))
}

/// `DISPLAY CLUSQMGR`, which may be narrowed by the generic name of a channel.
pub(crate) fn display_q_mgrs(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let kinds = [ObjectKind::ClusQMgr];
    let names = name_pattern(object)?;
    let mut asked = Asked::new(Fields::Attributes(&kinds));
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "CHANNEL" if clause.arguments.is_some() => {
                asked.seen.once("CHANNEL", clause)?;
                let value = FilterValue::Text(name_pattern(clause)?.as_str().to_owned());
                asked.query.filters.push(Filter {
                    keyword: "CHANNEL",
                    operator: Operator::Lk,
                    value,
                });
            }
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(!names.is_generic());
    Ok(Command::new(row, About::QMgr, move |operations| {
        execute::display_objects(operations, &kinds, &names, &query)
    }))
}

/// The identifier of a queue manager: text, for it may hold more than names do.
fn identifier(clause: &Clause) -> Result<String, SyntaxError> {
    let argument = clause.single()?;
    let text = argument.text.trim_end();
    if text.len() > IDENTIFIER_BYTES_MAX {
        let fault = Fault::TooLong {
            keyword: clause.keyword.clone(),
            max: IDENTIFIER_BYTES_MAX,
        };
        return Err(SyntaxError::new(argument.end, fault));
    }
    match text.is_empty() {
        true => Err(clause.bad_value("the identifier of a queue manager")),
        false => Ok(text.to_owned()),
    }
}

/// `MQ_Q_MGR_IDENTIFIER_LENGTH`
const IDENTIFIER_BYTES_MAX: usize = 48;

/// Whether a clause says YES; it may be left out.
fn yes(rest: &mut Rest, keyword: &'static str) -> Result<bool, SyntaxError> {
    Ok(word(rest, keyword, &["YES", "NO"])?.is_some_and(|word| word == "YES"))
}
