//! The handler at work on a queue: rounds over all its messages, and the wait between them.

use super::Spoken;
use crate::connection::Connected;
use crate::failure::{Failure, exit, notice_text};
use crate::signals::on_signals;
use ferromq_base::output;
use ferromq_dead_letters::{
    Action, DeadLetter, Failure as AttemptFailure, Handler, Placed, Rule, RulesTable, Wait,
};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{
    AMQ8708, AMQ8709, AMQ8721, AMQ8745, AMQ8748, AMQ8749, FMQ0194, FMQ0195,
};
use ferromq_mqi::generated::structs::DeadLetterHeader;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::notice::Notice;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a wait goes on before a signal is looked for.
const SLICE: Duration = Duration::from_secs(1);
/// Messages of a higher priority come in front of where the handler waits: it looks at all again after so long.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// The longest message there is.
const BUFFER_BYTES: u32 = 100 << 20;

/// What was done.
#[derive(Default)]
struct Counts {
    discarded: u64,
    retried: u64,
    forwarded: u64,
    failures: u64,
    /// On the queue when it was last looked at as a whole.
    left: u64,
}

/// What became of an attempt.
enum Attempt {
    Done,
    /// Somebody else has the message.
    Gone,
    Failed(Reason),
}

/// What the next thing to do is when nothing is there.
enum Next {
    AnotherRound,
    End,
}

/// See the module.
pub(super) struct Work {
    session: Connected,
    queue: ObjectHandle,
    queue_name: ObjectName,
    spoken: Spoken,
    handler: Handler,
    wait: Wait,
    counts: Counts,
    has_told_of_others: bool,
    began: Instant,
    /// When something was last done.
    busy: Instant,
    ended: Arc<AtomicBool>,
}

impl Work {
    /// Opens the queue.
    pub(super) fn begin(
        mut session: Connected,
        queue_name: ObjectName,
        table: &RulesTable,
        spoken: Spoken,
    ) -> Result<Self, Failure> {
        let ended = on_signals()?;
        let options =
            MQOO_INPUT_AS_Q_DEF | MQOO_BROWSE | MQOO_SAVE_ALL_CONTEXT | MQOO_FAIL_IF_QUIESCING;
        let queue = session
            .open(queue_name.as_str(), options)
            .map_err(|error| failed(&AMQ8745, &queue_name, &error))?;
        if spoken.messages {
            output::say(&notice_text(&AMQ8708, &[&queue_name]));
        }
        let now = Instant::now();
        Ok(Self {
            session,
            queue,
            queue_name,
            spoken,
            handler: Handler::new(table),
            wait: table.control.wait,
            counts: Counts::default(),
            has_told_of_others: false,
            began: now,
            busy: now,
            ended,
        })
    }

    /// Works until there is nothing to do and nothing to wait for, or a signal comes.
    pub(super) fn until_done(mut self) -> Result<(), Failure> {
        loop {
            self.round()?;
            match self.wait()? {
                Next::AnotherRound => {}
                Next::End => break,
            }
        }
        let counts = &self.counts;
        let values: [&dyn Display; 5] = [
            &counts.discarded,
            &counts.retried,
            &counts.forwarded,
            &counts.failures,
            &counts.left,
        ];
        self.say(&FMQ0195, &values);
        self.say(&AMQ8709, &[]);
        let closed = self.session.close(self.queue, MQCO_NONE);
        closed.map_err(|error| Failure::unexpected(&error))?;
        let gone = self.session.disconnect();
        gone.map_err(|error| Failure::unexpected(&error))?;
        Ok(())
    }

    /// Tells something of the work, where that is wanted.
    fn say(&self, notice: &'static Notice, values: &[&dyn Display]) {
        if self.spoken.messages {
            output::say(&notice_text(notice, values));
        }
    }

    /// Writes a line about a message, where that is wanted.
    fn trace(&self, msg_id: &[u8; 24], what: impl Display) {
        if self.spoken.trace {
            output::line(&format!("{} {what}", hex(msg_id)));
        }
    }

    fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || output::is_closed()
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Shows every message of the queue to the rules.
    fn round(&mut self) -> Result<(), Failure> {
        let mut left = 0;
        let mut from = MQGMO_BROWSE_FIRST;
        self.handler.begin_round();
        while !self.is_ended() {
            let Some(found) = self.browse(from, Duration::ZERO)? else {
                self.counts.left = left;
                self.handler.end_round();
                break;
            };
            left += u64::from(!self.act(&found)?);
            from = MQGMO_BROWSE_NEXT;
        }
        Ok(())
    }

    /// Waits behind the last message for more, and for the time when one is to be tried again.
    fn wait(&mut self) -> Result<Next, Failure> {
        let since = Instant::now();
        loop {
            if self.is_ended() {
                return Ok(Next::End);
            }
            let due_ms = self.handler.next_due_ms();
            let until_due = due_ms.map(|due_ms| due_ms.saturating_sub(self.now_ms()));
            if until_due == Some(0) || since.elapsed() >= LOOK_AGAIN {
                return Ok(Next::AnotherRound);
            }
            let left = match (until_due, self.wait) {
                (Some(ms), _) => Duration::from_millis(ms),
                (None, Wait::No) => return Ok(Next::End),
                (None, Wait::Endless) => SLICE,
                (None, Wait::Seconds(most_s)) => {
                    let most = Duration::from_secs(most_s.into());
                    match most.checked_sub(self.busy.elapsed()) {
                        None | Some(Duration::ZERO) => return Ok(Next::End),
                        Some(left) => left,
                    }
                }
            };
            if let Some(found) = self.browse(MQGMO_BROWSE_NEXT, left.min(SLICE))? {
                self.busy = Instant::now();
                self.counts.left += u64::from(!self.act(&found)?);
            }
        }
    }

