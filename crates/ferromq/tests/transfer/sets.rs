//! Files that appear together or not at all, whatever ends when.

use super::faults::cancel;
use super::{House, OneAgent, SEEDS, content, item, request};
use ferromq_base::random::SplitMix64;
use std::fs;

fn set(items: &str) -> String {
    let metadata = r#"<metaDataSet><metaData key="ferromq.atomic">yes</metaData></metaDataSet>"#;
    request(&format!("{metadata}{items}"))
}

fn agents(house: &mut House) -> [OneAgent; 2] {
    [house.agent("NORTH"), house.agent("SOUTH")]
}

impl House {
    /// Files of so many lengths, and what is in them.
    fn several(&self, seed: u64) -> Vec<Vec<u8>> {
        let lengths = [10, 100_000, 0, 4_096, 30_000, 300_000];
        let all = lengths.iter().enumerate().map(|(n, length)| {
            let bytes = content(*length, seed + n as u64);
            fs::write(self.path(&format!("out/{n}")), &bytes).expect("written");
            bytes
        });
        all.collect()
    }

    /// Names that are no temporary ones, and the rest.
    fn whole_and_parts(&self) -> (usize, usize) {
        let Ok(entries) = fs::read_dir(self.path("in")) else {
            return (0, 0);
        };
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let (parts, whole): (Vec<_>, Vec<_>) =
            names.partition(|name| name.to_str().expect("UTF-8").contains(".part"));
        (whole.len(), parts.len())
    }
}

#[test]
fn files_of_a_set_appear_together() {
    let mut house = House::new("transfer-set");
    let expected = house.several(1);
    let mut agents = agents(&mut house);
    let id = house.ask(&set(&item(&house, "out", "in", "directory delete")));
    let mut waiting = 0;
    while house.has_ended(&id).is_none() {
        house.turn(&mut agents).expect("a turn");
        let (whole, parts) = house.whole_and_parts();
        assert!(whole == 0 || whole == expected.len(), "{whole}");
        waiting = waiting.max(parts);
    }
    assert_eq!(waiting, expected.len(), "some had their names before");
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    for (n, bytes) in expected.iter().enumerate() {
        let arrived = fs::read(house.path(&format!("in/{n}"))).expect("there");
        assert!(arrived == *bytes, "{n}");
        assert!(!house.path(&format!("out/{n}")).exists(), "{n}");
    }
    assert_eq!(house.whole_and_parts(), (expected.len(), 0));
    assert!(house.is_all_forgotten());
}

/// What is in the way, and where nothing may appear for it.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    /// A source is not there.
    NoSource,
    /// One of the names is taken from the beginning.
    Taken,
    /// It is when all but some have arrived.
    TakenMeanwhile,
    /// Somebody has taken a temporary file away.
    PartGone,
    Cancelled,
    /// One would be appended.
    Append,
    Message,
}

