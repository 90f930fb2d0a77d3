//! The page of made-up results: what is missing, failed, noisy or no number must be said, and nothing else may be on it.

use ferromq_report::generated::tables::{CHART_ROWS, COMPARISON_ROWS, STEP_ROWS, WORKLOAD_ROWS};
use ferromq_report::page;
use ferromq_report::results::{Bound, Datum, Record, Results, State, StepResult};
use std::time::Duration;

fn record(step: &str, at: f64, rate: f64, persistent: bool) -> Record {
    let mut record = Record {
        name: "requester/responder".into(),
        runs: 1,
        ..Record::default()
    };
    let settings = [
        ("requesters", at),
        ("producers", at),
        ("topics", 1.0),
        ("subscribers_each", at),
        ("size", 2048.0),
    ];
    for (name, value) in settings {
        record.settings.insert(name.into(), Datum::Number(value));
    }
    record
        .settings
        .insert("persistent".into(), Datum::Flag(persistent));
    record
        .settings
        .insert("cipher".into(), Datum::Text("none".into()));
    let row = STEP_ROWS
        .iter()
        .find(|row| row.step == step)
        .expect("a step");
    record.figures.insert(row.rate.into(), Datum::Number(rate));
    for (name, value) in [
        ("q_mgr_process_cpu_us_each", 12.25),
        ("other_processes_cpu_us_each", 6.5),
        ("cores_busy_elsewhere", 0.75),
        ("p99_us", f64::NAN),
    ] {
        record.figures.insert(name.into(), Datum::Number(value));
    }
    record.bound = Some(Bound {
        what: "hand-over <b>".into(),
        limit: rate * 2.0,
        reached: 0.5,
    });
    record
}

fn step(name: &str, rounds: &[f64]) -> StepResult {
    let rounds = rounds.iter().map(|factor| {
        let at = |at: f64, persistent| record(name, at, at * 1_000.0 * factor, persistent);
        vec![
            at(1.0, false),
            at(16.0, false),
            at(64.0, false),
            at(1.0, true),
            at(64.0, true),
        ]
    });
    StepResult {
        step: name.into(),
        command: format!("ferromq bench {name}"),
        state: State::Done,
        seconds: vec![1.0],
        rounds: rounds.collect(),
        failed_rounds: Vec::new(),
    }
}

fn results() -> Results {
    let mut limits = Record {
        name: "limits of this machine".into(),
        ..Record::default()
    };
    limits
        .figures
        .insert("forces_4k_per_s".into(), Datum::Number(5_000.0));
    Results {
        version: "0.1.0".into(),
        taken: "2026-01-02 03:04:05".into(),
        plan: "quick".into(),
        machine: vec![("processor".into(), "Test <chip> & Co".into())],
        cores: 2,
        remark: "A remark | with *marks*".into(),
        limits: vec![(0.0, limits)],
        steps: vec![
            step("rr-bb", &[1.0, 1.5, 0.9]),
            step("rr-bb-tasks", &[2.0]),
            step("ps", &[1.0]),
            StepResult {
                step: "rr-cb".into(),
                command: String::new(),
                state: State::Failed("no progress: nothing completed for 30 s".into()),
                seconds: Vec::new(),
                rounds: Vec::new(),
                failed_rounds: Vec::new(),
            },
            StepResult {
                step: "jms".into(),
                command: String::new(),
                state: State::LeftOut("no Java client classes were given".into()),
                seconds: Vec::new(),
                rounds: Vec::new(),
                failed_rounds: Vec::new(),
            },
        ],
    }
}

