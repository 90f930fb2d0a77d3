//! Calls of a transaction manager.

use ferromq_mqi::xa::{XaCall, XaCode, XaReply, Xid};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::xa::{XaBody, XaHead};
use ferromq_wire::{Head, Kind, Segment};

/// Longest open string that travels: its length is one byte.
const NAME_BYTES_MAX: usize = 255;

/// What is answered without asking: calls that cannot travel.
pub(super) fn check(call: &XaCall) -> Option<XaReply> {
    match call {
        XaCall::Open { name, .. } | XaCall::Close { name, .. } if name.len() > NAME_BYTES_MAX => {
            Some(XaCode::INVAL.into())
        }
        XaCall::Recover { count, .. } if *count < 0 => Some(XaCode::INVAL.into()),
        // Nothing is ever under way, so no handle of it is valid.
        XaCall::Complete { .. } => Some(XaCode::INVAL.into()),
        _ => None,
    }
}

/// Writes a call that was checked; the kind of its answer.
pub(super) fn write(call: &XaCall, head: &Head, outbound: &mut Outbound) -> Kind {
    let branch = |xid: &Xid| XaBody::Branch(xid.clone());
    let (kind, body) = match call {
        XaCall::Open { name, .. } => (Kind::XaOpen, XaBody::Name(name)),
        XaCall::Close { name, .. } => (Kind::XaClose, XaBody::Name(name)),
        XaCall::Start { xid, .. } => (Kind::XaStart, branch(xid)),
        XaCall::End { xid, .. } => (Kind::XaEnd, branch(xid)),
        XaCall::Prepare { xid, .. } => (Kind::XaPrepare, branch(xid)),
        XaCall::Commit { xid, .. } => (Kind::XaCommit, branch(xid)),
        XaCall::RollBack { xid, .. } => (Kind::XaRollback, branch(xid)),
        XaCall::Forget { xid, .. } => (Kind::XaForget, branch(xid)),
        XaCall::Recover { count, .. } => (Kind::XaRecover, XaBody::Recover(*count as u32)),
        XaCall::Complete { .. } => (Kind::XaComplete, XaBody::Empty),
    };
    let xa_head = XaHead {
        flags: call.flags() as u32,
        ..XaHead::default()
    };
    let head = Head {
        kind,
        ..head.clone()
    };
    outbound.send(&head, &Segment::Xa(xa_head, body), None);
    kind.reply().unwrap_or(kind)
}

/// What an answer says; `None` when it is none.
pub(super) fn read(segment: &Segment<'_>) -> Option<XaReply> {
    let Segment::Xa(head, body) = segment else {
        return None;
    };
    let branches = match body {
        XaBody::Branches(branches) => branches.clone(),
        _ => Vec::new(),
    };
    Some(XaReply {
        code: XaCode(head.return_value),
        branches,
    })
}
