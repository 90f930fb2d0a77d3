//! What stands in statistics and accounting messages (`tables/statistics.csv`), and how it is written down.
//!
//! Source: "Accounting and statistics message reference".

use crate::core::figures::table::Figures;
use crate::core::generated::monitor::Figure;
use crate::core::generated::statistics::{HEAD, Supplied};
use crate::core::identity::PutStamp;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Header, Message, Parameter, Value};

/// What a handle is of, as figures tell it. The order is that of blocks of figures in `xtask/src/generate/monitor.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectSlot {
    /// Not known, or none there are figures of.
    Other,
    Queue,
    Namelist,
    Process,
    QMgr,
    Topic,
}

/// Values of an array by type of object: `MQOT_NONE` to `MQOT_TOPIC`, and four further ones.
const TYPES: usize = 13;

/// Where each slot stands in such an array.
const PLACES: [i32; 6] = [
    MQOT_NONE,
    MQOT_Q,
    MQOT_NAMELIST,
    MQOT_PROCESS,
    MQOT_Q_MGR,
    MQOT_TOPIC,
];

impl ObjectSlot {
    /// That of an object of this type.
    pub(crate) fn of(object_type: i32) -> Self {
        match object_type {
            MQOT_Q => Self::Queue,
            MQOT_NAMELIST => Self::Namelist,
            MQOT_PROCESS => Self::Process,
            MQOT_Q_MGR => Self::QMgr,
            MQOT_TOPIC => Self::Topic,
            _ => Self::Other,
        }
    }
}

/// One parameter of a message.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) id: i32,
    pub(crate) form: Form,
    pub(crate) from: Source,
}

/// What a parameter looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Text that is filled up with blanks to so many bytes.
    Text(u16),
    Bytes,
    Int,
    Long,
    Ints,
    Longs,
    /// A number for each type of object.
    Types,
}

/// Where its value comes from.
#[derive(Debug)]
pub(crate) enum Source {
    /// Whoever writes the message tells.
    Supplied(Supplied),
    /// Figures, one for each value; none is 0.
    Figures(&'static [Option<Figure>]),
    /// The block that begins with this figure.
    Types(Figure),
}

/// What is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Text(String),
    Bytes(Vec<u8>),
    Number(u64),
    Numbers(Vec<u64>),
}

impl From<&str> for Answer {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Who tells what no figure does; `None` leaves the parameter out.
pub(crate) type Teller<'a> = &'a dyn Fn(Supplied) -> Option<Answer>;

/// The parameters of a message or a group, in the order of the table.
pub(crate) fn parameters(fields: &[Field], figures: &Figures, tell: Teller<'_>) -> Vec<Parameter> {
    let made = fields.iter().filter_map(|field| {
        let answer = match &field.from {
            Source::Supplied(what) => tell(*what)?,
            Source::Figures(all) => {
                let value = |figure: &Option<Figure>| figure.and_then(|one| figures.get(one));
                Answer::Numbers(all.iter().map(|one| value(one).unwrap_or(0)).collect())
            }
            Source::Types(first) => {
                let mut all = vec![0; TYPES];
                for (slot, place) in PLACES.iter().enumerate() {
                    let at = usize::try_from(*place).unwrap_or(0);
                    all[at] = figures.get_of(*first, slot).unwrap_or(0);
                }
                Answer::Numbers(all)
            }
        };
        Some(parameter(field, answer))
    });
    made.collect()
}

fn parameter(field: &Field, answer: Answer) -> Parameter {
    let int = |value: u64| i32::try_from(value).unwrap_or(i32::MAX);
    let long = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let numbers = match &answer {
        Answer::Number(value) => vec![*value],
        Answer::Numbers(values) => values.clone(),
        Answer::Text(_) | Answer::Bytes(_) => Vec::new(),
    };
    let first = numbers.first().copied().unwrap_or(0);
    let value = match (field.form, answer) {
        (Form::Text(length), Answer::Text(text)) => {
            let width = usize::from(length);
            let end = (0..=width.min(text.len()))
                .rev()
                .find(|end| text.is_char_boundary(*end));
            return Parameter::padded(field.id, &text[..end.unwrap_or(0)], width);
        }
        (_, Answer::Text(text)) => return Parameter::text(field.id, &text),
        (_, Answer::Bytes(bytes)) => Value::Bytes(bytes),
        (Form::Int, _) => Value::Int(int(first)),
        (Form::Long, _) => Value::Int64(long(first)),
        (Form::Longs, _) => Value::Int64s(numbers.into_iter().map(long).collect()),
        _ => Value::Ints(numbers.into_iter().map(int).collect()),
    };
    Parameter {
        id: field.id,
        value,
    }
}

/// Groups of one message; further ones are in further messages.
pub(crate) const GROUPS_MAX: usize = 100;

/// The time a message is of; microseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) from_us: u64,
    pub(crate) to_us: u64,
}

