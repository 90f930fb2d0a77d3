//! Verbs of one conversation, over bytes.

use crate::rig::{Client, Rig};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::xa::Xid;
use ferromq_wire::call::{Attributes, Inquire, Stat, Subscribe};
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::structure::{Object, StatusStructure, Subscription};
use ferromq_wire::text::Text;
use ferromq_wire::xa::{XaBody, XaHead};
use ferromq_wire::{Call, Kind, Segment};

const BOTH: i32 = MQOO_OUTPUT | MQOO_INPUT_SHARED;

#[test]
fn a_message_put_is_the_message_got() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    let put = client.put(1, handle, b"hello", 0);
    assert_eq!(put.codes(), (0, 0, handle));
    let Segment::Call(_, Call::Put(put)) = put.segment() else {
        panic!("an answer to a put")
    };
    assert_ne!(put.descriptor.msg_id, [0; 24]);
    assert_eq!(put.options.resolved_q_name.name().as_str(), "Q1");
    let (descriptor, body) = client.get(1, handle, 0).message();
    assert_eq!(body, b"hello");
    assert_eq!(descriptor.msg_id, put.descriptor.msg_id);
    assert_eq!(&descriptor.user_identifier, b"app         ");
    assert_eq!(descriptor.put_appl_type, MQAT_JAVA);
    let none = client.get(1, handle, 0);
    assert_eq!(none.codes().1, Reason::NO_MSG_AVAILABLE.0);
    assert_eq!(
        none.message().1,
        b"",
        "the structures come back all the same"
    );
    let closed = client.call(1, Kind::Close, handle, Call::Close(0));
    assert_eq!(closed.codes().0, MQCC_OK);
    assert_eq!(client.simple(1, Kind::Disconnect).0, MQCC_OK);
    client.end_conversation(1, true);
    assert!(client.channel.is_over());
    assert_eq!(rig.manager.connection_count(), 0);
}

#[test]
fn a_client_may_write_its_integers_the_other_way_round() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.socket();
    client.order = ByteOrder::Little;
    client.negotiate(Client::wants()).expect("terms");
    client.log_on("app");
    client.connect(1, "QM1").expect("connected");
    let handle = client.open(1, "Q1", BOTH);
    client.put(1, handle, b"hello", 0);
    let got = client.get(1, handle, 0);
    assert_eq!(got.head.order, ByteOrder::Little);
    assert_eq!(got.message().1, b"hello");
}

#[test]
fn long_messages_travel_in_pieces_both_ways() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    for length in [4096, 32_000, 32_748, 100_000, 1_000_000] {
        let body: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
        assert_eq!(client.put(1, handle, &body, 0).codes().0, MQCC_OK);
        assert!(client.get(1, handle, 0).message().1 == body, "{length}");
    }
}

#[test]
fn a_truncated_message_is_cut_to_the_buffer_and_stays() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    client.put(1, handle, b"0123456789", 0);
    let short = Client::get_call(0, 0, 4);
    let cut = client.call(1, Kind::Get, handle, short.clone());
    assert_eq!(cut.codes().1, Reason::TRUNCATED_MSG_FAILED.0);
    let Segment::Call(_, Call::GetReply(got)) = cut.segment() else {
        panic!("an answer to a get")
    };
    assert_eq!((got.message_bytes, got.data), (10, &b"0123"[..]));
    // The token finds the same message again.
    let Call::Get(mut again) = short else {
        unreachable!()
    };
    again.buffer_bytes = 100;
    again.options.match_options = MQMO_MATCH_MSG_TOKEN;
    again.options.msg_token = got.options.msg_token;
    let whole = client.call(1, Kind::Get, handle, Call::Get(again));
    assert_eq!(
        (whole.codes().0, whole.message().1),
        (0, b"0123456789".to_vec())
    );
}

#[test]
fn units_of_work_commit_and_back_out() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    client.put(1, handle, b"one", MQPMO_SYNCPOINT);
    assert_eq!(
        client.get(1, handle, 0).codes().1,
        Reason::NO_MSG_AVAILABLE.0
    );
    assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
    assert_eq!(client.get(1, handle, MQGMO_SYNCPOINT).message().1, b"one");
    assert_eq!(client.simple(1, Kind::Back).0, MQCC_OK);
    let (descriptor, _) = client.get(1, handle, 0).message();
    assert_eq!(descriptor.backout_count, 1);
}

