//! Where the configuration of file transfer is: directories and files of properties, by their documented names.

use super::agent_place::AgentPlace;
pub(super) use super::configured::{START_UP, host, write, write_text, wrong};
use super::configured::{read, variable};
use super::way::Way;
use crate::arguments::Arguments;
use crate::connection::installation;
use crate::failure::Failure;
use ferromq_client::Password;
use ferromq_transfer::generated::notices::{BFGCL9001, BFGCL9516, BFGCL9517};
use ferromq_transfer::names::AgentName;
use ferromq_transfer::properties::{AgentProperties, CommandProperties, CoordinationProperties};
use std::path::{Path, PathBuf};

/// The configuration that belongs to one coordination queue manager.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// `mqft` below the data path, or below `BFG_DATA`.
    root: PathBuf,
    /// Name of the coordination queue manager.
    pub(super) coordination: String,
    /// User and password of the command line.
    pub(super) given: Option<Password>,
}

/// Where everything of file transfer is.
pub(super) fn data_root() -> Result<PathBuf, Failure> {
    root()
}

fn root() -> Result<PathBuf, Failure> {
    if let Some(data) = std::env::var_os("BFG_DATA").filter(|data| !data.is_empty()) {
        return Ok(PathBuf::from(data).join("mqft"));
    }
    Ok(installation()?.data_path().join("mqft"))
}

const INSTALLATION: &str = "installation.properties";
const DEFAULT: &str = "defaultProperties";

impl Place {
    /// The one a command means: that of `-p`, or the default.
    pub(super) fn meant(arguments: &Arguments) -> Result<Self, Failure> {
        let place = Self::named(arguments)?;
        Ok(Self {
            given: given(arguments)?,
            ..place
        })
    }

    fn named(arguments: &Arguments) -> Result<Self, Failure> {
        let root = root()?;
        if let Some(name) = arguments.value("-p") {
            return Ok(Self::of(root, name));
        }
        let properties = read(&root.join(INSTALLATION))?;
        match properties.as_ref().and_then(|file| file.get(DEFAULT)) {
            Some(name) => Ok(Self::of(root, name)),
            None => Err(Failure::text(format!("{}\n", BFGCL9516.line(&[])), 1)),
        }
    }

    pub(super) fn new(coordination: &str) -> Result<Self, Failure> {
        Ok(Self::of(root()?, coordination))
    }

    fn of(root: PathBuf, coordination: &str) -> Self {
        Self {
            root,
            coordination: coordination.to_owned(),
            given: None,
        }
    }

    /// It is the one commands mean that name none.
    pub(super) fn make_default(&self) -> Result<(), Failure> {
        let path = self.root.join(INSTALLATION);
        let mut file = read(&path)?.unwrap_or_default();
        file.set(DEFAULT, self.coordination.as_str());
        write_text(&path, &file.to_text())
    }

    pub(super) fn has_default(&self) -> Result<bool, Failure> {
        let properties = read(&self.root.join(INSTALLATION))?;
        Ok(properties.is_some_and(|file| file.get(DEFAULT).is_some()))
    }

    pub(super) fn config(&self) -> PathBuf {
        self.root.join("config").join(&self.coordination)
    }

    pub(super) fn agents(&self) -> PathBuf {
        self.config().join("agents")
    }

    pub(super) fn agent_directory(&self, agent: &str) -> PathBuf {
        self.agents().join(agent)
    }

    pub(super) fn loggers(&self) -> PathBuf {
        self.config().join("loggers")
    }

    pub(super) fn logger_directory(&self, logger: &str) -> PathBuf {
        self.loggers().join(logger)
    }

    pub(super) fn logger_logs(&self, logger: &str) -> PathBuf {
        let logs = self.root.join("logs").join(&self.coordination);
        logs.join("loggers").join(logger).join("logs")
    }

    pub(super) fn logs(&self, agent: &str) -> PathBuf {
        let logs = self.root.join("logs").join(&self.coordination);
        logs.join("agents").join(agent).join("logs")
    }

    /// Queue manager that commands go to, and the way there.
    pub(super) fn command(&self) -> Result<Way, Failure> {
        let path = self.config().join("command.properties");
        let Some(file) = read(&path)? else {
            return self.coordination_way();
        };
        let found = CommandProperties::read(&file, variable);
        Ok(Way::of_commands(
            &found.map_err(|problems| wrong(&path, &problems, 1))?,
        ))
    }

    /// The coordination queue manager, and the way there.
    pub(super) fn coordination_way(&self) -> Result<Way, Failure> {
        let path = self.config().join("coordination.properties");
        let file = read(&path)?.ok_or_else(|| missing(&path))?;
        let found = CoordinationProperties::read(&file, variable);
        Ok(Way::of_coordination(
            &found.map_err(|problems| wrong(&path, &problems, 1))?,
        ))
    }

    /// An agent that was created.
    pub(super) fn agent(&self, name: &str) -> Result<AgentPlace, Failure> {
        let agent = checked_name(name)?.as_str().to_owned();
        let path = self.agent_directory(&agent).join("agent.properties");
        let file = read(&path)?.ok_or_else(|| missing(&path))?;
        let found = AgentProperties::read(&file, variable);
        Ok(AgentPlace {
            place: self.clone(),
            agent,
            properties: found.map_err(|problems| wrong(&path, &problems, START_UP))?,
        })
    }
}

/// User and password of the command line.
fn given(arguments: &Arguments) -> Result<Option<Password>, Failure> {
    let Some(user_id) = arguments.value("-mquserid") else {
        return Ok(None);
    };
    match arguments.value("-mqpassword") {
        Some(password) => Ok(Some(Password {
            user_id: user_id.to_owned(),
            password: password.as_bytes().to_vec(),
        })),
        None => crate::password::ask_for(user_id).map(Some),
    }
}

pub(super) fn missing(path: &Path) -> Failure {
    let text = format!("{}\n", BFGCL9517.line(&[&path.display()]));
    Failure::text(text, 1)
}

/// A name that agents may have.
pub(super) fn checked_name(name: &str) -> Result<AgentName, Failure> {
    AgentName::new(name).map_err(|problem| Failure::notice(&BFGCL9001, &[&name, &problem], 1))
}
