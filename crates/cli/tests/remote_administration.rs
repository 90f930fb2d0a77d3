//! MQSC that another queue manager runs: commands and answers go through channels.

use crate::joined::Joined;
use std::time::{Duration, Instant};

#[test]
fn commands_are_run_by_the_other_queue_manager_and_its_answers_come_back() {
    let joined = Joined::new();
    let there = ["runmqsc", "-w", "60", "-m", "QM1", "QM2"];
    let said = joined.room.run_with(
        &there,
        "DEFINE QLOCAL(FAR.AWAY) MAXDEPTH(77)\n\
         DISPLAY QLOCAL(FAR.AWAY) MAXDEPTH\n\
         DISPLAY QMGR QMNAME\n\
         DISPLAY QLOCAL(*)\n",
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains("Starting MQSC for queue manager QM2."),
        "{said:?}"
    );
    assert!(
        said.out.contains("AMQ8006I: ") && said.out.contains("MAXDEPTH(77)"),
        "{said:?}"
    );
    assert!(said.out.contains("QMNAME(QM2)"), "{said:?}");
    // Many answers to one command.
    assert!(said.out.matches("QUEUE(SYSTEM.").count() > 20, "{said:?}");
    let here = joined
        .room
        .run_with(&["runmqsc", "QM1"], "DISPLAY QLOCAL(FAR.AWAY)\n");
    assert_eq!(here.code, 10, "it is not here: {here:?}");
    // What is refused there is told here, and the exit code says so.
    let said = joined
        .room
        .run_with(&there, "DISPLAY QLOCAL(NO.SUCH)\nDEFINE NONSENSE(X)\n");
    assert_eq!(said.code, 10, "{said:?}");
    assert!(
        said.out.contains("AMQ8147E: ") && said.out.contains("AMQ8405"),
        "{said:?}"
    );
    // A queue manager nobody knows the way to.
    let lost = joined
        .room
        .run_with(&["runmqsc", "-w", "5", "-m", "QM1", "QM9"], "PING QMGR\n");
    assert_eq!(lost.code, 20, "{lost:?}");
    assert!(
        lost.err.contains("AMQ8101S: ") && lost.err.contains("2087"),
        "{lost:?}"
    );
    let other = joined.room.run_with(
        &["runmqsc", "-w", "5", "-x", "-m", "QM1", "QM2"],
        "PING QMGR\n",
    );
    assert_eq!(other.code, 20, "{other:?}");
    assert!(other.err.contains("z/OS"), "{other:?}");
}

/// Nobody answers: that is told when the time is over, and a command whose time is over is not run later.
#[test]
fn no_answer_in_time_is_told_and_the_command_is_not_run_later() {
    let joined = Joined::new();
    joined.room.done(&["endmqcsv", "QM2"]);
    let began = Instant::now();
    let said = joined.room.run_with(
        &["runmqsc", "-w", "2", "-m", "QM1", "QM2"],
        "DEFINE QLOCAL(TOO.LATE)\n",
    );
    assert!(began.elapsed() >= Duration::from_secs(2), "it waited");
    assert_eq!(said.code, 10, "{said:?}");
    assert!(said.out.contains("AMQ8416E: "), "{said:?}");
    joined.room.done(&["strmqcsv", "QM2"]);
    joined.until_depth("QM2", "SYSTEM.ADMIN.COMMAND.QUEUE", 0);
    let there = joined
        .room
        .run_with(&["runmqsc", "QM2"], "DISPLAY QLOCAL(TOO.LATE)\n");
    assert_eq!(there.code, 10, "it was not made: {there:?}");
    // It answers again.
    let said = joined
        .room
        .run_with(&["runmqsc", "-w", "60", "-m", "QM1", "QM2"], "PING QMGR\n");
    assert_eq!(said.code, 0, "{said:?}");
}
