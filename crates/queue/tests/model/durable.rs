//! A queue on a simulated disk with a log that never fails, and the plain list beside it.

use super::{Item, Model, Random, State, id, message};
use bytes::Bytes;
use ferromq_base::disk::SimulatedDisk;
use ferromq_log::Lsn;
use ferromq_queue::{
    FileFault, HardenError, Holder, LogPlace, LogReadFailure, Message, Position, PutMeta, Queue,
    QueueFileError, QueueSettings, Scope, Selection, Seq, Take, Visibility,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A log that never fails. The LSN of a record is ten times its number, from 10.
#[derive(Default)]
pub(crate) struct FakeLog {
    pub(crate) records: Vec<Record>,
    /// What lies below was given back.
    pub(crate) start: u64,
}

pub(crate) enum Record {
    Put {
        seq: u64,
        meta: PutMeta,
        message: Arc<Message>,
    },
    PutCommitted {
        seq: u64,
    },
    Removed {
        seq: u64,
    },
    BackoutCount {
        seq: u64,
        count: u32,
    },
}

/// Bytes of log record in front of the payload.
pub(crate) const PUT_HEADER_BYTES: u32 = 40;

impl FakeLog {
    pub(crate) fn head(&self) -> u64 {
        10 * (self.records.len() as u64 + 1)
    }

    pub(crate) fn append(&mut self, record: Record) {
        self.records.push(record);
    }

    pub(crate) fn read(&self, place: LogPlace) -> Result<Bytes, LogReadFailure> {
        if place.lsn.get() < self.start {
            return Err(LogReadFailure::Gone);
        }
        let Some(Record::Put { message, .. }) = self.records.get(place.lsn.get() as usize / 10 - 1)
        else {
            return Err(LogReadFailure::Failed("no put record there".into()));
        };
        assert_eq!(place.offset, PUT_HEADER_BYTES);
        let mut image = message.descriptor_bytes().to_vec();
        image.extend_from_slice(&message.body);
        assert_eq!(place.len as usize, image.len());
        Ok(Bytes::from(image))
    }
}

/// Directory of the queue's files.
pub(crate) const QUEUE: &str = "Q";

pub(crate) struct World {
    pub(crate) random: Random,
    pub(crate) disk: SimulatedDisk,
    pub(crate) queue: Queue,
    pub(crate) log: FakeLog,
    pub(crate) model: Model,
    pub(crate) settings: QueueSettings,
    /// What a list of queues says that is written with each checkpoint: where the files of this one are, if it has any.
    pub(crate) listed: Option<String>,
    pub(crate) checkpoints: u32,
    pub(crate) restarts: u32,
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        let settings = QueueSettings {
            max_depth: 200,
            np_buffer_bytes: 3_000,
            p_buffer_bytes: 3_000,
            np_class_high: true,
            ..QueueSettings::default()
        };
        let disk = SimulatedDisk::new(seed);
        let queue = Queue::without_files(disk.root(), QUEUE, settings);
        Self {
            random: Random(seed),
            disk,
            queue,
            log: FakeLog::default(),
            model: Model::default(),
            settings,
            listed: None,
            checkpoints: 0,
            restarts: 0,
        }
    }

    pub(crate) fn steps(&mut self, count: u32) {
        for _ in 0..count {
            match self.random.below(20) {
                0..8 => self.put(),
                8 | 9 => self.decide_put(),
                10..14 => self.get(),
                14 | 15 => self.decide_get(true),
                16 | 17 => self.decide_get(false),
                18 => self.walk_counts(),
                _ => assert_eq!(self.queue.depth() as usize, self.model.depth()),
            }
        }
    }

    pub(crate) fn put(&mut self) {
        if self.queue.depth().is_multiple_of(2) {
            self.queue.spill();
        }
        let Ok(seq) = self.queue.reserve() else {
            return;
        };
        let random = &mut self.random;
        let priority = random.below(3) as u8;
        let persistent = !random.one_in(3);
        let body_len = if random.one_in(40) {
            70_000
        } else {
            random.below(3_000) as usize
        };
        let message = message(
            id(random.below(20) as u8),
            id(random.below(4) as u8),
            body_len,
        );
        let place = LogPlace {
            lsn: Lsn::new(self.log.head()),
            offset: PUT_HEADER_BYTES,
            len: message.payload_len() as u32,
        };
        let log = persistent.then_some(place);
        let meta = PutMeta {
            class: None,
            priority,
            persistent,
            expires_at_us: None,
            put_at_us: seq.0 * 7,
            log,
        };
        let held = random.one_in(3);
        if persistent {
            self.log.append(Record::Put {
                seq: seq.0,
                meta,
                message: Arc::clone(&message),
            });
        }
        let (msg_id, correl_id) = (message.descriptor.msg_id, message.descriptor.correl_id);
        self.queue
            .insert(seq, message, &meta, Visibility::Held)
            .wake();
        assert!(
            self.model.items.iter().all(|item| item.seq < seq.0),
            "numbers only grow"
        );
        self.model.items.push(Item {
            seq: seq.0,
            class: priority,
            priority,
            persistent,
            msg_id,
            correl_id,
            expires_at_us: None,
            put_off: false,
            backout_count: 0,
            state: State::Uncommitted,
            handle_marks: Vec::new(),
            cooperative_until_us: 0,
            put_at_us: meta.put_at_us,
            body_len,
        });
        if !held {
            self.commit_put(seq.0);
        }
    }

    pub(crate) fn commit_put(&mut self, seq: u64) {
        if self.model.get(seq).persistent {
            self.log.append(Record::PutCommitted { seq });
        }
        self.queue.make_visible(Seq(seq)).wake();
        self.model.get(seq).state = State::Available;
    }

    pub(crate) fn decide_put(&mut self) {
        let Some(seq) = self.model.pick(&mut self.random, State::Uncommitted) else {
            return;
        };
        if self.random.one_in(3) {
            self.queue.release(Seq(seq));
            self.model.remove(seq);
        } else {
            self.commit_put(seq);
        }
    }

    pub(crate) fn get(&mut self) {
        let mut selection = Selection::default();
        if self.random.one_in(2) {
            selection.correl_id = Some(id(1 + self.random.below(3) as u8));
        }
        let Some(found) = self
            .queue
            .select(&selection, Take::Hold(Holder(1)), 0)
            .found
        else {
            return;
        };
        let log = &self.log;
        let loaded = self
            .queue
            .load(found.seq, &found.payload, &|place| log.read(place));
        check_message(
            &loaded.expect("a held message can be read"),
            self.model.get(found.seq.0),
        );
        self.model.get(found.seq.0).state = State::Held;
    }

    pub(crate) fn decide_get(&mut self, commit: bool) {
        let Some(seq) = self.model.pick(&mut self.random, State::Held) else {
            return;
        };
        let persistent = self.model.get(seq).persistent;
        if commit {
            if persistent {
                self.log.append(Record::Removed { seq });
            }
            self.queue.finish(Seq(seq));
            self.model.remove(seq);
        } else {
            self.queue.restore(Seq(seq), true).wake();
            let item = self.model.get(seq);
            item.backout_count += 1;
            item.state = State::Available;
            if persistent {
                let count = item.backout_count;
                self.log.append(Record::BackoutCount { seq, count });
            }
        }
    }

    pub(crate) fn walk_counts(&self) {
        let mut seen = 0;
        self.queue
            .for_each_committed(Scope::Persistent, &mut |summary| {
                assert!(summary.persistent);
                seen += 1;
                ControlFlow::Continue(())
            });
        let committed = self.model.items.iter();
        let committed =
            committed.filter(|item| item.persistent && item.state != State::Uncommitted);
        assert_eq!(seen, committed.count());
    }

    pub(crate) fn recovery_lsn(&self) -> u64 {
        let mut lsn = self.log.head();
        for (at, record) in self.log.records.iter().enumerate() {
            if let Record::Put { seq, .. } = record
                && self
                    .model
                    .items
                    .iter()
                    .any(|item| item.seq == *seq && item.state == State::Uncommitted)
            {
                lsn = lsn.min(10 * (at as u64 + 1));
            }
        }
        lsn
    }

    /// Writes the list of queues.
    pub(crate) fn list(&mut self) {
        let directory = self.queue.directory().filter(|_| self.queue.has_files());
        self.listed = directory.map(str::to_owned);
    }

    /// A checkpoint; when `harden` fails the old one stays.
    pub(crate) fn checkpoint(&mut self) -> Result<(), HardenError> {
        let below = self.recovery_lsn();
        let log = &self.log;
        self.queue
            .harden(Lsn::new(below), &|place| log.read(place))?;
        self.list();
        self.log.start = below;
        self.queue.checkpoint_done();
        self.queue.remove_left_files();
        self.checkpoints += 1;
        Ok(())
    }

    /// As restart does: files nobody lists are removed, and made anew when they are needed.
    pub(crate) fn open(&self, disk: &SimulatedDisk, clean: bool) -> Result<Queue, QueueFileError> {
        let failed = |error| QueueFileError {
            file: QUEUE.to_owned(),
            offset: 0,
            fault: FileFault::Io(error),
        };
        let mut strays = disk.root().list_directories().map_err(failed)?;
        strays.retain(|name| Some(name) != self.listed.as_ref());
        for stray in strays {
            disk.root().remove_directory(&stray).map_err(failed)?;
        }
        if let Some(name) = &self.listed {
            return Queue::open(disk.root(), name, self.settings, clean);
        }
        Ok(Queue::without_files(disk.root(), QUEUE, self.settings))
    }

    pub(crate) fn reopen(
        &mut self,
        disk: SimulatedDisk,
        clean: bool,
    ) -> Result<(), QueueFileError> {
        let queue = self.open(&disk, clean)?;
        let mut undecided = BTreeSet::new();
        let first = (self.log.start as usize / 10).saturating_sub(1);
        for record in &self.log.records[first..] {
            match record {
                Record::Put { seq, meta, message } => {
                    queue.redo_put(Seq(*seq), meta, &message.descriptor, Visibility::Held);
                    undecided.insert(*seq);
                }
                Record::PutCommitted { seq } => {
                    queue.make_visible(Seq(*seq)).wake();
                    undecided.remove(seq);
                }
                Record::Removed { seq } => queue.redo_remove(Seq(*seq)),
                Record::BackoutCount { seq, count } => queue.redo_backout_count(Seq(*seq), *count),
            }
        }
        undecided
            .into_iter()
            .for_each(|seq| queue.release(Seq(seq)));
        queue.redo_done(0);
        self.disk = disk;
        self.queue = queue;
        self.restarts += 1;
        self.model
            .items
            .retain(|item| item.state != State::Uncommitted && (item.persistent || clean));
        self.model
            .items
            .iter_mut()
            .for_each(|item| item.state = State::Available);
        self.compare_all();
        Ok(())
    }

    pub(crate) fn compare_all(&self) {
        let log = &self.log;
        let read = |place| log.read(place);
        let expected = self.model.in_order(0);
        assert_eq!(self.queue.depth() as usize, self.model.depth());
        let mut selection = Selection::default();
        for item in &expected {
            let found = self
                .queue
                .select(&selection, Take::PEEK, 0)
                .found
                .expect("as many as there");
            assert_eq!(found.seq.0, item.seq);
            assert_eq!(
                found.backout_count, item.backout_count,
                "message {}",
                item.seq
            );
            assert_eq!(
                (found.priority, found.persistent),
                (item.priority, item.persistent)
            );
            assert_eq!(found.put_at_us, item.put_at_us);
            let message = self.queue.load(found.seq, &found.payload, &read);
            check_message(&message.expect("the payload is somewhere"), item);
            selection.position = Position::After(found.cursor);
        }
        assert!(self.queue.select(&selection, Take::PEEK, 0).found.is_none());
    }
}

pub(crate) fn check_message(loaded: &Message, item: &Item) {
    let expected = message(item.msg_id, item.correl_id, item.body_len);
    assert_eq!(loaded.body, expected.body);
    assert_eq!(loaded.descriptor, expected.descriptor);
}

pub(crate) fn failed_for_good(error: &HardenError) -> bool {
    match error {
        HardenError::File(error) => matches!(error.fault, FileFault::Abandoned | FileFault::Io(_)),
        HardenError::Log(_) => false,
    }
}

impl World {
    pub(crate) fn compare_all_but_held(&self) {
        let mut seen = Vec::new();
        let log = &self.log;
        self.queue.for_each_committed(Scope::All, &mut |summary| {
            let loaded = self
                .queue
                .load(summary.seq, &summary.payload, &|place| log.read(place));
            seen.push((
                summary.seq.0,
                loaded.expect("the payload is somewhere").body.len(),
            ));
            ControlFlow::Continue(())
        });
        let committed = self
            .model
            .items
            .iter()
            .filter(|item| item.state != State::Uncommitted);
        let expected: Vec<_> = committed.map(|item| (item.seq, item.body_len)).collect();
        assert_eq!(seen, expected);
    }
}
