//! Verbs of a connection that wait for room in the log: puts, gets, `MQSET`, making a dynamic queue that lasts, and making and
//! removing a subscription. And what they wait for besides, begun anew in the same way: the pieces of a long body, a copy of it, one more
//! extent, a disk that does not keep up, a queue with too much in memory, what the system says of a user, what a cluster knows of a name, and places on queues that
//! other engines keep. Commits wait so for others
//! that take part in their unit of work.

use crate::core::latch::{Forced, Latch};
use crate::deliver::resolve::resolve;
use crate::objects::registry::QueueObject;
use crate::store::asked_places::AskedPlaces;
use crate::store::joined::serve_others;
use crate::store::long_put::LongPut;
use crate::store::room::{Need, WAITS_MAX};
use crate::verbs::connection::Connection;
use crate::verbs::handle::Opened;
use crate::verbs::holders::wait_for_room;
use crate::verbs::step::{Again, Later, Pending, Refused, Step};
use crate::verbs::waiting_get::BROWSES;
use ferromq_base::disk::access;
use ferromq_log::Log;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCO_NONE, MQCO_REMOVE_SUB, MQOT_Q, MQPER_NOT_PERSISTENT, MQPER_PERSISTENT,
    MQQDT_PERMANENT_DYNAMIC, MQSO_ALTER, MQSO_CREATE, MQSO_DURABLE, MQSO_RESUME,
};
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::xa::XaCall;
use std::sync::Arc;
use std::task::{Poll, Waker};

/// About what the definition of a dynamic queue takes, and its maker's authority.
const MODEL_BYTES: usize = 2048;

/// More than nearly every verb appends that lets the log be emptied.
const COMPLETING_BYTES: usize = 4096;

/// Whether a verb may append to the log, so that it waits when the disk does not keep up with those who do.
fn appends(request: &Request) -> bool {
    match request {
        Request::Put { descriptor, .. } | Request::Put1 { descriptor, .. } => {
            descriptor.persistence != MQPER_NOT_PERSISTENT
        }
        Request::Get { options, .. } => options.options & BROWSES == 0,
        Request::Close { options, .. } => *options != MQCO_NONE,
        Request::Commit
        | Request::BackOut
        | Request::Disconnect
        | Request::Set { .. }
        | Request::Subscribe { .. } => true,
        Request::Xa(call) => decides(call),
        _ => false,
    }
}

/// Whether a verb may append what lets the log be emptied. That is not refused for want of an extent, so the verb waits for one
/// before it begins.
fn completes(request: &Request) -> bool {
    match request {
        Request::Commit | Request::BackOut | Request::Disconnect => true,
        Request::Xa(call) => decides(call),
        _ => false,
    }
}

/// Whether a verb puts messages, on queues that engines may keep which answer later.
fn puts(request: &Request) -> bool {
    matches!(request, Request::Put { .. } | Request::Put1 { .. })
}

/// Whether a verb opens a distribution list.
fn is_of_list(request: &Request) -> bool {
    match request {
        Request::Open { descriptor, .. } => !descriptor.records.is_empty(),
        Request::Put1 { object, .. } => !object.records.is_empty(),
        _ => false,
    }
}

/// Whether a call of a transaction manager may append: the others change nothing that lasts, and are answered at once.
fn decides(call: &XaCall) -> bool {
    match call {
        XaCall::Prepare { .. }
        | XaCall::Commit { .. }
        | XaCall::RollBack { .. }
        | XaCall::Forget { .. } => true,
        XaCall::Open { .. }
        | XaCall::Close { .. }
        | XaCall::Start { .. }
        | XaCall::End { .. }
        | XaCall::Recover { .. }
        | XaCall::Complete { .. } => false,
    }
}

