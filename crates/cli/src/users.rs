//! `setmqusr`: the users a queue manager keeps itself, with their passwords.
//!
//! It works on the file of users directly, whether the queue manager runs or not; a running
//! one reads the file whenever it checks a password. Only who may write below the queue
//! manager's directory can change it.

use crate::arguments::Arguments;
use crate::connection::{installation, listed, name_meant};
use crate::failure::{Failure, exit, notice_text};
use crate::password;
use ferromq_base::output;
use ferromq_mqi::generated::notices::{FMQ0046, FMQ0052, FMQ0053, FMQ0054};
use ferromq_mqi::place::USERS_FILE;
use ferromq_security::{UserFile, hash_password};
use rustix::fs::{FlockOperation, flock};
use rustix::rand::{GetRandomFlags, getrandom};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use zeroize::Zeroizing;

/// There is no such user.
pub(crate) const NO_USER: u8 = 66;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: &str| arguments.refuse(problem);
    let user = match (arguments.value("-u"), arguments.has("-l")) {
        (Some(_), true) => return Err(wrong("options -u and -l do not go together")),
        (None, false) => return Err(wrong("option -u or -l is needed")),
        (user, _) => user,
    };
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let path = listed(&installation, &name)?.data.join(USERS_FILE);
    let io = |error: io::Error| Failure::io(path.display(), &error);
    let Some(user) = user else {
        for user in read(&path)?.users() {
            output::line(user);
        }
        return Ok(exit::OK);
    };
    if arguments.has("-d") {
        let _alone = alone(&path).map_err(io)?;
        let mut users = read(&path)?;
        if !users.remove(user) {
            return Err(Failure::notice(&FMQ0054, &[&user, &name], NO_USER));
        }
        replace(&path, &users).map_err(io)?;
        output::say(&notice_text(&FMQ0053, &[&user, &name]));
        return Ok(exit::OK);
    }
    let password = ask(user).map_err(Failure::unexpected)?;
    set_password(&path, user, &password).map_err(|error| match error {
        NotSet::Password => wrong("a password has 1 to 1024 bytes"),
        NotSet::User => wrong(&format!(
            "'{user}' of option -u is no user: 1 to 12 printable characters without *, # and :"
        )),
        NotSet::Failed(failure) => failure,
    })?;
    output::say(&notice_text(&FMQ0052, &[&user, &name]));
    Ok(exit::OK)
}

/// Why a password was not set.
#[derive(Debug)]
pub(crate) enum NotSet {
    /// It is empty or too long.
    Password,
    /// It is no name of a user.
    User,
    /// Something went wrong.
    Failed(Failure),
}

/// Sets the password of a user in the file of users at `path`. Durable on return.
pub(crate) fn set_password(path: &Path, user: &str, password: &[u8]) -> Result<(), NotSet> {
    let io = |error: io::Error| NotSet::Failed(Failure::io(path.display(), &error));
    let mut salt = [0; 16];
    getrandom(&mut salt, GetRandomFlags::empty())
        .map_err(|errno| NotSet::Failed(Failure::unexpected(errno)))?;
    let hash = hash_password(password, &salt).ok_or(NotSet::Password)?;
    let _alone = alone(path).map_err(io)?;
    let mut users = read(path).map_err(NotSet::Failed)?;
    if !users.set(user, hash) {
        return Err(NotSet::User);
    }
    replace(path, &users).map_err(io)
}

fn read(path: &Path) -> Result<UserFile, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => UserFile::parse(&text).map_err(|error| {
            Failure::notice(&FMQ0046, &[&path.display(), &error], exit::UNEXPECTED)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(UserFile::default()),
        Err(error) => Err(Failure::io(path.display(), &error)),
    }
}

/// Keeps others who change the file out, until it is dropped. Makes the directory.
fn alone(path: &Path) -> io::Result<File> {
    let directory = path.parent().unwrap_or(path);
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(directory)?;
    let held = File::open(directory)?;
    flock(&held, FlockOperation::LockExclusive)?;
    Ok(held)
}

/// Puts another file in the place of the old one, in one step. Durable on return.
fn replace(path: &Path, users: &UserFile) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&new)?;
    file.write_all(users.text().as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&new, path)?;
    File::open(path.parent().unwrap_or(path))?.sync_all()
}

/// The password: a line of the input, or asked for twice on a terminal.
fn ask(user: &str) -> Result<Zeroizing<Vec<u8>>, String> {
    let read = |prompt: &str| {
        let read = password::ask(prompt);
        read.map(Zeroizing::new)
            .map_err(|error| format!("the password cannot be read: {error}"))
    };
    if !io::stdin().is_terminal() {
        return read("");
    }
    let first = read(&format!("Password of {user}: "))?;
    let second = read("Again: ")?;
    if first == second {
        Ok(first)
    } else {
        Err("the two passwords differ".to_owned())
    }
}
