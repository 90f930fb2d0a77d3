//! A get into a handle, over any road: none of them knows of handles, and the room a program has is for the data without the
//! properties.

use super::MessageHandle;
use crate::call::GetReply;
use crate::code_page::CCSID_UTF_8;
use crate::convert::{Conversion, Described, convert};
use crate::extension::{
    behind_extension, has_more_than_version_1, is_extended, make_extension_coded,
};
use crate::generated::constants::*;
use crate::generated::structs::{MsgDescriptor, MsgDescriptorExtension};
use crate::header::{ByteOrder, RulesHeader2};
use crate::options::GetOptions;
use crate::property::{Properties, PropertyControl, strip};
use crate::reason::Reason;
use crate::rfh2::{FORMAT, Rfh2, Rfh2Error};
use bytes::Bytes;

const SHOWN_IN_DATA: i32 =
    MQGMO_NO_PROPERTIES | MQGMO_PROPERTIES_FORCE_MQRFH2 | MQGMO_PROPERTIES_COMPATIBILITY;
const UNDER_CURSOR: i32 = MQGMO_MSG_UNDER_CURSOR | MQGMO_BROWSE_MSG_UNDER_CURSOR;

/// What a get into a handle asks of a road.
pub trait Getting {
    /// A get of what is wanted with these options, into a buffer of so many bytes.
    ///
    /// # Errors
    /// The reason of the failed verb.
    fn get(&mut self, options: &GetOptions, buffer_len: u32) -> Result<GetReply, Reason>;

    /// The code page that `MQCCSI_Q_MGR` stands for; `None` where that cannot be learned.
    fn ccsid(&mut self) -> Option<i32>;
}

/// Gets with `MsgHandle` set, what `wanted` matches and in the code page and encoding it asks for. The road is asked once where the
/// message fits with its properties. Else the message stays where it is until its length without them is known, and is
/// asked for again by its token; if it is gone by then, all begins anew.
///
/// With `MQGMO_PROPERTIES_IN_HANDLE` or no option about properties the handle has the properties, with another option they
/// are where that says. In any case the handle has the descriptor, and nothing it had before. Lengths in the reply are
/// those of the data without properties. Where `wanted` is of version 1 an extension stays in front of the data.
///
/// # Errors
/// What `call` answers; `MQRC_OPTIONS_ERROR` for several options about properties.
pub fn get_into(
    handle: &mut MessageHandle,
    wanted: &MsgDescriptor,
    options: &GetOptions,
    buffer_len: u32,
    mut road: impl Getting,
) -> Result<GetReply, Reason> {
    let asked = options.options;
    let about = asked & (SHOWN_IN_DATA | MQGMO_PROPERTIES_IN_HANDLE);
    if about.count_ones() > 1 {
        return Err(Reason::OPTIONS_ERROR);
    }
    handle.clear();
    if about & SHOWN_IN_DATA != 0 {
        let reply = road.get(options, buffer_len)?;
        handle.remember(&reply.descriptor);
        return Ok(reply);
    }
    let may_cut = asked & MQGMO_ACCEPT_TRUNCATED_MSG != 0;
    let own = MQGMO_PROPERTIES_IN_HANDLE | MQGMO_ACCEPT_TRUNCATED_MSG;
    // Which code page its own is the queue manager knows. What fits with the properties it may convert: then it says so.
    let converts = match wanted.coded_char_set_id {
        MQCCSI_Q_MGR | MQCCSI_INHERIT => 0,
        _ => MQGMO_CONVERT,
    };
    let mut first = GetOptions {
        options: asked & !own & !converts | MQGMO_PROPERTIES_FORCE_MQRFH2,
        ..options.clone()
    };
    // Whatever fits with its properties fits without.
    let (mut next, mut room, mut again) = (first.clone(), buffer_len, false);
    let mut to = Described::of(wanted);
    loop {
        let mut reply = match road.get(&next, room) {
            Err(Reason::NO_MSG_AVAILABLE) if again => {
                (next, room, again) = (first.clone(), buffer_len, false);
                continue;
            }
            reply => reply?,
        };
        let grown = reply.reason == Reason::CONVERTED_MSG_TOO_BIG;
        let fits = reply.reason != Reason::TRUNCATED_MSG_FAILED;
        if first.options & MQGMO_CONVERT != 0
            && (grown || !fits)
            && let Some(ccsid) = road.ccsid()
        {
            // What it grows to with its properties is nothing to the buffer.
            to.ccsid = ccsid;
            first.options &= !MQGMO_CONVERT;
            if grown {
                reply.reason = Reason::NONE;
            }
        }
        let taken = |handle, reply| Ok(taken(handle, reply, to, buffer_len, asked));
        if fits {
            return taken(handle, reply);
        }
        let more = match properties_len(&reply) {
            // Not even the headers were there.
            Err(needed) => needed,
            Ok(properties) => {
                let enough = properties.saturating_add(buffer_len);
                if may_cut || reply.data_length <= enough {
                    reply.data_length
                } else {
                    enough
                }
            }
        };
        let Some(same) = this_one(&first, &reply).filter(|_| more > room) else {
            return taken(handle, reply);
        };
        (next, room, again) = (same, more, true);
    }
}

