//! DISPLAY of objects, of one kind or several.

use super::asked::{Asked, Fields};
use super::words::MqscCommand;
use super::{About, Command, Rest, name_pattern};
use crate::display::cluster::{is_told, shared_beside};
use crate::display::filter::FieldSpec;
use crate::execute;
use crate::generated::status::OTHER_CHANNEL_FIELDS;
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
    if kinds.iter().copied().all(is_told) {
        return display_objects(row, kinds, kinds, object, rest);
    }
    let others = ObjectKind::ALL.into_iter();
    let same = |kind: &ObjectKind| {
        let of_type = |one: &ObjectKind| one.object_type() == kind.object_type();
        kinds.iter().any(of_type)
    };
    let mut attributes_of: Vec<ObjectKind> = others.filter(same).collect();
    attributes_of.extend(shared_beside(&attributes_of));
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
    let topics = attributes_of.contains(&ObjectKind::Topic);
    let shared = shared_beside(attributes_of);
    let names = name_pattern(object)?;
    let mut kinds = kinds.to_vec();
    let mut shows_shared = false;
    let others = others_of(attributes_of);
    let mut asked = Asked::new(Fields::AttributesAnd(attributes_of, others));
    for clause in &rest.clauses {
        match clause.keyword.as_str() {
            "TYPE" | "QTYPE" if clause.arguments.is_some() && queues => {
                asked.seen.once("TYPE", clause)?;
                match queue_kinds(clause)? {
                    Some(chosen) => kinds.retain(|kind| chosen.contains(kind)),
                    None => {
                        kinds.clear();
                        shows_shared = true;
                    }
                }
            }
            "TYPE" if clause.arguments.is_some() && topics => {
                asked.seen.once("TYPE", clause)?;
                let (own, of_clusters) = topics_meant(clause)?;
                shows_shared |= of_clusters;
                if !own {
                    kinds.clear();
                }
            }
            "CLUSINFO" if queues || topics => {
                asked.seen.once("CLUSINFO", clause)?;
                clause.bare()?;
                shows_shared = true;
            }
            _ => asked.take(clause)?,
        }
    }
    let query = asked.finish(!names.is_generic());
    let kind = kinds.first().or(attributes_of.first()).copied();
    kinds.extend(shared.filter(|_| shows_shared));
    let about = match kind {
        // The queue manager's to show, whoever's they are.
        Some(kind) if is_told(kind) => About::QMgr,
        Some(kind) => About::names(kind, &names),
        None => About::Several,
    };
    Ok(Command::new(row, about, move |operations| {
        execute::display_objects(operations, &kinds, &names, &query)
    }))
}

/// Keywords of such objects that none here has.
fn others_of(kinds: &[ObjectKind]) -> &'static [FieldSpec] {
    match kinds {
        [kind, ..] if kind.is_channel() => OTHER_CHANNEL_FIELDS,
        _ => &[],
    }
}

/// Whether the queue manager's own topics are meant, and whether those of clusters are.
fn topics_meant(clause: &Clause) -> Result<(bool, bool), SyntaxError> {
    match clause.single()?.text.as_str() {
        "CLUSTER" => Ok((false, true)),
        "LOCAL" => Ok((true, false)),
        "ALL" => Ok((true, true)),
        _ => Err(clause.bad_value("LOCAL, CLUSTER or ALL")),
    }
}

/// The kinds of queues that are meant; none for those of clusters alone.
fn queue_kinds(clause: &Clause) -> Result<Option<Vec<ObjectKind>>, SyntaxError> {
    let word = clause.single()?.text.as_str();
    let mut queues = ObjectKind::ALL.into_iter().filter(|kind| kind.is_queue());
    match word {
        "ALL" => return Ok(Some(queues.collect())),
        "QCLUSTER" | "QC" => return Ok(None),
        _ => {}
    }
    match queues.find(|kind| kind.keyword() == word || kind.info().short == word) {
        Some(kind) => Ok(Some(vec![kind])),
        None => Err(clause.bad_value("QALIAS, QLOCAL, QMODEL, QREMOTE, QCLUSTER or ALL")),
    }
}
