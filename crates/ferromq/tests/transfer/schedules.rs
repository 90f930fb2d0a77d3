//! Transfers that are to happen later: each time once, whatever ends when and however clocks are set.

use super::{House, Lives, OneAgent, SEEDS, TURNS_MAX, content, item};
use ferromq_base::random::SplitMix64;
use ferromq_transfer::schedule::Moment;
use std::collections::BTreeSet;
use std::fs;

const MINUTE_MS: u64 = 60_000;

/// A request whose transfers begin in a minute, one each minute, so often.
pub(super) fn request(house: &House, times: u32, items: &str) -> String {
    let start = Moment::at_ms(house.now_ms + MINUTE_MS).to_string();
    let start = start.get(..16).expect("a date and a time");
    format!(
        r#"<request version="6.00"><managedTransfer><originator><hostName>desk</hostName><userID>ann</userID></originator>
        <schedule><submit timebase="UTC" timezone="UTC">{start}</submit><repeat><frequency interval="minutes">1</frequency>
        <expireCount>{times}</expireCount></repeat></schedule>
        <sourceAgent agent="NORTH" QMgr="QM1"/><destinationAgent agent="SOUTH" QMgr="QM1"/>
        <transferSet>{items}</transferSet></managedTransfer></request>"#
    )
}

impl House {
    /// The identifiers of transfers that have ended well.
    fn ended_well(&self) -> BTreeSet<&str> {
        let lines = self.told.iter().filter(|line| line.contains("with code 0"));
        let ids = lines.filter_map(|line| line.split("Transfer ").nth(1)?.get(..48));
        ids.collect()
    }

    fn says(&self, what: &str) -> usize {
        self.told.iter().filter(|line| line.contains(what)).count()
    }

    fn turns_for(&mut self, agents: &mut [OneAgent], ms: u64) {
        let until_ms = self.now_ms + ms;
        while self.now_ms < until_ms {
            self.turn(agents).expect("a turn");
        }
    }

    /// Starts both agents anew.
    fn again(&mut self, agents: Vec<OneAgent>) -> Vec<OneAgent> {
        drop(agents);
        vec![self.agent("NORTH"), self.agent("SOUTH")]
    }
}

#[test]
fn a_schedule_happens_at_its_times_over_restarts_and_not_when_a_clock_is_set_back() {
    let mut house = House::new("transfer-schedule");
    fs::write(house.path("out/a"), content(5_000, 1)).expect("written");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/a", "in/a", "overwrite");
    let request = request(&house, 5, &item);
    house.ask(&request);
    house.turns_for(&mut agents, MINUTE_MS / 2);
    assert_eq!(house.says("BFGSC9503I"), 1, "{:?}", house.told);
    assert_eq!(house.ended_well().len(), 0);
    house.turns_for(&mut agents, MINUTE_MS);
    assert_eq!(house.ended_well().len(), 1, "{:?}", house.told);
    // The clock is set back, with the agent and without it.
    house.now_ms -= 2 * MINUTE_MS;
    house.turns_for(&mut agents, 2 * MINUTE_MS);
    house.now_ms -= 2 * MINUTE_MS;
    agents = house.again(agents);
    house.turns_for(&mut agents, 2 * MINUTE_MS);
    assert_eq!(house.ended_well().len(), 1, "{:?}", house.told);
    // Nobody is there for two times: they are missed.
    drop(agents);
    house.now_ms += 3 * MINUTE_MS - MINUTE_MS / 4;
    agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house.turns_for(&mut agents, 20 * MINUTE_MS);
    let told = house.told.join("\n");
    assert!(told.contains("2 times of schedule 1 went by"), "{told}");
    assert_eq!(house.ended_well().len(), 3, "{told}");
    assert!(house.is_event_queue_empty_but_for(1), "{told}");
}

