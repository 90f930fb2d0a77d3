//! Coming to terms, logging on, conversations side by side, and signs of life.

use crate::rig::{Client, Rig};
use ferromq_channel::{Admitted, NotAdmitted};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_wire::control::{SocketAction, Status, StatusCode};
use ferromq_wire::head::flag;
use ferromq_wire::initial::Initial;
use ferromq_wire::negotiate::PasswordRule;
use ferromq_wire::outbound::Outbound;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::text::Text;
use ferromq_wire::{Call, Family, Head, Kind, Segment};

const BOTH: i32 = MQOO_OUTPUT | MQOO_INPUT_SHARED;

#[test]
fn terms_are_those_of_the_channel() {
    let rig = Rig::new();
    let client = rig.client();
    let agreed = client.agreed.as_ref().expect("terms");
    assert_eq!(
        (agreed.fap, agreed.conversations, agreed.heartbeat_s),
        (17, 10, 300)
    );
    let status = client.channel.status().expect("a channel");
    assert_eq!(
        (status.activity.state(), status.conversations()),
        (MQCHS_RUNNING, 1)
    );
    let remote = status.remote();
    assert_eq!(remote.product.as_str(), "MQJB");
    assert_eq!(remote.version.as_str(), "09040000");
    assert_eq!(remote.appl_tag.as_str(), "PutGet");
    assert_eq!(remote.mca_user.as_str(), "app");
    assert_eq!((remote.heartbeat_s, remote.conversations_max), (300, 10));
    assert!(status.activity.traffic().received_bytes > 500 && status.messages() > 0);
    assert_eq!(status.last_message_us(), Some(status.started_us));
}

/// Source: KAINT.
#[test]
fn tcp_looks_after_a_socket_as_the_channel_says() {
    let rig = Rig::new();
    assert_eq!(rig.socket().channel.keep_alive_s(), None);
    assert_eq!(rig.client().channel.keep_alive_s(), Some(360));
    rig.host.definition.lock().expect("unharmed").keep_alive_s = Some(45);
    assert_eq!(rig.client().channel.keep_alive_s(), Some(45));
    rig.host.definition.lock().expect("unharmed").keep_alive_s = Some(0);
    assert_eq!(rig.client().channel.keep_alive_s(), Some(0));
}

#[test]
fn refusals_tell_the_client_their_code() {
    let rig = Rig::new();
    let refused = |wants| rig.socket().negotiate(wants).expect_err("refused").code;
    let unknown = Initial {
        channel_name: Text::of("NO.SUCH"),
        ..Client::wants()
    };
    assert_eq!(refused(unknown), StatusCode::CHANNEL_NOT_FOUND);
    let sender = Initial {
        capabilities: 0,
        ..Client::wants()
    };
    assert_eq!(refused(sender), StatusCode::CHANNEL_TYPE);
    for code in [
        StatusCode::CHANNEL_UNAVAILABLE,
        StatusCode::CIPHER,
        StatusCode::PEER_NAME,
        StatusCode::CERTIFICATE,
        StatusCode::Q_MGR_ENDING,
    ] {
        *rig.host.refusal.lock().expect("unharmed") = Some(code);
        assert_eq!(refused(Client::wants()), code);
    }
}

#[test]
fn who_does_not_begin_with_terms_is_refused() {
    let rig = Rig::new();
    let mut client = rig.socket();
    let head = Head::new(Family::Plain, Kind::Heartbeat, client.order, 819);
    client.send_head(&head, &Segment::Heartbeat);
    let came = client.next();
    assert_eq!(
        came.segment(),
        Segment::Status(Some(Status::new(StatusCode::SEGMENT_TYPE)))
    );
    assert!(came.head.has(flag::CLOSE) && client.channel.is_over());
    assert!(!client.channel.wants_input());
}

#[test]
fn a_client_that_says_nothing_is_let_go() {
    let rig = Rig::new();
    let mut client = rig.socket();
    let due_ns = client.channel.deadline_ns().expect("a time");
    assert!(due_ns > rig.manager.monotonic_ns());
    rig.pass_ms(60_000);
    client.tick();
    assert!(client.channel.is_over());
}

