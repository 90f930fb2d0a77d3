//! Puts nobody reads the answer of, and what becomes of their unit of work when they fail before they reach it.

use crate::rig::{Client, Rig};
use ferromq_channel::Ending;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::xa::Xid;
use ferromq_qmgr::EndMode;
use ferromq_wire::call::Stat;
use ferromq_wire::field::CharString;
use ferromq_wire::structure::StatusStructure;
use ferromq_wire::xa::{XaBody, XaHead};
use ferromq_wire::{Call, Kind, Segment};

const UNHEARD: i32 = MQPMO_SYNCPOINT | MQPMO_ASYNC_RESPONSE;

fn persistent(mut call: Call<'_>) -> Call<'_> {
    match &mut call {
        Call::Put(put) => put.descriptor.persistence = MQPER_PERSISTENT,
        Call::Put1(put1) => put1.put.descriptor.persistence = MQPER_PERSISTENT,
        other => panic!("no put: {other:?}"),
    }
    call
}

/// Puts and hears nothing.
#[track_caller]
fn unheard(client: &mut Client, kind: Kind, handle: i32, call: Call<'_>) {
    client.ask(1, kind, handle, persistent(call));
    client.silent();
}

#[track_caller]
fn put1_unheard(client: &mut Client, name: &str, more: i32) {
    let call = Client::put1_call(name, b"unheard", UNHEARD | more);
    unheard(client, Kind::Put1, 0, call);
}

#[track_caller]
fn commit_fails(client: &mut Client) {
    let (comp_code, reason, _) = client.simple(1, Kind::Commit);
    assert_eq!((comp_code, reason), (MQCC_FAILED, Reason::BACKED_OUT.0));
}

/// How many have failed, and the reason of the first.
#[track_caller]
fn failures(client: &mut Client) -> (i32, i32) {
    let stat = Stat {
        kind: MQSTAT_TYPE_ASYNC_ERROR,
        status: StatusStructure::default(),
    };
    let came = client.call(1, Kind::Stat, 0, Call::Stat(stat));
    let Segment::Call(_, Call::Stat(stat)) = came.segment() else {
        panic!("{came:?}")
    };
    (stat.status.put_failure_count, stat.status.reason)
}

#[test]
fn a_put_that_fails_while_the_queue_manager_quiesces_fails_the_commit() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    put1_unheard(&mut client, "Q1", MQPMO_FAIL_IF_QUIESCING);
    rig.manager.begin_end(EndMode::Quiesce);
    client.channel.end(Ending::Quiesce);
    put1_unheard(&mut client, "Q1", MQPMO_FAIL_IF_QUIESCING);
    commit_fails(&mut client);
    assert_eq!(failures(&mut client), (1, Reason::Q_MGR_QUIESCING.0));
    put1_unheard(&mut client, "Q1", 0);
    assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
    assert_eq!(client.depth(1, "Q1"), 1);
}

/// It never gets beyond the channel.
#[test]
fn a_put_that_fails_while_the_channel_quiesces_fails_the_commit() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    put1_unheard(&mut client, "Q1", MQPMO_FAIL_IF_QUIESCING);
    client.channel.end(Ending::Quiesce);
    let put = Client::put_call(b"unheard", UNHEARD | MQPMO_FAIL_IF_QUIESCING);
    unheard(&mut client, Kind::Put, handle, put);
    put1_unheard(&mut client, "Q1", MQPMO_FAIL_IF_QUIESCING);
    commit_fails(&mut client);
    assert_eq!(failures(&mut client), (2, Reason::CONNECTION_QUIESCING.0));
    assert_eq!(client.depth(1, "Q1"), 0);
}

#[test]
fn a_put_that_makes_no_sense_is_not_answered_and_fails_the_commit() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    let (negative, text) = (Reason::RECS_PRESENT_ERROR.0, Reason::OBJECT_STRING_ERROR.0);

    put1_unheard(&mut client, "Q1", 0);
    let mut put = Client::put_call(b"unheard", UNHEARD);
    if let Call::Put(put) = &mut put {
        put.options.list.is_wrong = true;
    }
    unheard(&mut client, Kind::Put, handle, put);
    commit_fails(&mut client);
    assert_eq!(failures(&mut client), (1, negative));

    let mut put1 = Client::put1_call("Q1", b"unheard", UNHEARD);
    if let Call::Put1(put1) = &mut put1 {
        put1.put.options.list.is_wrong = true;
    }
    unheard(&mut client, Kind::Put1, 0, put1);
    commit_fails(&mut client);
    assert_eq!(failures(&mut client), (1, negative));

    let mut put1 = Client::put1_call("", b"unheard", UNHEARD);
    if let Call::Put1(put1) = &mut put1 {
        put1.object.version = 4;
        put1.object.object_string = CharString {
            text: b"\xff\xfe",
            ..CharString::utf8("")
        };
    }
    unheard(&mut client, Kind::Put1, 0, put1);
    commit_fails(&mut client);
    assert_eq!(failures(&mut client), (1, text));
    assert_eq!(client.depth(1, "Q1"), 0);
}

#[test]
fn a_put_through_a_handle_that_is_none_fails_the_commit() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    put1_unheard(&mut client, "Q1", 0);
    let put = Client::put_call(b"unheard", UNHEARD);
    unheard(&mut client, Kind::Put, 4711, put);
    commit_fails(&mut client);
    assert_eq!(failures(&mut client), (1, Reason::HOBJ_ERROR.0));
    assert_eq!(client.depth(1, "Q1"), 0);
}

