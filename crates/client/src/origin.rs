//! Who this program is, as far as the client tells a queue manager.

use ferromq_mqi::name::FixedText;

/// The name of the running program.
pub(crate) fn program() -> FixedText<28> {
    std::env::current_exe()
        .ok()
        .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .map_or(FixedText::BLANK, |name| FixedText::truncated(&name))
}

/// The operating-system user: by the password file, then by the environment, then the number.
pub(crate) fn user_name() -> String {
    let uid = rustix::process::getuid().as_raw();
    let listed = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    named_in(&listed, uid)
        .or_else(|| std::env::var("LOGNAME").ok())
        .or_else(|| std::env::var("USER").ok())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| uid.to_string())
}

fn named_in(listed: &str, uid: u32) -> Option<String> {
    listed.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let number = fields.nth(1)?;
        (number.parse() == Ok(uid)).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn a_user_is_found_by_its_number() {
        let listed = "root:x:0:0:root:/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\n";
        assert_eq!(named_in(listed, 1000).as_deref(), Some("ann"));
        assert_eq!(named_in(listed, 1001), None);
    }
}