#[test]
fn everything_is_said_what_is_missing_too() {
    let page = page(&results());
    for text in [&page.html, &page.markdown] {
        assert!(
            !text.contains("NaN") && !text.contains("inf "),
            "no number that is none"
        );
        for row in &WORKLOAD_ROWS {
            assert!(text.contains(row.workload), "{}", row.workload);
        }
        for said in [
            "nothing completed for 30 s",
            "no Java client classes were given",
            "NOT quiet",
            "there are no shared queues",
            "scatters",
        ] {
            assert!(text.contains(said), "{said}");
        }
    }
    assert!(
        page.html.contains("Test &lt;chip&gt; &amp; Co")
            && page.html.contains("hand-over &lt;b&gt;")
    );
    assert!(page.markdown.contains("A remark \\| with \\*marks\\*"));
    // Nothing from elsewhere, and no program.
    for word in ["http://", "https://", "<script", "<link", "url("] {
        assert!(
            !page
                .html
                .replace("http://www.w3.org/2000/svg", "")
                .contains(word),
            "{word}"
        );
    }
}

#[test]
fn charts_are_files_for_light_and_for_dark_and_stand_on_the_page() {
    let page = page(&results());
    let names: Vec<&str> = page.charts.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["summary-cost", "rr-bb", "rr-bb-core", "ps", "limits"] {
        assert!(
            names.contains(&format!("{name}.svg").as_str()),
            "{name}: {names:?}"
        );
        assert!(
            names.contains(&format!("{name}-dark.svg").as_str()),
            "{name}"
        );
        assert!(
            page.markdown.contains(&format!("charts/{name}-dark.svg")),
            "{name}"
        );
    }
    // What was not measured has no picture, though figures were published.
    assert!(CHART_ROWS.iter().any(|row| row.chart == "tls") && !names.contains(&"tls.svg"));
    for (name, drawn) in &page.charts {
        assert!(!drawn.contains("NaN") && !drawn.contains("var("), "{name}");
        assert_eq!(
            drawn.matches("<text").count(),
            drawn.matches("</text>").count(),
            "{name}"
        );
    }
}

/// Each number that says where it is from must be there, and shown as the record has it.
#[test]
fn numbers_on_the_page_are_those_of_records() {
    let results = results();
    let page = page(&results);
    let mut checked = 0;
    for cell in page.html.split("<td").skip(1) {
        let Some((_, rest)) = cell.split_once("data-from=\"") else {
            continue;
        };
        let (from, rest) = rest.split_once('"').expect("the end of an attribute");
        let shown = rest
            .split_once('>')
            .expect("a cell")
            .1
            .split('<')
            .next()
            .expect("its text");
        let Some((step, figure)) = from.split_once('/') else {
            continue;
        };
        let figure = figure.rsplit('/').next().expect("a name");
        if from.contains('%') || from.contains("published") || from.contains('+') {
            continue;
        }
        let Some(step) = results.step(step) else {
            assert_eq!(from, "limits/forces_4k_per_s", "{from} is from nowhere");
            continue;
        };
        let first = shown.split(' ').next().expect("a number").replace(',', "");
        let scale = match first.chars().last() {
            Some('k') => 1e3,
            Some('M') => 1e6,
            _ => 1.0,
        };
        let number: f64 = first
            .trim_end_matches(['k', 'M'])
            .parse()
            .unwrap_or_else(|_| panic!("{shown}"));
        let all: Vec<f64> = step
            .rounds
            .iter()
            .flatten()
            .filter_map(|record| record.number(figure))
            .collect();
        let cores = f64::from(results.cores);
        let near = |value: f64| (number * scale - value).abs() <= value.abs() * 0.006 + 1e-9;
        assert!(
            all.iter().any(|value| near(*value) || near(*value / cores)),
            "{shown} from {from} is in no record"
        );
        checked += 1;
    }
    assert!(checked > 40, "{checked}");
}

fn set(record: &mut Record, name: &str, value: f64) {
    record.figures.insert(name.into(), Datum::Number(value));
}

/// Sets at a rate: how many there are, and how much they made of what was asked.
fn sets(step: &str, points: &[(f64, f64)]) -> StepResult {
    let points = points.iter().map(|(count, percent)| {
        let rate = count * 32.0 * percent;
        let mut point = record(step, *count, rate, false);
        point
            .settings
            .insert("topics".into(), Datum::Number(*count));
        set(&mut point, "share_of_asked_percent", *percent);
        point
    });
    StepResult {
        step: step.into(),
        command: String::new(),
        state: State::Done,
        seconds: vec![1.0],
        rounds: vec![points.collect()],
        failed_rounds: Vec::new(),
    }
}

