//! What was committed while nothing worked is applied: rows a second, ours beside the native subscription's, which takes turns with it.

use super::stage::{Side, Stage, Used};
use crate::failure::Failure;
use crate::figures::{Record, Value, median};
use crate::output::{Run, say};
use std::time::Instant;

/// Changes of one kind, and how they are applied.
struct Case {
    name: &'static str,
    /// A script for pgbench, or its own transactions.
    script: Option<&'static str>,
    /// `group_trans` of apply, where it is not the map's.
    group: Option<&'static str>,
    /// Ratio to the native rate that is aimed at.
    aim: f64,
}

/// Rows of 100 bytes, four to a transaction.
const INSERTS: &str = "INSERT INTO ins (v) VALUES (repeat('x', 100)), (repeat('y', 100)), (repeat('z', 100)), (repeat('w', 100));\n";

const CASES: [Case; 3] = [
    Case {
        name: "one to one",
        script: None,
        group: Some("group_trans=1"),
        aim: 0.7,
    },
    Case {
        name: "grouped",
        script: None,
        group: None,
        aim: 1.0,
    },
    Case {
        name: "inserts, grouped",
        script: Some(INSERTS),
        group: None,
        aim: 1.5,
    },
];

/// So many that starting either side, which takes some tenths of a second, does not count.
const TRANSACTIONS: u64 = 100_000;
/// Rows a transaction has, of either kind.
const ROWS: u64 = 4;

/// What one side did in one round.
struct Done {
    seconds: f64,
    used: Used,
}

pub(super) fn run(stage: &mut Stage, run: &Run) -> Result<Vec<Record>, Failure> {
    let arguments = &run.arguments;
    let transactions = arguments.number("transactions", TRANSACTIONS)?.max(8);
    let rounds = arguments.count("rounds", 3)?.max(1);
    let wanted = arguments.text("what").unwrap_or_default();
    let mut records = Vec::new();
    for case in CASES.iter().filter(|case| case.name.contains(wanted)) {
        let (mut ours, mut native) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            load(stage, case, transactions)?;
            let mark = stage.mark()?;
            let mut sides = [Side::Native, Side::Ours];
            if round % 2 == 1 {
                sides.reverse();
            }
            for side in sides {
                let done = catch_up(stage, side, case, mark)?;
                if !arguments.flag("quiet") {
                    let rate = (transactions * ROWS) as f64 / done.seconds;
                    say(&format!("{}: {side:?} {rate:.0} rows/s\n", case.name))?;
                }
                match side {
                    Side::Ours => ours.push(done),
                    Side::Native => native.push(done),
                }
            }
        }
        records.push(report(case, transactions, &ours, &native));
    }
    Ok(records)
}

/// Has the source commit the changes, while nobody replicates.
fn load(stage: &Stage, case: &Case, transactions: u64) -> Result<(), Failure> {
    const CLIENTS: u64 = 4;
    let each = (transactions / CLIENTS).to_string();
    let clients = CLIENTS.to_string();
    let mut words = vec!["-n", "-M", "prepared", "-c", &clients, "-t", &each];
    let path = stage.source.root().join("changes.sql");
    let path = path.display().to_string();
    if let Some(script) = case.script {
        std::fs::write(&path, script).map_err(Failure::io("writing a script"))?;
        words.extend(["-f", &path]);
    }
    stage.pgbench(None, &words).map(drop)
}

fn catch_up(stage: &mut Stage, side: Side, case: &Case, mark: u64) -> Result<Done, Failure> {
    let began = Instant::now();
    let before = stage.used();
    let words: Vec<&str> = case.group.into_iter().collect();
    stage.work(side, &words)?;
    stage.until_marked(side, mark)?;
    let seconds = began.elapsed().as_secs_f64();
    let used = stage.used().since(before);
    stage.rest(side)?;
    Ok(Done { seconds, used })
}

fn report(case: &Case, transactions: u64, ours: &[Done], native: &[Done]) -> Record {
    let rows = (transactions * ROWS) as f64;
    let rate = |done: &[Done]| median(done.iter().map(|it| rows / it.seconds));
    let ratios = ours
        .iter()
        .zip(native)
        .map(|(ours, native)| native.seconds / ours.seconds);
    let ratio = median(ratios);
    let each = |done: &[Done], of: fn(&Used) -> u64| {
        median(done.iter().map(|it| of(&it.used) as f64 / 1e3 / rows))
    };
    let mut record = Record::new(format!("catch up, {}", case.name));
    record
        .set("transactions", Value::Count(transactions))
        .set("rows_a_transaction", Value::Count(ROWS))
        .set("rounds", Value::Count(ours.len() as u64))
        .number("rows_per_s", rate(ours))
        .number("native_rows_per_s", rate(native))
        .number("of_native", ratio)
        .number("aim", case.aim)
        .number("capture_cpu_us_a_row", each(ours, |it| it.capture))
        .number("queue_manager_cpu_us_a_row", each(ours, |it| it.q_mgr))
        .number("apply_cpu_us_a_row", each(ours, |it| it.apply))
        .number("source_cpu_us_a_row", each(ours, |it| it.source))
        .number("target_cpu_us_a_row", each(ours, |it| it.target))
        .number("native_source_cpu_us_a_row", each(native, |it| it.source))
        .number("native_target_cpu_us_a_row", each(native, |it| it.target));
    record
}
