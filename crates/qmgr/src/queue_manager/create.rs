//! Making a queue manager: its log, its default objects, its catalog.

use crate::core::identity::PutStamp;
use crate::core::place::{Place, QUEUES_DIRECTORY};
use crate::queue_manager::QueueManager;
use crate::queue_manager::catalog::{Catalog, CatalogEntry, CatalogError};
use crate::record::QueueId;
use crate::record::authority::profile::{Profile, SELF_PROFILE};
use crate::record::authority::{AuthorityRecord, EntityName};
use ferromq_base::clock::Clock;
use ferromq_log::{Log, LogError, LogSettings};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::authority::{Permissions, ProtectedKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQ_Q_MGR_IDENTIFIER_LENGTH, MQZAO_BROWSE, MQZAO_CONNECT, MQZAO_DISPLAY, MQZAO_INPUT,
    MQZAO_INQUIRE, MQZAO_OUTPUT, MQZAO_PASS_ALL_CONTEXT, MQZAO_PASS_IDENTITY_CONTEXT,
    MQZAO_PUBLISH, MQZAO_SUBSCRIBE,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::preset;
use std::fmt;

/// What a queue manager is created with.
#[derive(Clone, Debug)]
pub struct CreateSettings {
    /// Name of the queue manager.
    pub name: ObjectName,
    /// Its log.
    pub log: LogSettings,
    /// Attributes of the queue manager that differ from the defaults (`DEADQ`, `DEFXMITQ`,
    /// `TRIGINT`, `MAXHANDS`, `MAXUMSGS`, `DESCR`).
    pub attributes: Vec<(Attr, Value)>,
    /// Define the `DEV.*` objects as well.
    pub developer_objects: bool,
}

/// Why a queue manager was not created.
#[derive(Debug)]
pub enum CreateError {
    /// The log could not be made, or there is one already.
    Log(LogError),
    /// The catalog could not be written.
    Catalog(CatalogError),
    /// The disk refused.
    Io(std::io::Error),
    /// An attribute value is wrong.
    Attribute(ferromq_mqi::attribute::AttributeError),
}

impl fmt::Display for CreateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(error) => error.fmt(f),
            Self::Catalog(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
            Self::Attribute(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CreateError {}

impl QueueManager {
    /// Creates a queue manager with its default objects. Durable on return. `progress` hears
    /// of log extents written: done, in all.
    ///
    /// # Errors
    /// See [`CreateError`]. What was made by then stays; the caller removes the directories.
    pub fn create(
        place: &Place,
        settings: &CreateSettings,
        clock: &dyn Clock,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), CreateError> {
        Log::create(&place.log, &settings.log, progress).map_err(CreateError::Log)?;
        let now = PutStamp::at(clock.wall_us());
        let mut q_mgr = Definition::new(ObjectKind::QMgr, settings.name);
        let (date, time) = (now.display_date(), now.display_time());
        // The stamp tells queue managers apart; a long name gives way to it.
        let stamp = now.display_stamp();
        let name_bytes = MQ_Q_MGR_IDENTIFIER_LENGTH as usize - stamp.len() - 1;
        let name: String = settings.name.as_str().chars().take(name_bytes).collect();
        let id = format!("{name}_{stamp}");
        for (attr, text) in [
            (Attr::Altdate, &date),
            (Attr::Alttime, &time),
            (Attr::Crdate, &date),
            (Attr::Crtime, &time),
            (Attr::Qmid, &id),
        ] {
            q_mgr
                .set_internal(attr, text.as_str())
                .map_err(CreateError::Attribute)?;
        }
        if settings.developer_objects {
            q_mgr
                .set(Attr::Deadq, "DEV.DEAD.LETTER.QUEUE")
                .map_err(CreateError::Attribute)?;
        }
        for (attr, value) in &settings.attributes {
            q_mgr
                .set(*attr, value.clone())
                .map_err(CreateError::Attribute)?;
        }
        let entries = create_objects(place, settings.developer_objects, &now)?;
        let last_queue_id = entries.iter().map(|entry| entry.queue.0).max().unwrap_or(0);
        let catalog = Catalog {
            last_queue_id,
            q_mgr,
            entries,
            authorities: if settings.developer_objects {
                developer_authorities()
            } else {
                Vec::new()
            },
        };
        catalog
            .write(place.data.as_ref())
            .map_err(CreateError::Catalog)
    }
}

/// What the user `app` of a developer's queue manager may do: connect, and use the `DEV` queues.
fn developer_authorities() -> Vec<AuthorityRecord> {
    let of = |kind: ProtectedKind, profile: &str, bits| {
        Some(AuthorityRecord {
            kind,
            profile: Profile::parse(profile).ok()?,
            entity: EntityName::principal("app"),
            permissions: Permissions::of(bits),
        })
    };
    let messages = MQZAO_BROWSE | MQZAO_INPUT | MQZAO_INQUIRE | MQZAO_OUTPUT;
    // What JMS clients need to move a message that is backed out again and again to another queue.
    let backout = MQZAO_PASS_IDENTITY_CONTEXT | MQZAO_PASS_ALL_CONTEXT;
    // What client programs make temporary queues from.
    let model = MQZAO_DISPLAY | messages;
    [
        of(
            ProtectedKind::QMgr,
            SELF_PROFILE,
            MQZAO_CONNECT | MQZAO_INQUIRE,
        ),
        of(ProtectedKind::Queue, "DEV.**", messages | backout),
        of(
            ProtectedKind::Topic,
            "DEV.**",
            MQZAO_PUBLISH | MQZAO_SUBSCRIBE,
        ),
        of(ProtectedKind::Queue, "SYSTEM.DEFAULT.MODEL.QUEUE", model),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn create_objects(
    place: &Place,
    developer: bool,
    now: &PutStamp,
) -> Result<Vec<CatalogEntry>, CreateError> {
    let queues = place
        .data
        .directory(QUEUES_DIRECTORY)
        .map_err(CreateError::Io)?;
    queues.sync().map_err(CreateError::Io)?;
    let mut entries = Vec::new();
    let mut last_queue_id = 0;
    let presets = preset::system_objects().iter().chain(if developer {
        preset::developer_objects()
    } else {
        &[]
    });
    for preset in presets {
        let mut definition = preset.definition();
        for attr in [Attr::Altdate, Attr::Crdate] {
            // Kinds without the stamp refuse it.
            let _ = definition.set_internal(attr, now.display_date().as_str());
        }
        for attr in [Attr::Alttime, Attr::Crtime] {
            let _ = definition.set_internal(attr, now.display_time().as_str());
        }
        let mut entry = CatalogEntry {
            queue: QueueId(0),
            directory: String::new(),
            image_lsn: 0,
            definition,
        };
        if preset.kind == ObjectKind::QLocal {
            last_queue_id += 1;
            entry.queue = QueueId(last_queue_id);
        }
        entries.push(entry);
    }
    Ok(entries)
}
