//! The embedded road from create to reopen.

use crate::place::Place;
use ferromq::engine::{Entities, Entity, Origin, Road, Unanswered};
use ferromq::{
    CommandOutcome, ConnectOptions, EmbeddedConnection, GetOptions, MsgDescriptor, ObjectHandle,
    PutOptions, QueueManager, Reason, Session, Settings, mq,
};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::{FixedText, ObjectName};
use std::sync::Arc;

fn define(manager: &QueueManager, name: &str) {
    let definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
    manager.engine().define(definition, false).expect("defined");
}

const BOTH: i32 = mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED;

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

fn sync_put() -> PutOptions {
    PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    }
}

#[test]
fn committed_messages_are_there_again_after_reopen_and_others_are_not() {
    let place = Place::new("reopen");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    define(&manager, "Q1");
    let mut session = manager.connect().expect("connected");
    let queue = session.open("Q1", BOTH).expect("opened");
    session
        .put(
            queue,
            &mut persistent(),
            &mut PutOptions::default(),
            "alone",
        )
        .expect("put");
    session
        .put(queue, &mut persistent(), &mut sync_put(), "committed")
        .expect("put");
    session.commit().expect("committed");
    session
        .put(queue, &mut persistent(), &mut sync_put(), "backed out")
        .expect("put");
    session.back_out().expect("backed out");
    let mut plain = MsgDescriptor {
        persistence: mq::MQPER_NOT_PERSISTENT,
        ..MsgDescriptor::default()
    };
    session
        .put(
            queue,
            &mut plain,
            &mut PutOptions::default(),
            "not persistent",
        )
        .expect("put");
    drop(session);
    manager.end().expect("ended");

    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened again");
    let mut session = manager.connect().expect("connected");
    let queue = session.open("Q1", BOTH).expect("opened");
    for wanted in ["alone", "committed"] {
        let got = session
            .get(
                queue,
                &MsgDescriptor::default(),
                &GetOptions::default(),
                100,
            )
            .expect("a message");
        assert_eq!(&got.body[..], wanted.as_bytes());
        assert_eq!(got.reason, Reason::NONE);
    }
    let none = session.get(
        queue,
        &MsgDescriptor::default(),
        &GetOptions::default(),
        100,
    );
    assert_eq!(
        none.map_err(|error| error.reason).err(),
        Some(Reason::NO_MSG_AVAILABLE)
    );
}

#[test]
fn a_second_opener_is_told_who_holds_the_queue_manager() {
    let place = Place::new("second");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let error = QueueManager::open(&place.0, "QM1", &Settings::default()).expect_err("held");
    let text = error.to_string();
    assert!(text.contains(&std::process::id().to_string()), "{text}");
    drop(manager);
}

#[test]
fn a_get_waits_for_a_message_of_another_thread() {
    let place = Place::new("wait");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    define(&manager, "Q1");
    std::thread::scope(|threads| {
        threads.spawn(|| {
            let mut session = manager.connect().expect("connected");
            let queue = session.open("Q1", BOTH).expect("opened");
            for number in 0..100_u32 {
                let text = number.to_string();
                session
                    .put(queue, &mut persistent(), &mut PutOptions::default(), text)
                    .expect("put");
            }
        });
        let mut session = manager.connect().expect("connected");
        let queue = session.open("Q1", BOTH).expect("opened");
        let wait = GetOptions {
            options: mq::MQGMO_WAIT,
            wait_interval_ms: 30_000,
            ..GetOptions::default()
        };
        for number in 0..100_u32 {
            let got = session
                .get(queue, &MsgDescriptor::default(), &wait, 100)
                .expect("a message");
            assert_eq!(&got.body[..], number.to_string().as_bytes());
        }
    });
}

/// Puts the numbers 0 to 49, records an image, gets the first 20, puts `last`, and ends.
fn queue_with_an_image(place: &Place, settings: &Settings, name: &ObjectName) {
    let manager = QueueManager::open(&place.0, "QM1", settings).expect("opened");
    let mut session = manager.connect().expect("connected");
    let define = format!("DEFINE QLOCAL({name}) IMGRCOVQ(YES)");
    session.command(&define).expect("defined");
    let queue = session.open(name.as_str(), BOTH).expect("opened");
    let mut put = |text: String| {
        session
            .put(queue, &mut persistent(), &mut PutOptions::default(), text)
            .expect("put");
    };
    (0..50_u32).for_each(|number| put(number.to_string()));
    let report = manager.engine().record_image(name).expect("image recorded");
    assert_eq!(report.messages, 50);
    put("last".to_owned());
    (0..20).for_each(|_| drop(next(&mut session, queue)));
    // Its files are made when a checkpoint gives back the log the messages are in.
    manager.engine().checkpoint_everything().expect("taken");
    drop(session);
    manager.end().expect("ended");
}

/// The next message.
fn next(session: &mut Session<EmbeddedConnection>, queue: ObjectHandle) -> Vec<u8> {
    let (descriptor, options) = (MsgDescriptor::default(), GetOptions::default());
    let got = session.get(queue, &descriptor, &options, 100);
    got.expect("a message").body.to_vec()
}

fn damage(place: &Place, name: &ObjectName) {
    let queues = place.0.join("qmgrs/QM1/queues");
    let beginning = format!("{name}.");
    let directory = std::fs::read_dir(&queues)
        .expect("queues")
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with(&beginning))
        .expect("the directory of the queue")
        .path();
    std::fs::write(directory.join("index"), vec![0xAB_u8; 8192]).expect("damaged");
}

