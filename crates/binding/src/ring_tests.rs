//! One ring over plain memory: frames of every size, and every rule broken once.

use super::*;
use crate::layout::{HEADER_BYTES, RING_BYTES_MIN};

fn sizes() -> RegionSizes {
    RegionSizes::new(RING_BYTES_MIN, RING_BYTES_MIN, 1 << 20).unwrap()
}

fn ring() -> (Arc<Region>, RingWriter, RingReader) {
    let region = Region::heap(sizes().region_bytes());
    let lane = Lane::requests(&sizes());
    (
        region.clone(),
        RingWriter::new(region.clone(), lane),
        RingReader::new(region, lane),
    )
}

fn pattern(bytes: usize, seed: usize) -> Vec<u8> {
    (0..bytes)
        .map(|at| ((at * 31) ^ (seed * 7) ^ (at >> 8)) as u8)
        .collect()
}

/// Sends one frame through, writer and reader taking turns.
fn pass(writer: &mut RingWriter, reader: &mut RingReader, parts: &[&[u8]]) -> Vec<u8> {
    let (mut sent_bytes, mut frame, mut done) = (0, Vec::new(), false);
    loop {
        done = done || writer.write(parts, &mut sent_bytes).unwrap();
        match reader
            .read(|fragment| fragment.append_to(&mut frame))
            .unwrap()
        {
            Received::Frame => return frame,
            Received::Part => {}
            Received::Nothing => assert!(!done, "a complete frame is there to be read"),
        }
    }
}

#[test]
fn frames_of_every_size_come_out_as_they_went_in() {
    let (_, mut writer, mut reader) = ring();
    for bytes in (0..300).chain([1015, 1016, 1017, 4080, 4096, 5000, 70_000, 1 << 20]) {
        let frame = pattern(bytes, bytes);
        let (head, body) = frame.split_at(bytes / 3);
        assert_eq!(pass(&mut writer, &mut reader, &[head, &[], body]), frame);
    }
}

#[test]
fn frames_keep_their_order_and_borders_over_many_laps() {
    let (_, mut writer, mut reader) = ring();
    let (mut next_in, mut next_out) = (0usize, 0usize);
    while next_out < 20_000 {
        let frame = pattern(next_in * 13 % 700, next_in);
        let mut sent_bytes = 0;
        if writer.write(&[&frame], &mut sent_bytes).unwrap() {
            next_in += 1;
            continue;
        }
        assert_eq!(sent_bytes, 0, "these frames fit in one fragment");
        let mut out = Vec::new();
        while reader
            .read(|fragment| fragment.append_to(&mut out))
            .unwrap()
            == Received::Frame
        {
            assert_eq!(out, pattern(next_out * 13 % 700, next_out));
            out.clear();
            next_out += 1;
        }
    }
}

#[test]
fn the_first_fragment_tells_how_much_is_to_come() {
    let (_, mut writer, mut reader) = ring();
    let frame = pattern(3000, 1);
    let mut sent_bytes = 0;
    assert!(writer.write(&[&frame], &mut sent_bytes).unwrap());
    let mut seen = Vec::new();
    reader
        .read(|fragment| {
            seen.push((
                fragment.is_first(),
                fragment.left_bytes() + fragment.rest_bytes(),
                fragment.is_last(),
            ));
        })
        .unwrap();
    assert_eq!(
        seen,
        [
            (true, 3000, false),
            (false, 1984, false),
            (false, 968, true)
        ]
    );
}

#[test]
fn a_head_can_be_taken_apart_from_its_body() {
    let (_, mut writer, mut reader) = ring();
    writer.write(&[b"headbody"], &mut 0).unwrap();
    let (mut head, mut body) = ([0; 4], Vec::new());
    reader
        .read(|fragment| {
            assert_eq!(fragment.copy_to(&mut head), 4);
            assert_eq!(fragment.append_some(&mut body, 2), 2);
        })
        .unwrap();
    assert_eq!((&head, body.as_slice()), (b"head", &b"bo"[..]));
    assert_eq!(reader.read(|_| {}).unwrap(), Received::Nothing);
}

#[test]
fn a_writer_killed_before_publishing_has_written_nothing() {
    let (region, _, mut reader) = ring();
    region
        .word64(HEADER_BYTES)
        .store(5 | (7 << 32), Ordering::Relaxed);
    region.copy_in(HEADER_BYTES + 8, b"never");
    assert_eq!(
        reader.read(|_| panic!("not published")).unwrap(),
        Received::Nothing
    );
}

