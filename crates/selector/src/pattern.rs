//! Patterns of `LIKE`.

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    This(char),
    /// `_`.
    AnyOne,
    /// `%`.
    Any,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(Vec<Part>);

impl Pattern {
    /// `None` when the escape character ends the pattern and so escapes nothing.
    pub(crate) fn new(text: &str, escape: Option<char>) -> Option<Self> {
        let mut parts = Vec::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            parts.push(match c {
                c if Some(c) == escape => Part::This(chars.next()?),
                '_' => Part::AnyOne,
                '%' if parts.last() == Some(&Part::Any) => continue,
                '%' => Part::Any,
                c => Part::This(c),
            });
        }
        Some(Self(parts))
    }

    /// Whether a text is like it. Takes at most as many steps as the text has characters times the pattern's.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let (mut part, mut rest) = (0, text.chars());
        // Where to go on when what follows the last `%` did not fit.
        let mut again = None;
        loop {
            if self.0.get(part) == Some(&Part::Any) {
                part += 1;
                again = Some((part, rest.clone()));
                continue;
            }
            let fits = match (self.0.get(part), rest.next()) {
                (None, None) => return true,
                (Some(Part::This(wanted)), Some(c)) => *wanted == c,
                (Some(Part::AnyOne), Some(_)) => true,
                // The text ends before the pattern does.
                (Some(_), None) => return false,
                (None, Some(_)) => false,
                // invariant: one that stands for anything was taken above
                (Some(Part::Any), Some(_)) => unreachable!("handled above"),
            };
            if fits {
                part += 1;
                continue;
            }
            let Some((after, from)) = &mut again else {
                return false;
            };
            if from.next().is_none() {
                return false;
            }
            (part, rest) = (*after, from.clone());
        }
    }
}
