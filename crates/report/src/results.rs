//! What was measured, as the file `results.json` has it: `docs/formats/report-results.md`.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// The version of the format this program writes, and the only one it reads.
pub const SCHEMA: u64 = 1;
/// Most bytes of a file of results.
pub const BYTES_MAX: usize = 64 << 20;
/// Most steps, rounds of a step, records of a round, and names of a record.
const STEPS_MAX: usize = 1_000;
const ROUNDS_MAX: usize = 1_000;
const RECORDS_MAX: usize = 10_000;
const NAMES_MAX: usize = 1_000;
/// Most points of a series.
const POINTS_MAX: usize = 100_000;

/// Why a file is none of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is longer than [`BYTES_MAX`].
    TooLong(usize),
    /// It is no JSON; what is wrong where.
    NoJson(String),
    /// It has another schema, or none.
    OtherSchema,
    /// It has something of the wrong kind, or too much of it: what.
    Wrong(&'static str),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "{bytes} bytes are more than the {BYTES_MAX} that are read"
            ),
            Self::NoJson(why) => write!(f, "it is no JSON: {why}"),
            Self::OtherSchema => write!(
                f,
                "its schema is not {SCHEMA}, the only one this program reads"
            ),
            Self::Wrong(what) => write!(f, "{what} is missing, of the wrong kind, or too much"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// A setting or a figure of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// A number.
    Number(f64),
    /// A word.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Values over time: seconds, value.
    Series(Vec<(f64, f64)>),
}

impl Datum {
    /// As people read it.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Number(number) => crate::chart::short(*number),
            Self::Text(text) => text.clone(),
            Self::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            Self::Series(points) => format!("{} points", points.len()),
        }
    }

    /// Whether a filter of a table means it.
    fn is(&self, text: &str) -> bool {
        match self {
            Self::Number(number) => text.parse().is_ok_and(|wanted: f64| wanted == *number),
            Self::Text(own) => own == text,
            Self::Flag(flag) => text == if *flag { "yes" } else { "no" },
            Self::Series(_) => false,
        }
    }
}

/// The limit of the machine a result was held against.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// What it is.
    pub what: String,
    /// The best it allows.
    pub limit: f64,
    /// How much of it was reached; 1 is all.
    pub reached: f64,
}

/// One measurement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// What was measured.
    pub name: String,
    /// Under which settings.
    pub settings: BTreeMap<String, Datum>,
    /// What came out; units are in the names.
    pub figures: BTreeMap<String, Datum>,
    /// Lowest and highest of repeated runs, for figures that are numbers; empty for one run.
    pub ranges: BTreeMap<String, (f64, f64)>,
    /// Runs it is the middle of.
    pub runs: usize,
    /// What bounds it.
    pub bound: Option<Bound>,
}

impl Record {
    /// A figure or a setting that is a number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.figures.get(name).or_else(|| self.settings.get(name)) {
            Some(Datum::Number(number)) if number.is_finite() => Some(*number),
            _ => None,
        }
    }

    /// Whether it has a setting, or `name`, of that value.
    #[must_use]
    pub fn has(&self, setting: &str, value: &str) -> bool {
        if setting == "name" {
            return self.name == value;
        }
        self.settings.get(setting).is_some_and(|own| own.is(value))
    }
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It ran.
    Done,
    /// It failed: what it said.
    Failed(String),
    /// It did not run: why.
    LeftOut(String),
}

/// What a step of the report gave.
#[derive(Clone, Debug, PartialEq)]
pub struct StepResult {
    /// Its name in `tables/report_steps.csv`.
    pub step: String,
    /// The command line that makes it again.
    pub command: String,
    /// What became of it.
    pub state: State,
    /// How long each round took, seconds.
    pub seconds: Vec<f64>,
    /// The records of each round.
    pub rounds: Vec<Vec<Record>>,
    /// What rounds said that failed, where others did not: they are in no figure.
    pub failed_rounds: Vec<String>,
}

