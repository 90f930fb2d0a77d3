//! What apply says to capture, and to who has it try again.

use super::{Bench, PEOPLE, PETS, until};
use ferromq_replicate::apply::board::{Board, Spilling};
use ferromq_replicate::apply::program::{Road, Setup, run};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
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
