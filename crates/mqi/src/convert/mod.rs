//! Data conversion as `MQGMO_CONVERT` asks for it: message data in another code page and encoding.
//!
//! [`convert`] is given the data, its format and how it is coded, and makes of it what was asked for. It never
//! fails: what cannot be converted is given back as it was, with the documented reason, and the code page and
//! encoding it says belong to the data it gives back.
//!
//! A message may be a chain of headers with application data at the end. Each header says how what follows it is
//! coded and which format it has. Parts are converted one after the other until one cannot be; that one and
//! what is behind it stay as they were, and the header before says so. Source: conversion processing,
//! processing conventions, `MQMD.Format`.

mod change;
pub(crate) mod field;
mod fuzz;
mod header;
mod ims;
mod name_value;
mod pcf;
mod record;
mod text;

pub use fuzz::fuzz_one;
pub use header::{BehindHeaders, behind_headers};

use crate::code_page::Coding;
use crate::generated::constants::*;
use crate::name::fill_with_blanks;
use crate::reason::Reason;
pub use change::Described;
use change::{Change, Next, Stop, fmt};
use field::Work;
use header::Header;
use text::TextChange;

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    /// `Format` of the data.
    pub format: [u8; 8],
    /// How the data is coded. Special values are resolved, but for `MQCCSI_EMBEDDED`.
    pub from: Described,
    /// How it is to be coded. Special values are resolved.
    pub to: Described,
    /// The queue manager's own, for headers that `to` has no room for.
    pub q_mgr: Described,
    /// The data was cut to fit the buffer: what is incomplete at its end is dropped.
    pub cut: bool,
    /// Bytes the buffer takes.
    pub room: usize,
    /// Data that has grown too long may be cut.
    pub may_cut: bool,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The data, or `None` where it is as it was.
    pub data: Option<Vec<u8>>,
    /// How (the first part of) the data is coded now.
    pub described: Described,
    /// `NONE`, or the warning to give. [`Reason::TRUNCATED_MSG_ACCEPTED`] says that the data grew too long and was cut.
    pub reason: Reason,
    /// Length of the data before it was cut.
    pub len: usize,
}

/// Converts message data. Costs nothing but a look at the bytes where they stay the same.
#[must_use]
pub fn convert(data: &[u8], conversion: &Conversion) -> Converted {
    let mut conversion = *conversion;
    fill_with_blanks(&mut conversion.format);
    let conversion = &conversion;
    if conversion.format == fmt(MQFMT_STRING)
        && let Ok(text) = TextChange::between(conversion.from, conversion.to)
        && text.keeps(data)
    {
        return Converted {
            data: None,
            described: conversion.to,
            reason: Reason::NONE,
            len: data.len(),
        };
    }
    let mut chain = Chain::new(data, conversion);
    chain.run();
    chain.finish(data.len())
}

/// A conversion under way.
struct Chain<'a> {
    conversion: &'a Conversion,
    work: Work<'a>,
    /// How the first part came out.
    described: Described,
    reason: Reason,
    /// Text at the end: where it begins and how it is coded, so that it can be cut between characters.
    last_text: Option<(usize, Coding)>,
}

impl<'a> Chain<'a> {
    fn new(data: &'a [u8], conversion: &'a Conversion) -> Self {
        Self {
            conversion,
            work: Work::new(data, conversion.cut),
            described: conversion.from,
            reason: Reason::NONE,
            last_text: None,
        }
    }

    fn run(&mut self) {
        let mut next = Some(Next {
            format: self.conversion.format,
            from: self.conversion.from,
            link: None,
        });
        let mut is_first = true;
        while let Some(part) = next.take() {
            if !is_first && (part.format == fmt(MQFMT_NONE) || self.work.rest().is_empty()) {
                self.keep(&part, false);
                return;
            }
            let (at, out_len) = (self.work.at(), self.work.out.len());
            let mut to = self.conversion.to;
            let mut done = self.part(&part, to);
            if matches!(done, Err(Stop::Failed(Reason::CONVERTED_STRING_TOO_BIG))) {
                // The documented way out: headers as the queue manager has them.
                self.work.rewind(at, out_len);
                to = self.conversion.q_mgr;
                done = self.part(&part, to);
                if !matches!(done, Err(Stop::Failed(_))) {
                    self.reason = Reason::PARTIALLY_CONVERTED;
                }
            }
            if let Err(Stop::Failed(reason)) = done {
                self.reason = reason;
                self.work.rewind(at, out_len);
                self.keep(&part, is_first);
                return;
            }
            self.describe(&part, to, is_first);
            is_first = false;
            next = done.ok().flatten();
        }
    }

    /// Converts a part, and says what follows it.
    fn part(&mut self, part: &Next, to: Described) -> Result<Option<Next>, Stop> {
        let change = Change {
            from: part.from,
            to,
        };
        if let Some(header) = Header::of(part.format) {
            return header::convert(header, &mut self.work, &change);
        }
        if part.format == fmt(MQFMT_STRING) {
            let text = change.text()?;
            let start = self.work.out.len();
            let bytes = self.work.take(self.work.left())?;
            text.add(bytes, self.work.ends_cut(), &mut self.work.out)?;
            if let TextChange::Pages(_, to) = text {
                self.last_text = Some((start, to));
            }
        } else if is_pcf(part.format) {
            pcf::message(&mut self.work, &change)?;
        } else if part.format == fmt(MQFMT_IMS_VAR_STRING) {
            ims::segments(&mut self.work, &change)?;
        } else {
            return Err(field::FORMAT);
        }
        // Whatever is behind what the format describes means nothing.
        self.work.copy(self.work.left())?;
        Ok(None)
    }

    /// Leaves a part and what is behind it as it was.
    fn keep(&mut self, part: &Next, is_first: bool) {
        let rest = self.work.rest();
        self.work.out.extend_from_slice(rest);
        self.describe(part, part.from, is_first);
    }

    fn describe(&mut self, part: &Next, described: Described, is_first: bool) {
        if is_first {
            self.described = described;
        }
        if let Some(link) = part.link {
            self.work
                .patch(link.encoding_at, described.encoding, link.order);
            self.work.patch(link.ccsid_at, described.ccsid, link.order);
        }
    }

    /// Sees to it that the result fits the buffer.
    fn finish(self, unconverted_len: usize) -> Converted {
        let mut data = self.work.out;
        let len = data.len();
        let mut reason = self.reason;
        if len > self.conversion.room {
            if !self.conversion.may_cut {
                return Converted {
                    data: None,
                    described: self.conversion.from,
                    reason: Reason::CONVERTED_MSG_TOO_BIG,
                    len: unconverted_len,
                };
            }
            cut(&mut data, self.conversion.room, self.last_text);
            reason = Reason::TRUNCATED_MSG_ACCEPTED;
        }
        Converted {
            data: Some(data),
            described: self.described,
            reason,
            len,
        }
    }
}

/// Cuts data to `room` bytes, and text at its end between two characters.
fn cut(data: &mut Vec<u8>, room: usize, last_text: Option<(usize, Coding)>) {
    match last_text {
        Some((start, coding)) if start < room => coding.cut(data, start, room),
        _ => data.truncate(room),
    }
}

fn is_pcf(format: [u8; 8]) -> bool {
    [MQFMT_ADMIN, MQFMT_PCF, MQFMT_EVENT]
        .iter()
        .any(|one| format == fmt(one))
}

#[cfg(test)]
mod tests;
