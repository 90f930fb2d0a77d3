//! Rows of a spill queue are applied.

use super::beside::{Loads, Resting};
use super::setup::{Road, Setup, lost};
use super::work::{Group, Manner, Refusal, Token, Transaction};
use crate::message::{FORMAT, Kind, Message};
use crate::target::agent::{Agent, Common, Failure};
use crate::target::catalog::{self, Load};
use crate::target::table::Tables;
use crate::target::trouble;
use crate::trouble::Trouble;
use ferromq_mqi::generated::constants::{
    MQCO_DELETE_PURGE, MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT,
    MQGMO_FAIL_IF_QUIESCING, MQGMO_SYNCPOINT, MQIA_CURRENT_Q_DEPTH, MQMO_MATCH_MSG_TOKEN,
    MQMO_NONE, MQOO_BROWSE, MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_SHARED, MQOO_INQUIRE,
};
use ferromq_mqi::generated::notices::{FMQ0427, FMQ0429};
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::session::{MqError, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Transactions that are applied as one, at most, and their bytes after which no more are added.
const TRANSACTIONS_MAX: usize = 100;
const BYTES_MAX: usize = 1 << 20;
/// Messages that are deleted in one unit of work.
const UNIT_MAX: usize = 500;
/// While the stream is asked to rest.
const LOOK: Duration = Duration::from_millis(5);
/// While the stream comes to where it was.
const BEHIND: Duration = Duration::from_millis(100);
/// Bytes of a message that are read at the first try.
const BUFFER: u32 = 256 * 1024;
/// How many transactions are remembered as done before those are forgotten that cannot come again.
const REMEMBERED: usize = 100_000;

/// How it ended.
pub(super) enum Drained<'a> {
    /// The run is over.
    Over,
    /// Nothing is left, and the stream rests.
    Empty(Resting<'a>),
    /// The subscription has ended.
    Ended,
    /// A row cannot be applied, and that stops the queue.
    Refused { sequence: u64, refusal: Refusal },
}

/// What came of a batch.
enum Step<'a> {
    /// It is committed, or a part of what will be.
    Applied,
    /// Nothing goes on.
    Ended(Drained<'a>),
    /// It is rolled back, and everything that is on the queue is taken again.
    Again,
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

/// A transaction that comes.
struct Coming {
    first: u64,
    begun: bool,
    messages: Vec<Message>,
    bytes: usize,
    tokens: Vec<Token>,
}

/// What is applied at once.
#[derive(Default)]
struct Batch {
    transactions: Vec<Transaction>,
    /// First and last number of each that is whole with this.
    ranges: Vec<(u64, u64)>,
    /// Messages that are done with it.
    tokens: Vec<Token>,
    is_last: bool,
}

/// See the module.
pub(super) struct Drain<'a> {
    loads: &'a Loads<'a>,
    load: &'a Load,
    pub(super) agent: Agent,
    beside: Arc<Common>,
    session: Session<Road>,
    handle: ObjectHandle,
    buffer: u32,
    /// Numbers of what is done, or is about to be.
    done: HashSet<u64>,
    open: Option<Coming>,
    /// What comes is of a transaction that is done.
    skips: bool,
    /// Rows are applied one by one: a long transaction has failed.
    is_careful: bool,
    from_first: bool,
    /// Versions of tables that are known here.
    known: HashMap<u16, u64>,
}

fn opened(
    setup: &Setup<'_>,
    queue: &str,
) -> Result<(Session<Road>, Option<ObjectHandle>), Trouble> {
    let road = (setup.roads)().map_err(|error| lost(queue, &error))?;
    let mut session = Session::new(road);
    match session.open(
        queue,
        MQOO_BROWSE | MQOO_INPUT_SHARED | MQOO_INQUIRE | MQOO_FAIL_IF_QUIESCING,
    ) {
        Ok(handle) => Ok((session, Some(handle))),
        Err(error) if error.reason == Reason::UNKNOWN_OBJECT_NAME => Ok((session, None)),
        Err(error) => Err(lost(queue, &error)),
    }
}

/// Deletes a spill queue, with what is on it; `false` if somebody else has it open. It may be gone already.
pub(super) fn delete(setup: &Setup<'_>, queue: &str) -> Result<bool, Trouble> {
    let (mut session, handle) = opened(setup, queue)?;
    if let Some(handle) = handle {
        match session.close(handle, MQCO_DELETE_PURGE) {
            Ok(_) => {}
            Err(error) if error.reason == Reason::CONNECTION_BROKEN => {
                return Err(lost(queue, &error));
            }
            Err(_) => {
                let _ = session.disconnect();
                return Ok(false);
            }
        }
    }
    let _ = session.disconnect();
    Ok(true)
}

impl<'a> Drain<'a> {
    pub(super) fn begin(
        loads: &'a Loads<'a>,
        load: &'a Load,
        mut agent: Agent,
        beside: Arc<Common>,
    ) -> Result<Self, Trouble> {
        let queue = &load.spill_queue;
        let (session, handle) = opened(loads.setup, queue)?;
        let Some(handle) = handle else {
            return Err(lost(queue, &"it is not there"));
        };
        let table = catalog::table_name(loads.setup.schema, "spilledrow");
        let sql = format!("SELECT mqmsgid FROM {table} WHERE spillq = $1");
        let rows = agent.connection().ask(&sql, &[queue]);
        let rows = rows.map_err(|error| trouble(&error))?;
        let done = (0..rows.len()).filter_map(|row| rows.number(row, 0));
        let done = done.collect();
        let mut drain = Self {
            loads,
            load,
            agent,
            beside,
            session,
            handle,
            buffer: BUFFER,
            done,
            open: None,
            skips: false,
            is_careful: false,
            from_first: true,
            known: HashMap::new(),
        };
        drain.take_tables();
        Ok(drain)
    }

    /// Tables as the stream has them, for rows that were put aside.
    fn take_tables(&mut self) {
        let is_forced = self.load.state == 'D';
        let mut tables = Tables::new();
        let of_stream = self.loads.common.tables.snapshot();
        let known = of_stream.iter().filter_map(|(number, table)| {
            let table = table.as_ref()?;
            let is_it = table.subscription.name == self.load.subscription;
            is_it.then_some((*number, table.id))
        });
        let known: HashMap<u16, u64> = known.collect();
        if known == self.known && !known.is_empty() {
            return;
        }
        self.known = known;
        for (number, table) in of_stream {
            let of_it = |name: &str| name == self.load.subscription;
            let found = table.filter(|table| of_it(&table.subscription.name));
            let found =
                found.map(|table| Arc::new(table.of_spilled(self.load.load_lsn, is_forced)));
            tables.insert(number, found);
        }
        self.beside.tables.set(tables);
    }

    /// Applies until nothing is left and the stream rests, or it cannot go on.
    pub(super) fn run(&mut self) -> Result<Drained<'a>, Trouble> {
        let mut resting: Option<Resting<'a>> = None;
        let mut rests = None;
        let mut round = Round::of(self.depth()?);
        loop {
            if self.loads.is_over() {
                return Ok(Drained::Over);
            }
            if rests.is_none() {
                rests = resting.as_ref().and_then(Resting::granted);
                if rests.is_some() {
                    // From the beginning: nothing is under way any more.
                    self.begin_anew()?;
                }
            }
            let batch = self.gather()?;
            // The schema of new rows may have come meanwhile.
            self.take_tables();
            match self.apply(&batch)? {
                Step::Applied => {}
                Step::Ended(ended) => return Ok(ended),
                Step::Again => continue,
            }
            self.purge(&batch.tokens)?;
            round.left = round.left.saturating_sub(batch.tokens.len());
            if !batch.is_last && resting.is_none() && round.left == 0 {
                let next = Round::of(self.depth()?);
                if next.began_with > round.began_with / 2 {
                    // As much comes as goes: the stream waits for it.
                    resting = Some(self.loads.ask_rest());
                }
                round = next;
            }
            if !batch.is_last {
                continue;
            }
            match resting.take() {
                Some(resting)
                    if batch.transactions.is_empty()
                        && rests.is_some_and(|position| self.is_ahead_of(position)) =>
                {
                    // The stream has begun anew behind what it put here before: it puts that here again, and then it is done already.
                    drop(resting);
                    rests = None;
                    std::thread::sleep(BEHIND);
                }
                Some(resting) if rests.is_some() && batch.transactions.is_empty() => {
                    // What has no end by now has been given up.
                    if let Some(open) = self.open.take() {
                        self.roll_back(&open)?;
                        self.purge(&open.tokens)?;
                    }
                    return Ok(Drained::Empty(resting));
                }
                Some(asked) => {
                    resting = Some(asked);
                    if rests.is_none() {
                        std::thread::sleep(LOOK);
                    }
                }
                None => {
                    // Nothing is held at the target meanwhile that the stream could wait for.
                    self.begin_anew()?;
                    resting = Some(self.loads.ask_rest());
                }
            }
        }
    }

    /// Whether something is done here that the stream has not come to.
    fn is_ahead_of(&self, position: u64) -> bool {
        self.done.iter().any(|done| *done > position)
    }

    /// What is on the queue is taken from its beginning, a transaction that came in parts so far, too.
    fn begin_anew(&mut self) -> Result<(), Trouble> {
        if let Some(open) = self.open.take() {
            self.roll_back(&open)?;
        }
        (self.from_first, self.skips) = (true, false);
        Ok(())
    }

    fn depth(&mut self) -> Result<usize, Trouble> {
        let found = self
            .session
            .inquire(self.handle, &[MQIA_CURRENT_Q_DEPTH], 1, 0);
        let (depths, _, _) = found.map_err(|error| lost(&self.load.spill_queue, &error))?;
        let depth = depths.first().copied().unwrap_or(0);
        Ok(usize::try_from(depth).unwrap_or(0))
    }

    fn next(&mut self) -> Result<Option<(Message, Token)>, Trouble> {
        let queue = &self.load.spill_queue;
        loop {
            let how = match self.from_first {
                true => MQGMO_BROWSE_FIRST,
                false => MQGMO_BROWSE_NEXT,
            };
            let options = GetOptions {
                options: how | MQGMO_FAIL_IF_QUIESCING,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            };
            let got = self.session.get(
                self.handle,
                &MsgDescriptor::default(),
                &options,
                self.buffer,
            );
            let got = match got {
                Ok(got) => got,
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => return Ok(None),
                Err(error) => return Err(lost(queue, &error)),
            };
            if got.reason == Reason::TRUNCATED_MSG_FAILED {
                self.buffer = got.data_length.max(self.buffer);
                continue;
            }
            self.from_first = false;
            let foreign =
                |problem: &dyn std::fmt::Display| Trouble::lasting(&FMQ0429, &[queue, &problem]);
            let format = String::from_utf8_lossy(&got.descriptor.format).into_owned();
            if format.trim_end() != FORMAT {
                return Err(foreign(&format!("its format is '{}'", format.trim_end())));
            }
            let message = Message::decode(&got.body).map_err(|problem| foreign(&problem))?;
            if message.header.kind != Kind::Transaction {
                return Err(foreign(&"it is no transaction"));
            }
            return Ok(Some((message, got.options.msg_token)));
        }
    }

    /// Whole transactions, or a part of a long one.
    fn gather(&mut self) -> Result<Batch, Trouble> {
        let mut batch = Batch::default();
        let mut bytes = 0;
        let part_bytes = (self.loads.setup.map.settings.memory_bytes / 8).max(1);
        while batch.transactions.len() < TRANSACTIONS_MAX && bytes < BYTES_MAX {
            let Some((message, token)) = self.next()? else {
                batch.is_last = true;
                break;
            };
            let header = message.header;
            let sequence = header.key.sequence;
            if header.is_first {
                // What was begun and has no end was put here again.
                if let Some(open) = self.open.take() {
                    self.roll_back(&open)?;
                    batch.tokens.extend_from_slice(&open.tokens);
                }
                self.skips =
                    header.key.epoch != self.loads.common.epoch || self.done.contains(&sequence);
                if !self.skips {
                    self.open = Some(Coming {
                        first: sequence,
                        begun: false,
                        messages: Vec::new(),
                        bytes: 0,
                        tokens: Vec::new(),
                    });
                }
            }
            let Some(open) = self.open.as_mut().filter(|_| !self.skips) else {
                if !self.skips && !self.done.contains(&sequence) {
                    let problem = format!("message {sequence} has no beginning");
                    return Err(Trouble::lasting(
                        &FMQ0429,
                        &[&self.load.spill_queue, &problem],
                    ));
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
            let begins = !open.begun;
            open.begun = true;
            open.bytes = 0;
            let messages = std::mem::take(&mut open.messages);
            let from = messages
                .first()
                .map_or(sequence, |it| it.header.key.sequence);
            batch.transactions.push(Transaction {
                first: from,
                last: sequence,
                begin: if begins { from } else { open.first },
                ends: header.is_last,
                messages,
            });
            if header.is_last {
                batch.ranges.push((open.first, sequence));
                batch.tokens.append(&mut open.tokens);
                self.done.extend(open.first..=sequence);
                self.open = None;
            }
            if !begins || !header.is_last {
                break;
            }
        }
        Ok(batch)
    }

    fn roll_back(&mut self, open: &Coming) -> Result<(), Trouble> {
        match open.begun {
            true => self.agent.give_up().map_err(|error| trouble(&error)),
            false => Ok(()),
        }
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
        let refusal = match self.try_group(&group, &batch.ranges)? {
            Tried::Applied => return Ok(self.step()),
            Tried::Replaced => return Ok(Step::Ended(Drained::Over)),
            Tried::Refused(refusal) => refusal,
        };
        if is_part {
            return self.try_long_again(batch, refusal);
        }
        // One after the other, then row by row.
        for (transaction, range) in batch.transactions.iter().zip(&batch.ranges) {
            let one = |manner| Group {
                first: transaction.first,
                last: transaction.last,
                transactions: vec![transaction.clone()],
                begins: true,
                ends: true,
                manner,
            };
            let mut tried = self.try_group(&one(Manner::Fast), &[*range])?;
            let mut tries = 0;
            while let Tried::Refused(refusal) = tried {
                if tries > self.loads.setup.map.settings.deadlock_retries
                    || (tries > 0 && !refusal.passes)
                {
                    let sequence = transaction.first;
                    return Ok(Step::Ended(Drained::Refused { sequence, refusal }));
                }
                tries += 1;
                tried = self.try_group(&one(Manner::Careful), &[*range])?;
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
        for (first, last) in &batch.ranges {
            self.done
                .retain(|sequence| !(first..=last).contains(&sequence));
        }
        (self.is_careful, self.from_first, self.open) = (true, true, None);
        Ok(Step::Again)
    }

    /// Applies a group, if the load is still the one that is drained: with another the rows on the queue are of that.
    fn try_group(&mut self, group: &Group, ranges: &[(u64, u64)]) -> Result<Tried, Trouble> {
        let table = catalog::table_name(self.loads.setup.schema, "spilledrow");
        let queue = ferromq_postgres::literal(&self.load.spill_queue);
        let values: Vec<String> = ranges
            .iter()
            .map(|(first, last)| format!("({first}::bigint, {last}::bigint)"))
            .collect();
        let mut behind = Vec::new();
        if !values.is_empty() {
            behind.push(format!(
                "INSERT INTO {table} SELECT {queue}, pg_catalog.generate_series(r.a, r.b) FROM (VALUES {}) AS r(a, b) ON CONFLICT DO NOTHING",
                values.join(", ")
            ));
        }
        if self.done.len() > REMEMBERED && group.ends {
            // The stream is past them on disk, so that they are not put aside again.
            let flushed = self.loads.flushed.load(Ordering::Relaxed);
            let first = group.first;
            self.done
                .retain(|sequence| *sequence > flushed || *sequence >= first);
            let below = flushed.min(first.saturating_sub(1));
            behind.push(format!(
                "DELETE FROM {table} WHERE spillq = {queue} AND mqmsgid <= {below}"
            ));
        }
        let guard = catalog::is_still(
            self.loads.setup.schema,
            &self.loads.setup.map.receive_queue,
            self.load,
        );
        let done = self.agent.apply_beside(group, &guard, &behind);
        let said = self.agent.take_notices();
        self.loads.pass_on(said);
        match done {
            Ok(true) => Ok(Tried::Applied),
            Ok(false) => Ok(Tried::Replaced),
            Err(Failure::Refused(refusal)) => Ok(Tried::Refused(refusal)),
            Err(Failure::Away(trouble)) => Err(trouble),
            Err(Failure::Lost(error)) => Err(Trouble::passing(&FMQ0427, &[&error])),
        }
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

    fn purge(&mut self, tokens: &[Token]) -> Result<(), Trouble> {
        let queue = &self.load.spill_queue;
        let failed = |error: MqError| lost(queue, &error);
        for unit in tokens.chunks(UNIT_MAX) {
            for token in unit {
                let options = GetOptions {
                    options: MQGMO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG | MQGMO_FAIL_IF_QUIESCING,
                    match_options: MQMO_MATCH_MSG_TOKEN,
                    msg_token: *token,
                    ..GetOptions::default()
                };
                match self
                    .session
                    .get(self.handle, &MsgDescriptor::default(), &options, 0)
                {
                    Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {}
                    other => drop(other.map_err(failed)?),
                }
            }
            self.session.commit().map_err(failed)?;
        }
        Ok(())
    }
}
