//! How what monitors remember is kept: chunks of everything, and changes since. Changes are added to the last message of them until that is
//! full; when they are as many as half of everything, everything is written anew, a chunk in each turn.

use super::{Monitored, Watched};
use crate::agent::events::{Event, KeptMonitor, encode_entries};
use crate::agent::{Agent, Files};
use crate::watch::{Entry, History, Key};
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

/// Entries of a message of changes, about.
const CHANGES_ENTRIES: usize = 2_048;

/// What of a history is kept, and how far writing it anew has come.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// The last message of changes: its number, and what is in it. None: there is none since everything was written.
    last: Option<(u32, Vec<Entry>)>,
    /// The number of the next one.
    next: u32,
    writing: Option<Writing>,
}

/// Everything is being written anew.
#[derive(Debug)]
struct Writing {
    chunk: u32,
    behind: Option<Key>,
    /// Changes before this one are in what is written.
    changes_from: u32,
}

impl Remembered {
    pub(super) fn without_writing(self) -> Self {
        Self {
            writing: None,
            ..self
        }
    }
}

impl Watched {
    pub(super) fn history(&mut self) -> &mut History {
        match self {
            Self::Directory { watch, .. } => &mut watch.history,
            Self::Queue(queue) => &mut queue.history,
        }
    }

    pub(super) fn set_history(&mut self, history: History) {
        *self.history() = history;
    }
}

impl<W> Monitored<W> {
    /// Nothing was dealt with, as far as it knows.
    pub(super) fn forget(&mut self) {
        self.watched.set_history(History::default());
        let next = self.remembered.next;
        self.remembered = Remembered {
            next,
            ..Remembered::default()
        };
        self.kept.chunks = 0;
        self.kept.changes_from = next;
        self.polling.rest(0);
    }
}

impl<C: Connected, F: Files> Agent<C, F> {
    /// Puts a history together from its parts, and forgets those that do not count, in the unit of work.
    pub(super) fn restore(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
        parts: BTreeMap<Event, Vec<Entry>>,
    ) -> Result<(), MqError> {
        let kept = &monitored.kept;
        let (id, history) = (kept.id, monitored.watched.history());
        for (event, entries) in parts {
            match event {
                Event::Chunk(writing, part) if writing == kept.writing && part < kept.chunks => {
                    history.restore(&entries, false);
                }
                // Changes come behind all chunks.
                Event::Changes(number) if number >= kept.changes_from => {
                    history.restore(&entries, true);
                    monitored.remembered.next = number + 1;
                    monitored.remembered.last = Some((number, entries));
                }
                other => self.queues.forget_event(id, other)?,
            }
        }
        let next = &mut monitored.remembered.next;
        *next = (*next).max(kept.changes_from);
        Ok(())
    }

    /// Keeps changes of what is remembered, in the unit of work. `Remembered` has them when that is committed: see [`Self::kept_changes`].
    pub(super) fn keep_changes(
        &mut self,
        monitored: &Monitored<F::Walk>,
        entries: &[Entry],
    ) -> Result<(), MqError> {
        let remembered = &monitored.remembered;
        let (number, mut all) = match &remembered.last {
            Some((number, all)) if all.len() < CHANGES_ENTRIES => (*number, all.clone()),
            _ => (remembered.next, Vec::new()),
        };
        all.extend_from_slice(entries);
        let id = monitored.kept.id;
        let body = encode_entries(id, self.queues.own(), &all);
        self.queues.keep_event(id, Event::Changes(number), body)
    }

    /// Everything is written anew, a chunk at a time, if it is time to. Whether something was done. Commits.
    pub(super) fn write_history(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
    ) -> Result<bool, MqError> {
        let history = monitored.watched.history();
        let (next_writing, next_changes) = (monitored.kept.writing + 1, monitored.remembered.next);
        if monitored.remembered.writing.is_none() {
            if !history.is_worth_writing() {
                return Ok(false);
            }
            history.begin_writing();
            // What changes from now on is in messages of its own.
            monitored.remembered.last = None;
            monitored.remembered.writing = Some(Writing {
                chunk: 0,
                behind: None,
                changes_from: next_changes,
            });
        }
        let Some(writing) = &mut monitored.remembered.writing else {
            return Ok(false);
        };
        let (entries, last) = history.chunk(writing.behind);
        let id = monitored.kept.id;
        if !entries.is_empty() {
            let body = encode_entries(id, self.queues.own(), &entries);
            let event = Event::Chunk(next_writing, writing.chunk);
            self.queues.keep_event(id, event, body)?;
            self.queues.commit()?;
            writing.chunk += 1;
            writing.behind = last;
            return Ok(true);
        }
        let before = monitored.kept.clone();
        let (chunks, changes_from) = (writing.chunk, writing.changes_from);
        monitored.remembered.writing = None;
        monitored.kept.writing = next_writing;
        monitored.kept.chunks = chunks;
        monitored.kept.changes_from = changes_from;
        let body = monitored.kept.encode(self.queues.own());
        self.queues.keep_event(id, Event::Monitor, body)?;
        for part in 0..before.chunks {
            self.queues
                .forget_event(id, Event::Chunk(before.writing, part))?;
        }
        for number in before.changes_from..changes_from {
            self.queues.forget_event(id, Event::Changes(number))?;
        }
        self.queues.commit()?;
        Ok(true)
    }

    /// Forgets chunks of a writing that was not ended, in the unit of work.
    pub(super) fn forget_unfinished(
        &mut self,
        kept: &KeptMonitor,
        remembered: &Remembered,
    ) -> Result<(), MqError> {
        let chunks = remembered
            .writing
            .as_ref()
            .map_or(0, |writing| writing.chunk);
        for part in 0..chunks {
            self.queues
                .forget_event(kept.id, Event::Chunk(kept.writing + 1, part))?;
        }
        Ok(())
    }

    /// Forgets everything that is kept of what a monitor remembers, in the unit of work.
    pub(super) fn forget_history(&mut self, monitored: &Monitored<F::Walk>) -> Result<(), MqError> {
        let (kept, remembered) = (&monitored.kept, &monitored.remembered);
        self.forget_unfinished(kept, remembered)?;
        for part in 0..kept.chunks {
            self.queues
                .forget_event(kept.id, Event::Chunk(kept.writing, part))?;
        }
        for number in kept.changes_from..remembered.next {
            self.queues.forget_event(kept.id, Event::Changes(number))?;
        }
        Ok(())
    }
}

impl Remembered {
    /// Changes were kept and committed.
    pub(super) fn kept_changes(&mut self, history: &mut History, entries: &[Entry]) {
        history.changed(entries.len());
        match &mut self.last {
            Some((_, all)) if all.len() < CHANGES_ENTRIES => all.extend_from_slice(entries),
            last => {
                *last = Some((self.next, entries.to_vec()));
                self.next += 1;
            }
        }
    }
}
