//! Distribution lists: opening, putting to and closing many queues with one verb.
//!
//! The handle of a list leads to one handle for each destination, so that a destination is opened, checked, put to and
//! closed exactly as it would be alone. Outside syncpoint each put stands alone; the verb waits once, for the last of
//! them to be durable. Within a unit of work a destination that fails leaves the others in it.
//!
//! A put to a destination may have to wait before it begins (`verbs/room.rs`). Then the verb does, and goes on with that destination
//! when it is begun anew: what it has done is kept meanwhile ([`ListUnderWay`]).

use crate::objects::registry::QueueObject;
use crate::store::long_put::LongPut;
use crate::verbs::async_put::{Target, Unheard, unanswered};
use crate::verbs::connection::Connection;
use crate::verbs::handle::{Destination, Opened};
use crate::verbs::list_put::{Common, ListUnderWay};
use crate::verbs::open::bare_handle;
use crate::verbs::step::Step;
use bytes::Bytes;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::{PutReply, Reply};
use ferromq_mqi::distribution::{
    DESTINATIONS_MAX, ListPut, ObjectRecord, OpenedList, Outcome, Response,
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
        let mut list = match self.list_under_way.take() {
            Some(list) => list,
            None => {
                let identifiers = &self.engine.identifiers;
                let common = Common::of(identifiers, each.len(), descriptor, options, body)?;
                Box::new(ListUnderWay::of(common, each.len()))
            }
        };
        if list.common.options.options & MQPMO_ASYNC_RESPONSE != 0 {
            return self.put_each_async(each, unheard, list);
        }
        while let Some(destination) = each.get(list.next) {
            match self.put_together(each, &mut list) {
                Ok(()) => {}
                Err(Reason::BACKED_OUT) => return Err(Reason::BACKED_OUT),
                Err(reason) => return self.leave_off(list, reason),
            }
            if list.responses[list.next].is_some() {
                list.next += 1;
                continue;
            }
            let put = match *destination {
                Ok(handle) => self.put_to_destination(handle, &mut list),
                Err(reason) => Err(reason),
            };
            let response = match put {
                Err(Reason::BACKED_OUT) => return Err(Reason::BACKED_OUT),
                Err(reason) if self.waits_for_room(&Err(reason)) => {
                    return self.leave_off(list, reason);
                }
                Err(reason) => (Response::failed(reason), false),
                Ok((reply, local)) => {
                    if let Some(record) = list.records.records.get_mut(list.next) {
                        record.take_identifiers(&reply.descriptor);
                    }
                    list.context.get_or_insert(reply.descriptor);
                    (Response::done(reply.reason), local)
                }
            };
            list.responses[list.next] = Some(response);
            list.next += 1;
        }
        let responses: Vec<_> = list.responses.iter().flatten().copied().collect();
        let outcome = Outcome::of(&responses);
        let forced = self.unforced.take_if(|_| list.waits);
        let put = ListPut {
            descriptor: list.common.returned(list.context.as_ref()),
            outcome,
            records: list.records,
        };
        Ok(self.answer_put(forced, false, Reply::ListPut(Box::new(put))))
    }

    /// The next destination has to wait before its put begins.
    fn leave_off(&mut self, list: Box<ListUnderWay>, reason: Reason) -> Result<Step, Reason> {
        self.list_under_way = Some(list);
        Err(reason)
    }

    /// Puts to destinations and waits for no answer: each is settled, and counted, as if it were put to alone.
    fn put_each_async(
        &mut self,
        each: &[Destination],
        unheard: &[ObjectRecord],
        mut list: Box<ListUnderWay>,
    ) -> Result<Step, Reason> {
        // What is observed is the call.
        let call = std::mem::take(&mut self.call);
        while let Some(destination) = each.get(list.next) {
            let (index, common) = (list.next, &list.common);
            let mut descriptor = common.descriptor_of(index);
            match (*destination, unheard.get(index)) {
                (Ok(handle), _) => {
                    let body = common.body.clone();
                    LongPut::renew();
                    // What has not to wait is settled: there is nothing to be heard.
                    if let Err(reason) = self.put(handle, &mut descriptor, &common.options, body) {
                        self.call = call;
                        return self.leave_off(list, reason);
                    }
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
            list.next += 1;
        }
        self.call = call;
        let passed = list.common.passed;
        Ok(Step::Done(Reply::Put(Box::new(unanswered(passed)))))
    }

    /// Puts to the next destination. What it waits for, if it waits for the log, is in `unforced`; the next put goes behind that.
    fn put_to_destination(
        &mut self,
        handle: ObjectHandle,
        list: &mut ListUnderWay,
    ) -> Result<(PutReply, bool), Reason> {
        let common = &list.common;
        let mut descriptor = common.descriptor_of(list.next);
        LongPut::renew();
        let body = common.body.clone();
        let step = self.put(handle, &mut descriptor, &common.options, body)?;
        let local = self.leads_to_local_queue(handle);
        match step {
            Step::Done(Reply::Put(reply)) => Ok((*reply, local)),
            Step::Forced(end, latch, Reply::Put(reply)) => {
                self.unforced = Some((end, latch));
                list.waits = true;
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
