//! Puts records together from the pages they are cut into.

use crate::lsn::{PAGE_BYTES, PAGE_HEADER_BYTES};
use crate::page::{RECORD_ALIGN, u16_at, u32_at};
use crate::record::{RECORD_HEADER_BYTES, RecordHeader};

/// A record as it lies in the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawRecord<'a> {
    pub(crate) lsn: u64,
    pub(crate) end: u64,
    pub(crate) header: RecordHeader,
    pub(crate) body: &'a [u8],
}

/// A record whose end has not been seen yet.
struct Partial {
    lsn: u64,
    header: RecordHeader,
}

/// Fed with valid pages in order, calls back with each record whose end it has seen.
pub(crate) struct Assembler {
    /// Records before this are not reported.
    from: u64,
    partial: Option<Partial>,
    /// What is there of the partial record's body.
    body: Vec<u8>,
    epoch: u32,
    /// False until the first record header has been found.
    in_step: bool,
}

/// Why assembling stopped.
pub(crate) enum AssembleError<E> {
    /// The page at this position has a valid checksum but makes no sense.
    Inconsistent { position: u64, rule: &'static str },
    /// The receiver refused a record.
    Refused(E),
}

impl Assembler {
    pub(crate) fn new(from: u64) -> Self {
        Self {
            from,
            partial: None,
            body: Vec::new(),
            epoch: 0,
            in_step: false,
        }
    }

    /// Takes the next page in log order.
    pub(crate) fn page<E>(
        &mut self,
        position: u64,
        page: &[u8],
        each: &mut dyn FnMut(RawRecord<'_>) -> Result<(), E>,
    ) -> Result<(), AssembleError<E>> {
        let header = Fields::of(page);
        if header.epoch != self.epoch {
            // An earlier life of the log ended inside a record: it never came to be.
            self.epoch = header.epoch;
            self.partial = None;
        }
        let offset = self
            .first_offset(position, page, &header, each)
            .map_err(|stop| stop.at(position))?;
        if let Some(offset) = offset {
            self.records(position, page, &header, offset, each)
                .map_err(|stop| stop.at(position))?;
        }
        Ok(())
    }

    /// Where in the page the first record to look at starts, if any does.
    fn first_offset<E>(
        &mut self,
        position: u64,
        page: &[u8],
        header: &Fields,
        each: &mut dyn FnMut(RawRecord<'_>) -> Result<(), E>,
    ) -> Result<Option<usize>, Stop<E>> {
        if !self.in_step {
            // The start position may lie in the middle of the page, behind other records.
            let within = self.from.saturating_sub(position).min(header.used as u64) as usize;
            let found = if within > PAGE_HEADER_BYTES {
                within
            } else {
                header.first_record
            };
            self.in_step = found != 0;
            return Ok((found != 0).then_some(found));
        }
        let offset = match self.partial.is_some() {
            true => match self.continue_partial(position, page, header, each)? {
                Some(offset) => offset,
                None => return Ok(None),
            },
            false => PAGE_HEADER_BYTES,
        };
        let expected = if offset < header.used { offset } else { 0 };
        if header.first_record != expected {
            return Err(Stop::Rule(
                "the page's first record is not where the one before ends",
            ));
        }
        Ok(Some(offset))
    }

    /// Adds the page to the partial record. Answers the offset behind the record's end.
    fn continue_partial<E>(
        &mut self,
        position: u64,
        page: &[u8],
        header: &Fields,
        each: &mut dyn FnMut(RawRecord<'_>) -> Result<(), E>,
    ) -> Result<Option<usize>, Stop<E>> {
        let Some(partial) = &self.partial else {
            return Ok(None);
        };
        let missing = partial.header.body_len - self.body.len();
        let here = missing.min(header.used - PAGE_HEADER_BYTES);
        self.body
            .extend_from_slice(&page[PAGE_HEADER_BYTES..PAGE_HEADER_BYTES + here]);
        if here < missing {
            let full = header.used == PAGE_BYTES && header.first_record == 0;
            let rule = "a page in the middle of a record is not full";
            return if full {
                Ok(None)
            } else {
                Err(Stop::Rule(rule))
            };
        }
        let end = (PAGE_HEADER_BYTES + here).next_multiple_of(RECORD_ALIGN);
        let record = RawRecord {
            lsn: partial.lsn,
            end: position + end as u64,
            header: partial.header,
            body: &self.body,
        };
        if partial.lsn >= self.from {
            each(record).map_err(Stop::Refused)?;
        }
        self.partial = None;
        Ok(Some(end))
    }

    /// Reports the records that start in the page, from `offset` on.
    fn records<E>(
        &mut self,
        position: u64,
        page: &[u8],
        fields: &Fields,
        mut offset: usize,
        each: &mut dyn FnMut(RawRecord<'_>) -> Result<(), E>,
    ) -> Result<(), Stop<E>> {
        while offset < fields.used {
            let body_at = offset + RECORD_HEADER_BYTES;
            if !offset.is_multiple_of(RECORD_ALIGN) || body_at > fields.used {
                return Err(Stop::Rule("a record header does not fit in its page"));
            }
            let header = RecordHeader::decode(&page[offset..body_at]).map_err(Stop::Rule)?;
            let lsn = position + offset as u64;
            let end = (body_at + header.body_len).next_multiple_of(RECORD_ALIGN);
            if body_at + header.body_len > fields.used {
                if fields.used != PAGE_BYTES {
                    return Err(Stop::Rule("a page in the middle of a record is not full"));
                }
                self.body.clear();
                self.body.extend_from_slice(&page[body_at..fields.used]);
                self.partial = Some(Partial { lsn, header });
                return Ok(());
            }
            if lsn >= self.from {
                each(RawRecord {
                    lsn,
                    end: position + end as u64,
                    header,
                    body: &page[body_at..body_at + header.body_len],
                })
                .map_err(Stop::Refused)?;
            }
            offset = end;
        }
        Ok(())
    }
}

/// The fields of a page already judged valid.
struct Fields {
    epoch: u32,
    used: usize,
    first_record: usize,
}

impl Fields {
    fn of(page: &[u8]) -> Self {
        Self {
            epoch: u32_at(page, 4),
            used: usize::from(u16_at(page, 24)),
            first_record: usize::from(u16_at(page, 26)),
        }
    }
}

enum Stop<E> {
    Rule(&'static str),
    Refused(E),
}

impl<E> Stop<E> {
    fn at(self, position: u64) -> AssembleError<E> {
        match self {
            Self::Rule(rule) => AssembleError::Inconsistent { position, rule },
            Self::Refused(error) => AssembleError::Refused(error),
        }
    }
}
