use super::*;
use crate::convert::Described;
use bytes::Bytes;

mod message;

const NATIVE: Described = Described {
    ccsid: 1208,
    encoding: MQENC_NATIVE,
};

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn handle(properties: &[(&str, Value)]) -> MessageHandle {
    let mut handle = MessageHandle::new();
    for (name, value) in properties {
        handle.put(name, value.clone()).unwrap();
    }
    handle
}

fn names(handle: &MessageHandle) -> Vec<&str> {
    handle.iter().map(|property| &*property.path).collect()
}

fn ask(handle: &mut MessageHandle, name: &str, options: i32) -> Result<Answer, Reason> {
    let inquiry = Inquiry {
        options,
        ..Inquiry::first(name)
    };
    handle.inquire(&inquiry).map_err(|error| error.reason)
}

fn told(handle: &mut MessageHandle, name: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut options = MQIMPO_INQ_FIRST;
    while let Ok(answer) = ask(handle, name, options) {
        all.push(answer.name.to_string());
        options = MQIMPO_INQ_NEXT;
    }
    all
}

/// Source: property name restrictions.
#[test]
fn names_that_are_not_allowed_are_refused_with_their_reason() {
    let mut handle = MessageHandle::new();
    let mut put = |name: &str| handle.put(name, text("x"));
    for good in [
        "a",
        "_a$1",
        "é",
        "usr.b",
        "f.b.c",
        "mq_usr.a.b",
        "mqx.a",
        "nota",
        "com.acme.n",
    ] {
        assert_eq!(put(good), Ok(()), "{good}");
    }
    for bad in [
        "1a",
        "a b",
        "a=b",
        ".a",
        "a.",
        "a..b",
        "not",
        "NULL",
        "usr.Between",
        "JMSFoo",
        "JMSMessageID",
        "usr.JMSType",
        "Body.a",
        "Rootage",
        "Root.MQMD.Nothing",
        "mq.a.b",
        "MQx.a.b",
        "usr.a.b",
        "a\u{1f600}",
        "a%",
    ] {
        assert_eq!(put(bad), Err(Reason::PROPERTY_NAME_ERROR), "{bad}");
    }
    assert_eq!(put(""), Err(Reason::PROPERTY_NAME_LENGTH_ERR));
    assert_eq!(put(&"n".repeat(4095)), Ok(()));
    assert_eq!(
        put(&"n".repeat(4096)),
        Err(Reason::PROPERTY_NAME_LENGTH_ERR)
    );
}

/// Source: 2513.
#[test]
fn a_name_without_length_is_no_name_to_inquire_or_delete() {
    let mut handle = handle(&[("a", text("1"))]);
    for name in [String::new(), "n".repeat(4096)] {
        let inquired = handle.inquire(&Inquiry::first(&name)).map_err(|e| e.reason);
        assert_eq!(inquired.err(), Some(Reason::PROPERTY_NAME_LENGTH_ERR));
        let deleted = handle.delete(MQDMPO_DEL_FIRST, &name);
        assert_eq!(deleted, Err(Reason::PROPERTY_NAME_LENGTH_ERR));
    }
    assert_eq!(
        handle.delete(MQDMPO_DEL_FIRST, "a%"),
        Err(Reason::PROPERTY_NAME_ERROR)
    );
    handle.inquire(&Inquiry::first("a")).expect("it is there");
    // The property inquired last needs no name.
    let again = Inquiry {
        options: MQIMPO_INQ_PROP_UNDER_CURSOR,
        ..Inquiry::first("")
    };
    handle.inquire(&again).expect("it is still there");
    assert_eq!(handle.delete(MQDMPO_DEL_PROP_UNDER_CURSOR, ""), Ok(()));
}

#[test]
fn a_value_is_no_group_at_once() {
    let mut handle = handle(&[("f.a", text("1"))]);
    assert_eq!(
        handle.put("f.a.b", text("2")),
        Err(Reason::PROPERTY_NAME_ERROR)
    );
    assert_eq!(handle.put("f.ab", text("2")), Ok(()));
    assert_eq!(handle.put("f", text("2")), Ok(()), "of folder usr");
}

