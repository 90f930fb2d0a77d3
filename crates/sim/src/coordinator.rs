//! A transaction manager that comes back: it asks for what is in doubt and ends it.

use crate::life::in_doubt_name;
use crate::model::Effect;
use crate::world::{Verdict, World};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{TMENDRSCAN, TMNOFLAGS, TMSTARTRSCAN};
use ferromq_mqi::xa::{XaCall, XaCode, XaReply};
use ferromq_qmgr::{Connection, WaitingFor};
use std::task::{Poll, Waker};

impl World {
    /// Ends a unit of work in doubt, if there is one. False when there was nothing to do.
    pub(crate) fn coordinate(&mut self) -> Result<bool, String> {
        // The outcome must become known: no fault may be on its way.
        let fault_planned = self.fault_at.is_some() || self.short_of_space;
        if self.model.in_doubt.is_empty() || self.stopping() || fault_planned {
            return Ok(false);
        }
        let mut connection = match self.connect() {
            Ok(connection) => connection,
            Err(reason) if self.excused(reason) => return Ok(false),
            Err(reason) => return Err(format!("connect answered {reason:?}")),
        };
        let open = XaCall::Open {
            name: Vec::new(),
            flags: TMNOFLAGS,
        };
        now(&mut connection, open)?;
        let scan = XaCall::Recover {
            count: 10,
            flags: TMSTARTRSCAN | TMENDRSCAN,
        };
        let xid = in_doubt_name();
        let listed = now(&mut connection, scan)?.branches;
        if listed != [xid.clone()] {
            return Err(format!("{listed:?} is in doubt, not {xid:?}"));
        }
        let commits = self.random.chance(50);
        let flags = TMNOFLAGS;
        let call = if commits {
            XaCall::Commit { xid, flags }
        } else {
            XaCall::RollBack { xid, flags }
        };
        self.trace
            .note(&format!("the coordinator: {}", call.name()));
        self.end_in_doubt(&mut connection, call, commits)?;
        Ok(true)
    }

    fn end_in_doubt(
        &mut self,
        connection: &mut Connection,
        call: XaCall,
        commits: bool,
    ) -> Verdict {
        let head_before = self.head();
        let retains = self.model.in_doubt.last().map(|work| work.retains.clone());
        let late = retains.map(|retains| self.late(&retains));
        let answer = connection.start(Request::Xa(call), Waker::noop());
        if let Poll::Ready(Reply::Xa(reply)) = &answer
            && reply.code == XaCode::RETRY
            && self.excused(Reason::RESOURCE_PROBLEM)
        {
            // A full log: it stays in doubt.
            return Ok(());
        }
        let Poll::Pending = answer else {
            return Err(format!(
                "the end of a unit of work in doubt answered {answer:?}"
            ));
        };
        let Some(WaitingFor::Log(end)) = connection.waiting_for() else {
            return Err("it waits for something other than the log".into());
        };
        let mut work = self.model.in_doubt.pop().ok_or("something is in doubt")?;
        if commits {
            self.retain_all(&mut work, late.unwrap_or_default(), end, false)?;
            self.await_log(end, Effect::Commit(work));
        } else {
            self.back_out_in_model(&work, head_before);
        }
        connection.wait_for_log(end);
        self.model.apply_durable();
        match connection.poll(Waker::noop()) {
            Poll::Ready(Reply::Xa(reply)) if reply.code == XaCode::OK => Ok(()),
            other => Err(format!(
                "the end of a unit of work in doubt answered {other:?}"
            )),
        }
    }
}

/// A call that is answered at once.
fn now(connection: &mut Connection, call: XaCall) -> Result<XaReply, String> {
    match connection.start(Request::Xa(call), Waker::noop()) {
        Poll::Ready(Reply::Xa(reply)) if !reply.code.is_error() => Ok(reply),
        other => Err(format!("a coordinator was answered {other:?}")),
    }
}
