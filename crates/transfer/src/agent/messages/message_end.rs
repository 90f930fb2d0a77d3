//! What the beginning of an item says of the messages it becomes.

use crate::agent::files::PATH_BYTES_MAX;
use crate::agent::layout::{Fields, put_text};
use crate::party::{Persistence, QueueAddress};
use crate::request::{Delimiter, DelimiterKind, DelimiterPosition, DestinationQueue};

/// Longest text of a delimiter, and of the name of a queue with its queue manager.
pub(super) const TEXT_BYTES_MAX: usize = 4_096;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageEnd {
    /// The queue, and how the file is cut.
    pub(crate) queue: DestinationQueue,
    /// Path of the source, for the properties of the first message.
    pub(crate) source: String,
}

impl MessageEnd {
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        let queue = &self.queue;
        put_text(bytes, &queue.queue.to_string(), TEXT_BYTES_MAX);
        put_text(bytes, &self.source, PATH_BYTES_MAX);
        bytes.push(match queue.persistent {
            None => 0,
            Some(Persistence::Persistent) => 1,
            Some(Persistence::NotPersistent) => 2,
            Some(Persistence::AsQueue) => 3,
        });
        bytes.push(u8::from(queue.set_mq_props == Some(true)));
        bytes.push(u8::from(queue.include_delimiter == Some(true)));
        bytes.extend_from_slice(&queue.message_size_bytes.unwrap_or(0).to_le_bytes());
        let Some(delimiter) = &queue.delimiter else {
            return bytes.push(0);
        };
        bytes.push(match delimiter.kind {
            DelimiterKind::Text => 1,
            DelimiterKind::Binary => 2,
        });
        let is_prefix = delimiter.position == Some(DelimiterPosition::Prefix);
        bytes.push(u8::from(is_prefix));
        put_text(bytes, &delimiter.value, TEXT_BYTES_MAX);
    }

    pub(crate) fn decode(fields: &mut Fields<'_>) -> Option<Self> {
        let address = fields.text(TEXT_BYTES_MAX)?;
        let source = fields.text(PATH_BYTES_MAX)?;
        let persistent = match fields.u8()? {
            0 => None,
            1 => Some(Persistence::Persistent),
            2 => Some(Persistence::NotPersistent),
            3 => Some(Persistence::AsQueue),
            _ => return None,
        };
        let (props, include) = (fields.u8()? != 0, fields.u8()? != 0);
        let size = Some(fields.u64()?).filter(|size| *size > 0);
        let kind = match fields.u8()? {
            0 => None,
            1 => Some(DelimiterKind::Text),
            2 => Some(DelimiterKind::Binary),
            _ => return None,
        };
        let delimiter = match kind {
            None => None,
            Some(kind) => Some(Delimiter {
                kind,
                position: (fields.u8()? != 0).then_some(DelimiterPosition::Prefix),
                value: fields.text(TEXT_BYTES_MAX)?,
            }),
        };
        let queue = DestinationQueue {
            queue: QueueAddress::from_text(&address),
            persistent,
            set_mq_props: Some(props),
            message_size_bytes: size,
            delimiter,
            include_delimiter: Some(include),
            encoding: None,
            line_end: None,
        };
        Some(Self { queue, source })
    }
}
