//! Threads that start, suspend and resume while a dispatcher comes or goes, and what a dispatcher tells.

use super::*;
use crate::connection::Sharing;
use crate::consume::{Handler, Registration};
use crate::handles;
use crate::held_message::Held;
use crate::road::{Canceller, Road};
use ferromq_mqi::call::Reply;
use ferromq_mqi::message_handle::MessageHandle;
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, ObjectName};
use std::sync::{Mutex, mpsc};

/// More than any machine takes.
const LONG: Duration = Duration::from_secs(60);

/// A road to a queue without messages.
struct Empty;

impl Connected for Empty {
    fn call(&mut self, request: Request) -> Reply {
        if !matches!(request, Request::Get { .. }) {
            return Reply::Done(Reason::NONE);
        }
        std::thread::sleep(Duration::from_millis(1));
        Reply::Failed(Reason::NO_MSG_AVAILABLE)
    }
}

impl Road for Empty {
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

struct Deaf;

impl Receiver for Deaf {
    fn receive(&self, _: &Event<'_>) {}
}

fn consumer(receiver: Arc<dyn Receiver>) -> Registration {
    Registration::Consumer(Box::new(Consumer {
        hobj: 1,
        receiver,
        callback_options: 0,
        descriptor: MsgDescriptor::default(),
        options: GetOptions::default(),
        handle: None,
        bytes_max: 100,
    }))
}

fn consuming() -> Arc<Connection> {
    let connection = handles::connect(Box::new(Empty), Sharing::Block);
    let deaf = consumer(Arc::new(Deaf));
    connection.flow().register(&connection, deaf, false);
    connection
}

/// Goal: a resume that comes as soon as the suspend has returned is carried out by somebody. Method: the thread that waits in
/// `MQOP_START_WAIT` has seen that consumption is suspended, and not done anything since.
#[test]
fn a_dispatcher_that_is_about_to_return_does_not_dispatch_any_more() {
    let connection = consuming();
    let flow = connection.flow();
    let own = std::thread::current().id();
    let mut state = flow.lock();
    state.dispatcher = Some(own);
    flow.set_phase(&mut state, Phase::Suspended);
    drop(state);
    drop(next(&connection, true));
    flow.resume(&connection).expect("resumed");
    let resumed = flow.lock().dispatcher;
    assert!(resumed.is_some_and(|resumed| resumed != own));
    flow.stop(&connection);
    assert_eq!(flow.lock().dispatcher, None);
    assert_eq!(handles::disconnect(&connection), Ok(Reason::NONE));
}

/// Goal: of two threads that start while the dispatcher before lets go one is told that the other was quicker, while that one
/// consumes. Method: the dispatcher before is one that never was, and goes when both had the time to wait for it.
#[test]
fn of_two_that_start_at_once_one_is_refused() {
    let connection = consuming();
    let flow = connection.flow();
    let before = std::thread::spawn(|| {});
    flow.lock().dispatcher = Some(before.thread().id());
    before.join().expect("it has ended");
    let (told, answers) = mpsc::channel();
    for _ in 0..2 {
        let (connection, told) = (Arc::clone(&connection), told.clone());
        std::thread::spawn(move || {
            let started = connection.flow().start(&connection, 0, true);
            let _ = told.send(started);
        });
    }
    std::thread::sleep(Duration::from_millis(200));
    let_go(flow, flow.lock());
    let refused = answers.recv_timeout(LONG).expect("one is refused");
    assert_eq!(refused, Err(Reason::HCONN_ASYNC_ACTIVE));
    flow.stop(&connection);
    let stopped = answers.recv_timeout(LONG).expect("it is stopped");
    assert_eq!(stopped, Ok(Reason::NONE));
    assert_eq!(handles::disconnect(&connection), Ok(Reason::NONE));
}

/// A road to a queue without messages whose queue manager quiesces. It tells how each get was asked for.
struct Quiescing(mpsc::Sender<bool>);

impl Connected for Quiescing {
    fn call(&mut self, request: Request) -> Reply {
        let Request::Get { options, .. } = request else {
            return Reply::Done(Reason::NONE);
        };
        std::thread::sleep(Duration::from_millis(1));
        let fails = options.options & MQGMO_FAIL_IF_QUIESCING != 0;
        let _ = self.0.send(fails);
        Reply::Failed(match fails {
            true => Reason::Q_MGR_QUIESCING,
            false => Reason::NO_MSG_AVAILABLE,
        })
    }
}

impl Road for Quiescing {
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

/// Tells what a callback was told.
struct Telling(mpsc::Sender<(i32, Result<Reason, Reason>)>);

impl Receiver for Telling {
    fn receive(&self, event: &Event<'_>) {
        let _ = self.0.send((event.hobj, event.outcome));
    }
}

/// Goal: the event handler hears, once, that the queue manager quiesces, and consumers that did not ask to fail then go on.
/// Source: MQCBD, CallbackType.
#[test]
fn the_event_handler_hears_of_a_quiesce_nobody_asked_to_fail_at() {
    let (asks, asked) = mpsc::channel();
    let (tells, told) = mpsc::channel();
    let connection = handles::connect(Box::new(Quiescing(asks)), Sharing::Block);
    let flow = connection.flow();
    let told_consumer = consumer(Arc::new(Telling(tells.clone())));
    let handler = Registration::Handler(Handler {
        receiver: Arc::new(Telling(tells)),
        callback_options: 0,
    });
    flow.register(&connection, told_consumer, false);
    flow.register(&connection, handler, false);
    flow.start(&connection, 0, false).expect("started");
    let heard = told.recv_timeout(LONG).expect("the handler is told");
    assert_eq!(heard, (MQHO_NONE, Err(Reason::Q_MGR_QUIESCING)));
    let mut how = std::iter::from_fn(|| asked.recv_timeout(LONG).ok());
    assert_eq!(how.next(), Some(true));
    assert!(how.take(20).all(|fails| !fails));
    flow.stop(&connection);
    assert_eq!(told.try_recv().ok(), None);
    assert_eq!(handles::disconnect(&connection), Ok(Reason::NONE));
}

/// Who may use a connection is judged without a lock: a signal handler asks amid whatever its thread does, and in the child of a fork
/// nobody gives back what another thread had.
#[test]
fn callers_are_judged_while_somebody_has_the_state_of_consumption() {
    let connection = handles::connect(Box::new(Empty), Sharing::None);
    let state = connection.flow().lock();
    let (judges, judged) = mpsc::channel();
    let asked = Arc::clone(&connection);
    let foreign = std::thread::spawn(move || judges.send(asked.check_caller()));
    let answer = judged.recv_timeout(LONG).expect("it is judged");
    assert_eq!(answer, Err(Reason::HCONN_ERROR));
    drop(state);
    let sent = foreign.join().expect("no panic");
    sent.expect("it was heard");
    assert_eq!(connection.check_caller(), Ok(()));
    assert_eq!(handles::disconnect(&connection), Ok(Reason::NONE));
}

/// A road to a queue without messages, on which a commit says that it has begun and takes as long as somebody wants.
struct Gated {
    begins: mpsc::Sender<()>,
    ends: mpsc::Receiver<()>,
}

impl Connected for Gated {
    fn call(&mut self, request: Request) -> Reply {
        match request {
            Request::Get { .. } => Empty.call(request),
            Request::Commit => {
                self.begins.send(()).expect("it is heard");
                self.ends.recv_timeout(LONG).expect("it may end");
                Reply::Done(Reason::NONE)
            }
            _ => Reply::Done(Reason::NONE),
        }
    }
}

impl Road for Gated {
    fn q_mgr_name(&self) -> ObjectName {
        Empty.q_mgr_name()
    }

