//! Who is at the other end, from what the operating system says.

use ferromq_binding::Peer;
use ferromq_mqi::codec::ConnectHello;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{Origin, Road};

/// Where a connection comes from: user and process by the word of the operating system, program
/// and thread, which decide nothing, by the program's own. `user` is what its user is called.
pub(crate) fn origin_of(peer: &Peer, hello: &ConnectHello, user: &str) -> Origin {
    Origin {
        user_id: FixedText::truncated(user),
        appl_name: hello.program,
        appl_type: hello.appl_type,
        process_id: peer.pid(),
        thread_id: hello.thread_id,
        uid: peer.uid(),
        road: Road::Bindings,
        client: None,
    }
}

/// Whether a user may administer this queue manager: the one it runs as, and root.
pub(crate) fn may_administer(uid: u32) -> bool {
    uid == 0 || uid == rustix::process::geteuid().as_raw()
}
