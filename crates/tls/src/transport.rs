//! The two buffers OpenSSL reads from and writes to in place of a socket.

use std::io::{self, ErrorKind, Read, Write};

use crate::hello::record_bytes;

/// Bytes on their way in and out. Each buffer is one allocation that is used again.
///
/// OpenSSL sees whole records only. So between two calls of it the buffer begins with a record, and its length tells
/// how much plaintext the next call can give.
#[derive(Debug, Default)]
pub(crate) struct Transport {
    pub(crate) incoming: Queue,
    pub(crate) outgoing: Queue,
    offered: usize,
}

impl Transport {
    /// Lets OpenSSL read the whole records that are there. Gives how many bytes these are.
    pub(crate) fn offer(&mut self) -> usize {
        let bytes = self.incoming.bytes();
        while let Some(whole) = record_bytes(&bytes[self.offered..]) {
            self.offered += whole;
        }
        self.offered
    }
}

impl Read for Transport {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.offered == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        let count = self.offered.min(into.len());
        into[..count].copy_from_slice(&self.incoming.bytes()[..count]);
        self.incoming.consume(count);
        self.offered -= count;
        Ok(count)
    }
}

impl Write for Transport {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outgoing.append(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes that are appended at the end and consumed from the start.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    bytes: Vec<u8>,
    start: usize,
}

/// A buffer larger than this is given back when it is empty.
const KEPT_BYTES: usize = 64 << 10;

impl Queue {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// Lets somebody else append. Should it take bytes away, they are gone; nothing worse happens.
    pub(crate) fn append_with<T>(
        &mut self,
        room: usize,
        append: impl FnOnce(&mut Vec<u8>) -> T,
    ) -> T {
        self.reserve(room);
        let before = self.bytes.len();
        let result = append(&mut self.bytes);
        debug_assert!(self.bytes.len() >= before, "received bytes were taken away");
        self.start = self.start.min(self.bytes.len());
        result
    }

    /// Room for more bytes. What is left is moved to the start, where that makes the room.
    pub(crate) fn reserve(&mut self, more: usize) {
        let lacks_room = self.bytes.capacity() - self.bytes.len() < more;
        if self.start > 0 && lacks_room {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        self.bytes.reserve(more);
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.start += count.min(self.bytes.len() - self.start);
        if self.start == self.bytes.len() {
            self.start = 0;
            if self.bytes.capacity() > KEPT_BYTES {
                self.bytes = Vec::new();
            } else {
                self.bytes.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_in_order_while_the_gap_in_front_is_used_again() {
        let mut queue = Queue::default();
        let mut taken = Vec::new();
        for round in 0..200u8 {
            queue.append(&[round; 7]);
            let count = 5.min(queue.bytes().len());
            taken.extend_from_slice(&queue.bytes()[..count]);
            queue.consume(count);
        }
        taken.extend_from_slice(queue.bytes());
        let expected: Vec<u8> = (0..200u8).flat_map(|round| [round; 7]).collect();
        assert_eq!(taken, expected);
        queue.consume(usize::MAX);
        assert!(queue.bytes().is_empty());
    }

    #[test]
    fn a_large_buffer_is_given_back_when_it_is_empty() {
        let mut queue = Queue::default();
        queue.append(&vec![1; KEPT_BYTES * 2]);
        queue.consume(KEPT_BYTES * 2);
        assert_eq!(queue.bytes.capacity(), 0);
    }

    #[test]
    fn openssl_sees_whole_records_only() {
        let mut transport = Transport::default();
        transport
            .incoming
            .append(&[23, 3, 3, 0, 2, 1, 2, 23, 3, 3, 0]);
        assert_eq!(transport.offer(), 7);
        let mut into = [0; 64];
        assert_eq!(transport.read(&mut into).unwrap(), 7);
        let nothing = transport.read(&mut into).unwrap_err();
        assert_eq!(nothing.kind(), ErrorKind::WouldBlock);
    }
}
