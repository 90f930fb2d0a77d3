//! What one user may take of the branches a queue manager keeps.

use ferromq_base::clock::SystemClock;
use ferromq_base::disk::OsDirectory;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, Origin, Road};
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use ferromq_qmgr::{
    Connection, CreateSettings, EndMode, Place, QueueManager, StartSettings, WaitingFor,
};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

/// As `docs/manual/transactions.md` says.
const OF_USER_MAX: u32 = 16_384;

const LOG: LogSettings = LogSettings {
    file_pages: 64,
    primary_files: 3,
    secondary_files: 2,
    buffer_pages: 0,
    log_type: LogType::Circular,
};

fn place(home: &Path) -> Place {
    Place {
        data: OsDirectory::open(home.join("data")).expect("data"),
        log: OsDirectory::open(home.join("log")).expect("log"),
    }
}

fn started(home: &Path, told: &Arc<Mutex<Vec<&'static str>>>) -> QueueManager {
    let settings = CreateSettings {
        name: ObjectName::truncated("QM1"),
        log: LOG,
        attributes: Vec::new(),
        developer_objects: false,
    };
    let clock = SystemClock::default();
    QueueManager::create(&place(home), &settings, &clock, &mut |_, _| {}).expect("created");
    let told = Arc::clone(told);
    let settings = StartSettings {
        log: LOG,
        queue_buffer_bytes: 1 << 20,
        persistent_queue_buffer_bytes: 1 << 20,
        open_queue_files_max: 16,
        read_ahead: false,
        notices: Arc::new(move |notice| told.lock().expect("no panic").push(notice.number)),
    };
    QueueManager::start(place(home), &settings, Arc::new(clock)).expect("started")
}

fn xa(connection: &mut Connection, call: XaCall) -> XaCode {
    let mut answer = connection.start(Request::Xa(call), Waker::noop());
    loop {
        match answer {
            Poll::Ready(Reply::Xa(reply)) => return reply.code,
            Poll::Ready(other) => panic!("{other:?}"),
            Poll::Pending => {
                if let Some(WaitingFor::Log(end)) = connection.waiting_for() {
                    connection.wait_for_log(end);
                }
                answer = connection.poll(Waker::noop());
            }
        }
    }
}

fn connect(manager: &QueueManager, user: &str) -> Connection {
    let origin = Origin {
        user_id: FixedText::truncated(user),
        appl_name: FixedText::truncated("branches"),
        appl_type: MQAT_UNIX,
        process_id: 1,
        thread_id: 1,
        uid: 1,
        road: Road::Embedded,
        client: None,
    };
    let connected = manager.connect(&ConnectOptions::default(), origin);
    let mut connection = connected.expect("connected");
    let (name, flags) = (Vec::new(), TMNOFLAGS);
    let opened = xa(&mut connection, XaCall::Open { name, flags });
    assert_eq!(opened, XaCode::OK);
    connection
}

/// Begins a branch and leaves it.
fn begin(connection: &mut Connection, number: u32) -> XaCode {
    let xid = Xid::new(1, &number.to_be_bytes(), b"branch").expect("it fits");
    let flags = TMNOFLAGS;
    let begun = xa(
        connection,
        XaCall::Start {
            xid: xid.clone(),
            flags,
        },
    );
    if begun == XaCode::OK {
        let flags = TMSUCCESS;
        assert_eq!(xa(connection, XaCall::End { xid, flags }), XaCode::OK);
    }
    begun
}

#[test]
fn a_user_that_begins_branches_and_never_ends_them_leaves_room_for_others() {
    let home = std::env::temp_dir().join(format!("ferromq-branches-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&home);
    let told: Arc<Mutex<Vec<_>>> = Arc::default();
    let manager = started(&home, &told);
    let mut rogue = connect(&manager, "rogue");
    for number in 0..OF_USER_MAX {
        assert_eq!(begin(&mut rogue, number), XaCode::OK, "{number}");
    }
    for _ in 0..100 {
        assert_eq!(begin(&mut rogue, OF_USER_MAX), XaCode::RMERR);
    }
    let mut again = connect(&manager, "rogue");
    assert_eq!(
        begin(&mut again, OF_USER_MAX),
        XaCode::RMERR,
        "the same user"
    );
    let count = |number| {
        let told = told.lock().expect("no panic");
        told.iter().filter(|it| **it == number).count()
    };
    assert_eq!(count("FMQ0163W"), 1);
    let mut other = connect(&manager, "other");
    assert_eq!(begin(&mut other, OF_USER_MAX), XaCode::OK);
    // One that ends makes room for one.
    let (xid, flags) = (Xid::new(1, &[0; 4], b"branch").expect("it fits"), TMNOFLAGS);
    assert_eq!(xa(&mut rogue, XaCall::RollBack { xid, flags }), XaCode::OK);
    assert_eq!(begin(&mut rogue, OF_USER_MAX + 1), XaCode::OK);
    assert_eq!(begin(&mut again, OF_USER_MAX + 2), XaCode::RMERR);
    // Those of a program that goes are gone.
    drop(rogue);
    assert_eq!(begin(&mut again, OF_USER_MAX + 2), XaCode::OK);
    drop((again, other));
    manager.begin_end(EndMode::Immediate);
    manager.finish_end().expect("ended");
    let _ = std::fs::remove_dir_all(&home);
}
