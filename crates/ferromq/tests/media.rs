//! Media images taken while units of work are open.

use crate::place::Place;
use ferromq::engine::{LogType, MediaError};
use ferromq::{
    EmbeddedConnection, GetOptions, MsgDescriptor, ObjectDescriptor, ObjectName, PutOptions,
    QueueManager, Session, Settings, mq,
};

/// A queue manager QM1 with a linear log, running in a directory of its own.
fn with_linear_log(test: &str) -> (Place, Settings, QueueManager) {
    let place = Place::new(&format!("media-{test}"));
    let mut settings = Settings::default();
    settings.log.log_type = LogType::Linear;
    QueueManager::create(&place.0, "QM1", &settings).expect("created");
    let manager = QueueManager::open(&place.0, "QM1", &settings).expect("opened");
    (place, settings, manager)
}

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: mq::MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

/// An image shows what an open unit of work has got; only the log from where that unit began
/// says whether it was taken. A later image lets go of that part of the log.
#[test]
fn message_of_an_earlier_image_that_was_got_before_the_last_one_does_not_come_back() {
    let (_place, _, manager) = with_linear_log("images");
    let (mut getter, mut other) = (
        manager.connect().expect("connected"),
        manager.connect().expect("connected"),
    );
    for command in ["DEFINE QLOCAL(Q1) IMGRCOVQ(YES)", "DEFINE QLOCAL(Q2)"] {
        getter.command(command).expect("defined");
    }
    let queue = getter
        .open("Q1", mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let mut plain = PutOptions::default();
    for text in ["got", "stays"] {
        getter
            .put(queue, &mut persistent(), &mut plain, text)
            .expect("put");
    }
    let under_syncpoint = GetOptions {
        options: mq::MQGMO_SYNCPOINT,
        ..GetOptions::default()
    };
    getter
        .get(queue, &MsgDescriptor::default(), &under_syncpoint, 100)
        .expect("got");
    // Another unit of work begins behind the get and outlives it.
    let elsewhere = other.open("Q2", mq::MQOO_OUTPUT).expect("opened");
    let mut syncpoint = PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    other
        .put(elsewhere, &mut persistent(), &mut syncpoint, "open")
        .expect("put");
    let name = ObjectName::truncated("Q1");
    manager.engine().record_image(&name).expect("an image");
    getter.commit().expect("committed");
    manager.engine().record_image(&name).expect("another image");
    getter.close(queue, mq::MQCO_NONE).expect("closed");
    let report = manager.engine().recover_queue(&name).expect("recovered");
    assert_eq!(report.messages, 1);
}

/// A clear says how far it went in arrival numbers, and a restart reads it once more: a rebuilt queue gives none of them out
/// again, not even those that only non-persistent messages had.
#[test]
fn message_put_to_a_rebuilt_queue_is_not_taken_by_a_clear_before_it_was_rebuilt() {
    let (place, settings, manager) = with_linear_log("cleared");
    let mut session = manager.connect().expect("connected");
    session
        .command("DEFINE QLOCAL(Q1) IMGRCOVQ(YES) NPMCLASS(HIGH)")
        .expect("defined");
    let name = ObjectName::truncated("Q1");
    manager.engine().record_image(&name).expect("an image");
    let put = |session: &mut Session<EmbeddedConnection>, text: &'static str| {
        let object = ObjectDescriptor::queue("Q1");
        let (mut plain, mut options) = (MsgDescriptor::default(), PutOptions::default());
        session
            .put1(&object, &mut plain, &mut options, text)
            .expect("put");
    };
    for text in ["one", "two", "three"] {
        put(&mut session, text);
    }
    session.command("CLEAR QLOCAL(Q1)").expect("cleared");
    manager.engine().recover_queue(&name).expect("recovered");
    put(&mut session, "kept");
    session.disconnect().expect("disconnected");
    manager.end().expect("ended");
    let manager = QueueManager::open(&place.0, "QM1", &settings).expect("opened");
    let mut session = manager.connect().expect("connected");
    let queue = session.open("Q1", mq::MQOO_INPUT_SHARED).expect("opened");
    let got = session
        .get(
            queue,
            &MsgDescriptor::default(),
            &GetOptions::default(),
            100,
        )
        .expect("a message");
    assert_eq!(&got.body[..], b"kept");
}

