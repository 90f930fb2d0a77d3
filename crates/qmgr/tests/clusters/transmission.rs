//! Cluster transmission queues: which one a message stands on, in what form, and what becomes of it when its channel cannot reach its partner.
//!
//! Source: "Working with cluster transmission queues" (`CLCHNAME`, `DEFCLXQ`), MQXQH, MQFB_BIND_OPEN_CLUSRCVR_DEL.

use crate::clusters::home::{Gone, Home, SHARED, name, object, with};
use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, NextTurn, Reallocations, tester};
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Poll, Waker};
use std::time::Duration;

fn queue_of(gone: Gone) -> String {
    match gone {
        Gone::On(queue) | Gone::By(queue, ..) => queue,
    }
}

fn transmission(home: &Home, queue: &str, pattern: &str) {
    let values = [
        (Attr::Usage, Value::Int(MQUS_TRANSMISSION)),
        (Attr::Clchname, Value::Text(pattern.to_owned())),
    ];
    home.define(ObjectKind::QLocal, queue, &values);
}

#[test]
fn the_queue_that_says_most_of_the_channel_serves_it() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    assert_eq!(queue_of(home.put(handle).expect("put")), SHARED);
    for (queue, pattern, expected) in [
        ("X.OTHER", "TO.QM3", SHARED),
        ("X.ALL", "*", "X.ALL"),
        ("X.TO", "TO.*", "X.TO"),
        ("X.TWO", "*.QM2", "X.TWO"),
        ("X.EXACT", "TO.QM2", "X.EXACT"),
        ("X.LATE", "TO.QM*", "X.EXACT"),
    ] {
        transmission(&home, queue, pattern);
        // A handle that is open notices.
        assert_eq!(
            queue_of(home.put(handle).expect("put")),
            expected,
            "{pattern}"
        );
        let told = home.manager.cluster_transmission_queue(&name("TO.QM2"));
        assert_eq!(told, Some(name(expected)));
    }
    let nobody = vec![(Attr::Clchname, Value::Text(String::new()))];
    let altered = (home.manager).alter(ObjectKind::QLocal, &name("X.EXACT"), &nobody, false);
    altered.expect("altered");
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), "X.LATE");
    home.manager
        .delete(ObjectKind::QLocal, &name("X.LATE"), false)
        .expect("deleted");
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), "X.TWO");
}

#[test]
fn channels_have_queues_of_their_own_where_the_queue_manager_says_so() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    home.alter_q_mgr(Attr::Defclxq, MQCLXQ_CHANNEL);
    // Nothing changes until the channel starts.
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), SHARED);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STARTING);
    let own = "SYSTEM.CLUSTER.TRANSMIT.TO.QM2";
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), own);
    let made = home.manager.definition(ObjectKind::QLocal, &name(own));
    let made = made.expect("it was made");
    assert_eq!(made.int(Attr::Deftype), MQQDT_PERMANENT_DYNAMIC);
    assert_eq!(made.int(Attr::Usage), MQUS_TRANSMISSION);
    // Of a new member it is there at once.
    home.keep(home.member("QM4", "C"));
    assert_eq!(
        queue_of(home.arrives(("ANY", "QM4")).expect("put")),
        "SYSTEM.CLUSTER.TRANSMIT.TO.QM4"
    );
    home.alter_q_mgr(Attr::Defclxq, MQCLXQ_SCTQ);
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), own);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RUNNING);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_INACTIVE);
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), own);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STARTING);
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), SHARED);
}

/// A CLUSSDR somebody has defined runs before anything is known of its member.
#[test]
fn a_channel_that_is_first_known_while_it_runs_keeps_its_queue_until_its_next_start() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RUNNING);
    transmission(&home, "X.QM2", "TO.QM2");
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), SHARED);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STOPPED);
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), SHARED);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STARTING);
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), "X.QM2");
}

#[test]
fn what_stands_on_the_queue_a_channel_had_is_moved_as_it_is_when_it_starts() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    put_numbered(&mut home, handle, 0..10);
    let other = home.open(("ANY", "QM3"), MQOO_OUTPUT).expect("open").handle;
    put_numbered(&mut home, other, 10..12);
    transmission(&home, "X.QM2", "TO.QM2");
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STARTING);
    assert_eq!(reallocate(&home), 10);
    assert_eq!(numbers_for(&mut home, "TO.QM3"), [10, 11]);
    let mut numbers: Vec<u8> = Vec::new();
    while let Some(got) = home.get("X.QM2") {
        assert_eq!(&got.descriptor.correl_id, b"TO.QM2                  ");
        assert_eq!(got.descriptor.appl_origin_data, *b"FREE");
        numbers.extend(got.body.last());
    }
    assert_eq!(numbers, (0..10).collect::<Vec<u8>>());
}