#[test]
fn a_name_and_the_same_with_its_folder_are_one_property() {
    let mut handle = handle(&[("colour", text("red"))]);
    handle.put("usr.colour", text("blue")).unwrap();
    assert_eq!(names(&handle), ["usr.colour"]);
    assert_eq!(handle.get("colour"), Some(text("blue")));
    assert_eq!(handle.get("Colour"), None);
}

#[test]
fn properties_are_added_behind_their_kin_or_beside_the_one_inquired_last() {
    let one = || Value::Int32(1);
    let mut handle = handle(&[
        ("f.a", one()),
        ("x", one()),
        ("f.g.b", one()),
        ("f.c", one()),
    ]);
    assert_eq!(names(&handle), ["f.a", "f.c", "f.g.b", "usr.x"]);
    let descriptor = PropertyDescriptor::default();
    let set = |handle: &mut MessageHandle, options| handle.set(options, "n", descriptor, one());
    for options in [MQSMPO_SET_PROP_BEFORE_CURSOR, MQSMPO_SET_PROP_AFTER_CURSOR] {
        assert_eq!(
            set(&mut handle, options),
            Err(Reason::PROPERTY_NOT_AVAILABLE)
        );
    }
    assert_eq!(set(&mut handle, 3), Err(Reason::OPTIONS_ERROR));
    ask(&mut handle, "f.c", MQIMPO_INQ_FIRST).unwrap();
    set(&mut handle, MQSMPO_SET_PROP_BEFORE_CURSOR).unwrap();
    set(&mut handle, MQSMPO_SET_PROP_AFTER_CURSOR).unwrap();
    set(&mut handle, MQSMPO_APPEND_PROPERTY).unwrap();
    let all = ["f.a", "usr.n", "f.c", "usr.n", "usr.n", "f.g.b", "usr.x"];
    assert_eq!(names(&handle), all);
    handle
        .set(
            MQSMPO_SET_PROP_UNDER_CURSOR,
            "whatever",
            descriptor,
            text("new"),
        )
        .unwrap();
    assert_eq!(handle.get("f.c"), Some(text("new")));
}

/// Source: 2442.
#[test]
fn a_name_in_more_groups_than_are_read_is_refused() {
    let deep = |groups: usize| "g.".repeat(groups) + "a";
    let mut handle = MessageHandle::new();
    assert_eq!(
        handle.put(&deep(65), text("1")),
        Err(Reason::PROPERTY_NAME_ERROR)
    );
    handle.put(&deep(64), text("1")).unwrap();
    let put = compose(MQACTP_NEW, Some(&handle), None, None, Bytes::new()).unwrap();
    let mut got = MessageHandle::new();
    let _ = got.take_message(&mut put.descriptor.clone(), put.body);
    assert_eq!(got.get(&deep(64)), Some(text("1")));
    let mut lax = MessageHandle::with_options(MQCMHO_NO_VALIDATION).unwrap();
    lax.put(&deep(65), text("1")).unwrap();
    let put = compose(MQACTP_NEW, Some(&lax), None, None, Bytes::new()).map(|_| ());
    assert_eq!(put, Err(Reason::PROPERTY_NAME_ERROR));
}

