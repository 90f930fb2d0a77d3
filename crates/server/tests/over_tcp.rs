//! What only the client road has: reading ahead, gets below level 13, and connections made again. A server in
//! this process, applications at the other end of TCP sockets.

use crate::support::office::Relay;
use crate::support::{Running, Scratch, quiet};
use ferromq_client::{
    Address, ChannelSource, ClientChannel, ClientConnection, ReconnectingConnection,
};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_server::EndHow;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};

const QUEUE: &str = "ROAD.Q";

/// Starts a server with a channel and a queue; the port it listens at.
fn start(scratch: &Scratch) -> (Running, ClientChannel) {
    let running = Running::start_with(&scratch.0, quiet());
    let mut local = running.connect();
    for command in [
        "DEFINE CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN) MAXMSGL(104857600)",
        "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
        "REFRESH SECURITY TYPE(CONNAUTH)",
        "DEFINE QLOCAL(ROAD.Q) MAXDEPTH(100000)",
    ] {
        crate::support::command(&mut local, command);
    }
    local.disconnect().expect("disconnected");
    let port = listen(&running, 0);
    let address = Address {
        host: "127.0.0.1".into(),
        port,
    };
    (running, ClientChannel::new("ROAD.SVRCONN", vec![address]))
}

fn listen(running: &Running, port: u16) -> u16 {
    let localhost = Ipv4Addr::LOCALHOST.into();
    let started = running.handle.start_listener("ROAD", Some(localhost), port);
    started.expect("a port")
}

fn end(running: Running) {
    running.handle.end(EndHow::Immediate);
    running.ended().expect("a good end");
}

fn connect(channel: &ClientChannel) -> Session<ClientConnection> {
    let connection = ClientConnection::connect(channel, &ConnectOptions::default());
    Session::new(connection.expect("connected"))
}

fn put<C: Connected>(session: &mut Session<C>, queue: ObjectHandle, options: i32, body: &[u8]) {
    let mut pmo = PutOptions {
        options,
        ..PutOptions::default()
    };
    let put = session.put(
        queue,
        &mut MsgDescriptor::default(),
        &mut pmo,
        body.to_vec(),
    );
    put.expect("put");
}

/// What a get answers: its text, or its reason.
fn get<C: Connected>(
    session: &mut Session<C>,
    queue: ObjectHandle,
    options: i32,
    wait_ms: i32,
    buffer_len: u32,
) -> Result<(String, Reason), Reason> {
    let options = GetOptions {
        options,
        match_options: MQMO_NONE,
        wait_interval_ms: wait_ms,
        ..GetOptions::default()
    };
    match session.get(queue, &MsgDescriptor::default(), &options, buffer_len) {
        Ok(got) => Ok((
            String::from_utf8(got.body.to_vec()).expect("text"),
            got.reason,
        )),
        Err(error) => Err(error.reason),
    }
}

fn depth(running: &Running) -> i32 {
    let mut local = running.connect();
    let queue = local.open(QUEUE, MQOO_INQUIRE).expect("opened");
    let (ints, ..) = local
        .inquire(queue, &[MQIA_CURRENT_Q_DEPTH], 1, 0)
        .expect("inquired");
    ints[0]
}

/// Goal: far more than a window comes whole, in order and once. Method: messages of many lengths.
#[test]
fn messages_read_ahead_come_in_order_and_once() {
    let scratch = Scratch::new("client-ahead");
    let (running, channel) = start(&scratch);
    let mut session = connect(&channel);
    let queue = session
        .open(QUEUE, MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_READ_AHEAD)
        .expect("opened");
    for number in 0..2000 {
        let body = format!("{number} {}", "x".repeat(number % 700 * 10));
        put(&mut session, queue, MQPMO_ASYNC_RESPONSE, body.as_bytes());
    }
    session.commit().expect("after all of them");
    for number in 0..2000 {
        let got = get(
            &mut session,
            queue,
            MQGMO_NO_SYNCPOINT | MQGMO_WAIT,
            10_000,
            100_000,
        );
        let (text, _) = got.expect("a message");
        assert!(text.starts_with(&format!("{number} ")), "{number}");
    }
    let nothing = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(nothing, Err(Reason::NO_MSG_AVAILABLE));
    let waited = get(
        &mut session,
        queue,
        MQGMO_NO_SYNCPOINT | MQGMO_WAIT,
        20,
        100,
    );
    assert_eq!(waited, Err(Reason::NO_MSG_AVAILABLE));
    put(&mut session, queue, MQPMO_NONE, b"late");
    let late = get(
        &mut session,
        queue,
        MQGMO_NO_SYNCPOINT | MQGMO_WAIT,
        10_000,
        100,
    );
    assert_eq!(late, Ok(("late".into(), Reason::NONE)));
    session.disconnect().expect("disconnected");
    assert_eq!(depth(&running), 0);
    end(running);
}

