//! Units of work: messages that are put together with the restart message that says so.

use super::settings::MapSettings;
use super::{Capture, Event, OnError, Part, Place, QUEUE_STOPPED, Stop, Within};
use crate::message::{
    HEADER_BYTES, Header, Key, Kind, PACK_MAX, Pack, Restart, State, Subject, SubscriptionState,
    event,
};
use bytes::Bytes;

/// The restart message is written again when the source could forget so much, though nothing was put.
const SEEN_BYTES: u64 = 16 << 20;

/// A message to put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// Which of [`super::Settings::maps`].
    pub map: usize,
    /// Which of its send queues, from 0.
    pub path: u8,
    /// `MsgId` and `CorrelId`.
    pub id: [u8; 24],
    /// The message.
    pub body: Bytes,
    /// What its descriptor says it is.
    pub form: Form,
}

/// What a message is for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `docs/formats/replication-message.md`.
    Compact,
    /// JSON: `docs/formats/replication-event.md`.
    Event,
    /// The same behind an MQRFH2.
    EventBehindHeader,
}

/// A unit of work.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Messages, in the order in which they are put.
    pub puts: Vec<Put>,
    pub(super) bytes: usize,
}

/// What was done since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Transactions that came, were new, and had rows for somebody.
    pub transactions: u64,
    /// Transactions that were on the queues already.
    pub transactions_known: u64,
    /// Transactions that had nothing for anybody.
    pub transactions_empty: u64,
    /// Operations put.
    pub rows: u64,
    /// Operations of tables without a subscription.
    pub rows_skipped: u64,
    /// Deletes that a subscription does not want.
    pub deletes_suppressed: u64,
    /// Messages committed.
    pub messages: u64,
    /// Bytes of those.
    pub bytes: u64,
    /// Units of work committed.
    pub units: u64,
    /// Units that were backed out because a queue or the storage was full.
    pub full: u64,
    /// Bytes of the longest transaction, as it came.
    pub transaction_bytes_max: u64,
    /// Transactions that were cut.
    pub transactions_cut: u64,
}

/// What was made for a map since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapFigures {
    /// Operations.
    pub rows: u64,
    /// Transactions.
    pub transactions: u64,
    /// Deletes that a subscription does not want.
    pub deletes_suppressed: u64,
    /// Messages.
    pub messages: u64,
    /// Bytes of those.
    pub bytes: u64,
}

impl Capture {
    /// What was made for a map, in the order of the settings.
    #[must_use]
    pub fn map_figures(&self, map: usize) -> MapFigures {
        self.maps
            .get(map)
            .map_or_else(MapFigures::default, |map| map.figures)
    }

    /// Whether the unit is to be put now. `more_waits` says whether the source has sent more that was not taken yet.
    #[must_use]
    pub fn is_due(&self, now_ms: u64, more_waits: bool) -> bool {
        let limits = &self.settings.unit;
        if self.is_unit_empty() {
            let is_within = !matches!(self.within, Within::Nothing);
            let waited = now_ms.saturating_sub(self.committed_ms) >= limits.idle_ms;
            let many = self.ahead.seen_lsn.saturating_sub(self.restart.seen_lsn) >= SEEN_BYTES;
            return !is_within && (waited || many) && self.ahead != self.restart;
        }
        if self.is_full() || now_ms.saturating_sub(self.unit_began_ms) >= limits.interval_ms {
            return true;
        }
        matches!(self.within, Within::Nothing) && !more_waits
    }

