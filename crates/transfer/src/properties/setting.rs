//! What keys there are, and what their values may be.

use super::file::Properties;
use super::substitution::{UnknownVariable, substitute};
use std::collections::BTreeMap;
use std::fmt;

/// A key, and what its value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key.
    pub key: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// What it is without the key; nothing for some.
    pub default: Option<&'static str>,
    /// What it is for, with its unit.
    pub about: &'static str,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number in this range.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of these, in capitals or not.
    Word(&'static [&'static str]),
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// The line of the file, from 1; 0 when the key is not there.
    pub line: u32,
    /// The key.
    pub key: &'static str,
    /// What.
    pub kind: SettingProblemKind,
}

/// The kinds of [`SettingProblem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingProblemKind {
    /// It has to be there.
    Missing,
    /// It is not what it may be.
    Value {
        /// What it is.
        found: String,
        /// What it may be.
        wanted: Kind,
    },
    /// It has a variable that is not set.
    Variable(UnknownVariable),
}

impl fmt::Display for SettingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        match &self.kind {
            SettingProblemKind::Missing => write!(f, "'{}' is not there; add it", self.key),
            SettingProblemKind::Value { found, wanted } => {
                write!(f, "'{}' is '{found}'; it may be {wanted}", self.key)
            }
            SettingProblemKind::Variable(unknown) => write!(f, "'{}': {unknown}", self.key),
        }
    }
}

impl std::error::Error for SettingProblem {}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("any text"),
            Self::Flag => f.write_str("true or false"),
            Self::Number { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Word(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

impl Kind {
    /// Whether a value is one of these.
    #[must_use]
    pub fn fits(&self, value: &str) -> bool {
        match self {
            Self::Text => true,
            Self::Flag => flag(value).is_some(),
            Self::Number { min, max } => value
                .parse()
                .is_ok_and(|number: i64| (*min..=*max).contains(&number)),
            Self::Word(words) => words.iter().any(|word| word.eq_ignore_ascii_case(value)),
        }
    }
}

fn flag(value: &str) -> Option<bool> {
    let is = |word: &str| value.eq_ignore_ascii_case(word);
    if is("true") {
        Some(true)
    } else {
        is("false").then_some(false)
    }
}

/// Values by key, each of its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values(BTreeMap<&'static str, String>);

impl Values {
    /// The values of the keys of a table, with variables replaced; all problems otherwise. An empty value is none.
    pub(super) fn read(
        table: &'static [Setting],
        needed: &[&str],
        file: &Properties,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Vec<SettingProblem>> {
        let mut found: BTreeMap<&str, (&str, u32)> = BTreeMap::new();
        for (key, value, line) in file.entries() {
            found.insert(key, (value, line));
        }
        let mut values = BTreeMap::new();
        let mut problems = Vec::new();
        for setting in table {
            let key = setting.key;
            let (value, line) = found.get(key).copied().unwrap_or_default();
            let mut wrong = |kind| problems.push(SettingProblem { line, key, kind });
            match substitute(value.trim(), &lookup) {
                Ok(value) if value.is_empty() && needed.contains(&key) => {
                    wrong(SettingProblemKind::Missing)
                }
                Ok(value) if value.is_empty() => {}
                Ok(value) if setting.kind.fits(&value) => drop(values.insert(key, value)),
                Ok(found) => wrong(SettingProblemKind::Value {
                    found,
                    wanted: setting.kind,
                }),
                Err(unknown) => wrong(SettingProblemKind::Variable(unknown)),
            }
        }
        if problems.is_empty() {
            Ok(Self(values))
        } else {
            Err(problems)
        }
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.text(key).and_then(flag)
    }

    pub(super) fn number<T: TryFrom<i64>>(&self, key: &str) -> Option<T> {
        T::try_from(self.text(key)?.parse().ok()?).ok()
    }
}

/// A view of a file by a table: for each key a method that has its value, or its default. `needed` keys have to be there, and may not be empty.
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        $view:ident needs [$($needed:literal),*];
        texts { $($text:ident $text_key:literal: $text_about:literal;)* }
        defaulted { $($defaulted:ident $defaulted_key:literal = $text_default:literal, $text_kind:expr; $defaulted_about:literal;)* }
        numbers { $($number:ident $number_key:literal = $number_type:ident $number_default:literal, $min:literal..=$max:literal; $number_about:literal;)* }
        flags { $($flag:ident $flag_key:literal = $flag_default:literal; $flag_about:literal;)* }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $view(crate::properties::setting::Values);

        impl $view {
            /// All keys it knows.
            pub const TABLE: &'static [crate::properties::Setting] = &[
                $(crate::properties::Setting { key: $text_key, kind: crate::properties::Kind::Text, default: None, about: $text_about },)*
                $(crate::properties::Setting { key: $defaulted_key, kind: $text_kind, default: Some($text_default), about: $defaulted_about },)*
                $(crate::properties::Setting {
                    key: $number_key,
                    kind: crate::properties::Kind::Number { min: $min, max: $max },
                    default: Some(stringify!($number_default)),
                    about: $number_about,
                },)*
                $(crate::properties::Setting {
                    key: $flag_key,
                    kind: crate::properties::Kind::Flag,
                    default: Some(stringify!($flag_default)),
                    about: $flag_about,
                },)*
            ];

            /// What a file says, with `${NAME}` replaced by what `lookup` has for it.
            ///
            /// # Errors
            /// Everything that is wrong with it.
            pub fn read(
                file: &crate::properties::Properties,
                lookup: impl Fn(&str) -> Option<String>,
            ) -> Result<Self, Vec<crate::properties::SettingProblem>> {
                crate::properties::setting::Values::read(Self::TABLE, &[$($needed),*], file, lookup).map(Self)
            }

            $(#[doc = $text_about] #[must_use] pub fn $text(&self) -> Option<&str> {
                self.0.text($text_key)
            })*
            $(#[doc = $defaulted_about] #[must_use] pub fn $defaulted(&self) -> &str {
                self.0.text($defaulted_key).unwrap_or($text_default)
            })*
            $(#[doc = $number_about] #[must_use] pub fn $number(&self) -> $number_type {
                self.0.number($number_key).unwrap_or($number_default)
            })*
            $(#[doc = $flag_about] #[must_use] pub fn $flag(&self) -> bool {
                self.0.flag($flag_key).unwrap_or($flag_default)
            })*
        }
    };
}
pub(super) use settings;