/// Goal: no commit takes messages off their queue that the program has not seen. Method: three persistent ones on a handle that would
/// read ahead; one is got, the unit of work committed, and the program gone.
#[test]
fn a_commit_does_not_take_messages_that_were_not_got_yet() {
    let scratch = Scratch::new("client-ahead-commit");
    let (running, channel) = start(&scratch);
    let mut local = running.connect();
    let queue = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    for body in ["one", "two", "three"] {
        let (mut descriptor, mut options) = (crate::support::persistent(), PutOptions::default());
        let put = local.put(queue, &mut descriptor, &mut options, body);
        put.expect("put");
    }
    let mut session = connect(&channel);
    let queue = session
        .open(QUEUE, MQOO_INPUT_SHARED | MQOO_READ_AHEAD)
        .expect("opened");
    let options = MQGMO_SYNCPOINT_IF_PERSISTENT | MQGMO_WAIT;
    let first = get(&mut session, queue, options, 10_000, 100);
    assert_eq!(first, Ok(("one".into(), Reason::NONE)));
    session.commit().expect("committed");
    drop(session);
    let mut session = connect(&channel);
    let queue = session.open(QUEUE, MQOO_INPUT_SHARED).expect("opened");
    for body in ["two", "three"] {
        // The queue manager may still be about to notice that the other connection is gone.
        let got = get(
            &mut session,
            queue,
            MQGMO_NO_SYNCPOINT | MQGMO_WAIT,
            10_000,
            100,
        );
        assert_eq!(got, Ok((body.into(), Reason::NONE)));
    }
    session.disconnect().expect("disconnected");
    drop(local);
    end(running);
}

/// Goal: a close that is refused takes nothing from a handle that reads ahead. Method: nothing is there, the close is refused, and a
/// message is put afterwards. Source: MQCLOSE, `MQCO_DELETE` with a predefined queue.
#[test]
fn a_handle_that_reads_ahead_still_gets_messages_when_its_close_was_refused() {
    let scratch = Scratch::new("client-ahead-refused");
    let (running, channel) = start(&scratch);
    let mut local = running.connect();
    let puts = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let mut session = connect(&channel);
    let queue = session
        .open(QUEUE, MQOO_INPUT_SHARED | MQOO_READ_AHEAD)
        .expect("opened");
    let waits = MQGMO_NO_SYNCPOINT | MQGMO_WAIT;
    let nothing = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(nothing, Err(Reason::NO_MSG_AVAILABLE));
    let refused = session.close(queue, MQCO_DELETE).expect_err("predefined");
    assert_eq!(refused.reason, Reason::OPTION_NOT_VALID_FOR_TYPE);
    put(&mut local, puts, MQPMO_NONE, b"late");
    let late = get(&mut session, queue, waits, MQWI_UNLIMITED, 100);
    assert_eq!(late, Ok(("late".into(), Reason::NONE)));
    session.close(queue, MQCO_NONE).expect("closed");
    drop((session, local));
    end(running);
}

/// Goal: what a handle that reads ahead selects by outlives a close that is refused. Source: MQCLOSE, `MQCO_DELETE` with a
/// predefined queue.
#[test]
fn a_refused_close_does_not_make_a_handle_that_reads_ahead_take_the_messages_of_others() {
    let scratch = Scratch::new("client-ahead-selected");
    let (running, channel) = start(&scratch);
    let mut session = connect(&channel);
    let queue = session
        .open(QUEUE, MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_READ_AHEAD)
        .expect("opened");
    let of = |correl_id: u8| MsgDescriptor {
        correl_id: [correl_id; 24],
        ..MsgDescriptor::default()
    };
    let options = GetOptions {
        options: MQGMO_NO_SYNCPOINT,
        match_options: MQMO_MATCH_CORREL_ID,
        version: MQGMO_VERSION_2,
        ..GetOptions::default()
    };
    let put = session.put(queue, &mut of(1), &mut PutOptions::default(), "mine");
    put.expect("put");
    let mine = session.get(queue, &of(1), &options, 100).expect("mine");
    assert_eq!(mine.body[..], *b"mine");
    let refused = session.close(queue, MQCO_DELETE).expect_err("predefined");
    assert_eq!(refused.reason, Reason::OPTION_NOT_VALID_FOR_TYPE);
    let put = session.put(queue, &mut of(2), &mut PutOptions::default(), "not mine");
    put.expect("put");
    let nothing = session.get(queue, &of(1), &options, 100);
    let nothing = nothing.expect_err("another's").reason;
    assert_eq!(nothing, Reason::NO_MSG_AVAILABLE);
    assert_eq!(depth(&running), 1);
    session.disconnect().expect("disconnected");
    end(running);
}

