//! What the environment says about the queue manager in this process.

use ferromq_mqi::ObjectName;
use std::path::PathBuf;

/// Names the queue manager. Without it the first connection does, and one that names none means `QM1`.
pub const Q_MGR: &str = "FERROMQ_QMGR";

/// Names a file of MQSC commands that are run when the queue manager has started.
pub const MQSC: &str = "FERROMQ_MQSC";

/// Names the directory the queue manager is in, which is made when there is none. Without it everything is in memory,
/// and gone with the process.
pub const DATA_PATH: &str = "FERROMQ_DATA_PATH";

/// What the queue manager is called where nobody says.
const NAME: &str = "QM1";

/// What the environment says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub q_mgr: Option<String>,
    /// Its definitions.
    pub mqsc: Option<PathBuf>,
    /// Where it keeps its data.
    pub data_path: Option<PathBuf>,
}

impl Place {
    /// As the environment of this process has it. A variable without a value is as one that is not there.
    #[must_use]
    pub fn of_environment() -> Self {
        let value = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            q_mgr: value(Q_MGR).map(|name| name.to_string_lossy().into_owned()),
            mqsc: value(MQSC).map(PathBuf::from),
            data_path: value(DATA_PATH).map(PathBuf::from),
        }
    }

    /// The name of the queue manager that a connection to `wanted` brings into being; `None` when it means another.
    pub(crate) fn name_for(&self, wanted: ObjectName) -> Option<String> {
        match &self.q_mgr {
            Some(name) if wanted.is_blank() || wanted.as_str() == name => Some(name.clone()),
            Some(_) => None,
            None if wanted.is_blank() => Some(NAME.to_owned()),
            None => Some(wanted.as_str().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> ObjectName {
        ObjectName::parse(text).expect("a name")
    }

    #[test]
    fn the_environment_names_the_queue_manager_and_else_the_first_connection_does() {
        let named = Place {
            q_mgr: Some("TEST".into()),
            ..Place::default()
        };
        assert_eq!(named.name_for(ObjectName::BLANK).as_deref(), Some("TEST"));
        assert_eq!(named.name_for(name("TEST")).as_deref(), Some("TEST"));
        assert_eq!(named.name_for(name("OTHER")), None);
        let open = Place::default();
        assert_eq!(open.name_for(ObjectName::BLANK).as_deref(), Some("QM1"));
        assert_eq!(open.name_for(name("OTHER")).as_deref(), Some("OTHER"));
    }
}