    /// Whether nothing more may be taken before the unit is put.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.unit.puts.len() >= self.settings.unit.messages
            || self.unit.bytes + self.packed_bytes() >= self.settings.unit.bytes
    }

    fn is_unit_empty(&self) -> bool {
        self.unit.puts.is_empty() && self.maps.iter().all(|map| map.pack.is_empty())
    }

    fn packed_bytes(&self) -> usize {
        self.maps.iter().map(|map| map.pack.bytes()).sum()
    }

    /// When the unit, or a heartbeat, is due though nothing comes.
    #[must_use]
    pub fn due_ms(&self) -> u64 {
        let unit = if self.is_unit_empty() {
            self.committed_ms + self.settings.unit.idle_ms
        } else {
            self.unit_began_ms + self.settings.unit.interval_ms
        };
        let maps = self
            .maps
            .iter()
            .filter(|map| map.settings.heartbeat_ms > 0 && !map.is_stopped);
        let heartbeat = maps.map(|map| map.put_ms + map.settings.heartbeat_ms).min();
        heartbeat.map_or(unit, |heartbeat| heartbeat.min(unit))
    }

    /// The unit of work: these messages, and the restart message instead of the one that is there. It stays the same until it is
    /// told how it ended. A transaction that is being read is cut here.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn unit(&mut self) -> Result<(&Unit, &Restart), Stop> {
        self.cut()?;
        for map in 0..self.maps.len() {
            self.put_pack(map)?;
        }
        Ok((&self.unit, &self.ahead))
    }

    /// The unit is on the queues.
    pub fn committed(&mut self, now_ms: u64) {
        self.figures.messages += self.unit.puts.len() as u64;
        self.figures.bytes += self.unit.bytes as u64;
        self.figures.units += 1;
        self.restart = self.ahead.clone();
        self.unit = Unit::default();
        self.now_ms = now_ms;
        self.committed_ms = now_ms;
    }

    /// The unit was backed out, and will be tried again.
    pub fn backed_out(&mut self) {
        self.figures.full += 1;
    }

    /// The number of the last message that is on the queues of a map, 0 for none; `None` if it is stopped.
    #[must_use]
    pub fn last_of(&self, number: u32) -> Option<u64> {
        let mut maps = self.maps.iter();
        maps.find(|map| map.settings.number == number && !map.is_stopped)?;
        let positions = &self.restart.maps;
        let position = positions.iter().find(|it| it.map == number);
        Some(position.map_or(0, |it| it.next - 1))
    }

    /// What to do when messages of a map cannot be put.
    #[must_use]
    pub fn on_error(&self, map: usize) -> OnError {
        let map = self.maps.get(map);
        map.map_or(OnError::StopProgram, |map| map.settings.on_error)
    }

    /// Nothing is put on the queues of a map any more: its part of the unit is taken out, and its subscriptions end.
    /// The rest of the unit may be tried again.
    pub fn stop_map(&mut self, map: usize, reason: &str) {
        let Some(state) = self.maps.get_mut(map).filter(|map| !map.is_stopped) else {
            return;
        };
        state.is_stopped = true;
        state.pack = Pack::default();
        let number = state.settings.number;
        self.unit.puts.retain(|put| put.map != map);
        self.unit.bytes = self.unit.puts.iter().map(|put| put.body.len()).sum();
        let old = self
            .restart
            .maps
            .iter()
            .find(|position| position.map == number);
        if let Some(position) = self.ahead.maps.get_mut(map) {
            // What was put stays put: a part of a transaction among it is given up when the queue is used again.
            (position.next, position.schema_version, position.chunks) =
                old.map_or((1, 0, 0), |old| (old.next, old.schema_version, old.chunks));
        }
        if let Within::Transaction(transaction) = &mut self.within {
            transaction.forget(map);
        }
        for subscription in self.routes.stop_map(number) {
            self.mark(
                &subscription.name,
                State::Inactive,
                self.ahead.commit_lsn,
                QUEUE_STOPPED,
            );
            self.events.push(Event::Subscription(SubscriptionState {
                state: State::Inactive,
                loader: subscription.loader,
                notice: QUEUE_STOPPED,
                log: self.restart.log,
                subscription: subscription.name,
                namespace: subscription.namespace,
                table: subscription.table,
                reason: reason.to_owned(),
                publication: String::new(),
            }));
        }
    }

    /// Heartbeats that are due, or with `all` one for each map that is applied, which asks apply how far it is, to be put outside of units of work and not persistent.
    ///
    /// # Errors
    /// Never, as long as maps have numbers.
    pub fn heartbeats(&mut self, now_ms: u64, time_us: i64, all: bool) -> Result<Vec<Put>, Stop> {
        let mut puts = Vec::new();
        for map in 0..self.maps.len() {
            let state = &self.maps[map];
            let every = state.settings.heartbeat_ms;
            let is_due = every > 0 && now_ms.saturating_sub(state.put_ms) >= every;
            let is_wanted = is_due || (all && state.settings.publishing.is_none());
            if !is_wanted || state.is_stopped || !self.is_unit_empty() {
                continue;
            }
            let Some(position) = self
                .restart
                .maps
                .iter()
                .find(|one| one.map == state.settings.number)
            else {
                continue;
            };
            let key = Key {
                map: position.map,
                epoch: self.restart.epoch,
                sequence: position.next,
            };
            let header = Header {
                kind: Kind::Heartbeat,
                is_first: false,
                is_last: false,
                has_whole_old_rows: false,
                key,
                schema_version: position.schema_version,
                commit_lsn: self.restart.commit_lsn,
                end_lsn: self.restart.end_lsn.max(self.restart.seen_lsn),
                commit_time_us: time_us,
                xid: u32::from(all),
                chunk: 0,
                operations: 0,
            };
            let (form, body) = formed(&state.settings, &header, &[], None)?;
            puts.push(Put {
                map,
                path: 0,
                id: key.to_heartbeat_id(),
                body,
                form,
            });
            self.maps[map].put_ms = now_ms;
        }
        Ok(puts)
    }

    /// Adds a message to the unit.
    pub(super) fn put(
        &mut self,
        map: usize,
        kind: Kind,
        at: &Place,
        body: &[u8],
        part: Part,
    ) -> Result<(), Stop> {
        self.put_about(map, kind, at, body, part, None)
    }

    /// The same for rows of one table.
    pub(super) fn put_about(
        &mut self,
        map: usize,
        kind: Kind,
        at: &Place,
        body: &[u8],
        part: Part,
        subject: Option<Subject>,
    ) -> Result<(), Stop> {
        if self.is_unit_empty() {
            self.unit_began_ms = self.now_ms;
        }
        let is_published = self
            .maps
            .get(map)
            .is_some_and(|it| it.settings.publishing.is_some());
        let is_short = kind == Kind::Transaction && part.is_first && part.is_last && !is_published;
        let message_bytes = self.maps.get(map).map_or(0, |it| it.settings.message_bytes);
        let transactions = self.settings.unit.transactions.min(PACK_MAX);
        let packs = is_short && transactions > 1 && body.len() < message_bytes;
        if let Some(state) = self.maps.get(map) {
            let is_full = state.pack.transactions() >= transactions
                || state.pack.bytes_with(body.len()) > message_bytes;
            if !state.pack.is_empty() && (!packs || is_full) {
                self.put_pack(map)?;
            }
        }
        let Some(header) = self.header(map, kind, at, part) else {
            return Ok(());
        };
        if !packs {
            return self.put_message(map, &header, body, subject.as_ref());
        }
        if let Some(state) = self.maps.get_mut(map) {
            state.pack.add(header, body);
            state.put_ms = self.now_ms;
        }
        Ok(())
    }

    /// The header of what comes next for a map, which takes the next number; none where nothing is put any more.
    fn header(&mut self, map: usize, kind: Kind, at: &Place, part: Part) -> Option<Header> {
        let (Some(state), Some(position)) = (self.maps.get_mut(map), self.ahead.maps.get_mut(map))
        else {
            return None;
        };
        if state.is_stopped {
            return None;
        }
        if kind == Kind::Schema {
            position.schema_version += 1;
        }
        let key = Key {
            map: position.map,
            epoch: self.ahead.epoch,
            sequence: position.next,
        };
        position.next += 1;
        Some(Header {
            kind,
            is_first: part.is_first,
            is_last: part.is_last,
            has_whole_old_rows: false,
            key,
            schema_version: position.schema_version,
            commit_lsn: at.commit_lsn,
            end_lsn: at.end_lsn,
            commit_time_us: at.commit_time_us,
            xid: at.xid,
            chunk: part.chunk,
            operations: part.operations,
        })
    }

    /// The transactions that wait to be a message become one.
    fn put_pack(&mut self, map: usize) -> Result<(), Stop> {
        let taken = self.maps.get_mut(map).and_then(|state| state.pack.take());
        match taken {
            Some((header, body)) => self.put_message(map, &header, &body, None),
            None => Ok(()),
        }
    }

    fn put_message(
        &mut self,
        map: usize,
        header: &Header,
        body: &[u8],
        subject: Option<&Subject>,
    ) -> Result<(), Stop> {
        let Some(state) = self.maps.get_mut(map) else {
            return Ok(());
        };
        let (form, body) = formed(&state.settings, header, body, subject)?;
        self.unit.bytes += body.len();
        state.figures.bytes += body.len() as u64;
        // Paths are 1 to 4.
        let path = ((state.figures.messages + 1) % u64::from(state.settings.paths.max(1))) as u8;
        self.unit.puts.push(Put {
            map,
            path,
            id: header.key.to_id(),
            body,
            form,
        });
        state.put_ms = self.now_ms;
        state.figures.messages += 1;
        Ok(())
    }

    /// Says that a transaction of which parts are on the queues will not be ended.
    pub(super) fn abandon(&mut self, map: usize) -> Result<(), Stop> {
        if !self.maps[map].owes_abandon {
            return Ok(());
        }
        self.maps[map].owes_abandon = false;
        let part = Part {
            chunk: self.ahead.maps[map].chunks,
            ..Part::default()
        };
        self.ahead.maps[map].chunks = 0;
        let at = Place {
            commit_lsn: self.restart.commit_lsn,
            end_lsn: self.restart.end_lsn,
            ..Place::default()
        };
        self.put(map, Kind::Abandon, &at, &[], part)
    }
}

