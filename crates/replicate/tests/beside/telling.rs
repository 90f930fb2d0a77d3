//! What apply says to capture, and to who has it try again.

use super::{Bench, PEOPLE, PETS, until};
use ferromq_replicate::apply::board::{Board, Spilling};
use ferromq_replicate::apply::program::{Ended, Road, Setup, run};
use ferromq_replicate::target::seen::{Seen, note_failed, seen};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// Goal: what is on spill queues is not told as applied. Method: capture asks while a subscription has one, and hears nothing before it has none.
#[test]
fn what_is_put_aside_is_not_told_as_applied() {
    let Some(bench) = Bench::new("what apply says of rows that are put aside") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "1");
    bench.put_heartbeat(true);
    bench.until_ids("pets", "1");
    until("the heartbeat to be deleted", || {
        bench.queues.depth("Q") == 0
    });
    // That nothing comes cannot be waited for: longer than tables are thought to change after a command.
    std::thread::sleep(Duration::from_secs(7));
    assert!(bench.queues.texts("A").is_empty());
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    until("apply to say so", || bench.queues.depth("A") > 0);
    assert_eq!(bench.ids("people"), "1 2");
    assert_eq!(bench.queues.texts("A"), ["applied 7 3 5"]);
}

/// Goal: capture hears how far apply is where that is new or it asks, and a queue that nobody reads does not grow. Method: heartbeats that ask and do not.
#[test]
fn apply_says_how_far_it_is_where_that_is_new() {
    let Some(bench) = Bench::new("what apply says of how far it is") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let _apply = bench.apply();
    let until_told = |count: usize| {
        until("apply to say so", || bench.queues.depth("A") == count);
        until("the heartbeat to be deleted", || {
            bench.queues.depth("Q") == 0
        });
    };
    bench.put_heartbeat(false);
    until_told(1);
    bench.put_heartbeat(false);
    until_told(1);
    // That nothing comes cannot be waited for: longer than a look at the queue.
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(bench.queues.depth("A"), 1);
    bench.put_heartbeat(true);
    until_told(2);
    bench.put_insert(PEOPLE, "2");
    bench.put_heartbeat(false);
    until_told(3);
    let told = bench.queues.texts("A");
    assert_eq!(told, ["applied 7 3 3", "applied 7 3 3", "applied 7 3 4"]);
    assert!(bench.queues.expiries("A").iter().all(|it| *it > 0));
}

