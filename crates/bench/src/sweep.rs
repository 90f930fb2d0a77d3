//! One workload over numbers of clients, sizes of messages, CipherSpecs or rates, with the peak or the knee of each.

use crate::arguments::Arguments;
use crate::certificates::Certificates;
use crate::failure::Failure;
use crate::figures::{Record, Value, rows};
use crate::output::{Run, say};
use crate::repeated::repeated;
use crate::{publish, round_trip, stream};

/// What is swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    RoundTrips,
    Streams,
    Publications,
}

const SETTINGS: &[&str] = &[
    "persistent",
    "size",
    "cipher",
    "requesters",
    "producers",
    "topics",
    "subscribers_each",
];
const FIGURES: &[&str] = &[
    "round_trips_per_s",
    "messages_per_s",
    "published_plus_consumed_per_s",
    "asked_per_s",
    "share_of_asked_percent",
    "lowest_per_s",
    "highest_per_s",
    "p50_us",
    "p99_us",
    "put_p99_us",
    "q_mgr_process_cpu_us_each",
    "other_processes_cpu_us_each",
    "cores_busy_elsewhere",
    "forces_each",
];

/// A point of a rated sweep must make as much of what was asked, percent.
const MADE_PERCENT: f64 = 95.0;
/// The longest p99 of the knee of a sweep of rates, unless told, microseconds.
const P99_US: f64 = 44_000.0;

impl Of {
    fn read(arguments: &Arguments) -> Result<Self, Failure> {
        let choices = ["round-trip", "stream", "publish"];
        let choice = arguments.choice("of", &choices)?;
        Ok([Self::RoundTrips, Self::Streams, Self::Publications][choice])
    }

    fn rate(self) -> &'static str {
        match self {
            Self::RoundTrips => round_trip::RATE,
            Self::Streams => stream::RATE,
            Self::Publications => publish::RATE,
        }
    }

    /// The arguments of a point with so many clients.
    fn with_count(self, arguments: &Arguments, count: u64) -> Arguments {
        let arguments = arguments.clone();
        match self {
            Self::RoundTrips => arguments.with("requesters", count),
            Self::Streams => {
                let arguments = arguments.with("producers", count);
                arguments.with("consumers", count).with("pairs", count)
            }
            // At a fixed rate sets are added, each a publisher, a topic and its subscriber.
            Self::Publications if arguments.flag("rate") => arguments.with("topics", count),
            Self::Publications => arguments.with("subscribers", count),
        }
    }

    fn measure(self, arguments: &Arguments, run: &Run) -> Result<Record, Failure> {
        let limits = run.limits.as_ref();
        repeated(arguments, self.rate(), |given| match self {
            Self::RoundTrips => round_trip::measure(given, limits),
            Self::Streams => stream::measure(given, limits),
            Self::Publications => publish::measure(given, limits),
        })
    }
}

/// Every combination of what is swept, not persistent and persistent.
pub(crate) fn run(run: &Run) -> Result<Vec<Record>, Failure> {
    let of = Of::read(&run.arguments)?;
    let base = defaults(&run.arguments, of);
    let certificates = match base.text("key-repository") {
        None if base.text("ciphers").is_some() => Some(Certificates::make(&base.data_path())?),
        _ => None,
    };
    if base.text("rates").is_some() {
        return rising(of, &base, run);
    }
    let sizes = base.list(
        "sizes",
        if of == Of::RoundTrips {
            "2k,20k,200k,2M"
        } else {
            "2k"
        },
    )?;
    let persistences: &[bool] = match base.choice("persistence", &["both", "no", "yes"])? {
        0 if base.flag("persistent") => &[true],
        0 => &[false, true],
        1 => &[false],
        _ => &[true],
    };
    let mut records = Vec::new();
    for persistent in persistences {
        for size in &sizes {
            let mut arguments = base.clone().with("size", size);
            if *persistent {
                arguments = arguments.with("persistent", "");
            }
            let points = points(of, &arguments, certificates.as_ref(), run)?;
            say(&rows(
                &points,
                &known(&points, true),
                &known(&points, false),
            ))?;
            say("\n")?;
            records.extend(best(of, &points));
            records.extend(points);
        }
    }
    Ok(records)
}

