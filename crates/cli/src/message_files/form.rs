//! Messages as lines of text: what `dmpmqmsg` writes and reads.
//!
//! `*` begins a comment, `A` is a field of the message descriptor by its three letters, `X` is data in hexadecimal, `S` a string between
//! quotation marks, `T` a line of text with its line end, and `N` begins the next message, which has the fields of the one before where nothing else is said.

use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::hex::{from_hex, hex};
use std::fmt::Write as _;

/// Longest message.
const MESSAGE_BYTES_MAX: usize = 100 << 20;
/// Bytes of data a line has where nothing is said.
const WIDTH: usize = 25;

/// How messages are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// `a`: text beside hexadecimal data.
    pub(super) with_text: bool,
    /// `A`, `p`: data as strings where they can be read.
    pub(super) as_strings: bool,
    /// `t`: data as lines of text.
    pub(super) as_lines: bool,
    /// Not with `N`.
    pub(super) with_descriptor: bool,
    /// `i`: a comment with the number of the message.
    pub(super) with_index: bool,
    /// `w`: bytes of a line.
    pub(super) width: usize,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            with_text: false,
            as_strings: false,
            as_lines: false,
            with_descriptor: true,
            with_index: false,
            width: WIDTH,
        }
    }
}

impl Form {
    /// A message, with its line ends.
    pub(super) fn write(&self, number: u64, descriptor: &MsgDescriptor, data: &[u8]) -> String {
        let mut out = String::with_capacity(data.len() * 2 + 1_024);
        out.push_str("N\n");
        if self.with_index {
            let _ = writeln!(out, "* Message {number}, {} bytes", data.len());
        }
        if self.with_descriptor {
            for field in &FIELDS {
                let _ = writeln!(
                    out,
                    "A {} {}",
                    field.code,
                    field.value(descriptor).trim_end()
                );
            }
        }
        let is_text = |line: &[u8]| line.iter().all(|byte| matches!(byte, b' '..=b'~'));
        if data.is_empty() && !self.with_descriptor {
            // Nothing else says that there is a message.
            out.push_str("X\n");
        }
        if self.as_lines && data.split(|byte| *byte == b'\n').all(is_text) {
            for line in data.split_inclusive(|byte| *byte == b'\n') {
                let text =
                    String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line)).into_owned();
                match line.ends_with(b"\n") {
                    true => out.push_str(&format!("T {text}\n")),
                    false => out.push_str(&string_line(&text)),
                }
            }
            return out;
        }
        for part in data.chunks(self.width.max(1)) {
            let shown: String = part
                .iter()
                .map(|byte| {
                    if matches!(byte, b' '..=b'~') {
                        char::from(*byte)
                    } else {
                        '.'
                    }
                })
                .collect();
            if self.as_strings && is_text(part) {
                out.push_str(&string_line(&shown));
            } else if self.with_text {
                let _ = writeln!(
                    out,
                    "X {:<width$} <{shown}>",
                    hex(part),
                    width = self.width * 2
                );
            } else {
                let _ = writeln!(out, "X {}", hex(part));
            }
        }
        out
    }
}

fn string_line(text: &str) -> String {
    format!(
        "S \"{}\"\n",
        text.replace('\\', "\\\\").replace('"', "\\\"")
    )
}

/// A field of the message descriptor.
struct Field {
    code: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Number(fn(&mut MsgDescriptor) -> &mut i32),
    Text(fn(&mut MsgDescriptor) -> &mut [u8]),
    Bytes(fn(&mut MsgDescriptor) -> &mut [u8]),
}

const fn number(code: &'static str, of: fn(&mut MsgDescriptor) -> &mut i32) -> Field {
    let kind = Kind::Number(of);
    Field { code, kind }
}

const fn text(code: &'static str, of: fn(&mut MsgDescriptor) -> &mut [u8]) -> Field {
    let kind = Kind::Text(of);
    Field { code, kind }
}

const fn bytes(code: &'static str, of: fn(&mut MsgDescriptor) -> &mut [u8]) -> Field {
    let kind = Kind::Bytes(of);
    Field { code, kind }
}