/// A put of so many bytes, in segments.
fn long_put(client: &Client, bytes: usize) -> Vec<u8> {
    let head = client.head(1, 0, Kind::Put);
    let data = vec![0; bytes];
    let call_head = ferromq_wire::call::CallHead::request(2);
    let mut out = Outbound::new(true);
    let agreed = client.agreed.as_ref().expect("terms");
    agreed.apply(&mut out);
    let put = Client::put_call(&data, 0);
    out.send(&head, &Segment::Call(call_head, put), None);
    out.chunks().flatten().copied().collect()
}

/// What was agreed on is for those who log on: before, a socket is given what that takes.
#[test]
fn a_stranger_cannot_have_much_kept_for_it() {
    let rig = Rig::new();
    // A long call.
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    let call = long_put(&client, 100_000);
    client.receive_raw(&call[..30_000]);
    assert!(!client.channel.is_over());
    client.receive_raw(&call[30_000..40_000]);
    assert!(client.channel.is_over());
    // Many conversations.
    rig.host.terms.lock().expect("unharmed").conversations_max = 1000;
    let mut client = rig.socket();
    let wants = Initial {
        conversations_max: 1000,
        ..Client::wants()
    };
    client.negotiate(wants).expect("terms");
    for number in 2..=16 {
        client.begin_conversation(number);
    }
    let head = Head::new(Family::Socket, Kind::SocketAction, client.order, 1208);
    let action = SocketAction {
        conversation: 17,
        request: 0,
        action: SocketAction::START,
        parameter1: 1,
        parameter2: 2,
    };
    client.send_head(&head, &Segment::SocketAction(action));
    client.settle();
    assert!(client.channel.is_over());
    // Calls that wait for the verdict.
    *rig.host.slow_verdicts.lock().expect("unharmed") = Some(Vec::new());
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.send_connect(1, "");
    client.silent();
    let put = |client: &mut Client| client.ask(1, Kind::Put, 2, Client::put_call(&[0; 10_000], 0));
    for _ in 0..4 {
        assert!(client.channel.wants_input());
        put(&mut client);
        client.silent();
    }
    assert!(!client.channel.wants_input());
    // Answers it does not read.
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.not_reading = true;
    let mut asked = 0;
    while client.channel.wants_input() {
        client.ask(1, Kind::Spi, 0, Call::Spi(Spi::new(12, SpiBody::Query)));
        client.settle();
        asked += 1;
        assert!(asked < 1_000, "100 KB lie about");
    }
}

/// Also where the verdict comes later.
#[test]
fn who_has_logged_on_is_given_what_was_agreed_on() {
    let rig = Rig::new();
    rig.queue("Q1");
    *rig.host.slow_verdicts.lock().expect("unharmed") = Some(Vec::new());
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.send_connect(1, "");
    client.silent();
    let verdict = rig.host.slow_verdicts.lock().expect("unharmed").take();
    for verdict in verdict.expect("asked") {
        verdict.give(Ok(Admitted {
            user_id: FixedText::truncated("app"),
            uid: 1000,
            asked: None,
        }));
    }
    client.connected().expect("connected");
    let handle = client.open(1, "Q1", BOTH);
    let came = client.put(1, handle, &[7; 3_000_000], 0);
    assert_eq!(came.codes().0, MQCC_OK);
    client.credentials(1, "app", "passw0rd!");
    for number in 2..=10 {
        client.begin_conversation(number);
    }
}

/// Signs of life are none of who it is: a socket nobody logs on at does not stay.
#[test]
fn a_client_that_never_connects_is_let_go_whatever_else_it_says() {
    let rig = Rig::new();
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.log_on("app");
    let head = Head::new(Family::Socket, Kind::Heartbeat, client.order, 1208);
    for _ in 0..5 {
        rig.pass_ms(10_000);
        client.tick();
        client.send_head(&head.clone().with_flags(flag::CONFIRM), &Segment::Heartbeat);
        assert_eq!(client.next().head.kind, Kind::Heartbeat);
    }
    rig.pass_ms(9_999);
    client.tick();
    client.silent();
    rig.pass_ms(1);
    client.tick();
    let timeout = Segment::Status(Some(Status::new(StatusCode::TIMEOUT)));
    assert_eq!(client.next().segment(), timeout);
    assert!(client.channel.is_over());
    let notices = rig.host.notices.lock().expect("unharmed");
    assert_eq!(notices[0].number, "AMQ9259E");
}

