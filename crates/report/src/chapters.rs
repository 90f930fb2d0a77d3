//! The chapters of the page.

use crate::chart::{Bar, Bars, Group, Ink, Theme, alone, short};
use crate::document::{Block, Cell, Document};
use crate::generated::tables::{
    CHART_ROWS, COMPARISON_ROWS, PUBLISHED_ROWS, Published, STEP_ROWS, Step, WORKLOAD_ROWS,
    Workload,
};
use crate::picture::{compared, draw};
use crate::results::{Datum, Record, Results, State};
use crate::select::{Measured, figure, place, published, rate_of};
use crate::summary::{
    COMPARISON_HEAD, at, belongs, best, comparison_cells, headline, is_beyond, percent, rate_shown,
    rounds_shown, share_of, steps_of, why_not,
};
use crate::{html, markdown, peers, reservations, summary};

/// Chapters of workloads: name in the table, title, what they have in common.
const CHAPTERS: [(&str, &str, &str); 8] = [
    (
        "requester",
        "Requests and replies, not persistent",
        "Ten request queues and ten reply queues; application n uses pair n modulo 10. A requester puts a request and waits for the reply whose correlation id is the message id of its request; as many responders as requesters answer. No rate, no pause.",
    ),
    (
        "persistent",
        "Persistent messages",
        "As before with persistent messages: three units of work a round trip, each forced to the disk before its commit is answered.",
    ),
    (
        "tls",
        "TLS",
        "Clients on both sides with one CipherSpec after the other, plain sockets in the same minutes.",
    ),
    (
        "java",
        "Java and JMS",
        "Programs written for the Java classes of IBM MQ, unchanged, with the client jar of whoever measures.",
    ),
    (
        "publish",
        "Publish and subscribe",
        "Published and consumed messages count together: a publisher at P a second with S subscribers makes P x (S + 1).",
    ),
    (
        "streaming",
        "Streaming queues and expiry",
        "What an unread copy of a flow costs, and what the task that removes expired messages leaves.",
    ),
    (
        "replication",
        "Replication over a channel",
        "The published report replicates a database between z/OS and Linux. What is measured here is the way between: units of work of many messages over channels of two queue managers.",
    ),
    (
        "files",
        "Moving files",
        "Agents move a file of random bytes, and every byte that arrives is compared; beside them what the disk does, and the programs people use instead.",
    ),
];

/// A finished report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// One HTML file that needs nothing else.
    pub html: String,
    /// Markdown, which shows the pictures of `charts/`.
    pub markdown: String,
    /// Names of files below `charts/`, and what is in them.
    pub charts: Vec<(String, String)>,
}

/// Makes the page of some results.
#[must_use]
pub fn page(results: &Results) -> Page {
    let measured = Measured::of(results);
    let mut page = Document {
        title: "FerroMQ: a performance report".to_owned(),
        headline: headline(&measured),
        blocks: Vec::new(),
    };
    summary::write(&mut page, &measured);
    machine(&mut page, &measured);
    method(&mut page, &measured);
    for (name, title, common) in CHAPTERS {
        page.heading(2, name, title);
        page.text(common);
        for row in WORKLOAD_ROWS.iter().filter(|row| row.chapter == name) {
            workload(&mut page, row, &measured);
        }
    }
    limits(&mut page, &measured);
    others(&mut page, &measured);
    peers::write(&mut page, &measured);
    reservations::write(&mut page, &measured);
    appendix(&mut page, &measured);
    let charts = page.charts().flat_map(|(name, drawn)| {
        [
            (format!("{name}.svg"), alone(drawn, Theme::Light)),
            (format!("{name}-dark.svg"), alone(drawn, Theme::Dark)),
        ]
    });
    let charts = charts.collect();
    Page {
        html: html::render(&page),
        markdown: markdown::render(&page),
        charts,
    }
}

