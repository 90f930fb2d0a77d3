//! Message handles: properties and descriptors outside messages, over roads that know nothing of handles.

use crate::app::{ALL, App, BOTH, Get, text};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::message_handle::{MessageHandle, PropertyDescriptor};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::property::Value;
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

contracts!("message_handle":
    properties_put_with_a_handle_come_back_in_one,
    what_a_handle_had_is_gone_after_a_get_into_it,
    the_buffer_is_for_the_data_without_properties,
    a_message_that_does_not_fit_stays_and_tells_the_length_of_its_data,
    a_browse_into_a_handle_sees_each_message_once_however_small_the_buffer,
    a_get_by_id_into_a_handle_gets_that_message,
    a_version_1_descriptor_has_its_extension_in_front_of_the_data_and_the_handle_the_properties,
    data_is_converted_and_properties_are_still_there,
    other_options_leave_the_properties_where_they_say,
    a_reply_has_the_properties_that_are_copied_into_replies,
    the_new_handle_tells_what_was_put,
    the_descriptor_comes_from_the_handles_when_none_is_passed,
    a_selector_sees_the_properties_of_a_handle,
    an_action_that_is_none_is_refused,
);

fn value(text: &str) -> Value {
    Value::Text(text.into())
}

fn handle(properties: &[(&str, Value)]) -> MessageHandle {
    let mut handle = MessageHandle::new();
    for (name, value) in properties {
        handle.put(name, value.clone()).expect("set");
    }
    handle
}

fn text_descriptor() -> MsgDescriptor {
    MsgDescriptor {
        format: *b"MQSTR   ",
        ..MsgDescriptor::default()
    }
}

#[track_caller]
fn put(app: &mut App, queue: ObjectHandle, handle: &MessageHandle, body: &str) -> MsgDescriptor {
    let mut descriptor = text_descriptor();
    let mut options = PutOptions {
        options: MQPMO_NO_SYNCPOINT,
        ..PutOptions::default()
    };
    let put = app.0.put_with_handles(
        queue,
        Some(&mut descriptor),
        &mut options,
        (Some(handle), None),
        body.to_owned(),
    );
    assert_eq!(put.expect("put"), Reason::NONE);
    descriptor
}

fn take(
    app: &mut App,
    queue: ObjectHandle,
    get: &Get,
    handle: &mut MessageHandle,
) -> Result<GetReply, Reason> {
    app.0
        .get_into(queue, &get.descriptor, &get.options, handle, get.buffer_len)
        .map_err(|error| error.reason)
}

fn with(options: i32) -> Get {
    Get::with(MQGMO_NO_SYNCPOINT | options)
}

fn properties_put_with_a_handle_come_back_in_one(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let values = [
        ("colour", value("red & blue")),
        ("n", Value::Int64(-1)),
        ("com.acme.bytes", Value::Bytes([0, 255].into())),
        ("JMSType", value("order")),
        ("nothing", Value::Null),
    ];
    let put = put(&mut app, queue, &handle(&values), "data");
    assert_eq!(put.format, *b"MQSTR   ");
    let mut got = MessageHandle::new();
    for options in [0, MQGMO_PROPERTIES_IN_HANDLE] {
        if options != 0 {
            self::put(&mut app, queue, &handle(&values), "data");
        }
        let reply = take(&mut app, queue, &with(options), &mut got).expect("got");
        assert_eq!((text(&reply), reply.data_length), ("data", 4));
        assert_eq!(reply.descriptor.format, *b"MQSTR   ");
        for (name, value) in &values {
            assert_eq!(got.get(name).as_ref(), Some(value), "{name}");
        }
        assert_eq!(got.iter().count(), values.len());
        let priority = Value::Int32(reply.descriptor.priority);
        assert_eq!(got.get("Root.MQMD.Priority"), Some(priority));
    }
}

fn what_a_handle_had_is_gone_after_a_get_into_it(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "bare");
    let mut got = handle(&[("old", value("1"))]);
    let reply = take(&mut app, queue, &with(0), &mut got).expect("got");
    assert_eq!(text(&reply), "bare");
    assert_eq!(got.iter().count(), 0);
    let none = take(&mut app, queue, &with(0), &mut got);
    assert_eq!(none.map(|_| ()), Err(Reason::NO_MSG_AVAILABLE));
    assert_eq!(got.get("Root.MQMD.Priority"), None);
}

