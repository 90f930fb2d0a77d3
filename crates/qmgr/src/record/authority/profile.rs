//! Profiles: the names authority is given over, exact or generic.
//!
//! A name is made of qualifiers with full stops between. `?` stands for one character; `*` in a
//! qualifier for any characters of it, and alone for one whole qualifier; `**` alone for any
//! number of qualifiers, none among them, once in a profile.
//!
//! Source: "Using OAM generic profiles", "Wildcard characters used in OAM generic profiles",
//! "Profile priorities".

use std::cmp::Ordering;
use std::fmt;

/// Longest profile, bytes: that of an object's name.
const PROFILE_BYTES_MAX: usize = 48;

/// The profile of the right to make objects of a kind.
pub const CLASS_PROFILE: &str = "@class";
/// The profile of the queue manager itself.
pub const SELF_PROFILE: &str = "self";

/// A valid profile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Profile(String);

/// Why text is no profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfileError {
    /// No characters.
    Empty,
    /// More than 48 bytes.
    TooLong,
    /// A character no object name has, and no wildcard.
    BadCharacter(char),
    /// `**` beside other characters of a qualifier, or more than once.
    DoubleAsterisk,
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a profile has at least one character"),
            Self::TooLong => f.write_str("a profile has at most 48 characters"),
            Self::BadCharacter(found) => {
                write!(
                    f,
                    "a profile has the characters of object names and * and ? only, not '{found}'"
                )
            }
            Self::DoubleAsterisk => {
                f.write_str("** stands for whole qualifiers, and once in a profile")
            }
        }
    }
}

impl std::error::Error for ProfileError {}

impl Profile {
    /// A valid profile.
    ///
    /// # Errors
    /// See [`ProfileError`].
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        if text.is_empty() {
            return Err(ProfileError::Empty);
        }
        if text == CLASS_PROFILE {
            return Ok(Self(text.to_owned()));
        }
        let valid = |found: &char| {
            found.is_ascii_alphanumeric() || matches!(found, '.' | '/' | '_' | '%' | '*' | '?')
        };
        if let Some(found) = text.chars().find(|found| !valid(found)) {
            return Err(ProfileError::BadCharacter(found));
        }
        if text.len() > PROFILE_BYTES_MAX {
            return Err(ProfileError::TooLong);
        }
        let double = text.split('.').filter(|part| part.contains("**"));
        let mut several = double.clone().skip(1);
        if double.clone().any(|part| part != "**") || several.next().is_some() {
            return Err(ProfileError::DoubleAsterisk);
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the profile.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True when it may stand for several names.
    #[must_use]
    pub fn is_generic(&self) -> bool {
        self.0.contains(['*', '?'])
    }

    /// True when it stands for this name.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let pattern: Vec<&str> = self.0.split('.').collect();
        let parts: Vec<&str> = name.split('.').collect();
        let Some(any) = pattern.iter().position(|part| *part == "**") else {
            return all_match(&pattern, &parts);
        };
        let (before, after) = (&pattern[..any], &pattern[any + 1..]);
        parts.len() >= before.len() + after.len()
            && all_match(before, &parts[..before.len()])
            && all_match(after, &parts[parts.len() - after.len()..])
    }

    /// `Less` when this profile is the more specific one, and so comes first. From left to
    /// right, where they differ, a character stands before the end, that before `?`, that
    /// before `*`, and that before `**`.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        tokens(&self.0).cmp(tokens(&other.0))
    }
}

/// Whether each qualifier matches the one in its place.
fn all_match(pattern: &[&str], parts: &[&str]) -> bool {
    pattern.len() == parts.len()
        && pattern
            .iter()
            .zip(parts)
            .all(|(pattern, part)| qualifier_matches(pattern.as_bytes(), part.as_bytes()))
}

fn qualifier_matches(pattern: &[u8], text: &[u8]) -> bool {
    // Where to go on when what follows the last asterisk does not fit here.
    let (mut at, mut from) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while from < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at + 1, from));
                at += 1;
            }
            Some(wanted) if *wanted == b'?' || *wanted == text[from] => {
                at += 1;
                from += 1;
            }
            _ => {
                let Some((after, taken)) = retry else {
                    return false;
                };
                retry = Some((after, taken + 1));
                (at, from) = (after, taken + 1);
            }
        }
    }
    pattern[at..].iter().all(|left| *left == b'*')
}

