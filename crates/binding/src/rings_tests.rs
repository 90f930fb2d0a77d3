//! Both halves of a region over plain memory, stepped by hand: who must wake whom, and a hostile client.

use super::*;
use crate::layout::{HEADER_BYTES, REPLY_READ_AT, REQUEST_WRITTEN_AT, RING_BYTES_MIN};

fn pair() -> (Arc<Region>, ServerRings, ClientRings) {
    let sizes = RegionSizes::new(RING_BYTES_MIN, RING_BYTES_MIN, 1 << 20).unwrap();
    let region = Region::heap(sizes.region_bytes());
    let (server, client) = (
        ServerRings::new(region.clone(), &sizes),
        ClientRings::new(region.clone(), &sizes),
    );
    (region, server, client)
}

fn send(client: &mut ClientRings, frame: &[u8]) {
    assert!(client.write(&[frame], &mut 0).unwrap());
}

fn recv(server: &mut ServerRings) -> (Received, Vec<u8>) {
    let mut frame = Vec::new();
    let received = server
        .try_recv(|fragment| fragment.append_to(&mut frame))
        .unwrap();
    (received, frame)
}

#[test]
fn a_client_rings_once_and_only_when_asked() {
    let (_, mut server, mut client) = pair();
    send(&mut client, b"one");
    assert!(!client.must_ring());
    assert_eq!(recv(&mut server).1, b"one");
    assert!(server.arm().unwrap());
    send(&mut client, b"two");
    assert!(client.must_ring());
    assert!(!client.must_ring());
    server.disarm();
}

#[test]
fn arming_finds_a_request_published_before_it() {
    let (_, mut server, mut client) = pair();
    send(&mut client, b"early");
    assert!(!server.arm().unwrap());
    assert!(!client.must_ring(), "the server looks by itself");
    assert_eq!(recv(&mut server).1, b"early");
}

/// A client killed between publishing and ringing leaves a request nobody was told of: the server finds it when
/// it looks at the hung-up connection.
#[test]
fn a_request_published_without_its_ring_is_found_by_looking() {
    let (_, mut server, mut client) = pair();
    assert!(server.arm().unwrap());
    send(&mut client, b"silent");
    drop(client);
    assert_eq!(recv(&mut server), (Received::Frame, b"silent".to_vec()));
}

/// Who hung up and goes on writing is served what was there, and no more.
#[test]
fn what_is_published_behind_the_seal_is_not_read() {
    let (_, mut server, mut client) = pair();
    send(&mut client, b"one");
    send(&mut client, b"two");
    assert_eq!(recv(&mut server).1, b"one");
    server.seal_requests().unwrap();
    send(&mut client, b"too late");
    assert_eq!(recv(&mut server), (Received::Frame, b"two".to_vec()));
    assert_eq!(recv(&mut server), (Received::Nothing, Vec::new()));
}

#[test]
fn a_seal_takes_in_what_came_before_it() {
    let (_, mut server, mut client) = pair();
    send(&mut client, b"early");
    server.seal_requests().unwrap();
    assert_eq!(recv(&mut server), (Received::Frame, b"early".to_vec()));
}

#[test]
fn a_reply_clears_the_announcement_of_a_sleeper() {
    let (region, mut server, mut client) = pair();
    client.announce_sleep(false);
    assert!(!client.has_reply().unwrap());
    server.send(&[b"reply"]).unwrap();
    assert_eq!(
        region.word32(CLIENT_WAIT_AT).load(Ordering::Relaxed),
        WAIT_NONE
    );
    assert!(client.has_reply().unwrap());
}

#[test]
fn consuming_requests_wakes_only_a_client_that_waits_for_room() {
    let (region, mut server, mut client) = pair();
    send(&mut client, b"one");
    client.announce_sleep(false);
    recv(&mut server);
    assert_eq!(
        region.word32(CLIENT_WAIT_AT).load(Ordering::Relaxed),
        WAIT_REPLY
    );
    send(&mut client, b"two");
    client.announce_sleep(true);
    recv(&mut server);
    assert_eq!(
        region.word32(CLIENT_WAIT_AT).load(Ordering::Relaxed),
        WAIT_NONE
    );
}

/// The sleeper's announcement may come after the server's last look at it: arming looks again.
#[test]
fn arming_wakes_a_client_that_waits_for_room() {
    let (region, mut server, client) = pair();
    client.announce_sleep(true);
    assert!(server.arm().unwrap());
    assert_eq!(
        region.word32(CLIENT_WAIT_AT).load(Ordering::Relaxed),
        WAIT_NONE
    );
}

#[test]
fn a_reply_above_the_ring_is_backed_up_and_pumped() {
    let (_, mut server, mut client) = pair();
    let body = Bytes::from((0..50_000u32).map(|at| at as u8).collect::<Vec<_>>());
    server.send_shared(b"head", &body).unwrap();
    server.send(&[b"after ", b"it"]).unwrap();
    assert!(server.is_backed_up());
    let (mut frames, mut frame) = (Vec::new(), Vec::new());
    while frames.len() < 2 {
        match client
            .read(|fragment| fragment.append_to(&mut frame))
            .unwrap()
        {
            Received::Frame => frames.push(std::mem::take(&mut frame)),
            Received::Part => {}
            Received::Nothing => {
                server.pump().unwrap();
            }
        }
    }
    assert_eq!(frames[0], [b"head", &body[..]].concat());
    assert_eq!(frames[1], b"after it");
    assert!(server.pump().unwrap() && !server.is_backed_up());
}

