//! A log on a simulated disk, driven by a seed, beside a model of what it must remember.

pub(crate) mod place;

use ferromq_base::disk::{Directory, SimulatedDisk};
use ferromq_base::random::SplitMix64;
use ferromq_log::{
    AppendError, Log, LogError, LogSettings, LogType, Lsn, Record, Staging, Urgency,
};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) struct Entry {
    pub(crate) lsn: Lsn,
    pub(crate) end: Lsn,
    pub(crate) kind: u8,
    pub(crate) body: Vec<u8>,
}

/// What has been asked of the log and what it has answered.
pub(crate) struct Model {
    pub(crate) settings: LogSettings,
    /// All records appended that may still be there.
    pub(crate) entries: Vec<Entry>,
    /// The log said that all up to here is durable.
    pub(crate) durable: Lsn,
    /// The checkpoint the log confirmed, and the one it was asked for last.
    pub(crate) confirmed: (Lsn, Vec<u8>),
    pub(crate) attempted: (Lsn, Vec<u8>),
    /// The log has been created and said so.
    pub(crate) created: bool,
    /// Bodies of this life that are being staged, or wait to be joined.
    staged: Vec<Staged>,
}

struct Staged {
    staging: Staging,
    body: Vec<u8>,
    complete: Arc<AtomicBool>,
    /// The log is needed from here on for it.
    from: Lsn,
}

/// The disk or the log refused: the life is over.
#[derive(Debug)]
pub(crate) struct Over;

impl Model {
    pub(crate) fn new(settings: LogSettings) -> Self {
        let start = Lsn::new(settings.extent_bytes());
        Self {
            settings,
            entries: Vec::new(),
            durable: start,
            confirmed: (start, Vec::new()),
            attempted: (start, Vec::new()),
            created: false,
            staged: Vec::new(),
        }
    }

    /// The same for another image of the disk. What was staged is gone.
    pub(crate) fn copy(&self) -> Self {
        let entries = self.entries.iter().map(|entry| Entry {
            body: entry.body.clone(),
            ..*entry
        });
        Self {
            settings: self.settings,
            entries: entries.collect(),
            durable: self.durable,
            confirmed: self.confirmed.clone(),
            attempted: self.attempted.clone(),
            created: self.created,
            staged: Vec::new(),
        }
    }

    pub(crate) fn create(&mut self, disk: &SimulatedDisk) -> Result<(), Over> {
        Log::create(&disk.root(), &self.settings, &mut |_, _| ()).map_err(|_| Over)?;
        self.created = true;
        Ok(())
    }

