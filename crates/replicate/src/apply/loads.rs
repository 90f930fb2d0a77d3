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
//! | A, I | applied, or passed over | a spill queue that is left is deleted |

use super::beside::{Loads, Word};
use super::drain::{Drain, Drained};
use crate::target::agent::{Agent, Common, Failure};
use crate::target::catalog::{self, Load};
use crate::target::states::follow;
use crate::target::{connect, load, trouble};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0427, FMQ0432, FMQ0440, FMQ0442, FMQ0458};
use ferromq_postgres::{Cancel, Connection};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
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
/// Pause after a load that failed and is tried again.
const PAUSE_MIN: Duration = Duration::from_secs(1);
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// A load that is under way.
struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Outcome>,
    position: u64,
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

/// When one is tried again.
#[derive(Clone, Debug)]
struct Again {
    at: Instant,
    pause: Duration,
    told: String,
}

impl Loads<'_> {
    /// Looks after loads until the run is over.
    pub(super) fn keep(&self, knocks: &Receiver<()>) {
        if let Err(trouble) = self.try_keep(knocks) {
            (self.say)(Word::Trouble(trouble));
        }
    }

    fn try_keep(&self, knocks: &Receiver<()>) -> Result<(), Trouble> {
        let mut db = connect(self.setup.conninfo)?;
        let cancels: Mutex<HashMap<String, Cancel>> = Mutex::default();
        let mut changes_until = Instant::now();
        let mut looked: Option<Instant> = None;
        let most = match self.setup.map.fires_triggers {
            // One may refer to rows of another: in the order in which they were asked for.
            true => 1,
            false => self.setup.map.parallel_loads,
        };
        let mut again: HashMap<String, Again> = HashMap::new();
        let mut is_busy = true;
        std::thread::scope(|scope| {
            let mut running: HashMap<String, Running<'_>> = HashMap::new();
            let kept = (|| -> Result<(), Trouble> {
                while !self.is_over() {
                    let look = if is_busy { LOOK_BUSY } else { LOOK };
                    if knocks.recv_timeout(look).is_ok() {
                        changes_until = Instant::now() + CHANGES_WITHIN;
                    }
                    if self.take_orders(&mut db)? {
                        changes_until = Instant::now() + CHANGES_WITHIN;
                    }
                    let is_quiet = looked.is_some_and(|at| at.elapsed() < LOOK_QUIET);
                    if !is_busy && is_quiet && Instant::now() > changes_until {
                        continue;
                    }
                    looked = Some(Instant::now());
                    self.reap(&mut running, &mut again)?;
                    let found = self.found(&mut db)?;
                    for load in &found {
                        self.clear(&mut db, load)?;
                        let name = &load.subscription;
                        let is_due = matches!(load.state, 'L' | 'F' | 'D')
                            && again
                                .get(name)
                                .is_none_or(|again| again.at <= Instant::now());
                        let is_here = running.contains_key(name);
                        if !is_due || is_here || running.len() >= most {
                            continue;
                        }
                        let (one, cancels) = (load.clone(), &cancels);
                        let thread = scope.spawn(move || {
                            let outcome = self.work(&one, cancels);
                            lock(cancels).remove(&one.subscription);
                            outcome
                        });
                        let position = load.position;
                        running.insert(name.clone(), Running { thread, position });
                    }
                    let works = |load: &Load| matches!(load.state, 'L' | 'F' | 'D');
                    is_busy = !running.is_empty() || found.iter().any(works);
                    (self.say)(Word::Busy(is_busy || Instant::now() <= changes_until));
                }
                Ok(())
            })();
            if let Err(trouble) = kept {
                // Before others find that the run is over.
                (self.say)(Word::Trouble(trouble));
            }
            // Whoever waits for the source does not hold the end up.
            self.over.store(true, Ordering::Relaxed);
            while running.values().any(|it| !it.thread.is_finished()) {
                for cancel in lock(&cancels).values() {
                    let _ = cancel.cancel();
                }
                std::thread::sleep(LOOK / 2);
            }
        });
        Ok(())
    }

    fn found(&self, db: &mut Connection) -> Result<Vec<Load>, Trouble> {
        let queue = &self.setup.map.receive_queue;
        let found = catalog::loads(db, self.setup.schema, queue);
        found.map_err(|error| trouble(&error))
    }

    /// Takes what came of loads that are over.
    fn reap(
        &self,
        running: &mut HashMap<String, Running<'_>>,
        again: &mut HashMap<String, Again>,
    ) -> Result<(), Trouble> {
        let over = running.iter().filter(|(_, it)| it.thread.is_finished());
        let over: Vec<String> = over.map(|(name, _)| name.clone()).collect();
        for name in over {
            let Some(one) = running.remove(&name) else {
                continue;
            };
            match one.thread.join() {
                Ok(Outcome::Done) => drop(again.remove(&name)),
                Ok(Outcome::Stops(trouble)) => return Err(trouble),
                Ok(Outcome::Again(trouble)) => {
                    let before = again.remove(&name);
                    let pause = before
                        .as_ref()
                        .map_or(PAUSE_MIN, |it| (it.pause * 2).min(PAUSE_MAX));
                    if before.is_none_or(|it| it.told != trouble.line) {
                        self.notice(trouble.line.clone());
                    }
                    let at = Instant::now() + pause;
                    let told = trouble.line;
                    again.insert(name, Again { at, pause, told });
                }
                Err(_) => {
                    let what = format!("the load of {name} has failed at message {}", one.position);
                    return Err(Trouble::passing(&FMQ0427, &[&what]));
                }
            }
        }
        Ok(())
    }

    /// Loads a table, and drains its spill queue.
    fn work(&self, load: &Load, cancels: &Mutex<HashMap<String, Cancel>>) -> Outcome {
        let mut load = load.clone();
        if load.state == 'L' {
            match self.copy(&load, cancels) {
                Ok(Some(lsn)) => (load.state, load.load_lsn) = ('F', lsn),
                Ok(None) => return Outcome::Done,
                Err(outcome) => return outcome,
            }
        }
        self.drain(&load).unwrap_or_else(Outcome::from)
    }

    /// Copies the table. Up to where it is as at the source; `None` if it is not to be loaded any more.
    fn copy(
        &self,
        load: &Load,
        cancels: &Mutex<HashMap<String, Cancel>>,
    ) -> Result<Option<u64>, Outcome> {
        let common = self.beside();
        let mut agent = Agent::beside(self.setup.conninfo, Arc::clone(&common))?;
        let wanted = load::Wanted {
            subscription: &load.subscription,
            namespace: &load.source.0,
            table: &load.source.1,
        };
        let is_over = || self.is_over();
        let waits_at = |cancel: Option<Cancel>| {
            if let Some(cancel) = cancel {
                lock(cancels).insert(load.subscription.clone(), cancel);
            }
        };
        let db = agent.connection();
        let copied = (|| -> Result<Option<load::Loaded>, Failure> {
            db.execute("BEGIN")?;
            let Some(loaded) = load::copy(db, &common, &wanted, &is_over, &waits_at)? else {
                return Ok(None);
            };
            let more = format!(", load_lsn = '{}'", crate::target::lsn(loaded.lsn));
            let queue = &self.setup.map.receive_queue;
            let is_it = catalog::next_state(db, self.setup.schema, queue, load, 'F', &more)?;
            if !is_it {
                return Ok(None);
            }
            db.execute("COMMIT")?;
            Ok(Some(loaded))
        })();
        match copied {
            Ok(Some(loaded)) => {
                self.notice(loaded.line(&load.subscription));
                let done = format!("loaddone {}", load.subscription);
                (self.say)(Word::ToCapture(done));
                Ok(Some(loaded.lsn))
            }
            Ok(None) => Ok(None),
            Err(_) if self.is_over() => Ok(None),
            Err(Failure::Lost(error)) => Err(Outcome::Again(Trouble::passing(&FMQ0427, &[&error]))),
            Err(Failure::Away(trouble)) => Err(Outcome::Again(trouble)),
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

    /// A table cannot be loaded: the subscription ends, the others go on.
    fn give_up(&self, db: &mut Connection, load: &Load, why: &str) -> Result<(), Trouble> {
        let why: String = why.chars().take(1_024).collect();
        let more = format!(", state_info = {}", ferromq_postgres::literal(&why));
        if self.switch(db, load, 'I', &more)? {
            let name = &load.subscription;
            self.notice(FMQ0442.line(&[name, &why]));
        }
        Ok(())
    }

    /// Has a subscription be in another state, between two transactions of the stream; `false` if it is not as it is thought to be.
    fn switch(
        &self,
        db: &mut Connection,
        load: &Load,
        state: char,
        more: &str,
    ) -> Result<bool, Trouble> {
        let Some(resting) = self.rest() else {
            return Ok(false);
        };
        resting.after(self.switch_now(db, load, state, more))
    }

    /// The same while the stream rests.
    fn switch_now(
        &self,
        db: &mut Connection,
        load: &Load,
        state: char,
        more: &str,
    ) -> Result<bool, Trouble> {
        let queue = &self.setup.map.receive_queue;
        let is_it = catalog::next_state(db, self.setup.schema, queue, load, state, more)
            .map_err(|error| trouble(&error))?;
        if is_it {
            follow(db, self.common, &load.subscription)?;
        }
        Ok(is_it)
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
        })
    }

    /// Applies what was put aside, until nothing is, and has the subscription be active.
    fn drain(&self, load: &Load) -> Result<Outcome, Trouble> {
        let beside = self.beside();
        let agent = Agent::beside(self.setup.conninfo, Arc::clone(&beside))?;
        let mut drain = Drain::begin(self, load, agent, Arc::clone(&beside))?;
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
            Drained::Over => return Ok(Outcome::Done),
            Drained::Ended => {
                // A conflict has ended the subscription; the stream does not know yet.
                let Some(resting) = self.rest() else {
                    return Ok(Outcome::Done);
                };
                let db = drain.agent.connection();
                resting.after(follow(db, self.common, &load.subscription))?;
            }
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
                if resting.after(switched)? {
                    self.notice(FMQ0440.line(&[&load.subscription, &"active"]));
                }
            }
        }
        Ok(Outcome::Done)
    }

    /// Deletes the spill queue of a subscription that needs none any more.
    fn clear(&self, db: &mut Connection, load: &Load) -> Result<(), Trouble> {
        if !matches!(load.state, 'A' | 'I') {
            return Ok(());
        }
        if !super::drain::delete(self.setup, &load.spill_queue)? {
            // Somebody looks at it: later.
            return Ok(());
        }
        let (schema, queue) = (self.setup.schema, &self.setup.map.receive_queue);
        let done = catalog::table_name(schema, "spilledrow");
        let sql = format!("DELETE FROM {done} WHERE spillq = $1");
        db.ask(&sql, &[&load.spill_queue])
            .and_then(|_| {
                catalog::next_state(db, schema, queue, load, load.state, ", spillq = NULL")
            })
            .map(drop)
            .map_err(|error| trouble(&error))
    }

    /// Does what commands ask for: whether there was anything.
    fn take_orders(&self, db: &mut Connection) -> Result<bool, Trouble> {
        let orders = self.setup.board.spill_orders(&self.setup.map.receive_queue);
        let was_there = !orders.is_empty();
        for order in orders {
            let done = match order.begins {
                true => self.begin_spilling(db, &order.subscription)?,
                false => self.end_spilling(db, &order.subscription)?,
            };
            let _ = order.answer.send(done);
        }
        Ok(was_there)
    }

    /// Has rows of a subscription be put aside until somebody says otherwise.
    fn begin_spilling(
        &self,
        db: &mut Connection,
        subscription: &str,
    ) -> Result<Result<String, String>, Trouble> {
        let (schema, queue) = (self.setup.schema, &self.setup.map.receive_queue);
        let model = catalog::model_queue(db, schema, queue, subscription);
        let Some(model) = model.map_err(|error| trouble(&error))? else {
            return Ok(Err(format!("there is no subscription {subscription}")));
        };
        let spill_queue = catalog::spill_queue(self.setup.map.number, queue, subscription);
        let Some(resting) = self.rest() else {
            return Ok(Err("apply ends".to_owned()));
        };
        let is_active = catalog::is_active(db, schema, queue, subscription);
        if !is_active.map_err(|error| trouble(&error))? {
            return Ok(Err(format!("{subscription} is not active")));
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
        let done = catalog::note_spilling(db, schema, queue, subscription, &spill_queue);
        let done = done.map_err(|error| trouble(&error));
        resting.after(done.and_then(|_| follow(db, self.common, subscription)))?;
        self.notice(FMQ0440.line(&[&subscription, &"spilling, as a command has asked"]));
        Ok(Ok(format!("rows of {subscription} go to {spill_queue}")))
    }

    /// Has what was put aside be applied.
    fn end_spilling(
        &self,
        db: &mut Connection,
        subscription: &str,
    ) -> Result<Result<String, String>, Trouble> {
        let found = self.found(db)?;
        let is_it = |load: &&Load| load.subscription == subscription && load.state == 'S';
        let Some(load) = found.iter().find(is_it) else {
            return Ok(Err(format!(
                "rows of {subscription} are not put aside by spillsub"
            )));
        };
        match self.switch(db, load, 'F', "")? {
            true => Ok(Ok(format!(
                "what was put aside of {subscription} is applied"
            ))),
            false => Ok(Err(format!(
                "rows of {subscription} are not put aside any more"
            ))),
        }
    }
}

fn lock(
    cancels: &Mutex<HashMap<String, Cancel>>,
) -> std::sync::MutexGuard<'_, HashMap<String, Cancel>> {
    cancels.lock().unwrap_or_else(PoisonError::into_inner)
}
