use super::*;
use std::sync::Arc;
use std::time::Duration;

crate::lock_classes! {
    Outer: "tests.outer", 90_020;
    Inner: "tests.inner", 90_010;
}

#[test]
fn locks_are_taken_from_the_top_down() {
    let outer: Mutex<u32, Outer> = Mutex::new(1);
    let inner: RwLock<u32, Inner> = RwLock::new(2);
    let held = outer.lock();
    assert_eq!(*held + *inner.read(), 3);
    *inner.write() += 1;
    drop(held);
    assert_eq!(outer.into_inner(), 1);
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(
    expected = "tests.outer (rank 90020) is asked for while tests.inner (rank 90010) is held"
)]
fn the_other_way_round_is_refused_though_nobody_is_in_the_way() {
    let outer: Mutex<u32, Outer> = Mutex::new(1);
    let inner: RwLock<u32, Inner> = RwLock::new(2);
    let _held = inner.read();
    let _ = outer.lock();
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "tests.inner")]
fn reading_what_one_reads_already_is_refused() {
    let inner: RwLock<u32, Inner> = RwLock::new(2);
    let _held = inner.read();
    let _ = inner.read();
}

#[test]
fn an_attempt_may_be_made_in_any_order_and_guards_go_in_any_order() {
    let outer: Mutex<u32, Outer> = Mutex::new(1);
    let inner: Mutex<u32, Inner> = Mutex::new(2);
    let first = inner.lock();
    let second = outer.try_lock().expect("nobody has it");
    assert!(outer.try_lock().is_none());
    drop(first);
    drop(second);
    let first = outer.lock();
    let second = inner.lock();
    drop(first);
    drop(second);
    let _first = outer.lock();
    let _second = inner.lock();
}

#[test]
fn a_panic_while_it_is_held_leaves_a_lock_to_those_who_do_not_ask_for_more() {
    let outer: Arc<Mutex<u32, Outer>> = Arc::new(Mutex::new(1));
    let of_thread = Arc::clone(&outer);
    let ended = std::thread::spawn(move || {
        let _held = of_thread.lock();
        panic!("on purpose");
    });
    assert!(ended.join().is_err());
    assert_eq!(*outer.lock(), 1);
    let intact = std::panic::catch_unwind(|| drop(outer.lock_intact()));
    assert!(intact.is_err(), "what it protects is called intact");
}

#[test]
fn who_sleeps_is_woken_with_the_lock_in_hand() {
    let place: Arc<(Mutex<bool, Outer>, Condvar)> = Arc::default();
    let of_thread = Arc::clone(&place);
    let sleeper = std::thread::spawn(move || {
        let mut changed = of_thread.0.lock();
        while !*changed {
            changed = of_thread.1.wait(changed);
        }
    });
    *place.0.lock() = true;
    place.1.notify_all();
    sleeper.join().expect("it was woken");
    let (held, over) = place
        .1
        .wait_timeout(place.0.lock(), Duration::from_millis(1));
    assert!(*held && over);
}

#[cfg(feature = "lock-figures")]
#[test]
fn waiting_is_counted() {
    crate::lock_classes! { Busy: "tests.busy", 90_030; }
    let busy: Arc<Mutex<(), Busy>> = Arc::default();
    let held = busy.lock();
    let of_thread = Arc::clone(&busy);
    let other = std::thread::spawn(move || drop(of_thread.lock()));
    std::thread::sleep(Duration::from_millis(20));
    drop(held);
    other.join().expect("it got the lock");
    let all = figures();
    let one = all.iter().find(|one| one.name == "tests.busy");
    let one = one.expect("it was used");
    assert_eq!(one.acquisitions, 2);
    assert!(one.contended <= 1 && (one.contended == 0 || one.waited_ns > 0));
}
