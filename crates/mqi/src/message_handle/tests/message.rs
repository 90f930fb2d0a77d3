use super::*;
use crate::call::{GetReply, Reply, Request};
use crate::convert::{Conversion, convert};
use crate::extension::{make_extension, take_extension};
use crate::generated::structs::MsgDescriptorExtension;
use crate::options::{GetOptions, ObjectHandle};
use crate::rfh2::FORMAT;
use crate::session::{Connected, Session};

#[test]
fn a_message_carries_the_properties_of_its_handle_and_gives_them_back() {
    let values = [
        ("a", text("<&>'\"")),
        ("b", Value::Int8(1)),
        ("c", Value::Boolean(false)),
        ("d", Value::Bytes([0, 255].into())),
        ("e", Value::Null),
        ("f", Value::Float64(0.1)),
        ("JMSType", text("order")),
        ("JMSXGroupSeq", Value::Int32(5)),
        ("com.acme.x", text("1")),
        ("com.acme.y", text("2")),
        ("com.z", text("3")),
    ];
    let handle = handle(&values);
    for (ccsid, encoding) in [(0, 546), (1208, 546), (500, 273)] {
        let given = MsgDescriptor {
            format: *b"MQSTR   ",
            coded_char_set_id: ccsid,
            encoding,
            ..MsgDescriptor::default()
        };
        let put = compose(MQACTP_NEW, Some(&handle), None, Some(&given), "data".into()).unwrap();
        assert_eq!(put.descriptor.format, FORMAT);
        let mut descriptor = put.descriptor.clone();
        let mut got = MessageHandle::new();
        let body = got.take_message(&mut descriptor, put.body);
        assert_eq!(&body[..], b"data");
        assert_eq!(descriptor, given);
        for (name, value) in &values {
            assert_eq!(got.get(name).as_ref(), Some(value), "{name}");
        }
        assert_eq!(got.iter().count(), values.len());
        assert_eq!(got.get("Root.MQMD.Format"), Some(text("MQSTR")));
    }
    let none = MsgDescriptor::default();
    let bare = compose(MQACTP_NEW, None, None, Some(&none), "data".into()).unwrap();
    assert_eq!((bare.descriptor, &bare.body[..]), (none, &b"data"[..]));
}

/// Source: MQPMO.Action.
#[test]
fn actions_choose_properties_by_their_copy_options_and_new_ones_come_instead() {
    let mut original = MessageHandle::new();
    for (name, copy) in [
        ("none", MQCOPY_NONE),
        ("usual", MQCOPY_DEFAULT),
        ("reply", MQCOPY_REPLY),
        ("all", MQCOPY_ALL),
    ] {
        let descriptor = PropertyDescriptor {
            copy,
            ..PropertyDescriptor::default()
        };
        original
            .set(MQSMPO_SET_FIRST, name, descriptor, text("old"))
            .unwrap();
    }
    let new = handle(&[
        ("usual", text("new")),
        ("all", Value::Null),
        ("more", Value::Null),
    ]);
    let put = |action, new: Option<&MessageHandle>| {
        let put = compose(action, Some(&original), new, None, Bytes::new()).unwrap();
        let mut got = MessageHandle::new();
        let _ = got.take_message(&mut put.descriptor.clone(), put.body);
        let mut all: Vec<String> = got.iter().map(|p| p.name().to_owned()).collect();
        all.sort();
        (all.join(" "), got.get("usual"))
    };
    let old = Some(text("old"));
    assert_eq!(
        put(MQACTP_NEW, None),
        ("all none reply usual".to_owned(), old.clone())
    );
    assert_eq!(
        put(MQACTP_FORWARD, None),
        ("all usual".to_owned(), old.clone())
    );
    assert_eq!(put(MQACTP_REPLY, None), ("all reply".to_owned(), None));
    assert_eq!(put(MQACTP_REPORT, None), ("all usual".to_owned(), old));
    let new_one = Some(text("new"));
    assert_eq!(
        put(MQACTP_FORWARD, Some(&new)),
        ("more usual".to_owned(), new_one)
    );
    let no = compose(4, Some(&original), None, None, Bytes::new());
    assert_eq!(no.unwrap_err(), Reason::ACTION_ERROR);
    let no = compose(MQACTP_REPLY, None, Some(&new), None, Bytes::new());
    assert_eq!(no.unwrap_err(), Reason::HMSG_ERROR);
}

