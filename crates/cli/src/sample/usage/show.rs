//! Publications of figures as text.

use super::catalogue::{Class, Element, kind_of};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{
    MQCA_Q_NAME, MQCACF_APPL_NAME, MQIAMO_MONITOR_DELTA, MQIAMO_MONITOR_GB,
    MQIAMO_MONITOR_HUNDREDTHS, MQIAMO_MONITOR_KB, MQIAMO_MONITOR_MB, MQIAMO_MONITOR_MICROSEC,
    MQIAMO_MONITOR_PERCENT, MQIAMO64_MONITOR_INTERVAL,
};
use ferromq_mqi::pcf::{Message, Parameter, Value};
use std::fmt::Write;

/// A publication, by what the catalogue says of it.
pub(super) fn publication(
    classes: &[Class],
    descriptor: &MsgDescriptor,
    message: &Message,
) -> String {
    let field = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
    let interval_us = number_of(message, MQIAMO64_MONITOR_INTERVAL).unwrap_or(0);
    let mut out = format!(
        "Publication received PutDate:{} PutTime:{} Interval:{}\n",
        field(&descriptor.put_date),
        field(&descriptor.put_time),
        interval(interval_us)
    );
    let Some(kind) = kind_of(classes, message) else {
        out.push_str("Unrecognised resource usage message\n");
        return out;
    };
    let object = message.text(MQCA_Q_NAME);
    let object = object.or_else(|| message.text(MQCACF_APPL_NAME));
    for parameter in &message.parameters {
        let element = kind.elements.iter().find(|one| one.number == parameter.id);
        let (Some(element), Some(value)) = (element, number(parameter)) else {
            continue;
        };
        if let Some(object) = &object {
            let _ = write!(out, "{object:<48} ");
        }
        let _ = writeln!(
            out,
            "{} {}",
            element.about,
            shown(element, value, interval_us)
        );
    }
    out
}

fn number(parameter: &Parameter) -> Option<i64> {
    match parameter.value {
        Value::Int(value) => Some(i64::from(value)),
        Value::Int64(value) => Some(value),
        _ => None,
    }
}

fn number_of(message: &Message, id: i32) -> Option<i64> {
    number(message.parameters.iter().find(|one| one.id == id)?)
}

/// A time in words, its seconds with three decimals.
fn interval(interval_us: i64) -> String {
    let (seconds, thousandths) = (interval_us / 1_000_000, interval_us % 1_000_000 / 1000);
    let mut out = String::new();
    for (length, name) in [(86_400, "days"), (3_600, "hours"), (60, "minutes")] {
        if seconds >= length {
            let count = match name {
                "days" => seconds / length,
                "hours" => seconds / length % 24,
                _ => seconds / length % 60,
            };
            let _ = write!(out, "{count} {name},");
        }
    }
    let _ = write!(out, "{}.{thousandths:03} seconds", seconds % 60);
    out
}

/// Shortest interval a rate is worked out for, in microseconds.
const RATE_INTERVAL_MIN_US: i64 = 10_000;

fn shown(element: &Element, value: i64, interval_us: i64) -> String {
    let hundredths = || format!("{}.{:02}", value / 100, value % 100);
    match element.unit {
        MQIAMO_MONITOR_PERCENT => hundredths() + "%",
        MQIAMO_MONITOR_HUNDREDTHS => hundredths(),
        MQIAMO_MONITOR_KB => format!("{value}KB"),
        MQIAMO_MONITOR_MB => format!("{value}MB"),
        MQIAMO_MONITOR_GB => format!("{value}GB"),
        MQIAMO_MONITOR_MICROSEC => format!("{value} uSec"),
        MQIAMO_MONITOR_DELTA if interval_us >= RATE_INTERVAL_MIN_US => {
            let all = i128::from(value) * 1_000_000 + i128::from(interval_us / 2);
            match all / i128::from(interval_us) {
                0 => format!("{value} "),
                rate => format!("{value} {rate}/sec"),
            }
        }
        MQIAMO_MONITOR_DELTA => format!("{value} "),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::Kind;
    use super::*;
    use ferromq_mqi::generated::constants::{MQIAMO_MONITOR_CLASS, MQIAMO_MONITOR_TYPE};
    use ferromq_mqi::pcf::Header;

    fn element(number: i32, unit: i32, about: &str) -> Element {
        Element {
            number,
            unit,
            about: about.to_owned(),
        }
    }

    #[test]
    fn figures_are_shown_in_their_units() {
        let kind = Kind {
            number: 2,
            name: "PUT".to_owned(),
            about: "puts".to_owned(),
            topic: "top/%s".to_owned(),
            elements: vec![
                element(0, MQIAMO_MONITOR_DELTA, "puts"),
                element(1, MQIAMO_MONITOR_PERCENT, "share"),
                element(2, MQIAMO_MONITOR_MICROSEC, "time"),
                element(3, 1, "depth"),
            ],
        };
        let classes = [Class {
            number: 3,
            name: "STATQ".to_owned(),
            about: "queues".to_owned(),
            kinds: vec![kind],
        }];
        let long = |id, value| Parameter {
            id,
            value: Value::Int64(value),
        };
        let message = Message {
            header: Header::command(0),
            parameters: vec![
                Parameter::padded(MQCA_Q_NAME, "Q1", 48),
                Parameter::int(MQIAMO_MONITOR_CLASS, 3),
                Parameter::int(MQIAMO_MONITOR_TYPE, 2),
                long(MQIAMO64_MONITOR_INTERVAL, 10_000_000),
                long(0, 25),
                long(1, 1234),
                long(2, 7),
                Parameter::int(3, 9),
                long(99, 1),
            ],
        };
        let descriptor = MsgDescriptor {
            put_date: *b"20260102",
            put_time: *b"03040506",
            ..MsgDescriptor::default()
        };
        let q1 = format!("{:<48} ", "Q1");
        assert_eq!(
            publication(&classes, &descriptor, &message),
            format!(
                "Publication received PutDate:20260102 PutTime:03040506 Interval:10.000 seconds\n\
                 {q1}puts 25 3/sec\n{q1}share 12.34%\n{q1}time 7 uSec\n{q1}depth 9\n"
            )
        );
        let none = publication(&[], &descriptor, &message);
        assert!(none.ends_with("Unrecognised resource usage message\n"));
    }

    #[test]
    fn intervals_are_in_words() {
        assert_eq!(interval(9_999), "0.009 seconds");
        assert_eq!(interval(61_500_000), "1 minutes,1.500 seconds");
        let long = (2 * 86_400 + 3_600 + 5) * 1_000_000;
        assert_eq!(interval(long), "2 days,1 hours,0 minutes,5.000 seconds");
    }

    #[test]
    fn short_intervals_have_no_rate() {
        let puts = element(0, MQIAMO_MONITOR_DELTA, "puts");
        assert_eq!(shown(&puts, 5, 9_999), "5 ");
        assert_eq!(
            shown(&puts, i64::MAX, 1_000_000),
            format!("{0} {0}/sec", i64::MAX)
        );
        assert_eq!(shown(&puts, 1, 10_000_000), "1 ");
    }
}
