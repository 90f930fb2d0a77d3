//! The channel initiator: makes the connections of channels that are to run, again and again where it has to, and starts channels for
//! which messages have come.
//!
//! One thread looks after all of them. It waits for nobody but the log, where it keeps what is wanted of channels. Trigger messages are got
//! by a thread for each initiation queue.

mod arrivals;
mod dialing;
mod states;
mod touched;
mod triggers;

use crate::cluster::inbox::Reach;
use crate::tcp::agents::{Board, Dial, EndedChannel, Order};
use crate::tcp::calling::Calling;
use crate::tcp::channel_events::{Subject, Tls};
use crate::tcp::edge::Edge;
use crate::tcp::exits;
use crate::tcp::item::{Item, NewSocket};
use crate::tcp::message_host::number;
use crate::tcp::plan::{Attempt, Failure, Pauses, Retries};
use crate::tcp::reaching::{Reached, Unreached};
use crate::tcp::running::TooMany;
use arrivals::Arrivals;
use dialing::Dials;
use ferromq_base::poll::{Event, Poller};
use ferromq_channel::{End, Ended, MessageOffer, Peer, Ping};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQRQ_SSL_HANDSHAKE_ERROR;
use ferromq_mqi::generated::notices::{AMQ9202, AMQ9248, AMQ9513, AMQ9999, FMQ0204, FMQ0218};
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::{Notice, Observed};
use ferromq_tls::ClientTls;
use states::States;
use std::fmt::Display;
use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use touched::Touched;
use triggers::Watchers;

/// How long a channel waits whose last connection is not gone.
const LINGERS: Duration = Duration::from_millis(50);
/// The initiation queue of a channel initiator that is not told another one.
pub(crate) const INITIATION_QUEUE: &str = "SYSTEM.CHANNEL.INITQ";

/// See the module.
pub(crate) struct Initiator {
    edge: Arc<Edge>,
    board: Arc<Board>,
    poller: Poller,
    dials: Dials,
    watchers: Watchers,
    arrivals: Arrivals,
    states: States,
    /// When it looks for messages nobody has told of.
    looks_at: Instant,
    /// What is to be looked at after this event.
    touched: Touched,
}

impl Initiator {
    pub(crate) fn new(edge: Arc<Edge>, board: Arc<Board>, poller: Poller) -> Self {
        Self {
            poller,
            dials: Dials::new(Arc::clone(&board)),
            watchers: Watchers::new(Arc::clone(&edge)),
            arrivals: Arrivals::new(Arc::clone(&edge), Arc::clone(&board)),
            states: States::new(Arc::clone(&edge)),
            looks_at: Instant::now() + edge.settings().look,
            touched: Touched::All,
            edge,
            board,
        }
    }

    /// The body of the thread.
    pub(crate) fn run(mut self) {
        let mut events: Vec<Event> = Vec::new();
        loop {
            self.poller.announce_sleep();
            let orders = self.board.take();
            let wait = match orders.is_empty() {
                true => self.rest(Instant::now()),
                false => Duration::ZERO,
            };
            events.clear();
            if self.poller.wait(Some(wait), &mut events).is_err() {
                // Not reached: it only waits. Better slow than busy.
                std::thread::sleep(LINGERS);
            }
            let now = Instant::now();
            for order in orders {
                if matches!(order, Order::End) {
                    return self.watchers.end();
                }
                self.take(order, now);
            }
            if now >= self.looks_at {
                self.touched = Touched::All;
            }
            if now >= self.looks_at && self.board.has_initiator() {
                self.looks_at = now + self.edge.settings().look;
                self.arrivals.look_again();
                self.edge.look_for_messages();
            }
            self.touched.extend(self.board.plan().take_touched());
            if self.board.has_initiator() {
                if matches!(self.touched, Touched::All) {
                    self.ask_for_names(now);
                }
                self.arrivals.watch(&self.touched);
                // Messages that waited have some of them start.
                self.touched.extend(self.board.plan().take_touched());
            }
            // Before one is called: it may be given another queue as it starts.
            self.states.tell(&self.touched);
            self.touched = Touched::none();
            self.board.plan().look_for_places(now);
            let retries = self.board.has_initiator();
            let due = self.board.plan().due(now, retries);
            for (name, lifts) in due {
                self.call(&name, lifts, now);
            }
            self.edge.keep_standings();
        }
    }