#[test]
fn what_a_socket_leaves_uncommitted_is_backed_out() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    client.put(1, handle, b"kept", 0);
    client.put(1, handle, b"gone", MQPMO_SYNCPOINT);
    client.get(1, handle, MQGMO_SYNCPOINT);
    drop(client);
    let mut other = rig.client();
    assert_eq!(other.depth(1, "Q1"), 1);
    let handle = other.open(1, "Q1", BOTH);
    assert_eq!(other.get(1, handle, 0).message().1, b"kept");
}

#[test]
fn a_failed_open_brings_its_body_back() {
    let rig = Rig::new();
    let mut client = rig.client();
    let came = client.call(1, Kind::Open, 0, Client::open_call("NO.SUCH", MQOO_OUTPUT));
    let unknown = (MQCC_FAILED, Reason::UNKNOWN_OBJECT_NAME.0, -1);
    assert_eq!(came.codes(), unknown);
    let Segment::Call(_, Call::Open(open)) = came.segment() else {
        panic!("a body")
    };
    assert_eq!(open.object.object_name.name().as_str(), "NO.SUCH");
    let came = client.call(
        1,
        Kind::Spi,
        0,
        Client::spi_open_call("NO.SUCH", MQOO_OUTPUT),
    );
    assert_eq!(came.codes(), unknown);
    let policies = Client::open_call("SYSTEM.PROTECTION.POLICY.QUEUE", MQOO_BROWSE);
    let came = client.call(1, Kind::Open, 0, policies);
    assert_eq!(came.codes(), unknown);
}

#[test]
fn an_open_tells_the_defaults_of_the_queue() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let came = client.call(1, Kind::Spi, -1, Client::spi_open_call("Q1", MQOO_OUTPUT));
    let (comp_code, _, handle) = came.codes();
    assert!(comp_code == MQCC_OK && handle > 0);
    let Segment::Call(_, Call::Spi(spi)) = came.segment() else {
        panic!("a body")
    };
    let SpiBody::Open { local, object } = spi.body else {
        panic!("an open")
    };
    // Clients take -1 for asynchronous.
    assert_eq!(local.def_put_response, MQPRT_SYNC_RESPONSE);
    assert_eq!(local.def_persistence, MQPER_NOT_PERSISTENT);
    assert_eq!(object.resolved_q_name.name().as_str(), "Q1");
    assert_eq!(object.resolved_q_mgr_name.name().as_str(), "QM1");
}

#[test]
fn a_model_queue_gives_a_dynamic_one_with_its_name() {
    let rig = Rig::new();
    let mut client = rig.client();
    let model = Client::open_call("SYSTEM.DEFAULT.MODEL.QUEUE", BOTH);
    let came = client.call(1, Kind::Open, 0, model);
    let Segment::Call(head, Call::Open(open)) = came.segment() else {
        panic!("{came:?}")
    };
    assert_eq!(head.comp_code, MQCC_OK);
    assert!(open.object.object_name.name().as_str().starts_with("AMQ."));
}

#[test]
fn a_put1_tells_where_the_message_went() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let call = Client::put1_call("Q1", b"once", MQPMO_SYNC_RESPONSE);
    let came = client.call(1, Kind::Put1, 0, call);
    let Segment::Call(head, Call::Put1(put1)) = came.segment() else {
        panic!("{came:?}")
    };
    assert_eq!(head.comp_code, MQCC_OK);
    assert_eq!(put1.put.options.resolved_q_name.name().as_str(), "Q1");
    let call = Client::put1_call("NO.SUCH", b"once", MQPMO_SYNC_RESPONSE);
    let came = client.call(1, Kind::Put1, 0, call);
    assert_eq!(came.codes().1, Reason::UNKNOWN_OBJECT_NAME.0);
    assert_eq!(client.depth(1, "Q1"), 1);
}

#[test]
fn puts_nobody_waits_for_are_not_answered_and_counted() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    for _ in 0..3 {
        let put = Client::put_call(b"quiet", MQPMO_ASYNC_RESPONSE);
        client.ask(1, Kind::Put, handle, put);
    }
    let put1 = Client::put1_call("NO.SUCH", b"quiet", MQPMO_ASYNC_RESPONSE);
    client.ask(1, Kind::Put1, 0, put1);
    client.silent();
    let stat = Stat {
        kind: MQSTAT_TYPE_ASYNC_ERROR,
        status: StatusStructure::default(),
    };
    let came = client.call(1, Kind::Stat, 0, Call::Stat(stat));
    let Segment::Call(_, Call::Stat(stat)) = came.segment() else {
        panic!("{came:?}")
    };
    let status = stat.status;
    assert_eq!((status.put_success_count, status.put_failure_count), (3, 1));
    assert_eq!(status.reason, Reason::UNKNOWN_OBJECT_NAME.0);
    assert_eq!(status.object_name.name().as_str(), "NO.SUCH");
    assert_eq!(client.depth(1, "Q1"), 3);
}

