//! Records of the data file: a header, then the payload image.

use super::space::{RECORD_HEADER_BYTES, UNIT_BYTES};
use super::{DATA_NAME, Files};
use crate::failure::QueueFileError;
use crate::message::FilePlace;
use bytes::Bytes;
use ferromq_base::checksum::{crc32c, crc32c_append};
use ferromq_mqi::MsgDescriptor;
use std::io;

const MAGIC: u32 = u32::from_le_bytes(*b"FQDR");
/// Up to here records are put together in memory and written at once.
const JOIN_BYTES_MAX: usize = 64 << 10;
/// Records that follow each other are written with one call up to here.
const BATCH_BYTES: usize = 1 << 20;

/// What is wrong with bytes that should be a record.
#[derive(Debug)]
pub(crate) enum RecordFault {
    Io(QueueFileError),
    /// The rule broken: either damage, or the place was given to another message meanwhile.
    Rule(&'static str),
}

/// The header of the record whose payload is `parts`, one after the other.
fn record_header(seq: u64, parts: [&[u8]; 2]) -> [u8; RECORD_HEADER_BYTES] {
    let mut header = [0; RECORD_HEADER_BYTES];
    let payload_len = u32::try_from(parts[0].len() + parts[1].len()).expect("100 MiB is the limit");
    header[..4].copy_from_slice(&MAGIC.to_le_bytes());
    header[4..8].copy_from_slice(&payload_len.to_le_bytes());
    header[8..16].copy_from_slice(&seq.to_le_bytes());
    let crc = parts
        .iter()
        .fold(crc32c(&header[..16]), |crc, part| crc32c_append(crc, part));
    header[16..20].copy_from_slice(&crc.to_le_bytes());
    header
}

/// Gives bytes the header that makes them the record of a message, for fuzzing.
pub(crate) fn seal_record(record: &mut [u8], seq: u64) {
    let (header, payload) = record.split_at_mut(RECORD_HEADER_BYTES);
    header.copy_from_slice(&record_header(seq, [payload, &[]]));
}

/// Checks a record; answers with its payload.
///
/// # Errors
/// The rule the bytes break.
pub(crate) fn decode_record(
    record: &Bytes,
    seq: u64,
    payload_len: u32,
) -> Result<Bytes, &'static str> {
    if record.len() < RECORD_HEADER_BYTES + MsgDescriptor::SIZE {
        return Err("a record holds at least a header and a descriptor");
    }
    if record[..4] != MAGIC.to_le_bytes() {
        return Err("a record begins with its magic number");
    }
    let whole = record.len() == RECORD_HEADER_BYTES + payload_len as usize;
    if record[4..8] != payload_len.to_le_bytes() || !whole {
        return Err("a record is as long as its slot says");
    }
    if record[8..16] != seq.to_le_bytes() {
        return Err("a record names the message its slot names");
    }
    let crc = crc32c_append(crc32c(&record[..16]), &record[RECORD_HEADER_BYTES..]);
    if record[16..20] != crc.to_le_bytes() {
        return Err("the checksum of a record holds");
    }
    Ok(record.slice(RECORD_HEADER_BYTES..))
}

impl Files {
    /// Reads the payload of a message back.
    pub(crate) fn read_record(&self, place: FilePlace, seq: u64) -> Result<Bytes, RecordFault> {
        let offset = u64::from(place.unit) * UNIT_BYTES;
        let mut record = vec![0; RECORD_HEADER_BYTES + place.len as usize];
        let made = self.make().map_err(RecordFault::Io)?;
        match made.data.read_at(offset, &mut record) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(RecordFault::Rule("a record lies within the file"));
            }
            Err(error) => return Err(RecordFault::Io(self.io_error(DATA_NAME, offset, error))),
        }
        decode_record(&Bytes::from(record), seq, place.len).map_err(RecordFault::Rule)
    }
}

/// Writes records, neighbours together.
pub(crate) struct RecordWriter<'a> {
    files: &'a Files,
    buffer: Vec<u8>,
    /// Where the buffer goes.
    offset: u64,
}

impl<'a> RecordWriter<'a> {
    pub(crate) fn new(files: &'a Files, capacity: usize) -> Self {
        Self {
            files,
            buffer: Vec::with_capacity(capacity.min(BATCH_BYTES)),
            offset: 0,
        }
    }

    /// Adds a record; large ones are written at once.
    pub(crate) fn add(
        &mut self,
        unit: u32,
        seq: u64,
        payload: [&[u8]; 2],
    ) -> Result<(), QueueFileError> {
        let offset = u64::from(unit) * UNIT_BYTES;
        let header = record_header(seq, payload);
        let len = header.len() + payload[0].len() + payload[1].len();
        let behind = self.offset + self.buffer.len() as u64;
        let joins = !self.buffer.is_empty()
            && offset >= behind
            && offset - behind < UNIT_BYTES
            && self.buffer.len() + len <= BATCH_BYTES;
        if joins {
            self.buffer.resize((offset - self.offset) as usize, 0);
        } else {
            self.flush()?;
            self.offset = offset;
        }
        self.buffer.extend_from_slice(&header);
        self.buffer.extend_from_slice(payload[0]);
        if len <= JOIN_BYTES_MAX {
            self.buffer.extend_from_slice(payload[1]);
            return Ok(());
        }
        let body_offset = self.offset + self.buffer.len() as u64;
        self.flush()?;
        self.write(body_offset, payload[1])
    }

    pub(crate) fn flush(&mut self) -> Result<(), QueueFileError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = self.write(self.offset, &self.buffer);
        self.buffer.clear();
        written
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), QueueFileError> {
        let _open = self.files.data_length.read();
        let written = self.files.make()?.data.write_at(offset, bytes);
        written.map_err(|error| self.files.io_error(DATA_NAME, offset, error))
    }
}
