//! Distribution lists: the records beside `MQOD` and `MQPMO`.

use super::memory::{Block, load, store};
use ferromq_mqi::distribution::{
    DESTINATIONS_MAX, ObjectRecord, Outcome, PUT_RECORD_FIELDS, PutRecord, PutRecords,
};
use ferromq_mqi::generated::layout::{mqod, mqor, mqpmo, mqrr};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::{ObjectName, Reason};

type OdBlock = Block<{ mqod::SIZE }>;
type PmoBlock = Block<{ mqpmo::SIZE }>;

/// The destinations of a descriptor; none where it is of one object.
///
/// # Errors
/// `MQRC_RECS_PRESENT_ERROR` for a negative count, `MQRC_OBJECT_RECORDS_ERROR` when the records are given in no or in
/// two ways, `MQRC_HANDLE_NOT_AVAILABLE` for more than a connection can have open.
///
/// # Safety
/// There are as many records as the descriptor says.
pub(super) unsafe fn object_records(od: &OdBlock) -> Result<Vec<ObjectRecord>, Reason> {
    let count = records_present(od.int(mqod::RECS_PRESENT_OFFSET))?;
    if count == 0 {
        return Ok(Vec::new());
    }
    if count > DESTINATIONS_MAX {
        return Err(Reason::HANDLE_NOT_AVAILABLE);
    }
    let place = (mqod::OBJECT_REC_PTR_OFFSET, mqod::OBJECT_REC_OFFSET_OFFSET);
    let at = array(od, place, Reason::OBJECT_RECORDS_ERROR)?;
    if at.is_null() {
        return Err(Reason::OBJECT_RECORDS_ERROR);
    }
    let at = at.cast::<[[u8; 48]; 2]>();
    const { assert!(mqor::SIZE == 96 && mqor::OBJECT_Q_MGR_NAME_OFFSET == 48) };
    let records = (0..count).map(|index| {
        // SAFETY: as promised; alignment is not asked for.
        let [name, q_mgr] = unsafe { at.add(index).read_unaligned() };
        ObjectRecord {
            object_name: ObjectName::from_field(&name),
            object_q_mgr_name: ObjectName::from_field(&q_mgr),
        }
    });
    Ok(records.collect())
}

/// Where the response records of a call are wanted.
pub(super) struct Responses {
    at: *mut u8,
    count: usize,
}

impl Responses {
    /// Of `MQOPEN` and `MQPUT1`.
    ///
    /// # Errors
    /// `MQRC_RESPONSE_RECORDS_ERROR` when they are given in two ways.
    pub(super) fn of_object(od: &OdBlock) -> Result<Self, Reason> {
        let place = (
            mqod::RESPONSE_REC_PTR_OFFSET,
            mqod::RESPONSE_REC_OFFSET_OFFSET,
        );
        Self::of(od, od.int(mqod::RECS_PRESENT_OFFSET), place)
    }

    /// Of `MQPUT`.
    ///
    /// # Errors
    /// As [`Self::of_object`].
    pub(super) fn of_put(pmo: &PmoBlock) -> Result<Self, Reason> {
        let place = (
            mqpmo::RESPONSE_REC_PTR_OFFSET,
            mqpmo::RESPONSE_REC_OFFSET_OFFSET,
        );
        Self::of(pmo, pmo.int(mqpmo::RECS_PRESENT_OFFSET), place)
    }

    fn of<const SIZE: usize>(
        block: &Block<SIZE>,
        count: i32,
        place: (usize, usize),
    ) -> Result<Self, Reason> {
        let count = usize::try_from(count).unwrap_or(0);
        let at = if count == 0 {
            std::ptr::null_mut()
        } else {
            array(block, place, Reason::RESPONSE_RECORDS_ERROR)?
        };
        Ok(Self { at, count })
    }

    /// Stores what became of the destinations, where they have answers of their own.
    ///
    /// # Safety
    /// There is room for as many records as the caller said.
    pub(super) unsafe fn give(&self, outcome: &Outcome) {
        if self.at.is_null() {
            return;
        }
        for (index, response) in outcome.responses.iter().take(self.count).enumerate() {
            let at = self.at.wrapping_add(index * mqrr::SIZE);
            // SAFETY: as promised: the record lies within the array.
            unsafe {
                store(
                    at.wrapping_add(mqrr::COMP_CODE_OFFSET).cast(),
                    response.comp_code as i32,
                );
                store(
                    at.wrapping_add(mqrr::REASON_OFFSET).cast(),
                    response.reason.0,
                );
            }
        }
    }
}

