//! One message for several queues, as it stands on a transmission queue: behind a distribution header (`MQDH`), which has the queues and what
//! is different about the message of each.
//!
//! Sources: the reference pages of `MQDH`, `MQOR`, `MQPMR` and `MQXQH`.

use crate::distribution::{
    DESTINATIONS_MAX, ObjectRecord, PUT_RECORD_FIELDS, PutRecord, PutRecords,
};
use crate::generated::constants::{
    MQDH_LENGTH_1, MQDH_VERSION_1, MQDHF_NEW_MSG_IDS, MQENC_NATIVE, MQMD_VERSION_2, MQMI_NONE,
    MQPMRF_GROUP_ID, MQPMRF_MSG_ID,
};
use crate::generated::structs::{DistributionHeader, MsgDescriptor};
use crate::header::ByteOrder;
use crate::name::{ObjectName, fill_with_blanks};
use crate::reason::Reason;
use bytes::Bytes;

/// `Format` of a message that begins with such a header.
pub const DISTRIBUTION_FORMAT: [u8; 8] = *b"MQHDIST ";

/// Whether a message of this format begins with such a header. Earlier builds gave it another one, which may wait on transmission
/// queues.
#[must_use]
pub fn is_distribution(format: &[u8; 8]) -> bool {
    [DISTRIBUTION_FORMAT, *b"MQDIST  "].contains(format)
}

/// Bytes of an `MQOR`.
const OBJECT_BYTES: usize = 96;

/// The queues a message is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destinations {
    /// Each with its queue manager; at least one.
    pub objects: Vec<ObjectRecord>,
    /// What is different about their messages: a record for each, or none.
    pub records: PutRecords,
    /// Each message gets a new identifier when it is put alone.
    pub new_msg_ids: bool,
}

impl Destinations {
    /// Those of messages that are to be one, by their descriptors, which have no more than what a put message record has in which they differ.
    /// `fields` are those the program has set for each (`MQPMRF_*`), and `new_msg_ids` says that it left the identifiers to the queue manager.
    #[must_use]
    pub fn of<'a>(
        each: impl Iterator<Item = (ObjectRecord, &'a MsgDescriptor)>,
        fields: i32,
        new_msg_ids: bool,
    ) -> Self {
        let (objects, records): (Vec<_>, Vec<_>) = each
            .map(|(object, descriptor)| (object, PutRecord::of(descriptor)))
            .unzip();
        let mut fields = fields;
        for record in &records {
            fields |= records.first().map_or(0, |first| first.differences(record));
        }
        if new_msg_ids {
            fields &= !MQPMRF_MSG_ID;
        }
        let records = if fields == 0 { Vec::new() } else { records };
        Self {
            objects,
            records: PutRecords { fields, records },
            new_msg_ids,
        }
    }

    /// Bytes of the header with its records.
    #[must_use]
    pub fn header_bytes(&self) -> usize {
        let record = PutRecord::length(self.records.fields);
        DistributionHeader::SIZE
            + self.objects.len() * OBJECT_BYTES
            + self.records.records.len() * record
    }

    /// The header for a message with this descriptor, to stand in front of its data; the descriptor is as it is then. `ccsid` is that of the
    /// queue manager.
    #[must_use]
    pub fn put_in_front(&self, descriptor: &mut MsgDescriptor, ccsid: i32) -> Vec<u8> {
        let int = |bytes: usize| i32::try_from(bytes).unwrap_or(i32::MAX);
        let records_at = DistributionHeader::SIZE + self.objects.len() * OBJECT_BYTES;
        let has_records = !self.records.records.is_empty();
        let header = DistributionHeader {
            struc_length: int(self.header_bytes()),
            encoding: descriptor.encoding,
            coded_char_set_id: descriptor.coded_char_set_id,
            format: descriptor.format,
            flags: if self.new_msg_ids {
                MQDHF_NEW_MSG_IDS
            } else {
                0
            },
            put_msg_rec_fields: self.records.fields,
            recs_present: int(self.objects.len()),
            object_rec_offset: MQDH_LENGTH_1,
            put_msg_rec_offset: if has_records { int(records_at) } else { 0 },
            ..DistributionHeader::default()
        };
        let mut bytes = vec![0; DistributionHeader::SIZE];
        bytes.reserve_exact(self.header_bytes() - DistributionHeader::SIZE);
        header.encode_into(&mut bytes, ByteOrder::NATIVE);
        for object in &self.objects {
            bytes.extend_from_slice(object.object_name.bytes());
            bytes.extend_from_slice(object.object_q_mgr_name.bytes());
        }
        for record in &self.records.records {
            record.encode(self.records.fields, ByteOrder::NATIVE, &mut bytes);
        }
        descriptor.format = DISTRIBUTION_FORMAT;
        descriptor.encoding = MQENC_NATIVE;
        descriptor.coded_char_set_id = ccsid;
        if self.new_msg_ids {
            descriptor.msg_id = MQMI_NONE;
        }
        bytes
    }

