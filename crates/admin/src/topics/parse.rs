//! Understanding the commands.

use super::{Chosen, ChosenType, EngineType, TopicCommand, Which};
use crate::command::asked::{Asked, Fields};
use crate::command::change::{Changes, defined, yes_no};
use crate::command::words::MqscCommand;
use crate::command::{About, Command, Rest, Seen};
use crate::generated::status::{
    ENGINE_FIELDS, SUBSCRIPTION_FIELDS, TOPIC_FIELDS, TOPIC_PUBLISHER_FIELDS,
    TOPIC_SUBSCRIBER_FIELDS,
};
use crate::pattern::NamePattern;
use crate::syntax::clause::Clause;
use crate::syntax::{Fault, SyntaxError};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::from_hex;
use ferromq_mqi::name::ObjectName;

fn about_topics(row: &'static MqscCommand, command: TopicCommand) -> Command {
    // Subscriptions are no objects authority is kept over.
    Command::new(row, About::QMgr, move |operations| {
        super::execute(operations, command)
    })
}

/// The name in parentheses: any text.
fn name_of(clause: &Clause) -> Result<String, SyntaxError> {
    let argument = clause.single()?;
    let name = argument.text.trim_end();
    if name.is_empty() {
        let fault = Fault::BadName(clause.keyword.clone());
        return Err(SyntaxError::new(argument.end, fault));
    }
    Ok(name.to_owned())
}

/// `DEFINE SUB`
pub(crate) fn define(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let name = name_of(object)?;
    let said = defined(ObjectKind::Sub, rest, name_of)?;
    let command = TopicCommand::Define {
        name,
        like: said.like,
        replace: said.replace,
        changes: said.changes,
    };
    Ok(about_topics(row, command))
}

/// `ALTER SUB`
pub(crate) fn alter(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let mut which = which(object, false)?;
    let mut changes = Changes::new(ObjectKind::Sub, |info| info.uses.alterable);
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "SUBID" => {
                changes.seen.once("SUBID", clause)?;
                which.id = Some(id_of(clause)?);
            }
            _ => changes.add(clause)?,
        }
    }
    check_named(&which, object)?;
    let changes = changes.list;
    Ok(about_topics(row, TopicCommand::Alter { which, changes }))
}

/// `DELETE SUB`
pub(crate) fn delete(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let mut which = which(object, false)?;
    let mut seen = Seen::default();
    let mut ignore_missing = false;
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "SUBID" => {
                seen.once("SUBID", clause)?;
                which.id = Some(id_of(clause)?);
            }
            "IGNSTATE" => {
                seen.once("IGNSTATE", clause)?;
                ignore_missing = yes_no(clause)?;
            }
            _ => return Err(SyntaxError::malformed(clause.end)),
        }
    }
    check_named(&which, object)?;
    let command = TopicCommand::Delete {
        which,
        ignore_missing,
    };
    Ok(about_topics(row, command))
}

/// The subscriptions named behind the word: without parentheses the identifier must tell.
fn which(object: &Clause, generic: bool) -> Result<Which, SyntaxError> {
    let names = match &object.arguments {
        None => NamePattern::any(),
        Some(_) if generic => NamePattern::new(object.single()?.text.trim_end()),
        Some(_) => NamePattern::exact(&name_of(object)?),
    };
    Ok(Which { names, id: None })
}

fn check_named(which: &Which, object: &Clause) -> Result<(), SyntaxError> {
    match object.arguments.is_none() && which.id.is_none() {
        true => Err(SyntaxError::malformed(object.end)),
        false => Ok(()),
    }
}

fn id_of(clause: &Clause) -> Result<String, SyntaxError> {
    let argument = clause.single()?;
    let digits = argument.text.trim().to_ascii_uppercase();
    match from_hex(&digits).is_some_and(|bytes| bytes.len() == 24) {
        true => Ok(digits),
        false => Err(clause.bad_value("48 hexadecimal digits")),
    }
}

/// `DISPLAY SUB`
pub(crate) fn display(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let fields = Fields::Attributes(&[ObjectKind::Sub]);
    let (which, chosen, asked) = display_subscriptions(fields, object, rest)?;
    let query = asked.finish(is_one(&which));
    let command = TopicCommand::Display {
        which,
        chosen,
        query,
    };
    Ok(about_topics(row, command))
}

/// `DISPLAY SBSTATUS`
pub(crate) fn display_status(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let fields = Fields::Table(SUBSCRIPTION_FIELDS);
    let (which, chosen, asked) = display_subscriptions(fields, object, rest)?;
    let query = asked.finish(is_one(&which));
    let command = TopicCommand::DisplayStatus {
        which,
        chosen,
        query,
    };
    Ok(about_topics(row, command))
}

fn is_one(which: &Which) -> bool {
    which.id.is_some() || !which.names.is_generic()
}

