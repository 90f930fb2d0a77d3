//! A file that becomes messages at its destination.
//!
//! Bytes come as those of a file do, are translated if they are text, and cut. Whole messages wait until they are put, in the unit of work that
//! keeps how far that has come; the last one waits for the end of the file, for it says that it is the last. After a restart the source sends
//! again from where a checkpoint stands that is at or in front of what was put, and what was put of that is left out.

use super::cutting::Cutting;
use super::message_end::MessageEnd;
use crate::agent::checksum::{Checksum, ChecksumMethod};
use crate::agent::data::Begin;
use crate::agent::layout::{Fields, put_bytes};
use crate::agent::state::Incoming;
use crate::agent::translation::{NoText, TextEnds, Translation};
use crate::encoding::{Encoding, PLATFORM};
use crate::party::{Persistence, QueueAddress, TransferId};
use crate::request::DelimiterKind;
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::property::{Value, write_folder};
use ferromq_mqi::{MsgDescriptor, rfh2};
use std::collections::VecDeque;

/// Longest message, bytes: no queue takes longer ones.
const MESSAGE_BYTES_MAX: usize = 100 << 20;
/// Messages that are put in a unit of work: a queue manager takes 10,000 unless it was told otherwise.
const PUTS_MAX: usize = 1_000;
/// Bytes that are.
const PUT_BYTES_MAX: usize = 8 << 20;
const TEXT_FORMAT: [u8; 8] = *b"MQSTR   ";
const NO_FORMAT: [u8; 8] = [b' '; 8];

/// Who sends to whom, for the properties of messages.
#[derive(Clone, Debug)]
pub(crate) struct Names<'a> {
    pub(crate) transfer: TransferId,
    pub(crate) source_agent: &'a str,
    pub(crate) destination_agent: &'a str,
    pub(crate) user: &'a str,
}

impl<'a> Names<'a> {
    /// Those of a transfer to this agent.
    pub(crate) fn of(kept: &'a Incoming, own: &'a str) -> Self {
        Self {
            transfer: kept.transfer,
            source_agent: &kept.source.agent,
            destination_agent: own,
            user: &kept.user,
        }
    }
}

/// A place where sending may go on, and what was known there.
#[derive(Clone, Debug)]
struct Place {
    /// Bytes that were taken of the source.
    offset: u64,
    checksum: Checksum,
    translation: Option<Translation>,
    /// Bytes those had become.
    produced: u64,
}

/// A file that becomes messages, as far as it outlives the agent.
#[derive(Clone, Debug)]
pub(crate) struct Putting {
    begin: Begin,
    place: Place,
    /// Bytes of what it becomes that are in messages that were put.
    put_to: u64,
    count: u32,
    longest: u64,
}

/// A message that is to be put.
#[derive(Debug)]
pub(crate) struct Ready {
    data: Vec<u8>,
    /// What it becomes ends there.
    until: u64,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Outlet {
    pub(crate) item: u32,
    begin: Begin,
    end: MessageEnd,
    cutting: Cutting,
    now: Place,
    /// The first of them is at or in front of what was put.
    places: VecDeque<Place>,
    /// Makes bytes of each message of a text that is cut by characters.
    encoder: Option<Translation>,
    /// What is not in a message yet.
    rest: Vec<u8>,
    searched: usize,
    /// Bytes that come once more and are in messages already.
    skip: u64,
    cut_to: u64,
    put_to: u64,
    ready: VecDeque<Ready>,
    ready_bytes: usize,
    /// Messages that were put, and the length of the longest.
    pub(crate) count: u32,
    pub(crate) longest: u64,
    /// Messages whose unit of work has ended well.
    committed: u32,
    /// Nothing more comes of the file.
    is_all: bool,
}

impl Outlet {
    /// Of a file that begins.
    ///
    /// # Errors
    /// A clause: the request cannot be carried out.
    pub(crate) fn new(item: u32, begin: Begin, replacement: &str) -> Result<Self, String> {
        let translation = match &begin.text {
            None => None,
            Some(ends) => {
                let ends = translated_to(&begin, ends);
                let made = Translation::new(ends, replacement);
                Some(made.map_err(|NoText(why)| why)?)
            }
        };
        let place = Place {
            offset: 0,
            checksum: Checksum::new(begin.checksum),
            translation,
            produced: 0,
        };
        let putting = Putting {
            begin,
            place,
            put_to: 0,
            count: 0,
            longest: 0,
        };
        Self::resume(item, putting, replacement)
    }

