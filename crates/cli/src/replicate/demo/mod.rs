//! `ferromq replicate demo`: replication as it works, with servers and queue managers of its own, and the proof at the end.

mod load;
mod stage;

use super::words::Words;
use crate::failure::Failure;
use crate::signals::on_signals;
use ferromq_base::output;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::generated::notices::FMQ0454;
use load::start_load;
use stage::{Running, Stage, TABLES};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Exit code where the target is not as the source is.
const DIFFERENT: u8 = 2;
/// How long loads, and what is left at the end, may take.
const CATCH_UP: Duration = Duration::from_secs(600);

struct Setup {
    seconds: u64,
    kills: bool,
    clients: u64,
    rate: Option<u64>,
    scale: u64,
    seed: u64,
    directory: PathBuf,
    keeps: bool,
}

impl Setup {
    fn read(given: &[String]) -> Result<Self, Failure> {
        let mut words = Words::read("replicate", given)?;
        let process = std::process::id();
        let directory = words.take("directory").map(PathBuf::from);
        let setup = Self {
            seconds: words.number("seconds", 86_400)?.unwrap_or(20),
            kills: words.yes("kills")?.unwrap_or(false),
            clients: words.number("clients", 100)?.unwrap_or(4).max(1),
            rate: words.number("rate", 1_000_000)?.filter(|rate| *rate > 0),
            scale: words.number("scale", 1_000)?.unwrap_or(2).max(1),
            seed: words
                .number("seed", u64::MAX >> 1)?
                .unwrap_or(u64::from(process)),
            directory: directory
                .unwrap_or_else(|| std::env::temp_dir().join(format!("ferromq-demo-{process}"))),
            keeps: words.yes("keep")?.unwrap_or(false),
        };
        words.end()?;
        Ok(setup)
    }
}

/// Shows it; 0 if source and target are equal at the end.
pub(super) fn run(given: &[String]) -> Result<u8, Failure> {
    let setup = Setup::read(given)?;
    let ends = on_signals()?;
    show(&setup, &ends).map_err(|why| Failure::notice(&FMQ0454, &[&why.trim()], 1))
}

fn show(setup: &Setup, ends: &AtomicBool) -> Result<u8, String> {
    let directory = setup.directory.display();
    output::line(&format!(
        "Making two servers of PostgreSQL and queue managers SRC and DST, joined by channels, in {directory}."
    ));
    let mut stage = Stage::make(&setup.directory, setup.scale, setup.keeps)?;
    let version = stage.source.sql("SHOW server_version")?;
    output::line(&format!(
        "PostgreSQL {version}. Subscribed, and loaded while pgbench runs with {} clients: {}.",
        setup.clients,
        TABLES.join(", ")
    ));
    let mut bench = Running(start_load(&stage.source, setup.clients, setup.rate)?);
    let began = Instant::now();
    stage.start_capture()?;
    stage.start_apply()?;
    let is_loaded = |stage: &Stage| {
        let active = "SELECT count(*) FROM asn.ibmqrep_targets WHERE state = 'A'";
        stage
            .target
            .sql(active)
            .is_ok_and(|it| it == TABLES.len().to_string())
    };
    while !is_loaded(&stage) {
        if began.elapsed() > CATCH_UP || ends.load(Ordering::Relaxed) {
            return Err(format!("tables were not loaded; {}", stage.last_words()));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let rows = stage.target.sql("SELECT count(*) FROM pgbench_accounts")?;
    output::line(&format!(
        "Loaded after {:.1} s, {rows} accounts among them.\n",
        began.elapsed().as_secs_f64()
    ));
    let killed = perform(setup, &mut stage, &mut bench, ends)?;
    bench.kill();
    // Once: the load ends, and the proof comes. Twice: that is not waited for, either.
    ends.store(false, Ordering::Relaxed);
    finish(&mut stage, &killed, setup, ends)
}

const VICTIMS: [&str; 6] = [
    "capture",
    "apply",
    "queue manager SRC",
    "queue manager DST",
    "the source's server",
    "the target's server",
];

/// A line each second, and a kill now and then. What was killed how often.
fn perform(
    setup: &Setup,
    stage: &mut Stage,
    bench: &mut Running,
    ends: &AtomicBool,
) -> Result<[u32; VICTIMS.len()], String> {
    let mut random = SplitMix64::new(setup.seed);
    let mut killed = [0; VICTIMS.len()];
    output::line("      time   source/s  applied/s     behind   commit to commit");
    let count = "SELECT count(*) FROM pgbench_history";
    let began = Instant::now();
    let mut before = (began, stage.source.sql(count)?, stage.target.sql(count)?);
    let mut next_kill = 3;
    while began.elapsed() < Duration::from_secs(setup.seconds) && !ends.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1000));
        let seconds = began.elapsed().as_secs();
        let now = Instant::now();
        let (source, target) = (stage.source.sql(count), stage.target.sql(count));
        let (Ok(source), Ok(target)) = (source, target) else {
            output::line(&format!("{seconds:>8} s   a server is starting"));
            continue;
        };
        let passed = now.duration_since(before.0).as_secs_f64().max(0.001);
        let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
        let rate = |new: &str, old: &str| (number(new) - number(old)) / passed;
        let latency = "SELECT max(end2end_latency) FROM asn.ibmqrep_applymon";
        let latency = stage.target.sql(latency).unwrap_or_default();
        output::line(&format!(
            "{seconds:>8} s {:>10.0} {:>10.0} {:>10.0} {latency:>15} ms",
            rate(&source, &before.1),
            rate(&target, &before.2),
            // Looked at one after the other.
            (number(&source) - number(&target)).max(0.0),
        ));
        before = (now, source, target);
        if setup.kills && seconds >= next_kill {
            next_kill = seconds + 3 + random.below(3);
            let least = killed.iter().min().copied().unwrap_or(0);
            // Each before any is killed again.
            let candidates: Vec<usize> = (0..VICTIMS.len())
                .filter(|at| killed[*at] == least)
                .collect();
            let at = usize::try_from(random.below(candidates.len() as u64)).unwrap_or(0);
            let victim = candidates[at];
            output::line(&format!("           kill -9 {}", VICTIMS[victim]));
            kill(victim, stage)?;
            killed[victim] += 1;
        }
        if matches!(bench.0.try_wait(), Ok(Some(_))) {
            *bench = Running(start_load(&stage.source, setup.clients, setup.rate)?);
        }
    }
    Ok(killed)
}

