//! Messages that become a file.
//!
//! Which they are is looked up once and kept with the plan, by their tokens, which no other message of the queue has. They are read
//! without being taken, and taken when the destination has the file.

use super::message_end::TEXT_BYTES_MAX;
use crate::agent::layout::{Fields, put_text};
use crate::agent::message::MESSAGE_BYTES_MAX;
use crate::agent::queues::Queues;
use crate::encoding::Encoding;
use crate::party::QueueAddress;
use crate::request::{Delimiter, DelimiterKind, DelimiterPosition, SourceQueue};
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::property::{Properties, Value};
use ferromq_mqi::session::{Connected, MqError};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::collections::BTreeSet;

/// Messages of an item: their tokens have to fit a part of a plan.
const MESSAGES_MAX: usize = 50_000;
/// Messages that are taken in a unit of work.
const TAKEN_MAX: usize = 1_000;

/// A message that is to be in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    token: [u8; 16],
    /// Bytes of its data, as they go into the file.
    length: u32,
}

/// Messages of a queue, as an item has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inlet {
    /// What was asked for.
    pub(crate) queue: SourceQueue,
    /// They are text, and are to be in UTF-8 whatever code page each is in.
    is_converted: bool,
    /// Which messages; none before it was looked.
    pub(crate) taken: Option<Vec<Taken>>,
}

/// Tokens of messages that transfers of this agent have, each with its queue.
pub(crate) type Claimed = BTreeSet<(String, [u8; 16])>;

/// What was found on the queue.
pub(crate) enum Found {
    /// The messages, and whether there may be more of them.
    Messages(Vec<Taken>),
    /// No group is complete.
    NoGroup,
    /// It cannot be done: a clause.
    Failed(String),
}

impl Inlet {
    /// Of a request.
    ///
    /// # Errors
    /// A clause: what is wrong with it.
    pub(crate) fn new(queue: &SourceQueue, is_text: bool) -> Result<Self, String> {
        let inlet = Self {
            queue: queue.clone(),
            is_converted: is_text && queue.encoding.is_none(),
            taken: None,
        };
        inlet.delimiter()?;
        Ok(inlet)
    }

    /// What stands in front of each message and behind it.
    fn delimiter(&self) -> Result<(Vec<u8>, Vec<u8>), String> {
        let Some(Delimiter {
            value,
            kind,
            position,
        }) = &self.queue.delimiter
        else {
            return Ok((Vec::new(), Vec::new()));
        };
        let bytes = match kind {
            DelimiterKind::Binary => super::cutting::delimiter_bytes(value)
                .ok_or_else(|| format!("the delimiter '{value}' is not of the form x0A,xE7"))?,
            DelimiterKind::Text => {
                let text = literal(value).ok_or_else(|| {
                    format!("the delimiter '{value}' has a \\ that means nothing")
                })?;
                let name = self.queue.encoding.as_deref().unwrap_or_default();
                let encoding = Encoding::find_or_platform(name)
                    .ok_or_else(|| format!("there is no code page {name} here"))?;
                let mut bytes = Vec::new();
                let order = encoding.order.unwrap_or(ByteOrder::Big);
                encoding.page.encode(&text, order, &mut bytes);
                bytes
            }
        };
        Ok(match position {
            Some(DelimiterPosition::Prefix) => (bytes, Vec::new()),
            _ => (Vec::new(), bytes),
        })
    }

    /// One group, rather than all messages there are.
    pub(crate) fn is_one_group(&self) -> bool {
        self.queue.use_groups == Some(true) || self.queue.group_id.is_some()
    }

    /// Bytes the file will have.
    pub(crate) fn length(&self) -> u64 {
        let (before, behind) = self.delimiter().unwrap_or_default();
        let each = (before.len() + behind.len()) as u64;
        let taken = self.taken.iter().flatten();
        taken.map(|one| u64::from(one.length) + each).sum()
    }

    /// How many messages, the length of the longest, and the group that was asked for.
    pub(crate) fn figures(&self) -> (u64, u64, Option<[u8; 24]>) {
        let taken = || self.taken.iter().flatten();
        let longest = taken().map(|one| u64::from(one.length)).max();
        (
            taken().count() as u64,
            longest.unwrap_or(0),
            self.queue.group_id,
        )
    }

