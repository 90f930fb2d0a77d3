//! Positions in the log and the arithmetic of its address space.

use std::fmt;

/// Bytes of a page: the unit the log writes and checks.
pub const PAGE_BYTES: usize = 4096;

/// Bytes at the start of every page that describe it.
pub(crate) const PAGE_HEADER_BYTES: usize = 32;

/// Bytes of a page that carry records.
pub(crate) const PAYLOAD_BYTES: usize = PAGE_BYTES - PAGE_HEADER_BYTES;

const PAGE: u64 = PAGE_BYTES as u64;
const HEADER: u64 = PAGE_HEADER_BYTES as u64;
const PAYLOAD: u64 = PAYLOAD_BYTES as u64;

/// A log sequence number: a byte position in the log's address space.
///
/// Positions only grow. The position of extent `n` is `n` times the extent's bytes, so a
/// position also says where in which extent a byte is. Zero means "none".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lsn(u64);

impl Lsn {
    /// No position.
    pub const NONE: Self = Self(0);

    /// The position with this number.
    #[must_use]
    pub const fn new(position: u64) -> Self {
        Self(position)
    }

    /// The number, as stored.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// True for [`Lsn::NONE`].
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Lsn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How positions map to extents and pages. A value, cheap to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    extent_bytes: u64,
}

impl Geometry {
    pub(crate) fn new(file_pages: u32) -> Self {
        assert!(
            file_pages >= 2,
            "an extent has a header page and at least one other"
        );
        Self {
            extent_bytes: u64::from(file_pages) * PAGE,
        }
    }

    pub(crate) fn extent_bytes(self) -> u64 {
        self.extent_bytes
    }

    pub(crate) fn extent_of(self, position: u64) -> u64 {
        position / self.extent_bytes
    }

    pub(crate) fn extent_start(self, extent: u64) -> u64 {
        extent * self.extent_bytes
    }

    pub(crate) fn offset_in_extent(self, position: u64) -> u64 {
        position % self.extent_bytes
    }

    /// Start of the page `position` is in.
    pub(crate) fn page_of(position: u64) -> u64 {
        position - position % PAGE
    }

    /// True when `page` is the header page of an extent.
    pub(crate) fn is_extent_header(self, page: u64) -> bool {
        page.is_multiple_of(self.extent_bytes)
    }

    /// The first page at or after `page` that carries records.
    pub(crate) fn data_page_at(self, page: u64) -> u64 {
        if self.is_extent_header(page) {
            page + PAGE
        } else {
            page
        }
    }

    /// The position from which on there are so many data pages before `end`, where an extent begins.
    pub(crate) fn data_pages_before(self, end: u64, pages: u64) -> u64 {
        let per_extent = self.extent_bytes / PAGE - 1;
        let bytes = pages / per_extent * self.extent_bytes + pages % per_extent * PAGE;
        end.saturating_sub(bytes)
    }

    /// Bytes so many data pages take wherever they begin, headers of extents included.
    pub(crate) fn bytes_of_data_pages(self, pages: u64) -> u64 {
        if pages == 0 {
            return 0;
        }
        let per_extent = self.extent_bytes / PAGE - 1;
        (pages + pages.div_ceil(per_extent) + 1) * PAGE
    }

    fn payload_per_extent(self) -> u64 {
        (self.extent_bytes / PAGE - 1) * PAYLOAD
    }

    /// Payload bytes before `position`, counted from position 0 as if every page were full.
    /// `position` lies on or after the page header of a data page, or on a page boundary.
    fn payload_before(self, position: u64) -> u64 {
        let extent = self.extent_of(position);
        let within = self.offset_in_extent(position);
        let before = extent * self.payload_per_extent();
        if within <= PAGE {
            return before;
        }
        let (page, offset) = (within / PAGE - 1, within % PAGE);
        before + page * PAYLOAD + offset.saturating_sub(HEADER)
    }

    /// The place of the payload byte number `payload` (see `payload_before`).
    fn position_of(self, payload: u64) -> u64 {
        let extent = payload / self.payload_per_extent();
        let within = payload % self.payload_per_extent();
        self.extent_start(extent) + (within / PAYLOAD + 1) * PAGE + HEADER + within % PAYLOAD
    }

    /// The place of the byte that lies `bytes` payload bytes after `position`.
    pub(crate) fn after(self, position: u64, bytes: u64) -> u64 {
        self.position_of(self.payload_before(position) + bytes)
    }

    /// The position just behind `bytes` payload bytes that start at `position`: the same as
    /// [`Self::after`], but the end of a page stays the end of that page.
    pub(crate) fn end_after(self, position: u64, bytes: u64) -> u64 {
        assert!(bytes > 0, "an end lies behind at least one byte");
        self.position_of(self.payload_before(position) + bytes - 1) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::{Geometry, HEADER, PAGE, PAYLOAD};

    #[test]
    fn payload_positions_skip_page_and_extent_headers() {
        let geometry = Geometry::new(4);
        let start = geometry.extent_start(1);
        let first = geometry.after(start, 0);
        assert_eq!(first, start + PAGE + HEADER);
        assert_eq!(geometry.after(first, PAYLOAD - 1), start + 2 * PAGE - 1);
        assert_eq!(geometry.after(first, PAYLOAD), start + 2 * PAGE + HEADER);
        assert_eq!(geometry.end_after(first, PAYLOAD), start + 2 * PAGE);
        let next_extent = geometry.extent_start(2) + PAGE + HEADER;
        assert_eq!(geometry.after(first, 3 * PAYLOAD), next_extent);
        assert_eq!(
            geometry.end_after(first, 3 * PAYLOAD),
            geometry.extent_start(2)
        );
        assert_eq!(geometry.after(geometry.extent_start(2), 5), next_extent + 5);
        assert_eq!(
            geometry.after(start + 2 * PAGE, 1),
            start + 2 * PAGE + HEADER + 1
        );
    }

    #[test]
    fn data_pages_are_counted_back_from_the_end_of_an_extent() {
        // Three data pages in each extent.
        let geometry = Geometry::new(4);
        let end = geometry.extent_start(5);
        for pages in 0..10 {
            let from = geometry.data_pages_before(end, pages);
            let data = (from / PAGE..end / PAGE)
                .filter(|page| !geometry.is_extent_header(page * PAGE))
                .count() as u64;
            assert_eq!(data, pages);
            assert!(end - from <= geometry.bytes_of_data_pages(pages));
        }
        assert_eq!(geometry.data_pages_before(PAGE, 100), 0);
    }

    #[test]
    fn every_payload_byte_has_one_position() {
        let geometry = Geometry::new(3);
        let mut last = 0;
        for payload in 0..4 * 2 * PAYLOAD {
            let position = geometry.position_of(payload);
            assert!(position > last && position % PAGE >= HEADER);
            assert!(!geometry.is_extent_header(Geometry::page_of(position)));
            assert_eq!(geometry.payload_before(position), payload);
            last = position;
        }
    }
}
