//! Whether a password is a user's.

use crate::settings::PasswordSettings;
use ferromq_qmgr::{Notice, NoticeSink};
use ferromq_security::{UserFile, spend_verification_time};
use std::path::PathBuf;

/// Those who know.
pub(super) struct Passwords {
    users_file: Option<PathBuf>,
    notices: NoticeSink,
}

impl Passwords {
    pub(super) fn new(settings: &PasswordSettings, notices: NoticeSink) -> Self {
        Self {
            users_file: settings.users_file.clone(),
            notices,
        }
    }

    /// True if the password is the user's.
    pub(super) fn check(&self, user: &str, password: &[u8]) -> bool {
        let Some(path) = &self.users_file else {
            spend_verification_time(password);
            return false;
        };
        // Read every time: a password that was changed or a user that was removed counts at once.
        let users = match std::fs::read_to_string(path) {
            Ok(text) => UserFile::parse(&text).map_err(|error| error.to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(UserFile::default()),
            Err(error) => Err(error.to_string()),
        };
        match users {
            Ok(users) => users.verify(user, password),
            Err(reason) => {
                let text =
                    ferromq_mqi::generated::notices::FMQ0046.sentence(&[&path.display(), &reason]);
                (self.notices)(Notice {
                    number: "FMQ0046E",
                    text,
                });
                spend_verification_time(password);
                false
            }
        }
    }
}
