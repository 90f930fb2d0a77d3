//! Time zones: by how much clocks of a place are ahead of UTC, and when that changes.

use super::civil::CivilTime;
use std::fmt;

/// Longest file of a time zone, bytes.
pub const ZONE_BYTES_MAX: usize = 256 << 10;
/// Longest name of a time zone, characters.
pub const ZONE_NAME_LEN_MAX: usize = 64;

const DAY_S: i64 = 86_400;
/// Clocks are never further ahead or behind, seconds.
const OFFSET_MAX_S: i64 = 26 * 3_600;

/// When clocks of a place are ahead of UTC, and by how much.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// From when on, in seconds since 1970 in UTC, and by how many seconds clocks are ahead from then on; in order.
    changes: Vec<(i64, i32)>,
    /// What holds before the first of them.
    first_s: i32,
    /// What holds after the last of them; the last change without.
    rule: Option<Rule>,
}

/// Bytes that are no file of a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoZone;

impl fmt::Display for NoZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is no file of a time zone")
    }
}

impl std::error::Error for NoZone {}

/// Standard time, and summer time if there is one: the tail of a file of a time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    standard_s: i32,
    summer: Option<Summer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Summer {
    ahead_s: i32,
    begins: YearDay,
    ends: YearDay,
}

/// A day of every year, and the second of it, by the clocks that go until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct YearDay {
    day: Day,
    second: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Day {
    /// 1 to 365; the 29th of February is not counted.
    Julian(i64),
    /// 0 to 365; it is counted.
    Counted(i64),
    /// The weekday, from 0 for Sunday, of the week, 5 for the last, of the month.
    Weekday { month: u8, week: u8, weekday: i64 },
}

impl Zone {
    /// UTC.
    #[must_use]
    pub fn utc() -> Self {
        Self::default()
    }

    /// A zone whose name says by how much it is ahead: `UTC`, `GMT`, `Z`, `GMT+01:00`, `UTC-3`. None for other names.
    #[must_use]
    pub fn of_offset(name: &str) -> Option<Self> {
        let name = name.trim();
        let rest = ["UTC", "GMT", "UT", "Z"]
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix))?;
        let (sign, rest) = match rest.split_at_checked(1) {
            None => return Some(Self::utc()),
            Some(("+", rest)) => (1, rest),
            Some(("-", rest)) => (-1, rest),
            Some(_) => return None,
        };
        let (hours, minutes) = match (rest.split_once(':'), rest.len()) {
            (Some(parts), _) => parts,
            (None, 4) => rest.split_at_checked(2)?,
            (None, _) => (rest, "0"),
        };
        let number = |text: &str| {
            let valid = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            valid.then(|| text.parse::<i32>().ok()).flatten()
        };
        let (hours, minutes) = (number(hours)?, number(minutes)?);
        let fits = hours < 24 && minutes < 60;
        fits.then_some(Self {
            first_s: sign * (hours * 3_600 + minutes * 60),
            ..Self::default()
        })
    }

    /// Whether a text may be the name of a file of a time zone: letters, digits, `_`, `+`, `-`, in parts between `/`, at most
    /// [`ZONE_NAME_LEN_MAX`] characters. A name from outside leads nowhere else then.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let fits = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '+' | '-');
        let part_fits = |part: &str| !part.is_empty() && part.chars().all(fits);
        name.len() <= ZONE_NAME_LEN_MAX && name.split('/').all(part_fits)
    }

    /// The zone of such a file, of any version.
    ///
    /// # Errors
    /// [`NoZone`], for files beyond [`ZONE_BYTES_MAX`] as well.
    pub fn read(bytes: &[u8]) -> Result<Self, NoZone> {
        if bytes.len() > ZONE_BYTES_MAX {
            return Err(NoZone);
        }
        let first = Block::read(bytes, 4).ok_or(NoZone)?;
        if first.version < b'2' {
            return first.zone(None).ok_or(NoZone);
        }
        // The second block has times of eight bytes, and the rule behind it.
        let second = Block::read(first.behind, 8).ok_or(NoZone)?;
        let tail = second.behind.strip_prefix(b"\n").ok_or(NoZone)?;
        let end = tail.iter().position(|byte| *byte == b'\n').ok_or(NoZone)?;
        let tail = std::str::from_utf8(&tail[..end]).map_err(|_| NoZone)?;
        let rule = match tail {
            "" => None,
            text => Some(Rule::read(text).ok_or(NoZone)?),
        };
        second.zone(rule).ok_or(NoZone)
    }

    /// By how many seconds clocks are ahead at a moment, in seconds since 1970 in UTC.
    #[must_use]
    pub fn ahead_s(&self, at_s: i64) -> i32 {
        let passed = self.changes.partition_point(|(from, _)| *from <= at_s);
        match (&self.rule, passed.checked_sub(1)) {
            (Some(rule), _) if passed == self.changes.len() => rule.ahead_s(at_s),
            (_, Some(last)) => self.changes[last].1,
            (_, None) => self.first_s,
        }
    }

    /// By how many seconds clocks are ahead when they show a time. Of a time they show twice it is the first; one they skip is taken as if
    /// they had gone on.
    #[must_use]
    pub fn offset_s(&self, shown: CivilTime) -> i32 {
        let shown_s = shown.seconds();
        let before = self.ahead_s(shown_s - DAY_S);
        let after = self.ahead_s(shown_s + DAY_S);
        let is_so = |ahead: i32| self.ahead_s(shown_s - i64::from(ahead)) == ahead;
        match before != after && !is_so(before) && is_so(after) {
            true => after,
            false => before,
        }
    }
}

