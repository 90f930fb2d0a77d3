//! The order of locks of this crate: what stands further up is taken first.

ferromq_base::lock_classes! {
    /// What operators ask of whoever exchanges publications.
    pub(crate) Asked: "neighbours.asked", 6_070;
    /// The neighbours, as displays show them.
    pub(crate) Shown: "neighbours.shown", 6_060;
}