/// 25,600 messages a second of one core that was half idle were taken for its most, and two cores said to be 2.78 times as fast.
#[test]
fn what_made_all_that_was_asked_has_no_peak() {
    let of = |one_core: &[(f64, f64)]| {
        let mut results = results();
        results
            .steps
            .push(sets("ps-sets", &[(8.0, 100.0), (24.0, 92.0)]));
        results.steps.push(sets("ps-sets-one-core", one_core));
        page(&results).markdown
    };
    let (idle, full) = (of(&[(8.0, 100.0)]), of(&[(8.0, 100.0), (16.0, 70.0)]));
    let compared = "| W18 | C3 | all cores here, of one core; published: 4 of 2 cores | 1.97 |";
    assert!(full.contains(compared) && !idle.contains("| W18 | C3 |"));
    let said = "ps-sets-one-core made all that was asked of it at every point";
    assert!(idle.contains(said) && !full.contains(said));
    // Both cores are the machine whose rate is divided by two.
    assert!(
        full.contains("| 35,328 1/s | 24,044 1/s | 1.47 |"),
        "{full}"
    );
}

#[test]
fn what_is_faster_than_its_limit_has_none() {
    let mut results = results();
    for record in &mut results.steps[1].rounds[0] {
        record.bound = Some(Bound {
            what: "an echo that sleeps".into(),
            limit: 1_000.0,
            reached: 2.84,
        });
    }
    let page = page(&results);
    for text in [&page.html, &page.markdown] {
        assert!(!text.contains("284 %"));
        assert!(text.contains("no limit here: 2.84 times an echo that sleeps"));
        assert!(text.contains("therefore is no limit here"));
        assert!(text.contains("5 of the points, in rr-bb-tasks, are faster"));
    }
    let chart = page.charts.iter().find(|(name, _)| name == "limits.svg");
    let (_, drawn) = chart.expect("a chart of limits");
    assert!(drawn.contains("rr-bb<") && !drawn.contains("rr-bb-tasks"));
}

/// The report of this project, whatever is in it now.
fn committed() -> Results {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/report/results.json"
    );
    let text = std::fs::read_to_string(path).expect("the committed report");
    Results::read(&text).expect("results")
}

/// Names of settings change in the bench: a comparison that names an old one was missing without a word.
#[test]
fn comparisons_name_records_that_the_bench_makes() {
    let results = committed();
    for row in &COMPARISON_ROWS {
        for selector in [row.ours, row.ours_over] {
            let mut parts = selector.split('/');
            let (name, filter) = (parts.next().unwrap_or_default(), parts.next());
            let done = results.step(name).filter(|step| step.state == State::Done);
            let Some(step) = done else {
                continue;
            };
            let mut words = filter.unwrap_or_default().split(';');
            let settings: Vec<_> = words
                .by_ref()
                .filter_map(|word| word.split_once('='))
                .collect();
            let fits = |record: &&Record| settings.iter().all(|(name, is)| record.has(name, is));
            let found = step.rounds.iter().flatten().find(fits);
            assert!(found.is_some(), "{} {}: {selector}", row.workload, row.what);
        }
    }
}

/// Two rows that look alike and have other figures contradict each other.
#[test]
fn rows_of_a_table_differ_in_what_they_say_of_themselves() {
    let results = committed();
    for row in &STEP_ROWS {
        let Some(round) = results.step(row.step).and_then(|step| step.rounds.first()) else {
            continue;
        };
        let others = ["peak of", "knee of", "limits of"];
        let points = round
            .iter()
            .filter(|record| !others.iter().any(|other| record.name.starts_with(other)));
        let settings = row.columns.split('|').next().unwrap_or_default();
        let mut seen = std::collections::BTreeSet::new();
        for record in points {
            let shown = settings.split_whitespace().chain(["what"]);
            let shown: Vec<String> = shown
                .map(|name| {
                    record
                        .settings
                        .get(name)
                        .map_or(String::new(), Datum::shown)
                })
                .collect();
            let row_of = (record.name.clone(), shown);
            assert!(seen.insert(row_of.clone()), "{}: {row_of:?}", row.step);
        }
    }
}