/// A block of a file of a time zone.
struct Block<'a> {
    version: u8,
    times: Vec<i64>,
    kinds: &'a [u8],
    /// Of each kind, by how many seconds clocks are ahead, and whether it is summer time.
    offsets: Vec<(i32, bool)>,
    behind: &'a [u8],
}

impl<'a> Block<'a> {
    fn read(bytes: &'a [u8], width: usize) -> Option<Self> {
        let mut rest = bytes;
        let mut take = |len: usize| {
            let (taken, behind) = rest.split_at_checked(len)?;
            rest = behind;
            Some(taken)
        };
        (take(4)? == b"TZif").then_some(())?;
        let version = take(1)?[0];
        take(15)?;
        let mut counts = [0_usize; 6];
        for count in &mut counts {
            let number = u32::from_be_bytes(take(4)?.try_into().ok()?);
            *count = usize::try_from(number)
                .ok()
                .filter(|it| *it <= ZONE_BYTES_MAX)?;
        }
        let [utc_flags, wall_flags, leaps, times, kinds, letters] = counts;
        let time = |bytes: &[u8]| match bytes.len() {
            4 => bytes
                .try_into()
                .ok()
                .map(|it| i64::from(i32::from_be_bytes(it))),
            _ => bytes.try_into().ok().map(i64::from_be_bytes),
        };
        let times_found = take(times * width)?.chunks_exact(width).map(time);
        let times_found = times_found.collect::<Option<Vec<_>>>()?;
        let kinds_found = take(times)?;
        let offset = |bytes: &[u8]| {
            let ahead = i32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
            let fits = i64::from(ahead).abs() <= OFFSET_MAX_S;
            fits.then_some((ahead, bytes.get(4).copied()? != 0))
        };
        let offsets = take(kinds * 6)?.chunks_exact(6).map(offset);
        let offsets = offsets.collect::<Option<Vec<_>>>()?;
        take(letters)?;
        take(leaps * (width + 4))?;
        take(wall_flags)?;
        take(utc_flags)?;
        Some(Self {
            version,
            times: times_found,
            kinds: kinds_found,
            offsets,
            behind: rest,
        })
    }

    fn zone(&self, rule: Option<Rule>) -> Option<Zone> {
        let standard = self.offsets.iter().find(|(_, is_summer)| !is_summer);
        let first_s = standard.or(self.offsets.first())?.0;
        let is_in_order = self.times.is_sorted();
        let ahead = |kind: &u8| Some(self.offsets.get(usize::from(*kind))?.0);
        let offsets = self.kinds.iter().map(ahead).collect::<Option<Vec<_>>>()?;
        let changes = self.times.iter().copied().zip(offsets).collect();
        is_in_order.then_some(Zone {
            changes,
            first_s,
            rule,
        })
    }
}

impl Rule {
    /// Reads `CET-1CEST,M3.5.0,M10.5.0/3`.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(',');
        let mut names = Text(parts.next()?);
        names.name()?;
        let standard_s = -names.seconds()?;
        let standard_s = i32::try_from(standard_s).ok()?;
        if names.0.is_empty() {
            return parts.next().is_none().then_some(Self {
                standard_s,
                summer: None,
            });
        }
        names.name()?;
        let ahead_s = match names.0 {
            "" => standard_s.checked_add(3_600)?,
            _ => i32::try_from(-names.seconds()?).ok()?,
        };
        let (begins, ends) = (YearDay::read(parts.next()?)?, YearDay::read(parts.next()?)?);
        let is_over = names.0.is_empty() && parts.next().is_none();
        is_over.then_some(Self {
            standard_s,
            summer: Some(Summer {
                ahead_s,
                begins,
                ends,
            }),
        })
    }

    fn ahead_s(&self, at_s: i64) -> i32 {
        let Some(summer) = &self.summer else {
            return self.standard_s;
        };
        let standard = i64::from(self.standard_s);
        let Some(year) = CivilTime::at_seconds(at_s.saturating_add(standard)).map(CivilTime::year)
        else {
            return self.standard_s;
        };
        let (Some(begins), Some(ends)) =
            (summer.begins.second_of(year), summer.ends.second_of(year))
        else {
            return self.standard_s;
        };
        let (begins, ends) = (begins - standard, ends - i64::from(summer.ahead_s));
        // South of the equator summer lies around the turn of the year.
        let is_summer = match begins < ends {
            true => (begins..ends).contains(&at_s),
            false => !(ends..begins).contains(&at_s),
        };
        match is_summer {
            true => summer.ahead_s,
            false => self.standard_s,
        }
    }
}

