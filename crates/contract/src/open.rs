//! `MQOPEN` and `MQCLOSE`: who may have a queue open how.

use crate::app::{ALL, BOTH, Get};
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("open":
    shared_input_goes_with_shared_input_and_not_with_exclusive,
    exclusive_input_keeps_every_other_input_out_until_it_is_closed,
    browse_output_inquire_and_set_go_with_exclusive_input,
    input_as_the_queue_defines_follows_defsopt,
    a_queue_that_cannot_be_shared_makes_shared_input_exclusive,
    one_application_conflicts_with_itself,
    an_open_needs_some_access,
    options_that_contradict_each_other_are_refused,
    options_nobody_knows_are_refused,
    context_options_need_the_access_they_are_about,
    verbs_need_the_access_they_are_about,
    a_handle_that_is_closed_or_was_never_open_is_refused,
    a_handle_of_one_connection_is_nothing_to_another,
    close_options_must_be_known,
    a_predefined_queue_is_not_deleted_by_close,
    an_unknown_name_is_refused_for_every_object_type,
    object_types_must_be_known,
    a_descriptor_of_an_unknown_version_is_refused,
    processes_namelists_and_the_queue_manager_are_opened_for_inquiry_only,
    the_queue_managers_own_name_may_be_given,
    a_connection_has_no_more_handles_than_maxhands [Own],
    open_counts_are_those_of_open_handles,
);

/// Source: MQOPEN, MQOO_INPUT_SHARED; 2042.
fn shared_input_goes_with_shared_input_and_not_with_exclusive(trial: &Trial<'_>) {
    let name = trial.queue("Q", "SHARE");
    let (mut one, mut two) = (trial.connect(), trial.connect());
    one.open(&name, MQOO_INPUT_SHARED);
    two.open(&name, MQOO_INPUT_SHARED);
    let refused = two.open_fails(&name, MQOO_INPUT_EXCLUSIVE);
    assert_eq!(refused, Reason::OBJECT_IN_USE);
}

/// Source: MQOPEN, MQOO_INPUT_EXCLUSIVE; 2042.
fn exclusive_input_keeps_every_other_input_out_until_it_is_closed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "SHARE DEFSOPT(SHARED)");
    let (mut one, mut two) = (trial.connect(), trial.connect());
    let exclusive = one.open(&name, MQOO_INPUT_EXCLUSIVE);
    for options in [MQOO_INPUT_SHARED, MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_AS_Q_DEF] {
        assert_eq!(two.open_fails(&name, options), Reason::OBJECT_IN_USE);
    }
    one.close(exclusive);
    two.open(&name, MQOO_INPUT_EXCLUSIVE);
}

/// Source: MQOPEN, MQOO_BROWSE: "allowed even if the queue is open for exclusive input".
fn browse_output_inquire_and_set_go_with_exclusive_input(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut one, mut two) = (trial.connect(), trial.connect());
    one.open(&name, MQOO_INPUT_EXCLUSIVE);
    two.open(&name, MQOO_BROWSE | MQOO_OUTPUT | MQOO_INQUIRE | MQOO_SET);
}

/// Source: attributes for queues, DefInputOpenOption.
fn input_as_the_queue_defines_follows_defsopt(trial: &Trial<'_>) {
    let exclusive = trial.queue("EXCL", "DEFSOPT(EXCL) SHARE");
    let shared = trial.queue("SHARED", "DEFSOPT(SHARED) SHARE");
    let mut app = trial.connect();
    app.open(&exclusive, MQOO_INPUT_AS_Q_DEF);
    assert_eq!(
        app.open_fails(&exclusive, MQOO_INPUT_AS_Q_DEF),
        Reason::OBJECT_IN_USE
    );
    app.open(&shared, MQOO_INPUT_AS_Q_DEF);
    app.open(&shared, MQOO_INPUT_AS_Q_DEF);
}

/// Source: attributes for queues, Shareability.
fn a_queue_that_cannot_be_shared_makes_shared_input_exclusive(trial: &Trial<'_>) {
    let name = trial.queue("Q", "NOSHARE DEFSOPT(SHARED)");
    let mut app = trial.connect();
    app.open(&name, MQOO_INPUT_SHARED);
    for options in [MQOO_INPUT_SHARED, MQOO_INPUT_AS_Q_DEF] {
        assert_eq!(app.open_fails(&name, options), Reason::OBJECT_IN_USE);
    }
}

