//! The server in a process of its own: the test program starts itself again.

use super::{open, quiet};
use ferromq_server::{ClientRoadSettings, ServiceSettings};
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const DATA_PATH: &str = "FERROMQ_TEST_DATA_PATH";
const PORT: &str = "FERROMQ_TEST_PORT";

/// Not a test: the server, when the environment says so.
#[test]
fn a_child_process() {
    serve_if_child();
}

/// Serves, with a listener, when the environment says that this is the child.
fn serve_if_child() {
    let (Ok(data_path), Ok(port)) = (std::env::var(DATA_PATH), std::env::var(PORT)) else {
        return;
    };
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            active_channels_max: 10_000,
            ..ClientRoadSettings::default()
        },
        ..quiet()
    };
    let server = open(Path::new(&data_path), settings);
    let localhost = Ipv4Addr::LOCALHOST.into();
    let port = port.parse().expect("a port");
    let listener = server
        .handle()
        .start_listener("ROAD", Some(localhost), port);
    listener.expect("listens");
    let _ = server.run_until_ended();
}

/// A server process, killed at the latest when the test is over.
pub(crate) struct ChildServer(Child);

impl ChildServer {
    pub(crate) fn start(data_path: &Path, port: u16) -> Self {
        let program = std::env::current_exe().expect("this program");
        Self::run(&mut Command::new(program), data_path, port)
    }

    /// One that may have so many descriptors.
    pub(crate) fn start_limited(data_path: &Path, port: u16, descriptors: u32) -> Self {
        let program = std::env::current_exe().expect("this program");
        let script = format!("ulimit -n {descriptors}; exec \"$@\"");
        let mut shell = Command::new("sh");
        Self::run(
            shell.args(["-c", &script, "sh"]).arg(program),
            data_path,
            port,
        )
    }

    fn run(command: &mut Command, data_path: &Path, port: u16) -> Self {
        let child = command
            .args(["--exact", "support::child::a_child_process", "--nocapture"])
            .env(DATA_PATH, data_path)
            .env(PORT, port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.expect("started"))
    }

    pub(crate) fn kill(&mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("dead");
    }
}

impl Drop for ChildServer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