/// A queue whose files are damaged has its messages in the log only. Nothing may be said about
/// them until it is rebuilt, and nothing may take the place of the image it is rebuilt from.
#[test]
fn damaged_queue_is_neither_cleared_nor_shown_nor_recorded_and_is_rebuilt_whole() {
    let (place, settings, manager) = with_linear_log("damaged");
    let mut session = manager.connect().expect("connected");
    session
        .command("DEFINE QLOCAL(Q1) IMGRCOVQ(YES)")
        .expect("defined");
    let queue = session.open("Q1", mq::MQOO_OUTPUT).expect("opened");
    let mut plain = PutOptions::default();
    session
        .put(queue, &mut persistent(), &mut plain, "kept")
        .expect("put");
    let name = ObjectName::truncated("Q1");
    manager.engine().record_image(&name).expect("an image");
    manager
        .engine()
        .checkpoint_everything()
        .expect("files are made");
    session.disconnect().expect("disconnected");
    manager.end().expect("ended");
    let queues = place.0.join("qmgrs/QM1/queues");
    let own = std::fs::read_dir(queues).expect("queues").flatten();
    let own = own.map(|entry| entry.path()).find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("Q1.")
    });
    std::fs::write(own.expect("its files").join("index"), [0xEE; 4096]).expect("damaged");

    let manager = QueueManager::open(&place.0, "QM1", &settings).expect("opened");
    for command in ["CLEAR QLOCAL(Q1)", "DISPLAY QSTATUS(Q1)"] {
        let (said, _) = manager.run_command(command);
        assert!(
            said.starts_with("AMQ8149E: FerroMQ object Q1 damaged."),
            "{said}"
        );
    }
    // The definition is whole, and nobody knows the depth.
    let (said, _) = manager.run_command("DISPLAY QLOCAL(Q1) CURDEPTH MAXDEPTH");
    assert!(said.contains("MAXDEPTH(5000)"), "{said}");
    assert!(!said.contains("CURDEPTH"), "{said}");
    let (said, _) = manager.run_command("DISPLAY QLOCAL(Q1) WHERE(CURDEPTH LT 5000)");
    assert!(said.starts_with("AMQ8147E"), "{said}");
    let refused = manager.engine().record_image(&name);
    assert!(matches!(refused, Err(MediaError::Damaged)), "{refused:?}");
    let report = manager.engine().recover_queue(&name).expect("rebuilt");
    assert_eq!(report.messages, 1);
    let (said, _) = manager.run_command("DISPLAY QLOCAL(Q1) CURDEPTH");
    assert!(said.contains("CURDEPTH(1)"), "{said}");
    manager.end().expect("ended");
}

/// The log is not kept for such a queue, so what could be rebuilt would be a part of it.
#[test]
fn queue_without_images_is_not_rebuilt() {
    let (_place, _, manager) = with_linear_log("no-images");
    let (said, _) = manager.run_command("DEFINE QLOCAL(Q1) IMGRCOVQ(NO)");
    assert!(said.starts_with("AMQ8006I"), "{said}");
    let refused = manager.engine().recover_queue(&ObjectName::truncated("Q1"));
    assert!(
        matches!(refused, Err(MediaError::NotRecoverable)),
        "{refused:?}"
    );
    manager.end().expect("ended");
}

/// Goal: a queue that is to be recoverable only now holds nothing of the log, which may have given back long ago what it would need. Method: it is defined
/// without images, the log goes on over several extents, which are given back.
#[test]
fn queue_that_is_recoverable_from_now_on_stops_no_checkpoint() {
    let place = Place::new("media-images-later");
    let mut settings = Settings::default();
    settings.log.log_type = LogType::Linear;
    settings.log.file_pages = 64;
    QueueManager::create(&place.0, "QM1", &settings).expect("created");
    let manager = QueueManager::open(&place.0, "QM1", &settings).expect("opened");
    let engine = manager.engine();
    let run = |command: &str| {
        let (said, _) = manager.run_command(command);
        assert!(said.starts_with("AMQ80"), "{said}");
    };
    run("DEFINE QLOCAL(LATE) IMGRCOVQ(NO)");
    run("DEFINE QLOCAL(Q1) IMGRCOVQ(NO)");
    let late = ObjectName::truncated("LATE");
    let reached = engine.log().head();
    let mut session = manager.connect().expect("connected");
    let queue = session
        .open("Q1", mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)
        .expect("opened");
    let body = vec![7; 100_000];
    for _ in 0..40 {
        let mut plain = PutOptions::default();
        session
            .put(queue, &mut persistent(), &mut plain, body.clone())
            .expect("put");
        session
            .get(
                queue,
                &MsgDescriptor::default(),
                &GetOptions::default(),
                100_000,
            )
            .expect("got");
        for status in engine.queue_statuses() {
            // Those that are not recoverable are refused.
            let _ = engine.record_image(&status.name);
        }
        engine.checkpoint().expect("taken");
    }
    assert!(!engine.log().reaches(reached), "nothing was given back");
    engine.checkpoint().expect("taken");
    run("ALTER QLOCAL(LATE) IMGRCOVQ(YES)");
    engine.checkpoint().expect("it holds nothing");
    let refused = engine.recover_queue(&late);
    assert!(matches!(refused, Err(MediaError::NoImage)), "{refused:?}");
    engine.record_image(&late).expect("recorded");
    engine.recover_queue(&late).expect("rebuilt");
    manager.end().expect("ended");
}

#[test]
fn name_of_the_longest_length_makes_a_queue_manager() {
    let place = Place::new("long-name");
    let name = "Q".repeat(48);
    let manager = QueueManager::open_or_create(&place.0, &name).expect("opened");
    let (said, _) = manager.run_command("DISPLAY QMGR QMID");
    let id = format!("QMID({}_2", "Q".repeat(28));
    assert!(said.contains(&id), "{said}");
    manager.end().expect("ended");
}
