//! What a name in a selector stands for.

use crate::Message;
use crate::value::Value;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{MQEI_UNLIMITED, MQPER_PERSISTENT};
use ferromq_mqi::header::field_text;
use ferromq_mqi::property;
use std::borrow::Cow;
use std::fmt::Write;

/// A name, resolved once.
#[derive(Clone, Debug)]
pub(crate) enum Field {
    /// `Root.MQMD.` and the name of a field.
    Descriptor(&'static DescriptorField),
    /// A JMS header, or a property JMS defines.
    Header(Header),
    /// A property, by its path.
    Property(Box<str>),
}

/// A field of the message descriptor.
pub(crate) struct DescriptorField {
    pub(crate) name: &'static str,
    get: Get,
}

impl std::fmt::Debug for DescriptorField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

enum Get {
    Number(fn(&MsgDescriptor) -> i32),
    Text(fn(&MsgDescriptor) -> &[u8]),
    Bytes(fn(&MsgDescriptor) -> &[u8]),
    BackoutCount,
}

macro_rules! descriptor_fields {
    ($($name:literal $kind:ident $field:ident),* $(,)?) => {
        [$(DescriptorField {
            name: $name,
            get: descriptor_fields!(@ $kind $field),
        }),*]
    };
    (@ Number $field:ident) => { Get::Number(|descriptor| descriptor.$field) };
    (@ Text $field:ident) => { Get::Text(|descriptor| &descriptor.$field) };
    (@ Bytes $field:ident) => { Get::Bytes(|descriptor| &descriptor.$field) };
    (@ BackoutCount $field:ident) => { Get::BackoutCount };
}

/// Source: message descriptor fields as properties.
static DESCRIPTOR_FIELDS: [DescriptorField; 27] = descriptor_fields![
    "AccountingToken" Bytes accounting_token,
    "ApplIdentityData" Text appl_identity_data,
    "ApplOriginData" Text appl_origin_data,
    "BackoutCount" BackoutCount backout_count,
    "CodedCharSetId" Number coded_char_set_id,
    "CorrelId" Bytes correl_id,
    "Encoding" Number encoding,
    "Expiry" Number expiry,
    "Feedback" Number feedback,
    "Format" Text format,
    "GroupId" Bytes group_id,
    "MsgFlags" Number msg_flags,
    "MsgId" Bytes msg_id,
    "MsgSeqNumber" Number msg_seq_number,
    "MsgType" Number msg_type,
    "Offset" Number offset,
    "OriginalLength" Number original_length,
    "Persistence" Number persistence,
    "Priority" Number priority,
    "PutApplName" Text put_appl_name,
    "PutApplType" Number put_appl_type,
    "PutDate" Text put_date,
    "PutTime" Text put_time,
    "ReplyToQ" Text reply_to_q,
    "ReplyToQMgr" Text reply_to_q_mgr,
    "Report" Number report,
    "UserIdentifier" Text user_identifier,
];

/// Headers and properties JMS defines that are not simply a field or a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Header {
    MessageId,
    CorrelationId,
    DeliveryMode,
    Timestamp,
    Expiration,
    ReplyTo,
    Redelivered,
    DeliveryCount,
    GroupId,
    GroupSeq,
}

const HEADERS: [(&str, Header); 10] = [
    ("JMSMessageID", Header::MessageId),
    ("JMSCorrelationID", Header::CorrelationId),
    ("JMSDeliveryMode", Header::DeliveryMode),
    ("JMSTimestamp", Header::Timestamp),
    ("JMSExpiration", Header::Expiration),
    ("JMSReplyTo", Header::ReplyTo),
    ("JMSRedelivered", Header::Redelivered),
    ("JMSXDeliveryCount", Header::DeliveryCount),
    ("JMSXGroupID", Header::GroupId),
    ("JMSXGroupSeq", Header::GroupSeq),
];

/// Names JMS has for fields of the descriptor.
const FIELD_SYNONYMS: [(&str, &str); 9] = [
    ("JMSPriority", "Priority"),
    ("JMSXAppID", "PutApplName"),
    ("JMSXUserID", "UserIdentifier"),
    ("JMS_IBM_Feedback", "Feedback"),
    ("JMS_IBM_Format", "Format"),
    ("JMS_IBM_MsgType", "MsgType"),
    ("JMS_IBM_PutApplType", "PutApplType"),
    ("JMS_IBM_PutDate", "PutDate"),
    ("JMS_IBM_PutTime", "PutTime"),
];

/// Names JMS has for properties of other folders than `usr`.
const PROPERTY_SYNONYMS: [(&str, &str); 2] =
    [("JMSType", "mcd.Type"), ("JMSDestination", "jms.Dst")];

