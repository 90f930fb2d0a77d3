//! What monitors do when it is time to: they look, a little in each turn; what is found becomes tasks, which are asked for at the agent's own command
//! queue in the unit of work that keeps what was dealt with.

use super::monitored::{MonitorLogEntry, Monitored, Watched};
use super::polling::{AGAIN_MS, Job, Stage};
use super::values::{set_common, set_of_file};
use crate::agent::context::Context;
use crate::agent::files::{Files, Walked};
use crate::agent::observer::{Detail, MonitorEvent};
use crate::agent::sandbox::Access;
use crate::agent::telling::Log;
use crate::code::ResultCode;
use crate::generated::notices::{BFGDM9520, BFGDM9522, BFGDM9523, BFGDM9524};
use crate::monitor::MonitorAction;
use crate::party::{QueueAddress, TransferId};
use crate::schedule::Zone;
use crate::watch::{
    CHUNK_ENTRIES, CONTENT_BYTES_MAX, Contents, Entry, Found, Key, TaskProblem, Values,
};
use ferromq_mqi::session::{Connected, MqError};
use std::cell::RefCell;
use std::fmt::Display;

/// Names that are looked at in a turn.
const NAMES_IN_TURN: usize = 512;
/// What is remembered and looked at in a turn.
const ENTRIES_IN_TURN: usize = 20_000;
/// While more files than this wait for their turn monitors ask for no more.
const WAITING_ITEMS_MAX: usize = 20_000;

/// Why a task cannot be asked for.
enum TaskFailure {
    /// It is too long with so many files: these are halves of them.
    TooLong([Vec<Found>; 2]),
    /// Something else.
    Other(String),
}

