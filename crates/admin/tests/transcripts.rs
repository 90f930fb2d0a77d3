//! Conversations with `runmqsc`, kept as text.
//!
//! Each file in `transcripts/` holds input lines marked `> ` and, after each, the output that
//! follows. Lines that begin with `#` say what is being shown. The queue manager is the one in
//! `fake/`. With `FERROMQ_UPDATE_TRANSCRIPTS` set, the files are written anew; look at the
//! difference before keeping it.

use crate::fake::FakeQueueManager;
use ferromq_admin::{Script, run_command};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use std::path::PathBuf;

fn queue_manager() -> FakeQueueManager {
    let fake = FakeQueueManager::new();
    fake.add(ObjectKind::QLocal, "IN.USE", &[(Attr::Curdepth, 3)]);
    fake.add(ObjectKind::QLocal, "FULL", &[(Attr::Curdepth, 5000)]);
    fake.add(
        ObjectKind::QLocal,
        "SYSTEM.DEFAULT.LOCAL.QUEUE",
        &[(Attr::Maxdepth, 6000)],
    );
    fake
}

/// Runs the input of a transcript and gives back the transcript as it really goes.
fn replay(transcript: &str) -> String {
    let fake = queue_manager();
    let mut script = Script::new(|text: &str| run_command(&fake, text));
    let mut actual = String::new();
    for line in transcript.lines() {
        if let Some(input) = line.strip_prefix('>') {
            let input = input.strip_prefix(' ').unwrap_or(input);
            actual.push_str(line);
            actual.push('\n');
            actual.push_str(&script.feed(input));
        } else if line.starts_with('#') {
            actual.push_str(line);
            actual.push('\n');
        }
    }
    actual.push_str(&script.finish());
    actual.push_str(&format!("exit code {}\n", script.exit_code()));
    actual
}

fn check(name: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/transcripts")
        .join(name);
    let expected = std::fs::read_to_string(&path).expect("the transcript is there");
    let actual = replay(&expected);
    if std::env::var_os("FERROMQ_UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&path, actual).expect("the transcript can be written");
        return;
    }
    for (at, (expected, actual)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(expected, actual, "{name}, line {}", at + 1);
    }
    assert_eq!(
        expected.lines().count(),
        actual.lines().count(),
        "{name}: length"
    );
}

#[test]
fn channels_between_queue_managers_are_defined_altered_displayed_and_deleted() {
    check("message_channels.txt");
}

#[test]
fn channels_between_queue_managers_are_operated_and_watched() {
    check("message_channels_running.txt");
}

#[test]
fn queues_are_defined_altered_displayed_and_deleted() {
    check("queues.txt");
}

#[test]
fn every_attribute_of_every_kind_is_shown() {
    check("display_all.txt");
}

#[test]
fn filters_choose_what_is_displayed() {
    check("filters.txt");
}

#[test]
fn syntax_errors_say_where_and_why() {
    check("syntax_errors.txt");
}

#[test]
fn commands_that_cannot_be_processed_say_why() {
    check("refusals.txt");
}

#[test]
fn the_queue_manager_is_altered_displayed_and_reset() {
    check("queue_manager.txt");
}

#[test]
fn status_and_connections_are_displayed() {
    check("status.txt");
}

#[test]
fn processes_and_namelists_are_objects_too() {
    check("processes_and_namelists.txt");
}

#[test]
fn channels_and_listeners_are_objects_too() {
    check("channels_and_listeners.txt");
}

#[test]
fn channels_and_listeners_are_started_stopped_and_watched() {
    check("channels_running.txt");
}

#[test]
fn lines_comments_and_endings_follow_the_rules_of_scripts() {
    check("lines.txt");
}

#[test]
fn a_question_mark_is_answered_with_the_syntax() {
    check("help.txt");
}

#[test]
fn the_example_in_the_manual_is_real() {
    check("manual.txt");
    let manual = include_str!("../../../docs/manual/mqsc.md");
    let example = manual
        .split("```")
        .nth(1)
        .expect("an example between fences");
    let transcript = include_str!("transcripts/manual.txt");
    let output = transcript
        .lines()
        .filter(|line| !line.starts_with(['>', '#']) && !line.starts_with("exit code"));
    assert!(
        output.eq(example.trim_start_matches('\n').lines()),
        "the manual shows something else"
    );
}
