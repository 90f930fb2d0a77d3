//! Handles and messages: what a put makes of handles, and what a get leaves in one.

use super::buffer::{header, without_properties};
use super::field::FIELDS;
use super::{MessageHandle, name};
use crate::extension::{is_extended, take_extension};
use crate::generated::constants::*;
use crate::generated::structs::MsgDescriptor;
use crate::property::{Properties, Property, Value};
use crate::reason::Reason;
use bytes::Bytes;

/// A message to be put.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// Its descriptor.
    pub descriptor: MsgDescriptor,
    /// Its data, with the properties in front.
    pub body: Bytes,
    properties: Vec<Property>,
}

/// The message that `MQPMO` describes by its `Action` (`MQACTP_*`), `OriginalMsgHandle` and `NewMsgHandle`, with this data.
/// Without a descriptor (none was passed, or with `MQPMO_MD_FOR_OUTPUT_ONLY`) the handles have it.
///
/// A new message has all properties of the original handle; one that is forwarded, a reply or a report has those whose copy
/// options say so. Those of the new handle come in addition, or instead; a null property takes one away.
///
/// # Errors
/// `MQRC_ACTION_ERROR`; `MQRC_HMSG_ERROR` without the original handle an action asks for; for handles that do not
/// check what they are given, what [`MessageHandle::set`] would have answered; `MQRC_MDE_ERROR`; `MQRC_UNSUPPORTED_PROPERTY` for one of MQ's own
/// that must be understood and is not.
pub fn compose(
    action: i32,
    original: Option<&MessageHandle>,
    new: Option<&MessageHandle>,
    given: Option<&MsgDescriptor>,
    mut body: Bytes,
) -> Result<Outgoing, Reason> {
    let copied = match action {
        MQACTP_NEW => None,
        MQACTP_FORWARD => Some(MQCOPY_FORWARD),
        MQACTP_REPLY => Some(MQCOPY_REPLY),
        MQACTP_REPORT => Some(MQCOPY_REPORT),
        _ => return Err(Reason::ACTION_ERROR),
    };
    if copied.is_some() && original.is_none() {
        return Err(Reason::HMSG_ERROR);
    }
    let properties = merged(original, new, copied);
    for handle in [original, new].into_iter().flatten() {
        check(handle)?;
    }
    let mut descriptor = match given {
        Some(given) => given.clone(),
        None => descriptor(action, original, new),
    };
    let body = if properties.is_empty() {
        body
    } else {
        if is_extended(&descriptor) {
            // An extension of the descriptor is looked for in front of all else.
            take_extension(&mut descriptor, &mut body)?;
        }
        let mut whole = header(&mut descriptor, &properties);
        whole.extend_from_slice(&body);
        whole.into()
    };
    Ok(Outgoing {
        descriptor,
        body,
        properties,
    })
}

impl MessageHandle {
    /// Takes a message apart that a get gave back whole (`MQGMO_PROPERTIES_FORCE_MQRFH2`): the handle has its properties and the
    /// fields of its descriptor, and no others. Gives back the data behind the properties; the descriptor describes
    /// it. A header that is not well formed stays in the data, and there are no properties.
    #[must_use]
    pub fn take_message(&mut self, descriptor: &mut MsgDescriptor, body: Bytes) -> Bytes {
        let whole = descriptor.clone();
        let taken = self.read_buffer(MQBMHO_DELETE_PROPERTIES, descriptor, body.clone());
        taken.unwrap_or_else(|_| {
            *descriptor = whole;
            self.clear();
            self.remember(descriptor);
            body
        })
    }

    /// For the handle in `NewMsgHandle` when its message has been put: it has what was put, and the descriptor the put gave
    /// back.
    pub fn remember_put(&mut self, put: &Outgoing, returned: &MsgDescriptor) {
        self.clear();
        self.properties.clone_from(&put.properties);
        let mut descriptor = returned.clone();
        let _ = without_properties(&mut descriptor, put.body.clone());
        self.remember(&descriptor);
    }
}

/// The properties of the original handle that come along, with those of the new one.
fn merged(
    original: Option<&MessageHandle>,
    new: Option<&MessageHandle>,
    copied: Option<i32>,
) -> Vec<Property> {
    let along = |property: &&Property| {
        copied.is_none_or(|copied| property.copy & (copied | MQCOPY_ALL) != 0)
    };
    let original = original.into_iter().flat_map(MessageHandle::iter);
    let new = || new.into_iter().flat_map(MessageHandle::iter);
    let replaced = |property: &&Property| !new().any(|other| other.path == property.path);
    let mut all: Vec<Property> = original.filter(along).cloned().collect();
    let before: Vec<Box<str>> = all.iter().map(|property| property.path.clone()).collect();
    all.retain(|property| replaced(&property));
    let takes_away =
        |property: &Property| property.value == Value::Null && before.contains(&property.path);
    all.extend(new().filter(|property| !takes_away(property)).cloned());
    all
}

/// What a handle without checks was given, and what this queue manager would have to understand.
fn check(handle: &MessageHandle) -> Result<(), Reason> {
    for property in handle.iter() {
        let unknown = property.support & MQPD_REJECT_UNSUP_MASK != 0;
        if unknown && property.path.starts_with("mq") {
            return Err(Reason::UNSUPPORTED_PROPERTY);
        }
        if handle.unchecked {
            name::check(property.name(), &property.value)?;
            name::check_type(name::told(&property.path), &property.value)?;
        }
    }
    Ok(())
}

/// The descriptor where none was given: that of the original as the action has it, with the fields set in the new handle.
fn descriptor(
    action: i32,
    original: Option<&MessageHandle>,
    new: Option<&MessageHandle>,
) -> MsgDescriptor {
    let mut out = match (action, original) {
        (MQACTP_REPLY, Some(original)) => answer_to(&original.descriptor, MQMT_REPLY),
        (MQACTP_REPORT, Some(original)) => answer_to(&original.descriptor, MQMT_REPORT),
        (_, Some(original)) => original.descriptor.clone(),
        (_, None) => MsgDescriptor::default(),
    };
    if let Some(new) = new {
        for field in new.known.iter() {
            FIELDS[field].copy(&new.descriptor, &mut out);
        }
    }
    out
}

/// The descriptor of a reply or report, as the report options of the original ask for it.
fn answer_to(original: &MsgDescriptor, msg_type: i32) -> MsgDescriptor {
    let asked = |option: i32| original.report & option != 0;
    let pass_expiry = asked(MQRO_PASS_DISCARD_AND_EXPIRY);
    let (msg_id, correl_id) = original.answer_ids();
    MsgDescriptor {
        msg_type,
        report: if pass_expiry && asked(MQRO_DISCARD_MSG) {
            MQRO_DISCARD_MSG
        } else {
            MQRO_NONE
        },
        expiry: if pass_expiry {
            original.expiry
        } else {
            MQEI_UNLIMITED
        },
        priority: original.priority,
        persistence: original.persistence,
        msg_id,
        correl_id,
        ..MsgDescriptor::default()
    }
}

impl From<&MessageHandle> for Properties {
    fn from(handle: &MessageHandle) -> Self {
        handle.iter().cloned().collect()
    }
}
