//! Tables that are loaded beside the stream, and what was put aside meanwhile.
//!
//! A subscription that is to be loaded has its rows put on a spill queue ([`super::spill`]); others go on. Here its table is copied from the source, several
//! tables at once, each in a transaction of its own session, which also says from which position on rows of the spill queue count. Then the spill queue is
//! drained: rows are applied in transactions which say which messages they were of, so that none is applied twice. When it is empty nothing new of the map is begun for
//! a moment, the rest is applied, and the subscription is active.
//!
//! | `STATE` | rows of the stream | here |
//! | --- | --- | --- |
//! | L | put aside | the table is copied, then F |
//! | E | put aside | somebody copies it; D when that is told |
//! | S | put aside | somebody has asked for it; F when that is over |
//! | F, D | put aside | the spill queue is drained, then A |
//! | A, I | applied, or passed over | its spill queue is let go of, and deleted |
//!
//! What is committed by a session beside the stream is on disk when that is answered, and with it everything the stream has committed before. A session whose run
//! is over holds a lock until it is gone: the next run, and the next drain of the queue, wait for that.

use super::beside::{Loads, LoadsEvent, Resting};
use super::board::{SpillOrder, Spilling};
use super::drain::{Drain, Drained};
use super::setup::Setup;
use crate::target::agent::{Agent, Common, now_us};
use crate::target::catalog::{Loaded, cut};
use crate::target::failure::Failure;
use crate::target::fence::Lock;
use crate::target::spilling::{self, Leftover, Load, Since};
use crate::target::states::followed;
use crate::target::{connect, load, trouble};
use crate::trouble::Trouble;
use ferromq_base::pauses::Pauses;
use ferromq_mqi::generated::notices::{FMQ0427, FMQ0432, FMQ0440, FMQ0442, FMQ0458};
use ferromq_postgres::Connection;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

/// How often somebody looks for orders, and whether the run is over.
const LOOK: Duration = Duration::from_millis(100);
/// The same while something is under way.
const LOOK_BUSY: Duration = Duration::from_millis(20);
/// The same of the control tables, where nothing is known to change: a commit may be late.
const LOOK_QUIET: Duration = Duration::from_secs(2);
/// So long the control tables are looked at again after somebody was told that they change: what changes them is committed a moment later.
const CHANGES_WITHIN: Duration = Duration::from_secs(5);
/// How long the stream may take to rest for a command. It cannot while it waits for room on a spill queue, or for a lock.
const RESTS_WITHIN: Duration = Duration::from_secs(10);
/// Pause after a load that failed and is tried again.
const PAUSE_MIN: Duration = Duration::from_secs(1);
const PAUSE_MAX: Duration = Duration::from_secs(30);
/// So long the stream goes on when a lock of others has been waited for in vain.
const LOCKED_PAUSE: Duration = Duration::from_secs(1);

/// Commands that wait for the stream to rest, and since when the first of them does.
#[derive(Default)]
struct Waiting<'a> {
    orders: VecDeque<SpillOrder>,
    asked: Option<(Resting<'a>, Instant)>,
}

/// A load that is under way.
struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Outcome>,
    spill_queue: String,
}

/// How one ended.
enum Outcome {
    /// It is in its next state, or is no more.
    Done,
    /// It is to be tried again.
    Again(Trouble),
    /// The map stops.
    Stops(Trouble),
}

impl From<Trouble> for Outcome {
    fn from(trouble: Trouble) -> Self {
        match trouble.is_passing {
            true => Self::Again(trouble),
            false => Self::Stops(trouble),
        }
    }
}

/// When something is tried again, by a name.
#[derive(Debug, Default)]
struct Later(HashMap<String, Again>);

#[derive(Debug)]
struct Again {
    at: Instant,
    pauses: Pauses,
    told: String,
}

impl Later {
    fn is_due(&self, name: &str) -> bool {
        let again = self.0.get(name);
        again.is_none_or(|again| again.at <= Instant::now())
    }

