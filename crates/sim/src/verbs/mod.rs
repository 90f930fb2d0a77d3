//! What applications do: one verb a step, each answer held against the model.

mod branch;
mod get;
mod open;
pub(crate) use open::PERMANENT_MODEL;
mod late;
pub(crate) use late::Late;
mod publish;
mod put;
mod subscribe;
mod syncpoint;
mod unheard;

use crate::application::{Application, Expected, Waiting};
use crate::world::{Verdict, World};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::codec::wants_no_reply;
use ferromq_qmgr::WaitingFor;
use std::task::Poll;

impl World {
    /// One step of an application.
    pub(crate) fn application_step(&mut self, index: usize) -> Verdict {
        if self.applications[index].connection.is_none() {
            return self.connect_application(index);
        }
        match self.applications[index].waiting.clone() {
            Some(Waiting::Log(end, _)) => self.wait_for_log(index, end),
            Some(Waiting::Message(_)) => self.wait_for_message(index),
            None => self.next_verb(index),
        }
    }

    fn connect_application(&mut self, index: usize) -> Verdict {
        match self.connect() {
            Ok(mut connection) => {
                if self.shape.steps_in_line.is_some() {
                    connection.use_workers();
                }
                let alarm = std::sync::Arc::clone(&self.applications[index].alarm);
                self.applications[index] = Application {
                    connection: Some(connection),
                    alarm,
                    ..Application::default()
                };
                Ok(())
            }
            Err(reason) if self.excused(reason) => Ok(()),
            Err(reason) => Err(format!("connect answered {reason:?}")),
        }
    }

    fn wait_for_log(&mut self, index: usize, end: Lsn) -> Verdict {
        match self.random.below(100) {
            0..60 => {
                self.trace
                    .note(&format!("application {index}: waits for the log to {end}"));
                let between = self.plan_between();
                let connection = self.applications[index].connection.as_ref();
                connection
                    .expect("who waits is connected")
                    .wait_for_log(end);
                self.settle_between(between)
            }
            60..65 => self.kill_application(index),
            _ => self.poll(index),
        }
    }

    fn wait_for_message(&mut self, index: usize) -> Verdict {
        match self.random.below(100) {
            0..10 => {
                let one = &mut self.applications[index];
                if let (Some(connection), Some(Waiting::Message(spec))) =
                    (&mut one.connection, &mut one.waiting)
                {
                    connection.cancel_wait();
                    spec.deadline_ns = Some(0);
                }
                self.trace
                    .note(&format!("application {index}: cancels its wait"));
                self.poll(index)
            }
            10..20 => self.kill_application(index),
            _ => self.poll(index),
        }
    }

    fn next_verb(&mut self, index: usize) -> Verdict {
        if self.applications[index].handles.is_empty() {
            return self.open(index);
        }
        if self.wants_branch(index) {
            return self.start_branch(index);
        }
        if self.applications[index].doomed {
            return self.end_branch(index);
        }
        match self.random.below(100) {
            76..89 | 97 if self.applications[index].branch.is_some() => self.end_branch(index),
            0..28 => self.put(index),
            28..29 => self.put_astray(index),
            29..30 => self.ask_status(index),
            30..40 => self.publish(index),
            40..66 => self.get(index),
            66..76 => self.browse(index),
            76..85 => self.commit(index),
            85..89 => self.back_out(index),
            89..93 => self.open(index),
            93..95 => self.subscribe(index),
            95..97 => self.close(index),
            97..98 => self.disconnect(index),
            _ => self.kill_application(index),
        }
    }

