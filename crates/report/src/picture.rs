//! Charts of `tables/report_charts.csv`, and those that are made of all comparisons.

use crate::chart::{Bar, Bars, Dots, Group, Ink, Line, Lines};
use crate::generated::tables::{COMPARISON_ROWS, Chart, Comparison};
use crate::select::{Measured, Picked, Point, pick_published, published_cost_us, published_line};

/// The picture of a row; `None` when nothing of ours was measured for it.
pub(crate) fn draw(row: &Chart, measured: &Measured<'_>) -> Option<String> {
    if row.form == "bars" {
        bars(row, measured)
    } else {
        lines(row, measured)
    }
}

/// Label and selector, and whether it is a published one.
struct Series<'a> {
    group: &'a str,
    label: &'a str,
    selector: &'a str,
    published: bool,
}

fn series(row: &Chart) -> Vec<Series<'static>> {
    let each = row
        .series
        .split(" | ")
        .filter_map(|text| text.split_once('='));
    let each = each.map(|(name, selector)| {
        let (group, label) = name.split_once('>').unwrap_or(("", name));
        Series {
            group,
            label: label.trim_start_matches('@'),
            selector,
            published: label.starts_with('@'),
        }
    });
    each.collect()
}

fn lines(row: &Chart, measured: &Measured<'_>) -> Option<String> {
    let mut ours = 0;
    let mut lines = Vec::new();
    let mut any = false;
    for series in series(row) {
        let points: Vec<Point> = match row.form {
            _ if series.published => published_line(series.selector),
            "series" => measured.series(series.selector),
            _ => measured.line(series.selector, row.across),
        };
        let ink = if series.published {
            Ink::Published
        } else if series.label == "asked" {
            Ink::Limit
        } else {
            ours += 1;
            Ink::Ours(ours - 1)
        };
        any |= !series.published && !points.is_empty();
        let ranges: Option<Vec<_>> = points.iter().map(|point| point.2).collect();
        lines.push(Line {
            label: series.label.to_owned(),
            ink,
            points: points.iter().map(|point| (point.0, point.1)).collect(),
            ranges: ranges.unwrap_or_default(),
        });
    }
    let reference = row.reference.split_once(": ").and_then(|(selector, what)| {
        let picked = measured.pick(selector)?;
        Some((picked.value, what.to_owned()))
    });
    let chart = Lines {
        title: row.title.to_owned(),
        subtitle: row.subtitle.to_owned(),
        across: across(row.across).to_owned(),
        up: row.up.to_owned(),
        doubling: row.form == "lines",
        lines,
        reference,
    };
    any.then(|| chart.draw()).flatten()
}

fn across(name: &str) -> &str {
    match name {
        "subscribers_each" => "subscribers",
        "s" => "seconds",
        name => name,
    }
}

fn bars(row: &Chart, measured: &Measured<'_>) -> Option<String> {
    let mut groups: Vec<Group> = Vec::new();
    let mut any = false;
    for series in series(row) {
        let picked = if series.published {
            pick_published(series.selector, "rate_per_s")
        } else {
            measured.pick(series.selector)
        };
        let Some(picked) = picked else {
            continue;
        };
        any |= !series.published;
        let bar = |label: &str, at: usize| Bar {
            label: label.to_owned(),
            ink: if series.published {
                Ink::Published
            } else {
                Ink::Ours(at)
            },
            value: picked.value,
            range: picked.range,
        };
        match groups.last_mut() {
            Some(last) if !series.group.is_empty() && last.label == series.group => {
                let at = last
                    .bars
                    .iter()
                    .filter(|bar| bar.ink != Ink::Published)
                    .count();
                last.bars.push(bar(series.label, at));
            }
            _ if series.group.is_empty() => groups.push(Group {
                label: series.label.to_owned(),
                bars: vec![bar("", 0)],
            }),
            _ => groups.push(Group {
                label: series.group.to_owned(),
                bars: vec![bar(series.label, 0)],
            }),
        }
    }
    let chart = Bars {
        title: row.title.to_owned(),
        subtitle: row.subtitle.to_owned(),
        unit: row.up.to_owned(),
        groups,
        reference: None,
    };
    any.then(|| chart.draw()).flatten()
}

/// Ours and theirs of a comparison.
pub(crate) struct Compared {
    pub(crate) ours: Picked,
    pub(crate) theirs: Option<Picked>,
}

impl Compared {
    /// How many times better ours is: above 1 is better, whichever way that is.
    pub(crate) fn times(&self, row: &Comparison) -> Option<f64> {
        let theirs = self.theirs.as_ref()?;
        let times = match row.better {
            "lower" => theirs.value / self.ours.value,
            _ => self.ours.value / theirs.value,
        };
        times.is_finite().then_some(times)
    }

