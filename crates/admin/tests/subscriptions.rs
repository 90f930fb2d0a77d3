//! Commands about one subscription cost the same however many there are.

use crate::fake::FakeQueueManager;
use ferromq_admin::run_command;

/// A command about one subscription, and what its answer begins with and contains.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("DEFINE SUB(S.1) TOPICSTR('t/1') DEST(Q)", "AMQ8094I", ""),
    ("DEFINE SUB(S.1) TOPICSTR('t/1') DEST(Q)", "AMQ8150E", "S.1"),
    (
        "DEFINE SUB(S.1) TOPICSTR('t/1') DEST(Q) REPLACE",
        "AMQ8095I",
        "",
    ),
    ("DEFINE SUB(S.2) LIKE(S.1) USERDATA('x')", "AMQ8094I", ""),
    ("DEFINE SUB(S.3) LIKE(NOBODY)", "AMQ8147E", "NOBODY"),
    ("DEFINE SUB('S.*') TOPICSTR('t/1') DEST(Q)", "AMQ8094I", ""),
    ("ALTER SUB(S.1) USERDATA('y')", "AMQ8095I", ""),
    ("ALTER SUB(NOBODY) USERDATA('y')", "AMQ8147E", "NOBODY"),
    ("DISPLAY SUB(S.1) USERDATA", "AMQ8096I", "USERDATA(y)"),
    ("DISPLAY SUB(S.2) USERDATA DEST", "AMQ8096I", "USERDATA(x)"),
    ("DISPLAY SUB(S.1) DURABLE(NO)", "AMQ8147E", "S.1"),
    ("DISPLAY SUB(NOBODY)", "AMQ8147E", "NOBODY"),
    ("DISPLAY SBSTATUS(S.2) NUMMSGS", "AMQ8099I", "NUMMSGS(0)"),
    (
        "DISPLAY SUB SUBID(000000000000000000000000000000000000000000000001)",
        "AMQ8096I",
        "SUB(S.1)",
    ),
    (
        "ALTER SUB SUBID(000000000000000000000000000000000000000000000002) USERDATA('z')",
        "AMQ8095I",
        "",
    ),
    (
        "DISPLAY SUB(S.1) SUBID(000000000000000000000000000000000000000000000002)",
        "AMQ8147E",
        "",
    ),
    (
        "DELETE SUB SUBID(0000000000000000000000000000000000000000000000FF)",
        "AMQ8147E",
        "",
    ),
    ("DISPLAY PUBSUB SUBCOUNT", "AMQ8723I", "SUBCOUNT(3)"),
    // The fake has no topics to list, but a count of them.
    ("DISPLAY PUBSUB TPCOUNT", "AMQ8723I", "TPCOUNT(17)"),
    (
        "DISPLAY PUBSUB TYPE(PARENT)",
        "AMQ8147E",
        "object PUBSUB not found",
    ),
    // A name, whatever it ends in.
    ("ALTER SUB('S.*') USERDATA('its own')", "AMQ8095I", ""),
    ("DISPLAY SUB(S.1) USERDATA", "AMQ8096I", "USERDATA(y)"),
    ("DELETE SUB('S.*')", "AMQ8097I", ""),
    ("DELETE SUB('S.*')", "AMQ8147E", ""),
    ("DELETE SUB('S.*') IGNSTATE(YES)", "AMQ8097I", ""),
    ("DELETE SUB(S.1)", "AMQ8097I", ""),
    ("DELETE SUB(S.2)", "AMQ8097I", ""),
];

#[test]
fn commands_about_one_subscription_do_not_list_the_others() {
    let fake = FakeQueueManager::new();
    for (command, begins, contains) in COMMANDS {
        let (said, _) = run_command(&fake, command);
        assert!(said.starts_with(begins), "{command}: {said}");
        assert!(said.contains(contains), "{command}: {said}");
        assert_eq!(fake.listings(), 0, "{command}");
    }
}

#[test]
fn commands_about_several_subscriptions_list_them_once() {
    let fake = FakeQueueManager::new();
    for name in ["A.1", "A.2", "B.1"] {
        let define = format!("DEFINE SUB({name}) TOPICSTR('t') DEST(Q)");
        let (said, _) = run_command(&fake, &define);
        assert!(said.starts_with("AMQ8094I"), "{said}");
    }
    for (listings, (names, wanted)) in (1..).zip([("A.*", 2), ("*", 3), ("C*", 0)]) {
        let (said, _) = run_command(&fake, &format!("DISPLAY SUB({names})"));
        assert_eq!(said.matches("AMQ8096I").count(), wanted, "{said}");
        assert_eq!(fake.listings(), listings);
    }
}
