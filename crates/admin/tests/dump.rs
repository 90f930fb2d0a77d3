//! What `dmpmqcfg` writes, run again where default objects are what they were, and where they were altered.

use crate::started::{created, dumped, started};
use ferromq_admin::{Administered, NamePattern, ObjectOperations, Script, run_command};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;

const KINDS: [ObjectKind; 4] = [
    ObjectKind::QLocal,
    ObjectKind::QModel,
    ObjectKind::SvrConn,
    ObjectKind::Process,
];

fn run(operations: &Administered, commands: &[&str]) {
    for command in commands {
        let (said, outcome) = run_command(operations, command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}: {said}");
    }
}

fn replay(operations: &Administered, text: &str) {
    let mut script = Script::new(|command: &str| run_command(operations, command));
    for line in text.lines() {
        script.feed(line);
    }
    let said = script.finish();
    assert_eq!(script.exit_code(), 0, "{said}");
}

/// What is defined, without when.
fn defined(operations: &Administered) -> Vec<Definition> {
    let mut found = operations.definitions(&KINDS, &NamePattern::any());
    for definition in &mut found {
        for attr in [Attr::Altdate, Attr::Alttime, Attr::Crdate, Attr::Crtime] {
            // Not every kind has each.
            let _ = definition.set_internal(attr, "");
        }
    }
    found.sort_by_key(|definition| (definition.kind().to_string(), definition.name()));
    found
}

#[test]
fn a_dump_makes_the_same_objects_whatever_the_default_objects_are() {
    let disk = created();
    let (_manager, source) = started(&disk);
    run(
        &source,
        &[
            // Before and behind the default objects in the order of names; like them, and not.
            "DEFINE QLOCAL(BEFORE.PLAIN)",
            "DEFINE QLOCAL('behind.plain')",
            "DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN)",
            "DEFINE PROCESS(P)",
            "ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(17) DEFPSIST(YES)",
            "ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) MAXMSGL(1000)",
            "ALTER PROCESS(SYSTEM.DEFAULT.PROCESS) APPLICID('program')",
            "DEFINE QLOCAL(BEFORE.LIKE)",
            "DEFINE QLOCAL('behind.like')",
            "DEFINE QLOCAL(MIXED) DEFPSIST(NO)",
        ],
    );
    let text = dumped(&source, &KINDS, "*");
    let wanted = defined(&source);
    // Where they come from.
    replay(&source, &text);
    assert_eq!(defined(&source), wanted);
    // On a new queue manager.
    let fresh = created();
    let (_other, target) = started(&fresh);
    replay(&target, &text);
    assert_eq!(defined(&target), wanted);
    // On one whose default objects are gone.
    let fresh = created();
    let (_other, target) = started(&fresh);
    run(&target, &["DELETE QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE)"]);
    replay(&target, &text);
    assert_eq!(defined(&target), wanted);
}
