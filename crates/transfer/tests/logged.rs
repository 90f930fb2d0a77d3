//! What loggers write of the audit, and that they write it once, whatever is killed.

use crate::examples::ID;
use ferromq_transfer::logger::{
    AuditDocument, History, LineFiles, LineFormat, MessageId, MessageType, Rotation, Sink,
    TransferState, standard_xml,
};
use ferromq_transfer::party::TransferId;
use std::fs;
use std::path::{Path, PathBuf};

fn transaction(inside: &str) -> AuditDocument {
    let xml = format!(
        "<transaction version='6.00' ID='{ID}' agentRole='sourceAgent'>{inside}</transaction>"
    );
    AuditDocument::parse(xml.as_bytes()).expect(&xml)
}

const AGENTS: &str = "<sourceAgent agent='NORTH' QMgr='QM1' agentType='STANDARD'/><destinationAgent agent='SOUTH' QMgr='QM2' agentType='STANDARD'/>\
     <originator><hostName>desk7</hostName><userID>ann</userID><mqmdUserID>ann</mqmdUserID></originator>";

fn started() -> AuditDocument {
    transaction(&format!(
        "<action time='2027-03-01T02:00:00.120Z'>started</action>{AGENTS}<transferSet total='1'><metaDataSet>\
         <metaData key='com.ibm.wmqfte.Priority'>4</metaData><metaData key='k'>a;b&#10;c</metaData></metaDataSet></transferSet>\
         <job><name>nightly</name></job>"
    ))
}

fn item(path: &str, code: i32) -> String {
    format!(
        "<item mode='binary'><source disposition='delete' type='file'><file size='12'>{path}</file></source>\
         <destination exist='error' type='file'><file size='12'>/in/x</file></destination><status resultCode='{code}'/></item>"
    )
}

fn progress(items: &str) -> AuditDocument {
    transaction(&format!(
        "<action time='2027-03-01T02:00:01Z'>progress</action>{AGENTS}<transferSet>{items}</transferSet>"
    ))
}

fn completed(code: i32) -> AuditDocument {
    transaction(&format!(
        "<action time='2027-03-01T02:01:10Z'>completed</action>{AGENTS}<status resultCode='{code}'><supplement>It ended.</supplement></status>\
         <transferSet total='1'/><job><name>nightly</name></job>"
    ))
}

#[test]
fn lines_have_the_documented_shape() {
    let format = LineFormat::standard();
    assert_eq!(
        format.lines(&started()),
        format!(
            "2027-03-01T02:00:00;{ID};[TSTR];   ;NORTH;QM1;STANDARD;SOUTH;QM2;ann;nightly;;com.ibm.wmqfte.Priority=4, k=a\\x3bb\\x0ac;\n"
        )
    );
    assert_eq!(
        format.lines(&progress(&(item("/out/a;b", 0) + &item("/out/c", 1)))),
        format!(
            "2027-03-01T02:00:01;{ID};[TPRO];0  ;/out/a\\x3bb;12;file;delete ;;;;;;/in/x;12;file;error;;;;;;;;\n\
             2027-03-01T02:00:01;{ID};[TPRO];1  ;/out/c;12;file;delete ;;;;;;/in/x;12;file;error;;;;;;;;\n"
        )
    );
    assert_eq!(
        format.lines(&completed(0)),
        format!(
            "2027-03-01T02:01:10;{ID};[TCOM];0  ;NORTH;QM1;STANDARD;SOUTH;QM2;STANDARD;ann;nightly;It ended.;;\n"
        )
    );
    let monitor = format!(
        "<log:monitorLog xmlns:log='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition' monitorName='CSV' referenceId='{ID}'>\
         <action time='2027-03-01T02:01:11Z'>start</action><monitorAgent agent='NORTH' QMgr='QM1'/><status resultCode='0'/></log:monitorLog>"
    );
    let monitor = AuditDocument::parse(monitor.as_bytes()).expect("read");
    assert_eq!(
        format.lines(&monitor),
        format!("2027-03-01T02:01:11;{ID};[MACT];0  ;CSV;NORTH;QM1;start;\n")
    );
    let schedule = AuditDocument::parse(
        b"<schedulelog ID='12'><action time='2027-02-27T09:00:00Z'>skipped</action><status resultCode='0'/></schedulelog>",
    );
    let schedule = schedule.expect("read");
    assert_eq!(schedule.kind, MessageType::ScheduleSkipped);
    assert!(
        format
            .lines(&schedule)
            .starts_with("2027-02-27T09:00:00;12;[SSKP];0  ;")
    );
}

