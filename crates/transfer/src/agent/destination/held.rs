//! The source is told what is there already of a file that comes, and what it names of that is copied. No byte counts that was not hashed when it
//! was copied, whatever was told before.

use super::Destination;
use super::backlog::Taken;
use super::current::current;
use super::holding::{Holding, leave, rest_of};
use crate::agent::content::{HELD_SHARE, Hash, hash};
use crate::agent::files::{FileKind, Files, Party};
use crate::agent::message::ControlBody;
use crate::agent::queues::Queues;
use crate::agent::sandbox::Access;
use crate::agent::settings::AgentSettings;
use ferromq_mqi::session::{Connected, MqError};
use std::io;

/// Why what is there cannot be taken.
enum Unheld {
    /// It is not what the source says it is.
    Other,
    /// It cannot be written.
    Unwritten(io::Error),
}

impl<W> Destination<W> {
    /// The source asks what is there of an item.
    pub(super) fn asked_for_held<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        settings: &AgentSettings,
        item: u32,
    ) {
        let mut bases = Vec::new();
        if let Ok(current) = current(&mut self.current, item) {
            current.is_compared = true;
            // What it has of it is told to the source: who asked has to be one who may read it.
            let sandbox = settings.sandboxes.of(&self.kept.user, Access::Read);
            let party = Party::Destination(self.kept.transfer);
            let mut files = files.within(&sandbox, party, &self.kept.user);
            let may_be_used = self.unheld != Some(item) && current.text.is_none();
            for path in [current.path.clone(), rest_of(&current.path)] {
                if may_be_used
                    && let Ok((file, facts)) = files.open_base(&path)
                    && facts.kind == FileKind::File
                {
                    bases.push((file, facts.length));
                }
            }
        }
        self.holding = Some(Holding::new(item, bases));
    }

    /// It is being looked what is there of an item.
    pub(crate) fn is_hashing(&self) -> bool {
        self.holding
            .as_ref()
            .is_some_and(|holding| !holding.is_told)
    }

    /// Looks at some more of what is there, and tells of it. Commits.
    pub(super) fn hash_held<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
    ) -> Result<(), MqError> {
        let Some(holding) = self.holding.as_mut().filter(|holding| !holding.is_told) else {
            return Ok(());
        };
        let Some(part) = holding.read(files) else {
            return Ok(());
        };
        holding.is_told = part.is_last;
        let item = holding.item;
        let holds = ControlBody::Holds { item, part };
        if !self.say(queues, self.kept.epoch, holds)? {
            // The source's queue is full: it is asked again when that has an end.
            self.holding = None;
        }
        queues.commit()
    }

    /// Takes bytes that are there already, or has all of the item sent from then on.
    pub(super) fn held<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        place: (u64, u32),
        from: (u8, u64),
        expected: &Hash,
    ) -> Taken {
        match self.take_held(files, item, place, from, expected) {
            Ok(()) => Taken::Yes,
            Err(Unheld::Other) => {
                self.holding = None;
                self.unheld = Some(item);
                Taken::No
            }
            Err(Unheld::Unwritten(error)) => self.untaken(&error).unwrap_or_else(|| {
                self.fail_current(files, item, &error);
                Taken::Yes
            }),
        }
    }

    fn take_held<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        (offset, length): (u64, u32),
        (base, from): (u8, u64),
        expected: &Hash,
    ) -> Result<(), Unheld> {
        let current = current(&mut self.current, item).map_err(Unheld::Unwritten)?;
        let holding = self.holding.as_ref().filter(|one| one.item == item);
        let holding = holding.ok_or(Unheld::Other)?;
        let (file, _) = holding.bases.get(usize::from(base)).ok_or(Unheld::Other)?;
        let is_short = length as usize <= holding.cutter.most();
        if current.offset != offset || current.text.is_some() || !is_short {
            return Err(Unheld::Other);
        }
        let mut bytes = vec![0; length as usize];
        let read = files.read_back(file, from, &mut bytes);
        if read.map_or(true, |count| count != bytes.len()) || hash(&bytes) != *expected {
            return Err(Unheld::Other);
        }
        files
            .write(&current.file, offset, &bytes)
            .map_err(Unheld::Unwritten)?;
        current.checksum.update(&bytes);
        current.offset += u64::from(length);
        current.begin_force(files);
        self.bytes_since_checkpoint += u64::from(length);
        self.bytes_since_ack += u64::from(length) / HELD_SHARE;
        Ok(())
    }

    /// What a transfer has left of a file that is whole now is of no use any more.
    pub(super) fn forget_rest<F: Files<Writer = W>>(&mut self, files: &mut F, path: &str) {
        let rest = rest_of(path);
        if let Ok(facts) = files.facts(&rest)
            && facts.kind == FileKind::File
        {
            self.unwanted.push((rest, facts.id));
        }
        files.settle();
    }

    /// The transfer ends before the file is whole: what is there of it stays where the next one finds it, if that was asked for; otherwise it goes.
    pub(super) fn leave_current<F: Files<Writer = W>>(&mut self, files: &mut F) {
        let Some(current) = &self.current else {
            return;
        };
        if !current.is_compared || current.offset == 0 {
            return self.drop_current(files);
        }
        let (temporary, path, id) = (&current.temporary, &current.path, current.id);
        if leave(files, temporary, path, id).is_err() {
            return self.drop_current(files);
        }
        self.current = None;
        self.holding = None;
    }
}
