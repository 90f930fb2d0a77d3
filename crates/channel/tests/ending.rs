//! How channels end.

use crate::rig::{Client, Rig};
use ferromq_channel::{Admitted, Ending, Leave};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::EndMode;
use ferromq_wire::control::{Status, StatusCode, notice};
use ferromq_wire::delivery::{RequestMessages, Selection, request};
use ferromq_wire::head::flag;
use ferromq_wire::initial::Initial;
use ferromq_wire::{Call, Family, Head, Kind, Segment};

const WAIT: i32 = MQGMO_WAIT | MQGMO_FAIL_IF_QUIESCING;

fn waiting(rig: &Rig, options: i32) -> Client {
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_INPUT_SHARED);
    client.ask(1, Kind::Get, handle, Client::get_call(options, -1, 100));
    client.silent();
    client
}

#[track_caller]
fn told(client: &mut Client, code: StatusCode) {
    let came = client.next();
    assert_eq!(came.segment(), Segment::Status(Some(Status::new(code))));
    assert_eq!(came.head.family, Family::Socket);
    assert!(came.head.has(flag::CLOSE));
    assert!(client.channel.is_over());
}

/// A client that was answered with conversations reads shared headers from then on, also where it is to say again what it
/// wants: a plain header breaks its connection with an error nobody understands.
#[test]
fn between_the_rounds_of_a_negotiation_a_client_is_told_in_the_form_it_reads() {
    let rig = Rig::new();
    for (conversations_max, family) in [(10, Family::Socket), (0, Family::Plain)] {
        let mut client = rig.socket();
        let wants = Initial {
            conversations_max,
            ..Client::wants()
        };
        let head = Head::new(Family::Plain, Kind::Initial, client.order, 819);
        client.send_head(&head.with_flags(flag::CONFIRM), &Segment::Initial(wants));
        let answer = client.next();
        assert!(answer.head.has(flag::ERROR), "the heartbeat is another");
        client.channel.end(Ending::Quiesce);
        let came = client.next();
        let ending = Status::new(StatusCode::Q_MGR_ENDING);
        assert_eq!(came.segment(), Segment::Status(Some(ending)));
        assert_eq!(came.head.family, family);
        assert!(came.head.has(flag::CLOSE) && client.channel.is_over());
    }
    let mut client = rig.socket();
    client.channel.end(Ending::Quiesce);
    assert_eq!(client.next().head.family, Family::Plain, "nothing was said");
}

#[test]
fn a_get_that_asked_for_it_fails_when_the_queue_manager_quiesces() {
    let rig = Rig::new();
    let mut client = waiting(&rig, WAIT);
    rig.manager.begin_end(EndMode::Quiesce);
    client.channel.end(Ending::Quiesce);
    assert_eq!(client.next().codes().1, Reason::Q_MGR_QUIESCING.0);
    // The client finishes what it was at.
    assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
    assert_eq!(client.simple(1, Kind::Disconnect).0, MQCC_OK);
    client.end_conversation(1, false);
    assert!(client.channel.is_over());
    assert_eq!(rig.manager.connection_count(), 0);
}

#[test]
fn a_get_that_asked_for_it_fails_when_the_channel_is_stopped() {
    let rig = Rig::new();
    let mut client = waiting(&rig, WAIT);
    client.channel.end(Ending::Quiesce);
    assert_eq!(client.next().codes().1, Reason::CONNECTION_QUIESCING.0);
    let open = Client::open_call("Q1", MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING);
    let came = client.call(1, Kind::Open, 0, open);
    assert_eq!(came.codes().1, Reason::CONNECTION_QUIESCING.0);
    client.open(1, "Q1", MQOO_OUTPUT);
    assert_eq!(
        client.channel.status().expect("a channel").activity.state(),
        MQCHS_STOPPING
    );
}

#[test]
fn a_get_that_did_not_ask_for_it_goes_on_waiting() {
    let rig = Rig::new();
    let mut client = waiting(&rig, MQGMO_WAIT);
    client.channel.end(Ending::Quiesce);
    client.silent();
    assert!(!client.channel.is_over());
}

