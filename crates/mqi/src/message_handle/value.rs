//! Values as bytes, and values of one type as those of another.

use crate::code_page::{CodePage, End};
use crate::convert::Described;
use crate::generated::constants::*;
use crate::header::ByteOrder;
use crate::hex::hex;
use crate::property::Value;
use crate::reason::Reason;

/// `MQTYPE_*` of a value.
#[must_use]
pub const fn kind_of(value: &Value) -> i32 {
    match value {
        Value::Null => MQTYPE_NULL,
        Value::Boolean(_) => MQTYPE_BOOLEAN,
        Value::Bytes(_) => MQTYPE_BYTE_STRING,
        Value::Int8(_) => MQTYPE_INT8,
        Value::Int16(_) => MQTYPE_INT16,
        Value::Int32(_) => MQTYPE_INT32,
        Value::Int64(_) => MQTYPE_INT64,
        Value::Float32(_) => MQTYPE_FLOAT32,
        Value::Float64(_) => MQTYPE_FLOAT64,
        Value::Text(_) => MQTYPE_STRING,
    }
}

/// The value of type `kind` (`MQTYPE_*`) that `bytes` are, in the code page and encoding `described`. Special code pages
/// count as UTF-8.
///
/// # Errors
/// `MQRC_PROPERTY_TYPE_ERROR`; `MQRC_BUFFER_LENGTH_ERROR` when there are more or fewer bytes than the type has;
/// `MQRC_SOURCE_CCSID_ERROR`, `MQRC_SOURCE_BUFFER_ERROR` for text that is none, `MQRC_SOURCE_INTEGER_ENC_ERROR`,
/// `MQRC_SOURCE_FLOAT_ENC_ERROR`.
pub fn read_value(kind: i32, bytes: &[u8], described: Described) -> Result<Value, Reason> {
    Ok(match kind {
        MQTYPE_NULL if bytes.is_empty() => Value::Null,
        MQTYPE_NULL => return Err(Reason::BUFFER_LENGTH_ERROR),
        MQTYPE_BYTE_STRING => Value::Bytes(bytes.into()),
        MQTYPE_STRING => Value::Text(read_text(bytes, described)?.into()),
        MQTYPE_BOOLEAN => Value::Boolean(integer::<4>(bytes, described)? != [0; 4]),
        MQTYPE_INT8 => Value::Int8(i8::from_le_bytes(integer(bytes, described)?)),
        MQTYPE_INT16 => Value::Int16(i16::from_le_bytes(integer(bytes, described)?)),
        MQTYPE_INT32 => Value::Int32(i32::from_le_bytes(integer(bytes, described)?)),
        MQTYPE_INT64 => Value::Int64(i64::from_le_bytes(integer(bytes, described)?)),
        MQTYPE_FLOAT32 => Value::Float32(f32::from_le_bytes(float(bytes, described)?)),
        MQTYPE_FLOAT64 => Value::Float64(f64::from_le_bytes(float(bytes, described)?)),
        _ => return Err(Reason::PROPERTY_TYPE_ERROR),
    })
}

/// Text in its code page, where that is one.
pub(super) fn read_text(bytes: &[u8], described: Described) -> Result<String, Reason> {
    let page = page(described.ccsid).ok_or(Reason::SOURCE_CCSID_ERROR)?;
    let order = ByteOrder::from_encoding(described.encoding);
    let mut text = String::new();
    page.decode(bytes, order, End::Whole, &mut text)
        .map_err(|_| Reason::SOURCE_BUFFER_ERROR)?;
    Ok(text)
}

/// The bytes of a value in the code page and encoding `described`; `None` where there is no such page or encoding.
#[must_use]
pub fn write_value(value: &Value, described: Described) -> Option<Vec<u8>> {
    let integer_order = || integer_order(described.encoding);
    let float_order = || float_order(described.encoding);
    Some(match value {
        Value::Null => Vec::new(),
        Value::Bytes(bytes) => bytes.to_vec(),
        Value::Text(text) => write_text(text, described)?,
        Value::Boolean(value) => ordered(i32::from(*value).to_le_bytes(), integer_order()?),
        Value::Int8(value) => value.to_le_bytes().to_vec(),
        Value::Int16(value) => ordered(value.to_le_bytes(), integer_order()?),
        Value::Int32(value) => ordered(value.to_le_bytes(), integer_order()?),
        Value::Int64(value) => ordered(value.to_le_bytes(), integer_order()?),
        Value::Float32(value) => ordered(value.to_le_bytes(), float_order()?),
        Value::Float64(value) => ordered(value.to_le_bytes(), float_order()?),
    })
}

