//! Authority over objects that come and go.

use ferromq_base::clock::SimulatedClock;
use ferromq_base::disk::SimulatedDisk;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, Origin, Road};
use ferromq_qmgr::{
    CreateSettings, Entities, Entity, EntityName, Permissions, Place, Profile, ProtectedKind,
    QueueManager, SELF_PROFILE, StartSettings,
};
use std::sync::Arc;
use std::task::{Poll, Waker};

const LOG: LogSettings = LogSettings {
    file_pages: 64,
    primary_files: 3,
    secondary_files: 2,
    buffer_pages: 0,
    log_type: LogType::Circular,
};

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

fn place(disk: &SimulatedDisk) -> Place {
    let root = disk.root();
    Place {
        data: root.directory("data").expect("a directory"),
        log: root.directory("log").expect("a directory"),
    }
}

fn start(disk: &SimulatedDisk) -> QueueManager {
    let clock = Arc::new(SimulatedClock::starting_at(1_700_000_000_000_000));
    let settings = StartSettings {
        log: LOG,
        queue_buffer_bytes: 1 << 20,
        persistent_queue_buffer_bytes: 1 << 20,
        read_ahead: false,
        notices: Arc::new(|_| {}),
    };
    let manager = QueueManager::start(place(disk), &settings, clock).expect("started");
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
    let disk = SimulatedDisk::new(1);
    let settings = CreateSettings {
        name: ObjectName::truncated("QM1"),
        log: LOG,
        attributes: Vec::new(),
        developer_objects: false,
    };
    let clock = SimulatedClock::starting_at(1_600_000_000_000_000);
    QueueManager::create(&place(&disk), &settings, &clock, &mut |_, _| {}).expect("created");
    let manager = start(&disk);
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
    let again = start(&disk);
    assert_eq!(profiles(&again), ["MODEL", "self"]);
}
