//! Measures the log beside the device it writes to, in one run on one machine.
//!
//! `cargo run --release -p ferromq-log --example log_limits [directory] [seconds per figure]`

use ferromq_base::buffer::{AlignedBuffer, BLOCK_BYTES};
use ferromq_base::disk::{Directory, OpenMode, OsDirectory};
use ferromq_log::{Log, LogReader, LogSettings, LogType, Lsn, Record, Urgency};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const MESSAGE_BYTES: usize = 2048;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let place = arguments
        .next()
        .map_or_else(std::env::temp_dir, PathBuf::from);
    let seconds: f64 = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(5.0);
    let place = place.join(format!("ferromq-log-limits-{}", std::process::id()));
    let round = Duration::from_secs_f64(seconds / ROUNDS as f64);
    one_committer(&place, round);
    many_committers(&place, Duration::from_secs_f64(seconds), 64);
    many_completions(&place, Duration::from_secs_f64(seconds), 64);
    stream(&place);
    let _ = std::fs::remove_dir_all(&place);
}

fn settings() -> LogSettings {
    LogSettings {
        file_pages: 16_384,
        primary_files: 8,
        secondary_files: 2,
        buffer_pages: 0,
        log_type: LogType::Circular,
    }
}

fn fresh_log(place: &Path) -> (Arc<dyn Directory>, Arc<Log>) {
    let _ = std::fs::remove_dir_all(place);
    let dir: Arc<dyn Directory> = OsDirectory::open(place).expect("directory");
    let started = Instant::now();
    Log::create(&dir, &settings(), &mut |_, _| ()).expect("create");
    let bytes = settings().primary_bytes() as f64;
    let rate = bytes / started.elapsed().as_secs_f64() / 1e9;
    println!("  created {:.0} MB of log at {rate:.2} GB/s", bytes / 1e6);
    let log = Log::open(Arc::clone(&dir), &settings())
        .expect("open")
        .replay(&mut |_| Ok::<(), Infallible>(()))
        .expect("replay");
    (dir, log)
}

/// Keeps the log from filling up: moves the recovery position along.
fn give_back(log: &Log) {
    if log.usage().log_in_use_percent > 40 {
        log.checkpoint(log.durable(), None, &[])
            .expect("checkpoint");
    }
}

fn one_committer(place: &Path, round: Duration) {
    println!("one committer, {MESSAGE_BYTES} bytes a record, beside raw forced 4 KiB writes");
    let (dir, log) = fresh_log(place);
    let raw = dir.create("raw", OpenMode::Forced).expect("raw file");
    let megabyte = AlignedBuffer::zeroed(1 << 20);
    raw.allocate(64 << 20).expect("room");
    for index in 0..64 {
        raw.write_at(index << 20, &megabyte).expect("fill");
    }
    let block = AlignedBuffer::zeroed(BLOCK_BYTES);
    let body = [7_u8; MESSAGE_BYTES];
    let (mut device, mut committer) = (Vec::new(), Vec::new());
    let mut at = 0;
    for _ in 0..ROUNDS {
        device.push(per_second(round, || {
            raw.write_at(at, &block).expect("raw write");
            at = (at + BLOCK_BYTES as u64) % (64 << 20);
        }));
        committer.push(per_second(round, || {
            let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
            log.wait_durable(appended.end).expect("durable");
        }));
        give_back(&log);
    }
    let (device, committer) = (median(device), median(committer));
    println!(
        "  device {device:.0} forces/s, log {committer:.0} commits/s: {:.0}%",
        committer / device * 100.0
    );
}

fn per_second(round: Duration, mut once: impl FnMut()) -> f64 {
    let started = Instant::now();
    let mut count = 0_u64;
    while started.elapsed() < round {
        once();
        count += 1;
    }
    count as f64 / started.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn many_committers(place: &Path, time: Duration, threads: usize) {
    println!("{threads} committers, each a thread that waits for its force");
    let (_, log) = fresh_log(place);
    let commits = AtomicU64::new(0);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let body = [7_u8; MESSAGE_BYTES];
                while started.elapsed() < time {
                    let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
                    log.wait_durable(appended.end).expect("durable");
                    if commits.fetch_add(1, Ordering::Relaxed).is_multiple_of(1024) {
                        give_back(&log);
                    }
                }
            });
        }
    });
    report(&log, commits.into_inner(), started.elapsed());
}

