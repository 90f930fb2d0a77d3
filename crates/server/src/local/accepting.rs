//! The thread at the socket local programs come by: it lets them in, and hands them to service threads.
//!
//! It never waits, neither for a disk nor for a program, and goes on until nothing is left of the queue manager. So whatever the
//! others wait for, it can be asked how it is, and be told to end, or to end quicker.

use crate::event_loop::{EventLoop, Left, LoopSettings, Passed, Reactor, Ready, Sources};
use crate::local::acceptor::{Acceptor, NewConnection};
use crate::local::item::Item;
use crate::shared::Shared;
use ferromq_base::poll::{self, Poller};
use ferromq_binding::{Event, Patience};
use ferromq_qmgr::QueueManager as Engine;
use std::sync::Arc;
use std::time::Duration;

/// See the module.
pub(crate) struct Accepting {
    shared: Arc<Shared>,
    acceptor: Option<Acceptor>,
    /// Nobody is let in any more.
    ends: bool,
}

impl Accepting {
    /// The loop of the thread.
    pub(crate) fn event_loop(
        shared: Arc<Shared>,
        poller: Poller,
        acceptor: Acceptor,
    ) -> EventLoop<Self> {
        let inbox = Arc::clone(shared.acceptor_inbox());
        let settings = LoopSettings {
            patience: Patience::NONE,
            requests_per_turn: u32::MAX,
            force: shared.settings.force,
        };
        let sources = Self {
            shared,
            acceptor: Some(acceptor),
            ends: false,
        };
        EventLoop::new(sources, poller, inbox, settings)
    }

    /// Gives somebody who was let in to a service thread.
    fn place(&self, accepted: Option<NewConnection>) {
        let Some(accepted) = accepted else {
            return;
        };
        let number = self.shared.place_link();
        self.shared.inbox(number).send(Item::Adopt(accepted));
        // The end may have begun meanwhile, and that thread be gone.
        if self.shared.is_stopping() {
            self.shared.drop_unadopted();
        }
    }
}

impl Sources for Accepting {
    type Item = Item;

    const ROUNDS_PER_LOOK: u32 = 1;
    const ROUNDS_PER_REQUEST: u32 = 0;

    fn engine(&self) -> &Engine {
        &self.shared.engine
    }

    fn is_stopping(&self) -> bool {
        self.shared.is_acceptor_over()
    }

    fn handle(&mut self, reactor: &mut Reactor<Item>, event: &poll::Event) {
        let Some(acceptor) = &mut self.acceptor else {
            return;
        };
        match Event::of(event) {
            Some(Event::Connect) => acceptor.accept_waiting(&reactor.poller, &self.shared),
            Some(Event::Handshake(token)) => {
                let accepted = acceptor.advance(token, &self.shared, &reactor.inbox);
                self.place(accepted);
            }
            Some(Event::Doorbell(_) | Event::HangUp(_)) | None => {}
        }
    }

    fn take(&mut self, _: &mut Reactor<Item>, item: Item) {
        if let Item::Decided(token, user) = item
            && let Some(acceptor) = &mut self.acceptor
        {
            let accepted = acceptor.decided(token, user, &self.shared);
            self.place(accepted);
        }
    }

    fn resume(&mut self, _: &mut Reactor<Item>, _: Ready) {}

    fn deadline(&mut self, _: &mut Reactor<Item>, _: Passed) {}

    fn visit(&mut self, _: &mut Reactor<Item>) -> bool {
        if !self.ends && self.shared.is_stopping() {
            self.ends = true;
            if let Some(acceptor) = &mut self.acceptor {
                acceptor.refuse_waiting();
            }
        }
        false
    }

    fn others(&self, _: usize) -> usize {
        0
    }

    fn flush(&mut self, _: &mut Reactor<Item>) {}

    /// The end may have begun since it was looked for, when nobody slept who could be woken.
    fn arm(&mut self, _: &mut Reactor<Item>) -> bool {
        self.ends || !self.shared.is_stopping()
    }

    fn needs_sweep(&self) -> bool {
        self.acceptor.as_ref().is_some_and(Acceptor::needs_sweep)
    }

    fn sweep(&mut self, reactor: &mut Reactor<Item>) {
        let age_max = self.shared.settings.handshake_max;
        if let Some(acceptor) = &mut self.acceptor {
            acceptor.sweep(&reactor.poller, age_max);
        }
    }

    fn begin_end(&mut self, _: &mut Reactor<Item>) -> Duration {
        self.acceptor = None;
        Duration::ZERO
    }

    fn go_on_ending(&mut self, _: &mut Reactor<Item>) -> Left {
        Left::Nobody
    }

    fn drop_all(&mut self, _: &mut Reactor<Item>) {}
}
