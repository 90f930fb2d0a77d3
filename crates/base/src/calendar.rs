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

    /// To the millisecond: `2024-02-29T12:34:56.789Z`.
    #[must_use]
    pub fn stamp(&self) -> String {
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
            self.year,
            self.month,
            self.day,
            self.hour,
            self.minute,
            self.second,
            self.microsecond / 1000
        )
    }

    /// To the microsecond: `2024-02-29 12:34:56.789000`.
    #[must_use]
    pub fn date_and_micros(&self) -> String {
        format!(
            "{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:06}",
            self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond
        )
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
    let signed = |part: u64| i64::try_from(part).ok();
    let days = days_before(signed(year)?, signed(month)?, signed(day)?);
    let days = u64::try_from(days).ok()?;
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

/// Days from 0000-03-01, with which an era begins, to 1970-01-01.
const DAYS_TO_1970: u64 = 719_468;
/// Days of 400 years, after which dates come again.
const ERA_DAYS: u64 = 146_097;
/// Years of an era.
const ERA_YEARS: u64 = 400;

/// Days from 1970 on to a date. Years begin in March, so that the leap day ends one.
pub(crate) fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468
}

/// Year, month and day of a number of days since 1970-01-01, or before; `None` before year 0.
pub(crate) fn date_after(days: i64) -> Option<(u64, u64, u64)> {
    // The first months of year 0 are in the era before.
    let since = days.checked_add_unsigned(DAYS_TO_1970 + ERA_DAYS)?;
    let (year, month, day) = date_in_eras(u64::try_from(since).ok()?);
    Some((year.checked_sub(ERA_YEARS)?, month, day))
}

/// Year, month and day of a number of days since 1970-01-01.
fn civil_date(days: u64) -> (u64, u64, u64) {
    date_in_eras(days + DAYS_TO_1970)
}

/// Year, month and day of a number of days since 0000-03-01 (proleptic Gregorian calendar,
/// counted in 400-year eras that start in March, so that leap days end a year).
fn date_in_eras(days: u64) -> (u64, u64, u64) {
    let (era, day_of_era) = (days / ERA_DAYS, days % ERA_DAYS);
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
    let year = era * ERA_YEARS + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::{UtcMoment, civil_date, date_after, date_and_time, days_before, wall_us};

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
            assert_eq!(date_after(days.cast_signed()), Some(date), "{days}");
        }
    }

    #[test]
    fn dates_before_1970_are_there_back_to_year_0() {
        for (days, date) in [(-1, (1969, 12, 31)), (-719_528, (0, 1, 1))] {
            assert_eq!(date_after(days), Some(date), "{days}");
        }
        assert_eq!(days_before(0, 1, 1), -719_528);
        assert_eq!(date_after(-719_529), None);
        assert_eq!(date_after(i64::MIN), None);
        assert_eq!(date_after(i64::MAX), None);
    }

    #[test]
    fn a_moment_is_taken_apart() {
        let moment = UtcMoment::at(1_709_210_096_789_000);
        assert_eq!((moment.year, moment.month, moment.day), (2024, 2, 29));
        assert_eq!((moment.hour, moment.minute, moment.second), (12, 34, 56));
        assert_eq!(moment.microsecond, 789_000);
        assert_eq!(moment.stamp(), "2024-02-29T12:34:56.789Z");
        assert_eq!(moment.date_and_micros(), "2024-02-29 12:34:56.789000");
    }
}