fn the_buffer_is_for_the_data_without_properties(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let long = value(&"x".repeat(5000));
    put(&mut app, queue, &handle(&[("long", long.clone())]), "data");
    let mut got = MessageHandle::new();
    let reply = take(&mut app, queue, &with(0).buffer(4), &mut got).expect("got");
    assert_eq!((text(&reply), reply.reason), ("data", Reason::NONE));
    assert_eq!(reply.options.returned_length, 4);
    assert_eq!(got.get("long"), Some(long));
    assert_eq!(trial.depth(&name), 0);
}

fn a_message_that_does_not_fit_stays_and_tells_the_length_of_its_data(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let properties = handle(&[("a", value("1"))]);
    put(&mut app, queue, &properties, "data");
    let mut got = MessageHandle::new();
    for room in [0, 3] {
        let reply = take(&mut app, queue, &with(0).buffer(room), &mut got).expect("a warning");
        assert_eq!(reply.reason, Reason::TRUNCATED_MSG_FAILED);
        assert_eq!(
            (text(&reply), reply.data_length),
            (&"data"[..room as usize], 4)
        );
        assert_eq!(trial.depth(&name), 1);
    }
    let accept = with(MQGMO_ACCEPT_TRUNCATED_MSG).buffer(3);
    let reply = take(&mut app, queue, &accept, &mut got).expect("a warning");
    assert_eq!(reply.reason, Reason::TRUNCATED_MSG_ACCEPTED);
    assert_eq!((text(&reply), reply.data_length), ("dat", 4));
    assert_eq!(got.get("a"), Some(value("1")));
    assert_eq!(trial.depth(&name), 0);
}

fn a_browse_into_a_handle_sees_each_message_once_however_small_the_buffer(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for body in ["1", "2", "3"] {
        put(&mut app, queue, &handle(&[("n", value(body))]), body);
    }
    let mut got = MessageHandle::new();
    let mut seen = Vec::new();
    let browse = Get::with(MQGMO_BROWSE_NEXT).buffer(1);
    while let Ok(reply) = take(&mut app, queue, &browse, &mut got) {
        assert_eq!(got.get("n"), Some(value(text(&reply))));
        seen.push(text(&reply).to_owned());
    }
    assert_eq!(seen, ["1", "2", "3"]);
    let under = with(MQGMO_MSG_UNDER_CURSOR).buffer(1);
    let reply = take(&mut app, queue, &under, &mut got).expect("got");
    assert_eq!((text(&reply), got.get("n")), ("3", Some(value("3"))));
    assert_eq!(trial.depth(&name), 2);
}

fn a_get_by_id_into_a_handle_gets_that_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    put(&mut app, queue, &handle(&[("n", value("1"))]), "first");
    let second = put(&mut app, queue, &handle(&[("n", value("2"))]), "second");
    let mut got = MessageHandle::new();
    let get = with(0).msg_id(second.msg_id).buffer(6);
    let reply = take(&mut app, queue, &get, &mut got).expect("got");
    assert_eq!((text(&reply), got.get("n")), ("second", Some(value("2"))));
}

/// Source: MQMDE; MQGMO.MsgHandle.
fn a_version_1_descriptor_has_its_extension_in_front_of_the_data_and_the_handle_the_properties(
    trial: &Trial<'_>,
) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let properties = handle(&[("a", value("1"))]);
    let of_group = MsgDescriptor {
        version: MQMD_VERSION_2,
        group_id: [7; 24],
        msg_flags: MQMF_LAST_MSG_IN_GROUP,
        ..text_descriptor()
    };
    let put = |app: &mut App| {
        let options = &mut PutOptions {
            options: MQPMO_NO_SYNCPOINT,
            ..PutOptions::default()
        };
        let handles = (Some(&properties), None);
        app.0
            .put_with_handles(queue, Some(&mut of_group.clone()), options, handles, "data")
            .expect("put");
    };
    put(&mut app);
    let mut got = MessageHandle::new();
    let small = with(0).version_1().buffer(75);
    let reply = take(&mut app, queue, &small, &mut got).expect("a warning");
    assert_eq!(
        (reply.reason, reply.data_length),
        (Reason::TRUNCATED_MSG_FAILED, 76)
    );
    let get = with(0).version_1().buffer(76);
    let reply = take(&mut app, queue, &get, &mut got).expect("got");
    assert_eq!((reply.reason, reply.data_length), (Reason::NONE, 76));
    assert_eq!(got.get("a"), Some(value("1")));
    let (mut descriptor, mut data) = (reply.descriptor, reply.body);
    assert_eq!(descriptor.format, *b"MQHMDE  ");
    take_extension(&mut descriptor, &mut data).expect("an extension");
    assert_eq!((&data[..], descriptor.group_id), (&b"data"[..], [7; 24]));
    assert_eq!(descriptor.format, *b"MQSTR   ");
    assert_eq!(trial.depth(&name), 0);
    // A put that says the same in an extension of its own.
    put(&mut app);
    let whole = take(&mut app, queue, &get, &mut got).expect("got");
    let options = &mut PutOptions::default();
    let mut extended = MsgDescriptor {
        version: MQMD_VERSION_1,
        format: whole.descriptor.format,
        encoding: whole.descriptor.encoding,
        coded_char_set_id: whole.descriptor.coded_char_set_id,
        ..MsgDescriptor::default()
    };
    let handles = (Some(&properties), None);
    app.0
        .put_with_handles(queue, Some(&mut extended), options, handles, whole.body)
        .expect("put");
    assert_eq!(extended.format, *b"MQHMDE  ");
    let reply = take(&mut app, queue, &with(0), &mut got).expect("got");
    assert_eq!((text(&reply), reply.descriptor.group_id), ("data", [7; 24]));
    assert_eq!(got.get("a"), Some(value("1")));
}

