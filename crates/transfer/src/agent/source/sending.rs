//! What is sent: files are read, hashed and put into data messages, or named for who fetches them.

use super::comparing::Compared;
use super::{Sending, TURN_BYTES, changed, fresh, is_same, unreadable};
use crate::agent::checksum::Checksum;
use crate::agent::data::DataMessage;
use crate::agent::files::{Facts, Files, PATH_BYTES_MAX, is_later};
use crate::agent::message::Place;
use crate::agent::messages::Reading;
use crate::agent::plan::Item;
use crate::agent::queues::Queues;
use crate::agent::result::ItemResult;
use crate::generated::notices::BFGIO9532;
use crate::party::TransferId;
use ferromq_mqi::session::{Connected, MqError};

/// Files shorter than so many data messages go as bytes on every road: fetching them costs more than it saves.
const REFERRED_CHUNKS_MIN: usize = 4;
/// What is fetched at a time, in data messages it would have been.
const REFERRED_CHUNKS: usize = 32;
/// Bytes that are hashed at a time, while they are in the cache.
const HASHED_BYTES: usize = 64 << 10;
/// Room for the end of one item and the beginning of another, besides a path.
const BEGIN_BYTES_MAX: usize = 256;

impl<R> Sending<R> {
    fn is_open(&self) -> bool {
        self.reader.is_some() || self.reading.is_some()
    }

