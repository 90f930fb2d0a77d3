//! `mqat.ini`: how much application activity trace tells, and of whom.
//!
//! Source: "Configuring activity trace levels using mqat.ini".

use ferromq_base::ini::{IniAttribute, IniError, IniFile, Stanza};
use ferromq_qmgr::{ActivityLevel, ActivitySettings, ApplicationTrace};
use std::path::Path;

/// Name of the file, in the directory of a queue manager's data.
pub const MQAT_INI: &str = "mqat.ini";

/// Reads the file of a queue manager whose data are in `data`; without one it is as documented for an empty one.
///
/// # Errors
/// `Io`, and `Line` with what is wrong there.
pub fn read(data: &Path) -> Result<ActivitySettings, IniError> {
    of_file(&IniFile::read(&data.join(MQAT_INI))?)
}

fn of_file(file: &IniFile) -> Result<ActivitySettings, IniError> {
    let mut settings = ActivitySettings {
        host_name: rustix::system::uname()
            .nodename()
            .to_string_lossy()
            .into_owned(),
        ..ActivitySettings::default()
    };
    for stanza in file.stanzas() {
        if stanza.name.eq_ignore_ascii_case("AllActivityTrace") {
            let from_stanza = StanzaSettings::of(file, stanza)?;
            settings.interval_s = from_stanza.interval_s.unwrap_or(settings.interval_s);
            settings.count = from_stanza.count.unwrap_or(settings.count);
            settings.level = from_stanza.level.unwrap_or(settings.level);
            settings.data_bytes = from_stanza.data_bytes.unwrap_or(settings.data_bytes);
            settings.stops_on_trace = from_stanza
                .stops_on_trace
                .unwrap_or(settings.stops_on_trace);
            if let Some(way) = stanza.attribute("SubscriptionDelivery") {
                settings.immediate = match way.value.to_ascii_uppercase().as_str() {
                    "BATCHED" => false,
                    "IMMEDIATE" => true,
                    _ => return Err(wrong(file, way, "BATCHED or IMMEDIATE")),
                };
            }
        } else if stanza.name.eq_ignore_ascii_case("ApplicationTrace") {
            settings.applications.extend(application(file, stanza)?);
        } else {
            let problem = format!("there is no stanza {} here", stanza.name);
            return Err(file.error_at(stanza.line, problem));
        }
    }
    Ok(settings)
}

/// `None` for an application of another kind than there is here: a group of transactions.
fn application(file: &IniFile, stanza: &Stanza) -> Result<Option<ApplicationTrace>, IniError> {
    if let Some(class) = stanza.attribute("ApplClass") {
        match class.value.to_ascii_uppercase().as_str() {
            "USER" | "ALL" | "MCA" => {}
            _ => return Err(wrong(file, class, "USER, MCA or ALL")),
        }
    }
    let Some(name) = stanza.attribute("ApplName") else {
        let problem = "ApplName is missing".to_owned();
        return Err(file.error_at(stanza.line, problem));
    };
    let from_stanza = StanzaSettings::of(file, stanza)?;
    let traced = match stanza.attribute("Trace") {
        None => false,
        Some(trace) => on_off(file, trace)?,
    };
    Ok(Some(ApplicationTrace {
        appl_name: name.value.clone(),
        traced,
        interval_s: from_stanza.interval_s,
        count: from_stanza.count,
        level: from_stanza.level,
        data_bytes: from_stanza.data_bytes,
        stops_on_trace: from_stanza.stops_on_trace,
    }))
}

/// What both stanzas may say.
struct StanzaSettings {
    interval_s: Option<u32>,
    count: Option<u32>,
    level: Option<ActivityLevel>,
    data_bytes: Option<u32>,
    stops_on_trace: Option<bool>,
}