fn data_is_converted_and_properties_are_still_there(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let properties = handle(&[("grün", value("é")), ("n", Value::Int32(7))]);
    // Twice "Hé", in EBCDIC and in Latin-1.
    for (ccsid, encoding, body) in [
        (500, MQENC_S390, [0xc8, 0x51]),
        (819, MQENC_NATIVE, [0x48, 0xe9]),
        (819, MQENC_S390, [0x48, 0xe9]),
    ] {
        let mut coded = MsgDescriptor {
            coded_char_set_id: ccsid,
            encoding,
            ..text_descriptor()
        };
        let handles = (Some(&properties), None);
        let options = &mut PutOptions::default();
        let put = app
            .0
            .put_with_handles(queue, Some(&mut coded), options, handles, body.to_vec());
        assert_eq!(put.expect("put"), Reason::NONE);
        assert_eq!((coded.coded_char_set_id, coded.encoding), (ccsid, encoding));
        let mut got = MessageHandle::new();
        let mut get = with(MQGMO_CONVERT).buffer(3);
        get.descriptor.coded_char_set_id = 1208;
        let reply = take(&mut app, queue, &get, &mut got).expect("got");
        assert_eq!(
            (text(&reply), reply.reason),
            ("Hé", Reason::NONE),
            "{ccsid}"
        );
        assert_eq!(reply.data_length, 3);
        assert_eq!(reply.descriptor.coded_char_set_id, 1208);
        assert_eq!(reply.descriptor.encoding, MQENC_NATIVE);
        assert_eq!(got.get("grün"), Some(value("é")));
        assert_eq!(got.get("n"), Some(Value::Int32(7)));
    }
    put(&mut app, queue, &properties, "Hé");
    let mut get = with(MQGMO_CONVERT);
    get.descriptor.coded_char_set_id = 819;
    let reply = take(&mut app, queue, &get, &mut MessageHandle::new()).expect("got");
    assert_eq!(reply.body[..], [0x48, 0xe9]);
    let bare = &mut MsgDescriptor::default();
    let handles = (Some(&properties), None);
    let put = app
        .0
        .put_with_handles(queue, Some(bare), &mut PutOptions::default(), handles, "x");
    assert_eq!(put.expect("put"), Reason::NONE);
    let reply = take(&mut app, queue, &get, &mut MessageHandle::new()).expect("got");
    assert_eq!((text(&reply), reply.reason), ("x", Reason::FORMAT_ERROR));
}

fn other_options_leave_the_properties_where_they_say(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let properties = handle(&[("a", value("1"))]);
    let mut got = MessageHandle::new();
    for (options, format) in [
        (MQGMO_NO_PROPERTIES, *b"MQSTR   "),
        (MQGMO_PROPERTIES_FORCE_MQRFH2, rfh2::FORMAT),
        (MQGMO_PROPERTIES_COMPATIBILITY, rfh2::FORMAT),
    ] {
        put(&mut app, queue, &properties, "data");
        let reply = take(&mut app, queue, &with(options), &mut got).expect("got");
        assert_eq!(reply.descriptor.format, format);
        assert_eq!(got.get("a"), None);
        assert!(got.get("Root.MQMD.MsgId").is_some());
    }
    let both = with(MQGMO_NO_PROPERTIES | MQGMO_PROPERTIES_IN_HANDLE);
    let refused = take(&mut app, queue, &both, &mut got).map(|_| ());
    assert_eq!(refused, Err(Reason::OPTIONS_ERROR));
}

