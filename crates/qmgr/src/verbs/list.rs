//! Distribution lists: opening, putting to and closing many queues with one verb.
//!
//! The handle of a list leads to one handle for each destination, so that a destination is opened, checked, put to and
//! closed exactly as it would be alone. Outside syncpoint each put stands alone; the verb waits once, for the last of
//! them to be durable. Within a unit of work a destination that fails leaves the others in it.

use crate::deliver::extension::take_extension;
use crate::objects::registry::QueueObject;
use crate::verbs::async_put::{Target, Unheard, unanswered};
use crate::verbs::connection::Connection;
use crate::verbs::handle::{Destination, Opened};
use crate::verbs::open::bare_handle;
use crate::verbs::step::Step;
use bytes::Bytes;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::{PutReply, Reply};
use ferromq_mqi::distribution::{
    DESTINATIONS_MAX, ListPut, ObjectRecord, OpenedList, Outcome, PUT_RECORD_FIELDS, PutRecords,
    Response,
};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::reason::CompCode;
use ferromq_mqi::{MsgDescriptor, Reason};

/// Options an open of a list cannot have.
const NOT_FOR_LISTS: i32 = MQOO_INPUT_AS_Q_DEF
    | MQOO_INPUT_SHARED
    | MQOO_INPUT_EXCLUSIVE
    | MQOO_BROWSE
    | MQOO_INQUIRE
    | MQOO_SET;
const GROUPED: i32 = MQMF_SEGMENTATION_ALLOWED
    | MQMF_MSG_IN_GROUP
    | MQMF_LAST_MSG_IN_GROUP
    | MQMF_SEGMENT
    | MQMF_LAST_SEGMENT;

/// The destinations, each with what became of its opening and whether it is on this queue manager.
type OpenedEach = Vec<(Destination, bool)>;

impl Connection {
    /// Opens a distribution list. The handle of the list is there when one destination could be opened.
    pub(super) fn open_list(
        &mut self,
        list: &ObjectDescriptor,
        options: i32,
    ) -> Result<OpenedList, Reason> {
        let each = self.open_each(list, options)?;
        let outcome = outcome_of_open(&each);
        if outcome.comp_code == CompCode::Failed {
            return Ok(OpenedList {
                handle: ObjectHandle::UNUSABLE,
                outcome,
            });
        }
        let destinations = each.into_iter().map(|(destination, _)| destination);
        let opened = Opened::List(destinations.collect());
        let handle = self
            .handles
            .add(bare_handle(self, opened, ObjectName::BLANK, options));
        Ok(OpenedList { handle, outcome })
    }

    fn open_each(&mut self, list: &ObjectDescriptor, options: i32) -> Result<OpenedEach, Reason> {
        check_list(list, options)?;
        let opened = list.records.iter().map(|record| {
            let handle = self.open_destination(list, record, options);
            let local = handle.is_ok_and(|handle| self.leads_to_local_queue(handle));
            (handle, local)
        });
        Ok(opened.collect())
    }

    fn open_destination(
        &mut self,
        list: &ObjectDescriptor,
        record: &ObjectRecord,
        options: i32,
    ) -> Destination {
        self.check_listed(record)?;
        let descriptor = ObjectDescriptor {
            object_name: record.object_name,
            object_q_mgr_name: record.object_q_mgr_name,
            records: Vec::new(),
            ..list.clone()
        };
        match self.open_object(descriptor, options)? {
            Step::Done(Reply::Opened { handle, .. }) => Ok(handle),
            _ => Err(Reason::UNEXPECTED_ERROR),
        }
    }

