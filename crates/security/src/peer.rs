//! Names of certificates and patterns for them: what `SSLPEER` and `SSLCERTI` mean.
//!
//! A pattern is a list of attributes such as `CN=app*,OU=Sales`. Each has to be in the
//! certificate's name; their order does not matter, except of those that occur several times
//! (`OU`, `DC`), which are compared one by one from the first. Letters match in either case.
//! An asterisk at the beginning or the end of a value stands for any characters.
//! Source: the manual topic on rules for SSLPEER values.

use crate::name_pattern::more_specific;
use ferromq_mqi::distinguished_name::DistinguishedName;
use ferromq_mqi::glob::fits_name;
use std::cmp::Ordering;
use std::fmt;

/// Attribute types in the documented order of precedence, with their other spellings.
const TYPES: [&[&str]; 17] = [
    &["SERIALNUMBER"],
    &["MAIL"],
    &["E", "EMAILADDRESS"],
    &["UID", "USERID"],
    &["CN"],
    &["T", "TITLE"],
    &["OU"],
    &["DC"],
    &["O"],
    &["STREET"],
    &["L"],
    &["ST", "SP", "S"],
    &["PC", "POSTALCODE"],
    &["C"],
    &["UNSTRUCTUREDNAME"],
    &["UNSTRUCTUREDADDRESS"],
    &["DNQ", "DNQUALIFIER"],
];

/// A name in a certificate as patterns are compared with it: in small letters, and without attributes that no pattern can ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeerName(Attributes);

/// A pattern for names in certificates.
///
/// The order of two patterns says which is more specific, for patterns that fit the same name:
/// for one attribute type after the other, in the documented order, the pattern that has it
/// comes before the one that has not, and a value before one with an earlier asterisk. Greater
/// is more specific.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerPattern {
    attributes: Attributes,
    text: String,
}

/// Why a text is no name or no pattern (`MQRCCF_SSL_PEER_NAME_ERROR`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerError {
    /// There is no attribute in it.
    Empty,
    /// A part has no equals sign, or nothing before it.
    NoValue(String),
    /// An attribute type there is not, in patterns; it must be in capitals there.
    UnknownType(String),
    /// A quotation mark without a second one, or something after it.
    Quotation(String),
    /// An asterisk that is neither first nor last in its value.
    Asterisk(String),
    /// An attribute is there twice that can be there once only.
    Twice(String),
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a name needs at least one attribute such as CN=name"),
            Self::NoValue(part) => write!(f, "'{part}' is not of the form type=value"),
            Self::UnknownType(name) => write!(
                f,
                "'{name}' is no attribute type; they are SERIALNUMBER, MAIL, E, UID, CN, T, OU, DC, O, STREET, L, ST, PC, C, UNSTRUCTUREDNAME, UNSTRUCTUREDADDRESS and DNQ, in capitals"
            ),
            Self::Quotation(part) => write!(f, "quotation marks do not match in '{part}'"),
            Self::Asterisk(part) => write!(
                f,
                "an asterisk may be first or last in a value, which it is not in '{part}'"
            ),
            Self::Twice(name) => write!(f, "{name} may be there once only"),
        }
    }
}

impl std::error::Error for PeerError {}

/// Values per attribute type, each in the order they are given. In values of patterns a
/// wildcard is `*` and an asterisk that was escaped is [`LITERAL_ASTERISK`].
type Attributes = [Vec<String>; TYPES.len()];

/// Stands for an asterisk that means itself. Names hold none of its own: see [`PeerName::add`].
const LITERAL_ASTERISK: char = '\u{1}';

impl PeerName {
    /// The name of a certificate. Its text is not looked at: values may hold what separates attributes there.
    #[must_use]
    pub fn of(name: &DistinguishedName) -> PeerName {
        let mut attributes = PeerName::default();
        for attribute in name.attributes() {
            attributes.add(&attribute.kind, &attribute.value);
        }
        attributes
    }

    /// Takes a name apart that somebody asks about and has written as `CN=name,OU=unit,...`, with `\` before special
    /// characters or values in quotation marks.
    ///
    /// # Errors
    /// See [`PeerError`].
    pub fn parse(text: &str) -> Result<PeerName, PeerError> {
        let mut attributes = PeerName::default();
        for (name, value) in split(text)? {
            let value = value.replace(LITERAL_ASTERISK, "*");
            attributes.add(&name.to_ascii_uppercase(), &value);
        }
        Ok(attributes)
    }

    fn add(&mut self, kind: &str, value: &str) {
        if let Some(at) = type_number(kind) {
            // A text may hold any character, this one too: it must not look like an asterisk.
            let value = value
                .replace(LITERAL_ASTERISK, "\u{fffd}")
                .replace('*', &LITERAL_ASTERISK.to_string());
            self.0[at].push(folded(&value));
        }
    }
}

