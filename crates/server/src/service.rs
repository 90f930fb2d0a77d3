//! A service thread: many connections, one loop, nothing that blocks but the log when nobody
//! else wants anything.

use crate::deadlines::Deadlines;
use crate::desk::{Desk, Next};
use crate::forcing::Forcing;
use crate::greeting::{Greeter, Guest, SWEEP_INTERVAL};
use crate::inbox::{Ready, has_own_ready, take_own_ready};
use crate::item::Item;
use crate::link::{Fault, Link, Step};
use crate::shared::Shared;
use crate::slots::Slots;
use ferromq_binding::{Event, PollSet, Token, Turn};
use ferromq_qmgr::Notice;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Requests after which the thread looks at doorbells, hang-ups and the clock.
const REQUESTS_PER_LOOK: u32 = 32;
/// Rounds after which it does so when there were few requests.
const ROUNDS_PER_LOOK: u32 = 64;
/// Requests served of a program that is gone. A ring holds fewer.
const LAST_REQUESTS_MAX: u32 = 16 * 1024;
/// How long a thread that ends sleeps between looks at what is still under way.
const END_NAP: Duration = Duration::from_millis(5);

/// See the module.
pub(crate) struct Service {
    number: usize,
    desk: Desk,
    poll: PollSet,
    greeter: Option<Greeter>,
    links: Slots<Box<Link>>,
    hot: Vec<Token>,
    ready: Vec<Ready>,
    items: Vec<Item>,
    events: Vec<Event>,
    rounds: u32,
    swept: Instant,
}

impl Service {
    pub(crate) fn new(
        shared: Arc<Shared>,
        number: usize,
        poll: PollSet,
        greeter: Option<Greeter>,
    ) -> Self {
        let inbox = Arc::clone(shared.inbox(number));
        let forcing = Forcing::new(shared.settings.force);
        Self {
            number,
            desk: Desk {
                shared,
                inbox,
                deadlines: Deadlines::default(),
                forcing,
                head: Vec::new(),
                wakes: Vec::new(),
                requests: 0,
            },
            poll,
            greeter,
            links: Slots::default(),
            hot: Vec::new(),
            ready: Vec::new(),
            items: Vec::new(),
            events: Vec::new(),
            rounds: 0,
            swept: Instant::now(),
        }
    }

    /// The body of the thread.
    pub(crate) fn run(mut self) {
        self.desk.inbox.belongs_here();
        let patience = self.desk.shared.settings.patience;
        let mut waiting = patience.start();
        let mut turn = Turn::new(self.desk.shared.settings.requests_per_turn);
        while !self.desk.shared.is_stopping() {
            let worked = self.round();
            let requests = std::mem::take(&mut self.desk.requests);
            turn.count(requests);
            self.rounds += 1 + requests * (ROUNDS_PER_LOOK / REQUESTS_PER_LOOK);
            if self.rounds >= ROUNDS_PER_LOOK {
                self.look_outside(Some(Duration::ZERO));
            }
            self.see_to_log(worked);
            if worked {
                waiting.renew();
            } else if !waiting.pass() {
                self.sleep();
                waiting.renew();
                turn.renew();
            }
        }
        self.wind_down();
    }

    /// Looks at everything that can be done now; false when there was nothing.
    fn round(&mut self) -> bool {
        let mut worked = self.read_inbox();
        worked |= self.poll_ready();
        worked |= self.visit_hot();
        self.wake_all();
        worked
    }

    /// Serves the connections that are looked at; false when none had a request.
    fn visit_hot(&mut self) -> bool {
        let mut worked = false;
        let mut at = 0;
        while at < self.hot.len() {
            let token = self.hot[at];
            let Some(link) = self.links.get_mut(token) else {
                self.hot.swap_remove(at);
                continue;
            };
            match self.desk.visit(link, token) {
                Ok((Next::Hot, busy)) => {
                    worked |= busy;
                    at += 1;
                }
                Ok((Next::Cold, busy)) => {
                    worked |= busy;
                    link.hot = false;
                    self.hot.swap_remove(at);
                }
                Ok((Next::Drop, _)) => {
                    self.hot.swap_remove(at);
                    self.drop_link(token);
                    worked = true;
                }
                Err(fault) => {
                    self.hot.swap_remove(at);
                    self.drop_faulty(token, fault);
                }
            }
        }
        worked
    }

    /// Wakes those who were answered, together: see [`ferromq_binding::ServerEndpoint::defer_wakes`].
    fn wake_all(&mut self) {
        for token in self.desk.wakes.drain(..) {
            if let Some(link) = self.links.get_mut(token) {
                link.endpoint.wake_due();
            }
        }
    }

