//! What a source database says of its log: the messages of its plugin `pgoutput`, protocol versions 1 to 4, and the frames they come in.
//!
//! Nothing is kept but whether a streamed block is open: inside one each change has the xid of its (sub)transaction in front.
//! Rows are given as bytes, not looked into.

mod decoder;
mod frame;
mod log_message;
#[cfg(test)]
mod tests;

pub use decoder::Decoder;
pub use frame::{Frame, WalFrame, status_update};
pub use log_message::{
    Attribute, Begin, Change, Commit, Garbled, LogMessage, Logical, Prepared, Relation, TruncateOf,
    TypeName,
};

/// The newest version of the protocol that is understood.
pub const VERSION_MAX: u32 = 4;
/// Bytes of a name, at most.
const NAME_BYTES_MAX: usize = 255;
/// Bytes of a global transaction identifier or prefix, at most.
const IDENTIFIER_BYTES_MAX: usize = 1_024;

/// Takes bytes as frames and as messages of every version, in and out of a streamed block.
///
/// # Panics
/// When rows that were read are not read again from what was written.
pub fn fuzz_one(bytes: &[u8]) {
    if let Ok(Frame::Wal(frame)) = Frame::decode(bytes) {
        any(frame.data);
    }
    any(bytes);
}

fn any(bytes: &[u8]) {
    for version in 1..=VERSION_MAX {
        let mut decoder = Decoder::new(version);
        let first = decoder.decode(bytes);
        if let Err(garbled) = &first {
            assert!(!garbled.to_string().is_empty());
        }
        if let Ok(LogMessage::Change(change)) = first {
            let rows = crate::message::Change::read(change.action, change.rows);
            let mut body = Vec::new();
            let written = crate::message::write_operation(&mut body, change.action, 1, change.rows);
            if rows.is_ok() && written.is_ok() {
                assert!(body.ends_with(change.rows));
            }
        }
        // Once more, now perhaps inside a block.
        let _ = decoder.decode(bytes);
    }
}
