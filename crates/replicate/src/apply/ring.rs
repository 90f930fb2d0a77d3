//! Messages in the order of their sequence numbers.
//!
//! Over several paths messages come out of order. What comes early waits here; what is missing is a hole, which somebody looks for
//! on the queue by its key. When memory is short, bodies that are not next are forgotten and read again when their turn comes.

use crate::message::Message;
use std::collections::BTreeMap;

/// What is known of a message that is not taken yet.
#[derive(Debug)]
enum Place {
    /// It is here.
    Here(Message),
    /// It was seen and lies on the queue, in the message with this number.
    OnQueue(u64),
    /// It was done in an earlier run.
    Done,
}

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// This.
    Message(Box<Message>),
    /// It was seen and has to be read again: the number of the message it is in.
    OnQueue(u64),
    /// It was not seen, but later ones were.
    Hole(u64),
    /// Nothing was seen that is not taken.
    Nothing,
}

/// Messages that wait for those before them.
#[derive(Debug)]
pub struct Ring {
    next: u64,
    places: BTreeMap<u64, Place>,
    bytes: usize,
}

/// What a message costs beside its body.
pub(crate) const MESSAGE_BYTES: usize = 256;

/// Bytes a message takes.
pub(crate) fn size_of(message: &Message) -> usize {
    message.body.len() + MESSAGE_BYTES
}

impl Ring {
    /// Nothing is here, and this number is the first to come.
    #[must_use]
    pub fn new(next: u64) -> Self {
        Self {
            next,
            places: BTreeMap::new(),
            bytes: 0,
        }
    }

    /// The number that comes next.
    #[must_use]
    pub fn next_sequence(&self) -> u64 {
        self.next
    }

    /// Bytes of what is here.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether nothing waits here but what was done before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut places = self.places.values();
        places.all(|place| matches!(place, Place::Done))
    }

    /// The lowest and the highest number that was seen and not taken.
    #[must_use]
    pub fn seen(&self) -> Option<(u64, u64)> {
        let first = self.places.first_key_value()?;
        let last = self.places.last_key_value()?;
        Some((*first.0, *last.0))
    }

    /// Whether the next was not seen, but later ones were.
    #[must_use]
    pub fn lacks_next(&self) -> bool {
        let first = self.places.first_key_value();
        first.is_some_and(|(sequence, _)| *sequence != self.next)
    }

    /// Whether this number was taken, or is here.
    #[must_use]
    pub fn has(&self, sequence: u64) -> bool {
        sequence < self.next
            || matches!(
                self.places.get(&sequence),
                Some(Place::Here(_) | Place::Done)
            )
    }

    /// Keeps a message; `false` if it is a twin of one that was taken or is here.
    pub fn insert(&mut self, message: Message) -> bool {
        let sequence = message.header.key.sequence;
        if self.has(sequence) {
            return false;
        }
        self.bytes += size_of(&message);
        self.places.insert(sequence, Place::Here(message));
        true
    }

    /// Remembers that it lies on the queue, in the message with the number `within`; `false` for a twin.
    pub fn insert_seen(&mut self, sequence: u64, within: u64) -> bool {
        if sequence < self.next || self.places.contains_key(&sequence) {
            return false;
        }
        self.places.insert(sequence, Place::OnQueue(within));
        true
    }

    /// A message was done in an earlier run and is stepped over.
    pub fn insert_done(&mut self, sequence: u64) {
        if sequence >= self.next {
            self.places.insert(sequence, Place::Done);
        }
    }

    /// Looks at what comes next, and takes it if it is here.
    pub fn take(&mut self) -> Next {
        while let Some(entry) = self.places.first_entry()
            && *entry.key() == self.next
            && matches!(entry.get(), Place::Done)
        {
            entry.remove();
            self.next += 1;
        }
        match self.places.first_entry() {
            None => Next::Nothing,
            Some(entry) if *entry.key() != self.next => Next::Hole(self.next),
            Some(entry) => {
                if let Place::OnQueue(within) = entry.get() {
                    return Next::OnQueue(*within);
                }
                match entry.remove() {
                    Place::Here(message) => {
                        self.bytes -= size_of(&message);
                        self.next += 1;
                        Next::Message(Box::new(message))
                    }
                    Place::OnQueue(_) | Place::Done => Next::OnQueue(self.next),
                }
            }
        }
    }

    /// The message with this number was seen and is not there any more.
    pub fn forget(&mut self, within: u64) {
        let range = self.places.range(within..);
        let gone =
            range.take_while(|(_, place)| matches!(place, Place::OnQueue(of) if *of == within));
        let gone: Vec<u64> = gone.map(|(sequence, _)| *sequence).collect();
        for sequence in gone {
            self.places.remove(&sequence);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Next, Ring};
    use crate::message::{Header, Key, Kind, Message};

    fn message(sequence: u64) -> Message {
        let header = Header {
            kind: Kind::Transaction,
            is_first: true,
            is_last: true,
            has_whole_old_rows: false,
            key: Key {
                map: 1,
                epoch: 1,
                sequence,
            },
            schema_version: 0,
            commit_lsn: 0,
            end_lsn: 0,
            commit_time_us: 0,
            xid: 0,
            chunk: 0,
            operations: 0,
        };
        Message {
            header,
            body: b"four".as_slice().into(),
        }
    }

    #[test]
    fn messages_leave_in_order_and_once_and_holes_are_told() {
        let mut ring = Ring::new(5);
        assert_eq!(ring.take(), Next::Nothing);
        assert!(ring.insert(message(7)));
        assert!(!ring.insert(message(7)), "a twin");
        assert!(!ring.insert(message(4)), "taken before");
        assert!(ring.lacks_next());
        assert_eq!(ring.take(), Next::Hole(5));
        assert!(ring.insert_seen(5, 5));
        assert_eq!(ring.take(), Next::OnQueue(5));
        assert!(ring.insert(message(5)));
        assert!(!ring.insert_seen(5, 5));
        assert_eq!(ring.take(), Next::Message(Box::new(message(5))));
        assert_eq!(ring.take(), Next::Hole(6));
        assert!(ring.insert(message(6)));
        assert_eq!(ring.take(), Next::Message(Box::new(message(6))));
        assert_eq!(ring.take(), Next::Message(Box::new(message(7))));
        assert_eq!((ring.take(), ring.bytes()), (Next::Nothing, 0));
        assert_eq!(ring.next_sequence(), 8);
    }
}