    /// The messages it has, with the name of their queue.
    pub(crate) fn claims(&self) -> impl Iterator<Item = (String, [u8; 16])> {
        let queue = &self.queue.queue.queue;
        let taken = self.taken.iter().flatten();
        taken.map(move |one| (queue.clone(), one.token))
    }

    /// Looks which messages there are that no other transfer has.
    pub(crate) fn look<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        claimed: &Claimed,
    ) -> Result<Found, MqError> {
        let name = &self.queue.queue.queue;
        let handle = match queues.open_source(name)? {
            Ok(handle) => handle,
            Err(reason) => return Ok(Found::Failed(format!("{name} cannot be read: {reason}"))),
        };
        let by_groups = self.is_one_group();
        let order = match by_groups {
            true => MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE,
            false => 0,
        };
        let wanted = MsgDescriptor {
            group_id: self.queue.group_id.unwrap_or([0; 24]),
            ..any()
        };
        let matched = match self.queue.group_id {
            Some(_) => MQMO_MATCH_GROUP_ID,
            None => MQMO_NONE,
        };
        let mut step = MQGMO_BROWSE_FIRST;
        let mut taken: Vec<Taken> = Vec::new();
        let mut is_whole = false;
        loop {
            let options = browse(
                step | order | MQGMO_NO_PROPERTIES | MQGMO_ACCEPT_TRUNCATED_MSG,
                matched,
            );
            step = MQGMO_BROWSE_NEXT;
            let got = match queues.get_from(handle, &wanted, &options, 0)? {
                Ok(Some(got)) => got,
                Ok(None) => break,
                Err(reason) => {
                    return Ok(Found::Failed(format!("{name} cannot be read: {reason}")));
                }
            };
            let token = got.options.msg_token;
            let is_in_group = got.descriptor.msg_flags & MQMF_MSG_IN_GROUP != 0
                || got.descriptor.msg_flags & MQMF_LAST_MSG_IN_GROUP != 0;
            if claimed.contains(&(name.clone(), token)) || (by_groups && !is_in_group) {
                continue;
            }
            if taken.len() == MESSAGES_MAX {
                let text = format!("{name} has more than {MESSAGES_MAX} messages for one file");
                return Ok(Found::Failed(text));
            }
            taken.push(Taken {
                token,
                length: got.data_length,
            });
            is_whole = got.descriptor.msg_flags & MQMF_LAST_MSG_IN_GROUP != 0;
            if by_groups && is_whole {
                break;
            }
        }
        if by_groups && !is_whole {
            return Ok(Found::NoGroup);
        }
        if let Some(last) = taken.last().filter(|_| by_groups)
            && let Some(why) = self.refused(queues, handle, last.token)?
        {
            return Ok(Found::Failed(why));
        }
        Ok(match self.measured(queues, handle, taken)? {
            Ok(taken) => Found::Messages(taken),
            Err(why) => Found::Failed(why),
        })
    }

    /// The same messages with their lengths as they go into the file.
    fn measured<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        handle: ObjectHandle,
        mut taken: Vec<Taken>,
    ) -> Result<Result<Vec<Taken>, String>, MqError> {
        for one in taken.iter_mut().filter(|_| self.is_converted) {
            if one.length == 0 {
                continue;
            }
            match self.read_one(queues, handle, one.token, one.length)? {
                Ok(data) => one.length = u32::try_from(data.len()).unwrap_or(u32::MAX),
                Err(why) => return Ok(Err(why)),
            }
        }
        Ok(Ok(taken))
    }

    /// The data of a message of about that length.
    fn read_one<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        handle: ObjectHandle,
        token: [u8; 16],
        length: u32,
    ) -> Result<Result<bytes::Bytes, String>, MqError> {
        let name = &self.queue.queue.queue;
        let mut options = MQGMO_BROWSE_FIRST | MQGMO_NO_PROPERTIES;
        let mut room = length;
        if self.is_converted {
            options |= MQGMO_CONVERT;
            // A character of one byte may become one of four.
            room = room.saturating_mul(4).saturating_add(64);
        }
        let wanted = MsgDescriptor {
            coded_char_set_id: CCSID_UTF_8,
            encoding: MQENC_NATIVE,
            ..any()
        };
        let options = GetOptions {
            msg_token: token,
            ..browse(options, MQMO_MATCH_MSG_TOKEN)
        };
        Ok(match queues.get_from(handle, &wanted, &options, room)? {
            Ok(Some(got)) if got.reason == Reason::NONE => Ok(got.body),
            Ok(Some(got)) => {
                let why = "is no text that can be converted";
                Err(format!("a message of {name} {why}: {}", got.reason))
            }
            Ok(None) => Err(format!("a message has gone from {name}")),
            Err(reason) => Err(format!("a message of {name} cannot be read: {reason}")),
        })
    }

    /// Whether the last message of a group says that it is not to be transferred.
    fn refused<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        handle: ObjectHandle,
        token: [u8; 16],
    ) -> Result<Option<String>, MqError> {
        let options = MQGMO_BROWSE_FIRST | MQGMO_PROPERTIES_FORCE_MQRFH2;
        let options = GetOptions {
            msg_token: token,
            ..browse(options | MQGMO_ACCEPT_TRUNCATED_MSG, MQMO_MATCH_MSG_TOKEN)
        };
        let room = u32::try_from(MESSAGE_BYTES_MAX).unwrap_or(u32::MAX);
        let got = queues.get_from(handle, &any(), &options, room)?;
        let Ok(Some(got)) = got else {
            return Ok(None);
        };
        let described = Described {
            ccsid: got.descriptor.coded_char_set_id,
            encoding: got.descriptor.encoding,
        };
        let properties = Properties::read(got.descriptor.format, described, &got.body);
        let properties = properties.unwrap_or_default();
        let text = |path| match properties.get(path) {
            None | Some(Value::Null) => None,
            Some(Value::Text(text)) => Some(text.to_string()),
            Some(Value::Int32(number)) => Some(number.to_string()),
            Some(Value::Int64(number)) => Some(number.to_string()),
            Some(other) => Some(format!("{other:?}")),
        };
        let code = text("usr.UserReturnCode").filter(|code| code.trim() != "0");
        Ok(code.map(|code| {
            let why = text("usr.UserSupplement").unwrap_or_default();
            format!("the last message of the group says so, with UserReturnCode {code}: {why}")
        }))
    }

    /// Takes the messages off their queue, many of them in several units of work, of which the last is left open. One that is not there was
    /// taken by an agent that was killed behind that.
    pub(crate) fn take<C: Connected>(
        &self,
        queues: &mut Queues<C>,
    ) -> Result<Result<(), Reason>, MqError> {
        let name = &self.queue.queue.queue;
        // They are to go, whoever else gets from it by now.
        let handle = match queues.open_source(name)? {
            Err(Reason::OBJECT_IN_USE) => queues.share_source(name)?,
            opened => opened,
        };
        let handle = match handle {
            Ok(handle) => handle,
            Err(reason) => return Ok(Err(reason)),
        };
        for (at, one) in self.taken.iter().flatten().enumerate() {
            if at > 0 && at.is_multiple_of(TAKEN_MAX) {
                queues.commit()?;
            }
            let options = GetOptions {
                msg_token: one.token,
                options: MQGMO_NO_WAIT
                    | MQGMO_SYNCPOINT
                    | MQGMO_FAIL_IF_QUIESCING
                    | MQGMO_NO_PROPERTIES
                    | MQGMO_ACCEPT_TRUNCATED_MSG,
                match_options: MQMO_MATCH_MSG_TOKEN,
                ..GetOptions::default()
            };
            let got = queues.get_from(handle, &any(), &options, 0)?;
            if let Err(reason) = got {
                return Ok(Err(reason));
            }
        }
        Ok(Ok(()))
    }

    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        let queue = &self.queue;
        put_text(bytes, &queue.queue.to_string(), TEXT_BYTES_MAX);
        put_text(
            bytes,
            queue.encoding.as_deref().unwrap_or_default(),
            TEXT_BYTES_MAX,
        );
        let (kind, value, is_prefix) = match &queue.delimiter {
            None => (0, "", false),
            Some(delimiter) => (
                match delimiter.kind {
                    DelimiterKind::Text => 1,
                    DelimiterKind::Binary => 2,
                },
                delimiter.value.as_str(),
                delimiter.position == Some(DelimiterPosition::Prefix),
            ),
        };
        bytes.extend_from_slice(&[
            kind,
            u8::from(is_prefix),
            u8::from(queue.use_groups == Some(true)),
            u8::from(queue.group_id.is_some()),
            u8::from(self.is_converted),
            u8::from(self.taken.is_some()),
        ]);
        put_text(bytes, value, TEXT_BYTES_MAX);
        bytes.extend_from_slice(&queue.group_id.unwrap_or([0; 24]));
        bytes.extend_from_slice(&queue.wait_time_s.unwrap_or(0).to_le_bytes());
        let taken = self.taken.as_deref().unwrap_or_default();
        let count = u32::try_from(taken.len()).unwrap_or(u32::MAX);
        bytes.extend_from_slice(&count.to_le_bytes());
        for one in taken {
            bytes.extend_from_slice(&one.token);
            bytes.extend_from_slice(&one.length.to_le_bytes());
        }
    }

    pub(crate) fn decode(fields: &mut Fields<'_>) -> Option<Self> {
        let address = QueueAddress::from_text(&fields.text(TEXT_BYTES_MAX)?);
        let encoding = Some(fields.text(TEXT_BYTES_MAX)?).filter(|name| !name.is_empty());
        let [
            kind,
            is_prefix,
            by_groups,
            has_group,
            is_converted,
            is_known,
        ] = *fields.take(6)?.first_chunk()?;
        let value = fields.text(TEXT_BYTES_MAX)?;
        let group_id = *fields.take(24)?.first_chunk()?;
        let wait_time_s = fields.u32()?;
        let kind = match kind {
            0 => None,
            1 => Some(DelimiterKind::Text),
            2 => Some(DelimiterKind::Binary),
            _ => return None,
        };
        let queue = SourceQueue {
            queue: address,
            use_groups: Some(by_groups != 0),
            group_id: (has_group != 0).then_some(group_id),
            wait_time_s: Some(wait_time_s),
            encoding,
            line_end: None,
            delimiter: kind.map(|kind| Delimiter {
                value,
                kind,
                position: (is_prefix != 0).then_some(DelimiterPosition::Prefix),
            }),
        };
        let count = usize::try_from(fields.u32()?).ok()?;
        if count > MESSAGES_MAX {
            return None;
        }
        let mut taken = Vec::new();
        for _ in 0..count {
            taken.push(Taken {
                token: *fields.take(16)?.first_chunk()?,
                length: fields.u32()?,
            });
        }
        Some(Self {
            queue,
            is_converted: is_converted != 0,
            taken: (is_known != 0).then_some(taken),
        })
    }
}

