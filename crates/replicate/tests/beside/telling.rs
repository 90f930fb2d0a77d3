//! What apply says to capture.

use super::{Bench, PEOPLE, PETS, until};
use ferromq_replicate::apply::board::Spilling;
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