    fn read_inbox(&mut self) -> bool {
        if !self.desk.inbox.is_filled() {
            return false;
        }
        let mut items = std::mem::take(&mut self.items);
        self.desk.inbox.take(&mut items);
        for item in items.drain(..) {
            match item {
                Item::Ready(token) => self.poll_verb(token),
                Item::Adopt(guest) => self.adopt(guest),
                Item::Judged(token, user) => {
                    let shared = &self.desk.shared;
                    let greeter = self.greeter.as_mut();
                    let guest = greeter.and_then(|it| it.judged(token, user, shared));
                    self.place(guest);
                }
                Item::Printed(token, piece) => {
                    let Some(link) = self.links.get_mut(token) else {
                        continue;
                    };
                    let answered = link.printed(piece, &mut self.desk.head);
                    self.desk.note_wake(link, token);
                    match answered {
                        Ok(()) => self.heat(token),
                        Err(fault) => self.drop_faulty(token, fault),
                    }
                }
            }
        }
        self.items = items;
        true
    }

    /// Polls the verbs that this thread's own work made ready.
    fn poll_ready(&mut self) -> bool {
        let mut ready = std::mem::take(&mut self.ready);
        take_own_ready(&mut ready);
        let any = !ready.is_empty();
        for Ready { token, .. } in ready.drain(..) {
            self.poll_verb(token);
        }
        self.ready = ready;
        any
    }

    fn poll_verb(&mut self, token: Token) {
        let Some(link) = self.links.get_mut(token) else {
            return;
        };
        let step = link.poll(&mut self.desk.head);
        if matches!(step, Ok(Step::Nothing)) {
            return;
        }
        let next = step.and_then(|step| self.desk.settle(link, token, step));
        self.desk.note_wake(link, token);
        match next {
            Ok(Next::Hot) => self.heat(token),
            Ok(Next::Cold) => {}
            Ok(Next::Drop) => self.drop_link(token),
            Err(fault) => self.drop_faulty(token, fault),
        }
    }

    /// Has a connection looked at.
    fn heat(&mut self, token: Token) {
        if let Some(link) = self.links.get_mut(token)
            && !link.hot
            && !link.is_busy()
        {
            link.hot = true;
            link.idle_visits = 0;
            self.hot.push(token);
        }
    }

    /// Gives somebody who was let in to a service thread.
    fn place(&mut self, guest: Option<Guest>) {
        let Some(guest) = guest else {
            return;
        };
        match self.desk.shared.place_link() {
            here if here == self.number => self.adopt(guest),
            other => self.desk.shared.inbox(other).send(Item::Adopt(guest)),
        }
    }

    fn adopt(&mut self, guest: Guest) {
        let (endpoint, connection) = *guest;
        let inbox = Arc::clone(&self.desk.inbox);
        let token = self
            .links
            .insert_with(|token| Box::new(Link::new(endpoint, connection, &inbox, token)));
        let Some(link) = self.links.get_mut(token) else {
            return;
        };
        if self.poll.watch(&mut link.endpoint, token).is_ok() {
            self.heat(token);
        } else {
            // Out of descriptors or memory: the program is told by its socket.
            self.drop_link(token);
        }
    }

    fn drop_link(&mut self, token: Token) {
        if let Some(link) = self.links.remove(token) {
            if link.hot {
                self.hot.retain(|hot| *hot != token);
            }
            drop(link);
            self.desk.shared.link_dropped(self.number);
        }
    }

    fn drop_faulty(&mut self, token: Token, fault: Fault) {
        if let Some(link) = self.links.get_mut(token) {
            let process = link.endpoint.peer().pid();
            (self.desk.shared.settings.notices)(Notice {
                number: "FMQ0030W",
                text: format!("The connection of process {process} was broken off: {fault}."),
            });
        }
        self.drop_link(token);
    }

    /// Sees to it that what verbs wait for in the log gets written.
    fn see_to_log(&mut self, worked: bool) {
        let log = self.desk.shared.engine.log();
        self.desk.forcing.see_to_log(log, worked, self.hot.len());
    }

    /// Looks at doorbells, knocks, hang-ups and the clock; waits for them so long.
    fn look_outside(&mut self, timeout: Option<Duration>) {
        self.rounds = 0;
        let mut events = std::mem::take(&mut self.events);
        if self.poll.wait(timeout, &mut events).is_err() {
            // Nothing but a programming error does this; looking again costs little.
            std::thread::yield_now();
        }
        for event in events.drain(..) {
            self.handle(event);
        }
        self.events = events;
        self.check_deadlines();
        self.wake_all();
        if self.needs_sweep() && self.swept.elapsed() >= SWEEP_INTERVAL {
            self.swept = Instant::now();
            let age_max = self.desk.shared.settings.greeting_max;
            if let Some(greeter) = &mut self.greeter {
                greeter.sweep(&self.poll, age_max);
            }
        }
    }

