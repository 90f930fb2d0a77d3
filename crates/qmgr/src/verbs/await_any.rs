//! Waiting for whichever of several gets may go on first.
//!
//! No message is taken. Each get has a waiter as a browse has, so it takes no wake-up away from a getter. A program that is
//! answered tries its gets, and may find that another one was faster.

use crate::verbs::connection::Connection;
use crate::verbs::get::Prepared;
use crate::verbs::step::Step;
use crate::verbs::waiting_get::WaitingGet;
use crate::verbs::waiting_get::give_all_up;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{AWAITED_MAX, AwaitedGet, Reply};
use ferromq_mqi::generated::constants::{MQGMO_WAIT, MQWI_UNLIMITED};
use ferromq_mqi::options::GetOptions;
use std::task::Waker;

impl Connection {
    pub(crate) fn await_any(
        &mut self,
        gets: Vec<AwaitedGet>,
        wait_interval_ms: i32,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        if wait_interval_ms < MQWI_UNLIMITED {
            return Err(Reason::WAIT_INTERVAL_ERROR);
        }
        if gets.is_empty() || gets.len() > AWAITED_MAX {
            return Err(Reason::OPTIONS_ERROR);
        }
        let mut waiting = Vec::with_capacity(gets.len());
        for get in gets {
            let options = GetOptions {
                options: get.options.options | MQGMO_WAIT,
                wait_interval_ms,
                ..get.options
            };
            match self.prepare_get(get.handle, &get.descriptor, &options, 0) {
                Ok(Prepared::ToTry(get)) => waiting.push(get),
                // It has an answer, which it will give itself.
                Ok(Prepared::Answered(_)) | Err(_) => return Ok(go_on()),
            }
        }
        self.await_again(waiting, waker)
    }

    /// Looks at all of them once more.
    pub(crate) fn await_again(
        &mut self,
        mut gets: Vec<WaitingGet>,
        waker: &Waker,
    ) -> Result<Step, Reason> {
        let state_before = self.engine.state();
        let may_go_on = gets
            .iter_mut()
            .any(|get| self.would_find(get, waker) != Ok(false));
        if may_go_on || self.state.take_interrupt() {
            give_all_up(gets);
            return Ok(go_on());
        }
        let at_worker = gets.iter().any(WaitingGet::is_at_worker);
        if !at_worker && gets.iter().any(|get| get.is_over(&self.engine)) {
            give_all_up(gets);
            return Err(Reason::NO_MSG_AVAILABLE);
        }
        self.begin_wait(state_before, waker);
        if self.state.is_interrupted() {
            waker.wake_by_ref();
        }
        Ok(Step::WaitsForAny(gets))
    }
}

fn go_on() -> Step {
    Step::Done(Reply::Done(Reason::NONE))
}
