//! The client road against a peer made of the other side of the protocol.

mod support;

use ferromq_client::{
    Address, ChannelSource, ChannelTable, ClientChannel, ClientConnection, ConnectFailure,
    ReconnectingConnection, sleep_for_any_client,
};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_wire::Kind;
use ferromq_wire::control::StatusCode;
use ferromq_wire::negotiate::{PasswordRule, ServerOffer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::task::Poll;
use std::time::{Duration, Instant};
use support::Peer;

fn channel(port: u16) -> ClientChannel {
    let address = Address {
        host: "127.0.0.1".into(),
        port,
    };
    ClientChannel::new("APP.SVRCONN", vec![address])
}

fn connect(port: u16) -> ClientConnection {
    ClientConnection::connect(&channel(port), &ConnectOptions::default()).expect("connected")
}

fn connect_alone(port: u16) -> ClientConnection {
    let options = ConnectOptions {
        options: MQCNO_NO_CONV_SHARING,
        ..ConnectOptions::default()
    };
    ClientConnection::connect(&channel(port), &options).expect("connected")
}

fn refused(channel: &ClientChannel) -> ConnectFailure {
    ClientConnection::connect(channel, &ConnectOptions::default()).expect_err("refused")
}

fn get(session: &mut Session<ClientConnection>, queue: ObjectHandle) -> Vec<u8> {
    let options = GetOptions::default();
    let got = session.get(queue, &MsgDescriptor::default(), &options, 1 << 22);
    got.expect("a message").body.to_vec()
}

/// Goal: whatever the two ends agree on, messages of all lengths go there and come back. Method: header forms,
/// levels and segment lengths.
#[test]
fn messages_go_there_and_come_back_whatever_is_agreed() {
    for (conversations_max, fap_max, transmission_bytes_max) in [
        (10, 17, 32_748),
        (1, 13, 2048),
        (0, 17, 32_748),
        (0, 9, 1024),
    ] {
        let peer = Peer::offering(ServerOffer {
            conversations_max,
            fap_max,
            transmission_bytes_max,
            ..ServerOffer::default()
        });
        let mut session = Session::new(connect(peer.listen()));
        assert_eq!(session.road().q_mgr_name().as_str(), "PEER");
        let queue = session
            .open("Q", MQOO_OUTPUT | MQOO_INPUT_SHARED)
            .expect("opened");
        for length in [0, 1, 2048, 4095, 4096, 100_000, 3_000_000] {
            let body: Vec<u8> = (0..length).map(|at| at as u8).collect();
            let (mut md, mut pmo) = (MsgDescriptor::default(), PutOptions::default());
            session
                .put(queue, &mut md, &mut pmo, body.clone())
                .expect("put");
            assert!(get(&mut session, queue) == body, "{length} bytes");
        }
        session.close(queue, MQCO_NONE).expect("closed");
        session.disconnect().expect("disconnected");
    }
}

/// Goal: whatever queue manager is at the other end, a get asks for no more than was agreed, and takes nothing that is
/// longer. Source: 2010. Method: a peer that would send, and drop, whatever fits the buffer it is told.
#[test]
fn a_message_longer_than_agreed_stays_and_is_told() {
    let peer = Peer::offering(ServerOffer {
        message_bytes_max: 10_000,
        ..ServerOffer::default()
    });
    let mut session = Session::new(connect(peer.listen()));
    let queue = session.open("Q", MQOO_INPUT_SHARED).expect("opened");
    let mut get = |options: i32, buffer_len: u32| {
        let options = GetOptions {
            options,
            ..GetOptions::default()
        };
        match session.get(queue, &MsgDescriptor::default(), &options, buffer_len) {
            Ok(got) => (got.reason, got.body.len(), got.data_length),
            Err(error) => (error.reason, 0, 0),
        }
    };
    let (accepts, cut) = (MQGMO_ACCEPT_TRUNCATED_MSG, Reason::TRUNCATED_MSG_ACCEPTED);
    peer.keep(vec![7; 10_001]);
    for options in [0, accepts, MQGMO_SYNCPOINT] {
        assert_eq!(get(options, 1 << 20), (Reason::DATA_LENGTH_ERROR, 0, 0));
    }
    let failed = Reason::TRUNCATED_MSG_FAILED;
    assert_eq!(get(0, 10_000), (failed, 10_000, 10_001));
    assert_eq!(peer.depth(), 1);
    assert_eq!(get(accepts, 10_000), (cut, 10_000, 10_001));
    for length in [0, 10_000] {
        peer.keep(vec![7; length]);
        assert_eq!(get(0, u32::MAX), (Reason::NONE, length, length as u32));
    }
    assert_eq!(peer.depth(), 0);
}

#[test]
fn an_empty_queue_has_no_message() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = Session::new(connect(peer.listen()));
    let queue = session.open("Q", MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions::default();
    let got = session.get(queue, &MsgDescriptor::default(), &options, 100);
    assert_eq!(got.expect_err("nothing").reason, Reason::NO_MSG_AVAILABLE);
}

#[test]
fn verbs_after_the_disconnect_are_refused() {
    let peer = Peer::offering(ServerOffer::default());
    let mut connection = connect(peer.listen());
    assert!(matches!(
        connection.call(Request::Disconnect),
        Reply::Done(_)
    ));
    let reply = connection.call(Request::Commit);
    assert!(
        matches!(reply, Reply::Failed(Reason::HCONN_ERROR)),
        "{reply:?}"
    );
}

#[test]
fn connections_share_sockets_as_far_as_both_ends_allow() {
    let peer = Peer::offering(ServerOffer {
        conversations_max: 3,
        ..ServerOffer::default()
    });
    let port = peer.listen();
    let shared: Vec<_> = (0..7).map(|_| connect(port)).collect();
    assert_eq!(peer.sockets(), 3);
    let _alone = connect_alone(port);
    assert_eq!(peer.sockets(), 4);
    drop(shared);
    let _again = connect(port);
    assert_eq!(peer.sockets(), 5);
}

/// Goal: threads that share a socket all get their answers. Method: many calls each.
#[test]
fn threads_that_share_a_socket_read_for_each_other() {
    let peer = Peer::offering(ServerOffer::default());
    let port = peer.listen();
    std::thread::scope(|scope| {
        for thread in 0..8_u8 {
            let mut session = Session::new(connect(port));
            scope.spawn(move || {
                let queue = session.open("Q", MQOO_OUTPUT).expect("opened");
                for _ in 0..200 {
                    let (mut md, mut pmo) = (MsgDescriptor::default(), PutOptions::default());
                    let put = session.put(queue, &mut md, &mut pmo, vec![thread; 3000]);
                    put.expect("put");
                }
                session.disconnect().expect("disconnected");
            });
        }
    });
    assert_eq!(peer.sockets(), 1);
    assert_eq!(peer.depth(), 1600);
}

#[test]
fn one_thread_has_many_calls_under_way() {
    let peer = Peer::offering(ServerOffer::default());
    let port = peer.listen();
    let mut connections: Vec<_> = (0..5).map(|_| connect(port)).collect();
    for connection in &mut connections {
        assert!(connection.start(Request::Commit).is_pending());
        let second = connection.start(Request::Commit);
        assert!(matches!(
            second,
            Poll::Ready(Reply::Failed(Reason::CALL_IN_PROGRESS))
        ));
    }
    let mut left = connections.len();
    while left > 0 {
        sleep_for_any_client(connections.iter_mut(), Some(Duration::from_secs(1)));
        for connection in &mut connections {
            match connection.poll() {
                Poll::Ready(Reply::Done(Reason::NONE)) => left -= 1,
                // What was answered already has nothing to wait for.
                Poll::Ready(Reply::Failed(Reason::UNEXPECTED_ERROR)) | Poll::Pending => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Goal: a thread that sleeps for many connections wakes when another has read its answer. Method: one call of each of
/// two threads on a socket they share, at once, and none after that before both are answered.
#[test]
fn a_sleeper_hears_of_an_answer_that_another_thread_has_read() {
    const ROUNDS: u64 = 3_000;
    /// Longer than any machine takes over one call.
    const LOST: Duration = Duration::from_secs(60);
    let peer = Peer::offering(ServerOffer::default());
    let port = peer.listen();
    let (mut sleeper, mut caller) = (connect(port), connect(port));
    assert_eq!(peer.sockets(), 1);
    let (round, missed) = (Barrier::new(2), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..ROUNDS {
                round.wait();
                if missed.load(Ordering::SeqCst) {
                    return;
                }
                let reply = caller.call(Request::Commit);
                assert!(matches!(reply, Reply::Done(Reason::NONE)), "{reply:?}");
            }
        });
        for number in 0..ROUNDS {
            round.wait();
            let since = Instant::now();
            let mut answer = sleeper.start(Request::Commit);
            while answer.is_pending() {
                sleep_for_any_client(std::iter::once(&mut sleeper), Some(LOST));
                answer = sleeper.poll();
            }
            if since.elapsed() >= LOST {
                missed.store(true, Ordering::SeqCst);
                if number + 1 < ROUNDS {
                    round.wait();
                }
                break;
            }
        }
    });
    assert!(
        !missed.into_inner(),
        "an answer was read and its sleeper not woken"
    );
}

/// Goal: an asynchronous put names its message and waits for nobody. Method: blocks of two ids.
#[test]
fn asynchronous_puts_name_their_messages_and_are_not_answered() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = Session::new(connect(peer.listen()));
    let queue = session
        .open("Q", MQOO_OUTPUT | MQOO_INPUT_SHARED)
        .expect("opened");
    let mut ids = Vec::new();
    for _ in 0..5 {
        let mut md = MsgDescriptor::default();
        let mut pmo = PutOptions {
            options: MQPMO_ASYNC_RESPONSE,
            ..PutOptions::default()
        };
        session.put(queue, &mut md, &mut pmo, "x").expect("put");
        ids.push(md.msg_id);
    }
    assert_eq!(peer.saw(Kind::Spi), 3);
    // Its answer comes after all of them.
    session.commit().expect("committed");
    assert_eq!(peer.depth(), 5);
    assert!(ids.iter().all(|id| id.starts_with(b"AMQ PEER        abcd")));
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn a_message_longer_than_agreed_is_refused_here() {
    let peer = Peer::offering(ServerOffer {
        message_bytes_max: 1000,
        ..ServerOffer::default()
    });
    let mut session = Session::new(connect(peer.listen()));
    let queue = session.open("Q", MQOO_OUTPUT).expect("opened");
    let (mut md, mut pmo) = (MsgDescriptor::default(), PutOptions::default());
    session
        .put(queue, &mut md, &mut pmo, vec![0; 1000])
        .expect("put");
    let put = session.put(queue, &mut md, &mut pmo, vec![0; 1001]);
    assert_eq!(put.expect_err("too long").reason, Reason::DATA_LENGTH_ERROR);
}

#[test]
fn what_a_client_cannot_do_is_refused_here() {
    let peer = Peer::offering(ServerOffer::default());
    let mut connection = connect(peer.listen());
    let command = Request::Command {
        text: "PING QMGR".into(),
    };
    for (request, reason) in [
        (command, Reason::FUNCTION_NOT_SUPPORTED),
        (Request::Begin { options: 0 }, Reason::ENVIRONMENT_ERROR),
    ] {
        match connection.call(request) {
            Reply::Failed(found) => assert_eq!(found, reason),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn refusals_of_the_channel_become_reasons() {
    for (code, reason) in [
        (StatusCode::CHANNEL_NOT_FOUND, Reason::UNKNOWN_CHANNEL_NAME),
        (StatusCode::CHANNEL_TYPE, Reason::CHANNEL_CONFIG_ERROR),
        (
            StatusCode::CHANNEL_UNAVAILABLE,
            Reason::CHANNEL_NOT_AVAILABLE,
        ),
        (StatusCode::Q_MGR_ENDING, Reason::Q_MGR_NOT_AVAILABLE),
        (StatusCode::CIPHER, Reason::SSL_INITIALIZATION_ERROR),
        (StatusCode::STANDBY, Reason::STANDBY_Q_MGR),
    ] {
        let peer = Peer::offering(ServerOffer::default());
        peer.refuse_with(code);
        let failure = refused(&channel(peer.listen()));
        assert_eq!(failure.reason, reason, "{failure}");
        assert!(failure.text.contains("APP.SVRCONN"), "{failure}");
    }
}

#[test]
fn a_refused_connect_has_the_reason_of_the_queue_manager() {
    let peer = Peer::offering(ServerOffer::default());
    peer.fail_connect_with(MQRC_NOT_AUTHORIZED);
    let failure = refused(&channel(peer.listen()));
    assert_eq!(failure.reason, Reason::NOT_AUTHORIZED, "{failure}");
}

/// Goal: a password travels only where it can be read by nobody else, or where the channel says it may.
#[test]
fn a_password_travels_in_clear_only_where_the_channel_allows_it() {
    for (password_rule, goes) in [
        (PasswordRule::Answer12, true),
        (PasswordRule::Level12, true),
        (PasswordRule::Protected, false),
    ] {
        let peer = Peer::offering(ServerOffer {
            password_rule,
            ..ServerOffer::default()
        });
        let channel = channel(peer.listen()).with_password("ann", b"secret");
        let connected = ClientConnection::connect(&channel, &ConnectOptions::default());
        if goes {
            connected.expect("connected");
            let sent = peer.credentials().expect("credentials");
            assert_eq!(sent, (b"ann".to_vec(), b"secret".to_vec()));
        } else {
            let failure = connected.expect_err("refused");
            assert_eq!(failure.reason, Reason::PASSWORD_PROTECTION_ERROR);
            assert_eq!(peer.credentials(), None);
        }
    }
}

#[test]
fn places_are_tried_in_their_order() {
    let unused = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let nobody = unused.local_addr().expect("an address").port();
    drop(unused);
    let peer = Peer::offering(ServerOffer::default());
    let mut both = channel(nobody);
    let failure = refused(&both);
    assert_eq!(failure.reason, Reason::HOST_NOT_AVAILABLE);
    assert!(
        failure.text.contains(&format!("127.0.0.1({nobody})")),
        "{failure}"
    );
    both.addresses.extend(channel(peer.listen()).addresses);
    ClientConnection::connect(&both, &ConnectOptions::default()).expect("connected");
}

#[test]
fn a_port_that_never_answers_is_given_up() {
    let peer = Peer::offering(ServerOffer::default());
    peer.hang_at(Kind::Initial);
    let mut channel = channel(peer.listen());
    channel.connect_timeout = Duration::from_millis(50);
    let failure = refused(&channel);
    assert_eq!(failure.reason, Reason::Q_MGR_NOT_AVAILABLE, "{failure}");
}

#[test]
fn a_connection_whose_socket_is_closed_is_broken() {
    let peer = Peer::offering(ServerOffer::default());
    peer.close_at(Kind::Commit);
    let port = peer.listen();
    let (mut first, mut second) = (connect(port), connect(port));
    for connection in [&mut first, &mut second] {
        let reply = connection.call(Request::Commit);
        assert!(
            matches!(reply, Reply::Failed(Reason::CONNECTION_BROKEN)),
            "{reply:?}"
        );
    }
    connect(port);
    assert_eq!(peer.sockets(), 2);
}

/// Goal: a queue manager that has gone without a word is noticed. Method: one that answers no heartbeat.
#[test]
fn a_queue_manager_that_answers_no_heartbeat_is_gone() {
    let peer = Peer::offering(ServerOffer {
        heartbeat_s: 1,
        ..ServerOffer::default()
    });
    peer.hang_at(Kind::Commit);
    let mut channel = channel(peer.listen());
    channel.heartbeat_s = 1;
    let options = ConnectOptions::default();
    let mut connection = ClientConnection::connect(&channel, &options).expect("connected");
    assert!(connection.start(Request::Commit).is_pending());
    // The peer hears of the call and answers heartbeats, so that the call goes on waiting.
    while peer.saw(Kind::Heartbeat) == 0 {
        sleep_for_any_client(
            std::iter::once(&mut connection),
            Some(Duration::from_millis(50)),
        );
        assert!(connection.poll().is_pending());
    }
    peer.hang_at(Kind::Heartbeat);
    loop {
        sleep_for_any_client(
            std::iter::once(&mut connection),
            Some(Duration::from_millis(50)),
        );
        if let Poll::Ready(reply) = connection.poll() {
            assert!(
                matches!(reply, Reply::Failed(Reason::CONNECTION_BROKEN)),
                "{reply:?}"
            );
            break;
        }
    }
}

fn reconnecting(port: u16, options: i32) -> Session<ReconnectingConnection> {
    let options = ConnectOptions {
        options,
        ..ConnectOptions::default()
    };
    let source = ChannelSource::One(Box::new(channel(port)));
    let connection = ReconnectingConnection::connect(source, &options, None);
    Session::new(connection.expect("connected"))
}

fn put_with(
    session: &mut Session<ReconnectingConnection>,
    queue: ObjectHandle,
    options: i32,
) -> Reason {
    let mut pmo = PutOptions {
        options,
        ..PutOptions::default()
    };
    match session.put(queue, &mut MsgDescriptor::default(), &mut pmo, "x") {
        Ok(reason) => reason,
        Err(error) => error.reason,
    }
}

/// Source: automatic client reconnection.
#[test]
fn a_connection_is_made_again_and_its_handles_go_on() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    let queue = session
        .open("Q", MQOO_OUTPUT | MQOO_INPUT_SHARED)
        .expect("opened");
    assert_eq!(
        put_with(&mut session, queue, MQPMO_NO_SYNCPOINT),
        Reason::NONE
    );
    peer.close_at(Kind::Get);
    let options = GetOptions::default();
    let got = session.get(queue, &MsgDescriptor::default(), &options, 10);
    assert_eq!(got.expect("carried out again").body, "x");
    assert_eq!((peer.sockets(), peer.saw(Kind::Open)), (2, 2));
    session.disconnect().expect("disconnected");
}

#[test]
fn a_put_or_a_commit_that_was_under_way_is_not_known_to_have_happened() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    let queue = session.open("Q", MQOO_OUTPUT).expect("opened");
    peer.close_at(Kind::Put);
    let put = put_with(&mut session, queue, MQPMO_NO_SYNCPOINT);
    assert_eq!(put, Reason::CALL_INTERRUPTED);
    assert_eq!(put_with(&mut session, queue, MQPMO_SYNCPOINT), Reason::NONE);
    peer.close_at(Kind::Commit);
    let commit = session.commit().expect_err("interrupted");
    assert_eq!(commit.reason, Reason::CALL_INTERRUPTED);
    session.commit().expect("nothing to commit");
}

/// Goal: a program that did nothing while its connection was lost is not told that nobody knows whether its put happened: nothing of it was
/// sent. Of a commit it is known that it did not. Source: 2549.
#[test]
fn what_was_not_sent_before_the_connection_was_lost_is_known_not_to_have_happened() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    let queue = session.open("Q", MQOO_OUTPUT).expect("opened");
    peer.close_behind(Kind::Put);
    for puts in 1..3 {
        assert_eq!(
            put_with(&mut session, queue, MQPMO_NO_SYNCPOINT),
            Reason::NONE
        );
        assert_eq!((peer.depth(), peer.saw(Kind::Put)), (puts, puts));
        peer.await_closed(1);
    }
    assert_eq!(peer.sockets(), 2);
    peer.close_behind(Kind::Put);
    assert_eq!(put_with(&mut session, queue, MQPMO_SYNCPOINT), Reason::NONE);
    peer.await_closed(2);
    let commit = session.commit().expect_err("lost");
    assert_eq!(commit.reason, Reason::BACKED_OUT);
    assert_eq!(peer.saw(Kind::Commit), 0);
    session.commit().expect("nothing to commit");
}

/// Source: 2547: what the queue manager remembers of the order is lost with the connection.
#[test]
fn puts_in_logical_order_are_refused_where_the_connection_may_be_made_again() {
    let peer = Peer::offering(ServerOffer::default());
    let port = peer.listen();
    for (options, expected) in [
        (MQCNO_RECONNECT, Reason::RECONNECT_INCOMPATIBLE),
        (MQCNO_RECONNECT_Q_MGR, Reason::RECONNECT_INCOMPATIBLE),
        (MQCNO_RECONNECT_DISABLED, Reason::NONE),
        (MQCNO_NONE, Reason::NONE),
    ] {
        let mut session = reconnecting(port, options);
        let queue = session.open("Q", MQOO_OUTPUT).expect("opened");
        let put = put_with(&mut session, queue, MQPMO_LOGICAL_ORDER | MQPMO_SYNCPOINT);
        assert_eq!(put, expected);
    }
}

#[test]
fn a_unit_of_work_is_lost_with_its_connection() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT_Q_MGR);
    let queue = session.open("Q", MQOO_OUTPUT).expect("opened");
    assert_eq!(put_with(&mut session, queue, MQPMO_SYNCPOINT), Reason::NONE);
    peer.close_at(Kind::Put);
    for _ in 0..2 {
        let put = put_with(&mut session, queue, MQPMO_SYNCPOINT);
        assert_eq!(put, Reason::BACKED_OUT);
    }
    assert_eq!(
        put_with(&mut session, queue, MQPMO_NO_SYNCPOINT),
        Reason::NONE
    );
    session.back_out().expect("backed out");
    assert_eq!(put_with(&mut session, queue, MQPMO_SYNCPOINT), Reason::NONE);
    session.commit().expect("committed");
}

