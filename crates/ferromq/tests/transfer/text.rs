//! Text on its way: code pages and line ends, wherever an agent is killed.

use super::{House, content, request};
use ferromq_base::random::SplitMix64;
use ferromq_mqi::hex::hex;
use ferromq_transfer::agent::{Checksum, ChecksumMethod};
use ferromq_transfer::audit::LoggedEnd;
use std::fs;

/// An item of text: what the source and the destination say of it.
fn text_item(house: &House, name: &str, checksum: &str, source: &str, destination: &str) -> String {
    let (from, to) = (
        house.path(&format!("out/{name}")),
        house.path(&format!("in/{name}")),
    );
    format!(
        r#"<item mode="text" checksumMethod="{checksum}"><source type="file" disposition="leave"><file {source}>{}</file></source>
        <destination type="file" exist="overwrite"><file {destination}>{}</file></destination></item>"#,
        from.display(),
        to.display()
    )
}

/// Lines of several code pages' characters, with line ends of both kinds, and the same with line feeds.
fn lines(count: u64, seed: u64) -> (String, String) {
    let mut random = SplitMix64::new(seed);
    let (mut mixed, mut plain) = (String::new(), String::new());
    for n in 0..count {
        let words = [
            "Gr\u{fc}\u{df}e",
            "aus",
            "K\u{f6}ln",
            "\u{e0} bient\u{f4}t",
            "~",
        ];
        let line = format!("{n} {}", words[random.below(5) as usize]);
        mixed += &line;
        mixed += ["\n", "\r\n"][random.below(2) as usize];
        plain += &line;
        plain += "\n";
    }
    // The last line has no end.
    (mixed + "end", plain + "end")
}

fn in_page(name: &str, text: &str) -> Vec<u8> {
    let encoding = ferromq_transfer::encoding::Encoding::find(name).expect("a page");
    let order = ferromq_mqi::header::ByteOrder::Big;
    let mut bytes = Vec::new();
    encoding.page.encode(text, order, &mut bytes);
    bytes
}

fn checksum_of(method: ChecksumMethod, bytes: &[u8]) -> String {
    let mut checksum = Checksum::new(method);
    checksum.update(bytes);
    hex(checksum.finish().expect("a digest").as_slice())
}

