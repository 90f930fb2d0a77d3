//! `amqsevt` with a queue manager that tells what happens.

use crate::support::Room;

#[test]
fn events_are_shown_left_taken_and_over() {
    let room = Room::new();
    room.done(&["crtmqm", "-dev", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let commands = "ALTER QMGR LOCALEV(ENABLED) PERFMEV(ENABLED) CMDEV(NODISPLAY)\n\
                    DEFINE QLOCAL(SMALL) MAXDEPTH(1)\n";
    room.run_with(&["runmqsc", "QM1"], commands);
    room.run_with(&["amqsput", "SMALL", "QM1"], "one\ntwo\n");
    room.run_with(&["amqsput", "MISSING", "QM1"], "one\n");
    let browse = ["amqsevt", "-m", "QM1", "-b", "-w", "1"];
    let said = room.done(&browse);
    for part in [
        ") on Queue SYSTEM.ADMIN.QMGR.EVENT ****\nEvent Type                     : Queue Mgr Event [44]\n\
         Reason                         : Queue Mgr Active [2222]\n",
        "Reason                         : Unknown Object Name [2085]\n",
        "  Queue Name                   : MISSING\n",
        "(236 Bytes) on Queue SYSTEM.ADMIN.PERFM.EVENT ****\n",
        "Reason                         : Queue Full [2053]\n",
        "  Base Object Name             : SMALL\n",
        "    Command MQSC               : DEFINE QLOCAL(SMALL) MAXDEPTH(1)\n",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    let words = [
        "amqsevt",
        "-m",
        "QM1",
        "-w",
        "1",
        "-o",
        "json_compact",
        "-q",
        "SYSTEM.ADMIN.QMGR.EVENT",
    ];
    let said = room.done(&words);
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(
        said.contains("\"eventReason\" : { \"name\" : \"Unknown Object Name\", \"value\" : 2085 }"),
        "{said}"
    );
    assert_eq!(room.done(&words), "", "they are off the queue");
}
