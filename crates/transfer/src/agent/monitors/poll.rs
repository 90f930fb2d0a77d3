//! What monitors do when it is time to: they look, a little in each turn; what is found becomes tasks, which are asked for at the agent's own command
//! queue in the unit of work that keeps what was dealt with.

use super::values::{set_common, set_of_file};
use super::{Monitored, Told, Watched, Watchers};
use crate::agent::Access;
use crate::agent::files::{Party, Walked};
use crate::agent::{Agent, Detail, Files, Log, MonitorEvent};
use crate::code::ResultCode;
use crate::generated::notices::{BFGDM9520, BFGDM9522, BFGDM9523, BFGDM9524};
use crate::monitor::{Monitor, MonitorAction};
use crate::party::TransferId;
use crate::schedule::Zone;
use crate::watch::{
    CHUNK_ENTRIES, CONTENT_BYTES_MAX, Contents, Entry, Found, Key, TaskProblem, Values,
};
use ferromq_mqi::session::{Connected, MqError};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Display;

/// Names that are looked at in a turn.
const NAMES_IN_TURN: usize = 512;
/// What is remembered and looked at in a turn.
const ENTRIES_IN_TURN: usize = 20_000;
/// Tasks that are asked for in a turn.
const TASKS_IN_TURN: usize = 20;
/// Files of them, about.
const FILES_IN_TURN: usize = 5_000;
/// While more files than this wait for their turn monitors ask for no more.
const WAITING_ITEMS_MAX: usize = 20_000;
/// A task that could not be asked for is asked for again after so long.
const AGAIN_MS: u64 = 1_000;

/// How far a poll has come.
#[derive(Debug)]
enum Stage<W> {
    Rest,
    Looking(W),
    /// What was not seen is forgotten.
    Sweeping,
    /// That is kept.
    Keeping,
}

/// A task that is to be asked for.
#[derive(Debug)]
pub(super) enum Job {
    /// For these files.
    Files(Vec<Found>),
    /// For none: that is what was looked for.
    NoFile,
    /// For messages, with the values they have, and what is remembered of them.
    Messages(Box<Values>, Option<Found>),
}

/// Why a task cannot be asked for.
enum TaskFailure {
    /// It is too long with so many files: these are halves of them.
    TooLong([Vec<Found>; 2]),
    /// Something else.
    Other(String),
}

/// See the module.
#[derive(Debug)]
pub(super) struct Polling<W> {
    interval_ms: u64,
    next_ms: u64,
    stage: Stage<W>,
    batch_max: usize,
    batch: Vec<Found>,
    pub(super) ready: VecDeque<Job>,
    /// What this poll has taken.
    taken: u64,
    again_ms: u64,
    /// What was told last that is wrong.
    failing: String,
}

impl<W> Polling<W> {
    pub(super) fn new(monitor: &Monitor) -> Self {
        let seconds = u64::from(monitor.poll_interval).saturating_mul(monitor.poll_unit.seconds());
        let batch_max = monitor.batch_max.unwrap_or(1);
        Self {
            interval_ms: seconds.saturating_mul(1_000),
            next_ms: 0,
            stage: Stage::Rest,
            batch_max: usize::try_from(batch_max).unwrap_or(1),
            batch: Vec::new(),
            ready: VecDeque::new(),
            taken: 0,
            again_ms: 0,
            failing: String::new(),
        }
    }

    /// What was found and not asked for is found again by the next poll.
    pub(super) fn rest(&mut self, next_ms: u64) {
        self.stage = Stage::Rest;
        self.batch.clear();
        self.ready.clear();
        self.next_ms = next_ms;
    }

    /// What is asked for in a turn.
    fn next_jobs(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut files = 0;
        while jobs.len() < TASKS_IN_TURN && files < FILES_IN_TURN {
            let Some(job) = self.ready.pop_front() else {
                break;
            };
            if let Job::Files(batch) = &job {
                files += batch.len();
            }
            jobs.push(job);
        }
        jobs
    }

