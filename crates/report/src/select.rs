//! Which measurement, and which published figure, a table names.
//!
//! Ours: `step/settings/figures`, where settings are `name=value`, `peak` (the record with the highest rate; there is none where every record made all
//! that was asked, for nobody knows what more it would have made) or `knee` (the last that made 95 % of what was asked), with `;` between them, and figures are added where there is `+` between them. Published: `report/table/workload/variant`. Either may end in
//! `/core`: divided by the cores of the server; and `a%b` is the first divided by the second.

use crate::generated::tables::{PUBLISHED_ROWS, Published, STEP_ROWS};
use crate::middle::of_rounds;
use crate::results::{Datum, Record, Results, State};
use std::collections::BTreeMap;

/// Share of what was asked that a point must make, percent.
const MADE_PERCENT: f64 = 95.0;

/// A value, and where it is from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picked {
    pub(crate) value: f64,
    /// Lowest and highest of repeated runs.
    pub(crate) range: Option<(f64, f64)>,
    /// Where it is from, for those who check it.
    pub(crate) from: String,
}

/// A point of a line: across, up, range.
pub(crate) type Point = (f64, f64, Option<(f64, f64)>);

/// All measurements, rounds put together.
pub(crate) struct Measured<'a> {
    pub(crate) results: &'a Results,
    steps: BTreeMap<&'a str, Vec<Record>>,
}

impl<'a> Measured<'a> {
    pub(crate) fn of(results: &'a Results) -> Self {
        let done = results
            .steps
            .iter()
            .filter(|step| step.state == State::Done);
        Self {
            results,
            steps: done
                .map(|step| (step.step.as_str(), of_rounds(step)))
                .collect(),
        }
    }

    /// The records of a step that are points, and not peaks or limits.
    pub(crate) fn points(&self, step: &str) -> impl Iterator<Item = &Record> {
        let all = self.steps.get(step).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|record| {
            let other = ["peak of", "knee of", "limits of"];
            !other.iter().any(|other| record.name.starts_with(other))
        })
    }

    /// The record a selector's first two parts name.
    pub(crate) fn record(&self, step: &str, filter: &str) -> Option<&Record> {
        let mut found: Vec<&Record> = self
            .points(step)
            .filter(|record| fits(record, filter))
            .collect();
        let words = || filter.split(';');
        if words().any(|word| word == "knee") {
            found.retain(|record| made_what_was_asked(record));
        } else if words().any(|word| word == "peak")
            && found.iter().all(|record| made_what_was_asked(record))
        {
            return None;
        }
        if words().any(|word| word == "peak" || word == "knee") {
            let rate = rate_of(step);
            found.sort_by(|one, other| {
                let of = |record: &Record| record.number(rate).unwrap_or(0.0);
                of(other).total_cmp(&of(one))
            });
        }
        found.first().copied()
    }

    /// Whether a step asked for a rate and made it at every point: what it would make at most is not known.
    pub(crate) fn made_all_asked(&self, step: &str) -> bool {
        let mut points = self.points(step).peekable();
        points.peek().is_some() && points.all(made_what_was_asked)
    }

    /// The value a selector of ours names.
    pub(crate) fn pick(&self, selector: &str) -> Option<Picked> {
        if let Some((above, below)) = selector.split_once('%') {
            return self.pick(above)?.over(&self.pick(below)?);
        }
        let parts: Vec<&str> = selector.split('/').collect();
        let [step, filter, figures, rest @ ..] = parts.as_slice() else {
            return None;
        };
        let record = self.record(step, filter)?;
        let (value, range) = figure(record, figures)?;
        let divisor = self.divisor(rest);
        Some(Picked {
            value: value / divisor,
            range: range.map(|(low, high)| (low / divisor, high / divisor)),
            from: format!("{step}/{filter}/{figures}"),
        })
    }

    fn divisor(&self, rest: &[&str]) -> f64 {
        if rest.first() == Some(&"core") {
            f64::from(self.results.cores.max(1))
        } else {
            1.0
        }
    }

    /// The points of a line of ours over a setting.
    pub(crate) fn line(&self, selector: &str, across: &str) -> Vec<Point> {
        let parts: Vec<&str> = selector.split('/').collect();
        let [step, filter, figures, rest @ ..] = parts.as_slice() else {
            return Vec::new();
        };
        let divisor = self.divisor(rest);
        let points = self.points(step).filter(|record| fits(record, filter));
        let points = points.filter_map(|record| {
            let (value, range) = figure(record, figures)?;
            let range = range.map(|(low, high)| (low / divisor, high / divisor));
            Some((setting(record, across)?, value / divisor, range))
        });
        points.collect()
    }

    /// A series that is kept in one record.
    pub(crate) fn series(&self, selector: &str) -> Vec<Point> {
        let mut parts = selector.split('/');
        let (Some(step), Some(filter), Some(name)) = (parts.next(), parts.next(), parts.next())
        else {
            return Vec::new();
        };
        match self
            .record(step, filter)
            .and_then(|record| record.figures.get(name))
        {
            Some(Datum::Series(points)) => points.iter().map(|(x, y)| (*x, *y, None)).collect(),
            _ => Vec::new(),
        }
    }
}