#[test]
fn what_is_committed_after_its_channel_has_started_with_another_queue_follows_it() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    let put = home.put_as(handle, MsgDescriptor::default(), MQPMO_SYNCPOINT);
    put.expect("put");
    transmission(&home, "X.QM2", "TO.QM2");
    home.manager.channel_state(&name("TO.QM2"), MQCHS_STARTING);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RUNNING);
    let mut reallocations = Reallocations::default();
    let turns = |reallocations: &mut Reallocations, home: &Home| -> u64 {
        (0..5).map(|_| reallocations.turn(&home.manager).done).sum()
    };
    assert_eq!(turns(&mut reallocations, &home), 0);
    let committed = home.verb(Request::Commit);
    assert!(
        matches!(committed, Reply::Done(Reason::NONE)),
        "{committed:?}"
    );
    assert_eq!(turns(&mut reallocations, &home), 1);
    let got = home.get("X.QM2").expect("it is there");
    assert_eq!(&got.descriptor.correl_id, b"TO.QM2                  ");
    // Then nothing is left to be looked at.
    assert_eq!(turns(&mut reallocations, &home), 0);
    assert_eq!(reallocations.turn(&home.manager).next, NextTurn::Later);
}

/// Documented: new messages are put on the queue the channel had until those that stand there are moved.
#[test]
fn what_is_put_while_a_channel_is_switched_stands_behind_what_it_had() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    let channel = name("TO.QM2");
    home.manager.channel_state(&channel, MQCHS_STARTING);
    home.manager.channel_state(&channel, MQCHS_STOPPED);
    put_numbered(&mut home, handle, 0..4);
    transmission(&home, "X.QM2", "TO.QM2");
    let queues = home.manager.cluster_channel_queues(&channel);
    assert!(queues.is_pending(), "{queues:?}");
    assert_eq!(
        (queues.has, queues.next),
        (Some(name(SHARED)), Some(name("X.QM2")))
    );
    assert_eq!((queues.waiting, queues.elsewhere.len()), (4, 0));
    home.manager.switch_cluster_channel(&channel, true);
    let queues = home.manager.cluster_channel_queues(&channel);
    assert_eq!(queues.has, Some(name("X.QM2")));
    assert_eq!(queues.elsewhere, [(name(SHARED), 4)]);
    put_numbered(&mut home, handle, 4..8);
    assert_eq!(
        home.manager.cluster_channel_queues(&channel).elsewhere,
        [(name(SHARED), 8)]
    );
    let mut reallocations = Reallocations::default();
    let mut moved = 0;
    for _ in 0..8 {
        moved += reallocations.turn(&home.manager).done;
    }
    let _ = home.app.lead_force();
    assert_eq!(moved, 8);
    put_numbered(&mut home, handle, 8..10);
    let _ = home.app.lead_force();
    let queues = home.manager.cluster_channel_queues(&channel);
    assert!(!queues.is_pending() && queues.waiting == 10, "{queues:?}");
    let mut numbers: Vec<u8> = Vec::new();
    while let Some(got) = home.get("X.QM2") {
        numbers.extend(got.body.last());
    }
    assert_eq!(numbers, (0..10).collect::<Vec<u8>>());
}

/// A queue that names no channels any more is not one that may serve any; what stands there for a channel is moved and shown all the same.
#[test]
fn a_channel_amid_a_switch_still_knows_the_queue_it_left() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    let channel = name("TO.QM2");
    transmission(&home, "X.OLD", "TO.QM2");
    home.manager.channel_state(&channel, MQCHS_STARTING);
    home.manager.channel_state(&channel, MQCHS_STOPPED);
    put_numbered(&mut home, handle, 0..4);
    transmission(&home, "X.NEW", "TO.QM2");
    let values = vec![(Attr::Clchname, Value::Text(String::new()))];
    let altered = (home.manager).alter(ObjectKind::QLocal, &name("X.OLD"), &values, false);
    altered.expect("altered");
    home.manager.switch_cluster_channel(&channel, true);
    for state in [MQCHS_STOPPED, MQCHS_STARTING, MQCHS_RUNNING] {
        home.manager.channel_state(&channel, state);
        let queues = home.manager.cluster_channel_queues(&channel);
        assert_eq!(queues.has, Some(name("X.NEW")), "{state}");
        assert_eq!(queues.elsewhere, [(name("X.OLD"), 4)], "{state}");
        assert!(queues.is_pending(), "{state}");
    }
    assert_eq!(reallocate(&home), 4);
    let queues = home.manager.cluster_channel_queues(&channel);
    assert_eq!(queues.elsewhere, [], "all is moved");
}