#[test]
fn an_immediate_end_answers_waits_and_closes() {
    let rig = Rig::new();
    let mut client = waiting(&rig, MQGMO_WAIT);
    rig.manager.begin_end(EndMode::Immediate);
    client.channel.end(Ending::Immediate);
    assert_eq!(client.next().codes().1, Reason::Q_MGR_STOPPING.0);
    told(&mut client, StatusCode::Q_MGR_ENDING);
    assert_eq!(rig.manager.connection_count(), 0);
}

#[test]
fn a_channel_stopped_at_once_backs_out() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let call = Client::put1_call("Q1", b"gone", MQPMO_SYNCPOINT | MQPMO_SYNC_RESPONSE);
    client.call(1, Kind::Put1, 0, call);
    client.channel.end(Ending::Immediate);
    told(&mut client, StatusCode::USER_CLOSED);
    assert_eq!(rig.manager.connection_count(), 0);
    assert_eq!(rig.client().depth(1, "Q1"), 0);
    // Once is enough.
    client.channel.end(Ending::Immediate);
    client.silent();
}

/// Puts a message that lasts and asks for it back, and leaves the get waiting for a slow disk.
fn getting(rig: &Rig) -> (Client, i32) {
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    client.put_persistent(1, handle, b"kept");
    client.disk_is_slow = true;
    let get = Client::get_call(MQGMO_NO_SYNCPOINT, 0, 100);
    client.ask(1, Kind::Get, handle, get);
    client.silent();
    (client, handle)
}

/// The removal is in the log: without the answer the message would be nobody's.
#[test]
fn a_get_that_has_its_message_is_answered_with_it_before_the_end() {
    for q_mgr_ends in [true, false] {
        let rig = Rig::new();
        let (mut client, _) = getting(&rig);
        if q_mgr_ends {
            rig.manager.begin_end(EndMode::Immediate);
        }
        client.channel.end(Ending::Immediate);
        client.silent();
        assert!(client.channel.awaits_answers() && !client.channel.is_over());
        // However long it takes; and nothing else begins meanwhile.
        rig.pass_ms(3_600_000);
        client.tick();
        client.ask(
            1,
            Kind::Put1,
            0,
            Client::put1_call("Q1", b"late", MQPMO_SYNC_RESPONSE),
        );
        client.silent();
        assert!(!client.channel.wants_input() && !client.channel.is_over());
        client.disk_is_slow = false;
        let got = client.next();
        assert_eq!(
            (got.codes().0, got.message().1),
            (MQCC_OK, b"kept".to_vec())
        );
        told(
            &mut client,
            match q_mgr_ends {
                true => StatusCode::Q_MGR_ENDING,
                false => StatusCode::USER_CLOSED,
            },
        );
        assert!(client.channel.has_last_words());
        if !q_mgr_ends {
            assert_eq!(rig.client().depth(1, "Q1"), 0);
        }
    }
}

#[test]
fn a_commit_and_a_put_that_wait_for_the_log_are_answered_before_the_end() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    client.converse(3);
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    let other = client.open(3, "Q1", MQOO_OUTPUT);
    client.disk_is_slow = true;
    client.ask(
        1,
        Kind::Put,
        handle,
        Client::persistent_call(b"one", MQPMO_SYNCPOINT),
    );
    client.ask(1, Kind::Commit, 0, Call::Empty);
    client.ask(3, Kind::Put, other, Client::persistent_call(b"two", 0));
    assert_eq!(client.next().codes().0, MQCC_OK);
    client.silent();
    client.channel.end(Ending::Immediate);
    client.silent();
    client.disk_is_slow = false;
    for kind in [Kind::CommitReply, Kind::PutReply] {
        let came = client.next();
        assert_eq!((came.head.kind, came.codes().0), (kind, MQCC_OK));
    }
    told(&mut client, StatusCode::USER_CLOSED);
    assert_eq!(rig.client().depth(1, "Q1"), 2);
}

