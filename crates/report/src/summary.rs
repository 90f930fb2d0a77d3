//! What a reader sees first: what was measured, what came out, how far it may be believed.

use crate::chart::short;
use crate::document::{Cell, Document};
use crate::generated::tables::{
    COMPARISON_ROWS, Comparison, STEP_ROWS, Step, WORKLOAD_ROWS, Workload,
};
use crate::middle::median;
use crate::picture::{Compared, all_of_kind, compared, report_name};
use crate::results::{Bound, Record, State};
use crate::select::{Measured, published, rate_of, variant};

/// Cores that others may use before rates mean little.
pub(crate) const QUIET_CORES: f64 = 0.15;

/// How much others used the machine: the middle and the most of all records that say so, in cores.
pub(crate) fn used_by_others(measured: &Measured<'_>) -> Option<(f64, f64)> {
    let records = measured
        .results
        .steps
        .iter()
        .flat_map(|step| step.rounds.iter().flatten());
    let all: Vec<f64> = records
        .filter_map(|record| record.number("cores_busy_elsewhere"))
        .collect();
    Some((median(&all)?, all.iter().copied().fold(0.0, f64::max)))
}

/// How many rounds steps have: a number, or the least and the most. `None` where all have one. Peers have rounds of their own.
pub(crate) fn rounds_shown(measured: &Measured<'_>) -> Option<String> {
    let done = measured.results.steps.iter();
    let done = done.filter(|step| step.state == State::Done && step.step != "peers");
    let counts = done.map(|step| step.rounds.len());
    let (least, most) = (counts.clone().min()?, counts.max()?);
    match most {
        0 | 1 => None,
        _ if least == most => Some(most.to_string()),
        _ => Some(format!("{least} to {most}")),
    }
}

/// The lines above everything else.
pub(crate) fn headline(measured: &Measured<'_>) -> Vec<String> {
    let results = measured.results;
    let machine = |name: &str| {
        let found = results.machine.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, is)| is.as_str())
    };
    let rounds = rounds_shown(measured);
    let mut lines = vec![format!(
        "FerroMQ {}, {} UTC, plan {}: {}. {} processors of {}, {}, {}; everything runs on them: queue managers, applications, and both ends of each socket.",
        results.version,
        results.taken,
        results.plan,
        match &rounds {
            Some(rounds) => format!("the middle of {rounds} rounds, interleaved"),
            None => "one round".to_owned(),
        },
        results.cores,
        machine("processor"),
        machine("memory"),
        machine("kernel"),
    )];
    if let Some((middle, most)) = used_by_others(measured) {
        lines.push(if middle <= QUIET_CORES {
            format!("The machine was quiet: others used {middle:.2} cores in the middle of all runs, {most:.1} at most.")
        } else {
            format!(
                "The machine was NOT quiet: others used {middle:.2} of {} cores in the middle of all runs, {most:.1} at most. Rates are therefore lower than they would be and scatter; processor time of an operation means more.",
                results.cores
            )
        });
    }
    if !results.remark.is_empty() {
        lines.push(results.remark.clone());
    }
    lines
}

/// The chapter.
pub(crate) fn write(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "summary", "Summary");
    let measured_count = WORKLOAD_ROWS
        .iter()
        .filter(|row| best(row, measured).is_some())
        .count();
    let unbuilt = WORKLOAD_ROWS
        .iter()
        .filter(|row| !row.unbuilt.is_empty())
        .count();
    page.text(format!(
        "Five published performance reports of IBM MQ have 29 workloads between them. {measured_count} of them were measured here, {unbuilt} cannot be measured yet, and of the others it is said why not. Published figures come from machines with 2 to 32 cores and drivers elsewhere; so they are never set beside ours as rates, but for each core, as processor time, or as ratios within one machine. Each comparison says which (C1 to C5, see Method)."
    ));
    claim(page, measured);
    let cost = all_of_kind(
        "C2",
        "Processor time of a round trip: ours and published",
        "core-microseconds of the same parts, not persistent unless said; less is better",
        "core-microseconds (logarithmic)",
        measured,
    );
    page.chart(
        "summary-cost",
        "Processor time of a round trip: ours and published",
        cost,
    );
    let core = all_of_kind(
        "C1",
        "Round trips a second for each core: ours and published",
        "2 KB; everything that ran on the server runs on these cores too; more is better",
        "round trips a second for each core (logarithmic)",
        measured,
    );
    page.chart(
        "summary-core",
        "Round trips a second for each core: ours and published",
        core,
    );
    page.table(
        &[
            "",
            "workload",
            "best",
            "at",
            "of its limit",
            "beside published",
        ],
        WORKLOAD_ROWS
            .iter()
            .map(|row| line(row, measured))
            .collect(),
    );
}

