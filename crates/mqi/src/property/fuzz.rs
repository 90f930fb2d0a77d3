//! Any bytes as the headers of a message.

use super::{Properties, PropertyControl, Value, strip};
use crate::convert::Described;
use crate::generated::constants::MQENC_NATIVE;
use crate::rfh2::{self, FORMAT};
use bytes::Bytes;

/// Reads `bytes` as a header with folders, and as the text of one folder; what is read must be read again from what
/// is written of it, and a message stripped of its properties must have none.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let described = Described {
        ccsid: 1208,
        encoding: MQENC_NATIVE,
    };
    check(&Bytes::copy_from_slice(bytes), described);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let fixed = rfh2::fixed("MQSTR", described);
        let mut message = rfh2::write(&fixed, crate::header::ByteOrder::NATIVE, &[text]);
        message.extend_from_slice(b"data");
        check(&Bytes::from(message), described);
    }
}

fn check(body: &Bytes, described: Described) {
    if let Some(stripped) = strip(FORMAT, described, body, PropertyControl::None) {
        assert!(stripped.body.len() < body.len());
        let left = Properties::read(stripped.format, stripped.described, &stripped.body);
        assert!(left.map_or(true, |left| left.is_empty()));
    }
    let Ok(read) = Properties::read(FORMAT, described, body) else {
        return;
    };
    for property in read.iter() {
        let parts: Vec<&str> = property.path.split('.').collect();
        let [folder, name] = parts[..] else {
            continue;
        };
        let written = super::write_folder(folder, &[(name, &property.value)]);
        let mut again = Vec::new();
        if super::read_folder(&written, &mut again).is_ok() && again.len() == 1 {
            assert!(same(&again[0].value, &property.value), "{written}");
        }
    }
}

/// Equal, with one value that is no number the same as another.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Float32(left), Value::Float32(right)) => left.to_bits() == right.to_bits(),
        (Value::Float64(left), Value::Float64(right)) => left.to_bits() == right.to_bits(),
        (left, right) => left == right,
    }
}
