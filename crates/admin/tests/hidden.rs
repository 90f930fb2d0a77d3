//! What displays of several leave out: what their user may not see.

use crate::fake::network::FakeNetwork;
use crate::running::{connect, open};
use crate::services::Pretended;
use crate::started::{created, dumped, of_user, started};
use ferromq_admin::{ObjectError, ObjectOperations, run_command};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQOO_OUTPUT;
use ferromq_mqi::name::ObjectName;
use std::sync::Arc;

#[test]
fn who_may_make_objects_but_not_change_them_replaces_none_that_was_made_meanwhile() {
    let disk = created();
    let (manager, operations) = started(&disk);
    let allow = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('ann') AUTHADD(DSP,CRT)";
    assert_eq!(run_command(&operations, allow).1, CommandOutcome::Done);
    let ann = of_user(&manager, &operations, "ann");
    let queue = |depth: i32| {
        let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("APP.Q"));
        queue.set(Attr::Maxdepth, depth).expect("a depth");
        queue
    };
    // It was looked whether it is there, and then somebody else was faster.
    operations.define(queue(1), false).expect("made");
    let replaced = ann.define(queue(2), true);
    assert_eq!(replaced, Err(ObjectError::AlreadyExists));
    let there = operations.definition(ObjectKind::QLocal, &ObjectName::truncated("APP.Q"));
    assert_eq!(there.expect("it is there").int(Attr::Maxdepth), 1);
}

#[test]
fn displays_of_what_runs_leave_out_what_their_user_may_not_see() {
    let disk = created();
    let (manager, operations) = started(&disk);
    operations.set_network(Arc::new(FakeNetwork::default()));
    operations.set_services(Arc::new(Pretended::default()));
    let mut setup = vec!["SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('ann') AUTHADD(DSP)".to_owned()];
    for place in ["HIDDEN", "SEEN"] {
        setup.extend([
            format!("DEFINE QLOCAL({place}.Q)"),
            format!("DEFINE LISTENER({place}.L) TRPTYPE(TCP) PORT(1)"),
            format!("START LISTENER({place}.L)"),
            format!("DEFINE SERVICE({place}.S) STARTCMD('/bin/{place}')"),
            format!("START SERVICE({place}.S)"),
            format!(
                "DEFINE CHANNEL({place}.TO.C) CHLTYPE(SDR) CONNAME('x(1)') XMITQ(SYSTEM.DEFAULT.LOCAL.QUEUE)"
            ),
            format!("START CHANNEL({place}.TO.C)"),
        ]);
    }
    for kind in ["QUEUE", "LISTENER", "SERVICE", "CHANNEL"] {
        setup.push(format!(
            "SET AUTHREC PROFILE('SEEN.**') OBJTYPE({kind}) PRINCIPAL('ann') AUTHADD(DSP)"
        ));
    }
    for command in setup {
        let (output, outcome) = run_command(&operations, &command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}: {output}");
    }
    let mut program = connect(&manager);
    open(&mut program, "HIDDEN.Q", MQOO_OUTPUT);
    open(&mut program, "SEEN.Q", MQOO_OUTPUT);
    let ann = of_user(&manager, &operations, "ann");
    for display in [
        "DISPLAY QSTATUS(*) TYPE(HANDLE) ALL",
        "DISPLAY LSSTATUS(*) ALL",
        "DISPLAY SVSTATUS(*) ALL",
        "DISPLAY CHSTATUS(*) ALL",
    ] {
        let (all, _) = run_command(&operations, display);
        assert!(all.contains("HIDDEN"), "{all}");
        let (output, outcome) = run_command(&ann, display);
        assert_eq!(outcome, CommandOutcome::Done, "{output}");
        assert!(output.contains("SEEN"), "{output}");
        assert!(!output.contains("HIDDEN"), "{output}");
    }
    // What is kept of channels.
    let saved = "DISPLAY CHSTATUS(*) SAVED";
    assert!(run_command(&operations, saved).0.contains("QM1.TO.QM2"));
    let (output, _) = run_command(&ann, saved);
    assert!(!output.contains("QM1.TO.QM2"), "{output}");
}

/// What has no name a profile could give is for whoever may see the queue manager: hiding it says that nothing is blocked.
#[test]
fn channel_rules_and_subscriptions_are_seen_by_who_may_see_the_queue_manager() {
    let disk = created();
    let (manager, operations) = started(&disk);
    for command in [
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('ann') AUTHADD(DSP)",
        "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS)",
        "DEFINE QLOCAL(APP.Q)",
        "DEFINE SUB(APP.SUB) TOPICSTR('app') DEST(APP.Q)",
    ] {
        let (output, outcome) = run_command(&operations, command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}: {output}");
    }
    let ann = of_user(&manager, &operations, "ann");
    let blocked = "DISPLAY CHLAUTH('APP.X') MATCH(RUNCHECK) ADDRESS('10.1.1.1') CLNTUSER('x')";
    for display in ["DISPLAY CHLAUTH(*) ALL", blocked] {
        let all = run_command(&operations, display);
        assert!(all.0.contains("NOACCESS"), "{}", all.0);
        assert_eq!(run_command(&ann, display), all);
    }
    let kinds = [ObjectKind::ChlAuth, ObjectKind::Sub];
    let dumped = dumped(&ann, &kinds, "*");
    assert!(dumped.contains("'APP.*'"), "{dumped}");
    assert!(dumped.contains("APP.SUB"), "{dumped}");
}

#[test]
fn a_dump_of_one_name_leaves_out_what_its_user_may_not_see() {
    let disk = created();
    let (manager, operations) = started(&disk);
    for command in [
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('ann') AUTHADD(DSP)",
        "DEFINE QLOCAL(PAYROLL)",
    ] {
        let (output, outcome) = run_command(&operations, command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}: {output}");
    }
    let ann = of_user(&manager, &operations, "ann");
    let kinds = [ObjectKind::QLocal];
    assert!(dumped(&operations, &kinds, "PAYROLL").contains("PAYROLL"));
    for names in ["PAYROLL", "PAY*"] {
        let dumped = dumped(&ann, &kinds, names);
        assert!(!dumped.contains("PAYROLL"), "{dumped}");
    }
}
