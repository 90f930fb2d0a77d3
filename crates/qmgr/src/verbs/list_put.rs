//! A put to a distribution list on its way from one destination to the next.

use crate::core::identity::Identifiers;
use bytes::Bytes;
use ferromq_mqi::distribution::{PUT_RECORD_FIELDS, PutRecords, Response};
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::PutOptions;
use ferromq_mqi::{MsgDescriptor, Reason};

const GROUPED: i32 = MQMF_SEGMENTATION_ALLOWED
    | MQMF_MSG_IN_GROUP
    | MQMF_LAST_MSG_IN_GROUP
    | MQMF_SEGMENT
    | MQMF_LAST_SEGMENT;

/// A put to a list: what is done of it when it waits on the way.
pub(super) struct ListUnderWay {
    pub(super) common: Common,
    /// The destination whose turn it is.
    pub(super) next: usize,
    /// What became of each, of a put that is answered; `None` of those whose turn comes.
    pub(super) responses: Vec<Option<(Response, bool)>>,
    pub(super) records: PutRecords,
    /// The descriptor of the first message.
    pub(super) context: Option<MsgDescriptor>,
    /// One of them waits for the log.
    pub(super) waits: bool,
}

impl ListUnderWay {
    pub(super) fn of(common: Common, destinations: usize) -> Self {
        Self {
            next: 0,
            responses: vec![None; destinations],
            records: common.given.clone(),
            context: None,
            waits: false,
            common,
        }
    }
}

/// What the messages of a list have in common.
pub(super) struct Common {
    /// As the program passed it.
    pub(super) passed: MsgDescriptor,
    /// Without what its extension carried.
    descriptor: MsgDescriptor,
    /// Of each put.
    pub(super) options: PutOptions,
    pub(super) body: Bytes,
    given: PutRecords,
    /// One new correlation identifier for all of them.
    correl_id: Option<[u8; 24]>,
    for_output_only: bool,
}

impl Common {
    pub(super) fn of(
        identifiers: &Identifiers,
        destinations: usize,
        passed: MsgDescriptor,
        mut options: PutOptions,
        mut body: Bytes,
    ) -> Result<Self, Reason> {
        let given = options.records.take().map(|given| *given);
        let asked = options.options;
        if let Some(given) = &given {
            check_records(given, asked)?;
        }
        let mut given = given.unwrap_or_default();
        given.records.truncate(destinations);
        let mut descriptor = passed.clone();
        take_extension(&mut descriptor, &mut body)?;
        check_groups(&descriptor, asked, &given, destinations)?;
        let new_correl_id = asked & MQPMO_NEW_CORREL_ID != 0;
        options.options = asked & !(MQPMO_NEW_CORREL_ID | MQPMO_MD_FOR_OUTPUT_ONLY);
        if asked & MQPMO_ASYNC_RESPONSE == 0 {
            // Whatever the queues have as their default.
            options.options |= MQPMO_SYNC_RESPONSE;
        }
        Ok(Self {
            passed,
            descriptor,
            options,
            body,
            given,
            correl_id: new_correl_id.then(|| identifiers.message_id()),
            for_output_only: asked & MQPMO_MD_FOR_OUTPUT_ONLY != 0,
        })
    }

    pub(super) fn descriptor_of(&self, index: usize) -> MsgDescriptor {
        let mut descriptor = self.descriptor.clone();
        if let Some(record) = self.given.records.get(index) {
            record.apply(self.given.fields, &mut descriptor);
        }
        if let Some(correl_id) = self.correl_id {
            descriptor.correl_id = correl_id;
        }
        descriptor
    }

    /// The fields the program has set for each destination (`MQPMRF_*`).
    pub(super) fn fields(&self) -> i32 {
        match self.given.records.is_empty() {
            true => MQPMRF_NONE,
            false => self.given.fields,
        }
    }

    /// Documented with `MQDHF_NEW_MSG_IDS`: whether identifiers may be given as late as the messages of a list are parted.
    pub(super) fn leaves_identifiers(&self) -> bool {
        let new =
            self.options.options & MQPMO_NEW_MSG_ID != 0 || self.descriptor.msg_id == MQMI_NONE;
        new && self.fields() & MQPMRF_MSG_ID == 0
    }

    /// Documented: the identifiers of the descriptor are left alone, because each message has its own.
    pub(super) fn returned(&self, put: Option<&MsgDescriptor>) -> MsgDescriptor {
        let Some(put) = put.filter(|_| !self.for_output_only) else {
            return self.passed.clone();
        };
        MsgDescriptor {
            user_identifier: put.user_identifier,
            accounting_token: put.accounting_token,
            appl_identity_data: put.appl_identity_data,
            put_appl_type: put.put_appl_type,
            put_appl_name: put.put_appl_name,
            put_date: put.put_date,
            put_time: put.put_time,
            appl_origin_data: put.appl_origin_data,
            ..self.passed.clone()
        }
    }
}

fn check_records(given: &PutRecords, asked: i32) -> Result<(), Reason> {
    let sets_identity = asked & (MQPMO_SET_IDENTITY_CONTEXT | MQPMO_SET_ALL_CONTEXT) != 0;
    let token = given.fields & MQPMRF_ACCOUNTING_TOKEN != 0;
    let none = given.fields == MQPMRF_NONE && !given.records.is_empty();
    if given.fields & !PUT_RECORD_FIELDS != 0 || none || token && !sets_identity {
        return Err(Reason::PMO_RECORD_FLAGS_ERROR);
    }
    Ok(())
}

/// Documented: no two destinations may get the same group identifier.
fn check_groups(
    descriptor: &MsgDescriptor,
    asked: i32,
    given: &PutRecords,
    destinations: usize,
) -> Result<(), Reason> {
    let each_its_own = given.fields & MQPMRF_GROUP_ID != 0 && given.records.len() >= destinations;
    let grouped = descriptor.msg_flags & GROUPED != 0 && descriptor.group_id != MQGI_NONE;
    if grouped && !each_its_own && asked & MQPMO_LOGICAL_ORDER == 0 {
        return Err(Reason::GROUP_ID_ERROR);
    }
    Ok(())
}
