//! What displays print, read again.

/// The objects of a display: each begins with a line that has the number of a notice. Values stand behind blanks, whatever is in them.
pub(crate) fn objects(shown: &str) -> Vec<&str> {
    let begins_line = |at: usize| at == 0 || shown[..at].ends_with('\n');
    let numbers = shown.match_indices("AMQ8").map(|(at, _)| at);
    let starts: Vec<usize> = numbers.filter(|at| begins_line(*at)).collect();
    let ends = starts.iter().skip(1).copied().chain([shown.len()]);
    let ranges = starts.iter().zip(ends);
    ranges.map(|(start, end)| &shown[*start..end]).collect()
}

/// A value in a display; `attribute` with its bracket. Names of attributes may be the end of others, and values have brackets themselves.
pub(crate) fn value<'t>(text: &'t str, attribute: &str) -> Option<&'t str> {
    let mut found = text.match_indices(attribute);
    let (at, _) = found.find(|(at, _)| text[..*at].ends_with([' ', '\n', '\t']))?;
    let behind = &text[at + attribute.len()..];
    let mut depth = 0_usize;
    let end = behind.find(|character| {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return true,
            ')' => depth -= 1,
            _ => {}
        }
        false
    })?;
    Some(behind[..end].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_notices_or_attributes_are_not_taken_for_them() {
        let shown = "AMQ8409I: Display Queue details.\n   QUEUE(AMQ8.ORDERS)                      TYPE(QCLUSTER)\n   \
            CONNAME(localhost(1414))                CLUSTER(AMQ8)\nAMQ8409I: Display Queue details.\n   QUEUE(SECOND)\n";
        let found = objects(shown);
        let [first, second] = found[..] else {
            panic!("two: {found:?}");
        };
        assert_eq!(value(first, "QUEUE("), Some("AMQ8.ORDERS"));
        assert_eq!(value(first, "CLUSTER("), Some("AMQ8"));
        assert_eq!(value(first, "CONNAME("), Some("localhost(1414)"));
        assert_eq!(value(first, "NAME("), None);
        assert_eq!(value(second, "QUEUE("), Some("SECOND"));
        assert!(objects("").is_empty());
    }
}