    /// Opens the log and compares what it remembers. Panics when that is not what it promised;
    /// answers the error when the disk failed.
    pub(crate) fn reopen(&mut self, disk: &SimulatedDisk) -> Result<Arc<Log>, LogError> {
        self.staged.clear();
        let recovery = Log::open(disk.root(), &self.settings)?.prefetching(false);
        let found = (recovery.recovery_lsn(), recovery.checkpoint().to_vec());
        // Where an extent ended early it may say the start of the next one.
        let is_it = |(at, payload): &(Lsn, Vec<u8>)| {
            let between = |entry: &Entry| (*at..found.0).contains(&entry.lsn);
            *at <= found.0 && !self.entries.iter().any(between) && *payload == found.1
        };
        assert!(
            is_it(&self.confirmed) || is_it(&self.attempted),
            "checkpoint {found:?}"
        );
        // What began before is not reported, wherever it was joined.
        self.entries.retain(|entry| entry.lsn >= found.0);
        let mut next = 0;
        let replayed = recovery.replay(&mut |record: Record<'_>| {
            let entry = self
                .entries
                .get(next)
                .expect("no more records than were appended");
            assert_eq!(
                (record.lsn, record.end, record.kind),
                (entry.lsn, entry.end, entry.kind)
            );
            assert!(
                record.body == entry.body,
                "the body at {} differs",
                record.lsn
            );
            next += 1;
            Ok::<(), Infallible>(())
        });
        let log = match replayed {
            Ok(log) => log,
            Err(ferromq_log::ReplayError::Log(error)) => return Err(error),
            Err(ferromq_log::ReplayError::Apply(never)) => match never {},
        };
        if let Some(lost) = self.entries.get(next) {
            assert!(
                lost.end > self.durable,
                "the record at {} was durable",
                lost.lsn
            );
        }
        assert!(
            log.durable() >= self.durable,
            "the end of the log went back"
        );
        self.entries.truncate(next);
        self.durable = log.durable();
        self.confirmed = found.clone();
        self.attempted = found;
        Ok(log)
    }

    /// Does `steps` random things to the log.
    pub(crate) fn work(
        &mut self,
        log: &Arc<Log>,
        random: &mut SplitMix64,
        steps: u32,
    ) -> Result<(), Over> {
        for _ in 0..steps {
            match random.below(100) {
                0..=36 => self.append(log, random)?,
                37..=44 => self.stage(log, random)?,
                45..=69 => self.wait(log, random)?,
                70..=79 => {
                    log.lead();
                    self.note_durable(log)?;
                }
                80..=89 => self.checkpoint(log, random)?,
                90..=92 => {
                    let switched = log.switch_extent();
                    self.note_durable(log)?;
                    match switched {
                        Ok(()) | Err(LogError::DiskFull { .. }) => {}
                        Err(_) => return Err(Over),
                    }
                }
                _ => self.read_back(log, random)?,
            }
        }
        Ok(())
    }

    fn note_durable(&mut self, log: &Log) -> Result<(), Over> {
        self.durable = log.durable();
        if log.poisoned().is_some() {
            Err(Over)
        } else {
            Ok(())
        }
    }

    pub(crate) fn append(&mut self, log: &Log, random: &mut SplitMix64) -> Result<(), Over> {
        let len = match random.below(10) {
            0..=5 => random.below(300),
            6..=8 => random.below(9000),
            _ => random.below(90_000),
        };
        let mut body = vec![0; len as usize];
        random.fill(&mut body);
        let kind = random.below(256) as u8;
        let (one, two) = body.split_at((random.below(len + 1)) as usize);
        let urgency = if random.chance(80) {
            Urgency::Ordinary
        } else {
            Urgency::Completing
        };
        match log.append(kind, &[one, two], urgency) {
            Ok(appended) => {
                let (lsn, end) = (appended.lsn, appended.end);
                self.entries.push(Entry {
                    lsn,
                    end,
                    kind,
                    body,
                });
                self.note_durable(log)
            }
            Err(AppendError::Full) => self.checkpoint_full(log),
            Err(_) => Err(Over),
        }
    }

    fn checkpoint_full(&mut self, log: &Log) -> Result<(), Over> {
        let at = self.oldest_staged().min(log.durable());
        self.checkpoint_at(log, at, b"full")
    }

    fn oldest_staged(&self) -> Lsn {
        let from = self.staged.iter().map(|staged| staged.from).min();
        from.unwrap_or(Lsn::new(u64::MAX))
    }

    /// Begins to stage a body, or goes on with one that is staged: joins it, or gives it up.
    fn stage(&mut self, log: &Arc<Log>, random: &mut SplitMix64) -> Result<(), Over> {
        let which = random.below(4) as usize;
        if which >= self.staged.len() {
            return self.begin_staging(log, random);
        }
        let complete = self.staged[which].complete.load(Ordering::SeqCst);
        if !complete && random.chance(80) {
            return Ok(());
        }
        let Staged { staging, body, .. } = self.staged.swap_remove(which);
        if !complete {
            assert!(staging.staged_bytes() <= body.len());
            return self.note_durable(log);
        }
        let mut whole = vec![0; random.below(400) as usize];
        random.fill(&mut whole);
        let kind = random.below(256) as u8;
        let front = random.below(whole.len() as u64 + 1) as usize;
        let joined = log.append_staged(kind, &[&whole[..front], &whole[front..]], staging);
        let appended = joined.map_err(|_| Over)?;
        whole.extend_from_slice(&body);
        self.entries.push(Entry {
            lsn: appended.lsn,
            end: appended.end,
            kind,
            body: whole,
        });
        self.note_durable(log)
    }

    fn begin_staging(&mut self, log: &Arc<Log>, random: &mut SplitMix64) -> Result<(), Over> {
        let mut body = vec![0; 1 + random.below(70_000) as usize];
        random.fill(&mut body);
        let complete = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&complete);
        let then =
            Box::new(move |staged: Result<(), _>| told.store(staged.is_ok(), Ordering::SeqCst));
        let from = log.head();
        let bytes = Arc::new(body.clone());
        match log.stage(bytes, Urgency::Ordinary, then) {
            Ok(staging) => {
                self.staged.push(Staged {
                    staging,
                    body,
                    complete,
                    from,
                });
                self.note_durable(log)
            }
            Err(AppendError::Full) => self.checkpoint_full(log),
            Err(_) => Err(Over),
        }
    }

    fn wait(&mut self, log: &Log, random: &mut SplitMix64) -> Result<(), Over> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let back = random.below(self.entries.len().min(4) as u64) as usize;
        let entry = &self.entries[self.entries.len() - 1 - back];
        let waited = log.wait_durable(entry.end);
        self.durable = log.durable();
        waited.map_err(|_| Over)?;
        assert!(self.durable >= entry.end);
        Ok(())
    }

    fn checkpoint(&mut self, log: &Log, random: &mut SplitMix64) -> Result<(), Over> {
        let durable = self
            .entries
            .partition_point(|entry| entry.end <= self.durable) as u64;
        let at = match durable {
            0 => log.durable(),
            count => {
                let entry = &self.entries[random.below(count) as usize];
                if random.chance(70) {
                    entry.lsn
                } else {
                    entry.end
                }
            }
        };
        let mut payload = [0; 24];
        random.fill(&mut payload);
        let at = at.min(self.oldest_staged()).max(self.confirmed.0);
        self.checkpoint_at(log, at, &payload)
    }

    pub(crate) fn checkpoint_at(&mut self, log: &Log, at: Lsn, payload: &[u8]) -> Result<(), Over> {
        self.attempted = (at, payload.to_vec());
        log.checkpoint(at, None, payload).map_err(|_| Over)?;
        self.confirmed = self.attempted.clone();
        self.entries.retain(|entry| entry.lsn >= at);
        Ok(())
    }

    fn read_back(&mut self, log: &Log, random: &mut SplitMix64) -> Result<(), Over> {
        let durable = self
            .entries
            .partition_point(|entry| entry.end <= self.durable) as u64;
        if durable == 0 {
            return Ok(());
        }
        let entry = &self.entries[random.below(durable) as usize];
        let from = random.below(entry.body.len() as u64 + 1) as usize;
        let count = random.below((entry.body.len() - from) as u64 + 1) as usize;
        let back = log.read(entry.lsn, from, count).map_err(|_| Over)?;
        assert!(
            back == entry.body[from..from + count],
            "read back {} + {from}",
            entry.lsn
        );
        Ok(())
    }
}

