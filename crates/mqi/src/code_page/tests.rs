use super::*;

const BIG: ByteOrder = ByteOrder::Big;

fn coding(ccsid: i32) -> Coding {
    Coding {
        page: CodePage::find(ccsid).unwrap(),
        order: BIG,
    }
}

fn through(from: i32, to: i32, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    transcode(coding(from), coding(to), bytes, End::Whole, &mut out).unwrap();
    out
}

fn text_of(ccsid: i32, bytes: &[u8]) -> Result<String, Malformed> {
    let mut text = String::new();
    let page = CodePage::find(ccsid).unwrap();
    page.decode(bytes, BIG, End::Whole, &mut text)?;
    Ok(text)
}

fn bytes_of(ccsid: i32, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    CodePage::find(ccsid).unwrap().encode(text, BIG, &mut out);
    out
}

const MULTI: [i32; 11] = [932, 943, 954, 970, 949, 950, 936, 1386, 1392, 5488, 33722];
const MIXED: [i32; 4] = [930, 939, 5026, 5035];

fn all_ccsids() -> Vec<i32> {
    let mut all: Vec<i32> = CodePage::single_byte_ccsids().collect();
    all.extend(MULTI);
    all.extend(MIXED);
    all.extend([1200, 1208, 13488, 17584]);
    all
}

#[test]
fn every_byte_of_every_single_byte_page_comes_back_through_utf_8() {
    for ccsid in CodePage::single_byte_ccsids() {
        let page = CodePage::find(ccsid).unwrap();
        for byte in 0..=u8::MAX {
            let text = text_of(ccsid, &[byte]).unwrap();
            if text == "\u{fffd}" {
                continue;
            }
            let back = bytes_of(ccsid, &text);
            // A few pages write one character in two ways.
            assert_eq!(
                text_of(ccsid, &back).unwrap(),
                text,
                "{page:?} byte {byte:02x}"
            );
            assert_eq!(back.len(), 1);
        }
    }
}

#[test]
fn every_byte_of_the_latin_pages_comes_back_as_itself_through_utf_8_and_through_each_other() {
    let latin = [
        37, 273, 277, 278, 280, 284, 285, 297, 500, 871, 1047, 819, 1252,
    ];
    let all: Vec<u8> = (0..=u8::MAX).collect();
    for ccsid in latin {
        let utf_8 = bytes_of(1208, &text_of(ccsid, &all).unwrap());
        assert_eq!(bytes_of(ccsid, &text_of(1208, &utf_8).unwrap()), all);
        assert_eq!(bytes_of(ccsid, &text_of(ccsid, &all).unwrap()), all);
    }
    // All but 1252 have the same 256 characters.
    for ccsid in &latin[..12] {
        let in_500: Vec<u8> = bytes_of(500, &text_of(*ccsid, &all).unwrap());
        assert_eq!(bytes_of(*ccsid, &text_of(500, &in_500).unwrap()), all);
    }
}

#[test]
fn pages_with_the_euro_have_it_where_the_old_ones_have_the_currency_sign() {
    let pairs = [
        (37, 1140),
        (273, 1141),
        (277, 1142),
        (278, 1143),
        (280, 1144),
        (284, 1145),
        (285, 1146),
        (297, 1147),
        (500, 1148),
        (871, 1149),
        (819, 923),
    ];
    for (old, new) in pairs {
        assert_eq!(bytes_of(old, "\u{a4}"), bytes_of(new, "\u{20ac}"), "{new}");
    }
    assert_eq!(bytes_of(858, "\u{20ac}"), [0xd5]);
    assert_eq!(bytes_of(5348, "\u{20ac}"), [0x80]);
}

#[test]
fn names_have_the_same_bytes_in_every_ebcdic_page_but_the_japanese() {
    let name = "ABCXYZ019./_%";
    for ccsid in CodePage::single_byte_ccsids() {
        let page = CodePage::find(ccsid).unwrap();
        let expected = bytes_of(if page.is_ebcdic() { 500 } else { 819 }, name);
        // Arabic DOS has a percent sign of its own.
        if ccsid != 864 {
            assert_eq!(bytes_of(ccsid, name), expected, "{ccsid}");
        }
    }
}

#[test]
fn double_byte_text_in_ebcdic_is_between_shifts() {
    let text = "A\u{65e5}\u{672c}B";
    let bytes = bytes_of(939, text);
    assert_eq!(bytes, [0xc1, 0x0e, 0x45, 0x62, 0x45, 0x66, 0x0f, 0xc2]);
    assert_eq!(text_of(939, &bytes).unwrap(), text);
    assert_eq!(through(939, 943, &bytes), b"A\x93\xfa\x96\x7bB");
}

