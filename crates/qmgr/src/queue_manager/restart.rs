//! Restart: from catalog, queue files and log to the state at the last commit.
//!
//! Replay starts at the recovery position. A put of a unit of work goes onto its queue
//! invisible; its commit record makes it visible; what has no commit record at the end of the
//! log is dropped. Every step is idempotent, because queue files and catalog may already
//! hold what a record says. `README.md` has the start-up table.

use crate::core::place::queue_directory;
use crate::queue_manager::catalog::{Catalog, CatalogEntry};
use crate::record::authority::AuthorityRecords;
use crate::record::{MalformedRecord, PutCopy, PutHead, QueueId, Record, UowId};
use crate::store::append::log_place;
use crate::store::local_queue::queue_settings;
use crate::uow::branch::recovery::{Decision, OpenWork};
use crate::uow::branch::states::Outcome;
use crate::uow::branch::users::User;
use ferromq_base::disk::Directory;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQNPM_CLASS_HIGH, MQPER_PERSISTENT};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::xa::Xid;
use ferromq_queue::{
    Holder, LogPlace, PutMeta, Queue, QueueFileError, QueueSettings, Seq, Visibility,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The queue manager as replay builds it.
pub(crate) struct Rebuilt {
    queue_files: Arc<dyn Directory>,
    buffers: (u64, u64),
    /// Whose non-persistent messages an orderly end saved.
    saved: HashSet<QueueId>,
    pub(crate) q_mgr: Definition,
    pub(crate) last_queue_id: u64,
    /// Where the numbers of queues without files begin.
    pub(crate) next_seq: u64,
    /// Since when restart begins where this one begins.
    pub(crate) recovery_us: Option<u64>,
    pub(crate) last_uow: u64,
    /// Local queues by number.
    pub(crate) local: BTreeMap<QueueId, CatalogEntry>,
    /// Everything else, by object type, which is its name space, and name.
    pub(crate) others: BTreeMap<(i32, ObjectName), Definition>,
    pub(crate) authorities: AuthorityRecords,
    pub(crate) open_work: BTreeMap<UowId, OpenWork>,
    pub(crate) decisions: BTreeMap<Xid, Decision>,
    queues: HashMap<QueueId, Queue>,
    /// Directories of queues found at start, in an order: what is done with them is the same in each run of a simulator's seed.
    directories: BTreeSet<String>,
    /// Queues of which the catalog says that they have files. Of every other one the log has all there is.
    with_files: HashSet<QueueId>,
    /// Queues whose files cannot be read, and why.
    pub(crate) damaged: BTreeMap<QueueId, QueueFileError>,
    /// Set when replay changed an object, so that the next checkpoint writes the catalog.
    pub(crate) objects_changed: bool,
    pub(crate) records: u64,
}

impl Rebuilt {
    /// Starts from the catalog. `after_clean_end`: the last end was orderly for all queues but these, so
    /// non-persistent messages saved then are kept.
    pub(crate) fn from_catalog(
        catalog: Catalog,
        queue_files: Arc<dyn Directory>,
        buffers: (u64, u64),
        after_clean_end: Option<&[QueueId]>,
    ) -> std::io::Result<Self> {
        let directories = queue_files.list_directories()?.into_iter().collect();
        let mut rebuilt = Self {
            directories,
            with_files: HashSet::new(),
            queue_files,
            buffers,
            saved: HashSet::new(),
            q_mgr: catalog.q_mgr,
            last_queue_id: catalog.last_queue_id,
            last_uow: 0,
            next_seq: 1,
            recovery_us: None,
            local: BTreeMap::new(),
            others: BTreeMap::new(),
            authorities: AuthorityRecords::default(),
            open_work: BTreeMap::new(),
            decisions: BTreeMap::new(),
            queues: HashMap::new(),
            damaged: BTreeMap::new(),
            objects_changed: false,
            records: 0,
        };
        for record in catalog.authorities {
            rebuilt.authorities.set(record);
        }
        for mut entry in catalog.entries {
            if entry.queue == QueueId(0) {
                let key = (
                    entry.definition.kind().object_type(),
                    entry.definition.name(),
                );
                rebuilt.others.insert(key, entry.definition);
            } else {
                if entry.directory.is_empty() {
                    entry.directory = queue_directory(&entry.definition.name(), entry.queue.0);
                } else {
                    rebuilt.with_files.insert(entry.queue);
                }
                // The catalog is as of the end; the definitions replay meets are older.
                let high = entry.definition.int(Attr::Npmclass) == MQNPM_CLASS_HIGH;
                let saved = after_clean_end.is_some_and(|unsaved| !unsaved.contains(&entry.queue));
                if saved && high {
                    rebuilt.saved.insert(entry.queue);
                }
                rebuilt.local.insert(entry.queue, entry);
            }
        }
        Ok(rebuilt)
    }

    /// Media recovery of queues that have none yet can begin at `lsn`: they are empty there.
    pub(crate) fn begin_media_history(&mut self, lsn: Lsn) {
        for entry in self.local.values_mut().filter(|entry| entry.image_lsn == 0) {
            entry.image_lsn = lsn.get();
            self.objects_changed = true;
        }
    }

    /// Applies one log record.
    pub(crate) fn apply(
        &mut self,
        record: &ferromq_log::Record<'_>,
    ) -> Result<(), MalformedRecord> {
        self.records += 1;
        match Record::decode(record.kind, record.body)? {
            Record::Put(head, descriptor, body) => {
                let place = log_place(record.lsn, body.len());
                self.redo_put(&head, &descriptor, place);
            }
            Record::Puts(copies) => {
                for copy in copies {
                    self.redo_put(&copy.head, &copy.descriptor, copy_place(&copy, record.lsn));
                }
            }
            Record::Remove { uow, queue, seq } => {
                self.redo_remove(uow, queue, Seq(seq), record.lsn)
            }
            Record::Commit(uow) => self.commit(uow),
            Record::BackOut(uow) => self.back_out(uow),
            Record::BackoutCount { queue, seq, count } => {
                self.with_queue(queue, |queue| queue.redo_backout_count(Seq(seq), count));
            }
            Record::Prepare { uow, xid, user } => {
                let user = user.map(User::from);
                self.work(uow, record.lsn).prepared = Some((xid, user));
            }
            Record::Decided {
                uow,
                committed,
                xid,
                user,
            } => self.redo_decision(uow, committed, (*xid, user), record.lsn),
            Record::Forgotten { xid } => {
                self.decisions.remove(&xid);
            }
            Record::Object { queue, definition } => {
                self.redo_object(queue, definition, record.lsn)?;
            }
            Record::ObjectDeleted { queue, definition } => self.redo_delete(queue, definition)?,
            Record::Purged { queue, ranges } => {
                self.with_queue(queue, |queue| drop(queue.redo_purge(&ranges)));
            }
            Record::ImageEnd { queue, begin_lsn } => {
                if let Some(entry) = self.local.get_mut(&queue) {
                    entry.image_lsn = entry.image_lsn.max(begin_lsn);
                    self.objects_changed = true;
                }
            }
            Record::Authority { record, gone } => {
                self.objects_changed = true;
                if gone {
                    self.authorities
                        .remove(record.kind, &record.profile, &record.entity);
                } else {
                    self.authorities.set(record);
                }
            }
            Record::ImageBegin { .. }
            | Record::ImageMessage(..)
            | Record::Checkpoint { .. }
            | Record::Started { .. } => {}
        }
        Ok(())
    }

    fn work(&mut self, uow: UowId, lsn: Lsn) -> &mut OpenWork {
        self.last_uow = self.last_uow.max(uow.0);
        let work = self.open_work.entry(uow).or_insert_with(|| OpenWork {
            first_lsn: lsn,
            puts: Vec::new(),
            late_puts: Vec::new(),
            removes: Vec::new(),
            prepared: None,
        });
        // The pieces of a long body may lie before what another connection did in the branch meanwhile.
        work.first_lsn = work.first_lsn.min(lsn);
        work
    }

    fn redo_put(&mut self, head: &PutHead, descriptor: &MsgDescriptor, place: LogPlace) {
        let implicit = head.uow == UowId::IMPLICIT;
        if !implicit {
            let put = (head.queue, Seq(head.seq));
            let work = self.work(head.uow, place.lsn);
            match work.prepared {
                None => work.puts.push(put),
                Some(_) => work.late_puts.push(put),
            }
        }
        let meta = put_meta(head, descriptor, place);
        let visibility = if implicit {
            Visibility::Now
        } else {
            Visibility::Held
        };
        self.with_queue(head.queue, |queue| {
            queue.redo_put(Seq(head.seq), &meta, descriptor, visibility);
        });
    }

    fn redo_remove(&mut self, uow: UowId, queue: QueueId, seq: Seq, lsn: Lsn) {
        if uow == UowId::IMPLICIT {
            self.with_queue(queue, |queue| queue.redo_remove(seq));
        } else {
            self.work(uow, lsn).removes.push((queue, seq));
        }
    }

    fn commit(&mut self, uow: UowId) {
        let Some(work) = self.open_work.remove(&uow) else {
            return;
        };
        for (queue, seq) in work.puts.into_iter().chain(work.late_puts) {
            // Nobody waits during a restart.
            self.with_queue(queue, |queue| drop(queue.make_visible(seq)));
        }
        for (queue, seq) in work.removes {
            self.with_queue(queue, |queue| queue.redo_remove(seq));
        }
    }

    fn back_out(&mut self, uow: UowId) {
        let Some(work) = self.open_work.remove(&uow) else {
            return;
        };
        for (queue, seq) in work.puts.into_iter().chain(work.late_puts) {
            self.with_queue(queue, |queue| queue.release(seq));
        }
    }

    fn redo_decision(
        &mut self,
        uow: UowId,
        committed: bool,
        (xid, user): (Xid, Option<&str>),
        lsn: Lsn,
    ) {
        self.last_uow = self.last_uow.max(uow.0);
        let outcome = if committed {
            self.commit(uow);
            Outcome::Committed
        } else {
            self.back_out(uow);
            Outcome::BackedOut
        };
        let decision = Decision {
            outcome,
            uow,
            user: user.map(User::from),
            lsn,
        };
        self.decisions.insert(xid, decision);
    }

    fn redo_object(
        &mut self,
        queue: QueueId,
        definition: &[u8],
        lsn: Lsn,
    ) -> Result<(), MalformedRecord> {
        let definition = decode_definition(definition)?;
        self.objects_changed = true;
        if definition.kind() == ObjectKind::QMgr {
            self.q_mgr = definition;
            return Ok(());
        }
        if queue == QueueId(0) {
            let key = (definition.kind().object_type(), definition.name());
            self.others.insert(key, definition);
            return Ok(());
        }
        self.last_queue_id = self.last_queue_id.max(queue.0);
        match self.local.get_mut(&queue) {
            Some(entry) => {
                if let Some(open) = self.queues.get(&queue) {
                    open.update_settings(queue_settings(&definition, self.buffers));
                }
                entry.definition = definition;
            }
            None => {
                let directory = queue_directory(&definition.name(), queue.0);
                let entry = CatalogEntry {
                    queue,
                    directory,
                    image_lsn: lsn.get(),
                    definition,
                };
                self.local.insert(queue, entry);
            }
        }
        Ok(())
    }

    fn redo_delete(&mut self, queue: QueueId, definition: &[u8]) -> Result<(), MalformedRecord> {
        let definition = decode_definition(definition)?;
        self.objects_changed = true;
        let (kind, name) = (definition.kind(), definition.name());
        self.authorities.forget_object(kind, name.as_str());
        if queue == QueueId(0) {
            self.others.remove(&(kind.object_type(), name));
        } else {
            self.local.remove(&queue);
            self.queues.remove(&queue);
            self.damaged.remove(&queue);
        }
        Ok(())
    }

    /// Does something with a queue that exists. A record about a queue deleted since the
    /// record was written has nothing to say.
    fn with_queue(&mut self, id: QueueId, act: impl FnOnce(&Queue)) {
        if self.open_queue(id)
            && let Some(queue) = self.queues.get(&id)
        {
            act(queue);
        }
    }

    fn open_queue(&mut self, id: QueueId) -> bool {
        if self.queues.contains_key(&id) {
            return true;
        }
        if self.damaged.contains_key(&id) {
            return false;
        }
        let Some(entry) = self.local.get(&id) else {
            return false;
        };
        let settings = queue_settings(&entry.definition, self.buffers);
        let files = Arc::clone(&self.queue_files);
        if !self.with_files.contains(&id) {
            let queue = Queue::without_files(files, &entry.directory, settings);
            queue.skip_to(Seq(self.next_seq));
            self.queues.insert(id, queue);
            return true;
        }
        if !self.directories.contains(&entry.directory) {
            let missing = QueueFileError {
                file: entry.directory.clone(),
                offset: 0,
                fault: ferromq_queue::FileFault::Rule("the files of the queue are missing"),
            };
            self.damaged.insert(id, missing);
            return false;
        }
        let saved = self.saved.contains(&id);
        let at_end = QueueSettings {
            np_class_high: saved,
            ..settings
        };
        match Queue::open(files, &entry.directory, at_end, saved) {
            Ok(queue) => {
                queue.update_settings(settings);
                self.queues.insert(id, queue);
                true
            }
            Err(error) => {
                self.damaged.insert(id, error);
                false
            }
        }
    }

    /// The log is read to its end: drops what was not committed, keeps what is in doubt, and
    /// opens the queues no record spoke of. Returns how many units of work were backed out.
    pub(crate) fn finish(&mut self, now_us: u64) -> usize {
        let (mut in_doubt, unfinished): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.open_work)
                .into_iter()
                .partition(|(_, work)| work.prepared.is_some());
        let backed_out = unfinished.len();
        for work in unfinished.into_values() {
            for (queue, seq) in work.puts {
                self.with_queue(queue, |queue| queue.release(seq));
            }
        }
        for (uow, work) in &mut in_doubt {
            // What it took back again is nowhere, however it ends.
            for (queue, seq) in work.cancel_taken_back() {
                self.with_queue(queue, |queue| queue.release(seq));
            }
            for (queue, seq) in &work.late_puts {
                self.with_queue(*queue, |queue| queue.release(*seq));
            }
            for (queue, seq) in &work.removes {
                self.with_queue(*queue, |queue| {
                    queue.redo_hold(*seq, Holder(uow.0));
                });
            }
        }
        self.open_work = in_doubt;
        for id in self.local.keys().copied().collect::<Vec<_>>() {
            self.with_queue(id, |queue| queue.redo_done(now_us));
        }
        backed_out
    }

    /// A queue the disk would not let us read. It is not damaged as far as anybody knows, but
    /// nothing can be done to it, and the log must not move on without it.
    pub(crate) fn take_unreadable(&mut self) -> Option<QueueFileError> {
        let found = self.damaged.iter().find(|(_, error)| !error.is_damage());
        let id = found.map(|(id, _)| *id)?;
        self.damaged.remove(&id)
    }

    /// Hands a rebuilt queue over; `None` when its files are damaged.
    pub(crate) fn take_queue(&mut self, id: QueueId) -> Option<Queue> {
        self.queues.remove(&id)
    }

    /// Removes directories of queues: the strays.
    pub(crate) fn remove_strays(&self, strays: &[String]) -> std::io::Result<()> {
        let mut names = strays.iter();
        names.try_for_each(|name| self.queue_files.remove_directory(name))
    }

    /// Directories of queues of which nobody says that they have files: temporary dynamic queues of the last life, queues
    /// whose deletion was cut short, and queues whose first checkpoint was.
    pub(crate) fn strays(&self) -> Vec<String> {
        let queues = self.local.values();
        let known: HashSet<&str> = queues
            .filter(|entry| self.with_files.contains(&entry.queue))
            .map(|entry| entry.directory.as_str())
            .collect();
        let found = self.directories.iter();
        let strays = found.filter(|name| !known.contains(name.as_str()));
        strays.cloned().collect()
    }
}

