//! A queue manager in a container: the first process of the image, and what says how it goes.
//!
//! `runmqserver` makes the queue manager where there is none, applies what users brought, starts it, prints its error log, and ends
//! it when the container is to end. It does what the control commands do, by the same functions. Variables, paths and lines are
//! those of the vendor's image, so that compose files, charts and test libraries made for it work.

mod console;
mod environment;
mod health;
mod keys;
mod metrics;
mod scripts;
mod server;

pub(crate) use health::{healthy, ready, started};
pub(crate) use server::{run, run_for_developers};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What users mount: scripts, settings, certificates.
const CONFIGURATION: &str = "/etc/mqm";
/// Passwords, where they come as files.
const SECRETS: &str = "/run/secrets";
/// What belongs to one run of a container.
const RUN: &str = "/run/runmqserver";
/// There once everything is set up; what `chkmqready` looks at.
const READY: &str = "/run/runmqserver/ready";
/// The port clients come to.
const PORT: u16 = 1414;

/// The text of a file that has at most so many bytes.
fn read_bounded(path: &Path, bytes_max: usize) -> io::Result<String> {
    let mut text = String::new();
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX);
    File::open(path)?
        .take(limit.saturating_add(1))
        .read_to_string(&mut text)?;
    match text.len() <= bytes_max {
        true => Ok(text),
        false => Err(io::Error::other(format!(
            "it has more than {bytes_max} bytes"
        ))),
    }
}
