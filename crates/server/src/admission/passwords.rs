//! Whether a password is a user's.
//!
//! The queue manager's own file is asked first, and what it says of a user who is in it is the last
//! word. Everybody else is a user of the system, about whom PAM is asked.

use crate::repeats::Refusals;
use crate::settings::PasswordSettings;
use ferromq::local_user_name;
use ferromq_mqi::generated::notices as table;
use ferromq_pam::{NotLoaded, Pam, Refusal, Service};
use ferromq_qmgr::Notice;
use ferromq_security::{Place, UserFile, spend_verification_time};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Those who know.
pub(super) struct Passwords {
    users_file: Option<PathBuf>,
    system: Option<Service>,
    /// Loaded when it is first needed.
    pam: OnceLock<Result<Pam, NotLoaded>>,
    refusals: Arc<Refusals>,
}

/// What became of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checked {
    /// The password is the user's.
    Right,
    /// It is not, or there is no such user.
    Wrong,
    /// It is, and the account may not be used now. The error log says why.
    NotAllowed,
    /// It could not be found out. The error log says why.
    Unknown,
}

impl Passwords {
    pub(super) fn new(settings: &PasswordSettings, refusals: Arc<Refusals>) -> Self {
        Self {
            users_file: settings.users_file.clone(),
            system: settings.system.clone(),
            pam: OnceLock::new(),
            refusals,
        }
    }

    /// Asks whoever knows the user. Slow.
    pub(super) fn check(&self, user: &str, password: &[u8], place: Option<Place>) -> Checked {
        let kept = match &self.users_file {
            Some(path) => read(path),
            None => Ok(UserFile::default()),
        };
        match (kept, &self.system) {
            (Ok(users), _) if users.contains(user) => match users.verify(user, password) {
                true => Checked::Right,
                false => Checked::Wrong,
            },
            (Ok(_), Some(service)) => self.ask_system(service, user, password, place),
            (Ok(_), None) => {
                spend_verification_time(password);
                Checked::Wrong
            }
            (Err(reason), _) => {
                let path = self.users_file.as_deref().unwrap_or(Path::new(""));
                self.note(None, &table::FMQ0046, &[&path.display(), &reason]);
                spend_verification_time(password);
                Checked::Unknown
            }
        }
    }

    fn ask_system(
        &self,
        service: &Service,
        user: &str,
        password: &[u8],
        place: Option<Place>,
    ) -> Checked {
        let pam = self.pam.get_or_init(|| {
            let loaded = Pam::load();
            if let Err(error) = &loaded {
                self.note(None, &table::FMQ0055, &[error]);
            }
            loaded
        });
        let Ok(pam) = pam else {
            spend_verification_time(password);
            return Checked::Unknown;
        };
        let refusal = match pam.check(service, user, password) {
            Ok(()) => return Checked::Right,
            Err(refusal) => refusal,
        };
        let me = rustix::process::geteuid();
        let my_name = local_user_name(me.as_raw());
        if !me.is_root() && user != my_name {
            self.note(place, &table::FMQ0057, &[&clean(user), &my_name]);
        }
        match refusal {
            Refusal::Wrong | Refusal::Unusable => Checked::Wrong,
            Refusal::Account(_) | Refusal::NotChecked(_) => {
                let values: [&dyn Display; 2] = [&clean(user), &refusal];
                self.note(place, &table::FMQ0056, &values);
                match refusal {
                    Refusal::Account(_) => Checked::NotAllowed,
                    _ => Checked::Unknown,
                }
            }
        }
    }

    fn note(
        &self,
        place: Option<Place>,
        notice: &'static ferromq_mqi::notice::Notice,
        values: &[&dyn Display],
    ) {
        self.refusals.tell(place, Notice::of(notice, values));
    }
}

/// Read every time: a password that was changed or a user that was removed counts at once.
fn read(path: &Path) -> Result<UserFile, String> {
    match std::fs::read_to_string(path) {
        Ok(text) => UserFile::parse(&text).map_err(|error| error.to_string()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(UserFile::default()),
        Err(error) => Err(error.to_string()),
    }
}

/// Text from outside, fit to be printed.
fn clean(text: &str) -> String {
    text.chars().filter(|it| !it.is_control()).collect()
}