fn defaults(given: &Arguments, of: Of) -> Arguments {
    let given = given.clone().or("warm-up", 0.5).or("seconds", 2);
    if given.text("road").is_some() || of != Of::RoundTrips {
        return given;
    }
    given
        .or("requester-road", "bindings")
        .or("responder-road", "bindings")
}

/// The points of one size and persistence, over ciphers and counts.
fn points(
    of: Of,
    base: &Arguments,
    certificates: Option<&Certificates>,
    run: &Run,
) -> Result<Vec<Record>, Failure> {
    let counts = base.list("counts", "1,2,4,8,16,32,64")?;
    let ciphers: Vec<Option<&str>> = match base.text("ciphers") {
        None => vec![None],
        Some(list) => list.split(',').map(Some).collect(),
    };
    let mut points = Vec::new();
    for cipher in ciphers {
        let arguments = match cipher {
            None | Some("none") => base.clone(),
            Some(cipher) => {
                let arguments = base.clone().with("tls", cipher);
                match certificates {
                    Some(made) => {
                        arguments.with("key-repository", made.for_cipher(cipher).display())
                    }
                    None => arguments,
                }
            }
        };
        for count in &counts {
            let mut record = of.measure(&of.with_count(&arguments, *count), run)?;
            if let Some(cipher) = cipher {
                record.word("cipher", cipher);
            }
            let fell_behind = record
                .get("share_of_asked_percent")
                .is_some_and(|share| share < MADE_PERCENT);
            points.push(record);
            if fell_behind {
                // More sets would only fall behind further.
                break;
            }
        }
    }
    Ok(points)
}

/// The peak of a sweep, or the knee of a rated one.
fn best(of: Of, points: &[Record]) -> Option<Record> {
    let rated = points
        .iter()
        .any(|record| record.get("share_of_asked_percent").is_some());
    let made = points.iter().filter(|record| {
        record
            .get("share_of_asked_percent")
            .is_none_or(|share| share >= MADE_PERCENT)
    });
    let rate = |record: &Record| record.get(of.rate()).unwrap_or(0.0);
    let best = made.max_by(|one, other| rate(one).total_cmp(&rate(other)))?;
    let mut record = best.clone();
    record.name = format!(
        "{} {}",
        if rated { "knee of" } else { "peak of" },
        best.name
    );
    Some(record)
}

/// Round trips at rates that rise, until the p99 is too long or the rate is not made.
fn rising(of: Of, base: &Arguments, run: &Run) -> Result<Vec<Record>, Failure> {
    if of != Of::RoundTrips {
        return Err(Failure::Usage(
            "--rates is for round trips; streams and publications take --rate and --counts".into(),
        ));
    }
    let most_us = base.decimal("p99-us")?.unwrap_or(P99_US);
    let mut points: Vec<Record> = Vec::new();
    let mut knee = None;
    for rate in base.list("rates", "")? {
        let mut record = of.measure(&base.clone().with("rate", rate), run)?;
        let made = record.get(round_trip::RATE).unwrap_or(0.0) / rate.max(1) as f64 * 100.0;
        record.number("share_of_asked_percent", made);
        let p99_us = record.get("p99_us").unwrap_or(f64::MAX);
        points.push(record);
        if made < MADE_PERCENT || p99_us > most_us {
            break;
        }
        knee = points.last().cloned();
    }
    say(&rows(
        &points,
        &known(&points, true),
        &known(&points, false),
    ))?;
    if let Some(mut knee) = knee {
        knee.name = format!("knee of {}", knee.name);
        knee.set("p99_us_at_most", Value::Number(most_us));
        points.insert(0, knee);
    }
    Ok(points)
}

/// The settings, or the figures, that these records have.
fn known(records: &[Record], settings: bool) -> Vec<&'static str> {
    let all = if settings { SETTINGS } else { FIGURES };
    let has = |name: &&&'static str| {
        records.iter().any(|record| {
            let pairs = if settings {
                &record.settings
            } else {
                &record.figures
            };
            pairs.iter().any(|(known, _)| known == *name)
        })
    };
    all.iter().filter(has).copied().collect()
}