fn workload(page: &mut Document, row: &Workload, measured: &Measured<'_>) {
    page.heading(
        3,
        &row.workload.to_lowercase(),
        &format!("{} {}", row.workload, row.title),
    );
    page.text(row.what);
    let Some((record, step, value)) = best(row, measured) else {
        page.note(format!(
            "Not measured: {}.",
            why_not(row, measured).trim_end_matches('.')
        ));
        return;
    };
    let mut said = format!(
        "Best: {}, {}.",
        rate_shown(step.rate, value),
        at(record, step)
    );
    said.push_str(&match &record.bound {
        Some(bound) if is_beyond(bound) => format!(
            " That is more than \"{}\" made beside it ({} a second), which therefore is no limit here. What bounds it: {}.",
            bound.what,
            short(bound.limit),
            row.bound
        ),
        Some(bound) => format!(
            " That is {} of what this machine allows by \"{}\" ({} a second). What bounds it: {}.",
            percent(bound.reached),
            bound.what,
            short(bound.limit),
            row.bound
        ),
        None => format!(" What bounds it: {}.", row.bound),
    });
    page.text(said);
    for chart in CHART_ROWS
        .iter()
        .filter(|chart| chart.workload == row.workload)
    {
        page.chart(chart.chart, chart.title, draw(chart, measured));
    }
    for step in steps_of(row.workload) {
        step_table(page, step, row.workload, measured);
    }
    let beside = COMPARISON_ROWS
        .iter()
        .filter(|other| other.workload == row.workload);
    let beside =
        beside.filter_map(|other| Some(comparison_cells(other, &compared(other, measured)?)));
    page.table(&COMPARISON_HEAD, beside.collect());
    page.note(row.is_not);
}

/// The records of a step, in the columns its row names.
fn step_table(page: &mut Document, step: &Step, workload: &str, measured: &Measured<'_>) {
    if let Some(result) = measured.results.step(step.step) {
        match &result.state {
            State::Failed(why) => page.note(format!("{}: this run failed: {why}", step.label)),
            State::LeftOut(why) => page.note(format!("{}: left out: {why}", step.label)),
            State::Done => {}
        }
    }
    let records: Vec<&Record> = measured
        .points(step.step)
        .filter(|record| workload.is_empty() || belongs(record, workload))
        .collect();
    if records.is_empty() {
        return;
    }
    let (settings, figures) = step.columns.split_once('|').unwrap_or_default();
    let has = |name: &&str| {
        let of = |record: &&Record| {
            record.settings.contains_key(*name) || record.figures.contains_key(*name)
        };
        records.iter().any(of)
    };
    let settings: Vec<&str> = settings.split_whitespace().filter(has).collect();
    let figures: Vec<&str> = figures.split_whitespace().filter(has).collect();
    let mut head: Vec<String> = vec![step.label.to_owned()];
    head.extend(settings.iter().map(|name| heading_of(name)));
    head.extend(figures.iter().map(|name| heading_of(name)));
    head.push("of its limit".to_owned());
    let rows = records
        .iter()
        .map(|record| record_cells(record, step, &settings, &figures));
    let rows = rows.collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    page.table(&head, rows);
}

fn record_cells(record: &Record, step: &Step, settings: &[&str], figures: &[&str]) -> Vec<Cell> {
    let what = record
        .settings
        .get("what")
        .map_or(record.name.clone(), Datum::shown);
    let mut cells = vec![Cell::text(what)];
    let from = |name: &str| format!("{}/{name}", step.step);
    for name in settings {
        cells.push(match record.settings.get(*name) {
            Some(datum @ Datum::Number(_)) => Cell::number(datum.shown(), from(name)),
            Some(datum) => Cell::text(datum.shown()),
            None => Cell::default(),
        });
    }
    for name in figures {
        let shown = figure(record, name).map(|(value, range)| {
            let range = range
                .filter(|(low, high)| record.runs > 1 && low < high && *name == rate_of(step.step));
            match range {
                Some((low, high)) => {
                    format!("{} ({} to {})", short(value), short(low), short(high))
                }
                None => short(value),
            }
        });
        let text = record
            .figures
            .get(*name)
            .filter(|datum| matches!(datum, Datum::Text(_)));
        cells.push(match (shown, text) {
            (Some(shown), _) => Cell::number(shown, from(name)),
            (None, Some(datum)) => Cell::text(datum.shown()),
            (None, None) => Cell::default(),
        });
    }
    cells.push(match &record.bound {
        Some(bound) => Cell::text(share_of(bound)),
        None => Cell::default(),
    });
    cells
}

