//! Files of which the destination has some already: only the rest is sent, and what arrives is what was sent, whatever is there.

use super::faults::cancel;
use super::{House, OneAgent, SEEDS, content, item, request};
use ferromq_base::random::SplitMix64;
use std::fs;

fn update(house: &House, from: &str, to: &str, more: &str) -> String {
    let item = item(house, from, to, more);
    item.replace(r#"exist="error""#, r#"exist="update""#)
}

fn agents(house: &mut House) -> [OneAgent; 2] {
    [house.agent("NORTH"), house.agent("SOUTH")]
}

impl House {
    /// Bytes that were there already, as the transfer that ended last has it.
    pub(super) fn held(&self) -> u64 {
        let mut told = self.told.iter().rev();
        let line = told.find(|line| line.contains("were there already"));
        let line = line.expect("it was told");
        let (before, _) = line.split_once(" were there already").expect("told");
        let (_, number) = before.rsplit_once(' ').expect("a number");
        number.parse().expect("a number")
    }

    fn is_alone(&self, names: usize) -> bool {
        fs::read_dir(self.path("in")).expect("listed").count() == names
    }
}

/// A file of which much is as it was: something in the middle is another, something is put in in front of that, something is missing.
fn edited(old: &[u8]) -> Vec<u8> {
    let mut new = old.to_vec();
    let middle = new.len() / 2;
    new[middle..middle + 10].copy_from_slice(b"otherwise.");
    new.splice(100..100, *b"put in");
    new.drain(new.len() - 5_000..new.len() - 4_900);
    new
}

#[test]
fn only_what_differs_of_a_file_is_sent() {
    let mut house = House::new("transfer-update");
    fs::create_dir_all(house.path("in")).expect("made");
    let old = content(3_000_000, 1);
    let new = edited(&old);
    let whole = new.len() as u64;
    for (there, least) in [
        (Some(old), whole - 300_000),
        (Some(new.clone()), whole),
        // As somebody left it who was copying it.
        (Some(new[..2_000_000].to_vec()), 1_900_000),
        (Some(content(3_000_000, 2)), 0),
        (Some(Vec::new()), 0),
        (None, 0),
    ] {
        fs::write(house.path("out/1"), &new).expect("written");
        let _ = fs::remove_file(house.path("in/1"));
        if let Some(there) = &there {
            fs::write(house.path("in/1"), there).expect("written");
        }
        let mut agents = agents(&mut house);
        let item = update(&house, "out/1", "in/1", "delete");
        let id = house.ask(&request(&item));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
        assert!(fs::read(house.path("in/1")).expect("there") == new);
        let held = house.held();
        assert!(
            (least..=whole).contains(&held) && (held == 0) == (least == 0),
            "{held}, and not {least}"
        );
        assert!(!house.path("out/1").exists() && house.is_alone(1));
        assert!(house.is_all_forgotten());
    }
}

#[test]
fn what_a_cancelled_transfer_has_left_is_not_sent_again() {
    let mut house = House::new("transfer-update-cancelled");
    let bytes = content(2_000_000, 1);
    fs::write(house.path("out/1"), &bytes).expect("written");
    let mut agents = agents(&mut house);
    let item = update(&house, "out/1", "in/1", "");
    let id = house.ask(&request(&item));
    for _ in 0..20 {
        house.turn(&mut agents).expect("a turn");
    }
    house.ask_agent("NORTH", &cancel(&id, "ann"));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 41"), "{ended}");
    assert!(house.is_all_forgotten() && house.is_alone(1));
    let rest = house.path("in/1.ferromq.part");
    let there = fs::metadata(&rest).expect("left").len();
    assert!(there > 200_000, "{there} bytes are left");
    // One that does not ask for it leaves it as it is.
    let id = house.ask(&request(&super::item(&house, "out/1", "in/2", "")));
    house.until_ended(&mut agents, &id);
    assert!(rest.exists());
    let id = house.ask(&request(&item));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert!(fs::read(house.path("in/1")).expect("there") == bytes);
    let held = house.held();
    assert!(held + 70_000 > there && held <= there, "{held} of {there}");
    assert!(house.is_alone(2) && house.is_all_forgotten());
}

/// Somebody writes to the file that is there, at any moment: what the destination has told is not so any more.
#[test]
fn what_is_there_is_looked_at_again_when_it_is_taken() {
    for turns in 1..40 {
        let mut house = House::new(&format!("transfer-update-changed-{turns}"));
        fs::create_dir_all(house.path("in")).expect("made");
        let bytes = content(1_000_000, 1);
        fs::write(house.path("out/1"), &bytes).expect("written");
        fs::write(house.path("in/1"), &bytes).expect("written");
        let mut agents = agents(&mut house);
        let item = update(&house, "out/1", "in/1", "").replace("MD5", "none");
        let id = house.ask(&request(&item));
        for _ in 0..turns {
            house.turn(&mut agents).expect("a turn");
        }
        let mut changed = bytes.clone();
        for at in (0..changed.len()).step_by(10_000) {
            changed[at] ^= 1;
        }
        let is_over = house.has_ended(&id).is_some();
        if !is_over {
            // In place, as the transfer has it open.
            use std::os::unix::fs::FileExt;
            let file = fs::File::options().write(true).open(house.path("in/1"));
            file.expect("opened")
                .write_all_at(&changed, 0)
                .expect("written");
        }
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{turns}: {ended}");
        let arrived = fs::read(house.path("in/1")).expect("there");
        // Whoever writes to it when it has its name writes to what arrived.
        let is_right = arrived == bytes || arrived == changed;
        assert!(is_right, "{turns}: it is a mixture");
        assert!(house.is_all_forgotten() && house.is_alone(1));
    }
}

#[test]
fn where_nothing_can_be_told_of_what_is_there_all_is_sent() {
    let mut house = House::new("transfer-update-later");
    house.later = Some(true);
    fs::create_dir_all(house.path("in")).expect("made");
    let bytes = content(300_000, 1);
    fs::write(house.path("out/1"), &bytes).expect("written");
    fs::write(house.path("in/1"), edited(&bytes)).expect("written");
    let mut agents = agents(&mut house);
    let id = house.ask(&request(&update(&house, "out/1", "in/1", "")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert!(fs::read(house.path("in/1")).expect("there") == bytes);
    assert_eq!(house.held(), 0);
    assert!(house.is_all_forgotten() && house.is_alone(1));
}

/// At any verb and any call of a file, with any of it there.
#[test]
fn killed_agents_that_compare_files_end_with_every_file_once() {
    let mut held = 0;
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("transfer-update-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        fs::create_dir_all(house.path("in")).expect("made");
        let mut expected = Vec::new();
        for n in 0..6 {
            let length = [10_000, 40_000, 300_000, 700_000][random.below(4) as usize];
            let old = content(length, random.next_u64());
            let new = edited(&old);
            match random.below(5) {
                0 => {}
                1 => {
                    fs::write(house.path(&format!("in/{n}")), &new[..length / 2]).expect("written")
                }
                2 => fs::write(house.path(&format!("in/{n}.ferromq.part")), &new).expect("written"),
                _ => fs::write(house.path(&format!("in/{n}")), &old).expect("written"),
            }
            fs::write(house.path(&format!("out/{n}")), &new).expect("written");
            expected.push(new);
        }
        let item = update(&house, "out", "in", "directory delete");
        let id = house.ask(&request(&item));
        let ended = house.until_ended_with_kills(&id, &mut random);
        let told = house.told.join("\n");
        assert!(ended.contains("code 0"), "seed {seed}: {ended}\n{told}");
        held += house.held();
        for (n, bytes) in expected.iter().enumerate() {
            let arrived = fs::read(house.path(&format!("in/{n}"))).expect("there");
            assert!(arrived == *bytes, "seed {seed}: {n}");
            assert!(
                !house.path(&format!("out/{n}")).exists(),
                "seed {seed}: {n}"
            );
        }
        for name in house.files_below("in", false) {
            // A file so short that nothing was asked leaves what others have left.
            let path = house.path(&format!("in/{name}"));
            let length = fs::metadata(path).expect("there").len();
            assert!(length < 40_000, "seed {seed}: {name} is left\n{told}");
        }
        assert!(house.is_all_forgotten(), "seed {seed}\n{told}");
    }
    assert!(held > 1_000_000, "{held} bytes were there");
}
