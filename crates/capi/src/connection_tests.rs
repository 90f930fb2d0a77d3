//! What becomes of a connection when a thread panics in one of its verbs.

use super::*;
use crate::consume::{Consumer, Event, Handler, Receiver, Registration};
use crate::handles;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::session::Connected;

/// What has been seen of a road.
#[derive(Default)]
struct Seen {
    calls: AtomicU32,
    dropped: AtomicBool,
}

/// A road whose first call panics, half way through. Others would be answered as if nothing had happened.
struct Panicking(Arc<Seen>);

impl Connected for Panicking {
    fn call(&mut self, _: Request) -> Reply {
        let before = self.0.calls.fetch_add(1, Ordering::Relaxed);
        assert_ne!(before, 0, "half of the request is written");
        Reply::Done(Reason::NONE)
    }
}

impl Drop for Panicking {
    fn drop(&mut self) {
        self.0.dropped.store(true, Ordering::Relaxed);
    }
}

impl Road for Panicking {
    fn q_mgr_name(&self) -> ObjectName {
        ObjectName::truncated("QM1")
    }

    fn connection_id(&self) -> [u8; 24] {
        [7; 24]
    }

    fn is_client(&self) -> bool {
        false
    }

    fn canceller(&self) -> Option<Canceller> {
        None
    }
}

fn connection(sharing: Sharing) -> (Arc<Connection>, Arc<Seen>) {
    let seen = Arc::new(Seen::default());
    let road = Box::new(Panicking(Arc::clone(&seen)));
    (handles::connect(road, sharing), seen)
}

#[test]
fn a_road_a_verb_panicked_in_is_dropped_and_verbs_answer_that_the_connection_is_broken() {
    for sharing in [Sharing::None, Sharing::Block, Sharing::NoBlock] {
        let (connection, seen) = connection(sharing);
        let panicked = catch_unwind(AssertUnwindSafe(|| connection.call(Request::Commit)));
        assert!(panicked.is_err());
        assert!(seen.dropped.load(Ordering::Relaxed), "{sharing:?}");
        for _ in 0..2 {
            let answer = connection.simple(Request::Commit);
            assert_eq!(answer, Err(Reason::CONNECTION_BROKEN), "{sharing:?}");
        }
        assert_eq!(seen.calls.load(Ordering::Relaxed), 1);
        assert_eq!(
            handles::disconnect(&connection),
            Err(Reason::CONNECTION_BROKEN)
        );
        let gone = handles::find(connection.number());
        assert_eq!(gone.map(|_| ()), Err(Reason::HCONN_ERROR));
    }
}

/// Reasons callbacks were told.
#[derive(Default)]
struct ReceivedReasons(Mutex<Vec<Reason>>);

impl Receiver for ReceivedReasons {
    fn receive(&self, event: &Event<'_>) {
        let reason = event.outcome.unwrap_or_else(|reason| reason);
        self.0.lock().expect("nobody panics with it").push(reason);
    }
}

/// Goal: a panic of the thread that consumes is the end of the connection, and nobody waits for that thread for ever.
#[test]
fn a_dispatcher_that_panics_tells_its_consumers_and_lets_go() {
    let (connection, seen) = connection(Sharing::Block);
    let told = Arc::new(ReceivedReasons::default());
    let consumer = Consumer {
        hobj: 1,
        receiver: Arc::clone(&told) as _,
        callback_options: 0,
        descriptor: MsgDescriptor::default(),
        options: GetOptions::default(),
        handle: None,
        bytes_max: 100,
    };
    let handler = Handler {
        receiver: Arc::clone(&told) as _,
        callback_options: 0,
    };
    let flow = connection.flow();
    for registration in [
        Registration::Consumer(Box::new(consumer)),
        Registration::Handler(handler),
    ] {
        flow.register(&connection, registration, false);
    }
    // In this thread: it returns when consumption has ended.
    flow.start(&connection, 0, true).expect("started");
    assert!(seen.dropped.load(Ordering::Relaxed));
    let told = std::mem::take(&mut *told.0.lock().expect("nobody panics with it"));
    assert_eq!(told, [Reason::CONNECTION_BROKEN; 2]);
    let answer = connection.simple(Request::Commit);
    assert_eq!(answer, Err(Reason::CONNECTION_BROKEN));
    assert_eq!(
        handles::disconnect(&connection),
        Err(Reason::CONNECTION_BROKEN)
    );
}