/// The put message records of a put, and where they are.
pub(super) struct PutArray {
    at: *mut u8,
    pub(super) records: PutRecords,
}

/// What the caller says to be different for the destinations; `None` where it mentions no records.
///
/// # Errors
/// `MQRC_RECS_PRESENT_ERROR` for a negative count, `MQRC_PUT_MSG_RECORDS_ERROR` when the records are given in two
/// ways, `MQRC_PMO_RECORD_FLAGS_ERROR` for fields there are none of.
///
/// # Safety
/// There are as many records, with the fields, as the options say.
pub(super) unsafe fn put_records(pmo: &PmoBlock) -> Result<Option<PutArray>, Reason> {
    let count = records_present(pmo.int(mqpmo::RECS_PRESENT_OFFSET))?;
    if count == 0 {
        return Ok(None);
    }
    let place = (
        mqpmo::PUT_MSG_REC_PTR_OFFSET,
        mqpmo::PUT_MSG_REC_OFFSET_OFFSET,
    );
    let at = array(pmo, place, Reason::PUT_MSG_RECORDS_ERROR)?;
    let mut records = PutRecords::default();
    if at.is_null() {
        return Ok(Some(PutArray { at, records }));
    }
    records.fields = pmo.int(mqpmo::PUT_MSG_REC_FIELDS_OFFSET);
    if records.fields & !PUT_RECORD_FIELDS != 0 {
        return Err(Reason::PMO_RECORD_FLAGS_ERROR);
    }
    let length = PutRecord::length(records.fields);
    // Records in excess are not used.
    for index in 0..count.min(DESTINATIONS_MAX) {
        let from = at.wrapping_add(index * length);
        // SAFETY: as promised: the bytes lie within the array.
        let bytes: Option<Vec<u8>> = (0..length)
            .map(|offset| unsafe { load(from.wrapping_add(offset)) })
            .collect();
        let bytes = bytes.unwrap_or_default();
        let record = PutRecord::decode(records.fields, &bytes, ByteOrder::NATIVE);
        records.records.push(record);
    }
    Ok(Some(PutArray { at, records }))
}

impl PutArray {
    /// Returns the records with the identifiers of the messages.
    ///
    /// # Safety
    /// The array may be written to as far as it was read.
    pub(super) unsafe fn give(&self, returned: &PutRecords) {
        let mut bytes = Vec::new();
        let count = self.records.records.len();
        for record in returned.records.iter().take(count) {
            record.encode(self.records.fields, ByteOrder::NATIVE, &mut bytes);
        }
        // SAFETY: at most as much as was read from there.
        unsafe { super::memory::fill(self.at.cast(), &bytes) };
    }
}

/// The three counts of a descriptor or of put options.
pub(super) struct Counts {
    known: usize,
    unknown: usize,
    invalid: usize,
}

impl Counts {
    pub(super) const OF_OBJECT: Self = Self {
        known: mqod::KNOWN_DEST_COUNT_OFFSET,
        unknown: mqod::UNKNOWN_DEST_COUNT_OFFSET,
        invalid: mqod::INVALID_DEST_COUNT_OFFSET,
    };
    pub(super) const OF_PUT: Self = Self {
        known: mqpmo::KNOWN_DEST_COUNT_OFFSET,
        unknown: mqpmo::UNKNOWN_DEST_COUNT_OFFSET,
        invalid: mqpmo::INVALID_DEST_COUNT_OFFSET,
    };

    /// Returns those of a list.
    pub(super) fn give<const SIZE: usize>(&self, block: &Block<SIZE>, outcome: &Outcome) {
        block.set_int(self.known, outcome.known_dest_count);
        block.set_int(self.unknown, outcome.unknown_dest_count);
        block.set_int(self.invalid, outcome.invalid_dest_count);
    }

    /// Returns those of a single queue that was reached.
    pub(super) fn give_single<const SIZE: usize>(&self, block: &Block<SIZE>, is_local: bool) {
        block.set_int(self.known, i32::from(is_local));
        block.set_int(self.unknown, i32::from(!is_local));
        block.set_int(self.invalid, 0);
    }
}

fn records_present(count: i32) -> Result<usize, Reason> {
    usize::try_from(count).map_err(|_| Reason::RECS_PRESENT_ERROR)
}

/// An array that a pointer or an offset leads to; null for neither, an error for both.
fn array<const SIZE: usize>(
    block: &Block<SIZE>,
    (pointer, offset): (usize, usize),
    error: Reason,
) -> Result<*mut u8, Reason> {
    if !block.pointer(pointer).is_null() && block.int(offset) != 0 {
        return Err(error);
    }
    Ok(block.target(pointer, offset))
}
