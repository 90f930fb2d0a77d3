//! The object catalog: every definition as of a checkpoint, in one file.
//!
//! `docs/formats/catalog.md` gives the bytes. The file is replaced as a whole: written under
//! another name, synced, renamed. Objects changed since are in the log behind the recovery
//! position.

use crate::core::disk_room::open_or_create;
use crate::core::place::queue_directory;
use crate::record::authority::AuthorityRecord;
use crate::record::{QueueId, Reader};
use ferromq_base::checksum::crc32c;
use ferromq_base::disk::{Directory, OpenMode};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;
use std::collections::BTreeMap;
use std::fmt;
use std::io;

/// Name of the file. It is written last when a queue manager is created: where there is none,
/// no queue manager was completely created.
pub const CATALOG_FILE: &str = "CATALOG";
/// Where the next catalog is written: it has its room on the disk beforehand.
pub const CATALOG_SPARE_FILE: &str = "CATALOG.NEW";
/// The room is a multiple of this, and leaves that much for objects to come.
const SPARE_BYTES: u64 = 64 * 1024;
const MAGIC: &[u8; 8] = b"FMQCATLG";
const VERSION: u64 = 1;
/// Magic, version, length of what follows, its CRC-32C (in eight bytes).
const HEAD_BYTES: usize = 32;

/// One object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CatalogEntry {
    /// 0 for anything but a local queue.
    pub(crate) queue: QueueId,
    /// Directory of the queue's files; empty while it has none.
    pub(crate) directory: String,
    /// Log position of the last complete media image, 0 for none.
    pub(crate) image_lsn: u64,
    pub(crate) definition: Definition,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Catalog {
    pub(crate) last_queue_id: u64,
    pub(crate) q_mgr: Definition,
    pub(crate) entries: Vec<CatalogEntry>,
    pub(crate) authorities: Vec<AuthorityRecord>,
}

/// Why the catalog cannot be read or written.
#[derive(Debug)]
pub enum CatalogError {
    /// The disk refused.
    Io(io::Error),
    /// The bytes break this rule of the format.
    Damaged(&'static str),
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "object catalog {CATALOG_FILE}: {error}"),
            Self::Damaged(rule) => write!(f, "object catalog {CATALOG_FILE} is damaged: {rule}"),
        }
    }
}

impl std::error::Error for CatalogError {}

impl From<io::Error> for CatalogError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Catalog {
    /// Replaces the catalog on disk. Durable on return. It is written into the spare file, so that it needs no room on a disk
    /// that is full; the file it replaces makes room for the next one.
    pub(crate) fn write(&self, directory: &dyn Directory) -> Result<(), CatalogError> {
        let bytes = self.encode();
        let written = write_spare(directory, &bytes);
        let replaced = written.and_then(|()| {
            directory.rename(CATALOG_SPARE_FILE, CATALOG_FILE)?;
            directory.sync()
        });
        if replaced.is_err() {
            // Nothing is known of a file that failed.
            let _ = directory.remove(CATALOG_SPARE_FILE);
        }
        let _ = make_spare(directory, bytes.len() as u64);
        Ok(replaced?)
    }

    /// Sees to it that the next catalog finds room on the disk, if there is any now: for a directory of a release that did
    /// not, or where there was none when the last one was written.
    pub(crate) fn provide_room(directory: &dyn Directory) {
        let catalog = directory.open(CATALOG_FILE, OpenMode::Cached);
        // Best effort: without it a catalog can still be written as long as the disk has room.
        if let Ok(len) = catalog.and_then(|file| file.len()) {
            let _ = make_spare(directory, len);
        }
    }

