//! Transfers that wait for their turn.

use super::{House, item, request};
use std::fs;

/// A request with that priority; none for what the agent's settings say.
fn prioritized(house: &House, name: &str, priority: &str) -> String {
    fs::write(house.path(&format!("out/{name}")), vec![b'x'; 20_000]).expect("written");
    let item = item(house, &format!("out/{name}"), &format!("in/{name}"), "");
    request(&item).replace(r#"priority="0""#, priority)
}

#[test]
fn transfers_that_wait_begin_by_priority_and_then_as_they_came() {
    let mut house = House::new("transfer-queueing");
    house.change = |settings| {
        settings.source_transfers_max = 1;
        settings.default_priority = 7;
    };
    let mut ids = Vec::new();
    for (name, priority) in [
        ("a", r#"priority="0""#),
        ("b", r#"priority="5""#),
        ("c", r#"priority="9""#),
        ("d", r#"priority="5""#),
        ("e", ""),
    ] {
        let request = prioritized(&house, name, priority);
        ids.push(house.ask(&request));
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    for id in &ids {
        let ended = house.until_ended(&mut agents, id);
        assert!(ended.contains("code 0"), "{ended}");
    }
    let ended = house.told.iter().filter(|line| line.contains("has ended"));
    let order: Vec<_> = ended
        .filter_map(|line| ids.iter().position(|id| line.contains(id.as_str())))
        .collect();
    assert_eq!(order, [2, 4, 1, 3, 0]);
    assert!(house.is_all_forgotten());
}

#[test]
fn more_transfers_than_may_wait_are_refused_and_a_destination_without_room_is_asked_again() {
    let mut house = House::new("transfer-queues-full");
    house.change = |settings| {
        settings.source_transfers_max = if settings.agent == "NORTH" { 2 } else { 25 };
        settings.destination_transfers_max = 1;
        settings.queued_transfers_max = 3;
    };
    let mut ids = Vec::new();
    for name in ["a", "b", "c", "d"] {
        let request = prioritized(&house, name, "");
        ids.push(house.ask(&request));
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    for id in &ids[..3] {
        let ended = house.until_ended(&mut agents, id);
        assert!(ended.contains("code 0"), "{ended}");
    }
    let refused = format!("Request {} is refused with code 44", ids[3]);
    assert!(house.told.iter().any(|line| line.contains(&refused)));
    assert!(house.is_all_forgotten());
}

#[test]
fn a_transfer_that_may_not_recover_fails_when_it_would_have_to() {
    let mut house = House::new("transfer-no-recovery");
    let request = prioritized(&house, "a", r#"priority="0" recoveryTimeout="0""#);
    fs::write(house.path("out/a"), vec![b'x'; 2_000_000]).expect("written");
    let id = house.ask(&request);
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    while !house
        .told
        .iter()
        .any(|line| line.contains("comes from agent NORTH"))
    {
        house.turn(&mut agents).expect("a turn");
    }
    // Killed before it has taken any of it.
    agents.pop();
    agents.push(house.agent("SOUTH"));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 69"), "{ended}");
    assert!(!house.path("in/a").exists() && !house.path("in/a.part").exists());
    assert!(house.is_all_forgotten());
}