#[test]
fn a_writer_killed_between_fragments_leaves_a_part() {
    let (region, mut writer, mut reader) = ring();
    writer.write(&[&pattern(6000, 3)], &mut 0).unwrap();
    let mut bytes = 0;
    assert_eq!(
        reader
            .read(|fragment| bytes += fragment.left_bytes())
            .unwrap(),
        Received::Part
    );
    assert!(bytes > 0 && bytes < 6000);
    assert_eq!(reader.read(|_| {}).unwrap(), Received::Nothing);
    drop(region);
}

fn broken_position(written: u64) -> Rule {
    let (region, mut writer, mut reader) = ring();
    writer.write(&[b"abc"], &mut 0).unwrap();
    reader.read(|_| {}).unwrap();
    region
        .word64(REQUEST_WRITTEN_AT)
        .store(written, Ordering::Relaxed);
    reader
        .read(|_| panic!("nothing valid is there"))
        .unwrap_err()
}

#[test]
fn a_reader_rejects_positions_that_cannot_be() {
    assert_eq!(broken_position(8), Rule::PositionWentBack);
    assert_eq!(broken_position(16 + 4096 + 8), Rule::PositionOutsideRing);
    assert_eq!(broken_position(u64::MAX), Rule::PositionOutsideRing);
    assert_eq!(broken_position(21), Rule::PositionUnaligned);
}

fn broken_header(payload_bytes: u64, rest_bytes: u64) -> Rule {
    let (region, _, mut reader) = ring();
    region
        .word64(HEADER_BYTES)
        .store(payload_bytes | (rest_bytes << 32), Ordering::Relaxed);
    region
        .word64(REQUEST_WRITTEN_AT)
        .store(64, Ordering::Release);
    reader
        .read(|_| panic!("nothing valid is there"))
        .unwrap_err()
}

#[test]
fn a_reader_rejects_fragments_that_cannot_be() {
    assert_eq!(broken_header(8, 1 << 20), Rule::FrameTooLong);
    assert_eq!(
        broken_header(u64::from(u32::MAX), u64::from(u32::MAX)),
        Rule::FrameTooLong
    );
    assert_eq!(broken_header(57, 0), Rule::FragmentBeyondPosition);
    assert_eq!(broken_header(0, 5), Rule::FragmentEmpty);
}

#[test]
fn a_later_fragment_may_not_change_the_length_of_its_frame() {
    let (region, _, mut reader) = ring();
    region
        .word64(HEADER_BYTES)
        .store(8 | (16 << 32), Ordering::Relaxed);
    region
        .word64(HEADER_BYTES + 16)
        .store(8 | (9 << 32), Ordering::Relaxed);
    region
        .word64(REQUEST_WRITTEN_AT)
        .store(32, Ordering::Release);
    let mut fragments = 0;
    assert_eq!(
        reader.read(|_| fragments += 1).unwrap_err(),
        Rule::FrameLengthChanged
    );
    assert_eq!(fragments, 1);
}

#[test]
fn a_writer_rejects_read_positions_that_cannot_be() {
    for (read, rule) in [
        (4, Rule::PositionWentBack),
        (!7, Rule::PositionOutsideRing),
        (12, Rule::PositionUnaligned),
    ] {
        let (region, mut writer, mut reader) = ring();
        writer.write(&[b""], &mut 0).unwrap();
        reader.read(|_| {}).unwrap();
        while writer.write(&[&[0; 500]], &mut 0).unwrap() {}
        region
            .word64(REQUEST_READ_AT)
            .store(read, Ordering::Release);
        assert_eq!(writer.write(&[&[0; 500]], &mut 0).unwrap_err(), rule);
    }
}

/// What two threads do to one ring, with frames from nothing to several laps.
#[test]
fn two_threads_agree_on_every_byte() {
    let (_, mut writer, mut reader) = ring();
    let count = 3000;
    let bytes_of = |index: usize| (index * 7919) % 9000;
    let sending = std::thread::spawn(move || {
        for index in 0..count {
            let (frame, mut sent_bytes) = (pattern(bytes_of(index), index), 0);
            while !writer.write(&[&frame], &mut sent_bytes).unwrap() {
                std::thread::yield_now();
            }
        }
    });
    for index in 0..count {
        let mut frame = Vec::new();
        while reader
            .read(|fragment| fragment.append_to(&mut frame))
            .unwrap()
            != Received::Frame
        {
            std::thread::yield_now();
        }
        assert_eq!(frame, pattern(bytes_of(index), index));
    }
    sending.join().unwrap();
}
