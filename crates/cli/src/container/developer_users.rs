//! The users of a queue manager for developers, as they are at every start.

use super::environment::Wishes;
use crate::failure::Failure;
use crate::users::{NotSet, set_password};
use ferromq_mqi::place::USERS_FILE;
use std::path::Path;

/// Without one, the password examples everywhere use; its user is let in without any as well, so it opens nothing.
const APP_PASSWORD: &str = "passw0rd";

/// Sets the passwords of users `app` and `admin` in the queue manager's own file of users, in the directory `data`. Without a
/// password there is no `admin`.
pub(super) fn set(wishes: &Wishes, data: &Path) -> Result<(), Failure> {
    let path = data.join(USERS_FILE);
    let app = wishes
        .app_password
        .as_ref()
        .map_or(APP_PASSWORD, |it| it.as_str());
    let admin = wishes.admin_password.as_ref().map(|it| it.as_str());
    for (user, password) in [("app", Some(app)), ("admin", admin)] {
        let Some(password) = password else {
            continue;
        };
        set_password(&path, user, password.as_bytes()).map_err(|error| match error {
            NotSet::Failed(failure) => failure,
            // The lengths were looked at as the environment was read.
            NotSet::Password | NotSet::User => {
                Failure::unexpected(format!("the password of user {user} cannot be set"))
            }
        })?;
    }
    Ok(())
}