    /// Reads what comes next of the item that is open: less than the buffer takes only at its end, and nothing where the file has not answered.
    pub(super) fn read_next<C: Connected, F: Files<Reader = R>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        item: &Item,
        offset: u64,
        buffer: &mut [u8],
    ) -> Result<Result<usize, String>, MqError> {
        if let (Some(reading), Some(inlet)) = (&mut self.reading, &item.inlet) {
            let read = reading.read(inlet, queues, buffer)?;
            let name = &item.source;
            return Ok(read.map_err(|why| BFGIO9532.line(&[name, &why])));
        }
        let Some(reader) = &self.reader else {
            return Ok(Ok(0));
        };
        match files.read(reader, offset, buffer) {
            Err(error) if is_later(&error) => {
                self.is_later = true;
                Ok(Ok(0))
            }
            read => Ok(read.map_err(|error| unreadable(item, &error))),
        }
    }

    /// Opens the item under way, if it is not open. Whether it is; if not, what is wrong will be said.
    fn open<F: Files<Reader = R>>(&mut self, files: &mut F, items: &[Item]) -> bool {
        if self.is_open() {
            return true;
        }
        let Some(item) = items.get(self.next.item as usize) else {
            return false;
        };
        if !item.problem.is_empty() {
            self.problem = Some(item.problem.clone());
            return false;
        }
        if let Some(inlet) = &item.inlet {
            self.reading = Some(Reading::at(inlet, self.hashed));
            return true;
        }
        match files.open(&item.source) {
            // What was sent of another file does not go with this one.
            Ok((_, facts)) if self.next.offset > 0 && !self.is_as_it_was(item, &facts) => {
                self.problem = Some(changed(item));
            }
            Ok((reader, facts)) => {
                self.reader = Some(reader);
                self.opened = Some((self.next.item, facts));
            }
            Err(error) if is_later(&error) => self.is_later = true,
            Err(error) => self.problem = Some(unreadable(item, &error)),
        }
        self.reader.is_some()
    }

    /// Whether the item under way is what it was when it was opened first; before this agent began, as far as the plan tells.
    pub(super) fn is_as_it_was(&self, item: &Item, facts: &Facts) -> bool {
        match &self.opened {
            Some((at, opened)) if *at == self.next.item => opened == facts,
            _ => is_same(item, facts),
        }
    }

    /// Reads what was sent in an earlier epoch, for its checksum. Whether there is more to be read.
    pub(super) fn catch_up<C: Connected, F: Files<Reader = R>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        items: &[Item],
    ) -> Result<bool, MqError> {
        if self.hashed < self.next.offset && matches!(self.checksum, Checksum::None) {
            self.hashed = self.next.offset;
        }
        if self.hashed >= self.next.offset || !self.open(files, items) {
            return Ok(false);
        }
        let most = (self.next.offset - self.hashed).min(files.read_bytes_max(TURN_BYTES));
        let mut buffer = vec![0; usize::try_from(most).unwrap_or(0)];
        let item = &items[self.next.item as usize];
        match self.read_next(queues, files, item, self.hashed, &mut buffer)? {
            Ok(count) if count == buffer.len() => {
                self.checksum.update(&buffer);
                self.hashed += most;
                return Ok(self.hashed < self.next.offset);
            }
            Ok(_) if self.is_later => {}
            Ok(_) => self.problem = Some(changed(item)),
            Err(problem) => self.problem = Some(problem),
        }
        Ok(false)
    }

    /// Takes up the next item.
    fn next_item(&mut self, items: &[Item]) {
        self.next = Place {
            item: self.next.item + 1,
            offset: 0,
        };
        self.has_begun = false;
        self.reader = None;
        self.reading = None;
        self.problem = None;
        self.comparing = None;
        self.checksum = fresh(items, self.next.item);
        self.hashed = 0;
    }

    /// The next data message.
    pub(super) fn message<C: Connected, F: Files<Reader = R>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (transfer, items, results): (TransferId, &[Item], &[Option<ItemResult>]),
        chunk_bytes: usize,
    ) -> Result<DataMessage, MqError> {
        let mut message = DataMessage::new(chunk_bytes);
        while message.room() > PATH_BYTES_MAX + BEGIN_BYTES_MAX || message.is_empty() {
            let at = self.next.item;
            let Some(item) = items.get(at as usize) else {
                message.done(at);
                self.is_done = true;
                break;
            };
            if results[at as usize].is_some() {
                // Nothing is to be said of it any more.
                self.next_item(items);
                continue;
            }
            let whole = item
                .length
                .saturating_add((item.destination.len() + BEGIN_BYTES_MAX) as u64);
            let fits_alone = whole < chunk_bytes as u64;
            if self.next.offset == 0
                && fits_alone
                && whole > message.room() as u64
                && !message.is_empty()
            {
                // It comes whole in the next one, and the destination never has a short file half written.
                break;
            }
            let is_open = self.open(files, items);
            if self.is_later {
                break;
            }
            if is_open && self.next.offset == 0 && !std::mem::replace(&mut self.has_begun, true) {
                message.begin(at, &item.begin());
            }
            let refers = self.problem.is_none()
                && self.by_reference
                && item.is_file_of_bytes()
                && item.length >= (chunk_bytes * REFERRED_CHUNKS_MIN) as u64
                && self.refer(&mut message, files, (transfer, item), chunk_bytes);
            if is_open && self.problem.is_none() && !refers {
                match self.compares(&mut message, item) {
                    Compared::No => self.read_into(&mut message, queues, files, item)?,
                    Compared::Asks => break,
                    Compared::Yes => self.compare_into(&mut message, queues, files, item)?,
                }
            }
            if self.is_later {
                break;
            }
            if let Some(problem) = self.problem.take() {
                message.abort(at, &problem);
                self.next_item(items);
                continue;
            }
            if !self.is_open() {
                self.next_item(items);
            }
            if self.referred > 0 || self.has_named_enough() {
                break;
            }
        }
        Ok(message)
    }

    /// Has the destination fetch the bytes that are next. Whether it may; if not, they are read here.
    fn refer<F: Files<Reader = R>>(
        &mut self,
        message: &mut DataMessage,
        files: &mut F,
        (transfer, item): (TransferId, &Item),
        chunk_bytes: usize,
    ) -> bool {
        let Some(reader) = &self.reader else {
            return false;
        };
        let (at, offset) = (self.next.item, self.next.offset);
        if self.shared.back() != Some(&at) {
            if files.share((transfer, at), reader).is_err() {
                return false;
            }
            self.shared.push_back(at);
        }
        let length = match files.read_facts(reader) {
            Ok(facts) if self.is_as_it_was(item, &facts) => facts.length,
            Ok(_) => {
                self.problem = Some(changed(item));
                return true;
            }
            Err(error) => {
                self.problem = Some(unreadable(item, &error));
                return true;
            }
        };
        let chunks = match self.is_limited {
            true => REFERRED_CHUNKS_MIN,
            false => REFERRED_CHUNKS,
        };
        let most = (chunk_bytes * chunks) as u64;
        let step = length.saturating_sub(offset).min(most);
        if length < offset || !self.hash(files, step) {
            self.problem = Some(changed(item));
            return true;
        }
        if step > 0 {
            message.reference(at, offset, step);
        }
        self.referred = step;
        self.read += step;
        self.next.offset += step;
        self.hashed = self.next.offset;
        if self.next.offset == length {
            message.end(at, length, self.checksum.finish().as_ref());
            self.reader = None;
        }
        true
    }

    /// Reads the bytes that are next for the checksum. Whether all of them are there.
    fn hash<F: Files<Reader = R>>(&mut self, files: &mut F, length: u64) -> bool {
        let Some(reader) = self.reader.as_ref() else {
            return false;
        };
        if matches!(self.checksum, Checksum::None) {
            return true;
        }
        let mut buffer = vec![0; HASHED_BYTES];
        let mut done = 0;
        while done < length {
            let most = usize::try_from(length - done)
                .unwrap_or(usize::MAX)
                .min(HASHED_BYTES);
            match files.read(reader, self.next.offset + done, &mut buffer[..most]) {
                Ok(count) if count == most => self.checksum.update(&buffer[..most]),
                _ => return false,
            }
            done += most as u64;
        }
        true
    }

    /// Reads what fits. At its end the file is closed; what was sent counts if it is still what it was.
    fn read_into<C: Connected, F: Files<Reader = R>>(
        &mut self,
        message: &mut DataMessage,
        queues: &mut Queues<C>,
        files: &mut F,
        item: &Item,
    ) -> Result<(), MqError> {
        if !self.is_open() {
            return Ok(());
        }
        let (at, offset) = (self.next.item, self.next.offset);
        let opened = self.opened.as_ref();
        let length = opened.map_or(item.length, |(_, facts)| facts.length);
        let left = match self.reading {
            Some(_) => u64::MAX,
            None => length.saturating_sub(offset),
        };
        let room = message
            .room()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = match room {
            0 => Ok(&[][..]),
            _ => message.bytes(at, offset, room, |buffer| {
                match self.read_next(queues, files, item, offset, buffer) {
                    Ok(Ok(0)) if self.is_later => Err(Ok(String::new())),
                    Ok(Ok(count)) => Ok(count),
                    Ok(Err(problem)) => Err(Ok(problem)),
                    Err(error) => Err(Err(error)),
                }
            }),
        };
        let count = match read {
            Ok(bytes) => {
                self.checksum.update(bytes);
                bytes.len()
            }
            Err(_) if self.is_later => return Ok(()),
            Err(problem) => {
                self.problem = Some(problem?);
                return Ok(());
            }
        };
        self.next.offset += count as u64;
        self.read += count as u64;
        self.hashed = self.next.offset;
        if count == room && (self.reading.is_some() || self.next.offset < length) {
            return Ok(());
        }
        if self.reader.is_none() {
            // Messages are what they were.
            message.end(at, self.next.offset, self.checksum.finish().as_ref());
            self.reading = None;
            return Ok(());
        }
        self.end_file(message, files, item, length);
        Ok(())
    }
}