/// How many times as good as published is aimed at.
const AIM: f64 = 2.0;

/// What the project sets itself: twice the published rate for each core.
fn claim(page: &mut Document, measured: &Measured<'_>) {
    let rows = COMPARISON_ROWS
        .iter()
        .filter(|row| row.kind == "C1" || row.kind == "C2");
    let rows = rows.filter_map(|row| Some((row, compared(row, measured)?)));
    let (mut reached, mut perhaps) = (0_usize, 0_usize);
    let mut lines: Vec<(f64, Vec<Cell>)> = rows
        .filter_map(|(row, compared)| {
            let times = compared.times(row)?;
            match compared.times_range(row) {
                Some((least, _)) if least >= AIM => reached += 1,
                Some((_, most)) if most >= AIM => perhaps += 1,
                // A single run may be a lucky one.
                None if times >= AIM => perhaps += 1,
                _ => {}
            }
            Some((times, comparison_cells(row, &compared)))
        })
        .collect();
    lines.sort_by(|one, other| one.0.total_cmp(&other.0));
    if lines.is_empty() {
        page.text("The aim is twice as good as published, for each core or in processor time. Nothing of what was measured in this run is compared so.");
        return;
    }
    page.text(format!(
        "The aim is twice as good as published, for each core or in processor time. Of {} such comparisons {reached} reach it in every round, {perhaps} in some rounds or in a single one; those that are farthest from it come first.",
        lines.len()
    ));
    page.table(
        &COMPARISON_HEAD,
        lines.into_iter().map(|(_, cells)| cells).collect(),
    );
}

/// Columns of [`comparison_cells`].
pub(crate) const COMPARISON_HEAD: [&str; 7] = [
    "",
    "kind",
    "what",
    "here",
    "published",
    "times as good",
    "published by",
];

/// A comparison as a row of a table.
pub(crate) fn comparison_cells(row: &Comparison, compared: &Compared) -> Vec<Cell> {
    let with_unit = |value: f64| match row.unit {
        "of 1" => format!("{value:.2}"),
        unit => format!("{} {unit}", short(value)),
    };
    let ours = Cell::number(with_unit(compared.ours.value), compared.ours.from.clone());
    let theirs = compared.theirs.as_ref();
    let published_cell = theirs.map_or(Cell::text("-"), |theirs| {
        Cell::number(with_unit(theirs.value), theirs.from.clone())
    });
    let times = match compared.times(row) {
        Some(times) => {
            let range = compared.times_range(row);
            let range = range.map(|(least, most)| format!(" ({least:.2} to {most:.2})"));
            let text = format!("{times:.2}{}", range.unwrap_or_default());
            Cell::number(text, "ours and published")
        }
        None => Cell::text("-"),
    };
    vec![
        Cell::text(row.workload),
        Cell::text(row.kind),
        Cell::text(row.what),
        ours,
        published_cell,
        times,
        Cell::text(source(row)),
    ]
}

/// Report, machine and year of a published figure, with its mark when something is wrong with it.
fn source(row: &Comparison) -> String {
    if row.published.is_empty() {
        return "not published as a figure".to_owned();
    }
    let metric = if row.metric == "half_rate_per_s" {
        "rate_per_s"
    } else {
        row.metric
    };
    let Some(figure) = published(row.published, metric) else {
        return String::new();
    };
    let cores = figure
        .cores_of_server
        .map_or(String::new(), |cores| format!(", {cores} cores"));
    let machine =
        variant(figure, "machine").map_or(String::new(), |machine| format!(", {machine}"));
    let note = ["REVISED", "SUSPECT", "WRONG", "CHART"]
        .into_iter()
        .filter(|mark| figure.note.contains(mark))
        .fold(String::new(), |note, mark| format!("{note} {mark}"));
    format!(
        "{}{machine}{cores}; {}{note}",
        report_name(figure.report),
        figure.table_or_figure
    )
}

/// The steps of a workload.
pub(crate) fn steps_of(workload: &str) -> impl Iterator<Item = &'static Step> {
    STEP_ROWS
        .iter()
        .filter(move |row| row.workloads.split(' ').any(|name| name == workload))
}

/// Whether a record of a step that is of two workloads is of this one.
pub(crate) fn belongs(record: &Record, workload: &str) -> bool {
    let persistent = record.has("persistent", "yes");
    let what = |beginning: &str| {
        let what = record.settings.get("what");
        what.is_some_and(|what| what.shown().starts_with(beginning))
    };
    match workload {
        "W1" | "W12" => !persistent,
        "W2" | "W13" => persistent,
        "W28" => !what("clients"),
        "W29" => what("clients"),
        _ => true,
    }
}

