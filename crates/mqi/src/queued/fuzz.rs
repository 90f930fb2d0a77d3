//! Any bytes as a command.

use super::answer::Answer;
use super::command::{Command, Form, Received};
use super::name_values::{Header, read_pairs, write_pairs};
use super::{DescribedData, FORMAT, Forwarded};
use crate::generated::constants::MQENC_NATIVE;
use crate::rfh2;
use bytes::Bytes;

/// Reads `bytes` as commands of both forms, and as the text of one. What is read as names and values must be read again
/// from what is written of it; an answer and a publication must be readable.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let described = Header::described();
    let body = Bytes::copy_from_slice(bytes);
    for format in [FORMAT, rfh2::FORMAT] {
        if let Ok(received) = Received::read(format, described, &body) {
            check(&received);
        }
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let message = Bytes::from(Header::write(text, *b"MQSTR   ", described));
    if let Ok(received) = Received::read(FORMAT, described, &message) {
        assert!(received.data.body.is_empty());
        check(&received);
    }
    if let Ok(pairs) = read_pairs(text) {
        let whole = pairs
            .iter()
            .all(|(_, name, value)| !name.contains('\0') && !value.contains('\0'));
        let written = write_pairs(pairs.iter().map(|(_, name, value)| (&**name, &**value)));
        let again = read_pairs(&written).expect("what was written can be read");
        let words = |all: &[(usize, String, String)]| -> Vec<(String, String)> {
            let all = all.iter();
            all.map(|(_, name, value)| (name.clone(), value.clone()))
                .collect()
        };
        assert!(!whole || words(&pairs) == words(&again), "{written}");
    }
}

fn check(received: &Received) {
    let refused = match &received.command {
        Ok(command) => {
            check_further(command);
            return;
        }
        Err(refusal) => refusal,
    };
    let answer = Answer::from(refused.clone());
    let (format, data) = answer.write(received.form, &received.text);
    match received.form {
        Form::NameValue => {
            let read = Header::read(&data, Header::described()).expect("a header");
            read_pairs(&read.text).expect("names and values");
        }
        Form::Folder => {
            assert_eq!(format, rfh2::FORMAT);
            rfh2::Rfh2::read(&data, MQENC_NATIVE).expect("a header");
        }
    }
}

/// What a publisher says of its own is read again by those who get it.
fn check_further(command: &Command) {
    let forwarded = Forwarded {
        topic: "a b",
        further: &command.further(),
        ..Forwarded::default()
    };
    let data = DescribedData {
        format: *b"MQSTR   ",
        described: Header::described(),
        body: Bytes::from_static(b"data"),
    };
    let message = forwarded.write(Form::NameValue, data.clone().into());
    let message = message.joined();
    let read = Received::read(message.format, message.described, &message.body);
    let read = read.expect("a publication");
    assert_eq!(read.data, data);
    let again = read.command.expect("a command");
    assert_eq!(again.further(), command.further());
}
