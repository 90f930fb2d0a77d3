//! Distribution lists: one open, and one put, of many queues.
//!
//! Every destination of a list is opened and put to for itself: outside syncpoint each put stands alone. What becomes
//! of them is summed up in [`Outcome`]; only where it is mixed does each destination have an answer of its own.
//! Sources: the reference pages of `MQOR`, `MQPMR`, `MQRR` and of `MQRC_MULTIPLE_REASONS`.

use crate::generated::constants::{
    MQPMRF_ACCOUNTING_TOKEN, MQPMRF_CORREL_ID, MQPMRF_FEEDBACK, MQPMRF_GROUP_ID, MQPMRF_MSG_ID,
};
use crate::generated::structs::MsgDescriptor;
use crate::header::ByteOrder;
use crate::name::ObjectName;
use crate::options::ObjectHandle;
use crate::reason::{CompCode, Reason};

/// Most destinations of one list. The MQI has no limit but the handles of a connection, of which each takes one.
pub const DESTINATIONS_MAX: usize = 2000;

/// Every `MQPMRF_*`.
pub const PUT_RECORD_FIELDS: i32 =
    MQPMRF_MSG_ID | MQPMRF_CORREL_ID | MQPMRF_GROUP_ID | MQPMRF_FEEDBACK | MQPMRF_ACCOUNTING_TOKEN;

/// One destination: `MQOR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectRecord {
    /// Name of the queue.
    pub object_name: ObjectName,
    /// Queue manager that has it; blank means the connected one.
    pub object_q_mgr_name: ObjectName,
}

/// What is different about the message of one destination: `MQPMR`. Which fields count, [`PutRecords::fields`] says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PutRecord {
    /// `MsgId`; returned as the message has it.
    pub msg_id: [u8; 24],
    /// `CorrelId`; returned as the message has it.
    pub correl_id: [u8; 24],
    /// `GroupId`; returned as the message has it.
    pub group_id: [u8; 24],
    /// `Feedback`.
    pub feedback: i32,
    /// `AccountingToken`.
    pub accounting_token: [u8; 32],
}

/// The put message records of one put. The first record is for the first destination; those without a record take
/// everything from the message descriptor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutRecords {
    /// `MQPMRF_*`: the fields that are there.
    pub fields: i32,
    /// One for each destination, or fewer.
    pub records: Vec<PutRecord>,
}

impl PutRecord {
    /// Bytes of a record with these fields.
    #[must_use]
    pub fn length(fields: i32) -> usize {
        FIELDS
            .iter()
            .filter(|(flag, _)| fields & flag != 0)
            .map(|(_, length)| length)
            .sum()
    }

    /// Reads a record as programs lay it out: the fields that are there, one behind the other. What `bytes` does not
    /// have stays empty.
    #[must_use]
    pub fn decode(fields: i32, bytes: &[u8], order: ByteOrder) -> Self {
        let mut record = Self::default();
        let mut rest = bytes;
        let mut feedback = [0; 4];
        for (flag, field) in record.places(&mut feedback) {
            if fields & flag != 0
                && let Some((value, behind)) = rest.split_at_checked(field.len())
            {
                field.copy_from_slice(value);
                rest = behind;
            }
        }
        record.feedback = match order {
            ByteOrder::Big => i32::from_be_bytes(feedback),
            ByteOrder::Little => i32::from_le_bytes(feedback),
        };
        record
    }

    /// Writes it as [`Self::decode`] reads it, behind what is in `out`.
    pub fn encode(mut self, fields: i32, order: ByteOrder, out: &mut Vec<u8>) {
        let mut feedback = match order {
            ByteOrder::Big => self.feedback.to_be_bytes(),
            ByteOrder::Little => self.feedback.to_le_bytes(),
        };
        for (flag, field) in self.places(&mut feedback) {
            if fields & flag != 0 {
                out.extend_from_slice(field);
            }
        }
    }

    /// Puts its fields into the descriptor of its destination's message.
    pub fn apply(&self, fields: i32, descriptor: &mut MsgDescriptor) {
        if fields & MQPMRF_MSG_ID != 0 {
            descriptor.msg_id = self.msg_id;
        }
        if fields & MQPMRF_CORREL_ID != 0 {
            descriptor.correl_id = self.correl_id;
        }
        if fields & MQPMRF_GROUP_ID != 0 {
            descriptor.group_id = self.group_id;
        }
        if fields & MQPMRF_FEEDBACK != 0 {
            descriptor.feedback = self.feedback;
        }
        if fields & MQPMRF_ACCOUNTING_TOKEN != 0 {
            descriptor.accounting_token = self.accounting_token;
        }
    }

