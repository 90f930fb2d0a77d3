//! Little-endian fields one behind the other, as data messages and what an agent keeps have them.

/// Bytes that are being read. Once something is missing, nothing more is there.
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        Some(self.array::<1>()?[0])
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn i64(&mut self) -> Option<i64> {
        self.array().map(i64::from_le_bytes)
    }

    /// As many bytes as the byte in front of them says.
    pub(crate) fn short(&mut self) -> Option<&'a [u8]> {
        let len = self.u8()?;
        self.take(usize::from(len))
    }

    /// As many bytes as the two bytes in front of them say.
    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.u16()?;
        self.take(usize::from(len))
    }

    /// Text as long as the two bytes in front of it say, and not longer than this.
    pub(crate) fn text(&mut self, bytes_max: usize) -> Option<String> {
        let len = usize::from(self.u16()?);
        if len > bytes_max {
            return None;
        }
        let text = std::str::from_utf8(self.take(len)?).ok()?;
        Some(text.to_owned())
    }

    /// Everything that is left.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// What has been read, if that was all.
    pub(crate) fn end<T>(&self, value: T) -> Option<T> {
        self.rest.is_empty().then_some(value)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

/// Appends text with its length in two bytes in front. What is longer than this is cut off.
pub(crate) fn put_text(bytes: &mut Vec<u8>, text: &str, bytes_max: usize) {
    let end = text.floor_char_boundary(bytes_max.min(usize::from(u16::MAX)));
    let text = &text.as_bytes()[..end];
    bytes.extend_from_slice(&u16::try_from(text.len()).unwrap_or(0).to_le_bytes());
    bytes.extend_from_slice(text);
}

/// Appends at most 65,535 bytes with their count in two bytes in front.
pub(crate) fn put_bytes(bytes: &mut Vec<u8>, value: &[u8]) {
    let value = &value[..value.len().min(usize::from(u16::MAX))];
    bytes.extend_from_slice(&u16::try_from(value.len()).unwrap_or(0).to_le_bytes());
    bytes.extend_from_slice(value);
}

/// Appends at most 255 bytes with their count in front.
pub(crate) fn put_short(bytes: &mut Vec<u8>, value: &[u8]) {
    let value = &value[..value.len().min(usize::from(u8::MAX))];
    bytes.push(u8::try_from(value.len()).unwrap_or(0));
    bytes.extend_from_slice(value);
}
