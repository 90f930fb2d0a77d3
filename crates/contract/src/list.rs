//! Distribution lists.

use crate::app::{App, BOTH, Get, id, persistent};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::distribution::{
    ListPut, ObjectRecord, OpenedList, PUT_RECORD_FIELDS, PutRecord, PutRecords, Response,
};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::reason::CompCode;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("list":
    one_put_goes_to_every_queue_of_a_list,
    each_destination_that_cannot_be_opened_has_its_own_reason,
    a_list_none_of_whose_destinations_opens_fails_and_says_how_many,
    outside_syncpoint_each_put_of_a_list_stands_alone,
    within_a_unit_of_work_the_puts_of_a_list_are_backed_out_together,
    put_records_say_what_is_different_for_each_destination,
    a_destination_without_a_put_record_takes_the_descriptor,
    one_new_correlation_identifier_serves_all_destinations,
    a_put_record_has_only_fields_there_are,
    records_are_for_lists_only,
    a_list_is_opened_for_output_only,
    model_queues_and_topics_are_no_destinations,
    put1_opens_puts_and_closes_a_list,
    queues_elsewhere_are_counted_apart,
    every_destination_gets_a_group_of_its_own,
    a_queue_can_be_on_a_list_twice,
    an_asynchronous_put_to_a_list_is_counted_for_each_destination,
    a_long_list_with_all_its_records_is_put_to,
    closing_a_list_closes_its_queues,
    a_persistent_message_of_a_list_survives_a_crash [Crash],
);

fn record(name: &str) -> ObjectRecord {
    ObjectRecord {
        object_name: ObjectName::truncated(name),
        object_q_mgr_name: ObjectName::BLANK,
    }
}

fn list_of(names: &[&str]) -> ObjectDescriptor {
    ObjectDescriptor::list(names.iter().map(|name| record(name)).collect())
}

#[track_caller]
fn open(app: &mut App, names: &[&str]) -> ObjectHandle {
    let opened = try_open(app, names).expect("opened");
    assert_eq!(opened.outcome.result(), Ok(Reason::NONE));
    opened.handle
}

fn try_open(app: &mut App, names: &[&str]) -> Result<OpenedList, Reason> {
    let opened = app.0.open_list(&list_of(names), MQOO_OUTPUT);
    opened.map_err(|error| error.reason)
}

fn put(
    app: &mut App,
    list: ObjectHandle,
    descriptor: &MsgDescriptor,
    options: i32,
    records: Option<PutRecords>,
) -> Result<ListPut, Reason> {
    let options = PutOptions {
        options,
        records: records.map(Box::new),
        ..PutOptions::default()
    };
    let put = app.0.put_list(list, descriptor, &options, "body");
    put.map_err(|error| error.reason)
}

fn counts(put: &ListPut) -> [i32; 3] {
    let outcome = &put.outcome;
    [
        outcome.known_dest_count,
        outcome.unknown_dest_count,
        outcome.invalid_dest_count,
    ]
}

#[track_caller]
fn take_from(app: &mut App, name: &str) -> MsgDescriptor {
    let queue = app.open(name, BOTH);
    let got = app.expect(queue, &Get::with(0), "body");
    app.close(queue);
    got.descriptor
}

/// Source: MQPUT, usage notes on distribution lists; MQMD, MsgId: no two destinations have the same new one.
fn one_put_goes_to_every_queue_of_a_list(trial: &Trial<'_>) {
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &two]);
    let sent = MsgDescriptor {
        correl_id: id(9),
        ..persistent()
    };
    let done = put(&mut app, list, &sent, MQPMO_NO_SYNCPOINT, None).expect("put");
    assert_eq!(done.outcome.result(), Ok(Reason::NONE));
    assert_eq!(counts(&done), [2, 0, 0]);
    assert_eq!(done.outcome.responses, []);
    // The descriptor's identifiers are left alone: there is one for every message.
    assert_eq!(done.descriptor.msg_id, MQMI_NONE);
    let first = take_from(&mut app, &one);
    let second = take_from(&mut app, &two);
    assert_ne!(first.msg_id, second.msg_id);
    for got in [&first, &second] {
        assert_eq!(got.correl_id, id(9));
        assert_eq!(got.persistence, MQPER_PERSISTENT);
        assert_eq!(got.put_date, done.descriptor.put_date);
        assert_eq!(got.user_identifier, done.descriptor.user_identifier);
    }
}