#[test]
fn without_a_descriptor_it_is_made_of_the_handles_as_the_action_has_it() {
    let mut original = MessageHandle::new();
    let mut descriptor = MsgDescriptor {
        msg_id: [7; 24],
        correl_id: [8; 24],
        priority: 6,
        persistence: 1,
        expiry: 99,
        reply_to_q: [b'Q'; 48],
        report: MQRO_PASS_CORREL_ID,
        ..MsgDescriptor::default()
    };
    let _ = original.take_message(&mut descriptor, Bytes::new());
    let new = handle(&[("Root.MQMD.Feedback", Value::Int32(300))]);
    let made = |action| {
        compose(action, Some(&original), Some(&new), None, Bytes::new())
            .unwrap()
            .descriptor
    };
    let forward = made(MQACTP_FORWARD);
    assert_eq!(
        forward,
        MsgDescriptor {
            feedback: 300,
            ..descriptor.clone()
        }
    );
    let reply = made(MQACTP_REPLY);
    assert_eq!(
        (reply.msg_type, reply.correl_id, reply.priority),
        (MQMT_REPLY, [8; 24], 6)
    );
    assert_eq!(
        (reply.msg_id, reply.expiry, reply.persistence),
        ([0; 24], -1, 1)
    );
    assert_eq!((reply.feedback, reply.reply_to_q), (300, [0; 48]));
    assert_eq!(made(MQACTP_REPORT).msg_type, MQMT_REPORT);
    let given = MsgDescriptor::default();
    let kept = compose(
        MQACTP_REPLY,
        Some(&original),
        Some(&new),
        Some(&given),
        Bytes::new(),
    );
    assert_eq!(kept.unwrap().descriptor, given);
}

#[test]
fn the_new_handle_has_what_was_put() {
    let original = handle(&[("a", text("1"))]);
    let mut new = handle(&[("b", text("2"))]);
    let put = compose(MQACTP_NEW, Some(&original), Some(&new), None, "x".into()).unwrap();
    let returned = MsgDescriptor {
        msg_id: [9; 24],
        ..put.descriptor.clone()
    };
    new.remember_put(&put, &returned);
    assert_eq!(names(&new), ["usr.a", "usr.b"]);
    assert_eq!(new.descriptor().msg_id, [9; 24]);
    assert_eq!(new.descriptor().format, MsgDescriptor::default().format);
}

#[test]
fn a_handle_without_checks_is_checked_by_the_put() {
    let mut handle = MessageHandle::with_options(MQCMHO_NO_VALIDATION).unwrap();
    handle.put("not", text("x")).unwrap();
    let put = |handle: &MessageHandle| {
        compose(MQACTP_NEW, Some(handle), None, None, Bytes::new()).map(|_| ())
    };
    assert_eq!(put(&handle), Err(Reason::PROPERTY_NAME_ERROR));
    handle.clear();
    let descriptor = PropertyDescriptor {
        support: MQPD_SUPPORT_REQUIRED,
        ..PropertyDescriptor::default()
    };
    handle
        .set(MQSMPO_SET_FIRST, "mq.New", descriptor, text("x"))
        .unwrap();
    assert_eq!(put(&handle), Err(Reason::UNSUPPORTED_PROPERTY));
    let options = MessageHandle::with_options(3).map(|_| ());
    assert_eq!(options, Err(Reason::OPTIONS_ERROR));
}

