//! Values of attributes: what a new object starts with, what an MQSC command gives, what is allowed, how one is shown.

use super::error::AttributeError;
use super::info::{AttributeInfo, Form, Initial};
use crate::generated::attributes::Attr;

/// A value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number; words and flags are held as their numbers.
    Int(i32),
    /// Text, names, dates and times, without trailing blanks.
    Text(String),
    /// A list of names.
    List(Vec<String>),
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Int(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl AttributeInfo {
    /// The value a new object starts with.
    #[must_use]
    pub fn initial_value(&self) -> Value {
        match self.initial {
            Initial::Int(number) => Value::Int(number),
            Initial::Text(text) => Value::Text(text.to_owned()),
            Initial::List(entries) => {
                Value::List(entries.iter().map(|entry| (*entry).to_owned()).collect())
            }
        }
    }

    /// True for the value a new object starts with.
    #[must_use]
    pub fn is_initial(&self, value: &Value) -> bool {
        match (self.initial, value) {
            (Initial::Int(initial), Value::Int(number)) => initial == *number,
            (Initial::Text(initial), Value::Text(text)) => initial == text,
            (Initial::List(initial), Value::List(entries)) => initial == entries.as_slice(),
            _ => false,
        }
    }

    /// Reads what an MQSC command gives in parentheses: one value, or for a list the entries.
    ///
    /// # Errors
    /// See [`AttributeError`]. The value is checked as [`AttributeInfo::check`] does.
    pub fn parse(&self, given: &[&str]) -> Result<Value, AttributeError> {
        let attr = self.attr;
        let value = match (self.form, given) {
            (Form::Choices { .. }, words) => {
                Value::List(words.iter().map(|word| word.to_ascii_uppercase()).collect())
            }
            (Form::Names { .. } | Form::Texts { .. }, names) => Value::List(
                names
                    .iter()
                    .filter(|name| !name.trim().is_empty())
                    .map(|n| (*n).to_owned())
                    .collect(),
            ),
            (_, [one]) if !self.form.is_number() => Value::Text(one.trim_end().to_owned()),
            (Form::Int { words, .. }, [one]) => match find_word(words, one) {
                Some(number) => Value::Int(number),
                None => Value::Int(parse_number(attr, one)?),
            },
            (Form::Word { words }, [one]) => {
                let number = find_word(words, one);
                Value::Int(number.ok_or_else(|| AttributeError::NotAWord {
                    attr,
                    given: (*one).to_owned(),
                })?)
            }
            _ => return Err(AttributeError::WrongForm { attr }),
        };
        self.check(&value)?;
        Ok(value)
    }

    /// Checks a value against form, range and length, whoever sets it.
    ///
    /// # Errors
    /// See [`AttributeError`].
    pub fn check(&self, value: &Value) -> Result<(), AttributeError> {
        let attr = self.attr;
        match (self.form, value) {
            (Form::Int { min, max, words }, Value::Int(number)) => {
                let special = words.iter().any(|(_, value)| value == number);
                in_range(attr, *number, special || (min..=max).contains(number))
            }
            (Form::Word { words }, Value::Int(number)) => in_range(
                attr,
                *number,
                words.iter().any(|(_, value)| value == number),
            ),
            (Form::Flag, Value::Int(number)) => in_range(attr, *number, matches!(number, 0 | 1)),
            (form, Value::List(entries)) if form.is_list() => check_list(attr, form, entries),
            (Form::Name { length_max }, Value::Text(text)) => {
                check_name(attr, text, length_max, "")
            }
            (Form::Key, Value::Text(text)) => check_name(attr, text, self.form.field_bytes(), ""),
            (Form::Pattern { length_max }, Value::Text(text)) => {
                check_name(attr, text, length_max, "*")
            }
            (form, Value::Text(text)) if !form.is_number() && !form.is_list() => {
                let length_max = form.field_bytes();
                if text.len() > length_max {
                    return Err(AttributeError::TooLong { attr, length_max });
                }
                Ok(())
            }
            _ => Err(AttributeError::WrongForm { attr }),
        }
    }

    /// The value as MQSC shows it: `MAXDEPTH(5000)`, `PUT(ENABLED)`, `NOTRIGGER`, `DESCR( )`.
    #[must_use]
    pub fn show(&self, value: &Value) -> String {
        let keyword = self.attr.keyword();
        match (self.form, value) {
            (Form::Flag, Value::Int(1)) => keyword.to_owned(),
            (Form::Flag, _) => format!("NO{keyword}"),
            _ => format!("{keyword}({})", self.show_value(value)),
        }
    }

    /// The value alone, as it stands in parentheses. Nothing is shown as one blank.
    #[must_use]
    pub fn show_value(&self, value: &Value) -> String {
        let shown = match (self.form, value) {
            (Form::Int { words, .. } | Form::Word { words }, Value::Int(number)) => {
                let word = words.iter().find(|(_, value)| value == number);
                word.map_or_else(|| number.to_string(), |(word, _)| (*word).to_owned())
            }
            (_, Value::Int(number)) => number.to_string(),
            (Form::Secret { .. }, Value::Text(text)) if !text.is_empty() => "********".to_owned(),
            (_, Value::Text(text)) => text.clone(),
            (_, Value::List(names)) => names.join(","),
        };
        if shown.is_empty() {
            " ".to_owned()
        } else {
            shown
        }
    }
}

fn find_word(words: &[(&str, i32)], given: &str) -> Option<i32> {
    words
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(given))
        .map(|(_, value)| *value)
}

fn parse_number(attr: Attr, given: &str) -> Result<i32, AttributeError> {
    let number: i64 = given
        .trim()
        .parse()
        .map_err(|_| AttributeError::NotANumber {
            attr,
            given: given.to_owned(),
        })?;
    i32::try_from(number).map_err(|_| AttributeError::OutOfRange {
        attr,
        given: number,
    })
}

fn in_range(attr: Attr, number: i32, inside: bool) -> Result<(), AttributeError> {
    if inside {
        Ok(())
    } else {
        Err(AttributeError::OutOfRange {
            attr,
            given: i64::from(number),
        })
    }
}

fn check_list(attr: Attr, form: Form, entries: &[String]) -> Result<(), AttributeError> {
    let (Form::Names { count_max }
    | Form::Texts { count_max, .. }
    | Form::Choices { count_max, .. }) = form
    else {
        return Err(AttributeError::WrongForm { attr });
    };
    if entries.len() > count_max {
        return Err(AttributeError::TooMany { attr, count_max });
    }
    if entries.is_empty() && matches!(form, Form::Choices { .. }) {
        return Err(AttributeError::WrongForm { attr });
    }
    entries.iter().try_for_each(|entry| match form {
        Form::Texts { length_max, .. } if entry.len() > length_max => {
            Err(AttributeError::TooLong { attr, length_max })
        }
        Form::Texts { .. } => Ok(()),
        Form::Choices { words, .. } => match find_word(words, entry) {
            Some(_) => Ok(()),
            None => Err(AttributeError::NotAWord {
                attr,
                given: entry.clone(),
            }),
        },
        _ => check_name(attr, entry, form.field_bytes(), ""),
    })
}

fn check_name(attr: Attr, name: &str, length_max: usize, also: &str) -> Result<(), AttributeError> {
    if name.len() > length_max {
        return Err(AttributeError::TooLong { attr, length_max });
    }
    let valid = |c: char| c.is_ascii_alphanumeric() || "./_%".contains(c) || also.contains(c);
    if name.chars().all(valid) {
        Ok(())
    } else {
        Err(AttributeError::BadName {
            attr,
            given: name.to_owned(),
        })
    }
}
