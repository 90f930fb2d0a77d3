//! A message and the places where its bytes may rest.

use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::convert::Described;
use ferromq_mqi::property::{Properties, PropertyControl, Stripped, strip};
use std::sync::OnceLock;

/// Whether a message inserted is visible at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Put outside a unit of work and already durable as far as it has to be.
    Now,
    /// Put within a unit of work: invisible until `Queue::make_visible`.
    Held,
}

/// A message or correlation or group id.
pub type Id = [u8; 24];

/// A message as the application put it: never changed once it is on a queue, so that
/// every queue, getter and log buffer can share it.
#[derive(Clone, Debug)]
pub struct Message {
    /// The descriptor, with every field the queue manager fills in already filled in.
    pub descriptor: MsgDescriptor,
    /// The application's bytes.
    pub body: Bytes,
    /// The properties in the headers of the body, once somebody asked.
    properties: OnceLock<Option<Box<Properties>>>,
    /// What is left of it without its properties, by the first rule somebody asked for; boxed, for few have it.
    stripped: OnceLock<Box<(PropertyControl, Option<Stripped>)>>,
}

/// The identifiers of a message that shares all else with others ([`crate::Queue::insert_copy`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    /// `MsgId`.
    pub msg_id: Id,
    /// `CorrelId`.
    pub correl_id: Id,
}

static NO_PROPERTIES: Properties = Properties::new();

impl Message {
    /// A message of these parts.
    #[must_use]
    pub const fn new(descriptor: MsgDescriptor, body: Bytes) -> Self {
        Self {
            descriptor,
            body,
            properties: OnceLock::new(),
            stripped: OnceLock::new(),
        }
    }

    /// The message under identifiers of its own. The data is shared.
    #[must_use]
    pub fn with_ids(&self, ids: &Ids) -> Self {
        let descriptor = MsgDescriptor {
            msg_id: ids.msg_id,
            correl_id: ids.correl_id,
            ..self.descriptor.clone()
        };
        Self::new(descriptor, self.body.clone())
    }

    /// What is left without the properties this rule takes out; `None` when the message stays as it is. Those who
    /// share a message share the answer.
    #[must_use]
    pub fn stripped(&self, property_control: PropertyControl) -> Option<Stripped> {
        let known = self
            .stripped
            .get_or_init(|| Box::new((property_control, self.strip(property_control))));
        let (by, left) = known.as_ref();
        if *by == property_control {
            return left.clone();
        }
        self.strip(property_control)
    }

    /// As [`Message::stripped`], but nothing is remembered: for a message nobody shares.
    #[must_use]
    pub fn strip(&self, property_control: PropertyControl) -> Option<Stripped> {
        let descriptor = &self.descriptor;
        let described = Described::of(descriptor);
        strip(descriptor.format, described, &self.body, property_control)
    }

    /// Bytes that are left without the properties this rule takes out, if somebody has asked for them.
    pub(crate) fn known_stripped_len(&self, property_control: PropertyControl) -> Option<usize> {
        let (by, left) = self.stripped.get()?.as_ref();
        let left = left.as_ref().map_or(&self.body, |left| &left.body);
        (*by == property_control).then_some(left.len())
    }

    /// The properties of the message, read when they are first asked for. Headers that are not well formed hold
    /// none.
    #[must_use]
    pub fn properties(&self) -> &Properties {
        let read = self.properties.get_or_init(|| {
            let descriptor = &self.descriptor;
            let described = Described::of(descriptor);
            let read = Properties::read(descriptor.format, described, &self.body).ok()?;
            (!read.is_empty()).then(|| Box::new(read))
        });
        read.as_deref().unwrap_or(&NO_PROPERTIES)
    }

    /// Length in bytes of the payload image: descriptor, then body.
    #[must_use]
    pub fn payload_len(&self) -> usize {
        MsgDescriptor::SIZE + self.body.len()
    }

    /// The first part of the payload image. The second part is the body itself, so that a
    /// writer can hand both to the log or to a file without joining them first.
    #[must_use]
    pub fn descriptor_bytes(&self) -> [u8; MsgDescriptor::SIZE] {
        let mut bytes = [0; MsgDescriptor::SIZE];
        self.descriptor.encode_le_into(&mut bytes);
        bytes
    }

    /// Reads a payload image back. The body shares the memory of `image`.
    ///
    /// # Errors
    /// [`BadPayload`] when the bytes are too few to hold a descriptor.
    pub fn from_payload(image: &Bytes) -> Result<Self, BadPayload> {
        let descriptor = MsgDescriptor::decode_le(image).map_err(|_| BadPayload)?;
        if image.len() < MsgDescriptor::SIZE {
            return Err(BadPayload);
        }
        Ok(Self::new(descriptor, image.slice(MsgDescriptor::SIZE..)))
    }
}

/// Bytes that hold no payload image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPayload;

impl std::fmt::Display for BadPayload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the bytes are too few for a message descriptor")
    }
}

impl std::error::Error for BadPayload {}

/// Where in the log a payload image lies: `len` bytes, `offset` bytes into the body of the
/// record at `lsn`. The record is known to be durable before anybody may read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogPlace {
    /// The record.
    pub lsn: Lsn,
    /// Bytes before the payload image in the body of the record.
    pub offset: u32,
    /// Bytes of the payload image: descriptor and body.
    pub len: u32,
}

/// Where in the queue's data file a payload image lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// First allocation unit.
    pub unit: u32,
    /// Bytes of the payload image.
    pub len: u32,
}

/// A payload that is not in memory. At least one of the places is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// In the log.
    pub log: Option<LogPlace>,
    /// In the queue's data file.
    pub file: Option<FilePlace>,
}

/// What a put tells the queue about a message beside the message.
#[derive(Clone, Copy, Debug)]
pub struct PutMeta {
    /// Priority 0..=9, already resolved from the queue's default.
    pub priority: u8,
    /// Class 0..=9 it is ordered by, if that was settled before: by the attributes at the
    /// time of the put. `None` asks the settings in force.
    pub class: Option<u8>,
    /// The message must survive a restart. Then `log` is present.
    pub persistent: bool,
    /// Wall clock, microseconds since 1970, at which the message expires; already capped.
    pub expires_at_us: Option<u64>,
    /// Wall clock, microseconds since 1970, of the put.
    pub put_at_us: u64,
    /// Where the log holds the payload. `None` for non-persistent messages.
    pub log: Option<LogPlace>,
}
