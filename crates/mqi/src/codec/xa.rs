//! Calls of a transaction manager and their answers.

use super::fields::{In, Malformed, Out};
use crate::xa::{OPEN_STRING_BYTES_MAX, RECOVER_MAX, XaCall, XaCode, XaReply};

const OPEN: u8 = 1;
const CLOSE: u8 = 2;
const START: u8 = 3;
const END: u8 = 4;
const PREPARE: u8 = 5;
const COMMIT: u8 = 6;
const ROLL_BACK: u8 = 7;
const FORGET: u8 = 8;
const RECOVER: u8 = 9;
const COMPLETE: u8 = 10;

/// Which call, its flags, then its branch, its string or its count.
pub(super) fn write_call(out: &mut Out<'_>, call: &XaCall) -> Result<(), Malformed> {
    out.u8(kind_of(call));
    out.i32(call.flags());
    match call {
        XaCall::Open { name, .. } | XaCall::Close { name, .. } => {
            out.bytes(name, OPEN_STRING_BYTES_MAX)?;
        }
        XaCall::Start { xid, .. }
        | XaCall::End { xid, .. }
        | XaCall::Prepare { xid, .. }
        | XaCall::Commit { xid, .. }
        | XaCall::RollBack { xid, .. }
        | XaCall::Forget { xid, .. } => out.xid(xid),
        XaCall::Recover { count, .. } => out.i32(*count),
        XaCall::Complete { .. } => {}
    }
    Ok(())
}

fn kind_of(call: &XaCall) -> u8 {
    match call {
        XaCall::Open { .. } => OPEN,
        XaCall::Close { .. } => CLOSE,
        XaCall::Start { .. } => START,
        XaCall::End { .. } => END,
        XaCall::Prepare { .. } => PREPARE,
        XaCall::Commit { .. } => COMMIT,
        XaCall::RollBack { .. } => ROLL_BACK,
        XaCall::Forget { .. } => FORGET,
        XaCall::Recover { .. } => RECOVER,
        XaCall::Complete { .. } => COMPLETE,
    }
}

pub(super) fn read_call(fields: &mut In<'_>) -> Result<XaCall, Malformed> {
    let kind = fields.u8()?;
    let flags = fields.i32()?;
    let name = |fields: &mut In<'_>| fields.bytes(OPEN_STRING_BYTES_MAX).map(<[u8]>::to_vec);
    Ok(match kind {
        OPEN => XaCall::Open {
            name: name(fields)?,
            flags,
        },
        CLOSE => XaCall::Close {
            name: name(fields)?,
            flags,
        },
        START => XaCall::Start {
            xid: fields.xid()?,
            flags,
        },
        END => XaCall::End {
            xid: fields.xid()?,
            flags,
        },
        PREPARE => XaCall::Prepare {
            xid: fields.xid()?,
            flags,
        },
        COMMIT => XaCall::Commit {
            xid: fields.xid()?,
            flags,
        },
        ROLL_BACK => XaCall::RollBack {
            xid: fields.xid()?,
            flags,
        },
        FORGET => XaCall::Forget {
            xid: fields.xid()?,
            flags,
        },
        RECOVER => XaCall::Recover {
            count: fields.i32()?,
            flags,
        },
        COMPLETE => XaCall::Complete { flags },
        other => return Err(Malformed::Kind(other)),
    })
}

pub(super) fn write_reply(out: &mut Out<'_>, reply: &XaReply) -> Result<(), Malformed> {
    if reply.branches.len() > RECOVER_MAX {
        return Err(Malformed::Bound);
    }
    out.i32(reply.code.0);
    out.u32(reply.branches.len() as u32);
    for xid in &reply.branches {
        out.xid(xid);
    }
    Ok(())
}

pub(super) fn read_reply(fields: &mut In<'_>) -> Result<XaReply, Malformed> {
    let code = XaCode(fields.i32()?);
    let count = fields.u32()? as usize;
    if count > RECOVER_MAX {
        return Err(Malformed::Bound);
    }
    // Room is made for those that are there, not for those announced.
    let mut branches = Vec::new();
    for _ in 0..count {
        branches.push(fields.xid()?);
    }
    Ok(XaReply { code, branches })
}