    /// Reads the catalog; `None` when there is no file.
    pub(crate) fn read(directory: &dyn Directory) -> Result<Option<Self>, CatalogError> {
        let file = match directory.open(CATALOG_FILE, OpenMode::Cached) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        let len = usize::try_from(file.len()?).map_err(|_| CatalogError::Damaged("too long"))?;
        let mut bytes = vec![0_u8; len];
        file.read_at(0, &mut bytes)?;
        Self::decode(&bytes).map(Some)
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        push_u64(&mut content, self.last_queue_id);
        push_bytes(&mut content, &self.q_mgr.encode());
        push_u64(&mut content, self.entries.len() as u64);
        for entry in &self.entries {
            push_u64(&mut content, entry.queue.0);
            push_bytes(&mut content, entry.directory.as_bytes());
            push_u64(&mut content, entry.image_lsn);
            push_bytes(&mut content, &entry.definition.encode());
        }
        push_u64(&mut content, self.authorities.len() as u64);
        for record in &self.authorities {
            push_bytes(&mut content, &record.encode(false));
        }
        Self::seal(&content)
    }

    /// Puts the head in front of a content.
    pub(crate) fn seal(content: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD_BYTES + content.len());
        bytes.extend_from_slice(MAGIC);
        push_u64(&mut bytes, VERSION);
        push_u64(&mut bytes, content.len() as u64);
        push_u64(&mut bytes, u64::from(crc32c(content)));
        bytes.extend_from_slice(content);
        bytes
    }

    /// Reads catalog bytes; never panics on garbage.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, CatalogError> {
        let damaged = CatalogError::Damaged;
        let mut head = Reader(bytes);
        if head.take(8) != Some(MAGIC) {
            return Err(damaged("it does not begin with its magic"));
        }
        if head.u64() != Some(VERSION) {
            return Err(damaged("its version is unknown"));
        }
        let (len, crc) = (head.u64(), head.u64());
        let content = head.0;
        if len != Some(content.len() as u64) || crc != Some(u64::from(crc32c(content))) {
            return Err(damaged("its length or checksum does not hold"));
        }
        Self::decode_content(content).ok_or(damaged("an entry does not make sense"))
    }

    fn decode_content(content: &[u8]) -> Option<Self> {
        let mut reader = Reader(content);
        let last_queue_id = reader.u64()?;
        let q_mgr = Definition::decode(take_bytes(&mut reader)?).ok()?;
        let count = reader.u64()?;
        let mut entries = Vec::new();
        for _ in 0..count {
            entries.push(CatalogEntry {
                queue: QueueId(reader.u64()?),
                directory: String::from_utf8(take_bytes(&mut reader)?.to_vec()).ok()?,
                image_lsn: reader.u64()?,
                definition: Definition::decode(take_bytes(&mut reader)?).ok()?,
            });
        }
        // Written before there were authority records, it ends here.
        let count = if reader.0.is_empty() {
            0
        } else {
            reader.u64()?
        };
        let mut authorities = Vec::new();
        for _ in 0..count {
            authorities.push(AuthorityRecord::decode(take_bytes(&mut reader)?)?.0);
        }
        Some(Self {
            last_queue_id,
            q_mgr,
            entries,
            authorities,
        })
    }
}

/// The local queues the catalog in a queue manager's directory has, by the numbers that log records name them with. It need
/// not be running.
///
/// # Errors
/// See [`CatalogError`].
pub fn queue_names(directory: &dyn Directory) -> Result<BTreeMap<u64, ObjectName>, CatalogError> {
    let catalog = Catalog::read(directory)?;
    let entries = catalog.map(|catalog| catalog.entries).unwrap_or_default();
    let queues = entries.iter().filter(|entry| entry.queue != QueueId(0));
    Ok(queues
        .map(|entry| (entry.queue.0, entry.definition.name()))
        .collect())
}

/// The objects the catalog in a queue manager's directory has, and of local queues the name of the directory of its files, which are there
/// once it has needed them. The queue manager need not be running; what was changed since its last checkpoint is not told.
///
/// # Errors
/// See [`CatalogError`].
pub fn object_places(
    directory: &dyn Directory,
) -> Result<Vec<(ObjectKind, ObjectName, Option<String>)>, CatalogError> {
    let catalog = Catalog::read(directory)?;
    let entries = catalog.map(|catalog| catalog.entries).unwrap_or_default();
    let place = |entry: &CatalogEntry| {
        let name = entry.definition.name();
        let files = (entry.queue != QueueId(0)).then(|| queue_directory(&name, entry.queue.0));
        (entry.definition.kind(), name, files)
    };
    Ok(entries.iter().map(place).collect())
}

