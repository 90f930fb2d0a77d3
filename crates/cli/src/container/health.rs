//! `chkmqstarted`, `chkmqhealthy`, `chkmqready`: what those who run containers ask.

use super::environment::q_mgr_name;
use super::{PORT, READY};
use crate::arguments::Arguments;
use crate::connection::installation;
use crate::control::{host_name, status_of};
use crate::failure::Failure;
use ferromq::installation::RunStatus;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

/// The queue manager is not as was asked.
pub(crate) const NO: u8 = 1;
/// It cannot be found out.
pub(crate) const UNKNOWN: u8 = 2;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs `chkmqhealthy`.
pub(crate) fn healthy(_: &Arguments) -> Result<u8, Failure> {
    state()
}

/// Runs `chkmqstarted`.
pub(crate) fn started(_: &Arguments) -> Result<u8, Failure> {
    state()
}

/// Runs `chkmqready`.
pub(crate) fn ready(_: &Arguments) -> Result<u8, Failure> {
    if !Path::new(READY).exists() {
        return Ok(NO);
    }
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
    match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
        Ok(_) => Ok(0),
        Err(error) => Err(Failure::text(format!("{address}: {error}\n"), NO)),
    }
}

fn state() -> Result<u8, Failure> {
    let get = |variable: &str| std::env::var(variable).ok();
    let name = q_mgr_name(&get, &host_name());
    let name = name.map_err(|wrong| Failure::text(format!("{wrong}\n"), UNKNOWN))?;
    let installation = installation().map_err(|failure| failure.with_code(UNKNOWN))?;
    let Some(listed) = installation.find(&name) else {
        return Err(Failure::text(
            format!("There is no queue manager '{name}'.\n"),
            NO,
        ));
    };
    match status_of(&installation, &listed) {
        RunStatus::Running | RunStatus::Starting => Ok(0),
        other => Err(Failure::text(
            format!("Queue manager '{name}': {}.\n", other.words()),
            NO,
        )),
    }
}