/// The get of the message that was just seen, if it is still there; `None` where nothing says which that was. With the room that message
/// needs another one could be taken that does not fit.
fn this_one(first: &GetOptions, seen: &GetReply) -> Option<GetOptions> {
    let mut options = first.clone();
    options.options &= !MQGMO_WAIT;
    if first.options & UNDER_CURSOR != 0 {
        return Some(options);
    }
    if seen.options.msg_token == MQMTOK_NONE {
        return None;
    }
    options.version = options.version.max(MQGMO_VERSION_3);
    options.match_options |= MQMO_MATCH_MSG_TOKEN;
    options.msg_token = seen.options.msg_token;
    Some(options)
}

/// How much shorter the data gets without properties; the bytes needed to see that where the headers are cut, which are never all of
/// the message: whoever asks for so many takes it.
fn properties_len(reply: &GetReply) -> Result<u32, u32> {
    let (mut descriptor, mut body) = (reply.descriptor.clone(), reply.body.clone());
    let extension = length(MsgDescriptorExtension::SIZE);
    if is_extended(&descriptor) && length(body.len()) < extension.min(reply.data_length) {
        return match extension < reply.data_length {
            true => Err(extension),
            false => Ok(0),
        };
    }
    without_extension(&mut descriptor, &mut body);
    let described = Described::of(&descriptor);
    let (mut format, mut at) = (descriptor.format, described);
    let mut rest = &body[..];
    while format == FORMAT {
        match Rfh2::read(rest, at.encoding) {
            Ok(header) => {
                at = header.following(at);
                (format, rest) = (header.fixed.format, header.rest);
            }
            Err(Rfh2Error::TooShort) => {
                let before = reply.body.len() - rest.len();
                let needed = length(before + header_len(rest, at));
                return match reply.data_length {
                    // One that says it is longer than the message is none, and nothing in the message is a property.
                    all if needed > all => Ok(0),
                    all if needed < all => Err(needed),
                    all if length(reply.body.len()) + 1 < all => Err(all - 1),
                    _ => Ok(ended(&descriptor, &body).map_or(0, |(_, len)| len)),
                };
            }
            Err(_) => return Ok(0),
        }
    }
    Ok(read_properties_len(&descriptor, &body))
}

/// A message that is all headers, with the last byte that ends its last folder in the place of the one not seen, and how much shorter it
/// gets. Without that byte nobody sees whether its data fit, and with it the message is taken.
fn ended(descriptor: &MsgDescriptor, cut: &[u8]) -> Option<(Bytes, u32)> {
    let ends = b"> \n\r\t\0".iter();
    let mut all = ends.map(|end| Bytes::from([cut, &[*end][..]].concat()));
    all.find_map(|all| {
        let len = read_properties_len(descriptor, &all);
        (len > 0).then_some((all, len))
    })
}

/// The same of whole headers.
fn read_properties_len(descriptor: &MsgDescriptor, body: &Bytes) -> u32 {
    let (format, described) = (descriptor.format, Described::of(descriptor));
    if Properties::read(format, described, body).is_err() {
        return 0;
    }
    let left = strip(format, described, body, PropertyControl::None);
    let left = left.map_or(body.len(), |left| left.body.len());
    length(body.len().saturating_sub(left))
}

/// Takes the extension off that a queue manager puts in front of all else where the descriptor wanted is of version 1; whether there was
/// one. Properties are behind it.
fn without_extension(descriptor: &mut MsgDescriptor, body: &mut Bytes) -> bool {
    // One that says nothing more was not made by a queue manager, and is data.
    let behind = behind_extension(descriptor, body);
    let Some(behind) = behind.filter(|(inner, _)| has_more_than_version_1(inner)) else {
        return false;
    };
    (*descriptor, *body) = behind;
    true
}