/// The queue of its own is not there before: it is made as the channel is switched.
#[test]
fn a_channel_that_is_to_have_a_queue_of_its_own_is_to_be_switched() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    let channel = name("TO.QM2");
    home.manager.channel_state(&channel, MQCHS_STARTING);
    home.manager.channel_state(&channel, MQCHS_STOPPED);
    put_numbered(&mut home, handle, 0..3);
    home.alter_q_mgr(Attr::Defclxq, MQCLXQ_CHANNEL);
    let own = "SYSTEM.CLUSTER.TRANSMIT.TO.QM2";
    let queues = home.manager.cluster_channel_queues(&channel);
    assert!(queues.is_pending(), "{queues:?}");
    assert_eq!(
        (queues.has, queues.next),
        (Some(name(SHARED)), Some(name(own)))
    );
    home.manager.switch_cluster_channel(&channel, true);
    let queues = home.manager.cluster_channel_queues(&channel);
    assert_eq!(
        (queues.has, queues.next),
        (Some(name(own)), Some(name(own)))
    );
    assert_eq!(queues.elsewhere, [(name(SHARED), 3)]);
}

/// A channel that starts again amid a switch goes on with that, whatever the rules say by then: else what is put now would come before what
/// stands on the queue it had.
#[test]
fn a_channel_that_starts_amid_a_switch_keeps_the_order_of_its_messages() {
    for goes_back in [false, true] {
        let mut home = Home::new();
        home.share("Q", &["QM2"]);
        let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
        let channel = name("TO.QM2");
        home.manager.channel_state(&channel, MQCHS_STARTING);
        home.manager.channel_state(&channel, MQCHS_STOPPED);
        put_numbered(&mut home, handle, 0..4);
        transmission(&home, "X.QM2", "TO.QM2");
        home.manager.switch_cluster_channel(&channel, true);
        put_numbered(&mut home, handle, 4..6);
        if goes_back {
            let values = vec![(Attr::Clchname, Value::Text(String::new()))];
            let altered = (home.manager).alter(ObjectKind::QLocal, &name("X.QM2"), &values, false);
            altered.expect("altered");
        }
        home.manager.channel_state(&channel, MQCHS_STARTING);
        home.manager.channel_state(&channel, MQCHS_RUNNING);
        put_numbered(&mut home, handle, 6..8);
        let mut reallocations = Reallocations::default();
        let mut numbers: Vec<u8> = Vec::new();
        for _ in 0..12 {
            reallocations.turn(&home.manager);
            let _ = home.app.lead_force();
            // The channel gets meanwhile.
            let has = home.manager.cluster_transmission_queue(&channel);
            assert_eq!(has, Some(name("X.QM2")));
            numbers.extend(home.get("X.QM2").and_then(|got| got.body.last().copied()));
        }
        assert_eq!(home.manager.switching_channels(), []);
        put_numbered(&mut home, handle, 8..10);
        let _ = home.app.lead_force();
        while let Some(got) = home.get("X.QM2") {
            numbers.extend(got.body.last());
        }
        assert_eq!(numbers, (0..10).collect::<Vec<u8>>(), "{goes_back}");
    }
}

