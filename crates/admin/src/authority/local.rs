//! What `dspmqaut` and `dmpmqaut` order of a running queue manager.

use super::execute::found;
use super::operations::AuthorityOperations;
use super::{Matching, RecordQuery};
use crate::answered::Answered;
use crate::running::Administered;
use ferromq_mqi::generated::notices::{AMQ8147, AMQ8404, AMQ8871};
use ferromq_mqi::local::{LocalAnswer, LocalAuthority};
use ferromq_qmgr::{EntityName, Profile, ProtectedKind};

/// What an entity may do with an object.
pub(crate) fn held(
    administered: &Administered,
    kind: ProtectedKind,
    name: &str,
    entity: &EntityName,
) -> Answered {
    let profile = match Profile::parse(name) {
        Ok(profile) => profile,
        Err(error) => return Answered::failed(&AMQ8404, &[&error]),
    };
    if !administered.has_object(kind, &profile) {
        return Answered::failed(&AMQ8147, &[&profile.as_str()]);
    }
    if !administered.knows(entity) {
        return Answered::failed(&AMQ8871, &[]);
    }
    let held = LocalAuthority {
        kind,
        entity: entity.clone(),
        permissions: administered.permissions_of(entity, kind, profile.as_str()),
        profile: profile.as_str().to_owned(),
    };
    Answered::done(vec![LocalAnswer::Authority(held)])
}

/// The records that are asked for.
pub(crate) fn authorities(
    administered: &Administered,
    matching: Matching,
    kind: Option<ProtectedKind>,
    profile: &Option<String>,
    entity: &Option<EntityName>,
) -> Answered {
    let query = RecordQuery {
        matching,
        kind,
        profile: match profile.as_deref().map(Profile::parse) {
            None => None,
            Some(Ok(profile)) => Some(profile.as_str().to_owned()),
            Some(Err(error)) => return Answered::failed(&AMQ8404, &[&error]),
        },
        entity: entity.clone(),
        shown: Vec::new(),
    };
    let records = found(administered, &query).into_iter();
    let answers = records.map(|record| {
        LocalAnswer::Authority(LocalAuthority {
            profile: record.profile.as_str().to_owned(),
            kind: record.kind,
            entity: record.entity,
            permissions: record.permissions,
        })
    });
    Answered::done(answers.collect())
}