impl StanzaSettings {
    fn of(file: &IniFile, stanza: &Stanza) -> Result<Self, IniError> {
        let number = |name: &str, most: u32| -> Result<Option<u32>, IniError> {
            let Some(given) = stanza.attribute(name) else {
                return Ok(None);
            };
            match given.value.parse::<u32>() {
                Ok(value) if value <= most => Ok(Some(value)),
                _ => Err(wrong(file, given, &format!("a number up to {most}"))),
            }
        };
        let level = match stanza.attribute("TraceLevel") {
            None => None,
            Some(given) => Some(match given.value.to_ascii_uppercase().as_str() {
                "LOW" => ActivityLevel::Low,
                "MEDIUM" => ActivityLevel::Medium,
                "HIGH" => ActivityLevel::High,
                _ => return Err(wrong(file, given, "LOW, MEDIUM or HIGH")),
            }),
        };
        let stops_on_trace = match stanza.attribute("StopOnGetTraceMsg") {
            None => None,
            Some(given) => Some(on_off(file, given)?),
        };
        Ok(Self {
            interval_s: number("ActivityInterval", 99_999_999)?,
            count: number("ActivityCount", 99_999_999)?,
            level,
            data_bytes: number("TraceMessageData", 104_857_600)?,
            stops_on_trace,
        })
    }
}

fn on_off(file: &IniFile, given: &IniAttribute) -> Result<bool, IniError> {
    match given.value.to_ascii_uppercase().as_str() {
        "ON" => Ok(true),
        "OFF" => Ok(false),
        _ => Err(wrong(file, given, "ON or OFF")),
    }
}

fn wrong(file: &IniFile, given: &IniAttribute, wanted: &str) -> IniError {
    let problem = format!("{}: '{}' is not {wanted}", given.name, given.value);
    file.error_at(given.line, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<ActivitySettings, String> {
        let file =
            IniFile::parse(Path::new("mqat.ini"), text).map_err(|error| error.to_string())?;
        of_file(&file).map_err(|error| error.to_string())
    }

    #[test]
    fn the_documented_stanzas_are_understood() {
        let text = "AllActivityTrace:\n   ActivityInterval=5\n   ActivityCount=0\n   TraceLevel=high\n   TraceMessageData=64\n   \
                    StopOnGetTraceMsg=OFF\n   SubscriptionDelivery=IMMEDIATE\nApplicationTrace:\n   ApplClass=USER\n   ApplName=amqs*\n   \
                    Trace=ON\n   ActivityCount=7\n";
        let settings = of(text).expect("understood");
        assert_eq!((settings.interval_s, settings.count), (5, 0));
        assert_eq!(settings.level, ActivityLevel::High);
        assert!(settings.immediate && !settings.stops_on_trace);
        let [application] = settings.applications.as_slice() else {
            panic!("{settings:?}");
        };
        assert_eq!(application.appl_name, "amqs*");
        assert!(application.traced);
        assert_eq!((application.count, application.level), (Some(7), None));
    }

    #[test]
    fn without_a_file_it_is_as_documented() {
        let settings = of("").expect("understood");
        let usual = ActivitySettings::default();
        assert_eq!(
            (settings.interval_s, settings.count),
            (usual.interval_s, usual.count)
        );
    }

    #[test]
    fn what_makes_no_sense_is_named_with_its_line() {
        for (text, wanted) in [
            (
                "AllActivityTrace:\n   TraceLevel=ALL\n",
                "mqat.ini line 2: TraceLevel: 'ALL' is not LOW, MEDIUM or HIGH",
            ),
            (
                "ApplicationTrace:\n   Trace=ON\n",
                "mqat.ini line 1: ApplName is missing",
            ),
            (
                "AllActivityTrace:\n   ActivityCount=-1\n",
                "mqat.ini line 2: ActivityCount: '-1' is not a number up to 99999999",
            ),
            ("Other:\n", "mqat.ini line 1: there is no stanza Other here"),
        ] {
            assert_eq!(of(text).expect_err(text), wanted);
        }
    }
}