/// A handle that is bound to a destination is not bound to a transmission queue; documented besides: a channel that does not run is `SWITCHING` as long as
/// messages are moved.
#[test]
fn what_is_put_by_a_bound_handle_follows_its_channel_to_another_queue() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let bound = home.open(("Q", ""), MQOO_OUTPUT | MQOO_BIND_ON_OPEN);
    let bound = bound.expect("open").handle;
    let channel = name("TO.QM2");
    let qmid = name("QM2_2026-11-26_10.00.00");
    let state = |home: &Home| home.manager.cluster_ways(&name("C"), &qmid)[0].state;
    home.manager.channel_state(&channel, MQCHS_STARTING);
    home.manager.channel_state(&channel, MQCHS_STOPPED);
    put_numbered(&mut home, bound, 0..4);
    transmission(&home, "X.QM2", "TO.QM2");
    assert_eq!(state(&home), MQCHS_STOPPED);
    home.manager.switch_cluster_channel(&channel, true);
    assert_eq!(state(&home), MQCHS_SWITCHING);
    assert_eq!(home.manager.switching_channels(), [channel]);
    put_numbered(&mut home, bound, 4..6);
    let mut reallocations = Reallocations::default();
    for _ in 0..12 {
        reallocations.turn(&home.manager);
        let _ = home.app.lead_force();
    }
    assert_eq!(state(&home), MQCHS_STOPPED);
    assert_eq!(home.manager.switching_channels(), []);
    put_numbered(&mut home, bound, 6..8);
    let _ = home.app.lead_force();
    assert_eq!(numbers_for(&mut home, "TO.QM2"), []);
    let mut numbers: Vec<u8> = Vec::new();
    while let Some(got) = home.get("X.QM2") {
        numbers.extend(got.body.last());
    }
    assert_eq!(numbers, (0..8).collect::<Vec<u8>>());
}

/// Goal: the end of a switch overtakes nobody. Method: a program puts without a pause while its channel is switched to and fro; whoever stands for the channel
/// gets from the queue it has.
#[test]
fn a_programs_messages_keep_their_order_however_often_its_channel_is_switched() {
    const SWITCHES: usize = 300;
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    transmission(&home, "X.QM2", "TO.QM2");
    let channel = name("TO.QM2");
    home.manager.channel_state(&channel, MQCHS_STARTING);
    home.manager.channel_state(&channel, MQCHS_STOPPED);
    let mut writer = home
        .manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    let is_over = AtomicBool::new(false);
    let mut came: Vec<u32> = Vec::new();
    let count = std::thread::scope(|threads| {
        let putting = threads.spawn(|| put_until(&mut writer, &is_over));
        let mut reallocations = Reallocations::default();
        for number in 0..SWITCHES {
            let pattern = if number % 2 == 0 { "" } else { "TO.QM2" };
            let values = vec![(Attr::Clchname, Value::Text(pattern.to_owned()))];
            let altered = (home.manager).alter(ObjectKind::QLocal, &name("X.QM2"), &values, false);
            altered.expect("altered");
            home.manager.switch_cluster_channel(&channel, true);
            while !home.manager.switching_channels().is_empty() {
                reallocations.turn(&home.manager);
                take_numbers(&mut home, &channel, &mut came);
            }
            take_numbers(&mut home, &channel, &mut came);
        }
        is_over.store(true, Ordering::Relaxed);
        putting.join().expect("no panic")
    });
    let mut reallocations = Reallocations::default();
    while came.len() < count as usize {
        reallocations.turn(&home.manager);
        take_numbers(&mut home, &channel, &mut came);
    }
    assert_eq!(came, (0..count).collect::<Vec<u32>>());
}

/// Puts messages with numbers until it is to end, and says how many.
fn put_until(writer: &mut Connection, is_over: &AtomicBool) -> u32 {
    let open = Request::Open {
        descriptor: object(("Q", "")),
        options: MQOO_OUTPUT,
    };
    let opened = writer.start(open, Waker::noop());
    let Poll::Ready(Reply::Opened { handle, .. }) = opened else {
        panic!("{opened:?}");
    };
    let mut number = 0_u32;
    while !is_over.load(Ordering::Relaxed) {
        let put = writer.start(
            Request::Put {
                handle,
                descriptor: MsgDescriptor::default(),
                options: PutOptions::default(),
                body: Bytes::copy_from_slice(&number.to_be_bytes()),
            },
            Waker::noop(),
        );
        match put {
            // A switch ends when nothing stands on the old queue: whoever moves messages must be faster, on any machine.
            Poll::Ready(Reply::Put(_)) => {
                number += 1;
                std::thread::sleep(Duration::from_millis(1));
            }
            // Whoever takes them is slower.
            Poll::Ready(Reply::Failed(Reason::Q_FULL)) => std::thread::yield_now(),
            other => panic!("{other:?}"),
        }
    }
    number
}

