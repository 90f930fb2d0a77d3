//! Servers that are not ours, measured in the same minutes.

use crate::chart::{Bar, Dots, Group, Ink, short};
use crate::document::{Cell, Document};
use crate::results::{Datum, Record, State};
use crate::select::Measured;

/// Figures of a row, what they are called, and the colour of each.
const NAMES: [(&str, &str, usize); 7] = [
    ("ferromq_per_s", "FerroMQ", 0),
    ("nats_per_s", "NATS", 2),
    ("redis_per_s", "Redis", 1),
    ("redis_aof_per_s", "Redis, forced", 1),
    ("nats_leaf_per_s", "NATS, two servers", 2),
    ("nats_2_per_s", "NATS, cluster", 2),
    ("nats_4_per_s", "NATS, cluster", 2),
];

pub(crate) fn write(page: &mut Document, measured: &Measured<'_>) {
    page.heading(2, "peers", "Beside its peers");
    page.text("The same work at NATS and Redis where they are installed, in the same minutes on the same processors: clients with a socket each, the same sizes and checks, medians of rounds in turn. They do less: NATS keeps nothing and has no transactions here; lists and streams of Redis have no units of work over several queues; Redis, forced, has appendfsync always and answers when the disk has it, which is what is compared with persistent messages.");
    let records: Vec<&Record> = measured
        .points("peers")
        .filter(|record| record.number("ferromq_per_s").is_some())
        .collect();
    if records.is_empty() {
        page.note(format!("Not measured: {}.", why_not(measured)));
        return;
    }
    let chart = Dots {
        title: "Operations a second beside peers".to_owned(),
        subtitle: "same processors, same minutes, same checks; medians of the rounds".to_owned(),
        unit: "operations a second (logarithmic)".to_owned(),
        groups: records.iter().map(|record| group(record)).collect(),
    };
    page.chart("peers", "Operations a second beside peers", chart.draw());
    let head = [
        "",
        "FerroMQ/s",
        "of the best peer",
        "our server, us each",
        "our p50, us",
        "its p50, us",
        "best peer",
    ];
    page.table(&head, records.iter().map(|record| cells(record)).collect());
}

fn why_not(measured: &Measured<'_>) -> String {
    match measured.results.step("peers").map(|step| &step.state) {
        None => "it was not asked for in this run".to_owned(),
        Some(State::Failed(why) | State::LeftOut(why)) => why.clone(),
        Some(State::Done) => {
            "no peer is installed: apt-get install nats-server redis-server".to_owned()
        }
    }
}

fn group(record: &Record) -> Group {
    let bars = NAMES.iter().filter_map(|(figure, label, ink)| {
        Some(Bar {
            label: (*label).to_owned(),
            ink: Ink::Ours(*ink),
            value: record.number(figure)?,
            range: None,
        })
    });
    Group {
        label: record.name.clone(),
        bars: bars.collect(),
    }
}

fn cells(record: &Record) -> Vec<Cell> {
    // Streams have no time of a round trip: it is kept as 0.
    let is_there = |name: &str, value: &f64| *value > 0.0 || !name.ends_with("p50_us");
    let number = |name: &str| match record.number(name).filter(|value| is_there(name, value)) {
        Some(value) => Cell::number(short(value), format!("peers/{name}")),
        None => Cell::default(),
    };
    let names = [
        "ferromq_per_s",
        "ratio",
        "ferromq_server_cpu_us_each",
        "ferromq_p50_us",
        "peer_p50_us",
    ];
    let best = record.figures.get("best_peer");
    let mut cells = vec![Cell::text(record.name.clone())];
    cells.extend(names.iter().map(|name| number(name)));
    cells.push(Cell::text(best.map_or(String::new(), Datum::shown)));
    cells
}
