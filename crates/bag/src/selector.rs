//! Selectors: which items are meant.

use crate::item::ItemKind;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;

/// Items that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// All of them, those of the system first.
    Any,
    /// Those of the user.
    AnyUser,
    /// Those of the system.
    AnySystem,
    /// Those of the user with a selector.
    User(i32),
    /// The one of the system with a selector.
    System(i32),
}

impl Which {
    /// What a selector means.
    pub(crate) fn of(selector: i32) -> Result<Self, Reason> {
        match selector {
            0.. => Ok(Self::User(selector)),
            MQSEL_ANY_SELECTOR => Ok(Self::Any),
            MQSEL_ANY_USER_SELECTOR => Ok(Self::AnyUser),
            MQSEL_ANY_SYSTEM_SELECTOR => Ok(Self::AnySystem),
            MQIASY_LAST_USED..=MQIASY_FIRST => Ok(Self::System(selector)),
            _ => Err(Reason::SELECTOR_NOT_SUPPORTED),
        }
    }
}

/// Whether an item of a kind may have a selector; `checked` where the bag checks selectors.
pub(crate) fn check(selector: i32, kind: ItemKind, checked: bool) -> Result<(), Reason> {
    let range = match kind {
        ItemKind::Int | ItemKind::Int64 | ItemKind::IntFilter => MQIA_FIRST..=MQIA_LAST,
        ItemKind::Text | ItemKind::TextFilter => MQCA_FIRST..=MQCA_LAST,
        ItemKind::Bytes | ItemKind::BytesFilter => MQBA_FIRST..=MQBA_LAST,
        ItemKind::Bag => MQGA_FIRST..=MQGA_LAST,
    };
    match selector >= 0 && (!checked || range.contains(&selector)) {
        true => Ok(()),
        false => Err(Reason::SELECTOR_OUT_OF_RANGE),
    }
}

/// Whether an attribute may be asked for.
pub(crate) fn is_attribute(selector: i32) -> bool {
    (MQIA_FIRST..=MQIA_LAST).contains(&selector)
        || (MQCA_FIRST..=MQCA_LAST).contains(&selector)
        || (MQBA_FIRST..=MQBA_LAST).contains(&selector)
}
