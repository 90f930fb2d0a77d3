//! Model queues and the dynamic queues made from them.

use crate::app::{ALL, App, BOTH, Get, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("dynamic":
    a_model_queue_makes_a_queue_with_the_name_asked_for,
    a_name_with_an_asterisk_becomes_unique,
    a_dynamic_queue_has_the_attributes_of_its_model,
    a_name_that_cannot_be_is_refused,
    a_name_that_is_taken_is_refused,
    a_model_queue_is_not_put_to_by_its_own_name_without_making_a_queue,
    a_temporary_queue_goes_when_its_maker_closes_it,
    a_temporary_queue_goes_when_its_maker_dies,
    others_hear_that_a_temporary_queue_is_gone,
    only_its_maker_deletes_a_temporary_queue,
    a_permanent_queue_stays_when_it_is_closed,
    a_permanent_queue_is_deleted_by_anyone_when_empty,
    purge_deletes_a_permanent_queue_with_its_messages,
    uncommitted_messages_keep_a_dynamic_queue_from_deletion,
    persistent_messages_do_not_go_to_temporary_queues,
);

/// Opens a model queue; returns the handle and the name of the queue made.
#[track_caller]
fn make(app: &mut App, model: &str, name: &str, options: i32) -> (ObjectHandle, String) {
    let (handle, made) = try_make(app, model, name, options).expect("made");
    (handle, made)
}

fn try_make(
    app: &mut App,
    model: &str,
    name: &str,
    options: i32,
) -> Result<(ObjectHandle, String), Reason> {
    let mut object = ObjectDescriptor::queue(model);
    object.dynamic_q_name = ObjectName::truncated(name);
    let handle = app.open_object(&mut object, options)?;
    Ok((handle, object.object_name.as_str().to_owned()))
}

/// Source: MQOPEN of a model queue; MQOD, DynamicQName.
fn a_model_queue_makes_a_queue_with_the_name_asked_for(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(PERMDYN) DEFSOPT(SHARED) SHARE");
    let mut app = trial.connect();
    let wanted = trial.name("MADE");
    let (handle, made) = make(&mut app, &model, &wanted, ALL);
    assert_eq!(made, wanted);
    app.put(handle, "x");
    let again = app.open(&wanted, ALL);
    app.expect(again, &Get::with(0), "x");
}

/// Source: MQOD, DynamicQName: the asterisk is replaced.
fn a_name_with_an_asterisk_becomes_unique(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "");
    let mut app = trial.connect();
    let prefix = trial.name("TMP.");
    let names: Vec<_> = (0..3)
        .map(|_| make(&mut app, &model, &format!("{prefix}*"), BOTH).1)
        .collect();
    for (at, name) in names.iter().enumerate() {
        assert!(
            name.starts_with(&prefix) && name.len() > prefix.len(),
            "{name}"
        );
        assert!(!names[..at].contains(name), "{name} twice");
    }
    let (_, generated) = make(&mut app, &model, "*", BOTH);
    assert!(!generated.contains('*'), "{generated}");
    let (_, longest) = make(&mut app, &model, &format!("{}*", "L".repeat(32)), BOTH);
    assert!(
        longest.starts_with(&"L".repeat(32)) && longest.len() <= 48,
        "{longest}"
    );
}

/// Source: DEFINE QMODEL; attributes for queues, DefinitionType.
fn a_dynamic_queue_has_the_attributes_of_its_model(trial: &Trial<'_>) {
    let attributes = "DEFTYPE(TEMPDYN) MAXDEPTH(7) DEFPRTY(4) DESCR('from a model')";
    let model = trial.define("QMODEL", "M", attributes);
    let mut app = trial.connect();
    let (handle, _) = make(&mut app, &model, "AMQ.*", MQOO_INQUIRE | MQOO_OUTPUT);
    let selectors = [
        MQIA_Q_TYPE,
        MQIA_DEFINITION_TYPE,
        MQIA_MAX_Q_DEPTH,
        MQIA_DEF_PRIORITY,
        MQCA_Q_DESC,
    ];
    let (ints, description, _) = app.inquire(handle, &selectors, 4, 64).expect("inquired");
    assert_eq!(ints, [MQQT_LOCAL, MQQDT_TEMPORARY_DYNAMIC, 7, 4]);
    assert_eq!(description.trim_end(), "from a model");
}

