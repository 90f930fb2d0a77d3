//! Where a message stands in the order of delivery.

pub(crate) const CLASSES: usize = 10;

/// A place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) class: u8,
    pub(crate) seq: u64,
}

impl Key {
    /// Sorts as delivery does.
    pub(crate) fn rank(self) -> (u8, u64) {
        (CLASSES as u8 - 1 - self.class, self.seq)
    }

    pub(crate) fn from_rank(rank: (u8, u64)) -> Self {
        Self {
            class: CLASSES as u8 - 1 - rank.0,
            seq: rank.1,
        }
    }
}
