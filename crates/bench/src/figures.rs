//! Results: named figures, as a table for people and as JSON for programs.

pub use ferromq_report::results::Bound;
use std::fmt::Write as _;

/// The middle of some numbers; of an even number the mean of the two in the middle, 0 of none.
pub(crate) fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let numbers: Vec<f64> = numbers.into_iter().collect();
    ferromq_report::median(&numbers).unwrap_or(0.0)
}

/// A figure or a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Count(u64),
    /// A measured number.
    Number(f64),
    /// A word.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Values over time: seconds, value.
    Series(Vec<(f64, f64)>),
}

/// One measurement: what was asked for, what came out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// What was measured.
    pub name: String,
    /// Under which settings.
    pub settings: Vec<(&'static str, Value)>,
    /// The figures; units are in the names.
    pub figures: Vec<(&'static str, Value)>,
    /// The limit of the machine that binds it.
    pub bound: Option<Bound>,
}

impl Record {
    /// An empty record.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Adds a setting.
    pub fn set(&mut self, name: &'static str, value: Value) -> &mut Self {
        self.settings.push((name, value));
        self
    }

    /// Adds a figure.
    pub fn figure(&mut self, name: &'static str, value: Value) -> &mut Self {
        self.figures.push((name, value));
        self
    }

    /// Adds a setting that is a word.
    pub fn word(&mut self, name: &'static str, word: &str) -> &mut Self {
        self.set(name, Value::Text(word.to_owned()))
    }

    /// Adds the hash of what was seen: the same for runs that did the same.
    pub fn result_hash(&mut self, hash: u64) -> &mut Self {
        self.figure("result_hash", Value::Text(format!("{hash:016x}")))
    }

    /// Adds a figure that is a measured number.
    pub fn number(&mut self, name: &'static str, value: f64) -> &mut Self {
        self.figure(name, Value::Number(value))
    }

    /// A figure by name; `None` when there is none or it is not a number.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        let (_, value) = self.figures.iter().find(|(known, _)| *known == name)?;
        match value {
            Value::Number(number) => Some(*number),
            Value::Count(count) => Some(*count as f64),
            _ => None,
        }
    }

    /// Says which limit binds `rate`.
    pub(crate) fn bind(&mut self, what: impl Into<String>, limit: f64, rate: f64) {
        if limit > 0.0 && limit.is_finite() {
            self.bound = Some(Bound {
                what: what.into(),
                limit,
                reached: rate / limit,
            });
        }
    }

    /// Several lines for a terminal.
    #[must_use]
    pub fn to_lines(&self) -> String {
        let settings: Vec<String> = self
            .settings
            .iter()
            .map(|(name, value)| format!("{name}={}", shown(value)))
            .collect();
        let mut text = format!("{}: {}\n", self.name, settings.join(" "));
        for (name, value) in &self.figures {
            let _ = writeln!(text, "  {name:<34} {:>16}", shown(value));
        }
        if let Some(bound) = &self.bound {
            let label = format!("of the limit ({})", shown(&Value::Number(bound.limit)));
            let _ = writeln!(
                text,
                "  {label:<34} {:>15.1}%  {}",
                bound.reached * 100.0,
                bound.what
            );
        }
        text
    }

    fn to_json(&self) -> String {
        let object = |pairs: &[(&'static str, Value)]| {
            let fields: Vec<String> = pairs
                .iter()
                .map(|(name, value)| format!("{}: {}", quoted(name), json(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        };
        let bound = self.bound.as_ref().map_or("null".to_owned(), |bound| {
            format!(
                "{{\"what\": {}, \"limit\": {}, \"reached\": {}}}",
                quoted(&bound.what),
                json(&Value::Number(bound.limit)),
                json(&Value::Number(bound.reached))
            )
        });
        format!(
            "{{\"name\": {}, \"settings\": {}, \"figures\": {}, \"bound\": {bound}}}",
            quoted(&self.name),
            object(&self.settings),
            object(&self.figures)
        )
    }
}

/// Records that differ in their settings, one row each.
#[must_use]
pub fn rows(records: &[Record], settings: &[&str], figures: &[&str]) -> String {
    let mut table = vec![
        settings
            .iter()
            .chain(figures)
            .map(|name| (*name).to_owned())
            .collect(),
    ];
    for record in records {
        let find = |pairs: &[(&'static str, Value)], name: &str| {
            let found = pairs.iter().find(|(known, _)| *known == name);
            found.map_or(String::new(), |(_, value)| shown(value))
        };
        let cells = settings.iter().map(|name| find(&record.settings, name));
        let cells = cells.chain(figures.iter().map(|name| find(&record.figures, name)));
        let mut row: Vec<String> = cells.collect();
        row.push(record.bound.as_ref().map_or(String::new(), |bound| {
            format!("{:.0}% of {}", bound.reached * 100.0, bound.what)
        }));
        table.push(row);
    }
    let columns = settings.len() + figures.len();
    let width = |column: usize| {
        table
            .iter()
            .map(|row: &Vec<String>| row[column].len())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &table {
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(text, "{cell:>width$}  ");
        }
        let _ = writeln!(text, "{}", row.get(columns).map_or("", String::as_str));
    }
    text
}

/// All of a run as one JSON document.
#[must_use]
pub fn document(records: &[Record]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let lines: Vec<String> = records
        .iter()
        .map(|record| format!("    {}", record.to_json()))
        .collect();
    format!(
        "{{\n  \"program\": \"ferromq bench\",\n  \"version\": {},\n  \"records\": [\n{}\n  ]\n}}\n",
        quoted(version),
        lines.join(",\n")
    )
}

/// A value as people read it: large numbers in groups of three, small ones with decimals.
#[must_use]
pub fn shown(value: &Value) -> String {
    match value {
        Value::Count(count) => grouped(*count),
        Value::Number(number) if *number >= 1000.0 => grouped(number.round() as u64),
        Value::Number(number) if *number >= 100.0 => format!("{number:.0}"),
        Value::Number(number) if *number >= 10.0 => format!("{number:.1}"),
        Value::Number(number) if *number >= 1.0 => format!("{number:.2}"),
        Value::Number(number) => format!("{number:.3}"),
        Value::Text(text) => text.clone(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Series(points) => format!("{} points", points.len()),
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn json(value: &Value) -> String {
    match value {
        Value::Count(count) => count.to_string(),
        Value::Number(number) if number.is_finite() => format!("{number:.6}"),
        Value::Number(_) => "null".to_owned(),
        Value::Text(text) => quoted(text),
        Value::Flag(flag) => flag.to_string(),
        Value::Series(points) => {
            let good = points
                .iter()
                .filter(|(at, value)| at.is_finite() && value.is_finite());
            let each: Vec<String> = good
                .map(|(at, value)| format!("[{at:.3}, {value:.3}]"))
                .collect();
            format!("[{}]", each.join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if control.is_control() => {
                let _ = write!(out, "\\u{:04x}", control as u32);
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_with_as_many_digits_as_mean_something() {
        let shown = |number| shown(&Value::Number(number));
        assert_eq!(shown(1_234_567.4), "1,234,567");
        assert_eq!(shown(12.345), "12.3");
        assert_eq!(shown(0.1234), "0.123");
    }

    #[test]
    fn a_record_is_valid_json_with_everything_in_it() {
        let mut record = Record::new("a \"pair\"");
        record
            .set("size", Value::Count(2048))
            .number("pairs_per_s", 5.5);
        record.bind("copies", 11.0, 5.5);
        let text = document(&[record]);
        for part in [
            r#""a \"pair\"""#,
            r#""size": 2048"#,
            r#""pairs_per_s": 5.5"#,
            r#""reached": 0.5"#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