#[test]
fn a_listeners_message_that_waits_for_the_log_is_sent_before_the_end() {
    let rig = Rig::new();
    let (mut client, handle) = listening(&rig);
    client.disk_is_slow = true;
    let mut other = rig.client();
    let queue = other.open(1, "Q1", MQOO_OUTPUT);
    other.put_persistent(1, queue, b"kept");
    client.silent();
    client.channel.end(Ending::Immediate);
    client.silent();
    client.disk_is_slow = false;
    let came = client.next();
    assert_eq!(
        (came.head.kind, came.message().1),
        (Kind::AsyncMessage, b"kept".to_vec())
    );
    told(&mut client, StatusCode::USER_CLOSED);
    let Segment::AsyncMessage(message) = came.segment() else {
        panic!("{came:?}")
    };
    assert_eq!(message.piece.handle, handle);
    assert_eq!(other.depth(1, "Q1"), 0);
}

/// Of two conversations of a socket one waits for a message and one for the log; the messages of those who waited
/// go to others.
#[test]
fn waits_for_messages_end_at_once_and_take_nothing_with_them() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    client.converse(3);
    let waits = client.open(3, "Q1", MQOO_INPUT_SHARED);
    let get = Client::get_call(MQGMO_WAIT, -1, 100);
    client.ask(3, Kind::Get, waits, get);
    client.silent();
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    client.disk_is_slow = true;
    client.ask(1, Kind::Put, handle, Client::persistent_call(b"next", 0));
    client.silent();
    client.channel.end(Ending::Immediate);
    let came = client.next();
    assert_eq!(came.head.kind, Kind::GetReply);
    assert_eq!(came.codes().1, Reason::CONNECTION_STOPPING.0);
    client.silent();
    client.disk_is_slow = false;
    assert_eq!(client.next().head.kind, Kind::PutReply);
    told(&mut client, StatusCode::USER_CLOSED);
    assert_eq!(rig.client().depth(1, "Q1"), 1);
}

/// A put that waits for room is not done: the end does not wait for the checkpoint that makes it.
#[test]
fn a_put_that_waits_for_room_in_the_log_is_refused_by_the_end() {
    let rig = Rig::new();
    rig.manager.set_housekeeping_waker(Box::new(|| {}));
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    let body = vec![7; 100_000];
    let mut put = 0;
    loop {
        client.ask(1, Kind::Put, handle, Client::persistent_call(&body, 0));
        client.settle();
        match client.came.pop_front() {
            Some(came) => assert_eq!(came.codes().0, MQCC_OK),
            None => break,
        }
        put += 1;
    }
    client.channel.end(Ending::Immediate);
    let refused = client.next();
    assert_eq!(refused.head.kind, Kind::PutReply);
    assert_eq!(refused.codes().1, Reason::CONNECTION_STOPPING.0);
    told(&mut client, StatusCode::USER_CLOSED);
    assert_eq!(rig.client().depth(1, "Q1"), put);
}

#[test]
fn a_channel_nobody_is_connected_by_ends_at_once() {
    let rig = Rig::new();
    let mut client = rig.client();
    assert_eq!(client.simple(1, Kind::Disconnect).0, MQCC_OK);
    client.channel.end(Ending::Quiesce);
    told(&mut client, StatusCode::USER_CLOSED);
    let mut early = rig.socket();
    early.channel.end(Ending::Quiesce);
    assert!(early.channel.is_over());
}

#[test]
fn nobody_connects_by_a_channel_that_ends() {
    let rig = Rig::new();
    let mut client = rig.client();
    client.channel.end(Ending::Quiesce);
    let head = ferromq_wire::Head::new(Family::Socket, Kind::SocketAction, client.order, 1208);
    let action = ferromq_wire::control::SocketAction {
        conversation: 3,
        request: 0,
        action: ferromq_wire::control::SocketAction::START,
        parameter1: 1,
        parameter2: 2,
    };
    client.send_head(&head, &Segment::SocketAction(action));
    assert_eq!(
        client.next().segment(),
        Segment::Status(Some(Status::new(StatusCode::OK)))
    );
    assert_eq!(client.connect(3, ""), Err(Reason::CONNECTION_QUIESCING.0));
    assert_eq!(
        client.call(1, Kind::Commit, 0, Call::Empty).codes().0,
        MQCC_OK
    );
}