/// Goal: persistent messages do not go with a program that has not asked for them, also where others stand before them. Source: read
/// ahead is for messages that are not persistent.
#[test]
fn persistent_messages_stay_on_their_queue_until_they_are_asked_for() {
    let scratch = Scratch::new("client-ahead-persistent");
    let (running, channel) = start(&scratch);
    let mut local = running.connect();
    let puts = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let put_kept = |local: &mut Session<_>, body: &str| {
        let (mut descriptor, mut options) = (crate::support::persistent(), PutOptions::default());
        let put = local.put(puts, &mut descriptor, &mut options, body.to_owned());
        put.expect("put");
    };
    let waits = MQGMO_NO_SYNCPOINT | MQGMO_WAIT;
    let open = MQOO_INPUT_SHARED | MQOO_READ_AHEAD;
    for body in ["one", "two", "three"] {
        put_kept(&mut local, body);
    }
    let mut session = connect(&channel);
    let queue = session.open(QUEUE, open).expect("opened");
    for (body, left) in [("one", 2), ("two", 1)] {
        let got = get(&mut session, queue, waits, MQWI_UNLIMITED, 100);
        assert_eq!(got, Ok((body.into(), Reason::NONE)));
        // Whatever else came would have come before this was answered.
        session.commit().expect("nothing to commit");
        assert_eq!(depth(&running), left);
    }
    session.disconnect().expect("disconnected");
    put(&mut local, puts, MQPMO_NONE, b"four");
    put_kept(&mut local, "five");
    let mut session = connect(&channel);
    let queue = session.open(QUEUE, open).expect("opened");
    for (body, left) in [("three", 2), ("four", 1), ("five", 0)] {
        let got = get(&mut session, queue, waits, MQWI_UNLIMITED, 100);
        assert_eq!(got, Ok((body.into(), Reason::NONE)));
        session.commit().expect("nothing to commit");
        assert_eq!(depth(&running), left, "{body}");
    }
    // The request stands: what is put now comes by itself, if it is not persistent.
    let nothing = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(nothing, Err(Reason::NO_MSG_AVAILABLE));
    put_kept(&mut local, "six");
    session.commit().expect("nothing to commit");
    assert_eq!(depth(&running), 1);
    let six = get(&mut session, queue, waits, MQWI_UNLIMITED, 100);
    assert_eq!(six, Ok(("six".into(), Reason::NONE)));
    session.disconnect().expect("disconnected");
    drop(local);
    end(running);
}

/// Source: read ahead; MQRC_OPTIONS_CHANGED, MQRC_READ_AHEAD_MSGS.
#[test]
fn reading_ahead_has_rules_of_its_own() {
    let scratch = Scratch::new("client-ahead-rules");
    let (running, channel) = start(&scratch);
    let mut session = connect(&channel);
    let queue = session
        .open(QUEUE, MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_READ_AHEAD)
        .expect("opened");
    for body in ["one", "two", "three"] {
        put(&mut session, queue, MQPMO_NONE, body.as_bytes());
    }
    let first = get(
        &mut session,
        queue,
        MQGMO_NO_SYNCPOINT | MQGMO_WAIT,
        10_000,
        100,
    );
    assert_eq!(first, Ok(("one".into(), Reason::NONE)));
    let other = get(
        &mut session,
        queue,
        MQGMO_NO_SYNCPOINT | MQGMO_CONVERT,
        0,
        100,
    );
    assert_eq!(other, Err(Reason::OPTIONS_CHANGED));
    let under_syncpoint = get(&mut session, queue, MQGMO_SYNCPOINT, 0, 100);
    assert_eq!(under_syncpoint, Err(Reason::OPTIONS_ERROR));
    let if_persistent = get(&mut session, queue, MQGMO_SYNCPOINT_IF_PERSISTENT, 0, 100);
    assert_eq!(if_persistent, Err(Reason::OPTIONS_CHANGED));
    let cut = get(
        &mut session,
        queue,
        MQGMO_NO_SYNCPOINT | MQGMO_WAIT,
        10_000,
        2,
    );
    assert_eq!(cut, Ok(("tw".into(), Reason::TRUNCATED_MSG_FAILED)));
    let accepted = MQGMO_NO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG;
    let cut = get(&mut session, queue, accepted, 0, 2);
    assert_eq!(cut, Ok(("tw".into(), Reason::TRUNCATED_MSG_ACCEPTED)));
    let closed = session.close(queue, MQCO_QUIESCE).expect("a warning");
    assert_eq!(closed, Reason::READ_AHEAD_MSGS);
    let third = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(third, Ok(("three".into(), Reason::NONE)));
    let closed = session.close(queue, MQCO_QUIESCE).expect("closed");
    assert_eq!(closed, Reason::NONE);
    end(running);
}

