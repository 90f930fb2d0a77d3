//! The calls of a transaction manager, for one connection.

use crate::uow::branch::branches::{Asker, BRANCHES_MAX, Branch, NotBegun, OF_USER_MAX};
use crate::uow::branch::complete::{Done, back_out, commit, forget, prepare};
use crate::uow::branch::states::Ending;
use crate::verbs::connection::Connection;
use crate::verbs::step::{Later, Step};
use crate::verbs::transactions::Transactions;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{FMQ0163, FMQ0164, FMQ0183};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::notice::Notice;
use ferromq_mqi::options::Road;
use ferromq_mqi::xa::{RECOVER_MAX, RECOVER_OF_CLIENT_MAX, XaCall, XaCode, XaReply, Xid};
use std::fmt::Display;
use std::sync::Arc;

type Answer = Result<Done, XaCode>;

impl Connection {
    /// Carries out a call of a transaction manager.
    pub(crate) fn xa(&mut self, call: XaCall) -> Step {
        if let XaCall::Recover { count, flags } = call {
            let reply = self.recover(count, flags);
            return Step::Done(Reply::Xa(reply.unwrap_or_else(XaReply::from)));
        }
        match self.xa_call(&call) {
            Ok(Done::Now(code)) | Err(code) => Step::Done(Reply::Xa(code.into())),
            Ok(Done::Forced(end, latch, code)) => Step::Forced(end, latch, Reply::Xa(code.into())),
            Ok(Done::Waits(latch)) => {
                // The branch goes with this connection, if that does not come back to it.
                self.transactions.has_worked = true;
                let again = Later::Verb(Box::new(Request::Xa(call)));
                Step::WaitsForOthers(latch, Box::new(again))
            }
        }
    }

    fn xa_call(&mut self, call: &XaCall) -> Answer {
        check_flags(call)?;
        if !self.transactions.opened && !matches!(call, XaCall::Open { .. } | XaCall::Close { .. })
        {
            return Err(XaCode::PROTO);
        }
        if call.branch().is_some_and(|xid| xid.channel().is_some()) {
            return Err(XaCode::NOTA);
        }
        let code = match call {
            XaCall::Open { name, .. } => self.xa_open(name)?,
            XaCall::Close { .. } => self.xa_close()?,
            XaCall::Start { xid, flags } => self.xa_start(xid.clone(), *flags)?,
            XaCall::End { xid, flags } => self.xa_end(xid, *flags)?,
            XaCall::Prepare { xid, .. }
            | XaCall::Commit { xid, .. }
            | XaCall::RollBack { xid, .. }
            | XaCall::Forget { xid, .. } => return self.xa_decide(call, xid),
            // Nothing is ever under way that could be completed.
            XaCall::Recover { .. } | XaCall::Complete { .. } => XaCode::INVAL,
        };
        Ok(Done::Now(code))
    }

    /// The calls only those may make who may end the branch.
    fn xa_decide(&self, call: &XaCall, xid: &Xid) -> Answer {
        let (who, user) = (self.state.number, self.branch_user());
        let asker = self.asker_for(xid, &user);
        match call {
            XaCall::Prepare { .. } => prepare(&self.engine, asker, xid, who),
            XaCall::Commit { flags, .. } => {
                let one_phase = flags & TMONEPHASE != 0;
                commit(&self.engine, asker, xid, one_phase, who)
            }
            XaCall::RollBack { .. } => back_out(&self.engine, asker, xid),
            XaCall::Forget { .. } => forget(&self.engine, asker, xid),
            _ => Err(XaCode::INVAL),
        }
    }

