//! A small reader of Rust text: enough to tell code from comments and literals.

use std::ops::Range;

/// The text with every comment, string and character literal turned to blanks; lines stay lines.
pub(crate) fn code_only(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let end = match literal_end(bytes, at) {
            Some(end) => end,
            None => {
                out.push(bytes[at]);
                at += 1;
                continue;
            }
        };
        out.extend(
            bytes[at..end]
                .iter()
                .map(|b| if *b == b'\n' { b'\n' } else { b' ' }),
        );
        at = end;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Where the comment or literal that begins at `at` ends, if one begins there.
fn literal_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return Some(find(bytes, at, b"\n").unwrap_or(bytes.len()));
    }
    if rest.starts_with(b"/*") {
        return Some(block_comment_end(bytes, at));
    }
    let in_word = at > 0 && is_word(bytes[at - 1]);
    if !in_word && let Some(end) = raw_string_end(bytes, at) {
        return Some(end);
    }
    match rest.first() {
        Some(b'"') => Some(quoted_end(bytes, at, b'"')),
        Some(b'\'') => char_end(bytes, at),
        _ => None,
    }
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes[from..]
        .windows(what.len())
        .position(|window| window == what)
        .map(|offset| from + offset)
}

fn block_comment_end(bytes: &[u8], at: usize) -> usize {
    let (mut depth, mut here) = (0_usize, at);
    while here < bytes.len() {
        if bytes[here..].starts_with(b"/*") {
            depth += 1;
            here += 2;
        } else if bytes[here..].starts_with(b"*/") {
            depth -= 1;
            here += 2;
            if depth == 0 {
                return here;
            }
        } else {
            here += 1;
        }
    }
    bytes.len()
}

/// `r"..."`, `r#"..."#`, and the same with `b` or `c` in front.
fn raw_string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut here = at;
    if matches!(bytes.get(here), Some(b'b' | b'c')) {
        here += 1;
    }
    if bytes.get(here) != Some(&b'r') {
        return None;
    }
    here += 1;
    let hashes = bytes[here..].iter().take_while(|b| **b == b'#').count();
    here += hashes;
    if bytes.get(here) != Some(&b'"') {
        return None;
    }
    let mut close = vec![b'"'];
    close.resize(hashes + 1, b'#');
    Some(find(bytes, here + 1, &close).map_or(bytes.len(), |end| end + close.len()))
}

fn quoted_end(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut here = at + 1;
    while here < bytes.len() {
        match bytes[here] {
            b'\\' => here += 2,
            byte if byte == quote => return here + 1,
            _ => here += 1,
        }
    }
    bytes.len()
}

/// A character literal, and not a lifetime.
fn char_end(bytes: &[u8], at: usize) -> Option<usize> {
    let next = *bytes.get(at + 1)?;
    if next == b'\\' {
        return Some(quoted_end(bytes, at, b'\''));
    }
    let width = match next {
        0x00..=0x7f => 1,
        0x80..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    (bytes.get(at + 1 + width) == Some(&b'\'')).then_some(at + 2 + width)
}

/// A function in code that has been through [`code_only`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// Line of `fn`, counted from 1.
    pub(crate) line: usize,
    /// Lines from `fn` to the closing brace.
    pub(crate) lines: usize,
    /// Its longest `match` or list.
    pub(crate) enumeration: Enumeration,
}

/// A `match` with its arms, or a list with its entries.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Enumeration {
    /// Lines from the opening to the closing bracket.
    pub(crate) lines: usize,
    /// Lines of the longest arm or entry.
    pub(crate) longest_arm_lines: usize,
}

/// Every function with a body.
pub(crate) fn functions(code: &str) -> Vec<Function> {
    let bytes = code.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = find(bytes, at, b"fn ") {
        at = start + 3;
        if start > 0 && is_word(bytes[start - 1]) {
            continue;
        }
        let name: String = code[at..]
            .chars()
            .take_while(|c| *c == '_' || c.is_alphanumeric())
            .collect();
        if name.is_empty() {
            continue;
        }
        if let Some((open, close)) = body(bytes, at) {
            let lines =
                |from: usize, to: usize| bytes[from..to].iter().filter(|b| **b == b'\n').count();
            found.push(Function {
                name,
                line: lines(0, start) + 1,
                lines: lines(start, close) + 1,
                enumeration: enumeration(&code[open + 1..close]),
            });
            at = open;
        }
    }
    found
}