impl Picked {
    /// This divided by the other; `None` when that is no number. It may be as little as the lowest of this over the highest of the other.
    pub(crate) fn over(&self, other: &Self) -> Option<Self> {
        let value = self.value / other.value;
        let range = self.range.zip(other.range);
        let range = range.map(|((low, high), (least, most))| (low / most, high / least));
        value.is_finite().then(|| Self {
            value,
            range: range.filter(|(low, high)| low.is_finite() && high.is_finite()),
            from: format!("{} % {}", self.from, other.from),
        })
    }
}

/// The figure by which a step's records are compared.
pub(crate) fn rate_of(step: &str) -> &'static str {
    let found = STEP_ROWS.iter().find(|row| row.step == step);
    found.map_or("", |row| row.rate)
}

/// Whether a record made what was asked of it, if a rate was.
fn made_what_was_asked(record: &Record) -> bool {
    let share = record.number("share_of_asked_percent");
    share.is_some_and(|share| share >= MADE_PERCENT)
}

fn fits(record: &Record, filter: &str) -> bool {
    filter.split(';').all(|word| match word.split_once('=') {
        Some((name, value)) => record.has(name, value),
        None => true,
    })
}

fn setting(record: &Record, name: &str) -> Option<f64> {
    match name {
        "sets" => record
            .number("topics")
            .or_else(|| record.number("producers")),
        name => record.number(name),
    }
}

/// The sum of figures, and the range where it is one figure.
pub(crate) fn figure(record: &Record, names: &str) -> Option<(f64, Option<(f64, f64)>)> {
    let each = |name: &str| record.number(name);
    let value = match names {
        "gb" => each("round_trips_per_s")? * each("size")? * 2.0 / 1e9,
        "half_of_all_cpu_us" => {
            (each("all_q_mgrs_cpu_us_each")? + each("other_processes_cpu_us_each")?) / 2.0
        }
        "half_q_mgr_cpu_us" => each("q_mgr_process_cpu_us_each")? / 2.0,
        "put_and_got_per_s" => each("messages_per_s")? * 2.0,
        names => {
            let all: Option<Vec<f64>> = names.split('+').map(each).collect();
            return Some((all?.iter().sum(), record.ranges.get(names).copied()));
        }
    };
    Some((value, None))
}

/// The rows of the figures file a selector means, with that metric.
fn rows<'s>(selector: &'s str, metric: &'s str) -> impl Iterator<Item = &'static Published> + 's {
    let mut parts = selector.splitn(4, '/');
    let mut part = || parts.next().unwrap_or_default();
    let (report, table, workload, filter) = (part(), part(), part(), part());
    PUBLISHED_ROWS.iter().filter(move |row| {
        let of_server =
            variant(row, "cpu_of").is_none_or(|of| of == "server" || of == "publisher's");
        row.report == report
            && row.table_or_figure == table
            && row.workload == workload
            && row.metric == metric
            && of_server
            && has_all(row, filter)
    })
}

fn has_all(row: &Published, filter: &str) -> bool {
    let filter = filter.split('/').next().unwrap_or_default();
    filter.split(';').all(|word| match word.split_once('=') {
        Some((name, value)) => variant(row, name) == Some(value),
        None => true,
    })
}

/// What a published figure's variant says of a name.
pub(crate) fn variant(row: &Published, name: &str) -> Option<&'static str> {
    let pairs = row
        .variant
        .split(';')
        .filter_map(|pair| pair.split_once('='));
    pairs
        .filter(|(known, _)| *known == name)
        .map(|(_, value)| value)
        .next()
}

/// The published figure with that metric.
pub(crate) fn published(selector: &str, metric: &str) -> Option<&'static Published> {
    rows(selector, metric).next()
}

/// Where a published figure stands.
pub(crate) fn place(row: &Published) -> String {
    format!("{}, {}, {}", row.report, row.table_or_figure, row.workload)
}

