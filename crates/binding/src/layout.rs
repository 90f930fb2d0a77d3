//! The fixed layout of a shared region, and the limits that go with it.
//!
//! `docs/formats/shared-region.md` draws the same layout. All integers are in the byte order of the machine,
//! because both ends run on it. Positions count bytes from the birth of a ring and never wrap in practice
//! (2^64 bytes); the place in the ring is the position masked by the capacity.

use std::fmt;

/// First eight bytes of every region.
pub(crate) const REGION_MAGIC: u64 = u64::from_le_bytes(*b"FMQREGN1");
/// Version of the region and of the handshake. Both ends must agree exactly.
pub const REGION_VERSION: u32 = 1;

pub(crate) const MAGIC_AT: usize = 0;
pub(crate) const VERSION_AT: usize = 8;
pub(crate) const HEADER_BYTES_AT: usize = 12;
pub(crate) const REGION_BYTES_AT: usize = 16;
pub(crate) const REQUEST_DATA_AT: usize = 24;
pub(crate) const REQUEST_CAPACITY_AT: usize = 32;
pub(crate) const REPLY_DATA_AT: usize = 40;
pub(crate) const REPLY_CAPACITY_AT: usize = 48;
pub(crate) const FRAME_BYTES_MAX_AT: usize = 56;
pub(crate) const SERVER_PID_AT: usize = 64;
pub(crate) const CLIENT_PID_AT: usize = 68;
pub(crate) const SERVER_START_TICKS_AT: usize = 72;
pub(crate) const CLIENT_START_TICKS_AT: usize = 80;

/// Written by the client: how far the request ring is filled.
pub(crate) const REQUEST_WRITTEN_AT: usize = 256;
/// Set by the client before it sleeps, cleared by the server that wakes it or the client that is awake again. Same line as above: the server
/// reads both when it polls.
pub(crate) const CLIENT_WAIT_AT: usize = 264;
/// Written by the server: how far the request ring is emptied.
pub(crate) const REQUEST_READ_AT: usize = 384;
/// Written by the server: how far the reply ring is filled.
pub(crate) const REPLY_WRITTEN_AT: usize = 512;
/// Set by the server before it stops looking, cleared by the client that rings or the server that looks again. Same line as above: the
/// client reads both when it waits.
pub(crate) const SERVER_WANT_AT: usize = 520;
/// Written by the client: how far the reply ring is emptied.
pub(crate) const REPLY_READ_AT: usize = 640;

/// Bytes of the region before the first ring.
pub(crate) const HEADER_BYTES: usize = 4096;
/// Bytes kept between words of different writers. Two cache lines, because some machines fetch lines in pairs.
pub(crate) const LINE_BYTES: usize = 128;
/// Bytes of a fragment header: payload length and what is still to come of the frame, 32 bits each.
pub(crate) const FRAGMENT_HEADER_BYTES: u64 = 8;
/// Every fragment starts on a multiple of this.
pub(crate) const FRAGMENT_ALIGN_BYTES: u64 = 8;

/// Smallest ring.
pub const RING_BYTES_MIN: u32 = 4096;
/// Largest ring.
pub const RING_BYTES_MAX: u32 = 64 * 1024 * 1024;
/// Ring size when neither end asks for another; see the README for what it was measured against.
pub const RING_BYTES_DEFAULT: u32 = 128 * 1024;
/// Largest ring a client gets because it asks for it, in bytes.
pub const RING_BYTES_REQUESTED_MAX: u32 = 1024 * 1024;
/// Largest frame either end accepts, in bytes. A 100 MB message and its descriptors fit.
pub const FRAME_BYTES_MAX: u32 = 128 * 1024 * 1024;

/// `CLIENT_WAIT`: the client looks by itself.
pub(crate) const WAIT_NONE: u32 = 0;
/// `CLIENT_WAIT`: the client sleeps until a reply is published.
pub(crate) const WAIT_REPLY: u32 = 1;
/// `CLIENT_WAIT`: the client sleeps until requests are consumed or a reply is published.
pub(crate) const WAIT_SPACE: u32 = 2;

/// `SERVER_WANT`: the server looks by itself.
pub(crate) const WANT_NOTHING: u32 = 0;
/// `SERVER_WANT`: ring when a request is published.
pub(crate) const WANT_REQUEST: u32 = 1;
/// `SERVER_WANT`: ring when replies are consumed.
pub(crate) const WANT_SPACE: u32 = 2;
/// `SERVER_WANT`: the server has closed this connection and will not come back.
pub(crate) const WANT_CLOSED: u32 = 4;

