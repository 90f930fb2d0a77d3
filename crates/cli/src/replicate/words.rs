//! Words of replication commands: `name=value`, in any order and case.

use super::attempts::refuse;
use crate::connection::{self, Connected, Right, installation};
use crate::failure::Failure;
use ferromq_client::{ChannelSource, ConnectFailure};
use ferromq_mqi::Reason;
use ferromq_mqi::session::{self, Session};

/// What was given. Each word is taken once; what is left over was a mistake.
pub(super) struct Words {
    command: &'static str,
    pairs: Vec<(String, String)>,
}

impl Words {
    pub(super) fn read(command: &'static str, given: &[String]) -> Result<Self, Failure> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for word in given {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| refuse(command, &format!("'{word}' is not name=value")))?;
            let name = name.to_ascii_lowercase();
            if pairs.iter().any(|(old, _)| *old == name) {
                return Err(refuse(command, &format!("{name} is given twice")));
            }
            pairs.push((name, value.to_owned()));
        }
        Ok(Self { command, pairs })
    }

    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.pairs.iter().position(|(old, _)| old == name)?;
        Some(self.pairs.remove(at).1)
    }

    pub(super) fn need(&mut self, name: &str) -> Result<String, Failure> {
        self.take(name)
            .ok_or_else(|| refuse(self.command, &format!("{name}= is needed")))
    }

    /// A number from 0 to `max`.
    pub(super) fn number(&mut self, name: &str, max: u64) -> Result<Option<u64>, Failure> {
        self.take(name)
            .map(|value| {
                let number = value.parse().ok().filter(|number| *number <= max);
                number.ok_or_else(|| self.wrong(name, &value, &format!("a number from 0 to {max}")))
            })
            .transpose()
    }

    /// `y` or `n`.
    pub(super) fn yes(&mut self, name: &str) -> Result<Option<bool>, Failure> {
        self.take(name)
            .map(|value| match value.to_ascii_lowercase().as_str() {
                "y" | "yes" => Ok(true),
                "n" | "no" => Ok(false),
                _ => Err(self.wrong(name, &value, "y or n")),
            })
            .transpose()
    }

    pub(super) fn wrong(&self, name: &str, value: &str, wanted: &str) -> Failure {
        refuse(self.command, &format!("{name}={value}: it is {wanted}"))
    }

    /// Nothing may be left.
    pub(super) fn end(self) -> Result<(), Failure> {
        match self.pairs.first() {
            Some((name, _)) => Err(refuse(self.command, &format!("{name}= is not known"))),
            None => Ok(()),
        }
    }
}

/// How a program reaches its queue manager: on this machine, or as a client by `MQSERVER` or a channel table.
pub(super) fn road(
    q_mgr: &str,
    program: &str,
    as_client: bool,
) -> Result<Box<dyn session::Connected>, ConnectFailure> {
    if as_client {
        let source = ChannelSource::from_environment()?.ok_or_else(|| {
            let text = "nothing says where to connect to: set MQSERVER to CHANNEL/TCP/host(port), or MQCCDTURL to a channel table";
            ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, text)
        })?;
        return connection::client_road(&source, q_mgr, program, None);
    }
    let installation = installation()
        .map_err(|failure| ConnectFailure::new(Reason::Q_MGR_NAME_ERROR, failure.words().trim()))?;
    connection::road(&installation, q_mgr, program, Right::OfLongMessages)
}

/// A session for a command that ends soon.
pub(super) fn session(
    q_mgr: Option<&str>,
    program: &str,
    as_client: bool,
) -> Result<Connected, Failure> {
    if as_client {
        let name = q_mgr.unwrap_or_default();
        let connected = connection::connect_as_client(name, program, None);
        return connected.map_err(|failure| connection::not_connected(name, &failure));
    }
    let installation = installation()?;
    let name = connection::name_meant(&installation, q_mgr)?;
    connection::connect(&installation, &name, program, Right::Of(None))
        .map_err(|failure| connection::not_connected(&name, &failure))
}

/// The verbs over any road.
pub(super) type AnySession = Session<Box<dyn session::Connected>>;