/// Goal: handles conflict, not applications. Source: MQOPEN, MQOO_INPUT_EXCLUSIVE, "this or
/// another application".
fn one_application_conflicts_with_itself(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    app.open(&name, MQOO_INPUT_SHARED);
    assert_eq!(
        app.open_fails(&name, MQOO_INPUT_EXCLUSIVE),
        Reason::OBJECT_IN_USE
    );
}

/// Source: MQOPEN, Options; 2046.
fn an_open_needs_some_access(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    for options in [0, MQOO_FAIL_IF_QUIESCING] {
        assert_eq!(app.open_fails(&name, options), Reason::OPTIONS_ERROR);
    }
}

/// Source: MQOPEN, Options: at most one input, one binding, one read-ahead option; 2046.
fn options_that_contradict_each_other_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let wrong = [
        MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE,
        MQOO_INPUT_AS_Q_DEF | MQOO_INPUT_SHARED,
        MQOO_OUTPUT | MQOO_BIND_ON_OPEN | MQOO_BIND_NOT_FIXED,
        MQOO_INPUT_SHARED | MQOO_READ_AHEAD | MQOO_NO_READ_AHEAD,
        MQOO_INPUT_SHARED | MQOO_CO_OP,
    ];
    for options in wrong {
        assert_eq!(
            app.open_fails(&name, options),
            Reason::OPTIONS_ERROR,
            "{options:#x}"
        );
    }
}

/// Source: 2046.
fn options_nobody_knows_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    assert_eq!(
        app.open_fails(&name, MQOO_OUTPUT | i32::MIN),
        Reason::OPTIONS_ERROR
    );
}

/// Source: MQOPEN: saving context is for input, passing and setting it for output; 2046.
fn context_options_need_the_access_they_are_about(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let for_output = [
        MQOO_PASS_IDENTITY_CONTEXT,
        MQOO_PASS_ALL_CONTEXT,
        MQOO_SET_IDENTITY_CONTEXT,
        MQOO_SET_ALL_CONTEXT,
    ];
    for option in for_output {
        assert_eq!(
            app.open_fails(&name, MQOO_INPUT_SHARED | option),
            Reason::OPTIONS_ERROR
        );
        let handle = app.open(&name, MQOO_OUTPUT | option);
        app.close(handle);
    }
    let saving = MQOO_OUTPUT | MQOO_SAVE_ALL_CONTEXT;
    assert_eq!(app.open_fails(&name, saving), Reason::OPTIONS_ERROR);
    app.open(&name, MQOO_INPUT_SHARED | MQOO_SAVE_ALL_CONTEXT);
}

/// Source: 2036, 2037, 2038, 2039, 2040.
fn verbs_need_the_access_they_are_about(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let output = app.open(&name, MQOO_OUTPUT);
    let input = app.open(&name, MQOO_INPUT_SHARED);
    let browse = app.open(&name, MQOO_BROWSE);
    let first = Get::with(MQGMO_BROWSE_FIRST);
    assert_eq!(app.take_fails(output, &first), Reason::NOT_OPEN_FOR_BROWSE);
    assert_eq!(app.take_fails(input, &first), Reason::NOT_OPEN_FOR_BROWSE);
    let under = Get::with(MQGMO_MSG_UNDER_CURSOR);
    assert_eq!(app.take_fails(input, &under), Reason::NOT_OPEN_FOR_BROWSE);
    for handle in [output, browse] {
        assert_eq!(
            app.take_fails(handle, &Get::with(0)),
            Reason::NOT_OPEN_FOR_INPUT
        );
    }
    let put = app.put_with(input, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::NOT_OPEN_FOR_OUTPUT));
    let inquired = app.inquire(output, &[MQIA_CURRENT_Q_DEPTH], 1, 0);
    assert_eq!(inquired.err(), Some(Reason::NOT_OPEN_FOR_INQUIRE));
    let set = app.set(output, &[MQIA_INHIBIT_GET], &[MQQA_GET_ALLOWED], "");
    assert_eq!(set, Err(Reason::NOT_OPEN_FOR_SET));
}