#[test]
fn buffers_give_and_take_properties() {
    let mut from = handle(&[("a", text("1")), ("ab", text("2")), ("f.c", text("3"))]);
    let given = MsgDescriptor {
        format: *b"MQSTR   ",
        coded_char_set_id: 819,
        ..MsgDescriptor::default()
    };
    let mut descriptor = given.clone();
    let write = MQMHBO_PROPERTIES_IN_MQRFH2;
    let room = usize::MAX;
    let none = from.write_buffer(write, "z%", &mut descriptor, room);
    assert_eq!(none, Err((Reason::PROPERTY_NOT_AVAILABLE, 0)));
    let small = from
        .write_buffer(write, "%", &mut descriptor, 10)
        .unwrap_err();
    assert_eq!(small.0, Reason::PROPERTY_VALUE_TOO_BIG);
    let options = from.write_buffer(0, "%", &mut descriptor, room);
    assert_eq!(options, Err((Reason::OPTIONS_ERROR, 0)));
    assert_eq!(descriptor, given);
    let all = write | MQMHBO_DELETE_PROPERTIES;
    let buffer = from
        .write_buffer(all, "usr.%", &mut descriptor, room)
        .unwrap();
    assert_eq!(names(&from), ["f.c"]);
    assert_eq!(descriptor.format, FORMAT);
    let mut message = buffer.to_vec();
    message.extend_from_slice(b"behind");
    let message = Bytes::from(message);

    let mut to = handle(&[("gone", text("x"))]);
    let mut kept = descriptor.clone();
    let same = to
        .read_buffer(MQBMHO_NONE, &mut kept, message.clone())
        .unwrap();
    assert_eq!((same, kept), (message.clone(), descriptor.clone()));
    assert_eq!(names(&to), ["usr.a", "usr.ab"]);
    let left = to.read_buffer(MQBMHO_DELETE_PROPERTIES, &mut descriptor, message.clone());
    assert_eq!((&left.unwrap()[..], descriptor), (&b"behind"[..], given));

    let mut broken = message.to_vec();
    broken[8] = 1;
    let mut of_broken = MsgDescriptor {
        format: FORMAT,
        ..MsgDescriptor::default()
    };
    let refused = to.read_buffer(
        MQBMHO_DELETE_PROPERTIES,
        &mut of_broken,
        broken.clone().into(),
    );
    assert_eq!(refused, Err(Reason::RFH_ERROR));
    assert_eq!(names(&to), ["usr.a", "usr.ab"], "as it was");
    let data = to.take_message(&mut of_broken, broken.clone().into());
    assert_eq!((data, to.iter().count()), (broken.into(), 0));
}

#[test]
fn any_bytes_leave_a_handle_that_can_be_put_again() {
    let mut seed = 11_u64;
    let folders = "<usr><a dt='i4'>1</a><b>&lt;</b></usr><mcd><Msd>x</Msd></mcd><f content='properties'><g><h>1</h></g></f>";
    let put = compose(
        MQACTP_NEW,
        Some(&handle(&[("a", text("1")), ("f.g.h", text("2"))])),
        None,
        None,
        "x".into(),
    );
    let whole = put.unwrap().body;
    for round in 0..4000 {
        let mut bytes = if round % 2 == 0 {
            whole.to_vec()
        } else {
            let fixed = crate::rfh2::fixed("MQSTR", NATIVE);
            crate::rfh2::write(
                &fixed,
                crate::header::ByteOrder::NATIVE,
                &[folders, "<own/>"],
            )
        };
        for _ in 0..round % 4 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (seed >> 33) as usize % bytes.len();
            bytes[at] = b"<>/='a&; \0\xff8"[(seed >> 20) as usize % 12];
        }
        fuzz_one(&bytes);
    }
}

#[test]
fn folders_are_written_as_the_manual_shows_them() {
    let usual = handle(&[
        ("colour", text("red")),
        ("com.acme.n", Value::Int32(3)),
        ("jms.Pri", Value::Int32(4)),
    ]);
    let put = compose(MQACTP_NEW, Some(&usual), None, None, Bytes::new()).unwrap();
    let header = crate::rfh2::Rfh2::read(&put.body, MQENC_NATIVE).unwrap();
    let folders: Vec<_> = header
        .folders()
        .map(|f| header.text(f.unwrap()).unwrap())
        .collect();
    assert_eq!(folders[0].trim_end(), "<jms><Pri>4</Pri></jms>");
    assert_eq!(folders[1].trim_end(), "<usr><colour>red</colour></usr>");
    assert_eq!(
        folders[2].trim_end(),
        "<com content='properties'><acme><n dt='i4'>3</n></acme></com>"
    );
}

