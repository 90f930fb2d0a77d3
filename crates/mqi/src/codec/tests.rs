use super::*;
use crate::attribute::ObjectKind;
use crate::authority::{EntityName, Permissions, ProtectedKind};
use crate::call::{
    AWAITED_MAX, AwaitedGet, CommandOutcome, GetReply, OUTPUT_BYTES_MAX, PutReply, Reply, Request,
    SubscribeReply,
};
use crate::distribution::{
    ListPut, ObjectRecord, OpenedList, Outcome, PUT_RECORD_FIELDS, PutRecord, PutRecords, Response,
};
use crate::generated::constants::{MQZAO_INPUT, MQZAO_OUTPUT};
use crate::generated::notices::{AMQ8147, FMQ0024};
use crate::generated::structs::MsgDescriptor;
use crate::local::{
    ANSWERS_MAX, CommandServerOrder, CommandServerState, DUMP_KINDS_MAX, DumpOrder, LocalAnswer,
    LocalAuthority, LocalOrder, LocalTransaction, Matching, MediaOf, RecordsOver, Resolution,
    TRANSACTION_QUEUES_MAX, TransactionState,
};
use crate::name::{FixedText, ObjectName};
use crate::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, StatusReport,
    SubscriptionDescriptor,
};
use crate::password::Password;
use crate::reason::Reason;
use crate::xa::{XaCall, XaCode, XaReply, Xid};

/// Longer than any frame of these tests.
const FRAME_BYTES_MAX: usize = 1 << 24;

fn descriptor() -> MsgDescriptor {
    let bytes: Vec<u8> = (0..MsgDescriptor::SIZE).map(|at| (at * 7) as u8).collect();
    MsgDescriptor::decode_le(&bytes).unwrap()
}

fn object() -> ObjectDescriptor {
    ObjectDescriptor {
        version: 3,
        object_type: 5,
        object_name: ObjectName::truncated("A.QUEUE"),
        object_q_mgr_name: ObjectName::truncated("QM2"),
        dynamic_q_name: ObjectName::truncated("DYN.*"),
        alternate_user_id: FixedText::truncated("somebody"),
        resolved_q_name: ObjectName::truncated("B"),
        resolved_q_mgr_name: ObjectName::truncated("C"),
        resolved_type: 1,
        res_object_string: "x/ü".to_owned(),
        object_string: "a/topic/ü".to_owned(),
        selection_string: "colour = 'red'".to_owned(),
        records: vec![
            ObjectRecord {
                object_name: ObjectName::truncated("L1"),
                object_q_mgr_name: ObjectName::BLANK,
            },
            ObjectRecord {
                object_name: ObjectName::truncated("L2"),
                object_q_mgr_name: ObjectName::truncated("QM2"),
            },
        ],
    }
}

fn put_records() -> PutRecords {
    let record = PutRecord {
        msg_id: [1; 24],
        correl_id: [2; 24],
        group_id: [3; 24],
        feedback: 4,
        accounting_token: [5; 32],
    };
    PutRecords {
        fields: PUT_RECORD_FIELDS,
        records: vec![record, PutRecord::default()],
    }
}

fn outcome() -> Outcome {
    let failed = Response::failed(Reason::Q_FULL);
    Outcome::of(&[(Response::OK, true), (failed, false)])
}

fn put_options() -> PutOptions {
    PutOptions {
        options: 0x1_0002,
        context: ObjectHandle(7),
        pub_level: 4,
        action: 1,
        records: Some(Box::new(put_records())),
        ..PutOptions::default()
    }
}

fn get_options() -> GetOptions {
    GetOptions {
        version: 2,
        options: 0x4001,
        wait_interval_ms: -1,
        match_options: 3,
        msg_token: [9; 16],
        ..GetOptions::default()
    }
}

fn branch(length: usize) -> Xid {
    Xid::new(77, &vec![1; length], &vec![2; length / 2]).unwrap()
}