/// Whoever disconnects has its unit of work committed, or is told that it is lost. Source: MQDISC, 2003.
#[test]
fn a_disconnect_tells_of_a_unit_of_work_that_was_lost() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    let queue = session.open("Q", MQOO_OUTPUT).expect("opened");
    assert_eq!(put_with(&mut session, queue, MQPMO_SYNCPOINT), Reason::NONE);
    peer.close_at(Kind::Open);
    session.open("OTHER", MQOO_OUTPUT).expect("opened again");
    let disconnected = session.disconnect().expect("disconnected");
    assert_eq!(disconnected, Reason::BACKED_OUT);
    assert_eq!(peer.saw(Kind::Disconnect), 1);
}

#[test]
fn a_handle_that_was_closed_with_a_warning_is_not_opened_again() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    let queue = session.open("Q", MQOO_INPUT_SHARED).expect("opened");
    peer.answer_with(Kind::Close, MQCC_WARNING, MQRC_INCOMPLETE_GROUP);
    let closed = session.close(queue, MQCO_NONE).expect("closed");
    assert_eq!(closed, Reason::INCOMPLETE_GROUP);
    peer.close_at(Kind::Commit);
    session.commit().expect("nothing to commit");
    assert_eq!((peer.sockets(), peer.saw(Kind::Open)), (2, 1));
}

