//! The first message of a client, as far as it is read before OpenSSL: records, and the host name the client asks for.
//!
//! The channel decides CipherSpecs, versions and certificate, and OpenSSL wants to know these before it reads the
//! message. So it is looked at here first (RFC 8446, 4.1.2 and 5.1; RFC 6066, 3). Whatever is odd is left to OpenSSL,
//! which refuses it with the right alert.

/// Bytes in front of each record.
pub(crate) const RECORD_HEADER_BYTES: usize = 5;
/// The longest body of a record, with what encryption adds.
pub(crate) const RECORD_BODY_BYTES_MAX: usize = (1 << 14) + 2048;
/// The longest first message that is waited for, and in how many records. Real ones have some hundred bytes, or two thousand with keys
/// of many kinds, in one record. So what a socket holds back is not much more than one record may have anyway.
const HELLO_BYTES_MAX: usize = 1 << 14;
const HELLO_RECORDS_MAX: usize = 64;

const HANDSHAKE: u8 = 22;
const CLIENT_HELLO: u8 = 1;
const EXTENSION_SERVER_NAME: u16 = 0;
const HOST_NAME: u8 = 0;

/// Whether bytes from a socket begin a TLS handshake. One byte is enough to tell it from a plain channel, which begins
/// with `T` of `TSH` in one code page or another.
pub fn begins_tls(first: &[u8]) -> bool {
    match first {
        [] => false,
        [kind] => *kind == HANDSHAKE,
        [kind, major, ..] => *kind == HANDSHAKE && *major == 3,
    }
}

/// How many bytes the first record has, once its header is there. `None`: more bytes are needed.
///
/// A header that cannot be one of TLS gives what there is, so that OpenSSL sees it at once and refuses it.
pub(crate) fn record_bytes(bytes: &[u8]) -> Option<usize> {
    let &[kind, major, _, high, low] = bytes.first_chunk::<RECORD_HEADER_BYTES>()?;
    let body = usize::from(u16::from_be_bytes([high, low]));
    if !(20..=24).contains(&kind) || major != 3 || body > RECORD_BODY_BYTES_MAX {
        return Some(bytes.len());
    }
    let whole = RECORD_HEADER_BYTES + body;
    (bytes.len() >= whole).then_some(whole)
}

/// What is known of the first message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Hello {
    /// More bytes are needed.
    Part,
    /// It is there, with the host name it asks for.
    Whole(Option<String>),
    /// It is not what a client of TLS sends first; OpenSSL will say why.
    Odd,
}

/// The first message, read as its records come. Each byte is looked at once, however small the pieces are: nobody has logged on yet.
#[derive(Debug, Default)]
pub(crate) struct FirstMessage {
    /// Bytes of what was received that are in the message already, with their headers.
    read: usize,
    records: usize,
    message: Vec<u8>,
}

impl FirstMessage {
    /// Reads on. `received` is all there is, from the start.
    pub(crate) fn read(&mut self, received: &[u8]) -> Hello {
        loop {
            let rest = received.get(self.read..).unwrap_or_default();
            if !rest.is_empty() && !begins_tls(rest) {
                return Hello::Odd;
            }
            let Some(whole) = record_bytes(rest) else {
                return Hello::Part;
            };
            let body = &rest[RECORD_HEADER_BYTES..whole];
            self.records += 1;
            // No first message begins with an empty record, and one without end is an attack.
            if body.is_empty()
                || self.records > HELLO_RECORDS_MAX
                || self.message.len() + body.len() > HELLO_BYTES_MAX
            {
                return Hello::Odd;
            }
            self.message.extend_from_slice(body);
            self.read += whole;
            if self.message[0] != CLIENT_HELLO {
                return Hello::Odd;
            }
            if let Some(&[_, a, b, c]) = self.message.first_chunk::<4>() {
                let length = usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c);
                if length > HELLO_BYTES_MAX {
                    return Hello::Odd;
                }
                if let Some(body) = self.message.get(4..4 + length) {
                    return Hello::Whole(host_name(body));
                }
            }
        }
    }
}