    /// The least and the most of that, by the lowest and the highest of our runs; `None` of a single one.
    pub(crate) fn times_range(&self, row: &Comparison) -> Option<(f64, f64)> {
        let theirs = self.theirs.as_ref()?.value;
        let (low, high) = self.ours.range?;
        let (least, most) = match row.better {
            "lower" => (theirs / high, theirs / low),
            _ => (low / theirs, high / theirs),
        };
        (least.is_finite() && most.is_finite()).then_some((least, most))
    }
}

/// A comparison, where ours was measured.
pub(crate) fn compared(row: &Comparison, measured: &Measured<'_>) -> Option<Compared> {
    let with = |selector: &str, over: &str, end: &str| {
        let joined = |part: &str| format!("{part}{end}");
        if over.is_empty() {
            joined(selector)
        } else {
            format!("{}%{}", joined(selector), joined(over))
        }
    };
    let end = if row.kind == "C1" { "/core" } else { "" };
    let ours = measured.pick(&with(row.ours, row.ours_over, end))?;
    let theirs = match row.kind {
        _ if row.published.is_empty() => None,
        "C2" => published_cost_us(row.published),
        "C1" => {
            let half = if row.metric == "half_rate_per_s" {
                2.0
            } else {
                1.0
            };
            pick_published(&format!("{}/core", row.published), "rate_per_s").map(|picked| Picked {
                value: picked.value / half,
                ..picked
            })
        }
        _ => pick_published(&with(row.published, row.published_over, ""), row.metric),
    };
    Some(Compared { ours, theirs })
}

/// How a report is called where there is little room.
pub(crate) fn report_name(report: &str) -> &str {
    match report {
        "mq93-linux" => "MQ 9.3 Linux, 2022",
        "mq91-windows" => "MQ 9.1 Windows, 2018",
        "pubsub701" => "7.0.1 publish/subscribe, 2010",
        "qrep" => "Q replication z/OS, 2018",
        "mft91" => "file transfer 9.1, 2018",
        other => other,
    }
}

/// A row for each thing that is compared by that kind, with a mark for each report.
pub(crate) fn all_of_kind(
    kind: &str,
    title: &str,
    subtitle: &str,
    unit: &str,
    measured: &Measured<'_>,
) -> Option<String> {
    let mut groups: Vec<Group> = Vec::new();
    // Machines of 2010 would only make the others small.
    let rows = COMPARISON_ROWS
        .iter()
        .filter(|row| row.kind == kind && !row.published.starts_with("pubsub701"));
    for row in rows {
        let Some(compared) = compared(row, measured) else {
            continue;
        };
        let Some(theirs) = compared.theirs else {
            continue;
        };
        let label = label_of(row);
        let at = groups
            .iter()
            .position(|group| group.label == label)
            .unwrap_or_else(|| {
                groups.push(Group {
                    label: label.clone(),
                    bars: vec![Bar {
                        label: "FerroMQ, here".to_owned(),
                        ink: Ink::Ours(0),
                        value: compared.ours.value,
                        range: compared.ours.range,
                    }],
                });
                groups.len() - 1
            });
        groups[at].bars.push(Bar {
            label: "published, 9.3 and 9.1".to_owned(),
            ink: Ink::Published,
            value: theirs.value,
            range: None,
        });
    }
    let chart = Dots {
        title: title.to_owned(),
        subtitle: subtitle.to_owned(),
        unit: unit.to_owned(),
        groups,
    };
    chart.draw()
}

/// What a row of such a chart is called: the workload and what tells it from others of the same.
fn label_of(row: &Comparison) -> String {
    let name = match row.workload {
        "W1" => "local",
        "W2" => "local, persistent",
        "W3" => "clients ask",
        "W4" => "clients",
        "W5" => "TLS",
        "W6" => "JMS clients",
        "W7" => "two queue managers",
        other => other,
    };
    let threads = if row.what.contains("threads") {
        ", threads"
    } else {
        ""
    };
    let size = ["20KB", "200KB", "2MB"]
        .into_iter()
        .find(|size| row.what.ends_with(size));
    let size = size.map_or(String::new(), |size| format!(", {size}"));
    let cipher = if row.workload == "W5" {
        let cipher = row.what.split(':').next().unwrap_or_default();
        let short = if cipher.contains("CBC") {
            " 1.2 CBC"
        } else if cipher.contains("CHACHA") {
            " 1.3 ChaCha20"
        } else if cipher.starts_with("ECDHE") {
            " 1.2 GCM"
        } else {
            " 1.3 GCM"
        };
        short.to_owned()
    } else {
        String::new()
    };
    format!("{} {name}{cipher}{threads}{size}", row.workload)
}
