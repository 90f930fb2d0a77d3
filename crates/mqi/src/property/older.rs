//! Messages that go to a queue manager that knows no properties.

use super::{Properties, PropertyControl, Stripped, strip};
use crate::convert::Described;
use crate::generated::constants::MQPD_SUPPORT_OPTIONAL;
use crate::reason::Reason;
use bytes::Bytes;

/// The data of a message as they go over a channel with this `PROPCTL` to a queue manager that knows no properties: `None` where they stay as they
/// are.
///
/// # Errors
/// `MQRC_UNSUPPORTED_PROPERTY` where properties may not simply go: one of them asks to be understood. With `ALL` it travels all the same.
pub fn for_older(
    format: [u8; 8],
    described: Described,
    body: &Bytes,
    control: i32,
) -> Result<Option<Stripped>, Reason> {
    let Some(property_control) = PropertyControl::by(control) else {
        return Ok(None);
    };
    // Headers that cannot be read have no properties.
    let properties = Properties::read(format, described, body).unwrap_or_default();
    let is_required = properties
        .iter()
        .any(|property| property.support != MQPD_SUPPORT_OPTIONAL);
    match is_required {
        true => Err(Reason::UNSUPPORTED_PROPERTY),
        false => Ok(strip(format, described, body, property_control)),
    }
}
