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

/// Source: "LOGGEREV ... is valid only on queue managers that use linear logging".
#[test]
fn events_of_extents_are_refused_where_the_log_is_circular() {
    let room = Room::new();
    room.done(&["crtmqm", "-lc", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let commands =
        "ALTER QMGR LOGGEREV(ENABLED)\nALTER QMGR LOGGEREV(DISABLED)\nDISPLAY QMGR LOGGEREV\n";
    let said = room.run_with(&["runmqsc", "QM1"], commands);
    assert_eq!(said.code, 10, "{said:?}");
    let shown = format!("{said:?}");
    assert!(shown.contains("FMQ0553E"), "{shown}");
    assert!(shown.contains("LOGGEREV(DISABLED)"), "{shown}");
}

/// Extents of a linear log, and authority records, as those who watch a queue manager see them.
#[test]
fn moved_extents_and_changed_authority_are_told() {
    let room = Room::new();
    room.done(&["crtmqm", "-ll", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let user = std::env::var("USER").unwrap_or_else(|_| "root".to_owned());
    let commands = format!(
        "ALTER QMGR LOGGEREV(ENABLED) CONFIGEV(ENABLED)\nDEFINE QLOCAL(A)\n\
         SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('{user}') AUTHADD(PUT)\n\
         SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('{user}') AUTHADD(GET)\n\
         SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('{user}') AUTHADD(GET)\n\
         DELETE AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('{user}')\n\
         RESET QMGR TYPE(ADVANCELOG)\nDEFINE QLOCAL(B)\n\
         RESET QMGR TYPE(ADVANCELOG)\nDEFINE QLOCAL(C)\n\
         RESET QMGR TYPE(ADVANCELOG)\nDEFINE QLOCAL(D)\n"
    );
    let said = room.run_with(&["runmqsc", "QM1"], &commands);
    assert_eq!(said.code, 0, "{said:?}");
    let config = "SYSTEM.ADMIN.CONFIG.EVENT";
    let said = room.done(&["amqsevt", "-m", "QM1", "-w", "2", "-q", config]);
    let of_records: Vec<&str> = said
        .split("**** Message #")
        .filter(|one| one.contains("Auth Profile Name"))
        .filter_map(|one| one.lines().find(|line| line.starts_with("Reason")))
        .map(|line| line.split_once(": ").map_or("", |(_, word)| word))
        .collect();
    let wanted = [
        "Config Create Object [2367]",
        "Config Change Object [2368]",
        "Config Change Object [2368]",
        "Config Delete Object [2369]",
    ];
    assert_eq!(of_records, wanted, "{said}");
    let logger = "SYSTEM.ADMIN.LOGGER.EVENT";
    // Events are written beside what causes them: they may be there a moment later.
    let began = std::time::Instant::now();
    let current = loop {
        let said = room.done(&["amqsevt", "-m", "QM1", "-w", "1", "-b", "-q", logger]);
        assert_eq!(
            said.matches("**** Message #").count(),
            said.matches("Reason                         : Logger Status [2411]")
                .count(),
            "{said}"
        );
        let lines = said.lines().map(str::trim_start);
        let mut current: Vec<String> = lines
            .filter(|line| line.starts_with("Current Log Extent Name"))
            .filter_map(|line| line.split_once(": "))
            .map(|(_, name)| name.to_owned())
            .collect();
        // A checkpoint needs other extents and writes none.
        current.dedup();
        if current.len() >= 4 || began.elapsed().as_secs() > 60 {
            break current;
        }
    };
    // How it is when LOGGEREV is switched on, and each change: however fast one follows the other.
    let [first, .., last] = &current[..] else {
        panic!("{current:?}");
    };
    let number = |name: &str| name[1..8].parse::<u32>().expect("a name of an extent");
    assert_eq!((current.len(), number(last) - number(first)), (4, 3));
}

/// A connection that is lost is made again, and what was told meanwhile is shown.
#[test]
fn a_lost_connection_is_made_again_if_that_is_wanted() {
    let room = Room::new();
    room.done(&["crtmqm", "-lf", "64", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    let words = [
        "amqsevt",
        "-m",
        "QM1",
        "-r",
        "m",
        "-w",
        "600",
        "-q",
        "SYSTEM.ADMIN.QMGR.EVENT",
    ];
    let output = std::fs::File::create(room.path().join("told")).expect("a file");
    let mut child = room
        .command(&words)
        .stdout(output)
        .spawn()
        .expect("it starts");
    let told = || std::fs::read_to_string(room.path().join("told")).expect("readable");
    let until = |wanted: usize| {
        let began = std::time::Instant::now();
        while told().matches("Queue Mgr Active [2222]").count() < wanted {
            assert!(began.elapsed().as_secs() < 60, "{}", told());
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    until(1);
    room.done(&["endmqm", "-i", "QM1"]);
    room.done(&["strmqm", "QM1"]);
    until(2);
    let _ = child.kill();
    let _ = child.wait();
    assert!(told().contains("Connected again, to QM1"), "{}", told());
}
