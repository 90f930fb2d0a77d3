//! Which characters XML has.

/// True of what a document of XML 1.0 can hold, escaped or not. Control characters other than tab, line feed and carriage return have
/// no spelling in it.
#[must_use]
pub fn is_allowed(char: char) -> bool {
    match char {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        _ => char >= ' ',
    }
}

/// True of names of elements and attributes, with or without a prefix.
pub(super) fn is_name(name: &str) -> bool {
    let mut parts = name.split(':');
    let is_part = |part: Option<&str>| {
        part.is_some_and(|part| {
            let mut chars = part.chars();
            chars.next().is_some_and(begins_name) && chars.all(continues_name)
        })
    };
    is_part(parts.next())
        && parts.next().is_none_or(|part| is_part(Some(part)))
        && parts.next().is_none()
}

fn begins_name(char: char) -> bool {
    matches!(char, 'A'..='Z' | 'a'..='z' | '_' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}' | '\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

fn continues_name(char: char) -> bool {
    begins_name(char)
        || matches!(char, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}' | '\u{2040}')
}