/// In the order they are shown by `amqsbcg`, as is documented.
const FIELDS: [Field; 28] = [
    number("VER", |md| &mut md.version),
    number("RPT", |md| &mut md.report),
    number("MST", |md| &mut md.msg_type),
    number("EXP", |md| &mut md.expiry),
    number("FDB", |md| &mut md.feedback),
    number("ENC", |md| &mut md.encoding),
    number("CCS", |md| &mut md.coded_char_set_id),
    text("FMT", |md| &mut md.format),
    number("PRI", |md| &mut md.priority),
    number("PER", |md| &mut md.persistence),
    bytes("MSI", |md| &mut md.msg_id),
    bytes("COI", |md| &mut md.correl_id),
    number("BOC", |md| &mut md.backout_count),
    text("RTQ", |md| &mut md.reply_to_q),
    text("RTM", |md| &mut md.reply_to_q_mgr),
    text("USR", |md| &mut md.user_identifier),
    bytes("ACC", |md| &mut md.accounting_token),
    text("AIX", |md| &mut md.appl_identity_data),
    number("PAT", |md| &mut md.put_appl_type),
    text("PAN", |md| &mut md.put_appl_name),
    text("PTD", |md| &mut md.put_date),
    text("PTT", |md| &mut md.put_time),
    text("AOX", |md| &mut md.appl_origin_data),
    bytes("GRP", |md| &mut md.group_id),
    number("MSQ", |md| &mut md.msg_seq_number),
    number("OFF", |md| &mut md.offset),
    number("MSF", |md| &mut md.msg_flags),
    number("ORL", |md| &mut md.original_length),
];

impl Field {
    fn value(&self, descriptor: &MsgDescriptor) -> String {
        let mut descriptor = descriptor.clone();
        match self.kind {
            Kind::Number(of) => of(&mut descriptor).to_string(),
            Kind::Bytes(of) => hex(of(&mut descriptor)),
            Kind::Text(of) => {
                let field: &[u8] = of(&mut descriptor);
                let is_text = field.iter().all(|byte| matches!(byte, b' '..=b'~'));
                match is_text && !field.starts_with(HEX_BEGINS) {
                    true => String::from_utf8_lossy(field).into_owned(),
                    // Programs put what they like there, and it comes back as it was.
                    false => format!("X'{}'", hex(field)),
                }
            }
        }
    }

    fn set(&self, descriptor: &mut MsgDescriptor, value: &[u8]) -> Option<()> {
        let digits = |value: &[u8]| from_hex(std::str::from_utf8(value.trim_ascii()).ok()?);
        match self.kind {
            Kind::Number(of) => {
                let value = std::str::from_utf8(value.trim_ascii()).ok()?;
                *of(descriptor) = value.parse().ok()?;
            }
            Kind::Bytes(of) => filled(of(descriptor), &digits(value)?, 0)?,
            Kind::Text(of) => {
                let value = value.trim_ascii_end();
                let inside = value.strip_prefix(HEX_BEGINS);
                match inside.and_then(|inside| inside.strip_suffix(b"'")) {
                    Some(inside) => filled(of(descriptor), &digits(inside)?, b' ')?,
                    None => filled(of(descriptor), value, b' ')?,
                }
            }
        }
        Some(())
    }
}

/// What a text field begins with that is given in hexadecimal.
const HEX_BEGINS: &[u8] = b"X'";

/// Nothing of what was there before stays.
fn filled(field: &mut [u8], given: &[u8], rest: u8) -> Option<()> {
    field.get_mut(..given.len())?.copy_from_slice(given);
    field[given.len()..].fill(rest);
    Some(())
}

/// A message that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadMessage {
    pub(super) descriptor: MsgDescriptor,
    pub(super) data: Vec<u8>,
}

/// Reads messages line by line. What is text in a file is in a code page nobody names: bytes are taken as they are.
#[derive(Debug, Default)]
pub(super) struct Reader {
    message: ReadMessage,
    /// Something of the message has been read.
    has_begun: bool,
    has_data: bool,
    /// An `N` was read, and nothing of a message since.
    is_announced: bool,
}

