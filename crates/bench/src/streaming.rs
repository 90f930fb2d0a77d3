//! Queues with a streaming queue each, which nobody reads, and whose messages expire: how deep they get over time, beside the formula.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::{Host, session_at};
use crate::output::{Run, show};
use crate::stream;
use crate::threads::spawn;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Teeth of the saw that are measured.
const TEETH: f64 = 4.0;
/// Looks at the depth in an interval of the expiry task.
const LOOKS: f64 = 40.0;

/// What streaming queues are told.
struct Copies {
    queues: u64,
    rate: f64,
    cap_expiry_s: u64,
    expiry_interval_s: u64,
    must_duplicate: bool,
}

impl Copies {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let rate = arguments.decimal("rate")?;
        let rate = rate.ok_or_else(|| Failure::Usage("streaming wants --rate".into()))?;
        Ok(Self {
            queues: arguments.number("queues", 5)?.clamp(1, 1_000),
            rate,
            cap_expiry_s: arguments.number("cap-expiry", 30)?.clamp(1, 99_999_999),
            expiry_interval_s: arguments.number("expiry-interval", 5)?.clamp(1, 99_999_999),
            must_duplicate: arguments.choice("quality", &["bestef", "mustdup"])? == 1,
        })
    }

    /// What the stream is told.
    fn arguments(&self, given: &Arguments) -> Arguments {
        let seconds = self.cap_expiry_s as f64 + TEETH * self.expiry_interval_s as f64;
        given
            .clone()
            .with("producers", self.queues)
            .with("consumers", self.queues)
            .with("pairs", self.queues)
            .with("expiry-interval", self.expiry_interval_s)
            .or("requester-road", "bindings")
            .or("responder-road", "bindings")
            .or("warm-up", 0.1)
            .or("seconds", seconds)
    }

    fn commands(&self) -> Vec<String> {
        let quality = if self.must_duplicate {
            "MUSTDUP"
        } else {
            "BESTEF"
        };
        // CAPEXPRY is in tenths of a second.
        let expiry = self.cap_expiry_s * 10;
        let each = (0..self.queues).flat_map(|number| {
            let copy = copy_of(number);
            [
                format!("DEFINE QLOCAL({copy}) MAXDEPTH(999999999) MAXMSGL(104857600) CAPEXPRY({expiry})"),
                format!("ALTER QLOCAL(BENCH.STREAM.{number}) STREAMQ({copy}) STRMQOS({quality})"),
            ]
        });
        each.collect()
    }
}

fn copy_of(number: u64) -> String {
    format!("BENCH.COPY.{number}")
}

/// One run.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let copies = Copies::read(&run.arguments)?;
    let arguments = copies.arguments(&run.arguments);
    let prepare = |host: &mut Host| host.administer(&copies.commands());
    let mut watched = None;
    let begin = |host: &mut Host| {
        host.serve()?;
        let every =
            Duration::from_secs_f64((copies.expiry_interval_s as f64 / LOOKS).clamp(0.05, 1.0));
        watched = Some(Watcher::start(host.socket(), every)?);
        Ok(())
    };
    let mut record = stream::measure_around(&arguments, run.limits.as_ref(), prepare, begin)?;
    let depths = match watched {
        Some(watcher) => watcher.stop()?,
        None => Vec::new(),
    };
    record.name = "streaming queues that expire".to_owned();
    record
        .set("queues", Value::Count(copies.queues))
        .set("cap_expiry_s", Value::Count(copies.cap_expiry_s))
        .set("expiry_interval_s", Value::Count(copies.expiry_interval_s))
        .set("must_duplicate", Value::Flag(copies.must_duplicate));
    tell(&mut record, &copies, depths);
    show(&record)?;
    Ok(vec![record])
}

/// The teeth: their top is what comes in the time a message lives and an interval, their foot what comes while it lives.
fn tell(record: &mut Record, copies: &Copies, depths: Vec<(f64, f64)>) {
    let lives_s = copies.cap_expiry_s as f64;
    let first_top_s = lives_s + copies.expiry_interval_s as f64;
    let top = depths.iter().map(|point| point.1).fold(0.0, f64::max);
    let later = depths
        .iter()
        .filter(|point| point.0 > first_top_s)
        .map(|point| point.1);
    let foot = later.fold(f64::MAX, f64::min);
    record
        .number("top_expected", copies.rate * first_top_s)
        .number("top_reached", top)
        .number("foot_expected", copies.rate * lives_s);
    if foot < f64::MAX {
        record.number("foot_reached", foot);
    }
    record.figure("depth_over_time", Value::Series(depths));
}

/// Looks at the depth of the first streaming queue, every now and then, until it is stopped.
struct Watcher {
    over: Arc<AtomicBool>,
    thread: JoinHandle<Vec<(f64, f64)>>,
}

impl Watcher {
    fn start(socket: PathBuf, every: Duration) -> Result<Self, Failure> {
        let over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&over);
        let mut session = session_at(&socket)?;
        let watch = move || {
            let began = Instant::now();
            let mut depths = Vec::new();
            let look = format!("DISPLAY QLOCAL({}) CURDEPTH", copy_of(0));
            while !seen.load(Ordering::Relaxed) {
                // The queue manager ends with the run; then there is nothing more to see.
                let Ok((said, _)) = session.command(&look) else {
                    break;
                };
                if let Some(depth) = depth_in(&said) {
                    depths.push((began.elapsed().as_secs_f64(), depth));
                }
                std::thread::sleep(every);
            }
            depths
        };
        let thread = spawn("depth", watch)?;
        Ok(Self { over, thread })
    }

    fn stop(self) -> Result<Vec<(f64, f64)>, Failure> {
        self.over.store(true, Ordering::Relaxed);
        let ended = self.thread.join();
        ended.map_err(|_| Failure::Wrong("the thread that looks at the depth is gone".into()))
    }
}

fn depth_in(said: &str) -> Option<f64> {
    let (_, rest) = said.split_once("CURDEPTH(")?;
    rest.split(')').next()?.trim().parse().ok()
}
