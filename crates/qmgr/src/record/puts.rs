//! Messages put together, in one record: what they have in common is there once.
//!
//! The copies of a publication share their data, and their descriptors differ in a few identifiers. A record
//! holds the descriptor of the first copy and each body once; of each copy it holds where it stands and what is
//! different in its descriptor. All copies have the position of this one record. So whatever is true of the record of
//! one message is true here: a checkpoint that gives the record back has written each copy that is still there
//! to its queue's file, replay from before the record meets all of them, and the record, which is whole or not there,
//! puts all of them or none. No record refers to another.
//!
//! The byte table is in `docs/formats/log-records.md`.

use crate::record::{DESCRIPTOR_BYTES, PutHead, QueueId, Reader, UowId};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use std::collections::HashMap;

/// Bytes in front of the copies: the head, and the first descriptor.
const FRONT_BYTES: usize = 16 + DESCRIPTOR_BYTES;
/// Bytes of a copy in front of what is different in its descriptor.
const COPY_BYTES: usize = 36;
/// Bytes in front of a run of different bytes.
const RUN_BYTES: usize = 4;

/// A message to be put with others.
pub(crate) struct CopyToPut<'a> {
    pub(crate) head: PutHead,
    pub(crate) descriptor: &'a MsgDescriptor,
    pub(crate) body: &'a Bytes,
}

/// A record to be appended: `front`, then the bodies.
pub(crate) struct Encoded<'a> {
    pub(crate) front: Vec<u8>,
    pub(crate) bodies: Vec<&'a Bytes>,
    /// Where each copy begins.
    pub(crate) offsets: Vec<u32>,
}

/// A message of a record of messages put together.
#[derive(Debug)]
pub struct PutCopy<'a> {
    /// Where it stands.
    pub head: PutHead,
    /// Its descriptor.
    pub descriptor: MsgDescriptor,
    /// Its data, which others may share.
    pub body: &'a [u8],
    /// Where in the record it begins.
    pub offset: u32,
}

/// The bytes a copy adds to a record at most, beside its body.
pub(crate) const COPY_BYTES_MAX: usize = COPY_BYTES + RUN_BYTES + DESCRIPTOR_BYTES;

/// The record of messages put together, which are one at least. The caller sees to it that it is not longer than records
/// may be.
pub(crate) fn encode<'a>(uow: UowId, copies: &[CopyToPut<'a>]) -> Encoded<'a> {
    let base = crate::record::descriptor_bytes(copies[0].descriptor);
    let mut front = Vec::with_capacity(FRONT_BYTES + copies.len() * 160);
    front.extend_from_slice(&uow.0.to_le_bytes());
    front.extend_from_slice(&field(copies.len()));
    front.extend_from_slice(&[0; 4]);
    front.extend_from_slice(&base);
    let mut bodies = Bodies::default();
    let mut offsets = Vec::with_capacity(copies.len());
    for copy in copies {
        let start = front.len();
        offsets.push(u32::try_from(start).unwrap_or(u32::MAX));
        let head = &copy.head;
        front.extend_from_slice(&head.queue.0.to_le_bytes());
        front.extend_from_slice(&head.seq.to_le_bytes());
        front.extend_from_slice(&head.expires_at_us.to_le_bytes());
        front.extend_from_slice(&field(bodies.place_of(copy.body)));
        front.extend_from_slice(&field(copy.body.len()));
        front.extend_from_slice(&[head.priority, head.class, 0, 0]);
        add_differences(
            &mut front,
            &base,
            &crate::record::descriptor_bytes(copy.descriptor),
        );
        let differing = front.len() - start - COPY_BYTES;
        let differing = u16::try_from(differing).expect("it is not longer than a descriptor");
        front[start + COPY_BYTES - 2..start + COPY_BYTES].copy_from_slice(&differing.to_le_bytes());
    }
    // So far bodies were counted from the first one.
    let before = front.len();
    for at in &offsets {
        let at = *at as usize + 24;
        let place = u32::from_le_bytes(front[at..at + 4].try_into().expect("four bytes"));
        front[at..at + 4].copy_from_slice(&field(before + place as usize));
    }
    Encoded {
        front,
        bodies: bodies.all,
        offsets,
    }
}

/// A length or place in a record, which is not longer than 256 MiB.
fn field(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes()
}

/// The bodies of a record, each once.
#[derive(Default)]
struct Bodies<'a> {
    all: Vec<&'a Bytes>,
    known: HashMap<(usize, usize), usize>,
    bytes: usize,
}

impl<'a> Bodies<'a> {
    /// Where a body begins, counted from the first. Those that share memory are one.
    fn place_of(&mut self, body: &'a Bytes) -> usize {
        *self.known.entry(identity(body)).or_insert_with(|| {
            let place = self.bytes;
            self.all.push(body);
            self.bytes += body.len();
            place
        })
    }
}