/// The braces of a body; a declaration that ends in a semicolon has none.
fn body(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    let mut open = None;
    // A semicolon inside the brackets of an array type does not end the declaration.
    let mut brackets = 0_usize;
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'[' | b'(' => brackets += 1,
            b']' | b')' => brackets = brackets.saturating_sub(1),
            b';' if open.is_none() && brackets == 0 => return None,
            b'{' => {
                open.get_or_insert(at);
                depth += 1;
            }
            b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return open.map(|open| (open, at));
                }
            }
            _ => {}
        }
    }
    None
}

/// The longest `match` or list of a body.
fn enumeration(body: &str) -> Enumeration {
    let mut open = Vec::new();
    let mut longest = 0..0;
    let lines = |range: &Range<usize>| body[range.clone()].matches('\n').count();
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'{' | b'[' | b'(' => open.push(at),
            b'}' | b']' | b')' => {
                let from = open.pop().unwrap_or(at);
                let found = from + 1..at;
                if lines(&found) > lines(&longest) && enumerates(body, from) {
                    longest = found;
                }
            }
            _ => {}
        }
    }
    Enumeration {
        lines: lines(&longest) + 1,
        longest_arm_lines: longest_arm_lines(&body[longest]),
    }
}

/// True if the bracket there is that of a `match` or of a list.
fn enumerates(body: &str, at: usize) -> bool {
    let line = body[..at].rsplit('\n').next().unwrap_or_default();
    match body.as_bytes()[at] {
        b'[' => true,
        b'{' => !lines_with_word(line, "match").is_empty(),
        _ => false,
    }
}

/// Lines of the longest of the things within brackets that commas, or the blocks of arms, end. Of an arm what
/// stands behind its arrow counts: however many patterns share it.
fn longest_arm_lines(inside: &str) -> usize {
    let (mut depth, mut lines, mut longest, mut arrow) = (0_usize, 0_usize, 0_usize, false);
    let mut before = b' ';
    for byte in inside.bytes() {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            b'\n' => lines += 1,
            _ => {}
        }
        if depth == 0 && before == b'=' && byte == b'>' {
            (lines, arrow) = (1, true);
        }
        if depth == 0 && (byte == b',' || byte == b'}' && arrow) {
            longest = longest.max(lines);
            (lines, arrow) = (0, false);
        }
        before = byte;
    }
    longest.max(lines)
}

/// Lines (counted from 1) that hold `word` as a word of its own.
pub(crate) fn lines_with_word(code: &str, word: &str) -> Vec<usize> {
    let has = |line: &str| {
        line.match_indices(word).any(|(at, _)| {
            let before = line[..at].bytes().last().is_some_and(is_word);
            let after = line[at + word.len()..].bytes().next().is_some_and(is_word);
            !before && !after
        })
    };
    code.lines()
        .enumerate()
        .filter(|(_, line)| has(line))
        .map(|(at, _)| at + 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_become_blanks_and_lifetimes_stay() {
        let code = code_only(
            "a // unsafe {\nb /* { /* x */ } */ c \"}\\\"{\" '{' '\\'' &'a str r#\"\"{\"# b'}'\n",
        );
        assert!(!code.contains(['{', '}']), "{code}");
        assert!(code.contains("&'a str"), "{code}");
        assert_eq!(code.lines().count(), 2);
    }

    #[test]
    fn functions_are_measured_from_fn_to_closing_brace() {
        let code = "trait T { fn d(x: [u8; 3]); }\nfn one() {\n    {}\n}\nimpl X {\n    fn two(a: [u8; 2]) -> u8 { 1 }\n}\n";
        let found = functions(&code_only(code));
        let seen: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.line, f.lines))
            .collect();
        assert_eq!(seen, [("one", 2, 3), ("two", 6, 1)]);
    }

    #[test]
    fn the_longest_match_or_list_is_found_with_its_longest_arm() {
        let code = "fn f() {\n    let short = [1];\n    match x {\n        A => 1,\n        B { c } if c => {\n            2\n        }\n        D {\n            e,\n            ..\n        } => g(\n            e,\n        ),\n    }\n}\n";
        let found = functions(&code_only(code));
        let expected = Enumeration {
            lines: 12,
            longest_arm_lines: 3,
        };
        assert_eq!(found[0].enumeration, expected);
        let list =
            "fn f() {\n    vec![\n        1,\n        g(\n            2,\n        ),\n    ]\n}\n";
        let expected = Enumeration {
            lines: 6,
            longest_arm_lines: 3,
        };
        assert_eq!(functions(&code_only(list))[0].enumeration, expected);
    }

    #[test]
    fn a_word_is_not_found_inside_another() {
        assert_eq!(
            lines_with_word("deny(unsafe_code)\nunsafe { }\n", "unsafe"),
            [2]
        );
    }
}
