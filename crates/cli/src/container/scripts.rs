//! What a container applies to its queue manager at every start: the files users bring, and what follows from its environment.
//!
//! Files `*.mqsc` and `*.ini` of `/etc/mqm` are used in the order of their names, together with some the container writes itself
//! under the names the vendor's image has. A file users bring takes the place of one of the same name. All are copied to a
//! directory of the container, which may be on a file system of its own where the rest is read only.

use super::keys::Keys;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Most files users bring, and the most bytes of one; the queue manager has bounds of its own for what it applies.
const FILES_MAX: usize = 1000;
const FILE_BYTES_MAX: usize = 16 << 20;

/// The objects for developers, whatever somebody made of them. Facts of the vendor's image: names, attributes, rules.
/// `+CHCKCLNT+` stands for what the channel of applications asks of a password.
const DEVELOPER: &str = include_str!("developer.mqsc");
/// Settings of queue managers for developers: clients that know no better send passwords as they are.
const DEVELOPER_INI: &str = "Channels:\n   PasswordProtection=optional\n";

/// What the container writes itself.
pub(super) struct Own<'a> {
    pub(super) developer: bool,
    /// Applications have to give a password.
    pub(super) app_password: bool,
    pub(super) keys: &'a Keys,
}

impl Own<'_> {
    /// The files, by name.
    fn files(&self) -> Vec<(&'static str, String)> {
        let mut files = Vec::new();
        if self.developer {
            let rule = match self.app_password {
                true => "REQUIRED",
                false => "ASQMGR",
            };
            files.push(("10-dev.mqsc", DEVELOPER.replace("+CHCKCLNT+", rule)));
            files.push(("00-dev.ini", DEVELOPER_INI.to_owned()));
        }
        if let Some(script) = self.keys.script() {
            files.push(("15-tls.mqsc", script));
            if self.developer && self.keys.has_certificate() {
                files.push(("20-dev-tls.mqsc", DEVELOPER_TLS.to_owned()));
            }
        }
        files
    }
}

const DEVELOPER_TLS: &str = "\
ALTER CHANNEL('DEV.ADMIN.SVRCONN') CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)
ALTER CHANNEL('DEV.APP.SVRCONN') CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)
";

/// Fills `to` with what is to be applied. What an earlier start left there goes.
///
/// # Errors
/// What cannot be read or written, and why.
pub(super) fn gather(from: &Path, to: &Path, own: &Own<'_>) -> Result<(), String> {
    let failed = |path: &Path, error: &io::Error| format!("{}: {error}", path.display());
    match fs::remove_dir_all(to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(to, &error)),
        _ => {}
    }
    fs::create_dir_all(to).map_err(|error| failed(to, &error))?;
    let restricted = fs::Permissions::from_mode(0o750);
    fs::set_permissions(to, restricted).map_err(|error| failed(to, &error))?;
    for (name, text) in own.files() {
        let path = to.join(name);
        fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    let entries = match fs::read_dir(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(|error| failed(from, &error))?,
    };
    let mut count = 0;
    for entry in entries {
        let path = entry.map_err(|error| failed(from, &error))?.path();
        let extension = path.extension().and_then(|it| it.to_str());
        let Some(name) = path.file_name().filter(|_| path.is_file()) else {
            continue;
        };
        if !matches!(extension, Some("mqsc" | "ini")) {
            continue;
        }
        count += 1;
        if count > FILES_MAX {
            let found = format!("more than {FILES_MAX} files *.mqsc and *.ini");
            return Err(format!("{}: {found}", from.display()));
        }
        let text =
            super::read_bounded(&path, FILE_BYTES_MAX).map_err(|error| failed(&path, &error))?;
        let copy = to.join(name);
        fs::write(&copy, text).map_err(|error| failed(&copy, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_users_bring_comes_beside_what_the_environment_asks_for_and_before_it() {
        let place = std::env::temp_dir().join(format!("ferromq-gather-{}", std::process::id()));
        let (from, to) = (place.join("etc"), place.join("run"));
        fs::create_dir_all(from.join("pki")).unwrap();
        fs::write(from.join("30-mine.mqsc"), "DEFINE QLOCAL(MINE) REPLACE\n").unwrap();
        fs::write(from.join("qm.ini"), "TCP:\n   KeepAlive=No\n").unwrap();
        fs::write(from.join("read.me"), "no").unwrap();
        let keys = Keys::default();
        let mut own = Own {
            developer: true,
            app_password: true,
            keys: &keys,
        };
        gather(&from, &to, &own).unwrap();
        let names = |to: &Path| {
            let entries = fs::read_dir(to).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        assert_eq!(
            names(&to),
            ["00-dev.ini", "10-dev.mqsc", "30-mine.mqsc", "qm.ini"]
        );
        let developer = fs::read_to_string(to.join("10-dev.mqsc")).unwrap();
        assert!(developer.contains("CHCKCLNT(REQUIRED)") && !developer.contains('%'));
        // The next start is for other people.
        fs::write(from.join("10-dev.mqsc"), "* nothing\n").unwrap();
        gather(&from, &to, &own).unwrap();
        let developer = fs::read_to_string(to.join("10-dev.mqsc")).unwrap();
        assert_eq!(developer, "* nothing\n");
        own.developer = false;
        fs::remove_dir_all(&from).unwrap();
        gather(&from, &to, &own).unwrap();
        assert!(names(&to).is_empty());
        fs::remove_dir_all(&place).unwrap();
    }
}