fn subscription() -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options: 0x22,
        object_name: ObjectName::truncated("A.TOPIC"),
        alternate_user_id: FixedText::truncated("somebody"),
        sub_expiry: 70,
        object_string: "a/+/ü".to_owned(),
        sub_name: "a name".to_owned(),
        sub_user_data: "data".to_owned(),
        sub_correl_id: [3; 24],
        pub_priority: -3,
        pub_accounting_token: [4; 32],
        pub_appl_identity_data: FixedText::truncated("identity"),
        selection_string: "colour = 'red'".to_owned(),
        sub_level: 5,
        res_object_string: "b/a/+/ü".to_owned(),
        ..SubscriptionDescriptor::default()
    }
}

fn awaiting(handle: ObjectHandle) -> Request {
    Request::AwaitAny {
        gets: vec![
            AwaitedGet {
                handle,
                descriptor: descriptor(),
                options: get_options(),
            };
            AWAITED_MAX
        ],
        wait_interval_ms: -1,
    }
}

fn requests() -> Vec<Request> {
    let handle = ObjectHandle(-3);
    vec![
        Request::Open {
            descriptor: object(),
            options: 0x2011,
        },
        Request::Close { handle, options: 1 },
        Request::Put {
            handle,
            descriptor: descriptor(),
            options: put_options(),
            body: Bytes::from_static(b"data"),
        },
        Request::Put1 {
            object: Box::new(object()),
            descriptor: descriptor(),
            options: put_options(),
            body: Bytes::from_static(b"data"),
        },
        Request::Get {
            handle,
            descriptor: descriptor(),
            options: get_options(),
            buffer_len: 1 << 30,
        },
        Request::Inquire {
            handle,
            selectors: vec![1, -2, 2003],
            int_count: 2,
            char_len: 48,
        },
        Request::Set {
            handle,
            selectors: vec![3, 4],
            ints: vec![5],
            chars: Bytes::from_static(b"chars"),
        },
        awaiting(handle),
        Request::Begin { options: 2 },
        Request::Commit,
        Request::BackOut,
        Request::Stat { kind: 1 },
        Request::Subscribe {
            descriptor: Box::new(subscription()),
            queue: ObjectHandle(0),
        },
        Request::SubscriptionRequest {
            handle,
            action: 1,
            options: 0x2000,
        },
        Request::Disconnect,
        Request::MoreOutput,
        Request::Command {
            text: "DISPLAY QMGR ü".to_owned(),
        },
    ]
    .into_iter()
    .chain(calls_of_a_transaction_manager())
    .chain(
        orders()
            .into_iter()
            .map(|order| Request::Local(Box::new(order))),
    )
    .collect()
}

fn calls_of_a_transaction_manager() -> Vec<Request> {
    vec![
        Request::Xa(XaCall::Open {
            name: b"QM1".to_vec(),
            flags: 0,
        }),
        Request::Xa(XaCall::Close {
            name: Vec::new(),
            flags: 1,
        }),
        Request::Xa(XaCall::Start {
            xid: branch(1),
            flags: 0x0020_0000,
        }),
        Request::Xa(XaCall::End {
            xid: branch(2),
            flags: i32::MIN,
        }),
        Request::Xa(XaCall::Prepare {
            xid: branch(3),
            flags: 0,
        }),
        Request::Xa(XaCall::Commit {
            xid: branch(4),
            flags: 0,
        }),
        Request::Xa(XaCall::RollBack {
            xid: branch(5),
            flags: 0,
        }),
        Request::Xa(XaCall::Forget {
            xid: branch(64),
            flags: 0,
        }),
        Request::Xa(XaCall::Recover {
            count: 15,
            flags: 0x0100_0000,
        }),
        Request::Xa(XaCall::Complete { flags: 7 }),
    ]
}

