//! Media images taken while units of work are open.

use ferromq::engine::LogType;
use ferromq::{GetOptions, MsgDescriptor, ObjectName, PutOptions, QueueManager, Settings, mq};
use std::path::PathBuf;

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
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
    let path = std::env::temp_dir().join(format!("ferromq-images-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    let place = Place(path);
    let mut settings = Settings::default();
    settings.log.log_type = LogType::Linear;
    QueueManager::create(&place.0, "QM1", &settings).expect("created");
    let manager = QueueManager::open(&place.0, "QM1", &settings).expect("opened");
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
