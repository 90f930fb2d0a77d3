//! Moments, as publications have them.

use ferromq_base::time_zone::{CivilTime, digits};
use std::fmt;

/// A moment, in milliseconds since 1970 began in UTC; up to the end of the year 9999. It is written in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(u64);

/// Milliseconds from 1970 to the year 10000.
const END_MS: u64 = 253_402_300_800_000;

impl Moment {
    /// The moment so many milliseconds after 1970 began; the last there is if that is later.
    #[must_use]
    pub fn at_ms(ms: u64) -> Self {
        Self(ms.min(END_MS - 1))
    }

    /// Milliseconds since 1970 began.
    #[must_use]
    pub fn ms(self) -> u64 {
        self.0
    }

    /// Reads a date and a time of day, with or without seconds and fractions of them, and `Z` or how far the clocks there are ahead or behind:
    /// `2027-03-01T02:00:00.120Z`, `2027-03-01T02:00+0100`. Without that it is in UTC.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let time_from = text.find(['T', 't'])? + 1;
        let zone_from = text.get(time_from..)?.find(['Z', 'z', '+', '-']);
        let (local, zone) = text.split_at(zone_from.map_or(text.len(), |at| time_from + at));
        let ahead_s = match zone {
            "" | "Z" | "z" => 0,
            zone => offset_s(zone)?,
        };
        let fraction = local.split_once('.').map_or("", |(_, fraction)| fraction);
        let ms = format!("{:0<3}", fraction.get(..3).unwrap_or(fraction));
        let seconds = CivilTime::from_text(local)?.seconds() - ahead_s;
        let ms = u64::try_from(seconds).ok()? * 1_000 + digits::<u64>(&ms, 3)?;
        (ms < END_MS).then_some(Self(ms))
    }
}

/// Seconds that clocks are ahead: `+01:00`, `-0330`, `+02`.
fn offset_s(zone: &str) -> Option<i64> {
    let (sign, time) = match zone.split_at_checked(1)? {
        ("+", time) => (1, time),
        ("-", time) => (-1, time),
        _ => return None,
    };
    let time = time.replace(':', "");
    let hours: i64 = digits(time.get(..2)?, 2)?;
    let minutes: i64 = match &time[2..] {
        "" => 0,
        minutes => digits(minutes, 2)?,
    };
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3_600 + minutes * 60))
}

/// `yyyy-MM-ddThh:mm:ss.SSSZ`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = i64::try_from(self.0 / 1_000).unwrap_or_default();
        let Some(civil) = CivilTime::at_seconds(seconds) else {
            return Err(fmt::Error);
        };
        let (hour, minute, second) = civil.time_of_day();
        let (year, month, day) = (civil.year(), civil.month(), civil.day());
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z",
            self.0 % 1_000
        )
    }
}