fn many_completions(place: &Path, time: Duration, in_flight: usize) {
    println!("{in_flight} commits in flight from one thread, completions from the writer thread");
    let (_, log) = fresh_log(place);
    let stop = AtomicBool::new(false);
    let free = Arc::new((std::sync::Mutex::new(in_flight), std::sync::Condvar::new()));
    let mut commits = 0_u64;
    std::thread::scope(|scope| {
        scope.spawn(|| log.run_writer(&stop));
        let body = [7_u8; MESSAGE_BYTES];
        let started = Instant::now();
        while started.elapsed() < time {
            {
                let (count, freed) = &*free;
                let mut count = count.lock().expect("count");
                while *count == 0 {
                    count = freed.wait(count).expect("count");
                }
                *count -= 1;
            }
            let appended = log.append(1, &[&body], Urgency::Ordinary).expect("append");
            let done = Arc::clone(&free);
            log.when_durable(
                appended.end,
                Box::new(move |result| {
                    result.expect("durable");
                    let mut count = done.0.lock().expect("count");
                    *count += 1;
                    if *count == 1 {
                        done.1.notify_one();
                    }
                }),
            );
            log.request_force(appended.end);
            commits += 1;
            if commits.is_multiple_of(1024) {
                give_back(&log);
            }
        }
        report(&log, commits, started.elapsed());
        stop.store(true, Ordering::SeqCst);
        log.wake_writer();
    });
}

fn report(log: &Log, commits: u64, time: Duration) {
    let usage = log.usage();
    let seconds = time.as_secs_f64();
    println!(
        "  {:.0} commits/s, {:.0} MB/s of bodies, {:.0} forces/s, {:.1} commits a force, {:.0} us a force",
        commits as f64 / seconds,
        (commits * MESSAGE_BYTES as u64) as f64 / seconds / 1e6,
        usage.forces as f64 / seconds,
        commits as f64 / usage.forces as f64,
        usage.force_ns_total as f64 / usage.forces as f64 / 1e3,
    );
}

/// Fills most of the log without waiting, then replays it.
fn stream(place: &Path) {
    println!("streaming {MESSAGE_BYTES} byte records, one durable wait at the end, then replay");
    let (dir, log) = fresh_log(place);
    let body = [7_u8; MESSAGE_BYTES];
    let total = settings().primary_bytes() / 10 * 8 / MESSAGE_BYTES as u64;
    let mut last = Lsn::NONE;
    let mut appending_ns = Vec::new();
    let started = Instant::now();
    for index in 0..total {
        if index.is_multiple_of(64) {
            let batch = Instant::now();
            last = log
                .append(1, &[&body], Urgency::Ordinary)
                .expect("append")
                .end;
            appending_ns.push(batch.elapsed().as_nanos() as f64);
        } else {
            last = log
                .append(1, &[&body], Urgency::Ordinary)
                .expect("append")
                .end;
        }
    }
    log.wait_durable(last).expect("durable");
    let bytes = log.usage().bytes_written as f64;
    let rate = bytes / started.elapsed().as_secs_f64() / 1e9;
    println!(
        "  {rate:.2} GB/s written, append {:.0} ns (median)",
        median(appending_ns)
    );
    drop(log);
    println!(
        "  device reads {:.2} GB/s, 1 MiB at a time",
        raw_read_rate(&*dir)
    );
    for prefetch in [true, false] {
        let mut count = 0_u64;
        let mut sum = 0_u64;
        let started = Instant::now();
        let recovery = Log::open(Arc::clone(&dir), &settings()).expect("open");
        let log = recovery
            .prefetching(prefetch)
            .replay(&mut |record: Record<'_>| {
                count += 1;
                sum += u64::from(record.body[0]);
                Ok::<(), Infallible>(())
            })
            .expect("replay");
        let rate = bytes / started.elapsed().as_secs_f64() / 1e9;
        assert_eq!((count, sum), (total, total * 7));
        println!("  replay {rate:.2} GB/s (reading ahead: {prefetch}), past the page cache");
        drop(log);
    }
    let reader = LogReader::open(&dir).expect("open");
    let mut rate = 0.0;
    // The first turn fills the page cache.
    for _ in 0..2 {
        let mut count = 0_u64;
        let started = Instant::now();
        let scanned = reader.scan(None, None, &mut |_| {
            count += 1;
            Ok::<(), Infallible>(())
        });
        scanned.expect("scan");
        assert_eq!(count, total);
        rate = bytes / started.elapsed().as_secs_f64() / 1e9;
    }
    println!("  one thread reads, checks and cuts records from the page cache at {rate:.2} GB/s");
}

/// Reads all extents past the page cache, one request at a time.
fn raw_read_rate(dir: &dyn Directory) -> f64 {
    let mut block = AlignedBuffer::zeroed(1 << 20);
    let started = Instant::now();
    for index in 0..settings().primary_files {
        let name = format!("S{index:07}.LOG");
        let file = dir.open(&name, OpenMode::Forced).expect("extent");
        for at in (0..settings().extent_bytes()).step_by(1 << 20) {
            file.read_at(at, &mut block).expect("raw read");
        }
    }
    settings().primary_bytes() as f64 / started.elapsed().as_secs_f64() / 1e9
}