    /// A queue was looked at: what is gone from it is kept next.
    pub(super) fn end_of_queue(&mut self) {
        self.failing.clear();
        self.stage = Stage::Keeping;
    }

    fn is_due(&self, now_ms: u64) -> bool {
        // A clock that was set back does not put it off.
        let was_set_back = self.next_ms.saturating_sub(now_ms) > self.interval_ms;
        now_ms >= self.next_ms || was_set_back
    }
}

impl<W> Monitored<W> {
    fn wants(&self, now_ms: u64) -> bool {
        if !self.kept.started {
            return false;
        }
        let polling = &self.polling;
        match polling.ready.is_empty() {
            false => now_ms >= polling.again_ms,
            true => !matches!(polling.stage, Stage::Rest) || polling.is_due(now_ms),
        }
    }
}

impl<W> Watchers<W> {
    /// When there is something to do.
    pub(in crate::agent) fn due_ms(&self) -> u64 {
        let due = self.all.values().filter(|one| one.kept.started);
        let due = due.map(
            |one| match (&one.polling.stage, one.polling.ready.is_empty()) {
                (_, false) => one.polling.again_ms,
                (Stage::Rest, true) => one.polling.next_ms,
                _ => 0,
            },
        );
        due.min().unwrap_or(u64::MAX)
    }

    /// Whose turn it is: they take turns.
    fn turn(&self, now_ms: u64) -> Option<String> {
        let wants = |(name, one): (&String, &Monitored<W>)| one.wants(now_ms).then(|| name.clone());
        let behind = (
            std::ops::Bound::Excluded(self.last.clone()),
            std::ops::Bound::Unbounded,
        );
        let mut behind = self.all.range(behind);
        behind
            .find_map(wants)
            .or_else(|| self.all.iter().find_map(wants))
    }
}

