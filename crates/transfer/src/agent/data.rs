//! Data messages: the bytes of files on their way. See `docs/formats/file-transfer.md`.
//!
//! A message is made in one buffer, into which the file is read: nothing is copied in front of the put.

use super::checksum::{ChecksumMethod, Digest};
use super::compression::{PACKED_BYTES_MIN, Packer, UNPACKED_BYTES_MAX};
use super::content::{Hash, HeldAt};
use super::files::PATH_BYTES_MAX;
use super::layout::{Fields, put_short, put_text};
use super::messages::MessageEnd;
use super::result::TEXT_BYTES_MAX;
use super::translation::TextEnds;
use ferromq_base::checksum::crc32c;
use std::fmt;

/// Bytes of frames in a message, but for one that is longer.
pub(crate) const FRAME_BYTES_MAX: usize = 256 << 10;
/// Bytes of frames a message has room for at least: an item that begins with a long path goes on in the same message.
const FRAME_BYTES_MIN: usize = PATH_BYTES_MAX + 1_024;
/// Longest data message that is got.
pub(crate) const DATA_BYTES_MAX: usize = 4 << 20;
/// Most frames in a message.
const FRAMES_MAX: usize = 30_000;
const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 12;
const MAGIC: [u8; 4] = *b"FMQX";
const VERSION: u32 = 1;

const BEGIN: u32 = 1;
const BYTES: u32 = 2;
const END: u32 = 3;
const ABORT: u32 = 4;
const DONE: u32 = 5;
const REFERENCE: u32 = 6;
const ASK: u32 = 7;
const HELD: u32 = 8;
const PACKED: u32 = 9;

const OVERWRITE: u32 = 1;
const TEXT: u32 = 2;
const MESSAGES: u32 = 4;
const APPEND: u32 = 8;

/// How an item begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Begin {
    /// Length as planned, bytes.
    pub(crate) length: u64,
    /// Modification time of the source in milliseconds since 1970.
    pub(crate) modified_ms: i64,
    /// Permission bits of the source.
    pub(crate) permissions: u32,
    /// A file of that name gives way.
    pub(crate) overwrite: bool,
    /// It is put behind what a file of that name has.
    pub(crate) append: bool,
    /// It is text, and becomes another one; bytes without.
    pub(crate) text: Option<TextEnds>,
    /// How the data is checked.
    pub(crate) checksum: ChecksumMethod,
    /// Where the file is to be; of messages the name of their queue.
    pub(crate) path: String,
    /// It becomes messages; a file without.
    pub(crate) messages: Option<MessageEnd>,
}

impl Begin {
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        let flag = |on: bool, flag| if on { flag } else { 0 };
        let flags = flag(self.overwrite, OVERWRITE)
            | flag(self.text.is_some(), TEXT)
            | flag(self.messages.is_some(), MESSAGES)
            | flag(self.append, APPEND);
        bytes.extend_from_slice(&self.length.to_le_bytes());
        bytes.extend_from_slice(&self.modified_ms.to_le_bytes());
        bytes.extend_from_slice(&self.permissions.to_le_bytes());
        bytes.extend_from_slice(&flags.to_le_bytes());
        bytes.push(self.checksum.number());
        put_text(bytes, &self.path, PATH_BYTES_MAX);
        if let Some(ends) = &self.text {
            ends.encode(bytes);
        }
        if let Some(messages) = &self.messages {
            messages.encode(bytes);
        }
    }

    pub(crate) fn decode(content: &mut Fields<'_>) -> Option<Self> {
        let (length, modified_ms) = (content.u64()?, content.i64()?);
        let (permissions, flags) = (content.u32()?, content.u32()?);
        Some(Self {
            length,
            modified_ms,
            permissions,
            overwrite: flags & OVERWRITE != 0,
            append: flags & APPEND != 0,
            checksum: ChecksumMethod::of(content.u8()?)?,
            path: content.text(PATH_BYTES_MAX)?,
            text: match flags & TEXT {
                0 => None,
                _ => Some(TextEnds::decode(content)?),
            },
            messages: match flags & MESSAGES {
                0 => None,
                _ => Some(MessageEnd::decode(content)?),
            },
        })
    }
}