/// Bytes that a message with a part of a transaction has beside its operations, at most.
pub(super) fn bytes_around(settings: &MapSettings, epoch: u64) -> Result<usize, Stop> {
    let key = Key {
        map: settings.number,
        epoch,
        sequence: u64::MAX,
    };
    // The longest that each value can be.
    let header = Header {
        kind: Kind::Transaction,
        is_first: false,
        is_last: false,
        has_whole_old_rows: false,
        key,
        schema_version: 0,
        commit_lsn: u64::MAX,
        end_lsn: u64::MAX,
        commit_time_us: 0,
        xid: u32::MAX,
        chunk: u32::MAX,
        operations: 0,
    };
    match settings.publishing {
        Some(_) => Ok(formed(settings, &header, &[], None)?.1.len()),
        None => Ok(HEADER_BYTES),
    }
}

/// A message as it is put on the queues of a map.
fn formed(
    settings: &MapSettings,
    header: &Header,
    body: &[u8],
    subject: Option<&Subject>,
) -> Result<(Form, Bytes), Stop> {
    let Some(publishing) = settings.publishing else {
        return Ok((Form::Compact, header.encode(body)?));
    };
    // Of several rows of a transaction none is what it is about.
    let subject = subject.filter(|_| publishing.per_row);
    let form = match publishing.has_header {
        true => Form::EventBehindHeader,
        false => Form::Event,
    };
    Ok((
        form,
        event(publishing, &settings.name, header, body, subject)?,
    ))
}
