//! Bytes of a page and of an extent's header page (`docs/formats/log-extent.md`).
//!
//! A page counts only when its checksum (seeded with the log's id) holds, it says the
//! position it is read from, and its fields are in range. Which epoch it may have is the
//! reader's business.

use crate::lsn::{PAGE_BYTES, PAGE_HEADER_BYTES};
use ferromq_base::checksum::{crc32c, crc32c_append};

const VERSION: u16 = 1;
const EXTENT_VERSION: u32 = 1;
const EXTENT_MAGIC: [u8; 8] = *b"FMQEXTNT";

/// Records are aligned to this, so that a record header never crosses a page.
pub(crate) const RECORD_ALIGN: usize = 8;

const FLAG_LAST: u16 = 1;

/// What the header of a page says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageHeader {
    pub(crate) epoch: u32,
    pub(crate) position: u64,
    /// Everything before this was durable when the page was sealed.
    pub(crate) durable_before: u64,
    /// Bytes in use, header included.
    pub(crate) used: usize,
    /// Offset of the first record header in the page; 0 when none starts here.
    pub(crate) first_record: usize,
    /// The log goes on in the next extent.
    pub(crate) last_in_extent: bool,
}

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut field = [0; 4];
    field.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(field)
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut field = [0; 8];
    field.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(field)
}

pub(crate) fn put(bytes: &mut [u8], at: usize, field: &[u8]) {
    bytes[at..at + field.len()].copy_from_slice(field);
}

/// Where the checksums of a log's pages start from.
pub(crate) fn checksum_seed(log_id: u64) -> u32 {
    crc32c(&log_id.to_le_bytes())
}

impl PageHeader {
    /// Reads and checks the header of `page`, read from `position`.
    ///
    /// # Errors
    /// The rule that does not hold.
    pub(crate) fn decode(page: &[u8], seed: u32, position: u64) -> Result<Self, &'static str> {
        assert_eq!(page.len(), PAGE_BYTES, "a page is read whole");
        // Cheap tests first: most ends of a log are zeros or an older lap.
        if u64_at(page, 8) != position {
            return Err("the page says another position");
        }
        if u32_at(page, 0) != crc32c_append(seed, &page[4..]) {
            return Err("the checksum of the page does not hold");
        }
        if u16_at(page, 30) != VERSION {
            return Err("the page has an unknown version");
        }
        let header = Self {
            epoch: u32_at(page, 4),
            position,
            durable_before: u64_at(page, 16),
            used: usize::from(u16_at(page, 24)),
            first_record: usize::from(u16_at(page, 26)),
            last_in_extent: u16_at(page, 28) & FLAG_LAST != 0,
        };
        header.check_fields(u16_at(page, 28))?;
        Ok(header)
    }

    fn check_fields(&self, flags: u16) -> Result<(), &'static str> {
        if flags & !FLAG_LAST != 0 {
            return Err("the page has unknown flags");
        }
        if !(PAGE_HEADER_BYTES..=PAGE_BYTES).contains(&self.used) {
            return Err("the page's used bytes are out of range");
        }
        let first = self.first_record;
        let aligned = first.is_multiple_of(RECORD_ALIGN);
        let inside = (PAGE_HEADER_BYTES..self.used).contains(&first);
        if first != 0 && !(aligned && inside) {
            return Err("the page's first record is out of range");
        }
        Ok(())
    }

    /// Writes the header into `page` and seals it with the checksum.
    pub(crate) fn seal(&self, page: &mut [u8], seed: u32) {
        assert_eq!(page.len(), PAGE_BYTES, "a page is sealed whole");
        put(page, 4, &self.epoch.to_le_bytes());
        put(page, 8, &self.position.to_le_bytes());
        put(page, 16, &self.durable_before.to_le_bytes());
        let (used, first) = (self.used as u16, self.first_record as u16);
        put(page, 24, &used.to_le_bytes());
        put(page, 26, &first.to_le_bytes());
        let flags = if self.last_in_extent { FLAG_LAST } else { 0 };
        put(page, 28, &flags.to_le_bytes());
        put(page, 30, &VERSION.to_le_bytes());
        let checksum = crc32c_append(seed, &page[4..]);
        put(page, 0, &checksum.to_le_bytes());
    }
}

/// What the header page of an extent says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExtentHeader {
    pub(crate) log_id: u64,
    /// Zero for a file that has not been used yet.
    pub(crate) extent: u64,
    pub(crate) file_pages: u32,
}

