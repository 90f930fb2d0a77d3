//! What does not fit the buffer goes to the files behind the puts, or nowhere if it is got before.

use bytes::Bytes;
use ferromq_base::disk::SimulatedDisk;
use ferromq_mqi::MsgDescriptor;
use ferromq_queue::{
    Holder, LogReadFailure, Message, Payload, PutMeta, Queue, QueueSettings, Selection, Seq, Spill,
    Take, Visibility,
};
use std::sync::Arc;

const BODY_BYTES: usize = 2_000;

fn queue(disk: &SimulatedDisk) -> Queue {
    let settings = QueueSettings {
        np_buffer_bytes: 10_000,
        ..QueueSettings::default()
    };
    Queue::without_files(disk.root(), "Q", settings)
}

fn put_all(queue: &Queue, count: u8) {
    for number in 0..count {
        put(queue, number);
    }
}

fn put(queue: &Queue, number: u8) -> Seq {
    let meta = PutMeta {
        class: None,
        priority: 0,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    let seq = queue.reserve().expect("room");
    let body = Bytes::from(vec![number; BODY_BYTES]);
    let message = Arc::new(Message::new(MsgDescriptor::default(), body));
    queue.insert(seq, message, &meta, Visibility::Now).wake();
    seq
}

/// Takes the next message; whether it had to be read.
fn get(queue: &Queue) -> (u8, bool) {
    let taken = queue.select(&Selection::default(), Take::Hold(Holder(1)), 0);
    let found = taken.found.expect("there is one");
    let stored = matches!(found.payload, Payload::Stored(_));
    let loaded = queue.load(found.seq, &found.payload, &|_| Err(LogReadFailure::Gone));
    let body = loaded.expect("it is somewhere").body.clone();
    assert!(body.len() == BODY_BYTES && body.iter().all(|byte| *byte == body[0]));
    queue.finish(found.seq);
    (body[0], stored)
}

#[test]
fn a_put_touches_no_file_and_a_spill_writes_what_the_buffer_has_no_room_for() {
    let disk = SimulatedDisk::new(1);
    let queue = queue(&disk);
    let calls = disk.calls();
    put_all(&queue, 20);
    assert_eq!(disk.calls(), calls);
    assert!(queue.unspilled_bytes() > 16 * BODY_BYTES as u64);
    while queue.spill() == Spill::More {}
    assert_eq!(queue.unspilled_bytes(), 0);
    let status = queue.status();
    assert!(status.np_bytes_in_memory <= 10_000 && status.spilled >= 15);
    let got: Vec<(u8, bool)> = (0..20).map(|_| get(&queue)).collect();
    assert!(got.iter().map(|(number, _)| *number).eq(0..20), "in order");
    assert!(got.iter().filter(|(_, stored)| *stored).count() >= 15);
}

#[test]
fn what_has_been_got_by_then_is_never_written() {
    let disk = SimulatedDisk::new(1);
    let queue = queue(&disk);
    let calls = disk.calls();
    put_all(&queue, 20);
    (0..20).for_each(|number| assert_eq!(get(&queue), (number, false)));
    assert_eq!(queue.spill(), Spill::Done);
    assert_eq!((disk.calls(), queue.unspilled_bytes()), (calls, 0));
}

#[test]
fn a_message_that_goes_while_it_is_written_leaves_its_place_to_others() {
    let disk = SimulatedDisk::new(1);
    let queue = Arc::new(queue(&disk));
    put_all(&queue, 9);
    let last = put(&queue, 9);
    disk.hold_creations_in("Q");
    let spilling = std::thread::spawn({
        let queue = Arc::clone(&queue);
        move || queue.spill()
    });
    disk.wait_until_held();
    (0..10).for_each(|number| assert_eq!(get(&queue), (number, false)));
    disk.release();
    assert_eq!(spilling.join().expect("no panic"), Spill::More);
    assert_eq!(queue.status().spilled, 0);
    assert!(queue.backout_count(last).is_none(), "it is gone");
    let used_bytes = disk.used_bytes();
    put_all(&queue, 10);
    while queue.spill() == Spill::More {}
    assert!(queue.status().spilled >= 5);
    assert_eq!(disk.used_bytes(), used_bytes, "in the same units");
}

/// Goal: no event loop reads a body without being noticed. Method: a thread that must not touch the disk reads what is in the files,
/// and what is in memory.
#[cfg(debug_assertions)]
#[test]
fn who_must_not_touch_the_disk_may_not_read_a_body_that_rests_there() {
    use ferromq_base::disk::access;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    let disk = SimulatedDisk::new(7);
    let settings = QueueSettings {
        np_buffer_bytes: 10_000,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(access::watched(disk.root()), "Q", settings);
    put_all(&queue, 10);
    queue.spill();
    let (mut refused, mut read) = (0, 0);
    while let Some(found) = queue
        .select(&Selection::default(), Take::Hold(Holder(1)), 0)
        .found
    {
        let load = || queue.load(found.seq, &found.payload, &|_| Err(LogReadFailure::Gone));
        let on_a_loop = catch_unwind(AssertUnwindSafe(|| {
            let _loop = access::forbid("an event loop");
            load().is_ok()
        }));
        match on_a_loop {
            Ok(is_there) => read += u32::from(is_there),
            Err(panic) => {
                let told = panic.downcast::<String>().expect("a text");
                let begins = "an event loop must not touch the disk: read ";
                assert!(told.starts_with(begins), "{told}");
                refused += 1;
            }
        }
        assert!(load().is_ok(), "others read it");
        queue.finish(found.seq);
    }
    assert!(refused > 0 && read > 0, "{refused} and {read}");
    assert_eq!(refused + read, 10);
}
