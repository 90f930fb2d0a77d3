//! What a peer's server may say wrong.

use crate::failure::Failure;
use std::fmt;

/// Why what came from a peer's server cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProtocolError {
    /// It is none of what the protocol has here; the text says what.
    Unknown(&'static str),
    /// A length, a count or a line is above what this program takes: what, and the most it may be.
    TooLong(&'static str, usize),
    /// The server refused something, in its own words (cut after 200 bytes).
    Refused(String),
}

/// Of a refusal no more is kept.
const REFUSAL_BYTES_MAX: usize = 200;

impl ProtocolError {
    pub(crate) fn refused(said: &[u8]) -> Self {
        let kept = &said[..said.len().min(REFUSAL_BYTES_MAX)];
        Self::Refused(String::from_utf8_lossy(kept).into_owned())
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(what) => write!(f, "the peer's server sent {what}"),
            Self::TooLong(what, most) => {
                write!(f, "the peer's server sent {what}; at most {most} are taken")
            }
            Self::Refused(said) => write!(f, "the peer's server refused: {said}"),
        }
    }
}

impl From<ProtocolError> for Failure {
    fn from(error: ProtocolError) -> Self {
        Self::Peer(error.to_string())
    }
}

/// A whole number in decimal digits, with nothing else; `None` for all else and above 19 digits.
pub(crate) fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 19 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Where the first line ends (what follows it begins two bytes later); `None` when more has to come.
///
/// # Errors
/// When there is no end in `most` bytes.
pub(crate) fn line_end(input: &[u8], most: usize) -> Result<Option<usize>, ProtocolError> {
    let looked_at = &input[..input.len().min(most + 2)];
    let end = looked_at.windows(2).position(|two| two == b"\r\n");
    if end.is_none() && looked_at.len() == most + 2 {
        return Err(ProtocolError::TooLong("a line of more bytes", most));
    }
    Ok(end)
}

/// What holds for every reader of what a server says. `read` answers how long the first of it is.
#[cfg(test)]
pub(crate) mod judge {
    use super::ProtocolError;
    use ferromq_base::random::SplitMix64;

    /// How many things are said before the rest is too short.
    pub(crate) fn all(
        read: impl Fn(&[u8]) -> Result<Option<usize>, ProtocolError>,
        mut input: &[u8],
    ) -> Result<usize, ProtocolError> {
        let mut count = 0;
        while let Some(used) = read(input)? {
            assert!(used > 0 && used <= input.len());
            input = &input[used..];
            count += 1;
        }
        Ok(count)
    }

    /// What is cut waits for more, at every length of `talk`.
    pub(crate) fn cut_waits_for_more(
        read: impl Fn(&[u8]) -> Result<Option<usize>, ProtocolError>,
        talk: &[u8],
    ) {
        for length in 0..talk.len() {
            assert!(all(&read, &talk[..length]).is_ok(), "{length}");
        }
    }

    /// Changed bytes of `talk`, and noise, are read or refused.
    pub(crate) fn noise_does_no_harm(
        read: impl Fn(&[u8]) -> Result<Option<usize>, ProtocolError>,
        talk: &[u8],
        seed: u64,
    ) {
        let mut random = SplitMix64::new(seed);
        for _ in 0..20_000 {
            let mut bytes = talk.to_vec();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = random.below(256) as u8;
            }
            // Either way is fine: read, or refused.
            let _ = all(&read, &bytes);
            random.fill(&mut bytes);
            let _ = all(&read, &bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_digits_and_nothing_else() {
        assert_eq!(decimal(b"0"), Some(0));
        assert_eq!(decimal(b"9223372036854775807"), Some(i64::MAX as u64));
        for wrong in [
            &b""[..],
            b"+1",
            b"-1",
            b" 1",
            b"1x",
            b"12345678901234567890",
        ] {
            assert_eq!(decimal(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_line_without_end_is_refused_once_it_is_too_long() {
        assert_eq!(line_end(b"ab\r\ncd", 4), Ok(Some(2)));
        assert_eq!(line_end(b"abcd\r\n", 4), Ok(Some(4)));
        assert_eq!(line_end(b"abcd\r", 4), Ok(None));
        assert!(line_end(b"abcdef", 4).is_err());
    }
}
