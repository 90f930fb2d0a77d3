//! Items in the audit.

use crate::control::Status;
use crate::fields::{count, moment, text_if, word};
use crate::party::QueueAddress;
use crate::request::{Checksum, Disposition, Exist, FileSpec, Mode};
use crate::schedule::Moment;
use crate::xml::{Element, Problem, Writer};

/// One file or queue that was transferred, or was to be.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedItem {
    /// Bytes or characters.
    pub mode: Mode,
    /// What became of the source, if anything was to.
    pub disposition: Option<Disposition>,
    /// The source.
    pub source: LoggedSide,
    /// What was done if the destination was there.
    pub exist: Option<Exist>,
    /// The destination.
    pub destination: LoggedSide,
    /// How it went: 0, 1 or 2 and why.
    pub status: Status,
}

/// One side of an item.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedSide {
    /// The file or the queue.
    pub end: LoggedEnd,
    /// What its content came to.
    pub checksum: Option<LoggedChecksum>,
}

/// A file or a queue.
#[derive(Clone, Debug, PartialEq)]
pub enum LoggedEnd {
    /// A file.
    File {
        /// Where.
        file: FileSpec,
        /// Its size in bytes, once that is known.
        size_bytes: Option<u64>,
        /// When it was changed last.
        last_modified: Option<Moment>,
    },
    /// A queue.
    Queue {
        /// Which.
        queue: QueueAddress,
        /// How many messages.
        message_count: Option<u64>,
        /// Bytes of the longest.
        message_length: Option<u64>,
        /// The group they are in.
        group_id: Option<[u8; 24]>,
    },
}

/// A checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedChecksum {
    /// Of which kind.
    pub method: Checksum,
    /// In hexadecimal digits, capitals.
    pub value: String,
}

impl LoggedItem {
    pub(super) fn read(element: &Element) -> Result<Self, Problem> {
        let (source, destination) = (element.needed("source")?, element.needed("destination")?);
        Ok(Self {
            mode: word(element, "mode")?.unwrap_or(Mode::Binary),
            disposition: word(source, "disposition")?,
            source: LoggedSide::read(source)?,
            exist: word(destination, "exist")?,
            destination: LoggedSide::read(destination)?,
            status: Status::read_in(element)?,
        })
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        writer.open("item").attribute("mode", self.mode.as_str());
        let disposition = self.disposition.map(Disposition::as_str);
        writer
            .open("source")
            .attribute_if("disposition", disposition);
        self.source.write(writer);
        writer.close();
        let exist = self.exist.map(Exist::as_str);
        writer.open("destination").attribute_if("exist", exist);
        self.destination.write(writer);
        writer.close();
        self.status.write(writer);
        writer.close();
    }
}

impl LoggedSide {
    fn read(element: &Element) -> Result<Self, Problem> {
        let checksum = match element.child("checksum") {
            Some(found) => Some(LoggedChecksum {
                method: word(found, "method")?.ok_or_else(|| found.missing("method"))?,
                value: found.trimmed().to_owned(),
            }),
            None => None,
        };
        Ok(Self {
            end: LoggedEnd::read_in(element)?,
            checksum,
        })
    }

    /// Writes what is in the element, and its type first.
    fn write(&self, writer: &mut Writer) {
        let kind = match self.end {
            LoggedEnd::File { .. } => "file",
            LoggedEnd::Queue { .. } => "queue",
        };
        writer.attribute("type", kind);
        self.end.write(writer);
        if let Some(checksum) = &self.checksum {
            let element = writer
                .open("checksum")
                .attribute("method", checksum.method.as_str());
            element.text(&checksum.value).close();
        }
    }
}

impl LoggedEnd {
    pub(super) fn read_in(parent: &Element) -> Result<Self, Problem> {
        match (parent.child("file"), parent.child("queue")) {
            (Some(file), _) => Ok(Self::File {
                file: FileSpec::read(file)?,
                size_bytes: count(file, "size")?,
                last_modified: moment(file, "last-modified")?,
            }),
            (None, Some(queue)) => {
                let group_id = |digits: &str| {
                    let bytes =
                        ferromq_mqi::hex::from_hex(digits).and_then(|bytes| bytes.try_into().ok());
                    bytes.ok_or_else(|| queue.wrong("groupId", digits, "48 hexadecimal digits"))
                };
                Ok(Self::Queue {
                    queue: QueueAddress::from_text(queue.trimmed()),
                    message_count: count(queue, "messageCount")?,
                    message_length: count(queue, "messageLength")?,
                    group_id: queue.attribute("groupId").map(group_id).transpose()?,
                })
            }
            (None, None) => Err(parent.missing("file or queue")),
        }
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        match self {
            Self::File {
                file,
                size_bytes,
                last_modified,
            } => {
                let (size, modified) = (text_if(*size_bytes), text_if(*last_modified));
                file.begin(writer);
                writer
                    .attribute_if("size", size.as_deref())
                    .attribute_if("last-modified", modified.as_deref())
                    .text(&file.path)
                    .close();
            }
            Self::Queue {
                queue,
                message_count,
                message_length,
                group_id,
            } => {
                let (count, length) = (text_if(*message_count), text_if(*message_length));
                let group_id = group_id.map(|id| ferromq_mqi::hex::hex(&id));
                writer
                    .open("queue")
                    .attribute_if("messageCount", count.as_deref())
                    .attribute_if("messageLength", length.as_deref())
                    .attribute_if("groupId", group_id.as_deref())
                    .text(&queue.to_string())
                    .close();
            }
        }
    }
}