fn orders() -> Vec<LocalOrder> {
    let names = || "ORDERS.*".to_owned();
    let entity = || EntityName::group("clerks");
    let mut orders = vec![
        LocalOrder::Held {
            kind: ProtectedKind::Queue,
            profile: names(),
            entity: entity(),
        },
        LocalOrder::RecordImages(MediaOf::Objects {
            kinds: vec![ObjectKind::QLocal, ObjectKind::SvrConn],
            names: names(),
        }),
        LocalOrder::RecordImages(MediaOf::SyncFile),
        LocalOrder::Rebuild(MediaOf::Catalog),
        LocalOrder::Rebuild(MediaOf::ClientTable),
        LocalOrder::Listen {
            listener: "RUNMQLSR.1".to_owned(),
            port: 1414,
            backlog: 5,
            address: "::1".to_owned(),
        },
        LocalOrder::StillListens { listener: names() },
        LocalOrder::StopListening { names: names() },
        LocalOrder::HasEndedWell { channel: names() },
        LocalOrder::SwitchChannels {
            names: names(),
            shows: true,
            leaves: false,
        },
        LocalOrder::CommandServer(CommandServerOrder::Start),
        LocalOrder::CommandServer(CommandServerOrder::Stop),
        LocalOrder::CommandServer(CommandServerOrder::Show),
        LocalOrder::Transactions,
    ];
    for records in [
        RecordsOver::Nothing,
        RecordsOver::Everything,
        RecordsOver::Kind(ObjectKind::Topic),
    ] {
        orders.push(LocalOrder::Dump(DumpOrder {
            all_attributes: true,
            one_line: false,
            kinds: ObjectKind::ALL.to_vec(),
            records,
            names: names(),
        }));
    }
    for matching in [Matching::Profile, Matching::Exact, Matching::Membership] {
        let there = matching != Matching::Exact;
        orders.push(LocalOrder::Authorities {
            matching,
            kind: there.then_some(ProtectedKind::Topic),
            profile: there.then(names),
            entity: there.then(entity),
        });
    }
    for resolution in [Resolution::Commit, Resolution::BackOut, Resolution::Forget] {
        let number = u64::MAX - 1;
        orders.push(LocalOrder::Resolve { resolution, number });
    }
    orders
}

fn answers() -> Vec<LocalAnswer> {
    let transaction = |state, branch| LocalTransaction {
        state,
        number: 1 << 40,
        branch,
        begun: ("2026-11-23".to_owned(), "10.11.12".to_owned()),
        name: "XA_FORMATID[]".to_owned(),
        queues: vec![ObjectName::truncated("Q"); TRANSACTION_QUEUES_MAX],
    };
    let mut answers = vec![
        LocalAnswer::Text("DEFINE ü\n".to_owned()),
        LocalAnswer::notice(&AMQ8147, &[&"Q"]),
        LocalAnswer::notice(&FMQ0024, &[]),
        LocalAnswer::Authority(LocalAuthority {
            profile: "ORDERS.**".to_owned(),
            kind: ProtectedKind::Queue,
            entity: EntityName::principal("ann"),
            permissions: Permissions::of(MQZAO_INPUT | MQZAO_OUTPUT),
        }),
    ];
    for state in [
        CommandServerState::Stopped,
        CommandServerState::Starting,
        CommandServerState::Running,
        CommandServerState::Stopping,
    ] {
        answers.push(LocalAnswer::CommandServer(state));
    }
    for (state, branch) in [
        (TransactionState::Active, None),
        (TransactionState::Unresolved, Some(branch(64))),
        (TransactionState::Committed, Some(branch(1))),
        (TransactionState::BackedOut, Some(branch(2))),
    ] {
        answers.push(LocalAnswer::Transaction(Box::new(transaction(
            state, branch,
        ))));
    }
    answers
}