/// A figure's name as people read it, with its unit.
fn heading_of(name: &str) -> String {
    let known = match name {
        "round_trips_per_s" => "round trips/s",
        "messages_per_s" => "messages/s",
        "published_plus_consumed_per_s" => "published + consumed/s",
        "published_per_s" => "published/s",
        "q_mgr_process_cpu_us_each" => "queue manager, us each",
        "q_mgr_process_cpu_us_per_delivery" => "queue manager, us a delivery",
        "all_q_mgrs_cpu_us_each" => "all queue managers, us each",
        "other_processes_cpu_us_each" => "applications, us each",
        "cores_busy_elsewhere" => "cores used by others",
        "subscribers_each" => "subscribers",
        "share_of_asked_percent" => "% of asked",
        "of_one_queue_manager" => "of one queue manager",
        "of_the_same_without_delay" => "of that without delay",
        "mb_per_s" => "MB/s",
        "log_mb_per_s" => "log, MB/s",
        "p50_us" => "p50, us",
        "p99_us" => "p99, us",
        "puts_in_syncpoint" => "puts in units of work",
        "cpu_s_per_gb" | "all_cpu_s_per_gb" => "processor seconds a GB",
        _ => return name.replace("_per_s", "/s").replace('_', " "),
    };
    known.to_owned()
}

fn machine(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "machine", "The machine and its limits");
    page.text("What the machine does at its best, measured in the same run, between the steps. A figure that is better than what is called its limit says so: that was no limit then, see Reservations.");
    let rows = measured.results.machine.iter();
    let rows = rows.map(|(name, is)| vec![Cell::text(name.clone()), Cell::text(is.clone())]);
    page.table(&["", ""], rows.collect());
    let names = [
        (
            "hand_over_round_trip_same_core_us",
            "hand over to a thread and back, one core, us",
        ),
        (
            "hand_over_round_trip_other_core_us",
            "the same, two cores, us",
        ),
        ("copy_gb_per_s", "copy of 2 KB, GB/s"),
        (
            "forces_4k_per_s",
            "forces of 4 KiB a second, one after the other",
        ),
        (
            "force_256k_mb_per_s",
            "forced bytes in pieces of 256 KiB, MB/s",
        ),
    ];
    let limits = &measured.results.limits;
    let rows = names.iter().filter_map(|(name, what)| {
        let all: Vec<f64> = limits
            .iter()
            .filter_map(|(_, record)| record.number(name))
            .collect();
        let (first, last) = all.first().zip(all.last())?;
        let low = all.iter().copied().fold(f64::MAX, f64::min);
        let high = all.iter().copied().fold(0.0, f64::max);
        let cell = |value: f64| Cell::number(short(value), format!("limits/{name}"));
        Some(vec![
            Cell::text(*what),
            cell(*first),
            cell(*last),
            cell(low),
            cell(high),
        ])
    });
    page.table(
        &["limit", "before", "after", "lowest", "highest"],
        rows.collect(),
    );
}

/// The machines of the published reports.
const MACHINES: [[&str; 4]; 5] = [
    [
        "mq93-linux",
        "MQ 9.3, 2022",
        "server and two drivers alike: two Xeon Gold 6346, 32 cores with 64 threads, 256 GB",
        "two NVMe in RAID 0; SAN; NFS; 100 Gb network",
    ],
    [
        "mq91-windows",
        "MQ 9.1, 2018",
        "server and two drivers alike: two Xeon E5-2690 v4, 28 cores, 128 GB",
        "two SSD in RAID 0 with a cache; SAN; NFS; 40 Gb network",
    ],
    [
        "pubsub701",
        "7.0.1, 2010",
        "POWER6 with 8 cores; Xeon with 4 to 16; SPARC with 4 and 8; drivers elsewhere",
        "SAN with a write cache; 1 Gb network",
    ],
    [
        "qrep",
        "9.0.4, 2018",
        "z14 with 16 processors and a coupling facility; Xeon X5660 with 12 cores",
        "mirrored logs; a disk over 90 % busy; 10 Gb network",
    ],
    [
        "mft91",
        "MFT 9.1, 2018",
        "three virtual machines with 4 cores of 2010, one with 8",
        "internal disks",
    ],
];

