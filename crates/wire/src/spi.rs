//! Calls beside the MQI that clients make of a queue manager.
//!
//! ```text
//! after the call header: verb u32, version u32, length u32
//!                        in-out part: name SPxU, version 1, length 12
//!                        part:        name SPxI in requests, SPxO in answers, version, length, fields
//! ```
//! The third word is the length of the part an answer has, in requests as well.

use crate::call::Put;
use crate::field::{Reader, Wire, Writer};
use crate::malformed::{Malformed, Why};
use crate::structure::{LocalOpen, LocalSubscription, Object, Subscription};

/// Numbers of the verbs.
pub mod verb {
    /// Which verbs there are.
    pub const QUERY: u32 = 1;
    /// A put whose delivery may be delayed.
    pub const PUT: u32 = 2;
    /// Known from a dissector only.
    pub const GET: u32 = 3;
    /// Known from a dissector only.
    pub const ACTIVATE: u32 = 4;
    /// Known from a dissector only.
    pub const SYNCPOINT: u32 = 5;
    /// A block of message ids.
    pub const RESERVE: u32 = 6;
    /// A subscription.
    pub const SUBSCRIBE: u32 = 7;
    /// Cancels a waiting get.
    pub const NOTIFY: u32 = 11;
    /// An open.
    pub const OPEN: u32 = 12;
}

/// The letter of a verb in the names of its parts.
fn letter(verb: u32) -> Option<u8> {
    Some(match verb {
        verb::QUERY => b'Q',
        verb::PUT => b'P',
        verb::GET => b'G',
        verb::ACTIVATE => b'A',
        verb::RESERVE => b'R',
        verb::SUBSCRIBE => b'B',
        verb::NOTIFY => b'N',
        verb::OPEN => b'O',
        _ => return None,
    })
}

/// Longest part of a verb we do not know.
pub const UNKNOWN_PART_BYTES_MAX: usize = 1 << 20;

/// A call beside the MQI, or its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spi<'a> {
    /// Version of the call, 1.
    pub version: u32,
    /// Bytes of the part the answer has, or is expected to have. In an answer 0 will do: its own is written.
    pub answer_bytes: u32,
    /// Version of the part, 1.
    pub part_version: u32,
    /// What it is about.
    pub body: SpiBody<'a>,
}

/// One verb with its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpiBody<'a> {
    /// Which verbs are there?
    Query,
    /// These verbs are there.
    QueryReply(Vec<SpiVerb>),
    /// A block of message ids, please.
    Reserve {
        /// Bytes of an id, 24.
        tag_bytes: u32,
        /// How many; clients ask for far more than they can take.
        count: u32,
    },
    /// Here is one. Its ids are never given out again, nor made by the queue manager itself.
    ReserveReply {
        /// How many; modest, or clients fail.
        count: u32,
        /// Where in the id to count; within it.
        increment_offset: u32,
        /// First id.
        base: [u8; 24],
    },
    /// A subscription, or its answer.
    Subscribe {
        /// Handle of the subscription: 0 in requests.
        handle: i32,
        /// What a client adds.
        local: LocalSubscription<'a>,
        /// What to subscribe to.
        subscription: Subscription<'a>,
    },
    /// Cancel a waiting get.
    Notify {
        /// 1.
        option: u32,
        /// Reason the get ends with.
        reason: i32,
        /// Connection id of the conversation that waits, from the answer to its connect.
        connection_id: [u8; 24],
    },
    /// Done.
    NotifyReply,
    /// An open, or its answer.
    Open {
        /// Options and defaults.
        local: LocalOpen,
        /// What to open.
        object: Object<'a>,
    },
    /// A put, or its answer, which is without data. Descriptor and options are in the in-out part.
    Put {
        /// 0.
        flags: u32,
        /// As for `MQPUT`.
        put: Put<'a>,
    },
    /// A verb nobody has seen: everything behind the first three words.
    Unknown {
        /// Its number.
        verb: u32,
        /// Its parts.
        parts: &'a [u8],
    },
}

/// One verb in the answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpiVerb {
    /// Its number.
    pub verb: u32,
    /// Highest version of the in-out part.
    pub in_out_version_max: u32,
    /// Highest version of requests.
    pub in_version_max: u32,
    /// Highest version of answers.
    pub out_version_max: u32,
    /// Flags, 0.
    pub flags: u32,
}

impl SpiVerb {
    /// A verb in version 1.
    #[must_use]
    pub const fn version_1(verb: u32) -> Self {
        Self {
            verb,
            in_out_version_max: 1,
            in_version_max: 1,
            out_version_max: 1,
            flags: 0,
        }
    }
}