impl Reader {
    /// Takes a line; answers the message that ended before it.
    ///
    /// # Errors
    /// What is wrong, without a full stop.
    pub(super) fn line(&mut self, line: &[u8]) -> Result<Option<ReadMessage>, String> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let (kind, rest) = line.split_first().unwrap_or((&b'*', &[]));
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match kind {
            b'*' => Ok(None),
            b'N' => {
                // One behind the other: a message of which nothing is said. The last of a file may as well end the last message.
                self.has_begun |= self.is_announced;
                let ended = self.end();
                self.is_announced = true;
                Ok(ended)
            }
            b'A' => {
                let done = if self.has_data { self.end() } else { None };
                let (code, value) = rest.split_at_checked(3).unwrap_or((rest, &[]));
                let field = FIELDS.iter().find(|field| field.code.as_bytes() == code);
                let field = field.ok_or_else(|| {
                    format!("'{}' is no field of a message descriptor", lossy(code))
                })?;
                field
                    .set(
                        &mut self.message.descriptor,
                        value.strip_prefix(b" ").unwrap_or(value),
                    )
                    .ok_or_else(|| {
                        format!("'{}' is no value of {}", lossy(value).trim(), field.code)
                    })?;
                self.has_begun = true;
                self.is_announced = false;
                Ok(done)
            }
            b'X' => {
                let mut words = rest.split(u8::is_ascii_whitespace);
                let digits = words.find(|word| !word.is_empty()).unwrap_or_default();
                let bytes = std::str::from_utf8(digits).ok().and_then(from_hex);
                let bytes =
                    bytes.ok_or_else(|| format!("'{}' is not hexadecimal", lossy(digits)))?;
                self.add(&bytes)
            }
            b'S' => {
                let text =
                    unquoted(rest).ok_or_else(|| "a string has no quotation marks".to_owned())?;
                self.add(&text)
            }
            b'T' => self.add(&[rest, b"\n"].concat()),
            _ => {
                let first = lossy(line).chars().next().unwrap_or_default();
                Err(format!(
                    "a line begins with '{first}', which is none of *, A, X, S, T, N"
                ))
            }
        }
    }

    /// The last message, if there is one.
    pub(super) fn end(&mut self) -> Option<ReadMessage> {
        if !std::mem::take(&mut self.has_begun) {
            return None;
        }
        self.has_data = false;
        let data = std::mem::take(&mut self.message.data);
        let descriptor = self.message.descriptor.clone();
        Some(ReadMessage { descriptor, data })
    }

    fn add(&mut self, bytes: &[u8]) -> Result<Option<ReadMessage>, String> {
        if self.message.data.len() + bytes.len() > MESSAGE_BYTES_MAX {
            return Err(format!(
                "a message is longer than {MESSAGE_BYTES_MAX} bytes"
            ));
        }
        (self.has_begun, self.has_data) = (true, true);
        self.is_announced = false;
        self.message.data.extend_from_slice(bytes);
        Ok(None)
    }
}

