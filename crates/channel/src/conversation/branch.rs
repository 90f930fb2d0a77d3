//! Calls of transaction managers.

use super::Conversation;
use crate::calls::Echo;
use crate::client::{Ask, Client};
use ferromq_mqi::call::Request;
use ferromq_mqi::xa::{XaCall, XaCode, XaReply};
use ferromq_wire::xa::{XaBody, XaHead};
use ferromq_wire::{Head, Kind, Segment};

impl Conversation {
    /// Runs the call of a transaction manager.
    pub(super) fn xa(
        &mut self,
        client: &mut Client,
        head: &Head,
        xa_head: XaHead,
        body: XaBody<'_>,
    ) {
        let ask = Ask {
            head: head.clone(),
            handle: 0,
        };
        let echo = Echo::Xa(xa_head);
        match translate(head.kind, xa_head.flags as i32, body) {
            Some(call) => self.run(client, ask, Request::Xa(call), echo),
            None => client.answer_xa(&ask, xa_head, &XaCode::INVAL.into()),
        }
    }
}

/// `None` for what names no branch that could be.
fn translate(kind: Kind, flags: i32, body: XaBody<'_>) -> Option<XaCall> {
    Some(match body {
        XaBody::Name(name) if kind == Kind::XaOpen => XaCall::Open {
            name: name.to_vec(),
            flags,
        },
        XaBody::Name(name) => XaCall::Close {
            name: name.to_vec(),
            flags,
        },
        XaBody::Recover(count) => XaCall::Recover {
            count: i32::try_from(count).ok()?,
            flags,
        },
        XaBody::Branch(xid) => match kind {
            Kind::XaStart => XaCall::Start { xid, flags },
            Kind::XaEnd => XaCall::End { xid, flags },
            Kind::XaPrepare => XaCall::Prepare { xid, flags },
            Kind::XaCommit => XaCall::Commit { xid, flags },
            Kind::XaRollback => XaCall::RollBack { xid, flags },
            Kind::XaForget => XaCall::Forget { xid, flags },
            Kind::XaComplete => XaCall::Complete { flags },
            _ => return None,
        },
        XaBody::Branches(_) | XaBody::Empty => return None,
    })
}

impl Client {
    /// Answers a call of a transaction manager.
    pub(crate) fn answer_xa(&mut self, ask: &Ask, asked: XaHead, reply: &XaReply) {
        let Some(kind) = ask.head.kind.reply() else {
            return;
        };
        let answer = XaHead {
            call_bytes: 0,
            return_value: reply.code.0,
            ..asked
        };
        let body = if kind == Kind::XaRecoverReply {
            XaBody::Branches(reply.branches.clone())
        } else {
            XaBody::Empty
        };
        self.send(&ask.head.answer(kind), &Segment::Xa(answer, body));
    }
}
