//! While pgbench runs: how late commits show at the target, what the source loses by being replicated, and how much is kept up with.

use super::stage::{Side, Stage};
use crate::failure::Failure;
use crate::figures::{Record, Value, median};
use crate::output::Run;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Between two rows whose way is measured.
const PROBE_EVERY: Duration = Duration::from_millis(10);
/// How often the target is looked at for them.
const LOOK_EVERY: Duration = Duration::from_millis(1);
const CLIENTS: &str = "4";

/// Transactions a second of a run of pgbench, by what it printed.
fn rate_of(said: &str) -> Result<f64, Failure> {
    let rest = said.split("tps = ").nth(1).unwrap_or_default();
    let number = rest
        .split_whitespace()
        .next()
        .and_then(|it| it.parse().ok());
    number.ok_or_else(|| Failure::Wrong(format!("pgbench said {said}")))
}

fn words<'a>(seconds: &'a str, rate: Option<&'a str>) -> Vec<&'a str> {
    let mut words = vec!["-n", "-M", "prepared", "-c", CLIENTS, "-T", seconds];
    if let Some(rate) = rate {
        words.extend(["-R", rate]);
    }
    words
}

/// What a side did while pgbench ran as fast as it could.
struct Full {
    rate: f64,
    /// Transactions over the time until the last of them was at the target.
    kept_up: f64,
}

fn full(stage: &mut Stage, side: Side, seconds: &str) -> Result<Full, Failure> {
    stage.work(side, &[])?;
    let mark = stage.mark()?;
    stage.until_marked(side, mark)?;
    let began = Instant::now();
    let said = stage.pgbench(None, &words(seconds, None))?;
    let ran = began.elapsed().as_secs_f64();
    let rate = rate_of(&said)?;
    let mark = stage.mark()?;
    stage.until_marked(side, mark)?;
    let kept_up = rate * ran / began.elapsed().as_secs_f64();
    stage.rest(side)?;
    Ok(Full { rate, kept_up })
}

/// The other side takes what came meanwhile, so that it does not lie there for what is measured next.
fn catch_up(stage: &mut Stage, side: Side) -> Result<(), Failure> {
    stage.work(side, &[])?;
    let mark = stage.mark()?;
    stage.until_marked(side, mark)?;
    stage.rest(side)
}

/// The source's rate with each of the two, beside that alone, and what each keeps up with.
pub(super) fn rates(stage: &mut Stage, run: &Run) -> Result<Vec<Record>, Failure> {
    let seconds = run.arguments.number("seconds", 5)?.max(1).to_string();
    let rounds = run.arguments.count("rounds", 3)?.max(1);
    let (mut alone, mut ours, mut native) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        alone.push(rate_of(&stage.pgbench(None, &words(&seconds, None))?)?);
        let mut sides = [Side::Native, Side::Ours];
        if round % 2 == 1 {
            sides.reverse();
        }
        for side in sides {
            catch_up(stage, side)?;
            let done = full(stage, side, &seconds)?;
            match side {
                Side::Ours => ours.push(done),
                Side::Native => native.push(done),
            }
        }
    }
    let of = |done: &[Full], what: fn(&Full) -> f64| median(done.iter().map(what));
    let alone = median(alone);
    let mut record = Record::new("the source under full load");
    record
        .set("seconds", Value::Text(seconds))
        .set("rounds", Value::Count(rounds as u64))
        .number("alone_transactions_per_s", alone)
        .number("transactions_per_s", of(&ours, |it| it.rate))
        .number("native_transactions_per_s", of(&native, |it| it.rate))
        .number(
            "source_of_native",
            of(&ours, |it| it.rate) / of(&native, |it| it.rate),
        )
        .number("kept_up_per_s", of(&ours, |it| it.kept_up))
        .number("native_kept_up_per_s", of(&native, |it| it.kept_up))
        .number(
            "kept_up_of_native",
            of(&ours, |it| it.kept_up) / of(&native, |it| it.kept_up),
        );
    Ok(vec![record])
}