fn kill(victim: usize, stage: &mut Stage) -> Result<(), String> {
    match victim {
        0 => {
            if let Some(capture) = &mut stage.capture {
                capture.kill();
            }
            stage.start_capture()
        }
        1 => {
            if let Some(apply) = &mut stage.apply {
                apply.kill();
            }
            stage.start_apply()
        }
        2 => stage.kill_q_mgr("SRC"),
        3 => stage.kill_q_mgr("DST"),
        4 => {
            stage.source.kill()?;
            stage.source.up_again()
        }
        _ => {
            stage.target.kill()?;
            stage.target.up_again()
        }
    }
}

/// Waits until everything is applied, and compares.
fn finish(
    stage: &mut Stage,
    killed: &[u32; VICTIMS.len()],
    setup: &Setup,
    ends: &AtomicBool,
) -> Result<u8, String> {
    // What was committed last is known by a row of its own.
    let began = Instant::now();
    let mark =
        "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (0, 0, 0, 0, now())";
    while let Err(why) = stage.source.sql(mark) {
        if began.elapsed() > CATCH_UP || ends.load(Ordering::Relaxed) {
            return Err(why);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let is_there = "SELECT count(*) FROM pgbench_history WHERE aid = 0";
    while !stage.target.sql(is_there).is_ok_and(|found| found == "1") {
        let is_over = ends.load(Ordering::Relaxed) || stage.lacks_one();
        if is_over || began.elapsed() > CATCH_UP {
            let words = stage.last_words();
            return Err(format!("not everything was applied; {words}"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let caught_up = began.elapsed().as_secs_f64();
    let transactions = stage
        .source
        .sql("SELECT count(*) - 1 FROM pgbench_history")?;
    output::line(&format!(
        "\npgbench has committed {transactions} transactions. All are applied {caught_up:.1} s after it ended.\n"
    ));
    let (said, is_equal) = stage.compare()?;
    output::line(said.trim_end());
    let sums = stage.target.sql(
        "SELECT (SELECT sum(abalance) FROM pgbench_accounts) = (SELECT sum(delta) FROM pgbench_history) \
         AND (SELECT sum(bbalance) FROM pgbench_branches) = (SELECT sum(delta) FROM pgbench_history) \
         AND (SELECT sum(tbalance) FROM pgbench_tellers) = (SELECT sum(delta) FROM pgbench_history)",
    )?;
    if setup.kills {
        let told: Vec<String> = VICTIMS
            .iter()
            .zip(killed)
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        output::line(&format!(
            "Killed: {} (seed {}).",
            told.join(", "),
            setup.seed
        ));
    }
    if setup.keeps {
        output::line(&format!("Everything is in {}.", setup.directory.display()));
    }
    match is_equal && sums == "t" {
        true => {
            output::line("equal");
            Ok(0)
        }
        false => {
            output::line("DIFFERENT");
            Ok(DIFFERENT)
        }
    }
}