/// A connection on which not all can be opened again is not kept: what was opened on it is let go.
#[test]
fn a_connection_that_is_given_up_holds_nothing() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    session.open("Q", MQOO_INPUT_EXCLUSIVE).expect("opened");
    let ended = peer.saw(Kind::SocketAction);
    peer.answer_with(Kind::Open, MQCC_FAILED, MQRC_OBJECT_IN_USE);
    peer.close_at(Kind::Commit);
    let commit = session.commit().expect_err("given up");
    assert_eq!(commit.reason, Reason::RECONNECT_FAILED);
    let since = Instant::now();
    while peer.saw(Kind::SocketAction) == ended {
        assert!(
            since.elapsed() < Duration::from_secs(30),
            "it is still there"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Goal: who waits in vain for a verdict disturbs nobody on the same socket. Method: credentials that are never answered.
#[test]
fn a_connect_that_is_not_decided_ends_alone() {
    let peer = Peer::offering(ServerOffer {
        conversations_max: 3,
        ..ServerOffer::default()
    });
    let mut channel = channel(peer.listen());
    channel.connect_timeout = Duration::from_millis(100);
    let options = ConnectOptions::default();
    let mut first = ClientConnection::connect(&channel, &options).expect("connected");
    peer.hang_at(Kind::Connect);
    let failure = refused(&channel);
    assert_eq!(failure.reason, Reason::Q_MGR_NOT_AVAILABLE, "{failure}");
    assert!(failure.to_string().contains("decided"), "{failure}");
    let reply = first.call(Request::Commit);
    assert!(matches!(reply, Reply::Done(Reason::NONE)), "{reply:?}");
    // The one both were on, and one of its own that was tried in its place.
    assert_eq!(peer.sockets(), 2);
}

#[test]
fn without_being_asked_nothing_is_made_again() {
    let peer = Peer::offering(ServerOffer::default());
    for options in [0, MQCNO_RECONNECT | MQCNO_RECONNECT_DISABLED] {
        let mut session = reconnecting(peer.listen(), options);
        peer.close_at(Kind::Commit);
        let commit = session.commit().expect_err("broken");
        assert_eq!(commit.reason, Reason::CONNECTION_BROKEN);
    }
}

/// Source: DEFRECON.
#[test]
fn a_definition_says_that_connections_are_made_again() {
    let peer = Peer::offering(ServerOffer::default());
    let port = peer.listen();
    for (word, made_again) in [("yes", true), ("no", false), ("disabled", false)] {
        let text = format!(
            r#"{{"channel":[{{"name":"APP.SVRCONN","type":"clientConnection","clientConnection":
                {{"connection":[{{"host":"127.0.0.1","port":{port}}}],"queueManager":"PEER"}},
                "connectionManagement":{{"defaultReconnect":"{word}"}}}}]}}"#
        );
        let table = ChannelTable::from_json(&text).expect("a table");
        let options = ConnectOptions {
            q_mgr_name: ObjectName::truncated("PEER"),
            ..ConnectOptions::default()
        };
        let source = ChannelSource::Table(Arc::new(table));
        let connection = ReconnectingConnection::connect(source, &options, None);
        let mut session = Session::new(connection.expect("connected"));
        peer.close_at(Kind::Open);
        let opened = session.open("Q", MQOO_OUTPUT);
        let reason = opened.err().map(|error| error.reason);
        let broken = (!made_again).then_some(Reason::CONNECTION_BROKEN);
        assert_eq!(reason, broken, "{word}");
    }
}

