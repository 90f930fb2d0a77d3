//! What `dspmqaut` and `dmpmqaut` ask a running queue manager. Answers are lines of fields with
//! tabs between.

use super::execute::found;
use super::{AuthorityOperations, Matching, RecordQuery};
use crate::running::Administered;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{AMQ8147, AMQ8871};
use ferromq_qmgr::{EntityKind, EntityName, Profile, ProtectedKind};
use std::fmt::Write;

type Reply = (String, CommandOutcome);

/// A word that stands for nothing in particular.
const ANY: &str = "-";

/// `HELD kind name PRINCIPAL|GROUP entity`: what an entity may do with an object, one word a line.
pub(crate) fn held(administered: &Administered, words: &[&str]) -> Reply {
    let asked = match words {
        [kind, name, entity_kind, entity] => ProtectedKind::from_word(kind)
            .zip(Profile::parse(name).ok())
            .zip(named(entity_kind, entity)),
        _ => None,
    };
    let Some(((kind, profile), entity)) = asked else {
        return (String::new(), CommandOutcome::SyntaxError);
    };
    if !administered.has_object(kind, &profile) {
        return failed(&AMQ8147, profile.as_str());
    }
    if !administered.knows(&entity) {
        return failed(&AMQ8871, "");
    }
    let permissions = administered.permissions_of(&entity, kind, profile.as_str());
    let lines = permissions.listed().join("\n");
    (lines, CommandOutcome::Done)
}

/// `AUTHORITIES PROFILE|EXACT|MEMBERSHIP kind profile PRINCIPAL|GROUP entity`, with a dash for
/// what is not asked for: records, each as profile, kind, kind of entity, entity, permissions.
pub(crate) fn authorities(administered: &Administered, words: &[&str]) -> Reply {
    let Some(query) = query(words) else {
        return (String::new(), CommandOutcome::SyntaxError);
    };
    let mut text = String::new();
    for record in found(administered, &query) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}\t{}\t{}\t{}\t{}",
            record.profile.as_str(),
            record.kind.word().to_ascii_lowercase(),
            record.entity.kind.word().to_ascii_lowercase(),
            record.entity,
            record.permissions.listed().join(" "),
        );
    }
    (text, CommandOutcome::Done)
}

fn query(words: &[&str]) -> Option<RecordQuery> {
    let [matching, kind, profile, entity_kind, entity] = words else {
        return None;
    };
    Some(RecordQuery {
        matching: match *matching {
            "PROFILE" => Matching::Profile,
            "EXACT" => Matching::Exact,
            "MEMBERSHIP" => Matching::Membership,
            _ => return None,
        },
        kind: match *kind {
            ANY => None,
            word => Some(ProtectedKind::from_word(word)?),
        },
        profile: match *profile {
            ANY => None,
            text => Some(Profile::parse(text).ok()?.as_str().to_owned()),
        },
        entity: match *entity_kind {
            ANY => None,
            kind => Some(named(kind, entity)?),
        },
        shown: Vec::new(),
    })
}

fn named(kind: &str, name: &str) -> Option<EntityName> {
    let kind = [EntityKind::Principal, EntityKind::Group]
        .into_iter()
        .find(|known| known.word() == kind)?;
    Some(EntityName {
        kind,
        name: name.to_owned(),
    })
}

fn failed(notice: &ferromq_mqi::notice::Notice, value: &str) -> Reply {
    let number = notice.id;
    (format!("{number}\t{value}\n"), CommandOutcome::Failed)
}