// tidy: one arm per kind of reply
fn replies() -> Vec<Reply> {
    vec![
        Reply::Subscribed(Box::new(SubscribeReply {
            reason: Reason(2550),
            descriptor: subscription(),
            queue: ObjectHandle(4),
            subscription: ObjectHandle(5),
        })),
        Reply::Requested(3),
        Reply::OpenedList(Box::new(OpenedList {
            handle: ObjectHandle(6),
            outcome: outcome(),
        })),
        Reply::ListPut(Box::new(ListPut {
            outcome: outcome(),
            descriptor: descriptor(),
            records: put_records(),
        })),
        Reply::Failed(Reason::NO_MSG_AVAILABLE),
        Reply::Done(Reason::NONE),
        Reply::Opened {
            handle: ObjectHandle(2),
            descriptor: Box::new(object()),
        },
        Reply::Put(Box::new(PutReply {
            reason: Reason::PRIORITY_EXCEEDS_MAXIMUM,
            descriptor: descriptor(),
            resolved_q_name: ObjectName::truncated("X"),
            resolved_q_mgr_name: ObjectName::truncated("Y"),
        })),
        Reply::Got(Box::new(GetReply {
            reason: Reason::TRUNCATED_MSG_ACCEPTED,
            descriptor: descriptor(),
            options: GetOptions {
                resolved_q_name: ObjectName::truncated("X"),
                group_status: b'G',
                segment_status: b'S',
                segmentation: b'A',
                returned_length: 12,
                ..get_options()
            },
            body: Bytes::from_static(b"twelve bytes"),
            data_length: 99,
        })),
        Reply::Inquired {
            ints: vec![1, 2, 3],
            chars: Bytes::from_static(b"abc"),
            reason: Reason::NONE,
        },
        Reply::Status(Box::new(StatusReport {
            comp_code: 2,
            reason: 2053,
            put_success_count: 1,
            put_warning_count: 2,
            put_failure_count: 3,
            object_type: 1,
            object_name: ObjectName::truncated("O"),
            object_q_mgr_name: ObjectName::truncated("OM"),
            resolved_object_name: ObjectName::truncated("R"),
            resolved_q_mgr_name: ObjectName::truncated("RM"),
            open_options: 16,
        })),
        Reply::Xa(XaCode::NOTA.into()),
        Reply::Xa(XaReply {
            code: XaCode(2),
            branches: vec![branch(1), branch(64)],
        }),
        Reply::CommandOutput {
            text: "AMQ8006I: ü\n".to_owned(),
            outcome: Some(CommandOutcome::Failed),
        },
        Reply::CommandOutput {
            text: String::new(),
            outcome: None,
        },
        Reply::LocalAnswers {
            answers: answers(),
            outcome: None,
        },
        Reply::LocalAnswers {
            answers: Vec::new(),
            outcome: Some(CommandOutcome::SyntaxError),
        },
    ]
}

#[test]
fn every_request_survives_encoding_and_decoding() {
    for request in requests() {
        let mut head = Vec::new();
        let body = encode_request(&request, false, &mut head, FRAME_BYTES_MAX).unwrap();
        assert_eq!(head_bytes(head.first_chunk().unwrap()), Ok(head.len()));
        assert!(!is_quiet(&head));
        let again = decode_request(&head, body).unwrap();
        assert_eq!(format!("{again:?}"), format!("{request:?}"));
    }
}

#[test]
fn every_reply_survives_encoding_and_decoding() {
    for reply in replies() {
        let mut head = Vec::new();
        let body = encode_reply(&reply, &mut head, FRAME_BYTES_MAX).unwrap();
        assert_eq!(head_bytes(head.first_chunk().unwrap()), Ok(head.len()));
        let again = decode_reply(&head, body).unwrap();
        assert_eq!(format!("{again:?}"), format!("{reply:?}"));
    }
}

#[test]
fn head_and_body_together_are_at_most_a_frame() {
    let mut head = Vec::new();
    for request in requests() {
        let body = encode_request(&request, false, &mut head, FRAME_BYTES_MAX).unwrap();
        let bytes = head.len() + body.len();
        assert!(encode_request(&request, false, &mut head, bytes).is_ok());
        let refused = encode_request(&request, false, &mut head, bytes - 1);
        assert_eq!(refused, Err(Malformed::FrameTooLong), "{request:?}");
    }
    for reply in replies() {
        let body = encode_reply(&reply, &mut head, FRAME_BYTES_MAX).unwrap();
        let bytes = head.len() + body.len();
        assert!(encode_reply(&reply, &mut head, bytes).is_ok());
        let refused = encode_reply(&reply, &mut head, bytes - 1);
        assert_eq!(refused, Err(Malformed::FrameTooLong), "{reply:?}");
        let refused = encode_reply(&reply, &mut head, 0);
        assert_eq!(refused, Err(Malformed::FrameTooLong), "{reply:?}");
    }
}

