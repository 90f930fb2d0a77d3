//! Passwords in files of settings, made so that they cannot be read at a glance. This is no protection from who has the file: the key is
//! known, as whoever uses the password has to read it without being asked for another one. The rights of the file protect it.

use openssl::base64::{decode_block, encode_block};
use openssl::rand::rand_bytes;
use openssl::symm::{Cipher, decrypt_aead, encrypt_aead};
use std::fmt;

/// In front of what was hidden here.
const PREFIX: &str = "<FMQ1>";
const KEY: &[u8; 32] = b"FerroMQ: hides, does not protect";
const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;
/// Longest text, bytes.
const TEXT_BYTES_MAX: usize = 4_096;

/// Why a text cannot be hidden, or what was hidden cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObfuscationError {
    /// It is longer than 4,096 bytes.
    TooLong,
    /// It was not made by this product, or has been changed.
    NotOurs,
    /// The library of ciphers failed.
    Failed,
}

impl fmt::Display for ObfuscationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "a password has more than 4096 bytes",
            Self::NotOurs => {
                "a password that is obfuscated was not made by fteObfuscate of this product, or has been changed; write it in clear and \
                 obfuscate it again"
            }
            Self::Failed => "the password could not be obfuscated",
        })
    }
}

impl std::error::Error for ObfuscationError {}

/// Hides a text: the same one looks different each time.
///
/// # Errors
/// [`ObfuscationError::TooLong`] and `Failed`.
pub fn hide(text: &str) -> Result<String, ObfuscationError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ObfuscationError::TooLong);
    }
    let (mut nonce, mut tag) = ([0; NONCE_BYTES], [0; TAG_BYTES]);
    rand_bytes(&mut nonce).map_err(|_| ObfuscationError::Failed)?;
    let cipher = Cipher::aes_256_gcm();
    let hidden = encrypt_aead(cipher, KEY, Some(&nonce), &[], text.as_bytes(), &mut tag)
        .map_err(|_| ObfuscationError::Failed)?;
    let parts = [&nonce[..], &tag[..], &hidden[..]].concat();
    Ok(format!("{PREFIX}{}", encode_block(&parts)))
}

/// What was hidden.
///
/// # Errors
/// [`ObfuscationError::NotOurs`].
pub fn reveal(hidden: &str) -> Result<String, ObfuscationError> {
    let ours = hidden.trim().strip_prefix(PREFIX);
    let ours = ours.filter(|text| text.len() <= TEXT_BYTES_MAX * 2);
    let parts = ours.and_then(|text| decode_block(text).ok());
    let parts = parts.ok_or(ObfuscationError::NotOurs)?;
    let split = parts
        .split_at_checked(NONCE_BYTES)
        .and_then(|(nonce, rest)| {
            let (tag, hidden) = rest.split_at_checked(TAG_BYTES)?;
            Some((nonce, tag, hidden))
        });
    let (nonce, tag, hidden) = split.ok_or(ObfuscationError::NotOurs)?;
    let text = decrypt_aead(Cipher::aes_256_gcm(), KEY, Some(nonce), &[], hidden, tag)
        .map_err(|_| ObfuscationError::NotOurs)?;
    String::from_utf8(text).map_err(|_| ObfuscationError::NotOurs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_hidden_is_read_again_and_what_was_changed_is_not() {
        for text in ["", "secret", "p\u{E4}ss \u{1F512}", &"x".repeat(4_096)] {
            let hidden = hide(text).expect("hidden");
            assert!(text.is_empty() || !hidden.contains(text));
            assert_ne!(hide(text).expect("hidden"), hidden, "each time another");
            assert_eq!(reveal(&hidden).as_deref(), Ok(text));
            let changed = format!("{}A{}", &hidden[..8], &hidden[9..]);
            let read = reveal(&changed);
            assert!(changed == hidden || read == Err(ObfuscationError::NotOurs));
        }
        for wrong in ["", "secret", "<FMQ1>", "<FMQ1>!!!", "<FMQ1>AAAA"] {
            assert_eq!(reveal(wrong), Err(ObfuscationError::NotOurs), "{wrong}");
        }
        assert_eq!(hide(&"x".repeat(4_097)), Err(ObfuscationError::TooLong));
    }
}