/// Writes the spare file, which becomes as long as `bytes`; durable on return.
fn write_spare(directory: &dyn Directory, bytes: &[u8]) -> io::Result<()> {
    let file = open_or_create(directory, CATALOG_SPARE_FILE)?;
    file.write_at(0, bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync()
}

/// Makes the spare file, with room for a catalog somewhat longer than `len`, where there is none or a smaller one.
fn make_spare(directory: &dyn Directory, len: u64) -> io::Result<()> {
    let room = len.next_multiple_of(SPARE_BYTES) + SPARE_BYTES;
    let file = open_or_create(directory, CATALOG_SPARE_FILE)?;
    if file.len()? >= room {
        return Ok(());
    }
    // Less is better than nothing.
    file.allocate(room).or_else(|_| file.allocate(len))
}

fn push_u64(into: &mut Vec<u8>, value: u64) {
    into.extend_from_slice(&value.to_le_bytes());
}

fn push_bytes(into: &mut Vec<u8>, bytes: &[u8]) {
    push_u64(into, bytes.len() as u64);
    into.extend_from_slice(bytes);
}

fn take_bytes<'a>(reader: &mut Reader<'a>) -> Option<&'a [u8]> {
    let len = usize::try_from(reader.u64()?).ok()?;
    reader.take(len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::authority::EntityName;
    use crate::record::authority::profile::Profile;
    use ferromq_base::disk::SimulatedDisk;
    use ferromq_mqi::attribute::ObjectKind;
    use ferromq_mqi::authority::ProtectedKind;
    use ferromq_mqi::name::ObjectName;

    fn catalog() -> Catalog {
        let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("A.B"));
        Catalog {
            last_queue_id: 7,
            q_mgr: Definition::new(ObjectKind::QMgr, ObjectName::truncated("QM1")),
            entries: vec![CatalogEntry {
                queue: QueueId(7),
                directory: "A!B.7".into(),
                image_lsn: 5,
                definition: queue,
            }],
            authorities: vec![AuthorityRecord {
                kind: ProtectedKind::Queue,
                profile: Profile::parse("A.*").expect("a profile"),
                entity: EntityName::group("clerks"),
                permissions: ProtectedKind::Queue.applicable(),
            }],
        }
    }

    /// Without it a checkpoint that found objects changed would fail, and the log would never be given back.
    #[test]
    fn catalogs_find_room_on_a_full_disk() {
        let disk = SimulatedDisk::new(1);
        let root = disk.root();
        catalog().write(&*root).expect("room");
        disk.set_quota(Some(1024 * 1024));
        let other = root.create("OTHER", OpenMode::Cached).expect("a file");
        let full = (1..1024).find(|kib| other.allocate(kib * 1024).is_err());
        assert!(full.is_some(), "the disk is full");
        for last_queue_id in 8..20 {
            let next = Catalog {
                last_queue_id,
                ..catalog()
            };
            next.write(&*root).expect("its room was kept");
            let read = Catalog::read(&*root).expect("a good catalog");
            assert_eq!(read, Some(next));
        }
    }

    #[test]
    fn catalogs_round_trip() {
        let bytes = catalog().encode();
        assert_eq!(Catalog::decode(&bytes).expect("a good catalog"), catalog());
    }

    #[test]
    fn every_changed_or_missing_byte_is_noticed() {
        let bytes = catalog().encode();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 0x40;
            assert!(Catalog::decode(&changed).is_err(), "byte {index}");
            assert!(Catalog::decode(&bytes[..index]).is_err(), "cut at {index}");
        }
    }
}