    /// Of one that was under way when the agent ended.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn resume(item: u32, putting: Putting, replacement: &str) -> Result<Self, String> {
        let Some(end) = putting.begin.messages.clone() else {
            return Err("it is no queue".to_owned());
        };
        let encoder = match &putting.begin.text {
            Some(ends) if by_characters(&putting.begin) => {
                let ends = TextEnds {
                    from: PLATFORM.to_owned(),
                    ..ends.clone()
                };
                let made = Translation::new(ends, replacement);
                Some(made.map_err(|NoText(why)| why)?)
            }
            _ => None,
        };
        let cutting = Cutting::of(&end.queue)?;
        if matches!(cutting, Cutting::Size(size) if size > MESSAGE_BYTES_MAX) {
            return Err(too_long());
        }
        Ok(Self {
            item,
            cutting,
            end,
            encoder,
            rest: Vec::new(),
            searched: 0,
            skip: putting.put_to.saturating_sub(putting.place.produced),
            cut_to: putting.put_to,
            put_to: putting.put_to,
            ready: VecDeque::new(),
            ready_bytes: 0,
            count: putting.count,
            committed: putting.count,
            longest: putting.longest,
            is_all: false,
            places: VecDeque::from([putting.place.clone()]),
            now: putting.place,
            begin: putting.begin,
        })
    }

    /// The queue messages go to.
    pub(crate) fn queue(&self) -> &QueueAddress {
        &self.end.queue.queue
    }

    /// Bytes that were taken of the source.
    pub(crate) fn offset(&self) -> u64 {
        self.now.offset
    }

    /// The checksum of those.
    pub(crate) fn checksum(&self) -> &Checksum {
        &self.now.checksum
    }

