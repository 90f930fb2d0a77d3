//! What [`QueueBackend`] costs where the messages are in this process, in instructions:
//!
//! ```text
//! cargo build --release -p ferromq-queue --example seam
//! valgrind --tool=callgrind target/release/examples/seam direct 101000
//! ```
//!
//! `direct` calls the queue, `behind` the same by the trait, and `late` only makes, leaves and gives an answer that comes later. What 101,000
//! take more than 1,000, divided by 100,000, is what one takes: a message that is put, selected and taken off, or an answer.

use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_queue::{
    Called, Holder, Message, PutMeta, Queue, QueueBackend, QueueSettings, Searched, Selected,
    Selection, Seq, Take, Visibility, under_way,
};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const BODY_BYTES: usize = 100;
const META: PutMeta = PutMeta {
    class: None,
    priority: 0,
    persistent: false,
    expires_at_us: None,
    put_at_us: 1,
    log: None,
};
const HOW: (Take, u64) = (Take::Hold(Holder(1)), 0);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let times = arguments.next().and_then(|times| times.parse().ok());
    let times: u64 = times.unwrap_or(1_000);
    let body = Bytes::from(vec![0; BODY_BYTES]);
    let message = Arc::new(Message::new(MsgDescriptor::default(), body));
    let queue = Arc::new(Queue::new_volatile(QueueSettings::default()));
    match what.as_str() {
        "direct" => {
            let queue = black_box(queue);
            directly(&queue, &message, times);
        }
        "behind" => {
            let queue: Arc<dyn QueueBackend> = queue;
            behind(&*black_box(queue), &message, times);
        }
        "late" => late(times),
        _ => eprintln!("usage: seam direct|behind|late TIMES"),
    }
}

fn directly(queue: &Queue, message: &Arc<Message>, times: u64) {
    let (selection, mut selected) = (Selection::default(), Selected::default());
    for _ in 0..times {
        let seq = queue.reserve().expect("there is room");
        let put = queue.insert(seq, Arc::clone(message), &META, Visibility::Now);
        put.wake();
        let searched = queue.select_into(&selection, HOW, None, &mut selected);
        searched.expect("nobody waits");
        let found = selected.found.take().expect("it is there");
        queue.finish(found.seq);
    }
}

fn behind(queue: &dyn QueueBackend, message: &Arc<Message>, times: u64) {
    let (selection, mut selected) = (Selection::default(), Selected::default());
    for _ in 0..times {
        let Called::Done(Ok(seq)) = queue.reserve() else {
            panic!("there is room, and it is given at once");
        };
        let put = queue.insert(seq, Arc::clone(message), &META, Visibility::Now);
        put.wake();
        let Searched::Done(searched) = queue.select_into(&selection, HOW, None, &mut selected)
        else {
            panic!("it answers at once");
        };
        searched.expect("nobody waits");
        let found = selected.found.take().expect("it is there");
        queue.finish(found.seq).unattended();
    }
}

fn late(times: u64) {
    let sum = Arc::new(AtomicU64::new(0));
    for number in 0..times {
        let (completion, pending) = under_way::<Seq>();
        let left = Arc::clone(&sum);
        pending.when_over(move |seq| {
            let number = seq.map_or(0, |seq| seq.0);
            left.fetch_add(number, Ordering::Relaxed);
        });
        completion.answer(Seq(black_box(number)));
    }
    assert_eq!(
        sum.load(Ordering::Relaxed),
        times * times.saturating_sub(1) / 2
    );
}
