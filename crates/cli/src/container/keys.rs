//! Certificates and keys users bring, as one key repository.
//!
//! `pki/keys/LABEL` has a private key (`*.key`), its certificate (`*.crt`) and those of who signed it; `pki/trust/NAME` has
//! certificates partners are trusted by. The first label, in the order of names, is the one the queue manager shows.

use ferromq_admin::quoted;
use std::fs;
use std::io;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Most directories of keys and of trust, each.
const DIRECTORIES_MAX: usize = 100;
/// Most files of one.
const FILES_MAX: usize = 100;
/// Longest file.
const FILE_BYTES_MAX: usize = 1 << 20;
/// The certificate of the authority, beside a key.
const AUTHORITY: &str = "ca.crt";

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Where it is now.
    repository: Option<PathBuf>,
    label: Option<String>,
}

impl Keys {
    /// Writes what is below `pki` to a repository `to`, which only this user may read.
    ///
    /// # Errors
    /// What cannot be read or written, or lacks a part, and why.
    pub(super) fn gather(pki: &Path, to: &Path) -> Result<Self, String> {
        let mut text = Zeroizing::new(String::new());
        let mut label = None;
        for directory in directories(&pki.join("keys"))? {
            let name = name_of(&directory);
            let own = own(&directory, &name)?;
            text.push_str(&own);
            label.get_or_insert(name);
        }
        for directory in directories(&pki.join("trust"))? {
            for path in files(&directory, "crt")? {
                text.push_str(&read(&path)?);
            }
        }
        if text.is_empty() {
            return Ok(Self::default());
        }
        write(to, &text).map_err(|error| format!("{}: {error}", to.display()))?;
        Ok(Self {
            repository: Some(to.to_owned()),
            label,
        })
    }

    /// There is a certificate to show.
    pub(super) const fn has_certificate(&self) -> bool {
        self.label.is_some()
    }

    /// The commands that have the queue manager use them; none where there is nothing.
    pub(super) fn script(&self) -> Option<String> {
        let repository = self.repository.as_ref()?;
        let label = quoted(self.label.as_deref().unwrap_or_default());
        Some(format!(
            "ALTER QMGR SSLKEYR({}) CERTLABL({label})\nREFRESH SECURITY TYPE(SSL)\n",
            quoted(&repository.display().to_string())
        ))
    }
}

/// A key and its certificate, labelled, and the certificates of who signed it.
fn own(directory: &Path, label: &str) -> Result<Zeroizing<String>, String> {
    let lacks = |what: &str| format!("{}: there is no file {what}", directory.display());
    let keys = files(directory, "key")?;
    let key = keys.first().ok_or_else(|| lacks("*.key"))?;
    let certificates = files(directory, "crt")?;
    let is_authority = |path: &&PathBuf| path.file_name().is_some_and(|name| name == AUTHORITY);
    let certificate = certificates.iter().find(|path| !is_authority(path));
    let certificate = certificate.ok_or_else(|| lacks("*.crt"))?;
    let mut text = Zeroizing::new(String::new());
    for path in [key, certificate] {
        text.push_str(&format!("friendlyName: {label}\n"));
        text.push_str(&read(path)?);
    }
    for path in certificates.iter().filter(|path| *path != certificate) {
        text.push_str(&read(path)?);
    }
    Ok(text)
}

fn read(path: &Path) -> Result<Zeroizing<String>, String> {
    let text = super::read_bounded(path, FILE_BYTES_MAX);
    let mut text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(Zeroizing::new(text))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut file = fs::File::options()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(text.as_bytes())
}

/// The directories in one, by name; none where it is not there. Names that begin with a dot are those of whoever mounts things.
fn directories(below: &Path) -> Result<Vec<PathBuf>, String> {
    entries(below, DIRECTORIES_MAX, &|path| {
        path.is_dir() && !name_of(path).starts_with('.')
    })
}

fn files(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    entries(directory, FILES_MAX, &|path| {
        path.extension().is_some_and(|it| it == extension) && path.is_file()
    })
}

fn entries(
    below: &Path,
    max: usize,
    is_one: &dyn Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, String> {
    let failed = |error: io::Error| format!("{}: {error}", below.display());
    let read = match fs::read_dir(below) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(failed)?,
    };
    let mut found = Vec::new();
    for entry in read {
        let path = entry.map_err(failed)?.path();
        if !is_one(&path) {
            continue;
        }
        if found.len() == max {
            return Err(format!(
                "{}: there are more than {max} entries",
                below.display()
            ));
        }
        found.push(path);
    }
    found.sort();
    Ok(found)
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn keys_are_labelled_by_their_directory_and_the_first_is_shown() {
        let place = std::env::temp_dir().join(format!("ferromq-keys-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        let to = place.join("run/key.pem");
        let none = Keys::gather(&place.join("pki"), &to).unwrap();
        assert!(none.script().is_none() && !none.has_certificate() && !to.exists());
        let put = |path: &str, text: &str| {
            let path = place.join("pki").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        put("trust/0/tls.crt", "TRUSTED");
        let trust = Keys::gather(&place.join("pki"), &to).unwrap();
        assert!(!trust.has_certificate());
        let script = trust.script().unwrap();
        assert!(script.contains("CERTLABL(' ')"), "{script}");
        for label in ["second", "first"] {
            put(&format!("keys/{label}/tls.key"), "KEY");
            put(&format!("keys/{label}/tls.crt"), "CERTIFICATE\n");
            put(&format!("keys/{label}/ca.crt"), "AUTHORITY\n");
        }
        let keys = Keys::gather(&place.join("pki"), &to).unwrap();
        let script = keys.script().unwrap();
        assert!(script.contains("CERTLABL('first')"), "{script}");
        let own = |label| {
            format!("friendlyName: {label}\nKEY\nfriendlyName: {label}\nCERTIFICATE\nAUTHORITY\n")
        };
        let wanted = own("first") + &own("second") + "TRUSTED\n";
        assert_eq!(fs::read_to_string(&to).unwrap(), wanted);
        assert_eq!(fs::metadata(&to).unwrap().permissions().mode() & 0o77, 0);
        fs::remove_file(place.join("pki/keys/first/tls.key")).unwrap();
        let problem = Keys::gather(&place.join("pki"), &to).unwrap_err();
        assert!(problem.ends_with("there is no file *.key"), "{problem}");
        fs::remove_dir_all(&place).unwrap();
    }
}