/// Source: MQSMPO_SET_PROP_UNDER_CURSOR; 2473.
#[test]
fn the_property_inquired_last_gets_the_type_of_its_new_value_which_must_suit_its_name() {
    let folders = "<usr><when dt='date.of.birth'>1992</when></usr>";
    let mut properties = Vec::new();
    crate::property::read_folder(folders, &mut properties).unwrap();
    let mut handle = MessageHandle::new();
    handle.properties = properties;
    let under = |handle: &mut MessageHandle, name: &str, value| {
        ask(handle, name, MQIMPO_INQ_FIRST).unwrap();
        let descriptor = PropertyDescriptor::default();
        handle.set(MQSMPO_SET_PROP_UNDER_CURSOR, "", descriptor, value)
    };
    under(&mut handle, "when", Value::Int32(1992)).unwrap();
    let written = crate::property::write_folders(&handle.properties);
    assert_eq!(written, ["<usr><when dt='i4'>1992</when></usr>"]);
    handle.put("JMSXGroupSeq", Value::Int32(1)).unwrap();
    handle.put("JMSType", text("order")).unwrap();
    for (name, value) in [("JMSXGroupSeq", text("1")), ("JMSType", Value::Int32(1))] {
        let refused = under(&mut handle, name, value.clone()).map(|_| ());
        assert_eq!(refused, Err(Reason::PROPERTY_TYPE_ERROR), "{name}");
        let mut lax = MessageHandle::with_options(MQCMHO_NO_VALIDATION).unwrap();
        lax.properties.clone_from(&handle.properties);
        under(&mut lax, name, value).unwrap();
        let put = compose(MQACTP_NEW, Some(&lax), None, None, Bytes::new()).map(|_| ());
        assert_eq!(put, Err(Reason::PROPERTY_TYPE_ERROR), "{name}");
    }
    under(&mut handle, "JMSXGroupSeq", Value::Int32(2)).unwrap();
}

#[test]
fn wildcards_tell_each_property_once_in_order_by_the_name_it_is_known_by() {
    let mut handle = handle(&[
        ("b", Value::Int32(1)),
        ("f.x", Value::Int32(1)),
        ("JMSType", text("t")),
        ("bc", Value::Int32(2)),
        ("MQTopicString", text("a/b")),
        ("Root.MQMD.Priority", Value::Int32(3)),
    ]);
    assert_eq!(
        told(&mut handle, "%"),
        ["b", "bc", "f.x", "JMSType", "MQTopicString"]
    );
    assert_eq!(told(&mut handle, "b%"), ["b", "bc"]);
    assert_eq!(told(&mut handle, "usr.%"), ["b", "bc"]);
    assert_eq!(told(&mut handle, "mcd.%"), ["JMSType"]);
    assert_eq!(told(&mut handle, "f.%"), ["f.x"]);
    assert_eq!(told(&mut handle, "none%"), [""; 0]);
    assert_eq!(told(&mut handle, "Root.MQMD.%"), ["Root.MQMD.Priority"]);
    assert_eq!(handle.get("mcd.Type"), Some(text("t")));
    assert_eq!(names(&handle)[3..], ["mcd.Type", "mqps.Top"]);
}

#[test]
fn the_next_is_the_one_behind_what_was_deleted() {
    let one = Value::Int32(1);
    let names = ["a", "b", "c", "d"].map(|name| (name, one.clone()));
    let mut handle = handle(&names);
    assert_eq!(&*ask(&mut handle, "%", MQIMPO_INQ_NEXT).unwrap().name, "a");
    assert_eq!(&*ask(&mut handle, "%", MQIMPO_INQ_NEXT).unwrap().name, "b");
    handle.delete(MQDMPO_DEL_PROP_UNDER_CURSOR, "").unwrap();
    let under = MQIMPO_INQ_PROP_UNDER_CURSOR;
    assert_eq!(
        ask(&mut handle, "%", under),
        Err(Reason::PROPERTY_NOT_AVAILABLE)
    );
    let gone = handle.delete(MQDMPO_DEL_PROP_UNDER_CURSOR, "");
    assert_eq!(gone, Err(Reason::PROPERTY_NOT_AVAILABLE));
    handle.delete(MQDMPO_DEL_FIRST, "a").unwrap();
    assert_eq!(&*ask(&mut handle, "%", MQIMPO_INQ_NEXT).unwrap().name, "c");
    assert_eq!(&*ask(&mut handle, "%", under).unwrap().name, "c");
    // Of another name the first is told.
    assert_eq!(&*ask(&mut handle, "c%", MQIMPO_INQ_NEXT).unwrap().name, "c");
    let end = ask(&mut handle, "c%", MQIMPO_INQ_NEXT);
    assert_eq!(end, Err(Reason::PROPERTY_NOT_AVAILABLE));
    assert_eq!(&*ask(&mut handle, "%", under).unwrap().name, "c");
    handle.reset_cursor();
    assert_eq!(
        ask(&mut handle, "%", under),
        Err(Reason::PROPERTY_NOT_AVAILABLE)
    );
    assert_eq!(
        handle.delete(MQDMPO_DEL_FIRST, "d%"),
        Err(Reason::PROPERTY_NAME_ERROR)
    );
    assert_eq!(
        handle.delete(MQDMPO_DEL_FIRST, "zz"),
        Err(Reason::PROPERTY_NOT_AVAILABLE)
    );
    assert_eq!(handle.delete(2, "d"), Err(Reason::OPTIONS_ERROR));
}