/// A queue of whole messages, as `get_into` sees it: what does not fit stays, and a token asks for one message.
struct Queue {
    messages: Vec<Bytes>,
    /// Somebody else takes the first message when it has been seen so many times.
    lost_after: usize,
    /// Somebody else puts a message in front of all others when there have been so many calls.
    comes: Option<(usize, Bytes)>,
    /// That of all messages.
    descriptor: MsgDescriptor,
    /// The code page of the queue manager, in which it gives what it is to convert.
    ccsid: i32,
    tells_ccsid: bool,
    calls: Vec<u32>,
}

impl Getting for &mut Queue {
    fn get(&mut self, options: &GetOptions, room: u32) -> Result<GetReply, Reason> {
        let mut reply = Queue::get(self, options, room)?;
        if options.options & MQGMO_CONVERT == 0 || reply.reason != Reason::NONE {
            return Ok(reply);
        }
        let to = Described {
            ccsid: self.ccsid,
            encoding: MQENC_NATIVE,
        };
        let conversion = Conversion {
            format: reply.descriptor.format,
            from: Described::of(&reply.descriptor),
            to,
            q_mgr: to,
            cut: false,
            room: room as usize,
            may_cut: false,
        };
        // The queue manager looks no further than the descriptor.
        if conversion.from == to {
            return Ok(reply);
        }
        let converted = convert(&reply.body, &conversion);
        reply.reason = converted.reason;
        reply.descriptor.coded_char_set_id = converted.described.ccsid;
        reply.data_length = u32::try_from(converted.len).unwrap();
        if let Some(made) = converted.data {
            reply.body = made.into();
        }
        Ok(reply)
    }

    fn ccsid(&mut self) -> Option<i32> {
        self.tells_ccsid.then_some(self.ccsid)
    }
}

impl Queue {
    fn of(message: Bytes) -> Self {
        Self {
            messages: vec![message],
            lost_after: 100,
            comes: None,
            descriptor: MsgDescriptor {
                format: FORMAT,
                coded_char_set_id: 1208,
                ..MsgDescriptor::default()
            },
            ccsid: 1208,
            tells_ccsid: true,
            calls: Vec::new(),
        }
    }

    fn get(&mut self, options: &GetOptions, room: u32) -> Result<GetReply, Reason> {
        if let Some((_, first)) = self.comes.take_if(|(calls, _)| *calls == self.calls.len()) {
            self.messages.insert(0, first);
        }
        self.calls.push(room);
        let by_token = options.match_options & MQMO_MATCH_MSG_TOKEN != 0;
        let at = if by_token {
            let wanted = options.msg_token[0];
            self.messages.iter().position(|body| token(body) == wanted)
        } else {
            Some(0).filter(|_| !self.messages.is_empty())
        };
        let at = at.ok_or(Reason::NO_MSG_AVAILABLE)?;
        let mut body = self.messages[at].clone();
        let data_length = u32::try_from(body.len()).unwrap();
        let mut options = options.clone();
        options.msg_token = [token(&body); 16];
        let fits = data_length <= room;
        body.truncate(room as usize);
        self.lost_after = self.lost_after.wrapping_sub(1);
        let browses = options.options & MQGMO_BROWSE_FIRST != 0;
        if (fits && !browses) || self.lost_after == 0 {
            self.messages.remove(at);
        }
        Ok(GetReply {
            reason: if fits {
                Reason::NONE
            } else {
                Reason::TRUNCATED_MSG_FAILED
            },
            descriptor: self.descriptor.clone(),
            options,
            body,
            data_length,
        })
    }
}

fn token(body: &Bytes) -> u8 {
    body.iter().fold(1, |sum: u8, byte| sum.wrapping_add(*byte)) | 1
}

