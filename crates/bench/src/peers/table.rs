//! The table: ours beside the best of those who were here.

use super::Reached;
use super::server::Kind;
use super::workload::Workload;
use crate::figures::{Record, Value, median, shown};

/// The rounds of one workload.
pub(crate) struct Row<'a> {
    workload: &'a Workload,
    pub(crate) ours: Vec<Reached>,
    pub(crate) theirs: Vec<(Kind, Vec<Reached>)>,
}

fn rate(reached: &[Reached]) -> f64 {
    median(reached.iter().map(|reached| reached.per_s))
}

fn server_us(reached: &[Reached]) -> f64 {
    median(reached.iter().map(|reached| reached.server_us))
}

pub(crate) fn head() -> String {
    line([
        "operations a second, medians",
        "FerroMQ",
        "best peer",
        "",
        "ratio",
        "server us",
        "peer's us",
        "clients",
    ])
}

fn line(cells: [&str; 8]) -> String {
    let [what, ours, theirs, name, ratio, our_us, their_us, style] = cells;
    let row = format!(
        "{what:<50} {ours:>9} {theirs:>9} {name:<10} {ratio:>5} {our_us:>9} {their_us:>9}  {style}"
    );
    format!("{}\n", row.trim_end())
}

/// The line of a workload none of whose peers is here.
pub(crate) fn left_out<'a>(workload: &Workload, missing: impl Iterator<Item = &'a str>) -> String {
    let mut missing: Vec<&str> = missing.collect();
    missing.dedup();
    let why = format!("left out: there is no {}", missing.join(" and no "));
    format!("{:<50} {why}\n", workload.name)
}

impl<'a> Row<'a> {
    pub(crate) fn new(workload: &'a Workload, peers: impl Iterator<Item = Kind>) -> Self {
        Self {
            workload,
            ours: Vec::new(),
            theirs: peers.map(|kind| (kind, Vec::new())).collect(),
        }
    }

    /// The peer with the highest median.
    fn best(&self) -> Option<&(Kind, Vec<Reached>)> {
        let faster = |one: &&(Kind, Vec<Reached>), other: &&(Kind, Vec<Reached>)| {
            rate(&one.1).total_cmp(&rate(&other.1))
        };
        self.theirs.iter().max_by(faster)
    }

    fn style(&self) -> &'static str {
        if self.workload.is_lone() {
            "block"
        } else {
            "event loop"
        }
    }

    pub(crate) fn line(&self) -> String {
        let number = |value: f64| shown(&Value::Number(value));
        let Some((kind, theirs)) = self.best() else {
            return String::new();
        };
        let ratio = rate(&self.ours) / rate(theirs);
        line([
            self.workload.name,
            &number(rate(&self.ours)),
            &number(rate(theirs)),
            kind.name(),
            &format!("{ratio:.2}"),
            &number(server_us(&self.ours)),
            &number(server_us(theirs)),
            self.style(),
        ])
    }

    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.workload.name);
        record
            .set("size", Value::Count(self.workload.size as u64))
            .set("persistent", Value::Flag(self.workload.persistent))
            .set("async_put", Value::Flag(self.workload.unanswered))
            .set("rounds", Value::Count(self.ours.len() as u64))
            .word("clients", self.style());
        record
            .number("ferromq_per_s", rate(&self.ours))
            .number("ferromq_server_cpu_us_each", server_us(&self.ours))
            .number(
                "ferromq_p50_us",
                median(self.ours.iter().map(|each| each.p50_us)),
            )
            .number(
                "ferromq_p99_us",
                median(self.ours.iter().map(|each| each.p99_us)),
            );
        for (kind, reached) in &self.theirs {
            let names = match kind {
                Kind::Nats => ["nats_per_s", "nats_server_cpu_us_each"],
                Kind::NatsLeaf => ["nats_leaf_per_s", "nats_leaf_server_cpu_us_each"],
                Kind::Nats2 => ["nats_2_per_s", "nats_2_server_cpu_us_each"],
                Kind::Nats4 => ["nats_4_per_s", "nats_4_server_cpu_us_each"],
                Kind::Redis => ["redis_per_s", "redis_server_cpu_us_each"],
                Kind::RedisAof => ["redis_aof_per_s", "redis_aof_server_cpu_us_each"],
            };
            record
                .number(names[0], rate(reached))
                .number(names[1], server_us(reached));
        }
        if let Some((kind, theirs)) = self.best() {
            let each = self.ours.iter().zip(theirs);
            let ratios: Vec<f64> = each.map(|(our, their)| our.per_s / their.per_s).collect();
            record
                .figure("best_peer", Value::Text(kind.name().to_owned()))
                .number("ratio", rate(&self.ours) / rate(theirs))
                .number(
                    "lowest_ratio",
                    ratios.iter().copied().fold(f64::MAX, f64::min),
                )
                .number("highest_ratio", ratios.iter().copied().fold(0.0, f64::max))
                .number("peer_p50_us", median(theirs.iter().map(|each| each.p50_us)))
                .number("peer_p99_us", median(theirs.iter().map(|each| each.p99_us)));
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::super::workload::WORKLOADS;
    use super::*;

    fn reached(per_s: f64) -> Reached {
        Reached {
            per_s,
            server_us: 1e6 / per_s,
            ..Reached::default()
        }
    }

    #[test]
    fn medians_are_of_each_contestant_and_the_best_peer_is_compared() {
        let mut row = Row::new(&WORKLOADS[1], [Kind::Nats, Kind::Redis].into_iter());
        row.ours = [300.0, 100.0, 200.0].map(reached).to_vec();
        row.theirs[0].1 = [100.0, 100.0, 900.0].map(reached).to_vec();
        row.theirs[1].1 = [160.0, 160.0, 10.0].map(reached).to_vec();
        let record = row.record();
        assert_eq!(record.get("ratio"), Some(1.25));
        assert_eq!(record.get("highest_ratio"), Some(20.0));
        assert_eq!(record.get("nats_per_s"), Some(100.0));
        let line = row.line();
        assert!(line.contains("Redis ") && line.contains("1.25"), "{line}");
        assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), 2.5);
    }

    #[test]
    fn a_row_without_peers_says_which_programs_are_missing() {
        let line = left_out(&WORKLOADS[0], ["nats-server", "redis-server"].into_iter());
        assert!(
            line.ends_with("there is no nats-server and no redis-server\n"),
            "{line}"
        );
    }
}
