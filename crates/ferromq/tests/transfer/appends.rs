//! Files that are put behind what is there: once and in their order, whatever ends when.

use super::{House, SEEDS, content, item, request};
use ferromq_base::random::SplitMix64;
use ferromq_transfer::agent::{Appended, Files, SystemFiles};
use std::fs;
use std::io::ErrorKind;

/// What temporary files of the third test carry.
const MARK: &str = "a transfer and an item";

fn append(house: &House, from: &str, to: &str, more: &str) -> String {
    let item = item(house, from, to, more);
    item.replace(r#"exist="error""#, r#"exist="append""#)
}

#[test]
fn what_comes_is_put_behind_what_is_there_or_begins_it() {
    let mut house = House::new("transfer-append");
    fs::create_dir_all(house.path("in")).expect("made");
    let parts: Vec<_> = [100_000, 0, 10, 4_096]
        .iter()
        .zip(1..)
        .map(|(length, seed)| content(*length, seed))
        .collect();
    for (n, bytes) in parts.iter().enumerate() {
        fs::write(house.path(&format!("out/{n}")), bytes).expect("written");
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    // All of a directory into one file that is not there.
    let all = append(&house, "out/*", "in/all", "delete");
    let id = house.ask(&request(&all));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    let mut expected = parts.concat();
    assert!(fs::read(house.path("in/all")).expect("there") == expected);
    assert!(!house.path("out/0").exists());
    fs::write(house.path("out/9"), b"more").expect("written");
    let one = append(&house, "out/9", "in/all", "");
    for _ in 0..2 {
        let id = house.ask(&request(&one));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
        expected.extend_from_slice(b"more");
    }
    assert!(fs::read(house.path("in/all")).expect("there") == expected);
    // Without it two files do not go to one.
    let id = house.ask(&request(&item(&house, "out/9", "in/all", "")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    fs::create_dir_all(house.path("in/directory")).expect("made");
    let id = house.ask(&request(&append(&house, "out/9", "in/directory", "")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    assert!(fs::read(house.path("in/all")).expect("there") == expected);
    assert_eq!(fs::read_dir(house.path("in")).expect("listed").count(), 2);
    assert!(house.is_all_forgotten());
}

#[test]
fn killed_agents_append_every_file_once_and_in_order() {
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("transfer-append-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        fs::create_dir_all(house.path("in")).expect("made");
        let mut expected = Vec::new();
        if seed % 3 > 0 {
            expected = content(5_000, seed);
            fs::write(house.path("in/all"), &expected).expect("written");
        }
        for n in 0..12 {
            let length = [0, 10, 3_000, 100_000][random.below(4) as usize];
            let bytes = content(length, random.next_u64());
            fs::write(house.path(&format!("out/{n:02}")), &bytes).expect("written");
            expected.extend_from_slice(&bytes);
        }
        let id = house.ask(&request(&append(&house, "out/*", "in/all", "delete")));
        let ended = house.until_ended_with_kills(&id, &mut random);
        let told = house.told.join("\n");
        assert!(ended.contains("code 0"), "seed {seed}: {ended}\n{told}");
        let arrived = fs::read(house.path("in/all")).expect("there");
        assert!(
            arrived == expected,
            "seed {seed}: {} bytes, not {}\n{told}",
            arrived.len(),
            expected.len()
        );
        assert_eq!(fs::read_dir(house.path("in")).expect("listed").count(), 1);
        assert_eq!(fs::read_dir(house.path("out")).expect("listed").count(), 0);
        assert!(house.is_all_forgotten(), "seed {seed}\n{told}");
    }
}

/// An agent that was killed in the midst of the copy, and somebody who writes to the file besides.
#[test]
fn what_was_begun_is_ended_and_what_others_wrote_stays() {
    let house = House::new("transfer-append-begun");
    fs::create_dir_all(house.path("in")).expect("made");
    let to = house.path("in/all").to_str().expect("UTF-8").to_owned();
    let (base, whole) = (content(10_000, 1), content(200_000, 2));
    let mut files = SystemFiles::new();
    let made = |files: &mut SystemFiles| {
        let created = files.create(&to, MARK).expect("made");
        files.write(&created.file, 0, &whole).expect("written");
        (created.temporary, created.id)
    };
    for (there, is_right) in [
        (vec![], true),
        (whole[..1].to_vec(), true),
        (whole[..130_000].to_vec(), true),
        (whole.clone(), true),
        (b"others wrote this".to_vec(), false),
        ([&whole[..70_000], b"x"].concat(), false),
        ([&whole[..], b"x"].concat(), false),
    ] {
        let before = [&base[..], &there].concat();
        fs::write(&to, &before).expect("written");
        let at = Appended {
            base: files.facts(&to).expect("there").id,
            offset: base.len() as u64,
        };
        let (from, id) = made(&mut files);
        // One that has another mark is not the one that was whole.
        let done = files.append((&from, id), "another", &to, &at);
        assert!(done.is_err_and(|error| error.kind() == ErrorKind::NotFound));
        let done = files.append((&from, id), MARK, &to, &at);
        assert_eq!(done.is_ok(), is_right, "{} bytes were there", there.len());
        let expected = match is_right {
            true => [&base[..], &whole].concat(),
            false => before,
        };
        assert!(fs::read(&to).expect("there") == expected);
        assert_eq!(fs::metadata(&from).is_ok(), !is_right);
        // Once more, as an agent that was killed behind it would.
        if is_right {
            let done = files.append((&from, id), MARK, &to, &at);
            assert!(done.is_err_and(|error| error.kind() == ErrorKind::NotFound));
            assert!(fs::read(&to).expect("there") == expected);
        }
        // Another file has the name by now, or none: nothing is said to have been done.
        let (from, id) = made(&mut files);
        for is_there in [true, false] {
            fs::rename(&to, house.path("in/old")).expect("renamed");
            if is_there {
                fs::write(&to, &base).expect("written");
            }
            let done = files.append((&from, id), MARK, &to, &at);
            assert!(done.is_err_and(|error| error.kind() != ErrorKind::NotFound));
            assert!(!is_there || fs::read(&to).expect("there") == base);
        }
    }
}
