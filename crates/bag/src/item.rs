//! Items: what is in a bag.

use crate::BagHandle;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::Text;

/// The value of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A number.
    Int(i32),
    /// A wide number.
    Int64(i64),
    /// A string. Its CCSID is that of the bag when it was added.
    Text(Text),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Another bag.
    Bag(BagHandle),
    /// A condition on a number.
    IntFilter {
        /// `MQCFOP_*`.
        operator: i32,
        /// What is compared with.
        value: i32,
    },
    /// A condition on a string.
    TextFilter {
        /// `MQCFOP_*`.
        operator: i32,
        /// What is compared with.
        value: Text,
    },
    /// A condition on bytes.
    BytesFilter {
        /// `MQCFOP_*`.
        operator: i32,
        /// What is compared with.
        value: Vec<u8>,
    },
}

/// What an item is: `MQITEM_*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ItemKind {
    /// A number.
    Int = MQITEM_INTEGER,
    /// A string.
    Text = MQITEM_STRING,
    /// Another bag.
    Bag = MQITEM_BAG,
    /// Bytes.
    Bytes = MQITEM_BYTE_STRING,
    /// A condition on a number.
    IntFilter = MQITEM_INTEGER_FILTER,
    /// A condition on a string.
    TextFilter = MQITEM_STRING_FILTER,
    /// A wide number.
    Int64 = MQITEM_INTEGER64,
    /// A condition on bytes.
    BytesFilter = MQITEM_BYTE_STRING_FILTER,
}

impl Item {
    /// A string in the bag's own code page.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(Text::plain(text))
    }

    /// What it is.
    #[must_use]
    pub const fn kind(&self) -> ItemKind {
        match self {
            Self::Int(_) => ItemKind::Int,
            Self::Int64(_) => ItemKind::Int64,
            Self::Text(_) => ItemKind::Text,
            Self::Bytes(_) => ItemKind::Bytes,
            Self::Bag(_) => ItemKind::Bag,
            Self::IntFilter { .. } => ItemKind::IntFilter,
            Self::TextFilter { .. } => ItemKind::TextFilter,
            Self::BytesFilter { .. } => ItemKind::BytesFilter,
        }
    }

    /// Whether the operator of a filter is one there is.
    pub(crate) fn check_operator(&self) -> Result<(), Reason> {
        let (Self::IntFilter { operator, .. }
        | Self::TextFilter { operator, .. }
        | Self::BytesFilter { operator, .. }) = self
        else {
            return Ok(());
        };
        let of_order = [
            MQCFOP_EQUAL,
            MQCFOP_NOT_EQUAL,
            MQCFOP_LESS,
            MQCFOP_GREATER,
            MQCFOP_NOT_LESS,
            MQCFOP_NOT_GREATER,
            MQCFOP_CONTAINS,
            MQCFOP_EXCLUDES,
        ];
        let of_text = [
            MQCFOP_LIKE,
            MQCFOP_NOT_LIKE,
            MQCFOP_CONTAINS_GEN,
            MQCFOP_EXCLUDES_GEN,
        ];
        let generic = matches!(self, Self::TextFilter { .. }) && of_text.contains(operator);
        match generic || of_order.contains(operator) {
            true => Ok(()),
            false => Err(Reason::FILTER_OPERATOR_ERROR),
        }
    }
}
