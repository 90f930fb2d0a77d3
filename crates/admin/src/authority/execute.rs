//! Carrying out the commands about authority.

use super::operations::AuthorityOperations;
use super::{AuthorityCommand, Matching, RecordQuery, Shown};
use crate::display::record::{Choice, FieldValue, Head, Record};
use crate::message;
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use crate::reply::{Reply, ReplyItem, Shown as ShownRecord};
use ferromq_mqi::generated::notices::{AMQ8459, AMQ8862, AMQ8863, AMQ8864, AMQ8865, AMQ8866};
use ferromq_mqi::notice::Notice;
use ferromq_qmgr::{AuthorityRecord, EntityKind, EntityName, Permissions, Profile, SELF_PROFILE};

/// The version of the interface the authority service has: that of `MQZAS_VERSION_6`.
const SERVICE_VERSION: i32 = 6;
const SERVICE_NAME: &str = "FerroMQ.auth.service";

/// Carries out a command and says how it went.
pub(super) fn execute(operations: &dyn ObjectOperations, command: AuthorityCommand) -> Reply {
    let Some(operations) = operations.authorities() else {
        let text = message::command_failed("nobody keeps authority records");
        return Reply::failed(text);
    };
    match command {
        AuthorityCommand::Set(change) => {
            let name = change.profile.as_str().to_owned();
            let result = operations.set_authority(&change);
            answer(result, &AMQ8862, |error| message::refused(error, &name))
        }
        AuthorityCommand::Delete(change) => {
            let name = change.profile.as_str().to_owned();
            let result = operations.delete_authority(&change);
            answer(result, &AMQ8863, |error| match error {
                ObjectError::NotFound => message::line(&AMQ8459, &[]),
                error => message::refused(error, &name),
            })
        }
        AuthorityCommand::Display(query) => display(operations, &query),
        AuthorityCommand::DisplayEntity {
            entity,
            kind,
            name,
            shown,
        } => {
            let permissions = operations.permissions_of(&entity, kind, &name);
            let mut record = Record::default();
            record.text("OBJNAME", name);
            push_entity(&mut record, &entity);
            record.text("OBJTYPE", kind.word());
            push_permissions(&mut record, permissions);
            done(show(&AMQ8866, &["OBJNAME"], record, &shown))
        }
        AuthorityCommand::DisplayService(shown) => {
            let mut record = Record::default();
            record.text("SERVCOMP", SERVICE_NAME);
            record.int("IFVER", SERVICE_VERSION);
            record.yes_no("UIDSUPP", true);
            done(show(&AMQ8865, &["SERVCOMP"], record, &shown))
        }
    }
}

fn done(shown: ShownRecord) -> Reply {
    Reply::shown(vec![shown], String::new)
}

fn answer(
    result: Result<(), ObjectError>,
    success: &Notice,
    failure: impl FnOnce(&ObjectError) -> String,
) -> Reply {
    match result {
        Ok(()) => Reply::done(message::line(success, &[])),
        Err(error) => Reply::failed(failure(&error)),
    }
}

/// The records a query asks for.
pub(super) fn found(
    operations: &dyn AuthorityOperations,
    query: &RecordQuery,
) -> Vec<AuthorityRecord> {
    match (query.matching, &query.entity, query.kind) {
        (Matching::Membership, Some(entity), Some(kind)) => {
            let name = query.profile.as_deref().unwrap_or(SELF_PROFILE);
            operations.records_of(entity, kind, name)
        }
        _ => {
            let mut all = operations.authority_records();
            all.retain(|record| is_asked_for(record, query));
            all
        }
    }
}

fn display(operations: &dyn AuthorityOperations, query: &RecordQuery) -> Reply {
    let mut found = found(operations, query).into_iter();
    let chosen = query.shown.clone();
    let next = move |_: &dyn ObjectOperations| {
        let found = found.next()?;
        let mut record = Record::default();
        record.text("PROFILE", found.profile.as_str());
        push_entity(&mut record, &found.entity);
        record.text("OBJTYPE", found.kind.word());
        push_permissions(&mut record, found.permissions);
        let shown = show(&AMQ8864, &["PROFILE", "OBJTYPE"], record, &chosen);
        Some(ReplyItem::Shown(shown))
    };
    Reply::more(Box::new(next), Some(message::line(&AMQ8459, &[])))
}

fn is_asked_for(record: &AuthorityRecord, query: &RecordQuery) -> bool {
    let profile = query.profile.as_deref().is_none_or(|asked| {
        // A generic name means the profile that is called so.
        let exactly = query.matching == Matching::Exact
            || Profile::parse(asked).is_ok_and(|asked| asked.is_generic());
        record.profile.as_str() == asked || (!exactly && record.profile.matches(asked))
    });
    profile
        && query.kind.is_none_or(|kind| record.kind == kind)
        && query
            .entity
            .as_ref()
            .is_none_or(|entity| record.entity == *entity)
}

fn push_entity(record: &mut Record, entity: &EntityName) {
    record.text("ENTITY", entity.name.as_str());
    let kind: EntityKind = entity.kind;
    record.text("ENTTYPE", kind.word());
}

fn push_permissions(record: &mut Record, permissions: Permissions) {
    let words = permissions.words();
    let list = match words.is_empty() {
        true => vec!["NONE".to_owned()],
        false => words.into_iter().map(str::to_owned).collect(),
    };
    record.push("AUTHLIST", FieldValue::List(list));
}

fn show(
    heading: &'static Notice,
    always: &'static [&'static str],
    record: Record,
    shown: &Shown,
) -> ShownRecord {
    let head = Head {
        always,
        line_of_its_own: false,
    };
    let choice = Choice {
        all: shown.is_empty(),
        keywords: shown.clone(),
    };
    ShownRecord::chosen(heading, head, record, choice)
}