/// Goal: a cursor over a list that changes. Method: random sets and deletes beside a plain model that knows which names
/// were told since the first was asked for.
#[test]
fn every_property_that_stays_is_told_exactly_once_whatever_is_added_and_deleted_meanwhile() {
    let mut seed = 7_u32;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    for _ in 0..300 {
        let mut handle = MessageHandle::new();
        for at in 0..8 {
            handle.put(&format!("old{at}"), Value::Int32(at)).unwrap();
        }
        let (mut seen, mut deleted, mut options) = (Vec::new(), Vec::new(), MQIMPO_INQ_FIRST);
        let mut added = 0;
        while let Ok(answer) = ask(&mut handle, "%", options) {
            seen.push(answer.name.to_string());
            options = MQIMPO_INQ_NEXT;
            match random(4) {
                0 => {
                    let name = format!("old{}", random(8));
                    if handle.delete(MQDMPO_DEL_FIRST, &name).is_ok() {
                        deleted.push(name);
                    }
                }
                1 if added < 20 => {
                    added += 1;
                    let way = [
                        MQSMPO_APPEND_PROPERTY,
                        MQSMPO_SET_PROP_BEFORE_CURSOR,
                        MQSMPO_SET_PROP_AFTER_CURSOR,
                    ];
                    let descriptor = PropertyDescriptor::default();
                    let _ = handle.set(
                        way[random(3) as usize],
                        &format!("new{added}"),
                        descriptor,
                        Value::Null,
                    );
                }
                2 => drop(handle.delete(MQDMPO_DEL_PROP_UNDER_CURSOR, "").map(|()| {
                    deleted.push(answer.name.to_string());
                })),
                _ => {}
            }
        }
        for at in 0..8 {
            let name = format!("old{at}");
            let times = seen.iter().filter(|other| **other == name).count();
            assert!(
                times == 1 || times == 0 && deleted.contains(&name),
                "{name} {seen:?}"
            );
        }
    }
}

#[test]
fn fields_of_the_descriptor_are_properties_of_their_types() {
    let mut handle = MessageHandle::new();
    assert_eq!(handle.get("Root.MQMD.Priority"), None);
    handle.put("Root.MQMD.Priority", Value::Int32(4)).unwrap();
    handle.put("Root.MQMD.ReplyToQ", text("REPLY")).unwrap();
    handle
        .put("Root.MQMD.CorrelId", Value::Bytes([1, 2].into()))
        .unwrap();
    assert_eq!(handle.get("Root.MQMD.Priority"), Some(Value::Int32(4)));
    assert_eq!(handle.get("Root.MQMD.ReplyToQ"), Some(text("REPLY")));
    assert_eq!(&handle.descriptor().reply_to_q[..7], b"REPLY  ");
    assert_eq!(handle.descriptor().correl_id[..3], [1, 2, 0]);
    let wrong = handle.put("Root.MQMD.Priority", text("4"));
    assert_eq!(wrong, Err(Reason::PROPERTY_TYPE_ERROR));
    let long = handle.put("Root.MQMD.Format", text("ninechars"));
    assert_eq!(long, Err(Reason::PROPERTY_VALUE_TOO_BIG));
    assert_eq!(handle.iter().count(), 0);
    let answer = ask(&mut handle, "Root.MQMD.Priority", 0).unwrap();
    assert_eq!(answer.descriptor.copy, MQCOPY_NONE);
    handle
        .delete(MQDMPO_DEL_FIRST, "Root.MQMD.Priority")
        .unwrap();
    assert_eq!(handle.get("Root.MQMD.Priority"), None);
    assert_eq!(
        handle.descriptor().priority,
        MsgDescriptor::default().priority
    );
}

