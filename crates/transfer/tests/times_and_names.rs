//! When schedules are next, and which names fit patterns, against the plainest way to find out.

use crate::awkward::Awkward;
use ferromq_transfer::pattern::{PathPattern, fits_name, is_met, is_pattern};
use ferromq_transfer::request::{Trigger, TriggerCondition};
use ferromq_transfer::schedule::{
    CivilTime, Interval, Occurrence, Repeat, RepeatEnd, Schedule, TimeBase,
};

fn time(text: &str) -> CivilTime {
    CivilTime::from_text(text).expect(text)
}

fn schedule(start: CivilTime, repeat: Option<(u32, Interval, Option<RepeatEnd>)>) -> Schedule {
    Schedule {
        time_base: TimeBase::Utc,
        time_zone: None,
        start,
        repeat: repeat.map(|(frequency, interval, end)| Repeat {
            interval,
            frequency,
            end,
        }),
    }
}

const INTERVALS: &[Interval] = &[
    Interval::Minutes,
    Interval::Hours,
    Interval::Days,
    Interval::Weeks,
    Interval::Months,
    Interval::Years,
];

fn any_schedule(it: &mut Awkward) -> Schedule {
    let start = CivilTime::at_seconds(it.0.below(4_000_000_000) as i64).expect("a time");
    let interval = it.one_of(INTERVALS);
    let length = match interval {
        Interval::Minutes => 60,
        Interval::Hours => 3_600,
        Interval::Days => 86_400,
        Interval::Weeks => 604_800,
        Interval::Months => 2_600_000,
        Interval::Years => 31_600_000,
    };
    let end = match it.0.below(3) {
        0 => None,
        1 => Some(RepeatEnd::Count(1 + it.0.below(30) as u32)),
        _ => {
            let until = start.seconds() + it.0.below(length * 40) as i64 - length as i64;
            Some(RepeatEnd::Time(
                CivilTime::at_seconds(until.max(0)).expect("a time"),
            ))
        }
    };
    schedule(start, Some((1 + it.0.below(5) as u32, interval, end)))
}

/// Every time of the first ones, found one after the other.
fn first_times(schedule: &Schedule) -> Vec<Occurrence> {
    (0..60)
        .map_while(|number| schedule.occurrence(number))
        .collect()
}

#[test]
fn the_next_time_is_the_first_that_is_later() {
    for seed in 0..3_000 {
        let mut it = Awkward::new(seed);
        let schedule = any_schedule(&mut it);
        let times = first_times(&schedule);
        for pair in times.windows(2) {
            assert!(pair[0].time < pair[1].time, "seed {seed}: {schedule:?}");
        }
        let span = times
            .last()
            .map_or(0, |last| last.time.seconds() - schedule.start.seconds());
        for _ in 0..10 {
            let offset = it.0.below(span as u64 + 100_000) as i64 - 50_000;
            let after =
                CivilTime::at_seconds((schedule.start.seconds() + offset).max(0)).expect("a time");
            let wanted = times.iter().find(|found| found.time > after).copied();
            if wanted.is_some() || times.len() < 60 {
                assert_eq!(
                    schedule.next_after(after),
                    wanted,
                    "seed {seed}: {schedule:?} after {after}"
                );
            }
            let to = CivilTime::at_seconds(after.seconds() + it.0.below(span as u64 + 1) as i64)
                .expect("a time");
            if times.len() < 60 {
                let between = times
                    .iter()
                    .filter(|found| found.time > after && found.time <= to)
                    .count();
                assert_eq!(
                    schedule.count_between(after, to),
                    between as u64,
                    "seed {seed}: {schedule:?} {after} {to}"
                );
            }
        }
        // Each time is the next one from a second before it, and its successor from itself.
        for (place, found) in times.iter().enumerate().skip(1) {
            let before = CivilTime::at_seconds(found.time.seconds() - 1).expect("a time");
            assert_eq!(schedule.next_after(before), Some(*found), "seed {seed}");
            if let Some(next) = times.get(place + 1) {
                assert_eq!(schedule.next_after(found.time), Some(*next), "seed {seed}");
            }
        }
    }
}