/// Source: 2019.
fn a_handle_that_is_closed_or_was_never_open_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let closed = app.open(&name, ALL);
    app.close(closed);
    for handle in [
        closed,
        ObjectHandle(999),
        ObjectHandle::NONE,
        ObjectHandle::UNUSABLE,
    ] {
        assert_eq!(app.take_fails(handle, &Get::with(0)), Reason::HOBJ_ERROR);
        let put = app.put_with(handle, &MsgDescriptor::default(), 0, "");
        assert_eq!(put.err(), Some(Reason::HOBJ_ERROR));
        assert_eq!(app.close_with(handle, MQCO_NONE), Err(Reason::HOBJ_ERROR));
        let inquired = app.inquire(handle, &[MQIA_CURRENT_Q_DEPTH], 1, 0);
        assert_eq!(inquired.err(), Some(Reason::HOBJ_ERROR));
        let set = app.set(handle, &[MQIA_INHIBIT_GET], &[MQQA_GET_ALLOWED], "");
        assert_eq!(set, Err(Reason::HOBJ_ERROR));
    }
}

/// Source: MQOPEN, Hobj: valid for the connection that opened the object.
fn a_handle_of_one_connection_is_nothing_to_another(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let (mut one, mut two) = (trial.connect(), trial.connect());
    let handle = one.open(&name, BOTH);
    assert_eq!(two.take_fails(handle, &Get::with(0)), Reason::HOBJ_ERROR);
}

/// Source: MQCLOSE, Options; 2046.
fn close_options_must_be_known(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let handle = app.open(&name, BOTH);
    for options in [MQCO_DELETE | MQCO_DELETE_PURGE, 0x4000] {
        assert_eq!(app.close_with(handle, options), Err(Reason::OPTIONS_ERROR));
    }
    app.put(handle, "still open");
}

/// Source: MQCLOSE, table of close options; 2045.
fn a_predefined_queue_is_not_deleted_by_close(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let handle = app.open(&name, BOTH);
    for options in [MQCO_DELETE, MQCO_DELETE_PURGE] {
        let refused = app.close_with(handle, options);
        assert_eq!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE));
    }
    app.close(handle);
    app.open(&name, BOTH);
}

fn typed(object_type: i32, name: &str) -> ObjectDescriptor {
    ObjectDescriptor {
        object_type,
        ..ObjectDescriptor::queue(name)
    }
}

/// Source: 2085.
fn an_unknown_name_is_refused_for_every_object_type(trial: &Trial<'_>) {
    let mut app = trial.connect();
    for object_type in [MQOT_Q, MQOT_PROCESS, MQOT_NAMELIST] {
        let mut object = typed(object_type, &trial.name("NONE"));
        let refused = app.open_object(&mut object, MQOO_INQUIRE);
        assert_eq!(
            refused,
            Err(Reason::UNKNOWN_OBJECT_NAME),
            "type {object_type}"
        );
    }
    let put = app.put1(
        &typed(MQOT_Q, &trial.name("NONE")),
        &MsgDescriptor::default(),
        0,
        "",
    );
    assert_eq!(put.err(), Some(Reason::UNKNOWN_OBJECT_NAME));
}

/// Source: 2043.
fn object_types_must_be_known(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let refused = app.open_object(&mut typed(4711, &name), MQOO_INQUIRE);
    assert_eq!(refused, Err(Reason::OBJECT_TYPE_ERROR));
}

/// Source: MQOD, Version; 2044.
fn a_descriptor_of_an_unknown_version_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    for version in [0, 5] {
        let mut object = ObjectDescriptor {
            version,
            ..ObjectDescriptor::queue(&name)
        };
        let refused = app.open_object(&mut object, MQOO_OUTPUT);
        assert_eq!(refused, Err(Reason::OD_ERROR), "version {version}");
    }
    for version in 1..=4 {
        let mut object = ObjectDescriptor {
            version,
            ..ObjectDescriptor::queue(&name)
        };
        assert!(app.open_object(&mut object, MQOO_OUTPUT).is_ok());
    }
}

