//! Channel and connection authentication, as commands and edges see them.

use crate::deliver::cause::Cause;
use crate::deliver::configuration::{tell_change, tells_changes};
use crate::objects::operations::changed_bytes;
use crate::objects::rules::{RuleAction, RuleError, authentication, set};
use crate::queue_manager::QueueManager;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQCHLA_DISABLED;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::Origin;
use ferromq_security::{ConnectionAuthentication, Rules};
use std::collections::BTreeMap;
use std::sync::Arc;

impl QueueManager {
    /// `SET CHLAUTH`: sets, changes or removes channel authentication records. The attributes
    /// have to include `CHLAUTH` and `TYPE`. In force and durable on return.
    ///
    /// # Errors
    /// See [`RuleError`].
    pub fn set_rule(&self, changes: &[(Attr, Value)], action: RuleAction) -> Result<(), RuleError> {
        let set = || set(&self.engine, changes, action);
        // A list may be longer by what is there already.
        let there = || {
            let all = self.definitions(ObjectKind::ChlAuth).into_iter();
            all.max_by_key(|one| one.encode().len())
        };
        let tells = tells_changes(&self.engine);
        let before = tells.then(|| self.definitions(ObjectKind::ChlAuth));
        let logged = self.once_there_is_room(|| changed_bytes(there(), changes), set)?;
        self.settle(&logged)?;
        if let Some(before) = before {
            self.tell_rules(before);
        }
        Ok(())
    }

    /// Tells which records are other than they were.
    fn tell_rules(&self, before: Vec<Definition>) {
        let by_name = |all: Vec<Definition>| -> BTreeMap<ObjectName, Definition> {
            all.into_iter().map(|one| (one.name(), one)).collect()
        };
        let (mut before, after) = (by_name(before), self.definitions(ObjectKind::ChlAuth));
        let cause = Cause::under_way();
        for after in after {
            let was = before.remove(&after.name());
            if was.as_ref() != Some(&after) {
                tell_change(&self.engine, &cause, was.as_ref(), Some(&after));
            }
        }
        for gone in before.values() {
            tell_change(&self.engine, &cause, Some(gone), None);
        }
    }

    /// The channel authentication records in force, or nothing while `CHLAUTH` of the queue
    /// manager is `DISABLED`.
    #[must_use]
    pub fn rules(&self) -> Option<Arc<Rules>> {
        if self.engine.q_mgr_int(Attr::Chlauth) == MQCHLA_DISABLED {
            return None;
        }
        Some(Arc::clone(&self.engine.access.rules.read()))
    }

    /// Connection authentication as it was when the queue manager started or when it was last
    /// refreshed; nothing if `CONNAUTH` was blank.
    #[must_use]
    pub fn connection_authentication(&self) -> Option<Arc<ConnectionAuthentication>> {
        self.engine.access.authentication.read().clone()
    }

    /// Whether a user administers the queue manager. May ask the system, so it may be slow; the
    /// answer is kept until users are asked for again. Where there is no user database nobody does.
    ///
    /// # Errors
    /// `MQRC_SECURITY_ERROR` where the system cannot say, which operators are told. Who then takes a user for none that administers lets
    /// in whom records keep out.
    pub fn administers(&self, user: &str) -> Result<bool, Reason> {
        let found = self.engine.authority.named(user);
        let found = found.map_err(|why| self.unanswered(user, &why))?;
        Ok(found.is_some_and(|found| found.is_administrator()))
    }

    /// The same of whoever stands behind a connection, by the number where there is one.
    ///
    /// # Errors
    /// As [`Self::administers`].
    pub fn origin_administers(&self, origin: &Origin) -> Result<bool, Reason> {
        let found = self.engine.authority.connected(origin);
        let found = found.map_err(|why| self.unanswered(origin.user_id.as_str(), &why))?;
        Ok(found.is_some_and(|found| found.is_administrator()))
    }

    /// `REFRESH SECURITY TYPE(CONNAUTH)`: what `CONNAUTH` and its object say counts from now on.
    pub fn refresh_connection_authentication(&self) {
        let now = authentication(&self.engine).map(Arc::new);
        *self.engine.access.authentication.write() = now;
    }
}
