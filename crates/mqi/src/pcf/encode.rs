//! Messages to bytes.

use super::{Message, Parameter, Text, Texts, Value};
use crate::generated::constants::MQCFH_STRUC_LENGTH;
use crate::header::ByteOrder;

impl Message {
    /// The bytes of the message, with numbers in that order.
    #[must_use]
    pub fn encode(&self, order: ByteOrder) -> Vec<u8> {
        let mut out = Writer {
            order,
            bytes: Vec::with_capacity(256),
        };
        let header = &self.header;
        out.ints(&[
            header.kind,
            MQCFH_STRUC_LENGTH,
            header.version,
            header.command,
            header.sequence,
            header.control,
            header.comp_code,
            header.reason,
            length(self.parameters.len()),
        ]);
        for parameter in &self.parameters {
            out.parameter(parameter);
        }
        out.bytes
    }
}

/// Sizes beyond what a message can have do not occur.
fn length(size: usize) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}

struct Writer {
    order: ByteOrder,
    bytes: Vec<u8>,
}

impl Writer {
    fn int(&mut self, value: i32) {
        self.bytes.extend_from_slice(&match self.order {
            ByteOrder::Little => value.to_le_bytes(),
            ByteOrder::Big => value.to_be_bytes(),
        });
    }

    fn int64(&mut self, value: i64) {
        self.bytes.extend_from_slice(&match self.order {
            ByteOrder::Little => value.to_le_bytes(),
            ByteOrder::Big => value.to_be_bytes(),
        });
    }

    fn ints(&mut self, values: &[i32]) {
        values.iter().for_each(|value| self.int(*value));
    }

    fn parameter(&mut self, parameter: &Parameter) {
        let start = self.bytes.len();
        // The length is put in once it is known.
        self.ints(&[parameter.value.kind(), 0, parameter.id]);
        let mut inside: &[Parameter] = &[];
        match &parameter.value {
            Value::Int(value) => self.int(*value),
            Value::Int64(value) => {
                // A reserved field stands before it.
                self.int(0);
                self.int64(*value);
            }
            Value::Ints(values) => {
                self.int(length(values.len()));
                self.ints(values);
            }
            Value::Int64s(values) => {
                self.int(length(values.len()));
                values.iter().for_each(|value| self.int64(*value));
            }
            Value::Text(text) => self.text(text),
            Value::Texts(texts) => self.texts(texts),
            Value::Bytes(bytes) => self.counted(bytes),
            Value::IntFilter { operator, value } => self.ints(&[*operator, *value]),
            Value::TextFilter { operator, value } => {
                self.int(*operator);
                self.text(value);
            }
            Value::BytesFilter { operator, value } => {
                self.int(*operator);
                self.counted(value);
            }
            Value::Group(parameters) => {
                self.int(length(parameters.len()));
                inside = parameters;
            }
        }
        let whole = (self.bytes.len() - start).next_multiple_of(4);
        self.bytes.resize(start + whole, 0);
        let whole = match self.order {
            ByteOrder::Little => length(whole).to_le_bytes(),
            ByteOrder::Big => length(whole).to_be_bytes(),
        };
        self.bytes[start + 4..start + 8].copy_from_slice(&whole);
        for parameter in inside {
            self.parameter(parameter);
        }
    }

    fn counted(&mut self, bytes: &[u8]) {
        self.int(length(bytes.len()));
        self.bytes.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &Text) {
        self.int(text.ccsid);
        self.counted(&text.bytes);
    }

    fn texts(&mut self, texts: &Texts) {
        let width = texts.list.iter().map(Vec::len).max().unwrap_or(0);
        self.ints(&[texts.ccsid, length(texts.list.len()), length(width)]);
        for text in &texts.list {
            self.bytes.extend_from_slice(text);
            let missing = width - text.len();
            self.bytes.extend(std::iter::repeat_n(b' ', missing));
        }
    }
}
