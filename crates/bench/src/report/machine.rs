//! What the machine is, for those who read the figures.

use crate::failure::Failure;
use ferromq_base::calendar::UtcMoment;
use std::fs::read_to_string;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Bytes on the disk that a report needs: logs and queue files of several queue managers.
const ROOM_BYTES: u64 = 3 << 30;

/// Names and values, in the order they are shown, and the processors this process may use.
pub(super) fn about(data: &Path) -> (Vec<(String, String)>, u32) {
    let cores = std::thread::available_parallelism()
        .map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1));
    let mut all = vec![
        ("processor".to_owned(), of_processor("model name")),
        (
            "processors".to_owned(),
            format!("{cores} that this process may use"),
        ),
        ("mhz".to_owned(), of_processor("cpu MHz")),
        ("cache".to_owned(), of_processor("cache size")),
        ("memory".to_owned(), memory()),
        (
            "kernel".to_owned(),
            format!("Linux {}", line("/proc/sys/kernel/osrelease")),
        ),
        (
            "virtual machine".to_owned(),
            line("/sys/class/dmi/id/product_name"),
        ),
        ("file system".to_owned(), file_system(data)),
        (
            "governor".to_owned(),
            line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        ),
        (
            "autogroup".to_owned(),
            line("/proc/sys/kernel/sched_autogroup_enabled"),
        ),
        ("mitigations".to_owned(), mitigations()),
        ("load before".to_owned(), line("/proc/loadavg")),
    ];
    for (_, is) in &mut all {
        if is.is_empty() {
            "not told by the system".clone_into(is);
        }
    }
    (all, cores)
}

/// What is otherwise from one moment to the next on the same machine.
const MOMENTARY: [&str; 2] = ["mhz", "load before"];

/// The first thing that tells two machines, or two disks of one, from each other: its name, and what it is of either.
pub(super) fn difference<'a>(
    known: &'a [(String, String)],
    here: &'a [(String, String)],
) -> Option<(&'a str, &'a str, &'a str)> {
    here.iter()
        .filter(|(name, _)| !MOMENTARY.contains(&name.as_str()))
        .find_map(|(name, now)| {
            let then = known.iter().find(|(other, _)| other == name);
            let then = then.map_or("not known", |(_, then)| then);
            (then != now).then_some((name.as_str(), then, now.as_str()))
        })
}

/// Fails, and says what is there, when the disk has too little room.
pub(super) fn room(data: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(data).map_err(Failure::io("making the data path"))?;
    let found = rustix::fs::statvfs(data)
        .map_err(|error| Failure::Io("asking for room on the disk".into(), error.into()))?;
    let free = found.f_bavail.saturating_mul(found.f_frsize);
    if free >= ROOM_BYTES {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{} has {} MB of room, and a report needs {}: give another place with --data",
        data.display(),
        free >> 20,
        ROOM_BYTES >> 20
    )))
}

/// The time of day, UTC.
pub(super) fn now() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let micros = u64::try_from(since.as_micros()).unwrap_or(0);
    let stamp = UtcMoment::at(micros).date_and_micros();
    stamp.split('.').next().unwrap_or_default().to_owned()
}

fn line(path: &str) -> String {
    read_to_string(path).map_or(String::new(), |text| text.trim().to_owned())
}

fn of_processor(name: &str) -> String {
    let text = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let found = text.lines().find(|line| line.starts_with(name));
    let value = found.and_then(|line| line.split_once(':'));
    value.map_or(String::new(), |(_, value)| value.trim().to_owned())
}

fn memory() -> String {
    let text = read_to_string("/proc/meminfo").unwrap_or_default();
    let found = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kib = found.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kib.map_or(String::new(), |kib| {
        format!("{:.0} GiB of memory", kib as f64 / f64::from(1 << 20))
    })
}

/// The file system that has the longest mount point above the path.
fn file_system(data: &Path) -> String {
    let text = read_to_string("/proc/mounts").unwrap_or_default();
    let place = std::fs::canonicalize(data).unwrap_or_else(|_| data.to_owned());
    let mounts = text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let (device, at, kind, options) =
            (words.next()?, words.next()?, words.next()?, words.next()?);
        place
            .starts_with(at)
            .then(|| (at.len(), format!("{kind} on {device} ({options})")))
    });
    mounts
        .max_by_key(|mount| mount.0)
        .map_or(String::new(), |mount| mount.1)
}

fn mitigations() -> String {
    let Ok(entries) = std::fs::read_dir("/sys/devices/system/cpu/vulnerabilities") else {
        return String::new();
    };
    let mut on: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            read_to_string(entry.path()).is_ok_and(|text| text.starts_with("Mitigation"))
        })
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    on.sort();
    on.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_disk_and_another_machine_are_told_and_another_moment_is_not() {
        let (here, _) = about(&std::env::temp_dir());
        let with = |name: &str, is: &str| {
            let mut other = here.clone();
            for pair in other.iter_mut().filter(|(own, _)| own == name) {
                pair.1 = is.to_owned();
            }
            other
        };
        assert_eq!(difference(&here, &here), None);
        assert_eq!(
            difference(&with("load before", "9"), &with("mhz", "1")),
            None
        );
        for name in ["file system", "processor", "processors", "memory"] {
            let other = with(name, "another");
            let found = difference(&other, &here).expect(name);
            assert_eq!((found.0, found.1), (name, "another"));
        }
        assert_eq!(
            difference(&[], &here).map(|found| found.1),
            Some("not known")
        );
    }
}
