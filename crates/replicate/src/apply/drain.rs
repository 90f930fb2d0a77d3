//! Rows of a spill queue are applied.

use super::beside::{Loads, Resting};
use super::browser::{Browsed, Browser, UNIT_MAX};
use super::done::Done;
use super::schemas::Schemas;
use super::setup::{Setup, lost};
use super::spill::is_gone;
use super::work::{Group, Manner, Refusal, Token, Transaction};
use crate::fault;
use crate::message::{Key, Kind, Message};
use crate::target::agent::{Agent, Common};
use crate::target::aside::OF_SPILL_QUEUE;
use crate::target::catalog::table_name;
use crate::target::failure::Failure;
use crate::target::spilling::{self, Load};
use crate::target::table::{Table, Tables};
use crate::target::trouble;
use crate::trouble::Trouble;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQCO_DELETE_PURGE, MQIA_CURRENT_Q_DEPTH, MQOO_INPUT_SHARED, MQOO_INQUIRE,
};
use ferromq_mqi::generated::notices::{FMQ0427, FMQ0461};
use ferromq_mqi::session::MqError;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Transactions that are applied as one, at most, and their bytes after which no more are added.
const TRANSACTIONS_MAX: usize = 100;
const BYTES_MAX: usize = 1 << 20;
/// While the stream is asked to rest.
const LOOK: Duration = Duration::from_millis(5);
/// How long a drain that does not know its table waits before it looks again. It reads the queue from the beginning then.
const TABLE_PAUSE: Duration = Duration::from_millis(500);
/// While the stream comes to where it was.
const BEHIND: Duration = Duration::from_millis(100);
/// How long the locks of others are waited for while the stream rests, or is asked to: all tables of the map wait with it.
const LOCKS_WITHIN: &str = "2s";
/// How it ended.
pub(super) enum Drained<'a> {
    /// The run is over.
    Over,
    /// Nothing is left, and the stream rests.
    Empty(Resting<'a>),
    /// The subscription has ended.
    Ended,
    /// The spill queue is gone, and what was on it, and why.
    Gone(String),
    /// A row cannot be applied, and that stops the queue.
    Refused { sequence: u64, refusal: Refusal },
}

/// Why it does not go on.
pub(super) enum Stopped {
    Trouble(Trouble),
    /// The spill queue is gone.
    Gone(String),
}

impl From<Trouble> for Stopped {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

/// What came of a batch.
enum Step<'a> {
    /// It is committed, or a part of what will be.
    Applied,
    /// Nothing goes on.
    Ended(Drained<'a>),
    /// It is rolled back, and everything that is on the queue is taken again.
    Again,
    /// The same, and the stream is to go on meanwhile: somebody is in the way.
    Yields,
}

/// What came of a group.
enum Tried {
    Applied,
    Refused(Refusal),
    /// The load is another one.
    Replaced,
}

/// What was there at some time, and how much of it is left.
struct Round {
    began_with: usize,
    left: usize,
}

impl Round {
    fn of(depth: usize) -> Self {
        Self {
            began_with: depth,
            left: depth.max(1),
        }
    }
}

/// What is done, by epochs.
type ByEpoch = BTreeMap<u64, Done>;

/// A transaction that comes.
struct Coming {
    first: u64,
    begun: bool,
    messages: Vec<Message>,
    bytes: usize,
    tokens: Vec<Token>,
}

impl Coming {
    /// What is held of it, as a part of it, or all of it.
    fn part(&mut self, ends: bool) -> Transaction {
        let messages = std::mem::take(&mut self.messages);
        let number = |it: Option<&Message>| it.map_or(self.first, |it| it.header.key.sequence);
        let (first, last) = (number(messages.first()), number(messages.last()));
        let begins = !std::mem::replace(&mut self.begun, true);
        self.bytes = 0;
        Transaction {
            first,
            last,
            begin: if begins { first } else { self.first },
            ends,
            messages,
        }
    }
}

/// What is to be remembered of a transaction that is done.
#[derive(Clone, Copy)]
struct Part {
    epoch: u64,
    first: u64,
    last: u64,
    /// Up to where nothing is to come when it is done.
    floor: u64,
}

/// What is applied at once.
#[derive(Default)]
struct Batch {
    transactions: Vec<Transaction>,
    /// Of each that is whole with this.
    parts: Vec<Part>,
    /// Messages that are done with it.
    tokens: Vec<Token>,
    /// Nothing more is to be taken now.
    is_last: bool,
    /// There is more, to which the stream has not come.
    is_ahead: bool,
    /// Nobody has said yet what the rows that come look like.
    is_unknown: bool,
}

/// See the module.
pub(super) struct Drain<'a> {
    loads: &'a Loads<'a>,
    load: &'a Load,
    pub(super) agent: Agent,
    beside: Arc<Common>,
    browser: Browser,
    /// What is done, by epochs, as the control tables have it. What was put aside before capture was started cold is of the one before.
    written: ByEpoch,
    /// The same with what is about to be.
    done: ByEpoch,
    open: Option<Coming>,
    /// What comes is of a transaction that is done.
    skips: bool,
    /// Rows are applied one by one: a long transaction has failed.
    is_careful: bool,
    /// A message without a beginning was told.
    is_told: bool,
    schemas: Schemas<'a>,
    /// The table, as rows are applied to it now.
    table: Option<u64>,
    /// What was read, and is for the next batch.
    held: Option<(Message, Token, u64)>,
    /// The stream rests for it, or is asked to.
    rests: bool,
}