#[test]
fn a_client_that_has_connected_may_stay() {
    let rig = Rig::new();
    let mut client = rig.client();
    let due_ns = client.channel.deadline_ns().expect("a heartbeat");
    assert_eq!(due_ns, rig.manager.monotonic_ns() + 300_000_000_000);
    // Also with nobody connected any more: that is for DISCINT to end.
    assert_eq!(client.simple(1, Kind::Disconnect).0, MQCC_OK);
    rig.pass_ms(61_000);
    client.tick();
    client.silent();
    assert!(!client.channel.is_over());
}

/// Others may have taken the last place of the channel while it logged on.
#[test]
fn a_client_for_whom_there_is_no_place_any_more_does_not_connect() {
    let rig = Rig::new();
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    let set_full = |full| *rig.host.full.lock().expect("unharmed") = full;
    set_full(Some(Reason::CHANNEL_NOT_AVAILABLE));
    assert_eq!(client.connect(1, ""), Err(Reason::CHANNEL_NOT_AVAILABLE.0));
    assert_eq!(rig.manager.connection_count(), 0);
    assert!(!client.channel.is_logged_on());
    set_full(None);
    client.connect(1, "").expect("there is one again");
    assert!(client.channel.is_logged_on());
    // It has its place, and other conversations share it.
    set_full(Some(Reason::CHANNEL_NOT_AVAILABLE));
    client.converse(3);
}

/// The delay of a refusal may be longer than the time to log on: it is waited for, and told.
#[test]
fn a_client_about_whom_is_decided_is_not_let_go() {
    let rig = Rig::new();
    *rig.host.slow_verdicts.lock().expect("unharmed") = Some(Vec::new());
    let verdict = || {
        rig.host
            .slow_verdicts
            .lock()
            .expect("unharmed")
            .as_mut()?
            .pop()
    };
    let [mut admitted, mut refused, mut forgotten] = [(); 3].map(|()| {
        let mut client = rig.socket();
        client.negotiate(Client::wants()).expect("terms");
        client.send_connect(1, "");
        client.silent();
        client
    });
    let _never_given = verdict().expect("asked");
    let of_refused = verdict().expect("asked");
    let of_admitted = verdict().expect("asked");
    rig.pass_ms(60_000);
    for client in [&mut admitted, &mut refused, &mut forgotten] {
        client.tick();
        client.silent();
        assert!(!client.channel.is_over());
    }
    of_admitted.give(Ok(Admitted {
        user_id: FixedText::truncated("app"),
        uid: 1000,
        asked: None,
    }));
    admitted.connected().expect("connected");
    of_refused.give(Err(NotAdmitted::default()));
    assert_eq!(refused.connected(), Err(Reason::NOT_AUTHORIZED.0));
    for client in [&mut admitted, &mut refused] {
        client.tick();
    }
    assert!(!admitted.channel.is_over());
    assert!(refused.channel.is_over(), "it had its time");
    // And not for ever.
    rig.pass_ms(119_999);
    forgotten.tick();
    assert!(!forgotten.channel.is_over());
    rig.pass_ms(1);
    forgotten.tick();
    assert!(forgotten.channel.is_over());
}

/// A byte now and then is no sign of life, or it would cost nothing to look alive.
#[test]
fn a_client_that_trickles_is_as_good_as_silent() {
    let rig = Rig::new();
    let mut client = rig.client();
    for byte in b"TSH" {
        rig.pass_ms(100_000);
        client.receive_raw(&[*byte]);
        client.tick();
    }
    assert_eq!(client.next().head.kind, Kind::Heartbeat);
    rig.pass_ms(59_999);
    client.receive_raw(b"C");
    client.tick();
    client.silent();
    rig.pass_ms(1);
    client.tick();
    assert!(client.channel.is_over());
    // A long message that comes slowly is one.
    let mut slow = rig.client();
    let head = slow.head(1, 0, Kind::Put);
    let put = Client::put_call(&[0; 30_000], 0);
    let call_head = ferromq_wire::call::CallHead::request(2);
    let mut out = Outbound::new(true);
    out.send(&head, &Segment::Call(call_head, put), None);
    let call: Vec<u8> = out.chunks().flatten().copied().collect();
    for part in call[..20_000].chunks(2_000) {
        rig.pass_ms(299_000);
        slow.receive_raw(part);
        slow.tick();
        slow.silent();
    }
    assert!(!slow.channel.is_over());
}

