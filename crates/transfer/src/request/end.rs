//! Where an item comes from and goes to: files, queues, and how data are cut and joined between the two.

use crate::fields::{attribute, flag, flag_text, number, text_if, word, words};
use crate::party::{Persistence, QueueAddress};
use crate::size::bytes_of;
use crate::xml::{Element, Problem, Writer};
use ferromq_mqi::hex::from_hex;

/// A file or a directory, and what its text is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSpec {
    /// Its path, as it was written; the last part of a source may be a pattern.
    pub path: String,
    /// Name of the code page of its text; the platform's without. Only of items in text mode.
    pub encoding: Option<String>,
    /// How its lines end; as on the platform without. Only of destinations in text mode.
    pub line_end: Option<LineEnd>,
    /// What stands between records of a file that has them.
    pub delimiter: Option<Delimiter>,
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// With a line feed.
    Lf,
    /// With a carriage return and a line feed.
    CrLf,
}

words!(LineEnd, "LF or CRLF", "LF" => Lf, "CRLF" => CrLf);

/// What stands between, before or behind messages in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delimiter {
    /// As it was written: a text or a regular expression, or `x` and two hexadecimal digits for each byte, with commas between them.
    pub value: String,
    /// Which of the two.
    pub kind: DelimiterKind,
    /// On which side of a message; behind without.
    pub position: Option<DelimiterPosition>,
}

/// What a delimiter is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelimiterKind {
    /// Characters; a regular expression where a file is cut.
    Text,
    /// Bytes.
    Binary,
}

words!(DelimiterKind, "text or binary", "text" => Text, "binary" => Binary);

/// On which side of a message its delimiter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelimiterPosition {
    /// In front.
    Prefix,
    /// Behind.
    Postfix,
}

words!(DelimiterPosition, "prefix or postfix", "prefix" => Prefix, "postfix" => Postfix);

/// A queue whose messages go into a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceQueue {
    /// The queue.
    pub queue: QueueAddress,
    /// One complete group of messages rather than all there are.
    pub use_groups: Option<bool>,
    /// That group rather than the first one.
    pub group_id: Option<[u8; 24]>,
    /// Seconds to wait for a message or for a group to be complete; none without.
    pub wait_time_s: Option<u32>,
    /// Name of the code page of the text.
    pub encoding: Option<String>,
    /// How lines end in the file.
    pub line_end: Option<LineEnd>,
    /// What is put between messages in the file.
    pub delimiter: Option<Delimiter>,
}

/// A queue that a file goes to as messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DestinationQueue {
    /// The queue.
    pub queue: QueueAddress,
    /// Whether messages are persistent; they are without.
    pub persistent: Option<Persistence>,
    /// Properties of the first message say where it comes from.
    pub set_mq_props: Option<bool>,
    /// Bytes of each message; the file is one message without, or is cut at delimiters.
    pub message_size_bytes: Option<u64>,
    /// Where the file is cut.
    pub delimiter: Option<Delimiter>,
    /// Delimiters stay in the messages.
    pub include_delimiter: Option<bool>,
    /// Name of the code page of the text.
    pub encoding: Option<String>,
    /// How lines end in the messages.
    pub line_end: Option<LineEnd>,
}

impl Delimiter {
    fn read(element: &Element) -> Result<Option<Self>, Problem> {
        let Some(value) = attribute(element, "delimiter") else {
            return Ok(None);
        };
        Ok(Some(Self {
            value,
            kind: word(element, "delimiterType")?.unwrap_or(DelimiterKind::Text),
            position: word(element, "delimiterPosition")?,
        }))
    }

    fn write(delimiter: Option<&Self>, writer: &mut Writer) {
        let Some(delimiter) = delimiter else {
            return;
        };
        writer
            .attribute("delimiter", &delimiter.value)
            .attribute("delimiterType", delimiter.kind.as_str())
            .attribute_if(
                "delimiterPosition",
                delimiter.position.map(DelimiterPosition::as_str),
            );
    }
}

impl FileSpec {
    /// Reads the element `file`.
    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        if element.trimmed().is_empty() {
            return Err(element.missing("path"));
        }
        Ok(Self {
            path: element.text.clone(),
            encoding: attribute(element, "encoding"),
            line_end: word(element, "EOL")?,
            delimiter: Delimiter::read(element)?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        self.begin(writer);
        writer.text(&self.path).close();
    }

    /// Begins the element, with its attributes; more may follow, then the path.
    pub(crate) fn begin(&self, writer: &mut Writer) {
        writer
            .open("file")
            .attribute_if("encoding", self.encoding.as_deref())
            .attribute_if("EOL", self.line_end.map(LineEnd::as_str));
        Delimiter::write(self.delimiter.as_ref(), writer);
    }
}

impl SourceQueue {
    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        const IDENTIFIER: &str = "48 hexadecimal digits";
        let group_id = |digits: &str| {
            let bytes = from_hex(digits.trim()).and_then(|bytes| bytes.try_into().ok());
            bytes.ok_or_else(|| element.wrong("groupId", digits, IDENTIFIER))
        };
        Ok(Self {
            queue: queue_of(element)?,
            use_groups: flag(element, "useGroups")?,
            group_id: element.attribute("groupId").map(group_id).transpose()?,
            wait_time_s: number(element, "waitTime", "a whole number of seconds from 0")?,
            encoding: attribute(element, "encoding"),
            line_end: word(element, "EOL")?,
            delimiter: Delimiter::read(element)?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        let group_id = self.group_id.map(|id| ferromq_mqi::hex::hex(&id));
        let wait_time = text_if(self.wait_time_s);
        writer
            .open("queue")
            .attribute_if("useGroups", self.use_groups.map(flag_text))
            .attribute_if("groupId", group_id.as_deref())
            .attribute_if("waitTime", wait_time.as_deref())
            .attribute_if("encoding", self.encoding.as_deref())
            .attribute_if("EOL", self.line_end.map(LineEnd::as_str));
        Delimiter::write(self.delimiter.as_ref(), writer);
        writer.text(&self.queue.to_string()).close();
    }
}

impl DestinationQueue {
    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        let size = |text: &str| {
            let size = bytes_of(text).filter(|bytes| *bytes > 0);
            size.ok_or_else(|| element.wrong("messageSize", text, "a size as 1048576, 1024K or 1M"))
        };
        Ok(Self {
            queue: queue_of(element)?,
            persistent: word(element, "persistent")?,
            set_mq_props: flag(element, "setMqProps")?,
            message_size_bytes: element.attribute("messageSize").map(size).transpose()?,
            delimiter: Delimiter::read(element)?,
            include_delimiter: flag(element, "includeDelimiterInMessage")?,
            encoding: attribute(element, "encoding"),
            line_end: word(element, "EOL")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        let size = text_if(self.message_size_bytes);
        writer
            .open("queue")
            .attribute_if("persistent", self.persistent.map(Persistence::as_str))
            .attribute_if("setMqProps", self.set_mq_props.map(flag_text))
            .attribute_if("messageSize", size.as_deref());
        Delimiter::write(self.delimiter.as_ref(), writer);
        writer
            .attribute_if(
                "includeDelimiterInMessage",
                self.include_delimiter.map(flag_text),
            )
            .attribute_if("encoding", self.encoding.as_deref())
            .attribute_if("EOL", self.line_end.map(LineEnd::as_str))
            .text(&self.queue.to_string())
            .close();
    }
}

fn queue_of(element: &Element) -> Result<QueueAddress, Problem> {
    let address = QueueAddress::from_text(element.trimmed());
    if address.queue.is_empty() {
        return Err(element.missing("queue name"));
    }
    Ok(address)
}
