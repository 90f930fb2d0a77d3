//! Authority over objects that come and go.

use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, Origin, PutOptions, Road};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{
    Connection, Entities, Entity, EntityName, Permissions, Profile, ProtectedKind, QueueManager,
    SELF_PROFILE, SimulatedPlace, Unanswered,
};
use std::sync::Arc;
use std::task::{Poll, Waker};

/// Users without groups, who administer nothing.
struct Strangers;

impl Entities for Strangers {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], false))
    }

    fn local_user(&self, _uid: u32, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], false))
    }

    fn has_group(&self, _name: &str) -> bool {
        true
    }
}

fn start(place: &SimulatedPlace) -> QueueManager {
    let manager = place.start();
    manager.set_entities(Arc::new(Strangers));
    manager
}

fn origin(user: &str) -> Origin {
    Origin {
        user_id: FixedText::truncated(user),
        appl_name: FixedText::truncated("tests"),
        appl_type: MQAT_UNIX,
        process_id: 1,
        thread_id: 1,
        uid: 1,
        road: Road::Client,
        client: None,
    }
}

fn allow(manager: &QueueManager, kind: ProtectedKind, profile: &str, bits: i32) {
    allow_user(manager, "joe", kind, profile, bits);
}

fn allow_user(manager: &QueueManager, user: &str, kind: ProtectedKind, profile: &str, bits: i32) {
    let profile = Profile::parse(profile).expect("a profile");
    let joe = EntityName::principal(user);
    let permissions = Permissions::of(bits);
    manager
        .set_authority(kind, &profile, &joe, permissions, Permissions::NONE)
        .expect("set");
}

fn profiles(manager: &QueueManager) -> Vec<String> {
    let records = manager.authority_records();
    let names = records
        .iter()
        .map(|record| record.profile.as_str().to_owned());
    names.collect()
}

/// Goal: what the maker of a temporary queue is allowed does not outlive the queue, whatever
/// the catalog was written in between. Method: a checkpoint while it is there, and a crash.
#[test]
fn authority_over_a_temporary_queue_ends_with_a_crash() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = start(&place);
    let mut model = Definition::new(ObjectKind::QModel, ObjectName::truncated("MODEL"));
    model
        .set(Attr::Deftype, MQQDT_TEMPORARY_DYNAMIC)
        .expect("a type");
    manager.define(model, false).expect("defined");
    allow(&manager, ProtectedKind::QMgr, SELF_PROFILE, MQZAO_CONNECT);
    allow(
        &manager,
        ProtectedKind::Queue,
        "MODEL",
        MQZAO_DISPLAY | MQZAO_INPUT,
    );
    let mut connection = manager
        .connect(&ConnectOptions::default(), origin("joe"))
        .expect("connected");
    let mut descriptor = ObjectDescriptor::queue("MODEL");
    descriptor.dynamic_q_name = ObjectName::truncated("TEMP");
    let options = MQOO_INPUT_EXCLUSIVE;
    let opened = connection.start(
        Request::Open {
            descriptor,
            options,
        },
        Waker::noop(),
    );
    assert!(
        matches!(opened, Poll::Ready(Reply::Opened { .. })),
        "{opened:?}"
    );
    assert_eq!(profiles(&manager), ["MODEL", "TEMP", "self"]);
    manager.checkpoint().expect("a checkpoint");
    // Nothing ends in good order: what the disk holds is what a crash would leave.
    std::mem::forget(connection);
    drop(manager);
    let again = start(&place);
    assert_eq!(profiles(&again), ["MODEL", "self"]);
}

/// The record of the deletion says that authority over the object goes as well: no crash comes between the two.
#[test]
fn authority_over_an_object_ends_with_it_and_is_not_there_for_a_later_one() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = start(&place);
    let define = |kind, name: &str| {
        let mut definition = Definition::new(kind, ObjectName::truncated(name));
        if kind == ObjectKind::Topic {
            definition.set(Attr::Topicstr, "t").expect("a topic");
        }
        manager.define(definition, false).expect("defined");
    };
    let objects = [
        (ObjectKind::QLocal, ProtectedKind::Queue, "Q1"),
        (ObjectKind::QAlias, ProtectedKind::Queue, "Q2"),
        (ObjectKind::Topic, ProtectedKind::Topic, "T1"),
        (ObjectKind::Namelist, ProtectedKind::Namelist, "N1"),
    ];
    for (kind, protected, name) in objects {
        define(kind, name);
        allow(&manager, protected, name, MQZAO_DISPLAY);
    }
    allow(&manager, ProtectedKind::Queue, "Q*", MQZAO_DISPLAY);
    // What was allowed is in the catalog, what follows in the log only.
    manager.checkpoint().expect("a checkpoint");
    for (kind, _, name) in objects {
        let deleted = manager.delete(kind, &ObjectName::truncated(name), false);
        deleted.expect("deleted");
        assert!(!profiles(&manager).contains(&name.to_owned()));
        define(kind, name);
    }
    allow(&manager, ProtectedKind::Queue, "Q2", MQZAO_CHANGE);
    drop(manager);
    assert_eq!(profiles(&start(&place)), ["Q*", "Q2"]);
}