#[test]
fn names_of_jms_stand_for_folders_and_for_the_descriptor() {
    let mut handle = MessageHandle::new();
    let mut descriptor = MsgDescriptor {
        msg_id: [0xab; 24],
        persistence: MQPER_PERSISTENT,
        backout_count: 2,
        ..MsgDescriptor::default()
    };
    assert_eq!(handle.get("JMSMessageID"), None);
    let _ = handle.take_message(&mut descriptor, Bytes::new());
    assert_eq!(
        handle.get("JMSMessageID"),
        Some(text(&format!("ID:{}", "ab".repeat(24))))
    );
    assert_eq!(handle.get("JMSDeliveryMode"), Some(Value::Int32(2)));
    assert_eq!(handle.get("JMSXDeliveryCount"), Some(Value::Int32(3)));
    assert_eq!(handle.get("JMSCorrelationID"), None);
    handle.put("JMSCorrelationID", text("mine")).unwrap();
    assert_eq!(handle.get("jms.Cid"), Some(text("mine")));
    assert_eq!(
        ask(&mut handle, "JMSDeliveryMode", 0).unwrap().kind,
        MQTYPE_INT32
    );
    let wrong = handle.put("JMSXGroupSeq", text("1"));
    assert_eq!(wrong, Err(Reason::PROPERTY_TYPE_ERROR));
}

/// Source: MQIMPO_CONVERT_TYPE, the table of supported conversions.
#[test]
fn types_are_converted_where_nothing_is_lost() {
    let convert = |value: Value, kind| super::value::convert(&value, kind);
    let no = Err(Reason::PROP_CONV_NOT_SUPPORTED);
    assert_eq!(
        convert(Value::Boolean(true), MQTYPE_STRING),
        Ok(text("TRUE"))
    );
    assert_eq!(
        convert(Value::Boolean(true), MQTYPE_INT8),
        Ok(Value::Int8(1))
    );
    assert_eq!(convert(Value::Int8(-3), MQTYPE_INT64), Ok(Value::Int64(-3)));
    assert_eq!(
        convert(Value::Int16(-3), MQTYPE_INT32),
        Ok(Value::Int32(-3))
    );
    assert_eq!(convert(Value::Int16(3), MQTYPE_INT8), no);
    assert_eq!(convert(Value::Int32(3), MQTYPE_INT16), no);
    assert_eq!(convert(Value::Int64(3), MQTYPE_INT32), no);
    assert_eq!(convert(Value::Int32(3), MQTYPE_FLOAT64), no);
    assert_eq!(convert(Value::Int32(3), MQTYPE_BOOLEAN), no);
    assert_eq!(
        convert(Value::Float32(0.5), MQTYPE_FLOAT64),
        Ok(Value::Float64(0.5))
    );
    assert_eq!(convert(Value::Float64(0.5), MQTYPE_FLOAT32), no);
    assert_eq!(convert(Value::Float64(0.5), MQTYPE_STRING), Ok(text("0.5")));
    assert_eq!(
        convert(Value::Float64(1e300), MQTYPE_STRING),
        Ok(text("1e300"))
    );
    assert_eq!(
        convert(Value::Bytes([1, 0xfe].into()), MQTYPE_STRING),
        Ok(text("01FE"))
    );
    assert_eq!(convert(Value::Bytes([1].into()), MQTYPE_INT8), no);
    assert_eq!(convert(Value::Null, MQTYPE_STRING), no);
    assert_eq!(convert(text("a"), MQTYPE_BYTE_STRING), no);
    assert_eq!(convert(Value::Int8(1), 3), Err(Reason::PROPERTY_TYPE_ERROR));
    assert_eq!(
        convert(Value::Int8(1), 0x800),
        Err(Reason::PROPERTY_TYPE_ERROR)
    );
    let bad = Err(Reason::PROP_NUMBER_FORMAT_ERROR);
    for (from, kind, to) in [
        (" -12ab", MQTYPE_INT16, Ok(Value::Int16(-12))),
        ("+7", MQTYPE_INT64, Ok(Value::Int64(7))),
        ("128", MQTYPE_INT8, bad.clone()),
        ("x1", MQTYPE_INT32, bad.clone()),
        ("", MQTYPE_INT32, bad.clone()),
        ("-", MQTYPE_INT32, bad.clone()),
        ("true", MQTYPE_BOOLEAN, Ok(Value::Boolean(true))),
        ("0", MQTYPE_BOOLEAN, Ok(Value::Boolean(false))),
        ("yes", MQTYPE_BOOLEAN, bad.clone()),
        ("1.5e2x", MQTYPE_FLOAT64, Ok(Value::Float64(150.0))),
        ("3e", MQTYPE_FLOAT32, Ok(Value::Float32(3.0))),
        (".5", MQTYPE_FLOAT64, bad.clone()),
        ("1e999", MQTYPE_FLOAT64, bad.clone()),
    ] {
        assert_eq!(convert(text(from), kind), to, "{from}");
    }
}

