//! Dates and times of day, in UTC.

use std::fmt;

/// Seconds in a day.
const DAY_SECONDS: u64 = 86_400;

/// A moment, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UtcMoment {
    /// Year, from 1970.
    pub year: u64,
    /// Month, 1 to 12.
    pub month: u64,
    /// Day of the month, 1 to 31.
    pub day: u64,
    /// Hour, 0 to 23.
    pub hour: u64,
    /// Minute, 0 to 59.
    pub minute: u64,
    /// Second, 0 to 59.
    pub second: u64,
    /// Microsecond, 0 to 999,999.
    pub microsecond: u64,
}

/// `2024-02-29 12:34:56 UTC`.
impl fmt::Display for UtcMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
            ..
        } = self;
        write!(
            f,
            "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC"
        )
    }
}

impl UtcMoment {
    /// Takes apart microseconds since the Unix epoch.
    #[must_use]
    pub fn at(wall_us: u64) -> Self {
        let seconds = wall_us / 1_000_000;
        let (year, month, day) = civil_date(seconds / DAY_SECONDS);
        let of_day = seconds % DAY_SECONDS;
        Self {
            year,
            month,
            day,
            hour: of_day / 3_600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
            microsecond: wall_us % 1_000_000,
        }
    }
}

/// Microseconds since the Unix epoch of a date `YYYYMMDD` and a time `HHMMSSTH` (hundredths of seconds) in UTC, as message
/// descriptors have them; `None` for what is none, or before 1970.
#[must_use]
pub fn wall_us(date: [u8; 8], time: [u8; 8]) -> Option<u64> {
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |all: u64, digit| {
            digit
                .is_ascii_digit()
                .then(|| all * 10 + u64::from(digit - b'0'))
        })
    };
    let (year, month, day) = (
        number(&date[..4])?,
        number(&date[4..6])?,
        number(&date[6..])?,
    );
    if year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (march_year, march_month) = match month {
        1 | 2 => (year - 1, month + 9),
        _ => (year, month - 3),
    };
    let (era, year_of_era) = (march_year / 400, march_year % 400);
    let day_of_year = (153 * march_month + 2) / 5 + day - 1;
    let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    let seconds = number(&time[..2])? * 3_600 + number(&time[2..4])? * 60 + number(&time[4..6])?;
    Some((days * DAY_SECONDS + seconds) * 1_000_000 + number(&time[6..])? * 10_000)
}

/// Date `YYYYMMDD` and time `HHMMSSTH` (hundredths of seconds) in UTC of a moment in microseconds since the Unix epoch, as message
/// descriptors have them.
#[must_use]
pub fn date_and_time(wall_us: u64) -> ([u8; 8], [u8; 8]) {
    let hundredths = wall_us / 10_000;
    let seconds = hundredths / 100;
    let (year, month, day) = civil_date(seconds / DAY_SECONDS);
    let second_of_day = seconds % DAY_SECONDS;
    let mut date = [b'0'; 8];
    digits(&mut date[0..4], year);
    digits(&mut date[4..6], month);
    digits(&mut date[6..8], day);
    let mut time = [b'0'; 8];
    digits(&mut time[0..2], second_of_day / 3_600);
    digits(&mut time[2..4], second_of_day / 60 % 60);
    digits(&mut time[4..6], second_of_day % 60);
    digits(&mut time[6..8], hundredths % 100);
    (date, time)
}

fn digits(into: &mut [u8], mut value: u64) {
    for byte in into.iter_mut().rev() {
        *byte = b'0' + u8::try_from(value % 10).unwrap_or(0);
        value /= 10;
    }
}

/// Year, month and day of a number of days since 1970-01-01 (proleptic Gregorian calendar,
/// counted in 400-year eras that start in March, so that leap days end a year).
fn civil_date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::{UtcMoment, civil_date, date_and_time, wall_us};

    #[test]
    fn dates_of_descriptors_are_read_back_and_what_is_none_is_not() {
        for us in [
            0,
            951_782_399_990_000,
            1_732_600_000_120_000,
            4_107_542_400_000_000,
        ] {
            let at = UtcMoment::at(us);
            let date = format!("{:04}{:02}{:02}", at.year, at.month, at.day);
            let hundredths = at.microsecond / 10_000;
            let time = format!(
                "{:02}{:02}{:02}{hundredths:02}",
                at.hour, at.minute, at.second
            );
            let bytes = |text: &str| <[u8; 8]>::try_from(text.as_bytes()).expect("eight");
            assert_eq!(
                wall_us(bytes(&date), bytes(&time)),
                Some(us),
                "{date} {time}"
            );
            assert_eq!(date_and_time(us), (bytes(&date), bytes(&time)));
        }
        for (date, time) in [
            (b"        ", b"12000000"),
            (b"20241301", b"12000000"),
            (b"19691231", b"12000000"),
            (b"20240101", b"1200 000"),
        ] {
            assert_eq!(wall_us(*date, *time), None);
        }
    }

    #[test]
    fn days_have_their_dates() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (19_782, (2024, 2, 29)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil_date(days), date, "{days}");
        }
    }

    #[test]
    fn a_moment_is_taken_apart() {
        let moment = UtcMoment::at(1_709_210_096_789_000);
        assert_eq!((moment.year, moment.month, moment.day), (2024, 2, 29));
        assert_eq!((moment.hour, moment.minute, moment.second), (12, 34, 56));
        assert_eq!(moment.microsecond, 789_000);
    }
}