#[test]
fn what_is_no_audit_is_refused_and_so_is_a_format_that_is_none() {
    for text in [
        "",
        "<transaction/>",
        "<transaction ID='12'><action time='2027-03-01T02:01:11Z'>started</action></transaction>",
        "<schedulelog><action time='soon'>submit</action></schedulelog>",
        "<schedulelog><action time='2027-03-01T02:01:11Z'>eat</action></schedulelog>",
        "<other><action time='2027-03-01T02:01:11Z'>started</action></other>",
    ] {
        assert!(AuditDocument::parse(text.as_bytes()).is_err(), "{text}");
    }
    let with = |inserts: &str| {
        format!(
            "<logFormatDefinition><messageTypes><transferStarted><format><inserts>{inserts}</inserts><separator>|</separator></format>\
             </transferStarted></messageTypes></logFormatDefinition>"
        )
    };
    let one = with(
        "<insert width='4' ignoreNull='true'>/transaction/job/name</insert><insert type='system'>type</insert><insert ignoreNull='true'>/transaction/scheduleLog/@ID</insert>",
    );
    let format = LineFormat::parse(one.as_bytes()).expect("a format");
    assert_eq!(format.lines(&started()), "nigh|[TSTR]|\n");
    assert_eq!(
        format.lines(&completed(0)),
        "",
        "no line of what it does not have"
    );
    for (inserts, told) in [
        ("<insert>transaction</insert>", "no insert"),
        ("<insert>/transaction/@a/b</insert>", "no insert"),
        ("<insert>/transaction[1]</insert>", "no insert"),
        ("<insert type='system'>time</insert>", "no insert"),
        ("<insert width='5000'>/transaction</insert>", "at most"),
    ] {
        let problem = LineFormat::parse(with(inserts).as_bytes()).expect_err(inserts);
        assert!(problem.to_string().contains(told), "{problem}");
    }
    let standard = LineFormat::parse(standard_xml().as_bytes());
    assert_eq!(standard, Ok(LineFormat::standard()));
}

struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("ferromq-logged-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("made");
        Self(path)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(room: &Path, is_circular: bool, bytes_max: u64) -> LineFiles {
    let rotation = Rotation {
        is_circular,
        bytes_max,
        files: 3,
    };
    LineFiles::open(room, "FL1", rotation, LineFormat::standard()).expect("opened")
}

fn id(number: u8) -> MessageId {
    [number; 24]
}

fn all(room: &Path) -> String {
    let paths = LineFiles::paths(room, "FL1").expect("listed");
    paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("read"))
        .collect()
}

#[test]
fn a_line_that_was_cut_or_not_committed_is_there_once() {
    let room = Room::new("once");
    let mut files = open(&room.0, false, 1 << 20);
    files.add(id(1), &started()).expect("taken in");
    files.force(1_000).expect("kept");
    files.settle(&[id(1)], true);
    let first = all(&room.0);
    // The second is written, and the logger dies before the commit: it comes again and is known.
    files.add(id(2), &completed(0)).expect("taken in");
    files.force(1_000).expect("kept");
    let both = all(&room.0);
    let mut files = open(&room.0, false, 1 << 20);
    assert!(files.has(id(2)) && !files.has(id(1)));
    // Nothing else comes before it dies once more; then something does, and the second comes after that.
    let mut files_3 = open(&room.0, false, 1 << 20);
    assert!(files_3.has(id(2)));
    files_3.add(id(3), &completed(20)).expect("taken in");
    files_3.force(1_000).expect("kept");
    drop(files_3);
    files = open(&room.0, false, 1 << 20);
    assert!(files.has(id(2)) && files.has(id(3)));
    files.settle(&[], true);
    let path = LineFiles::paths(&room.0, "FL1").expect("listed").remove(0);
    let whole = all(&room.0);
    assert_eq!(
        whole,
        both.clone() + &LineFormat::standard().lines(&completed(20))
    );
    drop(files);
    // However little of the last writing is there, it is taken away, and its message is not known.
    for len in both.len()..whole.len() {
        fs::write(&path, &whole[..len]).expect("written");
        let files = open(&room.0, false, 1 << 20);
        assert!(!files.has(id(3)) && files.has(id(2)), "{len}");
        assert_eq!(all(&room.0), both, "{len}");
    }
    // As long as it should be, and not what it should be: a disk that lost its power.
    let zeros = both.clone() + &"\0".repeat(whole.len() - both.len());
    fs::write(&path, zeros).expect("written");
    let files = open(&room.0, false, 1 << 20);
    assert!(!files.has(id(3)));
    assert_eq!(all(&room.0), both);
    assert!(both.starts_with(&first));
}