#[test]
fn values_are_written_and_read_in_any_order_and_code_page() {
    let values = [
        Value::Null,
        Value::Boolean(true),
        Value::Bytes([1, 2, 3].into()),
        Value::Int8(-5),
        Value::Int16(300),
        Value::Int32(-70_000),
        Value::Int64(1 << 40),
        Value::Float32(0.25),
        Value::Float64(-1e10),
        text("grün"),
    ];
    for (ccsid, encoding) in [
        (1208, 546),
        (819, 273),
        (1200, 273),
        (1200, 546),
        (500, 546),
        (-3, 546),
    ] {
        let described = Described { ccsid, encoding };
        for value in &values {
            let bytes = write_value(value, described).unwrap();
            assert_eq!(
                read_value(kind_of(value), &bytes, described).as_ref(),
                Ok(value)
            );
        }
    }
    let big = Described {
        encoding: 273,
        ..NATIVE
    };
    assert_eq!(write_value(&Value::Int32(1), big), Some(vec![0, 0, 0, 1]));
    let read = |kind, bytes: &[u8], described| read_value(kind, bytes, described).unwrap_err();
    assert_eq!(
        read(MQTYPE_INT32, &[1], NATIVE),
        Reason::BUFFER_LENGTH_ERROR
    );
    assert_eq!(read(MQTYPE_NULL, &[1], NATIVE), Reason::BUFFER_LENGTH_ERROR);
    assert_eq!(
        read(MQTYPE_STRING, &[0xff], NATIVE),
        Reason::SOURCE_BUFFER_ERROR
    );
    let nowhere = Described {
        ccsid: 9999,
        encoding: 0,
    };
    assert_eq!(
        read(MQTYPE_STRING, b"a", nowhere),
        Reason::SOURCE_CCSID_ERROR
    );
    assert_eq!(
        read(MQTYPE_INT16, b"ab", nowhere),
        Reason::SOURCE_INTEGER_ENC_ERROR
    );
    assert_eq!(
        read(MQTYPE_FLOAT32, b"abcd", nowhere),
        Reason::SOURCE_FLOAT_ENC_ERROR
    );
    assert_eq!(read(7, b"", NATIVE), Reason::PROPERTY_TYPE_ERROR);
}