/// From commit at the source to being seen at the target, at half of what pgbench reaches alone.
pub(super) fn latency(stage: &mut Stage, run: &Run) -> Result<Vec<Record>, Failure> {
    let seconds = run.arguments.number("seconds", 5)?.max(1);
    let peak = rate_of(&stage.pgbench(None, &words("3", None))?)?;
    let rate = run.arguments.number("rate", (peak / 2.0) as u64)?.max(1);
    let mut record = Record::new("commit to commit");
    record
        .set("seconds", Value::Count(seconds))
        .set("transactions_per_s", Value::Count(rate))
        .set("alone_transactions_per_s", Value::Count(peak as u64));
    for side in [Side::Native, Side::Ours] {
        catch_up(stage, side)?;
        stage.work(side, &[])?;
        let mark = stage.mark()?;
        stage.until_marked(side, mark)?;
        let times = probe(stage, side, seconds, rate)?;
        stage.rest(side)?;
        let names = match side {
            Side::Ours => ["p50_ms", "p99_ms", "max_ms", "rows_measured"],
            Side::Native => [
                "native_p50_ms",
                "native_p99_ms",
                "native_max_ms",
                "native_rows_measured",
            ],
        };
        let at = |share: f64| {
            let place = ((times.len() as f64 - 1.0) * share).round() as usize;
            times.get(place).copied().unwrap_or(0.0)
        };
        record
            .number(names[0], at(0.5))
            .number(names[1], at(0.99))
            .number(names[2], at(1.0))
            .number(names[3], times.len() as f64);
    }
    Ok(vec![record])
}

/// Milliseconds that rows took, in order of size.
fn probe(stage: &mut Stage, side: Side, seconds: u64, rate: u64) -> Result<Vec<f64>, Failure> {
    let first = stage.next_marks(seconds * 1_000);
    let mut source = stage.session(None)?;
    let mut target = stage.session(Some(side))?;
    let over = AtomicBool::new(false);
    let (text, rate) = (seconds.to_string(), rate.to_string());
    let stage: &Stage = stage;
    let failed = |error: ferromq_postgres::Error| Failure::Wrong(error.to_string());
    let (sent, seen) = std::thread::scope(|scope| {
        let sending = scope.spawn(|| {
            let mut sent: Vec<Instant> = Vec::new();
            while !over.load(Ordering::Relaxed) {
                let id = first + sent.len() as u64;
                source
                    .execute(&format!("INSERT INTO marks VALUES ({id})"))
                    .map_err(failed)?;
                sent.push(Instant::now());
                std::thread::sleep(PROBE_EVERY);
            }
            Ok::<_, Failure>(sent)
        });
        let looking = scope.spawn(|| {
            let mut seen: Vec<Instant> = Vec::new();
            let mut quiet: Option<Instant> = None;
            loop {
                let rows = target
                    .execute("SELECT coalesce(max(id), 0) FROM marks")
                    .map_err(failed)?;
                let max: u64 = rows.number(0, 0).unwrap_or(0);
                let now = Instant::now();
                let count = (max + 1).saturating_sub(first) as usize;
                if seen.len() < count {
                    seen.resize(count, now);
                    quiet = None;
                }
                if over.load(Ordering::Relaxed) {
                    let since = *quiet.get_or_insert(now);
                    if since.elapsed() > Duration::from_secs(2) {
                        return Ok::<_, Failure>(seen);
                    }
                }
                std::thread::sleep(LOOK_EVERY);
            }
        });
        let ran = stage.pgbench(None, &words(&text, Some(&rate)));
        over.store(true, Ordering::Relaxed);
        let lost = |_| Failure::Wrong("a thread has failed".into());
        let sent = sending.join().map_err(lost)?;
        let seen = looking.join().map_err(lost)?;
        ran?;
        Ok::<_, Failure>((sent?, seen?))
    })?;
    let mut times: Vec<f64> = sent
        .iter()
        .zip(&seen)
        .map(|(sent, seen)| seen.saturating_duration_since(*sent).as_secs_f64() * 1e3)
        .collect();
    times.sort_by(f64::total_cmp);
    Ok(times)
}
