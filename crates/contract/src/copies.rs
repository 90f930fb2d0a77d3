//! Copies of a publication: what they share must not show.

use crate::app::{ALL, App, BOTH, Get, id, name_field, persistent, text};
use crate::publish::subscription;
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("copies":
    each_copy_is_found_by_its_own_identifiers_and_shows_them,
    a_selector_sees_the_identifiers_of_each_copy,
    the_delivery_of_a_copy_is_confirmed_with_its_own_identifiers,
    a_copy_is_got_with_a_buffer_its_data_fits_and_stays_when_it_does_not,
    copies_in_a_unit_of_work_that_is_backed_out_come_back_as_they_were,
);

/// Subscribes with a correlation identifier, on a queue or a managed one.
#[track_caller]
fn listens(app: &mut App, topic: &str, number: u8, queue: ObjectHandle) -> ObjectHandle {
    let managed = if queue == ObjectHandle::NONE {
        MQSO_MANAGED | MQSO_NON_DURABLE
    } else {
        0
    };
    let options = MQSO_CREATE | MQSO_SET_CORREL_ID | managed;
    let mut asked = subscription(topic, options);
    asked.sub_correl_id = id(number);
    let made = app.subscribe(&mut asked, queue).expect("subscribed");
    if managed == 0 { queue } else { made.0 }
}

/// Goal: three copies on one queue, with identifiers of their own, persistent and not.
fn each_copy_is_found_by_its_own_identifiers_and_shows_them(trial: &Trial<'_>) {
    let topic = trial.name("found");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for number in [1, 2, 3] {
        listens(&mut app, &topic, number, queue);
    }
    for plain in [MsgDescriptor::default(), persistent()] {
        let put = app.publish_with(&topic, &plain, MQPMO_NONE, "x");
        put.expect("published");
        let mut ids = Vec::new();
        for number in [3, 1, 2] {
            let browse = Get::with(MQGMO_BROWSE_FIRST).correl_id(id(number));
            let seen = app.expect(queue, &browse, "x").descriptor;
            assert_eq!(seen.correl_id, id(number));
            ids.push((number, seen.msg_id));
        }
        assert!(ids[0].1 != ids[1].1 && ids[1].1 != ids[2].1 && ids[2].1 != ids[0].1);
        for (number, msg_id) in ids {
            let got = app
                .expect(queue, &Get::with(0).msg_id(msg_id), "x")
                .descriptor;
            assert_eq!((got.msg_id, got.correl_id), (msg_id, id(number)));
            let asked = plain.persistence == MQPER_PERSISTENT;
            assert_eq!(got.persistence == MQPER_PERSISTENT, asked);
        }
    }
}

fn a_selector_sees_the_identifiers_of_each_copy(trial: &Trial<'_>) {
    let topic = trial.name("selected");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for number in [1, 2, 3] {
        listens(&mut app, &topic, number, queue);
    }
    app.publish(&topic, "x");
    let digits = |number: u8| format!("\"0x{}\"", format!("{number:02x}").repeat(24));
    let selector = format!(
        "Root.MQMD.CorrelId <> {} AND Root.MQMD.CorrelId <> {}",
        digits(1),
        digits(3)
    );
    let selecting = &mut ObjectDescriptor {
        selection_string: selector,
        ..ObjectDescriptor::queue(&name)
    };
    let some = app
        .open_object(selecting, MQOO_INPUT_SHARED)
        .expect("opened");
    let got = app.expect(some, &Get::with(0), "x").descriptor;
    assert_eq!(got.correl_id, id(2));
    assert_eq!(
        app.take_fails(some, &Get::with(0)),
        Reason::NO_MSG_AVAILABLE
    );
    assert_eq!(app.drain(queue), ["x", "x"]);
}

/// Source: MQRO_COD, MQRO_PASS_CORREL_ID.
fn the_delivery_of_a_copy_is_confirmed_with_its_own_identifiers(trial: &Trial<'_>) {
    let topic = trial.name("confirmed");
    let answers = trial.queue("ANSWERS", "");
    let mut app = trial.connect();
    let queues = [1, 2].map(|number| listens(&mut app, &topic, number, ObjectHandle::NONE));
    let asking = MsgDescriptor {
        report: MQRO_COD | MQRO_PASS_CORREL_ID,
        reply_to_q: name_field(&answers),
        ..MsgDescriptor::default()
    };
    let put = app.publish_with(&topic, &asking, MQPMO_NEW_MSG_ID, "x");
    put.expect("published");
    let answers = app.open(&answers, BOTH);
    for (queue, number) in queues.into_iter().zip([1, 2]) {
        app.expect(queue, &Get::with(0), "x");
        let report = app.take(answers, &Get::with(0)).expect("a report");
        assert_eq!(report.descriptor.feedback, MQFB_COD);
        assert_eq!(report.descriptor.correl_id, id(number));
    }
}

/// Goal: buffers that are too short, just long enough for the data, and long enough for the properties as well; each
/// subscriber after another has asked for the same. Source: MQGMO (properties options), MQGET `BufferLength`.
fn a_copy_is_got_with_a_buffer_its_data_fits_and_stays_when_it_does_not(trial: &Trial<'_>) {
    let topic = trial.name("fits");
    let mut app = trial.connect();
    let queues = [1, 2, 3].map(|number| listens(&mut app, &topic, number, ObjectHandle::NONE));
    app.publish(&topic, "twelve bytes");
    app.publish(&topic, "behind");
    for queue in queues {
        let with_header = Get::with(MQGMO_PROPERTIES_FORCE_MQRFH2).buffer(12);
        let short = Get::with(MQGMO_NO_PROPERTIES).buffer(11);
        for get in [&with_header, &short, &with_header] {
            let cut = app.take(queue, get).expect("a warning");
            assert_eq!(cut.reason, Reason::TRUNCATED_MSG_FAILED);
        }
        let fits = Get::with(MQGMO_NO_PROPERTIES).buffer(12);
        app.expect(queue, &fits, "twelve bytes");
        let cut = Get::with(MQGMO_NO_PROPERTIES | MQGMO_ACCEPT_TRUNCATED_MSG).buffer(3);
        let cut = app.take(queue, &cut).expect("cut");
        assert_eq!(
            (cut.reason, text(&cut)),
            (Reason::TRUNCATED_MSG_ACCEPTED, "beh")
        );
        assert!(app.drain(queue).is_empty());
    }
}

fn copies_in_a_unit_of_work_that_is_backed_out_come_back_as_they_were(trial: &Trial<'_>) {
    let topic = trial.name("back");
    let mut app = trial.connect();
    let queues = [1, 2].map(|number| listens(&mut app, &topic, number, ObjectHandle::NONE));
    let plain = MsgDescriptor::default();
    let put = app.publish_with(&topic, &plain, MQPMO_SYNCPOINT | MQPMO_NEW_MSG_ID, "x");
    let published = put.expect("published").descriptor;
    app.commit();
    for (count, end) in [(0, false), (1, true)] {
        for (queue, number) in queues.into_iter().zip([1, 2]) {
            let got = app
                .expect(queue, &Get::with(MQGMO_SYNCPOINT), "x")
                .descriptor;
            assert_eq!((got.correl_id, got.backout_count), (id(number), count));
            assert_eq!(got.msg_id, published.msg_id);
        }
        if end {
            app.commit();
        } else {
            app.back_out();
        }
    }
}