/// Goal: a close that quiesces loses nothing of what is on its way. Method: it comes at once behind the first get. Source: MQCLOSE,
/// `MQCO_QUIESCE`; 2458, 2518.
#[test]
fn a_close_that_quiesces_leaves_the_messages_that_were_read_ahead() {
    let scratch = Scratch::new("client-quiesced");
    let (running, channel) = start(&scratch);
    let mut session = connect(&channel);
    let open = MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_READ_AHEAD;
    let queue = session.open(QUEUE, open).expect("opened");
    for body in ["one", "two", "three"] {
        put(&mut session, queue, MQPMO_NONE, body.as_bytes());
    }
    let first = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(first, Ok(("one".into(), Reason::NONE)));
    let closed = session.close(queue, MQCO_QUIESCE).expect("a warning");
    assert_eq!(closed, Reason::READ_AHEAD_MSGS);
    put(&mut session, queue, MQPMO_NONE, b"not for this handle");
    for body in ["two", "three"] {
        let closed = session.close(queue, MQCO_QUIESCE).expect("a warning");
        assert_eq!(closed, Reason::READ_AHEAD_MSGS);
        let got = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
        assert_eq!(got, Ok((body.into(), Reason::NONE)));
    }
    let waits = MQGMO_NO_SYNCPOINT | MQGMO_WAIT;
    let over = get(&mut session, queue, waits, MQWI_UNLIMITED, 100);
    assert_eq!(over, Err(Reason::HOBJ_QUIESCED_NO_MSGS));
    assert_eq!(depth(&running), 1);
    let closed = session.close(queue, MQCO_QUIESCE).expect("closed");
    assert_eq!(closed, Reason::NONE);
    // All was got that was read ahead: nothing to warn of.
    let queue = session.open(QUEUE, open).expect("opened");
    let last = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(last, Ok(("not for this handle".into(), Reason::NONE)));
    let closed = session.close(queue, MQCO_QUIESCE).expect("closed");
    assert_eq!(closed, Reason::NONE);
    let gone = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(gone, Err(Reason::HOBJ_ERROR));
    session.disconnect().expect("disconnected");
    end(running);
}

/// Goal: a handle that was quiesced comes to its end while others go on putting, and nothing is lost. Source: MQCLOSE, `MQCO_QUIESCE`.
#[test]
fn a_handle_that_was_quiesced_ends_on_a_busy_queue() {
    let scratch = Scratch::new("client-quiesced-busy");
    let (running, channel) = start(&scratch);
    let mut session = connect(&channel);
    let open = MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_READ_AHEAD;
    let queue = session.open(QUEUE, open).expect("opened");
    let ended = AtomicBool::new(false);
    let (put_in_all, got_in_all) = std::thread::scope(|scope| {
        let mut local = running.connect();
        let puts = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
        let mut produce = move |body: usize| {
            put(&mut local, puts, MQPMO_NONE, body.to_string().as_bytes());
        };
        (0..1000).for_each(&mut produce);
        let ended = &ended;
        let producer = scope.spawn(move || {
            let mut count = 1000;
            // No more than the queue holds.
            while !ended.load(Ordering::Relaxed) && count < 90_000 {
                produce(count);
                count += 1;
            }
            count
        });
        let mut next = 0_usize;
        let mut take_next = |session: &mut Session<_>| {
            let got = get(session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
            let is_next = got == Ok((next.to_string(), Reason::NONE));
            next += usize::from(is_next);
            (got, next)
        };
        assert_eq!(take_next(&mut session).1, 1);
        let closed = session.close(queue, MQCO_QUIESCE).expect("a warning");
        assert_eq!(closed, Reason::READ_AHEAD_MSGS);
        let got = loop {
            match take_next(&mut session) {
                (Ok(_), _) => {}
                (over, got) => {
                    assert_eq!(over, Err(Reason::HOBJ_QUIESCED_NO_MSGS));
                    break got;
                }
            }
        };
        ended.store(true, Ordering::Relaxed);
        (producer.join().expect("a good end"), got)
    });
    assert!((2..put_in_all).contains(&got_in_all), "{got_in_all}");
    let left = usize::try_from(depth(&running)).expect("a depth");
    assert_eq!(left, put_in_all - got_in_all);
    session.disconnect().expect("disconnected");
    end(running);
}

/// Goal: at the level without multiplexed gets an application sees no difference. Source: the client channel
/// format, synchronous gets below level 13.
#[test]
fn gets_below_level_13_answer_as_others_do() {
    let scratch = Scratch::new("client-level-12");
    let (running, mut channel) = start(&scratch);
    channel.fap_max = 12;
    let mut session = connect(&channel);
    let queue = session
        .open(QUEUE, MQOO_OUTPUT | MQOO_INPUT_SHARED)
        .expect("opened");
    let nothing = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(nothing, Err(Reason::NO_MSG_AVAILABLE));
    let waited = get(
        &mut session,
        queue,
        MQGMO_NO_SYNCPOINT | MQGMO_WAIT,
        20,
        100,
    );
    assert_eq!(waited, Err(Reason::NO_MSG_AVAILABLE));
    for body in ["one", "two"] {
        put(&mut session, queue, MQPMO_NONE, body.as_bytes());
    }
    let kept = get(&mut session, queue, MQGMO_SYNCPOINT, 0, 100);
    assert_eq!(kept, Ok(("one".into(), Reason::NONE)));
    session.back_out().expect("backed out");
    let again = get(
        &mut session,
        queue,
        MQGMO_SYNCPOINT | MQGMO_WAIT,
        10_000,
        100,
    );
    assert_eq!(again, Ok(("one".into(), Reason::NONE)));
    session.commit().expect("committed");
    let cut = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 2);
    assert_eq!(cut, Ok(("tw".into(), Reason::TRUNCATED_MSG_FAILED)));
    let whole = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(whole, Ok(("two".into(), Reason::NONE)));
    session.disconnect().expect("disconnected");
    end(running);
}