pub(crate) fn small(log_type: LogType) -> LogSettings {
    LogSettings {
        file_pages: 64,
        primary_files: 2,
        secondary_files: 1,
        buffer_pages: 18,
        log_type,
    }
}

/// Settings of all kinds, by seed.
pub(crate) fn settings_for(random: &mut SplitMix64) -> LogSettings {
    LogSettings {
        file_pages: 64 + random.below(20) as u32,
        primary_files: 2 + random.below(3) as u32,
        secondary_files: 1 + random.below(3) as u32,
        buffer_pages: 18 + random.below(30) as u32,
        log_type: if random.chance(50) {
            LogType::Circular
        } else {
            LogType::Linear
        },
    }
}

/// A freshly created log.
pub(crate) fn new_log(settings: &LogSettings) -> (SimulatedDisk, Arc<Log>) {
    let disk = SimulatedDisk::new(1);
    Log::create(&disk.root(), settings, &mut |_, _| ()).expect("create");
    let log = open(&disk.root(), settings);
    (disk, log)
}

pub(crate) fn open(dir: &Arc<dyn Directory>, settings: &LogSettings) -> Arc<Log> {
    let recovery = Log::open(Arc::clone(dir), settings).expect("open");
    let log = recovery
        .prefetching(false)
        .replay(&mut |_| Ok::<(), Infallible>(()));
    log.expect("replay")
}

/// Appends one record and waits for it.
pub(crate) fn commit(log: &Log, body: &[u8]) -> ferromq_log::Appended {
    let appended = log.append(1, &[body], Urgency::Ordinary).expect("append");
    log.wait_durable(appended.end).expect("durable");
    appended
}

/// The bodies a restart would bring back.
pub(crate) fn bodies(dir: &Arc<dyn Directory>, settings: &LogSettings) -> Vec<Vec<u8>> {
    let mut bodies = Vec::new();
    let recovery = Log::open(Arc::clone(dir), settings).expect("open");
    let replayed = recovery
        .prefetching(false)
        .replay(&mut |record: Record<'_>| {
            bodies.push(record.body.to_vec());
            Ok::<(), Infallible>(())
        });
    replayed.expect("replay");
    bodies
}