#[test]
fn a_reply_above_the_frame_limit_is_refused_and_a_shorter_one_still_goes() {
    let (_, mut server, mut client) = pair();
    let bytes_max = server.frame_bytes_max();
    let too_long = bytes::Bytes::from(vec![7; bytes_max]);
    let refused = Err(PeerError::ReplyTooLong {
        bytes: bytes_max + 1,
        bytes_max,
    });
    assert_eq!(server.send_shared(b"h", &too_long), refused);
    assert_eq!(server.send(&[b"h", &too_long]), refused);
    assert!(!client.has_reply().unwrap(), "nothing of it was sent");
    server.send(&[b"failed"]).unwrap();
    let mut reply = Vec::new();
    let received = client.read(|fragment| fragment.append_to(&mut reply));
    assert_eq!(
        (received, &reply[..]),
        (Ok(Received::Frame), &b"failed"[..])
    );
}

#[test]
fn no_requests_are_read_while_replies_are_backed_up() {
    let (_, mut server, mut client) = pair();
    send(&mut client, b"next");
    server.send(&[&[1; 10_000]]).unwrap();
    assert_eq!(recv(&mut server).0, Received::Nothing);
    assert!(
        server.arm().unwrap(),
        "the next fragment has no room: wait for the client to read"
    );
    assert_eq!(client.read(|_| {}).unwrap(), Received::Part);
    assert!(client.must_ring(), "reading made room the server waits for");
    assert_eq!(recv(&mut server).0, Received::Nothing);
    while client.read(|_| {}).unwrap() != Received::Frame {
        server.pump().unwrap();
    }
    assert_eq!(recv(&mut server), (Received::Frame, b"next".to_vec()));
}

#[test]
fn a_closed_connection_says_so_even_to_one_about_to_sleep() {
    let (region, mut server, mut client) = pair();
    server.arm().unwrap();
    client.announce_sleep(false);
    server.close();
    assert!(client.is_closed());
    assert!(!client.must_ring(), "nobody is there to hear it");
    assert_eq!(
        region.word32(CLIENT_WAIT_AT).load(Ordering::Relaxed),
        WAIT_NONE
    );
    send(&mut client, b"late");
    assert!(client.is_closed());
}

/// A small generator, so that a failure names a seed that repeats it.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Writes anything anywhere a client can write, positions and headers most often.
fn vandalise(region: &Region, dice: &mut Dice) {
    let bytes = region.bytes();
    match dice.roll() % 6 {
        0 => region
            .word64(REQUEST_WRITTEN_AT)
            .store((dice.roll() % 8192) & !7, Ordering::Release),
        1 => region
            .word64(REPLY_READ_AT)
            .store(dice.roll() % 8192, Ordering::Release),
        2 => {
            let header = (dice.roll() % 5000) | (dice.roll() % 3) << 32;
            let at = HEADER_BYTES + (dice.roll() % 512 * 8) as usize;
            region.word64(at).store(header, Ordering::Relaxed);
        }
        3 => region
            .word32(CLIENT_WAIT_AT)
            .store(dice.roll() as u32 % 5, Ordering::Relaxed),
        4 => region
            .word64((dice.roll() as usize % (bytes / 8)) * 8)
            .store(dice.roll(), Ordering::Relaxed),
        _ => {
            let at = dice.roll() as usize % (bytes - 64);
            region.copy_in(at, &dice.roll().to_le_bytes());
        }
    }
}

/// Whatever a client writes, the server ends the connection or reads frames within the limit; it never panics,
/// and every call does a bounded amount of work.
#[test]
fn a_vandal_harms_nobody_but_itself() {
    let mut refusals = 0;
    for seed in 1..4000u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let (region, mut server, mut client) = pair();
        for _ in 0..24 {
            if dice.roll().is_multiple_of(3) {
                let _ = client.write(&[&[5; 200]], &mut 0);
            }
            vandalise(&region, &mut dice);
            let mut frame = Vec::new();
            let outcome = server
                .try_recv(|fragment| fragment.append_to(&mut frame))
                .map_err(PeerError::from)
                .and_then(|_| server.send(&[&[1; 300]]))
                .and_then(|()| Ok(server.arm()?));
            assert!(frame.len() <= RING_BYTES_MIN as usize, "seed {seed}");
            if outcome.is_err() {
                refusals += 1;
                break;
            }
        }
    }
    assert!(refusals > 1000, "the vandal is not inventive enough");
}

/// The same with the vandal writing all the time from another thread.
#[test]
fn a_vandal_in_another_thread_harms_nobody_but_itself() {
    use std::sync::atomic::AtomicBool;
    let stop = Arc::new(AtomicBool::new(false));
    for seed in 1..20u64 {
        let (region, mut server, _client) = pair();
        stop.store(false, Ordering::Relaxed);
        let vandal = {
            let (region, stop) = (region.clone(), stop.clone());
            std::thread::spawn(move || {
                let mut dice = Dice(seed);
                while !stop.load(Ordering::Relaxed) {
                    vandalise(&region, &mut dice);
                }
            })
        };
        for _ in 0..2000 {
            let mut frame = Vec::new();
            let outcome = server
                .try_recv(|fragment| fragment.append_to(&mut frame))
                .map_err(PeerError::from)
                .and_then(|_| server.send(&[&frame]));
            if outcome.is_err() {
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
        vandal.join().unwrap();
    }
}