/// Goal: a message longer than the channel carries stays, whatever way the client gets, and is told as 2010; longer
/// channels bring it. Source: 2010, MAXMSGL.
#[test]
fn a_message_longer_than_the_channel_carries_stays_where_it_is() {
    let scratch = Scratch::new("client-long");
    let (running, channel) = start(&scratch);
    let mut local = running.connect();
    crate::support::command(
        &mut local,
        "ALTER CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN) MAXMSGL(100000)",
    );
    let queue = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let body = "long".repeat(25_001);
    put(&mut local, queue, MQPMO_NONE, body.as_bytes());
    let ahead = MQOO_INPUT_SHARED | MQOO_READ_AHEAD;
    for (conversations_max, fap_max, open) in [
        (10, 17, MQOO_INPUT_SHARED),
        (1, 17, MQOO_INPUT_SHARED),
        (0, 17, MQOO_INPUT_SHARED),
        (10, 12, MQOO_INPUT_SHARED),
        (10, 17, ahead),
    ] {
        let mut channel = channel.clone();
        (channel.conversations_max, channel.fap_max) = (conversations_max, fap_max);
        let mut session = connect(&channel);
        let queue = session.open(QUEUE, open).expect("opened");
        for options in [0, MQGMO_WAIT, MQGMO_ACCEPT_TRUNCATED_MSG] {
            let options = options | MQGMO_NO_SYNCPOINT;
            let refused = get(&mut session, queue, options, 1000, 1 << 20);
            let shown = format!("{conversations_max} {fap_max} {options:#x}");
            assert_eq!(refused, Err(Reason::DATA_LENGTH_ERROR), "{shown}");
        }
        session.disconnect().expect("the connection is well");
        assert_eq!(depth(&running), 1);
    }
    crate::support::command(
        &mut local,
        "ALTER CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN) MAXMSGL(100004)",
    );
    let mut session = connect(&channel);
    let queue = session.open(QUEUE, ahead).expect("opened");
    let got = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 1 << 20);
    assert_eq!(got, Ok((body, Reason::NONE)));
    drop((session, local));
    end(running);
}