/// Text in a code page, where there is such.
pub(super) fn write_text(text: &str, described: Described) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let order = ByteOrder::from_encoding(described.encoding);
    page(described.ccsid)?.encode(text, order, &mut out);
    Some(out)
}

/// Zero and what is negative stand for the program's own, which is UTF-8.
fn page(ccsid: i32) -> Option<CodePage> {
    CodePage::find(if ccsid <= 0 { 1208 } else { ccsid })
}

pub(super) fn integer_order(encoding: i32) -> Option<ByteOrder> {
    match encoding & MQENC_INTEGER_MASK {
        MQENC_INTEGER_NORMAL => Some(ByteOrder::Big),
        MQENC_INTEGER_REVERSED => Some(ByteOrder::Little),
        _ => None,
    }
}

/// Floating point of System/390 is not built.
fn float_order(encoding: i32) -> Option<ByteOrder> {
    match encoding & MQENC_FLOAT_MASK {
        MQENC_FLOAT_IEEE_NORMAL => Some(ByteOrder::Big),
        MQENC_FLOAT_IEEE_REVERSED => Some(ByteOrder::Little),
        _ => None,
    }
}

fn integer<const N: usize>(bytes: &[u8], described: Described) -> Result<[u8; N], Reason> {
    let order = integer_order(described.encoding).ok_or(Reason::SOURCE_INTEGER_ENC_ERROR)?;
    fixed(bytes, order)
}

fn float<const N: usize>(bytes: &[u8], described: Described) -> Result<[u8; N], Reason> {
    let order = float_order(described.encoding).ok_or(Reason::SOURCE_FLOAT_ENC_ERROR)?;
    fixed(bytes, order)
}

/// Exactly so many bytes, the least significant first.
fn fixed<const N: usize>(bytes: &[u8], order: ByteOrder) -> Result<[u8; N], Reason> {
    let mut fixed: [u8; N] = bytes.try_into().map_err(|_| Reason::BUFFER_LENGTH_ERROR)?;
    if order == ByteOrder::Big {
        fixed.reverse();
    }
    Ok(fixed)
}

fn ordered<const N: usize>(mut bytes: [u8; N], order: ByteOrder) -> Vec<u8> {
    if order == ByteOrder::Big {
        bytes.reverse();
    }
    bytes.to_vec()
}

/// A value as one of another type (`MQTYPE_*`).
///
/// `MQRC_PROPERTY_TYPE_ERROR` when that is no type, `MQRC_PROP_CONV_NOT_SUPPORTED` where something could be lost,
/// `MQRC_PROP_NUMBER_FORMAT_ERROR` for text that is not of the form.
pub(super) fn convert(value: &Value, kind: i32) -> Result<Value, Reason> {
    const KINDS: i32 = MQTYPE_NULL
        | MQTYPE_BOOLEAN
        | MQTYPE_BYTE_STRING
        | MQTYPE_INT8
        | MQTYPE_INT16
        | MQTYPE_INT32
        | MQTYPE_INT64
        | MQTYPE_FLOAT32
        | MQTYPE_FLOAT64
        | MQTYPE_STRING;
    if kind & !KINDS != 0 || kind.count_ones() != 1 {
        return Err(Reason::PROPERTY_TYPE_ERROR);
    }
    if kind == kind_of(value) {
        return Ok(value.clone());
    }
    match (value, kind) {
        (Value::Text(text), _) => of_text(text, kind),
        (Value::Null, _) => Err(Reason::PROP_CONV_NOT_SUPPORTED),
        (_, MQTYPE_STRING) => Ok(Value::Text(spelled(value).into())),
        (Value::Float32(number), MQTYPE_FLOAT64) => Ok(Value::Float64(f64::from(*number))),
        (Value::Boolean(_) | Value::Int8(_), _) => widened(value, kind, MQTYPE_INT8),
        (Value::Int16(_), _) => widened(value, kind, MQTYPE_INT32),
        (Value::Int32(_), _) => widened(value, kind, MQTYPE_INT64),
        _ => Err(Reason::PROP_CONV_NOT_SUPPORTED),
    }
}

