//! Finding a queue manager by its name.

use crate::failure::ConnectFailure;
use ferromq_base::ini::IniFile;
use ferromq_mqi::place::{q_mgr_directory, socket_path};
use ferromq_mqi::{ObjectName, Reason};
use std::path::{Path, PathBuf};

/// The socket of the queue manager `name` below `data_path`; of the default queue manager when
/// the name is blank. That the socket's queue manager runs is not known yet.
///
/// # Errors
/// `MQRC_Q_MGR_NAME_ERROR` when there is no such queue manager, or no default one.
pub fn locate(data_path: &Path, name: &str) -> Result<PathBuf, ConnectFailure> {
    let name = match name.trim_end() {
        "" => default_q_mgr(data_path).ok_or_else(|| {
            let text = "no queue manager was named and there is no default one";
            ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, text)
        })?,
        given => given.to_owned(),
    };
    if let Err(error) = ObjectName::parse(&name) {
        let text = format!("'{name}' is no name of a queue manager: {error}");
        return Err(ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, text));
    }
    if !q_mgr_directory(data_path, &name).is_dir() {
        let text = format!(
            "there is no queue manager '{name}' in {}",
            data_path.display()
        );
        return Err(ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, text));
    }
    Ok(socket_path(data_path, &name))
}

/// The default queue manager: `Name` in the stanza `DefaultQueueManager` of `mqs.ini`.
#[must_use]
pub fn default_q_mgr(data_path: &Path) -> Option<String> {
    let file = IniFile::read(&data_path.join("mqs.ini")).ok()?;
    default_in(&file)
}

fn default_in(file: &IniFile) -> Option<String> {
    let name = file.attribute("DefaultQueueManager", "Name")?;
    Some(name.value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_queue_manager_is_read_from_its_stanza() {
        let text =
            "#c\nQueueManager:\n  Name=QM2\n\nDefaultQueueManager:\n   Name=QM1\nX:\nName=QM3\n";
        let default = |text: &str| {
            let file = IniFile::parse(Path::new("mqs.ini"), text).expect("a file");
            default_in(&file)
        };
        assert_eq!(default(text).as_deref(), Some("QM1"));
        assert_eq!(default("QueueManager:\nName=QM2\n"), None);
        assert_eq!(default("DefaultQueueManager:\nName=\n"), None);
    }

    #[test]
    fn a_queue_manager_without_a_directory_does_not_exist() {
        let nowhere = Path::new("/nonexistent");
        for name in ["", "QM1", "QM 1"] {
            let failure = locate(nowhere, name).unwrap_err();
            assert_eq!(failure.reason, Reason::Q_MGR_NAME_ERROR, "{failure}");
        }
    }
}
