//! The order of locks of this crate: what stands further up is taken first.

ferromq_base::lock_classes! {
    /// The command server's thread is started or stopped.
    pub(crate) CommandServer: "ferromq.command_server", 6_090;
    /// The thread of queued publish and subscribe is started or stopped.
    pub(crate) Queued: "ferromq.queued", 6_080;
    /// The thread that exchanges publications is started or stopped.
    pub(crate) Neighbours: "ferromq.neighbours", 6_075;
    /// How many threads ask for users, and whether they have been woken: by anybody, whatever is held.
    pub(crate) LookupThreads: "ferromq.lookup_threads", 1_110;
    /// Whether a background job has been woken: by anybody, whatever is held.
    pub(crate) Woken: "ferromq.woken", 1_100;
}
