//! Message ids the queue manager has set aside for a conversation, so that an asynchronous put can name its
//! message before anybody has answered.

use ferromq_mqi::call::Request;
use ferromq_mqi::generated::constants::{MQPMO_NEW_CORREL_ID, MQPMO_NEW_MSG_ID};

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

/// Gives the message of a put the ids the queue manager would give it. False when there are too few.
pub(super) fn name_message(request: &mut Request, ids: &mut IdBlock) -> bool {
    let (Request::Put {
        descriptor,
        options,
        ..
    }
    | Request::Put1 {
        descriptor,
        options,
        ..
    }) = request
    else {
        return true;
    };
    let wants_msg_id = options.options & MQPMO_NEW_MSG_ID != 0 || descriptor.msg_id == [0; 24];
    let wants_correl_id = options.options & MQPMO_NEW_CORREL_ID != 0;
    if ids.left() < u32::from(wants_msg_id) + u32::from(wants_correl_id) {
        return false;
    }
    if wants_msg_id && let Some(id) = ids.take() {
        descriptor.msg_id = id;
    }
    if wants_correl_id && let Some(id) = ids.take() {
        descriptor.correl_id = id;
    }
    options.options &= !(MQPMO_NEW_MSG_ID | MQPMO_NEW_CORREL_ID);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use ferromq_mqi::MsgDescriptor;
    use ferromq_mqi::options::{ObjectHandle, PutOptions};

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

    fn put(descriptor: MsgDescriptor, options: i32) -> Request {
        Request::Put {
            handle: ObjectHandle(1),
            descriptor,
            options: PutOptions {
                options,
                ..PutOptions::default()
            },
            body: Bytes::new(),
        }
    }

    fn ids_of(request: &Request) -> ([u8; 24], [u8; 24]) {
        match request {
            Request::Put { descriptor, .. } => (descriptor.msg_id, descriptor.correl_id),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_message_without_ids_gets_those_it_asks_for() {
        let mut ids = IdBlock::new([1; 24], 23, 2).expect("a block");
        let mut request = put(MsgDescriptor::default(), MQPMO_NEW_CORREL_ID);
        assert!(name_message(&mut request, &mut ids));
        let (msg_id, correl_id) = ids_of(&request);
        assert_eq!(msg_id, [1; 24]);
        assert_ne!(correl_id, msg_id);
        assert!(!name_message(
            &mut put(MsgDescriptor::default(), 0),
            &mut ids
        ));
    }

    #[test]
    fn a_message_id_of_the_applications_own_stays() {
        let mut ids = IdBlock::default();
        let own = MsgDescriptor {
            msg_id: [7; 24],
            ..MsgDescriptor::default()
        };
        let mut request = put(own, 0);
        assert!(name_message(&mut request, &mut ids));
        assert_eq!(ids_of(&request).0, [7; 24]);
    }
}