#[test]
fn a_schedule_that_is_deleted_or_cannot_happen_does_nothing() {
    let mut house = House::new("transfer-schedule-deleted");
    fs::write(house.path("out/a"), "a").expect("written");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/a", "in/a", "");
    let good = request(&house, 2, &item);
    house.ask(&good);
    house.turns_for(&mut agents, 1_000);
    let delete = |number: u32| {
        format!(
            r#"<request version="6.00"><deleteScheduledTransfer><originator><delete><hostName>desk</hostName><userID>bob</userID></delete></originator>
            <ID>{number}</ID></deleteScheduledTransfer></request>"#
        )
    };
    for (asked, told) in [
        (delete(1), "BFGSC9507I"),
        (delete(1), "BFGSC9506E"),
        (delete(77), "BFGSC9506E"),
        (
            good.replace("20", "19").replace("1927", "1997"),
            "BFGSC9505E",
        ),
        (
            good.replace(
                r#"timebase="UTC" timezone="UTC""#,
                r#"timebase="admin" timezone="../etc/passwd""#,
            ),
            "BFGSC9502E",
        ),
        (good.replace("NORTH", "EAST"), "BFGCH9500E"),
    ] {
        let before = house.says(told);
        house.ask(&asked);
        house.turns_for(&mut agents, 1_000);
        assert_eq!(house.says(told), before + 1, "{told}: {:?}", house.told);
    }
    house.turns_for(&mut agents, 10 * MINUTE_MS);
    assert!(!house.path("in/a").exists());
    // Numbers are not given twice.
    let good = request(&house, 1, &item);
    agents = house.again(agents);
    house.ask(&good);
    house.turns_for(&mut agents, 1_000);
    assert_eq!(house.says("with the number 2"), 1, "{:?}", house.told);
}

#[test]
fn agents_that_are_killed_at_any_call_begin_each_time_of_a_schedule_once() {
    const TIMES: u32 = 4;
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("transfer-schedule-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        fs::write(house.path("out/a"), content(3_000, seed)).expect("written");
        let item = item(&house, "out/a", "in/a", "overwrite");
        let request = request(&house, TIMES, &item);
        house.ask(&request);
        let end_ms = house.now_ms + u64::from(TIMES + 8) * MINUTE_MS;
        let mut lives = Lives::new(100, 20);
        for _ in 0..TURNS_MAX {
            lives.turn(&mut house, &mut random);
            if house.now_ms > end_ms {
                break;
            }
        }
        let told = house.told.join("\n");
        // Every time is one transfer; a kill may tell of it twice.
        assert_eq!(
            house.ended_well().len(),
            TIMES as usize,
            "seed {seed}:\n{told}"
        );
        assert!(
            house.is_event_queue_empty_but_for(1),
            "seed {seed}:\n{told}"
        );
    }
}

impl House {
    /// Nothing is kept of schedules but the numbers that were given.
    fn is_event_queue_empty_but_for(&mut self, messages: usize) -> bool {
        let mut session = self.connect();
        let (text, _) = session
            .command("DISPLAY QLOCAL(SYSTEM.FTE.EVENT.NORTH) CURDEPTH")
            .expect("displayed");
        text.contains(&format!("CURDEPTH({messages})"))
    }
}

#[test]
fn a_transfer_whose_trigger_is_not_met_does_not_begin() {
    let mut house = House::new("transfer-trigger");
    fs::write(house.path("out/a"), "alpha").expect("written");
    fs::write(house.path("out/ready"), "12345").expect("written");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let (ready, none) = (house.path("out/ready"), house.path("out/none"));
    let both = format!("{},{}", ready.display(), none.display());
    let ready = ready.display().to_string();
    for (kind, comparison, value, files, is_met) in [
        ("fileExist", "=", "exist", &ready, true),
        ("fileExist", "=", "exist", &both, false),
        ("fileExist", "!=", "exist", &ready, false),
        ("fileSize", "&gt;=", "5", &ready, true),
        ("fileSize", "&gt;=", "6B", &ready, false),
    ] {
        let trigger = format!(
            r#"<trigger log="yes"><{kind} comparison="{comparison}" value="{value}">{files}</{kind}></trigger>"#
        );
        let item = item(&house, "out/a", "in/a", "overwrite");
        let asked = super::request(&item);
        let asked = asked.replace("<transferSet", &format!("{trigger}<transferSet"));
        let id = house.ask(&asked);
        let ended = house.until_ended(&mut agents, &id);
        let code = if is_met { "code 0" } else { "code 42" };
        assert!(ended.contains(code), "{trigger}: {ended}");
    }
    assert!(house.is_all_forgotten());
}
