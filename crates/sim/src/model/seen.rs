//! A message as a browse shows it, beside the model's.

use super::Message;

/// One message as a browse shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) number: u64,
    pub(crate) priority: u8,
    pub(crate) persistent: bool,
    pub(crate) msg_id: [u8; 24],
    pub(crate) correl_id: [u8; 24],
    pub(crate) len: usize,
    pub(crate) backouts: u32,
}

/// Holds a message shown against the model's. After a crash its backout count is learnt; at
/// any other time it is known.
pub(crate) fn compare_message(
    message: &mut Message,
    seen: &Seen,
    learn: bool,
) -> Result<(), String> {
    let wanted = Seen {
        number: message.number,
        priority: message.priority,
        persistent: message.persistent,
        msg_id: message.msg_id,
        correl_id: message.correl_id,
        len: message.len,
        backouts: seen.backouts,
    };
    if *seen != wanted {
        return Err(format!("it shows {seen:?} and should show {wanted:?}"));
    }
    let (least, most) = if learn {
        message.backouts
    } else {
        (message.counted_at_least(), message.backouts.1)
    };
    if !(least..=most).contains(&seen.backouts) {
        return Err(format!(
            "message {} has backout count {} and should have {least} to {most}",
            message.number, seen.backouts
        ));
    }
    message.backouts.1 = seen.backouts;
    message.backouts_unseen = 0;
    if learn {
        message.backouts.0 = seen.backouts;
    }
    Ok(())
}
