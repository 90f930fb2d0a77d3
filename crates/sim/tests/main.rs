//! What is tried with the simulator, with killed processes and with a disk that is really full.
//!
//! One program, which is linked once; `cargo test -p ferromq-sim --test all NAME::` runs one file of it.

mod crash;
mod each_call;
mod regressions;
mod small_disk;
mod smoke;