/// What stands on the queue a channel has.
fn take_numbers(home: &mut Home, channel: &ObjectName, came: &mut Vec<u32>) {
    let has = home.manager.cluster_transmission_queue(channel);
    let has = has.expect("it has one");
    // As many as there may be: whoever puts may be faster.
    for _ in 0..2_000 {
        let Some(got) = home.get(has.as_str().trim_end()) else {
            return;
        };
        let number = got.body.last_chunk::<4>().expect("a number");
        came.push(u32::from_be_bytes(*number));
    }
}

#[test]
fn a_channel_is_switched_without_its_messages_if_that_is_said() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    let channel = name("TO.QM2");
    home.manager.channel_state(&channel, MQCHS_STARTING);
    home.manager.channel_state(&channel, MQCHS_INACTIVE);
    put_numbered(&mut home, handle, 0..3);
    transmission(&home, "X.QM2", "TO.QM2");
    home.manager.switch_cluster_channel(&channel, false);
    put_numbered(&mut home, handle, 3..4);
    assert_eq!(reallocate(&home), 0);
    let queues = home.manager.cluster_channel_queues(&channel);
    assert_eq!(
        (queues.waiting, queues.elsewhere.clone()),
        (1, vec![(name(SHARED), 3)])
    );
    assert!(queues.is_pending(), "what was left can be moved later");
    home.manager.switch_cluster_channel(&channel, true);
    assert_eq!(reallocate(&home), 3);
    assert!(!home.manager.cluster_channel_queues(&channel).is_pending());
}

#[test]
fn without_a_transmission_queue_the_cluster_is_out_of_reach() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let handle = home.open(("Q", ""), MQOO_OUTPUT | MQOO_BIND_NOT_FIXED);
    home.close(handle.expect("open").handle);
    let deleted = (home.manager).delete(ObjectKind::QLocal, &name(SHARED), false);
    deleted.expect("nobody has it open");
    assert_eq!(home.arrives(("Q", "")), Err(Reason::CLUSTER_RESOURCE_ERROR));
    assert_eq!(
        home.manager.cluster_transmission_queue(&name("TO.QM2")),
        None
    );
}

#[test]
fn the_channel_finds_its_messages_by_its_name_and_those_that_are_free_are_marked() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let free = *b"FREE";
    let grouped = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_flags: MQMF_MSG_IN_GROUP,
        ..MsgDescriptor::default()
    };
    let plain = MsgDescriptor::default();
    for (at, bind, descriptor, expected) in [
        (("Q", ""), MQOO_BIND_NOT_FIXED, &plain, free),
        (("Q", ""), MQOO_BIND_ON_GROUP, &plain, free),
        (("Q", ""), MQOO_BIND_NOT_FIXED, &grouped, free),
        (("Q", ""), MQOO_BIND_ON_GROUP, &grouped, *b"    "),
        (("Q", ""), MQOO_BIND_ON_OPEN, &plain, *b"    "),
        (("Q", "QM2"), MQOO_BIND_NOT_FIXED, &plain, *b"    "),
    ] {
        let handle = home.open(at, MQOO_OUTPUT | bind).expect("open").handle;
        home.put_as(handle, descriptor.clone(), MQPMO_NONE)
            .expect("put");
        let got = home.get(SHARED).expect("it is there");
        assert_eq!(&got.descriptor.correl_id, b"TO.QM2                  ");
        assert_eq!(got.descriptor.appl_origin_data, expected, "{at:?} {bind}");
        assert_eq!(got.descriptor.format, *b"MQXMIT  ");
    }
}

/// Puts messages with these numbers, persistent every other two.
fn put_numbered(home: &mut Home, handle: ObjectHandle, numbers: std::ops::Range<u8>) {
    for number in numbers {
        let put = home.verb(Request::Put {
            handle,
            descriptor: MsgDescriptor {
                persistence: i32::from(number / 2 % 2),
                priority: 0,
                ..MsgDescriptor::default()
            },
            options: PutOptions::default(),
            body: Bytes::copy_from_slice(&[number]),
        });
        assert!(matches!(put, Reply::Put(_)), "{put:?}");
    }
}

fn reallocate(home: &Home) -> u64 {
    let mut reallocations = Reallocations::default();
    let mut moved = 0;
    loop {
        let turn = reallocations.turn(&home.manager);
        moved += turn.done;
        if turn.next != NextTurn::Soon {
            // What is persistent is shown then.
            let _ = home.app.lead_force();
            return moved;
        }
    }
}