/// Goes through a ClientHello to the host name.
fn host_name(hello: &[u8]) -> Option<String> {
    let mut hello = Reader(hello);
    hello.take(2 + 32)?;
    hello.short_vector()?;
    hello.vector()?;
    hello.short_vector()?;
    let mut extensions = Reader(hello.vector()?);
    loop {
        let kind = extensions.number()?;
        let body = extensions.vector()?;
        if kind != EXTENSION_SERVER_NAME {
            continue;
        }
        let mut names = Reader(Reader(body).vector()?);
        loop {
            let kind = *names.take(1)?.first()?;
            let name = names.vector()?;
            if kind == HOST_NAME {
                return String::from_utf8(name.to_vec()).ok();
            }
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u16> {
        let bytes = self.take(2)?;
        Some(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    /// Bytes behind a length of one byte.
    fn short_vector(&mut self) -> Option<&'a [u8]> {
        let length = usize::from(self.take(1)?[0]);
        self.take(length)
    }

    /// Bytes behind a length of two bytes.
    fn vector(&mut self) -> Option<&'a [u8]> {
        let length = usize::from(self.number()?);
        self.take(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_channel_is_not_taken_for_tls() {
        assert!(begins_tls(&[22, 3, 1]));
        assert!(!begins_tls(b"TSH "));
        assert!(!begins_tls(&[0xe3, 0xe2, 0xc8, 0x40]));
        assert!(!begins_tls(b""));
        assert_eq!(FirstMessage::default().read(b"GET / HTTP/1.1"), Hello::Odd);
    }

    /// A first message of so many bytes behind its length, each `piece` of them in a record.
    fn hello(bytes: usize, piece: usize) -> Vec<u8> {
        let mut message = vec![CLIENT_HELLO, 0, (bytes >> 8) as u8, bytes as u8];
        message.resize(4 + bytes, 0);
        let records = message.chunks(piece).flat_map(|body| {
            let mut record = vec![HANDSHAKE, 3, 1, 0, body.len() as u8];
            record.extend_from_slice(body);
            record
        });
        records.collect()
    }

    #[test]
    fn a_first_message_is_the_same_however_it_is_cut() {
        let bytes = hello(60, 1);
        for step in [1, 2, 5, 7, bytes.len()] {
            let mut first = FirstMessage::default();
            let mut found = Vec::new();
            for end in (step..bytes.len()).step_by(step).chain([bytes.len()]) {
                found.push(first.read(&bytes[..end]));
            }
            assert_eq!(found.pop(), Some(Hello::Whole(None)), "{step}");
            assert!(found.iter().all(|it| *it == Hello::Part), "{step}");
        }
    }

    /// Whoever sends it may do so again and again, before anybody asks who it is.
    #[test]
    fn no_first_message_is_waited_for_in_records_without_end() {
        let bytes = hello(HELLO_RECORDS_MAX, 1);
        let mut first = FirstMessage::default();
        let most = HELLO_RECORDS_MAX * (RECORD_HEADER_BYTES + 1);
        assert_eq!(first.read(&bytes[..most]), Hello::Part);
        assert_eq!(first.read, most, "nothing is looked at again");
        assert_eq!(first.read(&bytes), Hello::Odd);
        let long = hello(HELLO_BYTES_MAX + 1, 200);
        assert_eq!(FirstMessage::default().read(&long), Hello::Odd);
    }

    #[test]
    fn a_record_is_waited_for_to_its_end() {
        assert_eq!(record_bytes(&[23, 3, 3, 0]), None);
        assert_eq!(record_bytes(&[23, 3, 3, 0, 2, 9]), None);
        assert_eq!(record_bytes(&[23, 3, 3, 0, 2, 9, 9, 9]), Some(7));
        assert_eq!(record_bytes(&[23, 3, 3, 0xff, 0xff, 9]), Some(6));
    }
}
