//! Random bytes and mutated segments: errors, never panics.

use crate::generator::{Generator, LEVELS};
use ferromq_base::random::SplitMix64;
use ferromq_wire::outbound::Outbound;
use ferromq_wire::{Kind, fuzz_one};

#[test]
fn random_bytes_do_no_harm() {
    let mut random = SplitMix64::new(11);
    for _ in 0..3000 {
        let mut bytes = vec![0; random.below(700) as usize];
        random.fill(&mut bytes);
        fuzz_one(&bytes);
    }
    fuzz_one(&[]);
}

/// Changes a few bytes, most of them to values that are wrong in lengths and counts.
fn mutate(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    for _ in 0..random.below(4) + 1 {
        if bytes.is_empty() {
            return;
        }
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(6) {
            0 => bytes.truncate(at),
            1 => bytes[at] = 0xff,
            2 => bytes[at] = 0x7f,
            3 => bytes[at] ^= 1 << random.below(8),
            4 => {
                let end = (at + 4).min(bytes.len());
                bytes[at / 4 * 4..end].fill([0, 0xff, 0x80][random.below(3) as usize]);
            }
            _ => bytes[at] = random.next_u64() as u8,
        }
    }
}

#[test]
fn mutated_segments_do_no_harm() {
    let mut pool = vec![0; 4000];
    SplitMix64::new(2).fill(&mut pool);
    let mut random = SplitMix64::new(12);
    for round in 0..60_u64 {
        for kind in Kind::ALL {
            let fap = LEVELS[random.below(8) as usize];
            let mut make = Generator::new(round << 8 | u64::from(kind.code()), &pool, fap);
            let (head, segment) = (make.head(*kind), make.segment(*kind, 300));
            // As a stream, and as a payload behind a byte that says how it is coded.
            let mut outbound = Outbound::new(false);
            outbound.set_agreed(32_748, fap);
            outbound.send(&head, &segment, None);
            let mut stream: Vec<u8> = outbound.chunks().flatten().copied().collect();
            mutate(&mut stream, &mut random);
            fuzz_one(&stream);
            let mut payload = vec![random.next_u64() as u8];
            segment.encode(*kind, head.form(fap), &mut payload);
            mutate(&mut payload, &mut random);
            fuzz_one(&payload);
        }
    }
}

#[test]
fn a_segment_cut_anywhere_is_refused_or_shorter_and_nothing_else() {
    let pool = vec![b'x'; 1000];
    for kind in Kind::ALL {
        let mut make = Generator::new(77, &pool, 17);
        let segment = make.segment(*kind, 100);
        let form = make.head(*kind).form(17);
        let mut payload = Vec::new();
        segment.encode(*kind, form, &mut payload);
        for end in 0..payload.len() {
            if let Err(wrong) = ferromq_wire::Segment::decode(*kind, &payload[..end], form) {
                assert!(wrong.at <= end, "{kind:?}: {wrong}");
                assert!(!wrong.what.is_empty());
            }
        }
    }
}