/// Source: MQOPEN; 2136, 2137.
fn each_destination_that_cannot_be_opened_has_its_own_reason(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let opened = try_open(&mut app, &[&trial.name("NONE"), &queue]).expect("opened");
    let outcome = &opened.outcome;
    assert_eq!(outcome.comp_code, CompCode::Warning);
    assert_eq!(outcome.reason, Reason::MULTIPLE_REASONS);
    let unknown = Response::failed(Reason::UNKNOWN_OBJECT_NAME);
    assert_eq!(outcome.responses, [unknown, Response::OK]);
    assert_eq!(
        (outcome.known_dest_count, outcome.invalid_dest_count),
        (1, 1)
    );
    let sent = MsgDescriptor::default();
    let done = put(&mut app, opened.handle, &sent, 0, None).expect("put");
    assert_eq!(done.outcome.result(), Ok(Reason::MULTIPLE_REASONS));
    let not_open = Response::failed(Reason::OPEN_FAILED);
    assert_eq!(done.outcome.responses, [not_open, Response::OK]);
    assert_eq!(counts(&done), [1, 0, 1]);
    take_from(&mut app, &queue);
}

/// Source: MQOPEN; 2136.
fn a_list_none_of_whose_destinations_opens_fails_and_says_how_many(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let [none, nowhere] = ["NONE", "NOWHERE"].map(|short| trial.name(short));
    let opened = try_open(&mut app, &[&none, &nowhere]).expect("an outcome");
    assert_eq!(opened.outcome.result(), Err(Reason::UNKNOWN_OBJECT_NAME));
    assert_eq!(opened.outcome.invalid_dest_count, 2);
    let alias = trial.define("QALIAS", "A", "TARGET('NOWHERE')");
    let opened = try_open(&mut app, &[&none, &alias]).expect("an outcome");
    assert_eq!(opened.outcome.result(), Err(Reason::MULTIPLE_REASONS));
    let reasons = [Reason::UNKNOWN_OBJECT_NAME, Reason::UNKNOWN_ALIAS_BASE_Q];
    assert_eq!(opened.outcome.responses, reasons.map(Response::failed));
}

/// Source: MQPUT, usage notes on distribution lists.
fn outside_syncpoint_each_put_of_a_list_stands_alone(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &full, &two]);
    for sent in [persistent(), MsgDescriptor::default()] {
        put(&mut app, list, &sent, 0, None).expect("put");
    }
    let done = put(&mut app, list, &persistent(), 0, None).expect("put");
    assert_eq!(done.outcome.comp_code, CompCode::Warning);
    let refused = Response::failed(Reason::Q_FULL);
    assert_eq!(
        done.outcome.responses,
        [Response::OK, refused, Response::OK]
    );
    let depths = [&one, &full, &two].map(|name| app.depth(name));
    assert_eq!(depths, [3, 1, 3]);
}

/// Source: MQPMO, MQPMO_SYNCPOINT.
fn within_a_unit_of_work_the_puts_of_a_list_are_backed_out_together(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let list = open(&mut app, &[&full, &queue]);
    for _ in 0..2 {
        put(&mut app, list, &persistent(), MQPMO_SYNCPOINT, None).expect("put");
    }
    assert_eq!([&full, &queue].map(|name| app.depth(name)), [1, 2]);
    app.back_out();
    assert_eq!([&full, &queue].map(|name| app.depth(name)), [0, 0]);
    let sent = MsgDescriptor::default();
    let done = put(&mut app, list, &sent, MQPMO_SYNCPOINT, None).expect("put");
    assert_eq!(done.outcome.result(), Ok(Reason::NONE));
    app.commit();
    take_from(&mut app, &full);
    take_from(&mut app, &queue);
}

/// Source: MQPMR.
fn put_records_say_what_is_different_for_each_destination(trial: &Trial<'_>) {
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &two]);
    let records = PutRecords {
        fields: MQPMRF_MSG_ID | MQPMRF_CORREL_ID | MQPMRF_FEEDBACK,
        records: vec![
            PutRecord {
                msg_id: id(1),
                correl_id: id(2),
                feedback: 70_001,
                ..PutRecord::default()
            },
            PutRecord::default(),
        ],
    };
    let sent = MsgDescriptor {
        msg_id: id(7),
        correl_id: id(8),
        feedback: 70_002,
        ..MsgDescriptor::default()
    };
    let done = put(&mut app, list, &sent, 0, Some(records)).expect("put");
    let first = take_from(&mut app, &one);
    let second = take_from(&mut app, &two);
    assert_eq!((first.msg_id, first.correl_id), (id(1), id(2)));
    assert_eq!(first.feedback, 70_001);
    assert_eq!((second.correl_id, second.feedback), ([0; 24], 0));
    // No identifier asks for a new one.
    assert_ne!(second.msg_id, MQMI_NONE);
    let returned = done.records.records.iter().map(|record| record.msg_id);
    assert_eq!(returned.collect::<Vec<_>>(), [id(1), second.msg_id]);
    assert_eq!(done.descriptor.msg_id, id(7));
}

