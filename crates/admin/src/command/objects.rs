//! DISPLAY of objects, of one kind or several.

use super::absent::{CLUSTER_QUEUE_FIELDS, CLUSTER_TOPIC_FIELDS, OTHER_CHANNEL_FIELDS};
use super::asked::{Asked, Fields};
use super::words::Noun;
use super::{Command, Rest, name_pattern};
use crate::display::status::FieldSpec;
use crate::syntax::SyntaxError;
use crate::syntax::clause::Clause;
use ferromq_mqi::attribute::ObjectKind;

pub(super) const QUEUES: [ObjectKind; 4] = [
    ObjectKind::QLocal,
    ObjectKind::QModel,
    ObjectKind::QAlias,
    ObjectKind::QRemote,
];

pub(super) fn display_objects(
    kinds: &[ObjectKind],
    attributes_of: &[ObjectKind],
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let names = name_pattern(object)?;
    let mut kinds = kinds.to_vec();
    let others = others_of(attributes_of);
    let mut asked = Asked::new(Fields::AttributesAnd(attributes_of, others));
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "TYPE" | "QTYPE" if clause.arguments.is_some() && attributes_of == QUEUES => {
                asked.seen.once("TYPE", clause)?;
                let chosen = queue_kinds(clause)?;
                kinds.retain(|kind| chosen.contains(kind));
            }
            "TYPE" if clause.arguments.is_some() && attributes_of == [ObjectKind::Topic] => {
                asked.seen.once("TYPE", clause)?;
                if topics_of_clusters(clause)? {
                    kinds.clear();
                }
            }
            // Cluster information is not there yet; asking for it is no mistake.
            "CLUSINFO" if attributes_of == QUEUES => clause.bare()?,
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(!names.is_generic());
    Ok(Command::DisplayObjects {
        kinds,
        names,
        query,
    })
}

/// Keywords of such objects that none here has.
fn others_of(kinds: &[ObjectKind]) -> &'static [FieldSpec] {
    match kinds {
        [ObjectKind::Topic] => CLUSTER_TOPIC_FIELDS,
        [kind, ..] if kind.is_channel() => OTHER_CHANNEL_FIELDS,
        _ if kinds == QUEUES => CLUSTER_QUEUE_FIELDS,
        _ => &[],
    }
}

/// Whether only topics are meant that came by a cluster.
fn topics_of_clusters(clause: &Clause) -> Result<bool, SyntaxError> {
    match clause.single()?.text.as_str() {
        "CLUSTER" => Ok(true),
        "LOCAL" | "ALL" => Ok(false),
        _ => Err(clause.bad_value("LOCAL, CLUSTER or ALL")),
    }
}

fn queue_kinds(clause: &Clause) -> Result<Vec<ObjectKind>, SyntaxError> {
    let argument = clause.single()?;
    match Noun::from_word(&argument.text) {
        Some(Noun::Object(kind)) if kind.is_queue() => Ok(vec![kind]),
        Some(Noun::NotBuilt("QCLUSTER")) => Ok(Vec::new()),
        None if argument.text == "ALL" => Ok(QUEUES.to_vec()),
        _ => Err(clause.bad_value("QALIAS, QLOCAL, QMODEL, QREMOTE, QCLUSTER or ALL")),
    }
}
