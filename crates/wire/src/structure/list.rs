//! Distribution lists: the words of `MQOD` and `MQPMO` that say where records lie, with the records, which follow the
//! structure as its strings do.

use ferromq_mqi::Reason;
use ferromq_mqi::distribution::{
    DESTINATIONS_MAX, ObjectRecord, Outcome, PutRecord, PutRecords, Response,
};
use ferromq_mqi::reason::CompCode;

use crate::field::{Reader, Wire, Writer};
use crate::malformed::{Malformed, Why};
use crate::text::Text;

/// Bytes of an `MQOR` and an `MQRR`.
const OBJECT_BYTES: usize = 96;
const RESPONSE_BYTES: usize = 8;

/// The destinations of an `MQOD`, what became of them, and the counts. Of an object that is no list: the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectList {
    /// RecsPresent is negative, which no list has.
    pub is_wrong: bool,
    /// KnownDestCount
    pub known_dest_count: i32,
    /// UnknownDestCount
    pub unknown_dest_count: i32,
    /// InvalidDestCount
    pub invalid_dest_count: i32,
    /// Object records.
    pub objects: Vec<ObjectRecord>,
    /// Response records, as many as there are objects, or none where none are wanted.
    pub responses: Vec<Response>,
}

impl ObjectList {
    /// A list with room for the responses.
    #[must_use]
    pub fn of(objects: &[ObjectRecord]) -> Self {
        Self {
            objects: objects.to_vec(),
            responses: vec![Response::OK; objects.len()],
            ..Self::default()
        }
    }

    /// Takes over what became of the destinations, where there is room for it.
    pub fn set_returned(&mut self, outcome: &Outcome) {
        self.known_dest_count = outcome.known_dest_count;
        self.unknown_dest_count = outcome.unknown_dest_count;
        self.invalid_dest_count = outcome.invalid_dest_count;
        set_responses(&mut self.responses, outcome);
    }

    /// What became of the destinations, with the codes of the call.
    #[must_use]
    pub fn outcome(&self, comp_code: i32, reason: i32) -> Outcome {
        let counts = [
            self.known_dest_count,
            self.unknown_dest_count,
            self.invalid_dest_count,
        ];
        outcome(comp_code, reason, counts, &self.responses)
    }
}

impl<'a> Wire<'a> for ObjectList {
    const BYTES: usize = 32;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let count = Count::read(from)?;
        let mut it = Self {
            is_wrong: count == Count::Negative,
            known_dest_count: i32::read(from)?,
            unknown_dest_count: i32::read(from)?,
            invalid_dest_count: i32::read(from)?,
            ..Self::default()
        };
        let objects_offset = i32::read(from)?;
        let responses_offset = i32::read(from)?;
        let _pointers = i64::read(from)?;
        let count = count.records();
        if count == 0 {
            return Ok(it);
        }
        let mut objects = from.behind(objects_offset, count * OBJECT_BYTES)?;
        for _ in 0..count {
            it.objects.push(ObjectRecord {
                object_name: Text::<48>::read(&mut objects)?.name(),
                object_q_mgr_name: Text::<48>::read(&mut objects)?.name(),
            });
        }
        it.responses = read_responses(from, responses_offset, count)?;
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        let count = if self.is_wrong {
            -1
        } else {
            self.objects.len() as i32
        };
        for word in [
            count,
            self.known_dest_count,
            self.unknown_dest_count,
            self.invalid_dest_count,
        ] {
            word.write(to);
        }
        to.behind(self.objects.len() * OBJECT_BYTES).write(to);
        to.behind(self.responses.len() * RESPONSE_BYTES).write(to);
        to.zeros(8);
    }

    fn write_strings(&self, to: &mut Writer<'_>) {
        for record in &self.objects {
            Text::<48>::from(record.object_name).write(to);
            Text::<48>::from(record.object_q_mgr_name).write(to);
        }
        write_responses(&self.responses, to);
    }
}

/// What an `MQPMO` says of the records of a put.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutList {
    /// RecsPresent is negative, which no list has.
    pub is_wrong: bool,
    /// Records are said to be there, of one kind or the other.
    pub is_given: bool,
    /// Put message records; without fields and records when there are none.
    pub puts: PutRecords,
    /// Response records, or none where none are wanted.
    pub responses: Vec<Response>,
}

impl PutList {
    /// The records of a put to a list of so many destinations, with room for responses.
    #[must_use]
    pub fn of(records: Option<&PutRecords>, destinations: usize) -> Self {
        let puts = records.cloned().unwrap_or_default();
        // There are as many of one kind as of the other.
        let count = if puts.records.is_empty() {
            destinations
        } else {
            puts.records.len()
        };
        Self {
            is_wrong: false,
            is_given: count > 0,
            puts,
            responses: vec![Response::OK; count],
        }
    }