/// Source: MQOD, DynamicQName; 2011.
fn a_name_that_cannot_be_is_refused(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "");
    let mut app = trial.connect();
    let too_far = format!("{}*", "L".repeat(33));
    for name in ["", "A B", "A*B", "UMLAUT\u{e4}", &too_far] {
        let refused = try_make(&mut app, &model, name, BOTH).err();
        assert_eq!(refused, Some(Reason::DYNAMIC_Q_NAME_ERROR), "{name:?}");
    }
}

/// Source: 2100.
fn a_name_that_is_taken_is_refused(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "");
    let taken = trial.queue("Q", "");
    let mut app = trial.connect();
    let refused = try_make(&mut app, &model, &taken, BOTH).err();
    assert_eq!(refused, Some(Reason::OBJECT_ALREADY_EXISTS));
}

/// Goal: MQPUT1 to a model queue makes a queue, puts and closes, so that a temporary queue is
/// gone again. Source: MQPUT1, usage notes.
fn a_model_queue_is_not_put_to_by_its_own_name_without_making_a_queue(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(PERMDYN)");
    let mut app = trial.connect();
    let mut object = ObjectDescriptor::queue(&model);
    let wanted = trial.name("MADE");
    object.dynamic_q_name = ObjectName::truncated(&wanted);
    app.put1(&object, &MsgDescriptor::default(), 0, "x")
        .expect("put");
    assert_eq!(app.depth(&wanted), 1);
}

/// Source: MQCLOSE: a temporary dynamic queue is deleted, messages and all.
fn a_temporary_queue_goes_when_its_maker_closes_it(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(TEMPDYN)");
    let mut app = trial.connect();
    let (handle, made) = make(&mut app, &model, "AMQ.*", BOTH);
    app.put(handle, "lost");
    app.close(handle);
    assert_eq!(app.open_fails(&made, BOTH), Reason::UNKNOWN_OBJECT_NAME);
}

/// Source: MQDISC and MQCLOSE, temporary dynamic queues.
fn a_temporary_queue_goes_when_its_maker_dies(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(TEMPDYN)");
    let mut app = trial.connect();
    let (handle, made) = make(&mut app, &model, "AMQ.*", BOTH);
    app.put(handle, "lost");
    drop(app);
    let mut other = trial.connect();
    // The death of an application may take a moment to be noticed.
    for _ in 0..500 {
        match other.0.open(&made, MQOO_OUTPUT) {
            Ok(handle) => other.close(handle),
            Err(error) => {
                assert_eq!(error.reason, Reason::UNKNOWN_OBJECT_NAME);
                return;
            }
        }
        trial.pass_ms(10);
    }
    panic!("the queue outlives its maker");
}

/// Source: 2052.
fn others_hear_that_a_temporary_queue_is_gone(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(TEMPDYN) SHARE DEFSOPT(SHARED)");
    let (mut maker, mut other) = (trial.connect(), trial.connect());
    let (handle, made) = make(&mut maker, &model, "AMQ.*", BOTH);
    let theirs = other.open(&made, ALL);
    maker.close(handle);
    let put = other.put_with(theirs, &MsgDescriptor::default(), 0, "late");
    assert_eq!(put.err(), Some(Reason::Q_DELETED));
    assert_eq!(other.take_fails(theirs, &Get::with(0)), Reason::Q_DELETED);
    other.close(theirs);
    assert_eq!(other.open_fails(&made, BOTH), Reason::UNKNOWN_OBJECT_NAME);
}

