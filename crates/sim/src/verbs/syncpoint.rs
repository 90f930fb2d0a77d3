//! Commit, back out, disconnect.

use super::Late;
use crate::application::{Expected, Waiting};
use crate::model::{Effect, Subscription, Work};
use crate::world::{Verdict, World};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_qmgr::WaitingFor;
use std::task::Poll;

impl World {
    pub(super) fn commit(&mut self, index: usize) -> Verdict {
        let retains = self.applications[index].work.retains.clone();
        let late = self.late(&retains);
        match self.call(index, Request::Commit)? {
            Some(answer) => self
                .committed(index, answer, late, Expected::Commit)
                .map(drop),
            None => Ok(()),
        }
    }

    /// The unit of work of an application was told to commit. Answers whether the verb is done.
    pub(super) fn committed(
        &mut self,
        index: usize,
        answer: Poll<Reply>,
        late: Vec<Late>,
        expected: Expected,
    ) -> Result<bool, String> {
        let head_before = self.head();
        let mut work = std::mem::take(&mut self.applications[index].work);
        if work.lacking {
            return self.not_committed(index, &answer, &work, (head_before, expected));
        }
        self.trace.note(&format!(
            "application {index}: commits {} puts and {} gets: {}",
            work.puts.len(),
            work.gets.len(),
            match &answer {
                Poll::Pending => "waits for the log",
                Poll::Ready(Reply::Failed(reason)) => reason.name(),
                Poll::Ready(_) => "done",
            }
        ));
        match answer {
            Poll::Pending => {
                let Some(WaitingFor::Log(end)) = self.waiting_for(index) else {
                    return Err("a commit waits for something other than the log".into());
                };
                self.retain_all(&mut work, late, end)?;
                self.await_log(end, Effect::Commit(work));
                self.applications[index].waiting = Some(Waiting::Log(end, expected));
                Ok(false)
            }
            Poll::Ready(Reply::Done(Reason::NONE)) => {
                let end = if work.logged { self.head() } else { Lsn::NONE };
                self.retain_all(&mut work, late, end)?;
                self.commit_now(work)?;
                Ok(true)
            }
            // Who disconnects is warned of it.
            Poll::Ready(Reply::Failed(reason) | Reply::Done(reason)) => {
                let full = reason == Reason::BACKED_OUT && self.excused(Reason::RESOURCE_PROBLEM);
                if !full && !self.excused(reason) {
                    return Err(format!("a commit failed with {reason:?}"));
                }
                self.back_out_in_model(&work, head_before);
                Ok(true)
            }
            Poll::Ready(other) => Err(format!("commit answered {other:?}")),
        }
    }

    /// The unit of work of an application lacks a put nobody was told of. Answers whether the verb is done.
    fn not_committed(
        &mut self,
        index: usize,
        answer: &Poll<Reply>,
        work: &Work,
        (head_before, expected): (Lsn, Expected),
    ) -> Result<bool, String> {
        let last = matches!(expected, Expected::Disconnect);
        let done = match answer {
            // Hardened backout counts are waited for.
            Poll::Pending => {
                let Some(WaitingFor::Log(end)) = self.waiting_for(index) else {
                    return Err("a back out waits for something other than the log".into());
                };
                self.applications[index].waiting =
                    Some(Waiting::Log(end, Expected::Lacking { last }));
                false
            }
            Poll::Ready(Reply::Failed(Reason::BACKED_OUT)) if !last => true,
            Poll::Ready(Reply::Done(Reason::BACKED_OUT)) if last => true,
            Poll::Ready(Reply::Failed(reason)) if self.excused(*reason) => true,
            other => {
                return Err(format!(
                    "the commit of a unit of work that lacks a put answered {other:?}"
                ));
            }
        };
        self.trace.note(&format!(
            "application {index}: does not commit {} puts and {} gets, for one is lacking",
            work.puts.len(),
            work.gets.len()
        ));
        self.summary.lacking += 1;
        self.back_out_in_model(work, head_before);
        Ok(done)
    }

    fn commit_now(&mut self, work: Work) -> Verdict {
        if !work.logged {
            self.model.commit(&work);
            return Ok(());
        }
        let end = self.head();
        if self.await_log(end, Effect::Commit(work)).is_durable() {
            Ok(())
        } else {
            Err("a commit was answered before it was durable".into())
        }
    }

    pub(super) fn back_out(&mut self, index: usize) -> Verdict {
        let head_before = self.head();
        let Some(answer) = self.call(index, Request::BackOut)? else {
            return Ok(());
        };
        self.backed_out(index, &answer, head_before)
    }

    /// The unit of work of an application was told to be backed out.
    pub(super) fn backed_out(
        &mut self,
        index: usize,
        answer: &Poll<Reply>,
        head_before: Lsn,
    ) -> Verdict {
        // Hardened backout counts are waited for.
        let counts_end = match (answer, self.waiting_for(index)) {
            (Poll::Ready(Reply::Done(Reason::NONE)), _) => None,
            (Poll::Pending, Some(WaitingFor::Log(end))) => Some(end),
            (Poll::Ready(Reply::Failed(reason)), _) if self.excused(*reason) => None,
            _ => return Err(format!("back out answered {answer:?}")),
        };
        let work = std::mem::take(&mut self.applications[index].work);
        self.trace.note(&format!(
            "application {index}: backs out {} puts and {} gets",
            work.puts.len(),
            work.gets.len()
        ));
        self.back_out_in_model(&work, head_before);
        if let Some(end) = counts_end {
            self.applications[index].waiting = Some(Waiting::Log(end, Expected::BackOut));
        }
        Ok(())
    }

    /// Whether a subscription goes with an application.
    fn goes_with(&self, index: usize, one: &Subscription) -> bool {
        let queue = self.model.named(&one.queue);
        let mut handles = self.applications[index].handles.iter();
        !one.lasts() && handles.any(|handle| Some(handle.queue) == queue)
    }

    /// Commits and closes everything.
    pub(super) fn disconnect(&mut self, index: usize) -> Verdict {
        let retains = self.applications[index].work.retains.clone();
        let mut late = self.late(&retains);
        // Its own subscriptions that do not last go before anybody can look at their queues.
        late.retain(|late| !self.goes_with(index, &late.one));
        // What was put unheard since its work was backed out belongs to it.
        self.applications[index].work.lacking |= self.applications[index].rolled_back;
        let Some(answer) = self.call(index, Request::Disconnect)? else {
            return Ok(());
        };
        let done = self.committed(index, answer, late, Expected::Disconnect)?;
        let handles = std::mem::take(&mut self.applications[index].handles);
        self.close_in_model(&handles);
        if done {
            self.applications[index].connection = None;
        }
        Ok(())
    }
}
