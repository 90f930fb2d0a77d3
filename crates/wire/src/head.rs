//! The header every segment begins with.
//!
//! ```text
//! TSH, TSHC   0  name  4  length u32 big-endian
//!                      8  byte order  9 type  10 flags  11 flags 2  12 unit of work (8)
//!                     20  encoding u32  24 CCSID u16  26 reserved u16
//! TSHM        0  name  4  length u32 big-endian  8 conversation u32 big-endian  12 request u32 big-endian
//!                     16  the same from byte order on
//! ```

use ferromq_mqi::header::ByteOrder;

use crate::field::{Form, Reader, Wire, Writer};
use crate::kind::Kind;
use crate::malformed::{Malformed, Why};
use crate::text::{CodePage, EyeCatchers};

/// Bits of [`Head::flags`].
pub mod flag {
    /// The sender wants an answer.
    pub const CONFIRM: u8 = 0x01;
    /// Something is wrong.
    pub const ERROR: u8 = 0x02;
    /// Please close. Known from a dissector only.
    pub const REQUEST_CLOSE: u8 = 0x04;
    /// The channel, or the socket, is being closed.
    pub const CLOSE: u8 = 0x08;
    /// First segment of a call.
    pub const FIRST: u8 = 0x10;
    /// Last segment of a call.
    pub const LAST: u8 = 0x20;
    /// The only segment of a call.
    pub const WHOLE: u8 = FIRST | LAST;
    /// Message channels: request accepted.
    pub const ACCEPTED: u8 = 0x40;
    /// Message channels: a message went to the dead-letter queue.
    pub const DEAD_LETTER: u8 = 0x80;
}

/// Bytes of a header without a conversation.
pub const PLAIN_BYTES: usize = 28;
/// Bytes of a header with a conversation, the longest.
pub const MULTIPLEXED_BYTES: usize = 36;

const PLAIN: [u8; 4] = *b"TSH ";
const MULTIPLEXED: [u8; 4] = *b"TSHM";
const SOCKET: [u8; 4] = *b"TSHC";

/// The three forms of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// One conversation has the socket: `TSH`.
    Plain,
    /// One of several conversations: `TSHM`.
    Multiplexed {
        /// Chosen by the client: 1, 3, 5 ...
        conversation: u32,
        /// 0 calls, 1 asynchronous delivery, 3 requests that may overtake a call. Answers repeat it.
        request: u32,
    },
    /// The socket itself, when conversations share it: `TSHC`.
    Socket,
}

impl Family {
    /// Bytes of a header of this form.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Plain | Self::Socket => PLAIN_BYTES,
            Self::Multiplexed { .. } => MULTIPLEXED_BYTES,
        }
    }

    /// The conversation; 0 where there is none.
    #[must_use]
    pub const fn conversation(self) -> u32 {
        match self {
            Self::Multiplexed { conversation, .. } => conversation,
            Self::Plain | Self::Socket => 0,
        }
    }

    /// The request; 0 where there is none.
    #[must_use]
    pub const fn request(self) -> u32 {
        match self {
            Self::Multiplexed { request, .. } => request,
            Self::Plain | Self::Socket => 0,
        }
    }
}

/// A segment header without its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its form.
    pub family: Family,
    /// How its name is coded.
    pub eye_catchers: EyeCatchers,
    /// Order of all integers of the segment but the first few of its header.
    pub order: ByteOrder,
    /// What the segment is.
    pub kind: Kind,
    /// [`flag`].
    pub flags: u8,
    /// Compression and batches; 0 in client traffic.
    pub flags2: u8,
    /// Unit of work of a batch; zero in client traffic.
    pub luwid: [u8; 8],
    /// 273 with big-endian integers, 546 with little-endian ones.
    pub encoding: i32,
    /// CCSID of header text.
    pub ccsid: u16,
    /// Zero.
    pub reserved: u16,
}

impl Head {
    /// A header of a segment that is a call of its own.
    #[must_use]
    pub const fn new(family: Family, kind: Kind, order: ByteOrder, ccsid: u16) -> Self {
        Self {
            family,
            eye_catchers: EyeCatchers::Ascii,
            order,
            kind,
            flags: flag::WHOLE,
            flags2: 0,
            luwid: [0; 8],
            encoding: match order {
                ByteOrder::Big => 273,
                ByteOrder::Little => 546,
            },
            ccsid,
            reserved: 0,
        }
    }

    /// The header of an answer: same form, conversation, request, byte order and coding, other type.
    #[must_use]
    pub fn answer(&self, kind: Kind) -> Self {
        Self {
            eye_catchers: self.eye_catchers,
            ..Self::new(self.family, kind, self.order, self.ccsid)
        }
    }

    /// The same with further flags.
    #[must_use]
    pub const fn with_flags(mut self, flags: u8) -> Self {
        self.flags |= flags;
        self
    }

    /// True when all these flags are set.
    #[must_use]
    pub const fn has(&self, flags: u8) -> bool {
        self.flags & flags == flags
    }

