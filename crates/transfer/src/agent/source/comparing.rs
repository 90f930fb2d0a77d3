//! A file of which the destination may have some already: it is asked, and only what it has not is sent.

use super::{Sending, changed, unreadable};
use crate::agent::content::{COMPARED_BYTES_MIN, Held, HeldPart, hash};
use crate::agent::data::DataMessage;
use crate::agent::files::{Files, is_later};
use crate::agent::plan::Item;
use crate::agent::queues::Queues;
use ferromq_mqi::session::{Connected, MqError};

/// Bytes a message may name that the destination has: it reads and writes them before it hears of anybody else.
const HELD_BYTES_MAX: u64 = 4 << 20;

/// What the destination has of the item under way.
#[derive(Debug)]
pub(super) struct Comparing {
    item: u32,
    held: Held,
    /// Bytes that were read, from the next one on.
    ahead: Vec<u8>,
    /// So many of them are to be sent as they are.
    unheld: usize,
}

/// What is to be done about the item under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// It is sent.
    No,
    /// The destination is to say what it has.
    Asks,
    /// It is compared with that.
    Yes,
}

impl<R> Sending<R> {
    /// Whether the item under way is compared with what the destination has. It is asked in the message if that is not known.
    pub(super) fn compares(&mut self, message: &mut DataMessage, item: &Item) -> Compared {
        let at = self.next.item;
        let left = item.length.saturating_sub(self.next.offset);
        let asked = self.comparing.as_ref().filter(|one| one.item == at);
        match asked {
            Some(one) if !one.held.is_known => Compared::Asks,
            Some(one) if one.held.is_empty() => Compared::No,
            Some(_) => Compared::Yes,
            None if !self.may_compare
                || !item.update
                || !item.is_file_of_bytes()
                || left < COMPARED_BYTES_MIN =>
            {
                Compared::No
            }
            None => {
                message.ask(at);
                self.comparing = Some(Comparing {
                    item: at,
                    held: Held::new(),
                    ahead: Vec::new(),
                    unheld: 0,
                });
                Compared::Asks
            }
        }
    }

    /// The destination has not told all yet.
    pub(super) fn is_asking(&self) -> bool {
        let asked = self.comparing.as_ref();
        asked.is_some_and(|comparing| !comparing.held.is_known)
    }

    /// The destination has told what it has of an item.
    pub(super) fn is_told_of(&mut self, item: u32, part: &HeldPart) {
        if let Some(comparing) = &mut self.comparing
            && comparing.item == item
            && !comparing.held.is_known
        {
            comparing.held.add(part);
        }
    }

    /// As much has been named as goes into a message.
    pub(super) fn has_named_enough(&self) -> bool {
        self.held >= HELD_BYTES_MAX
    }

    /// Reads on, and names what the destination has; the rest is put in as it is.
    pub(super) fn compare_into<C: Connected, F: Files<Reader = R>>(
        &mut self,
        message: &mut DataMessage,
        queues: &mut Queues<C>,
        files: &mut F,
        item: &Item,
    ) -> Result<(), MqError> {
        let Some(mut comparing) = self.comparing.take() else {
            return Ok(());
        };
        let compared = self.compare(&mut comparing, message, queues, files, item);
        self.comparing = Some(comparing);
        compared
    }

    fn compare<C: Connected, F: Files<Reader = R>>(
        &mut self,
        comparing: &mut Comparing,
        message: &mut DataMessage,
        queues: &mut Queues<C>,
        files: &mut F,
        item: &Item,
    ) -> Result<(), MqError> {
        let at = self.next.item;
        let opened = self.opened.as_ref();
        let length = opened.map_or(item.length, |(_, facts)| facts.length);
        let cutter = comparing.held.cutter;
        if comparing.unheld == 0 {
            if !self.read_ahead(comparing, queues, files, item, length)? {
                return Ok(());
            }
            let cut = cutter.cut(&comparing.ahead);
            let found = hash(&comparing.ahead[..cut]);
            match comparing.held.find(&found, cut) {
                Some(place) => {
                    // Not longer than the longest chunk.
                    let named = u32::try_from(cut).unwrap_or(u32::MAX);
                    message.held(at, (self.next.offset, named), place, &found);
                    self.held += cut as u64;
                    self.advance(comparing, cut);
                }
                None => comparing.unheld = cut,
            }
        }
        if comparing.unheld > 0 {
            let count = comparing.unheld.min(message.room());
            let bytes = &comparing.ahead[..count];
            let put = message.bytes(at, self.next.offset, count, |buffer| {
                buffer.copy_from_slice(bytes);
                Ok::<_, std::convert::Infallible>(count)
            });
            // It cannot fail.
            let count = put.map_or(0, <[u8]>::len);
            comparing.unheld -= count;
            self.advance(comparing, count);
        }
        if self.next.offset >= length {
            self.end_file(message, files, item, length);
        }
        Ok(())
    }

    fn advance(&mut self, comparing: &mut Comparing, count: usize) {
        self.checksum.update(&comparing.ahead[..count]);
        comparing.ahead.drain(..count);
        self.next.offset += count as u64;
        self.read += count as u64;
        self.hashed = self.next.offset;
    }

    /// Reads until the longest chunk is there, or the end of the file. Whether it is.
    fn read_ahead<C: Connected, F: Files<Reader = R>>(
        &mut self,
        comparing: &mut Comparing,
        queues: &mut Queues<C>,
        files: &mut F,
        item: &Item,
        length: u64,
    ) -> Result<bool, MqError> {
        let most = comparing.held.cutter.most();
        loop {
            let ahead = comparing.ahead.len();
            let next = self.next.offset + ahead as u64;
            let wanted = length.saturating_sub(next).min((most - ahead) as u64);
            let wanted = wanted.min(files.read_bytes_max(wanted));
            if wanted == 0 {
                return Ok(true);
            }
            let wanted = usize::try_from(wanted).unwrap_or(0);
            comparing.ahead.resize(ahead + wanted, 0);
            let read = self.read_next(queues, files, item, next, &mut comparing.ahead[ahead..])?;
            let count = match read {
                Ok(count) => count,
                Err(problem) => {
                    self.problem = Some(problem);
                    0
                }
            };
            comparing.ahead.truncate(ahead + count);
            if self.is_later || self.problem.is_some() {
                return Ok(false);
            }
            if count < wanted {
                self.problem = Some(changed(item));
                return Ok(false);
            }
        }
    }

    /// All of the file has been put in: it counts if it is still what it was.
    pub(super) fn end_file<F: Files<Reader = R>>(
        &mut self,
        message: &mut DataMessage,
        files: &mut F,
        item: &Item,
        length: u64,
    ) {
        let Some(reader) = &self.reader else {
            return;
        };
        match files.read_facts(reader) {
            Ok(facts) if self.next.offset == length && self.is_as_it_was(item, &facts) => {
                message.end(self.next.item, length, self.checksum.finish().as_ref());
                self.reader = None;
            }
            Ok(_) => self.problem = Some(changed(item)),
            // Nothing is left to be read, and what was is looked at again.
            Err(error) if is_later(&error) => self.is_later = true,
            Err(error) => self.problem = Some(unreadable(item, &error)),
        }
    }
}
