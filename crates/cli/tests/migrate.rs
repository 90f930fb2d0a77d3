//! Definitions and settings of another installation are listed, then taken over.

use crate::support::Room;

/// As another product version writes them.
const SCRIPT: &str = "\
*******************************************************************************
* Script generated on 2024-03-01   at 10.15.00
* Queue manager name: PROD1
*******************************************************************************
DEFINE QLOCAL('ORDERS.IN') +
   DESCR('from the shop') +
   MAXDEPTH(20000) +
   SCOPE(QMGR) +
*  ALTDATE(2023-01-01) +
   REPLACE
DEFINE CHANNEL('APP.SVRCONN') +
   CHLTYPE(SVRCONN) +
   TRPTYPE(TCP) +
   SCYEXIT('/var/mqm/exits64/check(Entry)') +
   REPLACE
DEFINE STGCLASS('PAGES') PSID(4)
DEFINE QLOCAL('ODD') NEWATTR(YES) REPLACE
DEFINE QALIAS('PAY') TARGET('ORDERS.IN') REPLACE
";

const QM_INI: &str = "\
#* Module Name: qm.ini
ExitPath:
   ExitsDefaultPath=/var/mqm/exits
Log:
   LogPrimaryFiles=10
   LogSecondaryFiles=4
   LogFilePages=16384
   LogType=LINEAR
   LogPath=/var/mqm/log/PROD1/
Channels:
   MaxChannels=500
   MaxActiveChannels=many
TCP:
   KeepAlive=YES
";

fn room() -> Room {
    let room = Room::new();
    for (name, text) in [("prod1.mqsc", SCRIPT), ("prod1.ini", QM_INI)] {
        std::fs::write(room.path().join(name), text).expect("written");
    }
    room
}

#[test]
fn a_list_says_what_becomes_of_each_and_changes_nothing() {
    let room = room();
    let said = room.run(&["migrate", "-f", "prod1.mqsc", "-i", "prod1.ini"]);
    assert_eq!(said.code, 10, "{said:?}");
    for line in [
        "prod1.ini: 9 settings\n",
        "line 11    Channels.MaxChannels=500\n",
        "Refused: 1:\n    line 12    Channels.MaxActiveChannels=many\n",
        "line 9     Log.LogPath=/var/mqm/log/PROD1/: said when",
        "prod1.mqsc: 5 commands\n  In force: 2:\n    line 5     DEFINE QLOCAL(ORDERS.IN)\n",
        "    line 18    DEFINE QALIAS(PAY)\n",
        "  Kept without effect: 1:\n    line 11    DEFINE CHANNEL(APP.SVRCONN): SCYEXIT\n",
        "  Refused: 2:\n    line 16    DEFINE STGCLASS(PAGES)\n",
        "Nothing was changed.",
    ] {
        assert!(said.out.contains(line), "{line:?} in {}", said.out);
    }
    let said = room.run(&["migrate", "-q", "-f", "prod1.mqsc"]);
    assert!(said.out.contains("In force: 2\n"), "{said:?}");
    assert!(!said.out.contains("QALIAS"), "{said:?}");
}

#[test]
fn what_is_not_refused_is_taken_over() {
    let room = room();
    room.start("QM1", &[]);
    let words = [
        "migrate",
        "-x",
        "-m",
        "QM1",
        "-f",
        "prod1.mqsc",
        "-i",
        "prod1.ini",
    ];
    let said = room.run(&words);
    assert_eq!(said.code, 10, "{said:?}");
    assert!(said.out.contains("Channels.MaxChannels"), "{said:?}");
    let ini = std::fs::read_to_string(room.path().join("qmgrs/QM1/qm.ini")).expect("it is there");
    assert!(ini.contains("MaxChannels=500"), "{ini}");
    for kept in ["LogFilePages=16384", "LINEAR", "/var/mqm", "many"] {
        assert!(!ini.contains(kept), "{kept} in {ini}");
    }
    let shown = room.run_with(
        &["runmqsc", "QM1", "-e"],
        "DISPLAY QLOCAL(ORDERS.IN) MAXDEPTH\nDISPLAY QALIAS(PAY) TARGET\nDISPLAY CHANNEL(APP.SVRCONN) SCYEXIT\n",
    );
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(shown.out.contains("MAXDEPTH(20000)"), "{shown:?}");
    // It starts with what was written, and all of it can be done again.
    room.done(&["endmqm", "-w", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let again = room.run(&words);
    assert!(
        again.out.contains("qm.ini says all of that already."),
        "{again:?}"
    );
    assert!(!again.out.contains("Failed"), "{again:?}");
}

#[test]
fn what_cannot_be_read_or_reached_is_said_and_nothing_is_done() {
    let room = room();
    for words in [
        &["migrate"][..],
        &["migrate", "-f", "nosuch.mqsc"],
        &["migrate", "-x", "-m", "NOSUCH", "-f", "prod1.mqsc"],
    ] {
        let said = room.run(words);
        assert_eq!(said.code, 20, "{said:?}");
        assert!(!said.err.is_empty(), "{said:?}");
    }
}

/// Goal: nothing is taken over as something else, and nothing is said to be kept that is not. Method: a letter of another code page; settings of the
/// machine.
#[test]
fn what_cannot_be_read_or_is_written_nowhere_is_said() {
    let room = room();
    let place = |name: &str| room.path().join(name);
    std::fs::write(
        place("old.mqsc"),
        b"* one\nDEFINE QLOCAL(A) DESCR('Gr\xf6\xdfe')\n",
    )
    .expect("written");
    let said = room.run(&["migrate", "-f", "old.mqsc"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(
        said.err.contains("old.mqsc line 2: the text is not UTF-8"),
        "{said:?}"
    );
    std::fs::write(
        place("mqs.ini"),
        "AllQueueManagers:\n   DefaultPrefix=/x\nNoSuch:\n   Odd=1\n",
    )
    .expect("written");
    let said = room.run(&["migrate", "-s", "mqs.ini"]);
    assert!(said.out.contains("Kept without effect: 0\n"), "{said:?}");
}
