//! Who follows a linear log: is told that it goes on in other extents, and fetches which they are (`moves.rs`).

use crate::log::Log;
use crate::moves::{LogExtents, Numbers};

impl Log {
    /// Sets what is called each time a linear log goes on in another extent, or needs others than before: on the thread that
    /// brought it about, with no log lock held. It must only pass the word on to who calls [`Self::moved_extents`]. Only the first hook
    /// set counts.
    pub fn set_moves_hook(&self, hook: Box<dyn Fn() + Send + Sync>) {
        let _ = self.moves_hook.set(hook);
    }

    /// What has changed since this was called last, one after the other. Of more than 1,024 changes the last ones.
    #[must_use]
    pub fn moved_extents(&self) -> Vec<LogExtents> {
        let moved = self.lock().moves.take();
        moved.into_iter().map(Numbers::named).collect()
    }

    /// The extents of now; `None` for a circular log.
    #[must_use]
    pub fn extents(&self) -> Option<LogExtents> {
        self.lock().moves.now()
    }

    /// Where the log is, for people: of one in files their directory.
    #[must_use]
    pub fn place(&self) -> String {
        self.device.place()
    }

    /// Passes the word on. With no lock held.
    pub(crate) fn tell_moved(&self, moved: bool) {
        if let (true, Some(hook)) = (moved, self.moves_hook.get()) {
            hook();
        }
    }
}