/// A part of a data message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame<'a> {
    /// An item begins.
    Begin(Begin),
    /// Bytes of the file.
    Bytes {
        /// Where they are in it.
        offset: u64,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// The same, compressed.
    Packed {
        /// Where they are in it.
        offset: u64,
        /// How many they become.
        length: u32,
        /// What becomes them.
        packed: &'a [u8],
    },
    /// Bytes of the file that are to be fetched at the source's file socket.
    Reference {
        /// Where they are in it.
        offset: u64,
        /// How many.
        length: u64,
    },
    /// What is there of the item already? It is answered by [`Holds`](super::message::ControlBody::Holds).
    Ask,
    /// Bytes of the file that the destination has told it has.
    Held {
        /// Where they are in it.
        offset: u64,
        /// How many.
        length: u32,
        /// Which of the files the destination has told of.
        base: u8,
        /// Where they are in that.
        from: u64,
        /// Their hash.
        hash: Hash,
    },
    /// All of the file was sent.
    End {
        /// Its length, bytes.
        length: u64,
        /// Checksum of what was read; none if the method is none.
        checksum: Option<Digest>,
    },
    /// The source cannot read on.
    Abort {
        /// Why.
        text: String,
    },
    /// There are no more items.
    Done,
}

/// Why bytes are no data message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoData {
    /// It does not begin as one, or is of a version that is not known.
    NotOne,
    /// The checksum of its frames is not what the header says.
    Checksum,
    /// A frame breaks a rule.
    Frame,
}

impl fmt::Display for NoData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOne => "it is no data message of this version",
            Self::Checksum => "its checksum is wrong",
            Self::Frame => "a frame in it is not valid",
        })
    }
}

impl std::error::Error for NoData {}

/// A data message that is being made.
#[derive(Debug)]
pub(crate) struct DataMessage {
    bytes: Vec<u8>,
    /// Bytes of frames it may have.
    most: usize,
}

impl DataMessage {
    /// One without frames, with room for so many bytes of them, but not more than [`FRAME_BYTES_MAX`], and for some bytes of a file behind the
    /// longest beginning.
    #[must_use]
    pub(crate) fn new(room: usize) -> Self {
        let most = room.clamp(FRAME_BYTES_MIN, FRAME_BYTES_MAX);
        let mut bytes = Vec::with_capacity(HEADER_BYTES + most + PATH_BYTES_MAX);
        bytes.resize(HEADER_BYTES, 0);
        Self { bytes, most }
    }

