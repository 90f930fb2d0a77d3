//! What one queue costs, in this run on this machine: time per message, memory per message.
//!
//! `cargo run --release -p ferromq-queue --example queue_limits [deep messages]`

use bytes::Bytes;
use ferromq_base::disk::{Directory, OsDirectory};
use ferromq_mqi::MsgDescriptor;
use ferromq_queue::{
    Holder, Id, LogPlace, Lsn, Message, PutMeta, Queue, QueueSettings, Selection, Seq, Take,
    Visibility,
};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const BODY_BYTES: usize = 2048;

fn main() {
    let deep = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000_000);
    match deep {
        0 => return shallow(),
        1 => return by_correlation_id(1_000_000),
        _ => {}
    }
    // First, while no freed memory of the other parts hides what it takes.
    spilled(deep);
    restart(1_000_000);
    shallow();
    cold_memory();
    by_correlation_id(10);
    by_correlation_id(1_000_000);
}

/// The machine's limit for anything that looks up one of a million messages: one read of
/// memory that is in no cache, whose address the read before gave.
fn cold_memory() {
    let next = |at: u32| at.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) & MASK;
    const MASK: u32 = (1 << 27) - 1;
    let cells: Vec<u32> = (0..=MASK).map(next).collect();
    let started = Instant::now();
    let rounds = 3_000_000;
    let end = (0..rounds).fold(0, |at: u32, _| cells[at as usize]);
    black_box(end);
    println!(
        "one read of cold memory: {} ns",
        started.elapsed().as_nanos() / rounds
    );
}

fn settings(np_buffer_bytes: u64) -> QueueSettings {
    QueueSettings {
        max_depth: 999_999_999,
        np_buffer_bytes,
        ..QueueSettings::default()
    }
}

fn numbered_id(number: u64) -> Id {
    let mut id = *b"AMQ FERRO   ............";
    id[16..].copy_from_slice(&number.to_be_bytes());
    id
}

fn message(number: u64, body: &Bytes) -> Arc<Message> {
    let correl_id = numbered_id(number);
    let descriptor = MsgDescriptor {
        msg_id: correl_id,
        correl_id,
        ..MsgDescriptor::default()
    };
    Arc::new(Message::new(descriptor, body.clone()))
}

const META: PutMeta = PutMeta {
    class: None,
    priority: 0,
    persistent: false,
    expires_at_us: None,
    put_at_us: 1,
    log: None,
};

fn put(queue: &Queue, message: Arc<Message>) {
    let seq = queue.reserve().expect("the queue is deep enough");
    queue.insert(seq, message, &META, Visibility::Now).wake();
}

fn shallow() {
    let queue = Queue::new_volatile(settings(1 << 20));
    let shared = message(1, &Bytes::from(vec![7; BODY_BYTES]));
    let rounds = 5_000_000_u32;
    for (name, remove) in [("select(Hold) + finish", false), ("select(Remove)", true)] {
        let started = Instant::now();
        for _ in 0..rounds {
            put(&queue, Arc::clone(&shared));
            let take = if remove {
                Take::Remove {
                    holder: Holder(1),
                    body_bytes_max: u32::MAX,
                    extension_bytes: 0,
                    property_control: None,
                }
            } else {
                Take::Hold(Holder(1))
            };
            let found = queue
                .select(&Selection::default(), take, 2)
                .found
                .expect("just put");
            if !found.finished {
                queue.finish(found.seq);
            }
            black_box(found);
        }
        let each_ns = started.elapsed().as_nanos() / u128::from(rounds);
        println!("reserve + insert + {name}: {each_ns} ns");
    }
}

/// Gets random victims by correlation id and puts each back under its old id.
fn by_correlation_id(depth: u64) {
    let queue = Queue::new_volatile(settings(1 << 40));
    let body = Bytes::from(vec![7; BODY_BYTES]);
    for number in 0..depth {
        put(&queue, message(number, &body));
    }
    let mut random = 1_u64;
    let mut next = move || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % depth
    };
    let mut select = |queue: &Queue| {
        let selection = Selection {
            correl_id: Some(numbered_id(next())),
            ..Selection::default()
        };
        queue
            .select(&selection, Take::Hold(Holder(1)), 2)
            .found
            .expect("all are there")
    };
    let started = Instant::now();
    let first = select(&queue);
    println!(
        "depth {depth}: first get by correlation id builds the index: {} us",
        started.elapsed().as_micros()
    );
    queue.restore(first.seq, false).wake();
    let rounds = 1_000_000_u32;
    let mut select_ns = 0;
    let mut finish_ns = 0;
    let mut put_ns = 0;
    for _ in 0..rounds {
        let started = Instant::now();
        let found = select(&queue);
        let selected = Instant::now();
        queue.finish(found.seq);
        let finished = Instant::now();
        let ferromq_queue::Payload::Memory(message) = found.payload else {
            return;
        };
        put(&queue, message);
        put_ns += finished.elapsed().as_nanos();
        select_ns += (selected - started).as_nanos();
        finish_ns += (finished - selected).as_nanos();
    }
    let each = |sum: u128| sum / u128::from(rounds);
    println!(
        "depth {depth}: by correlation id: select {} ns, finish {} ns, put {} ns (each with a clock reading)",
        each(select_ns),
        each(finish_ns),
        each(put_ns)
    );
}

