//! Verbs of a connection that wait for room in the log: puts, gets, and making and removing a subscription.

use crate::core::gate::{Forced, Gate};
use crate::store::room::{Need, WAITS_MAX};
use crate::verbs::connection::Connection;
use crate::verbs::handle::Opened;
use crate::verbs::holders::wait_for_room;
use crate::verbs::step::Again;
use crate::verbs::step::Refused;
use crate::verbs::step::{Pending, Step};
use crate::verbs::waiting_get::BROWSES;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQCO_REMOVE_SUB, MQSO_ALTER, MQSO_CREATE, MQSO_DURABLE};
use std::task::{Poll, Waker};

impl Connection {
    /// What there has to be room for, of a verb that may wait for it.
    fn need_of(&mut self, request: &Request) -> Option<Need> {
        match request {
            Request::Put { body, .. } | Request::Put1 { body, .. } => Some(Need::put(body.len())),
            Request::Get { options, .. } if options.options & BROWSES == 0 => Some(Need::get()),
            Request::Subscribe { descriptor, .. }
                if descriptor.options & MQSO_DURABLE != 0
                    && descriptor.options & (MQSO_CREATE | MQSO_ALTER) != 0 =>
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
            _ => None,
        }
    }

    /// Admits a verb and begins it. One the log refuses waits for room, if it may and that makes sense.
    pub(super) fn begin_verb(&mut self, request: Request, waker: &Waker) -> Result<Step, Reason> {
        // Nearly always there is room, and nothing is kept.
        let need = self.need_of(&request);
        match need.filter(|need| need.may_be_refused(&self.engine)) {
            None => self.admit_and_dispatch(request, waker),
            Some(need) => {
                let again = Box::new(Again {
                    request: request.clone(),
                    need,
                    ticket: None,
                    waits: 0,
                });
                self.try_verb(again, request, waker)
            }
        }
    }

    fn admit_and_dispatch(&mut self, request: Request, waker: &Waker) -> Result<Step, Reason> {
        if let Err(reason) = self.admit(&request) {
            self.fail_unanswered(&request, reason);
            return Err(reason);
        }
        self.dispatch(request, waker)
    }

    fn try_verb(
        &mut self,
        again: Box<Again>,
        request: Request,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        if again.waits < WAITS_MAX {
            let need = again.need;
            if need.should_wait_first(&self.engine)
                && let Some((gate, ticket)) = wait_for_room(&self.engine, need, again.ticket)
            {
                return Ok(again.behind(gate, ticket));
            }
            self.refused = Refused::MayWait(need, again.ticket);
        }
        let step = self.admit_and_dispatch(request, waker);
        let waits = self.waits_for_room(&step);
        match std::mem::take(&mut self.refused) {
            Refused::Waits(gate, ticket) if waits => Ok(again.behind(gate, ticket)),
            _ => step,
        }
    }

    /// Whether a verb that ended so waits for room and is begun anew.
    pub(crate) fn waits_for_room(&mut self, ended: &Result<Step, Reason>) -> bool {
        if !matches!(ended, Err(Reason::RESOURCE_PROBLEM)) {
            return false;
        }
        if let Refused::MayWait(need, ticket) = self.refused {
            self.refused = match wait_for_room(&self.engine, need, ticket) {
                Some((gate, ticket)) => {
                    self.engine.room.note_wait();
                    Refused::Waits(gate, ticket)
                }
                None => Refused::Final,
            };
        }
        matches!(self.refused, Refused::Waits(..))
    }

    /// Leaves a verb waiting for room.
    pub(super) fn wait_behind(
        &mut self,
        gate: Gate,
        again: Box<Again>,
        waker: &Waker,
    ) -> Poll<Reply> {
        self.state.await_interrupt(waker);
        if gate.poll(waker).is_ready() || self.engine.is_stopping() || self.state.is_stopped() {
            waker.wake_by_ref();
        }
        self.pending = Some(Pending::Room(gate, again));
        Poll::Pending
    }

    /// Begins a verb anew, if there is room now or the wait is over.
    pub(super) fn try_again(
        &mut self,
        gate: Gate,
        mut again: Box<Again>,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let over = self.engine.is_stopping() || self.state.is_stopped();
        match gate.poll(waker) {
            Poll::Pending if !over => return Ok(Step::WaitsForRoom(gate, again)),
            Poll::Ready(Forced::Durable) => {}
            Poll::Pending | Poll::Ready(Forced::Failed) => again.waits = WAITS_MAX,
        }
        let request = match again.waits < WAITS_MAX {
            true => again.request.clone(),
            false => return self.admit_and_dispatch(again.request, waker),
        };
        self.try_verb(again, request, waker)
    }
}
