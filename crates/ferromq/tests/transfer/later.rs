//! Files that answer later, as those of a server do, and whose connection is lost now and then.

use super::{House, SEEDS, content, item, request};
use ferromq_base::random::SplitMix64;
use std::fs;

fn expect_arrived(house: &House, names: &[(String, Vec<u8>)]) {
    for (name, bytes) in names {
        let arrived = fs::read(house.path(&format!("in/{name}"))).expect("there");
        assert!(arrived == *bytes, "{name}");
        assert!(
            !house.path(&format!("out/{name}")).exists(),
            "{name} was to go"
        );
    }
    let mut left = vec![house.path("in")];
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(directory).expect("listed").flatten() {
            let path = entry.path();
            let name = path.to_string_lossy().into_owned();
            assert!(!name.contains(".part"), "{name} is left");
            if path.is_dir() {
                left.push(path);
            }
        }
    }
}

fn some_files(house: &House, random: &mut SplitMix64) -> Vec<(String, Vec<u8>)> {
    fs::create_dir_all(house.path("out/a")).expect("made");
    let mut made = Vec::new();
    for n in 0..20 {
        let name = format!("{}{n}", ["", "a/"][n % 2]);
        let length = [0, 10, 20_000, 200_000][random.below(4) as usize];
        let bytes = content(length, random.next_u64());
        fs::write(house.path(&format!("out/{name}")), &bytes).expect("written");
        made.push((name, bytes));
    }
    made
}

#[test]
fn files_that_answer_later_arrive_as_they_were() {
    for loses in [false, true] {
        let mut house = House::new(&format!("transfer-later-{loses}"));
        house.later = Some(loses);
        let made = some_files(&house, &mut SplitMix64::new(7));
        let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
        let mut items = item(&house, "out", "in", "directory delete");
        items += &item(&house, "nothing", "in/nothing", "");
        let id = house.ask(&request(&items));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 20"), "{ended}");
        assert!(ended.contains("BFGIO0001E"), "{ended}");
        expect_arrived(&house, &made);
        assert!(house.is_all_forgotten());
    }
}

/// As those of files of the system, at any verb and any call of a file.
#[test]
fn killed_agents_of_files_that_answer_later_end_what_they_began() {
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("transfer-later-kills-{seed}"));
        house.later = Some(seed % 2 == 0);
        let mut random = SplitMix64::new(seed);
        let made = some_files(&house, &mut random);
        let item = item(&house, "out", "in", "directory delete");
        let id = house.ask(&request(&item));
        let ended = house.until_ended_with_kills(&id, &mut random);
        assert!(
            ended.contains("code 0"),
            "seed {seed}: {ended}\n{}",
            house.told.join("\n")
        );
        expect_arrived(&house, &made);
        assert!(house.is_all_forgotten());
    }
}
