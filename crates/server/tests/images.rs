//! Commands beside those that take as long as a queue is.

use crate::support::{Running, Scratch, quiet};
use ferromq::engine::LogType;
use ferromq::{MsgDescriptor, PutOptions, QueueManager, Settings, mq};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::{LocalOrder, MediaOf};
use ferromq_mqi::place::socket_path;
use ferromq_server::Server;
use std::sync::atomic::{AtomicBool, Ordering};

const MESSAGES: usize = 30_000;

/// A queue manager with a linear log, and a queue `Q` with many messages on it.
fn started(scratch: &Scratch) -> Running {
    let mut settings = Settings::default();
    settings.log.log_type = LogType::Linear;
    QueueManager::create(&scratch.0, "QM1", &settings).expect("created");
    let manager = QueueManager::open(&scratch.0, "QM1", &settings).expect("opened");
    let mut session = manager.connect().expect("connected");
    let defined = session.command("DEFINE QLOCAL(Q) MAXDEPTH(100000) IMGRCOVQ(YES)");
    defined.expect("defined");
    let queue = session.open("Q", mq::MQOO_OUTPUT).expect("opened");
    let mut options = PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    for number in 1..=MESSAGES {
        let mut sent = MsgDescriptor {
            persistence: mq::MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        };
        let put = session.put(queue, &mut sent, &mut options, vec![7; 1_000]);
        put.expect("put");
        if number % 500 == 0 {
            session.commit().expect("committed");
        }
    }
    session.disconnect().expect("disconnected");
    let socket = socket_path(&scratch.0, "QM1");
    let server = Server::start(manager, &socket, quiet()).expect("serves");
    Running::serve(&scratch.0, server)
}

/// Goal: whoever has a long look at a queue keeps nobody from administering.
#[test]
fn commands_are_run_while_an_image_is_recorded() {
    let scratch = Scratch::new("images");
    let running = started(&scratch);
    let (mut records, mut asks) = (running.connect(), running.connect());
    let over = AtomicBool::new(false);
    let commands = std::thread::scope(|scope| {
        scope.spawn(|| {
            let of = MediaOf::Objects {
                kinds: vec![ObjectKind::QLocal],
                names: "Q".into(),
            };
            let recorded = records.local(LocalOrder::RecordImages(of));
            over.store(true, Ordering::SeqCst);
            let (answers, outcome) = recorded.expect("carried out");
            assert_eq!(outcome, CommandOutcome::Done, "{answers:?}");
        });
        let mut commands = 0;
        while !over.load(Ordering::SeqCst) {
            let (text, outcome) = asks.command("DISPLAY QMGR QMNAME").expect("a command");
            assert_eq!(outcome, CommandOutcome::Done, "{text}");
            commands += 1;
        }
        commands
    });
    // In line one or two come before it, and one behind it.
    assert!(commands > 6, "{commands}");
}