/// Deletes a spill queue, with what is on it. It may be gone already.
///
/// # Errors
/// FMQ0428: somebody has it open, or whatever else is in the way.
pub(super) fn delete(setup: &Setup<'_>, queue: &str) -> Result<(), Trouble> {
    let opened = Browser::open(setup, queue, MQOO_INPUT_SHARED)?;
    let mut browser = match opened {
        Ok(browser) => browser,
        Err(error) if error.reason == Reason::UNKNOWN_OBJECT_NAME => return Ok(()),
        Err(error) => return Err(lost(queue, &error)),
    };
    let closed = browser.session.close(browser.handle, MQCO_DELETE_PURGE);
    let closed = closed.map_err(|error| browser.lost(&error));
    browser.end();
    closed.map(drop)
}

impl<'a> Drain<'a> {
    /// The session has the lock of the spill queue: what the control tables say of it is final. `Err` in the result: the queue is not there.
    pub(super) fn begin(
        loads: &'a Loads<'a>,
        load: &'a Load,
        mut agent: Agent,
        beside: Arc<Common>,
    ) -> Result<Result<Self, (Agent, String)>, Trouble> {
        let queue = &load.spill_queue;
        let browser = match Browser::open(loads.setup, queue, MQOO_INPUT_SHARED | MQOO_INQUIRE)? {
            Ok(browser) => browser,
            Err(error) if is_gone(&error) => return Ok(Err((agent, error.to_string()))),
            Err(error) => return Err(lost(queue, &error)),
        };
        let table = table_name(loads.setup.schema, "spilledrow");
        let sql = format!("SELECT epoch, mqmsgid_from, mqmsgid FROM {table} WHERE spillq = $1");
        let rows = agent.connection().ask(&sql, &[queue]);
        let rows = rows.map_err(|error| trouble(&error))?;
        let range = |row| {
            Some((
                rows.number(row, 0)?,
                rows.number(row, 1)?,
                rows.number(row, 2)?,
            ))
        };
        let mut written = ByEpoch::new();
        for (epoch, first, last) in (0..rows.len()).filter_map(range) {
            written.entry(epoch).or_default().add(first, last);
        }
        let mut drain = Self {
            loads,
            load,
            agent,
            beside,
            browser,
            done: written.clone(),
            written,
            open: None,
            skips: false,
            is_careful: false,
            is_told: false,
            schemas: Schemas::new(loads, load),
            table: None,
            held: None,
            rests: false,
        };
        drain.browser.rewind();
        Ok(Ok(drain))
    }

    /// Gives up the connection to the queue manager.
    pub(super) fn end(self) {
        self.browser.end();
    }