    fn done(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// It failed: whether that is to be told, which it is once.
    fn failed(&mut self, name: &str, why: &str) -> bool {
        let before = self.0.remove(name);
        let is_new = before.as_ref().is_none_or(|it| it.told != why);
        let mut pauses = before.map_or_else(|| Pauses::new(PAUSE_MIN, PAUSE_MAX), |it| it.pauses);
        let at = Instant::now() + pauses.failed();
        let told = why.to_owned();
        self.0.insert(name.to_owned(), Again { at, pauses, told });
        is_new
    }
}

/// A session that looks after loads, when nobody of an earlier run is beside the stream any more; `None` if apply is to end before.
///
/// # Errors
/// The target's.
pub(super) fn session(setup: &Setup<'_>) -> Result<Option<Connection>, Trouble> {
    let mut db = connect(setup.conninfo)?;
    db.execute("SET statement_timeout = 0; SET lock_timeout = 0; SET synchronous_commit = on")
        .map_err(|error| trouble(&error))?;
    let lock = Lock::of_map(setup.schema, &setup.map.receive_queue);
    if !lock.take(&mut db, setup.ends)? {
        return Ok(None);
    }
    lock.let_others(&mut db).map_err(|error| trouble(&error))?;
    Ok(Some(db))
}

impl Loads<'_> {
    /// Looks after loads until the run is over.
    pub(super) fn keep(&self, mut db: Connection, wake_ups: &Receiver<()>) {
        let _entered = self.common.sessions.enter_with_last_words(&db);
        let mut changes_until = Instant::now();
        let mut looked: Option<Instant> = None;
        let most = match self.setup.map.fires_triggers {
            // One may refer to rows of another: in the order in which they were asked for.
            true => 1,
            false => self.setup.map.parallel_loads,
        };
        let (mut later, mut leftovers) = (Later::default(), Later::default());
        let mut is_busy = true;
        let mut waiting = Waiting::default();
        std::thread::scope(|scope| {
            let mut running: HashMap<String, Running<'_>> = HashMap::new();
            let kept = (|| -> Result<(), Trouble> {
                while !self.is_over() {
                    let look = match is_busy || waiting.asked.is_some() {
                        true => LOOK_BUSY,
                        false => LOOK,
                    };
                    if wake_ups.recv_timeout(look).is_ok() {
                        changes_until = Instant::now() + CHANGES_WITHIN;
                    }
                    if self.take_orders(&mut db, &mut waiting)? {
                        changes_until = Instant::now() + CHANGES_WITHIN;
                    }
                    let is_quiet = looked.is_some_and(|at| at.elapsed() < LOOK_QUIET);
                    if !is_busy && is_quiet && Instant::now() > changes_until {
                        continue;
                    }
                    let is_first = looked.replace(Instant::now()).is_none();
                    self.reap(&mut running, &mut later)?;
                    let found = self.found(&mut db)?;
                    if is_first {
                        self.tell_copied(&found);
                    }
                    for load in &found {
                        let name = &load.subscription;
                        let is_here = running.contains_key(name);
                        if load.state == 'I' && !is_here {
                            // A conflict has ended it, and then apply ended. Where others have a lock: the next time.
                            self.next_state(&mut db, load, 'I', "")?;
                        }
                        let is_due = matches!(load.state, 'L' | 'F' | 'D') && later.is_due(name);
                        if !is_due || is_here || running.len() >= most {
                            continue;
                        }
                        let one = load.clone();
                        let thread = scope.spawn(move || self.work(&one));
                        let spill_queue = load.spill_queue.clone();
                        running.insert(
                            name.clone(),
                            Running {
                                thread,
                                spill_queue,
                            },
                        );
                    }
                    // The stream may be at rest by now, for a command that is not served meanwhile.
                    if waiting.asked.is_none() {
                        self.clear(&mut db, &running, &mut leftovers)?;
                    }
                    let works = |load: &Load| matches!(load.state, 'L' | 'F' | 'D');
                    is_busy = !running.is_empty() || found.iter().any(works);
                    let loads = is_busy || Instant::now() <= changes_until;
                    let keeps = !found.is_empty();
                    (self.say)(LoadsEvent::Busy { loads, keeps });
                }
                Ok(())
            })();
            if let Err(trouble) = kept {
                // Before others find that the run is over.
                (self.say)(LoadsEvent::Trouble(trouble));
            }
            self.common.sessions.end();
            for order in waiting.orders.drain(..) {
                let _ = order.answer.send(Err("apply ends".to_owned()));
            }
        });
    }

    fn found(&self, db: &mut Connection) -> Result<Vec<Load>, Trouble> {
        let queue = &self.setup.map.receive_queue;
        let found = spilling::loads(db, self.setup.schema, queue);
        found.map_err(|error| trouble(&error))
    }

