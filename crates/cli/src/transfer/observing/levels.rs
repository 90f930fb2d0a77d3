//! What is written down of what: levels by names, as commands and properties say them.

use ferromq_bridge::Kind;
use ferromq_transfer::agent::Detail;
use std::collections::BTreeMap;
use std::fmt;

/// Longest text, and most names in it.
const BYTES_MAX: usize = 4_096;
const NAMES_MAX: usize = 100;

/// Names with words, `ONE,TWO=info:THREE=off`. Without a name a word is for all.
#[derive(Debug, PartialEq, Eq)]
struct Named<'a> {
    /// What was said before stays for what is not named.
    adds: bool,
    pairs: Vec<(&'a str, &'a str)>,
}

fn named(text: &str) -> Result<Named<'_>, String> {
    if text.len() > BYTES_MAX {
        return Err(format!("it is longer than {BYTES_MAX} bytes"));
    }
    let (adds, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut pairs = Vec::new();
    let mut waiting = Vec::new();
    for part in rest.split([',', ':']).map(str::trim) {
        let Some((name, word)) = part.split_once('=') else {
            waiting.push(part);
            continue;
        };
        waiting.push(name.trim());
        pairs.extend(waiting.drain(..).map(|name| (name, word.trim())));
    }
    match waiting.as_slice() {
        // A word alone is for all.
        [word] if pairs.is_empty() => pairs.push(("", *word)),
        [] => {}
        [name, ..] => return Err(format!("'{name}' has no '=' and level behind it")),
    }
    match pairs.len() > NAMES_MAX {
        true => Err(format!("it has more than {NAMES_MAX} names")),
        false => Ok(Named { adds, pairs }),
    }
}

/// Servers of which protocols are listened to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::transfer) struct Protocols {
    ftp: bool,
    ftps: bool,
    sftp: bool,
}

impl Protocols {
    pub(super) fn has(self, kind: Kind) -> bool {
        match kind {
            Kind::Ftp => self.ftp,
            Kind::Ftps => self.ftps,
            Kind::Sftp => self.sftp,
        }
    }

    /// What a text says, where this was said before: `ftp=on`, `+sftp=on`, `=off`.
    pub(in crate::transfer) fn changed(self, text: &str) -> Result<Self, String> {
        let said = named(text)?;
        let mut found = if said.adds { self } else { Self::default() };
        for (name, word) in said.pairs {
            let on = match word.to_ascii_lowercase().as_str() {
                "on" => true,
                "off" => false,
                _ => return Err(format!("'{word}' is neither on nor off")),
            };
            match name.to_ascii_lowercase().as_str() {
                "" | "all" => (found.ftp, found.ftps, found.sftp) = (on, on, on),
                "ftp" => found.ftp = on,
                "ftps" => found.ftps = on,
                "sftp" => found.sftp = on,
                _ => return Err(format!("'{name}' is none of ftp, ftps and sftp")),
            }
        }
        Ok(found)
    }
}

/// How much is wanted of monitors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::transfer) struct OfMonitors {
    others: Detail,
    by_name: BTreeMap<String, Detail>,
}

impl OfMonitors {
    pub(super) fn of(&self, monitor: &str) -> Detail {
        self.by_name.get(monitor).copied().unwrap_or(self.others)
    }

    /// What a text says, where this was said before: `MON1,MON2=info`, `+MON3=verbose`, `=off`.
    pub(in crate::transfer) fn changed(&self, text: &str) -> Result<Self, String> {
        let said = named(text)?;
        let mut found = if said.adds {
            self.clone()
        } else {
            Self::default()
        };
        for (name, word) in said.pairs {
            let detail = detail(word)?;
            match name {
                "" => {
                    found.by_name.clear();
                    found.others = detail;
                }
                name => drop(found.by_name.insert(name.to_uppercase(), detail)),
            }
        }
        match found.by_name.len() > NAMES_MAX {
            true => Err(format!("levels of more than {NAMES_MAX} monitors")),
            false => Ok(found),
        }
    }
}

/// A level by its name.
pub(in crate::transfer) fn detail(word: &str) -> Result<Detail, String> {
    word.parse()
        .map_err(|()| format!("'{word}' is none of off, info, moderate and verbose"))
}

/// How much a trace has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::transfer) enum TraceLevel {
    #[default]
    Off,
    /// What is called, and what came of it.
    Flow,
    /// With what.
    Moderate,
    /// Each read and write as well, and message descriptors.
    Verbose,
    /// The beginnings of messages as well.
    All,
}

impl TraceLevel {
    const NAMES: [(&str, Self); 5] = [
        ("off", Self::Off),
        ("flow", Self::Flow),
        ("moderate", Self::Moderate),
        ("verbose", Self::Verbose),
        ("all", Self::All),
    ];
}

/// The parts of a process that can be traced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::transfer) struct Traced {
    /// Calls of the MQI.
    pub(super) mqi: TraceLevel,
    /// Calls for files.
    pub(super) files: TraceLevel,
    /// What is in the log of events.
    pub(super) events: TraceLevel,
}