    /// Makes a call. `None` when the connection is not in a state to make any, and said so
    /// with the right reason.
    fn call(&mut self, index: usize, request: Request) -> Result<Option<Poll<Reply>>, String> {
        let refusal = self.refusal(index, &request);
        let head_before = self.head();
        let one = &mut self.applications[index];
        let waker = one.waker();
        let connection = one.connection.as_mut().expect("who calls is connected");
        // A close does not take the news, nor does a put whose answer nobody reads.
        one.rolled_back &= matches!(request, Request::Close { .. }) || wants_no_reply(&request);
        let mut answer = connection.start(request, &waker);
        // A long body goes into the log in pieces before anything else is done of the put, and no verb that appends begins
        // before the log has room for it. What such a force makes durable is there when the verb looks.
        // Workers copy it before that, where headers stand in front of it.
        while answer.is_pending() && !connection.has_begun() {
            match connection.waiting_for() {
                Some(WaitingFor::Log(_)) => drop(connection.lead_force()),
                Some(WaitingFor::Worker) => {
                    if let Some(engine) = &self.engine {
                        engine.run_task();
                    }
                    self.summary.worker_turns += 1;
                }
                _ => break,
            }
            self.model.apply_durable();
            answer = connection.poll(&waker);
        }
        let Some(reason) = refusal else {
            return self.await_worker(index, answer);
        };
        // An end by a failed log also backs out units of work nobody has told their owners of.
        let backed_out = |found| reason == Reason::Q_MGR_STOPPING && found == Reason::BACKED_OUT;
        match answer {
            Poll::Ready(Reply::Failed(found)) if found == reason || backed_out(found) => {
                self.trace
                    .note(&format!("application {index}: {}", reason.name()));
                match reason {
                    Reason::CONNECTION_BROKEN => self.kill_application(index)?,
                    // What a get that waited then got since belongs to it, and what was put unheard.
                    Reason::BACKED_OUT => {
                        let work = std::mem::take(&mut self.applications[index].work);
                        self.back_out_in_model(&work, head_before);
                    }
                    _ => {}
                }
                Ok(None)
            }
            other => Err(format!("answered {other:?} instead of {reason:?}")),
        }
    }

    /// Sees to it that what a verb left to workers is done. `None` when its application dies before.
    pub(crate) fn await_worker(
        &mut self,
        index: usize,
        mut answer: Poll<Reply>,
    ) -> Result<Option<Poll<Reply>>, String> {
        while answer.is_pending() && self.waiting_for(index) == Some(WaitingFor::Worker) {
            if self.random.chance(5) {
                self.kill_application(index)?;
                return Ok(None);
            }
            let worked = self.engine().run_task();
            let one = &mut self.applications[index];
            let waker = one.waker();
            let connection = one.connection.as_mut().expect("who calls is connected");
            answer = connection.poll(&waker);
            self.summary.worker_turns += 1;
            if !worked && self.waiting_for(index) == Some(WaitingFor::Worker) {
                return Err("a verb waits for a worker that has nothing to do".into());
            }
        }
        Ok(Some(answer))
    }

    /// Why a connection refuses any call, if it does.
    fn refusal(&self, index: usize, request: &Request) -> Option<Reason> {
        let one = &self.applications[index];
        let ending = matches!(
            request,
            Request::Disconnect | Request::BackOut | Request::Close { .. }
        );
        if one.stopped {
            return Some(Reason::CONNECTION_BROKEN);
        }
        if one.rolled_back && !wants_no_reply(request) {
            return (!ending).then_some(Reason::BACKED_OUT);
        }
        (self.stopping() && !ending).then_some(Reason::Q_MGR_STOPPING)
    }

    /// The application dies: whatever it was doing, its unit of work is backed out and what
    /// it had open is closed.
    pub(crate) fn kill_application(&mut self, index: usize) -> Verdict {
        self.trace.note(&format!("application {index}: dies"));
        let head_before = self.head();
        let alarm = std::sync::Arc::new(crate::application::Alarm::default());
        let fresh = Application {
            alarm,
            ..Application::default()
        };
        let mut old = std::mem::replace(&mut self.applications[index], fresh);
        drop(old.connection.take());
        self.back_out_in_model(&old.work, head_before);
        if let Some(Waiting::Log(_, Expected::Subscribed(name))) = &old.waiting {
            self.leave_subscription(name);
        }
        self.close_in_model(&old.handles);
        Ok(())
    }

    /// The unit of work of an application was backed out under a verb of its own. `unheard`: it was not told.
    fn lose_work(&mut self, index: usize, unheard: bool) {
        let one = &mut self.applications[index];
        let work = std::mem::take(&mut one.work);
        match one.branch {
            Some(_) => one.doomed = true,
            None => one.rolled_back |= unheard,
        }
        self.model.back_out(&work, true);
    }

    /// Counts a refusal for want of log space.
    fn note_refusal(&mut self, index: usize, verb: &str, reason: Reason) {
        if reason == Reason::RESOURCE_PROBLEM && !self.in_trouble() {
            self.summary.log_full += 1;
        }
        self.summary.damaged += u64::from(reason == Reason::OBJECT_DAMAGED);
        self.trace
            .note(&format!("application {index}: {verb} {}", reason.name()));
    }
}
