//! From lines to entries: comments, blank lines and continuation.

use crate::problem::Place;

/// A character and where it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) char: char,
    pub(crate) place: Place,
}

/// One entry of the table, on one line or several: control data, or a rule.
pub(crate) type Entry = Vec<Placed>;

/// How an entry goes on in the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoesOn {
    No,
    /// `+`: with its first character that is no blank.
    FirstWord,
    /// `-`: with its first column.
    FirstColumn,
}

/// The entries of a text. Comment lines and blank lines are in none.
pub(crate) fn entries(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut open = Entry::new();
    let mut goes_on = GoesOn::No;
    for (number, line) in (1_u32..).zip(text.lines()) {
        let kept = line.trim_end();
        if kept.is_empty() || kept.trim_start().starts_with('*') {
            continue;
        }
        let (kept, next) = match kept.as_bytes().last() {
            Some(b'+') => (&kept[..kept.len() - 1], GoesOn::FirstWord),
            Some(b'-') => (&kept[..kept.len() - 1], GoesOn::FirstColumn),
            _ => (kept, GoesOn::No),
        };
        let mut chars = (1_u32..).zip(kept.chars()).peekable();
        if goes_on == GoesOn::FirstWord {
            while chars.next_if(|(_, char)| char.is_whitespace()).is_some() {}
        }
        open.extend(chars.map(|(column, char)| Placed {
            char,
            place: Place {
                line: number,
                column,
            },
        }));
        goes_on = next;
        if goes_on == GoesOn::No {
            entries.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        entries.push(open);
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::entries;

    fn texts(text: &str) -> Vec<String> {
        let all = entries(text);
        all.iter()
            .map(|entry| entry.iter().map(|placed| placed.char).collect())
            .collect()
    }

    #[test]
    fn an_entry_goes_on_at_the_first_word_or_the_first_column() {
        assert_eq!(texts("A('B+\n   C')"), ["A('BC')"]);
        assert_eq!(texts("A('B-\n   C')"), ["A('B   C')"]);
        assert_eq!(texts("ACT+\n\n* comment\n ION(X)\nB"), ["ACTION(X)", "B"]);
        assert_eq!(texts("A +"), ["A "]);
        assert_eq!(texts("* A\n\n  * B\r\n   \nC\r\nD"), ["C", "D"]);
    }

    #[test]
    fn places_are_those_of_the_text() {
        let all = entries("\n* x\nA +\n  B");
        let places: Vec<(char, u32, u32)> = all[0]
            .iter()
            .map(|placed| (placed.char, placed.place.line, placed.place.column))
            .collect();
        assert_eq!(places, [('A', 3, 1), (' ', 3, 2), ('B', 4, 3)]);
    }
}
