//! Bytes to messages.

use super::{GROUP_DEPTH_MAX, Header, Malformed, Message, Parameter, Problem, Text, Texts, Value};
use crate::generated::constants::*;
use crate::header::ByteOrder;

/// Bytes of `MQCFH`.
const HEADER_BYTES: usize = MQCFH_STRUC_LENGTH as usize;
/// Bytes every parameter has at least: type, length and number.
const PREFIX_BYTES: usize = 12;

impl Message {
    /// Takes a whole message apart.
    ///
    /// # Errors
    /// The first rule, in the order of bytes, that does not hold.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, Malformed> {
        let (message, used) = Self::decode_first(bytes, order)?;
        if used != bytes.len() {
            return Err(Malformed {
                problem: Problem::MessageLength,
                structure: 0,
                parameter: 0,
                offset: used,
            });
        }
        Ok(message)
    }

    /// Takes a header and its parameters apart; what follows them is not looked at. Gives back how
    /// many bytes they have.
    ///
    /// # Errors
    /// The first rule, in the order of bytes, that does not hold.
    pub fn decode_first(bytes: &[u8], order: ByteOrder) -> Result<(Self, usize), Malformed> {
        let (header, count) = header(bytes, order)?;
        let mut reader = Reader {
            bytes,
            order,
            at: HEADER_BYTES,
        };
        let parameters = reader.parameters(count, 0)?;
        Ok((Self { header, parameters }, reader.at))
    }

    /// Whose command a message is, as far as its bytes can tell: the header alone, for answering a
    /// message whose parameters are malformed.
    ///
    /// # Errors
    /// The rule that does not hold.
    pub fn decode_header(bytes: &[u8], order: ByteOrder) -> Result<Header, Malformed> {
        header(bytes, order).map(|(header, _)| header)
    }
}

fn header(bytes: &[u8], order: ByteOrder) -> Result<(Header, usize), Malformed> {
    let fail = |problem| Malformed {
        problem,
        structure: 0,
        parameter: 0,
        offset: 0,
    };
    let reader = Reader {
        bytes,
        order,
        at: 0,
    };
    let mut fields = [0; 9];
    for (number, field) in fields.iter_mut().enumerate() {
        *field = reader
            .int_at(number * 4)
            .ok_or(fail(Problem::HeaderLength))?;
    }
    let [
        kind,
        length,
        version,
        command,
        sequence,
        control,
        comp_code,
        reason,
        count,
    ] = fields;
    if length != MQCFH_STRUC_LENGTH {
        return Err(fail(Problem::HeaderLength));
    }
    if !(MQCFH_VERSION_1..=MQCFH_VERSION_3).contains(&version) {
        return Err(fail(Problem::HeaderVersion));
    }
    let count = usize::try_from(count).map_err(|_| fail(Problem::HeaderCount))?;
    let header = Header {
        kind,
        version,
        command,
        sequence,
        control,
        comp_code,
        reason,
    };
    Ok((header, count))
}

struct Reader<'a> {
    bytes: &'a [u8],
    order: ByteOrder,
    at: usize,
}

impl Reader<'_> {
    fn int_at(&self, offset: usize) -> Option<i32> {
        let bytes = *self.bytes.get(offset..)?.first_chunk()?;
        Some(match self.order {
            ByteOrder::Little => i32::from_le_bytes(bytes),
            ByteOrder::Big => i32::from_be_bytes(bytes),
        })
    }

    fn parameters(&mut self, count: usize, depth: usize) -> Result<Vec<Parameter>, Malformed> {
        let mut parameters = Vec::new();
        for _ in 0..count {
            parameters.push(self.parameter(depth)?);
        }
        Ok(parameters)
    }

    fn parameter(&mut self, depth: usize) -> Result<Parameter, Malformed> {
        let offset = self.at;
        let fail = |structure, parameter, problem| Malformed {
            problem,
            structure,
            parameter,
            offset,
        };
        let short = fail(0, 0, Problem::MessageLength);
        let kind = self.int_at(offset).ok_or(short)?;
        let length = self.int_at(offset + 4).ok_or(short)?;
        let id = self.int_at(offset + 8).unwrap_or(0);
        if structure_bytes(kind).is_none() {
            return Err(fail(kind, id, Problem::StructureType));
        }
        let left = self.bytes.len() - offset;
        let length = usize::try_from(length)
            .ok()
            .filter(|length| (PREFIX_BYTES..=left).contains(length))
            .ok_or(fail(kind, id, Problem::Length))?;
        let structure = Structure {
            bytes: &self.bytes[offset..offset + length],
            order: self.order,
        };
        let inside = structure.value(kind);
        let inside = inside.map_err(|problem| fail(kind, id, problem))?;
        self.at = offset + length;
        let value = match inside {
            Inside::Value(value) => value,
            Inside::Group(_) if depth == GROUP_DEPTH_MAX => {
                return Err(fail(kind, id, Problem::Depth));
            }
            Inside::Group(count) => Value::Group(self.parameters(count, depth + 1)?),
        };
        Ok(Parameter { id, value })
    }
}