/// Who puts faster than others get is not read for a while, after a read that brought such puts; not after others.
#[test]
fn who_has_put_without_waiting_and_goes_on_with_something_else_is_read() {
    let rig = Rig::new();
    rig.queue("Q1");
    rig.queue("Q2");
    let (mut getter, mut client) = (rig.client(), rig.client());
    let from = getter.open(1, "Q1", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    for _ in 0..600 {
        getter.put(1, from, b"deep", MQPMO_NO_SYNCPOINT);
    }
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    let other = client.open(1, "Q2", MQOO_OUTPUT);
    let unheard_put = |client: &mut Client| {
        let call = Client::put_call(b"unheard", MQPMO_NO_SYNCPOINT | MQPMO_ASYNC_RESPONSE);
        client.ask(1, Kind::Put, handle, call);
        client.silent();
    };
    unheard_put(&mut client);
    assert!(!client.channel.wants_input(), "it is ahead");
    let pause_ends = |client: &mut Client, getter: &mut Client| {
        getter.get(1, from, MQGMO_NO_SYNCPOINT);
        rig.pass_ms(6);
        client.tick();
        assert!(client.channel.wants_input(), "a pause ends");
    };
    pause_ends(&mut client, &mut getter);
    client.put(1, other, b"heard", MQPMO_NO_SYNCPOINT);
    assert!(client.channel.wants_input(), "this was put elsewhere");
    unheard_put(&mut client);
    assert!(!client.channel.wants_input(), "it is ahead again");
    pause_ends(&mut client, &mut getter);
}

/// Nobody knows whether it waits: it is told.
#[test]
fn a_put_that_asks_for_both_responses_is_answered() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let both = UNHEARD | MQPMO_SYNC_RESPONSE;
    let call = Client::put1_call("Q1", b"either", both);
    let came = client.call(1, Kind::Put1, 0, call);
    assert_eq!(came.codes().1, Reason::OPTIONS_ERROR.0);
    assert_eq!(client.simple(1, Kind::Commit).0, MQCC_OK);
}

#[test]
fn a_client_that_disconnects_is_warned() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    put1_unheard(&mut client, "Q1", 0);
    put1_unheard(&mut client, "NO.SUCH", 0);
    let (comp_code, reason, _) = client.simple(1, Kind::Disconnect);
    assert_eq!((comp_code, reason), (MQCC_WARNING, Reason::BACKED_OUT.0));
    assert_eq!(rig.manager.connection_count(), 0);
    assert_eq!(rig.client().depth(1, "Q1"), 0);
}

/// The other conversations of a socket have units of work of their own.
#[test]
fn another_conversation_commits() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    client.converse(3);
    put1_unheard(&mut client, "NO.SUCH", 0);
    let call = persistent(Client::put1_call("Q1", b"heard", UNHEARD));
    client.ask(3, Kind::Put1, 0, call);
    client.silent();
    assert_eq!(client.simple(3, Kind::Commit).0, MQCC_OK);
    commit_fails(&mut client);
    assert_eq!(client.depth(1, "Q1"), 1);
}

/// Makes a call of a transaction manager; answers its return value.
#[track_caller]
fn xa(client: &mut Client, kind: Kind, flags: i32, body: XaBody<'_>) -> i32 {
    let head = client.head(1, 0, kind);
    let xa_head = XaHead {
        flags: flags.cast_unsigned(),
        ..XaHead::default()
    };
    client.send_head(&head, &Segment::Xa(xa_head, body));
    let came = client.next();
    let Segment::Xa(answer, _) = came.segment() else {
        panic!("{came:?}")
    };
    answer.return_value
}

#[test]
fn a_branch_that_lacks_a_message_is_neither_prepared_nor_committed() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let name = XaBody::Name(b"");
    assert_eq!(xa(&mut client, Kind::XaOpen, TMNOFLAGS, name), XA_OK);
    for (kind, flags) in [(Kind::XaPrepare, TMNOFLAGS), (Kind::XaCommit, TMONEPHASE)] {
        let branch = || XaBody::Branch(Xid::new(7, b"global", b"branch").expect("it fits"));
        let started = xa(&mut client, Kind::XaStart, TMNOFLAGS, branch());
        assert_eq!(started, XA_OK);
        put1_unheard(&mut client, "Q1", 0);
        put1_unheard(&mut client, "NO.SUCH", 0);
        let ended = xa(&mut client, Kind::XaEnd, TMSUCCESS, branch());
        assert_eq!(ended, XA_RBOTHER);
        assert_eq!(xa(&mut client, kind, flags, branch()), XA_RBOTHER);
        let committed = xa(&mut client, Kind::XaCommit, TMNOFLAGS, branch());
        assert_eq!(committed, XAER_NOTA);
    }
    assert_eq!(client.depth(1, "Q1"), 0);
}

/// What `MQSTAT` tells to be done no loss of power undoes.
#[test]
fn a_put_that_is_told_of_is_durable() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    client.disk_is_slow = true;
    let call = Client::put_call(b"unheard", MQPMO_ASYNC_RESPONSE);
    unheard(&mut client, Kind::Put, handle, call);
    let stat = Stat {
        kind: MQSTAT_TYPE_ASYNC_ERROR,
        status: StatusStructure::default(),
    };
    client.ask(1, Kind::Stat, 0, Call::Stat(stat));
    client.silent();
    client.disk_is_slow = false;
    assert_eq!(client.next().head.kind, Kind::StatReply);
    assert_eq!(client.depth(1, "Q1"), 1);
}