    /// How the payload is coded, at the level both ends agreed on.
    #[must_use]
    pub fn form(&self, fap: u8) -> Form {
        Form {
            order: self.order,
            page: CodePage::of(self.ccsid, self.eye_catchers),
            eye_catchers: self.eye_catchers,
            fap,
        }
    }

    /// Reads a header and the length of its segment, header included. `None` when `bytes` is a part of
    /// one that can still become right.
    ///
    /// # Errors
    /// When no header begins like this. A wrong name is told from the first byte on.
    pub fn decode(bytes: &[u8]) -> Result<Option<(Self, usize)>, Malformed> {
        let Some(id) = bytes.first_chunk::<4>() else {
            return check_start(bytes).map(|()| None);
        };
        let (header_bytes, multiplexed, eye_catchers) = family(*id)?;
        let Some(bytes) = bytes.get(..header_bytes) else {
            return Ok(None);
        };
        // Length, conversation and request are big-endian whatever the byte order says.
        let mut from = Reader::new(bytes, Form::new(ByteOrder::Big), "Head");
        from.take(4)?;
        let length = u32::read(&mut from)?;
        let family = match multiplexed {
            Some(true) => Family::Multiplexed {
                conversation: u32::read(&mut from)?,
                request: u32::read(&mut from)?,
            },
            Some(false) => Family::Plain,
            None => Family::Socket,
        };
        let order = match u8::read(&mut from)? {
            1 => ByteOrder::Big,
            2 => ByteOrder::Little,
            other => return Err(from.wrong(Why::ByteOrder(other))),
        };
        let code = u8::read(&mut from)?;
        let kind = Kind::from_code(code).ok_or_else(|| from.wrong(Why::Kind(code)))?;
        let (flags, flags2) = (u8::read(&mut from)?, u8::read(&mut from)?);
        let luwid = from.array()?;
        let mut from = Reader::new(from.rest(), Form::new(order), "Head");
        let head = Self {
            family,
            eye_catchers,
            order,
            kind,
            flags,
            flags2,
            luwid,
            encoding: i32::read(&mut from)?,
            ccsid: u16::read(&mut from)?,
            reserved: u16::read(&mut from)?,
        };
        let length_bytes = length as usize;
        if length_bytes < header_bytes {
            return Err(Malformed {
                what: "Head",
                at: 4,
                why: Why::Length(length.into()),
            });
        }
        Ok(Some((head, length_bytes)))
    }

    /// Appends the header of a segment of `length_bytes`, header included.
    pub fn encode(&self, length_bytes: u32, out: &mut Vec<u8>) {
        let mut form = Form::new(ByteOrder::Big);
        form.eye_catchers = self.eye_catchers;
        let mut to = Writer::new(out, form);
        to.id(match self.family {
            Family::Plain => PLAIN,
            Family::Multiplexed { .. } => MULTIPLEXED,
            Family::Socket => SOCKET,
        });
        length_bytes.write(&mut to);
        if let Family::Multiplexed {
            conversation,
            request,
        } = self.family
        {
            conversation.write(&mut to);
            request.write(&mut to);
        }
        let order = match self.order {
            ByteOrder::Big => 1,
            ByteOrder::Little => 2,
        };
        to.bytes(&[order, self.kind.code(), self.flags, self.flags2]);
        to.bytes(&self.luwid);
        let mut to = Writer::new(out, Form::new(self.order));
        self.encoding.write(&mut to);
        self.ccsid.write(&mut to);
        self.reserved.write(&mut to);
    }
}

/// Header bytes, whether there is a conversation (`None`: the socket itself), and the coding of the name.
fn family(id: [u8; 4]) -> Result<(usize, Option<bool>, EyeCatchers), Malformed> {
    for eye_catchers in [EyeCatchers::Ascii, EyeCatchers::Ebcdic] {
        for (name, header_bytes, multiplexed) in [
            (MULTIPLEXED, MULTIPLEXED_BYTES, Some(true)),
            (PLAIN, PLAIN_BYTES, Some(false)),
            (SOCKET, PLAIN_BYTES, None),
        ] {
            if id == eye_catchers.of(name) {
                return Ok((header_bytes, multiplexed, eye_catchers));
            }
        }
    }
    Err(wrong_name(id))
}

/// Fewer than four bytes must at least be the start of a name.
fn check_start(bytes: &[u8]) -> Result<(), Malformed> {
    let fits = [EyeCatchers::Ascii, EyeCatchers::Ebcdic]
        .iter()
        .any(|eye_catchers| eye_catchers.of(PLAIN).starts_with(bytes));
    if fits {
        return Ok(());
    }
    let mut id = [0; 4];
    let places = id.iter_mut().zip(bytes);
    places.for_each(|(place, byte)| *place = *byte);
    Err(wrong_name(id))
}

fn wrong_name(id: [u8; 4]) -> Malformed {
    Malformed {
        what: "Head",
        at: 0,
        why: Why::Id(id),
    }
}