#[test]
fn one_conversation_with_plain_headers_works_alike() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.socket();
    let wants = Initial {
        conversations_max: 0,
        ..Client::wants()
    };
    client.negotiate(wants).expect("terms");
    client.log_on("app");
    client.connect(1, "QM1").expect("connected");
    let handle = client.open(1, "Q1", BOTH);
    client.put(1, handle, b"plain", 0);
    let got = client.get(1, handle, 0);
    assert_eq!(
        (got.head.family, got.message().1),
        (Family::Plain, b"plain".to_vec())
    );
    // The end of a plain connection is a status without a body.
    let head = client.head(1, 0, Kind::Status).with_flags(flag::CLOSE);
    client.send_head(&head, &Segment::Status(None));
    client.silent();
    assert!(client.channel.is_over());
}

#[test]
fn credentials_are_told_to_the_host_and_refused_at_connect() {
    let rig = Rig::new();
    rig.host.terms.lock().expect("unharmed").password_rule = PasswordRule::Answer12;
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.log_on("app");
    client.credentials(1, "alice", "wrong");
    assert_eq!(client.connect(1, ""), Err(Reason::NOT_AUTHORIZED.0));
    client.credentials(1, "alice", "passw0rd");
    client.connect(1, "").expect("connected");
    let status = client.channel.status().expect("a channel");
    assert_eq!(status.remote().mca_user.as_str(), "alice");
}

/// Protected, a password of eight bytes is as long as in clear; what both ends agreed on tells that it cannot be read.
#[test]
fn a_password_that_looks_as_in_clear_is_one_that_cannot_be_read_where_clients_protect_them() {
    for (rule, is_protected) in [
        (PasswordRule::Protected, true),
        (PasswordRule::Answer12, false),
        (PasswordRule::Level12, false),
    ] {
        let rig = Rig::new();
        rig.host.terms.lock().expect("unharmed").password_rule = rule;
        let mut client = rig.socket();
        client.negotiate(Client::wants()).expect("terms");
        client.log_on("app");
        client.credentials(1, "alice", "passw0rd");
        let connected = client.connect(1, "");
        assert_eq!(connected.is_err(), is_protected, "{rule:?}");
        let protected = rig.host.protected.lock().expect("unharmed");
        assert_eq!(*protected, [is_protected], "{rule:?}");
    }
}

#[test]
fn a_verdict_may_come_later() {
    let rig = Rig::new();
    *rig.host.slow_verdicts.lock().expect("unharmed") = Some(Vec::new());
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.send_connect(1, "");
    // What follows waits for it.
    client.ask(1, Kind::Commit, 0, Call::Empty);
    client.silent();
    let take = || {
        let mut kept = rig.host.slow_verdicts.lock().expect("unharmed");
        kept.as_mut().and_then(Vec::pop).expect("a verdict")
    };
    take().give(Ok(Admitted {
        user_id: FixedText::truncated("bob"),
        uid: 7,
        asked: None,
    }));
    client.connected().expect("connected");
    assert_eq!(client.next().codes().0, MQCC_OK);
    let mut other = rig.socket();
    other.negotiate(Client::wants()).expect("terms");
    other.send_connect(1, "");
    other.silent();
    take().give(Err(NotAdmitted {
        reason: Reason::NOT_AUTHORIZED,
    }));
    assert_eq!(other.connected(), Err(Reason::NOT_AUTHORIZED.0));
    other.send_connect(1, "");
    other.silent();
    drop(take());
    assert_eq!(other.connected(), Err(Reason::NOT_AUTHORIZED.0));
}

#[test]
fn another_queue_managers_name_is_refused() {
    let rig = Rig::new();
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    assert_eq!(client.connect(1, "OTHER"), Err(Reason::Q_MGR_NAME_ERROR.0));
}