/// What a header that is cut says of its length, or that of the part that says it.
fn header_len(cut: &[u8], described: Described) -> usize {
    let stated = cut
        .get(8..12)
        .and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
    let order = ByteOrder::from_encoding(described.encoding);
    let stated = stated.map_or(0, |bytes| match order {
        ByteOrder::Little => i32::from_le_bytes(bytes),
        ByteOrder::Big => i32::from_be_bytes(bytes),
    });
    usize::try_from(stated).unwrap_or(0).max(RulesHeader2::SIZE)
}

fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Leaves the properties in the handle, and the data in the reply, as much as there is room for.
fn taken(
    handle: &mut MessageHandle,
    mut reply: GetReply,
    to: Described,
    room: u32,
    asked: i32,
) -> GetReply {
    let (outer, whole) = (reply.descriptor.clone(), reply.body.len());
    let extension = match without_extension(&mut reply.descriptor, &mut reply.body) {
        true => MsgDescriptorExtension::SIZE,
        false => 0,
    };
    let data_room = (room as usize).saturating_sub(extension);
    let may_cut = asked & MQGMO_ACCEPT_TRUNCATED_MSG != 0;
    let mut left = handle.take_message(&mut reply.descriptor, reply.body);
    if reply.reason == Reason::NONE
        && !may_cut
        && left.len() > data_room
        && let Some((_, cut)) = left.split_last()
        && let Some((all, _)) = ended(&reply.descriptor, cut)
    {
        // It was taken for properties to its end, and its last byte is none of theirs. Whole it has no room, and is on no queue any more:
        // the properties are what there is of it.
        left = handle.take_message(&mut reply.descriptor, all);
    }
    reply.body = left;
    let gone = length(whole.saturating_sub(reply.body.len()));
    reply.data_length = reply.data_length.saturating_sub(gone);
    if reply.reason == Reason::NONE {
        if asked & MQGMO_CONVERT != 0 {
            let to = match to.ccsid {
                MQCCSI_EMBEDDED => None,
                // It was asked to convert, and what is in front is in its code page.
                MQCCSI_Q_MGR | MQCCSI_INHERIT => Some(Described {
                    ccsid: outer.coded_char_set_id,
                    ..to
                }),
                _ => Some(to),
            };
            convert_rest(&mut reply, to, data_room, may_cut);
            handle.remember(&reply.descriptor);
        } else if reply.body.len() > data_room {
            reply.reason = Reason::TRUNCATED_MSG_ACCEPTED;
        }
    }
    // Where the queue manager had to convert, it did.
    let coded = match asked & MQGMO_CONVERT != 0 && to.ccsid > 0 {
        true => to,
        false => Described::of(&outer),
    };
    if extension > 0
        && let Some(front) =
            make_extension_coded(&mut reply.descriptor, outer.coded_char_set_id, coded)
    {
        reply.data_length = reply.data_length.saturating_add(length(front.len()));
        reply.body = [&front[..], &reply.body].concat().into();
    }
    reply.body.truncate(room as usize);
    reply.options.options = asked;
    reply.options.returned_length = i32::try_from(reply.body.len()).unwrap_or(i32::MAX);
    reply
}

/// Converts what the queue manager has not: it was not asked to, or the header in front was as wanted and hid the data.
fn convert_rest(reply: &mut GetReply, to: Option<Described>, room: usize, may_cut: bool) {
    let from = Described::of(&reply.descriptor);
    let cut = reply.body.len() > room;
    if cut {
        reply.reason = Reason::TRUNCATED_MSG_ACCEPTED;
        reply.body.truncate(room);
    }
    let Some(to) = to.filter(|to| from != *to && !reply.body.is_empty()) else {
        return;
    };
    if reply.descriptor.format == *b"        " {
        if !cut {
            reply.reason = Reason::FORMAT_ERROR;
        }
        return;
    }
    let converted = convert(
        &reply.body,
        &Conversion {
            format: reply.descriptor.format,
            from,
            to,
            q_mgr: Described {
                ccsid: CCSID_UTF_8,
                encoding: MQENC_NATIVE,
            },
            cut,
            room,
            may_cut,
        },
    );
    reply.descriptor.coded_char_set_id = converted.described.ccsid;
    reply.descriptor.encoding = converted.described.encoding;
    if let Some(made) = converted.data {
        reply.body = made.into();
    }
    if !cut {
        reply.reason = converted.reason;
        if reply.reason != Reason::TRUNCATED_MSG_ACCEPTED {
            reply.data_length = length(converted.len);
        }
    }
}