    /// The next message, as much of it as rules look at.
    fn browse(&mut self, from: i32, wait: Duration) -> Result<Option<GetReply>, Failure> {
        let wait_interval_ms = i32::try_from(wait.as_millis()).unwrap_or(i32::MAX);
        let wait = match wait_interval_ms {
            0 => MQGMO_NO_WAIT,
            _ => MQGMO_WAIT,
        };
        let options = GetOptions {
            options: from
                | wait
                | MQGMO_NO_SYNCPOINT
                | MQGMO_ACCEPT_TRUNCATED_MSG
                | MQGMO_FAIL_IF_QUIESCING,
            wait_interval_ms,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let most = u32::try_from(DeadLetterHeader::SIZE).unwrap_or(u32::MAX);
        match self.session.get(self.queue, &wanted(), &options, most) {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
            Err(error) => Err(failed(&AMQ8748, &self.queue_name, &error)),
        }
    }

    /// Does with a message what the rules say. True when it is not on the queue any more.
    fn act(&mut self, found: &GetReply) -> Result<bool, Failure> {
        let Ok(letter) = DeadLetter::read(&found.descriptor, &found.body) else {
            if !std::mem::replace(&mut self.has_told_of_others, true) {
                self.say(&AMQ8721, &[]);
            }
            self.trace(&found.descriptor.msg_id, "has no dead-letter header");
            return Ok(false);
        };
        let shown = self.handler.show(&letter);
        let id = letter.descriptor.msg_id;
        self.trace(
            &id,
            format_args!(
                "is for '{}', reason {}",
                letter.dest_q(),
                letter.header.reason
            ),
        );
        while let Some(rule) = self.handler.decide(&shown, self.now_ms()) {
            self.busy = Instant::now();
            let (line, action) = (rule.line, rule.action.keyword());
            let attempt = self.attempt(&rule, &letter)?;
            let outcome: &dyn Display = match &attempt {
                Attempt::Done => &"done",
                Attempt::Gone => &"gone",
                Attempt::Failed(reason) => reason,
            };
            self.trace(
                &id,
                format_args!("rule of line {line}, ACTION({action}): {outcome}"),
            );
            match attempt {
                Attempt::Done | Attempt::Gone => {
                    self.handler.done(&shown);
                    return Ok(true);
                }
                Attempt::Failed(reason) => {
                    let failure = self.handler.failed(&shown, self.now_ms());
                    self.note_failure(&rule, &letter, failure, reason);
                    if !failure.goes_on {
                        return Ok(false);
                    }
                }
            }
        }
        self.trace(&id, "stays");
        Ok(false)
    }

    /// An attempt failed.
    fn note_failure(
        &mut self,
        rule: &Rule,
        letter: &DeadLetter,
        failure: AttemptFailure,
        reason: Reason,
    ) {
        self.counts.failures += 1;
        if failure.is_last {
            let values: [&dyn Display; 6] = [
                &hex(&letter.descriptor.msg_id),
                &letter.dest_q(),
                &rule.line,
                &rule.action.keyword(),
                &failure.attempts,
                &reason,
            ];
            self.say(&FMQ0194, &values);
        }
    }

    /// Gets the message that was browsed last and puts it where a rule says, both or none.
    fn attempt(&mut self, rule: &Rule, letter: &DeadLetter) -> Result<Attempt, Failure> {
        let options = GetOptions {
            options: MQGMO_MSG_UNDER_CURSOR | MQGMO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let got = match self
            .session
            .get(self.queue, &wanted(), &options, BUFFER_BYTES)
        {
            Ok(got) => got,
            Err(error) if is_gone(error.reason) => return Ok(Attempt::Gone),
            Err(error) => return Err(failed(&AMQ8748, &self.queue_name, &error)),
        };
        let put = match rule.action.placed(letter, &got.body) {
            Some(placed) => self.put(rule, letter, placed),
            None if rule.action == Action::Discard => Ok(()),
            // A queue without a name.
            None => Err(Reason::OBJECT_NAME_ERROR),
        };
        let ended = match put {
            Ok(()) => self.session.commit(),
            Err(_) => self.session.back_out(),
        };
        match (ended, put) {
            (Ok(_), Ok(())) => {
                self.count(rule);
                Ok(Attempt::Done)
            }
            (Ok(_), Err(reason)) => Ok(Attempt::Failed(reason)),
            (Err(error), _) if error.reason == Reason::BACKED_OUT => {
                Ok(Attempt::Failed(error.reason))
            }
            (Err(error), _) => Err(failed(&AMQ8749, &self.queue_name, &error)),
        }
    }

    fn put(&mut self, rule: &Rule, letter: &DeadLetter, placed: Placed) -> Result<(), Reason> {
        let (authority, alternate_user_id) = match rule.by_context {
            true => (
                MQPMO_ALTERNATE_USER_AUTHORITY,
                FixedText::from_field(&letter.descriptor.user_identifier),
            ),
            false => (0, FixedText::BLANK),
        };
        let object = ObjectDescriptor {
            object_name: placed.q_name,
            object_q_mgr_name: placed.q_mgr_name,
            alternate_user_id,
            ..ObjectDescriptor::default()
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_PASS_ALL_CONTEXT | MQPMO_FAIL_IF_QUIESCING | authority,
            context: self.queue,
            ..PutOptions::default()
        };
        let mut descriptor = placed.descriptor;
        let put = self
            .session
            .put1(&object, &mut descriptor, &mut options, placed.body);
        put.map(|_| ()).map_err(|error| error.reason)
    }

    fn count(&mut self, rule: &Rule) {
        let counts = &mut self.counts;
        *match rule.action {
            Action::Discard | Action::Ignore => &mut counts.discarded,
            Action::Retry => &mut counts.retried,
            Action::Forward { .. } => &mut counts.forwarded,
        } += 1;
    }
}

/// Version 2 has the fields of groups and segments.
fn wanted() -> MsgDescriptor {
    MsgDescriptor {
        version: MQMD_VERSION_2,
        ..MsgDescriptor::default()
    }
}

fn is_gone(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::NO_MSG_UNDER_CURSOR | Reason::NO_MSG_AVAILABLE
    )
}

fn failed(notice: &'static Notice, queue: &ObjectName, error: &MqError) -> Failure {
    Failure::notice(notice, &[queue, &error.reason], exit::UNEXPECTED)
}