fn all(schedule: &Schedule, count: usize) -> Vec<String> {
    first_times(schedule)
        .iter()
        .take(count)
        .map(|found| found.time.to_string())
        .collect()
}

#[test]
fn months_and_years_are_those_of_the_calendar() {
    let monthly = schedule(time("2027-12-31T02:00"), Some((1, Interval::Months, None)));
    let wanted = [
        "2027-12-31T02:00",
        "2028-01-31T02:00",
        "2028-02-29T02:00",
        "2028-03-31T02:00",
        "2028-04-30T02:00",
    ];
    assert_eq!(all(&monthly, 5), wanted);
    let yearly = schedule(time("2028-02-29T00:00"), Some((1, Interval::Years, None)));
    assert_eq!(
        all(&yearly, 5),
        [
            "2028-02-29T00:00",
            "2029-02-28T00:00",
            "2030-02-28T00:00",
            "2031-02-28T00:00",
            "2032-02-29T00:00"
        ]
    );
    let once = schedule(time("2027-03-01T02:00"), None);
    assert_eq!(
        once.next_after(time("2027-03-01T01:59"))
            .map(|found| found.time),
        Some(time("2027-03-01T02:00"))
    );
    assert_eq!(once.next_after(time("2027-03-01T02:00")), None);
    // At the end of the calendar it is over, and however many times have passed, the next is found at once.
    let minutes = schedule(time("1970-01-01T00:00"), Some((1, Interval::Minutes, None)));
    let next = minutes
        .next_after(time("9999-12-31T23:58:30"))
        .expect("one more");
    assert_eq!(next.time, time("9999-12-31T23:59"));
    assert_eq!(minutes.next_after(time("9999-12-31T23:59")), None);
    let rare = schedule(
        time("2027-03-01T02:00"),
        Some((u32::MAX, Interval::Years, None)),
    );
    assert_eq!(rare.next_after(time("2027-03-01T02:00")), None);
}

#[test]
fn clocks_of_a_time_base_are_ahead_of_utc() {
    let daily = schedule(
        time("2027-03-27T02:30"),
        Some((1, Interval::Days, Some(RepeatEnd::Count(3)))),
    );
    // Clocks go from one hour ahead to two in the night to the 28th.
    let summer = time("2027-03-28T02:00");
    let offset_s = |at: CivilTime| if at < summer { 3_600 } else { 7_200 };
    let mut after = 0;
    let mut found = Vec::new();
    while let Some((number, at)) = daily.next_after_utc(after, offset_s) {
        found.push((
            number,
            CivilTime::at_seconds(at).expect("a time").to_string(),
        ));
        after = at;
    }
    let wanted = [
        (0, "2027-03-27T01:30"),
        (1, "2027-03-28T00:30"),
        (2, "2027-03-29T00:30"),
    ];
    assert_eq!(
        found,
        wanted.map(|(number, text)| (number, text.to_owned()))
    );
    assert_eq!(
        daily
            .next_after_utc(i64::MIN, |_| 0)
            .map(|(number, _)| number),
        Some(0)
    );
    assert_eq!(daily.next_after_utc(i64::MAX, |_| 0), None);
}

/// Every way a star can be taken.
fn naive(pattern: &[char], text: &[char]) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some(('*', rest)) => (0..=text.len()).any(|taken| naive(rest, &text[taken..])),
        Some(('?', rest)) => !text.is_empty() && naive(rest, &text[1..]),
        Some((wanted, rest)) => text.first() == Some(wanted) && naive(rest, &text[1..]),
    }
}

