//! What Tab does: completes what is typed as far as that is sure, else shows what fits. No terminal here.

use ferromq_admin::{Fitting, completion};
use std::fmt::Write;

/// Words shown at once.
const SHOWN_MAX: usize = 120;

/// What there is to do with a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Completed {
    /// Nothing fits.
    Nothing,
    /// So many characters before the cursor give way to this text.
    Typed(usize, String),
    /// These fit.
    Shown(Vec<String>),
}

/// Completes a line, of which this stands before the cursor, of a command of which that was on lines before. `ask` runs a command that displays
/// something and answers what it printed.
pub(super) fn completed(begun: &str, before: &str, ask: impl Fn(&str) -> String) -> Completed {
    let whole = format!("{begun}{before}");
    let Some(found) = completion(&whole) else {
        return Completed::Nothing;
    };
    // What was begun on a line before is not changed any more.
    let Some(typed) = found.from.checked_sub(begun.len()) else {
        return Completed::Nothing;
    };
    let Some(typed) = before.get(typed..) else {
        return Completed::Nothing;
    };
    let words = match found.fitting {
        Fitting::Words(words) => words,
        Fitting::Names(wanted) => {
            let replies: String = wanted.commands().iter().map(|text| ask(text)).collect();
            wanted.words(&replies)
        }
    };
    let sure = common(&words);
    let begins = |text: &str| text.trim_start_matches('\'').to_ascii_uppercase();
    let is_further = sure.len() > typed.len() || (words.len() == 1 && sure != typed);
    match words.len() {
        0 => Completed::Nothing,
        _ if is_further && begins(&sure).starts_with(&begins(typed)) => {
            Completed::Typed(typed.chars().count(), sure)
        }
        _ => Completed::Shown(
            words
                .iter()
                .map(|word| word.trim_end().to_owned())
                .collect(),
        ),
    }
}

/// What all of them begin with.
fn common(words: &[String]) -> String {
    let Some((first, rest)) = words.split_first() else {
        return String::new();
    };
    let mut end = first.len();
    for word in rest {
        let same = first.bytes().zip(word.bytes()).take_while(|(a, b)| a == b);
        end = end.min(same.count());
    }
    while !first.is_char_boundary(end) {
        end -= 1;
    }
    first[..end].to_owned()
}

/// Words in columns, each line with its end, for a terminal of that width.
pub(super) fn columns(words: &[String], width: usize) -> String {
    let shown = &words[..words.len().min(SHOWN_MAX)];
    let widest = shown.iter().map(|word| word.chars().count()).max();
    let column = widest.unwrap_or(0) + 2;
    let in_a_line = (width / column).max(1);
    let mut text = String::new();
    for line in shown.chunks(in_a_line) {
        let cells: String = line.iter().map(|word| format!("{word:<column$}")).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{}\r\n", cells.trim_end());
    }
    if words.len() > SHOWN_MAX {
        let _ = write!(text, "... and {} more\r\n", words.len() - SHOWN_MAX);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(text: &str) -> String {
        let all = ["ORDERS.IN", "ORDERS.OUT", "Small", "PAY"];
        let (_, prefix) = text.split_once("('").expect("a pattern");
        let prefix = prefix.trim_end_matches("*')");
        let fits = all.iter().filter(|name| name.starts_with(prefix));
        fits.map(|name| {
            format!("AMQ8409I: Display Queue details.\n   QUEUE({name})    TYPE(QLOCAL)\n")
        })
        .collect()
    }

    fn typed(count: usize, text: &str) -> Completed {
        Completed::Typed(count, text.to_owned())
    }

    #[test]
    fn what_is_sure_is_typed_and_the_rest_is_shown() {
        assert_eq!(completed("", "dis", ask), typed(3, "DISPLAY "));
        assert_eq!(completed("", "DISPLAY ql", ask), typed(2, "QLOCAL("));
        assert_eq!(completed("", "DISPLAY QL(p", ask), typed(1, "PAY) "));
        assert_eq!(completed("", "DISPLAY QL(o", ask), typed(1, "ORDERS."));
        let both = ["ORDERS.IN)", "ORDERS.OUT)"].map(str::to_owned);
        assert_eq!(
            completed("", "DISPLAY QL(ORDERS.", ask),
            Completed::Shown(both.to_vec())
        );
        assert_eq!(completed("", "DISPLAY QL(S", ask), typed(1, "'Small') "));
        assert_eq!(completed("", "DISPLAY QL('S", ask), typed(2, "'Small') "));
        assert_eq!(completed("", "DISPLAY QL(X", ask), Completed::Nothing);
        assert_eq!(completed("", "NOSUCH ", ask), Completed::Nothing);
    }

    #[test]
    fn a_command_goes_on_over_lines() {
        assert_eq!(
            completed("ALTER QL(X) ", "maxd", ask),
            typed(4, "MAXDEPTH(")
        );
        assert_eq!(completed("ALTER QL(X) MAXD", "", ask), Completed::Nothing);
    }

    #[test]
    fn words_stand_in_columns() {
        let words = ["A", "BB", "CCC"].map(str::to_owned);
        assert_eq!(columns(&words, 10), "A    BB\r\nCCC\r\n");
        assert_eq!(columns(&words, 1), "A\r\nBB\r\nCCC\r\n");
        let many = vec!["X".to_owned(); SHOWN_MAX + 3];
        assert!(columns(&many, 80).ends_with("... and 3 more\r\n"));
    }
}
