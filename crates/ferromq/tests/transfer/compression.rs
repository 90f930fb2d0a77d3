//! Files that are compressed on their way: what arrives is what was sent, and nothing is compressed that the destination does not take.

use super::{House, SEEDS, content, item, request};
use ferromq_base::random::SplitMix64;
use ferromq_transfer::agent::Compression;
use std::fs;

impl House {
    /// Bytes that compression saved, as the transfer that ended last has it. An agent that was started behind the data has sent nothing.
    fn saved(&self) -> u64 {
        let mut told = self.told.iter().rev();
        let line = told.find_map(|line| line.split_once("compression saved "));
        let Some((_, rest)) = line else {
            return 0;
        };
        let (number, _) = rest.split_once(" bytes").expect("told");
        number.parse().expect("a number")
    }
}

/// Lines that are alike.
fn log(len: usize, seed: u64) -> Vec<u8> {
    let mut random = SplitMix64::new(seed);
    let mut bytes = Vec::new();
    while bytes.len() < len {
        let line = format!("2026-11-28 user {} has logged in\n", random.below(1_000));
        bytes.extend_from_slice(line.as_bytes());
    }
    bytes.truncate(len);
    bytes
}

#[test]
fn only_what_becomes_shorter_is_compressed_and_only_for_who_takes_it() {
    let mut house = House::new("transfer-compressed");
    let (text, noise) = (log(1_000_000, 1), content(1_000_000, 1));
    for (north, south, asks, bytes, is_saved) in [
        (Compression::Zstd, Compression::Auto, "", &text, true),
        (Compression::Zstd, Compression::Auto, "", &noise, false),
        // As an agent that does not know of it.
        (Compression::Zstd, Compression::None, "", &text, false),
        (Compression::None, Compression::Zstd, "", &text, false),
        (Compression::None, Compression::Auto, "zstd", &text, true),
        (Compression::Zstd, Compression::Auto, "none", &text, false),
    ] {
        fs::write(house.path("out/1"), bytes).expect("written");
        house.compression = [north, south];
        let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
        let metadata = match asks {
            "" => String::new(),
            asks => format!(
                r#"<metaDataSet><metaData key="ferromq.compression">{asks}</metaData></metaDataSet>"#
            ),
        };
        let item = item(&house, "out/1", "in/1", "overwrite");
        let id = house.ask(&request(&(metadata + &item)));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
        assert!(fs::read(house.path("in/1")).expect("there") == *bytes);
        let saved = house.saved();
        match is_saved {
            true => assert!(saved > 600_000, "{saved}"),
            false => assert_eq!(saved, 0, "{north:?} {south:?} {asks}"),
        }
        assert!(house.is_all_forgotten());
    }
    let wrong = r#"<metaDataSet><metaData key="ferromq.compression">lzw</metaData></metaDataSet>"#;
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let wrong = request(&(wrong.to_owned() + &item(&house, "out/1", "in/2", "")));
    house.ask(&wrong);
    for _ in 0..100 {
        house.turn(&mut agents).expect("a turn");
    }
    assert!(!house.path("in/2").exists() && house.is_all_forgotten());
}

/// A limit of the rate is as a slow line: it is measured that compressed files arrive earlier over it, and others do not.
#[test]
fn what_arrives_earlier_compressed_is_compressed_by_itself() {
    for (bytes, is_saved) in [(log(4 << 20, 1), true), (content(4 << 20, 1), false)] {
        let mut house = House::new(&format!("transfer-compressed-auto-{is_saved}"));
        house.change = |settings| settings.rate_limit = Some(256 << 10);
        fs::write(house.path("out/1"), &bytes).expect("written");
        let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
        let began_ms = house.now_ms;
        let id = house.ask(&request(&item(&house, "out/1", "in/1", "")));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
        assert!(fs::read(house.path("in/1")).expect("there") == bytes);
        let took_ms = house.now_ms - began_ms;
        // Ten turns of a second are behind its end.
        match is_saved {
            true => assert!(house.saved() > 1 << 20 && took_ms < 21_000, "{took_ms} ms"),
            false => assert!(house.saved() == 0 && took_ms > 15_000, "{took_ms} ms"),
        }
        assert!(house.is_all_forgotten());
    }
}

/// At any verb and any call of a file: an epoch goes on in the middle of what was compressed.
#[test]
fn killed_agents_that_compress_files_end_with_every_file_once() {
    let mut saved = 0;
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("transfer-compressed-kills-{seed}"));
        house.compression = [Compression::Zstd; 2];
        house.later = (seed % 4 == 0).then_some(false);
        let mut random = SplitMix64::new(seed);
        let mut expected = Vec::new();
        for n in 0..10 {
            let length = [10, 3_000, 40_000, 300_000][random.below(4) as usize];
            let mut bytes = log(length, random.next_u64());
            if random.below(3) == 0 {
                bytes.splice(length / 2..length / 2, content(length, seed));
            }
            fs::write(house.path(&format!("out/{n}")), &bytes).expect("written");
            expected.push(bytes);
        }
        let mut item = item(&house, "out", "in", "directory delete");
        if seed % 3 == 0 {
            // What has come of the file under way is compared with it when it begins again.
            item = item.replace(r#"exist="error""#, r#"exist="update""#);
        }
        let id = house.ask(&request(&item));
        let ended = house.until_ended_with_kills(&id, &mut random);
        let told = house.told.join("\n");
        assert!(ended.contains("code 0"), "seed {seed}: {ended}\n{told}");
        saved += house.saved();
        for (n, bytes) in expected.iter().enumerate() {
            let arrived = fs::read(house.path(&format!("in/{n}"))).expect("there");
            assert!(arrived == *bytes, "seed {seed}: {n}");
        }
        assert_eq!(fs::read_dir(house.path("out")).expect("listed").count(), 0);
        assert_eq!(fs::read_dir(house.path("in")).expect("listed").count(), 10);
        assert!(house.is_all_forgotten(), "seed {seed}\n{told}");
    }
    assert!(saved > 1_000_000, "{saved} bytes were saved");
}
