//! What goes on around the programs: time passes, operators alter, somebody keeps house, a program dies, a stranger tries.

use super::model::{DEAD, Item, Name, REPLIES, STAGING, Standing, TRIGGERED};
use super::setup::STRANGER;
use super::verbs::Verdict;
use super::{Delivery, look};
use ferromq_base::clock::Clock;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectDescriptor;
use std::task::{Poll, Waker};

/// The queue that refuses now and then what is due.
const REFUSING: Name = "Q.A";
/// What was refused is tried again sooner.
const TRIED_AGAIN_NS: u64 = 300_000_000;

impl Delivery {
    pub(super) fn pass_time(&mut self) -> Verdict {
        let ms = [200, 1_000, 4_000, 12_000][self.random.below(4) as usize];
        self.clock.advance_ns(ms * 1_000_000);
        self.trace.note(&format!("{ms} ms pass"));
        self.catch_up();
        Ok(())
    }

    /// What has expired goes, and what is due comes.
    pub(super) fn catch_up(&mut self) {
        // A crash in between may leave some of it.
        self.steps.push(self.state.clone());
        let now_us = self.clock.wall_us();
        self.state.expire(now_us);
        self.engine().expire_messages();
        self.settle();
        self.steps.push(self.state.clone());
        if self.struck() {
            return;
        }
        self.state.deliver(now_us);
        self.engine().deliver_delayed();
        self.settle();
    }

    /// Nothing is left that waits for the log.
    pub(super) fn settle(&self) {
        for _ in 0..3 {
            self.engine().log().lead();
            self.engine().run_deferred();
        }
    }

    /// Neither its queue nor the dead-letter queue takes what is due next: it stands where it stood, and comes when they take it again.
    pub(super) fn refuse_what_is_due(&mut self) -> Verdict {
        let there = |standing: &Standing| *standing == Standing::There;
        let waiting = self.state.delayed.iter();
        let waiting = waiting.filter(|(.., item)| there(&item.standing));
        let next_us = waiting.clone().map(|(at_us, ..)| *at_us).min();
        let now_us = self.clock.wall_us();
        let at_us = next_us.map_or(now_us, |at_us| at_us.max(now_us));
        let mut due = waiting.filter(|(due_us, ..)| *due_us <= at_us);
        // A start behind a crash in between would find them refused.
        let is_fit = due.clone().count() > 0 && due.all(|(_, queue, _)| *queue == REFUSING);
        if !is_fit || self.fault_at.is_some() {
            return self.pass_time();
        }
        self.trace
            .note(&format!("{REFUSING} and {DEAD} refuse what is due"));
        self.allow_puts(&[REFUSING, DEAD], false)?;
        self.clock.advance_ns((at_us - now_us) * 1_000);
        self.engine().deliver_delayed();
        self.settle();
        let connection = self.watcher.as_mut().ok_or("nobody looks")?;
        let mut found = look::browse(connection, STAGING)?;
        let mut wanted = self.state.staged(0);
        found.sort();
        wanted.sort();
        if found != wanted {
            return Err(format!(
                "{STAGING} shows {found:?} when nobody takes it, and it must be {wanted:?}"
            ));
        }
        self.allow_puts(&[REFUSING, DEAD], true)?;
        self.clock.advance_ns(TRIED_AGAIN_NS);
        self.catch_up();
        Ok(())
    }

    pub(super) fn inhibit_replies(&mut self) -> Verdict {
        self.state.replies_inhibited = !self.state.replies_inhibited;
        let inhibited = self.state.replies_inhibited;
        self.trace.note(&format!(
            "operator: puts to {REPLIES} inhibited {inhibited}"
        ));
        self.allow_replies(!inhibited)
    }

    pub(super) fn switch_trigger_on(&mut self) -> Verdict {
        self.trace.note("operator: switches the trigger on");
        let changes = [(Attr::Trigger, Value::from(MQTC_ON))];
        let name = ObjectName::truncated(TRIGGERED);
        let altered = self
            .engine()
            .alter(ObjectKind::QLocal, &name, &changes, true);
        self.settle();
        self.state.trigger_on = true;
        self.state.reconsider();
        match altered {
            Err(error) if !self.struck() => Err(error.to_string()),
            _ => Ok(()),
        }
    }

    pub(super) fn checkpoint(&mut self) -> Verdict {
        let taken = match self.random.chance(50) {
            true => self.engine().checkpoint(),
            false => self.engine().checkpoint_everything(),
        };
        self.trace.note("a checkpoint");
        match taken {
            Err(error) if !self.struck() => Err(error.to_string()),
            _ => Ok(()),
        }
    }

    /// A program goes without a word.
    pub(super) fn die(&mut self, application: usize) -> Verdict {
        self.trace.note(&format!("application {application}: dies"));
        self.state.end_work(application, false);
        let connected = self.connect("sim");
        let connection = connected.map_err(|reason| format!("connect answered {reason:?}"))?;
        self.applications[application] = connection;
        self.catch_up();
        Ok(())
    }

    /// A user without rights tries: refused, and nothing is changed.
    pub(super) fn meddle(&mut self) -> Verdict {
        let mut connection = self
            .connect(STRANGER)
            .map_err(|reason| format!("connect answered {reason:?}"))?;
        let queue = self.any_queue();
        let name = if self.random.chance(30) {
            "ALIAS.B"
        } else {
            queue
        };
        let options = [
            MQOO_OUTPUT,
            MQOO_INPUT_SHARED,
            MQOO_BROWSE,
            MQOO_INQUIRE,
            MQOO_SET,
        ][self.random.below(5) as usize];
        let allowed = name == "Q.A" && options == MQOO_OUTPUT;
        self.trace
            .note(&format!("{STRANGER} opens {name} with {options}"));
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(name),
            options,
        };
        match connection.start(open, Waker::noop()) {
            Poll::Ready(Reply::Failed(Reason::NOT_AUTHORIZED)) if !allowed => {}
            Poll::Ready(Reply::Opened { .. }) if allowed => {}
            other => {
                return Err(format!(
                    "{STRANGER} opened {name} with {options}: {other:?}"
                ));
            }
        }
        let item = self.invent(0, false);
        let (descriptor, options, body) = Self::as_put(
            &Item {
                persistent: false,
                ..item.clone()
            },
            None,
        );
        let to = if self.random.chance(50) { "Q.A" } else { name };
        let put = Request::Put1 {
            object: Box::new(ObjectDescriptor::queue(to)),
            descriptor,
            options,
            body,
        };
        match connection.start(put, Waker::noop()) {
            Poll::Ready(Reply::Put(_)) if to == "Q.A" => {
                self.state.put(
                    "Q.A",
                    Item {
                        persistent: false,
                        ..item
                    },
                );
                Ok(())
            }
            Poll::Ready(Reply::Failed(Reason::NOT_AUTHORIZED)) if to != "Q.A" => Ok(()),
            other => Err(format!("{STRANGER} put to {to}: {other:?}")),
        }
    }
}
