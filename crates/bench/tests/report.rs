//! `ferromq report` from the command line to the page. Nothing here tests how fast anything is.

use ferromq_report::results::{Datum, Record, Results, State, StepResult};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("ferromq-report-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("made");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn report(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferromq-bench"));
    command.arg("report").args(words);
    command.output().expect("the program runs")
}

fn done(words: &[&str]) -> String {
    let output = report(words);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {errors}");
    format!("{}{errors}", String::from_utf8_lossy(&output.stdout))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn a_report_is_measured_goes_on_after_a_stop_and_is_made_again_from_its_results() {
    let place = Place::new("whole");
    let to = place.file("out");
    let measure = [
        "--quick",
        "--only",
        "idle,start",
        "--remark",
        "a <test>",
        "-o",
        &to,
    ];
    let said = done(&measure);
    assert!(
        said.contains("report.html") && said.contains("left"),
        "{said}"
    );
    let results = read(&place.file("out/results.json"));
    assert!(results.contains("\"resident_mb\"") && results.contains("\"schema\": 1"));
    let html = read(&place.file("out/report.html"));
    assert!(html.contains("a &lt;test&gt;") && html.contains("resident mb"));
    // All is there: nothing is thrown away without being asked.
    let again = report(&measure);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--again"));
    // More is asked for: what is there is kept.
    let more = ["--quick", "--only", "idle,start,connections", "-o", &to];
    let said = done(&more);
    assert!(
        said.contains("Going on with") && said.contains("1 steps"),
        "{said}"
    );
    let readme = place.file("README.md");
    let marks = "before\n<!-- charts of the report -->\nold\n<!-- end of charts -->\nafter\n";
    std::fs::write(&readme, marks).expect("written");
    let from = place.file("out/results.json");
    let second = place.file("again");
    done(&["--from", &from, "-o", &second, "--readme", &readme]);
    assert!(Path::new(&place.file("again/report.html")).exists());
    let shown = read(&readme);
    assert!(shown.starts_with("before\n") && shown.ends_with("after\n") && !shown.contains("old"));
    // A page of other results leaves what was measured there, and its own results as they are.
    done(&["--from", &from, "-o", &to]);
    let older = place.file("older.json");
    std::fs::write(&older, results.replace("a <test>", "older")).expect("written");
    let other = report(&["--from", &older, "-o", &to]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another run"));
    assert_eq!(read(&from), read(&place.file("again/results.json")));
    // On another disk it is another run.
    let kept = read(&from);
    std::fs::write(
        &from,
        kept.replacen("\"file system\"", "\"file systems\"", 1),
    )
    .expect("written");
    let elsewhere = report(&["--quick", "--only", "idle,restart", "-o", &to]);
    assert_eq!(elsewhere.status.code(), Some(2));
    let why = String::from_utf8_lossy(&elsewhere.stderr).into_owned();
    assert!(why.contains("file system is 'not known'"), "{why}");
    std::fs::write(&from, kept).expect("written");
    let compared = done(&["compare", &from, &second]);
    assert!(compared.contains("0 worse"), "{compared}");
}

#[test]
fn what_is_wrong_is_said() {
    let place = Place::new("wrong");
    let bad = place.file("bad.json");
    std::fs::write(&bad, "{\"schema\": 7}").expect("written");
    for (words, code, about) in [
        (vec!["--from", &bad], 2, "schema"),
        (vec!["--from", "/nowhere/results.json"], 1, "No such file"),
        (vec!["--only", "W20"], 2, "cannot be measured"),
        (vec!["--bogus"], 2, "not known"),
    ] {
        let output = report(&words);
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(about), "{words:?}: {errors}");
    }
    let help = done(&["--help"]);
    assert!(help.contains("--quick") && help.contains("rr-bb"));
}

/// Results of a step with one point, or of one that failed.
fn results_of(state: State) -> String {
    let mut record = Record {
        name: "requester/responder".into(),
        runs: 1,
        ..Record::default()
    };
    let figures = &mut record.figures;
    figures.insert("round_trips_per_s".into(), Datum::Number(100.0));
    let rounds = match state {
        State::Done => vec![vec![record]],
        _ => Vec::new(),
    };
    let step = StepResult {
        step: "rr-bb".into(),
        command: String::new(),
        state,
        seconds: Vec::new(),
        rounds,
        failed_rounds: Vec::new(),
    };
    let results = Results {
        cores: 2,
        steps: vec![step],
        ..Results::default()
    };
    results.write()
}

/// A script that looks at the exit code does not take a step that failed for one that is as fast as before.
#[test]
fn files_of_which_one_lacks_points_are_not_compared_with_success() {
    let place = Place::new("compared");
    let (whole, part) = (place.file("whole.json"), place.file("part.json"));
    std::fs::write(&whole, results_of(State::Done)).expect("written");
    let failed = State::Failed("a message was lost".into());
    std::fs::write(&part, results_of(failed)).expect("written");
    let same = done(&["compare", &whole, &whole]);
    assert!(same.contains("1 points: 0 better, 0 worse"), "{same}");
    for (first, second, counted) in [
        (
            &whole,
            &part,
            "1 only in the first file, 0 only in the second",
        ),
        (
            &part,
            &whole,
            "0 only in the first file, 1 only in the second",
        ),
    ] {
        let output = report(&["compare", first, second]);
        let [said, errors] =
            [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
        assert_eq!(output.status.code(), Some(1), "{said} {errors}");
        assert!(said.contains("it failed: a message was lost"), "{said}");
        assert!(errors.contains(counted), "{errors}");
    }
}
