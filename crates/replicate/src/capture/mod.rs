//! Capture: what a source database says of its log becomes messages, once.
//!
//! [`Capture`] is a core without I/O. Whoever runs it gives it what the source says ([`Capture::take`], [`Capture::keepalive`]), and when
//! [`Capture::is_due`] puts [`Capture::unit`] in one unit of work: the messages, and the restart message that says that they are there. How
//! that ended it is told ([`Capture::committed`], [`Capture::backed_out`]); after an unknown end it is made anew from the restart message
//! that is found, which *is* the end. What the source may forget is [`Capture::flushed_lsn`]: never more than the restart message says.
//!
//! Hence: messages ever committed are those of the transactions up to `Restart::commit_lsn` and the part that `Restart::cut` names. A source that
//! forgot that it was told sends transactions again; they are known by their commit LSN, which rises from one to the next.
//!
//! A transaction that is longer than a unit of work is cut. When it comes again its changes are counted and their checksum is compared:
//! capture stops rather than go on with another middle.

mod routes;
mod settings;
mod signal;
mod stop;
mod transaction;
mod unit;

#[cfg(test)]
mod tests;

pub use settings::{
    MapSettings, OnError, PATHS_MAX, Settings, SubscribedColumn, Subscription, UnitLimits,
};
pub use signal::{Order, SIGNAL_PREFIX, SIGNAL_TABLE, Signal};
pub use stop::Stop;
pub use unit::{Figures, Form, MapFigures, Put, Unit};

use crate::message::{
    Loader, MapPosition, NAME_BYTES_MAX, Pack, Restart, State, SubscriptionMark, SubscriptionState,
};
use crate::pgoutput::{Begin, Decoder, LogMessage};
use routes::Routes;
use transaction::Transaction;

/// Number of the notice that says that columns of a subscription are gone.
pub const COLUMNS_GONE: u16 = 416;
/// Number of the notice that says that a queue takes no more.
pub const QUEUE_STOPPED: u16 = 419;

/// What became of a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The signal.
    pub signal: Signal,
    /// Where it stands: the commit LSN of its transaction.
    pub lsn: u64,
    /// Why nothing was done; `None` if it was.
    pub refused: Option<String>,
}

/// What the program may want to know of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A subscription is in another state.
    Subscription(SubscriptionState),
    /// A signal was dealt with.
    Signal(Answered),
    /// Columns are new that a subscription does not know; its name, and theirs.
    NewColumns(String, String),
    /// A signal asks to end.
    End,
}

/// Where definitions of subscriptions are looked up.
pub trait Definitions {
    /// Waits until everybody sees what that transaction has written: the log has a transaction a moment before others do, and a signal is
    /// about what stands beside it.
    ///
    /// # Errors
    /// As [`Self::subscription`].
    fn await_visible(&mut self, xid: u32) -> Result<(), String>;

    /// The subscription of that name, if there is one.
    ///
    /// # Errors
    /// Why that is not known. Capture stops then and may be tried again.
    fn subscription(&mut self, name: &str) -> Result<Option<Subscription>, String>;

    /// Why no row of it would come out of the log, if that is so.
    ///
    /// # Errors
    /// As [`Self::subscription`].
    fn unpublished(&mut self, subscription: &Subscription) -> Result<Option<String>, String>;
}

/// What is being read.
#[derive(Debug)]
enum Within {
    /// Nothing: between transactions.
    Nothing,
    /// A transaction that is on the queues already.
    Known(Begin),
    /// A transaction.
    Transaction(Box<Transaction>),
}

/// See the module.
#[derive(Debug)]
pub struct Capture {
    settings: Settings,
    decoder: Decoder,
    /// What the queues have.
    restart: Restart,
    /// What they will have when the unit is committed.
    ahead: Restart,
    unit: Unit,
    within: Within,
    routes: Routes,
    maps: Vec<MapState>,
    /// Times are those of the caller: when the unit got its first message, and when the last one was committed.
    now_ms: u64,
    unit_began_ms: u64,
    committed_ms: u64,
    figures: Figures,
    events: Vec<Event>,
}