    /// How long nothing is to be done.
    fn rest(&self, now: Instant) -> Duration {
        let retries = self.board.has_initiator();
        let next = self.board.plan().next_due(retries);
        let looks_at = match retries {
            true => self.looks_at,
            false => now + self.edge.settings().look,
        };
        let next = next.map_or(looks_at, |at| at.min(looks_at));
        next.saturating_duration_since(now)
    }

    fn take(&mut self, order: Order, now: Instant) {
        match order {
            Order::Running(name, attempt) => {
                self.touched.add(&name);
                self.board.plan().runs(&name, attempt);
            }
            Order::LookAt(name) => self.touched.add(&name),
            Order::LookAtAll => self.touched = Touched::All,
            Order::Started(name, attempt) => {
                self.touched.add(&name);
                if let Some(definition) = self.edge.message_definition(&name) {
                    let left = retries(&definition);
                    self.board.plan().succeeds(&name, attempt, left);
                }
            }
            Order::Ended(ended) => {
                self.touched.add(&ended.channel);
                self.ended(&ended, now);
            }
            Order::Completed(channel, name) => self.edge.complete_name(&channel, &name),
            Order::Stopped(name) => {
                self.touched.add(&name);
                self.dials.forget(&name);
                if !self.edge.is_message_channel_running(&name, "") {
                    self.inhibit_if_stopped(&name);
                }
            }
            Order::Lifted(name) => {
                self.touched.add(&name);
                if !self.edge.is_channel_stopped(&name) {
                    self.edge.let_get(&name, true);
                }
            }
            Order::Ping(name, ping) => self.ping(&name, ping),
            Order::Make(making) => self.edge.make_receiver(&making),
            Order::Arrived(name) => {
                self.touched.add(&name);
                self.arrivals.arrived(&name);
            }
            Order::Watch(queue) => self.watchers.watch(&queue),
            Order::Dialed(dial, how) => {
                self.dials.done();
                self.dialed(*dial, how, now);
            }
            Order::Look | Order::End => {}
        }
    }

    /// A channel has ended.
    fn ended(&mut self, ended: &EndedChannel, now: Instant) {
        let (name, attempt) = (ended.channel.as_str(), ended.attempt);
        if let Some((_, End { why: Some(why), .. })) = &ended.instance {
            self.edge.note_last_error(name, why);
        }
        match ended.how {
            Ended::WithFault | Ended::ByPartner => self.try_again(name, attempt, now),
            Ended::CallsBack => return self.board.plan().requests(name, attempt),
            Ended::Normally => self.board.plan().ended(name, attempt, now),
        }
        self.inhibit_if_stopped(name);
        let phase = self.board.plan().phase(name);
        self.edge.observe_end(ended, phase);
    }

    /// A channel failed: it is tried again after a while, if it is to run and there are attempts left.
    fn try_again(&mut self, name: &str, attempt: Option<Attempt>, now: Instant) {
        let Some(definition) = self.edge.message_definition(name) else {
            self.board.plan().ended(name, attempt, now);
            return;
        };
        // A requester does not call again by itself, and is not stopped either.
        if definition.kind() == ObjectKind::Requester {
            self.board.plan().ended_ill(name, attempt, now);
            return;
        }
        let retries = self.board.has_initiator();
        let pauses = retries.then(|| pauses(&definition));
        let failure = self.board.plan().failed(name, attempt, pauses, now);
        // Behind that: whoever hears of it may take it out of the plan.
        if definition.kind() == ObjectKind::ClusSdr {
            self.edge.clusters().channel(name, Reach::Failing);
        }
        if failure == Failure::Exhausted {
            self.edge.keep_out(name, true);
            self.edge.notice(match retries {
                true => Notice::of(&FMQ0204, &[&name, &name]),
                false => Notice::of(&FMQ0218, &[&name]),
            });
            self.inhibit_if_stopped(name);
        }
    }

    /// Nobody is to get from the transmission queue of a channel that is stopped: so it is documented.
    fn inhibit_if_stopped(&self, name: &str) {
        // Once: somebody may have allowed them again.
        if self.board.plan().is_to_be_shut(name) {
            self.edge.let_get(name, false);
            self.board.plan().shut(name);
        }
    }