#[test]
fn a_character_the_target_lacks_becomes_its_substitute() {
    let euro = "a\u{20ac}b";
    assert_eq!(bytes_of(819, euro), b"a\x1ab");
    assert_eq!(bytes_of(500, euro), [0x81, 0x3f, 0x82]);
    assert_eq!(
        bytes_of(939, "\u{1f600}\u{65e5}"),
        [0x3f, 0x0e, 0x45, 0x62, 0x0f]
    );
    assert_eq!(bytes_of(943, "\u{1f600}"), [0x1a]);
}

#[test]
fn torn_and_impossible_sequences_are_malformed() {
    let bad: [(i32, &[u8]); 9] = [
        (1208, b"a\xff"),
        (1208, b"a\xc3"),
        (1200, b"a"),
        (1200, b"\xd8\x00\x00a"),
        (943, b"a\x93"),
        (943, b"\xfd\xfd"),
        (954, b"\xa1"),
        (939, &[0x0e, 0x45]),
        (939, &[0xc1, 0x0f]),
    ];
    for (ccsid, bytes) in bad {
        assert_eq!(text_of(ccsid, bytes), Err(Malformed), "{ccsid} {bytes:?}");
    }
}

#[test]
fn text_that_was_cut_loses_its_last_half_character() {
    let cut: [(i32, &[u8]); 6] = [
        (1208, b"ab\xc3"),
        (1208, b"ab\xf0\x9f\x98"),
        (1200, b"\0a\0b\0"),
        (1200, b"\0a\0b\xd8\x3d"),
        (943, b"ab\x93"),
        (939, &[0x81, 0x82, 0x0e, 0x45]),
    ];
    for (ccsid, bytes) in cut {
        let mut text = String::new();
        let page = CodePage::find(ccsid).unwrap();
        let done = page.decode(bytes, BIG, End::Cut, &mut text);
        assert_eq!((done, text.as_str()), (Ok(()), "ab"), "{ccsid}");
    }
}

#[test]
fn the_order_of_bytes_of_utf_16_is_that_of_the_encoding() {
    let little = Coding {
        order: ByteOrder::Little,
        ..coding(1200)
    };
    let mut out = Vec::new();
    transcode(coding(1200), little, b"\0A\x20\xac", End::Whole, &mut out).unwrap();
    assert_eq!(out, b"A\0\xac\x20");
}

#[test]
fn an_ebcdic_newline_becomes_a_line_feed_outside_ebcdic_only() {
    for len in [1, 2000] {
        let lines = vec![0x15; len];
        assert_eq!(through(500, 819, &lines), vec![b'\n'; len]);
        assert_eq!(through(1047, 1208, &lines), vec![b'\n'; len]);
        assert_eq!(through(500, 37, &lines), lines);
    }
    assert_eq!(through(819, 500, b"\n"), [0x25]);
}

#[test]
fn long_text_converts_as_short_text_does() {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let long: Vec<u8> = all.iter().cycle().take(4096).copied().collect();
    for (from, to) in [(500, 819), (819, 37), (1252, 1140), (850, 437)] {
        let short = through(from, to, &all);
        let expected: Vec<u8> = short.iter().cycle().take(4096).copied().collect();
        assert_eq!(through(from, to, &long), expected);
    }
}

#[test]
fn numbers_without_a_page_are_not_found() {
    for ccsid in [-4, -1, 0, 1, 300, 5355, 65535, i32::MAX, i32::MIN] {
        assert_eq!(CodePage::find(ccsid), None, "{ccsid}");
    }
}

/// Numbers that are no better than they must be; tests have to repeat.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[test]
fn random_bytes_never_panic_and_what_decodes_comes_back_through_unicode() {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    for ccsid in all_ccsids() {
        for _ in 0..300 {
            let len = noise.next() % 24;
            let bytes: Vec<u8> = (0..len).map(|_| noise.next() as u8).collect();
            for end in [End::Whole, End::Cut] {
                let mut text = String::new();
                let page = CodePage::find(ccsid).unwrap();
                if page.decode(&bytes, BIG, end, &mut text).is_err() {
                    continue;
                }
                let utf_16 = bytes_of(1200, &text);
                assert_eq!(through(1200, 1208, &utf_16), text.as_bytes());
                // Encoding what was decoded is stable: once more changes nothing.
                let once = bytes_of(ccsid, &text);
                let again = text_of(ccsid, &once).unwrap();
                assert_eq!(bytes_of(ccsid, &again), once, "{ccsid} {bytes:02x?}");
            }
        }
    }
}

#[test]
fn a_page_is_latin_1_only_if_all_its_characters_are() {
    let latin = latin_1_of_bytes(500).unwrap();
    assert_eq!((latin[0xc1], latin[0x4a]), (b'A', b'['));
    assert_eq!(latin_1_of_bytes(819).map(|latin| latin[0xe4]), Some(0xe4));
    // The euro of 1140 is not, and 1208 has no table.
    assert_eq!(latin_1_of_bytes(1140), None);
    assert_eq!(latin_1_of_bytes(1208), None);
}