/// Of messages in groups an older descriptor would have the rest in front of the data.
fn any() -> MsgDescriptor {
    MsgDescriptor {
        version: MQMD_VERSION_2,
        ..MsgDescriptor::default()
    }
}

fn browse(options: i32, match_options: i32) -> GetOptions {
    GetOptions {
        options: options | MQGMO_NO_WAIT | MQGMO_FAIL_IF_QUIESCING,
        match_options,
        ..GetOptions::default()
    }
}

/// A text as Java writes it in a program: `\n`, `\t`, `\\`, `\u002D`. None: a backslash stands before something else.
fn literal(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        plain.push(match characters.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'f' => '\u{c}',
            'b' => '\u{8}',
            '0' => '\0',
            own @ ('\\' | '"' | '\'') => own,
            'u' => {
                let digits: String = characters.by_ref().take(4).collect();
                let is_four =
                    digits.len() == 4 && digits.bytes().all(|one| one.is_ascii_hexdigit());
                let code = u32::from_str_radix(&digits, 16).ok().filter(|_| is_four);
                char::from_u32(code?)?
            }
            _ => return None,
        });
    }
    Some(plain)
}

/// The file that messages become, read from its beginning on.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The message that is read next.
    next: usize,
    /// Bytes of the file that are not returned yet.
    piece: Vec<u8>,
    /// How many of those were.
    returned: usize,
}