impl Connection {
    /// What there has to be room for, of a verb that may wait for it.
    pub(super) fn need_of(&mut self, request: &Request) -> Option<Need> {
        match request {
            Request::Put { body, .. } | Request::Put1 { body, .. } => Some(Need::put(body.len())),
            Request::Get { options, .. } if options.options & BROWSES == 0 => Some(Need::get()),
            Request::Subscribe { descriptor, .. }
                // Who resumes need not say that it lasts, and may become whose it is.
                if descriptor.options & MQSO_RESUME != 0
                    || (descriptor.options & MQSO_DURABLE != 0
                        && descriptor.options & (MQSO_CREATE | MQSO_ALTER) != 0) =>
            {
                let texts = [
                    &descriptor.object_string,
                    &descriptor.sub_name,
                    &descriptor.sub_user_data,
                    &descriptor.selection_string,
                ];
                Some(Need::change(texts.into_iter().map(String::len).sum()))
            }
            Request::Close { handle, options } if options & MQCO_REMOVE_SUB != 0 => {
                match &self.handles.get(*handle).ok()?.opened {
                    Opened::Subscription(open) if open.durable => Some(Need::change(0)),
                    _ => None,
                }
            }
            Request::Set { ints, chars, .. } => Some(Need::change(ints.len() * 4 + chars.len())),
            // Only what is made of a model queue is logged. To find out costs more than to ask the log.
            Request::Open { descriptor, .. } if self.engine.log.may_refuse(MODEL_BYTES) => self
                .opens_lasting_model(descriptor)
                .then(|| Need::change(MODEL_BYTES)),
            _ => None,
        }
    }

    /// The same of one that may be given what is retained, if that may be long.
    fn need_of_given(&self, request: &Request) -> Option<Need> {
        let given = matches!(
            request,
            Request::Subscribe { .. } | Request::SubscriptionRequest { .. }
        );
        (given && self.engine.topics.retains_long()).then(Need::get)
    }

    /// Whether the object is a model queue of which dynamic queues are made that last.
    fn opens_lasting_model(&self, descriptor: &ObjectDescriptor) -> bool {
        let q_mgr = descriptor.object_q_mgr_name;
        let here = q_mgr.is_blank() || q_mgr == self.engine.name;
        let found = match here && descriptor.object_type == MQOT_Q {
            true => self.engine.registry().queue(&descriptor.object_name),
            false => None,
        };
        let Some(QueueObject::Model(model)) = found else {
            return false;
        };
        model.definition().int(Attr::Deftype) == MQQDT_PERMANENT_DYNAMIC
    }

    /// Admits a verb and begins it. One the log refuses waits for room, if it may and that makes sense.
    pub(super) fn begin_verb(
        &mut self,
        request: &mut Request,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        self.list_under_way = None;
        // Nearly always there is room, and nothing is kept.
        let need = self.need_of(request);
        let need = need.filter(|need| need.may_be_refused(&self.engine));
        let need = need.or_else(|| self.need_of_given(request));
        if self.engine.log.is_crowded()
            && appends(request)
            && let Some(latch) = self.latch_for_space()
        {
            return Ok(self.again(request, need).behind_disk(latch));
        }
        if let Some(latch) = self.latch_for_completing(request) {
            return Ok(self.again(request, need).behind_extent(latch));
        }
        if self.engine.spills.is_awaited()
            && let Some(latch) = self.latch_for_spill(request)
        {
            return Ok(self.again(request, need).behind_job(latch));
        }
        match self.latch_for_user(request) {
            Ok(None) => {}
            Ok(Some(latch)) => {
                return Ok(self.again(request, need).behind_lookup(latch));
            }
            Err(reason) => return self.refuse_unbegun(request, reason),
        }
        let mut asked = Vec::new();
        match self.latch_for_name(request, &mut asked) {
            Ok(None) => {}
            Ok(Some(latch)) => {
                let mut again = self.again(request, need);
                again.asked = asked;
                return Ok(again.behind_cluster(latch));
            }
            Err(reason) => return self.refuse_unbegun(request, reason),
        }
        if need.is_none() && !(self.engine.asks_elsewhere() && puts(request)) {
            return self.admit_and_dispatch(request, waker);
        }
        let again = self.again(request, need);
        self.try_verb(again, request, waker)
    }

    /// A verb that is begun anew when what it waits for is there.
    fn again(&self, request: &Request, need: Option<Need>) -> Box<Again> {
        Again::of(&self.engine.store, request, need, self.uses_workers)
    }

    /// A latch that opens when the log has buffers again; `None` when it has.
    fn latch_for_space(&self) -> Option<Latch> {
        let latch = Latch::default();
        let opened = latch.clone();
        let call = Box::new(move || opened.open(Forced::Durable));
        self.engine.log.when_space(call).then_some(latch)
    }

