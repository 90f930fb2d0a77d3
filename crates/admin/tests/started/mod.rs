//! A queue manager on a simulated disk, with the commands that act on it.

use ferromq_admin::{Administered, LogLayout, Surroundings, run_order};
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::disk::SimulatedDisk;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::{DumpOrder, LocalAnswer, LocalOrder, RecordsOver};
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{
    CreateSettings, Entities, Entity, Place, QueueManager, StartSettings, Unanswered,
};
use std::sync::Arc;

const LOG: LogSettings = LogSettings {
    file_pages: 64,
    primary_files: 3,
    secondary_files: 2,
    buffer_pages: 0,
    log_type: LogType::Linear,
};

fn place_on(disk: &SimulatedDisk) -> Place {
    let root = disk.root();
    Place {
        data: root.directory("data").expect("a new directory"),
        log: root.directory("log").expect("a new directory"),
    }
}

/// What `dmpmqcfg` has of objects of these kinds, in the form it is run again from.
pub(crate) fn dumped(operations: &Administered, kinds: &[ObjectKind], names: &str) -> String {
    let order = LocalOrder::Dump(DumpOrder {
        all_attributes: false,
        one_line: false,
        kinds: kinds.to_vec(),
        records: RecordsOver::Nothing,
        names: names.to_owned(),
    });
    let (answers, outcome) = run_order(operations, &order);
    assert_eq!(outcome, CommandOutcome::Done);
    match answers.as_slice() {
        [LocalAnswer::Text(text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn started(disk: &SimulatedDisk) -> (QueueManager, Administered) {
    let (manager, operations, _clock) = started_with_clock(disk);
    (manager, operations)
}

pub(crate) fn started_with_clock(
    disk: &SimulatedDisk,
) -> (QueueManager, Administered, Arc<SimulatedClock>) {
    let simulated = Arc::new(SimulatedClock::starting_at(1_709_210_096_000_000));
    let clock: Arc<dyn Clock> = Arc::clone(&simulated) as Arc<dyn Clock>;
    let settings = StartSettings {
        log: LOG,
        queue_buffer_bytes: 1 << 20,
        persistent_queue_buffer_bytes: 1 << 20,
        open_queue_files_max: 16,
        read_ahead: false,
        notices: Arc::new(|_| {}),
    };
    let manager =
        QueueManager::start(place_on(disk), &settings, Arc::clone(&clock)).expect("it starts");
    let surroundings = Surroundings {
        data_path: "/data".to_string(),
        log_path: "/log".to_string(),
        host_name: "here".to_string(),
        installation: (
            "Installation1".to_string(),
            String::new(),
            "/dist".to_string(),
        ),
        log: LogLayout {
            linear: true,
            extent_bytes: LOG.extent_bytes(),
            primary_extents: LOG.primary_files,
            secondary_extents: LOG.secondary_files,
        },
    };
    (
        manager.clone(),
        Administered::new(manager, surroundings, clock),
        simulated,
    )
}

pub(crate) fn created() -> SimulatedDisk {
    let disk = SimulatedDisk::new(1);
    let settings = CreateSettings {
        name: ObjectName::truncated("QM1"),
        log: LOG,
        attributes: Vec::new(),
        developer_objects: false,
    };
    let clock = SimulatedClock::starting_at(1_709_210_000_000_000);
    let place = place_on(&disk);
    disk.root().sync().expect("the new directories last");
    QueueManager::create(&place, &settings, &clock, &mut |_, _| {}).expect("it is created");
    disk
}

/// Users without groups, whom nobody keeps a list of.
struct Users;

impl Entities for Users {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], false))
    }

    fn local_user(&self, _: u32, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], false))
    }

    fn has_group(&self, _: &str) -> bool {
        true
    }
}

/// The same commands of a user who is no administrator.
pub(crate) fn of_user(
    manager: &QueueManager,
    operations: &Administered,
    user: &str,
) -> Administered {
    manager.set_entities(Arc::new(Users));
    operations.on_behalf_of_user(user, None)
}
