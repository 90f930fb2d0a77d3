//! What a user who is no administrator must be allowed for a command.
//!
//! Source: "Authorizations for MQSC commands in escape PCFs".

use super::operations::AuthorityOperations;
use crate::command::{About, Act, Command, Defining};
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQZAO_CHANGE, MQZAO_CREATE, MQZAO_DISPLAY};
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{CLASS_PROFILE, Permissions, ProtectedKind, SELF_PROFILE};

/// Refuses a command its user may not give. Displays of several objects are not refused: they
/// leave out what the user may not see.
pub(crate) fn permit(
    operations: &dyn ObjectOperations,
    command: &Command,
) -> Result<(), ObjectError> {
    let Some(authorities) = operations.authorities() else {
        return Ok(());
    };
    if !authorities.is_restricted() {
        return Ok(());
    }
    if command.about == About::Nothing {
        return Ok(());
    }
    let asked = Asked {
        authorities,
        number: command.row.number,
    };
    asked.q_mgr(MQZAO_DISPLAY)?;
    let wanted = command.row.permission;
    match (&command.act, &command.about) {
        (Act::Define(defining), _) => {
            let Defining { kind, name, .. } = defining;
            let there = defining.replace && operations.definition(*kind, name).is_some();
            asked.define(*kind, name, defining.like.as_ref(), there)
        }
        (_, About::Object(kind, name)) => asked.object(*kind, name.as_str(), wanted),
        (_, About::QMgr) => asked.q_mgr(wanted),
        (_, About::Nothing | About::Several) => Ok(()),
    }
}

/// Refuses a user messages of one queue on another one that is none of theirs: a queue may name a streaming queue where the user may
/// change both, or has named it before: `there` answers the queue as it is, and is asked only where that matters.
///
/// Source: "Streaming queues security".
pub(crate) fn permit_stream(
    operations: &dyn ObjectOperations,
    there: impl FnOnce() -> Option<Definition>,
    streaming: &str,
    number: i32,
) -> Result<(), ObjectError> {
    let Some(authorities) = operations.authorities() else {
        return Ok(());
    };
    if streaming.is_empty() || !authorities.is_restricted() {
        return Ok(());
    }
    if there().is_some_and(|there| there.find_text(Attr::Streamq) == Some(streaming)) {
        return Ok(());
    }
    let asked = Asked {
        authorities,
        number,
    };
    asked.object(ObjectKind::QLocal, streaming, MQZAO_CHANGE)
}

/// Whether the user may have the queue manager do what a command asks of it. Nobody hears of it if not.
pub(crate) fn may_ask_q_mgr(operations: &dyn ObjectOperations, command: &Command) -> bool {
    let wanted = Permissions::of(MQZAO_DISPLAY | command.row.permission);
    let may = |authorities: &dyn AuthorityOperations| {
        authorities.may(ProtectedKind::QMgr, SELF_PROFILE, wanted)
    };
    operations.authorities().is_none_or(may)
}

struct Asked<'a> {
    authorities: &'a dyn AuthorityOperations,
    number: i32,
}

impl Asked<'_> {
    /// An object is made like another; it takes the place of one that is `there`.
    fn define(
        &self,
        kind: ObjectKind,
        name: &ObjectName,
        like: Option<&ObjectName>,
        there: bool,
    ) -> Result<(), ObjectError> {
        let source = like.map_or(kind.info().default_object, ObjectName::as_str);
        self.object(kind, source, MQZAO_DISPLAY)?;
        if there {
            self.object(kind, name.as_str(), MQZAO_CHANGE)
        } else {
            self.create(kind)
        }
    }

    fn q_mgr(&self, wanted: i32) -> Result<(), ObjectError> {
        let wanted = Permissions::of(wanted);
        self.authorities
            .permit(ProtectedKind::QMgr, SELF_PROFILE, wanted, self.number)
    }

    fn object(&self, kind: ObjectKind, name: &str, wanted: i32) -> Result<(), ObjectError> {
        if kind == ObjectKind::QMgr {
            return self.q_mgr(wanted);
        }
        let wanted = Permissions::of(wanted);
        self.authorities
            .permit(ProtectedKind::of(kind), name, wanted, self.number)
    }

    /// Objects are made by leave of the queue manager, or of the class they belong to.
    fn create(&self, kind: ObjectKind) -> Result<(), ObjectError> {
        let wanted = Permissions::of(MQZAO_CREATE);
        let everywhere = self
            .authorities
            .may(ProtectedKind::QMgr, SELF_PROFILE, wanted);
        if everywhere {
            return Ok(());
        }
        let kind = ProtectedKind::of(kind);
        self.authorities
            .permit(kind, CLASS_PROFILE, wanted, self.number)
    }
}
