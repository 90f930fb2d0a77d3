//! The text protocol of NATS, as far as these clients speak it.

use super::protocol_error::{ProtocolError, decimal, line_end};
use std::io::Write as _;

/// Longest line of a server: its `INFO` lists addresses and keys.
const LINE_BYTES_MAX: usize = 32 << 10;
/// Longest message data a server may send. Servers of a run are told a limit below it.
pub(crate) const BODY_BYTES_MAX: usize = 64 << 20;

/// What a server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said<'a> {
    /// About itself, at the start and whenever that changes.
    Info,
    /// A message of a subscription.
    Message {
        subject: &'a [u8],
        /// Where a reply goes; empty: nowhere.
        reply: &'a [u8],
        body: &'a [u8],
    },
    /// Wants a `PONG`.
    Ping,
    /// Everything sent before the `PING` has been taken.
    Pong,
    /// Only servers that were asked to say so.
    Ok,
}

/// The first of what the server has said, and its length; `None` when more has to come.
///
/// # Errors
/// [`ProtocolError`], for anything that is not in the protocol, too long, or a refusal (`-ERR`).
pub(crate) fn read(input: &[u8]) -> Result<Option<(Said<'_>, usize)>, ProtocolError> {
    let Some(end) = line_end(input, LINE_BYTES_MAX)? else {
        return Ok(None);
    };
    let (line, after) = (&input[..end], end + 2);
    let (word, rest) = match line.iter().position(|byte| *byte == b' ') {
        Some(at) => (&line[..at], &line[at + 1..]),
        None => (line, &line[end..]),
    };
    let said = match word {
        b"MSG" => return message(input, rest, after),
        b"PING" => Said::Ping,
        b"PONG" => Said::Pong,
        b"+OK" => Said::Ok,
        b"INFO" => Said::Info,
        b"-ERR" => return Err(ProtocolError::refused(rest)),
        _ => {
            return Err(ProtocolError::Unknown(
                "a line that is no operation of NATS",
            ));
        }
    };
    Ok(Some((said, after)))
}

/// `MSG subject sid [reply] bytes`, the line's end, the data, and another line's end.
fn message<'a>(
    input: &'a [u8],
    rest: &'a [u8],
    after: usize,
) -> Result<Option<(Said<'a>, usize)>, ProtocolError> {
    let mut words = [&rest[..0]; 4];
    let mut count = 0;
    for word in rest
        .split(|byte| *byte == b' ')
        .filter(|word| !word.is_empty())
    {
        let place = words.get_mut(count);
        *place.ok_or(ProtocolError::Unknown("a MSG with too many words"))? = word;
        count += 1;
    }
    let (reply, bytes) = match count {
        3 => (&rest[..0], words[2]),
        4 => (words[2], words[3]),
        _ => return Err(ProtocolError::Unknown("a MSG with too few words")),
    };
    let bytes = decimal(bytes).ok_or(ProtocolError::Unknown("a MSG without length"))?;
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    if bytes > BODY_BYTES_MAX {
        return Err(ProtocolError::TooLong(
            "a message of more bytes",
            BODY_BYTES_MAX,
        ));
    }
    let Some(tail) = input.get(after + bytes..after + bytes + 2) else {
        return Ok(None);
    };
    if tail != b"\r\n" {
        return Err(ProtocolError::Unknown(
            "a message that is longer than its length",
        ));
    }
    let said = Said::Message {
        subject: words[0],
        reply,
        body: &input[after..after + bytes],
    };
    Ok(Some((said, after + bytes + 2)))
}

/// How a client begins: nothing is to be confirmed, the server is not to tell (`INFO`) of changes in between, as newer ones do
/// to clients of protocol 1, and a `PONG` says that it is ready.
pub(crate) const CONNECT: &[u8] =
    b"CONNECT {\"verbose\":false,\"pedantic\":false,\"tls_required\":false,\
\"name\":\"ferromq bench\",\"lang\":\"rust\",\"version\":\"1\",\"protocol\":0}\r\nPING\r\n";