impl Reading {
    /// From an offset of the file on.
    pub(crate) fn at(inlet: &Inlet, offset: u64) -> Self {
        let (before, behind) = inlet.delimiter().unwrap_or_default();
        let each = (before.len() + behind.len()) as u64;
        let (mut next, mut passed) = (0, 0);
        for one in inlet.taken.iter().flatten() {
            let length = u64::from(one.length) + each;
            if passed + length > offset {
                break;
            }
            passed += length;
            next += 1;
        }
        Self {
            next,
            piece: Vec::new(),
            // So much of the message that is read next is not wanted.
            returned: usize::try_from(offset - passed).unwrap_or(usize::MAX),
        }
    }

    /// Reads what comes next: less than the buffer takes only at the end.
    ///
    /// # Errors
    /// A clause: a message has gone, or is not what it was.
    pub(crate) fn read<C: Connected>(
        &mut self,
        inlet: &Inlet,
        queues: &mut Queues<C>,
        buffer: &mut [u8],
    ) -> Result<Result<usize, String>, MqError> {
        let name = &inlet.queue.queue.queue;
        let taken = inlet.taken.as_deref().unwrap_or_default();
        let mut read = 0;
        while read < buffer.len() {
            if self.returned >= self.piece.len() {
                let Some(one) = taken.get(self.next) else {
                    break;
                };
                let handle = match queues.open_source(name)? {
                    Ok(handle) => handle,
                    Err(reason) => return Ok(Err(format!("{name} cannot be read: {reason}"))),
                };
                let data = match inlet.read_one(queues, handle, one.token, one.length)? {
                    Ok(data) if data.len() as u64 == u64::from(one.length) => data,
                    Ok(_) => return Ok(Err(format!("a message of {name} has changed"))),
                    Err(why) => return Ok(Err(why)),
                };
                let (before, behind) = inlet.delimiter().unwrap_or_default();
                let skipped = self.returned - self.piece.len();
                self.piece = [&before[..], &data, &behind].concat();
                self.returned = skipped.min(self.piece.len());
                self.next += 1;
                continue;
            }
            let rest = &self.piece[self.returned..];
            let count = rest.len().min(buffer.len() - read);
            buffer[read..read + count].copy_from_slice(&rest[..count]);
            read += count;
            self.returned += count;
        }
        Ok(Ok(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_java_has_them() {
        assert_eq!(literal(r"\n\u002D\u002D\\ä").as_deref(), Some("\n--\\ä"));
        for wrong in [r"\", r"\q", r"\u12", r"\ud800", r"\u+123"] {
            assert_eq!(literal(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_kept_of_messages_is_read_again_and_nothing_else() {
        let mut inlet = Inlet::new(
            &SourceQueue {
                queue: QueueAddress::from_text("Q@QM1"),
                use_groups: Some(true),
                group_id: Some([7; 24]),
                wait_time_s: Some(3),
                encoding: None,
                line_end: None,
                delimiter: Some(Delimiter {
                    value: "x0A".into(),
                    kind: DelimiterKind::Binary,
                    position: Some(DelimiterPosition::Prefix),
                }),
            },
            true,
        )
        .expect("valid");
        let (token, length) = ([3; 16], 9);
        inlet.taken = Some(vec![Taken { token, length }; 2]);
        assert_eq!(
            (inlet.length(), inlet.figures()),
            (20, (2, 9, Some([7; 24])))
        );
        let mut bytes = Vec::new();
        inlet.encode(&mut bytes);
        let mut fields = Fields::new(&bytes);
        assert_eq!(Inlet::decode(&mut fields), Some(inlet));
        assert!(fields.is_empty());
        for length in 0..bytes.len() {
            assert_eq!(Inlet::decode(&mut Fields::new(&bytes[..length])), None);
        }
    }
}
