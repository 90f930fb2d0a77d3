//! Text in headers: names, user ids, eye-catchers.
//!
//! Names consist of letters, digits and a few signs, which every ASCII family code page has in the same
//! places and every EBCDIC one in the same other places. So header text needs one conversion, between
//! EBCDIC and the rest, and it happens while a field is read or written: behind it header text is
//! always ASCII-compatible. Message data is another matter and is not touched here.

mod ebcdic;

use std::fmt;

use ferromq_mqi::name::FixedText;

/// CCSID of ISO 8859-1.
pub const CCSID_LATIN_1: u16 = 819;
/// CCSID of UTF-8.
pub const CCSID_UTF_8: u16 = 1208;

/// How the text of header fields is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CodePage {
    /// A code page that has ASCII in its lower half; bytes are taken as they are.
    #[default]
    Ascii,
    /// EBCDIC 037, or 1140, which has the euro in place of the currency sign.
    Ebcdic037,
    /// EBCDIC 500, or 1148. Also stands for EBCDIC pages we have no table of: names have the same bytes.
    Ebcdic500,
    /// EBCDIC 1047, or 924.
    Ebcdic1047,
}

impl CodePage {
    /// The code page of header text in a CCSID. A CCSID we do not know counts as EBCDIC when the partner's
    /// eye-catchers are, else as ASCII.
    #[must_use]
    pub fn of(ccsid: u16, eye_catchers: EyeCatchers) -> Self {
        match ccsid {
            37 | 1140 => Self::Ebcdic037,
            500 | 1148 | 273 | 277 | 278 | 280 | 284 | 285 | 297 | 871 | 1141..=1147 | 1149 => {
                Self::Ebcdic500
            }
            1047 | 924 => Self::Ebcdic1047,
            367
            | CCSID_LATIN_1
            | CCSID_UTF_8
            | 437
            | 850
            | 858
            | 912
            | 923
            | 1250..=1258
            | 5348 => Self::Ascii,
            _ => match eye_catchers {
                EyeCatchers::Ascii => Self::Ascii,
                EyeCatchers::Ebcdic => Self::Ebcdic500,
            },
        }
    }

    #[inline]
    fn table(self) -> Option<&'static ebcdic::Table> {
        match self {
            Self::Ascii => None,
            Self::Ebcdic037 => Some(&ebcdic::PAGE_037),
            Self::Ebcdic500 => Some(&ebcdic::PAGE_500),
            Self::Ebcdic1047 => Some(&ebcdic::PAGE_1047),
        }
    }

    /// Turns text of this code page to ASCII. Bytes of zero stay.
    #[inline]
    pub fn decode(self, bytes: &mut [u8]) {
        if let Some(table) = self.table() {
            table.decode(bytes);
        }
    }

    /// Turns ASCII text to this code page. Bytes of zero stay.
    #[inline]
    pub fn encode(self, bytes: &mut [u8]) {
        if let Some(table) = self.table() {
            table.encode(bytes);
        }
    }
}

/// How the four bytes that name a structure are coded. Partners have been seen that send EBCDIC text and
/// ASCII eye-catchers, so this is not the code page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EyeCatchers {
    /// In ASCII.
    #[default]
    Ascii,
    /// In EBCDIC.
    Ebcdic,
}

impl EyeCatchers {
    /// The name of a structure as this partner writes it.
    #[must_use]
    pub fn of(self, mut id: [u8; 4]) -> [u8; 4] {
        if self == Self::Ebcdic {
            ebcdic::PAGE_500.encode(&mut id);
        }
        id
    }
}

/// A text field of fixed width in ASCII, exactly as filled by the sender: with blanks or with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<const N: usize>(pub [u8; N]);

impl<const N: usize> Text<N> {
    /// All blanks.
    pub const BLANK: Self = Self([b' '; N]);
    /// All zeros.
    pub const ZERO: Self = Self([0; N]);

    /// As much of `text` as fits, filled with blanks.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(ferromq_mqi::header::blank_filled(text))
    }

    /// The field as names are compared: it ends at the first zero and is filled with blanks.
    #[must_use]
    pub fn name(&self) -> FixedText<N> {
        FixedText::from_field(&self.0)
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Self::BLANK
    }
}

impl<const N: usize> From<FixedText<N>> for Text<N> {
    fn from(name: FixedText<N>) -> Self {
        Self(*name.bytes())
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::{CodePage, EyeCatchers, Text};

    #[test]
    fn every_byte_of_an_ebcdic_page_comes_back() {
        for page in [
            CodePage::Ebcdic037,
            CodePage::Ebcdic500,
            CodePage::Ebcdic1047,
        ] {
            let all: Vec<u8> = (0..=255).collect();
            let mut bytes = all.clone();
            page.decode(&mut bytes);
            page.encode(&mut bytes);
            assert_eq!(bytes, all, "{page:?}");
        }
    }

    #[test]
    fn names_have_the_same_bytes_in_all_ebcdic_pages() {
        let name = *b"ABCXYZabcxyz0189./_%* ";
        let mut in_037 = name;
        CodePage::Ebcdic037.encode(&mut in_037);
        assert_eq!(in_037[..3], [0xc1, 0xc2, 0xc3]);
        for page in [CodePage::Ebcdic500, CodePage::Ebcdic1047] {
            let mut bytes = name;
            page.encode(&mut bytes);
            assert_eq!(bytes, in_037);
        }
    }

    #[test]
    fn eye_catchers_are_known_in_ebcdic() {
        assert_eq!(EyeCatchers::Ebcdic.of(*b"TSHM"), [0xe3, 0xe2, 0xc8, 0xd4]);
        assert_eq!(EyeCatchers::Ascii.of(*b"ID  "), *b"ID  ");
    }

    #[test]
    fn an_unknown_ccsid_follows_the_eye_catchers() {
        assert_eq!(CodePage::of(9999, EyeCatchers::Ascii), CodePage::Ascii);
        assert_eq!(CodePage::of(9999, EyeCatchers::Ebcdic), CodePage::Ebcdic500);
        assert_eq!(CodePage::of(37, EyeCatchers::Ascii), CodePage::Ebcdic037);
    }

    #[test]
    fn a_field_filled_with_zeros_is_a_name_all_the_same() {
        assert_eq!(Text(*b"QM1\0\0\0").name().as_str(), "QM1");
        assert_eq!(Text::<6>::of("QM1").name().as_str(), "QM1");
    }
}
