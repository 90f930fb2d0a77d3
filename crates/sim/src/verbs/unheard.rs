//! Puts nobody waits for (`MQPMO_ASYNC_RESPONSE`) that fail: what they cost their unit of work, and what `MQSTAT`
//! says of them.

use super::put::PutSpec;
use crate::application::Unheard;
use crate::world::{Verdict, World};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::MQSTAT_TYPE_ASYNC_ERROR;
use ferromq_mqi::options::ObjectDescriptor;
use std::task::Poll;

/// What `MQSTAT` told.
enum StatAnswer {
    Counts(Unheard),
    /// Nothing: the queue manager ends.
    Nothing,
    /// Nothing: the log failed that it waited for.
    LogFailed,
}

impl World {
    /// A put to a queue that is not there. The first of its unit of work, perhaps.
    pub(super) fn put_astray(&mut self, index: usize) -> Verdict {
        let spec = self.invent_spec(0);
        let request = Request::Put1 {
            object: Box::new(ObjectDescriptor::queue("NOT.THERE")),
            descriptor: spec.descriptor(self.now_us()),
            options: spec.options(),
            body: spec.body(),
        };
        match self.call(index, request)? {
            None => Ok(()),
            Some(Poll::Ready(Reply::Failed(Reason::UNKNOWN_OBJECT_NAME))) if !spec.asynchronous => {
                self.note_refusal(index, "put", Reason::UNKNOWN_OBJECT_NAME);
                Ok(())
            }
            Some(Poll::Ready(Reply::Put(_))) if spec.asynchronous => {
                self.fail_unheard(index, &spec, "put");
                Ok(())
            }
            Some(other) => Err(format!("a put to no queue answered {other:?}")),
        }
    }

    /// A put failed and its application was not told: a unit of work that lacks a persistent message can only be
    /// backed out.
    pub(super) fn fail_unheard(&mut self, index: usize, spec: &PutSpec, verb: &str) {
        let one = &mut self.applications[index];
        one.unheard.failed += 1;
        let lacking = spec.syncpoint && spec.persistent;
        one.work.lacking |= lacking;
        self.summary.unheard += 1;
        self.trace.note(&format!(
            "application {index}: {verb} fails unheard{}",
            if lacking { ", a commit must not" } else { "" }
        ));
    }

    /// A put nobody waited for was made.
    pub(super) fn count_unheard(&mut self, index: usize, spec: &PutSpec) {
        self.applications[index].unheard.done += i32::from(spec.asynchronous);
    }

    /// Asks what became of the puts it did not wait for.
    pub(super) fn ask_status(&mut self, index: usize) -> Verdict {
        let known = self.applications[index].unheard;
        match self.status(index)? {
            StatAnswer::Counts(told) if told != known => {
                Err(format!("MQSTAT tells {told:?} of {known:?}"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the put that was made last failed. It is counted here, for `MQSTAT` forgets what it has told. Nobody can
    /// say when the queue manager ends: then nothing of it is left. When the log failed it was made, if `is_there`.
    pub(super) fn last_failed(&mut self, index: usize, is_there: bool) -> Result<bool, String> {
        let known = self.applications[index].unheard;
        let told = match self.status(index)? {
            StatAnswer::Counts(told) => told,
            StatAnswer::Nothing => return Ok(true),
            StatAnswer::LogFailed => return Ok(!is_there),
        };
        match (told.done - known.done, told.failed - known.failed) {
            (1, 0) => Ok(false),
            (0, 1) => Ok(true),
            _ => Err(format!("MQSTAT tells {told:?} of {known:?} and one put")),
        }
    }

    fn status(&mut self, index: usize) -> Result<StatAnswer, String> {
        let request = Request::Stat {
            kind: MQSTAT_TYPE_ASYNC_ERROR,
        };
        let Some(mut answer) = self.call(index, request)? else {
            return Ok(StatAnswer::Nothing);
        };
        if answer.is_pending() {
            // It waits until what it tells of is durable.
            self.engine().log().lead();
            let one = &mut self.applications[index];
            let waker = one.waker();
            let connection = one.connection.as_mut().ok_or("who waits is connected")?;
            answer = connection.poll(&waker);
        }
        let report = match answer {
            Poll::Ready(Reply::Status(report)) => report,
            Poll::Ready(Reply::Failed(Reason::CONNECTION_BROKEN))
                if self.engine().log().poisoned().is_some() =>
            {
                return Ok(StatAnswer::LogFailed);
            }
            other => return Err(format!("MQSTAT answered {other:?}")),
        };
        self.applications[index].unheard = Unheard::default();
        Ok(StatAnswer::Counts(Unheard {
            done: report.put_success_count + report.put_warning_count,
            failed: report.put_failure_count,
        }))
    }
}