const _: () = {
    assert!(CLIENT_START_TICKS_AT + 8 <= REQUEST_WRITTEN_AT);
    assert!(REQUEST_WRITTEN_AT.is_multiple_of(LINE_BYTES) && CLIENT_WAIT_AT + 4 <= REQUEST_READ_AT);
    assert!(REQUEST_READ_AT == REQUEST_WRITTEN_AT + LINE_BYTES);
    assert!(
        REPLY_WRITTEN_AT == REQUEST_READ_AT + LINE_BYTES && SERVER_WANT_AT + 4 <= REPLY_READ_AT
    );
    assert!(REPLY_READ_AT == REPLY_WRITTEN_AT + LINE_BYTES);
    assert!(REPLY_READ_AT + LINE_BYTES <= HEADER_BYTES);
    assert!(RING_BYTES_MIN.is_power_of_two() && RING_BYTES_MAX.is_power_of_two());
    assert!(RING_BYTES_DEFAULT.is_power_of_two());
    assert!(FRAME_BYTES_MAX < u32::MAX / 2);
};

/// Sizes of one region, already checked: both rings are powers of two within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionSizes {
    request_bytes: u32,
    reply_bytes: u32,
    frame_bytes_max: u32,
}

/// Sizes that no region can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The size that was asked for, in bytes.
    pub bytes: u32,
    /// What it was to be the size of.
    pub subject: &'static str,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be {} bytes", self.subject, self.bytes)
    }
}

impl std::error::Error for SizeError {}

impl Default for RegionSizes {
    fn default() -> RegionSizes {
        RegionSizes {
            request_bytes: RING_BYTES_DEFAULT,
            reply_bytes: RING_BYTES_DEFAULT,
            frame_bytes_max: FRAME_BYTES_MAX,
        }
    }
}

impl RegionSizes {
    /// The same with larger rings, where these are larger and a power of two.
    #[must_use]
    pub(crate) fn with_rings_of(&self, request_bytes: u32, reply_bytes: u32) -> RegionSizes {
        let request_bytes = request_bytes.max(self.request_bytes);
        let reply_bytes = reply_bytes.max(self.reply_bytes);
        Self::new(request_bytes, reply_bytes, self.frame_bytes_max).unwrap_or(*self)
    }

    /// Checks and keeps the sizes of the request ring, the reply ring and the largest frame, in bytes.
    ///
    /// # Errors
    /// [`SizeError`] when a ring is no power of two between [`RING_BYTES_MIN`] and [`RING_BYTES_MAX`], or a
    /// frame is empty or larger than [`FRAME_BYTES_MAX`].
    pub fn new(
        request_bytes: u32,
        reply_bytes: u32,
        frame_bytes_max: u32,
    ) -> Result<RegionSizes, SizeError> {
        for (bytes, subject) in [
            (request_bytes, "the request ring"),
            (reply_bytes, "the reply ring"),
        ] {
            if !bytes.is_power_of_two() || !(RING_BYTES_MIN..=RING_BYTES_MAX).contains(&bytes) {
                return Err(SizeError { bytes, subject });
            }
        }
        if frame_bytes_max == 0 || frame_bytes_max > FRAME_BYTES_MAX {
            return Err(SizeError {
                bytes: frame_bytes_max,
                subject: "the largest frame",
            });
        }
        Ok(RegionSizes {
            request_bytes,
            reply_bytes,
            frame_bytes_max,
        })
    }

    /// Bytes of the ring from client to server.
    pub fn request_bytes(&self) -> u32 {
        self.request_bytes
    }

    /// Bytes of the ring from server to client.
    pub fn reply_bytes(&self) -> u32 {
        self.reply_bytes
    }

    /// Largest frame in bytes, in either direction.
    pub fn frame_bytes_max(&self) -> u32 {
        self.frame_bytes_max
    }

    /// Bytes of the whole region.
    pub fn region_bytes(&self) -> usize {
        HEADER_BYTES + self.request_bytes as usize + self.reply_bytes as usize
    }

    pub(crate) fn request_data_at(&self) -> usize {
        HEADER_BYTES
    }

    pub(crate) fn reply_data_at(&self) -> usize {
        HEADER_BYTES + self.request_bytes as usize
    }
}

/// Bytes a fragment with this payload takes in a ring.
pub(crate) fn fragment_footprint_bytes(payload_bytes: u64) -> u64 {
    FRAGMENT_HEADER_BYTES + payload_bytes.next_multiple_of(FRAGMENT_ALIGN_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ring_sizes_must_be_powers_of_two_within_limits() {
        assert!(RegionSizes::new(4096, 8192, 1).is_ok());
        assert!(RegionSizes::new(4095, 8192, 1).is_err());
        assert!(RegionSizes::new(4096, 2048, 1).is_err());
        assert!(RegionSizes::new(4096, RING_BYTES_MAX * 2, 1).is_err());
        assert!(RegionSizes::new(4096, 4096, 0).is_err());
        assert!(RegionSizes::new(4096, 4096, FRAME_BYTES_MAX + 1).is_err());
    }

    #[test]
    fn a_fragment_takes_its_header_and_whole_words() {
        assert_eq!(fragment_footprint_bytes(0), 8);
        assert_eq!(fragment_footprint_bytes(1), 16);
        assert_eq!(fragment_footprint_bytes(8), 16);
    }
}
