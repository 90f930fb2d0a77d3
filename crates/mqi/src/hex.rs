//! Bytes as hexadecimal digits, as identifiers are shown and written.

use std::fmt::Write;

/// Two digits a byte, in capitals.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02X}");
    }
    text
}

/// The bytes of pairs of digits, in capitals or not; `None` of anything else.
#[must_use]
pub fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let digits = digits.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = digits.chunks_exact(2);
    pairs
        .map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{from_hex, hex};

    #[test]
    fn digits_read_back_are_the_bytes() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&hex(&bytes)), Some(bytes.clone()));
        assert_eq!(from_hex(&hex(&bytes).to_lowercase()), Some(bytes));
        assert_eq!(hex(&[0x0a, 0xff]), "0AFF");
    }

    #[test]
    fn what_is_no_pair_of_digits_is_refused() {
        for text in ["0", "0g", "+1", "é0", " 1"] {
            assert_eq!(from_hex(text), None, "{text}");
        }
        assert_eq!(from_hex(""), Some(Vec::new()));
    }
}