impl Traced {
    /// What a text says, where this was said before: `com.ibm.wmqfte=all`, `+ferromq.files=flow`, `=off`. Classes are those of another product, which are
    /// all parts here, or `ferromq.mqi`, `ferromq.files` and `ferromq.events`.
    pub(in crate::transfer) fn changed(self, text: &str) -> Result<Self, String> {
        let said = named(text)?;
        let mut found = if said.adds { self } else { Self::default() };
        for (class, word) in said.pairs {
            let level = TraceLevel::NAMES
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(word))
                .map(|(_, level)| *level)
                .ok_or_else(|| {
                    format!("'{word}' is none of off, flow, moderate, verbose and all")
                })?;
            match class {
                "ferromq.mqi" => found.mqi = level,
                "ferromq.files" => found.files = level,
                "ferromq.events" => found.events = level,
                "" | "ferromq" => found = Self::all(level),
                class if class.starts_with("com.ibm.") => found = Self::all(level),
                class => {
                    return Err(format!(
                        "'{class}' is no class; there are com.ibm.wmqfte, which is all, ferromq.mqi, ferromq.files and ferromq.events"
                    ));
                }
            }
        }
        Ok(found)
    }

    pub(super) fn is_off(self) -> bool {
        self == Self::default()
    }

    fn all(level: TraceLevel) -> Self {
        Self {
            mqi: level,
            files: level,
            events: level,
        }
    }
}

/// As it is said.
impl fmt::Display for Traced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |level: TraceLevel| {
            let mut names = TraceLevel::NAMES.iter();
            names
                .find(|(_, one)| *one == level)
                .map_or("", |(name, _)| *name)
        };
        match self.mqi == self.files && self.mqi == self.events {
            true => write!(f, "com.ibm.wmqfte={}", name(self.mqi)),
            false => write!(
                f,
                "ferromq.mqi={}:ferromq.files={}:ferromq.events={}",
                name(self.mqi),
                name(self.files),
                name(self.events)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_listened_to_by_protocol_and_a_plus_adds() {
        let none = Protocols::default();
        let ftp = none.changed("ftp=on").expect("it is valid");
        assert!(ftp.has(Kind::Ftp) && !ftp.has(Kind::Ftps) && !ftp.has(Kind::Sftp));
        let both = ftp.changed("+sftp=on").expect("it is valid");
        assert!(both.has(Kind::Ftp) && both.has(Kind::Sftp));
        let other = both.changed("ftps,sftp=on").expect("it is valid");
        assert!(!other.has(Kind::Ftp) && other.has(Kind::Ftps) && other.has(Kind::Sftp));
        assert_eq!(other.changed("=off"), Ok(none));
        assert_eq!(none.changed("all=on"), none.changed("ftp,ftps,sftp=on"));
        for wrong in [
            "ftp",
            "ftp=loud",
            "http=on",
            "ftp=on,sftp",
            &"x".repeat(5_000),
        ] {
            assert!(none.changed(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn monitors_have_levels_by_their_names_and_the_others_one() {
        let none = OfMonitors::default();
        let two = none.changed("mon1,MON2=info").expect("it is valid");
        assert_eq!(
            (two.of("MON1"), two.of("MON3")),
            (Detail::Info, Detail::Off)
        );
        let more = two.changed("+MON3=verbose:MON1=off").expect("it is valid");
        assert_eq!(more.of("MON3"), Detail::Verbose);
        assert_eq!(
            (more.of("MON1"), more.of("MON2")),
            (Detail::Off, Detail::Info)
        );
        let all = more.changed("=moderate").expect("it is valid");
        assert_eq!(
            (all.of("MON1"), all.of("OTHER")),
            (Detail::Moderate, Detail::Moderate)
        );
        assert_eq!(
            all.changed("verbose").expect("it is valid").of("X"),
            Detail::Verbose
        );
        assert!(none.changed("MON1=loud").is_err());
    }

    #[test]
    fn classes_of_another_product_are_all_parts() {
        let none = Traced::default();
        let all = none.changed("com.ibm.wmqfte=all").expect("it is valid");
        assert_eq!(
            (all.mqi, all.files, all.events),
            (TraceLevel::All, TraceLevel::All, TraceLevel::All)
        );
        let less = all.changed("+ferromq.files=off").expect("it is valid");
        assert_eq!((less.mqi, less.files), (TraceLevel::All, TraceLevel::Off));
        let flow = all.changed("ferromq.mqi=flow").expect("it is valid");
        assert_eq!((flow.mqi, flow.events), (TraceLevel::Flow, TraceLevel::Off));
        assert!(flow.changed("=off").expect("it is valid").is_off());
        assert!(none.changed("org.example=all").is_err());
        assert!(none.changed("com.ibm.wmqfte=loud").is_err());
    }
}