fn whole(property: &str, data: &'static str) -> Bytes {
    let given = MsgDescriptor {
        coded_char_set_id: 1208,
        ..MsgDescriptor::default()
    };
    let handle = handle(&[("p", text(property))]);
    compose(MQACTP_NEW, Some(&handle), None, Some(&given), data.into())
        .unwrap()
        .body
}

#[test]
fn a_get_looks_again_with_the_room_it_needs_and_begins_anew_when_the_message_is_gone() {
    let wanted = MsgDescriptor::default();
    let mut got = MessageHandle::new();
    let long = "x".repeat(3000);
    let mut queue = Queue::of(whole(&long, "first"));
    queue.messages.push(whole("2", "next!"));
    queue.lost_after = 3;
    let options = GetOptions::default();
    let reply = get_into(&mut got, &wanted, &options, 5, &mut queue).unwrap();
    assert_eq!(
        (&reply.body[..], got.get("p")),
        (&b"next!"[..], Some(text("2")))
    );
    assert_eq!(reply.options.options, 0);
    let long_len = u32::try_from(whole(&long, "first").len()).unwrap();
    let next_len = u32::try_from(whole("2", "next!").len()).unwrap();
    // Too little for a header, then for the folders, then gone; the next one likewise.
    let calls = [5, 36, long_len - 5, long_len, 5, 36, next_len - 5, next_len];
    assert_eq!(queue.calls, calls);
    assert!(queue.messages.is_empty());
}

#[test]
fn a_message_with_a_broken_header_is_judged_by_its_whole_length() {
    let mut broken = whole("1", "data").to_vec();
    broken[36..40].copy_from_slice(&[0xff; 4]);
    let broken = Bytes::from(broken);
    let mut queue = Queue::of(broken.clone());
    let wanted = MsgDescriptor::default();
    let mut got = MessageHandle::new();
    let options = GetOptions::default();
    let len = u32::try_from(broken.len()).unwrap();
    let reply = get_into(&mut got, &wanted, &options, 50, &mut queue).unwrap();
    assert_eq!(
        (reply.reason, reply.data_length),
        (Reason::TRUNCATED_MSG_FAILED, len)
    );
    assert_eq!(reply.body, broken[..50]);
    let reply = get_into(&mut got, &wanted, &options, len, &mut queue).unwrap();
    assert_eq!((reply.reason, reply.body), (Reason::NONE, broken));
}