    /// For whose branches the connection asks. Operators are told of one it may not end: its transaction manager only learns that it is not there.
    fn asker_for<'a>(&self, xid: &Xid, user: &'a str) -> Asker<'a> {
        // Nearly every branch is ended by the user who began it, and then nobody is asked for rights.
        if !self.engine.branches.is_of_another(xid, user) {
            return Asker::User(user);
        }
        if self.ends_branches_of_all() {
            return Asker::OfAll;
        }
        let notice = crate::core::Notice::of(&FMQ0183, &[&user]);
        self.engine.repeated_notice(notice, user, 1);
        Asker::User(user)
    }

    fn xa_open(&mut self, name: &[u8]) -> Result<XaCode, XaCode> {
        let wanted = queue_manager_meant(name).ok_or(XaCode::INVAL)?;
        if !wanted.is_blank() && wanted != self.engine.name {
            return Err(XaCode::RMERR);
        }
        self.transactions.opened = true;
        Ok(XaCode::OK)
    }

    fn xa_close(&mut self) -> Result<XaCode, XaCode> {
        if self.transactions.branch.is_some() {
            return Err(XaCode::PROTO);
        }
        self.leave_branches();
        self.transactions = Transactions::default();
        Ok(XaCode::OK)
    }

    fn xa_start(&mut self, xid: Xid, flags: i32) -> Result<XaCode, XaCode> {
        if self.transactions.branch.is_some() {
            return Err(XaCode::PROTO);
        }
        if !xid.names_a_branch() {
            return Err(XaCode::INVAL);
        }
        if !self.is_idle() {
            return Err(XaCode::OUTSIDE);
        }
        let (who, branches) = (self.state.number, &self.engine.branches);
        let branch = match flags & (TMJOIN | TMRESUME) {
            0 => self.begin_branch(xid)?,
            how => branches.take_up(&xid, who, how == TMRESUME)?,
        };
        self.transactions.has_worked = true;
        self.transactions.branch = Some(Arc::clone(&branch));
        self.state.show_branch(Some(branch));
        self.publish_work();
        Ok(XaCode::OK)
    }

    fn begin_branch(&self, xid: Xid) -> Result<Arc<Branch>, XaCode> {
        let user = self.branch_user();
        let begun = self
            .engine
            .branches
            .begin(xid, self.state.number, user.clone());
        begun.map_err(|why| {
            let tell = |entry: &'static Notice, most: &dyn Display| {
                let notice = crate::core::Notice::of(entry, &[&user, most]);
                self.engine.repeated_notice(notice, &user, 1);
            };
            match why {
                NotBegun::Duplicate => {}
                NotBegun::Full => tell(&FMQ0164, &BRANCHES_MAX),
                NotBegun::UserHasTooMany => tell(&FMQ0163, &OF_USER_MAX),
            }
            why.into()
        })
    }

    fn xa_end(&mut self, xid: &Xid, flags: i32) -> Result<XaCode, XaCode> {
        let how = match flags {
            TMSUCCESS => Ending::Success,
            TMFAIL => Ending::Failure,
            TMSUSPEND => Ending::Suspend,
            _ => Ending::Migrate,
        };
        let code = self.engine.branches.end(xid, self.state.number, how)?;
        let works_in = self.transactions.branch.as_ref();
        if works_in.is_some_and(|branch| branch.xid == *xid) {
            self.transactions.branch = None;
            self.state.show_branch(None);
            self.state.forget_rolled_back();
            self.publish_work();
        }
        Ok(code)
    }

    fn recover(&mut self, count: i32, flags: i32) -> Result<XaReply, XaCode> {
        check_flags(&XaCall::Recover { count, flags })?;
        if !self.transactions.opened {
            return Err(XaCode::PROTO);
        }
        let count = usize::try_from(count).map_err(|_| XaCode::INVAL)?;
        let most = self.recover_max();
        if flags & TMSTARTRSCAN != 0 {
            let user = self.branch_user();
            let asker = match self.ends_branches_of_all() {
                true => Asker::OfAll,
                false => Asker::User(&user),
            };
            let mut scan = self.engine.branches.recoverable(asker);
            scan.reverse();
            self.transactions.scan = Some(scan);
        }
        let scan = self.transactions.scan.as_mut().ok_or(XaCode::INVAL)?;
        let rest = scan.len() - scan.len().min(count).min(most);
        let mut branches = scan.split_off(rest);
        branches.reverse();
        if flags & TMENDRSCAN != 0 {
            self.transactions.scan = None;
        }
        Ok(XaReply {
            code: XaCode(i32::try_from(branches.len()).unwrap_or(i32::MAX)),
            branches,
        })
    }

    /// Most branches one answer brings: as many as the road to the program carries.
    fn recover_max(&self) -> usize {
        if self.state.origin.road != Road::Client {
            return RECOVER_MAX;
        }
        let carried = self.get_bytes_max as usize / Xid::ENCODED_BYTES_MAX.next_multiple_of(4);
        carried.clamp(RECOVER_MAX, RECOVER_OF_CLIENT_MAX)
    }

    /// Refuses work under syncpoint in a branch that can only be backed out.
    pub(crate) fn check_branch(&self) -> Result<(), Reason> {
        match &self.transactions.branch {
            Some(branch) if branch.is_doomed() => Err(Reason::BACKED_OUT),
            _ => Ok(()),
        }
    }

    /// The connection goes: branches bound to it and not prepared are backed out.
    pub(crate) fn leave_branches(&mut self) {
        if !std::mem::take(&mut self.transactions.has_worked) {
            return;
        }
        self.transactions.branch = None;
        self.state.show_branch(None);
        self.engine.branches.leave(&self.engine, self.state.number);
    }
}

