//! `libferromq.so`: the C library with a queue manager inside the process.
//!
//! It has the functions of `libmqm_r.so`, being the same code, and one road more, which is asked first: that to a
//! queue manager which the first connection brings into being in this process. So a program that knows nothing of
//! FerroMQ runs, and is tested, without a server. Whoever loads the library says what it is to be by the
//! environment; see [`Place`].
//!
//! There is one such queue manager in a process, and it lasts as long as the process. A child of `fork` has no part
//! in it: the threads that keep it going stay with the parent.

mod home;
mod place;

pub use home::connect;
pub use place::{DATA_PATH, MQSC, Place, Q_MGR};

ferromq_capi::offer_embedded_when_loaded!(connect);
