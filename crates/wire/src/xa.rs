//! The calls of a transaction manager.

use ferromq_mqi::xa::{RECOVER_OF_CLIENT_MAX, Xid};

use crate::field::{Reader, Wire, Writer};
use crate::kind::Kind;
use crate::malformed::{Malformed, Why};
use crate::structure::BranchHead;

/// The first sixteen bytes of the payload of an XA call or answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XaHead {
    /// Bytes of the call, as in [`crate::call::CallHead`].
    pub call_bytes: u32,
    /// Return value of the call: `XA_*`, `XAER_*`; 0 in requests.
    pub return_value: i32,
    /// `TM*` flags.
    pub flags: u32,
    /// Resource manager number, 0.
    pub resource_manager: i32,
}

impl Wire<'_> for XaHead {
    const BYTES: usize = 16;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            call_bytes: u32::from_be_bytes(from.array()?),
            return_value: i32::read(from)?,
            flags: u32::read(from)?,
            resource_manager: i32::read(from)?,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.bytes(&self.call_bytes.to_be_bytes());
        self.return_value.write(to);
        self.flags.write(to);
        self.resource_manager.write(to);
    }
}

impl Wire<'_> for Xid {
    const BYTES: usize = 6;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("Xid");
        let here = from.clone();
        let head = BranchHead::read(from)?;
        let global = from.take(head.global_bytes.into())?;
        let qualifier = from.take(head.qualifier_bytes.into())?;
        let Some(it) = Self::new(head.format_id, global, qualifier) else {
            return Err(here.wrong(Why::Length(head.global_bytes.into())));
        };
        // Filled to four bytes with whatever was there; the last one may be cut.
        let length = Self::BYTES + global.len() + qualifier.len();
        let fill = length.next_multiple_of(4) - length;
        from.take(fill.min(from.left_bytes()))?;
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        BranchHead {
            format_id: self.format_id(),
            // No part is longer than 64 bytes.
            global_bytes: self.global().len() as u8,
            qualifier_bytes: self.qualifier().len() as u8,
        }
        .write(to);
        to.bytes(self.global());
        to.bytes(self.qualifier());
        let length = Self::BYTES + self.global().len() + self.qualifier().len();
        to.zeros(length.next_multiple_of(4) - length);
    }
}

/// Most branches one answer to `xa_recover` may hold.
pub const BRANCHES_MAX: usize = RECOVER_OF_CLIENT_MAX;

/// What follows the header of an XA call or answer.
// A branch name has its place in the call, so that a call allocates nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XaBody<'a> {
    /// `xa_open` and `xa_close`: the open string, with the queue manager's name.
    Name(&'a [u8]),
    /// All calls about one branch.
    Branch(Xid),
    /// `xa_recover`: most branches wanted.
    Recover(u32),
    /// Answer to `xa_recover`.
    Branches(Vec<Xid>),
    /// All other answers.
    Empty,
}

impl<'a> XaBody<'a> {
    pub(crate) fn read(from: &mut Reader<'a>, kind: Kind) -> Result<Self, Malformed> {
        let outer = from.enter(kind.name());
        let body = match kind {
            Kind::XaOpen | Kind::XaClose => {
                let length = u8::read(from)?;
                // The length byte is followed by left-over bytes to a fixed size.
                Self::Name(from.take(length.into())?)
            }
            Kind::XaRecover => Self::Recover(u32::read(from)?),
            Kind::XaRecoverReply if from.left_bytes() > 0 => Self::Branches(read_branches(from)?),
            _ if kind.is_reply() => Self::Empty,
            _ => Self::Branch(Xid::read(from)?),
        };
        from.leave(outer);
        Ok(body)
    }

    pub(crate) fn write(&self, to: &mut Writer<'_>) {
        match self {
            Self::Name(name) => {
                let name = name.get(..255).unwrap_or(name);
                to.bytes(&[name.len() as u8]);
                to.bytes(name);
                to.fill_to_word();
            }
            Self::Branch(xid) => xid.write(to),
            Self::Recover(count) => count.write(to),
            Self::Branches(branches) => {
                (branches.len() as u32).write(to);
                for xid in branches {
                    xid.write(to);
                }
            }
            Self::Empty => {}
        }
    }
}

fn read_branches(from: &mut Reader<'_>) -> Result<Vec<Xid>, Malformed> {
    let here = from.clone();
    let count = u32::read(from)?;
    if count as usize > BRANCHES_MAX || count as usize * Xid::BYTES > from.left_bytes() {
        return Err(here.wrong(Why::Length(count.into())));
    }
    // Room is made for those that are there, not for those announced.
    let mut branches = Vec::new();
    for _ in 0..count {
        branches.push(Xid::read(from)?);
    }
    Ok(branches)
}
