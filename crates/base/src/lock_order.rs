//! The order of the ground floor's locks: what stands further up is taken first.

crate::lock::lock_classes! {
    /// Names of users the system was asked for.
    pub(crate) UserNames: "base.user_names", 95;
    /// One file that may be closed and opened again.
    pub(crate) OpenFile: "base.open_file", 90;
    /// Which of them are open.
    pub(crate) OpenFiles: "base.open_files", 80;
    /// A directory in memory.
    pub(crate) MemoryDirectory: "base.memory_directory", 70;
    /// A file in memory.
    pub(crate) MemoryFile: "base.memory_file", 60;
    /// A simulated disk.
    pub(crate) SimulatedDisk: "base.simulated_disk", 50;
    /// Simulated figures of the machine.
    pub(crate) SimulatedMachine: "base.simulated_machine", 40;
    /// Large buffers that are kept.
    pub(crate) LargeBuffers: "base.large_buffers", 30;
}