impl Field {
    /// What a name stands for; `None` when it cannot be one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        if name.split('.').any(str::is_empty) {
            return None;
        }
        if let Some(rest) = name.strip_prefix("Root.") {
            return descriptor_field(rest.strip_prefix("MQMD.")?).map(Self::Descriptor);
        }
        let find = |list: &[(&str, &'static str)]| {
            let found = list.iter().find(|(other, _)| *other == name);
            found.map(|(_, target)| *target)
        };
        if let Some(field) = find(&FIELD_SYNONYMS) {
            return descriptor_field(field).map(Self::Descriptor);
        }
        if let Some(path) = find(&PROPERTY_SYNONYMS) {
            return Some(Self::Property(path.into()));
        }
        if let Some((_, header)) = HEADERS.iter().find(|(other, _)| *other == name) {
            return Some(Self::Header(*header));
        }
        Some(Self::Property(if name.contains('.') {
            name.into()
        } else {
            format!("usr.{name}").into()
        }))
    }

    pub(crate) fn reads_properties(&self) -> bool {
        match self {
            Self::Descriptor(_) => false,
            Self::Header(header) => !matches!(
                header,
                Header::MessageId
                    | Header::DeliveryMode
                    | Header::Redelivered
                    | Header::DeliveryCount
            ),
            Self::Property(_) => true,
        }
    }

    pub(crate) fn reads_backout_count(&self) -> bool {
        match self {
            Self::Descriptor(field) => matches!(field.get, Get::BackoutCount),
            Self::Header(header) => {
                matches!(header, Header::Redelivered | Header::DeliveryCount)
            }
            Self::Property(_) => false,
        }
    }

    pub(crate) fn value<'a>(&'a self, message: &'a dyn Message) -> Value<'a> {
        match self {
            Self::Descriptor(field) => {
                let descriptor = message.descriptor();
                match field.get {
                    Get::Number(get) => Value::Integer(i64::from(get(descriptor))),
                    Get::Text(get) => padded(get(descriptor)),
                    Get::Bytes(get) => Value::Bytes(get(descriptor)),
                    Get::BackoutCount => Value::Integer(i64::from(message.backout_count())),
                }
            }
            Self::Header(header) => header.value(message),
            Self::Property(path) => Value::of(message.property(path)),
        }
    }
}

fn descriptor_field(name: &str) -> Option<&'static DescriptorField> {
    DESCRIPTOR_FIELDS.iter().find(|field| field.name == name)
}

fn padded(field: &[u8]) -> Value<'_> {
    Value::Padded(String::from_utf8_lossy(field_text(field)))
}

impl Header {
    fn value(self, message: &dyn Message) -> Value<'_> {
        let descriptor = message.descriptor();
        match self {
            Self::MessageId => id_text(&descriptor.msg_id),
            Self::CorrelationId => {
                of_property(message, "jms.Cid").unwrap_or_else(|| id_text(&descriptor.correl_id))
            }
            Self::DeliveryMode => Value::Text(Cow::Borrowed(
                if descriptor.persistence == MQPER_PERSISTENT {
                    "PERSISTENT"
                } else {
                    "NON_PERSISTENT"
                },
            )),
            Self::Timestamp => of_property(message, "jms.Tms")
                .unwrap_or_else(|| put_at_ms(descriptor).map_or(Value::Null, Value::Integer)),
            Self::Expiration => of_property(message, "jms.Exp").unwrap_or_else(|| {
                if descriptor.expiry == MQEI_UNLIMITED {
                    return Value::Integer(0);
                }
                let lives_ms = i64::from(descriptor.expiry) * 100;
                put_at_ms(descriptor).map_or(Value::Null, |at| Value::Integer(at + lives_ms))
            }),
            Self::ReplyTo => {
                of_property(message, "jms.Rto").unwrap_or_else(|| reply_to(descriptor))
            }
            Self::Redelivered => Value::Boolean(message.backout_count() > 0),
            Self::DeliveryCount => Value::Integer(i64::from(message.backout_count()) + 1),
            Self::GroupId => {
                of_property(message, "jms.Gid").unwrap_or_else(|| id_text(&descriptor.group_id))
            }
            Self::GroupSeq => of_property(message, "jms.Seq").unwrap_or_else(|| {
                if descriptor.group_id == [0; 24] {
                    return Value::Null;
                }
                Value::Integer(i64::from(descriptor.msg_seq_number))
            }),
        }
    }
}

fn of_property<'a>(message: &'a dyn Message, path: &str) -> Option<Value<'a>> {
    match message.property(path) {
        None | Some(property::Value::Null) => None,
        some => Some(Value::of(some)),
    }
}

/// As JMS shows an id; one of zeros is none.
fn id_text<'a>(id: &[u8; 24]) -> Value<'a> {
    if *id == [0; 24] {
        return Value::Null;
    }
    let mut text = String::with_capacity(3 + 48);
    text.push_str("ID:");
    for byte in id {
        let _ = write!(text, "{byte:02x}");
    }
    Value::Text(Cow::Owned(text))
}

fn reply_to<'a>(descriptor: &MsgDescriptor) -> Value<'a> {
    let queue = String::from_utf8_lossy(field_text(&descriptor.reply_to_q));
    if queue.is_empty() {
        return Value::Null;
    }
    let q_mgr = String::from_utf8_lossy(field_text(&descriptor.reply_to_q_mgr));
    Value::Text(Cow::Owned(format!("queue://{q_mgr}/{queue}")))
}

/// When the message was put, milliseconds since 1970, as the descriptor says in its text.
fn put_at_ms(descriptor: &MsgDescriptor) -> Option<i64> {
    let number = |text: &[u8]| -> Option<i64> { std::str::from_utf8(text).ok()?.parse().ok() };
    let (date, time) = (&descriptor.put_date, &descriptor.put_time);
    let (year, month, day) = (
        number(&date[..4])?,
        number(&date[4..6])?,
        number(&date[6..])?,
    );
    let (hour, minute) = (number(&time[..2])?, number(&time[2..4])?);
    let (second, hundredth) = (number(&time[4..6])?, number(&time[6..])?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days from civil, with a year that begins in March.
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + hundredth * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_put_is_counted_from_1970() {
        let at = |date: &[u8; 8], time: &[u8; 8]| {
            put_at_ms(&MsgDescriptor {
                put_date: *date,
                put_time: *time,
                ..MsgDescriptor::default()
            })
        };
        assert_eq!(at(b"19700101", b"00000000"), Some(0));
        assert_eq!(at(b"20000229", b"12345678"), Some(951_827_696_780));
        assert_eq!(at(b"20261122", b"03000001"), Some(1_795_316_400_010));
        assert_eq!(at(b"        ", b"        "), None);
    }
}