/// What messages are of.
pub(crate) struct Subject<'a> {
    pub(crate) q_mgr: &'a ObjectName,
    pub(crate) command_level: i32,
    pub(crate) interval: Interval,
    /// `MQCFT_STATISTICS` or `MQCFT_ACCOUNTING`.
    pub(crate) kind: i32,
    /// `MQCMD_*`.
    pub(crate) command: i32,
}

impl Subject<'_> {
    /// The message, if nothing in it is in groups.
    pub(crate) fn message(&self, fields: &[Field], figures: &Figures, tell: Teller<'_>) -> Message {
        self.numbered(1, true, parameters(fields, figures, tell))
    }

    /// As many messages as groups need: none without groups. `fields` come before the groups, which are called `group`.
    pub(crate) fn messages(
        &self,
        fields: &[Field],
        tell: Teller<'_>,
        group: i32,
        groups: Vec<Vec<Parameter>>,
    ) -> Vec<Message> {
        let figures = Figures::default();
        let (mut messages, mut groups) = (Vec::new(), groups.into_iter());
        while groups.len() > 0 {
            let own: Vec<_> = groups.by_ref().take(GROUPS_MAX).collect();
            let count = own.len() as u64;
            let mut all = parameters(fields, &figures, &|what| match what {
                Supplied::ObjectCount => Some(Answer::Number(count)),
                other => tell(other),
            });
            all.extend(own.into_iter().map(|inner| Parameter {
                id: group,
                value: Value::Group(inner),
            }));
            let sequence = i32::try_from(messages.len() + 1).unwrap_or(i32::MAX);
            messages.push(self.numbered(sequence, groups.len() == 0, all));
        }
        messages
    }

    fn numbered(&self, sequence: i32, last: bool, own: Vec<Parameter>) -> Message {
        let stamp = |at_us| {
            let stamp = PutStamp::at(at_us);
            (stamp.display_date(), stamp.display_time())
        };
        let (from, to) = (stamp(self.interval.from_us), stamp(self.interval.to_us));
        let head = parameters(&HEAD, &Figures::default(), &|what| match what {
            Supplied::QueueManager => Some(Answer::from(self.q_mgr.as_str())),
            Supplied::IntervalStartDate => Some(Answer::Text(from.0.clone())),
            Supplied::IntervalStartTime => Some(Answer::Text(from.1.clone())),
            Supplied::IntervalEndDate => Some(Answer::Text(to.0.clone())),
            Supplied::IntervalEndTime => Some(Answer::Text(to.1.clone())),
            Supplied::CommandLevel => {
                let level = u64::try_from(self.command_level);
                Some(Answer::Number(level.unwrap_or(0)))
            }
            _ => None,
        });
        Message {
            header: Header {
                kind: self.kind,
                version: MQCFH_VERSION_3,
                sequence,
                control: if last { MQCFC_LAST } else { MQCFC_NOT_LAST },
                ..Header::command(self.command)
            },
            parameters: head.into_iter().chain(own).collect(),
        }
    }
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