    /// What a descriptor has of its fields.
    #[must_use]
    pub fn of(descriptor: &MsgDescriptor) -> Self {
        Self {
            msg_id: descriptor.msg_id,
            correl_id: descriptor.correl_id,
            group_id: descriptor.group_id,
            feedback: descriptor.feedback,
            accounting_token: descriptor.accounting_token,
        }
    }

    /// The fields in which another one differs (`MQPMRF_*`).
    #[must_use]
    pub fn differences(&self, other: &Self) -> i32 {
        let fields = [
            (MQPMRF_MSG_ID, self.msg_id != other.msg_id),
            (MQPMRF_CORREL_ID, self.correl_id != other.correl_id),
            (MQPMRF_GROUP_ID, self.group_id != other.group_id),
            (MQPMRF_FEEDBACK, self.feedback != other.feedback),
            (
                MQPMRF_ACCOUNTING_TOKEN,
                self.accounting_token != other.accounting_token,
            ),
        ];
        let differ = fields.iter().filter(|(_, differs)| *differs);
        differ.map(|(flag, _)| flag).sum()
    }

    /// Takes over the identifiers a message was put with.
    pub fn take_identifiers(&mut self, descriptor: &MsgDescriptor) {
        self.msg_id = descriptor.msg_id;
        self.correl_id = descriptor.correl_id;
        self.group_id = descriptor.group_id;
    }

    /// Its fields in the order they lie in, with their flags.
    fn places<'a>(&'a mut self, feedback: &'a mut [u8; 4]) -> [(i32, &'a mut [u8]); 5] {
        [
            (MQPMRF_MSG_ID, &mut self.msg_id[..]),
            (MQPMRF_CORREL_ID, &mut self.correl_id[..]),
            (MQPMRF_GROUP_ID, &mut self.group_id[..]),
            (MQPMRF_FEEDBACK, &mut feedback[..]),
            (MQPMRF_ACCOUNTING_TOKEN, &mut self.accounting_token[..]),
        ]
    }
}

const FIELDS: [(i32, usize); 5] = [
    (MQPMRF_MSG_ID, 24),
    (MQPMRF_CORREL_ID, 24),
    (MQPMRF_GROUP_ID, 24),
    (MQPMRF_FEEDBACK, 4),
    (MQPMRF_ACCOUNTING_TOKEN, 32),
];

/// What became of one destination: `MQRR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// How it ended.
    pub comp_code: CompCode,
    /// Why.
    pub reason: Reason,
}

impl Response {
    /// Nothing to say.
    pub const OK: Self = Self {
        comp_code: CompCode::Ok,
        reason: Reason::NONE,
    };

    /// A destination that failed.
    #[must_use]
    pub fn failed(reason: Reason) -> Self {
        Self {
            comp_code: CompCode::Failed,
            reason,
        }
    }

    /// A destination that was reached, with `NONE` or a warning.
    #[must_use]
    pub fn done(reason: Reason) -> Self {
        let comp_code = match reason {
            Reason::NONE => CompCode::Ok,
            _ => CompCode::Warning,
        };
        Self { comp_code, reason }
    }
}

/// What became of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Of all: failed if no destination was reached.
    pub comp_code: CompCode,
    /// The reason all destinations have in common, else `MQRC_MULTIPLE_REASONS`.
    pub reason: Reason,
    /// Local queues reached.
    pub known_dest_count: i32,
    /// Queues elsewhere that were reached.
    pub unknown_dest_count: i32,
    /// Destinations that were not reached.
    pub invalid_dest_count: i32,
    /// What became of each, in the order of the object records. Empty unless the reason is
    /// `MQRC_MULTIPLE_REASONS`.
    pub responses: Vec<Response>,
}

