//! Checkpoints: what was written lasts, and what is kept and told says so.

use super::{Destination, Time};
use crate::agent::files::Files;
use crate::agent::message::ControlBody;
use crate::agent::messages::Outlet;
use crate::agent::queues::Queues;
use crate::agent::result::count_for_message;
use crate::agent::state::Writing;
use crate::agent::state_key::StateKey;
use ferromq_mqi::session::{Connected, MqError};

/// Which results are told at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportedResults {
    All,
    /// All but what the last message takes.
    ButLast,
}

impl<W> Destination<W> {
    /// Makes everything that was written last. Whole files get their names, and what was told before is kept as told. Commits. False: files have
    /// not answered, and it goes on when they do.
    pub(crate) fn checkpoint<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
    ) -> Result<bool, MqError> {
        if !self.name(files) {
            return Ok(false);
        }
        self.checkpoint_begun = files.answers_later() && !self.is_forced(files);
        if self.checkpoint_begun {
            return Ok(false);
        }
        self.open_since_ms = None;
        self.bytes_since_checkpoint = 0;
        let mut whole = Vec::new();
        // All of them are on their way before one is waited for.
        for one in &self.unforced {
            files.begin_force(&one.file, 0, one.whole.result.length);
        }
        for one in std::mem::take(&mut self.unforced) {
            match files.force(&one.file) {
                Ok(()) => whole.push(one.whole),
                Err(error) => self.refuse(&one.whole, &error),
            }
        }
        let mut whole = self.last(files, whole);
        self.place_behind(files, &mut whole);
        if let Some(current) = &self.current
            && let Err(error) = files.force(&current.file)
        {
            let item = current.item;
            self.fail_current(files, item, &error);
        }
        let whole = self.together(files, whole);
        self.kept.settled = self.settled;
        self.kept.writing = self.current.as_ref().map(|current| Writing {
            temporary: current.temporary.clone(),
            path: current.path.clone(),
            id: current.id,
            directory: current.directory,
            overwrite: current.overwrite,
            offset: current.offset,
            checksum: current.checksum.clone(),
            text: current.text.clone(),
            is_compared: current.is_compared,
            append: current.append,
        });
        self.kept.putting = self.outlet.as_ref().map(Outlet::kept);
        self.kept.whole = whole.iter().chain(&self.set).cloned().collect();
        self.kept.unwanted.append(&mut self.unwanted);
        self.tell(queues, ReportedResults::All)?;
        queues.replace(self.id(), StateKey::Incoming, self.kept.encode())?;
        queues.commit()?;
        self.lost = 0;
        self.remove_unwanted(files);
        self.naming = (whole, Time::First);
        Ok(self.name(files))
    }

    /// Tells the results there are, in the unit of work. What the source's queue does not take is kept for the next time.
    pub(super) fn tell<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        which: ReportedResults,
    ) -> Result<(), MqError> {
        let mut first = 0;
        while let untold @ [_, ..] = &self.results[first..] {
            let count = count_for_message(untold);
            let body = ControlBody::Results(untold[..count].to_vec());
            let is_rest = which == ReportedResults::ButLast && count == untold.len();
            if is_rest || !self.say(queues, self.kept.epoch, body)? {
                break;
            }
            first += count;
        }
        self.results.drain(..first);
        self.kept.untold.clone_from(&self.results);
        Ok(())
    }

    /// Keeps how it stands, and tells the results there are: what is whole and named is not kept any more. In the unit of work.
    pub(crate) fn keep<C: Connected>(&mut self, queues: &mut Queues<C>) -> Result<(), MqError> {
        self.kept.whole = self.naming.0.iter().chain(&self.set).cloned().collect();
        self.kept.unwanted.append(&mut self.unwanted);
        self.tell(queues, ReportedResults::All)?;
        queues.replace(self.id(), StateKey::Incoming, self.kept.encode())
    }

    pub(super) fn remove_unwanted<F: Files<Writer = W>>(&mut self, files: &mut F) {
        for (temporary, id) in std::mem::take(&mut self.kept.unwanted) {
            // Nobody can do more about it than the next one who looks.
            let _ = files.remove(&temporary, id);
        }
    }
}
