//! `ferromq replicate compare`, `asntdiff`, and `ferromq replicate repair`, `asntrep`.

use super::attempts::lasting;
use super::words::Words;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::notices::{FMQ0450, FMQ0451, FMQ0452};
use ferromq_replicate::comparing::{Compared, Ends, Kind, Limits, Pair, compare, repair};
use std::time::Duration;

/// Exit code where tables differ.
pub(super) const DIFFER: u8 = 2;
/// Differences of a table that are written down, unless something else is said.
const DIFFERENCES: u64 = 10_000;

/// Where the tables are, and that of their differences.
struct Given {
    source: String,
    capture_schema: String,
    target: String,
    apply_schema: String,
    condition: Option<String>,
    diff_schema: String,
    diff: String,
}

impl Given {
    fn take(words: &mut Words) -> Result<Self, Failure> {
        let capture_schema = words.take("capture_schema").unwrap_or("asn".to_owned());
        Ok(Self {
            source: words.need("capture_server")?,
            target: words.need("apply_server")?,
            apply_schema: words.take("apply_schema").unwrap_or("asn".to_owned()),
            condition: words.take("where"),
            diff_schema: words.take("diff_schema").unwrap_or(capture_schema.clone()),
            diff: words.take("diff").unwrap_or("asntdiff".to_owned()),
            capture_schema,
        })
    }

    fn connect(&self) -> Result<(Ends, Vec<Pair>), Failure> {
        let ends = Ends::connect(
            &self.source,
            &self.capture_schema,
            &self.target,
            &self.apply_schema,
        );
        let mut ends = ends.map_err(|trouble| lasting(&trouble))?;
        let pairs = ends.pairs(self.condition.as_deref());
        let pairs = pairs.map_err(|trouble| lasting(&trouble))?;
        Ok((ends, pairs))
    }
}

/// `asntdiff`: 0 where all tables are equal.
pub(super) fn run(given: &[String]) -> Result<u8, Failure> {
    let mut words = Words::read("asntdiff", given)?;
    let setup = Given::take(&mut words)?;
    let most = words.number("maxdiff", 10_000_000)?.unwrap_or(DIFFERENCES);
    let drops = words.yes("diff_drop")?.unwrap_or(false);
    let is_live = words.yes("live")?.unwrap_or(false);
    let looks = words.number("retry_compare", 1_000)?.unwrap_or(10);
    let pause_ms = words.number("compare_delay", 600_000)?.unwrap_or(1_000);
    words.end()?;
    let limits = Limits {
        differences: usize::try_from(most).unwrap_or(usize::MAX),
        looks: if is_live {
            u32::try_from(looks).unwrap_or(u32::MAX)
        } else {
            0
        },
        pause: Duration::from_millis(pause_ms),
    };
    let (mut ends, pairs) = setup.connect()?;
    ends.prepare_differences(&setup.diff_schema, &setup.diff, drops)
        .map_err(|trouble| lasting(&trouble))?;
    let mut differ = false;
    for pair in &pairs {
        let compared = compare(&mut ends, pair, limits).map_err(|trouble| lasting(&trouble))?;
        ends.note_differences(&setup.diff_schema, &setup.diff, pair, &compared)
            .map_err(|trouble| lasting(&trouble))?;
        output::line(&told(pair, &compared));
        differ |= !compared.differences.is_empty();
    }
    Ok(if differ { DIFFER } else { 0 })
}

fn name(table: &(String, String)) -> String {
    format!("{}.{}", table.0, table.1)
}

fn told(pair: &Pair, compared: &Compared) -> String {
    let (source, target) = (name(&pair.source), name(&pair.target));
    if compared.differences.is_empty() {
        return FMQ0450.line(&[&source, &target, &pair.subscription, &compared.rows]);
    }
    let count = |kind: Kind| {
        let found = compared.differences.iter().filter(|it| it.kind == kind);
        let more = if compared.is_cut { " or more" } else { "" };
        format!("{}{more}", found.count())
    };
    FMQ0451.line(&[
        &source,
        &compared.rows,
        &target,
        &compared.target_rows,
        &pair.subscription,
        &count(Kind::Update),
        &count(Kind::Insert),
        &count(Kind::Delete),
    ])
}

/// `asntrep`.
pub(super) fn run_repair(given: &[String]) -> Result<u8, Failure> {
    let mut words = Words::read("asntrep", given)?;
    let setup = Given::take(&mut words)?;
    words.end()?;
    let (mut ends, pairs) = setup.connect()?;
    for pair in &pairs {
        let repaired = repair(&mut ends, pair, &setup.diff_schema, &setup.diff);
        let done = repaired.map_err(|trouble| lasting(&trouble))?;
        output::line(&FMQ0452.line(&[
            &name(&pair.target),
            &pair.subscription,
            &done.updated,
            &done.inserted,
            &done.deleted,
            &done.gone,
        ]));
    }
    Ok(0)
}