#[test]
fn nothing_of_a_set_appears_when_one_of_it_cannot() {
    for trouble in [
        Trouble::NoSource,
        Trouble::Taken,
        Trouble::TakenMeanwhile,
        Trouble::PartGone,
        Trouble::Cancelled,
        Trouble::Append,
        Trouble::Message,
    ] {
        let mut house = House::new(&format!("transfer-set-{trouble:?}"));
        let all = house.several(1).len();
        let mut items = item(&house, "out", "in", "directory delete");
        let last = item(&house, "out/5", "in/last", "");
        match trouble {
            Trouble::NoSource => items += &item(&house, "out/none", "in/none", ""),
            Trouble::Append => {
                items += &last.replace(r#"exist="error""#, r#"exist="append""#);
            }
            Trouble::Message => {
                let mut session = house.connect();
                session.command("DEFINE QLOCAL(Q)").expect("defined");
                let to = last.find("<destination").expect("there");
                items += &last[..to];
                items += r#"<destination type="queue" exist="error"><queue>Q</queue></destination></item>"#;
            }
            Trouble::Taken => {
                fs::create_dir_all(house.path("in")).expect("made");
                fs::write(house.path("in/3"), "old").expect("written");
            }
            _ => {}
        }
        let mut agents = agents(&mut house);
        let id = house.ask(&set(&items));
        while house.has_ended(&id).is_none() && house.whole_and_parts().1 < all - 2 {
            house.turn(&mut agents).expect("a turn");
        }
        match trouble {
            Trouble::TakenMeanwhile => fs::write(house.path("in/0"), "old").expect("written"),
            Trouble::PartGone => fs::remove_file(house.path("in/0.part")).expect("removed"),
            Trouble::Cancelled => house.ask_agent("NORTH", &cancel(&id, "ann")),
            _ => {}
        }
        let ended = house.until_ended(&mut agents, &id);
        let code = match trouble {
            Trouble::Cancelled => "code 41",
            _ => "code 40",
        };
        assert!(ended.contains(code), "{trouble:?}: {ended}");
        let there = match trouble {
            Trouble::Taken | Trouble::TakenMeanwhile => 1,
            _ => 0,
        };
        assert_eq!(house.whole_and_parts(), (there, 0), "{trouble:?}");
        let sources = fs::read_dir(house.path("out")).expect("listed").count();
        assert_eq!(sources, all, "{trouble:?}");
        assert!(house.is_all_forgotten(), "{trouble:?}");
    }
}

#[test]
fn a_set_is_refused_where_it_cannot_be_one() {
    let mut house = House::new("transfer-set-refused");
    // Files that answer later, as those of servers.
    house.later = Some(false);
    house.several(1);
    let mut agents = agents(&mut house);
    let id = house.ask(&set(&item(&house, "out", "in", "directory delete")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("BFGTR9516E"), "{ended}");
    assert_eq!(house.whole_and_parts(), (0, 0));
    assert!(house.path("out/0").exists() && house.is_all_forgotten());
    let mut house = House::new("transfer-set-too-many");
    house.change = |settings| settings.files_max = 6_000;
    for n in 0..5_001 {
        fs::write(house.path(&format!("out/{n}")), "").expect("written");
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&set(&item(&house, "out", "in", "directory")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("BFGTR9515E"), "{ended}");
    assert!(!house.path("in").exists() && house.is_all_forgotten());
}

/// At any verb and any call of a file, one rename of several among them: all or none have their names in the end.
#[test]
fn killed_agents_end_with_all_of_a_set_or_none() {
    let mut between = 0;
    for seed in 0..2 * SEEDS {
        let mut house = House::new(&format!("transfer-set-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        let expected = house.several(seed);
        let mut items = item(&house, "out", "in", "directory delete overwrite");
        let fails = seed % 4 == 0;
        fs::create_dir_all(house.path("in")).expect("made");
        if fails {
            items += &item(&house, "out/none", "in/none", "");
        }
        fs::write(house.path("in/1"), "old").expect("written");
        let id = house.ask(&set(&items));
        let mut lives = super::Lives::new(60, 10);
        for _ in 0..super::TURNS_MAX {
            lives.turn(&mut house, &mut random);
            let (whole, parts) = house.whole_and_parts();
            between += usize::from(whole > 1 && parts > 0);
            if house.has_ended(&id).is_some() && house.is_all_forgotten() {
                break;
            }
        }
        let ended = house.end_of(&id);
        let told = house.told.join("\n");
        let code = if fails { "code 40" } else { "code 0" };
        assert!(ended.contains(code), "seed {seed}: {ended}\n{told}");
        let there = if fails { 1 } else { expected.len() };
        assert_eq!(house.whole_and_parts(), (there, 0), "seed {seed}\n{told}");
        for (n, bytes) in expected.iter().enumerate() {
            let source = house.path(&format!("out/{n}"));
            assert_eq!(source.exists(), fails, "seed {seed}: {n}\n{told}");
            if !fails {
                let arrived = fs::read(house.path(&format!("in/{n}"))).expect("there");
                assert!(arrived == *bytes, "seed {seed}: {n}");
            }
        }
        assert!(!fails || fs::read(house.path("in/1")).expect("there") == b"old");
        assert!(house.is_all_forgotten(), "seed {seed}\n{told}");
    }
    assert!(between > 0, "no agent was killed between two renames");
}