/// Source: MQOPEN, valid options by object type; 2045.
fn processes_namelists_and_the_queue_manager_are_opened_for_inquiry_only(trial: &Trial<'_>) {
    let process = trial.define("PROCESS", "P", "");
    let namelist = trial.define("NAMELIST", "N", "");
    let mut app = trial.connect();
    for (object_type, name) in [
        (MQOT_PROCESS, process.as_str()),
        (MQOT_NAMELIST, &namelist),
        (MQOT_Q_MGR, ""),
    ] {
        for options in [MQOO_OUTPUT, MQOO_INPUT_SHARED, MQOO_BROWSE] {
            let refused = app.open_object(&mut typed(object_type, name), options);
            assert_eq!(refused, Err(Reason::OPTION_NOT_VALID_FOR_TYPE));
        }
        let handle = app.open_object(&mut typed(object_type, name), MQOO_INQUIRE);
        let handle = handle.expect("opened for inquiry");
        let get = app.take_fails(handle, &Get::with(0));
        assert_eq!(get, Reason::NOT_OPEN_FOR_INPUT);
        let put = app.put_with(handle, &MsgDescriptor::default(), 0, "");
        assert_eq!(put.err(), Some(Reason::NOT_OPEN_FOR_OUTPUT));
        app.close(handle);
    }
}

/// Source: MQOD, ObjectQMgrName; 2086.
fn the_queue_managers_own_name_may_be_given(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let (_, opened) = app.open_at(&name, Q_MGR, BOTH).expect("opened");
    assert_eq!(opened.resolved_q_name.as_str(), name);
    assert_eq!(opened.resolved_q_mgr_name.as_str(), Q_MGR);
    for (name, q_mgr) in [(Q_MGR, ""), ("", ""), (Q_MGR, Q_MGR)] {
        let mut object = typed(MQOT_Q_MGR, name);
        object.object_q_mgr_name = ObjectName::truncated(q_mgr);
        assert!(
            app.open_object(&mut object, MQOO_INQUIRE).is_ok(),
            "{name:?} {q_mgr:?}"
        );
    }
    let mut foreign = typed(MQOT_Q_MGR, "");
    foreign.object_q_mgr_name = ObjectName::truncated("QM9");
    let refused = app.open_object(&mut foreign, MQOO_INQUIRE);
    assert_eq!(refused, Err(Reason::UNKNOWN_OBJECT_Q_MGR));
}

/// Goal: the bound holds, per connection, and a closed handle gives its place back. Source:
/// attributes for the queue manager, MaxHandles; 2017.
fn a_connection_has_no_more_handles_than_maxhands(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    trial.mqsc("ALTER QMGR MAXHANDS(3)");
    let (mut one, mut two) = (trial.connect(), trial.connect());
    let handles: Vec<_> = (0..3).map(|_| one.open(&name, BOTH)).collect();
    assert_eq!(one.open_fails(&name, BOTH), Reason::HANDLE_NOT_AVAILABLE);
    let put = one.put1(
        &ObjectDescriptor::queue(&name),
        &MsgDescriptor::default(),
        0,
        "",
    );
    assert_eq!(put.err(), Some(Reason::HANDLE_NOT_AVAILABLE));
    two.open(&name, BOTH);
    one.close(handles[1]);
    one.open(&name, BOTH);
}

/// Source: attributes for queues, OpenInputCount and OpenOutputCount.
fn open_counts_are_those_of_open_handles(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let mut other = trial.connect();
    let inquiry = app.open(&name, MQOO_INQUIRE);
    let both = other.open(&name, BOTH);
    other.open(&name, MQOO_OUTPUT);
    other.open(&name, MQOO_BROWSE);
    let counts = [MQIA_OPEN_INPUT_COUNT, MQIA_OPEN_OUTPUT_COUNT];
    let (ints, ..) = app.inquire(inquiry, &counts, 2, 0).expect("inquired");
    assert_eq!(ints, [1, 2]);
    other.close(both);
    let (ints, ..) = app.inquire(inquiry, &counts, 2, 0).expect("inquired");
    assert_eq!(ints, [0, 1]);
}
