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
                let shown = |byte: &u8| {
                    matches!(byte, b' '..=b'~')
                        .then(|| char::from(*byte))
                        .unwrap_or(' ')
                };
                of(&mut descriptor).iter().map(shown).collect()
            }
        }
    }

    fn set(&self, descriptor: &mut MsgDescriptor, value: &str) -> Option<()> {
        match self.kind {
            Kind::Number(of) => *of(descriptor) = value.trim().parse().ok()?,
            Kind::Bytes(of) => {
                let given = from_hex(value.trim())?;
                let field = of(descriptor);
                let field = field.get_mut(..given.len().max(1))?;
                field[..given.len()].copy_from_slice(&given);
            }
            Kind::Text(of) => {
                let value = value.trim_end().as_bytes();
                let field = of(descriptor);
                field.fill(b' ');
                field.get_mut(..value.len())?.copy_from_slice(value);
            }
        }
        Some(())
    }
}

/// A message that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadMessage {
    pub(super) descriptor: MsgDescriptor,
    pub(super) data: Vec<u8>,
}

/// Reads messages line by line.
#[derive(Debug, Default)]
pub(super) struct Reader {
    message: ReadMessage,
    /// Something of the message has been read.
    has_begun: bool,
    has_data: bool,
}

impl Reader {
    /// Takes a line; answers the message that ended before it.
    ///
    /// # Errors
    /// What is wrong, without a full stop.
    pub(super) fn line(&mut self, line: &str) -> Result<Option<ReadMessage>, String> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let (kind, rest) = line.split_at_checked(1).unwrap_or((line, ""));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match kind {
            "" | "*" => Ok(None),
            "N" => Ok(self.end()),
            "A" => {
                let done = if self.has_data { self.end() } else { None };
                let (code, value) = rest.split_at_checked(3).unwrap_or((rest, ""));
                let field = FIELDS.iter().find(|field| field.code == code);
                let field =
                    field.ok_or_else(|| format!("'{code}' is no field of a message descriptor"))?;
                field
                    .set(
                        &mut self.message.descriptor,
                        value.strip_prefix(' ').unwrap_or(value),
                    )
                    .ok_or_else(|| format!("'{}' is no value of {code}", value.trim()))?;
                self.has_begun = true;
                Ok(done)
            }
            "X" => {
                let digits = rest.split_whitespace().next().unwrap_or_default();
                let bytes =
                    from_hex(digits).ok_or_else(|| format!("'{digits}' is not hexadecimal"))?;
                self.add(&bytes)
            }
            "S" => {
                let text =
                    unquoted(rest).ok_or_else(|| "a string has no quotation marks".to_owned())?;
                self.add(text.as_bytes())
            }
            "T" => self.add(format!("{rest}\n").as_bytes()),
            other => Err(format!(
                "a line begins with '{other}', which is none of *, A, X, S, T, N"
            )),
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
        self.message.data.extend_from_slice(bytes);
        Ok(None)
    }
}

fn unquoted(text: &str) -> Option<String> {
    let inside = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::new();
    let mut chars = inside.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => out.push(chars.next()?),
            char => out.push(char),
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
            read.extend(reader.line(line).unwrap());
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
            assert_eq!(Reader::default().line(line).unwrap_err(), problem);
        }
    }
}
