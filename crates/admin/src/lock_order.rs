//! The locks of this crate.

ferromq_base::lock_classes! {
    /// Until when who rules listeners is there.
    pub(crate) Leases: "admin.leases", 5_090;
}