/// The reason a put with a context of its own fails with; 0 if it does not. With a user, for that user.
fn put_reason(connection: &mut Connection, queue: &str, for_user: Option<&str>) -> i32 {
    let mut object = ObjectDescriptor::queue(queue);
    let mut options = MQPMO_SET_ALL_CONTEXT | MQPMO_NO_SYNCPOINT;
    if let Some(user) = for_user {
        object.alternate_user_id = FixedText::truncated(user);
        options |= MQPMO_ALTERNATE_USER_AUTHORITY;
    }
    let request = Request::Put1 {
        object: Box::new(object),
        descriptor: MsgDescriptor::default(),
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body: bytes::Bytes::from_static(b"hello"),
    };
    match connection.start(request, Waker::noop()) {
        Poll::Ready(Reply::Put(_)) => 0,
        Poll::Ready(Reply::Failed(reason)) => reason.0,
        other => panic!("{other:?}"),
    }
}

/// A channel acts for a user: what it had open it keeps, and from then on it may what that user may. A user it stands in for needs to
/// be allowed to put and no more, for the context is its own.
#[test]
fn a_connection_that_acts_for_a_user_may_what_that_user_may() {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = start(&place);
    for name in ["OWN", "Q1", "Q2"] {
        let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        manager.define(queue, false).expect("defined");
    }
    allow(&manager, ProtectedKind::QMgr, SELF_PROFILE, MQZAO_CONNECT);
    allow(&manager, ProtectedKind::Queue, "OWN", MQZAO_OUTPUT);
    let mut connection = manager
        .connect(&ConnectOptions::default(), origin("joe"))
        .expect("connected");
    let opened = connection.start(
        Request::Open {
            descriptor: ObjectDescriptor::queue("OWN"),
            options: MQOO_OUTPUT,
        },
        Waker::noop(),
    );
    let Poll::Ready(Reply::Opened { handle, .. }) = opened else {
        panic!("{opened:?}");
    };
    let mca = FixedText::truncated("mca");
    let acts = connection.act_for(mca, Waker::noop());
    assert_eq!(acts, Poll::Ready(Err(Reason::NOT_AUTHORIZED)));
    let of_mca = |kind, name: &str, bits| allow_user(&manager, "mca", kind, name, bits);
    let q_mgr = MQZAO_CONNECT | MQZAO_SET_ALL_CONTEXT;
    of_mca(ProtectedKind::QMgr, SELF_PROFILE, q_mgr);
    let acts = connection.act_for(mca, Waker::noop());
    assert_eq!(acts, Poll::Ready(Ok(())));

    assert_eq!(put_reason(&mut connection, "Q1", None), MQRC_NOT_AUTHORIZED);
    of_mca(ProtectedKind::Queue, "Q1", MQZAO_OUTPUT);
    assert_eq!(put_reason(&mut connection, "Q1", None), MQRC_NOT_AUTHORIZED);
    let whole = MQZAO_OUTPUT | MQZAO_SET_ALL_CONTEXT;
    of_mca(ProtectedKind::Queue, "Q1", whole);
    assert_eq!(put_reason(&mut connection, "Q1", None), 0);
    // What joe may does not count any more, but for what joe had open.
    assert_eq!(
        put_reason(&mut connection, "OWN", None),
        MQRC_NOT_AUTHORIZED
    );
    let put = connection.start(
        Request::Put {
            handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: bytes::Bytes::from_static(b"hello"),
        },
        Waker::noop(),
    );
    assert!(matches!(put, Poll::Ready(Reply::Put(_))), "{put:?}");

    // Standing in for another one takes leave, the other's authority, and leave of one's own to set the context.
    of_mca(ProtectedKind::Queue, "Q2", whole);
    let ann = Some("ann");
    assert_eq!(put_reason(&mut connection, "Q2", ann), MQRC_NOT_AUTHORIZED);
    let q_mgr = q_mgr | MQZAO_ALTERNATE_USER_AUTHORITY;
    of_mca(ProtectedKind::QMgr, SELF_PROFILE, q_mgr);
    assert_eq!(put_reason(&mut connection, "Q2", ann), MQRC_NOT_AUTHORIZED);
    let of_ann = |name: &str| {
        allow_user(&manager, "ann", ProtectedKind::Queue, name, MQZAO_OUTPUT);
    };
    of_ann("Q2");
    assert_eq!(put_reason(&mut connection, "Q2", ann), 0);
    of_ann("OWN");
    assert_eq!(put_reason(&mut connection, "OWN", ann), MQRC_NOT_AUTHORIZED);
}
