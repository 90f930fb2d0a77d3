//! Steps of connections, and what becomes of a connection after one.

use crate::event_loop::Reactor;
use crate::local::item::Item;
use crate::local::link::{Fault, Link, Step};
use crate::shared::Shared;
use ferromq_base::poll::Token;
use ferromq_mqi::Reason;
use std::sync::Arc;

/// Visits of which one looks closely though nothing seems to be there.
const VISITS_PER_LOOK: u32 = 64;

/// What becomes of a connection after a step.
pub(crate) enum Next {
    /// Look at it again.
    Poll,
    /// It waits for something, or will ring.
    Await,
    /// It is over.
    Drop,
}

/// How far a program that is gone has been served.
pub(crate) enum Leaving {
    /// There may be more.
    GoesOn,
    /// It had disconnected.
    Disconnected,
    /// There is no more, or the next request has to wait.
    Gone,
}

/// What steps of connections need beside the connection and its loop.
pub(crate) struct Dispatcher {
    pub(crate) shared: Arc<Shared>,
    /// Replies are encoded here.
    pub(crate) head: Vec<u8>,
    /// Connections whose application may sleep for a reply that was published in this round.
    pub(crate) wakes: Vec<Token>,
}

impl Dispatcher {
    /// Acts on what a step says.
    pub(crate) fn settle(
        &mut self,
        reactor: &mut Reactor<Item>,
        link: &mut Link,
        token: Token,
        step: Step,
    ) -> Result<Next, Fault> {
        match step {
            Step::Nothing => return Ok(Next::Poll),
            Step::Part | Step::Answered => {}
            Step::Over => return Ok(Next::Drop),
            Step::WaitsForLog(end) => {
                reactor.want_force(end, &self.shared.engine);
                return Ok(Next::Await);
            }
            Step::WaitsForMessage(deadline_ns) => {
                link.deadline_ns = deadline_ns;
                if let Some(deadline_ns) = deadline_ns {
                    let alarm_ns = &mut link.alarm_ns;
                    reactor
                        .deadlines
                        .bring_forward(alarm_ns, deadline_ns, token);
                }
                return Ok(Next::Await);
            }
            Step::Administer => {
                let administration = self.shared.administration();
                let whose = link.commander();
                let run = |task| administration.run(&reactor.inbox, token, &whose, task);
                if link.take_task().is_some_and(run) {
                    return Ok(Next::Await);
                }
                link.refuse_task(Reason::RESOURCE_PROBLEM, &mut self.head)?;
            }
        }
        reactor.requests += 1;
        link.idle_visits = 0;
        Ok(Next::Poll)
    }

    /// Takes note that the application has to be woken when this round is over.
    pub(crate) fn note_wake(&mut self, link: &Link, token: Token) {
        if link.endpoint.is_wake_due() {
            self.wakes.push(token);
        }
    }

    /// Serves a connection that is looked at.
    pub(crate) fn visit(
        &mut self,
        reactor: &mut Reactor<Item>,
        link: &mut Link,
        token: Token,
    ) -> Result<(Next, bool), Fault> {
        let visited = self.serve(reactor, link, token);
        self.note_wake(link, token);
        visited
    }

    /// Serves some of what a program left that is gone.
    pub(crate) fn last_visit(&mut self, link: &mut Link) -> Leaving {
        for _ in 0..self.shared.settings.requests_per_visit {
            match link.serve(&mut self.head) {
                Ok(Step::Part | Step::Answered) => {}
                Ok(Step::Over) => return Leaving::Disconnected,
                Ok(_) | Err(_) => return Leaving::Gone,
            }
        }
        Leaving::GoesOn
    }

    fn serve(
        &mut self,
        reactor: &mut Reactor<Item>,
        link: &mut Link,
        token: Token,
    ) -> Result<(Next, bool), Fault> {
        let mut worked = false;
        if !link.endpoint.may_have_request() {
            link.idle_visits += 1;
            if !link.idle_visits.is_multiple_of(VISITS_PER_LOOK) {
                return Ok((Next::Poll, false));
            }
        }
        for _ in 0..self.shared.settings.requests_per_visit {
            let step = link.serve(&mut self.head)?;
            if step == Step::Nothing {
                break;
            }
            worked = true;
            match self.settle(reactor, link, token, step)? {
                Next::Poll => {}
                other => return Ok((other, true)),
            }
        }
        let gives_up = !worked && link.idle_visits > self.shared.settings.idle_visits_max;
        if gives_up && link.endpoint.arm()? {
            return Ok((Next::Await, false));
        }
        Ok((Next::Poll, worked))
    }
}