    /// Documented: no model queues, and no alias queues that lead to topics.
    fn check_listed(&self, record: &ObjectRecord) -> Result<(), Reason> {
        let q_mgr = record.object_q_mgr_name;
        if !q_mgr.is_blank() && q_mgr != self.engine.name {
            return Ok(());
        }
        let found = self.engine.registry().queue(&record.object_name);
        match found {
            Some(QueueObject::Model(_)) => Err(Reason::Q_TYPE_ERROR),
            Some(QueueObject::Alias(front))
                if front.definition().int(Attr::Targtype) == MQOT_TOPIC =>
            {
                Err(Reason::ALIAS_BASE_Q_TYPE_ERROR)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_list(&mut self, number: ObjectHandle) -> bool {
        let handle = self.handles.get(number);
        handle.is_ok_and(|handle| matches!(handle.opened, Opened::List(_)))
    }

    fn leads_to_local_queue(&mut self, number: ObjectHandle) -> bool {
        let opened = self.handles.get(number).map(|handle| &handle.opened);
        matches!(opened, Ok(Opened::Queue(resolved)) if !resolved.is_remote())
    }

    /// Puts a message to every destination of the list.
    pub(super) fn put_list(
        &mut self,
        number: ObjectHandle,
        descriptor: MsgDescriptor,
        options: PutOptions,
        body: Bytes,
    ) -> Result<Step, Reason> {
        let Opened::List(destinations) = &self.handles.get(number)?.opened else {
            return Err(Reason::HOBJ_ERROR);
        };
        // Documented: a destination that the open of the list could not open has a reason of its own.
        let each: Vec<_> = destinations
            .iter()
            .map(|destination| destination.map_err(|_| Reason::OPEN_FAILED))
            .collect();
        self.put_each(&each, &[], descriptor, options, body)
    }

    /// Opens a list, puts to it and closes it.
    pub(super) fn put1_list(
        &mut self,
        list: &ObjectDescriptor,
        open_options: i32,
        descriptor: MsgDescriptor,
        options: PutOptions,
        body: Bytes,
    ) -> Result<Step, Reason> {
        let opened = self.open_each(list, open_options)?;
        let each: Vec<_> = opened.iter().map(|(destination, _)| *destination).collect();
        let put = self.put_each(&each, &list.records, descriptor, options, body);
        self.close_destinations(&each);
        put
    }

    /// Puts to destinations. `unheard` are their names where nobody has been told which of them could not be opened.
    fn put_each(
        &mut self,
        each: &[Destination],
        unheard: &[ObjectRecord],
        descriptor: MsgDescriptor,
        options: PutOptions,
        body: Bytes,
    ) -> Result<Step, Reason> {
        let common = Common::of(self, each.len(), descriptor, options, body)?;
        if common.options.options & MQPMO_ASYNC_RESPONSE != 0 {
            return Ok(self.put_each_async(each, unheard, common));
        }
        let mut records = common.given.clone();
        let mut context = None;
        let mut responses = Vec::with_capacity(each.len());
        let mut waits = false;
        for (index, destination) in each.iter().enumerate() {
            let put = match *destination {
                Ok(handle) => self.put_to_destination(handle, &common, index, &mut waits),
                Err(reason) => Err(reason),
            };
            responses.push(match put {
                Err(Reason::BACKED_OUT) => return Err(Reason::BACKED_OUT),
                Err(reason) => (Response::failed(reason), false),
                Ok((reply, local)) => {
                    if let Some(record) = records.records.get_mut(index) {
                        record.take_identifiers(&reply.descriptor);
                    }
                    context.get_or_insert(reply.descriptor);
                    (Response::done(reply.reason), local)
                }
            });
        }
        let outcome = Outcome::of(&responses);
        let forced = self.unforced.take_if(|_| waits);
        let put = ListPut {
            descriptor: common.returned(context.as_ref()),
            outcome,
            records,
        };
        Ok(self.answer_put(forced, false, Reply::ListPut(Box::new(put))))
    }

    /// Puts to destinations and waits for none: each is settled, and counted, as if it were put to alone.
    fn put_each_async(
        &mut self,
        each: &[Destination],
        unheard: &[ObjectRecord],
        common: Common,
    ) -> Step {
        // What is observed is the call.
        let call = std::mem::take(&mut self.call);
        for (index, destination) in each.iter().enumerate() {
            let mut descriptor = common.descriptor_of(index);
            match (*destination, unheard.get(index)) {
                (Ok(handle), _) => {
                    let body = common.body.clone();
                    // Settled: there is nothing to be heard.
                    let _done = self.put(handle, &mut descriptor, &common.options, body);
                }
                (Err(reason), Some(record)) => {
                    let put = Unheard {
                        options: common.options.options,
                        persistence: descriptor.persistence,
                        through: None,
                    };
                    self.fail_async(put, |_| Target::listed(record), reason);
                }
                // The open of the list has told the program of this destination; the others get the message.
                (Err(reason), None) => {
                    self.count_async(CompCode::Failed, reason, |_| Target::default());
                }
            }
        }
        self.call = call;
        Step::Done(Reply::Put(Box::new(unanswered(common.passed))))
    }

    /// Puts to one destination. What it waits for, if it `waits`, is in `unforced`; the next put goes behind that.
    fn put_to_destination(
        &mut self,
        handle: ObjectHandle,
        common: &Common,
        index: usize,
        waits: &mut bool,
    ) -> Result<(PutReply, bool), Reason> {
        let mut descriptor = common.descriptor_of(index);
        let body = common.body.clone();
        let step = self.put(handle, &mut descriptor, &common.options, body)?;
        let local = self.leads_to_local_queue(handle);
        match step {
            Step::Done(Reply::Put(reply)) => Ok((*reply, local)),
            Step::Forced(end, latch, Reply::Put(reply)) => {
                self.unforced = Some((end, latch));
                *waits = true;
                Ok((*reply, local))
            }
            _ => Err(Reason::UNEXPECTED_ERROR),
        }
    }

    /// Closes the destinations of a list. Returns the first warning.
    pub(super) fn close_destinations(&mut self, destinations: &[Destination]) -> Reason {
        let open: Vec<_> = destinations.iter().flatten().copied().collect();
        let mut warning = Reason::NONE;
        for handle in open {
            if let Ok(Step::Done(Reply::Done(reason))) = self.close(handle, MQCO_NONE)
                && warning == Reason::NONE
            {
                warning = reason;
            }
        }
        warning
    }
}

/// What the messages of a list have in common.
struct Common {
    /// As the program passed it.
    passed: MsgDescriptor,
    /// Without what its extension carried.
    descriptor: MsgDescriptor,
    /// Of each put.
    options: PutOptions,
    body: Bytes,
    given: PutRecords,
    /// One new correlation identifier for all of them.
    correl_id: Option<[u8; 24]>,
    for_output_only: bool,
}

impl Common {
    fn of(
        connection: &Connection,
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
            correl_id: new_correl_id.then(|| connection.engine.identifiers.message_id()),
            for_output_only: asked & MQPMO_MD_FOR_OUTPUT_ONLY != 0,
        })
    }

    fn descriptor_of(&self, index: usize) -> MsgDescriptor {
        let mut descriptor = self.descriptor.clone();
        if let Some(record) = self.given.records.get(index) {
            record.apply(self.given.fields, &mut descriptor);
        }
        if let Some(correl_id) = self.correl_id {
            descriptor.correl_id = correl_id;
        }
        descriptor
    }

    /// Documented: the identifiers of the descriptor are left alone, because each message has its own.
    fn returned(&self, put: Option<&MsgDescriptor>) -> MsgDescriptor {
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

/// What makes no list at all.
fn check_list(list: &ObjectDescriptor, options: i32) -> Result<(), Reason> {
    if list.object_type != MQOT_Q {
        return Err(Reason::RECS_PRESENT_ERROR);
    }
    if !list.object_name.is_blank() {
        return Err(Reason::OBJECT_NAME_ERROR);
    }
    if !list.object_q_mgr_name.is_blank() {
        return Err(Reason::OBJECT_Q_MGR_NAME_ERROR);
    }
    if options & NOT_FOR_LISTS != 0 {
        return Err(Reason::OPTION_NOT_VALID_FOR_TYPE);
    }
    if list.records.len() > DESTINATIONS_MAX {
        return Err(Reason::HANDLE_NOT_AVAILABLE);
    }
    Ok(())
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

fn outcome_of_open(each: &OpenedEach) -> Outcome {
    let responses = each.iter().map(|(destination, local)| {
        let response = match destination {
            Ok(_) => Response::OK,
            Err(reason) => Response::failed(*reason),
        };
        (response, *local)
    });
    Outcome::of(&responses.collect::<Vec<_>>())
}
