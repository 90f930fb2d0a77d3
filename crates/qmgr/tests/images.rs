//! Media images that are due: one queue that cannot be copied keeps no other from it, and is not tried all the time.

use crate::full_log::home::{Home, LOG};
use ferromq_base::disk::Fault;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::Request;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{EndMode, MediaError, MediaImages, NextTurn};

const SECOND_NS: u64 = 1_000_000_000;

/// Q1 has a message that cannot be read; images are recorded by themselves.
fn with_a_message_nobody_can_read() -> Home {
    let mut home = with_a_message_in_its_file(MQPER_PERSISTENT);
    make_unreadable(&mut home);
    home
}

/// Q1 has a message that rests in the file of the queue, read by nobody since the start.
fn with_a_message_in_its_file(persistence: i32) -> Home {
    let mut home = Home::with(LogSettings {
        log_type: LogType::Linear,
        ..LOG
    });
    let changes = [(Attr::Imgsched, Value::Int(MQMEDIMGSCHED_AUTO))];
    home.manager()
        .alter(ObjectKind::QMgr, &ObjectName::BLANK, &changes, false)
        .expect("altered");
    let kept = [(Attr::Npmclass, Value::Int(MQNPM_CLASS_HIGH))];
    home.manager()
        .alter(
            ObjectKind::QLocal,
            &ObjectName::truncated("Q1"),
            &kept,
            false,
        )
        .expect("altered");
    let mut application = home.connect();
    let mut put = application.put_request(0, 10_000, 0);
    if let Request::Put { descriptor, .. } = &mut put {
        descriptor.persistence = persistence;
    }
    application.verb(put).expect("put");
    // Checkpoints move the message to the files of its queue.
    for _ in 0..60 {
        application.put(1, 50_000, 0).expect("put");
        application.get(1, 0).expect("got");
    }
    home.manager().checkpoint().expect("a checkpoint");
    drop(application);
    home.end();
    home.start();
    home
}

/// Changes a bit of it.
fn make_unreadable(home: &mut Home) {
    home.end();
    let queues = home.place().data.directory("queues");
    let names = queues.and_then(|queues| queues.list_directories());
    let own = names
        .expect("queues")
        .into_iter()
        .find(|name| name.starts_with("Q1."));
    let data = format!("data/queues/{}/data", own.expect("its files"));
    home.disk.flip_bit(&data, 5_000, 0).expect("flipped");
    home.start();
}

/// Looks every ten seconds whether images are due. Answers how many were recorded.
fn look(home: &Home, images: &mut MediaImages, times: usize) -> u64 {
    let mut recorded = 0;
    for _ in 0..times {
        loop {
            let turn = images.turn(home.manager());
            recorded += turn.done;
            if turn.next != NextTurn::Soon {
                break;
            }
        }
        home.clock.advance_ns(10 * SECOND_NS);
    }
    recorded
}

#[test]
fn a_queue_that_cannot_be_copied_is_tried_again_after_pauses_and_keeps_no_other_from_it() {
    let home = with_a_message_nobody_can_read();
    let mut images = MediaImages::default();
    // The interval is an hour.
    assert_eq!(look(&home, &mut images, 300), 0);
    let recorded = |name: &str| {
        let statuses = home.manager().queue_statuses();
        let found = statuses.iter().find(|status| status.name.as_str() == name);
        found.expect("it is there").media_lsn
    };
    let before = (recorded("Q1"), recorded("Q2"));
    let queues = home.manager().queue_statuses().len() as u64;
    assert!(look(&home, &mut images, 100) >= queues - 1);
    assert_eq!(recorded("Q1"), before.0);
    assert!(recorded("Q2") > before.1);
    let told = home.notices("FMQ0032W");
    let begun = home.manager().log().usage().records;
    look(&home, &mut images, 60);
    let attempts = home.manager().log().usage().records - begun;
    assert!((1..=4).contains(&attempts), "{attempts} in ten minutes");
    let again = home.notices("FMQ0032W").len() - told.len();
    assert!((1..=3).contains(&told.len()), "{told:?}");
    assert!(again <= 2, "{again} in ten minutes");
}