/// Source: MQCLOSE, table of close options; 2045.
fn only_its_maker_deletes_a_temporary_queue(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(TEMPDYN) SHARE DEFSOPT(SHARED)");
    let mut app = trial.connect();
    let (maker, made) = make(&mut app, &model, "AMQ.*", BOTH);
    let other = app.open(&made, BOTH);
    for options in [MQCO_DELETE, MQCO_DELETE_PURGE] {
        let refused = app.close_with(other, options);
        assert_eq!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE));
    }
    app.close(other);
    assert_eq!(app.close_with(maker, MQCO_DELETE), Ok(Reason::NONE));
}

/// Source: MQCLOSE, MQCO_NONE.
fn a_permanent_queue_stays_when_it_is_closed(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(PERMDYN)");
    let mut app = trial.connect();
    let (handle, made) = make(&mut app, &model, &trial.name("MADE"), BOTH);
    app.put(handle, "kept");
    app.close(handle);
    let mut other = trial.connect();
    let again = other.open(&made, BOTH);
    other.expect(again, &Get::with(0), "kept");
}

/// Source: MQCLOSE, MQCO_DELETE; 2055.
fn a_permanent_queue_is_deleted_by_anyone_when_empty(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(PERMDYN) SHARE DEFSOPT(SHARED)");
    let mut app = trial.connect();
    let (handle, made) = make(&mut app, &model, &trial.name("MADE"), BOTH);
    app.put(handle, "in the way");
    app.close(handle);
    let mut other = trial.connect();
    let again = other.open(&made, BOTH);
    assert_eq!(
        other.close_with(again, MQCO_DELETE),
        Err(Reason::Q_NOT_EMPTY)
    );
    other.expect(again, &Get::with(0), "in the way");
    assert_eq!(other.close_with(again, MQCO_DELETE), Ok(Reason::NONE));
    assert_eq!(other.open_fails(&made, BOTH), Reason::UNKNOWN_OBJECT_NAME);
}

/// Source: MQCLOSE, MQCO_DELETE_PURGE.
fn purge_deletes_a_permanent_queue_with_its_messages(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(PERMDYN)");
    let mut app = trial.connect();
    let wanted = trial.name("MADE");
    let (handle, _) = make(&mut app, &model, &wanted, BOTH);
    app.put_as(handle, &persistent(), "purged");
    assert_eq!(app.close_with(handle, MQCO_DELETE_PURGE), Ok(Reason::NONE));
    assert_eq!(app.open_fails(&wanted, BOTH), Reason::UNKNOWN_OBJECT_NAME);
    let (handle, _) = make(&mut app, &model, &wanted, BOTH);
    assert_eq!(app.drain(handle), [""; 0]);
}

/// Source: MQCLOSE, MQCO_DELETE_PURGE: "if there are no uncommitted requests"; 2055.
fn uncommitted_messages_keep_a_dynamic_queue_from_deletion(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(PERMDYN)");
    let mut app = trial.connect();
    let (handle, _) = make(&mut app, &model, &trial.name("MADE"), BOTH);
    app.put_in_work(handle, &persistent(), "uncommitted");
    for options in [MQCO_DELETE, MQCO_DELETE_PURGE] {
        assert_eq!(app.close_with(handle, options), Err(Reason::Q_NOT_EMPTY));
    }
    app.commit();
    app.expect(handle, &Get::with(MQGMO_SYNCPOINT), "uncommitted");
    assert_eq!(
        app.close_with(handle, MQCO_DELETE_PURGE),
        Err(Reason::Q_NOT_EMPTY)
    );
    app.commit();
    assert_eq!(app.close_with(handle, MQCO_DELETE), Ok(Reason::NONE));
}

/// Source: 2048.
fn persistent_messages_do_not_go_to_temporary_queues(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(TEMPDYN)");
    let mut app = trial.connect();
    let (handle, _) = make(&mut app, &model, "AMQ.*", BOTH);
    let refused = app.put_with(handle, &persistent(), 0, "");
    assert_eq!(refused.err(), Some(Reason::PERSISTENT_NOT_ALLOWED));
}