#[test]
fn nobody_connects_by_a_channel_that_was_stopped_while_it_was_decided_about() {
    let rig = Rig::new();
    let mut client = rig.client();
    client.begin_conversation(3);
    *rig.host.slow_verdicts.lock().expect("unharmed") = Some(Vec::new());
    client.send_connect(3, "");
    client.silent();
    client.channel.end(Ending::Quiesce);
    let verdicts = rig.host.slow_verdicts.lock().expect("unharmed").take();
    for verdict in verdicts.expect("slow ones") {
        verdict.give(Ok(Admitted {
            user_id: FixedText::truncated("app"),
            uid: 1000,
            asked: None,
        }));
    }
    let refused = client.connected();
    assert_eq!(refused, Err(Reason::CONNECTION_QUIESCING.0));
    assert_eq!(rig.manager.connection_count(), 1);
}

/// Sends a call that waits behind the one under way, and makes no sense.
fn send_nonsense(client: &mut Client) {
    client.ask(1, Kind::Put, 0, Call::Empty);
    client.silent();
}

/// Everything that comes until the channel is over: one answer, and one close.
#[track_caller]
fn closed_once(client: &mut Client) {
    client.settle();
    assert!(client.channel.is_over());
    let closes = client.came.iter().map(|came| came.head.has(flag::CLOSE));
    assert_eq!(closes.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_channel_that_is_broken_off_at_its_end_is_closed_once() {
    let rig = Rig::new();
    let mut client = waiting(&rig, WAIT);
    send_nonsense(&mut client);
    client.channel.end(Ending::Quiesce);
    closed_once(&mut client);
}

#[test]
fn a_channel_that_is_broken_off_when_a_wait_is_over_says_nothing_behind_that() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_INPUT_SHARED);
    client.ask(1, Kind::Get, handle, Client::get_call(MQGMO_WAIT, 500, 100));
    send_nonsense(&mut client);
    // The wait is over, and the client has been silent for as long as a heartbeat.
    rig.pass_ms(2_000);
    client.tick();
    closed_once(&mut client);
}

/// A session with an idle listener on conversation 1.
fn listening(rig: &Rig) -> (Client, i32) {
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_INPUT_SHARED);
    client.connection_state(1, 2, false);
    client.request_messages(1, 1, listen(handle));
    client.silent();
    (client, handle)
}

fn listen(handle: i32) -> RequestMessages {
    RequestMessages {
        version: 1,
        handle,
        window_bytes: 1,
        message_bytes_max: -1,
        options: MQGMO_FAIL_IF_QUIESCING,
        flags: request::CONTINUOUS,
        selection: Some(Selection {
            index: 1,
            descriptor_version: 2,
            ..Selection::default()
        }),
        ..RequestMessages::default()
    }
}

/// Java clients note the notification and sleep on.
#[test]
fn a_client_that_only_listens_is_told_of_the_end_in_a_way_it_cannot_miss() {
    let rig = Rig::new();
    let (mut client, handle) = listening(&rig);
    rig.manager.begin_end(EndMode::Quiesce);
    client.channel.end(Ending::Quiesce);
    let quiescing = (handle, notice::Q_MGR_QUIESCING, 0);
    assert_eq!(client.next().notification(), quiescing);
    rig.pass_ms(1_999);
    client.tick();
    client.silent();
    rig.pass_ms(1);
    client.tick();
    told(&mut client, StatusCode::Q_MGR_ENDING);
    assert_eq!(rig.manager.connection_count(), 0);
}

