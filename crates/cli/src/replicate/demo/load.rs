//! What pgbench does at the servers of the demonstration.

use ferromq_postgres::server::Server;
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};

/// Makes the tables of pgbench, with rows of this scale or without any.
pub(super) fn make_tables(server: &Server, scale: Option<u64>) -> Result<(), String> {
    let conninfo = server.conninfo();
    let text = scale.unwrap_or(1).to_string();
    let steps = if scale.is_some() { "dtgvp" } else { "dtp" };
    let out = server
        .program("pgbench")
        .args(["-i", "-q", "-I", steps, "-s", &text, &conninfo])
        .output()
        .map_err(|error| error.to_string())?;
    match out.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&out.stderr).trim().to_owned()),
    }
}

/// Starts the load of pgbench.
pub(super) fn start_load(
    server: &Server,
    clients: u64,
    rate: Option<u64>,
) -> Result<Child, String> {
    let mut command = server.program("pgbench");
    let clients = clients.to_string();
    command.args(["-n", "-M", "prepared", "-T", "1000000", "-c", &clients]);
    if let Some(rate) = rate {
        command.args(["-R", &rate.to_string()]);
    }
    command.arg(server.conninfo());
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.process_group(0);
    command.spawn().map_err(|error| error.to_string())
}