/// The numbers of the messages for a channel, which are taken.
fn numbers_for(home: &mut Home, channel: &str) -> Vec<u8> {
    let opened = home.open((SHARED, ""), MQOO_INPUT_SHARED).expect("open");
    let mut correl_id = [b' '; 24];
    correl_id[..channel.len()].copy_from_slice(channel.as_bytes());
    let mut numbers = Vec::new();
    loop {
        let got = home.verb(Request::Get {
            handle: opened.handle,
            descriptor: MsgDescriptor {
                correl_id,
                ..MsgDescriptor::default()
            },
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT,
                match_options: MQMO_MATCH_CORREL_ID,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        });
        let Reply::Got(got) = got else {
            home.close(opened.handle);
            return numbers;
        };
        numbers.extend(got.body.last());
    }
}

#[test]
fn what_waits_for_a_channel_that_cannot_reach_its_partner_goes_elsewhere_in_its_order() {
    let mut home = Home::new();
    home.share("Q", &["QM2", "QM3"]);
    let free = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    put_numbered(&mut home, free, 0..40);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RETRYING);
    assert_eq!(reallocate(&home), 20);
    assert_eq!(numbers_for(&mut home, "TO.QM2"), []);
    let numbers = numbers_for(&mut home, "TO.QM3");
    assert_eq!(numbers.len(), 40);
    // Each of the two it was spread to had its own order; so they have behind one another.
    let own: Vec<_> = numbers[..20].to_vec();
    let moved: Vec<_> = numbers[20..].to_vec();
    assert!(own.is_sorted() && moved.is_sorted(), "{numbers:?}");
}

#[test]
fn what_is_bound_to_its_channel_and_what_has_no_better_way_stays() {
    let mut home = Home::new();
    home.share("Q", &["QM2", "QM3"]);
    home.share("ONLY.QM2", &["QM2"]);
    home.manager.channel_state(&name("TO.QM3"), MQCHS_STOPPED);
    let bound = home
        .open(("Q", ""), MQOO_OUTPUT | MQOO_BIND_ON_OPEN)
        .expect("open");
    put_numbered(&mut home, bound.handle, 0..2);
    let only = home.open(("ONLY.QM2", ""), MQOO_OUTPUT).expect("open");
    put_numbered(&mut home, only.handle, 2..4);
    let named = home.open(("Q", "QM2"), MQOO_OUTPUT).expect("open");
    put_numbered(&mut home, named.handle, 4..6);
    let free = home.open(("Q", ""), MQOO_OUTPUT).expect("open");
    put_numbered(&mut home, free.handle, 6..10);
    // Both fail: there is no better way for anything.
    home.manager.channel_state(&name("TO.QM3"), MQCHS_RETRYING);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RETRYING);
    assert_eq!(reallocate(&home), 0);
    // The other one tries, which may come to nothing; then it works.
    home.manager.channel_state(&name("TO.QM3"), MQCHS_BINDING);
    assert_eq!(reallocate(&home), 0);
    home.manager.channel_state(&name("TO.QM3"), MQCHS_RUNNING);
    assert_eq!(reallocate(&home), 4);
    assert_eq!(numbers_for(&mut home, "TO.QM2"), [0, 1, 2, 3, 4, 5]);
    assert_eq!(numbers_for(&mut home, "TO.QM3"), [6, 7, 8, 9]);
}

#[test]
fn what_was_routed_again_is_there_once_after_a_power_loss() {
    let mut home = Home::new();
    home.share("Q", &["QM2", "QM3"]);
    let free = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    put_numbered(&mut home, free, 0..20);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RETRYING);
    assert_eq!(reallocate(&home), 10);
    home.manager.checkpoint().expect("taken");
    let mut again = Home::started(home.place.after_power_loss(5));
    let mut numbers = numbers_for(&mut again, "TO.QM3");
    numbers.sort_unstable();
    let persistent: Vec<u8> = (0..20).filter(|number| number / 2 % 2 == 1).collect();
    assert_eq!(numbers, persistent);
    assert_eq!(numbers_for(&mut again, "TO.QM2"), []);
}

#[test]
fn a_channel_that_carries_messages_again_keeps_them() {
    let mut home = Home::new();
    home.share("Q", &["QM2", "QM3"]);
    let free = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    put_numbered(&mut home, free, 0..10);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RETRYING);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RUNNING);
    assert_eq!(reallocate(&home), 0);
    assert_eq!(numbers_for(&mut home, "TO.QM2").len(), 5);
}

