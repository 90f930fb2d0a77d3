//! What is said to the source and heard of it: offers, acknowledgements, the end; and when nothing is heard.

use super::holding::leave;
use super::lasting::ReportedResults;
use super::naming::Time;
use super::{ACK_MS, CHECKPOINT_MS, Destination, Expected, UNTOLD_BYTES_MAX, size};
use crate::agent::compression::Compression;
use crate::agent::files::{FileSocket, Files};
use crate::agent::message::ControlBody;
use crate::agent::messages::Outlet;
use crate::agent::queues::{Queues, Theirs};
use crate::agent::result::count_for_message;
use crate::agent::settings::AgentSettings;
use crate::agent::state::Together;
use crate::agent::state_key::StateKey;
use crate::generated::notices::BFGIO9531;
use ferromq_mqi::session::{Connected, MqError};
use std::io;

/// Results that were not taken are tried again after so long.
const TELL_AGAIN_MS: u64 = 1_000;

impl<W> Destination<W> {
    /// The source wants to send. In the unit of work; the caller commits.
    pub(crate) fn offered<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        (epoch, file_socket): (u64, Option<FileSocket>),
        settings: &AgentSettings,
        now_ms: u64,
    ) -> Result<(), MqError> {
        self.heard(now_ms);
        if self.kept.completed {
            // It is told once more: the first time was lost with what the source keeps.
            self.say(queues, epoch, ControlBody::Completed(Vec::new()))?;
            return Ok(());
        }
        let is_repeated = epoch == self.kept.epoch && self.is_fresh;
        if self.is_done || epoch < self.kept.epoch || epoch == self.kept.epoch && !is_repeated {
            return Ok(());
        }
        if size(&self.results) >= UNTOLD_BYTES_MAX {
            // What there is to tell comes first. The offer is made again.
            return Ok(());
        }
        if self.reopening.is_some() {
            // How far it is is known then.
            self.put_off = Some((epoch, file_socket));
            return Ok(());
        }
        self.backlog.clear();
        self.holding = None;
        if !is_repeated {
            self.kept.epoch = epoch;
            // After a restart less may be there than now: that epoch is not answered once more from there.
            queues.replace(self.id(), StateKey::Incoming, self.kept.encode())?;
            self.is_fresh = true;
        }
        self.expected = Expected::Data { epoch, sequence: 0 };
        self.bytes_since_ack = 0;
        let usable = |file_socket: &FileSocket| !self.fetching_failed && files.reaches(file_socket);
        self.file_socket = file_socket.filter(usable);
        let accept = ControlBody::Accept {
            place: self.place(),
            window: self.window(settings),
            by_reference: self.file_socket.is_some(),
            bridge: settings
                .bridge
                .is_some()
                .then(|| settings.bridge_url().unwrap_or_default()),
            compares: !files.answers_later(),
            unpacks: settings.compression != Compression::None,
            set: self.kept.together != Together::No && !files.answers_later(),
        };
        self.say(queues, epoch, accept)?;
        Ok(())
    }

    /// The source is to know that this is at work.
    pub(crate) fn tell_alive<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        settings: &AgentSettings,
        now_ms: u64,
    ) -> Result<(), MqError> {
        if now_ms.saturating_sub(self.heard_ms) >= settings.ack_timeout_ms / 4 {
            self.heard_ms = now_ms;
            self.acknowledge(queues, settings)?;
        }
        Ok(())
    }

    /// Does what it is time for.
    pub(crate) fn idle<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        settings: &AgentSettings,
        (batch_files, now_ms): (usize, u64),
    ) -> Result<(), MqError> {
        if self.kept.completed {
            if now_ms >= self.silent_ms(settings) {
                self.repeat(queues, settings, ControlBody::Completed(Vec::new()), now_ms)?;
                queues.commit()?;
            }
            return Ok(());
        }
        if self.is_waiting_for_files() {
            self.serve(queues, files, (settings, batch_files), now_ms)?;
            if self.is_waiting_for_files() {
                return self.tell_alive(queues, settings, now_ms);
            }
        }
        if self.is_hashing() {
            self.hash_held(queues, files)?;
            self.tell_alive(queues, settings, now_ms)?;
        }
        if self.bytes_since_ack > 0 && now_ms >= self.heard_ms.saturating_add(ACK_MS) {
            self.acknowledge(queues, settings)?;
        }
        if !self.results.is_empty() {
            self.open_since_ms.get_or_insert(now_ms);
        }
        let is_time = self
            .open_since_ms
            .is_some_and(|since_ms| now_ms >= since_ms.saturating_add(CHECKPOINT_MS));
        let may_tell = now_ms >= self.tell_at_ms;
        let is_over = self.is_done && may_tell && self.calling.is_none() && self.ran.is_none();
        if is_time && may_tell || is_over {
            if !self.checkpoint(queues, files)? {
                return Ok(());
            }
            let untold = &self.kept.untold;
            if !untold.is_empty() {
                self.tell_at_ms = now_ms.saturating_add(TELL_AGAIN_MS);
            }
        }
        if self.is_done && self.wants_call() {
            return Ok(());
        }
        if is_over {
            return self.complete(queues, files, now_ms);
        }
        if !self.is_done && now_ms >= self.silent_ms(settings) {
            self.repeat(queues, settings, ControlBody::Resync, now_ms)?;
            self.expected = Expected::Offer;
            self.backlog.clear();
            return queues.commit();
        }
        Ok(())
    }

    /// Says something once more to a source that is silent, in the unit of work. It does not pile up where nobody takes it.
    pub(super) fn repeat<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        settings: &AgentSettings,
        body: ControlBody,
        now_ms: u64,
    ) -> Result<(), MqError> {
        self.heard_ms = now_ms;
        self.asked = self.asked.saturating_add(1);
        let expiry_ms = self.silent_ms(settings).saturating_sub(now_ms);
        let control = self.control(queues, self.kept.epoch, body);
        let _ = queues.say_until(&self.kept.source, Theirs::Reply, &control, expiry_ms)?;
        Ok(())
    }

    pub(super) fn acknowledge<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        settings: &AgentSettings,
    ) -> Result<(), MqError> {
        self.bytes_since_ack = 0;
        if let Expected::Data { epoch, sequence } = self.expected {
            let ack = ControlBody::Ack {
                sequence: sequence.saturating_sub(self.backlog.messages()),
                window: self.window(settings),
            };
            self.say(queues, epoch, ack)?;
        }
        Ok(())
    }

    /// Something is missing, or the source is silent: it is to offer again. Commits.
    pub(crate) fn ask_again<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        now_ms: u64,
    ) -> Result<(), MqError> {
        self.heard_ms = now_ms;
        self.expected = Expected::Offer;
        self.backlog.clear();
        self.say(queues, self.kept.epoch, ControlBody::Resync)?;
        queues.commit()
    }

    /// All has been decided: it is told. Commits.
    pub(super) fn complete<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        now_ms: u64,
    ) -> Result<(), MqError> {
        let before = (self.results.clone(), self.kept.clone());
        self.tell(queues, ReportedResults::ButLast)?;
        let rest = std::mem::take(&mut self.results);
        self.kept.completed = true;
        self.kept.writing = None;
        self.kept.putting = None;
        self.kept.whole.clear();
        self.kept.untold.clear();
        self.kept.unwanted = std::mem::take(&mut self.unwanted);
        let is_told = count_for_message(&rest) == rest.len()
            && self.say(queues, self.kept.epoch, ControlBody::Completed(rest))?;
        if !is_told {
            // The source's queue does not take it: later.
            queues.back_out()?;
            self.unwanted = std::mem::take(&mut self.kept.unwanted);
            (self.results, self.kept) = before;
            self.tell_at_ms = now_ms.saturating_add(TELL_AGAIN_MS);
            return Ok(());
        }
        queues.replace(self.id(), StateKey::Incoming, self.kept.encode())?;
        self.heard(now_ms);
        queues.commit()?;
        self.remove_unwanted(files);
        files.release();
        Ok(())
    }

    /// It is to end: what is whole stays, what is half written goes. Commits.
    pub(crate) fn cancel<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        now_ms: u64,
    ) -> Result<(), MqError> {
        if self.kept.completed {
            return queues.commit();
        }
        self.expected = Expected::Offer;
        self.is_cancelled = true;
        self.leave_current(files);
        // Kept with the request to end taken: it ends also if this agent does first.
        self.kept.cancelled = true;
        self.fail_messages(queues, files, "the transfer is to end")?;
        self.is_done = true;
        self.backlog.clear();
        self.reopening = None;
        self.end_set(files, "the transfer is to end");
        if files.answers_later() {
            // What is not yet in a checkpoint cannot be waited for: that it is to end is kept now.
            for one in std::mem::take(&mut self.unforced) {
                self.refuse(&one.whole, &io::Error::other("the transfer is to end"));
            }
        }
        if self.checkpoint(queues, files)? {
            return self.complete(queues, files, now_ms);
        }
        // The rest is done when files answer.
        self.keep(queues)?;
        queues.commit()
    }

    /// Removes what was being written: the transfer is forgotten without an end.
    pub(crate) fn abandon<F: Files<Writer = W>>(&mut self, files: &mut F) {
        self.drop_current(files);
        let unforced = std::mem::take(&mut self.unforced).into_iter();
        let set = std::mem::take(&mut self.set);
        for whole in unforced.map(|one| one.whole).chain(set) {
            let _ = files.remove(&whole.temporary, whole.id);
        }
        self.kept.unwanted.append(&mut self.unwanted);
        self.remove_unwanted(files);
        files.release();
    }

    /// Takes up again what was under way when the agent ended: files that are whole get their names, the one that was being written is
    /// opened.
    pub(crate) fn resume<F: Files<Writer = W>>(&mut self, files: &mut F, settings: &AgentSettings) {
        if let Some(putting) = self.kept.putting.clone() {
            let resumed = Outlet::resume(self.settled, putting, &settings.text_replacement);
            match resumed {
                Ok(outlet) => self.outlet = Some(outlet),
                Err(why) => {
                    let queue = self.kept.putting.take().map(|putting| putting.path());
                    let text = BFGIO9531.line(&[&queue.unwrap_or_default(), &why]);
                    self.fail(self.settled, text);
                }
            }
        }
        self.remove_unwanted(files);
        // What is kept stays as it is until the next checkpoint: what becomes of them is not in it yet.
        match self.kept.together {
            Together::Waiting => self.set = self.kept.whole.clone(),
            Together::No | Together::Naming => {
                self.naming = (self.kept.whole.clone(), Time::Again);
            }
        }
        self.is_done = self.kept.cancelled;
        self.is_cancelled = self.kept.cancelled;
        match self.kept.writing.clone() {
            Some(writing)
                if self.is_done
                    && writing.is_compared
                    && leave(files, &writing.temporary, &writing.path, writing.id).is_ok() => {}
            Some(writing) if self.is_done => {
                let _ = files.remove(&writing.temporary, writing.id);
            }
            writing => self.reopening = writing,
        }
        if self.is_cancelled {
            self.end_set(files, "the transfer is to end");
        }
        self.name(files);
        self.reopen(files);
    }
}