/// With cells as wide as their text the figures of comparisons were out of sight on a phone.
#[test]
fn cells_are_narrow_on_a_phone() {
    let page = page(&results());
    let (_, narrow) = page
        .html
        .split_once("@media(max-width:40rem){")
        .expect("a rule");
    let (narrow, _) = narrow.split_once("@media").expect("the next");
    assert!(narrow.contains("max-width:7rem") && narrow.contains("overflow-wrap:anywhere"));
}

#[test]
fn nothing_at_all_is_a_page_too() {
    let empty = Results {
        cores: 1,
        ..Results::default()
    };
    let page = page(&empty);
    assert!(page.html.contains("not asked for in this run") && page.charts.is_empty());
    assert!(page.html.contains("is compared so") && !page.html.contains("Of 0 "));
}

/// Medians that are just above what is aimed at claim nothing: one round did not make it, or there was one.
#[test]
fn only_what_reaches_the_aim_in_every_round_is_claimed() {
    let claimed = |rounds: &[f64]| {
        let mut results = results();
        results.steps = vec![step("rr-bb", rounds)];
        let text = page(&results).markdown;
        let (_, rest) = text.split_once(" such comparisons ").expect("a claim");
        let (line, _) = rest.split_once(';').expect("a sentence");
        line.to_owned()
    };
    let numbers = |line: &str| -> Vec<u32> {
        line.split(' ')
            .filter_map(|word| word.parse().ok())
            .collect()
    };
    // Processor time is the same in all of these, and what reaches the aim by that does so in every round.
    let never = claimed(&[1e-6, 1.1e-6, 1.2e-6]);
    let always = claimed(&[1e6, 1.1e6, 1.2e6]);
    let scattered = claimed(&[1e6, 1.1e6, 1e-6]);
    let once = claimed(&[1e6]);
    let [by_time, 0] = numbers(&never)[..] else {
        panic!("{never}")
    };
    let [all, 0] = numbers(&always)[..] else {
        panic!("{always}")
    };
    assert!(all > by_time, "{always}, {never}");
    assert_eq!(numbers(&scattered), [by_time, all - by_time], "{scattered}");
    assert_eq!(numbers(&once), [0, all], "{once}");
}

#[test]
fn rounds_that_failed_are_said_though_others_did_not() {
    let mut results = results();
    results.steps = vec![step("rr-bb", &[1.0]), step("ps", &[1.0, 1.1, 1.2])];
    results.steps[0].failed_rounds = vec!["early".into(), "a message was lost".into()];
    let text = page(&results).markdown;
    assert!(
        text.contains(
            "2 rounds failed and are in no figure; the last one said: a message was lost"
        ),
        "{text}"
    );
    assert!(
        text.contains("Each step ran 1 to 3 times") && text.contains("the middle of 1 to 3 rounds"),
        "{text}"
    );
}

#[test]
fn numbers_come_back_from_a_file_as_they_were_measured() {
    let mut results = Results {
        cores: 2,
        plan: "quick".into(),
        ..Results::default()
    };
    let limit = record(STEP_ROWS[0].step, 1.0, 1.0, false);
    // Seconds of a clock have more digits than a reader in a hurry gets right.
    for each in 0..1_000 {
        let at = Duration::from_nanos(2_405_911_071 + each * 7_919_517).as_secs_f64();
        results.limits.push((at, limit.clone()));
    }
    for limit in &mut results.limits {
        limit.1.figures.remove("p99_us");
    }
    let read = Results::read(&results.write()).expect("its own file");
    assert_eq!(read.limits, results.limits);
}
