//! Text that goes into HTML, SVG and Markdown.

/// For HTML and SVG, in text and in quoted attributes. Characters XML does not have become blanks.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(character),
            control if control.is_control() => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// For a cell or a paragraph of Markdown: what would be a mark of it is none, and it stays on its line.
#[must_use]
pub fn marked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                out.push('\\');
                out.push(character);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_written_is_taken_for_a_mark() {
        let bad = "<script>\"a\" & 'b'\u{1}\u{ffff}</script>";
        let safe = escaped(bad);
        assert!(!safe.contains(['<', '>', '"', '\'', '\u{1}', '\u{ffff}']));
        assert_eq!(escaped("a & b"), "a &amp; b");
        assert_eq!(marked("a|b_c*\nd<e>"), "a\\|b\\_c\\* d&lt;e&gt;");
    }
}