#[test]
fn names_fit_patterns() {
    let mut it = Awkward::new(3);
    let mut fitted = 0;
    for _ in 0..20_000 {
        let pattern: String = (0..it.0.below(7))
            .map(|_| it.one_of(&['a', 'b', '*', '?', '\u{E4}']))
            .collect();
        let text: String = (0..it.0.below(9))
            .map(|_| it.one_of(&['a', 'b', '\u{E4}']))
            .collect();
        let chars = |text: &str| -> Vec<char> { text.chars().collect() };
        let wanted = naive(&chars(&pattern), &chars(&text));
        assert_eq!(fits_name(&pattern, &text), wanted, "{pattern} {text}");
        fitted += u32::from(wanted);
    }
    assert!(fitted > 1_000, "{fitted}");
    assert!(!fits_name("*", ".hidden") && fits_name(".*", ".hidden") && !fits_name("?x", ".x"));
    assert!(!fits_name("A", "a"), "letters count as they are");
    let long = "a".repeat(20_000);
    assert!(
        !fits_name(&format!("{}b", "*a".repeat(50)), &long),
        "and not slowly"
    );
    assert!(
        is_pattern("/srv/*.jpg")
            && is_pattern("a?")
            && !is_pattern("/srv/*/a")
            && !is_pattern("/srv/a")
    );
}

fn naive_path(pattern: &[&str], path: &[&str]) -> bool {
    let chars = |text: &str| -> Vec<char> { text.chars().collect() };
    match pattern.split_first() {
        None => path.is_empty(),
        Some((&"**", rest)) => (0..=path.len()).any(|taken| naive_path(rest, &path[taken..])),
        Some((part, rest)) => {
            path.first()
                .is_some_and(|name| naive(&chars(part), &chars(name)))
                && naive_path(rest, &path[1..])
        }
    }
}

#[test]
fn paths_fit_patterns() {
    let mut it = Awkward::new(4);
    let mut fitted = 0;
    for _ in 0..20_000 {
        let pattern: Vec<&str> = (0..it.0.below(5))
            .map(|_| it.one_of(&["a", "b", "*", "?", "**", "a*"]))
            .collect();
        let path: Vec<&str> = (0..it.0.below(6))
            .map(|_| it.one_of(&["a", "b", "ab"]))
            .collect();
        let wanted = naive_path(&pattern, &path);
        let text = format!("/{}", path.join("/"));
        let found = PathPattern::new(&format!("/{}", pattern.join("/"))).fits(&text);
        // No parts at all are the root, which has everything below it.
        if !pattern.is_empty() {
            assert_eq!(found, wanted, "{pattern:?} {path:?}");
        }
        fitted += u32::from(wanted);
    }
    assert!(fitted > 1_000, "{fitted}");
    for (pattern, path, fits) in [
        ("/srv/in/", "/srv/in", true),
        ("/srv/in/", "/srv/in/a/b", true),
        ("/srv/in", "/srv/in/a", false),
        ("/srv/**/private/**", "/srv/a/b/private/c", true),
        ("/srv/out/*", "/srv/out/a/b", false),
        ("/srv/in/", "/srv/into", false),
        ("/", "/etc/passwd", true),
    ] {
        assert_eq!(
            PathPattern::new(pattern).fits(path),
            fits,
            "{pattern} {path}"
        );
    }
    let deep = "/a".repeat(5_000);
    assert!(
        !PathPattern::new(&format!("{}/b", "/**/a".repeat(50))).fits(&deep),
        "and not slowly"
    );
}

#[test]
fn triggers_are_met_by_all_files_or_not() {
    let sizes = |file: &str| match file {
        "small" => Some(9),
        "large" => Some(10),
        _ => None,
    };
    for (condition, files, met) in [
        (TriggerCondition::Exists, &["small", "large"][..], true),
        (TriggerCondition::Exists, &["small", "none"], false),
        (TriggerCondition::Absent, &["none"], true),
        (TriggerCondition::Absent, &["none", "small"], false),
        (TriggerCondition::SizeAtLeast(10), &["large"], true),
        (
            TriggerCondition::SizeAtLeast(10),
            &["large", "small"],
            false,
        ),
        (TriggerCondition::SizeAtLeast(0), &["none"], false),
    ] {
        let trigger = Trigger {
            log: None,
            condition,
            files: files.iter().map(|file| (*file).to_owned()).collect(),
        };
        assert_eq!(is_met(&trigger, sizes), met, "{trigger:?}");
    }
}
