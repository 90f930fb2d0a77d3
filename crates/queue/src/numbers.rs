//! Numbers that messages, those who hold or browse them, and those who wait for them are known by.

/// Arrival number of a message on its queue. Grows for ever, is never used twice while a
/// message or a log record may still speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub u64);

/// Who holds a message: the number of a unit of work, chosen by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Holder(pub u64);

impl Holder {
    /// No unit of work. What is held so and given back was not got: it counts for nothing.
    pub const NOBODY: Self = Self(0);
}

/// Who browses, locks and marks: the number of an object handle, chosen by the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandleId(pub u64);

/// A registration with `Queue::wait`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaiterId(pub(crate) u64);