/// Java clients send the name of a group of queue managers as it is.
#[test]
fn a_name_that_begins_with_an_asterisk_is_that_of_a_group_and_taken() {
    let rig = Rig::new();
    for name in ["*GROUP", "*", "*QM1"] {
        let mut client = rig.socket();
        let wants = ferromq_wire::initial::Initial {
            q_mgr_name: ferromq_wire::text::Text::of(name),
            ..Client::wants()
        };
        client.negotiate(wants).expect("terms");
        assert!(client.connect(1, name).is_ok(), "{name}");
    }
}

#[test]
fn conversations_have_units_of_work_of_their_own() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let first = client.converse(3);
    let second = client.converse(5);
    assert_ne!(first, second);
    let (a, b) = (client.open(3, "Q1", BOTH), client.open(5, "Q1", BOTH));
    client.put(3, a, b"mine", MQPMO_SYNCPOINT);
    assert_eq!(client.get(5, b, 0).codes().1, Reason::NO_MSG_AVAILABLE.0);
    client.end_conversation(3, false);
    assert_eq!(client.depth(5, "Q1"), 0);
    assert_eq!(rig.manager.connection_count(), 2);
    assert_eq!(
        client.channel.status().expect("a channel").conversations(),
        2
    );
    // Its number may be used again.
    client.converse(3);
}

#[test]
fn a_conversation_that_waits_holds_up_nobody_but_itself() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    client.converse(3);
    let waiting = client.open(1, "Q1", MQOO_INPUT_SHARED);
    client.ask(1, Kind::Get, waiting, Client::get_call(MQGMO_WAIT, -1, 100));
    // Its next call waits for the get.
    client.ask(1, Kind::Commit, 0, Call::Empty);
    client.silent();
    let handle = client.open(3, "Q1", MQOO_OUTPUT);
    client.ask(
        3,
        Kind::Put,
        handle,
        Client::put_call(b"for you", MQPMO_SYNC_RESPONSE),
    );
    client.settle();
    let mut kinds: Vec<_> = client
        .came
        .iter()
        .map(|came| (came.head.family.conversation(), came.head.kind))
        .collect();
    kinds.sort();
    let expected = [
        (1, Kind::GetReply),
        (1, Kind::CommitReply),
        (3, Kind::PutReply),
    ];
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(kinds, expected);
    let got = client
        .came
        .iter()
        .find(|came| came.head.kind == Kind::GetReply);
    assert_eq!(got.expect("a get").message().1, b"for you");
}

#[test]
fn a_wait_ends_when_its_interval_does() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_INPUT_SHARED);
    client.ask(1, Kind::Get, handle, Client::get_call(MQGMO_WAIT, 500, 100));
    client.silent();
    let due_ns = client.channel.deadline_ns().expect("a time");
    assert_eq!(due_ns, rig.manager.monotonic_ns() + 500_000_000);
    rig.pass_ms(499);
    client.tick();
    client.silent();
    rig.pass_ms(1);
    client.tick();
    assert_eq!(client.next().codes().1, Reason::NO_MSG_AVAILABLE.0);
}

/// A client that waits for a message on conversation 1, the connection's id, and the handle of the queue.
fn waiter(rig: &Rig, address: &str, user: &str) -> (Client, [u8; 24], i32) {
    let (mut client, id) = rig.client_of(address, user);
    let handle = client.open(1, "Q1", MQOO_INPUT_SHARED);
    client.ask(1, Kind::Get, handle, Client::get_call(MQGMO_WAIT, -1, 100));
    client.silent();
    (client, id, handle)
}

/// Asks on a conversation to end the wait of a connection.
fn notify(client: &mut Client, conversation: u32, id: [u8; 24]) {
    let notify = SpiBody::Notify {
        option: 1,
        reason: Reason::XWAIT_CANCELED.0,
        connection_id: id,
    };
    let head = client
        .head(conversation, 3, Kind::Spi)
        .with_flags(flag::CONFIRM);
    let call = Call::Spi(Spi::new(12, notify));
    let call_head = ferromq_wire::call::CallHead::request(0);
    client.send_head(&head, &Segment::Call(call_head, call));
}

