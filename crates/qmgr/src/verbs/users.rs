//! Verbs that wait until the system has said who a user is.

use crate::core::latch::Latch;
use crate::objects::authority::check::check;
use crate::record::authority::profile::SELF_PROFILE;
use crate::verbs::connection::Connection;
use ferromq_mqi::authority::{Permissions, ProtectedKind};
use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQOO_ALTERNATE_USER_AUTHORITY, MQPMO_ALTERNATE_USER_AUTHORITY,
    MQSO_ALTERNATE_USER_AUTHORITY, MQZAO_ALTERNATE_USER_AUTHORITY,
};

impl Connection {
    /// A latch that opens when the system has said who a user is whose authority a verb asks about; `None` when that is known, as
    /// it nearly always is.
    pub(super) fn latch_for_user(&self, request: &Request) -> Option<Latch> {
        let other = match request {
            Request::Open {
                descriptor,
                options,
            } => (options & MQOO_ALTERNATE_USER_AUTHORITY != 0)
                .then_some(&descriptor.alternate_user_id),
            Request::Put1 {
                object, options, ..
            } => (options.options & MQPMO_ALTERNATE_USER_AUTHORITY != 0)
                .then_some(&object.alternate_user_id),
            Request::Subscribe { descriptor, .. } => (descriptor.options
                & MQSO_ALTERNATE_USER_AUTHORITY
                != 0)
                .then_some(&descriptor.alternate_user_id),
            Request::Close { options, .. } if *options != MQCO_NONE => None,
            _ => return None,
        };
        let authority = &self.engine.authority;
        if self.entity.generation != authority.generation()
            && let Some(latch) = authority.latch_of(&self.state.origin)
        {
            return Some(latch);
        }
        let other = other?;
        // Whoever may not stand in for others has nobody asked for.
        let own = self.entity.entity.as_ref()?;
        let wanted = Permissions::of(MQZAO_ALTERNATE_USER_AUTHORITY);
        let need = (ProtectedKind::QMgr, SELF_PROFILE.to_owned(), wanted);
        check(&self.engine, own, &[need]).ok()?;
        authority.latch_of_name(other.as_str())
    }
}
