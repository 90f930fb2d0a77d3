//! The protocol of Redis, second version: commands are arrays of strings, answers are of five kinds.

use super::protocol_error::{ProtocolError, decimal, line_end};
use std::io::Write as _;

/// Longest line: what a status, a refusal or a number takes.
const LINE_BYTES_MAX: usize = 4 << 10;
/// Longest string.
const STRING_BYTES_MAX: usize = 64 << 20;
/// Most parts of an array.
const PARTS_MAX: usize = 4_096;
/// How deep arrays may stand in each other: entries of streams are four deep.
const DEPTH_MAX: usize = 5;

/// An answer, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer<'a> {
    Status(&'a [u8]),
    Number(i64),
    Text(&'a [u8]),
    /// What a wait that found nothing gives.
    Nothing,
    Parts(Vec<Answer<'a>>),
}

impl<'a> Answer<'a> {
    /// The parts of an array; none of all else.
    pub(crate) fn parts(&self) -> &[Self] {
        match self {
            Self::Parts(parts) => parts,
            _ => &[],
        }
    }

    pub(crate) fn text(&self) -> Option<&'a [u8]> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The first answer, and its length; `None` when more has to come.
///
/// # Errors
/// [`ProtocolError`], for anything that is not in the protocol, too long, or a refusal, which may be a part of an answer.
pub(crate) fn read(input: &[u8]) -> Result<Option<(Answer<'_>, usize)>, ProtocolError> {
    read_at(input, 0, 0)
}

fn read_at(
    input: &[u8],
    start: usize,
    depth: usize,
) -> Result<Option<(Answer<'_>, usize)>, ProtocolError> {
    let rest = &input[start..];
    let Some(kind) = rest.first() else {
        return Ok(None);
    };
    if !b"+-:$*".contains(kind) {
        return Err(ProtocolError::Unknown(
            "a byte that begins no answer of Redis",
        ));
    }
    let Some(end) = line_end(rest, LINE_BYTES_MAX)? else {
        return Ok(None);
    };
    let (line, after) = (&rest[1..end], start + end + 2);
    let answer = match kind {
        b'+' => Answer::Status(line),
        b'-' => return Err(ProtocolError::refused(line)),
        b':' => Answer::Number(number(line)?),
        _ if line == b"-1" => Answer::Nothing,
        b'$' => return string(input, size(line, STRING_BYTES_MAX)?, after),
        _ => return array(input, size(line, PARTS_MAX)?, after, depth),
    };
    Ok(Some((answer, after)))
}

fn number(line: &[u8]) -> Result<i64, ProtocolError> {
    let (digits, sign) = match line.split_first() {
        Some((b'-', digits)) => (digits, -1),
        _ => (line, 1),
    };
    let number = decimal(digits).and_then(|number| i64::try_from(number).ok());
    number
        .map(|number| number * sign)
        .ok_or(ProtocolError::Unknown("a number that is none"))
}

fn size(line: &[u8], most: usize) -> Result<usize, ProtocolError> {
    let size = decimal(line).ok_or(ProtocolError::Unknown("a length that is no number"))?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size > most {
        return Err(ProtocolError::TooLong("a longer string or array", most));
    }
    Ok(size)
}

fn string(
    input: &[u8],
    bytes: usize,
    at: usize,
) -> Result<Option<(Answer<'_>, usize)>, ProtocolError> {
    let Some(tail) = input.get(at + bytes..at + bytes + 2) else {
        return Ok(None);
    };
    if tail != b"\r\n" {
        return Err(ProtocolError::Unknown(
            "a string that is longer than its length",
        ));
    }
    Ok(Some((Answer::Text(&input[at..at + bytes]), at + bytes + 2)))
}

fn array(
    input: &[u8],
    count: usize,
    mut at: usize,
    depth: usize,
) -> Result<Option<(Answer<'_>, usize)>, ProtocolError> {
    if depth == DEPTH_MAX {
        return Err(ProtocolError::TooLong(
            "arrays deeper in each other",
            DEPTH_MAX,
        ));
    }
    // As many as can be there already: the shortest part has three bytes.
    let mut parts = Vec::with_capacity(count.min((input.len() - at) / 3));
    for _ in 0..count {
        let Some((part, next)) = read_at(input, at, depth + 1)? else {
            return Ok(None);
        };
        parts.push(part);
        at = next;
    }
    Ok(Some((Answer::Parts(parts), at)))
}

/// Begins a command of so many words, its name among them.
pub(crate) fn begin(out: &mut Vec<u8>, words: usize) {
    // Writing to memory does not fail.
    let _ = write!(out, "*{words}\r\n");
}

/// Adds a word that `body` appends, which is `bytes` long.
pub(crate) fn word_of(out: &mut Vec<u8>, bytes: usize, body: impl FnOnce(&mut Vec<u8>)) {
    let _ = write!(out, "${bytes}\r\n");
    body(out);
    out.extend_from_slice(b"\r\n");
}

pub(crate) fn word(out: &mut Vec<u8>, word: &[u8]) {
    word_of(out, word.len(), |out| out.extend_from_slice(word));
}

/// A command all of whose words are short.
pub(crate) fn command(out: &mut Vec<u8>, words: &[&str]) {
    begin(out, words.len());
    for each in words {
        word(out, each.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::protocol_error::judge;

    fn length(input: &[u8]) -> Result<Option<usize>, ProtocolError> {
        Ok(read(input)?.map(|(_, used)| used))
    }

    const TALK: &[u8] = b"+OK\r\n:-12\r\n$3\r\na\r\n\r\n$-1\r\n*-1\r\n*0\r\n*2\r\n$1\r\nq\r\n*1\r\n*2\r\n$3\r\n1-1\r\n*2\r\n$1\r\nm\r\n$2\r\nhi\r\n";

    #[test]
    fn what_a_server_answers_is_read() {
        assert_eq!(judge::all(length, TALK), Ok(7));
        let (answer, used) = read(b"*3\r\n:7\r\n$0\r\n\r\n$-1\r\nrest")
            .expect("read")
            .expect("whole");
        let parts = vec![Answer::Number(7), Answer::Text(b""), Answer::Nothing];
        assert_eq!((answer, used), (Answer::Parts(parts), 19));
    }

    #[test]
    fn what_is_cut_waits_for_more_at_every_length() {
        judge::cut_waits_for_more(length, TALK);
    }

    #[test]
    fn what_is_wrong_is_a_typed_error() {
        for wrong in [
            &b"x\r\n"[..],
            b"\r\n",
            b":1x\r\n",
            b":\r\n",
            b"$-2\r\n",
            b"*-2\r\n",
            b"$1\r\nab\r\n",
            b"*1\r\nx",
        ] {
            let error = read(wrong).expect_err("wrong");
            assert!(matches!(error, ProtocolError::Unknown(_)), "{error}");
        }
        let deep = b"*1\r\n".repeat(DEPTH_MAX + 1);
        for wrong in [
            &b"$99999999999\r\n"[..],
            b"*5000\r\n",
            &deep,
            &[b'+'; LINE_BYTES_MAX + 2],
        ] {
            let error = read(wrong).expect_err("long");
            assert!(matches!(error, ProtocolError::TooLong(..)), "{error}");
        }
        let refused = read(b"*1\r\n-WRONGTYPE no list\r\n").expect_err("refused");
        assert_eq!(refused, ProtocolError::Refused("WRONGTYPE no list".into()));
    }

    #[test]
    fn noise_and_changed_bytes_never_do_harm() {
        judge::noise_does_no_harm(length, TALK, 8);
    }

    #[test]
    fn what_is_sent_is_in_the_protocol() {
        let mut out = Vec::new();
        command(&mut out, &["BRPOP", "rep.3", "10"]);
        assert_eq!(out, b"*3\r\n$5\r\nBRPOP\r\n$5\r\nrep.3\r\n$2\r\n10\r\n");
        let (read, used) = read(&out).expect("read").expect("whole");
        assert_eq!((read.parts().len(), used), (3, out.len()));
    }
}
