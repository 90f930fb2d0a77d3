//! What variables of tasks are.

use crate::schedule::{CivilTime, Zone};
use crate::watch::{Found, Values};

/// Variables of files.
pub(super) const OF_FILES: &[&str] = &[
    "FilePath",
    "FileName",
    "FileSize",
    "LastModifiedDate",
    "LastModifiedDateUTC",
    "LastModifiedTime",
    "LastModifiedTimeUTC",
];
/// Variables of every task.
pub(super) const OF_ALL: &[&str] = &["AgentName", "CurrentTimeStamp", "CurrentTimeStampUTC"];
/// Variables of lines of trigger files.
pub(super) const OF_LINES: &[&str] = &["contentSource", "contentDestination"];

/// Sets what every task has.
pub(super) fn set_common(values: &mut Values, agent: &str, now_ms: u64, zone: &Zone) {
    values.set("AgentName", agent);
    for (name, zone) in [
        ("CurrentTimeStamp", zone),
        ("CurrentTimeStampUTC", &Zone::utc()),
    ] {
        let digits: String = shown(now_ms, zone).map_or(String::new(), |(date, time)| {
            let all = format!("{date}{time}{:03}", now_ms % 1_000);
            all.chars().filter(char::is_ascii_digit).collect()
        });
        values.set(name, digits);
    }
}

/// Sets what a file has, for the file that was begun last.
pub(super) fn set_of_file(values: &mut Values, found: &Found, zone: &Zone) {
    values.set_of_file("FilePath", &found.path);
    values.set_of_file("FileName", found.name());
    values.set_of_file("FileSize", found.length.to_string());
    let modified_ms = u64::try_from(found.modified_ms).unwrap_or(0);
    let utc = Zone::utc();
    let shown = [("", zone), ("UTC", &utc)].map(|(end, zone)| (end, shown(modified_ms, zone)));
    for (end, shown) in shown {
        let (date, time) = shown.unwrap_or_default();
        values.set_of_file(&format!("LastModifiedDate{end}"), date);
        values.set_of_file(&format!("LastModifiedTime{end}"), time);
    }
}

/// A date as `2027-03-01` and a time of day as `02.00.00`, which may stand in names of files.
fn shown(ms: u64, zone: &Zone) -> Option<(String, String)> {
    let utc_s = i64::try_from(ms / 1_000).ok()?;
    let civil = CivilTime::at_seconds(utc_s.saturating_add(i64::from(zone.ahead_s(utc_s))))?;
    let (hour, minute, second) = civil.time_of_day();
    Some((
        format!(
            "{:04}-{:02}-{:02}",
            civil.year(),
            civil.month(),
            civil.day()
        ),
        format!("{hour:02}.{minute:02}.{second:02}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_clocks_here_and_in_utc() {
        let zone = Zone::of_offset("GMT+02:00").expect("a zone");
        let at = CivilTime::from_text("2027-02-28T22:00:01").expect("a time");
        let at_ms = u64::try_from(at.seconds()).expect("after 1970") * 1_000;
        let both = |date: &str, time: &str| Some((date.to_owned(), time.to_owned()));
        assert_eq!(shown(at_ms, &zone), both("2027-03-01", "00.00.01"));
        assert_eq!(shown(at_ms, &Zone::utc()), both("2027-02-28", "22.00.01"));
    }
}