/// Source: MQPMO, RecsPresent: too few records are filled up from the descriptor, too many are not used.
fn a_destination_without_a_put_record_takes_the_descriptor(trial: &Trial<'_>) {
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &two]);
    let sent = MsgDescriptor {
        msg_id: id(7),
        ..MsgDescriptor::default()
    };
    for (count, last) in [(1, id(7)), (3, id(1))] {
        let record = PutRecord {
            msg_id: id(1),
            ..PutRecord::default()
        };
        let records = PutRecords {
            fields: MQPMRF_MSG_ID,
            records: vec![record; count],
        };
        let done = put(&mut app, list, &sent, 0, Some(records)).expect("put");
        assert_eq!(done.outcome.result(), Ok(Reason::NONE));
        assert_eq!(take_from(&mut app, &one).msg_id, id(1));
        assert_eq!(take_from(&mut app, &two).msg_id, last);
    }
}

/// Source: MQPMR, CorrelId.
fn one_new_correlation_identifier_serves_all_destinations(trial: &Trial<'_>) {
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &two]);
    let options = MQPMO_NEW_CORREL_ID | MQPMO_NEW_MSG_ID;
    let sent = MsgDescriptor {
        msg_id: id(1),
        correl_id: id(2),
        ..MsgDescriptor::default()
    };
    put(&mut app, list, &sent, options, None).expect("put");
    let first = take_from(&mut app, &one);
    let second = take_from(&mut app, &two);
    assert_eq!(first.correl_id, second.correl_id);
    assert_ne!(first.correl_id, id(2));
    assert_ne!(first.msg_id, second.msg_id);
    assert_ne!(first.msg_id, id(1));
}

/// Source: MQPMO, PutMsgRecFields; 2158.
fn a_put_record_has_only_fields_there_are(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let opened = app
        .0
        .open_list(&list_of(&[&queue]), MQOO_OUTPUT | MQOO_SET_ALL_CONTEXT);
    let list = opened.expect("opened").handle;
    let records = |fields| {
        let record = PutRecord {
            accounting_token: [5; 32],
            ..PutRecord::default()
        };
        Some(PutRecords {
            fields,
            records: vec![record],
        })
    };
    let sent = MsgDescriptor::default();
    for fields in [64, MQPMRF_ACCOUNTING_TOKEN, MQPMRF_NONE] {
        let done = put(&mut app, list, &sent, 0, records(fields));
        assert_eq!(done.err(), Some(Reason::PMO_RECORD_FLAGS_ERROR), "{fields}");
    }
    let token = records(MQPMRF_ACCOUNTING_TOKEN);
    put(&mut app, list, &sent, MQPMO_SET_ALL_CONTEXT, token).expect("put");
    assert_eq!(take_from(&mut app, &queue).accounting_token, [5; 32]);
}

/// Source: 2154, 2152, 2153.
fn records_are_for_lists_only(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let handle = app.open(&queue, MQOO_OUTPUT);
    let records = PutRecords {
        fields: MQPMRF_MSG_ID,
        records: vec![PutRecord::default()],
    };
    let done = put(
        &mut app,
        handle,
        &MsgDescriptor::default(),
        0,
        Some(records),
    );
    assert_eq!(done.err(), Some(Reason::RECS_PRESENT_ERROR));
    let mut object = list_of(&[&queue]);
    object.object_type = MQOT_Q_MGR;
    let reason = |app: &mut App, object: &ObjectDescriptor| {
        let opened = app.0.open_list(object, MQOO_OUTPUT);
        opened.err().map(|error| error.reason)
    };
    assert_eq!(reason(&mut app, &object), Some(Reason::RECS_PRESENT_ERROR));
    let mut object = list_of(&[&queue]);
    object.object_name = ObjectName::truncated(&queue);
    assert_eq!(reason(&mut app, &object), Some(Reason::OBJECT_NAME_ERROR));
    let mut object = list_of(&[&queue]);
    object.object_q_mgr_name = ObjectName::truncated("QM1");
    let error = Reason::OBJECT_Q_MGR_NAME_ERROR;
    assert_eq!(reason(&mut app, &object), Some(error));
}