fn display_subscriptions<'a>(
    fields: Fields<'a>,
    object: &Clause,
    rest: &mut Rest,
) -> Result<(Which, Chosen, Asked<'a>), SyntaxError> {
    let mut which = which(object, true)?;
    let mut chosen = Chosen {
        subtype: ChosenType::OfUsers,
        ..Chosen::default()
    };
    let mut asked = Asked::new(fields);
    for clause in &rest.clauses {
        let given = clause.arguments.is_some();
        match clause.keyword.as_str() {
            "SUBID" if given => {
                asked.seen.once("SUBID", clause)?;
                which.id = Some(id_of(clause)?);
            }
            "DURABLE" if given => {
                asked.seen.once("DURABLE", clause)?;
                chosen.durable = match clause.single()?.text.as_str() {
                    "ALL" => None,
                    "YES" => Some(true),
                    "NO" => Some(false),
                    _ => return Err(clause.bad_value("ALL, YES or NO")),
                };
            }
            "SUBTYPE" if given => {
                asked.seen.once("SUBTYPE", clause)?;
                chosen.subtype = subtype(clause)?;
            }
            "SUMMARY" => clause.bare()?,
            _ => asked.take(clause)?,
        }
    }
    check_named(&which, object)?;
    Ok((which, chosen, asked))
}

fn subtype(clause: &Clause) -> Result<ChosenType, SyntaxError> {
    Ok(match clause.single()?.text.as_str() {
        "ALL" => ChosenType::All,
        "USER" => ChosenType::OfUsers,
        "ADMIN" => ChosenType::Only(MQSUBTYPE_ADMIN),
        "API" => ChosenType::Only(MQSUBTYPE_API),
        "PROXY" => ChosenType::Only(MQSUBTYPE_PROXY),
        _ => return Err(clause.bad_value("ADMIN, ALL, API, PROXY or USER")),
    })
}

/// What `DISPLAY TPSTATUS` shows of each topic.
enum Of {
    Topics,
    Subscribers,
    Publishers,
}

/// `DISPLAY TPSTATUS`
pub(crate) fn display_topics(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let pattern = object.single()?.text.trim_end().to_owned();
    let mut of = Of::Topics;
    for clause in rest
        .clauses
        .iter()
        .filter(|clause| clause.keyword == "TYPE")
    {
        of = match clause.single()?.text.as_str() {
            "TOPIC" => Of::Topics,
            "SUB" => Of::Subscribers,
            "PUB" => Of::Publishers,
            _ => return Err(clause.bad_value("PUB, SUB or TOPIC")),
        };
    }
    let mut asked = Asked::new(Fields::Table(match of {
        Of::Topics => TOPIC_FIELDS,
        Of::Subscribers => TOPIC_SUBSCRIBER_FIELDS,
        Of::Publishers => TOPIC_PUBLISHER_FIELDS,
    }));
    for clause in rest
        .clauses
        .iter()
        .filter(|clause| clause.keyword != "TYPE")
    {
        asked.take(clause)?;
    }
    let single = !pattern.contains(['#', '+']);
    let query = asked.finish(single);
    let command = match of {
        Of::Topics => TopicCommand::DisplayTopics { pattern, query },
        Of::Subscribers => TopicCommand::DisplayTopicSubscribers { pattern, query },
        Of::Publishers => TopicCommand::DisplayTopicPublishers { pattern, query },
    };
    Ok(about_topics(row, command))
}

/// `DISPLAY PUBSUB`
pub(crate) fn display_engine(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    object.bare()?;
    let mut of = EngineType::All;
    let mut asked = Asked::new(Fields::Table(ENGINE_FIELDS));
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "TYPE" if clause.arguments.is_some() => {
                of = match clause.single()?.text.as_str() {
                    "ALL" => EngineType::All,
                    "LOCAL" => EngineType::Local,
                    "CHILD" => EngineType::Child,
                    "PARENT" => EngineType::Parent,
                    _ => return Err(clause.bad_value("ALL, CHILD, LOCAL or PARENT")),
                };
            }
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(true);
    Ok(about_topics(row, TopicCommand::DisplayEngine { of, query }))
}

/// `REFRESH QMGR TYPE(PROXYSUB)`
pub(crate) fn refresh_proxies(row: &'static MqscCommand) -> Command {
    about_topics(row, TopicCommand::RefreshProxies)
}

/// `RESET QMGR TYPE(PUBSUB)`
pub(crate) fn cancel_relation(
    row: &'static MqscCommand,
    q_mgr: ObjectName,
    is_parent: bool,
) -> Command {
    about_topics(row, TopicCommand::CancelRelation { q_mgr, is_parent })
}

/// `CLEAR TOPICSTR(topic) CLRTYPE(RETAINED)`.
pub(crate) fn clear(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let topic = object.single()?.text.trim_end().to_owned();
    let mut kind = false;
    for clause in &rest.clauses {
        match (clause.keyword.as_str(), clause.single()?.text.as_str()) {
            ("CLRTYPE", "RETAINED") => kind = true,
            ("CLRTYPE", _) => return Err(clause.bad_value("RETAINED")),
            ("SCOPE", "LOCAL") => {}
            ("SCOPE", _) => return Err(clause.bad_value("LOCAL")),
            _ => return Err(SyntaxError::malformed(clause.end)),
        }
    }
    if !kind {
        return Err(SyntaxError::new(rest.text_end, Fault::Missing("CLRTYPE")));
    }
    Ok(about_topics(row, TopicCommand::ClearRetained { topic }))
}