#[test]
fn messages_are_taken_back_to_the_queue_here_as_they_were_put() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let free = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    let put = home.put_as(free, MsgDescriptor::default(), MQPMO_NONE);
    let put = put.expect("put").descriptor;
    home.define_shared("Q", MQCLWL_USEQ_ANY);
    home.manager.channel_state(&name("TO.QM2"), MQCHS_RETRYING);
    assert_eq!(reallocate(&home), 1);
    let got = home.get("Q").expect("it is here");
    assert_eq!(got.descriptor.msg_id, put.msg_id);
    assert_eq!(got.descriptor.put_time, put.put_time);
    assert_eq!(got.descriptor.user_identifier, put.user_identifier);
    assert_eq!(got.body, "a message");
}

#[test]
fn what_waits_for_a_channel_that_is_gone_goes_elsewhere_if_nothing_binds_it() {
    let mut home = Home::new();
    let [queue, _] = home.share("Q", &["QM2", "QM3"])[..] else {
        panic!("two records");
    };
    let free = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    put_numbered(&mut home, free, 0..10);
    let named = home.open(("ANY", "QM2"), MQOO_OUTPUT).expect("open").handle;
    put_numbered(&mut home, named, 10..12);
    let members = home.manager.cluster_records(ObjectKind::ClusQMgr);
    let gone = members.iter().find(|it| it.text(Attr::Clusqmgr) == "QM2");
    home.forget(ObjectKind::ClusQ, queue);
    home.forget(ObjectKind::ClusQMgr, gone.expect("it is kept").name());
    assert_eq!(reallocate(&home), 5);
    assert_eq!(numbers_for(&mut home, "TO.QM3").len(), 10);
    assert_eq!(numbers_for(&mut home, "TO.QM2"), [10, 11]);
}

#[test]
fn what_is_bound_to_a_queue_manager_that_has_left_goes_on_the_dead_letter_queue() {
    let mut home = Home::new();
    home.define(ObjectKind::QLocal, "DEAD", &[]);
    home.alter_q_mgr(Attr::Deadq, "DEAD");
    home.share("Q", &["QM2", "QM3"]);
    let member = home.keep(home.member("QM4", "C"));
    home.share("BOUND", &["QM4"]);
    let bound = home.open(("BOUND", ""), MQOO_OUTPUT | MQOO_BIND_ON_OPEN);
    put_numbered(&mut home, bound.expect("open").handle, 0..2);
    let told = home.open(("SYSTEM.CLUSTER.COMMAND.QUEUE", "QM4"), MQOO_OUTPUT);
    put_numbered(&mut home, told.expect("open").handle, 2..3);
    // What is only forgotten may be heard of again.
    home.forget(ObjectKind::ClusQMgr, member);
    assert_eq!(reallocate(&home), 0);
    let left = home.keep(home.member("QM4", "C"));
    let gone = Definition::new(ObjectKind::ClusQMgr, left);
    home.keep(with(
        gone,
        &[
            (Attr::Clusqmgr, Value::Text("QM4".to_owned())),
            (Attr::Cluster, Value::Text("C".to_owned())),
            (Attr::Qmid, Value::Text("QM4_1".to_owned())),
            (Attr::Record, Value::Text("2 0 w".to_owned())),
        ],
    ));
    assert_eq!(reallocate(&home), 3);
    for number in 0..2 {
        let got = home.get("DEAD").expect("it is there");
        assert_eq!(got.descriptor.format, *b"MQDEAD  ");
        assert_eq!(got.body[8..12], MQFB_BIND_OPEN_CLUSRCVR_DEL.to_ne_bytes());
        assert_eq!(got.body[12..60], *name("BOUND").bytes());
        assert_eq!(got.body.last(), Some(&number));
    }
    // What members tell one another is nobody's message.
    assert!(home.get("DEAD").is_none());
    assert!(numbers_for(&mut home, "TO.QM4").is_empty());
}