/// The record of a workload with the highest rate, the step it is of, and that rate's name.
pub(crate) fn best<'m>(
    row: &Workload,
    measured: &'m Measured<'_>,
) -> Option<(&'m Record, &'static Step, f64)> {
    let records = steps_of(row.workload).flat_map(|step| {
        let points = measured
            .points(step.step)
            .filter(|record| belongs(record, row.workload));
        points.filter_map(move |record| Some((record, step, record.number(rate_of(step.step))?)))
    });
    // Memory instead of a disk would always be best, and says nothing of what lasts.
    let lasting = records.filter(|(_, step, _)| step.step != "disk-memory");
    lasting.max_by(|one, other| one.2.total_cmp(&other.2))
}

/// A rate with its unit.
pub(crate) fn rate_shown(rate: &str, value: f64) -> String {
    let unit = match rate {
        "round_trips_per_s" => "round trips/s",
        "messages_per_s" => "messages/s",
        "published_plus_consumed_per_s" => "published and consumed/s",
        "mb_per_s" => "MB/s",
        other => other,
    };
    format!("{} {unit}", short(value))
}

/// The settings that are shown of a step's records, by their names.
pub(crate) fn settings_of(step: &Step) -> impl Iterator<Item = &'static str> {
    let (settings, _) = step.columns.split_once('|').unwrap_or_default();
    settings.split_whitespace()
}

/// Under which settings a record is the best.
pub(crate) fn at(record: &Record, step: &Step) -> String {
    let each = settings_of(step).filter_map(|name| {
        let is = record.settings.get(name)?;
        (name != "persistent").then(|| format!("{} {}", name.replace('_', " "), is.shown()))
    });
    let mut settings: Vec<String> = each.collect();
    if let Some(what) = record.settings.get("what") {
        settings.insert(0, what.shown());
    }
    format!("{}; {}", step.label, settings.join(", "))
}

fn line(row: &Workload, measured: &Measured<'_>) -> Vec<Cell> {
    let mut cells = vec![Cell::text(row.workload), Cell::text(row.title)];
    let Some((record, step, value)) = best(row, measured) else {
        cells.push(Cell::text(format!(
            "not measured: {}",
            why_not(row, measured)
        )));
        cells.extend([Cell::default(), Cell::default(), Cell::default()]);
        return cells;
    };
    let from = format!("{}/{}", step.step, step.rate);
    cells.push(Cell::number(rate_shown(step.rate, value), from));
    cells.push(Cell::text(at(record, step)));
    cells.push(match &record.bound {
        Some(bound) => Cell::text(share_of(bound)),
        None => Cell::text(row.bound),
    });
    let beside = COMPARISON_ROWS
        .iter()
        .filter(|other| other.workload == row.workload);
    let beside = beside.filter_map(|other| {
        let times = compared(other, measured)?.times(other)?;
        let report = other.published.split('/').next().unwrap_or_default();
        Some(format!("{} {times:.2} ({report})", other.kind))
    });
    let beside: Vec<String> = beside.take(3).collect();
    cells.push(Cell::text(beside.join("; ")));
    cells
}

/// Whether a record is faster than what is called its limit, so that this is none.
pub(crate) fn is_beyond(bound: &Bound) -> bool {
    bound.reached > 1.0
}

/// How near a record is to its limit.
pub(crate) fn share_of(bound: &Bound) -> String {
    if is_beyond(bound) {
        format!(
            "no limit here: {} times {}",
            short(bound.reached),
            bound.what
        )
    } else {
        format!("{} of {}", percent(bound.reached), bound.what)
    }
}

/// A share in percent, with a decimal where it is small.
pub(crate) fn percent(share: f64) -> String {
    if share < 0.1 {
        format!("{:.1} %", share * 100.0)
    } else {
        format!("{:.0} %", share * 100.0)
    }
}

/// Why there is nothing of a workload.
pub(crate) fn why_not(row: &Workload, measured: &Measured<'_>) -> String {
    if !row.unbuilt.is_empty() {
        return row.unbuilt.to_owned();
    }
    let states = steps_of(row.workload).filter_map(|step| measured.results.step(step.step));
    for step in states {
        match &step.state {
            State::Failed(why) => return format!("{} failed: {why}", step.step),
            State::LeftOut(why) => return why.clone(),
            State::Done => {}
        }
    }
    "it was not asked for in this run".to_owned()
}