#[test]
fn what_has_no_room_is_told_with_its_length_and_the_cursor_stays() {
    let mut handle = handle(&[("first", text("value")), ("second", text("x"))]);
    ask(&mut handle, "second", 0).unwrap();
    let mut inquiry = Inquiry {
        value_room: 3,
        ..Inquiry::first("first")
    };
    let error = handle.inquire(&inquiry).unwrap_err();
    assert_eq!(
        (error.reason, error.data_length),
        (Reason::PROPERTY_VALUE_TOO_BIG, 5)
    );
    assert_eq!(error.value, b"val");
    inquiry.name_room = Some(2);
    let error = handle.inquire(&inquiry).unwrap_err();
    assert_eq!(
        (error.reason, error.name_length),
        (Reason::PROPERTY_NAME_TOO_BIG, 5)
    );
    let still = ask(&mut handle, "", MQIMPO_INQ_PROP_UNDER_CURSOR).unwrap();
    assert_eq!(&*still.name, "second");
    inquiry.options = MQIMPO_QUERY_LENGTH;
    let answer = handle.inquire(&inquiry).unwrap();
    assert_eq!(
        (answer.data_length, answer.name_length, answer.value.len()),
        (5, 5, 0)
    );
    let whole = ask(&mut handle, "", MQIMPO_INQ_PROP_UNDER_CURSOR).unwrap();
    assert_eq!(whole.value, b"value");
    assert_eq!(ask(&mut handle, "first", 0x18), Err(Reason::OPTIONS_ERROR));
    assert_eq!(ask(&mut handle, "first", 1), Err(Reason::OPTIONS_ERROR));
}

#[test]
fn values_come_in_the_code_page_and_encoding_that_was_asked_for_or_as_they_are_with_a_warning() {
    let mut handle = handle(&[("t", text("é")), ("n", Value::Int32(1))]);
    let mut ask = |name, kind, ccsid, encoding| {
        let inquiry = Inquiry {
            options: MQIMPO_CONVERT_VALUE | MQIMPO_CONVERT_TYPE,
            kind,
            requested: Described { ccsid, encoding },
            ..Inquiry::first(name)
        };
        handle.inquire(&inquiry).unwrap()
    };
    let converted = ask("t", MQTYPE_AS_SET, 819, 273);
    assert_eq!(
        (converted.value, converted.returned.ccsid),
        (vec![0xe9], 819)
    );
    let big = ask("n", MQTYPE_INT64, 819, 273);
    assert_eq!(big.value, 1_i64.to_be_bytes());
    let unknown = ask("t", MQTYPE_AS_SET, 9999, 273);
    assert_eq!(unknown.reason, Reason::PROP_VALUE_NOT_CONVERTED);
    assert_eq!((unknown.value, unknown.returned), ("é".into(), NATIVE));
}

#[test]
fn a_descriptor_that_is_none_is_refused_and_what_it_says_travels() {
    let mut handle = MessageHandle::new();
    let mut set = |change: fn(&mut PropertyDescriptor)| {
        let mut descriptor = PropertyDescriptor::default();
        change(&mut descriptor);
        handle.set(MQSMPO_SET_FIRST, "a", descriptor, text("x"))
    };
    assert_eq!(set(|d| d.options = 1), Err(Reason::OPTIONS_ERROR));
    assert_eq!(set(|d| d.context = 2), Err(Reason::PD_ERROR));
    assert_eq!(set(|d| d.copy = 0x20), Err(Reason::PD_ERROR));
    let kept = set(|d| d.support = MQPD_SUPPORT_REQUIRED).unwrap();
    assert_eq!(kept.support, MQPD_SUPPORT_OPTIONAL);
    set(|d| (d.context, d.copy) = (MQPD_USER_CONTEXT, MQCOPY_REPLY)).unwrap();
    let put = compose(MQACTP_NEW, Some(&handle), None, None, Bytes::new()).unwrap();
    let mut got = MessageHandle::new();
    let _ = got.take_message(&mut put.descriptor.clone(), put.body);
    let answer = self::ask(&mut got, "a", 0).unwrap();
    assert_eq!(answer.descriptor.context, MQPD_USER_CONTEXT);
    assert_eq!(answer.descriptor.copy, MQCOPY_REPLY);
}
