//! Authority over objects that come and go.

use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, Origin, Road};
use ferromq_qmgr::{
    Entities, Entity, EntityName, Permissions, Profile, ProtectedKind, QueueManager, SELF_PROFILE,
    SimulatedPlace,
};
use std::sync::Arc;
use std::task::{Poll, Waker};

/// Users without groups, who administer nothing.
struct Strangers;

impl Entities for Strangers {
    fn user(&self, name: &str) -> Entity {
        Entity::new(name, [], false)
    }

    fn local_user(&self, _uid: u32, name: &str) -> Entity {
        Entity::new(name, [], false)
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
    let profile = Profile::parse(profile).expect("a profile");
    let joe = EntityName::principal("joe");
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
