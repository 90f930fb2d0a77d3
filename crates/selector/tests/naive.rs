//! Random selectors, each evaluated by a second evaluator that works on the tree it was written from.

use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::property::{Properties, Property, Value};
use ferromq_selector::{Message, Selector};

struct One(MsgDescriptor, Properties);

impl Message for One {
    fn descriptor(&self) -> &MsgDescriptor {
        &self.0
    }

    fn backout_count(&self) -> u32 {
        0
    }

    fn property(&self, path: &str) -> Option<&Value> {
        self.1.get(path)
    }
}

struct Noise(u64);

impl Noise {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Numbers are halves, so that all arithmetic without division is exact.
#[derive(Clone, Debug)]
enum Sum {
    Whole(i64),
    Halves(i64),
    Name(&'static str),
    Two(Box<Sum>, char, Box<Sum>),
}

#[derive(Clone, Debug)]
enum Condition {
    Compare(Sum, &'static str, Sum),
    Text(&'static str, bool, &'static str),
    Flag(&'static str),
    Between(Sum, bool, Sum, Sum),
    In(&'static str, bool, Vec<&'static str>),
    Like(&'static str, bool, String),
    Null(&'static str, bool),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

const NAMES: [&str; 6] = ["i", "l", "f", "t", "b", "gone"];
const TEXTS: [&str; 4] = ["", "ab", "abb", "b_%"];
const SIGNS: [&str; 6] = ["=", "<>", "<", "<=", ">", ">="];

fn sum(noise: &mut Noise, depth: u32) -> Sum {
    match noise.below(if depth == 0 { 3 } else { 5 }) {
        0 => Sum::Whole(noise.below(7) as i64 - 3),
        1 => Sum::Halves(noise.below(9) as i64 - 4),
        2 => Sum::Name(noise.one(&NAMES)),
        _ => {
            let sign = noise.one(&['+', '-', '*']);
            Sum::Two(
                Box::new(sum(noise, depth - 1)),
                sign,
                Box::new(sum(noise, depth - 1)),
            )
        }
    }
}

fn condition(noise: &mut Noise, depth: u32) -> Condition {
    let not = noise.below(2) == 0;
    match noise.below(if depth == 0 { 7 } else { 13 }) {
        0 => Condition::Compare(sum(noise, 2), noise.one(&SIGNS), sum(noise, 2)),
        1 => Condition::Text(noise.one(&NAMES), not, noise.one(&TEXTS)),
        2 => Condition::Flag(noise.one(&NAMES)),
        3 => Condition::Between(sum(noise, 1), not, sum(noise, 1), sum(noise, 1)),
        4 => {
            let count = noise.below(3) + 1;
            let texts = (0..count).map(|_| noise.one(&TEXTS)).collect();
            Condition::In(noise.one(&NAMES), not, texts)
        }
        5 => {
            let len = noise.below(5);
            let pattern = (0..len).map(|_| noise.one(&['a', 'b', '%', '_'])).collect();
            Condition::Like(noise.one(&NAMES), not, pattern)
        }
        6 => Condition::Null(noise.one(&NAMES), not),
        7 | 8 => Condition::Not(Box::new(condition(noise, depth - 1))),
        other => {
            let left = Box::new(condition(noise, depth - 1));
            let right = Box::new(condition(noise, depth - 1));
            if other < 11 {
                Condition::And(left, right)
            } else {
                Condition::Or(left, right)
            }
        }
    }
}

fn write_sum(sum: &Sum) -> String {
    match sum {
        Sum::Whole(value) => value.to_string(),
        Sum::Halves(value) => format!("{:.1}", *value as f64 / 2.0),
        Sum::Name(name) => (*name).to_owned(),
        Sum::Two(left, sign, right) => {
            format!("({} {sign} {})", write_sum(left), write_sum(right))
        }
    }
}

fn write(condition: &Condition) -> String {
    let no = |not: bool| if not { "NOT " } else { "" };
    match condition {
        Condition::Compare(left, sign, right) => {
            format!("{} {sign} {}", write_sum(left), write_sum(right))
        }
        Condition::Text(name, not, text) => {
            format!("{name} {} '{text}'", if *not { "<>" } else { "=" })
        }
        Condition::Flag(name) => (*name).to_owned(),
        Condition::Between(value, not, low, high) => format!(
            "{} {}between {} and {}",
            write_sum(value),
            no(*not),
            write_sum(low),
            write_sum(high)
        ),
        Condition::In(name, not, texts) => {
            format!("{name} {}IN ('{}')", no(*not), texts.join("','"))
        }
        Condition::Like(name, not, pattern) => format!("{name} {}LIKE '{pattern}'", no(*not)),
        Condition::Null(name, not) => format!("{name} IS {}NULL", no(*not)),
        Condition::Not(inner) => format!("NOT ({})", write(inner)),
        Condition::And(left, right) => format!("({}) AND ({})", write(left), write(right)),
        Condition::Or(left, right) => format!("({}) OR ({})", write(left), write(right)),
    }
}

/// A number in halves, something else, or nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Plain {
    Number(f64),
    Text(&'static str),
    Flag(bool),
    Nothing,
}

type Row = [Plain; 5];

fn look(row: &Row, name: &str) -> Plain {
    let at = NAMES.iter().position(|other| *other == name).unwrap();
    row.get(at).copied().unwrap_or(Plain::Nothing)
}

fn plain_sum(row: &Row, sum: &Sum) -> Plain {
    match sum {
        Sum::Whole(value) => Plain::Number(*value as f64),
        Sum::Halves(value) => Plain::Number(*value as f64 / 2.0),
        Sum::Name(name) => look(row, name),
        Sum::Two(left, sign, right) => match (plain_sum(row, left), plain_sum(row, right)) {
            (Plain::Number(left), Plain::Number(right)) => Plain::Number(match sign {
                '+' => left + right,
                '-' => left - right,
                _ => left * right,
            }),
            _ => Plain::Nothing,
        },
    }
}

/// 1 for true, 0 for unknown, -1 for false: NOT is minus, AND the lesser, OR the greater.
fn truth(value: bool) -> i8 {
    if value { 1 } else { -1 }
}

fn compare(left: Plain, sign: &str, right: Plain) -> i8 {
    match (left, right) {
        (Plain::Nothing, _) | (_, Plain::Nothing) => 0,
        (Plain::Number(left), Plain::Number(right)) => truth(match sign {
            "=" => left == right,
            "<>" => left != right,
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            _ => left >= right,
        }),
        (left, right) if std::mem::discriminant(&left) == std::mem::discriminant(&right) => {
            truth(sign == "=" && left == right || sign == "<>" && left != right)
        }
        _ => -1,
    }
}

fn like(text: &[u8], pattern: &[u8]) -> bool {
    match (text, pattern) {
        (_, [b'%', rest @ ..]) => like(text, rest) || !text.is_empty() && like(&text[1..], pattern),
        ([_, text @ ..], [b'_', rest @ ..]) => like(text, rest),
        ([c, text @ ..], [p, rest @ ..]) => c == p && like(text, rest),
        ([], []) => true,
        _ => false,
    }
}

fn of_text(value: Plain, not: bool, holds: impl Fn(&str) -> bool) -> i8 {
    match value {
        Plain::Nothing => 0,
        Plain::Text(text) => truth(holds(text) != not),
        _ => -1,
    }
}

fn naive(row: &Row, condition: &Condition) -> i8 {
    match condition {
        Condition::Compare(left, sign, right) => {
            compare(plain_sum(row, left), sign, plain_sum(row, right))
        }
        Condition::Text(name, not, text) => {
            let sign = if *not { "<>" } else { "=" };
            compare(look(row, name), sign, Plain::Text(text))
        }
        Condition::Flag(name) => match look(row, name) {
            Plain::Nothing => 0,
            value => truth(value == Plain::Flag(true)),
        },
        Condition::Between(value, not, low, high) => {
            let [value, low, high] = [value, low, high].map(|sum| plain_sum(row, sum));
            let all = [value, low, high];
            let wrong = |one: &Plain| !matches!(one, Plain::Number(_));
            if !all.contains(&Plain::Nothing) && all.iter().any(wrong) {
                return -1;
            }
            let within = compare(value, ">=", low).min(compare(value, "<=", high));
            if *not { -within } else { within }
        }
        Condition::In(name, not, texts) => of_text(look(row, name), *not, |t| texts.contains(&t)),
        Condition::Like(name, not, pattern) => of_text(look(row, name), *not, |text| {
            like(text.as_bytes(), pattern.as_bytes())
        }),
        Condition::Null(name, not) => truth((look(row, name) == Plain::Nothing) != *not),
        Condition::Not(inner) => -naive(row, inner),
        Condition::And(left, right) => naive(row, left).min(naive(row, right)),
        Condition::Or(left, right) => naive(row, left).max(naive(row, right)),
    }
}

fn row(noise: &mut Noise) -> (Row, One) {
    let whole = noise.below(7) as i64 - 3;
    let long = noise.below(5) as i64 - 2;
    let halves = (noise.below(9) as i64 - 4) as f64 / 2.0;
    let text = noise.one(&TEXTS);
    let flag = noise.below(2) == 0;
    let mut row = [
        Plain::Number(whole as f64),
        Plain::Number(long as f64),
        Plain::Number(halves),
        Plain::Text(text),
        Plain::Flag(flag),
    ];
    let values = [
        Value::Int32(whole as i32),
        Value::Int64(long),
        Value::Float64(halves),
        Value::Text(text.into()),
        Value::Boolean(flag),
    ];
    let mut properties = Properties::default();
    for ((name, value), plain) in NAMES.iter().zip(values).zip(&mut row) {
        let value = if noise.below(4) == 0 {
            *plain = Plain::Nothing;
            Value::Null
        } else {
            value
        };
        properties.set(Property::new(&format!("usr.{name}"), value));
    }
    (row, One(MsgDescriptor::default(), properties))
}

#[test]
fn random_selectors_come_to_what_a_naive_evaluator_says() {
    let mut noise = Noise(0x5eed_1234_5678_9abc);
    let (mut taken, mut selected) = (0, 0);
    for _ in 0..20_000 {
        let condition = condition(&mut noise, 3);
        let text = write(&condition);
        let selector = match Selector::parse(&text) {
            Ok(selector) => selector,
            Err(error) => panic!("{text}: {error}"),
        };
        taken += 1;
        for _ in 0..4 {
            let (row, message) = row(&mut noise);
            let expected = naive(&row, &condition) == 1;
            assert_eq!(selector.matches(&message), expected, "{text} of {row:?}");
            selected += u32::from(expected);
        }
    }
    assert!(taken == 20_000 && selected > 10_000 && selected < 70_000);
}

#[test]
fn any_words_are_parsed_or_refused() {
    const WORDS: [&str; 24] = [
        "a",
        "JMSPriority",
        "Root.MQMD.MsgId",
        "AND",
        "OR",
        "NOT",
        "(",
        ")",
        "=",
        "<",
        "+",
        "-",
        "*",
        "/",
        "3",
        "0.5",
        "'x'",
        "\"0x0a\"",
        "IN",
        "LIKE",
        "BETWEEN",
        "IS",
        "NULL",
        ",",
    ];
    let mut noise = Noise(0xfeed_1234_5678_9abc);
    for _ in 0..50_000 {
        let count = noise.below(12);
        let words: Vec<_> = (0..count).map(|_| noise.one(&WORDS)).collect();
        ferromq_selector::fuzz_one(words.join(" ").as_bytes());
    }
}
