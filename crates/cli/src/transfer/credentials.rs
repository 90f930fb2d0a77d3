//! Files of users and passwords, `MQMFTCredentials.xml`: only their owner may be able to read them.

use super::configured::{replace_private, wrong};
use crate::failure::Failure;
use ferromq_client::{KeyPassword, Password};
use ferromq_transfer::access::Credentials;
use ferromq_transfer::bridge::{
    BridgeCredentials, CREDENTIALS_NAMESPACE as BRIDGE_CREDENTIALS_NAMESPACE,
};
use ferromq_transfer::generated::notices::BFGCL9561;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Longest file, bytes.
const BYTES_MAX: u64 = 1 << 20;
const NAME: &str = "MQMFTCredentials.xml";

/// A user at a database, each empty if it is not there.
pub(super) struct DatabaseUser {
    pub(super) user: Zeroizing<String>,
    pub(super) password: Zeroizing<String>,
}

/// What such a file has.
#[derive(Default)]
pub(super) struct Secrets {
    path: PathBuf,
    found: Credentials,
}

impl Secrets {
    /// The file that counts where none is named.
    fn home() -> Option<PathBuf> {
        std::env::var_os("HOME").map(|home| PathBuf::from(home).join(NAME))
    }

    /// Whether that file is there.
    pub(super) fn are_at_home() -> bool {
        Self::home().is_some_and(|path| path.exists())
    }

    /// Reads a file, which has to be there; without a name that in the home of the user, which need not.
    pub(super) fn read(path: Option<&Path>) -> Result<Self, Failure> {
        let is_named = path.is_some();
        let Some(path) = path.map(Path::to_owned).or_else(Self::home) else {
            return Ok(Self::default());
        };
        match File::open(&path) {
            Ok(file) => {
                let bytes = read_private(&path, file)?;
                let found = Credentials::parse(&bytes);
                let found = found.map_err(|problem| wrong(&path, &[problem], 1))?;
                Ok(Self { path, found })
            }
            Err(error) if error.kind() == ErrorKind::NotFound && !is_named => Ok(Self::default()),
            Err(error) => Err(wrong(&path, &[error], 1)),
        }
    }

    /// User and password for a queue manager; none if there are none for who runs this.
    pub(super) fn password(&self, q_mgr: &str) -> Result<Option<Password>, Failure> {
        let Some(credential) = self.found.find(q_mgr, &own_user()) else {
            return Ok(None);
        };
        let user_id = self.clear(&credential.mq_user_id, &credential.mq_user_id_cipher)?;
        let password = self.clear(&credential.mq_password, &credential.mq_password_cipher)?;
        Ok(user_id.map(|user_id| Password {
            user_id: user_id.trim().to_owned(),
            password: password.map_or_else(Vec::new, |text| text.as_bytes().to_vec()),
        }))
    }

    /// The password of a file of keys; none if there is none.
    pub(super) fn of_file(&self, path: &str) -> Result<Option<KeyPassword>, Failure> {
        let Some(found) = self.found.file(path) else {
            return Ok(None);
        };
        let password = self.clear(&found.password, &found.password_cipher)?;
        Ok(password.map(|text| KeyPassword::from(text.as_str().to_owned())))
    }

    /// User and password of a logger at its database; none if there are none.
    pub(super) fn of_logger(&self, name: &str) -> Result<Option<DatabaseUser>, Failure> {
        let Some(found) = self.found.logger(name) else {
            return Ok(None);
        };
        let user = self.clear(&found.user, &found.user_cipher)?;
        let password = self.clear(&found.password, &found.password_cipher)?;
        Ok(Some(DatabaseUser {
            user: user.unwrap_or_default(),
            password: password.unwrap_or_default(),
        }))
    }

    fn clear(
        &self,
        clear: &Option<String>,
        sealed: &Option<String>,
    ) -> Result<Option<Zeroizing<String>>, Failure> {
        match (clear, sealed) {
            (Some(clear), _) => Ok(Some(Zeroizing::new(clear.clone()))),
            (None, Some(sealed)) => match ferromq_tls::obfuscation::reveal(sealed) {
                Ok(text) => Ok(Some(Zeroizing::new(text))),
                Err(problem) => Err(wrong(&self.path, &[problem], 1)),
            },
            (None, None) => Ok(None),
        }
    }
}