    /// Applies until nothing is left and the stream rests, or it cannot go on.
    pub(super) fn run(&mut self) -> Result<Drained<'a>, Trouble> {
        match self.try_run() {
            Ok(drained) => Ok(drained),
            Err(_) if self.loads.is_over() => Ok(Drained::Over),
            Err(Stopped::Gone(why)) => {
                self.give_up_open()?;
                Ok(Drained::Gone(why))
            }
            Err(Stopped::Trouble(trouble)) => Err(trouble),
        }
    }

    fn try_run(&mut self) -> Result<Drained<'a>, Stopped> {
        let mut resting: Option<Resting<'a>> = None;
        let mut has_rest = false;
        let mut round = Round::of(self.depth()?);
        loop {
            if self.loads.is_over() {
                return Ok(Drained::Over);
            }
            if !has_rest && resting.as_ref().is_some_and(Resting::is_granted) {
                has_rest = true;
                // From the beginning: nothing is under way any more.
                self.begin_anew()?;
            }
            let batch = self.gather()?;
            if batch.is_unknown && batch.transactions.is_empty() {
                // An earlier build has not kept it: it comes by the stream with the next change of the table, perhaps much later, or never.
                self.begin_anew()?;
                drop(resting.take());
                has_rest = false;
                self.set_rests(false)?;
                if !self.is_there()? {
                    return Ok(Drained::Over);
                }
                std::thread::sleep(TABLE_PAUSE);
                continue;
            }
            match self.apply(&batch)? {
                Step::Applied => {}
                Step::Ended(ended) => return Ok(ended),
                Step::Again => continue,
                Step::Yields => {
                    // Without rest it waits for as long as that takes.
                    drop(resting.take());
                    has_rest = false;
                    self.set_rests(false)?;
                    self.begin_anew()?;
                    continue;
                }
            }
            self.purge(&batch.tokens)?;
            round.left = round.left.saturating_sub(batch.tokens.len());
            if !batch.is_last && resting.is_none() && round.left == 0 && !self.has_begun() {
                let next = Round::of(self.depth()?);
                if next.began_with > round.began_with / 2 {
                    // As much comes as goes: the stream waits for it.
                    resting = Some(self.ask_rest()?);
                }
                round = next;
            }
            if !batch.is_last {
                continue;
            }
            match resting.take() {
                Some(resting) if has_rest && batch.transactions.is_empty() && batch.is_ahead => {
                    // The stream has begun anew behind what it put here before. It comes to it again.
                    drop(resting);
                    has_rest = false;
                    self.set_rests(false)?;
                    std::thread::sleep(BEHIND);
                }
                Some(resting) if has_rest && batch.transactions.is_empty() => {
                    self.set_rests(false)?;
                    return Ok(Drained::Empty(resting));
                }
                Some(asked) => {
                    if !has_rest {
                        std::thread::sleep(LOOK);
                    }
                    resting = Some(asked);
                }
                None => {
                    // Nothing is held at the target meanwhile that the stream could wait for.
                    self.begin_anew()?;
                    resting = Some(self.ask_rest()?);
                }
            }
        }
    }

    /// Whether the load is the one that there is.
    fn is_there(&mut self) -> Result<bool, Trouble> {
        let (schema, queue) = (self.loads.setup.schema, &self.loads.setup.map.receive_queue);
        let sql = spilling::is_there(schema, queue, self.load);
        let found = self.agent.connection().execute(&sql);
        Ok(!found.map_err(|error| trouble(&error))?.is_empty())
    }

    /// Asks the stream to rest, while nothing is open at the target.
    fn ask_rest(&mut self) -> Result<Resting<'a>, Trouble> {
        self.set_rests(true)?;
        Ok(self.loads.ask_rest())
    }

    /// Outside of transactions: what is set within one goes with it.
    fn set_rests(&mut self, rests: bool) -> Result<(), Trouble> {
        self.rests = rests;
        let within = if rests { LOCKS_WITHIN } else { "0" };
        let set = format!("SET lock_timeout = '{within}'");
        let set = self.agent.connection().execute(&set);
        set.map(drop).map_err(|error| trouble(&error))
    }

    /// A part of a long transaction is executed, and not committed.
    fn has_begun(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.begun)
    }

    /// What is on the queue is taken from its beginning, a transaction that came in parts so far, too.
    fn begin_anew(&mut self) -> Result<(), Trouble> {
        self.give_up_open()?;
        self.done = self.written.clone();
        self.skips = false;
        (self.held, self.table) = (None, None);
        self.browser.rewind();
        Ok(())
    }

    /// What an error of the spill queue means.
    fn failed(&self, error: &MqError) -> Stopped {
        match is_gone(error) {
            true => Stopped::Gone(error.to_string()),
            false => self.browser.lost(error).into(),
        }
    }

    fn depth(&mut self) -> Result<usize, Stopped> {
        let handle = self.browser.handle;
        let found = self
            .browser
            .session
            .inquire(handle, &[MQIA_CURRENT_Q_DEPTH], 1, 0);
        let (depths, _, _) = found.map_err(|error| self.failed(&error))?;
        let depth = depths.first().copied().unwrap_or(0);
        Ok(usize::try_from(depth).unwrap_or(0))
    }

    /// A message, what the queue calls it, and up to where everything was committed when it was put.
    fn next(&mut self) -> Result<Option<(Message, Token, u64)>, Stopped> {
        if let Some(held) = self.held.take() {
            return Ok(Some(held));
        }
        let queue = &self.load.spill_queue;
        let foreign = |problem: &dyn std::fmt::Display| {
            Stopped::Trouble(self.loads.setup.foreign(queue, problem))
        };
        match self.browser.next(0).map_err(|error| self.failed(&error))? {
            Browsed::Message(message, token, low) => {
                let key = message.header.key;
                if message.header.kind != Kind::Transaction {
                    return Err(foreign(&"it is no transaction"));
                }
                let is_before = |low: &Key| {
                    (low.map, low.epoch) == (key.map, key.epoch) && low.sequence < key.sequence
                };
                let low = low.filter(is_before).map_or(0, |low| low.sequence);
                Ok(Some((message, token, low)))
            }
            Browsed::Heartbeat(..) => Err(foreign(&"it is no transaction")),
            Browsed::Foreign(problem) => Err(foreign(&problem)),
            Browsed::Nothing => Ok(None),
        }
    }

    /// Whole transactions, or a part of a long one.
    fn gather(&mut self) -> Result<Batch, Stopped> {
        let mut batch = Batch::default();
        let mut bytes = 0;
        let part_bytes = (self.loads.setup.map.settings.memory_bytes / 8).max(1);
        while batch.transactions.len() < TRANSACTIONS_MAX && bytes < BYTES_MAX {
            let Some((message, token, low)) = self.next()? else {
                // What is on the queue is committed by the stream, which puts all of a transaction here before. So what has no end now gets none: it was put here again,
                // or capture has abandoned it. The queue may have no room for anything else before it goes.
                batch.tokens.extend(self.give_up_open()?);
                batch.is_last = true;
                break;
            };
            let header = message.header;
            let sequence = header.key.sequence;
            if header.is_first {
                if self.is_ahead(header.key) {
                    // The stream may be another one at the next start: it comes here again then.
                    self.give_up_open()?;
                    self.skips = false;
                    self.browser.rewind();
                    (batch.is_last, batch.is_ahead) = (true, true);
                    break;
                }
                self.begin_one(&message, low, &mut batch)?;
            }
            if self.open.is_some() && !self.skips && !self.is_for_table(&message, &mut batch)? {
                self.held = Some((message, token, low));
                break;
            }
            let Some(open) = self.open.as_mut().filter(|_| !self.skips) else {
                if !self.skips && !self.is_done(header.key) {
                    self.tell_headless(sequence);
                }
                batch.tokens.push(token);
                continue;
            };
            bytes += message.body.len();
            open.bytes += message.body.len();
            open.messages.push(message);
            open.tokens.push(token);
            let is_part = open.begun || open.bytes > part_bytes;
            if !header.is_last && !is_part {
                continue;
            }
            // A part is alone. Those before go first, and it goes on from what is held of it.
            if !batch.transactions.is_empty() && !header.is_last {
                break;
            }
            let was_begun = open.begun;
            batch.transactions.push(open.part(header.is_last));
            if header.is_last {
                let epoch = header.key.epoch;
                let done = self.done.entry(epoch).or_default();
                batch.parts.push(Part {
                    epoch,
                    first: open.first,
                    last: sequence,
                    floor: done.floor(),
                });
                batch.tokens.append(&mut open.tokens);
                done.add(open.first, sequence);
                self.open = None;
            }
            if was_begun || !header.is_last {
                break;
            }
        }
        Ok(batch)
    }

    /// Whether a message may go along with what is gathered: it is for the table as that is. Where it has got other columns what is gathered goes before it.
    fn is_for_table(&mut self, message: &Message, batch: &mut Batch) -> Result<bool, Stopped> {
        let header = &message.header;
        let table = self
            .schemas
            .table_of(&mut self.agent, &self.beside, header)?;
        let Some(table) = table else {
            batch.is_unknown = true;
            return Ok(false);
        };
        if self.table == Some(table.id) {
            return Ok(true);
        }
        if !batch.transactions.is_empty() {
            return Ok(false);
        }
        if let Some(open) = self.open.as_mut().filter(|open| !open.messages.is_empty()) {
            batch.transactions.push(open.part(false));
            return Ok(false);
        }
        // A conflict amid the transaction has ended the subscription, with whatever columns.
        let is_amid = self.has_begun() && self.table.is_some();
        let has_ended = is_amid && matches!(self.step(), Step::Ended(_));
        self.table = Some(table.id);
        let table = match has_ended {
            true => {
                let mut ended = Table::clone(&table);
                ended.subscription.state = 'I';
                Arc::new(ended)
            }
            false => table,
        };
        let tables = Tables::from([(OF_SPILL_QUEUE, Some(table))]);
        self.beside.tables.set(tables);
        Ok(true)
    }

    /// A transaction begins. What was begun before and has no end was put here again.
    fn begin_one(&mut self, message: &Message, low: u64, batch: &mut Batch) -> Result<(), Trouble> {
        batch.tokens.extend(self.give_up_open()?);
        let key = message.header.key;
        self.done.entry(key.epoch).or_default().all_to(low);
        self.skips = self.is_done(key);
        if !self.skips {
            self.open = Some(Coming {
                first: key.sequence,
                begun: false,
                messages: Vec::new(),
                bytes: 0,
                tokens: Vec::new(),
            });
        }
        Ok(())
    }

    /// Whether the stream has not committed it yet. It has everything of the epochs before its own.
    fn is_ahead(&self, key: Key) -> bool {
        (key.epoch, key.sequence) > (self.loads.common.epoch, self.loads.reached())
    }

    fn is_done(&self, key: Key) -> bool {
        let done = self.done.get(&key.epoch);
        done.is_some_and(|done| done.has(key.sequence))
    }

    /// The end of something whose beginning was deleted. Messages are deleted from the front, when they are done, or given up: that was interrupted.
    fn tell_headless(&mut self, sequence: u64) {
        if !std::mem::replace(&mut self.is_told, true) {
            let queue = &self.load.spill_queue;
            self.loads.notice(FMQ0461.line(&[&sequence, queue]));
        }
    }

    /// Gives up what was begun and has no end: its messages.
    fn give_up_open(&mut self) -> Result<Vec<Token>, Trouble> {
        let Some(open) = self.open.take() else {
            return Ok(Vec::new());
        };
        if open.begun {
            self.agent.give_up().map_err(|error| trouble(&error))?;
            // It may have got other columns amid it.
            self.table = None;
        }
        Ok(open.tokens)
    }

    /// Applies a batch, in one transaction if it can be. How it ended, if it did.
    fn apply(&mut self, batch: &Batch) -> Result<Step<'a>, Trouble> {
        let (Some(first), Some(last)) = (batch.transactions.first(), batch.transactions.last())
        else {
            return Ok(Step::Applied);
        };
        let is_part = first.is_part() || !last.ends;
        let manner = match self.is_careful {
            true => Manner::Careful,
            false => Manner::Fast,
        };
        let group = Group {
            first: first.first,
            last: last.last,
            transactions: batch.transactions.clone(),
            begins: first.first == first.begin,
            ends: last.ends,
            manner,
        };
        let refusal = match self.try_group(&group, &batch.parts)? {
            // What ends the subscription is not committed before the whole transaction is.
            Tried::Applied if !group.ends => return Ok(Step::Applied),
            Tried::Applied => return Ok(self.step()),
            Tried::Replaced => return Ok(Step::Ended(Drained::Over)),
            Tried::Refused(refusal) if self.rests && refusal.passes => return Ok(Step::Yields),
            Tried::Refused(refusal) => refusal,
        };
        if is_part {
            return self.try_long_again(batch, refusal);
        }
        // One after the other, then row by row.
        for (transaction, part) in batch.transactions.iter().zip(&batch.parts) {
            let one = |manner| Group {
                first: transaction.first,
                last: transaction.last,
                transactions: vec![transaction.clone()],
                begins: true,
                ends: true,
                manner,
            };
            let mut tried = self.try_group(&one(Manner::Fast), &[*part])?;
            let mut tries = 0;
            while let Tried::Refused(refusal) = tried {
                if self.rests && refusal.passes {
                    return Ok(Step::Yields);
                }
                if tries > self.loads.setup.map.settings.deadlock_retries
                    || (tries > 0 && !refusal.passes)
                {
                    let sequence = transaction.first;
                    return Ok(Step::Ended(Drained::Refused { sequence, refusal }));
                }
                tries += 1;
                tried = self.try_group(&one(Manner::Careful), &[*part])?;
            }
            if matches!(tried, Tried::Replaced) {
                return Ok(Step::Ended(Drained::Over));
            }
            if let Step::Ended(ended) = self.step() {
                return Ok(Step::Ended(ended));
            }
        }
        Ok(Step::Applied)
    }

    /// A part of a long transaction failed: all of it is applied row by row, from its beginning.
    fn try_long_again(&mut self, batch: &Batch, refusal: Refusal) -> Result<Step<'a>, Trouble> {
        if self.is_careful {
            if refusal.passes {
                return Err(Trouble::passing(&FMQ0427, &[&refusal.text]));
            }
            let sequence = batch.transactions.first().map_or(0, |it| it.begin);
            return Ok(Step::Ended(Drained::Refused { sequence, refusal }));
        }
        // It is rolled back already.
        (self.is_careful, self.open) = (true, None);
        self.begin_anew()?;
        Ok(Step::Again)
    }

    /// Applies a group, if the load is still the one that is drained: with another the rows on the queue are of no use.
    fn try_group(&mut self, group: &Group, parts: &[Part]) -> Result<Tried, Trouble> {
        let mut written = self.written.clone();
        if group.ends {
            for part in parts {
                let done = written.entry(part.epoch).or_default();
                done.all_to(part.floor);
                done.add(part.first, part.last);
            }
        }
        let behind = self.changes_to(&written);
        let (schema, queue) = (self.loads.setup.schema, &self.loads.setup.map.receive_queue);
        let guard = spilling::is_still(schema, queue, self.load);
        let done = self.agent.apply_beside(group, &guard, &behind);
        let said = self.agent.take_notices();
        self.loads.pass_on(said);
        match done {
            Ok(true) => {
                self.written = written;
                Ok(Tried::Applied)
            }
            Ok(false) => Ok(Tried::Replaced),
            // Who ends cancels what it was at.
            Err(_) if self.loads.is_over() => Ok(Tried::Replaced),
            Err(Failure::Refused(refusal)) => Ok(Tried::Refused(refusal)),
            Err(Failure::Away(trouble)) => Err(trouble),
            Err(Failure::Unusable(it, _)) => Err(it.into()),
            Err(Failure::Lost(error)) => Err(Trouble::passing(&FMQ0427, &[&error])),
        }
    }

    /// Statements that have the control tables say what is done.
    fn changes_to(&self, written: &ByEpoch) -> Vec<String> {
        let none = Done::default();
        let of_epoch = |(epoch, done): (&u64, &Done)| {
            self.changes_of(*epoch, self.written.get(epoch).unwrap_or(&none), done)
        };
        written.iter().flat_map(of_epoch).collect()
    }

    /// The same of an epoch.
    fn changes_of(&self, epoch: u64, before: &Done, written: &Done) -> Vec<String> {
        let table = table_name(self.loads.setup.schema, "spilledrow");
        let queue = ferromq_postgres::literal(&self.load.spill_queue);
        let mut changes = Vec::new();
        let gone = before.beyond(written);
        if !gone.is_empty() {
            let from: Vec<String> = gone.iter().map(|(first, _)| first.to_string()).collect();
            let from = from.join(", ");
            changes.push(format!(
                "DELETE FROM {table} WHERE spillq = {queue} AND epoch = {epoch} AND mqmsgid_from IN ({from})"
            ));
        }
        let new = written.beyond(before);
        if !new.is_empty() {
            let row = |(first, last): &(u64, u64)| format!("({queue}, {epoch}, {first}, {last})");
            let rows: Vec<String> = new.iter().map(row).collect();
            changes.push(format!("INSERT INTO {table} VALUES {}", rows.join(", ")));
        }
        changes
    }

    /// A conflict may have ended the subscription.
    fn step(&self) -> Step<'a> {
        let tables = self.beside.tables.snapshot();
        let mut of_it = tables.values().flatten();
        match of_it.any(|table| table.subscription.state == 'I') {
            true => Step::Ended(Drained::Ended),
            false => Step::Applied,
        }
    }

    fn purge(&mut self, tokens: &[Token]) -> Result<(), Stopped> {
        if !tokens.is_empty() {
            fault::at("K25D");
        }
        let purged = self.browser.purge(tokens, UNIT_MAX);
        purged.map_err(|error| self.failed(&error))
    }
}
