//! The chapter that is never empty: what of this page may be wrong.

use crate::chart::short;
use crate::document::{Block, Document};
use crate::generated::tables::{STEP_ROWS, WORKLOAD_ROWS};
use crate::results::State;
use crate::select::{Measured, rate_of};
use crate::summary::{QUIET_CORES, is_beyond, used_by_others};

/// A range of more than this share of the middle is said.
const SCATTERS: f64 = 0.2;

pub(crate) fn write(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "reservations", "Reservations");
    page.text("What of this page may be wrong, ours first.");
    page.blocks.push(Block::List(ours(measured)));
    page.text("What is wrong or odd in the published reports. Figures that are marked REVISED, SUSPECT or WRONG on this page are used as printed.");
    page.blocks.push(Block::List(
        THEIRS.iter().map(|text| (*text).to_owned()).collect(),
    ));
}

fn ours(measured: &Measured<'_>) -> Vec<String> {
    let results = measured.results;
    let mut items = vec![
        "Server and load share the processors, and networks are loopback. Absolute rates say what this machine does, not what a server with drivers elsewhere would.".to_owned(),
        "The disk is that of one machine. Persistent figures follow its forces, which are in the table of limits; they are not to be compared without them.".to_owned(),
        "With hyper-threading the published machine of 2022 is full with 64 busy threads on 32 cores: core-microseconds of it are right when it was full, and too low below that.".to_owned(),
    ];
    if let Some((middle, most)) = used_by_others(measured) {
        items.push(format!("Others used {middle:.2} cores in the middle of all runs and {most:.2} at most. Above {QUIET_CORES} of a core rates mean little."));
    }
    if results.steps.iter().all(|step| step.rounds.len() < 2) {
        items.push("Each step ran once: no figure has a range, so none of them is known to be more than a lucky or an unlucky one.".to_owned());
    }
    items.extend(beyond_limits(measured));
    for step in STEP_ROWS.iter().filter(|step| !step.rate.is_empty()) {
        if measured.made_all_asked(step.step) {
            items.push(format!(
                "Step {} made all that was asked of it at every point: what it would make at most is not known.",
                step.step
            ));
        }
        let wide = measured.points(step.step).filter_map(|record| {
            let (low, high) = record.ranges.get(rate_of(step.step))?;
            let middle = record.number(step.rate)?;
            Some((high - low) / middle)
        });
        let wide = wide.fold(0.0, f64::max);
        if wide > SCATTERS {
            items.push(format!(
                "Step {} scatters: the widest range of a point is {:.0} % of its middle.",
                step.step,
                wide * 100.0
            ));
        }
    }
    for step in &results.steps {
        match &step.state {
            State::Failed(why) => items.push(format!("Step {} failed: {why}", step.step)),
            State::LeftOut(why) => items.push(format!("Step {} was left out: {why}", step.step)),
            State::Done => {}
        }
        if let Some(last) = step.failed_rounds.last() {
            items.push(format!(
                "Of step {} {} rounds failed and are in no figure; the last one said: {last}",
                step.step,
                step.failed_rounds.len()
            ));
        }
    }
    let known = |name: &str| results.steps.iter().any(|step| step.step == name);
    let missing: Vec<&str> = STEP_ROWS
        .iter()
        .map(|step| step.step)
        .filter(|name| !known(name))
        .collect();
    if !missing.is_empty() {
        items.push(format!("Not part of this run: {}.", missing.join(", ")));
    }
    for row in WORKLOAD_ROWS.iter().filter(|row| !row.unbuilt.is_empty()) {
        items.push(format!(
            "{} is not measured: {}.",
            row.workload, row.unbuilt
        ));
    }
    items
}

/// What is faster than its limit was not measured as it should have been, or the limit was not.
fn beyond_limits(measured: &Measured<'_>) -> Option<String> {
    let points = STEP_ROWS
        .iter()
        .flat_map(|step| measured.points(step.step).map(move |record| (step, record)));
    let beyond = points.filter_map(|(step, record)| {
        let bound = record.bound.as_ref().filter(|bound| is_beyond(bound))?;
        Some((step.step, bound.reached))
    });
    let beyond: Vec<(&str, f64)> = beyond.collect();
    let most = beyond
        .iter()
        .map(|(_, reached)| *reached)
        .fold(1.0, f64::max);
    let mut steps: Vec<&str> = beyond.iter().map(|(step, _)| *step).collect();
    steps.dedup();
    (!beyond.is_empty()).then(|| {
        format!(
            "{} of the points, in {}, are faster than what is called their limit, up to {} times: it was measured beside them and is none there. One echo at a time sleeps and has to be woken by another processor, where a queue manager and its clients look for a moment before they sleep; a short file is on the disk now faster and now slower.",
            beyond.len(),
            steps.join(", "),
            short(most)
        )
    })
}

const THEIRS: [&str; 12] = [
    "mft91 divides 30 GB by the times of 25 GB: 430.57 and 200.27 Mb/s should be 370.49 and 174.35. At 1 GB the busy share of the agents is unlike that of all other sizes.",
    "mq91-windows was revised in January 2020: sizes from 20 KB on of three workloads have other figures, without a reason. Here 2 KB rows of the first version are used, which both versions share.",
    "mq93-linux was revised in November 2023: TLS was measured again. Plain is 372,206 instead of 407,879 round trips/s, TLS 1.3 128,000 to 145,000 instead of 106,000 to 111,000.",
    "mq93-linux, local round trips of 20 KB that are not persistent: slower than over a network, at a third of the processors. The queue buffers had not been raised for it. Nothing to be proud to beat.",
    "mq93-linux has one rate for five CipherSpecs of TLS 1.3, as if something else had bound them; its text names one cipher, its chart another.",
    "mq91-windows calls log writes the limit of persistent messages of 2 KB, with 98 % of the processors busy; its Java clients are faster than its C clients, so the two were not measured alike.",
    "RR-DQ-BB: neither report says whose processors its share is of. Here both servers are taken to be alike.",
    "pubsub701, table 11, 16 cores: publications and messages a second do not fit each other. Table 14 has messages a second under the name of publications.",
    "pubsub701 repeats figures of Linux in its chapter of Solaris; table 9 has two rows without a name.",
    "qrep says capture is always faster than apply; with the database as store it is slower. The rate of apply has two meanings in two chapters.",
    "qrep: 30 and 150 us are called 10 and 50 km; light in glass takes longer.",
    "What was read off a chart is marked CHART, and right to half a percent of its axis, those of qrep to two percent.",
];