/// Nothing was kept of what was gone, and the next message had its number.
#[test]
fn a_queue_is_rebuilt_with_what_came_after_a_restart_and_not_what_was_gone_before() {
    let mut home = Home::with(LogSettings {
        log_type: LogType::Linear,
        ..LOG
    });
    let mut application = home.connect();
    application
        .put(0, 100, MQPMO_SYNCPOINT)
        .expect("put, and backed out when the application goes");
    drop(application);
    home.manager()
        .checkpoint_everything()
        .expect("a checkpoint");
    home.end();
    home.start();
    let mut application = home.connect();
    application.put(0, 300, 0).expect("put");
    drop(application);
    let rebuilt = home.manager().recover_queue(&ObjectName::truncated("Q1"));
    assert_eq!(rebuilt.expect("rebuilt").messages, 1);
    assert_eq!(home.connect().get(0, 0), Ok(300));
}

/// What is not persistent is in no image, and would go for nothing.
#[test]
fn a_queue_that_is_not_damaged_is_not_rebuilt_and_one_with_a_message_nobody_can_read_is() {
    let home = Home::with(LogSettings {
        log_type: LogType::Linear,
        ..LOG
    });
    let name = ObjectName::truncated("Q1");
    let mut application = home.connect();
    application.put(0, 100, 0).expect("put");
    drop(application);
    let refused = home.manager().recover_damaged_queue(&name);
    assert!(
        matches!(refused, Err(MediaError::NotDamaged)),
        "{refused:?}"
    );
    let home = with_a_message_nobody_can_read();
    let refused = home.manager().record_image(&name);
    assert!(matches!(refused, Err(MediaError::Load(_))), "{refused:?}");
    let rebuilt = home.manager().recover_damaged_queue(&name);
    assert_eq!(rebuilt.expect("rebuilt").messages, 1);
    assert_eq!(home.connect().get(0, 0), Ok(10_000));
}

/// Goal: whoever is told that a queue is damaged and to be rebuilt can rebuild it. Method: a message that is not persistent cannot be read.
#[test]
fn a_queue_with_a_message_that_is_not_persistent_and_cannot_be_read_is_rebuilt() {
    let mut home = with_a_message_in_its_file(MQPER_NOT_PERSISTENT);
    make_unreadable(&mut home);
    let name = ObjectName::truncated("Q1");
    assert_eq!(home.connect().get(0, 0), Err(Reason::OBJECT_DAMAGED));
    let rebuilt = home.manager().recover_damaged_queue(&name);
    assert_eq!(rebuilt.expect("rebuilt").messages, 0);
    assert_eq!(home.connect().get(0, 0), Err(Reason::NO_MSG_AVAILABLE));
}

/// Goal: what is refused for a while costs no message. Method: memory is short while the queue is looked at.
#[test]
fn a_queue_that_cannot_be_read_for_a_while_is_not_rebuilt() {
    let home = with_a_message_in_its_file(MQPER_NOT_PERSISTENT);
    let name = ObjectName::truncated("Q1");
    home.disk.plan(Fault::Fail {
        at: 1,
        error: std::io::ErrorKind::OutOfMemory,
        for_ever: false,
    });
    let refused = home.manager().recover_damaged_queue(&name);
    assert!(matches!(refused, Err(MediaError::Load(_))), "{refused:?}");
    assert_eq!(home.connect().get(0, 0), Ok(10_000));
}

/// Goal: what happened on a queue is counted since it is there, not since the queue manager was started. Method: it is made a
/// minute after the start, and looked at seven seconds later.
#[test]
fn the_figures_of_a_new_queue_are_those_since_it_was_made() {
    let home = Home::with(LOG);
    home.clock.advance_ns(60 * SECOND_NS);
    let name = ObjectName::truncated("YOUNG");
    let made = Definition::new(ObjectKind::QLocal, name);
    home.manager().define(made, false).expect("defined");
    home.clock.advance_ns(7 * SECOND_NS);
    let seconds = |name: &str| {
        let named = |other: &ObjectName| other.as_str() == name;
        let found = home.manager().reset_queue_statistics(named);
        found[0].1.interval_us / 1_000_000
    };
    assert_eq!(seconds("YOUNG"), 7);
    // Those of the others begin with the start.
    assert!(seconds("Q1") >= 67);
}

#[test]
fn an_image_stops_when_the_queue_manager_does() {
    let home = with_a_message_nobody_can_read();
    home.manager().begin_end(EndMode::Immediate);
    let name = ObjectName::truncated("Q2");
    let refused = home.manager().record_image(&name);
    assert!(matches!(refused, Err(MediaError::Ending)), "{refused:?}");
}
