//! Distribution lists, as a C program lays them out.

use super::{Codes, Laid, Od, Pmo, read_md};
use ferromq_mqi::Reason;
use ferromq_mqi::call::Reply;
use ferromq_mqi::distribution::{
    ListPut, ObjectRecord, OpenedList, Outcome, PutRecord, PutRecords, Response,
};
use ferromq_mqi::generated::constants::MQCC_FAILED;
use ferromq_mqi::generated::layout::{mqmd, mqod, mqpmo};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{ObjectHandle, PutOptions};
use ferromq_mqi::reason::CompCode;

/// A count no verb gives.
const UNTOUCHED: i32 = -77;

/// The three counts of a structure.
const OF_OBJECT: [usize; 3] = [
    mqod::KNOWN_DEST_COUNT_OFFSET,
    mqod::UNKNOWN_DEST_COUNT_OFFSET,
    mqod::INVALID_DEST_COUNT_OFFSET,
];
const OF_PUT: [usize; 3] = [
    mqpmo::KNOWN_DEST_COUNT_OFFSET,
    mqpmo::UNKNOWN_DEST_COUNT_OFFSET,
    mqpmo::INVALID_DEST_COUNT_OFFSET,
];

/// The records of one call, in memory that lives as long as they are used.
pub(super) struct Records {
    objects: Vec<[u8; 96]>,
    responses: Vec<[i32; 2]>,
    puts: Vec<u8>,
    fields: i32,
    given: bool,
}

impl Records {
    /// For a list of so many destinations.
    pub(super) fn of(objects: &[ObjectRecord], destinations: usize, options: &PutOptions) -> Self {
        let laid = objects.iter().map(|record| {
            let mut laid = [0; 96];
            laid[..48].copy_from_slice(record.object_name.bytes());
            laid[48..].copy_from_slice(record.object_q_mgr_name.bytes());
            laid
        });
        let mut puts = Vec::new();
        let mut count = destinations;
        let given = options.records.as_deref();
        if let Some(given) = given {
            count = given.records.len();
            for record in &given.records {
                record.encode(given.fields, ByteOrder::NATIVE, &mut puts);
            }
            // There is an array also of records without a field.
            puts.push(0);
        }
        Self {
            objects: laid.collect(),
            responses: vec![[UNTOUCHED; 2]; count],
            puts,
            fields: given.map_or(0, |given| given.fields),
            given: given.is_some(),
        }
    }

    pub(super) fn lay_object(&mut self, od: &mut Od) {
        if self.objects.is_empty() {
            return;
        }
        self.responses.resize(self.objects.len(), [UNTOUCHED; 2]);
        od.int(mqod::RECS_PRESENT_OFFSET, count(self.objects.len()));
        od.bytes(mqod::OBJECT_REC_PTR_OFFSET, &pointer(&mut self.objects));
        od.bytes(mqod::RESPONSE_REC_PTR_OFFSET, &pointer(&mut self.responses));
        for offset in OF_OBJECT {
            od.int(offset, UNTOUCHED);
        }
    }

    pub(super) fn lay_put(&mut self, pmo: &mut Pmo, is_put1: bool) {
        for offset in OF_PUT {
            pmo.int(offset, UNTOUCHED);
        }
        if self.given {
            pmo.int(mqpmo::PUT_MSG_REC_FIELDS_OFFSET, self.fields);
            pmo.bytes(mqpmo::PUT_MSG_REC_PTR_OFFSET, &pointer(&mut self.puts));
        }
        let length = PutRecord::length(self.fields);
        let puts = self.puts.len().saturating_sub(1);
        let records = match puts.checked_div(length) {
            Some(records) if self.given => records,
            _ if is_put1 => 0,
            _ => self.responses.len(),
        };
        pmo.int(mqpmo::RECS_PRESENT_OFFSET, count(records));
        if !is_put1 {
            pmo.bytes(
                mqpmo::RESPONSE_REC_PTR_OFFSET,
                &pointer(&mut self.responses),
            );
        }
    }

    pub(super) fn opened(&self, codes: &Codes, handle: i32, od: &Od) -> Reply {
        match self.outcome(codes, OF_OBJECT.map(|offset| od.get_int(offset))) {
            Err(reason) => Reply::Failed(reason),
            Ok(outcome) => Reply::OpenedList(Box::new(OpenedList {
                handle: match outcome.comp_code {
                    CompCode::Failed => ObjectHandle::UNUSABLE,
                    _ => ObjectHandle(handle),
                },
                outcome,
            })),
        }
    }

    pub(super) fn put(&self, codes: &Codes, md: &Laid<{ mqmd::SIZE }>, pmo: &Pmo) -> Reply {
        let counts = OF_PUT.map(|offset| pmo.get_int(offset));
        let outcome = match self.outcome(codes, counts) {
            Err(reason) => return Reply::Failed(reason),
            Ok(outcome) => outcome,
        };
        let length = PutRecord::length(self.fields).max(1);
        let records = self.puts.chunks_exact(length).map(|bytes| {
            let order = ByteOrder::NATIVE;
            PutRecord::decode(self.fields, bytes, order)
        });
        Reply::ListPut(Box::new(ListPut {
            outcome,
            descriptor: read_md(md),
            records: PutRecords {
                fields: self.fields,
                records: records.collect(),
            },
        }))
    }

    /// A call that was refused as such leaves the counts alone.
    fn outcome(&self, codes: &Codes, counts: [i32; 3]) -> Result<Outcome, Reason> {
        let reason = match codes.outcome() {
            Err(reason) if counts == [UNTOUCHED; 3] => return Err(reason),
            Ok(reason) | Err(reason) => reason,
        };
        let responses = if reason == Reason::MULTIPLE_REASONS {
            self.responses.iter().map(response).collect()
        } else {
            Vec::new()
        };
        Ok(Outcome {
            comp_code: match codes.comp_code {
                MQCC_FAILED => CompCode::Failed,
                _ => Response::done(reason).comp_code,
            },
            reason,
            known_dest_count: counts[0],
            unknown_dest_count: counts[1],
            invalid_dest_count: counts[2],
            responses,
        })
    }
}

fn response([comp_code, reason]: &[i32; 2]) -> Response {
    Response {
        // One nobody touched shows in its reason.
        comp_code: CompCode::from_i32(*comp_code).unwrap_or(CompCode::Failed),
        reason: Reason(*reason),
    }
}

fn pointer<T>(array: &mut [T]) -> [u8; size_of::<usize>()] {
    array.as_mut_ptr().expose_provenance().to_ne_bytes()
}

fn count(records: usize) -> i32 {
    i32::try_from(records).unwrap_or(i32::MAX)
}
