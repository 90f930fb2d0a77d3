//! What the machine can do at best, measured in the same run as everything else.

use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::histogram::Histogram;
use ferromq_base::buffer::AlignedBuffer;
use ferromq_base::disk::{Directory, OpenMode, OsDirectory};
use ferromq_base::random::SplitMix64;
use rustix::thread::{CpuSet, futex, sched_getaffinity, sched_setaffinity};
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The limits results are compared with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// From one thread to another and back, both on one core, nanoseconds.
    pub hand_over_same_core_ns: f64,
    /// The same with a thread on each of two cores; 0 on a machine with one.
    pub hand_over_other_core_ns: f64,
    /// Time to copy one message's data, nanoseconds.
    pub copy_ns: f64,
    /// Message data the copy was measured with.
    pub copy_bytes: u64,
    /// Forces of 4 KiB a second, overwriting a preallocated file.
    pub forces_per_s: f64,
    /// Bytes a second with forces of 256 KiB.
    pub force_bytes_per_s: f64,
    /// Processors this process may use.
    pub processors: usize,
}

/// How long each limit is measured.
const EACH: Duration = Duration::from_millis(300);
const FILE_BYTES: usize = 64 << 20;

impl Limits {
    /// Measures all of them; the disk in `directory`, where the log will be.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn measure(directory: &Path, message_bytes: usize) -> Result<Self, Failure> {
        let processors = available();
        let first = processors.first().copied().unwrap_or(0);
        let other = processors.get(1).copied();
        let disk = measure_disk(directory)?;
        Ok(Self {
            hand_over_same_core_ns: hand_over_ns(first, first),
            hand_over_other_core_ns: other.map_or(0.0, |other| hand_over_ns(first, other)),
            copy_ns: copy_ns(message_bytes),
            copy_bytes: message_bytes as u64,
            forces_per_s: disk.0,
            force_bytes_per_s: disk.1,
            processors: processors.len().max(1),
        })
    }

    /// The limits as a record of their own.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::new("limits of this machine");
        record
            .set("processors", Value::Count(self.processors as u64))
            .set("copied_bytes", Value::Count(self.copy_bytes))
            .number(
                "hand_over_round_trip_same_core_us",
                self.hand_over_same_core_ns / 1e3,
            )
            .number(
                "hand_over_round_trip_other_core_us",
                self.hand_over_other_core_ns / 1e3,
            )
            .number("copy_ns", self.copy_ns)
            .number(
                "copy_gb_per_s",
                self.copy_bytes as f64 / self.copy_ns.max(1e-9),
            )
            .number("forces_4k_per_s", self.forces_per_s)
            .number("force_256k_mb_per_s", self.force_bytes_per_s / 1e6);
        record
    }
}

fn available() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else {
        return vec![0];
    };
    (0..CpuSet::MAX_CPU)
        .filter(|cpu| set.is_set(*cpu))
        .collect()
}

/// Ties the calling thread to one processor. Where that is refused the figure is one of a
/// free thread, which is no worse a limit.
fn stay_on(cpu: usize) {
    let mut set = CpuSet::new();
    set.set(cpu);
    let _ = sched_setaffinity(None, &set);
}

/// Sleeps until `turn` is `mine`.
fn await_turn(turn: &AtomicU32, mine: u32) {
    loop {
        let now = turn.load(Ordering::Acquire);
        if now == mine || now == OVER {
            return;
        }
        // Woken early, or the turn had come: either way the loop looks again.
        let _ = futex::wait(turn, futex::Flags::PRIVATE, now, None);
    }
}

fn give_turn(turn: &AtomicU32, to: u32) {
    turn.store(to, Ordering::Release);
    let _ = futex::wake(turn, futex::Flags::PRIVATE, 1);
}

const OVER: u32 = 2;

