//! The order of the log's locks: what stands further up is taken first. None is held during a write, a force, a completion or
//! a hook, except the control file's two while that is written.

ferromq_base::lock_classes! {
    /// The control file.
    pub(crate) Control: "log.control", 2_090;
    /// Positions, buffers, who waits.
    pub(crate) State: "log.state", 2_080;
    /// A file gets the name of its extent.
    pub(crate) Naming: "log.naming", 2_072;
    /// A file is made.
    pub(crate) Making: "log.making", 2_070;
    /// The control file is written, or files are removed, at a device of files.
    pub(crate) ControlSlots: "log.control_slots", 2_068;
    /// Where long bodies are.
    pub(crate) LongBodies: "log.long_bodies", 2_065;
    /// What was read back last.
    pub(crate) ChunkCache: "log.chunk_cache", 2_060;
    /// Which files there are.
    pub(crate) ExtentSet: "log.extent_set", 2_050;
    /// What is under way at a simulated device.
    pub(crate) UnderWay: "log.under_way", 2_047;
    /// Forces no thread has taken yet.
    pub(crate) Begun: "log.begun", 2_045;
    /// Who makes extents ahead.
    pub(crate) ExtentWaker: "log.extent_waker", 2_042;
    /// Writers that sleep.
    pub(crate) Sleepers: "log.sleepers", 2_040;
    /// What is to be fetched.
    pub(crate) FetchJobs: "log.fetch_jobs", 2_030;
}
