//! Names and values within statements.

/// A name as a statement has it, in double quotes. Zero bytes, which no name has, are left out.
#[must_use]
pub fn identifier(name: &str) -> String {
    quoted(name, '"')
}

/// A text as a statement has it, in single quotes, whatever `standard_conforming_strings` says.
#[must_use]
pub fn literal(text: &str) -> String {
    let quoted = quoted(text, '\'');
    match quoted.contains('\\') {
        true => format!(" E{}", quoted.replace('\\', "\\\\")),
        false => quoted,
    }
}

fn quoted(text: &str, mark: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(mark);
    for c in text.chars().filter(|c| *c != '\0') {
        if c == mark {
            out.push(mark);
        }
        out.push(c);
    }
    out.push(mark);
    out
}

#[cfg(test)]
mod tests {
    use super::{identifier, literal};

    #[test]
    fn names_and_texts_are_quoted_so_that_nothing_in_them_ends_them() {
        assert_eq!(identifier("a\"b\0c"), "\"a\"\"bc\"");
        assert_eq!(literal("it's"), "'it''s'");
        assert_eq!(literal("a\\'"), " E'a\\\\'''");
    }
}
