//! Clusters: cores without I/O. No sockets, no queues, no clock of their own; time is given.

pub mod workload;
