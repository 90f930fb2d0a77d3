//! DISPLAY of objects, of one kind or several.

use super::asked::{Asked, Fields};
use super::words::{MqscCommand, MqscObject};
use super::{About, Command, Rest, name_pattern};
use crate::display::filter::FieldSpec;
use crate::execute;
use crate::generated::status::{CLUSTER_QUEUE_FIELDS, CLUSTER_TOPIC_FIELDS, OTHER_CHANNEL_FIELDS};
use crate::syntax::SyntaxError;
use crate::syntax::clause::Clause;
use ferromq_mqi::attribute::ObjectKind;

/// DISPLAY of objects, which takes the attributes of all that share their names.
pub(crate) fn display(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let kinds = row.object.kinds;
    let others = ObjectKind::ALL.into_iter();
    let same = |kind: &ObjectKind| {
        let of_type = |one: &ObjectKind| one.object_type() == kind.object_type();
        kinds.iter().any(of_type)
    };
    let attributes_of: Vec<ObjectKind> = others.filter(same).collect();
    display_objects(row, kinds, &attributes_of, object, rest)
}

pub(super) fn display_objects(
    row: &'static MqscCommand,
    kinds: &[ObjectKind],
    attributes_of: &[ObjectKind],
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    let queues = attributes_of.iter().any(|kind| kind.is_queue());
    let names = name_pattern(object)?;
    let mut kinds = kinds.to_vec();
    let others = others_of(attributes_of);
    let mut asked = Asked::new(Fields::AttributesAnd(attributes_of, others));
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "TYPE" | "QTYPE" if clause.arguments.is_some() && queues => {
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
            "CLUSINFO" if queues => clause.bare()?,
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(!names.is_generic());
    let kind = kinds.first().or(attributes_of.first()).copied();
    let about = kind.map_or(About::Several, |kind| About::names(kind, &names));
    Ok(Command::new(row, about, move |operations| {
        execute::display_objects(operations, &kinds, &names, &query)
    }))
}

/// Keywords of such objects that none here has.
fn others_of(kinds: &[ObjectKind]) -> &'static [FieldSpec] {
    match kinds {
        [ObjectKind::Topic] => CLUSTER_TOPIC_FIELDS,
        [kind, ..] if kind.is_channel() => OTHER_CHANNEL_FIELDS,
        [kind, ..] if kind.is_queue() => CLUSTER_QUEUE_FIELDS,
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
    if argument.text == "ALL" {
        return Ok(ObjectKind::ALL
            .into_iter()
            .filter(|kind| kind.is_queue())
            .collect());
    }
    match MqscObject::from_word(&argument.text) {
        Some(MqscObject {
            word: "QCLUSTER", ..
        }) => Ok(Vec::new()),
        Some(MqscObject { kinds: [kind], .. }) if kind.is_queue() => Ok(vec![*kind]),
        _ => Err(clause.bad_value("QALIAS, QLOCAL, QMODEL, QREMOTE, QCLUSTER or ALL")),
    }
}