#[derive(Clone, Debug)]
struct MapState {
    settings: MapSettings,
    /// Bytes of a message beside its operations.
    bytes_around: usize,
    /// Nothing is put on its queues any more.
    is_stopped: bool,
    /// Parts of a transaction are on its queues that will not be ended.
    owes_abandon: bool,
    /// When something was put last.
    put_ms: u64,
    /// Transactions of the unit that are not in a message of it yet.
    pack: Pack,
    next_table: u32,
    figures: MapFigures,
}

impl Capture {
    /// Goes on from a restart message. `subscriptions` are the definitions of those that it names; what it does not name is not active.
    ///
    /// # Errors
    /// [`Stop::MapGone`].
    pub fn new(
        settings: Settings,
        restart: Restart,
        subscriptions: Vec<Subscription>,
        now_ms: u64,
    ) -> Result<Self, Stop> {
        let mut ahead = restart.clone();
        ahead.maps.clear();
        let mut maps = Vec::new();
        for map in &settings.maps {
            let old = restart.maps.iter().find(|old| old.map == map.number);
            let position = old.copied().unwrap_or(MapPosition {
                map: map.number,
                next: 1,
                schema_version: 0,
                chunks: 0,
            });
            ahead.maps.push(position);
            maps.push(MapState {
                settings: map.clone(),
                bytes_around: unit::bytes_around(map, restart.epoch)?,
                is_stopped: false,
                owes_abandon: false,
                put_ms: now_ms,
                pack: Pack::default(),
                next_table: 1,
                figures: MapFigures::default(),
            });
        }
        for old in &restart.maps {
            let is_gone = settings.maps.iter().all(|map| map.number != old.map);
            if is_gone && old.chunks > 0 {
                return Err(Stop::MapGone(old.map));
            }
            if is_gone {
                // It may come back, and numbers are not given twice in an epoch.
                ahead.maps.push(*old);
            }
        }
        let active = |name: &str| {
            let mark = restart.subscriptions.iter().find(|mark| mark.name == name);
            mark.is_some_and(|mark| mark.state != State::Inactive)
        };
        let subscriptions: Vec<Subscription> = subscriptions
            .into_iter()
            .filter(|one| active(&one.name))
            .collect();
        for state in &mut maps {
            // A map none of whose subscriptions is active gets no more of a transaction of which it has a part: it was
            // stopped in the middle.
            let number = state.settings.number;
            let is_used = subscriptions.iter().any(|one| one.map == number);
            let position = ahead.maps.iter().find(|position| position.map == number);
            let has_part = position.is_some_and(|position| position.chunks > 0);
            state.owes_abandon = has_part && (restart.cut.is_none() || !is_used);
        }
        let routes = Routes::new(&settings, subscriptions.into_iter());
        let mut capture = Self {
            decoder: Decoder::new(1),
            ahead,
            restart,
            unit: Unit::default(),
            within: Within::Nothing,
            routes,
            maps,
            now_ms,
            unit_began_ms: now_ms,
            committed_ms: now_ms,
            figures: Figures::default(),
            events: Vec::new(),
            settings,
        };
        for map in 0..capture.maps.len() {
            capture.abandon(map)?;
        }
        Ok(capture)
    }

    /// Takes a message of the source.
    ///
    /// # Errors
    /// Why capture cannot go on.
    pub fn take(
        &mut self,
        bytes: &[u8],
        now_ms: u64,
        definitions: &mut dyn Definitions,
    ) -> Result<(), Stop> {
        self.now_ms = now_ms;
        match self.decoder.decode(bytes)? {
            LogMessage::Begin(begin) => self.begin(begin),
            LogMessage::Change(change) => self.change(&change, bytes),
            LogMessage::Truncate(truncate) => self.truncate(&truncate, bytes),
            LogMessage::Commit(commit) => self.commit(commit, definitions),
            LogMessage::Relation(relation) => {
                self.relation(&relation);
                Ok(())
            }
            LogMessage::Type(name) => {
                self.routes.type_named(&name);
                Ok(())
            }
            LogMessage::Logical(logical) => {
                self.logical(&logical);
                Ok(())
            }
            // Version 1 has nothing else; where a change came from does not matter here.
            _ => Ok(()),
        }
    }