/// Bytes of the part of a structure that does not vary; nothing for numbers no structure has.
fn structure_bytes(kind: i32) -> Option<usize> {
    Some(match kind {
        MQCFT_INTEGER | MQCFT_INTEGER_LIST | MQCFT_INTEGER64_LIST => 16,
        MQCFT_GROUP | MQCFT_BYTE_STRING => 16,
        MQCFT_STRING | MQCFT_INTEGER_FILTER | MQCFT_BYTE_STRING_FILTER => 20,
        MQCFT_INTEGER64 | MQCFT_STRING_LIST | MQCFT_STRING_FILTER => 24,
        _ => return None,
    })
}

enum Inside {
    Value(Value),
    /// So many parameters follow.
    Group(usize),
}

/// One structure, cut out of its message.
struct Structure<'a> {
    bytes: &'a [u8],
    order: ByteOrder,
}

impl Structure<'_> {
    fn value(&self, kind: i32) -> Result<Inside, Problem> {
        let fixed = structure_bytes(kind).ok_or(Problem::StructureType)?;
        if self.bytes.len() < fixed {
            return Err(Problem::Length);
        }
        let whole = |value| match self.bytes.len() == fixed {
            true => Ok(value),
            false => Err(Problem::Length),
        };
        Ok(Inside::Value(match kind {
            MQCFT_INTEGER => whole(Value::Int(self.int(12)))?,
            MQCFT_INTEGER64 => whole(Value::Int64(self.int64(16)))?,
            MQCFT_INTEGER_FILTER => whole(Value::IntFilter {
                operator: self.int(12),
                value: self.int(16),
            })?,
            MQCFT_INTEGER_LIST => {
                let count = self.count(12, 4, fixed)?;
                Value::Ints((0..count).map(|at| self.int(fixed + at * 4)).collect())
            }
            MQCFT_INTEGER64_LIST => {
                let count = self.count(12, 8, fixed)?;
                Value::Int64s((0..count).map(|at| self.int64(fixed + at * 8)).collect())
            }
            MQCFT_STRING => Value::Text(self.text(12)?),
            MQCFT_STRING_FILTER => Value::TextFilter {
                operator: self.int(12),
                value: self.text(16)?,
            },
            MQCFT_BYTE_STRING => Value::Bytes(self.counted(12)?),
            MQCFT_BYTE_STRING_FILTER => Value::BytesFilter {
                operator: self.int(12),
                value: self.counted(16)?,
            },
            MQCFT_STRING_LIST => Value::Texts(self.texts()?),
            _ => {
                let count = usize::try_from(self.int(12)).map_err(|_| Problem::Count)?;
                whole(Value::Int(0))?;
                return Ok(Inside::Group(count));
            }
        }))
    }

    /// A number within the part that does not vary, which is there.
    fn int(&self, offset: usize) -> i32 {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.bytes[offset..offset + 4]);
        match self.order {
            ByteOrder::Little => i32::from_le_bytes(bytes),
            ByteOrder::Big => i32::from_be_bytes(bytes),
        }
    }

    fn int64(&self, offset: usize) -> i64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.bytes[offset..offset + 8]);
        match self.order {
            ByteOrder::Little => i64::from_le_bytes(bytes),
            ByteOrder::Big => i64::from_be_bytes(bytes),
        }
    }

    /// A count of entries of `width` bytes, which fill the structure.
    fn count(&self, offset: usize, width: usize, fixed: usize) -> Result<usize, Problem> {
        let count = usize::try_from(self.int(offset)).map_err(|_| Problem::Count)?;
        match count.checked_mul(width) {
            Some(bytes) if bytes == self.bytes.len() - fixed => Ok(count),
            Some(_) => Err(Problem::Length),
            None => Err(Problem::Count),
        }
    }

    /// Bytes with their length before them, up to the structure's end or to the padding there.
    fn counted(&self, offset: usize) -> Result<Vec<u8>, Problem> {
        let length = usize::try_from(self.int(offset)).map_err(|_| Problem::StringLength)?;
        let rest = &self.bytes[offset + 4..];
        let bytes = rest.get(..length).ok_or(Problem::StringLength)?;
        Ok(bytes.to_vec())
    }

    fn text(&self, offset: usize) -> Result<Text, Problem> {
        Ok(Text {
            ccsid: self.int(offset),
            bytes: self.counted(offset + 4)?,
        })
    }

    fn texts(&self) -> Result<Texts, Problem> {
        let count = usize::try_from(self.int(16)).map_err(|_| Problem::Count)?;
        let width = usize::try_from(self.int(20)).map_err(|_| Problem::StringLength)?;
        let all = count.checked_mul(width).ok_or(Problem::Count)?;
        let bytes = self.bytes[24..].get(..all).ok_or(Problem::StringLength)?;
        // Strings of no length could be any number. What is padded behind them allows no more: they are not written with it.
        if width == 0 && count > MQCFSL_STRUC_LENGTH_FIXED as usize {
            return Err(Problem::Count);
        }
        let list = match width {
            0 => vec![Vec::new(); count],
            _ => bytes.chunks_exact(width).map(<[u8]>::to_vec).collect(),
        };
        Ok(Texts {
            ccsid: self.int(12),
            list,
        })
    }
}