/// Everything that was measured for a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Version of the program.
    pub version: String,
    /// When it began, as a person reads it, UTC.
    pub taken: String,
    /// `quick` or `whole`.
    pub plan: String,
    /// What the machine is, in order.
    pub machine: Vec<(String, String)>,
    /// Processors it may use.
    pub cores: u32,
    /// What whoever measured says of it.
    pub remark: String,
    /// Limits of the machine, each time they were measured, with seconds since the start.
    pub limits: Vec<(f64, Record)>,
    /// The steps, in order.
    pub steps: Vec<StepResult>,
}

impl Results {
    /// The results of a step.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<&StepResult> {
        self.steps.iter().find(|step| step.step == name)
    }

    /// Reads a file of results.
    ///
    /// # Errors
    /// When it is none, or has more of something than is read.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        if text.len() > BYTES_MAX {
            return Err(Unreadable::TooLong(text.len()));
        }
        let value: Value =
            serde_json::from_str(text).map_err(|why| Unreadable::NoJson(why.to_string()))?;
        if value.get("schema").and_then(Value::as_u64) != Some(SCHEMA) {
            return Err(Unreadable::OtherSchema);
        }
        let machine = object(&value, "machine")?;
        let machine = machine.iter().map(|(name, is)| {
            let is = is.as_str().ok_or(Unreadable::Wrong("machine"))?;
            Ok((name.clone(), is.to_owned()))
        });
        let limits = list(&value, "limits", STEPS_MAX)?.iter().map(|each| {
            let at = each.get("at_s").and_then(Value::as_f64);
            let record = each.get("record").ok_or(Unreadable::Wrong("limits"))?;
            Ok((at.ok_or(Unreadable::Wrong("at_s"))?, read_record(record)?))
        });
        let cores = value.get("cores").and_then(Value::as_u64);
        let cores = cores
            .and_then(|cores| u32::try_from(cores).ok())
            .filter(|cores| *cores > 0);
        Ok(Self {
            version: text_of(&value, "version")?,
            taken: text_of(&value, "taken")?,
            plan: text_of(&value, "plan")?,
            machine: machine.collect::<Result<_, _>>()?,
            cores: cores.ok_or(Unreadable::Wrong("cores"))?,
            remark: text_of(&value, "remark")?,
            limits: limits.collect::<Result<_, _>>()?,
            steps: list(&value, "steps", STEPS_MAX)?
                .iter()
                .map(read_step)
                .collect::<Result<_, _>>()?,
        })
    }

    /// The file.
    #[must_use]
    pub fn write(&self) -> String {
        let machine: Map<String, Value> = self
            .machine
            .iter()
            .map(|(name, is)| (name.clone(), Value::from(is.as_str())))
            .collect();
        let limits = self.limits.iter();
        let limits: Vec<Value> = limits
            .map(|(at, record)| json!({"at_s": at, "record": write_record(record)}))
            .collect();
        let steps: Vec<Value> = self.steps.iter().map(write_step).collect();
        let all = json!({
            "schema": SCHEMA,
            "program": "ferromq report",
            "version": self.version,
            "taken": self.taken,
            "plan": self.plan,
            "remark": self.remark,
            "cores": self.cores,
            "machine": machine,
            "limits": limits,
            "steps": steps,
        });
        format!("{all:#}\n")
    }
}

/// The records of a document `ferromq bench --json` writes.
///
/// # Errors
/// When it is none.
pub fn records_of_bench(text: &str) -> Result<Vec<Record>, Unreadable> {
    if text.len() > BYTES_MAX {
        return Err(Unreadable::TooLong(text.len()));
    }
    let value: Value =
        serde_json::from_str(text).map_err(|why| Unreadable::NoJson(why.to_string()))?;
    let records = list(&value, "records", RECORDS_MAX)?;
    records.iter().map(read_record).collect()
}

fn object<'a>(value: &'a Value, name: &'static str) -> Result<&'a Map<String, Value>, Unreadable> {
    let found = value.get(name).and_then(Value::as_object);
    found
        .filter(|found| found.len() <= NAMES_MAX)
        .ok_or(Unreadable::Wrong(name))
}