/// Bodies that are the same memory are the same body.
pub(crate) fn identity(body: &Bytes) -> (usize, usize) {
    (body.as_ptr() as usize, body.len())
}

/// Appends the runs in which a descriptor differs from the first one. Runs that are close are one.
fn add_differences(front: &mut Vec<u8>, base: &[u8], own: &[u8]) {
    let mut at = 0;
    while let Some(start) = (at..own.len()).find(|at| base[*at] != own[*at]) {
        let mut end = start + 1;
        let mut probe = end;
        while probe < own.len() && probe <= end + RUN_BYTES {
            if base[probe] != own[probe] {
                end = probe + 1;
            }
            probe += 1;
        }
        for number in [start, end - start] {
            let number = u16::try_from(number).expect("a descriptor is short");
            front.extend_from_slice(&number.to_le_bytes());
        }
        front.extend_from_slice(&own[start..end]);
        at = end;
    }
}

/// Reads a record.
pub(super) fn decode(record: &[u8]) -> Option<Vec<PutCopy<'_>>> {
    let mut reader = Reader(record);
    let uow = UowId(reader.u64()?);
    let count = reader.u32()? as usize;
    reader.u32()?;
    let base = reader.take(DESCRIPTOR_BYTES)?;
    if count == 0 || count > reader.0.len() / COPY_BYTES {
        return None;
    }
    let mut copies = Vec::with_capacity(count);
    for _ in 0..count {
        let offset = record.len() - reader.0.len();
        let parts = Parts::read(&mut reader)?;
        let body = record.get(parts.body_at..)?.get(..parts.body_len)?;
        copies.push(PutCopy {
            head: parts.head(uow)?,
            descriptor: descriptor_of(base, parts.differing)?,
            body,
            offset: u32::try_from(offset).ok()?,
        });
    }
    Some(copies)
}

/// A copy as it is in a record.
struct Parts<'a> {
    queue: QueueId,
    seq: u64,
    expires_at_us: u64,
    body_at: usize,
    body_len: usize,
    priority: u8,
    class: u8,
    differing: &'a [u8],
}

impl<'a> Parts<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let (queue, seq) = (QueueId(reader.u64()?), reader.u64()?);
        let expires_at_us = reader.u64()?;
        let (body_at, body_len) = (reader.u32()? as usize, reader.u32()? as usize);
        let [priority, class, low, high] = reader.u32()?.to_le_bytes();
        let differing = reader.take(usize::from(u16::from_le_bytes([low, high])))?;
        Some(Self {
            queue,
            seq,
            expires_at_us,
            body_at,
            body_len,
            priority,
            class,
            differing,
        })
    }

    fn head(&self, uow: UowId) -> Option<PutHead> {
        let head = PutHead {
            uow,
            queue: self.queue,
            seq: self.seq,
            expires_at_us: self.expires_at_us,
            backout_count: 0,
            priority: self.priority,
            class: self.class,
        };
        (self.priority <= 9 && self.class <= 9).then_some(head)
    }
}

fn whole_descriptor(base: &[u8], mut differing: &[u8]) -> Option<[u8; DESCRIPTOR_BYTES]> {
    let mut whole: [u8; DESCRIPTOR_BYTES] = base.try_into().ok()?;
    while !differing.is_empty() {
        let mut reader = Reader(differing);
        let [low, high, low_len, high_len] = reader.u32()?.to_le_bytes();
        let start = usize::from(u16::from_le_bytes([low, high]));
        let len = usize::from(u16::from_le_bytes([low_len, high_len]));
        let run = reader.take(len)?;
        whole.get_mut(start..)?.get_mut(..len)?.copy_from_slice(run);
        differing = reader.0;
    }
    Some(whole)
}

fn descriptor_of(base: &[u8], differing: &[u8]) -> Option<MsgDescriptor> {
    MsgDescriptor::decode_le(&whole_descriptor(base, differing)?).ok()
}

