//! Why a key repository cannot be used.

use std::fmt;
use std::path::{Path, PathBuf};

use ferromq_mqi::reason::Reason;
use openssl::error::ErrorStack;

/// A key repository cannot be used. Every variant but the last two is about the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepositoryError {
    /// SSLKEYR is blank.
    NotSet,
    /// There is no such file, with any extension.
    NotFound {
        /// What SSLKEYR says.
        path: PathBuf,
    },
    /// The file, or one beside it, cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        why: String,
    },
    /// It is a key database (CMS), which only the tools of the product read.
    Kdb {
        /// The file.
        path: PathBuf,
    },
    /// It is a Java key store of the old form.
    Jks {
        /// The file.
        path: PathBuf,
    },
    /// Its password is needed and is nowhere.
    NoPassword {
        /// The file.
        path: PathBuf,
        /// Whether a stash file lies beside it, which we cannot read.
        stash: bool,
    },
    /// The password does not open it.
    Password {
        /// The file.
        path: PathBuf,
    },
    /// Anybody on the machine may read the password.
    PasswordOpen {
        /// The file with the password.
        path: PathBuf,
    },
    /// It is encrypted with algorithms OpenSSL no longer has, such as RC2.
    OldAlgorithms {
        /// The file.
        path: PathBuf,
    },
    /// It is damaged.
    Malformed {
        /// The file.
        path: PathBuf,
        /// Which rule does not hold.
        why: String,
    },
    /// A private key has no certificate.
    KeyAlone {
        /// The file.
        path: PathBuf,
        /// The label of the key.
        label: String,
    },
    /// It has no personal certificate of that label.
    NoLabel {
        /// The file.
        path: PathBuf,
        /// The label that was asked for.
        label: String,
        /// The labels there are.
        known: Vec<String>,
    },
    /// It has no personal certificate, and a queue manager needs one.
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
}

impl RepositoryError {
    /// The reason code for a program.
    pub fn reason(&self) -> Reason {
        match self {
            RepositoryError::NoLabel { .. } | RepositoryError::NoCertificate { .. } => {
                Reason::SSL_INITIALIZATION_ERROR
            }
            _ => Reason::KEY_REPOSITORY_ERROR,
        }
    }

    pub(super) fn malformed(path: &Path, why: &ErrorStack) -> RepositoryError {
        if mentions(why, "unsupported") || mentions(why, "unknown cipher") {
            return RepositoryError::OldAlgorithms {
                path: path.to_owned(),
            };
        }
        RepositoryError::Malformed {
            path: path.to_owned(),
            why: first(why),
        }
    }

    /// The error where a password was tried.
    pub(super) fn locked(path: &Path, given: Option<&str>, why: &ErrorStack) -> RepositoryError {
        if mentions(why, "unsupported") {
            return RepositoryError::malformed(path, why);
        }
        let path = path.to_owned();
        match given {
            Some(_) => RepositoryError::Password { path },
            None => RepositoryError::NoPassword {
                stash: path.with_extension("sth").is_file(),
                path,
            },
        }
    }
}

fn mentions(stack: &ErrorStack, word: &str) -> bool {
    let mut reasons = stack.errors().iter().filter_map(|error| error.reason());
    reasons.any(|reason| reason.contains(word))
}

/// The reason that was found first, as OpenSSL words it.
fn first(stack: &ErrorStack) -> String {
    let reason = stack.errors().first().and_then(|error| error.reason());
    reason.unwrap_or("OpenSSL gives no reason").to_owned()
}

impl fmt::Display for RepositoryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RepositoryError::NotSet => write!(
                out,
                "No key repository is set. Set SSLKEYR to a PKCS#12 or PEM file."
            ),
            RepositoryError::NotFound { path } => write!(
                out,
                "There is no key repository '{0}', nor '{0}.p12' or '{0}.pem'. Make one, or correct SSLKEYR.",
                path.display()
            ),
            RepositoryError::Read { path, why } => write!(
                out,
                "'{}' cannot be read: {why}. Give it to the user the queue manager runs as.",
                path.display()
            ),
            RepositoryError::Kdb { path } => write!(
                out,
                "'{}' is a CMS key database, which FerroMQ does not read. Convert it with 'runmqakm -keydb -convert \
                 -db key.kdb -stashed -new_db key.p12 -new_format pkcs12' where it comes from, and set SSLKEYR to the result.",
                path.display()
            ),
            RepositoryError::Jks { path } => write!(
                out,
                "'{}' is a JKS key store, which FerroMQ does not read. Convert it with 'keytool -importkeystore \
                 -srckeystore key.jks -destkeystore key.p12 -deststoretype PKCS12'.",
                path.display()
            ),
            RepositoryError::NoPassword { path, stash } => {
                write!(out, "Key repository '{}' needs a password.", path.display())?;
                if *stash {
                    write!(out, " The stash file (.sth) beside it is not read.")?;
                }
                write!(
                    out,
                    " Set KEYRPWD, or write the password to '{}' with mode 600.",
                    path.with_extension("pwd").display()
                )
            }
            RepositoryError::Password { path } => write!(
                out,
                "The password does not open key repository '{}'. Correct KEYRPWD or '{}'.",
                path.display(),
                path.with_extension("pwd").display()
            ),
            RepositoryError::PasswordOpen { path } => write!(
                out,
                "Every user may read the password file '{0}', so it is not used. Run 'chmod 600 {0}'.",
                path.display()
            ),
            _ => self.fmt_contents(out),
        }
    }
}

impl RepositoryError {
    /// What is wrong with what is in the file.
    fn fmt_contents(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RepositoryError::OldAlgorithms { path } => write!(
                out,
                "Key repository '{}' is encrypted with algorithms that are no longer in use. Write it again with \
                 'openssl pkcs12 -legacy -in old.p12 -noenc | openssl pkcs12 -export -out key.p12'.",
                path.display()
            ),
            RepositoryError::Malformed { path, why } => write!(
                out,
                "Key repository '{}' is damaged: {why}. Write it again.",
                path.display()
            ),
            RepositoryError::KeyAlone { path, label } => write!(
                out,
                "Key repository '{}' has a private key '{label}' without its certificate. Add the certificate.",
                path.display()
            ),
            RepositoryError::NoLabel { path, label, known } => write!(
                out,
                "Key repository '{}' has no personal certificate with label '{label}'; it has: {}. Correct CERTLABL, or \
                 name the certificate so.",
                path.display(),
                if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                }
            ),
            RepositoryError::NoCertificate { path } => write!(
                out,
                "Key repository '{}' has no certificate with a private key. Add the certificate of the queue manager.",
                path.display()
            ),
            // The others are about the file and shown by the caller.
            _ => Ok(()),
        }
    }
}

impl std::error::Error for RepositoryError {}
