//! Who this program is, as far as the client tells a queue manager.

use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::ConnectOptions;

/// The name of the running program.
pub(crate) fn program() -> FixedText<28> {
    std::env::current_exe()
        .ok()
        .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .map_or(FixedText::BLANK, |name| FixedText::truncated(&name))
}

/// The name a connection has: the one its program gives it, or that of the program.
#[must_use]
pub fn appl_name(options: &ConnectOptions) -> FixedText<28> {
    match options.appl_name.is_blank() {
        true => program(),
        false => options.appl_name,
    }
}

/// The operating-system user: as the system has it, or else the environment, or else its number.
pub(crate) fn user_name() -> String {
    let uid = rustix::process::getuid().as_raw();
    ferromq_base::users::name_of(uid)
        .or_else(|| std::env::var("LOGNAME").ok())
        .or_else(|| std::env::var("USER").ok())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| uid.to_string())
}
