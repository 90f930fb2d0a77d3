//! Puts of a connection that wait for room in the log.

use super::{Connection, Pending, Step};
use crate::gate::{Forced, Gate};
use crate::room::{Ticket, wait_for_room};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use std::task::{Poll, Waker};

/// Times a put waits: more only if others take the room each time.
const WAITS_MAX: u32 = 20;

/// A put that waits for room: it is begun anew when there is some.
pub(crate) struct Again {
    request: Request,
    ticket: Option<Ticket>,
    waits: u32,
}

/// Of the put under way.
#[derive(Default)]
pub(crate) enum Refused {
    /// It may not wait for room.
    #[default]
    Final,
    /// It may, with so many bytes of data.
    MayWait(usize, Option<Ticket>),
    /// It does.
    Waits(Gate, Ticket),
}

/// Bytes of data of what may wait for room.
fn data_bytes(request: &Request) -> Option<usize> {
    match request {
        Request::Put { body, .. } | Request::Put1 { body, .. } => Some(body.len()),
        _ => None,
    }
}

impl Connection {
    /// Admits a verb and begins it. A put the log refuses waits for room, if that makes sense.
    pub(super) fn begin_verb(&mut self, request: Request, waker: &Waker) -> Result<Step, Reason> {
        // Nearly always there is room, and nothing is kept.
        let kept = data_bytes(&request)
            .filter(|bytes| self.shared.log.may_refuse(*bytes))
            .map(|bytes| (bytes, request.clone()));
        match kept {
            None => self.admit_and_dispatch(request, waker),
            Some((bytes, kept)) => {
                let again = Box::new(Again {
                    request: kept,
                    ticket: None,
                    waits: 0,
                });
                self.try_put(again, request, bytes, waker)
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

    fn try_put(
        &mut self,
        mut again: Box<Again>,
        request: Request,
        bytes: usize,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        if again.waits < WAITS_MAX {
            self.refused = Refused::MayWait(bytes, again.ticket);
        }
        let step = self.admit_and_dispatch(request, waker);
        let waits = self.waits_for_room(&step);
        match std::mem::take(&mut self.refused) {
            Refused::Waits(gate, ticket) if waits => {
                again.waits += 1;
                again.ticket = Some(ticket);
                Ok(Step::WaitsForRoom(gate, again))
            }
            _ => step,
        }
    }

    /// Whether a put that ended so waits for room and is begun anew.
    pub(crate) fn waits_for_room(&mut self, ended: &Result<Step, Reason>) -> bool {
        if !matches!(ended, Err(Reason::RESOURCE_PROBLEM)) {
            return false;
        }
        if let Refused::MayWait(bytes, ticket) = self.refused {
            self.refused = match wait_for_room(&self.shared, bytes, ticket) {
                Some((gate, ticket)) => Refused::Waits(gate, ticket),
                None => Refused::Final,
            };
        }
        matches!(self.refused, Refused::Waits(..))
    }

    /// Leaves a put waiting for room.
    pub(super) fn wait_behind(
        &mut self,
        gate: Gate,
        again: Box<Again>,
        waker: &Waker,
    ) -> Poll<Reply> {
        self.state.await_interrupt(waker);
        if gate.poll(waker).is_ready() || self.shared.is_stopping() || self.state.is_stopped() {
            waker.wake_by_ref();
        }
        self.pending = Some(Pending::Room(gate, again));
        Poll::Pending
    }

    /// Begins a put anew, if there is room now or the wait is over.
    pub(super) fn put_again(
        &mut self,
        gate: Gate,
        mut again: Box<Again>,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let over = self.shared.is_stopping() || self.state.is_stopped();
        match gate.poll(waker) {
            Poll::Pending if !over => return Ok(Step::WaitsForRoom(gate, again)),
            Poll::Ready(Forced::Durable) => {}
            Poll::Pending | Poll::Ready(Forced::Failed) => again.waits = WAITS_MAX,
        }
        let request = match again.waits < WAITS_MAX {
            true => again.request.clone(),
            false => return self.admit_and_dispatch(again.request, waker),
        };
        let bytes = data_bytes(&request).unwrap_or(0);
        self.try_put(again, request, bytes, waker)
    }
}
