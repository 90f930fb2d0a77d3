//! Position in the recovery log.

pub use ferromq_log::Lsn;
