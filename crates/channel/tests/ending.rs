//! How channels end.

mod rig;

use ferromq_channel::Ending;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_qmgr::EndMode;
use ferromq_wire::control::{Status, StatusCode, notice};
use ferromq_wire::delivery::{RequestMessages, Selection, request};
use ferromq_wire::head::flag;
use ferromq_wire::{Call, Family, Kind, Segment};
use rig::{Client, Rig};

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
        client.channel.status().expect("a channel").state(),
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
    client.deaf = true;
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
    client.deaf = true;
    client.channel.end(Ending::Immediate);
    assert!(client.channel.is_over() && !client.channel.outbound().is_empty());
    let due_ns = rig.manager.monotonic_ns() + 10_000_000_000;
    assert_eq!(client.channel.deadline_ns(), Some(due_ns));
    rig.pass_ms(10_000);
    client.tick();
    assert!(client.channel.outbound().is_empty());
    assert_eq!(client.channel.deadline_ns(), None);
}
