//! What a put and get of 2 KiB takes while another connection puts persistent messages of 100 MB, and while none does.
//!
//! `beside_long_puts [directory] [seconds]` prints microseconds: median, 99% and longest, of persistent and other messages.

use ferromq::{GetOptions, MsgDescriptor, PutOptions, QueueManager, Settings, mq};
use ferromq_log::{LogSettings, LogType};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const LONG: usize = 100_000_000;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn settings() -> Settings {
    Settings {
        log: LogSettings {
            file_pages: 16_384,
            primary_files: 8,
            secondary_files: 2,
            buffer_pages: 0,
            log_type: LogType::Circular,
        },
        ..Settings::default()
    }
}

fn descriptor(persistence: i32) -> MsgDescriptor {
    MsgDescriptor {
        persistence,
        ..MsgDescriptor::default()
    }
}

/// Puts and gets until then, once at least; how long each pair took.
fn round_trips(
    manager: &QueueManager,
    name: &str,
    body: &Arc<[u8]>,
    persistence: i32,
    until: Instant,
) -> Outcome<Vec<Duration>> {
    let mut session = manager.connect()?;
    let queue = session.open(name, mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
    let mut took = Vec::new();
    loop {
        let begun = Instant::now();
        let text = bytes::Bytes::from_owner(Arc::clone(body));
        let mut options = PutOptions::default();
        session.put(queue, &mut descriptor(persistence), &mut options, text)?;
        let buffer = body.len() as u32;
        session.get(queue, &descriptor(0), &GetOptions::default(), buffer)?;
        took.push(begun.elapsed());
        if Instant::now() >= until {
            break;
        }
    }
    session.disconnect()?;
    Ok(took)
}

fn print(what: &str, mut took: Vec<Duration>) {
    took.sort_unstable();
    let at = |part: f64| took[((took.len() - 1) as f64 * part) as usize].as_micros();
    let (median, most, longest) = (at(0.5), at(0.99), at(1.0));
    println!(
        "{what}: median {median} us, 99% {most} us, longest {longest} us, {} round trips",
        took.len()
    );
}

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let place = arguments
        .next()
        .map_or_else(std::env::temp_dir, PathBuf::from);
    let seconds = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let data = place.join(format!("ferromq-beside-{}", std::process::id()));
    QueueManager::create(&data, "QM1", &settings())?;
    let manager = QueueManager::open(&data, "QM1", &settings())?;
    let mut session = manager.connect()?;
    session.command("ALTER QMGR MAXMSGL(104857600)")?;
    for name in ["SMALL", "LONG"] {
        session.command(&format!("DEFINE QLOCAL({name}) MAXMSGL(104857600)"))?;
    }
    let small: Arc<[u8]> = vec![7; 2048].into();
    let long: Arc<[u8]> = vec![9; LONG].into();
    let kinds = [
        ("persistent", mq::MQPER_PERSISTENT),
        ("not persistent", mq::MQPER_NOT_PERSISTENT),
    ];
    for beside in [false, true] {
        let (stop, long_puts) = (AtomicBool::new(!beside), AtomicU64::new(0));
        std::thread::scope(|scope| -> Outcome<()> {
            let putting = scope.spawn(|| -> Outcome<()> {
                while !stop.load(Ordering::Relaxed) {
                    let once = Instant::now();
                    round_trips(&manager, "LONG", &long, mq::MQPER_PERSISTENT, once)?;
                    long_puts.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            });
            for (what, persistence) in kinds {
                let until = Instant::now() + Duration::from_secs(seconds);
                let took = round_trips(&manager, "SMALL", &small, persistence, until)?;
                let load = if beside { "beside long puts" } else { "alone" };
                print(&format!("{what}, {load}"), took);
            }
            stop.store(true, Ordering::Relaxed);
            putting
                .join()
                .map_err(|_| "the thread that puts long messages failed")?
        })?;
        let count = long_puts.load(Ordering::Relaxed);
        println!("{count} messages of 100 MB were put and got meanwhile");
    }
    session.disconnect()?;
    manager.end()?;
    Ok(std::fs::remove_dir_all(data)?)
}