/// Source: MQPMO.Action; MQPD.CopyOptions.
fn a_reply_has_the_properties_that_are_copied_into_replies(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let mut request = MessageHandle::new();
    for (name, copy) in [("yes", MQCOPY_REPLY), ("no", MQCOPY_DEFAULT)] {
        let descriptor = PropertyDescriptor {
            copy,
            ..PropertyDescriptor::default()
        };
        let set = request.set(MQSMPO_SET_FIRST, name, descriptor, value("1"));
        set.expect("set");
    }
    let sent = put(&mut app, queue, &request, "request");
    let mut original = MessageHandle::new();
    take(&mut app, queue, &with(0), &mut original).expect("got");
    let mut options = PutOptions {
        action: MQACTP_REPLY,
        ..PutOptions::default()
    };
    let put = app
        .0
        .put_with_handles(queue, None, &mut options, (Some(&original), None), "reply");
    assert_eq!(put.expect("put"), Reason::NONE);
    let mut got = MessageHandle::new();
    let reply = take(&mut app, queue, &with(0), &mut got).expect("got");
    assert_eq!(reply.descriptor.msg_type, MQMT_REPLY);
    assert_eq!(reply.descriptor.correl_id, sent.msg_id);
    assert_eq!((got.get("yes"), got.get("no")), (Some(value("1")), None));
}

fn the_new_handle_tells_what_was_put(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let original = handle(&[("a", value("1"))]);
    let mut new = handle(&[("b", value("2"))]);
    let handles = (Some(&original), Some(&mut new));
    let mut descriptor = text_descriptor();
    let put = app.0.put_with_handles(
        queue,
        Some(&mut descriptor),
        &mut PutOptions::default(),
        handles,
        "data",
    );
    assert_eq!(put.expect("put"), Reason::NONE);
    assert_ne!(descriptor.msg_id, [0; 24]);
    let id = Value::Bytes(descriptor.msg_id.into());
    assert_eq!(new.get("Root.MQMD.MsgId"), Some(id));
    assert_eq!(
        (new.get("a"), new.get("b")),
        (Some(value("1")), Some(value("2")))
    );
    assert_eq!(new.get("Root.MQMD.Format"), Some(value("MQSTR")));
}

/// Source: MQPMO_MD_FOR_OUTPUT_ONLY.
fn the_descriptor_comes_from_the_handles_when_none_is_passed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let properties = handle(&[
        ("Root.MQMD.Priority", Value::Int32(7)),
        ("Root.MQMD.CorrelId", Value::Bytes([5; 24].into())),
        ("Root.MQMD.Format", value(MQFMT_STRING)),
    ]);
    let mut options = PutOptions::default();
    let put = app
        .0
        .put_with_handles(queue, None, &mut options, (Some(&properties), None), "data");
    assert_eq!(put.expect("put"), Reason::NONE);
    let reply = app.expect(queue, &with(0), "data");
    assert_eq!(
        (reply.descriptor.priority, reply.descriptor.correl_id),
        (7, [5; 24])
    );
    assert_eq!(reply.descriptor.format, *b"MQSTR   ");
}

fn a_selector_sees_the_properties_of_a_handle(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for (colour, n) in [("red", 1), ("blue", 2), ("red", 3)] {
        let properties = handle(&[("colour", value(colour)), ("com.acme.n", Value::Int32(n))]);
        put(&mut app, queue, &properties, &n.to_string());
    }
    let mut object = ObjectDescriptor::queue(&name);
    object.selection_string = "colour = 'red' AND com.acme.n > 1".to_owned();
    let selecting = app
        .open_object(&mut object, MQOO_INPUT_SHARED)
        .expect("opened");
    let mut got = MessageHandle::new();
    let reply = take(&mut app, selecting, &with(0), &mut got).expect("got");
    assert_eq!(text(&reply), "3");
    let none = take(&mut app, selecting, &with(0), &mut got).map(|_| ());
    assert_eq!(none, Err(Reason::NO_MSG_AVAILABLE));
}

/// Source: 2535.
fn an_action_that_is_none_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let original = handle(&[]);
    let mut put = |action| {
        let mut options = PutOptions {
            action,
            ..PutOptions::default()
        };
        let handles = (Some(&original), None);
        let put = app
            .0
            .put_with_handles(queue, None, &mut options, handles, "data");
        put.map_err(|error| error.reason)
    };
    assert_eq!(put(4), Err(Reason::ACTION_ERROR));
    assert_eq!(put(-1), Err(Reason::ACTION_ERROR));
    assert_eq!(put(MQACTP_FORWARD), Ok(Reason::NONE));
}