/// A put checks the first header only, and none of a segment.
#[test]
fn a_message_whose_headers_are_none_stays_where_it_does_not_fit() {
    let with = |body: &Bytes, at: usize, value: i32| {
        let mut bytes = body.to_vec();
        bytes[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        Bytes::from(bytes)
    };
    let one = whole("1", "and its data");
    let longer = with(&one, 8, 4000);
    let chained = crate::header::RulesHeader2 {
        format: FORMAT,
        ..crate::rfh2::fixed("", NATIVE)
    };
    let order = crate::header::ByteOrder::NATIVE;
    let mut second_longer = crate::rfh2::write(&chained, order, &["<usr><a>1</a></usr>"]);
    second_longer.extend_from_slice(&longer);
    let bare = whole("1", "");
    let folder_longer = with(&bare, 36, 5000);
    let mut not_ended = bare.to_vec();
    not_ended.truncate(bare.len() - 8);
    let not_ended = with(&not_ended.into(), 8, i32::try_from(bare.len()).unwrap() - 8);
    for message in [longer, second_longer.into(), folder_longer, not_ended] {
        for room in [0, 11, 40] {
            let mut queue = Queue::of(message.clone());
            let mut got = MessageHandle::new();
            let (wanted, mut options) = (MsgDescriptor::default(), GetOptions::default());
            let reply = get_into(&mut got, &wanted, &options, room, &mut queue);
            let reply = reply.unwrap();
            assert_eq!(reply.reason, Reason::TRUNCATED_MSG_FAILED);
            assert_eq!(reply.data_length as usize, message.len());
            assert_eq!(reply.body, message[..room as usize]);
            assert_eq!(queue.messages.len(), 1, "it stays");
            options.options = MQGMO_ACCEPT_TRUNCATED_MSG;
            let reply = get_into(&mut got, &wanted, &options, room, &mut queue);
            assert_eq!(reply.unwrap().reason, Reason::TRUNCATED_MSG_ACCEPTED);
            assert!(queue.messages.is_empty());
        }
    }
    for message in [bare, whole("12", ""), whole("123", ""), whole("1234", "")] {
        let mut queue = Queue::of(message);
        let mut got = MessageHandle::new();
        let (wanted, options) = (MsgDescriptor::default(), GetOptions::default());
        let reply = get_into(&mut got, &wanted, &options, 0, &mut queue);
        let reply = reply.unwrap();
        assert_eq!((reply.reason, reply.data_length), (Reason::NONE, 0));
        assert_eq!(got.iter().count(), 1, "its properties are all there is");
    }
}

/// Whether the last byte ends the last folder is seen only by who takes the message.
#[test]
fn of_a_message_that_was_taken_for_properties_to_its_end_nothing_is_lost() {
    for value in ["1", "12", "123", "1234"] {
        let mut message = whole(value, "").to_vec();
        *message.last_mut().unwrap() = b'x';
        let message = Bytes::from(message);
        let len = u32::try_from(message.len()).unwrap();
        for room in [0, 40, len - 1] {
            let mut queue = Queue::of(message.clone());
            let mut got = MessageHandle::new();
            let (wanted, options) = (MsgDescriptor::default(), GetOptions::default());
            let reply = get_into(&mut got, &wanted, &options, room, &mut queue);
            let reply = reply.unwrap();
            assert_eq!((reply.reason, reply.data_length), (Reason::NONE, 0));
            assert_eq!(got.get("p"), Some(text(value)), "{room}");
        }
        let mut queue = Queue::of(message.clone());
        let mut got = MessageHandle::new();
        let (wanted, options) = (MsgDescriptor::default(), GetOptions::default());
        let reply = get_into(&mut got, &wanted, &options, len, &mut queue);
        assert_eq!(
            reply.unwrap().body,
            message,
            "there is room for it as it is"
        );
    }
}

/// A queue in a queue manager that may not be inquired about.
struct Closed {
    queue: Queue,
    opens: usize,
}

impl Connected for Closed {
    fn call(&mut self, request: Request) -> Reply {
        match request {
            Request::Get {
                options,
                buffer_len,
                ..
            } => match self.queue.get(&options, buffer_len) {
                Ok(reply) => Reply::Got(Box::new(reply)),
                Err(reason) => Reply::Failed(reason),
            },
            Request::Open { .. } => {
                self.opens += 1;
                Reply::Failed(Reason::NOT_AUTHORIZED)
            }
            _ => Reply::Failed(Reason::UNEXPECTED_ERROR),
        }
    }
}

/// Each time would be a notice and an event about somebody who did nothing.
#[test]
fn a_queue_manager_that_may_not_be_asked_for_its_code_page_is_asked_once() {
    let mut queue = Queue::of(whole("1", "first"));
    queue.messages.push(whole("2", "next!"));
    let mut session = Session::new(Closed { queue, opens: 0 });
    for data in ["first", "next!"] {
        let (mut got, wanted) = (MessageHandle::new(), MsgDescriptor::default());
        let options = GetOptions {
            options: MQGMO_CONVERT,
            ..GetOptions::default()
        };
        let reply = session.get_into(ObjectHandle(1), &wanted, &options, &mut got, 5);
        assert_eq!(reply.unwrap().body, data);
    }
    assert_eq!(session.road().opens, 1);
}

#[test]
fn a_browse_sees_the_same_message_again_when_another_has_come_in_front_of_it() {
    let seen = whole(&"x".repeat(3000), "first");
    let before = whole("1", "longer than the buffer");
    for calls in [3, 2, 1, 0] {
        let mut queue = Queue::of(seen.clone());
        queue.comes = Some((calls, before.clone()));
        let mut got = MessageHandle::new();
        let options = GetOptions {
            options: MQGMO_BROWSE_FIRST,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor::default();
        let reply = get_into(&mut got, &wanted, &options, 5, &mut queue).unwrap();
        let expected = match calls {
            0 => (Reason::TRUNCATED_MSG_FAILED, &b"longe"[..]),
            _ => (Reason::NONE, &b"first"[..]),
        };
        assert_eq!((reply.reason, &reply.body[..]), expected, "{calls}");
    }
}

/// Source: MQMD.CodedCharSetId: 0 stands for that of the queue manager.
#[test]
fn data_is_converted_to_the_code_page_of_the_queue_manager_and_only_they_have_to_fit() {
    let coded = |property: &str, data: &'static [u8]| {
        let given = MsgDescriptor {
            format: *b"MQSTR   ",
            coded_char_set_id: 819,
            ..MsgDescriptor::default()
        };
        let properties = handle(&[("p", text(property))]);
        let put = compose(
            MQACTP_NEW,
            Some(&properties),
            None,
            Some(&given),
            data.into(),
        );
        put.unwrap()
    };
    let long = "x".repeat(300);
    let four = b"\xe9\xe9\xe9\xe9";
    for (property, of_header, room) in [
        // The header in front is as wanted.
        ("1", 1208, 500),
        // It is not seen whole at first.
        (&long, 819, 8),
        (&long, 1208, 8),
        // All of it fits, and would not if it were converted with its header.
        ("1", 819, coded("1", four).body.len()),
    ] {
        let put = coded(property, four);
        let mut queue = Queue::of(put.body);
        queue.descriptor = MsgDescriptor {
            coded_char_set_id: of_header,
            ..put.descriptor
        };
        let (mut got, wanted) = (MessageHandle::new(), MsgDescriptor::default());
        let options = GetOptions {
            options: MQGMO_CONVERT,
            ..GetOptions::default()
        };
        let room = u32::try_from(room).unwrap();
        let reply = get_into(&mut got, &wanted, &options, room, &mut queue).unwrap();
        assert_eq!(
            (reply.reason, &reply.body[..]),
            (Reason::NONE, "éééé".as_bytes()),
            "{of_header} {room}"
        );
        assert_eq!(
            (reply.data_length, reply.descriptor.coded_char_set_id),
            (8, 1208)
        );
        assert_eq!(got.get("p"), Some(text(property)));
        assert!(queue.messages.is_empty());
    }
}

/// A message of a group, with properties and this data.
fn of_group(data: &'static str) -> (MsgDescriptor, Bytes) {
    let properties = handle(&[("p", text("1"))]);
    let given = MsgDescriptor {
        version: MQMD_VERSION_2,
        format: *b"MQSTR   ",
        coded_char_set_id: 819,
        group_id: [7; 24],
        msg_seq_number: 2,
        msg_flags: MQMF_MSG_IN_GROUP,
        ..MsgDescriptor::default()
    };
    let put = compose(
        MQACTP_NEW,
        Some(&properties),
        None,
        Some(&given),
        data.into(),
    )
    .unwrap();
    (put.descriptor, put.body)
}

/// Source: MQMDE; MQGMO.MsgHandle.
#[test]
fn properties_are_behind_the_extension_of_a_version_1_descriptor() {
    for room in [0, 40, 76, 77, 300] {
        let (mut descriptor, body) = of_group("data!");
        let extension = make_extension(&mut descriptor, 1208).unwrap();
        let mut queue = Queue::of([&extension[..], &body].concat().into());
        queue.descriptor = descriptor;
        let (mut got, wanted) = (MessageHandle::new(), MsgDescriptor::default());
        let options = GetOptions::default();
        let reply = get_into(&mut got, &wanted, &options, room, &mut queue);
        let reply = reply.unwrap();
        assert_eq!(
            (reply.descriptor.format, reply.data_length),
            (*b"MQHMDE  ", 77)
        );
        if room < 77 {
            assert_eq!(reply.reason, Reason::TRUNCATED_MSG_FAILED);
            assert_eq!((queue.messages.len(), reply.body.len()), (1, room as usize));
            continue;
        }
        assert_eq!((reply.reason, queue.messages.len()), (Reason::NONE, 0));
        assert_eq!(got.get("p"), Some(text("1")));
        assert_eq!(got.get("Root.MQMD.MsgSeqNumber"), Some(Value::Int32(2)));
        let (mut inner, mut data) = (reply.descriptor, reply.body);
        take_extension(&mut inner, &mut data).unwrap();
        assert_eq!((inner.format, inner.coded_char_set_id), (*b"MQSTR   ", 819));
        assert_eq!((&data[..], inner.group_id), (&b"data!"[..], [7; 24]));
    }
}

/// What looks like an extension and says nothing is data of the program's own.
#[test]
fn an_extension_nobody_made_stays_as_it_is() {
    let extension = MsgDescriptorExtension {
        format: FORMAT,
        ..MsgDescriptorExtension::default()
    };
    let mut head = vec![0; MsgDescriptorExtension::SIZE];
    extension.encode_into(&mut head, crate::header::ByteOrder::NATIVE);
    head.extend_from_slice(&whole("1", "data"));
    let message = Bytes::from(head);
    let mut queue = Queue::of(message.clone());
    queue.descriptor.format = *b"MQHMDE  ";
    let (mut got, wanted) = (MessageHandle::new(), MsgDescriptor::default());
    let options = GetOptions::default();
    let reply = get_into(&mut got, &wanted, &options, 500, &mut queue);
    assert_eq!(reply.unwrap().body, message);
    assert_eq!(got.iter().count(), 0);
}

/// Source: MQMDE: it is looked for at the start of the data.
#[test]
fn an_extension_that_is_put_with_handles_is_not_hidden_behind_their_properties() {
    let mut descriptor = MsgDescriptor {
        version: MQMD_VERSION_2,
        format: *b"MQSTR   ",
        coded_char_set_id: 819,
        group_id: [7; 24],
        msg_flags: MQMF_MSG_IN_GROUP,
        ..MsgDescriptor::default()
    };
    let extension = make_extension(&mut descriptor, 1208).unwrap();
    let with = |data: &[u8]| {
        let properties = handle(&[("p", text("1"))]);
        let body = [&extension[..], data].concat().into();
        compose(MQACTP_NEW, Some(&properties), None, Some(&descriptor), body)
    };
    let put = with(b"data").unwrap();
    let found = (put.descriptor.version, put.descriptor.group_id);
    assert_eq!(found, (MQMD_VERSION_2, [7; 24]));
    let (mut behind, mut got) = (put.descriptor, MessageHandle::new());
    assert_eq!(got.take_message(&mut behind, put.body), b"data"[..]);
    assert_eq!(
        (behind.format, behind.coded_char_set_id),
        (*b"MQSTR   ", 819)
    );
    let none = compose(
        MQACTP_NEW,
        Some(&got),
        None,
        Some(&descriptor),
        "none".into(),
    );
    assert_eq!(none.map(|_| ()), Err(Reason::MDE_ERROR));
}

/// Source: MQIMPO TypeString; 2467.
#[test]
fn a_property_of_a_type_nobody_knows_is_its_text_with_a_warning_and_keeps_its_type() {
    let folder = "<usr><when dt='date.of.birth'>1992</when><a dt='i4'>1</a></usr>";
    let mut properties = Vec::new();
    crate::property::read_folder(folder, &mut properties).unwrap();
    assert_eq!(crate::property::write_folders(&properties), [folder]);
    let mut handle = MessageHandle::new();
    handle.properties = properties;
    let told = handle.inquire(&Inquiry::first("when")).unwrap();
    assert_eq!(told.reason, Reason::PROP_TYPE_NOT_SUPPORTED);
    assert_eq!(told.foreign_type.as_deref(), Some("date.of.birth"));
    assert_eq!((told.kind, &told.value[..]), (MQTYPE_STRING, &b"1992"[..]));
    let told = handle.inquire(&Inquiry::first("a")).unwrap();
    assert_eq!((told.reason, told.foreign_type), (Reason::NONE, None));
}
