//! Who is at the other end, from what the operating system says.

use ferromq_binding::Peer;
use ferromq_mqi::codec::ConnectHello;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{Origin, Road};

/// Where a connection comes from: user and process by the word of the operating system, program
/// and thread, which decide nothing, by the program's own.
pub(crate) fn origin_of(peer: &Peer, hello: &ConnectHello) -> Origin {
    Origin {
        user_id: FixedText::truncated(&user_name(peer.uid())),
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

/// Whether a user of that name has that number.
pub(crate) fn is_user(name: &str, uid: u32) -> bool {
    user_name(uid) == name
}

/// The name of a local user, or its number where the user database has none.
pub(crate) fn user_name(uid: u32) -> String {
    let database = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    name_in(&database, uid).unwrap_or_else(|| uid.to_string())
}

fn name_in(database: &str, uid: u32) -> Option<String> {
    let of_uid = |line: &&str| {
        let number = line.split(':').nth(2);
        number.and_then(|number| number.parse().ok()) == Some(uid)
    };
    let line = database.lines().find(of_uid)?;
    let name = line.split(':').next().filter(|name| !name.is_empty())?;
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::name_in;

    #[test]
    fn users_are_found_by_number() {
        let database = "root:x:0:0:root:/root:/bin/sh\n::7:\nme:x:1000:1000::/home/me:/bin/sh\n";
        assert_eq!(name_in(database, 1000).as_deref(), Some("me"));
        assert_eq!(name_in(database, 7), None);
        assert_eq!(name_in(database, 8), None);
    }
}
