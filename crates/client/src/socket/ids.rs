//! Message ids the queue manager has set aside for a conversation, so that an asynchronous put can name its
//! message before anybody has answered.

/// A block of ids: a first one, and the byte of it that is counted up, with carries to those in front of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct IdBlock {
    next: [u8; 24],
    at: usize,
    left: u32,
}

impl IdBlock {
    /// A block as a queue manager granted it; `None` when it makes no sense.
    pub(super) fn new(base: [u8; 24], increment_offset: u32, count: u32) -> Option<Self> {
        let at = usize::try_from(increment_offset).ok()?;
        (at < base.len() && count > 0).then_some(Self {
            next: base,
            at,
            left: count,
        })
    }

    /// How many ids are left.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The next id. The first one is the base.
    pub(super) fn take(&mut self) -> Option<[u8; 24]> {
        self.left = self.left.checked_sub(1)?;
        let id = self.next;
        for byte in self.next[..=self.at].iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::IdBlock;

    #[test]
    fn ids_begin_with_the_base_and_end_with_the_block() {
        let mut base = *b"AMQ QM1         12345678";
        base[20..].copy_from_slice(&[0, 0, 0, 255]);
        let mut block = IdBlock::new(base, 23, 2).expect("a block");
        assert_eq!(block.take(), Some(base));
        base[20..].copy_from_slice(&[0, 0, 1, 0]);
        assert_eq!(block.take(), Some(base));
        assert_eq!(block.take(), None);
        assert_eq!(block.left(), 0);
    }

    #[test]
    fn a_counter_outside_the_id_is_no_block() {
        assert_eq!(IdBlock::new([0; 24], 24, 1), None);
        assert_eq!(IdBlock::new([0; 24], u32::MAX, 1), None);
        assert_eq!(IdBlock::new([0; 24], 20, 0), None);
    }
}