#[test]
fn reserved_message_ids_are_made_for_nobody_else() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let body = SpiBody::Reserve {
        tag_bytes: 24,
        count: 0x00ff_ffff,
    };
    let came = client.call(1, Kind::Spi, 0, Call::Spi(Spi::new(44, body)));
    let Segment::Call(_, Call::Spi(spi)) = came.segment() else {
        panic!("{came:?}")
    };
    let SpiBody::ReserveReply {
        count,
        increment_offset,
        base,
    } = spi.body
    else {
        panic!("{spi:?}")
    };
    assert!(count > 0 && increment_offset == 23);
    let mut last = base;
    // As clients do: the byte at the offset, with carries to those in front of it.
    for _ in 1..count {
        for byte in last[..=increment_offset as usize].iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
    let handle = client.open(1, "Q1", BOTH);
    client.put(1, handle, b"", 0);
    let (descriptor, _) = client.get(1, handle, 0).message();
    assert!(descriptor.msg_id > last && last > base);
}

#[test]
fn attributes_are_inquired_and_set() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_INQUIRE | MQOO_SET);
    let set = Attributes {
        selectors: vec![MQIA_INHIBIT_PUT, MQCA_TRIGGER_DATA],
        ints: vec![MQQA_PUT_INHIBITED],
        chars: &[b'x'; 64],
    };
    let came = client.call(1, Kind::Set, handle, Call::Attributes(set));
    assert_eq!(came.codes().0, MQCC_OK);
    let inquire = Inquire {
        selectors: vec![MQCA_TRIGGER_DATA, MQIA_INHIBIT_PUT, MQCA_Q_NAME],
        int_count: 1,
        char_bytes: 200,
    };
    let came = client.call(1, Kind::Inquire, handle, Call::Inquire(inquire));
    let Segment::Call(_, Call::Attributes(it)) = came.segment() else {
        panic!("{came:?}")
    };
    assert_eq!(it.ints, [MQQA_PUT_INHIBITED]);
    assert_eq!(it.chars.len(), 64 + 48);
    assert_eq!(&it.chars[..64], &[b'x'; 64]);
    assert_eq!(it.chars[64..].trim_ascii_end(), b"Q1");
}

#[test]
fn the_queue_manager_can_be_inquired() {
    let rig = Rig::new();
    let mut client = rig.client();
    let open = Call::Open(ferromq_wire::call::Open {
        object: Object {
            object_type: MQOT_Q_MGR,
            ..Object::default()
        },
        options: MQOO_INQUIRE | MQOO_FAIL_IF_QUIESCING,
        attributes: None,
    });
    let (comp_code, _, handle) = client.call(1, Kind::Open, 0, open).codes();
    assert_eq!(comp_code, MQCC_OK);
    // What Java clients look at before anything else.
    let inquire = Inquire {
        selectors: vec![31, 32, 2, 2015, 2032, 273],
        int_count: 4,
        char_bytes: 100,
    };
    let came = client.call(1, Kind::Inquire, handle, Call::Inquire(inquire));
    let Segment::Call(head, Call::Attributes(it)) = came.segment() else {
        panic!("{came:?}")
    };
    assert_eq!(head.comp_code, MQCC_OK);
    assert!(it.ints[0] >= 800, "clients have less to offer below");
    assert_eq!(it.chars[..48].trim_ascii_end(), b"QM1");
}

#[test]
fn what_is_no_subscription_and_calls_nobody_knows_are_refused_with_a_reason() {
    let rig = Rig::new();
    let mut client = rig.client();
    let subscribe = Call::Subscribe(Subscribe {
        subscription_handle: -1,
        options: 0,
        subscription: Subscription::default(),
    });
    let came = client.call(1, Kind::Subscribe, 0, subscribe);
    assert_eq!(came.codes().1, Reason::OPTIONS_ERROR.0);
    let unknown = SpiBody::Unknown {
        verb: 99,
        parts: b"?",
    };
    let came = client.call(1, Kind::Spi, 0, Call::Spi(Spi::new(0, unknown)));
    assert_eq!(came.codes().1, Reason::FUNCTION_NOT_SUPPORTED.0);
    let came = client.call(1, Kind::Spi, 0, Call::Spi(Spi::new(0, SpiBody::Query)));
    assert_eq!(came.codes().0, MQCC_OK);
}

