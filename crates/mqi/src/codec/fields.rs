//! Fields in, fields out.

use crate::generated::structs::MsgDescriptor;
use crate::name::FixedText;
use crate::reason::Reason;
use crate::xa::Xid;
use std::fmt;

use super::{HEAD_BYTES_MAX, PREFIX_BYTES, STRING_BYTES_MAX};

/// Why bytes are no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The head is shorter than its fields.
    TooShort,
    /// The head goes on after its last field.
    TooLong,
    /// The length a head announces is impossible or not the one it has.
    HeadLength,
    /// There is no verb, reply or hello of that number.
    Kind(u8),
    /// A list, string or text is above its bound.
    Bound,
    /// Head and body are longer together than a frame may be.
    FrameTooLong,
    /// A string is not UTF-8.
    NotText,
    /// There is a body where none belongs.
    Body,
    /// A field that has few values has another one.
    Value,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("it ends within a field"),
            Self::TooLong => f.write_str("it goes on after its last field"),
            Self::HeadLength => f.write_str("the length of its head is wrong"),
            Self::Kind(kind) => write!(f, "there is no kind {kind}"),
            Self::Bound => f.write_str("something in it is longer than allowed"),
            Self::FrameTooLong => f.write_str("it is longer than a frame may be"),
            Self::NotText => f.write_str("a text in it is not UTF-8"),
            Self::Body => f.write_str("it has a body and should have none"),
            Self::Value => f.write_str("a field has a value it cannot have"),
        }
    }
}

impl std::error::Error for Malformed {}

/// Writes the fields of a head one after the other.
pub(super) struct Out<'a> {
    bytes: &'a mut Vec<u8>,
}

impl<'a> Out<'a> {
    /// Starts a head in `bytes`, whose old content is dropped.
    pub(super) fn head(bytes: &'a mut Vec<u8>, kind: u8, flags: u8) -> Self {
        bytes.clear();
        // The usual head at once, so that the fields find room without asking again.
        bytes.reserve(640);
        bytes.extend_from_slice(&[0, 0, 0, 0, kind, flags, 0, 0]);
        Self { bytes }
    }

    /// Starts bytes that are not a head.
    pub(super) fn plain(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Ends a head: its length goes to its start. With the body it must not be longer than a frame may be.
    pub(super) fn finish(self, body_bytes: usize, frame_bytes_max: usize) -> Result<(), Malformed> {
        let length = self.bytes.len();
        if length > HEAD_BYTES_MAX {
            return Err(Malformed::Bound);
        }
        if length.saturating_add(body_bytes) > frame_bytes_max {
            return Err(Malformed::FrameTooLong);
        }
        self.bytes[..4].copy_from_slice(&(length as u32).to_le_bytes());
        Ok(())
    }

    pub(super) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn i32(&mut self, value: i32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn reason(&mut self, reason: Reason) {
        self.i32(reason.0);
    }

    pub(super) fn array<const N: usize>(&mut self, value: &[u8; N]) {
        self.bytes.extend_from_slice(value);
    }

    pub(super) fn plain_bytes(&mut self, value: &[u8]) {
        self.bytes.extend_from_slice(value);
    }

    pub(super) fn text<const N: usize>(&mut self, value: &FixedText<N>) {
        self.array(value.bytes());
    }

    pub(super) fn descriptor(&mut self, descriptor: &MsgDescriptor) {
        let mut raw = [0; MsgDescriptor::SIZE];
        descriptor.encode_le_into(&mut raw);
        self.array(&raw);
    }

    pub(super) fn string(&mut self, value: &str) -> Result<(), Malformed> {
        if value.len() > STRING_BYTES_MAX {
            return Err(Malformed::Bound);
        }
        self.u32(value.len() as u32);
        self.bytes.extend_from_slice(value.as_bytes());
        Ok(())
    }

    pub(super) fn bytes(&mut self, value: &[u8], count_max: usize) -> Result<(), Malformed> {
        if value.len() > count_max {
            return Err(Malformed::Bound);
        }
        self.u32(value.len() as u32);
        self.bytes.extend_from_slice(value);
        Ok(())
    }

    pub(super) fn xid(&mut self, xid: &Xid) {
        self.bytes.extend_from_slice(&xid.encode());
    }

    pub(super) fn ints(&mut self, values: &[i32], count_max: usize) -> Result<(), Malformed> {
        if values.len() > count_max {
            return Err(Malformed::Bound);
        }
        self.u32(values.len() as u32);
        for value in values {
            self.i32(*value);
        }
        Ok(())
    }
}

/// Reads the fields of a head one after the other.
pub(super) struct In<'a> {
    rest: &'a [u8],
}

impl<'a> In<'a> {
    /// A head: its fields, its kind and its flags.
    pub(super) fn head(head: &'a [u8]) -> Result<(Self, u8, u8), Malformed> {
        let (prefix, rest) = head.split_first_chunk().ok_or(Malformed::TooShort)?;
        let prefix: &[u8; PREFIX_BYTES] = prefix;
        if super::head_bytes(prefix)? != head.len() {
            return Err(Malformed::HeadLength);
        }
        if prefix[6..] != [0, 0] {
            return Err(Malformed::Value);
        }
        Ok((Self { rest }, prefix[4], prefix[5]))
    }

