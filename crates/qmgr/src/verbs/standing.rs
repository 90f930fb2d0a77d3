//! Gets that stand: they wait for messages while the connection runs other verbs.
//!
//! A consumer over a channel is one. Unlike a verb that waits, it is held by who asked for it, and a queue
//! whose gets are inhibited does not end it. At most one verb of a connection is under way at a time, so a
//! get that stands is asked again between verbs, when its waker says that it may be worth it.

use crate::verbs::call::Call;
use crate::verbs::connection::Connection;
use crate::verbs::get::Prepared;
use crate::verbs::handle::Opened;
use crate::verbs::step::Step;
use crate::verbs::waiting_get::WaitingGet;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::Reply;
use ferromq_mqi::generated::constants::{MQPRT_SYNC_RESPONSE, MQWI_UNLIMITED};
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::task::{Poll, Waker};

/// A get that stands. Dropping it ends it; a wake-up meant for it goes to the next waiter.
pub struct StandingGet(Option<Box<WaitingGet>>);

impl std::fmt::Debug for StandingGet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StandingGet")
    }
}

impl StandingGet {
    /// Monotonic time at which it must be asked again at the latest; `None` for never.
    #[must_use]
    pub fn deadline_ns(&self) -> Option<u64> {
        self.0.as_ref()?.deadline_ns()
    }

    /// Whether persistent messages are none for it from now on: [`StandingGetRequest::not_persistent`].
    pub fn set_not_persistent(&mut self, not_persistent: bool) {
        if let Some(waiting) = &mut self.0 {
            waiting.not_persistent = not_persistent;
        }
    }
}

impl Drop for StandingGet {
    fn drop(&mut self) {
        if let Some(waiting) = self.0.take() {
            waiting.give_up();
        }
    }
}

/// What a get that stands asks for.
#[derive(Clone, Debug)]
pub struct StandingGetRequest {
    /// Of the queue.
    pub handle: ObjectHandle,
    /// What it selects by, and the code page and encoding wanted.
    pub descriptor: MsgDescriptor,
    /// Its options.
    pub options: GetOptions,
    /// Bytes of data it takes.
    pub buffer_len: u32,
    /// Messages come however long they are: [`Connection::limit_gets`] does not count.
    pub of_any_length: bool,
    /// Where a persistent message is the next one it stays, and the get is answered with `MQRC_NO_MSG_AVAILABLE`.
    pub not_persistent: bool,
}

/// How a get that stands went on.
#[derive(Debug)]
pub enum Standing {
    /// It is a verb now: answered, or pending on the log or a worker, as after [`Connection::start`].
    Verb(Poll<Reply>),
    /// It is answered with a message, and may be asked for the next one: [`Connection::ask_for_next`].
    Got(Reply, StandingGet),
    /// There is no message for it, or a worker looks for one.
    Waits(StandingGet),
    /// Gets from its queue are inhibited.
    Inhibited(StandingGet),
}

/// Defaults of an open object that a program on another machine decides by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDefaults {
    /// `DefPersistence`
    pub persistence: i32,
    /// `DefPutResponse`
    pub put_response: i32,
    /// `DefReadAhead`
    pub read_ahead: i32,
    /// `PropertyControl`
    pub property_control: i32,
}

impl Default for OpenDefaults {
    fn default() -> Self {
        Self {
            persistence: 0,
            put_response: MQPRT_SYNC_RESPONSE,
            read_ahead: 0,
            property_control: 0,
        }
    }
}

impl Connection {
    /// Begins a get that stands, with no end to its wait: see [`Standing`]. `message` is woken when a message
    /// for it may be there, `interrupt` when the connection or the queue manager has news for all that waits.
    ///
    /// # Errors
    /// Those of `MQGET` but `MQRC_GET_INHIBITED`, in [`Standing::Verb`]. `MQRC_NO_MSG_AVAILABLE` where what it had found was got by somebody
    /// else, or was not to be got: [`StandingGetRequest::not_persistent`].
    pub fn stand(
        &mut self,
        request: StandingGetRequest,
        message: &Waker,
        interrupt: &Waker,
    ) -> Standing {
        if self.pending.is_some() {
            return failed(Reason::CALL_IN_PROGRESS);
        }
        let StandingGetRequest {
            handle,
            descriptor,
            mut options,
            buffer_len,
            of_any_length,
            not_persistent,
        } = request;
        options.options |= ferromq_mqi::generated::constants::MQGMO_WAIT;
        options.wait_interval_ms = MQWI_UNLIMITED;
        self.call = Call::get(handle, options.options);
        match self.prepare_get(handle, &descriptor, &options, buffer_len) {
            Ok(Prepared::ToTry(mut waiting)) => {
                if of_any_length {
                    waiting.bytes_max = u32::MAX;
                }
                waiting.not_persistent = not_persistent;
                self.ask(Box::new(waiting), message, interrupt)
            }
            Ok(Prepared::Answered(step)) => self.answered(Ok(*step), message),
            Err(reason) => self.answered(Err(reason), message),
        }
    }