#[test]
fn text_arrives_in_the_code_page_and_with_the_line_ends_that_were_asked_for() {
    let mut house = House::new("transfer-text");
    let (mixed, plain) = lines(3_000, 1);
    house.keep_publications();
    let mut items = String::new();
    for name in ["same", "ebcdic", "windows", "back", "utf16"] {
        fs::write(house.path(&format!("out/{name}")), &mixed).expect("written");
    }
    let ebcdic = in_page("IBM-1047", &plain.replace('\n', "\u{85}"));
    fs::write(house.path("out/back"), &ebcdic).expect("written");
    items += &text_item(&house, "same", "MD5", "", "");
    items += &text_item(
        &house,
        "ebcdic",
        "MD5",
        r#"encoding="UTF-8""#,
        r#"encoding="IBM-1047""#,
    );
    items += &text_item(
        &house,
        "windows",
        "BLAKE3",
        "",
        r#"encoding="Cp1252" EOL="CRLF""#,
    );
    items += &text_item(
        &house,
        "back",
        "XXH3",
        r#"encoding="IBM1047""#,
        r#"EOL="LF""#,
    );
    items += &text_item(&house, "utf16", "none", "", r#"encoding="UTF-16LE""#);
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    let arrived = |name: &str| fs::read(house.path(&format!("in/{name}"))).expect("there");
    assert!(arrived("same") == plain.as_bytes());
    assert!(arrived("ebcdic") == ebcdic);
    let windows = in_page("Cp1252", &plain.replace('\n', "\r\n"));
    assert!(arrived("windows") == windows);
    assert!(arrived("back") == plain.as_bytes());
    let units = plain.encode_utf16().flat_map(u16::to_le_bytes);
    assert!(arrived("utf16") == units.collect::<Vec<_>>());
    // Each end has its own checksum in the audit.
    let told = house.audit().into_iter();
    let mut logged = told.flat_map(|told| told.set.unwrap_or_default().items);
    let one = logged
        .find(|item| matches!(&item.source.end, LoggedEnd::File { file, .. } if file.path.ends_with("windows")))
        .expect("it is told");
    let checksum = |side: Option<ferromq_transfer::audit::LoggedChecksum>| side.expect("one").value;
    let method = ChecksumMethod::Blake3;
    assert_eq!(
        checksum(one.source.checksum),
        checksum_of(method, mixed.as_bytes())
    );
    assert_eq!(
        checksum(one.destination.checksum),
        checksum_of(method, &windows)
    );
    let LoggedEnd::File {
        file, size_bytes, ..
    } = one.destination.end
    else {
        panic!("a file");
    };
    assert_eq!(size_bytes, Some(windows.len() as u64));
    assert_eq!(file.encoding.as_deref(), Some("Cp1252"));
    assert!(house.is_all_forgotten());
}

#[test]
fn what_cannot_be_text_fails_its_item_only_unless_something_stands_for_it() {
    let mut house = House::new("transfer-no-text");
    fs::write(house.path("out/good"), "abc\n").expect("written");
    fs::write(house.path("out/euro"), "10 \u{20ac}\n").expect("written");
    fs::write(house.path("out/broken"), b"\xff\xfe\n").expect("written");
    let latin = r#"encoding="ISO-8859-1""#;
    let mut items = String::new();
    for name in ["good", "euro", "broken"] {
        items += &text_item(&house, name, "MD5", "", latin);
    }
    items += &text_item(&house, "good2", "MD5", "", r#"encoding="EBCDIC""#);
    fs::write(house.path("out/good2"), "abc").expect("written");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 20"), "{ended}");
    let names = fs::read_dir(house.path("in")).expect("listed").count();
    assert_eq!(names, 1, "only the good one, and no part files");
    drop(agents);
    house.change = |settings| settings.text_replacement = "?".to_owned();
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(
        ended.contains("code 20"),
        "{ended}: there is still no such code page"
    );
    let read = |name: &str| fs::read(house.path(&format!("in/{name}"))).expect("there");
    assert_eq!(
        [read("euro"), read("broken")],
        [b"10 ?\n".to_vec(), b"??\n".to_vec()]
    );
    assert!(house.is_all_forgotten());
}

/// Data messages and checkpoints are cut anywhere in characters of two and three bytes, and agents are killed at any call.
#[test]
fn text_goes_on_from_the_middle_of_a_character_when_agents_are_killed() {
    for seed in 0..10 {
        let mut house = House::new(&format!("transfer-text-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        let (mixed, plain) = lines(20_000, seed);
        fs::write(house.path("out/ebcdic"), &mixed).expect("written");
        let japanese = "\u{3042}\u{4e00}a\r\n".repeat(30_000);
        fs::write(house.path("out/japanese"), &japanese).expect("written");
        let bytes = content(100_000, seed);
        fs::write(house.path("out/bytes"), &bytes).expect("written");
        let mut items = text_item(
            &house,
            "ebcdic",
            "MD5",
            "",
            r#"encoding="IBM-1047" EOL="CRLF""#,
        );
        items += &text_item(&house, "japanese", "XXH3", "", r#"encoding="939""#);
        items += &super::item(&house, "out/bytes", "in/bytes", "").replace("MD5", "BLAKE3");
        let id = house.ask(&request(&items));
        let ended = house.until_ended_with_kills(&id, &mut random);
        assert!(ended.contains("code 0"), "seed {seed}: {ended}");
        let read = |name: &str| fs::read(house.path(&format!("in/{name}"))).expect("there");
        let ebcdic = in_page("IBM-1047", &plain.replace('\n', "\r\u{85}"));
        assert!(read("ebcdic") == ebcdic, "seed {seed}");
        let expected = in_page("939", &japanese.replace("\r\n", "\u{85}"));
        assert!(read("japanese") == expected, "seed {seed}");
        assert!(read("bytes") == bytes, "seed {seed}");
        let left = fs::read_dir(house.path("in")).expect("listed").count();
        assert_eq!(left, 3, "seed {seed}");
    }
}