fn method(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "method", "Method");
    page.blocks.push(Block::List(vec![
        "Each point has a queue manager of its own, made for it and removed after it, below the data path; clients connect over loopback, local applications through shared memory from processes of their own.".to_owned(),
        "Every message is checked: a reply must carry the correlation id and the stamp of its request, every 64th body is compared whole, and what was put must be what was got, once. A point that loses or doubles one has no figure.".to_owned(),
        "Threads: an application is a thread that blocks, as most programs are written and as those of the reports are. Tasks: many applications on one thread that waits for all of them. Both are shown; published figures are for threads.".to_owned(),
        "Processor time is that of the process, kernel included, in core-microseconds for each operation: of the queue manager, and of the applications, apart. What others used meanwhile is in each row.".to_owned(),
    ]));
    page.text("What may be compared, and how:");
    let kinds = [
        [
            "C1",
            "rate for each core",
            "the published rate divided by the cores of its server; only where all that ran on that server runs on the cores here, and nothing else does",
        ],
        [
            "C2",
            "processor time of an operation",
            "share of the published server that was busy, times its cores, divided by the rate; beside the processor time of the same parts of ours. It counts everything on that server, kernel and network too",
        ],
        [
            "C3",
            "ratios within one machine",
            "persistent to not, TLS to plain, one core to all: both sides of a ratio are from one machine",
        ],
        [
            "C4",
            "share of the limit that binds",
            "forces and bytes of the disk, echo over sockets, copies: measured in the same run",
        ],
        [
            "C5",
            "shape",
            "where a curve bends, a saw-tooth, a depth over time",
        ],
    ];
    let rows = kinds
        .iter()
        .map(|row| row.iter().map(|text| Cell::text(*text)).collect());
    page.table(&["kind", "", "how"], rows.collect());
    page.text(
        "The machines of the published reports. None of their figures stands here without them.",
    );
    let rows = MACHINES
        .iter()
        .map(|row| row.iter().map(|text| Cell::text(*text)).collect());
    page.table(
        &["report", "of", "processors and memory", "log and network"],
        rows.collect(),
    );
    page.text("Not as the reports have it: 512 pages of log buffer unless a row says otherwise (theirs 4,096), 8 log extents of 64 MiB (theirs 16), queues keep as much in memory as there is (theirs 10 to 100 MB), and every message is stamped and checked.");
    page.note(match rounds_shown(measured) {
        Some(rounds) => format!("Each step ran {rounds} times, the rounds one after the other so that a mood of the machine does not fall on one step alone. Figures are the middle; where there is room the lowest and the highest follow."),
        None => "Each step ran once. A figure may be off by as much as two runs differ: on a quiet machine a few percent, on a shared one a third.".to_owned(),
    });
}