/// How specific each place of a profile is, and what stands there.
fn tokens(text: &str) -> impl Iterator<Item = (u8, u8)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        let token = match bytes.get(at) {
            None if ended => return None,
            None => {
                ended = true;
                (1, 0)
            }
            Some(b'?') => (2, 0),
            Some(b'*') if bytes.get(at + 1) == Some(&b'*') => {
                at += 1;
                (4, 0)
            }
            Some(b'*') => (3, 0),
            Some(other) => (0, *other),
        };
        at += 1;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(text: &str) -> Profile {
        Profile::parse(text).expect("a profile")
    }

    /// Source: "Wildcard characters used in OAM generic profiles".
    #[test]
    fn wildcards_stand_for_what_the_manual_says() {
        for (pattern, name, matches) in [
            ("AB.?D", "AB.CD", true),
            ("AB.?D", "AB.ED", true),
            ("AB.?D", "AB.D", false),
            ("AB.?D", "AB..D", false),
            ("ABC.*.JKL", "ABC.DEF.JKL", true),
            ("ABC.*.JKL", "ABC.JKL", false),
            ("ABC.*.JKL", "ABC.DEF.GHI.JKL", false),
            ("ABC.DE*.JKL", "ABC.DE.JKL", true),
            ("ABC.DE*.JKL", "ABC.DEFG.JKL", true),
            ("ABC.DE*.JKL", "ABC.D.JKL", false),
            ("**", "A", true),
            ("**", "A.B.C", true),
            ("**.ABC", "ABC", true),
            ("**.ABC", "DEF.GHI.ABC", true),
            ("ABC.**.DEF", "ABC.DEF", true),
            ("ABC.**.DEF", "ABC.X.Y.DEF", true),
            ("ABC.**.DEF", "ABC.X.Y", false),
            ("ABC.**", "ABC", true),
            ("ABC.**", "ABC.X.Y", true),
            ("ABC.**", "ABCD", false),
            ("*", "ABC", true),
            ("*", "ABC.DEF", false),
            ("A*B*C", "AxxBxBC", true),
            ("A*B*C", "AxxBxBD", false),
            ("EXACT", "EXACT", true),
            ("EXACT", "exact", false),
        ] {
            assert_eq!(profile(pattern).matches(name), matches, "{pattern} {name}");
        }
    }

    /// Source: "Profile priorities".
    #[test]
    fn the_more_specific_profile_comes_first() {
        for (first, second) in [
            ("AB.C*", "AB.*"),
            ("AB.CD", "AB.C?"),
            ("AB.?", "AB.*"),
            ("AB.*", "AB.**"),
            ("A.B", "A.B*"),
            ("A.*.C", "A.*"),
            ("A.B.**", "A.**"),
            ("A.**", "**"),
            ("*.B", "**"),
        ] {
            assert_eq!(
                profile(first).compare(&profile(second)),
                Ordering::Less,
                "{first} {second}"
            );
            assert_eq!(profile(second).compare(&profile(first)), Ordering::Greater);
        }
    }

    #[test]
    fn what_is_no_profile_is_refused_with_the_reason() {
        for (text, error) in [
            ("", ProfileError::Empty),
            ("A B", ProfileError::BadCharacter(' ')),
            ("A**", ProfileError::DoubleAsterisk),
            ("**.A.**", ProfileError::DoubleAsterisk),
            ("A.***", ProfileError::DoubleAsterisk),
            (&"A".repeat(49), ProfileError::TooLong),
        ] {
            assert_eq!(Profile::parse(text), Err(error), "{text}");
        }
        assert!(Profile::parse(CLASS_PROFILE).is_ok());
    }

    /// Compares with the obvious way to match, over all short patterns and names.
    #[test]
    fn qualifiers_match_as_the_obvious_way_says() {
        fn obvious(pattern: &[u8], text: &[u8]) -> bool {
            match (pattern.split_first(), text.split_first()) {
                (None, None) => true,
                (Some((b'*', rest)), _) => {
                    (0..=text.len()).any(|skipped| obvious(rest, &text[skipped..]))
                }
                (Some((wanted, rest)), Some((found, left))) => {
                    (*wanted == b'?' || wanted == found) && obvious(rest, left)
                }
                _ => false,
            }
        }
        let words = |letters: &[u8], length: u32| -> Vec<Vec<u8>> {
            let count = letters.len().pow(length);
            let word = |mut number: usize| {
                let mut word = Vec::new();
                for _ in 0..length {
                    word.push(letters[number % letters.len()]);
                    number /= letters.len();
                }
                word
            };
            (0..count).map(word).collect()
        };
        for pattern in (0..=4).flat_map(|length| words(b"ab*?", length)) {
            for text in (0..=4).flat_map(|length| words(b"ab", length)) {
                assert_eq!(
                    qualifier_matches(&pattern, &text),
                    obvious(&pattern, &text),
                    "{pattern:?} {text:?}"
                );
            }
        }
    }
}