impl PeerPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// See [`PeerError`].
    pub fn parse(text: &str) -> Result<PeerPattern, PeerError> {
        let mut attributes = Attributes::default();
        for (name, value) in split(text)? {
            let at = type_number(&name).ok_or_else(|| PeerError::UnknownType(name.clone()))?;
            if !attributes[at].is_empty() && !may_repeat(at) {
                return Err(PeerError::Twice(name));
            }
            let inner = value.strip_prefix('*').unwrap_or(&value);
            let inner = inner.strip_suffix('*').unwrap_or(inner);
            if inner.contains('*') {
                return Err(PeerError::Asterisk(format!("{name}={value}")));
            }
            attributes[at].push(folded(&value));
        }
        Ok(PeerPattern {
            attributes,
            text: text.trim().to_owned(),
        })
    }

    /// The text it was read from.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// True if the two mean the same names.
    #[must_use]
    pub fn same(&self, other: &PeerPattern) -> bool {
        self.attributes == other.attributes
    }

    /// True if a name fits.
    #[must_use]
    pub fn matches(&self, name: &PeerName) -> bool {
        self.attributes.iter().zip(&name.0).all(|(wanted, there)| {
            wanted.len() <= there.len()
                && wanted
                    .iter()
                    .zip(there)
                    .all(|(pattern, value)| fits_name(pattern, value))
        })
    }
}

impl PeerPattern {
    /// Which is more specific.
    #[must_use]
    pub fn specificity(&self, other: &PeerPattern) -> Ordering {
        let types = self.attributes.iter().zip(&other.attributes);
        types
            .map(|(one, other)| compare_values(one, other))
            .find(|order| *order != Ordering::Equal)
            .unwrap_or(Ordering::Equal)
    }
}

fn compare_values(one: &[String], other: &[String]) -> Ordering {
    let values = one.iter().zip(other).map(|(one, other)| {
        let exact = other.contains('*').cmp(&one.contains('*'));
        exact.then_with(|| more_specific(one, other))
    });
    // Having the attribute at all comes first, then the values, then how many there are.
    (!one.is_empty())
        .cmp(&!other.is_empty())
        .then_with(|| {
            values
                .into_iter()
                .find(|order| *order != Ordering::Equal)
                .unwrap_or(Ordering::Equal)
        })
        .then_with(|| one.len().cmp(&other.len()))
}

fn type_number(name: &str) -> Option<usize> {
    TYPES.iter().position(|spellings| spellings.contains(&name))
}

fn may_repeat(at: usize) -> bool {
    matches!(TYPES[at][0], "OU" | "DC" | "STREET" | "UNSTRUCTUREDADDRESS")
}

fn folded(value: &str) -> String {
    value.to_lowercase()
}

/// Types and values. Escaped characters are themselves; an escaped asterisk is
/// [`LITERAL_ASTERISK`].
fn split(text: &str) -> Result<Vec<(String, String)>, PeerError> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (part, after) = cut(rest)?;
        rest = after;
        let Some((name, value)) = part.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            return Err(PeerError::NoValue(part.to_owned()));
        };
        found.push((name.to_owned(), unquoted(value, part)?));
    }
    if found.is_empty() {
        return Err(PeerError::Empty);
    }
    Ok(found)
}

/// The first part, and what comes after the separator.
fn cut(text: &str) -> Result<(&str, &str), PeerError> {
    let (mut quoted, mut escaped) = (false, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            // A plus joins attributes of one step of the name; to patterns that is the same.
            ',' | ';' | '+' if !quoted => {
                return Ok((text[..at].trim(), text[at + 1..].trim()));
            }
            _ => {}
        }
    }
    if quoted {
        return Err(PeerError::Quotation(text.to_owned()));
    }
    Ok((text.trim(), ""))
}

