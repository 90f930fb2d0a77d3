//! One of the buffers records are gathered in: pages in log order, filled under the
//! log's mutex, then owned by the thread that forces them.

use crate::lsn::{Geometry, PAGE_BYTES, PAGE_HEADER_BYTES};
use crate::page::{ExtentHeader, PageHeader, RECORD_ALIGN};
use crate::record::{RECORD_HEADER_BYTES, RecordHeader};
use ferromq_base::buffer::AlignedBuffer;

const PAGE: u64 = PAGE_BYTES as u64;

/// Pages being filled. Header pages of extents take their place among them, so that page
/// `i` always is the page at `base + i * PAGE_BYTES` and runs can be written as they are.
pub(crate) struct FillBuffer {
    bytes: AlignedBuffer,
    geometry: Geometry,
    base: u64,
    /// Of each page begun: (used, first record).
    pages: Vec<(u16, u16)>,
    capacity_pages: usize,
    /// Where the next byte goes in the last page; `PAGE_BYTES` when it is full or there is none.
    offset: usize,
    last_in_extent: bool,
    begins_extent: bool,
}

impl FillBuffer {
    pub(crate) fn new(capacity_pages: usize, geometry: Geometry) -> Self {
        assert!(
            capacity_pages >= 2,
            "a header page and a data page must fit"
        );
        Self {
            bytes: AlignedBuffer::zeroed(capacity_pages * PAGE_BYTES),
            geometry,
            base: 0,
            pages: Vec::with_capacity(capacity_pages),
            capacity_pages,
            offset: PAGE_BYTES,
            last_in_extent: false,
            begins_extent: false,
        }
    }

    /// Empties the buffer; its first page will be the one at `base`.
    pub(crate) fn restart_at(&mut self, base: u64) {
        assert!(base.is_multiple_of(PAGE), "a buffer starts on a page");
        self.base = base;
        self.pages.clear();
        self.offset = PAGE_BYTES;
        self.last_in_extent = false;
        self.begins_extent = false;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// True when there is the header page of an extent among the pages.
    pub(crate) fn begins_extent(&self) -> bool {
        self.begins_extent
    }

    /// Pages it has room for.
    pub(crate) fn capacity_pages(&self) -> usize {
        self.capacity_pages
    }

    /// True when a record of so many bytes fits behind what is there.
    pub(crate) fn fits(&self, record_bytes: u64) -> bool {
        // Nearly always a rough bound will do, which costs no division: see `Log::fits`.
        let pages_left = (self.capacity_pages - self.pages.len()) as u64;
        if record_bytes + record_bytes / 32 + 3 * PAGE <= pages_left * PAGE {
            return true;
        }
        let end = self.page_position(self.capacity_pages);
        self.geometry.end_after(self.head(), record_bytes) <= end
    }

    /// Position of the next byte, were it to go where the last one ended.
    pub(crate) fn head(&self) -> u64 {
        match self.pages.len() as u64 {
            0 => self.base,
            pages => self.base + (pages - 1) * PAGE + self.offset as u64,
        }
    }

    /// Position behind the pages begun: where the next buffer starts.
    pub(crate) fn next_base(&self) -> u64 {
        let next = self.base + self.pages.len() as u64 * PAGE;
        if self.last_in_extent {
            self.geometry
                .extent_start(self.geometry.extent_of(next - 1) + 1)
        } else {
            next
        }
    }

    fn page_position(&self, index: usize) -> u64 {
        self.base + index as u64 * PAGE
    }

    fn close_page(&mut self) {
        if let Some((used, _)) = self.pages.last_mut() {
            *used = self.offset as u16;
        }
    }

    /// Begins the next data page (and a header page before it, in a new extent).
    fn open_page(&mut self) -> bool {
        assert!(
            self.offset == PAGE_BYTES && !self.last_in_extent,
            "the page before is done"
        );
        self.close_page();
        while self.pages.len() < self.capacity_pages {
            let position = self.page_position(self.pages.len());
            self.pages.push((PAGE_BYTES as u16, 0));
            if !self.geometry.is_extent_header(position) {
                self.offset = PAGE_HEADER_BYTES;
                return true;
            }
            self.begins_extent = true;
        }
        false
    }

    /// Starts a record that fits; answers its position, or `None` when not even its header does.
    pub(crate) fn begin_record(&mut self, header: RecordHeader) -> Option<u64> {
        if self.offset == PAGE_BYTES && !self.open_page() {
            return None;
        }
        let position = self.head();
        let offset = self.offset as u16;
        if let Some((_, first_record @ 0)) = self.pages.last_mut() {
            *first_record = offset;
        }
        let copied = self.put(&header.encode());
        assert_eq!(
            copied, RECORD_HEADER_BYTES,
            "an aligned header fits in what is left"
        );
        Some(position)
    }

    /// Copies as much of `bytes` as fits; answers how much that was.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> usize {
        let mut done = 0;
        while done < bytes.len() {
            if self.offset == PAGE_BYTES && !self.open_page() {
                break;
            }
            let count = (PAGE_BYTES - self.offset).min(bytes.len() - done);
            let at = (self.pages.len() - 1) * PAGE_BYTES + self.offset;
            self.bytes[at..at + count].copy_from_slice(&bytes[done..done + count]);
            self.offset += count;
            done += count;
        }
        done
    }