/// The value a selector of published figures names. What it ends in says how: `/core`, or a metric.
pub(crate) fn pick_published(selector: &str, metric: &str) -> Option<Picked> {
    if let Some((above, below)) = selector.split_once('%') {
        return pick_published(above, metric)?.over(&pick_published(below, metric)?);
    }
    let last = selector.split('/').nth(4).unwrap_or(metric);
    let (metric, half) = match last {
        "core" => (metric, 1.0),
        "half_rate_per_s" => ("rate_per_s", 2.0),
        other => (other, 1.0),
    };
    let row = published(selector, metric)?;
    let cores = if last == "core" {
        f64::from(row.cores_of_server?)
    } else {
        1.0
    };
    Some(Picked {
        value: row.value / cores / half,
        range: None,
        from: format!("published: {}, {}", place(row), row.metric),
    })
}

/// Processor time of an operation of a published rate: the share of the server that was busy, times its cores, divided by the rate; microseconds.
pub(crate) fn published_cost_us(selector: &str) -> Option<Picked> {
    let rate = published(selector, "rate_per_s")?;
    let busy = published(selector, "cpu_percent")?;
    let value = busy.value * f64::from(busy.cores_of_server?) * 1e4 / rate.value;
    Some(Picked {
        value,
        range: None,
        from: format!("published: {}, cpu_percent and rate_per_s", place(rate)),
    })
}

/// The points of a published line, read off a chart, over requesters or clients.
pub(crate) fn published_line(selector: &str) -> Vec<Point> {
    let core = selector.split('/').nth(4) == Some("core");
    let points = rows(selector, "rate_per_s").filter_map(|row| {
        let x = variant(row, "requesters").or_else(|| variant(row, "clients"))?;
        let cores = if core {
            f64::from(row.cores_of_server?)
        } else {
            1.0
        };
        Some((x.parse().ok()?, row.value / cores, None))
    });
    points.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::tables::{CHART_ROWS, COMPARISON_ROWS, WORKLOAD_ROWS};

    #[test]
    fn what_comparisons_name_is_published_once() {
        for row in &COMPARISON_ROWS {
            for selector in [row.published, row.published_over] {
                if selector.is_empty() {
                    continue;
                }
                let metric = match row.metric {
                    "half_rate_per_s" => "rate_per_s",
                    metric => metric,
                };
                let found: Vec<_> = rows(selector, metric).collect();
                assert_eq!(found.len(), 1, "{} {}: {selector}", row.workload, row.what);
                if row.kind == "C2" {
                    assert_eq!(rows(selector, "cpu_percent").count(), 1, "{selector}");
                    assert!(published_cost_us(selector).is_some(), "{selector}");
                }
            }
        }
    }

    #[test]
    fn comparisons_charts_and_steps_name_what_there_is() {
        let step = |selector: &str| {
            let name = selector.split('/').next().unwrap_or_default();
            STEP_ROWS.iter().any(|row| row.step == name)
        };
        let workload = |name: &str| WORKLOAD_ROWS.iter().any(|row| row.workload == name);
        for row in &COMPARISON_ROWS {
            assert!(workload(row.workload) && step(row.ours), "{}", row.what);
            assert!(
                row.ours_over.is_empty() || step(row.ours_over),
                "{}",
                row.what
            );
        }
        for row in &CHART_ROWS {
            assert!(workload(row.workload), "{}", row.chart);
            for series in row.series.split(" | ") {
                let (label, selector) = series.split_once('=').expect("label=selector");
                let published = label
                    .rsplit('>')
                    .next()
                    .unwrap_or_default()
                    .starts_with('@');
                for part in selector.split('%') {
                    if published {
                        assert!(
                            rows(part, "rate_per_s").next().is_some()
                                || rows(part, "MB_per_s").next().is_some(),
                            "{part}"
                        );
                    } else {
                        assert!(step(part), "{part}");
                    }
                }
            }
        }
        for row in &STEP_ROWS {
            assert!(
                row.workloads
                    .split(' ')
                    .all(|name| name.is_empty() || name == "peers" || workload(name)),
                "{}",
                row.step
            );
            assert!(
                row.columns.contains('|') && row.seconds >= row.quick_seconds,
                "{}",
                row.step
            );
        }
    }

    #[test]
    fn processor_time_of_published_rates_is_what_was_worked_out_by_hand() {
        let cost = |selector| published_cost_us(selector).expect("there").value;
        let near = |value: f64, wanted: f64| (value / wanted - 1.0).abs() < 0.01;
        assert!(near(
            cost("mq93-linux/table 7/RR-BB/persistent=no;size=2KB"),
            30.2
        ));
        assert!(near(
            cost("mq91-windows/table 6/RR-BB/persistent=no;size=2KB"),
            129.0
        ));
        assert!(near(
            cost("mq93-linux/table 2/RR-CB/persistent=no;size=2KB"),
            62.0
        ));
    }
}
