//! Messages that share all but their identifiers.

use crate::model::{id, message};
use ferromq_base::disk::SimulatedDisk;
use ferromq_mqi::property::PropertyControl;
use ferromq_queue::{
    Found, Holder, Ids, LogReadFailure, Message, PutMeta, Queue, QueueSettings, Selection, Take,
    Visibility,
};
use std::sync::Arc;

const META: PutMeta = PutMeta {
    class: None,
    priority: 0,
    persistent: false,
    expires_at_us: None,
    put_at_us: 1,
    log: None,
};

fn ids(number: u8) -> Ids {
    Ids {
        msg_id: id(number),
        correl_id: id(number + 100),
    }
}

fn put(queue: &Queue, message: &Arc<Message>, number: u8) {
    let seq = queue.reserve().expect("room");
    let message = Arc::clone(message);
    let wakeups = queue.insert_copy(seq, message, &ids(number), &META, Visibility::Now);
    wakeups.wake();
}

/// The message as whoever gets it has it.
fn own(queue: &Queue, found: &Found) -> Arc<Message> {
    let loaded = queue.load(found.seq, &found.payload, &|_| Err(LogReadFailure::Gone));
    loaded.expect("the payload is somewhere")
}

fn take(queue: &Queue, selection: &Selection<'_>) -> Option<Ids> {
    let found = queue.select(selection, Take::Hold(Holder(1)), 0).found?;
    let message = own(queue, &found);
    queue.finish(found.seq);
    let Message { descriptor, .. } = message.as_ref();
    Some(Ids {
        msg_id: descriptor.msg_id,
        correl_id: descriptor.correl_id,
    })
}

#[test]
fn a_copy_is_found_by_its_identifiers_and_shares_its_data() {
    let queue = Queue::new_volatile(QueueSettings::default());
    let shared = message(id(50), id(51), 100);
    (1..=3).for_each(|number| put(&queue, &shared, number));
    let selection = Selection {
        correl_id: Some(id(102)),
        ..Selection::default()
    };
    let found = queue
        .select(&selection, Take::PEEK, 0)
        .found
        .expect("it is there");
    assert_eq!(own(&queue, &found).body.as_ptr(), shared.body.as_ptr());
    assert_eq!(take(&queue, &selection), Some(ids(2)));
    let selection = Selection {
        msg_id: Some(id(50)),
        ..Selection::default()
    };
    assert_eq!(take(&queue, &selection), None, "the id of no copy");
    for number in [1, 3] {
        assert_eq!(take(&queue, &Selection::default()), Some(ids(number)));
    }
    drop((queue, found));
    assert_eq!(Arc::strong_count(&shared), 1, "nobody keeps it");
}

#[test]
fn a_copy_that_does_not_fit_into_memory_is_read_back_with_its_identifiers() {
    let disk = SimulatedDisk::new(7);
    let settings = QueueSettings {
        np_buffer_bytes: 5_000,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(disk.root(), "Q", settings);
    let shared = message(id(50), id(51), 2_000);
    (1..=5).for_each(|number| put(&queue, &shared, number));
    queue.spill();
    assert!(queue.status().spilled > 0);
    for number in 1..=5 {
        assert_eq!(take(&queue, &Selection::default()), Some(ids(number)));
    }
}

#[test]
fn copies_saved_at_a_clean_end_come_back_with_their_identifiers() {
    let disk = SimulatedDisk::new(8);
    let settings = QueueSettings {
        np_class_high: true,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(disk.root(), "Q", settings);
    let shared = message(id(50), id(51), 100);
    (1..=3).for_each(|number| put(&queue, &shared, number));
    let no_log = |_| Err(LogReadFailure::Gone);
    queue.save_non_persistent(&no_log).expect("saved");
    drop(queue);
    let queue = Queue::open(disk.root(), "Q", settings, true).expect("as it was left");
    queue.redo_done(0);
    for number in 1..=3 {
        assert_eq!(take(&queue, &Selection::default()), Some(ids(number)));
    }
}

/// A getter says how long a body it takes, and the message is not known to be shorter without its properties before
/// somebody has asked for it without.
#[test]
fn a_copy_is_taken_at_once_only_if_what_is_left_of_it_is_known_to_fit() {
    let queue = Queue::new_volatile(QueueSettings::default());
    let shared = message(id(50), id(51), 100);
    (1..=3).for_each(|number| put(&queue, &shared, number));
    let remove = |body_bytes_max, property_control| {
        let take = Take::Remove {
            holder: Holder(1),
            body_bytes_max,
            extension_bytes: 10,
            property_control,
        };
        let found = queue.select(&Selection::default(), take, 0).found;
        let found = found.expect("it is there");
        if !found.finished {
            queue.restore(found.seq, false).wake();
        }
        found.finished
    };
    assert!(!remove(99, Some(PropertyControl::None)), "nobody has asked");
    // It has no properties: the answer is known, and is no other.
    assert!(shared.stripped(PropertyControl::None).is_none());
    assert!(!remove(99, Some(PropertyControl::None)));
    assert!(!remove(99, None));
    assert!(remove(100, Some(PropertyControl::OfOldFolders)));
    assert!(remove(100, None));
}