#[test]
fn a_head_cut_anywhere_or_with_a_tail_is_malformed() {
    let mut head = Vec::new();
    let set_length = |head: &mut Vec<u8>| {
        let length = (head.len() as u32).to_le_bytes();
        head[..4].copy_from_slice(&length);
    };
    for request in requests() {
        let body = encode_request(&request, false, &mut head, FRAME_BYTES_MAX).unwrap();
        for keep in PREFIX_BYTES..head.len() {
            let mut cut = head[..keep].to_vec();
            assert_eq!(
                decode_request(&cut, body.clone()).unwrap_err(),
                Malformed::HeadLength
            );
            set_length(&mut cut);
            assert!(decode_request(&cut, body.clone()).is_err(), "{request:?}");
        }
        head.push(0);
        set_length(&mut head);
        assert!(decode_request(&head, body).is_err(), "{request:?}");
    }
    for reply in replies() {
        let body = encode_reply(&reply, &mut head, FRAME_BYTES_MAX).unwrap();
        for keep in PREFIX_BYTES..head.len() {
            let mut cut = head[..keep].to_vec();
            set_length(&mut cut);
            assert!(decode_reply(&cut, body.clone()).is_err(), "{reply:?}");
        }
    }
}

#[test]
fn only_puts_can_be_quiet() {
    for request in requests() {
        let mut head = Vec::new();
        let body = encode_request(&request, true, &mut head, FRAME_BYTES_MAX).unwrap();
        assert!(is_quiet(&head));
        let is_put = matches!(request, Request::Put { .. } | Request::Put1 { .. });
        assert_eq!(decode_request(&head, body).is_ok(), is_put);
        assert_eq!(wants_no_reply(&request), is_put);
    }
}

#[test]
fn a_body_belongs_to_verbs_that_carry_data_only() {
    for request in requests() {
        let mut head = Vec::new();
        encode_request(&request, false, &mut head, FRAME_BYTES_MAX).unwrap();
        let carries = matches!(
            request,
            Request::Put { .. }
                | Request::Put1 { .. }
                | Request::Set { .. }
                | Request::Command { .. }
        );
        let decoded = decode_request(&head, Bytes::from_static(b"body"));
        assert_eq!(decoded.is_ok(), carries, "{request:?}");
    }
}

#[test]
fn answers_to_orders_take_no_more_bytes_than_they_say_and_are_bounded() {
    for answer in answers() {
        let said = answer.frame_bytes();
        let mut head = Vec::new();
        let reply = Reply::LocalAnswers {
            answers: vec![answer.clone()],
            outcome: None,
        };
        encode_reply(&reply, &mut head, FRAME_BYTES_MAX).unwrap();
        assert!(head.len() <= said, "{answer:?}: {} {said}", head.len());
    }
    let refused = |answers| {
        let reply = Reply::LocalAnswers {
            answers,
            outcome: None,
        };
        encode_reply(&reply, &mut Vec::new(), FRAME_BYTES_MAX).err()
    };
    let many = vec![LocalAnswer::Text(String::new()); ANSWERS_MAX + 1];
    assert_eq!(refused(many), Some(Malformed::Bound));
    let long = LocalAnswer::Text("x".repeat(OUTPUT_BYTES_MAX + 1));
    assert_eq!(refused(vec![long]), Some(Malformed::Bound));
    let kinds = vec![ObjectKind::QLocal; DUMP_KINDS_MAX + 1];
    let order = LocalOrder::Dump(DumpOrder {
        all_attributes: false,
        one_line: false,
        kinds,
        records: RecordsOver::Nothing,
        names: String::new(),
    });
    let request = Request::Local(Box::new(order));
    let refused = encode_request(&request, false, &mut Vec::new(), FRAME_BYTES_MAX);
    assert_eq!(refused.err(), Some(Malformed::Bound));
}