/// Goal: nothing learned of one queue manager is said of the next one. Method: the connection is lost between two questions, and within
/// one, behind the answer.
#[test]
fn the_code_page_is_asked_for_anew_when_the_connection_was_made_again() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    peer.answer_inquiries_with(850);
    for _ in 0..2 {
        assert_eq!(session.q_mgr_ccsid(), Some(850));
    }
    assert_eq!(peer.saw(Kind::Inquire), 1);
    peer.close_at(Kind::Commit);
    session.commit().expect("nothing to commit");
    peer.answer_inquiries_with(819);
    peer.close_behind(Kind::Inquire);
    assert_eq!(session.q_mgr_ccsid(), Some(819));
    peer.answer_inquiries_with(1208);
    for _ in 0..2 {
        assert_eq!(session.q_mgr_ccsid(), Some(1208));
    }
    assert_eq!((peer.saw(Kind::Inquire), peer.sockets()), (3, 3));
}

#[test]
fn what_cannot_be_made_again_is_given_up() {
    let peer = Peer::offering(ServerOffer::default());
    let mut session = reconnecting(peer.listen(), MQCNO_RECONNECT);
    peer.close_at(Kind::Commit);
    peer.fail_connect_with(MQRC_NOT_AUTHORIZED);
    for _ in 0..2 {
        let commit = session.commit().expect_err("given up");
        assert_eq!(commit.reason, Reason::RECONNECT_FAILED);
    }
}