fn list<'a>(value: &'a Value, name: &'static str, most: usize) -> Result<&'a [Value], Unreadable> {
    let found = value.get(name).and_then(Value::as_array);
    let found = found.filter(|found| found.len() <= most);
    found.map(Vec::as_slice).ok_or(Unreadable::Wrong(name))
}

fn text_of(value: &Value, name: &'static str) -> Result<String, Unreadable> {
    let found = value.get(name).and_then(Value::as_str);
    found.map(str::to_owned).ok_or(Unreadable::Wrong(name))
}

fn read_step(value: &Value) -> Result<StepResult, Unreadable> {
    let why = || text_of(value, "why");
    let state = match text_of(value, "state")?.as_str() {
        "done" => State::Done,
        "failed" => State::Failed(why()?),
        "left out" => State::LeftOut(why()?),
        _ => return Err(Unreadable::Wrong("state")),
    };
    let rounds = list(value, "rounds", ROUNDS_MAX)?.iter().map(|round| {
        let records = round.as_array().filter(|it| it.len() <= RECORDS_MAX);
        let records = records.ok_or(Unreadable::Wrong("rounds"))?;
        records.iter().map(read_record).collect()
    });
    let seconds = list(value, "seconds", ROUNDS_MAX)?
        .iter()
        .map(Value::as_f64);
    Ok(StepResult {
        step: text_of(value, "step")?,
        command: text_of(value, "command")?,
        state,
        seconds: seconds
            .collect::<Option<_>>()
            .ok_or(Unreadable::Wrong("seconds"))?,
        rounds: rounds.collect::<Result<_, _>>()?,
        failed_rounds: failed_rounds(value)?,
    })
}

/// Files of earlier versions have none.
fn failed_rounds(value: &Value) -> Result<Vec<String>, Unreadable> {
    if value.get("failed_rounds").is_none() {
        return Ok(Vec::new());
    }
    let each = list(value, "failed_rounds", ROUNDS_MAX)?.iter();
    let each = each.map(|why| why.as_str().map(str::to_owned));
    each.collect::<Option<_>>()
        .ok_or(Unreadable::Wrong("failed_rounds"))
}

fn write_step(step: &StepResult) -> Value {
    let (state, why) = match &step.state {
        State::Done => ("done", ""),
        State::Failed(why) => ("failed", why.as_str()),
        State::LeftOut(why) => ("left out", why.as_str()),
    };
    let rounds = step.rounds.iter();
    let rounds: Vec<Vec<Value>> = rounds
        .map(|round| round.iter().map(write_record).collect())
        .collect();
    json!({
        "step": step.step,
        "command": step.command,
        "state": state,
        "why": why,
        "seconds": step.seconds,
        "rounds": rounds,
        "failed_rounds": step.failed_rounds,
    })
}

impl StepResult {
    /// A round failed, and others did not.
    pub fn note_failed_round(&mut self, why: String) {
        if self.failed_rounds.len() < ROUNDS_MAX {
            self.failed_rounds.push(why);
        }
    }
}

fn read_record(value: &Value) -> Result<Record, Unreadable> {
    let pairs = |name| {
        let each = object(value, name)?.iter();
        let each = each.filter_map(|(name, value)| match read_datum(value) {
            // A figure that was no number when it was written.
            Ok(None) => None,
            Ok(Some(datum)) => Some(Ok((name.clone(), datum))),
            Err(why) => Some(Err(why)),
        });
        each.collect::<Result<BTreeMap<_, _>, _>>()
    };
    let bound = match value.get("bound") {
        None | Some(Value::Null) => None,
        Some(bound) => {
            let number = |name| bound.get(name).and_then(Value::as_f64);
            let (limit, reached) = number("limit")
                .zip(number("reached"))
                .ok_or(Unreadable::Wrong("bound"))?;
            Some(Bound {
                what: text_of(bound, "what")?,
                limit,
                reached,
            })
        }
    };
    Ok(Record {
        name: text_of(value, "name")?,
        settings: pairs("settings")?,
        figures: pairs("figures")?,
        ranges: BTreeMap::new(),
        runs: 1,
        bound,
    })
}