impl YearDay {
    fn read(text: &str) -> Option<Self> {
        let (day, time) = text.split_once('/').unwrap_or((text, "2"));
        let number = |text: &str, range: std::ops::RangeInclusive<i64>| {
            let valid = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = valid.then(|| text.parse().ok()).flatten();
            number.filter(|number| range.contains(number))
        };
        let day = if let Some(weekday) = day.strip_prefix('M') {
            let mut parts = weekday.split('.');
            let mut part = |range| number(parts.next()?, range);
            let (month, week, weekday) = (part(1..=12)?, part(1..=5)?, part(0..=6)?);
            Day::Weekday {
                month: u8::try_from(month).ok()?,
                week: u8::try_from(week).ok()?,
                weekday,
            }
        } else if let Some(day) = day.strip_prefix('J') {
            Day::Julian(number(day, 1..=365)?)
        } else {
            Day::Counted(number(day, 0..=365)?)
        };
        let mut time = Text(time);
        let second = time.seconds()?;
        time.0.is_empty().then_some(Self { day, second })
    }

    /// When it is in a year, in seconds since 1970 on that wall.
    fn second_of(self, year: u16) -> Option<i64> {
        let midnight = |month: u8, day: u8| {
            CivilTime::new((year, month, day), (0, 0, 0)).map(CivilTime::seconds)
        };
        let first = midnight(1, 1)?;
        let is_leap = midnight(2, 29).is_some();
        let begins = match self.day {
            Day::Julian(day) if is_leap && day >= 60 => first + day * DAY_S,
            Day::Julian(day) => first + (day - 1) * DAY_S,
            Day::Counted(day) => first + day * DAY_S,
            Day::Weekday {
                month,
                week,
                weekday,
            } => {
                let month_begins = midnight(month, 1)?;
                // 1970 began on a Thursday.
                let its_weekday = (month_begins / DAY_S + 4).rem_euclid(7);
                let mut day = (weekday - its_weekday).rem_euclid(7) + i64::from(week - 1) * 7;
                let days = (28..=31)
                    .rev()
                    .find(|day| midnight(month, *day).is_some())?;
                while day >= i64::from(days) {
                    day -= 7;
                }
                month_begins + day * DAY_S
            }
        };
        Some(begins + self.second)
    }
}

/// The text of a rule, as far as it is not read.
struct Text<'a>(&'a str);

