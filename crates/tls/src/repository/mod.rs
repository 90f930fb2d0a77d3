//! Key repositories: the certificates and private keys of a queue manager or a client, and whom it trusts.
//!
//! SSLKEYR names a file, PKCS#12 or PEM, with or without its extension. What is in it:
//!
//! * *Personal certificates*: those with a private key. CERTLABL chooses one by its label, the friendly name.
//! * *Trusted certificates*: all others. A partner's certificate must lead to a self-signed one of these. A personal
//!   certificate that is self-signed is trusted too.
//!
//! Beside `key.p12` may lie `key.pwd`, the password in one line, and `key.crl`, revocation lists in PEM.

mod pem;
mod pkcs12;

use std::fs;
use std::path::{Path, PathBuf};

use ferromq_mqi::password::KeyPassword;
use openssl::pkey::{PKey, Private};
use openssl::x509::{X509, X509VerifyResult};

pub use error::RepositoryError;

mod error;

/// Extensions that are tried where SSLKEYR has none, in this order.
const EXTENSIONS: [&str; 4] = ["p12", "pfx", "pem", "kdb"];

/// The longest chain from a certificate to its root.
pub(crate) const CHAIN_LENGTH_MAX: usize = 10;

/// What a key repository held when it was read. The file is not looked at again; to see changes, open it again.
#[derive(Debug)]
pub struct KeyRepository {
    path: PathBuf,
    personal: Vec<PersonalCertificate>,
    trusted: Vec<X509>,
    /// What is trusted instead, of another file.
    trust: Option<Vec<X509>>,
    revocations: Option<PathBuf>,
}

/// A certificate with its private key.
#[derive(Debug)]
pub(crate) struct PersonalCertificate {
    pub(crate) label: String,
    pub(crate) certificate: X509,
    pub(crate) key: PKey<Private>,
}

/// Certificates and keys of a file, before it is known which belong together.
#[derive(Default)]
struct Contents {
    certificates: Vec<(String, X509)>,
    keys: Vec<(String, PKey<Private>)>,
}

impl KeyRepository {
    /// Reads a key repository. `name` is the value of SSLKEYR; `password` that of KEYRPWD, where it is set. Without it
    /// the first line of the file with extension `pwd` is the password, and where there is none, there is no password.
    ///
    /// # Errors
    /// There is no such file, it cannot be read, it is of a form we do not read, or the password is wrong. All of them
    /// are 2381 (`MQRC_KEY_REPOSITORY_ERROR`) to a program.
    pub fn open(name: &str, password: Option<&str>) -> Result<KeyRepository, RepositoryError> {
        let path = find(name)?;
        let bytes = fs::read(&path).map_err(|e| RepositoryError::Read {
            path: path.clone(),
            why: e.to_string(),
        })?;
        let form = form(&path, &bytes)?;
        let password = match password {
            Some(password) => Some(KeyPassword::from(password.to_owned())),
            None => password_file(&path)?,
        };
        let contents = match form {
            Form::Pem => pem::read(&path, &bytes, password.as_deref())?,
            Form::Pkcs12 => pkcs12::read(&path, &bytes, password.as_deref())?,
        };
        let mut repository = KeyRepository {
            revocations: revocations(&path),
            path,
            personal: Vec::new(),
            trusted: Vec::new(),
            trust: None,
        };
        repository.sort(contents)?;
        Ok(repository)
    }

    /// The same with the certificates and the revocations that another repository trusts, and none of its own: what is there of these only leads
    /// from its personal certificates to their roots.
    #[must_use]
    pub fn trusting(mut self, other: KeyRepository) -> KeyRepository {
        self.revocations = other.revocations;
        self.trust = Some(other.trust.unwrap_or(other.trusted));
        self
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The labels of the personal certificates, in the order of the file. A certificate without one has an empty label.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.personal.iter().map(|personal| personal.label.as_str())
    }

    /// How many certificates are trusted.
    pub fn trusted_count(&self) -> usize {
        self.trusted().len()
    }

    pub(crate) fn trusted(&self) -> &[X509] {
        self.trust.as_ref().unwrap_or(&self.trusted)
    }

    pub(crate) fn revocations(&self) -> Option<&Path> {
        self.revocations.as_deref()
    }

    /// The personal certificate of a label.
    pub(crate) fn by_label(&self, label: &str) -> Result<&PersonalCertificate, RepositoryError> {
        let found = self
            .personal
            .iter()
            .find(|personal| personal.label == label);
        found.ok_or_else(|| RepositoryError::NoLabel {
            path: self.path.clone(),
            label: label.to_owned(),
            known: self.labels().map(str::to_owned).collect(),
        })
    }

    /// The personal certificate where no label is set: the one with the default label, or the only one.
    pub(crate) fn by_default(
        &self,
        default_label: &str,
    ) -> Result<Option<&PersonalCertificate>, RepositoryError> {
        match &self.personal[..] {
            [] => Ok(None),
            [only] => Ok(Some(only)),
            _ => self.by_label(default_label).map(Some),
        }
    }