fn unquoted(value: &str, part: &str) -> Result<String, PeerError> {
    let value = value.trim();
    let inside = match value.strip_prefix('"') {
        None => value,
        Some(after) => after
            .strip_suffix('"')
            .ok_or_else(|| PeerError::Quotation(part.to_owned()))?,
    };
    let mut plain = String::with_capacity(inside.len());
    let mut characters = inside.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('*') => plain.push(LITERAL_ASTERISK),
                Some(escaped) => plain.push(escaped),
                None => return Err(PeerError::NoValue(part.to_owned())),
            },
            other => plain.push(other),
        }
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::distinguished_name::Attribute;

    const NAME: &str = "SERIALNUMBER=4C:D0,CN=QMGR.ONE,OU=Sales,OU=Europe,O=Example\\, Inc,C=GB";

    fn matches(pattern: &str, name: &str) -> bool {
        let name = PeerName::parse(name).expect("a name");
        PeerPattern::parse(pattern)
            .expect("a pattern")
            .matches(&name)
    }

    #[test]
    fn patterns_ask_for_the_attributes_they_have() {
        for pattern in [
            "CN=QMGR.ONE",
            "CN=qmgr.*",
            "C=GB ; CN=\"QMGR.ONE\"",
            "O=\"Example, Inc\"",
            "O=Example\\, Inc",
            "O=*inc",
            "OU=Sales",
            "OU=Sales,OU=Europe",
            "OU=*,OU=Europe",
            "SERIALNUMBER=4c:d0,OU=S*",
            "CN=*mgr*",
            "CN=*",
        ] {
            assert!(matches(pattern, NAME), "{pattern}");
        }
        for pattern in [
            "CN=QMGR.TWO",
            "OU=Europe",
            "OU=Europe,OU=Sales",
            "OU=Sales,OU=Europe,OU=*",
            "T=Dr",
            "L=*",
            "CN=QMGR.ONE,C=FR",
            "O=Example",
        ] {
            assert!(!matches(pattern, NAME), "{pattern}");
        }
    }

    #[test]
    fn an_asterisk_that_is_escaped_or_in_a_certificate_means_itself() {
        assert!(matches("CN=a\\*", "CN=a*"));
        assert!(!matches("CN=a\\*", "CN=ab"));
        assert!(matches("CN=a*", "CN=a*"));
        assert!(!matches("CN=ab", "CN=a*"));
    }

    fn named(attributes: Vec<(&'static str, String)>) -> DistinguishedName {
        let attributes = attributes.into_iter().map(|(kind, value)| Attribute {
            kind: kind.into(),
            value,
        });
        DistinguishedName::new(attributes.collect())
    }

    /// Each of these values once made another name of the text it was in.
    #[test]
    fn a_value_of_a_certificate_neither_brings_attributes_in_nor_hides_any() {
        let fits = |pattern: &str, value: &str| {
            let name = named(vec![
                ("CN", value.to_owned()),
                ("OU", "Contractors".to_owned()),
            ]);
            let pattern = PeerPattern::parse(pattern).expect(pattern);
            pattern.matches(&PeerName::of(&name))
        };
        for value in [
            "x\\\",OU=Admins,L=\\\"y",
            "bob\\",
            "a\\\"b",
            "\"",
            "\\",
            "a,OU=Admins",
            "",
        ] {
            assert!(fits("OU=Contractors", value), "{value}");
            assert!(!fits("OU=Admins", value), "{value}");
            assert!(!fits("L=*", value), "{value}");
        }
        assert!(fits("CN=a*", "a\u{1}"));
        assert!(!fits("CN=a\\*", "a\u{1}"));
    }

    /// So what displays and events show can be written into `SSLPEER`, and asked about with MATCH(RUNCHECK).
    #[test]
    fn the_text_of_any_name_is_that_name_again() {
        let mut seed = ferromq_base::random::SplitMix64::new(7);
        for _ in 0..20_000 {
            let mut value = || -> String {
                (0..seed.below(7))
                    .map(|_| char::from(b"CNOU=,;+\"\\* \na\x01"[seed.below(14) as usize]))
                    .collect()
            };
            let name = named(vec![("CN", value()), ("OU", value()), ("OU", value())]);
            let text = name.to_string();
            assert_eq!(PeerName::parse(&text), Ok(PeerName::of(&name)), "{text}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused_with_its_reason() {
        let error = |text: &str| PeerPattern::parse(text).expect_err(text);
        assert_eq!(error(" "), PeerError::Empty);
        assert!(matches!(error("QM1"), PeerError::NoValue(_)));
        assert!(matches!(error("=x"), PeerError::NoValue(_)));
        assert!(matches!(error("XX=x"), PeerError::UnknownType(_)));
        assert!(matches!(error("cn=x"), PeerError::UnknownType(_)));
        assert!(matches!(error("CN=\"x"), PeerError::Quotation(_)));
        assert!(matches!(error("CN=\"x\"y"), PeerError::Quotation(_)));
        assert!(matches!(error("CN=a*b"), PeerError::Asterisk(_)));
        assert!(matches!(error("CN=a,CN=b"), PeerError::Twice(_)));
        assert!(matches!(error("CN=a\\"), PeerError::NoValue(_)));
    }

    #[test]
    fn the_attribute_that_counts_more_decides() {
        let order = [
            "O=IBM",
            "CN=*",
            "CN=*,O=IBM",
            "CN=a*",
            "CN=ab*",
            "CN=abc",
            "CN=abc,OU=*",
            "CN=abc,OU=x",
            "CN=abc,OU=x,OU=*",
            "SERIALNUMBER=1",
        ];
        for pair in order.windows(2) {
            let [less, more] = [pair[0], pair[1]].map(|text| PeerPattern::parse(text).expect(text));
            assert_eq!(more.specificity(&less), Ordering::Greater, "{pair:?}");
            assert_eq!(less.specificity(&more), Ordering::Less, "{pair:?}");
        }
    }

    #[test]
    fn any_bytes_are_a_name_or_an_error() {
        let mut seed = ferromq_base::random::SplitMix64::new(5);
        for _ in 0..20_000 {
            let text: String = (0..seed.below(12))
                .map(|_| char::from(b"CN=OU,;\"\\* +a"[seed.below(13) as usize]))
                .collect();
            let _ = PeerName::parse(&text);
            if let Ok(pattern) = PeerPattern::parse(&text) {
                assert_eq!(pattern.specificity(&pattern), Ordering::Equal);
            }
        }
    }
}