#[test]
fn a_client_that_is_at_work_is_left_to_finish() {
    let rig = Rig::new();
    let (mut client, handle) = listening(&rig);
    client.converse(3);
    let call = Client::put1_call("Q1", b"work", MQPMO_SYNCPOINT | MQPMO_SYNC_RESPONSE);
    client.call(3, Kind::Put1, 0, call);
    client.channel.end(Ending::Quiesce);
    let quiescing = (handle, notice::Q_MGR_QUIESCING, 0);
    assert_eq!(client.next().notification(), quiescing);
    rig.pass_ms(60_000);
    client.tick();
    client.silent();
    assert_eq!(client.simple(3, Kind::Commit).0, MQCC_OK);
    // It has a message now, and nobody knows what it does with it.
    let came = client.next();
    assert_eq!(came.message().1, b"work");
    rig.pass_ms(60_000);
    client.tick();
    client.silent();
    client.request_messages(
        1,
        1,
        RequestMessages {
            received_bytes: 368,
            ..listen(handle)
        },
    );
    client.silent();
    rig.pass_ms(2_000);
    client.tick();
    told(&mut client, StatusCode::USER_CLOSED);
}

#[test]
fn a_client_that_takes_nothing_is_given_up() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT | MQOO_BROWSE);
    client.put(1, handle, &[7; 100_000], MQPMO_SYNC_RESPONSE);
    client.not_reading = true;
    for _ in 0..20 {
        let call = Client::get_call(MQGMO_BROWSE_FIRST, 0, 100_000);
        client.ask(1, Kind::Get, handle, call);
        client.settle();
    }
    assert!(!client.channel.wants_input());
    // It takes a little now and then: slow, but there.
    rig.pass_ms(359_999);
    client.channel.outbound().advance(1);
    client.tick();
    rig.pass_ms(359_999);
    client.tick();
    assert!(!client.channel.is_over());
    let now_ns = rig.manager.monotonic_ns();
    assert_eq!(client.channel.deadline_ns(), Some(now_ns + 1_000_000));
    rig.pass_ms(1);
    client.tick();
    assert!(client.channel.is_over());
    assert!(client.channel.outbound().is_empty());
    assert_eq!(rig.manager.connection_count(), 0);
    let notices = rig.host.notices.lock().expect("unharmed");
    assert_eq!(notices[0].number, "AMQ9259E");
}

#[test]
fn last_words_nobody_takes_are_given_up() {
    let rig = Rig::new();
    let mut client = rig.client();
    client.not_reading = true;
    client.channel.end(Ending::Immediate);
    assert!(client.channel.is_over() && !client.channel.outbound().is_empty());
    let due_ns = rig.manager.monotonic_ns() + 10_000_000_000;
    assert_eq!(client.channel.deadline_ns(), Some(due_ns));
    rig.pass_ms(10_000);
    client.tick();
    assert!(client.channel.outbound().is_empty());
    assert_eq!(client.channel.deadline_ns(), None);
}