    /// Its length so far, bytes.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Nothing is in it.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.len() == HEADER_BYTES
    }

    /// Bytes of frames that still fit.
    #[must_use]
    pub(crate) fn room(&self) -> usize {
        let room = (HEADER_BYTES + self.most).saturating_sub(self.bytes.len());
        room.saturating_sub(FRAME_HEADER_BYTES + 8)
    }

    /// Appends how an item begins.
    pub(crate) fn begin(&mut self, item: u32, begin: &Begin) {
        self.frame(BEGIN, item, |bytes| begin.encode(bytes));
    }

    /// Appends bytes of a file: `read` puts at most so many into the buffer it is given and says how many.
    ///
    /// # Errors
    /// Those of `read`; nothing is appended then.
    pub(crate) fn bytes<E>(
        &mut self,
        item: u32,
        offset: u64,
        most: usize,
        read: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<&[u8], E> {
        let start = self.bytes.len();
        let first = start + FRAME_HEADER_BYTES + 8;
        self.bytes.resize(first + most, 0);
        let count = match read(&mut self.bytes[first..]) {
            Ok(count) => count.min(most),
            Err(error) => {
                self.bytes.truncate(start);
                return Err(error);
            }
        };
        self.bytes.truncate(first + count);
        let header = frame_header(BYTES, item, 8 + count);
        self.bytes[start..start + FRAME_HEADER_BYTES].copy_from_slice(&header);
        self.bytes[start + FRAME_HEADER_BYTES..first].copy_from_slice(&offset.to_le_bytes());
        Ok(&self.bytes[first..])
    }

    /// Has bytes of files packed where that makes them shorter. How many bytes that saves in all; none if there is nothing to pack.
    pub(crate) fn pack(&mut self, packer: &mut Packer) -> Option<u64> {
        let (header, frames) = self.bytes.split_at(HEADER_BYTES);
        let mut result = Vec::with_capacity(self.bytes.len());
        result.extend_from_slice(header);
        let (mut has_tried, mut saved) = (false, 0);
        let mut fields = Fields::new(frames);
        // It was made here: nothing of it is missing.
        while let (Some(kind), Some(item), Some(len)) = (fields.u32(), fields.u32(), fields.u32())
            && let Some(content) = usize::try_from(len).ok().and_then(|len| fields.take(len))
        {
            let bytes = content
                .split_first_chunk::<8>()
                .filter(|(_, bytes)| kind == BYTES && bytes.len() >= PACKED_BYTES_MIN);
            has_tried |= bytes.is_some();
            let packed =
                bytes.and_then(|(offset, bytes)| Some((offset, bytes, packer.pack(bytes)?)));
            match packed {
                Some((offset, bytes, packed)) => {
                    result.extend_from_slice(&frame_header(PACKED, item, 12 + packed.len()));
                    result.extend_from_slice(offset);
                    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                    result.extend_from_slice(&length.to_le_bytes());
                    result.extend_from_slice(packed);
                    saved += (bytes.len() - packed.len()) as u64;
                }
                None => {
                    result.extend_from_slice(&frame_header(kind, item, content.len()));
                    result.extend_from_slice(content);
                }
            }
        }
        if saved > 0 {
            self.bytes = result;
        }
        has_tried.then_some(saved)
    }

    /// Appends where bytes of a file are that are to be fetched.
    pub(crate) fn reference(&mut self, item: u32, offset: u64, length: u64) {
        self.frame(REFERENCE, item, |bytes| {
            bytes.extend_from_slice(&offset.to_le_bytes());
            bytes.extend_from_slice(&length.to_le_bytes());
        });
    }

    /// Asks what is there of an item already.
    pub(crate) fn ask(&mut self, item: u32) {
        self.frame(ASK, item, |_| {});
    }

    /// Appends where bytes of a file are that are there already.
    pub(crate) fn held(
        &mut self,
        item: u32,
        (offset, length): (u64, u32),
        at: HeldAt,
        hash: &Hash,
    ) {
        self.frame(HELD, item, |bytes| {
            bytes.extend_from_slice(&offset.to_le_bytes());
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.push(at.base);
            bytes.extend_from_slice(&at.offset.to_le_bytes());
            bytes.extend_from_slice(hash);
        });
    }

    /// Appends the end of an item.
    pub(crate) fn end(&mut self, item: u32, length: u64, checksum: Option<&Digest>) {
        self.frame(END, item, |bytes| {
            bytes.extend_from_slice(&length.to_le_bytes());
            put_short(bytes, checksum.map_or(&[], |digest| digest.as_slice()));
        });
    }

    /// Appends that an item cannot be read on.
    pub(crate) fn abort(&mut self, item: u32, text: &str) {
        self.frame(ABORT, item, |bytes| put_text(bytes, text, TEXT_BYTES_MAX));
    }

    /// Appends that there are no more items.
    pub(crate) fn done(&mut self, items: u32) {
        self.frame(DONE, items, |_| {});
    }

    fn frame(&mut self, kind: u32, item: u32, content: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        self.bytes.resize(start + FRAME_HEADER_BYTES, 0);
        content(&mut self.bytes);
        let len = self.bytes.len() - start - FRAME_HEADER_BYTES;
        let header = frame_header(kind, item, len);
        self.bytes[start..start + FRAME_HEADER_BYTES].copy_from_slice(&header);
    }

    /// The message, as the one of that number in its epoch.
    #[must_use]
    pub(crate) fn finish(mut self, epoch: u64, sequence: u64) -> Vec<u8> {
        let checksum = crc32c(&self.bytes[HEADER_BYTES..]);
        let header = &mut self.bytes[..HEADER_BYTES];
        header[..4].copy_from_slice(&MAGIC);
        header[4..8].copy_from_slice(&VERSION.to_le_bytes());
        header[8..16].copy_from_slice(&epoch.to_le_bytes());
        header[16..24].copy_from_slice(&sequence.to_le_bytes());
        header[24..28].copy_from_slice(&checksum.to_le_bytes());
        self.bytes
    }
}

fn frame_header(kind: u32, item: u32, len: usize) -> [u8; FRAME_HEADER_BYTES] {
    let mut header = [0; FRAME_HEADER_BYTES];
    header[..4].copy_from_slice(&kind.to_le_bytes());
    header[4..8].copy_from_slice(&item.to_le_bytes());
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    header[8..].copy_from_slice(&len.to_le_bytes());
    header
}