    /// Bytes that are not a head.
    pub(super) fn plain(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Nothing may follow.
    pub(super) fn end(&self) -> Result<(), Malformed> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Malformed::TooLong)
        }
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Malformed> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Malformed::TooShort)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Malformed> {
        let [value] = *self.array()?;
        Ok(value)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(|raw| u32::from_le_bytes(*raw))
    }

    pub(super) fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(|raw| u64::from_le_bytes(*raw))
    }

    pub(super) fn i32(&mut self) -> Result<i32, Malformed> {
        self.array().map(|raw| i32::from_le_bytes(*raw))
    }

    pub(super) fn reason(&mut self) -> Result<Reason, Malformed> {
        self.i32().map(Reason)
    }

    pub(super) fn text<const N: usize>(&mut self) -> Result<FixedText<N>, Malformed> {
        self.array().map(FixedText::from_field)
    }

    pub(super) fn descriptor(&mut self) -> Result<MsgDescriptor, Malformed> {
        let raw: &[u8; MsgDescriptor::SIZE] = self.array()?;
        MsgDescriptor::decode_le(raw).map_err(|_| Malformed::TooShort)
    }

    pub(super) fn string(&mut self) -> Result<String, Malformed> {
        let length = self.u32()? as usize;
        if length > STRING_BYTES_MAX {
            return Err(Malformed::Bound);
        }
        let (text, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or(Malformed::TooShort)?;
        self.rest = rest;
        let text = std::str::from_utf8(text).map_err(|_| Malformed::NotText)?;
        Ok(text.to_owned())
    }

    pub(super) fn bytes(&mut self, count_max: usize) -> Result<&'a [u8], Malformed> {
        let length = self.u32()? as usize;
        if length > count_max {
            return Err(Malformed::Bound);
        }
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or(Malformed::TooShort)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn xid(&mut self) -> Result<Xid, Malformed> {
        let (xid, rest) = Xid::decode(self.rest).ok_or(Malformed::TooShort)?;
        self.rest = rest;
        Ok(xid)
    }

    pub(super) fn ints(&mut self, count_max: usize) -> Result<Vec<i32>, Malformed> {
        let count = self.u32()? as usize;
        if count > count_max {
            return Err(Malformed::Bound);
        }
        let (raw, rest) = self
            .rest
            .split_at_checked(count * 4)
            .ok_or(Malformed::TooShort)?;
        self.rest = rest;
        let (values, _) = raw.as_chunks::<4>();
        Ok(values.iter().map(|raw| i32::from_le_bytes(*raw)).collect())
    }
}