#[test]
fn a_damaged_queue_is_refused_and_rebuilt_from_its_media_image() {
    let place = Place::new("media");
    let mut settings = Settings::default();
    settings.log.log_type = ferromq::engine::LogType::Linear;
    QueueManager::create(&place.0, "QM1", &settings).expect("created");
    let name = ObjectName::truncated("Q1");
    queue_with_an_image(&place, &settings, &name);
    damage(&place, &name);

    let open = || QueueManager::open(&place.0, "QM1", &settings).expect("opened");
    let manager = open();
    let mut session = manager.connect().expect("connected");
    let refused = session.open("Q1", BOTH).expect_err("the queue is damaged");
    assert_eq!(refused.reason, Reason::OBJECT_DAMAGED);
    let report = manager.engine().recover_queue(&name).expect("recovered");
    assert_eq!(report.messages, 31);
    let queue = session.open("Q1", BOTH).expect("opened");
    for number in 20..50_u32 {
        assert_eq!(next(&mut session, queue), number.to_string().as_bytes());
    }
    drop(session);
    drop(manager);
    let manager = open();
    let mut session = manager.connect().expect("connected");
    let queue = session.open("Q1", BOTH).expect("opened");
    assert_eq!(next(&mut session, queue), b"last");
}

/// Users of the system, but for one who breaks an invariant.
struct Breaks(Arc<dyn Entities>);

impl Entities for Breaks {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        self.0.user(name)
    }

    fn local_user(&self, uid: u32, name: &str) -> Result<Entity, Unanswered> {
        assert_ne!(name, "stranger", "an invariant is broken");
        self.0.local_user(uid, name)
    }

    fn has_group(&self, name: &str) -> bool {
        self.0.has_group(name)
    }
}

#[test]
fn a_broken_invariant_stops_the_queue_manager_and_not_the_program() {
    let place = Place::new("broken");
    let mut settings = Settings::default();
    settings.users = Arc::new(Breaks(settings.users));
    QueueManager::create(&place.0, "QM1", &settings).expect("created");
    let manager = QueueManager::open(&place.0, "QM1", &settings).expect("opened");
    define(&manager, "Q1");
    let mut session = manager.connect().expect("connected");
    let queue = session.open("Q1", BOTH).expect("opened");
    let put = |session: &mut Session<_>, options| {
        session.put(queue, &mut persistent(), &mut { options }, "body")
    };
    put(&mut session, PutOptions::default()).expect("put");
    put(&mut session, sync_put()).expect("put");
    let stranger = Origin {
        user_id: FixedText::truncated("stranger"),
        appl_name: FixedText::truncated("test"),
        appl_type: mq::MQAT_UNIX,
        process_id: 1,
        thread_id: 1,
        uid: 1,
        road: Road::Bindings,
        client: None,
    };
    let connected = manager.connect_from(&ConnectOptions::default(), stranger);
    assert_eq!(connected.err(), Some(Reason::UNEXPECTED_ERROR));
    let committed = session.commit().expect_err("it is refused");
    assert_eq!(committed.reason, Reason::CONNECTION_BROKEN);
    let (said, outcome) = manager.run_command("DISPLAY QLOCAL(Q1)");
    assert_eq!(said, "AMQ8146E: Queue manager 'QM1' not available.\n");
    assert_eq!(outcome, CommandOutcome::Failed);
    drop(session);
    manager.end().expect_err("no end is clean now");
    let manager = QueueManager::open(&place.0, "QM1", &settings).expect("opened again");
    let mut session = manager.connect().expect("connected");
    let queue = session.open("Q1", BOTH).expect("opened");
    assert_eq!(next(&mut session, queue), b"body");
    let (descriptor, options) = (MsgDescriptor::default(), GetOptions::default());
    let none = session.get(queue, &descriptor, &options, 100);
    assert_eq!(
        none.err().map(|error| error.reason),
        Some(Reason::NO_MSG_AVAILABLE)
    );
}

/// The kernel gives no number of a process in another name space: of all of them it says 0.
#[test]
fn processes_without_a_number_do_not_end_each_others_waits() {
    let place = Place::new("no-number");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let of = |process_id| {
        let origin = Origin {
            user_id: FixedText::truncated("root"),
            appl_name: FixedText::truncated("test"),
            appl_type: mq::MQAT_UNIX,
            process_id,
            thread_id: 1,
            uid: 0,
            road: Road::Bindings,
            client: None,
        };
        let session = manager.connect_from(&ConnectOptions::default(), origin);
        session.expect("connected")
    };
    let (mut known, mut unknown) = (of(17), of(0));
    let (known, unknown) = (known.road().connection_id(), unknown.road().connection_id());
    let engine = manager.engine();
    assert!(engine.is_of_process(&known, 17));
    assert!(!engine.is_of_process(&unknown, 17));
    assert!(!engine.is_of_process(&unknown, 0));
}

#[test]
fn the_client_channel_table_lies_beside_the_data() {
    let place = Place::new("client-table");
    let manager = QueueManager::open_or_create(&place.0, "QM1").expect("created");
    let file = place.0.join("qmgrs/QM1/@ipcc/AMQCLCHL.json");
    let table = || std::fs::read_to_string(&file).expect("the table is there");
    assert_eq!(table(), ferromq_admin::client_table(&[]));
    let (said, _) =
        manager.run_command("DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('host(1414)')");
    assert_eq!(said, "AMQ8014I: Channel created.\n");
    assert!(table().contains("\"name\": \"APP\""), "{}", table());
    manager.end().expect("ended");
}