impl<W> Monitored<W> {
    /// Does some of what it has to do.
    pub(super) fn step<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if !self.polling.ready.is_empty() {
            return self.ask_tasks(context, now_ms, log);
        }
        match self.polling.stage {
            Stage::Rest => self.begin_poll(context, now_ms, log),
            Stage::Looking(_) => self.look_on(context, now_ms, log),
            Stage::Sweeping => {
                let is_more = self.watched.history().sweep(ENTRIES_IN_TURN);
                if !is_more {
                    self.polling.stage = Stage::Keeping;
                }
                Ok(())
            }
            Stage::Keeping => {
                let gone = self.watched.history().take_gone(CHUNK_ENTRIES);
                if !gone.is_empty() {
                    self.remembered
                        .keep_changes(context.queues, self.kept.id, &gone)?;
                    context.queues.commit()?;
                    let history = self.watched.history();
                    self.remembered.kept_changes(history, &gone);
                } else {
                    let writes = (&mut self.kept, self.watched.history());
                    if !self.remembered.write_history(context.queues, writes)? {
                        self.polling.stage = Stage::Rest;
                        self.observe_end_of_poll(context);
                    }
                }
                Ok(())
            }
        }
    }

    fn begin_poll<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut files = context.files_of(&self.kept.user);
        let polling = &mut self.polling;
        polling.next_ms = now_ms.saturating_add(polling.interval_ms);
        polling.taken = 0;
        let name = self.monitor.name.as_str();
        context
            .observing
            .monitor(name, MonitorEvent::StartPoll, || self.watched.what());
        match &mut self.watched {
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
                    let text = BFGDM9520.line(&[&self.monitor.name, path, &error]);
                    self.fail_poll(context, text, now_ms, log)
                }
            },
            Watched::Queue(queue) => {
                let address = QueueAddress::from_text(&queue.name);
                let user = &self.kept.user;
                let settings = context.settings;
                if let Some(why) = settings.keeps_from_queue(user, Access::Read, &address) {
                    let text = BFGDM9520.line(&[&self.monitor.name, &queue.name, &why]);
                    return self.fail_poll(context, text, now_ms, log);
                }
                match queue.poll(context, &self.monitor, now_ms)? {
                    Ok(ready) => {
                        polling.ready.extend(ready);
                        polling.end_of_queue();
                        Ok(())
                    }
                    Err(reason) => {
                        let text = BFGDM9520.line(&[&self.monitor.name, &queue.name, &reason]);
                        self.fail_poll(context, text, now_ms, log)
                    }
                }
            }
        }
    }

    /// Nothing can be looked at: that is told once.
    fn fail_poll<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        text: String,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        context
            .observing
            .monitor(&self.monitor.name, MonitorEvent::Failed, || &text);
        let next_ms = self.polling.next_ms;
        self.polling.rest(next_ms);
        if self.polling.failing == text {
            return Ok(());
        }
        log(&text);
        let entry = MonitorLogEntry {
            action: MonitorAction::TriggerFail,
            reference: self.kept.id,
            task: None,
            status: (ResultCode::MonitorResourceFailed.number(), &text),
        };
        self.tell(context, &entry, now_ms, log)?;
        context.queues.commit()?;
        self.polling.failing = text;
        Ok(())
    }

    fn look_on<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut files = context.files_of(&self.kept.user);
        let polling = &mut self.polling;
        let (Stage::Looking(walk), Watched::Directory { path, watch, .. }) =
            (&mut polling.stage, &mut self.watched)
        else {
            return Ok(());
        };
        let mut found = Vec::new();
        let looks = context.observing.of_monitor(&self.monitor.name) >= Detail::Verbose;
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
                let text = BFGDM9520.line(&[&self.monitor.name, path, &error]);
                return self.fail_poll(context, text, now_ms, log);
            }
        };
        for other in others.take() {
            let name = &self.monitor.name;
            context
                .observing
                .monitor(name, MonitorEvent::PatternMismatch, || &other);
        }
        for one in found.iter().filter(|_| looks) {
            let name = &self.monitor.name;
            context
                .observing
                .monitor(name, MonitorEvent::PatternMatch, || &one.path);
        }
        let most = context.settings.monitor_resources_max;
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
        // What could not be looked at, and what lies in a directory that could not be read, is not gone.
        polling.stage = match walked {
            Walked::Partly => Stage::Rest,
            _ => Stage::Sweeping,
        };
        if walked == Walked::Partly {
            self.observe_end_of_poll(context);
        }
        Ok(())
    }

    /// Asks for tasks, and keeps what was dealt with. Commits.
    fn ask_tasks<C: Connected, F: Files<Walk = W>>(
        &mut self,
        context: &mut Context<'_, C, F>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if many_wait(context) {
            // Others have room to ask for something, too.
            self.polling.again_ms = now_ms.saturating_add(AGAIN_MS);
            return Ok(());
        }
        let jobs = self.polling.next_jobs();
        let mut dealt_with = Vec::new();
        let mut asked = Vec::new();
        let mut halves = Vec::new();
        for job in &jobs {
            match self.task(context, job, now_ms) {
                Err(TaskFailure::TooLong(files)) => {
                    halves.push(files);
                    continue;
                }
                Ok(xml) => match context.queues.ask_self(&self.kept.user, None, xml)? {
                    Ok(task) => asked.push((task, job)),
                    Err(reason) => {
                        context.queues.back_out()?;
                        log(&BFGDM9522.line(&[&self.monitor.name, &reason]));
                        for job in jobs.into_iter().rev() {
                            self.polling.ready.push_front(job);
                        }
                        self.polling.again_ms = now_ms.saturating_add(AGAIN_MS);
                        return Ok(());
                    }
                },
                Err(TaskFailure::Other(text)) => {
                    self.fail_task(context, &text, now_ms, log)?;
                }
            }
            match job {
                Job::Files(files) => dealt_with.extend(files.iter().cloned()),
                Job::Messages(_, Some(group)) => dealt_with.push(group.clone()),
                Job::NoFile | Job::Messages(_, None) => {}
            }
        }
        for (task, job) in &asked {
            let name = &self.monitor.name;
            log(&BFGDM9523.line(&[name, &what(job), task]));
            context
                .observing
                .monitor(name, MonitorEvent::TransferRequest, || {
                    format!("{task} for {}", what(job))
                });
            let entry = MonitorLogEntry {
                action: MonitorAction::TriggerSatisfied,
                reference: *task,
                task: Some(*task),
                status: (0, ""),
            };
            self.tell(context, &entry, now_ms, log)?;
        }
        let entries: Vec<_> = dealt_with.iter().map(Entry::dealt_with).collect();
        if !entries.is_empty() {
            self.remembered
                .keep_changes(context.queues, self.kept.id, &entries)?;
        }
        context.queues.commit()?;
        let halves = halves.into_iter().flatten().map(Job::Files);
        self.polling.ready.extend(halves);
        for (task, job) in &asked {
            self.asked(*task, job, now_ms);
        }
        let history = self.watched.history();
        for found in &dealt_with {
            history.note(Key::of(&found.path), found);
        }
        if !entries.is_empty() {
            self.remembered.kept_changes(history, &entries);
        }
        Ok(())
    }

    /// A poll has come to its end.
    fn observe_end_of_poll<C, F: Files<Walk = W>>(&self, context: &Context<'_, C, F>) {
        let taken = self.polling.taken;
        let about = || format!("{taken} new or changed");
        context
            .observing
            .monitor(&self.monitor.name, MonitorEvent::EndPoll, about);
    }

    /// A task cannot be asked for: that is told, in the unit of work.
    fn fail_task<C: Connected, F: Files<Walk = W>>(
        &self,
        context: &mut Context<'_, C, F>,
        text: &str,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let text = BFGDM9524.line(&[&self.monitor.name, &text]);
        log(&text);
        context
            .observing
            .monitor(&self.monitor.name, MonitorEvent::Failed, || &text);
        let entry = MonitorLogEntry {
            action: MonitorAction::TriggerFail,
            reference: self.kept.id,
            task: None,
            status: (ResultCode::MonitorSubstitution.number(), &text),
        };
        self.tell(context, &entry, now_ms, log)
    }

    /// The request of a task.
    fn task<C: Connected, F: Files<Walk = W>>(
        &self,
        context: &mut Context<'_, C, F>,
        job: &Job,
        now_ms: u64,
    ) -> Result<String, TaskFailure> {
        let zone = own_zone(context.files);
        let mut values = match job {
            Job::Messages(values, _) => (**values).clone(),
            Job::Files(_) | Job::NoFile => Values::new(&self.monitor.default_variables),
        };
        set_common(&mut values, &context.settings.agent, now_ms, &zone);
        if let Job::Files(files) = job {
            match (&self.watched, files.first()) {
                (
                    Watched::Directory {
                        contents: Some(contents),
                        ..
                    },
                    Some(found),
                ) => set_lines(
                    &mut context.files_of(&self.kept.user),
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
        let filled = self.task.fill(&values);
        filled.map_err(|problem| match (problem, job) {
            (TaskProblem::TooLong, Job::Files(files)) if files.len() > 1 => {
                let (one, other) = files.split_at(files.len() / 2);
                TaskFailure::TooLong([one.to_vec(), other.to_vec()])
            }
            (problem, _) => TaskFailure::Other(problem.to_string()),
        })
    }

    /// A task was asked for.
    fn asked(&mut self, task: TransferId, job: &Job, now_ms: u64) {
        if let (Watched::Queue(queue), Job::Messages(_, group)) = (&mut self.watched, job) {
            queue.asked(group.as_ref(), task, now_ms);
        }
    }
}

/// So much waits for its turn that monitors ask for no more.
fn many_wait<C, F: Files>(context: &Context<'_, C, F>) -> bool {
    let sources = context.sources.values();
    let waiting = sources.filter(|one| !one.is_running() && !one.kept.paused);
    let (mut transfers, mut items) = (0, 0);
    for one in waiting {
        transfers += 1;
        items += one.items.len();
    }
    transfers * 2 > context.settings.queued_transfers_max || items > WAITING_ITEMS_MAX
}

/// The time zone of this machine; UTC if nobody knows.
fn own_zone(files: &mut impl Files) -> Zone {
    let bytes = files.time_zone(None);
    bytes
        .ok()
        .and_then(|bytes| Zone::read(&bytes).ok())
        .unwrap_or_default()
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
