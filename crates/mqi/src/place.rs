//! Where queue managers and their sockets are found, agreed between servers, commands and
//! applications. Names only: nothing here touches a disk.

use std::path::{Path, PathBuf};

/// The users a queue manager keeps itself, below its data directory.
pub const USERS_FILE: &str = "security/users";

/// The environment variable that names the data path.
pub const DATA_PATH_VARIABLE: &str = "MQ_DATA_PATH";

/// The data path: `MQ_DATA_PATH`, or else a directory of the user's own,
/// `$XDG_DATA_HOME/ferromq` or `~/.local/share/ferromq`. `None` when no variable gives one.
#[must_use]
pub fn data_path() -> Option<PathBuf> {
    data_path_from(|name| std::env::var_os(name).map(PathBuf::from))
}

fn data_path_from(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|path| !path.as_os_str().is_empty());
    // A relative XDG path is to be ignored, says its specification.
    let per_user = || {
        set("XDG_DATA_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| set("HOME").map(|home| home.join(".local").join("share")))
            .map(|path| path.join("ferromq"))
    };
    set(DATA_PATH_VARIABLE).or_else(per_user)
}

/// Directory name of a queue manager: characters that file systems give a meaning are replaced.
#[must_use]
pub fn directory_name(q_mgr_name: &str) -> String {
    q_mgr_name
        .chars()
        .map(|character| match character {
            '.' => '!',
            '/' => '&',
            other => other,
        })
        .collect()
}

/// `qmgrs/<name>` below the data path.
#[must_use]
pub fn q_mgr_directory(data_path: &Path, q_mgr_name: &str) -> PathBuf {
    data_path.join("qmgrs").join(directory_name(q_mgr_name))
}

/// Where a running queue manager listens for local applications. The path may be longer than
/// a socket address can hold: the binding reaches it through its directory then.
#[must_use]
pub fn socket_path(data_path: &Path, q_mgr_name: &str) -> PathBuf {
    q_mgr_directory(data_path, q_mgr_name).join("bindings.socket")
}

/// Where failure records of a queue manager go whose data are in this directory: `errors` beside `qmgrs`, or of its own where it
/// is not below such a one.
#[must_use]
pub fn failure_records(data: &Path) -> PathBuf {
    match data.parent() {
        Some(above) if above.ends_with("qmgrs") => above.with_file_name("errors"),
        _ => data.join("errors"),
    }
}

/// Where traces of a queue manager go whose data are in this directory: `trace` beside `qmgrs`, or of its own.
#[must_use]
pub fn traces(data: &Path) -> PathBuf {
    failure_records(data).with_file_name("trace")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_first_and_then_the_users_own_directory() {
        let of = |given: &'static [(&str, &str)]| {
            data_path_from(|name| {
                let found = given.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| PathBuf::from(value))
            })
        };
        let all = of(&[
            ("MQ_DATA_PATH", "/a"),
            ("XDG_DATA_HOME", "/b"),
            ("HOME", "/c"),
        ]);
        assert_eq!(all, Some("/a".into()));
        let user = of(&[
            ("MQ_DATA_PATH", ""),
            ("XDG_DATA_HOME", "/b"),
            ("HOME", "/c"),
        ]);
        assert_eq!(user, Some("/b/ferromq".into()));
        let home = of(&[("XDG_DATA_HOME", "rel"), ("HOME", "/c")]);
        assert_eq!(home, Some("/c/.local/share/ferromq".into()));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn failure_records_are_beside_the_queue_managers() {
        assert_eq!(
            failure_records(Path::new("/d/qmgrs/QM1")),
            Path::new("/d/errors")
        );
        assert_eq!(
            failure_records(Path::new("/m/QM1")),
            Path::new("/m/QM1/errors")
        );
    }

    #[test]
    fn a_name_with_dots_and_slashes_is_one_directory() {
        assert_eq!(
            socket_path(Path::new("/d"), "A.B/C"),
            Path::new("/d/qmgrs/A!B&C/bindings.socket")
        );
    }
}