/// A file of secrets, which has to be there.
pub(super) fn private_file(path: &Path) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let file = File::open(path).map_err(|error| wrong(path, &[error], 1))?;
    read_private(path, file)
}

/// What is written in clear or obfuscated.
pub(super) fn revealed(
    clear: &Option<String>,
    sealed: &Option<String>,
) -> Result<Option<Zeroizing<String>>, String> {
    match (clear, sealed) {
        (Some(clear), _) => Ok(Some(Zeroizing::new(clear.clone()))),
        (None, Some(sealed)) => match ferromq_tls::obfuscation::reveal(sealed) {
            Ok(text) => Ok(Some(Zeroizing::new(text))),
            Err(problem) => Err(problem.to_string()),
        },
        (None, None) => Ok(None),
    }
}

/// The user of this process.
pub(super) fn own_user() -> String {
    let user = rustix::process::geteuid().as_raw();
    ferromq_base::users::name_of(user).unwrap_or_else(|| user.to_string())
}

/// Reads a file that nobody but its owner can read or change, and whose owner runs this, or is the system's.
fn read_private(path: &Path, file: File) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let failed = |error: std::io::Error| wrong(path, &[error], 1);
    let metadata = file.metadata().map_err(failed)?;
    let others = metadata.mode() & 0o077;
    let own = rustix::process::geteuid().as_raw();
    if !metadata.is_file() || others != 0 || ![own, 0].contains(&metadata.uid()) {
        let text = BFGCL9561.line(&[
            &path.display(),
            &format_args!("{:04o}", metadata.mode() & 0o7777),
            &own_user(),
        ]);
        return Err(Failure::text(format!("{text}\n"), 1));
    }
    let mut bytes = Zeroizing::new(Vec::new());
    let read = file.take(BYTES_MAX + 1).read_to_end(&mut bytes);
    read.map_err(failed)?;
    match bytes.len() as u64 > BYTES_MAX {
        true => Err(wrong(
            path,
            &[format!("it is longer than {BYTES_MAX} bytes")],
            1,
        )),
        false => Ok(bytes),
    }
}

/// Users and passwords in clear give way to ones that cannot be read at a glance, in files for queue managers and in those of bridges. How many did.
pub(super) fn obfuscate(path: &Path) -> Result<u32, Failure> {
    let file = File::open(path).map_err(|error| wrong(path, &[error], 1))?;
    let bytes = read_private(path, file)?;
    let (changed, xml) = match Credentials::parse(&bytes) {
        Ok(mut found) => (hide(path, found.secrets_mut())?, found.to_xml()),
        Err(problem) => match BridgeCredentials::parse(&bytes) {
            Ok(mut found) => (hide(path, found.secrets_mut())?, found.to_xml()),
            // Which of the two it was to be is seen by its name space.
            Err(of_bridge) if is_of_bridge(&bytes) => return Err(wrong(path, &[of_bridge], 1)),
            Err(_) => return Err(wrong(path, &[problem], 1)),
        },
    };
    if changed > 0 {
        replace_private(path, &Zeroizing::new(xml))?;
    }
    Ok(changed)
}

fn is_of_bridge(bytes: &[u8]) -> bool {
    let wanted = BRIDGE_CREDENTIALS_NAMESPACE.as_bytes();
    bytes.windows(wanted.len()).any(|some| some == wanted)
}

fn hide<'a>(
    path: &Path,
    secrets: impl Iterator<Item = (&'a mut Option<String>, &'a mut Option<String>)>,
) -> Result<u32, Failure> {
    let mut changed = 0_u32;
    for (clear, sealed) in secrets {
        if let Some(text) = clear.take() {
            let text = Zeroizing::new(text);
            let hidden = ferromq_tls::obfuscation::hide(&text);
            *sealed = Some(hidden.map_err(|problem| wrong(path, &[problem], 1))?);
            changed += 1;
        }
    }
    Ok(changed)
}
