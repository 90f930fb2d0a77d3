//! Where connections of this process come from.

use ferromq_mqi::generated::constants::MQAT_UNIX;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{Origin, Road};

/// This process, as the queue manager sees it.
#[must_use]
pub(crate) fn own_origin() -> Origin {
    let uid = rustix::process::getuid().as_raw();
    let user = crate::users::local_user_name(uid);
    let program = std::env::current_exe()
        .ok()
        .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_default();
    Origin {
        user_id: FixedText::truncated(&user),
        appl_name: FixedText::truncated(&program),
        appl_type: MQAT_UNIX,
        process_id: std::process::id(),
        thread_id: u32::try_from(rustix::thread::gettid().as_raw_nonzero().get()).unwrap_or(0),
        uid,
        road: Road::Embedded,
        client: None,
    }
}
