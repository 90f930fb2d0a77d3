//! Which properties a get shows in its data: what its options say, else what `PROPCTL` of the queue says.

use crate::verbs::handle::{Handle, Opened};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::property::PropertyControl;
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

const PROPERTIES: i32 = MQGMO_NO_PROPERTIES
    | MQGMO_PROPERTIES_FORCE_MQRFH2
    | MQGMO_PROPERTIES_IN_HANDLE
    | MQGMO_PROPERTIES_COMPATIBILITY;

/// One of the options at most; and here no get has a message handle to put properties in.
pub(super) fn check_properties(asked: i32) -> Result<(), Reason> {
    match asked & PROPERTIES {
        MQGMO_PROPERTIES_IN_HANDLE => Err(Reason::HMSG_ERROR),
        some if some.count_ones() > 1 => Err(Reason::OPTIONS_ERROR),
        _ => Ok(()),
    }
}

/// What one get does with the properties in the data of the message it finds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// Which messages keep them; `None` for all.
    Known(Option<PropertyControl>),
    /// That is asked only for a message that may have some: of an alias it is the alias that counts (documented),
    /// whose definition is slow to look at.
    AsAlias,
}

impl Rule {
    pub(super) fn of(handle: &Handle, asked: i32) -> Self {
        Self::Known(match asked & PROPERTIES {
            MQGMO_NO_PROPERTIES => Some(PropertyControl::None),
            MQGMO_PROPERTIES_COMPATIBILITY => Some(PropertyControl::OfOldFolders),
            MQGMO_PROPERTIES_FORCE_MQRFH2 => None,
            _ => match &handle.opened {
                Opened::Queue(resolved) if resolved.front.is_some() => return Self::AsAlias,
                Opened::Queue(resolved) => {
                    PropertyControl::by(resolved.queue().hot().property_control)
                }
                _ => None,
            },
        })
    }

    /// Which messages keep their properties, as far as it is known before there is a message.
    pub(super) fn at_hand(self) -> Option<PropertyControl> {
        match self {
            Self::Known(control) => control,
            Self::AsAlias => None,
        }
    }

    /// Whether this message keeps its properties: `None` if so.
    pub(super) fn property_control(
        self,
        handle: &Handle,
        message: &MsgDescriptor,
    ) -> Option<PropertyControl> {
        match message.format == rfh2::FORMAT {
            true => self.settled(handle),
            false => None,
        }
    }

    /// Which messages keep their properties, for all that have some.
    pub(super) fn settled(self, handle: &Handle) -> Option<PropertyControl> {
        match (self, &handle.opened) {
            (Self::Known(control), _) => control,
            (Self::AsAlias, Opened::Queue(resolved)) => {
                let front = resolved.front.as_ref()?;
                PropertyControl::by(front.definition().int(Attr::Propctl))
            }
            (Self::AsAlias, _) => None,
        }
    }
}

/// Whether this message keeps its properties, by a rule that is settled: `None` if so.
pub(super) fn property_control_of(
    settled: Option<PropertyControl>,
    message: &MsgDescriptor,
) -> Option<PropertyControl> {
    settled.filter(|_| message.format == rfh2::FORMAT)
}
