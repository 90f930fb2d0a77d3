//! Transfers that rest until they are had to go on.

use super::{House, OneAgent, content, item, request};
use std::fs;

/// The document that has a transfer rest, or go on.
pub(super) fn pause(id: &str, rests: bool) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><pauseTransfer xmlns="urn:ferromq:transfer:1" version="6.00" rests="{rests}">
        <originator><hostName>desk</hostName><userID>ann</userID></originator><transfer>{id}</transfer></pauseTransfer>"#
    )
}

fn one_place(settings: &mut ferromq_transfer::agent::AgentSettings) {
    settings.source_transfers_max = 1;
    // Rest is no recovery.
    settings.recovery_timeout_ms = Some(5_000);
}

impl House {
    fn turns(&mut self, agents: &mut [OneAgent], count: usize) {
        for _ in 0..count {
            self.turn(agents).expect("a turn");
        }
    }

    /// Bytes there are of a file that is not whole.
    fn part(&self, name: &str) -> u64 {
        let path = self.path(&format!("{name}.part"));
        fs::metadata(path).map_or(0, |facts| facts.len())
    }
}

/// Goal: a transfer that rests sends nothing, however long and whoever is started anew meanwhile, leaves its place to others, and ends as
/// any other once it goes on. Method: one place, a limit of recovery far below the time that passes; time is simulated.
#[test]
fn a_transfer_rests_over_restarts_until_it_is_had_to_go_on() {
    let mut house = House::new("transfer-rests");
    house.change = one_place;
    let long = content(2_000_000, 1);
    fs::write(house.path("out/1"), &long).expect("written");
    fs::write(house.path("out/2"), content(50_000, 2)).expect("written");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let first = item(&house, "out/1", "in/1", "delete");
    let first = house.ask(&request(&first));
    while house.part("in/1") == 0 {
        house.turns(&mut agents, 1);
    }
    house.ask_agent("NORTH", &pause(&first, true));
    house.turns(&mut agents, 100);
    let told = house.told.join("\n");
    assert!(told.contains(&format!("Transfer {first} rests")), "{told}");
    let part = house.part("in/1");
    assert!(part < 2_000_000, "{part}");

    // Another one has the place.
    let second = item(&house, "out/2", "in/2", "");
    let second = house.ask(&request(&second));
    let ended = house.until_ended(&mut agents, &second);
    assert!(ended.contains("code 0"), "{ended}");

    // Minutes pass, and both are started anew.
    let began_ms = house.now_ms;
    house.turns(&mut agents, 200);
    drop(agents);
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    house.turns(&mut agents, 200);
    assert!(house.now_ms - began_ms > 60_000);
    assert_eq!(house.has_ended(&first), None);
    assert!(house.part("in/1") <= part);
    assert!(!house.path("in/1").exists());

    house.ask_agent("NORTH", &pause(&first, false));
    let ended = house.until_ended(&mut agents, &first);
    assert!(ended.contains("code 0"), "{ended}");
    let arrived = fs::read(house.path("in/1")).expect("there");
    assert!(arrived == long);
    assert!(!house.path("out/1").exists());
    assert!(house.is_all_forgotten());
}

/// One that waits for its turn can rest, and can be cancelled while it does.
#[test]
fn a_transfer_that_has_not_begun_rests_and_can_be_cancelled() {
    let mut house = House::new("transfer-rests-new");
    fs::write(house.path("out/1"), content(50_000, 1)).expect("written");
    let mut north = [house.agent("NORTH")];
    let item = item(&house, "out/1", "in/1", "");
    let id = house.ask(&request(&item));
    house.turns(&mut north, 20);
    house.ask_agent("NORTH", &pause(&id, true));
    house.turns(&mut north, 20);
    let [north] = north;
    let mut agents = [north, house.agent("SOUTH")];
    house.turns(&mut agents, 200);
    assert_eq!(house.has_ended(&id), None);
    assert!(!house.path("in/1").exists());
    let cancel = super::faults::cancel(&id, "ann");
    house.ask_agent("NORTH", &cancel);
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 41"), "{ended}");
    assert!(house.is_all_forgotten() && !house.path("in/1").exists());
}

/// Goal: what is on its way when a transfer begins to rest arrives as it was to, and the rest goes that way, too. Method: a file that is
/// handed over, not sent; all of it is when the transfer has ended.
#[test]
fn a_file_that_is_handed_over_is_so_behind_a_rest() {
    let mut house = House::new("transfer-rests-handed-over");
    house.by_reference = true;
    let long = content(20_000_000, 1);
    fs::write(house.path("out/1"), &long).expect("written");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/1", "in/1", "");
    let id = house.ask(&request(&item));
    while house.part("in/1") == 0 {
        house.turns(&mut agents, 1);
    }
    // More of it is on its way when it begins to rest.
    house.turns(&mut agents[..1], 3);
    house.ask_agent("NORTH", &pause(&id, true));
    house.turns(&mut agents[..1], 5);
    let before = house.part("in/1");
    house.turns(&mut agents, 100);
    let part = house.part("in/1");
    assert!(part > before && part < 20_000_000, "{part}");
    house.ask_agent("NORTH", &pause(&id, false));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert!(fs::read(house.path("in/1")).expect("there") == long);
    let told = house.told.join("\n");
    let (before, _) = told.split_once(" of them by reference").expect("told");
    let referred = before.rsplit(' ').next().expect("a number");
    let referred: u64 = referred.parse().expect("a number");
    assert!(referred >= 20_000_000, "{told}");
}

/// A destination that is gone when the transfer goes on is one that does not recover.
#[test]
fn the_time_to_recover_counts_when_a_transfer_goes_on() {
    let mut house = House::new("transfer-rests-recovery");
    house.change = one_place;
    fs::write(house.path("out/1"), content(2_000_000, 1)).expect("written");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/1", "in/1", "delete");
    let id = house.ask(&request(&item));
    while house.part("in/1") == 0 {
        house.turns(&mut agents, 1);
    }
    house.ask_agent("NORTH", &pause(&id, true));
    house.turns(&mut agents, 100);
    let [north, south] = agents;
    drop(south);
    let mut north = [north];
    house.ask_agent("NORTH", &pause(&id, false));
    house.turns(&mut north, 2_000);
    let told = house.told.join("\n");
    assert!(told.contains("code 69"), "{told}");
    assert!(house.path("out/1").exists());
}