    /// Has the connection of a channel made.
    fn call(&mut self, name: &str, lifts: bool, now: Instant) {
        let Some(definition) = self.edge.message_definition(name) else {
            self.board.plan().give_up(name);
            return;
        };
        if self.edge.is_message_channel_running(name, "") || self.edge.is_channel_held(name) {
            self.board.plan().put_off(name, now + LINGERS);
            return;
        }
        let subject = Subject::of_definition(&definition, name);
        if let Some(too_many) = self.lacks_place() {
            if self
                .board
                .plan()
                .wait_for_place(name, now, now + self.edge.settings().look)
            {
                let (most, limit) = too_many.limit();
                let partner = "its own queue manager, and waits until another one ends";
                let values: [&dyn Display; 4] = [&name, &partner, &most, &limit];
                self.edge.notice(Notice::of(&AMQ9513, &values));
                let what = Observed::ChannelNotActivated;
                self.edge.observe_channel(what, subject, |details| details);
            }
            return;
        }
        // It may just have been stopped.
        let called = self.board.plan().called(name);
        let Some((attempt, has_waited)) = called else {
            return;
        };
        if lifts {
            self.edge.let_get(name, true);
        }
        if has_waited {
            let what = Observed::ChannelActivated;
            self.edge.observe_channel(what, subject, |details| details);
        }
        if let Some(notice) = unrunnable(&definition) {
            return self.not_connected(name, Some(attempt), notice, now);
        }
        self.dials.begin(dial(&definition, Some(attempt), None));
    }

    /// There is no connection for a channel: the operator is told why, and it is tried again.
    fn not_connected(&mut self, name: &str, attempt: Option<Attempt>, why: Notice, now: Instant) {
        self.edge.note_last_error(name, &why);
        self.edge.notice(why);
        let definition = self.edge.message_definition(name);
        let host = definition
            .as_ref()
            .and_then(|it| it.find_text(Attr::Conname));
        let values: [&dyn Display; 2] = [&name, &host.unwrap_or_default()];
        self.edge.notice(Notice::of(&AMQ9999, &values));
        self.try_again(name, attempt, now);
    }

    /// Senders of clusters that have an insert in their names are called at once: nothing is sent to a channel of such a name.
    fn ask_for_names(&self, now: Instant) {
        for sender in self.edge.unnamed_cluster_senders() {
            let name = sender.name();
            let name = name.as_str();
            if self.edge.is_idle_cluster_sender(name) {
                self.board.plan().start(name, retries(&sender), now);
            }
        }
    }

    /// Why another channel has to wait, if it has to. Whoever ends from here on says so.
    fn lacks_place(&self) -> Option<TooMany> {
        let calling = self.board.plan().calling();
        self.edge.lacks_place(calling)?;
        self.board.want_place();
        // One may just have ended.
        self.edge.lacks_place(calling)
    }

    /// Has a connection made to see whether the channel could run.
    fn ping(&mut self, name: &str, ping: Ping) {
        if let Some(definition) = self.edge.message_definition(name) {
            match unrunnable(&definition) {
                Some(notice) => ping.tell(Err(notice)),
                None => self.dials.begin(dial(&definition, None, Some(ping))),
            }
        }
    }

    /// A connection is there, or cannot be.
    fn dialed(&mut self, dial: Dial, how: Result<Reached, Unreached>, now: Instant) {
        let (channel, attempt) = (&dial.channel, dial.attempt);
        // It may have been stopped meanwhile, and be called anew at another address.
        if dial.ping.is_none() && !self.board.plan().awaits(channel, attempt) {
            return;
        }
        let Some(definition) = self.edge.message_definition(channel) else {
            self.board.plan().ended(channel, attempt, now);
            return;
        };
        let notice = match self.connected(&dial, &definition, how) {
            Ok(key) => {
                // Whoever has stopped it since has not found it among those that run.
                if dial.ping.is_none() && !self.board.plan().connected(channel, attempt) {
                    self.edge.end_socket(key);
                }
                return;
            }
            Err(notice) => notice,
        };
        match dial.ping {
            Some(ping) => ping.tell(Err(notice)),
            None => self.not_connected(channel, attempt, notice, now),
        }
    }

