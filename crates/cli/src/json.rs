//! JSON that commands print.

use std::fmt::Write as _;

/// A string, with its quotation marks.
pub(crate) fn text(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for char in value.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            char if char.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(char));
            }
            char => out.push(char),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn what_json_takes_for_itself_is_escaped() {
        assert_eq!(text("a\"b\\c\nd"), "\"a\\\"b\\\\c\\u000ad\"");
    }
}