/// Source: automatic client reconnection.
#[test]
fn an_application_goes_on_when_its_queue_manager_was_started_again() {
    let scratch = Scratch::new("client-reconnect");
    let (running, channel) = start(&scratch);
    let port = channel.addresses[0].port;
    let options = ConnectOptions {
        options: MQCNO_RECONNECT,
        ..ConnectOptions::default()
    };
    let source = ChannelSource::One(Box::new(channel));
    let connection = ReconnectingConnection::connect(source, &options, None);
    let mut session = Session::new(connection.expect("connected"));
    let queue = session
        .open(QUEUE, MQOO_OUTPUT | MQOO_INPUT_SHARED)
        .expect("opened");
    put(
        &mut session,
        queue,
        MQPMO_SYNCPOINT,
        b"lost with its unit of work",
    );
    end(running);
    let running = Running::start_with(&scratch.0, quiet());
    listen(&running, port);
    let commit = session.commit().expect_err("lost before it was asked for");
    assert_eq!(commit.reason, Reason::BACKED_OUT);
    put(&mut session, queue, MQPMO_NONE, b"after");
    let got = get(&mut session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
    assert_eq!(got, Ok(("after".into(), Reason::NONE)));
    session.disconnect().expect("disconnected");
    end(running);
}

/// Goal: who resumes or alters a subscription without giving a queue has the queue that was opened for it, also when the connection was
/// made again. Method: one subscription with a queue of its own, one with a queue that was given. Source: MQSUB, `Hobj`.
#[test]
fn a_queue_that_a_resumed_subscription_opened_is_opened_again_with_it() {
    let scratch = Scratch::new("client-resumed");
    let (running, channel) = start(&scratch);
    let port = channel.addresses[0].port;
    let mut local = running.connect();
    let given = local.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let asked = |name: &str, options: i32| SubscriptionDescriptor {
        options,
        object_string: "road/news".to_owned(),
        sub_name: name.to_owned(),
        ..SubscriptionDescriptor::default()
    };
    let lasts = MQSO_CREATE | MQSO_DURABLE;
    for (name, options, queue) in [
        ("managed", lasts | MQSO_MANAGED, ObjectHandle::NONE),
        ("given", lasts, given),
    ] {
        let made = local.subscribe(&mut asked(name, options), queue);
        let (_, subscription) = made.expect("subscribed");
        local.close(subscription, MQCO_KEEP_SUB).expect("kept");
    }
    local.disconnect().expect("disconnected");
    let options = ConnectOptions {
        options: MQCNO_RECONNECT,
        ..ConnectOptions::default()
    };
    let source = ChannelSource::One(Box::new(channel));
    let connection = ReconnectingConnection::connect(source, &options, None);
    let mut session = Session::new(connection.expect("connected"));
    let mut resume = |name: &str, options: i32| {
        let resumed = session.subscribe(&mut asked(name, options), ObjectHandle::NONE);
        resumed.expect("resumed").0
    };
    let queues = [
        resume("managed", MQSO_RESUME),
        resume("given", MQSO_ALTER | MQSO_DURABLE),
    ];
    let reads = |session: &mut Session<_>, local: &mut Session<_>, body: &str| {
        let topic = ObjectDescriptor::topic("road/news");
        let (mut descriptor, mut options) = (MsgDescriptor::default(), PutOptions::default());
        let put = local.put1(&topic, &mut descriptor, &mut options, body.to_owned());
        put.expect("published");
        for queue in queues {
            let got = get(session, queue, MQGMO_NO_SYNCPOINT, 0, 100);
            assert_eq!(got, Ok((body.into(), Reason::NONE)));
        }
    };
    let mut local = running.connect();
    reads(&mut session, &mut local, "before");
    drop(local);
    end(running);
    let running = Running::start_with(&scratch.0, quiet());
    listen(&running, port);
    let mut local = running.connect();
    reads(&mut session, &mut local, "after");
    drop(local);
    session.disconnect().expect("disconnected");
    end(running);
}

/// A persistent message by `MQPUT1` under syncpoint, with no word about the response.
fn put1<C: Connected>(session: &mut Session<C>, queue: &str) -> Result<Reason, Reason> {
    let mut descriptor = MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options: MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    let object = ObjectDescriptor::queue(queue);
    let put = session.put1(&object, &mut descriptor, &mut options, "once");
    put.map_err(|error| error.reason)
}

/// Source: "MQI client: MQPUT1 sync point behavior change"; `Put1DefaultAlwaysSync`.
#[test]
fn the_commit_tells_that_a_put1_failed_that_the_client_did_not_wait_for() {
    let scratch = Scratch::new("client-put1");
    let (running, mut channel) = start(&scratch);
    let mut session = connect(&channel);
    assert_eq!(put1(&mut session, QUEUE), Ok(Reason::NONE));
    assert_eq!(put1(&mut session, "NO.SUCH"), Ok(Reason::NONE));
    let commit = session.commit().expect_err("one was not put");
    assert_eq!(commit.reason, Reason::BACKED_OUT);
    let status = session.status(MQSTAT_TYPE_ASYNC_ERROR).expect("a status");
    assert_eq!(status.reason, MQRC_UNKNOWN_OBJECT_NAME);
    assert_eq!((status.put_success_count, status.put_failure_count), (1, 1));
    assert_eq!(depth(&running), 0);
    assert_eq!(put1(&mut session, "NO.SUCH"), Ok(Reason::NONE));
    assert_eq!(
        session.disconnect().expect("it is gone"),
        Reason::BACKED_OUT
    );

    channel.put1_always_sync = true;
    let mut session = connect(&channel);
    assert_eq!(put1(&mut session, QUEUE), Ok(Reason::NONE));
    let refused = put1(&mut session, "NO.SUCH");
    assert_eq!(refused, Err(Reason::UNKNOWN_OBJECT_NAME));
    assert_eq!(session.commit().expect("committed"), Reason::NONE);
    assert_eq!(depth(&running), 1);
    session.disconnect().expect("disconnected");
    end(running);
}

/// Goal: what the client sent to a connection that broke is not committed to the next one.
#[test]
fn puts_nobody_waits_for_are_lost_with_their_connection_and_the_commit_tells() {
    let scratch = Scratch::new("client-put1-reconnect");
    let (running, channel) = start(&scratch);
    let port = channel.addresses[0].port;
    let options = ConnectOptions {
        options: MQCNO_RECONNECT,
        ..ConnectOptions::default()
    };
    let source = ChannelSource::One(Box::new(channel));
    let connection = ReconnectingConnection::connect(source, &options, None);
    let mut session = Session::new(connection.expect("connected"));
    assert_eq!(put1(&mut session, QUEUE), Ok(Reason::NONE));
    end(running);
    let running = Running::start_with(&scratch.0, quiet());
    listen(&running, port);
    // It may still lie in the client, or be the one that meets the broken connection.
    let second = put1(&mut session, QUEUE);
    assert!(
        [Ok(Reason::NONE), Err(Reason::BACKED_OUT)].contains(&second),
        "{second:?}"
    );
    let commit = session.commit().expect_err("it is lost").reason;
    assert_eq!(commit, Reason::BACKED_OUT);
    assert_eq!(depth(&running), 0);
    assert_eq!(put1(&mut session, QUEUE), Ok(Reason::NONE));
    session.commit().expect("committed");
    assert_eq!(depth(&running), 1);
    session.disconnect().expect("disconnected");
    end(running);
}

/// Connects by a road that can be cut, as a client that asks for its connection to be made again.
fn reconnecting_over(relay: &Relay) -> Session<ReconnectingConnection> {
    let address = Address {
        host: "127.0.0.1".into(),
        port: relay.port,
    };
    let channel = ClientChannel::new("ROAD.SVRCONN", vec![address]);
    let options = ConnectOptions {
        options: MQCNO_RECONNECT,
        ..ConnectOptions::default()
    };
    let source = ChannelSource::One(Box::new(channel));
    let connection = ReconnectingConnection::connect(source, &options, None);
    Session::new(connection.expect("connected"))
}

/// Breaks what is connected. Who connects from now on gets through.
fn cut(relay: &Relay) {
    relay.close();
    relay.reopen();
}

fn put_in_work<C: Connected>(session: &mut Session<C>, queue: ObjectHandle) -> Reason {
    let mut pmo = PutOptions {
        options: MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    match session.put(queue, &mut MsgDescriptor::default(), &mut pmo, "in work") {
        Ok(reason) => reason,
        Err(error) => error.reason,
    }
}

fn branch(qualifier: &[u8]) -> Xid {
    Xid::new(9, b"road", qualifier).expect("it fits")
}

fn xa_open<C: Connected>(session: &mut Session<C>) -> XaCode {
    let (name, flags) = (Vec::new(), TMNOFLAGS);
    session.xa(XaCall::Open { name, flags }).code
}

fn xa_start<C: Connected>(session: &mut Session<C>, xid: &Xid) -> XaCode {
    let (xid, flags) = (xid.clone(), TMNOFLAGS);
    session.xa(XaCall::Start { xid, flags }).code
}

fn xa_end<C: Connected>(session: &mut Session<C>, xid: &Xid) -> XaCode {
    let (xid, flags) = (xid.clone(), TMSUCCESS);
    session.xa(XaCall::End { xid, flags }).code
}

fn roll_back<C: Connected>(session: &mut Session<C>, xid: &Xid) -> XaCode {
    let (xid, flags) = (xid.clone(), TMNOFLAGS);
    session.xa(XaCall::RollBack { xid, flags }).code
}

/// Goal: what is done in a branch is done in it or not at all. Method: the road is cut behind xa_start; made again without anybody's
/// knowing, the put would be outside the branch, and committed as the program goes.
#[test]
fn a_connection_that_takes_part_in_transactions_is_not_made_again() {
    let scratch = Scratch::new("client-branch-cut");
    let (running, channel) = start(&scratch);
    let relay = Relay::to(channel.addresses[0].port);
    let mut session = reconnecting_over(&relay);
    assert_eq!(xa_open(&mut session), XaCode::OK);
    // Handles are those of the application as before.
    let queue = session.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let xid = branch(b"cut");
    assert_eq!(xa_start(&mut session, &xid), XaCode::OK);
    cut(&relay);
    assert_eq!(put_in_work(&mut session, queue), Reason::CONNECTION_BROKEN);
    assert_eq!(xa_end(&mut session, &xid), XaCode::RMFAIL);
    assert_eq!(roll_back(&mut session, &xid), XaCode::RMFAIL);
    let opened = session.open(QUEUE, MQOO_OUTPUT);
    assert_eq!(
        opened.expect_err("broken").reason,
        Reason::CONNECTION_BROKEN
    );
    let gone = session.disconnect().expect_err("broken");
    assert_eq!(gone.reason, Reason::CONNECTION_BROKEN);
    assert_eq!(depth(&running), 0);
    end(running);
}

/// Goal: a thread whose connection breaks between two transactions is told by every call, so that its transaction manager opens
/// anew. Method: the road is cut behind a good transaction.
#[test]
fn a_connection_that_breaks_between_transactions_has_to_be_opened_anew() {
    let scratch = Scratch::new("client-branch-between");
    let (running, channel) = start(&scratch);
    let relay = Relay::to(channel.addresses[0].port);
    let mut session = reconnecting_over(&relay);
    assert_eq!(xa_open(&mut session), XaCode::OK);
    let queue = session.open(QUEUE, MQOO_OUTPUT).expect("opened");
    let (first, second) = (branch(b"1"), branch(b"2"));
    assert_eq!(xa_start(&mut session, &first), XaCode::OK);
    assert_eq!(put_in_work(&mut session, queue), Reason::NONE);
    assert_eq!(xa_end(&mut session, &first), XaCode::OK);
    assert_eq!(roll_back(&mut session, &first), XaCode::OK);
    cut(&relay);
    assert_eq!(xa_start(&mut session, &second), XaCode::RMFAIL);
    // On this connection nobody works any more; one that was made again would answer the puts of every branch with 2003.
    assert_eq!(xa_open(&mut session), XaCode::RMFAIL);
    assert_eq!(put_in_work(&mut session, queue), Reason::CONNECTION_BROKEN);
    end(running);
}

/// Goal: who has yet to be told that its own unit of work is lost begins no branch, for in one it could not be told: MQCMIT and MQBACK
/// are the transaction manager's there.
#[test]
fn no_branch_is_begun_before_a_lost_unit_of_work_is_ended() {
    let scratch = Scratch::new("client-branch-lost");
    let (running, channel) = start(&scratch);
    let relay = Relay::to(channel.addresses[0].port);
    let mut session = reconnecting_over(&relay);
    let queue = session.open(QUEUE, MQOO_OUTPUT).expect("opened");
    assert_eq!(put_in_work(&mut session, queue), Reason::NONE);
    cut(&relay);
    assert_eq!(put_in_work(&mut session, queue), Reason::BACKED_OUT);
    assert_eq!(xa_open(&mut session), XaCode::OK);
    let xid = branch(b"lost");
    assert_eq!(xa_start(&mut session, &xid), XaCode::OUTSIDE);
    session.back_out().expect("backed out");
    assert_eq!(xa_start(&mut session, &xid), XaCode::OK);
    assert_eq!(put_in_work(&mut session, queue), Reason::NONE);
    assert_eq!(xa_end(&mut session, &xid), XaCode::OK);
    assert_eq!(roll_back(&mut session, &xid), XaCode::OK);
    end(running);
}

/// Goal: a client of another make may take fewer branches than it asked for as the end of the scan. Method: more than one answer over
/// shared memory brings, asked for in one call.
#[test]
fn a_client_is_answered_all_branches_it_asks_for_in_one_call() {
    let scratch = Scratch::new("client-recover");
    let (running, channel) = start(&scratch);
    let mut session = connect(&channel);
    let queue = session.open(QUEUE, MQOO_OUTPUT).expect("opened");
    assert_eq!(xa_open(&mut session), XaCode::OK);
    // As long as names get, so that the answer is of several segments.
    let names: Vec<Xid> = (0..300_u32)
        .map(|number| {
            let mut qualifier = [7; Xid::PART_BYTES_MAX];
            qualifier[..4].copy_from_slice(&number.to_be_bytes());
            Xid::new(9, &[8; Xid::PART_BYTES_MAX], &qualifier).expect("it fits")
        })
        .collect();
    for xid in &names {
        assert_eq!(xa_start(&mut session, xid), XaCode::OK);
        assert_eq!(put_in_work(&mut session, queue), Reason::NONE);
        assert_eq!(xa_end(&mut session, xid), XaCode::OK);
        let (xid, flags) = (xid.clone(), TMNOFLAGS);
        assert_eq!(session.xa(XaCall::Prepare { xid, flags }).code, XaCode::OK);
    }
    for (count, brought) in [(1000, 300), (299, 299), (i32::MAX, 300)] {
        let flags = TMSTARTRSCAN | TMENDRSCAN;
        let reply = session.xa(XaCall::Recover { count, flags });
        assert_eq!(reply.code, XaCode(brought), "{count}");
        assert_eq!(reply.branches, names[..brought as usize], "{count}");
    }
    end(running);
}
