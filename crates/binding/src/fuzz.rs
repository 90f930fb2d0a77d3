//! A client that does what the bytes say to a region it shares with the server.

use crate::error::PeerError;
use crate::layout::{
    CLIENT_WAIT_AT, REPLY_READ_AT, REQUEST_WRITTEN_AT, RING_BYTES_MIN, RegionSizes,
};
use crate::region::Region;
use crate::ring::Received;
use crate::rings::ServerRings;
use crate::split::SplitFrame;
use std::sync::atomic::Ordering;

/// Largest frame of the region fuzzed, in bytes.
const FRAME_BYTES_MAX: u32 = 40_000;

/// Plays `bytes` as a client's stores into a shared region, with a server that reads requests
/// and answers them. The server may find a rule broken and give up; it may not panic, take more
/// of a frame than the limit, or read for ever.
///
/// Each step is nine bytes: what to do, and a number.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let sizes = RegionSizes::new(RING_BYTES_MIN, RING_BYTES_MIN, FRAME_BYTES_MAX)
        .expect("these sizes are within the limits");
    let region = Region::heap(sizes.region_bytes());
    let mut server = ServerRings::new(region.clone(), &sizes);
    let mut frame = SplitFrame::new(1024);
    for step in bytes.chunks_exact(9) {
        let number = u64::from_le_bytes(*step.last_chunk().expect("nine bytes"));
        let ring = sizes.request_data_at();
        match step[0] % 8 {
            // The positions, anywhere and nearly right.
            0 => region
                .word64(REQUEST_WRITTEN_AT)
                .store(number, Ordering::Release),
            1 => drop(
                region
                    .word64(REQUEST_WRITTEN_AT)
                    .fetch_add(number & 0xff8, Ordering::AcqRel),
            ),
            2 => region
                .word64(REPLY_READ_AT)
                .store(number, Ordering::Release),
            3 => drop(
                region
                    .word64(REPLY_READ_AT)
                    .fetch_add(number & 0xff8, Ordering::AcqRel),
            ),
            // A word of the request ring: the place in the upper half.
            4 => {
                let place = (number >> 40) as usize % (RING_BYTES_MIN as usize / 8) * 8;
                region
                    .word64(ring + place)
                    .store(number & 0xffff_ffff, Ordering::Relaxed);
            }
            5 => {
                let place = (number >> 52) as usize % (RING_BYTES_MIN as usize / 8) * 8;
                let header = (number & 0xffff) | ((number >> 16) & 0xffff) << 32;
                region.word64(ring + place).store(header, Ordering::Relaxed);
            }
            6 => region
                .word32(CLIENT_WAIT_AT)
                .store(number as u32, Ordering::Relaxed),
            _ => {}
        }
        if serve(&mut server, &mut frame, step[0] & 0x80 != 0).is_err() {
            return;
        }
    }
}

/// What a service loop does with a connection: at most one request, its answer, and sleep.
fn serve(server: &mut ServerRings, frame: &mut SplitFrame, long: bool) -> Result<(), PeerError> {
    let mut taken_bytes = 0;
    let received = server.try_recv(|fragment| {
        taken_bytes += fragment.left_bytes();
        assert!(fragment.left_bytes() + fragment.rest_bytes() <= FRAME_BYTES_MAX as usize);
        frame.take(fragment);
    })?;
    assert!(
        taken_bytes <= RING_BYTES_MIN as usize,
        "no more than a ring holds"
    );
    if received == Received::Frame {
        let body = frame.take_out_body();
        assert!(frame.head().len() + body.len() <= FRAME_BYTES_MAX as usize);
        let answer = vec![7; if long { 9_000 } else { 40 }];
        server.send(&[&answer])?;
    }
    if server.arm()? {
        server.disarm();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::fuzz_one;

    #[test]
    fn no_client_makes_the_server_panic() {
        let mut state = 9_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for round in 0..3_000_u64 {
            let mut bytes = Vec::new();
            let mut written = 0_u64;
            for _ in 0..next() % 60 {
                // Half of the rounds keep the rules most of the time.
                if round % 2 == 0 && !next().is_multiple_of(20) {
                    let payload = next() % 200;
                    let place = (written / 8) % 512;
                    bytes.push(5);
                    bytes.extend_from_slice(&((place << 52) | payload).to_le_bytes());
                    let footprint = 8 + payload.next_multiple_of(8);
                    written += footprint;
                    bytes.push(1 | (next() as u8 & 0x80));
                    bytes.extend_from_slice(&footprint.to_le_bytes());
                    bytes.push(3);
                    bytes.extend_from_slice(&(next() % 64).to_le_bytes());
                } else {
                    bytes.push(next() as u8);
                    bytes.extend_from_slice(&(next() >> (next() % 64)).to_le_bytes());
                }
            }
            fuzz_one(&bytes);
        }
    }
}