/// The steps' shares of their limits.
fn limits(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "limits", "How near the limits");
    page.text("The best point of each step, as a share of what this machine allows at most by the limit named: handing over between threads, one copy of the data, forces of the log, plain echo over sockets. One is all there is, and a step that is faster than what was measured beside it is not in the chart; where a bar is short there is work to do, or another limit binds first.");
    let steps = STEP_ROWS
        .iter()
        .filter(|step| !step.rate.is_empty() && step.step != "peers");
    let bounds = steps.filter_map(|step| {
        let rate = |record: &Record| record.number(step.rate).unwrap_or(0.0);
        let bound = |record: &&Record| {
            let bound = record.bound.as_ref();
            bound.is_some_and(|bound| bound.reached.is_finite())
        };
        let best = measured.points(step.step).filter(bound);
        let best = best.max_by(|one, other| rate(one).total_cmp(&rate(other)))?;
        Some((step, best.bound.as_ref()?))
    });
    let bounds: Vec<_> = bounds.collect();
    let bounding = bounds.iter().filter(|(_, bound)| !is_beyond(bound));
    let groups = bounding.map(|(step, bound)| Group {
        label: step.step.to_owned(),
        bars: vec![Bar {
            label: String::new(),
            ink: Ink::Ours(0),
            value: bound.reached,
            range: None,
        }],
    });
    let chart = Bars {
        title: "Share of the limit that binds".to_owned(),
        subtitle: "the best point of each step; the limits are in the table below".to_owned(),
        unit: "of the limit".to_owned(),
        groups: groups.collect(),
        reference: Some((1.0, "all there is".to_owned())),
    };
    page.chart("limits", "Share of the limit that binds", chart.draw());
    let rows = bounds.iter().map(|(step, bound)| {
        vec![
            Cell::text(step.step),
            Cell::text(step.label),
            Cell::text(if is_beyond(bound) {
                "no limit here".to_owned()
            } else {
                percent(bound.reached)
            }),
            Cell::text(bound.what.clone()),
        ]
    });
    page.table(&["step", "", "of its limit", "the limit"], rows.collect());
}

/// What no published report has.
fn others(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "others", "Start, memory, restart, deep queues");
    page.text("No published report has these. Start: opening an empty queue manager to the end of the first persistent put. Idle: one that serves local applications and has none. Deep: getting by correlation id from a queue with many messages, and putting back, beside a queue with ten. Restart: killed with committed messages on its queues, opened again, every message checked.");
    for step in STEP_ROWS.iter().filter(|step| step.workloads.is_empty()) {
        step_table(page, step, "", measured);
    }
}

fn appendix(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "appendix", "Appendix: how to check it");
    page.text("Each command makes its figures again. The file results.json beside this page has every record with all its figures, and a result hash for each: the same for runs that carried the same messages.");
    let commands: Vec<&str> = measured
        .results
        .steps
        .iter()
        .map(|step| step.command.as_str())
        .filter(|command| !command.is_empty())
        .collect();
    page.blocks.push(Block::Folded(
        "Commands".to_owned(),
        vec![Block::Code(commands.join("\n"))],
    ));
    let mut rows: Vec<&Published> = COMPARISON_ROWS
        .iter()
        .filter(|row| compared(row, measured).is_some())
        .flat_map(|row| [row.published, row.published_over].map(|selector| (row, selector)))
        .filter(|(_, selector)| !selector.is_empty())
        .flat_map(|(row, selector)| {
            let metric = if row.metric == "half_rate_per_s" {
                "rate_per_s"
            } else {
                row.metric
            };
            let busy = (row.kind == "C2")
                .then(|| published(selector, "cpu_percent"))
                .flatten();
            published(selector, metric).into_iter().chain(busy)
        })
        .collect();
    let order = |row: &&Published| {
        PUBLISHED_ROWS
            .iter()
            .position(|known| std::ptr::eq(known, *row))
    };
    rows.sort_by_key(order);
    rows.dedup_by(|one, other| std::ptr::eq(*one, *other));
    let rows = rows.iter().map(|row| {
        vec![
            Cell::text(place(row)),
            Cell::text(row.variant),
            Cell::number(
                format!("{} {}", row.value, row.unit),
                format!("published: {}, {}", place(row), row.metric),
            ),
            Cell::text(
                row.cores_of_server
                    .map_or(String::new(), |cores| cores.to_string()),
            ),
            Cell::text(row.note),
        ]
    });
    let mut inner = Document::default();
    inner.table(
        &["published", "variant", "value", "cores", "note"],
        rows.collect(),
    );
    page.blocks.push(Block::Folded("Published figures that stand on this page, as they are printed, with what is wrong with them".to_owned(), inner.blocks));
}
