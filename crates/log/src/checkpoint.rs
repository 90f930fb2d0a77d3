//! Checkpoints: where a restart begins, and what is given back because of it.

use crate::control::CHECKPOINT_PAYLOAD_BYTES_MAX;
use crate::error::{LogError, Poisoned};
use crate::extents::ExtentFile;
use crate::log::Log;
use crate::lsn::Lsn;
use crate::settings::LogType;

impl Log {
    /// Stores `payload` and the positions a restart needs, then gives back the extents before
    /// them. Durable on return: from then on replay starts at `recovery`, or where the log goes on if the extent it lies in
    /// ended before it.
    ///
    /// `media` is the oldest position a media image needs; a circular log takes no notice.
    ///
    /// # Errors
    /// `BadPosition` when a position is not durable yet or lies before what has been given
    /// back; `PayloadTooLarge`; `Poisoned`, also when writing the control file failed, or somebody has taken the log over: what they
    /// started on is as it was then.
    pub fn checkpoint(
        &self,
        recovery: Lsn,
        media: Option<Lsn>,
        payload: &[u8],
    ) -> Result<(), LogError> {
        if payload.len() > CHECKPOINT_PAYLOAD_BYTES_MAX {
            return Err(LogError::PayloadTooLarge);
        }
        let mut control = self.control.lock_intact();
        // Replay would find the end of the log where nothing was written.
        let recovery = Lsn::new(self.device.going_on_at(recovery.get()));
        let durable = self.check_positions(recovery, media)?;
        let mut next = control.current.clone();
        next.recovery = recovery.get();
        next.media = media.unwrap_or(Lsn::NONE).get();
        next.known_end = durable;
        next.payload = payload.to_vec();
        if let Err(unwritten) = control.write(&*self.device, next) {
            let poisoned = Poisoned::from(unwritten);
            // Who is told may take locks of his own.
            drop(control);
            self.poison(poisoned.clone());
            return Err(LogError::Poisoned(poisoned));
        }
        let (surplus, moved) = self.give_back(recovery.get(), media.unwrap_or(Lsn::NONE).get());
        drop(control);
        let oldest = self
            .device
            .overview()
            .in_use
            .first()
            .map_or(0, |(extent, _)| *extent);
        self.forget_long_before(self.geometry.extent_start(oldest));
        self.device.remove(self.epoch, surplus);
        self.prepare_ahead();
        self.tell_moved(moved);
        Ok(())
    }

    /// Makes the log's next file while nobody waits for it, where nobody makes them ahead: one more extent of a linear log, a
    /// secondary one of a circular log whose primary ones are nearly all in use. Best effort:
    /// an append that needs the file and cannot have it says so.
    fn prepare_ahead(&self) {
        let ready_end = self.device.ready_end();
        let kept_until = self.kept_until(&self.lock());
        if ready_end < kept_until + self.bytes_ahead() {
            let _ = self.device.grow(self.epoch, ready_end, false);
            self.publish_room(&self.lock());
        }
    }

    /// Removes extent files that are free, to give their space back to the disk. `keep` free
    /// ones stay with a linear log, the primary ones with a circular one. Removes at most
    /// `most`; answers how many. The log makes new ones when it needs them.
    pub fn reduce(&self, keep: usize, most: usize) -> usize {
        let spare = {
            // No append may be admitted to a file that is about to be removed.
            let state = self.lock();
            let kept_extent = self.geometry.extent_of(self.kept_until(&state));
            self.device.take_spare(kept_extent, keep, most)
        };
        let removed = spare.len();
        self.device.remove(self.epoch, spare);
        removed
    }

    fn check_positions(&self, recovery: Lsn, media: Option<Lsn>) -> Result<u64, LogError> {
        let state = self.lock();
        if let Some(poisoned) = &state.poisoned {
            return Err(LogError::Poisoned(poisoned.clone()));
        }
        let bad = |position: Lsn| Err(LogError::BadPosition { position });
        if recovery.get() < state.recovery || recovery.get() > state.durable {
            return bad(recovery);
        }
        let oldest = self.oldest_extent(state.recovery, state.media);
        match media {
            Some(media) if media.get() > state.durable => bad(media),
            Some(media) if self.geometry.extent_of(media.get()) < oldest => bad(media),
            _ => Ok(state.durable),
        }
    }

    pub(crate) fn oldest_extent(&self, recovery: u64, media: u64) -> u64 {
        let linear = self.settings.log_type == LogType::Linear;
        let oldest = if linear && media != 0 {
            recovery.min(media)
        } else {
            recovery
        };
        self.geometry.extent_of(oldest)
    }

    /// Frees the extents nobody needs any more. Holds the state so that no append is admitted
    /// to a file that is about to be removed. Says also whether other extents are needed now.
    fn give_back(&self, recovery: u64, media: u64) -> (Vec<ExtentFile>, bool) {
        let mut state = self.lock();
        state.recovery = recovery;
        state.media = media;
        state.head_at_checkpoint = state.filling.head();
        let oldest = self.oldest_extent(recovery, media);
        let kept_extent = self.geometry.extent_of(self.kept_until(&state));
        let surplus = self.device.release_before(oldest, kept_extent);
        self.publish_room(&state);
        self.gauge.checkpoint_taken(&state);
        (surplus, state.note_extents())
    }
}
