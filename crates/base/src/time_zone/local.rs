//! The time zone of this process: by `TZ`, or else that of this machine.

use super::{ZONE_BYTES_MAX, Zone};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Where files of time zones are.
const ZONES: &str = "/usr/share/zoneinfo";
/// The file of this machine's.
const OWN: &str = "/etc/localtime";

/// The file of a time zone by its name, which is one of [`Zone::is_name`]; that of this machine without one.
///
/// # Errors
/// Whatever the disk says. A file beyond [`ZONE_BYTES_MAX`] is cut one byte behind, so that [`Zone::read`] refuses it.
pub fn read_file(name: Option<&str>) -> io::Result<Vec<u8>> {
    let path = match name {
        Some(name) => Path::new(ZONES).join(name),
        None => OWN.into(),
    };
    let mut bytes = Vec::new();
    let most = ZONE_BYTES_MAX as u64 + 1;
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Name of the time zone of this process; none if that cannot be found out.
#[must_use]
pub fn local_name() -> Option<String> {
    let given = std::env::var("TZ").ok();
    let given = given.map(|name| name.trim_start_matches(':').to_owned());
    let named = given.filter(|name| Zone::is_name(name)).or_else(|| {
        let leads_to = fs::canonicalize(OWN).ok()?;
        let name = leads_to.strip_prefix(ZONES).ok()?.to_str()?.to_owned();
        Zone::is_name(&name).then_some(name)
    });
    // What is not read is not named.
    named.filter(|name| Zone::of_offset(name).is_some() || Path::new(ZONES).join(name).is_file())
}

/// The time zone of this process; UTC if that cannot be found out.
#[must_use]
pub fn local() -> Zone {
    let name = local_name();
    if let Some(zone) = name.as_deref().and_then(Zone::of_offset) {
        return zone;
    }
    let read = |name| Zone::read(&read_file(name).ok()?).ok();
    read(name.as_deref()).unwrap_or_default()
}
