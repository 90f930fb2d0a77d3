//! What `crtmqm -dev` sets up beside the developer objects: users with passwords, and who may come from where.

use crate::failure::Failure;
use crate::users::{NotSet, set_password};
use ferromq_base::output;
use ferromq_mqi::place::USERS_FILE;
use std::path::Path;
use zeroize::Zeroizing;

/// The variables developers give passwords in, as the vendor's image for developers takes them.
const APP_VARIABLE: &str = "MQ_APP_PASSWORD";
const ADMIN_VARIABLE: &str = "MQ_ADMIN_PASSWORD";

/// Documented of these variables.
pub(crate) const PASSWORD_BYTES_MIN: usize = 8;

/// The password examples everywhere use. Its user is let in without one as well, so that it opens nothing.
const APP_PASSWORD: &str = "passw0rd";

/// For DEFINE LISTENER: what is set up here lets anybody in who reaches it, and passwords come in clear.
pub(super) const LISTENER_ADDRESS: &str = " IPADDR('127.0.0.1')";

/// What developers asked for.
#[derive(Debug)]
pub(super) struct Developer {
    /// Of user `app`, if one was given.
    app: Option<Zeroizing<String>>,
    /// Of user `admin`, if one was given.
    admin: Option<Zeroizing<String>>,
    listens: bool,
}

impl Developer {
    /// With the passwords that are in the environment.
    ///
    /// # Errors
    /// What is wrong with one, without a full stop.
    pub(super) fn from_environment(listens: bool) -> Result<Self, String> {
        Ok(Self {
            app: password_in(APP_VARIABLE)?,
            admin: password_in(ADMIN_VARIABLE)?,
            listens,
        })
    }

    /// The command that has applications give the password, where there is one that is not known to everybody.
    pub(super) fn rule(&self) -> Option<String> {
        self.app.as_ref().map(|_| {
            "SET CHLAUTH('DEV.APP.SVRCONN') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) CHCKCLNT(REQUIRED)".to_owned()
        })
    }

    /// Makes the users, which the queue manager in the directory keeps itself.
    pub(super) fn set_passwords(&self, data: &Path) -> Result<(), Failure> {
        let app = self.app.as_ref().map(|given| given.as_str());
        let admin = self.admin.as_ref().map(|given| given.as_str());
        set_developer_passwords(data, app, admin)
    }

    /// Says how clients get in, and what there is to do for those that do not.
    pub(super) fn tell(&self, name: &str) {
        let app = match &self.app {
            Some(_) => format!("and the password of {APP_VARIABLE}"),
            None => format!("and the password '{APP_PASSWORD}', or without any"),
        };
        output::line(&format!(
            "Applications connect by channel DEV.APP.SVRCONN with user 'app' {app}."
        ));
        output::line(&match &self.admin {
            Some(_) => format!(
                "Administrators connect by channel DEV.ADMIN.SVRCONN with user 'admin' and the password of {ADMIN_VARIABLE}."
            ),
            None => format!(
                "For administrators, who connect by channel DEV.ADMIN.SVRCONN, set a password: setmqusr -m {name} -u admin"
            ),
        });
        output::line(match self.listens {
            true => {
                "The listener is for this machine only; to let others in: ALTER LISTENER(SYSTEM.LISTENER.TCP.1) TRPTYPE(TCP) IPADDR(' ')"
            }
            false => {
                "Nothing listens for clients yet: DEFINE LISTENER(DEV) TRPTYPE(TCP) PORT(1414) IPADDR('127.0.0.1') CONTROL(QMGR)"
            }
        });
        output::line("Without TLS passwords come in clear, which is for development only.");
    }
}

/// Sets the passwords of users `app` and `admin` in the file of users of the queue manager in the directory `data`. Without one `app`
/// has that of the examples, and there is no `admin`. The lengths were looked at before.
pub(crate) fn set_developer_passwords(
    data: &Path,
    app: Option<&str>,
    admin: Option<&str>,
) -> Result<(), Failure> {
    let path = data.join(USERS_FILE);
    for (user, password) in [("app", app.or(Some(APP_PASSWORD))), ("admin", admin)] {
        let Some(password) = password else {
            continue;
        };
        set_password(&path, user, password.as_bytes()).map_err(|error| match error {
            NotSet::Failed(failure) => failure,
            NotSet::Password | NotSet::User => {
                Failure::unexpected(format!("the password of user {user} cannot be set"))
            }
        })?;
    }
    Ok(())
}

/// A password in the environment; an empty one is none.
fn password_in(variable: &str) -> Result<Option<Zeroizing<String>>, String> {
    let Some(given) = std::env::var_os(variable).filter(|given| !given.is_empty()) else {
        return Ok(None);
    };
    let password = given
        .into_string()
        .map(Zeroizing::new)
        .map_err(|_| format!("{variable} in the environment is no text"))?;
    match password.len() {
        PASSWORD_BYTES_MIN..=1024 => Ok(Some(password)),
        _ => Err(format!(
            "{variable} in the environment has fewer than {PASSWORD_BYTES_MIN} characters, or more than 1024"
        )),
    }
}
