//! The order of a queue's locks: what stands further up is taken first.

ferromq_base::lock_classes! {
    /// One harden, save or shortening of a queue's files at a time.
    pub(crate) Hardening: "queue.hardening", 3_090;
    /// Locked for reading to write to the data file, for writing to shorten it.
    pub(crate) DataLength: "queue.data_length", 3_080;
    /// The files of a queue are made.
    pub(crate) Making: "queue.making", 3_070;
    /// Order, indexes, cursors, who waits.
    pub(crate) Messages: "queue.messages", 3_060;
    /// Calls a rehearsed engine has not answered yet.
    pub(crate) Late: "queue.late", 3_055;
    /// What came of a call that is answered later.
    pub(crate) Answer: "queue.answer", 3_050;
}
