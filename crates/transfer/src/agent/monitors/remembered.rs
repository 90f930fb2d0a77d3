//! How what monitors remember is kept: chunks of everything, and changes since. Changes are added to the last message of them until that is
//! full; when they are as many as half of everything, everything is written anew, a chunk in each turn.

use crate::agent::events::{Event, KeptMonitor, encode_entries};
use crate::agent::queues::Queues;
use crate::party::TransferId;
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

    /// Nothing was dealt with, as far as it knows.
    pub(super) fn forget(&mut self, kept: &mut KeptMonitor) {
        let next = self.next;
        *self = Self {
            next,
            ..Self::default()
        };
        kept.chunks = 0;
        kept.changes_from = next;
    }

    /// Puts a history together from its parts, and forgets those that do not count, in the unit of work.
    pub(super) fn restore<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        (kept, history): (&KeptMonitor, &mut History),
        parts: BTreeMap<Event, Vec<Entry>>,
    ) -> Result<(), MqError> {
        for (event, entries) in parts {
            match event {
                Event::Chunk(writing, part) if writing == kept.writing && part < kept.chunks => {
                    history.restore(&entries, false);
                }
                // Changes come behind all chunks.
                Event::Changes(number) if number >= kept.changes_from => {
                    history.restore(&entries, true);
                    self.next = number + 1;
                    self.last = Some((number, entries));
                }
                other => queues.forget_event(kept.id, other)?,
            }
        }
        self.next = self.next.max(kept.changes_from);
        Ok(())
    }

    /// Keeps changes of what is remembered, in the unit of work. It has them when that is committed: see [`Self::kept_changes`].
    pub(super) fn keep_changes<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        id: TransferId,
        entries: &[Entry],
    ) -> Result<(), MqError> {
        let (number, mut all) = match &self.last {
            Some((number, all)) if all.len() < CHANGES_ENTRIES => (*number, all.clone()),
            _ => (self.next, Vec::new()),
        };
        all.extend_from_slice(entries);
        let body = encode_entries(id, queues.own(), &all);
        queues.keep_event(id, Event::Changes(number), body)
    }

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

    /// Everything is written anew, a chunk at a time, if it is time to. Whether something was done. Commits.
    pub(super) fn write_history<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        (kept, history): (&mut KeptMonitor, &mut History),
    ) -> Result<bool, MqError> {
        let (next_writing, next_changes) = (kept.writing + 1, self.next);
        if self.writing.is_none() {
            if !history.is_worth_writing() {
                return Ok(false);
            }
            history.begin_writing();
            // What changes from now on is in messages of its own.
            self.last = None;
            self.writing = Some(Writing {
                chunk: 0,
                behind: None,
                changes_from: next_changes,
            });
        }
        let Some(writing) = &mut self.writing else {
            return Ok(false);
        };
        let (entries, last) = history.chunk(writing.behind);
        let id = kept.id;
        if !entries.is_empty() {
            let body = encode_entries(id, queues.own(), &entries);
            let event = Event::Chunk(next_writing, writing.chunk);
            queues.keep_event(id, event, body)?;
            queues.commit()?;
            writing.chunk += 1;
            writing.behind = last;
            return Ok(true);
        }
        let before = kept.clone();
        let (chunks, changes_from) = (writing.chunk, writing.changes_from);
        self.writing = None;
        kept.writing = next_writing;
        kept.chunks = chunks;
        kept.changes_from = changes_from;
        let body = kept.encode(queues.own());
        queues.keep_event(id, Event::Monitor, body)?;
        for part in 0..before.chunks {
            queues.forget_event(id, Event::Chunk(before.writing, part))?;
        }
        for number in before.changes_from..changes_from {
            queues.forget_event(id, Event::Changes(number))?;
        }
        queues.commit()?;
        Ok(true)
    }

    /// Forgets chunks of a writing that was not ended, in the unit of work.
    pub(super) fn forget_unfinished<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        kept: &KeptMonitor,
    ) -> Result<(), MqError> {
        let chunks = self.writing.as_ref().map_or(0, |writing| writing.chunk);
        for part in 0..chunks {
            queues.forget_event(kept.id, Event::Chunk(kept.writing + 1, part))?;
        }
        Ok(())
    }

    /// Forgets everything that is kept of what a monitor remembers, in the unit of work.
    pub(super) fn forget_all<C: Connected>(
        &self,
        queues: &mut Queues<C>,
        kept: &KeptMonitor,
    ) -> Result<(), MqError> {
        self.forget_unfinished(queues, kept)?;
        for part in 0..kept.chunks {
            queues.forget_event(kept.id, Event::Chunk(kept.writing, part))?;
        }
        for number in kept.changes_from..self.next {
            queues.forget_event(kept.id, Event::Changes(number))?;
        }
        Ok(())
    }
}
