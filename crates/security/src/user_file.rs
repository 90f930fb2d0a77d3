//! The queue manager's own users: names and slow hashes of their passwords.
//!
//! The format is in `docs/formats/users.md`. The first line is `FerroMQ users 1`; each further
//! line is a name, a blank and a hash in PHC form with Argon2id, or a comment after `#`. A file
//! is that if every line is, names are there once, and no hash asks for more memory or time
//! than [`MEMORY_KIB_MAX`] and [`PASSES_MAX`] allow.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::collections::BTreeMap;
use std::fmt;

/// The first line.
const HEAD: &str = "FerroMQ users 1";

/// Most memory a hash may ask for, in KiB.
const MEMORY_KIB_MAX: u32 = 262_144;

/// Most passes and lanes a hash may ask for.
const PASSES_MAX: u32 = 64;

/// Bytes of salt [`hash_password`] takes.
const SALT_BYTES: usize = 16;

/// What new hashes cost: 19 MiB and two passes, the recommended least.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;

/// Users and the hashes of their passwords.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFile(BTreeMap<String, String>);

/// Why bytes are no file of users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserFileError {
    /// The first line is another one.
    Head,
    /// A line is not a name and a hash.
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        rule: &'static str,
    },
}

impl fmt::Display for UserFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => write!(f, "line 1 is not '{HEAD}'"),
            Self::Line { line, rule } => write!(f, "line {line}: {rule}"),
        }
    }
}

impl std::error::Error for UserFileError {}

impl UserFile {
    /// Reads a file of users.
    ///
    /// # Errors
    /// See [`UserFileError`].
    pub fn parse(text: &str) -> Result<UserFile, UserFileError> {
        let mut users = BTreeMap::new();
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, head)| head.trim_end() != HEAD) {
            return Err(UserFileError::Head);
        }
        for (at, text) in lines {
            let fail = |rule| UserFileError::Line { line: at + 1, rule };
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let (name, hash) = text
                .split_once(' ')
                .ok_or(fail("a name, a blank and a hash are expected"))?;
            if !is_user_name(name) {
                return Err(fail("the name is not valid"));
            }
            check_hash(hash).map_err(fail)?;
            if users.insert(name.to_owned(), hash.to_owned()).is_some() {
                return Err(fail("the user is there twice"));
            }
        }
        Ok(UserFile(users))
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let lines = self.0.iter().map(|(name, hash)| format!("{name} {hash}\n"));
        format!("{HEAD}\n") + &lines.collect::<String>()
    }

    /// The users, in order.
    pub fn users(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// True if there is such a user.
    #[must_use]
    pub fn contains(&self, user: &str) -> bool {
        self.0.contains_key(user)
    }

    /// Sets the hash of a user's password; false if the name is not a user's.
    pub fn set(&mut self, user: &str, hash: String) -> bool {
        is_user_name(user) && check_hash(&hash).is_ok() && {
            self.0.insert(user.to_owned(), hash);
            true
        }
    }

    /// Takes a user out; false if there is none.
    pub fn remove(&mut self, user: &str) -> bool {
        self.0.remove(user).is_some()
    }

    /// True if the password is the user's. Takes about as long, tens of milliseconds of
    /// processor time, whether the user is known or not: never call it where others wait.
    #[must_use]
    pub fn verify(&self, user: &str, password: &[u8]) -> bool {
        match self.0.get(user) {
            Some(hash) => matches(hash, password),
            None => {
                spend_verification_time(password);
                false
            }
        }
    }
}

/// The hash of a password, with a salt that is random and used once. As slow as
/// [`UserFile::verify`]. Nothing if the password is empty or longer than 1,024 bytes.
#[must_use]
pub fn hash_password(password: &[u8], salt: &[u8; SALT_BYTES]) -> Option<String> {
    if password.is_empty() || password.len() > 1024 {
        return None;
    }
    let hash: PasswordHash = hasher()?.hash_password_with_salt(password, salt).ok()?;
    Some(hash.to_string())
}

/// Takes as long as checking a password, so that an answer does not tell which users there are.
pub fn spend_verification_time(password: &[u8]) {
    let mut unused = [0; 32];
    if let Some(hasher) = hasher() {
        let _ = hasher.hash_password_into(password, &[0; SALT_BYTES], &mut unused);
    }
}

fn hasher() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn matches(hash: &str, password: &[u8]) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password, &hash).is_ok())
}

/// Names are those of users of the system: no blanks, no control characters, at most 12 bytes.
fn is_user_name(name: &str) -> bool {
    let valid = |byte: u8| byte.is_ascii_graphic() && !b"*#:".contains(&byte);
    !name.is_empty() && name.len() <= 12 && name.bytes().all(valid)
}

fn check_hash(text: &str) -> Result<(), &'static str> {
    let hash = PasswordHash::new(text).map_err(|_| "the hash is malformed")?;
    if hash.algorithm.as_str() != "argon2id" {
        return Err("the hash is not Argon2id");
    }
    let params = Params::try_from(&hash).map_err(|_| "the hash has unknown parameters")?;
    if params.m_cost() > MEMORY_KIB_MAX
        || params.t_cost() > PASSES_MAX
        || params.p_cost() > PASSES_MAX
    {
        return Err("the hash asks for more memory or time than is allowed");
    }
    if hash.salt.is_none() || hash.hash.is_none() {
        return Err("the hash is not complete");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_that_was_set_is_right_and_others_are_wrong() {
        let hash = hash_password(b"secret", &[7; 16]).expect("a hash");
        let mut users = UserFile::default();
        assert!(users.set("joe", hash));
        let users = UserFile::parse(&users.text()).expect("what was written");
        assert!(users.verify("joe", b"secret"));
        assert!(!users.verify("joe", b"Secret"));
        assert!(!users.verify("ann", b"secret"));
        assert!(!users.verify("joe", b""));
    }

    #[test]
    fn the_same_password_has_another_hash_with_another_salt() {
        assert_ne!(
            hash_password(b"secret", &[1; 16]),
            hash_password(b"secret", &[2; 16])
        );
        assert_eq!(hash_password(b"", &[1; 16]), None);
        assert_eq!(hash_password(&[b'x'; 1025], &[1; 16]), None);
    }

    #[test]
    fn files_that_break_a_rule_are_refused_with_the_line() {
        let good = "$argon2id$v=19$m=19456,t=2,p=1$AQEBAQEBAQEBAQEBAQEBAQ$WmJwm7NYdpnEOQmYiw4zMpdJ0SqTKXDpYXFdBlMvCJM";
        let file = |lines: &str| UserFile::parse(&format!("{HEAD}\n{lines}"));
        assert!(file(&format!("# a comment\n\njoe {good}\n")).is_ok());
        assert_eq!(UserFile::parse("joe x"), Err(UserFileError::Head));
        for (lines, number) in [
            ("joe".to_owned(), 2),
            ("joe x".to_owned(), 2),
            (format!("\n# ok\n*x {good}"), 4),
            (format!("joe {good}\njoe {good}"), 3),
            (
                format!("joe {}", good.replace("m=19456", "m=4000000000")),
                2,
            ),
            (format!("joe {}", good.replace("t=2", "t=4000000")), 2),
            (format!("joe {}", good.replace("argon2id", "argon2d")), 2),
            (format!("joe {}", &good[..40]), 2),
        ] {
            match file(&lines) {
                Err(UserFileError::Line { line, .. }) => assert_eq!(line, number, "{lines}"),
                other => panic!("{lines}: {other:?}"),
            }
        }
    }
}