    /// Ends a record; answers the position behind it.
    pub(crate) fn end_record(&mut self) -> u64 {
        let aligned = self.offset.next_multiple_of(RECORD_ALIGN);
        let page = (self.pages.len() - 1) * PAGE_BYTES;
        self.bytes[page + self.offset..page + aligned].fill(0);
        self.offset = aligned;
        self.head()
    }

    /// The position behind the page that says it is the last of its extent, if one does.
    pub(crate) fn extent_end(&self) -> Option<u64> {
        let behind = self.page_position(self.pages.len());
        self.last_in_extent.then_some(behind)
    }

    /// Marks the end of the extent: behind this buffer the log goes on in the next one.
    /// False when there is no room left to say so.
    pub(crate) fn end_extent(&mut self) -> bool {
        let at_boundary = self
            .geometry
            .is_extent_header(self.page_position(self.pages.len()));
        if at_boundary && (self.pages.is_empty() || self.offset == PAGE_BYTES) {
            return true;
        }
        let on_header = self
            .geometry
            .is_extent_header(self.page_position(self.pages.len().saturating_sub(1)));
        if (self.pages.is_empty() || on_header) && !self.open_page() {
            return false;
        }
        self.close_page();
        self.last_in_extent = true;
        true
    }

    /// Seals every page. The buffer is then ready to be written.
    pub(crate) fn seal(&mut self, seal: &Seal) {
        self.close_page();
        let count = self.pages.len();
        for index in 0..count {
            let position = self.page_position(index);
            let (used, first_record) = self.pages[index];
            let page = &mut self.bytes[index * PAGE_BYTES..(index + 1) * PAGE_BYTES];
            if self.geometry.is_extent_header(position) {
                seal.extent_header(self.geometry.extent_of(position))
                    .encode(page);
                continue;
            }
            // What an earlier use of the buffer left behind must not reach the disk.
            page[usize::from(used)..].fill(0);
            let header = PageHeader {
                epoch: seal.epoch,
                position,
                durable_before: seal.durable_before,
                used: usize::from(used),
                first_record: usize::from(first_record),
                last_in_extent: self.last_in_extent && index + 1 == count,
            };
            header.seal(page, seal.seed);
        }
    }

    /// The sealed bytes from page `index` on that belong to one extent, with their position.
    pub(crate) fn run_at(&self, index: usize) -> Option<(u64, &[u8])> {
        if index >= self.pages.len() {
            return None;
        }
        let position = self.page_position(index);
        let extent = self.geometry.extent_of(position);
        let left = (self.geometry.extent_start(extent + 1) - position) / PAGE;
        let end = self.pages.len().min(index + left as usize);
        Some((position, &self.bytes[index * PAGE_BYTES..end * PAGE_BYTES]))
    }
}

/// What goes into the headers of the pages of one force.
pub(crate) struct Seal {
    pub(crate) seed: u32,
    pub(crate) epoch: u32,
    pub(crate) durable_before: u64,
    pub(crate) log_id: u64,
    pub(crate) file_pages: u32,
}

impl Seal {
    fn extent_header(&self, extent: u64) -> ExtentHeader {
        ExtentHeader {
            log_id: self.log_id,
            extent,
            file_pages: self.file_pages,
        }
    }
}