/// Most verbs in the answer to a query.
pub const VERBS_MAX: usize = 64;

impl<'a> Spi<'a> {
    /// A request, or an answer when `answer_bytes` is to be its own length.
    #[must_use]
    pub const fn new(answer_bytes: u32, body: SpiBody<'a>) -> Self {
        Self {
            version: 1,
            answer_bytes,
            part_version: 1,
            body,
        }
    }

    /// The number of the verb.
    #[must_use]
    pub const fn verb(&self) -> u32 {
        match self.body {
            SpiBody::Query | SpiBody::QueryReply(_) => verb::QUERY,
            SpiBody::Reserve { .. } | SpiBody::ReserveReply { .. } => verb::RESERVE,
            SpiBody::Subscribe { .. } => verb::SUBSCRIBE,
            SpiBody::Notify { .. } | SpiBody::NotifyReply => verb::NOTIFY,
            SpiBody::Open { .. } => verb::OPEN,
            SpiBody::Put { .. } => verb::PUT,
            SpiBody::Unknown { verb, .. } => verb,
        }
    }

    pub(crate) fn read(from: &mut Reader<'a>, is_reply: bool) -> Result<Self, Malformed> {
        let outer = from.enter("Spi");
        let verb = u32::read(from)?;
        let version = u32::read(from)?;
        let answer_bytes = u32::read(from)?;
        let (part_version, body) = match letter(verb) {
            Some(letter) if !matches!(verb, verb::GET..=verb::SYNCPOINT) => {
                from.id([b'S', b'P', letter, b'U'])?;
                let here = from.clone();
                let (in_out_version, length) = (u32::read(from)?, u32::read(from)?);
                if in_out_version != 1 || (length != 12) != (verb == verb::PUT) {
                    return Err(here.wrong(Why::Version(in_out_version as i32)));
                }
                if verb == verb::PUT {
                    let fields = (length as usize).checked_sub(12);
                    let fields = fields.ok_or_else(|| here.wrong(Why::Length(length.into())))?;
                    let mut in_out = from.part(fields, "Spi")?;
                    let put = Put::read_before_data(&mut in_out)?;
                    read_put(from, put, is_reply)?
                } else {
                    read_part(from, verb, letter, is_reply)?
                }
            }
            _ => {
                let parts = from.rest();
                if parts.len() > UNKNOWN_PART_BYTES_MAX {
                    return Err(from.wrong(Why::Bound {
                        given_bytes: parts.len(),
                        allowed_bytes: UNKNOWN_PART_BYTES_MAX,
                    }));
                }
                (1, SpiBody::Unknown { verb, parts })
            }
        };
        from.leave(outer);
        Ok(Self {
            version,
            answer_bytes,
            part_version,
            body,
        })
    }

    pub(crate) fn write(&self, to: &mut Writer<'_>, is_reply: bool) {
        self.verb().write(to);
        self.version.write(to);
        let answer_bytes_at = to.written_bytes();
        self.answer_bytes.write(to);
        if let SpiBody::Unknown { parts, .. } = self.body {
            to.bytes(parts);
            return;
        }
        // invariant: what has no letter was written above
        let letter = letter(self.verb()).expect("all verbs but the unknown have a letter");
        let in_out_at = to.written_bytes();
        to.id([b'S', b'P', letter, b'U']);
        1_u32.write(to);
        let in_out_length_at = to.written_bytes();
        12_u32.write(to);
        if let SpiBody::Put { put, .. } = &self.body {
            put.descriptor.write(to);
            put.options.write(to);
            to.patch_u32(in_out_length_at, (to.written_bytes() - in_out_at) as u32);
        }
        let start = to.written_bytes();
        let suffix = if is_reply { b'O' } else { b'I' };
        to.id([b'S', b'P', letter, suffix]);
        self.part_version.write(to);
        let length_at = to.written_bytes();
        0_u32.write(to);
        self.write_fields(to, is_reply);
        let length = (to.written_bytes() - start) as u32;
        to.patch_u32(length_at, length);
        if is_reply {
            to.patch_u32(answer_bytes_at, length);
        }
    }

