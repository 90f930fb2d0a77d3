//! Programs before and after transfers, and by themselves.

use super::{House, OneAgent, SEEDS, content, item, request};
use ferromq_base::random::SplitMix64;
use std::fs;

/// An item with these calls in front, each by its place and its command.
fn with_calls(items: &str, calls: &[(&str, &str)]) -> String {
    let calls = calls
        .iter()
        .map(|(place, command)| format!("<{place}><command {command}/></{place}>"));
    format!("{}{items}", calls.collect::<String>())
}

fn named(name: &str) -> String {
    format!(r#"name="{name}" type="executable" successRC="0""#)
}

impl House {
    fn both(&mut self) -> Vec<OneAgent> {
        vec![self.agent("NORTH"), self.agent("SOUTH")]
    }
}

const PLACES: [&str; 4] = [
    "preSourceCall",
    "postSourceCall",
    "preDestinationCall",
    "postDestinationCall",
];

#[test]
fn programs_run_in_their_order_and_what_the_first_makes_is_transferred() {
    let mut house = House::new("programs-order");
    let mut agents = house.both();
    let made = house.path("out/made").display().to_string();
    let items = item(&house, "out/made", "in/made", "delete");
    let first = format!(
        "<preSourceCall><command {}><argument>{made}</argument></command></preSourceCall>",
        named("presrc")
    );
    let rest = [
        ("postSourceCall", "postsrc"),
        ("preDestinationCall", "predst"),
        ("postDestinationCall", "postdst"),
    ];
    let rest = rest.map(|(place, name)| (place, named(name)));
    let rest: Vec<_> = rest
        .iter()
        .map(|(place, command)| (*place, command.as_str()))
        .collect();
    let asked = request(&format!("{first}{}", with_calls(&items, &rest)));
    let id = house.ask(&asked);
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}: {:#?}", house.told);
    assert_eq!(
        fs::read_to_string(house.path("in/made")).expect("there"),
        "made"
    );
    assert!(!house.path("out/made").exists());
    assert_eq!(
        house.shelf.ran(),
        ["presrc", "predst", "postdst", "postsrc"]
    );
    assert!(house.is_all_forgotten());
}

#[test]
fn a_program_behind_a_transfer_finds_all_its_files_under_their_names() {
    for later in [None, Some(false), Some(true)] {
        let mut house = House::new(&format!("programs-names-{later:?}"));
        house.later = later;
        let mut agents = house.both();
        // Each is long enough for a checkpoint at its beginning, which gives those before their names.
        let mut items = String::new();
        for n in 0..3 {
            let name = format!("out/{n}");
            fs::write(house.path(&name), content(50_000, n)).expect("written");
            items += &item(&house, &name, &format!("in/{n}"), "");
        }
        let lists = format!(
            "<postDestinationCall><command {}><argument>{}</argument></command></postDestinationCall>",
            named("lists"),
            house.path("in").display()
        );
        let id = house.ask(&request(&format!("{lists}{items}")));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}: {:#?}", house.told);
        let listed = house.shelf.listed.lock().expect("not poisoned").clone();
        assert_eq!(listed, [["0", "1", "2"]], "{later:?}");
    }
}

#[test]
fn nobody_says_by_metadata_who_has_asked() {
    let mut house = House::new("programs-metadata");
    let mut agents = house.both();
    fs::write(house.path("out/a"), "alpha").expect("written");
    let pairs = [
        ("com.ibm.wmqfte.MqmdUser", "forged"),
        ("COM_ibm-wmqfte.JobName", "forged"),
        ("com.ibm.wmqftes", "theirs"),
        ("org.foo.season", "spring"),
    ];
    let pairs = pairs.map(|(key, value)| format!(r#"<metaData key="{key}">{value}</metaData>"#));
    let metadata = format!("<metaDataSet>{}</metaDataSet>", pairs.concat());
    let calls = PLACES.map(|place| (place, named("tells")));
    let calls: Vec<_> = calls
        .iter()
        .map(|(place, command)| (*place, command.as_str()))
        .collect();
    let items = with_calls(&item(&house, "out/a", "in/a", ""), &calls);
    let id = house.ask(&request(&format!("{metadata}{items}")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}: {:#?}", house.told);
    let call = format!(
        r#"<request version="6.00"><managedCall><originator><hostName>desk</hostName><userID>ann</userID></originator>
        <agent agent="NORTH" QMgr="QM1"/><transferSet priority="0">{metadata}<call><command {}/></call></transferSet></managedCall></request>"#,
        named("tells")
    );
    house.ask(&call);
    for _ in 0..200 {
        house.turn(&mut agents).expect("a turn");
    }
    let ran = house.shelf.ran.lock().expect("not poisoned").clone();
    assert_eq!(ran.len(), PLACES.len() + 1);
    for program in ran {
        let told = &program.metadata;
        assert!(!told.iter().any(|(_, value)| value == "forged"), "{told:?}");
        for name in ["com.ibm.wmqftes", "org.foo.season"] {
            assert!(told.iter().any(|(key, _)| key == name), "{told:?}");
        }
    }
}

#[test]
fn a_program_that_fails_ends_the_transfer_and_sources_stay() {
    let mut house = House::new("programs-fail");
    let mut agents = house.both();
    for (n, place) in PLACES.into_iter().enumerate() {
        for name in ["fails", "missing"] {
            let (from, to) = (format!("out/{n}{name}"), format!("in/{n}{name}"));
            fs::write(house.path(&from), "alpha").expect("written");
            let items = item(&house, &from, &to, "delete");
            let command = named(name);
            let id = house.ask(&request(&with_calls(&items, &[(place, &command)])));
            let ended = house.until_ended(&mut agents, &id);
            assert!(ended.contains("code 1"), "{place}: {ended}");
            assert!(
                ended.contains("BFGTR9522E") && ended.contains(place),
                "{place}: {ended}"
            );
            assert!(house.path(&from).exists(), "{place}");
            assert_eq!(
                house.path(&to).exists(),
                place.starts_with("post"),
                "{place}"
            );
        }
    }
    assert!(house.is_all_forgotten());
}

#[test]
fn a_program_is_run_again_as_often_as_the_request_says() {
    let mut house = House::new("programs-retry");
    let mut agents = house.both();
    fs::write(house.path("out/a"), "alpha").expect("written");
    let items = item(&house, "out/a", "in/a", "overwrite");
    for (retries, code) in [(1, "code 1"), (2, "code 0")] {
        house.shelf.forget();
        let command = format!(
            r#"{} retryCount="{retries}" retryWait="30""#,
            named("flaky")
        );
        let before_ms = house.now_ms;
        let id = house.ask(&request(&with_calls(
            &items,
            &[("postDestinationCall", &command)],
        )));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains(code), "{ended}");
        assert_eq!(house.shelf.ran().len(), retries + 1);
        assert!(house.now_ms - before_ms >= retries as u64 * 30_000);
    }
    assert!(house.is_all_forgotten());
}

#[test]
fn a_call_runs_a_program_without_a_transfer_and_scripts_are_refused() {
    let mut house = House::new("programs-call");
    let mut agents = house.both();
    let call = |command: &str| {
        format!(
            r#"<request version="6.00"><managedCall><originator><hostName>desk</hostName><userID>ann</userID></originator>
            <agent agent="NORTH" QMgr="QM1"/><transferSet priority="0"><call><command {command}/></call></transferSet></managedCall></request>"#
        )
    };
    let script = named("x.xml").replace("executable", "antscript");
    let codes = named("fails")
        .replace("\"0\"", "\">1&amp;<5\"")
        .replace('<', "&lt;");
    for (command, told) in [
        (named("sweep"), "and its exit code 0"),
        (codes, "and its exit code 3"),
        (script, "BFGTR9520E"),
        (named("x").replace("\"0\"", "\"?\""), "BFGTR9521E"),
    ] {
        house.ask(&call(&command));
        for _ in 0..200 {
            house.turn(&mut agents).expect("a turn");
        }
        let told_of = house.told.iter().any(|line| line.contains(told));
        assert!(told_of, "{told}: {:#?}", house.told);
    }
    assert_eq!(house.shelf.ran(), ["sweep", "fails"]);
    assert!(house.is_all_forgotten());
}

#[test]
fn agents_that_are_killed_at_any_call_run_no_program_again_once_another_follows() {
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("programs-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        fs::write(house.path("out/a"), content(20_000, seed)).expect("written");
        let items = item(&house, "out/a", "in/a", "delete");
        let calls = ["presrc", "postsrc", "predst", "postdst"].map(named);
        let calls: Vec<_> = PLACES
            .into_iter()
            .zip(calls.iter().map(String::as_str))
            .collect();
        let id = house.ask(&request(&with_calls(&items, &calls)));
        let ended = house.until_ended_with_kills(&id, &mut random);
        let told = house.told.join("\n");
        assert!(ended.contains("code 0"), "seed {seed}: {ended}\n{told}");
        let order = ["presrc", "predst", "postdst", "postsrc"];
        assert_eq!(house.shelf.in_order(), order, "seed {seed}:\n{told}");
        let arrived = fs::read(house.path("in/a")).expect("there");
        assert!(arrived == content(20_000, seed), "seed {seed}");
        assert!(!house.path("out/a").exists(), "seed {seed}");
    }
}
