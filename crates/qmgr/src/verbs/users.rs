//! Verbs that wait until the system has said who a user is.

use crate::core::Notice;
use crate::core::latch::Latch;
use crate::objects::Objects;
use crate::objects::authority::check::check;
use crate::objects::authority::{LookUp, NotAsked, STUCK_LOOKUPS_MAX, Unanswered};
use crate::record::authority::profile::SELF_PROFILE;
use crate::verbs::connection::Connection;
use ferromq_mqi::Reason;
use ferromq_mqi::authority::{Permissions, ProtectedKind};
use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQOO_ALTERNATE_USER_AUTHORITY, MQPMO_ALTERNATE_USER_AUTHORITY,
    MQSO_ALTERNATE_USER_AUTHORITY, MQZAO_ALTERNATE_USER_AUTHORITY,
};
use ferromq_mqi::generated::notices::{FMQ0181, FMQ0499};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::xa::XaCall;

/// The user a verb wants to act for, of a verb that asks about authority.
fn alternate_user(request: &Request) -> Option<Option<&FixedText<12>>> {
    let (name, is_given) = match request {
        Request::Open {
            descriptor,
            options,
        } => (
            &descriptor.alternate_user_id,
            options & MQOO_ALTERNATE_USER_AUTHORITY != 0,
        ),
        Request::Put1 {
            object, options, ..
        } => (
            &object.alternate_user_id,
            options.options & MQPMO_ALTERNATE_USER_AUTHORITY != 0,
        ),
        Request::Subscribe { descriptor, .. } => (
            &descriptor.alternate_user_id,
            descriptor.options & MQSO_ALTERNATE_USER_AUTHORITY != 0,
        ),
        Request::Close { options, .. } if *options != MQCO_NONE => return Some(None),
        Request::Xa(call) if asks_for_user(call) => return Some(None),
        _ => return None,
    };
    Some(is_given.then_some(name))
}

/// Whether it matters to a call of a transaction manager who the user is: of one who begins a branch, asks for those in doubt, or ends one.
fn asks_for_user(call: &XaCall) -> bool {
    match call {
        XaCall::Start { .. }
        | XaCall::Prepare { .. }
        | XaCall::Commit { .. }
        | XaCall::RollBack { .. }
        | XaCall::Forget { .. }
        | XaCall::Recover { .. } => true,
        XaCall::Open { .. }
        | XaCall::Close { .. }
        | XaCall::End { .. }
        | XaCall::Complete { .. } => false,
    }
}

impl Connection {
    /// A latch that opens when the system has said who a user is whose authority a verb asks about; `None` when that is known, as
    /// it nearly always is. Then the verb finds here whom it acts for, whatever is forgotten meanwhile.
    ///
    /// # Errors
    /// `MQRC_RESOURCE_PROBLEM`: too many verbs wait for that. `MQRC_SECURITY_ERROR`: nobody is left who could ask, or the system
    /// cannot say.
    pub(super) fn latch_for_user(&mut self, request: &Request) -> Result<Option<Latch>, Reason> {
        let Some(other) = alternate_user(request) else {
            return Ok(None);
        };
        // What a user has begun that user ends, whether the system knows of users now or not.
        if let Request::Xa(call) = request
            && self.ends_own_branch(call)
        {
            return Ok(None);
        }
        if let Some(latch) = self.latch_for_own()? {
            return Ok(Some(latch));
        }
        self.stands_in_for = None;
        // Whoever may not stand in for others has nobody asked for.
        let (Some(other), Some(own)) = (other, &self.entity.entity) else {
            return Ok(None);
        };
        let wanted = Permissions::of(MQZAO_ALTERNATE_USER_AUTHORITY);
        let need = (ProtectedKind::QMgr, SELF_PROFILE.to_owned(), wanted);
        if check(&self.engine, own, &[need]).is_err() {
            return Ok(None);
        }
        let now_ns = self.engine.clock.monotonic_ns();
        let known = self.engine.authority.look_up_named(other.as_str(), now_ns);
        match known.map_err(|refused| self.not_asked(other.as_str(), refused))? {
            LookUp::Known(asked) => self.stands_in_for = asked.entity,
            LookUp::Later(latch) => return Ok(Some(latch)),
        }
        Ok(None)
    }

    fn ends_own_branch(&self, call: &XaCall) -> bool {
        match call {
            XaCall::Prepare { xid, .. }
            | XaCall::Commit { xid, .. }
            | XaCall::RollBack { xid, .. }
            | XaCall::Forget { xid, .. } => {
                let branches = &self.engine.branches;
                !branches.is_of_another(xid, &self.branch_user())
            }
            _ => false,
        }
    }

    /// The same of the user the connection acts for.
    ///
    /// # Errors
    /// As [`Self::latch_for_user`].
    pub(super) fn latch_for_own(&mut self) -> Result<Option<Latch>, Reason> {
        let authority = &self.engine.authority;
        if self.entity.generation == authority.generation() {
            return Ok(None);
        }
        let now_ns = self.engine.clock.monotonic_ns();
        let known = match &self.acts_for {
            Some(user) => authority.look_up_named(user.as_str(), now_ns),
            None => authority.look_up(&self.state.origin, now_ns),
        };
        let user = self.acts_for.unwrap_or(self.state.origin.user_id);
        match known.map_err(|refused| self.not_asked(user.as_str(), refused))? {
            LookUp::Known(asked) => self.entity = asked,
            LookUp::Later(latch) => return Ok(Some(latch)),
        }
        Ok(None)
    }

    /// Nothing is known of a user a verb needs.
    fn not_asked(&self, user: &str, refused: NotAsked) -> Reason {
        match refused {
            NotAsked::TooManyWait => Reason::RESOURCE_PROBLEM,
            NotAsked::Unanswered(why) => {
                tell_of_unanswered(&self.engine, user, &why);
                Reason::SECURITY_ERROR
            }
            NotAsked::AllStuck => {
                let notice = Notice::of(&FMQ0181, &[&STUCK_LOOKUPS_MAX]);
                self.engine.repeated_notice(notice, "", 1);
                Reason::SECURITY_ERROR
            }
        }
    }
}

/// Tells operators that the system cannot say who a user is; many of them once for a while.
pub(crate) fn tell_of_unanswered(objects: &Objects, user: &str, why: &Unanswered) {
    let user = user.trim_end().replace(char::is_control, "");
    let notice = Notice::of(&FMQ0499, &[&user, &why.0]);
    objects.repeated_notice(notice, "", 1);
}
