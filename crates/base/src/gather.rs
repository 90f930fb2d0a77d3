//! Sending what lies in several places.

use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, send, sendmsg};
use std::io::IoSlice;
use std::os::fd::AsFd;

/// Pieces worth handing to the kernel in one call.
pub const PIECES_MAX: usize = 64;

/// Hands pieces to a socket, in order: how many bytes it took. Waits only where the socket and `flags` do.
///
/// # Errors
/// The error of the operating system.
pub fn send_pieces(
    socket: impl AsFd,
    pieces: &[IoSlice<'_>],
    flags: SendFlags,
) -> Result<usize, Errno> {
    match pieces {
        // Mostly there is one. It costs the kernel less than a list.
        [only] => send(socket, only, flags),
        _ => sendmsg(socket, pieces, &mut SendAncillaryBuffer::default(), flags),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::unix::net::UnixStream;

    #[test]
    fn pieces_arrive_in_order_however_many_there_are() {
        for parts in [&[&b"one"[..]][..], &[&b"on"[..], b"", b"e"]] {
            let (here, mut there) = UnixStream::pair().expect("a pair");
            let pieces: Vec<_> = parts.iter().map(|part| IoSlice::new(part)).collect();
            assert_eq!(send_pieces(&here, &pieces, SendFlags::NOSIGNAL), Ok(3));
            drop(here);
            let mut came = String::new();
            there.read_to_string(&mut came).expect("it is there");
            assert_eq!(came, "one");
        }
    }
}