#[track_caller]
fn is_cancelled(client: &mut Client, handle: i32) {
    let cancelled = client.next();
    assert_eq!(
        cancelled.codes(),
        (MQCC_FAILED, Reason::XWAIT_CANCELED.0, handle)
    );
    assert_eq!(cancelled.message().1, b"");
}

#[test]
fn a_waiting_get_is_cancelled_from_another_socket() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut waiting, id, handle) = waiter(&rig, "192.0.2.1", "app");
    // A conversation that waits itself answers a cancellation all the same.
    let (mut other, _, _) = waiter(&rig, "192.0.2.1", "app");
    notify(&mut other, 1, id);
    let came = other.next();
    assert_eq!((came.codes().0, came.head.family.request()), (MQCC_OK, 3));
    is_cancelled(&mut waiting, handle);
    other.silent();
}

/// Who is on the socket may, whoever it is on another conversation.
#[test]
fn a_waiting_get_is_cancelled_on_its_own_socket() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut waiting, id, handle) = waiter(&rig, "192.0.2.1", "app");
    waiting.begin_conversation(3);
    waiting.log_on("other");
    waiting.connect(3, "").expect("connected");
    notify(&mut waiting, 3, id);
    let mut came = [waiting.next(), waiting.next()];
    came.sort_by_key(|came| came.head.family.conversation());
    let cancelled = (MQCC_FAILED, Reason::XWAIT_CANCELED.0, handle);
    assert_eq!((came[0].codes(), came[1].codes().0), (cancelled, MQCC_OK));
}

#[test]
fn nobody_ends_the_waits_of_others() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut waiting, id, _) = waiter(&rig, "192.0.2.1", "app");
    // Whether there is such a connection is nobody else's business either: the answer is the same.
    for (address, user) in [("192.0.2.1", "other"), ("192.0.2.2", "app")] {
        let (mut other, _) = rig.client_of(address, user);
        notify(&mut other, 1, id);
        assert_eq!(other.next().codes().0, MQCC_OK);
        notify(&mut other, 1, [7; 24]);
        assert_eq!(other.next().codes().0, MQCC_OK);
        waiting.silent();
    }
}

#[test]
fn nobody_ends_a_wait_before_it_has_connected() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut waiting, id, _) = waiter(&rig, "192.0.2.1", "app");
    let mut stranger = rig.socket();
    stranger.negotiate(Client::wants()).expect("terms");
    stranger.log_on("app");
    notify(&mut stranger, 1, id);
    let codes = stranger.next().codes();
    assert_eq!((codes.0, codes.1), (MQCC_FAILED, Reason::HCONN_ERROR.0));
    waiting.silent();
    // Nor on a conversation beside one that has.
    waiting.begin_conversation(3);
    notify(&mut waiting, 3, id);
    assert_eq!(waiting.next().codes().1, Reason::HCONN_ERROR.0);
    waiting.silent();
}

#[test]
fn heartbeats_are_answered_and_sent() {
    let rig = Rig::new();
    let mut client = rig.client();
    let head = Head::new(Family::Socket, Kind::Heartbeat, client.order, 1208);
    client.send_head(&head.clone().with_flags(flag::CONFIRM), &Segment::Heartbeat);
    let came = client.next();
    assert_eq!(
        (came.head.family, came.head.kind),
        (Family::Socket, Kind::Heartbeat)
    );
    assert!(!came.head.has(flag::CONFIRM));
    // Nothing for an interval: the server asks.
    assert_eq!(
        client.channel.deadline_ns(),
        Some(rig.manager.monotonic_ns() + 300_000_000_000)
    );
    rig.pass_ms(300_000);
    client.tick();
    let came = client.next();
    assert_eq!(
        (came.head.family, came.head.kind),
        (Family::Socket, Kind::Heartbeat)
    );
    assert!(came.head.has(flag::CONFIRM));
    // An answer, and all is well for another interval.
    client.send_head(&head, &Segment::Heartbeat);
    client.settle();
    rig.pass_ms(299_999);
    client.tick();
    client.silent();
    rig.pass_ms(1);
    client.tick();
    assert_eq!(client.next().head.kind, Kind::Heartbeat);
    // None, and the client is gone.
    rig.pass_ms(60_000);
    client.tick();
    assert!(client.channel.is_over());
    assert_eq!(rig.manager.connection_count(), 0);
    let notices = rig.host.notices.lock().expect("unharmed");
    assert_eq!(notices[0].number, "AMQ9259E");
}

