//! What a selector comes to for a message. Unknown is `None`.

use crate::Message;
use crate::parse::{Arithmetic, Comparison, Node};
use crate::value::{Number, Value};
use std::borrow::Cow;
use std::cmp::Ordering;

impl Node {
    /// As a condition.
    pub(crate) fn condition(&self, message: &dyn Message) -> Option<bool> {
        match self {
            Self::And(nodes) => all(nodes, message),
            Self::Or(nodes) => any(nodes, message),
            Self::Not(node) => node.condition(message).map(|value| !value),
            Self::Compare(comparison, left, right) => {
                compare(*comparison, &left.value(message), &right.value(message))
            }
            Self::Between(nodes, not) => between(nodes, *not, message),
            Self::In(field, values, not) => of_text(&field.value(message), *not, |text, exact| {
                values.iter().any(|value| same_text(text, value, exact))
            }),
            Self::Like(field, pattern, not) => {
                of_text(&field.value(message), *not, |text, exact| {
                    pattern.matches(text) || !exact && pattern.matches(text.trim_end_matches(' '))
                })
            }
            Self::IsNull(field, not) => {
                let null = matches!(field.value(message), Value::Null);
                Some(null != *not)
            }
            _ => match self.value(message) {
                Value::Null => None,
                Value::Boolean(value) => Some(value),
                // Documented: what has another type than it must have is false.
                _ => Some(false),
            },
        }
    }

    /// As a value.
    fn value<'a>(&'a self, message: &'a dyn Message) -> Value<'a> {
        match self {
            Self::Boolean(value) => Value::Boolean(*value),
            Self::Integer(value) => Value::Integer(*value),
            Self::Float(value) => Value::Float(*value),
            Self::Text(text) => Value::Text(Cow::Borrowed(text)),
            Self::Bytes(bytes) => Value::Bytes(bytes),
            Self::Field(field) => field.value(message),
            Self::Negative(node) => match node.value(message).number() {
                Some(Number::Integer(value)) => Value::Integer(value.wrapping_neg()),
                Some(Number::Float(value)) => Value::Float(-value),
                None => Value::Null,
            },
            Self::Arithmetic(arithmetic, left, right) => {
                let left = left.value(message).number();
                let right = right.value(message).number();
                match (left, right) {
                    (Some(left), Some(right)) => compute(*arithmetic, left, right),
                    _ => Value::Null,
                }
            }
            _ => self.condition(message).map_or(Value::Null, Value::Boolean),
        }
    }
}

/// False if one is, else unknown if one is.
fn all(nodes: &[Node], message: &dyn Message) -> Option<bool> {
    let mut result = Some(true);
    for node in nodes {
        match node.condition(message) {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

/// True if one is, else unknown if one is.
fn any(nodes: &[Node], message: &dyn Message) -> Option<bool> {
    let mut result = Some(false);
    for node in nodes {
        match node.condition(message) {
            Some(true) => return Some(true),
            None => result = None,
            Some(false) => {}
        }
    }
    result
}

fn compare(comparison: Comparison, left: &Value<'_>, right: &Value<'_>) -> Option<bool> {
    if matches!(left, Value::Null) || matches!(right, Value::Null) {
        return None;
    }
    if let (Some(left), Some(right)) = (left.number(), right.number()) {
        return Some(holds(comparison, order(left, right)));
    }
    let equal = match (left, right) {
        (Value::Boolean(left), Value::Boolean(right)) => left == right,
        (Value::Bytes(left), Value::Bytes(right)) => left == right,
        _ => match (left.text(), right.text()) {
            (Some((left, left_exact)), Some((right, right_exact))) => {
                same_text(left, right, left_exact && right_exact)
            }
            // Documented: values of different types compare false, whatever is asked.
            _ => return Some(false),
        },
    };
    Some(match comparison {
        Comparison::Equal => equal,
        Comparison::NotEqual => !equal,
        _ => false,
    })
}

fn same_text(left: &str, right: &str, exact: bool) -> bool {
    if exact {
        left == right
    } else {
        left.trim_end_matches(' ') == right.trim_end_matches(' ')
    }
}

/// `None` where one is no number at all.
fn order(left: Number, right: Number) -> Option<Ordering> {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => Some(left.cmp(&right)),
        _ => left.float().partial_cmp(&right.float()),
    }
}

fn holds(comparison: Comparison, order: Option<Ordering>) -> bool {
    match comparison {
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::NotEqual => order != Some(Ordering::Equal),
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::LessOrEqual => order.is_some_and(Ordering::is_le),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
    }
}

fn between(nodes: &[Node; 3], not: bool, message: &dyn Message) -> Option<bool> {
    let [value, low, high] = nodes.each_ref().map(|node| node.value(message));
    let any_null = [&value, &low, &high]
        .iter()
        .any(|value| matches!(value, Value::Null));
    let numbers = [&value, &low, &high].map(Value::number);
    if !any_null && numbers.iter().any(Option::is_none) {
        return Some(false);
    }
    let above = compare(Comparison::GreaterOrEqual, &value, &low);
    let below = compare(Comparison::LessOrEqual, &value, &high);
    let within = match (above, below) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    };
    within.map(|within| within != not)
}

fn of_text(value: &Value<'_>, not: bool, holds: impl FnOnce(&str, bool) -> bool) -> Option<bool> {
    match (value, value.text()) {
        (Value::Null, _) => None,
        (_, Some((text, exact))) => Some(holds(text, exact) != not),
        (_, None) => Some(false),
    }
}

fn compute<'a>(arithmetic: Arithmetic, left: Number, right: Number) -> Value<'a> {
    if let (Number::Integer(left), Number::Integer(right)) = (left, right) {
        return match arithmetic {
            Arithmetic::Add => Number::Integer(left.wrapping_add(right)),
            Arithmetic::Subtract => Number::Integer(left.wrapping_sub(right)),
            Arithmetic::Multiply => Number::Integer(left.wrapping_mul(right)),
            Arithmetic::Divide if right == 0 => return Value::Null,
            Arithmetic::Divide => Number::Integer(left.wrapping_div(right)),
        }
        .value();
    }
    let (left, right) = (left.float(), right.float());
    Value::Float(match arithmetic {
        Arithmetic::Add => left + right,
        Arithmetic::Subtract => left - right,
        Arithmetic::Multiply => left * right,
        Arithmetic::Divide => left / right,
    })
}