    /// The certificates between a personal certificate and its root, the root left out.
    pub(crate) fn chain(&self, leaf: &X509) -> Vec<X509> {
        let mut chain: Vec<X509> = Vec::new();
        while chain.len() < CHAIN_LENGTH_MAX {
            let last = chain.last().unwrap_or(leaf);
            let issuer = self
                .trusted
                .iter()
                .find(|issuer| issuer.issued(last) == X509VerifyResult::OK);
            match issuer {
                Some(issuer) if !self_signed(issuer) => chain.push(issuer.clone()),
                _ => break,
            }
        }
        chain
    }

    /// Brings keys and certificates together.
    fn sort(&mut self, contents: Contents) -> Result<(), RepositoryError> {
        let Contents { certificates, keys } = contents;
        let mut used = vec![false; keys.len()];
        for (label, certificate) in certificates {
            let public = certificate.public_key();
            let public = public.map_err(|e| RepositoryError::malformed(&self.path, &e))?;
            let Some(at) = keys.iter().position(|(_, key)| key.public_eq(&public)) else {
                self.trusted.push(certificate);
                continue;
            };
            used[at] = true;
            let (key_label, key) = &keys[at];
            if self_signed(&certificate) {
                self.trusted.push(certificate.clone());
            }
            let label = if label.is_empty() {
                key_label.clone()
            } else {
                label
            };
            self.personal.push(PersonalCertificate {
                label,
                certificate,
                key: key.clone(),
            });
        }
        if let Some(at) = used.iter().position(|used| !used) {
            return Err(RepositoryError::KeyAlone {
                path: self.path.clone(),
                label: keys[at].0.clone(),
            });
        }
        Ok(())
    }
}

/// Takes arbitrary bytes for a key repository. For fuzzing: it must not panic.
pub(crate) fn fuzz_one(bytes: &[u8]) {
    pkcs12::key_bags(bytes);
    let path = Path::new("fuzz");
    let _ = match form(path, bytes) {
        Ok(Form::Pem) => pem::read(path, bytes, None),
        Ok(Form::Pkcs12) => pkcs12::read(path, bytes, None),
        Err(_) => return,
    };
}

fn self_signed(certificate: &X509) -> bool {
    certificate.issued(certificate) == X509VerifyResult::OK
}

enum Form {
    Pem,
    Pkcs12,
}

/// Finds the file of a value of SSLKEYR.
fn find(name: &str) -> Result<PathBuf, RepositoryError> {
    let name = name.trim_end_matches([' ', '\0']);
    if name.is_empty() {
        return Err(RepositoryError::NotSet);
    }
    let given = PathBuf::from(name);
    if given.is_file() {
        return Ok(given);
    }
    let with_extension = |extension: &&str| PathBuf::from(format!("{name}.{extension}"));
    let found = EXTENSIONS
        .iter()
        .map(with_extension)
        .find(|path| path.is_file());
    found.ok_or(RepositoryError::NotFound { path: given })
}

/// Tells the form of a file by what is in it.
fn form(path: &Path, bytes: &[u8]) -> Result<Form, RepositoryError> {
    let has_extension = |wanted: &str| {
        path.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case(wanted))
    };
    if has_extension("kdb") {
        return Err(RepositoryError::Kdb {
            path: path.to_owned(),
        });
    }
    if bytes.starts_with(&[0xfe, 0xed, 0xfe, 0xed]) {
        return Err(RepositoryError::Jks {
            path: path.to_owned(),
        });
    }
    if bytes.starts_with(&[0x30]) {
        return Ok(Form::Pkcs12);
    }
    if bytes
        .windows(pem::BEGIN.len())
        .any(|window| window == pem::BEGIN)
    {
        return Ok(Form::Pem);
    }
    Err(RepositoryError::Malformed {
        path: path.to_owned(),
        why: "it is neither PKCS#12 nor PEM".to_owned(),
    })
}

/// The password beside a key repository.
fn password_file(path: &Path) -> Result<Option<KeyPassword>, RepositoryError> {
    let file = path.with_extension("pwd");
    if !file.is_file() {
        return Ok(None);
    }
    let failed = |why: String| RepositoryError::Read {
        path: file.clone(),
        why,
    };
    if open_to_others(&file).map_err(|e| failed(e.to_string()))? {
        return Err(RepositoryError::PasswordOpen { path: file });
    }
    let text = fs::read_to_string(&file).map_err(|e| failed(e.to_string()))?;
    let text = KeyPassword::from(text);
    let first = text.lines().next().unwrap_or("");
    Ok(Some(KeyPassword::from(first.to_owned())))
}

/// Whether anybody on the machine may read a file.
#[cfg(unix)]
fn open_to_others(path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    const OTHERS_READ: u32 = 0o004;
    Ok(fs::metadata(path)?.permissions().mode() & OTHERS_READ != 0)
}

#[cfg(not(unix))]
fn open_to_others(_path: &Path) -> std::io::Result<bool> {
    Ok(false)
}

fn revocations(path: &Path) -> Option<PathBuf> {
    let file = path.with_extension("crl");
    file.is_file().then_some(file)
}
