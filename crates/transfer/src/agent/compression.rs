//! Bytes of files as they are compressed on their way (zstd), and unpacked within bounds.

use crate::fields::words;
use crate::request::ManagedTransfer;
use std::fmt;
use std::io;
use zstd::bulk::{Compressor, Decompressor};

/// What the compressed bytes of one data message become, at most.
pub(crate) const UNPACKED_BYTES_MAX: usize = 1 << 20;
/// Fewer bytes than this are sent as they are: there is next to nothing to save.
pub(crate) const PACKED_BYTES_MIN: usize = 1_024;
/// The quickest level that still finds most of what there is to save.
const LEVEL: i32 = 1;
/// Less than one byte in so many saved is not worth unpacking.
const SAVED_SHARE: usize = 8;

/// Whether files are compressed on their way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// While it makes them arrive earlier.
    #[default]
    Auto,
    /// Always, but for what does not become shorter.
    Zstd,
    /// Never.
    None,
}

words!(Compression, "auto, zstd or none", "auto" => Auto, "zstd" => Zstd, "none" => None);

impl Compression {
    /// Key of the metadata of a transfer that says whether it is compressed.
    pub const KEY: &str = "ferromq.compression";

    /// What a request says of it in its metadata.
    ///
    /// # Errors
    /// The text that says nothing.
    pub(crate) fn of_request(transfer: &ManagedTransfer) -> Result<Option<Self>, String> {
        let found = transfer
            .set
            .metadata
            .iter()
            .find(|(key, _)| key == Self::KEY);
        let Some((_, text)) = found else {
            return Ok(None);
        };
        Self::from_text(text)
            .map(Some)
            .ok_or_else(|| text.to_owned())
    }
}

/// Packs bytes. It has about a megabyte, once it was used.
#[derive(Default)]
pub(crate) struct Packer {
    compressor: Option<Compressor<'static>>,
    packed: Vec<u8>,
}

impl fmt::Debug for Packer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packer").finish_non_exhaustive()
    }
}

impl Packer {
    /// The bytes packed, if that saves enough.
    pub(crate) fn pack(&mut self, bytes: &[u8]) -> Option<&[u8]> {
        if self.compressor.is_none() {
            self.compressor = Compressor::new(LEVEL).ok();
        }
        let compressor = self.compressor.as_mut()?;
        // Where it does not fit in so many, it gives up.
        self.packed
            .resize(bytes.len() - bytes.len() / SAVED_SHARE, 0);
        let packed = compressor.compress_to_buffer(bytes, self.packed.as_mut_slice());
        self.packed.get(..packed.ok()?)
    }
}

/// Unpacks what was packed.
#[derive(Default)]
pub(crate) struct Unpacker {
    decompressor: Option<Decompressor<'static>>,
    bytes: Vec<u8>,
}

impl fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpacker").finish_non_exhaustive()
    }
}

impl Unpacker {
    /// The bytes that became `packed`: exactly so many.
    ///
    /// # Errors
    /// They are not, or it was not packed.
    pub(crate) fn unpack(&mut self, packed: &[u8], length: usize) -> io::Result<&[u8]> {
        if length > UNPACKED_BYTES_MAX {
            return Err(io::Error::other("too many bytes were packed in a message"));
        }
        let decompressor = match &mut self.decompressor {
            Some(decompressor) => decompressor,
            none => none.insert(Decompressor::new()?),
        };
        // Nothing is written behind its end, whatever the packed bytes say they become.
        self.bytes.resize(length, 0);
        match decompressor.decompress_to_buffer(packed, self.bytes.as_mut_slice()) {
            Ok(count) if count == length => Ok(&self.bytes),
            _ => Err(io::Error::other("what was packed cannot be unpacked")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::random::SplitMix64;

    #[test]
    fn what_is_packed_is_unpacked_and_what_is_not_shorter_is_not_packed() {
        let (mut packer, mut unpacker) = (Packer::default(), Unpacker::default());
        let text = b"a line of a log, as they are all alike\n".repeat(5_000);
        for length in [1_024, 100_000, 195_000] {
            let bytes = &text[..length];
            let packed = packer.pack(bytes).expect("shorter").to_vec();
            assert!(packed.len() < length / 4, "{}", packed.len());
            let unpacked = unpacker.unpack(&packed, length).expect("unpacked");
            assert!(unpacked == bytes);
        }
        let mut random = vec![0; 100_000];
        SplitMix64::new(1).fill(&mut random);
        assert!(packer.pack(&random).is_none());
        // What it gave up has left nothing behind.
        assert!(packer.pack(&text).is_some());
    }

    /// A sender that is not one of ours: what it says of the length does not count for what is written.
    #[test]
    fn what_says_it_becomes_longer_or_shorter_than_it_does_is_refused() {
        let (mut packer, mut unpacker) = (Packer::default(), Unpacker::default());
        let bomb = zstd::bulk::compress(&vec![0; 64 << 20], LEVEL).expect("packed");
        assert!(bomb.len() < 10_000);
        assert!(unpacker.unpack(&bomb, 64 << 20).is_err());
        assert!(unpacker.unpack(&bomb, UNPACKED_BYTES_MAX).is_err());
        assert!(unpacker.bytes.capacity() <= UNPACKED_BYTES_MAX);
        let packed = packer.pack(&[7; 5_000]).expect("shorter").to_vec();
        for length in [0, 4_999, 5_001] {
            assert!(unpacker.unpack(&packed, length).is_err(), "{length}");
        }
        for end in 0..packed.len() {
            assert!(unpacker.unpack(&packed[..end], 5_000).is_err(), "{end}");
        }
        let mut random = SplitMix64::new(1);
        for _ in 0..1_000 {
            let mut bytes = packed.clone();
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << random.below(8);
            let _ = unpacker.unpack(&bytes, 5_000);
        }
        assert!(unpacker.unpack(&packed, 5_000).is_ok());
    }
}