#[test]
fn lists_and_strings_are_bounded_on_both_sides() {
    let mut head = Vec::new();
    let long = Request::Inquire {
        handle: ObjectHandle(2),
        selectors: vec![0; SELECTORS_MAX + 1],
        int_count: 0,
        char_len: 0,
    };
    assert_eq!(
        encode_request(&long, false, &mut head, FRAME_BYTES_MAX).unwrap_err(),
        Malformed::Bound
    );
    let long = Request::Open {
        descriptor: ObjectDescriptor {
            object_string: "x".repeat(STRING_BYTES_MAX + 1),
            ..object()
        },
        options: 0,
    };
    assert_eq!(
        encode_request(&long, false, &mut head, FRAME_BYTES_MAX).unwrap_err(),
        Malformed::Bound
    );
    let lying = [20, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert!(decode_request(&lying, Bytes::new()).is_err());
    let announced = [
        24, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255,
    ];
    assert_eq!(
        decode_request(&announced, Bytes::new()).unwrap_err(),
        Malformed::Bound
    );
}

#[test]
fn unknown_kinds_are_named() {
    let head = [8, 0, 0, 0, 99, 0, 0, 0];
    assert_eq!(
        decode_request(&head, Bytes::new()).unwrap_err(),
        Malformed::Kind(99)
    );
    assert_eq!(
        decode_reply(&head, Bytes::new()).unwrap_err(),
        Malformed::Kind(99)
    );
}

#[test]
fn hellos_and_answers_survive() {
    let connect = Hello::Connect(Box::new(ConnectHello {
        options: ConnectOptions {
            q_mgr_name: ObjectName::truncated("QM1"),
            options: 64,
            appl_name: FixedText::truncated("my program"),
            conn_tag: [3; 128],
            mobility: crate::options::Mobility::default(),
        },
        program: FixedText::truncated("amqsput"),
        appl_type: 6,
        thread_id: 77,
        ..ConnectHello::default()
    }));
    let with_password = |user_id: &str, password: &[u8]| {
        Hello::Connect(Box::new(ConnectHello {
            password: Some(Password {
                user_id: user_id.to_owned(),
                password: password.to_vec(),
            }),
            ..ConnectHello::default()
        }))
    };
    let mut hellos = vec![
        connect,
        Hello::Control(ControlRequest::Ping),
        Hello::Control(ControlRequest::CancelWait([7; 24])),
        Hello::Control(ControlRequest::EndAndReconnect),
        with_password("jill", b"secret"),
        with_password("", b""),
        Hello::Connect(Box::new(ConnectHello {
            to_control: true,
            ..ConnectHello::default()
        })),
        with_password(&"u".repeat(1024), &[b'p'; 256]),
    ];
    for how in [EndHow::Controlled, EndHow::Immediate, EndHow::Preemptive] {
        hellos.push(Hello::Control(ControlRequest::End(how)));
    }
    for hello in hellos {
        let bytes = hello.encode();
        assert_eq!(Hello::decode(&bytes).as_ref(), Ok(&hello));
        for keep in 0..bytes.len() {
            assert!(Hello::decode(&bytes[..keep]).is_err());
        }
    }
    let answers = [
        Answer::Welcome(Welcome {
            connection_id: [5; 24],
            q_mgr_name: ObjectName::truncated("QM1"),
        }),
        Answer::Refusal(Refusal {
            reason: Reason::Q_MGR_QUIESCING,
            text: "it ends".to_owned(),
        }),
        Answer::Control(ControlAnswer {
            q_mgr_name: ObjectName::truncated("QM1"),
            phase: Phase::Quiescing,
            process_id: 12,
            connections: 3,
        }),
    ];
    for answer in answers {
        let bytes = answer.encode();
        assert_eq!(Answer::decode(&bytes).as_ref(), Ok(&answer));
        for keep in 0..bytes.len() {
            assert!(Answer::decode(&bytes[..keep]).is_err());
        }
    }
}

/// Small generator of numbers that look random, the same in every run.
fn noise(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn garbage_and_damaged_frames_never_panic() {
    let mut state = 0x1234_5678_9abc_def1;
    let mut frames: Vec<Vec<u8>> = Vec::new();
    for request in requests() {
        let mut head = Vec::new();
        let body = encode_request(&request, false, &mut head, FRAME_BYTES_MAX).unwrap();
        frames.push([head.as_slice(), &body].concat());
    }
    for reply in replies() {
        let mut head = Vec::new();
        let body = encode_reply(&reply, &mut head, FRAME_BYTES_MAX).unwrap();
        frames.push([head.as_slice(), &body].concat());
    }
    for _ in 0..20_000 {
        let mut bytes = if noise(&mut state).is_multiple_of(4) {
            let length = noise(&mut state) % 700;
            (0..length).map(|_| noise(&mut state) as u8).collect()
        } else {
            frames[noise(&mut state) as usize % frames.len()].clone()
        };
        for _ in 0..noise(&mut state) % 4 {
            if !bytes.is_empty() {
                let at = noise(&mut state) as usize % bytes.len();
                bytes[at] = noise(&mut state) as u8;
            }
        }
        bytes.truncate(noise(&mut state) as usize % (bytes.len() + 1) + 4);
        fuzz_one(&bytes);
    }
}