    /// The source has sent everything that was committed up to there.
    pub fn keepalive(&mut self, end_lsn: u64, now_ms: u64) {
        self.now_ms = now_ms;
        if matches!(self.within, Within::Nothing) && self.ahead.seen_lsn < end_lsn {
            self.ahead.seen_lsn = end_lsn;
        }
    }

    /// What the source may forget.
    #[must_use]
    pub fn flushed_lsn(&self) -> u64 {
        self.restart.seen_lsn
    }

    /// Where the stream is to begin.
    #[must_use]
    pub fn start_lsn(&self) -> u64 {
        // A transaction that was cut has to come again, from in front of its commit.
        if self.restart.cut.is_some() {
            self.restart.end_lsn
        } else {
            self.restart.seen_lsn
        }
    }

    /// What the queues have.
    #[must_use]
    pub fn restart(&self) -> &Restart {
        &self.restart
    }

    /// What was done so far.
    #[must_use]
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// What happened since the last time this was asked.
    pub fn events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Whether a transaction is being read.
    #[must_use]
    pub fn is_within(&self) -> bool {
        !matches!(self.within, Within::Nothing)
    }

    /// Everything that was committed up to there was read.
    #[must_use]
    pub fn read_lsn(&self) -> u64 {
        self.ahead.seen_lsn
    }

    /// Limits of a map's messages, heartbeats and errors are these from here on; its number, paths and form stay.
    pub fn set_map(&mut self, map: usize, settings: &MapSettings) {
        if let Some(state) = self.maps.get_mut(map) {
            state.settings.message_bytes = settings.message_bytes;
            state.settings.heartbeat_ms = settings.heartbeat_ms;
            state.settings.on_error = settings.on_error;
        }
    }

    /// A definition is given anew, or another map's settings: in force for rows that come.
    pub fn set_unit_limits(&mut self, limits: UnitLimits) {
        self.settings.unit = limits;
    }

    /// Subscriptions and what they are, of those that began or ended in this epoch.
    #[must_use]
    pub fn subscriptions(&self) -> &[SubscriptionMark] {
        &self.ahead.subscriptions
    }

    fn mark(&mut self, name: &str, state: State, since: u64, notice: u16) {
        let mut end = name.len().min(NAME_BYTES_MAX);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        let name = &name[..end];
        let marks = &mut self.ahead.subscriptions;
        marks.retain(|mark| mark.name != name);
        // One that was stopped by somebody is as one that was never begun.
        if state != State::Inactive || notice != 0 {
            marks.push(SubscriptionMark {
                name: name.to_owned(),
                state,
                since,
                notice,
            });
        }
    }

    /// Carries out a signal behind the transaction that has it.
    fn signal(
        &mut self,
        signal: Signal,
        at: &Place,
        definitions: &mut dyn Definitions,
    ) -> Result<(), Stop> {
        let refused = match &signal.order {
            Order::Start(name) | Order::Again(name) => self.start(name, at, definitions)?,
            Order::Stop(name) => match self.routes.subscription(name).cloned() {
                Some(subscription) => {
                    self.end(&subscription, at, 0, "")?;
                    None
                }
                None => Some(format!("subscription {name} is not active")),
            },
            Order::LoadDone(name) => self.load_done(name, at)?,
            Order::End => {
                self.events.push(Event::End);
                None
            }
            Order::Unknown(text) => Some(format!("'{text}' is no signal")),
        };
        self.events.push(Event::Signal(Answered {
            signal,
            lsn: at.commit_lsn,
            refused,
        }));
        Ok(())
    }