/// A client that connects again by itself, with an object handle of Q1 on conversation 1.
fn reconnecting(rig: &Rig, options: i32) -> (Client, i32) {
    rig.queue("Q1");
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.log_on("app");
    client.connect_with(1, options);
    let handle = client.open(1, "Q1", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    (client, handle)
}

/// It does nothing, so it hears nothing: it would keep the queue manager from ending. Source: reconnectable clients.
#[test]
fn a_client_that_reconnects_is_let_go_when_it_is_at_rest() {
    for options in [MQCNO_RECONNECT, MQCNO_RECONNECT_Q_MGR] {
        let rig = Rig::new();
        let (mut client, _) = reconnecting(&rig, options);
        rig.manager.begin_end(EndMode::Quiesce);
        client.channel.end(Ending::Quiesce);
        let due_ns = rig.manager.monotonic_ns() + 2_000_000_000;
        assert_eq!(client.channel.deadline_ns(), Some(due_ns));
        rig.pass_ms(1_999);
        client.tick();
        client.silent();
        rig.pass_ms(1);
        client.tick();
        told(&mut client, StatusCode::Q_MGR_ENDING);
        assert_eq!(rig.manager.connection_count(), 0);
    }
}

#[test]
fn a_client_that_does_not_reconnect_may_take_its_time() {
    let rig = Rig::new();
    let mut client = rig.client();
    rig.manager.begin_end(EndMode::Quiesce);
    for how in [Ending::Quiesce, Ending::Reconnect] {
        client.channel.end(how);
        rig.pass_ms(60_000);
        client.tick();
        client.silent();
    }
    assert_eq!(client.simple(1, Kind::Disconnect).0, MQCC_OK);
}

/// What it is at it may finish, as long as that does not take for ever.
#[test]
fn a_client_that_reconnects_may_finish_its_unit_of_work() {
    for commits in [true, false] {
        let rig = Rig::new();
        let (mut client, handle) = reconnecting(&rig, MQCNO_RECONNECT);
        client.put(1, handle, b"one", MQPMO_SYNCPOINT);
        rig.manager.begin_end(EndMode::Quiesce);
        client.channel.end(Ending::Quiesce);
        rig.pass_ms(6_000);
        client.tick();
        client.silent();
        client.put(1, handle, b"two", MQPMO_SYNCPOINT);
        if commits {
            assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
            rig.pass_ms(2_000);
        } else {
            rig.pass_ms(3_999);
            client.tick();
            client.silent();
            rig.pass_ms(1);
        }
        client.tick();
        told(&mut client, StatusCode::Q_MGR_ENDING);
        let queue = ferromq_mqi::ObjectName::truncated("Q1");
        let shown = rig.manager.queue_statuses();
        let shown = shown.iter().find(|status| status.name == queue);
        assert_eq!(
            shown.expect("a queue").queue.depth,
            if commits { 2 } else { 0 }
        );
    }
}

/// A producer that begins the next unit of work as soon as it has ended one.
#[test]
fn a_client_that_reconnects_and_never_rests_is_let_go_between_units_of_work() {
    let rig = Rig::new();
    let (mut client, handle) = reconnecting(&rig, MQCNO_RECONNECT);
    rig.manager.begin_end(EndMode::Quiesce);
    client.channel.end(Ending::Quiesce);
    for _ in 0..20 {
        client.put(1, handle, b"one", MQPMO_SYNCPOINT);
        rig.pass_ms(50);
        client.tick();
        assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
        client.put(1, handle, b"two", MQPMO_SYNCPOINT);
        rig.pass_ms(49);
        client.tick();
        client.silent();
        assert_eq!(client.simple(1, Kind::Back).0, MQCC_OK);
    }
    rig.pass_ms(20);
    client.put(1, handle, b"last", MQPMO_SYNCPOINT);
    client.silent();
    assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
    told(&mut client, StatusCode::Q_MGR_ENDING);
}

/// endmqm -r. What has happened is answered all the same.
#[test]
fn a_client_that_reconnects_is_let_go_at_once_when_it_is_to() {
    let rig = Rig::new();
    let (mut client, handle) = reconnecting(&rig, MQCNO_RECONNECT);
    client.begin_conversation(3);
    client.connect_with(3, MQCNO_RECONNECT);
    let waits = client.open(3, "Q1", MQOO_INPUT_SHARED);
    client.disk_is_slow = true;
    client.ask(3, Kind::Get, waits, Client::get_call(MQGMO_WAIT, -1, 100));
    let put = Client::persistent_call(b"kept", 0);
    client.ask(1, Kind::Put, handle, put);
    client.silent();
    let mut other = rig.client();
    rig.manager.begin_end(EndMode::Quiesce);
    other.channel.end(Ending::Reconnect);
    client.channel.end(Ending::Reconnect);
    assert_eq!(client.next().codes().1, Reason::Q_MGR_STOPPING.0);
    client.silent();
    client.disk_is_slow = false;
    assert_eq!(client.next().head.kind, Kind::PutReply);
    told(&mut client, StatusCode::Q_MGR_ENDING);
    assert_eq!(rig.manager.connection_count(), 1);
    other.silent();
}

/// That the connections of a socket with this one are to be made elsewhere.
fn leave(id: [u8; 24], patience_ms: Option<u64>, in_unit_of_work: bool) -> Leave {
    Leave {
        connection_ids: [id].into(),
        patience_ns: patience_ms.map(|ms| ms * 1_000_000),
        in_unit_of_work,
    }
}

fn only_connection(rig: &Rig) -> [u8; 24] {
    let connections = rig.manager.application_connections();
    assert_eq!(connections.len(), 1);
    connections[0].id
}

/// A queue manager of a uniform cluster has more than its share. Whoever waits for a message loses nothing.
#[test]
fn a_client_that_is_to_leave_is_hung_up_on_while_it_waits() {
    let rig = Rig::new();
    let (mut client, handle) = reconnecting(&rig, MQCNO_RECONNECT);
    client.ask(1, Kind::Get, handle, Client::get_call(MQGMO_WAIT, -1, 100));
    let id = only_connection(&rig);
    client.channel.leave(&leave([7; 24], Some(0), true));
    client.silent();
    client.channel.leave(&leave(id, None, false));
    assert_eq!(client.next().codes().1, Reason::Q_MGR_STOPPING.0);
    told(&mut client, StatusCode::Q_MGR_ENDING);
    assert_eq!(*rig.host.left.lock().expect("unharmed"), [id]);
}

#[test]
fn a_client_that_is_to_leave_may_finish_its_unit_of_work_for_a_while() {
    // How it ends: by itself, after its time, at once because that does not matter.
    for (patience_ms, in_work) in [(None, false), (Some(3_000), false), (Some(3_000), true)] {
        let rig = Rig::new();
        let (mut client, handle) = reconnecting(&rig, MQCNO_RECONNECT);
        client.put(1, handle, b"one", MQPMO_SYNCPOINT);
        let id = only_connection(&rig);
        client.channel.leave(&leave(id, patience_ms, in_work));
        if !in_work {
            rig.pass_ms(2_999);
            client.tick();
            client.silent();
            match patience_ms {
                None => {
                    client.put(1, handle, b"two", MQPMO_SYNCPOINT);
                    assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
                }
                Some(_) => {
                    rig.pass_ms(1);
                    client.tick();
                }
            }
        }
        told(&mut client, StatusCode::Q_MGR_ENDING);
        assert_eq!(rig.manager.connection_count(), 0);
    }
}

#[test]
fn a_client_that_does_not_reconnect_never_leaves() {
    let rig = Rig::new();
    let mut client = rig.client();
    let id = only_connection(&rig);
    client.channel.leave(&leave(id, Some(0), true));
    rig.pass_ms(10_000);
    client.tick();
    client.silent();
}

/// Clients of others try their next place when they hear that; ours is told where to go.
#[test]
fn a_connection_in_place_of_one_that_left_is_sent_elsewhere() {
    let rig = Rig::new();
    *rig.host.elsewhere.lock().expect("unharmed") = Some("QM2".to_owned());
    let mut client = rig.socket();
    client.negotiate(Client::wants()).expect("terms");
    client.log_on("app");
    client.send_reconnect(1, "QM1", *b"AMQCQM1.LOST.CONNECTION.");
    let refused = client.next();
    assert_eq!(refused.codes().1, Reason::Q_MGR_QUIESCING.0);
    let Segment::Call(_, Call::Connect(connect)) = refused.segment() else {
        panic!("no answer to a connect call");
    };
    assert_eq!(connect.q_mgr_name.name().as_str().trim_end(), "QM2");
}

/// To hang up on one would break the other.
#[test]
fn a_socket_is_kept_while_somebody_on_it_does_not_reconnect() {
    let rig = Rig::new();
    let (mut client, _) = reconnecting(&rig, MQCNO_RECONNECT);
    client.converse(3);
    rig.manager.begin_end(EndMode::Quiesce);
    client.channel.end(Ending::Reconnect);
    rig.pass_ms(60_000);
    client.tick();
    client.silent();
    assert_eq!(client.simple(3, Kind::Disconnect).0, MQCC_OK);
    client.send_end(3, false);
    told(&mut client, StatusCode::Q_MGR_ENDING);
}