impl Outcome {
    /// Sums up what became of the destinations; `true` stands for a queue of this queue manager.
    #[must_use]
    pub fn of(each: &[(Response, bool)]) -> Self {
        let count = |wanted: fn(&(Response, bool)) -> bool| {
            i32::try_from(each.iter().filter(|one| wanted(one)).count()).unwrap_or(i32::MAX)
        };
        let first = each.first().map_or(Response::OK, |(response, _)| *response);
        let mixed = each.iter().any(|(response, _)| *response != first);
        let none_reached = each
            .iter()
            .all(|(response, _)| response.comp_code == CompCode::Failed);
        let (comp_code, reason) = match (mixed, none_reached) {
            (false, _) => (first.comp_code, first.reason),
            (true, true) => (CompCode::Failed, Reason::MULTIPLE_REASONS),
            (true, false) => (CompCode::Warning, Reason::MULTIPLE_REASONS),
        };
        let responses = if mixed {
            each.iter().map(|(response, _)| *response).collect()
        } else {
            Vec::new()
        };
        Self {
            comp_code,
            reason,
            known_dest_count: count(|(one, local)| one.comp_code != CompCode::Failed && *local),
            unknown_dest_count: count(|(one, local)| one.comp_code != CompCode::Failed && !*local),
            invalid_dest_count: count(|(one, _)| one.comp_code == CompCode::Failed),
            responses,
        }
    }

    /// The reason, as the error of a verb that failed.
    ///
    /// # Errors
    /// The reason when no destination was reached.
    pub fn result(&self) -> Result<Reason, Reason> {
        match self.comp_code {
            CompCode::Failed => Err(self.reason),
            _ => Ok(self.reason),
        }
    }
}

/// What opening a list returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedList {
    /// The handle of the list; unusable when no destination could be opened.
    pub handle: ObjectHandle,
    /// What became of the destinations.
    pub outcome: Outcome,
}

/// What a put to a list returns.
#[derive(Clone, Debug)]
pub struct ListPut {
    /// What became of the destinations; those that failed to open count as not reached.
    pub outcome: Outcome,
    /// As it was passed, with the context of the messages. Identifiers are in the records: there is one for every
    /// message.
    pub descriptor: MsgDescriptor,
    /// The put message records, with the identifiers of the messages.
    pub records: PutRecords,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> PutRecord {
        PutRecord {
            msg_id: [1; 24],
            correl_id: [2; 24],
            group_id: [3; 24],
            feedback: 0x0102_0304,
            accounting_token: [5; 32],
        }
    }

    #[test]
    fn a_put_record_has_the_fields_that_are_flagged_one_behind_the_other() {
        let fields = MQPMRF_CORREL_ID | MQPMRF_FEEDBACK;
        let mut bytes = Vec::new();
        record().encode(fields, ByteOrder::Big, &mut bytes);
        assert_eq!(bytes.len(), PutRecord::length(fields));
        assert_eq!(bytes[..24], [2; 24]);
        assert_eq!(bytes[24..], [1, 2, 3, 4]);
        let again = PutRecord::decode(fields, &bytes, ByteOrder::Big);
        let kept = PutRecord {
            correl_id: [2; 24],
            feedback: 0x0102_0304,
            ..PutRecord::default()
        };
        assert_eq!(again, kept);
    }

    #[test]
    fn a_whole_put_record_survives_in_either_byte_order() {
        for order in [ByteOrder::Big, ByteOrder::Little] {
            let mut bytes = Vec::new();
            record().encode(PUT_RECORD_FIELDS, order, &mut bytes);
            let again = PutRecord::decode(PUT_RECORD_FIELDS, &bytes, order);
            assert_eq!(again, record());
        }
    }

    #[test]
    fn an_outcome_all_have_in_common_is_the_outcome_of_the_list() {
        let full = Response::failed(Reason::Q_FULL);
        let outcome = Outcome::of(&[(full, true), (full, false)]);
        assert_eq!(outcome.result(), Err(Reason::Q_FULL));
        assert_eq!(outcome.invalid_dest_count, 2);
        assert_eq!(outcome.responses, []);
        let outcome = Outcome::of(&[(Response::OK, true), (Response::OK, false)]);
        assert_eq!(outcome.result(), Ok(Reason::NONE));
        assert_eq!(
            (outcome.known_dest_count, outcome.unknown_dest_count),
            (1, 1)
        );
    }

    #[test]
    fn a_mixed_outcome_is_a_warning_while_one_destination_was_reached() {
        let full = Response::failed(Reason::Q_FULL);
        let inhibited = Response::failed(Reason::PUT_INHIBITED);
        let warned = Response::done(Reason::PRIORITY_EXCEEDS_MAXIMUM);
        for (each, comp_code) in [
            ([full, Response::OK], CompCode::Warning),
            ([Response::OK, warned], CompCode::Warning),
            ([full, inhibited], CompCode::Failed),
        ] {
            let outcome = Outcome::of(&each.map(|response| (response, true)));
            assert_eq!(outcome.comp_code, comp_code);
            assert_eq!(outcome.reason, Reason::MULTIPLE_REASONS);
            assert_eq!(outcome.responses, each);
        }
    }
}