#[test]
fn a_list_with_a_negative_count_is_refused_and_the_channel_goes_on() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let Call::Open(mut open) = Client::open_call("Q1", MQOO_OUTPUT) else {
        unreachable!()
    };
    open.object.list.is_wrong = true;
    let came = client.call(1, Kind::Open, 0, Call::Open(open));
    assert_eq!(came.codes().1, Reason::RECS_PRESENT_ERROR.0);
    client.open(1, "Q1", MQOO_OUTPUT);
}

#[test]
fn a_branch_is_prepared_and_committed() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    let xid = Xid::new(7, b"global", b"branch").expect("a name");
    let open = XaBody::Name(b"QM1");
    assert_eq!(xa(&mut client, Kind::XaOpen, open).0, XaCode::OK.0);
    let branch = || XaBody::Branch(xid.clone());
    assert_eq!(xa(&mut client, Kind::XaStart, branch()).0, XaCode::OK.0);
    client.put(1, handle, b"both", MQPMO_SYNCPOINT);
    // `TMSUCCESS`
    assert_eq!(
        xa_with(&mut client, Kind::XaEnd, 0x0400_0000, branch()).0,
        XaCode::OK.0
    );
    assert_eq!(xa(&mut client, Kind::XaPrepare, branch()).0, XaCode::OK.0);
    assert_eq!(
        client.get(1, handle, 0).codes().1,
        Reason::NO_MSG_AVAILABLE.0
    );
    // `TMSTARTRSCAN | TMENDRSCAN`
    let scan = xa_with(
        &mut client,
        Kind::XaRecover,
        0x0180_0000,
        XaBody::Recover(15),
    );
    assert_eq!(scan, (1, vec![xid.clone()]));
    assert_eq!(xa(&mut client, Kind::XaCommit, branch()).0, XaCode::OK.0);
    assert_eq!(client.get(1, handle, 0).message().1, b"both");
    assert_eq!(xa(&mut client, Kind::XaCommit, branch()).0, XaCode::NOTA.0);
}

fn xa(client: &mut Client, kind: Kind, body: XaBody<'_>) -> (i32, Vec<Xid>) {
    xa_with(client, kind, 0, body)
}

fn xa_with(client: &mut Client, kind: Kind, flags: u32, body: XaBody<'_>) -> (i32, Vec<Xid>) {
    let head = client.head(1, 0, kind);
    let xa_head = XaHead {
        flags,
        ..XaHead::default()
    };
    client.send_head(&head, &Segment::Xa(xa_head, body));
    let came = client.next();
    assert_eq!(Some(came.head.kind), kind.reply());
    match came.segment() {
        Segment::Xa(head, XaBody::Branches(branches)) => (head.return_value, branches),
        Segment::Xa(head, _) => (head.return_value, Vec::new()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_conversation_that_is_not_connected_has_no_verbs() {
    let rig = Rig::new();
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    let came = client.call(1, Kind::Open, 0, Client::open_call("Q1", MQOO_OUTPUT));
    assert_eq!(came.codes().1, Reason::HCONN_ERROR.0);
    let xa_open = xa(&mut client, Kind::XaOpen, XaBody::Name(b"QM1"));
    assert_eq!(xa_open.0, XaCode::RMFAIL.0);
    client.connect(1, "QM1").expect("connected");
    assert_eq!(client.connect(1, "QM1"), Err(Reason::ALREADY_CONNECTED.0));
    assert_eq!(client.simple(1, Kind::Disconnect).0, MQCC_OK);
    let came = client.call(1, Kind::Commit, 0, Call::Empty);
    assert_eq!(came.codes().1, Reason::HCONN_ERROR.0);
}

#[test]
fn names_may_come_padded_with_zeros() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let mut name = Text::<48>::ZERO;
    name.0[..2].copy_from_slice(b"Q1");
    let Call::Open(mut open) = Client::open_call("", MQOO_OUTPUT) else {
        unreachable!()
    };
    open.object.object_name = name;
    assert_eq!(
        client.call(1, Kind::Open, 0, Call::Open(open)).codes().0,
        MQCC_OK
    );
}