#[test]
fn an_idle_socket_is_closed_after_the_disconnect_interval() {
    let rig = Rig::new();
    rig.queue("Q1");
    rig.host.definition.lock().expect("unharmed").disconnect_s = 20;
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_INPUT_SHARED);
    client.ask(
        1,
        Kind::Get,
        handle,
        Client::get_call(MQGMO_WAIT, 60_000, 100),
    );
    client.silent();
    // A client that waits for a message is not idle.
    rig.pass_ms(30_000);
    client.tick();
    client.silent();
    rig.pass_ms(30_000);
    client.tick();
    assert_eq!(client.next().codes().1, Reason::NO_MSG_AVAILABLE.0);
    rig.pass_ms(19_999);
    client.tick();
    client.silent();
    rig.pass_ms(1);
    client.tick();
    let came = client.next();
    assert_eq!(
        came.segment(),
        Segment::Status(Some(Status::new(StatusCode::TIMEOUT)))
    );
    assert!(client.channel.is_over());
}

#[test]
fn more_conversations_than_agreed_break_the_protocol() {
    let rig = Rig::new();
    rig.host.terms.lock().expect("unharmed").conversations_max = 1;
    let mut client = rig.client();
    let head = Head::new(Family::Socket, Kind::SocketAction, client.order, 1208);
    let action = SocketAction {
        conversation: 3,
        request: 0,
        action: SocketAction::START,
        parameter1: 1,
        parameter2: 2,
    };
    client.send_head(&head, &Segment::SocketAction(action));
    let came = client.next();
    assert!(came.head.has(flag::CLOSE) && client.channel.is_over());
    assert_eq!(
        rig.host.notices.lock().expect("unharmed")[0].number,
        "AMQ9504E"
    );
}

#[test]
fn a_client_that_does_not_read_is_not_served_without_end() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_BROWSE | MQOO_OUTPUT);
    client.put(1, handle, &[7; 200_000], 0);
    client.not_reading = true;
    for _ in 0..100 {
        let browse = Client::get_call(MQGMO_BROWSE_FIRST, 0, 1 << 20);
        client.ask(1, Kind::Get, handle, browse);
    }
    client.settle();
    assert!(client.channel.outbound().queued_bytes() < 2 << 20);
    assert!(!client.channel.wants_input());
    client.not_reading = false;
    client.settle();
    assert_eq!(client.came.len(), 100);
    assert!(client.channel.wants_input());
}

/// Goal: the end of a socket that is not read for a while shows. Method: what is sent now and then would have it reset;
/// nobody answers, and the client is not given up for that.
#[test]
fn a_client_whose_calls_pile_up_is_sent_heartbeats_without_an_answer() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    client.ask(1, Kind::Get, handle, Client::get_call(MQGMO_WAIT, -1, 100));
    for _ in 0..4 {
        let put = Client::put_call(&[7; 100_000], MQPMO_SYNC_RESPONSE);
        client.ask(1, Kind::Put, handle, put);
    }
    client.settle();
    assert!(!client.channel.wants_input());
    for _ in 0..3 {
        rig.pass_ms(299_999);
        client.tick();
        client.silent();
        rig.pass_ms(1);
        client.tick();
        assert_eq!(client.next().head.kind, Kind::Heartbeat);
    }
    assert!(!client.channel.is_over());
}

#[test]
fn the_edge_is_told_to_stop_reading_when_calls_pile_up() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", BOTH);
    client.ask(
        1,
        Kind::Get,
        handle,
        Client::get_call(MQGMO_WAIT, 1_000, 100),
    );
    for _ in 0..20 {
        client.ask(
            1,
            Kind::Put,
            handle,
            Client::put_call(&[1; 20_000], MQPMO_ASYNC_RESPONSE),
        );
    }
    client.silent();
    assert!(!client.channel.wants_input());
    rig.pass_ms(1_000);
    client.tick();
    assert_eq!(client.next().codes().1, Reason::NO_MSG_AVAILABLE.0);
    assert!(client.channel.wants_input());
    assert_eq!(client.depth(1, "Q1"), 20);
}
