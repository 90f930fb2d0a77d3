//! Searches whose filter has much to look at, while others use the queue.

mod model;

use ferromq_queue::{
    Filter, Holder, MessageView, PutMeta, Queue, QueueSettings, Selection, Take, Verdict,
    Visibility,
};
use model::{id, message};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Barrier};
use std::task::{Wake, Waker};

#[derive(Default)]
struct Bell(AtomicBool);

impl Wake for Bell {
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
        let bell = Arc::new(Bell::default());
        std::thread::scope(|scope| {
            let putter = scope.spawn(|| {
                urgent.begun.wait();
                put(&queue, 9);
            });
            let take = Take::Hold(Holder(1));
            let (selected, waiter) =
                queue.select_or_wait(&selection, take, 5, &Waker::from(Arc::clone(&bell)));
            putter.join().expect("no panic");
            match (selected.found, waiter.expect("room for a waiter")) {
                (Some(found), _) => queue.finish(found.seq),
                (None, Some(waiter)) => {
                    assert!(bell.0.load(Ordering::SeqCst), "nobody told the waiter");
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