    /// Takes more of the file.
    ///
    /// # Errors
    /// A clause: it is no text, or a message would be too long.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.places.push_back(self.now.clone());
        self.now.checksum.update(bytes);
        self.now.offset += bytes.len() as u64;
        match &mut self.now.translation {
            None => self.produced(bytes)?,
            Some(translation) => {
                let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 8);
                let pushed = translation.push(bytes, &mut out);
                pushed.map_err(|NoText(why)| why)?;
                self.produced(&out)?;
            }
        }
        self.cut()
    }

    /// All of the file is there.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        if let Some(translation) = &mut self.now.translation {
            let mut out = Vec::new();
            let finished = translation.finish(&mut out);
            finished.map_err(|NoText(why)| why)?;
            self.produced(&out)?;
        }
        self.is_all = true;
        self.cut()?;
        if self.count == 0 && self.ready.is_empty() {
            // An empty file is an empty message.
            self.ready.push_back(Ready {
                data: Vec::new(),
                until: self.cut_to,
            });
        }
        Ok(())
    }

    fn produced(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.now.produced += bytes.len() as u64;
        let skipped = self.skip.min(bytes.len() as u64);
        self.skip -= skipped;
        let new = usize::try_from(skipped).ok().and_then(|at| bytes.get(at..));
        self.rest.extend_from_slice(new.unwrap_or_default());
        let is_cut = matches!(self.cutting, Cutting::Size(_));
        if self.rest.len() > MESSAGE_BYTES_MAX && !is_cut {
            return Err(too_long());
        }
        Ok(())
    }

    fn cut(&mut self) -> Result<(), String> {
        let mut at = 0;
        while let Some(piece) = self
            .cutting
            .next(&self.rest[at..], self.is_all, &mut self.searched)
        {
            let data = self.rest[at + piece.start..at + piece.end].to_vec();
            let data = match &self.encoder {
                Some(encoder) => encoder.whole(&data).map_err(|NoText(why)| why)?,
                None => data,
            };
            self.cut_to += piece.behind as u64;
            at += piece.behind;
            self.ready_bytes += data.len();
            let until = self.cut_to;
            self.ready.push_back(Ready { data, until });
        }
        self.rest.drain(..at);
        Ok(())
    }

    /// So much waits that it is to be put.
    pub(crate) fn is_full(&self) -> bool {
        self.ready.len() > PUTS_MAX || self.ready_bytes > PUT_BYTES_MAX
    }

    /// The next message that is to be put in a unit of work with so many others, with its descriptor and its data. The last one of a file waits
    /// for the end of it.
    pub(crate) fn next(
        &mut self,
        others: usize,
        names: &Names<'_>,
    ) -> Option<(MsgDescriptor, Vec<u8>)> {
        let may_be_last = self.ready.len() == 1;
        if others >= PUTS_MAX || (may_be_last && !self.is_all) {
            return None;
        }
        let ready = self.ready.pop_front()?;
        self.ready_bytes -= ready.data.len();
        self.put_to = ready.until;
        self.longest = self.longest.max(ready.data.len() as u64);
        let properties = match self.count {
            0 if self.end.queue.set_mq_props == Some(true) => self.properties(names, &[]),
            _ => String::new(),
        };
        self.count += 1;
        let descriptor = self.descriptor(names.transfer, may_be_last);
        // A place is of no use once one behind it may be gone on from.
        while self
            .places
            .get(1)
            .is_some_and(|next| next.produced <= self.put_to)
        {
            self.places.pop_front();
        }
        Some(with_properties(descriptor, &properties, ready.data))
    }

    /// What was put so far counts.
    pub(crate) fn was_committed(&mut self) {
        self.committed = self.count;
    }

    /// What was put since [`Self::was_committed`] was backed out.
    pub(crate) fn was_backed_out(&mut self) {
        self.count = self.committed;
    }

    /// Everything was put.
    pub(crate) fn is_done(&self) -> bool {
        self.is_all && self.ready.is_empty()
    }

    /// The message that tells whoever gets the others that no more come, though more should; none if there are no others.
    pub(crate) fn failure(
        &mut self,
        names: &Names<'_>,
        code: i32,
        text: &str,
    ) -> Option<(MsgDescriptor, Vec<u8>)> {
        if self.count == 0 {
            return None;
        }
        let code = code.to_string();
        // Documentation has both names for the code.
        let more = [
            ("WMQFTEReturnCode", code.as_str()),
            ("WMQFTEResultCode", code.as_str()),
            ("WMQFTESupplement", text),
        ];
        let properties = match self.end.queue.set_mq_props {
            Some(true) => self.properties(names, &more),
            _ => String::new(),
        };
        self.count += 1;
        let descriptor = self.descriptor(names.transfer, true);
        Some(with_properties(descriptor, &properties, Vec::new()))
    }

    /// The group the messages are in; none of a file that is one message.
    pub(crate) fn group_id(&self, transfer: TransferId) -> Option<[u8; 24]> {
        if !self.cutting.makes_groups() {
            return None;
        }
        // The same after a restart, and that of no other item.
        let mut hash = Checksum::new(ChecksumMethod::Xxh3);
        hash.update(&transfer.0);
        hash.update(&self.item.to_le_bytes());
        let mut id = *b"FMQXGRP                 ";
        if let Some(digest) = hash.finish() {
            id[8..].copy_from_slice(&digest.as_slice()[..16]);
        }
        Some(id)
    }

    fn descriptor(&self, transfer: TransferId, is_last: bool) -> MsgDescriptor {
        let to = self.begin.text.as_ref().map(|ends| ends.to.as_str());
        let encoding = to.and_then(Encoding::find_or_platform);
        let default = MsgDescriptor::default();
        let mut descriptor = MsgDescriptor {
            format: if to.is_some() { TEXT_FORMAT } else { NO_FORMAT },
            persistence: match self.end.queue.persistent {
                None | Some(Persistence::Persistent) => MQPER_PERSISTENT,
                Some(Persistence::NotPersistent) => MQPER_NOT_PERSISTENT,
                Some(Persistence::AsQueue) => MQPER_PERSISTENCE_AS_Q_DEF,
            },
            ..default
        };
        if let Some(encoding) = encoding {
            descriptor.coded_char_set_id = encoding.page.ccsid();
            if encoding.page.is_utf_16() {
                descriptor.encoding = match encoding.order {
                    Some(ByteOrder::Little) => MQENC_INTEGER_REVERSED | MQENC_FLOAT_IEEE_REVERSED,
                    _ => MQENC_INTEGER_NORMAL | MQENC_FLOAT_IEEE_NORMAL,
                };
            }
        }
        if let Some(group_id) = self.group_id(transfer) {
            descriptor.version = MQMD_VERSION_2;
            descriptor.group_id = group_id;
            descriptor.msg_seq_number = i32::try_from(self.count).unwrap_or(i32::MAX);
            descriptor.msg_flags = match is_last {
                true => MQMF_MSG_IN_GROUP | MQMF_LAST_MSG_IN_GROUP,
                false => MQMF_MSG_IN_GROUP,
            };
        }
        descriptor
    }

    /// The folder of properties.
    fn properties(&self, names: &Names<'_>, more: &[(&str, &str)]) -> String {
        let transfer = names.transfer.to_string();
        let mode = if self.begin.text.is_some() {
            "text"
        } else {
            "binary"
        };
        let (size, modified) = (
            self.begin.length.to_string(),
            self.begin.modified_ms.to_string(),
        );
        let index = self.item.to_string();
        let own = [
            ("WMQFTETransferId", transfer.as_str()),
            ("WMQFTETransferMode", mode),
            ("WMQFTESourceAgent", names.source_agent),
            ("WMQFTEDestinationAgent", names.destination_agent),
            ("WMQFTEFileName", &self.end.source),
            ("WMQFTEFileSize", &size),
            ("WMQFTEFileLastModified", &modified),
            ("WMQFTEFileIndex", &index),
            ("WMQFTEMqmdUser", names.user),
        ];
        let all = own.iter().chain(more);
        let all: Vec<_> = all
            .map(|(name, value)| (*name, Value::Text((*value).into())))
            .collect();
        let all: Vec<_> = all.iter().map(|(name, value)| (*name, value)).collect();
        write_folder("usr", &all)
    }

    /// What is kept of it, with what was put so far.
    pub(crate) fn kept(&self) -> Putting {
        let place = match self.put_to == self.now.produced && self.skip == 0 {
            true => &self.now,
            false => self.places.front().unwrap_or(&self.now),
        };
        Putting {
            begin: self.begin.clone(),
            place: place.clone(),
            put_to: self.put_to,
            count: self.count,
            longest: self.longest,
        }
    }
}