/// What a restart costs with this many messages hardened, and with as many only in the log.
fn restart(depth: u64) {
    let place = std::env::temp_dir().join(format!("ferromq-queue-limits-{}", std::process::id()));
    let dir: Arc<dyn Directory> = OsDirectory::open(&place).expect("a temporary directory");
    let settings = QueueSettings {
        p_buffer_bytes: 0,
        ..settings(0)
    };
    let queue = Queue::without_files(Arc::clone(&dir), "Q", settings);
    let message = message(1, &Bytes::from(vec![7; 300]));
    let mut image = message.descriptor_bytes().to_vec();
    image.extend_from_slice(&message.body);
    let image = Bytes::from(image);
    let meta = |number: u64| {
        let log = LogPlace {
            lsn: Lsn::new(number),
            offset: 0,
            len: message.payload_len() as u32,
        };
        PutMeta {
            class: None,
            persistent: true,
            log: Some(log),
            ..META
        }
    };
    let started = Instant::now();
    for number in 1..=depth {
        queue.redo_put(
            Seq(number),
            &meta(number),
            &message.descriptor,
            Visibility::Now,
        );
    }
    println!("redo of {depth} puts: {} ms", started.elapsed().as_millis());
    let started = Instant::now();
    let report = queue
        .harden(Lsn::new(depth + 1), &|_| Ok(image.clone()))
        .expect("room on disk");
    queue.checkpoint_done();
    println!(
        "harden of {} messages: {} ms",
        report.messages,
        started.elapsed().as_millis()
    );
    drop(queue);
    let started = Instant::now();
    let queue = Queue::open(dir, "Q", settings, false).expect("it is whole");
    println!(
        "open with {} hardened messages: {} ms",
        queue.depth(),
        started.elapsed().as_millis()
    );
    drop(queue);
    std::fs::remove_dir_all(place).expect("clean up");
}

fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok())
        .unwrap_or(0)
        * 4096
}

fn spilled(depth: u64) {
    let place = std::env::temp_dir().join(format!("ferromq-queue-limits-{}", std::process::id()));
    let dir = OsDirectory::open(&place).expect("a temporary directory");
    let dir: Arc<dyn Directory> = dir;
    let queue = Queue::without_files(dir, "Q", settings(1 << 20));
    let body = Bytes::from(vec![7; BODY_BYTES]);
    let before = resident_bytes();
    let started = Instant::now();
    for number in 0..depth {
        put(&queue, message(number, &body));
        if number % 256 == 255 {
            queue.spill();
        }
    }
    let put_ns = started.elapsed().as_nanos() / u128::from(depth);
    let bare = (resident_bytes() - before) / depth;
    let selection = Selection {
        correl_id: Some(numbered_id(depth / 2)),
        ..Selection::default()
    };
    let started = Instant::now();
    let found = queue
        .select(&selection, Take::Hold(Holder(1)), 2)
        .found
        .expect("it is there");
    println!(
        "{depth} spilled: first get by correlation id builds the index: {} ms",
        started.elapsed().as_millis()
    );
    queue.restore(found.seq, false).wake();
    let one = (resident_bytes() - before) / depth;
    let selection = Selection {
        msg_id: Some(numbered_id(depth / 2)),
        ..Selection::default()
    };
    let found = queue
        .select(&selection, Take::Hold(Holder(1)), 2)
        .found
        .expect("it is there");
    queue.restore(found.seq, false).wake();
    let both = (resident_bytes() - before) / depth;
    println!(
        "{depth} spilled: {bare} bytes of memory each, {one} with one id index, {both} with both; put {put_ns} ns"
    );
    let status = queue.status();
    println!(
        "data file {} MiB, {} bytes in memory",
        status.file_bytes >> 20,
        status.np_bytes_in_memory
    );
    drop(queue);
    std::fs::remove_dir_all(place).expect("clean up");
}