#[test]
fn files_go_round_or_stay() {
    for is_circular in [true, false] {
        let room = Room::new(if is_circular { "circular" } else { "linear" });
        let len = LineFormat::standard().lines(&started()).len() as u64;
        let mut files = open(&room.0, is_circular, 2 * len);
        for number in 0..20 {
            files.add(id(number), &started()).expect("taken in");
            // The clock goes back, and the newest file is the newest still.
            files.force(1_000_000 - u64::from(number)).expect("kept");
            files.settle(&[], true);
            if number == 9 {
                files = open(&room.0, is_circular, 2 * len);
            }
        }
        let paths = LineFiles::paths(&room.0, "FL1").expect("listed");
        let numbers: Vec<_> = paths
            .iter()
            .filter_map(|path| {
                path.file_name()?
                    .to_str()?
                    .strip_prefix("FL1")?
                    .split('-')
                    .next()
            })
            .collect();
        match is_circular {
            true => assert_eq!(numbers, ["1", "2", "0"]),
            false => assert_eq!(numbers, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]),
        }
        for path in &paths {
            assert_eq!(fs::metadata(path).expect("there").len(), 2 * len);
        }
    }
}

#[test]
fn what_cannot_be_written_is_not_there_and_may_be_tried_again() {
    let room = Room::new("failing");
    let mut files = open(&room.0, false, 1 << 20);
    files.add(id(1), &started()).expect("taken in");
    files.force(1_000).expect("kept");
    files.settle(&[], true);
    // The mark cannot be kept where a directory has its name.
    let in_the_way = room.0.join("FL1.mark.new");
    fs::create_dir(&in_the_way).expect("made");
    files.add(id(2), &completed(0)).expect("taken in");
    files.force(1_000).expect_err("it cannot be kept");
    assert!(!files.has(id(2)));
    assert_eq!(all(&room.0), LineFormat::standard().lines(&started()));
    fs::remove_dir(&in_the_way).expect("removed");
    files.add(id(2), &completed(0)).expect("taken in");
    files.force(1_000).expect("kept");
    assert!(files.has(id(2)) && all(&room.0).lines().count() == 2);
}

#[test]
fn lines_tell_what_became_of_transfers() {
    let format = LineFormat::standard();
    let mut history = History::new(format.clone(), 10);
    for document in [
        started(),
        progress(&(item("/out/a;b", 0) + &item("/out/c", 1))),
        completed(20),
    ] {
        for line in format.lines(&document).lines() {
            assert!(history.add_line(line), "{line}");
        }
    }
    assert!(!history.add_line("anything else"));
    let all: Vec<_> = history.transfers().collect();
    let [(found, transfer)] = all.as_slice() else {
        panic!("{all:?}");
    };
    assert_eq!(Some(*found), TransferId::from_text(ID));
    assert_eq!(transfer.state, TransferState::Partly);
    assert_eq!(
        (transfer.files, transfer.failures, transfer.bytes),
        (1, 1, 12)
    );
    assert_eq!(
        (transfer.source.as_str(), transfer.destination.as_str()),
        ("NORTH", "SOUTH")
    );
    assert_eq!(
        (transfer.job.as_str(), transfer.user.as_str()),
        ("nightly", "ann")
    );
    assert_eq!(transfer.reason, "It ended.");
    assert!(transfer.started < transfer.ended);
}

#[test]
fn of_one_transfer_the_items_are_kept_and_nothing_of_others() {
    let format = LineFormat::standard();
    let meant = TransferId::from_text(ID).expect("an identifier");
    let mut history = History::of_one(format.clone(), meant);
    let document = progress(&(item("/out/a;b", 0) + &item("/out/c", 1)));
    for line in format.lines(&document).lines() {
        assert!(history.add_line(line), "{line}");
        let other = line.replace(ID, &"ab".repeat(24));
        assert!(other != line && !history.add_line(&other), "{other}");
    }
    let all: Vec<_> = history.transfers().collect();
    let [(found, transfer)] = all.as_slice() else {
        panic!("{all:?}");
    };
    assert_eq!(*found, meant);
    let items: Vec<_> = transfer
        .items
        .iter()
        .map(|item| (item.source.as_str(), item.bytes, item.result))
        .collect();
    assert_eq!(
        items,
        [
            ("/out/a\\x3bb", Some(12), Some(0)),
            ("/out/c", Some(12), Some(1))
        ]
    );
}