pub(crate) const PONG: &[u8] = b"PONG\r\n";

/// Subscribes, alone or as one of a group of which one gets each message; the `PONG` comes when it is in place.
pub(crate) fn subscribe(out: &mut Vec<u8>, subject: &str, group: Option<&str>) {
    let group = group.map_or(String::new(), |group| format!("{group} "));
    out.extend_from_slice(format!("SUB {subject} {group}1\r\nPING\r\n").as_bytes());
}

/// Publishes what `body` appends, which is `bytes` long.
pub(crate) fn publish(
    out: &mut Vec<u8>,
    subject: &[u8],
    reply: Option<&str>,
    bytes: usize,
    body: impl FnOnce(&mut Vec<u8>),
) {
    out.extend_from_slice(b"PUB ");
    out.extend_from_slice(subject);
    if let Some(reply) = reply {
        out.push(b' ');
        out.extend_from_slice(reply.as_bytes());
    }
    // Writing to memory does not fail.
    let _ = write!(out, " {bytes}\r\n");
    body(out);
    out.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::protocol_error::judge;

    fn length(input: &[u8]) -> Result<Option<usize>, ProtocolError> {
        Ok(read(input)?.map(|(_, used)| used))
    }

    const TALK: &[u8] = b"INFO {\"port\":4222}\r\nPONG\r\nPING\r\n+OK\r\nMSG a.b 1 5\r\nhel\r\n\r\nMSG a 1 rep.7.3 0\r\n\r\n";

    #[test]
    fn what_a_server_says_is_read() {
        assert_eq!(judge::all(length, TALK), Ok(6));
        let told = read(b"MSG a.b 1 rep.7 4\r\n\r\nxy\r\nPING");
        let said = Said::Message {
            subject: b"a.b",
            reply: b"rep.7",
            body: b"\r\nxy",
        };
        assert_eq!(told, Ok(Some((said, 25))));
    }

    #[test]
    fn what_is_cut_waits_for_more_at_every_length() {
        judge::cut_waits_for_more(length, TALK);
        assert_eq!(read(b"MSG a 1 3\r\nabc\r"), Ok(None));
        assert_eq!(read(b""), Ok(None));
    }

    #[test]
    fn what_is_wrong_is_a_typed_error() {
        for wrong in [
            &b"HELLO\r\n"[..],
            b"\r\n",
            b"MSG\r\n",
            b"MSG a 1\r\n",
            b"MSG a 1 b c 5\r\nhello\r\n",
            b"MSG a 1 -5\r\n",
            b"MSG a 1 5x\r\n",
            b"MSG a 1 3\r\nabcd\r\n",
        ] {
            let error = read(wrong).expect_err("wrong");
            assert!(matches!(error, ProtocolError::Unknown(_)), "{error}");
        }
        let long = read(b"MSG a 1 9999999999999999999\r\n").expect_err("long");
        assert!(matches!(long, ProtocolError::TooLong(..)));
        let endless = vec![b'x'; LINE_BYTES_MAX + 2];
        assert!(matches!(read(&endless), Err(ProtocolError::TooLong(..))));
        let refused = read(b"-ERR 'Authorization Violation'\r\n").expect_err("refused");
        assert!(refused.to_string().contains("Authorization Violation"));
    }

    #[test]
    fn noise_and_changed_bytes_never_do_harm() {
        judge::noise_does_no_harm(length, TALK, 7);
    }

    #[test]
    fn what_is_sent_is_in_the_protocol() {
        let mut out = Vec::new();
        subscribe(&mut out, "req.1", Some("w"));
        publish(&mut out, b"req.1", Some("rep.3.1"), 2, |out| {
            out.extend_from_slice(b"hi")
        });
        publish(&mut out, b"t", None, 0, |_| ());
        let expected = b"SUB req.1 w 1\r\nPING\r\nPUB req.1 rep.3.1 2\r\nhi\r\nPUB t 0\r\n\r\n";
        assert_eq!(out, expected);
    }
}