    fn start(
        &mut self,
        name: &str,
        at: &Place,
        definitions: &mut dyn Definitions,
    ) -> Result<Option<String>, Stop> {
        let found = definitions.subscription(name).map_err(Stop::NoDefinition)?;
        let Some(subscription) = found else {
            return Ok(Some(format!("there is no subscription {name}")));
        };
        let Some(map) = self.map_of(subscription.map) else {
            return Ok(Some(format!(
                "subscription {name} is of map {}, which was not there when capture began; reinit first",
                subscription.map
            )));
        };
        if self.maps[map].is_stopped {
            return Ok(Some(format!(
                "the queue of map {} takes no more messages; start capture again when it does",
                self.maps[map].settings.name
            )));
        }
        // It would be active, and nothing would ever come.
        let unpublished = definitions.unpublished(&subscription);
        if let Some(why) = unpublished.map_err(Stop::NoDefinition)? {
            return Ok(Some(why));
        }
        let state = match subscription.loader {
            Loader::Nobody => State::Active,
            Loader::Apply | Loader::External => State::Load,
        };
        self.say_state(&subscription, map, state, at, 0, "")?;
        self.routes.start(subscription);
        Ok(None)
    }

    fn load_done(&mut self, name: &str, at: &Place) -> Result<Option<String>, Stop> {
        let Some(subscription) = self.routes.subscription(name).cloned() else {
            return Ok(Some(format!("subscription {name} is not active")));
        };
        let Some(map) = self.map_of(subscription.map) else {
            return Ok(Some(format!("there is no map {}", subscription.map)));
        };
        let body = crate::message::Ended {
            subscription: subscription.name.clone(),
            by: "signal at the source".to_owned(),
        };
        let mark = self.ahead.subscriptions.iter();
        let since = mark.clone().find(|mark| mark.name == subscription.name);
        let since = since.map_or(at.commit_lsn, |mark| mark.since);
        self.mark(&subscription.name, State::Active, since, 0);
        self.put(
            map,
            crate::message::Kind::LoadDone,
            at,
            &body.encode(),
            Part::default(),
        )?;
        Ok(None)
    }

    /// A subscription ends here.
    fn end(
        &mut self,
        subscription: &Subscription,
        at: &Place,
        notice: u16,
        reason: &str,
    ) -> Result<(), Stop> {
        self.routes.stop(&subscription.name);
        match self.map_of(subscription.map) {
            Some(map) => self.say_state(subscription, map, State::Inactive, at, notice, reason),
            None => Ok(()),
        }
    }

    fn say_state(
        &mut self,
        subscription: &Subscription,
        map: usize,
        state: State,
        at: &Place,
        notice: u16,
        reason: &str,
    ) -> Result<(), Stop> {
        let body = SubscriptionState {
            state,
            loader: subscription.loader,
            notice,
            log: self.restart.log,
            subscription: subscription.name.clone(),
            namespace: subscription.namespace.clone(),
            table: subscription.table.clone(),
            reason: reason.to_owned(),
            // Only who loads has to know it.
            publication: match (state, subscription.loader) {
                (State::Load, Loader::Apply) => self.settings.publication.clone(),
                _ => String::new(),
            },
        };
        self.mark(&subscription.name, state, at.commit_lsn, notice);
        self.put(
            map,
            crate::message::Kind::Subscription,
            at,
            &body.encode(),
            Part::default(),
        )?;
        self.events.push(Event::Subscription(body));
        Ok(())
    }

    fn map_of(&self, number: u32) -> Option<usize> {
        self.maps
            .iter()
            .position(|map| map.settings.number == number)
    }
}

/// Where something is: the transaction that it is of.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    commit_lsn: u64,
    end_lsn: u64,
    commit_time_us: i64,
    xid: u32,
}

/// Which part of a transaction a message is.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    chunk: u32,
    is_first: bool,
    is_last: bool,
    operations: u32,
}
