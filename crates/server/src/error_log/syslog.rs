//! The log of the system: a datagram for each notice, to `/dev/log`.

use ferromq_mqi::notice::Severity;
use std::io;
use std::os::unix::net::UnixDatagram;

/// Where the system takes what programs have to say.
const DEVICE: &str = "/dev/log";
/// Messages of programs of users, as the protocol numbers those that send.
const FACILITY: u8 = 1;

/// See the module.
#[derive(Debug)]
pub(super) struct Syslog {
    ident: String,
    device: &'static str,
    socket: Option<UnixDatagram>,
}

impl Syslog {
    pub(super) fn new(ident: String) -> Self {
        Self {
            ident,
            device: DEVICE,
            socket: None,
        }
    }

    /// Sends one. Never waits: what the system does not take is an error.
    pub(super) fn send(&mut self, severity: Severity, json: &str) -> io::Result<()> {
        let level = match severity {
            Severity::Information => 6,
            Severity::Warning => 4,
            Severity::Error => 3,
            Severity::Severe => 2,
            Severity::Terminating => 1,
        };
        let priority = FACILITY * 8 + level;
        let process = std::process::id();
        let line = format!("<{priority}>{}[{process}]: {}", self.ident, json.trim_end());
        if self.socket.is_none() {
            let socket = UnixDatagram::unbound()?;
            socket.set_nonblocking(true)?;
            socket.connect(self.device)?;
            self.socket = Some(socket);
        }
        let Some(socket) = &self.socket else {
            return Ok(());
        };
        let sent = socket.send(line.as_bytes());
        if sent.is_err() {
            // It may have been started anew.
            self.socket = None;
        }
        sent.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_a_datagram_with_priority_and_name() {
        let path = std::env::temp_dir().join(format!("ferromq-syslog-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let system = UnixDatagram::bind(&path).unwrap();
        let mut log = Syslog {
            ident: "ibm-mq".to_owned(),
            device: Box::leak(path.display().to_string().into_boxed_str()),
            socket: None,
        };
        log.send(Severity::Error, "{\"a\":1}\n").unwrap();
        let mut bytes = [0; 200];
        let length = system.recv(&mut bytes).unwrap();
        let process = std::process::id();
        let wanted = format!("<11>ibm-mq[{process}]: {{\"a\":1}}");
        assert_eq!(std::str::from_utf8(&bytes[..length]), Ok(wanted.as_str()));
        drop(system);
        std::fs::remove_file(&path).unwrap();
        assert!(log.send(Severity::Error, "{}").is_err(), "nobody is there");
    }
}