/// Source: MQOPEN, Options; 2045.
fn a_list_is_opened_for_output_only(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    for more in [MQOO_INPUT_SHARED, MQOO_BROWSE, MQOO_INQUIRE, MQOO_SET] {
        let opened = app.0.open_list(&list_of(&[&queue]), MQOO_OUTPUT | more);
        let reason = opened.err().map(|error| error.reason);
        assert_eq!(reason, Some(Reason::OPTION_NOT_VALID_FOR_TYPE), "{more}");
    }
    let list = open(&mut app, &[&queue]);
    assert_eq!(
        app.take_fails(list, &Get::with(0)),
        Reason::NOT_OPEN_FOR_INPUT
    );
}

/// Source: MQOR, ObjectName; distribution lists; 2057.
fn model_queues_and_topics_are_no_destinations(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(TEMPDYN)");
    let topic = trial.define("TOPIC", "T", "TOPICSTR('list/of/topics')");
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{topic}') TARGTYPE(TOPIC)"));
    let mut app = trial.connect();
    let opened = try_open(&mut app, &[&model, &alias]).expect("an outcome");
    let reasons = [Reason::Q_TYPE_ERROR, Reason::ALIAS_BASE_Q_TYPE_ERROR];
    assert_eq!(opened.outcome.responses, reasons.map(Response::failed));
}

/// Source: MQPUT1; 2136: its response records are those of the object descriptor.
fn put1_opens_puts_and_closes_a_list(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let full = trial.queue("FULL", "MAXDEPTH(0)");
    let mut app = trial.connect();
    let list = list_of(&[&queue, &full, &trial.name("NONE")]);
    let put1 = |app: &mut App, options: i32| {
        let options = PutOptions {
            options,
            ..PutOptions::default()
        };
        let put = app.0.put1_list(&list, &persistent(), &options, "body");
        put.map_err(|error| error.reason)
    };
    let done = put1(&mut app, 0).expect("put");
    assert_eq!(done.outcome.result(), Ok(Reason::MULTIPLE_REASONS));
    let failed = Response::failed;
    let (full_up, unknown) = (failed(Reason::Q_FULL), failed(Reason::UNKNOWN_OBJECT_NAME));
    assert_eq!(done.outcome.responses, [Response::OK, full_up, unknown]);
    assert_eq!(counts(&done), [1, 0, 2]);
    take_from(&mut app, &queue);
    put1(&mut app, MQPMO_SYNCPOINT).expect("put");
    assert_eq!(app.depth(&queue), 1);
    app.back_out();
    assert_eq!(app.depth(&queue), 0);
    // Nothing stays open.
    trial.mqsc(&format!("DELETE QLOCAL('{full}')"));
}

/// Source: MQPMO, KnownDestCount and UnknownDestCount.
fn queues_elsewhere_are_counted_apart(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let mut app = trial.connect();
    let opened = try_open(&mut app, &[&queue, &remote]).expect("opened");
    let outcome = &opened.outcome;
    assert_eq!(
        (outcome.known_dest_count, outcome.unknown_dest_count),
        (1, 1)
    );
    let done = put(&mut app, opened.handle, &persistent(), 0, None).expect("put");
    assert_eq!(counts(&done), [1, 1, 0]);
    assert_eq!([&queue, &xmitq].map(|name| app.depth(name)), [1, 1]);
}

/// Source: MQPMR, GroupId; 2258.
fn every_destination_gets_a_group_of_its_own(trial: &Trial<'_>) {
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &two]);
    let mut sent = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_flags: MQMF_MSG_IN_GROUP,
        group_id: id(3),
        ..MsgDescriptor::default()
    };
    let refused = put(&mut app, list, &sent, 0, None);
    assert_eq!(refused.err(), Some(Reason::GROUP_ID_ERROR));
    for flags in [MQMF_MSG_IN_GROUP, MQMF_LAST_MSG_IN_GROUP] {
        sent.msg_flags = flags;
        let options = MQPMO_LOGICAL_ORDER | MQPMO_NO_SYNCPOINT;
        put(&mut app, list, &sent, options, None).expect("put");
    }
    let mut groups = Vec::new();
    for name in [&one, &two] {
        let queue = app.open(name, BOTH);
        let first = app.expect(queue, &Get::with(0), "body").descriptor;
        let second = app.expect(queue, &Get::with(0), "body").descriptor;
        assert_eq!(first.group_id, second.group_id);
        assert_eq!((first.msg_seq_number, second.msg_seq_number), (1, 2));
        groups.push(first.group_id);
    }
    assert_ne!(groups[0], groups[1]);
}

