//! A service thread: connections of many local programs.

use crate::event_loop::{EventLoop, Left, LoopSettings, Passed, Reactor, Ready, Slots, Sources};
use crate::local::acceptor::NewConnection;
use crate::local::dispatch::{Dispatcher, Leaving, Next};
use crate::local::item::Item;
use crate::local::link::{Fault, Link, Step};
use crate::shared::Shared;
use ferromq_base::poll::{self, Poller, Token};
use ferromq_binding::Event;
use ferromq_mqi::generated::notices::{FMQ0005, FMQ0030};
use ferromq_qmgr::{Notice, QueueManager as Engine};
use ferromq_security::Place;
use std::sync::Arc;
use std::time::Duration;

/// Requests after which the thread looks at doorbells, hang-ups and the clock.
const REQUESTS_PER_LOOK: u32 = 32;

/// See the module.
pub(crate) struct Service {
    number: usize,
    dispatcher: Dispatcher,
    links: Slots<Box<Link>>,
    polled: Vec<Token>,
}

impl Sources for Service {
    type Item = Item;

    const ROUNDS_PER_LOOK: u32 = 64;
    const ROUNDS_PER_REQUEST: u32 = Self::ROUNDS_PER_LOOK / REQUESTS_PER_LOOK;

    fn engine(&self) -> &Engine {
        &self.dispatcher.shared.engine
    }

    fn is_stopping(&self) -> bool {
        self.dispatcher.shared.is_stopping()
    }

    fn handle(&mut self, reactor: &mut Reactor<Item>, event: &poll::Event) {
        match Event::of(event) {
            Some(Event::Doorbell(token)) => self.begin_polling(token),
            Some(Event::HangUp(token)) => self.hang_up(reactor, token),
            // Those come to the acceptor.
            Some(Event::Connect | Event::Handshake(_)) | None => {}
        }
    }

    fn take(&mut self, reactor: &mut Reactor<Item>, item: Item) {
        match item {
            Item::Ready(token) => self.poll_verb(reactor, token),
            Item::Adopt(accepted) => self.adopt(reactor, accepted),
            // That comes to the acceptor.
            Item::Decided(..) => {}
            Item::Printed(token, piece) => {
                let Some(link) = self.links.get_mut(token) else {
                    return;
                };
                let answered = link.printed(piece, &mut self.dispatcher.head);
                self.dispatcher.note_wake(link, token);
                match answered {
                    Ok(()) => self.begin_polling(token),
                    Err(fault) => self.drop_faulty(reactor, token, fault),
                }
            }
        }
    }

    fn resume(&mut self, reactor: &mut Reactor<Item>, ready: Ready) {
        self.poll_verb(reactor, ready.token);
    }

    fn deadline(&mut self, reactor: &mut Reactor<Item>, passed: Passed) {
        let Passed {
            deadline_ns: alarm_ns,
            token,
            now_ns,
        } = passed;
        let Some(link) = self.links.get_mut(token) else {
            return;
        };
        if link.alarm_ns != Some(alarm_ns) {
            return;
        }
        link.alarm_ns = None;
        match link.deadline_ns {
            Some(deadline_ns) if deadline_ns > now_ns && link.is_busy() => {
                let alarm_ns = &mut link.alarm_ns;
                reactor
                    .deadlines
                    .bring_forward(alarm_ns, deadline_ns, token);
            }
            _ => self.poll_verb(reactor, token),
        }
    }

    /// Serves the connections that are looked at. Those who were answered are woken before the log is seen to: they work
    /// while it is forced.
    fn visit(&mut self, reactor: &mut Reactor<Item>) -> bool {
        let worked = self.visit_polled(reactor);
        self.wake_all();
        worked
    }

    fn others(&self, _: usize) -> usize {
        self.polled.len()
    }

    fn flush(&mut self, _: &mut Reactor<Item>) {
        self.wake_all();
    }

    /// Everybody looked at is asked to ring from now on.
    fn arm(&mut self, reactor: &mut Reactor<Item>) -> bool {
        let mut at = 0;
        while at < self.polled.len() {
            let token = self.polled[at];
            let Some(link) = self.links.get_mut(token) else {
                self.polled.swap_remove(at);
                continue;
            };
            if link.is_leaving {
                // It is served to its end.
                at += 1;
                continue;
            }
            match link.endpoint.arm() {
                Ok(true) => {
                    link.polled = false;
                    self.polled.swap_remove(at);
                }
                Ok(false) => at += 1,
                Err(error) => {
                    self.polled.swap_remove(at);
                    self.drop_faulty(reactor, token, error.into());
                }
            }
        }
        self.polled.is_empty()
    }

    fn needs_sweep(&self) -> bool {
        false
    }

    fn sweep(&mut self, _: &mut Reactor<Item>) {}

    fn begin_end(&mut self, _: &mut Reactor<Item>) -> Duration {
        self.dispatcher.shared.end_grace()
    }

    fn go_on_ending(&mut self, reactor: &mut Reactor<Item>) -> Left {
        let mut waits_for_log = false;
        for token in self.links.tokens() {
            let Some(link) = self.links.get_mut(token) else {
                continue;
            };
            waits_for_log |= link.waits_for_log();
            // A long answer goes on as the program reads it. Who breaks the rules has read all it will.
            let is_read = link.endpoint.pump().unwrap_or(true);
            if !link.is_busy() && is_read {
                self.drop_link(reactor, token);
            }
        }
        match self.links.len() {
            0 => Left::Nobody,
            _ if waits_for_log => Left::WaitsForLog,
            _ => Left::Some,
        }
    }

    fn drop_all(&mut self, reactor: &mut Reactor<Item>) {
        for token in self.links.tokens() {
            self.drop_link(reactor, token);
        }
    }
}

