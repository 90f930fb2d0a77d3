//! Message lines. The sentences are in the table of notices; this says which one belongs where.

use crate::outcome::ObjectError;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::notices::{
    AMQ8101, AMQ8135, AMQ8143, AMQ8144, AMQ8147, AMQ8148, AMQ8149, AMQ8150, AMQ8151, AMQ8156,
    AMQ8404, AMQ8405, AMQ8406, AMQ8413, AMQ8871,
};
use ferromq_mqi::notice::Notice;
use std::fmt::Display;

/// Characters of a command that is too long that are shown.
const CUT_CHARS: usize = 72;

/// The notice as a line of output.
pub(crate) fn line(notice: &Notice, values: &[&dyn Display]) -> String {
    notice.line(values) + "\n"
}

/// The notice that an object was created.
pub(crate) fn created(kind: ObjectKind) -> String {
    told(kind.info().created)
}

/// The notice that an object was changed.
pub(crate) fn changed(kind: ObjectKind) -> String {
    told(kind.info().changed)
}

/// The notice that an object was deleted.
pub(crate) fn deleted(kind: ObjectKind) -> String {
    told(kind.info().deleted)
}

/// Nothing of kinds that have commands of their own.
fn told(notice: Option<&Notice>) -> String {
    notice.map_or_else(String::new, |notice| line(notice, &[]))
}

/// That there is no such object.
pub(crate) fn not_found(object: &str) -> String {
    line(&AMQ8147, &[&object])
}

/// That a command cannot be carried out, and why.
pub(crate) fn command_failed(why: &str) -> String {
    line(&AMQ8404, &[&why])
}

/// Why an operation on an object of a kind was refused. Some kinds have numbers of their own for
/// what happens most.
pub(crate) fn refused_for(kind: ObjectKind, error: &ObjectError, object: &str) -> String {
    match error {
        ObjectError::AlreadyExists => line(kind.info().exists, &[&object]),
        ObjectError::NotFound => line(kind.info().missing, &[&object]),
        _ => refused(error, object),
    }
}

/// Why an operation on an object was refused.
pub(crate) fn refused(error: &ObjectError, object: &str) -> String {
    match error {
        ObjectError::NotFound => not_found(object),
        ObjectError::AlreadyExists => line(&AMQ8150, &[&object]),
        ObjectError::WrongKind { .. } => line(&AMQ8151, &[&object]),
        ObjectError::InUse => line(&AMQ8148, &[&object]),
        ObjectError::NotEmpty => line(&AMQ8143, &[]),
        ObjectError::Conflict(text) | ObjectError::NotPossible(text) => command_failed(text),
        ObjectError::Notice(notice) => line(notice, &[]),
        ObjectError::Damaged => line(&AMQ8149, &[&object]),
        ObjectError::NotAuthorized => line(&AMQ8135, &[]),
        ObjectError::UnknownEntity => line(&AMQ8871, &[]),
        ObjectError::LogFull => line(&AMQ8144, &[]),
        ObjectError::Quiescing => line(&AMQ8156, &[]),
        ObjectError::Other(reason) => line(&AMQ8101, &[reason]),
    }
}

/// Where a command stopped making sense.
pub(crate) fn segment(shown: &str) -> String {
    format!("{}{shown}\n\n", line(&AMQ8405, &[]))
}

/// That the input ended in the middle of a command.
pub(crate) fn unexpected_end() -> String {
    line(&AMQ8406, &[])
}

/// That a command is longer than commands may be.
pub(crate) fn command_too_long(text: &str) -> String {
    let shown: String = text.chars().take(CUT_CHARS).collect();
    let limit = crate::syntax::COMMAND_BYTES_MAX;
    segment(&shown)
        + &line(
            &AMQ8413,
            &[&format!("a command holds at most {limit} bytes")],
        )
}