impl<C: Connected, F: Files> Agent<C, F> {
    /// Has a monitor do some of what it has to do. Whether one had.
    pub(in crate::agent) fn step_monitors(
        &mut self,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<bool, MqError> {
        if self.stopping {
            return Ok(false);
        }
        if self.settings.monitor_hints {
            self.take_hints(now_ms);
        }
        let Some(name) = self.watchers.turn(now_ms) else {
            return Ok(false);
        };
        let Some(mut monitored) = self.watchers.all.remove(&name) else {
            return Ok(false);
        };
        self.step_monitor(&mut monitored, now_ms, log)?;
        self.watchers.last.clone_from(&name);
        self.watchers.all.insert(name, monitored);
        Ok(true)
    }

    /// What the system tells of directories is taken up before the next poll, where a task takes one file.
    fn take_hints(&mut self, now_ms: u64) {
        let mut found = Vec::new();
        for monitored in self.watchers.all.values_mut() {
            let polling = &mut monitored.polling;
            let Watched::Directory { path, watch, .. } = &mut monitored.watched else {
                continue;
            };
            let rests = matches!(polling.stage, Stage::Rest) && polling.ready.is_empty();
            let takes = monitored.kept.started && rests && watch.takes_hints();
            if !takes || polling.batch_max > 1 || polling.is_due(now_ms) {
                continue;
            }
            found.clear();
            self.files.noticed(path, &mut found);
            let user = &monitored.kept.user;
            let mut files = self.files.within(
                &self.settings.sandboxes.of(user, Access::Read),
                Party::Agent,
                user,
            );
            found.retain(|one| files.facts(&one.path).is_ok());
            for one in found.drain(..) {
                if watch.see(&one) {
                    polling.ready.push_back(Job::Files(vec![one]));
                }
            }
        }
    }

    fn step_monitor(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if !monitored.polling.ready.is_empty() {
            return self.ask_tasks(monitored, now_ms, log);
        }
        match monitored.polling.stage {
            Stage::Rest => self.begin_poll(monitored, now_ms, log),
            Stage::Looking(_) => self.look_on(monitored, now_ms, log),
            Stage::Sweeping => {
                let is_more = monitored.watched.history().sweep(ENTRIES_IN_TURN);
                if !is_more {
                    monitored.polling.stage = Stage::Keeping;
                }
                Ok(())
            }
            Stage::Keeping => {
                let gone = monitored.watched.history().take_gone(CHUNK_ENTRIES);
                if !gone.is_empty() {
                    self.keep_changes(monitored, &gone)?;
                    self.queues.commit()?;
                    let history = monitored.watched.history();
                    monitored.remembered.kept_changes(history, &gone);
                } else if !self.write_history(monitored)? {
                    monitored.polling.stage = Stage::Rest;
                    self.observe_end_of_poll(monitored);
                }
                Ok(())
            }
        }
    }

    fn begin_poll(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut files = self.files_of(&monitored.kept.user);
        let polling = &mut monitored.polling;
        polling.next_ms = now_ms.saturating_add(polling.interval_ms);
        polling.taken = 0;
        let name = monitored.monitor.name.as_str();
        self.observe_monitor(name, MonitorEvent::StartPoll, || monitored.watched.what());
        match &mut monitored.watched {
            Watched::Directory {
                path,
                levels,
                watch,
                ..
            } => match files.walk(path, *levels) {
                Ok(walk) => {
                    watch.begin();
                    polling.stage = Stage::Looking(walk);
                    Ok(())
                }
                Err(error) => {
                    let text = BFGDM9520.line(&[&monitored.monitor.name, path, &error]);
                    self.fail_poll(monitored, text, now_ms, log)
                }
            },
            Watched::Queue(_) => self.poll_queue(monitored, now_ms, log),
        }
    }

    /// Nothing can be looked at: that is told once.
    pub(super) fn fail_poll(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
        text: String,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        self.observe_monitor(&monitored.monitor.name, MonitorEvent::Failed, || &text);
        let next_ms = monitored.polling.next_ms;
        monitored.polling.rest(next_ms);
        if monitored.polling.failing == text {
            return Ok(());
        }
        log(&text);
        let told = Told {
            action: MonitorAction::TriggerFail,
            reference: monitored.kept.id,
            task: None,
            status: (ResultCode::MonitorResourceFailed.number(), &text),
        };
        self.tell_monitor(monitored, &told, now_ms, log)?;
        self.queues.commit()?;
        monitored.polling.failing = text;
        Ok(())
    }

    fn look_on(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut files = self.files_of(&monitored.kept.user);
        let polling = &mut monitored.polling;
        let (Stage::Looking(walk), Watched::Directory { path, watch, .. }) =
            (&mut polling.stage, &mut monitored.watched)
        else {
            return Ok(());
        };
        let mut found = Vec::new();
        let looks = self.observer.of_monitor(&monitored.monitor.name) >= Detail::Verbose;
        let others = RefCell::new(Vec::new());
        let fits = |name: &str| {
            let fits = watch.fits(name);
            if looks && !fits {
                others.borrow_mut().push(name.to_owned());
            }
            fits
        };
        let walked = match files.walk_on(walk, NAMES_IN_TURN, &fits, &mut found) {
            Ok(walked) => walked,
            Err(error) => {
                let text = BFGDM9520.line(&[&monitored.monitor.name, path, &error]);
                return self.fail_poll(monitored, text, now_ms, log);
            }
        };
        for other in others.take() {
            let name = &monitored.monitor.name;
            self.observe_monitor(name, MonitorEvent::PatternMismatch, || &other);
        }
        for one in found.iter().filter(|_| looks) {
            let name = &monitored.monitor.name;
            self.observe_monitor(name, MonitorEvent::PatternMatch, || &one.path);
        }
        let most = self.settings.monitor_resources_max;
        for one in found {
            if watch.see(&one) && polling.taken < most {
                polling.taken += 1;
                polling.batch.push(one);
                if polling.batch.len() >= polling.batch_max {
                    let batch = std::mem::take(&mut polling.batch);
                    polling.ready.push_back(Job::Files(batch));
                }
            }
        }
        if walked == Walked::More {
            return Ok(());
        }
        if !polling.batch.is_empty() {
            let batch = std::mem::take(&mut polling.batch);
            polling.ready.push_back(Job::Files(batch));
        }
        if watch.end() {
            polling.ready.push_back(Job::NoFile);
        }
        polling.failing.clear();
        // What lies in a directory that could not be read is not gone.
        polling.stage = match walked {
            Walked::Partly => Stage::Rest,
            _ => Stage::Sweeping,
        };
        if walked == Walked::Partly {
            self.observe_end_of_poll(monitored);
        }
        Ok(())
    }

    /// Asks for tasks, and keeps what was dealt with. Commits.
    fn ask_tasks(
        &mut self,
        monitored: &mut Monitored<F::Walk>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if self.many_wait() {
            // Others have room to ask for something, too.
            monitored.polling.again_ms = now_ms.saturating_add(AGAIN_MS);
            return Ok(());
        }
        let jobs = monitored.polling.next_jobs();
        let mut dealt_with = Vec::new();
        let mut asked = Vec::new();
        let mut halves = Vec::new();
        for job in &jobs {
            match self.task(monitored, job, now_ms) {
                Err(TaskFailure::TooLong(files)) => {
                    halves.push(files);
                    continue;
                }
                Ok(xml) => match self.queues.ask_self(&monitored.kept.user, None, xml)? {
                    Ok(task) => asked.push((task, job)),
                    Err(reason) => {
                        self.queues.back_out()?;
                        log(&BFGDM9522.line(&[&monitored.monitor.name, &reason]));
                        for job in jobs.into_iter().rev() {
                            monitored.polling.ready.push_front(job);
                        }
                        monitored.polling.again_ms = now_ms.saturating_add(AGAIN_MS);
                        return Ok(());
                    }
                },
                Err(TaskFailure::Other(text)) => {
                    self.fail_task(monitored, &text, now_ms, log)?;
                }
            }
            match job {
                Job::Files(files) => dealt_with.extend(files.iter().cloned()),
                Job::Messages(_, Some(group)) => dealt_with.push(group.clone()),
                Job::NoFile | Job::Messages(_, None) => {}
            }
        }
        for (task, job) in &asked {
            let name = &monitored.monitor.name;
            log(&BFGDM9523.line(&[name, &what(job), task]));
            self.observe_monitor(name, MonitorEvent::TransferRequest, || {
                format!("{task} for {}", what(job))
            });
            let told = Told {
                action: MonitorAction::TriggerSatisfied,
                reference: *task,
                task: Some(*task),
                status: (0, ""),
            };
            self.tell_monitor(monitored, &told, now_ms, log)?;
        }
        let entries: Vec<_> = dealt_with.iter().map(Entry::dealt_with).collect();
        if !entries.is_empty() {
            self.keep_changes(monitored, &entries)?;
        }
        self.queues.commit()?;
        let halves = halves.into_iter().flatten().map(Job::Files);
        monitored.polling.ready.extend(halves);
        for (task, job) in &asked {
            monitored.asked(*task, job, now_ms);
        }
        let history = monitored.watched.history();
        for found in &dealt_with {
            history.note(Key::of(&found.path), found);
        }
        if !entries.is_empty() {
            monitored.remembered.kept_changes(history, &entries);
        }
        Ok(())
    }

    /// A poll has come to its end.
    fn observe_end_of_poll(&self, monitored: &Monitored<F::Walk>) {
        let taken = monitored.polling.taken;
        let about = || format!("{taken} new or changed");
        self.observe_monitor(&monitored.monitor.name, MonitorEvent::EndPoll, about);
    }

    /// So much waits for its turn that monitors ask for no more.
    fn many_wait(&self) -> bool {
        let waiting = self.sources.values().filter(|one| !one.is_running());
        let (mut transfers, mut items) = (0, 0);
        for one in waiting {
            transfers += 1;
            items += one.items.len();
        }
        transfers * 2 > self.settings.queued_transfers_max || items > WAITING_ITEMS_MAX
    }

    /// A task cannot be asked for: that is told, in the unit of work.
    fn fail_task(
        &mut self,
        monitored: &Monitored<F::Walk>,
        text: &str,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let text = BFGDM9524.line(&[&monitored.monitor.name, &text]);
        log(&text);
        self.observe_monitor(&monitored.monitor.name, MonitorEvent::Failed, || &text);
        let told = Told {
            action: MonitorAction::TriggerFail,
            reference: monitored.kept.id,
            task: None,
            status: (ResultCode::MonitorSubstitution.number(), &text),
        };
        self.tell_monitor(monitored, &told, now_ms, log)
    }

    /// The request of a task.
    fn task(
        &mut self,
        monitored: &Monitored<F::Walk>,
        job: &Job,
        now_ms: u64,
    ) -> Result<String, TaskFailure> {
        let zone = self.own_zone();
        let mut values = match job {
            Job::Messages(values, _) => (**values).clone(),
            Job::Files(_) | Job::NoFile => Values::new(&monitored.monitor.default_variables),
        };
        set_common(&mut values, &self.settings.agent, now_ms, &zone);
        if let Job::Files(files) = job {
            match (&monitored.watched, files.first()) {
                (
                    Watched::Directory {
                        contents: Some(contents),
                        ..
                    },
                    Some(found),
                ) => set_lines(
                    &mut self.files_of(&monitored.kept.user),
                    &mut values,
                    found,
                    contents,
                    &zone,
                )
                .map_err(TaskFailure::Other)?,
                _ => {
                    for found in files {
                        values.add_file();
                        set_of_file(&mut values, found, &zone);
                    }
                }
            }
        }
        let filled = monitored.task.fill(&values);
        filled.map_err(|problem| match (problem, job) {
            (TaskProblem::TooLong, Job::Files(files)) if files.len() > 1 => {
                let (one, other) = files.split_at(files.len() / 2);
                TaskFailure::TooLong([one.to_vec(), other.to_vec()])
            }
            (problem, _) => TaskFailure::Other(problem.to_string()),
        })
    }

    /// The time zone of this machine; UTC if nobody knows.
    fn own_zone(&mut self) -> Zone {
        let bytes = self.files.time_zone(None);
        bytes
            .ok()
            .and_then(|bytes| Zone::read(&bytes).ok())
            .unwrap_or_default()
    }
}

impl<W> Monitored<W> {
    /// A task was asked for.
    fn asked(&mut self, task: TransferId, job: &Job, now_ms: u64) {
        if let (Watched::Queue(queue), Job::Messages(_, group)) = (&mut self.watched, job) {
            queue.asked(group.as_ref(), task, now_ms);
        }
    }
}

/// What a task is for, as it is told.
fn what(job: &Job) -> String {
    match job {
        Job::Files(files) => match files.as_slice() {
            [one] => one.path.clone(),
            several => format!("{} files", several.len()),
        },
        Job::NoFile => "no file".to_owned(),
        Job::Messages(_, Some(group)) => format!("group {}", group.path),
        Job::Messages(_, None) => "messages".to_owned(),
    }
}

/// Sets what a trigger file lists: each of its lines is a file.
fn set_lines<F: Files>(
    files: &mut F,
    values: &mut Values,
    found: &Found,
    contents: &Contents,
    zone: &Zone,
) -> Result<(), String> {
    let failed = |problem: &dyn Display| format!("{}: {problem}", found.path);
    let (file, _) = files.open(&found.path).map_err(|error| failed(&error))?;
    let mut bytes = vec![0; CONTENT_BYTES_MAX + 1];
    let read = files.read(&file, 0, &mut bytes);
    bytes.truncate(read.map_err(|error| failed(&error))?);
    let lines = contents.read(&bytes).map_err(|problem| failed(&problem))?;
    for (source, destination) in lines {
        values.add_file();
        set_of_file(values, found, zone);
        values.set_of_file("contentSource", source);
        if let Some(destination) = destination {
            values.set_of_file("contentDestination", destination);
        }
    }
    Ok(())
}
