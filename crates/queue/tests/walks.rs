//! Searches whose filter has much to look at, while others use the queue.

use crate::model::{id, message};
use ferromq_queue::{
    Filter, Found, Holder, MessageView, PutMeta, Queue, QueueSettings, Selected, Selection, Take,
    Verdict, Visibility, WaiterId,
};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::task::{Wake, Waker};

#[derive(Default)]
struct Wakes(AtomicBool);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Passes urgent messages only. Says when it is asked for the first time.
#[derive(Debug)]
struct Urgent {
    judged: AtomicU32,
    begun: Barrier,
}

impl Filter for Urgent {
    fn judge(&self, view: &MessageView<'_>) -> Verdict {
        if self.judged.fetch_add(1, Ordering::SeqCst) == 0 {
            self.begun.wait();
        }
        match view.priority {
            9 => Verdict::Passes,
            _ => Verdict::Fails,
        }
    }
}

fn put(queue: &Queue, priority: u8) {
    let meta = PutMeta {
        class: None,
        priority,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let seq = queue.reserve().expect("room");
    let message = message(id(1), id(2), 5);
    queue.insert(seq, message, &meta, Visibility::Now).wake();
}

/// The search went past the place of the urgent message, or not: it is found, or its put wakes.
#[test]
fn a_message_that_comes_behind_a_search_is_not_lost() {
    const DEPTH: u32 = 4_500;
    let queue = Queue::new_volatile(QueueSettings::default());
    for _ in 0..DEPTH {
        put(&queue, 4);
    }
    for _ in 0..30 {
        let urgent = Arc::new(Urgent {
            judged: AtomicU32::new(0),
            begun: Barrier::new(2),
        });
        let filter: Arc<dyn Filter> = Arc::clone(&urgent) as _;
        let selection = Selection {
            filter: Some(&filter),
            ..Selection::default()
        };
        let wakes = Arc::new(Wakes::default());
        std::thread::scope(|scope| {
            let putter = scope.spawn(|| {
                urgent.begun.wait();
                put(&queue, 9);
            });
            let (take, mut selected) = (Take::Hold(Holder(1)), Selected::default());
            let waker = Waker::from(Arc::clone(&wakes));
            let waiter = queue.select_into(&selection, (take, 5), Some(&waker), &mut selected);
            putter.join().expect("no panic");
            match (selected.found, waiter.expect("room for a waiter")) {
                (Some(found), _) => queue.finish(found.seq),
                (None, Some(waiter)) => {
                    assert!(wakes.0.load(Ordering::SeqCst), "nobody told the waiter");
                    queue.cancel_wait(waiter).wake();
                    let found = queue.select(&selection, take, 5).found;
                    queue.finish(found.expect("it is there").seq);
                }
                (None, None) => panic!("neither a message nor a waiter"),
            }
        });
        assert_eq!(queue.depth(), DEPTH);
        assert!(urgent.judged.load(Ordering::SeqCst) > 0);
    }
}

/// Cannot judge messages before it was told of them; passes urgent ones.
#[derive(Debug, Default)]
struct LearningFilter {
    known: Mutex<HashSet<u64>>,
    judged: AtomicU32,
}

impl Filter for LearningFilter {
    fn judge(&self, view: &MessageView<'_>) -> Verdict {
        self.judged.fetch_add(1, Ordering::SeqCst);
        match (
            self.known.lock().expect("known").contains(&view.seq.0),
            view.priority,
        ) {
            (false, _) => Verdict::Unknown,
            (true, 9) => Verdict::Passes,
            (true, _) => Verdict::Fails,
        }
    }
}

/// Searches until all is told, as a getter with a selector does on a queue whose messages are on disk.
fn search(
    queue: &Queue,
    filter: &Arc<LearningFilter>,
    mut between: impl FnMut(u32),
) -> (Option<Box<Found>>, Option<WaiterId>) {
    let by: Arc<dyn Filter> = Arc::clone(filter) as _;
    let mut selection = Selection {
        filter: Some(&by),
        unread_max: 100,
        ..Selection::default()
    };
    for round in 0.. {
        let (how, mut selected) = ((Take::Hold(Holder(1)), 5), Selected::default());
        let waiter = queue.select_into(&selection, how, Some(Waker::noop()), &mut selected);
        if selected.unread.is_empty() {
            return (selected.found, waiter.expect("room for a waiter"));
        }
        let mut known = filter.known.lock().expect("known");
        known.extend(selected.unread.iter().map(|unread| unread.seq.0));
        drop(known);
        selection.rest = selected.rest;
        between(round);
    }
    unreachable!("it ends");
}

#[test]
fn a_search_that_stops_to_read_goes_on_where_it_stopped() {
    const DEPTH: u32 = 4_500;
    let queue = Queue::new_volatile(QueueSettings::default());
    (0..DEPTH).for_each(|_| put(&queue, 4));
    let filter = Arc::new(LearningFilter::default());
    let (found, waiter) = search(&queue, &filter, |_| {});
    assert!(found.is_none());
    queue.cancel_wait(waiter.expect("nothing was found")).wake();
    // Each once to be told of and once to judge.
    let judged = filter.judged.load(Ordering::SeqCst);
    assert!(judged <= 2 * DEPTH + 2, "{judged}");
}

#[test]
fn a_message_that_comes_behind_a_search_that_stopped_to_read_is_found() {
    let queue = Queue::new_volatile(QueueSettings::default());
    (0..1_000).for_each(|_| put(&queue, 4));
    for urgent_comes_in in [0, 3, 9] {
        let filter = Arc::new(LearningFilter::default());
        let (found, _) = search(&queue, &filter, |round| {
            if round == urgent_comes_in {
                put(&queue, 9);
            }
        });
        let found = found.expect("the urgent one");
        assert_eq!(found.priority, 9);
        queue.finish(found.seq);
    }
}