    fn connection_id(&self) -> [u8; 24] {
        Empty.connection_id()
    }

    fn is_client(&self) -> bool {
        false
    }

    fn canceller(&self) -> Option<Canceller> {
        None
    }
}

/// A connection amid a commit, with a consumer, and what ends the commit.
fn committing(
    sharing: Sharing,
) -> (
    Arc<Connection>,
    mpsc::Sender<()>,
    std::thread::JoinHandle<Result<Reason, Reason>>,
) {
    let (begins, begun) = mpsc::channel();
    let (end, ends) = mpsc::channel();
    let connection = handles::connect(Box::new(Gated { begins, ends }), sharing);
    let deaf = consumer(Arc::new(Deaf));
    connection.flow().register(&connection, deaf, false);
    let committing = Arc::clone(&connection);
    let commit = std::thread::spawn(move || committing.simple(Request::Commit));
    begun.recv_timeout(LONG).expect("it commits");
    (connection, end, commit)
}

/// Goal: a verb that waits for another's call while consumption is started is refused, and does not wait for the consumer. Method: it
/// waits when consumption is started.
#[test]
fn a_verb_that_has_waited_for_the_road_finds_that_consumption_is_started() {
    let (connection, end, commit) = committing(Sharing::Block);
    let flow = connection.flow();
    let late = Arc::clone(&connection);
    let late = std::thread::spawn(move || late.simple(Request::BackOut));
    while !connection.is_waited_for() {
        std::thread::yield_now();
    }
    flow.start(&connection, 0, false).expect("started");
    end.send(()).expect("it commits");
    assert_eq!(commit.join().expect("no panic"), Ok(Reason::NONE));
    let refused = late.join().expect("no panic");
    assert_eq!(refused, Err(Reason::HCONN_ASYNC_ACTIVE));
    flow.stop(&connection);
    assert_eq!(handles::disconnect(&connection), Ok(Reason::NONE));
}

/// Goal: `MQDISC` that is refused because of another's call has stopped nothing.
#[test]
fn consumption_goes_on_when_the_connection_is_in_use_and_does_not_end() {
    let (connection, end, commit) = committing(Sharing::NoBlock);
    let flow = connection.flow();
    let mut state = flow.lock();
    flow.set_phase(&mut state, Phase::Suspended);
    drop(state);
    let refused = handles::disconnect(&connection);
    assert_eq!(refused, Err(Reason::CALL_IN_PROGRESS));
    assert_eq!(flow.lock().phase, Phase::Suspended);
    end.send(()).expect("it commits");
    assert_eq!(commit.join().expect("no panic"), Ok(Reason::NONE));
    assert_eq!(handles::disconnect(&connection), Ok(Reason::NONE));
}

/// Goal: a message handle that another thread's call has just now does not end consumption.
#[test]
fn a_consumer_whose_message_handle_is_in_use_goes_on() {
    let connection = handles::connect(Box::new(Empty), Sharing::Block);
    let held = Arc::new(Held {
        hconn: connection.number(),
        handle: Mutex::new(MessageHandle::new()),
    });
    let (tells, told) = mpsc::channel();
    let Registration::Consumer(mut consumer) = consumer(Arc::new(Telling(tells))) else {
        unreachable!("it is one");
    };
    consumer.handle = Some(Arc::clone(&held));
    let inquired = held.lock().expect("nobody has it");
    let flow = connection.flow();
    flow.register(&connection, Registration::Consumer(consumer), false);
    flow.start(&connection, 0, false).expect("started");
    let heard = told.recv_timeout(LONG).expect("it is told");
    assert_eq!(heard, (1, Err(Reason::MSG_HANDLE_IN_USE)));
    drop(inquired);
    assert!(flow.lock().has_active());
    flow.stop(&connection);
    assert_eq!(handles::disconnect(&connection), Ok(Reason::NONE));
}