    /// A latch that opens when there is less to be written to the files of the queue a message goes to, or of all queues; `None` when there is
    /// not too much, or it is persistent and rests in the log.
    fn latch_for_spill(&mut self, request: &Request) -> Option<Latch> {
        let spills = &self.engine.spills;
        let (descriptor, body, queue) = match request {
            Request::Put {
                handle,
                descriptor,
                body,
                ..
            } => match &self.handles.get(*handle).ok()?.opened {
                Opened::Queue(resolved) => (descriptor, body, Some(Arc::clone(resolved.queue()))),
                _ => (descriptor, body, None),
            },
            Request::Put1 {
                object,
                descriptor,
                body,
                ..
            } => {
                let (name, q_mgr) = (&object.object_name, &object.object_q_mgr_name);
                let is_queue = object.object_type == MQOT_Q && object.records.is_empty();
                let resolved = is_queue.then(|| resolve(&self.engine, name, q_mgr).ok());
                let queue = resolved.map(|resolved| Some(Arc::clone(resolved?.queue())));
                (descriptor, body, queue.unwrap_or_default())
            }
            _ => return None,
        };
        match queue {
            _ if descriptor.persistence == MQPER_PERSISTENT => None,
            Some(queue) => spills.latch(&queue, body.len()),
            None => spills.latch_of_any(body.len()),
        }
    }

    /// A latch that opens when somebody has tried to make an extent for a verb that lets the log be emptied; `None` when there
    /// is room for it.
    fn latch_for_completing(&self, request: &Request) -> Option<Latch> {
        if !completes(request) {
            return None;
        }
        let latch = Latch::default();
        let opened = latch.clone();
        let call = Box::new(move || opened.open(Forced::Durable));
        let waits = self.engine.log.when_ready(COMPLETING_BYTES, call);
        waits.then_some(latch)
    }

    /// A latch that opens when somebody has tried to make an extent.
    fn latch_for_extent(&self) -> Latch {
        let latch = Latch::default();
        let opened = latch.clone();
        let call = Box::new(move || opened.open(Forced::Durable));
        if !self.engine.log.when_extended(call) {
            latch.open(Forced::Durable);
        }
        latch
    }

    fn admit_and_dispatch(&mut self, request: &mut Request, waker: &Waker) -> Result<Step, Reason> {
        self.refusals.clear();
        match self.admit(request) {
            Ok(()) => self.dispatch(request, waker),
            Err(reason) => self.refuse_unbegun(request, reason),
        }
    }

    fn refuse_unbegun(&mut self, request: &Request, reason: Reason) -> Result<Step, Reason> {
        self.fail_unanswered(request, reason);
        Err(reason)
    }

    fn try_verb(
        &mut self,
        again: Box<Again>,
        request: &mut Request,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let mut may_wait = false;
        if let Some(need) = again.need.filter(|_| again.waits < WAITS_MAX) {
            may_wait = true;
            if need.should_wait_first(&self.engine)
                && let Some((latch, ticket)) = wait_for_room(&self.engine, need, again.ticket)
            {
                return Ok(again.behind(latch, ticket));
            }
            self.refused = Refused::MayWait(need, again.ticket);
        }
        let long = again.long.clone().filter(|_| may_wait);
        let mut verb = || {
            let step = self.admit_and_dispatch(request, waker);
            let waits = self.waits_for_room(&step);
            (step, waits)
        };
        let (step, waits) = AskedPlaces::during(again.places.as_ref(), || {
            LongPut::during(long.as_ref(), || match may_wait {
                true => Log::rather_refused(verb),
                false => verb(),
            })
        });
        match std::mem::take(&mut self.refused) {
            Refused::Waits(latch, ticket) if waits => Ok(again.behind(latch, ticket)),
            Refused::Stages(latch) if waits => Ok(again.behind_disk(latch)),
            Refused::Extends(latch) if waits => Ok(again.behind_extent(latch)),
            Refused::Copies(latch) if waits => Ok(again.behind_worker(latch)),
            Refused::Asks(latch) if waits => Ok(again.behind_job(latch)),
            _ => step,
        }
    }

    /// Whether a verb that ended so waits for room and is begun anew.
    pub(crate) fn waits_for_room(&mut self, ended: &Result<Step, Reason>) -> bool {
        if !matches!(ended, Err(Reason::RESOURCE_PROBLEM)) {
            return false;
        }
        let may_wait = matches!(self.refused, Refused::MayWait(..));
        if let Some(latch) = AskedPlaces::awaited() {
            self.refused = Refused::Asks(latch);
        } else if may_wait && let Some(latch) = LongPut::leave_copies() {
            self.refused = Refused::Copies(latch);
        } else if may_wait && let Some(latch) = LongPut::awaited_by_verb() {
            self.refused = Refused::Stages(latch);
        } else if may_wait && Log::was_refused_an_extent() {
            self.refused = Refused::Extends(self.latch_for_extent());
        }
        if let Refused::MayWait(need, ticket) = self.refused {
            self.refused = match wait_for_room(&self.engine, need, ticket) {
                Some((latch, ticket)) => {
                    self.engine.room.note_wait();
                    Refused::Waits(latch, ticket)
                }
                None => Refused::Final,
            };
        }
        matches!(
            self.refused,
            Refused::Waits(..)
                | Refused::Stages(..)
                | Refused::Extends(..)
                | Refused::Copies(..)
                | Refused::Asks(..)
        )
    }

