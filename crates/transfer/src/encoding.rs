//! Names of code pages, as requests and commands have them: those of Java, of IBM, and plain CCSIDs.

use ferromq_mqi::code_page::{CodePage, End};
use ferromq_mqi::header::ByteOrder;

/// Longest name of a code page, bytes.
pub const NAME_BYTES_MAX: usize = 64;
/// The code page of agents that were told none, whatever the locale they run in.
pub const PLATFORM: &str = "UTF-8";

/// How the bytes of a text stand for its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The code page.
    pub page: CodePage,
    /// The order of bytes; none for UTF-16 whose first two bytes say it.
    pub order: Option<ByteOrder>,
}

/// Names without a number of their page in them, as [`plain`] makes them.
const NAMES: &[(&str, i32)] = &[
    ("UTF8", 1208),
    ("UTF16", 1200),
    ("UTF16BE", 1200),
    ("UTF16LE", 1200),
    ("UNICODEBIGUNMARKED", 1200),
    ("UNICODELITTLEUNMARKED", 1200),
    ("ASCII", 367),
    ("USASCII", 367),
    ("ISO646US", 367),
    ("LATIN1", 819),
    ("ISO88591", 819),
    ("ISO88592", 912),
    ("ISO88593", 913),
    ("ISO88594", 914),
    ("ISO88595", 915),
    ("ISO88596", 1089),
    ("ISO88597", 813),
    ("ISO88598", 916),
    ("ISO88599", 920),
    ("ISO885910", 919),
    ("ISO885913", 921),
    ("ISO885915", 923),
    ("LATIN9", 923),
    ("KOI8R", 878),
    ("KOI8U", 1168),
    ("SHIFTJIS", 943),
    ("SJIS", 943),
    ("MS932", 943),
    ("WINDOWS31J", 943),
    ("EUCJP", 954),
    ("EUCKR", 970),
    ("GB2312", 1383),
    ("EUCCN", 1383),
    ("GBK", 1386),
    ("MS936", 1386),
    ("GB18030", 5488),
    ("BIG5", 950),
    ("MS950", 950),
    ("HPROMAN8", 1051),
];

/// What may stand in front of the number of a page.
const FAMILIES: &[&str] = &["XIBM", "IBM", "CCSID", "WINDOWS", "CP", "MS", ""];

/// A name in capitals, without what only separates its parts.
fn plain(name: &str) -> String {
    let parts = name.trim().chars();
    parts
        .filter(|one| !matches!(one, '-' | '_' | ' '))
        .map(|one| one.to_ascii_uppercase())
        .collect()
}

impl Encoding {
    /// The code page of a name: `UTF-8`, `ISO-8859-15`, `IBM-1047`, `Cp1252`, `windows-1252`, `Shift_JIS`, `1208` and the like; none if there
    /// is no such page here.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        if name.len() > NAME_BYTES_MAX {
            return None;
        }
        let name = plain(name);
        let order = match name.as_str() {
            "UTF16" => None,
            "UTF16LE" | "UNICODELITTLEUNMARKED" => Some(ByteOrder::Little),
            _ => Some(ByteOrder::Big),
        };
        let named = NAMES.iter().find(|(known, _)| *known == name);
        let ccsid = named.map(|(_, ccsid)| *ccsid).or_else(|| {
            let families = FAMILIES.iter();
            let mut digits = families.filter_map(|family| name.strip_prefix(family));
            digits.find_map(number)
        })?;
        let page = CodePage::find(ccsid)?;
        Some(Self { page, order })
    }

    /// The code page of a name, or that of agents for an empty one.
    #[must_use]
    pub fn find_or_platform(name: &str) -> Option<Self> {
        match name {
            "" => Self::find(PLATFORM),
            name => Self::find(name),
        }
    }
}

impl Encoding {
    /// What whole bytes say, if they are text.
    #[must_use]
    pub fn text_of(&self, bytes: &[u8]) -> Option<String> {
        let order = self.order.unwrap_or(ByteOrder::Big);
        let mut text = String::new();
        let read = self.page.decode(bytes, order, End::Whole, &mut text);
        // A page of single bytes has that for a byte that is no character.
        let is_text = read.is_ok() && !text.contains(char::REPLACEMENT_CHARACTER);
        is_text.then_some(text)
    }

    /// The bytes of a text.
    ///
    /// # Errors
    /// The first character that the page does not have.
    pub fn bytes_of(&self, text: &str) -> Result<Vec<u8>, char> {
        if let Some(strange) = text.chars().find(|one| !self.page.has(*one)) {
            return Err(strange);
        }
        let mut bytes = Vec::new();
        self.page
            .encode(text, self.order.unwrap_or(ByteOrder::Big), &mut bytes);
        Ok(bytes)
    }

    /// Whether characters of ASCII are the bytes they are there.
    #[must_use]
    pub fn has_ascii(&self) -> bool {
        self.page.has_ascii()
    }
}

fn number(digits: &str) -> Option<i32> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_text_and_back_or_the_character_that_is_missing_is_told() {
        let latin = Encoding::find("ISO-8859-1").expect("it is there");
        assert_eq!(
            latin.bytes_of("fl\u{fc}gel").as_deref(),
            Ok(&b"fl\xfcgel"[..])
        );
        assert_eq!(latin.text_of(b"fl\xfcgel").as_deref(), Some("fl\u{fc}gel"));
        assert_eq!(latin.bytes_of("5 \u{20ac}"), Err('\u{20ac}'));
        let utf_8 = Encoding::find("UTF-8").expect("it is there");
        assert_eq!(utf_8.text_of(b"fl\xfcgel"), None);
        assert!(latin.has_ascii() && utf_8.has_ascii());
    }

    #[test]
    fn names_of_java_and_of_ibm_are_found_however_they_are_written() {
        for (name, ccsid) in [
            ("UTF-8", 1208),
            ("utf8", 1208),
            ("1208", 1208),
            ("IBM-1047", 1047),
            ("Cp1047", 1047),
            ("IBM1047", 1047),
            ("cp037", 37),
            ("IBM00858", 858),
            ("IBM-437", 437),
            ("windows-1252", 1252),
            ("Cp1252", 1252),
            ("ISO-8859-15", 923),
            ("ISO8859_1", 819),
            ("US-ASCII", 367),
            ("x-IBM943", 943),
            ("Shift_JIS", 943),
            ("EUC-JP", 954),
            ("GB18030", 5488),
            ("KOI8-R", 878),
            ("UTF-16LE", 1200),
        ] {
            let found = Encoding::find(name).map(|found| found.page.ccsid());
            assert_eq!(found, Some(ccsid), "{name}");
        }
        for (_, ccsid) in NAMES {
            assert!(CodePage::find(*ccsid).is_some(), "{ccsid}");
        }
        let order = |name| Encoding::find(name).expect("a page").order;
        assert_eq!(
            [order("UTF-16"), order("UTF-16BE"), order("UTF-16LE")],
            [None, Some(ByteOrder::Big), Some(ByteOrder::Little)]
        );
    }

    #[test]
    fn names_of_no_page_are_none() {
        let long = "1".repeat(100);
        for name in ["", "UTF-7", "IBM-", "Cp99999", "99999999999", "ä", &long] {
            assert_eq!(Encoding::find(name), None, "{name}");
        }
        assert!(Encoding::find_or_platform("").is_some());
    }
}