    /// Takes the header off the front of a message: descriptor and data are as they were without one.
    ///
    /// # Errors
    /// `MQRC_DH_ERROR`: the data do not begin with a valid one, or it is for no queue or for more than [`DESTINATIONS_MAX`]. Nothing is changed.
    pub fn take(descriptor: &mut MsgDescriptor, data: &mut Bytes) -> Result<Self, Reason> {
        let order = ByteOrder::from_encoding(descriptor.encoding);
        let (header, it) = Self::read(data, order).ok_or(Reason::DH_ERROR)?;
        let behind = usize::try_from(header.struc_length).map_err(|_| Reason::DH_ERROR)?;
        *data = data.slice(behind..);
        descriptor.format = header.format;
        fill_with_blanks(&mut descriptor.format);
        descriptor.encoding = header.encoding;
        descriptor.coded_char_set_id = header.coded_char_set_id;
        Ok(it)
    }

    fn read(data: &[u8], order: ByteOrder) -> Option<(DistributionHeader, Self)> {
        let header = DistributionHeader::decode(data, order).ok()?;
        let is_one = header.struc_id == *b"DH  " && header.version == MQDH_VERSION_1;
        let known = header.put_msg_rec_fields & !PUT_RECORD_FIELDS == 0;
        let size = usize::try_from(header.struc_length).ok()?;
        let count = usize::try_from(header.recs_present).ok()?;
        if !is_one || !known || !(1..=DESTINATIONS_MAX).contains(&count) {
            return None;
        }
        let whole = data.get(..size)?;
        let array = |at: i32, bytes: usize| {
            let at = usize::try_from(at).ok()?;
            let all = whole.get(at..at.checked_add(count * bytes)?)?;
            (at >= DistributionHeader::SIZE).then(|| all.chunks_exact(bytes))
        };
        let objects = array(header.object_rec_offset, OBJECT_BYTES)?.map(|object| {
            let (q_name, q_mgr_name) = object.split_at(OBJECT_BYTES / 2);
            ObjectRecord {
                object_name: name(q_name),
                object_q_mgr_name: name(q_mgr_name),
            }
        });
        let mut records = PutRecords::default();
        if header.put_msg_rec_offset != 0 && header.put_msg_rec_fields != 0 {
            records.fields = header.put_msg_rec_fields;
            let all = array(header.put_msg_rec_offset, PutRecord::length(records.fields))?;
            let all = all.map(|record| PutRecord::decode(records.fields, record, order));
            records.records = all.collect();
        }
        let it = Self {
            objects: objects.collect(),
            records,
            new_msg_ids: header.flags & MQDHF_NEW_MSG_IDS != 0,
        };
        Some((header, it))
    }

    /// The descriptor of the message for one of them, of what [`Self::take`] left, without the extension there may be behind. It has no
    /// identifier if it is to get a new one.
    #[must_use]
    pub fn descriptor_of(&self, index: usize, descriptor: &MsgDescriptor) -> MsgDescriptor {
        let mut own = descriptor.clone();
        if let Some(record) = self.records.records.get(index) {
            record.apply(self.records.fields, &mut own);
        }
        if self.records.fields & MQPMRF_GROUP_ID != 0 {
            own.version = MQMD_VERSION_2;
        }
        if self.new_msg_ids && self.records.fields & MQPMRF_MSG_ID == 0 {
            own.msg_id = MQMI_NONE;
        }
        own
    }

    /// Some of them.
    #[must_use]
    pub fn part(&self, range: std::ops::Range<usize>) -> Self {
        let records = self.records.records.get(range.clone()).unwrap_or_default();
        let objects = self.objects.get(range).unwrap_or_default();
        Self {
            objects: objects.to_vec(),
            records: PutRecords {
                fields: self.records.fields,
                records: records.to_vec(),
            },
            new_msg_ids: self.new_msg_ids,
        }
    }
}

