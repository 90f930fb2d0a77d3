//! Schedules: when a transfer is to run, once or again and again.

mod due;
mod moment;
mod next;

pub use due::{LATE_MAX_S, Verdict};
pub use ferromq_base::time_zone::{CivilTime, NoZone, ZONE_BYTES_MAX, ZONE_NAME_LEN_MAX, Zone};
pub use moment::Moment;
pub use next::Occurrence;

use crate::fields::{number_in, word, words};
use crate::xml::{Element, Problem, ProblemKind, Writer};

/// When a transfer is to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Whose time it is.
    pub time_base: TimeBase,
    /// Name of the time zone that is meant, as the command that asked for it had it: `Europe/Oslo`, `UTC`.
    pub time_zone: Option<String>,
    /// The first time.
    pub start: CivilTime,
    /// How it goes on; not at all without.
    pub repeat: Option<Repeat>,
}

/// Whose time a schedule has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeBase {
    /// Where the command was given.
    Admin,
    /// Where the source agent runs.
    Source,
    /// Nobody's.
    Utc,
}

words!(TimeBase, "admin, source or UTC", "admin" => Admin, "source" => Source, "UTC" => Utc);

/// How a schedule goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// What is counted.
    pub interval: Interval,
    /// How many of them lie between two times, from 1.
    pub frequency: u32,
    /// When it is over; never without.
    pub end: Option<RepeatEnd>,
}

/// What lies between two times of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interval {
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// Days.
    Days,
    /// Weeks.
    Weeks,
    /// Months of the calendar.
    Months,
    /// Years of the calendar.
    Years,
}

words!(Interval, "minutes, hours, days, weeks, months or years",
    "minutes" => Minutes, "hours" => Hours, "days" => Days, "weeks" => Weeks, "months" => Months, "years" => Years);

/// When a schedule is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepeatEnd {
    /// After this time, which is of the same time base; one at that time still happens.
    Time(CivilTime),
    /// After so many times, the first one counted; at least 1.
    Count(u32),
}

const TIME: &str = "a time as 2027-03-01T02:00";
const COUNT: &str = "a whole number from 1 to 4294967295";

impl Schedule {
    pub(crate) fn read_in(parent: &Element) -> Result<Option<Self>, Problem> {
        parent.child("schedule").map(Self::read).transpose()
    }

    pub(crate) fn read(element: &Element) -> Result<Self, Problem> {
        let submit = element.needed("submit")?;
        let zone = submit.attribute("timezone").map(str::trim);
        Ok(Self {
            time_base: word(submit, "timebase")?.unwrap_or(TimeBase::Admin),
            time_zone: zone.filter(|zone| !zone.is_empty()).map(str::to_owned),
            start: time_in(submit)?,
            repeat: element.child("repeat").map(Repeat::read).transpose()?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.open("schedule");
        self.write_inside(writer);
        writer.close();
    }

    /// What the element of a schedule has in it.
    pub(crate) fn write_inside(&self, writer: &mut Writer) {
        let submit = writer
            .open("submit")
            .attribute("timebase", self.time_base.as_str());
        submit
            .attribute_if("timezone", self.time_zone.as_deref())
            .text(&self.start.to_string())
            .close();
        if let Some(repeat) = &self.repeat {
            repeat.write(writer);
        }
    }
}

impl Repeat {
    fn read(element: &Element) -> Result<Self, Problem> {
        let frequency = element.needed("frequency")?;
        let interval = word(frequency, "interval")?;
        let time = element.child("expireTime").map(time_in).transpose()?;
        let count = element.child("expireCount").map(count_in).transpose()?;
        let end = match (time, count) {
            (Some(_), Some(_)) => {
                return Err(element.problem(ProblemKind::Together(
                    "a schedule ends at a time or after a number of times; take out 'expireTime' or 'expireCount'",
                )));
            }
            (Some(time), None) => Some(RepeatEnd::Time(time)),
            (None, count) => count.map(RepeatEnd::Count),
        };
        Ok(Self {
            interval: interval.ok_or_else(|| frequency.missing("interval"))?,
            frequency: count_in(frequency)?,
            end,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.open("repeat");
        let frequency = writer
            .open("frequency")
            .attribute("interval", self.interval.as_str());
        frequency.text(&self.frequency.to_string()).close();
        match &self.end {
            Some(RepeatEnd::Time(time)) => writer.leaf("expireTime", &time.to_string()),
            Some(RepeatEnd::Count(count)) => writer.leaf("expireCount", &count.to_string()),
            None => {}
        }
        writer.close();
    }
}

fn time_in(element: &Element) -> Result<CivilTime, Problem> {
    let text = element.trimmed();
    CivilTime::from_text(text).ok_or_else(|| element.wrong(&element.name, text, TIME))
}

fn count_in(element: &Element) -> Result<u32, Problem> {
    match number_in(element, COUNT)? {
        0 => Err(element.wrong(&element.name, "0", COUNT)),
        count => Ok(count),
    }
}