/// An integer of a type from `least` on.
fn widened(value: &Value, kind: i32, least: i32) -> Result<Value, Reason> {
    let number: i64 = match value {
        Value::Boolean(value) => i64::from(*value),
        Value::Int8(value) => i64::from(*value),
        Value::Int16(value) => i64::from(*value),
        Value::Int32(value) => i64::from(*value),
        _ => return Err(Reason::PROP_CONV_NOT_SUPPORTED),
    };
    if kind < least {
        return Err(Reason::PROP_CONV_NOT_SUPPORTED);
    }
    of_integer(number, kind).ok_or(Reason::PROP_CONV_NOT_SUPPORTED)
}

fn of_integer(number: i64, kind: i32) -> Option<Value> {
    match kind {
        MQTYPE_INT8 => number.try_into().ok().map(Value::Int8),
        MQTYPE_INT16 => number.try_into().ok().map(Value::Int16),
        MQTYPE_INT32 => number.try_into().ok().map(Value::Int32),
        MQTYPE_INT64 => Some(Value::Int64(number)),
        _ => None,
    }
}

fn spelled(value: &Value) -> String {
    match value {
        Value::Boolean(value) => (if *value { "TRUE" } else { "FALSE" }).to_owned(),
        Value::Int8(value) => value.to_string(),
        Value::Int16(value) => value.to_string(),
        Value::Int32(value) => value.to_string(),
        Value::Int64(value) => value.to_string(),
        Value::Float32(value) => short(f64::from(*value), &value.to_string(), || {
            format!("{value:e}")
        }),
        Value::Float64(value) => short(*value, &value.to_string(), || format!("{value:e}")),
        Value::Bytes(bytes) => hex(bytes),
        Value::Text(text) => text.to_string(),
        Value::Null => String::new(),
    }
}

/// Plain digits where they are few.
fn short(value: f64, plain: &str, exponential: impl Fn() -> String) -> String {
    let plain_range = value == 0.0 || !value.is_finite() || (1e-4..1e15).contains(&value.abs());
    if plain_range {
        plain.to_owned()
    } else {
        exponential()
    }
}

fn of_text(text: &str, kind: i32) -> Result<Value, Reason> {
    let bad = Reason::PROP_NUMBER_FORMAT_ERROR;
    let number = text.trim_start();
    match kind {
        MQTYPE_BOOLEAN => match text.trim() {
            "1" => Ok(Value::Boolean(true)),
            "0" => Ok(Value::Boolean(false)),
            word if word.eq_ignore_ascii_case("true") => Ok(Value::Boolean(true)),
            word if word.eq_ignore_ascii_case("false") => Ok(Value::Boolean(false)),
            _ => Err(bad),
        },
        MQTYPE_INT8 | MQTYPE_INT16 | MQTYPE_INT32 | MQTYPE_INT64 => {
            let digits = &number[..sign_and_digits(number)];
            let value: i64 = digits.parse().map_err(|_| bad)?;
            of_integer(value, kind).ok_or(bad)
        }
        MQTYPE_FLOAT32 => {
            let value: f32 = floating(number).parse().map_err(|_| bad)?;
            if value.is_finite() {
                Ok(Value::Float32(value))
            } else {
                Err(bad)
            }
        }
        MQTYPE_FLOAT64 => {
            let value: f64 = floating(number).parse().map_err(|_| bad)?;
            if value.is_finite() {
                Ok(Value::Float64(value))
            } else {
                Err(bad)
            }
        }
        _ => Err(Reason::PROP_CONV_NOT_SUPPORTED),
    }
}

/// Length of a sign, if there is one, and the digits behind it. What follows does not count.
fn sign_and_digits(text: &str) -> usize {
    let sign = usize::from(text.starts_with(['+', '-']));
    sign + digits(&text[sign..])
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// `[sign]digits[.digits][e[sign]digits]` at the beginning; what follows does not count.
fn floating(text: &str) -> &str {
    let mut len = sign_and_digits(text);
    if !text[..len].ends_with(|c: char| c.is_ascii_digit()) {
        return "";
    }
    if let Some(fraction) = text[len..].strip_prefix('.') {
        len += 1 + digits(fraction);
    }
    if let Some(exponent) = text[len..].strip_prefix(['e', 'E']) {
        let more = sign_and_digits(exponent);
        if exponent[..more].ends_with(|c: char| c.is_ascii_digit()) {
            len += 1 + more;
        }
    }
    &text[..len]
}