    /// Takes what came of loads that are over.
    fn reap(
        &self,
        running: &mut HashMap<String, Running<'_>>,
        later: &mut Later,
    ) -> Result<(), Trouble> {
        let over = running.iter().filter(|(_, it)| it.thread.is_finished());
        let over: Vec<String> = over.map(|(name, _)| name.clone()).collect();
        for name in over {
            let Some(one) = running.remove(&name) else {
                continue;
            };
            match one.thread.join() {
                Ok(Outcome::Done) => later.done(&name),
                Ok(Outcome::Stops(trouble)) => return Err(trouble),
                Ok(Outcome::Again(trouble)) => {
                    if later.failed(&name, &trouble.line) {
                        self.notice(trouble.line);
                    }
                }
                Err(_) => {
                    let what = format!("the load of {name} has failed");
                    return Err(Trouble::passing(&FMQ0427, &[&what]));
                }
            }
        }
        Ok(())
    }

    /// Loads a table, and drains its spill queue.
    fn work(&self, load: &Load) -> Outcome {
        self.try_work(load).unwrap_or_else(Outcome::from)
    }

    fn try_work(&self, load: &Load) -> Result<Outcome, Trouble> {
        let mut load = load.clone();
        let beside = self.beside();
        let mut agent = Agent::beside(self.setup.conninfo, Arc::clone(&beside))?;
        let db = agent.connection();
        let (schema, queue) = (self.setup.schema, &self.setup.map.receive_queue);
        let shared = Lock::of_map(schema, queue).share(db);
        shared.map_err(|error| trouble(&error))?;
        // The one before may be at its commit still.
        let own = Lock::of_spill_queue(schema, queue, &load.spill_queue);
        if !own.take(db, &|| self.is_over())? {
            return Ok(Outcome::Done);
        }
        if load.state == 'L' {
            match self.copy(db, &beside, &load) {
                Ok(Some(loaded)) => (load.state, load.loaded) = ('F', loaded),
                Ok(None) => return Ok(Outcome::Done),
                Err(outcome) => return Ok(outcome),
            }
        }
        self.drain(&load, agent, beside)
    }

    /// Copies the table. Up to where it is as at the source; `None` if it is not to be loaded any more.
    fn copy(
        &self,
        db: &mut Connection,
        common: &Common,
        load: &Load,
    ) -> Result<Option<Loaded>, Outcome> {
        let wanted = load::Wanted {
            subscription: &load.subscription,
            namespace: &load.source.0,
            table: &load.source.1,
            publication: &load.publication,
        };
        let copied = (|| -> Result<Option<load::Copied>, Failure> {
            db.execute("BEGIN")?;
            let Some(copied) = load::copy(db, common, &wanted)? else {
                return Ok(None);
            };
            let more = copied.changes();
            let queue = &self.setup.map.receive_queue;
            if !spilling::next_state(db, self.setup.schema, queue, load, 'F', &more)? {
                return Ok(None);
            }
            db.execute("COMMIT")?;
            Ok(Some(copied))
        })();
        match copied {
            Ok(Some(copied)) => {
                self.notice(copied.line(&load.subscription));
                self.tell_loaded(load);
                Ok(Some(copied.loaded))
            }
            Ok(None) => Ok(None),
            Err(_) if self.is_over() => Ok(None),
            Err(Failure::Lost(error)) => Err(Outcome::Again(Trouble::passing(&FMQ0427, &[&error]))),
            Err(Failure::Away(trouble)) => Err(Outcome::Again(trouble)),
            Err(Failure::Unusable(it, _)) => Err(Outcome::Again(it.into())),
            Err(Failure::Refused(refusal)) if refusal.passes => {
                Err(Outcome::Again(Trouble::passing(&FMQ0427, &[&refusal.text])))
            }
            Err(Failure::Refused(refusal)) => {
                let _ = db.execute("ROLLBACK");
                self.give_up(db, load, &refusal.text)?;
                Ok(None)
            }
        }
    }

    /// Who copied a table may have been killed before capture was told. To be told twice does no harm.
    fn tell_copied(&self, found: &[Load]) {
        let is_copied = |it: &&Load| it.state == 'F' && it.loaded.epoch == self.common.epoch;
        found
            .iter()
            .filter(is_copied)
            .for_each(|it| self.tell_loaded(it));
    }

    fn tell_loaded(&self, load: &Load) {
        let done = format!("loaddone {}", load.subscription);
        (self.say)(LoadsEvent::ToCapture(done));
    }