/// Why a header page does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExtentHeaderError {
    /// Not a header page, or torn.
    Invalid,
    /// Written by another release.
    UnknownVersion(u32),
}

impl ExtentHeader {
    pub(crate) fn decode(page: &[u8]) -> Result<Self, ExtentHeaderError> {
        assert_eq!(page.len(), PAGE_BYTES, "a page is read whole");
        if page[8..16] != EXTENT_MAGIC || u32_at(page, 0) != crc32c(&page[4..]) {
            return Err(ExtentHeaderError::Invalid);
        }
        let version = u32_at(page, 4);
        if version != EXTENT_VERSION {
            return Err(ExtentHeaderError::UnknownVersion(version));
        }
        Ok(Self {
            log_id: u64_at(page, 16),
            extent: u64_at(page, 24),
            file_pages: u32_at(page, 32),
        })
    }

    /// Fills `page`. The same header always gives the same bytes, so that writing it again
    /// over itself cannot harm it.
    pub(crate) fn encode(&self, page: &mut [u8]) {
        assert_eq!(page.len(), PAGE_BYTES, "a page is written whole");
        page.fill(0);
        put(page, 4, &EXTENT_VERSION.to_le_bytes());
        put(page, 8, &EXTENT_MAGIC);
        put(page, 16, &self.log_id.to_le_bytes());
        put(page, 24, &self.extent.to_le_bytes());
        put(page, 32, &self.file_pages.to_le_bytes());
        let checksum = crc32c(&page[4..]);
        put(page, 0, &checksum.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::{ExtentHeader, PageHeader, checksum_seed, u16_at, u32_at, u64_at};
    use crate::lsn::PAGE_BYTES;
    use ferromq_base::checksum::crc32c;

    #[test]
    fn a_page_has_the_bytes_of_its_format_document() {
        let mut page = vec![0xAA; PAGE_BYTES];
        let header = PageHeader {
            epoch: 7,
            position: 0x1122_3344_5566_7788,
            durable_before: 99,
            used: 4096,
            first_record: 40,
            last_in_extent: true,
        };
        header.seal(&mut page, checksum_seed(5));
        assert_eq!(
            (u32_at(&page, 4), u64_at(&page, 8)),
            (7, 0x1122_3344_5566_7788)
        );
        assert_eq!((u64_at(&page, 16), u16_at(&page, 24)), (99, 4096));
        assert_eq!(
            (u16_at(&page, 26), u16_at(&page, 28), u16_at(&page, 30)),
            (40, 1, 1)
        );
        let mut sealed = 5_u64.to_le_bytes().to_vec();
        sealed.extend_from_slice(&page[4..]);
        assert_eq!(u32_at(&page, 0), crc32c(&sealed));
        assert_eq!(
            PageHeader::decode(&page, checksum_seed(5), header.position),
            Ok(header)
        );
        assert!(PageHeader::decode(&page, checksum_seed(6), header.position).is_err());
        assert!(PageHeader::decode(&page, checksum_seed(5), header.position + 4096).is_err());
    }

    #[test]
    fn any_changed_bit_of_a_page_is_noticed() {
        let mut page = vec![0; PAGE_BYTES];
        let header = PageHeader {
            epoch: 1,
            position: 8192,
            durable_before: 0,
            used: 100,
            first_record: 32,
            last_in_extent: false,
        };
        header.seal(&mut page, 0);
        for bit in 0..PAGE_BYTES * 8 {
            page[bit / 8] ^= 1 << (bit % 8);
            assert!(PageHeader::decode(&page, 0, 8192).is_err(), "bit {bit}");
            page[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn an_extent_header_has_the_bytes_of_its_format_document() {
        let mut page = vec![0xAA; PAGE_BYTES];
        let header = ExtentHeader {
            log_id: 3,
            extent: 12,
            file_pages: 64,
        };
        header.encode(&mut page);
        assert_eq!(&page[8..16], b"FMQEXTNT");
        assert_eq!(
            (u32_at(&page, 0), u32_at(&page, 4)),
            (crc32c(&page[4..]), 1)
        );
        assert_eq!(
            (u64_at(&page, 16), u64_at(&page, 24), u32_at(&page, 32)),
            (3, 12, 64)
        );
        assert!(page[36..].iter().all(|byte| *byte == 0));
        assert_eq!(ExtentHeader::decode(&page), Ok(header));
    }
}
