//! Names of properties: which may be, and what they stand for.

use super::field::{FIELDS, FieldSet};
use crate::generated::constants::{MQ_MAX_PROPERTY_NAME_LENGTH, MQPER_PERSISTENT};
use crate::generated::structs::MsgDescriptor;
use crate::header::field_text;
use crate::hex::hex;
use crate::property::{GROUPS_MAX, SELECTOR_WORDS, Value};
use crate::reason::Reason;
use std::borrow::Cow;

/// What a name stands for: a property by its path, a field of the descriptor, or a value made of fields.
#[derive(Clone, Debug)]
pub(super) enum Target<'a> {
    /// A property.
    Path(Cow<'a, str>),
    /// An index of [`FIELDS`].
    Field(usize),
    /// What JMS makes of a property or, where it is not there, of the descriptor.
    Jms(Option<&'static str>, FromDescriptor),
    /// A field of the descriptor that does not exist.
    Nothing,
}

type FromDescriptor = fn(&MsgDescriptor) -> Option<Value>;

/// Names that are kept under another: the name and the path.
const SYNONYMS: [(&str, &str); 14] = [
    ("JMSDestination", "jms.Dst"),
    ("JMSExpiration", "jms.Exp"),
    ("JMSReplyTo", "jms.Rto"),
    ("JMSTimestamp", "jms.Tms"),
    ("JMSType", "mcd.Type"),
    ("MQIsRetained", "mqps.Ret"),
    ("MQPubFormat", "mqps.Pfmt"),
    ("MQPubLevel", "mqps.Pbl"),
    ("MQPubOptions", "mqps.Pub"),
    ("MQPubSeqNum", "mqps.Seq"),
    ("MQPubStrIntData", "mqps.Sid"),
    ("MQPubTime", "mqps.Pts"),
    ("MQSubUserData", "mqps.Sud"),
    ("MQTopicString", "mqps.Top"),
];

/// Names of JMS for which the descriptor answers when the folder does not.
const OF_DESCRIPTOR: [(&str, Option<&str>, FromDescriptor); 10] = [
    ("JMSCorrelationID", Some("jms.Cid"), |md| id(&md.correl_id)),
    ("JMSDeliveryMode", Some("jms.Dlv"), |md| {
        let persistent = md.persistence == MQPER_PERSISTENT;
        Some(Value::Int32(if persistent { 2 } else { 1 }))
    }),
    ("JMSMessageID", None, |md| id(&md.msg_id)),
    ("JMSPriority", Some("jms.Pri"), |md| {
        Some(Value::Int32(md.priority))
    }),
    ("JMSRedelivered", None, |md| {
        Some(Value::Boolean(md.backout_count > 0))
    }),
    ("JMSXAppID", None, |md| Some(text(&md.put_appl_name))),
    ("JMSXDeliveryCount", None, |md| {
        Some(Value::Int32(md.backout_count.saturating_add(1)))
    }),
    ("JMSXGroupID", Some("jms.Gid"), |md| id(&md.group_id)),
    ("JMSXGroupSeq", Some("jms.Seq"), |md| {
        Some(Value::Int32(md.msg_seq_number))
    }),
    ("JMSXUserID", None, |md| Some(text(&md.user_identifier))),
];

/// Names of JMS that a program may set; `true` for a number.
const SETTABLE: [(&str, bool); 5] = [
    ("JMSCorrelationID", false),
    ("JMSReplyTo", false),
    ("JMSType", false),
    ("JMSXGroupID", false),
    ("JMSXGroupSeq", true),
];

/// What names of fields of the descriptor begin with.
pub(super) const DESCRIPTOR: &str = "Root.MQMD.";

impl<'a> Target<'a> {
    /// What a name stands for; whether it may be a name is not looked at.
    pub(super) fn of(name: &'a str) -> Self {
        if let Some(field) = name.strip_prefix(DESCRIPTOR) {
            let found = FIELDS.iter().position(|one| one.name == field);
            return found.map_or(Self::Nothing, Self::Field);
        }
        if let Some((_, path)) = SYNONYMS.iter().find(|(synonym, _)| *synonym == name) {
            return Self::Path(Cow::Borrowed(path));
        }
        if let Some((_, path, value)) = OF_DESCRIPTOR.iter().find(|one| one.0 == name) {
            return Self::Jms(*path, *value);
        }
        Self::Path(if name.contains('.') {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(format!("usr.{name}"))
        })
    }

    /// The path of the property, where a property may have the value.
    pub(super) fn path(&self) -> Option<&str> {
        match self {
            Self::Path(path) => Some(path),
            Self::Jms(path, _) => *path,
            Self::Field(_) | Self::Nothing => None,
        }
    }

    pub(super) const fn field(&self) -> Option<usize> {
        match self {
            Self::Field(field) => Some(*field),
            _ => None,
        }
    }

    pub(super) const fn is_derived(&self) -> bool {
        matches!(self, Self::Jms(..))
    }

    /// What the descriptor says, where a message has been put, got or taken in; none of it is known before.
    pub(super) fn derived(&self, descriptor: &MsgDescriptor, known: FieldSet) -> Option<Value> {
        match self {
            Self::Jms(_, value) if known == FieldSet::ALL => value(descriptor),
            _ => None,
        }
    }
}

/// The name a property is told by: without `usr.` in front, and by its synonym where it has one.
pub(super) fn told(path: &str) -> &str {
    if let Some(name) = path.strip_prefix("usr.") {
        return name;
    }
    let jms = OF_DESCRIPTOR.iter();
    let jms = jms.filter_map(|(name, path, _)| path.map(|path| (*name, path)));
    let mut all = SYNONYMS.iter().copied().chain(jms);
    all.find(|(_, other)| *other == path)
        .map_or(path, |(name, _)| name)
}

/// Whether a program may give a property this name and a value of this type.
///
/// `MQRC_PROPERTY_NAME_LENGTH_ERR`, `MQRC_PROPERTY_NAME_ERROR`, `MQRC_PROPERTY_TYPE_ERROR`.
pub(super) fn check(name: &str, value: &Value) -> Result<(), Reason> {
    const BAD: Result<(), Reason> = Err(Reason::PROPERTY_NAME_ERROR);
    check_length(name)?;
    if let Some(field) = name.strip_prefix(DESCRIPTOR) {
        let exists = FIELDS.iter().any(|one| one.name == field);
        return if exists { Ok(()) } else { BAD };
    }
    if !is_spelled(name) || name.starts_with("Body") || name.starts_with("Root") {
        return BAD;
    }
    let user = name.strip_prefix("usr.");
    if user.is_some_and(|bare| bare.contains('.') || bare.starts_with("JMS")) {
        return BAD;
    }
    // Deeper groups are read by nobody.
    if name.matches('.').count() > GROUPS_MAX {
        return BAD;
    }
    let bare = user.unwrap_or(name);
    if SELECTOR_WORDS.iter().any(|w| bare.eq_ignore_ascii_case(w)) {
        return BAD;
    }
    let of_mq = name.get(..2).is_some_and(|p| p.eq_ignore_ascii_case("mq"));
    let of_user = name
        .get(..6)
        .is_some_and(|p| p.eq_ignore_ascii_case("mq_usr"));
    if of_mq && !of_user && name.matches('.').count() > 1 {
        return BAD;
    }
    if name.starts_with("JMS") && !SETTABLE.iter().any(|(known, _)| *known == name) {
        return BAD;
    }
    check_type(name, value)
}

/// Whether a property that is known by this name may have a value of this type.
///
/// `MQRC_PROPERTY_TYPE_ERROR`.
pub(super) fn check_type(name: &str, value: &Value) -> Result<(), Reason> {
    let known = SETTABLE.iter().find(|(known, _)| *known == name);
    match (known, value) {
        (None, _) | (Some((_, true)), Value::Int32(_)) | (Some((_, false)), Value::Text(_)) => {
            Ok(())
        }
        _ => Err(Reason::PROPERTY_TYPE_ERROR),
    }
}

/// Whether a name has the length of one.
///
/// `MQRC_PROPERTY_NAME_LENGTH_ERR`.
pub(super) fn check_length(name: &str) -> Result<(), Reason> {
    let len = name.chars().count();
    if len == 0 || len > MQ_MAX_PROPERTY_NAME_LENGTH as usize {
        return Err(Reason::PROPERTY_NAME_LENGTH_ERR);
    }
    Ok(())
}

/// Letters, digits, currency signs, underlines, in groups with periods between; it does not begin with a digit. No
/// characters beyond the basic multilingual plane.
fn is_spelled(name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || "_$\u{a2}\u{a3}\u{a4}\u{a5}\u{20ac}".contains(c);
    let first = name.chars().next();
    first.is_some_and(|c| part(c) && !c.is_numeric())
        && name
            .chars()
            .all(|c| (part(c) || c == '.') && c <= '\u{ffff}')
        && name.split('.').all(|group| !group.is_empty())
}

/// `ID:` and the id in hexadecimal, as JMS writes it; nothing for no id.
fn id(bytes: &[u8]) -> Option<Value> {
    if bytes.iter().all(|byte| *byte == 0) {
        return None;
    }
    let digits = hex(bytes).to_ascii_lowercase();
    Some(Value::Text(format!("ID:{digits}").into()))
}

fn text(field: &[u8]) -> Value {
    Value::Text(String::from_utf8_lossy(field_text(field)).into())
}