/// Flags a call does not know, and calls that should not wait for their end.
fn check_flags(call: &XaCall) -> Result<(), XaCode> {
    let flags = call.flags();
    if flags & TMASYNC != 0 {
        return Err(XaCode::ASYNC);
    }
    let fits = match call {
        XaCall::Open { .. }
        | XaCall::Close { .. }
        | XaCall::Prepare { .. }
        | XaCall::RollBack { .. }
        | XaCall::Forget { .. } => flags == TMNOFLAGS,
        XaCall::Start { .. } => matches!(flags & !TMNOWAIT, TMNOFLAGS | TMJOIN | TMRESUME),
        XaCall::End { .. } => {
            matches!(flags, TMSUCCESS | TMFAIL | TMSUSPEND) || flags == TMSUSPEND | TMMIGRATE
        }
        XaCall::Commit { .. } => flags & !(TMONEPHASE | TMNOWAIT) == 0,
        XaCall::Recover { .. } => flags & !(TMSTARTRSCAN | TMENDRSCAN) == 0,
        XaCall::Complete { .. } => flags & !(TMMULTIPLE | TMNOWAIT) == 0,
    };
    if fits { Ok(()) } else { Err(XaCode::INVAL) }
}

/// The queue manager an open string means, blank for whichever this is; `None` when it is no
/// open string. It ends at a NUL, and blanks at its end do not count.
fn queue_manager_meant(text: &[u8]) -> Option<ObjectName> {
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let text = std::str::from_utf8(text).ok()?.trim();
    let name = if text.contains('=') {
        let mut named = "";
        for part in text.split(',') {
            let (key, value) = part.split_once('=')?;
            if key.trim().eq_ignore_ascii_case("QMNAME") {
                named = value.trim();
            }
        }
        named
    } else {
        text
    };
    if name.is_empty() {
        return Some(ObjectName::BLANK);
    }
    ObjectName::parse(name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_string_is_a_name_or_a_list_with_one() {
        let meant = |text: &[u8]| queue_manager_meant(text).map(|name| name.to_string());
        let (qm1, any) = (Some("QM1".to_owned()), Some(String::new()));
        for text in [
            &b"QM1"[..],
            b"QM1   ",
            b"QM1\0rubbish",
            b"axlib=a, QMNAME=QM1,tpm=x",
        ] {
            assert_eq!(meant(text), qm1);
        }
        for text in [&b""[..], b"   ", b"\0", b"TPM=x"] {
            assert_eq!(meant(text), any);
        }
        for text in [&b"QM 1"[..], b"a=b,c", b"\xff"] {
            assert_eq!(meant(text), None);
        }
    }
}