/// Reads one copy back: its descriptor, then its body, `len` bytes together. `read` reads bytes of the record;
/// `None` when what it reads makes no sense.
pub(crate) fn read_copy<E>(
    offset: u32,
    len: u32,
    read: impl Fn(usize, usize) -> Result<Vec<u8>, E>,
) -> Result<Option<Vec<u8>>, E> {
    let base = read(FRONT_BYTES - DESCRIPTOR_BYTES, DESCRIPTOR_BYTES)?;
    let mut copy = read(offset as usize, COPY_BYTES)?;
    let differing = u16::from_le_bytes([copy[COPY_BYTES - 2], copy[COPY_BYTES - 1]]);
    copy.extend(read(offset as usize + COPY_BYTES, usize::from(differing))?);
    let Some(parts) = Parts::read(&mut Reader(&copy)) else {
        return Ok(None);
    };
    let whole = whole_descriptor(&base, parts.differing);
    let Some(whole) = whole.filter(|whole| whole.len() + parts.body_len == len as usize) else {
        return Ok(None);
    };
    let mut image = Vec::with_capacity(len as usize);
    image.extend_from_slice(&whole);
    image.extend(read(parts.body_at, parts.body_len)?);
    Ok(Some(image))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Record, RecordKind, descriptor_bytes};
    use ferromq_base::random::SplitMix64;

    /// Some copies that share some bodies, and descriptors that differ here and there.
    fn invented(random: &mut SplitMix64) -> Vec<(PutHead, MsgDescriptor, Bytes)> {
        let mut bytes = |len: u64| {
            let mut bytes = vec![0; random.below(len) as usize];
            random.fill(&mut bytes);
            Bytes::from(bytes)
        };
        let bodies = [bytes(1), bytes(300), bytes(9_000)];
        let base = MsgDescriptor {
            msg_id: [1; 24],
            ..MsgDescriptor::default()
        };
        (0..1 + random.below(40))
            .map(|number| {
                let mut image = descriptor_bytes(&base);
                for _ in 0..random.below(6) {
                    // Identifiers and names, whose bytes are free.
                    let at = 48 + random.below(100) as usize;
                    image[at] = random.below(256) as u8;
                }
                let head = PutHead {
                    uow: UowId(7),
                    queue: QueueId(random.below(4)),
                    seq: number,
                    expires_at_us: random.below(3),
                    backout_count: 0,
                    priority: random.below(10) as u8,
                    class: random.below(10) as u8,
                };
                let descriptor = MsgDescriptor::decode_le(&image).expect("a descriptor");
                let body = bodies[random.below(3) as usize].clone();
                (head, descriptor, body)
            })
            .collect()
    }

    fn encoded(copies: &[(PutHead, MsgDescriptor, Bytes)]) -> (Vec<u8>, Vec<u32>) {
        let to_put: Vec<CopyToPut<'_>> = copies
            .iter()
            .map(|(head, descriptor, body)| CopyToPut {
                head: *head,
                descriptor,
                body,
            })
            .collect();
        let encoded = encode(UowId(7), &to_put);
        assert!(encoded.bodies.len() <= 3, "each body is there once");
        let mut record = encoded.front;
        for body in encoded.bodies {
            record.extend_from_slice(body);
        }
        (record, encoded.offsets)
    }

    #[test]
    fn copies_are_read_as_they_were_put_from_the_whole_record_and_one_by_one() {
        let mut random = SplitMix64::new(5);
        for _ in 0..300 {
            let copies = invented(&mut random);
            let (record, offsets) = encoded(&copies);
            let Ok(Record::Puts(read)) = Record::decode(RecordKind::Puts as u8, &record) else {
                panic!("the record is not read");
            };
            assert_eq!(read.len(), copies.len());
            for (at, (head, descriptor, body)) in copies.iter().enumerate() {
                let one = &read[at];
                assert_eq!((one.head, one.offset), (*head, offsets[at]));
                assert_eq!((&one.descriptor, one.body), (descriptor, &body[..]));
                let len = u32::try_from(DESCRIPTOR_BYTES + body.len()).expect("short");
                let image = read_copy(offsets[at], len, |from, len| {
                    record.get(from..from + len).map(<[u8]>::to_vec).ok_or(())
                });
                let image = image.expect("inside the record").expect("as it was");
                assert_eq!(image[..DESCRIPTOR_BYTES], descriptor_bytes(descriptor));
                assert_eq!(image[DESCRIPTOR_BYTES..], body[..]);
            }
        }
    }

    #[test]
    fn a_changed_record_is_refused_or_read_and_never_panics() {
        let mut random = SplitMix64::new(6);
        for _ in 0..3_000 {
            let (mut record, _) = encoded(&invented(&mut random));
            for _ in 0..1 + random.below(3) {
                let at = random.below(record.len() as u64) as usize;
                record[at] = random.below(256) as u8;
            }
            record.truncate(random.below(record.len() as u64 + 1) as usize);
            let offset = random.below(record.len() as u64 + 1) as u32;
            let _refused_or_not = read_copy(offset, 400, |from, len| {
                let end = from.checked_add(len).ok_or(())?;
                record.get(from..end).map(<[u8]>::to_vec).ok_or(())
            });
            let _refused_or_not = Record::decode(RecordKind::Puts as u8, &record);
        }
    }
}