/// Goal: nothing waits for a channel for ever that is gone, whatever was under way when it went. Method: a put that is committed afterwards, one through a handle
/// that is bound, and one nobody else had a queue for at the time.
#[test]
fn what_comes_to_stand_behind_a_channel_that_is_gone_is_found() {
    let mut home = Home::new();
    home.define(ObjectKind::QLocal, "DEAD", &[]);
    home.alter_q_mgr(Attr::Deadq, "DEAD");
    let [at_2, _] = home.share("Q", &["QM2", "QM3"])[..] else {
        panic!("two records");
    };
    let [only, _] = home.share("LATER", &["QM2", "QM2"])[..] else {
        panic!("two records");
    };
    home.manager.channel_state(&name("TO.QM3"), MQCHS_STOPPED);
    let free = home.open(("Q", ""), MQOO_OUTPUT).expect("open").handle;
    let later = home.open(("LATER", ""), MQOO_OUTPUT).expect("open").handle;
    let bound = home.open(("Q", ""), MQOO_OUTPUT | MQOO_BIND_ON_OPEN);
    let bound = bound.expect("open").handle;
    put_numbered(&mut home, later, 0..2);
    let put = home.put_as(free, MsgDescriptor::default(), MQPMO_SYNCPOINT);
    put.expect("put");
    home.manager.channel_state(&name("TO.QM3"), MQCHS_INACTIVE);
    // QM2 leaves.
    let members = home.manager.cluster_records(ObjectKind::ClusQMgr);
    let of_qm2 = members.iter().find(|it| it.text(Attr::Clusqmgr) == "QM2");
    let of_qm2 = of_qm2.expect("it is kept");
    let qmid = of_qm2.text(Attr::Qmid).to_owned();
    let gone = Definition::new(ObjectKind::ClusQMgr, of_qm2.name());
    home.forget(ObjectKind::ClusQ, at_2);
    for record in home.manager.cluster_records(ObjectKind::ClusQ) {
        if record.text(Attr::Clusqmgr) == "QM2" {
            home.forget(ObjectKind::ClusQ, record.name());
        }
    }
    let _ = only;
    home.keep(with(
        gone,
        &[
            (Attr::Clusqmgr, Value::Text("QM2".to_owned())),
            (Attr::Cluster, Value::Text("C".to_owned())),
            (Attr::Qmid, Value::Text(qmid)),
            (Attr::Record, Value::Text("2 0 w".to_owned())),
        ],
    ));
    assert_eq!(reallocate(&home), 0);
    // Later.
    put_numbered(&mut home, bound, 2..3);
    let committed = home.verb(Request::Commit);
    assert!(
        matches!(committed, Reply::Done(Reason::NONE)),
        "{committed:?}"
    );
    home.share("LATER", &["QM3"]);
    assert_eq!(reallocate(&home), 4);
    assert_eq!(home.get("DEAD").expect("it is there").body.last(), Some(&2));
    let came = numbers_for(&mut home, "TO.QM3");
    assert_eq!(came.len(), 3, "{came:?}");
    assert_eq!(numbers_for(&mut home, "TO.QM2"), []);
}

/// Goal: a channel that is stopped, or runs, is the same when its member is heard of anew.
#[test]
fn a_channel_keeps_its_state_and_its_queue_while_nobody_names_it() {
    let mut home = Home::new();
    home.share("Q", &["QM2"]);
    let channel = name("TO.QM2");
    home.manager.channel_state(&channel, MQCHS_STARTING);
    home.manager.channel_state(&channel, MQCHS_RUNNING);
    transmission(&home, "X.QM2", "TO.QM2");
    let members = home.manager.cluster_records(ObjectKind::ClusQMgr);
    let record = members.iter().find(|it| it.text(Attr::Clusqmgr) == "QM2");
    let record = Definition::clone(record.expect("it is kept"));
    let again = |home: &mut Home| {
        home.forget(ObjectKind::ClusQMgr, record.name());
        home.keep(record.clone());
    };
    let qmid = ObjectName::truncated(record.text(Attr::Qmid));
    let state = |home: &Home| home.manager.cluster_ways(&name("C"), &qmid)[0].state;
    again(&mut home);
    assert_eq!(state(&home), MQCHS_RUNNING);
    // It still gets from the queue it started with.
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), SHARED);
    home.manager.channel_state(&channel, MQCHS_STOPPED);
    again(&mut home);
    assert_eq!(state(&home), MQCHS_STOPPED);
    home.forget(ObjectKind::ClusQMgr, record.name());
    assert!(home.manager.channel_state(&channel, MQCHS_INACTIVE));
    assert!(
        !home.manager.channel_state(&channel, MQCHS_STOPPED),
        "it is forgotten"
    );
    home.keep(record.clone());
    assert_eq!(state(&home), MQCHS_INACTIVE);
    assert_eq!(queue_of(home.arrives(("Q", "")).expect("put")), "X.QM2");
}
