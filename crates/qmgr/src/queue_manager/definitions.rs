//! Changes of objects by command.

use crate::deliver::cause::Cause;
use crate::deliver::configuration::tell_change;
use crate::objects::clear;
use crate::objects::dynamic::is_managed;
use crate::objects::failure::ObjectError;
use crate::objects::operations::{self, Changed, Defined, changed_bytes};
use crate::queue_manager::QueueManager;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQEVR_ENABLED;
use ferromq_mqi::name::ObjectName;

impl QueueManager {
    /// Defines an object, durable on return.
    ///
    /// # Errors
    /// See [`ObjectError`].
    pub fn define(&self, definition: Definition, replace: bool) -> Result<Defined, ObjectError> {
        let define = || operations::define(&self.engine, definition.clone(), replace);
        let (defined, changed, logged) =
            self.once_there_is_room(|| definition.encode().len(), define)?;
        self.settle(&logged)?;
        self.tell_changed(&changed);
        self.statistics_may_begin(definition.kind(), &definition.name());
        Ok(defined)
    }

    /// Changes attributes of an object, durable on return.
    ///
    /// # Errors
    /// See [`ObjectError`].
    pub fn alter(
        &self,
        kind: ObjectKind,
        name: &ObjectName,
        changes: &[(Attr, Value)],
        force: bool,
    ) -> Result<(), ObjectError> {
        let alter = || operations::alter(&self.engine, kind, name, changes, force);
        let bytes = || changed_bytes(self.definition(kind, name), changes);
        let (changed, logged) = self.once_there_is_room(bytes, alter)?;
        self.statistics_may_begin(kind, name);
        self.settle(&logged)?;
        self.tell_changed(&changed);
        Ok(())
    }

    /// Deletes an object, durable on return. A queue that holds messages goes only with `purge`, one of a subscription with that.
    ///
    /// # Errors
    /// See [`ObjectError`].
    pub fn delete(
        &self,
        kind: ObjectKind,
        name: &ObjectName,
        purge: bool,
    ) -> Result<(), ObjectError> {
        let of_subscription = || kind == ObjectKind::QLocal && self.engine.topics.owns_queue(name);
        let delete = || {
            // A subscription that is being made may be about to need its queue.
            let _order = is_managed(name).then(|| self.engine.order_commits());
            operations::delete(&self.engine, kind, name, purge, of_subscription)
        };
        let bytes = || changed_bytes(self.definition(kind, name), &[]);
        let (changed, logged) = self.once_there_is_room(bytes, delete)?;
        self.settle(&logged)?;
        self.tell_changed(&changed);
        Ok(())
    }

    fn tell_changed(&self, changed: &Changed) {
        let Changed { before, after } = changed;
        let cause = Cause::under_way();
        tell_change(&self.engine, &cause, before.as_ref(), after.as_ref());
        let tells_extents = |definition: &Option<Definition>| {
            (definition.as_ref()).and_then(|one| one.find_int(Attr::Loggerev))
                == Some(MQEVR_ENABLED)
        };
        // Whoever keeps extents needs the first state as well as each change.
        if !tells_extents(before) && tells_extents(after) {
            self.tell_log_extents();
        }
    }

    /// Removes every message of a queue nobody uses, durable on return.
    ///
    /// # Errors
    /// See [`ObjectError`].
    pub fn clear(&self, name: &ObjectName) -> Result<(), ObjectError> {
        // What is logged is which numbers are cleared, in one record of a bounded length.
        let logged = self.once_there_is_room(|| 0, || clear::clear(&self.engine, name))?;
        self.settle(&logged)
    }
}
