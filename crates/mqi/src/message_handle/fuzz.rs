//! Any bytes as a message that is got into a handle.

use super::{Inquiry, MessageHandle, compose};
use crate::generated::constants::*;
use crate::generated::structs::MsgDescriptor;
use crate::rfh2::FORMAT;
use bytes::Bytes;

/// Takes `bytes` as the data of a message with properties into a handle, tells all of them, and puts them again: the second
/// message must have the same properties, and the same data behind them.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let mut descriptor = MsgDescriptor {
        format: FORMAT,
        coded_char_set_id: 1208,
        ..MsgDescriptor::default()
    };
    let mut handle = MessageHandle::new();
    let data = handle.take_message(&mut descriptor, Bytes::copy_from_slice(bytes));
    let told = tell(&mut handle, "%");
    assert_eq!(told, handle.iter().count());
    assert!(tell(&mut handle, "Root.%") >= 27);
    if told == 0 || descriptor.coded_char_set_id == MQCCSI_Q_MGR {
        return;
    }
    let Ok(again) = compose(
        MQACTP_NEW,
        Some(&handle),
        None,
        Some(&descriptor),
        data.clone(),
    ) else {
        return;
    };
    let mut got = MessageHandle::new();
    let mut behind = again.descriptor;
    let rest = got.take_message(&mut behind, again.body);
    if behind.format != FORMAT {
        assert_eq!(rest, data);
    }
    let names = |handle: &MessageHandle| {
        let mut names: Vec<String> = handle.iter().map(|p| p.path.to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&got), names(&handle));
}

/// Inquires all of a name, in every way; how many there are.
fn tell(handle: &mut MessageHandle, name: &str) -> usize {
    let mut inquiry = Inquiry::first(name);
    let mut count = 0;
    while let Ok(answer) = handle.inquire(&inquiry) {
        count += 1;
        let again = Inquiry {
            options: MQIMPO_INQ_PROP_UNDER_CURSOR | MQIMPO_CONVERT_TYPE | MQIMPO_CONVERT_VALUE,
            kind: MQTYPE_STRING,
            value_room: 8,
            ..inquiry
        };
        if let Err(error) = handle.inquire(&again) {
            assert!(error.value.len() <= 8);
        }
        assert_eq!(answer.value.len(), answer.data_length);
        inquiry.options = MQIMPO_INQ_NEXT;
    }
    count
}