    /// A table cannot be loaded: the subscription ends, the others go on.
    fn give_up(&self, db: &mut Connection, load: &Load, why: &str) -> Result<(), Trouble> {
        let why = cut(why);
        let more = format!(", state_info = {}", ferromq_postgres::literal(why));
        if self.switch(db, load, 'I', &more)? {
            let name = &load.subscription;
            self.notice(FMQ0442.line(&[name, &why]));
        }
        Ok(())
    }

    /// Has a subscription be in another state, between two transactions of the stream; `false` if it is not as it is thought to be. Where others have a lock the stream
    /// goes on, and rests again.
    fn switch(
        &self,
        db: &mut Connection,
        load: &Load,
        state: char,
        more: &str,
    ) -> Result<bool, Trouble> {
        while let Some(resting) = self.rest() {
            let switched = self.switch_now(db, load, state, more);
            if let Some(is_it) = resting.after(switched)? {
                return Ok(is_it);
            }
            std::thread::sleep(LOCKED_PAUSE);
        }
        Ok(false)
    }

    /// The same while the stream rests; `None`, and nothing is done, where others have a lock.
    fn switch_now(
        &self,
        db: &mut Connection,
        load: &Load,
        state: char,
        more: &str,
    ) -> Result<Option<bool>, Trouble> {
        let (schema, queue) = (self.setup.schema, &self.setup.map.receive_queue);
        // Both in one transaction: what is committed, and not followed because others have a lock, would have rows put where nobody takes them.
        let done = spilling::promptly(db, |db| {
            if !spilling::next_state(db, schema, queue, load, state, more)? {
                return Ok(Ok(None));
            }
            let tables = followed(db, self.common, &load.subscription)?;
            Ok(tables.map(Some))
        });
        let Some(done) = done.map_err(|error| trouble(&error))? else {
            return Ok(None);
        };
        let Some(tables) = done? else {
            return Ok(Some(false));
        };
        self.common.tables.set(tables);
        Ok(Some(true))
    }

    fn next_state(
        &self,
        db: &mut Connection,
        load: &Load,
        state: char,
        more: &str,
    ) -> Result<Option<bool>, Trouble> {
        let (schema, queue) = (self.setup.schema, &self.setup.map.receive_queue);
        let is_it = spilling::promptly(db, |db| {
            spilling::next_state(db, schema, queue, load, state, more)
        });
        is_it.map_err(|error| trouble(&error))
    }

    /// What sessions beside the stream have in common: tables and figures of their own.
    fn beside(&self) -> Arc<Common> {
        Arc::new(Common {
            schema: self.common.schema.clone(),
            map: self.common.map.clone(),
            epoch: self.common.epoch,
            tables: Default::default(),
            figures: Default::default(),
            spill: None,
            sessions: Arc::clone(&self.common.sessions),
        })
    }

    /// Applies what was put aside, until nothing is, and has the subscription be active.
    fn drain(&self, load: &Load, agent: Agent, beside: Arc<Common>) -> Result<Outcome, Trouble> {
        let mut drain = match Drain::begin(self, load, agent, Arc::clone(&beside))? {
            Ok(drain) => drain,
            Err((mut agent, why)) => {
                self.lose(agent.connection(), load, &why)?;
                return Ok(Outcome::Done);
            }
        };
        let done = self.see_through(load, &mut drain, &beside);
        drain.end();
        done
    }

