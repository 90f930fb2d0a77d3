//! The order of locks of this crate: what stands further up is taken first.

ferromq_base::lock_classes! {
    /// Whether somebody is let in, when that is known.
    pub(crate) Decision: "channel.decision", 5_190;
    /// How far a message channel is.
    pub(crate) Progress: "channel.progress", 5_185;
    /// Who the application says it is.
    pub(crate) RemoteApplication: "channel.remote_application", 5_180;
    /// What the process around a simulated channel remembers.
    pub Simulated: "channel.simulated", 5_175;
}
