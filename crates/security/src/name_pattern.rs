//! Names with asterisks: channel profiles and queue manager names.

use ferromq_mqi::glob::fits_name;
use std::cmp::Ordering;

/// A name in which each `*` stands for any characters, also none.
///
/// The order of two patterns says which is more specific, for patterns that fit the same name:
/// from the left, at the first difference, a character comes before the end of the pattern, and
/// that before an asterisk. Greater is more specific. Of patterns that fit no name together it is
/// some order, and a total one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GenericName(String);

impl GenericName {
    /// The pattern in a text. Asterisks that follow each other are one.
    #[must_use]
    pub fn new(text: &str) -> GenericName {
        let mut name = String::with_capacity(text.len());
        for character in text.trim_end_matches(' ').chars() {
            if !(character == '*' && name.ends_with('*')) {
                name.push(character);
            }
        }
        GenericName(name)
    }

    /// The text of the pattern.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True if there is an asterisk in it.
    #[must_use]
    pub fn is_generic(&self) -> bool {
        self.0.contains('*')
    }

    /// True if the name fits.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        fits_name(&self.0, name)
    }

    /// True if every name that fits `other` fits this one too.
    #[must_use]
    pub fn covers(&self, other: &GenericName) -> bool {
        // An asterisk in `other` is a character only an asterisk here can take.
        self.matches(&other.0)
    }

    /// True if some name fits both.
    #[must_use]
    pub fn meets(&self, other: &GenericName) -> bool {
        meets_bytes(self.0.as_bytes(), other.0.as_bytes())
    }
}

/// Whether some text fits both. `reached[at]` says whether what has been taken of `one` and the
/// first `at` bytes of `other` have one in common: a table, since trying each length of each
/// asterisk takes time that grows with two to their number.
fn meets_bytes(one: &[u8], other: &[u8]) -> bool {
    let mut reached: Vec<bool> = Vec::with_capacity(other.len() + 1);
    reached.push(true);
    for byte in other {
        reached.push(reached.last() == Some(&true) && *byte == b'*');
    }
    for left in one {
        let mut next = Vec::with_capacity(reached.len());
        next.push(reached[0] && *left == b'*');
        for (at, right) in other.iter().enumerate() {
            next.push(if *left == b'*' || *right == b'*' {
                // An asterisk takes what the other side has, or ends.
                next[at] || reached[at + 1]
            } else {
                left == right && reached[at]
            });
        }
        reached = next;
    }
    reached.last() == Some(&true)
}

/// Which of two patterns with asterisks is more specific, see [`GenericName`].
///
/// A total order of kinds of characters, so that lists can be sorted by it whatever is in them:
/// patterns that fit the same name differ in kind at their first difference, or behind an
/// asterisk of both, and what differs in characters alone goes on to be compared.
pub(crate) fn more_specific(one: &str, other: &str) -> Ordering {
    const ASTERISK: u8 = 0;
    const END: u8 = 1;
    const CHARACTER: u8 = 2;
    fn kinds(text: &str) -> impl Iterator<Item = u8> {
        let kind = |byte: u8| if byte == b'*' { ASTERISK } else { CHARACTER };
        text.bytes().map(kind).chain([END])
    }
    kinds(one).cmp(kinds(other))
}

impl Ord for GenericName {
    fn cmp(&self, other: &Self) -> Ordering {
        // A name without asterisk fits itself only: nothing is more specific.
        let exact = other.is_generic().cmp(&self.is_generic());
        exact
            .then_with(|| more_specific(&self.0, &other.0))
            .then_with(|| other.0.cmp(&self.0))
    }
}

impl PartialOrd for GenericName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::random::SplitMix64;

    /// The definition of an asterisk, tried out.
    fn naive(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern, text) {
            ([], []) => true,
            ([b'*', rest @ ..], _) => (0..=text.len()).any(|taken| naive(rest, &text[taken..])),
            ([first, rest @ ..], [character, tail @ ..]) => first == character && naive(rest, tail),
            _ => false,
        }
    }

    fn random(seed: &mut SplitMix64, letters: &[u8], length_max: u64) -> String {
        let length = seed.below(length_max + 1);
        (0..length)
            .map(|_| char::from(letters[seed.below(letters.len() as u64) as usize]))
            .collect()
    }

    #[test]
    fn names_fit_as_the_definition_says() {
        let mut seed = SplitMix64::new(7);
        for _ in 0..20_000 {
            let pattern = random(&mut seed, b"AB*", 6);
            let name = random(&mut seed, b"AB", 7);
            assert_eq!(
                GenericName::new(&pattern).matches(&name),
                naive(pattern.as_bytes(), name.as_bytes()),
                "{pattern} {name}"
            );
        }
    }

    #[test]
    fn a_pattern_that_covers_another_is_never_the_more_specific() {
        let mut seed = SplitMix64::new(8);
        for _ in 0..20_000 {
            let one = GenericName::new(&random(&mut seed, b"AB*", 5));
            let other = GenericName::new(&random(&mut seed, b"AB*", 5));
            // Only where the right side is not reached by an early asterisk: the documented
            // order goes from left to right, whatever comes later.
            if one.covers(&other)
                && one != other
                && !one.as_str().contains("*A")
                && !one.as_str().contains("*B")
            {
                assert!(one < other, "{} {}", one.as_str(), other.as_str());
            }
            assert_eq!(one.meets(&other), other.meets(&one));
        }
    }

    #[test]
    fn patterns_meet_where_some_name_fits_both() {
        let names: Vec<String> = (0..9_u32)
            .flat_map(|length| {
                (0..1_u32 << length).map(move |bits| {
                    let letter = |at: u32| if bits >> at & 1 == 1 { 'A' } else { 'B' };
                    (0..length).map(letter).collect()
                })
            })
            .collect();
        let mut seed = SplitMix64::new(9);
        for _ in 0..4_000 {
            let one = GenericName::new(&random(&mut seed, b"AB*", 4));
            let other = GenericName::new(&random(&mut seed, b"AB*", 4));
            let found = names
                .iter()
                .any(|name| one.matches(name) && other.matches(name));
            assert_eq!(
                one.meets(&other),
                found,
                "{} {}",
                one.as_str(),
                other.as_str()
            );
        }
    }

    /// Trying each length of each asterisk would not end.
    #[test]
    fn many_asterisks_are_cheap() {
        let one = GenericName::new(&"*A".repeat(2_000));
        let other = GenericName::new(&"*B".repeat(2_000));
        assert!(!one.meets(&other));
    }

    #[test]
    fn the_first_difference_from_the_left_decides() {
        let order = ["*", "A*", "A*C", "AB*", "AB*D", "ABCD"];
        for pair in order.windows(2) {
            assert!(
                GenericName::new(pair[0]) < GenericName::new(pair[1]),
                "{pair:?}"
            );
        }
    }
}