    /// Takes over what became of the destinations, and the identifiers of the messages.
    pub fn set_returned(&mut self, outcome: &Outcome, records: &PutRecords) {
        set_responses(&mut self.responses, outcome);
        for (own, returned) in self.puts.records.iter_mut().zip(&records.records) {
            *own = *returned;
        }
    }

    /// What became of the destinations, with the codes of the call and the counts of the structure.
    #[must_use]
    pub fn outcome(&self, comp_code: i32, reason: i32, counts: [i32; 3]) -> Outcome {
        outcome(comp_code, reason, counts, &self.responses)
    }
}

impl<'a> Wire<'a> for PutList {
    const BYTES: usize = 24;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let count = Count::read(from)?;
        let fields = i32::read(from)?;
        let puts_offset = i32::read(from)?;
        let responses_offset = i32::read(from)?;
        let _pointers = i64::read(from)?;
        let mut it = Self {
            is_wrong: count == Count::Negative,
            is_given: count.records() > 0,
            ..Self::default()
        };
        let count = count.records();
        // Nobody looks at the fields where there are no records.
        if count > 0 && puts_offset != 0 {
            it.puts.fields = fields;
            let length = PutRecord::length(fields);
            let order = from.form().order;
            let mut puts = from.behind(puts_offset, count * length)?;
            for _ in 0..count {
                let record = PutRecord::decode(fields, puts.take(length)?, order);
                it.puts.records.push(record);
            }
        }
        it.responses = read_responses(from, responses_offset, count)?;
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        let count = match self.puts.records.len() {
            _ if self.is_wrong => -1,
            0 => self.responses.len() as i32,
            puts => puts as i32,
        };
        count.write(to);
        self.puts.fields.write(to);
        let length = PutRecord::length(self.puts.fields);
        to.behind(self.puts.records.len() * length).write(to);
        to.behind(self.responses.len() * RESPONSE_BYTES).write(to);
        to.zeros(8);
    }

    fn write_strings(&self, to: &mut Writer<'_>) {
        let mut bytes = Vec::new();
        for record in &self.puts.records {
            record.encode(self.puts.fields, to.form().order, &mut bytes);
        }
        to.bytes(&bytes);
        write_responses(&self.responses, to);
    }
}

/// RecsPresent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Negative,
    Records(usize),
}

impl Count {
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let here = from.clone();
        match usize::try_from(i32::read(from)?) {
            Err(_) => Ok(Self::Negative),
            Ok(count) if count > DESTINATIONS_MAX => {
                Err(here.wrong(Why::Length(count.try_into().unwrap_or(i64::MAX))))
            }
            Ok(count) => Ok(Self::Records(count)),
        }
    }

    fn records(self) -> usize {
        match self {
            Self::Negative => 0,
            Self::Records(count) => count,
        }
    }
}

fn read_responses(
    from: &mut Reader<'_>,
    offset: i32,
    count: usize,
) -> Result<Vec<Response>, Malformed> {
    if offset == 0 {
        return Ok(Vec::new());
    }
    let mut responses = from.behind(offset, count * RESPONSE_BYTES)?;
    (0..count)
        .map(|_| {
            let comp_code = CompCode::from_i32(i32::read(&mut responses)?);
            Ok(Response {
                comp_code: comp_code.unwrap_or(CompCode::Failed),
                reason: Reason(i32::read(&mut responses)?),
            })
        })
        .collect()
}

fn write_responses(responses: &[Response], to: &mut Writer<'_>) {
    for response in responses {
        (response.comp_code as i32).write(to);
        response.reason.0.write(to);
    }
}

/// What all destinations have in common is said of each.
fn set_responses(responses: &mut [Response], outcome: &Outcome) {
    let common = Response {
        comp_code: outcome.comp_code,
        reason: outcome.reason,
    };
    for (index, response) in responses.iter_mut().enumerate() {
        *response = outcome.responses.get(index).copied().unwrap_or(common);
    }
}

fn outcome(comp_code: i32, reason: i32, counts: [i32; 3], responses: &[Response]) -> Outcome {
    let reason = Reason(reason);
    let [known_dest_count, unknown_dest_count, invalid_dest_count] = counts;
    Outcome {
        comp_code: CompCode::from_i32(comp_code).unwrap_or(CompCode::Failed),
        reason,
        known_dest_count,
        unknown_dest_count,
        invalid_dest_count,
        responses: match reason {
            Reason::MULTIPLE_REASONS => responses.to_vec(),
            _ => Vec::new(),
        },
    }
}