impl Text<'_> {
    /// Takes a name: letters, or anything between `<` and `>`.
    fn name(&mut self) -> Option<()> {
        let end = match self.0.starts_with('<') {
            true => self.0.find('>')? + 1,
            false => self
                .0
                .find(|char: char| !char.is_ascii_alphabetic())
                .unwrap_or(self.0.len()),
        };
        self.0 = self.0.get(end..)?;
        (end >= 3).then_some(())
    }

    /// Takes `[+-]h[:m[:s]]`, as seconds.
    fn seconds(&mut self) -> Option<i64> {
        let (sign, rest) = match self.0.split_at_checked(1)? {
            ("-", rest) => (-1, rest),
            ("+", rest) => (1, rest),
            _ => (1, self.0),
        };
        let end = rest
            .find(|char: char| !(char.is_ascii_digit() || char == ':'))
            .unwrap_or(rest.len());
        let (time, behind) = rest.split_at(end);
        let mut parts = time.split(':').map(|part| part.parse::<i64>().ok());
        let hours = parts.next()?.filter(|hours| *hours <= 167)?;
        let mut sixtieth = || {
            parts
                .next()
                .map_or(Some(0), |part| part.filter(|part| *part < 60))
        };
        let (minutes, seconds) = (sixtieth()?, sixtieth()?);
        self.0 = behind;
        Some(sign * (hours * 3_600 + minutes * 60 + seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_rule(text: &str) -> Zone {
        Zone {
            rule: Some(Rule::read(text).expect(text)),
            ..Zone::default()
        }
    }

    fn shown(text: &str) -> CivilTime {
        CivilTime::from_text(text).expect(text)
    }

    #[test]
    fn rules_say_when_summer_is_north_and_south() {
        let oslo = of_rule("CET-1CEST,M3.5.0,M10.5.0/3");
        for (time, hours) in [
            ("2027-01-15T12:00", 1),
            ("2027-03-28T01:59", 1),
            ("2027-03-28T03:00", 2),
            ("2027-07-15T12:00", 2),
            ("2027-10-31T03:00", 1),
        ] {
            assert_eq!(oslo.offset_s(shown(time)), hours * 3_600, "{time}");
        }
        let sydney = of_rule("AEST-10AEDT,M10.1.0,M4.1.0/3");
        assert_eq!(sydney.offset_s(shown("2027-01-15T12:00")), 11 * 3_600);
        assert_eq!(sydney.offset_s(shown("2027-07-15T12:00")), 10 * 3_600);
        let nuuk = of_rule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0");
        assert_eq!(nuuk.offset_s(shown("2027-07-15T12:00")), -3_600);
        assert_eq!(nuuk.offset_s(shown("2027-03-27T22:59")), -7_200);
        assert_eq!(nuuk.offset_s(shown("2027-03-28T00:00")), -3_600);
        let kathmandu = of_rule("<+0545>-5:45");
        assert_eq!(kathmandu.offset_s(shown("2027-07-15T12:00")), 20_700);
    }

    #[test]
    fn a_time_clocks_skip_is_taken_as_if_they_went_on_and_one_shown_twice_is_the_first() {
        let oslo = of_rule("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(oslo.offset_s(shown("2027-03-28T02:30")), 3_600);
        assert_eq!(oslo.offset_s(shown("2027-10-31T02:30")), 7_200);
    }

    #[test]
    fn names_that_say_how_far_ahead_they_are_need_no_file() {
        for (name, seconds) in [
            ("UTC", 0),
            ("Z", 0),
            ("GMT+01:00", 3_600),
            ("UTC-3", -10_800),
            ("GMT+0530", 19_800),
        ] {
            let zone = Zone::of_offset(name).expect(name);
            assert_eq!(zone.ahead_s(0), seconds, "{name}");
        }
        for name in ["Europe/Oslo", "GMT+24:00", "UTC+", "GMT1", "UTC+1:60"] {
            assert_eq!(Zone::of_offset(name), None, "{name}");
        }
        assert!(Zone::is_name("America/Port-au-Prince"));
        for name in [
            "",
            "../passwd",
            "/etc/passwd",
            "a//b",
            "a\u{0}",
            &"x".repeat(65),
        ] {
            assert!(!Zone::is_name(name), "{name}");
        }
    }

    /// A file with one change, from standard time an hour ahead to two hours ahead, and a rule.
    fn file(rule: &str) -> Vec<u8> {
        let block = |width: usize| {
            let mut bytes = b"TZif2".to_vec();
            bytes.extend_from_slice(&[0; 15]);
            for count in [0_u32, 0, 0, 1, 2, 4] {
                bytes.extend_from_slice(&count.to_be_bytes());
            }
            match width {
                4 => bytes.extend_from_slice(&1_000_000_i32.to_be_bytes()),
                _ => bytes.extend_from_slice(&1_000_000_i64.to_be_bytes()),
            }
            bytes.push(1);
            for (ahead, is_summer) in [(3_600_i32, 0), (7_200, 1)] {
                bytes.extend_from_slice(&ahead.to_be_bytes());
                bytes.extend_from_slice(&[is_summer, 0]);
            }
            bytes.extend_from_slice(b"ABC\0");
            bytes
        };
        let mut bytes = block(4);
        bytes.extend(block(8));
        bytes.extend_from_slice(format!("\n{rule}\n").as_bytes());
        bytes
    }

    #[test]
    fn files_are_read_and_what_is_none_is_refused() {
        let zone = Zone::read(&file("")).expect("a zone");
        assert_eq!((zone.ahead_s(0), zone.ahead_s(2_000_000)), (3_600, 7_200));
        let zone = Zone::read(&file("EST5")).expect("a zone");
        assert_eq!((zone.ahead_s(0), zone.ahead_s(2_000_000)), (3_600, -18_000));
        let whole = file("CET-1CEST,M3.5.0,M10.5.0/3");
        for end in 0..whole.len() {
            assert_eq!(Zone::read(&whole[..end]), Err(NoZone), "{end} bytes");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x55;
            // It says no, or something; it does not fail.
            if let Ok(zone) = Zone::read(&changed) {
                let _ = zone.offset_s(shown("2027-10-31T02:30"));
            }
        }
        for rule in [
            "X",
            "EST",
            "EST5EDT",
            "EST5EDT,M13.1.0,M1.1.0",
            "EST5,M3.1.0,M4.1.0",
        ] {
            assert_eq!(Zone::read(&file(rule)), Err(NoZone), "{rule}");
        }
    }
}
