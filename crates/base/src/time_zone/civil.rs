//! Dates and times of day without a place.

use crate::calendar::{date_after, days_before};
use std::fmt;

const DAY_S: i64 = 86_400;

/// A date and a time of day as a calendar on a wall has them, in the Gregorian calendar, to the second. It orders as time goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CivilTime {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
}

impl CivilTime {
    /// The last year there is.
    pub const YEAR_MAX: u16 = 9_999;

    /// A date and a time of day; `None` when there is no such one: before 1970, after [`Self::YEAR_MAX`], or the 30th of February.
    #[must_use]
    pub fn new(date: (u16, u8, u8), time: (u8, u8, u8)) -> Option<Self> {
        let (year, month, day) = date;
        let (hour, minute, second) = time;
        let fits = (1970..=Self::YEAR_MAX).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        fits.then_some(Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
        })
    }

    /// Reads `yyyy-MM-ddThh:mm`, with or without seconds and fractions of them, which are left out.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let (date, time) = text.split_once(['T', 't'])?;
        let mut date = date.split('-');
        let date = (
            digits(date.next()?, 4)?,
            digits(date.next()?, 2)?,
            digits(date.next()?, 2)?,
            date.next(),
        );
        let whole = match time.split_once('.') {
            Some((whole, fraction)) => {
                digits::<u64>(fraction, fraction.len())?;
                whole
            }
            None => time,
        };
        let mut time = whole.split(':');
        let (hour, minute) = (digits(time.next()?, 2)?, digits(time.next()?, 2)?);
        let second = time.next().map_or(Some(0), |second| digits(second, 2))?;
        let is_over = date.3.is_none() && time.next().is_none();
        is_over.then_some(())?;
        Self::new((date.0, date.1, date.2), (hour, minute, second))
    }

    /// Seconds since 1970 began, on that wall.
    #[must_use]
    pub fn seconds(self) -> i64 {
        let of_day =
            i64::from(self.hour) * 3_600 + i64::from(self.minute) * 60 + i64::from(self.second);
        days_before(
            i64::from(self.year),
            i64::from(self.month),
            i64::from(self.day),
        ) * DAY_S
            + of_day
    }

    /// What the wall has so many seconds after 1970 began; `None` outside the years there are.
    #[must_use]
    pub fn at_seconds(seconds: i64) -> Option<Self> {
        let (days, of_day) = (seconds.div_euclid(DAY_S), seconds.rem_euclid(DAY_S));
        let (year, month, day) = date_after(days)?;
        let date = (
            u16::try_from(year).ok()?,
            u8::try_from(month).ok()?,
            u8::try_from(day).ok()?,
        );
        let part = |value: i64| u8::try_from(value).ok();
        Self::new(
            date,
            (
                part(of_day / 3_600)?,
                part(of_day / 60 % 60)?,
                part(of_day % 60)?,
            ),
        )
    }

    /// So many months later. A day that month does not have becomes its last: a month after the 31st of January is the 28th or 29th of
    /// February. `None` after the last year.
    #[must_use]
    pub fn plus_months(self, months: u64) -> Option<Self> {
        let all = (u64::from(self.year) * 12 + u64::from(self.month) - 1).checked_add(months)?;
        let year = u16::try_from(all / 12).ok()?;
        let month = u8::try_from(all % 12 + 1).ok()?;
        let day = self.day.min(days_in(year, month));
        Self::new((year, month, day), (self.hour, self.minute, self.second))
    }

    /// The year, 1970 to 9999.
    #[must_use]
    pub fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    #[must_use]
    pub fn day(self) -> u8 {
        self.day
    }

    /// Hour, minute and second.
    #[must_use]
    pub fn time_of_day(self) -> (u8, u8, u8) {
        (self.hour, self.minute, self.second)
    }
}

/// `yyyy-MM-ddThh:mm`, and seconds unless they are 0.
impl fmt::Display for CivilTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.year, self.month, self.day);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{:02}:{:02}",
            self.hour, self.minute
        )?;
        match self.second {
            0 => Ok(()),
            second => write!(f, ":{second:02}"),
        }
    }
}

/// A number of exactly so many digits.
/// None for text of another length, or with other characters.
#[must_use]
pub fn digits<T: std::str::FromStr>(text: &str, count: usize) -> Option<T> {
    let is_number = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
