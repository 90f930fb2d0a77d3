//! Destinations of a list that get one message together: it stands on their transmission queue once, and is parted where their ways do.
//!
//! Documented with `MQDH` and with `DistLists` of queues: destinations elsewhere that have a transmission queue in common, if the next queue manager
//! on the way supports distribution lists.

use crate::deliver::delay;
use crate::deliver::placing::Placements;
use crate::deliver::target::check_queue;
use crate::deliver::transmit::for_transmission_together;
use crate::store::local_queue::LocalQueue;
use crate::store::long_put::LongPut;
use crate::store::placement::reserve;
use crate::verbs::connection::Connection;
use crate::verbs::handle::{Destination, Opened};
use crate::verbs::list_put::ListUnderWay;
use crate::verbs::put::Prepared;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::MESSAGE_BYTES_MAX;
use ferromq_mqi::distribution::{ObjectRecord, PUT_RECORD_FIELDS, PutRecord, Response};
use ferromq_mqi::distribution_header::Destinations;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::sync::Arc;

/// A destination whose message was checked.
struct Member {
    index: usize,
    handle: ObjectHandle,
    descriptor: MsgDescriptor,
    prepared: Prepared,
    object: ObjectRecord,
}

impl Connection {
    /// Puts one message for the destination whose turn it is and all behind it that can share it. They have their responses then, as have those
    /// that refuse their message. Nothing is put if there are no two of them.
    ///
    /// # Errors
    /// The verb ends, or waits: nothing was put.
    pub(super) fn put_together(
        &mut self,
        each: &[Destination],
        list: &mut ListUnderWay,
    ) -> Result<(), Reason> {
        let Some(queue) = self.shared_queue(each, list) else {
            return Ok(());
        };
        let mut members: Vec<Member> = Vec::new();
        for (index, destination) in each.iter().enumerate().skip(list.next) {
            let Ok(handle) = *destination else { continue };
            let is_there = |other: &Arc<LocalQueue>| Arc::ptr_eq(other, &queue);
            let is_candidate = self.transmits_by(handle).is_some_and(is_there);
            if !is_candidate || list.responses[index].is_some() {
                continue;
            }
            match self.member(index, handle, &queue, list) {
                Ok(Some(member)) => {
                    let first = members.first();
                    if first.is_none_or(|first| goes_with(first, &member)) {
                        members.push(member);
                    }
                }
                Ok(None) => {}
                Err(reason) => list.responses[index] = Some((Response::failed(reason), false)),
            }
        }
        if members.len() < 2 {
            return Ok(());
        }
        let refused = match self.place_together(&queue, &members, list) {
            Ok(true) => None,
            Ok(false) => return Ok(()),
            Err(reason) if reason == Reason::BACKED_OUT || self.waits_for_room(&Err(reason)) => {
                return Err(reason);
            }
            Err(reason) => Some(reason),
        };
        for member in members {
            let response = match refused {
                Some(reason) => Response::failed(reason),
                None => self.is_put_with_others(&member, list),
            };
            list.responses[member.index] = Some((response, false));
        }
        Ok(())
    }

    fn is_put_with_others(&mut self, member: &Member, list: &mut ListUnderWay) -> Response {
        if let Ok(handle) = self.handles.get(member.handle) {
            handle.logical_put = member.prepared.next;
            handle.bound_group.clone_from(&member.prepared.bound_group);
        }
        if let Some(record) = list.records.records.get_mut(member.index) {
            record.take_identifiers(&member.descriptor);
        }
        list.context
            .get_or_insert_with(|| member.descriptor.clone());
        Response::done(member.prepared.warning)
    }

    /// The transmission queue of the destination whose turn it is, if it takes messages for several.
    fn shared_queue(
        &mut self,
        each: &[Destination],
        list: &ListUnderWay,
    ) -> Option<Arc<LocalQueue>> {
        if list.responses[list.next].is_some() || list.next + 1 == each.len() {
            return None;
        }
        let first = each.get(list.next)?.ok()?;
        let queue = self.transmits_by(first)?;
        let supports = queue.with_definition(|it| it.int(Attr::Distl) == MQDL_SUPPORTED);
        supports.then(|| Arc::clone(queue))
    }

    /// The transmission queue of a destination elsewhere.
    fn transmits_by(&mut self, handle: ObjectHandle) -> Option<&Arc<LocalQueue>> {
        match &self.handles.get(handle).ok()?.opened {
            Opened::Queue(resolved) if resolved.is_remote() => Some(resolved.queue()),
            _ => None,
        }
    }

    /// Checks the message of a destination; `None` if it cannot share one.
    fn member(
        &mut self,
        index: usize,
        handle: ObjectHandle,
        queue: &Arc<LocalQueue>,
        list: &ListUnderWay,
    ) -> Result<Option<Member>, Reason> {
        let common = &list.common;
        let mut descriptor = common.descriptor_of(index);
        let mut body = common.body.clone();
        self.check_put(handle, &common.options)?;
        descriptor.fill_with_blanks();
        let prepared = self.prepare(handle, &mut descriptor, &common.options, &mut body)?;
        if delay::delay_ms(&descriptor, &body, &common.options) > 0
            || prepared.segmenting.is_some()
            || !Arc::ptr_eq(prepared.target.queue(), queue)
        {
            return Ok(None);
        }
        // A channel of a cluster takes its own messages only.
        let onward = prepared.target.remote();
        let Some(onward) = onward.filter(|onward| onward.route.is_none()) else {
            return Ok(None);
        };
        let object = ObjectRecord {
            object_name: onward.q_name,
            object_q_mgr_name: onward.q_mgr,
        };
        Ok(Some(Member {
            index,
            handle,
            descriptor,
            prepared,
            object,
        }))
    }

    /// Puts the message of these destinations; false if it would be too long with all their names.
    fn place_together(
        &mut self,
        queue: &Arc<LocalQueue>,
        members: &[Member],
        list: &mut ListUnderWay,
    ) -> Result<bool, Reason> {
        let Some(first) = members.first() else {
            return Ok(false);
        };
        let common = &list.common;
        let grouped = match first.descriptor.group_id == MQGI_NONE {
            true => MQPMRF_NONE,
            false => MQPMRF_GROUP_ID,
        };
        let destinations = Destinations::of(
            members.iter().map(|it| (it.object, &it.descriptor)),
            common.fields() | grouped,
            common.leaves_identifiers(),
        );
        let length = destinations.header_bytes() + common.body.len();
        if length > MESSAGE_BYTES_MAX || check_queue(queue, length).is_err() {
            return Ok(false);
        }
        LongPut::renew();
        let terms = first.prepared.terms;
        let message = for_transmission_together(
            &self.engine,
            &first.descriptor,
            &common.body,
            &destinations,
            terms.put_at_us,
        );
        let placements = Placements::alone(reserve(&self.engine, queue, Arc::new(message), terms)?);
        if common.options.options & MQPMO_SYNCPOINT != 0 {
            self.place_in_work(placements, 0)?;
        } else if let Some(forced) = self.place_alone(placements)? {
            self.unforced = Some(forced);
            list.waits = true;
        }
        Ok(true)
    }
}

/// Whether two messages differ in no more than a put message record has.
fn goes_with(first: &Member, other: &Member) -> bool {
    let mut alike = other.descriptor.clone();
    PutRecord::of(&first.descriptor).apply(PUT_RECORD_FIELDS, &mut alike);
    // They were stamped one after the other.
    alike.put_date = first.descriptor.put_date;
    alike.put_time = first.descriptor.put_time;
    alike == first.descriptor
}
