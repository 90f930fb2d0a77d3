//! Values while a selector is evaluated.

use ferromq_mqi::property;
use std::borrow::Cow;

/// A value of a field or an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value<'a> {
    /// There is none.
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(Cow<'a, str>),
    /// A field of fixed length: blanks at its end do not count.
    Padded(Cow<'a, str>),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    pub(crate) fn of(property: Option<&'a property::Value>) -> Self {
        use property::Value as P;
        match property {
            None | Some(P::Null) => Self::Null,
            Some(P::Boolean(value)) => Self::Boolean(*value),
            Some(P::Bytes(bytes)) => Self::Bytes(bytes),
            Some(P::Int8(value)) => Self::Integer(i64::from(*value)),
            Some(P::Int16(value)) => Self::Integer(i64::from(*value)),
            Some(P::Int32(value)) => Self::Integer(i64::from(*value)),
            Some(P::Int64(value)) => Self::Integer(*value),
            Some(P::Float32(value)) => Self::Float(f64::from(*value)),
            Some(P::Float64(value)) => Self::Float(*value),
            Some(P::Text(text)) => Self::Text(Cow::Borrowed(text)),
        }
    }

    /// The text, and whether blanks at its end count.
    pub(crate) fn text(&self) -> Option<(&str, bool)> {
        match self {
            Self::Text(text) => Some((text, true)),
            Self::Padded(text) => Some((text, false)),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<Number> {
        match self {
            Self::Integer(value) => Some(Number::Integer(*value)),
            Self::Float(value) => Some(Number::Float(*value)),
            _ => None,
        }
    }
}

/// A number, exact or approximate. Two of different kinds are computed with as approximate ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    Integer(i64),
    Float(f64),
}

impl Number {
    pub(crate) fn float(self) -> f64 {
        match self {
            // Documented: as Java promotes numbers.
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    pub(crate) fn value<'a>(self) -> Value<'a> {
        match self {
            Self::Integer(value) => Value::Integer(value),
            Self::Float(value) => Value::Float(value),
        }
    }
}
