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

/// The first of these bytes, at most so many. Answers how many pieces they are in.
pub fn first_bytes<'a>(
    pieces: &'a [IoSlice<'_>],
    bytes_max: usize,
    first: &mut [IoSlice<'a>; PIECES_MAX],
) -> usize {
    let mut left = bytes_max;
    let mut count = 0;
    for (place, piece) in first.iter_mut().zip(pieces) {
        if left == 0 {
            break;
        }
        let taken = piece.len().min(left);
        *place = IoSlice::new(&piece[..taken]);
        left -= taken;
        count += 1;
    }
    count
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

    #[test]
    fn the_first_bytes_end_where_they_are_to() {
        let pieces = [&b"one"[..], b"two", b"three"].map(IoSlice::new);
        for (bytes_max, wanted) in [
            (0, &[][..]),
            (2, &[&b"on"[..]]),
            (3, &[b"one"]),
            (4, &[b"one", b"t"]),
            (100, &[b"one", b"two", b"three"]),
        ] {
            let mut first = [IoSlice::new(&[]); PIECES_MAX];
            let count = first_bytes(&pieces, bytes_max, &mut first);
            let first: Vec<&[u8]> = first[..count].iter().map(|piece| &**piece).collect();
            assert_eq!(first, wanted);
        }
    }
}
