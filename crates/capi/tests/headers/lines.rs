//! A header as programs read it that have no preprocessor: line by line.

use std::collections::BTreeMap;

/// The macros of a header and what stands behind their names.
///
/// What such programs rely on is checked on the way: the guard, the comment at the end, and in between conditionals
/// of one form, none within another.
pub(crate) fn macros(name: &str, text: &str) -> BTreeMap<String, String> {
    let joined = text.replace("\\\n", "");
    let mut lines = joined
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('#'));
    let guard = lines.next().and_then(|line| {
        line.strip_prefix("#if !defined(")?
            .strip_suffix("_INCLUDED)")
    });
    let guard = guard.unwrap_or_else(|| panic!("{name}: no guard"));
    assert_eq!(
        lines.next(),
        Some(format!("#define {guard}_INCLUDED").as_str()),
        "{name}"
    );
    let mut lines: Vec<&str> = lines.collect();
    assert_eq!(
        lines.pop(),
        Some("#endif /* End of header file */"),
        "{name}"
    );
    let mut within = false;
    let mut macros = BTreeMap::new();
    for line in lines {
        if line.starts_with("#if defined(") || line.starts_with("#if !defined(") {
            assert!(!within, "{name}: {line}: within another");
            within = true;
        } else if line == "#endif" {
            assert!(within, "{name}: ends what did not begin");
            within = false;
        } else if let Some(rest) = line.strip_prefix("#define ") {
            let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
            let _ = macros.insert(key.to_owned(), value.trim().to_owned());
        } else {
            let known = ["#include ", "#else", "#error "];
            assert!(
                known.iter().any(|one| line.starts_with(one)),
                "{name}: {line}"
            );
        }
    }
    assert!(!within, "{name}");
    macros
}

/// A number as it stands: decimal or hexadecimal, in parentheses when it is negative.
pub(crate) fn number(text: &str) -> Option<i64> {
    let plain = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let plain = plain.unwrap_or(text);
    match plain.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => plain.parse().ok(),
    }
}

/// How many characters of zero a string of nothing else has: such programs count escapes of two characters.
pub(crate) fn zeros(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let count = inner.len() / 2;
    (count > 0 && inner == "\\0".repeat(count)).then_some(count)
}