/// Puts without an answer, with message ids of its own: they need no other call. Each is a different length.
fn puts_without_answers(
    connection: &mut ClientConnection,
    lengths: std::ops::Range<usize>,
    options: i32,
) {
    for length in lengths {
        let put = Request::Put {
            handle: ObjectHandle(2),
            descriptor: MsgDescriptor {
                msg_id: [7; 24],
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: options | MQPMO_ASYNC_RESPONSE,
                ..PutOptions::default()
            },
            body: vec![1; length].into(),
        };
        assert!(matches!(connection.call(put), Reply::Put(_)));
    }
}

fn await_depth(peer: &Peer, depth: usize) {
    let began = Instant::now();
    while peer.depth() < depth {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{}",
            peer.depth()
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn puts_without_answers_are_there_in_order_when_their_commit_is_answered() {
    let peer = Peer::offering(ServerOffer::default());
    let mut connection = connect_alone(peer.listen());
    puts_without_answers(&mut connection, 0..10, MQPMO_SYNCPOINT);
    assert!(matches!(connection.call(Request::Commit), Reply::Done(_)));
    assert_eq!((peer.saw(Kind::Put), peer.saw(Kind::Commit)), (10, 1));
    assert_eq!(peer.lengths(), (0..10).collect::<Vec<_>>());
}

#[test]
fn a_long_unit_of_work_leaves_before_its_commit() {
    let peer = Peer::offering(ServerOffer::default());
    let mut connection = connect_alone(peer.listen());
    puts_without_answers(&mut connection, 3000..3100, MQPMO_SYNCPOINT);
    await_depth(&peer, 80);
    assert!(matches!(connection.call(Request::BackOut), Reply::Done(_)));
    assert_eq!(peer.saw(Kind::Put), 100);
}

/// Goal: what was put without an answer leaves soon though the program does nothing more, and again after the thread that
/// sends it has ended.
#[test]
fn puts_without_answers_leave_without_another_call() {
    let peer = Peer::offering(ServerOffer::default());
    let mut connection = connect_alone(peer.listen());
    for round in 1..=2 {
        puts_without_answers(&mut connection, 0..20, MQPMO_NO_SYNCPOINT);
        await_depth(&peer, 20 * round);
        std::thread::sleep(Duration::from_millis(300));
    }
    let twice: Vec<usize> = (0..20).chain(0..20).collect();
    assert_eq!(peer.lengths(), twice);
}

#[test]
fn a_connection_that_is_dropped_sends_its_puts_first() {
    let peer = Peer::offering(ServerOffer::default());
    let port = peer.listen();
    let mut connection = connect_alone(port);
    puts_without_answers(&mut connection, 0..20, MQPMO_NO_SYNCPOINT);
    drop(connection);
    await_depth(&peer, 20);
    assert_eq!(peer.lengths(), (0..20).collect::<Vec<_>>());
}
