//! Fields of the message descriptor as properties: `Root.MQMD.` and the name of the field.

use crate::generated::structs::MsgDescriptor;
use crate::header::field_text;
use crate::property::Value;
use crate::reason::Reason;

/// A field of the descriptor.
pub(super) struct DescriptorField {
    pub(super) name: &'static str,
    access: Access,
}

enum Access {
    Number(fn(&mut MsgDescriptor) -> &mut i32),
    Text(fn(&mut MsgDescriptor) -> &mut [u8]),
    Bytes(fn(&mut MsgDescriptor) -> &mut [u8]),
}

macro_rules! descriptor_fields {
    ($($name:literal $kind:ident $field:ident),* $(,)?) => {
        [$(DescriptorField {
            name: $name,
            access: Access::$kind(|descriptor| &mut descriptor.$field),
        }),*]
    };
}

/// All but the structure's id and version, in the order of the structure.
pub(super) static FIELDS: [DescriptorField; 27] = descriptor_fields![
    "Report" Number report,
    "MsgType" Number msg_type,
    "Expiry" Number expiry,
    "Feedback" Number feedback,
    "Encoding" Number encoding,
    "CodedCharSetId" Number coded_char_set_id,
    "Format" Text format,
    "Priority" Number priority,
    "Persistence" Number persistence,
    "MsgId" Bytes msg_id,
    "CorrelId" Bytes correl_id,
    "BackoutCount" Number backout_count,
    "ReplyToQ" Text reply_to_q,
    "ReplyToQMgr" Text reply_to_q_mgr,
    "UserIdentifier" Text user_identifier,
    "AccountingToken" Bytes accounting_token,
    "ApplIdentityData" Text appl_identity_data,
    "PutApplType" Number put_appl_type,
    "PutApplName" Text put_appl_name,
    "PutDate" Text put_date,
    "PutTime" Text put_time,
    "ApplOriginData" Text appl_origin_data,
    "GroupId" Bytes group_id,
    "MsgSeqNumber" Number msg_seq_number,
    "Offset" Number offset,
    "MsgFlags" Number msg_flags,
    "OriginalLength" Number original_length,
];

impl DescriptorField {
    /// The value: numbers as `MQTYPE_INT32`, text without what ends it, ids as bytes.
    pub(super) fn get(&self, descriptor: &MsgDescriptor) -> Value {
        let mut copy = descriptor.clone();
        match self.access {
            Access::Number(field) => Value::Int32(*field(&mut copy)),
            Access::Text(field) => {
                let text = String::from_utf8_lossy(field_text(field(&mut copy)));
                Value::Text(text.into_owned().into())
            }
            Access::Bytes(field) => Value::Bytes((&*field(&mut copy)).into()),
        }
    }

    /// Sets the field; what is shorter is filled, text with blanks and bytes with zeros.
    ///
    /// `MQRC_PROPERTY_TYPE_ERROR` for a value of another type, `MQRC_PROPERTY_VALUE_TOO_BIG` for one the field has no
    /// room for.
    pub(super) fn set(&self, descriptor: &mut MsgDescriptor, value: &Value) -> Result<(), Reason> {
        let (room, bytes, fill) = match (&self.access, value) {
            (Access::Number(field), Value::Int32(number)) => {
                *field(descriptor) = *number;
                return Ok(());
            }
            (Access::Text(field), Value::Text(text)) => (field(descriptor), text.as_bytes(), b' '),
            (Access::Bytes(field), Value::Bytes(bytes)) => (field(descriptor), &bytes[..], 0),
            _ => return Err(Reason::PROPERTY_TYPE_ERROR),
        };
        let (filled, rest) = room
            .split_at_mut_checked(bytes.len())
            .ok_or(Reason::PROPERTY_VALUE_TOO_BIG)?;
        filled.copy_from_slice(bytes);
        rest.fill(fill);
        Ok(())
    }

    /// Gives `to` the field of `from`.
    pub(super) fn copy(&self, from: &MsgDescriptor, to: &mut MsgDescriptor) {
        let mut from = from.clone();
        match self.access {
            Access::Number(field) => *field(to) = *field(&mut from),
            Access::Text(field) | Access::Bytes(field) => {
                field(to).copy_from_slice(field(&mut from));
            }
        }
    }
}

/// Which fields have been set, by their index in [`FIELDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldSet(u32);

impl FieldSet {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((1 << FIELDS.len()) - 1);

    pub(super) const fn has(self, field: usize) -> bool {
        self.0 & (1 << field) != 0
    }

    pub(super) const fn add(&mut self, field: usize) {
        self.0 |= 1 << field;
    }

    pub(super) const fn remove(&mut self, field: usize) {
        self.0 &= !(1 << field);
    }

    /// The indexes of those that have been set.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..FIELDS.len()).filter(move |field| self.has(*field))
    }
}
