//! Every code page against the `iconv` program of the machine, where there is one.

use ferromq_base::skipped::skip;
use ferromq_mqi::code_page::{CodePage, End};
use ferromq_mqi::header::ByteOrder;
use std::io::Write;
use std::process::{Command, Stdio};

/// What `iconv` makes of bytes, or `None` where it refuses them.
fn iconv(from: &str, to: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut child = Command::new("iconv")
        .args(["-f", from, "-t", to])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // A program that refuses what it reads may have gone already.
    let _ = child.stdin.take()?.write_all(bytes);
    let output = child.wait_with_output().ok()?;
    output.status.success().then_some(output.stdout)
}

fn is_missing() -> bool {
    let there = iconv("ASCII", "UTF-8", b"a").as_deref() == Some(b"a");
    if !there {
        skip("a comparison with iconv", "there is no such program");
    }
    !there
}

fn text_of(ccsid: i32, bytes: &[u8]) -> String {
    let mut text = String::new();
    let page = CodePage::find(ccsid).expect("a page");
    page.decode(bytes, ByteOrder::Big, End::Whole, &mut text)
        .expect("text");
    text
}

fn bytes_of(ccsid: i32, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    CodePage::find(ccsid)
        .expect("a page")
        .encode(text, ByteOrder::Big, &mut out);
    out
}

/// What `iconv` calls a single-byte page.
fn name_of(ccsid: i32) -> String {
    match ccsid {
        367 => "ASCII".into(),
        813 => "ISO-8859-7".into(),
        819 => "ISO-8859-1".into(),
        878 => "KOI8-R".into(),
        912..=915 => format!("ISO-8859-{}", ccsid - 910),
        916 => "ISO-8859-8".into(),
        919 => "ISO-8859-10".into(),
        920 => "ISO-8859-9".into(),
        923 => "ISO-8859-15".into(),
        1051 => "HP-ROMAN8".into(),
        1089 => "ISO-8859-6".into(),
        1168 => "KOI8-U".into(),
        737 | 775 | 874 | 1125 | 1250..=1258 => format!("CP{ccsid}"),
        _ => format!("IBM{ccsid:03}"),
    }
}

/// Goal: the tables say what others say. Method: all bytes `iconv` has a character for, in one go. The pages named
/// in the table file follow another source and are left out.
#[test]
fn single_byte_pages_agree_with_iconv() {
    if is_missing() {
        return;
    }
    let mut compared = 0;
    for ccsid in CodePage::single_byte_ccsids() {
        if [285, 290, 424, 875, 1026, 1027].contains(&ccsid) {
            continue;
        }
        let bytes: Vec<u8> = (0..=u8::MAX)
            .filter(|byte| text_of(ccsid, &[*byte]) != "\u{fffd}")
            // Control characters that other pages leave out.
            .filter(|byte| {
                CodePage::find(ccsid).is_some_and(CodePage::is_ebcdic)
                    || !(0x80..0xa0).contains(byte)
                    || text_of(ccsid, &[*byte]) != char::from(*byte).to_string()
            })
            .collect();
        let name = name_of(ccsid);
        if ccsid == 1258 {
            // Accents and the letters before them come out as one.
            continue;
        }
        let Some(theirs) = iconv(&name, "UTF-8", &bytes) else {
            skip(&format!("{name} as iconv has it"), "it does not know it");
            continue;
        };
        assert_eq!(text_of(ccsid, &bytes).as_bytes(), theirs, "{name}");
        compared += 1;
    }
    assert!(compared > 60, "only {compared} pages were compared");
}

/// Goal: multi-byte pages agree where it matters: letters, kana, and everyday ideographs and syllables.
#[test]
fn multi_byte_pages_agree_with_iconv_on_everyday_text() {
    if is_missing() {
        return;
    }
    let japanese = "ABC xyz 0123 \u{3042}\u{3044}\u{30a2}\u{30f3}\u{65e5}\u{672c}\u{8a9e}\u{6771}\u{4eac}\u{3001}\u{3002}";
    let korean = "Seoul \u{c11c}\u{c6b8}\u{d55c}\u{ad6d}\u{c5b4}";
    let chinese = "Beijing \u{5317}\u{4eac}\u{4e2d}\u{6587}";
    let taiwan = "Taipei \u{81fa}\u{5317}\u{4e2d}\u{6587}";
    for (ccsid, name, text) in [
        (
            930,
            "IBM930",
            "ABC \u{ff71}\u{3042}\u{65e5}\u{672c} \u{8a9e}",
        ),
        (939, "IBM939", japanese),
        (943, "IBM943", japanese),
        (932, "SHIFT_JIS", japanese),
        (954, "EUC-JP", japanese),
        (970, "EUC-KR", korean),
        (1386, "GBK", chinese),
        (5488, "GB18030", chinese),
        (950, "BIG5", taiwan),
        (1200, "UTF-16BE", japanese),
        (1208, "UTF-8", japanese),
    ] {
        let Some(theirs) = iconv("UTF-8", name, text.as_bytes()) else {
            skip(&format!("{name} as iconv has it"), "it does not know it");
            continue;
        };
        assert_eq!(bytes_of(ccsid, text), theirs, "{name}");
        assert_eq!(text_of(ccsid, &theirs), text, "{name}");
    }
}

/// Goal: every pair of the Japanese EBCDIC table. Method: all characters it has, both ways, in one go.
#[test]
fn every_pair_of_japanese_ebcdic_agrees_with_iconv() {
    if is_missing() {
        return;
    }
    let mut text = String::new();
    for code in 0x80..=0xffff_u32 {
        if let Some(character) = char::from_u32(code)
            && bytes_of(939, character.encode_utf8(&mut [0; 4])).len() == 4
        {
            text.push(character);
        }
    }
    assert!(text.chars().count() > 11_000);
    let Some(theirs) = iconv("UTF-8", "IBM939", text.as_bytes()) else {
        skip("IBM939 as iconv has it", "it does not know it");
        return;
    };
    assert_eq!(bytes_of(939, &text), theirs);
    assert_eq!(text_of(939, &theirs), text);
}