    /// Drains until that is over, and has the subscription be what it is then.
    fn see_through<'a>(
        &'a self,
        load: &Load,
        drain: &mut Drain<'a>,
        beside: &Common,
    ) -> Result<Outcome, Trouble> {
        loop {
            let drained = drain.run();
            let figures = &beside.figures;
            let add = |to: &AtomicU64, from: &AtomicU64| {
                to.fetch_add(from.swap(0, Ordering::Relaxed), Ordering::Relaxed)
            };
            add(&self.common.figures.rows_applied, &figures.rows_applied);
            add(
                &self.common.figures.rows_not_applied,
                &figures.rows_not_applied,
            );
            match drained? {
                Drained::Over => {}
                Drained::Ended => {
                    // A conflict has ended the subscription; the stream does not know yet.
                    let ended = Load {
                        state: 'I',
                        ..load.clone()
                    };
                    self.switch(drain.agent.connection(), &ended, 'I', "")?;
                }
                Drained::Gone(why) => self.lose(drain.agent.connection(), load, &why)?,
                Drained::Refused { sequence, refusal } => {
                    if refusal.ends_program {
                        self.setup.board.end();
                    }
                    let map = &self.setup.map.name;
                    let told = Trouble::lasting(&FMQ0432, &[&sequence, map, &refusal.text]);
                    return Ok(Outcome::Stops(told));
                }
                Drained::Empty(resting) => {
                    let db = drain.agent.connection();
                    let switched = self.switch_now(db, load, 'A', ", state_info = NULL");
                    match resting.after(switched)? {
                        Some(true) => self.notice(FMQ0440.line(&[&load.subscription, &"active"])),
                        Some(false) => {}
                        None => {
                            // More comes meanwhile.
                            std::thread::sleep(LOCKED_PAUSE);
                            continue;
                        }
                    }
                }
            }
            return Ok(Outcome::Done);
        }
    }

    /// A spill queue is gone, and rows on it that nobody has any more: the subscription ends, the others go on.
    fn lose(&self, db: &mut Connection, load: &Load, why: &str) -> Result<(), Trouble> {
        let why = spilling::lost_rows(&load.spill_queue, why);
        self.give_up(db, load, &why)
    }

    /// Deletes spill queues that no subscription has any more. What is in the way of one is told, and tried again.
    fn clear(
        &self,
        db: &mut Connection,
        running: &HashMap<String, Running<'_>>,
        later: &mut Later,
    ) -> Result<(), Trouble> {
        let (schema, queue) = (self.setup.schema, &self.setup.map.receive_queue);
        let found = spilling::leftovers(db, schema, queue).map_err(|error| trouble(&error))?;
        for leftover in found {
            let name = &leftover.spill_queue;
            // Who still drains it finds that it is of no use any more.
            let is_used = running.values().any(|it| it.spill_queue == *name);
            if is_used || !later.is_due(name) {
                continue;
            }
            match self.clear_one(db, &leftover)? {
                Ok(()) => later.done(name),
                Err(why) if later.failed(name, &why.line) => self.notice(why.line),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// The same of one; `Err` in the result: what is in the way, and nothing is done then, or the queue is deleted and not forgotten yet.
    fn clear_one(
        &self,
        db: &mut Connection,
        leftover: &Leftover,
    ) -> Result<Result<(), Trouble>, Trouble> {
        let schema = self.setup.schema;
        let locked = || {
            let what = "somebody has a lock on IBMQREP_SPILLQS or IBMQREP_SPILLEDROW";
            Trouble::passing(&FMQ0427, &[&what])
        };
        let forced = spilling::promptly(db, |db| spilling::force_over(db, schema, leftover));
        if forced.map_err(|error| trouble(&error))?.is_none() {
            return Ok(Err(locked()));
        }
        if let Err(why) = super::drain::delete(self.setup, &leftover.spill_queue) {
            return Ok(Err(why));
        }
        let forgotten = spilling::promptly(db, |db| spilling::forget(db, schema, leftover));
        Ok(forgotten
            .map_err(|error| trouble(&error))?
            .ok_or_else(locked))
    }

    /// Does what commands ask for: whether there was anything.
    fn take_orders<'a>(
        &'a self,
        db: &mut Connection,
        waiting: &mut Waiting<'a>,
    ) -> Result<bool, Trouble> {
        let orders = self.setup.board.spill_orders(&self.setup.map.receive_queue);
        let was_there = !orders.is_empty();
        for order in orders {
            let name = &order.subscription;
            let done = match order.wish {
                Spilling::Begins => {
                    waiting.orders.push_back(order);
                    continue;
                }
                Spilling::Ends => self.end_spilling(db, name, ('S', 'F')),
                Spilling::Loaded => self.end_spilling(db, name, ('E', 'D')),
            };
            answer(&order, done)?;
        }
        Ok(self.serve(db, waiting)? || was_there)
    }

    /// Sees to the first command that waits for rest, without waiting for it: what would let the stream rest may be another command.
    fn serve<'a>(
        &'a self,
        db: &mut Connection,
        waiting: &mut Waiting<'a>,
    ) -> Result<bool, Trouble> {
        let Some(order) = waiting.orders.front() else {
            return Ok(false);
        };
        let asked = waiting.asked.take();
        let (resting, since) = asked.unwrap_or_else(|| (self.ask_rest(), Instant::now()));
        if resting.is_granted() {
            let done = self.begin_spilling(db, &order.subscription, resting);
            answer(order, done)?;
            waiting.orders.pop_front();
        } else if since.elapsed() < RESTS_WITHIN {
            waiting.asked = Some((resting, since));
            return Ok(false);
        } else {
            for order in waiting.orders.drain(..) {
                let _ = order.answer.send(Err(self.no_rest(&order.subscription)));
            }
        }
        Ok(true)
    }

    fn no_rest(&self, subscription: &str) -> String {
        format!(
            "the stream of map {} has not come to rest in {} seconds: it waits for room on a spill queue, or for a lock at the target. Rows of {subscription} are \
             applied as before",
            self.setup.map.name,
            RESTS_WITHIN.as_secs()
        )
    }

    /// Has rows of a subscription be put aside until somebody says otherwise, while the stream rests.
    fn begin_spilling(
        &self,
        db: &mut Connection,
        subscription: &str,
        resting: Resting<'_>,
    ) -> Result<Result<String, String>, Trouble> {
        let (schema, queue) = (self.setup.schema, &self.setup.map.receive_queue);
        let found = spilling::promptly(db, |db| {
            let model = spilling::model_queue(db, schema, queue, subscription)?;
            let is_active = spilling::is_active(db, schema, queue, subscription)?;
            Ok((model, is_active))
        });
        let Some((model, is_active)) = found.map_err(|error| trouble(&error))? else {
            return Ok(Err(locked(subscription)));
        };
        let Some(model) = model else {
            return Ok(Err(format!("there is no subscription {subscription}")));
        };
        let since = Since::Time(now_us());
        let spill_queue =
            spilling::queue_of_load(self.setup.map.number, queue, subscription, since);
        if !is_active {
            return Ok(Err(format!("{subscription} is not active")));
        }
        let entered = spilling::promptly(db, |db| {
            spilling::enter(db, schema, queue, subscription, &spill_queue)
        });
        if entered.map_err(|error| trouble(&error))?.is_none() {
            return Ok(Err(locked(subscription)));
        }
        let made = self
            .common
            .spill
            .as_ref()
            .map(|door| door.make(&model, &spill_queue));
        match made {
            Some(Ok(true)) => {}
            Some(Err(trouble)) if trouble.is_passing => return Err(trouble),
            Some(Err(trouble)) => return Ok(Err(trouble.line)),
            Some(Ok(false)) | None => return Ok(Err(FMQ0458.line(&[&model, &subscription]))),
        }
        let done = spilling::promptly(db, |db| {
            spilling::note_spilling(db, schema, queue, subscription, &spill_queue)?;
            followed(db, self.common, subscription)
        });
        let done = done.map_err(|error| trouble(&error));
        let done = done.and_then(Option::transpose);
        let done = done.map(|tables| tables.map(|tables| self.common.tables.set(tables)));
        // Before anything is put there.
        let (loads, keeps) = (true, true);
        (self.say)(LoadsEvent::Busy { loads, keeps });
        if resting.after(done)?.is_none() {
            return Ok(Err(locked(subscription)));
        }
        self.notice(FMQ0440.line(&[&subscription, &"spilling, as a command has asked"]));
        Ok(Ok(format!("rows of {subscription} go to {spill_queue}")))
    }

    /// Has what was put aside be applied.
    fn end_spilling(
        &self,
        db: &mut Connection,
        subscription: &str,
        (from, to): (char, char),
    ) -> Result<Result<String, String>, Trouble> {
        let found = self.found(db)?;
        let is_it = |load: &&Load| load.subscription == subscription && load.state == from;
        // Rows are put aside as before, so that nothing has to rest. It could not: what is under way may wait for room on that queue.
        let is_done = match found.iter().find(is_it) {
            Some(load) => match self.next_state(db, load, to, "")? {
                Some(is_done) => is_done,
                None => return Ok(Err(locked(subscription))),
            },
            None => false,
        };
        let why = match from {
            'S' => "put aside by spillsub",
            _ => "waiting for somebody to load its table",
        };
        Ok(match is_done {
            true => Ok(format!("what was put aside of {subscription} is applied")),
            false => Err(format!("rows of {subscription} are not {why}")),
        })
    }
}

/// Why nothing came of a command.
fn locked(subscription: &str) -> String {
    format!(
        "somebody has a lock on the row of {subscription} in IBMQREP_TARGETS, or on a control table. Nothing is changed"
    )
}

/// Tells who has given a command what came of it, also if that ends the run.
fn answer(
    order: &SpillOrder,
    done: Result<Result<String, String>, Trouble>,
) -> Result<(), Trouble> {
    let told = match &done {
        Ok(done) => done.clone(),
        Err(trouble) => Err(trouble.line.clone()),
    };
    let _ = order.answer.send(told);
    done.map(drop)
}