impl Service {
    /// The loop of a service thread.
    pub(crate) fn event_loop(
        shared: Arc<Shared>,
        number: usize,
        poller: Poller,
    ) -> EventLoop<Self> {
        let inbox = Arc::clone(shared.inbox(number));
        let settings = LoopSettings {
            patience: shared.settings.patience,
            requests_per_turn: shared.settings.requests_per_turn,
            force: shared.settings.force,
        };
        let sources = Self {
            number,
            dispatcher: Dispatcher {
                shared,
                head: Vec::new(),
                wakes: Vec::new(),
            },
            links: Slots::default(),
            polled: Vec::new(),
        };
        EventLoop::new(sources, poller, inbox, settings)
    }

    /// Serves the connections that are looked at; false when none had a request.
    fn visit_polled(&mut self, reactor: &mut Reactor<Item>) -> bool {
        let mut worked = false;
        let mut at = 0;
        while at < self.polled.len() {
            let token = self.polled[at];
            let Some(link) = self.links.get_mut(token) else {
                self.polled.swap_remove(at);
                continue;
            };
            if link.is_leaving {
                worked = true;
                match self.dispatcher.last_visit(link) {
                    Leaving::GoesOn => at += 1,
                    Leaving::Disconnected => self.drop_link(reactor, token),
                    Leaving::Gone => self.drop_gone(reactor, token),
                }
                continue;
            }
            match self.dispatcher.visit(reactor, link, token) {
                Ok((Next::Poll, busy)) => {
                    worked |= busy;
                    at += 1;
                }
                Ok((Next::Await, busy)) => {
                    worked |= busy;
                    link.polled = false;
                    self.polled.swap_remove(at);
                }
                Ok((Next::Drop, _)) => {
                    self.polled.swap_remove(at);
                    self.drop_link(reactor, token);
                    worked = true;
                }
                Err(fault) => {
                    self.polled.swap_remove(at);
                    self.drop_faulty(reactor, token, fault);
                }
            }
        }
        worked
    }

    /// Wakes those who were answered, together: see [`ferromq_binding::ServerEndpoint::defer_wakes`].
    fn wake_all(&mut self) {
        for token in self.dispatcher.wakes.drain(..) {
            if let Some(link) = self.links.get_mut(token) {
                link.endpoint.wake_due();
            }
        }
    }

    fn poll_verb(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        let Some(link) = self.links.get_mut(token) else {
            return;
        };
        let step = link.poll(&mut self.dispatcher.head);
        if matches!(step, Ok(Step::Nothing)) {
            return;
        }
        let next = step.and_then(|step| self.dispatcher.settle(reactor, link, token, step));
        self.dispatcher.note_wake(link, token);
        match next {
            Ok(Next::Poll) => self.begin_polling(token),
            Ok(Next::Await) => {}
            Ok(Next::Drop) => self.drop_link(reactor, token),
            Err(fault) => self.drop_faulty(reactor, token, fault),
        }
    }

    /// Has a connection looked at.
    fn begin_polling(&mut self, token: Token) {
        if let Some(link) = self.links.get_mut(token)
            && !link.polled
            && !link.is_busy()
        {
            link.polled = true;
            link.idle_visits = 0;
            self.polled.push(token);
        }
    }

    fn adopt(&mut self, reactor: &mut Reactor<Item>, accepted: NewConnection) {
        let (endpoint, connection) = *accepted;
        let inbox = Arc::clone(&reactor.inbox);
        let token = self
            .links
            .insert_with(|token| Box::new(Link::new(endpoint, connection, &inbox, token)));
        let Some(link) = self.links.get_mut(token) else {
            return;
        };
        if link.endpoint.watch(&reactor.poller, token).is_ok() {
            self.begin_polling(token);
        } else {
            // Out of descriptors or memory: the program is told by its socket.
            self.drop_link(reactor, token);
        }
    }

    fn drop_link(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        if let Some(mut link) = self.links.remove(token) {
            reactor.deadlines.clear(&mut link.alarm_ns, token);
            if link.polled {
                self.polled.retain(|polled| *polled != token);
            }
            drop(link);
            self.dispatcher.shared.link_dropped(self.number);
        }
    }

    fn drop_faulty(&mut self, reactor: &mut Reactor<Item>, token: Token, fault: Fault) {
        if let Some(link) = self.links.get_mut(token) {
            let notice = Notice::of(&FMQ0030, &[&link.endpoint.peer().pid(), &fault]);
            let place = Place::User(link.endpoint.peer().uid());
            let refusals = self.dispatcher.shared.refusals();
            refusals.tell(Some(place), notice);
        }
        self.drop_link(reactor, token);
    }

    /// A program is gone: what it completed before is served in its turn, then everything of it is dropped, which backs its
    /// unit of work out and closes its handles. A program that only says it is gone, and goes on writing, is served no more
    /// than what lies in its ring now.
    fn hang_up(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        let Some(link) = self.links.get_mut(token) else {
            return;
        };
        if link.is_leaving || !link.endpoint.is_peer_gone() {
            return;
        }
        if link.is_busy() || link.endpoint.seal_requests().is_err() {
            self.drop_gone(reactor, token);
            return;
        }
        link.is_leaving = true;
        self.begin_polling(token);
    }

    fn drop_gone(&mut self, reactor: &mut Reactor<Item>, token: Token) {
        if let Some(link) = self.links.get_mut(token) {
            let (process, application) = (link.endpoint.peer().pid(), link.application());
            let notice = Notice::of(&FMQ0005, &[&process, &application]);
            let place = Place::User(link.endpoint.peer().uid());
            let refusals = self.dispatcher.shared.refusals();
            refusals.tell(Some(place), notice);
        }
        self.drop_link(reactor, token);
    }
}