fn decode_definition(bytes: &[u8]) -> Result<Definition, MalformedRecord> {
    Definition::decode(bytes).map_err(|_| MalformedRecord {
        kind: crate::record::RecordKind::Object as u8,
        len: bytes.len(),
    })
}

/// What the queue is told of a logged put.
pub(crate) fn put_meta(head: &PutHead, descriptor: &MsgDescriptor, place: LogPlace) -> PutMeta {
    let expires_at_us = (head.expires_at_us != 0).then_some(head.expires_at_us);
    PutMeta {
        priority: head.priority,
        class: Some(head.class),
        persistent: descriptor.persistence == MQPER_PERSISTENT,
        expires_at_us,
        put_at_us: crate::core::identity::put_moment_us(&descriptor.put_date, &descriptor.put_time),
        log: Some(place),
    }
}

/// Where a message that was put with others lies.
pub(crate) fn copy_place(copy: &PutCopy<'_>, lsn: Lsn) -> LogPlace {
    LogPlace {
        offset: copy.offset,
        ..log_place(lsn, copy.body.len())
    }
}

/// True for a queue whose loss could be made good from media images.
pub(crate) fn is_recoverable(definition: &Definition, q_mgr: &Definition) -> bool {
    use ferromq_mqi::generated::constants::{MQIMGRCOV_AS_Q_MGR, MQIMGRCOV_YES};
    match definition.int(Attr::Imgrcovq) {
        MQIMGRCOV_AS_Q_MGR => q_mgr.int(Attr::Imgrcovq) == MQIMGRCOV_YES,
        other => other == MQIMGRCOV_YES,
    }
}