    fn needs_sweep(&self) -> bool {
        self.greeter.as_ref().is_some_and(Greeter::needs_sweep)
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Woken => {}
            Event::Knock => {
                if let Some(greeter) = &mut self.greeter {
                    greeter.answer_knocks(&self.poll, &self.desk.shared);
                }
            }
            Event::Hello(token) => {
                let shared = &self.desk.shared;
                let greeter = self.greeter.as_mut();
                let inbox = &self.desk.inbox;
                let guest = greeter.and_then(|greeter| greeter.advance(token, shared, inbox));
                self.place(guest);
            }
            Event::Doorbell(token) => self.heat(token),
            Event::HangUp(token) => self.hang_up(token),
        }
    }

    /// A program is gone: what it completed before is served, then everything of it is dropped,
    /// which backs its unit of work out and closes its handles.
    fn hang_up(&mut self, token: Token) {
        let Some(link) = self.links.get_mut(token) else {
            return;
        };
        if !link.endpoint.is_peer_gone() {
            return;
        }
        let mut left = if link.is_busy() { 0 } else { LAST_REQUESTS_MAX };
        while left > 0 {
            match link.serve(&mut self.desk.head) {
                Ok(Step::Part | Step::Answered) => left -= 1,
                Ok(Step::Over) => {
                    self.drop_link(token);
                    return;
                }
                Ok(_) | Err(_) => left = 0,
            }
        }
        let process = link.endpoint.peer().pid();
        let application = self.application_of(process);
        (self.desk.shared.settings.notices)(Notice {
            number: "FMQ0005W",
            text: format!(
                "Process {process} of application '{application}' ended without disconnecting."
            ),
        });
        self.drop_link(token);
    }

    /// The application a process said it is when it connected.
    fn application_of(&self, process: u32) -> String {
        let connections = self.desk.shared.engine.connections();
        let found = connections
            .iter()
            .find(|connection| connection.origin.process_id == process);
        found.map_or_else(String::new, |connection| {
            connection.appl_name.as_str().trim_end().to_owned()
        })
    }

    fn check_deadlines(&mut self) {
        if self.desk.deadlines.next_ns().is_none() {
            return;
        }
        let now_ns = self.desk.shared.engine.monotonic_ns();
        while let Some((alarm_ns, token)) = self.desk.deadlines.pop_passed(now_ns) {
            let Some(link) = self.links.get_mut(token) else {
                continue;
            };
            if link.alarm_ns != Some(alarm_ns) {
                continue;
            }
            link.alarm_ns = None;
            match link.deadline_ns {
                Some(deadline_ns) if deadline_ns > now_ns && link.is_busy() => {
                    link.alarm_ns = Some(deadline_ns);
                    self.desk.deadlines.add(deadline_ns, token);
                }
                _ => self.poll_verb(token),
            }
        }
    }

    /// Sleeps until something happens. Everybody looked at is asked to ring from now on.
    fn sleep(&mut self) {
        self.poll.announce_sleep();
        let mut at = 0;
        while at < self.hot.len() {
            let token = self.hot[at];
            let Some(link) = self.links.get_mut(token) else {
                self.hot.swap_remove(at);
                continue;
            };
            match link.endpoint.arm() {
                Ok(true) => {
                    link.hot = false;
                    self.hot.swap_remove(at);
                }
                Ok(false) => at += 1,
                Err(error) => {
                    self.hot.swap_remove(at);
                    self.drop_faulty(token, error.into());
                }
            }
        }
        let busy = !self.hot.is_empty()
            || self.desk.inbox.is_filled()
            || has_own_ready()
            || self.desk.shared.is_stopping();
        if busy {
            self.poll.cancel_sleep();
            self.look_outside(Some(Duration::ZERO));
        } else {
            let timeout = self.sleep_max();
            self.look_outside(timeout);
        }
    }

    /// How long nothing has to be done that nobody rings for.
    fn sleep_max(&self) -> Option<Duration> {
        let deadline = self.desk.deadlines.next_ns().map(|deadline_ns| {
            let now_ns = self.desk.shared.engine.monotonic_ns();
            Duration::from_nanos(deadline_ns.saturating_sub(now_ns))
        });
        let sweep = self.needs_sweep().then_some(SWEEP_INTERVAL);
        deadline.into_iter().chain(sweep).min()
    }

    /// The end: no new programs; verbs under way are answered, and programs have a while to read it; then everybody is
    /// hung up on. What waits for the log is waited for, but for an end that saves nothing: its answer is all that is
    /// left of a message that was got.
    fn wind_down(&mut self) {
        self.greeter = None;
        let shared = Arc::clone(&self.desk.shared);
        let grace = shared.end_grace();
        let mut until = Instant::now() + grace;
        loop {
            self.round();
            self.see_to_log(false);
            for token in self.links.tokens() {
                let Some(link) = self.links.get_mut(token) else {
                    continue;
                };
                if !grace.is_zero() && link.waits_for_log() {
                    until = Instant::now() + grace;
                }
                // A long answer goes on as the program reads it. Who breaks the rules has read all it will.
                let is_read = link.endpoint.pump().unwrap_or(true);
                if !link.is_busy() && is_read {
                    self.drop_link(token);
                }
            }
            if self.links.len() == 0 || Instant::now() >= until {
                break;
            }
            self.poll.announce_sleep();
            if self.desk.inbox.is_filled() || has_own_ready() {
                self.poll.cancel_sleep();
            } else {
                self.look_outside(Some(END_NAP));
            }
        }
        for token in self.links.tokens() {
            self.drop_link(token);
        }
    }
}