/// A data message that came.
#[derive(Debug)]
pub(crate) struct ReceivedData<'a> {
    /// Which attempt to send the data it is of.
    pub(crate) epoch: u64,
    /// Its number there, from 0.
    pub(crate) sequence: u64,
    checksum: u32,
    frames: &'a [u8],
}

impl<'a> ReceivedData<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`NoData::NotOne`].
    pub(crate) fn read(data: &'a [u8]) -> Result<Self, NoData> {
        let mut fields = Fields::new(data);
        let mut header = || {
            let is_one = fields.take(4)? == MAGIC && fields.u32()? == VERSION;
            let (epoch, sequence) = (fields.u64()?, fields.u64()?);
            let checksum = fields.u32()?;
            fields.u32()?;
            is_one.then_some((epoch, sequence, checksum))
        };
        let (epoch, sequence, checksum) = header().ok_or(NoData::NotOne)?;
        Ok(Self {
            epoch,
            sequence,
            checksum,
            frames: &data[HEADER_BYTES..],
        })
    }

    /// Its frames, each with the number of its item.
    ///
    /// # Errors
    /// [`NoData::Checksum`] or [`NoData::Frame`]: nothing of the message is to be used.
    pub(crate) fn frames(&self) -> Result<Vec<(u32, Frame<'a>)>, NoData> {
        if crc32c(self.frames) != self.checksum {
            return Err(NoData::Checksum);
        }
        let mut fields = Fields::new(self.frames);
        let mut frames = Vec::new();
        let mut unpacked = 0;
        while !fields.is_empty() {
            if frames.len() == FRAMES_MAX {
                return Err(NoData::Frame);
            }
            let (item, frame) = frame(&mut fields).ok_or(NoData::Frame)?;
            if let Frame::Packed { length, .. } = frame {
                unpacked += u64::from(length);
            }
            // A short message is not to be a lot of work.
            if unpacked > UNPACKED_BYTES_MAX as u64 {
                return Err(NoData::Frame);
            }
            frames.push((item, frame));
        }
        Ok(frames)
    }
}