    fn write_fields(&self, to: &mut Writer<'_>, is_reply: bool) {
        match &self.body {
            SpiBody::Query | SpiBody::NotifyReply | SpiBody::Unknown { .. } => {}
            SpiBody::Put { .. } if is_reply => {}
            SpiBody::Put { flags, put } => {
                flags.write(to);
                (put.data.len() as u32).write(to);
                to.bytes(put.data);
            }
            SpiBody::QueryReply(verbs) => write_verbs(verbs, to),
            SpiBody::Reserve { tag_bytes, count } => {
                tag_bytes.write(to);
                count.write(to);
            }
            SpiBody::ReserveReply {
                count,
                increment_offset,
                base,
            } => {
                count.write(to);
                increment_offset.write(to);
                to.bytes(base);
            }
            SpiBody::Subscribe {
                handle,
                local,
                subscription,
            } => {
                handle.write(to);
                local.write(to);
                subscription.write(to);
            }
            SpiBody::Notify {
                option,
                reason,
                connection_id,
            } => {
                option.write(to);
                reason.write(to);
                to.bytes(connection_id);
            }
            SpiBody::Open { local, object } => {
                local.write(to);
                object.write(to);
            }
        }
    }
}

/// The head of a part: its version, and what reads its fields.
fn fields_of<'a>(
    from: &mut Reader<'a>,
    letter: u8,
    is_reply: bool,
) -> Result<(u32, Reader<'a>), Malformed> {
    let suffix = if is_reply { b'O' } else { b'I' };
    from.id([b'S', b'P', letter, suffix])?;
    let version = u32::read(from)?;
    let here = from.clone();
    let length = u32::read(from)?;
    // Name, version and length count, so twelve bytes are the least.
    let fields = (length as usize)
        .checked_sub(12)
        .filter(|fields| *fields <= from.left_bytes())
        .ok_or_else(|| here.wrong(Why::Length(length.into())))?;
    Ok((version, from.part(fields, "Spi")?))
}

/// The part of a put behind descriptor and options.
fn read_put<'a>(
    from: &mut Reader<'a>,
    mut put: Put<'a>,
    is_reply: bool,
) -> Result<(u32, SpiBody<'a>), Malformed> {
    let (version, mut from) = fields_of(from, b'P', is_reply)?;
    let mut flags = 0;
    if !is_reply {
        flags = u32::read(&mut from)?;
        let length = from.length()?;
        put.data = from.take(length)?;
    }
    Ok((version, SpiBody::Put { flags, put }))
}

fn read_part<'a>(
    from: &mut Reader<'a>,
    verb: u32,
    letter: u8,
    is_reply: bool,
) -> Result<(u32, SpiBody<'a>), Malformed> {
    let (version, mut from) = fields_of(from, letter, is_reply)?;
    let from = &mut from;
    let body = match (verb, is_reply) {
        (verb::QUERY, false) => SpiBody::Query,
        (verb::QUERY, true) => SpiBody::QueryReply(read_verbs(from)?),
        (verb::RESERVE, false) => SpiBody::Reserve {
            tag_bytes: u32::read(from)?,
            count: u32::read(from)?,
        },
        (verb::RESERVE, true) => SpiBody::ReserveReply {
            count: u32::read(from)?,
            increment_offset: u32::read(from)?,
            base: from.array()?,
        },
        (verb::SUBSCRIBE, _) => SpiBody::Subscribe {
            handle: i32::read(from)?,
            local: LocalSubscription::read(from)?,
            subscription: Subscription::read(from)?,
        },
        (verb::NOTIFY, false) => SpiBody::Notify {
            option: u32::read(from)?,
            reason: i32::read(from)?,
            connection_id: from.array()?,
        },
        (verb::NOTIFY, true) => SpiBody::NotifyReply,
        (verb::OPEN, _) => SpiBody::Open {
            local: LocalOpen::read(from)?,
            object: Object::read(from)?,
        },
        _ => return Err(from.wrong(Why::Unsupported)),
    };
    Ok((version, body))
}

fn read_verbs(from: &mut Reader<'_>) -> Result<Vec<SpiVerb>, Malformed> {
    let here = from.clone();
    let count = u32::read(from)?;
    if count as usize > VERBS_MAX || count as usize * 20 > from.left_bytes() {
        return Err(here.wrong(Why::Length(count.into())));
    }
    let mut verbs = Vec::with_capacity(count as usize);
    for _ in 0..count {
        verbs.push(SpiVerb {
            verb: u32::read(from)?,
            in_out_version_max: u32::read(from)?,
            in_version_max: u32::read(from)?,
            out_version_max: u32::read(from)?,
            flags: u32::read(from)?,
        });
    }
    Ok(verbs)
}

fn write_verbs(verbs: &[SpiVerb], to: &mut Writer<'_>) {
    (verbs.len() as u32).write(to);
    for one in verbs {
        for word in [
            one.verb,
            one.in_out_version_max,
            one.in_version_max,
            one.out_version_max,
            one.flags,
        ] {
            word.write(to);
        }
    }
}