    /// Gives a connection to an event loop, with this key. Otherwise, what operators are told.
    fn connected(
        &self,
        dial: &Dial,
        definition: &Definition,
        how: Result<Reached, Unreached>,
    ) -> Result<u64, Notice> {
        let Dial {
            channel, addresses, ..
        } = dial;
        let unreached = |why: &dyn Display| Notice::of(&AMQ9202, &[channel, addresses, why]);
        let reached = how.map_err(|why| match &why {
            Unreached::Nobody(_) => unreached(&why),
            Unreached::NoPlace(_) => Notice::of(&AMQ9248, &[channel, &why]),
        })?;
        let named = self.edge.settings().named_outbound;
        let secure = self.edge.secure();
        let tls = secure.calling(definition, named, &reached.host);
        let tls = tls.map_err(|why| {
            let partner = format!("'{}' for channel '{channel}'", reached.host);
            let (entry, why) = (why.entry(), why.to_string());
            let tls = Tls {
                failure: &why,
                ..Tls::default()
            };
            let subject = Subject::of_definition(definition, channel);
            let qualifier = MQRQ_SSL_HANDSHAKE_ERROR;
            self.edge.observe_insecure(qualifier, subject, tls);
            Notice::of(entry, &[&partner, &why.trim_end_matches('.')])
        })?;
        let handed_over = self.hand_over(reached.stream, dial, definition, tls);
        handed_over.map_err(|why| unreached(&why))
    }

    /// Gives the connection to an event loop. From here on the channel is one of those that run: it has its place, is seen, and can be stopped, however
    /// busy that loop is.
    fn hand_over(
        &self,
        stream: TcpStream,
        dial: &Dial,
        definition: &Definition,
        tls: Option<ClientTls>,
    ) -> io::Result<u64> {
        let address = stream.peer_addr()?;
        let peer = Peer {
            address: address.ip().to_canonical().to_string(),
            port: address.port(),
            tls: None,
        };
        // What a requester is sent it puts, as a receiver does. Whoever sends does nothing for anybody else.
        let user = match definition.kind().sends_messages() {
            true => FixedText::BLANK,
            false => FixedText::truncated(definition.text(Attr::Mcauser)),
        };
        let offer = MessageOffer {
            ping: dial.ping.clone(),
            ..self.edge.message_offer(definition, &peer, user)
        };
        let peer_name = definition.text(Attr::Sslpeer).to_owned();
        let (key, loop_number) = (self.edge.new_key(), self.edge.place());
        if dial.ping.is_none() && !self.edge.hold_place(key, loop_number, &offer) {
            return Err(io::Error::other(
                "an operator resets or resolves it just now",
            ));
        }
        let edge = Arc::clone(&self.edge);
        let calling = Calling::new(edge, offer, dial.attempt, tls, peer_name);
        let new = NewSocket {
            stream,
            key,
            address,
            unauthenticated: None,
            protocol: None,
            calling: Some(Box::new(calling)),
        };
        self.edge.inbox(loop_number).send(Item::Adopt(new));
        Ok(key)
    }
}

/// Why a channel is not called at all, if it is not.
fn unrunnable(definition: &Definition) -> Option<Notice> {
    let partner = format!(
        "'{}'",
        definition.find_text(Attr::Conname).unwrap_or_default()
    );
    exits::unrunnable(definition, &partner)
}

/// The connection a channel wants.
fn dial(definition: &Definition, attempt: Option<Attempt>, ping: Option<Ping>) -> Dial {
    let text = |attr| definition.find_text(attr).unwrap_or_default().to_owned();
    Dial {
        channel: definition.name().as_str().trim_end().to_owned(),
        addresses: text(Attr::Conname),
        from: text(Attr::Locladdr),
        attempt,
        ping,
    }
}

/// The attempts of a channel that has not failed yet. A requester has none: it does not call again by itself.
pub(crate) fn retries(definition: &Definition) -> Retries {
    Retries {
        short: number(definition, Attr::Shortrty),
        long: number(definition, Attr::Longrty),
    }
}

fn pauses(definition: &Definition) -> Pauses {
    let seconds = |attr| Duration::from_secs(number(definition, attr).into());
    Pauses {
        short: seconds(Attr::Shorttmr),
        long: seconds(Attr::Longtmr),
    }
}