/// Source: MQOPEN, usage notes on distribution lists.
fn a_queue_can_be_on_a_list_twice(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{queue}')"));
    let mut app = trial.connect();
    let list = open(&mut app, &[&queue, &queue, &alias]);
    put(&mut app, list, &MsgDescriptor::default(), 0, None).expect("put");
    assert_eq!(app.depth(&queue), 3);
}

/// Source: MQSTAT, usage notes: not once for the list.
fn an_asynchronous_put_to_a_list_is_counted_for_each_destination(trial: &Trial<'_>) {
    let full = trial.queue("FULL", "MAXDEPTH(1)");
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let list = open(&mut app, &[&full, &queue]);
    let options = MQPMO_ASYNC_RESPONSE | MQPMO_NO_SYNCPOINT;
    for sent in [persistent(), MsgDescriptor::default()] {
        let done = app.put_with(list, &sent, options, "body").expect("put");
        assert_eq!(done.reason, Reason::NONE);
    }
    let status = app.0.status(MQSTAT_TYPE_ASYNC_ERROR).expect("a status");
    assert_eq!((status.put_success_count, status.put_failure_count), (3, 1));
    assert_eq!(status.put_warning_count, 0);
    assert_eq!(status.reason, MQRC_Q_FULL);
    assert_eq!(status.object_name.as_str(), full);
    trial.await_depth(&queue, 2);
}

/// Longer, with its records, than a segment of the client channel protocol.
fn a_long_list_with_all_its_records_is_put_to(trial: &Trial<'_>) {
    const DESTINATIONS: u8 = 200;
    let queue = trial.queue("Q", "");
    let mut app = trial.connect();
    let list = list_of(&vec![queue.as_str(); DESTINATIONS.into()]);
    let records = (0..DESTINATIONS).map(|number| PutRecord {
        msg_id: id(number + 1),
        correl_id: id(number),
        ..PutRecord::default()
    });
    let options = PutOptions {
        options: MQPMO_SET_ALL_CONTEXT,
        records: Some(Box::new(PutRecords {
            fields: PUT_RECORD_FIELDS,
            records: records.collect(),
        })),
        ..PutOptions::default()
    };
    let put = app
        .0
        .put1_list(&list, &MsgDescriptor::default(), &options, "body");
    let done = put.expect("put");
    assert_eq!(counts(&done), [DESTINATIONS.into(), 0, 0]);
    assert_eq!(done.records.records.len(), usize::from(DESTINATIONS));
    let handle = app.open(&queue, BOTH);
    for number in 0..DESTINATIONS {
        let got = app.expect(handle, &Get::with(0), "body").descriptor;
        assert_eq!((got.msg_id, got.correl_id), (id(number + 1), id(number)));
    }
}

/// Source: MQCLOSE.
fn closing_a_list_closes_its_queues(trial: &Trial<'_>) {
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &two]);
    assert!(!trial.mqsc_works(&format!("DELETE QLOCAL('{two}')")));
    app.close(list);
    let again = app.close_with(list, MQCO_NONE);
    assert_eq!(again, Err(Reason::HOBJ_ERROR));
    trial.mqsc(&format!("DELETE QLOCAL('{one}')"));
    trial.mqsc(&format!("DELETE QLOCAL('{two}')"));
}

/// Source: MQPUT: what is persistent is safe on return.
fn a_persistent_message_of_a_list_survives_a_crash(trial: &Trial<'_>) {
    let [one, two] = ["Q1", "Q2"].map(|short| trial.queue(short, ""));
    let mut app = trial.connect();
    let list = open(&mut app, &[&one, &two]);
    put(&mut app, list, &persistent(), 0, None).expect("put");
    trial.subject().crash();
    let mut app = trial.connect();
    take_from(&mut app, &one);
    take_from(&mut app, &two);
}
