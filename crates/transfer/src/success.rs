//! Which exit codes of a program mean success.

/// Exit codes that mean success: conditions joined by `&` (all of them) and, binding less, `|` (any of them). A condition is a number, or one behind
/// `>`, `<` or `!` (not): `>2&<7&!5|0|14`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuccessCodes {
    any: Vec<Vec<(Comparison, i32)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Is,
    IsNot,
    Above,
    Below,
}

/// Characters of such a text, at most.
const TEXT_LEN_MAX: usize = 1_024;

impl SuccessCodes {
    /// Reads such a text; `None` of anything else. No text means 0.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        if text.len() > TEXT_LEN_MAX {
            return None;
        }
        let text = if text.trim().is_empty() { "0" } else { text };
        let all = |part: &str| part.split('&').map(condition).collect::<Option<Vec<_>>>();
        let any = text.split('|').map(all).collect::<Option<_>>()?;
        Some(Self { any })
    }

    /// Whether an exit code means success.
    #[must_use]
    pub fn contains(&self, code: i32) -> bool {
        let holds = |(comparison, number): &(Comparison, i32)| match comparison {
            Comparison::Is => code == *number,
            Comparison::IsNot => code != *number,
            Comparison::Above => code > *number,
            Comparison::Below => code < *number,
        };
        self.any.iter().any(|all| all.iter().all(holds))
    }
}

fn condition(text: &str) -> Option<(Comparison, i32)> {
    let text = text.trim();
    let (comparison, number) = match text.split_at_checked(1)? {
        (">", number) => (Comparison::Above, number),
        ("<", number) => (Comparison::Below, number),
        ("!", number) => (Comparison::IsNot, number),
        _ => (Comparison::Is, text),
    };
    Some((comparison, number.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::SuccessCodes;

    #[test]
    fn codes_are_what_the_text_says() {
        for (text, codes) in [
            ("", vec![0]),
            ("0", vec![0]),
            (">2&<7&!5|0|14", vec![0, 3, 4, 6, 14]),
            ("! 0 & < 3", vec![-1, 1, 2]),
        ] {
            let found = SuccessCodes::from_text(text).expect(text);
            let all: Vec<i32> = (-1..20).filter(|code| found.contains(*code)).collect();
            assert_eq!(all, codes, "{text}");
        }
        for text in [
            "x",
            ">",
            "1||2",
            "1&",
            "=1",
            ">=1",
            "99999999999",
            "\u{e9}1",
        ] {
            assert_eq!(SuccessCodes::from_text(text), None, "{text}");
        }
        assert_eq!(SuccessCodes::from_text(&"0|".repeat(600)), None, "too long");
    }
}
