//! Where the queue managers of simulated runs are: two directories of a simulated disk; and who uses them.

use ferromq_base::clock::SimulatedClock;
use ferromq_base::disk::SimulatedDisk;
use ferromq_log::LogSettings;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{CreateSettings, Entities, Entity, Place, QueueManager, Unanswered};

/// The directories on this disk, as whoever creates or starts a queue manager there names them.
pub(crate) fn place_on(disk: &SimulatedDisk) -> Result<Place, String> {
    let root = disk.root();
    let directory = |name| root.directory(name).map_err(|error| error.to_string());
    Ok(Place {
        data: directory("data")?,
        log: directory("log")?,
    })
}

/// Creates a queue manager there.
pub(crate) fn create_on(
    disk: &SimulatedDisk,
    name: &str,
    log: LogSettings,
    clock: &SimulatedClock,
) -> Result<(), String> {
    let settings = CreateSettings {
        name: ObjectName::truncated(name),
        log,
        attributes: Vec::new(),
        developer_objects: false,
    };
    QueueManager::create(&place_on(disk)?, &settings, clock, &mut |_, _| {})
        .map_err(|error| format!("{name} cannot be created: {error}"))?;
    // Whoever makes the directories sees to it that they last.
    disk.root().sync().map_err(|error| error.to_string())
}

/// One who administers, and users who do not.
pub(crate) struct Users;

impl Entities for Users {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        Ok(Entity::new(name, [], name == "sim"))
    }

    fn local_user(&self, _uid: u32, name: &str) -> Result<Entity, Unanswered> {
        self.user(name)
    }

    fn has_group(&self, _name: &str) -> bool {
        true
    }
}
