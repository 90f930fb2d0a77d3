//! What commands know of the queued interface of publish and subscribe.

use ferromq_mqi::attribute::ObjectKind;

/// Starts and stops the queued interface of a queue manager. It runs while `PSMODE` is `ENABLED`.
pub trait QueuedControl: Send + Sync {
    /// Objects of this kind have changed: of the queue manager itself, or the namelist of streams, for two.
    fn changed(&self, kind: ObjectKind);

    /// Stops it after the command under way, for good, and waits for that.
    fn stop(&self);

    /// Whether it runs.
    fn runs(&self) -> bool;
}