fn read_datum(value: &Value) -> Result<Option<Datum>, Unreadable> {
    Ok(Some(match value {
        Value::Null => return Ok(None),
        Value::Bool(flag) => Datum::Flag(*flag),
        Value::Number(number) => {
            Datum::Number(number.as_f64().ok_or(Unreadable::Wrong("a number"))?)
        }
        Value::String(text) => Datum::Text(text.clone()),
        Value::Array(points) if points.len() <= POINTS_MAX => {
            let each = points.iter().map(|point| {
                let number = |at: usize| point.get(at).and_then(Value::as_f64);
                number(0)
                    .zip(number(1))
                    .ok_or(Unreadable::Wrong("a series"))
            });
            Datum::Series(each.collect::<Result<_, _>>()?)
        }
        Value::Array(_) | Value::Object(_) => return Err(Unreadable::Wrong("a figure")),
    }))
}

fn write_record(record: &Record) -> Value {
    let pairs = |pairs: &BTreeMap<String, Datum>| {
        let each = pairs.iter().map(|(name, datum)| {
            let value = match datum {
                Datum::Number(number) => json!(number),
                Datum::Text(text) => json!(text),
                Datum::Flag(flag) => json!(flag),
                Datum::Series(points) => json!(points),
            };
            (name.clone(), value)
        });
        each.collect::<Map<String, Value>>()
    };
    let bound = record.bound.as_ref();
    let bound = bound
        .map(|bound| json!({"what": bound.what, "limit": bound.limit, "reached": bound.reached}));
    json!({
        "name": record.name,
        "settings": pairs(&record.settings),
        "figures": pairs(&record.figures),
        "bound": bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn example() -> Results {
        let mut record = Record {
            name: "a \"run\"".into(),
            runs: 1,
            ..Record::default()
        };
        record.settings.insert("size".into(), Datum::Number(2048.0));
        record
            .settings
            .insert("persistent".into(), Datum::Flag(true));
        record
            .figures
            .insert("rate_per_s".into(), Datum::Number(12.5));
        record
            .figures
            .insert("depth".into(), Datum::Series(vec![(0.0, 1.0), (1.0, 5.0)]));
        record.bound = Some(Bound {
            what: "forces".into(),
            limit: 25.0,
            reached: 0.5,
        });
        Results {
            version: "1".into(),
            taken: "today".into(),
            plan: "quick".into(),
            machine: vec![("kernel".into(), "6".into())],
            cores: 2,
            remark: String::new(),
            limits: vec![(0.5, record.clone())],
            steps: vec![StepResult {
                step: "rr-bb".into(),
                command: "ferromq bench".into(),
                state: State::Failed("why".into()),
                seconds: vec![1.5],
                rounds: vec![vec![record]],
                failed_rounds: vec!["late".into()],
            }],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let results = example();
        assert_eq!(Results::read(&results.write()), Ok(results));
    }

    #[test]
    fn a_file_that_is_cut_or_changed_anywhere_is_refused_or_read_and_never_a_panic() {
        let text = example().write();
        for end in 0..text.len() - 2 {
            assert!(Results::read(&text[..end]).is_err(), "{end}");
        }
        for at in 0..text.len() {
            for byte in [b'0', b'"', b'{', b']', b'-'] {
                let mut changed = text.clone().into_bytes();
                changed[at] = byte;
                if let Ok(changed) = String::from_utf8(changed) {
                    let _ = Results::read(&changed);
                }
            }
        }
        assert_eq!(
            Results::read("{\"schema\": 2}"),
            Err(Unreadable::OtherSchema)
        );
    }

    #[test]
    fn a_filter_means_numbers_words_and_flags() {
        let record = &example().steps[0].rounds[0][0];
        assert!(
            record.has("size", "2048")
                && record.has("persistent", "yes")
                && record.has("name", "a \"run\"")
        );
        assert!(
            !record.has("size", "2049")
                && !record.has("persistent", "no")
                && !record.has("none", "")
        );
    }
}