    /// Leaves a verb waiting for room.
    pub(super) fn wait_behind(
        &mut self,
        latch: Latch,
        again: Box<Again>,
        waker: &Waker,
    ) -> Poll<Reply> {
        self.state.await_interrupt(waker);
        if latch.poll(waker).is_ready() || self.engine.is_stopping() || self.state.is_stopped() {
            waker.wake_by_ref();
        }
        self.pending = Some(Pending::ToBegin(latch, again));
        Poll::Pending
    }

    /// Leaves a commit waiting for participants of its unit of work.
    pub(super) fn wait_for_others(
        &mut self,
        latch: Latch,
        later: Box<Later>,
        waker: &Waker,
    ) -> Poll<Reply> {
        self.state.await_interrupt(waker);
        if latch.poll(waker).is_ready() || self.engine.is_stopping() || self.state.is_stopped() {
            waker.wake_by_ref();
        }
        self.pending = Some(Pending::Others(latch, later));
        Poll::Pending
    }

    /// Begins a commit anew, if participants are to be asked again or it is too late for that.
    pub(super) fn ask_others_again(
        &mut self,
        latch: Latch,
        later: Box<Later>,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let over = self.engine.is_stopping() || self.state.is_stopped();
        if latch.poll(waker).is_pending() && !over {
            return Ok(Step::WaitsForOthers(latch, later));
        }
        match *later {
            Later::Verb(mut request) => self.begin_verb(&mut request, waker),
            Later::Promise(name) => self.begin_promise(&name),
        }
    }

    /// Begins a verb anew, if there is room now or the wait is over.
    pub(super) fn try_again(
        &mut self,
        latch: Latch,
        mut again: Box<Again>,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let over = self.engine.is_stopping() || self.state.is_stopped();
        match latch.poll(waker) {
            Poll::Pending if !over => return Ok(Step::WaitsToBegin(latch, again)),
            Poll::Ready(Forced::Durable) => {}
            Poll::Ready(Forced::Failed) if again.waits_for_lookup() && !over => {
                return self.refuse_unbegun(&again.request, Reason::SECURITY_ERROR);
            }
            // Of a list others may be known.
            Poll::Ready(Forced::Failed)
                if again.waits_for_cluster() && is_of_list(&again.request) => {}
            Poll::Ready(Forced::Failed) if again.waits_for_cluster() && !over => {
                return self.refuse_unbegun(&again.request, Reason::CLUSTER_RESOLUTION_ERROR);
            }
            Poll::Pending | Poll::Ready(Forced::Failed) => again.waits = WAITS_MAX,
        }
        // What does not begin any more asks for nobody. Otherwise there may be another one now, or all were forgotten meanwhile.
        if !over {
            match self.latch_for_user(&again.request) {
                Ok(None) => {}
                Ok(Some(latch)) => return Ok(again.behind_lookup(latch)),
                Err(reason) => return self.refuse_unbegun(&again.request, reason),
            }
            match self.latch_for_name(&again.request, &mut again.asked) {
                Ok(None) => {}
                Ok(Some(latch)) => return Ok(again.behind_cluster(latch)),
                Err(reason) => return self.refuse_unbegun(&again.request, reason),
            }
        }
        if again.waits >= WAITS_MAX {
            let puts = matches!(again.request, Request::Put { .. } | Request::Put1 { .. });
            let _access =
                puts.then(|| access::allow("a put that waits in vain is staged in place"));
            // Nor does it leave copies to workers any more.
            let _alone = serve_others(false);
            return self.admit_and_dispatch(&mut again.request, waker);
        }
        // Others may have taken what there was.
        if self.engine.spills.has_too_much()
            && let Some(latch) = self.latch_for_spill(&again.request)
        {
            again.waits += 1;
            return Ok(again.behind_job(latch));
        }
        if let Some(latch) = self.latch_for_completing(&again.request) {
            return Ok(again.behind_extent(latch));
        }
        let mut request = again.request.clone();
        self.try_verb(again, &mut request, waker)
    }
}
