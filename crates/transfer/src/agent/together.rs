//! Whether the files of a transfer appear together or not at all.

use crate::request::ManagedTransfer;

/// Key of the metadata of a transfer that says so.
pub const TOGETHER_KEY: &str = "ferromq.atomic";

/// Most items of a transfer whose files appear together.
pub(crate) const SET_ITEMS_MAX: u32 = 5_000;

/// What a request says of it in its metadata.
///
/// # Errors
/// The text that says nothing.
pub(crate) fn of_request(transfer: &ManagedTransfer) -> Result<bool, String> {
    let found = transfer
        .set
        .metadata
        .iter()
        .find(|(key, _)| key == TOGETHER_KEY);
    match found.map(|(_, text)| text.as_str()) {
        None | Some("no") => Ok(false),
        Some("yes") => Ok(true),
        Some(other) => Err(other.to_owned()),
    }
}
