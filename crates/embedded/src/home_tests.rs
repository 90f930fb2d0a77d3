//! A broken invariant of the queue manager inside, as the C functions tell of it.

use super::*;
use ferromq_capi::rim::loopback::Loopback;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{GetOptions, ObjectHandle, Origin, PutOptions, Road as OriginRoad};
use ferromq_mqi::session::MqError;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Output};
use std::task::{Wake, Waker};

/// Says in a process of this program which half of the test it is.
const HALF: &str = "FERROMQ_TESTS_EMBEDDED";

/// A getter that panics as the queue manager wakes it, amid the verb of another.
struct Breaks;

impl Wake for Breaks {
    fn wake(self: Arc<Self>) {
        panic!("an invariant is broken");
    }
}

/// A connection whose verbs go through the C functions.
fn connected() -> Session<Loopback> {
    let road = connect(&ConnectOptions::default()).expect("it is the one that is meant");
    let road = road.unwrap_or_else(|failure| panic!("{}", failure.text));
    Session::new(Loopback::over(road))
}

fn put(
    session: &mut Session<Loopback>,
    queue: ObjectHandle,
    persistence: i32,
    options: i32,
    body: &'static str,
) -> Result<(), MqError> {
    let mut descriptor = MsgDescriptor {
        persistence,
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options,
        ..PutOptions::default()
    };
    let put = session.put(queue, &mut descriptor, &mut options, body);
    put.map(drop)
}

/// The user this process runs as.
fn origin() -> Origin {
    let name = Command::new("id").arg("-un").output().expect("it starts");
    let name = String::from_utf8(name.stdout).expect("a name");
    let process = std::fs::metadata("/proc/self").expect("this process");
    Origin {
        user_id: FixedText::truncated(name.trim()),
        appl_name: FixedText::truncated("test"),
        appl_type: MQAT_UNIX,
        process_id: std::process::id(),
        thread_id: 1,
        uid: process.uid(),
        road: OriginRoad::Embedded,
        client: None,
    }
}

const BOTH: i32 = MQOO_OUTPUT | MQOO_INPUT_SHARED;

fn breaks() {
    let (mut session, mut other) = (connected(), connected());
    let kept = session.open("DEV.QUEUE.1", BOTH).expect("opened");
    let others = other.open("DEV.QUEUE.1", BOTH).expect("opened");
    put(
        &mut session,
        kept,
        MQPER_PERSISTENT,
        MQPMO_NO_SYNCPOINT,
        "kept",
    )
    .expect("put");
    put(
        &mut other,
        others,
        MQPER_PERSISTENT,
        MQPMO_SYNCPOINT,
        "not committed",
    )
    .expect("put");
    let waited_for = session.open("DEV.QUEUE.2", MQOO_OUTPUT).expect("opened");

    let home = HOME.lock().unwrap_or_else(PoisonError::into_inner);
    let engine = home.expect("it is there").engine();
    let getter = engine.connect(&ConnectOptions::default(), origin());
    let mut getter = getter.expect("connected");
    let open = Request::Open {
        descriptor: ferromq_mqi::options::ObjectDescriptor::queue("DEV.QUEUE.2"),
        options: MQOO_INPUT_SHARED,
    };
    let std::task::Poll::Ready(Reply::Opened { handle, .. }) = getter.start(open, Waker::noop())
    else {
        panic!("it is opened at once");
    };
    let get = Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT,
            wait_interval_ms: MQWI_UNLIMITED,
            ..GetOptions::default()
        },
        buffer_len: 100,
    };
    let waits = getter.start(get, &Waker::from(Arc::new(Breaks)));
    assert!(waits.is_pending());

    let options = MQPMO_NO_SYNCPOINT;
    let broken = put(
        &mut session,
        waited_for,
        MQPER_NOT_PERSISTENT,
        options,
        "it",
    );
    let reason = |outcome: Result<(), MqError>| outcome.map_err(|error| error.reason);
    assert_eq!(reason(broken), Err(Reason::UNEXPECTED_ERROR));
    for (session, queue) in [(&mut session, kept), (&mut other, others)] {
        let refused = put(session, queue, MQPER_PERSISTENT, options, "refused");
        assert_eq!(reason(refused), Err(Reason::CONNECTION_BROKEN));
        let refused = session.commit().map(drop);
        assert_eq!(reason(refused), Err(Reason::CONNECTION_BROKEN));
    }
    drop(home);
    let again = connect(&ConnectOptions::default()).expect("it is the one that is meant");
    let refused = again.err().expect("nobody connects any more").reason;
    assert_eq!(refused, Reason::CONNECTION_BROKEN);
    let ended = session.disconnect().map(drop);
    assert_eq!(reason(ended), Err(Reason::CONNECTION_BROKEN));
}

fn finds_what_was_committed() {
    let mut session = connected();
    let queue = session.open("DEV.QUEUE.1", BOTH).expect("opened");
    let mut get = || {
        let options = GetOptions {
            options: MQGMO_NO_SYNCPOINT,
            ..GetOptions::default()
        };
        let got = session.get(queue, &MsgDescriptor::default(), &options, 100);
        got.map(|got| got.body).map_err(|error| error.reason)
    };
    assert_eq!(get().expect("a message"), b"kept".as_slice());
    assert_eq!(get(), Err(Reason::NO_MSG_AVAILABLE));
    put(
        &mut session,
        queue,
        MQPER_PERSISTENT,
        MQPMO_NO_SYNCPOINT,
        "more",
    )
    .expect("it works");
}

fn half(which: &str, data: &Path) -> Output {
    let this = std::env::current_exe().expect("this program");
    let named = "home::tests::a_broken_invariant_is_told_by_the_c_functions_and_harms_no_log";
    let mut process = Command::new(this);
    process.args(["--exact", named, "--nocapture"]);
    process.env(HALF, which).env(crate::DATA_PATH, data);
    let output = process.output().expect("it starts");
    assert!(output.status.success(), "{which}: {output:?}");
    output
}

/// Goal: when an invariant of the queue manager inside is broken, the verb that met it answers 2195 and all others 2009, and nothing is
/// written to the log any more. Method: a process of this program breaks one, and another one opens what the first has left.
#[test]
fn a_broken_invariant_is_told_by_the_c_functions_and_harms_no_log() {
    match std::env::var(HALF).as_deref() {
        Ok("breaks") => return breaks(),
        Ok(_) => return finds_what_was_committed(),
        Err(_) => {}
    }
    let name = format!("ferromq-embedded-broken-{}", std::process::id());
    let data = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&data);
    let broken = half("breaks", &data);
    let told = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert!(told.contains("FMQ0031"), "{told}");
    half("finds", &data);
    std::fs::remove_dir_all(&data).expect("removed");
}