    /// Asks a get that stands again. Its handle must still be open: close it by dropping the get first.
    pub fn ask_again(
        &mut self,
        mut standing: StandingGet,
        message: &Waker,
        interrupt: &Waker,
    ) -> Standing {
        let Some(waiting) = standing.0.take() else {
            return failed(Reason::UNEXPECTED_ERROR);
        };
        let reason = if self.pending.is_some() {
            Reason::CALL_IN_PROGRESS
        } else if self.state.is_stopped() {
            Reason::CONNECTION_BROKEN
        } else if !waiting.is_of(&mut self.handles) {
            Reason::HOBJ_ERROR
        } else {
            return self.ask(waiting, message, interrupt);
        };
        waiting.give_up();
        failed(reason)
    }

    /// Asks a get that was answered for the next message, as [`Connection::stand`] with the same request would: its options were checked
    /// when it began.
    pub fn ask_for_next(
        &mut self,
        got: StandingGet,
        message: &Waker,
        interrupt: &Waker,
    ) -> Standing {
        // A cancellation that came too late for the last wait is not meant for this one.
        let _late = self.state.take_cancelled();
        let number = got.0.as_ref().map(|waiting| waiting.number);
        let handle = number.map(|number| self.handles.get(number));
        if let Some(Ok(handle)) = handle
            && let Err(reason) = handle.check_unchanged(&self.engine)
        {
            return self.answered(Err(reason), message);
        }
        self.ask_again(got, message, interrupt)
    }

    fn answered(&mut self, step: Result<Step, Reason>, message: &Waker) -> Standing {
        let answer = self.settle(step, message);
        if let Poll::Ready(reply) = &answer {
            self.observe_answer(reply);
        }
        Standing::Verb(answer)
    }

    fn ask(
        &mut self,
        mut waiting: Box<WaitingGet>,
        message: &Waker,
        interrupt: &Waker,
    ) -> Standing {
        self.call = waiting.call();
        let state_before = self.engine.state();
        match self.try_get(&mut waiting, message) {
            Ok(None) if waiting.is_being_read() => {
                waiting.become_verb();
                self.begin_wait(state_before, message);
                self.answered(Ok(Step::Waits(waiting)), message)
            }
            Ok(None) => {
                self.begin_wait(state_before, interrupt);
                Standing::Waits(StandingGet(Some(waiting)))
            }
            Ok(Some(step)) => {
                waiting.unregister();
                match self.answered(Ok(step), message) {
                    Standing::Verb(Poll::Ready(got @ Reply::Got(_))) if waiting.repeats() => {
                        Standing::Got(got, StandingGet(Some(waiting)))
                    }
                    other => other,
                }
            }
            Err(Reason::GET_INHIBITED) => {
                if let Err(reason) = waiting.watch(message) {
                    return self.answered(Err(reason), message);
                }
                // If gets were allowed again before the watch began, nobody was woken for it.
                if waiting.may_get(&mut self.handles) {
                    message.wake_by_ref();
                }
                self.begin_wait(state_before, interrupt);
                Standing::Inhibited(StandingGet(Some(waiting)))
            }
            Err(reason) => {
                waiting.unregister();
                self.answered(Err(reason), message)
            }
        }
    }

    /// The reason a wait is to end with, when [`crate::QueueManager::cancel_wait`] was called and no verb was
    /// waiting. To be asked for when `interrupt` was woken, by an edge with gets that stand.
    #[must_use]
    pub fn take_cancelled(&self) -> Option<Reason> {
        self.state.take_cancelled()
    }

    /// Message ids for the program to give out itself: the first of `count`. The others follow by counting up as many of
    /// its last bytes as `count` ids need (one for 256), a big-endian number that does not run over.
    #[must_use]
    pub fn reserve_message_ids(&self, count: u32) -> [u8; 24] {
        self.engine.identifiers.reserve(count)
    }

    /// What the definition an open handle was opened by says for what programs leave open. Objects that are no
    /// queues have the defaults of nothing.
    #[must_use]
    pub fn open_defaults(&mut self, handle: ObjectHandle) -> OpenDefaults {
        match self.handles.get(handle).map(|handle| &handle.opened) {
            Ok(Opened::Queue(resolved)) => {
                let none = OpenDefaults::default();
                // A remote definition has some of them only.
                let number = |attr, none| resolved.first.find_int(attr).unwrap_or(none);
                OpenDefaults {
                    persistence: number(Attr::Defpsist, none.persistence),
                    put_response: number(Attr::Defpresp, none.put_response),
                    read_ahead: number(Attr::Defreada, none.read_ahead),
                    property_control: number(Attr::Propctl, none.property_control),
                }
            }
            _ => OpenDefaults::default(),
        }
    }

    /// The local queue behind an open handle; blank for objects that are none.
    #[must_use]
    pub fn queue_name(&mut self, handle: ObjectHandle) -> ObjectName {
        let handle = self.handles.get(handle);
        let queue = handle.ok().and_then(|handle| handle.queue());
        queue.map_or(ObjectName::BLANK, |queue| queue.name)
    }
}

fn failed(reason: Reason) -> Standing {
    Standing::Verb(Poll::Ready(Reply::Failed(reason)))
}