fn name(field: &[u8]) -> ObjectName {
    let mut whole = [b' '; 48];
    whole.copy_from_slice(field);
    ObjectName::from_field(&whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::constants::{MQFMT_DIST_HEADER, MQPMRF_CORREL_ID, MQPMRF_FEEDBACK};

    #[test]
    fn its_format_is_that_of_the_header_file() {
        assert_eq!(DISTRIBUTION_FORMAT, MQFMT_DIST_HEADER.as_bytes());
        assert!(is_distribution(&DISTRIBUTION_FORMAT) && is_distribution(b"MQDIST  "));
        assert!(!is_distribution(b"MQSTR   "));
    }

    fn object(q_name: &str) -> ObjectRecord {
        ObjectRecord {
            object_name: ObjectName::truncated(q_name),
            object_q_mgr_name: ObjectName::truncated("QM2"),
        }
    }

    fn descriptor(feedback: i32, id: u8) -> MsgDescriptor {
        MsgDescriptor {
            format: *b"MQSTR   ",
            coded_char_set_id: 1208,
            encoding: 273,
            feedback,
            msg_id: [id; 24],
            ..MsgDescriptor::default()
        }
    }

    fn joined(new_msg_ids: bool) -> (Destinations, MsgDescriptor, Vec<u8>) {
        let each = [descriptor(1, 1), descriptor(2, 2), descriptor(2, 3)];
        let named = ["A", "B", "C"].map(object).into_iter().zip(&each);
        let destinations = Destinations::of(named, MQPMRF_CORREL_ID, new_msg_ids);
        let mut descriptor = each[0].clone();
        let mut bytes = destinations.put_in_front(&mut descriptor, 850);
        assert_eq!(bytes.len(), destinations.header_bytes());
        bytes.extend_from_slice(b"hello");
        (destinations, descriptor, bytes)
    }

    #[test]
    fn a_joined_message_has_what_differs_in_its_records_and_the_rest_in_its_descriptor() {
        for new_msg_ids in [false, true] {
            let (destinations, mut descriptor, bytes) = joined(new_msg_ids);
            let identifiers = if new_msg_ids { 0 } else { MQPMRF_MSG_ID };
            let fields = MQPMRF_CORREL_ID | MQPMRF_FEEDBACK | identifiers;
            assert_eq!(destinations.records.fields, fields);
            assert_eq!(descriptor.format, DISTRIBUTION_FORMAT);
            assert_eq!(descriptor.coded_char_set_id, 850);
            let mut data = Bytes::from(bytes);
            let taken = Destinations::take(&mut descriptor, &mut data).expect("a valid one");
            assert_eq!(taken.objects, destinations.objects);
            assert_eq!(data, b"hello"[..]);
            let wanted = [(1, 1), (2, 2), (2, 3)].map(|(feedback, id)| MsgDescriptor {
                msg_id: if new_msg_ids { MQMI_NONE } else { [id; 24] },
                ..self::descriptor(feedback, id)
            });
            for (index, wanted) in wanted.iter().enumerate() {
                assert_eq!(taken.descriptor_of(index, &descriptor), *wanted);
            }
            let part = taken.part(1..3);
            assert_eq!(part.objects, [object("B"), object("C")]);
            assert_eq!(part.descriptor_of(0, &descriptor), wanted[1]);
            assert_eq!(taken.part(3..9).objects, []);
        }
    }

    #[test]
    fn equal_messages_need_no_records() {
        let each = [descriptor(1, 1), descriptor(1, 1)];
        let named = ["A", "B"].map(object).into_iter().zip(&each);
        let destinations = Destinations::of(named, 0, false);
        assert_eq!(destinations.records, PutRecords::default());
        assert_eq!(destinations.header_bytes(), 48 + 2 * 96);
    }

    #[test]
    fn a_header_that_is_none_changes_nothing() {
        let (_, descriptor, bytes) = joined(false);
        // Id, version, length, fields, how many, and where.
        for at in [0, 4, 8, 11, 32, 36, 37, 40, 43, 44, 47] {
            for value in [0x7f, 0xff] {
                let mut wrong = bytes.clone();
                wrong[at] = value;
                let (mut now, mut data) = (descriptor.clone(), Bytes::from(wrong.clone()));
                let taken = Destinations::take(&mut now, &mut data);
                match taken {
                    // Other bytes than those of the records may be taken for them: none are outside.
                    Ok(taken) => assert!(taken.objects.len() <= DESTINATIONS_MAX),
                    Err(reason) => {
                        assert_eq!(reason, Reason::DH_ERROR);
                        assert_eq!((now, &data[..]), (descriptor.clone(), &wrong[..]));
                    }
                }
            }
        }
        for length in 0..bytes.len() - 5 {
            let mut data = Bytes::copy_from_slice(&bytes[..length]);
            let taken = Destinations::take(&mut descriptor.clone(), &mut data);
            assert_eq!(taken.err(), Some(Reason::DH_ERROR), "{length}");
        }
    }
}
