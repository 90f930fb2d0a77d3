//! What is measured of ours alone: deep queues, restarts, memory.

use super::stage::{Side, Stage};
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::meter::peak_resident_bytes;
use crate::output::Run;
use std::time::{Duration, Instant};

/// Transactions that wait on the queue, each a message of its own, and rates at its two ends.
pub(super) fn backlog(stage: &mut Stage, run: &Run) -> Result<Vec<Record>, Failure> {
    let depth = run.arguments.number("depth", 200_000)?.max(1_000);
    let tenth = depth / 10;
    let mut marks = [0; 4];
    let parts = [0, tenth, depth - 2 * tenth, tenth];
    for (mark, rows) in marks.iter_mut().zip(parts) {
        // A transaction each.
        stage.ask(
            None,
            &format!(
                "DO $$ BEGIN PERFORM set_config('synchronous_commit', 'off', false); FOR i IN 1..{rows} LOOP \
                 INSERT INTO ins (v) VALUES (repeat('x', 100)); COMMIT; END LOOP; END $$"
            ),
        )?;
        *mark = stage.mark()?;
    }
    stage.start_capture(&["trans_batch_sz=1", "autostop=y"])?;
    stage.until_captured()?;
    let found = stage.depth()?;
    stage.start_apply(&["group_trans=100"])?;
    let mut times = Vec::new();
    for mark in marks {
        stage.until_marked(Side::Ours, mark)?;
        times.push(Instant::now());
    }
    stage.end_programs();
    let rate = |from: usize| {
        let passed = times[from + 1].duration_since(times[from]).as_secs_f64();
        tenth as f64 / passed.max(1e-6)
    };
    let mut record = Record::new("a deep queue");
    record
        .set("depth", Value::Count(found))
        .number("deep_transactions_per_s", rate(0))
        .number("shallow_transactions_per_s", rate(2))
        .number("deep_of_shallow", rate(0) / rate(2));
    Ok(vec![record])
}

/// Kills capture, apply and both, and starts them again at once: until what is committed after that is at the target.
pub(super) fn restart(stage: &mut Stage, run: &Run) -> Result<Vec<Record>, Failure> {
    let rounds = run.arguments.count("rounds", 3)?.max(1);
    let mut record = Record::new("kill -9 and start again");
    record.set("rounds", Value::Count(rounds as u64));
    stage.work(Side::Ours, &[])?;
    let mark = stage.mark()?;
    stage.until_marked(Side::Ours, mark)?;
    let cases = [
        ("capture_s", true, false),
        ("apply_s", false, true),
        ("both_s", true, true),
    ];
    for (name, capture, apply) in cases {
        let mut longest = Duration::ZERO;
        for _ in 0..rounds {
            let mark = stage.mark()?;
            stage.until_marked(Side::Ours, mark)?;
            let began = Instant::now();
            if capture {
                stage.kill_capture();
                stage.start_capture(&[])?;
            }
            if apply {
                stage.kill_apply();
                stage.start_apply(&[])?;
            }
            let mark = stage.mark()?;
            stage.until_marked(Side::Ours, mark)?;
            longest = longest.max(began.elapsed());
        }
        record.number(name, longest.as_secs_f64());
    }
    stage.end_programs();
    Ok(vec![record])
}

/// One long transaction, and how much memory it takes.
pub(super) fn memory(stage: &mut Stage, run: &Run) -> Result<Vec<Record>, Failure> {
    let payload = run.arguments.number("payload", 256 << 20)?;
    let rows = (payload / 1_000).max(1);
    stage.work(Side::Ours, &[])?;
    let mark = stage.mark()?;
    stage.until_marked(Side::Ours, mark)?;
    let peak = |id: Option<u32>| id.and_then(peak_resident_bytes).unwrap_or(0);
    let idle = (peak(stage.capture_id()), peak(stage.apply_id()));
    stage.ask(
        None,
        &format!("INSERT INTO ins (v) SELECT repeat('x', 1000) FROM generate_series(1, {rows})"),
    )?;
    let mark = stage.mark()?;
    stage.until_marked(Side::Ours, mark)?;
    let mb = |bytes: u64| bytes as f64 / 1_048_576.0;
    let mut record = Record::new("memory with a long transaction");
    record
        .set("rows", Value::Count(rows))
        .set("bytes_a_row", Value::Count(1_000))
        .number("capture_idle_mb", mb(idle.0))
        .number("apply_idle_mb", mb(idle.1))
        .number("capture_peak_mb", mb(peak(stage.capture_id())))
        .number("apply_peak_mb", mb(peak(stage.apply_id())));
    stage.end_programs();
    Ok(vec![record])
}
