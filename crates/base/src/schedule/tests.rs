//! What a seed decides, and what it may not.

#![cfg(debug_assertions)]

use super::{Settings, Stuck, Task, park, run, stop_in, yield_point};
use crate::lock::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, Ordering};

crate::lock_classes! {
    Written: "test.written", 30;
    First: "test.first", 20;
    Second: "test.second", 10;
}

const SETTINGS: Settings = Settings {
    switch_percent: 50,
    stop_per_mille: 0,
    stop_turns_max: 0,
    yields_max: 10_000,
};

/// Two threads that write down each of their steps.
fn order_of(seed: u64) -> Vec<u32> {
    let written: Mutex<Vec<u32>, Written> = Mutex::default();
    let task = |number: u32| -> Task<'_> {
        let written = &written;
        Box::new(move || (0..20).for_each(|_| written.lock().push(number)))
    };
    run(seed, SETTINGS, vec![task(1), task(2)]).expect("an end");
    written.into_inner()
}

#[test]
fn a_seed_makes_the_same_order_again_and_seeds_make_different_ones() {
    assert_eq!(order_of(1), order_of(1));
    let orders: Vec<_> = (0..10).map(order_of).collect();
    assert!(orders.iter().any(|one| *one != orders[0]));
    assert!(orders.iter().all(|one| one.len() == 40));
}

/// Reads, lets others go on, writes: what locks are for.
#[test]
fn an_update_between_two_steps_of_another_is_lost_with_some_seed() {
    let lost = |seed| {
        let sum: Mutex<u32, First> = Mutex::new(0);
        let add = || -> Task<'_> {
            let sum = &sum;
            Box::new(move || {
                let read = *sum.lock();
                *sum.lock() = read + 1;
            })
        };
        run(seed, SETTINGS, vec![add(), add()]).expect("an end");
        sum.into_inner() == 1
    };
    let lost: Vec<bool> = (0..50).map(lost).collect();
    assert!(lost.contains(&true) && lost.contains(&false));
}

/// What needs another one to take a hundred steps between two of its own: a number that has come round, say.
#[test]
fn much_happens_between_two_steps_of_a_thread_that_stops() {
    let comes_round = |settings: Settings| {
        let happened = |seed| {
            let steps: Mutex<u32, First> = Mutex::new(0);
            let seen = AtomicBool::new(false);
            let one: Task<'_> = Box::new(|| {
                for _ in 0..20 {
                    let before = *steps.lock();
                    seen.fetch_or(*steps.lock() >= before + 100, Ordering::SeqCst);
                }
            });
            let other: Task<'_> = Box::new(|| (0..400).for_each(|_| *steps.lock() += 1));
            run(seed, settings, vec![one, other]).expect("an end");
            seen.into_inner()
        };
        (0..50).any(happened)
    };
    assert!(!comes_round(SETTINGS));
    assert!(comes_round(Settings {
        stop_per_mille: 50,
        stop_turns_max: 200,
        ..SETTINGS
    }));
}

#[test]
fn a_thread_stops_where_it_has_asked_to() {
    let settings = Settings {
        switch_percent: 0,
        stop_turns_max: 10,
        ..SETTINGS
    };
    let steps: Mutex<Vec<u32>, Written> = Mutex::default();
    let one: Task<'_> = Box::new(|| {
        stop_in(3);
        (0..6).for_each(|_| steps.lock().push(1));
    });
    let other: Task<'_> = Box::new(|| (0..6).for_each(|_| steps.lock().push(2)));
    // With this seed it begins.
    run(1, settings, vec![one, other]).expect("an end");
    let steps = steps.into_inner();
    let own = |steps: &[u32]| steps.iter().take_while(|step| **step == 1).count();
    let first = steps.iter().position(|step| *step == 1).expect("it ran");
    assert_eq!(own(&steps[first..]), 2, "{steps:?}");
    assert_eq!(steps.len(), 12);
}

/// Who stops with a lock goes on when all others need it.
#[test]
fn a_thread_that_stops_is_waited_for_by_those_who_need_it() {
    let settings = Settings {
        stop_per_mille: 300,
        stop_turns_max: 1_000_000,
        ..SETTINGS
    };
    for seed in 0..20 {
        let sum: Mutex<u32, First> = Mutex::new(0);
        let add = || -> Task<'_> {
            let sum = &sum;
            Box::new(move || {
                for _ in 0..10 {
                    let mut sum = sum.lock();
                    yield_point();
                    *sum += 1;
                }
            })
        };
        run(seed, settings, vec![add(), add(), add()]).expect("an end");
        assert_eq!(sum.into_inner(), 30);
    }
}

#[test]
fn those_who_wait_for_each_other_are_a_deadlock() {
    let (first, second): (Mutex<(), First>, Mutex<(), Second>) = Default::default();
    let deadlocks = |seed| {
        // In this order only attempts ask for no rank.
        let one: Task<'_> = Box::new(|| {
            let _first = first.lock();
            yield_point();
            drop(second.lock());
        });
        let other: Task<'_> = Box::new(|| {
            let _second = second.lock();
            yield_point();
            while first.try_lock().is_none() {
                park("the first");
            }
        });
        run(seed, SETTINGS, vec![one, other])
    };
    let outcomes: Vec<_> = (0..50).map(deadlocks).collect();
    let found = |one: &Result<u64, Stuck>| matches!(one, Err(Stuck::Deadlock(sites)) if *sites == ["test.second", "the first"]);
    assert!(outcomes.iter().any(Result::is_ok), "{outcomes:?}");
    assert!(outcomes.iter().any(found), "{outcomes:?}");
}

#[test]
fn who_sleeps_is_woken_and_who_sleeps_for_some_time_wakes_when_nobody_goes_on() {
    let (ready, woken): (Mutex<bool, First>, Condvar) = Default::default();
    let timed_out = AtomicBool::new(false);
    let sleeper: Task<'_> = Box::new(|| {
        let mut guard = ready.lock();
        while !*guard {
            guard = woken.wait(guard);
        }
        let (_guard, over) = woken.wait_timeout(guard, std::time::Duration::from_secs(3_600));
        timed_out.store(over, Ordering::SeqCst);
    });
    let waker: Task<'_> = Box::new(|| {
        *ready.lock() = true;
        woken.notify_one();
    });
    run(7, SETTINGS, vec![sleeper, waker]).expect("an end");
    assert!(timed_out.load(Ordering::SeqCst));
}

#[test]
fn a_panic_and_a_run_without_an_end_are_verdicts() {
    let fails: Task<'_> = Box::new(|| panic!("on purpose"));
    let goes_on: Task<'_> = Box::new(|| (0..10).for_each(|_| yield_point()));
    let outcome = run(1, SETTINGS, vec![fails, goes_on]);
    assert_eq!(outcome, Err(Stuck::Panicked("on purpose".to_owned())));
    let endless = || -> Task<'_> {
        Box::new(|| {
            loop {
                yield_point()
            }
        })
    };
    let outcome = run(1, SETTINGS, vec![endless(), endless()]);
    assert_eq!(outcome, Err(Stuck::Endless));
}
