//! Getters and browsers that wait.

use crate::model::{Random, id, message};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::MQMF_MSG_IN_GROUP;
use ferromq_queue::{
    HandleId, Holder, Id, Interest, Message, PutMeta, Queue, QueueSettings, Selected, Selection,
    Seq, Take, Visibility, WaiterId, Wakeups,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Wake, Waker};

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

struct Waiting {
    wakes: Arc<Wakes>,
    id: WaiterId,
}

impl Waiting {
    fn rings(&self) -> u32 {
        self.wakes.0.load(Ordering::SeqCst)
    }
}

fn queue() -> Queue {
    Queue::new_volatile(QueueSettings::default())
}

fn wait(queue: &Queue, interest: Interest, handle: u64) -> Waiting {
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(Arc::clone(&wakes));
    let id = queue.wait(interest, waker, HandleId(handle));
    let id = id.expect("room for a waiter");
    Waiting { wakes, id }
}

fn put(queue: &Queue, correl: u8) -> Seq {
    let meta = PutMeta {
        class: None,
        priority: 3,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let seq = queue.reserve().expect("room");
    queue
        .insert(seq, message(id(1), id(correl), 5), &meta, Visibility::Now)
        .wake();
    seq
}

fn put_grouped(queue: &Queue, group_id: Id) {
    let descriptor = MsgDescriptor {
        group_id,
        msg_flags: MQMF_MSG_IN_GROUP,
        ..MsgDescriptor::default()
    };
    let message = Arc::new(Message::new(descriptor, Bytes::new()));
    let meta = PutMeta {
        class: None,
        priority: 3,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let seq = queue.reserve().expect("room");
    queue.insert(seq, message, &meta, Visibility::Now).wake();
}

const ANY: Interest = Interest {
    msg_id: None,
    correl_id: None,
    group_id: None,
    whole: false,
    browse: false,
};

fn by_correl(correl: u8) -> Interest {
    Interest {
        correl_id: Some(id(correl)),
        ..ANY
    }
}

#[test]
fn one_message_wakes_the_getter_that_waits_longest() {
    let queue = queue();
    let waiting: Vec<Waiting> = (0..3).map(|handle| wait(&queue, ANY, handle)).collect();
    put(&queue, 1);
    let rings: Vec<u32> = waiting.iter().map(Waiting::rings).collect();
    assert_eq!(rings, [1, 0, 0]);
    put(&queue, 1);
    assert_eq!(waiting[1].rings(), 1, "a woken getter is not woken again");
}

#[test]
fn getter_by_correlation_id_is_woken_by_its_message_only() {
    let queue = queue();
    let two = wait(&queue, by_correl(2), 1);
    let any = wait(&queue, ANY, 2);
    let one = wait(&queue, by_correl(1), 3);
    put(&queue, 1);
    assert_eq!(
        (two.rings(), any.rings(), one.rings()),
        (0, 1, 0),
        "the longest suitable wait"
    );
    put(&queue, 1);
    assert_eq!((two.rings(), one.rings()), (0, 1));
    put(&queue, 2);
    assert_eq!(two.rings(), 1);
}

#[test]
fn all_suitable_browsers_are_woken_and_one_getter_too() {
    let queue = queue();
    let browse = Interest {
        browse: true,
        ..ANY
    };
    let browsers: Vec<Waiting> = (0..3).map(|handle| wait(&queue, browse, handle)).collect();
    let picky = wait(
        &queue,
        Interest {
            browse: true,
            ..by_correl(9)
        },
        7,
    );
    let getters: Vec<Waiting> = (0..2).map(|handle| wait(&queue, ANY, handle)).collect();
    put(&queue, 1);
    assert!(browsers.iter().all(|browser| browser.rings() == 1));
    assert_eq!(
        (getters[0].rings(), getters[1].rings(), picky.rings()),
        (1, 0, 0)
    );
}

#[test]
fn wake_up_that_was_not_used_is_passed_on_to_each_that_waited_then() {
    let queue = queue();
    let first = wait(&queue, ANY, 1);
    let second = wait(&queue, ANY, 2);
    put(&queue, 1);
    let later = wait(&queue, ANY, 3);
    assert_eq!((first.rings(), second.rings()), (1, 0));
    queue.cancel_wait(first.id).wake();
    assert_eq!(second.rings(), 1);
    queue.cancel_wait(second.id).wake();
    assert_eq!(
        later.rings(),
        0,
        "it came after the message and has looked by itself"
    );
    queue.cancel_wait(later.id).wake();
    assert_eq!(queue.status().waiters, 0);
}

#[test]
fn wake_up_for_a_message_taken_meanwhile_is_not_passed_on() {
    let queue = queue();
    let first = wait(&queue, ANY, 1);
    let second = wait(&queue, ANY, 2);
    put(&queue, 1);
    let taken = queue
        .select(&Selection::default(), Take::Hold(Holder(1)), 0)
        .found;
    queue.cancel_wait(first.id).wake();
    assert_eq!(second.rings(), 0);
    queue.restore(taken.expect("it was there").seq, true).wake();
    assert_eq!(second.rings(), 1, "a backed-out message is news again");
}

#[test]
fn uncommitted_message_wakes_nobody_before_its_commit() {
    let queue = queue();
    let waiting = wait(&queue, ANY, 1);
    let meta = PutMeta {
        class: None,
        priority: 3,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let seq = queue.reserve().expect("room");
    queue
        .insert(seq, message(id(1), id(1), 5), &meta, Visibility::Held)
        .wake();
    assert_eq!(waiting.rings(), 0);
    queue.make_visible(seq).wake();
    assert_eq!(waiting.rings(), 1);
}

#[test]
fn dropped_handle_passes_its_wake_up_on_and_frees_its_lock() {
    let queue = queue();
    let first = wait(&queue, ANY, 1);
    let second = wait(&queue, ANY, 2);
    put(&queue, 1);
    assert_eq!(first.rings(), 1);
    queue.drop_handle(HandleId(1)).wake();
    assert_eq!(second.rings(), 1);
    queue.cancel_wait(second.id).wake();
    let lock = Take::Peek {
        lock: Some(HandleId(5)),
        mark: ferromq_queue::Mark::None,
        counts: true,
    };
    let browse = Selection {
        handle: HandleId(5),
        ..Selection::default()
    };
    assert!(queue.select(&browse, lock, 0).found.is_some());
    assert!(
        queue
            .select(&Selection::default(), Take::PEEK, 0)
            .found
            .is_none()
    );
    let third = wait(&queue, ANY, 3);
    queue.drop_handle(HandleId(5)).wake();
    assert_eq!(third.rings(), 1, "an unlocked message is news");
}

#[test]
fn a_search_with_a_waker_registers_only_when_nothing_is_found() {
    let queue = queue();
    let wakes = Arc::new(Wakes::default());
    let waker = Waker::from(Arc::clone(&wakes));
    let take = Take::Hold(Holder(1));
    let (how, waker, mut selected) = ((take, 0), Some(&waker), Selected::default());
    let waiter = queue.select_into(&Selection::default(), how, waker, &mut selected);
    assert!(selected.found.is_none());
    put(&queue, 1);
    assert_eq!(wakes.0.load(Ordering::SeqCst), 1);
    let again = queue.select_into(&Selection::default(), how, waker, &mut selected);
    assert!(selected.found.is_some() && again == Ok(None));
    let waiter = waiter.expect("room for a waiter");
    queue.cancel_wait(waiter.expect("nothing was there")).wake();
    assert_eq!(queue.status().waiters, 0);
}

#[test]
fn wake_all_wakes_each_waiter_once() {
    let queue = queue();
    let waiting = [wait(&queue, ANY, 1), wait(&queue, by_correl(1), 2)];
    queue.wake_all().wake();
    queue.wake_all().wake();
    assert!(waiting.iter().all(|one| one.rings() == 1));
    for one in waiting {
        let wakeups: Wakeups = queue.cancel_wait(one.id);
        assert!(wakeups.is_empty());
    }
}

/// Random waiters and messages: whenever nobody who was woken is still to act, no waiter is
/// left whose message is there.
#[test]
fn no_waiter_sleeps_while_its_message_is_available() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let queue = queue();
        let mut waiting: Vec<(Waiting, Option<u8>)> = Vec::new();
        for _ in 0..200 {
            match random.below(4) {
                0 => {
                    put(&queue, 1 + random.below(3) as u8);
                }
                1 => {
                    let correl = random.one_in(2).then(|| 1 + random.below(3) as u8);
                    if try_get(&queue, correl).is_none() {
                        let interest = correl.map_or(ANY, by_correl);
                        waiting.push((wait(&queue, interest, 1), correl));
                    }
                }
                2 if !waiting.is_empty() => {
                    let which = random.below(waiting.len() as u64) as usize;
                    let (gone, _) = waiting.swap_remove(which);
                    queue.cancel_wait(gone.id).wake();
                }
                _ => act(&queue, &mut waiting),
            }
        }
        while waiting.iter().any(|(one, _)| one.rings() > 0) {
            act(&queue, &mut waiting);
        }
        for (_, correl) in &waiting {
            assert!(
                try_get(&queue, *correl).is_none(),
                "seed {seed}: a waiter was forgotten"
            );
        }
    }
}

fn try_get(queue: &Queue, correl: Option<u8>) -> Option<Seq> {
    let selection = Selection {
        correl_id: correl.map(id),
        ..Selection::default()
    };
    let found = queue
        .select(
            &selection,
            Take::Remove {
                holder: Holder(1),
                body_bytes_max: u32::MAX,
                extension_bytes: 0,
                property_control: None,
            },
            0,
        )
        .found?;
    assert!(found.finished);
    Some(found.seq)
}

/// The first waiter that was woken looks for its message and ends or waits again.
fn act(queue: &Queue, waiting: &mut Vec<(Waiting, Option<u8>)>) {
    let Some(which) = waiting.iter().position(|(one, _)| one.rings() > 0) else {
        return;
    };
    let (woken, correl) = waiting.swap_remove(which);
    if try_get(queue, correl).is_none() {
        waiting.push((wait(queue, correl.map_or(ANY, by_correl), 1), correl));
    }
    queue.cancel_wait(woken.id).wake();
}

/// Goal: whoever waits for a whole group by the ids of its first message hears of the last one, which has other ids.
#[test]
fn a_waiter_for_what_is_whole_hears_of_any_message_of_a_group() {
    let whole = |interest: Interest| Interest {
        whole: true,
        ..interest
    };
    let by_msg_id = Interest {
        msg_id: Some(id(9)),
        ..ANY
    };
    let queue = queue();
    let (waits, alone) = (
        wait(&queue, whole(by_msg_id), 1),
        wait(&queue, by_msg_id, 2),
    );
    put(&queue, 5);
    assert_eq!((waits.rings(), alone.rings()), (0, 0), "it is in no group");
    let other_group = Interest {
        group_id: Some(id(3)),
        ..by_msg_id
    };
    let elsewhere = wait(&queue, whole(other_group), 3);
    put_grouped(&queue, id(4));
    assert_eq!((waits.rings(), alone.rings()), (1, 0));
    assert_eq!(elsewhere.rings(), 0, "of another group");
    // It takes nothing, and hands on.
    queue.cancel_wait(waits.id).wake();
    assert_eq!(alone.rings(), 0);
    put_grouped(&queue, id(3));
    assert_eq!(elsewhere.rings(), 1);
}