/// Goal: who tries again knows whether an attempt has worked, which is more than that it lasted. Method: a queue manager that is not reached, late, by one of the threads only, with the
/// target there; and one that inhibits gets when something is applied.
#[test]
fn an_attempt_has_worked_once_something_is_applied() {
    let Some(bench) = Bench::new("attempts that fail late") else {
        return;
    };
    let conninfo = format!("{} user={}", bench.server.conninfo(), bench.user);
    let board = Board::new(60_000);
    board.enter("Q", "M", false);
    let log = Mutex::new(String::new());
    let tell = |line: &str| log.lock().expect("a log").push_str(line);
    let tries = |refuses: bool| {
        let asked = AtomicU32::new(0);
        // The first looks for the epoch; where that is known it browses or purges.
        let roads = || match refuses && asked.fetch_add(1, Ordering::Relaxed) > 0 {
            true => {
                std::thread::sleep(Duration::from_millis(300));
                Err("it does not answer".to_owned())
            }
            false => Ok(Box::new(bench.queues.road()) as Road),
        };
        let setup = Setup {
            conninfo: &conninfo,
            schema: "asn",
            map: &bench.map,
            board: &board,
            autostop: false,
            roads: &roads,
            ends: &|| false,
            tell: &tell,
        };
        let Err(trouble) = run(&setup, None) else {
            panic!("it cannot go on: {}", log.lock().expect("a log"))
        };
        assert!(trouble.is_passing, "{trouble}");
        trouble.worked
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    assert_eq!(tries(true), Duration::ZERO);
    let worked = std::thread::scope(|scope| {
        let worked = scope.spawn(|| tries(false));
        bench.until_ids("people", "1");
        until("what is applied to be deleted", || {
            bench.queues.depth("Q") == 0
        });
        bench.queues.inhibit_gets("Q");
        worked.join().expect("it has ended")
    });
    assert!(worked > Duration::ZERO);
}

/// Goal: what is missing is told though what is before it waits, and everything goes on where it comes. Method: somebody has a lock on the table for longer than messages are waited for; then it comes, and
/// the next time it does not.
#[test]
fn what_is_missing_is_told_while_what_is_before_it_waits() {
    let Some(mut bench) = Bench::new("holes behind locks") else {
        return;
    };
    bench.map.settings.gap_timeout_ms = 500;
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    let mut holder = bench.session();
    let mut lack_one = |before: &str, missing: &str, behind: &str| {
        holder
            .execute("BEGIN; LOCK TABLE public.people IN EXCLUSIVE MODE")
            .expect("a lock");
        bench.put_insert(PEOPLE, before);
        let place = bench.place();
        bench.go_to((place.0, place.1 + 1));
        bench.put_insert(PEOPLE, behind);
        let text = format!("FMQ0466W: Messages {0} to {0} of map M", place.1 + 1);
        apply.until_told(&text);
        assert!(!apply.log().contains("FMQ0430"), "{}", apply.log());
        if !missing.is_empty() {
            let now = bench.place();
            bench.go_to(place);
            bench.put_insert(PEOPLE, missing);
            bench.go_to(now);
        }
        holder.execute("COMMIT").expect("released");
    };
    lack_one("2", "3", "4");
    bench.until_ids("people", "1 2 3 4");
    lack_one("5", "", "7");
    apply.until_told("FMQ0430E");
    assert_eq!(bench.ids("people"), "1 2 3 4 5");
    assert_eq!(apply.log().matches("FMQ0466").count(), 2, "{}", apply.log());
    apply.end();
}

/// Goal: who is asked to end while it looks behind a hole ends, and says nothing of what it has not looked for. Method: it is asked when it opens the queue for that.
#[test]
fn the_search_behind_a_hole_ends_where_that_is_asked() {
    let Some(mut bench) = Bench::new("ends amid the search behind a hole") else {
        return;
    };
    bench.map.settings.gap_timeout_ms = 100;
    bench.put_schemas();
    let place = bench.place();
    bench.go_to((place.0, place.1 + 1));
    bench.put_insert(PEOPLE, "1");
    let conninfo = format!("{} user={}", bench.server.conninfo(), bench.user);
    let board = Board::new(60_000);
    board.enter("Q", "M", false);
    let log = Mutex::new(String::new());
    let tell = |line: &str| log.lock().expect("a log").push_str(line);
    let runs = std::thread::current().id();
    let asked = AtomicBool::new(false);
    let roads = || {
        // Once it works everybody else has a thread of their own.
        let works = log.lock().expect("a log").contains("FMQ0425");
        if works && std::thread::current().id() == runs {
            asked.store(true, Ordering::Relaxed);
        }
        Ok(Box::new(bench.queues.road()) as Road)
    };
    let setup = Setup {
        conninfo: &conninfo,
        schema: "asn",
        map: &bench.map,
        board: &board,
        autostop: false,
        roads: &roads,
        ends: &|| asked.load(Ordering::Relaxed),
        tell: &tell,
    };
    let ended = run(&setup, None);
    assert!(asked.load(Ordering::Relaxed));
    let log = log.lock().expect("a log").clone();
    match ended {
        Ok(Ended::Asked) => assert!(log.contains("FMQ0426I"), "{log}"),
        Ok(_) => panic!("{log}"),
        Err(trouble) => panic!("{trouble}: {log}"),
    }
}

/// Goal: who asks the target sees what a map is at, and why one has stopped. Method: sessions of others have the name of those of apply; a run commits nothing, and says nothing of when.
#[test]
fn who_asks_the_target_sees_what_a_map_is_at() {
    let Some(bench) = Bench::new("what a map is at") else {
        return;
    };
    let mut db = bench.session();
    let mut is_at = || seen(&mut db, "ASN", "Q").expect("read");
    assert_eq!(is_at(), Seen::Rests);
    let mut apply = bench.apply();
    let began = std::time::Instant::now();
    while is_at() != Seen::Waits {
        assert!(began.elapsed() < super::LIMIT, "{:?}", is_at());
    }
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    bench.until_ids("people", "1");
    assert_eq!(is_at(), Seen::Works);
    apply.end();
    let until_it_rests = |is_at: &mut dyn FnMut() -> Seen| {
        let began = std::time::Instant::now();
        while is_at() != Seen::Rests {
            assert!(began.elapsed() < super::LIMIT, "{:?}", is_at());
        }
    };
    until_it_rests(&mut is_at);
    // What was committed last was committed then, whatever runs that have nothing to do say.
    let committed = "SELECT oldest_trans FROM asn.ibmqrep_applymon";
    let before = bench.sql(committed);
    assert!(before.starts_with("2000-01-01 00:00:00.000001"), "{before}");
    let runs_for_nothing = || {
        let mut apply = bench.apply();
        apply.until_told("FMQ0425I");
        apply.end();
    };
    runs_for_nothing();
    assert_eq!(bench.sql(committed), before);
    bench.sql("DELETE FROM asn.ibmqrep_applymon");
    runs_for_nothing();
    assert_eq!(
        bench.sql("SELECT coalesce(oldest_trans::text, '-') FROM asn.ibmqrep_applymon"),
        "-"
    );

    let line = "FMQ0437E: The table of subscription PEOPLE is not as it has to be.";
    note_failed(&mut bench.session(), "asn", "Q", line).expect("noted");
    until_it_rests(&mut || match is_at() {
        Seen::Failed(said) if said == line => Seen::Rests,
        other => other,
    });
    let info = "SELECT coalesce(trim(state_info), '') FROM asn.ibmqrep_recvqueues";
    assert_eq!(bench.sql(info), "FMQ0437E");
    // It is over when it is applied again.
    let mut apply = bench.apply();
    bench.put_insert(PEOPLE, "2");
    bench.until_ids("people", "1 2");
    assert_eq!((is_at(), bench.sql(info)), (Seen::Works, String::new()));
    apply.end();
    bench.sql("UPDATE asn.ibmqrep_recvqueues SET state = 'I'");
    until_it_rests(&mut || match is_at() {
        Seen::Stopped => Seen::Rests,
        other => other,
    });
}
