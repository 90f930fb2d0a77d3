//! One socket: bytes between the network and a server connection.

use crate::tcp::poll::Interest;
use ferromq_binding::Errno;
use ferromq_channel::ServerChannel;
use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};
use std::io::{self, IoSlice, Read};
use std::net::TcpStream;
use std::time::Instant;

/// Pieces handed to the kernel in one call.
const PIECES_MAX: usize = 64;

/// What a read found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Bytes, which the channel has.
    Bytes,
    /// Nothing now.
    Nothing,
    /// The other end is gone, or what it sent cannot be understood at all.
    Gone,
}

/// See the module.
pub(crate) struct Socket {
    pub(crate) stream: TcpStream,
    pub(crate) channel: ServerChannel,
    /// Key among the channels of the edge.
    pub(crate) key: u64,
    /// Something may have to be sent, or what is watched may change.
    pub(crate) dirty: bool,
    pub(crate) watched: Interest,
    /// The earliest entry among the deadlines.
    pub(crate) alarm_ns: Option<u64>,
    pub(crate) accepted: Instant,
    /// The kernel takes no more for now.
    full: bool,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream, channel: ServerChannel, key: u64) -> Self {
        Self {
            stream,
            channel,
            key,
            dirty: false,
            watched: Interest {
                input: true,
                output: false,
            },
            alarm_ns: None,
            accepted: Instant::now(),
            full: false,
        }
    }

    /// Reads once and hands what came to the channel.
    pub(crate) fn take_in(&mut self, buffer: &mut [u8]) -> Taken {
        match self.stream.read(buffer) {
            Ok(0) => Taken::Gone,
            Ok(count) => {
                self.channel.receive(&buffer[..count]);
                Taken::Bytes
            }
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Taken::Nothing,
                _ => Taken::Gone,
            },
        }
    }

    /// The kernel takes bytes again.
    pub(crate) fn has_room(&mut self) {
        self.full = false;
    }

    /// Sends what is queued, as far as the kernel takes it. False when the other end is gone.
    pub(crate) fn send_queued(&mut self) -> bool {
        let outbound = self.channel.outbound();
        while !self.full && !outbound.is_empty() {
            let mut pieces = [IoSlice::new(&[]); PIECES_MAX];
            let mut count = 0;
            let mut wanted = 0;
            for (piece, chunk) in pieces.iter_mut().zip(outbound.chunks()) {
                *piece = IoSlice::new(chunk);
                wanted += chunk.len();
                count += 1;
            }
            let no_descriptors = &mut SendAncillaryBuffer::default();
            match sendmsg(
                &self.stream,
                &pieces[..count],
                no_descriptors,
                SendFlags::NOSIGNAL,
            ) {
                Ok(sent) => {
                    outbound.advance(sent);
                    self.full = sent < wanted;
                }
                Err(Errno::AGAIN) => self.full = true,
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// True when everything is said: the socket can be closed.
    pub(crate) fn is_over(&mut self) -> bool {
        self.channel.is_over() && self.channel.outbound().is_empty()
    }

    /// What is to be watched from now on.
    pub(crate) fn interest(&mut self) -> Interest {
        Interest {
            input: self.channel.wants_input() && !self.channel.is_over(),
            output: self.full,
        }
    }
}