fn frame<'a>(fields: &mut Fields<'a>) -> Option<(u32, Frame<'a>)> {
    let (kind, item, len) = (fields.u32()?, fields.u32()?, fields.u32()?);
    let mut content = Fields::new(fields.take(usize::try_from(len).ok()?)?);
    let frame = match kind {
        BEGIN => Frame::Begin(Begin::decode(&mut content)?),
        BYTES => {
            let offset = content.u64()?;
            let bytes = content.take(usize::try_from(len).ok()?.checked_sub(8)?)?;
            Frame::Bytes { offset, bytes }
        }
        PACKED => {
            let (offset, length) = (content.u64()?, content.u32()?);
            let packed = content.take(usize::try_from(len).ok()?.checked_sub(12)?)?;
            Frame::Packed {
                offset,
                length,
                packed,
            }
        }
        END => {
            let length = content.u64()?;
            let checksum = match content.short()? {
                [] => None,
                bytes => Some(Digest::new(bytes)?),
            };
            Frame::End { length, checksum }
        }
        REFERENCE => Frame::Reference {
            offset: content.u64()?,
            length: content.u64()?,
        },
        ASK => Frame::Ask,
        HELD => Frame::Held {
            offset: content.u64()?,
            length: content.u32()?,
            base: content.u8()?,
            from: content.u64()?,
            hash: *content.take(32)?.first_chunk()?,
        },
        ABORT => Frame::Abort {
            text: content.text(TEXT_BYTES_MAX)?,
        },
        DONE => Frame::Done,
        _ => return None,
    };
    content.end((item, frame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::random::SplitMix64;

    fn whole() -> Vec<u8> {
        let mut message = DataMessage::new(1_000);
        let begin = Begin {
            length: 5,
            modified_ms: -1,
            permissions: 0o640,
            overwrite: true,
            append: false,
            text: Some(TextEnds::default()),
            checksum: ChecksumMethod::Md5,
            path: "/in/ä b".into(),
            messages: None,
        };
        message.begin(7, &begin);
        let read = message.bytes(7, 0, 100, |buffer| {
            buffer[..5].copy_from_slice(b"hello");
            Ok::<_, ()>(5)
        });
        assert_eq!(read, Ok(&b"hello"[..]));
        message.end(7, 5, Digest::new(&[1; 16]).as_ref());
        message.abort(8, "gone");
        message.finish(3, 11)
    }

    #[test]
    fn what_is_made_is_read_again() {
        let bytes = whole();
        let data = ReceivedData::read(&bytes).expect("data");
        assert_eq!((data.epoch, data.sequence), (3, 11));
        let frames = data.frames().expect("frames");
        assert_eq!(frames.len(), 4);
        assert!(matches!(&frames[0], (7, Frame::Begin(begin)) if begin.path == "/in/ä b"));
        let bytes = Frame::Bytes {
            offset: 0,
            bytes: b"hello",
        };
        assert_eq!(frames[1], (7, bytes));
        assert_eq!(
            frames[3],
            (
                8,
                Frame::Abort {
                    text: "gone".into()
                }
            )
        );
    }

    #[test]
    fn bytes_are_packed_where_they_are_and_bounded_in_all() {
        let mut message = DataMessage::new(10_000);
        let fill = |with: u8| {
            move |buffer: &mut [u8]| {
                buffer.fill(with);
                Ok::<_, ()>(buffer.len())
            }
        };
        message.bytes(1, 0, 2_000, fill(1)).expect("put in");
        message.end(1, 2_000, None);
        let mut random = [0; 3_000];
        SplitMix64::new(1).fill(&mut random);
        let noise = |buffer: &mut [u8]| {
            buffer.copy_from_slice(&random);
            Ok::<_, ()>(buffer.len())
        };
        message.bytes(2, 7, 3_000, noise).expect("put in");
        message.bytes(2, 3_007, 100, fill(3)).expect("put in");
        // Two are long enough, and one of them becomes shorter.
        let mut packer = Packer::default();
        let before = message.len();
        let saved = message.pack(&mut packer).expect("tried");
        assert!((1_900..2_000).contains(&saved), "{saved}");
        // The length of what it becomes is in the frame.
        assert_eq!(message.len() as u64 + saved, before as u64 + 4);
        let bytes = message.finish(3, 11);
        let data = ReceivedData::read(&bytes).expect("data");
        let frames = data.frames().expect("frames");
        let packed = packer.pack(&[1; 2_000]).expect("packed");
        let packed = Frame::Packed {
            offset: 0,
            length: 2_000,
            packed,
        };
        assert_eq!(frames[0], (1, packed));
        assert!(matches!(frames[1], (1, Frame::End { length: 2_000, .. })));
        let plain = |offset, bytes| (2, Frame::Bytes { offset, bytes });
        assert_eq!(frames[2], plain(7, &random));
        assert_eq!(frames[3], plain(3_007, &[3; 100]));
        let mut none = DataMessage::new(10_000);
        none.bytes(1, 0, 100, fill(1)).expect("put in");
        assert_eq!(none.pack(&mut packer), None);
        // Whoever says that more becomes of it is not heard.
        for (count, is_one) in [(4, true), (5, false)] {
            let mut message = DataMessage::new(10_000);
            for item in 0..count {
                message.frame(PACKED, item, |bytes| {
                    bytes.extend_from_slice(&0_u64.to_le_bytes());
                    bytes.extend_from_slice(&(256_u32 << 10).to_le_bytes());
                });
            }
            let bytes = message.finish(1, 0);
            let frames = ReceivedData::read(&bytes).expect("data").frames();
            assert_eq!(frames.is_ok(), is_one, "{count}");
        }
    }

    #[test]
    fn a_byte_that_is_not_right_is_noticed_wherever_it_is() {
        let right = whole();
        for at in 0..right.len() {
            let mut wrong = right.clone();
            wrong[at] ^= 0x10;
            let Ok(data) = ReceivedData::read(&wrong) else {
                continue;
            };
            let numbers = (data.epoch, data.sequence);
            let unused = (28..32).contains(&at);
            assert!(
                data.frames().is_err() || numbers != (3, 11) || unused,
                "byte {at}"
            );
        }
    }

    #[test]
    fn a_read_that_fails_leaves_nothing_behind() {
        let mut message = DataMessage::new(100);
        assert_eq!(message.bytes(0, 0, 100, |_| Err("broken")), Err("broken"));
        assert!(message.is_empty());
    }
}