fn hand_over_ns(one: usize, other: usize) -> f64 {
    let turn = AtomicU32::new(0);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            stay_on(other);
            while turn.load(Ordering::Acquire) != OVER {
                await_turn(&turn, 1);
                if turn.load(Ordering::Acquire) == 1 {
                    give_turn(&turn, 0);
                }
            }
        });
        let measuring = threads.spawn(|| {
            stay_on(one);
            let mut rounds = 0_u32;
            let started = Instant::now();
            while started.elapsed() < EACH {
                give_turn(&turn, 1);
                await_turn(&turn, 0);
                rounds += 1;
            }
            let each_ns = started.elapsed().as_nanos() as f64 / f64::from(rounds.max(1));
            give_turn(&turn, OVER);
            each_ns
        });
        measuring.join().unwrap_or(0.0)
    })
}

fn copy_ns(bytes: usize) -> f64 {
    let from = vec![7_u8; bytes.max(1)];
    let mut to = vec![0_u8; bytes.max(1)];
    let mut rounds = 0_u64;
    let started = Instant::now();
    while started.elapsed() < EACH / 3 {
        for _ in 0..16 {
            to.copy_from_slice(black_box(&from));
            black_box(&mut to);
        }
        rounds += 16;
    }
    started.elapsed().as_nanos() as f64 / rounds.max(1) as f64
}

/// Time to read one word somewhere in `bytes` of memory, each place depending on what was read
/// before: what a look-up costs that no cache has, nanoseconds.
pub(crate) fn random_read_ns(bytes: u64) -> f64 {
    let words = usize::try_from(bytes / 8).unwrap_or(usize::MAX).max(1);
    // Not zero: a page nobody wrote to is one and the same page everywhere.
    let memory = vec![1_u64; words];
    let mut random = SplitMix64::new(3);
    let mut read = 0;
    let mut times = Histogram::default();
    for _ in 0..RANDOM_READS / READS_TOGETHER {
        let started = Instant::now();
        for _ in 0..READS_TOGETHER {
            // The word read is 1; the compiler does not know.
            read = black_box(memory[random.below(words as u64 - 1 + read.min(1)) as usize]);
        }
        times.record(started.elapsed().as_nanos() as u64 / READS_TOGETHER);
    }
    black_box(read);
    times.percentile(50.0) as f64
}

const RANDOM_READS: u64 = 320_000;
const READS_TOGETHER: u64 = 16;

/// Forces of 4 KiB a second the disk of `directory` does at this moment.
pub(crate) fn forces_per_s(directory: &Path) -> Result<f64, Failure> {
    measure_disk(directory).map(|(forces, _)| forces)
}

/// Bytes a second it forces in pieces of 256 KiB.
pub(crate) fn force_bytes_per_s(directory: &Path) -> Result<f64, Failure> {
    measure_disk(directory).map(|(_, bytes)| bytes)
}

/// Forces of 4 KiB a second, and bytes a second at 256 KiB.
fn measure_disk(directory: &Path) -> Result<(f64, f64), Failure> {
    let failed = || Failure::io(format!("measuring the disk in {}", directory.display()));
    let place = OsDirectory::open(directory).map_err(failed())?;
    let name = format!("limit-{}", std::process::id());
    // That of a run that was killed, which had this process number.
    let _ = place.remove(&name);
    let measured = (|| {
        let file = place.create(&name, OpenMode::Forced)?;
        // From here on it has no name: whoever is killed leaves no 64 MiB behind.
        place.remove(&name)?;
        let zeros = AlignedBuffer::zeroed(1 << 20);
        for offset in (0..FILE_BYTES).step_by(zeros.len()) {
            file.write_at(offset as u64, &zeros)?;
        }
        let small = overwrite(file.as_ref(), &zeros[..4096])?;
        let large = overwrite(file.as_ref(), &zeros[..256 << 10])?;
        Ok((small, large * f64::from(256 << 10)))
    })();
    measured.map_err(failed())
}

/// Writes a second, one after the other through the file.
fn overwrite(file: &dyn ferromq_base::disk::File, bytes: &[u8]) -> std::io::Result<f64> {
    let mut times = Histogram::default();
    let mut offset = 0;
    let started = Instant::now();
    while started.elapsed() < EACH * 2 {
        let each = Instant::now();
        file.write_at(offset as u64, bytes)?;
        times.record(u64::try_from(each.elapsed().as_nanos()).unwrap_or(u64::MAX));
        offset = (offset + bytes.len()) % FILE_BYTES;
    }
    Ok(1e9 / times.mean().max(1.0))
}