fn unquoted(text: &[u8]) -> Option<Vec<u8>> {
    let inside = text.trim_ascii().strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let mut out = Vec::new();
    let mut bytes = inside.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => out.push(*bytes.next()?),
            byte => out.push(*byte),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<ReadMessage> {
        let mut reader = Reader::default();
        let mut read = Vec::new();
        for line in text.lines() {
            read.extend(reader.line(line.as_bytes()).unwrap());
        }
        read.extend(reader.end());
        read
    }

    #[test]
    fn what_is_written_is_read_again_in_every_form() {
        let descriptor = MsgDescriptor {
            version: 2,
            msg_id: [7; 24],
            format: *b"MQSTR   ",
            ..MsgDescriptor::default()
        };
        let long = (0..=255).collect::<Vec<u8>>();
        let forms = [
            Form::default(),
            Form {
                with_text: true,
                ..Form::default()
            },
            Form {
                as_strings: true,
                width: 7,
                ..Form::default()
            },
            Form {
                as_lines: true,
                with_index: true,
                ..Form::default()
            },
        ];
        for form in forms {
            let mut text = String::from("* a head\n");
            for data in [&b"one \"line\"\\\nand another"[..], b"", &long] {
                text.push_str(&form.write(1, &descriptor, data));
            }
            let read = read(&text);
            assert_eq!(read.len(), 3, "{text}");
            assert_eq!(read[0].data, b"one \"line\"\\\nand another", "{text}");
            assert_eq!((read[1].data.len(), &read[2].data), (0, &long), "{text}");
            assert_eq!(read[2].descriptor.msg_id, [7; 24]);
            assert_eq!(&read[1].descriptor.format, b"MQSTR   ");
        }
    }

    #[test]
    fn a_message_without_data_and_without_a_descriptor_is_one() {
        let form = Form {
            with_descriptor: false,
            ..Form::default()
        };
        let mut text = String::new();
        for data in [&b"a"[..], b"", b"", b"b", b""] {
            text.push_str(&form.write(1, &MsgDescriptor::default(), data));
        }
        let data: Vec<Vec<u8>> = read(&text).into_iter().map(|one| one.data).collect();
        assert_eq!(data, [&b"a"[..], b"", b"", b"b", b""], "{text}");
        // Files of others have no line for what is not there, and may have an end behind the last message.
        let lengths = |text| {
            read(text)
                .iter()
                .map(|one| one.data.len())
                .collect::<Vec<_>>()
        };
        assert_eq!(lengths("N\nX 41\nN\nN\nX 4242\nN\n"), [1, 0, 2]);
        assert_eq!(lengths("X 41\nN\nX 4242\n"), [1, 2]);
    }

    #[test]
    fn a_descriptor_comes_back_byte_by_byte() {
        let mut descriptor = MsgDescriptor {
            version: 2,
            correl_id: [7; 24],
            ..MsgDescriptor::default()
        };
        for (at, byte) in descriptor.appl_identity_data.iter_mut().enumerate() {
            *byte = 240_u8.wrapping_add(u8::try_from(at).unwrap());
        }
        descriptor.put_appl_name[..6].copy_from_slice("Größe".as_bytes().get(..6).unwrap());
        descriptor.user_identifier[..5].copy_from_slice(b"X'41'");
        descriptor.appl_origin_data[..4].copy_from_slice(b" a\0 ");
        let text = Form::default().write(1, &descriptor, b"data");
        assert_eq!(read(&text)[0].descriptor, descriptor, "{text}");
        // What is shorter than what the message before had leaves nothing of that.
        let text = format!("{text}N\nA COI 41\nA AIX a\nX 41\n");
        let second = &read(&text)[1].descriptor;
        assert_eq!(
            (second.correl_id[0], &second.correl_id[1..]),
            (0x41, &[0; 23][..])
        );
        assert_eq!(second.appl_identity_data.trim_ascii(), b"a");
    }

    #[test]
    fn text_is_taken_in_whatever_code_page_it_is() {
        let mut reader = Reader::default();
        for line in [&b"S \"Gr\xF6\xDFe\""[..], b"T Gr\xF6\xDFe", b"* \xFF"] {
            assert_eq!(reader.line(line), Ok(None));
        }
        assert_eq!(reader.end().unwrap().data, b"Gr\xF6\xDFeGr\xF6\xDFe\n");
        assert!(reader.line(b"A PRI \xFF").is_err());
        assert!(reader.line(b"X \xFF").is_err());
        assert!(reader.line(b"\xFF").is_err());
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (line, problem) in [
            ("A PRI x", "'x' is no value of PRI"),
            ("A ZZZ 1", "'ZZZ' is no field of a message descriptor"),
            ("X 1", "'1' is not hexadecimal"),
            ("S none", "a string has no quotation marks"),
            (
                "Q",
                "a line begins with 'Q', which is none of *, A, X, S, T, N",
            ),
        ] {
            assert_eq!(
                Reader::default().line(line.as_bytes()).unwrap_err(),
                problem
            );
        }
    }
}
