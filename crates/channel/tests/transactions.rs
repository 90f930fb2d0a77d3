//! Calls of a transaction manager, over bytes.

use crate::rig::{Client, Rig};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::xa::Xid;
use ferromq_wire::xa::{XaBody, XaHead};
use ferromq_wire::{Kind, Segment};

/// Makes a call; answers its return value and the branches it brings.
#[track_caller]
fn call(client: &mut Client, kind: Kind, flags: i32, body: XaBody<'_>) -> (i32, Vec<Xid>) {
    let head = client.head(1, 0, kind);
    let xa_head = XaHead {
        flags: flags.cast_unsigned(),
        ..XaHead::default()
    };
    client.send_head(&head, &Segment::Xa(xa_head, body));
    let came = client.next();
    assert_eq!(Some(came.head.kind), kind.reply());
    match came.segment() {
        Segment::Xa(answer, XaBody::Branches(branches)) => (answer.return_value, branches),
        Segment::Xa(answer, XaBody::Empty) => (answer.return_value, Vec::new()),
        other => panic!("{other:?}"),
    }
}

fn branch() -> Xid {
    Xid::new(7, b"global", b"branch").expect("it fits")
}

/// Opens, and puts a message in a branch that is idle then.
#[track_caller]
fn work(client: &mut Client) {
    let name = XaBody::Name(b"");
    assert_eq!(call(client, Kind::XaOpen, TMNOFLAGS, name).0, XA_OK);
    let handle = client.open(1, "Q1", MQOO_OUTPUT);
    let start = XaBody::Branch(branch());
    assert_eq!(call(client, Kind::XaStart, TMNOFLAGS, start).0, XA_OK);
    assert_eq!(
        client.put(1, handle, b"put", MQPMO_SYNCPOINT).codes().0,
        MQCC_OK
    );
    let end = XaBody::Branch(branch());
    assert_eq!(call(client, Kind::XaEnd, TMSUCCESS, end).0, XA_OK);
}

#[test]
fn a_branch_is_prepared_over_one_socket_and_committed_over_another() {
    let rig = Rig::new();
    rig.queue("Q1");
    let (mut client, mut other) = (rig.client(), rig.client());
    work(&mut client);
    let prepare = XaBody::Branch(branch());
    assert_eq!(
        call(&mut client, Kind::XaPrepare, TMNOFLAGS, prepare).0,
        XA_OK
    );
    drop(client);
    let name = XaBody::Name(b"QMNAME=OTHER");
    assert_eq!(
        call(&mut other, Kind::XaOpen, TMNOFLAGS, name).0,
        XAER_RMERR
    );
    let name = XaBody::Name(b"");
    assert_eq!(call(&mut other, Kind::XaOpen, TMNOFLAGS, name).0, XA_OK);
    let scan = TMSTARTRSCAN | TMENDRSCAN;
    let listed = call(&mut other, Kind::XaRecover, scan, XaBody::Recover(15));
    assert_eq!(listed, (1, vec![branch()]));
    for code in [XA_OK, XAER_NOTA] {
        let commit = XaBody::Branch(branch());
        let committed = call(&mut other, Kind::XaCommit, TMNOFLAGS, commit);
        assert_eq!(committed.0, code);
    }
    let listed = call(&mut other, Kind::XaRecover, scan, XaBody::Recover(15));
    assert_eq!(listed, (0, Vec::new()));
    assert_eq!(other.depth(1, "Q1"), 1);
    let name = XaBody::Name(b"");
    assert_eq!(call(&mut other, Kind::XaClose, TMNOFLAGS, name).0, XA_OK);
}

#[test]
fn a_branch_is_backed_out_and_one_that_is_not_there_is_not_known() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    work(&mut client);
    for code in [XA_OK, XAER_NOTA] {
        let roll_back = XaBody::Branch(branch());
        let rolled_back = call(&mut client, Kind::XaRollback, TMNOFLAGS, roll_back);
        assert_eq!(rolled_back.0, code);
    }
    for (kind, code) in [(Kind::XaForget, XAER_NOTA), (Kind::XaComplete, XAER_INVAL)] {
        let body = XaBody::Branch(branch());
        assert_eq!(call(&mut client, kind, TMNOFLAGS, body).0, code);
    }
    assert_eq!(client.depth(1, "Q1"), 0);
}
