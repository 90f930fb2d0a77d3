//! DISPLAY of kinds of objects that are not there at this level. Nobody can define one, so none is found:
//! programs that ask for every kind in turn are answered as by a system that has none of them.
//!
//! Keywords: "DISPLAY CLUSQMGR".

use super::asked::{Asked, Fields};
use super::objects::display_objects;
use super::words::MqscCommand;
use super::{About, Command, Rest, name_pattern};
use crate::display::filter::FieldSpec;
use crate::generated::status::CLUSTER_Q_MGR_FIELDS;
use crate::message;
use crate::reply::Reply;
use crate::syntax::SyntaxError;
use crate::syntax::clause::Clause;
use ferromq_mqi::attribute::ObjectKind;

/// `DISPLAY QCLUSTER`
pub(crate) fn cluster_queues(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let queues = ObjectKind::ALL.into_iter().filter(|kind| kind.is_queue());
    let queues: Vec<ObjectKind> = queues.collect();
    display_objects(row, &[], &queues, object, rest)
}

/// `DISPLAY TCLUSTER`
pub(crate) fn cluster_topics(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    display_objects(row, &[], &[ObjectKind::Topic], object, rest)
}

/// `DISPLAY CLUSQMGR`, which may be narrowed by the generic name of a channel.
pub(crate) fn cluster_queue_managers(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    rest.clauses
        .retain(|clause| clause.keyword != "CHANNEL" || clause.single().is_err());
    nothing(row, CLUSTER_Q_MGR_FIELDS, object, rest)
}

/// The display of something that has these fields, and of which there is none.
fn nothing(
    row: &'static MqscCommand,
    fields: &'static [FieldSpec],
    object: &Clause,
    rest: &Rest,
) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let mut asked = Asked::new(Fields::Table(fields));
    for clause in &rest.clauses {
        asked.take(clause)?;
    }
    Ok(Command::new(row, About::Several, move |_| {
        Reply::failed(message::not_found(names.as_str()))
    }))
}