fn too_long() -> String {
    format!("a message would have more than {MESSAGE_BYTES_MAX} bytes")
}

/// A text that is cut at patterns is cut in UTF-8; others are cut when they are in the code page of the messages.
fn by_characters(begin: &Begin) -> bool {
    let delimiter = begin
        .messages
        .as_ref()
        .and_then(|end| end.queue.delimiter.as_ref());
    begin.text.is_some() && delimiter.is_some_and(|found| found.kind == DelimiterKind::Text)
}

fn translated_to(begin: &Begin, ends: &TextEnds) -> TextEnds {
    let mut ends = ends.clone();
    if by_characters(begin) {
        PLATFORM.clone_into(&mut ends.to);
    }
    ends
}

fn with_properties(
    mut descriptor: MsgDescriptor,
    folder: &str,
    data: Vec<u8>,
) -> (MsgDescriptor, Vec<u8>) {
    if folder.is_empty() {
        return (descriptor, data);
    }
    let behind = Described {
        // A header says it of bytes, too.
        ccsid: match descriptor.coded_char_set_id {
            MQCCSI_Q_MGR => CCSID_UTF_8,
            ccsid => ccsid,
        },
        encoding: descriptor.encoding,
    };
    let format = String::from_utf8_lossy(&descriptor.format)
        .trim_end()
        .to_owned();
    let fixed = rfh2::fixed(&format, behind);
    let order = ByteOrder::from_encoding(descriptor.encoding);
    let mut body = rfh2::write(&fixed, order, &[folder]);
    body.extend_from_slice(&data);
    descriptor.format = rfh2::FORMAT;
    descriptor.coded_char_set_id = CCSID_UTF_8;
    (descriptor, body)
}

impl Putting {
    /// The queue.
    pub(crate) fn path(&self) -> String {
        self.begin.path.clone()
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut begin = Vec::new();
        self.begin.encode(&mut begin);
        put_bytes(&mut bytes, &begin);
        for number in [
            self.place.offset,
            self.place.produced,
            self.put_to,
            self.longest,
        ] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.count.to_le_bytes());
        put_bytes(&mut bytes, &self.place.checksum.save());
        if let Some(translation) = &self.place.translation {
            put_bytes(&mut bytes, &translation.save());
        }
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(bytes);
        let mut begin = Fields::new(fields.bytes()?);
        let begin = Begin::decode(&mut begin)?;
        begin.messages.as_ref()?;
        let (offset, produced) = (fields.u64()?, fields.u64()?);
        let (put_to, longest, count) = (fields.u64()?, fields.u64()?, fields.u32()?);
        let checksum = Checksum::restore(fields.bytes()?)?;
        let translation = match fields.is_empty() {
            true => None,
            false => Some(Translation::restore(fields.bytes()?)?),
        };
        if translation.is_some() != begin.text.is_some() {
            return None;
        }
        let place = Place {
            offset,
            checksum,
            translation,
            produced,
        };
        fields.end(Self {
            begin,
            place,
            put_to,
            count,
            longest,
        })
    }
}
